#include "model/constants.h"

#include "base/bits.h"
#include "base/memory.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { ULDC_BYTES = 8 };

void
gm_constant_places_begin(gm_constant_places *places, bool alone)
{
	if (places->used)
		memset(places, 0, offsetof(gm_constant_places, lanes));
	places->alone = alone;
	if (places->lanes)
		gm_constant_lanes_begin(places->lanes, alone);
}

void
gm_constant_places_dispose(gm_constant_places *places)
{
	free(places->lanes);
}

/* The load before it was another site's, in the same turn: it has loaded less often. */
static bool
is_behind(const struct gm_constant_warp *warp, uint32_t site)
{
	return warp->site > 0 && warp->site != site + 1 &&
	       warp->at[site % GM_CONSTANT_SITES].loads <
	               warp->at[(warp->site - 1) % GM_CONSTANT_SITES].loads;
}

/* Of so many instructions in a row the first `together` follow each other at once. */
static int
behind(int run, int together)
{
	return run > together ? run - together : 0;
}

static int64_t
count_again(struct gm_constant_warp *warp, bool stays, gm_constant_way way)
{
	const int before = stays ? warp->run : 0, together = way.waited ? 1 : 2;
	warp->run = before + way.loads;
	return behind(warp->run, together) - behind(before, together);
}

gm_constant_by
gm_constant_by_of(const gm_issue *issue)
{
	if (issue->constant_sets == 0)
		return GM_CONSTANT_BY_LANES;
	return issue->constant_sets == GM_ISSUE_CONSTANT_PLACED ? GM_CONSTANT_BY_PLACE : GM_CONSTANT_BY_REGISTER;
}

/* Another such load in the same block, on that side. */
static bool
has_neighbour(const gm_kernel *kernel, const gm_issue *issue, int site, int step)
{
	for (int s = site + step; s >= 0 && s < kernel->sites_count; s += step) {
		if (kernel->sites[s].operation == GM_BRANCH)
			return false;
		if (gm_constant_by_of(&issue[s]) == GM_CONSTANT_BY_REGISTER)
			return true;
	}
	return false;
}

int
gm_constant_loads_beside(const gm_site *site, const gm_issue *issue)
{
	const int loads = (site->access_bytes + ULDC_BYTES - 1) / ULDC_BYTES - issue->constant_loads;
	return gm_constant_by_of(issue) == GM_CONSTANT_BY_REGISTER && loads > 0 ? loads : 0;
}

/* The halves of a load that stands alone follow each other at once, and so do two loads, but where one is waited for
   with what hangs on the other, or comes by LDC; of several loads of halves they are taken as they are needed. */
static gm_constant_way
way_of(const gm_kernel *kernel, const gm_issue *issue, int site)
{
	const int loads = issue[site].constant_loads;
	const bool asked = loads > 1 || (loads != 1 && issue[site].constant_in_turn);
	const bool alone = asked && !has_neighbour(kernel, issue, site, -1) && !has_neighbour(kernel, issue, site, 1);
	const bool waited = gm_constant_loads_beside(&kernel->sites[site], &issue[site]) > 0 ||
			    ((alone || loads == 1) && issue[site].constant_in_turn);
	return (gm_constant_way){.by = gm_constant_by_of(&issue[site]),
	                         .waited = waited,
	                         .loads = alone && loads > 1 && !waited ? 1 : loads};
}

gm_constant_way *
gm_constant_ways(const gm_kernel *kernel, const gm_issue *issue)
{
	gm_constant_way *ways = gm_allocate((size_t)kernel->sites_count + 1, sizeof *ways);
	bool straight = false; /* the next branch is of a loop that is written out */
	for (int s = kernel->sites_count - 1; s >= 0; s--) {
		if (kernel->sites[s].operation == GM_BRANCH)
			straight = gm_issue_total(&issue[s]) < 0.5;
		ways[s] = way_of(kernel, issue, s);
		ways[s].straight = straight;
	}
	return ways;
}

gm_constant_lines
gm_constant_places_name(gm_constant_places *places, const gm_warp_instr *instr, const gm_constant_set *set,
                        gm_constant_way way)
{
	struct gm_constant_warp *warp = &places->warps[instr->warp % GM_CONSTANT_WARPS];
	const bool other = way.straight ? warp->site > 0 : is_behind(warp, instr->site);
	uint32_t *last = &warp->at[instr->site % GM_CONSTANT_SITES].line;
	gm_constant_lines out = {0};
	uint32_t line = 0; /* plus 1 */
	places->used = true;
	gm_constant_map_add(&places->named[way.by], set);
	for (int i = 0; i < set->count; i++) {
		line = set->lines[i] + 1u;
		const bool stays = other && warp->line == line;
		if (way.by == GM_CONSTANT_BY_REGISTER)
			out.again += count_again(warp, stays, way);
		if (stays)
			continue;
		out.requests++;
		out.fresh += line != *last;
	}
	*last = warp->line = places->latest[instr->site % GM_CONSTANT_SITES] = line;
	warp->at[instr->site % GM_CONSTANT_SITES].loads++;
	warp->site = instr->site + 1;
	return out;
}

void
gm_constant_places_repeat(gm_constant_places *places, uint32_t site, gm_constant_by by, int64_t times,
                          int64_t advance)
{
	const int64_t from = places->used ? (int64_t)places->latest[site % GM_CONSTANT_SITES] - 1 : -1;
	const int64_t step = advance < 0 ? -1 : 1;
	const double way = fabs((double)advance) * (double)times / GM_CONSTANT_LINE_BYTES;
	for (int64_t k = 0; from >= 0 && k <= (int64_t)fmin(way, GM_CONSTANT_LINES - 1); k++) {
		const uint64_t line = (uint64_t)(from + step * k) % GM_CONSTANT_LINES;
		gm_constant_map_add(&places->named[by], &(gm_constant_set){.lines = {(uint16_t)line}, .count = 1});
	}
}

/* A constant cache serves one place a pass, of bytes of the same word each its own. */
static int
distinct_places(const gm_access *access)
{
	int distinct = 0;
	for (int i = 0; i < access->lanes_count; i++) {
		bool seen = !(access->active >> i & 1);
		for (int j = 0; j < i && !seen; j++)
			seen = (access->active >> j & 1) && access->address[j] == access->address[i];
		distinct += !seen;
	}
	return distinct;
}

static void
count_lanes(gm_constant_places *places, const gm_warp_instr *instr, const gm_constant_set *set, gm_site_counts *site)
{
	if (!places->lanes) {
		places->lanes = gm_allocate(1, sizeof *places->lanes);
		gm_constant_lanes_begin(places->lanes, places->alone);
	}
	const gm_constant_named named = gm_constant_lanes_name(places->lanes, instr, set);
	site->of[GM_COUNT_CONSTANT_OF_LOADS] += named.lines;
	site->of[GM_COUNT_CONSTANT_RENEWED] += named.renewed;
	site->of[GM_COUNT_CONSTANT_ADDED] += named.added;
	site->of[GM_COUNT_CONSTANT_COMPARED] += named.compared;
	site->of[GM_COUNT_CONSTANT_DISTINCT] += named.distinct;
}

void
gm_constant_count(gm_constant_places *places, const gm_warp_instr *instr, const gm_access *access,
                  gm_constant_way way, gm_site_counts *site)
{
	const int distinct = distinct_places(access);
	const gm_constant_set set = gm_constant_set_of(instr);
	const gm_constant_lines lines = gm_constant_places_name(places, instr, &set, way);
	if (way.by == GM_CONSTANT_BY_LANES)
		count_lanes(places, instr, &set, site);
	site->of[GM_COUNT_CONSTANT_LINES] += lines.requests;
	site->of[GM_COUNT_CONSTANT_FRESH] += lines.fresh;
	site->of[GM_COUNT_CONSTANT_AGAIN] += lines.again;
	site->of[GM_COUNT_WAVEFRONTS] += distinct;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += 1;
	site->of[GM_COUNT_REQUESTED_BYTES] +=
	        (int64_t)gm_bits_count(access->active) * access->access_bytes;
	if (distinct > site->worst_degree)
		site->worst_degree = distinct;
}

void
gm_constant_repeat(gm_constant_places *places, const gm_kernel *kernel, const gm_constant_way *ways,
                   int64_t times, const int64_t *advance)
{
	for (int s = 0; s < kernel->sites_count && places->used && times > 0; s++)
		if (kernel->sites[s].space == GM_CONSTANT && advance[s] != 0)
			gm_constant_places_repeat(places, (uint32_t)s,
			                          ways ? ways[s].by : GM_CONSTANT_BY_LANES, times, advance[s]);
}

int
gm_constant_places_count(const gm_constant_places *places, gm_constant_by by)
{
	int count = 0;
	for (int i = 0; i < GM_CONSTANT_LINES / 64; i++)
		count += gm_bits_count(places->named[by].bits[i]);
	return count;
}

/* Others have come between. */
static double
pushed_out(const gm_constant_use *use)
{
	const double over = fmax(0, use->warps - use->room);
	return over / (over + use->room / 2);
}

static double
misses_by_lanes(const gm_constant_use *use)
{
	return pow(1 - use->room / use->lines, 3) *
	       (use->fresh + 0.5 * pushed_out(use) * (use->requests - use->fresh));
}

/* Fetches of a line for warps that go in step: 1.1 to 2 for 4 of them. */
#define FETCHES_IN_STEP 1.5

/* From a warp's line to another's, where half of what parts them is waits. */
#define WAITING_CYCLES 8.0

/* How much of a turn is waits for loads of other memory, which no two warps have alike. */
static double
waiting(const gm_constant_use *use)
{
	return use->apart_cycles / (use->apart_cycles + WAITING_CYCLES);
}

/* Of loads whose line is there no more, of warps that have fallen out of step: half of those of the first blocks, which
   begin together, and all of the others; most of the first, too, where they wait. */
static double
fetched_often(const gm_constant_use *use)
{
	const double in_step = 0.5 - 0.4 * waiting(use);
	return 1 - in_step / fmax(1, use->rounds);
}

/* Warps that are at so many lines that one which comes back finds its own gone. */
static double
fallen_apart(const gm_constant_use *use)
{
	const double over = fmax(0, use->warps / use->room - 1), cubed = over * over * over;
	const double working = cubed / (cubed + 4), slow = over / (over + 0.5);
	return working + (slow - working) * waiting(use);
}

/* A walk by warps of one block alone has parted half of them after so many lines. */
#define PARTING_LINES 400.0
#define INSTRUCTION_CYCLES 22.0 /* of a quarter, with what comes of the instruction */
#define VISITS_AT_ONCE 1.5      /* a line that is read by so many turns is left between them */
#define FEW_READERS 1.5
#define BUSY_CYCLES 2000.0 /* of a quarter, from a warp's line to its next */

/* How much further warps go together that read a line at one go: the more as fewer of them do at a time, where they have
   to queue for the other units. */
static double
held_together(const gm_constant_use *use)
{
	if (use->fresh == 0 || use->requests > VISITS_AT_ONCE * use->fresh)
		return 1;
	const double visit = INSTRUCTION_CYCLES * (use->requests + use->again) / use->fresh;
	const double busy = fmin(1, use->warps * use->apart_cycles / BUSY_CYCLES);
	return 1 + pow(FEW_READERS * busy * use->apart_cycles / visit, 6);
}

/* How far warps have fallen out of step by the end of the walk. */
static double
parted(const gm_constant_use *use)
{
	const double reach = PARTING_LINES / (use->groups * use->groups) * held_together(use);
	const double far = (use->lines - use->room) / reach;
	return far * far / (far * far + 1);
}

static double
misses_by_register(const gm_constant_use *use)
{
	const double shared = fmin(1, FETCHES_IN_STEP / use->warps), apart = parted(use);
	const double pushed = apart * pushed_out(use);
	return pushed * use->requests + (1 - pushed) * shared * use->fresh +
	       apart * fetched_often(use) * fallen_apart(use) * use->again;
}

static double
misses_by_place(const gm_constant_use *use)
{
	const double sets = use->room / GM_CONSTANT_SET_LINES;
	return fmin(1, (use->lines - use->room) / sets) * use->requests / use->warps;
}

double
gm_constant_misses(gm_constant_by by, const gm_constant_use *use)
{
	static double (*const misses[])(const gm_constant_use *) = {
	        [GM_CONSTANT_BY_LANES] = misses_by_lanes,
	        [GM_CONSTANT_BY_REGISTER] = misses_by_register,
	        [GM_CONSTANT_BY_PLACE] = misses_by_place,
	};
	return use->lines <= use->room ? 0 : misses[by](use);
}
