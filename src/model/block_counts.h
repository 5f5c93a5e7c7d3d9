/*
 * The counters of one block, a row per site, and what they were at the marks of open spans.
 *
 * Only rows that change cost anything: a row is remembered for the open spans when it is touched first
 * after a mark, and a span that repeats multiplies the rows that were touched in it.
 */
#ifndef GM_MODEL_BLOCK_COUNTS_H
#define GM_MODEL_BLOCK_COUNTS_H

#include "kernel/spans.h"
#include "model/counts.h"

/* Level 0 is the block, the others are spans, by slot + 1. */
typedef struct gm_counts_level {
	uint64_t since;         /* the mark that opened it */
	gm_site_counts *before; /* per site, of those touched since */
	uint32_t *sites;        /* touched since, in this order */
	int count;
} gm_counts_level;

typedef struct gm_block_counts {
	int sites_count;
	gm_site_counts *rows;
	uint64_t *seen; /* per site: the last mark that it was touched after */
	uint64_t marks;
	int depth; /* of open spans */
	gm_counts_level levels[GM_SPANS_MAX + 1];
} gm_block_counts;

gm_block_counts gm_block_counts_new(int sites_count);
void gm_block_counts_dispose(gm_block_counts *counts);

/* A block begins: every row is 0. */
void gm_block_counts_begin(gm_block_counts *counts);

void gm_block_counts_mark(gm_block_counts *counts, int slot);

/* What has been counted since the mark happens `times` more. False: more than 2^63 of something. */
bool gm_block_counts_repeat(gm_block_counts *counts, int slot, int64_t times);

/* Remembers the row where that is needed. */
void gm_block_counts_note(gm_block_counts *counts, uint32_t site);

/* The row of a site, to be added to. */
static inline gm_site_counts *
gm_block_counts_row(gm_block_counts *counts, uint32_t site)
{
	if (counts->seen[site] != counts->marks)
		gm_block_counts_note(counts, site);
	return &counts->rows[site];
}

#endif
