/*
 * A sectored cache: lines of 128 bytes in sets, sectors of 32 bytes filled one by one. What L1 of an SM
 * is from cc 7.0 on, as far as it is known: a store goes through to L2 and leaves its sectors behind
 * (measured on an H200: a load after a store of the same word hits).
 *
 * A line that came whole, at once, is kept when it is touched again: up to 10 of a set of 16 are such lines, and of
 * more the one that was not touched for longest is as the others again. Out goes one of these others that were not
 * touched for longest, by lot: of n others one of 6 n / 16, of four at least. So whole lines that are new have some third
 * of L1, or more while it is not yet in use. Rows that blocks walk over twice (rows_again, 8 blocks of 256 threads, H200) miss on their
 * second walk, without and with a store of as much:
 *
 *     KiB of all rows        32         64         128         192
 *     measured           0.03 0.10  0.18 0.38   0.58 0.79   0.81 0.90
 *     here               0.02 0.03  0.08 0.24   0.64 0.69   0.83 0.87
 *
 * in the 224 KiB that are left, less what is taken otherwise (model/l1_share.h), blocks being anywhere in theirs
 * (model/l1_simulation.h), and on a second and third walk over 128 KiB 0.58 together,
 * here 0.62. Lines that come sector by sector have all ways: threads that walk along bytes of their own leave behind
 * lines of which all is there, and nothing of these is kept (walk, 140 launches: the part of sectors that miss is off
 * by 0.076, were they kept by 0.080). A chase round and round through more than the 224 KiB that an H200's L1 then has
 * misses, by its latencies, and here, in 218 KiB:
 *
 *     KiB        208   224   240   256   288   512
 *     measured     0  0.14  0.44  0.58  0.86  1.00
 *     here         0  0.15  0.40  0.58  0.78  0.99
 *
 * Strict order of use would give 0 and then 1 in all of them.
 *
 * A line's set is taken from its number by a multiplicative hash, so that both neighbours and strides
 * spread evenly.
 */
#ifndef GM_MODEL_L1_CACHE_H
#define GM_MODEL_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_CACHE_WAYS = 16, GM_CACHE_KEPT = 10, GM_LINE_BYTES = 128, GM_LINE_SECTORS = 4 };
enum { GM_CACHE_LOTS = 4, GM_CACHE_LOTS_OF_ALL = 6 }; /* at least, and of a set of which nothing is kept */

typedef struct gm_l1_cache {
	int64_t *tags;     /* sets * GM_CACHE_WAYS; -1: empty */
	uint32_t *touched; /* when, as touches are counted */
	uint8_t *sectors;  /* bit i: sector i is there; bit 4: kept; bit 5: came whole */
	uint8_t *found;    /* per set: the way that was touched last */
	uint32_t now, emptied; /* the touches by which all had gone */
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

/* Nothing is there. */
void gm_l1_cache_empty(gm_l1_cache *cache);

/* As if so many other lines had been brought in. */
void gm_l1_cache_age(gm_l1_cache *cache, double lines);

#endif
