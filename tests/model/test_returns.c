#include "model/returns.h"

#include "model/reach.h"
#include "model/traced.h"
#include "support/near.h"

/* A warp stores three sectors and loads them in the opposite order: 0, 32 and 64 bytes lie between. Of room for 40 the
   last is lost; where two warps do so, the last two; of room for 200, none. */
START_TEST(the_first_stored_is_the_first_lost)
{
	static const struct {
		double warps, room, lost;
	} rows[] = {{1, 40, 32}, {2, 40, 64}, {1, 200, 0}, {2, 129, 0}, {2, 127, 32}};
	gm_returns r = {0};
	for (int64_t sector = 1; sector <= 3; sector++)
		gm_returns_touch(&r, sector, 32, true, false);
	for (int64_t sector = 3; sector >= 1; sector--)
		gm_returns_touch(&r, sector, 32, false, true);
	ck_assert_double_eq(gm_returns_lost(r.sums.loads, rows[_i].warps, 1e9, rows[_i].room), rows[_i].lost);
	ck_assert_double_eq(gm_returns_lost(r.sums.stores, rows[_i].warps, 1, 1), 0); /* it stores nothing twice */
	gm_returns_dispose(&r);
}
END_TEST

/* A load in between brings it nearer for a load, not for a store: it is still that long since it was stored, 96 bytes read. */
START_TEST(what_is_loaded_stays_and_is_written_back_all_the_same)
{
	gm_returns r = {0};
	gm_returns_touch(&r, 1, 32, true, false);
	for (int64_t sector = 2; sector <= 4; sector++)
		gm_returns_touch(&r, sector, 32, false, false);
	gm_returns_touch(&r, 1, 32, false, true);
	gm_returns_touch(&r, 1, 32, true, true);
	gm_returns_touch(&r, 1, 32, false, true);
	ck_assert_double_eq(gm_returns_lost(r.sums.loads, 1, 95, 1), 32);
	ck_assert_double_eq(gm_returns_lost(r.sums.stores, 1, 95, 1), 32);
	ck_assert_double_eq(gm_returns_lost(r.sums.stores, 1, 97, 1), 0);
	gm_returns_end_warp(&r);
	gm_returns_touch(&r, 1, 32, true, false);
	ck_assert_double_eq(r.now.written, 32);
	gm_returns_dispose(&r);
}
END_TEST

/* 4096 rows of 8 KiB stored one by one and loaded back: of room for 1024 rows the last 1024 are found. The few turns that
   are laid out stand for all: to 7 %. */
START_TEST(the_way_back_finds_what_was_stored_last)
{
	static const struct {
		const char *forth, *back;
	} ways[] = {{"k", "4095 - k"}, {"4095 - k", "k"}};
	traced t = traced_forth_and_back(ways[_i].forth, ways[_i].back);
	const gm_reach reach = gm_reach_count(t.trace, -1, 64);
	const double all = 4096 * 8192, room = 1024 * 8192;
	ck_assert_double_eq(reach.warps, 4);
	ck_assert_double_eq_tol(16 * gm_returns_lost(reach.returns.loads, 16 * reach.warps, room, room) / all,
	                        0.75, 0.07);
	traced_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("returns");
	TCase *cases = tcase_create("returns");
	tcase_add_loop_test(cases, the_first_stored_is_the_first_lost, 0, 5);
	tcase_add_test(cases, what_is_loaded_stays_and_is_written_back_all_the_same);
	tcase_add_loop_test(cases, the_way_back_finds_what_was_stored_last, 0, 2);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
