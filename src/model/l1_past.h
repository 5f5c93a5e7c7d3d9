/*
 * What an SM's simulation remembers of every line that it has met, whether L1 has it still or not.
 */
#ifndef GM_MODEL_L1_PAST_H
#define GM_MODEL_L1_PAST_H

#include "model/l1_cache.h"
#include "model/sector_set.h"

typedef struct gm_l1_line {
	uint32_t passed; /* when it last passed to or from L2 */
	uint32_t waited; /* see model/l1_waits.h */
	uint32_t stored[GM_LINE_SECTORS]; /* the round of turns of the last store, and its warp */
	uint32_t fetched, by; /* the stretch of a warp without waits in which it last asked L2 for some of it; its request */
	uint32_t asked, asked_beside, group; /* the clocks of L1 when some of it was last asked of L2, and which of them */
	uint32_t part, site;  /* sectors that this request asked for, and for which site */
} gm_l1_line;

/* Starts as {0}. */
typedef struct gm_l1_past {
	gm_sector_set rows; /* by number: which row of `lines` it has, counted from 1 */
	gm_l1_line *lines;
	size_t count, room;
	int64_t last; /* the line that was asked for last, and its row */
	uint32_t last_row;
} gm_l1_past;

gm_l1_line *gm_l1_past_find(gm_l1_past *past, int64_t number);

/* The line of this number, all 0 at first. Valid until the next call. */
static inline gm_l1_line *
gm_l1_past_line(gm_l1_past *past, int64_t number)
{
	return past->last_row > 0 && past->last == number ? &past->lines[past->last_row - 1]
	                                                  : gm_l1_past_find(past, number);
}

void gm_l1_past_dispose(gm_l1_past *past);

#endif
