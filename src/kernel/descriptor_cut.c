#include "kernel/descriptor.h"

#include <stdlib.h>

typedef struct search {
	const gm_descriptor *descriptor;
	int variable;
	gm_form *forms;
	gm_box *box;
	int64_t shape, period; /* so far; 0 once a statement moves in a way that is not followed */
	gm_motion *sites;      /* the motion of each site's address in bytes; period 0: not met yet */
	bool inside;
} search;

static int64_t
divisor(int64_t a, int64_t b)
{
	while (b) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static int64_t
alignment_of(gm_space space)
{
	return space == GM_SHARED ? GM_SHARED_ALIGNMENT_BYTES : GM_GLOBAL_ALIGNMENT_BYTES;
}

/* The value only repeats: what conditions and trip counts must do. */
static void
require_still(search *s, const gm_form *form)
{
	const gm_motion motion = gm_form_motion(form, s->variable);
	const int64_t period = motion.advance == 0 ? motion.period : 0;
	s->shape = gm_period_merge(s->shape, period);
	s->period = gm_period_merge(s->period, period);
}

static void
follow_address(search *s, const gm_statement *statement)
{
	const gm_kernel *kernel = &s->descriptor->kernel;
	const gm_site *site = &kernel->sites[statement->site];
	const gm_form index = gm_form_evaluate(statement->value, s->forms, s->box);
	const gm_motion motion = gm_form_motion(&index, s->variable);
	const gm_array *array = &kernel->arrays[site->array];
	const int64_t element = gm_type_bytes(array->type);
	const uint8_t *joined = s->descriptor->joined;
	const int64_t wide = joined && joined[statement->site] ? joined[statement->site]
			     : site->access_bytes > element    ? site->access_bytes / element
							       : 1;
	const gm_range range = gm_form_range(&index, s->box);
	s->inside = s->inside && range.low >= 0 && range.high <= array->length - wide;
	const int64_t alignment = alignment_of(site->space);
	int64_t advance;
	if (motion.period == 0 || __builtin_mul_overflow(motion.advance, element, &advance)) {
		s->shape = s->period = 0;
		return;
	}
	s->shape = gm_period_merge(s->shape, motion.period);
	s->period = gm_period_merge(s->period, motion.period);
	s->period = gm_period_merge(s->period,
	                            motion.period * (alignment / divisor(advance, alignment)));
	s->sites[statement->site] = (gm_motion){motion.period, advance};
}

static void follow(search *s, gm_statements statements, int depth);

static void
follow_loop(search *s, const gm_statement *loop, int depth)
{
	const gm_form zero = gm_form_constant(0), one = gm_form_constant(1);
	const gm_form from = loop->from ? gm_form_evaluate(loop->from, s->forms, s->box) : zero;
	const gm_form to = gm_form_evaluate(loop->to, s->forms, s->box);
	const gm_form step = loop->step ? gm_form_evaluate(loop->step, s->forms, s->box) : one;
	const gm_form span = gm_form_scaled_sum(&to, &from, -1);
	const gm_range pace = gm_form_range(&step, s->box);
	const bool even = pace.low == pace.high && pace.low > 0;
	require_still(s, &step);
	const gm_form trips = even ? gm_form_trips(&span, pace.low, s->box) : span;
	require_still(s, &trips);
	const gm_range reach = gm_form_range(&trips, s->box);
	if (reach.high <= 0 || s->shape == 0)
		return;
	const int variable = GM_VARIABLE_LOOP + depth;
	s->box->low[variable] = 0;
	s->box->high[variable] = reach.high - 1;
	const gm_form iteration = gm_form_variable(s->box, variable);
	const gm_form moved = gm_form_product(&iteration, &step, s->box);
	s->forms[loop->slot] = gm_form_scaled_sum(&from, &moved, 1);
	follow(s, loop->body, depth + 1);
}

static void
follow_if(search *s, const gm_statement *statement, int depth)
{
	const gm_form test = gm_form_evaluate(statement->value, s->forms, s->box);
	const gm_range range = gm_form_range(&test, s->box);
	const bool never = range.low == 0 && range.high == 0, always = range.low > 0 || range.high < 0;
	if (!never && !always)
		require_still(s, &test);
	if (!never)
		follow(s, statement->body, depth);
	if (!always)
		follow(s, statement->other, depth);
}

static void
follow(search *s, gm_statements statements, int depth)
{
	for (int i = 0; i < statements.count && s->shape != 0; i++) {
		const gm_statement *statement = &statements.items[i];
		switch (statement->kind) {
		case GM_STATEMENT_LET:
			s->forms[statement->slot] = gm_form_evaluate(statement->value, s->forms, s->box);
			break;
		case GM_STATEMENT_LOOP:
			follow_loop(s, statement, depth);
			break;
		case GM_STATEMENT_IF:
			follow_if(s, statement, depth);
			break;
		case GM_STATEMENT_SITE:
			if (statement->value)
				follow_address(s, statement);
			break;
		}
	}
}

gm_cut
gm_descriptor_cut(const gm_descriptor *descriptor, gm_statements statements, int variable,
                  gm_form *forms, gm_box *box, int depth, int64_t *advance)
{
	const int sites = descriptor->kernel.sites_count;
	gm_motion *motions = gm_allocate((size_t)sites, sizeof *motions);
	search s = {descriptor, variable, forms, box, 1, 1, motions, true};
	follow(&s, statements, depth);
	for (int i = 0; i < sites; i++)
		advance[i] = motions[i].period && s.period
		                     ? motions[i].advance * (s.period / motions[i].period)
		                     : 0;
	free(motions);
	return (gm_cut){s.shape, s.shape ? s.period : 0, advance, s.inside};
}

void
gm_descriptor_forms(const gm_descriptor *descriptor, const gm_box *box, gm_form *forms)
{
	for (int slot = 0; slot < descriptor->slots_count; slot++)
		forms[slot] = gm_form_constant(descriptor->parameter_values[slot]);
	for (int axis = 0; axis < 3; axis++) {
		forms[GM_THREAD_X + axis] = gm_form_variable(box, GM_VARIABLE_THREAD + axis);
		forms[GM_BLOCK_INDEX_X + axis] = gm_form_variable(box, GM_VARIABLE_BLOCK + axis);
	}
	const int64_t threads = gm_dim3_volume(descriptor->kernel.block);
	forms[GM_LANE] = gm_form_opaque(0, GM_LANES_MAX - 1, GM_VARIABLE_BLOCK);
	forms[GM_WARP] = gm_form_opaque(0, threads, GM_VARIABLE_BLOCK);
}

static bool
repeats(gm_cut cut, int64_t first, int64_t end)
{
	return cut.shape && cut.shape <= (end - first) / 2;
}

/* Edges are short and stand at the ends, so what is left off doubles: the whole, all but 1, but 3, but
   7 ... until a stretch repeats; then the gap between it and the last failure is halved. A stretch that
   would repeat if it were longer is the second choice. */
int64_t
gm_descriptor_longest(gm_cut_question *asks, void *state, int64_t first, int64_t end, gm_cut *out)
{
	int64_t bad = end + 1, good = first + 1, regular = first + 1;
	for (int64_t off = 0, at = end; at > first + 1; off = 2 * off + 1, at = end - off) {
		const gm_cut cut = asks(state, first, at);
		regular = cut.shape && regular == first + 1 ? at : regular;
		if (repeats(cut, first, at)) {
			good = at;
			break;
		}
		bad = at;
	}
	while (good > first + 1 && bad - good > 1) {
		const int64_t middle = good + (bad - good) / 2;
		if (repeats(asks(state, first, middle), first, middle))
			good = middle;
		else
			bad = middle;
	}
	good = good > first + 1 ? good : regular;
	*out = good > first + 1 ? asks(state, first, good) : (gm_cut){0};
	return good;
}
