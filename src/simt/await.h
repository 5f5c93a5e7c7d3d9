/*
 * Blocks side by side that wait for each other through global memory.
 *
 * A loop that asks for a word again and again until another block has changed it takes as long as that block
 * needs: a running sum in one pass, a wave front, a barrier of the whole grid, a lock with tickets. Replayed
 * alone a block cannot tell. So blocks are run turn and turn about, in the order of time, in the places that a
 * device has for them, with memory that they share: as many as WORK_MOST allows. Whoever asks in vain sleeps
 * until its word is written, and asks again at the next of the times at which it would have asked.
 *
 * What takes time (gm_ways): an answer from L2, what an atomic returns, a fence with and without stores
 * before it, the first answer of memory, steps by the machine instructions they become, one behind the other.
 * Who goes to a word of L2 is served one after the other. What blocks take from each other besides (units,
 * bandwidth) is not here.
 *
 * Replays of blocks alone go by what is marked here too: the n-th block of the grid draws the n-th ticket from what
 * the launch has left there, a wait that nobody ends is over after it was asked for once.
 */
#ifndef GM_SIMT_AWAIT_H
#define GM_SIMT_AWAIT_H

#include "simt/ptx_kernel.h"

/* awaited.c: marks what blocks ask for, tell and draw; whether there is a wait for memory that the kernel
   writes. Not of words that are fought for by compare and swap (contest.h). `roots`: of roots.h. */
bool gm_ptx_note_awaits(ptx_program *program, gm_site *sites, const int *roots);

/* The value of a unit that nothing in the kernel changes. */
bool gm_ptx_literal_value(const ptx_program *program, uint32_t unit, uint64_t *value);

/* See gm_kernel_class. */
void gm_ptx_wait_together(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out);

/* An atomic on memory of the device that returns what it finds, counts or adds whole numbers to it, and goes to the same
   word in every thread. */
bool gm_ptx_counts_up(const ptx_step *step);

/* What the word holds after so many atomics of the step, that add `b` or count to it and from 0 on again. */
uint64_t gm_ptx_counted(const ptx_step *step, uint64_t first, uint64_t times, uint64_t b);

/* What the lane finds at the word of a ticket, where the launch has left `first`. */
uint64_t gm_ptx_ticket(const ptx_warp *warp, const ptx_step *step, uint64_t first, uint64_t b);

#endif
