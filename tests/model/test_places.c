#include "model/places.h"

#include "support/near.h"

/* One request of 32 lanes, `step` bytes apart from `first` on, 4 bytes each. */
static void
add(gm_places *places, uint64_t first, uint64_t step, gm_operation operation)
{
	uint64_t address[32];
	for (unsigned i = 0; i < 32; i++)
		address[i] = first + i * step;
	gm_places_add(places, &(gm_access){32, 4, 0xffffffff, address}, operation);
}

static double
scattered(uint64_t step, int requests)
{
	gm_places *places = gm_places_new();
	gm_places_begin(places, 1);
	for (int r = 0; r < requests; r++)
		add(places, (uint64_t)r * 32 * step, step, GM_LOAD);
	gm_places_end(places);
	const double ratio = gm_places_scattered_ratio(places);
	gm_places_free(places);
	return ratio;
}

/* Full lines are no scatter, wherever they lie. A word every 128 B touches 8 of the 16 fetch units of
   each kilobyte, every 256 B four, every kilobyte one: (1 - 8/16)^2, (1 - 4/16)^2, (1 - 1/16)^2. */
START_TEST(strides_scatter_as_much_as_they_leave_of_a_kilobyte)
{
	ck_near(scattered(4, 8), 0, 0);
	ck_near(scattered(128, 8), 0.25, 1e-12);
	ck_near(scattered(256, 8), 0.5625, 1e-12);
	ck_near(scattered(1024, 8), 0.87890625, 1e-12);
	ck_near(scattered(4096, 8), 0.87890625, 1e-12);
}
END_TEST

/* 64 bytes apart each fetch unit is touched: half lines, but nothing of the kilobyte is left. */
START_TEST(all_fetch_units_of_a_kilobyte_are_no_scatter)
{
	ck_near(scattered(64, 8), 0, 0);
}
END_TEST

/* Two requests complete each other's lines. */
START_TEST(lines_that_a_block_completes_are_full)
{
	gm_places *places = gm_places_new();
	gm_places_begin(places, 1);
	for (unsigned part = 0; part < 4; part++)
		add(places, part * 32, 1024, GM_LOAD);
	gm_places_end(places);
	ck_near(gm_places_scattered_ratio(places), 0, 0);
	gm_places_free(places);
}
END_TEST

/* 3 blocks of full lines for each one of single words in kilobytes of their own: 32 units of 225/256
   among 32 + 3 * 2 (a line is two fetch units). */
START_TEST(blocks_count_by_their_weight)
{
	gm_places *places = gm_places_new();
	gm_places_begin(places, 1);
	add(places, 0, 1024, GM_LOAD);
	gm_places_end(places);
	gm_places_begin(places, 3);
	add(places, 1 << 20, 4, GM_LOAD);
	gm_places_end(places);
	ck_near(gm_places_scattered_ratio(places), 32 * 225.0 / 256 / (32 + 3 * 2), 1e-12);
	gm_places_free(places);
}
END_TEST

static double
atomic_bytes(uint64_t step, uint64_t block_distance, int seen, double blocks)
{
	gm_places *places = gm_places_new();
	for (int b = 0; b < seen; b++) {
		gm_places_begin(places, 1);
		add(places, (uint64_t)b * block_distance, step, GM_REDUCE);
		gm_places_end(places);
	}
	const double bytes = gm_places_atomic_bytes(places, blocks);
	gm_places_free(places);
	return bytes;
}

/* One word; a line that all share; lines far apart, 512 B each at most; a line for each of 1000
   blocks, of which two were seen. */
START_TEST(atomics_spread_over_what_lies_between_them)
{
	ck_near(atomic_bytes(0, 0, 2, 1000), 4, 0);
	ck_near(atomic_bytes(4, 0, 2, 1000), 128, 0);
	ck_near(atomic_bytes(1 << 20, 0, 2, 1000), 32 * 512, 0);
	ck_near(atomic_bytes(4, 128, 2, 1000), 1000 * 128, 0);
	ck_near(atomic_bytes(4, 128, 2, 2), 256, 0);
}
END_TEST

START_TEST(loads_are_no_atomics)
{
	gm_places *places = gm_places_new();
	gm_places_begin(places, 1);
	add(places, 0, 4, GM_LOAD);
	add(places, 0, 4, GM_STORE);
	gm_places_end(places);
	ck_near(gm_places_atomic_bytes(places, 10), 0, 0);
	gm_places_free(places);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("places");
	TCase *tests = tcase_create("hand calculation");
	tcase_add_test(tests, strides_scatter_as_much_as_they_leave_of_a_kilobyte);
	tcase_add_test(tests, all_fetch_units_of_a_kilobyte_are_no_scatter);
	tcase_add_test(tests, lines_that_a_block_completes_are_full);
	tcase_add_test(tests, blocks_count_by_their_weight);
	tcase_add_test(tests, atomics_spread_over_what_lies_between_them);
	tcase_add_test(tests, loads_are_no_atomics);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
