/*
 * cp.async: what copies from runs of bytes to places of any stride were measured to take on an H200
 * (reports/runs/h200_calibration.xml, ahead_cg and ahead_ca; one request of one warp, the wavefront of the load
 * that follows taken away).
 */
#include "model/copies.h"

#include "support/measured.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 32 };

/* Lane l copies piece number l of runs that lie `from_stride` and `to_stride` apart. */
static void
lay(int bytes, int run, int from_stride, int to_stride, uint64_t *from, uint64_t *to)
{
	const int each = run / bytes;
	for (int l = 0; l < LANES; l++) {
		from[l] += (uint64_t)(l / each * from_stride + l % each * bytes);
		to[l] += (uint64_t)(l / each * to_stride + l % each * bytes);
	}
}

static const struct {
	int run, from_stride, to_stride, from_offset, to_offset, lanes;
	int sectors, fetched, wavefronts;
} past[] = {
	{16, 2048, 16, 0, 0, 32, 32, 32, 32}, {16, 2048, 32, 0, 0, 32, 32, 32, 32},
	{16, 2048, 48, 0, 0, 32, 32, 32, 32}, {16, 2048, 80, 0, 0, 32, 32, 32, 32},
	{32, 2048, 32, 0, 0, 32, 16, 16, 16}, {32, 2048, 48, 0, 0, 32, 24, 24, 24},
	{32, 2048, 64, 0, 0, 32, 16, 16, 16}, {32, 2048, 96, 0, 0, 32, 16, 16, 16},
	{64, 2048, 64, 0, 0, 32, 16, 16, 8}, {64, 2048, 80, 0, 0, 32, 20, 24, 15},
	{64, 2048, 96, 0, 0, 32, 16, 16, 10}, {64, 2048, 128, 0, 0, 32, 16, 16, 8},
	{128, 2048, 128, 0, 0, 32, 16, 16, 4}, {128, 2048, 144, 0, 0, 32, 18, 24, 10},
	{128, 2048, 160, 0, 0, 32, 16, 16, 7}, {128, 2048, 192, 0, 0, 32, 16, 16, 6},
	{256, 2048, 256, 0, 0, 32, 16, 16, 4}, {256, 2048, 272, 0, 0, 32, 18, 24, 8},
	{256, 2048, 288, 0, 0, 32, 16, 16, 6}, {256, 2048, 320, 0, 0, 32, 16, 16, 6},
	{512, 2048, 512, 0, 0, 32, 16, 16, 4}, {512, 2048, 528, 0, 0, 32, 16, 16, 4},
	{512, 2048, 544, 0, 0, 32, 16, 16, 4}, {512, 2048, 576, 0, 0, 32, 16, 16, 4},
	{64, 2048, 64, 64, 0, 32, 16, 16, 8}, {64, 2048, 80, 64, 0, 32, 20, 24, 15},
	{64, 2048, 96, 64, 0, 32, 16, 16, 10}, {64, 2048, 128, 64, 0, 32, 16, 16, 8},
	{64, 2112, 64, 0, 0, 32, 16, 16, 8}, {64, 2112, 80, 0, 0, 32, 20, 24, 15},
	{64, 2112, 96, 0, 0, 32, 16, 16, 10}, {64, 2112, 128, 0, 0, 32, 16, 16, 8},
	{64, 64, 64, 0, 0, 32, 16, 16, 4}, {64, 64, 80, 0, 0, 32, 20, 24, 15},
	{64, 64, 96, 0, 0, 32, 16, 16, 10}, {64, 64, 128, 0, 0, 32, 16, 16, 8},
	{32, 64, 32, 0, 0, 32, 16, 16, 16}, {32, 64, 48, 0, 0, 32, 24, 24, 24},
	{32, 64, 64, 0, 0, 32, 16, 16, 8}, {32, 64, 96, 0, 0, 32, 16, 16, 16},
	{128, 2048, 128, 16, 0, 32, 20, 32, 12}, {128, 2048, 128, 32, 0, 32, 16, 16, 8},
	{128, 2048, 128, 64, 0, 32, 16, 16, 8}, {512, 2048, 512, 64, 0, 32, 16, 16, 8},
	{512, 2048, 512, 16, 0, 32, 20, 32, 12}, {512, 2048, 512, 0, 16, 32, 20, 32, 12},
	{512, 2048, 512, 0, 64, 32, 16, 16, 8}, {128, 2048, 128, 0, 64, 32, 16, 16, 8},
	{512, 2048, 512, 0, 0, 8, 4, 4, 1}, {512, 2048, 512, 0, 0, 16, 8, 8, 2},
	{64, 2048, 80, 0, 0, 8, 5, 6, 4}, {64, 2048, 80, 0, 0, 16, 10, 12, 8},
	{64, 2048, 80, 0, 0, 4, 2, 2, 1}, {16, 16, 80, 0, 0, 32, 32, 32, 32},
	{16, 16, 144, 0, 0, 32, 32, 32, 32}, {16, 0, 16, 0, 0, 32, 16, 32, 32},
};

START_TEST(copies_past_l1_take_what_was_measured)
{
	uint64_t from[LANES], to[LANES];
	for (int l = 0; l < LANES; l++) {
		from[l] = (UINT64_C(1) << 33) + (uint64_t)past[_i].from_offset;
		to[l] = (uint64_t)past[_i].to_offset;
	}
	lay(16, past[_i].run, past[_i].from_stride, past[_i].to_stride, from, to);
	const gm_copy_counts counts =
	        gm_copies_past((UINT64_C(1) << past[_i].lanes) - 1, from, to);
	ck_assert_int_eq(counts.sectors_count, past[_i].sectors);
	ck_assert_int_eq(counts.fetched_count, past[_i].fetched);
	ck_assert_int_eq(counts.wavefronts_count, past[_i].wavefronts);
}
END_TEST

/* The four sectors of a line go to the places that the digits say: whole; with the halves of each exchanged, of the
   second and the fourth, of the last two (measure/calibrate/turned.cu, reports/measured/turned.csv). */
static const struct {
	const char *order;
	int wavefronts[4];
} turned[] = {
	{"0123", {1, 1, 2, 2}}, {"0132", {2, 2, 4, 2}}, {"0213", {2, 2, 4, 4}},
	{"0231", {2, 2, 4, 4}}, {"0312", {2, 2, 4, 2}}, {"0321", {1, 1, 2, 2}},
	{"1023", {2, 2, 4, 2}}, {"1032", {1, 1, 2, 2}}, {"1203", {2, 2, 4, 2}},
	{"1230", {1, 1, 2, 2}}, {"1302", {2, 2, 4, 4}}, {"1320", {2, 2, 4, 4}},
	{"2013", {2, 2, 4, 4}}, {"2031", {2, 2, 4, 4}}, {"2103", {1, 1, 2, 2}},
	{"2130", {2, 2, 4, 2}}, {"2301", {1, 1, 2, 2}}, {"2310", {2, 2, 4, 2}},
	{"3012", {1, 1, 2, 2}}, {"3021", {2, 2, 4, 2}}, {"3102", {2, 2, 4, 4}},
	{"3120", {2, 2, 4, 4}}, {"3201", {2, 2, 4, 2}}, {"3210", {1, 1, 2, 2}},
};

START_TEST(a_line_is_turned_and_mirrored_at_once)
{
	static const bool exchanged[4][4] = {{0}, {1, 1, 1, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
	for (int way = 0; way < 4; way++) {
		uint64_t from[LANES] = {0}, to[LANES] = {0};
		for (int l = 0; l < 8; l++) {
			const int half = (l & 1) ^ exchanged[way][l / 2];
			from[l] = (uint64_t)(16 * l);
			to[l] = (uint64_t)(32 * (turned[_i].order[l / 2] - '0') + 16 * half);
		}
		ck_assert_int_eq(gm_copies_past(0xff, from, to).wavefronts_count,
		                 turned[_i].wavefronts[way]);
	}
}
END_TEST

/* Rows of so many chunks, whose places are those of their numbers with the bits of row / `slow` in them. */
static const struct {
	int chunks, from_stride, slow, wavefronts;
} swizzled[] = {{8, 2048, 1, 4}, {4, 2048, 2, 8}, {2, 2048, 4, 16}, {32, 2048, 1, 4}, {4, 64, 2, 4}};

START_TEST(swizzled_tiles_are_written_line_by_line)
{
	uint64_t from[LANES], to[LANES];
	for (int l = 0; l < LANES; l++) {
		const int row = l / swizzled[_i].chunks, chunk = l % swizzled[_i].chunks;
		const int turn = row / swizzled[_i].slow & (swizzled[_i].chunks - 1);
		from[l] = (uint64_t)(row * swizzled[_i].from_stride + 16 * chunk);
		to[l] = (uint64_t)(16 * (row * swizzled[_i].chunks + (chunk ^ turn)));
	}
	ck_assert_int_eq(gm_copies_past(UINT32_MAX, from, to).wavefronts_count, swizzled[_i].wavefronts);
}
END_TEST

/* The first meet each other where they are read and where they are written. */
static const struct {
	int bytes, run, from_stride, to_stride, wavefronts;
} through[] = {
	{16, 16, 32, 32, 8},
	{16, 32, 2048, 32, 16}, {16, 32, 2048, 48, 20}, {16, 64, 2048, 64, 8},
	{16, 64, 2048, 80, 12}, {16, 128, 2048, 128, 4}, {16, 128, 2048, 144, 4},
	{16, 512, 2048, 512, 4}, {16, 512, 2048, 528, 4}, {4, 16, 2048, 16, 8},
	{4, 16, 2048, 20, 9}, {4, 32, 2048, 32, 4}, {4, 32, 2048, 36, 5},
	{4, 32, 2048, 48, 5}, {4, 64, 2048, 64, 2}, {4, 64, 2048, 68, 3}, {4, 64, 2048, 80, 3},
	{4, 128, 2048, 128, 1}, {4, 128, 2048, 132, 1}, {4, 128, 2048, 144, 1},
	{8, 16, 2048, 16, 16}, {8, 16, 2048, 24, 18}, 
	{8, 32, 2048, 32, 8}, {8, 32, 2048, 40, 10}, {8, 32, 2048, 48, 10}, {8, 64, 2048, 64, 4},
	{8, 64, 2048, 72, 6}, {8, 64, 2048, 80, 6}, {8, 256, 2048, 256, 2},
	{8, 256, 2048, 264, 2}, {8, 256, 2048, 272, 2}, {4, 4, 4, 128, 32}, {4, 4, 4, 132, 1},
	{4, 4, 128, 4, 32}, {4, 4, 32, 4, 8}, {16, 16, 16, 80, 4},
	/* from banks that the rows share and that they do not: measure/calibrate/copied.cu */
	{4, 16, 2160, 16, 1}, {4, 16, 2176, 16, 8}, {4, 16, 2208, 16, 2}, {4, 32, 2080, 32, 1},
	{4, 32, 2112, 32, 2}, {4, 32, 2160, 32, 2}, {4, 32, 2208, 32, 1}, {4, 64, 2112, 64, 1},
	{4, 64, 2144, 64, 2}, {8, 32, 2144, 32, 2}, {8, 32, 2176, 32, 8}, {8, 64, 2080, 64, 4},
	{8, 64, 2112, 64, 2}, {16, 64, 2080, 64, 8}, {16, 64, 2112, 64, 4}, {16, 128, 2160, 128, 4},
};

START_TEST(copies_through_l1_read_and_write_banks)
{
	uint64_t from[LANES] = {0}, to[LANES] = {0};
	lay(through[_i].bytes, through[_i].run, through[_i].from_stride, through[_i].to_stride, from, to);
	ck_assert_int_eq(gm_copies_through(through[_i].bytes, UINT32_MAX, UINT32_MAX, from, to), through[_i].wavefronts);
}
END_TEST

static void
read_places(const char *text, uint64_t *out)
{
	int at = 0;
	unsigned long one;
	for (int l = 0; l < LANES && sscanf(text, "%lu%n", &one, &at) == 1; l++, text += at)
		out[l] = one;
}

/* A row of the file: bytes, way, filled, form, lanes, from, to, given, wavefronts. */
static void
ck_measured(char *line, int *count)
{
	char *column[9], *rest = line;
	uint64_t from[LANES] = {0}, to[LANES] = {0}, given[LANES], reading = 0;
	for (int i = 0; i < 9; i++)
		column[i] = strsep(&rest, ",");
	ck_assert_ptr_nonnull(column[8]);
	if (strcmp(column[1], "ca") != 0)
		return;
	const int bytes = atoi(column[0]);
	const uint64_t writing = strtoul(column[4], NULL, 16);
	for (int l = 0; l < LANES; l++)
		given[l] = (uint64_t)bytes;
	read_places(column[5], from);
	read_places(column[6], to);
	read_places(column[7], given);
	for (int l = 0; l < LANES; l++)
		reading |= given[l] > 0 ? writing & UINT64_C(1) << l : 0;
	ck_assert_int_eq(gm_copies_through(bytes, reading, writing, from, to), atoi(column[8]));
	++*count;
}

START_TEST(every_measured_copy_through_l1)
{
	FILE *file = measured_open("copied");
	char line[MEASURED_CHARS];
	int count = 0;
	while (fgets(line, sizeof line, file))
		if (line[0] >= '0' && line[0] <= '9')
			ck_measured(line, &count);
	ck_assert_int_eq(count, 410);
	fclose(file);
}
END_TEST

/* 16 warps of one SM have enough under way: a copy takes as many clocks as it counts wavefronts, within 9 %. */
START_TEST(copies_past_l1_take_a_clock_each_wavefront)
{
	FILE *file = measured_open("copies_past");
	char line[MEASURED_CHARS];
	int rows = 0;
	while (fgets(line, sizeof line, file)) {
		int past_l1, run, from_stride, to_stride, warps, blocks;
		double clocks;
		uint64_t from[LANES] = {0}, to[LANES] = {0};
		if (sscanf(line, "%d,%d,%d,%d,%d,%d,%lf", &past_l1, &run, &from_stride, &to_stride, &warps, &blocks, &clocks) != 7 ||
		    !past_l1 || warps != 16 || blocks != 1)
			continue;
		lay(16, run, from_stride, to_stride, from, to);
		ck_near(clocks, gm_copies_past(UINT32_MAX, from, to).wavefronts_count, 0.09);
		rows++;
	}
	fclose(file);
	ck_assert_int_eq(rows, 10);
}
END_TEST

START_TEST(what_copies_past_l1_write_is_told_apart)
{
	const gm_site sites[] = {{.operation = GM_STORE, .space = GM_SHARED, .access_bytes = 16, .text = "cp.async.cg"},
	                         {.operation = GM_STORE, .space = GM_SHARED, .access_bytes = 16, .text = "cp.async.ca"},
	                         {.operation = GM_ASYNC_COPY, .space = GM_GLOBAL, .access_bytes = 16},
	                         {.operation = GM_LOAD, .space = GM_SHARED, .access_bytes = 16, .count = 1}};
	gm_site_counts of[4] = {0};
	for (int s = 0; s < 4; s++)
		of[s].of[GM_COUNT_WAVEFRONTS] = 1 << s;
	const gm_kernel kernel = {.sites = (gm_site *)sites, .sites_count = 4};
	const gm_counts counts = {.sites = of, .sites_count = 4};
	ck_near(gm_copies_past_passes(&kernel, &counts), 1, 1e-12);
	ck_near(gm_copies_all_passes(&kernel, &counts), 1 + 2 + 8, 1e-12);
}
END_TEST

START_TEST(only_wide_copies_that_do_not_ask_for_l1_pass_it)
{
	static const struct {
		gm_operation operation;
		gm_space space;
		int bytes;
		const char *text;
		bool passes;
	} sites[] = {
		{GM_ASYNC_COPY, GM_GLOBAL, 16, "cp.async.cg.shared.global [%r1], [%rd1], 16", true},
		{GM_ASYNC_COPY, GM_GLOBAL, 16, "cp.async.ca.shared.global [%r1], [%rd1], 16", false},
		{GM_ASYNC_COPY, GM_GLOBAL, 8, "cp.async.ca.shared.global [%r1], [%rd1], 8", false},
		{GM_ASYNC_COPY, GM_GLOBAL, 16, "A[i]", true},
		{GM_LOAD, GM_GLOBAL, 16, "A[i]", false},
	};
	for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
		const gm_site site = {.operation = sites[i].operation,
		                      .space = sites[i].space,
		                      .access_bytes = (uint8_t)sites[i].bytes,
		                      .text = sites[i].text,
		                      .count = 1};
		ck_assert_int_eq(gm_copies_bypass(&site), sites[i].passes);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("copies");
	TCase *tests = tcase_create("copies");
	tcase_add_loop_test(tests, copies_past_l1_take_what_was_measured, 0, sizeof past / sizeof *past);
	tcase_add_loop_test(tests, a_line_is_turned_and_mirrored_at_once, 0, sizeof turned / sizeof *turned);
	tcase_add_loop_test(tests, swizzled_tiles_are_written_line_by_line, 0,
	                    sizeof swizzled / sizeof *swizzled);
	tcase_add_loop_test(tests, copies_through_l1_read_and_write_banks, 0,
	                    sizeof through / sizeof *through);
	tcase_add_test(tests, every_measured_copy_through_l1);
	tcase_add_test(tests, copies_past_l1_take_a_clock_each_wavefront);
	tcase_add_test(tests, what_copies_past_l1_write_is_told_apart);
	tcase_add_test(tests, only_wide_copies_that_do_not_ask_for_l1_pass_it);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
