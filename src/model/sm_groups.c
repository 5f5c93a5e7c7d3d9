#include "model/sm_groups.h"

#include "base/lesser.h"
#include "base/memory.h"

#include <stdlib.h>

enum { LEFT_OVER = 8 /* SMs that get the first blocks */ };

/* What a block reads, its SM, and which of this SM's it is among those that are in step with each other. */
typedef struct reader {
	int64_t place, sm, turn;
} reader;

static int
by_place(const void *left, const void *right)
{
	const reader *a = left, *b = right;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->sm > b->sm) - (a->sm < b->sm);
}

static int
by_turn(const void *left, const void *right)
{
	const reader *a = left, *b = right;
	return a->turn != b->turn ? (a->turn > b->turn) - (a->turn < b->turn) : by_place(left, right);
}

/* The first SM of a group, as blocks come to them; group 0 is the SMs left over. */
static int64_t
first_of(const gm_sm_groups *g, int64_t group, int64_t used)
{
	const int64_t rest = used - LEFT_OVER;
	return group == 0 ? 0 : LEFT_OVER + (rest * (group - 1) + g->groups - 1) / g->groups;
}

typedef struct sums {
	double fetches, left, sharers, places;
} sums;

static int64_t
distinct_places(const reader *all, size_t count)
{
	int64_t distinct = 0;
	for (size_t i = 0; i < count; i++)
		distinct += i == 0 || all[i].place != all[i - 1].place;
	return distinct;
}

/* Adds the fetches of SMs `from` to `to`, those that are left, and for each how many fetch the same. */
static void
add_group(const gm_sm_groups *g, int64_t from, int64_t to, reader *all, int64_t (*place)(const void *, int64_t),
          const void *state, sums *sum)
{
	size_t count = 0;
	for (int64_t sm = from; sm < to; sm++)
		for (int64_t k = 0; k < g->resident && sm + k * g->sms < g->blocks; k++)
			all[count++] = (reader){place(state, sm + k * g->sms), sm, g->in_turn ? k : 0};
	qsort(all, count, sizeof *all, by_place);
	sum->places += (double)distinct_places(all, count);
	qsort(all, count, sizeof *all, by_turn);
	for (size_t i = 0; i < count;) {
		int64_t readers = 0, last = -1;
		size_t k = i;
		for (; k < count && all[k].place == all[i].place && all[k].turn == all[i].turn; last = all[k++].sm)
			readers += all[k].sm != last;
		sum->fetches += (double)readers;
		sum->left += (double)((readers + g->joined - 1) / g->joined);
		sum->sharers += (double)(readers * readers);
		i = k;
	}
}

/* Of all the first blocks. */
static int64_t
places_of_all(const gm_sm_groups *g, reader *all, int64_t (*place)(const void *, int64_t), const void *state)
{
	const int64_t count = gm_lesser(g->blocks, g->sms * g->resident);
	for (int64_t b = 0; b < count; b++)
		all[b] = (reader){place(state, b), 0, 0};
	qsort(all, (size_t)count, sizeof *all, by_place);
	return distinct_places(all, (size_t)count);
}

gm_sm_sharing
gm_sm_groups_share(const gm_sm_groups *g, int64_t (*place)(const void *, int64_t), const void *state)
{
	const int64_t used = gm_lesser(g->blocks, g->sms);
	sums sum = {0, 0, 0, 0};
	reader *all = gm_allocate((size_t)(g->sms * g->resident) + 1, sizeof *all);
	if (used <= LEFT_OVER)
		add_group(g, 0, used, all, place, state, &sum);
	for (int64_t group = 0; group <= g->groups && used > LEFT_OVER; group++)
		add_group(g, first_of(g, group, used), first_of(g, group + 1, used), all, place, state, &sum);
	const double places = (double)places_of_all(g, all, place, state);
	free(all);
	return sum.fetches > 0 ? (gm_sm_sharing){1 - sum.left / sum.fetches, sum.sharers / sum.fetches, sum.places / places}
	                       : (gm_sm_sharing){0, 1, 1};
}
