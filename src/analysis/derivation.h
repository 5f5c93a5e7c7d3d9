/*
 * How a prediction came about, as a lecture would derive it: sections of steps, each a formula, the
 * values put into it with their units and sources, and the answer.
 *
 *     I  computational intensity        I = F / Q
 *                                         = 2.147 GFLOP / 541.1 MB
 *                                         = 3.969 FLOP/B               exact
 *
 * The order is that of a lecture: the launch; what a thread and a block do; operations and bytes,
 * and their ratio; what the requests of a warp become in memory and in the banks; occupancy; the
 * ladder of intensities with its roofs, and the lectures' own count, which leaves stores out; how
 * many warps hide the latency; the time of each limit; the prediction.
 *
 * Made from a prediction, its kernel and its device and nothing else: a value that the prediction
 * has is taken from it, and the formula must give it; others are worked out from the formula.
 * Where a model gives a number by no formula that is known here, the step has none and `why` tells
 * what the model says.
 *
 * Units are words: a unit of FLOP, B, word, s, Hz or of these per second takes decimal prefixes
 * when it is shown, any other ("warps", "sectors/request") stands as it is; values here have none.
 */
#ifndef GM_ANALYSIS_DERIVATION_H
#define GM_ANALYSIS_DERIVATION_H

#include "analysis/predict.h"
#include "base/formula.h"

enum { GM_TERMS_MAX = 16 };

/* What a symbol of a formula stands for. */
typedef struct gm_term {
	const char *symbol;
	const char *name;   /* "DRAM bandwidth" */
	const char *unit;   /* "" for a ratio */
	const char *source; /* "h100: dram_bandwidth, [h100ds] page 2", "tiled_mm.xml: launch",
	                       "counted"; "" for the result of a step */
	double value;
	gm_kind kind;
	int step; /* whose result it is; -1: given */
} gm_term;

typedef struct gm_step {
	const char *symbol;
	const char *name;
	const char *unit;
	const char *formula; /* base/formula.h, in the symbols of the terms; "" without one */
	gm_term *terms;
	int terms_count;
	gm_value value; /* with its kind; an unknown has its reason */
	const char *source; /* of a step without a formula; else "" */
	const char *note;   /* a sentence, or "" */
	int line;           /* of the kernel's source; 0 when it is not about one */
	int site;           /* -1 when it is not about one */
	int limit;          /* whose time it is; -1 */
} gm_step;

typedef struct gm_section {
	const char *name;  /* "launch", "work", ...: does not change */
	const char *title;
	const char *words; /* what it is about; "" */
	int first, count;  /* its steps */
} gm_section;

typedef struct gm_derivation {
	gm_arena *arena;
	const gm_prediction *prediction; /* borrowed */
	gm_section *sections;
	int sections_count;
	gm_step *steps;
	int steps_count;
	size_t sections_capacity, steps_capacity;
} gm_derivation;

/* Disposed by the caller. The prediction, its kernel and its device must outlive it. Cannot fail.
   */
void gm_derivation_make(const gm_prediction *prediction, gm_derivation *out);
void gm_derivation_dispose(gm_derivation *derivation);

/* The last step with this symbol; NULL. */
const gm_step *gm_derivation_find(const gm_derivation *derivation, const char *symbol);

/* Works out the formula of a step from its terms; false without a formula. */
bool gm_step_evaluate(const gm_step *step, double *out);

#endif
