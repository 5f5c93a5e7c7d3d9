/* What requests take of the banks, of shared memory above all. */
#include "model/counting.h"

#include "model/atomics.h"
#include "model/coalescing.h"
#include "model/rounds.h"

gm_bank_passes
gm_counting_banks(const gm_counting *c, const gm_request *request, bool load,
		  gm_site_counts *site)
{
	const gm_bank_passes passes =
	        load ? gm_banks_count_load(c->banks, request) : gm_banks_count(c->banks, request);
	site->of[GM_COUNT_WAVEFRONTS] += passes.wavefronts_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += passes.ideal_wavefronts_count;
	site->of[GM_COUNT_PACKED_WAVEFRONTS] += gm_banks_packed(request->access, passes.wavefronts_count);
	if (passes.worst_degree > site->worst_degree)
		site->worst_degree = passes.worst_degree;
	return passes;
}

static gm_bank_passes
count_rounds(gm_rounds rounds, gm_site_counts *site)
{
	site->of[GM_COUNT_ROUNDS] += rounds.rounds_count;
	site->of[GM_COUNT_ROUND_LANES] += rounds.lanes_count;
	site->of[GM_COUNT_WAVEFRONTS] += rounds.wavefronts_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += rounds.ideal_wavefronts_count;
	site->of[GM_COUNT_PACKED_WAVEFRONTS] += rounds.packed_wavefronts_count;
	if (rounds.rounds_count > site->worst_degree)
		site->worst_degree = rounds.rounds_count;
	return (gm_bank_passes){0};
}

/* Lanes of a bank one after the other, those on the same word too. */
static gm_bank_passes
count_lanes(const gm_counting *c, const gm_access *access, int each, gm_site_counts *site)
{
	const gm_atomic_passes passes = gm_atomics_shared_evaluate(c->banks, access);
	site->of[GM_COUNT_WAVEFRONTS] += each * passes.passes_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += each * passes.ideal_passes_count;
	site->of[GM_COUNT_PACKED_WAVEFRONTS] += each * passes.ideal_passes_count;
	if (passes.multiplicity > site->worst_degree)
		site->worst_degree = passes.multiplicity;
	return (gm_bank_passes){0};
}

gm_bank_passes
gm_counting_shared(const gm_counting *c, const gm_site *site, const gm_access *access,
		   const gm_request *request, const gm_offers *offers, gm_site_counts *now)
{
	if (gm_rounds_apply(c->banks, site))
		return count_rounds(gm_rounds_evaluate(c->banks, access, offers), now);
	if (site->lane_passes > 0 && c->banks == GM_BANKS_32)
		return count_lanes(c, access, site->lane_passes, now);
	return gm_counting_banks(c, request, site->operation == GM_LOAD, now);
}

/* Of what the lanes name, whatever the block, the share of those that go to others: atomics on random blocks of a
   cluster of 2, 4 and 8 take 0.49, 0.70 and 0.83 of the time of those on the next (model/cluster.h). */
static void
count_elsewhere(const gm_access *all, int away, gm_site_counts *now)
{
	uint64_t place[64];
	gm_request request;
	const int lanes = __builtin_popcountll(gm_access_lanes(all));
	for (int l = 0; l < all->lanes_count; l++)
		place[l] = all->address[l] & ((UINT64_C(1) << GM_AWAY_BITS) - 1);
	const gm_access access = {all->lanes_count, all->access_bytes, all->active, place};
	gm_request_init(&request, &access);
	const gm_transactions t = gm_coalescing_count(GM_SECTORS_32, &request);
	now->of[GM_COUNT_SECTORS] += (t.sectors_count * away + lanes / 2) / lanes;
	now->of[GM_COUNT_LINES] += (t.lines_count * away + lanes / 2) / lanes;
}

gm_bank_passes
gm_counting_cluster(const gm_counting *c, const gm_site *site, const gm_access *access, const gm_offers *offers,
		    gm_site_counts *now)
{
	gm_access home = *access, away = *access;
	gm_bank_passes passes = {0};
	home.active = 0;
	for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1)
		if (access->address[__builtin_ctzll(rest)] >> GM_AWAY_BITS == 0)
			home.active |= rest & -rest;
	away.active = gm_access_lanes(access) & ~home.active;
	if (home.active) {
		gm_request request;
		gm_request_init(&request, &home);
		passes = gm_counting_shared(c, site, &home, &request, offers, now);
	}
	if (away.active)
		count_elsewhere(access, __builtin_popcountll(away.active), now);
	if (away.active && gm_rounds_apply(c->banks, site))
		count_rounds(gm_rounds_elsewhere(&away), now);
	return passes;
}
