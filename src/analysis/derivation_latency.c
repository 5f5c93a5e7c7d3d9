#include "analysis/derivation_build.h"

#include "model/limits_latency.h"

#include <math.h>

/* ---- a block that waits for its operands (model/limits.h, model/chain.h) ---- */

/* The share of reads that goes on from one level to the next; 1 where nothing is read. Whole units may
   be fetched for less, which only a share that is a chance leaves out. */
static int
add_share(gm_derivation *d, const char *symbol, const char *name, gm_level inner, gm_level outer,
	  const char *inner_symbol, const char *outer_symbol, bool chance)
{
	const gm_traffic *t = &d->prediction->traffic;
	const gm_value from = t->read_bytes[inner], to = t->read_bytes[outer];
	if (from.kind == GM_KIND_UNKNOWN || to.kind == GM_KIND_UNKNOWN || from.value <= 0)
		return gm_step_given(d, symbol, name, "",
				     (gm_value){1, GM_KIND_MODEL, "nothing is read"},
				     "nothing is read, or it is not known what");
	return gm_step_derived(
		d, symbol, name, "",
		gm_arena_print(d->arena, chance ? "min(1, %s / %s)" : "%s / %s", outer_symbol,
			       inner_symbol),
		GM_TERMS(gm_term_named(d, outer_symbol), gm_term_named(d, inner_symbol)));
}

static gm_term
chain_term(gm_derivation *d, const char *symbol, const char *name, double value, const char *unit)
{
	return gm_term_modelled(
		symbol, name, value, unit,
		gm_arena_print(d->arena, "model/chain: %zu block%s replayed",
			       d->prediction->counts.blocks_replayed,
			       d->prediction->counts.blocks_replayed == 1 ? "" : "s"));
}

/* Clocks of a block if the next level served its loads: those that it waits for one after the other
   each take longer. */
static int
add_chain(gm_derivation *d, int inner, gm_served by, gm_fact_id near, gm_fact_id far,
	  const char *suffix)
{
	const gm_chain_cycles *chain = &d->prediction->counts.block_cycles;
	const double more = chain->by[by] - chain->by[by - 1];
	const char *symbol = gm_arena_print(d->arena, "c_%s", suffix);
	const char *name =
		gm_arena_print(d->arena, "clocks of a block if %s served all loads", suffix);
	const gm_value value = {chain->by[by], GM_KIND_MODEL, "model/chain: the block replayed"};
	const gm_term from = gm_term_step(d, inner);
	const double longer = gm_derivation_knows(d, near) && gm_derivation_knows(d, far)
				      ? gm_device_value(d->prediction->device, far) -
						gm_device_value(d->prediction->device, near)
				      : 0;
	if (more == 0)
		return gm_step_told(d, symbol, name, "cycles", value, from.symbol, GM_TERMS(from));
	if (longer <= 0)
		return gm_step_given(d, symbol, name, "cycles", value, value.why);
	const gm_term loads =
		chain_term(d, gm_arena_print(d->arena, "k_wait_%s", suffix),
			   "loads that it then waits for one after the other", more / longer, "");
	const gm_term l_near = gm_term_fact(d, near), l_far = gm_term_fact(d, far);
	return gm_step_told(d, symbol, name, "cycles", value,
			    gm_arena_print(d->arena, "%s + %s * (%s - %s)", from.symbol,
					   loads.symbol, l_far.symbol, l_near.symbol),
			    GM_TERMS(from, loads, l_far, l_near));
}

static gm_term
simulated_term(const char *symbol, const char *name, double value)
{
	return gm_term_modelled(symbol, name, value, "", "model/l1_simulation: one SM's blocks");
}

/* The chances that a group of loads waits for L2 and for DRAM: from the groups of a simulated SM,
   or, where L1 is not simulated, as if misses came one to a group. */
typedef struct waits {
	int l2, dram;
	int later, slower; /* for the slowest; -1: the latencies are not known */
} waits;

static const char l2_name[] = "chance that loads waited for together wait for L2";
static const char dram_name[] = "chance that they wait for DRAM";

static bool
knows_longer(const gm_derivation *d, gm_fact_id near, gm_fact_id far)
{
	const gm_device *device = d->prediction->device;
	return gm_derivation_knows(d, near) && gm_derivation_knows(d, far) &&
	       gm_device_value(device, far) > gm_device_value(device, near);
}

static gm_term
power_term(const char *symbol, double power)
{
	return gm_term_modelled(symbol, "power of their number", power, "",
				"model/limits: calibration kernels on an H200");
}

/* How much longer the slowest of several lines takes than one; -1 where the latencies are not known. */
static int
add_later(gm_derivation *d, gm_term l2, gm_term more)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const gm_term slowest = gm_term_modelled("c_SM", "clocks that the slowest SM waits longer",
						 gm_limit_slowest_sm(&in), "cycles",
						 "model/limits: loops on 1 to 264 SMs of an H200");
	const gm_load_waits *w = &d->prediction->traffic.waits;
	if (!knows_longer(d, GM_LATENCY_L1, GM_LATENCY_L2) || w->waiting <= 0)
		return -1;
	const gm_term each = simulated_term("l_g", "lines that a group of loads asks L2 for",
					    w->lines / w->groups);
	const int lines = gm_step_derived(d, "n_line", "lines that are waited for together", "",
					  "max(1, l_g * r_k / p_L2)", GM_TERMS(each, more, l2));
	return gm_step_derived(d, "v_L2", "a wait for the slowest of them, over that for one", "",
			       "(L_L2 * pow(n_line, a_line) + c_SM - L_L1) / (L_L2 - L_L1)",
			       GM_TERMS(gm_term_fact(d, GM_LATENCY_L2), gm_term_step(d, lines),
					power_term("a_line", GM_L2_LINES_POWER), slowest,
					gm_term_fact(d, GM_LATENCY_L1)));
}

/* The same of places in DRAM, beyond the wait for L2. */
static int
add_slower(gm_derivation *d, int later, gm_term unit, gm_term more, gm_term together)
{
	const gm_load_waits *w = &d->prediction->traffic.waits;
	if (later < 0 || !knows_longer(d, GM_LATENCY_L2, GM_LATENCY_DRAM))
		return -1;
	const gm_term each = simulated_term("n_group", "places in DRAM that such a group waits for",
					    w->opening > 0 ? w->places / w->opening : 1);
	const int places = gm_step_derived(
		d, "n_place", "places in DRAM that are waited for together", "",
		"max(1, p_unit * n_group * max(1, r_k) * pow(min(1, r_k), 1 - e_o))",
		GM_TERMS(unit, each, more, together));
	gm_step_note(d, "A run of n units counts as the root of n places.");
	return gm_step_derived(
		d, "v_DRAM", "a wait for the slowest of them, over that for one", "",
		"max(0, L_DRAM * pow(n_place, a_place) - L_L2 * pow(n_line, a_line)) / (L_DRAM - L_L2)",
		GM_TERMS(gm_term_fact(d, GM_LATENCY_DRAM), gm_term_step(d, places),
			 power_term("a_place", GM_DRAM_PLACES_POWER), gm_term_fact(d, GM_LATENCY_L2),
			 gm_term_named(d, "n_line"), power_term("a_line", GM_L2_LINES_POWER)));
}

/* Groups that the chain waits for may be larger or smaller than those that were simulated. */
static gm_term
add_more(gm_derivation *d, gm_term loads, gm_term size)
{
	static const char name[] = "loads of a wait, over those of such a group";
	const gm_value alike = {1, GM_KIND_MODEL, "the kernel waits for no load"};
	if (loads.value <= 0)
		return gm_term_step(d, gm_step_given(d, "r_k", name, "", alike, ""));
	return gm_term_step(d, gm_step_derived(d, "r_k", name, "", "max(1, k) / k_g",
					       GM_TERMS(loads, size)));
}

static waits
add_simulated_waits(gm_derivation *d, int behind_l2, gm_term loads)
{
	const gm_load_waits *w = &d->prediction->traffic.waits;
	const gm_term waiting = simulated_term("g_w", "groups of loads that wait for L2, of all",
					       w->waiting / w->groups);
	const gm_term opening = simulated_term(
		"g_o", "groups that wait for units of DRAM that are new to their SM, of all",
		w->opening / w->groups);
	const gm_term size = simulated_term("k_g", "loads in such a group", w->loads / w->groups);
	const gm_term openers = simulated_term(
		"k_o", "loads, or places in DRAM, of a group that are the first at a unit",
		gm_limit_openers(&d->prediction->traffic));
	const gm_term opened =
		simulated_term("o_unit", "bytes of such units for a byte that is fetched",
			       gm_limit_opened_ratio(d->prediction->device, w));
	const gm_term sharers =
		gm_term_modelled("n_same", "SMs that read the same at about the same time",
				 d->prediction->traffic.sharers, "", "model/traffic");
	const gm_term more = add_more(d, loads, size);
	const gm_term waiting_power = simulated_term(
		"e_w", "how misses of L1 come: 1 one to a group, 0 all together",
		gm_limit_waiting_power(w, more.value));
	const gm_term opening_power =
		simulated_term("e_o", "how such units come: 1 one to a group, 0 all together",
			       gm_limit_opening_power(w, more.value));
	const int l2 = gm_step_derived(d, "p_L2", l2_name, "", "min(1, g_w * pow(r_k, e_w))",
				       GM_TERMS(waiting, more, waiting_power));
	const int unit =
		opened.value > 0
			? gm_step_derived(d, "p_unit", "chance that such a unit comes from DRAM",
					  "", "min(1, s_DRAM * n_same / o_unit)",
					  GM_TERMS(gm_term_step(d, behind_l2), sharers, opened))
			: gm_step_given(d, "p_unit", "chance that such a unit comes from DRAM", "",
					(gm_value){0, GM_KIND_MODEL, "none is asked for"}, "");
	const double less = pow(fmin(1, more.value), 1 - opening_power.value);
	const gm_term drawn = simulated_term("s_drawn", "of what DRAM reads, the part at places in no order",
					     gm_limit_drawn_ratio(&d->prediction->traffic));
	const gm_term first = simulated_term(
		"p_drawn", "chance that one of these is the first at its place, which is less and less",
		gm_limit_drawn_chance(gm_term_step(d, unit).value, fmax(1, openers.value * less)));
	const int dram =
		drawn.value > 0
			? gm_step_derived(
				  d, "p_DRAM", dram_name, "",
				  "min(1, g_o * pow(r_k, e_o)) * (s_drawn * p_drawn + (1 - s_drawn) * "
				  "(1 - pow(1 - p_unit, max(1, k_o * pow(min(1, r_k), 1 - e_o)))))",
				  GM_TERMS(opening, more, opening_power, drawn, first, gm_term_step(d, unit), openers))
			: gm_step_derived(
				  d, "p_DRAM", dram_name, "",
				  "min(1, g_o * pow(r_k, e_o)) * "
				  "(1 - pow(1 - p_unit, max(1, k_o * pow(min(1, r_k), 1 - e_o))))",
				  GM_TERMS(opening, more, opening_power, gm_term_step(d, unit), openers));
	gm_step_note(d, "Who needs what another has just asked for waits as long as that one.");
	const int later = add_later(d, gm_term_step(d, l2), more);
	return (waits){l2, dram, later,
		       add_slower(d, later, gm_term_step(d, unit), more, opening_power)};
}

static waits
add_waits(gm_derivation *d, gm_term loads)
{
	const bool simulated = d->prediction->traffic.waits.groups > 0;
	const int behind_l2 =
		add_share(d, "s_DRAM", "share of reads behind L1 that L2 does not serve",
			  GM_LEVEL_L2, GM_LEVEL_DRAM, "r_L2", "r_DRAM", !simulated);
	if (simulated)
		return add_simulated_waits(d, behind_l2, loads);
	const int behind_l1 = add_share(d, "s_L2", "share of reads that L1 does not serve",
					GM_LEVEL_TRANSACTIONS, GM_LEVEL_L2, "r_tr", "r_L2", true);
	const int l2 = gm_step_derived(d, "p_L2", l2_name, "", "min(1, s_L2 * max(1, k))",
				       GM_TERMS(gm_term_step(d, behind_l1), loads));
	const int dram = gm_step_derived(
		d, "p_DRAM", dram_name, "", "min(1, s_L2 * s_DRAM * max(1, k))",
		GM_TERMS(gm_term_step(d, behind_l1), gm_term_step(d, behind_l2), loads));
	return (waits){l2, dram, -1, -1};
}

static int
add_block_cycles(gm_derivation *d)
{
	const gm_chain_cycles *chain = &d->prediction->counts.block_cycles;
	const gm_term loads = chain_term(d, "k", "loads that are waited for together",
					 chain->loads_per_wait, "");
	const waits w = add_waits(d, loads);
	const int l1 =
		gm_step_given(d, "c_L1", "clocks of a block if L1 served all loads", "cycles",
			      (gm_value){chain->by[GM_SERVED_L1], GM_KIND_MODEL, ""},
			      chain_term(d, "c_L1", "", 0, "").source);
	gm_step_note(
		d,
		"Each instruction issues when its operands are there, as if its warp were alone: "
		"the device's latencies, no unit in use by others.");
	if (d->prediction->counts.looks_cycles > 0)
		gm_step_note(d, "Among them, what a block takes to look back over those before it, "
				"some 1.28 times the root of the resident blocks, each look a load from L2.");
	const gm_fact_id behind =
		gm_derivation_knows(d, GM_LATENCY_L2) ? GM_LATENCY_L2 : GM_LATENCY_DRAM;
	const int l2 = add_chain(d, l1, GM_SERVED_L2, GM_LATENCY_L1, behind, "L2");
	const int dram = add_chain(d, l2, GM_SERVED_DRAM, GM_LATENCY_L2, GM_LATENCY_DRAM, "DRAM");
	if (w.slower >= 0)
		return gm_step_derived(
			d, "c_block", "clocks of a block that waits for its operands alone", "cycles",
			"c_L1 + p_L2 * v_L2 * (c_L2 - c_L1) + p_DRAM * v_DRAM * (c_DRAM - c_L2)",
			GM_TERMS(gm_term_step(d, l1), gm_term_step(d, w.l2),
				 gm_term_step(d, w.later), gm_term_step(d, l2),
				 gm_term_step(d, w.dram), gm_term_step(d, w.slower),
				 gm_term_step(d, dram)));
	return gm_step_derived(d, "c_block", "clocks of a block that waits for its operands alone",
			       "cycles", "c_L1 + p_L2 * (c_L2 - c_L1) + p_DRAM * (c_DRAM - c_L2)",
			       GM_TERMS(gm_term_step(d, l1), gm_term_step(d, w.l2),
					gm_term_step(d, l2), gm_term_step(d, w.dram),
					gm_term_step(d, dram)));
}

/* ---- rounds and gaps ---- */

static gm_term
constant(const char *symbol, const char *name, double cycles)
{
	return gm_term_modelled(symbol, name, cycles, "cycles",
				"model/limits: calibration kernels on an H200");
}

/* Until the first instructions have come; -1 where that is not known to take time. */
static int
add_first(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_limits_input in = gm_prediction_limits_input(p);
	const double cycles = gm_limit_first_cycles(&in);
	if (cycles <= 0)
		return -1;
	const gm_term first = constant("c_first", "code and constants come first", cycles);
	const gm_term clock = gm_term_sm_clock(d);
	return gm_step_derived(d, "t_first", "until the first instructions have come", "s",
			       gm_arena_print(d->arena, "c_first / %s", clock.symbol),
			       GM_TERMS(first, clock));
}

/* The first blocks do not all begin at once. -1 where neither is known to take time. */
static int
add_start(gm_derivation *d)
{
	const int step = add_first(d);
	const char *name = "clocks until the first round has started";
	const gm_term clock = gm_term_sm_clock(d);
	if (!gm_derivation_knows(d, GM_BLOCK_START_RATE))
		return step >= 0 ? gm_step_derived(
					   d, "start", name, "cycles",
					   gm_arena_print(d->arena, "t_first * %s", clock.symbol),
					   GM_TERMS(gm_term_step(d, step), clock))
				 : -1;
	const gm_term blocks = gm_term_named(d, "G"), sms = gm_term_fact(d, GM_SM_COUNT);
	const gm_term resident = gm_term_named(d, "n"), rate = gm_term_fact(d, GM_BLOCK_START_RATE);
	if (step < 0)
		return gm_step_derived(d, "start", name, "cycles", "min(G, SMs * n) / q_start",
				       GM_TERMS(blocks, sms, resident, rate));
	return gm_step_derived(d, "start", name, "cycles",
			       gm_arena_print(d->arena, "min(G, SMs * n) / q_start + t_first * %s",
					      clock.symbol),
			       GM_TERMS(blocks, sms, resident, rate, gm_term_step(d, step), clock));
}

/* Of the mean block: those that follow each other in one place. */
static int
add_rounds(gm_derivation *d)
{
	const gm_unevenness *uneven = &d->prediction->uneven;
	const gm_value waited = {uneven->rounds_ratio, GM_KIND_MODEL, "blocks of unlike length"};
	const gm_term sms = gm_term_fact(d, GM_SM_COUNT);
	const gm_term blocks = gm_term_named(d, "G"), resident = gm_term_named(d, "n");
	if (uneven->known)
		return gm_step_given(d, "rounds", "the last block's end over the mean block", "",
				     waited, "model/uneven: blocks in the order they start");
	const int alike = gm_step_derived(d, "rounds", "rounds of resident blocks", "",
					  "max(1, min(ceil(G / (SMs * n)), G / (SMs * n) + 0.5))",
					  GM_TERMS(blocks, sms, resident));
	const double longest = d->prediction->counts.longest_ratio;
	if (longest <= 1)
		return alike;
	return gm_step_derived(
		d, "rounds_l", "the same, and at least the longest block", "", "max(rounds, longest)",
		GM_TERMS(gm_term_step(d, alike),
			 gm_term_modelled("longest",
					  "the longest of the blocks that were followed, to the mean",
					  longest, "", "model/chain")));
}

int
gm_derivation_latency_cycles(gm_derivation *d, const char *symbol, const char *name,
			     gm_value cycles)
{
	const gm_term block = gm_term_step(d, gm_derivation_phases(d, add_block_cycles(d)));
	const gm_term rounds = gm_term_step(d, add_rounds(d));
	const int start = add_start(d);
	if (start < 0)
		return gm_step_told(d, symbol, name, "cycles", cycles,
				    gm_arena_print(d->arena, "%s * %s", rounds.symbol, block.symbol),
				    GM_TERMS(rounds, block));
	return gm_step_told(d, symbol, name, "cycles", cycles,
			    gm_arena_print(d->arena, "%s * %s + start", rounds.symbol, block.symbol),
			    GM_TERMS(rounds, block, gm_term_step(d, start)));
}

/* -1: DRAM writes nothing. */
static int
add_writes(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_limits_input in = gm_prediction_limits_input(p);
	const double writes = gm_limit_dram_writes_s(&in) * gm_limit_sm_clock(&in);
	if (writes <= 0)
		return -1;
	const gm_term clock = gm_term_sm_clock(d);
	return gm_step_told(d, "c_written", "clocks that DRAM writes while reads wait", "cycles",
			    (gm_value){writes, GM_KIND_MODEL, ""},
			    gm_arena_print(d->arena, "t_dram * min(r_DRAM, w_DRAM) / (r_DRAM + w_DRAM) * %s",
					   clock.symbol),
			    GM_TERMS(gm_term_named(d, "t_dram"), gm_term_named(d, "w_DRAM"),
				     gm_term_named(d, "r_DRAM"), clock));
}

int
gm_derivation_gap_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles)
{
	const gm_prediction *p = d->prediction;
	const int64_t stores =
		gm_counts_sum(p->kernel, &p->counts, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL);
	const char *gap_name = "clocks from a block to the next in its place";
	const gm_term least = gm_term_fact(d, GM_BLOCK_GAP), warps = gm_term_named(d, "W");
	const gm_term warp = constant("c_warp", "for each warp", GM_GAP_PER_WARP_CYCLES);
	const gm_term store = constant("c_store", "where a block stores", GM_GAP_OF_STORES_CYCLES);
	const int writes = add_writes(d);
	const int gap =
		stores > 0 ? gm_step_derived(d, "gap", gap_name, "cycles",
					     "c_gap + c_warp * W + c_store",
					     GM_TERMS(least, warp, warps, store))
			   : gm_step_derived(d, "gap", gap_name, "cycles", "c_gap + c_warp * W",
					     GM_TERMS(least, warp, warps));
	if (writes < 0)
		return gm_step_told(d, symbol, name, "cycles", cycles, "(rounds - 1) * gap",
				    GM_TERMS(gm_term_named(d, "rounds"), gm_term_step(d, gap)));
	const gm_term part = gm_term_modelled("w_part", "of these, what the next blocks wait for",
					      GM_GAP_OF_WRITES, "",
					      "model/limits: calibration kernels on an H200");
	return gm_step_told(d, symbol, name, "cycles", cycles,
			    "(rounds - 1) * gap + w_part * c_written",
			    GM_TERMS(gm_term_named(d, "rounds"), gm_term_step(d, gap), part,
				     gm_term_step(d, writes)));
}

int
gm_derivation_start_cycles(gm_derivation *d, const char *symbol, const char *name,
			   gm_value cycles)
{
	return gm_step_told(d, symbol, name, "cycles", cycles, "G / q_start + c_block",
			    GM_TERMS(gm_term_named(d, "G"), gm_term_fact(d, GM_BLOCK_START_RATE),
				     gm_term_named(d, "c_block")));
}
