#include "model/reach.h"

#include "kernel/spans.h"
#include "model/l1_cache.h"
#include "model/sector_set.h"

#include <stdlib.h>
#include <string.h>

enum {
	INSERTIONS_MAX = 20000, /* into all boxes */
	LOADED = 1,
	STORED = 2,
	PERIOD_MAX = 16,
};

/* A sector that the traced block touches. */
typedef struct touched {
	int64_t sector;
	uint32_t site;
	uint32_t bits;
	uint32_t mask; /* bytes stored */
	double weight; /* runs left out that it stands for, itself included */
} touched;

typedef struct touches {
	const gm_grid_trace *trace;
	touched *items;
	size_t count, capacity;
	gm_sector_set known; /* by site and sector, to drop repetitions: the item, counted from 1 */
	int64_t runs_max;
} touches;

static uint32_t
bits_of(const gm_trace_request *request)
{
	return request->access == GM_TRACE_STORE    ? STORED
	       : request->access == GM_TRACE_ATOMIC ? LOADED | STORED
	                                            : LOADED;
}

static void
add_sector(touches *t, const gm_trace_request *request, int64_t sector, uint32_t mask, double weight)
{
	const int64_t key = sector * 64 + request->site % 64;
	uint32_t *known = gm_sector_set_at(&t->known, key);
	if (*known) {
		t->items[*known - 1].mask |= mask;
		return;
	}
	*known = (uint32_t)t->count + 1;
	t->items = gm_grow(t->items, &t->capacity, t->count + 1, sizeof *t->items);
	t->items[t->count++] = (touched){sector, request->site, bits_of(request), mask, weight};
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
		const int64_t low = period > 1 ? period : 2;
		r->high[axis] = grid[axis] < low + period ? grid[axis] : low + period;
		r->low[axis] = r->high[axis] - period > 1 ? r->high[axis] - period : 1;
		if (grid[axis] == 1)
			r->low[axis] = r->high[axis] = 1;
	}
}

static double
blocks_in_boxes(const gm_reach *r)
{
	double blocks = 1;
	for (int axis = 0; axis < 3; axis++)
		blocks *= r->low[axis] == r->high[axis] ? 1 : (double)(r->low[axis] + r->high[axis]);
	return blocks;
}

static int64_t
move_of(const gm_grid_trace *g, const touched *item, int64_t x, int64_t y, int64_t z)
{
	const int64_t *step = g->step[item->site];
	return step[0] * x + step[1] * y + step[2] * z;
}

/* What a box has touched so far. */
typedef struct box {
	gm_sector_set loaded, pieces, lines; /* lines: bit 0 loaded, 1 stored */
	gm_sector_set stored;                /* the bytes */
	int64_t per_piece;
	gm_reach_bytes sum;
} box;

/* Room in L2, by lines: one that is stored counts as written alone. */
static void
hold_line(box *b, int64_t sector, uint32_t bit, double weight)
{
	uint32_t *line = gm_sector_set_at(&b->lines, sector * GM_SECTOR_BYTES / GM_LINE_BYTES);
	const uint32_t before = *line;
	*line |= bit;
	if (before & STORED || before == *line)
		return;
	if (bit == STORED) {
		b->sum.held_written += weight * GM_LINE_BYTES;
		b->sum.held_read -= before & LOADED ? weight * GM_LINE_BYTES : 0;
	} else {
		b->sum.held_read += weight * GM_LINE_BYTES;
	}
}

static void
load_sector(box *b, int64_t sector, double weight)
{
	uint32_t *loaded = gm_sector_set_at(&b->loaded, sector);
	if (*loaded)
		return;
	*loaded = 1;
	hold_line(b, sector, LOADED, weight);
	b->sum.read_sectors += weight * GM_SECTOR_BYTES;
	uint32_t *piece = gm_sector_set_at(&b->pieces, sector / b->per_piece);
	b->sum.read += *piece ? 0 : weight * (double)b->per_piece * GM_SECTOR_BYTES;
	*piece = 1;
}

static void
store_sector(box *b, int64_t sector, uint32_t mask, double weight)
{
	uint32_t *stored = gm_sector_set_at(&b->stored, sector);
	b->sum.written += *stored ? 0 : weight * GM_SECTOR_BYTES;
	if (!*stored)
		hold_line(b, sector, STORED, weight);
	*stored |= mask;
}

/* An atomic changes whole words of a sector that it also reads. */
static void
touch_moved(box *b, const touched *item, int64_t move_bytes)
{
	const int64_t sector = item->sector + (move_bytes >> 5);
	const uint64_t mask = (uint64_t)item->mask << (move_bytes & 31);
	if (item->bits & LOADED)
		load_sector(b, sector, item->weight);
	if (item->bits == (LOADED | STORED))
		store_sector(b, sector, UINT32_MAX, item->weight);
	if (item->bits == STORED && (uint32_t)mask)
		store_sector(b, sector, (uint32_t)mask, item->weight);
	if (item->bits == STORED && mask >> 32)
		store_sector(b, sector + 1, (uint32_t)(mask >> 32), item->weight);
}

/* Stored in part, and nothing has brought the rest. */
static double
partial_bytes(box *b)
{
	double bytes = 0;
	for (size_t i = 0; i < b->stored.room; i++) {
		const gm_sector_slot *slot = &b->stored.slots[i];
		if (slot->used && slot->bits != UINT32_MAX && !*gm_sector_set_at(&b->loaded, slot->number))
			bytes += GM_SECTOR_BYTES;
	}
	return bytes;
}

static gm_reach_bytes
count_box(const touches *t, const int64_t *size, int64_t piece)
{
	box b = {.per_piece = piece / GM_SECTOR_BYTES};
	double stored = 0, items = 0;
	for (size_t i = 0; i < t->count; i++) {
		stored += t->items[i].bits == STORED ? t->items[i].weight : 0;
		items += t->items[i].bits == STORED;
	}
	for (int64_t z = 0; z < size[2]; z++)
		for (int64_t y = 0; y < size[1]; y++)
			for (int64_t x = 0; x < size[0]; x++)
				for (size_t i = 0; i < t->count; i++)
					touch_moved(&b, &t->items[i],
					            move_of(t->trace, &t->items[i], x, y, z));
	b.sum.partial = partial_bytes(&b) * (items > 0 ? stored / items : 1);
	gm_sector_set_dispose(&b.loaded);
	gm_sector_set_dispose(&b.pieces);
	gm_sector_set_dispose(&b.lines);
	gm_sector_set_dispose(&b.stored);
	return b.sum;
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

gm_reach
gm_reach_count(const gm_grid_trace *trace, int64_t fetch_bytes)
{
	gm_reach r = {.grid = trace->grid};
	touches t = {.trace = trace};
	choose_boxes(&r, trace, fetch_bytes > GM_LINE_BYTES ? fetch_bytes : GM_LINE_BYTES);
	gather_touches(&t, blocks_in_boxes(&r));
	for (int corner = 0; corner < 8; corner++) {
		int64_t size[3];
		bool twin = false;
		for (int axis = 0; axis < 3; axis++) {
			const bool high = corner >> axis & 1;
			size[axis] = high ? r.high[axis] : r.low[axis];
			twin = twin || (high && r.high[axis] == r.low[axis]);
		}
		if (!twin)
			r.corners[corner] = count_box(&t, size, fetch_bytes);
	}
	r.block = count_box(&t, (int64_t[]){1, 1, 1}, fetch_bytes);
	gm_sector_set_dispose(&t.known);
	free(t.items);
	return r;
}

gm_reach_bytes
gm_reach_add(gm_reach_bytes a, gm_reach_bytes b, double factor)
{
	return (gm_reach_bytes){
	        a.read + factor * b.read,       a.read_sectors + factor * b.read_sectors,
	        a.written + factor * b.written, a.partial + factor * b.partial,
	        a.held_read + factor * b.held_read, a.held_written + factor * b.held_written};
}

static gm_reach_bytes
of_box(const gm_reach *r, double x, double y, double z)
{
	const double size[3] = {x, y, z};
	gm_reach_bytes sum = {0};
	for (int corner = 0; corner < 8; corner++) {
		double factor = 1;
		for (int axis = 0; axis < 3; axis++) {
			const bool high = corner >> axis & 1;
			const double length = (double)(r->high[axis] - r->low[axis]);
			const double along = length > 0 ? (size[axis] - (double)r->low[axis]) / length : 0;
			factor *= high ? along : 1 - along;
		}
		if (factor != 0)
			sum = gm_reach_add(sum, r->corners[corner], factor);
	}
	return sum;
}

gm_reach_bytes
gm_reach_of_blocks(const gm_reach *reach, double blocks)
{
	const double row = (double)reach->grid.x, rows = (double)reach->grid.y;
	const double planes = (double)reach->grid.z, plane = row * rows;
	if (blocks >= plane * planes)
		return of_box(reach, row, rows, planes);
	if (blocks <= 1)
		return reach->block;
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
