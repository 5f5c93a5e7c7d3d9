#include "model/reach.h"

#include "kernel/spans.h"
#include "model/l1_cache.h"
#include "model/reach_box.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>

enum {
	INSERTIONS_MAX = 20000, /* into all boxes */
	PERIOD_MAX = 32, /* words of a line */
};

/* A sector that the traced block touches. */
typedef struct touched {
	gm_reach_touch touch;
	uint32_t site;
} touched;

typedef struct touches {
	const gm_grid_trace *trace;
	touched *items;
	size_t count, capacity;
	gm_sector_set known; /* by site and sector, to drop repetitions: the item, counted from 1 */
	gm_sector_set stored; /* sectors: which bytes the block has stored so far */
	int64_t runs_max;
	uint32_t requests; /* so far */
} touches;

static void
add_sector(touches *t, const gm_trace_request *request, int64_t sector, uint32_t mask, double weight)
{
	const int64_t key = sector * 64 + request->site % 64;
	const bool store = request->access == GM_TRACE_STORE;
	if (store)
		*gm_sector_set_at(&t->stored, sector) |= mask;
	else if (gm_sector_set_find(&t->stored, sector) == UINT32_MAX)
		return; /* the block has brought it to L2 itself */
	uint32_t *known = gm_sector_set_at(&t->known, key);
	if (*known) {
		t->items[*known - 1].touch.mask |= mask;
		return;
	}
	*known = (uint32_t)t->count + 1;
	t->items = gm_grow(t->items, &t->capacity, t->count + 1, sizeof *t->items);
	t->items[t->count++] = (touched){{.sector = sector,
	                                  .mask = mask,
	                                  .request = t->requests,
	                                  .weight = weight,
	                                  .loads = request->access != GM_TRACE_STORE,
	                                  .stores = request->access == GM_TRACE_STORE ||
	                                            request->access == GM_TRACE_ATOMIC},
	                                 request->site};
}

static void
add_request(touches *t, const gm_trace_request *request, int64_t moved_bytes, double weight)
{
	if (request->local || t->trace->irregular[request->site])
		return;
	const int64_t moved =
	        ((request->address + moved_bytes) >> 5) - (request->address >> 5);
	const gm_trace *trace = &t->trace->here;
	const uint32_t *mask = request->access == GM_TRACE_STORE ? &trace->masks[request->first_mask] : NULL;
	t->requests++;
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run run = trace->runs[request->first_run + (uint32_t)i];
		for (int64_t k = 0; k < run.count; k++)
			add_sector(t, request, run.sector + moved + k, mask ? *mask++ : 0, weight);
	}
}

typedef struct open_span {
	const gm_trace_step *begin;
	size_t at;
	int64_t run, walked;
} open_span;

static void
place_request(touches *t, const open_span *spans, int depth, uint32_t index)
{
	const gm_trace_request *request = &t->trace->here.requests[index];
	int64_t moved = 0;
	double weight = 1;
	for (int d = 0; d < depth; d++) {
		const int64_t advance =
		        spans[d].begin->advance ? spans[d].begin->advance[request->site] : 0;
		moved += spans[d].run * advance;
		if (advance)
			weight *= (double)spans[d].begin->runs / (double)spans[d].walked;
	}
	add_request(t, request, moved, weight);
}

static void
walk_program(touches *t, const gm_program *program)
{
	open_span spans[GM_SPANS_MAX];
	int depth = 0;
	for (size_t at = 0; at < program->count; at++) {
		const gm_trace_step *step = &program->steps[at];
		if (step->kind == GM_STEP_REQUEST) {
			place_request(t, spans, depth, step->index);
		} else if (step->kind == GM_STEP_BEGIN) {
			const int64_t runs = step->runs < t->runs_max ? step->runs : t->runs_max;
			spans[depth++] = (open_span){step, at, 0, runs};
		} else if (++spans[depth - 1].run < spans[depth - 1].walked) {
			at = spans[depth - 1].at;
		} else {
			depth--;
		}
	}
}

/* Bytes until blocks fall alike onto pieces again, as a number of blocks. */
static int64_t
period_of(const gm_grid_trace *g, int axis, int64_t piece)
{
	int64_t period = 1;
	for (int s = 0; s < g->here.sites_count; s++) {
		int64_t step = g->step[s][axis] % piece, n = 1;
		while (step * n % piece && n < PERIOD_MAX)
			n *= 2;
		period = n > period ? n : period;
	}
	return period;
}

static void
choose_boxes(gm_reach *r, const gm_grid_trace *g, int64_t piece)
{
	const int64_t grid[3] = {g->grid.x, g->grid.y, g->grid.z};
	for (int axis = 0; axis < 3; axis++) {
		const int64_t period = period_of(g, axis, piece);
		const int64_t few = period > 1 ? period : 2, high = few + period;
		const int64_t low = grid[axis] < high ? grid[axis] - period : few;
		r->length[axis][0] = 1;
		r->length[axis][1] = low > 1 ? low : 1;
		r->length[axis][2] = grid[axis] < high ? grid[axis] : high;
	}
}

static double
blocks_in_boxes(const gm_reach *r)
{
	double blocks = 1;
	for (int axis = 0; axis < 3; axis++) {
		const int64_t *n = r->length[axis];
		blocks *= (double)(n[2] + (n[1] < n[2] ? n[1] : 0) + (n[0] < n[1] ? n[0] : 0));
	}
	return blocks;
}

static int64_t
move_of(const gm_grid_trace *g, const touched *item, int64_t x, int64_t y, int64_t z)
{
	const int64_t *step = g->step[item->site];
	return step[0] * x + step[1] * y + step[2] * z;
}

/* Adds the block at these places. */
static void
add_block(const touches *t, gm_reach_box *box, int64_t x, int64_t y, int64_t z)
{
	for (size_t i = 0; i < t->count; i++)
		gm_reach_box_add(box, &t->items[i].touch, move_of(t->trace, &t->items[i], x, y, z));
	gm_reach_box_next(box, t->requests);
}

/* The box has `from` blocks along the axis, the last one with several; afterwards it has its size. */
static void
extend_box(const touches *t, gm_reach_box *box, const int64_t *size, int axis, int64_t from)
{
	int64_t begin[3] = {0, 0, 0};
	begin[axis] = from;
	for (int64_t z = begin[2]; z < size[2]; z++)
		for (int64_t y = begin[1]; y < size[1]; y++)
			for (int64_t x = begin[0]; x < size[0]; x++)
				add_block(t, box, x, y, z);
}

/* The mean weight of stores. */
static double
stored_weight(const touches *t)
{
	double stored = 0, items = 0;
	for (size_t i = 0; i < t->count; i++) {
		const gm_reach_touch *touch = &t->items[i].touch;
		stored += touch->stores && !touch->loads ? touch->weight : 0;
		items += touch->stores && !touch->loads;
	}
	return items > 0 ? stored / items : 1;
}

static void
gather_touches(touches *t, double boxes)
{
	static const int64_t tries[] = {INT64_MAX, 1024, 256, 64, 16, 4};
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		t->runs_max = tries[i];
		if (gm_trace_length(&t->trace->here, t->runs_max) * 3 * boxes < INSERTIONS_MAX)
			break;
	}
	for (int w = 0; w < t->trace->here.warps_count; w++)
		walk_program(t, &t->trace->here.warps[w]);
}

/* The same length again adds nothing. */
static bool
is_twin(const gm_reach *r, const int *at)
{
	for (int axis = 0; axis < 3; axis++)
		if (at[axis] > 0 && r->length[axis][at[axis]] == r->length[axis][at[axis] - 1])
			return true;
	return false;
}

/* The last axis along which there are several blocks: boxes grow along it. */
static int
last_axis(const gm_reach *r)
{
	int axis = 2;
	while (axis > 0 && r->length[axis][GM_REACH_LENGTHS - 1] == 1)
		axis--;
	return axis;
}

/* Boxes that differ along the axis alone: each is the one before and some more. `at`: of the others. */
static void
count_boxes(gm_reach *r, const touches *t, const int *others, int axis, double weight)
{
	int at[3] = {others[0], others[1], others[2]};
	int64_t had = 0;
	gm_reach_box *box = gm_reach_box_new(r->fetch_bytes / GM_SECTOR_BYTES);
	for (at[axis] = 0; at[axis] < GM_REACH_LENGTHS; at[axis]++) {
		const int64_t size[3] = {r->length[0][at[0]], r->length[1][at[1]],
		                         r->length[2][at[2]]};
		if (is_twin(r, at))
			continue;
		extend_box(t, box, size, axis, had);
		had = size[axis];
		r->boxes[at[2]][at[1]][at[0]] = gm_reach_box_sum(box, weight);
		if (size[0] * size[1] * size[2] == 1) {
			r->runs_read = gm_reach_box_runs(box, false);
			r->runs_written = gm_reach_box_runs(box, true);
		}
	}
	gm_reach_box_free(box);
}

gm_reach
gm_reach_count(const gm_grid_trace *trace, int64_t fetch_bytes)
{
	gm_reach r = {.grid = trace->grid, .fetch_bytes = fetch_bytes};
	touches t = {.trace = trace};
	choose_boxes(&r, trace, fetch_bytes > GM_LINE_BYTES ? fetch_bytes : GM_LINE_BYTES);
	gather_touches(&t, blocks_in_boxes(&r));
	const int axis = last_axis(&r);
	const double weight = stored_weight(&t);
	for (int i = 0; i < GM_REACH_LENGTHS * GM_REACH_LENGTHS * GM_REACH_LENGTHS; i++) {
		const int at[3] = {i % GM_REACH_LENGTHS, i / GM_REACH_LENGTHS % GM_REACH_LENGTHS,
		                   i / GM_REACH_LENGTHS / GM_REACH_LENGTHS};
		if (at[axis] == 0 && !is_twin(&r, at))
			count_boxes(&r, &t, at, axis, weight);
	}
	gm_sector_set_dispose(&t.known);
	gm_sector_set_dispose(&t.stored);
	free(t.items);
	return r;
}

double
gm_reach_scattered_weight(double empty, bool stores)
{
	return stores ? empty : pow(empty, 2.7);
}

gm_reach_bytes
gm_reach_add(gm_reach_bytes a, gm_reach_bytes b, double factor)
{
	return (gm_reach_bytes){a.read + factor * b.read,
	                        a.read_sectors + factor * b.read_sectors,
	                        a.missed + factor * b.missed,
	                        a.crossed + factor * b.crossed,
	                        a.written + factor * b.written,
	                        a.partial + factor * b.partial,
	                        a.held_read + factor * b.held_read,
	                        a.held_written + factor * b.held_written,
	                        a.again + factor * b.again,
	                        a.scattered_read + factor * b.scattered_read,
	                        a.scattered_written + factor * b.scattered_written,
	                        a.scattered_halves + factor * b.scattered_halves};
}

/* The two lengths that `size` lies between, or the last two; their shares. */
typedef struct between {
	int low, high;
	double of_high;
} between;

static between
between_lengths(const int64_t *length, double size)
{
	int low = length[1] < length[2] && size >= (double)length[1] ? 1 : 0;
	if (length[0] == length[1])
		low = 0;
	const int high = low == 0 && length[0] < length[1] ? 1 : 2;
	const double apart = (double)(length[high] - length[low]);
	return (between){low, high, apart > 0 ? (size - (double)length[low]) / apart : 0};
}

static gm_reach_bytes
of_box(const gm_reach *r, double x, double y, double z)
{
	const between along[3] = {between_lengths(r->length[0], x), between_lengths(r->length[1], y),
	                          between_lengths(r->length[2], z)};
	gm_reach_bytes sum = {0};
	for (int corner = 0; corner < 8; corner++) {
		int at[3];
		double factor = 1;
		for (int axis = 0; axis < 3; axis++) {
			const bool high = corner >> axis & 1;
			at[axis] = high ? along[axis].high : along[axis].low;
			factor *= high ? along[axis].of_high : 1 - along[axis].of_high;
		}
		if (factor != 0)
			sum = gm_reach_add(sum, r->boxes[at[2]][at[1]][at[0]], factor);
	}
	return sum;
}

static gm_reach_bytes
of_blocks(const gm_reach *reach, double blocks)
{
	const double row = (double)reach->grid.x, rows = (double)reach->grid.y;
	const double planes = (double)reach->grid.z, plane = row * rows;
	if (blocks >= plane * planes)
		return of_box(reach, row, rows, planes);
	if (blocks <= 1)
		return of_box(reach, 1, 1, 1);
	if (blocks <= row)
		return of_box(reach, blocks, 1, 1);
	const double unit = blocks <= plane ? row : plane;
	const double whole = (double)(int64_t)(blocks / unit), part = blocks / unit - whole;
	const bool in_plane = blocks <= plane;
	const gm_reach_bytes low = of_box(reach, row, in_plane ? whole : rows, in_plane ? 1 : whole);
	const gm_reach_bytes high =
	        of_box(reach, row, in_plane ? whole + 1 : rows, in_plane ? 1 : whole + 1);
	return gm_reach_add(gm_reach_add((gm_reach_bytes){0}, low, 1 - part), high, part);
}

/* What more and more blocks read is there twice, and no more often. */
gm_reach_bytes
gm_reach_of_blocks(const gm_reach *reach, double blocks)
{
	gm_reach_bytes sum = of_blocks(reach, blocks);
	sum.again = sum.again < sum.read_sectors ? sum.again : sum.read_sectors;
	sum.crossed = sum.crossed < sum.read_sectors / 2 ? sum.crossed : sum.read_sectors / 2;
	return sum;
}
