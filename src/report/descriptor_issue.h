/*
 * What a descriptor says of machine instructions: attributes such as alu="1.5" lsu="1"
 * shared_ld="1".
 */
#ifndef GM_REPORT_DESCRIPTOR_ISSUE_H
#define GM_REPORT_DESCRIPTOR_ISSUE_H

#include "base/text.h"
#include "kernel/outline.h"

#include <stdbool.h>

/* All that is issued; branches only with `control`, as <branch> says them by another name. */
void gm_descriptor_write_issue(gm_text *out, const gm_issue *issue, bool control);

/* Whether anything would be written. */
bool gm_descriptor_says_issue(const gm_issue *issue);

/* What a statement issues itself, where it says so; the registers that are taken when a load is issued; the
   latency, where that is another than usual; the result that it makes and those that it waits for. */
void gm_descriptor_write_own(gm_text *out, const gm_outline_node *node);
void gm_descriptor_write_held(gm_text *out, const gm_outline_node *node);
void gm_descriptor_write_latency(gm_text *out, const gm_outline_node *node);
void gm_descriptor_write_waits(gm_text *out, const gm_outline *outline, const gm_outline_node *node);

#endif
