#include "kernel/copy_groups.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WAITS_KEPT = 4 };

/* All groups up to this one are there. */
typedef struct wait {
	uint32_t group, time;
} wait;

typedef struct copying {
	uint32_t committed, awaited;
	uint32_t forgotten;      /* up to this group, since when they are there is not known */
	wait waits[WAITS_KEPT]; /* the oldest first */
	int waits_count;
} copying;

struct gm_copy_groups {
	copying *threads;
};

gm_copy_groups *
gm_copy_groups_new(int threads)
{
	gm_copy_groups *g = gm_allocate(1, sizeof *g);
	g->threads = gm_allocate((size_t)threads, sizeof *g->threads);
	return g;
}

void
gm_copy_groups_free(gm_copy_groups *g)
{
	if (!g)
		return;
	free(g->threads);
	free(g);
}

uint32_t
gm_copy_groups_open(const gm_copy_groups *g, int thread)
{
	return g->threads[thread].committed + 1;
}

void
gm_copy_groups_commit(gm_copy_groups *g, int first, uint64_t lanes)
{
	for (uint64_t rest = lanes; rest; rest &= rest - 1)
		g->threads[first + __builtin_ctzll(rest)].committed++;
}

static void
keep_wait(copying *c, uint32_t now)
{
	if (c->waits_count == WAITS_KEPT) {
		c->forgotten = c->waits[0].group;
		for (int i = 1; i < WAITS_KEPT; i++)
			c->waits[i - 1] = c->waits[i];
		c->waits_count--;
	}
	c->waits[c->waits_count++] = (wait){c->awaited, now};
}

void
gm_copy_groups_await(gm_copy_groups *g, int first, uint64_t lanes, uint32_t left, uint32_t now)
{
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		copying *c = &g->threads[first + __builtin_ctzll(rest)];
		if (c->committed <= left || c->committed - left <= c->awaited)
			continue;
		c->awaited = c->committed - left;
		keep_wait(c, now);
	}
}

bool
gm_copy_groups_under_way(const gm_copy_groups *g, int thread, uint32_t group)
{
	return group > g->threads[thread].awaited;
}

uint32_t
gm_copy_groups_since(const gm_copy_groups *g, int thread, uint32_t group)
{
	const copying *c = &g->threads[thread];
	int i = 0;
	if (group <= c->forgotten)
		return 0;
	while (i < c->waits_count && c->waits[i].group < group)
		i++;
	return i < c->waits_count ? c->waits[i].time : 0;
}
