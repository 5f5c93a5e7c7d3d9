#include "model/transactions.h"

#include "model/coalescing.h"

#include <string.h>

/* One group of lanes, and where its transactions go. */
typedef struct listing {
	const gm_access *access;
	uint64_t lanes;
	int group, first; /* the group's number and lowest lane, active or not */
	gm_transaction *out;
	int count;
} listing;

/* The bytes [from, to) of a transaction, at most 128, as bits. */
static void
name_bytes(gm_transaction *t, uint64_t from, uint64_t to)
{
	for (uint64_t i = from; i < to; i++)
		t->named[i / 64] |= UINT64_C(1) << i % 64;
}

/* Marks what the lane names of the transaction, if anything. */
static void
take_lane(gm_transaction *t, const gm_access *access, int lane)
{
	const uint64_t start = access->address[lane], end = start + (uint64_t)access->access_bytes;
	const uint64_t from = start > t->first_byte ? start : t->first_byte;
	const uint64_t limit = t->first_byte + (uint64_t)t->bytes;
	const uint64_t to = end < limit ? end : limit;
	if (from >= to)
		return;
	t->lanes |= UINT64_C(1) << lane;
	name_bytes(t, from - t->first_byte, to - t->first_byte);
}

/* A transaction for the lanes given, at the end of the list. */
static void
append(listing *l, uint64_t first_byte, int bytes, uint64_t lanes)
{
	gm_transaction *t = &l->out[l->count++];
	*t = (gm_transaction){.group = l->group, .first_byte = first_byte, .bytes = bytes};
	for (; lanes; lanes &= lanes - 1)
		take_lane(t, l->access, __builtin_ctzll(lanes));
}

/* The granule that begins at `first_byte` among those from row `start` on, kept in rising order. */
static gm_transaction *
granule_at(listing *l, int start, uint64_t first_byte, int bytes)
{
	int row = start;
	while (row < l->count && l->out[row].first_byte < first_byte)
		row++;
	if (row < l->count && l->out[row].first_byte == first_byte)
		return &l->out[row];
	memmove(&l->out[row + 1], &l->out[row], (size_t)(l->count - row) * sizeof *l->out);
	l->count++;
	l->out[row] = (gm_transaction){.group = l->group, .first_byte = first_byte, .bytes = bytes};
	return &l->out[row];
}

/* Every aligned granule of `bytes` that the group touches, once. */
static void
list_granules(listing *l, int bytes)
{
	const int start = l->count;
	for (uint64_t rest = l->lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		const uint64_t address = l->access->address[lane];
		const uint64_t last =
			(address + (uint64_t)l->access->access_bytes - 1) / (unsigned)bytes;
		for (uint64_t granule = address / (unsigned)bytes; granule <= last; granule++)
			take_lane(granule_at(l, start, granule * (unsigned)bytes, bytes), l->access,
				  lane);
	}
}

static void
list_lines(listing *l)
{
	list_granules(l, 128);
}

static void
list_sectors(listing *l)
{
	list_granules(l, 32);
}

static void
list_gcn(listing *l)
{
	list_granules(l, 64);
}

/* Are the named bytes all in the lower (0) or upper (1) half? -1: in both. */
static int
used_half(const gm_transaction *t)
{
	uint64_t halves[2] = {t->named[0], t->named[1]};
	if (t->bytes == 64) {
		halves[0] = t->named[0] & UINT32_MAX;
		halves[1] = t->named[0] >> 32;
	}
	return halves[0] && halves[1] ? -1 : halves[1] != 0;
}

/* Cuts halves off that nobody names, down to 32 bytes. */
static void
shrink(gm_transaction *t)
{
	int half;
	while (t->bytes > 32 && (half = used_half(t)) >= 0) {
		t->bytes /= 2;
		if (half == 1)
			t->first_byte += (unsigned)t->bytes;
		if (half == 1 && t->bytes == 64)
			t->named[0] = t->named[1];
		if (half == 1 && t->bytes == 32)
			t->named[0] >>= 32;
		t->named[1] = 0;
	}
}

static void
list_segments(listing *l)
{
	const int start = l->count, size = l->access->access_bytes;
	list_granules(l, size >= 4 ? 128 : 32 * size);
	for (int i = start; i < l->count; i++)
		shrink(&l->out[i]);
}

/* One of its own for every lane, and two where it straddles. */
static void
list_lane_by_lane(listing *l)
{
	for (uint64_t rest = l->lanes; rest; rest &= rest - 1) {
		const uint64_t lane = rest & -rest,
			       address = l->access->address[__builtin_ctzll(rest)];
		append(l, address / 32 * 32, 32, lane);
		if (address % 32 + (unsigned)l->access->access_bytes > 32)
			append(l, address / 32 * 32 + 32, 32, lane);
	}
}

static void
list_strict(listing *l)
{
	gm_access part = *l->access;
	part.active = l->lanes;
	if (!gm_coalescing_evaluate(GM_HALF_WARP_STRICT, &part).coalesced) {
		list_lane_by_lane(l);
		return;
	}
	const int size = part.access_bytes, lowest = __builtin_ctzll(l->lanes);
	const uint64_t base = part.address[lowest] - (uint64_t)((lowest - l->first) * size);
	append(l, base, size == 4 ? 64 : 128, l->lanes);
	if (size == 16)
		append(l, base + 128, 128, l->lanes);
}

static void (*const rules[GM_COALESCING_COUNT])(listing *l) = {
	[GM_HALF_WARP_STRICT] = list_strict, [GM_HALF_WARP_SEGMENTS] = list_segments,
	[GM_LINES_128] = list_lines,         [GM_SECTORS_32] = list_sectors,
	[GM_GCN_LINES_64] = list_gcn,
};

int
gm_transactions_list(gm_coalescing_rule rule, const gm_access *access,
		     gm_transaction out[static GM_TRANSACTIONS_MAX])
{
	listing l = {.access = access, .out = out};
	const int step = gm_coalescing_group_lanes(rule, access);
	for (l.first = 0; l.first < access->lanes_count; l.first += step, l.group++) {
		l.lanes = gm_access_lanes(access) & gm_access_group(l.first, step);
		if (l.lanes)
			rules[rule](&l);
	}
	return l.count;
}

int
gm_transaction_named_bytes(const gm_transaction *transaction)
{
	return __builtin_popcountll(transaction->named[0]) +
	       __builtin_popcountll(transaction->named[1]);
}
