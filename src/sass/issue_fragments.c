/*
 * Addresses of fragments (wmma.load from shared memory). ptxas works out each lane's row and column from
 * the lane's number, S2R and six instructions; one more for each stride and one for each fragment; and adds
 * anew what PTX added to a base in another block. It does so before an innermost loop that leaves the
 * addresses alone, and in its place in each turn of an outer one.
 *
 * Source: code of ptxas 13.0 for sm_90, of one to five fragments in no loop, an innermost one and one around
 * others.
 *
 * Registers of those from memory, where the width of rows is not known. Of elements of 32 bits and more each has a
 * distance from the first, kept through the loop. The other half of an address is free again as soon as its load is
 * issued, and the result may take its place (LD R20, [R20.64]); but a fragment of several loads keeps a pointer until
 * the last of them: two registers for each that a turn loads, though turns be written out. What moves these on, the
 * same in all lanes, is uniform (UIADD3, ULEA). One of a single load, of doubles, leaves its result where its pointer
 * was.
 *
 * Source: machine code that ptxas 13.0 made for sm_90 of 68 products: TF32, as it is and rounded, halves with sums of
 * floats and of halves, bfloat16, signed bytes and doubles, B along its rows and columns, indices of 32 and 64 bits,
 * one to three sums of a warp, 32 to 64 registers. Followed by its stalls and barriers, with loads of 32 and of 1032
 * cycles, times that loads are waited for: here 0.90 of it in the geometric mean, 33 % apart, 23 right. With one more
 * register for each load of TF32 and of doubles and none for others instead: 0.84, 68 % apart and 16 right.
 * Times of such products of TF32, 1, 2 and 4 sums, B along columns and rows (calibration, flight/fragments, H200): 11 %
 * off in the mean cold and 18 % warm, with that 31 % and 26 %.
 */
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

#include "simt/matrix.h"

#include <math.h>

enum { LANE_INSTRUCTIONS = 6 /* beside S2R: three of logic and shifts each */ };
enum { REGISTER_BITS = 32, POINTER_REGISTERS = 2 };

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
gm_ptx_issue_loads_fragment(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->matrix && s->streams_itself && s->results_count > 0 && s->matrix->space != SPACE_SHARED &&
	       !gm_ptx_issue_is_literal(plan, s->b);
}

bool
gm_ptx_issue_loads_elements(const issue_plan *plan, int32_t i)
{
	return gm_ptx_issue_loads_fragment(plan, i) &&
	       gm_ptx_type_bits(plan->program->steps[i].matrix->type) >= REGISTER_BITS;
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

static bool
multiplies(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_WMMA) && !s->streams_itself && s->results_count > 0;
}

/* Of one turn: a block that is several turns has as many products for each sum. */
static double
fragments_of_turn(const issue_plan *plan, const ptx_node *node)
{
	double loads = 0, products = 0, sums = 0;
	for (int32_t i = node->first; i < node->end; i++) {
		const ptx_step *s = &plan->program->steps[i];
		int accesses = 0, bytes = 0;
		if (gm_ptx_issue_loads_fragment(plan, i))
			gm_ptx_wmma_access(s->matrix, &accesses, &bytes);
		loads += accesses > 1;
		if (!multiplies(plan, i))
			continue;
		const int32_t before = issue_definition(plan, issue_source(plan, i, s->sources_count - 1));
		products++;
		sums += before < node->first || !multiplies(plan, before);
	}
	return sums > 0 ? loads * sums / products : loads;
}

double
gm_ptx_issue_fragment_pointers(const issue_plan *plan, const ptx_loop *loop)
{
	double most = 0;
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		if (gm_ptx_loop_has_node(loop, n))
			most = fmax(most, fragments_of_turn(plan, &plan->graph.nodes[n]));
	return POINTER_REGISTERS * most;
}
