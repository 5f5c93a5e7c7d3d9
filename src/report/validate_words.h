/*
 * Inside report/: words that the reports of a validation share.
 */
#ifndef GM_REPORT_VALIDATE_WORDS_H
#define GM_REPORT_VALIDATE_WORDS_H

#include "analysis/validate.h"
#include "base/text.h"

/* "+12.3 %", "-99.7 %", "+619 %" */
const char *gm_report_error(double error_ratio, char *out, size_t out_bytes);

/* The same without a sign, for means. */
const char *gm_report_mean(double ratio, char *out, size_t out_bytes);

/* A value in the unit of a metric: "12.3 us", "16.8 MB", "50 %", "1048576". */
const char *gm_report_measured(double value, const char *unit, char *out, size_t out_bytes);

/* "n=1024 TILE=16, REAL double": what tells this run of a kernel from the others. */
void gm_report_run_words(gm_text *out, const gm_run *run);

/* "12 of 12 counts said to be exact are so to the unit; 3 of 3 ..." */
void gm_report_promise(gm_text *out, const gm_validation_promise *promise);

#endif
