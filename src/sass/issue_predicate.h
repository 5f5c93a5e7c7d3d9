/*
 * Inside of the room: what issue_predicate.c and issue_waited.c ask of blocks.
 */
#ifndef GM_SASS_ISSUE_PREDICATE_H
#define GM_SASS_ISSUE_PREDICATE_H

#include "sass/issue_step.h"

/* What is between the block `head` and the block `join`: one side, or two (else NO_STEP). */
typedef struct choice {
	int32_t head, side, other, join;
} choice;

static inline int32_t
only_successor(const issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	return n->successors_count == 1 ? plan->graph.successors[n->successors] : -1;
}

/* The least and the greatest of two doubles are one instruction when ptxas decides, and sums are not yet places. */
static inline double
length_of(const issue_plan *plan, int32_t step)
{
	const ptx_word *w = &plan->program->words[step];
	const bool extreme = (w->opcode == OP_MIN || w->opcode == OP_MAX) && w->type == PTX_F64;
	return extreme || gm_ptx_issue_is_placed(plan, step) ? 1 : gm_issue_total(&plan->cost[step]);
}

static inline double
length_of_node(const issue_plan *plan, int32_t node)
{
	double length = 0;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		length += length_of(plan, i);
	return length;
}

static inline bool
is_global(const issue_plan *plan, int32_t i, ptx_opcode opcode)
{
	const ptx_program *p = plan->program;
	return p->steps[i].action == ACTION_MEMORY && p->steps[i].space == SPACE_GLOBAL &&
	       p->words[i].opcode == opcode;
}

static inline bool
loads(const issue_plan *plan, int32_t node, ptx_space space)
{
	const ptx_program *p = plan->program;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (p->steps[i].action == ACTION_MEMORY && p->steps[i].space == space &&
		    p->words[i].opcode == OP_LD)
			return true;
	return false;
}

/* A load from global memory, or from local memory that is no register: what takes as long. */
static inline bool
is_far_load(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->action == ACTION_MEMORY && plan->program->words[i].opcode == OP_LD &&
	       (s->space == SPACE_GLOBAL || (s->space == SPACE_LOCAL && !s->kept));
}

static inline bool
loads_far(const issue_plan *plan, int32_t node)
{
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (is_far_load(plan, i))
			return true;
	return false;
}

static inline bool
reads_any(const ptx_program *p, int32_t step, const ptx_step *writer)
{
	const ptx_step *s = &p->steps[step];
	for (int k = 0; k < s->sources_count; k++)
		for (int r = 0; r < writer->results_count; r++)
			if (p->units[s->sources + (uint32_t)k] == p->units[writer->results + (uint32_t)r])
				return true;
	return false;
}

/* Nothing but the way out: lanes leave by a predicated EXIT. */
static inline bool
only_leaves(const issue_plan *plan, int32_t node)
{
	return gm_ptx_issue_leaves(plan, node);
}

/* A load whose value nothing in its block waits for. */
static inline bool
is_under_way(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	const ptx_node *n = &plan->graph.nodes[node];
	for (int32_t i = n->first; i < n->end; i++) {
		bool read = !is_global(plan, i, OP_LD);
		for (int32_t k = i + 1; k < n->end && !read; k++)
			read = reads_any(p, k, &p->steps[i]);
		if (!read)
			return true;
	}
	return false;
}

/* issue_predicate.c: constants that the step of the block brings into registers beside what its cost has
   already. */
int gm_ptx_issue_constants(const issue_plan *plan, int32_t node, int32_t step);

/* issue_predicate.c: the block holds what is never issued under a predicate. */
bool gm_ptx_issue_must_branch(const issue_plan *plan, int32_t node);

/* issue_waited.c: the block loads from global memory, or a side that is issued with it does. */
bool gm_ptx_issue_loads_to(const issue_plan *plan, int32_t node);

/* issue_waited.c: of sides that load from global memory. */
bool gm_ptx_issue_is_waited_for(const issue_plan *plan, choice c);

#endif
