#include "cli/argument_words.h"

#include <ctype.h>
#include <string.h>

size_t
gm_cli_word_length(const char *text)
{
	size_t length = 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static const char *
cut(gm_arena *arena, const char *text, size_t length)
{
	return gm_arena_print(arena, "%.*s", (int)length, text);
}

/* The count ends where its bracket does. */
static const char *
closing(const char *text)
{
	int depth = 1;
	for (; *text; text++) {
		depth += (*text == '[') - (*text == ']');
		if (depth == 0)
			return text;
	}
	return NULL;
}

static gm_status
refuse(const gm_argument_words *words, gm_error *err)
{
	if (strcmp(words->option, "constant") == 0)
		return gm_fail(err, GM_USAGE,
		               "--constant %s: expected NAME:TYPE=VALUE or NAME:TYPE[COUNT]: side:s32=11, "
		               "filter:f32[9]:random",
		               words->text);
	return gm_fail(err, GM_USAGE,
	               "--arg %s: expected TYPE=VALUE or TYPE[COUNT], with a name before it or not: "
	               "s32=1024, n:s32=1024, A:f32[n*n]:random, struct=f32[n],s32=n",
	               words->text);
}

static gm_status take_one(gm_arena *arena, const char *option, const char *text, gm_argument_words *out,
                          gm_error *err);

static gm_status
take_members(gm_arena *arena, gm_argument_words *out, gm_error *err)
{
	gm_status status = GM_OK;
	const char *at = out->value;
	out->members = gm_arena_allocate(arena, strlen(at) + 1, sizeof *out->members);
	for (bool more = true; more && status == GM_OK;) {
		const size_t length = gm_text_part(at);
		gm_argument_words *member = &out->members[out->members_count++];
		if (length == 0)
			return refuse(out, err);
		status = take_one(arena, out->option, cut(arena, at, length), member, err);
		if (status == GM_OK && member->members_count)
			status = gm_fail(err, GM_USAGE,
			                 "--arg %s: members of a structure inside of another stand among "
			                 "those of the other",
			                 out->text);
		more = at[length] == ',';
		at += length + more;
	}
	return status;
}

static gm_status
take_one(gm_arena *arena, const char *option, const char *text, gm_argument_words *out, gm_error *err)
{
	const char *at = text;
	size_t length = gm_cli_word_length(at);
	*out = (gm_argument_words){.option = option, .text = text};
	if (length && at[length] == ':') {
		out->name = cut(arena, at, length);
		out->named = true;
		at += length + 1;
		length = gm_cli_word_length(at);
	}
	out->type = cut(arena, at, length);
	at += length;
	if (length && *at == '=') {
		int64_t value;
		out->value = at + 1;
		out->integer = strchr("su", *out->type) && isdigit((unsigned char)out->type[1]);
		out->number = out->integer && gm_integer_parse(out->value, &value, NULL) == GM_OK;
		if (out->integer && out->value[gm_text_part(out->value)])
			return refuse(out, err); /* members without struct= */
		return strcmp(out->type, "struct") == 0 ? take_members(arena, out, err) : GM_OK;
	}
	const char *end = length && *at == '[' ? closing(at + 1) : NULL;
	if (!end || (end[1] && !strchr(":@/", end[1])))
		return refuse(out, err);
	out->count = cut(arena, at + 1, (size_t)(end - at - 1));
	out->rest = end + 1;
	return GM_OK;
}

static bool
is_taken(const gm_cli *cli, const gm_argument_words *words, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (words[i].name && strcmp(words[i].name, name) == 0)
			return true;
	const size_t length = strlen(name);
	for (int i = 0; i < cli->given.options_count; i++)
		if (cli->given.options[i].id == GM_OPTION_DEFINE &&
		    strncmp(cli->given.options[i].value, name, length) == 0 &&
		    cli->given.options[i].value[length] == '=')
			return true;
	return false;
}

static void
name_numbers(const gm_cli *cli, gm_arena *arena, gm_argument_words *words, int count)
{
	int unnamed = 0, next = 0;
	for (int i = 0; i < count; i++)
		unnamed += words[i].number && !words[i].name;
	for (int i = 0; i < count; i++) {
		const char *name = unnamed == 1 ? "n" : "";
		if (!words[i].number || words[i].name)
			continue;
		while (!*name || is_taken(cli, words, count, name))
			name = gm_arena_print(arena, "n%d", next++);
		words[i].name = name;
	}
}

static gm_status
check_named_once(const gm_argument_words *words, int count, gm_error *err)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i && words[i].name; k++)
			if (words[k].name && strcmp(words[k].name, words[i].name) == 0)
				return gm_fail(err, GM_USAGE, "two --%s are called %s", words[i].option, words[i].name);
	return GM_OK;
}

static gm_status
take_all(const gm_cli *cli, gm_option_id id, const char *option, gm_arena *arena, gm_argument_words *out, int *count,
         gm_error *err)
{
	gm_status status = GM_OK;
	*count = 0;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == id)
			status = take_one(arena, option, cli->given.options[i].value, &out[(*count)++], err);
	return status == GM_OK ? check_named_once(out, *count, err) : status;
}

gm_status
gm_argument_words_take(const gm_cli *cli, gm_arena *arena, gm_argument_words *out, int *count,
                       gm_error *err)
{
	const gm_status status = take_all(cli, GM_OPTION_ARGUMENT, "arg", arena, out, count, err);
	if (status == GM_OK)
		name_numbers(cli, arena, out, *count);
	return status;
}

/* A structure has no name in memory by which it could be filled. */
gm_status
gm_constant_words_take(const gm_cli *cli, gm_arena *arena, gm_argument_words *out, int *count,
                       gm_error *err)
{
	gm_status status = take_all(cli, GM_OPTION_CONSTANT, "constant", arena, out, count, err);
	for (int i = 0; i < *count && status == GM_OK; i++)
		if (!out[i].named || out[i].members_count || strcmp(out[i].type, "struct") == 0 ||
		    (out[i].rest && *out[i].rest == '/'))
			status = refuse(&out[i], err);
	return status;
}
