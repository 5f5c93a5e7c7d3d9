#include "model/tags.h"

#include "support/measured.h"
#include "support/near.h"

#include <string.h>

enum { LANES = 32, WORDS_MAX = 16 };

/* Of the lines 1 to 63, those that take two passes beside line 0: 2 lanes on each, H200. */
static const int beside_0[] = {5, 10, 15, 19, 22, 25, 28, 33, 36, 43, 46, 50, 55, 56, 61};

START_TEST(lines_of_one_bank)
{
	const int count = (int)(sizeof beside_0 / sizeof beside_0[0]);
	int found = 0;
	for (int line = 1; line < 64; line++)
		if (gm_tag_bank((uint64_t)line) == gm_tag_bank(0)) {
			ck_assert_int_lt(found, count);
			ck_assert_int_eq(line, beside_0[found++]);
		}
	ck_assert_int_eq(found, count);
}
END_TEST

static int
sectors_of(const uint64_t *address, int count, uint64_t start)
{
	return gm_tag_passes_of_atomics(address, count, 4, start, false).sectors_count;
}

/* Single requests by hand: their sectors, their lanes, and the words of 4 bytes that these name in turn. Lines 0
   and 5 (words 160 to 191) share a bank, 0 and 1 (32 to 63) do not. */
static const struct {
	int sectors, lanes;
	int word[WORDS_MAX];
} requests[] = {
	{3, 3, {7, 7, 7}},         /* one word: one by one */
	{2, 3, {7, 6, 7}},         /* 7 and 6, 7 again */
	{2, 3, {0, 169, 1}},       /* line 0 with both, line 5 */
	{3, 3, {0, 161, 1}},       /* the last waits behind the same word of line 5 */
	{2, 4, {0, 32, 1, 33}},    /* two banks, one pass */
	{5, 6, {160, 168, 0, 9, 1, 169}}, /* 160 and 168; 0, 9 and 1; 169 */
	/* all of line 0, all of line 5 */
	{2, 16, {0, 160, 1, 161, 2, 162, 3, 163, 4, 164, 5, 165, 6, 166, 7, 167}},
	/* 0, 2, 4 and 6; all of line 5; 1, 3, 5 and 7 */
	{3, 16, {0, 161, 1, 160, 2, 163, 3, 162, 4, 165, 5, 164, 6, 167, 7, 166}},
};

START_TEST(single_requests)
{
	uint64_t address[WORDS_MAX];
	for (int i = 0; i < requests[_i].lanes; i++)
		address[i] = 512 + 4 * (uint64_t)requests[_i].word[i];
	ck_assert_int_eq(sectors_of(address, requests[_i].lanes, 512), requests[_i].sectors);
}
END_TEST

/* Two words of one line, 64 B apart, and a third beside the first: 2 passes where half lines are
 * looked up. */
START_TEST(half_lines)
{
	const uint64_t address[] = {0, 64, 4};
	const gm_tag_passes whole = gm_tag_passes_of_atomics(address, 3, 4, 0, false),
			    half = gm_tag_passes_of_atomics(address, 3, 4, 0, true);
	ck_assert_int_eq(whole.passes_count, 1);
	ck_assert_int_eq(whole.sectors_count, 2);
	ck_assert_int_eq(half.passes_count, 2);
	ck_assert_int_eq(half.sectors_count, 2);
}
END_TEST

START_TEST(every_measured_pair_of_lines)
{
	FILE *file = measured_open("tag_pairs");
	unsigned long first, second;
	int passes, count = 0;
	for (; fscanf(file, "%lu,%lu,%d\n", &first, &second, &passes) == 3; count++)
		ck_assert_msg((gm_tag_bank(first) == gm_tag_bank(second)) == (passes == 2),
			      "lines %lu and %lu: %d passes", first, second, passes);
	ck_assert_int_eq(count, 355);
	fclose(file);
}
END_TEST

static void
ck_measured(char *line)
{
	char operation[32];
	int sectors, passes, lookups = -1, at = 0, count = 0;
	uint64_t address[LANES];
	ck_assert_int_eq(
		sscanf(line, "%31[^,],%*d,%d,%d,%d", operation, &sectors, &passes, &lookups) >= 3,
		1);
	char *rest = strrchr(line, ',') + 1;
	for (unsigned long one; sscanf(rest, "%lu%n", &one, &at) == 1; rest += at)
		address[count++] = one;
	const gm_tag_passes got =
		gm_tag_passes_of_atomics(address, count, 4, 0, strstr(operation, ".cas.") != NULL);
	ck_assert_msg(got.sectors_count == sectors && got.passes_count == passes &&
			      (lookups < 0 || got.lookups_count == lookups),
		      "sectors %d, passes %d, lookups %d for %s", got.sectors_count,
		      got.passes_count, got.lookups_count, line);
}

START_TEST(every_measured_request)
{
	FILE *file = measured_open("atomic_requests");
	char line[MEASURED_CHARS];
	int count = 0;
	for (; fgets(line, sizeof line, file); count++)
		ck_measured(line);
	ck_assert_int_eq(count, 2530);
	fclose(file);
}
END_TEST

static uint32_t
scramble(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x7feb352d;
	x ^= x >> 15;
	x *= 0x846ca68b;
	return x ^ x >> 16;
}

/* Sectors of the 256 requests of a launch of measure/calibrate/meets.cu, H200
   (reports/runs/h200_calibration.xml). */
static const struct {
	int launch;
	uint32_t words, step, lanes, bytes;
	int sectors;
} launches[] = {
	{1, 1, 1, 32, 4, 8192},       {2, 1, 1, 12, 4, 3072},      {3, 2, 1, 32, 4, 4652},
	{6, 8, 1, 12, 4, 901},        {7, 32, 1, 32, 4, 2681},     {9, 64, 1, 32, 4, 3372},
	{11, 100, 1, 32, 4, 4087},    {13, 128, 1, 32, 4, 4427},   {15, 256, 1, 32, 4, 5797},
	{16, 256, 1, 12, 4, 2689},    {17, 512, 1, 32, 4, 6844},   {19, 1024, 1, 32, 4, 7459},
	{20, 1024, 1, 12, 4, 2972},   {21, 4096, 1, 32, 4, 7973},  {23, 65536, 1, 32, 4, 8177},
	{25, 524288, 1, 32, 4, 8191}, {28, 64, 2, 32, 4, 5109},    {29, 500, 2, 32, 4, 7588},
	{31, 64, 3, 32, 4, 6285},     {34, 64, 4, 32, 4, 7065},    {46, 64, 33, 32, 4, 8192},
	{129, 64, 1, 32, 8, 5109},    {130, 256, 1, 32, 8, 7110},  {131, 1000, 1, 32, 8, 7869},
	{132, 8192, 1, 32, 8, 8146},  {140, 1000, 1, 32, 4, 7413}, {141, 8192, 1, 32, 4, 8088},
};

START_TEST(sums_of_random_requests)
{
	int sectors = 0;
	for (uint32_t warp = 0; warp < 32; warp++)
		for (uint32_t round = 0; round < 8; round++) {
			uint64_t address[LANES];
			for (uint32_t lane = 0; lane < launches[_i].lanes; lane++)
				address[lane] =
					(uint64_t)(scramble(round * 65599 + warp * 32 + lane) %
						   launches[_i].words) *
					launches[_i].step * launches[_i].bytes;
			sectors += sectors_of(address, (int)launches[_i].lanes, 0);
		}
	ck_assert_msg(sectors == launches[_i].sectors, "meets-%d: %d, measured %d",
		      launches[_i].launch, sectors, launches[_i].sectors);
}
END_TEST

/* By hand: words of `bytes`, in the order of their lanes, as numbers of 4 B; lines 0 and 5 share a bank of tags, 0 to
   3 do not. Passes of the tags and of the data banks, of a load and, where no word is named twice, of a reduction. */
static const struct {
	int bytes, lanes, tags, data;
	int word[WORDS_MAX];
} in_data_banks[] = {
	{4, 4, 1, 4, {7, 39, 71, 103}},      /* four lines at once, all on word 7 */
	{4, 4, 1, 3, {7, 39, 72, 103}},
	{4, 4, 1, 2, {7, 39, 72, 104}},
	{4, 4, 1, 1, {7, 40, 73, 106}},
	{4, 2, 2, 2, {7, 167}},              /* one bank of tags: one behind the other */
	{4, 2, 2, 2, {7, 168}},              /* and also if the words lie apart */
	{4, 3, 2, 3, {7, 39, 168}},          /* 7 of lines 0 and 1, then line 5 */
	{8, 2, 1, 2, {6, 38}},               /* words 6 and 7 of two lines */
	{8, 2, 1, 1, {6, 40}},
	{16, 2, 1, 2, {4, 36}},
	{16, 3, 1, 2, {4, 40, 68}},
};

START_TEST(lines_meet_in_the_data_banks)
{
	uint64_t address[WORDS_MAX];
	const int count = in_data_banks[_i].lanes, bytes = in_data_banks[_i].bytes;
	for (int i = 0; i < count; i++)
		address[i] = 512 + 4 * (uint64_t)in_data_banks[_i].word[i];
	const gm_tag_passes load = gm_tag_passes_of_lines(address, count, bytes, 512, false),
			    red = gm_tag_passes_of_atomics(address, count, bytes, 512, false);
	ck_assert_int_eq(load.passes_count, in_data_banks[_i].tags);
	ck_assert_int_eq(load.data_passes_count, in_data_banks[_i].data);
	ck_assert_int_eq(red.passes_count, in_data_banks[_i].tags);
	ck_assert_int_eq(red.data_passes_count, in_data_banks[_i].data);
}
END_TEST

START_TEST(all_of_four_lines_take_four_passes)
{
	uint64_t address[LANES], same[LANES] = {0};
	for (int i = 0; i < LANES; i++)
		address[i] = 16 * (uint64_t)i;
	ck_assert_int_eq(gm_tag_passes_of_lines(address, LANES, 16, 0, false).passes_count, 1);
	ck_assert_int_eq(gm_tag_passes_of_lines(address, LANES, 16, 0, false).data_passes_count, 4);
	ck_assert_int_eq(gm_tag_passes_of_lines(same, LANES, 4, 0, false).data_passes_count, 1);
	ck_assert_int_eq(gm_tag_passes_of_atomics(same, LANES, 4, 0, false).data_passes_count, LANES);
}
END_TEST

/* Every third line twice, in no order: what is said of lines apart, and of those among which one comes again. */
START_TEST(lines_that_are_known_to_be_apart_are_not_looked_for)
{
	uint64_t address[LANES];
	for (uint64_t i = 0; i < LANES; i++)
		address[i] = 128 * (i * 1237 % 4096) + i % 32 * 4;
	const gm_tag_passes asked = gm_tag_passes_of_lines(address, LANES, 4, 0, false),
			    known = gm_tag_passes_of_lines(address, LANES, 4, 0, true);
	ck_assert_int_eq(known.lookups_count, LANES);
	ck_assert_int_eq(asked.lookups_count, LANES);
	ck_assert_int_eq(known.passes_count, asked.passes_count);
	ck_assert_int_eq(known.data_passes_count, asked.data_passes_count);
	for (int i = 0; i + 2 < LANES; i += 3)
		address[i + 2] = address[i] + 4;
	ck_assert_int_eq(gm_tag_passes_of_lines(address, LANES, 4, 0, false).lookups_count, LANES - LANES / 3);
}
END_TEST

/* The bank of each line by its own, against all at once: lines in banks of their own go together. */
START_TEST(banks_of_lines_are_those_of_each_alone)
{
	for (uint64_t i = 0; i < 4096; i++) {
		const uint64_t first = scramble((uint32_t)i), second = scramble((uint32_t)(i + 4096));
		const uint64_t address[2] = {first << 7, second << 7};
		const bool meet = first != second && gm_tag_bank(first) == gm_tag_bank(second);
		ck_assert_int_eq(gm_tag_passes_of_lines(address, 2, 4, 0, false).passes_count, meet ? 2 : 1);
	}
}
END_TEST

enum { ADDING_WARPS = 8448, ADDING_ROUNDS = 8, LOADING_WARPS = 33792 };

/* (l1tex__data_pipe_lsu_wavefronts.sum - ..._mem_shared.sum) / requests of random_atomic (measure/calibrate/mix.cu)
   on an H200, launches 1 to 5. Where the requests have more lines, they take up to 9 % more than this. */
static const struct {
	uint32_t bits;
	double passes, off;
} added[] = {{0, 32, 1e-9}, {3, 7.052, 1e-4}, {5, 3.535, 1e-3}, {8, 5.492, 0.01}, {10, 8.830, 0.02}};

START_TEST(random_additions)
{
	double sum = 0;
	for (uint32_t i = 0; i < ADDING_WARPS * ADDING_ROUNDS; i++) {
		const uint32_t first = i / ADDING_ROUNDS * LANES, round = i % ADDING_ROUNDS;
		uint64_t address[LANES];
		for (uint32_t lane = 0; lane < LANES; lane++)
			address[lane] = 4 * (uint64_t)(scramble(first + lane + round * 1000003) &
						       ((UINT32_C(1) << added[_i].bits) - 1));
		sum += gm_tag_data_passes_of_atomics(address, LANES, 4, 0, false);
	}
	ck_near(sum / (ADDING_WARPS * ADDING_ROUNDS), added[_i].passes, added[_i].off);
}
END_TEST

/* Words or pairs of them in half a line, a line, two and many lines, of a few lanes or all, swapped or added. */
START_TEST(the_sooner_way_counts_the_same)
{
	const int bytes = _i % 2 ? 8 : 4;
	const uint32_t places = UINT32_C(1) << _i / 2;
	for (uint32_t n = 0; n < 2000; n++) {
		uint64_t address[LANES];
		const int count = 1 + (int)(scramble(n * 77 + 5) % LANES);
		const uint64_t start = 128 * (uint64_t)(scramble(n + 9) % 8), first = start + 128 * (uint64_t)(n % 16);
		for (int i = 0; i < count; i++)
			address[i] = first + (uint64_t)bytes * (scramble(n * LANES + (uint32_t)i) % places);
		for (int swaps = 0; swaps < 2; swaps++)
			ck_assert_int_eq(gm_tag_data_passes_of_atomics(address, count, bytes, start, swaps),
					 gm_tag_passes_of_atomics(address, count, bytes, start, swaps).data_passes_count);
	}
}
END_TEST

/* The same of random_load, in runs of so many words among 2^28, launches 13 to 15, which all miss; of more lines at
   once each is looked up again. */
static const struct {
	uint32_t words;
	double passes;
} loaded[] = {{8, 2.744}, {16, 1.638}, {32, 1.012}};

START_TEST(random_loads)
{
	const uint32_t words = loaded[_i].words;
	double sum = 0;
	for (uint32_t warp = 0; warp < LOADING_WARPS; warp++) {
		uint64_t address[LANES];
		for (uint32_t lane = 0; lane < LANES; lane++) {
			const uint32_t run = scramble((warp * LANES + lane) / words) & ((UINT32_C(1) << 28) / words - 1);
			address[lane] = 4 * ((uint64_t)run * words + lane % words);
		}
		sum += gm_tag_passes_of_lines(address, LANES, 4, 0, false).data_passes_count;
	}
	ck_near(sum / LOADING_WARPS, loaded[_i].passes, 0.015);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("tags");
	TCase *cases = tcase_create("tags");
	tcase_add_test(cases, lines_of_one_bank);
	tcase_add_loop_test(cases, single_requests, 0, sizeof requests / sizeof requests[0]);
	tcase_add_test(cases, half_lines);
	tcase_add_test(cases, every_measured_pair_of_lines);
	tcase_add_test(cases, every_measured_request);
	tcase_add_loop_test(cases, sums_of_random_requests, 0,
			    sizeof launches / sizeof launches[0]);
	tcase_add_loop_test(cases, lines_meet_in_the_data_banks, 0,
			    sizeof in_data_banks / sizeof in_data_banks[0]);
	tcase_add_test(cases, all_of_four_lines_take_four_passes);
	tcase_add_test(cases, lines_that_are_known_to_be_apart_are_not_looked_for);
	tcase_add_test(cases, banks_of_lines_are_those_of_each_alone);
	tcase_add_loop_test(cases, random_additions, 0, sizeof added / sizeof added[0]);
	tcase_add_loop_test(cases, the_sooner_way_counts_the_same, 0, 2 * 12);
	tcase_add_loop_test(cases, random_loads, 0, sizeof loaded / sizeof loaded[0]);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
