/*
 * The reader of PTX text, shared by the files parse_*.c: a recursive descent over tokens.
 *
 * Every function returns false after it has filled `err`; the caller passes that on at once.
 */
#ifndef GM_PTX_PARSER_H
#define GM_PTX_PARSER_H

#include "ptx/module.h"
#include "ptx/names.h"
#include "ptx/token.h"

enum { PTX_SCOPES_MAX = 64 };

/* `.reg .b32 %r<100>` declares %r0 to %r99; a register gets a row when it is first used. */
typedef struct ptx_register_range {
	const char *prefix;
	size_t length;
	int64_t count;
	ptx_type type;
	int scope;
} ptx_register_range;

/* A name that may become a label once the function is read. */
typedef struct ptx_reference {
	size_t operand;
	int scope;
} ptx_reference;

typedef struct ptx_parser {
	ptx_lexer lexer;
	ptx_token token; /* the one not yet taken */
	gm_arena *arena;
	gm_ptx_module *module;
	gm_error *err;
	const char *text;
	const char *wanted; /* the name of the entry that is meant; NULL: every body is read */
	size_t variables_room, functions_room, unknowns_room, aliases_room, files_room;
	ptx_names unknown_names;

	/* Of the function being read. */
	ptx_function *function;
	size_t registers_room, locals_room, instructions_room, operands_room, lists_room;
	ptx_names registers, locals, labels;
	ptx_register_range *ranges;
	size_t ranges_count, ranges_room;
	ptx_reference *references;
	size_t references_count, references_room;
	int scopes[PTX_SCOPES_MAX]; /* from the outside in */
	int depth, scopes_made;
	int *parents; /* of each scope */
	size_t parents_room;
	bool no_unroll; /* said of the next instruction */
	int source_line, source_file;
	int nesting; /* of operands */
} ptx_parser;

/* tokens */
void gm_ptx_take(ptx_parser *p);
bool gm_ptx_at(const ptx_parser *p, const char *text);
bool gm_ptx_accept(ptx_parser *p, const char *text);
bool gm_ptx_expect(ptx_parser *p, const char *text);
/* "expected WHAT, found 'token'" at the current token; false. */
bool gm_ptx_wrong(ptx_parser *p, const char *what);
/* The word, copied into the arena. */
bool gm_ptx_expect_word(ptx_parser *p, const char *what, const char **out);
bool gm_ptx_expect_integer(ptx_parser *p, int64_t *out);
/* Takes everything to the brace that closes the one just taken. */
bool gm_ptx_skip_braces(ptx_parser *p);
/* From an opening parenthesis to the one that closes it. */
bool gm_ptx_skip_parentheses(ptx_parser *p);
const char *gm_ptx_copy(ptx_parser *p, const char *start, size_t length);

/* parse_variable.c: after the space has been read (`.shared`), to the end of the declaration; the
   last mark is left. */
bool gm_ptx_parse_variable(ptx_parser *p, ptx_space space, bool external, ptx_variable *out);
bool gm_ptx_space_of(const ptx_token *token, ptx_space *out);

/* parse_operand.c: one operand, appended; its row in *out. */
bool gm_ptx_parse_operand(ptx_parser *p, ptx_operand *out);
/* Appends a run of operands, the range of which is returned. */
int gm_ptx_append_operands(ptx_parser *p, const ptx_operand *operands, int count);
int gm_ptx_register_find(ptx_parser *p, const char *name, size_t length);
void gm_ptx_resolve_labels(ptx_parser *p);

/* parser.c: to the `;` and past it. */
bool gm_ptx_skip_statement(ptx_parser *p);

/* parse_function.c: after .entry or .func, to the end of the body or declaration. */
bool gm_ptx_parse_function(ptx_parser *p, bool is_entry);

/* parse_body.c: from `{` to `}`. */
bool gm_ptx_parse_body(ptx_parser *p);
bool gm_ptx_parse_loc(ptx_parser *p);

/* parse_instruction.c: from the guard or the opcode to `;`. */
bool gm_ptx_parse_instruction(ptx_parser *p);
void gm_ptx_count_unknown(ptx_parser *p, const char *name, int line);

#endif
