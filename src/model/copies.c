#include "model/copies.h"

#include "model/request.h"

#include <string.h>

enum { SECTOR_SHIFT = 5, LINE_SHIFT = 7, LANES = 32 };

bool
gm_copies_bypass(const gm_site *site)
{
	static const char cached[] = "cp.async.ca";
	const bool copies = site->operation == GM_ASYNC_COPY ||
	                    (site->operation == GM_STORE && site->space == GM_SHARED &&
	                     site->count == 0);
	return copies && site->access_bytes == 16 &&
	       !(site->text && strncmp(site->text, cached, sizeof cached - 1) == 0);
}

bool
gm_copies_reads_nothing(const gm_site *site)
{
	return site->space == GM_GLOBAL && gm_copies_bypass(site);
}

double
gm_copies_data_passes(const gm_kernel *kernel, const gm_counts *counts, gm_space space)
{
	double passes = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == space && !gm_copies_reads_nothing(&kernel->sites[s]))
			passes += (double)counts->sites[s].of[GM_COUNT_WAVEFRONTS];
	return passes;
}

double
gm_copies_past_passes(const gm_kernel *kernel, const gm_counts *counts)
{
	double passes = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_SHARED && gm_copies_bypass(&kernel->sites[s]))
			passes += (double)counts->sites[s].of[GM_COUNT_WAVEFRONTS];
	return passes;
}

double
gm_copies_all_passes(const gm_kernel *kernel, const gm_counts *counts)
{
	return gm_copies_data_passes(kernel, counts, GM_SHARED) +
	       gm_copies_data_passes(kernel, counts, GM_GLOBAL) +
	       gm_copies_data_passes(kernel, counts, GM_LOCAL);
}

static uint64_t
side_of(uint64_t from, uint64_t to)
{
	return (to - from) >> 4 & 1;
}

/* Numbers that differ where the tuples of the header do; shared memory has 2^13 sectors at most. */
static uint64_t
sector_key(uint64_t from, uint64_t to)
{
	return from >> LINE_SHIFT << 13 | to >> SECTOR_SHIFT;
}

static uint64_t
fetched_key(uint64_t from, uint64_t to)
{
	return from >> SECTOR_SHIFT << 14 | to >> SECTOR_SHIFT << 1 | side_of(from, to);
}

static int
distinct(uint64_t active, const uint64_t *from, const uint64_t *to,
         uint64_t (*key)(uint64_t from, uint64_t to))
{
	uint64_t found[GM_PIECES_MAX];
	int count = 0;
	for (int l = 0; l < LANES; l++)
		if (active >> l & 1)
			found[count++] = key(from[l], to[l]);
	return gm_pieces_distinct(found, count);
}

/* Of a key below, what says which chunks may go together, whatever their sectors. */
enum { MOVE_BITS = 4, HALVES_BITS = 2 };

static uint64_t
move_key(uint64_t from, uint64_t to)
{
	const uint64_t lines = from >> LINE_SHIFT << 12 | to >> LINE_SHIFT << 1 | side_of(from, to);
	return lines << MOVE_BITS | (from >> SECTOR_SHIFT & 3) << 2 | (to >> SECTOR_SHIFT & 3);
}

typedef struct sector_move {
	uint64_t key;
	unsigned of; /* halves of the sector, then among those that go together what they do */
} sector_move;

/* The row of the key, which is appended where there is none. */
static sector_move *
row_of(sector_move *rows, int *count, uint64_t key)
{
	for (int i = *count - 1; i >= 0; i--)
		if (rows[i].key == key)
			return &rows[i];
	rows[*count] = (sector_move){.key = key};
	return &rows[(*count)++];
}

/* A bit for an even sector that stays among its kind or not at its place, then two for an odd one. */
static unsigned
turn_of(uint64_t key)
{
	const uint64_t sector = key >> 2 & 3, turned = sector ^ (key & 3);
	return 1U << (2 * (sector & 1) + (turned >> 1));
}

static int
wavefronts(uint64_t active, const uint64_t *from, const uint64_t *to)
{
	sector_move moves[LANES], together[LANES];
	int moves_count = 0, together_count = 0, count = 0;
	for (int l = 0; l < LANES; l++)
		if (active >> l & 1)
			row_of(moves, &moves_count, move_key(from[l], to[l]))->of |= 1U << (from[l] >> 4 & 1);
	for (int i = 0; i < moves_count; i++) {
		const uint64_t key = moves[i].key, crosses = (key >> 2 ^ key) & 1;
		const uint64_t alike = (key >> MOVE_BITS << HALVES_BITS | moves[i].of) << 1 | crosses;
		row_of(together, &together_count, alike)->of |= turn_of(key);
	}
	for (int i = 0; i < together_count; i++) {
		const unsigned even = together[i].of & 3, odd = together[i].of >> 2;
		count += even == 3 || odd == 3 ? 2 : 1;
	}
	return count;
}

gm_copy_counts
gm_copies_past(uint64_t active, const uint64_t *from, const uint64_t *to)
{
	return (gm_copy_counts){.sectors_count = distinct(active, from, to, sector_key),
	                        .fetched_count = distinct(active, from, to, fetched_key),
	                        .wavefronts_count = wavefronts(active, from, to)};
}

/* Of the lanes of a phase, per bank those that name a word in it. */
static void
note_banks(uint64_t lanes, const uint64_t *address, int shift, uint32_t *in_bank)
{
	const uint64_t mask = (UINT64_C(1) << (LINE_SHIFT - shift)) - 1;
	for (uint64_t rest = lanes; rest; rest &= rest - 1) {
		const int l = __builtin_ctzll(rest);
		in_bank[address[l] >> shift & mask] |= UINT32_C(1) << l;
	}
}

static int
most_meetings(uint64_t reading, uint64_t writing, const uint64_t *from, const uint64_t *to, int shift)
{
	const uint64_t mask = (UINT64_C(1) << (LINE_SHIFT - shift)) - 1;
	uint32_t read[LANES] = {0}, written[LANES] = {0};
	int most = 0;
	note_banks(reading, from, shift, read);
	note_banks(writing, to, shift, written);
	for (uint64_t rest = writing; rest; rest &= rest - 1) {
		const int l = __builtin_ctzll(rest);
		const bool reads = reading >> l & 1;
		const uint32_t met = written[to[l] >> shift & mask] | (reads ? read[from[l] >> shift & mask] : 0);
		const int meetings = __builtin_popcount(met);
		most = meetings > most ? meetings : most;
	}
	return most;
}

int
gm_copies_through(int access_bytes, uint64_t reading, uint64_t writing, const uint64_t *from, const uint64_t *to)
{
	const int shift = access_bytes <= 4 ? 2 : access_bytes == 8 ? 3 : 4;
	const int phase = 1 << (LINE_SHIFT - shift);
	int wavefronts = 0;
	for (int first = 0; first < LANES; first += phase) {
		const uint64_t lanes = phase == LANES ? UINT32_MAX : ((UINT64_C(1) << phase) - 1) << first;
		wavefronts += most_meetings(reading & lanes, writing & lanes, from, to, shift);
	}
	return wavefronts;
}
