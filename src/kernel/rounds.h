/*
 * Loops that the assembler unrolls by four, in which the lanes of a warp turn differently often.
 *
 * Lanes that have t turns left go round together: those with four or more in rounds of four, until
 * nobody has so many; then those with two or three make two turns, and those with an odd number the
 * last one. A warp thus makes
 *
 *     4 * max(t / 4)  +  2 if any t % 4 >= 2  +  1 if any t is odd
 *
 * turns, where max(t) would do, and requests of lanes with few turns meet with the last ones of lanes
 * with many. Where all lanes turn alike nothing changes.
 *
 * simt/turns.h holds lanes back so; kernel/descriptor_loop.c runs the stretches one after the other.
 *
 * Source: code of ptxas 13.0 for sm_90 (a loop for more than three turns, then `if (left > 1)` two turns,
 * `if (left)` one, with a meeting point behind each), tests/ptx/lowering/turns.ptx.
 */
#ifndef GM_KERNEL_ROUNDS_H
#define GM_KERNEL_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_ROUND = 4 };

/* Turns that lanes make together next, when the most that one of them has left is so many: 4, 2 or 1; lanes
   with fewer left wait. */
static inline int64_t
gm_rounds_together(int64_t most)
{
	return most >= GM_ROUND ? GM_ROUND : most > 1 ? 2 : 1;
}

/* Turns of t that are made before the stretch of `together`, and whether t has any in it. */
static inline int64_t
gm_rounds_before(int64_t t, int64_t together)
{
	return together >= GM_ROUND ? 0 : t / (2 * together) * (2 * together);
}

static inline int64_t
gm_rounds_in(int64_t t, int64_t together)
{
	return together >= GM_ROUND ? t / GM_ROUND * GM_ROUND : t / together % 2 * together;
}

/* How many turns stand beside a turn, of so many that lanes make together, itself included, and its place among them.
   Turns count from 0; where nobody knows how many there are, each stands alone. */
static inline int64_t
gm_rounds_place(int64_t turns, int64_t turn, int64_t *place)
{
	const int64_t rest = turns % GM_ROUND, past = turn - (turns - rest);
	*place = past < 0 ? turn % GM_ROUND : past % 2;
	if (turn >= turns)
		return 1;
	return past < 0 ? GM_ROUND : past < rest / 2 * 2 ? 2 : 1;
}

#endif
