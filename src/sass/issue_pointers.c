/*
 * Pointers that a loop moves on. Both halves of such a pointer are added by themselves (IADD3, IADD3.X) and
 * seldom end up side by side, where accesses and IMAD.WIDE want them: they are moved there.
 *
 *   - IMAD.WIDE adds an index to it: two moves a turn;
 *   - it is the same in all lanes, and one access has it for an address: two, out of uniform registers, in which no
 *     access finds it;
 *   - it is an address in a loop of one block, of one access: two where loads are stored or tell another address, else
 *     one, and one and a half each of more than two pointers; of several accesses: two in loops below 20 instructions,
 *     three in all below 28, in longer ones none unless something waits for a load; alone beside an address that was
 *     loaded: one;
 *   - it is an address in a loop that branches, and what the loop loads is stored, or tells the address of another
 *     access: two, but one for each of more than two pointers; where nothing waits, none for the first pointer, one for
 *     the second, two for the third;
 *   - it is made by IMAD.WIDE from what the loop loads: two.
 *
 * In a loop that is unrolled turns are offsets, of the sum with an index too.
 *
 * Source: what nvdisasm shows of code of ptxas 13.0 for sm_90, of 13 loops with one to three pointers that branch or
 * are unrolled, and of 230 of one block with one to six pointers, alike in all lanes or not, of one to eight accesses
 * each, that add up, multiply, copy, scale in place, gather or store: of the instructions of a turn the model is 3 %
 * off in the mean.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { UNIFORM_SINCE_CC = 75, SHORT = 20, LONG = 28, MOVES_OF_LONGER = 3, FEW_POINTERS = 2 };

static bool
is_in(const issue_plan *plan, const ptx_loop *loop, int32_t step)
{
	return step >= 0 && gm_ptx_loop_has_node(loop, plan->graph.node_of[step]);
}

/* ptr = ptr + a literal. */
static bool
moves_on(const issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	return is_long_add(plan, i) && is_opcode(plan, i, OP_ADD) && unit != PTX_NO_UNIT &&
	       issue_source(plan, i, 0) == unit && plan->values.literal[issue_source(plan, i, 1)];
}

static bool
is_address(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->action == ACTION_MEMORY && s->a == unit && s->site != PTX_NO_SITE;
}

static bool
only_addresses(const issue_plan *plan, uint32_t unit)
{
	const ptx_program *p = plan->program;
	int reads = 0;
	for (int32_t i = 0; i < p->steps_count; i++)
		reads += p->steps[i].action == ACTION_MEMORY && p->steps[i].a == unit;
	return reads > 0 && reads == plan->values.uses[unit];
}

/* The sum of the pointer and what the loop leaves alone, an address and nothing else; NO_STEP. */
static int32_t
indexed_by(const issue_plan *plan, const ptx_loop *loop, uint32_t pointer)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_in(plan, loop, i) || !is_long_add(plan, i) || moves_on(plan, i))
			continue;
		for (int k = 0; k < 2; k++) {
			const uint32_t index = issue_source(plan, i, 1 - k);
			if (issue_source(plan, i, k) == pointer && index != PTX_NO_UNIT &&
			    !is_in(plan, loop, issue_definition(plan, index)) &&
			    plan->values.definition[index] != MANY_STEPS &&
			    plan->cost[i].of[GM_UNIT_FMA] > 0 &&
			    only_addresses(plan, issue_result(plan, i)))
				return i;
		}
	}
	return NO_STEP;
}

static bool
is_address_in(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_in(plan, loop, i) && is_address(plan, i, unit))
			return true;
	return false;
}

/* Some access of the loop reads what another loaded in the same turn; as its address. */
static bool
waits_for_load(const issue_plan *plan, const ptx_loop *loop, bool as_address)
{
	const ptx_program *p = plan->program;
	bool *loaded = gm_allocate(p->units_count, sizeof *loaded);
	bool waits = false;
	for (int32_t i = 0; i < p->steps_count && !waits; i++) {
		const ptx_step *s = &p->steps[i];
		if (!is_in(plan, loop, i))
			continue;
		bool from = false;
		for (int k = 0; k < s->sources_count; k++)
			from |= issue_source(plan, i, k) != PTX_NO_UNIT &&
				loaded[issue_source(plan, i, k)];
		waits = s->action == ACTION_MEMORY &&
			(as_address ? s->a != PTX_NO_UNIT && loaded[s->a] : from);
		from |= is_opcode(plan, i, OP_LD) && s->space == SPACE_GLOBAL;
		for (int k = 0; k < s->results_count && from; k++)
			if (p->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
				loaded[p->units[s->results + (uint32_t)k]] = true;
	}
	free(loaded);
	return waits;
}

/* The same in all lanes, which all turn as often. */
static bool
is_uniform(const issue_plan *plan, const ptx_loop *loop, int32_t i)
{
	issue_turn turn;
	return plan->cc >= UNIFORM_SINCE_CC && !plan->values.varies[issue_result(plan, i)] &&
	       gm_ptx_issue_find_turn(plan, loop, &turn) &&
	       !plan->values.varies[plan->program->steps[turn.branch].guard];
}

/* ptr = a base + what was loaded * size, of a loop that begins with another. */
static bool
is_made_anew(const issue_plan *plan, const ptx_loop *loop, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	return is_long_add(plan, i) && unit != PTX_NO_UNIT && issue_source(plan, i, 0) != unit &&
	       issue_source(plan, i, 1) != unit && plan->values.definition[unit] == MANY_STEPS &&
	       plan->cost[i].of[GM_UNIT_FMA] > 0 && is_address_in(plan, loop, unit);
}

/* What a loop does with its pointers. */
typedef struct traffic {
	int pointers; /* that it moves on */
	int shared;   /* of them, those of several accesses */
	bool straight; /* one block */
	bool stores;
	bool waits;   /* for a load, with a store or an address */
	bool gathers; /* with an address */
	double instructions;
} traffic;

static bool
is_one_block(const issue_plan *plan, const ptx_loop *loop)
{
	int nodes = 0;
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		nodes += gm_ptx_loop_has_node(loop, n);
	return nodes == 1;
}

/* It calls no subroutine for rare operands, which would part the block. */
static bool
is_straight(const issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_in(plan, loop, i) && gm_ptx_issue_calls(&plan->cost[i]))
			return false;
	return is_one_block(plan, loop);
}

static int
accesses_through(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int count = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		count += is_in(plan, loop, i) && is_address(plan, i, unit);
	return count;
}

static traffic
traffic_of(const issue_plan *plan, const ptx_loop *loop)
{
	traffic t = {.straight = is_straight(plan, loop),
		     .waits = waits_for_load(plan, loop, false),
		     .gathers = waits_for_load(plan, loop, true)};
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_in(plan, loop, i))
			continue;
		const int through = moves_on(plan, i) ? accesses_through(plan, loop, issue_result(plan, i)) : 0;
		t.pointers += through > 0;
		t.shared += through > 1;
		t.stores |= is_opcode(plan, i, OP_ST) && plan->program->steps[i].space != SPACE_SHARED;
		t.instructions += gm_issue_total(&plan->cost[i]);
	}
	return t;
}

/* Of a pointer that is not in uniform registers, of which so many came before. */
static double
moves_of(const traffic *t, int through, int before)
{
	if (!t->straight)
		return !t->waits ? before : t->pointers > FEW_POINTERS ? 1 : 2;
	if (t->pointers == 1 && t->gathers)
		return 1;
	if (through == 1)
		return t->waits || t->stores ? 2 : t->pointers > FEW_POINTERS ? 1.5 : 1;
	if (t->instructions < SHORT)
		return 2;
	if (t->instructions >= LONG && !t->waits)
		return 0;
	const double share = t->shared == 1 ? 1 : (double)MOVES_OF_LONGER / t->shared;
	return share < 2 ? share : 2;
}

static void
price_turn(issue_plan *plan, const ptx_loop *loop, double turns)
{
	const traffic t = traffic_of(plan, loop);
	int before = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_in(plan, loop, i))
			continue;
		const uint32_t unit = issue_result(plan, i);
		if (is_made_anew(plan, loop, i))
			plan->cost[i].either += 2;
		if (!moves_on(plan, i))
			continue;
		const int through = accesses_through(plan, loop, unit);
		if (indexed_by(plan, loop, unit) >= 0 || (through == 1 && is_uniform(plan, loop, i)))
			plan->cost[i].either += 2;
		else if (through > 0)
			plan->cost[i].either += (float)(moves_of(&t, through, before++) / turns);
	}
}

/* One block: all turns of a round are offsets from the first. */
static void
price_round(issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const uint32_t unit = issue_result(plan, i);
		if (!is_in(plan, loop, i) || !moves_on(plan, i))
			continue;
		const int32_t sum = indexed_by(plan, loop, unit);
		if (sum == NO_STEP || plan->values.uses[unit] > 2)
			continue;
		if (plan->values.varies[unit]) {
			plan->cost[i].either += 2;
			continue;
		}
		issue_scale(&plan->cost[i], 1.0 / UNROLL);
		issue_scale(&plan->cost[sum], 1.0 / UNROLL);
		plan->cost[i].either += 2.0F / UNROLL;
	}
}

void
gm_ptx_issue_pointers(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	for (int32_t l = 0; l < p->loops_count; l++) {
		if (!gm_ptx_loop_is_innermost(p, l))
			continue;
		if (!plan->unrolled[l] || !is_one_block(plan, &p->loops[l]))
			price_turn(plan, &p->loops[l], plan->unrolled[l] ? UNROLL : 1);
		else
			price_round(plan, &p->loops[l]);
	}
}
