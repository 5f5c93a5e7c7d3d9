#include "model/places.h"

#include "support/near.h"

#include <math.h>

/* One request of 32 lanes, `step` bytes apart from `first` on, 4 bytes each. */
static void
add(gm_places *places, uint64_t first, uint64_t step)
{
	uint64_t address[32];
	for (unsigned i = 0; i < 32; i++)
		address[i] = first + i * step;
	gm_places_add(places, 0, &(gm_access){32, 4, 0xffffffff, address});
}

static double
atomic_bytes(uint64_t step, uint64_t block_distance, int seen, double blocks)
{
	gm_places *places = gm_places_new();
	for (int b = 0; b < seen; b++) {
		gm_places_begin(places);
		add(places, (uint64_t)b * block_distance, step);
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

/* A loop of 16 turns, each 1024 bytes on, of which two were walked and the second stands for 14 more: 16
   lines in 16 KiB; the whole of it in another loop, 5 times, each 64 KiB on: 80 lines. Lines take up to 512 B. */
/* Blocks of a line each, and one that reaches 4096 bytes on: (128 + 4096 + 128) / 2. */
START_TEST(blocks_update_what_lies_between_their_own)
{
	gm_places *places = gm_places_new();
	for (unsigned b = 0; b < 2; b++) {
		gm_places_begin(places);
		add(places, 1 << 20, 4);
		if (b)
			add(places, (1 << 20) + 4096, 4);
		gm_places_end(places);
	}
	ck_near(gm_places_block_bytes(places), (128 + 4096 + 128) / 2.0, 0);
	gm_places_free(places);
}
END_TEST

START_TEST(what_a_loop_leaves_out_is_spread_over_too)
{
	gm_places *places = gm_places_new();
	gm_places_begin(places);
	gm_places_mark(places, 0);
	add(places, 0, 4);
	gm_places_mark(places, 1);
	add(places, 1024, 4);
	gm_places_repeat(places, 1, 14, (const int64_t[]){1024});
		gm_places_repeat(places, 0, 4, (const int64_t[]){65536});
	gm_places_end(places);
	ck_near(gm_places_atomic_bytes(places, 1), 80 * 512, 0);
	ck_near(gm_places_block_bytes(places), 4 * 65536 + 15 * 1024 + 128, 0);
	gm_places_free(places);
}
END_TEST

/* 1024 words of 4 bytes that two sites add to, and 8 of 8 bytes; what is loaded does not count. */
START_TEST(there_is_no_more_than_the_arrays_that_are_updated)
{
	gm_array arrays[] = {{.type = GM_U32, .length = 1024}, {.type = GM_F64, .length = 8}, {.type = GM_F32, .length = 99}};
	gm_site sites[] = {{.operation = GM_REDUCE, .space = GM_GLOBAL, .array = 0},
	                   {.operation = GM_ATOMIC, .space = GM_GLOBAL, .array = 0},
	                   {.operation = GM_REDUCE, .space = GM_GLOBAL, .array = 1},
	                   {.operation = GM_LOAD, .space = GM_GLOBAL, .array = 2},
	                   {.operation = GM_REDUCE, .space = GM_SHARED, .array = -1}};
	gm_kernel kernel = {.arrays = arrays, .arrays_count = 3, .sites = sites, .sites_count = 5};
	ck_near(gm_places_atomic_arrays_bytes(&kernel), 4096 + 64, 0);
	sites[2].array = -1;
	ck_assert(isinf(gm_places_atomic_arrays_bytes(&kernel)));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("places");
	TCase *tests = tcase_create("hand calculation");
	tcase_add_test(tests, there_is_no_more_than_the_arrays_that_are_updated);
	tcase_add_test(tests, atomics_spread_over_what_lies_between_them);
	tcase_add_test(tests, what_a_loop_leaves_out_is_spread_over_too);
	tcase_add_test(tests, blocks_update_what_lies_between_their_own);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
