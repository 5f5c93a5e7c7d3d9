#include "sass/issue_step.h"

static bool
result_is_read(const issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	return unit != PTX_NO_UNIT && plan->values.uses[unit] > 0;
}

/* An integer sum, or the like, at an address that all lanes share is made within the warp first:
   VOTEU, UFLO, S2R, ISETP, then POPC or REDUX and MOV, one lane's RED; with a result also SHFL and
   each lane's part. The sum of ones in shared memory is one ATOMS.POPC.INC from 8.0 on. */
void
gm_ptx_issue_atomic(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool atomic = is_opcode(plan, i, OP_ATOM) || is_opcode(plan, i, OP_RED);
	const bool joins = s->rounding == MOD_add || s->rounding == MOD_min ||
			   s->rounding == MOD_max || s->rounding == MOD_and ||
			   s->rounding == MOD_or;
	if (!atomic || !joins || is_float(plan, i) || bits_of(plan, i) != 32 ||
	    s->a == PTX_NO_UNIT || plan->values.varies[s->a])
		return;
	const bool literal = gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1));
	if (result_is_read(plan, i)) {
		plan->cost[i] = (gm_issue){.of = {[GM_UNIT_ALU] = 3,
					    [GM_UNIT_LSU] = 2,
					    [GM_UNIT_XU] = 3,
					    [GM_UNIT_OTHER] = 3}};
		return;
	}
	if (literal && s->space == SPACE_SHARED && plan->cc >= 80)
		return;
	plan->cost[i] = (gm_issue){.of = {[GM_UNIT_ALU] = literal ? 1 : 2,
				    [GM_UNIT_LSU] = 1,
				    [GM_UNIT_XU] = literal ? 1 : 0,
				    [GM_UNIT_OTHER] = literal ? 3 : 4}};
	if (!literal && plan->cc < 80) /* no REDUX: five shuffles and additions */
		plan->cost[i] = (gm_issue){.of = {[GM_UNIT_ALU] = 6,
					    [GM_UNIT_LSU] = 6,
					    [GM_UNIT_CONTROL] = 1,
					    [GM_UNIT_OTHER] = 2}};
}

/* Reads the unit as the address of an access and as nothing else. */
static bool
is_address_of(const ptx_step *s, const uint32_t *sources, uint32_t unit)
{
	int reads = 0;
	for (int k = 0; k < s->sources_count; k++)
		reads += sources[k] == unit;
	return reads == 1 && s->a == unit && s->action == ACTION_MEMORY && !s->streams_itself &&
	       !s->copies;
}

/* A number added to an address that only accesses read is their offset; to one that changes, only behind it in its
   block. */
void
gm_ptx_issue_offset(issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	const uint32_t unit = issue_result(plan, i), base = issue_source(plan, i, 0);
	if (!is_opcode(plan, i, OP_ADD) || is_float(plan, i) || unit == PTX_NO_UNIT ||
	    base == PTX_NO_UNIT || plan->values.definition[unit] != i || plan->values.uses[unit] == 0 ||
	    !gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1)))
		return;
	const bool changes = plan->values.definition[base] == MANY_STEPS;
	for (int32_t k = 0; k < p->steps_count; k++)
		for (int n = 0; n < p->steps[k].sources_count; n++)
			if (issue_source(plan, k, n) == unit &&
			    (!is_address_of(&p->steps[k], &p->units[p->steps[k].sources], unit) ||
			     (changes && (k < i || !issue_same_block(plan, i, k)))))
				return;
	vanish(plan, i);
}

/* A joined access is issued once; see join.h. */
void
gm_ptx_issue_joined(issue_plan *plan, int32_t i)
{
	if (plan->program->steps[i].joined_to >= 0)
		vanish(plan, i);
}

/* The instruction that makes the value is issued under the predicate; see pick.h. */
void
gm_ptx_issue_picked(issue_plan *plan, int32_t i)
{
	const int32_t made = plan->program->steps[i].picks;
	if (made < 0 || is_free(plan, made))
		return;
	vanish(plan, i);
	for (int f = 0; f < GM_FLOAT_COUNT; f++) {
		plan->cost[i].floats[f] = plan->cost[made].floats[f];
		plan->cost[made].floats[f] = 0;
	}
}

/* A sum with what differs between lanes that is part of its product. */
static bool
is_joined_sum(const issue_plan *plan, int32_t step)
{
	const bool sum = is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB);
	return sum && is_free(plan, step) && plan->values.varies[issue_result(plan, step)];
}

/* Integers alike in all lanes are computed in uniform registers, from 7.5 on; but a product to which what
   differs is added by the same IMAD. */
void
gm_ptx_issue_uniform(issue_plan *plan, int32_t i)
{
	static const ptx_opcode uniform[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_SHL,  OP_SHR,
					     OP_AND, OP_OR,  OP_XOR, OP_NOT, OP_SELP, OP_CVT};
	const uint32_t unit = issue_result(plan, i);
	bool known = false;
	for (size_t k = 0; k < sizeof uniform / sizeof *uniform; k++)
		known |= is_opcode(plan, i, uniform[k]);
	if (!known || unit == PTX_NO_UNIT || plan->values.varies[unit] || is_float(plan, i) ||
	    plan->cc < 75)
		return;
	if (is_opcode(plan, i, OP_MUL) && gm_ptx_issue_all_users(plan, i, is_joined_sum))
		return;
	plan->cost[i] = issue_of(GM_UNIT_OTHER, gm_issue_total(&plan->cost[i]));
}
