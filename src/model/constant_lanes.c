#include "model/constant_lanes.h"

#include <math.h>
#include <string.h>

#define FETCH_CYCLES 28.0   /* of an SM */
#define MANY_LOADS 20.0     /* from so many on several wait for a line at once */
#define LOADS_OF_A_FETCH 3.2
#define FETCHED_POWER 1.35
#define DRIFTING_LOADS 40.0 /* so many do not stay in step */
#define DRIFTING_LINES 6.0
#define DRIFTED 0.85        /* of those that go alike and out of step: they meet on a line by chance */

void
gm_constant_lanes_begin(gm_constant_lanes *lanes, bool alone)
{
	if (lanes->used)
		memset(lanes, 0, sizeof *lanes);
	lanes->alone = alone;
}

static bool
has_line(const gm_constant_set *set, uint16_t line)
{
	for (int i = 0; i < set->count; i++)
		if (set->lines[i] == line)
			return true;
	return false;
}

gm_constant_set
gm_constant_set_of(const gm_warp_instr *instr)
{
	gm_constant_set set = {.count = 0};
	for (int i = 0; i < GM_LANES_MAX; i++) {
		if (!(instr->active >> i & 1))
			continue;
		const uint16_t line = (uint16_t)(instr->address[i] / GM_CONSTANT_LINE_BYTES % GM_CONSTANT_LINES);
		if (!has_line(&set, line))
			set.lines[set.count++] = line;
	}
	return set;
}

static int
others_than(const gm_constant_set *set, const gm_constant_set *before)
{
	int count = 0;
	for (int i = 0; i < set->count; i++)
		count += !has_line(before, set->lines[i]);
	return count;
}

int
gm_constant_map_add(gm_constant_map *map, const gm_constant_set *set)
{
	int count = 0;
	for (int i = 0; i < set->count; i++) {
		uint64_t *bits = &map->bits[set->lines[i] / 64];
		const uint64_t bit = UINT64_C(1) << set->lines[i] % 64;
		count += (*bits & bit) == 0;
		*bits |= bit;
	}
	return count;
}

gm_constant_named
gm_constant_lanes_name(gm_constant_lanes *lanes, const gm_warp_instr *instr, const gm_constant_set *set)
{
	const uint32_t warp = instr->warp % GM_CONSTANT_WARPS, site = instr->site % GM_CONSTANT_LANES_SITES;
	const uint32_t turn = lanes->loads[warp][site]++;
	gm_constant_named out = {.lines = set->count,
	                         .renewed = others_than(set, &lanes->before[warp][site]),
	                         .added = gm_constant_map_add(&lanes->named[site], set)};
	if (turn < GM_CONSTANT_TURNS && !lanes->alone) {
		out.compared = set->count;
		out.distinct = gm_constant_map_add(&lanes->turns[site][turn], set);
	}
	lanes->before[warp][site] = *set;
	lanes->used = true;
	return out;
}

/* x^n / (x^n + 1) */
static double
rises(double x, double n)
{
	const double power = pow(x, n);
	return power / (power + 1);
}

/* Of warps of which each may draw its lines from those of the site; one warp by itself is not apart. */
static double
apart_of(const gm_constant_asked *asked, const gm_constant_place *place)
{
	if (place->warps_per_block <= 1 || asked->compared == 0)
		return 0;
	const double of_load = asked->lines / asked->loads;
	const double of_site = fmax(of_load, fmin(place->lines, asked->added / place->blocks));
	const double of_turn = asked->distinct / asked->compared * of_load * place->warps_per_block;
	const double drawn = of_site * (1 - pow(1 - of_load / of_site, place->warps_per_block));
	return drawn > of_load ? fmax(0, fmin(1, (of_turn - of_load) / (drawn - of_load))) : 1;
}

static double
fetched_in_step(const gm_constant_asked *asked)
{
	return asked->distinct / asked->compared * asked->lines;
}

static double
fetched_freely(const gm_constant_asked *asked, const gm_constant_place *place)
{
	const double apart = apart_of(asked, place), under_way = place->under_way;
	const double drifted = DRIFTED * rises(under_way / DRIFTING_LOADS, 4) *
			       rises(asked->renewed / asked->loads / DRIFTING_LINES, 2);
	const double alone = fmin(1, pow(LOADS_OF_A_FETCH / under_way, FETCHED_POWER) + drifted);
	return pow(1 - GM_CONSTANT_SM_LINES / place->lines, rises(under_way / MANY_LOADS, 3)) *
	       (apart * asked->lines + (1 - apart) * asked->renewed * alone);
}

double
gm_constant_lanes_cycles(const gm_constant_asked *asked, const gm_constant_place *place)
{
	if (place->lines <= GM_CONSTANT_SM_LINES || asked->loads == 0)
		return 0;
	return FETCH_CYCLES * (1 - GM_CONSTANT_SM_LINES / place->lines) *
	       (place->in_step && asked->compared > 0 ? fetched_in_step(asked) : fetched_freely(asked, place));
}
