#include "model/rounds.h"

#include "model/banks.h"
#include "model/crowd.h"
#include "support/measured.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* Where lane l goes, in words. */
typedef int pattern(int lane);
static int
own(int l)
{
	return l;
}
static int
one(int l)
{
	(void)l;
	return 0;
}
static int
two(int l)
{
	return l % 2;
}
static int
one_bank(int l)
{
	return l * 32;
}
static int
two_of_a_bank(int l)
{
	return l % 2 * 32;
}
static int
pairs(int l)
{
	return l / 2;
}
static int
stride_2(int l)
{
	return l * 2;
}
static int
eight(int l)
{
	return l % 8;
}

/* Measured for each request on an H200 with Nsight Compute: rounds are shared loads, lanes fadd or
   dadd, passes all of shared memory less one of 32 lanes that the kernel stores for each request
   (two with 8 bytes). */
static const struct {
	pattern *goes;
	int bytes, rounds, lanes, passes;
} measured[] = {
	{own, 4, 1, 32, 3},
	{one, 4, 32, 528, 96},
	{two, 4, 16, 272, 48},
	{one_bank, 4, 32, 528, 592},
	{two_of_a_bank, 4, 32, 528, 127},
	{pairs, 4, 2, 48, 6},
	{stride_2, 4, 2, 48, 7},
	{eight, 4, 4, 80, 12},
	{own, 8, 1, 32, 6},
	{one, 8, 32, 528, 128},
	{two, 8, 16, 272, 64},
	{one_bank, 8, 16, 272, 336},
	{two_of_a_bank, 8, 17, 288, 130},
	{pairs, 8, 2, 48, 10},
	{stride_2, 8, 2, 48, 14},
	{eight, 8, 4, 80, 18},
};

static gm_rounds
rounds_of(pattern *goes, int bytes)
{
	uint64_t address[32];
	for (int l = 0; l < 32; l++)
		address[l] = (uint64_t)(goes(l) * bytes);
	const gm_access access = {32, bytes, UINT32_MAX, address};
	return gm_rounds_evaluate(GM_BANKS_32, &access, NULL);
}

START_TEST(rounds_lanes_and_passes_are_those_of_the_hardware)
{
	const gm_rounds r = rounds_of(measured[_i].goes, measured[_i].bytes);
	ck_assert_int_eq(r.rounds_count, measured[_i].rounds);
	ck_assert_int_eq(r.lanes_count, measured[_i].lanes);
	ck_assert_int_eq(r.wavefronts_count, measured[_i].passes);
}
END_TEST

static unsigned
scramble(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352dU;
	x ^= x >> 15;
	x *= 0x846ca68bU;
	return x ^ x >> 16;
}

/* shared_rounds of one warp, 132 blocks, 256 turns, H200: memory_l1_wavefronts_shared_ideal of words of 8 bytes for
   each request, of which 2 of 256 passes clear and keep. */
static const struct {
	unsigned words;
	double packed;
} drawn[] = {{4, 45.301 - 2 / 256.0}, {64, 14.373 - 8 / 256.0}};

START_TEST(words_of_8_bytes_fill_passes_however_their_lanes_lie)
{
	double packed = 0;
	for (unsigned n = 0; n < 132 * 256; n++) {
		uint64_t address[32];
		for (unsigned l = 0; l < 32; l++)
			address[l] = 8 * (scramble(n % 256 * 65599u + n / 256 * 1048583u + l) % drawn[_i].words);
		const gm_access access = {32, 8, UINT32_MAX, address};
		packed += gm_rounds_evaluate(GM_BANKS_32, &access, NULL).packed_wavefronts_count;
	}
	ck_near(packed / (132 * 256), drawn[_i].packed, 1e-3);
}
END_TEST

/* Whatever the addresses: every lane succeeds in one round, so there are at least as many rounds as
   lanes on one word and at most as many as lanes. */
START_TEST(every_lane_succeeds_once)
{
	uint64_t state = 88172645463325252u;
	for (int n = 0; n < 20000; n++) {
		uint64_t address[32];
		const int bytes = n % 2 ? 4 : 8, words = 1 + n % 97;
		int on_word[97] = {0}, most = 0, active = 0;
		uint64_t mask = 0;
		for (int l = 0; l < 32; l++) {
			state ^= state << 13, state ^= state >> 7, state ^= state << 17;
			const int word = (int)((state >> 20) % (unsigned)words);
			address[l] = (uint64_t)(word * bytes);
			if (state >> 60 < 3)
				continue;
			mask |= UINT64_C(1) << l;
			active++;
			most = ++on_word[word] > most ? on_word[word] : most;
		}
		const gm_access access = {32, bytes, mask, address};
		const gm_rounds r = gm_rounds_evaluate(GM_BANKS_32, &access, NULL);
		ck_assert_int_ge(r.rounds_count, most);
		ck_assert_int_le(r.rounds_count, active);
		ck_assert_int_ge(r.lanes_count, active);
		ck_assert_int_ge(r.wavefronts_count, r.ideal_wavefronts_count);
	}
}
END_TEST

/* Lanes that look first, of 8 bytes, by hand. A round reads in one pass what lies in one word or, here, in 256
   bytes, in two; it swaps in two passes for each half of the warp with lanes that go on. */
static uint64_t
rising(int l)
{
	return (uint64_t)l + 1;
}
static uint64_t
falling(int l)
{
	return 32 - (uint64_t)l;
}
static uint64_t
alike(int l)
{
	(void)l;
	return 5;
}
static uint64_t
second_half(int l)
{
	return l < 16 ? 0 : 48 - (uint64_t)l;
}

static const struct {
	pattern *goes;
	uint64_t (*brings)(int lane);
	uint64_t found;
	int rounds, lanes, passes;
} looking[] = {
	/* Each is better than the one before it: as if nobody looked. */
	{one, rising, 0, 32, 528, 16 * (1 + 4) + 16 * (1 + 2)},
	/* The first is the best: the others read once more, and leave. */
	{one, falling, 0, 2, 32 + 31, 1 + 4 + 1},
	{one, alike, 4, 2, 32 + 31, 1 + 4 + 1},
	/* Nobody is better. */
	{one, alike, 5, 1, 32, 1},
	{one, rising, 32, 1, 32, 1},
	/* From 16 on: lane 16 the first of them. */
	{one, rising, 16, 16, 32 + 15 * 16 / 2, 16 * (1 + 2)},
	/* Those of one half alone. */
	{one, second_half, 0, 2, 32 + 15, 1 + 2 + 1},
	/* Each its own word: one round. */
	{own, alike, 0, 1, 32, 2 + 4},
	{own, alike, 9, 1, 32, 2},
	/* Of two words each has a best lane, 0 and 1, in the same half but other banks. */
	{two, falling, 0, 2, 32 + 30, 1 + 4 + 1},
};

static gm_rounds
looking_of(pattern *goes, uint64_t (*brings)(int lane), uint64_t found, gm_offers *offers)
{
	uint64_t address[32];
	for (int l = 0; l < 32; l++) {
		address[l] = (uint64_t)(goes(l) * 8);
		offers->brought[l] = brings(l);
		offers->found[l] = found;
	}
	const gm_access access = {32, 8, UINT32_MAX, address};
	return gm_rounds_evaluate(GM_BANKS_32, &access, offers);
}

START_TEST(who_looks_first_leaves_what_is_better_alone)
{
	gm_offers offers;
	const gm_rounds r = looking_of(looking[_i].goes, looking[_i].brings, looking[_i].found, &offers);
	ck_assert_int_eq(r.rounds_count, looking[_i].rounds);
	ck_assert_int_eq(r.lanes_count, looking[_i].lanes);
	ck_assert_int_eq(r.wavefronts_count, looking[_i].passes);
	ck_assert_int_eq(r.ideal_wavefronts_count, looking[_i].passes);
}
END_TEST

/* Passes of the swaps: those of all, less what reads. */
static int
swap_passes(const gm_access *access, const gm_offers *offers)
{
	gm_access left = *access;
	gm_rounds all = {0};
	uint64_t held[32];
	int reads = 0;
	memcpy(held, offers->found, sizeof held);
	while (left.active) {
		uint64_t swaps = 0;
		for (int l = 0; l < 32; l++)
			swaps |= (uint64_t)(left.active >> l & 1 && offers->brought[l] > held[l]) << l;
		reads += gm_banks_evaluate_load(GM_BANKS_32, &left).wavefronts_count;
		const uint64_t won = gm_rounds_try(GM_BANKS_32, &left, swaps, 0, &all);
		for (int w = 0; w < 32; w++)
			for (int l = 0; l < 32; l++)
				if (won >> w & 1 && access->address[l] == access->address[w])
					held[l] = offers->brought[w];
		left.active = swaps & ~won;
	}
	return all.wavefronts_count - reads;
}

START_TEST(every_measured_maximum)
{
	FILE *file = measured_open("looks");
	char line[MEASURED_CHARS];
	int count = 0;
	for (; fgets(line, sizeof line, file); count++) {
		unsigned long long found, one;
		int words, rounds, passes, at = 0, l = 0;
		uint64_t address[32];
		gm_offers offers;
		ck_assert_int_eq(sscanf(line, "%llu,%d,%d,%d", &found, &words, &rounds, &passes), 4);
		for (char *rest = strrchr(line, ',') + 1; l < 32 && sscanf(rest, "%llu%n", &one, &at) == 1; rest += at, l++) {
			offers.brought[l] = one;
			offers.found[l] = found;
			address[l] = (uint64_t)(8 * (l % words));
		}
		const gm_access access = {32, 8, UINT32_MAX, address};
		ck_assert_int_eq(l, 32);
		ck_assert_int_eq(gm_rounds_evaluate(GM_BANKS_32, &access, &offers).rounds_count, rounds);
		ck_assert_int_eq(swap_passes(&access, &offers), passes);
	}
	ck_assert_int_eq(count, 40);
	fclose(file);
}
END_TEST

/* Lane by lane, on one word: who is better than all before it swaps. Each does so in a round of its own, and whoever
   came with the last of them reads once more. */
START_TEST(one_word_takes_a_round_for_each_better_lane)
{
	uint64_t address[32] = {0};
	gm_offers offers;
	for (unsigned n = 1; n < 5000; n++) {
		const uint64_t mask = scramble(n) | 1u << n % 32;
		const unsigned of = 2 + scramble(n + 1) % 60;
		uint64_t best = scramble(n + 2) % of;
		int swapping = 0, last = -1, rounds;
		for (unsigned l = 0; l < 32; l++) {
			offers.found[l] = scramble(n + 2) % of;
			offers.brought[l] = scramble(n * 32 + l) % of;
		}
		for (int l = 0; l < 32; l++)
			if ((mask >> l & 1) && offers.brought[l] > best)
				best = offers.brought[l], swapping++, last = l;
		rounds = swapping;
		bool again = swapping == 0;
		/* Who is left in the round of the last: all that were better than the word before it. */
		uint64_t before = offers.found[0];
		for (int l = 0; l < last; l++)
			if ((mask >> l & 1) && offers.brought[l] > before)
				before = offers.brought[l];
		for (int l = 0; l < 32; l++)
			again |= (mask >> l & 1) && l != last && offers.brought[l] > before && swapping > 0;
		rounds += again;
		const gm_access access = {32, 8, mask, address};
		ck_assert_int_eq(gm_rounds_evaluate(GM_BANKS_32, &access, &offers).rounds_count, rounds);
	}
}
END_TEST

/* ptxas 13.0, sm_75, sm_80 and sm_90: ATOMS.ADD, ATOMS.EXCH.64, ATOMS.CAS.64; all else
   ATOMS.CAST.SPIN or, of 16 bits, a loop with ATOMS.CAS. */
START_TEST(the_banks_do_32_bit_integers_and_exchange)
{
	ck_assert(!gm_type_in_rounds(GM_U32, 4, false));
	ck_assert(!gm_type_in_rounds(GM_S32, 4, false));
	ck_assert(!gm_type_in_rounds(GM_U64, 8, true));
	ck_assert(!gm_type_in_rounds(GM_F32, 4, true));
	ck_assert(gm_type_in_rounds(GM_F32, 4, false));
	ck_assert(gm_type_in_rounds(GM_F64, 8, false));
	ck_assert(gm_type_in_rounds(GM_U64, 8, false));
	ck_assert(gm_type_in_rounds(GM_S64, 8, false));
	ck_assert(gm_type_in_rounds(GM_F16X2, 4, false));
	ck_assert(gm_type_in_rounds(GM_U16, 2, true));
}
END_TEST

/* Turns of all 32 lanes of each warp on lane % words, by hand: a word gets 32 / words lanes of each
   warp in each turn, and all but those of its own warp are others. */
static double
others(int warps, int words, int turns, bool apart)
{
	uint64_t address[32];
	gm_crowd *crowd = gm_crowd_new();
	gm_crowd_begin(crowd);
	for (int t = 0; t < turns; t++)
		for (int w = 0; w < warps; w++) {
			for (int l = 0; l < 32; l++)
				address[l] = (uint64_t)(4 * (l % words + (apart ? w * words : 0)));
			const gm_access access = {32, 4, UINT32_MAX, address};
			gm_crowd_add(crowd, w, &access);
		}
	const double result = gm_crowd_others(crowd);
	gm_crowd_free(crowd);
	return result;
}

START_TEST(others_are_the_lanes_of_other_warps_on_the_same_word)
{
	ck_near(others(8, 4, 3, false), 7 * 8, 1e-12);
	ck_near(others(8, 32, 5, false), 7, 1e-12);
	ck_near(others(2, 1, 1, false), 32, 1e-12);
	ck_assert(others(1, 4, 9, false) == 0);
	ck_assert(others(16, 4, 2, true) == 0);
}
END_TEST

/* shared_rounds, 256 turns, H200: rounds for each request of warps that do nothing else, and of the
   same warp alone. Few warps run in step and fail more: they are within a third. */
static const struct {
	double alone, others, rounds, tolerance;
} crowds[] = {
	{32, 15 * 32, 243.7, 0.1},   {1, 31, 13.74, 0.15}, {1, 15, 7.48, 0.1},
	{8, 31 * 8, 114.5, 0.1},     {1, 7, 4.85, 0.17},   {1, 3, 3.28, 0.34},
	{3.59, 15.0 / 2, 7.16, 0.1},
};

START_TEST(crowded_words_take_rounds_as_measured)
{
	/* Little besides: 20 clocks of the loop around. */
	const double own = crowds[_i].alone * 95;
	const double failed = gm_rounds_crowded(crowds[_i].others, own, 95, 20);
	ck_near(crowds[_i].alone + failed, crowds[_i].rounds, crowds[_i].tolerance);
}
END_TEST

START_TEST(who_is_alone_or_seldom_there_does_not_fail)
{
	ck_assert(gm_rounds_crowded(0, 1000, 95, 20) == 0);
	ck_assert(gm_rounds_crowded(10, 0, 95, 20) == 0);
	ck_assert_double_lt(gm_rounds_crowded(10, 100, 95, 1e6), 0.01);
	double before = 0;
	for (double n = 1; n < 1000; n *= 2) {
		const double failed = gm_rounds_crowded(n, 300, 95, 700);
		ck_assert_double_gt(failed, before);
		ck_assert_double_le(failed, 0.46 * n);
		before = failed;
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rounds");
	TCase *tcase = tcase_create("rounds");
	tcase_add_loop_test(tcase, rounds_lanes_and_passes_are_those_of_the_hardware, 0,
			    ROWS(measured));
	tcase_add_test(tcase, every_lane_succeeds_once);
	tcase_add_loop_test(tcase, words_of_8_bytes_fill_passes_however_their_lanes_lie, 0, ROWS(drawn));
	tcase_add_loop_test(tcase, who_looks_first_leaves_what_is_better_alone, 0, ROWS(looking));
	tcase_add_test(tcase, every_measured_maximum);
	tcase_add_test(tcase, one_word_takes_a_round_for_each_better_lane);
	tcase_add_test(tcase, the_banks_do_32_bit_integers_and_exchange);
	tcase_add_test(tcase, others_are_the_lanes_of_other_warps_on_the_same_word);
	tcase_add_loop_test(tcase, crowded_words_take_rounds_as_measured, 0, ROWS(crowds));
	tcase_add_test(tcase, who_is_alone_or_seldom_there_does_not_fail);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
