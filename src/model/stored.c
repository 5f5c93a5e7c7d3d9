#include "model/stored.h"

#include "base/memory.h"

#include <stdlib.h>

static bool
is_before(gm_stored_time a, gm_stored_time b)
{
	if (a.loop == b.loop && a.turn != b.turn)
		return a.turn < b.turn;
	return a.request < b.request;
}

void
gm_stored_add(gm_stored *stored, int64_t sector, uint32_t bytes, gm_stored_time at)
{
	uint32_t *place = gm_sector_set_at(&stored->first, sector);
	*gm_sector_set_at(&stored->bytes, sector) |= bytes;
	if (*place == 0) {
		stored->times = gm_grow(stored->times, &stored->capacity, stored->count + 1,
					sizeof *stored->times);
		stored->times[stored->count++] = at;
		*place = (uint32_t)stored->count;
	} else if (is_before(at, stored->times[*place - 1])) {
		stored->times[*place - 1] = at;
	}
}

bool
gm_stored_by_others(const gm_stored *stored, int64_t sector, gm_stored_time load)
{
	const uint32_t place = gm_sector_set_find(&stored->first, sector);
	if (place == 0 || gm_sector_set_find(&stored->bytes, sector) != UINT32_MAX)
		return false;
	const gm_stored_time first = stored->times[place - 1];
	return first.warp != load.warp && is_before(first, load);
}

void
gm_stored_dispose(gm_stored *stored)
{
	gm_sector_set_dispose(&stored->bytes);
	gm_sector_set_dispose(&stored->first);
	free(stored->times);
	*stored = (gm_stored){0};
}
