#include "model/grid_step.h"

#include "model/trace_pairs.h"

#include <stdlib.h>

enum {
	RUNS_LEAST = 4, /* of a request, from which on its shape is compared */
	NEIGHBOURS_MOST = 8, /* on either side, of which one is like the traced block where data say what blocks do */
};

/* Do the places that lanes go to differ by more than where the first goes? Edges of a grid leave lanes out:
   half of the runs may lie elsewhere. */
static bool
are_unlike(const gm_trace *here, const gm_trace *there, const gm_trace_request *a,
           const gm_trace_request *b)
{
	const gm_trace_run *p = &here->runs[a->first_run], *q = &there->runs[b->first_run];
	const int count = a->runs_count < b->runs_count ? a->runs_count : b->runs_count;
	int unlike = 0;
	if ((a->address - b->address) % GM_SECTOR_BYTES != 0)
		return false;
	for (int i = 1; i < count; i++)
		unlike += p[i].sector - p[0].sector != q[i].sector - q[0].sector;
	return count >= RUNS_LEAST && 2 * unlike > count;
}

typedef struct comparison {
	gm_grid_trace *grid;
	const gm_trace *there;
	const bool *known; /* per site: by another neighbour */
	bool *seen;
	bool *alike; /* and by requests of the same lanes */
	int axis;
	int64_t move;
} comparison;

static void
compare_alike(const comparison *c, const gm_trace_request *a, const gm_trace_request *b)
{
	const int64_t apart = b->address - a->address;
	int64_t *step = &c->grid->own_step[a->site][c->axis];
	if (a->lanes != b->lanes)
		return;
	if (apart % c->move != 0 || (c->alike[a->site] && *step != apart / c->move))
		c->grid->in_step[a->site] = false;
	c->alike[a->site] = true;
	*step = apart / c->move;
}

/* The step of each site that all its requests agree on; else the site is irregular. */
static void
compare_pair(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	const comparison *c = state;
	if (c->known[a->site])
		return;
	const int64_t apart = b->address - a->address, step = apart / c->move;
	if (apart % c->move != 0 || (c->seen[a->site] && c->grid->step[a->site][c->axis] != step) ||
	    are_unlike(&c->grid->here, c->there, a, b))
		c->grid->irregular[a->site] = true;
	else
		c->grid->step[a->site][c->axis] = step;
	c->seen[a->site] = true;
	compare_alike(c, a, b);
}

void
gm_grid_step_compare(gm_grid_trace *g, const gm_near_block *there, int axis, int64_t move, bool *known)
{
	const size_t count = (size_t)g->here.sites_count;
	comparison c = {.grid = g, .there = there->trace, .known = known, .axis = axis, .move = move};
	c.seen = gm_allocate(count + 1, sizeof *c.seen);
	c.alike = gm_allocate(count + 1, sizeof *c.alike);
	gm_near_pairs(&g->here, there, compare_pair, &c);
	for (size_t s = 0; s < count; s++) {
		known[s] |= c.seen[s];
		g->in_step[s] &= c.alike[s] || !c.seen[s];
	}
	free(c.seen);
	free(c.alike);
}

gm_status
gm_grid_step_towards(gm_grid_trace *g, int axis, int64_t move, bool *known, gm_error *err)
{
	gm_dim3 grid = g->kernel->grid, there = g->block;
	*gm_dim3_side(&there, axis) += move;
	if (*gm_dim3_side(&there, axis) < 0 || *gm_dim3_side(&there, axis) >= *gm_dim3_side(&grid, axis))
		return GM_OK;
	gm_near_block neighbour;
	const gm_status status = gm_near_traces_of(g->near, there, &neighbour, err);
	if (status == GM_OK)
		gm_grid_step_compare(g, &neighbour, axis, move, known);
	return status;
}

static bool
knows_all(const gm_trace *here, const bool *known)
{
	for (size_t i = 0; i < here->requests_count; i++)
		if (!known[here->requests[i].site] && !here->requests[i].local)
			return false;
	return true;
}

gm_status
gm_grid_step_measure(gm_grid_trace *g, int axis, gm_error *err)
{
	const int64_t furthest = axis == 0 ? NEIGHBOURS_MOST : 1;
	bool *known = gm_allocate((size_t)g->here.sites_count + 1, sizeof *known);
	gm_status status = GM_OK;
	for (int64_t move = 1; move <= furthest && status == GM_OK && (move == 1 || !knows_all(&g->here, known)); move++) {
		status = gm_grid_step_towards(g, axis, move, known, err);
		if (status == GM_OK && !knows_all(&g->here, known))
			status = gm_grid_step_towards(g, axis, -move, known, err);
	}
	free(known);
	return status;
}
