/*
 * Blocks that stay and draw their work from one counter until it has passed a bound.
 *
 *     while ((i = atomicAdd(counter, 1)) < n) ...
 *
 * Who draws what hangs on time, but each number is drawn once. A block that is replayed alone draws as in turn with
 * all others: its d-th number of G blocks is d * G + its own. Where a thread draws for itself, its d-th is
 * (d * G + block) * T + thread, of T threads; lanes of a warp draw neighbours, as the hardware has it.
 */
#ifndef GM_SIMT_QUEUE_H
#define GM_SIMT_QUEUE_H

#include "simt/machine.h"

/* Sets `draws` of the one step that does: its word is the same for all, it adds a number that stands in the code, and
   what it returns decides when its loop is left, by registers or through shared memory. None where a kernel has several
   such, or reads words again and again that others write. Needs combine.h. */
void gm_ptx_note_queue(ptx_program *program);

/* Whether the machine replays blocks alone: what is drawn is not what the word holds. */
bool gm_ptx_queue_is_drawn(const ptx_warp *warp, const ptx_step *step);

/* What the lane draws where the launch has found `first` in the word and the step is given `b`. */
uint64_t gm_ptx_queue_number(ptx_warp *warp, const ptx_step *step, int lane, uint64_t first, uint64_t b);

/* A block begins: it has drawn nothing. */
void gm_ptx_queue_begin(ptx_machine *machine);

#endif
