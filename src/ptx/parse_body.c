#include "ptx/parser.h"

#include <string.h>

static const int64_t REGISTERS_MAX = 1 << 24;

static bool
open_scope(ptx_parser *p)
{
	if (p->depth == PTX_SCOPES_MAX)
		return gm_ptx_wrong(p, "at most 64 nested braces");
	const int scope = p->scopes_made++;
	p->parents = gm_grow(p->parents, &p->parents_room, (size_t)scope + 1, sizeof *p->parents);
	p->parents[scope] = p->depth > 0 ? p->scopes[p->depth - 1] : -1;
	p->scopes[p->depth++] = scope;
	return true;
}

static int
scope_now(const ptx_parser *p)
{
	return p->scopes[p->depth - 1];
}

static void
declare_register(ptx_parser *p, const char *name, ptx_type type)
{
	ptx_function *f = p->function;
	f->registers = gm_grow(f->registers, &p->registers_room, f->registers_count + 1,
			       sizeof *f->registers);
	f->registers[f->registers_count] = (ptx_register){name, type};
	gm_ptx_names_set(&p->registers, name, strlen(name), scope_now(p), (int)f->registers_count);
	f->registers_count++;
}

/* .v2, .v4 or .v8 before the type; 0 when there is none. */
static int
accept_lanes(ptx_parser *p)
{
	return gm_ptx_accept(p, ".v2") ? 2 : gm_ptx_accept(p, ".v4") ? 4 : 0;
}

/* %r<100> or %r; a vector is a register %r.x, %r.y, ... per component. */
static bool
parse_register_name(ptx_parser *p, ptx_type type, int lanes)
{
	const char *name;
	int64_t count;
	if (!gm_ptx_expect_word(p, "a register name", &name))
		return false;
	for (int i = 0; i < lanes; i++)
		declare_register(p, gm_arena_print(p->arena, "%s.%c", name, "xyzw"[i]), type);
	if (lanes > 0 || !gm_ptx_at(p, "<")) {
		if (lanes == 0)
			declare_register(p, name, type);
		return true;
	}
	gm_ptx_take(p);
	if (!gm_ptx_expect_integer(p, &count))
		return false;
	if (count < 0 || count > REGISTERS_MAX)
		return gm_ptx_wrong(p, "at most 2^24 registers");
	p->ranges = gm_grow(p->ranges, &p->ranges_room, p->ranges_count + 1, sizeof *p->ranges);
	p->ranges[p->ranges_count++] =
		(ptx_register_range){name, strlen(name), count, type, scope_now(p)};
	return gm_ptx_expect(p, ">");
}

/* .reg .b32 %r<100>, %s; */
static bool
parse_registers(ptx_parser *p)
{
	const ptx_token *t = &p->token;
	const int lanes = accept_lanes(p);
	const bool word = t->kind == TOKEN_WORD && t->length > 1;
	const ptx_type type = word ? gm_ptx_type_find(t->start + 1, t->length - 1) : PTX_NO_TYPE;
	if (type == PTX_NO_TYPE || t->start[0] != '.')
		return gm_ptx_wrong(p, "a register type such as .b32");
	gm_ptx_take(p);
	do {
		if (!parse_register_name(p, type, lanes))
			return false;
	} while (gm_ptx_accept(p, ","));
	return gm_ptx_expect(p, ";");
}

static bool
parse_local_variable(ptx_parser *p, ptx_space space)
{
	ptx_function *f = p->function;
	f->variables = gm_grow(f->variables, &p->locals_room, f->variables_count + 1,
			       sizeof *f->variables);
	ptx_variable *v = &f->variables[f->variables_count];
	if (!gm_ptx_parse_variable(p, space, false, v))
		return false;
	gm_ptx_names_set(&p->locals, v->name, strlen(v->name), scope_now(p),
			 (int)f->variables_count);
	f->variables_count++;
	return gm_ptx_expect(p, ";");
}

/* The line that a reader of the kernel's own file knows: an instruction inlined from another file
   (a header of the toolkit) is booked where it was inlined. */
bool
gm_ptx_parse_loc(ptx_parser *p)
{
	int64_t at[3], ignored;
	const char *name;
	for (int i = 0; i < 3; i++)
		if (!gm_ptx_expect_integer(p, &at[i]))
			return false;
	const bool own = p->source_file == 0 || p->source_file == (int)at[0];
	if (p->function && p->source_file == 0)
		p->function->source_file = p->source_file = (int)at[0];
	p->source_line = own ? (int)at[1] : p->source_line;
	while (gm_ptx_accept(p, ",")) {
		if (gm_ptx_accept(p, "function_name")) {
			if (!gm_ptx_expect_word(p, "a label", &name))
				return false;
			if (gm_ptx_accept(p, "+") && !gm_ptx_expect_integer(p, &ignored))
				return false;
			continue;
		}
		if (!gm_ptx_expect(p, "inlined_at"))
			return false;
		for (int i = 0; i < 3; i++)
			if (!gm_ptx_expect_integer(p, &at[i]))
				return false;
		if (!own && at[0] == p->source_file)
			p->source_line = (int)at[1];
	}
	return true;
}

/* name: .branchtargets L1, L2;  The directive stands after the label. */
static bool
parse_target_list(ptx_parser *p, const char *name)
{
	ptx_function *f = p->function;
	f->lists = gm_grow(f->lists, &p->lists_room, f->lists_count + 1, sizeof *f->lists);
	ptx_target_list *list = &f->lists[f->lists_count++];
	*list = (ptx_target_list){.name = name, .parts = (int)f->operands_count};
	do {
		ptx_operand label;
		if (!gm_ptx_parse_operand(p, &label))
			return false;
		gm_ptx_append_operands(p, &label, 1);
		list->count++;
	} while (gm_ptx_accept(p, ","));
	return gm_ptx_expect(p, ";");
}

/* .pragma "nounroll" forbids the assembler to unroll the loop that begins here. */
static bool
parse_pragma(ptx_parser *p)
{
	static const char nounroll[] = "\"nounroll\"";
	const ptx_token *t = &p->token;
	p->no_unroll |= t->kind == TOKEN_STRING && t->length == sizeof nounroll - 1 &&
			memcmp(t->start, nounroll, t->length) == 0;
	return gm_ptx_skip_statement(p);
}

static bool
parse_directive(ptx_parser *p)
{
	ptx_space space;
	if (gm_ptx_accept(p, ".loc"))
		return gm_ptx_parse_loc(p);
	if (gm_ptx_accept(p, ".reg"))
		return parse_registers(p);
	if (gm_ptx_accept(p, ".pragma"))
		return parse_pragma(p);
	if (gm_ptx_space_of(&p->token, &space)) {
		gm_ptx_take(p);
		return parse_local_variable(p, space);
	}
	return gm_ptx_wrong(p, "a directive such as .reg or .shared");
}

/* A label, or after it the list of a branch table; *done tells that a label was taken. */
static bool
parse_label(ptx_parser *p, bool *done)
{
	const ptx_lexer before = p->lexer;
	const ptx_token t = p->token;
	gm_ptx_take(p);
	*done = gm_ptx_accept(p, ":");
	if (!*done) {
		p->lexer = before;
		p->token = t;
		return true;
	}
	const char *name = gm_ptx_copy(p, t.start, t.length);
	if (gm_ptx_accept(p, ".branchtargets") || gm_ptx_accept(p, ".calltargets"))
		return parse_target_list(p, name);
	if (gm_ptx_accept(p, ".callprototype"))
		return gm_ptx_skip_statement(p);
	gm_ptx_names_set(&p->labels, name, t.length, scope_now(p),
			 (int)p->function->instructions_count);
	return true;
}

static bool
parse_statement(ptx_parser *p)
{
	bool is_label = false;
	if (gm_ptx_accept(p, ";"))
		return true;
	if (p->token.kind == TOKEN_WORD && p->token.start[0] == '.')
		return parse_directive(p);
	if (p->token.kind == TOKEN_WORD && !parse_label(p, &is_label))
		return false;
	return is_label || gm_ptx_parse_instruction(p);
}

static void
begin_function(ptx_parser *p)
{
	ptx_function *f = p->function;
	gm_ptx_names_dispose(&p->registers);
	gm_ptx_names_dispose(&p->locals);
	gm_ptx_names_dispose(&p->labels);
	p->registers_room = p->locals_room = p->instructions_room = 0;
	p->operands_room = p->lists_room = 0;
	p->ranges_count = p->references_count = 0;
	p->depth = p->scopes_made = 0;
	p->source_line = p->source_file = 0;
	open_scope(p);
	/* Parameters are variables of the outermost scope: the parameters first, then the results.
	 */
	f->variables = NULL;
	for (size_t i = 0; i < f->parameters_count + f->results_count; i++) {
		const ptx_variable *v = i < f->parameters_count
						? &f->parameters[i]
						: &f->results[i - f->parameters_count];
		f->variables = gm_grow(f->variables, &p->locals_room, f->variables_count + 1,
				       sizeof *f->variables);
		if (v->space == SPACE_REGISTER)
			declare_register(p, v->name, v->type);
		else
			gm_ptx_names_set(&p->locals, v->name, strlen(v->name), scope_now(p),
					 (int)i);
		f->variables[f->variables_count++] = *v;
	}
}

bool
gm_ptx_parse_body(ptx_parser *p)
{
	begin_function(p);
	gm_ptx_take(p);
	while (p->depth > 0) {
		if (gm_ptx_at(p, "{")) {
			if (!open_scope(p))
				return false;
			gm_ptx_take(p);
		} else if (gm_ptx_at(p, "}")) {
			if (--p->depth > 0)
				gm_ptx_take(p);
		} else if (!parse_statement(p)) {
			return false;
		}
	}
	gm_ptx_resolve_labels(p);
	p->function = NULL;
	gm_ptx_take(p);
	return true;
}
