#include "sass/issue_step.h"

#include <string.h>

/* Products that become part of the sums that read them. */

/* An approximate quotient is the numerator times a reciprocal, unless it is the reciprocal itself; one of those
   that keeps denormal numbers is scaled in the end. */
static bool
ends_in_product(const issue_plan *plan, int32_t quotient)
{
	return (is_opcode(plan, quotient, OP_DIV) || is_opcode(plan, quotient, OP_RCP)) &&
	       word_of(plan, quotient)->flags & (WORD_APPROXIMATE | WORD_FULL) &&
	       plan->cost[quotient].floats[GM_FLOAT_FMUL] >= 1;
}

/* Its width, and what it multiplies, are those of the addition; both flush denormal floats or neither
   (44 sums of quotients, ptxas 13.0 for sm_90). */
static bool
product_fits(const issue_plan *plan, int32_t product, int32_t sum)
{
	const ptx_word *w = word_of(plan, product);
	const bool multiplies = w->opcode == OP_MUL || gm_ptx_issue_is_scaling(plan, product) ||
				ends_in_product(plan, product);
	if (!multiplies || (w->flags & (WORD_ROUNDED | WORD_HIGH)) ||
	    is_float(plan, product) != is_float(plan, sum) ||
	    (is_float(plan, product) && (w->flags ^ word_of(plan, sum)->flags) & WORD_FLUSH))
		return false;
	return bits_of(plan, product) * (w->flags & WORD_WIDE ? 2 : 1) == bits_of(plan, sum);
}

/* An addition of 32 bits, or one of floats that says nothing of rounding and is none yet. */
static bool
can_take_product(const issue_plan *plan, int32_t step)
{
	const bool adds = is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB);
	if (!adds || !is_float(plan, step))
		return is_short_add(plan, step);
	return !(word_of(plan, step)->flags & WORD_ROUNDED) &&
	       plan->cost[step].floats[gm_ptx_issue_fused((ptx_type)word_of(plan, step)->type)] == 0;
}

/* A parameter or a literal, which an instruction reads without a register. */
static bool
is_constant(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return gm_ptx_issue_is_literal(plan, unit) ||
	       (from >= 0 && (word_of(plan, from)->flags & WORD_PARAMETER));
}

/* Of a product by such an operand ptxas makes part of each sum that reads it, wherever that stands, whatever
   else a loop makes of the other operand behind it; of others in their own block alone (products and sums in two
   blocks each, 17 kernels, ptxas 13.0 for sm_90). */
static bool
spreads(const issue_plan *plan, int32_t product)
{
	return is_opcode(plan, product, OP_MUL) && (is_constant(plan, issue_source(plan, product, 0)) ||
						    is_constant(plan, issue_source(plan, product, 1)));
}

/* Rows of the readers that the product becomes part of; of one that does not spread those of its block up to a
   division or root that calls a subroutine for rare operands, which ends the block that it stands in. */
typedef struct reader_range {
	int32_t first, end;
} reader_range;

static reader_range
readers_of(const issue_plan *plan, int32_t product)
{
	const issue_values *v = &plan->values;
	const ptx_node *node = &plan->graph.nodes[plan->graph.node_of[product]];
	const uint32_t unit = issue_result(plan, product);
	reader_range range = {v->first[unit], v->first[unit + 1]};
	if (spreads(plan, product))
		return range;
	while (range.first < range.end && v->readers[range.first] < node->first)
		range.first++;
	int32_t reached = product + 1, end = range.first;
	while (end < range.end && v->readers[end] < node->end) {
		while (reached <= v->readers[end] && !gm_ptx_issue_calls(&plan->cost[reached]))
			reached++;
		if (reached <= v->readers[end])
			break;
		end++;
	}
	return (reader_range){range.first, end};
}

static int
times_read(const issue_plan *plan, int32_t step, uint32_t unit)
{
	int reads = 0;
	for (int k = 0; k < plan->program->steps[step].sources_count; k++)
		reads += issue_source(plan, step, k) == unit;
	return reads;
}

/* 0 or -0. */
static bool
is_zero(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	return gm_ptx_issue_literal_value(plan, unit, &value) && (uint32_t)(value << 1) == 0;
}

/* Of a sum of floats whether it is more or less than zero, or none: where both terms are infinite, it is no number and
   they are equal, and the answer has to be the same (twelve comparisons, ptxas 13.0 for sm_90). */
static bool
asks_sign_of(const issue_plan *plan, int32_t step, uint32_t unit)
{
	static const uint8_t same[] = {MOD_lt, MOD_gt, MOD_ne, MOD_leu, MOD_geu, MOD_equ};
	const uint32_t a = issue_source(plan, step, 0), b = issue_source(plan, step, 1);
	return is_opcode(plan, step, OP_SETP) && memchr(same, plan->program->steps[step].detail, sizeof same) &&
	       ((a == unit && is_zero(plan, b)) || (b == unit && is_zero(plan, a)));
}

static bool
all_ask_sign(const issue_plan *plan, int32_t sum)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, sum);
	if (unit == PTX_NO_UNIT || v->uses[unit] == 0)
		return false;
	if (v->user[unit] >= 0)
		return asks_sign_of(plan, v->user[unit], unit);
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++)
		if (!asks_sign_of(plan, v->readers[r], unit))
			return false;
	return true;
}

/* A sum of floats that anything compares with zero: its terms are compared instead. */
static bool
is_compared(const issue_plan *plan, int32_t sum)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, sum);
	bool compared = false;
	for (int32_t r = v->first[unit]; r < v->first[unit + 1] && !compared; r++)
		compared = asks_sign_of(plan, v->readers[r], unit);
	return compared && is_float(plan, sum) && !(word_of(plan, sum)->flags & WORD_FLUSH);
}

/* A product that a sum in its own block reads becomes part of that before comparisons are looked at, one
   from outside the loop of the sum after it (23 sums of products, ptxas 13.0 for sm_90). */
static bool
stays_term(const issue_plan *plan, int32_t product, int32_t sum)
{
	return issue_loop_of(plan, sum) != issue_loop_of(plan, product) && is_compared(plan, sum);
}

/* Only the sign of a sum is asked for: its terms are compared, and it is not made. */
void
gm_ptx_issue_difference(issue_plan *plan, int32_t i)
{
	const bool adds = is_opcode(plan, i, OP_ADD) || is_opcode(plan, i, OP_SUB);
	if (adds && word_of(plan, i)->type == PTX_F32 && plan->cost[i].floats[GM_FLOAT_FADD] > 0 &&
	    !(word_of(plan, i)->flags & WORD_FLUSH) && all_ask_sign(plan, i))
		vanish(plan, i);
}

/* The sum of floats takes another product in, which nothing else reads. */
static bool
takes_other(const issue_plan *plan, int32_t sum, int32_t product)
{
	for (int k = 0; k < 2 && is_float(plan, sum); k++) {
		const int32_t other = issue_definition(plan, issue_source(plan, sum, k));
		if (other >= 0 && other != product && !is_free(plan, other) && used_once(plan, other) &&
		    product_fits(plan, other, sum) && (spreads(plan, other) || issue_same_block(plan, other, sum)))
			return true;
	}
	return false;
}

/* Every reader adds it once; where there are several, none of them takes another product in (27 sums, ptxas 13.0 for
   sm_90). */
static bool
only_added(const issue_plan *plan, int32_t product)
{
	const uint32_t unit = issue_result(plan, product);
	const reader_range range = readers_of(plan, product);
	int32_t found = 0;
	for (int32_t r = range.first; r < range.end; r++) {
		const int32_t i = plan->values.readers[r];
		const int reads = times_read(plan, i, unit);
		if (reads > 1 || (reads && (!can_take_product(plan, i) ||
					    !product_fits(plan, product, i) ||
					    (plan->values.uses[unit] > 1 && takes_other(plan, i, product)) ||
					    stays_term(plan, product, i))))
			return false;
		found += reads;
	}
	return found > 0 && found == plan->values.uses[unit];
}

/* Of a quotient the reciprocal stays. */
static void
drop_product(issue_plan *plan, int32_t product)
{
	if (!ends_in_product(plan, product)) {
		vanish(plan, product);
		return;
	}
	plan->cost[product].of[GM_UNIT_FMA]--;
	plan->cost[product].floats[GM_FLOAT_FMUL]--;
}

static void
fuse_readers(issue_plan *plan, reader_range range, bool real)
{
	for (int32_t r = range.first; r < range.end; r++) {
		const int32_t i = plan->values.readers[r];
		const bool wide = word_of(plan, i)->type == PTX_F64;
		plan->cost[i] = issue_of(wide ? GM_UNIT_FP64 : GM_UNIT_FMA, 1);
		if (real)
			plan->cost[i].floats[gm_ptx_issue_fused((ptx_type)word_of(plan, i)->type)] = 1;
	}
}

/* The product is part of each sum that reads it. */
static void
fuse(issue_plan *plan, int32_t product)
{
	const reader_range range = readers_of(plan, product);
	const bool real = is_float(plan, product);
	drop_product(plan, product);
	fuse_readers(plan, range, real);
}

static bool
is_half(const issue_plan *plan, int32_t i, bool upper)
{
	const ptx_word *w = word_of(plan, i);
	return w->opcode == OP_MUL && !(w->flags & WORD_WIDE) && !!(w->flags & WORD_HIGH) == upper &&
	       gm_ptx_issue_class((ptx_type)w->type) == CLASS_INTEGER && bits_of(plan, i) == 32;
}

static bool
is_same(const issue_plan *plan, uint32_t a, uint32_t b)
{
	uint64_t x, y;
	return a == b || (gm_ptx_issue_literal_value(plan, a, &x) &&
			  gm_ptx_issue_literal_value(plan, b, &y) && (uint32_t)x == (uint32_t)y);
}

/* Both halves of a product, asked for in one block, come from one IMAD.WIDE. */
void
gm_ptx_issue_halves_of_product(issue_plan *plan, int32_t i)
{
	const uint32_t a = issue_source(plan, i, 0), b = issue_source(plan, i, 1);
	const ptx_node *n = &plan->graph.nodes[plan->graph.node_of[i]];
	if (!is_half(plan, i, true) || is_free(plan, i))
		return;
	for (int32_t k = n->first; k < n->end; k++) {
		const uint32_t c = issue_source(plan, k, 0), d = issue_source(plan, k, 1);
		if (is_half(plan, k, false) && ((is_same(plan, a, c) && is_same(plan, b, d)) ||
						(is_same(plan, a, d) && is_same(plan, b, c))))
			vanish(plan, k);
	}
}

static bool
is_called_between(const issue_plan *plan, int32_t from, int32_t to)
{
	for (int32_t i = from + 1; i < to; i++)
		if (gm_ptx_issue_calls(&plan->cost[i]))
			return true;
	return false;
}

/* Every reader in the block of the sign adds it once, and there are no others. */
static bool
only_added_negated(const issue_plan *plan, int32_t product, int32_t sign)
{
	const uint32_t unit = issue_result(plan, sign);
	const reader_range range = readers_of(plan, sign);
	int32_t found = 0;
	for (int32_t r = range.first; r < range.end; r++) {
		const int32_t i = plan->values.readers[r];
		if (times_read(plan, i, unit) != 1 || !can_take_product(plan, i) || !product_fits(plan, product, i))
			return false;
		found++;
	}
	return found > 0 && found == plan->values.uses[unit];
}

/* The sign of a product is changed for sums alone, in its block, and nothing else reads the product: both are part of
   the sums. Of a size (abs) neither is (7 sums of such products, ptxas 13.0 for sm_90). */
static bool
takes_negated(const issue_plan *plan, int32_t sign)
{
	if (!is_opcode(plan, sign, OP_NEG) || !is_float(plan, sign))
		return false;
	const int32_t product = issue_definition(plan, issue_source(plan, sign, 0));
	return product >= 0 && !is_free(plan, product) && is_opcode(plan, product, OP_MUL) && used_once(plan, product) &&
	       issue_same_block(plan, product, sign) && !is_called_between(plan, product, sign) &&
	       only_added_negated(plan, product, sign);
}

static void
fuse_negated(issue_plan *plan, int32_t sign)
{
	const reader_range range = readers_of(plan, sign);
	vanish(plan, issue_definition(plan, issue_source(plan, sign, 0)));
	vanish(plan, sign);
	fuse_readers(plan, range, true);
}

/* A product that nothing reads but such additions is part of each of them; of two
   products that are added the first is. One that anything else reads stays, as it was rounded. */
void
gm_ptx_issue_product(issue_plan *plan, int32_t i)
{
	if (!can_take_product(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (from >= 0 && !is_free(plan, from) && takes_negated(plan, from)) {
			fuse_negated(plan, from);
			return;
		}
		if (from < 0 || is_free(plan, from) || !product_fits(plan, from, i) ||
		    !only_added(plan, from))
			continue;
		fuse(plan, from);
		return;
	}
}

/* Products whose result has 64 bits, or is the upper half of one, are IMAD.WIDE and IMAD.HI, which take
   the unit for two turns (calibration, products: 1.00 to 1.08 clocks of an SM, IMAD 0.50). */
static double
twice_of(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	const double issued = (double)plan->cost[i].of[GM_UNIT_FMA];
	const bool product = w->opcode == OP_MUL || w->opcode == OP_MAD;
	const bool is_long = bits_of(plan, i) == 64;
	if (is_float(plan, i) || issued < 1)
		return 0;
	if (w->opcode == OP_DIV || w->opcode == OP_REM)
		return (double)plan->cost[i].twice;
	if (product && is_long && (w->flags & WORD_HIGH))
		return issued - 1;
	return (product && (is_long || (w->flags & (WORD_WIDE | WORD_HIGH)))) || is_long_add(plan, i);
}

void
gm_ptx_issue_twice(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		plan->cost[i].twice = (float)twice_of(plan, i);
}
