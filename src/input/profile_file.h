/*
 * Nsight Compute's CSV -> gm_profile. Both layouts of `ncu --csv`:
 *
 *     --page raw        a column for each metric, a row of units below the head, a row for each launch
 *     --page details    a row for each metric: "Metric Name", "Metric Unit", "Metric Value"
 *
 * Columns are found by their names, so that older and newer versions read alike. Lines that begin with
 * == (==PROF== Profiling ...) are the profiler's talk and are passed over, as is what the program printed
 * before the head; a head may come again.
 *
 * Units are those of --print-units base or auto, long or short (nsecond, ns, Kbyte, byte/block): values
 * are kept in the units of kernel/runs.h, prefixes are decimal. What counts something (inst, sector,
 * register/thread) is a count. A number may have thousands separators, "1,234,567", and, in a locale
 * with decimal commas, be "1.234,5": a file is of one kind, and where no number decides, commas
 * separate thousands. "n/a", "(null)" and empty fields are metrics that were not measured. A value
 * that is "nan", and one in an unknown unit, are left out and counted: left_out tells the first.
 *
 * Kept are metrics that runs are compared by: sums, ratios, percentages, launch__ numbers and
 * memory_ wavefronts; averages, minima and maxima over units are not. The titles that the details page
 * gives to a few of them (Duration, Registers Per Thread) are taken for their names.
 */
#ifndef GM_INPUT_PROFILE_FILE_H
#define GM_INPUT_PROFILE_FILE_H

#include "base/error.h"
#include "kernel/profile.h"

/* Errors carry file and line: GM_BAD_FILE, GM_BAD_SYNTAX, GM_BAD_VALUE, GM_BAD_UNIT, GM_TOO_LARGE. */
gm_status gm_profile_load(const char *path, gm_profile **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_profile_load_text(const char *text, const char *name, gm_profile **out, gm_error *err);

/* ---- the parts, profile_value.c ---- */

/* How a file writes numbers. */
typedef enum gm_number_style { GM_STYLE_OPEN, GM_STYLE_POINT, GM_STYLE_COMMA } gm_number_style;

/* What this number says of the style: GM_STYLE_OPEN when it could be either. */
gm_number_style gm_number_style_of(const char *number);

/* False: not a number in that style. */
bool gm_styled_number_parse(const char *number, gm_number_style style, double *out);

/* The unit of kernel/runs.h that a profiler's unit is kept in, and what a value is multiplied by. NULL:
   a unit that is not kept (a frequency); "": one that is not known. */
const char *gm_profile_unit(const char *unit, double *factor);

/* The metric that a name or title stands for; NULL when it is not kept. */
const char *gm_profile_metric(const char *name);

#endif
