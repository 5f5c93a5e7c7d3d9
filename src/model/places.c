#include "model/places.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINE_SHIFT = 7,
	PAGE_SHIFT = 10,
	UNITS_PER_PAGE = 16,
	LINES_PER_PAGE = 8,
	ROOM_LEAST = 256,
	LINES_MOST = 1 << 16, /* of a block; more are not remembered, the ratio holds without them */
	SPREAD_BYTES = 512    /* that a line of counters is taken to occupy at most */
};

/* Numbers with a few bits each, open addressing. */
typedef struct number_set {
	uint64_t *key; /* + 1; 0: free */
	uint8_t *bits;
	size_t room, count;
} number_set;

struct gm_places {
	number_set lines;   /* of this block: sectors touched */
	number_set counters; /* lines with atomics, of all blocks */
	double weight;
	double units, scattered; /* fetch units of all blocks */
	uint64_t first_byte, last_byte; /* of atomics */
	int blocks_count;
	size_t counters_before, counters_new, counters_seen; /* of the latest block */
};

gm_places *
gm_places_new(void)
{
	gm_places *places = gm_allocate(1, sizeof *places);
	places->first_byte = UINT64_MAX;
	return places;
}

static void
set_free(number_set *set)
{
	free(set->key);
	free(set->bits);
}

void
gm_places_free(gm_places *places)
{
	if (!places)
		return;
	set_free(&places->lines);
	set_free(&places->counters);
	free(places);
}

static size_t
slot_of(const number_set *set, uint64_t number)
{
	size_t at = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (set->room - 1);
	while (set->key[at] && set->key[at] != number + 1)
		at = (at + 1) & (set->room - 1);
	return at;
}

static void
grow(number_set *set)
{
	const number_set old = *set;
	set->room = old.room ? 2 * old.room : ROOM_LEAST;
	set->key = gm_allocate(set->room, sizeof *set->key);
	set->bits = gm_allocate(set->room, sizeof *set->bits);
	for (size_t i = 0; i < old.room; i++)
		if (old.key[i]) {
			const size_t at = slot_of(set, old.key[i] - 1);
			set->key[at] = old.key[i];
			set->bits[at] = old.bits[i];
		}
	free(old.key);
	free(old.bits);
}

/* true when the number is new. */
static bool
set_add(number_set *set, uint64_t number, uint8_t bits)
{
	if (2 * set->count >= set->room) {
		if (set->count >= LINES_MOST)
			return false;
		grow(set);
	}
	const size_t at = slot_of(set, number);
	const bool fresh = !set->key[at];
	set->count += fresh;
	set->key[at] = number + 1;
	set->bits[at] |= bits;
	return fresh;
}

static void
set_clear(number_set *set)
{
	if (set->count)
		memset(set->key, 0, set->room * sizeof *set->key);
	if (set->count)
		memset(set->bits, 0, set->room);
	set->count = 0;
}

void
gm_places_begin(gm_places *places, double weight)
{
	set_clear(&places->lines);
	places->weight = weight;
	places->blocks_count++;
	places->counters_before = places->counters.count;
	places->counters_seen = 0;
}

static void
add_counter(gm_places *places, uint64_t address, int bytes)
{
	places->counters_seen++;
	set_add(&places->counters, address >> LINE_SHIFT, 1);
	places->first_byte = address < places->first_byte ? address : places->first_byte;
	if (address + (unsigned)bytes > places->last_byte)
		places->last_byte = address + (unsigned)bytes;
}

void
gm_places_add(gm_places *places, const gm_access *access, gm_operation operation)
{
	const bool atomic = operation == GM_ATOMIC || operation == GM_REDUCE;
	uint64_t line = UINT64_MAX;
	uint8_t sectors = 0;
	for (uint64_t lanes = gm_access_lanes(access); lanes; lanes &= lanes - 1) {
		const uint64_t first = access->address[__builtin_ctzll(lanes)];
		const uint64_t last = first + (unsigned)access->access_bytes - 1;
		if (atomic)
			add_counter(places, first, access->access_bytes);
		if (first >> LINE_SHIFT != line) {
			if (sectors)
				set_add(&places->lines, line, sectors);
			line = first >> LINE_SHIFT;
			sectors = 0;
		}
		sectors |= (uint8_t)(1 << (first >> 5 & 3) |
		                     (last >> LINE_SHIFT == line ? 1 << (last >> 5 & 3) : 0));
	}
	if (sectors)
		set_add(&places->lines, line, sectors);
}

static int
units_of(uint8_t sectors)
{
	return ((sectors & 3) != 0) + ((sectors & 12) != 0);
}

/* Fetch units of the page that a line lies in. */
static int
units_around(const number_set *lines, uint64_t line)
{
	const uint64_t page = line / LINES_PER_PAGE * LINES_PER_PAGE;
	int units = 0;
	for (uint64_t l = page; l < page + LINES_PER_PAGE; l++) {
		const size_t at = slot_of(lines, l);
		units += lines->key[at] ? units_of(lines->bits[at]) : 0;
	}
	return units;
}

void
gm_places_end(gm_places *places)
{
	const number_set *lines = &places->lines;
	for (size_t i = 0; i < lines->room && lines->count; i++) {
		if (!lines->key[i])
			continue;
		const int units = units_of(lines->bits[i]);
		places->units += places->weight * units;
		if (lines->bits[i] == 15)
			continue;
		const double empty =
		        1 - (double)units_around(lines, lines->key[i] - 1) / UNITS_PER_PAGE;
		places->scattered += places->weight * units * empty * empty;
	}
	places->counters_new = places->counters.count - places->counters_before;
}

double
gm_places_scattered_ratio(const gm_places *places)
{
	return places->units > 0 ? places->scattered / places->units : 0;
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
