#include "ptx/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
gm_ptx_skip_statement(ptx_parser *p)
{
	while (!gm_ptx_at(p, ";")) {
		if (p->token.kind == TOKEN_END || p->token.kind == TOKEN_BAD)
			return gm_ptx_wrong(p, "';'");
		gm_ptx_take(p);
	}
	gm_ptx_take(p);
	return true;
}

static bool
parse_version(ptx_parser *p)
{
	const ptx_token t = p->token;
	const char *dot = memchr(t.start, '.', t.length);
	if (t.kind != TOKEN_NUMBER || !dot || t.length > 5 || dot + 1 == t.start + t.length)
		return gm_ptx_wrong(p, "a version such as 9.0");
	p->module->version_major = 0;
	for (const char *at = t.start; at < dot; at++)
		p->module->version_major = 10 * p->module->version_major + (*at - '0');
	p->module->version_minor = dot[1] - '0';
	gm_ptx_take(p);
	return true;
}

static bool
parse_target(ptx_parser *p)
{
	const char *more;
	if (!gm_ptx_expect_word(p, "a target such as sm_90", &p->module->target))
		return false;
	while (gm_ptx_accept(p, ",")) {
		if (!gm_ptx_expect_word(p, "a target option", &more))
			return false;
		p->module->debug |= strcmp(more, "debug") == 0;
	}
	return true;
}

static bool
parse_address_size(ptx_parser *p)
{
	int64_t bits;
	if (!gm_ptx_expect_integer(p, &bits))
		return false;
	p->module->address_bits = (int)bits;
	if (bits == 64 || bits == 32)
		return true;
	gm_fail(p->err, GM_BAD_VALUE, "addresses of %lld bits: expected 32 or 64", (long long)bits);
	gm_error_locate(p->err, p->module->file, p->token.line, 0);
	return false;
}

/* Without its quotes; appended to the directory before it. */
static const char *
take_path(ptx_parser *p, const char *directory)
{
	const ptx_token *t = &p->token;
	const size_t quotes = t->length >= 2 ? 1 : 0;
	const char *name = gm_ptx_copy(p, t->start + quotes, t->length - 2 * quotes);
	gm_ptx_take(p);
	if (!directory || *name == '/')
		return name;
	const size_t length = strlen(directory) + strlen(name) + 2;
	char *path = gm_arena_allocate(p->arena, length, 1);
	snprintf(path, length, "%s/%s", directory, name);
	return path;
}

/* .file 1 "name" [, time, size], or with a directory before the name */
static bool
parse_file(ptx_parser *p)
{
	gm_ptx_module *m = p->module;
	int64_t number, ignored;
	const char *name = NULL;
	if (!gm_ptx_expect_integer(p, &number))
		return false;
	if (p->token.kind != TOKEN_STRING)
		return gm_ptx_wrong(p, "a file name in quotes");
	while (p->token.kind == TOKEN_STRING)
		name = take_path(p, name);
	m->files = gm_grow(m->files, &p->files_room, m->files_count + 1, sizeof *m->files);
	m->files[m->files_count++] = (ptx_source_file){(int)number, name};
	while (gm_ptx_accept(p, ","))
		if (!gm_ptx_expect_integer(p, &ignored))
			return false;
	return true;
}

static bool
parse_section(ptx_parser *p)
{
	const char *name;
	return gm_ptx_expect_word(p, "a section name", &name) && gm_ptx_expect(p, "{") &&
	       gm_ptx_skip_braces(p);
}

static bool
parse_module_variable(ptx_parser *p, ptx_space space, bool external)
{
	gm_ptx_module *m = p->module;
	do {
		m->variables = gm_grow(m->variables, &p->variables_room, m->variables_count + 1,
				       sizeof *m->variables);
		ptx_variable *v = &m->variables[m->variables_count];
		if (!gm_ptx_parse_variable(p, space, external, v))
			return false;
		if (gm_ptx_module_variable(m, v->name) < 0)
			gm_ptx_names_set(&m->variable_rows, v->name, strlen(v->name), 0,
					 (int)m->variables_count);
		m->variables_count++;
	} while (false);
	return gm_ptx_expect(p, ";");
}

/* .visible .extern .weak .common: linkage, of which only .extern matters. */
static bool
accept_linkage(ptx_parser *p, bool *external)
{
	static const char *const words[] = {".visible", ".weak", ".common"};
	if (gm_ptx_accept(p, ".extern"))
		return *external = true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (gm_ptx_accept(p, words[i]))
			return true;
	return false;
}

/* .alias name, other; a call of `name` is one of `other`. */
static bool
parse_alias(ptx_parser *p)
{
	gm_ptx_module *m = p->module;
	ptx_alias a;
	if (!gm_ptx_expect_word(p, "a function name", &a.name) || !gm_ptx_expect(p, ",") ||
	    !gm_ptx_expect_word(p, "a function name", &a.of))
		return false;
	m->aliases = gm_grow(m->aliases, &p->aliases_room, m->aliases_count + 1, sizeof a);
	m->aliases[m->aliases_count++] = a;
	return gm_ptx_expect(p, ";");
}

typedef struct directive {
	const char *name;
	bool (*parse)(ptx_parser *p);
} directive;

static bool
parse_entry(ptx_parser *p)
{
	return gm_ptx_parse_function(p, true);
}

static bool
parse_func(ptx_parser *p)
{
	return gm_ptx_parse_function(p, false);
}

static const directive directives[] = {
	{".version", parse_version},
	{".target", parse_target},
	{".address_size", parse_address_size},
	{".file", parse_file},
	{".section", parse_section},
	{".loc", gm_ptx_parse_loc},
	{".pragma", gm_ptx_skip_statement},
	{".alias", parse_alias},
	{".entry", parse_entry},
	{".func", parse_func},
};

static bool
parse_statement(ptx_parser *p)
{
	bool external = false;
	ptx_space space;
	while (accept_linkage(p, &external))
		;
	for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
		if (gm_ptx_accept(p, directives[i].name))
			return directives[i].parse(p);
	if (gm_ptx_space_of(&p->token, &space) && space != SPACE_REGISTER && space != SPACE_PARAM) {
		gm_ptx_take(p);
		return parse_module_variable(p, space, external);
	}
	return gm_ptx_accept(p, ";") || gm_ptx_wrong(p, "a directive such as .entry or .global");
}

/* A call of a function that has no body here (vprintf, malloc) is an instruction without a model. */
static void
count_foreign_call(ptx_parser *p, const ptx_function *f, const ptx_instruction *call)
{
	for (int i = 0; i < call->count; i++) {
		const ptx_operand *o = &f->operands[call->operands + i];
		if (o->kind != OPERAND_SYMBOL)
			continue;
		const ptx_function *callee = gm_ptx_module_function(p->module, o->name);
		if (callee && !callee->is_defined)
			gm_ptx_count_unknown(p, gm_arena_print(p->arena, "call %s", o->name), call->line);
	}
}

static void
count_unmodelled(ptx_parser *p, gm_ptx_knows *knows)
{
	const gm_ptx_module *m = p->module;
	for (size_t f = 0; f < m->functions_count; f++)
		for (size_t i = 0; i < m->functions[f].instructions_count; i++) {
			ptx_instruction *one = &m->functions[f].instructions[i];
			if (one->opcode == OP_CALL)
				count_foreign_call(p, &m->functions[f], one);
			if (!knows(one)) {
				one->unknown = true;
				gm_ptx_count_unknown(p, one->name, one->line);
			}
		}
}

static void
list_entries(gm_ptx_module *m, gm_arena *arena)
{
	m->entries = gm_arena_allocate(arena, m->functions_count, sizeof *m->entries);
	for (size_t i = 0; i < m->functions_count; i++)
		if (m->functions[i].is_entry && m->functions[i].is_defined)
			m->entries[m->entries_count++] = m->functions[i].name;
}

static void
dispose_parser(ptx_parser *p)
{
	gm_ptx_names_dispose(&p->unknown_names);
	gm_ptx_names_dispose(&p->registers);
	gm_ptx_names_dispose(&p->locals);
	gm_ptx_names_dispose(&p->labels);
	free(p->ranges);
	free(p->references);
	free(p->parents);
}

static bool
parse_module(ptx_parser *p)
{
	gm_ptx_take(p);
	if (!gm_ptx_at(p, ".version"))
		return gm_ptx_wrong(p, "'.version', with which PTX begins");
	while (p->token.kind != TOKEN_END)
		if (!parse_statement(p))
			return false;
	return true;
}

gm_status
gm_ptx_module_read(const char *text, size_t length, const char *file, const char *entry,
		   gm_ptx_knows *knows, gm_ptx_module **out, gm_error *err)
{
	gm_error own = GM_ERROR_NONE;
	gm_error *story = err ? err : &own;
	gm_ptx_module *m = gm_allocate(1, sizeof *m);
	m->arena = gm_arena_new();
	m->file = gm_arena_copy_text(m->arena, file);
	m->address_bits = 64;
	ptx_parser p = {.lexer = gm_ptx_lexer(text, length),
			.arena = m->arena,
			.module = m,
			.err = story,
			.text = text,
			.wanted = entry};
	*out = NULL;
	const bool good = parse_module(&p);
	if (good) {
		count_unmodelled(&p, knows);
		list_entries(m, m->arena);
		*out = m;
	}
	dispose_parser(&p);
	if (!good)
		gm_ptx_module_free(m);
	return good ? GM_OK : story->status;
}
