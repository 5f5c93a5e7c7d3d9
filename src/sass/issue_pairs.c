/*
 * Arithmetic of pairs of halves: by HADD2, HMUL2 and HFMA2, or all three as multiply-adds of the tensor unit
 * (HFMA2.MMA), in turns.
 */
#include "sass/issue_step.h"

typedef enum pair_kind {
	PAIR_SUM,
	PAIR_PRODUCT,
	PAIR_FUSED,
	PAIR_KINDS
} pair_kind;

/* Of each kind: the last was made by the tensor unit, or counts as if it was. */
typedef struct pair_turns {
	bool tensor[PAIR_KINDS];
} pair_turns;

static bool
is_pair(const issue_plan *plan, int32_t i)
{
	const ptx_type type = (ptx_type)word_of(plan, i)->type;
	return (type == PTX_F16X2 || type == PTX_BF16X2) && !is_free(plan, i);
}

static pair_kind
kind_of(const issue_plan *plan, int32_t i)
{
	if (!is_pair(plan, i))
		return PAIR_KINDS;
	switch (word_of(plan, i)->opcode) {
	case OP_ADD:
	case OP_SUB: return (double)plan->cost[i].floats[GM_FLOAT_HFMA] > 0 ? PAIR_FUSED : PAIR_SUM;
	case OP_MUL: return PAIR_PRODUCT;
	case OP_FMA: return PAIR_FUSED;
	default: return PAIR_KINDS;
	}
}

/* A literal, or a pair that is made of literals. */
static bool
is_known(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (gm_ptx_issue_is_literal(plan, unit))
		return true;
	if (!is_opcode(plan, from, OP_MOV) && !is_opcode(plan, from, OP_CVT))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_known(plan, issue_source(plan, from, k)))
			return false;
	return plan->program->steps[from].sources_count > 0;
}

/* One half, of which HADD2, HMUL2 and HFMA2 make a pair themselves. */
static bool
is_half_twice(const issue_plan *plan, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 1)
		from = issue_definition(plan, issue_source(plan, from, 0));
	return is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 2 &&
	       issue_source(plan, from, 0) == issue_source(plan, from, 1) &&
	       !is_known(plan, issue_source(plan, from, 0));
}

typedef struct pair_operands {
	int known, twice;
} pair_operands;

/* Those of a product that is part of the sum among them. */
static void
look_at_operands(const issue_plan *plan, int32_t i, pair_operands *out)
{
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t from = issue_definition(plan, unit);
		if (is_opcode(plan, from, OP_MUL) && is_free(plan, from))
			look_at_operands(plan, from, out);
		out->known += is_known(plan, unit);
		out->twice += is_half_twice(plan, unit);
	}
}

/* The tensor unit takes no half for a pair, adds no literal and has room for one. */
static bool
can_be_tensor(const issue_plan *plan, int32_t i, pair_kind kind)
{
	static const int most_known[PAIR_KINDS] = {[PAIR_SUM] = 0, [PAIR_PRODUCT] = 1, [PAIR_FUSED] = 1};
	pair_operands operands = {0};
	look_at_operands(plan, i, &operands);
	return operands.twice == 0 && operands.known <= most_known[kind];
}

static void
take_tensor(issue_plan *plan, int32_t i, pair_kind kind, pair_turns *turns)
{
	plan->cost[i] = issue_of(GM_UNIT_TENSOR, 1);
	plan->cost[i].floats[GM_FLOAT_HFMA] = 1;
	for (int k = PAIR_SUM; k < PAIR_FUSED; k++)
		turns->tensor[k] = true;
	turns->tensor[PAIR_FUSED] = kind == PAIR_FUSED;
}

/* Each kind takes turns by itself, and whatever the tensor unit makes is the turn of sums and products, too;
   one of these ends the turn of multiply-adds (876 sequences of one to six, ptxas 13.0 for sm_90). */
void
gm_ptx_issue_pairs(issue_plan *plan)
{
	pair_turns turns = {0};
	if (plan->cc < 80 || plan->cc >= 100)
		return;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const pair_kind kind = kind_of(plan, i);
		if (kind == PAIR_KINDS)
			continue;
		if (!turns.tensor[kind] && can_be_tensor(plan, i, kind))
			take_tensor(plan, i, kind, &turns);
		else
			turns.tensor[kind] = false;
	}
}
