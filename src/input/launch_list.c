#include "input/launch_list.h"

#include "base/quantity.h"
#include "base/text.h"
#include "input/spill_lines.h"
#include "input/text_file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES_MAX = 100000, LIST_BYTES_MAX = 64 * 1024 * 1024 };

/* The arrays of the launch that is being read, and the launches so far. */
typedef struct reader {
	gm_launches *launches;
	const char *file;
	gm_error *err;
	int line;
	gm_launch *items;
	const char **arguments;
	gm_launch_constant *constants;
	gm_run_parameter *parameters;
	gm_spill_region *regions;
	size_t items_capacity, arguments_capacity, constants_capacity, parameters_capacity, regions_capacity;
} reader;

/* `rest` is what follows the word, and may be cut in place. */
typedef gm_status line_reader(reader *r, gm_launch *launch, char *rest);

static const char *
kept(reader *r, const char *text)
{
	return gm_arena_copy_text(r->launches->arena, text);
}

static gm_status
expected(reader *r, const char *rest, const char *what)
{
	return gm_fail(r->err, GM_BAD_VALUE, "expected %s, found '%.60s'", what, rest);
}

/* The next word; "" at the end. */
static char *
next_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	*rest = word + strcspn(word, " \t");
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

static bool
read_integer(const char *word, int64_t least, int64_t most, int64_t *out)
{
	return gm_integer_parse(word, out, NULL) == GM_OK && *out >= least && *out <= most;
}

/* ---- one line each ---- */

static gm_status
read_shape(reader *r, char *rest, gm_dim3 *out)
{
	return gm_dim3_read(rest, out) ? GM_OK
	                               : expected(r, rest, "three whole numbers from 1 on");
}

static gm_status
read_grid(reader *r, gm_launch *launch, char *rest)
{
	return read_shape(r, rest, &launch->grid);
}

static gm_status
read_block(reader *r, gm_launch *launch, char *rest)
{
	return read_shape(r, rest, &launch->block);
}

static gm_status
read_shared(reader *r, gm_launch *launch, char *rest)
{
	return read_integer(rest, 0, INT32_MAX, &launch->shared_dynamic_bytes)
	               ? GM_OK
	               : expected(r, rest, "a number of bytes");
}

static gm_status
read_cooperative(reader *r, gm_launch *launch, char *rest)
{
	launch->cooperative = true;
	return *rest ? expected(r, rest, "nothing behind the word") : GM_OK;
}

static gm_status
read_text(reader *r, const char **out, const char *rest)
{
	*out = kept(r, rest);
	return *rest ? GM_OK : gm_fail(r->err, GM_BAD_SYNTAX, "expected a text after the word");
}

static gm_status
read_set(reader *r, gm_launch *launch, char *rest)
{
	for (int i = 0; i < GM_RUN_SET_COUNT; i++)
		if (strcmp(gm_run_set_name((gm_run_set)i), rest) == 0) {
			launch->set = (gm_run_set)i;
			return GM_OK;
		}
	return expected(r, rest, "validation or calibration");
}

/* "9.0 registers 16 shared 0 local 0 barriers 0" */
static gm_status
read_compiled(reader *r, gm_launch *launch, char *rest)
{
	gm_launch_compiled *c = &launch->compiled;
	const struct {
		const char *word;
		int64_t *to;
	} numbers[] = {{"registers", &c->registers_count},
	               {"shared", &c->shared_bytes},
	               {"local", &c->local_bytes},
	               {"barriers", &c->barriers_count}};
	char shown[80], end;
	snprintf(shown, sizeof shown, "%s", rest);
	bool good = sscanf(next_word(&rest), "%d.%d%c", &c->cc_major, &c->cc_minor, &end) == 2 &&
	            c->cc_major > 0 && c->cc_minor >= 0;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		good = good && strcmp(next_word(&rest), numbers[i].word) == 0 &&
		       read_integer(next_word(&rest), 0, INT32_MAX, numbers[i].to);
	return good && !*next_word(&rest)
	               ? GM_OK
	               : expected(r, shown, "'9.0 registers N shared N local N barriers N'");
}

static gm_status
read_argument(reader *r, gm_launch *launch, char *rest)
{
	const size_t row = (size_t)launch->arguments_count++;
	r->arguments = gm_grow(r->arguments, &r->arguments_capacity, row + 1, sizeof *r->arguments);
	return read_text(r, &r->arguments[row], rest);
}

static gm_status
read_constant(reader *r, gm_launch *launch, char *rest)
{
	const size_t row = (size_t)launch->constants_count++;
	r->constants = gm_grow(r->constants, &r->constants_capacity, row + 1, sizeof *r->constants);
	const char *symbol = kept(r, next_word(&rest));
	r->constants[row] = (gm_launch_constant){symbol, kept(r, rest)};
	return *symbol && *rest ? GM_OK : expected(r, symbol, "a symbol and what it holds");
}

static gm_status
read_parameter(reader *r, gm_launch *launch, char *rest)
{
	const size_t row = (size_t)launch->parameters_count++;
	r->parameters = gm_grow(r->parameters, &r->parameters_capacity, row + 1, sizeof *r->parameters);
	r->parameters[row].name = kept(r, next_word(&rest));
	return read_integer(next_word(&rest), INT64_MIN, INT64_MAX, &r->parameters[row].value)
	               ? GM_OK
	               : expected(r, r->parameters[row].name, "a name and an integer");
}

static gm_status
read_region(reader *r, gm_launch *launch, char *rest)
{
	const size_t row = (size_t)launch->compiled.spilling.regions_count++;
	char shown[80];
	snprintf(shown, sizeof shown, "%s", rest);
	r->regions = gm_grow(r->regions, &r->regions_capacity, row + 1, sizeof *r->regions);
	return gm_spill_region_read(rest, r->launches->arena, &r->regions[row])
	               ? GM_OK
	               : expected(r, shown, "the parent of a region, its length and its items");
}

static gm_status
pass_over(reader *r, gm_launch *launch, char *rest)
{
	(void)r;
	(void)launch;
	(void)rest;
	return GM_OK;
}

#define TEXT(member) offsetof(gm_launch, member)
static const struct {
	const char *word;
	line_reader *read; /* NULL: a text, kept where the launch has it */
	size_t text;
} lines[] = {
        {"kernel", NULL, TEXT(kernel)},   {"code", NULL, TEXT(code)},   {"ptx", NULL, TEXT(ptx)},
        {"entry", NULL, TEXT(entry)},     {"note", NULL, TEXT(note)},   {"where", NULL, TEXT(where)},
        {"group", NULL, TEXT(group)},     {"set", read_set, 0},         {"compiled", read_compiled, 0},
        {"grid", read_grid, 0},           {"block", read_block, 0},     {"shared", read_shared, 0},
        {"argument", read_argument, 0},   {"constant", read_constant, 0}, {"parameter", read_parameter, 0},
        {"result", pass_over, 0},         {"dump", pass_over, 0},       {"cooperative", read_cooperative, 0},
        {"region", read_region, 0},
};
#undef TEXT

enum { LINES_COUNT = sizeof lines / sizeof *lines };

/* ---- the whole ---- */

static const void *
sealed(reader *r, const void *items, int count, size_t bytes)
{
	void *copy = gm_arena_allocate(r->launches->arena, (size_t)count + 1, bytes);
	if (count)
		memcpy(copy, items, (size_t)count * bytes);
	return copy;
}

/* The first lies in none, each other in one before it or after it, and none in itself. */
static bool
parents_are_there(const gm_spilling *s)
{
	for (int32_t i = 0; i < s->regions_count; i++)
		if (i == 0 ? s->regions[i].parent != -1
		           : s->regions[i].parent < 0 || s->regions[i].parent >= s->regions_count ||
		                     s->regions[i].parent == i)
			return false;
	return true;
}

/* The launch that was being read is complete: its arrays move into the arena. */
static gm_status
end_launch(reader *r)
{
	if (r->launches->count == 0)
		return GM_OK;
	gm_launch *launch = &r->items[r->launches->count - 1];
	launch->arguments = sealed(r, r->arguments, launch->arguments_count, sizeof *r->arguments);
	launch->constants = sealed(r, r->constants, launch->constants_count, sizeof *r->constants);
	launch->parameters = sealed(r, r->parameters, launch->parameters_count, sizeof *r->parameters);
	launch->compiled.spilling.regions =
	        sealed(r, r->regions, launch->compiled.spilling.regions_count, sizeof *r->regions);
	if (!*launch->kernel)
		launch->kernel = launch->entry;
	if (!parents_are_there(&launch->compiled.spilling)) {
		r->line = launch->line;
		return gm_fail(r->err, GM_BAD_VALUE, "launch %s: a region lies in one that is not there", launch->name);
	}
	if (*launch->code && *launch->entry && launch->grid.x && launch->block.x)
		return GM_OK;
	r->line = launch->line;
	return gm_fail(r->err, GM_BAD_SYNTAX, "launch %s: expected code, entry, grid and block",
	               launch->name);
}

static gm_status
begin_launch(reader *r, const char *name)
{
	const gm_status status = end_launch(r);
	if (status != GM_OK)
		return status;
	if (!*name)
		return gm_fail(r->err, GM_BAD_SYNTAX, "expected a name after 'launch'");
	r->launches->items = r->items;
	const gm_launch *same = gm_launches_find(r->launches, name);
	if (same)
		return gm_fail(r->err, GM_BAD_VALUE, "launch %s stands on line %d already", name,
		               same->line);
	if (r->launches->count == LAUNCHES_MAX)
		return gm_fail(r->err, GM_TOO_LARGE, "more than %d launches", LAUNCHES_MAX);
	r->items = gm_grow(r->items, &r->items_capacity, (size_t)r->launches->count + 1,
	                   sizeof *r->items);
	r->items[r->launches->count++] = (gm_launch){.name = kept(r, name),
	                                             .kernel = "",
	                                             .code = "",
	                                             .ptx = "",
	                                             .entry = "",
	                                             .where = "",
	                                             .note = "",
	                                             .group = "",
	                                             .line = r->line};
	return GM_OK;
}

static gm_status
unknown_word(reader *r, const char *word)
{
	const char *names[LINES_COUNT + 1] = {[LINES_COUNT] = "launch"};
	for (int i = 0; i < LINES_COUNT; i++)
		names[i] = lines[i].word;
	const char *nearest = gm_text_nearest(word, names, LINES_COUNT + 1);
	return gm_fail(r->err, GM_UNKNOWN_NAME, "unknown word '%.60s'%s%s%s", word,
	               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static gm_status
read_line(reader *r, char *line)
{
	line[strcspn(line, "\r")] = '\0';
	line += strspn(line, " \t");
	if (*line == '\0' || *line == '#')
		return GM_OK;
	char *rest = line;
	const char *word = next_word(&rest);
	if (strcmp(word, "launch") == 0)
		return begin_launch(r, rest);
	int i = 0;
	while (i < LINES_COUNT && strcmp(lines[i].word, word) != 0)
		i++;
	if (i == LINES_COUNT)
		return unknown_word(r, word);
	if (r->launches->count == 0)
		return gm_fail(r->err, GM_BAD_SYNTAX, "'%s' stands before the first 'launch'", word);
	gm_launch *launch = &r->items[r->launches->count - 1];
	return lines[i].read ? lines[i].read(r, launch, rest)
	                     : read_text(r, (const char **)((char *)launch + lines[i].text), rest);
}

static gm_status
read_lines(reader *r, const char *text)
{
	char *copy = gm_allocate(strlen(text) + 1, 1), *rest = copy;
	memcpy(copy, text, strlen(text));
	gm_status status = GM_OK;
	while (rest && status == GM_OK) {
		r->line++;
		status = read_line(r, strsep(&rest, "\n"));
	}
	if (status == GM_OK)
		status = end_launch(r);
	if (status == GM_OK && r->launches->count == 0)
		status = gm_fail(r->err, GM_BAD_SYNTAX, "holds no launch");
	gm_error_locate(r->err, r->file, r->line, 0);
	free(copy);
	return status;
}

gm_status
gm_launches_load_text(const char *text, const char *name, gm_launches **out, gm_error *err)
{
	gm_error own = GM_ERROR_NONE;
	gm_arena *arena = gm_arena_new();
	gm_launches *launches = gm_arena_allocate(arena, 1, sizeof *launches);
	*launches = (gm_launches){.arena = arena, .file = gm_arena_copy_text(arena, name)};
	reader r = {.launches = launches, .file = name, .err = err ? err : &own};
	const gm_status status = read_lines(&r, text);
	launches->items = sealed(&r, r.items, launches->count, sizeof *r.items);
	free(r.items);
	free(r.arguments);
	free(r.constants);
	free(r.parameters);
	free(r.regions);
	*out = status == GM_OK ? launches : NULL;
	if (status != GM_OK)
		gm_arena_free(arena);
	return status;
}

gm_status
gm_launches_load(const char *path, gm_launches **out, gm_error *err)
{
	char *text = NULL;
	size_t bytes = 0;
	*out = NULL;
	gm_status status = gm_text_file_read(path, "a launch list", LIST_BYTES_MAX, &text, &bytes, err);
	if (status == GM_OK)
		status = gm_launches_load_text(text, path, out, err);
	free(text);
	return status;
}
