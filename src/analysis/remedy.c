#include "analysis/remedy_build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const double notable_ratio = 0.005; /* of the time: below it is not a change of time */

static const char *const names[GM_REMEDY_ID_COUNT] = {
#define X(id, name) [id] = name,
	GM_REMEDY_LIST(X)
#undef X
};

const char *
gm_remedy_id_name(gm_remedy_id id)
{
	return names[id];
}

void
gm_remedy_say(char out[GM_REMEDY_TEXT], const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(out, GM_REMEDY_TEXT, format, arguments);
	va_end(arguments);
}

gm_remedy *
gm_remedy_add(gm_remedy_search *c, gm_remedy_id id, int site)
{
	if (c->out->count == GM_REMEDYS_MAX)
		return NULL;
	gm_remedy *remedy = &c->out->items[c->out->count++];
	*remedy = (gm_remedy){.id = id,
			      .site = site,
			      .line = site < 0 ? 0 : c->now->kernel->sites[site].line,
			      .binding = -1};
	return remedy;
}

bool
gm_remedy_saves(const gm_remedy_search *c, const gm_remedy *remedy)
{
	return remedy->gain_s.kind != GM_KIND_UNKNOWN &&
	       remedy->gain_s.value > notable_ratio * c->now->time_s.value;
}

/* ---- the effect ---- */

static bool
is_notable(const gm_remedy_search *c, const gm_remedy *remedy)
{
	return fabs(remedy->gain_s.value) > notable_ratio * c->now->time_s.value;
}

static void
say_time(const gm_remedy_search *c, gm_remedy *remedy)
{
	const double before = c->now->time_s.value, after = remedy->time_s.value;
	const bool falls = after < before;
	const char *holder = remedy->binding < 0 ? "nothing known" : gm_limit_name(remedy->binding);
	char from[32], to[32];
	gm_quantity_format(before, GM_SECONDS, from, sizeof from);
	gm_quantity_format(after, GM_SECONDS, to, sizeof to);
	if (is_notable(c, remedy))
		gm_remedy_say(remedy->effect, "the time %s from %s to %s (%.3gx); %s holds then",
			      falls ? "falls" : "rises", from, to,
			      falls ? before / after : after / before, holder);
	else
		gm_remedy_say(remedy->effect, "the time stays at %s: %s%s holds", from,
			      remedy->binding == c->now->binding ? "still " : "", holder);
}

/* "occupancy rises from 50 % to 100 %, but the time stays ..." */
static void
say_occupancy(const gm_remedy_search *c, gm_remedy *remedy)
{
	const double before = c->now->occupancy.ratio, after = remedy->occupancy_ratio;
	char time[GM_REMEDY_TEXT];
	snprintf(time, sizeof time, "%s", remedy->effect);
	if (fabs(before - after) > 1e-9)
		gm_remedy_say(remedy->effect, "occupancy %s from %.3g %% to %.3g %%%s %.300s",
			      after > before ? "rises" : "falls", 100 * before, 100 * after,
			      is_notable(c, remedy) ? ";" : ", but", time);
}

void
gm_remedy_weigh(const gm_remedy_search *c, gm_remedy *remedy, const gm_prediction *then)
{
	const gm_prediction *now = c->now;
	remedy->time_s = then->time_s;
	remedy->occupancy_ratio = then->occupancy.ratio;
	remedy->binding = then->binding;
	if (now->time_s.kind == GM_KIND_UNKNOWN || then->time_s.kind == GM_KIND_UNKNOWN) {
		remedy->gain_s = gm_value_unknown("a time is not known");
		gm_remedy_say(remedy->effect, "%s%s",
			      then->occupancy.launchable ? "its effect on the time is not known"
							 : "the device could not launch it: ",
			      then->occupancy.launchable ? "" : then->occupancy.why_not);
		return;
	}
	remedy->gain_s = (gm_value){now->time_s.value - then->time_s.value, GM_KIND_MODEL,
				    "a prediction of the changed kernel"};
	say_time(c, remedy);
	say_occupancy(c, remedy);
}

gm_status
gm_remedy_predict(gm_remedy_search *c, gm_remedy *remedy, const gm_what_if *what_if)
{
	gm_prediction then;
	const gm_status status = gm_predict_what_if(c->now, what_if, &then, c->err);
	if (status == GM_OK)
		gm_remedy_weigh(c, remedy, &then);
	gm_prediction_dispose(&then);
	return status;
}

/* ---- the most that can be had of the limit that binds ---- */

gm_value
gm_prediction_time_without(const gm_prediction *prediction, int limit)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = prediction->limits[i];
	limits[limit].expected_s.value = 0;
	return prediction->time_s.kind == GM_KIND_UNKNOWN ? prediction->time_s
							  : gm_limits_time(limits);
}

static void
find_ceiling(gm_remedy_search *c)
{
	const gm_prediction *now = c->now;
	gm_prediction then = *now;
	if (now->binding < 0)
		return;
	gm_remedy *remedy = gm_remedy_add(c, GM_REMEDY_CEILING, -1);
	if (!remedy)
		return;
	char time[32];
	gm_quantity_format(now->limits[now->binding].expected_s.value, GM_SECONDS, time,
			   sizeof time);
	then.time_s = gm_prediction_time_without(now, now->binding);
	then.binding = now->runner_up;
	if (now->binding == GM_LIMIT_LAUNCH)
		gm_remedy_say(remedy->what, "At most, by fewer launches (kernels joined, a CUDA graph)");
	else
		gm_remedy_say(remedy->what, "At most, by all work on %s",
			      gm_limit_what(now->binding));
	gm_remedy_say(remedy->evidence, "%s takes %s", gm_limit_name(now->binding), time);
	gm_remedy_weigh(c, remedy, &then);
}

/* ---- all ---- */

/* Unknown gains last; the ceiling after all others, for it is no change. */
static int
by_gain(const void *left, const void *right)
{
	const gm_remedy *a = left, *b = right;
	const bool a_last = a->id == GM_REMEDY_CEILING, b_last = b->id == GM_REMEDY_CEILING;
	const bool a_known = a->gain_s.kind != GM_KIND_UNKNOWN,
		   b_known = b->gain_s.kind != GM_KIND_UNKNOWN;
	if (a_last != b_last)
		return a_last - b_last;
	if (a_known != b_known)
		return b_known - a_known;
	if (a_known && a->gain_s.value != b->gain_s.value)
		return a->gain_s.value < b->gain_s.value ? 1 : -1;
	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return a->site - b->site;
}

gm_status
gm_remedies_find(const gm_prediction *prediction, gm_variant_loader *load, void *load_state,
		 gm_remedies *out, gm_error *err)
{
	gm_remedy_search c = {prediction, load, load_state, out, err};
	out->count = 0;
	gm_status status = GM_OK;
	if (prediction->occupancy.launchable) {
		status = gm_remedies_of_sites(&c);
		if (status == GM_OK)
			status = gm_remedies_of_atomics(&c);
		if (status == GM_OK)
			status = gm_remedies_of_occupancy(&c);
		if (status == GM_OK)
			status = gm_remedies_of_width(&c);
		if (status == GM_OK)
			status = gm_remedies_of_latency(&c);
		find_ceiling(&c);
	}
	if (status == GM_OK)
		status = gm_remedies_of_parameters(&c);
	qsort(out->items, (size_t)out->count, sizeof *out->items, by_gain);
	return status;
}
