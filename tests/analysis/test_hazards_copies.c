/* Asynchronous copies to shared memory: what is touched before they are there. */
#include "hazards.h"

/* One block of four warps. */
#define COPIES(entry, finds, says, ...)                                                            \
	{"copies.sm_80", entry, "h100", {1, 1, 1}, {128, 1, 1}, {__VA_ARGS__}, finds, says, 0}
#define TILES(count) "f32[131328]:random", "f32[128]", "s32=" count
#define TILE "f32[4096]:random", "f32[128]"

static const hazard_row rows[] = {
	COPIES("brought_and_awaited", "", "", TILE),
	COPIES("never_awaited", "error copy_under_way 25",
	       "in line 22: read after write (RAW): thread (127,0,0) copies to byte 508 of shared memory "
	       "with cp.async, thread (0,0,0) reads it, and no cp.async.wait_group for that copy lies "
	       "between; block (0,0,0)",
	       TILE),
	/* Half of the threads come before those that they read from have waited, half after. */
	COPIES("awaited_behind_the_barrier", "error shared_race 36, error copy_under_way 36",
	       "no barrier lies between the wait for the copy and that", TILE),
	COPIES("own_never_awaited", "error copy_under_way 44",
	       "thread (0,0,0) copies to byte 0 of shared memory with cp.async, thread (0,0,0) reads it",
	       TILE),
	COPIES("own_awaited", "", "", TILE),
	COPIES("awaited_without_group", "error copy_under_way 62", "in line 59", TILE),
	COPIES("brought_twice", "error copy_under_way 208",
	       "in line 206: write after write (WAW): thread (0,0,0) copies to byte 0 of shared memory "
	       "with cp.async, thread (0,0,0) copies to it, and no cp.async.wait_group",
	       TILE),
	/* Turns of the loops are left out. */
	COPIES("two_stages", "", "", TILES("1000")),
	COPIES("two_stages", "", "", TILES("7")),
	COPIES("two_stages_but_for_the_last", "error copy_under_way 98", "in line 93",
	       TILES("1000")),
	COPIES("two_stages_but_for_the_last", "error copy_under_way 98", "in line 93",
	       TILES("7")),
	COPIES("two_stages_and_the_last", "", "", TILES("1000")),
	COPIES("two_stages_and_the_last", "", "", TILES("7")),
	/* A warp that is a turn ahead copies over what another reads; one that is behind reads it. */
	COPIES("two_stages_without_second_barrier",
	       "error shared_race 133, error copy_under_way 137",
	       "in line 137: write after read (WAR): thread (63,0,0) reads byte 256 of shared memory, "
	       "thread (64,0,0) copies to it, and no barrier lies between; block",
	       TILES("1000")),
	COPIES("three_stages", "", "", TILES("1000")),
	/* Those of the loop and those before it, each in time and too late. */
	COPIES("three_stages_one_too_early",
	       "error shared_race 172, error shared_race 172, error copy_under_way 172, "
	       "error copy_under_way 172",
	       "", TILES("1000")),
	COPIES("older_half_first", "", "", TILE),
	COPIES("told_to_a_barrier", "", "", TILE),
	COPIES("not_told_to_the_barrier", "error copy_under_way 252", "in line 244", TILE),
};

START_TEST(a_copy_is_there_when_its_thread_has_waited_for_its_group)
{
	check_hazards(&rows[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hazards_copies");
	TCase *tcase = tcase_create("hazards_copies");
	tcase_add_loop_test(tcase, a_copy_is_there_when_its_thread_has_waited_for_its_group, 0,
			    sizeof rows / sizeof *rows);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
