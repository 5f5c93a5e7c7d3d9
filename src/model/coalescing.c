#include "model/coalescing.h"

#include <string.h>

enum {
	SECTOR_SHIFT = 5,
	BLOCK_SHIFT = 6,
	LINE_SHIFT = 7,
	LINE_BYTES = 1 << LINE_SHIFT,
	LINES_MAX = 2 * 64, /* every lane of a wavefront may straddle two lines */
	SLOTS = 256,        /* of the hash table: twice the lines, so that a free one is always near */
};

/* The bytes some lanes name, exactly: one bit per byte of every 128 B line that is touched. */
typedef struct footprint {
	int lines_count;
	uint8_t slot[SLOTS]; /* hash of a line -> its row + 1; 0 is free */
	uint64_t line[LINES_MAX];
	uint64_t bytes[LINES_MAX][2];
} footprint;

/* How much of each granule size some lanes touch. */
typedef struct tally {
	int64_t bytes_count;
	int sectors_count; /*  32 B */
	int blocks_count;  /*  64 B */
	int lines_count;   /* 128 B */
} tally;

static int
footprint_row(footprint *print, uint64_t line)
{
	unsigned at = (unsigned)((line * UINT64_C(0x9e3779b97f4a7c15)) >> 56);
	while (print->slot[at]) {
		const int row = print->slot[at] - 1;
		if (print->line[row] == line)
			return row;
		at = (at + 1) % SLOTS;
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
	print->bytes[footprint_row(print, block >> 1)][block & 1] |= bytes;
}

/* Marks the bytes [start, end), not empty. */
static void
footprint_mark_range(footprint *print, uint64_t start, uint64_t end)
{
	const uint64_t first = start >> BLOCK_SHIFT, last = (end - 1) >> BLOCK_SHIFT;
	const uint64_t from = ~UINT64_C(0) << start % 64, to = ~UINT64_C(0) >> (63 - (end - 1) % 64);
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
	print->lines_count = 0;
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
	out->bytes_count += __builtin_popcountll(print->bytes[row][0]);
	out->bytes_count += __builtin_popcountll(print->bytes[row][1]);
	out->sectors_count += ones[sectors];
	out->blocks_count += (sectors % 4 != 0) + (sectors / 4 != 0);
}

static tally
tally_footprint(const uint64_t *address, int count, int size)
{
	footprint print;
	footprint_fill(&print, address, count, size);
	tally out = {.lines_count = print.lines_count};
	for (int row = 0; row < print.lines_count; row++)
		tally_row(&out, &print, row);
	return out;
}

/* Granules that an aligned progression touches. Up to a granule apart it leaves none out between its
   ends; further apart each access has its own. */
static int
progression_granules(const gm_progression *steps, int size, int shift)
{
	if (steps->distance_bytes >> shift)
		return steps->count;
	const uint64_t reach = steps->distance_bytes * (uint64_t)(steps->count - 1) + (uint64_t)size - 1;
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
	int first; /* its lowest lane, active or not */
	int count; /* active lanes */
	const uint64_t *address; /* of the active lanes */
	tally touched;
} group;

static void
move(gm_transactions *out, int count, int64_t bytes_each)
{
	out->transactions_count += count;
	out->moved_bytes += count * bytes_each;
}

/* Granules of 1 << shift bytes that the group would touch with lane k at word k, bit j = granule j. */
static uint64_t
granules_in_place(const group *served, int shift)
{
	const int lanes_each = (1 << shift) >> gm_access_shift(served->access);
	uint64_t used = 0;
	for (uint64_t rest = served->lanes >> served->first, granule = 1; rest; granule <<= 1) {
		if (rest & gm_access_group(0, lanes_each))
			used |= granule;
		rest = lanes_each == 64 ? 0 : rest >> lanes_each;
	}
	return used;
}

/* No more granules than in place? Fewer than the words fill cannot be, which settles most cases. */
static bool
is_in_few_granules(const group *served, int count, int shift)
{
	return (count - 1) << shift < served->count << gm_access_shift(served->access) ||
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

static bool
serve_strict(const group *served, gm_transactions *out)
{
	const int size = served->access->access_bytes;
	if (is_in_sequence(served)) {
		move(out, size == 16 ? 2 : 1, size == 4 ? 64 : 128);
		return true;
	}
	for (int i = 0; i < served->count; i++)
		move(out, served->address[i] % 32 + (uint64_t)size > 32 ? 2 : 1, 32);
	return false;
}

/* Bytes left of a segment of up to four sectors, given those in use: halves that are not are cut off,
   twice at most. */
static int
shrunk_bytes(unsigned sectors)
{
	static const uint8_t in_sectors[16] = {0, 1, 1, 2, 1, 4, 4, 4, 1, 4, 4, 4, 2, 4, 4, 4};
	return 32 * in_sectors[sectors];
}

/* A line's sectors as segments of `segment_sectors` (1, 2 or 4) sectors. */
static void
move_segments(gm_transactions *out, unsigned sectors, unsigned segment_sectors)
{
	for (; sectors; sectors >>= segment_sectors) {
		const unsigned segment = sectors & ((1u << segment_sectors) - 1);
		if (segment)
			move(out, 1, shrunk_bytes(segment));
	}
}

static bool
serve_segments(const group *served, gm_transactions *out)
{
	const int size = served->access->access_bytes;
	const unsigned segment_sectors = size >= 4 ? 4 : (unsigned)size;
	footprint print;
	footprint_fill(&print, served->address, served->count, size);
	gm_transactions moved = {0}, best = {0};
	for (int row = 0; row < print.lines_count; row++)
		move_segments(&moved, row_sectors(&print, row), segment_sectors);
	const unsigned in_place = (unsigned)granules_in_place(served, SECTOR_SHIFT);
	move_segments(&best, in_place % 16, segment_sectors);
	move_segments(&best, in_place / 16, segment_sectors);
	out->transactions_count += moved.transactions_count;
	out->moved_bytes += moved.moved_bytes;
	return moved.moved_bytes <= best.moved_bytes;
}

static bool
serve_lines(const group *served, gm_transactions *out)
{
	move(out, served->touched.lines_count, LINE_BYTES);
	return served->touched.lines_count == 1;
}

static bool
serve_sectors(const group *served, gm_transactions *out)
{
	move(out, served->touched.sectors_count, 1 << SECTOR_SHIFT);
	return is_in_few_granules(served, served->touched.sectors_count, SECTOR_SHIFT);
}

static bool
serve_gcn(const group *served, gm_transactions *out)
{
	move(out, served->touched.blocks_count, 1 << BLOCK_SHIFT);
	return is_in_few_granules(served, served->touched.blocks_count, BLOCK_SHIFT);
}

static const struct {
	int group_lanes, group_bytes; /* lanes served together: at most these, and this much of words */
	/* Adds the transactions of one group; true when it is coalesced. */
	bool (*serve)(const group *served, gm_transactions *out);
} rules[GM_COALESCING_COUNT] = {
        [GM_HALF_WARP_STRICT] = {16, 16 * 16, serve_strict},
        [GM_HALF_WARP_SEGMENTS] = {16, 16 * 16, serve_segments},
        [GM_LINES_128] = {32, 128, serve_lines},
        [GM_SECTORS_32] = {64, 64 * 16, serve_sectors},
        [GM_GCN_LINES_64] = {16, 16 * 16, serve_gcn},
};

static int
group_lanes(gm_coalescing_rule rule, const gm_access *access)
{
	const int by_bytes = rules[rule].group_bytes >> gm_access_shift(access);
	return by_bytes < rules[rule].group_lanes ? by_bytes : rules[rule].group_lanes;
}

static void
group_serve(gm_coalescing_rule rule, const group *served, gm_transactions *out)
{
	out->groups_count++;
	out->distinct_bytes += served->touched.bytes_count;
	out->coalesced &= rules[rule].serve(served, out);
}

gm_transactions
gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access)
{
	gm_transactions out = {.coalesced = true};
	const int size = access->access_bytes, step = group_lanes(rule, access);
	group whole = {.access = access, .lanes = gm_access_lanes(access)};
	if (!whole.lanes)
		return out;
	uint64_t storage[64];
	whole.count = gm_access_gather(access, whole.lanes, storage, &whole.address);
	whole.touched = tally_addresses(whole.address, whole.count, size);
	out.lines_count = rule == GM_GCN_LINES_64 ? whole.touched.blocks_count : whole.touched.lines_count;
	out.sectors_count = whole.touched.sectors_count;
	out.requested_bytes = (int64_t)whole.count * size;
	for (int first = 0, done = 0; done < whole.count; first += step) {
		group part = whole;
		part.first = first;
		part.lanes &= gm_access_group(first, step);
		if (part.lanes == 0)
			continue;
		if (part.lanes != whole.lanes) {
			part.count = __builtin_popcountll(part.lanes);
			part.address = whole.address + done;
			part.touched = tally_addresses(part.address, part.count, size);
		}
		group_serve(rule, &part, &out);
		done += part.count;
	}
	return out;
}
