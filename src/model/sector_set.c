#include "model/sector_set.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

/* Neighbouring numbers lie together: runs of sectors then meet in the same lines of the host. */
static size_t
place_of(const gm_sector_set *set, int64_t number)
{
	const uint64_t mixed = ((uint64_t)number >> 3) * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)((mixed >> 32) * 8 + ((uint64_t)number & 7)) & (set->room - 1);
}

static gm_sector_slot *
find(const gm_sector_set *set, int64_t number)
{
	size_t at = place_of(set, number);
	while (set->slots[at].used && set->slots[at].number != number)
		at = (at + 1 + set->skips) & (set->room - 1);
	return &set->slots[at];
}

static void
grow(gm_sector_set *set)
{
	const gm_sector_set old = *set;
	set->room = old.room ? 2 * old.room : FIRST_ROOM;
	set->slots = gm_allocate(set->room, sizeof *set->slots);
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].used)
			*find(set, old.slots[i].number) = old.slots[i];
	free(old.slots);
}

uint32_t *
gm_sector_set_at(gm_sector_set *set, int64_t number)
{
	if (2 * (set->count + 1) > set->room)
		grow(set);
	gm_sector_slot *slot = find(set, number);
	if (!slot->used) {
		*slot = (gm_sector_slot){.number = number, .used = 1};
		set->count++;
	}
	return &slot->bits;
}

uint32_t
gm_sector_set_find(const gm_sector_set *set, int64_t number)
{
	return set->room ? find(set, number)->bits : 0;
}

void
gm_sector_set_clear(gm_sector_set *set)
{
	if (set->count)
		memset(set->slots, 0, set->room * sizeof *set->slots);
	set->count = 0;
}

void
gm_sector_set_dispose(gm_sector_set *set)
{
	free(set->slots);
	*set = (gm_sector_set){0};
}
