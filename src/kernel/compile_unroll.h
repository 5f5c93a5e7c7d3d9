/*
 * How often a compiler copies a turn of a descriptor's loop: the whole loop where that is short,
 * 16, 8, 4 or 2 turns where they divide the number of turns, four at most where the number is known
 * when it runs; not where a step could wrap around. `unroll` of the loop says otherwise.
 */
#ifndef GM_KERNEL_COMPILE_UNROLL_H
#define GM_KERNEL_COMPILE_UNROLL_H

#include "kernel/compile_run.h"

typedef struct gm_compile_turning {
	const gm_statement *loop;
	gm_compile_list body;
	const gm_factor *variable;
	const gm_sum *from, *to, *step;
	int64_t turns; /* known when compiled; -1: not */
	bool whole;
	int copies;
	gm_compile_turn_cost cost;
} gm_compile_turning;

/* Sets turns, whole and copies; all the rest but the cost must be there. */
void gm_compile_choose_copies(gm_compiling *c, gm_compile_turning *t);

#endif
