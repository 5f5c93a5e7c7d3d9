/*
 * Fewer additions at L2 where many threads change few words.
 *
 *     aggregate   each warp combines its lanes first: a step for every halving of the lanes, a
 * shuffle and an operation each; then one lane goes to memory privatize   each block counts in
 * shared memory, where words lie in any bank as likely, and adds its words to those in global
 * memory once
 */
#include "analysis/contention.h"
#include "analysis/derivation_build.h"
#include "analysis/remedy_build.h"

enum { STEPS = 5, STEP_INSTRUCTIONS = 2 }; /* 32 lanes; a shuffle and an operation */

typedef struct change {
	int site;
	gm_contention now;
	bool by_block;
} change;

/* Of `amount`, which the place has in all, the part of this site. */
static int64_t
part(int64_t amount, int64_t of_site, int64_t of_place)
{
	return of_place > 0 ? (int64_t)((double)amount * (double)of_site / (double)of_place) : 0;
}

static void
combine_warps(const gm_contention *now, int64_t *of)
{
	of[GM_COUNT_ATOMIC_PASSES] = of[GM_COUNT_SECTORS];
	of[GM_COUNT_THREAD_INSTRUCTIONS] =
		part(of[GM_COUNT_THREAD_INSTRUCTIONS], now->warp_lanes, now->lanes);
	of[GM_COUNT_INSTRUCTIONS] += STEPS * STEP_INSTRUCTIONS * of[GM_COUNT_REQUESTS];
	of[GM_COUNT_REQUESTED_BYTES] = of[GM_COUNT_DISTINCT_BYTES];
}

/* The updates by threads pass through the banks of shared memory; what is left goes to L2. */
static void
count_in_blocks(const gm_contention *now, int64_t *of)
{
	const int64_t requests = of[GM_COUNT_REQUESTS];
	const int64_t left = part(now->block_requests, requests, now->requests);
	static const gm_counter scaled[] = {GM_COUNT_SECTORS,         GM_COUNT_GROUP_SECTORS,
					    GM_COUNT_LINES,           GM_COUNT_TRANSACTIONS,
					    GM_COUNT_MOVED_BYTES,     GM_COUNT_IDEAL_BYTES,
					    GM_COUNT_REQUESTED_BYTES, GM_COUNT_DISTINCT_BYTES};
	for (size_t i = 0; i < sizeof scaled / sizeof *scaled; i++)
		of[scaled[i]] = part(of[scaled[i]], now->block_requests, now->requests);
	of[GM_COUNT_THREAD_INSTRUCTIONS] = part(now->block_lanes, requests, now->requests);
	of[GM_COUNT_ATOMIC_PASSES] = part(now->block_passes, requests, now->requests);
	of[GM_COUNT_INSTRUCTIONS] += left;
	of[GM_COUNT_REQUESTS] = left;
	of[GM_COUNT_WAVEFRONTS] = part((int64_t)now->shared_passes, requests, now->requests) + left;
}

static void
edit_counts(void *state, const gm_kernel *kernel, gm_counts *counts)
{
	const change *c = state;
	for (int s = 0; s < counts->sites_count; s++) {
		if (!gm_prediction_same_place(&kernel->sites[c->site], &kernel->sites[s]))
			continue;
		(c->by_block ? count_in_blocks : combine_warps)(&c->now, counts->sites[s].of);
	}
}

static void
say_evidence(gm_remedy *remedy, const gm_contention *now)
{
	gm_remedy_say(
		remedy->evidence,
		"%lld updates by threads change %lld word%s, in %lld passes at L2; then %lld",
		(long long)now->lanes, (long long)now->words, now->words == 1 ? "" : "s",
		(long long)now->passes,
		(long long)(remedy->id == GM_REMEDY_PRIVATIZE ? now->block_passes
							      : now->warp_passes));
}

static gm_status
find_change(gm_remedy_search *c, gm_remedy_id id, int site, const gm_contention *now)
{
	gm_text text = {0};
	const bool by_block = id == GM_REMEDY_PRIVATIZE;
	change state = {site, *now, by_block};
	gm_remedy *remedy = gm_remedy_add(c, id, site);
	if (!remedy)
		return GM_OK;
	gm_site_say(&text, c->now->kernel, site);
	if (by_block)
		gm_remedy_say(remedy->what,
			      "Count in shared memory of each block (%lld B), add it once at the "
			      "end: %.250s",
			      (long long)now->block_bytes, text.bytes);
	else
		gm_remedy_say(
			remedy->what,
			"Combine the lanes of a warp first, let one lane go to memory: %.280s",
			text.bytes);
	gm_text_dispose(&text);
	say_evidence(remedy, now);
	return gm_remedy_predict(
		c, remedy,
		&(gm_what_if){.counts = edit_counts,
			      .state = &state,
			      .more_shared_bytes = by_block ? now->block_bytes : 0});
}

/* Shared memory that a block may have without asking for more. */
static bool
fits(const gm_prediction *p, const gm_contention *now)
{
	return gm_kernel_shared_bytes(p->kernel) + now->block_bytes <=
	       (int64_t)gm_device_value(p->device, GM_SHARED_PER_BLOCK);
}

gm_status
gm_remedies_of_atomics(gm_remedy_search *c)
{
	gm_status status = GM_OK;
	for (int s = 0; s < c->now->counts.sites_count && status == GM_OK; s++) {
		gm_contention now;
		if (!gm_contention_of_place(c->now, s, &now))
			continue;
		if (now.one_word && now.warp_passes < now.passes)
			status = find_change(c, GM_REMEDY_AGGREGATE, s, &now);
		if (status == GM_OK && now.block_passes < now.passes && fits(c->now, &now))
			status = find_change(c, GM_REMEDY_PRIVATIZE, s, &now);
	}
	return status;
}
