#include "model/tags.h"

#include "base/wide.h"

#include <string.h>

enum { LANES = 64, WORDS = 32, SECTORS = 4, WORD_SHIFT = 2, HALF_SHIFT = 6, LINE_SHIFT = 7 };
enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS };

static const uint64_t FIRST_BITS = 0x35ef7ab5, SECOND_BITS = 0x2ebad5da;

unsigned
gm_tag_bank(uint64_t line)
{
	return (unsigned)(__builtin_parityll(line & FIRST_BITS) | __builtin_parityll(line & SECOND_BITS) << 1);
}

/* Up to what vectors take at once. */
static inline int
rounded(int count)
{
	enum { TOGETHER = 8 };
	return (count + TOGETHER - 1) & -TOGETHER;
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

/* The words of a line that an access at its begin names. */
static uint32_t
words_named(int bytes)
{
	const int words = bytes > 4 ? bytes >> WORD_SHIFT : 1;
	return words < WORDS ? (UINT32_C(1) << words) - 1 : UINT32_MAX;
}

/* All words that accesses name whose first words are these. */
static uint32_t
widened(uint32_t firsts, int bytes)
{
	for (int words = 1; words < bytes >> WORD_SHIFT; words *= 2)
		firsts |= firsts << words;
	return firsts;
}

/* Which words of lines each bank looks up, pass by pass. */
typedef struct looked_up {
	uint32_t words[GM_TAG_BANKS][LANES];
} looked_up;

/* Room for so many passes; without words as yet, also those that the last of several looked at together have more. */
static inline void
clear(looked_up *out, int passes)
{
	for (int b = 0; b < GM_TAG_BANKS; b++)
		memset(out->words[b], 0, sizeof *out->words[b] * (size_t)rounded(passes));
}

/* Of each pass the most of the lines that have one word, each its bits: sums of bits, in columns of three digits. */
GM_WIDE static int
data_passes(const looked_up *in, int passes)
{
	const int end = rounded(passes);
	uint32_t sum = 0;
	for (int i = 0; i < end; i++) {
		uint32_t ones = in->words[0][i], twos = 0, fours = 0;
#pragma GCC unroll 4
		for (int b = 1; b < GM_TAG_BANKS; b++) {
			const uint32_t to_twos = ones & in->words[b][i];
			ones ^= in->words[b][i];
			fours |= twos & to_twos;
			twos ^= to_twos;
		}
		const uint32_t threes = twos & ones;
		sum += (uint32_t)((ones | twos | fours) != 0) + ((twos | fours) != 0) + ((threes | fours) != 0) +
		       (fours != 0);
	}
	return (int)sum;
}

/* Where accesses go, lane by lane. */
typedef struct places {
	uint64_t line[LANES], bank[LANES];
	uint32_t words[LANES]; /* of the line, that are named */
} places;

/* Two parities at once, in the halves of a number. `words`: of an access at the begin of a line. */
GM_WIDE static void
find_places(const uint64_t *address, int count, uint64_t start, uint32_t words, places *out)
{
	for (int i = 0; i < count; i++) {
		const uint64_t at = address[i] - start, line = at >> LINE_SHIFT;
		uint64_t both = (line & FIRST_BITS) | (line & SECOND_BITS) << 32;
		both ^= both >> 16;
		both ^= both >> 8;
		both ^= both >> 4;
		both ^= both >> 2;
		both ^= both >> 1;
		out->line[i] = line;
		out->bank[i] = (both & 1) | (both >> 31 & 2);
		out->words[i] = words << (at >> WORD_SHIFT) % WORDS;
	}
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

/* Which lines were met, and in which pass its bank looks up each. */
typedef struct line_passes {
	line_list known;
	uint8_t of[LANES];
	int in_bank[GM_TAG_BANKS]; /* passes of each bank so far */
} line_passes;

static void
begin_passes(line_passes *p)
{
	p->known.count = 0;
	memset(p->known.slot, 0, sizeof p->known.slot);
	memset(p->in_bank, 0, sizeof p->in_bank);
}

static int
pass_of(line_passes *p, uint64_t line, uint64_t bank)
{
	const int before = p->known.count, l = find_line(&p->known, line);
	if (l == before)
		p->of[l] = (uint8_t)p->in_bank[bank]++;
	return p->of[l];
}

static int
most_passes(const line_passes *p)
{
	int most = 0;
	for (int b = 0; b < GM_TAG_BANKS; b++)
		most = p->in_bank[b] > most ? p->in_bank[b] : most;
	return most;
}

/* Wider accesses than of 4 bytes go to the data banks by the words that these take at once. */
gm_tag_passes
gm_tag_passes_of_lines(const uint64_t *address, int count, int bytes, uint64_t start, bool apart)
{
	const int together = bytes > 4 ? WORDS * 4 / bytes : LANES;
	places at;
	line_passes passes;
	looked_up looked;
	int data = 0;
	find_places(address, count, start, words_named(bytes), &at);
	begin_passes(&passes);
	for (int first = 0; first < count; first += together) {
		const int end = first + together < count ? first + together : count;
		clear(&looked, count);
		for (int i = first; i < end && apart; i++)
			looked.words[at.bank[i]][passes.in_bank[at.bank[i]]++] = at.words[i];
		for (int i = first; i < end && !apart; i++)
			looked.words[at.bank[i]][pass_of(&passes, at.line[i], at.bank[i])] |= at.words[i];
		data += data_passes(&looked, most_passes(&passes));
	}
	return (gm_tag_passes){.lookups_count = apart ? count : passes.known.count,
	                       .passes_count = most_passes(&passes),
	                       .data_passes_count = data};
}

gm_tag_passes
gm_tag_passes_of_atomics(const uint64_t *address, int count, int bytes, uint64_t start, bool swaps)
{
	line_up bank[GM_TAG_BANKS];
	places at;
	looked_up looked;
	gm_tag_passes sum = {0};
	find_places(address, count, start, 1, &at);
	clear(&looked, count);
	for (int b = 0; b < GM_TAG_BANKS; b++)
		bank[b].count = 0;
	for (int i = 0; i < count; i++) {
		line_up *its = &bank[at.bank[i]];
		its->lane[its->count++] =
			(waiting){(address[i] - start) >> (swaps ? HALF_SHIFT : LINE_SHIFT), at.words[i]};
	}
	for (int b = 0; b < GM_TAG_BANKS; b++) {
		int passes = 0;
		for (; bank[b].count; passes++) {
			const uint32_t gone = pass(&bank[b]);
			sum.sectors_count += sectors_of(gone);
			looked.words[b][passes] = widened(gone, bytes);
		}
		sum.lookups_count += passes;
		sum.passes_count = passes > sum.passes_count ? passes : sum.passes_count;
	}
	sum.data_passes_count = data_passes(&looked, sum.passes_count);
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
