#include "model/gathering.h"

#include "base/workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	/* As gm_block_samples tells it. Each learns anew which loops are worth following: where that takes longest, a
	   whole grid in ten pieces costs a fifth more than in one. */
	PIECE_WORK = 3 << 20,
	PIECE_WORK_LEAST = 1 << 19, /* takes longer than to start a thread */
	PIECE_BLOCKS = 16,          /* where it is not told */
	PIECES_MOST = 64,     /* each holds counters of every site */
	PIECES_BYTES = 16 << 20, /* of what is counted for the sake of chance */
};

/* Samples in a row, and what they come to. */
typedef struct piece {
	gm_block_samples samples; /* borrowed from all */
	gm_counts counts;
	gm_status status;
	gm_error err;
} piece;

typedef struct pieces {
	gm_gathering *all;
	piece *items;
	size_t count;
	gm_walk walk;
	gm_closely **closely;
	gm_status looked;
} pieces;

static size_t
lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Of a sample of which one warp is walked, that much less. */
static double
work_of(const gm_block_samples *samples)
{
	double whole = 0;
	for (size_t i = 0; i < samples->count; i++)
		whole += samples->samples[i].warps > 0 ? 1.0 / samples->samples[i].warps : 1;
	return samples->work * whole;
}

static size_t
pieces_of(const gm_gathering *g)
{
	const gm_block_samples *samples = g->samples;
	const double work = work_of(samples);
	const size_t by_work = work < PIECE_WORK_LEAST ? 0 : (size_t)fmin(fmax(work / PIECE_WORK, 1), PIECES_MOST);
	const size_t wanted = work > 0 ? by_work : samples->count / PIECE_BLOCKS;
	const size_t room = g->out->replicates
	                            ? (size_t)(PIECES_BYTES / gm_replicates_bytes(g->out->sites_count))
	                            : PIECES_MOST;
	return lesser(lesser(wanted, samples->count), lesser(room, PIECES_MOST));
}

static bool
has_pieces(const gm_gathering *g, gm_walk walk)
{
	return g->samples->apart && walk == g->samples->walk && gm_gathering_looks_apart(g, walk) &&
	       pieces_of(g) > 0;
}

static void
begin_piece(const pieces *p, size_t i)
{
	const gm_block_samples *all = p->all->samples;
	const gm_counts *whole = p->all->out;
	const size_t from = all->count * i / p->count, to = all->count * (i + 1) / p->count;
	piece *now = &p->items[i];
	now->samples = *all;
	now->samples.samples += from;
	now->samples.count = to - from;
	now->counts = (gm_counts){.sites_count = whole->sites_count,
	                          .blocks_count = whole->blocks_count,
	                          .issue = whole->issue,
	                          .exact = true,
	                          .same_paths = true,
	                          .exact_but_order = true,
	                          .paths_but_order = true};
	now->counts.sites = gm_allocate((size_t)whole->sites_count, sizeof *now->counts.sites);
	now->counts.works = gm_allocate(now->samples.count + 1, sizeof *now->counts.works);
	if (whole->replicates)
		now->counts.replicates = gm_replicates_part(whole->replicates, from);
}

static bool
count_piece(const pieces *p, size_t i)
{
	const gm_gathering *all = p->all;
	piece *now = &p->items[i];
	begin_piece(p, i);
	gm_gathering g = {.samples = &now->samples,
	                  .out = &now->counts,
	                  .counts = true,
	                  .device = all->device};
	gm_gathering_begin(&g, all->counting.kernel, &now->err);
	now->status =
	        gm_gathering_replay(&g, now->samples.samples, now->samples.count, p->walk);
	gm_gathering_end(&g);
	return now->status == GM_OK;
}

/* To look closely takes longest. */
static bool
run_piece(void *state, size_t i)
{
	pieces *p = state;
	if (i > 0)
		return count_piece(p, i - 1);
	p->looked = gm_gathering_look(p->all, p->closely, p->walk);
	return p->looked == GM_OK;
}

static gm_status
add_sites(gm_counts *out, const gm_counts *part, gm_error *err)
{
	for (int s = 0; s < out->sites_count; s++) {
		const gm_site_counts *now = &part->sites[s];
		gm_site_counts *total = &out->sites[s];
		if (now->worst_degree > total->worst_degree)
			total->worst_degree = now->worst_degree;
		for (int k = 0; k < GM_COUNTER_COUNT; k++)
			if (__builtin_add_overflow(now->of[k], total->of[k], &total->of[k]))
				return gm_counting_overflow(err);
	}
	return GM_OK;
}

static gm_status
add_piece(gm_counts *out, const gm_counts *part, gm_error *err)
{
	memcpy(out->works + out->works_count, part->works, part->works_count * sizeof *out->works);
	out->works_count += part->works_count;
	for (size_t i = 0; i < part->hazards_count; i++)
		gm_counts_add_hazard(out, &part->hazards[i]);
	if (out->exact && !part->exact)
		snprintf(out->why, sizeof out->why, "%s", part->why);
	out->exact = out->exact && part->exact;
	out->same_paths = out->same_paths && part->same_paths;
	out->timing = out->timing || part->timing;
	out->meets = out->meets || part->meets;
	out->guessed = out->guessed || part->guessed;
	out->parts = out->parts || part->parts;
	out->exact_but_order = out->exact_but_order && part->exact_but_order;
	out->paths_but_order = out->paths_but_order && part->paths_but_order;
	for (int by = 0; by < GM_CONSTANT_BY_COUNT; by++)
		out->constant_lines[by] = fmax(out->constant_lines[by], part->constant_lines[by]);
	if (out->replicates)
		gm_replicates_add_part(out->replicates, part->replicates);
	return add_sites(out, part, err);
}

static void
dispose_piece(piece *p)
{
	free(p->counts.sites);
	free(p->counts.works);
	free(p->counts.hazards);
	gm_replicates_free(p->counts.replicates);
}

static gm_status
replay_pieces(gm_gathering *g, gm_closely **closely, gm_walk walk)
{
	pieces p = {.all = g, .count = pieces_of(g), .walk = walk, .closely = closely};
	p.items = gm_allocate(p.count, sizeof *p.items);
	gm_workers_run(&(gm_workers_job){.count = p.count + 1, .work = run_piece, .state = &p});
	gm_status status = p.looked;
	for (size_t i = 0; i < p.count && status == GM_OK; i++) {
		const piece *now = &p.items[i];
		status = now->status == GM_OK ? add_piece(g->out, &now->counts, g->counting.err)
		                              : now->status;
		if (now->status != GM_OK && g->counting.err)
			*g->counting.err = now->err;
	}
	for (size_t i = 0; i < p.count; i++)
		dispose_piece(&p.items[i]);
	free(p.items);
	return status;
}

gm_status
gm_gathering_replay_all(gm_gathering *g, gm_closely **closely, gm_walk walk)
{
	if (has_pieces(g, walk))
		return replay_pieces(g, closely, walk);
	const gm_status status = gm_gathering_look(g, closely, walk);
	g->counts = true;
	return status == GM_OK ? gm_gathering_replay(g, g->samples->samples, g->samples->count, walk) : status;
}
