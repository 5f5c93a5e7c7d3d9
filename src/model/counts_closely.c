#include "model/gathering.h"

#include <math.h>
#include <stdlib.h>

/* Blocks looked at closely where they are much work, which is told as in gm_block_samples: that costs about
   ten times what counting does. At least CLOSELY_LEAST of them, unless that were more than CLOSELY_MUCH. */
enum { CLOSELY_LEAST = 4, CLOSELY_WORK = 1 << 20, CLOSELY_MUCH = 2 << 20, AMONG_WORK = 16 << 20 };

/* Looked at first: where none of them takes longer than another by more than that, others would not say more. */
enum { CLOSELY_FIRST = 8 };
static const double ALIKE_RATIO = 0.01;

static bool
any_warps(const gm_block_samples *samples)
{
	for (size_t i = 0; i < samples->count; i++)
		if (samples->samples[i].warps > 0)
			return true;
	return false;
}

/* All samples are more than is looked at closely. */
static bool
is_heavy(const gm_block_samples *samples)
{
	return samples->work * (double)samples->count > CLOSELY_WORK;
}

/* Whoever asks for all blocks has the time. */
static size_t
closely_most(const gm_block_samples *samples)
{
	const double wanted = CLOSELY_WORK / fmax(samples->work, 1);
	const double least = fmin(CLOSELY_MUCH / fmax(samples->work, 1), CLOSELY_LEAST);
	const double count = fmin(fmax(wanted, least), GM_CLOSELY_MOST);
	return samples->work > 0 && !samples->all ? (size_t)fmax(count, 1) : GM_CLOSELY_MOST;
}

/* Of many samples, some from the middle of stretches of equal length, each with the weight of all; and,
   where they are not very few, the first and the last. */
static gm_block_sample *
choose_some(const gm_block_samples *samples, size_t count)
{
	gm_block_sample *some = gm_allocate(count, sizeof *some);
	for (size_t i = 0; i < count; i++) {
		const size_t from = samples->count * i / count;
		const size_t to = samples->count * (i + 1) / count;
		const bool ends = count >= CLOSELY_LEAST;
		const size_t at = ends && i == 0           ? 0
		                  : ends && i == count - 1 ? to - 1
		                                           : (from + to) / 2;
		some[i].block = samples->samples[at].block;
		for (size_t k = from; k < to; k++)
			some[i].weight += samples->samples[k].weight;
	}
	return some;
}

static gm_status
look_at_some(gm_gathering *g, gm_closely *closely, size_t count)
{
	gm_block_sample *some = choose_some(g->samples, count);
	g->counting.closely = closely;
	const bool hasty = g->samples->walk == GM_WALK_HASTY || is_heavy(g->samples);
	const gm_status status =
		gm_gathering_replay(g, some, count, hasty ? GM_WALK_BRIEF : GM_WALK_SAMPLED);
	g->counting.closely = NULL;
	free(some);
	return status;
}

static bool
has_atomics(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_atomic(kernel->sites[s].operation))
			return true;
	return false;
}

/* Atomics are looked at for how many blocks meet; blocks that hang on each other are looked at in turn. */
static bool
may_be_few(const gm_gathering *g, gm_walk walk, size_t most)
{
	return g->samples->count >= 2 * CLOSELY_FIRST && most > CLOSELY_FIRST &&
	       walk != GM_WALK_KEPT && walk != GM_WALK_WHOLE && !has_atomics(g->counting.kernel);
}

bool
gm_gathering_took_alike(const gm_gathering *g)
{
	double least = g->looked[0].cycles, most = least;
	for (int i = 1; i < g->looked_count; i++)
		least = fmin(least, g->looked[i].cycles), most = fmax(most, g->looked[i].cycles);
	return most <= (1 + ALIKE_RATIO) * least;
}

/* *enough: a few blocks have said all. Else nothing has been looked at: one that is unlike another is the last. */
static gm_status
look_at_few(gm_gathering *g, gm_closely **closely, bool *enough)
{
	g->until_unlike = true;
	const gm_status ended = look_at_some(g, *closely, CLOSELY_FIRST);
	g->until_unlike = false;
	const bool alike = gm_gathering_took_alike(g);
	const gm_status status = ended == GM_CHECK_FAILED && !alike ? GM_OK : ended;
	*enough = status == GM_OK && alike;
	if (*enough)
		return status;
	gm_closely_free(*closely);
	g->looked_count = 0;
	g->out->block_cycles = (gm_chain_cycles){.rounds = 0};
	g->out->failed_rounds = 0;
	*closely = gm_closely_new(g->counting.kernel, g->device, g->out);
	return status;
}

/* Where blocks find in memory what those before them have stored, how long one takes hangs on that. */
static bool
may_look_among(const gm_gathering *g, gm_walk walk)
{
	return walk == GM_WALK_KEPT && has_atomics(g->counting.kernel) &&
	       !any_warps(g->samples);
}

static void
look_among(gm_gathering *g, gm_closely *closely)
{
	const double most = fmin(GM_AMONG_MOST, fmax(AMONG_WORK / fmax(g->samples->work, 1), CLOSELY_LEAST));
	g->among = closely;
	g->apart = (size_t)ceil((double)g->samples->count / most);
}

bool
gm_gathering_looks_apart(const gm_gathering *g, gm_walk walk)
{
	const gm_block_samples *samples = g->samples;
	return !may_look_among(g, walk) && (samples->count > closely_most(samples) || any_warps(samples) ||
					    (is_heavy(samples) && walk != GM_WALK_WHOLE));
}

gm_status
gm_gathering_look(gm_gathering *g, gm_closely **closely, gm_walk walk)
{
	const gm_block_samples *samples = g->samples;
	const size_t most = closely_most(samples);
	gm_status status = GM_OK;
	bool enough = false;
	if (may_look_among(g, walk)) {
		look_among(g, *closely);
		return GM_OK;
	}
	if (may_be_few(g, walk, most))
		status = look_at_few(g, closely, &enough);
	if (status == GM_OK && !enough && gm_gathering_looks_apart(g, walk))
		status = look_at_some(g, *closely, samples->count < most ? samples->count : most);
	else if (!enough)
		g->counting.closely = *closely;
	return status;
}

/* ---- blocks that are longer than those that were looked at ---- */

/* So many are looked at. Others that issue no more than so many times as much stay as they are taken to be. */
enum { LONGER_LOOKED_AT = 8 };
static const double LONGER_RATIO = 1.1;

static double
most_issued(const gm_gathering *g)
{
	double most = 0;
	for (int i = 0; i < g->looked_count; i++)
		most = fmax(most, g->looked[i].issued);
	return most;
}

static int
by_issued_downward(const void *a, const void *b)
{
	const gm_block_work *x = a, *y = b;
	if (x->issued != y->issued)
		return x->issued < y->issued ? 1 : -1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Those that issue more come first; `weight`: blocks of the grid. To be freed. */
static gm_block_work *
find_longer(const gm_counts *counts, double than, size_t *count, int64_t *weight)
{
	gm_block_work *out = gm_allocate(counts->works_count + 1, sizeof *out);
	*count = 0;
	*weight = 0;
	for (size_t i = 0; i < counts->works_count; i++)
		if (counts->works[i].issued > than) {
			out[(*count)++] = counts->works[i];
			*weight += counts->works[i].weight;
		}
	qsort(out, *count, sizeof *out, by_issued_downward);
	return out;
}

/* The longest, and others on the way down, each with its part of the weight. */
static void
choose_longer(const gm_block_work *longer, size_t of, int64_t weight, gm_dim3 grid, gm_block_sample *some, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const int64_t from = weight * (int64_t)i / (int64_t)count, to = weight * (int64_t)(i + 1) / (int64_t)count;
		some[i] = (gm_block_sample){.block = gm_dim3_at(grid, longer[of * i / count].at), .weight = to - from};
	}
}

/* Those looked at before stood for these as well until now. */
static void
put_in(gm_chain_cycles *to, const gm_chain_cycles *more, double share)
{
	gm_phase_sums before = to->phases;
	for (int by = 0; by < GM_SERVED_COUNT; by++)
		to->by[by] = (1 - share) * to->by[by] + more->by[by];
	to->loads_per_wait = (1 - share) * to->loads_per_wait + more->loads_per_wait;
	gm_phase_sums_add(&to->phases, &before, -share);
	gm_phase_sums_add(&to->phases, &more->phases, 1);
}

/* How long they take, and nothing else. */
static gm_status
look_at_longer(gm_gathering *g, const gm_block_sample *some, size_t count, double share)
{
	const bool hasty = g->samples->walk == GM_WALK_HASTY || is_heavy(g->samples);
	gm_counts apart = *g->out;
	apart.block_cycles = (gm_chain_cycles){.rounds = 0};
	gm_closely *closely = gm_closely_new(g->counting.kernel, g->device, &apart);
	g->counting.closely = closely;
	g->counts = false;
	const gm_status status = gm_gathering_replay(g, some, count, hasty ? GM_WALK_BRIEF : GM_WALK_SAMPLED);
	g->counting.closely = NULL;
	gm_closely_free(closely);
	put_in(&g->out->block_cycles, &apart.block_cycles, share);
	return status;
}

gm_status
gm_gathering_look_at_longer(gm_gathering *g)
{
	gm_block_sample some[LONGER_LOOKED_AT];
	size_t count;
	int64_t weight;
	if (g->looked_count == 0 || g->among || any_warps(g->samples))
		return GM_OK;
	gm_block_work *longer = find_longer(g->out, LONGER_RATIO * most_issued(g), &count, &weight);
	const size_t most = closely_most(g->samples), room = most < LONGER_LOOKED_AT ? most : LONGER_LOOKED_AT;
	const size_t taken = count < room ? count : room;
	choose_longer(longer, count, weight, g->counting.kernel->grid, some, taken);
	free(longer);
	return taken > 0 ? look_at_longer(g, some, taken, (double)weight / (double)g->out->blocks_count) : GM_OK;
}
