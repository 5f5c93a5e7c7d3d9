#include "kernel/form.h"

#include "kernel/form_build.h"

static gm_form
divided(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_range range = gm_form_range(a, box), by = gm_form_range(b, box);
	const bool constant = by.low == by.high && by.low > 0;
	const gm_form above = gm_form_constant(by.low - 1);
	const gm_form raised = gm_form_scaled_sum(a, &above, 1);
	if (constant && op == GM_OP_CEIL_DIV)
		return gm_form_quotient(&raised, by.low, false, box);
	if (constant)
		return gm_form_quotient(a, by.low, op == GM_OP_MODULO, box);
	const int64_t reach = range.high > -range.low ? range.high : -range.low;
	const bool negative = range.low < 0 || (op == GM_OP_DIVIDE && by.low < 0);
	return gm_form_function_of((const gm_form *[]){a, b}, 2, negative ? -reach : 0, reach);
}

static gm_form
truth(bool value)
{
	return gm_form_constant(value);
}

static gm_form
compared(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_form difference = gm_form_scaled_sum(a, b, -1);
	const gm_range d = gm_form_range(&difference, box);
	const bool equality = op == GM_OP_EQUAL || op == GM_OP_NOT_EQUAL;
	if (equality && (d.low > 0 || d.high < 0))
		return truth(op == GM_OP_NOT_EQUAL);
	if (equality && d.low == 0 && d.high == 0)
		return truth(op == GM_OP_EQUAL);
	if ((op == GM_OP_LESS && d.high < 0) || (op == GM_OP_LESS_EQUAL && d.high <= 0) ||
	    (op == GM_OP_GREATER && d.low > 0) || (op == GM_OP_GREATER_EQUAL && d.low >= 0))
		return truth(true);
	if ((op == GM_OP_LESS && d.low >= 0) || (op == GM_OP_LESS_EQUAL && d.low > 0) ||
	    (op == GM_OP_GREATER && d.high <= 0) || (op == GM_OP_GREATER_EQUAL && d.high < 0))
		return truth(false);
	return gm_form_function_of((const gm_form *[]){&difference}, 1, 0, 1);
}

/* -1 undecided, else the truth of the value. */
static int
decided(const gm_form *form, const gm_box *box)
{
	const gm_range range = gm_form_range(form, box);
	if (range.low > 0 || range.high < 0)
		return 1;
	return range.low == 0 && range.high == 0 ? 0 : -1;
}

static gm_form
joined(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const int ends = op == GM_OP_OR; /* the truth that decides alone */
	const int left = decided(a, box), right = decided(b, box);
	if (left == ends || right == ends)
		return truth(ends);
	if (left >= 0 && right >= 0)
		return truth(!ends);
	if (left >= 0)
		return gm_form_function_of((const gm_form *[]){b}, 1, 0, 1);
	if (right >= 0)
		return gm_form_function_of((const gm_form *[]){a}, 1, 0, 1);
	return gm_form_function_of((const gm_form *[]){a, b}, 2, 0, 1);
}

/* One of two values, which one is unknown but repeats with `period[v]`: moves where both move alike. */
static gm_form
either(const gm_form *a, const gm_form *b, const gm_form *chooser, gm_range range)
{
	gm_form form = {.rest_low = range.low, .rest_high = range.high};
	for (int v = 0; v < GM_VARIABLES; v++) {
		const gm_motion difference = gm_form_motion_sum(gm_form_motion(a, v), gm_form_motion(b, v), -1);
		const int64_t choosing = chooser ? gm_form_still_period(chooser, v) : 1;
		const int64_t period = gm_period_merge(difference.period, choosing);
		if (period == 0 || difference.advance != 0)
			continue;
		const gm_motion motion = gm_form_motion(a, v);
		form.rest[v] = (gm_motion){period, gm_form_clamp((wide)motion.advance * (period / motion.period))};
	}
	return form;
}

static gm_form
lesser_or_greater(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const bool least = op == GM_OP_MIN;
	const gm_form difference = gm_form_scaled_sum(a, b, -1);
	const gm_range d = gm_form_range(&difference, box);
	if (d.high <= 0)
		return least ? *a : *b;
	if (d.low >= 0)
		return least ? *b : *a;
	const gm_range ra = gm_form_range(a, box), rb = gm_form_range(b, box);
	const bool a_low = (ra.low < rb.low) == least, a_high = (ra.high < rb.high) == least;
	return either(a, b, NULL, (gm_range){a_low ? ra.low : rb.low, a_high ? ra.high : rb.high});
}

static gm_form
chosen(const gm_form *test, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const int truth_value = decided(test, box);
	if (truth_value >= 0)
		return truth_value ? *a : *b;
	const gm_range ra = gm_form_range(a, box), rb = gm_form_range(b, box);
	return either(a, b, test, (gm_range){ra.low < rb.low ? ra.low : rb.low,
	                                     ra.high > rb.high ? ra.high : rb.high});
}

static gm_form
shifted(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_range by = gm_form_range(b, box), range = gm_form_range(a, box);
	const gm_form zero = gm_form_constant(0);
	if (by.low == by.high && by.low >= 0 && by.low < 61) {
		if (op == GM_OP_SHIFT_LEFT)
			return gm_form_scaled_sum(&zero, a, INT64_C(1) << by.low);
		if (range.low >= 0)
			return gm_form_quotient(a, INT64_C(1) << by.low, false, box);
	}
	const bool shrinks = op == GM_OP_SHIFT_RIGHT && range.low >= 0;
	return gm_form_function_of((const gm_form *[]){a, b}, 2, shrinks ? 0 : -unbounded,
	                   shrinks ? range.high : unbounded);
}

static bool
is_low_mask(gm_range range)
{
	return range.low == range.high && range.low > 0 && (range.low & (range.low + 1)) == 0;
}

static gm_form
bitwise(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_range ra = gm_form_range(a, box), rb = gm_form_range(b, box);
	if (op == GM_OP_BIT_AND && is_low_mask(rb) && ra.low >= 0)
		return gm_form_quotient(a, rb.low + 1, true, box);
	if (op == GM_OP_BIT_AND && is_low_mask(ra) && rb.low >= 0)
		return gm_form_quotient(b, ra.low + 1, true, box);
	int64_t high = 1;
	while (high <= ra.high || high <= rb.high)
		high *= 2;
	const bool natural = ra.low >= 0 && rb.low >= 0;
	return gm_form_function_of((const gm_form *[]){a, b}, 2, natural ? 0 : -unbounded,
	                   natural ? high - 1 : unbounded);
}

static gm_form
one_operand(gm_operator op, const gm_form *a, const gm_box *box)
{
	const gm_range range = gm_form_range(a, box);
	const gm_form zero = gm_form_constant(0), minus_one = gm_form_constant(-1);
	const int64_t reach = range.high > -range.low ? range.high : -range.low;
	switch (op) {
	case GM_OP_NEGATE:
		return gm_form_scaled_sum(&zero, a, -1);
	case GM_OP_COMPLEMENT:
		return gm_form_scaled_sum(&minus_one, a, -1);
	case GM_OP_NOT:
		return decided(a, box) >= 0 ? truth(!decided(a, box))
		                            : gm_form_function_of((const gm_form *[]){a}, 1, 0, 1);
	case GM_OP_ABS:
		if (range.low >= 0)
			return *a;
		return range.high <= 0 ? gm_form_scaled_sum(&zero, a, -1)
		                       : gm_form_function_of((const gm_form *[]){a}, 1, 0, reach);
	default: /* GM_OP_LOG2 */
		if (range.low > 0 && __builtin_clzll((uint64_t)range.low) ==
		                             __builtin_clzll((uint64_t)range.high))
			return gm_form_constant(63 - __builtin_clzll((uint64_t)range.low));
		return gm_form_function_of((const gm_form *[]){a}, 1, 0, 63);
	}
}

static gm_form
drawn(const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_range below = gm_form_range(b, box);
	return gm_form_function_of((const gm_form *[]){a, b}, 2, 0,
	                           below.high > 0 ? below.high - 1 : INT32_MAX);
}

static gm_form
two_operands(gm_operator op, const gm_form *a, const gm_form *b, const gm_box *box)
{
	switch (op) {
	case GM_OP_ADD: return gm_form_scaled_sum(a, b, 1);
	case GM_OP_SUBTRACT: return gm_form_scaled_sum(a, b, -1);
	case GM_OP_MULTIPLY: return gm_form_product(a, b, box);
	case GM_OP_DIVIDE:
	case GM_OP_MODULO:
	case GM_OP_CEIL_DIV: return divided(op, a, b, box);
	case GM_OP_SHIFT_LEFT:
	case GM_OP_SHIFT_RIGHT: return shifted(op, a, b, box);
	case GM_OP_BIT_AND:
	case GM_OP_BIT_XOR:
	case GM_OP_BIT_OR: return bitwise(op, a, b, box);
	case GM_OP_AND:
	case GM_OP_OR: return joined(op, a, b, box);
	case GM_OP_MIN:
	case GM_OP_MAX: return lesser_or_greater(op, a, b, box);
	case GM_OP_RANDOM:
	case GM_OP_MIX: return drawn(a, b, box);
	default: return compared(op, a, b, box);
	}
}

static gm_form
evaluate(const gm_expression *e, int index, const gm_form *forms, const gm_box *box)
{
	const gm_expression_node *node = &e->nodes[index];
	if (node->op == GM_OP_CONSTANT)
		return gm_form_constant(node->constant);
	if (node->op == GM_OP_NAME)
		return forms[node->slot];
	const gm_form a = evaluate(e, node->operand[0], forms, box);
	const int operands = gm_operator_operands(node->op);
	if (operands == 1)
		return one_operand(node->op, &a, box);
	const gm_form b = evaluate(e, node->operand[1], forms, box);
	if (operands == 2)
		return two_operands(node->op, &a, &b, box);
	const gm_form c = evaluate(e, node->operand[2], forms, box);
	return chosen(&a, &b, &c, box);
}

gm_form
gm_form_evaluate(const gm_expression *expression, const gm_form *forms, const gm_box *box)
{
	return evaluate(expression, expression->count - 1, forms, box);
}
