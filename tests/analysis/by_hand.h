/*
 * Runs and predictions by hand, for what a validation makes of them: kernel "t2" takes 2 ms.
 */
#ifndef GM_TESTS_BY_HAND_H
#define GM_TESTS_BY_HAND_H

#include "analysis/validate.h"

#include "base/text.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

typedef struct desk {
	gm_prediction p;
	double bound_s; /* of fp32 */
	double dram_s;  /* bound of DRAM */
	gm_kind dram_kind;
	double flop;
	double sectors;
	gm_kind sectors_kind; /* 0: exact */
	double sectors_spread;
	bool unknown;
	bool described[GM_ORIGIN_COUNT]; /* forms that are there; none set: the descriptor alone */
	double ptx_factor;               /* of times predicted from PTX */
} desk;

static inline void
add_metric(gm_prediction *p, const char *name, const char *unit, gm_value value)
{
	p->metrics[p->metrics_count++] = (gm_metric){name, unit, value, 0, -1};
}

static inline gm_status
by_hand(void *state, const gm_run *run, int kernel, gm_origin from, const gm_prediction **out,
	gm_error *err)
{
	desk *d = state;
	const char *name = run->kernels[kernel];
	const bool one_form = !d->described[GM_FROM_DESCRIPTOR] && !d->described[GM_FROM_PTX];
	double ms = 0;
	*out = NULL;
	if (one_form ? from != GM_FROM_DESCRIPTOR : !d->described[from])
		return GM_OK;
	if (strcmp(name, "broken") == 0)
		return gm_fail(err, GM_BAD_VALUE, "it is broken");
	if (strcmp(name, "strange") == 0)
		return gm_fail(err, GM_NOT_MODELLED, "it calls itself");
	if (strcmp(name, "lost") == 0)
		return gm_fail(err, GM_OUT_OF_BOUNDS, "it reads beside its array");
	if (strcmp(name, "endless") == 0)
		return gm_fail(err, GM_TOO_LARGE, "it does not end");
	ck_assert_int_eq(sscanf(name, "t%lf", &ms), 1);
	if (from == GM_FROM_PTX)
		ms *= d->ptx_factor;
	static const gm_kernel launched = {.grid = {64, 1, 1}, .block = {256, 1, 1}};
	memset(&d->p, 0, sizeof d->p);
	d->p.kernel = &launched;
	d->p.occupancy.launchable = true;
	d->p.binding = d->unknown ? -1 : GM_LIMIT_L1_DATA;
	d->p.time_s = d->unknown ? gm_value_unknown("nobody knows")
				 : (gm_value){ms * 1e-3, GM_KIND_MODEL, "by hand"};
	d->p.limits[GM_LIMIT_PIPE + GM_PIPE_F32].least_s =
		(gm_value){d->bound_s, GM_KIND_BOUND, ""};
	d->p.limits[GM_LIMIT_DRAM].least_s = (gm_value){d->dram_s, d->dram_kind, ""};
	d->p.limits[GM_LIMIT_L2].least_s = (gm_value){9, GM_KIND_MODEL, ""};
	d->p.limits[GM_LIMIT_LAUNCH].least_s = gm_value_unknown("");
	add_metric(&d->p, "gpu__time_duration.sum", "s", d->p.time_s);
	add_metric(&d->p, "gpumodel__flop_per_second", "flop/s",
		   d->unknown ? d->p.time_s
			      : (gm_value){d->flop / (ms * 1e-3), GM_KIND_MODEL, "by hand"});
	add_metric(&d->p, "sectors.sum", "count", (gm_value){d->sectors, d->sectors_kind, "by hand"});
	d->p.metrics[d->p.metrics_count - 1].spread = d->sectors_spread;
	add_metric(&d->p, "lts__t_sectors_op_read.sum", "count", (gm_value){4, GM_KIND_MODEL, ""});
	add_metric(&d->p, "sectors_per_request.ratio", "ratio",
		   (gm_value){4, GM_KIND_EXACT, "by hand"});
	*out = &d->p;
	return GM_OK;
}

/* One <run> of the kernels with one number; `more` are further attributes of the run. */
static inline void
add_run(gm_text *text, const char *kernels, const char *more, const char *metric, const char *value,
	const char *unit)
{
	gm_text_print(text,
		      "<run kernel='%s' device='d' source='s' where='' %s%s>\n"
		      "<measured metric='%s' value='%s' unit='%s'/></run>\n",
		      kernels, strstr(more, "set=") ? "" : "set='validation' ", more, metric, value,
		      unit);
}

static inline void
add_time(gm_text *text, const char *kernels, const char *more, const char *ms)
{
	add_run(text, kernels, more, "gpu__time_duration.sum", ms, "ms");
}

/* Loads the runs of `text`, which it disposes. */
static inline gm_runs *
runs_of(gm_text *text)
{
	gm_text all = {0};
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	gm_text_print(&all,
		      "<runs schema='1' title='t'><source id='s' title='by hand'/>\n%s</runs>",
		      text->bytes);
	ck_assert_msg(gm_runs_load_text(all.bytes, "hand.xml", &runs, &err) == GM_OK, "line %d: %s",
		      err.line, err.message);
	gm_text_dispose(text);
	gm_text_dispose(&all);
	return runs;
}

static inline gm_validation
validate(const gm_runs *runs, desk *d)
{
	gm_error err = GM_ERROR_NONE;
	gm_validation v;
	ck_assert_msg(gm_validate(&runs, 1, by_hand, d, &v, &err) == GM_OK, "%s", err.message);
	return v;
}

static inline const gm_validation_summary *
summary(const gm_validation *v, gm_validation_scope scope, const char *name)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == scope && strcmp(v->summaries[i].name, name) == 0)
			return &v->summaries[i];
	ck_abort_msg("no summary %s '%s'", gm_validation_scope_name(scope), name);
	return NULL;
}

#endif
