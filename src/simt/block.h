/*
 * Runs one block: its warps in turn, from barrier to barrier.
 */
#ifndef GM_SIMT_BLOCK_H
#define GM_SIMT_BLOCK_H

#include "simt/machine.h"

/* Room for the warps and shared memory of a block of the given size. The memory, sink and error
   stay with the caller. */
void gm_ptx_machine_init(ptx_machine *machine, const ptx_program *program, gm_dim3 grid,
			 gm_dim3 block, int64_t shared_bytes);
void gm_ptx_machine_dispose(ptx_machine *machine);

/* All that it begins with; the warps are ready. */
void gm_ptx_block_start(ptx_machine *machine, gm_dim3 block_index, int64_t budget);

/* From the first instruction to the last of every warp. */
gm_status gm_ptx_block_run(ptx_machine *machine, gm_dim3 block_index, int64_t budget);

#endif
