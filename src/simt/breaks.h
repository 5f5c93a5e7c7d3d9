/*
 * Where lanes meet before they meet for good: within a loop that some of them leave, and at what several
 * tests of a condition lead to.
 *
 * Of a branch whose sides may leave a loop further on (an if with a break in it) the post-dominator lies behind
 * the loop, or, where that is the only way out, on that side in some other turn. Lanes would part there for
 * turns. The assembler lets those that stay meet in the same turn, at the first block that all of them pass, or
 * where the next turn begins (BSSY, BSYNC), and those that leave wait behind the loop (BREAK). Not where a side
 * is the next turn and the other the only way out: that is a loop of its own, whose lanes leave it together.
 * Only where all ways out of the loop meet at one step, and none is by a table or may be taken after an atomic.
 *
 * So do those of a condition with more than one test, if (a || b[i]) x; else y: both tests lead to x, where lanes
 * meet before they meet behind y. Only where what both sides lead to is entered at one block.
 * Source: code of ptxas 13.0 for sm_90, of a merge of two lists (measure/sixteenth/roads.cu) and of the kernels of
 * tests/simt/test_breaks.c.
 */
#ifndef GM_SIMT_BREAKS_H
#define GM_SIMT_BREAKS_H

#include "simt/flow.h"

/* Sets `within` and `breaks` of branches. Needs the points where sides meet, and the loops. */
void gm_ptx_note_breaks(ptx_program *program, const ptx_graph *graph);

#endif
