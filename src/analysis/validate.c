#include "analysis/validate.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one kernel of a run ---- */

/* What the kernels of a run come to together. */
typedef struct run_total {
	gm_value time_s;
	double longest_s; /* kernel so far, whose limit is the run's */
	int limit;
	double bound_s, largest_bound_s;
	int bound_limit;
} run_total;

/* The largest time that no run can beat: -1 when there is none. */
static int
largest_bound(const gm_prediction *p, bool warm)
{
	int best = -1;
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value least = p->limits[i].least_s;
		const bool holds = least.kind == GM_KIND_BOUND || least.kind == GM_KIND_EXACT;
		if (!holds || least.value <= 0 || (warm && i == GM_LIMIT_DRAM))
			continue;
		if (best < 0 || least.value > p->limits[best].least_s.value)
			best = i;
	}
	return best;
}

static void
add_bound(run_total *total, const gm_prediction *p, bool warm)
{
	const int bound = p->occupancy.launchable ? largest_bound(p, warm) : -1;
	const double bound_s = bound < 0 ? 0 : p->limits[bound].least_s.value;
	total->bound_s += bound_s;
	if (bound_s > total->largest_bound_s) {
		total->largest_bound_s = bound_s;
		total->bound_limit = bound;
	}
}

/* Unknown if either is. */
static gm_value
sum_of(gm_value a, gm_value b)
{
	if (a.kind == GM_KIND_UNKNOWN || b.kind == GM_KIND_UNKNOWN)
		return a.kind == GM_KIND_UNKNOWN ? a : b;
	return (gm_value){a.value + b.value, gm_kind_weaker(a.kind, b.kind), a.why};
}

static void
add_time(run_total *total, const gm_prediction *p, int kernel)
{
	total->time_s = kernel ? sum_of(total->time_s, p->time_s) : p->time_s;
	if (p->binding >= 0 && (total->limit < 0 || p->time_s.value > total->longest_s)) {
		total->limit = p->binding;
		total->longest_s = p->time_s.value;
	}
}

/* ---- one number of a run ---- */

static bool
is_rate(const gm_measured *measured)
{
	return strcmp(measured->unit, "byte/s") == 0 || strcmp(measured->unit, "flop/s") == 0;
}

bool
gm_validation_adds_up(const gm_measured *measured)
{
	const char *dot = strrchr(measured->metric, '.');
	return (dot && strcmp(dot, ".sum") == 0) ||
	       strncmp(measured->metric, "memory_l1_wavefronts", strlen("memory_l1_wavefronts")) ==
		       0;
}

static gm_status
check_unit(const gm_validation_row *row, const gm_metric *metric, gm_error *err)
{
	if (!metric || strcmp(metric->unit, row->measured->unit) == 0)
		return GM_OK;
	const gm_status status =
		gm_fail(err, GM_BAD_UNIT, "%s: expected a value in %s, found one in %s",
			metric->name, metric->unit, row->measured->unit);
	gm_error_locate(err, row->run->file->file, row->measured->line, 0);
	return status;
}

/* A rate is carried as the work it stands for, rate * time, until the run is complete. */
static gm_value
share_of(const gm_validation_row *row, const gm_metric *metric, const gm_prediction *p)
{
	if (!metric)
		return gm_value_unknown("no prediction has this metric");
	gm_value value = metric->value;
	if (is_rate(row->measured) && value.kind != GM_KIND_UNKNOWN)
		value.value *= p->time_s.value;
	return value;
}

static gm_status
add_share(gm_validation_row *row, const gm_prediction *p, int kernel, gm_error *err)
{
	const gm_metric *metric = gm_prediction_metric(p, row->measured->metric);
	const gm_status status = check_unit(row, metric, err);
	if (status != GM_OK)
		return status;
	const gm_value share = share_of(row, metric, p);
	row->absent = row->absent || !metric;
	row->predicted_spread = hypot(row->predicted_spread, metric ? metric->spread : 0);
	if (kernel == 0)
		row->predicted = share;
	else if (gm_validation_adds_up(row->measured) || is_rate(row->measured))
		row->predicted = sum_of(row->predicted, share);
	else
		row->predicted =
			gm_value_unknown("this metric does not add up over several kernels");
	return GM_OK;
}

/* Counters of the profiler that are not what their name says, seen on an H200 (reports/runs). */
static const struct {
	const char *metric, *why;
} misleading[] = {
	{"lts__t_sectors.sum", "also counts what crosses between the halves of L2: see srcunit_tex"},
	{"lts__t_sectors_op_read.sum",
	 "also counts what crosses between the halves of L2: see srcunit_tex"},
	{"lts__t_sectors_op_write.sum",
	 "also counts what crosses between the halves of L2: see srcunit_tex"},
	{"lts__t_sector_hit_rate.pct",
	 "also counts what crosses between the halves of L2: see srcunit_tex"},
	{"launch__occupancy_limit_shared_mem",
	 "the profiler takes what the driver set up for the launch, the model the most there can be"},
	{"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
	 "compilers also move constants with HFMA2"},
};

static const char *
why_misleading(const char *metric)
{
	for (size_t i = 0; i < sizeof misleading / sizeof *misleading; i++)
		if (strcmp(misleading[i].metric, metric) == 0)
			return misleading[i].why;
	return NULL;
}

static void
compare(gm_validation_row *row)
{
	const double measured = row->measured->value, predicted = row->predicted.value;
	const char *why = why_misleading(row->measured->metric);
	row->why = "";
	if (why && row->predicted.kind != GM_KIND_UNKNOWN) {
		row->why = why;
	} else if (row->predicted.kind == GM_KIND_UNKNOWN) {
		row->why = row->predicted.why;
	} else if (measured == 0 && predicted != 0) {
		row->why = "measured as 0, so there is no ratio";
	} else {
		row->compared = true;
		row->both_zero = measured == 0;
		row->ratio = row->both_zero ? 1 : predicted / measured;
		row->error_ratio = row->ratio - 1;
	}
}

/* `work` of a rate is what all kernels of the run did. */
static void
fill_times(gm_validation_row *row, const run_total *total, gm_value work)
{
	const bool rate = is_rate(row->measured);
	row->timed = rate || strcmp(row->measured->unit, "s") == 0;
	if (!row->timed)
		return;
	if (total->time_s.kind != GM_KIND_UNKNOWN)
		row->predicted_s = total->time_s.value;
	if (!rate)
		row->measured_s = row->measured->value;
	else if (work.kind != GM_KIND_UNKNOWN && row->measured->value > 0)
		row->measured_s = work.value / row->measured->value;
	const double precision_ratio = row->measured->spread_ratio + row->measured->rounding_ratio;
	row->beats_bound =
		row->measured_s > 0 && row->measured_s * (1 + precision_ratio) < row->bound_s;
}

static gm_value
rate_of(gm_value work, gm_value time_s)
{
	if (work.kind == GM_KIND_UNKNOWN || time_s.kind == GM_KIND_UNKNOWN || time_s.value <= 0)
		return work.kind == GM_KIND_UNKNOWN ? work
						    : gm_value_unknown("the time is not known");
	return (gm_value){work.value / time_s.value, gm_kind_weaker(work.kind, time_s.kind),
			  time_s.why};
}

static void
finish(gm_validation_row *row, const run_total *total)
{
	row->limit = total->limit;
	row->bound_s = total->bound_s;
	row->bound_limit = total->bound_limit;
	fill_times(row, total, row->predicted);
	if (is_rate(row->measured))
		row->predicted = rate_of(row->predicted, total->time_s);
	compare(row);
}

/* ---- runs ---- */

/* The cause, told at the place of the run. */
static gm_status
fail_run(const gm_run *run, const gm_error *cause, gm_error *err)
{
	char story[1600];
	gm_error_format(cause, story, sizeof story);
	const gm_status status =
		gm_fail(err, cause->status, "%.120s on %.80s: %s", run->kernel, run->device, story);
	gm_error_locate(err, run->file->file, run->line, 0);
	return status;
}

/* Runs without a launch list may say what was launched. */
static bool
is_launched_so(const gm_run *run, const gm_prediction *p)
{
	return (run->grid.x == 0 || gm_dim3_same(run->grid, p->kernel->grid)) &&
	       (run->block.x == 0 || gm_dim3_same(run->block, p->kernel->block));
}

static void
begin_rows(const gm_run *run, gm_origin from, gm_validation_row *rows)
{
	for (int i = 0; i < run->measured_count; i++)
		rows[i] = (gm_validation_row){.run = run,
					      .measured = &run->measured[i],
					      .from = from,
					      .limit = -1,
					      .bound_limit = -1};
}

/* Measured kernels outnumber those that are known. */
static int
leave_out(const gm_run *run, gm_origin from, const char *why, gm_validation_row *rows)
{
	begin_rows(run, from, rows);
	for (int i = 0; i < run->measured_count; i++) {
		rows[i].predicted = gm_value_unknown(why);
		compare(&rows[i]);
	}
	return run->measured_count;
}

static const char *
keep_refusal(gm_validation *out, const gm_error *cause)
{
	enum { STORY_BYTES = 1600 };
	char *story = gm_allocate(STORY_BYTES, 1);
	gm_error_format(cause, story, STORY_BYTES);
	out->refusals = gm_grow(out->refusals, &out->refusals_room, out->refusals_count + 1, sizeof *out->refusals);
	out->refusals[out->refusals_count++] = story;
	return story;
}

/* Of this kernel with these arguments, whatever becomes of others: a fault of the kernel, or of the replay. */
static bool
is_of_one_kernel(gm_status status)
{
	return status == GM_NOT_MODELLED || status == GM_OUT_OF_BOUNDS || status == GM_TOO_LARGE;
}

/* What is not modelled is known not to be; all else the check tells. */
static void
note_failure(gm_validation *out, const gm_run *run, const gm_error *cause)
{
	if (cause->status == GM_NOT_MODELLED)
		return;
	if (out->failed++ == 0)
		fail_run(run, cause, &out->failure);
}

/* `count` becomes 0 when the kernels have no such form. */
static gm_status
validate_form(const gm_run *run, gm_origin from, gm_run_predictor *predict, void *state,
	      gm_validation *out, int *count, gm_error *err)
{
	gm_validation_row *rows = &out->rows[out->count];
	run_total total = {.limit = -1, .bound_limit = -1};
	*count = 0;
	begin_rows(run, from, rows);
	for (int k = 0; k < run->kernels_count; k++) {
		const gm_prediction *p = NULL;
		gm_error cause = GM_ERROR_NONE;
		const gm_status predicted = predict(state, run, k, from, &p, &cause);
		if (is_of_one_kernel(predicted)) {
			note_failure(out, run, &cause);
			*count = leave_out(run, from, keep_refusal(out, &cause), rows);
			return GM_OK;
		}
		if (predicted != GM_OK)
			return fail_run(run, &cause, err);
		if (!p)
			return GM_OK;
		if (!is_launched_so(run, p)) {
			*count = leave_out(
				run, from,
				"another grid or block was measured than this model launches", rows);
			return GM_OK;
		}
		add_time(&total, p, k);
		add_bound(&total, p, run->warm);
		for (int i = 0; i < run->measured_count; i++) {
			const gm_status status = add_share(&rows[i], p, k, err);
			if (status != GM_OK)
				return status;
		}
	}
	for (int i = 0; i < run->measured_count; i++)
		finish(&rows[i], &total);
	*count = run->measured_count;
	return GM_OK;
}

static const gm_origin forms[GM_ORIGIN_COUNT] = {GM_FROM_PTX, GM_FROM_DESCRIPTOR};

static gm_status
validate_run(const gm_run *run, gm_run_predictor *predict, void *state, gm_validation *out,
	     gm_error *err)
{
	const int before = out->count;
	for (int i = 0; i < GM_ORIGIN_COUNT; i++) {
		int count = 0;
		const gm_status status = validate_form(run, forms[i], predict, state, out, &count, err);
		if (status != GM_OK)
			return status;
		out->count += count;
	}
	if (out->count == before)
		out->count += leave_out(
			run, GM_FROM_DESCRIPTOR,
			"neither a descriptor nor a launch of this kernel is known, or they were not "
			"asked for",
			&out->rows[before]);
	return GM_OK;
}

static size_t
rows_room(const gm_runs *const *files, int count)
{
	size_t numbers = 0;
	for (int f = 0; f < count; f++)
		for (int r = 0; r < files[f]->count; r++)
			numbers += (size_t)files[f]->items[r].measured_count;
	return numbers * GM_ORIGIN_COUNT;
}

gm_status
gm_validate(const gm_runs *const *files, int count, gm_run_predictor *predict, void *state,
	    gm_validation *out, gm_error *err)
{
	gm_status status = GM_OK;
	*out = (gm_validation){.rows = gm_allocate(rows_room(files, count), sizeof *out->rows)};
	for (int f = 0; f < count; f++)
		for (int r = 0; r < files[f]->count && status == GM_OK; r++)
			status = validate_run(&files[f]->items[r], predict, state, out, err);
	if (status == GM_OK) {
		gm_validation_summarise(out);
		gm_validation_hold_to(out);
	}
	return status;
}

void
gm_validation_dispose(gm_validation *validation)
{
	free(validation->rows);
	free(validation->summaries);
	free(validation->promises);
	free(validation->gaps);
	for (size_t i = 0; i < validation->refusals_count; i++)
		free(validation->refusals[i]);
	free(validation->refusals);
	*validation = (gm_validation){0};
}

gm_status
gm_validation_check(const gm_validation *v, double max_mean_ratio, gm_error *err)
{
	int compared = 0;
	if (v->failed) {
		char story[1600];
		gm_error_format(&v->failure, story, sizeof story);
		return gm_fail(err, GM_CHECK_FAILED, "%d run%s not predicted and left out; the first: %s", v->failed,
			       v->failed == 1 ? " was" : "s were", story);
	}
	if (v->beaten)
		return gm_fail(err, GM_CHECK_FAILED, "%d measured number%s a bound", v->beaten,
			       v->beaten == 1 ? " beats" : "s beat");
	if (max_mean_ratio < 0)
		return GM_OK;
	for (int i = 0; i < v->summaries_count && v->summaries[i].scope == GM_SCOPE_SPEED; i++) {
		const gm_validation_summary *speed = &v->summaries[i];
		compared += speed->compared;
		if (speed->compared && speed->mean_ratio > max_mean_ratio)
			return gm_fail(err, GM_CHECK_FAILED,
				       "the mean absolute error is %.1f %% from %s, more than %.4g %%",
				       100 * speed->mean_ratio, gm_origin_name(speed->from),
				       100 * max_mean_ratio);
	}
	return compared ? GM_OK
			: gm_fail(err, GM_CHECK_FAILED,
				  "no time or rate could be compared, so there is no mean absolute "
				  "error");
}
