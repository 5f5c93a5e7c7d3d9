#include "simt/warp.h"

#include "simt/cut.h"

#include <stdlib.h>
#include <string.h>

/* What a special register holds that is the same in all lanes; 0 for the others. */
static int64_t
same_value(const ptx_machine *m, ptx_special special, int id)
{
	switch (special) {
	case SPECIAL_NTID_X:
		return m->block.x;
	case SPECIAL_NTID_Y:
		return m->block.y;
	case SPECIAL_NTID_Z:
		return m->block.z;
	case SPECIAL_CTAID_X:
		return m->block_index.x;
	case SPECIAL_CTAID_Y:
		return m->block_index.y;
	case SPECIAL_CTAID_Z:
		return m->block_index.z;
	case SPECIAL_NCTAID_X:
		return m->grid.x;
	case SPECIAL_NCTAID_Y:
		return m->grid.y;
	case SPECIAL_NCTAID_Z:
		return m->grid.z;
	case SPECIAL_WARPID:
		return id;
	case SPECIAL_NWARPID:
		return m->warps_count;
	case SPECIAL_DYNAMIC_SHARED:
		return m->shared_bytes - m->program->dynamic_offset;
	case SPECIAL_TOTAL_SHARED:
		return m->shared_bytes;
	case SPECIAL_ONE:
		return 1;
	default:
		return 0;
	}
}

static int64_t
lane_value(const ptx_machine *m, ptx_special special, int id, int lane)
{
	const int64_t thread = (int64_t)id * PTX_LANES + lane;
	const uint32_t below = (1u << lane) - 1, self = 1u << lane;
	switch (special) {
	case SPECIAL_TID_X:
		return thread % m->block.x;
	case SPECIAL_TID_Y:
		return thread / m->block.x % m->block.y;
	case SPECIAL_TID_Z:
		return thread / (m->block.x * m->block.y);
	case SPECIAL_LANEID:
		return lane;
	case SPECIAL_LANEMASK_EQ:
		return self;
	case SPECIAL_LANEMASK_LT:
		return below;
	case SPECIAL_LANEMASK_LE:
		return below | self;
	case SPECIAL_LANEMASK_GT:
		return (uint32_t) ~(below | self);
	case SPECIAL_LANEMASK_GE:
		return (uint32_t)~below;
	default:
		return same_value(m, special, id);
	}
}

static bool
is_of_lane(ptx_special special)
{
	switch (special) {
	case SPECIAL_TID_X:
	case SPECIAL_TID_Y:
	case SPECIAL_TID_Z:
	case SPECIAL_LANEID:
	case SPECIAL_LANEMASK_EQ:
	case SPECIAL_LANEMASK_LT:
	case SPECIAL_LANEMASK_LE:
	case SPECIAL_LANEMASK_GT:
	case SPECIAL_LANEMASK_GE:
		return true;
	default:
		return false;
	}
}

static void
fill(ptx_warp *warp, const ptx_initial *i)
{
	const ptx_special special = (ptx_special)i->special;
	const uint64_t same = special == SPECIAL_COUNT
				      ? i->value
				      : (uint64_t)same_value(warp->machine, special, warp->id);
	uint64_t value[PTX_LANES];
	for (int l = 0; l < PTX_LANES; l++)
		value[l] = same;
	for (int l = 0; l < PTX_LANES && is_of_lane(special); l++)
		value[l] = (uint64_t)lane_value(warp->machine, special, warp->id, l);
	for (int l = 0; l < PTX_LANES && i->units == 2; l++)
		ptx_u64(warp, i->unit)[l] = value[l];
	for (int l = 0; l < PTX_LANES && i->units != 2; l++)
		ptx_u32(warp, i->unit)[l] = (uint32_t)value[l];
	if (i->predicate)
		*ptx_u32(warp, i->unit) = i->value ? PTX_ALL_LANES : 0;
}

static bool
is_of_place(const ptx_initial *i)
{
	return i->special == SPECIAL_CTAID_X || i->special == SPECIAL_CTAID_Y ||
	       i->special == SPECIAL_CTAID_Z;
}

static void
copy_fresh(const ptx_program *p, unsigned char *to, const unsigned char *from)
{
	for (size_t i = 0; i < p->fresh_count; i++) {
		const size_t at = (size_t)p->fresh[i].first * PTX_UNIT_BYTES;
		memcpy(to + at, from + at, (size_t)p->fresh[i].count * PTX_UNIT_BYTES);
	}
}

/* Blocks differ in their indices only: the rest is filled in once. */
static void
fill_registers(ptx_warp *warp, const ptx_program *p)
{
	const bool first = !warp->initial, single = warp->machine->single, knows = warp->machine->like != NULL;
	if (first && knows)
		warp->initial = warp->machine->like->warps[warp->id].initial;
	else if (first && !single)
		warp->initial = gm_allocate_unset(p->units_count, PTX_UNIT_BYTES);
	else if (!single)
		copy_fresh(p, warp->registers, warp->initial);
	for (size_t i = 0; i < p->initials_count; i++)
		if (first || is_of_place(&p->initials[i]))
			fill(warp, &p->initials[i]);
	if (first && !single && !knows)
		copy_fresh(p, warp->initial, warp->registers);
}

/* Who is in a hurry does not ask what made a register. */
static void
forget_producers(ptx_warp *warp, const ptx_program *p)
{
	const gm_sink *sink = warp->machine->sink;
	if (sink && !sink->hurried)
		memset(warp->producer, 0, p->units_count * sizeof *warp->producer);
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
	fill_registers(warp, p);
	forget_producers(warp, p);
	if (p->local_bytes)
		memset(warp->local, 0, (size_t)p->local_bytes * PTX_LANES);
	warp->lanes = warp->alive = lanes_of(machine, id);
	warp->paths_count = 0;
	warp->state = WARP_READY;
	warp->streamed = 0;
	warp->last_pc = -1;
	warp->spins = 0;
	warp->muted = warp->spin_loop = -1;
	warp->telling = warp->waited = false;
	warp->stuck_turns = 0;
	warp->seen_changes = 0;
	warp->forced_loop = -1;
	warp->paths = gm_grow(warp->paths, &warp->paths_room, 1, sizeof *warp->paths);
	warp->paths[warp->paths_count++] = (ptx_path){.pc = 0, .reconverge = -1, .mask = warp->lanes};
	gm_ptx_cut_start(warp);
}
