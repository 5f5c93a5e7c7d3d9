/*
 * The requests of a block with the turns of its loops laid out. Of this room only.
 */
#ifndef GM_MODEL_TRACE_TURNS_H
#define GM_MODEL_TRACE_TURNS_H

#include "model/trace.h"

/* Every request of every warp, `moved` sectors from where it is recorded, in each turn of the spans around it, at most
   `runs_max` of each; of spans that do not move it in the first turn alone. */
void gm_trace_turns(const gm_trace *trace, int64_t runs_max,
                    void (*visit)(void *state, uint32_t request, int64_t moved), void *state);

#endif
