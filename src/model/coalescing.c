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
	int64_t bytes_count;
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
	uint64_t *known = &print->bytes[footprint_row(print, block >> 1)][block & 1];
	print->bytes_count += __builtin_popcountll(bytes & ~*known);
	*known |= bytes;
}

/* Neighbouring lanes mostly stay in one block: its bytes are gathered before they are marked. */
static void
footprint_fill(footprint *print, const gm_access *access, uint64_t lanes)
{
	const unsigned size = (unsigned)access->access_bytes;
	const uint64_t unit = (UINT64_C(1) << size) - 1;
	uint64_t block = access->address[__builtin_ctzll(lanes)] >> BLOCK_SHIFT;
	uint64_t bytes = 0;
	print->lines_count = 0;
	print->bytes_count = 0;
	memset(print->slot, 0, sizeof print->slot);
	for (; lanes; lanes &= lanes - 1) {
		const uint64_t address = access->address[__builtin_ctzll(lanes)];
		const unsigned offset = (unsigned)(address % 64);
		if (address >> BLOCK_SHIFT != block) {
			footprint_mark(print, block, bytes);
			block = address >> BLOCK_SHIFT;
			bytes = 0;
		}
		bytes |= unit << offset;
		if (offset + size > 64)
			footprint_mark(print, block + 1, unit >> (64 - offset));
	}
	footprint_mark(print, block, bytes);
}

/* Which of the four sectors of a row are touched, bit 0 the lowest. */
static unsigned
row_sectors(const footprint *print, int row)
{
	const uint64_t low = print->bytes[row][0], high = print->bytes[row][1];
	return (unsigned)((uint32_t)low != 0) | (unsigned)(low >> 32 != 0) << 1 |
	       (unsigned)((uint32_t)high != 0) << 2 | (unsigned)(high >> 32 != 0) << 3;
}

static tally
tally_footprint(const gm_access *access, uint64_t lanes)
{
	static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
	footprint print;
	footprint_fill(&print, access, lanes);
	tally out = {.bytes_count = print.bytes_count, .lines_count = print.lines_count};
	for (int row = 0; row < print.lines_count; row++) {
		const unsigned sectors = row_sectors(&print, row);
		out.sectors_count += ones[sectors];
		out.blocks_count += (sectors % 4 != 0) + (sectors / 4 != 0);
	}
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
tally_lanes(const gm_access *access, uint64_t lanes)
{
	const int size = access->access_bytes;
	gm_progression steps;
	if (!gm_access_progression(access, lanes, &steps) ||
	    (steps.low_bytes | steps.distance_bytes) % (unsigned)size != 0)
		return tally_footprint(access, lanes);
	return (tally){
	        .bytes_count = steps.distance_bytes == 0 ? size : steps.count * size,
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
	tally touched;
} group;

static void
move(gm_transactions *out, int count, int64_t bytes_each)
{
	out->transactions_count += count;
	out->moved_bytes += count * bytes_each;
}

/* Chunks of `lanes_count` lanes in which a lane of the group is active, bit j = chunk j. */
static uint64_t
chunks_used(const group *served, int lanes_count)
{
	const uint64_t lanes = served->lanes >> served->first;
	uint64_t used = 0;
	for (int chunk = 0; chunk * lanes_count < 64; chunk++)
		if (lanes & gm_access_group(chunk * lanes_count, lanes_count))
			used |= UINT64_C(1) << chunk;
	return used;
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
	for (uint64_t rest = served->lanes; rest; rest &= rest - 1) {
		const uint64_t address = served->access->address[__builtin_ctzll(rest)];
		move(out, address % 32 + (uint64_t)size > 32 ? 2 : 1, 32);
	}
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
	footprint_fill(&print, served->access, served->lanes);
	gm_transactions moved = {0}, best = {0};
	for (int row = 0; row < print.lines_count; row++)
		move_segments(&moved, row_sectors(&print, row), segment_sectors);
	const unsigned in_place = (unsigned)chunks_used(served, 32 / size);
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
	const int sectors = served->touched.sectors_count;
	move(out, sectors, 32);
	return sectors <= 1 ||
	       sectors <= __builtin_popcountll(chunks_used(served, 32 / served->access->access_bytes));
}

static bool
serve_gcn(const group *served, gm_transactions *out)
{
	const int blocks = served->touched.blocks_count;
	move(out, blocks, 64);
	return blocks <= __builtin_popcountll(chunks_used(served, 64 / served->access->access_bytes));
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
group_lanes(gm_coalescing_rule rule, int access_bytes)
{
	const int by_bytes = rules[rule].group_bytes / access_bytes;
	return by_bytes < rules[rule].group_lanes ? by_bytes : rules[rule].group_lanes;
}

gm_transactions
gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access)
{
	gm_transactions out = {.coalesced = true};
	const uint64_t active = gm_access_lanes(access);
	if (!active)
		return out;
	const tally whole = tally_lanes(access, active);
	out.lines_count = rule == GM_GCN_LINES_64 ? whole.blocks_count : whole.lines_count;
	out.sectors_count = whole.sectors_count;
	out.requested_bytes = (int64_t)__builtin_popcountll(active) * access->access_bytes;
	const int step = group_lanes(rule, access->access_bytes);
	for (int first = 0; first < access->lanes_count; first += step) {
		group served = {access, active & gm_access_group(first, step), first, whole};
		if (!served.lanes)
			continue;
		if (served.lanes != active)
			served.touched = tally_lanes(access, served.lanes);
		out.groups_count++;
		out.distinct_bytes += served.touched.bytes_count;
		out.coalesced &= rules[rule].serve(&served, &out);
	}
	return out;
}
