#include "model/local.h"

#include "base/sort.h"
#include "model/counts.h"

enum { WORD_BYTES = 4, SECTOR_WORDS = 8, SECTOR_BYTES = 32, LINE_SHIFT = 2 /* of sectors */, BANKS = 32 };

static int
words_of(const gm_access *access)
{
	return access->access_bytes > WORD_BYTES ? access->access_bytes / WORD_BYTES : 1;
}

static int
without_repetitions(int64_t *sectors, int count)
{
	int kept = 0;
	for (int i = 0; i < count; i++)
		if (kept == 0 || sectors[kept - 1] != sectors[i])
			sectors[kept++] = sectors[i];
	return kept;
}

static int64_t
word_at(const gm_access *access, int lane)
{
	return (int64_t)(access->address[lane] / WORD_BYTES % GM_LOCAL_WORDS);
}

/* As where an index is the same in all lanes. */
static bool
is_one_word(const gm_access *access)
{
	const uint64_t lanes = gm_access_lanes(access);
	const uint64_t word = lanes ? access->address[__builtin_ctzll(lanes)] / WORD_BYTES : 0;
	for (uint64_t rest = lanes; rest; rest &= rest - 1)
		if (access->address[__builtin_ctzll(rest)] / WORD_BYTES != word)
			return false;
	return lanes != 0;
}

static int
sectors_of_one_word(const gm_access *access, int64_t *sectors)
{
	const int in_row = access->lanes_count / SECTOR_WORDS, words = words_of(access);
	const uint64_t lanes = gm_access_lanes(access);
	const int64_t word = word_at(access, __builtin_ctzll(lanes));
	int count = 0;
	for (int k = 0; k < words; k++)
		for (int g = 0; g < in_row; g++)
			if (lanes & gm_access_group(g * SECTOR_WORDS, SECTOR_WORDS))
				sectors[count++] = (word + k) * in_row + g;
	return count;
}

static int
list_sectors(const gm_access *access, bool one_word, int64_t *sectors)
{
	const int in_row = access->lanes_count / SECTOR_WORDS, words = words_of(access);
	int count = 0;
	bool ascending = true;
	if (one_word)
		return sectors_of_one_word(access, sectors);
	for (int k = 0; k < words; k++)
		for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1) {
			const int lane = __builtin_ctzll(rest);
			const int64_t sector = (word_at(access, lane) + k) * in_row + lane / SECTOR_WORDS;
			if (count && sectors[count - 1] == sector)
				continue;
			ascending &= !count || sectors[count - 1] < sector;
			sectors[count++] = sector;
		}
	if (ascending)
		return count;
	if (gm_sort_near(sectors, &count))
		return count;
	gm_sort_few(sectors, count);
	return without_repetitions(sectors, count);
}

int
gm_local_sectors(const gm_access *access, int64_t sectors[static GM_LOCAL_SECTORS_MAX])
{
	return list_sectors(access, is_one_word(access), sectors);
}

static int
passes_of(const gm_access *access)
{
	const int halves = (access->lanes_count + BANKS - 1) / BANKS;
	int busy = 0;
	for (int h = 0; h < halves; h++)
		busy += (gm_access_lanes(access) & gm_access_group(h * BANKS, BANKS)) != 0;
	return busy * words_of(access);
}

static int
distinct_lines(const int64_t *sectors, int count)
{
	int lines = 0;
	for (int i = 0; i < count; i++)
		lines += i == 0 || sectors[i] >> LINE_SHIFT != sectors[i - 1] >> LINE_SHIFT;
	return lines;
}

static bool
is_whole(const gm_access *access, int64_t sector, bool one_word)
{
	const int in_row = access->lanes_count / SECTOR_WORDS, first = (int)(sector % in_row) * SECTOR_WORDS;
	const uint64_t group = gm_access_group(first, SECTOR_WORDS);
	bool whole = (gm_access_lanes(access) & group) == group;
	for (int lane = first; whole && !one_word && lane < first + SECTOR_WORDS; lane++) {
		const int64_t word = word_at(access, lane);
		whole = word <= sector / in_row && sector / in_row < word + words_of(access);
	}
	return whole;
}

/* Of so many lines, those of which any sector is touched in part. */
static int
part_lines(const gm_access *access, bool one_word, const int64_t *sectors, int count, int all)
{
	int64_t last = -1;
	int lines = 0;
	if (access->access_bytes < WORD_BYTES)
		return all;
	for (int i = 0; i < count; i++)
		if (sectors[i] >> LINE_SHIFT != last && !is_whole(access, sectors[i], one_word)) {
			last = sectors[i] >> LINE_SHIFT;
			lines++;
		}
	return lines;
}

void
gm_local_count(const gm_access *access, bool banked, int64_t *of)
{
	int64_t sectors[GM_LOCAL_SECTORS_MAX];
	const bool one_word = is_one_word(access);
	const int count = list_sectors(access, one_word, sectors), passes = banked ? passes_of(access) : 0;
	const int lines = distinct_lines(sectors, count);
	const int64_t bytes =
	        (int64_t)__builtin_popcountll(gm_access_lanes(access)) * access->access_bytes;
	of[GM_COUNT_REQUESTED_BYTES] += bytes;
	of[GM_COUNT_DISTINCT_BYTES] += bytes;
	of[GM_COUNT_SECTORS] += count;
	of[GM_COUNT_GROUP_SECTORS] += count;
	of[GM_COUNT_TRANSACTIONS] += count;
	of[GM_COUNT_MOVED_BYTES] += (int64_t)count * SECTOR_BYTES;
	of[GM_COUNT_IDEAL_BYTES] += (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
	of[GM_COUNT_LINES] += lines;
	of[GM_COUNT_PART_LINES] += part_lines(access, one_word, sectors, count, lines);
	of[GM_COUNT_WAVEFRONTS] += passes;
	of[GM_COUNT_IDEAL_WAVEFRONTS] += passes;
}
