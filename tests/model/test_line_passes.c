#include "model/line_passes.h"

#include "model/banks.h"
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
	return gm_line_passes_more(&site, &request, 512, gm_banks_count(GM_BANKS_32, &request).wavefronts_count);
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
	ck_assert_int_eq(gm_line_passes_more(&site, &request, 0, 4), 0);
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

int
main(void)
{
	Suite *suite = suite_create("line_passes");
	TCase *cases = tcase_create("line_passes");
	tcase_add_test(cases, requests_wait_for_their_tags);
	tcase_add_test(cases, neighbours_do_not_wait);
	tcase_add_test(cases, loads_that_hit_do_not_wait);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
