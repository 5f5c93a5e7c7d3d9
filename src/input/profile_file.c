#include "input/profile_file.h"

#include "base/text.h"
#include "input/csv.h"
#include "input/text_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PROFILE_BYTES_MAX = 1 << 30, ROWS_MAX = 1 << 20 };

/* Columns that are no metric, by name. */
typedef enum column {
	COLUMN_ID,
	COLUMN_KERNEL,
	COLUMN_BLOCK,
	COLUMN_GRID,
	COLUMN_METRIC,
	COLUMN_UNIT,
	COLUMN_VALUE,
	COLUMN_COUNT
} column;

static const char *const column_names[COLUMN_COUNT] = {
        "ID", "Kernel Name", "Block Size", "Grid Size", "Metric Name", "Metric Unit", "Metric Value"};

typedef struct reader {
	gm_profile *profile;
	const char *file;
	gm_error *err;
	gm_number_style style;
	int line;       /* on which the record begins */
	char **head;    /* fields of the record with the column names; NULL before it */
	int head_count;
	int columns[COLUMN_COUNT]; /* -1: not there */
	char **units;   /* of the raw page */
	gm_profile_row *rows;
	size_t rows_capacity;
	gm_measured *measured; /* of the row that is being filled */
	size_t measured_capacity;
	const char *id; /* of that row, on the details page */
} reader;

static const char *
kept(reader *r, const char *text)
{
	return gm_arena_copy_text(r->profile->arena, text);
}

static char **
kept_fields(reader *r, char *const *fields, int count)
{
	char **copy = gm_arena_allocate(r->profile->arena, (size_t)count, sizeof *copy);
	for (int i = 0; i < count; i++)
		copy[i] = gm_arena_copy_text(r->profile->arena, fields[i]);
	return copy;
}

static const char *
field_of(const reader *r, char *const *fields, int count, column which)
{
	const int at = r->columns[which];
	return at >= 0 && at < count ? fields[at] : "";
}

/* ---- names and shapes ---- */

/* "void a::copy<float>(float *, int)" is copy: up to the arguments, behind blanks and scopes. */
static const char *
entry_of(reader *r, const char *name)
{
	const size_t length = strcspn(name, "(<");
	char *entry = gm_arena_print(r->profile->arena, "%.*s", (int)length, name);
	char *blank = strrchr(entry, ' ');
	entry = blank ? blank + 1 : entry;
	char *scope = strrchr(entry, ':');
	return scope ? scope + 1 : entry;
}

/* "(4096, 1, 1)"; zero when it is not of that form. */
static gm_dim3
shape_of(const char *text)
{
	int64_t sides[3] = {0};
	for (int i = 0; i < 3; i++) {
		text += strcspn(text, "0123456789");
		sides[i] = strtoll(text, (char **)(uintptr_t)&text, 10);
	}
	return sides[2] > 0 ? (gm_dim3){sides[0], sides[1], sides[2]} : (gm_dim3){0};
}

/* ---- rows ---- */

static void
end_row(reader *r)
{
	if (r->profile->count == 0)
		return;
	gm_profile_row *row = &r->rows[r->profile->count - 1];
	if (row->measured)
		return;
	gm_measured *list = gm_arena_allocate(r->profile->arena, (size_t)row->measured_count + 1,
	                                      sizeof *list);
	if (row->measured_count)
		memcpy(list, r->measured, (size_t)row->measured_count * sizeof *list);
	row->measured = list;
}

static gm_status
begin_row(reader *r, char *const *fields, int count)
{
	end_row(r);
	const char *name = field_of(r, fields, count, COLUMN_KERNEL);
	if (r->profile->count == ROWS_MAX)
		return gm_fail(r->err, GM_TOO_LARGE, "more than %d launches", ROWS_MAX);
	if (!*name)
		return gm_fail(r->err, GM_BAD_SYNTAX, "a launch without a kernel's name");
	r->rows = gm_grow(r->rows, &r->rows_capacity, (size_t)r->profile->count + 1, sizeof *r->rows);
	r->rows[r->profile->count++] =
	        (gm_profile_row){.name = kept(r, name),
	                         .entry = entry_of(r, name),
	                         .grid = shape_of(field_of(r, fields, count, COLUMN_GRID)),
	                         .block = shape_of(field_of(r, fields, count, COLUMN_BLOCK)),
	                         .line = r->line};
	return GM_OK;
}

static bool
is_missing(const char *value)
{
	return !*value || strcmp(value, "n/a") == 0 || strcmp(value, "(null)") == 0;
}

static bool
is_no_number(const char *value)
{
	return strcasecmp(value, "nan") == 0 || strcasecmp(value, "inf") == 0 ||
	       strcasecmp(value, "-nan") == 0;
}

/* Not an error: one of hundreds of metrics must not cost the others. */
static gm_status
leave_out(reader *r, const char *name, const char *what, const char *found)
{
	gm_profile *p = r->profile;
	if (p->left_out_count++ == 0)
		p->left_out = gm_arena_print(p->arena, "%s:%d: %.80s: %s '%.40s'", r->file, r->line,
		                             name, what, found);
	return GM_OK;
}

/* Some facts of a launch are words: launch__cluster_scheduling_policy is PolicySpread. */
static bool
is_word(const char *metric, const char *value)
{
	return strncmp(metric, "launch__", 8) == 0 && isalpha((unsigned char)*value);
}

static gm_status
add_measured(reader *r, const char *name, const char *unit, const char *value)
{
	gm_profile_row *row = &r->rows[r->profile->count - 1];
	const char *metric = gm_profile_metric(name);
	gm_measured m = {.metric = metric, .line = r->line};
	double factor = 1;
	if (!metric || is_missing(value) || is_word(metric, value))
		return GM_OK;
	m.unit = gm_profile_unit(unit, &factor);
	if (!m.unit)
		return GM_OK;
	if (!*m.unit)
		return leave_out(r, name, "unknown unit", unit);
	if (is_no_number(value))
		return leave_out(r, name, "expected a number, found", value);
	if (!gm_styled_number_parse(value, r->style, &m.value) || m.value < 0)
		return gm_fail(r->err, GM_BAD_VALUE, "%.80s: expected a number from 0 on, found '%.40s'",
		               name, value);
	m.value *= factor;
	m.metric = kept(r, metric);
	for (int i = 0; i < row->measured_count; i++)
		if (strcmp(r->measured[i].metric, metric) == 0)
			return GM_OK; /* the details page shows some metrics in several sections */
	r->measured = gm_grow(r->measured, &r->measured_capacity, (size_t)row->measured_count + 1,
	                      sizeof *r->measured);
	r->measured[row->measured_count++] = m;
	return GM_OK;
}

/* ---- records of the two layouts ---- */

static bool
is_details(const reader *r)
{
	return r->columns[COLUMN_METRIC] >= 0 && r->columns[COLUMN_VALUE] >= 0;
}

static bool
is_head(char *const *fields, int count)
{
	bool kernel = false, more = false;
	for (int i = 0; i < count; i++) {
		kernel = kernel || strcmp(fields[i], column_names[COLUMN_KERNEL]) == 0;
		more = more || strcmp(fields[i], column_names[COLUMN_METRIC]) == 0 ||
		       gm_profile_metric(fields[i]);
	}
	return kernel && more;
}

static void
take_head(reader *r, char *const *fields, int count)
{
	end_row(r);
	r->head = kept_fields(r, fields, count);
	r->head_count = count;
	r->units = NULL;
	r->id = NULL;
	for (int c = 0; c < COLUMN_COUNT; c++) {
		r->columns[c] = -1;
		for (int i = 0; i < count; i++)
			if (strcmp(fields[i], column_names[c]) == 0)
				r->columns[c] = i;
	}
}

/* A launch has a name; the row of units has none. */
static gm_status
take_raw(reader *r, char *const *fields, int count)
{
	if (!r->units && !*field_of(r, fields, count, COLUMN_KERNEL)) {
		r->units = kept_fields(r, fields, count);
		return GM_OK;
	}
	if (!r->units)
		return gm_fail(r->err, GM_BAD_SYNTAX, "expected a row of units below the column names");
	gm_status status = begin_row(r, fields, count);
	for (int i = 0; i < count && status == GM_OK; i++)
		status = add_measured(r, r->head[i], r->units[i], fields[i]);
	return status;
}

static gm_status
take_details(reader *r, char *const *fields, int count)
{
	const char *id = field_of(r, fields, count, COLUMN_ID);
	const char *metric = field_of(r, fields, count, COLUMN_METRIC);
	const char *name = field_of(r, fields, count, COLUMN_KERNEL);
	const gm_profile_row *last = r->profile->count ? &r->rows[r->profile->count - 1] : NULL;
	const bool same = r->id && last && strcmp(r->id, id) == 0 && strcmp(last->name, name) == 0;
	const gm_status status = same ? GM_OK : begin_row(r, fields, count);
	if (!same)
		r->id = kept(r, id);
	if (status != GM_OK || !*metric) /* the profiler's advice stands in rows without a metric */
		return status;
	return add_measured(r, metric, field_of(r, fields, count, COLUMN_UNIT),
	                    field_of(r, fields, count, COLUMN_VALUE));
}

static gm_status
take_record(reader *r, char *const *fields, int count)
{
	if (is_head(fields, count)) {
		take_head(r, fields, count);
		return GM_OK;
	}
	if (!r->head || (count == 1 && !*fields[0]))
		return GM_OK;
	/* The details page leaves fields out at the end of a row; what must be there is asked for. */
	const int least = is_details(r) ? r->columns[COLUMN_VALUE] + 1 : r->head_count;
	if (count > r->head_count || count < least)
		return gm_fail(r->err, GM_BAD_SYNTAX, "expected %d fields, found %d", r->head_count, count);
	return is_details(r) ? take_details(r, fields, count) : take_raw(r, fields, count);
}

/* ---- the whole ---- */

typedef gm_status record_taker(reader *r, char *const *fields, int count);

/* Talk of the profiler, or of the program before the head. */
static bool
is_talk(const reader *r, const char *line)
{
	return strncmp(line, "==", 2) == 0 || (!r->head && *line != '"' && !strstr(line, ","));
}

static gm_status
read_records(reader *r, const char *text, record_taker *take)
{
	static const int first_line = 1;
	char *copy = gm_allocate(strlen(text) + 1, 1), *rest = copy;
	char **fields = gm_allocate(GM_CSV_FIELDS_MAX, sizeof *fields);
	int next_line = first_line;
	gm_status status = GM_OK;
	memcpy(copy, text, strlen(text));
	while (*rest && status == GM_OK) {
		r->line = next_line;
		if (is_talk(r, rest)) {
			rest += strcspn(rest, "\n");
			rest += *rest == '\n';
			next_line++;
			continue;
		}
		const int count = gm_csv_record(&rest, fields, &next_line);
		if (count < 0)
			status = gm_fail(r->err, GM_BAD_SYNTAX, "a quote is never closed");
		else if (count > GM_CSV_FIELDS_MAX)
			status = gm_fail(r->err, GM_TOO_LARGE, "more than %d columns", GM_CSV_FIELDS_MAX);
		else
			status = take(r, fields, count);
	}
	free(fields);
	free(copy);
	return status;
}

/* ---- the style of numbers, found in a pass of its own ---- */

static gm_status
note_style(reader *r, const char *value)
{
	if (strspn(value, "0123456789.,-") != strlen(value))
		return GM_OK;
	const gm_number_style style = gm_number_style_of(value);
	if (style == GM_STYLE_OPEN || style == r->style)
		return GM_OK;
	if (r->style != GM_STYLE_OPEN)
		return gm_fail(r->err, GM_BAD_VALUE,
		               "'%.40s': is a comma or a point the decimal mark? Numbers above say otherwise",
		               value);
	r->style = style;
	return GM_OK;
}

static gm_status
take_style(reader *r, char *const *fields, int count)
{
	gm_status status = GM_OK;
	if (is_head(fields, count)) {
		take_head(r, fields, count);
		return GM_OK;
	}
	if (!r->head)
		return GM_OK;
	if (is_details(r))
		return note_style(r, field_of(r, fields, count, COLUMN_VALUE));
	for (int i = 0; i < count && i < r->head_count && status == GM_OK; i++)
		if (gm_profile_metric(r->head[i]))
			status = note_style(r, fields[i]);
	return status;
}

gm_status
gm_profile_load_text(const char *text, const char *name, gm_profile **out, gm_error *err)
{
	gm_error own = GM_ERROR_NONE;
	gm_arena *arena = gm_arena_new();
	gm_profile *profile = gm_arena_allocate(arena, 1, sizeof *profile);
	*profile = (gm_profile){.arena = arena, .file = gm_arena_copy_text(arena, name),
	                        .left_out = ""};
	reader r = {.profile = profile, .file = name, .err = err ? err : &own};
	gm_status status = read_records(&r, text, take_style);
	r.head = NULL;
	if (status == GM_OK)
		status = read_records(&r, text, take_record);
	end_row(&r);
	if (status == GM_OK && profile->count == 0) {
		r.line = 0;
		status = gm_fail(r.err, GM_BAD_SYNTAX,
		                 "holds no launch of a kernel: expected what 'ncu --csv' writes");
	}
	gm_error_locate(r.err, name, r.line, 0);
	gm_profile_row *rows = gm_arena_allocate(arena, (size_t)profile->count + 1, sizeof *rows);
	if (profile->count)
		memcpy(rows, r.rows, (size_t)profile->count * sizeof *rows);
	profile->rows = rows;
	free(r.rows);
	free(r.measured);
	*out = status == GM_OK ? profile : NULL;
	if (status != GM_OK)
		gm_arena_free(arena);
	return status;
}

gm_status
gm_profile_load(const char *path, gm_profile **out, gm_error *err)
{
	char *text = NULL;
	size_t bytes = 0;
	*out = NULL;
	gm_status status =
	        gm_text_file_read(path, "a profiler's CSV", PROFILE_BYTES_MAX, &text, &bytes, err);
	if (status == GM_OK)
		status = gm_profile_load_text(text, path, out, err);
	free(text);
	return status;
}
