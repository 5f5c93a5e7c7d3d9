#include "cli/sweep.h"

#include <stdlib.h>
#include <string.h>

typedef struct asked {
	const char *metrics[GM_SWEEP_METRICS_MAX];
	int metrics_count;
	gm_reference reference;
	gm_figure_size size;
	const char *plot; /* NULL: no picture */
	const gm_report_format *format;
} asked;

/* ---- what is asked ---- */

static gm_status
read_metrics(gm_cli *cli, asked *a)
{
	for (int i = 0; i < cli->given.options_count; i++) {
		if (cli->given.options[i].id != GM_OPTION_METRIC)
			continue;
		if (a->metrics_count == GM_SWEEP_METRICS_MAX)
			return gm_fail(&cli->err, GM_USAGE, "more than %d metrics", GM_SWEEP_METRICS_MAX);
		a->metrics[a->metrics_count++] = cli->given.options[i].value;
	}
	if (a->metrics_count == 0)
		a->metrics[a->metrics_count++] = "time";
	return GM_OK;
}

static gm_status
read_reference(gm_cli *cli, gm_reference *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_REFERENCE);
	*out = !text		       ? GM_REFERENCE_NONE
	       : strcmp(text, "x") == 0 ? GM_REFERENCE_PROPORTIONAL
					: GM_REFERENCE_INVERSE;
	if (*out == GM_REFERENCE_INVERSE && strcmp(text, "1/x") != 0)
		return gm_given_refuse(cli, GM_OPTION_REFERENCE, text, "1/x or x");
	return text && !gm_given_has(&cli->given, GM_OPTION_PLOT)
		       ? gm_fail(&cli->err, GM_USAGE, "--reference is a line of --plot FILE")
		       : GM_OK;
}

static gm_status
read_asked(gm_cli *cli, asked *a)
{
	a->plot = gm_given_last(&cli->given, GM_OPTION_PLOT);
	gm_status status = a->plot ? gm_plot_check(a->plot, &cli->err) : GM_OK;
	if (status == GM_OK)
		status = gm_output_format(cli, &a->format);
	if (status == GM_OK)
		status = read_metrics(cli, a);
	if (status == GM_OK)
		status = read_reference(cli, &a->reference);
	return status == GM_OK ? gm_figure_size_given(cli, &a->size) : status;
}

/* ---- results ---- */

/* The first parameter with several values. */
static gm_status
axis_across(const gm_sweeping *s, int *out)
{
	for (*out = 0; *out < s->combinations.axes_count; ++*out)
		if (s->combinations.axes[*out].count > 1)
			return GM_OK;
	return gm_fail(&s->cli->err, GM_USAGE,
		       "--plot draws against a parameter with several values: -D NAME=1:32");
}

static gm_status
draw(const gm_sweeping *s, const asked *a, const gm_sweep_view *view)
{
	int across = 0;
	gm_plot_size size;
	gm_text script = {0};
	gm_status status = axis_across(s, &across);
	if (status == GM_OK)
		status = gm_report_sweep_plot(&script, view, across, a->reference, a->size, &size,
					      &s->cli->err);
	if (status == GM_OK)
		status = gm_plot_render(script.bytes, size, a->plot, &s->cli->err);
	gm_text_dispose(&script);
	return status;
}

static gm_status
write_rows(const gm_sweeping *s, const asked *a, const gm_sweep_view *view)
{
	static const struct {
		const char *format;
		void (*write)(gm_text *out, const gm_sweep_view *view);
	} writers[] = {{"text", gm_report_sweep_text},
		       {"json", gm_report_sweep_json},
		       {"csv", gm_report_sweep_csv}};
	gm_text out = {0};
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (strcmp(writers[i].format, a->format->name) == 0)
			writers[i].write(&out, view);
	const gm_status status = gm_output_write(s->cli, &out);
	gm_text_dispose(&out);
	return status;
}

gm_status
gm_cmd_sweep(gm_cli *cli)
{
	asked a = {0};
	gm_sweeping s = {0};
	gm_status status = read_asked(cli, &a);
	if (status == GM_OK)
		status = gm_sweeping_init(&s, cli);
	int across = 0;
	if (status == GM_OK && a.plot)
		status = axis_across(&s, &across);
	if (status == GM_OK)
		status = gm_sweeping_run(&s, a.metrics, a.metrics_count);
	const gm_sweep_view view = {&s.sweep, s.axes,	       s.combinations.axes_count,
				    s.names,  s.devices_count, a.metrics};
	if (status == GM_OK && a.plot)
		status = draw(&s, &a, &view);
	if (status == GM_OK)
		status = write_rows(&s, &a, &view);
	gm_sweeping_dispose(&s);
	return status;
}
