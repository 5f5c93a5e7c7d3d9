#include "model/l1_cache.h"

#include "base/memory.h"
#include "base/wide.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_SECTORS = 0xf, KEPT = 0x10, WHOLE = 0x20, GONE = -2 };

gm_l1_cache
gm_l1_cache_new(double bytes)
{
	gm_l1_cache cache = {.sets = (int64_t)(bytes / GM_LINE_BYTES / GM_CACHE_WAYS),
	                     .lot = UINT64_C(88172645463325252)};
	const size_t lines = (size_t)(cache.sets * GM_CACHE_WAYS);
	cache.tags = gm_allocate(lines + 1, sizeof *cache.tags);
	cache.touched = gm_allocate(lines + 1, sizeof *cache.touched);
	cache.sectors = gm_allocate(lines + 1, 1);
	cache.found = gm_allocate((size_t)cache.sets + 1, 1);
	memset(cache.tags, -1, lines * sizeof *cache.tags);
	return cache;
}

void
gm_l1_cache_dispose(gm_l1_cache *cache)
{
	free(cache->tags);
	free(cache->touched);
	free(cache->sectors);
	free(cache->found);
	*cache = (gm_l1_cache){0};
}

static int64_t
set_of(const gm_l1_cache *cache, int64_t line)
{
	const uint64_t mixed = (uint64_t)line * UINT64_C(0x9e3779b97f4a7c15);
	return (int64_t)((mixed >> 32) * (uint64_t)cache->sets >> 32);
}

/* Of those kept, or not, and not in `but` (bit i: way i), the way that was not touched for longest; -1: none. */
static int
oldest(const gm_l1_cache *cache, size_t first, unsigned kept, unsigned but)
{
	int found = -1;
	for (int w = 0; w < GM_CACHE_WAYS; w++)
		if ((cache->sectors[first + (size_t)w] & KEPT) == kept && !(but >> w & 1) &&
		    (found < 0 || cache->touched[first + (size_t)w] < cache->touched[first + (size_t)found]))
			found = w;
	return found;
}

/* In the order in which ways of a set are given up: when it was touched last and, of those never touched, its
   number. Those kept come last. */
static inline void
order_of(const gm_l1_cache *cache, size_t first, uint64_t order[GM_CACHE_WAYS])
{
	for (unsigned w = 0; w < GM_CACHE_WAYS; w++) {
		const uint64_t kept = -(uint64_t)(cache->sectors[first + w] >> 4 & 1);
		order[w] = ((uint64_t)cache->touched[first + w] << 4 | w) | kept << 40;
	}
}

/* Of those above the limit. Without branches, for it is asked for very often. */
static inline uint64_t
least_above(const uint64_t order[GM_CACHE_WAYS], uint64_t limit)
{
	uint64_t least = UINT64_MAX;
	for (int w = 0; w < GM_CACHE_WAYS; w++) {
		const uint64_t here = order[w] < limit ? UINT64_MAX : order[w];
		least = here < least ? here : least;
	}
	return least;
}

/* From how many of those not touched for longest it is drawn. */
static unsigned
lots_in(const gm_l1_cache *cache, size_t first)
{
	unsigned others = 0;
	for (size_t w = 0; w < GM_CACHE_WAYS; w++)
		others += !(cache->sectors[first + w] & KEPT);
	const unsigned part = others * GM_CACHE_LOTS_OF_ALL / GM_CACHE_WAYS;
	return part > GM_CACHE_LOTS ? part : GM_CACHE_LOTS;
}

/* The way that is given up: an empty one, or by xorshift, so that every run draws the same lots. */
GM_WIDE static size_t
victim(gm_l1_cache *cache, size_t first)
{
	uint64_t order[GM_CACHE_WAYS];
	order_of(cache, first, order);
	uint64_t least = least_above(order, 0);
	if (least < GM_CACHE_WAYS)
		return first + (size_t)least;
	cache->lot ^= cache->lot << 13;
	cache->lot ^= cache->lot >> 7;
	cache->lot ^= cache->lot << 17;
	for (unsigned k = (unsigned)(cache->lot % lots_in(cache, first)); k > 0; k--)
		least = least_above(order, least + 1);
	return first + (size_t)(least % GM_CACHE_WAYS);
}

static void
keep(gm_l1_cache *cache, size_t first, size_t at)
{
	int kept = 0;
	if (cache->sectors[at] & KEPT)
		return;
	cache->sectors[at] |= KEPT;
	for (int w = 0; w < GM_CACHE_WAYS; w++)
		kept += (cache->sectors[first + (size_t)w] & KEPT) != 0;
	if (kept > GM_CACHE_KEPT)
		cache->sectors[first + (size_t)oldest(cache, first, KEPT, 0)] &= ALL_SECTORS | WHOLE;
}

static size_t
put(gm_l1_cache *cache, size_t at, int64_t line)
{
	cache->tags[at] = line;
	cache->sectors[at] = 0;
	cache->touched[at] = ++cache->now;
	return at;
}

unsigned
gm_l1_cache_touch(gm_l1_cache *cache, int64_t line, unsigned wanted, int *new_line)
{
	*new_line = 1;
	if (cache->sets == 0)
		return 0;
	const size_t first = (size_t)(set_of(cache, line) * GM_CACHE_WAYS), end = first + GM_CACHE_WAYS;
	size_t at = first + cache->found[first / GM_CACHE_WAYS];
	if (cache->tags[at] != line)
		for (at = first; at < end && cache->tags[at] != line; at++)
			;
	*new_line = at == end;
	if (at == end)
		at = put(cache, victim(cache, first), line);
	else if (cache->sectors[at] & WHOLE)
		keep(cache, first, at);
	cache->found[first / GM_CACHE_WAYS] = (uint8_t)(at - first);
	const unsigned before = cache->sectors[at];
	cache->sectors[at] = (uint8_t)(before | wanted | (*new_line && wanted == ALL_SECTORS ? WHOLE : 0));
	cache->touched[at] = ++cache->now;
	return before & wanted;
}

void
gm_l1_cache_empty(gm_l1_cache *cache)
{
	const size_t lines = (size_t)(cache->sets * GM_CACHE_WAYS);
	if (cache->emptied == cache->now)
		return;
	memset(cache->tags, -1, lines * sizeof *cache->tags);
	memset(cache->touched, 0, lines * sizeof *cache->touched);
	memset(cache->sectors, 0, lines);
	cache->emptied = cache->now;
}

/* Of those not kept, the first that was not touched for longest. */
GM_WIDE static int
oldest_of_all(const gm_l1_cache *cache, size_t first)
{
	const uint32_t *touched = cache->touched + first;
	const uint8_t *sectors = cache->sectors + first;
	uint32_t ages[GM_CACHE_WAYS], least = UINT32_MAX, are_least = 0;
	for (int w = 0; w < GM_CACHE_WAYS; w++)
		ages[w] = touched[w] | -(uint32_t)(sectors[w] >> 4 & 1);
	for (int w = 0; w < GM_CACHE_WAYS; w++)
		least = ages[w] < least ? ages[w] : least;
	for (int w = 0; w < GM_CACHE_WAYS; w++)
		are_least |= (uint32_t)(ages[w] == least) << w;
	return __builtin_ctz(are_least);
}

/* All that is not kept has gone. */
static void
age_all(gm_l1_cache *cache)
{
	for (size_t at = 0; at < (size_t)(cache->sets * GM_CACHE_WAYS); at++) {
		if (cache->sectors[at] & KEPT)
			continue;
		cache->tags[at] = GONE;
		cache->sectors[at] = 0;
		cache->touched[at] = ++cache->now;
	}
}

/* Something is left that may go. */
static bool
is_left(const gm_l1_cache *cache, size_t first)
{
	for (size_t at = first; at < first + GM_CACHE_WAYS; at++)
		if (cache->tags[at] != GONE && !(cache->sectors[at] & KEPT))
			return true;
	return false;
}

/* Sets have their turn one after the other. Where all has gone that can, it is the same who goes again. */
void
gm_l1_cache_age(gm_l1_cache *cache, double lines)
{
	if (lines >= (double)cache->sets * GM_CACHE_WAYS) {
		age_all(cache);
		return;
	}
	cache->aged += lines;
	const int64_t whole = (int64_t)cache->aged, each = whole / cache->sets, more = whole % cache->sets;
	cache->aged -= (double)whole;
	for (int64_t set = 0; set < (each > 0 ? cache->sets : more); set++) {
		const size_t first = (size_t)((cache->next_aged + set) % cache->sets * GM_CACHE_WAYS);
		for (int64_t i = 0; i < each + (set < more) && is_left(cache, first); i++)
			put(cache, first + (size_t)oldest_of_all(cache, first), GONE);
	}
	cache->next_aged = (cache->next_aged + whole) % cache->sets;
}
