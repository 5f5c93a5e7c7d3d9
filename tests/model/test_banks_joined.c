#include "model/banks.h"

#include "support/measured.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

static gm_bank_passes
passes(int width, uint64_t active, uint64_t (*address)(int lane, int width))
{
	uint64_t at[32];
	for (int i = 0; i < 32; i++)
		at[i] = address(i, width);
	return gm_banks_evaluate_load(GM_BANKS_32, &(gm_access){32, width, active, at});
}

static uint64_t all_one(int lane, int width) { (void)lane, (void)width; return 512; }
static uint64_t in_a_row(int lane, int width) { return (uint64_t)(lane * width); }
static uint64_t by_row_of_32(int lane, int width) { return (uint64_t)(lane * 32 * width); }
static uint64_t in_pairs(int lane, int width) { return (uint64_t)(lane / 2 * width); }
static uint64_t crosswise(int lane, int width) { return (uint64_t)((lane / 4 * 2 + lane % 2) * width); }
static uint64_t in_quarters(int lane, int width) { (void)width; return (uint64_t)(lane / 8 * 2048); }
static uint64_t far_pair(int lane, int width) { (void)width; return lane ? 4096 + 64 : 0; }

/* Measured on an H200 (reports/runs/h200_calibration.xml): stride_1 of 8 and 16 bytes 2 and 4 wavefronts,
   lanes 0 and 8 alone one, stride_32 as many as lanes. Loads of 16 bytes that all lanes of a warp, or of
   its quarters, share: 2, as the measured matrix products have (1.2 wavefronts for four loads of 4 bytes
   and one of 16). */
START_TEST(phases_join_where_partners_agree)
{
	static const struct {
		int width;
		uint64_t active;
		uint64_t (*address)(int, int);
		int wavefronts, ideal;
	} rows[] = {
	        {4, 0xffffffff, all_one, 1, 1},      {4, 0xffffffff, in_a_row, 1, 1},
	        {8, 0xffffffff, all_one, 1, 1},      {8, 0xffffffff, in_a_row, 2, 2},
	        {8, 0xffffffff, in_pairs, 1, 1},     {8, 0xffffffff, crosswise, 1, 1},
	        {8, 0x101, far_pair, 1, 1},          {8, 0xffffffff, by_row_of_32, 32, 2},
	        {16, 0xffffffff, all_one, 2, 2},     {16, 0xffffffff, in_a_row, 4, 4},
	        {16, 0xffffffff, in_quarters, 4, 2}, {16, 0x101, far_pair, 1, 1},
	        {16, 0xffffffff, in_pairs, 2, 2},    {16, 0xffffffff, by_row_of_32, 32, 4},
	        {16, 0, in_a_row, 0, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const gm_bank_passes p = passes(rows[i].width, rows[i].active, rows[i].address);
		ck_assert_msg(p.wavefronts_count == rows[i].wavefronts, "row %zu: %d passes, not %d", i,
		              p.wavefronts_count, rows[i].wavefronts);
		ck_assert_msg(p.ideal_wavefronts_count == rows[i].ideal, "row %zu: %d at best, not %d", i,
		              p.ideal_wavefronts_count, rows[i].ideal);
	}
}
END_TEST

/* One word of 16 bytes for some lanes of a warp: memory_l1_wavefronts_shared and the ideal ones, which were the
   same, measured on an H200. */
START_TEST(sixteen_lanes_of_a_pass_may_share_a_word_of_16_bytes)
{
	static const struct {
		uint64_t active;
		int wavefronts;
	} rows[] = {
		{0x00000001, 1}, {0x000000ff, 1}, {0x000001ff, 1}, {0x0000ffff, 1}, {0x0001ffff, 2},
		{0x00ffffff, 2}, {0x01ffffff, 2}, {0x7fffffff, 2}, {0x01010101, 1}, {0x03030303, 1},
		{0x0f0f0f0f, 1}, {0x0101ffff, 2}, {0x55555555, 1}, {0x55555557, 2}, {0xff000001, 1},
		{0x00ff00ff, 1}, {0x80000001, 1}, {0x11111111, 1}, {0x13131313, 1}, {0xffffffff, 2},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const gm_bank_passes p = passes(16, rows[i].active, all_one);
		ck_assert_msg(p.wavefronts_count == rows[i].wavefronts &&
				      p.ideal_wavefronts_count == rows[i].wavefronts,
			      "lanes %llx: %d passes, not %d", (unsigned long long)rows[i].active,
			      p.wavefronts_count, rows[i].wavefronts);
	}
}
END_TEST

/* A line of shared_wide.csv; NULL behind the last. */
static char *
read_request(FILE *file, char line[MEASURED_CHARS], uint64_t at[32], gm_access *access, bool *loads)
{
	int bytes, from = 0;
	char what[8];
	if (!fgets(line, MEASURED_CHARS, file))
		return NULL;
	ck_assert_int_eq(sscanf(line, "%7[^,],%d", what, &bytes), 2);
	*access = (gm_access){32, bytes, 0, at};
	*loads = !strcmp(what, "load");
	char *rest = strrchr(line, ',') + 1;
	for (int lane = 0; lane < 32; lane++, rest += from) {
		char word[16];
		ck_assert_int_eq(sscanf(rest, "%15s%n", word, &from), 1);
		access->active |= (uint64_t)(word[0] != '.') << lane;
		at[lane] = word[0] == '.' ? 0 : strtoull(word, NULL, 10) * (unsigned)bytes;
	}
	return line;
}

START_TEST(every_measured_request)
{
	FILE *file = measured_open("shared_wide");
	char line[MEASURED_CHARS];
	uint64_t at[32];
	gm_access access;
	bool loads;
	int count = 0;
	for (; read_request(file, line, at, &access, &loads); count++) {
		int passes, ideal;
		ck_assert_int_eq(sscanf(line, "%*[^,],%*d,%d,%d", &passes, &ideal), 2);
		const gm_bank_passes got = loads ? gm_banks_evaluate_load(GM_BANKS_32, &access)
		                                 : gm_banks_evaluate(GM_BANKS_32, &access);
		const int packed = gm_banks_packed(&access, got.wavefronts_count);
		ck_assert_msg(got.wavefronts_count == passes && packed == ideal, "%d passes, %d ideal: %s",
		              got.wavefronts_count, packed, line);
	}
	ck_assert_int_eq(count, 3840);
	fclose(file);
}
END_TEST

/* Joining never costs: at most what the phases cost one by one, at least half of it; and without two
   partners that agree it changes nothing. */
START_TEST(joining_saves_at_most_half)
{
	srand(1);
	for (int n = 0; n < 20000; n++) {
		uint64_t at[32];
		const int width = 8 << n % 2;
		const uint64_t active = n % 3 ? 0xffffffff : (uint64_t)rand() & 0xffffffff;
		for (int i = 0; i < 32; i++)
			at[i] = n % 5 == 0 && i % 2 ? at[i - 1] : (uint64_t)(rand() % 64 * width);
		const gm_access access = {32, width, active, at};
		const int joined = gm_banks_evaluate_load(GM_BANKS_32, &access).wavefronts_count;
		const int apart = gm_banks_evaluate(GM_BANKS_32, &access).wavefronts_count;
		if (joined > apart || 2 * joined < apart)
			ck_abort_msg("request %d: %d joined, %d apart", n, joined, apart);
	}
}
END_TEST

START_TEST(other_rules_do_not_join)
{
	uint64_t at[32] = {0};
	const gm_access access = {32, 16, 0xffffffff, at};
	for (int rule = 0; rule < GM_BANKS_32; rule++)
		ck_assert_int_eq(gm_banks_evaluate_load((gm_bank_rule)rule, &access).wavefronts_count,
		                 gm_banks_evaluate((gm_bank_rule)rule, &access).wavefronts_count);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("banks_joined");
	TCase *tests = tcase_create("measured and by property");
	tcase_add_test(tests, phases_join_where_partners_agree);
	tcase_add_test(tests, sixteen_lanes_of_a_pass_may_share_a_word_of_16_bytes);
	tcase_add_test(tests, every_measured_request);
	tcase_add_test(tests, joining_saves_at_most_half);
	tcase_add_test(tests, other_rules_do_not_join);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
