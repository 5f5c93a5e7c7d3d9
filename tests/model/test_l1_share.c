#include "model/l1_share.h"

#include "base/text.h"
#include "support/device.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* launch__shared_mem_config_size of kernels on an H200, whose L1 and shared memory have 256 KiB: threads of a block,
   its bytes of shared memory, blocks that fit, KiB set aside. */
static const struct {
	int64_t threads, shared, blocks;
	double kib;
} measured[] = {
        {1024, 0, 2, 8},     {512, 0, 4, 16},      {256, 0, 8, 32},     {64, 0, 32, 32},
        {256, 4, 8, 32},     {256, 1024, 8, 32},   {256, 1152, 8, 64},  {256, 3072, 8, 64},
        {256, 4096, 8, 100}, {256, 7168, 8, 132},  {256, 11264, 8, 132}, {256, 16384, 8, 164},
        {256, 24576, 8, 228}, {256, 49152, 4, 196}, {256, 150000, 1, 164},
        {128, 4, 16, 32},    {128, 1152, 16, 64},  {128, 3072, 16, 132}, {128, 8192, 16, 164},
        {64, 4, 32, 64},     {64, 1152, 32, 100},  {64, 4096, 32, 164}, {512, 1152, 4, 32},
        {512, 8192, 4, 100}, {512, 24576, 4, 132}, {1024, 3072, 2, 8},  {1024, 4096, 2, 16},
        {1024, 16384, 2, 64}, {256, 4, 3, 8},      {256, 896, 3, 16},   {256, 16384, 3, 132},
        {512, 4096, 1, 8},   {512, 65536, 1, 100}, {128, 7168, 7, 132}, {128, 16384, 7, 132},
};

START_TEST(shared_memory_is_set_aside_as_the_driver_does)
{
	gm_kernel *kernel = text_load("<kernel name='k' schema='1'><launch grid='1' block='32'/>"
	                              "<array name='x' space='global' type='f32' length='32'/>"
	                              "<load array='x' index='threadIdx.x'/></kernel>", NULL, 0);
	kernel->block = (gm_dim3){measured[_i].threads, 1, 1};
	kernel->resources.shared_static_bytes = 0;
	kernel->resources.shared_dynamic_bytes = measured[_i].shared;
	ck_near(gm_l1_left_bytes(device, kernel, measured[_i].blocks), (256 - measured[_i].kib) * 1024, 1e-9);
	gm_kernel_free(kernel);
}
END_TEST

/* What 32 threads of each block ask of L1, all sites together. */
static gm_l1_tally
asked_when(const char *grid, const char *loads, int64_t resident, const gm_turns *turns)
{
	char text[1024];
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='%s' block='32'/>"
	         "<array name='x' space='global' type='f32' length='8388608'/>%s</kernel>",
	         grid, loads);
	gm_kernel *kernel = text_load(text, NULL, 0);
	gm_grid_trace *trace;
	gm_error err;
	ck_assert(gm_grid_trace_gather(kernel, 32, resident, 132, &trace, &err) == GM_OK);
	gm_l1_tally tally[8] = {0}, sum = {0};
	ck_assert_int_lt(kernel->sites_count, 8);
	gm_l1_share(device, trace, resident, turns, GM_CACHE_COLD, 128 * 1024, (gm_l2_room){.unit_sectors = 2}, tally);
	for (int s = 0; s < kernel->sites_count; s++) {
		sum.asked += tally[s].asked;
		sum.found += tally[s].found;
		sum.split += tally[s].split;
		gm_load_waits_add(&sum.waits, &tally[s].waits, 1);
	}
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
	return sum;
}

/* Of `count` loads of one warp, those that need what has not come: a pass each, what is asked for comes after so many. */
static const struct {
	int count;
	double clocks, missing;
} loads_on_the_way[] = {{1, 100, 1}, {3, 100, 3}, {3, 1, 1}, {3, 2, 2}, {4, 3, 3}};

START_TEST(what_is_on_its_way_is_not_there)
{
	char text[1024] = "<kernel name='k' schema='1'><launch grid='1' block='32'/>"
	                  "<array name='x' space='global' type='f32' length='65536'/>";
	for (int i = 0; i < loads_on_the_way[_i].count; i++)
		strcat(text, "<load array='x' index='threadIdx.x'/>");
	gm_kernel *kernel = text_load(strcat(text, "</kernel>"), NULL, 0);
	gm_grid_trace *trace;
	gm_error err;
	ck_assert(gm_grid_trace_gather(kernel, 32, 1, 132, &trace, &err) == GM_OK);
	gm_l1_tally tally[8] = {0};
	double loads = 0, missing = 0;
	const double clocks = loads_on_the_way[_i].clocks;
	gm_l1_share(device, trace, 1, NULL, GM_CACHE_COLD, 128 * 1024,
	            (gm_l2_room){.unit_sectors = 2, .l2_clocks = clocks, .dram_clocks = clocks}, tally);
	for (int s = 0; s < kernel->sites_count; s++) {
		loads += tally[s].loads;
		missing += tally[s].missing;
	}
	ck_near(loads, loads_on_the_way[_i].count, 1e-12);
	ck_near(missing, loads_on_the_way[_i].missing, 1e-12);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

static gm_l1_tally
asked_of_l1(const char *grid, const char *loads, int64_t resident)
{
	return asked_when(grid, loads, resident, NULL);
}

static double
found_ratio(const char *grid, const char *loads, int64_t resident)
{
	const gm_l1_tally sum = asked_of_l1(grid, loads, resident);
	return sum.found / sum.asked;
}

/* All blocks read the same: of 157, 25 are the second on their SM, and find all. */
START_TEST(sms_with_a_block_less_count_too)
{
	const char *same = "<loop variable='i' count='16'><load array='x' index='i*32 + threadIdx.x'/></loop>";
	ck_near(found_ratio("157", same, 2), 25. / 157, 1e-9);
	ck_near(found_ratio("264", same, 2), 0.5, 1e-9);
	ck_near(found_ratio("100", same, 2), 0, 1e-9);
}
END_TEST

static double
waiting_ratio(const char *grid, const char *loads)
{
	const gm_l1_tally sum = asked_of_l1(grid, loads, 2);
	return sum.waits.waiting / sum.waits.groups;
}

/* Each block walks twice over 96 KiB of its own, in an L1 of 128: alone on its SM it waits once for each line, half of
   the times; two find next to nothing again. Of 157 blocks 25 SMs have two, and these end last. */
START_TEST(waits_are_of_the_sms_that_wait_more)
{
	const char *twice = "<loop variable='w' count='2'><loop variable='i' count='768'>"
	                    "<load array='x' index='blockIdx.x*24576 + i*32 + threadIdx.x'/></loop></loop>";
	ck_near(waiting_ratio("132", twice), 0.5, 1e-9);
	ck_assert_double_gt(waiting_ratio("264", twice), 0.7);
	ck_near(waiting_ratio("157", twice), waiting_ratio("264", twice), 1e-9);
}
END_TEST

/* A matrix by its own columns: on the diagonal both tiles are one, in 32 of 1024 blocks. Dealt as
   model/block_places.h says, SMs find 0.21 in the mean (counted), and those of blocks on the diagonal 0.5. */
START_TEST(the_diagonal_does_not_stand_for_all)
{
	ck_assert_double_lt(found_ratio("32, 32", "<loop variable='i' count='16'>"
	                                          "<load array='x' index='blockIdx.x*512 + i*32 + threadIdx.x'/>"
	                                          "<load array='x' index='blockIdx.y*512 + i*32 + threadIdx.x'/></loop>",
	                                 8), 0.4);
}
END_TEST

/* Words 0 and 8 are in two sectors of a line, 0 and 32 in two lines, 0 and 4 in one sector; whole lines are asked for at
   once, halves of two lines one after the other. Of the parts of a line all count but the last. */
START_TEST(parts_of_a_line_that_are_asked_for_one_by_one_are_counted)
{
	const char *words = "<load array='x' index='0'/><load array='x' index='%d'/>";
	const int second[] = {8, 32, 4};
	const double split[] = {1, 0, 0};
	for (int i = 0; i < 3; i++) {
		char loads[128];
		snprintf(loads, sizeof loads, words, second[i]);
		ck_near(asked_of_l1("1", loads, 1).split, split[i], 1e-9);
	}
	ck_near(asked_of_l1("1", "<load array='x' index='threadIdx.x'/><load array='x' index='threadIdx.x + 16'/>", 1).split, 0,
	        1e-9);
	ck_near(asked_of_l1("1", "<load array='x' index='(threadIdx.x/16)*64 + threadIdx.x%16'/>"
	                         "<load array='x' index='(threadIdx.x/16)*64 + threadIdx.x%16 + 16'/>", 1).split, 4, 1e-9);
}
END_TEST

/* rows_again on an H200, 8448 blocks of 256 threads that walk over a row each (reports/runs/h200_calibration.xml):
   sectors that come to L1 beyond one for each of the rows'. */
static const struct {
	int64_t row_bytes;
	int walks;
	bool stores;
	double again;
} rows[] = {{4096, 2, false, 0.03},  {4096, 2, true, 0.10},  {8192, 2, false, 0.18},  {8192, 2, true, 0.38},
            {16384, 2, false, 0.58}, {16384, 2, true, 0.79}, {24576, 2, false, 0.81}, {24576, 2, true, 0.90},
            {16384, 3, false, 0.58}};

START_TEST(rows_are_fetched_again_as_often_as_on_the_card)
{
	gm_text text = {0};
	gm_text_print(&text,
	            "<kernel name='rows' schema='1'><parameter name='row' value='%lld'/><launch grid='8448' block='256'/>"
	            "<array name='x' space='global' type='f32' length='8448*row'/>"
	            "<array name='y' space='global' type='f32' length='8448*row'/>",
	            (long long)rows[_i].row_bytes / 4);
	for (int w = 0; w < rows[_i].walks; w++) {
		const bool stores = rows[_i].stores && w + 1 == rows[_i].walks;
		gm_text_print(&text,
		              "<loop variable='i' count='row/256'>"
		              "<load array='x' index='blockIdx.x*row + i*256 + threadIdx.x'/>%s</loop><barrier/>",
		              stores ? "<store array='y' index='blockIdx.x*row + i*256 + threadIdx.x'/>" : "");
	}
	gm_text_print(&text, "</kernel>");
	gm_kernel *kernel = text_load(text.bytes, NULL, 0);
	gm_grid_trace *trace;
	gm_error err;
	ck_assert(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err) == GM_OK);
	gm_l1_tally tally[8] = {0};
	double missed = 0, once = 0;
	gm_l1_share(device, trace, 8, NULL, GM_CACHE_COLD, 224 * 1024, (gm_l2_room){.unit_sectors = 2}, tally);
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_LOAD) {
			missed += tally[s].asked - tally[s].found;
			once += tally[s].asked / rows[_i].walks;
		}
	const double again = missed / once - 1;
	ck_assert_msg(fabs(again - rows[_i].again) < 0.15, "%.3f again, measured %.3f", again, rows[_i].again);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
	gm_text_dispose(&text);
}
END_TEST

/* A warp of an H200 walks round over lines beside so much shared memory that these KiB are left to L1: the part that its
   second walk missed, each load timed by itself. None up to 56 lines less than are left, some from 50 less on. */
static const struct {
	int64_t left_kib, lines;
	double missed;
} room[] = {{124, 892, 0}, {124, 942, 0.03}, {124, 992, 0.19}, {92, 662, 0},    {92, 699, 0.08},
            {60, 408, 0},  {60, 432, 0.04},  {28, 156, 0},     {28, 179, 0.17}};

START_TEST(walks_find_less_room_than_is_left)
{
	char text[512];
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='1' block='32'/>"
	         "<array name='x' space='global' type='f32' length='65536'/><loop variable='w' count='2'>"
	         "<loop variable='i' count='%lld'><load array='x' index='i*32 + threadIdx.x'/></loop></loop></kernel>",
	         (long long)room[_i].lines);
	gm_kernel *kernel = text_load(text, NULL, 0);
	gm_grid_trace *trace;
	gm_error err;
	ck_assert(gm_grid_trace_gather(kernel, 32, 1, 132, &trace, &err) == GM_OK);
	gm_l1_tally tally[8] = {0};
	double found = 0, asked = 0;
	gm_l1_share(device, trace, 1, NULL, GM_CACHE_COLD, (double)room[_i].left_kib * 1024, (gm_l2_room){.unit_sectors = 2},
	            tally);
	for (int s = 0; s < kernel->sites_count; s++) {
		found += tally[s].found;
		asked += tally[s].asked;
	}
	const double missed = 1 - 2 * found / asked;
	ck_assert_msg(fabs(missed - room[_i].missed) < 0.1, "%.3f missed, measured %.3f", missed, room[_i].missed);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 256 KiB, more than L1 has, read by all blocks, two on each SM: the second finds what the first has fetched; as far as
   one runs ahead, here all that work over waits of 1.15 * 2^(1/40) leaves of two warps, it does not. */
START_TEST(who_runs_ahead_finds_less)
{
	const char *same = "<loop variable='i' count='2048'><load array='x' index='i*32 + threadIdx.x'/></loop>";
	const gm_turns half = {.alone_cycles = 1, .opening_cycles = 1, .busy_cycles = 1.15 * pow(2, 1. / 40), .resident = 2,
	                       .warps = 2, .barriers = true};
	const gm_l1_tally together = asked_when("264", same, 2, NULL), apart = asked_when("264", same, 2, &half);
	ck_near(together.found / together.asked, 0.5, 1e-9);
	ck_near(apart.found / apart.asked, 0.25, 0.01);
}
END_TEST

/* 128 KiB of its own and then 2 MiB that all go through, a sector at a time: of 69632 sectors a block finds at most the 4096
   of its own again. Those of the first block, which may be the one that was traced, are all that is walked of the rest. */
START_TEST(what_the_first_block_has_of_its_own_does_not_stand_for_all)
{
	gm_kernel *kernel = text_load("<kernel name='k' schema='1'><launch grid='79' block='32'/>"
	                              "<array name='x' space='global' type='f32' length='8388608'/>"
	                              "<loop variable='k' count='4096'><load array='x' index='blockIdx.x*32768 + k*8'/></loop>"
	                              "<loop variable='i' count='65536'><load array='x' index='i*8'/></loop></kernel>", NULL, 0);
	gm_grid_trace *trace;
	gm_error err;
	gm_issue issue[8] = {0};
	gm_l1_tally tally[8] = {0};
	gm_kernel_issue(kernel, 9, 0, issue);
	ck_assert(gm_grid_trace_around(kernel, issue, (gm_dim3){0, 0, 0}, NULL, 32, 1, 132, &trace, &err) == GM_OK);
	gm_l1_share(device, trace, 1, NULL, GM_CACHE_COLD, 256 * 1024, (gm_l2_room){.unit_sectors = 2}, tally);
	ck_assert_double_eq_tol(tally[0].asked + tally[1].asked, 69632, 1e-6);
	ck_assert_double_le(tally[0].found + tally[1].found, 4096);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_share");
	TCase *cases = tcase_create("l1_share");
	tcase_add_loop_test(cases, what_is_on_its_way_is_not_there, 0,
	                    sizeof loads_on_the_way / sizeof loads_on_the_way[0]);
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_loop_test(cases, shared_memory_is_set_aside_as_the_driver_does, 0,
	                    sizeof measured / sizeof *measured);
	tcase_add_loop_test(cases, rows_are_fetched_again_as_often_as_on_the_card, 0, sizeof rows / sizeof *rows);
	tcase_add_loop_test(cases, walks_find_less_room_than_is_left, 0, sizeof room / sizeof *room);
	tcase_add_test(cases, sms_with_a_block_less_count_too);
	tcase_add_test(cases, waits_are_of_the_sms_that_wait_more);
	tcase_add_test(cases, who_runs_ahead_finds_less);
	tcase_add_test(cases, the_diagonal_does_not_stand_for_all);
	tcase_add_test(cases, what_the_first_block_has_of_its_own_does_not_stand_for_all);
	tcase_add_test(cases, parts_of_a_line_that_are_asked_for_one_by_one_are_counted);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
