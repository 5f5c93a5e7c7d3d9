/*
 * Exact integer expressions over named values.
 *
 *     blockIdx.y*TILE + threadIdx.y      min(n, (i+1)*m)      row < n && col < n      x ^ y
 *
 * Values are signed 64-bit; every overflow is an error. As in C: / truncates toward zero and % takes
 * the sign of the dividend; comparisons and logic give 0 or 1; && || and ?: evaluate only the side
 * they need. Functions: min(a,b,...) max(a,b,...) ceil_div(a,b) (a >= 0, b > 0) abs(a) log2(a)
 * (floor, a > 0). Names are C identifiers, with one optional member (threadIdx.x).
 *
 *     precedence, low to high:  ?:  ||  &&  |  ^  &  == !=  < <= > >=  << >>  + -  * / %  unary - ! ~
 *
 * Syntax errors carry the column in the expression's own text (1-based).
 */
#ifndef GM_BASE_EXPRESSION_H
#define GM_BASE_EXPRESSION_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

/*        enumerator        operands  spelling */
#define GM_OPERATOR_LIST(X)                                                                        \
	X(GM_OP_CONSTANT, 0, "constant")                                                           \
	X(GM_OP_NAME, 0, "name")                                                                   \
	X(GM_OP_NEGATE, 1, "-")                                                                    \
	X(GM_OP_NOT, 1, "!")                                                                       \
	X(GM_OP_COMPLEMENT, 1, "~")                                                                \
	X(GM_OP_ADD, 2, "+")                                                                       \
	X(GM_OP_SUBTRACT, 2, "-")                                                                  \
	X(GM_OP_MULTIPLY, 2, "*")                                                                  \
	X(GM_OP_DIVIDE, 2, "/")                                                                    \
	X(GM_OP_MODULO, 2, "%")                                                                    \
	X(GM_OP_SHIFT_LEFT, 2, "<<")                                                               \
	X(GM_OP_SHIFT_RIGHT, 2, ">>")                                                              \
	X(GM_OP_LESS, 2, "<")                                                                      \
	X(GM_OP_LESS_EQUAL, 2, "<=")                                                               \
	X(GM_OP_GREATER, 2, ">")                                                                   \
	X(GM_OP_GREATER_EQUAL, 2, ">=")                                                            \
	X(GM_OP_EQUAL, 2, "==")                                                                    \
	X(GM_OP_NOT_EQUAL, 2, "!=")                                                                \
	X(GM_OP_BIT_AND, 2, "&")                                                                   \
	X(GM_OP_BIT_XOR, 2, "^")                                                                   \
	X(GM_OP_BIT_OR, 2, "|")                                                                    \
	X(GM_OP_AND, 2, "&&")                                                                      \
	X(GM_OP_OR, 2, "||")                                                                       \
	X(GM_OP_CHOOSE, 3, "?:")                                                                   \
	X(GM_OP_MIN, 2, "min")                                                                     \
	X(GM_OP_MAX, 2, "max")                                                                     \
	X(GM_OP_CEIL_DIV, 2, "ceil_div")                                                           \
	X(GM_OP_ABS, 1, "abs")                                                                     \
	X(GM_OP_LOG2, 1, "log2")                                                                   \
	X(GM_OP_RANDOM, 2, "random")                                                               \
	X(GM_OP_MIX, 2, "mix")

typedef enum gm_operator {
#define X(id, operands, spelling) id,
	GM_OPERATOR_LIST(X)
#undef X
	        GM_OPERATOR_COUNT
} gm_operator;

/* Number of operands, 0 to 3, and the spelling (static text). */
int gm_operator_operands(gm_operator op);
const char *gm_operator_spelling(gm_operator op);

/* A node; operands stand before the node that uses them, so a plain loop evaluates the whole. */
typedef struct gm_expression_node {
	gm_operator op;
	int column;       /* of the operator or operand in the text, 1-based */
	int operand[3];   /* indices of earlier nodes */
	int64_t constant; /* GM_OP_CONSTANT */
	int slot;         /* GM_OP_NAME: which named value */
} gm_expression_node;

typedef struct gm_expression {
	const char *text;
	int count; /* nodes; the last is the result */
	const gm_expression_node *nodes;
	int line, column; /* where the text begins in its file, 0 when unknown */
} gm_expression;

/* What the names mean: slot i is called names[i]. */
typedef struct gm_names {
	const char *const *names;
	int count;
} gm_names;

/* Parses into the arena, which also keeps a copy of the text. Limits: 4096 bytes of text, 512 nodes,
   depth 64. An unknown name is GM_UNKNOWN_NAME and offers the nearest known one. */
gm_status gm_expression_parse(gm_arena *arena, const char *text, gm_names names, gm_expression **out,
                              gm_error *err);

/* One value; values[slot] for each name. Errors: GM_OVERFLOW, GM_DIVISION_BY_ZERO, GM_BAD_VALUE. */
gm_status gm_expression_evaluate(const gm_expression *expression, const int64_t *values, int64_t *out,
                                 gm_error *err);

/* One operator on plain values: the single place where its meaning and its errors are written. */
gm_status gm_operator_apply(gm_operator op, int64_t a, int64_t b, int64_t c, int64_t *out,
                            gm_error *err);

/* A value for each of many threads: `each` is NULL when all have `same`. */
typedef struct gm_column {
	const int64_t *each;
	int64_t same;
} gm_column;

/* Evaluates for `threads` threads at once, those with active[t] == 1 (else 0); the results of the others are
   unspecified and their errors ignored. `scratch` holds (count of nodes) * threads values. The result
   borrows from scratch or from `values`. */
gm_status gm_expression_evaluate_threads(const gm_expression *expression, const gm_column *values,
                                         const unsigned char *active, int threads, int64_t *scratch,
                                         gm_column *out, gm_error *err);

#endif
