#include "kernel/spans.h"

#include <assert.h>

/* The slot of the loop's mark; the depth when it has none. */
static int
slot_of(const gm_spans *spans, uint32_t loop)
{
	int slot = spans->depth;
	while (slot > 0 && spans->loop[slot - 1] != loop)
		slot--;
	return slot > 0 ? slot - 1 : spans->depth;
}

int
gm_spans_mark(gm_spans *spans, uint32_t loop)
{
	const int slot = slot_of(spans, loop);
	if (slot == GM_SPANS_MAX)
		return -1;
	spans->loop[slot] = loop;
	spans->depth = slot + 1;
	return slot;
}

int
gm_spans_repeat(gm_spans *spans, uint32_t loop)
{
	const int slot = slot_of(spans, loop);
	assert(slot < spans->depth);
	spans->depth = slot;
	return slot;
}
