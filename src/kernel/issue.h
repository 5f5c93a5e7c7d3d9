/*
 * Machine instructions: what the schedulers issue when a site is executed once.
 *
 * A site of a descriptor issues the instructions that its author wrote, each one machine
 * instruction: address arithmetic, loop control and branches come on top, so that the sum is too
 * low (unless a compiler joins what is stated), where no <overhead> says the rest. A site of PTX
 * issues what a model of the compiler
 * says (ptx/issue.h): nothing for an instruction that is folded into another, many for a division,
 * a fraction where unrolling spreads one instruction over several iterations.
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

typedef struct gm_issue {
	float of[GM_UNIT_COUNT]; /* warp instructions per execution */
} gm_issue;

const char *gm_unit_name(gm_unit unit);
const char *gm_unit_what(gm_unit unit);

/* Over all units. */
double gm_issue_total(const gm_issue *issue);

/* What a site issues where nothing but itself is known. */
gm_issue gm_issue_stated(const gm_site *site);

/* Fills one row per site. */
void gm_kernel_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out);

#endif
