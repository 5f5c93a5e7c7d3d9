#include "sass/issue_halves.h"

enum { LOWER = 1, UPPER = 2, BOTH = LOWER | UPPER };

/* mov.b32 {a,b}, word */
static bool
takes_apart(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_MOV) && plan->program->steps[step].results_count == 2 &&
	       plan->program->steps[step].sources_count == 1;
}

static uint32_t
result_of(const issue_plan *plan, int32_t step, int which)
{
	return plan->program->units[plan->program->steps[step].results + (uint32_t)which];
}

static bool
is_used(const issue_plan *plan, uint32_t unit)
{
	return unit != PTX_NO_UNIT && plan->values.uses[unit] > 0;
}

static uint8_t
read_by(const issue_plan *plan, int32_t step)
{
	if (!takes_apart(plan, step))
		return BOTH;
	return (uint8_t)((is_used(plan, result_of(plan, step, 0)) ? LOWER : 0) |
			 (is_used(plan, result_of(plan, step, 1)) ? UPPER : 0));
}

uint8_t *
gm_ptx_issue_halves_read(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	uint8_t *read = gm_allocate(p->units_count, sizeof *read);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (issue_source(plan, i, k) != PTX_NO_UNIT)
				read[issue_source(plan, i, k)] |= read_by(plan, i);
	return read;
}

bool
gm_ptx_issue_is_made_word(const issue_plan *plan, uint32_t word)
{
	static const ptx_opcode makers[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MIN, OP_MAX, OP_CVT};
	const int32_t from = word == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, word);
	if (from < 0 || bits_of(plan, from) != 32 ||
	    gm_ptx_issue_class((ptx_type)word_of(plan, from)->type) != CLASS_HALF)
		return false;
	for (size_t k = 0; k < sizeof makers / sizeof *makers; k++)
		if (is_opcode(plan, from, makers[k]))
			return true;
	return false;
}

static bool
is_one_half(uint8_t read)
{
	return read == LOWER || read == UPPER;
}

bool
gm_ptx_issue_is_halved(const issue_plan *plan, const uint8_t *read, int32_t step)
{
	const uint32_t unit = issue_result(plan, step);
	return gm_ptx_issue_is_made_word(plan, unit) && is_one_half(read[unit]);
}

/* A word of its own that is loaded: what of a vector is not read is loaded all the same. */
static bool
is_loaded_alone(const issue_plan *plan, uint32_t word)
{
	const int32_t from = issue_definition(plan, word);
	return is_opcode(plan, from, OP_LD) && plan->program->steps[from].results_count == 1;
}

static half_place
place_in_vector(const issue_plan *plan, int32_t load, uint32_t unit)
{
	const int count = plan->program->steps[load].results_count;
	int at = 0;
	while (at < count && result_of(plan, load, at) != unit)
		at++;
	const bool single = count < 2 || bits_of(plan, load) != 16 || at == count ||
			    (count == 2 && !is_used(plan, result_of(plan, load, 1 - at)));
	return single ? (half_place){PTX_NO_UNIT, 0} : (half_place){result_of(plan, load, at & ~1), at & 1};
}

/* Through copies of the half, and a sign before it. */
half_place
gm_ptx_issue_half_place(const issue_plan *plan, const uint8_t *read, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while ((is_opcode(plan, from, OP_MOV) || (is_opcode(plan, from, OP_NEG) && is_free(plan, from))) &&
	       plan->program->steps[from].sources_count == 1 && plan->program->steps[from].results_count == 1) {
		unit = issue_source(plan, from, 0);
		from = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
	}
	if (is_opcode(plan, from, OP_LD))
		return place_in_vector(plan, from, unit);
	if (from < 0 || !takes_apart(plan, from))
		return (half_place){PTX_NO_UNIT, 0};
	const uint32_t word = issue_source(plan, from, 0);
	const bool alone = gm_ptx_issue_is_made_word(plan, word) || is_loaded_alone(plan, word);
	if (word == PTX_NO_UNIT || (alone && is_one_half(read[word])))
		return (half_place){PTX_NO_UNIT, 0};
	return (half_place){word, result_of(plan, from, 1) == unit};
}
