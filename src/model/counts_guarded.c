/*
 * What a profiler counts of copies past L1 under a predicate: in its patched code P0 is as if no lane had it. Of what
 * is under P0 it counts nothing, of what is under its contrary all lanes that come there, at the places that their
 * registers name by then. These may be any, which is not known here: they are taken to be like those that copy.
 *
 * Source: measure/calibrate/guarded.py on an H200: one copy under each of P0 to P6 and their contraries, of no lane,
 * one, seven, half of them and all, beside other predicates of all lanes or none; .cg of 16 bytes. Copies through L1,
 * loads and stores are counted as they are (reports/measured/guarded.csv).
 */
#include "model/counts.h"

#include "model/copies.h"

#include <math.h>

/* As many times more wavefronts if the predicate is P0. */
static double
more(const gm_counts *counts, int s)
{
	const gm_issue *issue = &counts->issue[s];
	const int64_t *of = counts->sites[s].of;
	if (!issue->guard_negated)
		return -1;
	const double lanes = (double)of[GM_COUNT_REQUESTED_BYTES] / 16;
	const double come = (double)counts->sites[issue->guard].of[GM_COUNT_THREAD_INSTRUCTIONS];
	return lanes > 0 ? fmax(come / lanes - 1, 0) : 0;
}

void
gm_counts_add_guarded(const gm_kernel *kernel, gm_counts *counts)
{
	for (int s = 0; s < counts->sites_count; s++) {
		const gm_issue *issue = &counts->issue[s];
		gm_site_counts *site = &counts->sites[s];
		if (issue->guarded == GM_GUARDED_NOT || !gm_copies_bypass(&kernel->sites[s]))
			continue;
		const double by = more(counts, s);
		const double passes = by * (double)site->of[GM_COUNT_WAVEFRONTS];
		counts->guarded_passes += fabs(passes);
		if (issue->guarded != GM_GUARDED_BY_FIRST)
			continue;
		site->patched.passes += passes;
		site->patched.packed += by * (double)site->of[GM_COUNT_PACKED_WAVEFRONTS];
	}
}
