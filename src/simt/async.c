#include "simt/async.h"

#include "simt/access.h"
#include "simt/stream.h"

#include <string.h>

typedef struct mbarrier {
	int64_t pending, expected, bytes;
	uint64_t phase;
} mbarrier;

static mbarrier
unpacked(uint64_t word)
{
	const int64_t bytes = (int64_t)(word << 2) >> 42;
	return (mbarrier){(int64_t)(word & 0xfffff), (int64_t)(word >> 20 & 0xfffff), bytes,
			  word >> 63};
}

static uint64_t
packed(mbarrier b)
{
	return ((uint64_t)b.pending & 0xfffff) | ((uint64_t)b.expected & 0xfffff) << 20 |
	       ((uint64_t)b.bytes & 0x3fffff) << 40 | b.phase << 63;
}

static void
complete(mbarrier *b)
{
	if (b->pending > 0 || b->bytes != 0)
		return;
	b->pending = b->expected;
	b->phase ^= 1;
}

static uint64_t
argument(ptx_warp *warp, const ptx_step *step, int lane)
{
	if (step->b == PTX_NO_UNIT)
		return 1;
	return step->detail == MBARRIER_TEST && !step->clamp ? ptx_u64(warp, step->b)[lane]
							     : ptx_u32(warp, step->b)[lane];
}

/* With copies of unknown size in the program, bytes are not waited for. */
static int64_t
expected_bytes(const ptx_warp *warp, uint64_t bytes)
{
	return warp->program->unknown_copies ? 0 : (int64_t)bytes;
}

static void
act(ptx_warp *warp, const ptx_step *step, mbarrier *b, uint64_t given)
{
	switch (step->detail) {
	case MBARRIER_INIT:
		*b = (mbarrier){(int64_t)given, (int64_t)given, 0, 0};
		return;
	case MBARRIER_ARRIVE_DROP:
		b->expected--;
		b->pending--;
		break;
	case MBARRIER_ARRIVE:
		b->pending -= (int64_t)given;
		break;
	case MBARRIER_EXPECT:
		b->bytes += expected_bytes(warp, given);
		return;
	case MBARRIER_ARRIVE_EXPECT:
		b->bytes += expected_bytes(warp, given);
		b->pending--;
		break;
	default:
		return;
	}
	complete(b);
}

static bool
find(ptx_warp *warp, const ptx_step *step, int lane, ptx_place *place)
{
	const uint64_t address = gm_ptx_lane_address(warp, step, step->a, step->immediate, lane);
	return gm_ptx_place_find(warp, step, SPACE_SHARED, lane, address & (PTX_SHARED_WINDOW - 1),
				 8, place);
}

/* A phase is over when the current one differs from the one asked about. */
static void
test(ptx_warp *warp, const ptx_step *step, int lane, mbarrier b)
{
	const uint64_t given = argument(warp, step, lane);
	const uint64_t asked = step->clamp ? given & 1 : given >> 63;
	const bool over = b.phase != asked;
	uint32_t *d = ptx_u32(warp, step->d);
	*d = (*d & ~(1u << lane)) | (uint32_t)over << lane;
	if (!over)
		warp->asks_to_wait = true;
}

/* Most lanes ask about the same barrier. */
static void
test_lanes(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint64_t known = UINT64_MAX;
	mbarrier b = {0};
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t address =
			gm_ptx_lane_address(warp, step, step->a, step->immediate, l);
		ptx_place place;
		if (address != known && !find(warp, step, l, &place))
			return;
		if (address != known)
			b = unpacked(gm_ptx_place_load(warp, place, l, 8));
		known = address;
		test(warp, step, l, b);
	}
}

void
gm_ptx_mbarrier(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	if (step->detail == MBARRIER_TEST) {
		test_lanes(warp, step, mask);
		return;
	}
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		ptx_place place;
		if (!find(warp, step, l, &place))
			return;
		const uint64_t word = gm_ptx_place_load(warp, place, l, 8);
		mbarrier b = unpacked(word);
		act(warp, step, &b, argument(warp, step, l));
		gm_ptx_place_store(warp, place, l, 8, packed(b));
		if (step->results_count && step->d != PTX_NO_UNIT)
			ptx_u64(warp, step->d)[l] = word;
	}
}

bool
gm_ptx_mbarrier_receive(ptx_warp *warp, const ptx_step *step, int lane, uint64_t bytes)
{
	const uint32_t unit = warp->program->units[step->sources + 3];
	ptx_place place;
	if (unit == PTX_NO_UNIT)
		return true;
	const uint64_t address =
		gm_ptx_lane_address(warp, step, unit, 0, lane) & (PTX_SHARED_WINDOW - 1);
	if (!gm_ptx_place_find(warp, step, SPACE_SHARED, lane, address, 8, &place))
		return false;
	mbarrier b = unpacked(gm_ptx_place_load(warp, place, lane, 8));
	b.bytes -= expected_bytes(warp, bytes);
	complete(&b);
	gm_ptx_place_store(warp, place, lane, 8, packed(b));
	return true;
}

/* 32 lanes of 16 bytes at a time, as if a warp moved them. */
static void
stream_copy(ptx_warp *warp, const ptx_step *step, uint64_t address, uint64_t bytes)
{
	for (uint64_t done = 0; warp->machine->sink && done < bytes; done += 16 * PTX_LANES) {
		const uint64_t left = (bytes - done) / 16;
		const uint32_t active = left >= 32 ? PTX_ALL_LANES : (1u << left) - 1;
		for (unsigned l = 0; l < PTX_LANES; l++)
			warp->address[l] = address + done + 16 * l;
		gm_ptx_stream(warp, step, step->traffic_site, active, warp->address);
	}
}

static uint64_t
shared_address(ptx_warp *warp, uint32_t unit, int lane, bool wide)
{
	const uint64_t address = wide ? ptx_u64(warp, unit)[lane] : ptx_u32(warp, unit)[lane];
	return address & (((uint64_t)1 << GM_AWAY_BITS) - 1);
}

enum { WORD_BYTES = 8 };

static uint64_t
lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Words from a buffer to shared memory, read for all lanes at once; how many. */
static uint64_t
copy_words(ptx_warp *warp, ptx_place from, ptx_place to, uint64_t words)
{
	const ptx_machine *m = warp->machine;
	const uint64_t there = (m->memory->buffers[from.buffer].bytes - from.offset) / WORD_BYTES;
	const uint64_t room = ((uint64_t)m->shared_bytes - to.offset) / WORD_BYTES;
	const uint64_t count = lesser(lesser(words, PTX_LANES), lesser(there, room));
	uint64_t offset[PTX_LANES], value[PTX_LANES];
	for (uint64_t l = 0; l < PTX_LANES; l++)
		offset[l] = from.offset + WORD_BYTES * lesser(l, count - 1);
	gm_ptx_memory_load_lanes(m->memory, from.buffer, offset, PTX_ALL_LANES >> (PTX_LANES - count), WORD_BYTES,
				 value);
	memcpy(m->shared + to.offset, value, WORD_BYTES * count);
	return count;
}

/* Words between two places that were found for the first of them; how many. */
static uint64_t
copy_some(ptx_warp *warp, int lane, ptx_place from, ptx_place to, uint64_t words)
{
	const bool in = from.space == SPACE_GLOBAL && to.space == SPACE_SHARED;
	if (in && !from.nowhere && !to.nowhere)
		return copy_words(warp, from, to, words);
	gm_ptx_place_store(warp, to, lane, WORD_BYTES, gm_ptx_place_load(warp, from, lane, WORD_BYTES));
	return 1;
}

void
gm_ptx_copy_bulk(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const bool out = step->detail == 1;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t bytes = ptx_u32(warp, step->c)[l] & ~15ull;
		const uint64_t inner =
			shared_address(warp, out ? step->b : step->a, l, step->clamp);
		const uint64_t outer = ptx_u64(warp, out ? step->a : step->b)[l];
		for (uint64_t i = 0; i < bytes;) {
			ptx_place from, to;
			if (!gm_ptx_place_find(warp, step, out ? SPACE_SHARED : SPACE_GLOBAL, l,
					       (out ? inner : outer) + i, WORD_BYTES, &from) ||
			    !gm_ptx_place_find(warp, step, out ? SPACE_GLOBAL : SPACE_SHARED, l,
					       (out ? outer : inner) + i, WORD_BYTES, &to))
				return;
			i += WORD_BYTES * copy_some(warp, l, from, to, (bytes - i) / WORD_BYTES);
		}
		gm_ptx_stream(warp, step, step->site, 1u << l, NULL);
		stream_copy(warp, step, outer, bytes);
		if (!gm_ptx_mbarrier_receive(warp, step, l, bytes))
			return;
	}
}
