#include "analysis/tune.h"

#include <stdlib.h>
#include <string.h>

static const double tie_ratio = 1e-3;

static int
by_time(const void *a, const void *b)
{
	const gm_tune_entry *p = a, *q = b;
	if (p->time_s != q->time_s)
		return p->time_s < q->time_s ? -1 : 1;
	return (p->combination > q->combination) - (p->combination < q->combination);
}

static int
by_rank(const void *a, const void *b)
{
	const gm_tune_entry *p = a, *q = b;
	if (p->rank != q->rank)
		return p->rank - q->rank;
	return (p->combination > q->combination) - (p->combination < q->combination);
}

/* A tie is with the fastest of its rank, so that no chain of small steps joins what is far apart. */
static void
fill_ranks(gm_tune *t)
{
	if (t->count == 0)
		return;
	qsort(t->entries, t->count, sizeof *t->entries, by_time);
	double best = t->entries[0].time_s;
	int rank = 1;
	for (size_t i = 0; i < t->count; i++) {
		gm_tune_entry *e = &t->entries[i];
		if (e->time_s > best * (1 + tie_ratio)) {
			best = e->time_s;
			rank = (int)i + 1;
		}
		e->rank = rank;
		t->ties += rank == 1;
	}
	qsort(t->entries, t->count, sizeof *t->entries, by_rank);
}

static void
add_misfit(gm_tune *t, size_t combination, const char *why)
{
	size_t i = 0;
	while (i < t->misfits_count && strcmp(t->misfits[i].why, why) != 0)
		i++;
	if (i == t->misfits_count) {
		t->misfits = gm_grow(t->misfits, &t->misfits_capacity, ++t->misfits_count,
				     sizeof *t->misfits);
		t->misfits[i] = (gm_tune_misfit){.why = why};
	}
	gm_tune_misfit *m = &t->misfits[i];
	m->combinations =
		gm_grow(m->combinations, &m->capacity, m->count + 1, sizeof *m->combinations);
	m->combinations[m->count++] = combination;
}

void
gm_tune_rank(const gm_sweep *sweep, int device, int metric, gm_tune *out)
{
	*out = (gm_tune){.device = device,
			 .entries = gm_allocate(sweep->count + 1, sizeof *out->entries)};
	for (size_t i = 0; i < sweep->count; i++) {
		const gm_sweep_row *row = &sweep->rows[i];
		const gm_value time = row->values[metric];
		if (row->device != device)
			continue;
		if (row->why_not)
			add_misfit(out, row->combination, row->why_not);
		else if (time.kind == GM_KIND_UNKNOWN)
			add_misfit(out, row->combination, time.why);
		else
			out->entries[out->count++] =
				(gm_tune_entry){.combination = row->combination, .time_s = time.value};
	}
	fill_ranks(out);
}

void
gm_tune_dispose(gm_tune *tune)
{
	for (size_t i = 0; i < tune->misfits_count; i++)
		free(tune->misfits[i].combinations);
	free(tune->misfits);
	free(tune->entries);
	*tune = (gm_tune){0};
}

long
gm_tune_runner_up(const gm_tune *tune)
{
	return tune->ties < tune->count ? (long)tune->ties : -1;
}

/* How much sooner the slow one would end if this limit took it as long as the fast one. */
static double
gain_s(const gm_prediction *fast, const gm_prediction *slow, int limit)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	const gm_value a = fast->limits[limit].expected_s, b = slow->limits[limit].expected_s;
	if (a.kind == GM_KIND_UNKNOWN || b.kind == GM_KIND_UNKNOWN || b.value <= a.value)
		return 0;
	memcpy(limits, slow->limits, sizeof limits);
	const double before = gm_limits_time(limits).value;
	limits[limit].expected_s = a;
	return before - gm_limits_time(limits).value;
}

int
gm_tune_difference(const gm_prediction *fast, const gm_prediction *slow)
{
	int best = -1;
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (gain_s(fast, slow, i) > (best < 0 ? 0 : gain_s(fast, slow, best)))
			best = i;
	return best;
}
