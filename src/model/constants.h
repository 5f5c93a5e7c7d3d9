/*
 * Constant memory: the lines of it that loads name, and the clocks for those that the nearest cache lacks.
 *
 * Two caches of lines of 64 B are nearest. One for each quarter of an SM has 4 of them, for loads whose
 * place is the same in all lanes and known so to the compiler (ULDC); it fetches one at a time, 126
 * clocks each, which is 31.5 for the SM. One of each SM has 32 lines for all other loads (LDC), and
 * fetches one in 17 clocks. The next one holds all 64 KiB.
 *
 *     U          warps that share the cache, each at a place of its own
 *     F          lines that a block names, C lines of the cache
 *     misses   = 0 where F <= C, else part * (fresh + pushed * (requests - fresh))
 *     fresh      requests of another line than the warp's last by that instruction
 *     pushed   = (U - C) / (U - C/2) where U > C, else 0: others have come between; half of it for the SM's
 *     part     = 1 - (C/F)^2 for the quarters, (1 - C/F)^3 for the SM's
 *
 * A line that a warp has just named by another instruction of the same turn is there still, of loops that are written
 * out (fewer than half of their branches are issued) by any. Places that all blocks share
 * are fetched for each warp: they are half out of step.
 *
 * Source: H200, walks through 256 B to 64 KiB in steps of 4 to 256 B by 4 to 64 warps, clocks of an SM for
 * each load (calibration, constant_walk). Uniform, 4 B a step: 3.7 in 256 B, 20 in 512 B; in 2 to 64 KiB with
 * 16, 24, 40, 56 and 64 warps 5.7, 5.9, 21, 25, 25 as they start and 6.8, 28, 25, 29, 29 far out of step;
 * 16 warps in four blocks, 4, 16 and 64 B a step: 3.1, 8, 31.6; of two loads of one line in a row 29 to 37
 * for both. By LDC, 64 warps, 256 B a step: 2.3 in
 * 2 KiB, 4.2, 5.8, 8.2, 11.6 and 16.4 in 4 to 64 KiB; 32 lanes on 32 lines: 64 in 1 KiB, 136 in 4 KiB, 634 in
 * 16 KiB, 869 in 64 KiB. A chain waits 53 clocks a turn with a hit, 126 with a miss.
 */
#ifndef GM_MODEL_CONSTANTS_H
#define GM_MODEL_CONSTANTS_H

#include "model/access.h"
#include "model/counts.h"

enum {
	GM_CONSTANT_LINE_BYTES = 64,
	GM_CONSTANT_LINES = 1024, /* of all constant memory */
	GM_CONSTANT_UNIFORM_LINES = 4,
	GM_CONSTANT_SM_LINES = 32,
	GM_CONSTANT_FETCH_CYCLES = 126, /* of a line, by one quarter of an SM */
	GM_CONSTANT_SM_FETCH_CYCLES = 17,
};

enum { GM_CONSTANT_WARPS = GM_BLOCK_THREADS_MAX / 32, GM_CONSTANT_SITES = 64 };

/* What a block has named so far: borrowed by nobody, zeros at first. */
typedef struct gm_constant_places {
	uint64_t named[2][GM_CONSTANT_LINES / 64]; /* lines, of loads by LDC and by ULDC */
	struct gm_constant_warp {
		uint32_t site, line; /* of its last load, plus 1 */
		struct {
			uint32_t line, loads; /* the last line, plus 1; and how often */
		} at[GM_CONSTANT_SITES]; /* per site */
	} warps[GM_CONSTANT_WARPS];
	bool used;
} gm_constant_places;

/* A block begins. */
void gm_constant_places_begin(gm_constant_places *places);

typedef struct gm_constant_lines {
	int64_t requests; /* lines that the warp has not named by the instruction before */
	int64_t fresh;    /* those of them that the site did not name the last time */
} gm_constant_lines;

/* How a load from constant memory is made. */
typedef struct gm_constant_way {
	bool uniform;
	bool straight; /* in a loop that is written out: no turn of others comes between it and the load before */
} gm_constant_way;

/* A row for each site. To be freed. */
gm_constant_way *gm_constant_ways(const gm_kernel *kernel, const gm_issue *issue);

/* Of a load from constant memory with lanes in it. */
gm_constant_lines gm_constant_places_name(gm_constant_places *places, const gm_warp_instr *instr,
                                          gm_constant_way way);

/* A span is repeated `times` more, in each of which the site's places lie `advance` bytes further: the lines
   between count as named. */
void gm_constant_places_repeat(gm_constant_places *places, uint32_t site, bool uniform, int64_t times,
                               int64_t advance);

/* Lines that loads by LDC, or by ULDC, have named. */
int gm_constant_places_count(const gm_constant_places *places, bool uniform);

/* Counts such a load, and that a span with some is repeated; `ways` NULL: none is known. */
void gm_constant_count(gm_constant_places *places, const gm_warp_instr *instr, const gm_access *access,
                       gm_constant_way way, gm_site_counts *site);
void gm_constant_repeat(gm_constant_places *places, const gm_kernel *kernel, const gm_constant_way *ways,
                        int64_t times, const int64_t *advance);

/* What decides how many lines are fetched, of one of the caches. */
typedef struct gm_constant_use {
	double requests, fresh; /* summed over the grid */
	double lines;           /* of a block */
	double warps;           /* that share a cache */
} gm_constant_use;

double gm_constant_misses(bool uniform, const gm_constant_use *use);

#endif
