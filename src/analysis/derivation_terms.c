#include "analysis/derivation_build.h"

#include "model/clock.h"
#include "model/limits_atomics.h"

#include <string.h>

/* ---- numbers of the device ---- */

/* Rows whose own words presume their heading beside them have a name here. What was measured, or
   inferred from measurements, is a model's input: it promises no more than the models do. */
typedef struct fact_words {
	gm_fact_id id;
	const char *symbol, *unit;
	bool measured;
	const char *name;
} fact_words;

static const fact_words facts[] = {
	{GM_WARP_LANES, "lanes", "", false, NULL},
	{GM_WARPS_PER_SM, "W_sm", "warps", false, NULL},
	{GM_BLOCKS_PER_SM, "G_sm", "blocks", false, NULL},
	{GM_BARRIERS_PER_SM, "b_sm", "", false, NULL},
	{GM_REGISTERS_PER_SM, "R_sm", "", false, NULL},
	{GM_REGISTER_UNIT, "r_u", "", false, NULL},
	{GM_WARP_GRANULARITY, "w_u", "", false, NULL},
	{GM_SUB_PARTITIONS, "k_r", "", false, NULL},
	{GM_SHARED_PER_SM, "S_sm", "B", false, NULL},
	{GM_SHARED_UNIT, "s_u", "B", false, NULL},
	{GM_SHARED_RESERVED, "S_0", "B", false, NULL},
	{GM_SHARED_PASS_CYCLES, "c_pass", "cycles/pass", false, NULL},
	{GM_SM_COUNT, "SMs", "", false, "multiprocessors"},
	{GM_SM_CLOCK, "f_peak", "Hz", false, "clock of the SMs that peaks are computed with"},
	{GM_SM_CLOCK_MEASURED, "f", "Hz", true, "clock of the SMs, seen under load"},
	{GM_SM_CLOCK_TENSOR, "f_tensor", "Hz", true, "clock of the SMs, seen while tensor cores work"},
	{GM_ISSUE_RATE, "q_issue", "instructions/cycle", false, NULL},
	{GM_RATE_F32, "q_fp32", "lanes/cycle", false, NULL},
	{GM_RATE_F64, "q_fp64", "lanes/cycle", false, NULL},
	{GM_RATE_F16, "q_fp16", "lanes/cycle", false, NULL},
	{GM_RATE_INT_ADD, "q_int_add", "lanes/cycle", false, NULL},
	{GM_RATE_INT_MAD, "q_int_mad", "lanes/cycle", false, NULL},
	{GM_RATE_SHIFT, "q_shift", "lanes/cycle", false, NULL},
	{GM_RATE_COMPARE, "q_compare", "lanes/cycle", false, NULL},
	{GM_RATE_LOGIC, "q_logic", "lanes/cycle", false, NULL},
	{GM_RATE_SPECIAL, "q_special", "lanes/cycle", false, NULL},
	{GM_RATE_CONVERT, "q_convert", "lanes/cycle", false, NULL},
	{GM_RATE_SHUFFLE, "q_shuffle", "lanes/cycle", false, NULL},
	{GM_RATE_LOAD_STORE, "q_lsu", "lanes/cycle", false, NULL},
	{GM_RATE_BARRIER, "q_barrier", "lanes/cycle", false, NULL},
	{GM_RATE_TENSOR_F16, "q_t16", "fma/cycle", false, NULL},
	{GM_RATE_TENSOR_TF32, "q_t32", "fma/cycle", false, NULL},
	{GM_RATE_TENSOR_F64, "q_t64", "fma/cycle", false, NULL},
	{GM_RATE_TENSOR_S8, "q_t8", "fma/cycle", false, NULL},
	{GM_L1_SIZE, "S_L1", "B", false, NULL},
	{GM_L1_BANDWIDTH, "q_L1", "B/cycle", false, NULL},
	{GM_L2_SIZE, "S_L2", "B", false, NULL},
	{GM_L2_KEPT_READ, "K_read", "B", true, NULL},
	{GM_L2_KEPT_WRITTEN, "K_written", "B", true, NULL},
	{GM_L2_KEPT_RANDOM, "K_random", "B", true, NULL},
	{GM_L2_KEPT_LAUNCHES, "K_launches", "B", true, NULL},
	{GM_L2_KEPT_PIECES, "K_pieces", "B", true, NULL},
	{GM_L2_JOIN_SMS, "n_join", "", true, NULL},
	{GM_L2_JOIN_FIRST, "p_join", "%", true, NULL},
	{GM_L2_DIRTY_BEFORE, "w_others", "B", true, NULL},
	{GM_LAUNCH_READ, "r_launch", "B", true, NULL},
	{GM_L2_BANDWIDTH, "B_L2", "B/s", false, "L2 bandwidth, most it can deliver"},
	{GM_L2_BANDWIDTH_MEASURED, "B_L2_out", "B/s", true, "L2 bandwidth, seen"},
	{GM_L2_WRITE_BANDWIDTH_MEASURED, "B_L2_in", "B/s", true, NULL},
	{GM_L2_LOAD_LINES, "q_out", "lines/cycle", true, NULL},
	{GM_L2_STORE_LINES, "q_in", "lines/cycle", true, NULL},
	{GM_L2_FILL_BANDWIDTH_MEASURED, "B_L2_fill", "B/s", true, NULL},
	{GM_L2_STORE_PARCELS, "q_parcels", "parcels/cycle", true, NULL},
	{GM_L1_STORE_LINES, "q_L1_in", "lines/cycle", true, NULL},
	{GM_DRAM_BANDWIDTH, "B_dram", "B/s", false, "DRAM bandwidth, datasheet peak"},
	{GM_DRAM_BANDWIDTH_MEASURED, "B_copy", "B/s", true,
	 "DRAM bandwidth that a copy was seen to reach"},
	{GM_DRAM_READ_BANDWIDTH_MEASURED, "B_read", "B/s", true,
	 "DRAM bandwidth that reading alone was seen to reach"},
	{GM_DRAM_WRITE_BANDWIDTH_MEASURED, "B_write", "B/s", true, NULL},
	{GM_DRAM_FETCH, "c_fetch", "B", true, NULL},
	{GM_DRAM_SCATTERED_RATE, "q_open", "rows/cycle", true, NULL},
	{GM_DRAM_MASKED, "k_masked", "", true, NULL},
	{GM_DRAM_BANDWIDTH_ONCE, "B_once", "B/s", true, NULL},
	{GM_DRAM_ALONE_ONCE, "B_alone", "B/s", true, NULL},
	{GM_DRAM_SCATTERED_WRITES, "q_open_w", "rows/cycle", true, NULL},
	{GM_LATENCY_L1, "L_L1", "cycles", true, NULL},
	{GM_LATENCY_L2, "L_L2", "cycles", true, NULL},
	{GM_LATENCY_DRAM, "L_DRAM", "cycles", true, NULL},
	{GM_LAUNCH_TIME, "t_0", "s", true, NULL},
	{GM_BLOCK_START_RATE, "q_start", "blocks/cycle", true, NULL},
	{GM_MATCH_RATE, "q_match", "values/cycle", true, NULL},
	{GM_BLOCK_GAP, "c_gap", "cycles", true, NULL},
	{GM_ATOMIC_RATE_SAME, "q_same", "lanes/cycle", true, NULL},
	{GM_ATOMIC_RATE_SPREAD, "q_spread", "lanes/cycle", true, NULL},
};

static const fact_words *
words_of(gm_fact_id id)
{
	size_t i = 0;
	while (facts[i].id != id)
		i++;
	return &facts[i];
}

/* "h100: dram_bandwidth, [h100ds] table 1" */
static const char *
fact_source(gm_derivation *d, gm_fact_id id)
{
	const gm_device *device = d->prediction->device;
	const gm_fact *fact = &device->facts[id];
	const char *name = gm_fact_row_of(id)->name;
	if (!fact->source)
		return gm_arena_print(d->arena, "%s: %s%s%s", device->name, name,
				      fact->note && fact->note[0] ? ", " : "",
				      fact->note ? fact->note : "");
	return gm_arena_print(d->arena, "%s: %s, [%s]%s%s", device->name, name, fact->source->id,
			      fact->where[0] ? " " : "", fact->where);
}

gm_term
gm_term_fact(gm_derivation *d, gm_fact_id id)
{
	const fact_words *words = words_of(id);
	return (gm_term){.symbol = words->symbol,
			 .name = words->name ? words->name : gm_fact_row_of(id)->what,
			 .unit = words->unit,
			 .source = fact_source(d, id),
			 .value = gm_device_value(d->prediction->device, id),
			 .kind = words->measured ? GM_KIND_MODEL : GM_KIND_EXACT,
			 .step = -1};
}

gm_term
gm_term_achievable(gm_derivation *d, gm_fact_id id)
{
	static const gm_fact_id twins[][2] = {{GM_SM_CLOCK, GM_SM_CLOCK_MEASURED},
					      {GM_L2_BANDWIDTH, GM_L2_BANDWIDTH_MEASURED},
					      {GM_DRAM_BANDWIDTH, GM_DRAM_BANDWIDTH_MEASURED}};
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
		if (twins[i][0] == id && gm_device_knows(d->prediction->device, twins[i][1]))
			return gm_term_fact(d, twins[i][1]);
	return gm_term_fact(d, id);
}

gm_term
gm_term_sm_clock(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	return gm_term_fact(d, gm_clock_row(p->device, p->kernel, &p->counts));
}

bool
gm_derivation_knows(const gm_derivation *d, gm_fact_id id)
{
	return gm_device_knows(d->prediction->device, id);
}

/* ---- numbers of the kernel ---- */

const char *
gm_kernel_file_name(const gm_kernel *kernel)
{
	const char *slash = kernel->file ? strrchr(kernel->file, '/') : NULL;
	return slash ? slash + 1 : kernel->file ? kernel->file : kernel->name;
}

gm_term
gm_term_kernel(gm_derivation *d, const char *symbol, const char *name, double value,
	       const char *unit, const char *where)
{
	const char *file = gm_kernel_file_name(d->prediction->kernel);
	return (gm_term){.symbol = symbol,
			 .name = name,
			 .unit = unit,
			 .source = gm_arena_print(d->arena, "%s: %s", file, where),
			 .value = value,
			 .kind = GM_KIND_EXACT,
			 .step = -1};
}

/* "counted lane by lane"; "what another thread has done ... (line 33)" */
static const char *
source_of(gm_derivation *d, gm_sureness sure)
{
	if (sure.kind == GM_KIND_SAMPLED)
		return "counted on sampled blocks";
	if (sure.site < 0)
		return sure.why;
	const gm_site *by = &d->prediction->kernel->sites[sure.site];
	return gm_arena_print(d->arena, "%s (%sline %d)", sure.why, by->line ? "" : "PTX ",
			      by->line ? by->line : by->ptx_line);
}

static gm_term
counted_so(gm_derivation *d, const char *symbol, const char *name, double value, const char *unit,
	   gm_sureness sure)
{
	return (gm_term){.symbol = symbol,
			 .name = name,
			 .unit = unit,
			 .source = source_of(d, sure),
			 .value = value,
			 .kind = sure.kind,
			 .step = -1};
}

/* Of which it is not said what it is the sum of: as sure as all of them. */
gm_term
gm_term_counted(gm_derivation *d, const char *symbol, const char *name, double value,
		const char *unit)
{
	const gm_prediction *p = d->prediction;
	return counted_so(d, symbol, name, value, unit,
			  gm_sureness_of_sum(p->kernel, &p->counts, GM_COUNT_INSTRUCTIONS, GM_OPERATION_COUNT,
					     GM_SPACE_COUNT));
}

gm_term
gm_term_total(gm_derivation *d, const char *symbol, const char *name, gm_counter counter,
	      gm_operation operation, gm_space space)
{
	const gm_prediction *p = d->prediction;
	return counted_so(d, symbol, name,
			  (double)gm_counts_sum(p->kernel, &p->counts, counter, operation, space),
			  counter == GM_COUNT_REQUESTED_BYTES ? "B" : "",
			  gm_sureness_of_sum(p->kernel, &p->counts, counter, operation, space));
}

gm_term
gm_term_modelled(const char *symbol, const char *name, double value, const char *unit,
		 const char *source)
{
	return (gm_term){.symbol = symbol,
			 .name = name,
			 .unit = unit,
			 .source = source,
			 .value = value,
			 .kind = GM_KIND_MODEL,
			 .step = -1};
}

/* ---- results ---- */

gm_term
gm_term_step(const gm_derivation *d, int step)
{
	const gm_step *s = &d->steps[step];
	return (gm_term){.symbol = s->symbol,
			 .name = s->name,
			 .unit = s->unit,
			 .source = "",
			 .value = s->value.value,
			 .kind = s->value.kind,
			 .step = step};
}

gm_term
gm_term_named(const gm_derivation *d, const char *symbol)
{
	return gm_term_step(d, (int)(gm_derivation_find(d, symbol) - d->steps));
}
