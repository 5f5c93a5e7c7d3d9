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

/* age 0.5: 1 - exp(-(0.5 / 1.2)^3) = 0.069784 of what the first two of three waves store. */
START_TEST(each_wave_but_the_last_is_written_back_in_part)
{
	const gm_spilled three = places(300, 1);
	ck_near(gm_spilled_written_bytes(&three, GM_CACHE_COLD), 0.069784 * 200e3, 1e-4);
	ck_near(gm_spilled_written_bytes(&three, GM_CACHE_WARM), 0.069784 * 300e3, 1e-4);
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

/* Stored nine times more, places half of what stays: 900 KB * 0.03 * 0.125. Of arrays 1 - exp(-(0.5 / 2.14)^3) = 0.0126737
   of them; half and half between. What else a wave touches does not come between two turns. */
START_TEST(of_what_loops_store_again_little_goes_on)
{
	gm_spilled ten = places(100, 10);
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 3375, 1e-9);
	ten.array_ratio = ten.array_swept = 1;
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 900e3 * 0.0126737, 1e-4);
	ten.array_ratio = 0.5;
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 900e3 * (0.0126737 + 0.00375) / 2, 1e-4);
	ten.array_ratio = 1;
	ten.array_swept = 0.5; /* as places half as large: 1 - exp(-(0.25 / 2.14)^3) = 0.00159306 */
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 900e3 * 0.00159306, 1e-4);
	ten.array_ratio = 0;
	ten.wave_read = 200e3; /* age 1: all places are still there at the end */
	ck_near(gm_spilled_written_bytes(&ten, GM_CACHE_COLD), 3375, 1e-9);
}
END_TEST

/* Places are 0.25 of what L2 keeps of what is read: 1 - exp(-(0.25 / 1.54)^5) = 1.1274e-4; four times as much: 0.109035.
   Few blocks have few places. */
START_TEST(what_l2_has_lost_of_arrays_is_read_again)
{
	gm_spilled one = places(100, 1);
	ck_assert_double_eq(gm_spilled_read_bytes(&one), 0);
	one.fetched_bytes = 1e6;
	ck_near(gm_spilled_read_bytes(&one), 112.738, 1e-4);
	one.kept_read = 100e3;
	ck_near(gm_spilled_read_bytes(&one), 109.035e3, 1e-4);
	one.blocks = 25;
	ck_near(gm_spilled_read_bytes(&one), 112.738, 1e-4);
	one.block_bytes = 0;
	ck_assert_double_eq(gm_spilled_read_bytes(&one), 0);
}
END_TEST

/* A warp stores words 0 to 3, then word 3 eight times: behind as much as a fourth of what it stores to. */
START_TEST(what_is_stored_again_at_once_sweeps_little)
{
	enum { WORD_SECTORS = 4, WORDS = 4, AGAIN = 8 };
	const gm_site site = {.operation = GM_STORE, .space = GM_LOCAL};
	const gm_kernel kernel = {.sites = &site, .sites_count = 1, .block = {32, 1, 1}};
	gm_trace_run runs[WORDS];
	gm_trace_request requests[WORDS];
	gm_trace_step steps[WORDS + AGAIN];
	for (uint32_t i = 0; i < WORDS; i++) {
		runs[i] = (gm_trace_run){i * WORD_SECTORS, WORD_SECTORS};
		requests[i] = (gm_trace_request){
			.first_run = i, .runs_count = 1, .access = GM_TRACE_STORE, .local = true};
	}
	for (uint32_t i = 0; i < WORDS + AGAIN; i++)
		steps[i] = (gm_trace_step){.kind = GM_STEP_REQUEST, .index = i < WORDS ? i : WORDS - 1};
	gm_program program = {.steps = steps, .count = WORDS + AGAIN};
	const gm_trace trace = {.sites_count = 1, .warps_count = 1, .warps = &program, .requests = requests,
				.requests_count = WORDS, .runs = runs, .runs_count = WORDS};
	ck_near(gm_spilled_array_of(&kernel, &trace).swept, 0.25, 1e-9);
	ck_assert_double_eq(gm_spilled_array_of(&kernel, &trace).bytes, WORDS * WORD_SECTORS * 32);
}
END_TEST

/* Two warps that store words 0 and 1, in a span that runs four times and goes on by two words: eight words, each of 4
   sectors, for each warp; a spilled register beside them is no place of an array. */
START_TEST(places_of_arrays_are_counted_once)
{
	enum { WORD_SECTORS = 4, WARPS = 2 };
	const gm_site sites[] = {{.operation = GM_STORE, .space = GM_LOCAL},
				 {.operation = GM_STORE, .space = GM_LOCAL, .spills = true}};
	const gm_kernel kernel = {.sites = sites, .sites_count = 2, .block = {64, 1, 1}};
	gm_trace_run runs[] = {{0, WORD_SECTORS}, {WORD_SECTORS, WORD_SECTORS}, {400, WORD_SECTORS},
			       {1000, WORD_SECTORS}, {1000 + WORD_SECTORS, WORD_SECTORS}};
	gm_trace_request requests[5];
	for (uint32_t i = 0; i < 5; i++)
		requests[i] = (gm_trace_request){
			.site = i == 2, .first_run = i, .runs_count = 1, .access = GM_TRACE_STORE, .local = true};
	const int64_t advance[] = {8, 0};
	gm_trace_step first[] = {{.kind = GM_STEP_REQUEST, .index = 2},
				 {.kind = GM_STEP_BEGIN, .index = 4, .runs = 4, .advance = advance},
				 {.kind = GM_STEP_REQUEST, .index = 0},
				 {.kind = GM_STEP_REQUEST, .index = 1},
				 {.kind = GM_STEP_END, .index = 1},
				 {.kind = GM_STEP_REQUEST, .index = 0}};
	gm_trace_step second[] = {{.kind = GM_STEP_BEGIN, .index = 3, .runs = 4, .advance = advance},
				  {.kind = GM_STEP_REQUEST, .index = 3},
				  {.kind = GM_STEP_REQUEST, .index = 4},
				  {.kind = GM_STEP_END, .index = 0}};
	gm_program programs[] = {{.steps = first, .count = 6}, {.steps = second, .count = 4}};
	gm_trace trace = {.sites_count = 2,
			  .warps_count = WARPS,
			  .warps = programs,
			  .requests = requests,
			  .requests_count = 5,
			  .runs = runs,
			  .runs_count = 5};
	const gm_spilled_array array = gm_spilled_array_of(&kernel, &trace);
	ck_assert_double_eq(array.bytes, WARPS * 8 * WORD_SECTORS * 32);
	/* Word 0 is stored again at the end of the first warp, behind 7 others: 32 sectors, its own among them. */
	ck_assert_double_eq(array.swept, 1);
	trace.requests_count = 0; /* none to arrays */
	ck_assert_double_eq(gm_spilled_array_of(&kernel, &trace).bytes, 0);
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
	tcase_add_test(tests, what_l2_has_lost_of_arrays_is_read_again);
	tcase_add_test(tests, places_of_arrays_are_counted_once);
	tcase_add_test(tests, what_is_stored_again_at_once_sweeps_little);
	tcase_add_test(tests, more_room_never_writes_more);
	tcase_add_test(tests, nothing_spilled_is_nothing_written);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
