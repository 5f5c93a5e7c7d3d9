#include "cli/cli.h"
#include <stdlib.h>
#include <string.h>

/* In the order of the command's row. */
enum { AS_TEXT, AS_JSON, AS_SVG };

typedef struct looking {
	gm_cli *cli;
	gm_device **devices;
	int devices_count, format;
	bool lists; /* no access is named */
	gm_access_question question;
	int64_t line, width;
	gm_text out;
	size_t count;
} looking;

/* ---- the question ---- */

/* "x", "x,y" or "x,y,z". */
static gm_status
take_block(gm_cli *cli, gm_dim3 *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_AT);
	int64_t *const axes[3] = {&out->x, &out->y, &out->z};
	const char *rest = text ? text : "0";
	for (int axis = 0; axis < 3 && rest; axis++) {
		char piece[32] = "";
		const size_t length = strcspn(rest, ",");
		if (length >= sizeof piece)
			break;
		memcpy(piece, rest, length);
		if (gm_integer_parse(piece, axes[axis], NULL) != GM_OK || *axes[axis] < 0)
			break;
		rest = rest[length] ? rest + length + 1 : NULL;
	}
	return rest ? gm_given_refuse(cli, GM_OPTION_AT, text,
				      "the index of a block: X, X,Y or X,Y,Z, from 0")
		    : GM_OK;
}

static gm_status
take_question(looking *l)
{
	gm_cli *cli = l->cli;
	int64_t warp = GM_WARP_ANY;
	l->lists = !gm_given_has(&cli->given, GM_OPTION_SITE) &&
		   !gm_given_has(&cli->given, GM_OPTION_LINE);
	l->question.execution = 1;
	gm_status status = take_block(cli, &l->question.block);
	if (status == GM_OK)
		status = gm_given_integer(cli, GM_OPTION_WARP, 0, INT32_MAX, &warp);
	if (status == GM_OK)
		status =
			gm_given_integer(cli, GM_OPTION_EXECUTION, 1, INT64_MAX, &l->question.execution);
	if (status == GM_OK)
		status = gm_given_integer(cli, GM_OPTION_LINE, 1, INT32_MAX, &l->line);
	if (status == GM_OK)
		status = gm_given_integer(cli, GM_OPTION_WIDTH, 1, INT64_MAX, &l->width);
	l->question.warp = (int)warp;
	if (gm_given_has(&cli->given, GM_OPTION_WORST) &&
	    gm_given_has(&cli->given, GM_OPTION_EXECUTION))
		return gm_fail(&cli->err, GM_USAGE,
			       "--worst finds the execution; leave --execution out");
	if (gm_given_has(&cli->given, GM_OPTION_WORST))
		l->question.execution = GM_EXECUTION_WORST;
	return status;
}

/* ---- the answer ---- */

static gm_status
list_sites(looking *l, const gm_kernel *kernel, const gm_device *device)
{
	gm_counts counts = {0};
	if (l->format == AS_SVG)
		return gm_fail(&l->cli->err, GM_USAGE,
			       "which access? Say --site; without it, text and json list them");
	const gm_status status = gm_counts_gather(kernel, device, false, &counts, &l->cli->err);
	if (status == GM_OK && l->format == AS_JSON) {
		gm_report_sites_json(&l->out, kernel, device, &counts, l->count++);
	} else if (status == GM_OK) {
		gm_text_append(&l->out, l->count++ ? "\n\n" : "");
		gm_report_sites_text(&l->out, kernel, device, &counts);
	}
	gm_counts_dispose(&counts);
	return status;
}

static void
write_answer(looking *l, const gm_access_report *report)
{
	if (l->format == AS_JSON)
		gm_report_access_json(&l->out, report, l->count);
	else if (l->format == AS_SVG)
		gm_report_access_svg(&l->out, report);
	else
		gm_text_append(&l->out, l->count ? "\n\n" : "");
	if (l->format == AS_TEXT)
		gm_report_access_text(&l->out, report);
	l->count++;
}

static gm_status
show(looking *l, const gm_kernel *kernel, const gm_device *device, const char *name,
     const uint32_t *sites, int count)
{
	gm_access_view view;
	gm_array_advice advice;
	gm_access_question question = l->question;
	question.site = sites[0];
	if (l->format == AS_SVG && l->count)
		return gm_fail(&l->cli->err, GM_USAGE,
			       "an SVG draws one request; leave one device, one site and "
			       "one value of each parameter");
	gm_status status = gm_access_find(kernel, device, &question, &view, &l->cli->err);
	if (status != GM_OK)
		return status;
	const bool advised = view.site->space == GM_SHARED && view.array;
	if (advised)
		status = gm_access_advise(kernel, device, question.block, view.site->array,
					  l->width, &advice, &l->cli->err);
	else if (l->width)
		status = gm_fail(&l->cli->err, GM_USAGE, "--width is for arrays in shared memory");
	if (status == GM_OK)
		write_answer(l, &(gm_access_report){&view, advised ? &advice : NULL, sites, count,
						    name});
	return status;
}

/* The first site that a name means. */
static gm_status
show_named(looking *l, const gm_kernel *kernel, const gm_device *device, const char *name)
{
	uint32_t sites[GM_SITES_MAX];
	int count = 0;
	const gm_status status =
		gm_access_sites(kernel, name, (int)l->line, sites, &count, &l->cli->err);
	return status == GM_OK ? show(l, kernel, device, name, sites, count) : status;
}

/* Every --site; --line alone names one too. */
static gm_status
show_all(looking *l, const gm_kernel *kernel, const gm_device *device)
{
	const gm_given *given = &l->cli->given;
	if (!gm_given_has(given, GM_OPTION_SITE))
		return show_named(l, kernel, device, "");
	gm_status status = GM_OK;
	for (int i = 0; i < given->options_count && status == GM_OK; i++)
		if (given->options[i].id == GM_OPTION_SITE)
			status = show_named(l, kernel, device, given->options[i].value);
	return status;
}

static gm_status
look_on_each(void *state, gm_kernel *kernel)
{
	looking *l = state;
	gm_status status = GM_OK;
	for (int i = 0; i < l->devices_count && status == GM_OK; i++) {
		const gm_device *device = l->devices[i];
		void *owned;
		const gm_kernel *on =
			gm_kernel_on(kernel, device->cc_major, device->cc_minor, &owned);
		status = (l->lists ? list_sites : show_all)(l, on, device);
		free(owned);
	}
	return status;
}

gm_status
gm_cmd_access(gm_cli *cli)
{
	looking l = {.cli = cli};
	gm_status status = gm_output_choose(cli, &l.format);
	if (status == GM_OK)
		status = take_question(&l);
	if (status == GM_OK)
		status = gm_capabilities_given(cli, &l.devices, &l.devices_count);
	if (status == GM_OK)
		status = gm_device_needed(cli, l.devices_count);
	if (status == GM_OK && l.format == AS_JSON)
		(l.lists ? gm_report_lists_json_begin : gm_report_accesses_json_begin)(&l.out);
	if (status == GM_OK)
		status = gm_kernels_visit(cli, cli->given.positional[0], look_on_each, &l);
	if (status == GM_OK && l.format == AS_JSON)
		gm_report_accesses_json_end(&l.out, l.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &l.out);
	gm_text_dispose(&l.out);
	gm_devices_dispose(l.devices, l.devices_count);
	return status;
}
