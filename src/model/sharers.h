/*
 * How many blocks load the same at the same time: the n-th request of a site, of all that are resident.
 *
 * What one of them has to fetch from DRAM the others wait for just as long, however many of them there are: a sum over
 * an array that every block walks along from its beginning waits for all of it. What they load one after the other, as
 * the rows of a stencil, the first of which all blocks bring together, waits for DRAM once.
 *
 * Of a site of which each block along an axis loads a part `o` of what the one before it does, n blocks in a row load
 *
 *     1 + (n - 1) (1 - o)
 *
 * times as much as one; over all axes the product; over all sites the mean by what they fetch. Blocks are taken in launch
 * order, x fastest.
 */
#ifndef GM_MODEL_SHARERS_H
#define GM_MODEL_SHARERS_H

#include "model/cached.h"

/* Of so many blocks at once, at least 1; sites without a step load what nobody else does. `sites`: what each fetches;
   NULL: as much as it asks for. */
double gm_sharers_at_once(const gm_grid_trace *trace, const gm_cached_site *sites, double blocks);

#endif
