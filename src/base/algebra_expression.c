#include "base/algebra.h"

static const gm_sum *
of_two(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	switch (op) {
	case GM_OP_ADD:
		return gm_sum_add(a, x, y);
	case GM_OP_SUBTRACT:
		return gm_sum_subtract(a, x, y);
	case GM_OP_MULTIPLY:
		return gm_sum_multiply(a, x, y);
	case GM_OP_DIVIDE:
		return gm_sum_quotient(a, x, y);
	case GM_OP_MODULO:
		return gm_sum_remainder(a, x, y);
	case GM_OP_SHIFT_LEFT:
		return gm_sum_shift_left(a, x, y);
	case GM_OP_SHIFT_RIGHT:
		return gm_sum_shift_right(a, x, y);
	case GM_OP_BIT_AND:
	case GM_OP_BIT_XOR:
	case GM_OP_BIT_OR:
		return gm_sum_bits(a, op, x, y);
	case GM_OP_AND:
		return gm_sum_and(a, x, y);
	case GM_OP_OR:
		return gm_sum_or(a, x, y);
	case GM_OP_MIN:
		return gm_sum_min(a, x, y);
	case GM_OP_MAX:
		return gm_sum_max(a, x, y);
	case GM_OP_CEIL_DIV:
		return gm_sum_divide(
			a, gm_sum_add(a, x, gm_sum_subtract(a, y, gm_sum_constant(a, 1))), y);
	case GM_OP_RANDOM:
	case GM_OP_MIX:
		return gm_sum_drawn(a, op, x, y);
	default:
		return gm_sum_compare(a, op, x, y);
	}
}

/* An operand of && || ! and ?: counts as true when it is not 0. */
static const gm_sum *
truth(gm_algebra *a, const gm_sum *x)
{
	return x->low >= 0 && x->high <= 1
		       ? x
		       : gm_sum_compare(a, GM_OP_NOT_EQUAL, x, gm_sum_constant(a, 0));
}

static const gm_sum *
of_one(gm_algebra *a, gm_operator op, const gm_sum *x)
{
	const gm_sum *minus = gm_sum_scale(a, x, -1);
	switch (op) {
	case GM_OP_NEGATE:
		return minus;
	case GM_OP_COMPLEMENT:
		return gm_sum_subtract(a, minus, gm_sum_constant(a, 1));
	case GM_OP_NOT:
		return gm_sum_not(a, truth(a, x));
	case GM_OP_ABS:
		return gm_sum_max(a, x, minus);
	default:
		return gm_sum_log2(a, x);
	}
}

const gm_sum *
gm_sum_of_expression(gm_algebra *a, const gm_expression *expression, const gm_sum *const *values)
{
	const gm_sum **sums =
		gm_arena_allocate(gm_algebra_arena(a), (size_t)expression->count, sizeof *sums);
	for (int i = 0; i < expression->count; i++) {
		const gm_expression_node *node = &expression->nodes[i];
		const gm_sum *x = sums[node->operand[0]], *y = sums[node->operand[1]];
		const bool logic = node->op == GM_OP_AND || node->op == GM_OP_OR;
		if (node->op == GM_OP_CONSTANT)
			sums[i] = gm_sum_constant(a, node->constant);
		else if (node->op == GM_OP_NAME)
			sums[i] = values[node->slot];
		else if (node->op == GM_OP_CHOOSE)
			sums[i] = gm_sum_choose(a, truth(a, x), y, sums[node->operand[2]]);
		else if (gm_operator_operands(node->op) == 1)
			sums[i] = of_one(a, node->op, x);
		else
			sums[i] = of_two(a, node->op, logic ? truth(a, x) : x,
					 logic ? truth(a, y) : y);
	}
	return sums[expression->count - 1];
}
