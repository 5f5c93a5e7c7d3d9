#include "ptx/proof.h"

#include "ptx/block.h"
#include "ptx/cut.h"

/* The block index of the axis is one more in the neighbour; everything else starts alike. */
static void
assume(ptx_warp *warp, ptx_attempt *a, int axis)
{
	const ptx_program *p = warp->program;
	const ptx_change still = {.state = CHANGE_NONE, .lanes = PTX_ALL_LANES};
	for (uint32_t u = 0; u < p->units_count; u++)
		a->period.changes[u] = still;
	for (size_t i = 0; i < p->initials_count; i++)
		if (p->initials[i].special == SPECIAL_CTAID_X + axis)
			a->period.changes[p->initials[i].unit] =
				(ptx_change){.state = CHANGE_BY, .by = 1, .lanes = PTX_ALL_LANES};
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
		a->dead = false;
		assume(warp, a, m->axes[i]);
	}
}

void
gm_ptx_proof_fail(ptx_machine *machine, const ptx_period *period)
{
	machine->proof_failure = period->why;
	if (machine->status == GM_OK)
		machine->status = GM_CHECK_FAILED;
}

static void
gather(const ptx_machine *m, ptx_proof *out)
{
	for (int w = 0; w < m->warps_count; w++)
		for (int i = 0; i < m->axes_count; i++) {
			const ptx_period *p = &m->warps[w].attempts[i].period;
			int64_t *limit = &out->limits[m->axes[i]];
			*limit = p->limit < *limit ? p->limit : *limit;
			int64_t *phases = &out->phases[m->axes[i]];
			for (int s = 0; s < p->sites_count; s++) {
				const int64_t needed =
					gm_ptx_periods_to_align(p->advance[p->sites[s]]);
				*phases = needed > *phases ? needed : *phases;
			}
		}
}

gm_status
gm_ptx_prove(const ptx_kernel *k, gm_dim3 block, ptx_proof *out, gm_error *err)
{
	const gm_dim3 grid = k->base.grid;
	const int64_t extents[3] = {grid.x, grid.y, grid.z};
	ptx_machine machine;
	ptx_memory memory;
	*out = (ptx_proof){.good = true, .phases = {1, 1, 1}, .why = ""};
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, &k->program, grid, k->base.block, k->shared_bytes);
	machine.memory = &memory;
	machine.err = err;
	machine.may_cut = true;
	machine.idle = true;
	for (int axis = 0; axis < 3; axis++) {
		out->limits[axis] = PTX_LIMIT_NONE;
		if (extents[axis] > 1)
			machine.axes[machine.axes_count++] = axis;
	}
	gm_status status = gm_ptx_block_run(&machine, block, k->budget);
	if (status == GM_OK)
		gather(&machine, out);
	if (machine.proof_failure) {
		out->good = false;
		out->why = machine.proof_failure;
		status = GM_OK;
	}
	out->instructions = k->budget - machine.budget;
	if (k->program.writes_what_decides && machine.axes_count > 0) {
		out->good = false;
		out->why = "it stores to memory from which paths or addresses are computed";
	}
	gm_ptx_machine_dispose(&machine);
	gm_ptx_memory_dispose(&memory);
	return status;
}
