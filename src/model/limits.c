#include "model/limits.h"

#include "model/copies.h"

#include <math.h>

static const struct {
	const char *name, *what;
} rows[GM_LIMIT_PIPE] = {
        [GM_LIMIT_DRAM] = {"dram", "DRAM bandwidth"},
        [GM_LIMIT_L2] = {"l2", "L2 bandwidth"},
        [GM_LIMIT_L2_FILL] = {"l2_fill", "writing into L2, by stores and from DRAM"},
        [GM_LIMIT_L1_DATA] = {"l1_data", "shared memory and L1 data banks"},
        [GM_LIMIT_ISSUE] = {"issue", "instruction issue"},
        [GM_LIMIT_OPERANDS] = {"operands", "reading operands from the register file"},
        [GM_LIMIT_ALU] = {"alu", "integer, logic and comparison unit"},
        [GM_LIMIT_FMA] = {"fma", "multiply-add unit, integer multiplication too"},
        [GM_LIMIT_XU] = {"xu", "transcendentals and conversions"},
        [GM_LIMIT_CONSTANT] = {"constant", "constant memory, place by place"},
        [GM_LIMIT_CLUSTER] = {"cluster", "shared memory of other blocks of a cluster"},
        [GM_LIMIT_MATCH] = {"match", "matches of lanes, value by value"},
        [GM_LIMIT_ATOMICS] = {"atomics", "global atomics"},
        [GM_LIMIT_LATENCY] = {"latency", "latency that the resident warps do not hide"},
        [GM_LIMIT_LINES] = {"l1_lines", "lines of L1 that wait for L2 and DRAM"},
        [GM_LIMIT_GAPS] = {"gaps", "places of blocks empty between one and the next"},
        [GM_LIMIT_BLOCKS_STARTED] = {"blocks", "starting the blocks and running the last"},
        [GM_LIMIT_IN_TURN] = {"in_turn", "blocks that wait for each other"},
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

gm_value
gm_limit_divide(gm_value work, bool known, double rate, const char *unknown_why)
{
	if (work.kind == GM_KIND_UNKNOWN)
		return work;
	if (work.value == 0)
		return (gm_value){0, work.kind, "no such work"};
	if (!known || rate <= 0)
		return gm_value_unknown(unknown_why);
	return (gm_value){work.value / rate, work.kind, work.why};
}

double
gm_limit_clock(const gm_device *device)
{
	double clock = 0;
	return gm_device_achievable(device, GM_SM_CLOCK, &clock) ? clock : 0;
}

double
gm_limit_imbalance(const gm_limits_input *in)
{
	if (!gm_device_knows(in->device, GM_SM_COUNT))
		return 1;
	const double sms = gm_device_value(in->device, GM_SM_COUNT);
	const double blocks = (double)in->counts->blocks_count;
	const double resident = (double)in->occupancy->blocks_per_sm;
	const double each = blocks / sms;
	if (in->uneven.known)
		return in->uneven.sms_ratio;
	/* Few rounds end together; in many, SMs that are early take the next block. */
	if (resident <= 0 || each <= 4 * resident)
		return ceil(each) / each;
	return 1 + resident / (4 * each);
}

gm_limit_time
gm_limit_sm(const gm_limits_input *in, gm_value work, double per_cycle)
{
	const gm_device *device = in->device;
	const double clock = gm_limit_sm_clock(in);
	const bool known = gm_device_knows(device, GM_SM_COUNT) && gm_device_knows(device, GM_SM_CLOCK);
	const double sms = known ? gm_device_value(device, GM_SM_COUNT) : 0;
	const double peak = known ? sms * per_cycle * gm_device_value(device, GM_SM_CLOCK) : 0;
	const double usual = known ? sms * per_cycle * clock / gm_limit_imbalance(in) : 0;
	const char *why = "the device file does not know the clock or the number of SMs";
	gm_value expected = gm_limit_divide(work, known, usual, why);
	if (expected.kind != GM_KIND_UNKNOWN)
		expected.kind = GM_KIND_MODEL;
	return (gm_limit_time){.least_s = gm_limit_divide(work, known, peak, why),
	                       .expected_s = expected,
	                       .work = work.value,
	                       .rate_per_s = usual};
}

/* Most descriptors do not state all machine instructions, and before cc 7.0 the units are others. */
bool
gm_limit_has_units(const gm_device *device, const gm_kernel *kernel)
{
	return kernel->issues_known && device->cc_major >= 7;
}

static bool
has_units(const gm_limits_input *in)
{
	return gm_limit_has_units(in->device, in->kernel);
}

double
gm_limit_empty_passes(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts)
{
	return gm_limit_has_units(device, kernel) ? gm_counts_empty_passes(kernel, counts) : 0;
}

double
gm_limit_tag_turns(const gm_kernel *kernel, const gm_counts *counts)
{
	return (double)gm_counts_sum(kernel, counts, GM_COUNT_TAG_TURNS, GM_LOAD, GM_GLOBAL);
}

/* Banks of data and of tags serve requests one behind the other, each request in both. */
static gm_limit_time
l1_limit(const gm_limits_input *in)
{
	const gm_device *device = in->device;
	const double cycles = gm_device_knows(device, GM_SHARED_PASS_CYCLES)
	                              ? gm_device_value(device, GM_SHARED_PASS_CYCLES)
	                              : 1;
	const double passes = gm_copies_all_passes(in->kernel, in->counts) +
	                      gm_limit_empty_passes(device, in->kernel, in->counts) + in->traffic->line_passes;
	const double tags = gm_limit_tag_turns(in->kernel, in->counts);
	const gm_value work = {fmax(passes, tags), GM_KIND_MODEL,
	                       in->kernel->issues_known
	                               ? "accesses of shared memory as a compiler joins them"
	                               : "as the source states the accesses; a compiler may join some"};
	return gm_limit_sm(in, work, 1 / cycles);
}

double
gm_limit_second_slots(const gm_limits_input *in)
{
	if (!has_units(in))
		return 0;
	const double shared = gm_counts_accesses(in->kernel, in->counts, GM_ISSUED_SHARED_LOAD);
	const double twice = gm_counts_issued(in->kernel, in->counts, GM_UNIT_LSU, false) +
	                     gm_counts_issued(in->kernel, in->counts, GM_UNIT_XU, false);
	const double wide = gm_counts_wide(in->kernel, in->counts);
	const double doubles = gm_counts_issued(in->kernel, in->counts, GM_UNIT_FP64, false);
	return fmax(0, twice - shared) + GM_WIDE_SECOND_SLOTS * wide + GM_DOUBLE_SECOND_SLOTS * doubles;
}

static gm_limit_time
issue_limit(const gm_limits_input *in)
{
	const double rate = gm_device_value(in->device, GM_ISSUE_RATE);
	const gm_value issued = {gm_counts_issued(in->kernel, in->counts, GM_UNIT_COUNT, false),
	                         GM_KIND_MODEL, gm_kernel_issues_why(in->kernel)};
	gm_value slots = issued;
	slots.value += gm_limit_second_slots(in);
	gm_limit_time time = gm_limit_sm(in, slots, rate);
	time.least_s = gm_limit_sm(in, issued, rate).least_s;
	return time;
}

/* Between clocks of instructions that read alone and clocks of banks that share evenly: on an H200 two
   links of chains in turn that ask different banks most take 1.70 (1.5 to 2), one that asks a bank twice
   and one that leaves it alone 1.30 (1 to 1.5; operands_ffma). 0 where the kernel tells nothing of
   banks. */
static double
operand_clocks(const gm_limits_input *in)
{
	const gm_bank_clocks banks = gm_counts_bank_clocks(in->kernel, in->counts);
	if (banks.shared <= 0)
		return 0;
	return (gm_counts_issued(in->kernel, in->counts, GM_UNIT_COUNT, false) + banks.beyond +
	        banks.shared) / 2;
}

/* Seen where a scheduler issues to single precision every clock; with half as many lanes an instruction
   has two clocks to read its operands in. */
static gm_limit_time
operands_limit(const gm_limits_input *in)
{
	const gm_device *device = in->device;
	const double rate = gm_device_value(device, GM_ISSUE_RATE);
	const bool known = has_units(in) && gm_device_knows(device, GM_RATE_F32) &&
	                   gm_device_value(device, GM_RATE_F32) >= rate * gm_device_value(device, GM_WARP_LANES);
	const gm_value work = {known ? operand_clocks(in) : 0, GM_KIND_MODEL,
	                       known ? gm_kernel_issues_why(in->kernel) : "no such work"};
	return gm_limit_sm(in, work, rate);
}

double
gm_limit_fma_work(const gm_limits_input *in)
{
	const double all = gm_counts_issued(in->kernel, in->counts, GM_UNIT_FMA, false);
	const bool known = gm_device_knows(in->device, GM_RATE_INT_MAD);
	const double slower = known ? gm_device_value(in->device, GM_RATE_F32) /
	                                      gm_device_value(in->device, GM_RATE_INT_MAD)
	                            : 1;
	return fmax(all, slower * gm_counts_heavy(in->kernel, in->counts));
}

/* A unit takes as many clocks for a warp instruction as `rate` needs for its lanes. */
static gm_limit_time
unit_limit(const gm_limits_input *in, gm_unit unit, gm_fact_id rate)
{
	const gm_value none = {0, GM_KIND_MODEL, "no such work"};
	const double lanes = gm_device_value(in->device, GM_WARP_LANES);
	if (!has_units(in) || !gm_device_knows(in->device, rate))
		return (gm_limit_time){.least_s = none, .expected_s = none};
	const gm_value work = {unit == GM_UNIT_FMA ? gm_limit_fma_work(in)
	                                           : gm_counts_issued(in->kernel, in->counts, unit, false),
	                       GM_KIND_MODEL, gm_kernel_issues_why(in->kernel)};
	return gm_limit_sm(in, work, gm_device_value(in->device, rate) / lanes);
}

static gm_limit_time
launch_limit(const gm_device *device)
{
	if (!gm_device_knows(device, GM_LAUNCH_TIME)) {
		const gm_value unknown = gm_value_unknown("the device file does not know the launch time");
		return (gm_limit_time){.least_s = unknown, .expected_s = unknown, .work = 1};
	}
	const gm_value time = {gm_device_value(device, GM_LAUNCH_TIME), GM_KIND_MODEL,
	                       "measured on an empty kernel"};
	return (gm_limit_time){.least_s = time,
	                       .expected_s = time,
	                       .work = 1,
	                       .rate_per_s = time.value > 0 ? 1 / time.value : 0};
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

/* Pipes whose work of PTX alu, fma and xu count. */
static bool
is_in_units(gm_pipe pipe)
{
	return pipe == GM_PIPE_INT_ADD || pipe == GM_PIPE_INT_MAD || pipe == GM_PIPE_SHIFT ||
	       pipe == GM_PIPE_COMPARE || pipe == GM_PIPE_LOGIC || pipe == GM_PIPE_SPECIAL ||
	       pipe == GM_PIPE_CONVERT || pipe == GM_PIPE_LOAD_STORE;
}

static void
pipe_limits(const gm_limits_input *in, gm_limit_time *limits)
{
	gm_value pipes[GM_PIPE_COUNT];
	const double clock = gm_limit_sm_clock(in), uneven = gm_limit_imbalance(in);
	const double slower = clock > 0 ? gm_device_value(in->device, GM_SM_CLOCK) / clock : 1;
	gm_pipes_evaluate(in->device, in->kernel, in->counts, pipes);
	for (int p = 0; p < GM_PIPE_COUNT; p++) {
		gm_value least = pipes[p], expected = pipes[p];
		least.kind = pipe_kind((gm_pipe)p, least.kind);
		if (expected.kind != GM_KIND_UNKNOWN)
			expected = (gm_value){least.value * slower * uneven, GM_KIND_MODEL, least.why};
		if (has_units(in) && is_in_units((gm_pipe)p))
			least = expected = (gm_value){0, GM_KIND_MODEL, "counted in alu, fma, xu and l1_data"};
		limits[GM_LIMIT_PIPE + p] = (gm_limit_time){.least_s = least, .expected_s = expected};
	}
}

/* Of memory. */
static double
memory_s(const gm_limit_time *limits)
{
	double most = 0;
	for (int i = GM_LIMIT_DRAM; i <= GM_LIMIT_L1_DATA; i++)
		if (limits[i].expected_s.kind != GM_KIND_UNKNOWN)
			most = fmax(most, limits[i].expected_s.value);
	return most;
}

void
gm_limits_evaluate(const gm_limits_input *in, gm_limit_time *limits)
{
	limits[GM_LIMIT_DRAM] = gm_limit_dram(in);
	limits[GM_LIMIT_L2] = gm_limit_l2(in);
	limits[GM_LIMIT_L2_FILL] = gm_limit_l2_fill(in);
	limits[GM_LIMIT_L1_DATA] = l1_limit(in);
	limits[GM_LIMIT_ISSUE] = issue_limit(in);
	limits[GM_LIMIT_OPERANDS] = operands_limit(in);
	limits[GM_LIMIT_ALU] = unit_limit(in, GM_UNIT_ALU, GM_RATE_LOGIC);
	limits[GM_LIMIT_FMA] = unit_limit(in, GM_UNIT_FMA, GM_RATE_F32);
	limits[GM_LIMIT_XU] = unit_limit(in, GM_UNIT_XU, GM_RATE_SPECIAL);
	limits[GM_LIMIT_CONSTANT] = gm_limit_constant(in, memory_s(limits));
	limits[GM_LIMIT_CLUSTER] = gm_limit_cluster(in);
	limits[GM_LIMIT_MATCH] = gm_limit_match(in);
	limits[GM_LIMIT_ATOMICS] = gm_limit_atomics(in);
	limits[GM_LIMIT_LATENCY] = gm_limit_latency(in);
	limits[GM_LIMIT_LINES] = gm_limit_held_lines(in);
	limits[GM_LIMIT_GAPS] = gm_limit_gaps(in);
	limits[GM_LIMIT_BLOCKS_STARTED] = gm_limit_blocks(in);
	limits[GM_LIMIT_IN_TURN] = gm_limit_in_turn(in);
	limits[GM_LIMIT_LAUNCH] = launch_limit(in->device);
	pipe_limits(in, limits);
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
