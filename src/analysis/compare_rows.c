#include "analysis/compare.h"

#include <string.h>

static gm_value
metric(const gm_prediction *p, const char *name)
{
	const gm_metric *m = gm_prediction_metric(p, name);
	return m ? m->value : gm_value_unknown("the prediction has no such number");
}

static void
add(gm_comparison *c, gm_comparison_group group, const char *name, const char *unit,
    gm_value before, gm_value after)
{
	const bool nothing = before.kind != GM_KIND_UNKNOWN && after.kind != GM_KIND_UNKNOWN &&
			     before.value == 0 && after.value == 0;
	const bool unknown = before.kind == GM_KIND_UNKNOWN && after.kind == GM_KIND_UNKNOWN;
	if (c->rows_count < GM_COMPARISON_ROWS_MAX && !nothing && !unknown)
		c->rows[c->rows_count++] =
			(gm_comparison_row){group, name, unit, before, after, false};
}

/* ---- numbers that Nsight Compute measures, too ---- */

static const struct {
	gm_comparison_group group;
	const char *metric, *name, *unit;
} metrics[] = {
	{GM_COMPARISON_RESULT, "gpu__time_duration.sum", "time", "s"},
	{GM_COMPARISON_RESULT, "gpumodel__flop_per_second", "operations per second", "FLOP/s"},
	{GM_COMPARISON_RESULT, "gpumodel__effective_bandwidth", "bytes asked for per second",
	 "B/s"},
	{GM_COMPARISON_WORK, "gpumodel__flop.sum", "floating-point operations", "FLOP"},
	{GM_COMPARISON_WORK, "launch__grid_size", "blocks", ""},
	{GM_COMPARISON_WORK, "launch__block_size", "threads of a block", ""},
	{GM_COMPARISON_WORK, "smsp__inst_executed.sum", "warp instructions", ""},
	{GM_COMPARISON_WORK, "smsp__inst_executed_op_global_ld.sum", "global loads, by warps", ""},
	{GM_COMPARISON_WORK, "smsp__inst_executed_op_global_st.sum", "global stores, by warps", ""},
	{GM_COMPARISON_WORK, "gpumodel__global_transactions.sum", "global transactions", ""},
	{GM_COMPARISON_WORK, "memory_l1_wavefronts_shared", "passes of shared memory", ""},
	{GM_COMPARISON_RESIDENCE, "sm__maximum_warps_per_active_cycle_pct", "occupancy", "%"},
	{GM_COMPARISON_RESIDENCE, "sm__maximum_warps_avg_per_active_cycle", "resident warps", ""},
	{GM_COMPARISON_RESIDENCE, "launch__registers_per_thread", "registers of a thread", ""},
	{GM_COMPARISON_RESIDENCE, "launch__waves_per_multiprocessor", "waves of blocks", ""},
};

static void
add_metrics(gm_comparison *c, gm_comparison_group group)
{
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
		if (metrics[i].group == group)
			add(c, group, metrics[i].name, metrics[i].unit,
			    metric(c->before, metrics[i].metric),
			    metric(c->after, metrics[i].metric));
}

/* Where one side does not know what the other does, their times are not of the same. */
static void
add_known_times(gm_comparison *c)
{
	if (c->left_out_count > 0)
		add(c, GM_COMPARISON_RESULT, "time, as far as known of both", "s", c->before_s,
		    c->after_s);
}

static void
add_levels(gm_comparison *c)
{
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		add(c, GM_COMPARISON_BYTES, gm_level_name((gm_level)level), "B",
		    c->before->ladder[level].bytes, c->after->ladder[level].bytes);
}

/* ---- devices ---- */

static const struct {
	gm_fact_id id;
	const char *name, *unit;
	int limit; /* whose rate it is part of; -1 */
} facts[] = {
	{GM_SM_COUNT, "multiprocessors", "", -1},
	{GM_SM_CLOCK, "clock", "Hz", -1},
	{GM_ISSUE_RATE, "instructions issued, of an SM", "/cycle", GM_LIMIT_ISSUE},
	{GM_RATE_F32, "FP32 results, of an SM", "/cycle", GM_LIMIT_PIPE + GM_PIPE_F32},
	{GM_RATE_F64, "FP64 results, of an SM", "/cycle", GM_LIMIT_PIPE + GM_PIPE_F64},
	{GM_RATE_LOAD_STORE, "lanes loaded or stored, of an SM", "/cycle",
	 GM_LIMIT_PIPE + GM_PIPE_LOAD_STORE},
	{GM_SHARED_BANDWIDTH, "shared memory, of an SM", "B/cycle", GM_LIMIT_L1_DATA},
	{GM_DRAM_BANDWIDTH, "DRAM bandwidth", "B/s", GM_LIMIT_DRAM},
	{GM_L2_BANDWIDTH, "L2 bandwidth", "B/s", GM_LIMIT_L2},
	{GM_L2_SIZE, "L2 cache", "B", -1},
	{GM_L1_SIZE, "L1 cache of an SM", "B", -1},
	{GM_SHARED_PER_SM, "shared memory of an SM", "B", -1},
	{GM_REGISTERS_PER_SM, "registers of an SM", "", -1},
	{GM_WARPS_PER_SM, "warps of an SM", "", -1},
	{GM_LATENCY_DRAM, "latency of DRAM", "cycles", -1},
};

static gm_value
fact(const gm_device *device, gm_fact_id id)
{
	if (!gm_device_knows(device, id))
		return gm_value_unknown("the device file does not know it");
	return (gm_value){gm_device_value(device, id), GM_KIND_EXACT, "device file"};
}

/* SMs and clock are part of every rate but those of DRAM and L2. */
static bool
is_rate_of(gm_fact_id id, int limit_of_fact, int limit)
{
	const bool memory = limit == GM_LIMIT_DRAM || limit == GM_LIMIT_L2 || limit == GM_LIMIT_L2_FILL;
	if (limit < 0 || limit == GM_LIMIT_LAUNCH)
		return false;
	return limit == limit_of_fact || (!memory && (id == GM_SM_COUNT || id == GM_SM_CLOCK));
}

static void
add_devices(gm_comparison *c)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		const int before = c->rows_count;
		add(c, GM_COMPARISON_DEVICE, facts[i].name, facts[i].unit,
		    fact(c->before->device, facts[i].id), fact(c->after->device, facts[i].id));
		if (c->rows_count > before)
			c->rows[before].matters =
				is_rate_of(facts[i].id, facts[i].limit, c->before->binding) ||
				is_rate_of(facts[i].id, facts[i].limit, c->after->binding);
	}
}

void
gm_comparison_fill_rows(gm_comparison *comparison)
{
	add_metrics(comparison, GM_COMPARISON_RESULT);
	add_known_times(comparison);
	add_metrics(comparison, GM_COMPARISON_WORK);
	add_levels(comparison);
	add_metrics(comparison, GM_COMPARISON_RESIDENCE);
	if (!comparison->same_device)
		add_devices(comparison);
}
