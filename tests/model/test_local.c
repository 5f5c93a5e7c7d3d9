#include "model/local.h"

#include "model/counts.h"
#include "support/near.h"

#include <stdlib.h>

/* Offsets of the lanes of a warp: `first` + lane * `step`. */
static const struct {
	int bytes;
	uint64_t active, first, step;
	int sectors, lines, part_lines, passes;
	int64_t lowest, highest; /* sectors */
} rows[] = {
        {4, 0xffffffff, 0, 0, 4, 1, 0, 1, 0, 3},          /* word 0 of all */
        {4, 0xffffffff, 12, 0, 4, 1, 0, 1, 12, 15},       /* word 3 */
        {1, 0xffffffff, 13, 0, 4, 1, 1, 1, 12, 15},       /* a byte of it */
        {8, 0xffffffff, 8, 0, 8, 2, 0, 2, 8, 15},         /* words 2 and 3 */
        {16, 0xffffffff, 16, 0, 16, 4, 0, 4, 16, 31},     /* words 4 to 7 */
        {4, 0x80000001, 0, 0, 2, 1, 1, 1, 0, 3},          /* the first lane and the last */
        {4, 0x000000ff, 0, 0, 1, 1, 0, 1, 0, 0},          /* eight lanes are a sector */
        {4, 0xffffffff, 0, 4, 32, 32, 32, 1, 0, 31 * 4 + 3}, /* each lane a word of its own */
        {1, 0xffffffff, 0, 1, 8, 8, 8, 1, 0, 7 * 4 + 3},  /* four lanes a word: two to a sector */
        {4, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {4, 0x7fffffff, 0, 0, 4, 1, 1, 1, 0, 3},        /* one lane is missing: a sector of the line is not whole */
};

START_TEST(a_word_of_all_lanes_is_a_line)
{
	uint64_t address[32];
	int64_t sectors[GM_LOCAL_SECTORS_MAX], of[GM_COUNTER_COUNT] = {0};
	for (uint64_t i = 0; i < 32; i++)
		address[i] = rows[_i].first + i * rows[_i].step;
	const gm_access access = {32, rows[_i].bytes, rows[_i].active, address};
	const int count = gm_local_sectors(&access, sectors);
	ck_assert_int_eq(count, rows[_i].sectors);
	if (count > 0) {
		ck_assert_int_eq(sectors[0], rows[_i].lowest);
		ck_assert_int_eq(sectors[count - 1], rows[_i].highest);
	}
	gm_local_count(&access, true, of);
	ck_assert_int_eq(of[GM_COUNT_SECTORS], rows[_i].sectors);
	ck_assert_int_eq(of[GM_COUNT_MOVED_BYTES], 32 * rows[_i].sectors);
	ck_assert_int_eq(of[GM_COUNT_LINES], rows[_i].lines);
	ck_assert_int_eq(of[GM_COUNT_PART_LINES], rows[_i].part_lines);
	ck_assert_int_eq(of[GM_COUNT_WAVEFRONTS], rows[_i].passes);
	ck_assert_int_eq(of[GM_COUNT_REQUESTED_BYTES],
	                 __builtin_popcountll(rows[_i].active) * rows[_i].bytes);
}
END_TEST

/* The same by writing down every byte: byte b of lane i lies at b / 4 * 128 + 4 * i + b % 4. */
START_TEST(sectors_are_those_of_the_bytes_laid_out)
{
	enum { BYTES = 64, SECTORS = BYTES / 4 * 4 };
	unsigned lot = 12345;
	for (int run = 0; run < 200; run++) {
		uint64_t address[32], active = 0;
		int touched[SECTORS] = {0}; /* bytes */
		bool byte[SECTORS * 32] = {false};
		int64_t of[GM_COUNTER_COUNT] = {0}, lines = 0;
		int64_t sectors[GM_LOCAL_SECTORS_MAX];
		const int bytes = 1 << run % 5;
		int expected = 0;
		for (int lane = 0; lane < 32; lane++) {
			lot = lot * 1664525U + 1013904223U;
			const bool alike = run % 3 == 0 && lane % 8; /* with the first lane of its sector */
			address[lane] = alike ? address[lane - 1]
					      : lot / 65536 % (unsigned)(BYTES / bytes) * (unsigned)bytes;
			active |= (alike ? active >> (lane - 1) & 1 : (uint64_t)(lot >> 9 & 1)) << lane;
			for (int b = 0; b < bytes && (active >> lane & 1); b++) {
				const uint64_t at = address[lane] + (unsigned)b;
				byte[at / 4 * 128 + 4 * (unsigned)lane + at % 4] = true;
			}
		}
		const gm_access access = {32, bytes, active, address};
		const int count = gm_local_sectors(&access, sectors);
		for (int b = 0; b < SECTORS * 32; b++)
			touched[b / 32] += byte[b];
		for (int l = 0; l < SECTORS; l += 4) {
			bool part = false;
			for (int s = l; s < l + 4; s++)
				part |= touched[s] % 32 != 0;
			lines += part;
		}
		gm_local_count(&access, true, of);
		ck_assert_int_eq(of[GM_COUNT_PART_LINES], lines);
		for (int s = 0; s < SECTORS; s++)
			if (touched[s])
				ck_assert(expected < count && sectors[expected++] == s);
		ck_assert_int_eq(count, expected);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("local");
	TCase *tests = tcase_create("local");
	tcase_add_loop_test(tests, a_word_of_all_lanes_is_a_line, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, sectors_are_those_of_the_bytes_laid_out);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
