#include "model/coalescing.h"

#include "base/wide.h"

enum {
	SECTOR_SHIFT = 5,
	BLOCK_SHIFT = 6,
	LINE_SHIFT = 7,
	NEAR_SHIFT = 8,
};

/* How much of each granule size some lanes touch. */
typedef struct tally {
	int bytes_count;
	int sectors_count;
	int lines_count; /* of the rule */
} tally;

/* Granules of addresses a constant distance apart. Up to a granule apart they leave none out; further
   apart each has its own. */
static inline int
steady_granules(const gm_progression *steps, int shift)
{
	const int between = (int)((steps->high_bytes >> shift) - (steps->low_bytes >> shift));
	return steps->distance_bytes >> shift ? steps->count : between + 1;
}

/* Pieces of 1 << shift bytes, where addresses are aligned and differ little. */
GM_WIDE static int
near_pieces(const gm_addresses *named, int shift)
{
	uint8_t touched[1 << NEAR_SHIFT] = {0}, count = 0; /* at most 64 */
#pragma GCC unroll 4
	for (int i = 0; i < named->count; i++)
		touched[(named->address[i] >> shift) % (1 << NEAR_SHIFT)] = 1;
	for (int i = 0; i < 1 << NEAR_SHIFT; i++)
		count = (uint8_t)(count + touched[i]);
	return count;
}

static int
any_pieces(const gm_addresses *named, int shift)
{
	uint64_t piece[GM_PIECES_MAX];
	if (named->order != GM_UNALIGNED && named->changing >> shift >> NEAR_SHIFT == 0)
		return near_pieces(named, shift);
	return gm_pieces_distinct(piece, gm_addresses_pieces(named, 0, named->count, shift, piece));
}

static inline void
tally_steady(tally *out, const gm_addresses *named, int line_shift)
{
	const int different = named->steps.distance_bytes == 0 ? 1 : named->count;
	out->bytes_count = different << named->size_shift;
	out->sectors_count = steady_granules(&named->steps, SECTOR_SHIFT);
	out->lines_count = steady_granules(&named->steps, line_shift);
}

static inline void
tally_rising(tally *out, const gm_addresses *named, int line_shift)
{
	const gm_changes *changes = &named->changes;
	const int lines = line_shift == BLOCK_SHIFT ? changes->blocks_count : changes->lines_count;
	out->bytes_count = (changes->addresses_count + 1) << named->size_shift;
	out->sectors_count = changes->sectors_count + 1;
	out->lines_count = lines + 1;
}

/* The same at once for sectors and the lines that they lie in. */
GM_WIDE static void
near_sectors(tally *out, const gm_addresses *named, int line_shift)
{
	uint8_t touched[1 << NEAR_SHIFT] = {0}, sectors = 0;
	const int in_line = 1 << (line_shift - SECTOR_SHIFT);
	int lines = 0;
#pragma GCC unroll 4
	for (int i = 0; i < named->count; i++)
		touched[(named->address[i] >> SECTOR_SHIFT) % (1 << NEAR_SHIFT)] = 1;
	for (int i = 0; i < 1 << NEAR_SHIFT; i++)
		sectors = (uint8_t)(sectors + touched[i]);
	for (int i = 0; i < 1 << NEAR_SHIFT; i += 4) {
		const int low = touched[i] | touched[i + 1], high = touched[i + 2] | touched[i + 3];
		lines += in_line == 4 ? low | high : low + high;
	}
	out->sectors_count = sectors;
	out->lines_count = lines;
}

/* Accesses in as many lines share nothing. */
static void
tally_any(tally *out, const gm_addresses *named, int line_shift)
{
	if (named->apart) {
		*out = (tally){named->count << named->unit_shift, named->count, named->count};
		return;
	}
	if (named->order != GM_UNALIGNED && named->changing >> SECTOR_SHIFT >> NEAR_SHIFT == 0) {
		if (named->changing >> SECTOR_SHIFT == 0)
			out->sectors_count = out->lines_count = 1;
		else
			near_sectors(out, named, line_shift);
		out->bytes_count = any_pieces(named, named->unit_shift) << named->unit_shift;
		return;
	}
	const int lines = any_pieces(named, line_shift);
	const bool apart = lines == named->count && named->order != GM_UNALIGNED;
	out->bytes_count = (apart ? lines : any_pieces(named, named->unit_shift)) << named->unit_shift;
	out->sectors_count = apart ? lines : any_pieces(named, SECTOR_SHIFT);
	out->lines_count = lines;
}

static inline void
tally_addresses(tally *out, const gm_addresses *named, int line_shift)
{
	if (named->order == GM_STEADY)
		tally_steady(out, named, line_shift);
	else if (named->order == GM_RISING)
		tally_rising(out, named, line_shift);
	else
		tally_any(out, named, line_shift);
}

/* One group of lanes to be served, and what it touches. */
typedef struct group {
	uint64_t lanes;            /* active, bit 0 is the lowest lane of the group */
	const gm_addresses *named; /* by these lanes */
	tally touched;
} group;

/* What serving one group takes; in registers too. */
typedef struct service {
	int transactions_count;
	int moved_bytes;
	bool coalesced;
	int of_64, of_128; /* where segments differ in size */
} service;

/* Granules of 1 << shift bytes that the group would touch with lane k at word k, bit j = granule j. */
static uint64_t
granules_in_place(const group *served, int shift)
{
	const int lanes_each = (1 << shift) >> served->named->size_shift;
	uint64_t used = 0;
	for (uint64_t rest = served->lanes, granule = 1; rest; granule <<= 1) {
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
	const bool few = (count - 1) << shift < served->named->count << served->named->size_shift;
	if ((served->lanes & (served->lanes + 1)) == 0)
		return few;
	return few || count <= __builtin_popcountll(granules_in_place(served, shift));
}

static service
serve_sectors(const group *served)
{
	const int count = served->touched.sectors_count;
	return (service){count, count << SECTOR_SHIFT,
	                 is_in_few_granules(served, count, SECTOR_SHIFT), 0, 0};
}

static service
serve_lines(const group *served, int line_shift)
{
	const int count = served->touched.lines_count;
	return (service){count, count << line_shift,
	                 is_in_few_granules(served, count, line_shift), 0, 0};
}

static service
serve_lines_128(const group *served)
{
	return serve_lines(served, LINE_SHIFT);
}

static service
serve_lines_64(const group *served)
{
	return serve_lines(served, BLOCK_SHIFT);
}

static bool
is_in_sequence(const group *served)
{
	const uint64_t *address = served->named->address;
	const int shift = served->named->size_shift;
	const uint64_t base = address[0] - ((uint64_t)__builtin_ctzll(served->lanes) << shift);
	if (shift < 2 || base % (shift == 2 ? 64 : 128) != 0)
		return false;
	for (uint64_t rest = served->lanes; rest; rest &= rest - 1)
		if (*address++ != base + ((uint64_t)__builtin_ctzll(rest) << shift))
			return false;
	return true;
}

static service
serve_strict(const group *served)
{
	const gm_addresses *named = served->named;
	const unsigned size = 1u << named->size_shift;
	if (is_in_sequence(served))
		return (service){size == 16 ? 2 : 1, size == 4 ? 64 : 16 * (int)size, true, size == 4,
		                 size == 4    ? 0
		                 : size == 16 ? 2
		                              : 1};
	int pieces = named->count;
	for (int i = 0; i < named->count; i++)
		pieces += named->address[i] % 32 + size > 32;
	return (service){pieces, 32 * pieces, false, 0, 0};
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
		const int bytes = shrunk_bytes(segment);
		out->transactions_count += segment != 0;
		out->moved_bytes += bytes;
		out->of_64 += bytes == 64;
		out->of_128 += bytes == 128;
	}
}

/* The sectors that are touched of each 128 B line, bit 0 the lowest. */
typedef struct rows {
	int count;
	uint64_t line[2 * 16];
	unsigned sectors[2 * 16];
} rows;

/* Where addresses rise, only the last line can be known. */
static void
add_sector(rows *known, uint64_t sector, bool rising)
{
	const uint64_t line = sector >> (LINE_SHIFT - SECTOR_SHIFT);
	int row = known->count - 1;
	while (row >= 0 && known->line[row] != line)
		row = rising ? -1 : row - 1;
	if (row < 0) {
		row = known->count++;
		known->line[row] = line;
		known->sectors[row] = 0;
	}
	known->sectors[row] |= 1u << sector % 4;
}

static service
serve_segments(const group *served)
{
	const gm_addresses *named = served->named;
	const unsigned size = 1u << named->size_shift, segment_sectors = size >= 4 ? 4 : size;
	const bool rising = named->order == GM_STEADY || named->order == GM_RISING;
	rows known;
	known.count = 0;
	for (int i = 0; i < named->count; i++) {
		add_sector(&known, named->address[i] >> SECTOR_SHIFT, rising);
		if (named->order == GM_UNALIGNED)
			add_sector(&known, (named->address[i] + size - 1) >> SECTOR_SHIFT, rising);
	}
	service out = {0}, best = {0};
	for (int row = 0; row < known.count; row++)
		add_segments(&out, known.sectors[row], segment_sectors);
	const unsigned in_place = (unsigned)granules_in_place(served, SECTOR_SHIFT);
	add_segments(&best, in_place % 16, segment_sectors);
	add_segments(&best, in_place / 16, segment_sectors);
	out.coalesced = out.moved_bytes <= best.moved_bytes;
	return out;
}

static const struct {
	int group_lanes, group_bytes; /* lanes served together: at most these, and this much of words */
	int line_shift;
	service (*serve)(const group *served);
} rules[GM_COALESCING_COUNT] = {
	[GM_HALF_WARP_STRICT] = {16, 16 * 16, LINE_SHIFT, serve_strict},
	[GM_HALF_WARP_SEGMENTS] = {16, 16 * 16, LINE_SHIFT, serve_segments},
	[GM_LINES_128] = {32, 128, LINE_SHIFT, serve_lines_128},
	[GM_SECTORS_32] = {64, 64 * 16, LINE_SHIFT, serve_sectors},
	[GM_GCN_LINES_64] = {16, 16 * 16, BLOCK_SHIFT, serve_lines_64},
};

static int
group_lanes(gm_coalescing_rule rule, int size_shift)
{
	const int by_bytes = rules[rule].group_bytes >> size_shift;
	return by_bytes < rules[rule].group_lanes ? by_bytes : rules[rule].group_lanes;
}

int
gm_coalescing_group_lanes(gm_coalescing_rule rule, const gm_access *access)
{
	return group_lanes(rule, gm_access_shift(access));
}

static inline void
serve_group(gm_transactions *out, gm_coalescing_rule rule, const group *served)
{
	const service cost = rules[rule].serve(served);
	out->groups_count++;
	out->transactions_count += cost.transactions_count;
	out->moved_bytes += cost.moved_bytes;
	out->distinct_bytes += served->touched.bytes_count;
	out->of_64 += cost.of_64;
	out->of_128 += cost.of_128;
	out->coalesced &= cost.coalesced;
}

static void
serve_parts(gm_transactions *out, gm_coalescing_rule rule, const gm_request *request, int step)
{
	const gm_addresses *all = &request->named;
	int done = 0;
	for (uint64_t rest = request->lanes; rest; rest >>= step) {
		gm_addresses named;
		group part = {.lanes = rest & gm_access_group(0, step), .named = &named};
		const int count = __builtin_popcountll(part.lanes);
		if (count == 0)
			continue;
		gm_addresses_init(&named, all->address + done, count, 1 << all->size_shift);
		tally_addresses(&part.touched, &named, rules[rule].line_shift);
		serve_group(out, rule, &part);
		done += count;
	}
}

gm_transactions
gm_coalescing_count(gm_coalescing_rule rule, const gm_request *request)
{
	gm_transactions out = {.coalesced = true};
	if (!request->lanes)
		return out;
	const int step = group_lanes(rule, request->named.size_shift);
	group whole = {.lanes = request->lanes, .named = &request->named};
	tally_addresses(&whole.touched, &request->named, rules[rule].line_shift);
	if (step >= request->access->lanes_count)
		serve_group(&out, rule, &whole);
	else
		serve_parts(&out, rule, request, step);
	out.lines_count = whole.touched.lines_count;
	out.sectors_count = whole.touched.sectors_count;
	out.requested_bytes = (int64_t)request->named.count << request->named.size_shift;
	return out;
}

gm_transactions
gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access)
{
	gm_request request;
	gm_request_init(&request, access);
	return gm_coalescing_count(rule, &request);
}
