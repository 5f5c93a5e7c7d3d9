/*
 * Blocks that stay and draw their work from one counter until it has passed a bound.
 *
 *     while ((i = atomicAdd(counter, 1)) < n) ...
 *
 * Who draws what hangs on time, but each number is drawn once. A block that is replayed alone draws as in turn with
 * all others: its d-th number of G blocks is d * G + its own. Its warps take turns, too, where no barrier lies between
 * two numbers, so that each draws for itself. Where a thread draws for itself, its d-th is
 * (d * G + block) * T + thread, of T threads; lanes of a warp draw neighbours, as the hardware has it.
 */
#ifndef GM_SIMT_QUEUE_H
#define GM_SIMT_QUEUE_H

#include "simt/access.h"

/* Sets `draws` of the one step that does: its word is the same for all, it adds a number that stands in the code, and
   what it returns decides when its loop is left, by registers or through shared memory. None where a kernel has several
   such, or reads words again and again that others write. Needs combine.h. */
void gm_ptx_note_queue(ptx_program *program);

/* Sets `drawn_stays`: what is drawn adds to the word, and no other step may write to the array where that lies. `roots`: of
   roots.h. */
void gm_ptx_note_what_stays_drawn(ptx_program *program, const int *roots);

/* What blocks that were run alone tell of the word that all draw from. */
typedef struct ptx_drawing {
	ptx_place place;
	unsigned bytes;
	uint64_t times; /* that it was drawn from at least, by all blocks */
	uint64_t left;  /* what it holds then */
} ptx_drawing;

/* Whether the machine replays blocks alone, or runs them as if it did: what is drawn is not what the word holds. */
bool gm_ptx_queue_is_drawn(const ptx_warp *warp, const ptx_step *step);

/* Of a step that draws in turn: the warp has drawn, and now others that draw for themselves do: none draws twice before all have drawn once. */
bool gm_ptx_queue_passes_on(const ptx_warp *warp, const ptx_step *step);

/* What the lane draws where the launch has found `first` in the word there and the step is given `b`. */
uint64_t gm_ptx_queue_number(ptx_warp *warp, const ptx_step *step, int lane, ptx_place word, uint64_t first,
			     uint64_t b);

/* A block begins: it has drawn nothing. */
void gm_ptx_queue_begin(ptx_machine *machine);

#endif
