#include "analysis/sweep.h"

#include "base/text.h"
#include "base/workers.h"

#include <pthread.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- metrics ---- */

static const struct {
	const char *alias, *name;
} aliases[] = {
	{"time", "gpu__time_duration.sum"},
	{"bandwidth", "gpumodel__effective_bandwidth"},
	{"flops", "gpumodel__flop_per_second"},
	{"occupancy", "sm__maximum_warps_per_active_cycle_pct"},
};

enum { ALIASES_COUNT = sizeof aliases / sizeof *aliases };

const char *
gm_sweep_metric_name(const char *name)
{
	for (int i = 0; i < ALIASES_COUNT; i++)
		if (strcmp(aliases[i].alias, name) == 0)
			return aliases[i].name;
	return name;
}

int64_t
gm_sweep_value(const gm_sweep_axis *axes, int count, int axis, size_t combination)
{
	for (int i = count - 1; i > axis; i--)
		combination /= axes[i].count;
	return axes[axis].values[combination % axes[axis].count];
}

static gm_status
unknown_metric(const gm_prediction *p, const char *name, gm_error *err)
{
	const char *names[GM_METRICS_MAX + ALIASES_COUNT];
	size_t count = 0;
	for (int i = 0; i < ALIASES_COUNT; i++)
		names[count++] = aliases[i].alias;
	for (int i = 0; i < p->metrics_count; i++)
		names[count++] = p->metrics[i].name;
	const char *near = gm_text_nearest(name, names, count);
	return gm_fail(err, GM_UNKNOWN_NAME,
		       "unknown metric '%s'%s%s%s: expected time, bandwidth, flops, occupancy or a "
		       "metric of 'predict --format json'",
		       name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* ---- one combination ---- */

typedef struct sweeping {
	const gm_sweep_job *job;
	gm_sweep *out;
	pthread_mutex_t lock; /* of what follows, and of `out` but for its rows */
	size_t walked;
	size_t failed; /* the first combination that failed, `error` why */
	gm_error error;
	size_t refused, refused_first; /* how many combinations the kernel refused, and the first */
	gm_error refusal;
} sweeping;

static const char *
keep(sweeping *s, const char *text)
{
	pthread_mutex_lock(&s->lock);
	const char *kept = gm_arena_copy_text(s->out->arena, text);
	pthread_mutex_unlock(&s->lock);
	return kept;
}

bool
gm_sweep_is_refusal(gm_status status)
{
	return status == GM_BAD_VALUE || status == GM_OUT_OF_BOUNDS ||
	       status == GM_DIVISION_BY_ZERO || status == GM_OVERFLOW || status == GM_TOO_LARGE;
}

/* The same whoever writes them first. */
static void
name_columns(sweeping *s, const gm_prediction *p)
{
	pthread_mutex_lock(&s->lock);
	for (int i = 0; i < s->job->metrics_count; i++) {
		const gm_metric *metric =
			gm_prediction_metric(p, gm_sweep_metric_name(s->job->metrics[i]));
		s->out->metrics[i] = metric->name;
		s->out->units[i] = metric->unit;
	}
	if (!*s->out->kernel)
		s->out->kernel = gm_arena_copy_text(s->out->arena, p->kernel->name);
	pthread_mutex_unlock(&s->lock);
}

static gm_status
read_values(sweeping *s, const gm_prediction *p, gm_sweep_row *row, gm_error *err)
{
	for (int i = 0; i < s->job->metrics_count; i++) {
		const char *name = gm_sweep_metric_name(s->job->metrics[i]);
		const gm_metric *metric = gm_prediction_metric(p, name);
		if (!metric)
			return unknown_metric(p, s->job->metrics[i], err);
		row->values[i] = metric->value;
	}
	name_columns(s, p);
	return GM_OK;
}

static gm_status
predict_row(sweeping *s, const gm_kernel *kernel, gm_sweep_row *row, gm_error *err)
{
	gm_prediction p;
	gm_status status = gm_predict(kernel, s->job->devices[row->device], s->job->request,
				      &p, err);
	if (status == GM_OK) {
		status = read_values(s, &p, row, err);
		row->spread_ratio = p.counts.exact ? 0
				: fmax(p.counts.spread_ratio, p.counts.work_spread_ratio);
		if (!p.occupancy.launchable)
			row->why_not = keep(s, p.occupancy.why_not);
	}
	gm_prediction_dispose(&p);
	return status;
}

/* What the file says of itself is left out: all rows are of one kernel. */
static void
refuse(sweeping *s, size_t combination, const gm_error *refusal)
{
	const int devices = s->job->devices_count;
	const char *why = keep(s, refusal->message);
	for (int d = 0; d < devices; d++) {
		gm_sweep_row *row = &s->out->rows[combination * (size_t)devices + (size_t)d];
		row->why_not = why;
		for (int i = 0; i < s->job->metrics_count; i++)
			row->values[i] = gm_value_unknown("the kernel refuses these values");
	}
	pthread_mutex_lock(&s->lock);
	if (s->refused++ == 0 || combination < s->refused_first) {
		s->refused_first = combination;
		s->refusal = *refusal;
	}
	pthread_mutex_unlock(&s->lock);
}

static gm_status
walk(sweeping *s, size_t combination, gm_error *err)
{
	gm_kernel *kernel = NULL;
	const size_t devices = (size_t)s->job->devices_count;
	gm_status status = s->job->load(s->job->load_state, combination, &kernel, err);
	for (size_t d = 0; d < devices && status == GM_OK; d++)
		status = predict_row(s, kernel, &s->out->rows[combination * devices + d], err);
	gm_kernel_free(kernel);
	if (gm_sweep_is_refusal(status)) {
		refuse(s, combination, err);
		return GM_OK;
	}
	return status;
}

/* ---- all of them ---- */

/* Of several failures the first combination's is told. */
static void
fail(sweeping *s, size_t combination, gm_status status, const gm_error *err)
{
	if (s->error.status != GM_OK && combination >= s->failed)
		return;
	s->failed = combination;
	s->error = *err;
	s->error.status = status;
}

static bool
work(void *state, size_t combination)
{
	sweeping *s = state;
	gm_error err = GM_ERROR_NONE;
	const gm_status status = walk(s, combination, &err);
	pthread_mutex_lock(&s->lock);
	s->walked++;
	if (status != GM_OK)
		fail(s, combination, status, &err);
	pthread_mutex_unlock(&s->lock);
	return status == GM_OK;
}

static void
make_rows(const gm_sweep_job *job, gm_sweep *out)
{
	out->count = job->combinations * (size_t)job->devices_count;
	out->rows = gm_allocate(out->count + 1, sizeof *out->rows);
	for (size_t i = 0; i < out->count; i++) {
		out->rows[i].combination = i / (size_t)job->devices_count;
		out->rows[i].device = (int)(i % (size_t)job->devices_count);
	}
}

gm_status
gm_sweep_run(const gm_sweep_job *job, gm_sweep *out, gm_error *err)
{
	sweeping s = {.job = job, .out = out, .error = GM_ERROR_NONE, .refusal = GM_ERROR_NONE};
	*out = (gm_sweep){.arena = gm_arena_new(), .metrics_count = job->metrics_count, .kernel = ""};
	make_rows(job, out);
	pthread_mutex_init(&s.lock, NULL);
	const bool whole = gm_workers_run(&(gm_workers_job){.count = job->combinations,
							    .threads = job->threads,
							    .work = work,
							    .state = &s,
							    .progress = job->progress,
							    .progress_state = job->progress_state});
	pthread_mutex_destroy(&s.lock);
	gm_status status = s.error.status;
	if (status == GM_OK && !whole)
		status = gm_fail(&s.error, GM_INTERRUPTED, "stopped after %zu of %zu combinations",
				 s.walked, job->combinations);
	if (status == GM_OK && s.refused == job->combinations) {
		status = s.refusal.status;
		s.error = s.refusal;
	}
	if (status != GM_OK && err)
		*err = s.error;
	return status;
}

void
gm_sweep_dispose(gm_sweep *sweep)
{
	gm_arena_free(sweep->arena);
	free(sweep->rows);
	*sweep = (gm_sweep){0};
}
