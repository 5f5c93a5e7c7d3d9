/*
 * Addresses that are alike in all lanes, where registers are short.
 *
 * An access finds its address in registers of its lanes, whatever it is made of. ptxas makes the address of global
 * memory there (IMAD.WIDE) as long as a loop has registers for all of it: of what is live where the loop begins, the
 * indices and distances that its addresses are made of among it, two of each address that the loop makes and several
 * accesses have, and some for loads that are under way. Where these are more than TARGET, what is alike in all lanes
 * leaves the registers of lanes: the address is made in uniform ones (UIMAD.WIDE), and each access moves it out of them
 * by two instructions (MOV R, UR), which need registers for a moment. One address that many accesses have stays, and so
 * does what is made of products of 64 bits, for which uniform registers have no instruction.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, of 240 loops over 1 to 8 uniform addresses of 1 to 16 loads each, alone and
 * beside sums of 6 to 140 floats, no limit of registers set. OTHERS was taken by hand from the limits (24 to 80) at which
 * the same loops begin to move; limits of 24 and 28 do not fit it for up to five addresses. Without a limit ptxas asks
 * for TARGET, also where it takes up to 168 in the end. Of loops with 4, 5, 6, 7 and 8 addresses of four
 * loads each, and as many sums, the first has 49 instructions, as it would, and the others 102, 119, 140 and 157 instead of
 * 58, 67, 76 and 85. Of 131 of the loops the instructions of a turn are 5.4 % off in the mean, and were 18 %. Five that
 * have just registers enough are taken for short of them; with eight addresses ptxas moved those of a product of 64 bits,
 * too.
 */
#include "sass/issue_live.h"
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

#include <stdlib.h>

enum { TARGET = 32, OTHERS = 8, PAIR = 2, SEVERAL = 2, MOVES = 2, FEW_ACCESSES = 6, SEEN_CC = 90 };

typedef struct pressure {
	issue_plan *plan;
	const ptx_loop *loop;
	const issue_live *live;
	bool *uniform;    /* per unit: uniform registers may hold it */
	bool *parted;     /* per node: lanes may have parted there */
	int32_t *sums;    /* per step: the sum that tells an access of the loop where, the same in all lanes; NO_STEP */
	bool *needed;     /* per unit: alike in all lanes, and the loop makes addresses of it */
	int32_t *waiting; /* steps, those behind which nothing is marked yet */
} pressure;

/* There is no uniform one. */
static bool
is_long_product(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_MUL) || is_opcode(plan, i, OP_MAD)) && bits_of(plan, i) == 64;
}

static bool
is_long_in_lanes(const issue_plan *plan, uint32_t unit, const bool *uniform)
{
	return unit != PTX_NO_UNIT && plan->program->unit_bits[unit] > 32 && !uniform[unit];
}

/* Of what a step makes; true when more has turned out to be in registers of lanes. */
static bool
keep_in_lanes(const issue_plan *plan, int32_t i, bool *uniform)
{
	const ptx_step *s = &plan->program->steps[i];
	bool lanes = is_long_product(plan, i), more = false;
	for (int k = 0; k < s->sources_count && !lanes; k++)
		lanes = is_long_in_lanes(plan, issue_source(plan, i, k), uniform);
	for (int k = 0; k < s->results_count && lanes; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		more |= unit != PTX_NO_UNIT && uniform[unit];
		if (unit != PTX_NO_UNIT)
			uniform[unit] = false;
	}
	return more;
}

/* What is alike in all lanes, but for products of 64 bits, their factors, and what 64 bits are made of those. */
static bool *
find_uniform(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *uniform = gm_allocate(p->units_count + 1, sizeof *uniform);
	for (uint32_t u = 0; u < p->units_count; u++)
		uniform[u] = !plan->values.varies[u];
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count && is_long_product(plan, i); k++)
			if (issue_source(plan, i, k) != PTX_NO_UNIT)
				uniform[issue_source(plan, i, k)] = false;
	for (bool more = true; more;) {
		more = false;
		for (int32_t i = 0; i < p->steps_count; i++)
			more |= keep_in_lanes(plan, i, uniform);
	}
	return uniform;
}

static bool
is_in(const pressure *p, int32_t step)
{
	return step >= 0 && gm_ptx_loop_has_node(p->loop, p->plan->graph.node_of[step]);
}

static bool
is_access(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->action == ACTION_MEMORY && s->space == SPACE_GLOBAL && s->site != PTX_NO_SITE && s->a != PTX_NO_UNIT;
}

/* The sum of 64 bits in this loop that the access has for an address; NO_STEP. */
static int32_t
made_by(const pressure *p, int32_t access)
{
	const int32_t from = step_behind(p->plan, p->plan->program->steps[access].a);
	return is_in(p, from) && is_long_add(p->plan, from) ? from : NO_STEP;
}

/* The step of this loop that moves the access's pointer on; NO_STEP. */
static int32_t
moved_by(const pressure *p, int32_t access)
{
	const uint32_t unit = p->plan->program->steps[access].a;
	int32_t last = NO_STEP;
	if (p->plan->values.definition[unit] != MANY_STEPS || gm_ptx_issue_writers_in(p->plan, p->loop, unit, &last) != 1)
		return NO_STEP;
	return is_long_add(p->plan, last) && issue_source(p->plan, last, 0) == unit ? last : NO_STEP;
}

static int32_t
sum_of(const pressure *p, int32_t i)
{
	if (!is_in(p, i) || !is_access(p->plan, i) || !p->uniform[p->plan->program->steps[i].a])
		return NO_STEP;
	const int32_t made = made_by(p, i);
	return made >= 0 ? made : moved_by(p, i);
}

/* How many accesses have such a sum. */
static int
find_sums(const pressure *p)
{
	int found = 0;
	for (int32_t i = 0; i < p->plan->program->steps_count; i++) {
		p->sums[i] = sum_of(p, i);
		found += p->sums[i] >= 0;
	}
	return found;
}

/* Marks what is alike in all lanes of the sum's operands, and what the loop makes those of. */
static void
mark_needed(const pressure *p, int32_t sum)
{
	int count = 0;
	p->waiting[count++] = sum;
	while (count > 0) {
		const int32_t i = p->waiting[--count];
		for (int k = 0; k < p->plan->program->steps[i].sources_count; k++) {
			const uint32_t unit = issue_source(p->plan, i, k);
			if (unit == PTX_NO_UNIT || p->needed[unit] || p->plan->values.varies[unit] ||
			    gm_ptx_issue_is_literal(p->plan, unit))
				continue;
			p->needed[unit] = true;
			if (is_in(p, issue_definition(p->plan, unit)))
				p->waiting[count++] = issue_definition(p->plan, unit);
		}
	}
}

/* What is only made longer is not, until it is added. */
static double
registers_of(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	const bool folded = from >= 0 && is_free(plan, from) && !is_handing_on(plan, from) && !is_opcode(plan, from, OP_LD);
	return folded ? 1 : plan->program->unit_bits[unit] / 32;
}

/* Some instruction makes it, and it is no operand that is there already. */
static bool
is_made(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = plan->values.definition[unit];
	const bool there = from >= 0 && (is_handing_on(plan, from) ||
					 (!plan->values.varies[unit] && is_opcode(plan, from, OP_LD)));
	return plan->values.initial[unit] < 0 && from != NO_STEP && !there;
}

/* What the loop counts its turns by; PTX_NO_UNIT. */
static uint32_t
counter_of(const pressure *p)
{
	issue_turn turn;
	return gm_ptx_issue_find_turn(p->plan, p->loop, &turn) ? issue_result(p->plan, turn.counter) : PTX_NO_UNIT;
}

/* What is live where the loop begins, but for its counter; `saved`: of that, what uniform registers hold as well. */
static double
count_live(const pressure *p, double *saved)
{
	const issue_plan *plan = p->plan;
	const int32_t head = plan->graph.node_of[p->loop->header];
	const uint32_t counter = counter_of(p);
	double sum = 0;
	for (uint32_t u = 0; u < plan->program->units_count; u++) {
		if (p->live->number[u] == 0 || u == counter || !(p->needed[u] || is_made(plan, u)) ||
		    !gm_ptx_issue_is_live(p->live, head, u))
			continue;
		sum += registers_of(plan, u);
		*saved += p->uniform[u] ? registers_of(plan, u) : 0;
	}
	return sum;
}

/* Registers of addresses that the loop makes for several accesses. */
static double
count_made(const pressure *p, double *saved)
{
	const int32_t steps = p->plan->program->steps_count;
	int32_t *accesses = gm_allocate((size_t)steps + 1, sizeof *accesses);
	double sum = 0;
	for (int32_t i = 0; i < steps; i++) {
		const int32_t by = is_in(p, i) && is_access(p->plan, i) ? made_by(p, i) : NO_STEP;
		if (by < 0 || ++accesses[by] != SEVERAL)
			continue;
		sum += PAIR;
		*saved += p->sums[i] == by ? PAIR : 0;
	}
	free(accesses);
	return sum;
}

/* More registers than ptxas asks for; and with those that it did without it has taken as many. */
static bool
is_short(const pressure *p, double registers)
{
	double saved = 0;
	for (int32_t i = 0; i < p->plan->program->steps_count; i++)
		if (is_in(p, i) && is_long_add(p->plan, i))
			mark_needed(p, i);
	const double live = count_live(p, &saved), made = count_made(p, &saved);
	return live + made + OTHERS > TARGET && (registers < 0 || registers + saved > TARGET);
}

/* One address of many accesses stays: it is two registers, and would be moved often. */
static bool
stays(const pressure *p)
{
	int32_t first = NO_STEP;
	int accesses = 0;
	for (int32_t i = 0; i < p->plan->program->steps_count; i++) {
		if (first >= 0 && p->sums[i] >= 0 && p->sums[i] != first)
			return false;
		first = p->sums[i] >= 0 ? p->sums[i] : first;
		accesses += p->sums[i] >= 0;
	}
	return accesses > FEW_ACCESSES;
}

/* Every access has its sum moved; but a sum of two pointers, which is dearer (UIADD3, UIADD3.X), is moved once for all,
   and of a pointer that is moved on the first is in issue_pointers.c. */
static void
move_out(const pressure *p)
{
	bool *seen = gm_allocate((size_t)p->plan->program->steps_count + 1, sizeof *seen);
	for (int32_t i = 0; i < p->plan->program->steps_count; i++) {
		const int32_t sum = p->sums[i];
		if (sum < 0)
			continue;
		const bool made = made_by(p, i) == sum, dear = made && gm_issue_total(&p->plan->cost[sum]) > 1;
		if (dear ? !seen[sum] : made || seen[sum])
			p->plan->cost[i].either += MOVES;
		seen[sum] = true;
	}
	free(seen);
}

/* It is read in another block than the one where it is made; per unit, numbered from 1 on. */
static uint32_t *
number_crossing(const issue_plan *plan, uint32_t *count)
{
	const ptx_program *program = plan->program;
	uint32_t *number = gm_allocate(program->units_count + 1, sizeof *number);
	for (uint32_t u = 0; u < program->units_count; u++) {
		const int32_t from = plan->values.definition[u];
		bool crosses = from < 0;
		for (int32_t k = plan->values.first[u]; k < plan->values.first[u + 1] && !crosses; k++)
			crosses = !issue_same_block(plan, plan->values.readers[k], from);
		if (crosses && program->unit_bits[u] >= 32)
			number[u] = ++*count;
	}
	return number;
}

static void
price(pressure *p, double registers)
{
	p->needed = gm_allocate(p->plan->program->units_count + 1, sizeof *p->needed);
	p->waiting = gm_allocate(p->plan->program->units_count + 1, sizeof *p->waiting);
	if (!stays(p) && is_short(p, registers))
		move_out(p);
	free(p->needed);
	free(p->waiting);
}

/* Lanes of a warp go through it together; uniform registers are not to be had else. */
static bool
is_together(const pressure *p)
{
	return gm_ptx_loop_is_innermost(p->plan->program, (int32_t)(p->loop - p->plan->program->loops)) &&
	       !p->parted[p->plan->graph.node_of[p->loop->header]];
}

void
gm_ptx_issue_pressure(issue_plan *plan, double registers)
{
	const ptx_program *program = plan->program;
	if (plan->cc != SEEN_CC || program->loops_count == 0)
		return;
	pressure p = {.plan = plan,
		      .uniform = find_uniform(plan),
		      .parted = gm_ptx_issue_parted(plan),
		      .sums = gm_allocate((size_t)program->steps_count + 1, sizeof *p.sums)};
	uint32_t *number = NULL, count = 0;
	issue_live live;
	for (int32_t l = 0; l < program->loops_count; l++) {
		p.loop = &program->loops[l];
		if (!is_together(&p) || find_sums(&p) == 0)
			continue;
		if (!number) {
			number = number_crossing(plan, &count);
			gm_ptx_issue_live_init(&live, plan, number, count);
			p.live = &live;
		}
		price(&p, registers);
	}
	if (number)
		gm_ptx_issue_live_dispose(&live);
	free(number);
	free(p.uniform);
	free(p.parted);
	free(p.sums);
}
