/*
 * What tells one series from the others, and which belong together: a label names the kernel where
 * there are several, the parameters that differ among its series, and the device where there are
 * several. Series of one kernel on one device are a path over the variants; else series of one
 * kernel with the same parameters are a path over the devices.
 */
#include "analysis/roofline.h"

#include <string.h>

static bool
same_kernel(const gm_roofline_series *a, const gm_roofline_series *b)
{
	return strcmp(a->kernel, b->kernel) == 0;
}

static const gm_roofline_parameter *
parameter_of(const gm_roofline_series *s, const char *name)
{
	for (int i = 0; i < s->parameters_count; i++)
		if (strcmp(s->parameters[i].name, name) == 0)
			return &s->parameters[i];
	return NULL;
}

static bool
same_value(const gm_roofline_series *a, const gm_roofline_series *b, const char *name)
{
	const gm_roofline_parameter *p = parameter_of(a, name), *q = parameter_of(b, name);
	return (!p && !q) || (p && q && p->value == q->value);
}

static bool
same_variant(const gm_roofline_series *a, const gm_roofline_series *b)
{
	if (!same_kernel(a, b) || a->parameters_count != b->parameters_count)
		return false;
	for (int i = 0; i < a->parameters_count; i++)
		if (!same_value(a, b, a->parameters[i].name))
			return false;
	return true;
}

/* Does this parameter differ among the series of its kernel? */
static bool
varies(const gm_roofline *r, const gm_roofline_series *s, const char *name)
{
	for (int i = 0; i < r->series_count; i++)
		if (same_kernel(s, &r->series[i]) && !same_value(s, &r->series[i], name))
			return true;
	return false;
}

static bool
several_kernels(const gm_roofline *r)
{
	for (int i = 1; i < r->series_count; i++)
		if (!same_kernel(&r->series[0], &r->series[i]))
			return true;
	return false;
}

static const char *
label_of(gm_roofline *r, const gm_roofline_series *s, bool kernels)
{
	gm_text text = {0};
	gm_text_append(&text, kernels ? s->kernel : "");
	for (int i = 0; i < s->parameters_count; i++)
		if (varies(r, s, s->parameters[i].name))
			gm_text_print(&text, "%s%s=%lld", text.length ? " " : "",
				      s->parameters[i].name, (long long)s->parameters[i].value);
	if (r->devices_count > 1)
		gm_text_print(&text, "%s%s", text.length ? (kernels ? " on " : " ") : "",
			      r->devices[s->device].name);
	if (text.length == 0)
		gm_text_append(&text, s->kernel);
	const char *label = gm_arena_copy_text(r->arena, text.bytes);
	gm_text_dispose(&text);
	return label;
}

/* The first series that this one shares a path with; itself when there is none. */
static int
path_head(const gm_roofline *r, int index, bool over_variants)
{
	const gm_roofline_series *s = &r->series[index];
	for (int i = 0; i < r->series_count; i++) {
		const gm_roofline_series *t = &r->series[i];
		const bool shared = over_variants ? same_kernel(s, t) && s->device == t->device
						  : same_variant(s, t);
		if (shared)
			return i;
	}
	return index;
}

static void
fill_paths(gm_roofline *r)
{
	bool over_variants = false;
	for (int i = 0; i < r->series_count && !over_variants; i++)
		over_variants = path_head(r, i, true) != i;
	for (int i = 0; i < r->series_count; i++) {
		const int head = path_head(r, i, over_variants);
		if (head == i)
			continue;
		if (r->series[head].path < 0)
			r->series[head].path = r->paths_count++;
		r->series[i].path = r->series[head].path;
	}
}

void
gm_roofline_fill_labels(gm_roofline *r)
{
	const bool kernels = several_kernels(r);
	for (int i = 0; i < r->series_count; i++)
		r->series[i].label = label_of(r, &r->series[i], kernels);
	fill_paths(r);
}
