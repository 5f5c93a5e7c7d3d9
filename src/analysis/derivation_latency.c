#include "analysis/derivation_build.h"

/* ---- DRAM (model/limits_memory.c) ---- */

/* Scattered bytes whose rate the device file knows. */
static bool
is_told(const gm_device *device, double bytes, gm_fact_id rate)
{
	return bytes > 0 && gm_device_knows(device, rate) && gm_device_knows(device, GM_DRAM_FETCH) &&
	       gm_device_knows(device, GM_SM_CLOCK);
}

/* Where reads alone are faster than a copy, each turn of direction costs; and scattered accesses
   open a row of DRAM each. */
bool
gm_derivation_dram_time(gm_derivation *d, const char *symbol, const char *name, gm_value time)
{
	const gm_traffic *t = &d->prediction->traffic;
	const gm_device *device = d->prediction->device;
	const bool alone = gm_device_knows(device, GM_DRAM_READ_BANDWIDTH_MEASURED);
	const bool reads = is_told(device, t->scattered_read_bytes, GM_DRAM_SCATTERED_RATE);
	const bool writes = is_told(device, t->scattered_written_bytes, GM_DRAM_SCATTERED_WRITES);
	const bool scattered = reads || writes;
	gm_term terms[GM_TERMS_MAX];
	int count = 0;
	if ((!alone && !scattered) || !gm_device_knows(device, GM_DRAM_BANDWIDTH))
		return false;
	terms[count++] = gm_term_named(d, "r_DRAM");
	terms[count++] = gm_term_named(d, "w_DRAM");
	terms[count++] = gm_term_achievable(d, "B", GM_DRAM_BANDWIDTH, "B/s");
	if (alone)
		terms[count++] = gm_term_fact(d, "B_1", GM_DRAM_READ_BANDWIDTH_MEASURED, "B/s");
	if (reads) {
		terms[count++] = gm_term_counted(d, "s_r", "read in lines that are mostly left",
						 t->scattered_read_bytes, "B");
		terms[count++] = gm_term_fact(d, "c", GM_DRAM_FETCH, "B");
		terms[count++] = gm_term_fact(d, "q_r", GM_DRAM_SCATTERED_RATE, "/cycle");
	}
	if (writes) {
		terms[count++] =
			gm_term_counted(d, "s_w", "written so, and read to complete sectors",
					t->scattered_written_bytes, "B");
		terms[count++] = gm_term_fact(d, "q_w", GM_DRAM_SCATTERED_WRITES, "/cycle");
	}
	if (scattered)
		terms[count++] = gm_term_achievable(d, "f", GM_SM_CLOCK, "Hz");
	const char *formula = gm_arena_print(
		d->arena, "%s%s%s",
		alone ? "(r_DRAM + w_DRAM) / B_1 + min(r_DRAM, w_DRAM) * (2 / B - 2 / B_1)"
		      : "(r_DRAM + w_DRAM) / B",
		reads ? " + s_r / c * max(0, 1 / (q_r * f) - c / B)" : "",
		writes ? " + s_w / 32 * max(0, 1 / (q_w * f) - 32 / B)" : "");
	const int step = gm_step_told(d, symbol, name, "s", time, formula, terms, count);
	if (d->steps[step].formula[0] == '\0') {
		d->steps_count--;
		d->sections[d->sections_count - 1].count--;
		return false;
	}
	gm_step_note(d, "%s%s%s",
		     alone ? "Reads and writes by turns are slower than either alone." : "",
		     alone && scattered ? " " : "",
		     scattered ? "Scattered accesses open a row of DRAM each." : "");
	return true;
}

/* ---- a block that waits for its operands (model/limits.h, model/chain.h) ---- */

/* The share of reads that goes on from one level to the next; 1 where nothing is read. */
static int
add_share(gm_derivation *d, const char *symbol, const char *name, gm_level inner, gm_level outer,
	  const char *inner_symbol, const char *outer_symbol)
{
	const gm_traffic *t = &d->prediction->traffic;
	const gm_value from = t->read_bytes[inner], to = t->read_bytes[outer];
	if (from.kind == GM_KIND_UNKNOWN || to.kind == GM_KIND_UNKNOWN || from.value <= 0)
		return gm_step_given(d, symbol, name, "",
				     (gm_value){1, GM_KIND_MODEL, "nothing is read"},
				     "nothing is read, or it is not known what");
	return gm_step_derived(
		d, symbol, name, "",
		gm_arena_print(d->arena, "min(1, %s / %s)", outer_symbol, inner_symbol),
		GM_TERMS(gm_term_named(d, outer_symbol), gm_term_named(d, inner_symbol)));
}

static gm_term
chain_term(gm_derivation *d, const char *symbol, const char *name, double value, const char *unit)
{
	gm_term term = gm_term_counted(d, symbol, name, value, unit);
	term.source = "model/chain: the block replayed with the device's latencies";
	term.kind = GM_KIND_MODEL;
	return term;
}

static int
add_block_cycles(gm_derivation *d)
{
	const gm_chain_cycles *chain = &d->prediction->counts.block_cycles;
	const int behind_l1 = add_share(d, "s_L2", "share of reads that L1 does not serve",
					GM_LEVEL_TRANSACTIONS, GM_LEVEL_L2, "r_tr", "r_L2");
	const int behind_l2 = add_share(d, "s_DRAM", "share of these that L2 does not serve",
					GM_LEVEL_L2, GM_LEVEL_DRAM, "r_L2", "r_DRAM");
	const gm_term loads = chain_term(d, "k", "loads that are waited for together",
					 chain->loads_per_window, "");
	const int waits_l2 = gm_step_derived(d, "p_L2", "chance that such a group waits for L2", "",
					     "1 - pow(1 - s_L2, max(1, k))",
					     GM_TERMS(gm_term_step(d, behind_l1), loads));
	const int waits_dram = gm_step_derived(
		d, "p_DRAM", "chance that it waits for DRAM", "",
		"1 - pow(1 - s_L2 * s_DRAM, max(1, k))",
		GM_TERMS(gm_term_step(d, behind_l1), gm_term_step(d, behind_l2), loads));
	return gm_step_derived(
		d, "c_block", "clocks of a block that waits for its operands alone", "cycles",
		"c_L1 + p_L2 * (c_L2 - c_L1) + p_DRAM * (c_DRAM - c_L2)",
		GM_TERMS(chain_term(d, "c_L1", "clocks of a block if L1 served all loads",
				    chain->by[GM_SERVED_L1], "cycles"),
			 gm_term_step(d, waits_l2),
			 chain_term(d, "c_L2", "... if L2 did", chain->by[GM_SERVED_L2], "cycles"),
			 gm_term_step(d, waits_dram),
			 chain_term(d, "c_DRAM", "... if DRAM did", chain->by[GM_SERVED_DRAM],
				    "cycles")));
}

static gm_term
fact_or_zero(gm_derivation *d, const char *symbol, gm_fact_id id, const char *unit)
{
	if (gm_device_knows(d->prediction->device, id))
		return gm_term_fact(d, symbol, id, unit);
	return (gm_term){.symbol = symbol,
			 .name = gm_fact_row_of(id)->what,
			 .unit = unit,
			 .source = "not known, taken for 0",
			 .kind = GM_KIND_MODEL,
			 .step = -1};
}

static gm_term
constant(gm_derivation *d, const char *symbol, const char *name, double cycles)
{
	gm_term term = gm_term_counted(d, symbol, name, cycles, "cycles");
	term.source = "model/limits: calibration kernels on an H200";
	term.kind = GM_KIND_MODEL;
	return term;
}

int
gm_derivation_latency_cycles(gm_derivation *d, const char *symbol, const char *name,
			     gm_value cycles)
{
	const gm_prediction *p = d->prediction;
	const gm_term sms = gm_term_fact(d, "SMs", GM_SM_COUNT, "");
	const gm_term blocks = gm_term_named(d, "G"), resident = gm_term_named(d, "n");
	const int block = add_block_cycles(d);
	const int rounds = gm_step_derived(d, "rounds", "rounds of resident blocks", "",
					   "max(1, min(ceil(G / (SMs * n)), G / (SMs * n) + 0.5))",
					   GM_TERMS(blocks, sms, resident));
	const gm_term rate = fact_or_zero(d, "q", GM_BLOCK_START_RATE, "/cycle");
	const int start = gm_step_derived(d, "start", "clocks until the first round has started",
					  "cycles", rate.value > 0 ? "min(G, SMs * n) / q" : "q",
					  GM_TERMS(rate, blocks, sms, resident));
	const bool cold = p->request.cache != GM_CACHE_WARM && p->device->cc_major >= 7;
	const gm_term first = constant(d, "c_cold", "code and constants come from memory first",
				       cold ? GM_COLD_START_CYCLES : 0);
	return gm_step_told(d, symbol, name, "cycles", cycles, "rounds * c_block + start + c_cold",
			    GM_TERMS(gm_term_step(d, rounds), gm_term_step(d, block),
				     gm_term_step(d, start), first));
}

int
gm_derivation_gap_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles)
{
	const gm_prediction *p = d->prediction;
	const int64_t stores =
		gm_counts_sum(p->kernel, &p->counts, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL);
	const int gap = gm_step_derived(
		d, "gap", "clocks from a block to the next in its place", "cycles",
		"c_gap + c_warp * W + c_store",
		GM_TERMS(fact_or_zero(d, "c_gap", GM_BLOCK_GAP, "cycles"),
			 constant(d, "c_warp", "for each warp", GM_GAP_PER_WARP_CYCLES),
			 gm_term_named(d, "W"),
			 constant(d, "c_store", "where a block stores",
				  stores > 0 ? GM_GAP_OF_STORES_CYCLES : 0)));
	return gm_step_told(d, symbol, name, "cycles", cycles, "(rounds - 1) * gap",
			    GM_TERMS(gm_term_named(d, "rounds"), gm_term_step(d, gap)));
}
