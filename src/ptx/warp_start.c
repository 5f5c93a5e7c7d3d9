#include "ptx/warp.h"

#include "ptx/cut.h"

#include <string.h>

static uint64_t
special_value(const ptx_machine *m, ptx_special special, int id, int lane)
{
	const int64_t thread = (int64_t)id * PTX_LANES + lane;
	const uint32_t below = (1u << lane) - 1, self = 1u << lane;
	const int64_t values[SPECIAL_COUNT] = {
		[SPECIAL_TID_X] = thread % m->block.x,
		[SPECIAL_TID_Y] = thread / m->block.x % m->block.y,
		[SPECIAL_TID_Z] = thread / (m->block.x * m->block.y),
		[SPECIAL_NTID_X] = m->block.x,
		[SPECIAL_NTID_Y] = m->block.y,
		[SPECIAL_NTID_Z] = m->block.z,
		[SPECIAL_CTAID_X] = m->block_index.x,
		[SPECIAL_CTAID_Y] = m->block_index.y,
		[SPECIAL_CTAID_Z] = m->block_index.z,
		[SPECIAL_NCTAID_X] = m->grid.x,
		[SPECIAL_NCTAID_Y] = m->grid.y,
		[SPECIAL_NCTAID_Z] = m->grid.z,
		[SPECIAL_LANEID] = lane,
		[SPECIAL_WARPID] = id,
		[SPECIAL_NWARPID] = m->warps_count,
		[SPECIAL_LANEMASK_EQ] = self,
		[SPECIAL_LANEMASK_LT] = below,
		[SPECIAL_LANEMASK_LE] = below | self,
		[SPECIAL_LANEMASK_GT] = (int64_t)(uint32_t) ~(below | self),
		[SPECIAL_LANEMASK_GE] = (int64_t)(uint32_t)~below,
		[SPECIAL_DYNAMIC_SHARED] = m->shared_bytes - m->program->dynamic_offset,
		[SPECIAL_TOTAL_SHARED] = m->shared_bytes,
		[SPECIAL_ONE] = 1,
	};
	return (uint64_t)values[special];
}

static void
fill(ptx_warp *warp, const ptx_initial *i)
{
	for (int l = 0; l < PTX_LANES; l++) {
		const uint64_t value =
			i->special == SPECIAL_COUNT
				? i->value
				: special_value(warp->machine, (ptx_special)i->special, warp->id,
						l);
		if (i->units == 2)
			ptx_u64(warp, i->unit)[l] = value;
		else
			ptx_u32(warp, i->unit)[l] = (uint32_t)value;
	}
	if (i->predicate)
		*ptx_u32(warp, i->unit) = i->value ? PTX_ALL_LANES : 0;
}

static uint32_t
lanes_of(const ptx_machine *m, int id)
{
	const int64_t threads = m->block.x * m->block.y * m->block.z - (int64_t)id * PTX_LANES;
	return threads >= PTX_LANES ? PTX_ALL_LANES : (1u << threads) - 1;
}

void
gm_ptx_warp_start(ptx_warp *warp, ptx_machine *machine, int id)
{
	const ptx_program *p = machine->program;
	warp->machine = machine;
	warp->program = p;
	warp->id = id;
	memset(warp->registers, 0, (size_t)p->units_count * PTX_UNIT_BYTES);
	memset(warp->producer, 0, p->units_count * sizeof *warp->producer);
	if (p->local_bytes)
		memset(warp->local, 0, (size_t)p->local_bytes * PTX_LANES);
	for (size_t i = 0; i < p->initials_count; i++)
		fill(warp, &p->initials[i]);
	warp->lanes = warp->alive = lanes_of(machine, id);
	warp->paths_count = 0;
	warp->state = WARP_READY;
	warp->streamed = 0;
	warp->last_pc = -1;
	warp->spins = 0;
	warp->stuck_turns = 0;
	warp->seen_changes = 0;
	warp->forced_loop = -1;
	warp->paths = gm_grow(warp->paths, &warp->paths_room, 1, sizeof *warp->paths);
	warp->paths[warp->paths_count++] = (ptx_path){0, -1, warp->lanes, false};
	gm_ptx_cut_start(warp);
}
