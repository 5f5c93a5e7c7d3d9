#include "model/footprint.h"

#include <stdlib.h>
#include <string.h>

enum { SPANS_MAX = 64 };

typedef struct progressions {
	gm_sector_run *items;
	size_t count, capacity;
} progressions;

struct gm_footprint {
	const gm_kernel *kernel;
	progressions *sites;     /* of the representative block */
	int64_t (*step)[3];      /* per site: sectors from one block to the next along x, y, z */
	bool exact;
};

/* ---- lists of progressions ---- */

static void
append(progressions *list, const gm_sector_run *item)
{
	list->items = gm_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
	list->items[list->count++] = *item;
}

static int
compare_strides(const gm_sector_run *a, const gm_sector_run *b)
{
	if (a->strides_count != b->strides_count)
		return a->strides_count < b->strides_count ? -1 : 1;
	return memcmp(a->strides, b->strides, (size_t)a->strides_count * sizeof *a->strides);
}

static int
by_strides_and_place(const void *left, const void *right)
{
	const gm_sector_run *a = left, *b = right;
	const int strides = compare_strides(a, b);
	return strides ? strides : (a->first > b->first) - (a->first < b->first);
}

/* Runs under the same strides that meet or overlap become one. */
static void
merge_runs(progressions *list)
{
	qsort(list->items, list->count, sizeof *list->items, by_strides_and_place);
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++) {
		gm_sector_run *last = kept ? &list->items[kept - 1] : NULL;
		const gm_sector_run *item = &list->items[i];
		if (last && compare_strides(last, item) == 0 && item->first <= last->first + last->width) {
			const int64_t end = item->first + item->width;
			if (end > last->first + last->width)
				last->width = end - last->first;
		} else {
			list->items[kept++] = *item;
		}
	}
	list->count = kept;
}

/* How many items from `at` on are alike and evenly spaced. */
static size_t
even_run(const progressions *list, size_t at)
{
	const gm_sector_run *first = &list->items[at];
	size_t n = 1;
	while (at + n < list->count) {
		const gm_sector_run *item = &list->items[at + n];
		if (item->width != first->width || compare_strides(item, first) != 0)
			break;
		if (n >= 2 && item->first - item[-1].first != first[1].first - first->first)
			break;
		n++;
	}
	return n;
}

static void
fold_even_runs(progressions *list)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->count;) {
		gm_sector_run item = list->items[i];
		const size_t n = even_run(list, i);
		const bool folds = n >= 3 && gm_sector_run_repeat(&item, list->items[i + 1].first - item.first,
		                                                   (int64_t)n);
		list->items[kept++] = item;
		i += folds ? n : 1;
	}
	list->count = kept;
}

static void
normalise(progressions *list)
{
	for (size_t before = list->count + 1; list->count < before && list->count > 1;) {
		before = list->count;
		merge_runs(list);
		fold_even_runs(list);
	}
}

/* ---- walking a block ---- */

typedef struct walking {
	const gm_kernel *kernel;
	int warp_lanes;
	progressions *levels[SPANS_MAX + 1]; /* per open span, per site */
	uint32_t loops[SPANS_MAX + 1];       /* whose span a level is */
	int64_t *first;                      /* per site: first address seen, -1 none */
	int depth;
	bool exact;
	gm_error *err;
} walking;

static progressions *
level_of(walking *w)
{
	if (!w->levels[w->depth])
		w->levels[w->depth] = gm_allocate((size_t)w->kernel->sites_count + 1, sizeof(progressions));
	return w->levels[w->depth];
}

static int
by_value(const void *left, const void *right)
{
	const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

/* The sectors of one request as runs. */
static void
add_request(progressions *list, const gm_warp_instr *instr, int lanes, int bytes)
{
	int64_t sectors[2 * GM_LANES_MAX];
	int count = 0;
	bool ascending = true;
	for (int lane = 0; lane < lanes; lane++) {
		if (!(instr->active >> lane & 1))
			continue;
		const int64_t from = (int64_t)(instr->address[lane] / GM_SECTOR_BYTES);
		const int64_t to = (int64_t)((instr->address[lane] + (uint64_t)bytes - 1) / GM_SECTOR_BYTES);
		for (int64_t s = from; s <= to; s++) {
			if (count && sectors[count - 1] == s)
				continue;
			ascending = ascending && (!count || sectors[count - 1] < s);
			sectors[count++] = s;
		}
	}
	if (!ascending)
		qsort(sectors, (size_t)count, sizeof *sectors, by_value);
	for (int i = 0; i < count;) {
		gm_sector_run run = {.first = sectors[i], .width = 1};
		for (i++; i < count && sectors[i] <= run.first + run.width; i++)
			run.width = sectors[i] - run.first + 1;
		const gm_sector_run *last = list->count ? &list->items[list->count - 1] : NULL;
		if (!last || last->strides_count || last->first != run.first || last->width != run.width)
			append(list, &run);
	}
}

static gm_status
walk_instruction(void *state, const gm_warp_instr *instr)
{
	walking *w = state;
	const gm_site *site = &w->kernel->sites[instr->site];
	if (!instr->address || site->space != GM_GLOBAL)
		return GM_OK;
	if (w->first[instr->site] < 0)
		w->first[instr->site] = (int64_t)instr->address[__builtin_ctzll(instr->active)];
	add_request(&level_of(w)[instr->site], instr, w->warp_lanes, site->access_bytes);
	return GM_OK;
}

/* Takes the innermost span into the one around it, each of its parts standing `runs` times. */
static void
leave_span(walking *w, int64_t runs, const int64_t *advance)
{
	progressions *inner = level_of(w);
	w->depth--;
	progressions *outer = level_of(w);
	for (int s = 0; s < w->kernel->sites_count; s++) {
		normalise(&inner[s]);
		for (size_t i = 0; i < inner[s].count; i++) {
			gm_sector_run item = inner[s].items[i];
			if (runs > 1 && !gm_sector_run_repeat(&item, advance[s] / GM_SECTOR_BYTES, runs))
				w->exact = false;
			append(&outer[s], &item);
		}
	}
}

/* The level of the loop's last mark, 0 when there is none. */
static int
level_of_loop(const walking *w, uint32_t loop)
{
	int level = w->depth;
	while (level > 0 && w->loops[level] != loop)
		level--;
	return level;
}

static gm_status
walk_mark(void *state, uint32_t loop)
{
	walking *w = state;
	const int level = level_of_loop(w, loop);
	while (level > 0 && w->depth >= level)
		leave_span(w, 1, NULL);
	if (w->depth == SPANS_MAX)
		return gm_fail(w->err, GM_TOO_LARGE, "loops nest deeper than %d", SPANS_MAX);
	w->loops[++w->depth] = loop;
	progressions *sites = level_of(w);
	for (int s = 0; s < w->kernel->sites_count; s++)
		sites[s].count = 0;
	return GM_OK;
}

static gm_status
walk_repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	walking *w = state;
	const int level = level_of_loop(w, loop);
	while (w->depth > level)
		leave_span(w, 1, NULL);
	leave_span(w, times + 1, advance);
	return GM_OK;
}

static void
walking_dispose(walking *w)
{
	for (int d = 0; d <= SPANS_MAX; d++) {
		for (int s = 0; w->levels[d] && s < w->kernel->sites_count; s++)
			free(w->levels[d][s].items);
		free(w->levels[d]);
	}
	free(w->first);
}

static gm_status
walk_block(walking *w, gm_dim3 block)
{
	const gm_sink sink = {.state = w,
	                      .instruction = walk_instruction,
	                      .mark = walk_mark,
	                      .repeat = walk_repeat};
	w->first = gm_allocate((size_t)w->kernel->sites_count + 1, sizeof *w->first);
	memset(w->first, -1, (size_t)w->kernel->sites_count * sizeof *w->first);
	const gm_status status = gm_kernel_replay(w->kernel, block, w->warp_lanes, &sink, w->err);
	while (w->depth > 0)
		leave_span(w, 1, NULL);
	return status;
}

/* ---- the representative and its neighbours ---- */

static gm_dim3
most_common(const gm_block_samples *samples)
{
	size_t best = 0;
	for (size_t i = 1; i < samples->count; i++)
		if (samples->samples[i].weight > samples->samples[best].weight)
			best = i;
	return samples->samples[best].block;
}

static int64_t *
axis_of(gm_dim3 *size, int axis)
{
	return axis == 0 ? &size->x : axis == 1 ? &size->y : &size->z;
}

/* How far the sites move to the next block along an axis, seen on a neighbour. */
static gm_status
measure_step(gm_footprint *f, const walking *here, gm_dim3 block, int axis)
{
	gm_dim3 grid = f->kernel->grid, there = block;
	if (*axis_of(&grid, axis) == 1)
		return GM_OK;
	const int64_t move = *axis_of(&block, axis) + 1 < *axis_of(&grid, axis) ? 1 : -1;
	*axis_of(&there, axis) += move;
	walking neighbour = {.kernel = f->kernel, .warp_lanes = here->warp_lanes, .err = here->err};
	const gm_status status = walk_block(&neighbour, there);
	for (int s = 0; s < f->kernel->sites_count && status == GM_OK; s++)
		if (here->first[s] >= 0 && neighbour.first[s] >= 0)
			f->step[s][axis] = move * (neighbour.first[s] - here->first[s]);
	walking_dispose(&neighbour);
	return status;
}

gm_status
gm_footprint_gather(const gm_kernel *kernel, int warp_lanes, gm_footprint **out, gm_error *err)
{
	gm_block_samples samples;
	gm_status status = gm_kernel_blocks(kernel, &samples, err);
	walking w = {.kernel = kernel, .warp_lanes = warp_lanes, .exact = true, .err = err};
	gm_footprint *f = gm_allocate(1, sizeof *f);
	f->kernel = kernel;
	f->step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *f->step);
	f->sites = gm_allocate((size_t)kernel->sites_count + 1, sizeof *f->sites);
	if (status == GM_OK) {
		const gm_dim3 block = most_common(&samples);
		status = walk_block(&w, block);
		for (int axis = 0; axis < 3 && status == GM_OK; axis++)
			status = measure_step(f, &w, block, axis);
	}
	for (int s = 0; s < kernel->sites_count && status == GM_OK && w.levels[0]; s++) {
		f->sites[s] = w.levels[0][s];
		w.levels[0][s] = (progressions){0};
		normalise(&f->sites[s]);
	}
	f->exact = w.exact;
	walking_dispose(&w);
	gm_block_samples_dispose(&samples);
	if (status == GM_OK)
		*out = f;
	else
		gm_footprint_free(f);
	return status;
}

void
gm_footprint_free(gm_footprint *footprint)
{
	if (!footprint)
		return;
	for (int s = 0; s < footprint->kernel->sites_count; s++)
		free(footprint->sites[s].items);
	free(footprint->sites);
	free(footprint->step);
	free(footprint);
}

/* ---- counting ---- */

/* An axis stride in sectors; a step of a fraction of a sector counts by its bytes. */
static void
along(gm_sector_run *item, int64_t step_bytes, int64_t blocks, bool *exact)
{
	if (blocks <= 1 || step_bytes == 0)
		return;
	if (step_bytes % GM_SECTOR_BYTES == 0) {
		*exact = gm_sector_run_repeat(item, step_bytes / GM_SECTOR_BYTES, blocks) && *exact;
		return;
	}
	const int64_t reach = (step_bytes < 0 ? -step_bytes : step_bytes) * (blocks - 1) / GM_SECTOR_BYTES;
	item->first -= step_bytes < 0 ? reach : 0;
	const int64_t stride = (step_bytes < 0 ? -step_bytes : step_bytes) / GM_SECTOR_BYTES;
	if (stride <= item->width)
		item->width += reach;
	else
		gm_sector_run_repeat(item, stride, blocks);
	*exact = false;
}

static double
count_list(progressions *list, bool *exact)
{
	normalise(list);
	double sectors = 0;
	for (size_t i = 0; i < list->count; i++) {
		sectors += gm_sector_run_sectors(&list->items[i], exact);
		if (i && compare_strides(&list->items[i], &list->items[i - 1]) != 0)
			*exact = false;
	}
	return sectors;
}

typedef enum { READS, WRITES, BOTH } direction;

static bool
takes_part(const gm_site *site, direction want)
{
	const bool writes = site->operation == GM_STORE || site->operation == GM_ATOMIC ||
	                    site->operation == GM_REDUCE;
	const bool reads = site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY ||
	                   site->operation == GM_ATOMIC;
	return want == BOTH || (want == READS ? reads : writes);
}

static double
array_bytes(const gm_footprint *f, int array, direction want, const int64_t *blocks, bool *exact)
{
	progressions list = {0};
	for (int s = 0; s < f->kernel->sites_count; s++) {
		const gm_site *site = &f->kernel->sites[s];
		if (site->array != array || site->space != GM_GLOBAL || !takes_part(site, want))
			continue;
		for (size_t i = 0; i < f->sites[s].count; i++) {
			gm_sector_run item = f->sites[s].items[i];
			for (int axis = 0; axis < 3; axis++)
				along(&item, f->step[s][axis], blocks[axis], exact);
			append(&list, &item);
		}
	}
	double bytes = count_list(&list, exact) * GM_SECTOR_BYTES;
	free(list.items);
	if (array < 0)
		return bytes;
	const gm_array *of = &f->kernel->arrays[array];
	const double whole = ((double)of->length * gm_type_bytes(of->type) + GM_SECTOR_BYTES - 1) /
	                     GM_SECTOR_BYTES;
	const double most = (double)(int64_t)whole * GM_SECTOR_BYTES;
	return bytes < most ? bytes : most;
}

static gm_distinct
of_box(const gm_footprint *f, const int64_t *blocks)
{
	gm_distinct sum = {.exact = f->exact};
	for (int array = -1; array < f->kernel->arrays_count; array++) {
		sum.read_bytes += array_bytes(f, array, READS, blocks, &sum.exact);
		sum.written_bytes += array_bytes(f, array, WRITES, blocks, &sum.exact);
		sum.either_bytes += array_bytes(f, array, BOTH, blocks, &sum.exact);
	}
	return sum;
}

static gm_distinct
between(gm_distinct a, gm_distinct b, double share)
{
	return (gm_distinct){a.read_bytes + share * (b.read_bytes - a.read_bytes),
	                     a.written_bytes + share * (b.written_bytes - a.written_bytes),
	                     a.either_bytes + share * (b.either_bytes - a.either_bytes),
	                     a.exact && b.exact && share == 0};
}

gm_distinct
gm_footprint_of_blocks(const gm_footprint *footprint, int64_t blocks)
{
	const gm_dim3 grid = footprint->kernel->grid;
	const int64_t plane = grid.x * grid.y;
	if (blocks >= plane * grid.z)
		return of_box(footprint, (int64_t[]){grid.x, grid.y, grid.z});
	if (blocks <= grid.x)
		return of_box(footprint, (int64_t[]){blocks, 1, 1});
	const bool rows = blocks <= plane;
	const int64_t unit = rows ? grid.x : plane, whole = blocks / unit;
	const gm_distinct low = of_box(footprint, (int64_t[]){grid.x, rows ? whole : grid.y, rows ? 1 : whole});
	const gm_distinct high = of_box(
	        footprint, (int64_t[]){grid.x, rows ? whole + 1 : grid.y, rows ? 1 : whole + 1});
	return between(low, high, (double)(blocks % unit) / (double)unit);
}
