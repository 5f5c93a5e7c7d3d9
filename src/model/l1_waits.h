/*
 * Whom an SM's warps wait for: which of the sectors that a load needs are on their way from L2, and
 * which of those come from DRAM with them.
 *
 * Warps take turns; a round of turns lasts as long as a wait for L2. Who needs a sector that was
 * asked for in this round waits with the one who asked. DRAM fetches units of several sectors at
 * once: an SM that comes to a unit for the first time may have to wait for DRAM, and so does who
 * needs another sector of it in the same round; later its sectors are in L2.
 */
#ifndef GM_MODEL_L1_WAITS_H
#define GM_MODEL_L1_WAITS_H

#include <stdbool.h>
#include <stdint.h>

/* Groups of loads that warps issue together, of the simulated SM: a warp waits for a group as long as for
   the slowest of its loads. */
typedef struct gm_load_waits {
	double groups;  /* 0: no loads, or nothing simulated */
	double loads;   /* in them */
	double waiting; /* groups that wait for L2: not all of their sectors have come to L1 */
	double opening; /* groups that wait for fetch units of DRAM of which their SM has had nothing yet */
	double waiting_loads, opening_loads; /* loads that would wait so by themselves: for another
	                                        line than the last of their group that did */
	/* Groups that follow one of their warp: that wait, and that do or follow one that does. */
	double waiting_next, waiting_either, opening_next, opening_either;
	double openers; /* loads that are the first to fetch of such a unit */
	double fetched; /* sectors, by loads */
	double units;   /* fetch units that these are the first of */
	double lines;   /* that these sectors are of, for each load */
	double places;  /* where the units are in DRAM (gm_l1_luck) */
} gm_load_waits;

/* Adds so many times as much. */
void gm_load_waits_add(gm_load_waits *sum, const gm_load_waits *more, double times);

typedef struct gm_l1_waits {
	int unit_sectors; /* that DRAM fetches at once: 1, 2 or 4 */
	uint32_t round;   /* of turns */
} gm_l1_waits;

/* What a load meets; sums of several lines. */
typedef struct gm_l1_luck {
	int fetched;  /* sectors that it asks L2 for */
	int lines;    /* that these are of */
	int units;    /* fetch units that these are the first of */
	double places; /* in DRAM, of these: a run of n units in a row counts as the root of n */
	bool waits;   /* for L2: it fetches, or needs what is on its way */
	bool opening; /* for a unit of which the SM has had nothing before this round */
} gm_l1_luck;

/* L2 has all of the line: nobody waits for DRAM. */
void gm_l1_waits_know(uint32_t *line);

/* A load has found the sectors `there` of a line (bit i: sector i) and asks L2 for those of
   `missing`; `lost`: the line was here, but so long ago that L2 has lost it too. `line` is what is
   remembered of it, at first 0: the round, and the sectors it was about. Adds to `luck`. */
void gm_l1_waits_meet(const gm_l1_waits *waits, uint32_t *line, unsigned there, unsigned missing, bool lost,
		      gm_l1_luck *luck);

/* The same. Mostly all is there, and nothing of the line is on its way: who has it does not wait. */
static inline void
gm_l1_waits_touch(const gm_l1_waits *waits, uint32_t *line, unsigned there, unsigned missing, bool lost,
		  gm_l1_luck *luck)
{
	enum { EVER = 0xf, FETCHED = 0xf0, ROUND_SHIFT = 12 };
	const uint32_t round = waits->round << ROUND_SHIFT;
	const bool comes = ((*line ^ round) >> ROUND_SHIFT) == 0 && (*line & FETCHED);
	if (missing || lost || comes)
		gm_l1_waits_meet(waits, line, there, missing, lost, luck);
	else
		*line = round | (*line & EVER);
}

#endif
