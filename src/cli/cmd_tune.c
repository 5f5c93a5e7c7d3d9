#include "cli/sweep.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A kernel that is compared: loaded and predicted again, since a sweep keeps only its numbers. */
typedef struct compared {
	size_t combination;
	gm_kernel *kernel;
	gm_prediction prediction;
	gm_text values;
	int64_t of_axes[GM_AXES_MAX];
	gm_error refused;
} compared;

typedef struct tuning {
	gm_sweeping sweeping;
	gm_combinations written; /* the kernel with the values of -D alone */
	gm_tune_view *views;     /* one per device */
	compared *cases;         /* GM_TUNE_CASES_MAX per device */
	const gm_report_format *format;
} tuning;

static const char *const metrics[] = {"time", "occupancy"};

/* ---- --over ---- */

/* Where the next NAME= begins after a comma: values may hold commas themselves. */
static const char *
next_axis(const char *text)
{
	for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
		const char *at = comma + 1;
		while (isalnum((unsigned char)*at) || *at == '_')
			at++;
		if (*at == '=' && at > comma + 1 && !isdigit((unsigned char)comma[1]))
			return comma;
	}
	return text + strlen(text);
}

static bool
is_named(const gm_axis *axis, const char *text)
{
	const size_t length = strlen(axis->name);
	return strncmp(text, axis->name, length) == 0 && text[length] == '=';
}

/* The first axes, `defined` of them, are those of -D. */
static gm_status
add_axis(gm_sweeping *s, int defined, const char *text)
{
	gm_error *err = &s->cli->err;
	for (int i = 0; i < defined; i++)
		if (is_named(&s->combinations.axes[i], text))
			return gm_fail(err, GM_USAGE, "%s has its value by -D: of that and --over, leave one out",
				       s->combinations.axes[i].name);
	return gm_combinations_add(&s->combinations, "--over", text, err);
}

static gm_status
add_axes(tuning *t, int defined, const char *text)
{
	gm_status status = GM_OK;
	while (*text && status == GM_OK) {
		const char *end = next_axis(text);
		gm_text axis = {0};
		gm_text_append_bytes(&axis, text, (size_t)(end - text));
		status = add_axis(&t->sweeping, defined, axis.bytes);
		gm_text_dispose(&axis);
		text = end + (*end == ',');
	}
	return status;
}

static gm_status
read_over(tuning *t)
{
	gm_cli *cli = t->sweeping.cli;
	gm_status status = GM_OK;
	for (int i = 0; i < t->sweeping.combinations.axes_count; i++)
		if (t->sweeping.combinations.axes[i].count > 1)
			return gm_fail(&cli->err, GM_USAGE, "-D %s: one value; what is tried is --over",
				       t->sweeping.combinations.axes[i].name);
	const int defined = t->sweeping.combinations.axes_count;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == GM_OPTION_OVER)
			status = add_axes(t, defined, cli->given.options[i].value);
	if (status == GM_OK && t->sweeping.combinations.axes_count == defined)
		return gm_fail(&cli->err, GM_USAGE,
			       "which parameters? Say --over TILE=4:32,BLOCK=64:1024:64");
	return status;
}

/* ---- what is compared ---- */

static void
add_case(gm_tune_view *view, compared *c, const char *role)
{
	view->cases[view->cases_count++] = (gm_tune_case){
		.role = role,
		.values = c->values.bytes ? c->values.bytes : "",
		.of_axes = c->of_axes,
		.prediction = c->refused.status == GM_OK ? &c->prediction : NULL,
		.why_not = c->refused.message,
	};
}

static gm_status
predict_case(tuning *t, compared *c, const gm_combinations *from, int device)
{
	gm_status status = gm_combinations_load(from, c->combination, &c->kernel, &c->refused);
	if (gm_sweep_is_refusal(status))
		return GM_OK;
	if (status != GM_OK) {
		t->sweeping.cli->err = c->refused;
		return status;
	}
	status = gm_predict(c->kernel, t->sweeping.devices[device], &t->sweeping.request,
			    &c->prediction, &t->sweeping.cli->err);
	if (status == GM_OK && !c->prediction.occupancy.launchable)
		gm_fail(&c->refused, GM_BAD_VALUE, "%s", c->prediction.occupancy.why_not);
	return status;
}

static gm_status
add_entry(tuning *t, gm_tune_view *view, compared *c, size_t entry, const char *role)
{
	const size_t combination = c->combination = view->tune.entries[entry].combination;
	gm_report_tune_values(&c->values, &view->sweep, combination);
	for (int i = 0; i < view->sweep.axes_count; i++)
		c->of_axes[i] = gm_sweep_value(view->sweep.axes, view->sweep.axes_count, i, combination);
	const gm_status status =
		predict_case(t, c, &t->sweeping.combinations, view->tune.device);
	if (status == GM_OK)
		add_case(view, c, role);
	return status;
}

/* The values of what is tried, as the kernel has them by itself; false when it lacks one. */
static bool
read_own_values(const tuning *t, compared *c)
{
	const gm_combinations *tried = &t->sweeping.combinations;
	int found = 0;
	for (int i = 0; i < tried->axes_count && c->kernel; i++)
		for (int k = 0; k < c->kernel->parameters_count; k++)
			if (strcasecmp(c->kernel->parameters[k].name, tried->axes[i].name) == 0) {
				c->of_axes[i] = c->kernel->parameters[k].value;
				gm_text_print(&c->values, "%s%s=%lld", found++ ? " " : "",
					      tried->axes[i].name, (long long)c->of_axes[i]);
			}
	return found == tried->axes_count;
}

/* PTX has no values of its own. Where the kernel is written as one of those that are there, that one
   says so. */
static gm_status
add_written(tuning *t, gm_tune_view *view, compared *c)
{
	if (t->written.ptx)
		return GM_OK;
	const gm_status status = predict_case(t, c, &t->written, view->tune.device);
	if (status != GM_OK || !read_own_values(t, c))
		return status;
	for (int i = 0; i < view->cases_count; i++)
		if (strcmp(view->cases[i].values, c->values.bytes) == 0) {
			view->cases[i].written = true;
			return GM_OK;
		}
	add_case(view, c, "written");
	return GM_OK;
}

static gm_status
compare(tuning *t, int device)
{
	gm_tune_view *view = &t->views[device];
	compared *cases = &t->cases[device * GM_TUNE_CASES_MAX];
	view->sweep = (gm_sweep_view){&t->sweeping.sweep,	t->sweeping.axes,
				      t->sweeping.combinations.axes_count, t->sweeping.names,
				      t->sweeping.devices_count, metrics};
	gm_tune_rank(&t->sweeping.sweep, device, 0, &view->tune);
	const long next = gm_tune_runner_up(&view->tune);
	if (view->tune.count == 0)
		return GM_OK;
	gm_status status = add_entry(t, view, &cases[0], 0, "best");
	if (status == GM_OK && next >= 0)
		status = add_entry(t, view, &cases[1], (size_t)next, "next");
	return status == GM_OK ? add_written(t, view, &cases[2]) : status;
}

/* ---- output ---- */

static gm_status
write_views(tuning *t)
{
	gm_text out = {0};
	const int count = t->sweeping.devices_count;
	if (strcmp(t->format->name, "json") == 0)
		gm_report_tune_json(&out, t->views, count);
	else if (strcmp(t->format->name, "csv") == 0)
		gm_report_tune_csv(&out, t->views, count);
	else
		for (int i = 0; i < count; i++) {
			gm_text_append(&out, i ? "\n\n" : "");
			gm_report_tune_text(&out, &t->views[i]);
		}
	const gm_status status = gm_output_write(t->sweeping.cli, &out);
	gm_text_dispose(&out);
	return status;
}

static void
dispose(tuning *t)
{
	const int count = t->views ? t->sweeping.devices_count : 0;
	for (int i = 0; i < count; i++)
		gm_tune_dispose(&t->views[i].tune);
	for (int i = 0; i < count * GM_TUNE_CASES_MAX; i++) {
		gm_prediction_dispose(&t->cases[i].prediction);
		gm_kernel_free(t->cases[i].kernel);
		gm_text_dispose(&t->cases[i].values);
	}
	free(t->views);
	free(t->cases);
	gm_combinations_dispose(&t->written);
	gm_sweeping_dispose(&t->sweeping);
}

gm_status
gm_cmd_tune(gm_cli *cli)
{
	tuning t = {.sweeping = {.cli = cli}};
	gm_status status = gm_output_format(cli, &t.format);
	if (status == GM_OK)
		status = gm_sweeping_init(&t.sweeping, cli);
	if (status == GM_OK)
		status = gm_combinations_init(cli, cli->given.positional[0], &t.written);
	if (status == GM_OK)
		status = read_over(&t);
	if (status == GM_OK)
		status = gm_sweeping_run(&t.sweeping, metrics, 2);
	if (status == GM_OK) {
		const size_t devices = (size_t)t.sweeping.devices_count;
		t.views = gm_allocate(devices, sizeof *t.views);
		t.cases = gm_allocate(devices * GM_TUNE_CASES_MAX, sizeof *t.cases);
	}
	for (int i = 0; i < t.sweeping.devices_count && status == GM_OK; i++)
		status = compare(&t, i);
	if (status == GM_OK)
		status = write_views(&t);
	dispose(&t);
	return status;
}
