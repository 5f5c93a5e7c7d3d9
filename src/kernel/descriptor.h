/*
 * A kernel written as a descriptor: statements over exact integer expressions.
 *
 * The statements are what an XML descriptor says (models/README.md), already resolved: names are
 * slots, arrays and sites are rows. input/kernel_file.c builds it; nothing else needs to see inside.
 *
 * Replaying runs all threads of a block through one statement before the next, warp by warp, so a
 * warp's instructions come in program order and barriers separate phases by themselves.
 *
 * Dependences (gm_warp_instr.waits_for) where the descriptor says nothing (`after`): a compute waits for the
 * loads since the last compute and for that compute (`chain`); a store or atomic waits for the
 * youngest of both; a load waits for nothing unless it is `dependent` on the load before it. What
 * is `overhead` (address arithmetic, loop counters) takes no part in this.
 */
#ifndef GM_KERNEL_DESCRIPTOR_H
#define GM_KERNEL_DESCRIPTOR_H

#include "base/expression.h"
#include "kernel/form.h"
#include "kernel/issue.h"
#include "kernel/kernel.h"

/* The first slots; parameters follow, then lets and loop variables. */
#define GM_BUILTIN_LIST(X)                                                                         \
	X(GM_THREAD_X, "threadIdx.x")                                                              \
	X(GM_THREAD_Y, "threadIdx.y")                                                              \
	X(GM_THREAD_Z, "threadIdx.z")                                                              \
	X(GM_BLOCK_INDEX_X, "blockIdx.x")                                                          \
	X(GM_BLOCK_INDEX_Y, "blockIdx.y")                                                          \
	X(GM_BLOCK_INDEX_Z, "blockIdx.z")                                                          \
	X(GM_BLOCK_DIM_X, "blockDim.x")                                                            \
	X(GM_BLOCK_DIM_Y, "blockDim.y")                                                            \
	X(GM_BLOCK_DIM_Z, "blockDim.z")                                                            \
	X(GM_GRID_DIM_X, "gridDim.x")                                                              \
	X(GM_GRID_DIM_Y, "gridDim.y")                                                              \
	X(GM_GRID_DIM_Z, "gridDim.z")                                                              \
	X(GM_LANE, "lane")                                                                         \
	X(GM_WARP, "warp")

typedef enum gm_builtin {
#define X(id, name) id,
	GM_BUILTIN_LIST(X)
#undef X
	        GM_BUILTIN_COUNT
} gm_builtin;

const char *gm_builtin_name(gm_builtin builtin);

typedef enum gm_statement_kind {
	GM_STATEMENT_LET,  /* slot = value */
	GM_STATEMENT_LOOP, /* for (slot = from; slot < to; slot += step) body */
	GM_STATEMENT_IF,   /* if (value) body else other */
	GM_STATEMENT_SITE, /* one instruction; value is the index of a memory operation, else NULL */
} gm_statement_kind;

typedef struct gm_statement gm_statement;

typedef struct gm_statements {
	const gm_statement *items;
	int count;
} gm_statements;

/* A result, of the latest time that a statement made it or earlier, and what is computed of it before
   it is used. */
typedef struct gm_wait {
	int result;
	int ago; /* 1: the latest; 2: the one before, ... at most GM_AGO_MAX */
	bool own_run; /* none that was made before the innermost loop around began */
	float delay;
} gm_wait;

enum { GM_AGO_MAX = 128 };

struct gm_statement {
	gm_statement_kind kind;
	int line;
	int slot;
	uint32_t loop; /* LOOP: its number in the kernel */
	bool unrolled; /* LOOP: by the compiler: there is no turn, only code; never cut short */
	bool by_fours; /* LOOP: the assembler makes rounds of four turns, see descriptor_loop.c */
	int copies;    /* LOOP: turns that the compiler makes one of, as stated; 0: by its rule */
	uint32_t site; /* SITE: row of the site table */
	bool dependent; /* SITE: a load whose address needs the load before it */
	bool chain;     /* SITE: a compute that waits for the compute before it */
	bool told;      /* SITE: what it waits for is stated: `after` and `delay`, and no more */
	const gm_wait *after;
	int after_count;
	float delay; /* from its turn on, in dependent multiply-adds */
	int result;  /* SITE: the number of the result that it makes, from 1; 0: nobody names it */
	bool overhead;  /* SITE: an operation that waits for nothing and that nothing waits for */
	bool data;      /* LET: the value stands for data, which are loaded and not computed */
	const gm_expression *value;
	const gm_expression *from, *to, *step; /* LOOP; from and step may be NULL: 0 and 1 */
	gm_statements body, other;
};

/* What a kernel reads before it begins, once per warp: what it costs hangs on the device. */
typedef struct gm_setup {
	uint32_t site; /* that issues it */
	int thread_indices, block_indices, sizes; /* axes of threadIdx, blockIdx; of blockDim, gridDim */
	int arguments; /* pointers and numbers */
	int global_arrays, shared_arrays;
} gm_setup;

/* What <overhead> and <branch> state that they issue. */
typedef struct gm_overhead {
	bool stated; /* false: the site issues what it says by itself */
	gm_issue issue;
} gm_overhead;

typedef struct gm_descriptor gm_descriptor;

struct gm_descriptor {
	gm_kernel kernel; /* first */
	gm_statements body;
	int slots_count;
	const int64_t *parameter_values; /* by slot; builtins that a thread decides are 0 */
	int nodes_max;                   /* of any expression */
	int depth_max;                   /* of nested loops */
	const gm_overhead *overhead;     /* per site; NULL when nothing states any */
	const bool *macros;              /* by slot: known when the kernel is compiled */
	const uint8_t *joined; /* per site: elements named by the accesses that it joins, 0: it joins
	                          none; NULL when none does */
	int loops_count;               /* numbers given to loops */
	int results_count;             /* and to results */
	int ago_max;                   /* of all waits; at least 1 */
	const gm_setup *setup;         /* of one that was compiled; NULL */
	const gm_descriptor *compiled; /* what a compiler makes of it; NULL: it says so itself */
};

/* Serves gm_kernel_blocks and gm_kernel_replay. */
extern const gm_kernel_class gm_descriptor_class;

/* ---- shared by the files that serve it ---- */

/* What a stretch of iterations needs in order to repeat. */
typedef struct gm_cut {
	int64_t shape;    /* iterations after which conditions and trip counts repeat; 0: never */
	int64_t period;   /* multiple of shape after which addresses also fall alike; 0: never */
	int64_t *advance; /* per site, bytes per period; caller's array, one per site of the kernel */
	bool inside;      /* every index is proven to stay in its array, all over the box */
} gm_cut;

/* Whether statements repeat along `variable` while it runs through its range in `box`. `forms` gives
   the form of every slot in scope and is used as working space for the slots declared inside.
   `depth` is the number of loops already entered. */
gm_cut gm_descriptor_cut(const gm_descriptor *descriptor, gm_statements statements, int variable,
                         gm_form *forms, gm_box *box, int depth, int64_t *advance);

/* Calls `asks(state, first, end)` to find the longest stretch first..end' (end' <= end) of which it says
   a cut exists (shape != 0), trying the whole and then ever shorter ones; *out is the cut it gave.
   Returns first + 1 when no longer stretch repeats. */
typedef gm_cut gm_cut_question(void *state, int64_t first, int64_t end);
int64_t gm_descriptor_longest(gm_cut_question *asks, void *state, int64_t first, int64_t end,
                              gm_cut *out);

/* Forms of the builtins and parameters in a box. */
void gm_descriptor_forms(const gm_descriptor *descriptor, const gm_box *box, gm_form *forms);

/* Blocks for a grid that differ in more than so many ways, descriptor_spread.c: all, or some, which
   are not exact. What `out` has is dropped. */
void gm_descriptor_spread(const gm_kernel *kernel, int ways, gm_block_samples *out);

gm_status gm_descriptor_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err);
gm_status gm_descriptor_replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count,
                               int warp_lanes, gm_walk walk, const gm_sink *sink, gm_error *err);

#endif
