#include "simt/lower_rotated.h"

#include "simt/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct range {
	size_t from, to; /* instructions, `to` excluded */
} range;

static const ptx_operand *
operand(const ptx_function *f, const ptx_instruction *in, int index)
{
	return index < in->count ? &f->operands[in->operands + index] : NULL;
}

static bool
names(const ptx_function *f, const ptx_operand *o, int reg)
{
	if (o->kind == OPERAND_REGISTER)
		return o->index == reg;
	bool found = false;
	for (int i = 0; i < o->count && !found; i++)
		found = names(f, &f->operands[o->parts + i], reg);
	return found;
}

static bool
writes(const ptx_function *f, size_t i, int reg)
{
	const ptx_instruction *in = &f->instructions[i];
	return in->count > 0 && gm_ptx_opcode_results(in->opcode) > 0 && names(f, operand(f, in, 0), reg);
}

static bool
reads(const ptx_function *f, size_t i, int reg)
{
	const ptx_instruction *in = &f->instructions[i];
	bool found = in->guard == reg;
	for (int k = gm_ptx_opcode_results(in->opcode) > 0; k < in->count && !found; k++)
		found = names(f, operand(f, in, k), reg);
	return found;
}

typedef bool (*use)(const ptx_function *f, size_t i, int reg);

static int
count(const ptx_function *f, range r, int reg, use test)
{
	int n = 0;
	for (size_t i = r.from; i < r.to; i++)
		n += test(f, i, reg);
	return n;
}

static range
everything(const ptx_function *f)
{
	return (range){0, f->instructions_count};
}

static bool
is_jump(const ptx_function *f, size_t i, size_t to, bool guarded)
{
	const ptx_instruction *in = &f->instructions[i];
	return i < f->instructions_count && in->opcode == OP_BRA && !in->unknown && (in->guard >= 0) == guarded &&
	       in->count == 1 && operand(f, in, 0)->kind == OPERAND_LABEL && (size_t)operand(f, in, 0)->index == to;
}

static bool
is_plain(const ptx_instruction *in)
{
	if (in->unknown || in->guard >= 0 || in->no_unroll)
		return false;
	switch (gm_ptx_opcode_shape(in->opcode)) {
	case SHAPE_PLAIN:
	case SHAPE_COMPARE:
	case SHAPE_MOVE:
	case SHAPE_CONVERT:
	case SHAPE_ADDRESS:
	case SHAPE_LOAD:
	case SHAPE_STORE: return true;
	default: return false;
	}
}

static bool
are_plain(const ptx_function *f, range r)
{
	size_t i = r.from;
	while (i < r.to && is_plain(&f->instructions[i]))
		i++;
	return i == r.to;
}

/* Of labels there is one way to each of the two, and none to between. */
static bool
is_entered_once(const ptx_function *f, const ptx_rotated *r)
{
	int ways = 0;
	for (size_t k = 0; k < f->operands_count; k++) {
		const ptx_operand *o = &f->operands[k];
		ways += o->kind == OPERAND_LABEL && (size_t)o->index > r->enter && (size_t)o->index <= r->test + 2;
	}
	return ways == 2;
}

static bool
has_literal(const ptx_function *f, const ptx_instruction *in, int index, int64_t *value)
{
	const ptx_operand *o = operand(f, in, index);
	*value = o ? o->integer : 0;
	return o && o->kind == OPERAND_INTEGER;
}

/* The only one in the range that writes the register; instructions_count: none or several. */
static size_t
writer(const ptx_function *f, range r, int reg)
{
	size_t found = r.from;
	while (found < r.to && !writes(f, found, reg))
		found++;
	return found < r.to && count(f, r, reg, writes) == 1 ? found : f->instructions_count;
}

/* From a literal by a literal to a literal, which it meets. */
static bool
counts_to_its_bound(const ptx_function *f, const ptx_rotated *r)
{
	const ptx_instruction *test = &f->instructions[r->test];
	const ptx_operand *counter = operand(f, test, 1);
	int64_t begin, step, bound;
	if (!counter || counter->kind != OPERAND_REGISTER || !has_literal(f, test, 2, &bound))
		return false;
	const size_t start = writer(f, (range){0, r->enter}, counter->index);
	const size_t sum = writer(f, (range){r->enter, r->middle}, counter->index);
	if (start >= r->enter || sum >= r->middle || count(f, everything(f), counter->index, writes) != 2)
		return false;
	const ptx_instruction *mov = &f->instructions[start], *add = &f->instructions[sum];
	return mov->opcode == OP_MOV && has_literal(f, mov, 1, &begin) && add->opcode == OP_ADD &&
	       names(f, operand(f, add, 1), counter->index) && has_literal(f, add, 2, &step) && step != 0 &&
	       (bound - begin) % step == 0 && (bound - begin) / step > 0;
}

/* What it writes is written nowhere else, and no predicate of it is read behind it. */
static bool
writes_its_own(const ptx_function *f, range r)
{
	for (size_t k = 0; k < f->registers_count; k++) {
		const int reg = (int)k, own = count(f, r, reg, writes);
		if (own > 0 && (count(f, everything(f), reg, writes) != 1 ||
				(f->registers[k].type == PTX_PRED &&
				 count(f, everything(f), reg, reads) != count(f, r, reg, reads))))
			return false;
	}
	return true;
}

static bool
is_test(const ptx_function *f, size_t i)
{
	const ptx_instruction *in = &f->instructions[i];
	const int pred = f->instructions[i + 1].guard;
	return in->opcode == OP_SETP && in->guard < 0 && in->count == 3 && gm_ptx_has(in, MOD_eq) &&
	       in->types_count == 1 && gm_ptx_type_bits((ptx_type)in->types[0]) == 32 &&
	       gm_ptx_type_kind((ptx_type)in->types[0]) != KIND_FLOAT &&
	       operand(f, in, 0)->kind == OPERAND_REGISTER && operand(f, in, 0)->index == pred &&
	       !f->instructions[i + 1].guard_negated && count(f, everything(f), pred, writes) == 1 &&
	       count(f, everything(f), pred, reads) == 1;
}

bool
gm_ptx_rotated_at(const ptx_function *f, size_t enter, ptx_rotated *out)
{
	const ptx_instruction *in = &f->instructions[enter];
	const ptx_operand *to = in->opcode == OP_BRA && in->guard < 0 ? operand(f, in, 0) : NULL;
	if (!to || to->kind != OPERAND_LABEL || (size_t)to->index <= enter + 1)
		return false;
	ptx_rotated r = {.enter = enter, .middle = (size_t)to->index};
	size_t end = r.middle;
	while (end < f->instructions_count && is_plain(&f->instructions[end]))
		end++;
	r.test = end - 1;
	if (end == r.middle || !is_jump(f, end, end + 2, true) || !is_jump(f, end + 1, enter + 1, false) ||
	    !are_plain(f, (range){enter + 1, r.middle}) || !is_entered_once(f, &r) || !is_test(f, r.test) ||
	    !counts_to_its_bound(f, &r) || !writes_its_own(f, (range){r.middle, r.test}))
		return false;
	*out = r;
	return true;
}

/* As if the text had it there. */
static ptx_instruction *
written(ptx_lowering *lo, const ptx_instruction *as)
{
	ptx_instruction *in = gm_arena_allocate(lo->arena, 1, sizeof *in);
	*in = *as;
	return in;
}

/* The register's value before the loop is what was made for it there. */
static bool
begin_with(ptx_lowering *lo, const ptx_instruction *jump, int reg, uint32_t made)
{
	const ptx_operand o = {.kind = OPERAND_REGISTER, .index = reg};
	uint32_t unit;
	ptx_type type;
	ptx_instruction *mov = written(lo, jump);
	mov->opcode = OP_MOV;
	if (!gm_ptx_register_unit(lo, &o, &unit, &type))
		return false;
	mov->types_count = 1;
	mov->types[0] = (uint8_t)type;
	lo->now = mov;
	gm_ptx_add_copy(lo, unit, made, type);
	return true;
}

/* What stands before the loop has registers of its own. */
static bool
lower_ahead(ptx_lowering *lo, const ptx_rotated *r)
{
	const ptx_function *f = lo->frame->function;
	const range ahead = {r->middle, r->test};
	uint32_t *registers = lo->frame->registers;
	uint32_t *made = gm_allocate(f->registers_count, sizeof *made);
	bool good = true;
	memcpy(made, registers, f->registers_count * sizeof *made);
	for (size_t k = 0; k < f->registers_count; k++)
		if (count(f, ahead, (int)k, writes) > 0)
			registers[k] = PTX_NO_UNIT;
	for (size_t i = ahead.from; good && i < ahead.to; i++)
		good = gm_ptx_lower_instruction(lo, &f->instructions[i]);
	for (size_t k = 0; good && k < f->registers_count; k++) {
		const uint32_t unit = registers[k];
		if (count(f, ahead, (int)k, writes) == 0)
			continue;
		registers[k] = made[k];
		if (count(f, everything(f), (int)k, reads) > count(f, ahead, (int)k, reads))
			good = begin_with(lo, &f->instructions[r->enter], (int)k, unit);
	}
	free(made);
	return good;
}

/* It turns where it would have left. */
static bool
lower_test(ptx_lowering *lo, const ptx_instruction *test)
{
	ptx_instruction *in = written(lo, test);
	in->modifiers[MOD_eq / 64] &= ~((uint64_t)1 << (MOD_eq % 64));
	in->modifiers[MOD_ne / 64] |= (uint64_t)1 << (MOD_ne % 64);
	return gm_ptx_lower_instruction(lo, in);
}

static bool
lower_way_back(ptx_lowering *lo, const ptx_instruction *out, const ptx_instruction *back)
{
	ptx_instruction *in = written(lo, out);
	in->operands = back->operands;
	return gm_ptx_lower_instruction(lo, in);
}

bool
gm_ptx_lower_rotated(ptx_lowering *lo, size_t i)
{
	ptx_rotated *r = &lo->frame->rotated;
	const ptx_instruction *in = &lo->frame->function->instructions[i];
	if (!lo->module->debug && gm_ptx_rotated_at(lo->frame->function, i, r))
		return lower_ahead(lo, r);
	if (r->test == 0 || i < r->test || i > r->test + 2)
		return gm_ptx_lower_instruction(lo, in);
	return i == r->test ? lower_test(lo, in) : i == r->test + 1 || lower_way_back(lo, in - 1, in);
}
