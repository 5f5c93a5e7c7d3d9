#include "kernel/form.h"

#include "kernel/form_build.h"

enum { PERIOD_MAX = 1 << 20 };

int64_t
gm_form_clamp(wide value)
{
	return value > unbounded ? unbounded : value < -unbounded ? -unbounded : (int64_t)value;
}

static bool
fits(wide value)
{
	return value <= unbounded && value >= -unbounded;
}

static int64_t
divisor(int64_t a, int64_t b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

int64_t
gm_period_merge(int64_t a, int64_t b)
{
	if (a == 0 || b == 0)
		return 0;
	const int64_t step = a / divisor(a, b);
	return step > PERIOD_MAX / b ? 0 : step * b;
}

gm_form
gm_form_constant(int64_t value)
{
	gm_form form = {.constant = value};
	for (int v = 0; v < GM_VARIABLES; v++)
		form.rest[v].period = 1;
	return fits(value) ? form : gm_form_opaque(-unbounded, unbounded, GM_VARIABLES);
}

gm_form
gm_form_opaque(int64_t low, int64_t high, int first_invariant)
{
	gm_form form = {.rest_low = low, .rest_high = high};
	for (int v = first_invariant; v < GM_VARIABLES; v++)
		form.rest[v].period = 1;
	return form;
}

static gm_form
unknown(void)
{
	return gm_form_opaque(-unbounded, unbounded, GM_VARIABLES);
}

gm_form
gm_form_variable(const gm_box *box, int variable)
{
	if (box->low[variable] == box->high[variable])
		return gm_form_constant(box->low[variable]);
	gm_form form = gm_form_constant(0);
	form.coefficient[variable] = 1;
	return form;
}

gm_range
gm_form_range(const gm_form *form, const gm_box *box)
{
	wide low = (wide)form->constant + form->rest_low, high = (wide)form->constant + form->rest_high;
	for (int v = 0; v < GM_VARIABLES; v++) {
		const wide at_low = (wide)form->coefficient[v] * box->low[v];
		const wide at_high = (wide)form->coefficient[v] * box->high[v];
		low += at_low < at_high ? at_low : at_high;
		high += at_low < at_high ? at_high : at_low;
	}
	return (gm_range){gm_form_clamp(low), gm_form_clamp(high)};
}

gm_motion
gm_form_motion(const gm_form *form, int variable)
{
	const gm_motion rest = form->rest[variable];
	const wide advance = (wide)form->coefficient[variable] * rest.period + rest.advance;
	if (rest.period == 0 || !fits(advance))
		return (gm_motion){0, 0};
	return (gm_motion){rest.period, (int64_t)advance};
}

gm_motion
gm_form_motion_sum(gm_motion a, gm_motion b, int64_t factor)
{
	const int64_t period = gm_period_merge(a.period, b.period);
	if (period == 0)
		return (gm_motion){0, 0};
	const wide advance = (wide)a.advance * (period / a.period) +
	                     (wide)b.advance * (period / b.period) * factor;
	return fits(advance) ? (gm_motion){period, (int64_t)advance} : (gm_motion){0, 0};
}

gm_form
gm_form_scaled_sum(const gm_form *a, const gm_form *b, int64_t factor)
{
	gm_form sum;
	const wide constant = (wide)a->constant + (wide)b->constant * factor;
	bool ok = fits(constant);
	sum.constant = gm_form_clamp(constant);
	for (int v = 0; v < GM_VARIABLES; v++) {
		const wide coefficient = (wide)a->coefficient[v] + (wide)b->coefficient[v] * factor;
		ok = ok && fits(coefficient);
		sum.coefficient[v] = gm_form_clamp(coefficient);
		sum.rest[v] = gm_form_motion_sum(a->rest[v], b->rest[v], factor);
	}
	const wide b_low = (wide)(factor < 0 ? b->rest_high : b->rest_low) * factor;
	const wide b_high = (wide)(factor < 0 ? b->rest_low : b->rest_high) * factor;
	sum.rest_low = gm_form_clamp(a->rest_low + b_low);
	sum.rest_high = gm_form_clamp(a->rest_high + b_high);
	return ok ? sum : unknown();
}

/* The value moves nowhere along v but repeats: what a comparison or a bit operation can keep. */
int64_t
gm_form_still_period(const gm_form *form, int v)
{
	const gm_motion motion = gm_form_motion(form, v);
	return motion.advance == 0 ? motion.period : 0;
}

/* A function of values that only repeat, repeats with them. */
gm_form
gm_form_function_of(const gm_form *const *arguments, int count, int64_t low, int64_t high)
{
	gm_form form = {.rest_low = low, .rest_high = high};
	for (int v = 0; v < GM_VARIABLES; v++) {
		int64_t period = 1;
		for (int i = 0; i < count; i++)
			period = gm_period_merge(period, gm_form_still_period(arguments[i], v));
		form.rest[v] = (gm_motion){period, 0};
	}
	return form;
}

gm_form
gm_form_product(const gm_form *a, const gm_form *b, const gm_box *box)
{
	const gm_range ra = gm_form_range(a, box), rb = gm_form_range(b, box);
	const gm_form zero = gm_form_constant(0);
	if (ra.low == ra.high)
		return gm_form_scaled_sum(&zero, b, ra.low);
	if (rb.low == rb.high)
		return gm_form_scaled_sum(&zero, a, rb.low);
	const wide corners[4] = {(wide)ra.low * rb.low, (wide)ra.low * rb.high, (wide)ra.high * rb.low,
	                         (wide)ra.high * rb.high};
	wide low = corners[0], high = corners[0];
	for (int i = 1; i < 4; i++) {
		low = corners[i] < low ? corners[i] : low;
		high = corners[i] > high ? corners[i] : high;
	}
	return gm_form_function_of((const gm_form *[]){a, b}, 2, gm_form_clamp(low), gm_form_clamp(high));
}

/* a / c or a % c for a constant c > 0. Where a >= 0, k periods of a that add up to a multiple of c
   leave the remainder as it was and move the quotient by a whole number. */
gm_form
gm_form_quotient(const gm_form *a, int64_t c, bool remainder, const gm_box *box)
{
	const gm_range range = gm_form_range(a, box);
	const bool one_quotient = range.low >= 0 && range.low / c == range.high / c;
	if (one_quotient && !remainder)
		return gm_form_constant(range.low / c);
	const gm_form whole = gm_form_constant(c);
	if (one_quotient)
		return gm_form_scaled_sum(a, &whole, -(range.low / c));
	const int64_t low = remainder ? (range.low < 0 ? -(c - 1) : 0) : range.low / c;
	const int64_t high = remainder ? (range.high < 0 ? 0 : c - 1) : range.high / c;
	if (range.low < 0)
		return gm_form_function_of((const gm_form *[]){a}, 1, low, high);
	gm_form form = {.rest_low = low, .rest_high = high};
	for (int v = 0; v < GM_VARIABLES; v++) {
		const gm_motion motion = gm_form_motion(a, v);
		const int64_t times = c / divisor(motion.advance, c);
		if (motion.period == 0 || times > PERIOD_MAX / motion.period)
			continue;
		form.rest[v].period = motion.period * times;
		form.rest[v].advance =
		        remainder ? 0 : gm_form_clamp((wide)motion.advance * times / c);
	}
	return form;
}

gm_form
gm_form_trips(const gm_form *a, int64_t c, const gm_box *box)
{
	const gm_range range = gm_form_range(a, box);
	const gm_form above = gm_form_constant(c - 1);
	const gm_form raised = gm_form_scaled_sum(a, &above, 1);
	if (range.high <= 0)
		return gm_form_constant(0);
	if (range.low >= 0)
		return gm_form_quotient(&raised, c, false, box);
	return gm_form_function_of((const gm_form *[]){a}, 1, 0, (range.high - 1) / c + 1);
}
