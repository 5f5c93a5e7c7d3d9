#include "analysis/derivation_build.h"

#include "model/copies.h"
#include "model/l1_cache.h"

#include <string.h>

/* What a limit's work and rate are made of, where the time is the one over the other. */
typedef enum rate_form {
	RATE_UNKNOWN,
	RATE_SM,     /* SMs * q * f / u */
	RATE_WARP,   /* SMs * q / lanes * f / u */
	RATE_PASS,   /* SMs * f / c_pass / u */
	RATE_PLACE,  /* SMs * f / c_place / u, which no fact of the device gives */
	RATE_ROOM,   /* SMs * n_room * f / u, room of L1 that no fact of the device gives */
	RATE_CLOCK,  /* f */
} rate_form;

typedef struct limit_row {
	const char *work_unit, *rate_unit;
	rate_form form;
	gm_fact_id fact;
} limit_row;

static const limit_row rows[GM_LIMIT_PIPE] = {
	[GM_LIMIT_L1_DATA] = {"passes", "passes/s", RATE_PASS, GM_SHARED_PASS_CYCLES},
	[GM_LIMIT_ISSUE] = {"instructions", "instructions/s", RATE_SM, GM_ISSUE_RATE},
	[GM_LIMIT_OPERANDS] = {"cycles", "Hz", RATE_SM, GM_ISSUE_RATE},
	[GM_LIMIT_ALU] = {"instructions", "instructions/s", RATE_WARP, GM_RATE_LOGIC},
	[GM_LIMIT_FMA] = {"instructions", "instructions/s", RATE_WARP, GM_RATE_F32},
	[GM_LIMIT_XU] = {"instructions", "instructions/s", RATE_WARP, GM_RATE_SPECIAL},
	[GM_LIMIT_CONSTANT] = {"places", "places/s", RATE_PLACE, GM_SM_CLOCK},
	[GM_LIMIT_CLUSTER] = {"cycles", "Hz", RATE_UNKNOWN, GM_SM_CLOCK},
	[GM_LIMIT_MATCH] = {"values", "values/s", RATE_SM, GM_MATCH_RATE},
	[GM_LIMIT_GAPS] = {"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK},
	[GM_LIMIT_LATENCY] = {"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK},
	[GM_LIMIT_LINES] = {"cycles", "Hz", RATE_ROOM, GM_SM_CLOCK},
	[GM_LIMIT_BLOCKS_STARTED] = {"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK},
	[GM_LIMIT_IN_TURN] = {"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK},
};

static bool
is_pipe(int limit)
{
	return limit >= GM_LIMIT_PIPE;
}

/* ---- what all units of the SMs share ---- */

/* Work of the busiest SM over the mean, as model/limits.h has it. */
static void
add_imbalance(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_limits_input in = gm_prediction_limits_input(p);
	const double value = gm_limit_imbalance(&in);
	if (!gm_derivation_knows(d, GM_SM_COUNT))
		return;
	const double each =
		(double)p->counts.blocks_count / gm_device_value(p->device, GM_SM_COUNT);
	const bool few = each <= 4 * (double)p->occupancy.blocks_per_sm;
	const gm_value u = {value, GM_KIND_MODEL, "blocks are whole"};
	const char *name = "work of the busiest SM over the mean";
	if (p->uneven.known) {
		const gm_value uneven = {value, GM_KIND_MODEL, "blocks of unlike length"};
		gm_step_given(d, "u", name, "", uneven, "model/uneven: blocks in the order they start");
		return;
	}
	const gm_term blocks = gm_term_named(d, "G"), sms = gm_term_fact(d, GM_SM_COUNT);
	if (few)
		gm_step_told(d, "u", name, "", u, "ceil(G / SMs) / (G / SMs)",
			     GM_TERMS(blocks, sms));
	else
		gm_step_told(d, "u", name, "", u, "1 + n / (4 * G / SMs)",
			     GM_TERMS(gm_term_named(d, "n"), blocks, sms));
	gm_step_note(d, few ? "Blocks are whole: the last round need not be full."
			    : "In many rounds an SM that is early takes the next block.");
}

/* ---- work ---- */

/* Passes through the banks of an SM's data: of shared memory and, from cc 7.0 on, of L1. */
static int
add_passes_of(gm_derivation *d, const char *symbol, const char *name, gm_space space)
{
	const gm_prediction *p = d->prediction;
	gm_term *terms =
		gm_arena_allocate(d->arena, (size_t)p->kernel->sites_count + 1, sizeof *terms);
	gm_term all =
		gm_term_total(d, symbol, name, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, space);
	all.value = gm_copies_data_passes(p->kernel, &p->counts, space);
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (p->kernel->sites[s].space == space &&
		    p->counts.sites[s].of[GM_COUNT_WAVEFRONTS] > 0 &&
		    !gm_copies_reads_nothing(&p->kernel->sites[s]))
			terms[count++] = gm_term_site(d, s, GM_COUNT_WAVEFRONTS);
	return gm_step_sum(d, symbol, name, "passes", (gm_value){all.value, all.kind, "counted"},
			   "%s", terms, count);
}

#define TAGS "model/l1_throughput: of a request's lines those of its fullest tag bank"

static gm_term
passes_term(gm_derivation *d, gm_value value)
{
	static const struct {
		gm_space space;
		const char *symbol, *name;
	} parts[] = {{GM_SHARED, "V_sh", "passes of shared memory"},
		     {GM_GLOBAL, "V_gl", "passes of global memory in L1"},
		     {GM_LOCAL, "V_lo", "passes of local memory in L1"}};
	enum { PARTS = sizeof parts / sizeof *parts };
	const gm_prediction *p = d->prediction;
	const double empty = gm_limit_empty_passes(p->device, p->kernel, &p->counts);
	gm_term terms[PARTS + 2];
	int count = 0;
	for (int i = 0; i < PARTS; i++)
		if (gm_copies_data_passes(p->kernel, &p->counts, parts[i].space) > 0)
			terms[count++] =
				gm_term_step(d, add_passes_of(d, parts[i].symbol, parts[i].name,
							      parts[i].space));
	if (empty > 0)
		terms[count++] = gm_term_modelled(
			"V_none", "passes of shuffles, threadIdx and requests without a lane", empty,
			"passes", "model/counts: a pass for each such instruction");
	const double waits = p->traffic.line_passes;
	if (waits > 0)
		terms[count++] = gm_term_modelled("V_tag", "passes more of requests that wait for the tags of several lines",
						  waits, "passes", "model/line_passes");
	const double tags = gm_limit_tag_turns(p->kernel, &p->counts);
	const gm_value passes = {gm_copies_all_passes(p->kernel, &p->counts) + empty + waits, value.kind,
				 value.why};
	const int all = gm_step_sum(d, "V", "passes", "passes", passes, "%s", terms, count);
	if (tags <= passes.value)
		return gm_term_step(d, all);
	return gm_term_step(
		d, gm_step_told(d, "X_l1_data", "what L1 is longer busy with", "passes", value,
				"max(V, T_tag)",
				GM_TERMS(gm_term_step(d, all),
					 gm_term_modelled("T_tag", "turns of the tag banks for loads",
							  tags, "passes", TAGS))));
}

/* What the issue section counted for a unit. */
static gm_term
unit_term(gm_derivation *d, gm_unit unit)
{
	const gm_step *issued = gm_derivation_find(d, "E_issued");
	const char *symbol = gm_arena_print(d->arena, "U_%s", gm_unit_name(unit));
	for (int i = 0; i < issued->terms_count; i++)
		if (strcmp(issued->terms[i].symbol, symbol) == 0)
			return issued->terms[i];
	return gm_term_named(d, "E_issued");
}

/* The middle between an instruction's own clocks and those of banks that share evenly. */
static gm_term
bank_term(gm_derivation *d, gm_value value)
{
	const gm_prediction *p = d->prediction;
	const gm_bank_clocks banks = gm_counts_bank_clocks(p->kernel, &p->counts);
	gm_term beyond = gm_term_counted(d, "B_own", "clocks of banks beyond one an instruction",
					 banks.beyond, "cycles");
	gm_term shared = gm_term_counted(d, "B_even", "clocks of banks that share evenly",
					 banks.shared, "cycles");
	beyond.kind = shared.kind = GM_KIND_MODEL;
	beyond.source = shared.source = value.why;
	return gm_term_step(d,
			    gm_step_told(d, "X_operands", "clocks of banks", "cycles", value,
					 "(E_issued + B_own + B_even) / 2",
					 GM_TERMS(gm_term_named(d, "E_issued"), beyond, shared)));
}

/* Instructions, and second turns of those that take two. */
static gm_term
slots_term(gm_derivation *d, const char *symbol, gm_value value)
{
	const gm_prediction *p = d->prediction;
	const gm_limits_input in = gm_prediction_limits_input(p);
	const double second = gm_limit_second_slots(&in);
	const gm_term issued = gm_term_named(d, "E_issued");
	if (second <= 0)
		return issued;
	const gm_term more = gm_term_modelled(
		"E_second", "further turns: loads, stores, shuffles, transcendentals but loads from shared memory; two of products of 64 bits, half a one of double precision",
		second, "instructions", value.why);
	return gm_term_step(d, gm_step_told(d, symbol, "turns of the schedulers", "instructions", value,
					    "E_issued + E_second", GM_TERMS(issued, more)));
}

/* All for the multiply-add unit; or its integers, which half of it takes. */
static gm_term
fma_term(gm_derivation *d, const char *symbol, gm_value value)
{
	const gm_prediction *p = d->prediction;
	const gm_term all = unit_term(d, GM_UNIT_FMA);
	const double heavy = gm_counts_heavy(p->kernel, &p->counts);
	if (value.value <= all.value || !gm_derivation_knows(d, GM_RATE_INT_MAD))
		return all;
	const gm_term integers = gm_term_modelled("U_heavy", "of these, integers", heavy, "instructions",
						  value.why);
	return gm_term_step(d, gm_step_told(d, symbol, "work of its busier half", "instructions", value,
					    "U_heavy * q_fp32 / q_int_mad",
					    GM_TERMS(integers, gm_term_fact(d, GM_RATE_F32),
						     gm_term_fact(d, GM_RATE_INT_MAD))));
}

static gm_term
work_term(gm_derivation *d, int limit, const char *unit)
{
	const gm_prediction *p = d->prediction;
	const gm_value value = {p->limits[limit].work, p->limits[limit].expected_s.kind,
				p->limits[limit].expected_s.why};
	const char *symbol = gm_arena_print(d->arena, "X_%s", gm_limit_name(limit));
	switch (limit) {
	case GM_LIMIT_L1_DATA:
		return passes_term(d, value);
	case GM_LIMIT_ISSUE:
		return slots_term(d, symbol, value);
	case GM_LIMIT_OPERANDS:
		return bank_term(d, value);
	case GM_LIMIT_ALU:
		return unit_term(d, GM_UNIT_ALU);
	case GM_LIMIT_FMA:
		return fma_term(d, symbol, value);
	case GM_LIMIT_XU:
		return unit_term(d, GM_UNIT_XU);
	case GM_LIMIT_CONSTANT:
		return gm_term_modelled(symbol, "places", value.value, unit, value.why);
	case GM_LIMIT_BLOCKS_STARTED:
		return gm_term_step(
			d, gm_derivation_start_cycles(d, symbol, "clocks of all starts", value));
	case GM_LIMIT_LATENCY:
		return gm_term_step(
			d, gm_derivation_latency_cycles(d, symbol, "clocks of all rounds", value));
	case GM_LIMIT_LINES:
		return gm_term_step(
			d, gm_derivation_line_cycles(d, symbol, "clocks of all lines on their way", value));
	case GM_LIMIT_IN_TURN:
		return gm_term_step(
			d, gm_derivation_turn_cycles(d, symbol, "clocks of blocks that wait for each other", value));
	case GM_LIMIT_GAPS:
		return gm_term_step(
			d, gm_derivation_gap_cycles(d, symbol, "clocks of all gaps", value));
	default:
		return gm_term_step(d, gm_step_given(d, symbol, "work", unit, value, value.why));
	}
}

/* ---- rate ---- */

static gm_term
rate_fact(gm_derivation *d, const limit_row *row)
{
	switch (row->form) {
	case RATE_PLACE:
		return gm_term_modelled("c_place", "clocks of a place", GM_CONSTANT_PLACE_CYCLES, "cycles",
					"model/limits: calibration kernels on an H200");
	case RATE_ROOM:
		return gm_term_modelled("n_room", "lines of L1 beside shared memory",
					d->prediction->traffic.l1_bytes / GM_LINE_BYTES, "lines",
					"model/l1_share: what the carve-out leaves");
	default:
		return gm_term_fact(d, row->fact);
	}
}

static int
add_rate(gm_derivation *d, const limit_row *row, const char *name, double per_s)
{
	const char *symbol = gm_arena_print(d->arena, "R_%s", name);
	const char *what = gm_arena_print(d->arena, "rate of %s", name), *unit = row->rate_unit;
	const gm_value value = {per_s, GM_KIND_MODEL, "the rate that the model gives"};
	if (row->form == RATE_UNKNOWN || !gm_derivation_knows(d, row->fact) ||
	    !gm_derivation_knows(d, GM_SM_COUNT) || !gm_derivation_knows(d, GM_SM_CLOCK))
		return gm_step_given(d, symbol, what, unit, value, value.why);
	const gm_term sms = gm_term_fact(d, GM_SM_COUNT);
	const gm_term fact = rate_fact(d, row);
	const gm_term clock = gm_term_sm_clock(d), u = gm_term_named(d, "u");
	const char *q = fact.symbol, *f = clock.symbol;
	switch (row->form) {
	case RATE_SM:
	case RATE_ROOM:
		return gm_step_told(d, symbol, what, unit, value,
				    gm_arena_print(d->arena, "SMs * %s * %s / u", q, f),
				    GM_TERMS(sms, fact, clock, u));
	case RATE_WARP:
		return gm_step_told(d, symbol, what, unit, value,
				    gm_arena_print(d->arena, "SMs * %s / lanes * %s / u", q, f),
				    GM_TERMS(sms, fact, gm_term_fact(d, GM_WARP_LANES), clock, u));
	default:
		return gm_step_told(d, symbol, what, unit, value,
				    gm_arena_print(d->arena, "SMs * %s / %s / u", f, q),
				    GM_TERMS(sms, clock, fact, u));
	}
}

/* The clock itself is a term, any other rate a step. */
static gm_term
rate_term(gm_derivation *d, const limit_row *row, const char *name, double per_s)
{
	if (row->form == RATE_CLOCK && gm_derivation_knows(d, GM_SM_CLOCK))
		return gm_term_sm_clock(d);
	return gm_term_step(d, add_rate(d, row, name, per_s));
}

/* ---- times ---- */

static void
add_quotient(gm_derivation *d, int limit, const char *symbol)
{
	const gm_limit_time *time = &d->prediction->limits[limit];
	const gm_term work = work_term(d, limit, rows[limit].work_unit);
	const gm_term rate = rate_term(d, &rows[limit], gm_limit_name(limit), time->rate_per_s);
	gm_step_told(d, symbol, gm_limit_what(limit), "s", time->expected_s,
		     gm_arena_print(d->arena, "%s / %s", work.symbol, rate.symbol),
		     GM_TERMS(work, rate));
}

static void
add_time(gm_derivation *d, int limit, const char *symbol)
{
	const gm_limit_time *time = &d->prediction->limits[limit];
	const char *what = gm_limit_what(limit);
	const gm_value value = time->expected_s;
	if (limit == GM_LIMIT_LAUNCH)
		gm_step_told(d, symbol, what, "s", value, "t_0",
			     GM_TERMS(gm_term_fact(d, GM_LAUNCH_TIME)));
	else if (limit == GM_LIMIT_DRAM)
		gm_derivation_dram_time(d, symbol, what, value);
	else if (limit == GM_LIMIT_L2)
		gm_derivation_l2_time(d, symbol, what, value);
	else if (limit == GM_LIMIT_L2_FILL)
		gm_derivation_l2_fill_time(d, symbol, what, value);
	else if (limit == GM_LIMIT_ATOMICS)
		gm_derivation_atomics_time(d, symbol, what, value);
	else if (is_pipe(limit))
		gm_derivation_pipe_time(d, (gm_pipe)(limit - GM_LIMIT_PIPE), symbol, what, value,
					false);
	else if (time->rate_per_s == 0)
		gm_step_given(d, symbol, what, "s", value, value.why);
	else
		add_quotient(d, limit, symbol);
}

static void
add_limit(gm_derivation *d, int limit)
{
	const gm_value value = d->prediction->limits[limit].expected_s;
	const char *symbol = gm_arena_print(d->arena, "t_%s", gm_limit_name(limit));
	if (value.kind == GM_KIND_UNKNOWN)
		gm_step_given(d, symbol, gm_limit_what(limit), "s", value, "");
	else if (value.value > 0)
		add_time(d, limit, symbol);
	else
		return;
	d->steps[d->steps_count - 1].limit = limit;
}

void
gm_derivation_add_limits(gm_derivation *d)
{
	gm_section_begin(d, "limits", "What each part of the device would need alone",
			 "Time is work over rate; rates are those measured where they are known.");
	add_imbalance(d);
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		add_limit(d, i);
}
