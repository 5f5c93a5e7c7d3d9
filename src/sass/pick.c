#include "sass/pick.h"

#include "sass/issue.h"
#include "simt/lower.h"

#include <string.h>

typedef struct picker {
	const ptx_program *program;
	issue_values values;
} picker;

static uint32_t
source_of(const ptx_program *p, int32_t step, int index)
{
	return p->units[p->steps[step].sources + (uint32_t)index];
}

static bool
is_short(ptx_type type)
{
	return gm_ptx_type_bits(type) == 32 && type != PTX_F16X2 && type != PTX_BF16X2;
}

/* One instruction, or one with what it takes in. */
static bool
is_plain(const ptx_program *p, int32_t i)
{
	static const uint8_t opcodes[] = {OP_ADD,  OP_SUB, OP_MUL, OP_MAD, OP_FMA,  OP_AND,  OP_OR,
					  OP_XOR,  OP_NOT, OP_SHL, OP_SHR, OP_MIN,  OP_MAX,  OP_SELP,
					  OP_POPC, OP_CVT, OP_EX2, OP_PRMT, OP_LOP3, OP_RCP, OP_SHF};
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	if (w->opcode == OP_RCP && !((w->flags & WORD_APPROXIMATE) && (w->flags & WORD_FLUSH)))
		return false;
	return memchr(opcodes, w->opcode, sizeof opcodes) && s->action == ACTION_LANES &&
	       s->site != PTX_NO_SITE && s->guard == PTX_NO_UNIT && s->results_count == 1 &&
	       (w->flags & WORD_FIRST) && w->type != PTX_NO_TYPE && is_short((ptx_type)w->type);
}

static bool
is_sum(const ptx_program *p, int32_t i)
{
	const ptx_word *w = &p->words[i];
	return (w->opcode == OP_ADD || w->opcode == OP_SUB) &&
	       gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT;
}

/* Another sum that it alone reads makes it IADD3. */
static bool
has_three_terms(const picker *k, int32_t i)
{
	const ptx_program *p = k->program;
	for (int n = 0; n < p->steps[i].sources_count && is_sum(p, i); n++) {
		const uint32_t unit = source_of(p, i, n);
		const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : k->values.definition[unit];
		if (from >= 0 && is_sum(p, from) && k->values.uses[unit] == 1)
			return true;
	}
	return false;
}

/* The step that makes the source for nothing but the selection; NO_STEP. */
static int32_t
made_for(const picker *k, int32_t selection, int index)
{
	const ptx_program *p = k->program;
	const uint32_t unit = source_of(p, selection, index);
	const int32_t from = k->values.definition[unit];
	if (from < 0 || from >= selection || p->node_of[from] != p->node_of[selection] ||
	    k->values.uses[unit] != 1 || !is_plain(p, from) || has_three_terms(k, from))
		return NO_STEP;
	return from;
}

/* The unit that it is a copy of, through moves. */
static uint32_t
copied_from(const picker *k, uint32_t unit)
{
	const ptx_program *p = k->program;
	int32_t from = unit == PTX_NO_UNIT ? NO_STEP : k->values.definition[unit];
	while (from >= 0 && p->words[from].opcode == OP_MOV && p->steps[from].sources_count == 1 &&
	       source_of(p, from, 0) != PTX_NO_UNIT) {
		unit = source_of(p, from, 0);
		from = k->values.definition[unit];
	}
	return unit;
}

/* Or a copy of it. */
static bool
reads(const picker *k, int32_t step, uint32_t unit)
{
	const ptx_program *p = k->program;
	for (int n = 0; n < p->steps[step].sources_count; n++)
		if (copied_from(k, source_of(p, step, n)) == unit)
			return true;
	return copied_from(k, p->steps[step].guard) == unit;
}

/* What its readers do themselves: it has no register. */
static bool
is_sign(const ptx_word *w)
{
	return (w->opcode == OP_ABS || w->opcode == OP_NEG) &&
	       gm_ptx_type_kind((ptx_type)w->type) == KIND_FLOAT;
}

static bool
writes(const ptx_program *p, int32_t step, uint32_t unit)
{
	for (int n = 0; n < p->steps[step].results_count; n++)
		if (p->units[p->steps[step].results + (uint32_t)n] == unit)
			return true;
	return false;
}

/* By one step or several, but never outside of the loop around the selection, whose next turn would read
   it again. */
static bool
is_made_in_loop_of(const picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	const int32_t loop = p->loop_of[p->node_of[selection]];
	for (int32_t i = 0; i < p->steps_count && loop >= 0; i++)
		if (writes(p, i, unit) && !gm_ptx_loop_has_step(p, &p->loops[loop], i))
			return false;
	return k->values.definition[unit] != NO_STEP;
}

/* Nobody reads it behind the selection, in this turn of its loop or another. */
static bool
ends_at(const picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	const int32_t from = k->values.definition[unit];
	if (unit == p->units[p->steps[selection].results] ||
	    gm_ptx_issue_is_rewritten(p, selection, unit))
		return true;
	if (k->values.literal[unit] || (from >= 0 && is_sign(&p->words[from])) ||
	    !is_made_in_loop_of(k, selection, unit))
		return false;
	for (int32_t i = selection + 1; i < p->steps_count; i++)
		if (reads(k, i, copied_from(k, unit)))
			return false;
	return true;
}

static void
pick(const picker *k, int32_t i, ptx_step *s)
{
	const ptx_program *p = k->program;
	const ptx_word *w = &p->words[i];
	int32_t best = NO_STEP;
	if (w->opcode != OP_SELP || !is_short((ptx_type)w->type) || s->sources_count != 3 ||
	    s->guard != PTX_NO_UNIT)
		return;
	for (int n = 0; n < 2; n++) {
		if (source_of(p, i, n) == PTX_NO_UNIT || source_of(p, i, 1 - n) == PTX_NO_UNIT)
			return;
		const int32_t made = made_for(k, i, n);
		if (made > best && ends_at(k, i, source_of(p, i, 1 - n))) {
			best = made;
			s->only_negated = n == 1;
		}
	}
	s->picks = best;
	if (best != NO_STEP)
		s->only = source_of(p, i, 2);
}

void
gm_ptx_pick(ptx_program *program)
{
	picker k = {.program = program};
	bool any = false;
	for (int32_t i = 0; i < program->steps_count; i++)
		any |= program->words[i].opcode == OP_SELP;
	if (!any)
		return;
	gm_ptx_issue_values_init(&k.values, program);
	for (int32_t i = 0; i < program->steps_count; i++)
		pick(&k, i, &program->steps[i]);
	gm_ptx_issue_values_dispose(&k.values);
}
