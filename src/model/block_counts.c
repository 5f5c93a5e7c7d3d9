#include "model/block_counts.h"

#include <stdlib.h>

gm_block_counts
gm_block_counts_new(int sites_count)
{
	const size_t count = (size_t)sites_count;
	return (gm_block_counts){.sites_count = sites_count,
	                         .rows = gm_allocate(count, sizeof(gm_site_counts)),
	                         .seen = gm_allocate(count, sizeof(uint64_t))};
}

void
gm_block_counts_dispose(gm_block_counts *counts)
{
	for (int i = 0; i <= GM_SPANS_MAX; i++) {
		free(counts->levels[i].before);
		free(counts->levels[i].sites);
	}
	free(counts->rows);
	free(counts->seen);
}

static void
open_level(gm_block_counts *c, int level)
{
	gm_counts_level *l = &c->levels[level];
	if (!l->sites) {
		l->sites = gm_allocate((size_t)c->sites_count, sizeof *l->sites);
		l->before = gm_allocate((size_t)c->sites_count, sizeof *l->before);
	}
	l->count = 0;
	l->since = ++c->marks;
	c->depth = level;
}

static void
clear_row(gm_site_counts *row)
{
	if (gm_counters_of(row) == GM_COUNTER_COUNT)
		*row = (gm_site_counts){.worst_degree = 0};
	for (int k = 0; k < GM_COUNT_REQUESTS; k++)
		row->of[k] = 0;
}

void
gm_block_counts_begin(gm_block_counts *counts)
{
	const gm_counts_level *block = &counts->levels[0];
	for (int i = 0; i < block->count; i++)
		clear_row(&counts->rows[block->sites[i]]);
	open_level(counts, 0);
}

void
gm_block_counts_mark(gm_block_counts *counts, int slot)
{
	open_level(counts, slot + 1);
}

/* Spans that were open at the last touch remember it already; before the block it was 0. */
void
gm_block_counts_note(gm_block_counts *counts, uint32_t site)
{
	for (int i = counts->depth; i >= 0 && counts->levels[i].since > counts->seen[site]; i--) {
		gm_counts_level *level = &counts->levels[i];
		if (i > 0)
			level->before[site] = counts->rows[site];
		level->sites[level->count++] = site;
	}
	counts->seen[site] = counts->marks;
}

bool
gm_block_counts_repeat(gm_block_counts *counts, int slot, int64_t times)
{
	const gm_counts_level *level = &counts->levels[slot + 1];
	counts->depth = slot;
	for (int i = 0; i < level->count && times > 0; i++) {
		const gm_site_counts *before = &level->before[level->sites[i]];
		gm_site_counts *now = &counts->rows[level->sites[i]];
		const int most = gm_counters_of(now);
		for (int k = 0; k < most; k++) {
			int64_t more;
			if (__builtin_mul_overflow(now->of[k] - before->of[k], times, &more) ||
			    __builtin_add_overflow(now->of[k], more, &now->of[k]))
				return false;
		}
	}
	return true;
}
