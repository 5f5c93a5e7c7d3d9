/*
 * One measured number of a runs file: its value in the unit that predictions use, and how far its
 * writing can be trusted. Parts of input/runs_file.c.
 */
#ifndef GM_INPUT_RUNS_MEASURED_H
#define GM_INPUT_RUNS_MEASURED_H

#include "base/error.h"
#include "input/xml.h"
#include "kernel/runs.h"

/* Fills value and unit of `out`. Errors: GM_BAD_SYNTAX, GM_BAD_UNIT. */
gm_status gm_runs_read_quantity(const char *value, const char *unit, gm_measured *out, gm_error *err);

/* Half a unit of the last digit over the value: "36.6" is 36.6 +- 0.05, "1.20e3" is 1200 +- 5; 0 for
   a value of 0. */
double gm_runs_rounding(const char *written);

/* The attribute `spread`, a ratio from 0 to below 1; 0 when absent. */
gm_status gm_runs_read_spread(const gm_xml_node *node, double *out, gm_error *err);

#endif
