#include "kernel/spilling.h"

#include <string.h>

gm_spilling
gm_spilling_copy(gm_arena *arena, const gm_spilling *s)
{
	gm_spill_region *regions = gm_arena_allocate(arena, (size_t)s->regions_count + 1, sizeof *regions);
	for (int32_t r = 0; r < s->regions_count; r++) {
		const size_t count = (size_t)s->regions[r].items_count;
		gm_spill_item *items = gm_arena_allocate(arena, count + 1, sizeof *items);
		if (count)
			memcpy(items, s->regions[r].items, count * sizeof *items);
		regions[r] = s->regions[r];
		regions[r].items = items;
	}
	return (gm_spilling){regions, s->regions_count};
}
