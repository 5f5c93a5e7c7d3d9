/*
 * A sectored cache: lines of 128 bytes in sets, sectors of 32 bytes filled one by one. What L1 of an SM
 * is from cc 7.0 on, as far as it is known: a store goes through to L2 and leaves its sectors behind
 * (measured on an H200: a load after a store of the same word hits).
 *
 * Out goes one of the four least recently used of a set of 16, by lot. A chase round and round through
 * more than the 224 KiB that an H200's L1 then has misses, by its latencies, and here:
 *
 *     KiB        208   224   240   256   288   512
 *     measured     0  0.14  0.44  0.58  0.86  1.00
 *     here         0  0.10  0.41  0.65  0.85  1.00
 *
 * Strict order of use would give 0 and then 1.
 *
 * A line's set is taken from its number by a multiplicative hash, so that both neighbours and strides
 * spread evenly.
 */
#ifndef GM_MODEL_L1_CACHE_H
#define GM_MODEL_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_CACHE_WAYS = 16, GM_CACHE_LOTS = 4, GM_LINE_BYTES = 128, GM_LINE_SECTORS = 4 };

typedef struct gm_l1_cache {
	int64_t *tags;    /* sets * GM_CACHE_WAYS, the most recently used first; -1: empty */
	uint8_t *sectors; /* bit i: sector i is there */
	int64_t sets;
	double aged;      /* lines that were aged but did not make a whole one */
	int64_t next_aged;
	uint64_t lot;
} gm_l1_cache;

/* A cache below one line keeps nothing. */
gm_l1_cache gm_l1_cache_new(double bytes);
void gm_l1_cache_dispose(gm_l1_cache *cache);

/* The sectors of `wanted` that were there; afterwards all of them are. *new_line: the line was not. */
unsigned gm_l1_cache_touch(gm_l1_cache *cache, int64_t line, unsigned wanted, int *new_line);

/* As if so many other lines had been brought in. */
void gm_l1_cache_age(gm_l1_cache *cache, double lines);

#endif
