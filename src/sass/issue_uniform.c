/*
 * Loads from constant memory into uniform registers (ULDC): their place is the same in all lanes, and so
 * is the way to them. Behind a branch that lanes take differently, until they meet again, uniform
 * registers are not to be had, and a load is LDC; a branch to the end of the kernel parts nobody who goes
 * on. Where the way to a place takes registers of lanes: issue_uniform_way.c. Of code that is written out the place is
 * known, and stands in the instruction.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90 of walks through constant memory, in loops of as many turns for
 * all lanes and of turns that differ, behind ifs and behind a return (measure/calibrate/constant_walk.cu).
 *
 * An instruction has one place for a literal, a constant or a uniform register. A float that is read beside a
 * literal, beside another one that was loaded so or twice, and what functions and choices read, is loaded into
 * registers by LDC, and what shares its 8 bytes with it. Integers are not: uniform registers have their own
 * arithmetic. An instruction in which the place stands reads it by itself.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90 of 27 rolled loops that read one to four floats of a table
 * (measure/calibrate/constant_readers.cu), and of sums over tables (constant_turns.cu).
 *
 * The second instruction of 16 B, or of two loads in a block, stands behind what reads the first where what reads it
 * hangs on that, else beside it, and so where the first is read more than twice, which holds its registers: rolled loops
 * over structures of four floats, by one load or four (constant_structures.cu and its like: a chain of products, two by
 * two, distances and then weights 7, 6 and 4 clocks apart, four sums on their own 1; products of four words with each of
 * 1, 2, 4 and 8 numbers, a sum for each: 7, 1, 1 and 1 clocks, of numbers in shared memory 19, 35, 3 and 1).
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

enum { SINCE_CC = 75, ULDC_BYTES = 8, HALVES = 2 };

typedef struct parting {
	const issue_plan *plan;
	int32_t *postdominator;
	int32_t *stack;
	bool *apart; /* per node: lanes may come to it in parts */
} parting;

static bool
only_leaves(const issue_plan *plan, int32_t node)
{
	return node == plan->graph.count - 1 ||
	       plan->program->steps[plan->graph.nodes[node].first].action == ACTION_EXIT;
}

static void
part(parting *p, int32_t head)
{
	const ptx_graph *g = &p->plan->graph;
	const int32_t join = p->postdominator[head];
	int32_t count = 0;
	p->stack[count++] = head;
	while (count > 0) {
		const ptx_node *n = &g->nodes[p->stack[--count]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (to == join || p->apart[to] || to == g->count - 1)
				continue;
			p->apart[to] = true;
			p->stack[count++] = to;
		}
	}
}

/* One side goes on alone. */
static bool
parts_nobody(const issue_plan *plan, int32_t head)
{
	const ptx_node *n = &plan->graph.nodes[head];
	for (int32_t e = 0; e < n->successors_count; e++)
		if (only_leaves(plan, plan->graph.successors[n->successors + e]))
			return true;
	return false;
}

static bool
parts(const issue_plan *plan, int32_t node)
{
	if (!issue_is_conditional(plan, node) || parts_nobody(plan, node))
		return false;
	return plan->values.varies[plan->program->steps[plan->graph.nodes[node].end - 1].guard];
}

static bool
is_constant_alike(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST && s->guard == PTX_NO_UNIT &&
	       (s->a == PTX_NO_UNIT || !plan->values.varies[s->a]);
}

static bool
is_alike(const issue_plan *plan, int32_t i)
{
	return is_constant_alike(plan, i) && plan->program->steps[i].site != PTX_NO_SITE;
}

/* By the offset in it, and where turns stand side by side by what these move on: 4 words of 8 B a turn, of which ptxas
   writes four, are two lines (sig_decimated_by_taps: ULDC.64 of UR4 to UR4 + 0x78). */
static unsigned
sets_chosen(const issue_plan *plan, int32_t i)
{
	enum { SETS = 8 };
	const ptx_step *s = &plan->program->steps[i];
	const int32_t loop = issue_loop_of(plan, i);
	const int copies = loop >= 0 && plan->unrolled[loop] ? plan->rounds[loop].turns : 1;
	const int64_t advance = copies > 1 && s->a != PTX_NO_UNIT ? gm_ptx_issue_advance(plan, &plan->program->loops[loop], s->a) : 0;
	unsigned sets = 0;
	for (int c = 0; c < (advance != 0 ? copies : 1); c++)
		sets |= 1u << (uint64_t)((int64_t)s->immediate + c * advance) / GM_ISSUE_CONSTANT_SET_BYTES % SETS;
	return sets;
}

static uint8_t
sets_of(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool placed = s->a == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, s->a) ||
			    gm_ptx_issue_is_plain_in(plan, -1, i);
	return (uint8_t)(placed ? GM_ISSUE_CONSTANT_PLACED : sets_chosen(plan, i));
}

/* The load behind a source, of constants alike in all lanes; NO_STEP. */
static int32_t
loaded_alike(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return from >= 0 && is_constant_alike(plan, from) ? from : NO_STEP;
}

enum { OPERANDS_MAX = 8 };

/* What an instruction reads; of a product that has become part of it, what that reads. */
static int
operands_of(const issue_plan *plan, int32_t i, uint32_t operands[OPERANDS_MAX])
{
	const bool adds = is_opcode(plan, i, OP_ADD) || is_opcode(plan, i, OP_SUB);
	int count = 0;
	for (int k = 0; k < plan->program->steps[i].sources_count && count < OPERANDS_MAX - 1; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t from = issue_definition(plan, unit);
		const bool taken_in = adds && is_opcode(plan, from, OP_MUL) && is_free(plan, from);
		operands[count++] = taken_in ? issue_source(plan, from, 0) : unit;
		if (taken_in)
			operands[count++] = issue_source(plan, from, 1);
	}
	return count;
}

static int
beside_each_other(const issue_plan *plan, int32_t i)
{
	uint32_t operands[OPERANDS_MAX];
	uint64_t value;
	int count = 0;
	for (int k = operands_of(plan, i, operands) - 1; k >= 0; k--)
		count += loaded_alike(plan, operands[k]) >= 0 ||
			 gm_ptx_issue_literal_value(plan, operands[k], &value);
	return count;
}

static bool
reads_registers(const issue_plan *plan, int32_t i)
{
	static const uint8_t one_place[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MIN, OP_MAX, OP_SETP},
			     none[] = {OP_DIV, OP_SQRT, OP_RSQRT, OP_RCP, OP_EX2, OP_LG2, OP_SIN, OP_COS, OP_TANH, OP_SELP};
	const uint8_t opcode = word_of(plan, i)->opcode;
	if (!is_float(plan, i) || bits_of(plan, i) != 32)
		return false;
	return memchr(none, opcode, sizeof none) ||
	       (memchr(one_place, opcode, sizeof one_place) && beside_each_other(plan, i) > 1);
}

/* Which 8 bytes of its access hold the unit: bit 0 or 1. */
static unsigned
half_of(const issue_plan *plan, int32_t load, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[load];
	int at = 0;
	while (plan->program->units[s->results + (uint32_t)at] != unit)
		at++;
	return 1u << at * gm_ptx_type_bytes((ptx_type)s->type) / ULDC_BYTES % HALVES;
}

static void
note_half(const issue_plan *plan, uint32_t unit, uint8_t *halves)
{
	const int32_t load = loaded_alike(plan, unit);
	const int32_t leader = load < 0 ? NO_STEP : plan->program->steps[load].joined_to;
	if (leader >= 0)
		halves[leader] |= 1;
	else if (load >= 0)
		halves[load] |= (uint8_t)half_of(plan, load, unit);
}

/* Per load: halves of what it brings that are to be in registers. */
static uint8_t *
halves_in_registers(const issue_plan *plan)
{
	uint8_t *halves = gm_allocate((size_t)plan->program->steps_count + 1, sizeof *halves);
	uint32_t operands[OPERANDS_MAX];
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		for (int k = reads_registers(plan, i) ? operands_of(plan, i, operands) - 1 : -1; k >= 0; k--)
			note_half(plan, operands[k], halves);
	return halves;
}

static int
count_loads(const issue_plan *plan, int32_t i, uint8_t in_registers)
{
	const int bytes = plan->sites[plan->program->steps[i].site].access_bytes;
	const int loads = (bytes + ULDC_BYTES - 1) / ULDC_BYTES;
	int uniform = 0;
	for (int half = 0; half < loads; half++)
		uniform += !(in_registers >> half & 1);
	return uniform;
}

static void
mark_results(const issue_plan *plan, int32_t i, bool *marked)
{
	const ptx_step *s = &plan->program->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT)
			marked[unit] = true;
	}
}

/* What the load, and those that have become part of it, bring into each half. */
static void
mark_halves(const issue_plan *plan, int32_t load, bool *halves[HALVES])
{
	const ptx_program *p = plan->program;
	const int64_t from = (int64_t)p->steps[load].immediate;
	for (int32_t i = load; i < plan->graph.nodes[plan->graph.node_of[load]].end; i++) {
		const ptx_step *s = &p->steps[i];
		const int bytes = gm_ptx_type_bytes((ptx_type)s->type);
		if (i != load && s->joined_to != load)
			continue;
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				halves[((int64_t)s->immediate - from + k * bytes) / ULDC_BYTES & 1][unit] = true;
		}
	}
}

/* The load before it in its block that takes an instruction of its own; NO_STEP. */
static int32_t
load_before(const issue_plan *plan, int32_t load)
{
	for (int32_t i = load - 1; i >= plan->graph.nodes[plan->graph.node_of[load]].first; i--)
		if (is_alike(plan, i))
			return i;
	return NO_STEP;
}

enum { READS_SOON_OVER = 2 };

/* Steps of the block behind the load read each that is marked once or twice. */
static bool
soon_read(const issue_plan *plan, int32_t load, const bool *marked)
{
	uint8_t *reads = gm_allocate(plan->program->units_count + 1, sizeof *reads);
	bool soon = true;
	for (int32_t i = load + 1; i < plan->graph.nodes[plan->graph.node_of[load]].end; i++)
		for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
			const uint32_t unit = issue_source(plan, i, k);
			if (unit == PTX_NO_UNIT || !marked[unit])
				continue;
			soon = soon && reads[unit] < READS_SOON_OVER;
			if (soon)
				reads[unit]++;
		}
	free(reads);
	return soon;
}

/* Of two halves, or of a load and the one before it: the first step of the block that reads the second reads what was
   made of the first, too, and few read that. */
static bool
read_in_turn(const issue_plan *plan, int32_t load, bool whole)
{
	const size_t units = plan->program->units_count + 1;
	const int32_t first = whole ? load_before(plan, load) : load;
	if (first < 0)
		return false;
	bool *halves[HALVES] = {gm_allocate(units, sizeof(bool)), gm_allocate(units, sizeof(bool))};
	bool *before[HALVES] = {halves[0], halves[0]}, *all[HALVES] = {halves[1], halves[1]};
	bool hangs = false, found = false;
	mark_halves(plan, first, whole ? before : halves);
	if (whole)
		mark_halves(plan, load, all);
	found = !soon_read(plan, first, halves[0]);
	for (int32_t i = first + 1; i < plan->graph.nodes[plan->graph.node_of[load]].end && !found; i++) {
		const bool after = reads_marked(plan, i, halves[0]);
		found = reads_marked(plan, i, halves[1]);
		hangs = found && after;
		if (after)
			mark_results(plan, i, halves[0]);
	}
	free(halves[0]);
	free(halves[1]);
	return hangs;
}

static bool
any_alike(const issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_alike(plan, i))
			return true;
	return false;
}

void
gm_ptx_issue_uniform_loads(issue_plan *plan)
{
	if (plan->cc < SINCE_CC || !any_alike(plan))
		return;
	const size_t nodes = (size_t)plan->graph.count;
	parting p = {.plan = plan, .postdominator = gm_ptx_dominators(&plan->graph, true)};
	p.stack = gm_allocate(nodes + 1, sizeof *p.stack);
	p.apart = gm_allocate(nodes + 1, sizeof *p.apart);
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		if (parts(plan, n))
			part(&p, n);
	uint8_t *halves = halves_in_registers(plan);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_alike(plan, i) || p.apart[plan->graph.node_of[i]])
			continue;
		const uint8_t sets = sets_of(plan, i);
		if (sets != GM_ISSUE_CONSTANT_PLACED && gm_ptx_issue_is_place_of_lanes(plan, i))
			continue;
		const uint8_t in_registers = sets == GM_ISSUE_CONSTANT_PLACED ? 0 : halves[i];
		plan->cost[i].constant_loads = (uint8_t)count_loads(plan, i, in_registers);
		plan->cost[i].constant_sets = plan->cost[i].constant_loads > 0 ? sets : 0;
		const int count = plan->cost[i].constant_loads;
		plan->cost[i].constant_in_turn = count > 0 && count <= HALVES && read_in_turn(plan, i, count == 1);
	}
	free(halves);
	free(p.postdominator);
	free(p.stack);
	free(p.apart);
}
