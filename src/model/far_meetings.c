#include "model/far_meetings.h"

#include "base/memory.h"
#include "model/touches.h"
#include "model/trace_pairs.h"

#include <math.h>
#include <stdlib.h>

/* A sector on the way of all blocks over those that are alike modulo the step. */
typedef struct on_way {
	int64_t step, rest; /* sectors: from block to block, of the address modulo it */
	int64_t place;      /* blocks from the beginning of the way */
	double weight;      /* sectors that it stands for */
} on_way;

static int
by_way(const void *a, const void *b)
{
	const on_way *x = a, *y = b;
	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	if (x->rest != y->rest)
		return x->rest < y->rest ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static size_t
lay_out(const gm_touches *t, on_way *out)
{
	size_t count = 0;
	for (size_t i = 0; i < t->count; i++) {
		const gm_reach_touch *touch = &t->items[i].touch;
		const int64_t bytes = llabs(t->trace->step[t->items[i].site][0]), step = bytes / GM_SECTOR_BYTES;
		if (!touch->loads || step == 0 || bytes % GM_SECTOR_BYTES)
			continue;
		const int64_t rest = ((touch->sector % step) + step) % step;
		out[count++] = (on_way){step, rest, (touch->sector - rest) / step, touch->weight};
	}
	qsort(out, count, sizeof *out, by_way);
	return count;
}

/* Makes room by joining the two gaps that are nearest to each other, as the longer of them. */
static void
join_nearest(gm_far_meetings *far)
{
	int at = 0;
	for (int i = 1; i + 1 < far->count; i++)
		if (far->gaps[i + 1].blocks - far->gaps[i].blocks < far->gaps[at + 1].blocks - far->gaps[at].blocks)
			at = i;
	far->gaps[at + 1].sectors += far->gaps[at].sectors;
	for (int i = at; i + 1 < far->count; i++)
		far->gaps[i] = far->gaps[i + 1];
	far->count--;
}

static void
add_gap(gm_far_meetings *far, int64_t blocks, double sectors)
{
	int at = 0;
	while (at < far->count && far->gaps[at].blocks < blocks)
		at++;
	if (at < far->count && far->gaps[at].blocks == blocks) {
		far->gaps[at].sectors += sectors;
		return;
	}
	if (far->count == GM_FAR_GAPS) {
		join_nearest(far);
		add_gap(far, blocks, sectors);
		return;
	}
	for (int i = far->count++; i > at; i--)
		far->gaps[i] = far->gaps[i - 1];
	far->gaps[at] = (struct gm_far_gap){blocks, sectors};
}

/* ---- whether blocks far away do as the steps say ---- */

enum { CHECKED_GAPS = 2 };
static const double ENOUGH = 0.75; /* of the requests: lanes at the edges of a field do less */

typedef struct agreeing {
	const gm_grid_trace *grid;
	gm_dim3 block;
	size_t count;
} agreeing;

static void
count_agreeing(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	agreeing *c = state;
	c->count += !c->grid->irregular[a->site] &&
		    b->address - a->address == gm_grid_trace_move(c->grid, (int)a->site, c->block);
}

/* A block of a sort that leaves the exchange to its partner does nothing; one of the next row of tiles is elsewhere. */
static bool
goes_alike(const gm_grid_trace *g, int64_t x)
{
	agreeing c = {g, {x, 0, 0}, 0};
	gm_trace there = {0};
	gm_error ignored = GM_ERROR_NONE;
	if (gm_trace_record_places(g->kernel, g->ends, c.block, g->warp_lanes, &there, &ignored) == GM_OK)
		gm_trace_pairs(&g->here, &there, count_agreeing, &c);
	gm_trace_dispose(&there);
	return (double)c.count >= ENOUGH * (double)g->here.places_count;
}

/* At the gaps that most sectors have, on both sides. */
static bool
go_alike(const gm_grid_trace *g, gm_far_meetings far)
{
	for (int checked = 0; checked < CHECKED_GAPS && far.count > 0; checked++) {
		int heaviest = 0;
		for (int i = 1; i < far.count; i++)
			heaviest = far.gaps[i].sectors > far.gaps[heaviest].sectors ? i : heaviest;
		const int64_t gap = far.gaps[heaviest].blocks, up = g->block.x + gap, down = g->block.x - gap;
		if ((up < g->grid.x && !goes_alike(g, up)) || (down >= 0 && !goes_alike(g, down)))
			return false;
		far.gaps[heaviest].sectors = -1;
	}
	return true;
}

gm_far_meetings
gm_far_meetings_of(const gm_touches *t, int64_t least_blocks)
{
	gm_far_meetings far = {0};
	const gm_dim3 grid = t->trace->grid;
	if (grid.y > 1 || grid.z > 1 || grid.x <= least_blocks)
		return far;
	on_way *ways = gm_allocate_unset(t->count + 1, sizeof *ways);
	const size_t count = lay_out(t, ways);
	for (size_t i = 1; i < count; i++) {
		const on_way *a = &ways[i - 1], *b = &ways[i];
		const int64_t gap = b->place - a->place;
		if (a->step == b->step && a->rest == b->rest && gap >= least_blocks && gap < grid.x)
			add_gap(&far, gap, fmin(a->weight, b->weight));
	}
	free(ways);
	return far.count > 0 && go_alike(t->trace, far) ? far : (gm_far_meetings){0};
}

double
gm_far_meetings_sectors(const gm_far_meetings *far, double blocks)
{
	double sectors = 0;
	for (int i = 0; i < far->count; i++)
		sectors += fmax(0, blocks - (double)far->gaps[i].blocks) * far->gaps[i].sectors;
	return sectors;
}
