/*
 * How the registers of a loop move from turn to turn. Not for other files than describe_*.c.
 *
 *     x' = x + step      start + step*turn         x' = step - x       start and the other, in turn
 *     x' = x * 2^k       start << k*turn           x' = (x + k) % m    (start + k*turn) % m
 *     x' = x / 2^k       start >> k*turn           x' = x ^ bits       start and the other, in turn
 *     x' = f(turn)       f(turn - 1), where that is the start in the first turn
 */
#ifndef GM_DESCRIBE_DESCRIBE_MOTION_H
#define GM_DESCRIBE_DESCRIBE_MOTION_H

#include "describe/describe_run.h"

/* A register that a loop writes. */
typedef struct ptx_carried {
	uint32_t unit;
	const gm_sum *before; /* when the loop is entered; NULL: data */
	const gm_sum *symbol; /* stands for it in the first walk; NULL: data */
	const gm_sum *after;  /* at the end of a turn, in the symbols */
	const gm_sum *value;  /* in the turn; NULL: data */
} ptx_carried;

typedef struct ptx_carrying {
	ptx_describing *d;
	const gm_sum *turn; /* a symbol: 0, 1, 2, ... */
	ptx_carried *units;
	int count;
} ptx_carrying;

/* From what each register is `after` a turn, its `value` in the turn. */
void gm_ptx_find_motions(ptx_carrying *c);

#endif
