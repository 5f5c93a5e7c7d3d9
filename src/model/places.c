#include "model/places.h"

#include "base/memory.h"
#include "model/sector_set.h"

#include <stdlib.h>

enum {
	LINE_SHIFT = 7,
	LINES_MOST = 1 << 16, /* more are not remembered */
	SPREAD_BYTES = 512    /* that a line of counters is taken to occupy at most */
};

struct gm_places {
	gm_sector_set counters; /* lines with atomics, of all blocks */
	uint64_t first_byte, last_byte; /* of atomics */
	int blocks_count;
	size_t counters_before, counters_new; /* of the latest block */
};

gm_places *
gm_places_new(void)
{
	gm_places *places = gm_allocate(1, sizeof *places);
	places->first_byte = UINT64_MAX;
	return places;
}

void
gm_places_free(gm_places *places)
{
	if (!places)
		return;
	gm_sector_set_dispose(&places->counters);
	free(places);
}

void
gm_places_begin(gm_places *places)
{
	places->blocks_count++;
	places->counters_before = places->counters.count;
}

void
gm_places_add(gm_places *places, const gm_access *access)
{
	for (uint64_t lanes = gm_access_lanes(access); lanes; lanes &= lanes - 1) {
		const uint64_t first = access->address[__builtin_ctzll(lanes)];
		const uint64_t end = first + (unsigned)access->access_bytes;
		if (places->counters.count < LINES_MOST)
			gm_sector_set_at(&places->counters, (int64_t)(first >> LINE_SHIFT));
		places->first_byte = first < places->first_byte ? first : places->first_byte;
		places->last_byte = end > places->last_byte ? end : places->last_byte;
	}
}

void
gm_places_end(gm_places *places)
{
	places->counters_new = places->counters.count - places->counters_before;
}

double
gm_places_atomic_bytes(const gm_places *places, double blocks)
{
	if (places->counters.count == 0)
		return 0;
	double lines = (double)places->counters.count;
	const double each = lines / places->blocks_count;
	const bool own = places->blocks_count > 1 && (double)places->counters_new > 0.9 * each;
	double hull = (double)(places->last_byte - places->first_byte);
	if (own && blocks > places->blocks_count) {
		lines *= blocks / places->blocks_count;
		hull = hull < lines * 128 ? lines * 128 : hull;
	}
	return hull < lines * SPREAD_BYTES ? hull : lines * SPREAD_BYTES;
}
