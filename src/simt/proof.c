#include "simt/proof.h"

#include "kernel/moves.h"
#include "simt/before.h"
#include "simt/block.h"
#include "simt/cut.h"
#include "simt/earlier.h"

#include <stdlib.h>

/* The block index of the axis is `step` more in the neighbour; everything else starts alike. */
static void
assume(ptx_warp *warp, ptx_attempt *a, int axis, int64_t step)
{
	const ptx_program *p = warp->program;
	const ptx_change still = {.state = CHANGE_NONE, .lanes = PTX_ALL_LANES};
	for (uint32_t u = 0; u < p->units_count; u++)
		a->period.changes[u] = still;
	for (size_t i = 0; i < p->initials_count; i++)
		if (p->initials[i].special == SPECIAL_CTAID_X + axis)
			a->period.changes[p->initials[i].unit] =
				(ptx_change){.state = CHANGE_BY, .by = step, .lanes = PTX_ALL_LANES};
}

void
gm_ptx_proof_start(ptx_warp *warp)
{
	const ptx_machine *m = warp->machine;
	warp->axes_count = m->axes_count;
	warp->attempts_count = m->axes_count;
	for (int i = 0; i < m->axes_count; i++) {
		ptx_attempt *a = gm_ptx_attempt_room(warp, i, -1);
		gm_ptx_period_reset(&a->period);
		a->period.of_blocks = true;
		a->period.admits = m->admits;
		a->period.guess = -1;
		a->dead = false;
		assume(warp, a, m->view_axis[m->axes[i]], m->view_step[m->axes[i]]);
	}
}

static bool
are_all_failed(const ptx_machine *machine)
{
	return machine->axes_count > 0 && machine->axes_failed == (1u << machine->axes_count) - 1;
}

void
gm_ptx_proof_fail(ptx_machine *machine, int index)
{
	machine->axes_failed |= 1u << index;
	if (are_all_failed(machine) && machine->status == GM_OK)
		machine->status = GM_CHECK_FAILED;
}

/* How far a site must move for its addresses to fall on sectors, lines and banks as before. One
   address falls on one of each wherever it stands, for it is a multiple of its size. */
static int64_t
alignment_of(const gm_site *site, bool crowded)
{
	return !crowded                   ? 1
	       : site->space == GM_SHARED ? GM_SHARED_ALIGNMENT_BYTES
					  : GM_GLOBAL_ALIGNMENT_BYTES;
}

/* Blocks along the axis until every access of the warp is aligned as in this block. */
static int64_t
phases_of(const ptx_kernel *k, const ptx_period *p)
{
	int64_t phases = 1;
	for (int i = 0; i < p->sites_count; i++) {
		const uint32_t site = p->sites[i];
		if (p->scattered[site])
			continue;
		const int64_t alignment = alignment_of(&k->sites[site], p->crowded[site]);
		const int64_t needed = gm_ptx_periods_to_align(p->advance[site], alignment);
		phases = needed > phases ? needed : phases;
	}
	return phases;
}

/* Where a change is not followed, the block still stands for itself. */
static void
gather_warp(const ptx_kernel *k, const ptx_period *p, int axis, ptx_proof *out, bool *scattered)
{
	for (int i = 0; scattered && !p->failed && i < p->sites_count; i++)
		scattered[p->sites[i]] |= p->scattered[p->sites[i]];
	const int64_t limit = p->failed ? 0 : p->limit;
	const int64_t phases = p->failed ? 1 : phases_of(k, p);
	for (int i = 0; i < p->rows.count; i++)
		gm_ptx_rows_add(&out->rows[axis], p->rows.lengths[i]);
	out->limits[axis] = limit < out->limits[axis] ? limit : out->limits[axis];
	out->phases[axis] = phases > out->phases[axis] ? phases : out->phases[axis];
	if (p->failed)
		out->why = p->why;
	out->by_address |= p->failed && p->by_address;
	out->shortened |= p->shortened;
}

/* Of a site: warps differ, or one does not know. */
static const int64_t UNLIKE = GM_MOVES_UNKNOWN + 1;

/* How far the sites of a warp move from one block to the next along the axis: as far as in the other warps? */
static void
gather_moves(const ptx_period *p, int sites_count, int64_t *by)
{
	for (int i = 0; i < p->sites_count; i++) {
		const uint32_t site = p->sites[i];
		const int64_t advance = p->scattered[site] ? UNLIKE : p->advance[site];
		by[site] = by[site] == GM_MOVES_UNKNOWN || by[site] == advance ? advance : UNLIKE;
	}
	for (int s = 0; s < sites_count && p->failed; s++)
		by[s] = UNLIKE;
}

static void
gather_all_moves(const ptx_machine *m, int64_t *moves)
{
	const int sites = m->program->sites_count, count = PTX_VIEW_AXES * sites;
	for (int i = 0; i < count; i++)
		moves[i] = GM_MOVES_UNKNOWN;
	for (int w = 0; w < m->warps_count; w++)
		for (int i = 0; i < m->axes_count; i++)
			gather_moves(&m->warps[w].attempts[i].period, sites, moves + m->axes[i] * sites);
	for (int i = 0; i < count; i++)
		moves[i] = moves[i] == UNLIKE ? GM_MOVES_UNKNOWN : moves[i];
}

gm_status
gm_ptx_prove(const ptx_kernel *k, const ptx_view *view, gm_dim3 block, ptx_proof *out,
	     bool *scattered, int64_t *moves, gm_error *err)
{
	const gm_dim3 grid = k->base.grid;
	ptx_machine machine;
	ptx_memory memory;
	*out = (ptx_proof){.good = true, .phases = {1, 1, 1, 1}, .why = ""};
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, &k->program, grid, k->base.block, k->shared_bytes);
	machine.memory = &memory;
	machine.sites = k->sites;
	ptx_earlier *earlier = gm_ptx_earlier_new(k);
	memory.earlier = earlier;
	machine.err = err;
	machine.may_cut = true;
	machine.guess_below = INT64_MAX;
	machine.admits = scattered != NULL;
	machine.idle = true;
	machine.tolerates = true;
	for (int axis = 0; axis < PTX_VIEW_AXES; axis++) {
		out->limits[axis] = PTX_LIMIT_NONE;
		machine.view_axis[axis] = view->axis[axis];
		machine.view_step[axis] = view->step[axis];
		if (view->extent[axis] > 1)
			machine.axes[machine.axes_count++] = axis;
	}
	gm_ptx_block_run_before(&machine, k, block);
	gm_status status = gm_ptx_block_run(&machine, block, k->budget);
	if (status == GM_CHECK_FAILED && are_all_failed(&machine))
		status = GM_OK;
	for (int w = 0; w < machine.warps_count && status == GM_OK; w++)
		for (int i = 0; i < machine.axes_count; i++)
			gather_warp(k, &machine.warps[w].attempts[i].period, machine.axes[i], out,
				    scattered);
	for (int s = 0; scattered && s < k->program.sites_count; s++)
		scattered[s] |= machine.scattered[s];
	if (moves)
		gather_all_moves(&machine, moves);
	out->loose = machine.left_out > 0;
	out->instructions = k->budget - machine.budget;
	out->guessed = machine.guessed;
	gm_ptx_machine_dispose(&machine);
	gm_ptx_memory_dispose(&memory);
	free(earlier);
	return status;
}
