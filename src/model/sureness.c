#include "model/sureness.h"

/* Follows from the paths alone, wherever the addresses are. */
static bool
is_of_path(gm_counter counter)
{
	switch (counter) {
	case GM_COUNT_INSTRUCTIONS:
	case GM_COUNT_THREAD_INSTRUCTIONS:
	case GM_COUNT_FLOP:
	case GM_COUNT_REQUESTS:
	case GM_COUNT_REQUESTED_BYTES:
	case GM_COUNT_IDEAL_BYTES:
		return true;
	default:
		return false;
	}
}

/* What is counted of a site whose accesses, or else lanes, follow data. */
static bool
follows_data(const gm_site *site, gm_counter counter)
{
	return gm_operation_is_memory(site->operation) ? !is_of_path(counter)
						       : counter != GM_COUNT_INSTRUCTIONS;
}

static bool
is_scattered(const gm_kernel *kernel, const gm_counts *counts, int site, gm_counter counter)
{
	return counts->scattered && counts->scattered[site] && follows_data(&kernel->sites[site], counter);
}

static bool
is_of_banks(gm_counter counter)
{
	return counter == GM_COUNT_WAVEFRONTS || counter == GM_COUNT_IDEAL_WAVEFRONTS ||
	       counter == GM_COUNT_PACKED_WAVEFRONTS;
}

/* How many rounds fail depends on when the warps come. */
static bool
fails_by_timing(const gm_kernel *kernel, const gm_counts *counts, int site, gm_counter counter)
{
	const bool in_rounds =
		is_of_banks(counter) || counter == GM_COUNT_ROUNDS || counter == GM_COUNT_ROUND_LANES;
	const bool looks = kernel->sites[site].looks_first && gm_dim3_volume(kernel->block) > 32;
	const bool meet = counts->failed_rounds > 0 || kernel->sites[site].cluster > 1 || looks;
	return in_rounds && meet && counts->sites[site].of[GM_COUNT_ROUNDS] > 0;
}

/* Three kernels on an H200 that count in histograms of a cluster took 0.7 to 1.1 % more passes than the lanes at home
   account for. */
static bool
adds_elsewhere(const gm_site *site, gm_counter counter)
{
	return is_of_banks(counter) && site->cluster > 1 && gm_operation_is_atomic(site->operation);
}

/* The site that brings what the counter of this one hangs on; -1: none does. */
static int
hangs(const gm_kernel *kernel, int site, gm_hang on, gm_counter counter)
{
	const gm_hanging *h = &kernel->sites[site].hangs[on];
	const int32_t by = h->paths || is_of_path(counter) ? h->paths : h->places;
	return by - 1;
}

static const gm_sureness exact = {GM_KIND_EXACT, "counted lane by lane", -1};

static gm_sureness
by_timing(const gm_kernel *kernel, const gm_counts *counts, int site, gm_counter counter)
{
	const int turns = hangs(kernel, site, GM_HANG_ON_TURNS, counter);
	const int meeting = counts->meets ? hangs(kernel, site, GM_HANG_ON_MEETING, counter) : -1;
	const int parts = counts->parts ? hangs(kernel, site, GM_HANG_ON_PARTS, counter) : -1;
	const int cluster = hangs(kernel, site, GM_HANG_ON_CLUSTER, counter);
	if (turns >= 0)
		return (gm_sureness){GM_KIND_TIMING,
				     "what another thread has done before decides it: one of the orders in which "
				     "warps and blocks may come", turns};
	if (fails_by_timing(kernel, counts, site, counter))
		return (gm_sureness){GM_KIND_TIMING,
				     "warps that add to the same words at once try again: how often depends on when "
				     "they come", site};
	if (meeting >= 0)
		return (gm_sureness){GM_KIND_TIMING,
				     "blocks store what others load, and that decides it: one of the orders in "
				     "which they may come", meeting};
	if (cluster >= 0)
		return (gm_sureness){GM_KIND_MODEL,
				     "what other blocks of the cluster leave in shared memory decides it: taken to "
				     "be what the block leaves itself", cluster};
	if (parts >= 0)
		return (gm_sureness){GM_KIND_MODEL,
				     "lanes leave a loop in different turns: in which groups they go on is a model", parts};
	if (adds_elsewhere(&kernel->sites[site], counter))
		return (gm_sureness){GM_KIND_MODEL, "passes of atomics that go to other blocks of the cluster", site};
	return exact;
}

/* Of a site that does not hang on order. */
static gm_sureness
by_samples(const gm_counts *counts)
{
	if (counts->too_low)
		return (gm_sureness){GM_KIND_MODEL, "what happens was not followed to its end: more of it does", -1};
	if (counts->guessed)
		return (gm_sureness){GM_KIND_MODEL, "something that decides was taken for granted", -1};
	if (!counts->replicates)
		return (gm_sureness){GM_KIND_MODEL, "some blocks or turns of loops were taken to be like others", -1};
	return (gm_sureness){GM_KIND_SAMPLED, "counted on blocks drawn from the grid", -1};
}

gm_sureness
gm_sureness_weaker(gm_sureness a, gm_sureness b)
{
	return gm_kind_weaker(a.kind, b.kind) == a.kind ? a : b;
}

static bool
may_add(const gm_site *site, gm_counter counter)
{
	if (counter == GM_COUNT_FLOP)
		return gm_site_flop(site, 1) != 0;
	return counter != GM_COUNT_ATOMIC_PASSES || gm_operation_is_atomic(site->operation);
}

gm_sureness
gm_sureness_of(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter, gm_picks_site *picks,
	       const void *what)
{
	gm_sureness sure = exact;
	bool known = true;
	for (int s = 0; s < counts->sites_count; s++) {
		if (!picks(what, s) || !may_add(&kernel->sites[s], counter))
			continue;
		const gm_sureness now = by_timing(kernel, counts, s, counter);
		if (now.kind != GM_KIND_EXACT && !gm_counts_went_elsewhere(kernel, counts, s))
			sure = gm_sureness_weaker(sure, now);
		known = known && counts->paths_but_order && !is_scattered(kernel, counts, s, counter);
	}
	return known || counts->exact_but_order ? sure : gm_sureness_weaker(sure, by_samples(counts));
}

/* Sums over operations and spaces. */
typedef struct selection {
	const gm_kernel *kernel;
	gm_operation operation;
	gm_space space;
} selection;

static bool
is_selected(const void *what, int s)
{
	const selection *of = what;
	const gm_site *site = &of->kernel->sites[s];
	return (of->operation == GM_OPERATION_COUNT || site->operation == of->operation) &&
	       (of->space == GM_SPACE_COUNT || site->space == of->space);
}

gm_sureness
gm_sureness_of_sum(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
		   gm_operation operation, gm_space space)
{
	const selection what = {kernel, operation, space};
	return gm_sureness_of(kernel, counts, counter, is_selected, &what);
}

bool
gm_counts_is_exact(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
                   gm_operation operation, gm_space space)
{
	return gm_sureness_of_sum(kernel, counts, counter, operation, space).kind == GM_KIND_EXACT;
}
