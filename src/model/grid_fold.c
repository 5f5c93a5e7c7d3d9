#include "model/grid_fold.h"

#include "model/grid_step.h"
#include "model/trace_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	DATA_ROW_MOST = 16, /* blocks that data lead to an array each */
	FOLD_CHECKS = 7,
	STEP_CHECKS = 32, /* of the steps of grids that are not as the first step says, of more blocks than these: */
	STEP_BLOCKS_LEAST = 16,
};

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

/* Is the block at x of a grid of one axis where the grid, folded or not yet, says? */
static gm_status
is_as_said(const gm_grid_trace *g, int64_t x, bool *as_said, gm_error *err)
{
	gm_near_block there;
	check c = {g, gm_grid_trace_block(g, x), true};
	const gm_status status = gm_near_traces_of(g->near, (gm_dim3){x, 0, 0}, &there, err);
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
		status = is_as_said(g, middle, &as_said, err);
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
		gm_grid_step_compare(g, &there, 1, move, known);
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

/* Of so many blocks those to look at: multiples of the golden ratio but for whole numbers (Weyl), which laps of any
   length begin among no oftener than elsewhere. Even distances were where each lap of 24 elements begins, all the
   way through an array of 2^26. */
static int64_t
place_to_look(int64_t k, int64_t blocks)
{
	static const double golden_ratio = 0.61803398874989485;
	return (int64_t)(fmod((double)(k + 1) * golden_ratio, 1) * (double)blocks);
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
		status = look_at_step(g, place_to_look(k, g->kernel->grid.x - 1), looked, unlike, err);
	for (int s = 0; s < g->here.sites_count && status == GM_OK; s++)
		g->irregular[s] |= looked[s] >= STEP_CHECKS / 2 && 4 * unlike[s] >= looked[s] && runs_out(g, s);
	free(looked);
	free(unlike);
	return status;
}

/* ---- by data ---- */

/* Blocks at even distances over the grid are where the folded grid says. */
static gm_status
all_as_said(const gm_grid_trace *g, bool *as_said, gm_error *err)
{
	gm_status status = GM_OK;
	*as_said = true;
	for (int64_t k = 0; k < FOLD_CHECKS && *as_said && status == GM_OK; k++)
		status = is_as_said(g, g->kernel->grid.x * k / FOLD_CHECKS, as_said, err);
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
		status = is_as_said(g, x, &as_said, err);
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
	gm_status status = gm_grid_step_towards(g, 0, way, known, err);
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

gm_status
gm_grid_fold(gm_grid_trace *g, gm_error *err)
{
	const gm_dim3 grid = g->kernel->grid;
	const int64_t last = grid.x - 2;
	bool end = true, begin = true;
	int64_t above = 0, below = -1;
	if (grid.y * grid.z != 1 || last - g->block.x < 2)
		return GM_OK;
	gm_status status = is_as_said(g, last, &end, err);
	if (status != GM_OK || end)
		return status;
	status = find_fold(g, last, &above, err);
	if (status == GM_OK && g->block.x > 0)
		status = is_as_said(g, 0, &begin, err);
	if (status == GM_OK && !begin)
		status = find_fold(g, 0, &below, err);
	const int64_t width = above - below - 1;
	const bool row = width > 1 && above % width == 0 && grid.x >= 2 * width;
	if (status == GM_OK && row)
		status = measure_row(g, width, err);
	return status == GM_OK && last > STEP_BLOCKS_LEAST ? doubt_steps(g, err) : status;
}

static void *
copy_of(const void *from, size_t bytes)
{
	return memcpy(gm_allocate(1, bytes), from, bytes);
}

gm_status
gm_grid_fold_by_data(gm_grid_trace *g, const bool *before, gm_error *err)
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
