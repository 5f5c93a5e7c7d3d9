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

gm_status
gm_output_format(gm_cli *cli, const gm_report_format **out)
{
	const char *name = gm_given_last(&cli->given, GM_OPTION_FORMAT);
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	if (!name && path && strcmp(path, "-") != 0 && !gm_outfile_is_special(path)) {
		*out = gm_report_format_of_file(path);
		return *out ? GM_OK
		            : gm_fail(&cli->err, GM_USAGE,
		                      "the suffix of '%s' names no format: expected .txt, .json or .csv, or "
		                      "--format",
		                      path);
	}
	*out = gm_report_format_find(name ? name : "text");
	if (*out)
		return GM_OK;
	const char *names[8];
	for (size_t i = 0; i < gm_report_formats_count; i++)
		names[i] = gm_report_formats[i].name;
	const char *nearest = gm_text_nearest(name, names, gm_report_formats_count);
	return gm_fail(&cli->err, GM_USAGE, "unknown format '%s'%s%s%s: expected text, json or csv", name,
	               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}
