#include "model/l1_throughput.h"

#include "model/banks.h"

enum { LINE_SHIFT = 7, TAG_BANKS = 4, LINES_MAX = 2 * 64 };

/* The exclusive or of all base-4 digits. */
static unsigned
tag_bank(uint64_t line)
{
	for (int shift = 32; shift >= 2; shift /= 2)
		line ^= line >> shift;
	return (unsigned)line % TAG_BANKS;
}

/* Adds a line that is not among the `count` known ones; returns the new count. */
static int
line_add(uint64_t *known, int count, uint64_t line)
{
	for (int i = count - 1; i >= 0; i--)
		if (known[i] == line)
			return count;
	known[count] = line;
	return count + 1;
}

/* The most of the lines in one tag bank. The four counts, each below 2^16, share a word. */
static int
fullest_bank(const uint64_t *line, int count)
{
	enum { COUNT_BITS = 64 / TAG_BANKS };
	uint64_t in_banks = 0;
	int fullest = 0;
	for (int i = 0; i < count; i++)
		in_banks += UINT64_C(1) << COUNT_BITS * tag_bank(line[i]);
	for (int bank = 0; bank < TAG_BANKS; bank++) {
		const int here = (uint16_t)(in_banks >> COUNT_BITS * bank);
		fullest = here > fullest ? here : fullest;
	}
	return fullest;
}

static int
tag_wavefronts(const uint64_t *address, int count, int size)
{
	uint64_t known[LINES_MAX];
	int lines = 0;
	for (int i = 0; i < count; i++) {
		lines = line_add(known, lines, address[i] >> LINE_SHIFT);
		lines = line_add(known, lines, (address[i] + (unsigned)size - 1) >> LINE_SHIFT);
	}
	return fullest_bank(known, lines);
}

gm_l1_throughput
gm_l1_throughput_evaluate(const gm_access *access, int lsu_lanes)
{
	uint64_t storage[64];
	const uint64_t *address;
	const int count = gm_access_gather(access, gm_access_lanes(access), storage, &address);
	if (count == 0)
		return (gm_l1_throughput){0};
	const int width_bytes = 4 * lsu_lanes,
		  moved_bytes = access->lanes_count * access->access_bytes;
	gm_l1_throughput out = {
		.data_wavefronts_count = gm_banks_evaluate(GM_BANKS_32, access).wavefronts_count,
		.tag_wavefronts_count = tag_wavefronts(address, count, access->access_bytes),
		.transfer_cycles = (moved_bytes + width_bytes - 1) / width_bytes,
	};
	out.cycles = out.data_wavefronts_count;
	if (out.tag_wavefronts_count > out.cycles)
		out.cycles = out.tag_wavefronts_count;
	if (out.transfer_cycles > out.cycles)
		out.cycles = out.transfer_cycles;
	return out;
}
