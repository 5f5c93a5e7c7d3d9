#include "analysis/derivation_build.h"

#include <stdio.h>
#include <string.h>

/* ---- latency ---- */

static void
add_hiding(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_metric *warps = gm_prediction_metric(p, "gpumodel__warps_to_hide_dram_latency");
	if (!p->occupancy.launchable || !warps || warps->value.kind == GM_KIND_UNKNOWN)
		return;
	gm_section_begin(d, "latency", "How many warps hide the latency",
			 "While a warp waits for memory the others issue.");
	const int between = gm_step_derived(
		d, "i", "warp instructions per load from global memory", "instructions",
		"E_issued / E_ld",
		GM_TERMS(gm_term_named(d, "E_issued"),
			 gm_term_total(d, "E_ld", "loads from global memory, by warps",
				       GM_COUNT_REQUESTS, GM_LOAD, GM_GLOBAL)));
	const int issue = gm_step_derived(d, "c", "clocks to issue one", "cycles", "1 / q_issue",
					  GM_TERMS(gm_term_fact(d, GM_ISSUE_RATE)));
	gm_step_told(d, "W_hide", "warps that hide the latency of DRAM", "warps", warps->value,
		     "ceil(L_DRAM / (i * c))",
		     GM_TERMS(gm_term_fact(d, GM_LATENCY_DRAM), gm_term_step(d, between),
			      gm_term_step(d, issue)));
	const int64_t resident = gm_prediction_resident_warps(p);
	gm_step_note(d, "%lld %s resident%s.", (long long)resident, resident == 1 ? "is" : "are",
		     (double)resident < warps->value.value
			     ? "; fewer than that, if each load is waited for"
			     : "");
}

/* ---- the prediction ---- */

/* A step over the times of limits that are known, "max(t_issue, t_fp32)"; -1 when none is. */
static int
add_joined(gm_derivation *d, const char *symbol, const char *name, const char *open,
	   const int *steps, int count)
{
	gm_text formula = {0};
	gm_term terms[GM_TERMS_MAX];
	int used = 0;
	for (int i = 0; i < count && used < GM_TERMS_MAX; i++) {
		if (steps[i] < 0)
			continue;
		gm_text_print(&formula, "%s%s", used ? ", " : open, d->steps[steps[i]].symbol);
		terms[used++] = gm_term_step(d, steps[i]);
	}
	gm_text_append(&formula, ")");
	const int step =
		used ? gm_step_derived(d, symbol, name, "s", formula.bytes, terms, used) : -1;
	gm_text_dispose(&formula);
	return step;
}

/* The step that gave the time of a limit; -1 when it has none or an unknown one. */
static int
step_of_limit(const gm_derivation *d, int limit)
{
	for (int i = 0; i < d->steps_count; i++)
		if (d->steps[i].limit == limit && d->steps[i].value.kind != GM_KIND_UNKNOWN)
			return i;
	return -1;
}

/* Issue and the execution units, double precision apart; shuffles pass where loads do. */
static int
add_computing(gm_derivation *d)
{
	static const int units[] = {GM_LIMIT_ISSUE, GM_LIMIT_ALU, GM_LIMIT_FMA, GM_LIMIT_XU,
				    GM_LIMIT_CONSTANT, GM_LIMIT_CLUSTER};
	enum { UNITS = sizeof units / sizeof *units };
	int computing[GM_PIPE_COUNT + UNITS], count = 0;
	for (int i = 0; i < UNITS; i++)
		computing[count++] = step_of_limit(d, units[i]);
	for (int p = 0; p < GM_PIPE_COUNT; p++)
		if (p != GM_PIPE_LOAD_STORE && p != GM_PIPE_SHUFFLE && p != GM_PIPE_F64)
			computing[count++] = step_of_limit(d, GM_LIMIT_PIPE + p);
	return add_joined(d, "t_compute", "issue and the execution units, the longest", "max(",
			  computing, count);
}

/* Issue and the pipes beside double precision and the passes of memory. */
static int
add_work(gm_derivation *d, int passes)
{
	const int match = step_of_limit(d, GM_LIMIT_MATCH);
	const int issued[] = {add_computing(d), step_of_limit(d, GM_LIMIT_PIPE + GM_PIPE_F64)};
	if (match < 0)
		return add_joined(d, "t_work", "together on an SM", "norm(7, ", (const int[]){issued[0], issued[1], passes}, 3);
	const int beside[] = {add_joined(d, "t_issued", "beside double precision", "norm(7, ", issued, 2), match};
	const int work[] = {add_joined(d, "t_matched", "beside matches of lanes", "norm(2.5, ", beside, 2), passes};
	return add_joined(d, "t_work", "together on an SM", "norm(7, ", work, 2);
}

/* Everything an SM does; or matches and shuffles alone, or the reading of operands. */
static int
add_sm_time(gm_derivation *d)
{
	const int passing[] = {step_of_limit(d, GM_LIMIT_L1_DATA), step_of_limit(d, GM_LIMIT_PIPE + GM_PIPE_LOAD_STORE),
			       step_of_limit(d, GM_LIMIT_PIPE + GM_PIPE_SHUFFLE)};
	const int matching[] = {step_of_limit(d, GM_LIMIT_MATCH), passing[2]};
	const int either[] = {add_work(d, add_joined(d, "t_passes", "passes", "max(", passing, 3)),
			      matching[0] < 0 ? -1 : add_joined(d, "t_match_lanes", "matches beside shuffles", "norm(1.4, ", matching, 2),
			      step_of_limit(d, GM_LIMIT_OPERANDS)};
	return add_joined(d, "t_sm", "an SM, its registers too", "max(", either, 3);
}

const char *
gm_derivation_finding(gm_derivation *d, const char *waits, const char *power, const char *held, const char *own,
		      const char *finds, const char *units)
{
	return gm_arena_print(d->arena, "min(%s, norm(%d, norm(%s, %s, %s), norm(%s, %s, %s)))", waits, GM_FOUND_NORM, power,
			      held, own, power, finds, units);
}

/* The latency and the units; what both wait for comes before. */
static int
add_waiting(gm_derivation *d, int latency, int busy)
{
	const gm_step *first = gm_derivation_find(d, "t_first");
	const int both[] = {latency, busy};
	const char *name = "with the latency";
	const double norm = gm_limit_waiting_norm(d->prediction->limits);
	if (latency < 0 || busy < 0)
		return add_joined(d, "t_wait", name, "max(", both, 2);
	if (d->prediction->limits[GM_LIMIT_LATENCY].last.sm_ratio > 0)
		return gm_derivation_rounds_apart(d);
	const int lines = step_of_limit(d, GM_LIMIT_LINES);
	gm_term terms[7] = {gm_term_step(d, latency), gm_term_step(d, busy)};
	int count = 2;
	if (lines >= 0)
		terms[count++] = gm_term_step(d, lines);
	if (norm > 2)
		terms[count++] = gm_term_modelled("p_wait", "how waits and reads from DRAM hide", norm, "",
						  "model/limits: 2, up to 2.4 of DRAM that only reads");
	if (first)
		terms[count++] = gm_term_named(d, "t_first");
	const char *alone = first ? "t_latency - t_first" : "t_latency";
	const char *held = lines < 0 ? alone : gm_arena_print(d->arena, "max(%s, t_l1_lines)", alone);
	const char *p = norm > 2 ? "p_wait" : "2";
	const char *waits = gm_arena_print(d->arena, "norm(%s, %s, t_units)", p, held);
	const gm_limit_time *wait = &d->prediction->limits[GM_LIMIT_LATENCY];
	if (gm_limit_finds(wait)) {
		terms[count++] = gm_term_modelled("t_found", "the latency for what others have brought", wait->found_s, "s",
						  "model/limits: without t_first; of the waits for DRAM 4 / n_same");
		terms[count++] = gm_term_modelled("t_own", "the units, but for what an SM does for other blocks",
						  gm_limit_own_units_s(d->prediction->limits), "s", "model/limits");
		waits = gm_derivation_finding(d, waits, p, held, "t_own", lines < 0 ? "t_found" : "max(t_found, t_l1_lines)",
					      "t_units");
	}
	const char *formula = gm_arena_print(d->arena, "%s%s", first ? "t_first + " : "", waits);
	return gm_step_derived(d, "t_wait", name, "s", formula, terms, count);
}

/* Where all blocks wait for the last, what units add to the latency comes on top. */
static int
add_meeting(gm_derivation *d)
{
	const int turn = step_of_limit(d, GM_LIMIT_IN_TURN);
	const double beyond = gm_limit_beyond_latency_s(d->prediction->limits);
	if (turn < 0 || beyond <= 0)
		return turn;
	return gm_step_derived(d, "t_meet", "blocks that all wait for the last, and work between", "s",
			       "t_in_turn + t_beyond",
			       GM_TERMS(gm_term_step(d, turn),
					gm_term_modelled("t_beyond", "what units but atomics add to the latency", beyond, "s",
							 "model/limits: norm(p_wait, t_latency - t_first, units) less t_latency - t_first")));
}

/* Latency and the empty places of blocks come one after the other; -1 where nothing is empty. */
static int
add_turning(gm_derivation *d, int latency, int gaps, int busy)
{
	if (latency < 0 || gaps < 0 || busy < 0)
		return -1;
	const char *name = "with the latency and the gaps";
	const gm_term at[] = {gm_term_step(d, latency), gm_term_step(d, gaps), gm_term_step(d, busy)};
	if (!gm_derivation_find(d, "t_first"))
		return gm_step_derived(d, "t_turn", name, "s", "norm(4, t_latency + t_gaps, t_units)",
				       GM_TERMS(at[0], at[1], at[2]));
	return gm_step_derived(d, "t_turn", name, "s",
			       "t_first + norm(4, t_latency - t_first + t_gaps, t_units)",
			       GM_TERMS(gm_term_named(d, "t_first"), at[0], at[1], at[2]));
}

/* The last block of each SM, when the others have ended; -1 where none trails. */
static int
add_trailing(gm_derivation *d, int latency)
{
	const double last = d->prediction->limits[GM_LIMIT_LATENCY].last_s;
	if (latency < 0 || last <= 0 || !gm_derivation_find(d, "t_sm"))
		return -1;
	const bool first = gm_derivation_find(d, "t_first");
	gm_term terms[3] = {gm_term_named(d, "t_sm"),
			    gm_term_modelled("t_last", "half of what a block takes that waits for L2 alone", last, "s",
					     "model/trailing: blocks with barriers, several on an SM")};
	if (first)
		terms[2] = gm_term_named(d, "t_first");
	return gm_step_derived(d, "t_trail", "with the block of an SM that ends last", "s",
			       first ? "t_first + t_sm + t_last" : "t_sm + t_last", terms, first ? 3 : 2);
}

/* Loads and stores at L2 with atomics, which are packets on the same way. */
static int
add_way(gm_derivation *d)
{
	const gm_limit_time *atomics = &d->prediction->limits[GM_LIMIT_ATOMICS];
	const int l2 = step_of_limit(d, GM_LIMIT_L2), all = step_of_limit(d, GM_LIMIT_ATOMICS);
	if (l2 < 0 || all < 0)
		return l2 < 0 ? all : l2;
	const gm_term q = gm_term_modelled("p_way", "how atomics and the rest hide on the way to L2",
					   gm_limit_way_norm(atomics), "",
					   "model/limits: 1.1 of lanes alone, 4 of full lines");
	return gm_step_derived(d, "t_way", "L2 and atomics", "s", "norm(p_way, t_l2, t_atomics)",
			       GM_TERMS(gm_term_step(d, l2), gm_term_step(d, all), q));
}

/* L2 and what DRAM does for sectors that are stored in part. */
static int
add_held(gm_derivation *d, int dram, int way)
{
	const double share = d->prediction->limits[GM_LIMIT_DRAM].completing_ratio;
	if (share <= 0 || dram < 0 || way < 0)
		return way;
	const char *of_way = d->steps[way].symbol;
	return gm_step_derived(d, "t_held", "L2, held up by sectors that DRAM completes", "s",
			       gm_arena_print(d->arena, "norm(%g, %s, t_dram * k_part_t)", GM_COMPLETING_NORM, of_way),
			       GM_TERMS(gm_term_step(d, way), gm_term_step(d, dram),
					gm_term_modelled("k_part_t", "share of DRAM's time for sectors stored in part", share,
							 "", "model/limits: less what it took without them")));
}

/* The longest of what passes on the same bytes; atomics beside DRAM. */
static int
add_memory(gm_derivation *d)
{
	const int dram = step_of_limit(d, GM_LIMIT_DRAM), way = add_way(d), fill = step_of_limit(d, GM_LIMIT_L2_FILL);
	const int held = add_held(d, dram, way);
	const int both[] = {dram, way}, plain[] = {dram, held, fill};
	const char *name = "DRAM and L2, one behind the other";
	if (step_of_limit(d, GM_LIMIT_ATOMICS) < 0)
		return add_joined(d, "t_memory", name, "max(", plain, 3);
	const int beside[] = {add_joined(d, "t_shared", "DRAM beside L2 and atomics", "norm(4, ", both, 2),
			      held == way ? -1 : held, fill};
	return add_joined(d, "t_memory", name, "max(", beside, 3);
}

static int
add_units(gm_derivation *d)
{
	const int all[] = {add_sm_time(d), add_memory(d)};
	return add_joined(d, "t_units", "SMs and memory together", "norm(4, ", all, 2);
}

static int
add_duration(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	if (p->time_s.kind == GM_KIND_UNKNOWN)
		return gm_step_given(d, "t", "predicted time", "s", p->time_s, "");
	const int busy = add_units(d);
	const int latency = step_of_limit(d, GM_LIMIT_LATENCY);
	const int gaps = step_of_limit(d, GM_LIMIT_GAPS);
	const int starting[] = {step_of_limit(d, GM_LIMIT_BLOCKS_STARTED), busy};
	const int ways[] = {
		add_waiting(d, latency, busy),
		add_turning(d, latency, gaps, busy),
		add_joined(d, "t_start", "with the start of blocks", "norm(10, ", starting, 2),
		add_meeting(d),
		add_trailing(d, latency)};
	const int longest =
		add_joined(d, "t_busy", "the longest of these ways to be held up", "max(", ways, 5);
	const int launch = step_of_limit(d, GM_LIMIT_LAUNCH);
	if (longest < 0)
		return gm_step_given(d, "t", "predicted time", "s", p->time_s, p->time_s.why);
	if (launch < 0)
		return gm_step_told(d, "t", "predicted time", "s", p->time_s, "t_busy",
				    GM_TERMS(gm_term_step(d, longest)));
	return gm_step_told(d, "t", "predicted time", "s", p->time_s, "t_launch + t_busy",
			    GM_TERMS(gm_term_step(d, launch), gm_term_step(d, longest)));
}

static void
note_unknown(gm_derivation *d)
{
	int unknown[GM_LIMITS_COUNT];
	const int count = gm_limits_unknown(d->prediction->limits, unknown);
	gm_text names = {0};
	for (int i = 0; i < count; i++)
		gm_text_print(&names, "%s%s", i ? ", " : "", gm_limit_name(unknown[i]));
	if (count > 0)
		gm_step_note(d, "Left out, as their times are not known: %s.", names.bytes);
	gm_text_dispose(&names);
}

static void
add_prediction(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_metric *flops = gm_prediction_metric(p, "gpumodel__flop_per_second");
	const gm_metric *bandwidth = gm_prediction_metric(p, "gpumodel__effective_bandwidth");
	gm_section_begin(
		d, "prediction", "The prediction",
		"What works at the same time hides, the better the less it shares: norm(p, a, b) "
		"= (a^p + b^p)^(1/p) lies between the sum (p = 1) and the longest.");
	const int time = add_duration(d);
	note_unknown(d);
	if (flops && flops->value.kind != GM_KIND_UNKNOWN)
		gm_step_told(d, "P_t", "operations per second", "FLOP/s", flops->value, "F / t",
			     GM_TERMS(gm_term_named(d, "F"), gm_term_step(d, time)));
	if (bandwidth && bandwidth->value.kind != GM_KIND_UNKNOWN)
		gm_step_told(d, "B_t", "bytes that the threads ask of global memory, per second",
			     "B/s", bandwidth->value, "A_gl / t",
			     GM_TERMS(gm_term_total(d, "A_gl", "bytes requested of global memory",
						    GM_COUNT_REQUESTED_BYTES, GM_OPERATION_COUNT,
						    GM_GLOBAL),
				      gm_term_step(d, time)));
}

void
gm_derivation_add_time(gm_derivation *d)
{
	add_hiding(d);
	if (d->prediction->occupancy.launchable)
		gm_derivation_add_limits(d);
	add_prediction(d);
}
