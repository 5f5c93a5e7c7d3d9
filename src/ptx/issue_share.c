/*
 * What ptxas may write for either of two units: an addition as IADD3 (ALU) or as VIADD or IMAD.IADD (FMA), a
 * carried one as IADD3.X or IMAD.X, a move as MOV or IMAD.MOV, a left shift as SHF or IMAD.SHL. It shares
 * them out until a kernel's code has as many instructions of the one as of the other.
 *
 * Source: code of ptxas 13.0 for sm_90 that is not judged (the kernels of tests/ptx/lowering and of the
 * calibration): counted so, 2 % of the instructions of either unit are booked wrong, with one share for
 * all kernels 11 %, balanced within basic blocks 6 %. That VIADD is one of FMA is what counters of an
 * H200 say (sequence_u32_popc and others).
 */
#include "ptx/issue.h"

void
gm_ptx_issue_share(issue_plan *plan)
{
	const int32_t steps = plan->program->steps_count;
	double alu = 0, fma = 0, either = 0;
	for (int32_t i = 0; i < steps; i++) {
		const gm_issue *cost = &plan->cost[i];
		alu += plan->copies[i] * (double)cost->of[GM_UNIT_ALU];
		fma += plan->copies[i] * (double)cost->of[GM_UNIT_FMA];
		either += plan->copies[i] * (double)cost->either;
	}
	if (either <= 0)
		return;
	double to_alu = (fma + either - alu) / 2;
	to_alu = to_alu < 0 ? 0 : to_alu > either ? either : to_alu;
	for (int32_t i = 0; i < steps; i++) {
		gm_issue *cost = &plan->cost[i];
		const double part = (double)cost->either * to_alu / either;
		cost->of[GM_UNIT_ALU] += (float)part;
		cost->of[GM_UNIT_FMA] += cost->either - (float)part;
		cost->either = 0;
	}
}
