#include "model/tags.h"

#include "support/near.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 32, WORDS_MAX = 16, LINE_CHARS = 1024 };

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
	return gm_tag_passes_of_atomics(address, count, start, false).sectors_count;
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
	const gm_tag_passes whole = gm_tag_passes_of_atomics(address, 3, 0, false),
			    half = gm_tag_passes_of_atomics(address, 3, 0, true);
	ck_assert_int_eq(whole.passes_count, 1);
	ck_assert_int_eq(whole.sectors_count, 2);
	ck_assert_int_eq(half.passes_count, 2);
	ck_assert_int_eq(half.sectors_count, 2);
}
END_TEST

/* A file of reports/measured, behind its comment and the names of its columns. */
static FILE *
measured_open(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LINE_CHARS];
	ck_assert_ptr_nonnull(file);
	do
		ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
	while (line[0] == '#');
	return file;
}

START_TEST(every_measured_pair_of_lines)
{
	FILE *file = measured_open(GM_TREE "/reports/measured/tag_pairs.csv");
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
		gm_tag_passes_of_atomics(address, count, 0, strstr(operation, ".cas.") != NULL);
	ck_assert_msg(got.sectors_count == sectors && got.passes_count == passes &&
			      (lookups < 0 || got.lookups_count == lookups),
		      "sectors %d, passes %d, lookups %d for %s", got.sectors_count,
		      got.passes_count, got.lookups_count, line);
}

START_TEST(every_measured_request)
{
	FILE *file = measured_open(GM_TREE "/reports/measured/atomic_requests.csv");
	char line[LINE_CHARS];
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
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
