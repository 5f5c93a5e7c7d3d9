#include "sass/between.h"

#include "simt/flow.h"

bool
gm_ptx_touches(const ptx_step *s, ptx_space space)
{
	const bool memory = s->action == ACTION_MEMORY && (s->space == space || s->space == SPACE_GENERIC);
	return memory || s->copies || s->streams_itself || s->action == ACTION_BARRIER ||
	       s->action == ACTION_WAIT || s->action == ACTION_UNKNOWN;
}

bool
gm_ptx_is_fence(const ptx_program *p, int32_t i)
{
	const uint8_t opcode = p->words[i].opcode;
	return opcode == OP_MEMBAR || opcode == OP_FENCE || opcode == OP_BAR || opcode == OP_BARRIER;
}

bool
gm_ptx_has_subroutine(const ptx_program *p, int32_t i)
{
	const ptx_word *w = &p->words[i];
	const bool wide = gm_ptx_type_bits((ptx_type)w->type) == 64;
	const bool rough = w->flags & (WORD_APPROXIMATE | WORD_FULL);
	if (p->steps[i].action != ACTION_LANES)
		return false;
	if (gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT)
		return wide && (w->opcode == OP_DIV || w->opcode == OP_REM);
	if (w->opcode == OP_RSQRT)
		return wide;
	return !rough && (w->opcode == OP_DIV || w->opcode == OP_SQRT || w->opcode == OP_RCP);
}

bool
gm_ptx_is_above(const ptx_program *p, const int32_t *dominator, int32_t step, int32_t of)
{
	return gm_ptx_is_node_above(dominator, p->node_of[step], p->node_of[of]);
}
