#include "analysis/validate.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static bool
is_held(const gm_validation_row *row)
{
	return row->run->set == GM_RUN_VALIDATION && !row->run->warm && !row->timed &&
	       gm_validation_adds_up(row->measured) && (row->compared || row->measured->value == 0) &&
	       (row->predicted.value != 0 || row->measured->value != 0);
}

static void
hold(gm_validation_promise *p, const gm_validation_row *row)
{
	const double off = fabs(row->predicted.value - row->measured->value);
	const gm_kind kind = row->predicted.kind;
	p->exact += kind == GM_KIND_EXACT;
	p->to_the_unit += kind == GM_KIND_EXACT && off == 0;
	p->sampled += kind == GM_KIND_SAMPLED;
	p->within_spread += kind == GM_KIND_SAMPLED && off <= row->predicted_spread;
	p->timing += kind == GM_KIND_TIMING;
}

static gm_validation_promise *
promise_of(gm_validation *v, gm_origin from, const char *metric, size_t *room)
{
	for (int i = 0; i < v->promises_count; i++) {
		gm_validation_promise *p = &v->promises[i];
		const bool same = metric && p->metric ? strcmp(p->metric, metric) == 0 : metric == p->metric;
		if (p->from == from && same)
			return p;
	}
	v->promises = gm_grow(v->promises, room, (size_t)v->promises_count + 1, sizeof *v->promises);
	v->promises[v->promises_count] = (gm_validation_promise){.from = from, .metric = metric};
	return &v->promises[v->promises_count++];
}

static bool
promises(const gm_validation_row *row)
{
	const gm_kind kind = row->predicted.kind;
	return is_held(row) && (kind == GM_KIND_EXACT || kind == GM_KIND_SAMPLED || kind == GM_KIND_TIMING);
}

void
gm_validation_hold_to(gm_validation *v)
{
	size_t room = 0;
	for (int from = GM_ORIGIN_COUNT - 1; from >= 0; from--)
		for (int all = 1; all >= 0; all--)
			for (int i = 0; i < v->count; i++) {
				const gm_validation_row *row = &v->rows[i];
				if ((int)row->from == from && promises(row))
					hold(promise_of(v, row->from, all ? NULL : row->measured->metric, &room), row);
			}
}
