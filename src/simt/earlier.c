#include "simt/earlier.h"

#include "simt/block.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK_BUDGET = 1 << 20 }; /* warp instructions */

static bool
spins_on_memory(const ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->polls || (s->spins && s->run == gm_ptx_load && s->space != SPACE_SHARED))
			return true;
	}
	return false;
}

/* Runs a block to its end, every value computed. False: it waits for another, or is long. */
static bool
run_alone(const ptx_kernel *k, gm_dim3 block, ptx_memory *memory)
{
	ptx_machine machine;
	gm_error ignored = {0};
	gm_ptx_machine_init(&machine, &k->program, k->base.grid, k->base.block, k->shared_bytes);
	machine.memory = memory;
	machine.err = &ignored;
	const gm_status status =
		gm_ptx_block_run(&machine, block, FIRST_BLOCK_BUDGET);
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
	if (run_alone(kernel, (gm_dim3){0, 0, 0}, &memory)) {
		earlier = gm_allocate((size_t)kernel->buffers_count, sizeof *earlier);
		for (int i = 0; i < kernel->buffers_count; i++)
			earlier[i].bytes = gm_ptx_memory_only_run(&memory, i, &earlier[i].from,
								  earlier[i].content);
	}
	gm_ptx_memory_dispose(&memory);
	return earlier;
}

bool
gm_ptx_earlier_found(const ptx_earlier *earlier, int buffers)
{
	for (int i = 0; earlier && i < buffers; i++)
		if (earlier[i].found)
			return true;
	return false;
}

bool
gm_ptx_waits_for_earlier(const ptx_kernel *kernel)
{
	const gm_dim3 grid = kernel->base.grid;
	const gm_dim3 second = {grid.x > 1, grid.x == 1 && grid.y > 1, grid.x * grid.y == 1};
	ptx_earlier *earlier = gm_ptx_earlier_new(kernel);
	ptx_memory memory;
	if (!earlier)
		return false;
	gm_ptx_memory_init(&memory, kernel->buffers, kernel->buffers_count);
	memory.earlier = earlier;
	const bool waits = run_alone(kernel, second, &memory) &&
			   gm_ptx_earlier_found(earlier, kernel->buffers_count);
	gm_ptx_memory_dispose(&memory);
	free(earlier);
	return waits;
}

static bool
is_first(gm_dim3 block)
{
	return block.x == 0 && block.y == 0 && block.z == 0;
}

/* Where the offset lies in its piece: pieces of as many bytes lie on either side of the first. */
static unsigned
place_in_piece(const ptx_earlier *e, uint64_t offset)
{
	return (unsigned)((offset % e->bytes + e->bytes - e->from % e->bytes) % e->bytes);
}

uint64_t
gm_ptx_earlier_word(const ptx_warp *warp, ptx_place place, unsigned bytes, uint64_t value)
{
	const ptx_machine *m = warp->machine;
	ptx_memory *memory = m->memory;
	if (!memory->earlier || place.space != SPACE_GLOBAL || place.nowhere || is_first(m->block_index))
		return value;
	ptx_earlier *e = &memory->earlier[place.buffer];
	const unsigned at = e->bytes ? place_in_piece(e, place.offset) : 0;
	if (at + bytes > e->bytes || gm_ptx_memory_is_written(memory, place.buffer, place.offset))
		return value;
	e->found = true;
	value = 0;
	memcpy(&value, e->content + at, bytes);
	return value;
}
