#include "model/chain_told.h"

#include <math.h>

/* A chain of divisions takes the latency of each, in which their ten instructions are: 14 multiply-adds each (sequence_f32_div,
   H200: 61.4 clocks a link with its share of the loop), and one clock for the first to issue in its window. */
START_TEST(a_division_issues_its_instructions_while_it_is_waited_for)
{
	begin(32, 64);
	for (int i = 0; i < 4; i++)
		tell(0, DIVISION, i > 0);
	ck_near(end().by[GM_SERVED_L2], 4 * (14 * 4.07 + 1), 1e-3);
}
END_TEST

/* 24 instructions that need nothing of each other, then one that needs the last, a multiply-add later. A scheduler's quarter of an
   H200's SM has 16 lanes for integer additions, 16 for doubles, 4 for transcendentals, 32 for single precision and 16 for
   products of integers, 8 for loads and stores: a warp of 32 lanes takes 2, 2, 8, 1, 2 and 4 clocks, for a product of 64
   bits twice as many. Half
   and half, neither unit waits. */
static const struct {
	gm_unit unit;
	int site;
	double twice;
	double clocks; /* of each */
} units[] = {
	{GM_UNIT_ALU, FMA, 0, 2},  {GM_UNIT_FP64, FMA, 0, 2},   {GM_UNIT_XU, FMA, 0, 8},
	{GM_UNIT_FMA, FMA, 0, 1},  {GM_UNIT_FMA, PRODUCT, 0, 2}, {GM_UNIT_FMA, PRODUCT, 1, 4},
	{GM_UNIT_LSU, LOAD, 0, 4}, {GM_UNIT_OTHER, FMA, 0, 1},
};

static double
of_units(gm_unit first, gm_unit second, int site, double twice)
{
	begin(32, 64);
	gm_chain_free(chain);
	for (int k = 0; k < 2; k++) {
		const int s = k ? AFTER : site;
		issue[s] = (gm_issue){.wait = 1, .twice = (float)twice};
		issue[s].of[k ? second : first] = 1;
	}
	chain = gm_chain_new(&kernel, device, issue);
	gm_chain_begin(chain);
	for (int i = 0; i < 24; i++)
		tell(0, i % 2 && first != second ? AFTER : site, 0);
	return end().by[GM_SERVED_L2];
}

START_TEST(a_warp_alone_waits_for_its_units)
{
	const double clocks = of_units(units[_i].unit, units[_i].unit, units[_i].site, units[_i].twice);
	ck_near(clocks, 24 * units[_i].clocks, 1e-6);
}
END_TEST

START_TEST(two_units_take_turns)
{
	ck_near(of_units(GM_UNIT_ALU, GM_UNIT_FMA, FMA, 0), 24, 1e-6);
	ck_near(of_units(GM_UNIT_XU, GM_UNIT_ALU, FMA, 0), 12 * 8, 1e-6);
}
END_TEST

/* Three products that hang on one load, which is there at 1 + 29, of 6 clocks of the tensor unit each, and what hangs on
   the last of them, a multiply-add (4.07) later; without such clocks they are issued at once. */
START_TEST(products_go_to_the_tensor_unit_one_after_the_other)
{
	for (int clocks = 0; clocks <= 6; clocks += 6) {
		begin(32, 64);
		gm_chain_free(chain);
		issue[PRODUCT].tensor_clocks = (float)clocks;
		chain = gm_chain_new(&kernel, device, issue);
		gm_chain_begin(chain);
		tell(0, SHARED, 0);
		for (int i = 1; i <= 3; i++)
			tell(0, PRODUCT, i);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_L2], 30 + 2 * clocks + 4.07, 1e-6);
	}
}
END_TEST

/* Turns of eight additions that wait for each other and a branch: 8 * 4.07 and 10 clocks. With a store of their sum each
   begins 28 clocks after the store (stored_turns, H200: 39.0 and 61.0), but for the last. */
START_TEST(a_turn_waits_for_the_registers_of_a_store)
{
	double clocks[2];
	for (int stores = 0; stores < 2; stores++) {
		begin(32, 64);
		for (int turn = 0; turn < 65; turn++) {
			for (int i = 0; i < 8; i++)
				tell(0, FMA, i > 0 ? 1 : turn > 0 ? 2 + stores : 0);
			if (stores)
				tell(0, STORE, 1);
			tell(0, BRANCH, 0);
		}
		clocks[stores] = end().by[GM_SERVED_L2] / 65;
	}
	ck_near(clocks[0], 39, 0.1);
	ck_near(clocks[1], 61, 0.05);
}
END_TEST

/* load, then an instruction that needs it: one latency, and one cycle for the load to issue. */
START_TEST(a_load_is_waited_for_at_every_level)
{
	begin(32, 64);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	const gm_chain_cycles c = end();
	ck_near(c.by[GM_SERVED_L1], 1 + 32.1, 1e-9);
	ck_near(c.by[GM_SERVED_L2], 1 + 281, 1e-9);
	ck_near(c.by[GM_SERVED_DRAM], 1 + 660, 1e-9);
	ck_near(c.loads_per_wait, 1, 1e-9); /* the end of the block closes the window */
}
END_TEST

/* Eight loads together take one latency and eight cycles, one after the other eight latencies. */
START_TEST(independent_loads_wait_together_and_dependent_ones_in_turn)
{
	begin(32, 64);
	for (int i = 0; i < 8; i++)
		tell(0, LOAD, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], 8 + 660, 1e-9);
	begin(32, 64);
	for (int i = 0; i < 8; i++)
		tell(0, LOAD, i > 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], 1 + 8 * 660, 1e-9);
}
END_TEST

/* Loads for each wait, of eight in a window: all; half of them, when each waits for one of the
   other half; one. Six of 16 bytes find room in the 26 that 32 registers leave, so two wait for
   others; with fewer than 28 nothing is short. */
START_TEST(loads_are_waited_for_together)
{
	static const struct {
		int registers, site, back;
		double together;
	} rows[] = {{64, LOAD, 0, 8}, {64, LOAD, 4, 4}, {64, LOAD, 1, 1}, {32, LOAD_16, 0, 4},
	            {27, LOAD_16, 0, 8}};
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		begin(32, rows[r].registers);
		for (int i = 0; i < 8; i++)
			tell(0, rows[r].site, i >= rows[r].back ? rows[r].back : 0);
		tell(0, FMA, 1);
		ck_near(end().loads_per_wait, rows[r].together, 0.02);
	}
}
END_TEST

/* A turn of one load that is waited for, run 62 times more; then two together. */
START_TEST(loops_weigh_as_often_as_they_run)
{
	begin(32, 64);
	gm_chain_mark(chain, 0);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	tell(0, BRANCH, 0);
	gm_chain_repeat(chain, 0, 62);
	tell(0, LOAD, 0);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	ck_near(end().loads_per_wait, (63 + 2) / 64.0, 0.02);
}
END_TEST

/* The second window starts 10 cycles after the branch, which comes after what waits for the load.
   */
START_TEST(a_branch_ends_a_window)
{
	begin(32, 64);
	for (int turn = 0; turn < 2; turn++) {
		tell(0, LOAD, 0);
		tell(0, FMA, 1);
		tell(0, BRANCH, 0);
	}
	ck_near(end().by[GM_SERVED_DRAM], (1 + 660) + 10 + (1 + 660), 1e-9);
}
END_TEST

/* Lanes that may have parted exchange the sum, 4.07 after the load has come; the second load begins 10 cycles later. */
START_TEST(nothing_passes_an_exchange_of_parted_lanes)
{
	begin(32, 64);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	tell(0, HALT, 1);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], (1 + 660 + 4.07) + 10 + (1 + 660), 1e-9);
}
END_TEST

/* Issued once in four turns: four turns share a window, that is one latency. */
START_TEST(an_unrolled_loop_waits_once_for_four_turns)
{
	begin(32, 64);
	for (int turn = 0; turn < 4; turn++) {
		tell(0, LOAD, 0);
		tell(0, FMA, 1);
		tell(0, QUARTER_BRANCH, 0);
	}
	/* loads issue after 1, 3.25, 5.5 and 7.75 cycles; the last is waited for */
	ck_near(end().by[GM_SERVED_DRAM], 7.75 + 660, 1e-9);
}
END_TEST

/* The same where the compiler has made predicates of a branch in the loop: nothing is issued for it, and the loop is not left
   where it stands. */
START_TEST(what_became_predicates_ends_no_loop)
{
	begin(32, 64);
	for (int turn = 0; turn < 4; turn++) {
		tell(0, LOAD, 0);
		tell(0, PREDICATED, 1);
		tell(0, FMA, 2);
		tell(0, QUARTER_BRANCH, 0);
	}
	ck_near(end().by[GM_SERVED_DRAM], 7.75 + 660, 1e-9);
}
END_TEST

/* The other warp has done 10 multiply-adds one after the other when this one comes to the barrier:
   11 instructions, the last at 10 * 4.07 + 1. Two warps pass in 12 + 2 * 2 cycles. */
START_TEST(a_barrier_waits_for_the_last_warp)
{
	begin(64, 64);
	for (int i = 0; i < 11; i++)
		tell(1, FMA, i > 0);
	tell(0, BARRIER, 0);
	tell(1, BARRIER, 0);
	tell(0, SHARED, 0);
	tell(0, FMA, 1);
	const double barrier = fmax(1 + 10 * 4.07, 12);
	ck_near(end().by[GM_SERVED_L2], barrier + 16 + 1 + 29, 1e-9);
}
END_TEST

/* A load does not pass a store to its space, which waits for what it stores. */
START_TEST(a_load_stays_behind_a_store)
{
	begin(32, 64);
	tell(0, LOAD, 0);
	tell(0, STORE, 1);
	tell(0, LOAD, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], (1 + 660) + 660, 1e-9);
}
END_TEST

/* One of what nobody writes does. */
START_TEST(a_load_of_what_nobody_writes_passes_a_store)
{
	begin(32, 64);
	tell(0, LOAD, 0);
	tell(0, STORE, 1);
	tell(0, READ_ONLY, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], 3 + 660, 1e-9);
}
END_TEST

/* It is issued with the barrier that it goes ahead of, behind which it stands. */
START_TEST(a_load_is_issued_with_the_barrier_before_it)
{
	begin(32, 64);
	tell(0, GATE, 0);
	tell(0, EARLY, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], 1 + 660, 1e-9);
}
END_TEST

/* Of 32 registers 18 are taken, 14 are left: beside one loaded before and the two that each piece between the barriers
   loads there is room for eleven; the twelfth is issued where it stands, behind the second of two barriers of 14 clocks. */
START_TEST(loads_between_barriers_leave_what_most_of_them_take)
{
	for (int early = 11; early <= 12; early++) {
		begin(32, 32);
		tell(0, LOAD, 0);
		tell(0, GATE, 0);
		for (int piece = 0; piece < 2; piece++) {
			tell(0, LOAD, 0);
			tell(0, LOAD, 0);
			tell(0, BARRIER, 0);
		}
		for (int i = 0; i < early; i++)
			tell(0, EARLY, 0);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_DRAM], early == 11 ? 2 + 660 : 2 + 3 * 14 + 2 * 3 + early + 660, 1e-9);
	}
}
END_TEST

static double
loop(int turns, bool cut, int branch, bool chase)
{
	begin(32, 255);
	tell(0, LOAD, 0);
	for (int turn = 0; turn < (cut ? 2 : turns); turn++) {
		if (cut && turn == 1)
			gm_chain_mark(chain, 0);
		tell(0, LOAD, chase ? turn == 0 ? 1 : 3 : 0);
		tell(0, FMA, 1);
		tell(0, branch, 0);
	}
	if (cut)
		gm_chain_repeat(chain, 0, turns - 2);
	return end().by[GM_SERVED_DRAM];
}

/* A span repeated says the same as the loop walked: with windows of one turn, of four, and where
   each load needs the one before, whatever the window. */
START_TEST(a_repeated_span_is_the_loop_walked)
{
	static const struct {
		int branch;
		bool chase;
		double within;
	} rows[] = {{BRANCH, false, 0.001}, {QUARTER_BRANCH, false, 0.03}, {BRANCH, true, 0.03},
	            {QUARTER_BRANCH, true, 0.03}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_near(loop(400, true, rows[i].branch, rows[i].chase),
		        loop(400, false, rows[i].branch, rows[i].chase), rows[i].within);
}
END_TEST

/* Two loops of 400 turns, nine loads under way, one after the other. */
static double
two_loops(bool cut)
{
	begin(32, 50);
	for (int loop = 0; loop < 2; loop++) {
		for (int turn = 0; turn < (cut ? 5 : 400); turn++) {
			if (cut && turn == 4)
				gm_chain_mark(chain, 0);
			tell(0, LOAD_16_IN_LOOP, 0);
			tell(0, FMA, 1);
			tell(0, QUARTER_BRANCH, 0);
		}
		if (cut)
			gm_chain_repeat(chain, 0, 395);
		tell(0, AFTER, 1);
		tell(0, BRANCH, 0);
	}
	return end().by[GM_SERVED_DRAM];
}

/* The registers that a loop has used are no matter in the next. */
START_TEST(a_span_after_another_is_the_loop_walked_too)
{
	ck_near(two_loops(true), two_loops(false), 0.1);
}
END_TEST

/* A load from L2 and what waits for it, in a loop that is written out four times; a turn issues 2.25 instructions.
   One turn ends at 1 + 281. Of two the second ends 2.25 later; each is executed apart, so that the 279.75 that they
   have waited together (284.25 less 4.5 instructions) come once more, and a branch of 10 between them. Three come as
   one and two. Four are a turn of what was written out, and its branch. */
START_TEST(turns_that_are_left_over_are_executed_apart)
{
	static const struct {
		int turns;
		double after;
	} rows[] = {{1, 282 + 1}, {2, 284.25 + 279.75 + 10 + 1}, {3, 286.5 + 279.75 + 10 + 1},
	            {4, 288.75 + 10 + 1}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin(32, 64);
		for (int t = 0; t < rows[i].turns; t++) {
			tell(0, LOAD, 0);
			tell(0, FMA, 1);
			tell(0, QUARTER_BRANCH, 0);
		}
		tell(0, AFTER, 0);
		ck_near(end().by[GM_SERVED_L2], rows[i].after, 1e-6);
	}
}
END_TEST

/* Measured on an H200 (ways): shared memory with 32 ways of conflict 61.9 clocks later than
   without, L1 with 32 lines in one bank 68.9; the model has 62 for both. Stores let nobody wait. */
static const struct {
	int site, passes;
	double l1, l2;
} passing[] = {{SHARED, 1, 29, 29},     {SHARED, 2, 31, 31},  {SHARED, 32, 91, 91}, {LOAD, 0, 32.1, 281},
               {LOAD, 32, 94.1, 343}, {LOAD_16, 4, 38.1, 287}};

START_TEST(a_result_is_there_after_the_last_pass)
{
	begin(32, 64);
	tell_passes(0, passing[_i].site, 0, passing[_i].passes);
	tell(0, FMA, 1);
	const gm_chain_cycles c = end();
	ck_near(c.by[GM_SERVED_L1], 1 + passing[_i].l1, 1e-9);
	ck_near(c.by[GM_SERVED_L2], 1 + passing[_i].l2, 1e-9);
}
END_TEST

START_TEST(passes_of_a_store_are_not_waited_for)
{
	begin(32, 64);
	tell_passes(0, STORE, 0, 32);
	tell(0, FMA, 1);
	ck_assert_double_lt(end().by[GM_SERVED_L1], 32);
}
END_TEST

/* match_any_32_chain of one warp, H200: 34.8 clocks with 1 value, 375.8 with 32, 11 for each between. Here the first takes a
   multiply-add. */
START_TEST(a_match_is_waited_for_value_by_value)
{
	for (int values = 1; values <= 32; values += 31) {
		begin(32, 64);
		gm_chain_instruction(chain, &(gm_warp_instr){.site = PRODUCT, .active = UINT32_MAX, .values = (uint8_t)values}, 0, 0);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_L2], 1 + 4.07 + (values - 1) * 11, 1e-9);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chain");
	TCase *tests = tcase_create("hand calculation");
	tcase_add_test(tests, loads_are_waited_for_together);
	tcase_add_test(tests, loops_weigh_as_often_as_they_run);
	tcase_add_test(tests, a_match_is_waited_for_value_by_value);
	tcase_add_test(tests, a_division_issues_its_instructions_while_it_is_waited_for);
	tcase_add_loop_test(tests, a_warp_alone_waits_for_its_units, 0, sizeof units / sizeof *units);
	tcase_add_test(tests, two_units_take_turns);
	tcase_add_test(tests, products_go_to_the_tensor_unit_one_after_the_other);
	tcase_add_test(tests, a_turn_waits_for_the_registers_of_a_store);
	tcase_add_test(tests, a_load_is_waited_for_at_every_level);
	tcase_add_test(tests, independent_loads_wait_together_and_dependent_ones_in_turn);
	tcase_add_test(tests, a_branch_ends_a_window);
	tcase_add_test(tests, nothing_passes_an_exchange_of_parted_lanes);
	tcase_add_test(tests, a_span_after_another_is_the_loop_walked_too);
	tcase_add_test(tests, an_unrolled_loop_waits_once_for_four_turns);
	tcase_add_test(tests, what_became_predicates_ends_no_loop);
	tcase_add_test(tests, turns_that_are_left_over_are_executed_apart);
	tcase_add_test(tests, a_barrier_waits_for_the_last_warp);
	tcase_add_test(tests, a_load_stays_behind_a_store);
	tcase_add_test(tests, a_load_of_what_nobody_writes_passes_a_store);
	tcase_add_test(tests, a_load_is_issued_with_the_barrier_before_it);
	tcase_add_test(tests, loads_between_barriers_leave_what_most_of_them_take);
	tcase_add_loop_test(tests, a_result_is_there_after_the_last_pass, 0,
	                    (int)(sizeof passing / sizeof *passing));
	tcase_add_test(tests, passes_of_a_store_are_not_waited_for);
	tcase_add_test(tests, a_repeated_span_is_the_loop_walked);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
