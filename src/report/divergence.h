/*
 * Divergence for people and machines: what fraction of warps pays for a branch, as a table and as
 * curves, and a kernel's lanes used, site by site.
 */
#ifndef GM_REPORT_DIVERGENCE_H
#define GM_REPORT_DIVERGENCE_H

#include "analysis/divergence.h"
#include "base/text.h"

/* For each probability 1-(1-p)^32 and 1-(1-p)^64. */
void gm_report_branch_text(gm_text *out, const double *probabilities, int count);

/* Both curves over p from 0.001 to 1; the probabilities given are marked. */
void gm_report_branch_svg(gm_text *out, const double *probabilities, int count);

void gm_report_divergence_text(gm_text *out, const gm_divergence *divergence);

/* {"schema": "gpumodel-divergence/1", "branch": [...], "kernels": [...]} */
void gm_report_divergence_json_begin(gm_text *out, const double *probabilities, int count);
void gm_report_divergence_json_add(gm_text *out, const gm_divergence *divergence, size_t index);
void gm_report_divergence_json_end(gm_text *out);

#endif
