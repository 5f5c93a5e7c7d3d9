#include "model/line_passes.h"

#include "model/banks.h"
#include "support/measured.h"
#include "support/near.h"

enum { LANES = 32, FAR = 5 * 128, LOADS = 100 };

/* Two lanes, words 7 and 8 of lines 0 and 5, which share a bank of tags: the data banks take them together, the tags
   one behind the other. */
static int
more(gm_operation operation, uint64_t second)
{
	const uint64_t address[LANES] = {512 + 28, 512 + second};
	const gm_access access = {LANES, 4, 3, address};
	const gm_site site = {.operation = operation, .space = GM_GLOBAL, .access_bytes = 4};
	gm_request request;
	gm_request_init(&request, &access);
	const int passes = gm_banks_count(GM_BANKS_32, &request).wavefronts_count;
	return gm_line_turns_of(&site, &request, 512, passes).more_count;
}

START_TEST(requests_wait_for_their_tags)
{
	ck_assert_int_eq(more(GM_LOAD, FAR + 32), 1);
	ck_assert_int_eq(more(GM_STORE, FAR + 32), 1);
	ck_assert_int_eq(more(GM_REDUCE, FAR + 32), 1);
	ck_assert_int_eq(more(GM_ATOMIC, FAR + 32), 3);
	/* one word in both lines: the banks take as long, but a result comes back */
	ck_assert_int_eq(more(GM_LOAD, FAR + 28), 0);
	ck_assert_int_eq(more(GM_STORE, FAR + 28), 0);
	ck_assert_int_eq(more(GM_ATOMIC, FAR + 28), 2);
	/* lines of two banks */
	ck_assert_int_eq(more(GM_LOAD, 128 + 32), 0);
	ck_assert_int_eq(more(GM_ATOMIC, 128 + 32), 1);
	/* one word twice: additions go one by one */
	ck_assert_int_eq(more(GM_LOAD, 28), 0);
	ck_assert_int_eq(more(GM_REDUCE, 28), 1);
	ck_assert_int_eq(more(GM_ATOMIC, 28), 3);
}
END_TEST

/* Tags are quick for neighbours, however an array begins. */
START_TEST(neighbours_do_not_wait)
{
	uint64_t address[LANES];
	for (uint64_t i = 0; i < LANES; i++)
		address[i] = 16 * i;
	const gm_access access = {LANES, 16, UINT32_MAX, address};
	const gm_site site = {.operation = GM_LOAD, .space = GM_GLOBAL, .access_bytes = 16};
	gm_request request;
	gm_request_init(&request, &access);
	ck_assert_int_eq(gm_line_turns_of(&site, &request, 0, 4).more_count, 0);
}
END_TEST

/* A hundred loads of which a quarter misses, and a hundred stores, each with 3 passes more; what L1 was not asked for
   takes none. */
START_TEST(loads_that_hit_do_not_wait)
{
	gm_site site[] = {{.operation = GM_LOAD}, {.operation = GM_STORE}, {.operation = GM_LOAD}};
	gm_site_counts of[3] = {0};
	gm_cached_site l1[3] = {{.l1 = {.loads = 8, .missing = 2}}};
	for (int s = 0; s < 3; s++)
		of[s].of[GM_COUNT_TAGGED_PASSES] = 3 * LOADS;
	const gm_kernel kernel = {.sites = site, .sites_count = 3};
	const gm_counts counts = {.sites = of, .sites_count = 3};
	ck_near(gm_line_passes(&kernel, &counts, l1), 3 * LOADS / 4 + 3 * LOADS, 1e-12);
}
END_TEST

/* What a load of a whole warp takes, and of it what the banks alone. */
static gm_line_turns
turns_of_rows(int bytes, uint64_t row_bytes, uint64_t first, int *banks)
{
	uint64_t address[LANES];
	for (uint64_t lane = 0; lane < LANES; lane++)
		address[lane] = first + lane * row_bytes;
	const gm_access access = {LANES, bytes, UINT32_MAX, address};
	const gm_site site = {.operation = GM_LOAD, .space = GM_GLOBAL, .access_bytes = (uint8_t)bytes};
	gm_request request;
	gm_request_init(&request, &access);
	*banks = gm_banks_count(GM_BANKS_32, &request).wavefronts_count;
	return gm_line_turns_of(&site, &request, 0, *banks);
}

/* 8 loads that miss or need what is on its way, and 64 that find all there. */
START_TEST(every_measured_stride)
{
	FILE *file = measured_open("l1_strides");
	int stride, tags, data, count = 0;
	for (; fscanf(file, "%d,%d,%d,%*f\n", &stride, &tags, &data) == 3; count++) {
		int turns = 0, passes = 0, banks;
		for (uint64_t word = 0; word < 8; word++) {
			const gm_line_turns of = turns_of_rows(4, 4 * (uint64_t)stride, 4 * word, &banks);
			turns += 9 * of.turns_count;
			passes += 9 * banks + of.more_count;
		}
		ck_assert_msg(turns == tags && passes == data, "stride %d: %d, %d; measured %d, %d", stride, turns, passes,
		              tags, data);
	}
	ck_assert_int_eq(count, 329);
	fclose(file);
}
END_TEST

/* Words, pairs and quads: passes of the tags of all; passes of the banks of quads that all miss, one warp, 1200 bytes apart:
   386 measured of 16, where 8 lanes are served together; 262 would be, were it all 32. */
START_TEST(every_measured_width)
{
	FILE *file = measured_open("l1_pending");
	int bytes, stride, warps, own, loads, tags, count = 0;
	for (; fscanf(file, "%d,%*d,%d,%d,%d,%d,%d,%*d,%*d\n", &bytes, &stride, &warps, &own, &loads, &tags) == 6; count++) {
		int turns = 0, passes = 0, banks;
		const uint64_t row = (uint64_t)(bytes * stride);
		for (uint64_t warp = 0; warp < (uint64_t)warps; warp++)
			for (uint64_t at = 0; at < (uint64_t)(loads / warps); at++) {
				const uint64_t first = (own ? warp * LANES * row : 0) + at * (uint64_t)bytes;
				const gm_line_turns of = turns_of_rows(bytes, row, first, &banks);
				turns += of.turns_count;
				passes += banks + of.more_count;
			}
		ck_assert_msg(turns == tags, "%d bytes, stride %d, %d warps: %d, measured %d", bytes, stride, warps, turns, tags);
		if (bytes == 16 && stride == 75 && warps == 1)
			ck_near(passes, 386, 0.06);
	}
	ck_assert_int_eq(count, 124);
	fclose(file);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("line_passes");
	TCase *cases = tcase_create("line_passes");
	tcase_add_test(cases, requests_wait_for_their_tags);
	tcase_add_test(cases, neighbours_do_not_wait);
	tcase_add_test(cases, loads_that_hit_do_not_wait);
	tcase_add_test(cases, every_measured_stride);
	tcase_add_test(cases, every_measured_width);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
