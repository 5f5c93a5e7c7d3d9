#include "analysis/compare.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *heading;
} groups[GM_COMPARISON_GROUP_COUNT] = {
#define X(id, name, heading) [id] = {name, heading},
	GM_COMPARISON_LIST(X)
#undef X
};

const char *
gm_comparison_group_name(gm_comparison_group group)
{
	return groups[group].name;
}

const char *
gm_comparison_group_heading(gm_comparison_group group)
{
	return groups[group].heading;
}

static bool
same_kernel(const gm_kernel *a, const gm_kernel *b)
{
	if (strcmp(a->name, b->name) != 0 || a->parameters_count != b->parameters_count)
		return false;
	for (int i = 0; i < a->parameters_count; i++)
		if (a->parameters[i].value != b->parameters[i].value)
			return false;
	return true;
}

/* The kernel's name, with the parameters that tell it from one of the same name. */
static void
label_kernel(const gm_kernel *kernel, const gm_kernel *other, char out[GM_COMPARISON_LABEL])
{
	int used = snprintf(out, GM_COMPARISON_LABEL, "%s", kernel->name);
	if (strcmp(kernel->name, other->name) != 0)
		return;
	for (int i = 0; i < kernel->parameters_count && i < other->parameters_count; i++) {
		const gm_parameter *p = &kernel->parameters[i];
		if (p->value == other->parameters[i].value || used >= GM_COMPARISON_LABEL)
			continue;
		used += snprintf(out + used, GM_COMPARISON_LABEL - (size_t)used, " %s=%lld",
				 p->name, (long long)p->value);
	}
}

static void
label(gm_comparison *c)
{
	if (!c->same_kernel || c->same_device) {
		label_kernel(c->before->kernel, c->after->kernel, c->before_label);
		label_kernel(c->after->kernel, c->before->kernel, c->after_label);
		return;
	}
	snprintf(c->before_label, sizeof c->before_label, "%s", c->before->device->name);
	snprintf(c->after_label, sizeof c->after_label, "%s", c->after->device->name);
}

static void
leave_out(gm_comparison *c)
{
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (c->before->limits[i].expected_s.kind == GM_KIND_UNKNOWN ||
		    c->after->limits[i].expected_s.kind == GM_KIND_UNKNOWN)
			c->left_out[c->left_out_count++] = i;
}

void
gm_comparison_limits(const gm_comparison *c, const gm_prediction *side,
		     gm_limit_time out[static GM_LIMITS_COUNT])
{
	memcpy(out, side->limits, GM_LIMITS_COUNT * sizeof *out);
	for (int i = 0; i < c->left_out_count; i++)
		out[c->left_out[i]].expected_s = gm_value_unknown("unknown on one side");
}

/* An unknown time stays one. */
static gm_value
known_time(const gm_comparison *c, const gm_prediction *side)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	if (side->time_s.kind == GM_KIND_UNKNOWN || c->left_out_count == 0)
		return side->time_s;
	gm_comparison_limits(c, side, limits);
	return gm_limits_time(limits);
}

static void
weigh(gm_comparison *c)
{
	const gm_value before = c->before_s = known_time(c, c->before);
	const gm_value after = c->after_s = known_time(c, c->after);
	if (before.kind == GM_KIND_UNKNOWN || after.kind == GM_KIND_UNKNOWN) {
		c->change_s = c->speedup = before.kind == GM_KIND_UNKNOWN ? before : after;
		return;
	}
	const char *why = c->left_out_count ? "two predicted times, without what one of them does not know"
					    : "two predicted times";
	c->change_s = (gm_value){after.value - before.value, GM_KIND_MODEL, why};
	c->speedup = (gm_value){before.value / after.value, GM_KIND_MODEL, why};
}

void
gm_compare(const gm_prediction *before, const gm_prediction *after, gm_comparison *out)
{
	memset(out, 0, sizeof *out);
	out->before = before;
	out->after = after;
	out->same_kernel = same_kernel(before->kernel, after->kernel);
	out->same_device = strcmp(before->device->name, after->device->name) == 0;
	label(out);
	leave_out(out);
	weigh(out);
	gm_comparison_fill_rows(out);
	gm_comparison_fill_terms(out);
	gm_comparison_fill_verdict(out);
}
