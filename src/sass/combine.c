#include "sass/combine.h"

#include "sass/issue.h"

enum { DERIVED_MAX = 8 }; /* steps from a parameter to an address */

static bool
combines(const ptx_step *s)
{
	static const uint8_t operations[] = {MOD_add, MOD_min, MOD_max, MOD_and, MOD_or, MOD_xor};
	for (size_t i = 0; i < sizeof operations; i++)
		if (s->rounding == operations[i])
			return true;
	return false;
}

/* As far as the instruction itself tells. */
static bool
may_elect(const ptx_step *s, const ptx_word *w)
{
	const ptx_type type = (ptx_type)w->type;
	return (w->opcode == OP_ATOM || w->opcode == OP_RED) && s->action == ACTION_MEMORY &&
	       combines(s) && s->a != PTX_NO_UNIT && s->vector < 2 && gm_ptx_type_bits(type) == 32 &&
	       gm_ptx_type_kind(type) != KIND_FLOAT;
}

static bool
is_read(const issue_values *v, const ptx_program *p, const ptx_step *s)
{
	const uint32_t unit = s->results_count > 0 ? p->units[s->results] : PTX_NO_UNIT;
	return unit != PTX_NO_UNIT && v->uses[unit] > 0;
}

static bool
elects(const issue_values *v, const ptx_program *p, const ptx_step *s)
{
	const uint32_t given = s->sources_count > 1 ? p->units[s->sources + 1] : PTX_NO_UNIT;
	if (v->varies[s->a] || given == PTX_NO_UNIT)
		return false;
	const bool adds = s->rounding == MOD_add;
	if (is_read(v, p, s))
		return adds && !v->varies[given];
	return !(adds && v->literal[given] && s->space == SPACE_SHARED);
}

/* From parameters and literals alone: the same in every thread of the grid. */
static bool
is_common(const issue_values *v, const ptx_program *p, uint32_t unit, int depth)
{
	static const ptx_opcode passing[] = {OP_MOV, OP_CVTA, OP_CVT, OP_ADD, OP_SUB, OP_MUL, OP_SHL};
	const int32_t from = v->definition[unit];
	bool known = false;
	if (v->literal[unit])
		return true;
	if (from < 0 || depth == 0)
		return false;
	if (p->words[from].opcode == OP_LD)
		return p->words[from].flags & WORD_PARAMETER;
	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		known |= p->words[from].opcode == passing[i];
	for (int k = 0; known && k < p->steps[from].sources_count; k++) {
		const uint32_t source = p->units[p->steps[from].sources + (uint32_t)k];
		known = source == PTX_NO_UNIT || is_common(v, p, source, depth - 1);
	}
	return known;
}

static bool
is_store(const ptx_step *s, const ptx_word *w)
{
	return w->opcode == OP_ST && s->action == ACTION_MEMORY && s->space == SPACE_GLOBAL &&
	       s->a != PTX_NO_UNIT && s->site != PTX_NO_SITE;
}

static bool
is_atomic(const ptx_step *s, const ptx_word *w)
{
	return (w->opcode == OP_ATOM || w->opcode == OP_RED) && s->action == ACTION_MEMORY;
}

/* ATOMS.POPC.INC */
static bool
adds_one(const issue_values *v, const ptx_program *p, const ptx_step *s)
{
	uint64_t added = 0;
	const issue_plan plan = {.program = p, .values = *v};
	const uint32_t given = s->sources_count > 1 ? p->units[s->sources + 1] : PTX_NO_UNIT;
	return s->rounding == MOD_add && gm_ptx_type_bits((ptx_type)s->type) == 32 &&
	       !is_read(v, p, s) && gm_ptx_issue_literal_value(&plan, given, &added) && added == 1;
}

/* (345 requests of 23 operations, one warp, H200: counters of wavefronts.) */
static void
note_passes(const issue_values *v, const ptx_program *p, const ptx_step *s, gm_site *sites)
{
	const uint32_t both[] = {s->site, s->traffic_site};
	const int passes = s->rounding == MOD_cas ? 2 : adds_one(v, p, s) ? 0 : 1;
	for (int k = 0; k < 2; k++)
		if (both[k] != PTX_NO_SITE)
			sites[both[k]].lane_passes = (uint8_t)passes;
}

void
gm_ptx_combine(ptx_program *p, gm_site *sites)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= is_atomic(&p->steps[i], &p->words[i]) || is_store(&p->steps[i], &p->words[i]);
	if (!any)
		return;
	issue_values values;
	gm_ptx_issue_values_init(&values, p);
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		s->elects = may_elect(s, &p->words[i]) && elects(&values, p, s);
		if (is_atomic(s, &p->words[i])) {
			note_passes(&values, p, s, sites);
			s->one_word = s->results_count > 0 && is_common(&values, p, s->a, DERIVED_MAX);
		}
		if (is_store(s, &p->words[i]))
			sites[s->site].common_place = is_common(&values, p, s->a, DERIVED_MAX);
	}
	gm_ptx_issue_values_dispose(&values);
}
