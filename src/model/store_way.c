#include "model/store_way.h"

#include "model/l1_cache.h"

#include <math.h>

static double
sectors_of(const gm_counts *counts, int site)
{
	return (double)counts->sites[site].of[GM_COUNT_GROUP_SECTORS];
}

typedef struct stores {
	double sectors, could_join, shared, lines;
} stores;

static stores
stores_of(const gm_kernel *kernel, const gm_counts *counts, const gm_l1_tally *tally)
{
	stores sum = {0, 0, 0, 0};
	for (int s = 0; s < kernel->sites_count; s++) {
		if (kernel->sites[s].operation != GM_STORE || tally[s].asked <= 0)
			continue;
		sum.sectors += sectors_of(counts, s);
		sum.could_join += sectors_of(counts, s) * tally[s].merged_free / tally[s].asked;
		sum.shared += sectors_of(counts, s) * tally[s].shared / tally[s].asked;
		sum.lines += (double)counts->sites[s].of[GM_COUNT_LINES];
	}
	return sum;
}

/* Bytes that L1 does not find. */
static double
loaded_bytes(const gm_kernel *kernel, const gm_counts *counts, const gm_l1_tally *tally)
{
	double sectors = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_LOAD && tally[s].asked > 0)
			sectors += sectors_of(counts, s) * (1 - tally[s].found / tally[s].asked);
	return sectors * GM_SECTOR_BYTES;
}

static double
array_bytes(const gm_kernel *kernel)
{
	double bytes = 0;
	for (int a = 0; a < kernel->arrays_count; a++)
		if (kernel->arrays[a].space == GM_GLOBAL)
			bytes += (double)kernel->arrays[a].length * gm_type_bytes(kernel->arrays[a].type);
	return bytes;
}

/* 0 where the rate is not known. */
static double
at_rate(const gm_device *device, gm_fact_id fact, double bytes)
{
	double rate = 0;
	return gm_device_achievable(device, fact, &rate) && rate > 0 ? bytes / rate : 0;
}

double
gm_store_way_spare(double joined_s, double rest_s)
{
	const double ratio = rest_s > 0 ? joined_s / rest_s : INFINITY;
	return fmin(1, fmax(0, (1.25 - ratio) / 0.5));
}

gm_store_way
gm_store_way_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                      const gm_l1_tally *tally, double resident, const gm_turns *turns)
{
	double clock = 0;
	const double rate = gm_device_value_or(device, GM_L2_WRITE_BANDWIDTH_MEASURED, 0);
	const double lines_rate = gm_device_value_or(device, GM_L1_STORE_LINES, 0);
	const double blocks = (double)counts->blocks_count, sms = gm_device_value(device, GM_SM_COUNT);
	const stores all = stores_of(kernel, counts, tally);
	gm_store_way way = {INFINITY, 0, 0, all.shared};
	if (!gm_device_achievable(device, GM_SM_CLOCK, &clock) || clock <= 0 || rate <= 0 || lines_rate <= 0)
		return way;
	const double loaded = loaded_bytes(kernel, counts, tally), rounds = blocks / (sms * resident);
	way.joined_s = fmax((all.sectors - all.could_join) * GM_SECTOR_BYTES / rate,
	                    all.lines / fmin(blocks, sms) / (lines_rate * clock));
	way.rest_s = fmax(rounds * fmax(turns->alone_cycles, turns->busy_cycles) / clock,
	                  fmax(at_rate(device, GM_L2_BANDWIDTH, loaded),
	                       at_rate(device, GM_DRAM_BANDWIDTH, fmin(loaded, array_bytes(kernel)))));
	way.spare = gm_store_way_spare(way.joined_s, way.rest_s);
	return way;
}

double
gm_store_way_pieces(const gm_store_way *way, double pieces, double merged)
{
	const double whole = pieces - way->shared;
	if (whole <= 0 || way->shared <= 0)
		return fmax(pieces - 2 * merged, 0);
	const double chance = fmin(1, merged / way->shared);
	return fmax(pieces - merged - whole * pow(chance, way->shared / whole), 0);
}
