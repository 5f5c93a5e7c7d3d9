#include "model/banks.h"

#include <inttypes.h>
#include <stdio.h>

enum { PART_BYTES = 96 };

/* The distinct words of the banks that the lanes name. */
static int
distinct_words(int bank_shift, const gm_access *access, uint64_t lanes)
{
	uint64_t word[64 * 5];
	int count = 0;
	for (; lanes; lanes &= lanes - 1) {
		const uint64_t first = access->address[__builtin_ctzll(lanes)];
		const uint64_t last = first + (uint64_t)access->access_bytes - 1;
		for (uint64_t at = first >> bank_shift; at <= last >> bank_shift; at++) {
			int row = 0;
			while (row < count && word[row] != at)
				row++;
			word[row] = at;
			count += row == count;
		}
	}
	return count;
}

/* Would the active lanes, each `elements` elements after the last, take the fewest passes? */
static bool
stride_is_free(gm_bank_rule rule, const gm_access *access, uint64_t elements)
{
	uint64_t address[64], next = 0;
	for (int lane = 0; lane < 64; lane++) {
		address[lane] = next;
		next += access->active >> lane & 1 ? elements * (uint64_t)access->access_bytes : 0;
	}
	const gm_access other = {access->lanes_count, access->access_bytes, access->active,
	                         address};
	const gm_bank_passes passes = gm_banks_evaluate(rule, &other);
	return passes.wavefronts_count == passes.ideal_wavefronts_count;
}

/* "stride -2 words", "stride 1 element of 8 bytes", "stride 6 bytes". */
static void
stride_print(int bank_shift, int access_bytes, const gm_progression *steps, char *out)
{
	const uint64_t size = (uint64_t)access_bytes, elements = steps->distance_bytes / size;
	const char *sign = steps->falling ? "-" : "", *plural = elements == 1 ? "" : "s";
	if (steps->distance_bytes % size != 0)
		snprintf(out, PART_BYTES, "stride %s%" PRIu64 " bytes", sign,
		         steps->distance_bytes);
	else if (size == UINT64_C(1) << bank_shift)
		snprintf(out, PART_BYTES, "stride %s%" PRIu64 " word%s", sign, elements, plural);
	else
		snprintf(out, PART_BYTES, "stride %s%" PRIu64 " element%s of %" PRIu64 " byte%s",
		         sign, elements, plural, size, size == 1 ? "" : "s");
}

/* "; a row of 33 removes it", or nothing. Stride 1 is no row of anything. */
static void
advice_print(gm_bank_rule rule, const gm_access *access, const gm_progression *steps, char *out)
{
	const uint64_t size = (uint64_t)access->access_bytes,
		       elements = steps->distance_bytes / size;
	out[0] = '\0';
	if (steps->distance_bytes % size == 0 && elements > 1 &&
	    stride_is_free(rule, access, elements + 1))
		snprintf(out, PART_BYTES, "; a row of %" PRIu64 " removes it", elements + 1);
}

char *
gm_banks_describe(gm_bank_rule rule, const gm_access *access, char *out, size_t out_bytes)
{
	const uint64_t lanes = gm_access_lanes(access);
	const int bank_shift = gm_banks_layout(rule)->bank_shift;
	const gm_bank_passes passes = gm_banks_evaluate(rule, access);
	uint64_t storage[64];
	const uint64_t *address;
	const int count = gm_access_gather(access, lanes, storage, &address);
	const bool conflict = passes.wavefronts_count > passes.ideal_wavefronts_count;
	if (count < 2) {
		snprintf(out, out_bytes, "%s",
		         count == 0 ? "no access: no lane is active" : "no conflict: one lane");
		return out;
	}
	char verdict[32] = "no conflict", pattern[PART_BYTES], phases[PART_BYTES] = "",
	     advice[PART_BYTES] = "";
	const int words = distinct_words(bank_shift, access, lanes);
	gm_progression steps;
	if (words == 1 && !conflict) {
		snprintf(out, out_bytes, "broadcast: all lanes name one word");
		return out;
	}
	if (conflict)
		snprintf(verdict, sizeof verdict, "%d-way", passes.ways_count);
	if (gm_progression_find(address, count, &steps)) {
		stride_print(bank_shift, access->access_bytes, &steps, pattern);
		if (conflict)
			advice_print(rule, access, &steps, advice);
	} else
		snprintf(pattern, sizeof pattern, "%d lanes name %d words", count, words);
	if (passes.phases_count > 1)
		snprintf(phases, sizeof phases, ", in %d phases of %d lanes", passes.phases_count,
		         gm_banks_phase_lanes(rule, access->access_bytes));
	snprintf(out, out_bytes, "%s: %s%s%s", verdict, pattern, phases, advice);
	return out;
}
