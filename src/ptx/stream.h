/*
 * From executed steps to the stream of warp instructions.
 */
#ifndef GM_PTX_STREAM_H
#define GM_PTX_STREAM_H

#include "ptx/machine.h"

/* One warp instruction of the step under `site`; `address` is NULL unless it goes to memory. */
void gm_ptx_stream(ptx_warp *warp, const ptx_step *step, uint32_t site, uint32_t active,
		   const uint64_t *address);

/* Remembers who made the results of a step: itself when it was streamed, else whoever made its
   sources. Called after the step has run. */
void gm_ptx_stream_results(ptx_warp *warp, const ptx_step *step, bool streamed);

#endif
