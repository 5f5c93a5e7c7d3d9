/*
 * Measured runs as a runs file (input/runs_file.h, schemas/runs.xsd): what was read comes out again.
 */
#ifndef GM_REPORT_RUNS_H
#define GM_REPORT_RUNS_H

#include "base/text.h"
#include "kernel/runs.h"

void gm_report_runs_xml(gm_text *out, const gm_runs *runs);

#endif
