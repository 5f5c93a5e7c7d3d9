#include "model/l1_past.h"

#include "base/memory.h"

#include <stdlib.h>

gm_l1_line *
gm_l1_past_find(gm_l1_past *past, int64_t number)
{
	/* Of lines that lie together eight are beside each other in the set: where others have all eight places, those
	   beside these are looked at first. */
	past->rows.skips = 8;
	uint32_t *row = gm_sector_set_at(&past->rows, number);
	if (!*row) {
		past->lines = gm_grow(past->lines, &past->room, past->count + 1, sizeof *past->lines);
		past->lines[past->count++] = (gm_l1_line){0};
		*row = (uint32_t)past->count;
	}
	past->last = number;
	past->last_row = *row;
	return &past->lines[*row - 1];
}

void
gm_l1_past_dispose(gm_l1_past *past)
{
	gm_sector_set_dispose(&past->rows);
	free(past->lines);
	*past = (gm_l1_past){0};
}
