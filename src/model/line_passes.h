/*
 * What global requests take of the L1 data banks beyond the conflicts of their words, because the tags let through a
 * few lines at a time (model/tags.h, from cc 7.0 on):
 *
 *     loads         data passes of the tags, of those of which some sector has not come to L1 yet
 *     stores        max(passes of the tags, passes of the banks)
 *     reductions    data passes of the tags
 *     atomics       2 x data passes of the tags
 *
 * each less the passes of the banks, GM_COUNT_WAVEFRONTS. The data banks are busy for as long (model/limits.h, l1_data).
 *
 * A sector on its way has not come: so do all 329 strides of reports/measured/l1_strides.csv, whose first loads of a sector
 * are eight at once. Of a load of which some lines are whole in L1 those passes of the tags count in which some line is not;
 * the rest goes as the banks alone would have it. Data passes of 32 loads of one warp, of 32 rows 4 B of each, so many loads
 * at once before it waits (l1_pending.csv):
 *
 *     rows apart, B       132   132   132   132  1200  1200  1200  1200  4000  4000  4000  4000
 *     at once               1     2     4     8     1     2     4     8     1     2     4     8
 *     measured            139   165   223   270   225   322   516   508   292   328   400   544
 *     here                114   144   188   236   210   292   457   502   292   328   400   544
 *
 * were it known what has come: of n lines in t passes, as many lacking something as c, 1 - (1 - c/n)^(n/t) of what the tags
 * take more. What has come is simulated (model/l1_walk.h). A load wider than 4 bytes goes to the data banks by the lanes
 * that these serve together, as many times as these are in a pass of the tags.
 */
#ifndef GM_MODEL_LINE_PASSES_H
#define GM_MODEL_LINE_PASSES_H

#include "model/cached.h"
#include "model/counts.h"
#include "model/request.h"

typedef struct gm_line_turns {
	int turns_count; /* passes of the tags of a load; 0 of anything else */
	int more_count;  /* passes of the data banks, see above */
} gm_line_turns;

/* One request, which the banks alone serve in `passes`; a load as if it missed. `start_bytes`: of its array, from which
   lines are counted, for large buffers begin at multiples of 2 MiB: that changes places of banks with places. */
gm_line_turns gm_line_turns_of(const gm_site *site, const gm_request *request, uint64_t start_bytes, int passes);

/* Over the grid. Of a site whose requests did not pass the simulated L1 all are found there. */
double gm_line_passes(const gm_kernel *kernel, const gm_counts *counts, const gm_cached_site *sites);

#endif
