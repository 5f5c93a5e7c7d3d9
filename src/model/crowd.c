#include "model/crowd.h"

#include "base/memory.h"

#include <stdlib.h>

/*
 * sum over lanes of the lanes of other warps at their word = sum over words of n^2, less the sum
 * over words and warps of their own n^2. Both sums grow by 2n + 1 with each lane.
 */

enum {
	ROOM = 1 << 12,
	FULL = 1 << 17,
	WARPS = 64,
	ALL = WARPS
}; /* beyond FULL words lie far apart */

struct gm_crowd {
	struct slot {
		uint64_t key; /* word and warp, or ALL, + 1; 0: free */
		int64_t count;
	} * slots;
	size_t room, used;
	double of_words, of_warps; /* the two sums */
	int64_t lanes, requests;
	uint64_t warps; /* seen */
};

gm_crowd *
gm_crowd_new(void)
{
	gm_crowd *crowd = gm_allocate(1, sizeof *crowd);
	crowd->room = ROOM;
	crowd->slots = gm_allocate(ROOM, sizeof *crowd->slots);
	return crowd;
}

void
gm_crowd_free(gm_crowd *crowd)
{
	if (crowd)
		free(crowd->slots);
	free(crowd);
}

void
gm_crowd_begin(gm_crowd *crowd)
{
	if (crowd->used > 0) {
		free(crowd->slots);
		crowd->room = ROOM;
		crowd->slots = gm_allocate(ROOM, sizeof *crowd->slots);
	}
	*crowd = (gm_crowd){.slots = crowd->slots, .room = crowd->room};
}

static struct slot *
slot_of(struct slot *slots, size_t room, uint64_t key)
{
	size_t i = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
	while (slots[i].key && slots[i].key != key)
		i = (i + 1) & (room - 1);
	return &slots[i];
}

static void
grow(gm_crowd *crowd)
{
	const size_t room = 2 * crowd->room;
	struct slot *slots = gm_allocate(room, sizeof *slots);
	for (size_t i = 0; i < crowd->room; i++)
		if (crowd->slots[i].key)
			*slot_of(slots, room, crowd->slots[i].key) = crowd->slots[i];
	free(crowd->slots);
	crowd->slots = slots;
	crowd->room = room;
}

/* How many came to it before. */
static int64_t
note(gm_crowd *crowd, uint64_t word, int warp)
{
	const uint64_t key = word * (WARPS + 1) + (uint64_t)warp + 1;
	if (2 * crowd->used >= crowd->room)
		grow(crowd);
	struct slot *slot = slot_of(crowd->slots, crowd->room, key);
	crowd->used += slot->key == 0;
	slot->key = key;
	return slot->count++;
}

void
gm_crowd_add(gm_crowd *crowd, int warp, const gm_access *access)
{
	const unsigned bytes = access->access_bytes > 4 ? (unsigned)access->access_bytes : 4;
	if (crowd->used > FULL)
		return;
	crowd->requests++;
	crowd->warps |= UINT64_C(1) << warp % WARPS;
	for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1) {
		const uint64_t word = access->address[__builtin_ctzll(rest)] / bytes;
		crowd->of_words += 2 * (double)note(crowd, word, ALL) + 1;
		crowd->of_warps += 2 * (double)note(crowd, word, warp % WARPS) + 1;
		crowd->lanes++;
	}
}

double
gm_crowd_others(const gm_crowd *crowd)
{
	if (crowd->lanes == 0)
		return 0;
	const double each = (double)crowd->requests / __builtin_popcountll(crowd->warps);
	return (crowd->of_words - crowd->of_warps) / ((double)crowd->lanes * each);
}
