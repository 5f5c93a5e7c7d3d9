#include "model/places.h"

#include "base/memory.h"
#include "kernel/spans.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>

enum {
	LINE_SHIFT = 7,
	LINES_MOST = 1 << 16, /* more are not remembered */
	SPREAD_BYTES = 512    /* that a line of counters is taken to occupy at most */
};

/* A line that a site updated since the outermost mark. */
typedef struct place {
	uint32_t site;
	uint64_t line;
} place;

struct gm_places {
	place *since; /* at most LINES_MOST */
	size_t since_count, since_room;
	size_t marks[GM_SPANS_MAX];
	int open; /* marks */
	gm_sector_set counters; /* lines with atomics, of all blocks */
	uint64_t first_byte, last_byte; /* of atomics */
	uint64_t block_first, block_last; /* of the latest block */
	double hulls_bytes; /* between these, of all blocks */
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
	free(places->since);
	free(places);
}

void
gm_places_begin(gm_places *places)
{
	places->blocks_count++;
	places->counters_before = places->counters.count;
	places->open = 0;
	places->since_count = 0;
	places->block_first = UINT64_MAX;
	places->block_last = 0;
}

static void
reach(gm_places *places, uint64_t first, uint64_t end)
{
	places->block_first = first < places->block_first ? first : places->block_first;
	places->block_last = end > places->block_last ? end : places->block_last;
}

static void
remember(gm_places *places, place found)
{
	const place *last = places->since_count ? &places->since[places->since_count - 1] : NULL;
	const bool known = last && last->site == found.site && last->line == found.line;
	if (places->open == 0 || known || places->since_count == LINES_MOST)
		return;
	places->since = gm_grow(places->since, &places->since_room, places->since_count + 1,
				sizeof *places->since);
	places->since[places->since_count++] = found;
}

void
gm_places_add(gm_places *places, uint32_t site, const gm_access *access)
{
	for (uint64_t lanes = gm_access_lanes(access); lanes; lanes &= lanes - 1) {
		const uint64_t first = access->address[__builtin_ctzll(lanes)];
		const uint64_t end = first + (unsigned)access->access_bytes;
		if (places->counters.count < LINES_MOST)
			gm_sector_set_at(&places->counters, (int64_t)(first >> LINE_SHIFT));
		remember(places, (place){site, first >> LINE_SHIFT});
		reach(places, first, end);
	}
}

void
gm_places_mark(gm_places *places, int slot)
{
	places->open = slot + 1;
	places->marks[slot] = places->since_count;
	if (slot == 0)
		places->since_count = places->marks[0] = 0;
}

/* Every run of the loop updates a line of its own. */
static void
move(gm_places *places, place from, int64_t times, int64_t advance)
{
	const uint64_t first = from.line << LINE_SHIFT;
	for (int64_t t = 1; t <= times && places->counters.count < LINES_MOST; t++) {
		const uint64_t line = (first + (uint64_t)(t * advance)) >> LINE_SHIFT;
		gm_sector_set_at(&places->counters, (int64_t)line);
		remember(places, (place){from.site, line});
	}
	const uint64_t end = first + (uint64_t)(times * advance);
	reach(places, end, end + (1 << LINE_SHIFT));
}

void
gm_places_repeat(gm_places *places, int slot, int64_t times, const int64_t *advance)
{
	const size_t first = places->marks[slot], end = places->since_count;
	places->open = slot;
	for (size_t i = first; i < end; i++) {
		const place from = places->since[i];
		if (advance[from.site])
			move(places, from, times, advance[from.site]);
	}
}

void
gm_places_end(gm_places *places)
{
	places->counters_new = places->counters.count - places->counters_before;
	if (places->block_first >= places->block_last)
		return;
	places->hulls_bytes += (double)(places->block_last - places->block_first);
	if (places->block_first < places->first_byte)
		places->first_byte = places->block_first;
	if (places->block_last > places->last_byte)
		places->last_byte = places->block_last;
}

double
gm_places_block_bytes(const gm_places *places)
{
	return places->blocks_count > 0 ? places->hulls_bytes / places->blocks_count : 0;
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

double
gm_places_atomic_arrays_bytes(const gm_kernel *kernel)
{
	double bytes = 0;
	bool *updated = gm_allocate((size_t)kernel->arrays_count + 1, sizeof *updated);
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (!gm_site_is_global_atomic(site))
			continue;
		if (site->array < 0)
			bytes = INFINITY;
		else
			updated[site->array] = true;
	}
	for (int a = 0; a < kernel->arrays_count; a++)
		if (updated[a])
			bytes += (double)kernel->arrays[a].length * gm_type_bytes(kernel->arrays[a].type);
	free(updated);
	return bytes;
}
