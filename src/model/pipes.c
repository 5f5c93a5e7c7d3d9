#include "model/pipes.h"

#include <math.h>

static const struct {
	const char *name;
	gm_fact_id rate;
	const char *what;
} pipes[GM_PIPE_COUNT] = {
#define X(id, name, rate, what) [id] = {name, rate, what},
        GM_PIPE_LIST(X)
#undef X
};

const char *
gm_pipe_name(gm_pipe pipe)
{
	return pipes[pipe].name;
}

const char *
gm_pipe_what(gm_pipe pipe)
{
	return pipes[pipe].what;
}

static gm_pipe
arithmetic_pipe(gm_operation operation, gm_type type)
{
	switch (type) {
	case GM_F64:
	case GM_F64X2:
		return GM_PIPE_F64;
	case GM_F16:
	case GM_F16X2:
	case GM_BF16:
		return GM_PIPE_F16;
	case GM_F32:
	case GM_F32X2:
	case GM_F32X4:
	case GM_TF32:
		return GM_PIPE_F32;
	default:
		return operation == GM_ADD ? GM_PIPE_INT_ADD : GM_PIPE_INT_MAD;
	}
}

gm_pipe
gm_pipe_of(gm_operation operation, gm_type type)
{
	switch (operation) {
	case GM_FMA:
	case GM_ADD:
	case GM_MUL:
	case GM_MAD:
		return arithmetic_pipe(operation, type);
	case GM_DIV:
		return type == GM_F64                ? GM_PIPE_F64
		       : gm_type_is_floating(type) ? GM_PIPE_SPECIAL
		                                   : GM_PIPE_INT_MAD;
	case GM_SQRT:
	case GM_RECIPROCAL:
	case GM_EXP:
	case GM_LOG:
	case GM_TRIG:
		return type == GM_F64 ? GM_PIPE_F64 : GM_PIPE_SPECIAL;
	case GM_MIN_MAX:
	case GM_COMPARE:
		return type == GM_F64 ? GM_PIPE_F64 : GM_PIPE_COMPARE;
	case GM_LOGIC: return GM_PIPE_LOGIC;
	case GM_SHIFT: return GM_PIPE_SHIFT;
	case GM_BITS: return GM_PIPE_SPECIAL;
	case GM_CONVERT: return GM_PIPE_CONVERT;
	case GM_SHUFFLE:
	case GM_VOTE: return GM_PIPE_SHUFFLE;
	case GM_MMA: return GM_PIPE_TENSOR;
	case GM_LOAD:
	case GM_STORE:
	case GM_ATOMIC:
	case GM_REDUCE:
	case GM_ASYNC_COPY: return GM_PIPE_LOAD_STORE;
	case GM_BARRIER: return GM_PIPE_BARRIER;
	default: return GM_PIPE_COUNT;
	}
}

static gm_fact_id
tensor_rate(gm_type type)
{
	return type == GM_TF32 || type == GM_F32 ? GM_RATE_TENSOR_TF32
	       : type == GM_F64                  ? GM_RATE_TENSOR_F64
	       : type == GM_S8 || type == GM_U8  ? GM_RATE_TENSOR_S8
	                                         : GM_RATE_TENSOR_F16;
}

double
gm_pipe_left(const gm_kernel *kernel, const gm_counts *counts, int site, gm_pipe pipe)
{
	if (!kernel->entry || !kernel->issues_known || !counts->issue)
		return 1;
	const float *floats = counts->issue[site].floats, *of = counts->issue[site].of;
	switch (pipe) {
	case GM_PIPE_F32:
		return fmin(1, (double)(floats[GM_FLOAT_FADD] + floats[GM_FLOAT_FMUL] + floats[GM_FLOAT_FFMA]));
	case GM_PIPE_F64: return fmin(1, (double)of[GM_UNIT_FP64]);
	case GM_PIPE_F16:
		return fmin(1, (double)(of[GM_UNIT_FMA] + of[GM_UNIT_TENSOR] + counts->issue[site].either));
	default: return 1;
	}
}

/* Results the pipe must deliver for one site. */
static double
results_of(const gm_kernel *kernel, const gm_counts *counts, int s, gm_pipe pipe, double warp_lanes)
{
	const gm_site *site = &kernel->sites[s];
	const int64_t *of = counts->sites[s].of;
	if (of[GM_COUNT_MATCHED] > 0) /* a limit of its own */
		return 0;
	if (site->operation == GM_MMA)
		return (double)of[GM_COUNT_FLOP] / 2;
	const double packed = site->type == GM_F16X2 ? 2 : 1;
	return (double)of[GM_COUNT_INSTRUCTIONS] * gm_pipe_left(kernel, counts, s, pipe) * warp_lanes * packed;
}

static void
occupy(gm_value *time, const gm_device *device, gm_fact_id rate, double results)
{
	double peak;
	if (results == 0 || time->kind == GM_KIND_UNKNOWN)
		return;
	if (!gm_device_peak_per_s(device, rate, &peak))
		*time = gm_value_unknown("the device file does not know this rate");
	else if (peak <= 0)
		*time = gm_value_unknown("the device has no such unit");
	else
		time->value += results / peak;
}

void
gm_pipes_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                  gm_value *time_s)
{
	const double warp_lanes = gm_device_value(device, GM_WARP_LANES);
	const gm_kind kind = counts->exact ? GM_KIND_BOUND : GM_KIND_MODEL;
	for (int p = 0; p < GM_PIPE_COUNT; p++)
		time_s[p] = (gm_value){0, kind, "work spread evenly over all SMs at the peak clock"};
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		const gm_pipe pipe = gm_pipe_of(site->operation, site->type);
		if (pipe == GM_PIPE_COUNT)
			continue;
		const gm_fact_id rate =
		        pipe == GM_PIPE_TENSOR ? tensor_rate(site->type) : pipes[pipe].rate;
		occupy(&time_s[pipe], device, rate, results_of(kernel, counts, s, pipe, warp_lanes));
	}
}
