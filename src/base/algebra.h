/*
 * Integer formulas in normal form, to be simplified, compared and written down.
 *
 * A sum is  constant + coefficient * factor * factor ... + ...  A factor is a symbol (threadIdx.x,
 * n) or what no sum can say: a quotient, a minimum, a comparison, each of sums again. Sums are
 * unique: two that are equal after simplification are the same pointer, so that `==` compares.
 *
 * Values are exact integers; nothing here knows of registers and their widths. A truth value is 1
 * or 0. A symbol has a range in which its value lies; what follows from ranges is used (x % 32 is x
 * where x is at most 31), and nothing else.
 *
 * A sum may hold the unknown: a value that no formula can give, with the reason.
 */
#ifndef GM_BASE_ALGEBRA_H
#define GM_BASE_ALGEBRA_H

#include "base/expression.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_algebra gm_algebra;

/* In the order in which a formula names them: what comes first varies slowest. */
typedef enum gm_symbol_class {
	GM_SYMBOL_LET,
	GM_SYMBOL_BLOCK,
	GM_SYMBOL_LOOP,
	GM_SYMBOL_THREAD,
	GM_SYMBOL_SIZE, /* the same for all threads: factored out, (y*16 + k)*n */
	GM_SYMBOL_ADDRESS
} gm_symbol_class;

typedef struct gm_sum gm_sum;

/* op: GM_OP_NAME a symbol; GM_OP_CONSTANT the unknown; GM_OP_DIVIDE the floor of a quotient,
   divisor positive; GM_OP_SHIFT_LEFT 2 to the first operand; GM_OP_SHIFT_RIGHT the floor of the
   first over 2 to the second; GM_OP_GREATER_EQUAL, GM_OP_EQUAL, GM_OP_NOT_EQUAL the operand against
   0; GM_OP_CHOOSE, GM_OP_MIN, GM_OP_MAX, GM_OP_AND, GM_OP_OR, GM_OP_BIT_..., GM_OP_LOG2 as in
   base/expression.h. */
typedef struct gm_factor {
	gm_operator op;
	int id; /* by age */
	gm_symbol_class symbol;
	const char *name; /* of a symbol; why, of the unknown */
	const gm_sum *operand[3];
	int64_t low, high;
	bool known;
	uint64_t symbols; /* which occur inside: bit id % 64 of each */
	double weight;    /* factors inside, itself too, each as often as it would be written */
	const struct gm_factor *next; /* in its bucket */
} gm_factor;

typedef struct gm_product {
	int64_t coefficient;             /* never 0 */
	int count;                       /* at least 1 */
	const gm_factor *const *factors; /* by id, repeated for powers */
} gm_product;

struct gm_sum {
	int64_t constant;
	int count;
	const gm_product *products;
	int64_t low, high; /* of the value; beyond 2^62 either way: anything */
	bool known;        /* no unknown inside */
	uint64_t symbols;
	double weight; /* factors, those inside of factors too: how long it would be, written */
	uint64_t hash;
	const struct gm_sum *next; /* in its bucket */
};

#define GM_SUM_MOST (INT64_C(1) << 62)

gm_algebra *gm_algebra_new(void);
void gm_algebra_free(gm_algebra *algebra); /* NULL accepted; all sums go with it */
gm_arena *gm_algebra_arena(gm_algebra *algebra);

/* ---- making sums ---- */

const gm_sum *gm_sum_constant(gm_algebra *a, int64_t value);
/* Every call makes a new one. The name is copied. */
const gm_sum *gm_sum_symbol(gm_algebra *a, const char *name, gm_symbol_class symbol, int64_t low,
			    int64_t high);
const gm_sum *gm_sum_unknown(gm_algebra *a, const char *why);
/* Of a sum that is one symbol. */
void gm_symbol_rename(gm_algebra *a, const gm_sum *symbol, const char *name);
const gm_factor *gm_sum_as_symbol(const gm_sum *sum); /* NULL when it is not */

const gm_sum *gm_sum_add(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_subtract(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_scale(gm_algebra *a, const gm_sum *x, int64_t by);
const gm_sum *gm_sum_multiply(gm_algebra *a, const gm_sum *x, const gm_sum *y);

/* Floor of x / y and what is left, for y of which the range says that it is positive; else unknown.
 */
const gm_sum *gm_sum_divide(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_modulo(gm_algebra *a, const gm_sum *x, const gm_sum *y);
/* Towards zero, as C divides. */
const gm_sum *gm_sum_quotient(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_remainder(gm_algebra *a, const gm_sum *x, const gm_sum *y);

const gm_sum *gm_sum_shift_left(gm_algebra *a, const gm_sum *x, const gm_sum *by);
const gm_sum *gm_sum_shift_right(gm_algebra *a, const gm_sum *x, const gm_sum *by);
/* GM_OP_BIT_AND, GM_OP_BIT_OR, GM_OP_BIT_XOR in two's complement. */
const gm_sum *gm_sum_bits(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_log2(gm_algebra *a, const gm_sum *x);
/* GM_OP_RANDOM, GM_OP_MIX: the x-th random number below n. */
const gm_sum *gm_sum_drawn(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *n);

const gm_sum *gm_sum_min(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_max(gm_algebra *a, const gm_sum *x, const gm_sum *y);
/* GM_OP_EQUAL to GM_OP_GREATER_EQUAL. */
const gm_sum *gm_sum_compare(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_not(gm_algebra *a, const gm_sum *truth);
const gm_sum *gm_sum_and(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_or(gm_algebra *a, const gm_sum *x, const gm_sum *y);
const gm_sum *gm_sum_choose(gm_algebra *a, const gm_sum *truth, const gm_sum *x, const gm_sum *y);

/* The sum of an expression; values[slot] for each name. */
const gm_sum *gm_sum_of_expression(gm_algebra *a, const gm_expression *expression,
				   const gm_sum *const *values);

/* ---- asking and changing ---- */

static inline bool
gm_sum_is_constant(const gm_sum *sum)
{
	return sum->count == 0;
}

/* Whether the symbol occurs anywhere in the sum. */
bool gm_sum_contains(const gm_sum *sum, const gm_factor *symbol);

/* Whether any symbol of the class does. */
bool gm_sum_holds(const gm_sum *sum, gm_symbol_class of);

/* The sum is  *rest + *coefficient * symbol  with neither holding the symbol; false when it is not.
 */
bool gm_sum_split(gm_algebra *a, const gm_sum *sum, const gm_factor *symbol,
		  const gm_sum **coefficient, const gm_sum **rest);

/* The sum with another in place of a symbol. */
const gm_sum *gm_sum_substitute(gm_algebra *a, const gm_sum *sum, const gm_factor *symbol,
				const gm_sum *by);

/* The sum with `by` in place of  step * symbol  everywhere; NULL when the symbol occurs without
 * step. */
const gm_sum *gm_sum_exchange(gm_algebra *a, const gm_sum *sum, const gm_sum *step,
			      const gm_factor *symbol, const gm_sum *by);

/* x / y where that is a sum without a remainder, else NULL. y: one product or a constant. */
const gm_sum *gm_sum_exact_quotient(gm_algebra *a, const gm_sum *x, const gm_sum *y);

/* The first unknown inside; NULL when all is known. */
const gm_factor *gm_sum_find_unknown(const gm_sum *sum);

/* ---- writing ---- */

/* In the words of base/expression.h. */
void gm_sum_print(gm_algebra *a, const gm_sum *sum, gm_text *out);
const char *gm_sum_text(gm_algebra *a, const gm_sum *sum);

/* ---- shared by algebra_*.c ---- */

enum { GM_PRODUCTS_MAX = 96, GM_FACTORS_MAX = 8, GM_MODULOS_MAX = 8 };

/* By factors alone: 0 when they are the same. */
int gm_product_compare(const gm_product *p, const gm_product *q);
/* Range, symbols, and whether all is known, from the products. */
void gm_sum_describe(gm_sum *sum);

/* What is left of a division is held as x - y*(x/y). One such place in a sum:
   coefficient * factors * (x % y). */
typedef struct gm_modulo {
	const gm_sum *x, *y;
	const gm_factor
		*part; /* instead of x and y: part % size, held as m/d - size*(m/(d*size)) */
	int64_t size;
	int64_t coefficient;
	int count;
	const gm_factor *factors[GM_FACTORS_MAX];
	const gm_product
		*quotient; /* the product that x/y stands in, of which `left` are left over */
	int64_t left;
} gm_modulo;

/* Finds them; `taken` says which products of the sum they are made of, *constant what is left of
   its constant. Returns how many. */
int gm_sum_modulos(const gm_sum *sum, gm_modulo *out, bool *taken, int64_t *constant);

const gm_sum *gm_sum_of_factor(gm_algebra *a, gm_factor factor);
const gm_sum *gm_sum_of_products(gm_algebra *a, int64_t constant, gm_product *products, int count);
/* The factor of a sum that is one factor and nothing else; NULL when it is not. */
const gm_factor *gm_sum_as_factor(const gm_sum *sum);

#endif
