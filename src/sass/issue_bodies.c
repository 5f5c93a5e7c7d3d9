/*
 * Registers that the turns of a loop need that was written out, one turn each.
 *
 * What NVVM writes out stands turn after turn in a block, each with its loads, what comes of them, and what is
 * added up. ptxas issues the loads of a turn before the one before it has ended where there are registers for
 * them: of R registers, H of which hold what loops change, so many turns are under way whose n words are loaded
 * together and that need m at their fullest:
 *
 *     1 + floor((R - H - 10 - m) / n), at least 1
 *
 * Of a body that is one load, of which nothing else is made beside what it brings, the last begins as any load does,
 * where one register is left (model/chain.h): its result lies where its address did. stream_fma without arithmetic
 * (calibration, 32 registers, float4, written out four times, H = 8): all four are issued before the first is waited
 * for, by m = 4 three; 82.5 us on an H200, with four 85.4, with three 124.4. Where something is made of it in its turn
 * (nbody, 32 registers, float4, H = 10, m = 5) two and two are, and m it is.
 *
 * A body begins with a load before which nothing is kept that was loaded or computed from it in this block, sums
 * that go on from body to body apart. Its first load says what the body needs: `loaded` n and `alive` m, which is
 * counted in the order of PTX.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, loops that are written out four times, whose turns load n words of
 * shared memory, take rsqrtf of their sum of squares (m = n + 1) and add them to H sums, with R registers; loads
 * that stand before the first MUFU, in turns:
 *
 *     n, H        4, 6       4, 12        2, 12      8, 12
 *     R          24  32    24  32  40    24  30    32  40  48  56
 *     seen        2   4     1   2   4     1   4     1   2   3   4
 *     here        1   3     1   2   4     1   3     1   2   3   4
 *
 * and of global memory, where pointers are under way too, one less in every third. Sums that words are subtracted
 * from are no different: 1.75 to 4 turns with 4, 6, as above and 40 registers, 1, 2, 4 with 4, 12.
 *
 * Words that other lanes hand over (shfl) are brought like those of shared memory; what they are taken from is held
 * (eight turns written out, H with n words and a counter among them; exchanges before the first MUFU, in turns):
 *
 *     n, H        4, 11           4, 17           2, 9
 *     R          24   32   40    32   40   48    24   32
 *     seen      1.5 2.75 3.75   1.75 2.5  3.75   3.0  5.0
 *     here        1    2    4     1    3    5     2    6
 */
#include "sass/issue_step.h"

#include "simt/matrix.h"

#include <math.h>
#include <stdlib.h>

enum { MANY_NODES = -2, UNUSED = -1 };

#define EMPTY 0.1 /* registers */

typedef struct bodies {
	issue_plan *plan;
	int32_t *node; /* per unit: that reads it; UNUSED, MANY_NODES */
	int32_t *last; /* per unit: the last step that does */
	bool *sum;     /* per unit: a sum that goes on */
} bodies;

static void
note_readers(const bodies *b)
{
	const ptx_program *p = b->plan->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		b->node[u] = UNUSED;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t node = b->plan->graph.node_of[i];
		for (int k = 0; k < p->steps[i].sources_count; k++) {
			const uint32_t unit = issue_source(b->plan, i, k);
			if (unit == PTX_NO_UNIT)
				continue;
			b->node[unit] = b->node[unit] == UNUSED || b->node[unit] == node ? node : MANY_NODES;
			b->last[unit] = i;
		}
	}
}

static bool
adds(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_FMA) || is_opcode(plan, i, OP_MAD) || is_opcode(plan, i, OP_ADD) ||
	       is_opcode(plan, i, OP_SUB) || is_opcode(plan, i, OP_MMA) || is_opcode(plan, i, OP_WMMA);
}

/* What a sum goes on from stands last, of an addition anywhere, and first where something is subtracted. */
static void
note_sums(const bodies *b)
{
	const issue_plan *plan = b->plan;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const ptx_step *s = &plan->program->steps[i];
		const bool subtracts = is_opcode(plan, i, OP_SUB), anywhere = is_opcode(plan, i, OP_ADD);
		const int from = subtracts || anywhere ? 0 : s->sources_count - s->results_count;
		const int end = subtracts ? 1 : s->sources_count;
		for (int k = from < 0 ? 0 : from; k < end && adds(plan, i); k++) {
			const uint32_t unit = issue_source(plan, i, k);
			const int32_t before = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
			if (before >= 0 && adds(plan, before) &&
			    word_of(plan, before)->opcode == word_of(plan, i)->opcode)
				b->sum[unit] = true;
		}
	}
}

/* Bytes that are loaded together share registers. A fragment of wmma takes what its elements do, which may be half
   of what PTX names for it (f16). */
static double
registers_of_bits(const issue_plan *plan, int32_t step, double bits)
{
	const ptx_step *s = &plan->program->steps[step];
	if (is_opcode(plan, step, OP_WMMA) && s->streams_itself && s->results_count > 0)
		bits = fmin(bits, (double)gm_ptx_matrix_elements(s->matrix) * gm_ptx_type_bits(s->matrix->type) / s->results_count);
	if (is_opcode(plan, step, OP_LD) && s->site != PTX_NO_SITE)
		bits = fmin(bits, 8.0 * (double)plan->sites[s->site].access_bytes / s->results_count);
	return bits / 32;
}

/* Needed in its own block alone; the 32-bit registers of it. */
static double
registers_of(const bodies *b, int32_t step, uint32_t unit)
{
	const bool own = unit != PTX_NO_UNIT && b->plan->values.definition[unit] == step && !b->sum[unit] &&
	                 b->node[unit] == b->plan->graph.node_of[step] && b->last[unit] > step;
	return own ? registers_of_bits(b->plan, step, b->plan->program->unit_bits[unit]) : 0;
}

static bool
brings(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool loads = is_opcode(plan, i, OP_LD) &&
	                   (s->space == SPACE_GLOBAL || s->space == SPACE_SHARED);
	return loads || is_opcode(plan, i, OP_LDMATRIX) || is_opcode(plan, i, OP_SHFL) ||
	       (is_opcode(plan, i, OP_WMMA) && s->streams_itself && s->results_count > 0);
}

/* Loaded, or a float, or a copy of such: what bodies keep. Integers are mostly ways to addresses. */
static bool
is_kept(const issue_plan *plan, int32_t i)
{
	while (i >= 0 && is_opcode(plan, i, OP_MOV)) {
		const uint32_t from = plan->program->steps[i].sources_count == 1 ? issue_source(plan, i, 0) : PTX_NO_UNIT;
		i = from == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, from);
	}
	return i >= 0 && (brings(plan, i) || is_float(plan, i));
}

/* Registers that are free after the step: of what is kept and it is the last to read. */
static double
released(const bodies *b, int32_t i)
{
	double sum = 0;
	for (int k = 0; k < b->plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(b->plan, i, k);
		const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : b->plan->values.definition[unit];
		bool again = false;
		for (int before = 0; before < k; before++)
			again |= issue_source(b->plan, i, before) == unit;
		if (from >= 0 && !again && b->last[unit] == i && is_kept(b->plan, from))
			sum += registers_of(b, from, unit);
	}
	return sum;
}

static double
taken(const bodies *b, int32_t i)
{
	const ptx_program *p = b->plan->program;
	double sum = 0;
	for (int k = 0; k < p->steps[i].results_count && is_kept(b->plan, i); k++)
		sum += registers_of(b, i, p->units[p->steps[i].results + (uint32_t)k]);
	return sum;
}

/* A load that has joined another has no site: the next step that has one says it. */
static void
find_in_node(const bodies *b, const ptx_node *node)
{
	issue_plan *plan = b->plan;
	gm_issue *first = NULL;
	double live = 0, loaded = 0, most = 0;
	bool begun = false;
	for (int32_t i = node->first; i < node->end; i++) {
		if (brings(plan, i) && live < EMPTY) {
			first = NULL;
			loaded = most = 0;
			begun = true;
		}
		const double more = taken(b, i);
		live += more - released(b, i);
		loaded += brings(plan, i) ? more : 0;
		most = fmax(most, live);
		if (begun && !first && plan->program->steps[i].site != PTX_NO_SITE)
			first = &plan->cost[i];
		if (!first)
			continue;
		first->alive = (float)most;
		first->loaded = (float)fmin(loaded, most);
	}
}

void
gm_ptx_issue_bodies(issue_plan *plan)
{
	const size_t units = plan->program->units_count + 1;
	const bodies b = {plan, gm_allocate(units, sizeof *b.node), gm_allocate(units, sizeof *b.last),
	                  gm_allocate(units, sizeof *b.sum)};
	note_readers(&b);
	note_sums(&b);
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		find_in_node(&b, &plan->graph.nodes[n]);
	free(b.node);
	free(b.last);
	free(b.sum);
}
