/*
 * What operators of expressions (form_evaluate.c) are made of, beside sums and products (form.h).
 */
#ifndef GM_KERNEL_FORM_BUILD_H
#define GM_KERNEL_FORM_BUILD_H

#include "kernel/form.h"

typedef __int128 wide;

/* Values beyond are taken to be anything. */
static const int64_t unbounded = INT64_C(1) << 61;

int64_t gm_form_clamp(wide value);

/* The motion of a + b*factor. */
gm_motion gm_form_motion_sum(gm_motion a, gm_motion b, int64_t factor);

/* The period of a value that moves nowhere along v but repeats: what a comparison or a bit
   operation can keep. 0: it moves. */
int64_t gm_form_still_period(const gm_form *form, int v);

/* A function of values that only repeat, repeats with them. */
gm_form gm_form_function_of(const gm_form *const *arguments, int count, int64_t low, int64_t high);

/* a / c or a % c for a constant c > 0. */
gm_form gm_form_quotient(const gm_form *a, int64_t c, bool remainder, const gm_box *box);

#endif
