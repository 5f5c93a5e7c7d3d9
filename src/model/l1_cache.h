/*
 * A sectored cache: lines of 128 bytes in sets, least recently used out first, sectors of 32 bytes
 * filled one by one. What L1 of an SM is from cc 7.0 on, as far as it is known: a store goes through
 * to L2 and leaves its sectors behind (measured: a load after a store of the same word hits).
 *
 * A line's set is taken from its number by a multiplicative hash, so that both neighbours and strides
 * spread evenly.
 */
#ifndef GM_MODEL_L1_CACHE_H
#define GM_MODEL_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_CACHE_WAYS = 16, GM_LINE_BYTES = 128, GM_LINE_SECTORS = 4 };

typedef struct gm_l1_cache {
	int64_t *tags;    /* sets * GM_CACHE_WAYS, the most recently used first; -1: empty */
	uint8_t *sectors; /* bit i: sector i is there */
	int64_t sets;
	double aged;      /* lines that were aged but did not make a whole one */
	int64_t next_aged;
} gm_l1_cache;

/* A cache below one line keeps nothing. */
gm_l1_cache gm_l1_cache_new(double bytes);
void gm_l1_cache_dispose(gm_l1_cache *cache);

/* The sectors of `wanted` that were there; afterwards all of them are. *new_line: the line was not. */
unsigned gm_l1_cache_touch(gm_l1_cache *cache, int64_t line, unsigned wanted, int *new_line);

/* As if so many other lines had been brought in. */
void gm_l1_cache_age(gm_l1_cache *cache, double lines);

#endif
