#include "analysis/validate.h"

#include "analysis/statistics.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *what;
} scopes[GM_VALIDATION_SCOPE_COUNT] = {
#define X(id, name, what) [id] = {name, what},
	GM_VALIDATION_SCOPE_LIST(X)
#undef X
};

const char *
gm_validation_scope_name(gm_validation_scope scope)
{
	return scopes[scope].name;
}

const char *
gm_validation_scope_what(gm_validation_scope scope)
{
	return scopes[scope].what;
}

/* What a summary is of. */
typedef struct subject {
	gm_validation_scope scope;
	gm_origin from;
	const char *name;
} subject;

static bool
belongs(const gm_validation_row *row, subject s)
{
	const char *name = s.name;
	const gm_validation_scope scope = s.scope;
	if (row->from != s.from || row->absent)
		return false;
	const bool validation = row->run->set == GM_RUN_VALIDATION;
	const bool cold = validation && !row->run->warm;
	const bool warm = validation && row->run->warm;
	switch (scope) {
	case GM_SCOPE_SPEED:
		return cold && row->timed;
	case GM_SCOPE_WARM:
		return warm && row->timed;
	case GM_SCOPE_CALIBRATION:
		return !validation && row->timed;
	case GM_SCOPE_GROUP:
		return cold && row->timed && strcmp(row->run->group, name) == 0;
	case GM_SCOPE_WARM_GROUP:
		return warm && row->timed && strcmp(row->run->group, name) == 0;
	case GM_SCOPE_KERNEL:
		return cold && row->timed && strcmp(row->run->kernel, name) == 0;
	case GM_SCOPE_WARM_KERNEL:
		return warm && row->timed && strcmp(row->run->kernel, name) == 0;
	case GM_SCOPE_METRIC:
		return cold && strcmp(row->measured->metric, name) == 0;
	default:
		return false;
	}
}

/* Times where there are some: they are of one unit, whatever was measured. */
static void
pair_of(const gm_validation_row *row, double *predicted, double *measured)
{
	*predicted = row->timed ? row->predicted_s : row->predicted.value;
	*measured = row->timed ? row->measured_s : row->measured->value;
}

/* Room for one number of each row. */
typedef struct lists {
	double *errors, *predicted, *measured;
} lists;

static void
count_distance(gm_validation_summary *s, const gm_validation_row *row)
{
	const double error = fabs(row->error_ratio);
	s->within_10 += error <= 0.1;
	s->within_25 += error <= 0.25;
	s->beyond_2 += row->ratio > 2 || row->ratio < 0.5;
}

static gm_validation_summary
summary_of(const gm_validation *v, subject what, lists *l)
{
	gm_validation_summary s = {
		.scope = what.scope, .from = what.from, .name = what.name, .worst = -1};
	double distances = 0, sizes = 0;
	for (int i = 0; i < v->count; i++) {
		const gm_validation_row *row = &v->rows[i];
		if (!belongs(row, what))
			continue;
		s.excluded += !row->compared;
		s.zeros += row->compared && row->both_zero;
		if (!row->compared || row->both_zero)
			continue;
		l->errors[s.compared] = fabs(row->error_ratio);
		count_distance(&s, row);
		pair_of(row, &l->predicted[s.compared], &l->measured[s.compared]);
		distances += fabs(l->predicted[s.compared] - l->measured[s.compared]);
		sizes += l->measured[s.compared];
		s.compared++;
		if (s.worst < 0 || fabs(row->error_ratio) > fabs(v->rows[s.worst].error_ratio))
			s.worst = i;
	}
	if (s.compared == 0)
		return s;
	const size_t count = (size_t)s.compared;
	s.mean_ratio = gm_statistics_mean(l->errors, count);
	s.total_ratio = distances / sizes;
	s.median_ratio = gm_statistics_median(l->errors, count);
	s.correlated = gm_statistics_correlation(l->predicted, l->measured, count, &s.correlation);
	return s;
}

static const char *
name_in(const gm_validation_row *row, gm_validation_scope scope)
{
	switch (scope) {
	case GM_SCOPE_GROUP:
	case GM_SCOPE_WARM_GROUP:
		return row->run->group;
	case GM_SCOPE_KERNEL:
	case GM_SCOPE_WARM_KERNEL:
		return row->run->kernel;
	case GM_SCOPE_METRIC:
		return row->measured->metric;
	default:
		return "";
	}
}

static bool
has_summary(const gm_validation *v, subject what)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == what.scope && v->summaries[i].from == what.from &&
		    strcmp(v->summaries[i].name, what.name) == 0)
			return true;
	return false;
}

static void
add_summary(gm_validation *v, subject what, size_t *capacity, lists *l)
{
	v->summaries = gm_grow(v->summaries, capacity, (size_t)v->summaries_count + 1,
			       sizeof *v->summaries);
	v->summaries[v->summaries_count] = summary_of(v, what, l);
	v->summaries_count++;
}

/* One summary for every name of the scope, in the order in which the rows bring them. */
static void
summarise_scope(gm_validation *v, gm_validation_scope scope, gm_origin from, size_t *capacity,
		lists *l)
{
	for (int i = 0; i < v->count; i++) {
		const subject what = {scope, from, name_in(&v->rows[i], scope)};
		if (belongs(&v->rows[i], what) && !has_summary(v, what))
			add_summary(v, what, capacity, l);
	}
}

/* The headline stands even where nothing could be compared. */
static void
summarise_speed(gm_validation *v, gm_origin from, size_t *capacity, lists *l)
{
	for (int i = 0; i < v->count; i++)
		if (v->rows[i].from == from) {
			add_summary(v, (subject){GM_SCOPE_SPEED, from, ""}, capacity, l);
			return;
		}
}

static void
add_gap(gm_validation *v, const gm_validation_row *row, size_t *capacity)
{
	for (int i = 0; i < v->gaps_count; i++) {
		gm_validation_gap *gap = &v->gaps[i];
		if (gap->from == row->from && strcmp(gap->metric, row->measured->metric) == 0 &&
		    strcmp(gap->why, row->why) == 0) {
			gap->count++;
			return;
		}
	}
	v->gaps = gm_grow(v->gaps, capacity, (size_t)v->gaps_count + 1, sizeof *v->gaps);
	v->gaps[v->gaps_count++] = (gm_validation_gap){.from = row->from,
						       .metric = row->measured->metric,
						       .why = row->why,
						       .count = 1,
						       .absent = row->absent};
}

/* Insertion into the short list, the worst first; of equals the earlier. */
static void
rank(gm_validation *v, int row)
{
	int *worst = v->worst[v->rows[row].from], *count = &v->worst_count[v->rows[row].from];
	int at = *count;
	while (at > 0 && fabs(v->rows[row].error_ratio) > fabs(v->rows[worst[at - 1]].error_ratio))
		at--;
	if (at == GM_WORST_MAX)
		return;
	*count += *count < GM_WORST_MAX;
	for (int i = *count - 1; i > at; i--)
		worst[i] = worst[i - 1];
	worst[at] = row;
}

void
gm_validation_summarise(gm_validation *v)
{
	const size_t count = (size_t)v->count;
	size_t capacity = 0, gaps_capacity = 0;
	lists l = {gm_allocate(count, sizeof(double)), gm_allocate(count, sizeof(double)),
		   gm_allocate(count, sizeof(double))};
	for (int from = GM_ORIGIN_COUNT - 1; from >= 0; from--)
		summarise_speed(v, (gm_origin)from, &capacity, &l);
	for (int scope = GM_SCOPE_SPEED + 1; scope < GM_VALIDATION_SCOPE_COUNT; scope++)
		for (int from = GM_ORIGIN_COUNT - 1; from >= 0; from--)
			summarise_scope(v, (gm_validation_scope)scope, (gm_origin)from, &capacity, &l);
	for (int i = 0; i < v->count; i++) {
		const gm_validation_row *row = &v->rows[i];
		v->beaten += row->beats_bound;
		if (!row->compared && row->run->set == GM_RUN_VALIDATION)
			add_gap(v, row, &gaps_capacity);
		if (row->compared && belongs(row, (subject){GM_SCOPE_SPEED, row->from, ""}))
			rank(v, i);
	}
	free(l.errors);
	free(l.predicted);
	free(l.measured);
}
