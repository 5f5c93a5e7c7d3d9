#include "model/footprint.h"

#include "kernel/spans.h"

#include <stdlib.h>
#include <string.h>

enum { SPANS_MAX = GM_SPANS_MAX };

typedef struct progressions {
	gm_sector_run *items;
	size_t count, capacity;
} progressions;

struct gm_footprint {
	const gm_kernel *kernel;
	gm_dim3 grid;            /* folded, as the steps are */
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
	if (a->strides_count == 0)
		return 0;
	return memcmp(a->strides, b->strides, (size_t)a->strides_count * sizeof *a->strides);
}

static int
by_strides_and_place(const void *left, const void *right)
{
	const gm_sector_run *a = left, *b = right;
	const int strides = compare_strides(a, b);
	return strides ? strides : (a->first > b->first) - (a->first < b->first);
}

/* What was in order stays so when it moves together. */
static void
sort(progressions *list)
{
	size_t i = 1;
	while (i < list->count && by_strides_and_place(&list->items[i - 1], &list->items[i]) <= 0)
		i++;
	if (i < list->count)
		qsort(list->items, list->count, sizeof *list->items, by_strides_and_place);
}

/* Runs under the same strides that meet or overlap become one. */
static void
merge_runs(progressions *list)
{
	sort(list);
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

/* ---- walking a trace ---- */

typedef struct walking {
	const gm_trace *trace;
	progressions *levels[SPANS_MAX + 1]; /* per open span, per site */
	const gm_trace_step *begins[SPANS_MAX + 1];
	int depth;
	bool exact;
} walking;

static progressions *
level_of(walking *w)
{
	if (!w->levels[w->depth])
		w->levels[w->depth] =
		        gm_allocate((size_t)w->trace->sites_count + 1, sizeof(progressions));
	return w->levels[w->depth];
}

static void
add_request(progressions *list, const gm_trace *trace, const gm_trace_request *request)
{
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run *from = &trace->runs[request->first_run + (uint32_t)i];
		const gm_sector_run run = {.first = from->sector, .width = from->count};
		const gm_sector_run *last = list->count ? &list->items[list->count - 1] : NULL;
		if (!last || last->strides_count || last->first != run.first || last->width != run.width)
			append(list, &run);
	}
}

/* Takes the innermost span into the one around it, each of its parts standing `runs` times. */
static void
leave_span(walking *w)
{
	const gm_trace_step *begin = w->begins[w->depth];
	progressions *inner = level_of(w);
	w->depth--;
	progressions *outer = level_of(w);
	for (int s = 0; s < w->trace->sites_count; s++) {
		normalise(&inner[s]);
		for (size_t i = 0; i < inner[s].count; i++) {
			gm_sector_run item = inner[s].items[i];
			if (begin->runs > 1 && begin->advance &&
			    !gm_sector_run_repeat(&item, begin->advance[s] / GM_SECTOR_BYTES, begin->runs))
				w->exact = false;
			append(&outer[s], &item);
		}
		inner[s].count = 0;
	}
}

static void
walk_program(walking *w, const gm_program *program)
{
	for (size_t i = 0; i < program->count; i++) {
		const gm_trace_step *step = &program->steps[i];
		if (step->kind == GM_STEP_BEGIN) {
			w->begins[++w->depth] = step;
		} else if (step->kind == GM_STEP_END) {
			leave_span(w);
		} else if (!w->trace->requests[step->index].local) {
			const gm_trace_request *request = &w->trace->requests[step->index];
			add_request(&level_of(w)[request->site], w->trace, request);
		}
	}
}

static void
walking_dispose(walking *w)
{
	for (int d = 0; d <= SPANS_MAX; d++) {
		for (int s = 0; w->levels[d] && s < w->trace->sites_count; s++)
			free(w->levels[d][s].items);
		free(w->levels[d]);
	}
}

gm_footprint *
gm_footprint_new(const gm_grid_trace *trace)
{
	const int sites = trace->kernel->sites_count;
	gm_footprint *f = gm_allocate(1, sizeof *f);
	walking w = {.trace = &trace->here, .exact = trace->regular};
	f->kernel = trace->kernel;
	f->grid = trace->grid;
	f->step = gm_allocate((size_t)sites + 1, sizeof *f->step);
	f->sites = gm_allocate((size_t)sites + 1, sizeof *f->sites);
	memcpy(f->step, trace->step, (size_t)sites * sizeof *f->step);
	for (int i = 0; i < trace->here.warps_count; i++)
		walk_program(&w, &trace->here.warps[i]);
	for (int s = 0; s < sites && w.levels[0]; s++) {
		f->sites[s] = w.levels[0][s];
		w.levels[0][s] = (progressions){0};
		normalise(&f->sites[s]);
	}
	f->exact = w.exact;
	walking_dispose(&w);
	return f;
}

gm_status
gm_footprint_gather(const gm_kernel *kernel, int warp_lanes, gm_footprint **out, gm_error *err)
{
	gm_grid_trace *trace;
	const gm_status status = gm_grid_trace_gather(kernel, warp_lanes, 0, 1, &trace, err);
	if (status != GM_OK)
		return status;
	*out = gm_footprint_new(trace);
	gm_grid_trace_free(trace);
	return GM_OK;
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
	const bool writes = site->operation == GM_STORE || gm_operation_is_atomic(site->operation);
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

static int
sites_of(const gm_footprint *f, int array, direction want)
{
	int count = 0;
	for (int s = 0; s < f->kernel->sites_count; s++)
		count += f->kernel->sites[s].array == array &&
		         f->kernel->sites[s].space == GM_GLOBAL && takes_part(&f->kernel->sites[s], want);
	return count;
}

/* Where all sites of an array read, or all write, both together are the same. */
static gm_distinct
of_box(const gm_footprint *f, const int64_t *blocks)
{
	gm_distinct sum = {.exact = f->exact};
	for (int array = -1; array < f->kernel->arrays_count; array++) {
		const int sites = sites_of(f, array, BOTH);
		const double read = array_bytes(f, array, READS, blocks, &sum.exact);
		const double written = array_bytes(f, array, WRITES, blocks, &sum.exact);
		sum.read_bytes += read;
		sum.written_bytes += written;
		sum.either_bytes += sites_of(f, array, READS) == sites    ? read
		                    : sites_of(f, array, WRITES) == sites ? written
		                        : array_bytes(f, array, BOTH, blocks, &sum.exact);
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
	const gm_dim3 grid = footprint->grid;
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
