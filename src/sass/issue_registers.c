/*
 * Registers that loads from global memory find taken, and those that each needs for its own
 * address.
 *
 * Held: 32-bit registers of values that are live where the loop around a load begins and that loops
 * change, accumulators and counters among them, or that were loaded or are floats that were
 * computed, or integers made of what was loaded. Those that are made of anything else can be computed
 * again, and are not counted where that takes little (issue_stays.c; of a copy its own address tells it):
 * of a loop whose turn loads a word and goes through 12 integers that stay, eight
 * loads are under way with 32 and 40 registers where they are bits of the thread's number, which are taken anew,
 * and four and then one at a time where they are bits of a word that was loaded.
 *
 * Own: machine instructions that work out its address in its own block, beyond the two that add an
 * offset, and that no load of the same array before it needed, of a load that is copied into a tile,
 * where the store needs as much again. ptxas issues several loads together only when it has
 * registers for what all of them need until then.
 *
 * A counter that a loop only moves on, the same in all lanes, is in a uniform register.
 *
 * Fragments of wmma from memory whose width of rows is not known: issue_fragments.c. What is the same in all lanes and
 * moves them on, counters and distances down rows, is in uniform registers.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, copies of a tile to shared memory, eight loads to a
 * turn, with 32, 40 and 64 registers: quotients and remainders for each element (8 instructions), 2
 * to 3, 2.7 and 8 loads under way; a row for each (3 instructions), 4, -, 8; one pointer and
 * offsets, 12 of 16 with 32 and all with 40. Of 200 such loops of 4 and 8 loads, of one and two arrays of halves, floats,
 * doubles and float4, quotients for each, that hold 0 to 32 sums, with 32 to 72 registers: a load that finds room for its
 * result and its address whole, or waits, comes to 0.94 of the waits that are in the code, 84 of 200 right; one that may
 * begin where less than itself is missing, to 0.71, 67 right.
 *
 * Loads that pass barriers in a loop: of R registers, A of which are live where the loop begins, R - A - 14 are for
 * loads under way. Marches through planes, tiles of one, two and four words a turn (ptxas 13.0 for sm_90, loads of
 * the next turns that stand before the first barrier, those of its own among them):
 *
 *     a turn, A        1, 8         2, 10        4, 23        5, 11
 *     R              24   32      24   32      32   40      32   40
 *     seen            6    8       4    8       5    8       5   10
 *     here            4   10       4    8       4    4       7   15
 */
#include "sass/issue_registers.h"
#include "sass/issue_live.h"
#include "sass/issue_step.h"

#include <math.h>
#include <stdlib.h>

enum { BITS = 64, OTHER_THAN_LIVE = 4, FREE_INSTRUCTIONS = 2, SLICE_MOST = 64 };

/* ---- held: which values are live ---- */

typedef struct liveness {
	const issue_plan *plan;
	bool *stays; /* per unit: where loops read it (sass/issue_stays.c) */
	bool *remade; /* per unit: where only loops around read it */
	bool *parted; /* per node: lanes may have parted there */
	uint32_t *number; /* per unit: of those that are kept, plus 1; 0: another */
	bool *copy;       /* per unit: has the number of what it copies */
	issue_live live;
} liveness;

static bool
is_loaded(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_LD) && !(word_of(plan, step)->flags & WORD_PARAMETER);
}

/* Marks the results of single steps that are made of what was loaded. */
static bool *
mark_data(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *data = gm_allocate(p->units_count + 1, sizeof *data);
	for (bool more = true; more;) {
		more = false;
		for (int32_t i = 0; i < p->steps_count; i++) {
			const ptx_step *s = &p->steps[i];
			bool any = is_loaded(plan, i);
			for (int k = 0; k < s->sources_count && !any; k++) {
				const uint32_t unit = issue_source(plan, i, k);
				any = unit != PTX_NO_UNIT && data[unit];
			}
			for (int k = 0; k < s->results_count && any; k++) {
				const uint32_t unit = p->units[s->results + (uint32_t)k];
				const bool first = unit != PTX_NO_UNIT && !data[unit] &&
				                   plan->values.definition[unit] == i;
				more |= first;
				if (first)
					data[unit] = true;
			}
		}
	}
	return data;
}

/* Loops change it, or it was loaded or is a float that was computed, or is made of what was loaded: nobody does
   that again. */
static bool
is_kept(const issue_plan *plan, const bool *data, uint32_t unit)
{
	const int32_t from = plan->values.definition[unit];
	if (from < 0)
		return from == MANY_STEPS;
	return !is_opcode(plan, from, OP_MOV) && !(word_of(plan, from)->flags & WORD_PARAMETER) &&
	       (is_float(plan, from) || data[unit]);
}

bool *
gm_ptx_issue_lasting(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *data = mark_data(plan), *lasting = gm_allocate(p->units_count + 1, sizeof *lasting);
	for (uint32_t u = 0; u < p->units_count; u++)
		lasting[u] = p->unit_bits[u] >= 32 && is_kept(plan, data, u);
	free(data);
	return lasting;
}

/* Differs between lanes, and is no operand that is there already. */
static bool
takes_register(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = plan->values.definition[unit];
	return plan->values.varies[unit] && plan->values.initial[unit] < 0 && (from < 0 || !is_handing_on(plan, from));
}

/* What the single step that makes it only copies as bits: a number that is handed on as a word, or the other way. Of a
   copy in its own type, a counter before it moves on, nothing is said. PTX_NO_UNIT. */
static uint32_t
copied_from(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = plan->values.definition[unit];
	if (from < 0 || !is_opcode(plan, from, OP_MOV))
		return PTX_NO_UNIT;
	const ptx_step *s = &plan->program->steps[from];
	const bool bits = gm_ptx_type_kind((ptx_type)word_of(plan, from)->type) == KIND_BITS;
	return bits && s->results_count == 1 && s->sources_count == 1 ? issue_source(plan, from, 0) : PTX_NO_UNIT;
}

/* A copy that nobody counts is in the register of what it copies. */
static void
number_copies(liveness *l)
{
	const ptx_program *p = l->plan->program;
	for (uint32_t u = 0; u < p->units_count; u++) {
		const uint32_t of = l->number[u] ? PTX_NO_UNIT : copied_from(l->plan, u);
		if (of != PTX_NO_UNIT && l->number[of] && p->unit_bits[of] == p->unit_bits[u])
			l->number[u] = l->number[of], l->copy[u] = true;
	}
}

/* All that take a register, or those of them that nobody computes again, and that stay where loops read them. */
static size_t
number_values(liveness *l, bool all)
{
	const ptx_program *p = l->plan->program;
	bool *lasting = gm_ptx_issue_lasting(l->plan);
	size_t count = 0;
	for (uint32_t u = 0; u < p->units_count; u++) {
		const bool taken = lasting[u] || (all && p->unit_bits[u] >= 32 && takes_register(l->plan, u));
		l->stays[u] = l->stays[u] && !taken;
		if (taken || l->stays[u])
			l->number[u] = (uint32_t)++count;
	}
	number_copies(l);
	free(lasting);
	return count;
}

/* Units that the loop does nothing with but to move them on, the same in all lanes: in uniform registers. Where it
   loads fragments it may make addresses of them, too. */
static bool *
moved_on(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	const bool fragments = gm_ptx_issue_fragment_pointers(plan, loop) > 0;
	bool *alone = gm_allocate(p->units_count + 1, sizeof *alone);
	bool *read = gm_allocate(p->units_count + 1, sizeof *read);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (!gm_ptx_loop_has_node(loop, plan->graph.node_of[i]))
			continue;
		const uint32_t result = s->results_count > 0 ? p->units[s->results] : PTX_NO_UNIT;
		if (result != PTX_NO_UNIT)
			alone[result] = is_opcode(plan, i, OP_ADD) && !is_float(plan, i) && s->results_count == 1;
		for (int k = 0; k < s->sources_count; k++) {
			const uint32_t unit = issue_source(plan, i, k);
			if (unit != PTX_NO_UNIT)
				read[unit] |= unit != result;
		}
	}
	for (uint32_t u = 0; u < p->units_count; u++)
		alone[u] = alone[u] && (fragments || !read[u]) && !plan->values.varies[u];
	free(read);
	return alone;
}

/* Where all lanes are together, what is alike in them can be moved to uniform registers (R2UR). */
static bool
stays_in_lanes(const liveness *l, int32_t node, uint32_t unit)
{
	return l->stays[unit] && (l->plan->values.varies[unit] || l->parted[node]);
}

/* What was loaded and the unit is made of is there at the head anyway. */
static bool
is_base_there(const liveness *l, int32_t head, uint32_t unit)
{
	const issue_plan *plan = l->plan;
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : plan->values.definition[unit];
	if (from < 0 || word_of(plan, from)->flags & WORD_PARAMETER)
		return true;
	if (is_loaded(plan, from))
		return gm_ptx_issue_is_live(&l->live, head, unit);
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_base_there(l, head, issue_source(plan, from, k)))
			return false;
	return true;
}

static double
registers_in(const liveness *l, const ptx_loop *loop, bool staying)
{
	const ptx_program *p = l->plan->program;
	const int32_t head = l->plan->graph.node_of[loop->header];
	bool *uniform = moved_on(l->plan, loop), *read = gm_ptx_issue_read_around(l->plan, loop);
	bool *inside = gm_ptx_issue_read_in(l->plan, loop);
	double sum = 0;
	for (uint32_t u = 0; u < p->units_count; u++) {
		const bool kept = staying && read[u] && stays_in_lanes(l, head, u);
		const bool anew = l->remade[u] && !inside[u] && is_base_there(l, head, u);
		const bool taken = !uniform[u] && (l->stays[u] ? kept : !anew);
		if (l->number[u] && taken && !l->copy[u] && gm_ptx_issue_is_live(&l->live, head, u))
			sum += p->unit_bits[u] / 32;
	}
	free(uniform);
	free(read);
	free(inside);
	return sum;
}

static bool
is_load(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_LD) && s->space == SPACE_GLOBAL && s->site != PTX_NO_SITE;
}

/* Loads that pass barriers of their loop (sass/issue_ahead.c) find taken what is live there at all. */
static void
note_all(const liveness *l)
{
	const ptx_program *p = l->plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t loop = l->plan->cost[i].ahead && is_load(l->plan, i) ? issue_loop_of(l->plan, i) : -1;
		if (loop >= 0 && p->loops[loop].has_barrier)
			l->plan->cost[i].held_ahead = (float)registers_in(l, &p->loops[loop], false) + OTHER_THAN_LIVE;
	}
}

/* What its own address needs tells of a copy what stays, too. */
static void
note_held(const liveness *l)
{
	const ptx_program *p = l->plan->program;
	double *held = gm_allocate((size_t)p->loops_count + 1, sizeof *held);
	double *copying = gm_allocate((size_t)p->loops_count + 1, sizeof *copying);
	for (int32_t k = 0; k < p->loops_count; k++) {
		const ptx_loop *loop = &p->loops[k];
		const double more = gm_ptx_issue_distances(l->plan, loop) + gm_ptx_issue_fragment_pointers(l->plan, loop) -
		                    gm_ptx_issue_strides(l->plan, loop);
		/* A pointer that is made in each turn is not there at its head, to do without. */
		held[k] = fmax(registers_in(l, loop, true) + more, 0);
		copying[k] = fmax(registers_in(l, loop, false) + more, 0);
	}
	for (int32_t i = 0; i < p->steps_count; i++) {
		gm_issue *cost = &l->plan->cost[i];
		const bool finds = is_load(l->plan, i) || cost->loaded > 0 || gm_ptx_issue_loads_fragment(l->plan, i);
		const int32_t loop = finds ? issue_loop_of(l->plan, i) : -1;
		cost->conditional = loop >= 0 && cost->ahead && l->plan->predicated[l->plan->graph.node_of[i]];
		if (loop >= 0)
			cost->held = (float)(cost->own > 0 ? copying : held)[loop];
	}
	free(held);
	free(copying);
}

static void
find_held(const issue_plan *plan, bool all)
{
	liveness l = {.plan = plan,
		      .stays = gm_ptx_issue_staying(plan),
		      .remade = gm_ptx_issue_made_anew(plan),
		      .parted = gm_ptx_issue_parted(plan),
		      .number = gm_allocate(plan->program->units_count + 1, sizeof(uint32_t)),
		      .copy = gm_allocate(plan->program->units_count + 1, sizeof(bool))};
	gm_ptx_issue_live_init(&l.live, plan, l.number, number_values(&l, all));
	(all ? note_all : note_held)(&l);
	free(l.stays);
	free(l.remade);
	free(l.parted);
	free(l.number);
	free(l.copy);
	gm_ptx_issue_live_dispose(&l.live);
}

/* ---- own: how long the way to an address is ---- */

/* Is what it loads stored to shared memory, by its own block: copied into a tile? */
static bool
is_copied(const issue_plan *plan, int32_t load)
{
	const uint32_t unit = issue_result(plan, load);
	const int32_t end = plan->graph.nodes[plan->graph.node_of[load]].end;
	for (int32_t i = load + 1; i < end; i++)
		if (is_opcode(plan, i, OP_ST) && plan->program->steps[i].space == SPACE_SHARED &&
		    reads_unit(plan, i, unit))
			return true;
	return false;
}

/* One bit for each array that is loaded from; that of many arrays may be the same. */
static uint64_t
array_of(const issue_plan *plan, int32_t load)
{
	return UINT64_C(1) << (unsigned)plan->sites[plan->program->steps[load].site].array % BITS;
}

/* Instructions from which the load's address comes, in its block, that no load of its array has counted. */
static double
count_slice(const issue_plan *plan, int32_t load, uint64_t *counted)
{
	uint32_t waiting[SLICE_MOST] = {plan->program->steps[load].a};
	const int32_t node = plan->graph.node_of[load];
	const uint64_t array = array_of(plan, load);
	int left = 1;
	double sum = 0;
	while (left > 0) {
		const int32_t from = issue_definition(plan, waiting[--left]);
		if (from < 0 || plan->graph.node_of[from] != node || counted[from] & array ||
		    plan->program->steps[from].action != ACTION_LANES)
			continue;
		counted[from] |= array;
		sum += gm_issue_total(&plan->cost[from]);
		for (int k = 0; k < plan->program->steps[from].sources_count && left < SLICE_MOST; k++)
			waiting[left++] = issue_source(plan, from, k);
	}
	return sum;
}

static void
find_own(const issue_plan *plan)
{
	uint64_t *counted = gm_allocate((size_t)plan->program->steps_count + 1, sizeof *counted);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const ptx_step *s = &plan->program->steps[i];
		if (!is_load(plan, i) || s->a == PTX_NO_UNIT || issue_loop_of(plan, i) < 0 ||
		    !is_copied(plan, i))
			continue;
		const double own = count_slice(plan, i, counted);
		plan->cost[i].own = own > FREE_INSTRUCTIONS ? (float)own - FREE_INSTRUCTIONS : 0;
	}
	free(counted);
}

void
gm_ptx_issue_registers(issue_plan *plan)
{
	find_own(plan);
	find_held(plan, false);
	find_held(plan, true);
}
