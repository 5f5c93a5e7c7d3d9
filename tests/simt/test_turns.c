/*
 * Loops that are unrolled by four, with lanes that turn differently often: what a warp then loads.
 */
#include "launch/launch.h"

#include "base/memory.h"
#include "kernel/issue.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>

static gm_ptx_module *module;

static void
load_module(void)
{
	static const char path[] = GM_TREE "/tests/ptx/lowering/turns.ptx";
	gm_error err = GM_ERROR_NONE;
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	char *text = gm_allocate(1 << 17, 1);
	const size_t length = fread(text, 1, 1 << 17, file);
	fclose(file);
	ck_assert_msg(gm_ptx_module_parse(text, length, path, &module, &err) == GM_OK, "%s",
		      err.message);
	free(text);
}

static void
free_module(void)
{
	gm_ptx_module_free(module);
}

typedef struct tally {
	const gm_kernel *kernel;
	int64_t loads, lanes;
	int64_t shared; /* loads that go to shared memory, and bytes of their lanes */
	int64_t shared_bytes;
	double issued; /* of the units for memory, for loads of shared memory */
	const gm_issue *issue;
	int64_t stores, stored; /* of shared memory, and lanes of them */
	int64_t marked_loads[8], marked_lanes[8];
	int marks;
} tally;

static gm_status
count_load(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	const gm_site *site = &t->kernel->sites[instr->site];
	if (site->operation == GM_STORE && site->space == GM_SHARED) {
		t->stores++;
		t->stored += __builtin_popcountll(instr->active);
	}
	if (site->operation == GM_LOAD && site->space == GM_SHARED)
		t->issued += (double)t->issue[instr->site].of[GM_UNIT_LSU];
	if (site->operation == GM_LOAD && site->space == GM_SHARED && instr->address) {
		t->shared++;
		t->shared_bytes += gm_warp_instr_bytes(instr, site->access_bytes);
	}
	if (site->operation != GM_LOAD || site->space != GM_GLOBAL || instr->active == 0)
		return GM_OK;
	t->loads++;
	t->lanes += __builtin_popcountll(instr->active);
	return GM_OK;
}

static gm_status
mark(void *state, uint32_t loop)
{
	tally *t = state;
	(void)loop;
	t->marked_loads[t->marks] = t->loads;
	t->marked_lanes[t->marks++] = t->lanes;
	return GM_OK;
}

static gm_status
repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	tally *t = state;
	(void)loop, (void)advance;
	t->marks--;
	t->loads += times * (t->loads - t->marked_loads[t->marks]);
	t->lanes += times * (t->lanes - t->marked_lanes[t->marks]);
	return GM_OK;
}

static tally
walk(const char *entry, int even, int odd, bool whole)
{
	char words[2][32];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	snprintf(words[0], sizeof words[0], "s32=%d", even);
	snprintf(words[1], sizeof words[1], "s32=%d", odd);
	const char *arguments[] = {"f32[1048576]:random", "f32[8192]", words[0], words[1]};
	const gm_ptx_launch launch = {.entry = entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 4};
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	tally t = {.kernel = kernel, .issue = issue};
	const gm_sink sink = {
		.state = &t, .instruction = count_load, .mark = mark, .repeat = repeat};
	ck_assert((whole ? gm_kernel_replay_whole : gm_kernel_replay)(
			  kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	gm_kernel_free(kernel);
	free(issue);
	return t;
}

/* Lanes with at least four turns left go in rounds of four, then those with two or three make two, then
   those with an odd number one. By hand:
   5, 3: one round; two turns of the 3; the last ones of both = 4 + 2 + 1. */
static const struct {
	int even, odd, unrolled, rolled;
} rows[] = {
	{5, 3, 7, 5},   {8, 3, 11, 8},  {4, 8, 8, 8},     {6, 1, 7, 6},     {7, 7, 7, 7},
	{13, 6, 15, 13}, {0, 2, 2, 2},  {3, 0, 3, 3},     {9, 10, 11, 10},  {1, 2, 3, 2},
	{1000, 999, 1003, 1000}, {4001, 3002, 4003, 4001},
};

static const char *const unrolled[] = {"up", "up_by_three", "down", "pointer", "stored", "stored_shared"};
static const char *const rolled[] = {"rolled", "until", "stored_by_index", "stored_if", "added", "ordered"};

START_TEST(lanes_with_unequal_turns_go_in_rounds_of_four)
{
	for (size_t n = 0; n < sizeof unrolled / sizeof *unrolled; n++) {
		const tally t = walk(unrolled[n], rows[_i].even, rows[_i].odd, false);
		const tally whole = walk(unrolled[n], rows[_i].even, rows[_i].odd, true);
		ck_assert_msg(t.loads == rows[_i].unrolled, "%s, %d and %d turns: %lld loads, expected %d",
			      unrolled[n], rows[_i].even, rows[_i].odd, (long long)t.loads,
			      rows[_i].unrolled);
		ck_assert_int_eq(whole.loads, t.loads);
		ck_assert_int_eq(whole.lanes, t.lanes);
		ck_assert_int_eq(t.lanes, 16 * (rows[_i].even + rows[_i].odd));
	}
}
END_TEST

START_TEST(a_loop_that_is_not_unrolled_turns_as_often_as_its_longest_lane)
{
	for (size_t n = 0; n < sizeof rolled / sizeof *rolled; n++) {
		const tally t = walk(rolled[n], rows[_i].even, rows[_i].odd, false);
		ck_assert_int_eq(t.loads, rows[_i].rolled);
		ck_assert_int_eq(t.lanes, 16 * (rows[_i].even + rows[_i].odd));
	}
}
END_TEST

/* LDS as nvdisasm shows them: of words 1 to 4 of four turns LDS.128 four times and LDS, of two twice and LDS, of one
   each; of words 3 to 6 LDS is the first; of doubles and of rows by twos 9 of four turns, 5 of two and 3 of one, of
   which the first and the last are half as wide as the others. */
static const struct {
	const char *entry;
	int turns, loads, bytes;
} left_over[] = {{"from_one", 1, 2, 20},         {"from_one", 2, 3, 36},          {"from_one", 3, 5, 56},
		 {"from_one", 4, 5, 68},         {"from_one", 7, 10, 124},        {"from_one", 8, 10, 136},
		 {"from_one", 9, 12, 156},       {"from_one", 63, 80, 1076},      {"from_three", 1, 2, 20},
		 {"from_three", 3, 5, 56},       {"from_three", 4, 5, 68},        {"from_three", 9, 12, 156},
		 {"doubles_from_one", 1, 3, 32}, {"doubles_from_one", 3, 8, 96},  {"doubles_from_one", 4, 9, 128},
		 {"doubles_from_one", 9, 21, 288}, {"rows_by_twos", 1, 3, 16},    {"rows_by_twos", 3, 8, 48},
		 {"rows_by_twos", 4, 9, 64},     {"rows_by_twos", 7, 17, 112},    {"rows_by_twos", 9, 21, 144}};

START_TEST(words_of_turns_side_by_side_are_loaded_together)
{
	const int turns = left_over[_i].turns;
	const char *entry = left_over[_i].entry;
	const tally t = walk(entry, turns, turns, false), whole = walk(entry, turns, turns, true);
	ck_assert_int_eq(t.shared, left_over[_i].loads);
	ck_assert_int_eq(t.shared_bytes, left_over[_i].bytes);
	ck_assert_int_eq(whole.shared, t.shared);
}
END_TEST

/* Of loops whose turns are all written out, as nvdisasm shows them. */
static const struct {
	const char *entry;
	int loads, bytes;
} whole_loops[] = {
	{"words_of_eight", 2, 16}, {"words_from_a_sum", 2, 16}, {"pairs_of_six", 3, 16}, {"words_of_pairs", 4, 8},
	{"words_anywhere", 8, 4}};

START_TEST(words_side_by_side_of_all_turns_are_loaded_together)
{
	const tally t = walk(whole_loops[_i].entry, 0, 0, false);
	ck_assert_int_eq(t.shared, whole_loops[_i].loads);
	ck_assert_int_eq(t.shared_bytes, whole_loops[_i].loads * whole_loops[_i].bytes);
	ck_near(t.issued, whole_loops[_i].loads, 1e-6);
}
END_TEST

/* STS that are issued: up to the last turn, and behind it what is predicated. Code of ptxas 13.0 for sm_90. */
static const struct {
	const char *entry;
	int stores, turns, issued; /* stores of each turn */
} behind[] = {{"six_stores", 6, 1, 1},   {"six_stores", 6, 2, 3},   {"six_stores", 6, 3, 3},
	      {"six_stores", 6, 8, 9},   {"six_stores", 6, 9, 9},   {"six_stores", 6, 10, 11},
	      {"seven_stores", 7, 8, 8}, {"seven_stores", 7, 7, 7}, {"one_store", 1, 8, 11},
	      {"one_store", 1, 9, 11},   {"one_store", 1, 10, 11},  {"one_store", 1, 11, 11},
	      {"last_store", 1, 8, 10},  {"last_store", 1, 9, 11},  {"four_down", 4, 8, 8}};

START_TEST(turns_behind_the_rounds_are_issued_without_lanes)
{
	const tally t = walk(behind[_i].entry, behind[_i].turns, 0, true);
	ck_assert_int_eq(t.stores, behind[_i].stores * behind[_i].issued);
	ck_assert_int_eq(t.stored, 32 * behind[_i].stores * behind[_i].turns);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("turns");
	TCase *tests = tcase_create("turns");
	tcase_add_unchecked_fixture(tests, load_module, free_module);
	tcase_add_loop_test(tests, lanes_with_unequal_turns_go_in_rounds_of_four, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, a_loop_that_is_not_unrolled_turns_as_often_as_its_longest_lane, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, words_of_turns_side_by_side_are_loaded_together, 0,
			    sizeof left_over / sizeof *left_over);
	tcase_add_loop_test(tests, words_side_by_side_of_all_turns_are_loaded_together, 0,
			    sizeof whole_loops / sizeof *whole_loops);
	tcase_add_loop_test(tests, turns_behind_the_rounds_are_issued_without_lanes, 0,
			    sizeof behind / sizeof *behind);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
