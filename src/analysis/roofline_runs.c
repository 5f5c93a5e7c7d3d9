/*
 * Measured runs as points of the roofline: which run is of which series, and what its counters say.
 */
#include "analysis/roofline.h"

#include <string.h>
#include <strings.h>

static bool
names_device(const gm_device *device, const char *name)
{
	bool same = strcasecmp(device->name, name) == 0;
	for (int i = 0; i < device->aliases_count; i++)
		same = same || strcasecmp(device->aliases[i], name) == 0;
	return same;
}

/* What a run leaves out has its default: nothing else may have been set. */
static bool
same_parameters(const gm_run *run, const gm_roofline_parameter *parameters, int count)
{
	int found = 0;
	for (int i = 0; i < count; i++) {
		const gm_roofline_parameter *mine = &parameters[i];
		const gm_run_parameter *theirs = NULL;
		for (int k = 0; k < run->parameters_count && !theirs; k++)
			if (strcmp(run->parameters[k].name, mine->name) == 0)
				theirs = &run->parameters[k];
		if (theirs ? theirs->value != mine->value : mine->overridden)
			return false;
		found += theirs != NULL;
	}
	return found == run->parameters_count;
}

bool
gm_run_is_of(const gm_run *run, const char *kernel, const gm_roofline_parameter *parameters,
	     int parameters_count, const gm_device *device)
{
	return run->kernels_count == 1 && strcmp(run->kernels[0], kernel) == 0 &&
	       names_device(device, run->device) &&
	       same_parameters(run, parameters, parameters_count);
}

static bool
is_of(const gm_roofline *r, const gm_roofline_series *s, const gm_run *run)
{
	return gm_run_is_of(run, s->kernel, s->parameters, s->parameters_count,
			    r->devices[s->device].device);
}

static const gm_measured *
measured(const gm_run *run, const char *metric)
{
	for (int i = 0; i < run->measured_count; i++)
		if (strcmp(run->measured[i].metric, metric) == 0)
			return &run->measured[i];
	return NULL;
}

/* Sum of counters, each times its factor; the first must be there. false: it is not, or one of
   `none`, whose work is not told apart, is there and not zero. */
typedef struct term {
	const char *metric;
	double factor;
} term;

static bool
sum_of(const gm_run *run, const term *terms, double *out)
{
	*out = 0;
	for (int i = 0; terms[i].metric; i++) {
		const gm_measured *m = measured(run, terms[i].metric);
		if (!m && i == 0)
			return false;
		*out += m ? m->value * terms[i].factor : 0;
	}
	return true;
}

static const term level_bytes[GM_LEVEL_COUNT][5] = {
	[GM_LEVEL_TRANSACTIONS] = {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 32}},
	[GM_LEVEL_L2] = {{"lts__t_sectors_op_read.sum", 32},
			 {"lts__t_sectors_op_write.sum", 32},
			 {"lts__t_sectors_op_atom.sum", 32},
			 {"lts__t_sectors_op_red.sum", 32}},
	[GM_LEVEL_DRAM] = {{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 1}},
};

/* Packed half-precision and tensor instructions do several operations that these counters do not
   tell apart: where there are any, the work is taken from the prediction. */
static bool
counted_flop(const gm_run *run, double *out)
{
	static const term flops[] = {{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2},
				     {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2},
				     {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 1},
				     {NULL, 0}};
	static const term packed[] = {{"smsp__inst_executed_pipe_tensor.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 1},
				      {NULL, 0}};
	double others = 0;
	return sum_of(run, packed, &others) && others == 0 && sum_of(run, flops, out) && *out > 0;
}

/* Time of the run, from a duration or from a rate of the work. */
static bool
run_time(const gm_run *run, const gm_roofline_series *s, double *time_s, double *spread_ratio)
{
	const gm_measured *duration = measured(run, "gpu__time_duration.sum");
	const gm_measured *rate = measured(run, "gpumodel__flop_per_second");
	const gm_measured *from = duration ? duration : rate;
	if (!from || from->value <= 0)
		return false;
	*time_s = duration ? duration->value : s->flop / rate->value;
	*spread_ratio = from->spread_ratio;
	return true;
}

static void
add_measured(gm_roofline *r, int index, gm_level level, const gm_run *run)
{
	const gm_roofline_series *s = &r->series[index];
	gm_roofline_point point = {.series = index, .level = level, .kind = GM_POINT_MEASURED};
	double time_s, bytes = 0, flop = s->flop;
	if (s->ladder[level].bytes.kind == GM_KIND_UNKNOWN ||
	    !run_time(run, s, &time_s, &point.spread_ratio))
		return;
	point.counted = counted_flop(run, &flop);
	if (level_bytes[level][0].metric && sum_of(run, level_bytes[level], &bytes) && bytes > 0)
		point.counted = true;
	else
		bytes = s->ladder[level].bytes.value;
	point.warm = run->warm;
	point.intensity_flop_per_byte = flop / bytes;
	point.flop_per_s = flop / time_s;
	point.attainable_flop_per_s = gm_roofline_attainable(r, s, level, point.intensity_flop_per_byte);
	if (bytes > 0)
		gm_roofline_add_point(r, &point);
}

static const gm_run *
run_of(const gm_roofline *r, const gm_roofline_series *s, const gm_runs *runs)
{
	const gm_run *found = NULL;
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		double time_s, spread_ratio;
		if (is_of(r, s, run) && run_time(run, s, &time_s, &spread_ratio) &&
		    (!found || (found->warm && !run->warm)))
			found = run;
	}
	return found;
}

int
gm_roofline_add_runs(gm_roofline *r, const gm_runs *runs)
{
	int used = 0;
	gm_roofline_choose_levels(r);
	for (int i = 0; i < r->series_count; i++) {
		const gm_run *run = run_of(r, &r->series[i], runs);
		for (int level = 0; run && level < GM_LEVEL_COUNT; level++)
			if (r->wanted[level])
				add_measured(r, i, (gm_level)level, run);
		used += run != NULL;
	}
	return used;
}
