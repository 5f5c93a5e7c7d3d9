/*
 * Constant memory by LDC: loads whose lanes may name different lines. One cache of each SM is for them, of C = 32 lines.
 *
 *     R, W       lines of loads, and those of them that the warp has not named by the same load the time before
 *     F          lines that a block names by such loads
 *     U          loads under way: warps of an SM, times the loads of one that follow each other
 *     D          lines that the warps of a block name in a turn of theirs, each once
 *     apart    = (D - L) / (N (1 - (1 - L/N)^warps) - L): 0 where all warps name the lines of one, 1 where each
 *                draws its L of the N that the site has; 0 where one warp of a block is looked at
 *
 *     clocks   = 28 * (1 - C/F) * (1 - C/F)^long * (apart * R + (1 - apart) * W * min(1, once + drifted))
 *     long     = U^3 / (U^3 + 20^3): where many wait, several ask for one line
 *     once     = (3.2 / U)^1.35: a line is fetched once for warps in step
 *     drifted  = 0.85 * U^4 / (U^4 + 40^4) * w^2 / (w^2 + 36), w lines of a load that are in W: the more lines a
 *                turn has the further warps drift apart
 *
 * Where a barrier comes with each turn nobody drifts, and each line is fetched once for its block and turn:
 *
 *     clocks   = 28 * (1 - C/F) * D
 *
 * Source: H200, clocks of an SM for each load of a warp beyond those in 2 KiB (calibration, constant_lookup,
 * reports/measured/constant_lookup.csv): places drawn anew by each warp in 4, 8, 16 and 64 KiB, for each line 7.7, 18,
 * 23 and 27 by 64 warps, 14, 22, 25 and 29 by 16, the same for 1 to 32 lines a load, chained or not; drawn by all
 * warps alike, of these 0.83, 0.75, 0.58, 0.28, 0.06 and 0.05 with 31, 16, 8, 4, 2 and 1 lines and 64 warps, 0.1 with
 * 16 warps, 0.3 with 8 and 0.7 with 4. At steps, of which each turn names all lines but one again, less than 3 for a load
 * of up to 8 lines. 16 warps with four loads at once are as 64 are. Walks of warps that each begin 256 B behind the
 * next take half of what is told (constant_walk). Barriers: reasoned, not measured.
 *
 * One warp that draws its next places by what it has found waits 59, 70, 92, 135, 220 and 384 clocks with 1, 2, 4, 8, 16
 * and 31 places of a load, all there: 10.8 for each after the first (model/chain_site.c).
 */
#ifndef GM_MODEL_CONSTANT_LANES_H
#define GM_MODEL_CONSTANT_LANES_H

#include "kernel/issue.h"
#include "kernel/kernel.h"
#include "model/access.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	GM_CONSTANT_LINE_BYTES = GM_ISSUE_CONSTANT_SET_BYTES,
	GM_CONSTANT_LINES = 1024, /* of all constant memory */
	GM_CONSTANT_SM_LINES = 32,
	GM_CONSTANT_WARPS = GM_BLOCK_THREADS_MAX / 32,
	GM_CONSTANT_LANES_SITES = 32, /* more share their rows */
	GM_CONSTANT_TURNS = 8,        /* of which warps are compared */
};

/* The lines of a load, each once, as the lanes come to them. */
typedef struct gm_constant_set {
	uint16_t lines[GM_LANES_MAX];
	uint8_t count;
} gm_constant_set;

/* Lines, a bit each. */
typedef struct gm_constant_map {
	uint64_t bits[GM_CONSTANT_LINES / 64];
} gm_constant_map;

gm_constant_set gm_constant_set_of(const gm_warp_instr *instr);

/* How many of the set are new to the map. */
int gm_constant_map_add(gm_constant_map *map, const gm_constant_set *set);

/* What a block has named so far: zeros at first. */
typedef struct gm_constant_lanes {
	gm_constant_set before[GM_CONSTANT_WARPS][GM_CONSTANT_LANES_SITES]; /* of a warp */
	gm_constant_map named[GM_CONSTANT_LANES_SITES];
	gm_constant_map turns[GM_CONSTANT_LANES_SITES][GM_CONSTANT_TURNS];
	uint32_t loads[GM_CONSTANT_WARPS][GM_CONSTANT_LANES_SITES];
	bool used;
	bool alone; /* the block is told by one warp, and none is compared */
} gm_constant_lanes;

/* What a load names. */
typedef struct gm_constant_named {
	int lines;
	int renewed;  /* those that the warp has not named by it the time before */
	int added;    /* and nobody in the block */
	int compared; /* lines of one of the first turns; 0: of another */
	int distinct; /* those of them that no other warp has named in this turn */
} gm_constant_named;

void gm_constant_lanes_begin(gm_constant_lanes *lanes, bool alone);

/* A load that names the set, one line at least. */
gm_constant_named gm_constant_lanes_name(gm_constant_lanes *lanes, const gm_warp_instr *instr,
                                         const gm_constant_set *set);

/* Of a site, summed over the grid. */
typedef struct gm_constant_asked {
	double loads;
	double lines, renewed, added;
	double compared, distinct;
} gm_constant_asked;

/* Where it is asked. */
typedef struct gm_constant_place {
	double lines;           /* of a block */
	double blocks;          /* of the grid */
	double warps_per_block;
	double under_way;       /* loads of an SM */
	bool in_step;           /* a barrier comes with each turn */
} gm_constant_place;

/* Clocks of an SM that the grid's loads of the site take for lines that are not there. */
double gm_constant_lanes_cycles(const gm_constant_asked *asked, const gm_constant_place *place);

#endif
