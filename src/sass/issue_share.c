/*
 * What ptxas may write for either of two units: an addition as IADD3 (ALU) or as VIADD or IMAD.IADD (FMA), a
 * carried one as IADD3.X or IMAD.X, a move as MOV or IMAD.MOV, a left shift as SHF or IMAD.SHL. It shares
 * them out until a kernel's code has as many instructions of the one as of the other, that of the
 * subroutines for the rare operands of divisions and roots included.
 *
 * Source: code of ptxas 13.0 for sm_90 that is not judged (the kernels of tests/ptx/lowering and of the
 * calibration): counted so, 2 % of the instructions of either unit are booked wrong, with one share for
 * all kernels 11 %, balanced within basic blocks 6 %. That VIADD is one of FMA is what counters of an
 * H200 say (sequence_u32_popc and others).
 */
#include "sass/issue.h"

/* Code that stands in a kernel once, however often it is called. Counted in the code of sequence_*. */
static const struct {
	uint8_t opcode, class;
	uint8_t alu, fma, either;
} subroutines[] = {
	{OP_DIV, CLASS_SINGLE, 49, 15, 16}, {OP_RCP, CLASS_SINGLE, 22, 9, 11},
	{OP_SQRT, CLASS_SINGLE, 4, 8, 5},   {OP_DIV, CLASS_DOUBLE, 38, 0, 27},
	{OP_RCP, CLASS_DOUBLE, 5, 0, 10},   {OP_SQRT, CLASS_DOUBLE, 6, 0, 11},
	{OP_RSQRT, CLASS_DOUBLE, 4, 0, 10},
};

typedef struct unit_counts {
	double alu, fma, either;
} unit_counts;

static bool
calls(const issue_plan *plan, uint8_t opcode, uint8_t class)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const ptx_word *w = &plan->program->words[i];
		if (w->opcode == opcode && gm_ptx_issue_calls(&plan->cost[i]) &&
		    gm_ptx_issue_class((ptx_type)w->type) == (issue_class)class)
			return true;
	}
	return false;
}

/* Instructions of the kernel's code, each once for each copy of it. */
static unit_counts
written(const issue_plan *plan)
{
	unit_counts sum = {0, 0, 0};
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const gm_issue *cost = &plan->cost[i];
		sum.alu += plan->copies[i] * (double)cost->of[GM_UNIT_ALU];
		sum.fma += plan->copies[i] * (double)cost->of[GM_UNIT_FMA];
		sum.either += plan->copies[i] * (double)cost->either;
	}
	for (size_t s = 0; s < sizeof subroutines / sizeof *subroutines; s++) {
		if (!calls(plan, subroutines[s].opcode, subroutines[s].class))
			continue;
		sum.alu += subroutines[s].alu;
		sum.fma += subroutines[s].fma;
		sum.either += subroutines[s].either;
	}
	return sum;
}

void
gm_ptx_issue_share(issue_plan *plan)
{
	const unit_counts sum = written(plan);
	double to_alu = (sum.fma + sum.either - sum.alu) / 2;
	to_alu = to_alu < 0 ? 0 : to_alu > sum.either ? sum.either : to_alu;
	for (int32_t i = 0; i < plan->program->steps_count && sum.either > 0; i++) {
		gm_issue *cost = &plan->cost[i];
		const double part = (double)cost->either * to_alu / sum.either;
		cost->of[GM_UNIT_ALU] += (float)part;
		cost->of[GM_UNIT_FMA] += cost->either - (float)part;
		cost->either = 0;
	}
}
