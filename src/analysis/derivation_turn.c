#include "analysis/derivation_build.h"

#include "model/waited.h"

/* Blocks that wait for each other: what their links are made of. */

static double
near(const gm_derivation *d)
{
	return gm_device_value_or(d->prediction->device, GM_LATENCY_L2, 0);
}

/* From the first block's start to the last's end. */
static int
add_followed(gm_derivation *d, double cycles)
{
	const gm_waited *w = &d->prediction->counts.waited;
	const gm_value value = {cycles, GM_KIND_MODEL, ""};
	const int step = gm_step_given(d, "c_turn", "clocks from the first block's start to the last's end", "cycles",
				       value, "model/waited: blocks side by side, each with what it waits for");
	gm_step_note(d,
		     "A block that asks in a loop finds what another has written half a turn of the loop later, in the "
		     "mean; an answer from L2 takes %.0f clocks, what an atomic returns %.0f, a fence behind loads or stores "
		     "%.0f, with nothing before it %.0f (calibration kernels on an H200); then comes what it does until it "
		     "writes what the next waits for.",
		     GM_WAITED_LOAD * near(d), GM_WAITED_ATOMIC * near(d), GM_WAITED_FENCE_STORED * near(d),
		     GM_WAITED_FENCE * near(d));
	if (gm_waited_is_short(&d->prediction->counts))
		gm_step_note(d, "Of the first round of blocks too little was followed: the latency, and at each meeting two "
				"loads or the turns of all at the word.");
	else if (w->cut)
		gm_step_note(d, "Followed in part, and stretched to all that blocks tell each other.");
	return step;
}

int
gm_derivation_turn_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles)
{
	const gm_step *first = gm_derivation_find(d, "t_first");
	const double before = first ? first->value.value * gm_device_value_or(d->prediction->device, GM_SM_CLOCK, 0) : 0;
	const gm_term followed = gm_term_step(d, add_followed(d, cycles.value - before));
	first = gm_derivation_find(d, "t_first"); /* steps may have moved */
	if (!first)
		return gm_step_told(d, symbol, name, "cycles", cycles, "c_turn", GM_TERMS(followed));
	const gm_term clock = gm_term_sm_clock(d);
	return gm_step_told(d, symbol, name, "cycles", cycles,
			    gm_arena_print(d->arena, "c_turn + t_first * %s", clock.symbol),
			    GM_TERMS(followed, gm_term_named(d, "t_first"), clock));
}
