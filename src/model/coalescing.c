#include "model/coalescing.h"

#include <string.h>

enum {
	SECTOR_SHIFT = 5,
	BLOCK_SHIFT = 6,
	LINE_SHIFT = 7,
	LINES_MAX = 2 * 64, /* every lane of a wavefront may straddle two lines */
	SLOT_BITS = 7,      /* of the hash table: as many slots as there can be lines */
};

/* The bytes some lanes name, exactly: one bit per byte of every 128 B line that is touched. */
typedef struct footprint {
	int lines_count;
	int bytes_count;
	uint8_t slot[1 << SLOT_BITS]; /* hash of a line -> its row + 1; 0 is free */
	uint64_t line[LINES_MAX];
	uint64_t bytes[LINES_MAX][2];
} footprint;

/* How much of each granule size some lanes touch. Small enough to be returned in registers. */
typedef struct tally {
	int bytes_count;
	int sectors_count; /*  32 B */
	int blocks_count;  /*  64 B */
	int lines_count;   /* 128 B */
} tally;

static int
footprint_row(footprint *print, uint64_t line)
{
	unsigned at = (unsigned)((line * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - SLOT_BITS));
	while (print->slot[at]) {
		const int row = print->slot[at] - 1;
		if (print->line[row] == line)
			return row;
		at = (at + 1) % (1u << SLOT_BITS);
	}
	const int row = print->lines_count++;
	print->slot[at] = (uint8_t)(row + 1);
	print->line[row] = line;
	print->bytes[row][0] = print->bytes[row][1] = 0;
	return row;
}

/* Marks bytes of the aligned 64 B block `block`. */
static void
footprint_mark(footprint *print, uint64_t block, uint64_t bytes)
{
	uint64_t *known = &print->bytes[footprint_row(print, block >> 1)][block & 1];
	if (*known &
	    bytes) /* counting bits is slow where no instruction does it, and rarely needed */
		print->bytes_count -= __builtin_popcountll(*known & bytes);
	*known |= bytes;
}

/* Marks the bytes [start, end), not empty. */
static void
footprint_mark_range(footprint *print, uint64_t start, uint64_t end)
{
	const uint64_t first = start >> BLOCK_SHIFT, last = (end - 1) >> BLOCK_SHIFT;
	print->bytes_count += (int)(end - start);
	const uint64_t from = ~UINT64_C(0) << start % 64,
		       to = ~UINT64_C(0) >> (63 - (end - 1) % 64);
	if (first == last) {
		footprint_mark(print, first, from & to);
		return;
	}
	footprint_mark(print, first, from);
	for (uint64_t block = first + 1; block < last; block++)
		footprint_mark(print, block, ~UINT64_C(0));
	footprint_mark(print, last, to);
}

/* Neighbouring lanes mostly name neighbouring words, or the same: these go in as one range. */
static void
footprint_fill(footprint *print, const uint64_t *address, int count, int size)
{
	uint64_t start = address[0], end = start + (uint64_t)size;
	print->lines_count = print->bytes_count = 0;
	memset(print->slot, 0, sizeof print->slot);
	for (int i = 1; i < count; i++) {
		if (address[i] == address[i - 1])
			continue;
		if (address[i] != end) {
			footprint_mark_range(print, start, end);
			start = address[i];
		}
		end = address[i] + (uint64_t)size;
	}
	footprint_mark_range(print, start, end);
}

/* Which of the four sectors of a row are touched, bit 0 the lowest. */
static unsigned
row_sectors(const footprint *print, int row)
{
	const uint64_t low = print->bytes[row][0], high = print->bytes[row][1];
	return (unsigned)((uint32_t)low != 0) | (unsigned)(low >> 32 != 0) << 1 |
	       (unsigned)((uint32_t)high != 0) << 2 | (unsigned)(high >> 32 != 0) << 3;
}

/* One row added up. */
static void
tally_row(tally *out, const footprint *print, int row)
{
	static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
	const unsigned sectors = row_sectors(print, row);
	out->sectors_count += ones[sectors];
	out->blocks_count += (sectors % 4 != 0) + (sectors / 4 != 0);
}

static tally
tally_footprint(const uint64_t *address, int count, int size)
{
	footprint print;
	footprint_fill(&print, address, count, size);
	tally out = {.bytes_count = print.bytes_count, .lines_count = print.lines_count};
	for (int row = 0; row < print.lines_count; row++)
		tally_row(&out, &print, row);
	return out;
}

/* Granules that an aligned progression touches. Up to a granule apart it leaves none out between
   its ends; further apart each access has its own. */
static int
progression_granules(const gm_progression *steps, int size, int shift)
{
	if (steps->distance_bytes >> shift)
		return steps->count;
	const uint64_t reach =
		steps->distance_bytes * (uint64_t)(steps->count - 1) + (uint64_t)size - 1;
	return (int)(((steps->low_bytes + reach) >> shift) - (steps->low_bytes >> shift)) + 1;
}

static tally
tally_addresses(const uint64_t *address, int count, int size)
{
	gm_progression steps;
	if (!gm_progression_find(address, count, &steps) ||
	    ((steps.low_bytes | steps.distance_bytes) & ((unsigned)size - 1)) != 0)
		return tally_footprint(address, count, size);
	return (tally){
		.bytes_count = steps.distance_bytes == 0 ? size : count * size,
		.sectors_count = progression_granules(&steps, size, SECTOR_SHIFT),
		.blocks_count = progression_granules(&steps, size, BLOCK_SHIFT),
		.lines_count = progression_granules(&steps, size, LINE_SHIFT),
	};
}

/* One group of lanes to be served, and what it touches. */
typedef struct group {
	const gm_access *access;
	uint64_t lanes;
	int first;               /* its lowest lane, active or not */
	int count;               /* active lanes */
	const uint64_t *address; /* of the active lanes */
	tally touched;
} group;

/* What serving one group takes; in registers too. */
typedef struct service {
	int transactions_count;
	int moved_bytes;
	bool coalesced;
} service;

/* Granules of 1 << shift bytes that the group would touch with lane k at word k, bit j = granule j.
 */
static uint64_t
granules_in_place(const group *served, int shift)
{
	const int lanes_each = (1 << shift) >> gm_access_shift(served->access);
	uint64_t used = 0;
	for (uint64_t rest = served->lanes >> served->first, granule = 1; rest; granule <<= 1) {
		if (rest & gm_access_group(0, lanes_each))
			used |= granule;
		rest = lanes_each >= 64 ? 0 : rest >> lanes_each;
	}
	return used;
}

/* No more granules than in place? What the words alone fill decides, unless there are gaps between
   the active lanes, which need room in place too. */
static bool
is_in_few_granules(const group *served, int count, int shift)
{
	const uint64_t run = served->lanes >> served->first;
	if ((count - 1) << shift < served->count << gm_access_shift(served->access))
		return true;
	return (run & (run + 1)) != 0 &&
	       count <= __builtin_popcountll(granules_in_place(served, shift));
}

static bool
is_in_sequence(const group *served)
{
	const int size = served->access->access_bytes;
	if (size < 4)
		return false;
	const int lowest = __builtin_ctzll(served->lanes);
	const uint64_t *address = served->access->address;
	const uint64_t base = address[lowest] - (uint64_t)((lowest - served->first) * size);
	if (base % (size == 4 ? 64 : 128) != 0)
		return false;
	for (uint64_t rest = served->lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		if (address[lane] != base + (uint64_t)((lane - served->first) * size))
			return false;
	}
	return true;
}

static service
serve_strict(const group *served)
{
	const int size = served->access->access_bytes;
	if (is_in_sequence(served))
		return (service){size == 16 ? 2 : 1, size == 4 ? 64 : 16 * size, true};
	int pieces = 0;
	for (int i = 0; i < served->count; i++)
		pieces += served->address[i] % 32 + (uint64_t)size > 32 ? 2 : 1;
	return (service){pieces, 32 * pieces, false};
}

/* Bytes left of a segment of up to four sectors, given those in use: halves that are not are cut
   off, twice at most. */
static int
shrunk_bytes(unsigned sectors)
{
	static const uint8_t in_sectors[16] = {0, 1, 1, 2, 1, 4, 4, 4, 1, 4, 4, 4, 2, 4, 4, 4};
	return 32 * in_sectors[sectors];
}

/* Adds the segments, of 1, 2 or 4 sectors each, of a line whose touched sectors are given. */
static void
add_segments(service *out, unsigned sectors, unsigned segment_sectors)
{
	for (; sectors; sectors >>= segment_sectors) {
		const unsigned segment = sectors & ((1u << segment_sectors) - 1);
		out->transactions_count += segment != 0;
		out->moved_bytes += shrunk_bytes(segment);
	}
}

static service
serve_segments(const group *served)
{
	const int size = served->access->access_bytes;
	const unsigned segment_sectors = size >= 4 ? 4 : (unsigned)size;
	footprint print;
	footprint_fill(&print, served->address, served->count, size);
	service out = {0}, best = {0};
	for (int row = 0; row < print.lines_count; row++)
		add_segments(&out, row_sectors(&print, row), segment_sectors);
	const unsigned in_place = (unsigned)granules_in_place(served, SECTOR_SHIFT);
	add_segments(&best, in_place % 16, segment_sectors);
	add_segments(&best, in_place / 16, segment_sectors);
	out.coalesced = out.moved_bytes <= best.moved_bytes;
	return out;
}

static service
serve_granules(const group *served, int count, int shift)
{
	return (service){count, count << shift, is_in_few_granules(served, count, shift)};
}

static service
serve_lines(const group *served)
{
	return serve_granules(served, served->touched.lines_count, LINE_SHIFT);
}

static service
serve_sectors(const group *served)
{
	return serve_granules(served, served->touched.sectors_count, SECTOR_SHIFT);
}

static service
serve_gcn(const group *served)
{
	return serve_granules(served, served->touched.blocks_count, BLOCK_SHIFT);
}

static const struct {
	int group_lanes,
		group_bytes; /* lanes served together: at most these, and this much of words */
	service (*serve)(const group *served);
} rules[GM_COALESCING_COUNT] = {
	[GM_HALF_WARP_STRICT] = {16, 16 * 16, serve_strict},
	[GM_HALF_WARP_SEGMENTS] = {16, 16 * 16, serve_segments},
	[GM_LINES_128] = {32, 128, serve_lines},
	[GM_SECTORS_32] = {64, 64 * 16, serve_sectors},
	[GM_GCN_LINES_64] = {16, 16 * 16, serve_gcn},
};

int
gm_coalescing_group_lanes(gm_coalescing_rule rule, const gm_access *access)
{
	const int by_bytes = rules[rule].group_bytes >> gm_access_shift(access);
	return by_bytes < rules[rule].group_lanes ? by_bytes : rules[rule].group_lanes;
}

/* The active lanes of `whole` in the group of `step` lanes from lane `first` on. Their addresses
   follow those of the `done` lanes before. */
static void
group_part(group *out, const group *whole, int first, int step, int done)
{
	out->access = whole->access;
	out->first = first;
	out->lanes = whole->lanes & gm_access_group(first, step);
	out->address = whole->address + done;
	if (out->lanes == whole->lanes) {
		out->count = whole->count;
		out->touched = whole->touched;
		return;
	}
	out->count = __builtin_popcountll(out->lanes);
	if (out->count > 0)
		out->touched = tally_addresses(out->address, out->count, out->access->access_bytes);
}

/* Written field by field, without copies of structures: this is the hot path of every prediction,
   and a wide load right after narrow stores stalls the processor. */
gm_transactions
gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access)
{
	group whole, part;
	whole.access = access;
	whole.lanes = gm_access_lanes(access);
	if (!whole.lanes)
		return (gm_transactions){.coalesced = true};
	uint64_t storage[64];
	whole.count = gm_access_gather(access, whole.lanes, storage, &whole.address);
	whole.touched = tally_addresses(whole.address, whole.count, access->access_bytes);
	const int step = gm_coalescing_group_lanes(rule, access);
	int groups = 0, transactions = 0, moved = 0, distinct = 0, coalesced = 1;
	for (int first = 0, done = 0; done < whole.count; first += step, done += part.count) {
		group_part(&part, &whole, first, step, done);
		if (part.count == 0)
			continue;
		const service cost = rules[rule].serve(&part);
		groups++;
		transactions += cost.transactions_count;
		moved += cost.moved_bytes;
		distinct += part.touched.bytes_count;
		coalesced &= cost.coalesced;
	}
	return (gm_transactions){
		.groups_count = groups,
		.transactions_count = transactions,
		.moved_bytes = moved,
		.lines_count = rule == GM_GCN_LINES_64 ? whole.touched.blocks_count
	                                               : whole.touched.lines_count,
		.sectors_count = whole.touched.sectors_count,
		.requested_bytes = (int64_t)whole.count * access->access_bytes,
		.distinct_bytes = distinct,
		.coalesced = coalesced,
	};
}
