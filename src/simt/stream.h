/*
 * From executed steps to the stream of warp instructions.
 */
#ifndef GM_SIMT_STREAM_H
#define GM_SIMT_STREAM_H

#include "simt/machine.h"

/* One warp instruction of the step under `site`; `address` is NULL unless it goes to memory. */
void gm_ptx_stream(ptx_warp *warp, const ptx_step *step, uint32_t site, uint32_t active,
		   const uint64_t *address);

/* Remembers who made the results of a step: itself when it was streamed, else whoever made its
   sources. Called after the step has run. */
void gm_ptx_stream_results(ptx_warp *warp, const ptx_step *step, bool streamed);

/* Marks and repeats of loops. A sink sees them in pairs, like brackets: a span that came to nothing
   is closed by a repeat of 0 times before another begins that does not lie in it, and at the end of
   the block. */
void gm_ptx_stream_mark(ptx_machine *machine, int32_t loop);
void gm_ptx_stream_repeat(ptx_machine *machine, int32_t loop, int64_t times,
			  const int64_t *advance);
void gm_ptx_stream_end(ptx_machine *machine);

#endif
