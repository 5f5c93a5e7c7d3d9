/*
 * What the files that make a derivation share: terms from their places, steps from terms.
 *
 * In the whole of a derivation a symbol stands for one thing: whoever reads a formula finds its
 * symbols among the answers above or among the values put in, here or earlier, and nowhere twice.
 * A step goes into the section begun last.
 */
#ifndef GM_ANALYSIS_DERIVATION_BUILD_H
#define GM_ANALYSIS_DERIVATION_BUILD_H

#include "analysis/derivation.h"

/* ---- terms ---- */

/* A number of the device's file, which must be known; derivation_terms.c has its symbol. */
gm_term gm_term_fact(gm_derivation *d, gm_fact_id id);

/* The measured twin of GM_SM_CLOCK, GM_L2_BANDWIDTH or GM_DRAM_BANDWIDTH where it is known, else
   the row itself; which must be known. Their symbols differ. */
gm_term gm_term_achievable(gm_derivation *d, gm_fact_id id);

/* The clock of the SMs in this run (model/clock.h); it must be known. */
gm_term gm_term_sm_clock(gm_derivation *d);

bool gm_derivation_knows(const gm_derivation *d, gm_fact_id id);

/* The result of an earlier step; of the last with this symbol, which must be there. */
gm_term gm_term_step(const gm_derivation *d, int step);
gm_term gm_term_named(const gm_derivation *d, const char *symbol);

/* A number of the kernel: "tiled_mm.xml: WHERE". */
gm_term gm_term_kernel(gm_derivation *d, const char *symbol, const char *name, double value,
		       const char *unit, const char *where);

/* What was counted, exactly or on samples. */
gm_term gm_term_counted(gm_derivation *d, const char *symbol, const char *name, double value,
			const char *unit);

/* The sum of a counter over the sites that `operation` and `space` select (model/counts.h). */
gm_term gm_term_total(gm_derivation *d, const char *symbol, const char *name, gm_counter counter,
		      gm_operation operation, gm_space space);

/* What a model simulated, or took from calibration. */
gm_term gm_term_modelled(const char *symbol, const char *name, double value, const char *unit,
			 const char *source);

/* ---- steps ---- */

void gm_section_begin(gm_derivation *d, const char *name, const char *title, const char *words);

/* A step whose value the prediction has. When the formula does not give it, the formula and its
   terms are left out: what remains says what the model says. Returns its number. */
int gm_step_told(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		 gm_value value, const char *formula, const gm_term *terms, int terms_count);

/* A step whose value is worked out here; its kind is the weakest of the terms'. */
int gm_step_derived(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		    const char *formula, const gm_term *terms, int terms_count);

/* A step without a formula: a number that was counted or simulated, or an unknown. */
int gm_step_given(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		  gm_value value, const char *source);

/* The same as gm_step_told, of a sum; `around` has a %s for it. Of many terms parts are summed first;
   `terms` is made use of. */
int gm_step_sum(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		gm_value value, const char *around, gm_term *terms, int count);

/* Of the step added last: a sentence, and the site it is about. */
void gm_step_note(gm_derivation *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gm_step_place(gm_derivation *d, int site);

#define GM_TERMS(...)                                                                              \
	(const gm_term[]){__VA_ARGS__},                                                            \
		(int)(sizeof((const gm_term[]){__VA_ARGS__}) / sizeof(gm_term))

/* ---- the sections, in their order; one file each ---- */

void gm_derivation_add_work(gm_derivation *d);      /* launch, thread */
void gm_derivation_add_issue(gm_derivation *d);     /* issue */
void gm_derivation_add_intensity(gm_derivation *d); /* intensity */
void gm_derivation_add_memory(gm_derivation *d);    /* requests, banks */
void gm_derivation_add_occupancy(gm_derivation *d);
void gm_derivation_add_traffic(gm_derivation *d);   /* traffic */
void gm_derivation_add_roofs(gm_derivation *d);     /* ladder, lecture */
void gm_derivation_add_time(gm_derivation *d);      /* hiding, limits, prediction */
void gm_derivation_add_limits(gm_derivation *d);

/* ---- parts of them ---- */

/* What sectored caches keep (model/cached.h), and what others do (model/traffic.h): the steps r_L2,
   w_L2, r_DRAM and w_DRAM. */
void gm_derivation_add_sectored_l2(gm_derivation *d);
void gm_derivation_add_sectored_dram(gm_derivation *d);
void gm_derivation_add_plain_caches(gm_derivation *d);
int gm_derivation_l1_room(gm_derivation *d); /* the step S_left */

/* Times of limits that are more than work over rate; the last step added is the time. */
void gm_derivation_dram_time(gm_derivation *d, const char *symbol, const char *name, gm_value time);
void gm_derivation_l2_time(gm_derivation *d, const char *symbol, const char *name, gm_value time);
void gm_derivation_l2_fill_time(gm_derivation *d, const char *symbol, const char *name, gm_value time);
void gm_derivation_atomics_time(gm_derivation *d, const char *symbol, const char *name,
				gm_value time);

/* Clocks of a block, longer where barriers part what it waits for from its work; the step itself where
   none do. */
int gm_derivation_phases(gm_derivation *d, int block);

/* "min(WAITS, norm(6, norm(P, HELD, OWN), norm(P, FINDS, UNITS)))": blocks that find what others have brought, beside the
   first, whose units work for them alone (model/limits.h, GM_FOUND_NORM). In the derivation's arena. */
const char *gm_derivation_finding(gm_derivation *d, const char *waits, const char *power, const char *held,
				  const char *own, const char *finds, const char *units);

/* The time of few rounds whose last is not full, with the latency (gm_last_round): the step t_wait. */
int gm_derivation_rounds_apart(gm_derivation *d);

/* Clocks of all rounds of blocks that wait for their operands. */
int gm_derivation_latency_cycles(gm_derivation *d, const char *symbol, const char *name,
				 gm_value cycles);

/* Clocks that the places of blocks are empty; after the latency, whose rounds it takes. */
int gm_derivation_turn_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles);
/* Of lines of L1 that wait for L2 and DRAM, over all SMs. */
int gm_derivation_line_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value value);
int gm_derivation_gap_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles);
int gm_derivation_start_cycles(gm_derivation *d, const char *symbol, const char *name,
			       gm_value cycles);

/* ---- what an execution pipe does (model/pipes.h) ---- */

/* A step for the time it needs alone, at the peak clock or at the one seen under load. */
int gm_derivation_pipe_time(gm_derivation *d, gm_pipe pipe, const char *symbol, const char *name,
			    gm_value time, bool at_peak);

/* ---- sites ---- */

/* "load A[row*n + k]"; of PTX the instruction itself. Appends nothing else. */
void gm_site_say(gm_text *out, const gm_kernel *kernel, int site);

/* "T_3": of the third memory access of the kernel. */
const char *gm_site_symbol(gm_derivation *d, const char *symbol, int site);

/* Does it count among the reads, or the writes, of model/traffic.h? */
bool gm_site_is_traffic(const gm_site *site, bool writes);

/* A counter of a site, "T_3"; derivation_memory.c has the symbols. */
gm_term gm_term_site(gm_derivation *d, int site, gm_counter counter);

/* A counter of every site of reads or of writes that has some of it. Room for one for each site.
   Returns how many. */
int gm_derivation_site_terms(gm_derivation *d, bool writes, gm_counter counter, gm_term *out);

/* "tiled_mm.xml", without the folders. */
const char *gm_kernel_file_name(const gm_kernel *kernel);

#endif
