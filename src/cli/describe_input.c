#include "cli/describe.h"

#include "cli/argument_words.h"

#include <stdlib.h>
#include <string.h>

typedef struct composing {
	gm_cli *cli;
	gm_arena *arena;
	gm_text *out;
	gm_argument_words arguments[GM_WORDS_MAX], constants[GM_WORDS_MAX];
	int count, constants_count;
} composing;

/* ---- parameters ---- */

static void
attribute(composing *c, const char *name, const char *value)
{
	gm_xml_append_attribute(c->out, name, value);
}

/* Expressions may stand in braces, as predict wants them: {n/16} is n/16, 2*{n+1} is 2*(n+1). */
static void
expression(composing *c, const char *name, const char *value)
{
	gm_text text = {0};
	for (const char *at = value; *at; at++) {
		const char *end = *at == '{' ? strchr(at, '}') : NULL;
		const bool alone =
			end && (at == value || at[-1] == ',') && (!end[1] || end[1] == ',');
		if (!end) {
			gm_text_append_bytes(&text, at, 1);
			continue;
		}
		gm_text_append(&text, alone ? "" : "(");
		gm_text_append_bytes(&text, at + 1, (size_t)(end - at - 1));
		gm_text_append(&text, alone ? "" : ")");
		at = end;
	}
	attribute(c, name, text.bytes ? text.bytes : "");
	gm_text_dispose(&text);
}

static void
add_parameter(composing *c, const char *name, const char *value, const char *doc)
{
	gm_text_append(c->out, "<parameter");
	attribute(c, "name", name);
	attribute(c, "value", value);
	if (*doc)
		attribute(c, "doc", doc);
	gm_text_append(c->out, "/>\n");
}

/* Definitions first, so that everything may use them; an argument of the same name takes its value
 * there. */
static gm_status
add_parameters(composing *c)
{
	const gm_given *given = &c->cli->given;
	for (int i = 0; i < given->options_count; i++) {
		const char *text = given->options[i].value,
			   *equals = text ? strchr(text, '=') : NULL;
		if (given->options[i].id != GM_OPTION_DEFINE)
			continue;
		if (!equals || gm_cli_word_length(text) != (size_t)(equals - text) || equals == text)
			return gm_fail(&c->cli->err, GM_USAGE, "-D %s: expected NAME=VALUE", text);
		const char *name =
			gm_arena_print(c->arena, "%.*s", (int)(equals - text), text);
		add_parameter(c, name, equals + 1, "");
		for (int k = 0; k < c->count; k++)
			if (c->arguments[k].name && c->arguments[k].number &&
			    strcmp(c->arguments[k].name, name) == 0) {
				c->arguments[k].number = false;
				c->arguments[k].value = c->arguments[k].name;
			}
	}
	for (int i = 0; i < c->count; i++) {
		gm_argument_words *a = &c->arguments[i];
		gm_text doc = {0};
		if (!a->number)
			continue;
		gm_text_print(&doc, "argument %d", i + 1);
		add_parameter(c, a->name, a->value, doc.bytes);
		a->value = a->name;
		gm_text_dispose(&doc);
	}
	return GM_OK;
}

/* ---- launch and arguments ---- */

static gm_status
add_shape(composing *c, gm_option_id id, const char *name)
{
	const char *text = gm_given_last(&c->cli->given, id);
	if (!text)
		return gm_fail(&c->cli->err, GM_USAGE, "a .ptx file needs --%s X, X,Y or X,Y,Z",
			       name);
	expression(c, name, text);
	return GM_OK;
}

/* 4KiB, or an expression. */
static void
add_dynamic(composing *c)
{
	const char *text = gm_given_last(&c->cli->given, GM_OPTION_DYNAMIC_SHARED);
	double bytes = 0;
	gm_text number = {0};
	if (!text)
		return;
	if (gm_quantity_parse_text(text, GM_BYTES, &bytes, NULL) == GM_OK)
		gm_text_print(&number, "%.0f", bytes);
	expression(c, "dynamic_shared", number.bytes ? number.bytes : text);
	gm_text_dispose(&number);
}

static void
add_value(composing *c, const gm_argument_words *a)
{
	attribute(c, "type", a->type);
	if (a->value)
		expression(c, "value", a->value);
	else
		expression(c, "count", a->count);
	if (a->rest && *a->rest)
		attribute(c, "contents", a->rest + (*a->rest == ':'));
	gm_text_append(c->out, "/>\n");
}

static gm_status
refuse_map(composing *c, const gm_argument_words *a)
{
	if (!a->rest || *a->rest != '/')
		return GM_OK;
	return gm_fail(&c->cli->err, GM_NOT_MODELLED,
		       "--arg %s: a tensor map is taken by predict, not by describe", a->text);
}

static gm_status
add_members(composing *c, const gm_argument_words *a)
{
	gm_status status = GM_OK;
	attribute(c, "type", a->type);
	gm_text_append(c->out, ">\n");
	for (int i = 0; i < a->members_count && status == GM_OK; i++) {
		status = refuse_map(c, &a->members[i]);
		gm_text_append(c->out, "<member");
		add_value(c, &a->members[i]);
	}
	gm_text_append(c->out, "</argument>\n");
	return status;
}

static gm_status
add_argument(composing *c, const gm_argument_words *a)
{
	const gm_status status = refuse_map(c, a);
	gm_text_append(c->out, "<argument");
	if (a->name)
		attribute(c, "name", a->name);
	if (a->members_count)
		return add_members(c, a);
	add_value(c, a);
	return status;
}

static void
add_constant(composing *c, const gm_argument_words *a)
{
	gm_text_append(c->out, "<constant");
	attribute(c, "name", a->name);
	add_value(c, a);
}

static gm_status
compose(composing *c, const char *path)
{
	const char *entry = gm_given_last(&c->cli->given, GM_OPTION_ENTRY);
	gm_text_append(c->out, "<kernel name=\"kernel\" schema=\"1\">\n");
	gm_status status = add_parameters(c);
	gm_text_append(c->out, "<launch");
	if (status == GM_OK)
		status = add_shape(c, GM_OPTION_GRID, "grid");
	if (status == GM_OK)
		status = add_shape(c, GM_OPTION_BLOCK_SHAPE, "block");
	if (status != GM_OK)
		return status;
	add_dynamic(c);
	gm_text_append(c->out, "/>\n");
	gm_text_append(c->out, "<ptx");
	attribute(c, "source", path);
	if (entry)
		attribute(c, "entry", entry);
	gm_text_append(c->out, "/>\n");
	for (int i = 0; i < c->count && status == GM_OK; i++)
		status = add_argument(c, &c->arguments[i]);
	for (int i = 0; i < c->constants_count && status == GM_OK; i++)
		add_constant(c, &c->constants[i]);
	gm_text_append(c->out, "</kernel>\n");
	return status;
}

/* ---- names out of the source ---- */

static bool
holds_word(const char *text, const char *word)
{
	for (const char *at = text; at && (at = strstr(at, word)) != NULL; at++) {
		const bool begins = at == text || gm_cli_word_length(at - 1) == 0;
		if (begins && gm_cli_word_length(at) == strlen(word))
			return true;
	}
	return false;
}

/* Somebody counts with it: it keeps the name that it has. */
static bool
is_used(const composing *c, const char *name)
{
	bool used = holds_word(gm_given_last(&c->cli->given, GM_OPTION_GRID), name) ||
		    holds_word(gm_given_last(&c->cli->given, GM_OPTION_BLOCK_SHAPE), name) ||
		    holds_word(gm_given_last(&c->cli->given, GM_OPTION_DYNAMIC_SHARED), name);
	for (int i = 0; i < c->count; i++)
		used = used || holds_word(c->arguments[i].count, name) ||
		       holds_word(c->arguments[i].value, name);
	return used;
}

static bool
is_taken(const composing *c, const char *name)
{
	bool taken = false;
	for (int i = 0; i < c->count; i++)
		taken = taken || (c->arguments[i].name && strcmp(c->arguments[i].name, name) == 0);
	for (int i = 0; i < c->cli->given.options_count; i++)
		taken = taken || (c->cli->given.options[i].id == GM_OPTION_DEFINE &&
				  holds_word(c->cli->given.options[i].value, name));
	return taken;
}

static void
take_names(composing *c, const gm_cuda_source *source)
{
	for (int i = 0; source && i < c->count && i < source->parameters_count; i++) {
		gm_argument_words *a = &c->arguments[i];
		const gm_cuda_parameter *p = &source->parameters[i];
		const bool fits = p->pointer ? a->count != NULL : a->number && !is_used(c, a->name);
		if (!a->named && fits && !is_taken(c, p->name))
			a->name = gm_arena_copy_text(c->arena, p->name);
	}
}

gm_status
gm_describe_given(gm_cli *cli, const char *path, const gm_cuda_source *source, gm_text *out)
{
	composing *c = gm_allocate(1, sizeof *c);
	c->cli = cli;
	c->arena = gm_arena_new();
	c->out = out;
	gm_status status =
		gm_argument_words_take(cli, c->arena, c->arguments, &c->count, &cli->err);
	if (status == GM_OK)
		status = gm_constant_words_take(cli, c->arena, c->constants, &c->constants_count, &cli->err);
	if (status == GM_OK) {
		take_names(c, source);
		status = compose(c, path);
	}
	gm_arena_free(c->arena);
	free(c);
	return status;
}
