/*
 * Machine instructions: what the schedulers issue when a site is executed once.
 *
 * A site of PTX issues what a model of the compiler says (sass/issue.h): nothing for an instruction
 * that is folded into another, many for a division, a fraction where unrolling spreads one
 * instruction over several iterations. A descriptor with <overhead> or <branch> states all of it; of
 * any other the same model tells the rest (kernel/compile.h). Before compute capability 2.0 nothing
 * is known of the compiler: each statement is one instruction, and the sum is the least there can be;
 * but a load of shared memory is an operand of the arithmetic that follows it (kernel/descriptor.c).
 *
 * Units are those that Nsight Compute counts, smsp__inst_executed_pipe_*; control flow, uniform
 * registers and reads of constants have no counter of their own there that a model could be held
 * to.
 */
#ifndef GM_KERNEL_ISSUE_H
#define GM_KERNEL_ISSUE_H

#include "kernel/kernel.h"

/*        enumerator         name       what runs there */
#define GM_UNIT_LIST(X)                                                                            \
	X(GM_UNIT_ALU, "alu", "integer addition, logic, shifts, comparisons, selections")          \
	X(GM_UNIT_FMA, "fma", "single and half precision, integer multiply-add")                   \
	X(GM_UNIT_FP64, "fp64", "double precision")                                                \
	X(GM_UNIT_LSU, "lsu", "loads, stores, atomics, shuffles")                                  \
	X(GM_UNIT_XU, "xu", "transcendentals, conversions, bit counts")                            \
	X(GM_UNIT_TENSOR, "tensor", "matrix multiply-accumulate")                                  \
	X(GM_UNIT_CONTROL, "control", "branches, barriers, convergence")                           \
	X(GM_UNIT_OTHER, "other", "constants, uniform registers, votes")

typedef enum gm_unit {
#define X(id, name, what) id,
	GM_UNIT_LIST(X)
#undef X
		GM_UNIT_COUNT
} gm_unit;

/* Arithmetic of floats, which Nsight Compute also counts by kind, over the lanes that take part
   (smsp__sass_thread_inst_executed_op_..._pred_on): each is one instruction of its unit.

          enumerator     name of the counter */
#define GM_FLOAT_LIST(X)                                                                           \
	X(GM_FLOAT_FADD, "fadd")                                                                   \
	X(GM_FLOAT_FMUL, "fmul")                                                                   \
	X(GM_FLOAT_FFMA, "ffma")                                                                   \
	X(GM_FLOAT_DADD, "dadd")                                                                   \
	X(GM_FLOAT_DMUL, "dmul")                                                                   \
	X(GM_FLOAT_DFMA, "dfma")                                                                   \
	X(GM_FLOAT_HADD, "hadd")                                                                   \
	X(GM_FLOAT_HMUL, "hmul")                                                                   \
	X(GM_FLOAT_HFMA, "hfma")

typedef enum gm_float {
#define X(id, name) id,
	GM_FLOAT_LIST(X)
#undef X
		GM_FLOAT_COUNT
} gm_float;

/* Loads and stores among it, which Nsight Compute counts wherever they are issued, with lanes that
   take part or without, LDSM and STSM not among them: smsp__inst_executed_op_....

          enumerator              name of the counter */
#define GM_ISSUED_LIST(X)                                                                          \
	X(GM_ISSUED_GLOBAL_LOAD, "global_ld")                                                      \
	X(GM_ISSUED_GLOBAL_STORE, "global_st")                                                     \
	X(GM_ISSUED_SHARED_LOAD, "shared_ld")                                                      \
	X(GM_ISSUED_SHARED_STORE, "shared_st")

typedef enum gm_issued {
#define X(id, name) id,
	GM_ISSUED_LIST(X)
#undef X
		GM_ISSUED_COUNT
} gm_issued;

/* Of gm_issue.constant_sets: all of them; and what lies so far apart is of different ones. */
enum { GM_ISSUE_CONSTANT_PLACED = 0xff, GM_ISSUE_CONSTANT_SET_BYTES = 64 };

/* Fewer lanes than a site has may make its floats, those behind an exit; or they may be made again behind a call; or be
   sums instead, where what the counter of a loop makes is 1 in some turn; or be met again in another turn. */
typedef enum gm_doubtful {
	GM_DOUBTFUL_NOT,
	GM_DOUBTFUL_EXIT,
	GM_DOUBTFUL_CALL,
	GM_DOUBTFUL_TURN,
	GM_DOUBTFUL_MET
} gm_doubtful;

/* By the predicate that is in the first register, P0, or by another. */
typedef enum gm_guarded { GM_GUARDED_NOT, GM_GUARDED, GM_GUARDED_BY_FIRST } gm_guarded;

typedef struct gm_issue {
	float of[GM_UNIT_COUNT];          /* warp instructions per execution */
	float either; /* ALU or FMA, while nothing has decided it (sass/issue_share.c) */
	float accesses[GM_ISSUED_COUNT];  /* loads and stores among them */
	float floats[GM_FLOAT_COUNT]; /* those of them that the lanes of the site take part in */
	/* Of these, what is made for values that a few blocks showed: 95 of 100 lie no further from what all show. */
	float unsure[GM_FLOAT_COUNT];
	/* Clocks for which the two banks of a scheduler's registers are read (sass/issue_operands.c):
	   beyond one for each instruction where each reads its own; all, where the banks share evenly
	   what instructions in a row read. The truth lies between. */
	float bank_clocks, bank_clocks_shared;
	float twice; /* products with a result of 64 bits, or its upper half, among `fma`: twice as long there */
	float tensor_clocks; /* that its products keep the tensor unit of their scheduler (sass/issue_tensor.c) */
	float constants; /* loads of constants (LDC) among `other` */
	float code; /* machine instructions that stand in the code for it; 0: as many as it issues */
	float wait; /* until the result is there, in dependent multiply-adds; memory apart */
	float held; /* of a load in a loop: registers that are taken (sass/issue_registers.c) */
	float held_ahead; /* and where it goes ahead of a barrier to; 0: it passes none */
	float own;  /* and those that its address needs for itself until it is issued */
	/* Of a load that begins a body: registers that it loads, and that it needs at its fullest
	   (sass/issue_bodies.c). */
	float loaded, alive;
	/* Of a load that keeps a predicate until its value is used: how many there are for such loads; 0 of any other. And
	   it keeps that of the one before it (sass/issue_under.c). */
	uint8_t predicates;
	bool same_predicate;
	bool conditional; /* a load of a loop that goes ahead of the branch around it, under a predicate */
	bool ahead; /* issued with the last site before it that `opens`: a load, or what its address is made of */
	bool opens;
	uint8_t doubtful; /* gm_doubtful, of its floats: sass/issue_doubt.c, sass/issue_doubt_calls.c */
	/* Sites of the branch to the exit, and behind it: where as many lanes come to both, none leaves. */
	uint32_t doubtful_exit, doubtful_behind;
	bool meets; /* a branch whose lanes meet again, from 7.0 on: each part of them comes to BSYNC by itself */
	bool halts; /* an exchange of lanes that may have parted: nothing behind it is issued before it (BRA.DIV) */
	/* Of a load of constants at a place that is the same in all lanes (ULDC): the sets of the nearest cache
	   that its instruction chooses from, one by the offset in it, all where the whole place stands in it; 0 of
	   any other load (model/constants.h); and how many instructions it takes. In turn: what reads the second, or
	   the one, hangs on what the one before has brought. */
	uint8_t constant_sets, constant_loads;
	bool constant_in_turn;
	/* Of a copy to shared memory under a predicate: the site of the branch that it stands for, and whether lanes
	   copy that the predicate does not say (sass/issue_first.c). */
	uint8_t guarded; /* gm_guarded */
	bool guard_negated;
	uint32_t guard;
} gm_issue;

const char *gm_unit_name(gm_unit unit);
const char *gm_unit_what(gm_unit unit);

/* What an addition, multiplication or fused multiply-add is counted as; GM_FLOAT_COUNT when it is
   none of floats. */
gm_float gm_float_of(gm_operation operation, gm_type type);

/* What an access is counted as; GM_ISSUED_COUNT when it is none of these. */
gm_issued gm_issued_of(gm_operation operation, gm_space space);
const char *gm_issued_name(gm_issued kind);

/* Over all units. */
double gm_issue_total(const gm_issue *issue);

/* Adds what warps issue; what lanes take part in stays where it is. */
void gm_issue_add(gm_issue *to, const gm_issue *more);
/* The same, times a factor, and nothing of lanes. */
gm_issue gm_issue_scaled(const gm_issue *issue, double by);
/* The same of an issue that is left with what lanes take part in. */
gm_issue gm_issue_take(gm_issue *from);

/* How what a kernel issues is known: static text. */
const char *gm_kernel_issues_why(const gm_kernel *kernel);

/* What the code of a kernel takes, one row per site: 16 bytes an instruction from compute capability 7.0
   on, in units of 256. */
double gm_issue_code_bytes(const gm_issue *issues, int sites_count);

/* What a site issues where nothing but itself is known. */
gm_issue gm_issue_stated(const gm_site *site);

/* Fills one row per site. */
void gm_kernel_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out);

#endif
