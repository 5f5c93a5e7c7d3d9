#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the command's row. */
enum { AS_TEXT, AS_JSON, AS_SVG };

typedef struct weighing {
	gm_cli *cli;
	gm_device **devices;
	int devices_count, format;
	double probabilities[GM_WORDS_MAX];
	int probabilities_count;
	gm_text out;
	size_t count;
} weighing;

/* "0.1" or "10%". */
static gm_status
parse_probability(gm_cli *cli, const char *text, double *out)
{
	const gm_status status = strchr(text, '%')
					 ? gm_quantity_parse_text(text, GM_RATIO, out, NULL)
					 : gm_number_parse(text, out, NULL);
	return status == GM_OK && *out >= 0 && *out <= 1
		       ? GM_OK
		       : gm_given_refuse(cli, GM_OPTION_PROBABILITY, text,
					 "a probability, 0 to 1 or 0% to 100%");
}

/* Those of every --p; without any, and without a kernel, a range of them. */
static gm_status
take_probabilities(weighing *w)
{
	static const double usual[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5};
	const gm_given *given = &w->cli->given;
	for (int i = 0; i < given->options_count; i++) {
		if (given->options[i].id != GM_OPTION_PROBABILITY)
			continue;
		const gm_status status = parse_probability(
			w->cli, given->options[i].value,
			&w->probabilities[w->probabilities_count++]);
		if (status != GM_OK)
			return status;
	}
	const bool use_usual =
		w->probabilities_count == 0 && given->positional_count == 0 && w->format != AS_SVG;
	for (size_t i = 0; use_usual && i < sizeof usual / sizeof *usual; i++)
		w->probabilities[w->probabilities_count++] = usual[i];
	return GM_OK;
}

static gm_status
weigh_on_each(void *state, gm_kernel *kernel)
{
	weighing *w = state;
	gm_status status = GM_OK;
	for (int i = 0; i < w->devices_count && status == GM_OK; i++) {
		gm_divergence divergence;
		status = gm_divergence_gather(kernel, w->devices[i], &divergence, &w->cli->err);
		if (status == GM_OK && w->format == AS_JSON) {
			gm_report_divergence_json_add(&w->out, &divergence, w->count++);
		} else if (status == GM_OK) {
			gm_text_append(&w->out, w->count++ || w->out.length ? "\n" : "");
			gm_report_divergence_text(&w->out, &divergence);
		}
		gm_divergence_dispose(&divergence);
	}
	return status;
}

static gm_status
weigh_kernels(weighing *w)
{
	gm_cli *cli = w->cli;
	if (cli->given.positional_count == 0)
		return GM_OK;
	if (w->format == AS_SVG)
		return gm_fail(&cli->err, GM_USAGE, "an SVG draws the curves of a branch; leave the kernel out");
	gm_status status = gm_capabilities_given(cli, &w->devices, &w->devices_count);
	if (status == GM_OK)
		status = gm_device_needed(cli, w->devices_count);
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = gm_kernels_visit(cli, cli->given.positional[i], weigh_on_each, w);
	return status;
}

gm_status
gm_cmd_divergence(gm_cli *cli)
{
	weighing w = {.cli = cli};
	gm_status status = gm_output_choose(cli, &w.format);
	if (status == GM_OK)
		status = take_probabilities(&w);
	if (status == GM_OK && w.format == AS_JSON)
		gm_report_divergence_json_begin(&w.out, w.probabilities, w.probabilities_count);
	else if (status == GM_OK && w.format == AS_SVG)
		gm_report_branch_svg(&w.out, w.probabilities, w.probabilities_count);
	else if (status == GM_OK && w.probabilities_count)
		gm_report_branch_text(&w.out, w.probabilities, w.probabilities_count);
	if (status == GM_OK)
		status = weigh_kernels(&w);
	if (status == GM_OK && w.format == AS_JSON)
		gm_report_divergence_json_end(&w.out);
	if (status == GM_OK)
		status = gm_output_write(cli, &w.out);
	gm_text_dispose(&w.out);
	gm_devices_dispose(w.devices, w.devices_count);
	return status;
}
