#include "sass/issue.h"

#include <stdlib.h>

static void
note(int32_t *row, int32_t step)
{
	*row = *row == NO_STEP ? step : MANY_STEPS;
}

static void
note_uses(issue_values *v, const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	bool guard_counted = s->guard == PTX_NO_UNIT;
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = p->units[s->sources + (uint32_t)k];
		if (unit == PTX_NO_UNIT)
			continue;
		guard_counted |= unit == s->guard;
		v->uses[unit]++;
		note(&v->user[unit], i);
	}
	if (!guard_counted) {
		v->uses[s->guard]++;
		note(&v->user[s->guard], i);
	}
}

/* Lanes of a warp differ in their thread's place in the block; all else is alike at the start. */
static bool
starts_different(const ptx_initial *n)
{
	return n->special == SPECIAL_TID_X || n->special == SPECIAL_TID_Y ||
	       n->special == SPECIAL_TID_Z || n->special == SPECIAL_LANEID ||
	       (n->special >= SPECIAL_LANEMASK_EQ && n->special <= SPECIAL_LANEMASK_GE);
}

typedef bool (*maker)(const ptx_step *step, const ptx_word *word);

/* What memory returns is taken to vary unless all lanes name one address of read-only data. */
static bool
makes_variance(const ptx_step *s, const ptx_word *w)
{
	return s->volatile_read || s->streams_itself || w->opcode == OP_SHFL ||
	       w->opcode == OP_ATOM ||
	       (w->opcode == OP_LD && s->space != SPACE_CONST && !(w->flags & WORD_PARAMETER));
}

/* What all lanes load from one place of global or shared memory is the same. */
static bool
makes_difference(const ptx_step *s, const ptx_word *w)
{
	return s->streams_itself || w->opcode == OP_SHFL || w->opcode == OP_ATOM ||
	       (s->action == ACTION_MEMORY && (s->space == SPACE_GENERIC || s->space == SPACE_LOCAL));
}

static bool
any_source(const ptx_program *p, const ptx_step *s, const bool *units)
{
	bool any = s->guard != PTX_NO_UNIT && units[s->guard];
	for (int k = 0; k < s->sources_count && !any; k++) {
		const uint32_t unit = p->units[s->sources + (uint32_t)k];
		any = unit != PTX_NO_UNIT && units[unit];
	}
	return any;
}

/* From what has it at the start, and what steps make of it or bring. */
static bool
spread_once(const ptx_program *p, bool *units, maker makes)
{
	bool changed = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (p->words[i].opcode == OP_VOTE || (!makes(s, &p->words[i]) && !any_source(p, s, units)))
			continue;
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT || units[unit])
				continue;
			units[unit] = true;
			changed = true;
		}
	}
	return changed;
}

static void
spread(const ptx_program *p, bool *units, maker makes)
{
	while (spread_once(p, units, makes))
		;
}

/* A mask is read where it names the lanes of an exchange, but a number is not. */
static void
note_members(issue_values *v, const ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		const uint32_t unit = p->words[i].members;
		if (unit == PTX_NO_UNIT || v->literal[unit])
			continue;
		v->uses[unit]++;
		note(&v->user[unit], i);
	}
}

/* A number that is converted, or put beside another, is one still. */
static void
note_literal(issue_values *v, const ptx_program *p, int32_t step)
{
	const ptx_step *s = &p->steps[step];
	const uint8_t opcode = p->words[step].opcode;
	if ((opcode != OP_CVT && opcode != OP_MOV) || s->guard != PTX_NO_UNIT ||
	    s->results_count != 1 || s->sources_count == 0)
		return;
	const uint32_t result = p->units[s->results];
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = p->units[s->sources + (uint32_t)k];
		if (unit == PTX_NO_UNIT || !v->literal[unit])
			return;
	}
	if (result != PTX_NO_UNIT && v->definition[result] == step)
		v->literal[result] = true;
}

/* The unit that a unit's only definition, a move, takes its value from; else PTX_NO_UNIT. */
static uint32_t
moved_from(const issue_values *v, const ptx_program *p, uint32_t unit)
{
	const int32_t step = v->definition[unit];
	if (step < 0 || (p->words[step].opcode != OP_MOV && p->words[step].opcode != OP_CVTA) ||
	    p->steps[step].sources_count == 0)
		return PTX_NO_UNIT;
	return p->units[p->steps[step].sources];
}

/* Registers that hand each other around what none was ever given have no definition: whoever walks
   back along moves comes to an end. */
static void
break_circles(issue_values *v, const ptx_program *p)
{
	uint32_t *walk = gm_allocate(p->units_count, sizeof *walk); /* that came by, from 1 */
	for (uint32_t start = 0; start < p->units_count; start++) {
		uint32_t unit = start;
		while (unit != PTX_NO_UNIT && walk[unit] == 0) {
			walk[unit] = start + 1;
			unit = moved_from(v, p, unit);
		}
		if (unit != PTX_NO_UNIT && walk[unit] == start + 1)
			v->definition[unit] = MANY_STEPS;
	}
	free(walk);
}

/* Is the first of the sources of its step that names the unit. */
static bool
is_first_source(const ptx_program *p, const ptx_step *s, int k)
{
	const uint32_t unit = p->units[s->sources + (uint32_t)k];
	return unit != PTX_NO_UNIT && !gm_ptx_names_unit(p, s->sources, k, unit);
}

static void
list_readers(issue_values *v, const ptx_program *p)
{
	v->first = gm_allocate((size_t)p->units_count + 2, sizeof *v->first);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (is_first_source(p, &p->steps[i], k))
				v->first[p->units[p->steps[i].sources + (uint32_t)k] + 2]++;
	for (uint32_t u = 0; u < p->units_count; u++)
		v->first[u + 2] += v->first[u + 1];
	v->readers = gm_allocate((size_t)v->first[p->units_count + 1] + 1, sizeof *v->readers);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (is_first_source(p, &p->steps[i], k))
				v->readers[v->first[p->units[p->steps[i].sources + (uint32_t)k] + 1]++] = i;
}

void
gm_ptx_issue_values_init(issue_values *v, const ptx_program *p)
{
	const size_t units = p->units_count;
	v->definition = gm_allocate(units, sizeof *v->definition);
	v->user = gm_allocate(units, sizeof *v->user);
	v->uses = gm_allocate(units, sizeof *v->uses);
	v->literal = gm_allocate(units, sizeof *v->literal);
	v->varies = gm_allocate(units, sizeof *v->varies);
	v->differs = gm_allocate(units, sizeof *v->differs);
	v->initial = gm_allocate(units, sizeof *v->initial);
	for (size_t u = 0; u < units; u++)
		v->definition[u] = v->user[u] = v->initial[u] = NO_STEP;
	for (size_t i = 0; i < p->initials_count; i++) {
		const ptx_initial *n = &p->initials[i];
		v->literal[n->unit] = n->special == SPECIAL_COUNT;
		v->initial[n->unit] = (int32_t)i;
		v->varies[n->unit] = v->differs[n->unit] = starts_different(n);
	}
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		note_uses(v, p, i);
		for (int k = 0; k < s->results_count; k++)
			if (p->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
				note(&v->definition[p->units[s->results + (uint32_t)k]], i);
	}
	list_readers(v, p);
	break_circles(v, p);
	for (int32_t i = 0; i < p->steps_count; i++)
		note_literal(v, p, i);
	spread(p, v->varies, makes_variance);
	spread(p, v->differs, makes_difference);
	note_members(v, p);
}

void
gm_ptx_issue_values_dispose(issue_values *v)
{
	free(v->definition);
	free(v->user);
	free(v->uses);
	free(v->first);
	free(v->readers);
	free(v->literal);
	free(v->initial);
	free(v->varies);
	free(v->differs);
}

bool
gm_ptx_issue_is_literal(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (unit == PTX_NO_UNIT)
		return false;
	if (from >= 0 && plan->program->words[from].opcode == OP_MOV)
		return gm_ptx_issue_is_literal(plan, issue_source(plan, from, 0));
	return plan->values.literal[unit];
}

bool
gm_ptx_issue_is_rewritten(const ptx_program *p, int32_t step, uint32_t unit)
{
	for (int32_t i = step + 1; i < p->steps_count && p->node_of[i] == p->node_of[step]; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->guard == unit || gm_ptx_names_unit(p, s->sources, s->sources_count, unit))
			return false;
		if (gm_ptx_names_unit(p, s->results, s->results_count, unit))
			return s->guard == PTX_NO_UNIT;
	}
	return false;
}
