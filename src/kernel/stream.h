/*
 * The stream of warp instructions that a replayed block is, and who receives it.
 *
 * Loops whose iterations repeat are not walked to their end. The span between `mark(loop)` and its
 * `repeat(loop, times, advance)` stands for `times` more runs of itself; in each further run every site's
 * addresses lie advance[site] bytes further. Marks and repeats pair like brackets; a span that came to
 * nothing is closed by a repeat of 0 times. What a span holds belongs to the spans around it, so that a
 * counter remembers its value at the mark and multiplies what came since.
 * A cut never changes what a rule counts: the advance of a site in shared memory is a multiple of
 * GM_SHARED_ALIGNMENT_BYTES and of one in any other space of GM_GLOBAL_ALIGNMENT_BYTES, so that
 * sectors, lines, segments and banks fall alike. Turns that stand for others without a proof, late in a long block,
 * move shared memory by a multiple of GM_GLOBAL_ALIGNMENT_BYTES alone.
 */
#ifndef GM_KERNEL_STREAM_H
#define GM_KERNEL_STREAM_H

#include "base/error.h"
#include "kernel/dim3.h"
#include "kernel/hazard.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	GM_LANES_MAX = 64,               /* the widest warp: an AMD wavefront */
	GM_GLOBAL_ALIGNMENT_BYTES = 128, /* every segment, sector and line rule repeats with this */
	GM_SHARED_ALIGNMENT_BYTES = 256, /* every bank rule repeats with this (Kepler: 32 banks x 8 B) */
	GM_WAITS_MAX = 3,
};

/* Of an atomic that keeps the greatest or the least of its word: what each lane brings, and what it finds before the
   warp has changed anything, as numbers of which the greater one stays. */
typedef struct gm_offers {
	uint64_t brought[GM_LANES_MAX], found[GM_LANES_MAX];
} gm_offers;

/* One executed warp instruction. */
typedef struct gm_warp_instr {
	uint32_t site;                   /* row of the site table */
	uint16_t warp;                   /* within the block */
	uint16_t waits_for[GM_WAITS_MAX]; /* distance back in this warp's own stream to the producers of its
	                                    operands, 0 = none */
	float delays[GM_WAITS_MAX]; /* from each of these results on, in dependent multiply-adds: what is
	                               computed between and is no instruction of its own here */
	float delay; /* the same from its turn to be issued on */
	uint64_t active;                 /* lanes, bit i = lane i */
	const uint64_t *address;         /* one per lane, in bytes in the space's own range; NULL unless a
	                                    memory operation; entries of inactive lanes are unspecified;
	                                    borrowed until the call returns */
	uint8_t bytes;  /* of each lane, where that is not what its site says; else 0 */
	uint8_t values; /* of a match: how many its lanes have, which it goes through one by one; one where nobody
	                   follows them as nothing hangs on them. 0 of all else */
	const gm_offers *offers; /* where its site looks first, borrowed until the call returns; NULL: of all else, or
	                            not known */
} gm_warp_instr;

/* Of each lane's access; `of_site`: what its site says. */
static inline int
gm_warp_instr_bytes(const gm_warp_instr *instr, int of_site)
{
	return instr->bytes ? instr->bytes : of_site;
}

/* A block that stands for `weight` blocks of the grid, itself included. */
typedef struct gm_block_sample {
	gm_dim3 block;
	int64_t weight;
	int pool; /* samples of a pool were drawn from like parts of the grid and differ by chance; 0: none,
	             it is known to be like all that it stands for */
	uint16_t warp, warps; /* of its `warps` only this one is walked, and stands for the others; 0: all
	                         are walked */
} gm_block_sample;

/* Of what is walked of a sample, how many such make up what it stands for. */
static inline int64_t
gm_block_sample_times(const gm_block_sample *sample)
{
	return sample->weight * (sample->warps > 0 ? sample->warps : 1);
}

/* Why samples do not stand for the grid exactly. */
typedef enum gm_doubt {
	GM_DOUBT_TURNS,   /* the order in which warps and blocks come decides */
	GM_DOUBT_MEETING, /* blocks store what others load: so it does there */
	GM_DOUBT_GUESS,   /* something was taken for granted that decides */
	GM_DOUBT_PARTS    /* they do, but for what `hangs` on parts: lanes did leave a loop in different turns */
} gm_doubt;

/* What a replay leaves for the next one of the same kernel on the same device: whose it is, that knows. {0} at first;
   for gm_kept_free in the end. A kernel itself keeps nothing: it may be replayed by several at once. */
typedef struct gm_kept {
	void *what;
	void (*free)(void *what);
} gm_kept;

void gm_kept_free(gm_kept *kept); /* it is {0} then */

/* Receives a stream. Any function may be NULL. A status other than GM_OK stops the replay and is
   returned from it. */
typedef struct gm_sink {
	void *state;
	/* A block begins. */
	gm_status (*block)(void *state, const gm_block_sample *sample);
	gm_status (*instruction)(void *state, const gm_warp_instr *instr);
	/* Of a sink that asks for no order: so often was an instruction that is none of memory executed, with
	   so many lanes in all; told some time before the mark, the repeat or the end of the block that
	   follows it. NULL: each comes as an instruction. */
	gm_status (*several)(void *state, uint32_t site, int64_t times, int64_t lanes);
	/* Some lanes of a warp take the branch, others do not. */
	gm_status (*parted)(void *state, uint32_t site);
	gm_status (*mark)(void *state, uint32_t loop);
	/* advance has one entry per site, in bytes; it is 0 for sites outside the span. */
	gm_status (*repeat)(void *state, uint32_t loop, int64_t times, const int64_t *advance);
	/* Each hazard once. */
	gm_status (*hazard)(void *state, const gm_hazard *hazard);
	/* What was promised of the samples does not hold: they do not stand for the grid exactly. Static
	   text, or NULL to say no more. */
	void (*doubt)(void *state, gm_doubt doubt, const char *why);
	/* What was told is less than what happens, by how much is not known. */
	void (*low)(void *state);
	/* Threads fight for words: clocks from the first block's start to the last's end, as far as it was followed. */
	void (*fought)(void *state, double clocks);
	int64_t resident; /* blocks that are on the device at once, where a kernel is contested; 0: each is alone */
	gm_kept *kept;    /* who is at the same time; NULL: found anew by each replay */
	bool hurried; /* waits_for stays 0 and no races are looked for, which saves time */
	/* Of a hurried sink, asked after `block`: of this block it has the time to be told all, and nothing by
	   `several`. NULL: of none. */
	bool (*lingers)(void *state);
} gm_sink;

#endif
