#include "model/cached.h"

#include "model/cached_case.h"
#include "model/sector_set.h"
#include "support/near.h"

START_TEST(a_copy_that_fits_reads_dram_once_and_writes_it_later)
{
	const gm_cached c = evaluate(copy, 8 * MIB_BLOCKS, 8 * 262144, GM_CACHE_COLD);
	ck_near(c.l1_sectors, 2 * 8 * mib / 32, 1e-9);
	ck_assert_double_eq(c.l1_hit_sectors, 0);
	ck_near(c.l2_read_sectors, 8 * mib / 32, 1e-9);
	ck_near(c.l2_write_sectors, 8 * mib / 32, 1e-9);
	ck_near(c.l2_hit_sectors, 8 * mib / 32, 1e-9); /* the stores */
	ck_near(c.dram_read_bytes, 8 * mib + 2560, 1e-9);
	ck_assert_double_eq(c.dram_write_bytes, 0);
}
END_TEST

/* Up to three arrays, most requests outside loops (calibration: once_copy, streams_two). */
static const struct {
	const char *body;
	bool once;
} moving[] = {
	{copy, true},
	{"<store array='y' index='t'/>", true},
	{"<load array='x' index='t'/><load array='y' index='t'/><store array='z' index='t'/>", true},
	{"<load array='x' index='t'/><load array='y' index='t'/><load array='w' index='t'/>"
	 "<store array='z' index='t'/>", false},
	{"<loop variable='i' count='4'><load array='x' index='t + i*65536'/><store array='y' index='t + i*65536'/></loop>",
	 false},
};

START_TEST(blocks_move_their_part_and_leave)
{
	ck_assert_int_eq(evaluate(moving[_i].body, 256, 262144, GM_CACHE_COLD).once, moving[_i].once);
}
END_TEST

/* 256 blocks, all resident, read a word of each thread twice: L1 has it the second time, unless L2 serves it whatever
   L1 holds (stream_read with .cg); DRAM brings it once. */
START_TEST(loads_past_l1_are_served_by_l2)
{
	static const char twice[] = "<loop variable='i' count='2'><load array='x' index='t'/></loop>";
	const gm_cached near = evaluate_loads(twice, 256, 65536, GM_CACHE_COLD, false);
	const gm_cached past = evaluate_loads(twice, 256, 65536, GM_CACHE_COLD, true);
	ck_near(near.l2_read_sectors, 65536 * 4 / 32, 1e-9);
	ck_near(past.l2_read_sectors, 2 * 65536 * 4 / 32, 1e-9);
	ck_assert_double_eq(past.l1_hit_sectors, 0);
	ck_near(past.dram_read_bytes, near.dram_read_bytes, 1e-9);
}
END_TEST

/* A warp's words on lines of their own, and beside them a line that it reads eight times: L1 has that then. L2 hands
   out 32 lines and 1; of all 40 as many as L1 lacks of all 64 sectors would be 22.5. */
START_TEST(each_load_asks_l2_for_its_own_lines)
{
	static const char beside[] = "<load array='x' index='32*t'/>"
	                             "<loop variable='i' count='8'><load array='y' index='t'/></loop>";
	const gm_cached c = evaluate(beside, 64, 32 * 64 * 256, GM_CACHE_COLD);
	const double warps = 64 * 8;
	ck_near(c.l2_read_sectors, warps * (32 + 4), 1e-9);
	ck_near(c.l2_read_lines, warps * (32 + 1), 1e-9);
	const gm_cached stored = evaluate(copy, 64, 64 * 256, GM_CACHE_COLD);
	ck_near(stored.l2_read_lines, warps, 1e-9);
}
END_TEST

/* A launch reads its parameters, 256 bytes. */
START_TEST(the_same_copy_again_finds_everything_in_l2)
{
	const gm_cached c = evaluate(copy, 8 * MIB_BLOCKS, 8 * 262144, GM_CACHE_WARM);
	ck_near(c.l2_hit_sectors, 2 * 8 * mib / 32, 1e-6);
	ck_assert_double_lt(c.dram_read_bytes + c.dram_write_bytes - 256, 1e-4 * mib);
	ck_assert_double_ge(c.dram_read_bytes, 256);
}
END_TEST

/* Launches that read so many MiB once, by how much of it the third still has to fetch (calibration,
   once_load). */
static const struct {
	int mib;
	double lost;
} sweeps[] = {{16, 0}, {24, 0}, {32, 0.033}, {36, 0.068}, {40, 0.191}, {44, 0.583},
              {48, 0.927}, {56, 0.999}, {64, 1}};

START_TEST(warm_launches_lose_what_they_lose_on_the_card)
{
	const int size = sweeps[_i].mib;
	const gm_cached c = evaluate("<load array='x' index='t'/>", size * MIB_BLOCKS,
	                             (int64_t)size * 262144, GM_CACHE_WARM);
	const double lost = c.dram_read_bytes / (size * mib);
	ck_assert_msg(lost > sweeps[_i].lost - 0.06 && lost < sweeps[_i].lost + 0.06,
	              "%d MiB: %.3f lost, measured %.3f", size, lost, sweeps[_i].lost);
}
END_TEST

/* A word in every 64 bytes: DRAM fetches 64 for each sector of 32. */
START_TEST(half_used_fetches_cost_whole_ones)
{
	const gm_cached c = evaluate("<load array='x' index='16*t'/>", MIB_BLOCKS, 16 * 262144,
	                             GM_CACHE_COLD);
	ck_near(c.l2_read_sectors, 262144, 1e-9);
	ck_near(c.dram_read_bytes, 262144 * 64.0 + 2560, 1e-9);
	ck_near(c.l2_hit_sectors + 262144, 262144, 1e-9); /* none */
}
END_TEST

/* Every thread loads its word twice: the second time from L1. Then all threads load the 8 KiB of x's
   first 2048 words: each of the 132 SMs fetches their 256 sectors once; up to four SMs join on the way
   to L2. (share_tiles, all blocks the same 32 KiB, 4 rounds: 0.263 are left.) */
START_TEST(reuse_on_an_sm_is_served_by_l1)
{
	const gm_cached twice =
	        evaluate("<load array='x' index='t'/><load array='x' index='t'/>",
	                 1056 * 4, 1056 * 4 * 256, GM_CACHE_COLD);
	ck_near(twice.l1_hit_sectors, twice.l1_sectors / 2, 1e-9);
	const gm_cached shared = evaluate(
	        "<loop variable='k' count='64'><load array='x' index='k*32 + threadIdx.x % 32'/><barrier/></loop>",
	        1056 * 4, 2048, GM_CACHE_COLD);
	ck_near(shared.l1_fetched_sectors, 132 * 256, 0.01);
	ck_assert_double_gt(shared.l2_read_sectors, 132 * 256 * 0.25);
	ck_assert_double_lt(shared.l2_read_sectors, 132 * 256 * 0.4);
	ck_near(shared.dram_read_bytes, 2048 * 4 + 2560, 1e-9);
}
END_TEST

/* Each thread reads its own line of 128 bytes word by word, all 2048 resident threads of an SM at once:
   256 KiB in 224 KiB of L1. Four loads go out together, so a sector is used before it is pushed out half
   way; twice as wide and one by one nothing would be left. */
START_TEST(lines_of_their_own_overflow_l1)
{
	const gm_cached c = evaluate(
	        "<loop variable='k' count='32'><load array='x' index='32*t + k'/></loop>",
	        1056 * 4, 1056 * 4 * 256 * 32, GM_CACHE_COLD);
	const double words = 1056.0 * 4 * 256 * 32;
	ck_assert_double_ge(c.l1_fetched_sectors, words / 8);
	ck_assert_double_lt(c.l1_fetched_sectors, 2.1 * words / 8);
	const gm_cached small = evaluate(
	        "<loop variable='k' count='8'><load array='x' index='8*t + k'/></loop>",
	        1056 * 4, 1056 * 4 * 256 * 8, GM_CACHE_COLD);
	ck_near(small.l1_fetched_sectors, 1056.0 * 4 * 256, 0.01);
}
END_TEST

/* 32 lanes add to one word: 32 sectors of L2; to 32 neighbouring words: 4. */
START_TEST(atomics_count_lanes_that_meet)
{
	const gm_cached one = evaluate("<atomic op='add' array='x' index='0'/>", 1056, 1024, GM_CACHE_COLD);
	ck_near(one.l2_atomic_sectors, 1056.0 * 8 * 32, 1e-9);
	const gm_cached many =
	        evaluate("<atomic op='add' array='x' index='threadIdx.x'/>", 1056, 1024, GM_CACHE_COLD);
	ck_near(many.l2_atomic_sectors, 1056.0 * 8 * 4, 1e-9);
}
END_TEST

/* ---- against every block of the grid: an SM fetches each sector that its blocks load once, when all
   of them fit ---- */

typedef struct fetched {
	const gm_kernel *kernel;
	gm_sector_set sectors;
} fetched;

static gm_status
fetch(void *state, const gm_warp_instr *instr)
{
	fetched *f = state;
	const gm_site *site = &f->kernel->sites[instr->site];
	if (!instr->address || site->space != GM_GLOBAL || site->operation != GM_LOAD)
		return GM_OK;
	for (int lane = 0; lane < 32; lane++)
		if (instr->active >> lane & 1)
			for (int b = 0; b < site->access_bytes; b += 4)
				gm_sector_set_at(&f->sectors,
				                 (int64_t)(instr->address[lane] + (uint64_t)b) / 32);
	return GM_OK;
}

static double
fetched_by_all(const gm_kernel *kernel)
{
	double sum = 0;
	gm_error err = GM_ERROR_NONE;
	const int64_t blocks = gm_dim3_volume(kernel->grid);
	fetched f = {.kernel = kernel};
	const gm_sink sink = {.state = &f, .instruction = fetch};
	for (int64_t sm = 0; sm < 132; sm++) {
		gm_sector_set_clear(&f.sectors);
		for (int64_t b = sm; b < blocks; b += 132) {
			const gm_dim3 grid = kernel->grid;
			const gm_dim3 at = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
			ck_assert(gm_kernel_replay_whole(kernel, at, 32, &sink, &err) == GM_OK);
		}
		sum += (double)f.sectors.count;
	}
	gm_sector_set_dispose(&f.sectors);
	return sum;
}

static const struct {
	const char *kernel, *parameter;
	int64_t value;
} grids[] = {
        {"array_copy", "n", 528 * 256}, {"saxpy", "n", 528 * 256},        {"naive_mm", "n", 352},
        {"tiled_mm", "n", 352},         {"stencil_2d", "height", 66},     {"convolve", "n", 528 * 256},
        {"sum_chunk", "n", 528 * 256 * 8}, {"mma_mm", "n", 256},
};

START_TEST(an_sm_fetches_what_its_blocks_load_once)
{
	const gm_definition definition = {grids[_i].parameter, grids[_i].value};
	char path[256];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_grid_trace *trace = NULL;
	gm_counts counts;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", grids[_i].kernel);
	ck_assert(gm_kernel_load(path, &definition, 1, &kernel, &err) == GM_OK);
	ck_assert(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK);
	ck_assert(gm_grid_trace_gather(kernel, 32, 4, 132, &trace, &err) == GM_OK);
	const gm_cached c = gm_cached_evaluate(device, kernel, &counts, trace, 4, GM_CACHE_COLD, NULL);
	ck_near(c.l1_fetched_sectors, fetched_by_all(kernel), 0.06);
	gm_grid_trace_free(trace);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

/* One block of 8 warps on each SM, and DRAM fetches two sectors at once. A group of loads waits when one of
   them fetches, or needs what another warp has just asked for; of sectors that have come nobody waits. Of
   a fetch unit that is taken sector by sector only the first comes from DRAM. */
static const struct {
	const char *body;
	double loads, waiting, opening; /* of a group; of all groups */
	double sectors, units;          /* that a warp fetches */
} groups[] = {
        {"<load array='x' index='t'/>", 1, 1, 1, 4, 2},
        /* The second load needs what the first has asked for. */
        {"<load array='x' index='t'/><load array='x' index='t'/>", 2, 1, 1, 4, 2},
        {"<load array='x' index='t'/><load array='y' index='t'/>", 2, 1, 1, 8, 4},
        /* The second is asked for when the first has come. */
        {"<load array='x' index='t' name='a'/><load array='y' index='t' after='a'/>", 1, 1, 1, 8, 4},
        /* A local word says where: nobody waits for L2 with it, and the load behind it is a group. */
        {"<load array='l' index='0' name='a'/><load array='x' index='t' after='a'/>", 1, 1, 1, 4, 2},
        /* One word for all: a warp fetches it, seven wait with it. */
        {"<load array='x' index='0'/>", 1, 1, 1, 1.0 / 8, 1.0 / 8},
        /* After the barrier it is there. */
        {"<load array='x' index='0'/><barrier/><load array='x' index='0'/>", 1, 0.5, 0.5, 1.0 / 8,
         1.0 / 8},
        /* The other sector of the unit: L2 has it. */
        {"<load array='x' index='0'/><barrier/><load array='x' index='8'/>", 1, 1, 0.5, 2.0 / 8,
         1.0 / 8},
        /* A sector of 8 words, four loads together: every second group finds it there, and every second
           that does not finds its unit in L2. 64 words are 8 sectors. */
        {"<loop variable='i' count='64'><load array='x' index='blockIdx.x*64 + i'/></loop>", 4, 0.5, 0.25,
         1, 0.5},
        /* The same for every lane. */
        {"<loop variable='i' count='64'><load array='x' index='64*t + i'/></loop>", 4, 0.5, 0.25, 8 * 32,
         4 * 32},
};

START_TEST(warps_wait_for_what_is_on_its_way)
{
	const gm_load_waits w =
	        evaluate(groups[_i].body, 132, 64 * 132 * 256, GM_CACHE_COLD).waits;
	ck_assert_double_gt(w.groups, 0);
	ck_near(w.loads / w.groups, groups[_i].loads, 1e-9);
	ck_near(w.waiting / w.groups, groups[_i].waiting, 1e-9);
	ck_near(w.opening / w.groups, groups[_i].opening, 1e-9);
	ck_near(w.fetched / 8, groups[_i].sectors, 1e-9);
	ck_near(w.units / 8, groups[_i].units, 1e-9);
}
END_TEST

/* Words in a changing order within 64 of them: blocks go through 64 MiB once, whatever the order. */
START_TEST(an_order_within_a_window_fetches_each_piece_once)
{
	const gm_cached c = evaluate("<load array='x' index='t/64*64 + t*t%64'/>", 64 * MIB_BLOCKS,
	                             64 * 262144, GM_CACHE_COLD);
	ck_near(c.dram_read_bytes, 64 * mib, 0.01);
}
END_TEST

/* Every 14th word of an array, over and over from its front on: a lap of all blocks fits in L2 though all that
   they touch does not; of larger arrays each pair of sectors comes again in each lap. */
START_TEST(laps_that_fit_bring_an_array_once)
{
	const gm_cached small = evaluate("<load array='z' index='t'/><load array='x' index='t*14 % 5242880'/>"
	                                 "<store array='y' index='t'/>", 20 * MIB_BLOCKS, 20 * 262144, GM_CACHE_COLD);
	const gm_cached large = evaluate("<load array='z' index='t'/><load array='x' index='t*14 % 25165824'/>"
	                                 "<store array='y' index='t'/>", 96 * MIB_BLOCKS, 96 * 262144, GM_CACHE_COLD);
	ck_near(small.dram_read_bytes, 2 * 20 * mib, 0.02);
	ck_near(large.dram_read_bytes, 96 * mib + 96 * 262144 * 56.0, 0.15);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("cached");
	TCase *tests = tcase_create("cached");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, a_copy_that_fits_reads_dram_once_and_writes_it_later);
	tcase_add_loop_test(tests, blocks_move_their_part_and_leave, 0, (int)(sizeof moving / sizeof *moving));
	tcase_add_test(tests, loads_past_l1_are_served_by_l2);
	tcase_add_test(tests, each_load_asks_l2_for_its_own_lines);
	tcase_add_test(tests, the_same_copy_again_finds_everything_in_l2);
	tcase_add_test(tests, an_order_within_a_window_fetches_each_piece_once);
	tcase_add_test(tests, laps_that_fit_bring_an_array_once);
	tcase_add_loop_test(tests, warm_launches_lose_what_they_lose_on_the_card, 0,
	                    (int)(sizeof sweeps / sizeof *sweeps));
	tcase_add_test(tests, half_used_fetches_cost_whole_ones);
	tcase_add_test(tests, reuse_on_an_sm_is_served_by_l1);
	tcase_add_test(tests, lines_of_their_own_overflow_l1);
	tcase_add_test(tests, atomics_count_lanes_that_meet);
	tcase_add_loop_test(tests, an_sm_fetches_what_its_blocks_load_once, 0,
	                    (int)(sizeof grids / sizeof *grids));
	tcase_add_loop_test(tests, warps_wait_for_what_is_on_its_way, 0,
	                    (int)(sizeof groups / sizeof *groups));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
