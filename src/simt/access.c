#include "simt/access.h"

#include "simt/contest.h"
#include "simt/earlier.h"
#include "simt/hazards.h"
#include "simt/remote.h"

#include <string.h>

/* Number of the window of a generic address: 0 global, 1 shared, 2 local, 3 param. */
static uint64_t
window_of_generic(const ptx_program *program, uint64_t *address)
{
	const uint64_t wide = *address >> 48;
	if (!program->narrow) {
		*address &= wide > 0 && wide < 4 ? PTX_SHARED_WINDOW - 1 : UINT64_MAX;
		return wide;
	}
	if (*address < PTX_NARROW_WINDOW(PTX_SHARED_WINDOW) || *address > UINT32_MAX)
		return 0;
	const uint64_t window = (*address >> 28) - (PTX_NARROW_END >> 28);
	*address &= PTX_NARROW_WINDOW_BYTES - 1;
	return window;
}

ptx_space
gm_ptx_place_space(const ptx_program *program, ptx_space space, uint64_t *address)
{
	static const ptx_space windows[4] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_PARAM};
	if (space == SPACE_GENERIC) {
		const uint64_t window = window_of_generic(program, address);
		if (window < 4)
			return windows[window];
	}
	return space == SPACE_CONST || space == SPACE_GENERIC ? SPACE_GLOBAL : space;
}

static int64_t
window_bytes(const ptx_warp *warp, ptx_space space)
{
	const ptx_program *program = warp->program;
	if (space == SPACE_SHARED)
		return warp->machine->shared_bytes;
	return space == SPACE_LOCAL ? program->local_bytes : program->parameters_bytes;
}

bool
gm_ptx_place_find(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane, uint64_t address,
		  unsigned bytes, ptx_place *out)
{
	ptx_memory *memory = warp->machine->memory;
	*out = (ptx_place){.buffer = -1};
	out->space = gm_ptx_place_space(warp->program, space, &address);
	out->offset = address;
	warp->went_to = out->space;
	if (address & (bytes - 1))
		return gm_ptx_place_misaligned(warp, step, out->space, lane, address, bytes, out);
	if (out->space == SPACE_GLOBAL) {
		out->buffer = gm_ptx_memory_find(memory, address, bytes);
		if (out->buffer < 0)
			return gm_ptx_place_outside(warp, step, SPACE_GLOBAL, lane, address, bytes,
						    out);
		out->offset = address - memory->buffers[out->buffer].base;
		return true;
	}
	if (out->space == SPACE_SHARED && address >> GM_AWAY_BITS)
		out->offset = address = gm_ptx_remote_offset(warp->machine, address, &out->away);
	const uint64_t size = (uint64_t)window_bytes(warp, out->space);
	if (address < size && size - address >= bytes)
		return true;
	return gm_ptx_place_outside(warp, step, out->space, lane, address, bytes, out);
}

static unsigned char *
window_of(const ptx_warp *warp, ptx_place place, int lane)
{
	const ptx_program *program = warp->program;
	if (place.space == SPACE_SHARED)
		return warp->machine->shared + place.offset;
	if (place.space == SPACE_PARAM)
		return program->parameters + place.offset;
	return warp->local + (size_t)lane * (size_t)program->local_bytes + place.offset;
}

uint64_t
gm_ptx_place_load(ptx_warp *warp, ptx_place place, int lane, unsigned bytes)
{
	uint64_t value = 0;
	if (place.nowhere)
		return 0;
	if (place.space == SPACE_GLOBAL)
		return gm_ptx_memory_load(warp->machine->memory, place.buffer, place.offset, bytes);
	memcpy(&value, window_of(warp, place, lane), bytes);
	return value;
}

void
gm_ptx_place_store(ptx_warp *warp, ptx_place place, int lane, unsigned bytes, uint64_t value)
{
	if (place.nowhere)
		return;
	if (place.space == SPACE_GLOBAL)
		gm_ptx_memory_store(warp->machine->memory, place.buffer, place.offset, bytes,
				    value);
	else
		memcpy(window_of(warp, place, lane), &value, bytes);
}

uint64_t
gm_ptx_place_streamed(ptx_place place, uint64_t address)
{
	const bool within = place.nowhere || place.space == SPACE_SHARED || place.space == SPACE_LOCAL;
	return within ? place.offset + ((uint64_t)place.away << GM_AWAY_BITS) : address;
}

static uint64_t
extended(uint64_t value, ptx_type type)
{
	const int unused = 64 - gm_ptx_type_bits(type);
	return gm_ptx_type_kind(type) == KIND_SIGNED
		       ? (uint64_t)((int64_t)(value << unused) >> unused)
		       : value;
}

static void
set_lane(ptx_warp *warp, const ptx_step *step, uint32_t unit, int lane, uint64_t value)
{
	if (unit == PTX_NO_UNIT)
		return;
	if (step->detail)
		ptx_u64(warp, unit)[lane] = value;
	else
		ptx_u32(warp, unit)[lane] = (uint32_t)value;
}

static uint64_t
get_lane(ptx_warp *warp, const ptx_step *step, uint32_t unit, int lane)
{
	return step->detail ? ptx_u64(warp, unit)[lane] : ptx_u32(warp, unit)[lane];
}

bool
gm_ptx_place_reach(ptx_warp *warp, const ptx_step *step, int lane, unsigned bytes, ptx_place *out)
{
	const uint64_t address = gm_ptx_lane_address(warp, step, step->a, step->immediate, lane);
	if (!gm_ptx_place_find(warp, step, (ptx_space)step->space, lane, address, bytes, out))
		return false;
	warp->address[lane] = gm_ptx_place_streamed(*out, address);
	return true;
}

void
gm_ptx_load(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_type type = (ptx_type)step->type;
	const unsigned element = (unsigned)gm_ptx_type_bytes(type), bytes = element * step->vector;
	const uint32_t *to = warp->program->units + step->results;
	const bool idle = ptx_is_idle(warp, step);
	if (gm_ptx_access_quick(warp, step, mask, true))
		return;
	warp->address_mask = mask;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		ptx_place place;
		if (!gm_ptx_place_reach(warp, step, l, bytes, &place))
			return;
		for (int i = 0; !idle && i < step->vector; i++) {
			uint64_t value = gm_ptx_place_load(warp, place, l, element);
			if (step->spins)
				value = gm_ptx_earlier_word(warp, place, element, value);
			if (step->contested && warp->machine->contest)
				value = gm_ptx_contest_word(warp, l, value);
			set_lane(warp, step, to[i], l, extended(value, type));
			place.offset += element;
		}
	}
}

void
gm_ptx_store(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const unsigned element = (unsigned)gm_ptx_type_bytes((ptx_type)step->type);
	const unsigned bytes = element * step->vector;
	const uint32_t *from = warp->program->units + step->sources + 1;
	const bool idle = ptx_is_idle(warp, step);
	warp->machine->changes++;
	if (gm_ptx_access_quick(warp, step, mask, false))
		return;
	warp->address_mask = mask;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		ptx_place place;
		if (!gm_ptx_place_reach(warp, step, l, bytes, &place))
			return;
		for (int i = 0; !idle && i < step->vector; i++) {
			gm_ptx_place_store(warp, place, l, element,
					   get_lane(warp, step, from[i], l));
			place.offset += element;
		}
	}
}

void
gm_ptx_copy_async(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const unsigned bytes = step->vector;
	const unsigned word = bytes < 8 ? bytes : 8;
	const bool idle = ptx_is_idle(warp, step);
	warp->address_mask = mask;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t to = gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
		const uint64_t from = ptx_u64(warp, step->b)[l] + (uint64_t)(int64_t)step->target;
		const unsigned wanted = step->c == PTX_NO_UNIT ? bytes : ptx_u32(warp, step->c)[l];
		ptx_place source = {.space = SPACE_GLOBAL}, target;
		const uint64_t where = to & (PTX_SHARED_WINDOW - 1);
		if (!gm_ptx_place_find(warp, step, SPACE_SHARED, l, where, bytes, &target))
			return;
		if (wanted > 0 &&
		    !gm_ptx_place_find(warp, step, SPACE_GLOBAL, l, from, bytes, &source))
			return;
		warp->address[l] = source.nowhere ? source.offset : from;
		for (unsigned i = 0; i < bytes && !idle; i += word) {
			uint64_t value = i < wanted ? gm_ptx_place_load(warp, source, l, word) : 0;
			if (wanted < i + word && i < wanted)
				value &= ((uint64_t)1 << (8 * (wanted - i))) - 1;
			gm_ptx_place_store(warp, target, l, word, value);
			source.offset += word;
			target.offset += word;
		}
	}
}
