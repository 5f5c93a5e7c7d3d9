/*
 * Blocks side by side where threads fight for words by compare and swap.
 *
 * A loop that is left by what its own compare and swap (or exchange) of global memory returned turns again
 * whenever another thread has changed the word meanwhile: how often hangs on who is resident at the same
 * time. Replayed alone, a block would never lose. So as many blocks as a device holds at once are run first,
 * turn and turn about: whoever has asked for a word goes on when its answer has come, in the order of time (contest_meeting.h). What
 * the blocks of interest found is noted, and is what they find when they are replayed alone.
 *
 * What stands for time, in clocks of an H200: an atomic takes 480 there and back, a load 340, a fence 253, behind a store 497
 * (model/waited.h), a little more or less by the way that each has; other steps 6; a grid starts a block every 2. L2 goes to
 * the words of a line one after the other: 0.8 for the same word again, 3 for another. A sleep of t ns takes 50 + 0.8 t, one
 * below 32 nothing. What is more work than WORK_MOST is cut short, and said to be. Of those that go on to another word, as in
 * a table, each set of blocks finds what those before it have left; where that is too much work blocks are run alone.
 * Source: contest_add, contest_max, contest_lock, together.cu and locks.cu on an H200. With up to 600 warps tries are within
 * 25 % in the mean (too few where many warps share an SM), requests of tables that are followed whole within 15 %.
 */
#ifndef GM_SIMT_CONTEST_H
#define GM_SIMT_CONTEST_H

#include "simt/ptx_kernel.h"

typedef struct ptx_contest ptx_contest;

/* contested.c: sets `contested` of the steps that read such words; whether there are any. `roots`: of roots.h. */
bool gm_ptx_note_contests(ptx_program *program, const int *roots);

/* Of the samples, of which `resident` at most are asked for, and of others beside them, `resident` blocks in
   all. `kept` keeps it, until others are asked for. NULL: a block is alone, or some do not come to an
   end. */
ptx_contest *gm_ptx_contest_of(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count,
			       int64_t resident, bool follows, gm_kept *kept);

/* Somebody has lost a word. */
bool gm_ptx_contest_is_fought(const ptx_contest *contest);

/* So often that it was not followed to the end: they lose more often than is told. */
bool gm_ptx_contest_is_cut(const ptx_contest *contest);

/* From the first block's start to the last's end: of the whole grid, if `rounds` of as many blocks are run one after the
   other. 0: not known. */
double gm_ptx_contest_clocks(const ptx_contest *contest, const ptx_kernel *kernel);

/* The machine is about to run the block. NULL: it is alone. */
void gm_ptx_contest_begin(ptx_contest *contest, ptx_machine *machine, gm_dim3 block);

/* What the lane finds at a word where the memory of the machine holds `value`; asked in the order in which
   the machine runs. */
uint64_t gm_ptx_contest_word(ptx_warp *warp, int lane, uint64_t value);

/* The same of an atomic that is given b to compare with, or to leave there. Whoever comes when the contest was cut
   short before, wins. */
uint64_t gm_ptx_contest_swap(ptx_warp *warp, const ptx_step *step, int lane, uint64_t value, uint64_t b);

#endif
