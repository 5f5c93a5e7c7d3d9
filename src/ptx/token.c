#include "ptx/token.h"

#include "base/bits.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 127 };

ptx_lexer
gm_ptx_lexer(const char *text, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, which some editors set before a text */
	if (length >= 3 && memcmp(text, mark, 3) == 0) {
		text += 3;
		length -= 3;
	}
	return (ptx_lexer){text, text + length, text, 1};
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
starts_word(char c)
{
	return is_letter(c) || c == '%' || c == '.';
}

static char
peek(const ptx_lexer *lexer, size_t ahead)
{
	return (size_t)(lexer->end - lexer->next) > ahead ? lexer->next[ahead] : '\0';
}

static void
advance(ptx_lexer *lexer)
{
	if (*lexer->next == '\n') {
		lexer->line++;
		lexer->line_start = lexer->next + 1;
	}
	lexer->next++;
}

static void
skip_line(ptx_lexer *lexer)
{
	while (lexer->next < lexer->end && *lexer->next != '\n')
		lexer->next++;
}

/* False when the comment never ends. */
static bool
skip_comment(ptx_lexer *lexer)
{
	lexer->next += 2;
	while (lexer->next < lexer->end) {
		if (peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
			lexer->next += 2;
			return true;
		}
		advance(lexer);
	}
	return false;
}

static bool
skip_space(ptx_lexer *lexer)
{
	while (lexer->next < lexer->end) {
		const char c = *lexer->next;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v')
			advance(lexer);
		else if (c == '/' && peek(lexer, 1) == '/')
			skip_line(lexer);
		else if (c == '/' && peek(lexer, 1) == '*') {
			if (!skip_comment(lexer))
				return false;
		} else if (c == '#' && lexer->next == lexer->line_start)
			skip_line(lexer);
		else
			return true;
	}
	return true;
}

/* A directive ends before the next dot: .reg.b16 are two words. */
static void
take_word(ptx_lexer *lexer)
{
	const bool directive = *lexer->next++ == '.';
	while (lexer->next < lexer->end) {
		const char c = *lexer->next, after = peek(lexer, 2);
		if (is_letter(c) || is_digit(c) || c == '%' || (c == '.' && !directive))
			lexer->next++;
		else if (c == ':' && peek(lexer, 1) == ':' && (is_letter(after) || is_digit(after)))
			lexer->next += 2;
		else
			return;
	}
}

static void
take_number(ptx_lexer *lexer)
{
	const char *start = lexer->next++;
	const bool hexadecimal = *start == '0' && (peek(lexer, 0) == 'x' || peek(lexer, 0) == 'X');
	while (lexer->next < lexer->end) {
		const char c = *lexer->next, before = lexer->next[-1];
		const bool exponent = !hexadecimal && (before == 'e' || before == 'E');
		if (is_letter(c) || is_digit(c) || c == '.' || (exponent && (c == '+' || c == '-')))
			lexer->next++;
		else
			return;
	}
}

static bool
take_string(ptx_lexer *lexer)
{
	lexer->next++;
	while (lexer->next < lexer->end && *lexer->next != '\n') {
		const char c = *lexer->next;
		lexer->next += c == '\\' && lexer->end - lexer->next > 1 ? 2 : 1;
		if (c == '"')
			return true;
	}
	return false;
}

static ptx_token_kind
take(ptx_lexer *lexer)
{
	const char c = *lexer->next;
	if (starts_word(c)) {
		take_word(lexer);
		return TOKEN_WORD;
	}
	if (is_digit(c)) {
		take_number(lexer);
		return TOKEN_NUMBER;
	}
	if (c == '"')
		return take_string(lexer) ? TOKEN_STRING : TOKEN_BAD;
	lexer->next++;
	return strchr("{}()[]<>,;:=|+-*/!~@&^?", c) && c != '\0' ? TOKEN_MARK : TOKEN_BAD;
}

ptx_token
gm_ptx_lexer_next(ptx_lexer *lexer)
{
	const bool closed = skip_space(lexer);
	const int column = (int)(lexer->next - lexer->line_start) + 1;
	ptx_token token = {TOKEN_BAD, lexer->next, 0, lexer->line, column};
	if (!closed)
		return token;
	token.kind = lexer->next < lexer->end ? take(lexer) : TOKEN_END;
	token.length = (size_t)(lexer->next - token.start);
	return token;
}

/* Most of a module is other kernels. */
static void
skip_plain(ptx_lexer *lexer)
{
	static const bool stops[256] = {['{'] = true, ['}'] = true, ['"'] = true, ['/'] = true, ['\n'] = true};
	const char *next = lexer->next;
	while (next < lexer->end && !stops[(unsigned char)*next])
		next++;
	lexer->next = next;
}

void
gm_ptx_lexer_skip_braces(ptx_lexer *lexer)
{
	int depth = 1;
	for (skip_plain(lexer); lexer->next < lexer->end; skip_plain(lexer)) {
		const char c = *lexer->next;
		depth += c == '{' ? 1 : c == '}' ? -1 : 0;
		if (depth == 0)
			return;
		if (c == '"')
			take_string(lexer);
		else if (c == '/' && peek(lexer, 1) == '/')
			skip_line(lexer);
		else if (c == '/' && peek(lexer, 1) == '*')
			skip_comment(lexer);
		else
			advance(lexer);
	}
}

bool
gm_ptx_token_is(const ptx_token *token, const char *text)
{
	return token->kind != TOKEN_END && strlen(text) == token->length &&
	       memcmp(token->start, text, token->length) == 0;
}

static bool
bits_of_float(const char *digits, size_t length, double *number)
{
	char *end;
	const unsigned long long bits = strtoull(digits, &end, 16);
	if (*end || (length != 8 && length != 16))
		return false;
	*number = length == 8 ? (double)gm_float_of_bits((uint32_t)bits) : gm_double_of_bits(bits);
	return true;
}

static bool
integer_of(const char *text, unsigned long long *integer)
{
	char *end;
	const bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
	errno = 0;
	*integer = binary ? strtoull(text + 2, &end, 2) : strtoull(text, &end, 0);
	if (errno || end == text + (binary ? 2 : 0))
		return false;
	if (*end == 'U' || *end == 'u')
		end++;
	return *end == '\0';
}

bool
gm_ptx_token_number(const ptx_token *token, unsigned long long *integer, double *number,
		    bool *is_float)
{
	char text[LONGEST_NUMBER + 1];
	if (token->kind != TOKEN_NUMBER || token->length > LONGEST_NUMBER)
		return false;
	memcpy(text, token->start, token->length);
	text[token->length] = '\0';
	*integer = 0;
	*number = 0;
	*is_float = true;
	if (text[0] == '0' && text[1] && strchr("fFdD", text[1]))
		return bits_of_float(text + 2, token->length - 2, number);
	const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	if (!hexadecimal && strpbrk(text, ".eE")) {
		char *end;
		*number = strtod(text, &end);
		return *end == '\0';
	}
	*is_float = false;
	return integer_of(text, integer);
}
