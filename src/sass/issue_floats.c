#include "sass/issue_step.h"

#include "base/bits.h"

issue_class
gm_ptx_issue_class(ptx_type type)
{
	const int bits = type == PTX_NO_TYPE ? 32 : gm_ptx_type_bits(type);
	if (type == PTX_PRED)
		return CLASS_PREDICATE;
	if (type != PTX_NO_TYPE && gm_ptx_type_kind(type) == KIND_FLOAT)
		return type == PTX_F64                        ? CLASS_DOUBLE
		       : type == PTX_F32 || type == PTX_F32X2 ? CLASS_SINGLE
							      : CLASS_HALF;
	return bits > 32 ? CLASS_LONG : CLASS_INTEGER;
}

typedef struct float_rule {
	uint8_t opcode, class;
	uint16_t flags; /* all of them are there */
	float floats[GM_FLOAT_COUNT];
} float_rule;

#define OF(kind, n) [GM_FLOAT_##kind] = (n)

/*
 * The first row that fits. Seen with nvdisasm in code of ptxas 13.0 for sm_90, each instruction in a
 * kernel of its own. What scales denormal numbers stands under a predicate that few lanes hold: it
 * is issued (issue_rules.c) and not counted here.
 */
static const float_rule rules[] = {
	{OP_ADD, CLASS_SINGLE, 0, {OF(FADD, 1)}},
	{OP_ADD, CLASS_DOUBLE, 0, {OF(DADD, 1)}},
	{OP_ADD, CLASS_HALF, 0, {OF(HADD, 1)}},
	{OP_SUB, CLASS_SINGLE, 0, {OF(FADD, 1)}},
	{OP_SUB, CLASS_DOUBLE, 0, {OF(DADD, 1)}},
	{OP_SUB, CLASS_HALF, 0, {OF(HADD, 1)}},
	{OP_MUL, CLASS_SINGLE, 0, {OF(FMUL, 1)}},
	{OP_MUL, CLASS_DOUBLE, 0, {OF(DMUL, 1)}},
	{OP_MUL, CLASS_HALF, 0, {OF(HMUL, 1)}},
	{OP_ABS, CLASS_SINGLE, 0, {OF(FADD, 1)}},
	{OP_NEG, CLASS_SINGLE, 0, {OF(FADD, 1)}},
	{OP_ABS, CLASS_DOUBLE, 0, {OF(DADD, 1)}},
	{OP_NEG, CLASS_DOUBLE, 0, {OF(DADD, 1)}},
	{OP_ABS, CLASS_HALF, 0, {OF(HADD, 1)}},
	{OP_NEG, CLASS_HALF, 0, {OF(HADD, 1)}},
	{OP_DIV, CLASS_DOUBLE, 0, {OF(FFMA, 1), OF(DMUL, 1), OF(DFMA, 7)}},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE, {OF(FMUL, 1)}},
	{OP_DIV, CLASS_SINGLE, WORD_FULL | WORD_FLUSH, {OF(FMUL, 3)}},
	{OP_DIV, CLASS_SINGLE, WORD_FULL, {OF(FMUL, 4)}},
	{OP_DIV, CLASS_SINGLE, 0, {OF(FFMA, 5)}},
	{OP_RCP, CLASS_DOUBLE, WORD_APPROXIMATE, {0}},
	{OP_RCP, CLASS_DOUBLE, 0, {OF(DFMA, 5)}},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, {0}},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE, {OF(FMUL, 2)}},
	{OP_RCP, CLASS_SINGLE, 0, {OF(FADD, 1), OF(FFMA, 2)}},
	{OP_SQRT, CLASS_DOUBLE, 0, {OF(DMUL, 3), OF(DFMA, 5)}},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE, {0}},
	{OP_SQRT, CLASS_SINGLE, 0, {OF(FMUL, 2), OF(FFMA, 2)}},
	{OP_RSQRT, CLASS_DOUBLE, WORD_FLUSH, {0}},
	{OP_RSQRT, CLASS_DOUBLE, 0, {OF(DMUL, 2), OF(DFMA, 3)}},
	{OP_SIN, CLASS_SINGLE, 0, {OF(FMUL, 1)}},
	{OP_COS, CLASS_SINGLE, 0, {OF(FMUL, 1)}},
};

gm_float
gm_ptx_issue_fused(ptx_type type)
{
	switch (gm_ptx_issue_class(type)) {
	case CLASS_SINGLE: return GM_FLOAT_FFMA;
	case CLASS_DOUBLE: return GM_FLOAT_DFMA;
	case CLASS_HALF: return GM_FLOAT_HFMA;
	default: return GM_FLOAT_COUNT;
	}
}

void
gm_ptx_issue_floats(const ptx_word *w, gm_issue *out)
{
	const issue_class class = gm_ptx_issue_class((ptx_type)w->type);
	const gm_float fused = gm_ptx_issue_fused((ptx_type)w->type);
	if ((w->opcode == OP_FMA || w->opcode == OP_MAD) && fused < GM_FLOAT_COUNT)
		out->floats[fused] = 1;
	if (w->opcode == OP_CVT && class == CLASS_SINGLE && w->second == PTX_F16)
		out->floats[GM_FLOAT_HADD] = 1; /* HADD2.F32 */
	const bool sign = w->opcode == OP_ABS || w->opcode == OP_NEG;
	if (sign && (w->type == PTX_BF16 || w->type == PTX_BF16X2)) { /* -0 * 0 - x */
		out->floats[GM_FLOAT_HFMA] = 1;
		return;
	}
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		const float_rule *r = &rules[i];
		if (r->opcode != w->opcode || (r->flags & w->flags) != r->flags || r->class != class)
			continue;
		for (int f = 0; f < GM_FLOAT_COUNT; f++)
			out->floats[f] = r->floats[f];
		return;
	}
}

/* sin and cos of one angle share its scaling: the later of the two has none of its own. */
void
gm_ptx_issue_angle(issue_plan *plan, int32_t i)
{
	const bool cosine = is_opcode(plan, i, OP_COS);
	if (!cosine && !is_opcode(plan, i, OP_SIN))
		return;
	const uint32_t angle = issue_source(plan, i, 0);
	for (int32_t k = i - 1; k >= 0 && issue_same_block(plan, i, k); k--)
		if (is_opcode(plan, k, cosine ? OP_SIN : OP_COS) &&
		    issue_source(plan, k, 0) == angle)
			plan->cost[i] = issue_of(GM_UNIT_XU, 1);
}

/* FMUL multiplies its result by it on the way: .D8 to .D2, .M2 to .M8. */
bool
gm_ptx_issue_scales(float value)
{
	static const float scales[] = {0.125f, 0.25f, 0.5f, 2, 4, 8};
	for (size_t s = 0; s < sizeof scales / sizeof *scales; s++)
		if (value == scales[s])
			return true;
	return false;
}

static bool
is_scale(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	return unit != PTX_NO_UNIT && gm_ptx_issue_literal_value(plan, unit, &value) &&
	       gm_ptx_issue_scales(gm_float_of_bits((uint32_t)value));
}

/* One FMUL is all it is, or the last of an approximate quotient. */
bool
gm_ptx_issue_can_scale(const issue_plan *plan, int32_t step)
{
	const bool product = is_opcode(plan, step, OP_MUL);
	const bool quotient = is_opcode(plan, step, OP_DIV) &&
			      word_of(plan, step)->flags & (WORD_APPROXIMATE | WORD_FULL);
	return (product || quotient) && word_of(plan, step)->type == PTX_F32 && used_once(plan, step) &&
	       !plan->program->steps[step].saturate && plan->cost[step].floats[GM_FLOAT_FMUL] >= 1;
}

/* A product by a power of two from 1/8 to 8 of a product that nobody else reads, in whatever block, is a
   scale of the latter (FMUL.D2), where no sum takes it, whatever their signs (56 expressions and 10 kernels, ptxas 13.0
   for sm_90). */
static bool
scales_product(const issue_plan *plan, int32_t i)
{
	if (!is_opcode(plan, i, OP_MUL) || word_of(plan, i)->type != PTX_F32 || plan->cost[i].floats[GM_FLOAT_FMUL] != 1)
		return false;
	for (int k = 0; k < 2; k++) {
		const int32_t product = issue_definition(plan, issue_source(plan, i, k));
		if (is_scale(plan, issue_source(plan, i, 1 - k)) && product >= 0 && gm_ptx_issue_can_scale(plan, product))
			return true;
	}
	return false;
}

void
gm_ptx_issue_scale(issue_plan *plan, int32_t i)
{
	if (scales_product(plan, i))
		vanish(plan, i);
}

/* Made under a predicate in the block of the product: by a selection, or scaled back after MUFU. */
static bool
is_made_under(const issue_plan *plan, int32_t product, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_opcode(plan, from, OP_NEG) || is_opcode(plan, from, OP_ABS))
		from = issue_definition(plan, issue_source(plan, from, 0));
	return from >= 0 && issue_same_block(plan, from, product) &&
	       (plan->program->steps[from].picks >= 0 || gm_ptx_issue_is_scaled_back(plan, from));
}

/* With its sign it is an FFMA with -0: not by what is made under a predicate, nor where it is a scale of another. */
bool
gm_ptx_issue_can_turn(const issue_plan *plan, int32_t product)
{
	return is_opcode(plan, product, OP_MUL) && !is_free(plan, product) && used_once(plan, product) &&
	       !scales_product(plan, product) && !is_made_under(plan, product, issue_source(plan, product, 0)) &&
	       !is_made_under(plan, product, issue_source(plan, product, 1));
}
