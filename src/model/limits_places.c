#include "model/limits.h"

#include "base/bits.h"
#include "model/cluster.h"
#include "model/constants.h"

#include <math.h>

/* Places beyond the first of each load whose lanes name several. */
static double
further_places(const gm_limits_input *in)
{
	double places = 0;
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const gm_site_counts *site = &in->counts->sites[s];
		if (in->kernel->sites[s].space == GM_CONSTANT && site->worst_degree > 1)
			places += (double)(site->of[GM_COUNT_WAVEFRONTS] -
			                   site->of[GM_COUNT_IDEAL_WAVEFRONTS]);
	}
	return places;
}

/* What loads of which a part comes by LDC ask the cache of the SM for, each such instruction anew. */
static void
add_beside(const gm_limits_input *in, gm_constant_use *use)
{
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const int64_t *of = in->counts->sites[s].of;
		const double loads = gm_constant_loads_beside(&in->kernel->sites[s], &in->counts->issue[s]);
		if (loads == 0 || in->kernel->sites[s].space != GM_CONSTANT)
			continue;
		use->requests += loads * (double)of[GM_COUNT_REQUESTS];
		use->fresh += (double)of[GM_COUNT_CONSTANT_FRESH];
		use->lines = fmax(use->lines, in->counts->constant_lines[GM_CONSTANT_BY_REGISTER]);
	}
}

/* Warps that share one of the caches. */
static double
constant_warps(const gm_limits_input *in, gm_constant_by by)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	const double parts = by == GM_CONSTANT_BY_LANES ? 1 : gm_device_value_or(in->device, GM_SUB_PARTITIONS, 1);
	const double blocks = fmin((double)in->occupancy->blocks_per_sm,
	                           ceil((double)in->counts->blocks_count / sms));
	return ceil(blocks * (double)in->occupancy->warps_per_block / parts);
}

/* Blocks that these are of. */
static double
constant_groups(const gm_limits_input *in, gm_constant_by by)
{
	const double parts = by == GM_CONSTANT_BY_LANES ? 1 : gm_device_value_or(in->device, GM_SUB_PARTITIONS, 1);
	return constant_warps(in, by) / fmax(1, (double)in->occupancy->warps_per_block / parts);
}

static bool
is_constant_by(const gm_limits_input *in, int s, gm_constant_by by)
{
	return in->kernel->sites[s].space == GM_CONSTANT && gm_constant_by_of(&in->counts->issue[s]) == by;
}

/* Of loads by LDC those alone that stand beside ULDC. */
static gm_constant_use
constant_use(const gm_limits_input *in, gm_constant_by by)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	gm_constant_use use = {.lines = in->counts->constant_lines[by],
	                       .warps = constant_warps(in, by),
	                       .groups = constant_groups(in, by),
	                       .rounds = (double)in->counts->blocks_count /
	                                 fmax(1, sms * (double)in->occupancy->blocks_per_sm)};
	uint8_t sets = 0;
	if (by == GM_CONSTANT_BY_LANES) {
		use.room = GM_CONSTANT_SM_LINES;
		add_beside(in, &use);
		return use;
	}
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const int64_t *of = in->counts->sites[s].of;
		if (!is_constant_by(in, s, by))
			continue;
		use.requests += (double)of[GM_COUNT_CONSTANT_LINES];
		use.fresh += (double)of[GM_COUNT_CONSTANT_FRESH];
		use.again += (double)of[GM_COUNT_CONSTANT_AGAIN];
		sets |= in->counts->issue[s].constant_sets;
	}
	use.room = GM_CONSTANT_SET_LINES * gm_bits_count(sets);
	return use;
}

/* Loads by LDC from the site on to the end of its straight stretch. */
static int
lanes_loads_from(const gm_limits_input *in, int s)
{
	int loads = 0;
	for (; s < in->kernel->sites_count && in->kernel->sites[s].operation != GM_BRANCH; s++)
		loads += is_constant_by(in, s, GM_CONSTANT_BY_LANES);
	return loads;
}

/* Barriers that warps come to. */
static double
barriers_of(const gm_limits_input *in)
{
	double barriers = 0;
	for (int s = 0; s < in->kernel->sites_count; s++)
		if (in->kernel->sites[s].operation == GM_BARRIER)
			barriers += (double)in->counts->sites[s].of[GM_COUNT_INSTRUCTIONS];
	return barriers;
}

static double
lanes_cycles(const gm_limits_input *in)
{
	const double warps = constant_warps(in, GM_CONSTANT_BY_LANES), barriers = barriers_of(in);
	double cycles = 0;
	int together = 0; /* such loads of the stretch */
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const int64_t *of = in->counts->sites[s].of;
		const gm_constant_asked asked = {.loads = (double)of[GM_COUNT_REQUESTS],
		                                 .lines = (double)of[GM_COUNT_CONSTANT_OF_LOADS],
		                                 .renewed = (double)of[GM_COUNT_CONSTANT_RENEWED],
		                                 .added = (double)of[GM_COUNT_CONSTANT_ADDED],
		                                 .compared = (double)of[GM_COUNT_CONSTANT_COMPARED],
		                                 .distinct = (double)of[GM_COUNT_CONSTANT_DISTINCT]};
		if (s == 0 || in->kernel->sites[s - 1].operation == GM_BRANCH)
			together = lanes_loads_from(in, s);
		const gm_constant_place place = {.lines = in->counts->constant_lines[GM_CONSTANT_BY_LANES],
		                                 .blocks = (double)in->counts->blocks_count,
		                                 .warps_per_block = (double)in->occupancy->warps_per_block,
		                                 .under_way = warps * together,
		                                 .in_step = barriers >= asked.loads};
		if (is_constant_by(in, s, GM_CONSTANT_BY_LANES))
			cycles += gm_constant_lanes_cycles(&asked, &place);
	}
	return cycles;
}

/* Clocks of an SM for lines of constant memory that the nearest cache lacks, from cc 7.0 on. */
static double
fetching_cycles(const gm_limits_input *in, double memory_s)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	const double parts = gm_device_value_or(in->device, GM_SUB_PARTITIONS, 1);
	double cycles = 0;
	if (in->device->cc_major < 7)
		return 0;
	for (int by = 0; by < GM_CONSTANT_BY_COUNT; by++) {
		gm_constant_use use = constant_use(in, (gm_constant_by)by);
		use.apart_cycles = use.fresh > 0 ? memory_s * gm_limit_sm_clock(in) * sms * parts / use.fresh : 0;
		cycles += gm_constant_misses((gm_constant_by)by, &use) *
		          (by == GM_CONSTANT_BY_LANES ? GM_CONSTANT_SM_FETCH_CYCLES
		                                      : GM_CONSTANT_FETCH_CYCLES / parts);
	}
	return cycles + lanes_cycles(in);
}

/* What an instruction reads of constant memory by itself comes with it. */
gm_limit_time
gm_limit_constant(const gm_limits_input *in, double memory_s)
{
	const double places = gm_counts_constants(in->kernel, in->counts) + further_places(in) +
	                      fetching_cycles(in, memory_s) / GM_CONSTANT_PLACE_CYCLES;
	const gm_value work = {places, GM_KIND_MODEL,
	                       "loads of constants, place by place, 2 clocks each; a line that the "
	                       "nearest cache lacks counts for as many as it takes the time of"};
	const gm_value none = {0, GM_KIND_MODEL, work.why};
	gm_limit_time out = {.least_s = none, .expected_s = none};
	if (places > 0)
		out = gm_limit_sm(in, work, 1.0 / GM_CONSTANT_PLACE_CYCLES);
	return out;
}

gm_limit_time
gm_limit_cluster(const gm_limits_input *in)
{
	double cycles = 0;
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	const double busy = fmin(1, (double)in->counts->blocks_count / sms);
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const int64_t *of = in->counts->sites[s].of;
		if (in->kernel->sites[s].cluster > 1)
			cycles += gm_cluster_cycles(&in->kernel->sites[s],
			                            (double)of[GM_COUNT_SECTORS],
			                            (double)of[GM_COUNT_LINES], busy);
	}
	const gm_value work = {cycles, GM_KIND_MODEL, "sectors that go to other SMs, in clocks of one"};
	const gm_value none = {0, GM_KIND_MODEL, "no such work"};
	return cycles > 0 ? gm_limit_sm(in, work, 1)
	                  : (gm_limit_time){.least_s = none, .expected_s = none};
}

/* Values of 64 bits are gone through in two halves. */
gm_limit_time
gm_limit_match(const gm_limits_input *in)
{
	double values = 0;
	for (int s = 0; s < in->kernel->sites_count; s++)
		values += (double)in->counts->sites[s].of[GM_COUNT_MATCHED] *
		          gm_match_halves(&in->kernel->sites[s]);
	const gm_value work = {values, GM_KIND_MODEL, "values that matches of lanes find apart, those of 64 bits twice"};
	const gm_value none = {0, GM_KIND_MODEL, "no such work"};
	const gm_value unknown = gm_value_unknown("the device file does not know how fast lanes are matched");
	if (values == 0)
		return (gm_limit_time){.least_s = none, .expected_s = none};
	if (!gm_device_knows(in->device, GM_MATCH_RATE))
		return (gm_limit_time){.least_s = unknown, .expected_s = unknown, .work = values};
	return gm_limit_sm(in, work, gm_device_value(in->device, GM_MATCH_RATE));
}
