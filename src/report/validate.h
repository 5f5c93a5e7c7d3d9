/*
 * A validation as text, JSON and CSV. Writers compute nothing and touch no file: they append to a
 * text.
 *
 *     text   verdict first, then run by run, then errors by kind, the worst, and the bounds
 *     json   {"schema": "gpumodel-validation/1", "rows": [...], ...}, base units
 *     csv    a header and one row per measured number, base units; an unknown is an empty field
 */
#ifndef GM_REPORT_VALIDATE_H
#define GM_REPORT_VALIDATE_H

#include "analysis/validate.h"
#include "base/text.h"

void gm_report_validation_text(gm_text *out, const gm_validation *validation);
void gm_report_validation_json(gm_text *out, const gm_validation *validation);
void gm_report_validation_csv(gm_text *out, const gm_validation *validation);

#endif
