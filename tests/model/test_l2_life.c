#include "model/l2_life.h"

#include "support/near.h"

#include <math.h>

static const double line = 128;

/* Room for 1000 lines that are read, for 500 that are written; one half, 10 blocks of which 4 run at once,
   and one array of single sectors that nobody meets twice. */
static gm_l2_grid
grid_of(double draws, bool written)
{
	gm_l2_grid grid = {.blocks = 10,
	                   .wave = 4,
	                   .row = 10,
	                   .plane = 10,
	                   .share_read = 1,
	                   .share_written = 1,
	                   .rounds = 1,
	                   .room_read = 1,
	                   .room_written = 1,
	                   .asked_read = 1e12,
	                   .asked_written = 1e12,
	                   .kept_read = 1000 * line,
	                   .kept_written = 500 * line,
	                   .kept_random = 1000 * line,
	                   .kept_launches = 1000 * line,
	                   .halves = 1};
	grid.scattered = (gm_scattered){
	        .arrays = {{.rest = 1e12, .draws = draws, .sectors = 1, .bytes = 32, .written = written}},
	        .count = 1,
	        .halves = 1};
	grid.reach.grid = (gm_dim3){10, 1, 1};
	for (int axis = 0; axis < 3; axis++)
		for (int i = 0; i < GM_REACH_LENGTHS; i++)
			grid.reach.length[axis][i] = 1;
	return grid;
}

/* 128000 bytes of room: 64000 read, 12800 of it in both of two halves, 32000 written. */
START_TEST(both_halves_take_half_as_much_again_of_what_is_left_for_the_next_launch)
{
	gm_l2_grid grid = grid_of(0, false);
	grid.halves = 2;
	const gm_reach_bytes touched = {.held_read = 64000, .again = 12800, .held_written = 32000};
	ck_near(gm_l2_repeated(&grid, touched), (96000 - 12800 + 1.5 * 12800) / 128000, 1e-12);
}
END_TEST

/* halves.cu: what neighbours read by 8, of which half is written elsewhere or nothing, is found again by half at about 33
   and 23.5 MiB; `read` in the device's rooms of 50790 KiB and 43 MiB. */
START_TEST(the_brim_of_both_halves)
{
	gm_l2_grid grid = grid_of(0, false);
	const double mib = _i ? 23.5 : 33;
	grid.halves = 2;
	grid.kept_read = 50790.0 / 1024;
	grid.kept_launches = 43;
	ck_near(gm_l2_repeated(&grid, (gm_reach_bytes){.held_read = mib, .again = mib, .held_written = _i ? mib / 2 : 0}), 1, 0.02);
}
END_TEST

START_TEST(occupancy_counts_what_both_halves_hold_twice)
{
	gm_l2_grid grid = grid_of(0, false);
	grid.halves = 2;
	const gm_reach_bytes touched = {.held_read = 64000, .again = 12800, .held_written = 32000};
	ck_near(gm_l2_occupancy(&grid, touched), 0.85, 1e-12);
}
END_TEST

/* 10 blocks read 20 lines each: 200 of 1000. */
START_TEST(what_fits_is_held_to_the_end)
{
	const gm_l2_grid grid = grid_of(20, false);
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_near(life.occupancy, 0.2, 1e-6);
	ck_assert_double_eq(life.span.held, 10);
	ck_near(life.moved.read, 200 * 32, 1e-6);
}
END_TEST

/* 1200 lines, as many as L2 holds of those at random, but 1000 of others: changed by atomics they fit, stored alone they
   do not. Of either 500 may be dirty. */
START_TEST(atomics_fill_l2_as_loads_at_random_do)
{
	gm_l2_grid grid = grid_of(120, true);
	grid.kept_random = 1200 * line;
	grid.scattered.arrays[0].packed = _i;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_near(life.occupancy, _i ? 1 : 1.2, 1e-6);
	ck_near(life.age, 2.4, 1e-6);
}
END_TEST

/* 10 blocks write 100 lines each, and 500 may be dirty: those of 5 blocks stay, those of 5 are evicted. Twice
   as many lines as half of the room: nothing of it is warm. */
START_TEST(what_is_stored_leaves_l2_when_others_need_its_place)
{
	const gm_l2_grid grid = grid_of(100, true);
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_near(life.age, 2, 1e-6);
	ck_near(life.span.dirty, 5, 0.02);
	ck_near(life.evicted_bytes, 500 * 32, 0.02);
}
END_TEST

/* Of 10 blocks' 1200 lines L2 has room for 1000, and 300 stored ones stay as long; of 600 stored lines 500 may be dirty,
   however few are read. Both ways a sixth leaves. */
START_TEST(what_is_stored_leaves_for_room_or_for_being_dirty)
{
	static const struct {
		double written, read;
	} rows[] = {{30, 90}, {60, 20}};
	gm_l2_grid grid = grid_of(rows[_i].written, true);
	grid.scattered.arrays[1] = (gm_scattered_array){.rest = 1e12, .draws = rows[_i].read, .sectors = 1, .bytes = 32};
	grid.scattered.count = 2;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_near(life.age, 1.2, 1e-6);
	ck_near(life.evicted_bytes, rows[_i].written * 10 * 32 / 6, 0.02);
}
END_TEST

/* 10 blocks store 30 lines each and read 90, 1200 lines in room for 1000. Of all at once what is stored at the end has
   none of the reads behind it, and 300 of 500 lines may be dirty; of 4 at a time it has those of 8. In turn a sixth
   leaves; stores of 4 that come first have the reads of two blocks more behind them, 30 n + 90 (n + 2) = 1000. A
   launch before has all of them behind it. */
START_TEST(what_is_stored_last_is_followed_by_fewer_reads)
{
	static const struct {
		double wave, late, age, left;
		gm_cache_state state;
	} rows[] = {{10, 1, 0.6, 10, GM_CACHE_COLD},    {10, 0.1, 1.11, 9.083, GM_CACHE_COLD},
	            {4, 1, 1.02, 9.833, GM_CACHE_COLD}, {4, 0, 1.2, 8.333, GM_CACHE_COLD},
	            {4, -1, 1.2, 6.833, GM_CACHE_COLD}, {10, 1, 1.2, 10, GM_CACHE_WARM}};
	gm_l2_grid grid = grid_of(30, true);
	grid.wave = rows[_i].wave;
	grid.scattered.arrays[1] = (gm_scattered_array){.rest = 1e12, .draws = 90, .sectors = 1, .bytes = 32};
	grid.scattered.count = 2;
	grid.reach.late = rows[_i].late;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, rows[_i].state);
	ck_near(life.age, rows[_i].age, 1e-6);
	ck_near(life.left_bytes, rows[_i].left * 30 * 32, 0.012);
}
END_TEST

/* As many lines in use as there is room for pieces: of those at places in no order 1 - 1/e are completed before the kernel
   ends, and written back then, where nothing else is evicted; side by side 1 - e^-(1 - 0.44)^2, and half of it. */
START_TEST(pieces_are_completed_the_sooner_the_more_there_are)
{
	gm_l2_grid grid = grid_of(20, true);
	grid.scattered.arrays[0].scattered = _i;
	grid.kept_pieces = 200 * line;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	const double share = _i ? 1 - exp(-1) : 1 - exp(-0.56 * 0.56), written = _i ? share : share / 2;
	ck_assert_double_eq_tol(life.evicted_bytes, written * 200 * 32, 1e-2);
	ck_near(life.completed_ratio, share, 1e-6);
	ck_near(life.moved.partial, 200 * 32, 1e-6);
}
END_TEST

/* 4 MiB stored word by word at random places complete 7.7 kB, 8 MiB 3.6 MB (calibration, random_store): of 20, 30 and 40
   lines, where 100 are two thirds, nothing is completed of up to 31. */
START_TEST(few_pieces_stay_until_they_are_whole)
{
	static const struct {
		double draws, share;
	} rows[] = {{2, 0}, {3, 0}, {3.1, 0}, {4, 0.147856}, {6.2, 0.319141}};
	gm_l2_grid grid = grid_of(rows[_i].draws, true);
	grid.scattered.arrays[0].scattered = 1;
	grid.kept_pieces = 100 * line;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_assert_double_eq_tol(life.completed_ratio, rows[_i].share, 1e-6);
}
END_TEST

/* Of what others left dirty a launch that stores brings out more than one that reads as much (calibration, sweep): of 1000
   lines of room 700 read, (0.7 - 0.5) / 0.4; of 500 that may be dirty 400 stored, (0.8 - 0.69) / 0.31, 500 all. */
START_TEST(what_others_left_dirty_goes_first)
{
	static const struct {
		double draws, share;
		bool written;
	} rows[] = {{70, 0.5, false}, {40, 0, false}, {40, 0.354839, true}, {50, 1, true}, {34, 0, true}};
	const gm_l2_grid grid = grid_of(rows[_i].draws, rows[_i].written);
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_COLD);
	ck_assert_double_eq_tol(life.others_ratio, rows[_i].share, 1e-5);
	ck_assert_double_eq(gm_l2_life_evaluate(&grid, GM_CACHE_WARM).others_ratio, 0);
}
END_TEST

/* A sweep that fills L2 to the brim finds half of itself again: calibration, 8 sweeps of 50 MiB. */
/* Percent that once_load, arrays of 24 to 64 MiB where 43 have room, finds again (calibration), within 7 of these. */
static const struct {
	double mib, kept;
} loaded_again[] = {{24, 100}, {32, 97.5}, {36, 93.4}, {40, 82.1}, {44, 46.5}, {48, 13.5}, {56, 1.1}, {64, 0.2}};

START_TEST(a_warm_launch_finds_what_is_left)
{
	const gm_l2_grid grid = grid_of(100 * loaded_again[_i].mib / 43, false);
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_WARM);
	ck_assert_double_eq_tol(100 * life.kept_ratio, loaded_again[_i].kept, 7);
}
END_TEST

START_TEST(a_warm_launch_finds_half_at_the_brim)
{
	const gm_l2_grid grid = grid_of(100, false);
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_WARM);
	ck_near(life.occupancy, 1, 1e-6);
	ck_near(life.kept_ratio, 0.5, 1e-3);
}
END_TEST

/* 300 lines stored in no order beside 900 that are read, of 1000 and, written, 500: none is found again, and all of them
   is. Stored side by side they go with what is read. Three times as many as are two thirds: all but (0.31 / 3)^2. */
START_TEST(what_is_stored_in_no_order_outlives_what_is_read_once)
{
	gm_l2_grid grid = grid_of(30, true);
	grid.scattered.arrays[0].scattered = _i;
	grid.scattered.arrays[1] = (gm_scattered_array){.rest = 1e12, .draws = 90, .sectors = 1, .bytes = 32};
	grid.scattered.count = 2;
	grid.kept_pieces = 100 * line;
	const gm_l2_life life = gm_l2_life_evaluate(&grid, GM_CACHE_WARM);
	ck_near(life.kept_ratio, 1 / (1 + exp(0.2 / 0.06)), 1e-3); /* 1200 lines where 1000 have room */
	ck_assert_double_ge(life.completed_ratio, 1 - 0.31 * 0.31 / 9 - 1e-3);
	ck_assert_double_eq_tol(life.stored_ratio, _i, 0.04);
	ck_assert_double_eq_tol(life.rewritten_ratio, _i, 0.05);
	ck_assert_double_eq_tol(life.evicted_bytes, _i ? 0 : 300 * 32, 500);
}
END_TEST

/* 10 blocks, 4 at once; each fills 100 sectors by 8 stores and has 125 lines open: 500 lines are what L2 has
   room for until it has completed 1 - 1/e of them. Nothing is read: turns = 500 / 500. */
START_TEST(sectors_filled_bit_by_bit_are_completed_and_written_twice)
{
	gm_l2_grid grid = grid_of(0, true);
	gm_l2_life life = {.kept_ratio = 0, .once.held_written = 1e9};
	grid.unjoined = 1;
	grid.kept_pieces = 500 * line;
	grid.reach.filling = (gm_filling_sums){.sectors = 100, .again = 700, .lines = 125, .share = 50};
	const gm_l2_filling filling = gm_l2_filling_evaluate(&grid, &life, 0);
	ck_near(filling.completed_bytes, 1000 * 32 * (1 - exp(-1)), 1e-9);
	ck_near(filling.written_bytes, 1000 * 32 * (1 - exp(-1)), 1e-9);
	/* Reads that push out all of L2 twenty times while a sector is open: each of 7 stores finds it lost. */
	const double fetched = 20 * grid.kept_read * 10 / 4 / 0.5;
	ck_near(gm_l2_filling_evaluate(&grid, &life, fetched).written_bytes, 1000 * 32 * 7, 1e-9);
	/* Were these 500 lines all that the grid stores, more could not be lost than 1 - 0.31^2; of 0.31 * 500 nothing is. */
	life.once.held_written = 155 * line;
	ck_assert_double_eq_tol(gm_l2_filling_evaluate(&grid, &life, 0).completed_bytes, 0, 1e-6);
	ck_assert_double_eq_tol(gm_l2_filling_evaluate(&grid, &life, 0).written_bytes, 0, 1e-6);
	grid.masked = true;
	life.once.held_written = 1e9;
	ck_assert_double_eq(gm_l2_filling_evaluate(&grid, &life, 0).completed_bytes, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l2_life");
	TCase *cases = tcase_create("l2_life");
	tcase_add_test(cases, occupancy_counts_what_both_halves_hold_twice);
	tcase_add_test(cases, both_halves_take_half_as_much_again_of_what_is_left_for_the_next_launch);
	tcase_add_loop_test(cases, the_brim_of_both_halves, 0, 2);
	tcase_add_test(cases, what_fits_is_held_to_the_end);
	tcase_add_loop_test(cases, atomics_fill_l2_as_loads_at_random_do, 0, 2);
	tcase_add_test(cases, what_is_stored_leaves_l2_when_others_need_its_place);
	tcase_add_loop_test(cases, what_is_stored_leaves_for_room_or_for_being_dirty, 0, 2);
	tcase_add_loop_test(cases, what_is_stored_last_is_followed_by_fewer_reads, 0, 6);
	tcase_add_loop_test(cases, pieces_are_completed_the_sooner_the_more_there_are, 0, 2);
	tcase_add_loop_test(cases, few_pieces_stay_until_they_are_whole, 0, 5);
	tcase_add_loop_test(cases, what_others_left_dirty_goes_first, 0, 5);
	tcase_add_test(cases, a_warm_launch_finds_half_at_the_brim);
	tcase_add_loop_test(cases, a_warm_launch_finds_what_is_left, 0, sizeof loaded_again / sizeof loaded_again[0]);
	tcase_add_loop_test(cases, what_is_stored_in_no_order_outlives_what_is_read_once, 0, 2);
	tcase_add_test(cases, sectors_filled_bit_by_bit_are_completed_and_written_twice);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
