/*
 * How an integer expression moves when a loop or the grid advances: the proof behind cutting loops.
 *
 * The value of an expression over a box of variables (thread, block and loop indices, each in its own
 * range) is written as
 *
 *     constant + sum of coefficient[v] * v + rest
 *
 * where `rest` is known only by its range and by how it moves along each variable: it is unchanged but
 * for `advance` when the variable grows by `period`, for all values of the other variables in the box.
 * period 0: nothing is known. So  (bx*256 + tx) % 1024  has, along bx, period 4 and advance 0, and
 * (bx*256 + tx) / 1024  period 4 and advance 1.
 *
 * A comparison that the ranges decide is a constant: `phase*16 + tx < n` is true for all phases but
 * the last. Whoever splits a range where nothing is decided until it is, has told edge from inner.
 *
 * Everything here is conservative: a period that is reported holds exactly; ranges may be too wide.
 */
#ifndef GM_KERNEL_FORM_H
#define GM_KERNEL_FORM_H

#include "base/expression.h"

#include <stdbool.h>
#include <stdint.h>

enum {
	GM_VARIABLE_THREAD = 0, /* threadIdx.x y z */
	GM_VARIABLE_BLOCK = 3,  /* blockIdx.x y z */
	GM_VARIABLE_LOOP = 6,   /* iterations of the enclosing loops, outermost first */
	GM_LOOP_DEPTH_MAX = 10,
	GM_VARIABLES = GM_VARIABLE_LOOP + GM_LOOP_DEPTH_MAX,
};

/* Inclusive range of each variable. */
typedef struct gm_box {
	int64_t low[GM_VARIABLES], high[GM_VARIABLES];
} gm_box;

typedef struct gm_motion {
	int64_t period;  /* 0: unknown */
	int64_t advance; /* per period */
} gm_motion;

typedef struct gm_form {
	int64_t constant;
	int64_t coefficient[GM_VARIABLES];
	int64_t rest_low, rest_high;
	gm_motion rest[GM_VARIABLES];
} gm_form;

typedef struct gm_range {
	int64_t low, high;
} gm_range;

gm_form gm_form_constant(int64_t value);
/* A variable; a constant where the box leaves it one value. */
gm_form gm_form_variable(const gm_box *box, int variable);
/* A value known only by its range: invariant along every variable >= first_invariant, and of unknown
   motion along those below. */
gm_form gm_form_opaque(int64_t low, int64_t high, int first_invariant);

gm_range gm_form_range(const gm_form *form, const gm_box *box);
/* Motion of the whole value along a variable. */
gm_motion gm_form_motion(const gm_form *form, int variable);

/* a + b*factor, for building loop variables. */
gm_form gm_form_scaled_sum(const gm_form *a, const gm_form *b, int64_t factor);
gm_form gm_form_product(const gm_form *a, const gm_form *b, const gm_box *box);
/* ceil(a / c) for c > 0 where a > 0, else 0: the trips of a loop over `a` in steps of c. */
gm_form gm_form_trips(const gm_form *a, int64_t c, const gm_box *box);

/* The form of an expression; forms[slot] for each name. Never fails: what it cannot follow is opaque. */
gm_form gm_form_evaluate(const gm_expression *expression, const gm_form *forms, const gm_box *box);

/* Least common multiple; 0 when either is 0 or the result exceeds 2^20. */
int64_t gm_period_merge(int64_t a, int64_t b);

#endif
