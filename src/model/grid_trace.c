#include "model/grid_trace.h"

#include "model/chain_site.h"
#include "model/grid_doubt.h"
#include "model/grid_others.h"
#include "model/trace_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	ASKING_TRIES = 16,
	RUNS_LEAST = 4, /* of a request, from which on its shape is compared */
	DATA_ROW_MOST = 16, /* blocks that data lead to an array each */
	FOLD_CHECKS = 7,
	NEIGHBOURS_MOST = 8, /* on either side, of which one is like the traced block where data say what blocks do */
	STEP_CHECKS = 16, /* of the steps of grids that are not as the first step says */
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
	int axis;
	int64_t move;
} comparison;

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
}

/* Sites that are `known` are left out; those that both blocks ask for are known then. */
static void
compare(gm_grid_trace *g, const gm_near_block *there, int axis, int64_t move, bool *known)
{
	const size_t count = (size_t)g->here.sites_count;
	comparison c = {g, there->trace, known, gm_allocate(count + 1, sizeof(bool)), axis, move};
	gm_near_pairs(&g->here, there, compare_pair, &c);
	for (size_t s = 0; s < count; s++)
		known[s] |= c.seen[s];
	free(c.seen);
}

static gm_status
compare_neighbour(gm_grid_trace *g, int axis, int64_t move, bool *known, gm_error *err)
{
	gm_dim3 grid = g->kernel->grid, there = g->block;
	*gm_dim3_side(&there, axis) += move;
	if (*gm_dim3_side(&there, axis) < 0 || *gm_dim3_side(&there, axis) >= *gm_dim3_side(&grid, axis))
		return GM_OK;
	gm_near_block neighbour;
	const gm_status status = gm_near_traces_of(g->near, there, &neighbour, err);
	if (status == GM_OK)
		compare(g, &neighbour, axis, move, known);
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

/* The next block; the one before for what that does not do, as below the diagonal of a matrix, or where there is
   none; along x those further off where data say which blocks do what. */
static gm_status
measure_step(gm_grid_trace *g, int axis, gm_error *err)
{
	const int64_t furthest = axis == 0 ? NEIGHBOURS_MOST : 1;
	bool *known = gm_allocate((size_t)g->here.sites_count + 1, sizeof *known);
	gm_status status = GM_OK;
	for (int64_t move = 1; move <= furthest && status == GM_OK && (move == 1 || !knows_all(&g->here, known)); move++) {
		status = compare_neighbour(g, axis, move, known, err);
		if (status == GM_OK && !knows_all(&g->here, known))
			status = compare_neighbour(g, axis, -move, known, err);
	}
	free(known);
	return status;
}

typedef struct check {
	const gm_grid_trace *grid;
	gm_dim3 block;
	bool as_said;
} check;

static void
check_pair(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	check *c = state;
	if (!c->grid->irregular[a->site] &&
	    b->address - a->address != gm_grid_trace_move(c->grid, (int)a->site, c->block))
		c->as_said = false;
}

/* Does the block at x of a grid of one axis move as its step says? */
static gm_status
moves_on(const gm_grid_trace *g, int64_t x, bool *as_said, gm_error *err)
{
	gm_near_block there;
	check c = {g, {x, 0, 0}, true};
	const gm_status status = gm_near_traces_of(g->near, c.block, &there, err);
	if (status == GM_OK)
		gm_near_pairs(&g->here, &there, check_pair, &c);
	*as_said = c.as_said;
	return status;
}

/* The block nearest to the traced one, towards `far`, that is not where the step says; `far` itself
   is not. */
static gm_status
find_fold(const gm_grid_trace *g, int64_t far, int64_t *out, gm_error *err)
{
	int64_t near = g->block.x;
	gm_status status = GM_OK;
	while ((far > near ? far - near : near - far) > 1 && status == GM_OK) {
		const int64_t middle = near + (far - near) / 2;
		bool as_said;
		status = moves_on(g, middle, &as_said, err);
		if (as_said)
			near = middle;
		else
			far = middle;
	}
	*out = far;
	return status;
}

/* The step from a row of the folded grid to the next. */
static gm_status
measure_row(gm_grid_trace *g, int64_t width, gm_error *err)
{
	const int64_t x = g->block.x;
	const int64_t move = x + width < g->kernel->grid.x ? 1 : -1;
	gm_near_block there;
	const gm_status status = gm_near_traces_of(g->near, (gm_dim3){x + move * width, 0, 0}, &there, err);
	bool *known = gm_allocate((size_t)g->here.sites_count + 1, sizeof *known);
	if (status == GM_OK)
		compare(g, &there, 1, move, known);
	free(known);
	g->grid = (gm_dim3){width, (g->kernel->grid.x + width - 1) / width, 1};
	g->block = (gm_dim3){x % width, x / width, 0};
	return status;
}

typedef struct offsets {
	int64_t *bytes; /* per site: of its first request from where the traced block has it */
	bool *seen;
} offsets;

static void
note_offset(void *state, const gm_trace_request *a, const gm_trace_request *b)
{
	const offsets *o = state;
	if (!o->seen[a->site])
		o->bytes[a->site] = b->address - a->address;
	o->seen[a->site] = true;
}

static gm_status
offsets_of(const gm_grid_trace *g, int64_t x, offsets *out, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	gm_near_block there;
	*out = (offsets){gm_allocate(count, sizeof *out->bytes), gm_allocate(count, sizeof *out->seen)};
	const gm_status status = gm_near_traces_of(g->near, (gm_dim3){x, 0, 0}, &there, err);
	if (status == GM_OK)
		gm_near_pairs(&g->here, &there, note_offset, out);
	return status;
}

static void
offsets_dispose(offsets *o)
{
	free(o->bytes);
	free(o->seen);
}

/* From the block at x to the next, the sites that do not move as the folded grid says. */
static gm_status
look_at_step(const gm_grid_trace *g, int64_t x, int *looked, int *unlike, gm_error *err)
{
	const gm_dim3 here = gm_grid_trace_block(g, x), next = gm_grid_trace_block(g, x + 1);
	offsets a = {0}, b = {0};
	gm_status status = offsets_of(g, x, &a, err);
	if (status == GM_OK)
		status = offsets_of(g, x + 1, &b, err);
	for (int s = 0; s < g->here.sites_count && status == GM_OK; s++) {
		const int64_t step = gm_grid_trace_move(g, s, next) - gm_grid_trace_move(g, s, here);
		looked[s] += a.seen[s] && b.seen[s];
		unlike[s] += a.seen[s] && b.seen[s] && b.bytes[s] - a.bytes[s] != step;
	}
	offsets_dispose(&a);
	offsets_dispose(&b);
	return status;
}

/* Do the steps of the site lead to twice the length of its array, or further? */
static bool
runs_out(const gm_grid_trace *g, int s)
{
	const gm_site *site = &g->kernel->sites[s];
	if (site->space != GM_GLOBAL || site->array < 0)
		return false;
	const gm_array *array = &g->kernel->arrays[site->array];
	const double bytes = (double)array->length * gm_type_bytes(array->type);
	return fabs((double)g->step[s][0]) * (double)g->grid.x + fabs((double)g->step[s][1]) * (double)g->grid.y > 2 * bytes;
}

static bool
any_runs_out(const gm_grid_trace *g)
{
	for (int s = 0; s < g->here.sites_count; s++)
		if (!g->irregular[s] && runs_out(g, s))
			return true;
	return false;
}

/* Sites that steps lead out of their array, and that in a quarter of the places looked at go elsewhere than a step to the
   next block (their bits reversed), have none. One that begins an array anew now and then has. */
static gm_status
doubt_steps(gm_grid_trace *g, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	if (!any_runs_out(g))
		return GM_OK;
	int *looked = gm_allocate(count, sizeof *looked), *unlike = gm_allocate(count, sizeof *unlike);
	gm_status status = GM_OK;
	for (int64_t k = 0; k < STEP_CHECKS && status == GM_OK; k++)
		status = look_at_step(g, (g->kernel->grid.x - 2) * k / STEP_CHECKS + k % 2, looked, unlike, err);
	for (int s = 0; s < g->here.sites_count && status == GM_OK; s++)
		g->irregular[s] |= looked[s] >= STEP_CHECKS / 2 && 4 * unlike[s] >= looked[s] && runs_out(g, s);
	free(looked);
	free(unlike);
	return status;
}

static gm_status
fold(gm_grid_trace *g, gm_error *err)
{
	const gm_dim3 grid = g->kernel->grid;
	const int64_t last = grid.x - 2;
	bool end = true, begin = true;
	int64_t above = 0, below = -1;
	if (grid.y * grid.z != 1 || last - g->block.x < 2)
		return GM_OK;
	gm_status status = moves_on(g, last, &end, err);
	if (status != GM_OK || end)
		return status;
	status = find_fold(g, last, &above, err);
	if (status == GM_OK && g->block.x > 0)
		status = moves_on(g, 0, &begin, err);
	if (status == GM_OK && !begin)
		status = find_fold(g, 0, &below, err);
	const int64_t width = above - below - 1;
	const bool row = width > 1 && above % width == 0 && grid.x >= 2 * width;
	if (status == GM_OK && row)
		status = measure_row(g, width, err);
	return status == GM_OK && last > STEP_CHECKS ? doubt_steps(g, err) : status;
}

static void *
copy_of(const void *from, size_t bytes)
{
	return memcpy(gm_allocate(1, bytes), from, bytes);
}

/* Blocks at even distances over the grid are where the folded grid says. */
static gm_status
all_as_said(const gm_grid_trace *g, bool *as_said, gm_error *err)
{
	gm_status status = GM_OK;
	*as_said = true;
	for (int64_t k = 0; k < FOLD_CHECKS && *as_said && status == GM_OK; k++) {
		const int64_t x = g->kernel->grid.x * k / FOLD_CHECKS;
		gm_near_block there;
		check c = {g, gm_grid_trace_block(g, x), true};
		status = gm_near_traces_of(g->near, (gm_dim3){x, 0, 0}, &there, err);
		if (status == GM_OK)
			gm_near_pairs(&g->here, &there, check_pair, &c);
		*as_said = c.as_said;
	}
	return status;
}

/* The first block from the traced one on, towards `way`, that is not where the step says; as far as rows are
   looked for, else. */
static gm_status
first_elsewhere(const gm_grid_trace *g, int64_t way, int64_t *out, gm_error *err)
{
	gm_status status = GM_OK;
	bool as_said = true;
	int64_t x = g->block.x + way;
	for (; x >= 0 && x < g->kernel->grid.x && llabs(x - g->block.x) <= DATA_ROW_MOST; x += way) {
		status = moves_on(g, x, &as_said, err);
		if (status != GM_OK || !as_said)
			break;
	}
	*out = x;
	return status;
}

/* Folds where the step towards `way` ends on both sides, if all blocks are then where they should be. */
static gm_status
fold_towards(gm_grid_trace *g, int64_t way, bool *folded, gm_error *err)
{
	int64_t above = 0, below = 0;
	bool *known = gm_allocate((size_t)g->here.sites_count + 1, sizeof *known);
	gm_status status = compare_neighbour(g, 0, way, known, err);
	free(known);
	if (status == GM_OK)
		status = first_elsewhere(g, 1, &above, err);
	if (status == GM_OK)
		status = first_elsewhere(g, -1, &below, err);
	const int64_t width = above - below - 1;
	*folded = width > 1 && width <= DATA_ROW_MOST && above % width == 0 && g->kernel->grid.x >= 2 * width;
	if (status == GM_OK && *folded)
		status = measure_row(g, width, err);
	return status == GM_OK && *folded ? all_as_said(g, folded, err) : status;
}

/* Data may lead blocks in turns to a few arrays (a table of pointers at the block's number modulo its length), through
   each of which they go on evenly: what `before` has as regular is in the folded grid. */
static gm_status
fold_by_data(gm_grid_trace *g, const bool *before, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	const gm_grid_trace unfolded = *g;
	const gm_dim3 grid = g->kernel->grid;
	gm_status status = GM_OK;
	bool folded = false;
	if (grid.y * grid.z != 1 || memcmp(before, g->irregular, count * sizeof *before) == 0)
		return GM_OK;
	for (int64_t way = 1; way >= -1 && !folded && status == GM_OK; way -= 2) {
		*g = unfolded;
		g->step = copy_of(unfolded.step, count * sizeof *g->step);
		g->irregular = copy_of(before, count * sizeof *before);
		status = fold_towards(g, way, &folded, err);
		free(folded ? (void *)unfolded.step : g->step);
		free(folded ? unfolded.irregular : g->irregular);
	}
	if (!folded)
		*g = unfolded;
	return status;
}

static gm_status
doubt(gm_grid_trace *g, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	bool *before = copy_of(g->irregular, count * sizeof *before);
	gm_status status = gm_grid_doubt_data(g, err);
	if (status == GM_OK)
		status = fold_by_data(g, before, err);
	free(before);
	return status;
}

/* Another block that asks for memory, when this one does not: of those that stand for many the first. */
static gm_status
find_asking(gm_grid_trace *g, int warp_lanes, gm_error *err)
{
	gm_block_samples samples;
	gm_status status = gm_kernel_blocks(g->kernel, &samples, err);
	for (size_t i = 0; i < samples.count && i < ASKING_TRIES && status == GM_OK; i++) {
		if (g->here.requests_count > 0)
			break;
		gm_trace_dispose(&g->here);
		g->block = samples.samples[i].block;
		status = gm_trace_record(g->kernel, g->ends, g->block, warp_lanes, &g->here, err);
	}
	gm_block_samples_dispose(&samples);
	return status;
}

static bool
has_memory(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_GLOBAL)
			return true;
	return false;
}

static void
set_window_ends(gm_grid_trace *g, const gm_issue *issue)
{
	const int count = g->kernel->sites_count;
	g->ends = gm_allocate((size_t)count + 1, sizeof *g->ends);
	for (int s = 0; s < count; s++)
		g->ends[s] = (float)gm_chain_window_end(g->kernel, s, &issue[s]);
}

gm_status
gm_grid_trace_around(const gm_kernel *kernel, const gm_issue *issue, gm_dim3 block, const gm_moves *moves,
                     int warp_lanes, int64_t resident, int64_t sms, gm_grid_trace **out, gm_error *err)
{
	gm_grid_trace *g = gm_allocate(1, sizeof *g);
	g->kernel = kernel;
	g->grid = kernel->grid;
	g->block = block;
	g->step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->step);
	g->irregular = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->irregular);
	g->alike = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->alike);
	set_window_ends(g, issue);
	gm_near_traces near = {.kernel = kernel, .ends = g->ends, .warp_lanes = warp_lanes, .here = &g->here, .moves = moves};
	g->near = &near;
	gm_status status = gm_trace_record(kernel, g->ends, g->block, warp_lanes, &g->here, err);
	if (status == GM_OK && g->here.requests_count == 0 && has_memory(kernel))
		status = find_asking(g, warp_lanes, err);
	near.block = g->block;
	for (int axis = 0; axis < 3 && status == GM_OK; axis++)
		status = measure_step(g, axis, err);
	if (status == GM_OK)
		status = doubt(g, err);
	if (status == GM_OK && g->grid.x == kernel->grid.x)
		status = fold(g, err);
	g->regular = true;
	for (int s = 0; s < kernel->sites_count; s++)
		g->regular = g->regular && !g->irregular[s];
	if (status == GM_OK && !g->regular && resident > 0)
		status = gm_grid_trace_others(g, warp_lanes, resident, sms, err);
	if (status == GM_OK)
		gm_grid_doubt_by_others(g);
	if (status == GM_OK && !g->regular && resident > 0)
		status = gm_grid_find_alike(g, err);
	gm_near_traces_dispose(&near);
	g->near = NULL;
	if (status == GM_OK)
		*out = g;
	else
		gm_grid_trace_free(g);
	return status;
}

gm_status
gm_grid_trace_gather(const gm_kernel *kernel, int warp_lanes, int64_t resident, int64_t sms,
                     gm_grid_trace **out, gm_error *err)
{
	gm_block_samples samples;
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count + 1, sizeof *issue);
	gm_status status = gm_kernel_blocks(kernel, &samples, err);
	gm_kernel_issue(kernel, 9, 0, issue);
	if (status == GM_OK)
		status = gm_grid_trace_around(kernel, issue, samples.common, samples.moves, warp_lanes,
		                              resident, sms, out, err);
	free(issue);
	gm_block_samples_dispose(&samples);
	return status;
}

void
gm_grid_trace_free(gm_grid_trace *trace)
{
	if (!trace)
		return;
	for (int i = 0; i < trace->others_count; i++)
		gm_trace_dispose(&trace->others[i]);
	for (int i = 0; i < trace->far_count; i++)
		gm_trace_dispose(&trace->far[i]);
	free(trace->far);
	gm_trace_dispose(&trace->here);
	free(trace->others);
	free(trace->step);
	free(trace->irregular);
	free(trace->alike);
	free(trace->ends);
	free(trace);
}

int64_t
gm_grid_trace_move(const gm_grid_trace *trace, int site, gm_dim3 block)
{
	const int64_t *step = trace->step[site];
	return step[0] * (block.x - trace->block.x) + step[1] * (block.y - trace->block.y) +
	       step[2] * (block.z - trace->block.z);
}

gm_dim3
gm_grid_trace_block(const gm_grid_trace *trace, int64_t at)
{
	return gm_dim3_at(trace->grid, at);
}

double
gm_grid_trace_behind(const gm_grid_trace *trace)
{
	const gm_trace *here = &trace->here;
	const gm_site *sites = trace->kernel->sites;
	const int count = trace->kernel->sites_count;
	const gm_trace_request **first = gm_allocate((size_t)count + 1, sizeof *first);
	double most = 0;
	for (size_t i = here->requests_count; i-- > 0;)
		first[here->requests[i].site] = &here->requests[i];
	for (int a = 0; a < count; a++)
		for (int b = 0; b < a; b++) {
			const int64_t step = trace->step[a][0];
			if (!first[a] || !first[b] || sites[a].array != sites[b].array || step == 0 ||
			    step != trace->step[b][0])
				continue;
			const double apart = (double)(first[a]->address - first[b]->address);
			most = fmax(most, fabs(apart / (double)step));
		}
	free(first);
	return fmin(most, (double)gm_dim3_volume(trace->grid));
}
