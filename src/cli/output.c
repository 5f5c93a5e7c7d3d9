#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gm_status
cannot_write(const char *path, gm_error *err)
{
	return gm_fail(err, GM_CANNOT_WRITE, "cannot write %s: %s", path, strerror(errno));
}

static bool
write_all(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		const ssize_t written = write(fd, bytes, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		bytes += written;
		length -= (size_t)written;
	}
	return true;
}

/* Anything but a plain file (a pipe, /dev/null) is written directly: it cannot be replaced. */
static bool
is_special(const char *path)
{
	struct stat info;
	return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

static gm_status
write_beside(const char *path, const gm_text *text, gm_error *err)
{
	gm_text beside = {0};
	const bool direct = is_special(path);
	gm_text_print(&beside, direct ? "%s" : "%s.XXXXXX", path);
	const int fd = direct ? open(path, O_WRONLY) : mkstemp(beside.bytes);
	gm_status status = fd < 0 ? cannot_write(path, err) : GM_OK;
	if (status == GM_OK && !write_all(fd, text->bytes, text->length))
		status = cannot_write(path, err);
	if (fd >= 0 && !direct) {
		const mode_t mask = umask(0);
		umask(mask);
		fchmod(fd, 0666 & ~mask);
	}
	if (fd >= 0 && close(fd) != 0 && status == GM_OK)
		status = cannot_write(path, err);
	if (!direct && status == GM_OK && rename(beside.bytes, path) != 0)
		status = cannot_write(path, err);
	if (!direct && fd >= 0 && status != GM_OK)
		unlink(beside.bytes);
	gm_text_dispose(&beside);
	return status;
}

gm_status
gm_output_write(gm_cli *cli, const gm_text *text)
{
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	if (path && strcmp(path, "-") != 0)
		return write_beside(path, text, &cli->err);
	signal(SIGPIPE, SIG_IGN);
	if (text->length && !write_all(STDOUT_FILENO, text->bytes, text->length) && errno != EPIPE)
		return cannot_write("the output", &cli->err);
	return GM_OK;
}

gm_status
gm_output_format(gm_cli *cli, const gm_report_format **out)
{
	const char *name = gm_given_last(&cli->given, GM_OPTION_FORMAT);
	const char *path = gm_given_last(&cli->given, GM_OPTION_OUTPUT);
	if (!name && path && strcmp(path, "-") != 0 && !is_special(path)) {
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
