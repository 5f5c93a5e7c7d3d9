/*
 * How far counts of drawn blocks may be off.
 *
 * A pool of blocks is drawn from stretches that follow each other, one from each. Two neighbours y and
 * z, which stand for w blocks each, differ by chance, so that the sum T over the grid, were it drawn
 * again, would differ by about the root of what all pairs differ, squared and added ("collapsed
 * strata", Wolter, Introduction to Variance Estimation, chapter 2):
 *
 *     spread = t * sqrt( sum over pairs of w (w - 1) (y - z)^2 )
 *
 * (w - 1, as the block that was drawn is known), with Student's t for 95 % by the number of pairs, at
 * most 16. A slope within a stretch makes the spread larger than need be.
 *
 * So that this holds for any number made of counters, there are GM_REPLICATES sets of them: T with the
 * differences of some of the pairs added, 16 times, by chance forward or backward. The sum of squares is
 * then that of (T_g - T) / 16.
 *
 * What n blocks never showed may still be there, 3 N/n times, less the part of the grid that was seen (the
 * rule of three). Both are independent: the spread is the root of their squares added. Of k rare events it says
 * k + sqrt(9 + 4.5 k) at most, which is within 4 % of Poisson's bound for 95 % from k = 0 to 20.
 */
#ifndef GM_MODEL_REPLICATES_H
#define GM_MODEL_REPLICATES_H

#include "model/counts.h"

enum { GM_REPLICATES = 16 };

gm_replicates *gm_replicates_new(const gm_block_samples *samples, int sites_count);
void gm_replicates_free(gm_replicates *replicates); /* NULL accepted */

/* Of finished ones. */
gm_replicates *gm_replicates_copy(const gm_replicates *replicates);

/* To which samples from number `first` on are added by themselves: those of index 0 and so on. They borrow from the
   others, which take what they come to. */
gm_replicates *gm_replicates_part(const gm_replicates *replicates, size_t first);
void gm_replicates_add_part(gm_replicates *replicates, const gm_replicates *part);
double gm_replicates_bytes(int sites_count); /* of those to which samples are added */

/* What sample number `index` counted, a row per site, of which all but these `count` are 0. All samples
   must be added before anything is asked. */
void gm_replicates_add(gm_replicates *replicates, size_t index, const gm_site_counts *block,
                       const uint32_t *sites, int count);
void gm_replicates_finish(gm_replicates *replicates);

/* The grid once more, a row per site. */
const gm_site_counts *gm_replicates_sites(const gm_replicates *replicates, int group);

/* Of a number, from its replicates; in its own unit. Without what was never seen. */
double gm_replicates_by_chance(const gm_replicates *replicates, const double estimate[GM_REPLICATES],
                               double total);

/* Events of a kind that no block showed: no more of them in 95 of 100 cases. */
double gm_replicates_unseen(const gm_replicates *replicates);

/* Of a sum, to which something unseen may add, and if it is 0. */
double gm_replicates_spread(const gm_replicates *replicates, const double estimate[GM_REPLICATES],
                            double total);

#endif
