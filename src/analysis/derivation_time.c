#include "analysis/derivation_build.h"

#include <stdio.h>
#include <string.h>

static gm_term
term_of(const gm_derivation *d, const char *symbol)
{
	return gm_term_step(d, (int)(gm_derivation_find(d, symbol) - d->steps));
}

static double
total(const gm_prediction *p, gm_counter counter, gm_operation operation, gm_space space)
{
	return (double)gm_counts_sum(p->kernel, &p->counts, counter, operation, space);
}

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
	        d, "i", "warp instructions per load from global memory", "", "E_all / E_ld",
	        GM_TERMS(gm_term_counted(d, "E_all", "warp instructions",
	                                 total(p, GM_COUNT_INSTRUCTIONS, GM_OPERATION_COUNT,
	                                       GM_SPACE_COUNT),
	                                 ""),
	                 gm_term_counted(d, "E_ld", "loads from global memory, by warps",
	                                 total(p, GM_COUNT_REQUESTS, GM_LOAD, GM_GLOBAL), "")));
	const int issue =
	        gm_step_derived(d, "c", "clocks to issue one", "cycles", "1 / q",
	                        GM_TERMS(gm_term_fact(d, "q", GM_ISSUE_RATE, "/cycle")));
	gm_step_told(d, "W_hide", "warps that hide the latency of DRAM", "warps", warps->value,
	             "ceil(L / (i * c))",
	             GM_TERMS(gm_term_fact(d, "L", GM_LATENCY_DRAM, "cycles"), gm_term_step(d, between),
	                      gm_term_step(d, issue)));
	gm_step_note(d, "%lld are resident%s.", (long long)p->occupancy.warps_per_sm,
	             (double)p->occupancy.warps_per_sm < warps->value.value
	                     ? "; fewer than that, if each load is waited for"
	                     : "");
}

/* ---- limits ---- */

/* What a limit's work and rate are made of. Rows that are not here are told without a formula. */
typedef enum rate_form {
	RATE_UNKNOWN,
	RATE_FACT,   /* bytes per second: a row and its measured twin */
	RATE_SM,     /* SMs * q * f */
	RATE_PASS,   /* SMs * f / c */
	RATE_DEVICE, /* x * f */
	RATE_ONCE,   /* 1 / t */
} rate_form;

typedef struct limit_row {
	const char *work_unit, *rate_unit, *work; /* `work`: the symbol of a step, or NULL */
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
		return (limit_row){"B", "B/s", "Q_DRAM", RATE_FACT, GM_DRAM_BANDWIDTH};
	case GM_LIMIT_L2: return (limit_row){"B", "B/s", "Q_L2", RATE_FACT, GM_L2_BANDWIDTH};
	case GM_LIMIT_L1_DATA:
		return (limit_row){"passes", "passes/s", NULL, RATE_PASS, GM_SHARED_PASS_CYCLES};
	case GM_LIMIT_ISSUE:
		return (limit_row){"instructions", "instructions/s", NULL, RATE_SM, GM_ISSUE_RATE};
	case GM_LIMIT_BLOCKS_STARTED:
		return (limit_row){"blocks", "blocks/s", "G", RATE_DEVICE, GM_BLOCK_START_RATE};
	case GM_LIMIT_ATOMICS:
		return (limit_row){"passes", "passes/s", NULL, RATE_UNKNOWN, GM_FACT_COUNT};
	case GM_LIMIT_LATENCY:
		return (limit_row){"cycles", "Hz", NULL, RATE_UNKNOWN, GM_FACT_COUNT};
	case GM_LIMIT_LAUNCH: return (limit_row){"launches", "launches/s", NULL, RATE_ONCE, GM_LAUNCH_TIME};
	default: break;
	}
	if (is_pipe(limit))
		return (limit_row){"results", "results/s", NULL, RATE_SM,
		                   gm_derivation_pipe_rate(p, pipe_of(limit))};
	return (limit_row){"", "/s", NULL, RATE_UNKNOWN, GM_FACT_COUNT};
}

static int
add_rate(gm_derivation *d, const limit_row *row, const char *name, double per_s)
{
	const gm_device *device = d->prediction->device;
	const char *symbol = gm_arena_print(d->arena, "R_%s", name);
	const char *what = gm_arena_print(d->arena, "rate of %s", name);
	const gm_value value = {per_s, GM_KIND_EXACT, "the rate of the model"};
	const bool clocked = gm_device_knows(device, GM_SM_COUNT) && gm_device_knows(device, GM_SM_CLOCK);
	const bool stated = row->form != RATE_UNKNOWN && gm_device_knows(device, row->fact);
	if (!stated || !clocked)
		return gm_step_given(d, symbol, what, row->rate_unit, value, value.why);
	const gm_term sms = gm_term_fact(d, "SMs", GM_SM_COUNT, "");
	const gm_term clock = gm_term_achievable(d, "f", GM_SM_CLOCK, "Hz");
	if (row->form == RATE_FACT)
		return gm_step_told(d, symbol, what, row->rate_unit, value, "B",
		                    GM_TERMS(gm_term_achievable(d, "B", row->fact, "B/s")));
	if (row->form == RATE_SM)
		return gm_step_told(d, symbol, what, row->rate_unit, value, "SMs * q * f",
		                    GM_TERMS(sms, gm_term_fact(d, "q", row->fact, "/cycle"), clock));
	if (row->form == RATE_PASS)
		return gm_step_told(d, symbol, what, row->rate_unit, value, "SMs * f / c",
		                    GM_TERMS(sms, clock, gm_term_fact(d, "c", row->fact, "cycles")));
	if (row->form == RATE_DEVICE)
		return gm_step_told(d, symbol, what, row->rate_unit, value, "q * f",
		                    GM_TERMS(gm_term_fact(d, "q", row->fact, "/cycle"), clock));
	return gm_step_told(d, symbol, what, row->rate_unit, value, "1 / t",
	                    GM_TERMS(gm_term_fact(d, "t", row->fact, "s")));
}

static int
add_work(gm_derivation *d, int limit, const limit_row *row, const char *name, double work)
{
	const gm_prediction *p = d->prediction;
	const char *symbol = gm_arena_print(d->arena, "X_%s", name);
	const char *what = gm_arena_print(d->arena, "work of %s", name);
	const gm_value value = {work, p->limits[limit].expected_s.kind, p->limits[limit].expected_s.why};
	if (row->work && gm_derivation_find(d, row->work))
		return gm_step_told(d, symbol, what, row->work_unit, value, row->work,
		                    GM_TERMS(term_of(d, row->work)));
	if (limit == GM_LIMIT_L1_DATA)
		return gm_step_told(
		        d, symbol, what, row->work_unit, value, "V_sh + V_gl",
		        GM_TERMS(gm_term_counted(d, "V_sh", "passes of shared memory",
		                                 total(p, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_SHARED),
		                                 ""),
		                 gm_term_counted(d, "V_gl", "passes of global memory through L1",
		                                 total(p, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_GLOBAL),
		                                 "")));
	if (limit == GM_LIMIT_ISSUE)
		return gm_step_told(d, symbol, what, row->work_unit, value, "E_all",
		                    GM_TERMS(gm_term_counted(d, "E_all", "warp instructions",
		                                             total(p, GM_COUNT_INSTRUCTIONS,
		                                                   GM_OPERATION_COUNT, GM_SPACE_COUNT),
		                                             "")));
	if (is_pipe(limit)) {
		gm_term terms[4];
		int count = 0;
		const char *formula = gm_derivation_pipe_results(d, pipe_of(limit), terms, &count);
		return gm_step_told(d, symbol, what, row->work_unit, value, formula, terms, count);
	}
	return gm_step_given(d, symbol, what, row->work_unit, value, value.why);
}

static void
add_limit(gm_derivation *d, int limit)
{
	const gm_limit_time *time = &d->prediction->limits[limit];
	const char *name = gm_limit_name(limit);
	const char *symbol = gm_arena_print(d->arena, "t_%s", name);
	const limit_row row = row_of(d->prediction, limit);
	if (time->expected_s.kind != GM_KIND_UNKNOWN && time->expected_s.value == 0)
		return;
	if (time->expected_s.kind != GM_KIND_UNKNOWN && time->rate_per_s == 0 && is_pipe(limit)) {
		gm_derivation_pipe_time(d, pipe_of(limit), symbol, gm_limit_what(limit),
		                        time->expected_s, false);
	} else if (time->expected_s.kind == GM_KIND_UNKNOWN || time->rate_per_s == 0) {
		gm_step_given(d, symbol, gm_limit_what(limit), "s", time->expected_s,
		              time->expected_s.kind == GM_KIND_UNKNOWN ? "" : time->expected_s.why);
	} else {
		const int work = add_work(d, limit, &row, name, time->work);
		const int rate = add_rate(d, &row, name, time->rate_per_s);
		gm_step_told(d, symbol, gm_limit_what(limit), "s", time->expected_s,
		             gm_arena_print(d->arena, "X_%s / R_%s", name, name),
		             GM_TERMS(gm_term_step(d, work), gm_term_step(d, rate)));
	}
	d->steps[d->steps_count - 1].limit = limit;
}

static void
add_limits(gm_derivation *d)
{
	gm_section_begin(d, "limits", "What each part of the device would need alone",
	                 "Time is work over rate; rates are those measured where they are known.");
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		add_limit(d, i);
}

/* ---- the prediction ---- */

static int
add_duration(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_text formula = {0};
	gm_term terms[GM_TERMS_MAX];
	int count = 0;
	const bool launch = p->limits[GM_LIMIT_LAUNCH].expected_s.kind != GM_KIND_UNKNOWN;
	if (launch) {
		terms[count++] = term_of(d, "t_launch");
		gm_text_append(&formula, "t_launch + ");
	}
	for (int i = 0; i < d->steps_count && count < GM_TERMS_MAX; i++) {
		const gm_step *step = &d->steps[i];
		if (step->limit < 0 || step->limit == GM_LIMIT_LAUNCH ||
		    step->value.kind == GM_KIND_UNKNOWN)
			continue;
		gm_text_print(&formula, "%s%s", count > launch ? ", " : "max(", step->symbol);
		terms[count++] = gm_term_step(d, i);
	}
	gm_text_append(&formula, ")");
	const int step = gm_step_told(d, "t", "predicted time", "s", p->time_s, formula.bytes, terms, count);
	gm_text_dispose(&formula);
	return step;
}

static void
add_prediction(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_metric *flops = gm_prediction_metric(p, "gpumodel__flop_per_second");
	const gm_metric *bandwidth = gm_prediction_metric(p, "gpumodel__effective_bandwidth");
	gm_section_begin(d, "prediction", "The prediction", p->verdict);
	const int time = add_duration(d);
	if (flops && flops->value.kind != GM_KIND_UNKNOWN)
		gm_step_told(d, "P_t", "operations per second", "FLOP/s", flops->value, "F / t",
		             GM_TERMS(term_of(d, "F"), gm_term_step(d, time)));
	if (bandwidth && bandwidth->value.kind != GM_KIND_UNKNOWN)
		gm_step_told(d, "B_t", "bytes that the threads ask of global memory, per second", "B/s",
		             bandwidth->value, "A_gl / t",
		             GM_TERMS(gm_term_counted(d, "A_gl", "bytes requested of global memory",
		                                      total(p, GM_COUNT_REQUESTED_BYTES,
		                                            GM_OPERATION_COUNT, GM_GLOBAL),
		                                      "B"),
		                      gm_term_step(d, time)));
}

void
gm_derivation_add_time(gm_derivation *d)
{
	add_hiding(d);
	if (d->prediction->occupancy.launchable)
		add_limits(d);
	add_prediction(d);
}
