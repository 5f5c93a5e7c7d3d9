#include "model/tags.h"

enum { LANES = 64, WORDS = 32, SECTORS = 4, WORD_SHIFT = 2, HALF_SHIFT = 6, LINE_SHIFT = 7 };

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

gm_tag_passes
gm_tag_passes_of_atomics(const uint64_t *address, int count, uint64_t start, bool swaps)
{
	line_up bank[GM_TAG_BANKS];
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
		for (; bank[b].count; passes++)
			sum.sectors_count += sectors_of(pass(&bank[b]));
		sum.lookups_count += passes;
		sum.passes_count = passes > sum.passes_count ? passes : sum.passes_count;
	}
	return sum;
}
