#include "kernel/compile_run.h"

/*
 * What the values of a descriptor cost to compute, by the types that its source gives them.
 *
 * A let is worked out once, where it is first needed, and has a name from then on. Arithmetic is done
 * in 64 bits where an operand has as many, as in C, and in 32 before: of `row*n + column` with a
 * size_t n only what n is part of. Where the upper half of an operand is known to be zero, because an
 * unsigned of 32 bits became a size_t, a product is two instructions (IMAD.WIDE.U32, IMAD) and takes
 * the sum with it; else four.
 *
 * Source: code of ptxas 13.0 for sm_90, tests/input/widths.cu.
 */

enum { WIDE_SMALL_PRODUCT = 2, WIDE_PRODUCT = 4, WIDE_SUM = 2, WIDE_COMPARISON = 2 };

/* ---- names ---- */

static const gm_compile_name *
name_of(const gm_compiling *c, const gm_factor *f)
{
	for (size_t i = c->names_count; i-- > 0;)
		if (c->names[i].symbol == f)
			return &c->names[i];
	return NULL;
}

static bool
is_64(gm_type type)
{
	return type == GM_S64 || type == GM_U64;
}

static void
add_name(gm_compiling *c, gm_compile_name name)
{
	c->names = gm_grow(c->names, &c->names_room, c->names_count + 1, sizeof *c->names);
	c->names[c->names_count++] = name;
}

const gm_sum *
gm_compile_name_argument(gm_compiling *c, gm_type type, int64_t value)
{
	const gm_sum *symbol = gm_sum_symbol(c->algebra, "argument", GM_SYMBOL_SIZE,
					     value < 0 ? -GM_SUM_MOST : value > 0, GM_SUM_MOST);
	add_name(c, (gm_compile_name){.symbol = gm_sum_as_symbol(symbol),
				      .wide = is_64(type),
				      .small = !is_64(type),
				      .is_unsigned = type == GM_U32 || type == GM_U64});
	return symbol;
}

/* Threads and blocks count without a sign, and one such operand is enough (C, 6.3.1.8). */
static bool
is_unsigned(const gm_compiling *c, const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			const gm_compile_name *name = name_of(c, f);
			if (f->op == GM_OP_NAME ? !name || name->is_unsigned
						: f->operand[0] && is_unsigned(c, f->operand[0]))
				return true;
		}
	return false;
}

/* What moves with the turns of a loop stays a formula, for it is a pointer that moves. */
const gm_sum *
gm_compile_name_let(gm_compiling *c, gm_type type, const gm_sum *value)
{
	const bool wide = is_64(type) || (!type && gm_compile_is_wide(c, value));
	const bool alias = gm_sum_as_symbol(value) && wide == gm_compile_is_wide(c, value);
	if (!value->known || gm_sum_is_constant(value) || alias || gm_sum_holds(value, GM_SYMBOL_LOOP))
		return value;
	const bool without_sign =
		type ? type == GM_U32 || type == GM_U64 : is_unsigned(c, value);
	const bool small = !gm_compile_is_wide(c, value) && (without_sign || !wide);
	const gm_sum *symbol = gm_sum_symbol(
		c->algebra, "let", gm_compile_varies(value) ? GM_SYMBOL_THREAD : GM_SYMBOL_BLOCK,
		without_sign || value->low >= 0 ? 0 : -GM_SUM_MOST, GM_SUM_MOST);
	add_name(c, (gm_compile_name){gm_sum_as_symbol(symbol), wide, small, without_sign, value});
	return symbol;
}

/* ---- what they are ---- */

static bool
varies_factor(const gm_factor *f)
{
	if (f->op == GM_OP_NAME)
		return f->symbol == GM_SYMBOL_THREAD || f->symbol == GM_SYMBOL_LOOP;
	for (int k = 0; k < 3; k++)
		if (f->operand[k] && gm_compile_varies(f->operand[k]))
			return true;
	return false;
}

bool
gm_compile_varies(const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++)
			if (varies_factor(sum->products[i].factors[k]))
				return true;
	return false;
}

static bool
is_comparison(gm_operator op)
{
	return op == GM_OP_EQUAL || op == GM_OP_NOT_EQUAL || op == GM_OP_LESS ||
	       op == GM_OP_LESS_EQUAL || op == GM_OP_GREATER || op == GM_OP_GREATER_EQUAL;
}

static bool
is_truth(gm_operator op)
{
	return is_comparison(op) || op == GM_OP_AND || op == GM_OP_OR || op == GM_OP_NOT;
}

static bool
is_wide_factor(const gm_compiling *c, const gm_factor *f)
{
	const gm_compile_name *name = name_of(c, f);
	if (f->op == GM_OP_NAME)
		return name && name->wide;
	for (int k = 0; k < 3 && !is_truth(f->op); k++)
		if (f->operand[k] && gm_compile_is_wide(c, f->operand[k]))
			return true;
	return false;
}

/* n*(x/n): part of the division, in as many bits as that. */
static bool
is_multiplied_back(const gm_product *p)
{
	for (int k = 0; k < p->count; k++)
		for (int n = 0; n < p->count && p->factors[k]->op == GM_OP_DIVIDE; n++)
			if (gm_sum_as_factor(p->factors[k]->operand[1]) == p->factors[n])
				return true;
	return false;
}

static bool
is_wide_product(const gm_compiling *c, const gm_product *p)
{
	if (is_multiplied_back(p))
		return false;
	for (int k = 0; k < p->count; k++)
		if (is_wide_factor(c, p->factors[k]))
			return true;
	return false;
}

bool
gm_compile_is_wide(const gm_compiling *c, const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		if (is_wide_product(c, &sum->products[i]))
			return true;
	return false;
}

/* So is the quotient where 32 bits do for a division. */
static bool
is_small_factor(const gm_compiling *c, const gm_factor *f)
{
	const gm_compile_name *name = name_of(c, f);
	return name ? name->small : f->op == GM_OP_DIVIDE || !is_wide_factor(c, f);
}

static bool
is_small_product(const gm_compiling *c, const gm_product *p)
{
	bool small = p->coefficient == 1 || !is_wide_product(c, p);
	for (int k = 0; k < p->count; k++)
		small = small && is_small_factor(c, p->factors[k]);
	return small && (p->count == 1 || !is_wide_product(c, p));
}

static bool
is_small(const gm_compiling *c, const gm_sum *sum)
{
	return !gm_compile_is_wide(c, sum) ||
	       (sum->count == 1 && sum->constant == 0 && is_small_product(c, &sum->products[0]));
}

/* ---- operations ---- */

static bool
is_made(gm_compiling *c, const void *value)
{
	for (size_t i = 0; i < c->made_count; i++)
		if (c->made[i] == value)
			return true;
	c->made = gm_grow(c->made, &c->made_room, c->made_count + 1, sizeof *c->made);
	c->made[c->made_count++] = value;
	return false;
}

/* Shifts and masks for a power of two, a multiplication by its inverse for other numbers; else by the
   reciprocal, in 64 bits behind a test whether 32 would do, which is the path usually taken. */
static gm_issue
cost_of_division(const gm_compiling *c, const gm_sum *x, const gm_sum *by)
{
	const bool number = gm_sum_is_constant(by);
	const bool wide = gm_compile_is_wide(c, x) || gm_compile_is_wide(c, by);
	const bool small = is_small(c, x) || is_small(c, by);
	if (number && (by->constant & (by->constant - 1)) == 0)
		return (gm_issue){.of = {[GM_UNIT_ALU] = wide ? 2 : 1}};
	if (number)
		return (gm_issue){.of = {[GM_UNIT_ALU] = 2, [GM_UNIT_FMA] = wide ? 4 : 1}};
	return (gm_issue){.of = {[GM_UNIT_ALU] = wide ? 14 + !small : 12,
				 [GM_UNIT_FMA] = wide ? 4 : 3,
				 [GM_UNIT_XU] = 3,
				 [GM_UNIT_CONTROL] = wide ? (small ? 1 : 3) : 0}};
}

/* Of a product: multiplications, of which the last in 64 bits takes a sum with it. */
static double
multiplications(const gm_compiling *c, const gm_product *p)
{
	const int times = p->count - 1 + (p->coefficient != 1 && p->coefficient != -1);
	bool small = p->count < 2;
	for (int k = 0; k < p->count; k++)
		small = small || is_small_factor(c, p->factors[k]);
	return !is_wide_product(c, p) ? times
	       : times == 0          ? 0
				     : (small ? WIDE_SMALL_PRODUCT : WIDE_PRODUCT) +
					       WIDE_PRODUCT * (times - 1);
}

static gm_issue
share(const gm_sum *sum, double products, double additions)
{
	if (!gm_compile_varies(sum))
		return (gm_issue){.of = {[GM_UNIT_OTHER] = (float)(products + additions)}};
	return (gm_issue){.of = {[GM_UNIT_ALU] = (float)(0.8 * additions),
				 [GM_UNIT_FMA] = (float)(products + 0.2 * additions)}};
}

/* Where a sum is taken along by a product, its upper half is made a zero first. */
static gm_issue
cost_of_wide_terms(const gm_compiling *c, const gm_sum *sum, bool compared)
{
	double products = 0, additions = 0;
	int free = 0, addends = 0;
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		const double own = multiplications(c, p);
		products += own;
		free += own > 0 && is_wide_product(c, p);
	}
	for (int i = 0; i < sum->count; i++) {
		const bool plain = multiplications(c, &sum->products[i]) == 0;
		if (addends < free && plain)
			additions += is_small_product(c, &sum->products[i]);
		else if (plain)
			additions += WIDE_SUM;
		addends += plain;
	}
	if (free == 0 || addends < sum->count - 1)
		additions -= free == 0 && addends > 0 ? WIDE_SUM : 0;
	if (compared && sum->count > 1 && additions >= WIDE_SUM)
		additions -= WIDE_SUM;
	return share(sum, products, additions);
}

/* Terms are added one by one, a product and its sum in one instruction; a number besides waits for
   the access or the comparison, and what is compared with a sum is not added to it. */
static gm_issue
cost_of_terms(const gm_compiling *c, const gm_sum *sum, bool compared)
{
	double products = 0, additions = -1;
	if (gm_compile_is_wide(c, sum))
		return cost_of_wide_terms(c, sum, compared);
	for (int i = 0; i < sum->count; i++) {
		const int times = (int)multiplications(c, &sum->products[i]);
		products += times;
		additions += times == 0 || (i == 0 && times > 0);
	}
	additions -= compared && sum->count > 1;
	return share(sum, products, additions > 0 ? additions : 0);
}

static gm_issue cost_of_sum(gm_compiling *c, const gm_sum *sum, bool compared);

/* An int that becomes 64 bits wide gets the sign above it. */
static gm_issue
cost_of_name(gm_compiling *c, const gm_factor *f)
{
	const gm_compile_name *name = name_of(c, f);
	if (!name || !name->value || is_made(c, f))
		return (gm_issue){0};
	const bool extends = name->wide && !gm_compile_is_wide(c, name->value) &&
			     !is_unsigned(c, name->value);
	const gm_issue sign = share(name->value, 0, extends);
	gm_issue cost = cost_of_sum(c, name->value, false);
	gm_issue_add(&cost, &sign);
	return cost;
}

static gm_issue
cost_of_factor(gm_compiling *c, const gm_factor *f)
{
	gm_issue cost = {0};
	if (f->op == GM_OP_NAME)
		return cost_of_name(c, f);
	if (is_made(c, f))
		return cost;
	const bool logic = f->op == GM_OP_AND || f->op == GM_OP_OR, compares = is_comparison(f->op);
	const bool wide = f->operand[0] && gm_compile_is_wide(c, f->operand[0]);
	if (f->op == GM_OP_DIVIDE)
		cost = cost_of_division(c, f->operand[0], f->operand[1]);
	else
		cost.of[GM_UNIT_ALU] = logic ? 0 : compares && wide ? WIDE_COMPARISON : 1;
	for (int k = 0; k < 3; k++) {
		const gm_issue inside = f->operand[k] ? cost_of_sum(c, f->operand[k], compares)
						      : (gm_issue){0};
		gm_issue_add(&cost, &inside);
	}
	return cost;
}

static gm_issue
cost_of_sum(gm_compiling *c, const gm_sum *sum, bool compared)
{
	gm_issue cost = {0};
	if (gm_sum_is_constant(sum) || is_made(c, sum))
		return cost;
	cost = cost_of_terms(c, sum, compared);
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_issue own = cost_of_factor(c, sum->products[i].factors[k]);
			gm_issue_add(&cost, &own);
		}
	return cost;
}

gm_issue
gm_compile_cost(gm_compiling *c, const gm_sum *sum)
{
	return cost_of_sum(c, sum, false);
}
