/*
 * Contention of global atomics: many threads change few words, and L2 takes them one after the
 * other.
 *
 * What is fewest depends on who may keep counters of his own:
 *
 *     a warp    lanes that all meet on one word are combined first (a sum by shuffles,
 *               redux), and one lane goes to memory
 *     a block   counters of its own in shared memory, which are added to those in global
 *               memory once, at its end
 *
 * Both need that nobody reads the old value (a reduction: GM_REDUCE) and that the order does not
 * matter, as with sums, minima, maxima and logic.
 */
#ifndef GM_ANALYSIS_CONTENTION_H
#define GM_ANALYSIS_CONTENTION_H

#include "analysis/predict.h"

typedef struct gm_contention {
	int64_t requests;
	int64_t lanes;                   /* updates by single threads */
	int64_t passes;                  /* at L2 */
	int64_t words;                   /* that the grid changes, as far as it was seen */
	bool one_word;                   /* all lanes of a request name the same */
	int64_t warp_lanes, warp_passes; /* when each warp combines its lanes first */
	int64_t block_lanes, block_passes, block_requests; /* when each block keeps its own words */
	int64_t block_bytes;                               /* of shared memory for them */
	double shared_passes;                              /* of all requests through its banks */
} gm_contention;

/* Of all sites at the place of `site`; false when they are no reductions of global memory, or when
   an earlier site stands for them. */
bool gm_contention_of_place(const gm_prediction *prediction, int site, gm_contention *out);

/* The most of `lanes` that meet in one of `banks` when each goes to any of them as likely: the
   mean. Both from 1 to 64; 1 with a lane alone, `lanes` with one bank. */
double gm_contention_most_in_a_bank(int lanes, int banks);

/* The passes of the better of both ways, never more than there are. */
int64_t gm_contention_fewest_passes(const gm_contention *contention);

#endif
