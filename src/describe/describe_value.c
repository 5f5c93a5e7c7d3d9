#include "describe/describe_run.h"

#include "simt/lanes.h"

#include <string.h>

enum {
	WEIGHT_MOST = 400, /* factors: what is longer nobody reads, and a hash doubles it in each step */
	HASH_FACTOR = 1 << 24 /* who multiplies by so much wants it to wrap around */
};

const gm_sum *
gm_ptx_unit_value(const ptx_describing *d, uint32_t unit)
{
	return unit == PTX_NO_UNIT ? NULL : d->now.values[unit];
}

static const gm_sum *
constant(ptx_describing *d, int64_t value)
{
	return gm_sum_constant(d->a, value);
}

const gm_sum *
gm_ptx_guard_value(ptx_describing *d, const ptx_step *step)
{
	const gm_sum *guard;
	if (step->guard == PTX_NO_UNIT)
		return constant(d, 1);
	guard = gm_ptx_unit_value(d, step->guard);
	return guard && step->guard_negated ? gm_sum_not(d->a, guard) : guard;
}

static bool
is_unsigned(ptx_type type)
{
	return gm_ptx_type_kind(type) == KIND_UNSIGNED;
}

static bool
is_integer(ptx_type type)
{
	const ptx_kind kind = gm_ptx_type_kind(type);
	return kind == KIND_UNSIGNED || kind == KIND_SIGNED || kind == KIND_BITS;
}

/* A 32-bit constant is held with a sign; an unsigned multiplication reads it without. */
static const gm_sum *
without_sign(ptx_describing *d, const gm_sum *x, ptx_type type)
{
	const bool turn = gm_sum_is_constant(x) && x->constant < 0 && is_unsigned(type) &&
			  gm_ptx_type_bits(type) == 32;
	return turn ? constant(d, x->constant + (INT64_C(1) << 32)) : x;
}

/* ---- parameters ---- */

/* The array whose address the parameters hold at the offset; NULL: none. */
static const gm_sum *
member_array(const ptx_describing *d, int64_t offset, int bytes)
{
	const ptx_kernel *k = d->kernel;
	uint64_t address = 0;
	if (bytes != (k->program.narrow ? 4 : 8) || offset + bytes > k->program.parameters_bytes)
		return NULL;
	memcpy(&address, k->program.parameters + offset, (size_t)bytes);
	const int buffer = gm_ptx_buffer_find(k->buffers, k->buffers_count, address);
	return buffer >= 0 && k->buffers[buffer].base == address ? d->bases[buffer] : NULL;
}

/* A parameter of the entry read whole is its argument; a part of a structure is the array or the
   number it holds. */
static const gm_sum *
parameter(ptx_describing *d, const ptx_step *s)
{
	const ptx_word *w = ptx_word_of(d, s);
	for (int i = 0; i < d->kernel->arguments_count; i++)
		if (d->kernel->parameter_offsets[i] == w->offset && d->arguments[i])
			return d->arguments[i];
	const gm_sum *array = member_array(d, w->offset, (int)gm_ptx_type_bytes((ptx_type)w->type));
	if (array)
		return array;
	return is_integer((ptx_type)w->type) ? gm_ptx_unit_value(d, s->a) : NULL;
}

/* ---- arithmetic on integers ---- */

typedef struct operands {
	const gm_sum *a, *b, *c;
	ptx_type type;
	int bits;
} operands;

static const gm_sum *
product(ptx_describing *d, operands o)
{
	return gm_sum_multiply(d->a, without_sign(d, o.a, o.type), without_sign(d, o.b, o.type));
}

/* Reads a negative number as unsigned: 2^32 more. */
static const gm_sum *
shifted_unsigned(ptx_describing *d, operands o)
{
	const gm_sum *plain = gm_sum_shift_right(d->a, o.a, o.b);
	if (gm_ptx_is_natural(d, o.a))
		return plain;
	if (o.bits != 32)
		return NULL;
	const gm_sum *raised = gm_sum_add(d->a, o.a, constant(d, INT64_C(1) << 32));
	return gm_sum_choose(d->a, gm_sum_compare(d->a, GM_OP_LESS, o.a, constant(d, 0)),
			     gm_sum_shift_right(d->a, raised, o.b), plain);
}

static const gm_sum *
shifted_right(ptx_describing *d, operands o)
{
	const bool sign = gm_sum_is_constant(o.b) && o.b->constant == o.bits - 1;
	if (sign && gm_ptx_is_natural(d, o.a))
		return constant(d, 0);
	return gm_ptx_type_kind(o.type) == KIND_SIGNED ? gm_sum_shift_right(d->a, o.a, o.b)
						       : shifted_unsigned(d, o);
}

static const gm_sum *
divided(ptx_describing *d, operands o, bool remainder)
{
	const gm_sum *y = gm_ptx_at_least_one(d, without_sign(d, o.b, o.type));
	if (!y)
		return NULL;
	/* An unsigned operand has no sign to begin with. */
	if (is_unsigned(o.type))
		return (remainder ? gm_sum_modulo : gm_sum_divide)(d->a, o.a, y);
	return (remainder ? gm_sum_remainder : gm_sum_quotient)(d->a, o.a, y);
}

static const gm_sum *
bits(ptx_describing *d, const ptx_step *s, operands o)
{
	gm_algebra *a = d->a;
	const uint8_t opcode = ptx_word_of(d, s)->opcode;
	const gm_operator op = opcode == OP_AND  ? GM_OP_BIT_AND
			       : opcode == OP_OR ? GM_OP_BIT_OR
						 : GM_OP_BIT_XOR;
	if (o.type != PTX_PRED)
		return gm_sum_bits(a, op, o.a, o.b);
	if (op == GM_OP_BIT_XOR)
		return gm_sum_compare(a, GM_OP_NOT_EQUAL, o.a, o.b);
	return (op == GM_OP_BIT_AND ? gm_sum_and : gm_sum_or)(a, o.a, o.b);
}

/* bfe with a constant place and length. */
static const gm_sum *
field(ptx_describing *d, operands o)
{
	if (!gm_sum_is_constant(o.b) || !o.c || !gm_sum_is_constant(o.c) || o.a->low < 0 ||
	    o.c->constant < 1 || o.c->constant > 31)
		return NULL;
	const gm_sum *moved = gm_sum_shift_right(d->a, o.a, o.b);
	return gm_sum_modulo(d->a, moved, constant(d, INT64_C(1) << o.c->constant));
}

/* bfi with a constant place that leaves only low bits of the second: a * 2^place + b % 2^place. */
static const gm_sum *
inserted(ptx_describing *d, const ptx_step *s, operands o)
{
	const gm_sum *length = gm_ptx_unit_value(d, d->program->units[s->sources + 3]);
	if (!o.c || !gm_sum_is_constant(o.c) || !length || !gm_sum_is_constant(length) ||
	    o.c->constant < 0 || o.c->constant + length->constant != o.bits || o.bits != 32)
		return NULL;
	const gm_sum *size = constant(d, INT64_C(1) << o.c->constant);
	return gm_sum_add(d->a, gm_sum_multiply(d->a, o.a, size), gm_sum_modulo(d->a, o.b, size));
}

static const gm_sum *
high_half(ptx_describing *d, operands o)
{
	return gm_sum_shift_right(d->a, product(d, o), constant(d, o.bits));
}

static const gm_sum *
by_opcode(ptx_describing *d, const ptx_step *s, operands o)
{
	const ptx_word *w = ptx_word_of(d, s);
	const gm_sum *high;
	switch ((ptx_opcode)w->opcode) {
	case OP_AND:
	case OP_OR:
	case OP_XOR:
		return o.b ? bits(d, s, o) : NULL;
	case OP_NOT:
		return o.type == PTX_PRED ? gm_sum_not(d->a, o.a) : NULL;
	case OP_ABS:
		return gm_sum_max(d->a, o.a, gm_sum_scale(d->a, o.a, -1));
	case OP_BFE:
		return o.b ? field(d, o) : NULL;
	case OP_BFI:
		return o.b ? inserted(d, s, o) : NULL;
	case OP_MUL:
	case OP_MAD:
		if (!(w->flags & WORD_HIGH) || o.bits != 32 || !o.b)
			return NULL;
		high = high_half(d, o);
		return w->opcode == OP_MUL ? high : o.c ? gm_sum_add(d->a, high, o.c) : NULL;
	default:
		return NULL;
	}
}

/* Narrow integers keep their low bits. */
static const gm_sum *
converted(ptx_describing *d, const ptx_step *s, const gm_sum *x)
{
	const ptx_type to = (ptx_type)s->type;
	const int width = gm_ptx_type_bits(to);
	if (!is_integer(to) || !is_integer((ptx_type)s->from))
		return NULL;
	if (width >= 32)
		return x;
	const int64_t size = INT64_C(1) << width;
	if (gm_ptx_type_kind(to) == KIND_SIGNED)
		return x->low >= -size / 2 && x->high < size / 2 ? x : NULL;
	return gm_sum_modulo(d->a, x, constant(d, size));
}

static const gm_sum *
of_two(ptx_describing *d, const ptx_step *s, operands o)
{
	gm_algebra *a = d->a;
	switch ((ptx_rule)s->rule) {
	case RULE_ADD:
		return gm_sum_add(a, o.a, o.b);
	case RULE_SUB:
		return gm_sum_subtract(a, o.a, o.b);
	case RULE_MUL:
	case RULE_MUL_WIDE:
		return product(d, o);
	case RULE_MAD:
	case RULE_MAD_WIDE:
		return o.c ? gm_sum_add(a, product(d, o), o.c) : NULL;
	case RULE_SHL:
		return gm_sum_shift_left(a, o.a, o.b);
	case RULE_SHR:
		return shifted_right(d, o);
	case RULE_DIV:
		return divided(d, o, false);
	case RULE_REM:
		return divided(d, o, true);
	case RULE_MIN:
		return gm_sum_min(a, o.a, o.b);
	case RULE_MAX:
		return gm_sum_max(a, o.a, o.b);
	case RULE_SELECT:
		return o.c ? gm_sum_choose(a, o.c, o.a, o.b) : NULL;
	default:
		return by_opcode(d, s, o);
	}
}

static bool
is_hash_factor(const gm_sum *x)
{
	return gm_sum_is_constant(x) &&
	       (x->constant >= HASH_FACTOR || x->constant <= -HASH_FACTOR);
}

/* A register of 32 bits keeps the low ones of what is mixed with a large constant. Elsewhere numbers are
   taken not to wrap around. */
static const gm_sum *
kept(ptx_describing *d, const ptx_step *s, operands o, const gm_sum *value)
{
	const bool mixes = s->rule == RULE_MUL || s->rule == RULE_MAD || s->rule == RULE_ADD ||
			   s->rule == RULE_SUB;
	if (!value || o.bits != 32 || !mixes || !is_integer(o.type) || !is_hash_factor(o.b) ||
	    gm_sum_holds(value, GM_SYMBOL_ADDRESS) ||
	    (value->low >= INT32_MIN && value->high <= UINT32_MAX))
		return value;
	return gm_sum_modulo(d->a, value, constant(d, INT64_C(1) << 32));
}

/* A 16-bit number is held without a sign; a signed operation reads one into it. NULL: data. */
static const gm_sum *
with_sign(ptx_describing *d, const gm_sum *x, ptx_type type)
{
	const gm_factor *f = x ? gm_sum_as_factor(x) : NULL;
	if (!x || gm_ptx_type_bits(type) != 16 || gm_ptx_type_kind(type) != KIND_SIGNED ||
	    x->high <= INT16_MAX)
		return x;
	if (gm_sum_is_constant(x))
		return constant(d, (int16_t)x->constant);
	if (!f || f->op != GM_OP_CHOOSE)
		return NULL;
	const gm_sum *y = with_sign(d, f->operand[1], type), *z = with_sign(d, f->operand[2], type);
	return y && z ? gm_sum_choose(d->a, f->operand[0], y, z) : NULL;
}

/* The first result of a step that computes; NULL: data. */
static const gm_sum *
computed(ptx_describing *d, const ptx_step *s)
{
	const ptx_type type = (ptx_type)s->type;
	const operands o = {with_sign(d, gm_ptx_unit_value(d, s->a), type),
			    with_sign(d, gm_ptx_unit_value(d, s->b), type),
			    gm_ptx_unit_value(d, s->c), type, gm_ptx_type_bits(type)};
	if (s->run == gm_ptx_not_predicate)
		return o.a ? gm_sum_not(d->a, o.a) : NULL;
	if (s->rule == RULE_COPY)
		return ptx_word_of(d, s)->offset >= 0 ? parameter(d, s) : o.a;
	if (s->rule == RULE_COMPARE)
		return gm_ptx_compared(d, s, false);
	if (s->rule == RULE_CONVERT)
		return o.a ? converted(d, s, o.a) : NULL;
	if (!o.a || (!is_integer(o.type) && o.type != PTX_PRED) || s->results_count > 1)
		return NULL;
	if (s->rule == RULE_NEG) {
		const gm_sum *minus = gm_sum_scale(d->a, o.a, -1);
		return ptx_word_of(d, s)->opcode == OP_NOT
			       ? gm_sum_subtract(d->a, minus, constant(d, 1))
			       : minus;
	}
	return o.b ? kept(d, s, o, of_two(d, s, o)) : by_opcode(d, s, o);
}

/* mov.b64 {low, high}: only numbers that fit in their low half are followed. */
static const gm_sum *
part_of(ptx_describing *d, const ptx_step *s, int part)
{
	const gm_sum *whole = gm_ptx_unit_value(d, s->a);
	if (s->detail != 32 || !whole || whole->low < 0 || whole->high > UINT32_MAX)
		return NULL;
	return part == 0 ? whole : constant(d, 0);
}

static const gm_sum *
packed(ptx_describing *d, const ptx_step *s)
{
	const gm_sum *high = gm_ptx_unit_value(d, s->b);
	const bool small = s->detail == 32 && s->sources_count == 2 && high &&
			   gm_sum_is_constant(high) && high->constant == 0;
	return small ? gm_ptx_unit_value(d, s->a) : NULL;
}

static const gm_sum *
result_of(ptx_describing *d, const ptx_step *s, int index)
{
	if (s->action != ACTION_LANES)
		return NULL;
	if (s->rule == RULE_UNPACK)
		return part_of(d, s, index);
	if (s->rule == RULE_PACK)
		return packed(d, s);
	if (index == 0)
		return computed(d, s);
	return s->rule == RULE_COMPARE ? gm_ptx_compared(d, s, true) : NULL;
}

void
gm_ptx_step_values(ptx_describing *d, const ptx_step *s)
{
	const gm_sum *results[2] = {NULL, NULL}, *guard = gm_ptx_guard_value(d, s);
	const uint32_t *units = d->program->units + s->results;
	for (int i = 0; i < s->results_count && i < 2; i++)
		results[i] = result_of(d, s, i);
	for (int i = 0; i < s->results_count; i++) {
		const gm_sum *value = i < 2 ? results[i] : NULL;
		if (units[i] == PTX_NO_UNIT)
			continue;
		const gm_sum *before = d->now.values[units[i]];
		if (s->guard != PTX_NO_UNIT)
			value = guard && value && before ? gm_sum_choose(d->a, guard, value, before)
							 : NULL;
		d->now.values[units[i]] =
			value && value->known && value->weight < WEIGHT_MOST ? value : NULL;
	}
}
