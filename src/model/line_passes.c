#include "model/line_passes.h"

#include "model/tags.h"

enum { QUAD_SHIFT = 9 }; /* four lines, each of another tag bank */

/* As most are: nothing waits for a tag. Lines are counted from the lowest. */
static bool
is_in_one_pass(const gm_addresses *named, uint64_t lowest_line)
{
	if (named->changing >> QUAD_SHIFT == 0)
		return true;
	if (named->order == GM_STEADY)
		return (named->steps.high_bytes - lowest_line) >> QUAD_SHIFT == 0;
	uint64_t furthest = 0;
	for (int i = 0; i < named->count; i++)
		furthest |= named->address[i] - lowest_line;
	return furthest >> QUAD_SHIFT == 0;
}

/* Nobody knows where a buffer will lie: requests that are alike but for where they begin take as many. */
static uint64_t
lowest_line(const gm_addresses *named)
{
	uint64_t lowest = named->order == GM_STEADY ? named->steps.low_bytes : named->address[0];
	for (int i = 1; i < named->count && named->order > GM_RISING; i++)
		lowest = named->address[i] < lowest ? named->address[i] : lowest;
	return lowest & ~(uint64_t)127;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static int
passes_of(const gm_site *site, const gm_addresses *named, uint64_t start, int passes)
{
	const int bytes = site->access_bytes;
	const bool swaps = site->lane_passes == 2;
	if (gm_site_is_global_atomic(site)) {
		const int once =
		        gm_tag_data_passes_of_atomics(named->address, named->count, bytes, start, swaps);
		return site->operation == GM_ATOMIC ? 2 * once : once;
	}
	if (site->operation != GM_LOAD && site->operation != GM_STORE)
		return passes;
	const uint64_t lowest = lowest_line(named);
	if (is_in_one_pass(named, lowest))
		return passes;
	const gm_tag_passes tags =
	        gm_tag_passes_of_lines(named->address, named->count, bytes, lowest, named->apart);
	return site->operation == GM_LOAD ? tags.data_passes_count : tags.passes_count;
}

int
gm_line_passes_more(const gm_site *site, const gm_request *request, uint64_t start_bytes, int passes)
{
	if (!request->lanes)
		return 0;
	return larger(passes_of(site, &request->named, start_bytes, passes) - passes, 0);
}

/* Of its requests, those that have to wait for the tags. */
static double
waiting_ratio(const gm_site *site, const gm_l1_tally *tally)
{
	if (site->operation != GM_LOAD)
		return 1;
	return tally->loads > 0 ? tally->missing / tally->loads : 0;
}

double
gm_line_passes(const gm_kernel *kernel, const gm_counts *counts, const gm_cached_site *sites)
{
	double more = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		more += waiting_ratio(&kernel->sites[s], &sites[s].l1) *
		        (double)counts->sites[s].of[GM_COUNT_TAGGED_PASSES];
	return more;
}
