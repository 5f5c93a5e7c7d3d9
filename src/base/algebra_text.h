/*
 * How formulas are written, shared by the files that write them. Not for other files.
 */
#ifndef GM_BASE_ALGEBRA_TEXT_H
#define GM_BASE_ALGEBRA_TEXT_H

#include "base/algebra.h"

/* How tightly what was written holds together: the precedence of base/expression.h. What is looser
   than its surroundings is put in parentheses. */
enum {
	TIE_CHOOSE = 1,
	TIE_OR,
	TIE_AND,
	TIE_BIT_OR,
	TIE_XOR,
	TIE_BIT_AND,
	TIE_EQUAL,
	TIE_LESS,
	TIE_SHIFT,
	TIE_ADD,
	TIE_MULTIPLY,
	TIE_UNARY
};

void gm_sum_print_tied(gm_algebra *a, const gm_sum *sum, int tie, gm_text *out);
void gm_factor_print(gm_algebra *a, const gm_factor *f, int tie, gm_text *out);
void gm_modulo_print(gm_algebra *a, const gm_modulo *modulo, int tie, gm_text *out);
/* x and y of x % y. */
const gm_sum *gm_modulo_x(gm_algebra *a, const gm_modulo *modulo);
const gm_sum *gm_modulo_y(gm_algebra *a, const gm_modulo *modulo);

#endif
