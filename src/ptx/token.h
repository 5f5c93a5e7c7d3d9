/*
 * PTX text cut into tokens.
 *
 * A word is an identifier, register, directive or opcode with all its modifiers: letters, digits,
 * _ $ % and ., joined by :: when a letter or digit follows (ld.global.f32, %tid.x, $L__BB0_2,
 * cp.async.bulk.shared::cluster); a directive has no dot but its first (.reg). A number begins with a digit. Everything else is one character.
 * Comments and preprocessor lines are skipped.
 */
#ifndef GM_PTX_TOKEN_H
#define GM_PTX_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ptx_token_kind {
	TOKEN_END,
	TOKEN_WORD,
	TOKEN_NUMBER,
	TOKEN_STRING, /* with its quotes */
	TOKEN_MARK,   /* one character */
	TOKEN_BAD     /* an unterminated string or comment, or a byte PTX does not use */
} ptx_token_kind;

typedef struct ptx_token {
	ptx_token_kind kind;
	const char *start; /* borrowed from the text */
	size_t length;
	int line, column; /* 1-based */
} ptx_token;

typedef struct ptx_lexer {
	const char *next, *end;
	const char *line_start;
	int line;
} ptx_lexer;

ptx_lexer gm_ptx_lexer(const char *text, size_t length);

/* The next token; TOKEN_END for ever after the last. */
ptx_token gm_ptx_lexer_next(ptx_lexer *lexer);

bool gm_ptx_token_is(const ptx_token *token, const char *text);

/* Passes over everything up to the brace that closes one just read, which is left as the next
   token; no token is made of what stands between. At the end of the text where none closes it. */
void gm_ptx_lexer_skip_braces(ptx_lexer *lexer);

/* A number as PTX writes it: decimal, 0x, 0b, 0 octal, each with an optional U; 0f and 0d with the
   bits of a float; decimal floats. `is_float` says which of the two results counts. False when
   malformed. */
bool gm_ptx_token_number(const ptx_token *token, unsigned long long *integer, double *number,
			 bool *is_float);

#endif
