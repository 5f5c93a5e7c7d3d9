#include "model/spilled.h"

#include "support/near.h"

#include <math.h>

/* Blocks of 1 KB of places, 100 of them resident: 100 KB at a time, of 200 KB that stay dirty. */
static gm_spilled
places(double blocks, double stored_times)
{
	return (gm_spilled){.block_bytes = 1000,
			    .blocks = blocks,
			    .wave = 100,
			    .stored_bytes = 1000 * blocks * stored_times,
			    .kept_read = 400e3,
			    .kept_written = 200e3};
}

START_TEST(places_that_fit_stay_in_l2_at_the_end)
{
	const gm_spilled one = places(100, 1);
	ck_assert_double_eq(gm_spilled_written_bytes(&one, GM_CACHE_COLD), 0);
}
END_TEST

/* age 0.5: 1 - exp(-(0.5 / 1.2)^2) = 0.15937 of what the first two of three waves store. */
START_TEST(each_wave_but_the_last_is_written_back_in_part)
{
	const gm_spilled three = places(300, 1);
	ck_near(gm_spilled_written_bytes(&three, GM_CACHE_COLD), 0.15937 * 200e3, 1e-4);
	ck_near(gm_spilled_written_bytes(&three, GM_CACHE_WARM), 0.15937 * 300e3, 1e-4);
}
END_TEST

/* A wave reads 600 KB besides: age 0.5 + 1.5 = 2, half of the places are left, of one wave. */
START_TEST(what_passes_by_drives_places_out)
{
	gm_spilled one = places(100, 1);
	one.wave_read = 600e3;
	ck_near(gm_spilled_written_bytes(&one, GM_CACHE_COLD), 50e3, 1e-9);
}
END_TEST

/* Stored nine times more at an age of 0.5: 900 KB * 0.04 * 0.25. */
START_TEST(of_what_loops_store_again_little_goes_on)
{
	const gm_spilled ten = places(100, 10);
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 9000, 1e-9);
}
END_TEST

START_TEST(more_room_never_writes_more)
{
	double before = INFINITY;
	for (double room = 20e3; room < 2e6; room *= 1.3) {
		gm_spilled s = places(1000, 3);
		s.kept_written = room;
		const double now = gm_spilled_written_bytes(&s, GM_CACHE_COLD);
		ck_assert_double_le(now, before);
		ck_assert_double_le(now, s.stored_bytes);
		before = now;
	}
}
END_TEST

START_TEST(nothing_spilled_is_nothing_written)
{
	gm_spilled none = places(300, 1);
	none.block_bytes = 0;
	ck_assert_double_eq(gm_spilled_written_bytes(&none, GM_CACHE_COLD), 0);
	none.block_bytes = 1000;
	none.stored_bytes = 0;
	ck_assert_double_eq(gm_spilled_written_bytes(&none, GM_CACHE_WARM), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("spilled");
	TCase *tests = tcase_create("spilled");
	tcase_add_test(tests, places_that_fit_stay_in_l2_at_the_end);
	tcase_add_test(tests, each_wave_but_the_last_is_written_back_in_part);
	tcase_add_test(tests, what_passes_by_drives_places_out);
	tcase_add_test(tests, of_what_loops_store_again_little_goes_on);
	tcase_add_test(tests, more_room_never_writes_more);
	tcase_add_test(tests, nothing_spilled_is_nothing_written);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
