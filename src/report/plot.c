#include "report/plot.h"

#include "base/outfile.h"
#include "report/plot_hover.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char package[] = "install it with: apt-get install gnuplot-nox";

/* ---- terminals ---- */

/* `per_mm`: what the terminal counts sizes in, per millimetre; `font_points` fits that scale. */
typedef struct terminal {
	const char *suffix, *name, *unit, *font;
	double per_mm;
	int font_points;
	const char *more;
} terminal;

static const terminal terminals[] = {
	{".svg", "svg", "", "Helvetica,Arial,sans-serif", 4, 13, " background 'white'"},
	{".png", "pngcairo", "", "sans-serif", 8, 20,
	 " background 'white' linewidth 1.5 pointscale 2"},
	{".pdf", "pdfcairo", "cm", "sans-serif", 0.1, 9, ""},
	{".gp", "svg", "", "Helvetica,Arial,sans-serif", 4, 13, " background 'white'"},
};

enum { TERMINALS_COUNT = sizeof terminals / sizeof *terminals };

static const terminal *
terminal_of(const char *path)
{
	const char *dot = strrchr(path, '.');
	for (int i = 0; dot && i < TERMINALS_COUNT; i++)
		if (strcmp(dot, terminals[i].suffix) == 0)
			return &terminals[i];
	return NULL;
}

gm_status
gm_plot_check(const char *path, gm_error *err)
{
	return terminal_of(path)
		       ? GM_OK
		       : gm_fail(err, GM_USAGE,
				 "the suffix of '%s' names no picture: expected .svg, .png, .pdf "
				 "or .gp",
				 path);
}

void
gm_plot_quote(gm_text *out, const char *text)
{
	gm_text_append(out, "'");
	for (; *text; text++)
		if (*text == '\'')
			gm_text_append(out, "''");
		else
			gm_text_append_bytes(out, (unsigned char)*text < ' ' ? " " : text, 1);
	gm_text_append(out, "'");
}

static void
write_terminal(gm_text *out, const terminal *t, gm_plot_size size)
{
	const double letters = size.letters_points ? size.letters_points / 9.0 : 1;
	gm_text_print(out, "set terminal %s noenhanced size %.4g%s,%.4g%s font '%s,%.3g'%s\n",
		      t->name, size.width_mm * t->per_mm, t->unit, size.height_mm * t->per_mm,
		      t->unit, t->font, t->font_points * letters, t->more);
}

/* ---- gnuplot ---- */

/* A nameless file in memory, read by one process after the other wrote it: no pipe that could fill.
 */
static int
scratch(const char *bytes)
{
	const int fd = memfd_create("gpumodel", MFD_CLOEXEC);
	if (fd >= 0 && (!gm_write_all(fd, bytes, strlen(bytes)) || lseek(fd, 0, SEEK_SET) != 0)) {
		close(fd);
		return -1;
	}
	return fd;
}

static int
spawn(int input, int output, int errors, pid_t *pid)
{
	char name[] = "gnuplot";
	char *arguments[] = {name, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
	const int failed = posix_spawnp(pid, name, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* The line of gnuplot's complaint that says what is wrong: the last one that is not blank. */
static void
read_complaint(int errors, char *out, size_t out_bytes)
{
	char text[4096];
	const ssize_t got = pread(errors, text, sizeof text - 1, 0);
	text[got > 0 ? got : 0] = '\0';
	snprintf(out, out_bytes, "no reason given");
	char *rest = text;
	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
		line += strspn(line, " \t^");
		if (*line)
			snprintf(out, out_bytes, "%s", line);
	}
}

static gm_status
wait_for(pid_t pid, int output, int errors, gm_error *err)
{
	int result = 0;
	struct stat info;
	char complaint[256];
	while (waitpid(pid, &result, 0) < 0 && errno == EINTR)
		continue;
	const bool drawn = WIFEXITED(result) && WEXITSTATUS(result) == 0;
	if (drawn && fstat(output, &info) == 0 && (info.st_size > 0 || !S_ISREG(info.st_mode)))
		return GM_OK;
	read_complaint(errors, complaint, sizeof complaint);
	return gm_fail(err, GM_MISSING_TOOL, "gnuplot failed: %s; gnuplot-nox 5 is expected, %s",
		       complaint, package);
}

static gm_status
run_gnuplot(const char *script, int output, gm_error *err)
{
	pid_t pid;
	const int input = scratch(script), errors = scratch("");
	gm_status status = GM_OK;
	int failed = 0;
	if (input < 0 || errors < 0)
		status = gm_fail(err, GM_CANNOT_WRITE, "no room for a script: %s", strerror(errno));
	else if ((failed = spawn(input, output, errors, &pid)) != 0)
		status = gm_fail(err, GM_MISSING_TOOL, "gnuplot cannot be run (%s); %s",
				 strerror(failed), package);
	else
		status = wait_for(pid, output, errors, err);
	if (input >= 0)
		close(input);
	if (errors >= 0)
		close(errors);
	return status;
}

/* ---- files ---- */

/* The name of the picture beside a kept script, without its folders. */
static void
write_output_name(gm_text *out, const char *path)
{
	gm_text name = {0};
	gm_text_append(&name, gm_text_file_name(path));
	name.length -= strlen(".gp");
	gm_text_append(&name, ".svg");
	gm_text_append(out, "set output ");
	gm_plot_quote(out, name.bytes);
	gm_text_append(out, "\n");
	gm_text_dispose(&name);
}

/* The whole of a scratch file as a text. */
static void
read_all(int fd, gm_text *out)
{
	char bytes[1 << 16];
	off_t at = 0;
	for (ssize_t got; (got = pread(fd, bytes, sizeof bytes, at)) > 0; at += got)
		gm_text_append_bytes(out, bytes, (size_t)got);
}

/* gnuplot draws into memory, and the picture is written with the names that the script gives. */
static gm_status
draw_svg(const char *script, gm_outfile *file, gm_error *err)
{
	gm_text drawn = {0}, named = {0};
	const int fd = scratch("");
	if (fd < 0)
		return gm_fail(err, GM_CANNOT_WRITE, "no room for a picture: %s", strerror(errno));
	gm_status status = run_gnuplot(script, fd, err);
	if (status == GM_OK) {
		read_all(fd, &drawn);
		gm_plot_hover_apply(&named, drawn.bytes, script);
		status = gm_outfile_write(file, named.bytes, named.length, err);
	}
	close(fd);
	gm_text_dispose(&drawn);
	gm_text_dispose(&named);
	return status;
}

gm_status
gm_plot_render(const char *script, gm_plot_size size, const char *path, gm_error *err)
{
	gm_outfile file;
	gm_text text = {0};
	gm_status status = gm_plot_check(path, err);
	if (status == GM_OK)
		status = gm_outfile_open(&file, path, err);
	if (status != GM_OK)
		return status;
	const terminal *t = terminal_of(path);
	write_terminal(&text, t, size);
	if (strcmp(t->suffix, ".gp") == 0) {
		write_output_name(&text, path);
		gm_text_append(&text, script);
		status = gm_outfile_write(&file, text.bytes, text.length, err);
	} else {
		gm_text_append(&text, script);
		status = strcmp(t->suffix, ".svg") == 0 ? draw_svg(text.bytes, &file, err)
							: run_gnuplot(text.bytes, file.fd, err);
	}
	gm_text_dispose(&text);
	return gm_outfile_close(&file, status, err);
}
