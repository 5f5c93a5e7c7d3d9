#include "sass/between.h"

#include "base/memory.h"

#include <stdlib.h>

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

int32_t
gm_ptx_nodes_aside(const ptx_graph *g, int32_t from, int32_t to, int32_t *out)
{
	bool *seen = gm_allocate((size_t)g->count, sizeof *seen);
	int32_t *stack = gm_allocate((size_t)g->count, sizeof *stack), depth = 0, count = 0;
	seen[from] = seen[to] = true;
	stack[depth++] = to;
	while (depth > 0) {
		const ptx_node *node = &g->nodes[stack[--depth]];
		for (int32_t e = 0; e < node->predecessors_count; e++) {
			const int32_t before = g->predecessors[node->predecessors + e];
			if (seen[before])
				continue;
			seen[before] = true;
			stack[depth++] = before;
			if (before < from || before > to)
				out[count++] = before;
		}
	}
	free(seen);
	free(stack);
	return count;
}

bool
gm_ptx_changes(const ptx_program *p, int32_t i, ptx_space space, bool read_only)
{
	const bool writes = p->words[i].opcode != OP_LD && gm_ptx_touches(&p->steps[i], space);
	return gm_ptx_has_subroutine(p, i) || (!read_only && (gm_ptx_is_fence(p, i) || writes));
}

bool
gm_ptx_changes_in_loop(const ptx_program *p, const ptx_loop *loop, ptx_space space, bool read_only)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_step(p, loop, i) && gm_ptx_changes(p, i, space, read_only))
			return true;
	return false;
}

bool
gm_ptx_is_plain_load(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	return w->opcode == OP_LD && s->action == ACTION_MEMORY &&
	       (s->space == SPACE_GLOBAL || s->space == SPACE_SHARED) && s->guard == PTX_NO_UNIT &&
	       !s->volatile_read && !(w->flags & WORD_VOLATILE);
}

bool
gm_ptx_changes_aside(const ptx_program *p, const ptx_graph *g, int32_t from, int32_t to, ptx_space space,
		     bool read_only)
{
	const int32_t first = p->node_of[from], last = p->node_of[to];
	if (first == last)
		return false;
	int32_t *aside = gm_allocate((size_t)g->count, sizeof *aside);
	const int32_t count = gm_ptx_nodes_aside(g, first, last, aside);
	bool found = false;
	for (int32_t n = 0; n < count && !found; n++)
		for (int32_t i = g->nodes[aside[n]].first; i < g->nodes[aside[n]].end && !found; i++)
			found = gm_ptx_changes(p, i, space, read_only);
	free(aside);
	return found;
}
