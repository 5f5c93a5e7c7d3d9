/*
 * Several neighbouring elements for each thread, in one access of 16 bytes: a copy as float4.
 *
 * Told of kernels whose threads each do one element: every access to memory is executed once, is
 * coalesced and names each byte once, and nothing passes between threads. Then a quarter of the
 * threads (of 4-byte elements) moves the same bytes in a quarter of the instructions, each of 512
 * bytes; the arithmetic on elements stays what it was, the work on indices falls with the threads.
 * Blocks wait as long as before, and are fewer. Registers are taken to suffice.
 */
#include "analysis/derivation_build.h"
#include "analysis/remedy_build.h"

enum { WIDEST_BYTES = 16 };

/* Of data in memory, executed at most once by each thread, neighbour beside neighbour. */
static bool
is_simple_access(const gm_prediction *p, int s)
{
	const int64_t *of = p->counts.sites[s].of;
	const int64_t threads = p->counts.blocks_count * gm_dim3_volume(p->kernel->block);
	const gm_operation operation = p->kernel->sites[s].operation;
	return (operation == GM_LOAD || operation == GM_STORE) &&
	       of[GM_COUNT_THREAD_INSTRUCTIONS] <= threads &&
	       of[GM_COUNT_MOVED_BYTES] <= of[GM_COUNT_IDEAL_BYTES] &&
	       of[GM_COUNT_DISTINCT_BYTES] == of[GM_COUNT_REQUESTED_BYTES];
}

/* The bytes of an element, the same everywhere; 0 when the kernel is not of this kind. */
static int
element_bytes(const gm_prediction *p)
{
	int bytes = 0;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site *site = &p->kernel->sites[s];
		const bool memory = gm_operation_is_memory(site->operation);
		const bool shared = site->operation == GM_BARRIER ||
				    site->operation == GM_SHUFFLE || site->operation == GM_VOTE;
		if (p->counts.sites[s].of[GM_COUNT_INSTRUCTIONS] == 0)
			continue;
		if (shared || (memory && (site->space != GM_GLOBAL || !is_simple_access(p, s) ||
					  (bytes && site->access_bytes != bytes))))
			return 0;
		bytes = memory ? site->access_bytes : bytes;
	}
	return bytes < WIDEST_BYTES ? bytes : 0;
}

typedef struct widening {
	const gm_prediction *now;
	int times;
} widening;

/* Arithmetic on elements stays; all else is executed by fewer threads. */
static void
widen(void *state, const gm_kernel *kernel, gm_counts *counts)
{
	static const gm_counter executed[] = {GM_COUNT_INSTRUCTIONS, GM_COUNT_THREAD_INSTRUCTIONS,
					      GM_COUNT_REQUESTS};
	const int times = ((const widening *)state)->times;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (gm_type_is_floating(site->type) && !gm_operation_is_memory(site->operation))
			continue;
		for (size_t i = 0; i < sizeof executed / sizeof *executed; i++)
			counts->sites[s].of[executed[i]] /= times;
	}
	counts->blocks_count = (counts->blocks_count + times - 1) / times;
}

/* The same bytes come and go. */
static void
keep_traffic(void *state, gm_traffic *traffic)
{
	const gm_traffic *now = &((const widening *)state)->now->traffic;
	for (int level = 0; level < GM_LEVEL_COUNT; level++) {
		traffic->read_bytes[level] = now->read_bytes[level];
		traffic->written_bytes[level] = now->written_bytes[level];
	}
	traffic->grid = now->grid;
}

gm_status
gm_remedies_of_width(gm_remedy_search *c)
{
	const gm_prediction *p = c->now;
	const int bytes = element_bytes(p);
	gm_remedy *remedy = bytes ? gm_remedy_add(c, GM_REMEDY_WIDEN, -1) : NULL;
	if (!remedy)
		return GM_OK;
	widening w = {p, WIDEST_BYTES / bytes};
	gm_remedy_say(remedy->what,
		      "Give each thread %d neighbouring elements, in accesses of %d B", w.times,
		      WIDEST_BYTES);
	gm_remedy_say(remedy->evidence,
		      "each thread has one element of %d B, and the grid %lld blocks", bytes,
		      (long long)p->counts.blocks_count);
	const gm_status status = gm_remedy_predict(
		c, remedy, &(gm_what_if){.counts = widen, .traffic = keep_traffic, .state = &w});
	if (!gm_remedy_saves(c, remedy))
		c->out->count--;
	return status;
}
