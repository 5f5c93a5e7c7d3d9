/* What requests take of the banks, of shared memory above all. */
#include "model/counting.h"

#include "base/bits.h"
#include "model/atomics.h"
#include "model/rounds.h"

/* What Nsight Compute calls ideal: passes of 128 bytes that the words fill, however their lanes are spread, and
   fewer where loads of one word join (20 sets of lanes with words of 4, 8 and 16 bytes, measured on an H200). */
static int
packed_passes(const gm_request *request, const gm_bank_passes *passes)
{
	enum { PASS_BYTES = 128 };
	const int bytes = gm_bits_count(request->lanes) * request->access->access_bytes;
	const int full = (bytes + PASS_BYTES - 1) / PASS_BYTES;
	return full < passes->ideal_wavefronts_count ? full : passes->ideal_wavefronts_count;
}

gm_bank_passes
gm_counting_banks(const gm_counting *c, const gm_request *request, bool load,
		  gm_site_counts *site)
{
	const gm_bank_passes passes =
	        load ? gm_banks_count_load(c->banks, request) : gm_banks_count(c->banks, request);
	site->of[GM_COUNT_WAVEFRONTS] += passes.wavefronts_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += passes.ideal_wavefronts_count;
	site->of[GM_COUNT_PACKED_WAVEFRONTS] += packed_passes(request, &passes);
	if (passes.worst_degree > site->worst_degree)
		site->worst_degree = passes.worst_degree;
	return passes;
}

static gm_bank_passes
count_rounds(const gm_counting *c, const gm_access *access, gm_site_counts *site)
{
	const gm_rounds rounds = gm_rounds_evaluate(c->banks, access);
	site->of[GM_COUNT_ROUNDS] += rounds.rounds_count;
	site->of[GM_COUNT_ROUND_LANES] += rounds.lanes_count;
	site->of[GM_COUNT_WAVEFRONTS] += rounds.wavefronts_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += rounds.ideal_wavefronts_count;
	site->of[GM_COUNT_PACKED_WAVEFRONTS] += rounds.ideal_wavefronts_count;
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
		   const gm_request *request, gm_site_counts *now)
{
	if (gm_rounds_apply(c->banks, site))
		return count_rounds(c, access, now);
	if (site->lane_passes > 0 && c->banks == GM_BANKS_32)
		return count_lanes(c, access, site->lane_passes, now);
	return gm_counting_banks(c, request, site->operation == GM_LOAD, now);
}
