#include "base/expression.h"

#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4096, NODES_MAX = 512, DEPTH_MAX = 64, NAME_MAX_BYTES = 64 };

/* Precedence climbing over a table of operators. */

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
		return refuse_token(p, *end == '.' ? "an integer"
						   : "an integer without letters, as 1024, 1<<20 or 0x400");
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
        {"random", GM_OP_RANDOM, 2, 2},  {"mix", GM_OP_MIX, 2, 2},
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
