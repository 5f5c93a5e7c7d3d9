/*
 * Addresses of shared memory that lie a literal apart are one, and offsets.
 *
 * A literal that is added on the way to an address is added last, where it costs nothing: through further sums, shifts
 * and products by literals. What is left of the ways that differ by such literals alone is made once. So it is of
 *
 *     base + 2 * (40 * (x + 8 j) + y)     and     base + 2 * (40 x + (y + 320 j))
 *
 * of which each further j costs its access and nothing else. It is not where the literal goes through a product by
 * something else, a difference, a logical or, or into 64 bits; nor where something other than such addresses reads it.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, of 1 to 4 such addresses: 15 instructions with one, of three kinds of ways,
 * and 2 more for each further one (a load and what stores its word); 4 and 5 more of a difference, of products by a
 * number that is passed and of an or.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { WORD_BITS = 32, BUCKETS = 1 << 10 };

/* What a unit holds: a sum that some step makes, or what else is in a unit, and a literal. */
typedef struct near_value {
	uint32_t root; /* unit that stands for it */
	uint32_t literal;
} near_value;

/* factor * a + b, without their literals; b: PTX_NO_UNIT where there is none. */
typedef struct near_sum {
	uint32_t factor, a, b;
} near_sum;

typedef struct near_finder {
	issue_plan *plan;
	near_value *value;  /* per unit */
	near_sum *sum;      /* per step that makes one: factor > 0 */
	int32_t *before;    /* per step: the one before it in its bucket */
	bool *absorbs;      /* per step: a literal more in an operand goes on to addresses alone */
	bool *looked;       /* per step: `absorbs` is known */
	int32_t buckets[BUCKETS];
} near_finder;

static bool
is_word(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return bits_of(plan, i) == WORD_BITS && !is_float(plan, i) && s->action == ACTION_LANES && s->results_count == 1 &&
	       s->guard == PTX_NO_UNIT && (word_of(plan, i)->flags & WORD_FIRST) &&
	       issue_definition(plan, issue_result(plan, i)) == i;
}

static bool
is_number(const issue_plan *plan, uint32_t unit, uint32_t *number)
{
	uint64_t value;
	if (unit == PTX_NO_UNIT || !gm_ptx_issue_literal_value(plan, unit, &value))
		return false;
	*number = (uint32_t)value;
	return true;
}

/* What stands for the address of an array, which is no literal of the machine's; PTX_NO_UNIT of anything else. */
static uint32_t
array_in(const issue_plan *plan, uint32_t unit)
{
	const ptx_program *p = plan->program;
	while (is_opcode(plan, issue_definition(plan, unit), OP_MOV))
		unit = issue_source(plan, issue_definition(plan, unit), 0);
	const int32_t row = unit == PTX_NO_UNIT ? NO_STEP : plan->values.initial[unit];
	if (row < 0 || p->initials[row].space == 0)
		return PTX_NO_UNIT;
	for (size_t n = 0; n < p->initials_count; n++)
		if (p->initials[n].space == p->initials[row].space && p->initials[n].value == p->initials[row].value)
			return p->initials[n].unit;
	return unit;
}

static near_value
value_of(const near_finder *f, uint32_t unit)
{
	uint32_t number;
	const uint32_t array = array_in(f->plan, unit);
	if (array != PTX_NO_UNIT)
		return (near_value){array, 0};
	if (is_number(f->plan, unit, &number))
		return (near_value){PTX_NO_UNIT, number};
	return f->value[unit];
}

/* Products of the lower half, by a literal; which of the first two operands it multiplies, -1. */
static int
multiplied(const issue_plan *plan, int32_t i, uint32_t *factor)
{
	if (is_opcode(plan, i, OP_SHL)) {
		if (!is_number(plan, issue_source(plan, i, 1), factor) || *factor >= WORD_BITS)
			return -1;
		*factor = UINT32_C(1) << *factor;
		return 0;
	}
	if (!(is_opcode(plan, i, OP_MUL) || is_opcode(plan, i, OP_MAD)) || (word_of(plan, i)->flags & (WORD_WIDE | WORD_HIGH)))
		return -1;
	if (is_number(plan, issue_source(plan, i, 1), factor))
		return 0;
	return is_number(plan, issue_source(plan, i, 0), factor) ? 1 : -1;
}

/* The step's sum and the literal beside it; false of other steps. */
static bool
take_apart(const near_finder *f, int32_t i, near_sum *sum, uint32_t *literal)
{
	const issue_plan *plan = f->plan;
	near_value a, b = {PTX_NO_UNIT, 0};
	uint32_t factor = 1;
	if (!is_word(plan, i))
		return false;
	if (is_opcode(plan, i, OP_ADD)) {
		a = value_of(f, issue_source(plan, i, 0));
		b = value_of(f, issue_source(plan, i, 1));
	} else {
		const int k = multiplied(plan, i, &factor);
		if (k < 0 || factor == 0)
			return false;
		a = value_of(f, issue_source(plan, i, k));
		if (is_opcode(plan, i, OP_MAD))
			b = value_of(f, issue_source(plan, i, 2));
	}
	*literal = factor * a.literal + b.literal;
	if (a.root == PTX_NO_UNIT || (factor == 1 && b.root != PTX_NO_UNIT && b.root < a.root)) {
		const uint32_t root = a.root;
		if (factor != 1)
			return false;
		a.root = b.root;
		b.root = root;
	}
	*sum = (near_sum){factor, a.root, b.root};
	return a.root != PTX_NO_UNIT;
}

static int32_t *
bucket_of(near_finder *f, const near_sum *s)
{
	const uint64_t mixed = ((uint64_t)s->factor * 0x9e3779b97f4a7c15u) ^ ((uint64_t)s->a * 0xff51afd7ed558ccdu) ^
			       ((uint64_t)s->b * 0xc4ceb9fe1a85ec53u);
	return &f->buckets[(mixed >> 40) % BUCKETS];
}

/* The first step that makes the same sum; NO_STEP. */
static int32_t
made_before(near_finder *f, int32_t i)
{
	const near_sum *s = &f->sum[i];
	for (int32_t k = *bucket_of(f, s); k != NO_STEP; k = f->before[k])
		if (f->sum[k].factor == s->factor && f->sum[k].a == s->a && f->sum[k].b == s->b &&
		    issue_comes_before(f->plan, k, i))
			return k;
	return NO_STEP;
}

/* What registers hold that several steps write is no operand: it may be another value each time. */
static void
number_units(near_finder *f)
{
	const issue_plan *plan = f->plan;
	for (uint32_t u = 0; u < plan->program->units_count; u++)
		f->value[u] = (near_value){u, 0};
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		uint32_t literal;
		if (!take_apart(f, i, &f->sum[i], &literal)) {
			f->sum[i].factor = 0;
			continue;
		}
		const near_sum *s = &f->sum[i];
		const uint32_t unit = issue_result(plan, i);
		const bool alone = s->factor == 1 && s->b == PTX_NO_UNIT;
		const bool known = plan->values.definition[s->a] != MANY_STEPS &&
				   (s->b == PTX_NO_UNIT || plan->values.definition[s->b] != MANY_STEPS);
		if (!known) {
			f->sum[i].factor = 0;
			continue;
		}
		const int32_t first = alone ? NO_STEP : made_before(f, i);
		f->value[unit] = (near_value){alone ? s->a : first >= 0 ? issue_result(plan, first) : unit, literal};
		if (alone || first >= 0)
			continue;
		int32_t *bucket = bucket_of(f, s);
		f->before[i] = *bucket;
		*bucket = i;
	}
}

static bool
is_shared_address(const issue_plan *plan, int32_t reader, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[reader];
	const bool accesses = s->action == ACTION_MEMORY || is_opcode(plan, reader, OP_LDMATRIX);
	for (int k = 1; k < s->sources_count; k++)
		if (issue_source(plan, reader, k) == unit)
			return false;
	return issue_source(plan, reader, 0) == unit &&
	       ((accesses && s->space == SPACE_SHARED) || is_opcode(plan, reader, OP_CP));
}

/* All that read the step's result are addresses of shared memory, or sums of which all readers are. */
static bool
goes_to_addresses(near_finder *f, int32_t i)
{
	const issue_plan *plan = f->plan;
	const uint32_t unit = issue_result(plan, i);
	if (f->looked[i])
		return f->absorbs[i];
	f->looked[i] = true;
	bool all = plan->values.first[unit] < plan->values.first[unit + 1];
	for (int32_t r = plan->values.first[unit]; r < plan->values.first[unit + 1] && all; r++) {
		const int32_t reader = plan->values.readers[r];
		all = is_shared_address(plan, reader, unit) ||
		      (f->sum[reader].factor > 0 && goes_to_addresses(f, reader));
	}
	return f->absorbs[i] = all;
}

/* It is another's sum and a literal, or a literal more. */
static bool
is_near(const near_finder *f, int32_t i)
{
	const uint32_t unit = issue_result(f->plan, i);
	return f->sum[i].factor > 0 && f->value[unit].root != unit;
}

void
gm_ptx_issue_near(issue_plan *plan)
{
	const size_t steps = (size_t)plan->program->steps_count + 1;
	near_finder f = {.plan = plan,
			 .value = gm_allocate(plan->program->units_count + 1, sizeof *f.value),
			 .sum = gm_allocate(steps, sizeof *f.sum),
			 .before = gm_allocate(steps, sizeof *f.before),
			 .absorbs = gm_allocate(steps, sizeof *f.absorbs),
			 .looked = gm_allocate(steps, sizeof *f.looked)};
	for (int b = 0; b < BUCKETS; b++)
		f.buckets[b] = NO_STEP;
	number_units(&f);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_near(&f, i) && goes_to_addresses(&f, i))
			vanish(plan, i);
	free(f.value);
	free(f.sum);
	free(f.before);
	free(f.absorbs);
	free(f.looked);
}
