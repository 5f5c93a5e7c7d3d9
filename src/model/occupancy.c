#include "model/occupancy.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static const struct {
	const char *name, *metric;
} limiters[GM_LIMITER_COUNT] = {
#define X(id, name, metric) [id] = {name, metric},
	GM_LIMITER_LIST(X)
#undef X
};

const char *
gm_limiter_name(gm_limiter limiter)
{
	return limiters[limiter].name;
}

const char *
gm_limiter_metric(gm_limiter limiter)
{
	return limiters[limiter].metric;
}

/* Whole number of a fact; 0 when it is not known, which the callers take for "does not limit". Read
   in place: this is the inner loop of sweeps. */
static int64_t
fact(const gm_device *device, gm_fact_id id)
{
	return device->facts[id].known ? (int64_t)device->facts[id].value : 0;
}

/* Sizes are checked to stay below 2^31, where dividing is several times faster than in 64 bits. */
static int64_t
quotient(int64_t a, int64_t b)
{
	return (uint32_t)a / (uint32_t)b;
}

static int64_t
round_up(int64_t value, int64_t unit)
{
	return quotient(value + unit - 1, unit) * unit;
}

/* Blocks when each of the partitions serves its own warps, `per_warp` units each. With `halves` a
   block stays within one half of the partitions. */
static int64_t
blocks_by_warp(int64_t per_sm, int64_t partitions, int64_t per_warp, int64_t warps, int64_t halves)
{
	const int64_t warps_per_partition = quotient(quotient(per_sm, partitions), per_warp);
	const int64_t warps_per_half = warps_per_partition * quotient(partitions, halves);
	return quotient(warps_per_half, warps) * halves;
}

static int64_t
warps_limit(const gm_device *device, const gm_occupancy_request *request, int64_t warps,
            int64_t halves)
{
	if (request->block_threads > fact(device, GM_THREADS_PER_BLOCK))
		return 0;
	return blocks_by_warp(fact(device, GM_WARPS_PER_SM), halves, 1, warps, halves);
}

/* On 2.x these few counts take whole pairs of units. NVIDIA's retired spreadsheet and the header of
   CUDA 6.5 list them so; no document says why. */
static bool
takes_unit_pairs(const gm_device *device, int64_t registers_per_thread)
{
	static const unsigned char listed[] = {21, 22, 29, 30, 37, 38, 45, 46};
	if (device->cc_major != 2)
		return false;
	for (size_t i = 0; i < sizeof listed; i++)
		if (listed[i] == registers_per_thread)
			return true;
	return false;
}

static int64_t
registers_of_warp(const gm_device *device, int64_t registers_per_thread)
{
	const int64_t unit = fact(device, GM_REGISTER_UNIT);
	const int64_t pairs = takes_unit_pairs(device, registers_per_thread) ? 2 : 1;
	return round_up(registers_per_thread * fact(device, GM_WARP_LANES), unit * pairs);
}

static int64_t
registers_limit_by_block(const gm_device *device, const gm_occupancy_request *request,
                         gm_occupancy *result)
{
	const int64_t warps = round_up(result->warps_per_block, fact(device, GM_WARP_GRANULARITY));
	const int64_t wanted = warps * fact(device, GM_WARP_LANES) * request->registers_per_thread;
	const int64_t allocated = round_up(wanted, fact(device, GM_REGISTER_UNIT));
	result->registers_allocated = allocated;
	if (request->registers_per_thread > fact(device, GM_REGISTERS_PER_THREAD) ||
	    allocated > fact(device, GM_REGISTERS_PER_BLOCK))
		return 0;
	if (allocated == 0)
		return GM_BLOCKS_UNLIMITED;
	return quotient(fact(device, GM_REGISTERS_PER_SM), allocated);
}

/* Clears *halves to 1 when a half cannot hold one block. */
static int64_t
registers_limit_by_warp(const gm_device *device, const gm_occupancy_request *request,
                        gm_occupancy *result, int64_t *halves)
{
	const int64_t warps = result->warps_per_block;
	const int64_t per_warp = registers_of_warp(device, request->registers_per_thread);
	const int64_t checked = per_warp * round_up(warps, fact(device, GM_WARP_GRANULARITY));
	const int64_t per_sm = fact(device, GM_REGISTERS_PER_SM);
	const int64_t partitions = fact(device, GM_SUB_PARTITIONS);
	result->registers_allocated = per_warp * warps;
	if (request->registers_per_thread > fact(device, GM_REGISTERS_PER_THREAD) ||
	    checked > fact(device, GM_REGISTERS_PER_BLOCK))
		return 0;
	if (per_warp == 0)
		return GM_BLOCKS_UNLIMITED;
	const int64_t blocks = blocks_by_warp(per_sm, partitions, per_warp, warps, *halves);
	if (blocks > 0 || *halves == 1)
		return blocks;
	*halves = 1;
	return blocks_by_warp(per_sm, partitions, per_warp, warps, 1);
}

/* What an SM is configured for when a block of this size is to run with this wish. */
static int64_t
carveout_in_force(const gm_device *device, int64_t wanted_bytes, int64_t block_bytes)
{
	const int64_t largest = fact(device, GM_SHARED_PER_SM);
	if (wanted_bytes < 0)
		return largest;
	if (wanted_bytes >= block_bytes)
		return wanted_bytes;
	if (device->cc_major < 7)
		return largest;
	for (int i = 0; i < device->carveouts_count; i++)
		if ((int64_t)device->carveouts_bytes[i] >= block_bytes)
			return (int64_t)device->carveouts_bytes[i];
	return largest;
}

static int64_t
shared_limit(const gm_device *device, const gm_occupancy_request *request, gm_occupancy *result)
{
	const int64_t wanted = request->shared_bytes + fact(device, GM_SHARED_RESERVED);
	const int64_t allocated = round_up(wanted, fact(device, GM_SHARED_UNIT));
	const int64_t plain = fact(device, GM_SHARED_PER_BLOCK);
	const int64_t most =
		request->without_optin ? plain : fact(device, GM_SHARED_PER_BLOCK_OPTIN);
	result->shared_allocated_bytes = allocated;
	result->shared_optin = request->shared_bytes > plain;
	result->carveout_bytes = carveout_in_force(device, request->carveout_bytes, allocated);
	if (request->shared_bytes > most)
		return 0;
	return allocated ? quotient(result->carveout_bytes, allocated) : GM_BLOCKS_UNLIMITED;
}

static int64_t
barriers_limit(const gm_device *device, const gm_occupancy_request *request, gm_occupancy *result)
{
	const bool amd = device->cc_major == 0;
	if (!device->facts[GM_BARRIERS_PER_SM].known || (!amd && device->cc_major < 9))
		return GM_BLOCKS_UNLIMITED;
	result->barriers_taken = amd ? result->warps_per_block > 1 : request->barriers_count;
	if (result->barriers_taken == 0)
		return GM_BLOCKS_UNLIMITED;
	return quotient(fact(device, GM_BARRIERS_PER_SM), result->barriers_taken);
}

static int64_t
scalar_limit(const gm_device *device, const gm_occupancy_request *request, gm_occupancy *result)
{
	const int64_t per_sm = fact(device, GM_SCALAR_REGISTERS_PER_SM);
	if (per_sm == 0 || request->scalar_registers_per_warp == 0)
		return GM_BLOCKS_UNLIMITED;
	const int64_t unit = fact(device, GM_SCALAR_REGISTER_UNIT);
	const int64_t per_warp = round_up(request->scalar_registers_per_warp, unit);
	result->scalar_registers_allocated = per_warp * result->warps_per_block;
	if (request->scalar_registers_per_warp > fact(device, GM_SCALAR_REGISTERS_PER_WARP))
		return 0;
	return blocks_by_warp(per_sm, fact(device, GM_SUB_PARTITIONS), per_warp,
	                      result->warps_per_block, 1);
}

/* One sentence for the first limiter that allows no block. */
static void
explain_refusal(const gm_device *device, const gm_occupancy_request *request, gm_occupancy *result)
{
	const int64_t most = request->without_optin ? fact(device, GM_SHARED_PER_BLOCK)
	                                            : fact(device, GM_SHARED_PER_BLOCK_OPTIN);
	const bool thread_limit =
		request->registers_per_thread > fact(device, GM_REGISTERS_PER_THREAD);
	const struct {
		const char *what;
		int64_t asked, limit;
	} reasons[GM_LIMITER_COUNT] = {
		[GM_LIMIT_WARPS] = {"threads in a block", request->block_threads,
	                            fact(device, GM_THREADS_PER_BLOCK)},
		[GM_LIMIT_BLOCKS] = {"blocks on an SM", 1, 0},
		[GM_LIMIT_REGISTERS] = {thread_limit ? "registers per thread"
	                                             : "registers in a block",
	                                thread_limit ? request->registers_per_thread
	                                             : result->registers_allocated,
	                                thread_limit ? fact(device, GM_REGISTERS_PER_THREAD)
	                                             : fact(device, GM_REGISTERS_PER_BLOCK)},
		[GM_LIMIT_SHARED] = {"bytes of shared memory in a block", request->shared_bytes,
	                             most},
		[GM_LIMIT_BARRIERS] = {"barriers in a block", result->barriers_taken,
	                               fact(device, GM_BARRIERS_PER_SM)},
		[GM_LIMIT_SCALAR] = {"scalar registers per wavefront",
	                             request->scalar_registers_per_warp,
	                             fact(device, GM_SCALAR_REGISTERS_PER_WARP)},
	};
	snprintf(result->why_not, sizeof result->why_not, "%" PRId64 " %s, limit %" PRId64,
	         reasons[result->limiter].asked, reasons[result->limiter].what,
	         reasons[result->limiter].limit);
}

static void
take_the_tightest(gm_occupancy *result)
{
	result->blocks_per_sm = GM_BLOCKS_UNLIMITED;
	for (int i = 0; i < GM_LIMITER_COUNT; i++)
		if (result->limit_blocks[i] < result->blocks_per_sm) {
			result->blocks_per_sm = result->limit_blocks[i];
			result->limiter = (gm_limiter)i;
		}
	result->warps_per_sm = result->blocks_per_sm * result->warps_per_block;
	result->ratio = (double)result->warps_per_sm / (double)result->warps_max;
	result->launchable = result->blocks_per_sm > 0;
}

/* Every number the evaluation divides by or cannot do without. */
static const gm_fact_id needed[] = {
	GM_WARP_LANES,
	GM_THREADS_PER_BLOCK,
	GM_WARPS_PER_SM,
	GM_BLOCKS_PER_SM,
	GM_REGISTERS_PER_SM,
	GM_REGISTERS_PER_BLOCK,
	GM_REGISTERS_PER_THREAD,
	GM_REGISTER_UNIT,
	GM_WARP_GRANULARITY,
	GM_SUB_PARTITIONS,
	GM_SHARED_PER_SM,
	GM_SHARED_PER_BLOCK,
	GM_SHARED_PER_BLOCK_OPTIN,
	GM_SHARED_UNIT,
};

static gm_status
check_device(const gm_device *device, gm_error *err)
{
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		const gm_fact *row = &device->facts[needed[i]];
		const char *name = gm_fact_row_of(needed[i])->name;
		if (!row->known)
			return gm_fail(err, GM_NOT_MODELLED,
			               "%s: %s is unknown (%s), occupancy needs it", device->name,
			               name, row->note ? row->note : "no reason given");
		if (row->value < 1 || row->value > INT32_MAX)
			return gm_fail(err, GM_BAD_VALUE, "%s: %s is %g, expected 1 to %d",
			               device->name, name, row->value, INT32_MAX);
	}
	return GM_OK;
}

static gm_status
check_carveout(const gm_device *device, int64_t wanted_bytes, gm_error *err)
{
	char choices[256] = "";
	size_t used = 0;
	for (int i = 0; i < device->carveouts_count; i++) {
		if (wanted_bytes == (int64_t)device->carveouts_bytes[i])
			return GM_OK;
		const int length = snprintf(choices + used, sizeof choices - used, "%s%.0f",
		                            i ? ", " : "", device->carveouts_bytes[i] / 1024);
		used = used + (size_t)length < sizeof choices ? used + (size_t)length : used;
	}
	if (wanted_bytes == -1)
		return GM_OK;
	return gm_fail(err, GM_BAD_VALUE,
	               "carve-out of %" PRId64 " B, but %s can be configured for %s KiB",
	               wanted_bytes, device->name, choices);
}

gm_status
gm_occupancy_check(const gm_device *device, const gm_occupancy_request *request, gm_error *err)
{
	const struct {
		const char *what;
		int64_t value, least, most;
	} ranges[] = {
		{"threads in a block", request->block_threads, 1, 1 << 16},
		{"registers per thread", request->registers_per_thread, 0, 1 << 12},
		{"bytes of shared memory in a block", request->shared_bytes, 0, 1 << 30},
		{"barriers in a block", request->barriers_count, 0, 1 << 16},
		{"scalar registers per warp", request->scalar_registers_per_warp, 0, 1 << 12},
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (ranges[i].value < ranges[i].least || ranges[i].value > ranges[i].most)
			return gm_fail(err, GM_BAD_VALUE,
			               "%" PRId64 " %s, expected %" PRId64 " to %" PRId64,
			               ranges[i].value, ranges[i].what, ranges[i].least,
			               ranges[i].most);
	const gm_status status = check_device(device, err);
	return status != GM_OK ? status : check_carveout(device, request->carveout_bytes, err);
}

gm_occupancy
gm_occupancy_evaluate(const gm_device *device, const gm_occupancy_request *request)
{
	assert(request->block_threads > 0 && request->carveout_bytes >= -1);
	gm_occupancy result = {0};
	const int64_t parts = fact(device, GM_CACHE_PARTITIONS);
	int64_t halves = request->partitioned_global_caching && parts > 1 ? parts : 1;
	result.warps_max = fact(device, GM_WARPS_PER_SM);
	const int64_t lanes = fact(device, GM_WARP_LANES);
	result.warps_per_block = quotient(request->block_threads + lanes - 1, lanes);

	/* Registers first: they decide whether global caching stays partitioned. */
	int64_t *const limit = result.limit_blocks;
	limit[GM_LIMIT_REGISTERS] =
		fact(device, GM_REGISTERS_BY_BLOCK)
			? registers_limit_by_block(device, request, &result)
			: registers_limit_by_warp(device, request, &result, &halves);
	limit[GM_LIMIT_WARPS] = warps_limit(device, request, result.warps_per_block, halves);
	limit[GM_LIMIT_BLOCKS] = fact(device, GM_BLOCKS_PER_SM);
	limit[GM_LIMIT_SHARED] = shared_limit(device, request, &result);
	limit[GM_LIMIT_BARRIERS] = barriers_limit(device, request, &result);
	limit[GM_LIMIT_SCALAR] = scalar_limit(device, request, &result);
	result.partitioned_global_caching = halves > 1;
	take_the_tightest(&result);
	if (!result.launchable)
		explain_refusal(device, request, &result);
	return result;
}

int64_t
gm_occupancy_carveout(const gm_device *device, int percent)
{
	assert(percent >= 0 && percent <= 100);
	const int64_t largest = fact(device, GM_SHARED_PER_SM);
	const int64_t wanted = largest * percent / 100;
	for (int i = 0; i < device->carveouts_count; i++)
		if ((int64_t)device->carveouts_bytes[i] >= wanted)
			return (int64_t)device->carveouts_bytes[i];
	return largest;
}
