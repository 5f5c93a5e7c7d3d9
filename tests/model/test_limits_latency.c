#include "model/limits_latency.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

/* Of 10 groups of two loads each 5 wait, 4 of them for units that their SM has not had; 16 units of
   64 bytes are opened for 32 sectors of 32: one byte for each. Half of what L2 is asked for comes
   from DRAM. `together`: both loads of these groups wait, else one. */
static gm_wait_chances
chances(double loads_per_wait, bool together, double lines, double places, double sharers)
{
	gm_traffic traffic = {.sharers = sharers,
			      .dram.read.bytes = 0.5e6,
			      .waits = {.groups = 10,
					.loads = 20,
					.waiting = 5,
					.opening = 4,
					.waiting_loads = together ? 10 : 5,
					.opening_loads = together ? 8 : 4,
					.openers = 4,
					.fetched = 32,
					.units = 16,
					.lines = lines,
					.places = places}};
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		traffic.read_bytes[level] = (gm_value){1e6, GM_KIND_MODEL, ""};
	traffic.read_bytes[GM_LEVEL_DRAM].value = 0.5e6;
	const gm_counts counts = {.block_cycles = {.loads_per_wait = loads_per_wait}};
	const gm_limits_input in = {.device = device, .counts = &counts, .traffic = &traffic};
	return gm_limit_wait_chances(&in);
}

/* Waits of two loads are the groups themselves; of four, each waits if one of two groups does, and
   for the places of both; of one half as many wait, or where misses come together as many, but for half
   the places and lines. DRAM: 0.4 of the groups (0.8 of the pairs) open a unit that comes from
   there with a chance of a half, or surely, when two SMs ask for each at once; of several places each
   with that chance in the mean: 1.5936 draws for each place leave half of them to be the first, and of 8 and 16 at once
   one is with 0.966364 and 0.996786 (the integral of 1 - (1 - exp(-1.5936 t))^8, t from 0 to 1, in 200000 steps). The slowest of n places, L2 281 cycles, DRAM 660: (660 * n^0.15 - 281) / 379;
   4 places: 660 * 1.23114 = 812.56; 16: 660 * 1.51572 = 1000.37. Less than one place is one. The
   slowest of 4 lines at L2: 281 * 4^0.0575 = 281 * 1.08297 = 304.31, beyond L1 (32.1 cycles) 272.21
   for 248.9, beyond L2 then 355.69 for 379. */
static const struct {
	double loads_per_wait;
	bool together;
	double lines, places, sharers;
	gm_wait_chances expected;
} rows[] = {
	{2, false, 5, 2, 1, {0.5, 0.4 * 0.5, 1, 1, 1, 1}},
	{2, true, 5, 2, 1, {0.5, 0.4 * 0.5, 1, 1, 1, 1}},
	{1, false, 5, 2, 1, {0.25, 0.2 * 0.5, 1, 1, 1, 1}},
	{1, true, 5, 2, 1, {0.5, 0.4 * 0.5, 1, 1, 1, 1}},
	{2, false, 20, 2, 1, {0.5, 0.4 * 0.5, 1, 355.69 / 379, 4, 272.21 / 248.9}},
	{4, false, 20, 2, 1, {1, 0.8 * 0.5, 1, 355.69 / 379, 4, 272.21 / 248.9}},
	{1, true, 40, 2, 1, {0.5, 0.4 * 0.5, 1, 355.69 / 379, 4, 272.21 / 248.9}},
	{2, false, 5, 32, 1, {0.5, 0.4 * 0.966364, 4, 531.56 / 379, 1, 1}},
	{2, true, 5, 16, 2, {0.5, 0.4, 4, 531.56 / 379, 1, 1}},
	{4, false, 5, 64, 1, {1, 0.8 * 0.996786, 16, 719.37 / 379, 1, 1}},
	{1, true, 5, 64, 1, {0.5, 0.4 * 0.966364, 4, 531.56 / 379, 1, 1}},
	{4, true, 5, 32, 2, {1, 0.8, 16, 719.37 / 379, 1, 1}},
};

START_TEST(the_slowest_of_a_group_is_waited_for)
{
	const gm_wait_chances c =
		chances(rows[_i].loads_per_wait, rows[_i].together, rows[_i].lines, rows[_i].places,
			rows[_i].sharers);
	ck_near(c.l2, rows[_i].expected.l2, 1e-9);
	ck_near(c.dram, rows[_i].expected.dram, 1e-3);
	ck_near(c.places, rows[_i].expected.places, 1e-9);
	ck_near(c.slower, rows[_i].expected.slower, 1e-4);
	ck_near(c.lines, rows[_i].expected.lines, 1e-9);
	ck_near(c.later, rows[_i].expected.later, 1e-4);
}
END_TEST

/* Clocks a turn of column_sum, blocks of 64 threads, of the block that takes longest (waited, H200): a load, an addition
   and the branch are 281 + 4.07 + 10 near where the chase was. */
static const struct {
	int64_t blocks;
	double turn_cycles;
} farther[] = {{1, 286.8}, {16, 304.7}, {64, 316.9}, {132, 320.1}, {264, 322.0}};

START_TEST(a_grid_ends_with_the_sm_that_is_farthest_from_l2)
{
	const gm_counts counts = {.blocks_count = farther[_i].blocks};
	const gm_limits_input in = {.device = device, .counts = &counts};
	ck_near(295.07 + gm_limit_slowest_sm(&in), farther[_i].turn_cycles, 0.04);
}
END_TEST

/* 132 blocks: (281 + 25 - 32.1) / 248.9. */
START_TEST(its_wait_is_part_of_every_wait_for_l2)
{
	gm_traffic traffic = {.sharers = 1, .waits = {.groups = 10, .loads = 10, .waiting = 10, .lines = 10}};
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		traffic.read_bytes[level] = (gm_value){1e6, GM_KIND_MODEL, ""};
	const gm_counts counts = {.blocks_count = 132, .block_cycles = {.loads_per_wait = 1}};
	const gm_limits_input in = {.device = device, .counts = &counts, .traffic = &traffic};
	ck_near(gm_limit_wait_chances(&in).later, 273.9 / 248.9, 1e-4);
}
END_TEST

/* Single sectors of 32 bytes for which DRAM fetches 64: 32 units for 32 sectors, 2 bytes read for each
   that L2 is asked for. All of them come from DRAM, not half. */
START_TEST(units_that_are_used_in_part_come_from_dram_all_the_same)
{
	gm_traffic traffic = {.sharers = 1,
			      .waits = {.groups = 10,
					.loads = 10,
					.waiting = 10,
					.opening = 10,
					.openers = 10,
					.fetched = 32,
					.units = 32,
					.places = 10}};
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		traffic.read_bytes[level] = (gm_value){1e6, GM_KIND_MODEL, ""};
	traffic.read_bytes[GM_LEVEL_DRAM].value = 2e6;
	const gm_counts counts = {.block_cycles = {.loads_per_wait = 1}};
	const gm_limits_input in = {.device = device, .counts = &counts, .traffic = &traffic};
	ck_near(gm_limit_wait_chances(&in).dram, 1, 1e-9);
}
END_TEST

/* Waits of four loads, simulated as groups of two, 4 of 10 of which open units. Of groups that follow another
   `next` do, and `either` of pairs: where the same as wait alone, pairs wait as often as groups; where half as many
   again, 1.5 times; where nothing is known, or each other group waits, twice. */
static const struct {
	double next, either, expected;
} rows_of_groups[] = {{4, 4, 0.4}, {4, 6, 0.6}, {4, 8, 0.8}, {0, 4, 0.8}, {0, 0, 0.8}};

START_TEST(groups_that_follow_each_other_wait_together_or_in_turn)
{
	const gm_load_waits waits = {.groups = 10, .loads = 20, .waiting = 4, .opening = 4,
				     .waiting_next = rows_of_groups[_i].next,
				     .waiting_either = rows_of_groups[_i].either,
				     .opening_next = rows_of_groups[_i].next,
				     .opening_either = rows_of_groups[_i].either};
	ck_near(0.4 * pow(2, gm_limit_waiting_power(&waits, 2)), rows_of_groups[_i].expected, 1e-9);
	ck_near(0.4 * pow(2, gm_limit_opening_power(&waits, 2)), rows_of_groups[_i].expected, 1e-9);
}
END_TEST

/* ---- what must only grow, or only fall ---- */

/* A launch of blocks that wait `l1`, `l2` and `dram` cycles as each level serves them. */
typedef struct launch {
	int64_t blocks, resident;
	double l1, l2, dram;
	double waiting; /* of 10 groups */
	double sharers; /* SMs that read the same */
} launch;

static gm_limit_time
latency_of(const launch *l)
{
	const gm_kernel kernel = {.sites_count = 0};
	const gm_counts counts = {.blocks_count = l->blocks,
				  .block_cycles = {.by = {l->l1, l->l2, l->dram}, .loads_per_wait = 1}};
	gm_traffic traffic = {.sharers = l->sharers,
			      .waits = {.groups = 10,
					.loads = 10,
					.waiting = l->waiting,
					.opening = l->waiting / 2,
					.openers = l->waiting / 2,
					.fetched = 32,
					.units = 16,
					.lines = l->waiting,
					.places = l->waiting / 2}};
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		traffic.read_bytes[level] = (gm_value){1e6, GM_KIND_MODEL, ""};
	const gm_occupancy occupancy = {.blocks_per_sm = l->resident, .warps_per_block = 8};
	return gm_limit_latency(&(gm_limits_input){.device = device,
						    .kernel = &kernel,
						    .counts = &counts,
						    .traffic = &traffic,
						    .occupancy = &occupancy,
						    .warm = true});
}

static const launch some = {5000, 4, 1000, 3000, 6000, 5, 1};

START_TEST(more_blocks_never_take_less)
{
	double before = 0;
	for (launch l = some; l.blocks > 0 && l.blocks < 5000000; l.blocks += 1 + l.blocks / 7) {
		const double now = latency_of(&l).expected_s.value;
		ck_assert_double_ge(now, before);
		before = now;
	}
	ck_assert_double_gt(before, 0);
}
END_TEST

/* But for the starts of the first round, one after the other: 157 cycles for one block more on each SM, 1.5 %
   where it saves no round. */
START_TEST(more_resident_blocks_are_never_slower)
{
	launch l = some;
	double before = latency_of(&l).expected_s.value * 5;
	for (l.resident = 1; l.resident <= 32; l.resident++) {
		const double now = latency_of(&l).expected_s.value;
		ck_assert_double_le(now, before * 1.02);
		before = now;
	}
}
END_TEST

/* Each in turn: L1, L2 and DRAM slower, more groups that wait. */
START_TEST(longer_waits_are_never_faster)
{
	launch l = some;
	const double before = latency_of(&l).expected_s.value;
	double *const longer[] = {&l.l1, &l.l2, &l.dram, &l.waiting};
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
		l = some;
		if (longer[i] == &l.l1) /* all of them wait so much more */
			l.l2 += 500, l.dram += 500;
		if (longer[i] == &l.l2)
			l.dram += 500;
		*longer[i] += longer[i] == &l.waiting ? 3 : 500;
		ck_assert_double_gt(latency_of(&l).expected_s.value, before);
	}
}
END_TEST

/* Whatever takes longer, the whole never takes less. */
START_TEST(the_whole_grows_with_each_part)
{
	const launch l = some;
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = latency_of(&l);
	const double before = gm_limits_time(limits).value;
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_limit_time kept = limits[i];
		limits[i].expected_s.value *= 1.5;
		ck_assert_double_ge(gm_limits_time(limits).value, before);
		limits[i].expected_s.value *= 100;
		ck_assert_double_gt(gm_limits_time(limits).value, before);
		limits[i] = kept;
	}
}
END_TEST

/* ---- SMs that read the same ---- */

/* Of 8 that share 4 come first: the others wait for DRAM half as often. Of up to 4 all come first. */
START_TEST(who_comes_later_finds_what_others_have_brought)
{
	const launch all = {4 * 132, 4, 1000, 3000, 6000, 5, 8}, in_l2 = {4 * 132, 4, 1000, 3000, 3000, 5, 8};
	launch few = all;
	few.sharers = 4;
	const double longest = latency_of(&all).expected_s.value, least = latency_of(&in_l2).expected_s.value;
	ck_assert_double_gt(longest, 1.2 * least);
	ck_near(latency_of(&all).found_s, (longest + least) / 2, 1e-9);
	ck_near(latency_of(&few).found_s, longest, 1e-9);
	ck_near(latency_of(&all).own_ratio, 0.25, 1e-9);
}
END_TEST

/* Waits of 57 us, 27 for what others have brought, after 3 until the first instructions have come, beside 40 of passes,
   a quarter of them of one block: (57^2 + 10^2)^(1/2) = 57.8705, (27^2 + 40^2)^(1/2) = 48.2597 and
   (57.8705^6 + 48.2597^6)^(1/6) = 60.7356; (57^2 + 40^2)^(1/2) = 69.6348 where nothing is found or a block has its SM
   alone. */
START_TEST(waits_for_what_is_found_hide_behind_the_work_for_others)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	gm_limit_time *latency = &limits[GM_LIMIT_LATENCY];
	*latency = (gm_limit_time){.expected_s = {60e-6, GM_KIND_MODEL, ""}, .first_s = 3e-6, .found_s = 57e-6, .own_ratio = 0.25};
	limits[GM_LIMIT_L1_DATA].expected_s = (gm_value){40e-6, GM_KIND_MODEL, ""};
	ck_near(gm_limit_waiting_s(limits), 69.6348e-6, 1e-5);
	latency->found_s = 27e-6;
	ck_near(gm_limit_waiting_s(limits), 60.7356e-6, 1e-5);
	ck_near(gm_limits_time(limits).value, 63.7356e-6, 1e-5);
	latency->own_ratio = 1;
	ck_near(gm_limit_waiting_s(limits), 69.6348e-6, 1e-5);
}
END_TEST

/* ---- the last of few rounds ---- */

/* 528 blocks fill 132 SMs that have 4 at a time: of 660 an SM's fifth is left over, as is a fifth of all. What comes
   before it is what 528 take, and it waits 0.85 + 0.15 / 4 times as long as a second full round does for what
   others have brought. */
START_TEST(the_last_round_is_told_apart_where_it_is_not_full)
{
	const launch one = {528, 4, 1000, 3000, 6000, 5, 8}, two = {1056, 4, 1000, 3000, 6000, 5, 8},
	             part = {660, 4, 1000, 3000, 6000, 5, 8}, many = {528 * 4 + 132, 4, 1000, 3000, 6000, 5, 8};
	const gm_limit_time first = latency_of(&one), second = latency_of(&two), both = latency_of(&part);
	ck_near(both.last.sm_ratio, 0.2, 1e-9);
	ck_near(both.last.grid_ratio, 0.2, 1e-9);
	ck_near(both.last.before_s, first.expected_s.value - first.first_s, 1e-9);
	ck_near(both.last.before_found_s, first.found_s, 1e-9);
	ck_near(both.last.own_s, 0.8875 * (second.found_s - first.found_s), 1e-9);
	ck_assert_double_lt(both.last.own_s, 0.8 * (second.expected_s.value - first.expected_s.value));
	ck_assert_double_eq(first.last.sm_ratio, 0);
	ck_assert_double_eq(second.last.sm_ratio, 0);
	ck_assert_double_eq(latency_of(&many).last.sm_ratio, 0);
}
END_TEST

/* After 3 us until the first instructions have come, rounds of 30 and 20 us of waits beside 40 of passes, a fifth of them in
   the second: (30^2 + 32^2)^(1/2) = 43.8634 and (20^2 + 8^2)^(1/2) = 21.5407, where all at once were
   (50^2 + 40^2)^(1/2) = 64.0312. And 40 of atomics, a quarter of them in the second round: (32^4 + 30^4)^(1/4) = 36.9228
   and (30^2 + 36.9228^2)^(1/2) = 47.5741; (8^4 + 10^4)^(1/4) = 10.8962 and (20^2 + 10.8962^2)^(1/2) = 22.7756. */
START_TEST(the_last_round_has_fewer_blocks_that_cover_its_waits)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	gm_limit_time *latency = &limits[GM_LIMIT_LATENCY];
	*latency = (gm_limit_time){.expected_s = {53e-6, GM_KIND_MODEL, ""}, .first_s = 3e-6, .own_ratio = 1};
	limits[GM_LIMIT_L1_DATA].expected_s = (gm_value){40e-6, GM_KIND_MODEL, ""};
	ck_near(gm_limit_waiting_s(limits), 64.0312e-6, 1e-5);
	latency->last = (gm_last_round){.sm_ratio = 0.2, .grid_ratio = 0.25, .before_s = 30e-6, .own_s = 20e-6};
	ck_near(gm_limit_waiting_s(limits), 65.4041e-6, 1e-5);
	ck_near(gm_limits_time(limits).value, 68.4041e-6, 1e-5);
	limits[GM_LIMIT_ATOMICS].expected_s = limits[GM_LIMIT_L1_DATA].expected_s;
	ck_near(gm_limit_rounds_before(limits).time_s, 47.5741e-6, 1e-5);
	ck_near(gm_limit_round_last(limits).time_s, 22.7756e-6, 1e-5);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_latency");
	TCase *tests = tcase_create("limits_latency");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, the_slowest_of_a_group_is_waited_for, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, a_grid_ends_with_the_sm_that_is_farthest_from_l2, 0,
			    (int)(sizeof farther / sizeof *farther));
	tcase_add_test(tests, its_wait_is_part_of_every_wait_for_l2);
	tcase_add_loop_test(tests, groups_that_follow_each_other_wait_together_or_in_turn, 0,
			    (int)(sizeof rows_of_groups / sizeof *rows_of_groups));
	tcase_add_test(tests, more_blocks_never_take_less);
	tcase_add_test(tests, more_resident_blocks_are_never_slower);
	tcase_add_test(tests, longer_waits_are_never_faster);
	tcase_add_test(tests, the_whole_grows_with_each_part);
	tcase_add_test(tests, who_comes_later_finds_what_others_have_brought);
	tcase_add_test(tests, waits_for_what_is_found_hide_behind_the_work_for_others);
	tcase_add_test(tests, the_last_round_is_told_apart_where_it_is_not_full);
	tcase_add_test(tests, the_last_round_has_fewer_blocks_that_cover_its_waits);
	tcase_add_test(tests, units_that_are_used_in_part_come_from_dram_all_the_same);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
