/*
 * A region of spilled registers (kernel/spilling.h) as a line of a launch list, behind the word `region`:
 *
 *     PARENT LENGTH item ...        -1 98 0n 7s4@0<-1 34n 63l4@0>0 96h
 *
 * Items begin with how many instructions of the region stand before them:
 *
 *     12n  a basic block begins     12g  a load from global memory     12h  a store or an atomic there     12b  a barrier
 *     12s4@112<3   a store of 4 bytes at place 112, of what fetch 3 of the region made; <-1 of anything else
 *     12l8@96>5    a load of 8 bytes, read after 5 instructions; >-1 not seen where. m for l: the place is free then
 *
 * measure/machine.py writes them.
 */
#ifndef GM_INPUT_SPILL_LINES_H
#define GM_INPUT_SPILL_LINES_H

#include "base/memory.h"
#include "kernel/spilling.h"

#include <stdbool.h>

/* False where the text is none. `text` is cut in place. */
bool gm_spill_region_read(char *text, gm_arena *arena, gm_spill_region *out);

#endif
