/*
 * How far counts of drawn blocks may be off.
 *
 * The blocks that were drawn from a part of the grid are dealt out to GM_REPLICATES groups in turn.
 * Each group gives an estimate of the whole grid of its own, and how much these differ tells how
 * much their mean would differ from draw to draw ("random groups", Wolter, Introduction to Variance
 * Estimation, chapter 2):
 *
 *     spread = t * sqrt( sum (x_g - mean)^2 / (G (G - 1)) * (1 - n/N) )
 *
 * with G groups, n blocks drawn of N, and Student's t for 95 %: 2.13 for 15 degrees of freedom, more
 * where fewer blocks than groups were drawn from the largest part. Holds for any sum of counters, as
 * each group has them all. Of m < G blocks of a part, block i is in the groups i, i + m ..., and its
 * distance from their mean is stretched by sqrt((G - 1) / (m - 1)), so that the formula holds.
 *
 * What n blocks never showed may still be there: for a sum of which x was seen the spread is at
 * least 3/x of it, less what is seen anyway (the rule of three).
 */
#ifndef GM_MODEL_REPLICATES_H
#define GM_MODEL_REPLICATES_H

#include "model/counts.h"

enum { GM_REPLICATES = 16 };

/* Samples without a pool are in every replicate as they are. */
gm_replicates *gm_replicates_new(const gm_block_samples *samples, int sites_count);
void gm_replicates_free(gm_replicates *replicates); /* NULL accepted */

/* Of finished ones. */
gm_replicates *gm_replicates_copy(const gm_replicates *replicates);

/* What sample number `index` counted. All samples must be added before anything is asked. */
void gm_replicates_add(gm_replicates *replicates, size_t index, const gm_site_counts *block);
void gm_replicates_finish(gm_replicates *replicates);

/* One estimate of the grid, a row per site. */
const gm_site_counts *gm_replicates_sites(const gm_replicates *replicates, int group);

/* Of the estimates of a number of which the whole grid is said to have `total`. In its own unit. */
double gm_replicates_spread(const gm_replicates *replicates, const double estimate[GM_REPLICATES],
                            double total);

#endif
