#include "base/symbol.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

/* Tags that a compiler hangs on a name, [abi:v1], of which its author knows nothing. */
static char *
without_tags(char *name)
{
	for (char *tag = name; (tag = strstr(tag, "[abi:"));) {
		const size_t length = strcspn(tag, "]");
		const char *rest = tag + length + (tag[length] == ']');
		memmove(tag, rest, strlen(rest) + 1);
	}
	return name;
}

const char *
gm_symbol_readable(gm_arena *arena, const char *symbol)
{
	char *read = strncmp(symbol, "_Z", 2) == 0 ? cplus_demangle_v3(symbol, DMGL_NO_OPTS) : NULL;
	const char *kept = gm_arena_copy_text(arena, read ? without_tags(read) : symbol);
	free(read);
	return kept;
}

/* The end of a group of brackets that begins at `at`, or the end of the text. */
static const char *
after_group(const char *at)
{
	int depth = 0;
	for (; *at; at++) {
		depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
		if (depth == 0)
			return at + 1;
	}
	return at;
}

static bool
is_group(const char *name, const char *at, char opens)
{
	static const char word[] = "operator"; /* its < and ( are its name */
	const size_t length = sizeof word - 1, before = (size_t)(at - name);
	const bool named = before >= length && memcmp(at - length, word, length) == 0;
	return *at == opens && at > name && !named;
}

/* Without result, parameters, types of template arguments and blanks; without template arguments too
   where they are not wanted. */
static char *
normal_form(gm_arena *arena, const char *name, bool arguments)
{
	static const char result[] = "void ";
	if (strncmp(name, result, sizeof result - 1) == 0)
		name += sizeof result - 1;
	char *form = gm_arena_copy_text(arena, name), *end = form;
	for (const char *at = name; *at;) {
		if (is_group(name, at, '(') || (!arguments && is_group(name, at, '<')))
			at = after_group(at);
		else if (isspace((unsigned char)*at))
			at++;
		else
			*end++ = *at++;
	}
	*end = '\0';
	return without_tags(form);
}

/* What stands after the last :: that is in no brackets. */
static const char *
last_part(const char *name)
{
	const char *last = name;
	for (const char *at = name; *at;) {
		if (is_group(name, at, '<') || is_group(name, at, '(')) {
			at = after_group(at);
		} else if (at[0] == ':' && at[1] == ':') {
			at += 2;
			last = at;
		} else {
			at++;
		}
	}
	return last;
}

const char *
gm_symbol_plain(gm_arena *arena, const char *symbol)
{
	const char *readable = gm_symbol_readable(arena, symbol);
	const bool read = strcmp(readable, symbol) != 0;
	return read ? last_part(normal_form(arena, readable, false)) : readable;
}

/* `end` is all of `name`, or what follows one of its ::. */
static bool
is_end(const char *name, const char *end)
{
	const size_t all = strlen(name), part = strlen(end);
	if (part == 0 || part > all || strcmp(name + all - part, end) != 0)
		return false;
	return part == all || (all - part >= 2 && memcmp(name + all - part - 2, "::", 2) == 0);
}

bool
gm_symbol_fits(const char *symbol, const char *name)
{
	if (strcmp(symbol, name) == 0)
		return true;
	gm_arena *arena = gm_arena_new();
	const bool arguments = strchr(name, '<') != NULL;
	const char *readable = gm_symbol_readable(arena, symbol);
	const bool fits = is_end(normal_form(arena, readable, arguments),
	                         normal_form(arena, name, arguments));
	gm_arena_free(arena);
	return fits;
}
