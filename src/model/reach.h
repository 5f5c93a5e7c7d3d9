/*
 * Reach: how much memory so many blocks of a regular kernel touch, each piece counted once.
 *
 * The pieces that one block touches, moved by the steps of its sites, are those of any block. Their
 * union over a box of blocks grows by the same amount with each further block along an axis, once the
 * box is longer than what neighbours share: it is linear in each axis. So it is counted on small boxes
 * (lengths of 1, a few, and some more along each axis) and carried on from there. Exact for grids of
 * equal blocks whose overlaps reach no further than the next but one, or, along one axis, from block to
 * block as far as they like (far_meetings.h); blocks at the edges that do less are not seen.
 *
 * Where steps are a part of a piece, so that several blocks share one, the longest box is longer by as
 * many blocks as it takes until they fall alike again. Between 1 block and those few it is a straight
 * line where the truth is a stair: a block that adds a word to each sector adds none.
 *
 * Scattered is what DRAM cannot stream, by half lines (64 B):
 *
 *     loaded   outside runs of 128 B or more, weight (1 - touched halves of its 1 KiB / 16)^2.7
 *     stored   in lines that are not stored whole, weight 1 - touched halves of its 1 KiB / 16
 *
 * from the rates of chunks_load and chunks_store, of 32 B to 2 KiB, 64 B to 8 KiB apart, on an H200
 * (reports/runs/h200_calibration.xml).
 *
 * What a block has stored whole it does not fetch when it loads it later.
 *
 * And runs of 128 B or more are opened one by one, though neighbouring blocks may go on where they end: `runs`
 * are those of a single block. Of shorter stretches, which with those of neighbours make more than 128 B, at
 * least one opens the line: `shreds`.
 *
 * An L2 of two halves keeps what the SMs of both read in either: `again` is what more than one block
 * reads, with the chance that they run on both sides. The side that DRAM is attached to gets it on the
 * way to the other, so that only every second of these misses is one more (`crossed`): matrices that
 * all SMs read have 1.5 misses for each sector from DRAM on an H200.
 */
#ifndef GM_MODEL_REACH_H
#define GM_MODEL_REACH_H

#include "model/far_meetings.h"
#include "model/filling.h"
#include "model/grid_trace.h"
#include "model/returns.h"

/* Distinct pieces, in bytes. */
typedef struct gm_reach_bytes {
	double read;         /* pieces of the fetch size that are loaded, or changed by atomics */
	double read_sectors; /* the same by sectors */
	double beside;       /* of those, neighbours that nobody asked for and that were not missed */
	double missed;       /* what the request that meets a piece first asks for of it */
	double crossed;      /* the same for a half of L2 that finds it in the other */
	double written;      /* sectors that are stored, or changed by atomics */
	double partial;      /* those of them that are neither loaded nor stored whole */
	double held_read, held_written; /* lines of 128 bytes: the room they take in L2 */
	double spared;       /* of the latter, lines that atomics change; of their room, what they leave (model/l2_life.h) */
	double again;        /* sectors that the other half of L2 holds too */
	double scattered_read, scattered_written; /* of read and written, what DRAM cannot stream */
	double scattered_halves; /* the half lines that it is written in */
} gm_reach_bytes;

enum { GM_REACH_LENGTHS = 3 };

typedef struct gm_reach {
	gm_dim3 grid;
	int64_t fetch_bytes; /* what DRAM reads at least */
	int64_t length[3][GM_REACH_LENGTHS]; /* of the boxes counted, per axis; ascending, may repeat */
	double runs_read, runs_written; /* of one block: stretches of 128 B or more that it touches */
	double shreds_read, shreds_written; /* lines' worth of shorter ones */
	gm_filling_sums filling; /* of one block */
	gm_returns_sums returns; /* of one block */
	double warps;            /* of one block */
	double late;             /* what it stores: model/late.h */
	gm_far_meetings far;     /* of blocks further apart than the boxes are long */
	gm_reach_bytes boxes[GM_REACH_LENGTHS][GM_REACH_LENGTHS][GM_REACH_LENGTHS]; /* by z, y, x */
} gm_reach;

/* By the share of the kilobyte that is not touched. */
double gm_reach_scattered_weight(double empty, bool stores);

/* a + factor * b */
gm_reach_bytes gm_reach_add(gm_reach_bytes a, gm_reach_bytes b, double factor);

/* Irregular sites are left out, and with `array` 0 or more those of other arrays; -1: of none. `fetch_bytes` is what DRAM
   reads at least, 32 or more. */
gm_reach gm_reach_count(const gm_grid_trace *trace, int array, int64_t fetch_bytes);

/* Where sites of a block meet on the diagonal of the grid (a matrix and its transpose), what few blocks touch cannot be
   carried on: all would touch less than one. Every block is taken to touch its own then. */
void gm_reach_part(gm_reach *reach);

/* Of `blocks` blocks that follow each other in launch order; all when it exceeds the grid. */
gm_reach_bytes gm_reach_of_blocks(const gm_reach *reach, double blocks);

#endif
