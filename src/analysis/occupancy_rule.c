#include "analysis/occupancy_study.h"

#include <stdio.h>

static long long
fact(const gm_device *device, gm_fact_id id)
{
	return device->facts[id].known ? (long long)device->facts[id].value : 0;
}

static long long
round_up(long long value, long long unit)
{
	return (value + unit - 1) / unit * unit;
}

static void
warps_rule(const gm_device *device, const gm_occupancy_request *request, const gm_occupancy *result,
	   char *out)
{
	snprintf(out, GM_RULE_BYTES,
		 "floor(%lld warps of the SM / %lld); a block has up(%lld, %lld) threads",
		 fact(device, GM_WARPS_PER_SM), (long long)result->warps_per_block,
		 (long long)request->block_threads, fact(device, GM_WARP_LANES));
}

static void
blocks_rule(const gm_device *device, const gm_occupancy_request *request,
	    const gm_occupancy *result, char *out)
{
	(void)request;
	(void)result;
	snprintf(out, GM_RULE_BYTES, "%lld blocks of an SM, whatever their size",
		 fact(device, GM_BLOCKS_PER_SM));
}

static void
registers_rule(const gm_device *device, const gm_occupancy_request *request,
	       const gm_occupancy *result, char *out)
{
	const long long lanes = fact(device, GM_WARP_LANES), unit = fact(device, GM_REGISTER_UNIT);
	const long long per_sm = fact(device, GM_REGISTERS_PER_SM);
	const long long partitions = fact(device, GM_SUB_PARTITIONS);
	const long long warps = result->warps_per_block, count = request->registers_per_thread;
	const long long allocated = result->registers_allocated;
	if (fact(device, GM_REGISTERS_BY_BLOCK)) {
		snprintf(out, GM_RULE_BYTES,
			 "floor(%lld / %lld); a block takes up(up(%lld, %lld) x %lld x %lld, %lld)",
			 per_sm, allocated, warps, fact(device, GM_WARP_GRANULARITY), lanes, count,
			 unit);
		return;
	}
	const long long per_warp = allocated / warps;
	const bool pairs =
		round_up(count * lanes, unit) != per_warp; /* 2.x: see model/occupancy.h */
	snprintf(
		out, GM_RULE_BYTES,
		"floor(%lld x floor(%lld / %lld) / %lld warps); a warp takes up(%lld x %lld, %lld)",
		partitions, per_sm / partitions, per_warp, warps, count, lanes,
		pairs ? 2 * unit : unit);
}

static void
shared_rule(const gm_device *device, const gm_occupancy_request *request,
	    const gm_occupancy *result, char *out)
{
	const long long reserved = fact(device, GM_SHARED_RESERVED);
	const bool raised = request->carveout_bytes >= 0 &&
			    result->carveout_bytes > request->carveout_bytes;
	char reserve[32] = "", why[64] = "";
	if (reserved)
		snprintf(reserve, sizeof reserve, " + %lld", reserved);
	if (raised)
		snprintf(why, sizeof why, "; the carve-out is raised from %lld B to hold a block",
			 (long long)request->carveout_bytes);
	snprintf(out, GM_RULE_BYTES, "floor(%lld B / %lld B); a block takes up(%lld%s, %lld)%s",
		 (long long)result->carveout_bytes, (long long)result->shared_allocated_bytes,
		 (long long)request->shared_bytes, reserve, fact(device, GM_SHARED_UNIT), why);
}

static void
barriers_rule(const gm_device *device, const gm_occupancy_request *request,
	      const gm_occupancy *result, char *out)
{
	(void)request;
	snprintf(out, GM_RULE_BYTES, "floor(%lld barriers of the SM / %lld)",
		 fact(device, GM_BARRIERS_PER_SM), (long long)result->barriers_taken);
}

static void
scalar_rule(const gm_device *device, const gm_occupancy_request *request,
	    const gm_occupancy *result, char *out)
{
	const long long partitions = fact(device, GM_SUB_PARTITIONS);
	snprintf(out, GM_RULE_BYTES,
		 "floor(%lld x floor(%lld / %lld) / %lld wavefronts); each takes up(%lld, %lld)",
		 partitions, fact(device, GM_SCALAR_REGISTERS_PER_SM) / partitions,
		 (long long)(result->scalar_registers_allocated / result->warps_per_block),
		 (long long)result->warps_per_block, (long long)request->scalar_registers_per_warp,
		 fact(device, GM_SCALAR_REGISTER_UNIT));
}

static void (*const rules[GM_LIMITER_COUNT])(const gm_device *device,
					     const gm_occupancy_request *request,
					     const gm_occupancy *result, char *out) = {
	[GM_LIMIT_WARPS] = warps_rule,         [GM_LIMIT_BLOCKS] = blocks_rule,
	[GM_LIMIT_REGISTERS] = registers_rule, [GM_LIMIT_SHARED] = shared_rule,
	[GM_LIMIT_BARRIERS] = barriers_rule,   [GM_LIMIT_SCALAR] = scalar_rule,
};

void
gm_occupancy_rule(const gm_device *device, const gm_occupancy_request *request,
		  const gm_occupancy *result, gm_limiter limiter, char out[GM_RULE_BYTES])
{
	if (result->limit_blocks[limiter] == GM_BLOCKS_UNLIMITED)
		snprintf(out, GM_RULE_BYTES,
			 "nothing of it is asked for, or the device does not count it");
	else if (result->limit_blocks[limiter] == 0)
		snprintf(out, GM_RULE_BYTES, "one block alone asks for more than a block may have");
	else
		rules[limiter](device, request, result, out);
}
