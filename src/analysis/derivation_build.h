/*
 * What the files that make a derivation share: terms from their places, steps from terms.
 *
 * Symbols of a step's terms are unique within the step. A step goes into the section begun last.
 */
#ifndef GM_ANALYSIS_DERIVATION_BUILD_H
#define GM_ANALYSIS_DERIVATION_BUILD_H

#include "analysis/derivation.h"

/* ---- terms ---- */

/* A number of the device's file, which must be known. */
gm_term gm_term_fact(gm_derivation *d, const char *symbol, gm_fact_id id, const char *unit);

/* The measured twin of GM_SM_CLOCK, GM_L2_BANDWIDTH or GM_DRAM_BANDWIDTH where it is known, else
   the row itself; which must be known. */
gm_term gm_term_achievable(gm_derivation *d, const char *symbol, gm_fact_id id, const char *unit);

/* The result of an earlier step. */
gm_term gm_term_step(const gm_derivation *d, int step);

/* A number of the kernel: "tiled_mm.xml: WHERE". */
gm_term gm_term_kernel(gm_derivation *d, const char *symbol, const char *name, double value,
		       const char *unit, const char *where);

/* What was counted, exactly or on samples. */
gm_term gm_term_counted(gm_derivation *d, const char *symbol, const char *name, double value,
			const char *unit);

/* The sum of a counter over the sites that `operation` and `space` select (model/counts.h). */
gm_term gm_term_total(gm_derivation *d, const char *symbol, const char *name, gm_counter counter,
		      gm_operation operation, gm_space space);

/* The result of the last step with this symbol, which must be there. */
gm_term gm_term_named(const gm_derivation *d, const char *symbol);

/* ---- steps ---- */

void gm_section_begin(gm_derivation *d, const char *name, const char *title, const char *words);

/* A step whose value the prediction has. When the formula does not give it, the formula and its
   terms are left out: what remains says what the model says. Returns its number. */
int gm_step_told(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		 gm_value value, const char *formula, const gm_term *terms, int terms_count);

/* A step whose value is worked out here; its kind is the weakest of the terms'. */
int gm_step_derived(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		    const char *formula, const gm_term *terms, int terms_count);

/* A step without a formula. */
int gm_step_given(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		  gm_value value, const char *source);

/* Of the step added last: a sentence, and the site it is about. */
void gm_step_note(gm_derivation *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gm_step_place(gm_derivation *d, int site);

#define GM_TERMS(...)                                                                              \
	(const gm_term[]){__VA_ARGS__},                                                            \
		(int)(sizeof((const gm_term[]){__VA_ARGS__}) / sizeof(gm_term))

/* ---- the sections, in their order; one file each ---- */

void gm_derivation_add_work(gm_derivation *d);   /* launch, work, intensity */
void gm_derivation_add_memory(gm_derivation *d); /* requests, banks */
void gm_derivation_add_occupancy(gm_derivation *d);
void gm_derivation_add_roofs(gm_derivation *d); /* ladder, lecture */
void gm_derivation_add_time(gm_derivation *d);  /* hiding, limits, prediction */
void gm_derivation_add_limits(gm_derivation *d);

/* The time of DRAM where scattered accesses lengthen it; false when they do not, or are not known
 * to. */
bool gm_derivation_dram_time(gm_derivation *d, const char *symbol, const char *name, gm_value time);

/* Clocks of all rounds of blocks that wait for their operands. */
int gm_derivation_latency_cycles(gm_derivation *d, const char *symbol, const char *name,
				 gm_value cycles);

/* Clocks that the places of blocks are empty; after the latency, whose rounds it takes. */
int gm_derivation_gap_cycles(gm_derivation *d, const char *symbol, const char *name, gm_value cycles);

/* ---- what an execution pipe does (model/pipes.h) ---- */

/* The formula of the results it must deliver, and its terms. */
const char *gm_derivation_pipe_results(gm_derivation *d, gm_pipe pipe, gm_term terms[4],
				       int *count);

/* The row of its rate; of tensor instructions that of their first type. */
gm_fact_id gm_derivation_pipe_rate(const gm_prediction *prediction, gm_pipe pipe);

/* A step for the time it needs alone, at the peak clock or at the one seen under load. */
int gm_derivation_pipe_time(gm_derivation *d, gm_pipe pipe, const char *symbol, const char *name,
			    gm_value time, bool at_peak);

/* "load A[row*n + k]"; of PTX the instruction itself. Appends nothing else. */
void gm_site_say(gm_text *out, const gm_kernel *kernel, int site);

/* "tiled_mm.xml", without the folders. */
const char *gm_kernel_file_name(const gm_kernel *kernel);

/* The sum of a counter over the sites of reads or of writes, as model/traffic.h tells them apart.
 */
bool gm_site_is_traffic(const gm_site *site, bool writes);

#endif
