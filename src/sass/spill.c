#include "sass/spill.h"

#include "sass/spill_insert.h"
#include "sass/spill_plan.h"
#include "sass/spill_sites.h"
#include "simt/flow.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_LEAST = 4 };

int64_t
gm_ptx_beyond_arrays(int64_t frame_bytes, int64_t arrays_bytes)
{
	enum { ROUNDED = 16 };
	const int64_t arrays = (arrays_bytes + ROUNDED - 1) / ROUNDED * ROUNDED;
	return frame_bytes > arrays ? frame_bytes - arrays : 0;
}

/* ---- how much room the values have ---- */

static int64_t
bytes_with(const spill_values *v, spill_room room)
{
	spill_plan plan;
	gm_ptx_spill_plan_init(&plan, v, room);
	const int64_t bytes = plan.bytes;
	gm_ptx_spill_plan_dispose(&plan);
	return bytes;
}

/* Marks the loops without another in them that cannot hold what they need. */
static void
mark_full(spill_values *v, spill_room room)
{
	spill_plan plan;
	gm_ptx_spill_plan_init(&plan, v, room);
	for (size_t k = 0; k < plan.loads_count; k++) {
		const int32_t n = v->graph.node_of[plan.loads[k].step], loop = v->program->loop_of[n];
		for (int32_t other = 0; other + 1 < v->graph.count && v->narrow[n]; other++)
			v->full[other] |= v->program->loop_of[other] == loop;
	}
	gm_ptx_spill_plan_dispose(&plan);
}

static int
usual_room(int registers)
{
	return registers - SPILL_TAKEN > ROOM_LEAST ? registers - SPILL_TAKEN : ROOM_LEAST;
}

/* From all registers down, the first room that needs so many bytes, or the one before where that is nearer; the usual
   where none does. */
static spill_room
find_room(spill_values *v, int registers, int64_t bytes)
{
	const int usual = usual_room(registers);
	spill_room room = {.words = registers, .least = usual};
	int64_t before = 0;
	mark_full(v, (spill_room){.words = usual});
	for (; room.words >= ROOM_LEAST; room.words--) {
		const int64_t now = bytes_with(v, room);
		if (now >= bytes) {
			room.words += room.words < registers && bytes - before < now - bytes;
			return room;
		}
		before = now;
	}
	return (spill_room){.words = usual};
}

static int64_t
beyond_arrays(const ptx_program *p, int64_t local_bytes)
{
	return local_bytes < 0 ? -1 : gm_ptx_beyond_arrays(local_bytes, p->local_bytes);
}

/* Where the bytes are not said nothing is spilled unless the values alone are more than the registers, in the order of
   the PTX and with arithmetic where it makes room. */
static spill_room
room_of(spill_values *v, int registers, int64_t bytes)
{
	const spill_room all = {.words = registers}, any = {.words = INT_MAX};
	if (bytes >= 0)
		return find_room(v, registers, bytes);
	if (bytes_with(v, all) == 0 || gm_ptx_spill_fits(v, registers))
		return any;
	return (spill_room){.words = usual_room(registers)};
}

static void
estimate(ptx_lowering *lo, spill_values *v, int registers, int64_t bytes, spill_accesses *out)
{
	spill_plan plan;
	gm_ptx_spill_plan_init(&plan, v, room_of(v, registers, bytes));
	plan.addresses = bytes > plan.bytes ? (int)((bytes - plan.bytes) / SPILL_WORD) : 0;
	lo->program->spilled_bytes = plan.bytes;
	if (plan.bytes > 0)
		gm_ptx_spill_moves(v, &plan, out);
	gm_ptx_spill_plan_dispose(&plan);
}

void
gm_ptx_spill(ptx_lowering *lo, ptx_given given)
{
	ptx_program *p = lo->program;
	const bool told = given.spilling && given.spilling->regions_count > 0;
	const int64_t bytes = beyond_arrays(p, given.local_bytes);
	const int registers = given.registers > UINT8_MAX ? UINT8_MAX : (int)given.registers;
	if (!told && (registers == 0 || bytes == 0))
		return;
	spill_values values;
	spill_accesses accesses = {0};
	gm_ptx_flow_analyse(p, lo->arena);
	gm_ptx_spill_values_init(&values, p);
	if (told && gm_ptx_spill_sites(lo, &values, given.spilling, &accesses, &p->spilled_bytes))
		p->spills = GM_SPILLS_READ;
	else {
		p->spills = told ? GM_SPILLS_NOT_FOUND : GM_SPILLS_ESTIMATED;
		estimate(lo, &values, registers, bytes, &accesses);
	}
	if (accesses.count > 0)
		gm_ptx_spill_insert(lo, &values.graph, &accesses);
	free(accesses.items);
	gm_ptx_spill_values_dispose(&values);
}
