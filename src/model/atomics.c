#include "model/atomics.h"

#include "base/wide.h"
#include "model/banks.h"
#include "model/tags.h"

#include <string.h>

enum { LANES = 64, BANKS_MAX = 32, TALLY_BITS = 7, TALLY_ROOM = 1 << TALLY_BITS };
enum { NEAR_PLACES = 256 };
enum { LINE_SHIFT = 7, WORD_BYTES = 4 };

/* Lanes of a group that hold the byte at `at`. */
static int
lanes_on_byte(const uint64_t *address, int count, int size, uint64_t at)
{
	int lanes = 0;
	for (int i = 0; i < count; i++)
		lanes += at - address[i] < (unsigned)size;
	return lanes;
}

/* The highest multiplicity of a byte of one segment. It is met at the first byte of some access, or
   at the first byte of the segment where an access reaches into it. */
static int
segment_multiplicity(const uint64_t *address, int count, int size, uint64_t segment, int shift)
{
	int most = lanes_on_byte(address, count, size, segment << shift);
	for (int i = 0; i < count; i++) {
		if (address[i] >> shift != segment)
			continue;
		const int lanes = lanes_on_byte(address, count, size, address[i]);
		most = lanes > most ? lanes : most;
	}
	return most;
}

static int
segment_add(uint64_t *known, int count, uint64_t segment)
{
	for (int i = 0; i < count; i++)
		if (known[i] == segment)
			return count;
	known[count] = segment;
	return count + 1;
}

/* Numbers and how often each came: open addressing over places of a list, never more than half full, so
   that little has to be cleared. */
typedef struct tally {
	uint8_t slot[TALLY_ROOM]; /* place in the list + 1; 0: free */
	uint64_t number[LANES];
	uint8_t count[LANES];
	unsigned used;
} tally;

static inline void
tally_clear(tally *t)
{
	memset(t->slot, 0, sizeof t->slot);
	t->used = 0;
}

static inline uint8_t *
tally_count(tally *t, uint64_t number)
{
	unsigned i = (unsigned)((number * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - TALLY_BITS));
	while (t->slot[i] && t->number[t->slot[i] - 1] != number)
		i = (i + 1) % TALLY_ROOM;
	if (!t->slot[i]) {
		t->number[t->used] = number;
		t->count[t->used] = 0;
		t->slot[i] = (uint8_t)++t->used;
	}
	return &t->count[t->slot[i] - 1];
}

/* Accesses at multiples of their size meet in all bytes or none: how many lanes are at an address is
   how many meet there. */
static void
add_aligned_group(gm_atomic_passes *out, const uint64_t *address, int count, int shift)
{
	tally lanes, segments;
	tally_clear(&lanes);
	tally_clear(&segments);
	for (int i = 0; i < count; i++) {
		const uint8_t here = ++*tally_count(&lanes, address[i]);
		uint8_t *most = tally_count(&segments, address[i] >> shift);
		out->ideal_passes_count += *most == 0;
		if (here <= *most)
			continue;
		*most = here;
		out->passes_count++;
		if ((int)here > out->multiplicity)
			out->multiplicity = (int)here;
	}
}

/* The same where all are within as many places as a byte numbers: counted in place, not looked for. Places
   of a segment lie a row apart, and every second lane counts in a table of its own, that one count need
   not wait for the other. */
GM_WIDE static void
add_near_group(gm_atomic_passes *out, const uint64_t *address, int count, int size_shift, int shift)
{
	uint8_t lanes[NEAR_PLACES] = {0}, others[NEAR_PLACES] = {0}, most[NEAR_PLACES] = {0};
	const int by_segment = shift - size_shift, segments = NEAR_PLACES >> by_segment;
	const unsigned within = (1u << by_segment) - 1;
	for (int i = 0; i < count; i++) {
		const unsigned place = address[i] >> size_shift & (NEAR_PLACES - 1);
		(i % 2 ? others : lanes)[(place & within) * (unsigned)segments + (place >> by_segment)]++;
	}
	for (int row = 0; row < NEAR_PLACES; row += segments)
		for (int s = 0; s < segments; s++) {
			const uint8_t here = (uint8_t)(lanes[row + s] + others[row + s]);
			most[s] = here > most[s] ? here : most[s];
		}
	int passes = 0, found = 0, multiplicity = 0;
	for (int s = 0; s < segments; s++) {
		passes += most[s];
		found += most[s] > 0;
		multiplicity = most[s] > multiplicity ? most[s] : multiplicity;
	}
	out->passes_count += passes;
	out->ideal_passes_count += found;
	out->multiplicity = multiplicity > out->multiplicity ? multiplicity : out->multiplicity;
}

/* Bits in which addresses differ. */
static uint64_t
differing(const uint64_t *address, int count)
{
	uint64_t bits = 0;
	for (int i = 0; i < count; i++)
		bits |= address[i] ^ address[0];
	return bits;
}

static bool
are_aligned(const uint64_t *address, int count, int size)
{
	uint64_t all = 0;
	for (int i = 0; i < count; i++)
		all |= address[i];
	return (all & ((unsigned)size - 1)) == 0;
}

static void
add_group(gm_atomic_passes *out, const uint64_t *address, int count, int size, int shift)
{
	const int size_shift = __builtin_ctz((unsigned)size);
	if (are_aligned(address, count, size)) {
		if (count > 0 && shift >= size_shift && differing(address, count) >> size_shift < NEAR_PLACES)
			add_near_group(out, address, count, size_shift, shift);
		else
			add_aligned_group(out, address, count, shift);
		return;
	}
	uint64_t segment[2 * LANES];
	int segments = 0;
	for (int i = 0; i < count; i++) {
		segments = segment_add(segment, segments, address[i] >> shift);
		segments =
			segment_add(segment, segments, (address[i] + (unsigned)size - 1) >> shift);
	}
	for (int i = 0; i < segments; i++) {
		const int lanes = segment_multiplicity(address, count, size, segment[i], shift);
		out->passes_count += lanes;
		out->multiplicity = lanes > out->multiplicity ? lanes : out->multiplicity;
	}
	out->ideal_passes_count += segments;
}

static const struct {
	int group_lanes;
	int segment_shift; /* log2 of the bytes; -1: by word size */
} global[GM_COALESCING_COUNT] = {
	[GM_HALF_WARP_STRICT] = {16, -1}, [GM_HALF_WARP_SEGMENTS] = {16, -1},
	[GM_LINES_128] = {32, -1},        [GM_SECTORS_32] = {64, 5},
	[GM_GCN_LINES_64] = {16, 6},
};

static gm_atomic_passes
by_segments(gm_coalescing_rule rule, const gm_access *access)
{
	gm_atomic_passes out = {0};
	const int size = access->access_bytes, step = global[rule].group_lanes;
	const int by_word = size >= 4 ? 7 : size == 2 ? 6 : 5;
	const int shift = global[rule].segment_shift < 0 ? by_word : global[rule].segment_shift;
	for (int first = 0; first < access->lanes_count; first += step) {
		uint64_t storage[LANES];
		const uint64_t *address;
		const uint64_t lanes = gm_access_lanes(access) & gm_access_group(first, step);
		const int count = gm_access_gather(access, lanes, storage, &address);
		add_group(&out, address, count, size, shift);
	}
	return out;
}

static bool
are_taken_apart_by_tags(gm_coalescing_rule rule, const uint64_t *address, int count, int size)
{
	return rule == GM_SECTORS_32 && size >= WORD_BYTES && differing(address, count) >> LINE_SHIFT != 0 &&
	       are_aligned(address, count, size);
}

int
gm_atomics_global_passes(gm_coalescing_rule rule, const gm_access *access, uint64_t start_bytes, bool swaps)
{
	uint64_t storage[LANES];
	const uint64_t *address;
	const int count = gm_access_gather(access, gm_access_lanes(access), storage, &address);
	return are_taken_apart_by_tags(rule, address, count, access->access_bytes)
	               ? gm_tag_passes_of_atomics(address, count, access->access_bytes, start_bytes, swaps).sectors_count
	               : by_segments(rule, access).passes_count;
}

gm_atomic_passes
gm_atomics_global_evaluate(gm_coalescing_rule rule, const gm_access *access, uint64_t start_bytes,
                           bool swaps)
{
	gm_atomic_passes out = by_segments(rule, access);
	out.passes_count = gm_atomics_global_passes(rule, access, start_bytes, swaps);
	return out;
}

/* The most lanes that name a word of one bank; a lane counts once in each bank it touches. */
static int
bank_multiplicity(const gm_bank_layout *layout, const uint64_t *address, int count, int size)
{
	const int banks_count = 1 << (layout->row_shift - layout->bank_shift);
	int in_bank[BANKS_MAX] = {0}, most = 0;
	for (int i = 0; i < count; i++) {
		const uint64_t last = (address[i] + (unsigned)size - 1) >> layout->bank_shift;
		for (uint64_t word = address[i] >> layout->bank_shift; word <= last; word++) {
			const int lanes = ++in_bank[word % (unsigned)banks_count];
			most = lanes > most ? lanes : most;
		}
	}
	return most;
}

gm_atomic_passes
gm_atomics_shared_evaluate(gm_bank_rule rule, const gm_access *access)
{
	gm_atomic_passes out = {0};
	const int size = access->access_bytes, step = gm_banks_phase_lanes(rule, size);
	for (int first = 0; first < access->lanes_count; first += step) {
		uint64_t storage[LANES];
		const uint64_t *address;
		const uint64_t lanes = gm_access_lanes(access) & gm_access_group(first, step);
		const int count = gm_access_gather(access, lanes, storage, &address);
		if (count == 0)
			continue;
		const int most = bank_multiplicity(gm_banks_layout(rule), address, count, size);
		out.passes_count += most;
		out.ideal_passes_count++;
		out.multiplicity = most > out.multiplicity ? most : out.multiplicity;
	}
	return out;
}

static const struct {
	const char *what;
	int major, minor;
} support[GM_ATOMIC_COUNT] = {
#define X(id, what, major, minor) [id] = {what, major, minor},
	GM_ATOMIC_LIST(X)
#undef X
};

const char *
gm_atomic_what(gm_atomic atomic)
{
	return support[atomic].what;
}

gm_atomic
gm_atomic_of(const gm_site *site)
{
	const bool shared = site->space == GM_SHARED, wide = site->access_bytes == 8;
	switch (site->type) {
	case GM_F32: return GM_ATOMIC_ADD_F32;
	case GM_F64: return GM_ATOMIC_ADD_F64;
	case GM_F16: return GM_ATOMIC_ADD_F16;
	case GM_F16X2: return GM_ATOMIC_ADD_F16X2;
	case GM_BF16: return GM_ATOMIC_ADD_BF16;
	case GM_F32X2:
	case GM_F32X4: return GM_ATOMIC_ADD_F32X4;
	default: break;
	}
	if (site->access_bytes == 16)
		return GM_ATOMIC_128;
	if (shared)
		return wide ? GM_ATOMIC_SHARED_64 : GM_ATOMIC_SHARED_32;
	return wide ? GM_ATOMIC_GLOBAL_64 : GM_ATOMIC_GLOBAL_32;
}

void
gm_atomic_since(gm_atomic atomic, int *cc_major, int *cc_minor)
{
	*cc_major = support[atomic].major;
	*cc_minor = support[atomic].minor;
}

bool
gm_atomic_supported(gm_atomic atomic, int cc_major, int cc_minor)
{
	return cc_major > support[atomic].major ||
	       (cc_major == support[atomic].major && cc_minor >= support[atomic].minor);
}
