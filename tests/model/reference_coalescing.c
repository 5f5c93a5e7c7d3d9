#include "model/reference_coalescing.h"

/* A set of numbers as a list. */
typedef struct set {
	int count;
	uint64_t member[1024];
} set;

static void
set_add(set *s, uint64_t number)
{
	for (int i = s->count - 1; i >= 0; i--)
		if (s->member[i] == number)
			return;
	s->member[s->count++] = number;
}

static bool
is_active(const gm_access *access, int lane)
{
	return lane < access->lanes_count && (access->active >> lane & 1) != 0;
}

/* Distinct blocks of `block_bytes` that hold a byte of an active lane in [from, to). */
static int
distinct_blocks(const gm_access *access, int from, int to, uint64_t block_bytes)
{
	set blocks = {.count = 0};
	for (int lane = from; lane < to; lane++)
		for (int byte = 0; is_active(access, lane) && byte < access->access_bytes; byte++)
			set_add(&blocks, (access->address[lane] + (uint64_t)byte) / block_bytes);
	return blocks.count;
}

/* Bytes named by the lanes, each once: those that no earlier lane names. */
static int64_t
distinct_bytes(const gm_access *access, int from, int to)
{
	int64_t count = 0;
	for (int lane = from; lane < to; lane++) {
		if (!is_active(access, lane))
			continue;
		for (int byte = 0; byte < access->access_bytes; byte++) {
			const uint64_t here = access->address[lane] + (uint64_t)byte;
			bool named = false;
			for (int earlier = from; earlier < lane && !named; earlier++)
				named = is_active(access, earlier) &&
				        access->address[earlier] <= here &&
				        here < access->address[earlier] +
				                        (uint64_t)access->access_bytes;
			count += !named;
		}
	}
	return count;
}

/* "All 16 words must lie in the same segment (...) the kth thread must access the kth word." */
static bool
meets_the_conditions(const gm_access *access, int from)
{
	const uint64_t size = (uint64_t)access->access_bytes;
	if (size != 4 && size != 8 && size != 16)
		return false;
	const uint64_t segment_bytes = size == 4 ? 64 : 128;
	bool known = false;
	uint64_t segment = 0;
	for (int k = 0; k < 16; k++) {
		if (!is_active(access, from + k))
			continue;
		uint64_t start = access->address[from + k] / segment_bytes * segment_bytes;
		if (size == 16 && k >= 8)
			start -= segment_bytes; /* the last 8 lie in the following segment */
		if (known && start != segment)
			return false;
		if (access->address[from + k] != start + (uint64_t)k * size)
			return false;
		segment = start;
		known = true;
	}
	return true;
}

static bool
half_warp_strict(const gm_access *access, int from, gm_transactions *out)
{
	if (meets_the_conditions(access, from)) {
		out->transactions_count += access->access_bytes == 16 ? 2 : 1;
		out->moved_bytes += access->access_bytes == 4   ? 64
		                    : access->access_bytes == 8 ? 128
		                                                : 256;
		return true;
	}
	for (int lane = from; lane < from + 16; lane++) {
		const int pieces = distinct_blocks(access, lane, lane + 1, 32);
		out->transactions_count += pieces;
		out->moved_bytes += 32 * pieces;
	}
	return false;
}

/* Serves the segment of the lowest unserved byte of the lowest lane; 0 when all are served, else
   the bytes of the transaction. */
static int
serve_next_segment(const gm_access *access, int from, bool served[64][16])
{
	const uint64_t size = (uint64_t)access->access_bytes;
	const uint64_t segment_bytes = size == 1 ? 32 : size == 2 ? 64 : 128;
	bool found = false;
	uint64_t segment = 0, lowest = 0, highest = 0;
	for (int lane = from; lane < from + 16; lane++)
		for (uint64_t byte = 0; is_active(access, lane) && byte < size; byte++) {
			const uint64_t here = access->address[lane] + byte;
			if (served[lane][byte])
				continue;
			if (!found) {
				found = true;
				segment = here / segment_bytes * segment_bytes;
				lowest = highest = here - segment;
			}
			if (here < segment || here >= segment + segment_bytes)
				continue;
			served[lane][byte] = true;
			lowest = here - segment < lowest ? here - segment : lowest;
			highest = here - segment > highest ? here - segment : highest;
		}
	if (!found)
		return 0;
	uint64_t start = 0, bytes = segment_bytes;
	while (bytes > 32) {
		if (highest < start + bytes / 2)
			bytes /= 2; /* only the lower half is used */
		else if (lowest >= start + bytes / 2) {
			start += bytes / 2; /* only the upper */
			bytes /= 2;
		} else
			break;
	}
	return (int)bytes;
}

static void
half_warp_segments(const gm_access *access, int from, gm_transactions *out)
{
	bool served[64][16] = {{false}};
	for (int bytes; (bytes = serve_next_segment(access, from, served)) > 0;) {
		out->transactions_count++;
		out->moved_bytes += bytes;
	}
}

static int
lanes_of_a_group(gm_coalescing_rule rule, int access_bytes)
{
	switch (rule) {
	case GM_LINES_128:
		return access_bytes == 16 ? 8 : access_bytes == 8 ? 16 : 32;
	case GM_SECTORS_32:
		return 64;
	default:
		return 16;
	}
}

/* One group; returns whether the strict conditions hold, where they matter. */
static bool
serve(gm_coalescing_rule rule, const gm_access *access, int from, int to, gm_transactions *out)
{
	const uint64_t granule = rule == GM_LINES_128 ? 128 : rule == GM_SECTORS_32 ? 32 : 64;
	if (rule == GM_HALF_WARP_STRICT)
		return half_warp_strict(access, from, out);
	if (rule == GM_HALF_WARP_SEGMENTS) {
		half_warp_segments(access, from, out);
		return true;
	}
	const int count = distinct_blocks(access, from, to, granule);
	out->transactions_count += count;
	out->moved_bytes += count * (int64_t)granule;
	return true;
}

static bool
any_active(const gm_access *access, int from, int to)
{
	for (int lane = from; lane < to; lane++)
		if (is_active(access, lane))
			return true;
	return false;
}

/* The bytes a group would move with its lanes in place: lane k of the group at word k. */
static int64_t
moved_in_place(gm_coalescing_rule rule, const gm_access *access, int from, int to)
{
	uint64_t address[64];
	for (int lane = 0; lane < 64; lane++)
		address[lane] = lane >= from ? (uint64_t)((lane - from) * access->access_bytes) : 0;
	const gm_access in_place = {access->lanes_count, access->access_bytes, access->active,
	                            address};
	gm_transactions out = {0};
	serve(rule, &in_place, from, to, &out);
	return out.moved_bytes;
}

gm_transactions
reference_coalescing(gm_coalescing_rule rule, const gm_access *access)
{
	const int lanes = access->lanes_count, size = access->access_bytes;
	gm_transactions out = {.coalesced = true};
	for (int lane = 0; lane < lanes; lane++)
		out.requested_bytes += is_active(access, lane) ? size : 0;
	out.lines_count = distinct_blocks(access, 0, lanes, rule == GM_GCN_LINES_64 ? 64 : 128);
	out.sectors_count = distinct_blocks(access, 0, lanes, 32);
	const int group = lanes_of_a_group(rule, size);
	for (int from = 0; from < lanes; from += group) {
		if (!any_active(access, from, from + group))
			continue;
		const int64_t before = out.moved_bytes;
		out.groups_count++;
		out.distinct_bytes += distinct_bytes(access, from, from + group);
		if (!serve(rule, access, from, from + group, &out))
			out.coalesced = false;
		if (rule != GM_HALF_WARP_STRICT &&
		    out.moved_bytes - before > moved_in_place(rule, access, from, from + group))
			out.coalesced = false;
	}
	return out;
}
