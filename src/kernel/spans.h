/*
 * The open spans of a cut replay, for a sink that multiplies what came since a mark.
 *
 * A mark takes a slot, in which the sink keeps what it has counted so far; a repeat gives the slot of
 * the loop's last mark back. A mark of a loop that has one already replaces it, and with it go the
 * marks inside (kernel/stream.h says why both happen).
 */
#ifndef GM_KERNEL_SPANS_H
#define GM_KERNEL_SPANS_H

#include <stdint.h>

enum { GM_SPANS_MAX = 64 };

/* Starts as {0}. */
typedef struct gm_spans {
	uint32_t loop[GM_SPANS_MAX];
	int depth;
} gm_spans;

/* The slot to keep the state in, 0 to GM_SPANS_MAX - 1; -1 when loops nest deeper than that. */
int gm_spans_mark(gm_spans *spans, uint32_t loop);

/* The slot of the loop's last mark, which is forgotten with those inside it; there must be one. */
int gm_spans_repeat(gm_spans *spans, uint32_t loop);

#endif
