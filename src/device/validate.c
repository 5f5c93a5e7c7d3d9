#include "device/device.h"

#include "base/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(table) (sizeof table / sizeof table[0])

/* Occupancy, transactions and the roofline stand on these; without one there is no answer at all.
 */
static const gm_fact_id needed[] = {
	GM_WARP_LANES,
	GM_THREADS_PER_BLOCK,
	GM_BLOCK_X,
	GM_BLOCK_Y,
	GM_BLOCK_Z,
	GM_GRID_X,
	GM_GRID_Y,
	GM_GRID_Z,
	GM_THREADS_PER_SM,
	GM_WARPS_PER_SM,
	GM_BLOCKS_PER_SM,
	GM_REGISTERS_PER_SM,
	GM_REGISTERS_PER_BLOCK,
	GM_REGISTERS_PER_THREAD,
	GM_REGISTER_UNIT,
	GM_REGISTERS_BY_BLOCK,
	GM_WARP_GRANULARITY,
	GM_SUB_PARTITIONS,
	GM_SHARED_PER_SM,
	GM_SHARED_PER_BLOCK,
	GM_SHARED_PER_BLOCK_OPTIN,
	GM_SHARED_UNIT,
	GM_SHARED_RESERVED,
	GM_ISSUE_RATE,
	GM_RATE_F32,
	GM_L1_UNIFIED,
	GM_L1_CACHES_GLOBAL,
	GM_SM_COUNT,
	GM_SM_CLOCK,
	GM_DRAM_BANDWIDTH,
};

/* Zero says something here: an absent unit, cache, reserve or feature. Elsewhere it is a mistake.
 */
static const gm_fact_id may_be_zero[] = {
	GM_CLUSTER_BLOCKS,     GM_REGISTERS_BY_BLOCK,    GM_SHARED_RESERVED,  GM_RATE_F64,
	GM_RATE_F16,           GM_RATE_SHUFFLE,          GM_RATE_TENSOR_F16,  GM_RATE_TENSOR_TF32,
	GM_DRAM_MASKED, GM_RATE_TENSOR_F64,    GM_RATE_TENSOR_S8,        GM_L1_SIZE,          GM_L1_UNIFIED,
	GM_L1_CACHES_GLOBAL,   GM_L1_BANDWIDTH,          GM_L2_SIZE,          GM_L2_NEAR_SIZE,
	GM_L2_BANDWIDTH,       GM_L2_BANDWIDTH_MEASURED, GM_ATOMIC_RATE_SAME, GM_ATOMIC_RATE_SPREAD,
	GM_ATOMIC_RATE_SHARED,
	GM_SCALAR_REGISTERS_PER_SM,
	GM_SCALAR_REGISTERS_PER_WARP,
	GM_SCALAR_REGISTER_UNIT,
};

static const gm_fact_id flags[] = {GM_REGISTERS_BY_BLOCK, GM_L1_UNIFIED, GM_L1_CACHES_GLOBAL,
                                   GM_DRAM_MASKED};

/* The first may not exceed the second, where both are known. */
static const struct {
	gm_fact_id smaller, larger;
} ordered[] = {
	{GM_THREADS_PER_BLOCK, GM_THREADS_PER_SM},
	{GM_BLOCK_X, GM_THREADS_PER_BLOCK},
	{GM_BLOCK_Y, GM_THREADS_PER_BLOCK},
	{GM_BLOCK_Z, GM_THREADS_PER_BLOCK},
	{GM_BLOCKS_PER_SM, GM_WARPS_PER_SM},
	{GM_REGISTERS_PER_BLOCK, GM_REGISTERS_PER_SM},
	{GM_REGISTERS_PER_THREAD, GM_REGISTERS_PER_BLOCK},
	{GM_REGISTER_UNIT, GM_REGISTERS_PER_SM},
	{GM_SHARED_PER_BLOCK, GM_SHARED_PER_BLOCK_OPTIN},
	{GM_SHARED_PER_BLOCK_OPTIN, GM_SHARED_PER_SM},
	{GM_SHARED_UNIT, GM_SHARED_PER_BLOCK},
	{GM_SHARED_RESERVED, GM_SHARED_PER_SM},
	{GM_SM_CLOCK_BASE, GM_SM_CLOCK},
	{GM_L2_NEAR_SIZE, GM_L2_SIZE},
	{GM_L2_BANDWIDTH_MEASURED, GM_L2_BANDWIDTH},
	{GM_DRAM_BANDWIDTH_MEASURED, GM_DRAM_BANDWIDTH},
	{GM_DRAM_FETCH, GM_DRAM_SIZE},
	{GM_LATENCY_L1, GM_LATENCY_L2},
	{GM_LATENCY_L2, GM_LATENCY_L2_FAR},
	{GM_LATENCY_L2, GM_LATENCY_DRAM},
	{GM_LATENCY_L2_FAR, GM_LATENCY_DRAM},
};

static bool
contains(const gm_fact_id *list, size_t count, gm_fact_id id)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == id)
			return true;
	return false;
}

static const char *
name_of(gm_fact_id id)
{
	return gm_fact_row_of(id)->name;
}

/* "dram_bandwidth (3.35 TB/s)" */
typedef struct shown {
	char text[96];
} shown;

static shown
show(const gm_device *device, gm_fact_id id)
{
	char value[48];
	shown result;
	gm_quantity_format(device->facts[id].value, gm_fact_row_of(id)->dimension, value,
			   sizeof value);
	snprintf(result.text, sizeof result.text, "%s (%s)", name_of(id), value);
	return result;
}

static bool
is_whole(double value)
{
	return value == floor(value);
}

static gm_status
check_known_value(const gm_device *device, gm_fact_id id, gm_error *err)
{
	const double value = device->facts[id].value;
	const gm_dimension dimension = gm_fact_row_of(id)->dimension;
	if (!isfinite(value) || value < 0.0)
		return gm_fail(err, GM_BAD_VALUE, "%s must be finite and not negative",
			       show(device, id).text);
	if (value == 0.0 && !contains(may_be_zero, COUNT_OF(may_be_zero), id))
		return gm_fail(err, GM_BAD_VALUE, "%s must not be zero", name_of(id));
	if ((dimension == GM_COUNT || dimension == GM_BYTES) && !is_whole(value))
		return gm_fail(err, GM_BAD_VALUE, "%s must be a whole number",
			       show(device, id).text);
	if (contains(flags, COUNT_OF(flags), id) && value > 1.0)
		return gm_fail(err, GM_BAD_VALUE, "%s must be 0 or 1", show(device, id).text);
	return GM_OK;
}

static gm_status
check_row(const gm_device *device, gm_fact_id id, gm_error *err)
{
	const gm_fact *fact = &device->facts[id];
	const bool left_out = device->capability_only && gm_fact_row_of(id)->scope == GM_CARD;
	if (fact->known)
		return check_known_value(device, id, err);
	if (left_out)
		return GM_OK;
	if (!fact->stated)
		return gm_fail(err, GM_BAD_VALUE, "%s is not stated", name_of(id));
	if (contains(needed, COUNT_OF(needed), id))
		return gm_fail(err, GM_BAD_VALUE, "%s must be known", name_of(id));
	return GM_OK;
}

static gm_status
check_order(const gm_device *device, gm_error *err)
{
	for (size_t i = 0; i < COUNT_OF(ordered); i++) {
		const gm_fact_id a = ordered[i].smaller, b = ordered[i].larger;
		const bool known = device->facts[a].known && device->facts[b].known;
		if (known && device->facts[a].value > device->facts[b].value)
			return gm_fail(err, GM_BAD_VALUE, "%s must not exceed %s",
				       show(device, a).text, show(device, b).text);
	}
	return GM_OK;
}

static gm_status
check_warps(const gm_device *device, gm_error *err)
{
	const double lanes = gm_device_value(device, GM_WARP_LANES);
	const double warps = gm_device_value(device, GM_WARPS_PER_SM);
	const double partitions = gm_device_value(device, GM_SUB_PARTITIONS);
	if (lanes != 32.0 && lanes != 64.0)
		return gm_fail(err, GM_BAD_VALUE, "%s must be 32 or 64",
			       show(device, GM_WARP_LANES).text);
	if (warps * lanes != gm_device_value(device, GM_THREADS_PER_SM))
		return gm_fail(err, GM_BAD_VALUE, "%s must be %s times %s",
			       show(device, GM_THREADS_PER_SM).text,
			       show(device, GM_WARPS_PER_SM).text,
			       show(device, GM_WARP_LANES).text);
	if (fmod(warps, partitions) != 0.0)
		return gm_fail(err, GM_BAD_VALUE, "%s must divide %s",
			       show(device, GM_SUB_PARTITIONS).text,
			       show(device, GM_WARPS_PER_SM).text);
	return GM_OK;
}

static gm_status
check_shared(const gm_device *device, gm_error *err)
{
	const bool unified = gm_device_value(device, GM_L1_UNIFIED) == 1.0;
	const gm_fact_id l1 = GM_L1_SIZE, shared = GM_SHARED_PER_SM;
	if (unified && device->facts[l1].known &&
	    device->facts[l1].value < gm_device_value(device, shared))
		return gm_fail(err, GM_BAD_VALUE, "%s is carved out of %s and must not exceed it",
			       show(device, shared).text, show(device, l1).text);
	const int count = device->carveouts_count;
	if (count == 0)
		return gm_fail(err, GM_BAD_VALUE, "carveouts: at least one is needed");
	for (int i = 1; i < count; i++)
		if (device->carveouts_bytes[i] <= device->carveouts_bytes[i - 1])
			return gm_fail(err, GM_BAD_VALUE,
				       "carveouts must ascend: value %d does not", i + 1);
	/* A what-if on shared_per_sm is allowed to leave the list behind. */
	const bool last_differs =
		device->carveouts_bytes[count - 1] != gm_device_value(device, shared);
	if (last_differs && !device->facts[shared].overridden)
		return gm_fail(err, GM_BAD_VALUE, "the last carveout must be %s",
			       show(device, shared).text);
	return GM_OK;
}

static gm_status
check_identity(const gm_device *device, gm_error *err)
{
	const bool amd = strcmp(device->vendor, "amd") == 0;
	if (!amd && strcmp(device->vendor, "nvidia") != 0)
		return gm_fail(err, GM_BAD_VALUE, "vendor '%.40s': expected nvidia or amd",
			       device->vendor);
	if (!amd && device->cc_major < 1)
		return gm_fail(err, GM_BAD_VALUE, "compute capability %d.%d: expected 1.0 or later",
			       device->cc_major, device->cc_minor);
	return GM_OK;
}

gm_status
gm_device_validate(const gm_device *device, gm_error *err)
{
	gm_status status = check_identity(device, err);
	for (int i = 0; i < GM_FACT_COUNT && status == GM_OK; i++)
		status = check_row(device, (gm_fact_id)i, err);
	if (status == GM_OK)
		status = check_order(device, err);
	if (status == GM_OK)
		status = check_warps(device, err);
	return status == GM_OK ? check_shared(device, err) : status;
}
