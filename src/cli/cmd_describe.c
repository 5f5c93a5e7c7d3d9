#include "cli/describe.h"

#include "base/symbol.h"
#include "input/kernel_form.h"
#include "input/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SOURCE_MOST_BYTES = 16 * 1024 * 1024,
	TOLD_MOST_BYTES = 1800, /* of complaints, in a message */
};

typedef struct describing {
	gm_cli *cli;
	gm_kernel *kernel; /* made from PTX */
	gm_ptx_words words;
	gm_outline *outline;
	char *source; /* the text of --source, NULL without */
	gm_text out;
	gm_text complaints; /* what is not exact, a line each */
} describing;

/* As a person would write it: the assembler's doing is left out. */
static bool
is_plain(const describing *d)
{
	return gm_given_has(&d->cli->given, GM_OPTION_PLAIN);
}

/* ---- the kernel, and the words it was asked for in ---- */

/* The text that stands for the command line has no lines that its user knows. */
static gm_status
without_place(gm_error *err, gm_status status, const char *name)
{
	if (status != GM_OK && strcmp(err->file, name) == 0) {
		err->file[0] = '\0';
		err->line = err->column = 0;
	}
	return status;
}

static gm_status
load_named(describing *d, const char *path, const gm_cuda_source *source)
{
	static const char name[] = "command line";
	gm_text text = {0};
	gm_error *err = &d->cli->err;
	gm_status status = gm_describe_given(d->cli, path, source, &text);
	if (status == GM_OK)
		status = gm_kernel_load_text(text.bytes, name, NULL, 0, &d->kernel, err);
	if (status == GM_OK)
		status = gm_ptx_words_load_text(text.bytes, name, d->kernel, &d->words, err);
	gm_text_dispose(&text);
	return without_place(err, status, name);
}

/* The source calls the arguments by their names, if it is understood. */
static gm_status
load_ptx(describing *d, const char *path)
{
	gm_error ignored = GM_ERROR_NONE;
	gm_cuda_source *source = NULL;
	gm_status status = load_named(d, path, NULL);
	if (status != GM_OK || !d->source)
		return status;
	gm_arena *arena = gm_arena_new();
	const char *entry = gm_symbol_plain(arena, d->kernel->entry);
	if (gm_cuda_source_load_text(d->source, "source", entry, &source, &ignored) == GM_OK) {
		gm_kernel_free(d->kernel);
		gm_ptx_words_dispose(&d->words);
		d->kernel = NULL;
		status = load_named(d, path, source);
	}
	gm_cuda_source_free(source);
	gm_arena_free(arena);
	return status;
}

static gm_status
load_descriptor(describing *d, const char *name)
{
	gm_definition definitions[64];
	char *names[64];
	int count = 0;
	const char *path;
	gm_status status = gm_library_model_path(d->cli->library, name, &path, &d->cli->err);
	for (int i = 0; i < d->cli->given.options_count && status == GM_OK; i++) {
		const char *text = d->cli->given.options[i].value, *equals;
		if (d->cli->given.options[i].id != GM_OPTION_DEFINE)
			continue;
		equals = strchr(text, '=');
		if (!equals || count == 64) {
			status =
				gm_fail(&d->cli->err, GM_USAGE, "-D %s: expected NAME=VALUE", text);
			continue;
		}
		names[count] = strndup(text, (size_t)(equals - text));
		definitions[count].name = names[count];
		status = gm_integer_parse(equals + 1, &definitions[count++].value, &d->cli->err);
	}
	if (status == GM_OK)
		status = gm_kernel_load(path, definitions, count, &d->kernel, &d->cli->err);
	if (status == GM_OK)
		status = gm_ptx_words_load(path, d->kernel, &d->words, &d->cli->err);
	if (status == GM_OK)
		d->words.request.name = d->kernel->name;
	for (int i = 0; i < count; i++)
		free(names[i]);
	return status;
}

static gm_status
override_registers(describing *d)
{
	int64_t count = 0;
	const gm_status status =
		gm_given_integer(d->cli, GM_OPTION_REGISTERS, 1, GM_REGISTERS_MAX, &count);
	if (status != GM_OK || count == 0)
		return status;
	d->kernel->resources.registers_by_capability_count = 0;
	d->kernel->resources.registers_count = count;
	return GM_OK;
}

static gm_status
load(describing *d)
{
	const char *name = d->cli->given.positional[0];
	const char *source = gm_given_last(&d->cli->given, GM_OPTION_CUDA_SOURCE);
	const gm_kernel_form form = gm_kernel_form_of(name);
	const bool ptx = form == GM_FORM_PTX;
	size_t bytes;
	gm_status status = gm_kernel_form_check(name, form, &d->cli->err);
	if (status == GM_OK && source)
		status = gm_text_file_read(source, "CUDA source", SOURCE_MOST_BYTES, &d->source,
					   &bytes, &d->cli->err);
	if (status == GM_OK)
		status = ptx ? load_ptx(d, name) : load_descriptor(d, name);
	if (status == GM_OK && ptx)
		status = gm_ptx_registers_given(d->cli, d->kernel);
	if (status == GM_OK)
		status = override_registers(d);
	return status;
}

/* ---- drafts ---- */

static void
complain(describing *d, const char *line)
{
	gm_text_print(&d->complaints, "%s\n", line);
}

/* Bytes of <require>, without which both drafts are compared. */
static size_t
required_length(const gm_outline *outline)
{
	gm_text text = {0};
	gm_outline only = *outline;
	gm_descriptor_write(&text, &only, NULL);
	const size_t with = text.length;
	text.length = 0;
	only.require = NULL;
	gm_descriptor_write(&text, &only, NULL);
	const size_t without = text.length;
	gm_text_dispose(&text);
	return with - without;
}

/* One outline, written as XML. */
static gm_status
draft(describing *d, bool fixed_block, gm_outline **outline, gm_text *out)
{
	gm_ptx_request request = d->words.request;
	request.fixed_block = fixed_block;
	request.as_written = is_plain(d);
	const gm_status status = gm_ptx_describe(d->kernel, &request, outline, &d->cli->err);
	if (status != GM_OK)
		return status;
	gm_outline_settle(*outline, is_plain(d));
	gm_descriptor_write(out, *outline, d->source);
	return GM_OK;
}

static bool
is_number(const char *text)
{
	return text[strspn(text, "0123456789, ")] == '\0';
}

/* Of two drafts the one with less in doubt, then the shorter. */
static bool
is_better(const gm_outline *narrow, const gm_text *fixed, const describing *wide)
{
	if (narrow->doubts_count != wide->outline->doubts_count)
		return narrow->doubts_count < wide->outline->doubts_count;
	return fixed->length - required_length(narrow) < wide->out.length;
}

/* A block given in numbers may make conditions needless, and say how often a loop turns; when it does,
   the descriptor requires it. */
static gm_status
describe(describing *d)
{
	gm_text fixed = {0};
	gm_outline *narrow = NULL;
	gm_status status = draft(d, false, &d->outline, &d->out);
	if (status == GM_OK && is_number(d->words.request.block))
		status = draft(d, true, &narrow, &fixed);
	if (status == GM_OK && narrow && is_better(narrow, &fixed, d)) {
		gm_outline_free(d->outline);
		gm_text_dispose(&d->out);
		d->outline = narrow;
		d->out = fixed;
		narrow = NULL;
		fixed = (gm_text){0};
	}
	for (int i = 0; status == GM_OK && i < d->outline->doubts_count; i++)
		complain(d, d->outline->doubts[i]);
	gm_outline_free(narrow);
	gm_text_dispose(&fixed);
	return status;
}

/* ---- the descriptor, held against the PTX ---- */

/* Each line of the text becomes a comment at the top. */
static void
add_doubts(gm_outline *o, char *lines)
{
	gm_arena *arena = gm_algebra_arena(o->algebra);
	for (char *rest = lines, *line; (line = strsep(&rest, "\n")) != NULL;) {
		const size_t count = (size_t)o->doubts_count;
		const char **doubts = gm_arena_allocate(arena, count + 1, sizeof *doubts);
		if (*line == '\0')
			continue;
		if (count)
			memcpy(doubts, o->doubts, count * sizeof *doubts);
		doubts[count] = gm_arena_copy_text(arena, line);
		o->doubts = doubts;
		o->doubts_count++;
	}
}

/* What stands for data may lead outside of an array: that is one more thing to tell, no failure. */
static gm_status
gather(describing *d, gm_text *counts, gm_text *times)
{
	gm_kernel *described = NULL;
	gm_error found = GM_ERROR_NONE;
	gm_status status =
		gm_kernel_load_text(d->out.bytes, "the descriptor", NULL, 0, &described, &found);
	const gm_describe_forms forms = {described, d->kernel, is_plain(d)};
	if (status == GM_OK)
		status = gm_describe_compare(d->cli, &forms, counts, times, &found);
	gm_kernel_free(described);
	if (status != GM_OK && d->outline->doubts_count) {
		gm_text_print(counts, "%s\n", found.message);
		return GM_OK;
	}
	if (status != GM_OK)
		d->cli->err = found;
	return status;
}

/* What differs stands in the file too. Of what a person would write, the time is told there alone. */
static gm_status
compare(describing *d)
{
	gm_text lines = {0}, times = {0};
	const gm_status status = gather(d, &lines, &times);
	if (lines.length)
		gm_text_append(&d->complaints, lines.bytes);
	if (times.length && !is_plain(d))
		gm_text_append(&d->complaints, times.bytes);
	if (times.length)
		gm_text_append(&lines, times.bytes);
	if (status == GM_OK && lines.length) {
		add_doubts(d->outline, lines.bytes);
		d->out.length = 0;
		gm_descriptor_write(&d->out, d->outline, d->source);
	}
	gm_text_dispose(&lines);
	gm_text_dispose(&times);
	return status;
}

static int
lines_in(const char *text)
{
	int lines = 0;
	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

/* Whole lines, as many as a message holds. */
static gm_status
tell(describing *d)
{
	char *told = d->complaints.bytes, *end = told + strlen(told) - 1;
	for (char *line = end; line && end - told > TOLD_MOST_BYTES;) {
		line = memrchr(told, '\n', (size_t)(end - told));
		end = line ? line : told + TOLD_MOST_BYTES;
	}
	const int more = lines_in(end + 1);
	*end = '\0';
	if (more == 0)
		return gm_fail(&d->cli->err, GM_CHECK_FAILED, "%s is not described exactly:\n%s",
			       d->outline->name, told);
	return gm_fail(&d->cli->err, GM_CHECK_FAILED,
		       "%s is not described exactly:\n%s\n%d more such lines stand in the descriptor",
		       d->outline->name, told, more);
}

gm_status
gm_cmd_describe(gm_cli *cli)
{
	describing d = {.cli = cli};
	gm_status status = load(&d);
	if (status == GM_OK)
		status = describe(&d);
	if (status == GM_OK)
		status = compare(&d);
	if (status == GM_OK)
		status = gm_output_write(cli, &d.out);
	if (status == GM_OK && d.complaints.length)
		status = tell(&d);
	gm_text_dispose(&d.out);
	gm_text_dispose(&d.complaints);
	gm_outline_free(d.outline);
	gm_ptx_words_dispose(&d.words);
	gm_kernel_free(d.kernel);
	free(d.source);
	return status;
}
