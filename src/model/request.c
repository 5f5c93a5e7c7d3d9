#include "model/request.h"

enum {
	SLOT_BITS = 10,  /* of a hash table: in so many slots few of 32 numbers meet, */
	APART_BITS = 12, /* in so many seldom two */
	LINE_SHIFT = 7,
};

/* Without a branch on purpose, here and below: compilers make a few vector instructions of it. */
static inline bool
is_constant_step(const uint64_t *address, int count, uint64_t step)
{
	uint64_t difference = 0, expected = address[0];
#pragma GCC unroll 32
	for (int i = 0; i < count; i++) {
		difference |= address[i] ^ expected;
		expected += step;
	}
	return difference == 0;
}

static inline bool
find_progression(gm_progression *out, const uint64_t *address, int count)
{
	const uint64_t first = address[0], last = address[count - 1];
	const uint64_t step = count > 1 ? address[1] - first : 0;
	const bool falling = step >> 63;
	const uint64_t distance = falling ? 0 - step : step;
	/* the last address settles most */
	if (last - first != step * (uint64_t)(count - 1) || distance >> 48)
		return false;
	if (!(count == 32 ? is_constant_step(address, 32, step)
	                  : is_constant_step(address, count, step)))
		return false;
	*out = (gm_progression){count, falling, falling ? last : first, falling ? first : last,
	                        distance};
	return out->high_bytes >= out->low_bytes; /* not wrapped around the end of the address space */
}

bool
gm_progression_find(const uint64_t *address, int count, gm_progression *out)
{
	return find_progression(out, address, count);
}

/* The differences of numbers below 2^31 are in 32 bits what they are in 64. Returns them all or'ed:
   the highest bit says whether any was negative. */
static uint32_t
count_changes(gm_addresses *out)
{
	const uint64_t *address = out->address, first = address[0];
	uint64_t changing = 0;
	uint32_t falls = 0;
	int addresses = 0, sectors = 0, blocks = 0, lines = 0;
	for (int i = 1; i < out->count; i++) {
		const uint32_t here = (uint32_t)address[i], before = (uint32_t)address[i - 1];
		const int32_t changed = (int32_t)(here ^ before);
		changing |= address[i] ^ first;
		falls |= here - before;
		addresses += changed > 0;
		sectors += changed > 31;
		blocks += changed > 63;
		lines += changed > 127;
	}
	out->changes = (gm_changes){addresses, sectors, blocks, lines};
	out->changing = changing;
	return falls;
}

static unsigned
slot(uint64_t number, int bits)
{
	return (unsigned)((number * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - bits));
}

/* The lines of addresses, each in a slot of its own; what lanes draw by lot mostly is. */
static bool
are_apart(const uint64_t *address, int count)
{
	uint64_t taken[1 << APART_BITS >> 6] = {0};
	for (int i = 0; i < count; i++) {
		const unsigned at = slot(address[i] >> LINE_SHIFT, APART_BITS);
		const uint64_t bit = UINT64_C(1) << at % 64;
		if (taken[at / 64] & bit)
			return false;
		taken[at / 64] |= bit;
	}
	return true;
}

static inline void
look_at(gm_addresses *out, const uint64_t *address, int count, int access_bytes)
{
	const uint64_t size = (uint64_t)access_bytes;
	out->address = address;
	out->count = count;
	out->size_shift = out->unit_shift = __builtin_ctzll(size);
	out->order = GM_STEADY;
	out->apart = false;
	if (find_progression(&out->steps, address, count) &&
	    ((out->steps.low_bytes | out->steps.distance_bytes) & (size - 1)) == 0) {
		out->changing = out->steps.low_bytes ^ out->steps.high_bytes;
		return;
	}
	const bool falls = count_changes(out) >> 31, is_near = out->changing >> 31 == 0;
	out->unit_shift = __builtin_ctzll(out->changing | address[0] | size);
	out->order = out->unit_shift < out->size_shift ? GM_UNALIGNED
	             : is_near && !falls               ? GM_RISING
	                                               : GM_SCATTERED;
	const bool lines = out->changing >> LINE_SHIFT != 0; /* more than one */
	out->apart = out->order == GM_SCATTERED && lines && are_apart(address, count);
}

void
gm_addresses_init(gm_addresses *out, const uint64_t *address, int count, int access_bytes)
{
	look_at(out, address, count, access_bytes);
}

void
gm_request_init(gm_request *out, const gm_access *access)
{
	const uint64_t *address = access->address;
	int count = access->lanes_count;
	out->access = access;
	out->lanes = gm_access_lanes(access);
	if (out->lanes != gm_access_group(0, count))
		count = gm_access_gather(access, out->lanes, out->storage, &address);
	if (count > 0)
		look_at(&out->named, address, count, access->access_bytes);
}

int
gm_addresses_pieces(const gm_addresses *named, int first, int count, int shift,
                    uint64_t piece[static GM_PIECES_MAX])
{
	const uint64_t *address = named->address + first;
	const unsigned reach = (1u << named->size_shift) - 1;
	if (named->order != GM_UNALIGNED && shift >= named->size_shift) {
		for (int i = 0; i < count; i++)
			piece[i] = address[i] >> shift;
		return count;
	}
	int pieces = 0;
	for (int i = 0; i < count; i++)
		for (uint64_t at = address[i] >> shift; at <= (address[i] + reach) >> shift; at++)
			piece[pieces++] = at;
	return pieces;
}

/* In each round a slot keeps the last number that claims it; whatever differs from that waits for the
   next round. */
int
gm_pieces_distinct(uint64_t *piece, int count)
{
	uint16_t claim[1 << SLOT_BITS];
	uint64_t waiting[GM_PIECES_MAX];
	const uint64_t *list = piece;
	int kept = 0;
	while (count > 0) {
		int waits = 0;
		for (int i = 0; i < count; i++)
			claim[slot(list[i], SLOT_BITS)] = (uint16_t)i;
		for (int i = 0; i < count; i++) {
			const uint64_t here = list[i];
			const int last = claim[slot(here, SLOT_BITS)]; /* not before i: not yet overwritten */
			const bool differs = list[last] != here;
			piece[kept] = here;
			kept += last == i;
			waiting[waits] = here;
			waits += differs;
		}
		list = waiting;
		count = waits;
	}
	return kept;
}
