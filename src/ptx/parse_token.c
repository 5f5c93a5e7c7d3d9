#include "ptx/parser.h"

#include <string.h>

void
gm_ptx_take(ptx_parser *p)
{
	p->token = gm_ptx_lexer_next(&p->lexer);
}

bool
gm_ptx_at(const ptx_parser *p, const char *text)
{
	return gm_ptx_token_is(&p->token, text);
}

bool
gm_ptx_accept(ptx_parser *p, const char *text)
{
	if (!gm_ptx_at(p, text))
		return false;
	gm_ptx_take(p);
	return true;
}

bool
gm_ptx_wrong(ptx_parser *p, const char *what)
{
	const ptx_token *t = &p->token;
	const int shown = t->length > 60 ? 60 : (int)t->length;
	if (t->kind == TOKEN_END)
		gm_fail(p->err, GM_BAD_SYNTAX, "expected %s, found the end of the text", what);
	else
		gm_fail(p->err, GM_BAD_SYNTAX, "expected %s, found '%.*s'", what, shown, t->start);
	gm_error_locate(p->err, p->module->file, t->line, t->column);
	return false;
}

bool
gm_ptx_expect(ptx_parser *p, const char *text)
{
	char what[32] = "'";
	if (gm_ptx_accept(p, text))
		return true;
	strncat(what, text, sizeof what - 3);
	strcat(what, "'");
	return gm_ptx_wrong(p, what);
}

const char *
gm_ptx_copy(ptx_parser *p, const char *start, size_t length)
{
	return memcpy(gm_arena_allocate(p->arena, length + 1, 1), start, length);
}

bool
gm_ptx_expect_word(ptx_parser *p, const char *what, const char **out)
{
	if (p->token.kind != TOKEN_WORD)
		return gm_ptx_wrong(p, what);
	*out = gm_ptx_copy(p, p->token.start, p->token.length);
	gm_ptx_take(p);
	return true;
}

bool
gm_ptx_expect_integer(ptx_parser *p, int64_t *out)
{
	const bool negative = gm_ptx_accept(p, "-");
	unsigned long long integer;
	double number;
	bool is_float;
	if (!gm_ptx_token_number(&p->token, &integer, &number, &is_float) || is_float)
		return gm_ptx_wrong(p, "an integer");
	gm_ptx_take(p);
	*out = (int64_t)(negative ? 0 - integer : integer);
	return true;
}

bool
gm_ptx_skip_braces(ptx_parser *p)
{
	for (int depth = 1; depth > 0; gm_ptx_take(p)) {
		if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_BAD)
			return gm_ptx_wrong(p, "'}'");
		depth += gm_ptx_at(p, "{") ? 1 : gm_ptx_at(p, "}") ? -1 : 0;
	}
	return true;
}
