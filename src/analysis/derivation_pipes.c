#include "analysis/derivation_build.h"

/* Sums over the sites of a pipe. */
typedef struct pipe_work {
	double single, packed; /* warp instructions; packed ones give two results a lane */
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
		if (site->operation == GM_MMA)
			work.matrix_flop += (double)of[GM_COUNT_FLOP];
		else if (site->type == GM_F16X2)
			work.packed += (double)of[GM_COUNT_INSTRUCTIONS];
		else
			work.single += (double)of[GM_COUNT_INSTRUCTIONS];
	}
	return work;
}

const char *
gm_derivation_pipe_results(gm_derivation *d, gm_pipe pipe, gm_term terms[4], int *count)
{
	const pipe_work work = work_of(d->prediction, pipe);
	const gm_term lanes = gm_term_fact(d, "lanes", GM_WARP_LANES, "");
	const gm_term single =
		gm_term_counted(d, "E", "warp instructions of this unit", work.single, "");
	const gm_term packed =
		gm_term_counted(d, "E_2", "those with two results a lane", work.packed, "");
	if (pipe == GM_PIPE_TENSOR) {
		terms[0] = gm_term_counted(d, "F_mma", "operations of tensor instructions",
					   work.matrix_flop, "FLOP");
		*count = 1;
		return "F_mma / 2";
	}
	terms[0] = single;
	terms[1] = lanes;
	terms[2] = packed;
	*count = work.packed > 0 ? 3 : 2;
	return work.packed > 0 ? "(E + 2 * E_2) * lanes" : "E * lanes";
}

gm_fact_id
gm_derivation_pipe_rate(const gm_prediction *prediction, gm_pipe pipe)
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
	const gm_device *device = d->prediction->device;
	const gm_fact_id rate = gm_derivation_pipe_rate(d->prediction, pipe);
	gm_term terms[8];
	int count = 0;
	if (!gm_device_knows(device, rate) || !gm_device_knows(device, GM_SM_COUNT) ||
	    !gm_device_knows(device, GM_SM_CLOCK))
		return gm_step_given(d, symbol, name, "s", time, "");
	const char *results = gm_derivation_pipe_results(d, pipe, terms, &count);
	const char *formula = gm_arena_print(
		d->arena, at_peak ? "%s / (SMs * q * f)" : "%s / (SMs * q * f) * u", results);
	terms[count++] = gm_term_fact(d, "SMs", GM_SM_COUNT, "");
	terms[count++] = gm_term_fact(d, "q", rate, "/cycle");
	terms[count++] = at_peak ? gm_term_fact(d, "f", GM_SM_CLOCK, "Hz")
				 : gm_term_achievable(d, "f", GM_SM_CLOCK, "Hz");
	if (!at_peak)
		terms[count++] = gm_term_named(d, "u");
	return gm_step_told(d, symbol, name, "s", time, formula, terms, count);
}
