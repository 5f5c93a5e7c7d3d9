#include "model/l1_cache.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

gm_l1_cache
gm_l1_cache_new(double bytes)
{
	gm_l1_cache cache = {.sets = (int64_t)(bytes / GM_LINE_BYTES / GM_CACHE_WAYS),
	                     .lot = UINT64_C(88172645463325252)};
	const size_t lines = (size_t)(cache.sets * GM_CACHE_WAYS);
	cache.tags = gm_allocate(lines + 1, sizeof *cache.tags);
	cache.sectors = gm_allocate(lines + 1, 1);
	memset(cache.tags, -1, lines * sizeof *cache.tags);
	return cache;
}

void
gm_l1_cache_dispose(gm_l1_cache *cache)
{
	free(cache->tags);
	free(cache->sectors);
	*cache = (gm_l1_cache){0};
}

static int64_t
set_of(const gm_l1_cache *cache, int64_t line)
{
	const uint64_t mixed = (uint64_t)line * UINT64_C(0x9e3779b97f4a7c15);
	return (int64_t)((mixed >> 32) * (uint64_t)cache->sets >> 32);
}

/* Moves a way to the front of its set. */
static void
bring_forward(int64_t *tags, uint8_t *sectors, int way, int64_t tag, uint8_t bits)
{
	memmove(tags + 1, tags, (size_t)way * sizeof *tags);
	memmove(sectors + 1, sectors, (size_t)way);
	tags[0] = tag;
	sectors[0] = bits;
}

/* The way that is given up: xorshift, so that every run draws the same lots. */
static int
victim(gm_l1_cache *cache)
{
	cache->lot ^= cache->lot << 13;
	cache->lot ^= cache->lot >> 7;
	cache->lot ^= cache->lot << 17;
	return GM_CACHE_WAYS - 1 - (int)(cache->lot % GM_CACHE_LOTS);
}

unsigned
gm_l1_cache_touch(gm_l1_cache *cache, int64_t line, unsigned wanted, int *new_line)
{
	*new_line = 1;
	if (cache->sets == 0)
		return 0;
	const int64_t set = set_of(cache, line);
	int64_t *tags = cache->tags + set * GM_CACHE_WAYS;
	uint8_t *sectors = cache->sectors + set * GM_CACHE_WAYS;
	int way = 0;
	while (way < GM_CACHE_WAYS && tags[way] != line)
		way++;
	const bool there = way < GM_CACHE_WAYS;
	const unsigned before = there ? sectors[way] : 0;
	*new_line = !there;
	bring_forward(tags, sectors, there ? way : victim(cache), line, (uint8_t)(before | wanted));
	return before & wanted;
}

void
gm_l1_cache_age(gm_l1_cache *cache, double lines)
{
	const double most = (double)cache->sets * GM_CACHE_WAYS;
	cache->aged += lines < most ? lines : most;
	for (; cache->aged >= 1 && cache->sets > 0; cache->aged--) {
		const int64_t at = cache->next_aged++ % cache->sets * GM_CACHE_WAYS;
		bring_forward(cache->tags + at, cache->sectors + at, victim(cache), -2, 0);
	}
}
