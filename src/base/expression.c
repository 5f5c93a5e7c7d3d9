#include "base/expression.h"

#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096, NODES_MAX = 512, DEPTH_MAX = 64, NAME_MAX_BYTES = 64 };

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

/* ---- parsing: precedence climbing over a table ---- */

typedef struct parser {
	const char *text, *at;
	gm_names names;
	gm_expression_node nodes[NODES_MAX];
	int count, depth;
	gm_error *err;
} parser;

static int
column_of(const parser *p, const char *at)
{
	return (int)(at - p->text) + 1;
}

static void
skip_spaces(parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static gm_status
refuse(parser *p, gm_status status, const char *at, const char *found, const char *expected)
{
	const gm_status result = gm_fail(p->err, status, "in '%.200s', column %d: found %.80s, expected %s",
	                                 p->text, column_of(p, at), found, expected);
	gm_error_locate(p->err, NULL, 0, 0);
	return result;
}

static gm_status
refuse_token(parser *p, const char *expected)
{
	char found[4] = {'\'', *p->at, '\'', '\0'};
	return refuse(p, GM_BAD_SYNTAX, p->at, *p->at ? found : "the end", expected);
}

static gm_status
add_node(parser *p, gm_expression_node node, int *out)
{
	if (p->count == NODES_MAX)
		return gm_fail(p->err, GM_TOO_LARGE, "'%.60s...' has more than %d operations", p->text,
		               NODES_MAX);
	*out = p->count;
	p->nodes[p->count++] = node;
	return GM_OK;
}

static gm_status parse_choice(parser *p, int *out);

static gm_status
expect(parser *p, char wanted, const char *what)
{
	skip_spaces(p);
	if (*p->at != wanted)
		return refuse_token(p, what);
	p->at++;
	return GM_OK;
}

static gm_status
parse_constant(parser *p, int *out)
{
	const char *start = p->at;
	char *end;
	errno = 0;
	const bool hex = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
	const long long value = strtoll(start, &end, hex ? 16 : 10);
	if (errno == ERANGE)
		return refuse(p, GM_OVERFLOW, start, "a constant beyond 64 bits", "at most 2^63 - 1");
	if (isalnum((unsigned char)*end) || *end == '_' || *end == '.') {
		p->at = end;
		return refuse_token(p, "an integer");
	}
	p->at = end;
	return add_node(p, (gm_expression_node){.op = GM_OP_CONSTANT, .column = column_of(p, start),
	                                        .constant = value},
	                out);
}

static const struct {
	const char *name;
	gm_operator op;
	int least, most; /* arguments; most 0: any number */
} functions[] = {
        {"min", GM_OP_MIN, 2, 0},        {"max", GM_OP_MAX, 2, 0}, {"ceil_div", GM_OP_CEIL_DIV, 2, 2},
        {"abs", GM_OP_ABS, 1, 1},        {"log2", GM_OP_LOG2, 1, 1},
};

enum { FUNCTIONS_COUNT = sizeof functions / sizeof *functions };

static gm_status
parse_call(parser *p, const char *start, int function, int *out)
{
	const gm_operator op = functions[function].op;
	int arguments = 0, result = 0;
	gm_status status = expect(p, '(', "'('");
	for (bool more = true; status == GM_OK && more;) {
		int value;
		if ((status = parse_choice(p, &value)) != GM_OK)
			return status;
		arguments++;
		if (gm_operator_operands(op) == 1)
			status = add_node(p, (gm_expression_node){.op = op, .column = column_of(p, start),
			                                          .operand = {value}}, &result);
		else if (arguments == 1)
			result = value;
		else
			status = add_node(p, (gm_expression_node){.op = op, .column = column_of(p, start),
			                                          .operand = {result, value}}, &result);
		skip_spaces(p);
		more = *p->at == ',';
		p->at += more;
	}
	if (status != GM_OK)
		return status;
	const int most = functions[function].most;
	if (arguments < functions[function].least || (most && arguments > most))
		return gm_fail(p->err, GM_BAD_SYNTAX, "in '%.200s', column %d: %s takes %s%d argument%s, found %d",
		               p->text, column_of(p, start), functions[function].name,
		               most ? "" : "at least ", functions[function].least,
		               functions[function].least == 1 ? "" : "s", arguments);
	*out = result;
	return expect(p, ')', "',' or ')'");
}

static gm_status
unknown_name(parser *p, const char *start, const char *name)
{
	const char *nearest = gm_text_nearest(name, p->names.names, (size_t)p->names.count);
	return gm_fail(p->err, GM_UNKNOWN_NAME, "in '%.200s', column %d: unknown name '%s'%s%s%s", p->text,
	               column_of(p, start), name, nearest ? "; did you mean '" : "",
	               nearest ? nearest : "", nearest ? "'?" : "");
}

static gm_status
parse_name(parser *p, int *out)
{
	const char *start = p->at;
	while (isalnum((unsigned char)*p->at) || *p->at == '_')
		p->at++;
	if (*p->at == '.' && isalpha((unsigned char)p->at[1]))
		for (p->at++; isalnum((unsigned char)*p->at) || *p->at == '_';)
			p->at++;
	char name[NAME_MAX_BYTES];
	const size_t length = (size_t)(p->at - start);
	if (length >= sizeof name)
		return refuse(p, GM_TOO_LARGE, start, "a very long name", "at most 63 characters");
	memcpy(name, start, length);
	name[length] = '\0';
	for (int i = 0; i < FUNCTIONS_COUNT; i++)
		if (strcmp(functions[i].name, name) == 0)
			return parse_call(p, start, i, out);
	for (int i = 0; i < p->names.count; i++)
		if (strcmp(p->names.names[i], name) == 0)
			return add_node(p, (gm_expression_node){.op = GM_OP_NAME,
			                                        .column = column_of(p, start), .slot = i},
			                out);
	return unknown_name(p, start, name);
}

static gm_status
parse_unary(parser *p, int *out)
{
	skip_spaces(p);
	const char *start = p->at;
	const gm_operator op = *start == '-' ? GM_OP_NEGATE
	                       : *start == '!' ? GM_OP_NOT
	                       : *start == '~' ? GM_OP_COMPLEMENT
	                                       : GM_OP_CONSTANT;
	if (op != GM_OP_CONSTANT || *start == '+') {
		if (++p->depth > DEPTH_MAX)
			return refuse(p, GM_TOO_LARGE, start, "deep nesting", "at most 64 levels");
		p->at++;
		int value;
		const gm_status status = parse_unary(p, &value);
		p->depth--;
		if (status != GM_OK || *start == '+') {
			*out = value;
			return status;
		}
		return add_node(p, (gm_expression_node){.op = op, .column = column_of(p, start),
		                                        .operand = {value}},
		                out);
	}
	if (*start == '(') {
		p->at++;
		const gm_status status = parse_choice(p, out);
		return status == GM_OK ? expect(p, ')', "an operator or ')'") : status;
	}
	if (isdigit((unsigned char)*start))
		return parse_constant(p, out);
	if (isalpha((unsigned char)*start) || *start == '_')
		return parse_name(p, out);
	return refuse_token(p, "a number, a name or '('");
}

/* Longer spellings stand before their own beginnings. */
static const struct {
	const char *spelling;
	gm_operator op;
	int precedence;
} binaries[] = {
        {"||", GM_OP_OR, 1},          {"&&", GM_OP_AND, 2},        {"==", GM_OP_EQUAL, 6},
        {"!=", GM_OP_NOT_EQUAL, 6},   {"<<", GM_OP_SHIFT_LEFT, 8}, {">>", GM_OP_SHIFT_RIGHT, 8},
        {"<=", GM_OP_LESS_EQUAL, 7},  {">=", GM_OP_GREATER_EQUAL, 7}, {"<", GM_OP_LESS, 7},
        {">", GM_OP_GREATER, 7},      {"|", GM_OP_BIT_OR, 3},      {"^", GM_OP_BIT_XOR, 4},
        {"&", GM_OP_BIT_AND, 5},      {"+", GM_OP_ADD, 9},         {"-", GM_OP_SUBTRACT, 9},
        {"*", GM_OP_MULTIPLY, 10},    {"/", GM_OP_DIVIDE, 10},     {"%", GM_OP_MODULO, 10},
};

enum { BINARIES_COUNT = sizeof binaries / sizeof *binaries };

static int
binary_at(const char *at)
{
	for (int i = 0; i < BINARIES_COUNT; i++)
		if (strncmp(at, binaries[i].spelling, strlen(binaries[i].spelling)) == 0)
			return i;
	return -1;
}

static gm_status
parse_binary(parser *p, int least_precedence, int *out)
{
	int left;
	gm_status status = parse_unary(p, &left);
	while (status == GM_OK) {
		skip_spaces(p);
		const char *start = p->at;
		const int row = binary_at(start);
		if (row < 0 || binaries[row].precedence < least_precedence)
			break;
		p->at += strlen(binaries[row].spelling);
		int right;
		status = parse_binary(p, binaries[row].precedence + 1, &right);
		if (status == GM_OK)
			status = add_node(p, (gm_expression_node){.op = binaries[row].op,
			                                          .column = column_of(p, start),
			                                          .operand = {left, right}}, &left);
	}
	*out = left;
	return status;
}

static gm_status
parse_choice(parser *p, int *out)
{
	if (++p->depth > DEPTH_MAX)
		return refuse(p, GM_TOO_LARGE, p->at, "deep nesting", "at most 64 levels");
	gm_status status = parse_binary(p, 1, out);
	skip_spaces(p);
	if (status == GM_OK && *p->at == '?') {
		const char *start = p->at++;
		gm_expression_node node = {.op = GM_OP_CHOOSE, .column = column_of(p, start)};
		node.operand[0] = *out;
		if ((status = parse_choice(p, &node.operand[1])) == GM_OK &&
		    (status = expect(p, ':', "':'")) == GM_OK &&
		    (status = parse_choice(p, &node.operand[2])) == GM_OK)
			status = add_node(p, node, out);
	}
	p->depth--;
	return status;
}

gm_status
gm_expression_parse(gm_arena *arena, const char *text, gm_names names, gm_expression **out,
                    gm_error *err)
{
	if (strlen(text) > TEXT_MAX)
		return gm_fail(err, GM_TOO_LARGE, "an expression of %zu bytes, at most %d are read",
		               strlen(text), TEXT_MAX);
	parser p = {.text = text, .at = text, .names = names, .err = err};
	int root;
	const gm_status status = parse_choice(&p, &root);
	if (status != GM_OK)
		return status;
	skip_spaces(&p);
	if (*p.at)
		return refuse_token(&p, "an operator or the end");
	assert(root == p.count - 1);
	gm_expression *expression = gm_arena_allocate(arena, 1, sizeof *expression);
	gm_expression_node *nodes = gm_arena_allocate(arena, (size_t)p.count, sizeof *nodes);
	memcpy(nodes, p.nodes, (size_t)p.count * sizeof *nodes);
	*expression = (gm_expression){gm_arena_copy_text(arena, text), p.count, nodes, 0, 0};
	*out = expression;
	return GM_OK;
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
	assert(!"an operator without operands is not applied");
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
