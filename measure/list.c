#include "list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef bool line_reader(gm_launch *launch, char *rest);

static bool
copy_text(char *to, size_t to_bytes, const char *from)
{
	return *from != '\0' && snprintf(to, to_bytes, "%s", from) < (int)to_bytes;
}

static bool
read_three(unsigned *to, const char *text)
{
	char end;

	return sscanf(text, "%u %u %u %c", &to[0], &to[1], &to[2], &end) == 3;
}

static bool
read_kernel(gm_launch *launch, char *rest)
{
	return copy_text(launch->kernel, sizeof launch->kernel, rest);
}

static bool
read_code(gm_launch *launch, char *rest)
{
	return copy_text(launch->code, sizeof launch->code, rest);
}

static bool
read_ptx(gm_launch *launch, char *rest)
{
	return copy_text(launch->ptx, sizeof launch->ptx, rest);
}

static bool
read_compiled(gm_launch *launch, char *rest)
{
	gm_compiled *to = &launch->compiled;
	char end;

	return sscanf(rest, "%u.%u registers %u shared %u local %u barriers %u %c", &to->cc_major,
	              &to->cc_minor, &to->registers, &to->shared_bytes, &to->local_bytes,
	              &to->barriers, &end)
	       == 6;
}

static bool
read_entry(gm_launch *launch, char *rest)
{
	return copy_text(launch->entry, sizeof launch->entry, rest);
}

static bool
read_grid(gm_launch *launch, char *rest)
{
	return read_three(launch->grid, rest);
}

static bool
read_block(gm_launch *launch, char *rest)
{
	return read_three(launch->block, rest);
}

static bool
read_shared(gm_launch *launch, char *rest)
{
	char end;

	return sscanf(rest, "%u %c", &launch->shared_bytes, &end) == 1;
}

static bool
read_cooperative(gm_launch *launch, char *rest)
{
	launch->cooperative = true;
	return *rest == '\0';
}

static bool
read_set(gm_launch *launch, char *rest)
{
	return (strcmp(rest, "validation") == 0 || strcmp(rest, "calibration") == 0)
	       && copy_text(launch->set, sizeof launch->set, rest);
}

static bool
read_where(gm_launch *launch, char *rest)
{
	return copy_text(launch->where, sizeof launch->where, rest);
}

static bool
read_note(gm_launch *launch, char *rest)
{
	return copy_text(launch->note, sizeof launch->note, rest);
}

static bool
read_group(gm_launch *launch, char *rest)
{
	return copy_text(launch->group, sizeof launch->group, rest);
}

/* At the next multiple of its own size from `*end` on, where it is left behind it. */
static bool
add_argument(gm_launch *launch, const char *text, unsigned *end)
{
	if (launch->arguments_count == GM_ARGUMENTS_MAX)
		return false;
	gm_argument *argument = &launch->arguments[launch->arguments_count++];
	argument->is_array = strchr(text, '[') != NULL;
	const bool read = argument->is_array ? gm_contents_parse(&argument->contents, text)
	                                     : gm_scalar_parse(&argument->scalar, text);
	argument->bytes = argument->is_array ? 8 : (unsigned)gm_scalar_bytes(text);
	if (!read || argument->bytes == 0)
		return false;
	argument->place = launch->places_count;
	argument->offset = (*end + argument->bytes - 1) / argument->bytes * argument->bytes;
	*end = argument->offset + argument->bytes;
	return *end <= GM_STRUCTURE_BYTES;
}

/* Members stand between commas, of which none of them has its own. */
static bool
read_argument(gm_launch *launch, char *rest)
{
	static const char word[] = "struct=";
	const bool structure = strncmp(rest, word, sizeof word - 1) == 0;
	char *member = structure ? rest + sizeof word - 1 : rest;
	unsigned end = 0;
	bool read = true;

	while (read && member != NULL) {
		char *comma = structure ? strchr(member, ',') : NULL;
		if (comma != NULL)
			*comma++ = '\0';
		read = add_argument(launch, member, &end);
		member = comma;
	}
	launch->places_count++;
	return read;
}

static bool
read_constant(gm_launch *launch, char *rest)
{
	char *space = strchr(rest, ' ');

	if (launch->constants_count == GM_CONSTANTS_MAX || space == NULL)
		return false;
	gm_argument *constant = &launch->constants[launch->constants_count++];
	*space = '\0';
	constant->is_array = true;
	return copy_text(constant->symbol, sizeof constant->symbol, rest)
	       && gm_contents_parse(&constant->contents, space + 1);
}

static bool
read_parameter(gm_launch *launch, char *rest)
{
	if (launch->parameters_count == GM_PARAMETERS_MAX)
		return false;
	gm_parameter *parameter = &launch->parameters[launch->parameters_count++];
	return sscanf(rest, "%63s %63s", parameter->name, parameter->value) == 2;
}

static bool
read_result(gm_launch *launch, char *rest)
{
	if (launch->results_count == GM_RESULTS_MAX)
		return false;
	gm_result *result = &launch->results[launch->results_count++];
	return sscanf(rest, "%63s %d %lf %63s", result->metric, &result->argument, &result->divisor,
	              result->unit)
	               == 4
	       && result->argument >= 0 && result->argument < GM_ARGUMENTS_MAX;
}

static bool
read_dump(gm_launch *launch, char *rest)
{
	return sscanf(rest, "%d", &launch->dump) == 1 && launch->dump >= 0
	       && launch->dump < GM_ARGUMENTS_MAX;
}

/* For predictions. */
static bool
pass_over(gm_launch *launch, char *rest)
{
	(void)launch;
	(void)rest;
	return true;
}

static const struct {
	const char *word;
	line_reader *read;
} lines[] = {
        {"kernel", read_kernel},       {"code", read_code},         {"entry", read_entry},
        {"grid", read_grid},           {"block", read_block},       {"shared", read_shared},
        {"set", read_set},             {"where", read_where},       {"argument", read_argument},
        {"constant", read_constant},   {"parameter", read_parameter}, {"result", read_result},
        {"dump", read_dump},           {"note", read_note},         {"ptx", read_ptx},
        {"compiled", read_compiled},   {"group", read_group},       {"cooperative", read_cooperative},
        {"region", pass_over},
};

static gm_launch *
add_launch(gm_launch_list *list, const char *name)
{
	gm_launch *larger = realloc(list->launches, (list->count + 1) * sizeof *larger);

	if (larger == NULL)
		return NULL;
	list->launches = larger;
	gm_launch *launch = &larger[list->count++];
	memset(launch, 0, sizeof *launch);
	launch->dump = -1;
	snprintf(launch->set, sizeof launch->set, "validation");
	return copy_text(launch->name, sizeof launch->name, name) ? launch : NULL;
}

static bool
read_line(gm_launch_list *list, char *line)
{
	line[strcspn(line, "\r\n")] = '\0';
	if (*line == '\0' || *line == '#')
		return true;
	char *rest = line + strcspn(line, " ");
	if (*rest != '\0')
		*rest++ = '\0';
	if (strcmp(line, "launch") == 0)
		return add_launch(list, rest) != NULL;
	for (size_t i = 0; list->count > 0 && i < sizeof lines / sizeof lines[0]; i++)
		if (strcmp(lines[i].word, line) == 0)
			return lines[i].read(&list->launches[list->count - 1], rest);
	return false;
}

static bool
is_complete(gm_launch *launch)
{
	if (launch->kernel[0] == '\0')
		snprintf(launch->kernel, sizeof launch->kernel, "%s", launch->entry);
	return launch->code[0] != '\0' && launch->entry[0] != '\0' && launch->grid[0] > 0
	       && launch->block[0] > 0;
}

static bool
read_lines(gm_launch_list *list, FILE *file, const char *path, char *message, size_t message_bytes)
{
	char *line = NULL, shown[80];
	size_t room = 0;
	bool good = true;

	for (int number = 1; good && getline(&line, &room, file) >= 0; number++) {
		snprintf(shown, sizeof shown, "%s", line);
		shown[strcspn(shown, "\r\n")] = '\0';
		good = read_line(list, line);
		if (!good)
			snprintf(message, message_bytes, "%s:%d: cannot read '%s'", path, number, shown);
	}
	free(line);
	if (!good)
		return false;
	for (size_t i = 0; i < list->count; i++) {
		if (!is_complete(&list->launches[i])) {
			snprintf(message, message_bytes,
			         "%s: launch %s: expected code, entry, grid and block", path,
			         list->launches[i].name);
			return false;
		}
	}
	return true;
}

bool
gm_launch_list_read(gm_launch_list *list, const char *path, char *message, size_t message_bytes)
{
	FILE *file = fopen(path, "r");

	memset(list, 0, sizeof *list);
	if (file == NULL) {
		snprintf(message, message_bytes, "%s: %s", path, strerror(errno));
		return false;
	}
	const bool read = read_lines(list, file, path, message, message_bytes);
	fclose(file);
	return read;
}

void
gm_launch_list_dispose(gm_launch_list *list)
{
	free(list->launches);
	memset(list, 0, sizeof *list);
}
