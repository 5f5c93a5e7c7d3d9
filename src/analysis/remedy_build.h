/*
 * What the files that look for changes share.
 */
#ifndef GM_ANALYSIS_REMEDY_BUILD_H
#define GM_ANALYSIS_REMEDY_BUILD_H

#include "analysis/remedy.h"

typedef struct gm_remedy_search {
	const gm_prediction *now;
	gm_variant_loader *load;
	void *load_state;
	gm_remedies *out;
	gm_error *err;
} gm_remedy_search;

/* Room for one more, named; NULL when there is none left. */
gm_remedy *gm_remedy_add(gm_remedy_search *c, gm_remedy_id id, int site);

/* Fills the numbers and the words of the effect from the prediction of the changed kernel. */
void gm_remedy_weigh(const gm_remedy_search *c, gm_remedy *remedy, const gm_prediction *then);

/* Is the time with it shorter by more than a rounding? */
bool gm_remedy_saves(const gm_remedy_search *c, const gm_remedy *remedy);

/* Predicts with `what_if` and weighs. */
gm_status gm_remedy_predict(gm_remedy_search *c, gm_remedy *remedy, const gm_what_if *what_if);

void gm_remedy_say(char out[GM_REMEDY_TEXT], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- one file each ---- */

gm_status gm_remedies_of_sites(gm_remedy_search *c);
gm_status gm_remedies_of_atomics(gm_remedy_search *c);
gm_status gm_remedies_of_occupancy(gm_remedy_search *c);
gm_status gm_remedies_of_latency(gm_remedy_search *c);
gm_status gm_remedies_of_width(gm_remedy_search *c);
gm_status gm_remedies_of_parameters(gm_remedy_search *c);

#endif
