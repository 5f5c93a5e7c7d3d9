#include "ptx/combine.h"

#include "ptx/issue.h"

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

void
gm_ptx_combine(ptx_program *p)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= may_elect(&p->steps[i], &p->words[i]);
	if (!any)
		return;
	issue_values values;
	gm_ptx_issue_values_init(&values, p);
	for (int32_t i = 0; i < p->steps_count; i++)
		p->steps[i].elects = may_elect(&p->steps[i], &p->words[i]) &&
				     elects(&values, p, &p->steps[i]);
	gm_ptx_issue_values_dispose(&values);
}
