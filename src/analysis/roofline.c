#include "analysis/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *
gm_point_kind_name(gm_point_kind kind)
{
	static const char *const names[] = {
#define X(id, name, what) [id] = name,
		GM_ROOFLINE_POINT_LIST(X)
#undef X
	};
	return names[kind];
}

double
gm_roofline_ratio(const gm_roofline_point *point)
{
	return point->attainable_flop_per_s > 0 ? point->flop_per_s / point->attainable_flop_per_s
						: 0;
}

/* ---- adding ---- */

void
gm_roofline_init(gm_roofline *r, unsigned levels)
{
	*r = (gm_roofline){.arena = gm_arena_new(), .levels_chosen = levels != 0};
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		r->wanted[level] = (levels >> level & 1) != 0;
}

void
gm_roofline_dispose(gm_roofline *r)
{
	gm_arena_free(r->arena);
	free(r->devices);
	free(r->roofs);
	free(r->series);
	free(r->points);
	free(r->notes);
	*r = (gm_roofline){0};
}

void
gm_roofline_add_device(gm_roofline *r, const gm_device *device, const char *name)
{
	r->devices = gm_grow(r->devices, &r->devices_capacity, (size_t)r->devices_count + 1,
			     sizeof *r->devices);
	r->devices[r->devices_count++] =
		(gm_roofline_device){device, gm_arena_copy_text(r->arena, name)};
}

static int
device_of(const gm_roofline *r, const gm_device *device)
{
	int found = 0;
	for (int i = 0; i < r->devices_count; i++)
		if (r->devices[i].device == device)
			found = i;
	return found;
}

void
gm_roofline_note(gm_roofline *r, const char *text)
{
	r->notes = gm_grow(r->notes, &r->notes_capacity, (size_t)r->notes_count + 1,
			   sizeof *r->notes);
	r->notes[r->notes_count++] = text;
}

static void
note(gm_roofline *r, const gm_prediction *p, const char *why)
{
	const char *device = r->devices[device_of(r, p->device)].name;
	gm_text parameters = {0};
	for (int i = 0; i < p->kernel->parameters_count; i++)
		if (p->kernel->parameters[i].overridden)
			gm_text_print(&parameters, " %s=%lld", p->kernel->parameters[i].name,
				      (long long)p->kernel->parameters[i].value);
	gm_roofline_note(r, gm_arena_print(r->arena, "%s%s on %s is left out: %s", p->kernel->name,
					   parameters.bytes ? parameters.bytes : "", device, why));
	gm_text_dispose(&parameters);
}

static const gm_roofline_parameter *
copy_parameters(gm_roofline *r, const gm_kernel *kernel)
{
	gm_roofline_parameter *copy = gm_arena_allocate(
		r->arena, (size_t)kernel->parameters_count + 1, sizeof *copy);
	for (int i = 0; i < kernel->parameters_count; i++)
		copy[i] = (gm_roofline_parameter){
			gm_arena_copy_text(r->arena, kernel->parameters[i].name),
			kernel->parameters[i].value, kernel->parameters[i].overridden};
	return copy;
}

static void
mark_arithmetic(gm_roofline *r, const gm_prediction *p)
{
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site *site = &p->kernel->sites[s];
		const gm_pipe pipe = gm_pipe_of(site->operation, site->type);
		if (pipe < GM_PIPE_COUNT && p->counts.sites[s].of[GM_COUNT_FLOP] > 0)
			r->arithmetic[pipe] = true;
	}
}

void
gm_roofline_add(gm_roofline *r, const gm_prediction *p)
{
	if (p->flop <= 0) {
		note(r, p, "no floating-point work");
		return;
	}
	if (!p->occupancy.launchable) {
		note(r, p, p->occupancy.why_not);
		return;
	}
	r->series = gm_grow(r->series, &r->series_capacity, (size_t)r->series_count + 1,
			    sizeof *r->series);
	gm_roofline_series *s = &r->series[r->series_count++];
	*s = (gm_roofline_series){
		.device = device_of(r, p->device),
		.kernel = gm_arena_copy_text(r->arena, p->kernel->name),
		.parameters = copy_parameters(r, p->kernel),
		.parameters_count = p->kernel->parameters_count,
		.label = "",
		.limit = p->binding < 0 ? "" : gm_limit_what(p->binding),
		.flop = p->flop,
		.time_s = p->time_s,
		.compute_roof_flop_per_s = p->compute_roof_flop_per_s,
		.path = -1,
	};
	memcpy(s->ladder, p->ladder, sizeof s->ladder);
	mark_arithmetic(r, p);
}

/* ---- points ---- */

void
gm_roofline_add_point(gm_roofline *r, const gm_roofline_point *point)
{
	r->points = gm_grow(r->points, &r->points_capacity, (size_t)r->points_count + 1,
			    sizeof *r->points);
	r->points[r->points_count++] = *point;
}

double
gm_roofline_attainable(const gm_roofline *r, const gm_roofline_series *s, gm_level level, double intensity)
{
	bool measured;
	const gm_value bandwidth =
		gm_roofline_bandwidth(r->devices[s->device].device, level, &measured);
	if (bandwidth.kind == GM_KIND_UNKNOWN)
		return 0;
	const double slope = intensity * bandwidth.value;
	const gm_value top = s->compute_roof_flop_per_s;
	return top.kind != GM_KIND_UNKNOWN && top.value < slope ? top.value : slope;
}

static bool
is_reading(gm_level level)
{
	return level == GM_LEVEL_REQUESTED || level == GM_LEVEL_DISTINCT;
}

static void
add_predicted(gm_roofline *r, int index, gm_level level)
{
	const gm_roofline_series *s = &r->series[index];
	const gm_value intensity = s->ladder[level].intensity_flop_per_byte;
	if (intensity.kind == GM_KIND_UNKNOWN)
		return;
	gm_roofline_point point = {.series = index,
				   .level = level,
				   .intensity_flop_per_byte = intensity.value,
				   .attainable_flop_per_s =
					   gm_roofline_attainable(r, s, level, intensity.value)};
	if (is_reading(level)) {
		point.kind = GM_POINT_READING;
		point.flop_per_s = point.attainable_flop_per_s;
	} else if (s->time_s.kind != GM_KIND_UNKNOWN && s->time_s.value > 0) {
		point.flop_per_s = s->flop / s->time_s.value;
	}
	if (point.flop_per_s > 0)
		gm_roofline_add_point(r, &point);
}

/* ---- all together ---- */

void
gm_roofline_choose_levels(gm_roofline *r)
{
	if (r->levels_chosen)
		return;
	r->wanted[GM_LEVEL_DRAM] = true;
	r->wanted[GM_LEVEL_L2] = r->wanted[GM_LEVEL_TRANSACTIONS] = r->devices_count <= 1;
}

/* Without caches several levels are one: the same bytes from the same memory. */
static bool
is_repeated(const gm_roofline *r, const gm_roofline_point *a)
{
	const gm_device *device = r->devices[r->series[a->series].device].device;
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *b = &r->points[i];
		if (b->series == a->series && b->kind == a->kind && b->level > a->level &&
		    b->intensity_flop_per_byte == a->intensity_flop_per_byte &&
		    strcmp(gm_roofline_memory(device, a->level),
			   gm_roofline_memory(device, b->level)) == 0)
			return true;
	}
	return false;
}

static int
by_series(const void *a, const void *b)
{
	const gm_roofline_point *p = a, *q = b;
	if (p->series != q->series)
		return p->series - q->series;
	return p->kind != q->kind ? (int)p->kind - (int)q->kind : (int)p->level - (int)q->level;
}

static void
fill_points(gm_roofline *r)
{
	for (int i = 0; i < r->series_count; i++)
		for (int level = 0; level < GM_LEVEL_COUNT; level++)
			if (r->wanted[level])
				add_predicted(r, i, (gm_level)level);
	int kept = 0;
	for (int i = 0; i < r->points_count; i++)
		if (!is_repeated(r, &r->points[i]))
			r->points[kept++] = r->points[i];
	r->points_count = kept;
	if (kept)
		qsort(r->points, (size_t)kept, sizeof *r->points, by_series);
}

void
gm_roofline_finish(gm_roofline *r)
{
	gm_roofline_choose_levels(r);
	fill_points(r);
	gm_roofline_fill_roofs(r);
	gm_roofline_fill_labels(r);
}
