#include "analysis/derivation_build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool
known(gm_value value)
{
	return value.kind != GM_KIND_UNKNOWN;
}

/* ---- what arithmetic allows ---- */

/* Results of a second: SMs * lanes per clock * clock. -1 when a factor is not known. */
static int
add_peak(gm_derivation *d, const char *symbol, const char *name, gm_fact_id rate,
	 const char *factor, const char *unit)
{
	const gm_device *device = d->prediction->device;
	if (!gm_device_knows(device, rate) || !gm_device_knows(device, GM_SM_COUNT) ||
	    !gm_device_knows(device, GM_SM_CLOCK))
		return -1;
	const gm_term lanes = gm_term_fact(d, rate);
	return gm_step_derived(d, symbol, name, unit,
			       gm_arena_print(d->arena, "%sSMs * %s * f_peak", factor, lanes.symbol),
			       GM_TERMS(gm_term_fact(d, GM_SM_COUNT), lanes,
					gm_term_fact(d, GM_SM_CLOCK)));
}

/* The prediction's ceiling for this mix of operations. */
static int
add_ceiling(gm_derivation *d)
{
	static const gm_pipe pipes[] = {GM_PIPE_F32, GM_PIPE_F64, GM_PIPE_F16, GM_PIPE_TENSOR,
					GM_PIPE_SPECIAL};
	const gm_prediction *p = d->prediction;
	gm_text formula = {0};
	gm_term terms[6] = {gm_term_named(d, "F")};
	int count = 1;
	for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++) {
		const gm_value time = p->limits[GM_LIMIT_PIPE + pipes[i]].least_s;
		if (!known(time) || time.value == 0)
			continue;
		const char *name = gm_pipe_name(pipes[i]);
		const int step = gm_derivation_pipe_time(
			d, pipes[i], gm_arena_print(d->arena, "t_peak_%s", name),
			gm_arena_print(d->arena, "%s alone, at the peak clock",
				       gm_pipe_what(pipes[i])),
			time, true);
		gm_text_print(&formula, "%s%s", count > 1 ? ", " : "", d->steps[step].symbol);
		terms[count++] = gm_term_step(d, step);
	}
	const char *open = count > 2 ? "F / max(" : count > 1 ? "F / " : "F";
	const int ceiling = gm_step_told(d, "P", "what the arithmetic units allow this mix",
					 "FLOP/s", p->compute_roof_flop_per_s,
					 gm_arena_print(d->arena, "%s%s%s", open,
							formula.length ? formula.bytes : "",
							count > 2 ? ")" : ""),
					 terms, count);
	gm_text_dispose(&formula);
	return ceiling;
}

/* ---- the ladder ---- */

static const char *const suffixes[GM_LEVEL_COUNT] = {"req", "dist", "tr", "L2", "DRAM"};

static const char *const level_words[GM_LEVEL_COUNT] = {
	"bytes requested by threads", "bytes after equal ones of a request are merged",
	"bytes of the transactions",  "bytes between the SMs and L2",
	"bytes between L2 and DRAM",
};

/* The bytes of a level: those that are read and those that are written. */
static int
add_level_bytes(gm_derivation *d, gm_level level)
{
	const char *suffix = suffixes[level];
	const char *read = gm_arena_print(d->arena, "r_%s", suffix);
	const char *written = gm_arena_print(d->arena, "w_%s", suffix);
	return gm_step_told(d, gm_arena_print(d->arena, "Q_%s", suffix), level_words[level], "B",
			    d->prediction->ladder[level].bytes,
			    gm_arena_print(d->arena, "%s + %s", read, written),
			    GM_TERMS(gm_term_named(d, read), gm_term_named(d, written)));
}

/* The row of the device's file that a bandwidth is; GM_FACT_COUNT: none of them. */
static gm_fact_id
bandwidth_row(const gm_derivation *d, double byte_per_s)
{
	static const gm_fact_id rows[] = {GM_DRAM_BANDWIDTH, GM_L2_BANDWIDTH,
					  GM_L2_BANDWIDTH_MEASURED, GM_DRAM_BANDWIDTH_MEASURED};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (gm_derivation_knows(d, rows[i]) &&
		    gm_device_value(d->prediction->device, rows[i]) == byte_per_s)
			return rows[i];
	return GM_FACT_COUNT;
}

/* What serves a level: a number of the device, or that of all its L1 together. */
static gm_term
bandwidth_of(gm_derivation *d, gm_level level)
{
	const gm_value value = d->prediction->ladder[level].bandwidth_byte_per_s;
	const gm_fact_id row = known(value) ? bandwidth_row(d, value.value) : GM_FACT_COUNT;
	if (row < GM_FACT_COUNT)
		return gm_term_fact(d, row);
	const char *symbol = gm_arena_print(d->arena, "B_%s", suffixes[level]);
	if (!known(value) || !gm_derivation_knows(d, GM_L1_BANDWIDTH) ||
	    !gm_derivation_knows(d, GM_SM_COUNT) || !gm_derivation_knows(d, GM_SM_CLOCK))
		return gm_term_step(d, gm_step_given(d, symbol, "bandwidth of this level", "B/s",
						     value, known(value) ? value.why : ""));
	return gm_term_step(
		d, gm_step_told(d, symbol, "bandwidth of all L1 together", "B/s", value,
				"SMs * q_L1 * f_peak",
				GM_TERMS(gm_term_fact(d, GM_SM_COUNT), gm_term_fact(d, GM_L1_BANDWIDTH),
					 gm_term_fact(d, GM_SM_CLOCK))));
}

static void
add_level(gm_derivation *d, gm_level level, int ceiling)
{
	const gm_prediction *p = d->prediction;
	const gm_ladder_step *step = &p->ladder[level];
	const char *suffix = suffixes[level];
	const int bytes = add_level_bytes(d, level);
	const gm_term bandwidth = bandwidth_of(d, level);
	if (p->flop == 0 || step->bytes.kind == GM_KIND_UNKNOWN || step->bytes.value == 0)
		return;
	const int intensity = gm_step_told(
		d, gm_arena_print(d->arena, "I_%s", suffix), "intensity at this level", "FLOP/B",
		step->intensity_flop_per_byte, gm_arena_print(d->arena, "F / Q_%s", suffix),
		GM_TERMS(gm_term_named(d, "F"), gm_term_step(d, bytes)));
	gm_step_told(d, gm_arena_print(d->arena, "P_%s", suffix), "roof of this level", "FLOP/s",
		     step->roof_flop_per_s,
		     gm_arena_print(d->arena, "min(P, I_%s * %s)", suffix, bandwidth.symbol),
		     GM_TERMS(gm_term_step(d, ceiling), gm_term_step(d, intensity), bandwidth));
}

static void
add_ladder(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_section_begin(
		d, "roofs", "The ladder of intensities and its roofs",
		"The same work over the bytes that move at each level of memory. What threads "
		"request is held against DRAM, as if nothing were cached.");
	if (p->flop > 0)
		add_peak(d, "P_peak", "peak of FP32 multiply-adds, two operations each",
			 GM_RATE_F32, "2 * ", "FLOP/s");
	const int ceiling = p->flop > 0 ? add_ceiling(d) : -1;
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		add_level(d, (gm_level)level, ceiling);
}

/* ---- the lectures' count ---- */

static double
common_divisor(double a, double b)
{
	while (b > 0) {
		const double rest = fmod(a, b);
		a = b;
		b = rest;
	}
	return a;
}

/* The widest element, of at most 8 bytes, that all loads of memory are made of. */
static int
word_bytes(const gm_prediction *p)
{
	int word = 8;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site *site = &p->kernel->sites[s];
		const int bytes = site->access_bytes == 16 ? 4 : site->access_bytes;
		if (gm_site_is_traffic(site, false) && bytes < word)
			word = bytes;
	}
	return word;
}

static gm_term
word_term(gm_derivation *d)
{
	return gm_term_kernel(d, "word", "bytes of a word", word_bytes(d->prediction), "B",
			      "types of the loads");
}

/* Words of the loads: bytes over the bytes of a word. */
static int
add_loaded(gm_derivation *d, const char *suffix, const char *name, double words)
{
	const gm_term bytes = gm_term_named(d, gm_arena_print(d->arena, "r_%s", suffix));
	const gm_value value = {words, bytes.kind, "bytes of the loads"};
	return gm_step_told(d, gm_arena_print(d->arena, "V_%s", suffix),
			    gm_arena_print(d->arena, "words loaded, %s", name), "words", value,
			    gm_arena_print(d->arena, "%s / word", bytes.symbol),
			    GM_TERMS(bytes, word_term(d)));
}

/* "35.5 Gword/s x 32 / 17 = 66.8 GFLOP/s": operations per word loaded, in lowest terms. */
static void
add_words(gm_derivation *d, const char *suffix, const char *name, double bytes, int word, int rate)
{
	const gm_prediction *p = d->prediction;
	const double words = bytes / word, divisor = common_divisor(p->flop, words);
	const gm_term flop = gm_term_named(d, "F");
	if (divisor <= 0)
		return;
	const gm_term loaded = gm_term_step(d, add_loaded(d, suffix, name, words));
	const gm_term common = {.symbol = gm_arena_print(d->arena, "g_%s", suffix),
				.name = "the largest divisor of both",
				.unit = "",
				.source = "arithmetic",
				.value = divisor,
				.kind = GM_KIND_EXACT,
				.step = -1};
	const int operations = gm_step_derived(d, gm_arena_print(d->arena, "f_%s", suffix),
					       gm_arena_print(d->arena, "operations, %s", name),
					       "FLOP",
					       gm_arena_print(d->arena, "F / %s", common.symbol),
					       GM_TERMS(flop, common));
	const int per = gm_step_derived(
		d, gm_arena_print(d->arena, "v_%s", suffix), "for so many words", "words",
		gm_arena_print(d->arena, "%s / %s", loaded.symbol, common.symbol),
		GM_TERMS(loaded, common));
	const gm_term over = gm_term_step(d, operations), under = gm_term_step(d, per);
	gm_step_derived(d, gm_arena_print(d->arena, "L_%s", suffix),
			gm_arena_print(d->arena, "loads alone allow, %s", name), "FLOP/s",
			gm_arena_print(d->arena, "b * %s / %s", over.symbol, under.symbol),
			GM_TERMS(gm_term_step(d, rate), over, under));
}

static double
loaded_bytes(const gm_prediction *p, gm_counter counter)
{
	double sum = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (gm_site_is_traffic(&p->kernel->sites[s], false))
			sum += (double)p->counts.sites[s].of[counter];
	return sum;
}

static void
add_needed(gm_derivation *d)
{
	const gm_step *peak = gm_derivation_find(d, "P_peak");
	const gm_step *intensity = gm_derivation_find(d, "I_ld");
	if (!peak || !intensity)
		return;
	gm_step_derived(d, "B_peak", "bandwidth that the peak would need", "B/s", "P_peak / I_ld",
			GM_TERMS(gm_term_named(d, "P_peak"), gm_term_named(d, "I_ld")));
	gm_step_derived(d, "share", "share of the peak that the loads allow", "%",
			"100 * min(P_peak, I_ld * B_dram) / P_peak",
			GM_TERMS(gm_term_named(d, "P_peak"), gm_term_named(d, "I_ld"),
				 gm_term_fact(d, GM_DRAM_BANDWIDTH)));
}

static void
add_lecture(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const double requested = loaded_bytes(p, GM_COUNT_REQUESTED_BYTES);
	const double distinct = loaded_bytes(p, GM_COUNT_DISTINCT_BYTES);
	const int word = word_bytes(p);
	if (p->flop == 0 || requested == 0 ||
	    !known(p->ladder[GM_LEVEL_REQUESTED].bandwidth_byte_per_s))
		return;
	gm_section_begin(
		d, "lecture", "The same on the back of an envelope",
		"As lectures count: words of the loads, without the stores, and a roof that only "
		"DRAM makes.");
	const int rate = gm_step_derived(d, "b", "words that DRAM delivers", "word/s", "B_dram / word",
					 GM_TERMS(gm_term_fact(d, GM_DRAM_BANDWIDTH), word_term(d)));
	add_words(d, "req", "each lane its own word", requested, word, rate);
	if (distinct != requested)
		add_words(d, "dist", "equal words of a request fetched once", distinct, word, rate);
	add_needed(d);
}

void
gm_derivation_add_roofs(gm_derivation *d)
{
	add_ladder(d);
	add_lecture(d);
}
