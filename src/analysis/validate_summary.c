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

static bool
belongs(const gm_validation_row *row, gm_validation_scope scope, const char *name)
{
	const bool validation = row->run->set == GM_RUN_VALIDATION;
	const bool cold = validation && !row->run->warm;
	switch (scope) {
	case GM_SCOPE_SPEED:
		return cold && row->timed;
	case GM_SCOPE_WARM:
		return validation && row->run->warm && row->timed;
	case GM_SCOPE_CALIBRATION:
		return !validation && row->timed;
	case GM_SCOPE_GROUP:
		return cold && row->timed && strcmp(row->run->group, name) == 0;
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

static gm_validation_summary
summary_of(const gm_validation *v, gm_validation_scope scope, const char *name, lists *l)
{
	gm_validation_summary s = {.scope = scope, .name = name, .worst = -1};
	for (int i = 0; i < v->count; i++) {
		const gm_validation_row *row = &v->rows[i];
		if (!belongs(row, scope, name))
			continue;
		if (!row->compared) {
			s.excluded++;
			continue;
		}
		l->errors[s.compared] = fabs(row->error_ratio);
		pair_of(row, &l->predicted[s.compared], &l->measured[s.compared]);
		s.compared++;
		if (s.worst < 0 || fabs(row->error_ratio) > fabs(v->rows[s.worst].error_ratio))
			s.worst = i;
	}
	if (s.compared == 0)
		return s;
	const size_t count = (size_t)s.compared;
	s.mean_ratio = gm_statistics_mean(l->errors, count);
	s.median_ratio = gm_statistics_median(l->errors, count);
	s.correlated = gm_statistics_correlation(l->predicted, l->measured, count, &s.correlation);
	return s;
}

static const char *
name_in(const gm_validation_row *row, gm_validation_scope scope)
{
	return scope == GM_SCOPE_GROUP    ? row->run->group
	       : scope == GM_SCOPE_METRIC ? row->measured->metric
					  : "";
}

static bool
has_summary(const gm_validation *v, gm_validation_scope scope, const char *name)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == scope && strcmp(v->summaries[i].name, name) == 0)
			return true;
	return false;
}

/* One summary for every name of the scope, in the order in which the rows bring them. */
static void
summarise_scope(gm_validation *v, gm_validation_scope scope, size_t *capacity, lists *l)
{
	for (int i = 0; i < v->count; i++) {
		const char *name = name_in(&v->rows[i], scope);
		if (!belongs(&v->rows[i], scope, name) || has_summary(v, scope, name))
			continue;
		v->summaries = gm_grow(v->summaries, capacity, (size_t)v->summaries_count + 1,
				       sizeof *v->summaries);
		v->summaries[v->summaries_count++] = summary_of(v, scope, name, l);
	}
}

/* Insertion into the short list, the worst first; of equals the earlier. */
static void
rank(gm_validation *v, int row)
{
	int at = v->worst_count;
	while (at > 0 &&
	       fabs(v->rows[row].error_ratio) > fabs(v->rows[v->worst[at - 1]].error_ratio))
		at--;
	if (at == GM_WORST_MAX)
		return;
	v->worst_count += v->worst_count < GM_WORST_MAX;
	for (int i = v->worst_count - 1; i > at; i--)
		v->worst[i] = v->worst[i - 1];
	v->worst[at] = row;
}

void
gm_validation_summarise(gm_validation *v)
{
	const size_t count = (size_t)v->count;
	size_t capacity = 0;
	lists l = {gm_allocate(count, sizeof(double)), gm_allocate(count, sizeof(double)),
		   gm_allocate(count, sizeof(double))};
	v->summaries = gm_grow(v->summaries, &capacity, 1, sizeof *v->summaries);
	v->summaries[v->summaries_count++] = summary_of(v, GM_SCOPE_SPEED, "", &l);
	for (int scope = GM_SCOPE_SPEED + 1; scope < GM_VALIDATION_SCOPE_COUNT; scope++)
		summarise_scope(v, (gm_validation_scope)scope, &capacity, &l);
	for (int i = 0; i < v->count; i++) {
		v->beaten += v->rows[i].beats_bound;
		if (v->rows[i].compared && belongs(&v->rows[i], GM_SCOPE_SPEED, ""))
			rank(v, i);
	}
	free(l.errors);
	free(l.predicted);
	free(l.measured);
}
