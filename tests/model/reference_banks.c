#include "model/reference_banks.h"

static bool
is_active(const gm_access *access, int lane)
{
	return lane < access->lanes_count && (access->active >> lane & 1) != 0;
}

/* Can one pass of a bank yield both? a and b are word numbers of the rule's word size. */
static bool
share_a_pass(gm_bank_rule rule, uint64_t a, uint64_t b)
{
	if (a == b)
		return true;
	/* "two words whose indices i and j are in the same 64-word aligned segment and j = i+32" */
	return rule == GM_BANKS_32X8_4 && a / 64 == b / 64 &&
	       (a % 64 == b % 64 + 32 || b % 64 == a % 64 + 32);
}

/* The words of every byte of the lanes [from, to), in order, repetitions left in. */
static int
words_named(const gm_access *access, int from, int to, int word_bytes, uint64_t *word)
{
	int count = 0;
	for (int lane = from; lane < to; lane++)
		for (int byte = 0; is_active(access, lane) && byte < access->access_bytes; byte++) {
			const uint64_t here = access->address[lane] + (uint64_t)byte;
			word[count++] = word_bytes == 8 ? here / 8 : here / 4;
		}
	return count;
}

/* The most words of one bank that need passes of their own, over the lanes [from, to). */
static int
passes_of_a_phase(gm_bank_rule rule, const gm_access *access, int from, int to)
{
	uint64_t word[1024], seen[32][1024];
	int seen_count[32] = {0}, most = 0;
	const int count = words_named(access, from, to, rule == GM_BANKS_32X8_8 ? 8 : 4, word);
	for (int i = 0; i < count; i++) {
		const uint64_t bank = word[i] % 32;
		bool fits = false;
		for (int j = 0; j < seen_count[bank] && !fits; j++)
			fits = share_a_pass(rule, seen[bank][j], word[i]);
		if (!fits)
			seen[bank][seen_count[bank]++] = word[i];
		most = seen_count[bank] > most ? seen_count[bank] : most;
	}
	return most;
}

/* "Select one of the words pointed to by the remaining addresses as the broadcast word; include in
   the subset all addresses that are within the broadcast word, and one address for each bank (other
   than the broadcasting bank) pointed to by the remaining addresses." */
static int
passes_by_subsets(const uint64_t *word, int count)
{
	bool served[64] = {false};
	int left = count, passes = 0;
	while (left > 0) {
		int chosen = 0;
		while (served[chosen])
			chosen++;
		bool taken[64] = {false};
		for (int i = 0; i < count; i++)
			if (!served[i] && word[i] == word[chosen])
				taken[i] = true;
		for (uint64_t bank = 0; bank < 16; bank++) {
			if (bank == word[chosen] % 16)
				continue;
			for (int i = 0; i < count; i++)
				if (!served[i] && word[i] % 16 == bank) {
					taken[i] = true;
					break;
				}
		}
		for (int i = 0; i < count; i++)
			if (taken[i]) {
				served[i] = true;
				left--;
			}
		passes++;
	}
	return passes;
}

static void
add(gm_bank_passes *out, int passes)
{
	out->wavefronts_count += passes;
	out->phases_count += passes > 0;
	out->worst_degree = passes > out->worst_degree ? passes : out->worst_degree;
}

/* A half-warp of cc 1.x: one request for each word that some lane's access still has. */
static void
half_warp_of_1x(const gm_access *access, int from, gm_bank_passes *out)
{
	for (uint64_t nth = 0; nth < 5; nth++) {
		uint64_t word[16];
		int count = 0;
		for (int lane = from; lane < from + 16; lane++) {
			if (!is_active(access, lane))
				continue;
			const uint64_t first = access->address[lane] / 4;
			const uint64_t last =
				(access->address[lane] + (uint64_t)access->access_bytes - 1) / 4;
			if (first + nth <= last)
				word[count++] = first + nth;
		}
		add(out, passes_by_subsets(word, count));
	}
}

static int
lanes_of_a_phase(gm_bank_rule rule, int access_bytes)
{
	switch (rule) {
	case GM_BANKS_16:
		return 16;
	case GM_BANKS_32X8_4:
	case GM_BANKS_32X8_8:
		return access_bytes == 16 ? 16 : 32;
	default:
		return access_bytes == 16 ? 8 : access_bytes == 8 ? 16 : 32;
	}
}

gm_bank_passes
reference_banks(gm_bank_rule rule, const gm_access *access)
{
	gm_bank_passes out = {0};
	const int group = lanes_of_a_phase(rule, access->access_bytes);
	for (int from = 0; from < access->lanes_count; from += group) {
		bool any = false;
		for (int lane = from; lane < from + group; lane++)
			any = any || is_active(access, lane);
		if (!any)
			continue;
		if (rule == GM_BANKS_16) {
			half_warp_of_1x(access, from, &out);
			out.ideal_wavefronts_count +=
				access->access_bytes > 4 ? access->access_bytes / 4 : 1;
		} else {
			add(&out, passes_of_a_phase(rule, access, from, from + group));
			out.ideal_wavefronts_count += 1;
		}
	}
	out.ways_count = out.worst_degree;
	if (rule == GM_BANKS_32_FERMI && access->access_bytes == 16 && out.phases_count > 0)
		out.ways_count += 1;
	return out;
}
