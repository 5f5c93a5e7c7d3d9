/*
 * Loads that wait until registers are free: model/chain_registers.c.
 */
#include "model/chain_told.h"

#include <math.h>

/* 38 registers leave 32 for loads of 16 bytes: eight together, the ninth waits for the first. In a
   loop 46 leave as many: after a multiply-add and the branch back, which end the window at 2 + 10.
   With 32 registers all threads of an SM find room; with fewer than 28 nothing was spared. */
START_TEST(registers_bound_the_loads_under_way)
{
	static const struct {
		int registers, loads;
		bool loop;
		double cycles;
	} rows[] = {{38, 8, false, 8 + 660},     {38, 9, false, 1 + 2 * 660},
	            {42, 9, false, 9 + 660},     {27, 9, false, 9 + 660},
	            {46, 8, true, 12 + 8 + 660}, {46, 9, true, 12 + 1 + 2 * 660},
	            {50, 9, true, 12 + 9 + 660}, {27, 9, true, 12 + 9 + 660}};
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		begin(32, rows[r].registers);
		if (rows[r].loop) {
			tell(0, FMA, 0);
			tell(0, BRANCH, 0);
		}
		for (int i = 0; i < rows[r].loads; i++)
			tell(0, rows[r].loop ? LOAD_16_IN_LOOP : LOAD_16, 0);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_DRAM], rows[r].cycles, 1e-9);
	}
}
END_TEST

/* 32 registers, with which all threads of an SM find room, leave 26 for loads of 4 bytes, the 27th waits for the first. That
   is what is asked for where the last four are left, too. */
START_TEST(the_last_registers_of_a_full_sm_may_be_left)
{
	for (int registers = 28; registers <= 32; registers++)
		for (int loads = 26; loads <= 27; loads++) {
			begin(32, registers);
			for (int i = 0; i < loads; i++)
				tell(0, LOAD, 0);
			tell(0, FMA, 1);
			ck_near(end().by[GM_SERVED_DRAM], loads == 26 ? 26 + 660 : 1 + 2 * 660, 1e-9);
		}
}
END_TEST

/* 38 registers leave room for eight loads of 16 bytes, which take the load/store unit 4 clocks each: the first is there at
   4 + 660. Four of 4 bytes wait for its registers, and the unit takes them one after the other. */
START_TEST(loads_that_wait_for_registers_begin_one_after_the_other)
{
	begin(32, 38);
	gm_chain_free(chain);
	for (int site = LOAD; site <= LOAD_16; site++) {
		issue[site].of[GM_UNIT_OTHER] = 0;
		issue[site].of[GM_UNIT_LSU] = 1;
	}
	chain = gm_chain_new(&kernel, device, issue);
	gm_chain_begin(chain);
	for (int i = 0; i < 12; i++)
		tell(0, i < 8 ? LOAD_16 : LOAD, 0);
	tell(0, FMA, 1);
	ck_near(end().by[GM_SERVED_DRAM], 4 + 660 + 3 * 4 + 660, 1e-9);
}
END_TEST

/* Two predicates for such loads: the third waits for the first, which has come at 1 + 660. Of pairs that share one the third
   waits for the first, whose second load has come at 2 + 660. */
START_TEST(loads_wait_for_predicates)
{
	for (int pairs = 0; pairs <= 1; pairs++)
		for (int count = 2; count <= 3; count++) {
			begin(32, 255);
			gm_chain_free(chain);
			issue[LOAD].predicates = issue[LOAD_16].predicates = 2;
			issue[LOAD_16].same_predicate = true;
			chain = gm_chain_new(&kernel, device, issue);
			gm_chain_begin(chain);
			for (int i = 0; i < count; i++) {
				tell(0, LOAD, 0);
				if (pairs)
					tell(0, LOAD_16, 0);
			}
			tell(0, FMA, 1);
			const int loads = count * (1 + pairs), waits = count - 1;
			ck_near(end().by[GM_SERVED_DRAM], (waits == 1 ? loads : 1 + pairs) + waits * 660, 1e-9);
		}
}
END_TEST

/* A double whose address needs 8 registers more: of 10 each one finds room in the 19 that 33 registers leave in a loop,
   two in 29, three in 30 and 39, four in 40; the next waits for the first of them, and so on. */
START_TEST(addresses_of_copies_find_room_as_a_whole)
{
	static const struct {
		int registers, loads, waits;
	} rows[] = {{43, 2, 1}, {43, 3, 2}, {43, 4, 2}, {43, 5, 3}, {44, 3, 1}, {44, 4, 2}, {53, 3, 1}, {53, 4, 2}, {54, 4, 1}, {33, 2, 2}};
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		begin(32, rows[r].registers);
		for (int i = 0; i < rows[r].loads; i++)
			tell(0, COPIED, 0);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_DRAM] / 660, rows[r].waits, 0.02);
	}
}
END_TEST

/* In a loop that leaves no registers four loads are under way together all the same, of those under predicates two. */
START_TEST(few_loads_under_predicates_are_under_way_where_no_registers_are_left)
{
	for (int conditional = 0; conditional <= 1; conditional++) {
		begin(32, 36);
		gm_chain_free(chain);
		issue[EARLY].held = issue[EARLY].held_ahead = 30;
		issue[EARLY].conditional = conditional;
		chain = gm_chain_new(&kernel, device, issue);
		gm_chain_begin(chain);
		for (int i = 0; i < 4; i++)
			tell(0, EARLY, 0);
		tell(0, FMA, 1);
		ck_near(end().by[GM_SERVED_DRAM] / 660, 1 + conditional, 0.02);
	}
}
END_TEST

/* Four bodies, each a load of 4 registers from shared memory (29) and two dependent multiply-adds of 4.07, the
   last of which issues at 1 + 29 + 4.07 = 34.07 in the first, at 37.07 in the second. Of 36 registers those that
   loops hold and 10 more are taken. With 22 left, which hold 6 and four times 4, nothing waits: the fourth body's
   load, the tenth instruction, is there at 39. 14 hold 6 and twice 4: the fourth body waits for the end of the
   first, and begins a clock later. 10 hold 6 and 4: it waits for the second. 6 hold one body: each waits for the one
   before, a clock each. */
START_TEST(bodies_begin_where_their_registers_find_room)
{
	static const struct {
		float held;
		double last;
	} rows[] = {{4, 39 + 4.07}, {12, 34.07 + 34.07}, {16, 37.07 + 34.07}, {20, 4 * 34.07}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin_held(32, 36, rows[i].held);
		for (int b = 0; b < 4; b++) {
			tell(0, BODY, 0);
			tell(0, FMA, 1);
			tell(0, FMA, 1);
		}
		ck_near(end().by[GM_SERVED_L1], rows[i].last, 1e-6);
	}
}
END_TEST

/* The same from global memory: of four none, the last, or all but the first begin when one before has come. */
START_TEST(loads_are_parted_where_registers_are_short)
{
	static const struct {
		float held;
		double parted;
	} rows[] = {{4, 0}, {12, 0.25}, {20, 0.75}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin_held(32, 36, rows[i].held);
		for (int b = 0; b < 4; b++) {
			tell(0, FAR_BODY, 0);
			tell(0, FMA, 1);
			tell(0, FMA, 1);
		}
		ck_near(gm_chain_parted(chain, FAR_BODY), rows[i].parted, 1e-9);
		ck_near(gm_chain_parted(chain, LOAD), 0, 1e-9);
		end();
	}
}
END_TEST

/* Bodies that are one load of 4 registers each, and nothing beside it. Of 36 registers 14 are left, and the fourth load
   finds two of them; 12, and it waits for the first; 6, and the third waits for the first, the fourth for the second,
   which was under way with it. */
START_TEST(a_load_that_is_a_body_begins_in_the_last_register)
{
	static const struct {
		float held;
		double parted;
	} rows[] = {{12, 0}, {14, 0.25}, {20, 0.25}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		begin_held(32, 36, rows[i].held);
		gm_chain_free(chain);
		issue[FAR_BODY].alive = 4;
		chain = gm_chain_new(&kernel, device, issue);
		gm_chain_begin(chain);
		for (int b = 0; b < 4; b++) {
			tell(0, FAR_BODY, 0);
			tell(0, FMA, 1);
			tell(0, FMA, 1);
		}
		ck_near(gm_chain_parted(chain, FAR_BODY), rows[i].parted, 1e-9);
		end();
	}
}
END_TEST

/* A load that needs another one waits for its value, not for registers. */
START_TEST(loads_that_follow_values_are_not_parted)
{
	begin(32, 64);
	for (int i = 0; i < 4; i++)
		tell(0, LOAD, i > 0);
	ck_near(gm_chain_parted(chain, LOAD), 0, 1e-9);
	end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chain_registers");
	TCase *tests = tcase_create("chain_registers");
	tcase_add_test(tests, registers_bound_the_loads_under_way);
	tcase_add_test(tests, the_last_registers_of_a_full_sm_may_be_left);
	tcase_add_test(tests, loads_that_wait_for_registers_begin_one_after_the_other);
	tcase_add_test(tests, loads_wait_for_predicates);
	tcase_add_test(tests, addresses_of_copies_find_room_as_a_whole);
	tcase_add_test(tests, few_loads_under_predicates_are_under_way_where_no_registers_are_left);
	tcase_add_test(tests, bodies_begin_where_their_registers_find_room);
	tcase_add_test(tests, loads_are_parted_where_registers_are_short);
	tcase_add_test(tests, a_load_that_is_a_body_begins_in_the_last_register);
	tcase_add_test(tests, loads_that_follow_values_are_not_parted);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
