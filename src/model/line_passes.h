/*
 * What global requests take of the L1 data banks beyond the conflicts of their words, because the tags let through a
 * few lines at a time (model/tags.h, from cc 7.0 on):
 *
 *     loads         data passes of the tags, of those of which some sector is not in L1
 *     stores        max(passes of the tags, passes of the banks)
 *     reductions    data passes of the tags
 *     atomics       2 x data passes of the tags
 *
 * each less the passes of the banks, GM_COUNT_WAVEFRONTS. Time is not taken from here: model/limits.
 */
#ifndef GM_MODEL_LINE_PASSES_H
#define GM_MODEL_LINE_PASSES_H

#include "model/cached.h"
#include "model/counts.h"
#include "model/request.h"

/* One request, which the banks alone serve in `passes`; a load as if it missed. `start_bytes`: of its array. */
int gm_line_passes_more(const gm_site *site, const gm_request *request, uint64_t start_bytes, int passes);

/* Over the grid. Of a site whose requests did not pass the simulated L1 all are found there. */
double gm_line_passes(const gm_kernel *kernel, const gm_counts *counts, const gm_cached_site *sites);

#endif
