#include "analysis/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static void
add_point(gm_roofline *r, const gm_roofline_point *point)
{
	r->points = gm_grow(r->points, &r->points_capacity, (size_t)r->points_count + 1,
			    sizeof *r->points);
	r->points[r->points_count++] = *point;
}

/* The roof over an intensity: of the memory that serves the level, and of the kernel's own mix. */
static double
attainable(const gm_roofline_series *s, gm_level level, double intensity)
{
	const gm_value bandwidth = s->ladder[level].bandwidth_byte_per_s;
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
	const gm_value roof = s->ladder[level].roof_flop_per_s;
	if (intensity.kind == GM_KIND_UNKNOWN)
		return;
	gm_roofline_point point = {.series = index,
				   .level = level,
				   .intensity_flop_per_byte = intensity.value,
				   .attainable_flop_per_s =
					   roof.kind == GM_KIND_UNKNOWN ? 0 : roof.value};
	if (is_reading(level)) {
		point.kind = GM_POINT_READING;
		point.flop_per_s = point.attainable_flop_per_s;
	} else if (s->time_s.kind != GM_KIND_UNKNOWN && s->time_s.value > 0) {
		point.flop_per_s = s->flop / s->time_s.value;
	}
	if (point.flop_per_s > 0)
		add_point(r, &point);
}

/* ---- measured runs ---- */

static bool
names_device(const gm_device *device, const char *name)
{
	bool same = strcasecmp(device->name, name) == 0;
	for (int i = 0; i < device->aliases_count; i++)
		same = same || strcasecmp(device->aliases[i], name) == 0;
	return same;
}

/* What a run leaves out has its default: nothing else may have been set. */
static bool
same_parameters(const gm_roofline_series *s, const gm_run *run)
{
	int found = 0;
	for (int i = 0; i < s->parameters_count; i++) {
		const gm_roofline_parameter *mine = &s->parameters[i];
		const gm_run_parameter *theirs = NULL;
		for (int k = 0; k < run->parameters_count && !theirs; k++)
			if (strcmp(run->parameters[k].name, mine->name) == 0)
				theirs = &run->parameters[k];
		if (theirs ? theirs->value != mine->value : mine->overridden)
			return false;
		found += theirs != NULL;
	}
	return found == run->parameters_count;
}

static bool
is_of(const gm_roofline *r, const gm_roofline_series *s, const gm_run *run)
{
	return run->kernels_count == 1 && strcmp(run->kernels[0], s->kernel) == 0 &&
	       names_device(r->devices[s->device].device, run->device) && same_parameters(s, run);
}

static const gm_measured *
measured(const gm_run *run, const char *metric)
{
	for (int i = 0; i < run->measured_count; i++)
		if (strcmp(run->measured[i].metric, metric) == 0)
			return &run->measured[i];
	return NULL;
}

/* Sum of counters, each times its factor; the first must be there. false: it is not, or one of
   `none`, whose work is not told apart, is there and not zero. */
typedef struct term {
	const char *metric;
	double factor;
} term;

static bool
sum_of(const gm_run *run, const term *terms, double *out)
{
	*out = 0;
	for (int i = 0; terms[i].metric; i++) {
		const gm_measured *m = measured(run, terms[i].metric);
		if (!m && i == 0)
			return false;
		*out += m ? m->value * terms[i].factor : 0;
	}
	return true;
}

static const term level_bytes[GM_LEVEL_COUNT][5] = {
	[GM_LEVEL_TRANSACTIONS] = {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", 32},
				   {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 32}},
	[GM_LEVEL_L2] = {{"lts__t_sectors_op_read.sum", 32},
			 {"lts__t_sectors_op_write.sum", 32},
			 {"lts__t_sectors_op_atom.sum", 32},
			 {"lts__t_sectors_op_red.sum", 32}},
	[GM_LEVEL_DRAM] = {{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 1}},
};

/* Packed half-precision and tensor instructions do several operations that these counters do not
   tell apart: where there are any, the work is taken from the prediction. */
static bool
counted_flop(const gm_run *run, double *out)
{
	static const term flops[] = {{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 2},
				     {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2},
				     {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1},
				     {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 1},
				     {NULL, 0}};
	static const term packed[] = {{"smsp__inst_executed_pipe_tensor.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1},
				      {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", 1},
				      {NULL, 0}};
	double others = 0;
	return sum_of(run, packed, &others) && others == 0 && sum_of(run, flops, out) && *out > 0;
}

/* Time of the run, from a duration or from a rate of the work. */
static bool
run_time(const gm_run *run, const gm_roofline_series *s, double *time_s, double *spread_ratio)
{
	const gm_measured *duration = measured(run, "gpu__time_duration.sum");
	const gm_measured *rate = measured(run, "gpumodel__flop_per_second");
	const gm_measured *from = duration ? duration : rate;
	if (!from || from->value <= 0)
		return false;
	*time_s = duration ? duration->value : s->flop / rate->value;
	*spread_ratio = from->spread_ratio;
	return true;
}

static void
add_measured(gm_roofline *r, int index, gm_level level, const gm_run *run)
{
	const gm_roofline_series *s = &r->series[index];
	gm_roofline_point point = {.series = index, .level = level, .kind = GM_POINT_MEASURED};
	double time_s, bytes = 0, flop = s->flop;
	if (s->ladder[level].bytes.kind == GM_KIND_UNKNOWN ||
	    !run_time(run, s, &time_s, &point.spread_ratio))
		return;
	point.counted = counted_flop(run, &flop);
	if (level_bytes[level][0].metric && sum_of(run, level_bytes[level], &bytes) && bytes > 0)
		point.counted = true;
	else
		bytes = s->ladder[level].bytes.value;
	point.warm = run->warm;
	point.intensity_flop_per_byte = flop / bytes;
	point.flop_per_s = flop / time_s;
	point.attainable_flop_per_s = attainable(s, level, point.intensity_flop_per_byte);
	if (bytes > 0)
		add_point(r, &point);
}

static const gm_run *
run_of(const gm_roofline *r, const gm_roofline_series *s, const gm_runs *runs)
{
	const gm_run *found = NULL;
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		double time_s, spread_ratio;
		if (is_of(r, s, run) && run_time(run, s, &time_s, &spread_ratio) &&
		    (!found || (found->warm && !run->warm)))
			found = run;
	}
	return found;
}

/* ---- all together ---- */

static void
choose_levels(gm_roofline *r)
{
	if (r->levels_chosen)
		return;
	r->wanted[GM_LEVEL_DRAM] = true;
	r->wanted[GM_LEVEL_L2] = r->wanted[GM_LEVEL_TRANSACTIONS] = r->devices_count <= 1;
}

int
gm_roofline_add_runs(gm_roofline *r, const gm_runs *runs)
{
	int used = 0;
	choose_levels(r);
	for (int i = 0; i < r->series_count; i++) {
		const gm_run *run = run_of(r, &r->series[i], runs);
		for (int level = 0; run && level < GM_LEVEL_COUNT; level++)
			if (r->wanted[level])
				add_measured(r, i, (gm_level)level, run);
		used += run != NULL;
	}
	return used;
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
	choose_levels(r);
	fill_points(r);
	gm_roofline_fill_roofs(r);
	gm_roofline_fill_labels(r);
}
