#include "simt/exchange.h"

#include "ptx/loops.h"

#include <string.h>

/* The member mask of a .sync form, narrowed to the lanes that are here. */
static uint32_t
members(ptx_warp *warp, uint32_t unit, uint32_t mask)
{
	if (unit == PTX_NO_UNIT)
		return mask;
	return ptx_u32(warp, unit)[__builtin_ctz(mask)] & mask;
}

static void
write_predicate(ptx_warp *warp, uint32_t unit, uint32_t bits, uint32_t mask)
{
	if (unit == PTX_NO_UNIT)
		return;
	uint32_t *d = ptx_u32(warp, unit);
	*d = (*d & ~mask) | (bits & mask);
}

static uint32_t
second_result(const ptx_warp *warp, const ptx_step *step)
{
	return step->results_count > 1 ? warp->program->units[step->results + 1] : PTX_NO_UNIT;
}

/* Of each lane its source: itself, where that does not lie in the segment. The formulas of the manual, with the segment
   mask in bits 8 to 12 of c and the clamp in bits 0 to 4. Returns the lanes whose source does. */
#define EACH_SOURCE(place, test)                                                                   \
	for (int l = 0; l < PTX_LANES; l++) {                                                      \
		const int clamp = (int)(c[l] & 31), segment = (int)(c[l] >> 8 & 31), by = (int)(b[l] & 31); \
		const int highest = (l & segment) | (clamp & ~segment), there = place;             \
		const bool is_inside = there test highest;                                         \
		from[l] = is_inside ? there : l;                                                   \
		inside |= (uint32_t)is_inside << l;                                                \
	}                                                                                          \
	return inside;

GM_WIDE static uint32_t
find_sources(uint8_t how, const uint32_t *b, const uint32_t *c, int32_t from[PTX_LANES])
{
	uint32_t inside = 0;
	switch (how) {
	case MOD_up:
		EACH_SOURCE(l - by, >=)
	case MOD_down:
		EACH_SOURCE(l + by, <=)
	case MOD_bfly:
		EACH_SOURCE(l ^ by, <=)
	default:
		EACH_SOURCE(((l & segment) | (by & ~segment)), <=)
	}
}

GM_WIDE static void
take_from(uint32_t *d, const uint32_t values[PTX_LANES], const int32_t from[PTX_LANES], uint32_t mask)
{
	FOR_LANES(mask, d[l] = values[from[l] & 31];)
}

void
gm_ptx_shuffle(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint32_t values[PTX_LANES];
	int32_t from[PTX_LANES];
	memcpy(values, ptx_u32(warp, step->a), sizeof values);
	const uint32_t inside = find_sources(step->detail, ptx_u32(warp, step->b), ptx_u32(warp, step->c), from);
	if (step->d != PTX_NO_UNIT)
		take_from(ptx_u32(warp, step->d), values, from, mask);
	write_predicate(warp, second_result(warp, step), inside, mask);
}

void
gm_ptx_vote(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t voters = members(warp, step->b, mask);
	const uint32_t yes = *ptx_u32(warp, step->a) & voters;
	uint32_t bits = 0;
	switch (step->detail) {
	case MOD_all:
		bits = yes == voters ? PTX_ALL_LANES : 0;
		break;
	case MOD_any:
		bits = yes ? PTX_ALL_LANES : 0;
		break;
	case MOD_uni:
		bits = yes == voters || yes == 0 ? PTX_ALL_LANES : 0;
		break;
	default: {
		uint32_t *d = ptx_u32(warp, step->d);
		FOR_LANES(mask, d[l] = yes;)
		return;
	}
	}
	write_predicate(warp, step->d, bits, mask);
}

static uint64_t
key(ptx_warp *warp, const ptx_step *step, int lane)
{
	return gm_ptx_type_bits((ptx_type)step->type) == 64 ? ptx_u64(warp, step->a)[lane]
							    : ptx_u32(warp, step->a)[lane];
}

static uint32_t
lanes_with(const uint64_t keys[PTX_LANES], uint64_t wanted)
{
	uint32_t lanes = 0;
	for (int l = 0; l < PTX_LANES; l++)
		lanes |= (uint32_t)(keys[l] == wanted) << l;
	return lanes;
}

void
gm_ptx_match(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t group = members(warp, step->b, mask);
	uint32_t equal[PTX_LANES] = {0}, all = 0, waiting = group;
	uint64_t keys[PTX_LANES];
	for (int l = 0; l < PTX_LANES; l++)
		keys[l] = key(warp, step, l);
	warp->values = 0;
	while (waiting) {
		const uint32_t same = lanes_with(keys, keys[__builtin_ctz(waiting)]) & group;
		for (uint32_t rest = same; rest; rest &= rest - 1)
			equal[__builtin_ctz(rest)] = same;
		all |= same == group ? group : 0;
		waiting &= ~same;
		warp->values++;
	}
	uint32_t *d = ptx_u32(warp, step->d);
	const bool any = step->detail == MOD_any;
	warp->values = any ? warp->values : 1; /* match.all looks at one */
	FOR_LANES(mask, d[l] = any ? equal[l] : (all >> l & 1 ? group : 0);)
	write_predicate(warp, second_result(warp, step), all, mask);
}

void
gm_ptx_active(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint32_t *d = ptx_u32(warp, step->d);
	FOR_LANES(mask, d[l] = mask;)
}

void
gm_ptx_elect(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t group = members(warp, step->b, mask);
	const uint32_t leader = group ? (uint32_t)__builtin_ctz(group) : 0;
	if (step->d != PTX_NO_UNIT) {
		uint32_t *d = ptx_u32(warp, step->d);
		FOR_LANES(mask, d[l] = leader;)
	}
	write_predicate(warp, second_result(warp, step), 1u << leader, mask);
}

static uint32_t
reduced(uint8_t how, ptx_type type, uint32_t x, uint32_t y)
{
	const bool is_signed = type == PTX_S32;
	const bool less = is_signed ? (int32_t)x < (int32_t)y : x < y;
	switch (how) {
	case MOD_add:
		return x + y;
	case MOD_min:
		return less ? x : y;
	case MOD_max:
		return less ? y : x;
	case MOD_and:
		return x & y;
	case MOD_or:
		return x | y;
	default:
		return x ^ y;
	}
}

void
gm_ptx_reduce(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t group = members(warp, step->b, mask);
	const uint32_t *a = ptx_u32(warp, step->a);
	bool first = true;
	uint32_t result = 0;
	for (uint32_t rest = group; rest; rest &= rest - 1) {
		const uint32_t x = a[__builtin_ctz(rest)];
		result = first ? x : reduced(step->detail, (ptx_type)step->type, result, x);
		first = false;
	}
	uint32_t *d = ptx_u32(warp, step->d);
	FOR_LANES(mask, d[l] = result;)
}
