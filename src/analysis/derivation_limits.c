#include "analysis/derivation_build.h"

#include <string.h>

/* What a limit's work and rate are made of. Rows that are not here are told without a formula. */
typedef enum rate_form {
	RATE_UNKNOWN,
	RATE_FACT,   /* bytes per second: a row and its measured twin */
	RATE_SM,     /* SMs * q * f / u */
	RATE_WARP,   /* SMs * q / lanes * f / u */
	RATE_PASS,   /* SMs * f / c / u */
	RATE_DEVICE, /* q * f */
	RATE_CLOCK,  /* f */
} rate_form;

typedef struct limit_row {
	const char *work_unit, *rate_unit;
	rate_form form;
	gm_fact_id fact;
} limit_row;

static bool
is_pipe(int limit)
{
	return limit >= GM_LIMIT_PIPE && limit < GM_LIMIT_PIPE + GM_PIPE_COUNT;
}

static gm_pipe
pipe_of(int limit)
{
	return (gm_pipe)(limit - GM_LIMIT_PIPE);
}

static limit_row
row_of(const gm_prediction *p, int limit)
{
	switch (limit) {
	case GM_LIMIT_DRAM:
		return (limit_row){"B", "B/s", RATE_FACT, GM_DRAM_BANDWIDTH};
	case GM_LIMIT_L2:
		return (limit_row){"B", "B/s", RATE_FACT, GM_L2_BANDWIDTH};
	case GM_LIMIT_L1_DATA:
		return (limit_row){"passes", "passes/s", RATE_PASS, GM_SHARED_PASS_CYCLES};
	case GM_LIMIT_ISSUE:
		return (limit_row){"instructions", "instructions/s", RATE_SM, GM_ISSUE_RATE};
	case GM_LIMIT_ALU:
		return (limit_row){"instructions", "instructions/s", RATE_WARP, GM_RATE_LOGIC};
	case GM_LIMIT_FMA:
		return (limit_row){"instructions", "instructions/s", RATE_WARP, GM_RATE_F32};
	case GM_LIMIT_XU:
		return (limit_row){"instructions", "instructions/s", RATE_WARP, GM_RATE_SPECIAL};
	case GM_LIMIT_GAPS:
		return (limit_row){"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK};
	case GM_LIMIT_ATOMICS:
		return (limit_row){"passes", "passes/s", RATE_UNKNOWN, GM_FACT_COUNT};
	case GM_LIMIT_LATENCY:
		return (limit_row){"cycles", "Hz", RATE_CLOCK, GM_SM_CLOCK};
	case GM_LIMIT_BLOCKS_STARTED:
		return (limit_row){"blocks", "blocks/s", RATE_DEVICE, GM_BLOCK_START_RATE};
	default:
		break;
	}
	if (is_pipe(limit))
		return (limit_row){"results", "results/s", RATE_SM,
				   gm_derivation_pipe_rate(p, pipe_of(limit))};
	return (limit_row){"units", "units/s", RATE_UNKNOWN, GM_FACT_COUNT};
}

/* ---- what all units of the SMs share ---- */

/* Work of the busiest SM over the mean, as model/limits.h has it. */
static void
add_imbalance(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_limits_input in = {p->device,   p->kernel,     &p->counts,
				    &p->traffic, &p->occupancy, p->request.cache == GM_CACHE_WARM};
	const double value = gm_limit_imbalance(&in);
	if (!gm_device_knows(p->device, GM_SM_COUNT))
		return;
	const double each =
		(double)p->counts.blocks_count / gm_device_value(p->device, GM_SM_COUNT);
	const bool few = each <= 4 * (double)p->occupancy.blocks_per_sm;
	gm_step_told(d, "u", "work of the busiest SM over the mean", "",
		     (gm_value){value, GM_KIND_MODEL, "blocks are whole"},
		     few ? "ceil(G / SMs) / (G / SMs)" : "1 + n / (4 * G / SMs)",
		     GM_TERMS(gm_term_named(d, "G"), gm_term_named(d, "n"),
			      gm_term_fact(d, "SMs", GM_SM_COUNT, "")));
	gm_step_note(d, few ? "Blocks are whole: the last round need not be full."
			    : "In many rounds an SM that is early takes the next block.");
}

/* ---- work and rate ---- */

static int
add_rate(gm_derivation *d, const limit_row *row, const char *name, double per_s)
{
	const gm_device *device = d->prediction->device;
	const char *symbol = gm_arena_print(d->arena, "R_%s", name);
	const char *what = gm_arena_print(d->arena, "rate of %s", name), *unit = row->rate_unit;
	const gm_value value = {per_s, GM_KIND_MODEL, "the rate that the model gives"};
	const bool clocked =
		gm_device_knows(device, GM_SM_COUNT) && gm_device_knows(device, GM_SM_CLOCK);
	const bool stated = row->form != RATE_UNKNOWN && gm_device_knows(device, row->fact);
	if (!stated || !clocked)
		return gm_step_given(d, symbol, what, unit, value, value.why);
	const gm_term sms = gm_term_fact(d, "SMs", GM_SM_COUNT, "");
	const gm_term clock = gm_term_achievable(d, "f", GM_SM_CLOCK, "Hz");
	switch (row->form) {
	case RATE_FACT:
		return gm_step_told(d, symbol, what, unit, value, "B",
				    GM_TERMS(gm_term_achievable(d, "B", row->fact, "B/s")));
	case RATE_SM:
		return gm_step_told(d, symbol, what, unit, value, "SMs * q * f / u",
				    GM_TERMS(sms, gm_term_fact(d, "q", row->fact, "/cycle"), clock,
					     gm_term_named(d, "u")));
	case RATE_WARP:
		return gm_step_told(d, symbol, what, unit, value, "SMs * q / lanes * f / u",
				    GM_TERMS(sms, gm_term_fact(d, "q", row->fact, "/cycle"),
					     gm_term_fact(d, "lanes", GM_WARP_LANES, ""), clock,
					     gm_term_named(d, "u")));
	case RATE_PASS:
		return gm_step_told(d, symbol, what, unit, value, "SMs * f / c / u",
				    GM_TERMS(sms, clock, gm_term_fact(d, "c", row->fact, "cycles"),
					     gm_term_named(d, "u")));
	case RATE_DEVICE:
		return gm_step_told(d, symbol, what, unit, value, "q * f",
				    GM_TERMS(gm_term_fact(d, "q", row->fact, "/cycle"), clock));
	default:
		return gm_step_told(d, symbol, what, unit, value, "f", GM_TERMS(clock));
	}
}

/* The unit whose machine instructions a limit counts, all of them for the issue; -1. */
static int
unit_of(int limit)
{
	switch (limit) {
	case GM_LIMIT_ISSUE:
		return GM_UNIT_COUNT;
	case GM_LIMIT_ALU:
		return GM_UNIT_ALU;
	case GM_LIMIT_FMA:
		return GM_UNIT_FMA;
	case GM_LIMIT_XU:
		return GM_UNIT_XU;
	default:
		return -1;
	}
}

static gm_term
issued_term(gm_derivation *d, gm_unit unit)
{
	const gm_prediction *p = d->prediction;
	gm_term term = gm_term_counted(d, "E_issued", "warp instructions that are issued",
				       gm_counts_issued(p->kernel, &p->counts, unit, false), "");
	if (p->kernel->issues_known) {
		term.source = gm_kernel_issues_why(p->kernel);
		term.kind = GM_KIND_MODEL;
	}
	return term;
}

static int
add_work(gm_derivation *d, int limit, const limit_row *row, const char *name, double work)
{
	const gm_prediction *p = d->prediction;
	const char *symbol = gm_arena_print(d->arena, "X_%s", name);
	const char *what = gm_arena_print(d->arena, "work of %s", name), *unit = row->work_unit;
	const gm_value value = {work, p->limits[limit].expected_s.kind,
				p->limits[limit].expected_s.why};
	const char *same = limit == GM_LIMIT_DRAM             ? "Q_DRAM"
			   : limit == GM_LIMIT_L2             ? "Q_L2"
			   : limit == GM_LIMIT_BLOCKS_STARTED ? "G"
							      : NULL;
	if (same && gm_derivation_find(d, same))
		return gm_step_told(d, symbol, what, unit, value, same,
				    GM_TERMS(gm_term_named(d, same)));
	if (limit == GM_LIMIT_LATENCY)
		return gm_derivation_latency_cycles(d, symbol, what, value);
	if (limit == GM_LIMIT_L1_DATA)
		return gm_step_told(
			d, symbol, what, unit, value, "V_sh + V_gl",
			GM_TERMS(gm_term_total(d, "V_sh", "passes of shared memory",
					       GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_SHARED),
				 gm_term_total(d, "V_gl", "passes of global memory through L1",
					       GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT,
					       GM_GLOBAL)));
	if (limit == GM_LIMIT_GAPS)
		return gm_derivation_gap_cycles(d, symbol, what, value);
	if (unit_of(limit) >= 0)
		return gm_step_told(d, symbol, what, unit, value, "E_issued",
				    GM_TERMS(issued_term(d, (gm_unit)unit_of(limit))));
	if (limit == GM_LIMIT_ATOMICS)
		return gm_step_told(d, symbol, what, unit, value, "A_p",
				    GM_TERMS(gm_term_total(d, "A_p", "passes of global atomics",
							   GM_COUNT_ATOMIC_PASSES,
							   GM_OPERATION_COUNT, GM_GLOBAL)));
	if (is_pipe(limit)) {
		gm_term terms[4];
		int count = 0;
		const char *formula = gm_derivation_pipe_results(d, pipe_of(limit), terms, &count);
		return gm_step_told(d, symbol, what, unit, value, formula, terms, count);
	}
	return gm_step_given(d, symbol, what, unit, value, value.why);
}

/* ---- times ---- */

static void
add_quotient(gm_derivation *d, int limit, const char *symbol)
{
	const gm_limit_time *time = &d->prediction->limits[limit];
	const char *name = gm_limit_name(limit);
	const limit_row row = row_of(d->prediction, limit);
	const int work = add_work(d, limit, &row, name, time->work);
	const int rate = add_rate(d, &row, name, time->rate_per_s);
	gm_step_told(d, symbol, gm_limit_what(limit), "s", time->expected_s,
		     gm_arena_print(d->arena, "X_%s / R_%s", name, name),
		     GM_TERMS(gm_term_step(d, work), gm_term_step(d, rate)));
}

static void
add_launch(gm_derivation *d, const char *symbol)
{
	const gm_value time = d->prediction->limits[GM_LIMIT_LAUNCH].expected_s;
	gm_step_told(d, symbol, gm_limit_what(GM_LIMIT_LAUNCH), "s", time, "t_0",
		     GM_TERMS(gm_term_fact(d, "t_0", GM_LAUNCH_TIME, "s")));
}

static void
add_limit(gm_derivation *d, int limit)
{
	const gm_limit_time *time = &d->prediction->limits[limit];
	const char *symbol = gm_arena_print(d->arena, "t_%s", gm_limit_name(limit));
	const char *what = gm_limit_what(limit);
	const bool unknown = time->expected_s.kind == GM_KIND_UNKNOWN;
	if (!unknown && time->expected_s.value == 0)
		return;
	if (unknown)
		gm_step_given(d, symbol, what, "s", time->expected_s, "");
	else if (limit == GM_LIMIT_LAUNCH)
		add_launch(d, symbol);
	else if (time->rate_per_s == 0 && is_pipe(limit))
		gm_derivation_pipe_time(d, pipe_of(limit), symbol, what, time->expected_s, false);
	else if (time->rate_per_s == 0)
		gm_step_given(d, symbol, what, "s", time->expected_s, time->expected_s.why);
	else if (limit != GM_LIMIT_DRAM ||
		 !gm_derivation_dram_time(d, symbol, what, time->expected_s))
		add_quotient(d, limit, symbol);
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
