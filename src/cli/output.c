#include "cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

gm_status
gm_stream_open(gm_cli *cli, gm_stream *stream)
{
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	*stream = (gm_stream){.cli = cli, .to_file = path && strcmp(path, "-") != 0};
	signal(SIGPIPE, SIG_IGN);
	return stream->to_file ? gm_outfile_open(&stream->file, path, &cli->err) : GM_OK;
}

gm_status
gm_stream_put(gm_stream *stream, gm_text *text)
{
	gm_error *err = &stream->cli->err;
	gm_status status = GM_OK;
	if (stream->to_file)
		status = gm_outfile_write(&stream->file, text->bytes, text->length, err);
	else if (!stream->reader_gone && !gm_write_all(STDOUT_FILENO, text->bytes, text->length)) {
		stream->reader_gone = errno == EPIPE;
		if (!stream->reader_gone)
			status = gm_fail(err, GM_CANNOT_WRITE, "cannot write the output: %s", strerror(errno));
	}
	text->length = 0;
	return status;
}

gm_status
gm_stream_close(gm_stream *stream, gm_status so_far)
{
	return stream->to_file ? gm_outfile_close(&stream->file, so_far, &stream->cli->err) : so_far;
}

gm_status
gm_output_write(gm_cli *cli, const gm_text *text)
{
	gm_stream stream;
	gm_text borrowed = *text;
	const gm_status status = gm_stream_open(cli, &stream);
	return status != GM_OK ? status : gm_stream_close(&stream, gm_stream_put(&stream, &borrowed));
}

/* Suffixes that are not their format's name. */
static const char *const suffixes[][2] = {{"text", "txt"}, {"markdown", "md"}, {"latex", "tex"}};

static const char *
suffix_of(const char *name)
{
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		if (strcmp(suffixes[i][0], name) == 0)
			return suffixes[i][1];
	return name;
}

/* "a, b or c" */
void
gm_output_list(gm_text *out, const char *const *names, const char *before)
{
	for (int i = 0; names[i]; i++)
		gm_text_print(out, "%s%s%s", i == 0 ? "" : names[i + 1] ? ", " : " or ", before,
		              *before ? suffix_of(names[i]) : names[i]);
}

static gm_status
unknown_choice(gm_cli *cli, const char *name, const char *path, const char *const *names)
{
	gm_text list = {0};
	size_t count = 0;
	while (names[count])
		count++;
	gm_output_list(&list, names, path ? "." : "");
	const char *nearest = path ? NULL : gm_text_nearest(name, names, count);
	if (path)
		gm_fail(&cli->err, GM_USAGE, "the suffix of '%s' names no format: expected %s%s", path,
		        list.bytes, count > 1 ? ", or --format" : "");
	else
		gm_fail(&cli->err, GM_USAGE, "unknown format '%s'%s%s%s: expected %s", name,
		        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "",
		        list.bytes);
	gm_text_dispose(&list);
	return GM_USAGE;
}

gm_status
gm_output_choose(gm_cli *cli, int *out)
{
	const char *const *names = cli->command->formats;
	const char *name = gm_given_last(&cli->given, GM_OPTION_FORMAT);
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	const bool by_suffix = !name && path && strcmp(path, "-") != 0 && !gm_outfile_is_special(path);
	const char *dot = by_suffix ? strrchr(path, '.') : NULL;
	*out = 0;
	if (by_suffix)
		name = dot ? dot + 1 : "";
	for (int i = 0; name && names[i]; i++)
		if (strcmp(suffix_of(names[i]), name) == 0 ||
		    (!by_suffix && strcmp(names[i], name) == 0)) {
			*out = i;
			return GM_OK;
		}
	return name ? unknown_choice(cli, name, by_suffix ? path : NULL, names) : GM_OK;
}

gm_status
gm_output_format(gm_cli *cli, const gm_report_format **out)
{
	int choice;
	const gm_status status = gm_output_choose(cli, &choice);
	if (status == GM_OK)
		*out = gm_report_format_find(cli->command->formats[choice]);
	return status;
}
