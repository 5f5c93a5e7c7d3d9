#include "cli/describe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One --arg: NAME:TYPE=VALUE or NAME:TYPE[COUNT]CONTENTS, the name with its colon left out or not.
 */
typedef struct argument {
	char *name, *type, *value, *count, *contents; /* value or count */
	bool number;                                  /* an integer, and no expression */
} argument;

typedef struct composing {
	gm_cli *cli;
	gm_text *out;
	argument arguments[GM_WORDS_MAX];
	int count;
	int unnamed; /* integers without a name */
} composing;

static size_t
word_length(const char *text)
{
	size_t length = 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static gm_status
refuse(composing *c, const char *text)
{
	return gm_fail(&c->cli->err, GM_USAGE,
		       "--arg %s: expected TYPE=VALUE or TYPE[COUNT], as in n:s32=1024 or "
		       "A:f32[n*n]:random",
		       text);
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
take_argument(composing *c, const char *text)
{
	argument *a = &c->arguments[c->count++];
	const char *at = text;
	size_t length = word_length(at);
	if (length && at[length] == ':') {
		a->name = strndup(at, length);
		at += length + 1;
		length = word_length(at);
	}
	a->type = strndup(at, length);
	at += length;
	if (length && *at == '=') {
		int64_t value;
		a->value = strdup(at + 1);
		const bool integer = *a->type == 's' || *a->type == 'u';
		a->number = integer && gm_integer_parse(a->value, &value, NULL) == GM_OK;
		c->unnamed += a->number && !a->name;
		return GM_OK;
	}
	const char *end = length && *at == '[' ? closing(at + 1) : NULL;
	if (!end || (end[1] && end[1] != ':' && end[1] != '@'))
		return refuse(c, text);
	a->count = strndup(at + 1, (size_t)(end - at - 1));
	a->contents = strdup(end + (end[1] == ':' ? 2 : 1));
	return GM_OK;
}

/* ---- parameters ---- */

static void
attribute(composing *c, const char *name, const char *value)
{
	gm_text_print(c->out, " %s=\"", name);
	gm_xml_append_escaped(c->out, value);
	gm_text_append(c->out, "\"");
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

static bool
is_name(const composing *c, const char *name)
{
	for (int i = 0; i < c->count; i++)
		if (c->arguments[i].name && strcmp(c->arguments[i].name, name) == 0)
			return true;
	const gm_given *given = &c->cli->given;
	for (int i = 0; i < given->options_count; i++)
		if (given->options[i].id == GM_OPTION_DEFINE &&
		    strncmp(given->options[i].value, name, strlen(name)) == 0 &&
		    given->options[i].value[strlen(name)] == '=')
			return true;
	return false;
}

/* An integer without a name is n, or n0, n1, ... where there are several. */
static void
name_numbers(composing *c)
{
	int next = 0;
	for (int i = 0; i < c->count; i++) {
		argument *a = &c->arguments[i];
		gm_text name = {0};
		if (!a->number || a->name)
			continue;
		if (c->unnamed == 1)
			gm_text_append(&name, "n");
		while (!name.length || is_name(c, name.bytes)) {
			name.length = 0;
			gm_text_print(&name, "n%d", next++);
		}
		a->name = name.bytes;
	}
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
		if (!equals || word_length(text) != (size_t)(equals - text) || equals == text)
			return gm_fail(&c->cli->err, GM_USAGE, "-D %s: expected NAME=VALUE", text);
		char *name = strndup(text, (size_t)(equals - text));
		add_parameter(c, name, equals + 1, "");
		for (int k = 0; k < c->count; k++)
			if (c->arguments[k].name && c->arguments[k].number &&
			    strcmp(c->arguments[k].name, name) == 0) {
				c->arguments[k].number = false;
				free(c->arguments[k].value);
				c->arguments[k].value = strdup(name);
			}
		free(name);
	}
	for (int i = 0; i < c->count; i++) {
		argument *a = &c->arguments[i];
		gm_text doc = {0};
		if (!a->number)
			continue;
		gm_text_print(&doc, "argument %d", i + 1);
		add_parameter(c, a->name, a->value, doc.bytes);
		free(a->value);
		a->value = strdup(a->name);
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
add_argument(composing *c, const argument *a)
{
	gm_text_append(c->out, "<argument");
	if (a->name)
		attribute(c, "name", a->name);
	attribute(c, "type", a->type);
	if (a->value)
		expression(c, "value", a->value);
	else
		expression(c, "count", a->count);
	if (a->contents && *a->contents)
		attribute(c, "contents", a->contents);
	gm_text_append(c->out, "/>\n");
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
	for (int i = 0; i < c->count; i++)
		add_argument(c, &c->arguments[i]);
	gm_text_append(c->out, "</kernel>\n");
	return GM_OK;
}

gm_status
gm_describe_given(gm_cli *cli, const char *path, gm_text *out)
{
	composing *c = gm_allocate(1, sizeof *c);
	gm_status status = GM_OK;
	c->cli = cli;
	c->out = out;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == GM_OPTION_ARGUMENT)
			status = take_argument(c, cli->given.options[i].value);
	if (status == GM_OK) {
		name_numbers(c);
		status = compose(c, path);
	}
	for (int i = 0; i < c->count; i++) {
		argument *a = &c->arguments[i];
		free(a->name);
		free(a->type);
		free(a->value);
		free(a->count);
		free(a->contents);
	}
	free(c);
	return status;
}
