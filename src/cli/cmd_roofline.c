#include "cli/sweep.h"
#include "cli/visit.h"

#include <string.h>

typedef struct drawing {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_predict_request request;
	gm_roofline roofline;
	gm_runs *runs;
	gm_figure_size size;
} drawing;

/* ---- what is asked ---- */

static gm_status
read_levels(gm_cli *cli, unsigned *levels)
{
	const char *names[GM_LEVEL_COUNT];
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		names[level] = gm_level_name((gm_level)level);
	for (int i = 0; i < cli->given.options_count; i++) {
		const char *wanted = cli->given.options[i].value;
		int level = 0;
		if (cli->given.options[i].id != GM_OPTION_LEVEL)
			continue;
		while (level < GM_LEVEL_COUNT && strcmp(names[level], wanted) != 0)
			level++;
		if (level == GM_LEVEL_COUNT) {
			const char *near = gm_text_nearest(wanted, names, GM_LEVEL_COUNT);
			return gm_fail(&cli->err, GM_USAGE,
				       "unknown level '%s'%s%s%s: expected requested, distinct, "
				       "transactions, l2 or dram",
				       wanted, near ? "; did you mean '" : "", near ? near : "",
				       near ? "'?" : "");
		}
		*levels |= 1U << level;
	}
	return GM_OK;
}

gm_status
gm_figure_size_given(gm_cli *cli, gm_figure_size *out)
{
	const char *name = gm_given_last(&cli->given, GM_OPTION_SIZE);
	*out = GM_FIGURE_PAGE;
	if (!name || gm_figure_size_find(name, out))
		return GM_OK;
	const char *near = gm_text_nearest(name, gm_figure_size_names, GM_FIGURE_SIZE_COUNT);
	return gm_fail(&cli->err, GM_USAGE,
		       "unknown size '%s'%s%s%s: expected page, slide or column", name,
		       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* -o PICTURE is drawn, anything else is text: - and .txt, and stdout. */
static bool
is_text(const char *path)
{
	const char *dot = path ? strrchr(path, '.') : NULL;
	return !path || strcmp(path, "-") == 0 || gm_outfile_is_special(path) ||
	       (dot && strcmp(dot, ".txt") == 0);
}

/* Everything that can be refused before work begins. */
static gm_status
begin(drawing *d, unsigned *levels)
{
	gm_cli *cli = d->cli;
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	const char *runs = gm_given_last(&cli->given, GM_OPTION_RUNS);
	gm_status status = is_text(path) ? GM_OK : gm_plot_check(path, &cli->err);
	if (status == GM_OK)
		status = read_levels(cli, levels);
	if (status == GM_OK)
		status = gm_figure_size_given(cli, &d->size);
	if (status == GM_OK)
		status = gm_request_given(cli, &d->request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &d->devices, &d->devices_count);
	if (status == GM_OK && runs)
		status = gm_runs_load(runs, &d->runs, &cli->err);
	return status;
}

/* ---- the work ---- */

static void
add_devices(drawing *d)
{
	for (int i = 0; i < d->devices_count; i++)
		gm_roofline_add_device(&d->roofline, d->devices[i],
				       gm_device_given_name(d->cli, i, d->devices[i]));
}

static gm_status
make(void *state, const gm_kernel *kernel, const gm_device *device, void *item, gm_error *err)
{
	const drawing *d = state;
	return gm_predict(kernel, device, &d->request, item, err);
}

static gm_status
take(void *state, int device, void *item)
{
	(void)device;
	drawing *d = state;
	gm_roofline_add(&d->roofline, item);
	return GM_OK;
}

static void
dispose(void *item)
{
	gm_prediction_dispose(item);
}

static gm_status
draw(drawing *d)
{
	const char *path = gm_given_last(&d->cli->given, GM_OPTION_OUTPUT);
	gm_text out = {0};
	gm_status status;
	if (is_text(path)) {
		gm_report_roofline_text(&out, &d->roofline);
		status = gm_output_write(d->cli, &out);
	} else {
		gm_figure figure;
		gm_figure_init(&figure, &d->roofline, d->size);
		gm_report_roofline_plot(&out, &figure);
		status = gm_plot_render(out.bytes, gm_figure_plot_size(&figure), path, &d->cli->err);
		gm_figure_dispose(&figure);
	}
	gm_text_dispose(&out);
	return status;
}

gm_status
gm_cmd_roofline(gm_cli *cli)
{
	drawing d = {.cli = cli};
	unsigned levels = GM_ROOFLINE_LEVELS_AUTO;
	gm_status status = begin(&d, &levels);
	gm_roofline_init(&d.roofline, levels);
	if (status == GM_OK)
		add_devices(&d);
	if (status == GM_OK)
		status = gm_visit_all(&(gm_visit){cli, d.devices, d.devices_count,
						  sizeof(gm_prediction), make, take, dispose, &d});
	if (status == GM_OK && d.runs && gm_roofline_add_runs(&d.roofline, d.runs) == 0)
		status = gm_fail_without_runs(cli, d.runs);
	if (status == GM_OK) {
		gm_roofline_finish(&d.roofline);
		status = draw(&d);
	}
	gm_roofline_dispose(&d.roofline);
	gm_runs_free(d.runs);
	gm_devices_dispose(d.devices, d.devices_count);
	return status;
}
