#include "model/scattered.h"

#include "ptx/case.h"

#include <math.h>

/* One array; pieces of 64 bytes, of which a request asks for one sector. */
static gm_scattered
of_array(gm_scattered_array array)
{
	array.bytes = array.written ? 32 : 64;
	array.sectors = 1;
	return (gm_scattered){.arrays = {array}, .count = 1, .halves = 1};
}

/* 10 pieces that all blocks meet, and 10 blocks with 100 draws each from 1000: 1000 * (1 - 1/e) of them. */
START_TEST(draws_by_lot_find_fewer_and_fewer_new_pieces)
{
	const gm_scattered s = of_array((gm_scattered_array){.hot = 10, .rest = 1000, .draws = 100});
	const gm_reach_bytes sum = gm_scattered_of_blocks(&s, 10);
	ck_near(sum.read, 64 * (10 + 1000 * (1 - exp(-1))), 1e-9);
	ck_near(sum.read_sectors, sum.read / 2, 1e-9);
	ck_assert_double_eq(sum.written, 0);
}
END_TEST

/* In order, 50 pieces from a block to the next, of which each touches 60: 500 of 10 blocks, all 1000 of
   100. Where regular sites touch 20 of the 50, 30 are left. */
START_TEST(blocks_in_order_touch_each_piece_once)
{
	gm_scattered s = of_array((gm_scattered_array){
	        .rest = 1000, .draws = 60, .way = 50, .left = 50, .reach = 2});
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 10).read, 64 * 500);
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 100).read, 64 * 1000);
	const gm_l2_span span = {.blocks = 20, .held = 3, .dirty = 3};
	ck_assert_double_eq(gm_scattered_missing(&s, &span).read, 64 * 1000);
	s.arrays[0].left = 30;
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 10).read, 64 * 300);
}
END_TEST

/* 60 blocks of 50 pieces go three times through an array of 1000. An L2 that holds 10 blocks has lost
   what it began with, one that holds 20 has not. */
START_TEST(blocks_that_go_round_fetch_again_what_l2_has_lost)
{
	const gm_scattered s = of_array((gm_scattered_array){
	        .rest = 1000, .draws = 50, .way = 50, .left = 50, .reach = 1, .round = true});
	const gm_l2_span lost = {.blocks = 60, .held = 10, .dirty = 10};
	const gm_l2_span kept = {.blocks = 60, .held = 20, .dirty = 20};
	ck_assert_double_eq(gm_scattered_missing(&s, &lost).read, 64 * 3000);
	ck_assert_double_eq(gm_scattered_missing(&s, &kept).read, 64 * 1000);
}
END_TEST

/* A quarter of 8 sectors is written whole, 6 are not. In order the block's first and last are each shared
   with a neighbour, so that one of them is complete: 5 of 8. What other sites load is there already. */
START_TEST(sectors_that_are_written_in_part_are_completed)
{
	gm_scattered s = of_array((gm_scattered_array){
	        .rest = 1e12, .draws = 8, .whole = 0.25, .written = true});
	ck_near(gm_scattered_of_blocks(&s, 10).partial, 32 * 60, 1e-6);
	s.arrays[0].way = s.arrays[0].left = 8;
	ck_near(gm_scattered_of_blocks(&s, 10).partial, 32 * 50, 1e-6);
	s.arrays[0].read_too = true;
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 10).partial, 0);
}
END_TEST

/* 100 of each block, y^2 = 1/4 of one: of 16 blocks 1600 * tanh(2) / 2, less what one has met of its own, tanh(1/2) *
   2. L2 holds them all: each comes once. */
START_TEST(paths_that_meet_find_fewer_than_draws_by_lot)
{
	const gm_scattered s = of_array((gm_scattered_array){.rest = 1e6, .draws = 100, .meets = 0.25});
	const double found = 1600 * tanh(2) / 2 / (2 * tanh(0.5));
	ck_near(gm_scattered_of_blocks(&s, 16).read, 64 * found, 1e-9);
	const gm_l2_span kept = {.blocks = 16, .held = 16, .dirty = 16};
	ck_near(gm_scattered_missing(&s, &kept).read, 64 * found, 1e-9);
}
END_TEST

/* Regular sites of each of 20 blocks bring a fortieth of the array: half of it when all have run, so that half of
   what draws by lot would find, 10 hot pieces and 1000 * (1 - 1/e^2), is new. */
START_TEST(what_regular_sites_bring_is_not_found_anew)
{
	const gm_scattered s = of_array(
	        (gm_scattered_array){.hot = 10, .rest = 1000, .draws = 100, .swept = 1 / 40.0});
	ck_near(gm_scattered_of_blocks(&s, 20).read, 64 * 0.5 * (10 + 1000 * (1 - exp(-2))), 1e-9);
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 40).read, 0);
}
END_TEST

/* Regular sites of 20 blocks load three quarters of 1000 pieces: what is new lies in the other 250, though 1000 *
   (1 - 1/e^2) = 865 were found by lot; of 5 blocks, in what these leave, 812, of which draws find 1000 * (1 - 1/e^0.5) =
   393. With all of it loaded nothing is new. */
START_TEST(draws_find_what_regular_sites_leave_at_most)
{
	gm_scattered s = of_array((gm_scattered_array){.rest = 1000, .draws = 100, .covered = 0.75 / 20});
	ck_near(gm_scattered_of_blocks(&s, 20).read, 64 * 250, 1e-9);
	ck_near(gm_scattered_of_blocks(&s, 5).read, 64 * 1000 * (1 - exp(-0.5)), 1e-9);
	s.arrays[0].covered = 1 / 20.0;
	ck_assert_double_eq(gm_scattered_of_blocks(&s, 20).read, 0);
}
END_TEST

static gm_kernel *
text_kernel(const char *text, size_t length, const gm_ptx_launch *launch)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	case_ok(gm_ptx_module_parse(text, length, "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, launch, &kernel, &err), &err);
	gm_ptx_module_free(module);
	return kernel;
}

/* Each thread of 264 blocks loads 32 words, 67584 apart; below a word that is 1, one of three, the one 3000 on. */
static const char odd_neighbours[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 words)\n{\n"
        ".reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<10>;\n"
        "ld.param.u64 %rd1, [words];\n"
        "mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mad.lo.s32 %r4, %r3, 256, %r2;\n"
        "AGAIN: mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3; ld.global.u32 %r5, [%rd4];\n"
        "setp.eq.u32 %p1, %r5, 1; setp.lt.u32 %p2, %r4, 2159688; and.pred %p1, %p1, %p2;\n"
        "@%p1 ld.global.u32 %r6, [%rd4+12000];\n"
        "add.u32 %r4, %r4, 67584; setp.lt.u32 %p3, %r4, 2162688; @%p3 bra AGAIN;\n"
        "ret;\n}\n";

/* The neighbours of what a block loads lie elsewhere than what the traced blocks load, which are 132 apart; but all blocks
   together load all. */
START_TEST(neighbours_of_points_that_are_all_loaded_are_not_fetched_again)
{
	const gm_ptx_launch launch = {.grid = {264, 1, 1},
				      .block = {256, 1, 1},
				      .arguments = (const char *[]){"u32[2162688]:random=3"},
				      .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = text_kernel(odd_neighbours, sizeof odd_neighbours - 1, &launch);
	gm_grid_trace *trace = NULL;
	case_ok(gm_grid_trace_gather(kernel, 32, 2, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 2);
	ck_assert_int_eq(s.count, 1);
	ck_near(s.arrays[0].covered * 264, 1, 1e-9);
	ck_assert_double_le(gm_scattered_of_blocks(&s, 264).read, 64);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

static const char storing_by_list[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 list, .param .u64 to)\n{\n"
        ".reg .b32 %r<8>; .reg .b64 %rd<10>;\n"
        "ld.param.u64 %rd1, [list]; ld.param.u64 %rd2, [to];\n"
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 256, %r1;\n"
        "mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd1, %rd3; ld.global.u32 %r4, [%rd4];\n"
        "mul.wide.u32 %rd5, %r4, 8; add.s64 %rd6, %rd2, %rd5; st.global.v2.u32 [%rd6], {%r3, %r4};\n"
        "ret;\n}\n";

/* Seven million places of 8 bytes, each stored once. By steps of 1000003 a sector's four come when blocks have been everywhere
   else: by lot. By steps of 5222657, of which 256 make 1 modulo their number, each block stores next to what the one before
   has: not by lot. */
static const struct {
	const char *list;
	bool by_lot;
} stored_by[] = {{"u32[7000001]:gather=1000003", true}, {"u32[7000001]:gather=5222657", false}};

START_TEST(places_that_come_again_when_all_others_have_are_drawn_by_lot)
{
	const gm_ptx_launch launch = {.grid = {27343, 1, 1},
				      .block = {256, 1, 1},
				      .arguments = (const char *[]){stored_by[_i].list, "u32[14000640]"},
				      .arguments_count = 2};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = text_kernel(storing_by_list, sizeof storing_by_list - 1, &launch);
	gm_grid_trace *trace = NULL;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 2);
	ck_assert_int_eq(s.count == 1 && s.arrays[0].way == 0, stored_by[_i].by_lot);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

static const char drawing_by_list[] =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 list, .param .u64 table, .param .u64 to)\n{\n"
        ".reg .b32 %r<8>; .reg .b64 %rd<10>;\n"
        "ld.param.u64 %rd1, [list]; ld.param.u64 %rd2, [table]; ld.param.u64 %rd7, [to];\n"
        "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 256, %r1;\n"
        "mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd1, %rd3; ld.global.u32 %r4, [%rd4];\n"
        "mul.wide.u32 %rd5, %r4, 64; add.s64 %rd6, %rd2, %rd5; ld.global.u32 %r5, [%rd6];\n"
        "add.s64 %rd8, %rd7, %rd3; st.global.u32 [%rd8], %r5;\n"
        "ret;\n}\n";

/* 135168 draws from 50000 half lines of 262144, where the few traced blocks hardly meet: all blocks find
   50000 * (1 - e^-2.703). From all 262144 it is the same as by lot: 262144 * (1 - e^-0.5156). */
static const struct {
	const char *list;
	double found;
} drawn_from[] = {{"u32[135168]:random=50000", 46650}, {"u32[135168]:random=262144", 105600}};

START_TEST(draws_from_a_part_are_counted_where_all_blocks_can_be_replayed)
{
	const gm_ptx_launch launch = {
	        .grid = {528, 1, 1},
	        .block = {256, 1, 1},
	        .arguments = (const char *[]){drawn_from[_i].list, "u32[4194304]", "u32[135168]"},
	        .arguments_count = 3};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = text_kernel(drawing_by_list, sizeof drawing_by_list - 1, &launch);
	gm_grid_trace *trace = NULL;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 2);
	ck_assert_int_eq(s.count, 1);
	ck_near(gm_scattered_of_blocks(&s, 528).read, 64 * drawn_from[_i].found, 0.01);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* Of 4 bytes for each thread, a run of `words` threads at a place of its own; 4096 places are as many as there may be. */
static const char runs_at_random[] = /* %s: what each thread does at [%rd6] */
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 to, .param .u64 places, .param .u32 words)\n{\n"
        ".reg .b32 %%r<10>; .reg .b64 %%rd<10>;\n"
        "ld.param.u64 %%rd1, [to]; ld.param.u64 %%rd2, [places]; ld.param.u32 %%r1, [words];\n"
        "mov.u32 %%r2, %%tid.x; mov.u32 %%r3, %%ctaid.x; mad.lo.s32 %%r4, %%r3, 256, %%r2;\n"
        "div.u32 %%r5, %%r4, %%r1; rem.u32 %%r6, %%r4, %%r1;\n"
        "mul.wide.u32 %%rd3, %%r5, 4; add.s64 %%rd4, %%rd2, %%rd3; ld.global.u32 %%r7, [%%rd4];\n"
        "mad.lo.s32 %%r8, %%r7, %%r1, %%r6; mul.wide.u32 %%rd5, %%r8, 4; add.s64 %%rd6, %%rd1, %%rd5;\n"
        "%s ret;\n}\n";
static const char storing[] = "st.global.u32 [%rd6], %r8;";

/* 32 B are half of a half line, 64 B one: so many half lines DRAM writes for a sector. A line of 128 B is whole, and
   lies nowhere apart. */
static const struct {
	const char *places, *words;
	double halves;
} runs[] = {{"u32[1048576]:random=2097152", "u32=8", 1}, {"u32[1048576]:random=1048576", "u32=16", 0.5}};

static gm_kernel *
runs_of(const char *acting, const char *places, const char *words)
{
	char text[2000];
	snprintf(text, sizeof text, runs_at_random, acting);
	const gm_ptx_launch launch = {.grid = {1024, 1, 1},
				      .block = {256, 1, 1},
				      .arguments = (const char *[]){"u32[16777216]", places, words},
				      .arguments_count = 3};
	return text_kernel(text, strlen(text), &launch);
}

START_TEST(neighbours_of_a_half_line_are_written_together)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = runs_of(storing, runs[_i].places, runs[_i].words);
	gm_grid_trace *trace = NULL;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 1);
	ck_assert_int_eq(s.count, 1);
	const gm_reach_bytes sum = gm_scattered_of_blocks(&s, 100);
	ck_assert(sum.scattered_written > 0.9 * sum.written);
	ck_near(sum.scattered_halves / (sum.scattered_written / 32), runs[_i].halves, 0.01);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 100 blocks of 32 sectors each, of 2097152: L2 has to have what atomics change, and in one half of the cases the other
   sector of its half line comes too; where DRAM reads single sectors, never. A half line that is changed as one comes
   once. What has been loaded came with that. All is stored in the end. */
static const struct {
	const char *acting, *places, *words;
	double unit;          /* of DRAM */
	double read, written; /* bytes of each */
} changes[] = {{"red.global.add.u32 [%rd6], %r8;", "u32[1048576]:random=2097152", "u32=8", 64, 48, 32},
	       {"red.global.add.u32 [%rd6], %r8;", "u32[1048576]:random=2097152", "u32=8", 32, 32, 32},
	       {"red.global.add.u32 [%rd6], %r8;", "u32[1048576]:random=1048576", "u32=16", 64, 32, 32},
	       {"ld.global.u32 %r9, [%rd6]; red.global.add.u32 [%rd6], %r9;", "u32[1048576]:random=2097152", "u32=8", 64,
                64, 32},
	       {storing, "u32[1048576]:random=2097152", "u32=8", 64, 0, 32}};

START_TEST(what_atomics_change_is_fetched_before)
{
	gm_kernel *kernel = runs_of(changes[_i].acting, changes[_i].places, changes[_i].words);
	gm_grid_trace *trace = NULL;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, changes[_i].unit, 1);
	const gm_reach_bytes sum = gm_scattered_of_blocks(&s, 100);
	ck_near(sum.read, 3200 * changes[_i].read, 0.01);
	ck_near(sum.written, 3200 * changes[_i].written, 0.01);
	const gm_l2_span span = {.blocks = 100, .held = 100, .dirty = 100};
	ck_near(gm_scattered_missing(&s, &span).read, 3200 * changes[_i].read, 0.01);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 2163 thousand additions behind loads of the same places of 32 MiB: DRAM reads 33.01 MB (atomic_misses, load_then_atom), each
   half line once, and L2 has to hold each line once. Were only loads there, either half of L2 would have its own. */
START_TEST(what_is_loaded_and_changed_takes_its_room_once)
{
	gm_kernel *kernel = runs_of(changes[3].acting, changes[3].places, changes[3].words);
	gm_grid_trace *trace = NULL;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 2);
	ck_assert_int_eq(s.count, 2);
	ck_near(s.arrays[0].changed, 1, 0.01);
	ck_assert_double_le(gm_scattered_of_blocks(&s, 100).held_read, 0.01 * 3200 * 128);
	ck_near(gm_scattered_of_blocks(&s, 100).held_written, 3200 * 128, 0.01);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
	const gm_scattered_array read = {.rest = 524288, .draws = 2048, .changed = _i}, written = {
		.rest = 1048576, .draws = 2048, .written = true, .packed = true};
	gm_scattered both = of_array(read);
	both.arrays[both.count++] = written;
	both.arrays[1].bytes = 32;
	both.halves = 2;
	const double held = gm_scattered_of_blocks(&both, 1056).held_read;
	const double lines = 262144;
	ck_near(held + 1, 1 + (_i ? 0 : 2 * 128 * lines * -expm1(-1056 * 1024 / lines)), 1e-6);
}
END_TEST

/* Additions at random in so many MiB, 2163 (or 541, 8651) thousand of 1056 blocks: MB that an H200 reads (
   reports/measured/atomic_misses.csv). L2 holds all in the first rows, 57 MiB of it in the others. */
static const struct {
	double mib, each, held; /* of a block, and blocks */
	double read_mb, within;
} additions[] = {
        {4, 512, 1056, 4.165, 0.005},  {8, 512, 1056, 7.796, 0.005},   {16, 512, 1056, 12.74, 0.005},
        {32, 512, 1056, 17.57, 0.005}, {64, 512, 1056, 21.17, 0.005},  {32, 2048, 1056, 31.16, 0.005},
        {128, 2048, 0, 82.14, 0.03},   {256, 2048, 0, 94.05, 0.03},    {1024, 2048, 0, 101.6, 0.03},
        {64, 8192, 0, 115.2, 0.10},
};

/* Blocks after which so many lines of 128 B have been drawn from. */
static double
blocks_until(double room_mib, double mib, double each)
{
	return -log1p(-room_mib / mib) * mib * 8192 / each;
}

START_TEST(misses_of_atomics_bring_a_half_line_every_other_time)
{
	const double mib = additions[_i].mib, each = additions[_i].each;
	gm_scattered_array a = {.rest = mib * 32768, .draws = each, .written = true, .fetched = true, .paired = 1};
	const gm_scattered s = of_array(a);
	const double held = additions[_i].held > 0 ? additions[_i].held : blocks_until(57, mib, each);
	const gm_l2_span span = {.blocks = 1056, .held = held, .dirty = held};
	const gm_reach_bytes moved = gm_scattered_missing(&s, &span);
	ck_near(moved.read, additions[_i].read_mb * 1e6, additions[_i].within);
	ck_assert_double_le(moved.missed + moved.beside, moved.read * (1 + 1e-12));
}
END_TEST

/* Runs of 32, 64 and 128 B: one, two and four sectors are drawn as one. */
static const struct {
	const char *places, *words;
	double together;
} groups[] = {{"u32[1048576]:random=2097152", "u32=8", 1},
	      {"u32[1048576]:random=1048576", "u32=16", 2},
	      {"u32[1048576]:random=524288", "u32=32", 4}};

START_TEST(neighbours_of_a_line_are_drawn_together)
{
	gm_kernel *kernel = runs_of(storing, groups[_i].places, groups[_i].words);
	gm_grid_trace *trace = NULL;
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_grid_trace_gather(kernel, 32, 8, 132, &trace, &err), &err);
	const gm_scattered s = gm_scattered_gather(trace, 64, 1);
	ck_assert_int_eq(s.count, 1);
	ck_near(s.arrays[0].together, groups[_i].together, 0.01);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* 1000 lines of 4 sectors, 10 blocks of 100 sectors, four drawn as one: 250 draws, 1000 * (1 - e^(-1/4)) lines, all of
   each. One by one 1000 draws come to 1000 * (1 - 1/e). The last draw of a line that is there is all of it; of sectors
   drawn one by one, a quarter of it. */
START_TEST(what_is_drawn_together_takes_fewer_lines)
{
	const gm_scattered_array lone = {.rest = 4000, .draws = 100, .written = true}, four = {
		.rest = 4000, .draws = 100, .written = true, .together = 4};
	const gm_scattered apart = of_array(lone), together = of_array(four);
	ck_near(gm_scattered_of_blocks(&apart, 10).held_written, 128 * 1000 * (1 - exp(-1)), 1e-9);
	ck_near(gm_scattered_of_blocks(&together, 10).held_written, 128 * 1000 * (1 - exp(-0.25)), 1e-9);
	ck_near(gm_scattered_of_blocks(&together, 10).written, 32 * 4000 * (1 - exp(-0.25)), 1e-9);
	const gm_l2_span span = {.blocks = 1, .held = 10, .dirty = 10, .warm = true};
	ck_near(gm_scattered_missing(&together, &span).written, 32 * 100 * exp(-0.25), 1e-9);
	const double there = 1 - exp(-1), near = there / 4 / (1 - there * 0.75);
	ck_near(gm_scattered_missing(&apart, &span).written, 32 * 100 * (1 - near), 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("scattered");
	TCase *cases = tcase_create("scattered");
	tcase_add_test(cases, draws_by_lot_find_fewer_and_fewer_new_pieces);
	tcase_add_test(cases, blocks_in_order_touch_each_piece_once);
	tcase_add_test(cases, blocks_that_go_round_fetch_again_what_l2_has_lost);
	tcase_add_test(cases, sectors_that_are_written_in_part_are_completed);
	tcase_add_test(cases, paths_that_meet_find_fewer_than_draws_by_lot);
	tcase_add_test(cases, what_regular_sites_bring_is_not_found_anew);
	tcase_add_test(cases, draws_find_what_regular_sites_leave_at_most);
	tcase_add_test(cases, neighbours_of_points_that_are_all_loaded_are_not_fetched_again);
	tcase_add_loop_test(cases, draws_from_a_part_are_counted_where_all_blocks_can_be_replayed, 0,
	                    sizeof drawn_from / sizeof *drawn_from);
	tcase_add_loop_test(cases, neighbours_of_a_line_are_drawn_together, 0, sizeof groups / sizeof *groups);
	tcase_add_loop_test(cases, what_atomics_change_is_fetched_before, 0, sizeof changes / sizeof *changes);
	tcase_add_loop_test(cases, what_is_loaded_and_changed_takes_its_room_once, 0, 2);
	tcase_add_loop_test(cases, misses_of_atomics_bring_a_half_line_every_other_time, 0,
	                    sizeof additions / sizeof *additions);
	tcase_add_test(cases, what_is_drawn_together_takes_fewer_lines);
	tcase_add_loop_test(cases, neighbours_of_a_half_line_are_written_together, 0, sizeof runs / sizeof *runs);
	tcase_add_loop_test(cases, places_that_come_again_when_all_others_have_are_drawn_by_lot, 0,
			    sizeof stored_by / sizeof *stored_by);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
