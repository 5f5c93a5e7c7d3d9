#include "model/grid_trace.h"
#include "model/reach.h"
#include "model/returns.h"

#include "input/kernel_file.h"
#include "support/near.h"

#include <stdio.h>

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
	char text[1024];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	snprintf(text, sizeof text,
	         "<kernel name='back' schema='1' doc='forth and back'>"
	         "<launch grid='16' block='128'/>"
	         "<array name='A' space='global' type='f32' length='4096*2048'/>"
	         "<loop variable='k' count='4096'>"
	         "<store array='A' index='(%s)*2048 + blockIdx.x*128 + threadIdx.x'/></loop>"
	         "<loop variable='k' count='4096'>"
	         "<load array='A' index='(%s)*2048 + blockIdx.x*128 + threadIdx.x'/></loop></kernel>",
	         ways[_i].forth, ways[_i].back);
	ck_assert_msg(gm_kernel_load_text(text, "back.xml", NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert(gm_grid_trace_gather(kernel, 32, 0, 1, &trace, &err) == GM_OK);
	const gm_reach reach = gm_reach_count(trace, 64);
	const double all = 4096 * 8192, room = 1024 * 8192;
	ck_assert_double_eq(reach.warps, 4);
	ck_assert_double_eq_tol(16 * gm_returns_lost(reach.returns.loads, 16 * reach.warps, room, room) / all,
	                        0.75, 0.07);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
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
