#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct {
	char letter;
	const char *name, *argument, *what;
} rows[GM_OPTION_COUNT] = {
#define X(id, letter, name, argument, what) [id] = {letter, name, argument, what},
        GM_OPTION_LIST(X)
#undef X
};

static bool
takes(const gm_command *command, int id)
{
	return id == GM_OPTION_HELP || (command->options & GM_TAKES(id)) != 0;
}

static gm_status
unknown_option(const gm_command *command, const char *word, gm_error *err)
{
	const char *names[GM_OPTION_COUNT];
	size_t count = 0;
	char wanted[64] = "";
	strncat(wanted, word + (word[1] == '-' ? 2 : 1), sizeof wanted - 1);
	wanted[strcspn(wanted, "=")] = '\0';
	for (int i = 0; i < GM_OPTION_COUNT; i++) {
		if (strcmp(rows[i].name, wanted) == 0 && !takes(command, i))
			return gm_fail(err, GM_USAGE, "'%s' does not take --%s; see 'gpumodel help %s'",
			               command->name, wanted, command->name);
		if (takes(command, i))
			names[count++] = rows[i].name;
	}
	const char *nearest = gm_text_nearest(wanted, names, count);
	return gm_fail(err, GM_USAGE, "unknown option '%s'%s%s%s; see 'gpumodel help %s'", word,
	               nearest ? "; did you mean '--" : "", nearest ? nearest : "", nearest ? "'?" : "",
	               command->name);
}

/* The option that `word` names, and where its value begins inside the word, if there. */
static int
option_of(const gm_command *command, const char *word, const char **value)
{
	*value = NULL;
	for (int i = 0; i < GM_OPTION_COUNT; i++) {
		if (!takes(command, i))
			continue;
		const size_t length = strlen(rows[i].name);
		if (word[1] == '-' && strncmp(word + 2, rows[i].name, length) == 0 &&
		    (word[2 + length] == '\0' || word[2 + length] == '=')) {
			*value = word[2 + length] == '=' ? word + 3 + length : NULL;
			return i;
		}
		if (word[1] == rows[i].letter && rows[i].letter) {
			*value = word[2] ? word + 2 : NULL;
			return i;
		}
	}
	return -1;
}

static gm_status
take_option(gm_given *given, const gm_command *command, int argc, char **argv, int *at, gm_error *err)
{
	const char *value;
	const char *word = argv[*at];
	const int id = option_of(command, word, &value);
	if (id < 0)
		return unknown_option(command, word, err);
	if (!rows[id].argument && value)
		return gm_fail(err, GM_USAGE, "--%s takes no value, found '%s'", rows[id].name, word);
	if (rows[id].argument && !value) {
		if (*at + 1 >= argc)
			return gm_fail(err, GM_USAGE, "--%s needs a value: --%s %s", rows[id].name,
			               rows[id].name, rows[id].argument);
		value = argv[++*at];
	}
	given->options[given->options_count].id = (gm_option_id)id;
	given->options[given->options_count++].value = value;
	return GM_OK;
}

static gm_status
check_count(const gm_given *given, const gm_command *command, gm_error *err)
{
	if (gm_given_has(given, GM_OPTION_HELP))
		return GM_OK;
	if (given->positional_count < command->least)
		return gm_fail(err, GM_USAGE, "'%s' needs %s; see 'gpumodel help %s'", command->name,
		               command->arguments, command->name);
	if (command->most >= 0 && given->positional_count > command->most)
		return gm_fail(err, GM_USAGE, "'%s' does not know what to do with '%s'; see 'gpumodel help %s'",
		               command->name, given->positional[command->most], command->name);
	return GM_OK;
}

gm_status
gm_given_parse(gm_given *given, const gm_command *command, int argc, char **argv, int first,
               gm_error *err)
{
	bool words_only = false;
	for (int i = first; i < argc; i++) {
		if (given->positional_count == GM_WORDS_MAX || given->options_count == GM_WORDS_MAX)
			return gm_fail(err, GM_USAGE, "more than %d words", GM_WORDS_MAX);
		if (!words_only && strcmp(argv[i], "--") == 0) {
			words_only = true;
		} else if (words_only || argv[i][0] != '-' || argv[i][1] == '\0') {
			given->positional[given->positional_count++] = argv[i];
		} else {
			const gm_status status = take_option(given, command, argc, argv, &i, err);
			if (status != GM_OK)
				return status;
		}
	}
	return check_count(given, command, err);
}

const char *
gm_given_last(const gm_given *given, gm_option_id id)
{
	for (int i = given->options_count - 1; i >= 0; i--)
		if (given->options[i].id == id)
			return given->options[i].value;
	return NULL;
}

bool
gm_given_has(const gm_given *given, gm_option_id id)
{
	for (int i = 0; i < given->options_count; i++)
		if (given->options[i].id == id)
			return true;
	return false;
}

gm_status
gm_given_refuse(gm_cli *cli, gm_option_id id, const char *value, const char *expected)
{
	return gm_fail(&cli->err, GM_USAGE, "--%s %s: expected %s", rows[id].name, value, expected);
}

gm_status
gm_given_integer(gm_cli *cli, gm_option_id id, int64_t least, int64_t most, int64_t *out)
{
	const char *text = gm_given_last(&cli->given, id);
	char expected[96];
	if (!text || (gm_integer_parse(text, out, NULL) == GM_OK && *out >= least && *out <= most))
		return GM_OK;
	snprintf(expected, sizeof expected, "a number from %lld%s%.0lld", (long long)least,
	         most == INT64_MAX ? " on" : " to ", most == INT64_MAX ? 0 : (long long)most);
	return gm_given_refuse(cli, id, text, expected);
}

gm_status
gm_given_bytes(gm_cli *cli, gm_option_id id, int64_t *out)
{
	const char *text = gm_given_last(&cli->given, id);
	double bytes = 0;
	if (!text)
		return GM_OK;
	if (gm_quantity_parse_text(text, GM_BYTES, &bytes, NULL) != GM_OK || bytes < 0 ||
	    bytes > INT32_MAX || bytes != (double)(int64_t)bytes)
		return gm_given_refuse(cli, id, text, "a size from 0 to 2 GiB with its unit: 24KiB");
	*out = (int64_t)bytes;
	return GM_OK;
}

gm_status
gm_given_percent(gm_cli *cli, gm_option_id id, double most, double *out)
{
	const char *text = gm_given_last(&cli->given, id);
	gm_text number = {0};
	if (!text)
		return GM_OK;
	const size_t length = strlen(text);
	const bool plain = length == 0 || text[length - 1] != '%';
	gm_text_append_bytes(&number, text, length - !plain);
	const bool good = number.length && gm_number_parse(number.bytes, out, NULL) == GM_OK && *out >= 0 &&
	                  *out <= 100 * most && !(plain && *out > 0 && *out < 1);
	*out /= 100;
	gm_text_dispose(&number);
	return good ? GM_OK
	            : gm_given_refuse(cli, id, text,
	                              most == 1 ? "0 to 100%, below 1 with the sign"
	                                        : "a percentage as 15 or 15%, below 1 with the sign");
}

/* Words from column `left` on, the lines broken before column 80. */
static void
write_wrapped(gm_text *out, const char *words, size_t left)
{
	size_t column = left;
	while (*words) {
		const size_t length = strcspn(words, " ");
		if (column > left && column + 1 + length > 79) {
			gm_text_append(out, "\n");
			gm_text_pad_to(out, left);
			column = left;
		} else if (column > left) {
			gm_text_append(out, " ");
			column++;
		}
		gm_text_append_bytes(out, words, length);
		column += length;
		words += length + (words[length] == ' ');
	}
}

/* What an option does; a command's formats stand in its own row. */
static void
write_what(gm_text *out, const gm_command *command, int id)
{
	gm_text what = {0};
	const char *const *formats = command ? command->formats : NULL;
	gm_text_append(&what, rows[id].what);
	if (id == GM_OPTION_FORMAT)
		gm_output_list(&what, formats, "");
	if (id == GM_OPTION_OUTPUT && formats && formats[1])
		gm_text_append(&what, "; the suffix chooses the format");
	write_wrapped(out, what.bytes, 30);
	gm_text_dispose(&what);
}

static void
write_option(gm_text *out, const gm_command *command, int id)
{
	gm_text left = {0};
	if (rows[id].letter)
		gm_text_print(&left, "  -%c, --%s", rows[id].letter, rows[id].name);
	else
		gm_text_print(&left, "      --%s", rows[id].name);
	if (rows[id].argument)
		gm_text_print(&left, " %s", rows[id].argument);
	gm_text_append(out, left.bytes);
	if (left.length > 28)
		gm_text_append(out, "\n");
	gm_text_pad_to(out, 30);
	write_what(out, command, id);
	gm_text_append(out, "\n");
	gm_text_dispose(&left);
}

void
gm_help_command(gm_text *out, const gm_command *command)
{
	gm_text_print(out, "gpumodel %s%s%s\n%s\n\n", command->name, *command->arguments ? " " : "",
	              command->arguments, command->summary);
	if (*command->help)
		gm_text_print(out, "%s\n", command->help);
	gm_text_append(out, "options\n");
	for (int i = 0; i < GM_OPTION_COUNT; i++)
		if (takes(command, i))
			write_option(out, command, i);
}

void
gm_help_program(gm_text *out)
{
	gm_text_append(out, "gpumodel: how fast a CUDA kernel can run on a GPU, without the GPU\n\n"
	                    "  gpumodel COMMAND ...\n\ncommands\n");
	for (int i = 0; i < gm_commands_count; i++) {
		gm_text_print(out, "  %s", gm_commands[i].name);
		gm_text_pad_to(out, 14);
		gm_text_print(out, "%s\n", gm_commands[i].summary);
	}
	gm_text_append(out, "\noptions\n");
	write_option(out, NULL, GM_OPTION_HELP);
	write_option(out, NULL, GM_OPTION_VERSION);
	gm_text_append(out, "\n'gpumodel help COMMAND' tells more. Exit codes: 0 ok, 1 a check failed, 2 usage,\n"
	                    "3 bad input, 4 something is missing (a tool, a place to write).\n");
}
