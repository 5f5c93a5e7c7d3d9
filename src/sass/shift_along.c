#include "sass/shift_along.h"

#include <string.h>

static int32_t
common(const ptx_shifter *s, int32_t a, int32_t b)
{
	while (a >= 0 && !gm_ptx_dominates(&s->dominance, a, b))
		a = s->dominator[a];
	return a;
}

static void
note_reader(ptx_shifter *s, uint32_t unit, int32_t step)
{
	const int32_t node = s->program->node_of[step];
	if (unit == PTX_NO_UNIT)
		return;
	const int32_t made = s->values.definition[unit];
	s->readers[unit] = s->readers[unit] < 0 ? node : common(s, s->readers[unit], node);
	if (made < 0 || s->program->node_of[made] != node)
		s->beyond[unit] = s->beyond[unit] < 0 ? node : common(s, s->beyond[unit], node);
}

void
gm_ptx_shift_note_readers(ptx_shifter *s)
{
	const ptx_program *p = s->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		s->readers[u] = s->beyond[u] = -1;
	for (int32_t i = 0; i < p->steps_count; i++) {
		note_reader(s, p->steps[i].guard, i);
		for (int k = 0; k < p->steps[i].sources_count; k++)
			note_reader(s, p->units[p->steps[i].sources + (uint32_t)k], i);
	}
}

/* Arithmetic of 32 bits in one instruction. */
static bool
is_arithmetic(const ptx_program *p, int32_t i)
{
	static const uint8_t all[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_FMA, OP_AND, OP_OR,  OP_XOR, OP_NOT,
				      OP_NEG, OP_ABS, OP_MIN, OP_MAX, OP_SHL, OP_SHR, OP_BFE, OP_CVT, OP_MOV};
	const ptx_step *step = &p->steps[i];
	const ptx_word *w = &p->words[i];
	return memchr(all, w->opcode, sizeof all) && step->action == ACTION_LANES && step->guard == PTX_NO_UNIT &&
	       step->results_count == 1 && p->unit_bits[p->units[step->results]] == 32 && w->type != PTX_NO_TYPE &&
	       gm_ptx_type_bits((ptx_type)w->type) == 32 && (w->flags & WORD_FIRST) && i + 1 < p->steps_count &&
	       (p->words[i + 1].flags & WORD_FIRST);
}

/* The nearest block above all that read the unit, where arithmetic in the block of `step`, which makes it, is made
   where that is read; -1. */
static int32_t
goal_of_unit(const ptx_shifter *s, uint32_t unit, int32_t step, int deepest)
{
	const ptx_program *p = s->program;
	const int32_t from = p->node_of[step];
	if (s->readers[unit] != from || s->values.definition[unit] != step || deepest == 0)
		return s->readers[unit];
	int32_t goal = s->beyond[unit], found = 0;
	for (int32_t i = step + 1; i < s->graph.nodes[from].end && goal != from; i++) {
		if (!gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count, unit))
			continue;
		const int32_t along = is_arithmetic(p, i) && ++found <= SHIFT_ALONG_MOST ? gm_ptx_shift_goal_of(s, i, deepest - 1) : from;
		goal = goal < 0 ? along : common(s, goal, along < 0 ? from : along);
	}
	return goal;
}

int32_t
gm_ptx_shift_goal_of(const ptx_shifter *s, int32_t step, int deepest)
{
	const ptx_program *p = s->program;
	int32_t goal = -1;
	for (int k = 0; k < p->steps[step].results_count; k++) {
		const uint32_t unit = p->units[p->steps[step].results + (uint32_t)k];
		const int32_t node = unit == PTX_NO_UNIT ? -1 : goal_of_unit(s, unit, step, deepest);
		if (node >= 0)
			goal = goal < 0 ? node : common(s, goal, node);
	}
	return goal;
}

/* Somebody reads the unit in `to` or behind it, or arithmetic that goes there. */
static bool
is_read_behind(const ptx_shifter *s, uint32_t unit, int32_t to)
{
	const ptx_program *p = s->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t node = s->goes_before[i] == s->graph.nodes[to].first ? to : p->node_of[i];
		if ((p->steps[i].guard == unit ||
		     gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count, unit)) &&
		    gm_ptx_dominates(&s->dominance, to, node))
			return true;
	}
	return false;
}

/* It takes no more registers than it frees if arithmetic is made there: one operand may live on in the place of the
   result, one that is read twice counts twice, and so does a second literal, for which there is no room. */
static bool
frees_enough(const ptx_shifter *s, int32_t i, int32_t to)
{
	const ptx_program *p = s->program;
	int longer = 0, literals = 0;
	for (int k = 0; k < p->steps[i].sources_count; k++) {
		const uint32_t unit = p->units[p->steps[i].sources + (uint32_t)k];
		if (unit == PTX_NO_UNIT)
			continue;
		if (s->values.literal[unit])
			literals++;
		else
			longer += !is_read_behind(s, unit, to);
	}
	return longer + (literals > 1) <= 1;
}

/* Nobody on the way to the step writes what arithmetic reads. */
static bool
finds_the_same(const ptx_shifter *s, int32_t i, int32_t first)
{
	const ptx_program *p = s->program;
	for (int k = 0; k < p->steps[i].sources_count; k++)
		for (int32_t w = i + 1; w < first; w++)
			if (s->goes_before[w] != first && gm_ptx_writes(p, w, p->units[p->steps[i].sources + (uint32_t)k]))
				return false;
	return true;
}

/* Arithmetic of the block makes it of what the load brings. */
static bool
comes_of(const ptx_shifter *s, int32_t i, int32_t load, int deepest)
{
	const ptx_program *p = s->program;
	for (int k = 0; k < p->steps[i].sources_count; k++) {
		const uint32_t unit = p->units[p->steps[i].sources + (uint32_t)k];
		const int32_t made = unit == PTX_NO_UNIT ? NO_STEP : s->values.definition[unit];
		if (made == load || (made > load && made < i && deepest > 1 && comes_of(s, made, load, deepest - 1)))
			return true;
	}
	return false;
}

/* Everybody who reads in its block what it makes goes before `first`. */
static bool
all_go(const ptx_shifter *s, int32_t maker, int32_t first)
{
	const ptx_program *p = s->program;
	const ptx_step *step = &p->steps[maker];
	for (int32_t i = maker + 1; i < s->graph.nodes[p->node_of[maker]].end; i++)
		for (int k = 0; k < step->results_count && s->goes_before[i] != first; k++)
			if (gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count,
			                      p->units[step->results + (uint32_t)k]))
				return false;
	return true;
}

bool
gm_ptx_shift_take_along(ptx_shifter *s, int32_t load, int32_t to)
{
	const ptx_program *p = s->program;
	const int32_t from = p->node_of[load], first = s->graph.nodes[to].first, count = s->count;
	if (all_go(s, load, first))
		return true;
	for (int32_t i = s->graph.nodes[from].end - 1; i > load; i--) {
		if (s->goes_before[i] >= 0 || !is_arithmetic(p, i) || !comes_of(s, i, load, SHIFT_ALONG_DEEP) ||
		    s->values.definition[p->units[p->steps[i].results]] != i)
			continue;
		const int32_t goal = gm_ptx_shift_goal_of(s, i, SHIFT_ALONG_DEEP);
		if (goal < 0 || !gm_ptx_dominates(&s->dominance, to, goal) || !all_go(s, i, first) ||
		    !finds_the_same(s, i, first) || !frees_enough(s, i, to))
			continue;
		s->goes_before[i] = first;
		s->movers[s->count++] = i;
	}
	if (all_go(s, load, first))
		return true;
	while (s->count > count)
		s->goes_before[s->movers[--s->count]] = -1;
	return false;
}
