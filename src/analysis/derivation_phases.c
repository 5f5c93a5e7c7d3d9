#include "analysis/derivation_build.h"

#include "model/limits_latency.h"

int
gm_derivation_phases(gm_derivation *d, int block)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const double alone = d->steps[block].value.value, parted = gm_limit_parted_cycles(&in);
	if (parted <= alone * (1 + 1e-9))
		return block;
	const gm_term beside = gm_term_modelled(
		"c_parted", "clocks beside the work of all, phase by phase", parted, "cycles",
		"model/phases: each between two barriers");
	const gm_term blocks =
		gm_term_modelled("n_at", "blocks of an SM at a time", gm_limit_resident(&in), "",
				 "the grid and the occupancy");
	const int step = gm_step_derived(
		d, "c_phased", "the same with barriers between waits and work", "cycles",
		"c_block + (c_parted - c_block) / n_at",
		GM_TERMS(gm_term_step(d, block), beside, blocks));
	gm_step_note(d, "In each phase waits and work hide behind each other, but no warp passes a "
			"barrier before the last has come; other blocks cover the rest.");
	return step;
}
