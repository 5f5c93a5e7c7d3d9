#include "input/ptxas_log.h"

#include "input/compiled_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES_MAX = 4096 };

typedef struct log_state {
	gm_compiled_reader reader;
	int line;
	bool pending; /* a kernel was begun and its counts have not come */
	char name[NAME_BYTES_MAX];
} log_state;

static gm_status
malformed(log_state *log, const char *what)
{
	gm_fail(log->reader.err, GM_BAD_SYNTAX, "%s", what);
	gm_error_locate(log->reader.err, log->reader.file, log->line, 0);
	return GM_BAD_SYNTAX;
}

static gm_compiled_kernel *
kernel_of(log_state *log)
{
	return log->reader.kernels_count ? &log->reader.kernels[log->reader.kernels_count - 1]
					 : NULL;
}

/* The text between the quotes after `from`; NULL when there is none. */
static const char *
quoted(const char *from, char *out, size_t out_bytes)
{
	const char *begin = strchr(from, '\'');
	const char *end = begin ? strchr(begin + 1, '\'') : NULL;
	if (!end || (size_t)(end - begin) > out_bytes)
		return NULL;
	memcpy(out, begin + 1, (size_t)(end - begin - 1));
	out[end - begin - 1] = '\0';
	return end + 1;
}

static gm_status
begin_kernel(log_state *log, const char *line)
{
	char arch[32];
	const char *after = quoted(line, log->name, sizeof log->name);
	char *end = arch;
	long sm = 0;
	if (log->pending)
		return malformed(log, "a kernel begins before the last one's registers were told");
	if (after && quoted(after, arch, sizeof arch) && strncmp(arch, "sm_", 3) == 0)
		sm = strtol(arch + 3, &end, 10);
	if (sm < 10 || sm > 999 || (*end && !strchr("af", *end)))
		return malformed(log, "expected Compiling entry function 'NAME' for 'sm_NN'");
	gm_compiled_reader_add(&log->reader, log->name, (int)sm);
	log->pending = true;
	return GM_OK;
}

/* The number, or the sum "48+16", that stands before `unit`; -1 when the line has no such unit. */
static int64_t
number_before(const char *line, const char *unit)
{
	const char *at = strstr(line, unit);
	if (!at)
		return -1;
	while (at > line && (isdigit((unsigned char)at[-1]) || at[-1] == '+'))
		at--;
	if (!isdigit((unsigned char)*at))
		return -1;
	char *end;
	long long sum = strtoll(at, &end, 10);
	while (*end == '+' && isdigit((unsigned char)end[1]) && sum < INT32_MAX)
		sum += strtoll(end + 1, &end, 10);
	return sum > INT32_MAX ? -1 : sum;
}

static int64_t
at_least_zero(int64_t number)
{
	return number < 0 ? 0 : number;
}

/* Adds to what an earlier function of the same kernel told. */
static void
add(int64_t *sum, int64_t number)
{
	if (number >= 0)
		*sum = at_least_zero(*sum) + number;
}

static gm_status
take_frame(log_state *log, const char *line)
{
	gm_compiled_kernel *kernel = kernel_of(log);
	if (!kernel)
		return GM_OK;
	const int64_t frame = number_before(line, " bytes stack frame");
	kernel->stack_bytes = frame > kernel->stack_bytes ? frame : kernel->stack_bytes;
	add(&kernel->spill_stores_bytes, number_before(line, " bytes spill stores"));
	add(&kernel->spill_loads_bytes, number_before(line, " bytes spill loads"));
	return GM_OK;
}

static gm_status
take_counts(log_state *log, const char *line)
{
	gm_compiled_kernel *kernel = kernel_of(log);
	if (!kernel || !log->pending)
		return GM_OK;
	kernel->registers_count = number_before(line, " registers");
	if (kernel->registers_count < 0)
		return malformed(log, "expected 'Used N registers'");
	const int64_t stack = number_before(line, " bytes cumulative stack size");
	kernel->shared_static_bytes = at_least_zero(number_before(line, " bytes smem"));
	kernel->barriers_count = at_least_zero(number_before(line, " barriers"));
	kernel->stack_bytes = stack > kernel->stack_bytes ? stack : kernel->stack_bytes;
	log->pending = false;
	return GM_OK;
}

static const struct {
	const char *mark;
	gm_status (*take)(log_state *log, const char *line);
} marks[] = {
	{"Compiling entry function '", begin_kernel},
	{" bytes stack frame", take_frame},
	{": Used ", take_counts},
};

static gm_status
take_line(log_state *log, const char *line)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strstr(line, marks[i].mark))
			return marks[i].take(log, line);
	return GM_OK;
}

static gm_status
take_lines(log_state *log, const char *text)
{
	gm_status status = GM_OK;
	while (*text && status == GM_OK) {
		const size_t length = strcspn(text, "\n");
		char *line = gm_allocate(length + 1, 1);
		memcpy(line, text, length);
		log->line++;
		status = take_line(log, line);
		free(line);
		text += length + (text[length] == '\n');
	}
	if (status == GM_OK && log->pending)
		status = malformed(log, "the text ends before the last kernel's registers");
	if (status == GM_OK && log->reader.kernels_count == 0)
		status = gm_fail(log->reader.err, GM_BAD_VALUE,
				 "no kernel of ptxas -v in it: compile with nvcc -Xptxas -v and "
				 "keep what it "
				 "writes on stderr");
	return status;
}

gm_status
gm_ptxas_log_load_text(const char *text, const char *name, gm_compiled **out, gm_error *err)
{
	log_state *log = gm_allocate(1, sizeof *log);
	gm_compiled_reader_begin(&log->reader, name, err);
	const gm_status status = gm_compiled_reader_end(&log->reader, take_lines(log, text), out);
	free(log);
	return status;
}

gm_status
gm_ptxas_log_load(const char *path, gm_compiled **out, gm_error *err)
{
	char *text = NULL;
	size_t capacity = 0;
	*out = NULL;
	FILE *file = fopen(path, "r");
	if (!file)
		return gm_fail(err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(errno));
	errno = 0;
	const ssize_t got = getdelim(&text, &capacity, '\0', file);
	const bool failed = ferror(file) != 0;
	const int why = errno;
	fclose(file);
	const gm_status status =
		failed ? gm_fail(err, GM_BAD_FILE, "cannot read %s: %s", path, strerror(why))
		       : gm_ptxas_log_load_text(got > 0 ? text : "", path, out, err);
	free(text);
	return status;
}
