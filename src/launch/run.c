#include "launch/launch.h"

#include "simt/block.h"
#include "simt/ptx_kernel.h"

#include <stdlib.h>

struct gm_ptx_memory {
	ptx_memory memory;
	const ptx_kernel *kernel;
	int64_t lane_instructions;
};

gm_status
gm_ptx_kernel_run(const gm_kernel *kernel, gm_ptx_memory **out, gm_error *err)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	const gm_dim3 grid = kernel->grid;
	gm_ptx_memory *result = gm_allocate(1, sizeof *result);
	ptx_machine machine;
	gm_status status = GM_OK;
	result->kernel = k;
	gm_ptx_memory_init(&result->memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, &k->program, grid, kernel->block, k->shared_bytes);
	machine.memory = &result->memory;
	machine.sites = k->sites;
	machine.err = err;
	for (int64_t i = 0; status == GM_OK && i < grid.x * grid.y * grid.z; i++) {
		const gm_dim3 block = gm_dim3_at(grid, i);
		status = gm_ptx_block_run(&machine, block, k->budget);
	}
	result->lane_instructions = machine.lane_instructions;
	gm_ptx_machine_dispose(&machine);
	*out = result;
	if (status == GM_OK)
		return GM_OK;
	gm_error_locate(err, kernel->file, 0, 0);
	gm_ptx_memory_free(result);
	*out = NULL;
	return status;
}

void
gm_ptx_memory_free(gm_ptx_memory *memory)
{
	if (!memory)
		return;
	gm_ptx_memory_dispose(&memory->memory);
	free(memory);
}

gm_status
gm_ptx_memory_read(const gm_ptx_memory *memory, int argument, uint64_t offset_bytes, void *out,
		   size_t bytes, gm_error *err)
{
	const ptx_kernel *k = memory->kernel;
	unsigned char *to = out;
	const int buffer =
		argument >= 0 && argument < k->arguments_count ? k->argument_buffers[argument] : -1;
	if (buffer < 0)
		return gm_fail(err, GM_BAD_VALUE, "argument %d is no buffer", argument);
	const uint64_t size = k->buffers[buffer].bytes;
	if (offset_bytes > size || bytes > size - offset_bytes)
		return gm_fail(err, GM_OUT_OF_BOUNDS, "%zu bytes at %llu of a buffer of %llu",
			       bytes, (unsigned long long)offset_bytes, (unsigned long long)size);
	/* Loading finds pages through a cache, which is no part of the contents. */
	ptx_memory *pages = (ptx_memory *)(uintptr_t)&memory->memory;
	for (size_t i = 0; i < bytes; i++)
		to[i] = (unsigned char)gm_ptx_memory_load(pages, buffer, offset_bytes + i, 1);
	return GM_OK;
}

int64_t
gm_ptx_memory_lane_instructions(const gm_ptx_memory *memory)
{
	return memory->lane_instructions;
}
