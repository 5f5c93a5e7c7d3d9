#include "analysis/collect.h"

#include "base/symbol.h"
#include "analysis/statistics.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const double spread_most_ratio = 0.99; /* a runs file takes no spread of 1 */

/* A run under construction. */
typedef struct building {
	gm_run run;
	gm_measured *measured;
	size_t capacity;
	const gm_profile_row *first; /* that it was made of, without a list */
} building;

struct gm_collection {
	gm_collect_request request;
	gm_arena *arena;
	gm_run_source source;
	building *items;
	size_t count, capacity;
};

gm_collection *
gm_collection_new(const gm_collect_request *request)
{
	gm_collection *c = gm_allocate(1, sizeof *c);
	c->request = *request;
	c->arena = gm_arena_new();
	c->source = (gm_run_source){request->source_id, request->source_title, "", request->read};
	return c;
}

void
gm_collection_free(gm_collection *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->count; i++)
		free(c->items[i].measured);
	free(c->items);
	gm_arena_free(c->arena);
	free(c);
}

static building *
add_building(gm_collection *c, gm_run run)
{
	c->items = gm_grow(c->items, &c->capacity, c->count + 1, sizeof *c->items);
	building *b = &c->items[c->count++];
	*b = (building){.run = run};
	b->run.source = &c->source;
	b->run.measured = NULL;
	b->run.measured_count = 0;
	return b;
}

/* Replaces what is known of the metric. */
static void
put(building *b, const gm_measured *measured)
{
	for (int i = 0; i < b->run.measured_count; i++)
		if (strcmp(b->measured[i].metric, measured->metric) == 0) {
			b->measured[i] = *measured;
			return;
		}
	b->measured = gm_grow(b->measured, &b->capacity, (size_t)b->run.measured_count + 1,
	                      sizeof *b->measured);
	b->measured[b->run.measured_count++] = *measured;
}

gm_status
gm_collection_add_runs(gm_collection *c, const gm_runs *runs, gm_error *err)
{
	(void)err;
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		building *b = add_building(c, *run);
		if (!*run->group || strcmp(run->group, "other") == 0) {
			const gm_launch *launch = c->request.launches && *run->launch
			                                  ? gm_launches_find(c->request.launches, run->launch)
			                                  : NULL;
			b->run.group = launch && *launch->group ? launch->group : "other";
		}
		for (int m = 0; m < run->measured_count; m++)
			put(b, &run->measured[m]);
	}
	return GM_OK;
}

/* ---- which launch a row is of ---- */

static bool
same_shape(gm_dim3 a, gm_dim3 b)
{
	return a.x == 0 || (a.x == b.x && a.y == b.y && a.z == b.z); /* 0: the profiler does not say */
}

/* The list may hold a mangled name, the profiler shows the plain one. */
static bool
fits(const gm_profile_row *row, const gm_launch *launch)
{
	return gm_symbol_fits(launch->entry, row->entry) && same_shape(row->grid, launch->grid) &&
	       same_shape(row->block, launch->block);
}

/* Every launch equally often: rows 0 to n-1 are of the first. */
static bool
are_even(const gm_profile *profile, const gm_launches *launches, int *each)
{
	if (profile->count % launches->count)
		return false;
	*each = profile->count / launches->count;
	for (int i = 0; i < profile->count; i++)
		if (!fits(&profile->rows[i], &launches->items[i / *each]))
			return false;
	return true;
}

static gm_status
no_launch_fits(const gm_collection *c, const gm_profile *profile, const gm_profile_row *row,
               gm_error *err)
{
	const gm_dim3 g = row->grid, b = row->block;
	const gm_status status = gm_fail(
	        err, GM_BAD_VALUE,
	        "no launch of %s, from the last one found on, is of %s with a grid of %lld x %lld x %lld "
	        "and blocks of %lld x %lld x %lld",
	        c->request.launches->file, row->entry, (long long)g.x, (long long)g.y, (long long)g.z,
	        (long long)b.x, (long long)b.y, (long long)b.z);
	gm_error_locate(err, profile->file, row->line, 0);
	return status;
}

/* of[i] is the launch of row i. */
static gm_status
assign(const gm_collection *c, const gm_profile *profile, int *of, gm_error *err)
{
	const gm_launches *launches = c->request.launches;
	int each = 0;
	if (are_even(profile, launches, &each)) {
		for (int i = 0; i < profile->count; i++)
			of[i] = i / each;
		return GM_OK;
	}
	for (int i = 0, next = 0; i < profile->count; i++, next++) {
		while (next < launches->count && !fits(&profile->rows[i], &launches->items[next]))
			next++;
		if (next == launches->count)
			return no_launch_fits(c, profile, &profile->rows[i], err);
		of[i] = next;
	}
	return GM_OK;
}

/* Without a list: the first row of the same kernel, grid and block. */
static void
gather(const gm_profile *profile, int *of)
{
	for (int i = 0; i < profile->count; i++)
		for (of[i] = 0; of[i] < i; of[i]++) {
			const gm_profile_row *a = &profile->rows[of[i]], *b = &profile->rows[i];
			if (strcmp(a->name, b->name) == 0 && same_shape(a->grid, b->grid) &&
			    same_shape(a->block, b->block))
				break;
		}
}

/* ---- the run of a launch ---- */

static building *
find_launched(gm_collection *c, const gm_launch *launch)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->items[i].run.launch, launch->name) == 0 &&
		    c->items[i].run.warm == c->request.warm)
			return &c->items[i];
	return NULL;
}

static building *
launched(gm_collection *c, const gm_profile *profile, const gm_profile_row *row,
         const gm_launch *launch)
{
	building *known = find_launched(c, launch);
	if (known)
		return known;
	const char **kernels = gm_arena_allocate(c->arena, 1, sizeof *kernels);
	kernels[0] = launch->kernel;
	return add_building(c, (gm_run){.kernel = launch->kernel,
	                                .kernels = kernels,
	                                .kernels_count = 1,
	                                .device = c->request.device,
	                                .set = launch->set,
	                                .warm = c->request.warm,
	                                .where = *launch->where ? launch->where : profile->file,
	                                .note = launch->note,
	                                .launch = launch->name,
	                                .group = *launch->group ? launch->group : "other",
	                                .parameters = launch->parameters,
	                                .parameters_count = launch->parameters_count,
	                                .line = row->line});
}

static building *
found(gm_collection *c, const gm_profile *profile, const gm_profile_row *row)
{
	const gm_dim3 g = row->grid, b = row->block;
	for (size_t i = 0; i < c->count; i++) {
		const building *known = &c->items[i];
		if (known->first && strcmp(known->first->name, row->name) == 0 &&
		    same_shape(known->first->grid, g) && same_shape(known->first->block, b) &&
		    known->run.warm == c->request.warm)
			return &c->items[i];
	}
	const char **kernels = gm_arena_allocate(c->arena, 1, sizeof *kernels);
	kernels[0] = row->entry;
	building *made = add_building(
	        c, (gm_run){.kernel = row->entry,
	                    .kernels = kernels,
	                    .kernels_count = 1,
	                    .device = c->request.device,
	                    .warm = c->request.warm,
	                    .where = profile->file,
	                    .note = "",
	                    .grid = g,
	                    .block = b,
	                    .launch = "",
	                    .group = "other",
	                    .line = row->line});
	made->first = row;
	return made;
}

/* ---- several rows of one launch ---- */

static gm_measured
median_of(gm_measured measured, double *values, int count)
{
	const bool warm_up = count >= 3;
	double *kept = values + warm_up;
	const size_t kept_count = (size_t)(count - warm_up);
	measured.value = gm_statistics_median(kept, kept_count); /* sorts them */
	const double range = kept[kept_count - 1] - kept[0];
	measured.spread_ratio = measured.value > 0 ? range / measured.value : 0;
	if (measured.spread_ratio > spread_most_ratio)
		measured.spread_ratio = spread_most_ratio;
	return measured;
}

static const gm_measured *
find_measured(const gm_measured *list, int count, const char *metric)
{
	for (int i = 0; i < count; i++)
		if (strcmp(list[i].metric, metric) == 0)
			return &list[i];
	return NULL;
}

/* Every metric of the first row `at` of its launch, over all rows of it. */
static void
put_rows(building *b, const gm_profile *profile, const int *of, int at)
{
	const gm_profile_row *row = &profile->rows[at];
	double *values = gm_allocate((size_t)profile->count, sizeof *values);
	for (int m = 0; m < row->measured_count; m++) {
		int count = 0;
		for (int i = at; i < profile->count; i++) {
			const gm_profile_row *other = &profile->rows[i];
			const gm_measured *same =
			        of[i] == of[at] ? find_measured(other->measured, other->measured_count,
			                                        row->measured[m].metric)
			                        : NULL;
			if (same)
				values[count++] = same->value;
		}
		const gm_measured measured = median_of(row->measured[m], values, count);
		put(b, &measured);
	}
	free(values);
}

static bool
is_first(const int *of, int at)
{
	for (int i = 0; i < at; i++)
		if (of[i] == of[at])
			return false;
	return true;
}

static void
put_profile(gm_collection *c, const gm_profile *profile, const int *of)
{
	const gm_launches *launches = c->request.launches;
	for (int i = 0; i < profile->count; i++) {
		const gm_profile_row *row = &profile->rows[i];
		if (is_first(of, i))
			put_rows(launches ? launched(c, profile, row, &launches->items[of[i]])
			                  : found(c, profile, row),
			         profile, of, i);
	}
}

gm_status
gm_collection_add_profile(gm_collection *c, const gm_profile *profile, gm_error *err)
{
	int *of = gm_allocate((size_t)profile->count, sizeof *of);
	gm_status status = GM_OK;
	if (c->request.launches)
		status = assign(c, profile, of, err);
	else
		gather(profile, of);
	if (status == GM_OK)
		put_profile(c, profile, of);
	free(of);
	return status;
}

/* ---- the file ---- */

static void
add_dram(building *b)
{
	const gm_measured *read =
	        find_measured(b->measured, b->run.measured_count, "dram__bytes_read.sum");
	const gm_measured *write =
	        find_measured(b->measured, b->run.measured_count, "dram__bytes_write.sum");
	if (!read || !write ||
	    find_measured(b->measured, b->run.measured_count, "dram__bytes.sum"))
		return;
	const gm_measured both = {.metric = "dram__bytes.sum",
	                          .unit = "byte",
	                          .value = read->value + write->value};
	put(b, &both);
}

static gm_runs *
assemble(gm_collection *c)
{
	gm_arena *arena = gm_arena_new();
	gm_runs *runs = gm_arena_allocate(arena, 1, sizeof *runs);
	gm_run *items = gm_arena_allocate(arena, c->count, sizeof *items);
	gm_run_source *source = gm_arena_allocate(arena, 1, sizeof *source);
	*source = c->source;
	*runs = (gm_runs){.arena = arena,
	                  .file = "",
	                  .title = c->request.title,
	                  .launches = c->request.launches_name,
	                  .sources = source,
	                  .sources_count = 1,
	                  .items = items};
	for (size_t i = 0; i < c->count; i++) {
		building *b = &c->items[i];
		add_dram(b);
		if (b->run.measured_count == 0)
			continue;
		const size_t count = (size_t)b->run.measured_count;
		gm_measured *measured = gm_arena_allocate(arena, count, sizeof *measured);
		memcpy(measured, b->measured, count * sizeof *measured);
		gm_run *run = &items[runs->count++];
		*run = b->run;
		run->file = runs;
		run->source = source;
		run->measured = measured;
	}
	return runs;
}

gm_status
gm_collection_finish(gm_collection *c, gm_runs **out, gm_error *err)
{
	*out = assemble(c);
	if ((*out)->count > 0)
		return GM_OK;
	gm_runs_free(*out);
	*out = NULL;
	return gm_fail(err, GM_BAD_VALUE, "no run has a number that is kept");
}
