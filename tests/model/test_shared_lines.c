/* Lines that warps change in place in parts: by hand. */
#include "model/shared_lines.h"

#include "support/near.h"

#include <stdlib.h>

enum { SITES = 2 };

/* Requests of one site in a loop: each names `bytes` and touches so many sectors and lines. */
typedef struct access {
	int64_t requests, bytes, sectors, lines;
} access;

static double
shared(const gm_site sites[SITES], access stores)
{
	gm_site_counts counted[SITES] = {0};
	int64_t *of = counted[sites[0].operation == GM_STORE ? 0 : 1].of;
	of[GM_COUNT_REQUESTS] = stores.requests;
	of[GM_COUNT_REQUESTED_BYTES] = stores.requests * stores.bytes;
	of[GM_COUNT_SECTORS] = stores.requests * stores.sectors;
	of[GM_COUNT_LINES] = stores.requests * stores.lines;
	const gm_kernel kernel = {.sites = sites, .sites_count = SITES};
	return gm_shared_lines(&kernel, &(gm_counts){.sites = counted, .sites_count = SITES});
}

static gm_site
site(gm_operation operation, int array, int32_t looping)
{
	return (gm_site){.operation = operation, .space = GM_GLOBAL, .array = array, .looping = looping};
}

/* 32 floats: four sectors of one line; 32 B off it four of two; 4 B off it five of two. 32 doubles: eight of two; 64 B
   off it eight of three. Ten floats off a line: of two, where one would do. Every eighth float lies apart: a
   sector each, of eight lines, all this warp's. One lane touches one line. */
static const struct {
	access stores;
	double lines;
} rows[] = {
	{{1000, 128, 4, 1}, 0}, {{1000, 128, 4, 2}, 1000}, {{1000, 128, 5, 2}, 1000}, {{1000, 256, 8, 2}, 0},
	{{1000, 256, 8, 3}, 1000}, {{1000, 40, 2, 2}, 1000}, {{1000, 128, 32, 8}, 0}, {{1000, 4, 1, 1}, 0},
};

START_TEST(a_stretch_off_a_line_shares_one)
{
	const gm_site in_place[SITES] = {site(GM_LOAD, 0, 1), site(GM_STORE, 0, 1)};
	ck_near(shared(in_place, rows[_i].stores), rows[_i].lines, 1e-12);
}
END_TEST

/* Only what is loaded first, there, again and again, by warps that come back to load more. */
START_TEST(what_is_not_changed_in_place_in_a_loop_shares_none)
{
	const access off = {1000, 128, 4, 2};
	const gm_site copied[SITES] = {site(GM_LOAD, 1, 1), site(GM_STORE, 0, 1)};
	const gm_site once[SITES] = {site(GM_LOAD, 0, 0), site(GM_STORE, 0, 0)};
	const gm_site first_stored[SITES] = {site(GM_STORE, 0, 1), site(GM_LOAD, 0, 1)};
	const gm_site one_after_the_other[SITES] = {site(GM_LOAD, 0, 1), site(GM_STORE, 0, 2)};
	const gm_site unknown[SITES] = {site(GM_LOAD, -1, 1), site(GM_STORE, -1, 1)};
	ck_assert_double_eq(shared(copied, off), 0);
	ck_assert_double_eq(shared(once, off), 0);
	ck_assert_double_eq(shared(first_stored, off), 0);
	ck_assert_double_eq(shared(one_after_the_other, off), 0);
	ck_assert_double_eq(shared(unknown, off), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("shared_lines");
	TCase *tests = tcase_create("shared_lines");
	tcase_add_loop_test(tests, a_stretch_off_a_line_shares_one, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_is_not_changed_in_place_in_a_loop_shares_none);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
