#include "model/chain_site.h"

#include "model/cluster.h"
#include "model/limits.h"
#include "model/rounds.h"

#include <math.h>

enum { BRANCH_CYCLES = 10, MEETING_CYCLES = 14, PASS_LATER_CYCLES = 2, RELEASE_CYCLES = 28 };
#define PLACE_LATER_CYCLES 10.8 /* of constant memory: model/constant_lanes.h */
enum { OTHER_REGISTERS = 6, OTHER_IN_LOOP = 14, OTHER_THAN_HELD = 10 };

static double
load_latency(const gm_device *device, const gm_site *site, gm_served by)
{
	const double l2 = gm_device_value_or(device, GM_LATENCY_L2, 0);
	const double dram = gm_device_value_or(device, GM_LATENCY_DRAM, 400);
	switch (site->space) {
	case GM_SHARED:
		return gm_device_value_or(device, GM_LATENCY_SHARED, 0) + 6;
	case GM_CONSTANT:
		return gm_device_value_or(device, GM_LATENCY_L1, 40);
	case GM_LOCAL:
		return gm_device_value_or(device, GM_LATENCY_L1, l2 > 0 ? l2 : dram);
	default:
		break;
	}
	if (by == GM_SERVED_L1 && gm_device_knows(device, GM_LATENCY_L1))
		return gm_device_value(device, GM_LATENCY_L1);
	return by == GM_SERVED_DRAM || l2 == 0 ? dram : l2;
}

double
gm_chain_latency(const gm_device *device, const gm_site *site, gm_served by)
{
	const double fma = gm_device_value_or(device, GM_LATENCY_FMA, 4);
	if (site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY)
		return load_latency(device, site, by);
	if (site->operation == GM_ATOMIC)
		return site->space == GM_SHARED ? 24 * fma
						: load_latency(device, site, GM_SERVED_L2) * 1.8;
	return fma * gm_operation_latency(site->operation, site->type);
}

/* Of PTX it is known what each instruction becomes, and a descriptor may say it. */
static double
result_latency(const gm_kernel *kernel, int site, const gm_device *device, const gm_issue *issue,
	       gm_served by)
{
	const gm_site *s = &kernel->sites[site];
	const double fma = gm_device_value_or(device, GM_LATENCY_FMA, 4);
	const bool said = kernel->origin == GM_FROM_PTX || issue->wait > 0;
	if (said && !gm_operation_is_memory(s->operation) && s->operation != GM_MMA)
		return fma * (double)issue->wait;
	return fmax(gm_chain_latency(device, s, by), gm_issue_total(issue) * fma);
}

/* Divisions and roots test their operands and call what few numbers need. */
static bool
branches_inside(const gm_kernel *kernel, int site, const gm_issue *issue)
{
	const gm_operation operation = kernel->sites[site].operation;
	return (operation == GM_DIV || operation == GM_SQRT || operation == GM_RECIPROCAL) &&
	       issue->of[GM_UNIT_CONTROL] >= 3;
}

double
gm_chain_window_end(const gm_kernel *kernel, int site, const gm_issue *issue)
{
	const gm_operation operation = kernel->sites[site].operation;
	const double issued = gm_issue_total(issue), control = (double)issue->of[GM_UNIT_CONTROL];
	if (issue->halts)
		return 1;
	if (operation == GM_BRANCH && kernel->issues_known)
		return fmin(1, control);
	if (operation == GM_BRANCH)
		return issued > 0 && issued < 1 ? issued : 1;
	return operation == GM_BARRIER || operation == GM_FENCE ||
	       branches_inside(kernel, site, issue);
}

/* That each further pass of a request through the data banks brings its last lanes later, and each further place of a
   load from constant memory. */
static double
pass_later(const gm_site *site, const gm_device *device)
{
	if (site->space == GM_CONSTANT)
		return PLACE_LATER_CYCLES;
	const bool banked = site->space == GM_SHARED || site->space == GM_GLOBAL;
	return site->operation == GM_LOAD && banked
		       ? PASS_LATER_CYCLES * gm_device_value_or(device, GM_SHARED_PASS_CYCLES, 1)
		       : 0;
}

static double
released_after(const gm_kernel *kernel, int site, const gm_device *device)
{
	const gm_site *s = &kernel->sites[site];
	const bool stores = s->operation == GM_STORE && s->space == GM_GLOBAL;
	return stores && kernel->issues_known && device->cc_major >= 7 ? RELEASE_CYCLES : 0;
}

/* For its result and the way to its address. */
static int64_t
registers_of(const gm_site *site, const gm_issue *issue)
{
	return (site->access_bytes + 3) / 4 + (int64_t)issue->own;
}

static int64_t
others_of(const gm_site *site, float held_there)
{
	const int64_t held = (int64_t)held_there + OTHER_THAN_HELD;
	if (!site->looping)
		return OTHER_REGISTERS;
	return held > OTHER_IN_LOOP ? held : OTHER_IN_LOOP;
}

/* What loads, stores, exchanges or goes to the transcendental unit takes two turns, products of 64 bits three,
   double precision one and a half (model/limits.h). */
static double
slots_of(const gm_device *device, const gm_issue *issue)
{
	const double rate = gm_device_value_or(device, GM_ISSUE_RATE, 0);
	const double twice = (double)issue->of[GM_UNIT_LSU] + (double)issue->of[GM_UNIT_XU] -
	                     (double)issue->accesses[GM_ISSUED_SHARED_LOAD];
	const double wide = GM_WIDE_SECOND_SLOTS * (double)issue->twice;
	const double doubles = GM_DOUBLE_SECOND_SLOTS * (double)issue->of[GM_UNIT_FP64];
	const double slots = gm_issue_total(issue) + (device->cc_major >= 7 ? twice + wide + doubles : 0);
	return rate > 0 ? slots / rate : 0;
}

/* From cc 7.0 on a warp issues to the units of its own scheduler alone. */
static double
unit_clocks(const gm_device *device, double instructions, gm_fact_id rate)
{
	const double parts = gm_device_value_or(device, GM_SUB_PARTITIONS, 1);
	const double lanes = gm_device_value_or(device, GM_WARP_LANES, 32);
	if (device->cc_major < 7 || !gm_device_knows(device, rate))
		return 0;
	return instructions * lanes * parts / gm_device_value(device, rate);
}

gm_chain_site
gm_chain_site_of(const gm_kernel *kernel, int site, const gm_device *device, const gm_issue *issue)
{
	const bool meets = issue->of[GM_UNIT_CONTROL] >= 3;
	gm_chain_site out = {.issued = gm_issue_total(issue),
			     .ends = gm_chain_window_end(kernel, site, issue),
			     .closes = branches_inside(kernel, site, issue),
			     .opens = issue->opens,
			     .ahead = issue->ahead,
			     .halts = issue->halts,
			     .round = gm_rounds_cycles(device, &kernel->sites[site]),
			     .branch = BRANCH_CYCLES + (meets ? MEETING_CYCLES : 0),
			     .released = released_after(kernel, site, device),
			     .pass_later = pass_later(&kernel->sites[site], device)};
	const double halves = gm_match_halves(&kernel->sites[site]);
	const double match_rate = gm_device_value_or(device, GM_MATCH_RATE, 0);
	out.value_later = gm_device_value_or(device, GM_MATCH_LATER, 0);
	out.value_cycles = match_rate > 0 ? halves / match_rate : 0;
	out.slots = slots_of(device, issue);
	out.units[GM_CHAIN_ALU] = unit_clocks(device, (double)issue->of[GM_UNIT_ALU], GM_RATE_LOGIC);
	out.units[GM_CHAIN_XU] = unit_clocks(device, (double)issue->of[GM_UNIT_XU], GM_RATE_SPECIAL);
	out.units[GM_CHAIN_FP64] = unit_clocks(device, (double)issue->of[GM_UNIT_FP64], GM_RATE_F64);
	out.units[GM_CHAIN_LSU] = unit_clocks(device, (double)issue->of[GM_UNIT_LSU], GM_RATE_LOAD_STORE);
	out.product = (double)issue->tensor_clocks;
	if (!gm_type_is_floating(kernel->sites[site].type))
		out.units[GM_CHAIN_INT_MAD] =
			unit_clocks(device, (double)issue->of[GM_UNIT_FMA] + (double)issue->twice, GM_RATE_INT_MAD);
	out.empty = (double)issue->of[GM_UNIT_LSU];
	out.registers = registers_of(&kernel->sites[site], issue);
	out.own = (int64_t)issue->own;
	out.others = others_of(&kernel->sites[site], issue->held);
	out.others_ahead = others_of(&kernel->sites[site], issue->held_ahead > 0 ? issue->held_ahead : issue->held);
	out.predicates = issue->predicates;
	out.same_predicate = issue->same_predicate;
	out.conditional = issue->conditional;
	out.loaded = issue->loaded;
	out.alive = issue->alive;
	const double later = kernel->sites[site].cluster > 1 ? GM_CLUSTER_LATER_CYCLES : 0;
	for (int by = 0; by < GM_SERVED_COUNT; by++)
		out.latency[by] =
			result_latency(kernel, site, device, issue, (gm_served)by) + later;
	return out;
}
