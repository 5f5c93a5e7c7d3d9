#include "model/line_passes.h"

#include "model/tags.h"

enum { QUAD_SHIFT = 9 }; /* four lines, each of another tag bank */

/* As most are: nothing waits for a tag. */
static bool
is_in_one_turn(const gm_addresses *named, uint64_t start)
{
	if (named->changing >> QUAD_SHIFT == 0 && start >> QUAD_SHIFT << QUAD_SHIFT == start)
		return true;
	if (named->order == GM_STEADY)
		return (named->steps.low_bytes - start) >> QUAD_SHIFT ==
		       (named->steps.high_bytes - start) >> QUAD_SHIFT;
	const uint64_t one = (named->address[0] - start) >> QUAD_SHIFT;
	uint64_t others = (named->address[named->count - 1] - start) >> QUAD_SHIFT ^ one;
	for (int i = 1; i < named->count && others == 0; i++)
		others |= (named->address[i] - start) >> QUAD_SHIFT ^ one;
	return others == 0;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static gm_line_turns
of_atomics(const gm_site *site, const gm_addresses *named, uint64_t start, int passes)
{
	const int once = gm_tag_data_passes_of_atomics(named->address, named->count, site->access_bytes, start,
	                                               site->lane_passes == 2);
	return (gm_line_turns){0, larger((site->operation == GM_ATOMIC ? 2 * once : once) - passes, 0)};
}

gm_line_turns
gm_line_turns_of(const gm_site *site, const gm_request *request, uint64_t start_bytes, int passes)
{
	const gm_addresses *named = &request->named;
	const bool load = site->operation == GM_LOAD, store = site->operation == GM_STORE;
	if (!request->lanes)
		return (gm_line_turns){0, 0};
	if (gm_site_is_global_atomic(site))
		return of_atomics(site, named, start_bytes, passes);
	if ((!load && !store) || is_in_one_turn(named, start_bytes))
		return (gm_line_turns){load, 0};
	const gm_tag_passes tags = gm_tag_passes_of_lines(named->address, named->count, site->access_bytes, start_bytes,
	                                                  named->apart);
	return (gm_line_turns){load ? tags.passes_count : 0,
	                       larger((load ? tags.data_passes_count : tags.passes_count) - passes, 0)};
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
