/*
 * Blocks side by side where threads fight for words by compare and swap.
 *
 * A loop that is left by what its own compare and swap (or exchange) of global memory returned turns again
 * whenever another thread has changed the word meanwhile: how often hangs on who is resident at the same
 * time. Replayed alone, a block would never lose. So as many blocks as a device holds at once are run first,
 * turn and turn about: whoever has asked for a word goes on CONTEST_CLOCKS later, in the order of time. What
 * the blocks of interest found is noted, and is what they find when they are replayed alone.
 *
 * What stands for time: an atomic takes 600 clocks there and back, a load or a fence 400, a little more or
 * less by the way that each has; other steps 10; a grid starts a block every 2. Nobody waits for
 * others at L2: where thousands ask for one word, the fast come back sooner than that, and win more often
 * than is told here. What is more work than WORK_MOST is cut short, and said to be.
 * Source: contest_add, contest_max and contest_lock of an H200's calibration: requests of 76 of the 112
 * launches within 40 %, times of 92 within 2x, where a replay of blocks alone is 90 % and more below.
 */
#ifndef GM_SIMT_CONTEST_H
#define GM_SIMT_CONTEST_H

#include "simt/ptx_kernel.h"

typedef struct ptx_contest ptx_contest;

/* contested.c: sets `contested` of the steps that read such words; whether there are any. `roots`: of roots.h. */
bool gm_ptx_note_contests(ptx_program *program, const int *roots);

/* Of the samples, of which `resident` at most are asked for, and of others beside them, `resident` blocks in
   all. The kernel keeps it, until others are asked for. NULL: a block is alone, or some do not come to an
   end. */
ptx_contest *gm_ptx_contest_of(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count,
			       int64_t resident);
void gm_ptx_contest_free(ptx_contest *contest); /* NULL accepted */

/* Somebody has lost a word. */
bool gm_ptx_contest_is_fought(const ptx_contest *contest);

/* So often that it was not followed to the end: they lose more often than is told. */
bool gm_ptx_contest_is_cut(const ptx_contest *contest);

/* The machine is about to run the block. NULL: it is alone. */
void gm_ptx_contest_begin(ptx_contest *contest, ptx_machine *machine, gm_dim3 block);

/* What the lane finds at a word where the memory of the machine holds `value`; asked in the order in which
   the machine runs. */
uint64_t gm_ptx_contest_word(ptx_warp *warp, int lane, uint64_t value);

/* The contest was cut short before: nobody is there to lose to. */
bool gm_ptx_contest_is_spent(const ptx_warp *warp);

/* The lane has asked for a word, and has lost. */
void gm_ptx_contest_note(ptx_warp *warp, int lane, bool lost);

#endif
