#include "model/tags.h"

#include <string.h>

enum { LANES = 64, WORDS = 32, SECTORS = 4, WORD_SHIFT = 2, HALF_SHIFT = 6, LINE_SHIFT = 7 };
enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS };

unsigned
gm_tag_bank(uint64_t line)
{
	return (unsigned)(__builtin_parityll(line & 0x35ef7ab5) | __builtin_parityll(line & 0x2ebad5da) << 1);
}

typedef struct waiting {
	uint64_t piece; /* a line, or half of one */
	uint32_t word;  /* of the line, as a bit */
} waiting;

/* The lanes of one bank. */
typedef struct line_up {
	int count;
	waiting lane[LANES];
} line_up;

static int
sectors_of(uint32_t words)
{
	int count = 0;
	for (int s = 0; s < SECTORS; s++)
		count += (words >> s * (WORDS / SECTORS) & 0xff) != 0;
	return count;
}

/* One pass of a bank: the words that go. Who still waits stays in order. */
static uint32_t
pass(line_up *bank)
{
	const uint64_t piece = bank->lane[0].piece;
	uint32_t met = 0, gone = 0;
	int left = 0;
	for (int i = 0; i < bank->count; i++) {
		const waiting now = bank->lane[i];
		const uint32_t goes = now.piece == piece ? now.word & ~met : 0;
		met |= now.word;
		gone |= goes;
		bank->lane[left] = now;
		left += goes == 0;
	}
	bank->count = left;
	return gone;
}

/* The words of a line that an access names from its word `first` on. */
static uint32_t
words_from(uint64_t first, int bytes)
{
	const int words = bytes > 4 ? bytes >> WORD_SHIFT : 1;
	const uint32_t from_0 = words < WORDS ? (UINT32_C(1) << words) - 1 : UINT32_MAX;
	return from_0 << first % WORDS;
}

/* All words that accesses name whose first words are these. */
static uint32_t
widened(uint32_t firsts, int bytes)
{
	for (int words = 1; words < bytes >> WORD_SHIFT; words *= 2)
		firsts |= firsts << words;
	return firsts;
}

/* The most of the lines that have one word, each its bits: sums of bits, in columns of three digits. */
static int
data_passes(const uint32_t words[GM_TAG_BANKS])
{
	uint32_t ones = 0, twos = 0, fours = 0;
	for (int b = 0; b < GM_TAG_BANKS; b++) {
		const uint32_t to_twos = ones & words[b];
		ones ^= words[b];
		fours |= twos & to_twos;
		twos ^= to_twos;
	}
	return fours ? 4 : twos & ones ? 3 : twos ? 2 : ones != 0;
}

typedef uint32_t in_banks[GM_TAG_BANKS];

static int
data_passes_of_all(const in_banks *words, int passes)
{
	int sum = 0;
	for (int i = 0; i < passes; i++)
		sum += data_passes(words[i]);
	return sum;
}

/* Lines by their numbers, in the order in which they were first met. */
typedef struct line_list {
	int count;
	uint64_t line[LANES];
	uint8_t slot[SLOTS]; /* 1 + the place in the list of a line that is looked for from there on; 0: none */
} line_list;

static int
find_line(line_list *known, uint64_t line)
{
	unsigned at = (unsigned)((line * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - SLOT_BITS));
	if (known->count > 0 && known->line[known->count - 1] == line)
		return known->count - 1;
	while (known->slot[at] && known->line[known->slot[at] - 1] != line)
		at = (at + 1) % SLOTS;
	if (!known->slot[at]) {
		known->line[known->count++] = line;
		known->slot[at] = (uint8_t)known->count;
	}
	return known->slot[at] - 1;
}

gm_tag_passes
gm_tag_passes_of_lines(const uint64_t *address, int count, int bytes, uint64_t start)
{
	line_list known = {.count = 0};
	uint8_t bank[LANES], pass_of[LANES];
	in_banks words[LANES];
	int in_bank[GM_TAG_BANKS] = {0}, passes = 0;
	for (int i = 0; i < count; i++) {
		const uint64_t word = (address[i] - start) >> WORD_SHIFT, line = word >> (LINE_SHIFT - WORD_SHIFT);
		const int before = known.count, l = find_line(&known, line);
		if (l == before) {
			bank[l] = (uint8_t)gm_tag_bank(line);
			pass_of[l] = (uint8_t)in_bank[bank[l]]++;
			if (pass_of[l] == passes)
				memset(words[passes++], 0, sizeof *words);
		}
		words[pass_of[l]][bank[l]] |= words_from(word, bytes);
	}
	return (gm_tag_passes){.lookups_count = known.count,
			       .passes_count = passes,
			       .data_passes_count = data_passes_of_all((const in_banks *)words, passes)};
}

gm_tag_passes
gm_tag_passes_of_atomics(const uint64_t *address, int count, int bytes, uint64_t start, bool swaps)
{
	line_up bank[GM_TAG_BANKS];
	in_banks words[LANES] = {{0}};
	gm_tag_passes sum = {0};
	for (int b = 0; b < GM_TAG_BANKS; b++)
		bank[b].count = 0;
	for (int i = 0; i < count; i++) {
		const uint64_t at = address[i] - start;
		line_up *its = &bank[gm_tag_bank(at >> LINE_SHIFT)];
		its->lane[its->count++] = (waiting){at >> (swaps ? HALF_SHIFT : LINE_SHIFT),
		                                    UINT32_C(1) << (at >> WORD_SHIFT) % WORDS};
	}
	for (int b = 0; b < GM_TAG_BANKS; b++) {
		int passes = 0;
		for (; bank[b].count; passes++) {
			const uint32_t gone = pass(&bank[b]);
			sum.sectors_count += sectors_of(gone);
			words[passes][b] = widened(gone, bytes);
		}
		sum.lookups_count += passes;
		sum.passes_count = passes > sum.passes_count ? passes : sum.passes_count;
	}
	sum.data_passes_count = data_passes_of_all((const in_banks *)words, sum.passes_count);
	return sum;
}

int
gm_tag_data_passes_of_atomics(const uint64_t *address, int count, int bytes, uint64_t start, bool swaps)
{
	const int piece_shift = swaps ? HALF_SHIFT : LINE_SHIFT;
	const uint64_t piece = count > 0 ? (address[0] - start) >> piece_shift : 0;
	uint8_t times[WORDS] = {0}, most = 0;
	uint64_t elsewhere = 0;
	for (int i = 0; i < count; i++) {
		const uint64_t at = address[i] - start;
		const uint8_t now = ++times[(at >> WORD_SHIFT) % WORDS];
		elsewhere |= (at >> piece_shift) ^ piece;
		most = now > most ? now : most;
	}
	return elsewhere ? gm_tag_passes_of_atomics(address, count, bytes, start, swaps).data_passes_count : most;
}
