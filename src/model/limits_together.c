#include "model/limits.h"

#include <math.h>

/* What all limits make together; those that are unknown are left out. */

static double
known_s(const gm_limit_time *limits, int limit)
{
	const gm_value time = limits[limit].expected_s;
	return time.kind == GM_KIND_UNKNOWN ? 0 : time.value;
}

static double
norm(double p, double a, double b)
{
	const double most = a > b ? a : b, least = a > b ? b : a;
	return most > 0 ? most * pow(1 + pow(least / most, p), 1 / p) : 0;
}

/* What schedulers and units take, double precision and the data banks apart. */
static double
instructions_time(const gm_limit_time *limits)
{
	double longest = fmax(fmax(known_s(limits, GM_LIMIT_ISSUE), known_s(limits, GM_LIMIT_ALU)),
	                      fmax(known_s(limits, GM_LIMIT_FMA), known_s(limits, GM_LIMIT_XU)));
	longest = fmax(longest, known_s(limits, GM_LIMIT_CONSTANT));
	longest = fmax(longest, known_s(limits, GM_LIMIT_CLUSTER));
	for (int p = 0; p < GM_PIPE_COUNT; p++)
		/* A request or a shuffle and its passes are the same work. */
		if (p != GM_PIPE_LOAD_STORE && p != GM_PIPE_SHUFFLE && p != GM_PIPE_F64)
			longest = fmax(longest, known_s(limits, GM_LIMIT_PIPE + p));
	return longest;
}

/* Shuffles take the way of matches in part. */
static double
matching_time(const gm_limit_time *limits)
{
	const double match = known_s(limits, GM_LIMIT_MATCH);
	return match > 0 ? norm(GM_MATCH_SHUFFLE_NORM, match, known_s(limits, GM_LIMIT_PIPE + GM_PIPE_SHUFFLE)) : 0;
}

static double
sm_time(const gm_limit_time *limits)
{
	const double pipes = fmax(known_s(limits, GM_LIMIT_PIPE + GM_PIPE_LOAD_STORE),
	                          known_s(limits, GM_LIMIT_PIPE + GM_PIPE_SHUFFLE));
	const double passes = fmax(known_s(limits, GM_LIMIT_L1_DATA), pipes);
	const double issued = norm(GM_PASSES_NORM, instructions_time(limits),
	                           known_s(limits, GM_LIMIT_PIPE + GM_PIPE_F64));
	const double matched = norm(GM_MATCH_ISSUE_NORM, issued, known_s(limits, GM_LIMIT_MATCH));
	return fmax(fmax(norm(GM_PASSES_NORM, matched, passes), matching_time(limits)), known_s(limits, GM_LIMIT_OPERANDS));
}

double
gm_limit_way_norm(const gm_limit_time *atomics)
{
	return GM_WAY_NORM_LONE + (4 - GM_WAY_NORM_LONE) * pow(atomics->full_ratio, 3);
}

/* DRAM and L2 pass on the same bytes; atomics and what DRAM has to do hold each other up, and so do L2 and
   what completes sectors. */
static double
memory_time(const gm_limit_time *limits, double atomics)
{
	const double dram = known_s(limits, GM_LIMIT_DRAM);
	const double way = norm(gm_limit_way_norm(&limits[GM_LIMIT_ATOMICS]), known_s(limits, GM_LIMIT_L2), atomics);
	const double held = norm(GM_COMPLETING_NORM, way, dram * limits[GM_LIMIT_DRAM].completing_ratio);
	return fmax(fmax(atomics > 0 ? norm(4, dram, way) : dram, held), known_s(limits, GM_LIMIT_L2_FILL));
}

static double
units_time(const gm_limit_time *limits)
{
	return norm(4, sm_time(limits), memory_time(limits, known_s(limits, GM_LIMIT_ATOMICS)));
}

double
gm_limit_waiting_norm(const gm_limit_time *limits)
{
	const double units = units_time(limits), dram = known_s(limits, GM_LIMIT_DRAM);
	return units > 0 ? 2 + (GM_READING_NORM - 2) * limits[GM_LIMIT_DRAM].reads_ratio * pow(dram / units, 4) : 2;
}

double
gm_limit_own_units_s(const gm_limit_time *limits)
{
	const double own = sm_time(limits) * limits[GM_LIMIT_LATENCY].own_ratio;
	return norm(4, own, memory_time(limits, known_s(limits, GM_LIMIT_ATOMICS)));
}

static double
waiting_s(const gm_limit_time *latency)
{
	return latency->expected_s.kind == GM_KIND_UNKNOWN ? 0 : fmax(0, latency->expected_s.value - latency->first_s);
}

bool
gm_limit_finds(const gm_limit_time *latency)
{
	return latency->found_s > 0 && latency->found_s < waiting_s(latency) && latency->own_ratio < 1;
}

/* Of all rounds alike. */
static double
waiting_alike_s(const gm_limit_time *limits)
{
	const gm_limit_time *latency = &limits[GM_LIMIT_LATENCY];
	const double w = gm_limit_waiting_norm(limits), lines = known_s(limits, GM_LIMIT_LINES);
	const double held = fmax(waiting_s(latency), lines), all = norm(w, held, units_time(limits));
	if (!gm_limit_finds(latency))
		return all;
	const double first = norm(w, held, gm_limit_own_units_s(limits));
	return fmin(all, norm(GM_FOUND_NORM, first, norm(w, fmax(latency->found_s, lines), units_time(limits))));
}

/* What DRAM and L2 do they do for the whole grid. */
static bool
is_of_grid(int limit)
{
	return limit == GM_LIMIT_DRAM || limit == GM_LIMIT_L2 || limit == GM_LIMIT_L2_FILL || limit == GM_LIMIT_ATOMICS;
}

/* Rounds that take so long, and so much of what SMs and the grid do. */
static gm_rounds_part
rounds_part(const gm_limit_time *limits, double waiting, double found, double sm_ratio, double grid_ratio)
{
	gm_limit_time part[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		part[i] = limits[i];
		part[i].expected_s.value *= is_of_grid(i) ? grid_ratio : sm_ratio;
	}
	part[GM_LIMIT_LATENCY].expected_s.value = limits[GM_LIMIT_LATENCY].first_s + waiting;
	part[GM_LIMIT_LATENCY].found_s = found;
	return (gm_rounds_part){.waiting_s = waiting, .found_s = found, .sm_ratio = sm_ratio, .grid_ratio = grid_ratio,
	                        .waiting_norm = gm_limit_waiting_norm(part), .own_units_s = gm_limit_own_units_s(part),
	                        .finds = gm_limit_finds(&part[GM_LIMIT_LATENCY]), .time_s = waiting_alike_s(part)};
}

gm_rounds_part
gm_limit_rounds_before(const gm_limit_time *limits)
{
	const gm_last_round *last = &limits[GM_LIMIT_LATENCY].last;
	return rounds_part(limits, last->before_s, last->before_found_s, 1 - last->sm_ratio, 1 - last->grid_ratio);
}

gm_rounds_part
gm_limit_round_last(const gm_limit_time *limits)
{
	const gm_last_round *last = &limits[GM_LIMIT_LATENCY].last;
	return rounds_part(limits, last->own_s, last->own_s, last->sm_ratio, last->grid_ratio);
}

double
gm_limit_waiting_s(const gm_limit_time *limits)
{
	const bool apart = limits[GM_LIMIT_LATENCY].last.sm_ratio > 0;
	return apart ? gm_limit_rounds_before(limits).time_s + gm_limit_round_last(limits).time_s : waiting_alike_s(limits);
}

double
gm_limit_beyond_latency_s(const gm_limit_time *limits)
{
	const double latency = fmax(0, known_s(limits, GM_LIMIT_LATENCY) - limits[GM_LIMIT_LATENCY].first_s);
	const double units = norm(4, sm_time(limits), memory_time(limits, 0));
	return limits[GM_LIMIT_IN_TURN].all_wait ? norm(gm_limit_waiting_norm(limits), latency, units) - latency : 0;
}

int
gm_limits_unknown(const gm_limit_time *limits, int out[static GM_LIMITS_COUNT])
{
	int count = 0;
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (limits[i].expected_s.kind == GM_KIND_UNKNOWN)
			out[count++] = i;
	return count;
}

gm_value
gm_limits_time(const gm_limit_time *limits)
{
	int unknown[GM_LIMITS_COUNT];
	const double units = units_time(limits);
	const double first = limits[GM_LIMIT_LATENCY].first_s;
	const double latency = fmax(0, known_s(limits, GM_LIMIT_LATENCY) - first);
	const double gaps = known_s(limits, GM_LIMIT_GAPS);
	const double waiting = first + gm_limit_waiting_s(limits);
	const double turning = gaps > 0 ? first + norm(4, latency + gaps, units) : 0;
	const double trailing = latency > 0 ? first + sm_time(limits) + limits[GM_LIMIT_LATENCY].last_s : 0;
	const double starting = norm(10, known_s(limits, GM_LIMIT_BLOCKS_STARTED), units);
	const double meeting = known_s(limits, GM_LIMIT_IN_TURN) + gm_limit_beyond_latency_s(limits);
	if (gm_limits_binding(limits) < 0)
		return gm_value_unknown("no limit of the device is known");
	return (gm_value){known_s(limits, GM_LIMIT_LAUNCH) + fmax(fmax(waiting, meeting), fmax(trailing, fmax(turning, starting))),
	                  GM_KIND_MODEL,
	                  gm_limits_unknown(limits, unknown) == 0
	                          ? "the launch, and all limits together: what works at the same time hides"
	                          : "the known limits together; those that are unknown are left out"};
}
