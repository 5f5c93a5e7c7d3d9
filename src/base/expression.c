#include "base/expression.h"

#include "base/mix.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	int operands;
	const char *spelling;
} rows[GM_OPERATOR_COUNT] = {
#define X(id, operands, spelling) [id] = {operands, spelling},
        GM_OPERATOR_LIST(X)
#undef X
};

int
gm_operator_operands(gm_operator op)
{
	return rows[op].operands;
}

const char *
gm_operator_spelling(gm_operator op)
{
	return rows[op].spelling;
}

/* ---- the meaning of each operator ---- */

static gm_status
too_large(gm_operator op, int64_t a, int64_t b, gm_error *err)
{
	return gm_fail(err, GM_OVERFLOW, "%lld %s %lld does not fit 64 bits", (long long)a,
	               gm_operator_spelling(op), (long long)b);
}

static gm_status
divide(gm_operator op, int64_t a, int64_t b, int64_t *out, gm_error *err)
{
	if (b == 0)
		return gm_fail(err, GM_DIVISION_BY_ZERO, "%lld %s 0 divides by zero", (long long)a,
		               gm_operator_spelling(op));
	if (a == INT64_MIN && b == -1)
		return too_large(op, a, b, err);
	if (op == GM_OP_CEIL_DIV && (a < 0 || b < 0))
		return gm_fail(err, GM_BAD_VALUE, "ceil_div(%lld, %lld): expected no negative argument",
		               (long long)a, (long long)b);
	*out = op == GM_OP_MODULO ? a % b : a / b;
	if (op == GM_OP_CEIL_DIV && a % b != 0)
		*out += 1;
	return GM_OK;
}

/* The a-th of random numbers below b, however they are drawn; b = 0: any of 31 bits. */
static gm_status
draw(gm_operator op, int64_t a, int64_t b, int64_t *out, gm_error *err)
{
	if (b < 0 || (op == GM_OP_MIX && b == 0))
		return gm_fail(err, GM_BAD_VALUE, "%s(%lld, %lld): expected a positive limit",
		               gm_operator_spelling(op), (long long)a, (long long)b);
	*out = op == GM_OP_MIX ? (int64_t)(gm_mix((uint64_t)a) % (uint64_t)b)
	       : b > 0         ? (int64_t)(gm_mix_unit((uint64_t)a) * (double)b)
	                       : (int64_t)(gm_mix((uint64_t)a) & INT32_MAX);
	return GM_OK;
}

static gm_status
shift(gm_operator op, int64_t a, int64_t b, int64_t *out, gm_error *err)
{
	if (b < 0 || b > 63)
		return gm_fail(err, GM_BAD_VALUE, "%lld %s %lld: expected a shift of 0 to 63", (long long)a,
		               gm_operator_spelling(op), (long long)b);
	if (op == GM_OP_SHIFT_RIGHT) {
		*out = a >> b;
		return GM_OK;
	}
	const int64_t factor = (int64_t)(UINT64_C(1) << b);
	const bool fits = b < 63 && !__builtin_mul_overflow(a, factor, out);
	if (b == 63)
		*out = 0;
	return fits || a == 0 ? GM_OK : too_large(op, a, b, err);
}

gm_status
gm_operator_apply(gm_operator op, int64_t a, int64_t b, int64_t c, int64_t *out, gm_error *err)
{
	switch (op) {
	case GM_OP_NEGATE:
		return __builtin_sub_overflow((int64_t)0, a, out) ? too_large(GM_OP_SUBTRACT, 0, a, err)
		                                                  : GM_OK;
	case GM_OP_ADD:
		return __builtin_add_overflow(a, b, out) ? too_large(op, a, b, err) : GM_OK;
	case GM_OP_SUBTRACT:
		return __builtin_sub_overflow(a, b, out) ? too_large(op, a, b, err) : GM_OK;
	case GM_OP_MULTIPLY:
		return __builtin_mul_overflow(a, b, out) ? too_large(op, a, b, err) : GM_OK;
	case GM_OP_DIVIDE:
	case GM_OP_MODULO:
	case GM_OP_CEIL_DIV:
		return divide(op, a, b, out, err);
	case GM_OP_SHIFT_LEFT:
	case GM_OP_SHIFT_RIGHT:
		return shift(op, a, b, out, err);
	case GM_OP_ABS:
		if (a == INT64_MIN)
			return too_large(GM_OP_SUBTRACT, 0, a, err);
		*out = a < 0 ? -a : a;
		return GM_OK;
	case GM_OP_LOG2:
		if (a <= 0)
			return gm_fail(err, GM_BAD_VALUE, "log2(%lld): expected a positive argument",
			               (long long)a);
		*out = 63 - __builtin_clzll((unsigned long long)a);
		return GM_OK;
	case GM_OP_RANDOM:
	case GM_OP_MIX:
		return draw(op, a, b, out, err);
	case GM_OP_NOT: *out = !a; return GM_OK;
	case GM_OP_COMPLEMENT: *out = ~a; return GM_OK;
	case GM_OP_LESS: *out = a < b; return GM_OK;
	case GM_OP_LESS_EQUAL: *out = a <= b; return GM_OK;
	case GM_OP_GREATER: *out = a > b; return GM_OK;
	case GM_OP_GREATER_EQUAL: *out = a >= b; return GM_OK;
	case GM_OP_EQUAL: *out = a == b; return GM_OK;
	case GM_OP_NOT_EQUAL: *out = a != b; return GM_OK;
	case GM_OP_BIT_AND: *out = a & b; return GM_OK;
	case GM_OP_BIT_XOR: *out = a ^ b; return GM_OK;
	case GM_OP_BIT_OR: *out = a | b; return GM_OK;
	case GM_OP_AND: *out = a && b; return GM_OK;
	case GM_OP_OR: *out = a || b; return GM_OK;
	case GM_OP_CHOOSE: *out = a ? b : c; return GM_OK;
	case GM_OP_MIN: *out = a < b ? a : b; return GM_OK;
	case GM_OP_MAX: *out = a > b ? a : b; return GM_OK;
	case GM_OP_CONSTANT:
	case GM_OP_NAME:
	case GM_OPERATOR_COUNT: break;
	}
	assert(false && "an operator without operands is not applied");
	return GM_NOT_MODELLED;
}

/* ---- one value ---- */

static gm_status
evaluate_node(const gm_expression *e, int index, const int64_t *values, int64_t *out, gm_error *err)
{
	const gm_expression_node *node = &e->nodes[index];
	if (node->op == GM_OP_CONSTANT || node->op == GM_OP_NAME) {
		*out = node->op == GM_OP_CONSTANT ? node->constant : values[node->slot];
		return GM_OK;
	}
	int64_t v[3] = {0};
	gm_status status = evaluate_node(e, node->operand[0], values, &v[0], err);
	if (status != GM_OK)
		return status;
	if (node->op == GM_OP_CHOOSE)
		return evaluate_node(e, node->operand[v[0] ? 1 : 2], values, out, err);
	const bool decided = (node->op == GM_OP_AND && !v[0]) || (node->op == GM_OP_OR && v[0]);
	if (!decided && gm_operator_operands(node->op) == 2)
		status = evaluate_node(e, node->operand[1], values, &v[1], err);
	return status == GM_OK ? gm_operator_apply(node->op, v[0], v[1], 0, out, err) : status;
}

static gm_status
name_the_expression(const gm_expression *e, gm_status status, gm_error *err)
{
	if (status != GM_OK) {
		char story[sizeof err->message];
		memcpy(story, err->message, sizeof story);
		err->status = GM_OK;
		gm_fail(err, status, "in '%.200s': %.700s", e->text, story);
		gm_error_locate(err, NULL, e->line, e->column);
	}
	return status;
}

gm_status
gm_expression_evaluate(const gm_expression *expression, const int64_t *values, int64_t *out,
                       gm_error *err)
{
	const bool first = err && err->status == GM_OK;
	const gm_status status = evaluate_node(expression, expression->count - 1, values, out, err);
	return first ? name_the_expression(expression, status, err) : status;
}

/* ---- many threads at once ---- */

typedef struct evaluation {
	const gm_expression *expression;
	const gm_column *values;
	int threads;
	int64_t *scratch;
	gm_error *err;
} evaluation;

static int64_t
at_thread(gm_column column, int t)
{
	return column.each ? column.each[t] : column.same;
}

static gm_status evaluate_column(const evaluation *ev, int index, const unsigned char *active,
                                 gm_column *out);

/* Errors of inactive threads do not count; the first active one's does. */
static gm_status
apply_each(const evaluation *ev, gm_operator op, const gm_column *v, const unsigned char *active,
           int64_t *result)
{
	for (int t = 0; t < ev->threads; t++) {
		if (!active[t])
			continue;
		const gm_status status = gm_operator_apply(op, at_thread(v[0], t), at_thread(v[1], t),
		                                           at_thread(v[2], t), &result[t], ev->err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

/* The operators that addresses are made of, without a call per thread. Falls back on overflow. */
static bool
apply_fast(gm_operator op, const gm_column *v, int threads, int64_t *result)
{
	bool overflow = false;
	if (op == GM_OP_ADD)
		for (int t = 0; t < threads; t++)
			overflow |= __builtin_add_overflow(at_thread(v[0], t), at_thread(v[1], t), &result[t]);
	else if (op == GM_OP_SUBTRACT)
		for (int t = 0; t < threads; t++)
			overflow |= __builtin_sub_overflow(at_thread(v[0], t), at_thread(v[1], t), &result[t]);
	else if (op == GM_OP_MULTIPLY)
		for (int t = 0; t < threads; t++)
			overflow |= __builtin_mul_overflow(at_thread(v[0], t), at_thread(v[1], t), &result[t]);
	else if (op == GM_OP_LESS)
		for (int t = 0; t < threads; t++)
			result[t] = at_thread(v[0], t) < at_thread(v[1], t);
	else
		return false;
	return !overflow;
}

static bool
any(const unsigned char *active, int threads)
{
	return memchr(active, 1, (size_t)threads) != NULL;
}

/* The threads of `active` for which `column` is (or is not) zero. */
static void
narrow(const unsigned char *active, gm_column column, bool wanted, int threads, unsigned char *out)
{
	for (int t = 0; t < threads; t++)
		out[t] = active[t] && (at_thread(column, t) != 0) == wanted;
}

/* && and || evaluate their right side, and ?: each of its sides, only for the threads that need it. */
static gm_status
evaluate_lazily(const evaluation *ev, const gm_expression_node *node, gm_column first,
                const unsigned char *active, int64_t *result, gm_column *out)
{
	const bool choose = node->op == GM_OP_CHOOSE;
	unsigned char *some = gm_allocate((size_t)ev->threads, 1);
	gm_status status = GM_OK;
	for (int side = 0; side < 2 && status == GM_OK; side++) {
		const bool wanted = side == 0;
		narrow(active, first, wanted, ev->threads, some);
		if (!any(some, ev->threads))
			continue;
		const bool needs_right = choose || wanted == (node->op == GM_OP_AND);
		gm_column value = {NULL, node->op == GM_OP_OR};
		if (needs_right)
			status = evaluate_column(ev, node->operand[choose ? 1 + side : 1], some, &value);
		for (int t = 0; t < ev->threads && status == GM_OK; t++)
			if (some[t])
				result[t] = choose ? at_thread(value, t) : at_thread(value, t) != 0;
	}
	free(some);
	*out = (gm_column){result, 0};
	return status;
}

static gm_status
evaluate_column(const evaluation *ev, int index, const unsigned char *active, gm_column *out)
{
	const gm_expression_node *node = &ev->expression->nodes[index];
	if (node->op == GM_OP_CONSTANT || node->op == GM_OP_NAME) {
		*out = node->op == GM_OP_NAME ? ev->values[node->slot] : (gm_column){NULL, node->constant};
		return GM_OK;
	}
	int64_t *result = ev->scratch + (size_t)index * (size_t)ev->threads;
	gm_column v[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
	gm_status status = evaluate_column(ev, node->operand[0], active, &v[0]);
	if (status != GM_OK)
		return status;
	const bool lazy = node->op == GM_OP_AND || node->op == GM_OP_OR || node->op == GM_OP_CHOOSE;
	if (lazy && v[0].each)
		return evaluate_lazily(ev, node, v[0], active, result, out);
	if (node->op == GM_OP_CHOOSE)
		return evaluate_column(ev, node->operand[v[0].same ? 1 : 2], active, out);
	const bool decided = lazy && (v[0].same != 0) == (node->op == GM_OP_OR);
	if (!decided && gm_operator_operands(node->op) == 2)
		status = evaluate_column(ev, node->operand[1], active, &v[1]);
	if (status != GM_OK)
		return status;
	if (!v[0].each && !v[1].each) {
		*out = (gm_column){NULL, 0};
		return gm_operator_apply(node->op, v[0].same, v[1].same, 0, &out->same, ev->err);
	}
	*out = (gm_column){result, 0};
	if (apply_fast(node->op, v, ev->threads, result))
		return GM_OK;
	return apply_each(ev, node->op, v, active, result);
}

gm_status
gm_expression_evaluate_threads(const gm_expression *expression, const gm_column *values,
                               const unsigned char *active, int threads, int64_t *scratch,
                               gm_column *out, gm_error *err)
{
	*out = (gm_column){NULL, 0};
	if (!any(active, threads))
		return GM_OK;
	const bool first = err && err->status == GM_OK;
	const evaluation ev = {expression, values, threads, scratch, err};
	const gm_status status = evaluate_column(&ev, expression->count - 1, active, out);
	return first ? name_the_expression(expression, status, err) : status;
}
