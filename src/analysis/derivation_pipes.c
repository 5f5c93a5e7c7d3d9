#include "analysis/derivation_build.h"

/* Sums over the sites of a pipe. */
typedef struct pipe_work {
	double single, packed; /* warp instructions that are made; packed ones give two results a lane */
	double matrix_flop;    /* of tensor instructions */
} pipe_work;

static pipe_work
work_of(const gm_prediction *p, gm_pipe pipe)
{
	pipe_work work = {0};
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site *site = &p->kernel->sites[s];
		const int64_t *of = p->counts.sites[s].of;
		if (gm_pipe_of(site->operation, site->type) != pipe)
			continue;
		const double made = (double)of[GM_COUNT_INSTRUCTIONS] * gm_pipe_left(p->kernel, &p->counts, s, pipe);
		if (site->operation == GM_MMA)
			work.matrix_flop += (double)of[GM_COUNT_FLOP];
		else if (site->type == GM_F16X2)
			work.packed += made;
		else
			work.single += made;
	}
	return work;
}

/* The formula of the results it must deliver, and its terms. */
static const char *
results_of(gm_derivation *d, gm_pipe pipe, gm_term terms[4], int *count)
{
	const pipe_work work = work_of(d->prediction, pipe);
	const char *name = gm_pipe_name(pipe), *what = gm_pipe_what(pipe);
	if (pipe == GM_PIPE_TENSOR) {
		terms[0] = gm_term_counted(d, "F_mma", "operations of tensor instructions",
					   work.matrix_flop, "FLOP");
		*count = 1;
		return "F_mma / 2";
	}
	terms[0] = gm_term_counted(d, gm_arena_print(d->arena, "X_%s", name),
				   gm_arena_print(d->arena, "warp instructions: %s", what),
				   work.single, "");
	terms[1] = gm_term_fact(d, GM_WARP_LANES);
	terms[2] = gm_term_counted(d, gm_arena_print(d->arena, "X2_%s", name),
				   "those with two results a lane", work.packed, "");
	*count = work.packed > 0 ? 3 : 2;
	return work.packed > 0 ? gm_arena_print(d->arena, "(X_%s + 2 * X2_%s) * lanes", name, name)
			       : gm_arena_print(d->arena, "X_%s * lanes", name);
}

/* The row of its rate; of tensor instructions that of their first type. */
static gm_fact_id
rate_of(const gm_prediction *prediction, gm_pipe pipe)
{
	static const gm_fact_id rates[GM_PIPE_COUNT] = {
#define X(id, name, rate, what) [id] = rate,
		GM_PIPE_LIST(X)
#undef X
	};
	for (int s = 0; pipe == GM_PIPE_TENSOR && s < prediction->kernel->sites_count; s++) {
		const gm_site *site = &prediction->kernel->sites[s];
		if (site->operation != GM_MMA)
			continue;
		return site->type == GM_TF32 || site->type == GM_F32 ? GM_RATE_TENSOR_TF32
		       : site->type == GM_F64                        ? GM_RATE_TENSOR_F64
		       : site->type == GM_S8 || site->type == GM_U8  ? GM_RATE_TENSOR_S8
								     : GM_RATE_TENSOR_F16;
	}
	return rates[pipe];
}

int
gm_derivation_pipe_time(gm_derivation *d, gm_pipe pipe, const char *symbol, const char *name,
			gm_value time, bool at_peak)
{
	const gm_fact_id rate = rate_of(d->prediction, pipe);
	gm_term terms[8];
	int count = 0;
	if (!gm_derivation_knows(d, rate) || !gm_derivation_knows(d, GM_SM_COUNT) ||
	    !gm_derivation_knows(d, GM_SM_CLOCK))
		return gm_step_given(d, symbol, name, "s", time, time.why);
	const char *results = results_of(d, pipe, terms, &count);
	const gm_term lanes = gm_term_fact(d, rate);
	const gm_term clock =
		at_peak ? gm_term_fact(d, GM_SM_CLOCK) : gm_term_sm_clock(d);
	terms[count++] = gm_term_fact(d, GM_SM_COUNT);
	terms[count++] = lanes;
	terms[count++] = clock;
	if (!at_peak)
		terms[count++] = gm_term_named(d, "u");
	return gm_step_told(d, symbol, name, "s", time,
			    gm_arena_print(d->arena, "%s / (SMs * %s * %s)%s", results,
					   lanes.symbol, clock.symbol, at_peak ? "" : " * u"),
			    terms, count);
}
