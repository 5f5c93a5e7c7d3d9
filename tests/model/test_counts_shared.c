/*
 * Passes of shared memory that Nsight Compute calls ideal (memory_l1_wavefronts_shared_ideal): 128 bytes each,
 * however the lanes that take part are spread. Measured on an H200 for each row: one warp that stores, and
 * one that loads, words side by side by these lanes, passes (memory_l1_wavefronts_shared) and ideal ones.
 */
#include "model/counting.h"

#include "support/near.h"

static const struct {
	uint32_t lanes;
	int bytes, passes, packed;
} rows[] = {
	{0xffffffff, 8, 2, 2}, {0x00ff00ff, 8, 2, 1}, {0x0f0f0f0f, 8, 2, 1}, {0x0001ffff, 8, 2, 2},
	{0xffffffff, 4, 1, 1}, {0x00000001, 4, 1, 1}, {0xffffffff, 16, 4, 4}, {0x01010101, 16, 4, 1},
	{0x000000ff, 16, 1, 1}, {0x000001ff, 16, 2, 2}, {0x0101ffff, 16, 4, 3}, {0x55555555, 16, 4, 2},
	{0x55555557, 16, 4, 3}, {0xff000001, 16, 2, 2}, {0x80000001, 16, 2, 1}, {0x13131313, 16, 4, 2},
	{0x0f0f0f0f, 16, 4, 2}, {0x01ffffff, 16, 4, 4}, {0x7fffffff, 16, 4, 4},
};

START_TEST(passes_are_full_where_lanes_stand_side_by_side)
{
	gm_access access = {.active = rows[_i].lanes, .access_bytes = rows[_i].bytes, .lanes_count = 32};
	const gm_counting counting = {.banks = GM_BANKS_32, .warp_lanes = 32};
	gm_site_counts now = {.worst_degree = 0};
	gm_request request;
	uint64_t address[64];
	for (int l = 0; l < 32; l++)
		address[l] = (uint64_t)(l * rows[_i].bytes);
	access.address = address;
	gm_request_init(&request, &access);
	gm_counting_banks(&counting, &request, false, &now);
	ck_assert_int_eq(now.of[GM_COUNT_WAVEFRONTS], rows[_i].passes);
	ck_assert_int_eq(now.of[GM_COUNT_IDEAL_WAVEFRONTS], rows[_i].passes);
	ck_assert_int_eq(now.of[GM_COUNT_PACKED_WAVEFRONTS], rows[_i].packed);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts of shared memory");
	TCase *tests = tcase_create("counts of shared memory");
	tcase_add_loop_test(tests, passes_are_full_where_lanes_stand_side_by_side, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
