#include "analysis/predict.h"

#include "model/looks.h"
#include "model/waited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gm_limits_input
gm_prediction_limits_input(const gm_prediction *p)
{
	return (gm_limits_input){.device = p->device,
	                         .kernel = p->kernel,
	                         .counts = &p->counts,
	                         .traffic = &p->traffic,
	                         .occupancy = &p->occupancy,
	                         .warm = p->request.cache == GM_CACHE_WARM,
	                         .uneven = p->uneven};
}

static void
fill_occupancy(gm_prediction *p, const gm_what_if *what_if)
{
	p->registers_per_thread = gm_kernel_registers(p->kernel, p->device->cc_major,
	                                              p->device->cc_minor, &p->registers_source);
	if (what_if->registers_per_thread > 0)
		p->registers_per_thread = what_if->registers_per_thread;
	p->registers_taken = p->registers_per_thread;
	if (p->registers_per_thread > 0 && gm_device_knows(p->device, GM_REGISTERS_LEAST)) {
		const int64_t least = (int64_t)gm_device_value(p->device, GM_REGISTERS_LEAST);
		p->registers_taken = p->registers_taken > least ? p->registers_taken : least;
	}
	const int64_t barriers = p->kernel->resources.barriers_count;
	const gm_occupancy_request request = {
	        .block_threads = gm_dim3_volume(p->kernel->block),
	        .registers_per_thread = p->registers_taken < 0 ? 0 : p->registers_taken,
	        .shared_bytes = gm_kernel_shared_bytes(p->kernel) + what_if->more_shared_bytes,
	        .carveout_bytes = -1,
	        .barriers_count = barriers > 0 ? barriers : 0,
	};
	p->occupancy = gm_occupancy_evaluate(p->device, &request);
	if (what_if->all_resident && p->occupancy.launchable) {
		gm_occupancy *o = &p->occupancy;
		o->blocks_per_sm = o->warps_max / o->warps_per_block;
		o->warps_per_sm = o->blocks_per_sm * o->warps_per_block;
		o->ratio = (double)o->warps_per_sm / (double)o->warps_max;
	}
}

/* The device's limits on each side of a block and of the grid. */
static void
check_shape(gm_prediction *p)
{
	static const struct {
		gm_fact_id block, grid;
	} facts[3] = {{GM_BLOCK_X, GM_GRID_X}, {GM_BLOCK_Y, GM_GRID_Y}, {GM_BLOCK_Z, GM_GRID_Z}};
	const gm_kernel *k = p->kernel;
	const int64_t block[3] = {k->block.x, k->block.y, k->block.z};
	const int64_t grid[3] = {k->grid.x, k->grid.y, k->grid.z};
	gm_occupancy *o = &p->occupancy;
	for (int axis = 0; axis < 3 && o->launchable; axis++) {
		const int64_t block_limit = (int64_t)gm_device_value(p->device, facts[axis].block);
		const int64_t grid_limit = (int64_t)gm_device_value(p->device, facts[axis].grid);
		const bool block_fits = block[axis] <= block_limit, grid_fits = grid[axis] <= grid_limit;
		if (block_fits && grid_fits)
			continue;
		*o = (gm_occupancy){.warps_max = o->warps_max, .warps_per_block = o->warps_per_block};
		snprintf(o->why_not, sizeof o->why_not, "%s of %lld along %c, limit %lld",
		         block_fits ? "grid" : "block", (long long)(block_fits ? grid : block)[axis],
		         "xyz"[axis], (long long)(block_fits ? grid_limit : block_limit));
	}
}

/* A cooperative launch has all of its blocks on the device at once, or fails. Source: CUDA C++ programming guide,
   grid synchronization. */
static void
check_residency(gm_prediction *p)
{
	gm_occupancy *o = &p->occupancy;
	const int64_t blocks = gm_dim3_volume(p->kernel->grid);
	const bool exists = p->device->cc_major >= 6 || p->device->cc_major == 0;
	const int64_t most = o->launchable && gm_device_knows(p->device, GM_SM_COUNT)
	                             ? gm_prediction_resident_blocks(p) : INT64_MAX;
	if (!p->kernel->cooperative || !o->launchable || (exists && blocks <= most))
		return;
	*o = (gm_occupancy){.warps_max = o->warps_max, .warps_per_block = o->warps_per_block};
	if (!exists)
		snprintf(o->why_not, sizeof o->why_not, "cooperative launches exist from cc 6.0 on");
	else
		snprintf(o->why_not, sizeof o->why_not,
		         "a cooperative launch needs all %lld blocks resident at once, %lld can be",
		         (long long)blocks, (long long)most);
}

/* Time of the floating-point work alone, all pipes overlapping. */
static gm_value
compute_roof(const gm_prediction *p)
{
	static const gm_pipe floating[] = {GM_PIPE_F32, GM_PIPE_F64, GM_PIPE_F16, GM_PIPE_TENSOR,
	                                   GM_PIPE_SPECIAL};
	double slowest = 0;
	for (size_t i = 0; i < sizeof floating / sizeof *floating; i++) {
		const gm_value time = p->limits[GM_LIMIT_PIPE + floating[i]].least_s;
		if (time.kind == GM_KIND_UNKNOWN)
			return time;
		slowest = time.value > slowest ? time.value : slowest;
	}
	if (p->flop == 0 || slowest == 0)
		return gm_value_unknown("the kernel does no floating-point work");
	return (gm_value){p->flop / slowest, GM_KIND_EXACT, "this instruction mix at full pipe rates"};
}

static gm_value
lesser_of(gm_value a, gm_value b)
{
	if (a.kind == GM_KIND_UNKNOWN || b.kind == GM_KIND_UNKNOWN)
		return a.kind == GM_KIND_UNKNOWN ? a : b;
	gm_value result = a.value < b.value ? a : b;
	result.kind = gm_kind_weaker(a.kind, b.kind);
	return result;
}

/* Without an L2 transactions go to DRAM, whose bandwidth is their roof, unless DRAM moves less than they
   ask for: what merges them on the way has a rate that no device file knows. */
static gm_value
ladder_bandwidth(const gm_prediction *p, gm_level level)
{
	static const double merged_ratio = 0.999;
	const bool between = level == GM_LEVEL_TRANSACTIONS || level == GM_LEVEL_L2;
	const gm_value asked = gm_traffic_bytes(&p->traffic, level);
	const gm_value moved = gm_traffic_bytes(&p->traffic, GM_LEVEL_DRAM);
	const bool l2 = gm_device_knows(p->device, GM_L2_SIZE) &&
	                gm_device_value(p->device, GM_L2_SIZE) > 0;
	if (between && !l2 && moved.kind != GM_KIND_UNKNOWN &&
	    moved.value < merged_ratio * asked.value)
		return gm_value_unknown("transactions are merged on the way to DRAM, at a rate that is "
		                        "not known");
	return gm_traffic_bandwidth(p->device, level);
}

static gm_ladder_step
ladder_step(const gm_prediction *p, gm_level level)
{
	gm_ladder_step step = {.bytes = gm_traffic_bytes(&p->traffic, level),
	                       .bandwidth_byte_per_s = ladder_bandwidth(p, level)};
	const gm_value bandwidth = step.bandwidth_byte_per_s;
	if (step.bytes.kind == GM_KIND_UNKNOWN)
		step.intensity_flop_per_byte = step.bytes;
	else if (step.bytes.value == 0)
		step.intensity_flop_per_byte = gm_value_unknown("no bytes move at this level");
	else
		step.intensity_flop_per_byte =
		        (gm_value){p->flop / step.bytes.value, step.bytes.kind, step.bytes.why};
	const gm_value intensity = step.intensity_flop_per_byte;
	if (intensity.kind == GM_KIND_UNKNOWN || bandwidth.kind == GM_KIND_UNKNOWN)
		step.roof_flop_per_s = intensity.kind == GM_KIND_UNKNOWN ? intensity : bandwidth;
	else if (p->flop == 0)
		step.roof_flop_per_s = gm_value_unknown("the kernel does no floating-point work");
	else
		step.roof_flop_per_s = lesser_of(
		        (gm_value){intensity.value * bandwidth.value,
		                   gm_kind_weaker(intensity.kind, bandwidth.kind), intensity.why},
		        p->compute_roof_flop_per_s);
	return step;
}

static int
second(const gm_prediction *p)
{
	int best = -1;
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value time = p->limits[i].expected_s;
		if (i != p->binding && time.kind != GM_KIND_UNKNOWN && time.value > 0 &&
		    (best < 0 || time.value > p->limits[best].expected_s.value))
			best = i;
	}
	return best;
}

static void
fill_time(gm_prediction *p)
{
	p->binding = p->runner_up = -1;
	p->time_s = gm_value_unknown("the device cannot run it");
	if (!p->occupancy.launchable)
		return;
	if (gm_prediction_deadlocks(p)) {
		p->time_s = gm_value_unknown("the kernel never ends on this device");
		return;
	}
	p->binding = gm_limits_binding(p->limits);
	p->runner_up = second(p);
	p->time_s = gm_limits_time(p->limits);
}

static void
begin(const gm_kernel *kernel, const gm_device *device, const gm_predict_request *request,
      gm_prediction *out)
{
	out->kernel = kernel;
	out->device = device;
	out->request = request ? *request : (gm_predict_request){0};
	out->binding = out->runner_up = -1;
	fill_occupancy(out, &out->request.what_if);
	check_shape(out);
	check_residency(out);
}

gm_occupancy
gm_predict_occupancy(const gm_kernel *kernel, const gm_device *device)
{
	gm_prediction p = {0};
	kernel = gm_kernel_on(kernel, device->cc_major, device->cc_minor, &p.owned_kernel);
	begin(kernel, device, NULL, &p);
	free(p.owned_kernel);
	return p.occupancy;
}

static gm_status
trace_grid(gm_prediction *out, gm_error *err)
{
	const gm_device *device = out->device;
	const int64_t resident = gm_cached_applies(device) ? out->occupancy.blocks_per_sm : 0;
	return gm_grid_trace_around(out->kernel, out->counts.issue, out->counts.common_block,
	                            out->counts.moves, (int)gm_device_value(device, GM_WARP_LANES), resident,
	                            (int64_t)gm_device_value(device, GM_SM_COUNT), &out->trace, err);
}

static void
drop_trace(gm_prediction *p)
{
	if (!p->trace_borrowed)
		gm_grid_trace_free(p->trace);
	p->trace = NULL;
}

static gm_unevenness
unevenness(const gm_prediction *p)
{
	const int64_t sms = gm_device_knows(p->device, GM_SM_COUNT)
	                            ? (int64_t)gm_device_value(p->device, GM_SM_COUNT)
	                            : 0;
	return gm_uneven_evaluate(p->counts.works, p->counts.works_count, p->counts.blocks_count, sms,
	                          (int64_t)gm_device_value_or(p->device, GM_SMS_EARLY, 0),
	                          p->occupancy.blocks_per_sm,
	                          p->counts.block_cycles.by[GM_SERVED_L2]);
}

/* All that follows from what was counted and traced. */
static void
conclude(gm_prediction *out)
{
	const gm_device *device = out->device;
	const gm_kernel *kernel = out->kernel;
	const gm_what_if *what_if = &out->request.what_if;
	if (what_if->counts)
		what_if->counts(what_if->state, kernel, &out->counts);
	gm_waited_add(kernel, device, &out->occupancy, out->request.cache == GM_CACHE_WARM, &out->counts);
	gm_prediction_add_waits_hazard(out);
	gm_looks_add(kernel, device, out->occupancy.blocks_per_sm,
	             out->request.cache == GM_CACHE_WARM, &out->counts);
	out->l1_sites = gm_allocate((size_t)kernel->sites_count + 1, sizeof *out->l1_sites);
	out->traffic = gm_traffic_evaluate(device, kernel, &out->counts, out->trace,
	                                   out->occupancy.blocks_per_sm, out->request.cache,
	                                   out->l1_sites);
	if (what_if->traffic)
		what_if->traffic(what_if->state, &out->traffic);
	gm_prediction_doubt_traffic(out);
	out->uneven = unevenness(out);
	const gm_limits_input in = gm_prediction_limits_input(out);
	gm_limits_evaluate(&in, out->limits);
	gm_prediction_doubt_limits(out);
	out->flop = (double)gm_counts_sum(kernel, &out->counts, GM_COUNT_FLOP, GM_OPERATION_COUNT,
	                                  GM_SPACE_COUNT);
	out->compute_roof_flop_per_s = compute_roof(out);
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		out->ladder[level] = ladder_step(out, (gm_level)level);
	fill_time(out);
	gm_prediction_doubt_time(out);
	gm_prediction_fill_metrics(out);
	gm_prediction_doubt_metrics(out);
	gm_prediction_fill_findings(out);
}

gm_status
gm_predict(const gm_kernel *kernel, const gm_device *device, const gm_predict_request *request,
           gm_prediction *out, gm_error *err)
{
	memset(out, 0, sizeof *out);
	kernel = gm_kernel_on(kernel, device->cc_major, device->cc_minor, &out->owned_kernel);
	if (request && request->cache == GM_CACHE_WARM)
		out->later = gm_kernel_again(kernel);
	begin(out->later ? out->later : kernel, device, request, out);
	kernel = out->kernel;
	gm_status status = GM_OK;
	if (out->request.counted && !out->later)
		gm_counts_copy(out->request.counted, &out->counts);
	else
		status = gm_counts_gather(kernel, device, false, &out->counts, err);
	out->request.counted = NULL;
	if (status == GM_OK)
		gm_prediction_check_units(out);
	if (status == GM_OK)
		status = trace_grid(out, err);
	if (status == GM_OK)
		conclude(out);
	if (!out->request.keep_trace)
		drop_trace(out);
	return status;
}

/* Traces of other blocks, where addresses come from data, are as many as an SM holds. */
static bool
needs_own_trace(const gm_prediction *now, const gm_prediction *then)
{
	const bool same = now->occupancy.blocks_per_sm == then->occupancy.blocks_per_sm;
	return !now->trace || (!now->trace->regular && !same);
}

gm_status
gm_predict_what_if(const gm_prediction *now, const gm_what_if *what_if, gm_prediction *out,
                   gm_error *err)
{
	const gm_predict_request request = {.cache = now->request.cache, .what_if = *what_if};
	gm_status status = GM_OK;
	memset(out, 0, sizeof *out);
	begin(now->kernel, now->device, &request, out);
	gm_counts_copy(&now->counts, &out->counts);
	gm_prediction_check_units(out);
	out->trace_borrowed = !needs_own_trace(now, out);
	if (out->trace_borrowed)
		out->trace = now->trace;
	else
		status = trace_grid(out, err);
	if (status == GM_OK)
		conclude(out);
	return status;
}

void
gm_prediction_dispose(gm_prediction *prediction)
{
	gm_counts_dispose(&prediction->counts);
	drop_trace(prediction);
	free(prediction->l1_sites);
	prediction->l1_sites = NULL;
	gm_kernel_free(prediction->later);
	prediction->later = NULL;
	free(prediction->owned_kernel);
	prediction->owned_kernel = NULL;
	prediction->metrics_count = prediction->findings_count = 0;
}

const gm_finding *
gm_prediction_error(const gm_prediction *prediction)
{
	for (int i = 0; i < prediction->findings_count; i++)
		if (prediction->findings[i].severity == GM_SEVERITY_ERROR)
			return &prediction->findings[i];
	return NULL;
}

int64_t
gm_prediction_resident_warps(const gm_prediction *prediction)
{
	const gm_occupancy *o = &prediction->occupancy;
	const int64_t sms = (int64_t)gm_device_value(prediction->device, GM_SM_COUNT);
	const int64_t share = gm_device_knows(prediction->device, GM_SM_COUNT) && sms > 0
				      ? (prediction->counts.blocks_count + sms - 1) / sms
				      : o->blocks_per_sm;
	return (share < o->blocks_per_sm ? share : o->blocks_per_sm) * o->warps_per_block;
}

const gm_metric *
gm_prediction_metric(const gm_prediction *prediction, const char *name)
{
	for (int i = 0; i < prediction->metrics_count; i++)
		if (strcmp(prediction->metrics[i].name, name) == 0)
			return &prediction->metrics[i];
	return NULL;
}
