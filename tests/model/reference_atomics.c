#include "model/reference_atomics.h"

static bool
is_active(const gm_access *access, int lane)
{
	return lane < access->lanes_count && (access->active >> lane & 1) != 0;
}

/* A counter per key, in the order of arrival. */
typedef struct tally {
	int count;
	uint64_t key[1024];
	int value[1024];
} tally;

static int *
tally_at(tally *t, uint64_t key)
{
	for (int i = t->count - 1; i >= 0; i--)
		if (t->key[i] == key)
			return &t->value[i];
	t->key[t->count] = key;
	t->value[t->count] = 0;
	return &t->value[t->count++];
}

static void
group_of_global(const gm_access *access, int from, int to, uint64_t segment_bytes,
                gm_atomic_passes *out)
{
	tally bytes = {.count = 0}, segments = {.count = 0};
	for (int lane = from; lane < to; lane++)
		for (int byte = 0; is_active(access, lane) && byte < access->access_bytes; byte++)
			++*tally_at(&bytes, access->address[lane] + (uint64_t)byte);
	for (int i = 0; i < bytes.count; i++) {
		int *most = tally_at(&segments, bytes.key[i] / segment_bytes);
		*most = bytes.value[i] > *most ? bytes.value[i] : *most;
	}
	for (int i = 0; i < segments.count; i++) {
		out->passes_count += segments.value[i];
		out->multiplicity = segments.value[i] > out->multiplicity ? segments.value[i]
		                                                          : out->multiplicity;
	}
	out->ideal_passes_count += segments.count;
}

/* What each bit of a line's number adds to its tag bank (H200: model/tags.h). */
static int
tag_bank(uint64_t line)
{
	static const char adds[] = "121231232121313213132313123213";
	int bank = 0;
	for (int bit = 0; adds[bit]; bit++)
		bank ^= line >> bit & 1 ? adds[bit] - '0' : 0;
	return bank;
}

static bool
waits(const gm_access *access, uint64_t served, int bank, int word, int lane)
{
	return is_active(access, lane) && !(served >> lane & 1) &&
	       tag_bank(access->address[lane] / 128) == bank &&
	       (word < 0 || access->address[lane] / 4 % 32 == (uint64_t)word);
}

/* Of those that wait for a bank, and at a word of it unless that is negative; -1: none. */
static int
first_waiting(const gm_access *access, uint64_t served, int bank, int word)
{
	for (int lane = 0; lane < access->lanes_count; lane++)
		if (waits(access, served, bank, word, lane))
			return lane;
	return -1;
}

/* One pass of one bank, queue by queue: the sectors it counts; the lanes that go are added to `served`. */
static int
pass_of_bank(const gm_access *access, int bank, uint64_t *served)
{
	const uint64_t before = *served;
	const int head = first_waiting(access, before, bank, -1);
	int sectors[4] = {0};
	for (int word = 0; head >= 0 && word < 32; word++) {
		const int lane = first_waiting(access, before, bank, word);
		if (lane < 0 || access->address[lane] / 128 != access->address[head] / 128)
			continue;
		sectors[word / 8] = 1;
		*served |= UINT64_C(1) << lane;
	}
	return sectors[0] + sectors[1] + sectors[2] + sectors[3];
}

static int
sectors_by_passes(const gm_access *access)
{
	uint64_t served = 0;
	int sectors = 0;
	for (int bank = 0; bank < 4; bank++)
		for (int now = 1; now; sectors += now)
			now = pass_of_bank(access, bank, &served);
	return sectors;
}

static bool
is_aligned(const gm_access *access)
{
	for (int lane = 0; lane < access->lanes_count; lane++)
		if (is_active(access, lane) && access->address[lane] % (uint64_t)access->access_bytes)
			return false;
	return true;
}

gm_atomic_passes
reference_atomics_global(gm_coalescing_rule rule, const gm_access *access)
{
	static const uint64_t by_word[17] = {[1] = 32, [2] = 64, [4] = 128, [8] = 128, [16] = 128};
	const uint64_t segment_bytes = rule == GM_SECTORS_32     ? 32
	                               : rule == GM_GCN_LINES_64 ? 64
	                                                         : by_word[access->access_bytes];
	const int group = rule == GM_SECTORS_32 ? 64 : rule == GM_LINES_128 ? 32 : 16;
	gm_atomic_passes out = {0};
	for (int from = 0; from < access->lanes_count; from += group)
		group_of_global(access, from, from + group, segment_bytes, &out);
	if (rule == GM_SECTORS_32 && access->access_bytes >= 4 && is_aligned(access))
		out.passes_count = sectors_by_passes(access);
	return out;
}

static int
phase_of_shared(const gm_access *access, int from, int to, uint64_t word_bytes, uint64_t banks)
{
	int most = 0;
	for (uint64_t bank = 0; bank < banks; bank++) {
		int lanes = 0; /* one for each word of this bank that a lane names */
		for (int lane = from; lane < to; lane++) {
			uint64_t before = ~UINT64_C(0);
			for (int byte = 0; is_active(access, lane) && byte < access->access_bytes;
			     byte++) {
				const uint64_t word =
					(access->address[lane] + (uint64_t)byte) / word_bytes;
				lanes += word != before && word % banks == bank;
				before = word;
			}
		}
		most = lanes > most ? lanes : most;
	}
	return most;
}

gm_atomic_passes
reference_atomics_shared(gm_bank_rule rule, const gm_access *access)
{
	const bool kepler = rule == GM_BANKS_32X8_4 || rule == GM_BANKS_32X8_8;
	const int size = access->access_bytes;
	const int pass_bytes = kepler ? 256 : 128, lanes_most = rule == GM_BANKS_16 ? 16 : 32;
	const int fits = rule == GM_BANKS_16 ? 16 : pass_bytes / size;
	const int group = fits < lanes_most ? fits : lanes_most;
	gm_atomic_passes out = {0};
	for (int from = 0; from < access->lanes_count; from += group) {
		const int lanes =
			phase_of_shared(access, from, from + group, rule == GM_BANKS_32X8_8 ? 8 : 4,
		                        rule == GM_BANKS_16 ? 16 : 32);
		out.passes_count += lanes;
		out.ideal_passes_count += lanes > 0;
		out.multiplicity = lanes > out.multiplicity ? lanes : out.multiplicity;
	}
	return out;
}
