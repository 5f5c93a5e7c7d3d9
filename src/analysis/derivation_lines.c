#include "analysis/derivation_build.h"

#include "model/limits_latency.h"

static gm_term
power(const char *symbol, double value)
{
	return gm_term_modelled(symbol, "power of their number", value, "", "model/limits: calibration kernels on an H200");
}

/* Clocks that a line is on its way, of L2 and, of some, of DRAM. */
static gm_term
cycles_term(gm_derivation *d, const gm_limits_input *in)
{
	static const char name[] = "clocks that a line is on its way";
	const double value = gm_limit_line_cycles(in);
	if (!gm_derivation_find(d, "n_line"))
		return gm_term_modelled("c_line", name, value, "cycles", "model/limits: the latency, for it alone");
	const gm_term near = gm_term_fact(d, GM_LATENCY_L2), lines = gm_term_named(d, "n_line");
	const gm_term a_line = power("a_line", GM_L2_LINES_POWER);
	if (!gm_derivation_find(d, "n_place") || !gm_derivation_find(d, "s_DRAM"))
		return gm_term_step(d, gm_step_derived(d, "c_line", name, "cycles", "L_L2 * pow(n_line, a_line)",
						       GM_TERMS(near, lines, a_line)));
	return gm_term_step(
		d, gm_step_derived(d, "c_line", name, "cycles",
				   "L_L2 * pow(n_line, a_line) + min(1, s_DRAM) * "
				   "max(0, L_DRAM * pow(n_place, a_place) - L_L2 * pow(n_line, a_line))",
				   GM_TERMS(near, lines, a_line, gm_term_named(d, "s_DRAM"), gm_term_fact(d, GM_LATENCY_DRAM),
					    gm_term_named(d, "n_place"), power("a_place", GM_DRAM_PLACES_POWER))));
}

int
gm_derivation_line_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value value)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const gm_term lines = gm_term_modelled("N_miss", "lines that loads lack in L1", in.traffic->read_lines, "lines",
					       "model/traffic: of each load the lines, as much of them as L2 is asked for");
	const gm_term cycles = cycles_term(d, &in);
	return gm_step_told(d, symbol, name, "cycles", value, "N_miss * c_line", GM_TERMS(lines, cycles));
}
