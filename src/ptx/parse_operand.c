#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 256 };

int
gm_ptx_append_operands(ptx_parser *p, const ptx_operand *operands, int count)
{
	ptx_function *f = p->function;
	const size_t first = f->operands_count;
	f->operands =
		gm_grow(f->operands, &p->operands_room, first + (size_t)count, sizeof *f->operands);
	if (count > 0)
		memcpy(f->operands + first, operands, (size_t)count * sizeof *operands);
	f->operands_count += (size_t)count;
	for (int i = 0; i < count; i++)
		if (operands[i].kind == OPERAND_SYMBOL) {
			p->references = gm_grow(p->references, &p->references_room,
						p->references_count + 1, sizeof *p->references);
			p->references[p->references_count++] =
				(ptx_reference){first + (size_t)i, p->scopes[p->depth - 1]};
		}
	return (int)first;
}

static int
add_register(ptx_parser *p, const char *name, size_t length, ptx_type type, int scope)
{
	ptx_function *f = p->function;
	f->registers = gm_grow(f->registers, &p->registers_room, f->registers_count + 1,
			       sizeof *f->registers);
	const char *kept = gm_ptx_copy(p, name, length);
	f->registers[f->registers_count] = (ptx_register){kept, type};
	gm_ptx_names_set(&p->registers, kept, length, scope, (int)f->registers_count);
	return (int)f->registers_count++;
}

/* A register of `.reg .b32 %r<100>` named for the first time. */
static int
find_in_ranges(ptx_parser *p, const char *name, size_t length, int scope)
{
	size_t digits = 0;
	while (digits < length && name[length - 1 - digits] >= '0' &&
	       name[length - 1 - digits] <= '9')
		digits++;
	if (digits == 0 || digits > 9)
		return -1;
	const size_t prefix = length - digits;
	long number = 0;
	for (size_t i = prefix; i < length; i++)
		number = 10 * number + (name[i] - '0');
	for (size_t i = p->ranges_count; i-- > 0;) {
		const ptx_register_range *r = &p->ranges[i];
		if (r->scope == scope && r->length == prefix && number < r->count &&
		    memcmp(r->prefix, name, prefix) == 0)
			return add_register(p, name, length, r->type, scope);
	}
	return -1;
}

int
gm_ptx_register_find(ptx_parser *p, const char *name, size_t length)
{
	for (int i = p->depth; i-- > 0;) {
		int found = gm_ptx_names_get(&p->registers, name, length, p->scopes[i]);
		if (found < 0)
			found = find_in_ranges(p, name, length, p->scopes[i]);
		if (found >= 0)
			return found;
	}
	return -1;
}

static int
find_variable(const ptx_parser *p, const char *name, size_t length)
{
	for (int i = p->depth; i-- > 0;) {
		const int found = gm_ptx_names_get(&p->locals, name, length, p->scopes[i]);
		if (found >= 0)
			return found;
	}
	return -1;
}

/* %r.b0, %r.h10: bytes or halves of %r, as video instructions select them. */
static bool
find_selection(ptx_parser *p, const ptx_token *t, ptx_operand *out)
{
	size_t dot = t->length;
	while (dot > 0 && t->start[dot - 1] != '.')
		dot--;
	if (dot < 2 || dot == t->length || (t->start[dot] != 'b' && t->start[dot] != 'h'))
		return false;
	const int found = gm_ptx_register_find(p, t->start, dot - 1);
	*out = (ptx_operand){.kind = OPERAND_REGISTER, .index = found, .selects = true};
	return found >= 0;
}

/* The whole of a vector register, whose components are registers of their own. */
static bool
find_vector(ptx_parser *p, const ptx_token *t, ptx_operand *out)
{
	ptx_operand parts[4];
	char name[256];
	int count = 0;
	if (t->length > sizeof name - 3)
		return false;
	memcpy(name, t->start, t->length);
	name[t->length] = '.';
	for (; count < 4; count++) {
		name[t->length + 1] = "xyzw"[count];
		const int found = gm_ptx_register_find(p, name, t->length + 2);
		if (found < 0)
			break;
		parts[count] = (ptx_operand){.kind = OPERAND_REGISTER, .index = found};
	}
	if (count == 0)
		return false;
	*out = (ptx_operand){.kind = OPERAND_VECTOR, .count = count};
	out->parts = gm_ptx_append_operands(p, parts, count);
	return true;
}

static void
resolve_word(ptx_parser *p, const ptx_token *t, ptx_operand *out)
{
	const int found = gm_ptx_register_find(p, t->start, t->length);
	*out = (ptx_operand){.kind = OPERAND_REGISTER, .index = found};
	if (found >= 0 || find_selection(p, t, out) || find_vector(p, t, out))
		return;
	out->index = find_variable(p, t->start, t->length);
	out->kind = OPERAND_VARIABLE;
	if (out->index >= 0)
		return;
	out->kind = t->start[0] == '%' ? OPERAND_SPECIAL : OPERAND_SYMBOL;
	if (gm_ptx_token_is(t, "_"))
		out->kind = OPERAND_SINK;
	out->name = gm_ptx_copy(p, t->start, t->length);
	if (gm_ptx_token_is(t, "WARP_SZ"))
		*out = (ptx_operand){.kind = OPERAND_INTEGER, .integer = 32};
}

/* LLVM puts labels of its debug information in the middle of a call. */
static bool
parse_word(ptx_parser *p, ptx_operand *out)
{
	const ptx_token t = p->token;
	gm_ptx_take(p);
	if (gm_ptx_accept(p, ":")) {
		gm_ptx_names_set(&p->labels, t.start, t.length, p->scopes[p->depth - 1],
				 (int)p->function->instructions_count);
		return gm_ptx_parse_operand(p, out);
	}
	resolve_word(p, &t, out);
	int64_t offset;
	const bool is_place = out->kind == OPERAND_SYMBOL || out->kind == OPERAND_VARIABLE;
	if (is_place && gm_ptx_accept(p, "+")) {
		if (!gm_ptx_expect_integer(p, &offset))
			return false;
		out->integer = offset;
	}
	return true;
}

static bool
parse_number(ptx_parser *p, ptx_operand *out)
{
	const bool negative = gm_ptx_accept(p, "-"), complement = gm_ptx_accept(p, "~");
	unsigned long long integer;
	double number;
	bool is_float;
	const bool is_number = gm_ptx_token_number(&p->token, &integer, &number, &is_float);
	if (!is_number && negative && !complement && p->token.kind == TOKEN_WORD) {
		const bool good = parse_word(p, out);
		out->selects = true;
		return good;
	}
	if (!is_number)
		return gm_ptx_wrong(p, "an operand");
	gm_ptx_take(p);
	integer = negative ? 0 - integer : integer;
	*out = (ptx_operand){.kind = is_float ? OPERAND_FLOAT : OPERAND_INTEGER};
	out->integer = (int64_t)(complement ? ~integer : integer);
	out->number = negative ? -number : number;
	return true;
}

/* Operands separated by commas, up to the closing mark, which is taken. */
static bool
parse_parts(ptx_parser *p, const char *close, ptx_operand_kind kind, ptx_operand *out)
{
	ptx_operand parts[PARTS_MAX];
	int count = 0;
	while (!gm_ptx_at(p, close)) {
		if (count == PARTS_MAX)
			return gm_ptx_wrong(p, "at most 256 parts");
		if (!gm_ptx_parse_operand(p, &parts[count++]))
			return false;
		if (!gm_ptx_at(p, close) && !gm_ptx_expect(p, ","))
			return false;
	}
	gm_ptx_take(p);
	*out = (ptx_operand){.kind = kind, .count = count};
	out->parts = gm_ptx_append_operands(p, parts, count);
	return true;
}

/* [base], [base+4], [base+-4], [base-4], [base, {x, y}] */
static bool
parse_address(ptx_parser *p, ptx_operand *out)
{
	ptx_operand parts[PARTS_MAX];
	int count = 1;
	int64_t offset = 0, more;
	if (!gm_ptx_parse_operand(p, &parts[0]))
		return false;
	while (gm_ptx_at(p, "+") || gm_ptx_at(p, "-")) {
		gm_ptx_accept(p, "+");
		if (!gm_ptx_expect_integer(p, &more))
			return false;
		offset = (int64_t)((uint64_t)offset + (uint64_t)more);
	}
	while (gm_ptx_accept(p, ",")) {
		if (count == PARTS_MAX)
			return gm_ptx_wrong(p, "at most 256 parts");
		if (!gm_ptx_parse_operand(p, &parts[count++]))
			return false;
	}
	if (!gm_ptx_expect(p, "]"))
		return false;
	*out = (ptx_operand){.kind = OPERAND_ADDRESS, .count = count, .integer = offset};
	out->parts = gm_ptx_append_operands(p, parts, count);
	return true;
}

static bool
parse_single(ptx_parser *p, ptx_operand *out)
{
	if (gm_ptx_accept(p, "["))
		return parse_address(p, out);
	if (gm_ptx_accept(p, "{"))
		return parse_parts(p, "}", OPERAND_VECTOR, out);
	if (gm_ptx_accept(p, "("))
		return parse_parts(p, ")", OPERAND_LIST, out);
	return p->token.kind == TOKEN_WORD ? parse_word(p, out) : parse_number(p, out);
}

bool
gm_ptx_parse_operand(ptx_parser *p, ptx_operand *out)
{
	ptx_operand parts[2];
	/* Braces nest in hostile texts only; each level is one more on the C stack. */
	if (p->nesting >= PTX_SCOPES_MAX / 4)
		return gm_ptx_wrong(p, "at most 16 nested operands");
	p->nesting++;
	const bool negated = gm_ptx_accept(p, "!");
	bool good = parse_single(p, &parts[0]);
	parts[0].negated = negated;
	*out = parts[0];
	if (good && gm_ptx_accept(p, "|")) {
		good = parse_single(p, &parts[1]);
		*out = (ptx_operand){.kind = OPERAND_PAIR, .count = 2};
		out->parts = good ? gm_ptx_append_operands(p, parts, 2) : 0;
	}
	p->nesting--;
	return good;
}

/* From the scope of the reference outwards. */
static int
find_label(const ptx_parser *p, const char *name, int scope)
{
	for (; scope >= 0; scope = p->parents[scope]) {
		const int found = gm_ptx_names_get(&p->labels, name, strlen(name), scope);
		if (found >= 0)
			return found;
	}
	return -1;
}

void
gm_ptx_resolve_labels(ptx_parser *p)
{
	for (size_t i = 0; i < p->references_count; i++) {
		ptx_operand *o = &p->function->operands[p->references[i].operand];
		const int found = find_label(p, o->name, p->references[i].scope);
		if (found >= 0) {
			o->kind = OPERAND_LABEL;
			o->index = found;
		}
	}
}
