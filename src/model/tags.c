#include "model/tags.h"

#include "base/bits.h"

enum {
	LANES = 64,
	WORDS = 32,
	SECTORS = 4,
	WORD_SHIFT = 2,
	SECTOR_SHIFT = 5,
	HALF_SHIFT = 6,
	LINE_SHIFT = 7
};

static unsigned
parity(uint64_t bits)
{
	for (int half = 32; half; half /= 2)
		bits ^= bits >> half;
	return (unsigned)(bits & 1);
}

unsigned
gm_tag_bank(uint64_t line)
{
	return parity(line & 0x35ef7ab5) | parity(line & 0x2ebad5da) << 1;
}

typedef struct waiting {
	uint64_t piece; /* a line, or half of one */
	uint32_t word;  /* of the line, as a bit */
	uint8_t bank;
	uint8_t sector; /* of the line, as a bit */
} waiting;

static waiting
waiting_at(uint64_t address, int piece_shift)
{
	return (waiting){
		.piece = address >> piece_shift,
		.word = UINT32_C(1) << (address >> WORD_SHIFT) % WORDS,
		.bank = (uint8_t)gm_tag_bank(address >> LINE_SHIFT),
		.sector = (uint8_t)(1u << (address >> SECTOR_SHIFT) % SECTORS),
	};
}

/* One pass. How many wait afterwards: they stay in their order. */
static int
pass(waiting *lane, int count, gm_tag_passes *sum)
{
	struct {
		uint64_t piece;
		uint32_t words; /* whose queues were come by */
		unsigned sectors;
	} bank[GM_TAG_BANKS] = {{0}};
	int left = 0;
	for (int i = 0; i < count; i++) {
		const waiting now = lane[i];
		if (!bank[now.bank].words)
			bank[now.bank].piece = now.piece;
		const bool first = !(bank[now.bank].words & now.word);
		bank[now.bank].words |= now.word;
		if (first && bank[now.bank].piece == now.piece)
			bank[now.bank].sectors |= now.sector;
		else
			lane[left++] = now;
	}
	sum->passes_count++;
	for (int b = 0; b < GM_TAG_BANKS; b++) {
		sum->lookups_count += bank[b].sectors != 0;
		sum->sectors_count += gm_bits_count(bank[b].sectors);
	}
	return left;
}

gm_tag_passes
gm_tag_passes_of_atomics(const uint64_t *address, int count, uint64_t start, bool swaps)
{
	waiting lane[LANES];
	gm_tag_passes sum = {0};
	for (int i = 0; i < count; i++)
		lane[i] = waiting_at(address[i] - start, swaps ? HALF_SHIFT : LINE_SHIFT);
	while (count)
		count = pass(lane, count, &sum);
	return sum;
}
