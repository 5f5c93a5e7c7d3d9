#include "ptx/earlier.h"

#include "ptx/block.h"

#include <stdlib.h>

enum { FIRST_BLOCK_BUDGET = 1 << 20 }; /* warp instructions */

static bool
spins_on_memory(const ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->spins && s->run == gm_ptx_load && s->space != SPACE_SHARED)
			return true;
	}
	return false;
}

/* Runs the first block to its end, every value computed. False: it waits for another, or is long. */
static bool
run_first(const ptx_kernel *k, ptx_memory *memory)
{
	ptx_machine machine;
	gm_error ignored = {0};
	gm_ptx_machine_init(&machine, &k->program, k->base.grid, k->base.block, k->shared_bytes);
	machine.memory = memory;
	machine.err = &ignored;
	const gm_status status =
		gm_ptx_block_run(&machine, (gm_dim3){0, 0, 0}, FIRST_BLOCK_BUDGET);
	gm_ptx_machine_dispose(&machine);
	return status == GM_OK;
}

ptx_earlier *
gm_ptx_earlier_new(const ptx_kernel *kernel)
{
	const gm_dim3 grid = kernel->base.grid;
	ptx_memory memory;
	ptx_earlier *earlier = NULL;
	if (grid.x * grid.y * grid.z < 2 || !spins_on_memory(&kernel->program))
		return NULL;
	gm_ptx_memory_init(&memory, kernel->buffers, kernel->buffers_count);
	if (run_first(kernel, &memory)) {
		earlier = gm_allocate((size_t)kernel->buffers_count, sizeof *earlier);
		for (int i = 0; i < kernel->buffers_count; i++)
			earlier[i].bytes = gm_ptx_memory_only_word(&memory, i, &earlier[i].value);
	}
	gm_ptx_memory_dispose(&memory);
	return earlier;
}

static bool
is_first(gm_dim3 block)
{
	return block.x == 0 && block.y == 0 && block.z == 0;
}

uint64_t
gm_ptx_earlier_word(const ptx_warp *warp, ptx_place place, unsigned bytes, uint64_t value)
{
	const ptx_machine *m = warp->machine;
	ptx_memory *memory = m->memory;
	if (!memory->earlier || place.space != SPACE_GLOBAL || place.nowhere ||
	    is_first(m->block_index) || memory->earlier[place.buffer].bytes != bytes ||
	    gm_ptx_memory_is_written(memory, place.buffer, place.offset))
		return value;
	return memory->earlier[place.buffer].value;
}
