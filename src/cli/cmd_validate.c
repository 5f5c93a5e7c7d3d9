#include "cli/cli.h"
#include "cli/run_predictions.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static gm_status
load_files(gm_cli *cli, gm_runs **files, int *count)
{
	for (*count = 0; *count < cli->given.positional_count; ++*count) {
		const char *path = cli->given.positional[*count];
		const gm_status status = gm_runs_load(path, &files[*count], &cli->err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

/* --launches, --ptx, --from, --sample */
static gm_status
sources_given(gm_cli *cli, gm_run_sources *out)
{
	const char *from = gm_given_last(&cli->given, GM_OPTION_FROM);
	*out = (gm_run_sources){.library = cli->library,
				.launches = gm_given_last(&cli->given, GM_OPTION_LAUNCHES),
				.ptx = gm_given_last(&cli->given, GM_OPTION_PTX_FOLDER)};
	bool known = !from;
	for (int i = 0; from && i < GM_ORIGIN_COUNT; i++) {
		out->without[i] = strcmp(gm_origin_name((gm_origin)i), from) != 0;
		known = known || !out->without[i];
	}
	const gm_status status = gm_sample_given(cli, &out->sample);
	return known ? status
		     : gm_fail(&cli->err, GM_USAGE, "--from %s: expected ptx or descriptor", from);
}

/* ---- output ---- */

/* Everything that was read and found. The first validation is of all files together; a page has a part
   for each file, as runs of different origin have nothing to average. */
typedef struct job {
	gm_cli *cli;
	gm_runs **files;
	int count;
	gm_run_predictions *predictions;
	gm_notes *notes;
	gm_validation all, *each;
	char **pages; /* of the part of each file, as the page names them; NULL: it holds them itself */
} job;

static void
write_text(gm_text *out, const job *j)
{
	gm_report_validation_text(out, &j->all);
}

static void
write_json(gm_text *out, const job *j)
{
	gm_report_validation_json(out, &j->all);
}

static void
write_csv(gm_text *out, const job *j)
{
	gm_report_validation_csv(out, &j->all);
}

/* What lies beside the page is called in it by its name alone. */
static void
write_page(gm_text *out, const job *j, bool html)
{
	const char *plot = gm_given_last(&j->cli->given, GM_OPTION_PLOT);
	gm_report_validation_page(out, html,
	                          &(gm_validation_page){
	                                  .all = &j->all,
	                                  .validations = j->each,
	                                  .count = j->count,
	                                  .pages = (const char *const *)j->pages,
	                                  .notes = j->notes,
	                                  .picture = plot ? gm_text_file_name(plot) : NULL,
	                          });
}

static void
write_md(gm_text *out, const job *j)
{
	write_page(out, j, false);
}

static void
write_html(gm_text *out, const job *j)
{
	write_page(out, j, true);
}

static const struct {
	const char *format;
	void (*write)(gm_text *out, const job *j);
} writers[] = {
	{"text", write_text}, {"json", write_json}, {"csv", write_csv},
	{"markdown", write_md}, {"html", write_html},
};

static gm_status
choose_writer(gm_cli *cli, int *out)
{
	const char *plot = gm_given_last(&cli->given, GM_OPTION_PLOT);
	const gm_status status = gm_output_choose(cli, out);
	assert(strcmp(writers[*out].format, cli->command->formats[*out]) == 0);
	const bool page = status == GM_OK && (writers[*out].write == write_md || writers[*out].write == write_html);
	if (status == GM_OK && !page && gm_given_last(&cli->given, GM_OPTION_PARTS))
		return gm_fail(&cli->err, GM_USAGE, "--parts: only a page has parts: expected --format markdown or html");
	return status == GM_OK && plot ? gm_plot_check(plot, &cli->err) : status;
}

static gm_status
draw(const job *j)
{
	static const gm_plot_size size = {150, 150, 9};
	const char *path = gm_given_last(&j->cli->given, GM_OPTION_PLOT);
	gm_text script = {0};
	if (!path)
		return GM_OK;
	gm_report_validation_plot(&script, j->each, j->count);
	const gm_status status = gm_plot_render(script.bytes, size, path, &j->cli->err);
	gm_text_dispose(&script);
	return status;
}

/* ---- parts that are pages of their own ---- */

/* "accuracy/h200.md" */
static char *
page_name(const char *folder, const char *runs, const char *suffix)
{
	const char *name = gm_text_file_name(runs), *dot = strrchr(name, '.');
	gm_text text = {0};
	gm_text_print(&text, "%s/%.*s.%s", folder, dot ? (int)(dot - name) : (int)strlen(name), name, suffix);
	return text.bytes;
}

/* "reports/accuracy" of "reports/accuracy//" */
static char *
without_slashes(const char *path)
{
	size_t length = strlen(path);
	gm_text text = {0};
	while (length > 1 && path[length - 1] == '/')
		length--;
	gm_text_append_bytes(&text, path, length);
	return text.bytes;
}

/* Of those so far. */
static bool
is_taken(const job *j, int count, const char *page)
{
	for (int i = 0; i < count; i++)
		if (strcmp(j->pages[i], page) == 0)
			return true;
	return false;
}

static gm_status
write_part(const job *j, int i, bool html, const char *path)
{
	gm_outfile file;
	gm_text text = {0};
	gm_report_validation_part(&text, html, &j->each[i], j->notes);
	gm_status status = gm_outfile_open(&file, path, &j->cli->err);
	if (status == GM_OK)
		status = gm_outfile_close(&file, gm_outfile_write(&file, text.bytes, text.length, &j->cli->err),
		                          &j->cli->err);
	gm_text_dispose(&text);
	return status;
}

static gm_status
make_folder(const char *path, gm_error *err)
{
	return mkdir(path, 0777) == 0 || errno == EEXIST
	               ? GM_OK
	               : gm_fail(err, GM_CANNOT_WRITE, "%s: cannot make the folder: %s", path, strerror(errno));
}

static gm_status
write_parts(job *j, const char *format)
{
	const bool html = strcmp(format, "html") == 0;
	char *folder = without_slashes(gm_given_last(&j->cli->given, GM_OPTION_PARTS));
	gm_status status = make_folder(folder, &j->cli->err);
	j->pages = gm_allocate((size_t)j->count, sizeof *j->pages);
	for (int i = 0; i < j->count && status == GM_OK; i++) {
		const char *suffix = html ? "html" : "md";
		char *path = page_name(folder, j->files[i]->file, suffix);
		j->pages[i] = page_name(gm_text_file_name(folder), j->files[i]->file, suffix);
		status = is_taken(j, i, j->pages[i])
		                 ? gm_fail(&j->cli->err, GM_USAGE, "--parts: two files would have their part in %s", path)
		                 : write_part(j, i, html, path);
		free(path);
	}
	free(folder);
	return status;
}

/* ---- the whole ---- */

static gm_status
read_inputs(job *j)
{
	gm_cli *cli = j->cli;
	const char *notes = gm_given_last(&cli->given, GM_OPTION_NOTES);
	gm_run_sources sources;
	gm_status status = load_files(cli, j->files, &j->count);
	if (status == GM_OK && notes)
		status = gm_notes_load(notes, &j->notes, &cli->err);
	if (status == GM_OK)
		status = sources_given(cli, &sources);
	return status == GM_OK ? gm_run_predictions_make(&sources, j->files, j->count, &j->predictions,
							 &cli->err)
			       : status;
}

static gm_status
validate_some(job *j, gm_runs *const *files, int count, gm_validation *out)
{
	return gm_validate((const gm_runs *const *)files, count, gm_run_predictions_find,
			   j->predictions, out, &j->cli->err);
}

static gm_status
validate_files(job *j)
{
	gm_status status = validate_some(j, j->files, j->count, &j->all);
	j->each = gm_allocate((size_t)j->count, sizeof *j->each);
	for (int i = 0; i < j->count && status == GM_OK; i++)
		status = validate_some(j, &j->files[i], 1, &j->each[i]);
	return status;
}

static void
dispose(job *j)
{
	gm_validation_dispose(&j->all);
	for (int i = 0; j->each && i < j->count; i++)
		gm_validation_dispose(&j->each[i]);
	free(j->each);
	for (int i = 0; j->pages && i < j->count; i++)
		free(j->pages[i]);
	free(j->pages);
	gm_run_predictions_free(j->predictions);
	gm_notes_free(j->notes);
	for (int i = 0; i < j->count; i++)
		gm_runs_free(j->files[i]);
	free(j->files);
}

gm_status
gm_cmd_validate(gm_cli *cli)
{
	int writer = 0;
	double max_error_ratio = -1;
	gm_text out = {0};
	job j = {.cli = cli,
		 .files = gm_allocate((size_t)cli->given.positional_count, sizeof *j.files)};
	gm_status status = choose_writer(cli, &writer);
	if (status == GM_OK)
		status = gm_given_percent(cli, GM_OPTION_MAX_MAPE, INFINITY, &max_error_ratio);
	if (status == GM_OK)
		status = read_inputs(&j);
	if (status == GM_OK)
		status = validate_files(&j);
	if (status == GM_OK)
		status = draw(&j);
	if (status == GM_OK && gm_given_last(&cli->given, GM_OPTION_PARTS))
		status = write_parts(&j, writers[writer].format);
	if (status == GM_OK) {
		writers[writer].write(&out, &j);
		status = gm_output_write(cli, &out);
	}
	if (status == GM_OK)
		status = gm_validation_check(&j.all, max_error_ratio, &cli->err);
	gm_text_dispose(&out);
	dispose(&j);
	return status;
}
