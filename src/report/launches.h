/*
 * Launches as a launch list (measure/list.h, input/launch_list.h).
 */
#ifndef GM_REPORT_LAUNCHES_H
#define GM_REPORT_LAUNCHES_H

#include "base/text.h"
#include "kernel/launch.h"

void gm_report_launch(gm_text *out, const gm_launch *launch);

#endif
