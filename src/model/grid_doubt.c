#include "model/grid_doubt.h"

#include "model/trace_pairs.h"

#include <stdlib.h>

enum { ALIKE_MOST = 64 };

/* Loads whose addresses are worked out from what was loaded; of stores it may be the value. */
static bool *
sites_led_by_data(const gm_trace *here, bool *any)
{
	bool *led = gm_allocate((size_t)here->sites_count + 1, sizeof *led);
	*any = false;
	for (size_t i = 0; i < here->requests_count; i++) {
		const gm_trace_request *r = &here->requests[i];
		const bool from_data = r->needs > 0 && gm_trace_loads(r);
		led[r->site] |= from_data;
		*any |= from_data;
	}
	return led;
}

bool
gm_grid_led_by_data(const gm_grid_trace *g)
{
	bool any, leads = false;
	bool *led = sites_led_by_data(&g->here, &any);
	for (int s = 0; s < g->here.sites_count; s++)
		leads |= led[s] && g->irregular[s];
	free(led);
	return leads;
}

typedef struct second_look {
	gm_grid_trace *grid;
	gm_dim3 block;
	bool *led;
} second_look;

static void
look_at_pair(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	const second_look *l = state;
	if (l->led[a->site] && b->address - a->address != gm_grid_trace_move(l->grid, (int)a->site, l->block))
		l->grid->irregular[a->site] = true;
}

/* Sites that seem to stay where they are, too: it may be that a neighbour did nothing alike. */
static void
add_sites_that_stay(const gm_grid_trace *g, bool *led)
{
	for (int s = 0; s < g->here.sites_count; s++)
		led[s] |= g->step[s][0] == 0 && g->step[s][1] == 0 && g->step[s][2] == 0;
}

/* The step was seen on the next block, or on the one before where there is none. */
static gm_status
look_again(gm_grid_trace *g, int axis, bool *led, gm_error *err)
{
	gm_dim3 grid = g->kernel->grid, there = g->block;
	const int64_t at = *gm_dim3_side(&there, axis), along = *gm_dim3_side(&grid, axis);
	if (along < 3)
		return GM_OK;
	*gm_dim3_side(&there, axis) = at > 0 && at + 1 < along ? at - 1 : at == 0 ? 2 : along - 3;
	gm_near_block neighbour;
	second_look look = {g, there, led};
	const gm_status status = gm_near_traces_of(g->near, there, &neighbour, err);
	if (status == GM_OK)
		gm_near_pairs(&g->here, &neighbour, look_at_pair, &look);
	return status;
}

gm_status
gm_grid_doubt_data(gm_grid_trace *g, gm_error *err)
{
	bool any;
	bool *led = sites_led_by_data(&g->here, &any);
	gm_status status = GM_OK;
	for (int axis = 0; axis < 3 && any && status == GM_OK; axis++)
		status = look_again(g, axis, led, err);
	free(led);
	return status;
}

void
gm_grid_doubt_by_others(gm_grid_trace *g)
{
	bool any;
	second_look look = {g, g->block, sites_led_by_data(&g->here, &any)};
	add_sites_that_stay(g, look.led);
	for (int i = 0; i < g->others_count; i++) {
		look.block = gm_grid_trace_block(g, i * g->others_apart);
		gm_trace_pairs(&g->here, &g->others[i], look_at_pair, &look);
	}
	free(look.led);
}

/* ---- alike ---- */

typedef struct likeness {
	bool *unlike, *seen; /* per site */
} likeness;

static void
liken_pair(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	const likeness *l = state;
	l->seen[a->site] = true;
	l->unlike[a->site] |= a->address != b->address || a->sectors != b->sectors;
}

static gm_status
liken_block(const gm_grid_trace *g, int64_t x, likeness *l, gm_error *err)
{
	gm_dim3 there = g->block;
	there.x = x;
	if (x == g->block.x || x >= g->grid.x)
		return GM_OK;
	gm_near_block other;
	const gm_status status = gm_near_traces_of(g->near, there, &other, err);
	if (status == GM_OK)
		gm_near_pairs(&g->here, &other, liken_pair, l);
	return status;
}

/* Sites that do alike in the whole row; none: the row is too long. */
static int
note_row(gm_grid_trace *g, const bool *led, const likeness *l, int64_t row)
{
	int alike = 0;
	for (int s = 0; s < g->here.sites_count; s++) {
		if (!led[s] || !g->irregular[s] || !l->seen[s] || l->unlike[s])
			continue;
		g->alike[s] = row;
		alike++;
	}
	return alike;
}

gm_status
gm_grid_find_alike(gm_grid_trace *g, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	const bool folded = g->grid.x != g->kernel->grid.x;
	bool any;
	bool *led = sites_led_by_data(&g->here, &any);
	likeness l = {gm_allocate(count, sizeof(bool)), gm_allocate(count, sizeof(bool))};
	gm_status status = GM_OK;
	for (int64_t row = 2; row <= ALIKE_MOST && row <= g->grid.x && any && !folded; row *= 2) {
		const int64_t first = g->block.x / row * row;
		status = liken_block(g, first, &l, err);
		if (status == GM_OK)
			status = liken_block(g, first + row - 1, &l, err);
		if (status != GM_OK || note_row(g, led, &l, row) == 0)
			break;
	}
	free(l.unlike);
	free(l.seen);
	free(led);
	return status;
}
