#include "launch/later.h"

#include "simt/before.h"
#include "simt/block.h"
#include "simt/meetings.h"
#include "simt/queue.h"
#include "simt/roots.h"
#include "simt/slice.h"

#include <stdlib.h>

/* Pairs of blocks that are looked at. Work, as a budget counts it (simt/warp.c). */
enum { LOOKED_AT = 8, LATER_WORK = 4 << 20, LATER_PAGES = PTX_PAGES_MAX / 2 };

static void
later_free(gm_kernel *kernel)
{
	ptx_kernel *k = (ptx_kernel *)(void *)kernel;
	for (int i = 0; i < k->buffers_count; i++)
		gm_ptx_buffer_forget(&k->buffers[i]);
	free(k->buffers);
	free((void *)(uintptr_t)k->base.methods);
	free(k);
}

static ptx_kernel *
copy_of(const ptx_kernel *k)
{
	ptx_kernel *copy = gm_allocate(1, sizeof *copy);
	gm_kernel_class *methods = gm_allocate(1, sizeof *methods);
	*copy = *k;
	*methods = *k->base.methods;
	methods->free = later_free;
	methods->again = NULL;
	copy->base.methods = methods;
	copy->buffers = gm_allocate((size_t)k->buffers_count + 1, sizeof *copy->buffers);
	for (int i = 0; i < k->buffers_count; i++)
		copy->buffers[i] = k->buffers[i];
	return copy;
}

/* Blocks in pairs that lie so far apart, or all. -1: one does not come to its end, or there is no more room; else the
   work. */
static int64_t
run_blocks(ptx_machine *m, const ptx_kernel *k, int64_t apart)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	int64_t work = 0;
	for (int64_t i = 0; i < blocks; i += i % apart ? apart - 1 : 1) {
		if (m->memory->meetings)
			gm_ptx_meetings_begin(m->memory->meetings);
		if (!gm_ptx_block_run_silently(m, gm_dim3_at(k->base.grid, i), k->budget))
			return -1;
		work += k->budget - m->budget;
		if (work > LATER_WORK || m->memory->pages > LATER_PAGES || m->memory->full)
			return -1;
	}
	return work;
}

/* Some of the blocks, of which it is also asked whether they meet. */
static int64_t
look_at_some(ptx_machine *m, const ptx_kernel *k, int64_t apart, bool *meet)
{
	m->memory->meetings = gm_ptx_meetings_new();
	m->memory->meeting_places = k->program.meeting_places;
	const int64_t work = run_blocks(m, k, apart);
	*meet = gm_ptx_meetings_any(m->memory->meetings);
	gm_ptx_meetings_free(m->memory->meetings);
	m->memory->meetings = NULL;
	return work;
}

static bool
draws(const ptx_program *p)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= p->steps[i].draws;
	return any;
}

/* Some of the blocks, each drawing as in turn with all others: what all are for work, and where the counter goes. -1: one
   does not come to its end. */
static double
look_at_some_that_draw(ptx_machine *m, const ptx_kernel *k, ptx_drawing *drawing)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid), apart = (blocks + LOOKED_AT - 1) / LOOKED_AT;
	double work = 0, looked = 0;
	bool good = true;
	m->alone = true;
	m->drawing = drawing;
	for (int64_t i = 0; i < blocks && good && work <= LATER_WORK && !m->memory->full; i += apart, looked++) {
		good = gm_ptx_block_run_silently(m, gm_dim3_at(k->base.grid, i), k->budget);
		work += (double)(k->budget - m->budget);
	}
	m->drawing = NULL;
	m->alone = false;
	return good ? work * (double)blocks / looked : -1;
}

/* All of the launch are too much work, but their counter has been drawn from until nobody found any more there. */
static gm_later
leave_drawn(ptx_machine *m, const ptx_kernel *k, const ptx_drawing *drawing)
{
	if (!k->program.drawn_stays || drawing->times == 0 || drawing->place.nowhere)
		return GM_LATER_NONE;
	gm_ptx_memory_reset(m->memory);
	gm_ptx_place_store(m->warps, drawing->place, 0, drawing->bytes, drawing->left);
	return GM_LATER_DRAWN;
}

static gm_later
run_all_that_draw(ptx_machine *m, const ptx_kernel *k)
{
	ptx_drawing drawing = {0};
	const double work = look_at_some_that_draw(m, k, &drawing);
	gm_ptx_memory_reset(m->memory);
	if (work >= 0 && work <= LATER_WORK && run_blocks(m, k, 1) >= 0)
		return GM_LATER_ALL;
	return work >= 0 ? leave_drawn(m, k, &drawing) : GM_LATER_NONE;
}

/* What the atomic brings is made of what is loaded from where it goes. */
static bool
is_made_of_its_place(const ptx_program *p, const ptx_step *atomic, const int *roots)
{
	const int place = roots[atomic->a];
	bool *made = gm_allocate((size_t)p->units_count + 1, sizeof *made), found = false;
	gm_ptx_slice_add(made, atomic->b);
	gm_ptx_slice_close(p, made);
	for (int32_t i = 0; i < p->steps_count && place >= 0 && !found; i++) {
		const ptx_step *s = &p->steps[i];
		found = p->words[i].opcode == OP_LD && s->action == ACTION_MEMORY && s->a != PTX_NO_UNIT &&
			roots[s->a] == place && gm_ptx_slice_makes(p, s, made);
	}
	free(made);
	return found;
}

/* An atomic makes what decides the largest or smallest of what lies there and elsewhere in the same array. */
static bool
settles(const ptx_kernel *k)
{
	const ptx_program *p = &k->program;
	int *roots = gm_ptx_roots(p, k->buffers, k->buffers_count);
	bool any = false;
	for (int32_t i = 0; i < p->steps_count && !any; i++) {
		const ptx_step *s = &p->steps[i];
		const bool atomic = p->words[i].opcode == OP_ATOM || p->words[i].opcode == OP_RED;
		const bool extreme = s->rounding == MOD_min || s->rounding == MOD_max;
		any = atomic && extreme && s->space == SPACE_GLOBAL && s->decides && is_made_of_its_place(p, s, roots);
	}
	free(roots);
	return any;
}

/* All meet, and are more work than is run. */
static gm_later
too_much(const ptx_kernel *k)
{
	return settles(k) ? GM_LATER_GIVEN : GM_LATER_OWN_ONLY;
}

/* All are run where they meet, and are so little work. */
static gm_later
run_all(ptx_machine *m, const ptx_kernel *k)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid), pairs = (blocks + LOOKED_AT - 1) / LOOKED_AT;
	const int64_t apart = pairs > 2 ? pairs : 1, each = apart > 2 ? apart / 2 : 1;
	bool meet = true;
	const int64_t work = k->program.meeting_places ? look_at_some(m, k, apart, &meet) : run_blocks(m, k, apart);
	if (!meet)
		return GM_LATER_OWN;
	if (work < 0 || (double)work * (double)each > LATER_WORK)
		return too_much(k);
	if (apart == 1)
		return GM_LATER_ALL;
	gm_ptx_memory_reset(m->memory);
	return run_blocks(m, k, 1) >= 0 ? GM_LATER_ALL : too_much(k);
}

gm_kernel *
gm_ptx_again(const gm_kernel *kernel)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	ptx_machine machine;
	ptx_memory memory;
	if (!k->program.leaves_what_decides)
		return NULL;
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, &k->program, kernel->grid, kernel->block, k->shared_bytes);
	machine.memory = &memory;
	machine.idle = true;
	machine.tolerates = true;
	machine.may_cut = true;
	machine.sites = k->sites;
	const gm_later found = draws(&k->program) ? run_all_that_draw(&machine, k) : run_all(&machine, k);
	ptx_kernel *later = found != GM_LATER_NONE ? copy_of(k) : NULL;
	if (later)
		later->base.later = found;
	if (found == GM_LATER_ALL || found == GM_LATER_DRAWN)
		gm_ptx_memory_leave(&memory, later->buffers);
	gm_ptx_machine_dispose(&machine);
	gm_ptx_memory_dispose(&memory);
	return later ? &later->base : NULL;
}
