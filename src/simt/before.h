/*
 * What a block finds that an equal launch has left in memory.
 *
 * Launches back to back find what those before have stored: flags that are set, keys in their table, numbers that are
 * in order. Where that decides paths or addresses (relevance.h) a later launch does something else than the first.
 * Either all blocks of one have been run in order, and what they have stored is what the buffers hold
 * (gm_ptx_memory_leave); or, where blocks do not meet or that would be too much work, each block is run once, and
 * nobody told, before it is replayed (gm_later_is_own): then it finds what it has stored itself, and nothing of the others.
 */
#ifndef GM_SIMT_BEFORE_H
#define GM_SIMT_BEFORE_H

#include "simt/ptx_kernel.h"

/* Runs the block without telling anybody. False: it does not come to its end. */
bool gm_ptx_block_run_silently(ptx_machine *machine, gm_dim3 block, int64_t budget);

/* The same, where the block is to find what it has left. */
void gm_ptx_block_run_before(ptx_machine *machine, const ptx_kernel *kernel, gm_dim3 block);

#endif
