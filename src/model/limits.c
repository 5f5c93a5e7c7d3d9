#include "model/limits.h"

static const struct {
	const char *name, *what;
} rows[GM_LIMIT_PIPE] = {
        [GM_LIMIT_DRAM] = {"dram", "DRAM bandwidth"},
        [GM_LIMIT_L2] = {"l2", "L2 bandwidth"},
        [GM_LIMIT_L1_DATA] = {"l1_data", "shared memory and L1 data banks"},
        [GM_LIMIT_ISSUE] = {"issue", "instruction issue"},
        [GM_LIMIT_BLOCKS_STARTED] = {"blocks", "starting blocks"},
        [GM_LIMIT_LAUNCH] = {"launch", "kernel launch"},
};

const char *
gm_limit_name(int limit)
{
	return limit < GM_LIMIT_PIPE ? rows[limit].name : gm_pipe_name((gm_pipe)(limit - GM_LIMIT_PIPE));
}

const char *
gm_limit_what(int limit)
{
	return limit < GM_LIMIT_PIPE ? rows[limit].what : gm_pipe_what((gm_pipe)(limit - GM_LIMIT_PIPE));
}

static gm_value
divided(gm_value work, bool known, double rate, const char *unknown_why)
{
	if (work.kind == GM_KIND_UNKNOWN)
		return work;
	if (work.value == 0)
		return (gm_value){0, work.kind, "no such work"};
	if (!known || rate <= 0)
		return gm_value_unknown(unknown_why);
	return (gm_value){work.value / rate, work.kind, work.why};
}

static gm_limit_time
memory_limit(const gm_device *device, gm_fact_id row, gm_value least, gm_value expected,
             const char *unknown_why)
{
	double achievable = 0;
	const bool known = gm_device_knows(device, row);
	const bool any = gm_device_achievable(device, row, &achievable);
	const double peak = known ? gm_device_value(device, row) : 0;
	gm_value slow = divided(expected, any, achievable, unknown_why);
	if (slow.kind == GM_KIND_EXACT || slow.kind == GM_KIND_BOUND)
		slow.kind = GM_KIND_MODEL;
	return (gm_limit_time){divided(least, known, peak, unknown_why), slow, expected.value, achievable};
}

static gm_limit_time
dram_limit(const gm_device *device, const gm_counts *counts, const gm_traffic *t)
{
	const bool proven = counts->exact && t->grid.exact;
	const gm_value least = {t->grid.read_bytes + t->grid.written_bytes,
	                        proven ? GM_KIND_BOUND : GM_KIND_MODEL,
	                        "every distinct sector moves at least once when caches are cold"};
	return memory_limit(device, GM_DRAM_BANDWIDTH, least, gm_traffic_bytes(t, GM_LEVEL_DRAM),
	                    "the device file does not know the DRAM bandwidth");
}

static gm_limit_time
l2_limit(const gm_device *device, const gm_traffic *t)
{
	const bool absent = gm_device_knows(device, GM_L2_SIZE) && gm_device_value(device, GM_L2_SIZE) == 0;
	gm_value bytes = gm_traffic_bytes(t, GM_LEVEL_L2);
	bytes.kind = gm_kind_weaker(bytes.kind, GM_KIND_MODEL);
	if (absent)
		bytes = (gm_value){0, GM_KIND_MODEL, "the device has no L2"};
	return memory_limit(device, GM_L2_BANDWIDTH, bytes, bytes,
	                    "the device file does not know the L2 bandwidth");
}

/* Work that every SM does at `per_cycle` units a clock. */
static gm_limit_time
sm_limit(const gm_device *device, gm_value work, double per_cycle)
{
	double clock = 0;
	gm_device_achievable(device, GM_SM_CLOCK, &clock);
	const bool known = gm_device_knows(device, GM_SM_COUNT) && gm_device_knows(device, GM_SM_CLOCK);
	const double sms = known ? gm_device_value(device, GM_SM_COUNT) : 0;
	const double peak = known ? sms * per_cycle * gm_device_value(device, GM_SM_CLOCK) : 0;
	const double usual = known ? sms * per_cycle * clock : 0;
	const char *why = "the device file does not know the clock or the number of SMs";
	gm_value expected = divided(work, known, usual, why);
	if (expected.kind != GM_KIND_UNKNOWN)
		expected.kind = GM_KIND_MODEL;
	return (gm_limit_time){divided(work, known, peak, why), expected, work.value, usual};
}

static gm_limit_time
l1_limit(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts)
{
	const double passes =
	        (double)gm_counts_sum(kernel, counts, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_SHARED) +
	        (double)gm_counts_sum(kernel, counts, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT, GM_GLOBAL);
	const double cycles = gm_device_knows(device, GM_SHARED_PASS_CYCLES)
	                              ? gm_device_value(device, GM_SHARED_PASS_CYCLES)
	                              : 1;
	const gm_value work = {passes, GM_KIND_MODEL,
	                       "as the source states the accesses; a compiler may join some"};
	return sm_limit(device, work, 1 / cycles);
}

static gm_limit_time
issue_limit(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts)
{
	const gm_value work = {(double)gm_counts_sum(kernel, counts, GM_COUNT_INSTRUCTIONS,
	                                             GM_OPERATION_COUNT, GM_SPACE_COUNT),
	                       GM_KIND_MODEL, "as the source states the instructions"};
	return sm_limit(device, work, gm_device_value(device, GM_ISSUE_RATE));
}

/* The rate is that of the whole device; nothing is known of how few clocks a start could take. */
static gm_limit_time
blocks_limit(const gm_device *device, const gm_counts *counts)
{
	double clock = 0;
	if (!gm_device_knows(device, GM_BLOCK_START_RATE) ||
	    !gm_device_achievable(device, GM_SM_CLOCK, &clock)) {
		const gm_value unknown =
		        gm_value_unknown("the device file does not know how fast blocks start");
		return (gm_limit_time){unknown, unknown, (double)counts->blocks_count, 0};
	}
	const double rate = gm_device_value(device, GM_BLOCK_START_RATE) * clock;
	const gm_value time = {(double)counts->blocks_count / rate, GM_KIND_MODEL,
	                       "one after the other, over the whole device"};
	return (gm_limit_time){time, time, (double)counts->blocks_count, rate};
}

static gm_limit_time
launch_limit(const gm_device *device)
{
	if (!gm_device_knows(device, GM_LAUNCH_TIME)) {
		const gm_value unknown = gm_value_unknown("the device file does not know the launch time");
		return (gm_limit_time){unknown, unknown, 1, 0};
	}
	const gm_value time = {gm_device_value(device, GM_LAUNCH_TIME), GM_KIND_MODEL,
	                       "measured on an empty kernel"};
	return (gm_limit_time){time, time, 1, time.value > 0 ? 1 / time.value : 0};
}

/* Arithmetic cannot be left out by a compiler that keeps the results; memory and index work can be
   joined or folded, so their pipes are no bounds. */
static gm_kind
pipe_kind(gm_pipe pipe, gm_kind kind)
{
	const bool arithmetic = pipe == GM_PIPE_F32 || pipe == GM_PIPE_F64 || pipe == GM_PIPE_F16 ||
	                        pipe == GM_PIPE_TENSOR;
	return arithmetic ? kind : gm_kind_weaker(kind, GM_KIND_MODEL);
}

void
gm_limits_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                   const gm_traffic *traffic, gm_limit_time *limits)
{
	gm_value pipes[GM_PIPE_COUNT];
	double clock = 0;
	limits[GM_LIMIT_DRAM] = dram_limit(device, counts, traffic);
	limits[GM_LIMIT_L2] = l2_limit(device, traffic);
	limits[GM_LIMIT_L1_DATA] = l1_limit(device, kernel, counts);
	limits[GM_LIMIT_ISSUE] = issue_limit(device, kernel, counts);
	limits[GM_LIMIT_BLOCKS_STARTED] = blocks_limit(device, counts);
	limits[GM_LIMIT_LAUNCH] = launch_limit(device);
	gm_pipes_evaluate(device, kernel, counts, pipes);
	const bool slower = gm_device_achievable(device, GM_SM_CLOCK, &clock) && clock > 0;
	const double factor = slower ? gm_device_value(device, GM_SM_CLOCK) / clock : 1;
	for (int p = 0; p < GM_PIPE_COUNT; p++) {
		gm_value least = pipes[p], expected = pipes[p];
		least.kind = pipe_kind((gm_pipe)p, least.kind);
		if (expected.kind != GM_KIND_UNKNOWN)
			expected = (gm_value){least.value * factor, GM_KIND_MODEL, least.why};
		limits[GM_LIMIT_PIPE + p] = (gm_limit_time){least, expected, 0, 0};
	}
}

int
gm_limits_binding(const gm_limit_time *limits)
{
	int best = -1;
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (limits[i].expected_s.kind != GM_KIND_UNKNOWN &&
		    (best < 0 || limits[i].expected_s.value > limits[best].expected_s.value))
			best = i;
	return best;
}

gm_value
gm_limits_time(const gm_limit_time *limits)
{
	gm_limit_time others[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		others[i] = limits[i];
	others[GM_LIMIT_LAUNCH].expected_s = gm_value_unknown("counted apart");
	const int longest = gm_limits_binding(others);
	const gm_value launch = limits[GM_LIMIT_LAUNCH].expected_s;
	if (longest < 0)
		return gm_value_unknown("no limit of the device is known");
	const bool known = launch.kind != GM_KIND_UNKNOWN;
	return (gm_value){others[longest].expected_s.value + (known ? launch.value : 0), GM_KIND_MODEL,
	                  known ? "the launch and the largest limit, all others hidden behind it"
	                        : "the largest limit, all others hidden behind it; the launch is not known"};
}
