/*
 * Addresses of fragments (wmma.load from shared memory). ptxas works out each lane's row and column from
 * the lane's number, S2R and six instructions; one more for each stride and one for each fragment; and adds
 * anew what PTX added to a base in another block. It does so before an innermost loop that leaves the
 * addresses alone, and in its place in each turn of an outer one.
 *
 * Source: code of ptxas 13.0 for sm_90, of one to five fragments in no loop, an innermost one and one around
 * others.
 */
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

#include "simt/matrix.h"

enum { LANE_INSTRUCTIONS = 6, /* beside S2R: three of logic and shifts each */ REGISTER_BITS = 32 };

static bool
loads_rows(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->matrix && s->streams_itself && s->results_count > 0 &&
	       gm_ptx_wmma_way(s->matrix) == WMMA_ROWS && (word_of(plan, i)->flags & WORD_FIRST);
}

/* The step that the address is made at. */
static int32_t
place_of(const issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	const int32_t l = issue_loop_of(plan, i);
	const int32_t made = plan->values.definition[p->steps[i].a];
	if (l < 0 || !gm_ptx_loop_is_innermost(p, l) || made == MANY_STEPS ||
	    (made >= 0 && gm_ptx_loop_has_node(&p->loops[l], plan->graph.node_of[made])))
		return i;
	const int32_t before = plan->dominator[plan->graph.node_of[p->loops[l].header]];
	return before < 0 ? i : plan->graph.nodes[before].end - 1;
}

static bool
is_sum_elsewhere(const issue_plan *plan, int32_t i)
{
	const int32_t made = issue_definition(plan, plan->program->steps[i].a);
	return made >= 0 && is_short_add(plan, made) && !issue_same_block(plan, made, i) &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, made, 1));
}

/* Fragments of the block before this one: with its stride, and through its address. */
typedef struct known_parts {
	bool any, stride, address;
} known_parts;

static known_parts
parts_known(const issue_plan *plan, int32_t i)
{
	const ptx_step *steps = plan->program->steps;
	known_parts known = {false, false, false};
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++) {
		if (!loads_rows(plan, k))
			continue;
		known.any = true;
		known.stride |= steps[k].b == steps[i].b;
		known.address |= steps[k].a == steps[i].a && steps[k].b == steps[i].b;
	}
	return known;
}

void
gm_ptx_issue_fragment(issue_plan *plan, int32_t i)
{
	if (!loads_rows(plan, i))
		return;
	const int32_t at = place_of(plan, i);
	const bool stays = at == i && issue_loop_of(plan, i) >= 0;
	const known_parts known = parts_known(plan, i);
	plan->cost[i].either = 0;
	if (known.address)
		return;
	plan->cost[at].either += stays && is_sum_elsewhere(plan, i) ? 2 : 1;
	if (!known.stride)
		issue_add(plan, at, GM_UNIT_FMA, 1);
	if (known.any)
		return;
	issue_add(plan, at, GM_UNIT_LSU, 1);
	issue_add(plan, at, GM_UNIT_ALU, LANE_INSTRUCTIONS / 2);
	plan->cost[at].either += LANE_INSTRUCTIONS - LANE_INSTRUCTIONS / 2;
}

bool
gm_ptx_issue_loads_elements(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->matrix && s->streams_itself && s->results_count > 0 && s->matrix->space != SPACE_SHARED &&
	       gm_ptx_type_bits(s->matrix->type) >= REGISTER_BITS && !gm_ptx_issue_is_literal(plan, s->b);
}

/* A row of A lies as a column of B does: the same lanes go as far along it. */
static bool
lie_alike(const ptx_matrix *x, const ptx_matrix *y)
{
	return (x->row_major == (x->fragment == FRAGMENT_A)) == (y->row_major == (y->fragment == FRAGMENT_A));
}

double
gm_ptx_issue_distances(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_step *steps = plan->program->steps;
	double sum = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!gm_ptx_issue_loads_elements(plan, i) || !gm_ptx_loop_has_node(loop, plan->graph.node_of[i]))
			continue;
		bool shared = false;
		for (int32_t k = 0; k < i && !shared; k++)
			shared = gm_ptx_issue_loads_elements(plan, k) && steps[k].b == steps[i].b &&
			         gm_ptx_loop_has_node(loop, plan->graph.node_of[k]) &&
			         lie_alike(steps[k].matrix, steps[i].matrix);
		int accesses = 0, bytes = 0;
		gm_ptx_wmma_access(steps[i].matrix, &accesses, &bytes);
		sum += shared ? 0 : accesses;
	}
	return sum;
}
