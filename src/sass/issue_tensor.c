/*
 * Waits behind the tensor unit that no instruction fills: NOP.
 *
 * A product's sums are there a fixed number of clocks later, and the code itself waits for them: each instruction says
 * how many clocks the next one waits, 15 at most. The whole depth of 256 bits by 16 x 8 (HMMA.16816, HMMA.1688 of TF32,
 * IMMA.16832) takes 24 clocks, half of it 16. A block is left only when its last sums are there, and what does not read
 * them, stores behind a barrier among it, is issued before the products: a NOP stands between the last product of the
 * whole depth and the branch, or what reads the sums. Behind half the depth the branch waits by itself.
 *
 * DMMA.8x8x4 takes the unit for 16 clocks: a NOP stands between two of them that follow on each other. In a turn alone
 * all do, as what they read was loaded before. Of T turns side by side, or written out one behind another, T - 1 have
 * instructions that may stand behind the products of a turn before. These come in clusters: as if half as many fell among
 * the products by chance, a pair is left without any at exp(-(1 - 1/T) others / products / 2).
 *
 * The next product of the warp is issued 6 clocks behind one of the whole depth, 4 behind one of less, whatever it reads;
 * behind DMMA.8x8x4 and DMMA.16x8x4 16, behind DMMA.16x8x16 64. A product of floats of 8 bits is two of halves of the whole
 * depth, the second of which adds to the first. So in pairs of products that follow each other and do not hang on each other
 * (nvdisasm of ptxas 13.0 for sm_90, by the clocks that the code itself waits):
 *
 *     HMMA.16816, HMMA.1688.TF32, IMMA.16832                  6 in 1462, more in 68, never less
 *     HMMA.1688, HMMA.1684.TF32, IMMA.16816, IMMA.8816        4 in 202, more in 42, never less
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90: loops of each shape of mma.sync with one product, two that hang on each other
 * and two that do not, with and without barriers and stores; products of doubles by 1 x 1 to 4 x 4 tiles from global and
 * shared memory: turns alone have D - 1 NOPs for D products (all of ten loops but two, which have half), and rounds of
 * four turns, of 4, 8, 16, 32 and 64 products, 3, 5, 9, 22 and 49 from global memory and 3, 5, 11, 21 and 51 from shared
 * (this: 0.9, 3.2, 10, 23 and 53; 1.2, 3.6, 10, 23 and 54).
 */
#include "sass/issue_step.h"

#include "simt/fragment.h"

#include <math.h>

enum { SEEN_CC = 90, WHOLE_DEPTH = 256 /* bits */ };

/* Clocks of the tensor unit; and those after which the sums of the whole depth are there. */
enum { WHOLE_CLOCKS = 6, HALF_CLOCKS = 4, DOUBLE_CLOCKS = 16, SUMS_CLOCKS = 24 };

static const double SPREAD = 0.5; /* of the instructions of later turns, those that fall among products by themselves */

static bool
is_product(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_MMA) || is_opcode(plan, i, OP_WMMA)) && plan->program->steps[i].matrix &&
	       plan->cost[i].of[GM_UNIT_TENSOR] > 0;
}

static bool
is_of_doubles(const issue_plan *plan, int32_t i)
{
	const ptx_matrix *a = plan->program->steps[i].matrix;
	return is_product(plan, i) && a->type == PTX_F64 && a->m == 8;
}

/* wmma of TF32 is made of halves of the depth; floats of 8 bits are made otherwise. */
static bool
is_whole(const issue_plan *plan, int32_t i)
{
	const ptx_matrix *a = plan->program->steps[i].matrix;
	if (!is_product(plan, i) || a->type == PTX_F64 || gm_ptx_issue_is_eight(a->type))
		return false;
	const bool halved = is_opcode(plan, i, OP_WMMA) && a->type == PTX_TF32;
	return !halved && a->m * a->n > 8 * 8 && a->k * gm_ptx_type_bits(a->type) >= WHOLE_DEPTH;
}

static bool
reads_sums(const issue_plan *plan, int32_t i, int32_t product)
{
	const ptx_step *s = &plan->program->steps[product];
	for (int k = 0; k < s->results_count; k++)
		if (reads_unit(plan, i, plan->program->units[s->results + (uint32_t)k]))
			return true;
	return false;
}

/* The last product of the block, where it is of the whole depth; NO_STEP. */
static int32_t
last_product(const issue_plan *plan, int32_t node)
{
	int32_t i = plan->graph.nodes[node].end - 1;
	while (i >= plan->graph.nodes[node].first && !is_product(plan, i))
		i--;
	return i >= plan->graph.nodes[node].first && is_whole(plan, i) ? i : NO_STEP;
}

/* As often as the branch itself: once in a round of turns. */
static void
wait_for_sums(issue_plan *plan, int32_t node)
{
	const int32_t branch = plan->graph.nodes[node].end - 1;
	if (plan->program->steps[branch].action != ACTION_BRANCH || plan->program->steps[branch].guard == PTX_NO_UNIT)
		return;
	const double branches = (double)plan->cost[branch].of[GM_UNIT_CONTROL];
	const int32_t last = branches > 0 ? last_product(plan, node) : NO_STEP;
	if (last >= 0)
		issue_add(plan, last, GM_UNIT_OTHER, branches < 1 ? branches : 1);
}

typedef struct products {
	int count, first; /* of doubles in the block; those that add to nothing that one before them made */
	double others;    /* instructions beside them */
} products;

/* Before it, the block has a product that makes what this one adds to. */
static bool
adds_on(const issue_plan *plan, int32_t i)
{
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++)
		if (is_of_doubles(plan, k) && reads_sums(plan, i, k))
			return true;
	return false;
}

static products
count_products(const issue_plan *plan, int32_t node)
{
	products p = {0};
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		const bool product = is_of_doubles(plan, i);
		p.count += product;
		p.first += product && !adds_on(plan, i);
		p.others += product ? 0 : gm_issue_total(&plan->cost[i]);
	}
	return p;
}

static void
wait_for_unit(issue_plan *plan, int32_t node)
{
	const int32_t loop = plan->program->loop_of[node];
	const int side_by_side = loop >= 0 && plan->unrolled[loop] ? plan->rounds[loop].turns : 1;
	const products p = count_products(plan, node);
	if (p.count == 0)
		return;
	const double turns = (double)side_by_side * p.count / p.first;
	const double pairs = 1 - 1.0 / (side_by_side * p.count);
	const double free_pairs = pairs * exp(-SPREAD * (1 - 1 / turns) * p.others / p.count);
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (is_of_doubles(plan, i))
			issue_add(plan, i, GM_UNIT_OTHER, free_pairs);
}

/* Of all machine instructions that the product becomes. */
static double
clocks_of(const issue_plan *plan, int32_t i)
{
	const ptx_matrix *a = plan->program->steps[i].matrix;
	const double count = (double)plan->cost[i].of[GM_UNIT_TENSOR];
	if (gm_ptx_issue_is_eight(a->type))
		return count / 2 * (SUMS_CLOCKS + WHOLE_CLOCKS);
	if (a->type == PTX_F64) /* counted by 256 multiply-adds */
		return count * (is_of_doubles(plan, i) ? DOUBLE_CLOCKS : DOUBLE_CLOCKS / 2);
	return count * (is_whole(plan, i) ? WHOLE_CLOCKS : HALF_CLOCKS);
}

void
gm_ptx_issue_tensor(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count && plan->cc == SEEN_CC; i++)
		if (is_product(plan, i))
			plan->cost[i].tensor_clocks = (float)clocks_of(plan, i);
	for (int32_t n = 0; n < plan->graph.count - 1 && plan->cc == SEEN_CC; n++) {
		wait_for_sums(plan, n);
		wait_for_unit(plan, n);
	}
}
