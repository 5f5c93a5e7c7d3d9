#include "ptx/parser.h"

#include <string.h>

enum { OPERANDS_MAX = 64, TEXT_MAX = 4096 };

void
gm_ptx_count_unknown(ptx_parser *p, const char *name, int line)
{
	gm_ptx_module *m = p->module;
	int row = gm_ptx_names_get(&p->unknown_names, name, strlen(name), 0);
	if (row < 0) {
		m->unknowns = gm_grow(m->unknowns, &p->unknowns_room, m->unknowns_count + 1,
				      sizeof *m->unknowns);
		row = (int)m->unknowns_count++;
		m->unknowns[row] = (gm_ptx_unknown){name, line, 0};
		gm_ptx_names_set(&p->unknown_names, name, strlen(name), 0, row);
	}
	m->unknowns[row].count++;
}

/* m16n8k16, m8n8: false when the word is something else. */
static bool
read_shape(const char *word, size_t length, int shape[3])
{
	const char *const letters = "mnk";
	int values[3] = {0, 0, 0};
	size_t at = 0;
	for (int i = 0; i < 3 && at < length; i++) {
		if (word[at++] != letters[i] || at == length)
			return false;
		while (at < length && word[at] >= '0' && word[at] <= '9' && values[i] < 100000)
			values[i] = 10 * values[i] + (word[at++] - '0');
	}
	if (at != length || values[0] == 0 || values[1] == 0)
		return false;
	memcpy(shape, values, sizeof values);
	return true;
}

static void
read_word(ptx_instruction *out, const char *word, size_t length)
{
	const ptx_type type = gm_ptx_type_find(word, length);
	const int modifier = gm_ptx_modifier_find(word, length);
	if (type != PTX_NO_TYPE && out->types_count < sizeof out->types)
		out->types[out->types_count++] = (uint8_t)type;
	else if (modifier >= 0)
		out->modifiers[modifier / 64] |= (uint64_t)1 << (modifier % 64);
	else if (!read_shape(word, length, out->shape))
		out->unknown = true;
}

/* ld.global.nc.v4.f32: the opcode, then words between dots. */
static void
read_opcode(ptx_parser *p, ptx_instruction *out)
{
	const char *at = p->token.start, *end = at + p->token.length;
	bool first = true;
	out->name = gm_ptx_copy(p, at, p->token.length);
	while (at < end) {
		const char *dot = memchr(at, '.', (size_t)(end - at));
		const size_t length = (size_t)((dot ? dot : end) - at);
		if (first)
			out->opcode = gm_ptx_opcode_find(at, length);
		else
			read_word(out, at, length);
		first = false;
		at += length + 1;
	}
	if (out->opcode == OP_UNKNOWN)
		out->unknown = true;
}

static bool
read_guard(ptx_parser *p, ptx_instruction *out)
{
	out->guard = -1;
	if (!gm_ptx_accept(p, "@"))
		return true;
	out->guard_negated = gm_ptx_accept(p, "!");
	if (p->token.kind == TOKEN_WORD)
		out->guard = gm_ptx_register_find(p, p->token.start, p->token.length);
	if (out->guard < 0)
		return gm_ptx_wrong(p, "a declared predicate");
	if (p->function->registers[out->guard].type != PTX_PRED)
		return gm_ptx_wrong(p, "a predicate");
	gm_ptx_take(p);
	return true;
}

static bool
read_operands(ptx_parser *p, ptx_instruction *out)
{
	ptx_operand list[OPERANDS_MAX];
	int count = 0;
	while (!gm_ptx_at(p, ";")) {
		if (count == OPERANDS_MAX)
			return gm_ptx_wrong(p, "at most 64 operands");
		if (!gm_ptx_parse_operand(p, &list[count++]))
			return false;
		if (!gm_ptx_at(p, ";") && !gm_ptx_expect(p, ","))
			return false;
	}
	for (int i = 0; i < count; i++)
		out->unknown |= list[i].selects;
	out->count = count;
	out->operands = gm_ptx_append_operands(p, list, count);
	return true;
}

/* The written text with every run of white space as one blank. */
static const char *
one_line(ptx_parser *p, const char *start, const char *end)
{
	const size_t length = (size_t)(end - start) > TEXT_MAX ? TEXT_MAX : (size_t)(end - start);
	char *text = gm_arena_allocate(p->arena, length + 1, 1);
	size_t used = 0;
	for (size_t i = 0; i < length; i++) {
		const bool space = start[i] == ' ' || (start[i] >= '\t' && start[i] <= '\r');
		if (space && used > 0 && text[used - 1] == ' ')
			continue;
		text[used++] = space ? ' ' : start[i];
	}
	return text;
}

bool
gm_ptx_parse_instruction(ptx_parser *p)
{
	ptx_function *f = p->function;
	const char *start = p->token.start;
	ptx_instruction one = {.line = p->token.line,
			       .source_line = p->source_line,
			       .no_unroll = p->no_unroll};
	p->no_unroll = false;
	if (!read_guard(p, &one))
		return false;
	if (p->token.kind != TOKEN_WORD)
		return gm_ptx_wrong(p, "an instruction");
	read_opcode(p, &one);
	gm_ptx_take(p);
	if (!read_operands(p, &one))
		return false;
	one.text = one_line(p, start, p->token.start);
	f->instructions = gm_grow(f->instructions, &p->instructions_room, f->instructions_count + 1,
				  sizeof *f->instructions);
	f->instructions[f->instructions_count++] = one;
	return gm_ptx_expect(p, ";");
}
