/*
 * Which values are live at the begin of each node of a program, of those that are numbered.
 */
#ifndef GM_SASS_ISSUE_LIVE_H
#define GM_SASS_ISSUE_LIVE_H

#include "sass/issue.h"

typedef struct issue_live {
	const issue_plan *plan;
	const uint32_t *number; /* per unit: of the value in it, from 1 on; 0: nobody asks. Borrowed. */
	size_t words;           /* of a set of values */
	uint64_t *rows;         /* per node: the set that is live at its begin */
	uint64_t *now;
} issue_live;

/* Of `count` values. */
void gm_ptx_issue_live_init(issue_live *live, const issue_plan *plan, const uint32_t *number, size_t count);
void gm_ptx_issue_live_dispose(issue_live *live);

/* The value of the unit, which is numbered, is live at the begin of the node. */
bool gm_ptx_issue_is_live(const issue_live *live, int32_t node, uint32_t unit);

#endif
