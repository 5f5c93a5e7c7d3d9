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

/* Requests of one warp of which lanes below `away` go to another block of the cluster, and lane l to word
   l * step % 1024 (calibration, clustered_*, H200: memory_l1_wavefronts_shared and _ideal for each request, the same
   in clusters of 2, 4 and 8). */
static const struct {
	gm_operation operation;
	uint8_t lane_passes;
	bool in_rounds;
	int away, step, passes, packed;
} clustered[] = {
	{GM_LOAD, 0, false, 0, 1, 1, 1},     {GM_LOAD, 0, false, 32, 1, 0, 0},
	{GM_LOAD, 0, false, 32, 32, 0, 0},   {GM_LOAD, 0, false, 8, 1, 1, 1},
	{GM_LOAD, 0, false, 8, 32, 24, 1},   {GM_STORE, 0, false, 8, 32, 24, 1},
	{GM_REDUCE, 1, false, 32, 0, 0, 0},  {GM_REDUCE, 1, false, 8, 1, 1, 1},
	{GM_ATOMIC, 1, false, 8, 32, 24, 1}, {GM_ATOMIC, 2, false, 8, 1, 2, 2},
	{GM_ATOMIC, 2, false, 8, 32, 48, 2}, {GM_REDUCE, 0, true, 0, 1, 3, 3},
	{GM_REDUCE, 0, true, 32, 1, 2, 2},   {GM_REDUCE, 0, true, 32, 32, 2, 2},
	{GM_REDUCE, 0, true, 32, 0, 64, 64}, {GM_REDUCE, 0, true, 8, 1, 5, 5},
	{GM_REDUCE, 0, true, 8, 32, 350, 74},
};

START_TEST(lanes_that_go_to_other_blocks_take_no_passes_here)
{
	const gm_site site = {.operation = clustered[_i].operation, .space = GM_SHARED, .type = GM_F32, .cluster = 2,
			      .access_bytes = 4, .lane_passes = clustered[_i].lane_passes,
			      .in_rounds = clustered[_i].in_rounds};
	const gm_counting counting = {.banks = GM_BANKS_32, .warp_lanes = 32};
	gm_site_counts now = {.worst_degree = 0};
	uint64_t address[64];
	for (int l = 0; l < 32; l++)
		address[l] = (uint64_t)(4 * (l * clustered[_i].step % 1024)) +
			     ((uint64_t)(l < clustered[_i].away) << GM_AWAY_BITS);
	const gm_access access = {32, 4, UINT32_MAX, address};
	gm_counting_cluster(&counting, &site, &access, NULL, &now);
	ck_assert_int_eq(now.of[GM_COUNT_WAVEFRONTS], clustered[_i].passes);
	ck_assert_int_eq(now.of[GM_COUNT_PACKED_WAVEFRONTS], clustered[_i].packed);
	ck_assert_int_eq(now.of[GM_COUNT_SECTORS] > 0, clustered[_i].away > 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts of shared memory");
	TCase *tests = tcase_create("counts of shared memory");
	tcase_add_loop_test(tests, passes_are_full_where_lanes_stand_side_by_side, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, lanes_that_go_to_other_blocks_take_no_passes_here, 0,
			    (int)(sizeof clustered / sizeof *clustered));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
