/*
 * What is walked of kernels whose work follows their data: all where that is little, else as much as the
 * budget allows, and then the spread says how far off counts may be. Against every block walked to its
 * end.
 */
#include "model/counts.h"

#include "launch/pilot.h"
#include "launch/launch.h"
#define DEVICE "sm_90"
#include "support/device.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

/* %r3 the number of the thread, %r4 what it reads. */
#define HEAD                                                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 data, .param .u64 out)\n{\n"                                \
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n"                                    \
	"ld.param.u64 %rd2, [data];\nld.param.u64 %rd3, [out];\n"                                  \
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmad.lo.s32 %r3, %r1, 64, %r2;\n"            \
	"mul.wide.s32 %rd4, %r3, 4;\nadd.s64 %rd5, %rd2, %rd4;\nadd.s64 %rd7, %rd3, %rd4;\n"       \
	"mov.u32 %r5, 0;\nld.global.u32 %r4, [%rd5];\n"

/* As many turns as what is read says. */
static const char turns[] =
	HEAD "MORE:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, %r4;\n@%p bra MORE;\n"
	     "st.global.u32 [%rd7], %r5;\nret;\n}\n";

/* From each word to the next that it names, until one is below 2000, 40 times at most. */
static const char chase[] =
	HEAD "MORE:\nand.b32 %r6, %r4, 16383;\nmul.wide.u32 %rd6, %r6, 4;\nadd.s64 %rd6, %rd2, %rd6;\n"
	     "setp.lt.u32 %p, %r6, 2000;\n@%p bra DONE;\nsetp.gt.u32 %p, %r5, 40;\n@%p bra DONE;\n"
	     "add.u32 %r5, %r5, 1;\nld.global.u32 %r4, [%rd6];\nbra MORE;\n"
	     "DONE:\nst.global.u32 [%rd7], %r5;\nret;\n}\n";

/* Whether a thread stores follows what it reads, and where. */
static const char scatter[] =
	HEAD "and.b32 %r6, %r4, 3;\nsetp.ne.u32 %p, %r6, 0;\n@%p ret;\n"
	     "mul.wide.u32 %rd6, %r4, 4;\nadd.s64 %rd6, %rd3, %rd6;\nst.global.u32 [%rd6], %r4;\nret;\n}\n";

/* A plane of 256 threads a row: inside a circle each thread turns 300 times, outside 3 times. */
static const char disc[] =
	HEAD "and.b32 %r6, %r3, 255;\nshr.u32 %r7, %r3, 8;\nsub.s32 %r6, %r6, 100;\n"
	     "sub.s32 %r7, %r7, 7500;\nshr.s32 %r7, %r7, 6;\nmul.lo.s32 %r6, %r6, %r6;\n"
	     "mad.lo.s32 %r6, %r7, %r7, %r6;\nsetp.lt.s32 %p, %r6, 4000;\nselp.b32 %r4, 300, 3, %p;\n"
	     "MORE:\nadd.u32 %r5, %r5, 1;\nxor.b32 %r8, %r5, %r3;\nsetp.lt.u32 %p, %r5, %r4;\n"
	     "@%p bra MORE;\nst.global.u32 [%rd7], %r5;\nret;\n}\n";

/* What blocks differ by grows from the first to the last. */
static const char slope[] =
	HEAD "and.b32 %r4, %r4, 7;\nshr.u32 %r6, %r1, 8;\nadd.u32 %r4, %r4, %r6;\n"
	     "MORE:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, %r4;\n@%p bra MORE;\n"
	     "st.global.u32 [%rd7], %r5;\nret;\n}\n";

/* Whether a thread stores follows how many have come before it: blocks are alike, but hang on each other. */
static const char queue[] =
	HEAD "atom.global.add.u32 %r6, [%rd3], 1;\nand.b32 %r6, %r6, 1;\nsetp.eq.u32 %p, %r6, 0;\n@%p ret;\n"
	     "st.global.u32 [%rd7+4], %r5;\nret;\n}\n";

/* Each thread draws numbers until one comes of a thousand. */
static const char lots[] =
	HEAD "MORE:\nmad.lo.u32 %r4, %r4, 1664525, 1013904223;\nshr.u32 %r6, %r4, 22;\n"
	     "add.u32 %r5, %r5, 1;\nsetp.ne.u32 %p, %r6, 0;\n@%p bra MORE;\nbar.sync 0;\n"
	     "st.global.u32 [%rd7], %r5;\nret;\n}\n";

/* Blocks 52 to 77 draw 40000 times, the others 40, and none of them ever meets the number that ends it. */
static const char island[] =
	HEAD "sub.s32 %r6, %r1, 52;\nsetp.lt.u32 %p, %r6, 26;\nselp.b32 %r7, 40000, 40, %p;\n"
	     "MORE:\nmad.lo.u32 %r4, %r4, 1664525, 1013904224;\nsetp.eq.u32 %p, %r4, 77;\n@%p bra DONE;\n"
	     "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, %r7;\n@%p bra MORE;\n"
	     "DONE:\nst.global.u32 [%rd7], %r5;\nret;\n}\n";

/* One thread in some 130000 finds what it looks for. */
static const char find[] =
	HEAD "setp.gt.u32 %p, %r4, 30;\n@%p ret;\nred.global.add.u32 [%rd3], 1;\nret;\n}\n";

/* One thread in some 20000 goes from word to word, 100 times. */
static const char wanderer[] =
	HEAD "setp.ge.u32 %p, %r4, 50;\n@%p bra DONE;\n"
	     "MORE:\nand.b32 %r6, %r4, 16383;\nmul.wide.u32 %rd6, %r6, 4;\nadd.s64 %rd6, %rd2, %rd6;\n"
	     "ld.global.u32 %r4, [%rd6];\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, 100;\n@%p bra MORE;\n"
	     "DONE:\nst.global.u32 [%rd7], %r5;\nret;\n}\n";

/* 3001 times from each word to the one that it names, in shared memory, of 4096 that all blocks read. */
static const char wander[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 data, .param .u64 out)\n{\n"
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n.shared .align 4 .b8 held[16384];\n"
	"ld.param.u64 %rd2, [data];\nld.param.u64 %rd3, [out];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n"
	"mov.u32 %r7, held;\nmov.u32 %r5, %r2;\nFILL:\nmul.wide.s32 %rd4, %r5, 4;\nadd.s64 %rd5, %rd2, %rd4;\n"
	"ld.global.u32 %r4, [%rd5];\nshl.b32 %r6, %r5, 2;\nadd.s32 %r6, %r7, %r6;\nst.shared.u32 [%r6], %r4;\n"
	"add.u32 %r5, %r5, 64;\nsetp.lt.u32 %p, %r5, 4096;\n@%p bra FILL;\n"
	"bar.sync 0;\nmov.u32 %r5, 0;\nmov.u32 %r4, %r2;\nMORE:\nand.b32 %r4, %r4, 4095;\nshl.b32 %r6, %r4, 2;\n"
	"add.s32 %r6, %r7, %r6;\nld.shared.u32 %r4, [%r6];\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, 3001;\n"
	"@%p bra MORE;\nmad.lo.s32 %r3, %r1, 64, %r2;\nmul.wide.s32 %rd4, %r3, 4;\nadd.s64 %rd7, %rd3, %rd4;\n"
	"st.global.u32 [%rd7], %r4;\nret;\n}\n";

typedef struct row {
	const char *name, *text;
	int64_t blocks;
	const char *data;
} row;

static gm_kernel *
load(const row *r, int64_t blocks, int64_t sample)
{
	char words[2][64];
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(words[0], sizeof words[0], "u32[%lld]:%s", (long long)(BLOCK * blocks), r->data);
	snprintf(words[1], sizeof words[1], "u32[%lld]", (long long)(BLOCK * blocks + 1));
	const gm_ptx_launch launch = {.grid = {blocks, 1, 1},
	                              .block = {BLOCK, 1, 1},
	                              .arguments = (const char *[]){words[0], words[1]},
	                              .arguments_count = 2};
	ck_assert_msg(gm_ptx_module_parse(r->text, strlen(r->text), NULL, &module, &err) == GM_OK,
	              "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	kernel->sample = sample;
	return kernel;
}

static gm_counts
counts_of(const gm_kernel *kernel, bool reference)
{
	gm_error err = GM_ERROR_NONE;
	gm_counts counts;
	ck_assert_msg(gm_counts_gather(kernel, device, reference, &counts, &err) == GM_OK, "%s",
	              err.message);
	return counts;
}

static const row rows[] = {
	{"turns", turns, 70000, "random=60"},       {"chase", chase, 20000, "random=1000000"},
	{"scatter", scatter, 130000, "random=9000"}, {"disc", disc, 75000, "iota"},
	{"slope", slope, 115000, "random=100"},
};

static void
check_same(const gm_kernel *kernel, const gm_counts *a, const gm_counts *b)
{
	for (int s = 0; s < kernel->sites_count; s++)
		for (int c = 0; c < GM_COUNTER_COUNT; c++)
			ck_assert_int_eq(a->sites[s].of[c], b->sites[s].of[c]);
}

/* Few enough blocks are all walked, unasked: what is counted then is what is counted of every block. */
START_TEST(little_work_is_walked_whole_and_exactly)
{
	enum { FEW = 300 };
	gm_kernel *kernel = load(&rows[_i], FEW, 0), *asked = load(&rows[_i], FEW, GM_SAMPLE_ALL);
	gm_counts unasked = counts_of(kernel, false), all = counts_of(asked, false);
	gm_counts whole = counts_of(kernel, true);
	ck_assert_msg(unasked.exact, "%s: %s", rows[_i].name, unasked.why);
	check_same(kernel, &unasked, &whole);
	check_same(kernel, &all, &whole);
	gm_counts_dispose(&unasked);
	gm_counts_dispose(&all);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
	gm_kernel_free(asked);
}
END_TEST

/* Blocks that each stand for themselves are told to be exact: none of their turns stands for others unproven. */
START_TEST(turns_that_follow_data_are_walked_where_two_blocks_are_the_grid)
{
	const row r = {"wander", wander, 64, "cycle=1"};
	gm_kernel *kernel = load(&r, r.blocks, 0);
	kernel->grid.x = 2;
	gm_counts unasked = counts_of(kernel, false), whole = counts_of(kernel, true);
	ck_assert_msg(unasked.exact, "%s", unasked.why);
	check_same(kernel, &unasked, &whole);
	gm_counts_dispose(&unasked);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

static const gm_counter counted[] = {GM_COUNT_INSTRUCTIONS, GM_COUNT_THREAD_INSTRUCTIONS,
                                     GM_COUNT_REQUESTS, GM_COUNT_SECTORS};

static double
total(const void *what, const gm_counts *counts)
{
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += (double)counts->sites[s].of[*(const gm_counter *)what];
	return sum;
}

/* 95 of 100 would lie within the spread, 997 of 1000 within one and a half; the draw is always the same, and all of these
   do the latter, or are off by less than anybody asks for. And another time the same blocks are drawn. */
START_TEST(sampled_totals_lie_within_their_spread)
{
	gm_kernel *kernel = load(&rows[_i], rows[_i].blocks, 0);
	gm_counts drawn = counts_of(kernel, false), again = counts_of(kernel, false);
	gm_counts whole = counts_of(kernel, true);
	ck_assert_msg(!drawn.exact && drawn.blocks_replayed < (size_t)rows[_i].blocks, "%s: %zu",
	              rows[_i].name, drawn.blocks_replayed);
	check_same(kernel, &drawn, &again);
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
		const double here = total(&counted[i], &drawn), true_sum = total(&counted[i], &whole);
		const double spread = gm_counts_spread(&drawn, total, &counted[i]);
		ck_assert_msg(fabs(here - true_sum) <= fmax(1.5 * spread, 5e-5 * true_sum), "%s, counter %d: %.0f +- %.0f, is %.0f",
		              rows[_i].name, counted[i], here, spread, true_sum);
		ck_assert_msg(fabs(here - true_sum) <= 0.02 * true_sum, "%s, counter %d: %.0f is %.0f",
		              rows[_i].name, counted[i], here, true_sum);
	}
	gm_counts_dispose(&drawn);
	gm_counts_dispose(&again);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

static double
reductions(const void *kernel, const gm_counts *counts)
{
	return (double)gm_counts_sum(kernel, counts, GM_COUNT_REQUESTS, GM_REDUCE, GM_GLOBAL);
}

static double
of_shared(const void *kernel, const gm_counts *counts)
{
	return (double)gm_counts_sum(kernel, counts, GM_COUNT_REQUESTS, GM_OPERATION_COUNT, GM_SHARED);
}

/* Whether blocks that were drawn have shown it or not, the truth lies within the spread; what the kernel has no
   instruction for is sure not to be there. */
START_TEST(what_hardly_any_block_does_is_told_with_its_bound)
{
	const row r = {"find", find, 120000, "random=3999999"};
	gm_kernel *kernel = load(&r, r.blocks, 0);
	gm_counts drawn = counts_of(kernel, false), whole = counts_of(kernel, true);
	const double truth = reductions(kernel, &whole), seen = reductions(kernel, &drawn);
	const double spread = gm_counts_spread(&drawn, reductions, kernel);
	ck_assert(!drawn.exact && gm_counts_unseen(&drawn) > 0);
	ck_assert_double_ge(truth, 20);
	ck_assert_double_le(truth, 120);
	ck_assert_msg(fabs(seen - truth) <= spread, "%.0f +- %.0f, is %.0f", seen, spread, truth);
	ck_assert_double_ge(spread, gm_counts_unseen(&drawn));
	ck_assert(gm_counts_spread(&drawn, of_shared, kernel) <= 0);
	gm_counts_dispose(&drawn);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

static gm_status
count_one(void *state, const gm_warp_instr *instr)
{
	(void)instr;
	++*(int64_t *)state;
	return GM_OK;
}

static gm_status
count_several(void *state, uint32_t site, int64_t times, int64_t lanes)
{
	(void)site, (void)lanes;
	*(int64_t *)state += times;
	return GM_OK;
}

static const row endless[] = {
	{"short blocks, many of them", turns, 4000000, "random=60"},
	{"blocks of 3000 turns", turns, 400000, "random=3000"},
	{"blocks of a million turns", turns, 40000, "random=1000000"},
	{"blocks of a billion turns", turns, 4000, "random=1000000000"},
	{"blocks that differ much", slope, 200000, "random=100"},
	{"blocks whose warps wait for each other", lots, 3000, "random=1000000"},
};

/* Instructions that come out of the interpreter; what loops that are cut short stand for is not walked. The
   pilot guesses what blocks are from few of them: a half more is let pass. */
START_TEST(however_much_work_a_grid_is_the_budget_holds)
{
	gm_kernel *kernel = load(&endless[_i], endless[_i].blocks, 0);
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	int64_t walked = 0;
	const gm_sink sink = {.state = &walked,
	                      .instruction = count_one,
	                      .several = count_several,
	                      .hurried = true};
	ck_assert_int_eq(gm_kernel_blocks(kernel, &samples, &err), GM_OK);
	ck_assert_int_eq(gm_kernel_replay_samples(kernel, samples.samples, samples.count, 32,
	                                          samples.walk, &sink, &err),
	                 GM_OK);
	ck_assert_msg(walked <= WORK_DRAWN + WORK_DRAWN / 2, "%s: %lld of %zu blocks",
	              endless[_i].name, (long long)walked, samples.count);
	ck_assert_uint_ge(samples.count, 4);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(kernel);
}
END_TEST

/* More than WORK_LITTLE: two warps of a block are at least 200 steps of its own, 2 * 13 instructions, and 2 * 3
   requests of 16 and 9 sectors. */
START_TEST(blocks_that_hang_on_each_other_are_walked_whole_though_they_are_alike)
{
	const int64_t blocks = WORK_LITTLE / (200 + 2 * 13 + 2 * 3 * 16 + 2 * 9) + 10000;
	const row r = {"queue", queue, blocks, "random=100"};
	gm_kernel *kernel = load(&r, blocks, 0);
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_kernel_blocks(kernel, &samples, &err) == GM_OK, "%s", err.message);
	ck_assert_uint_eq(samples.count, (size_t)blocks);
	ck_assert_int_eq(samples.walk, GM_WALK_KEPT);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(kernel);
}
END_TEST

/* Of 130 blocks a fifth turns 40000 times, each turn at least the 4 cycles from one multiply-add to the next
   that needs it, and at most 15 for each of its five instructions: 32000 to 600000 cycles, in the mean of
   all. Of 32 that are looked at six or seven are of that fifth. */
START_TEST(who_asks_for_all_blocks_is_told_how_long_they_take)
{
	enum { BLOCKS = 130 };
	const row r = {"island", island, BLOCKS, "random=1000000"};
	gm_kernel *kernel = load(&r, BLOCKS, GM_SAMPLE_ALL);
	gm_counts asked = counts_of(kernel, false);
	ck_assert(asked.all_walked);
	ck_assert_double_ge(asked.block_cycles.by[GM_SERVED_L2], 0.85 * 32000);
	ck_assert_double_le(asked.block_cycles.by[GM_SERVED_L2], 1.15 * 600000);
	gm_counts_dispose(&asked);
	gm_kernel_free(kernel);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

/* A block in which a thread waits 101 times for memory, and others but once beside some 20 instructions: though few, and
   none of the blocks that were looked at first, it is known how long they take. */
START_TEST(rare_long_blocks_are_known_to_be_long)
{
	const row r = {"wanderer", wanderer, 1000, "random=1000000"};
	gm_kernel *kernel = load(&r, r.blocks, 0);
	gm_counts counts = counts_of(kernel, false);
	double usual = INFINITY, most = 0, fewest = 0;
	int64_t longer = 0;
	for (size_t i = 0; i < counts.works_count; i++)
		usual = fmin(usual, counts.works[i].issued);
	for (size_t i = 0; i < counts.works_count; i++) {
		const gm_block_work *w = &counts.works[i];
		longer += w->issued > 2 * usual ? w->weight : 0;
		most = fmax(most, w->cycles);
		fewest = fewest == 0 || w->issued == usual ? w->cycles : fewest;
	}
	ck_assert_int_ge(longer, 1);
	ck_assert_int_le(longer, 20);
	ck_assert_double_gt(most, 50 * fewest);
	ck_assert_double_gt(counts.block_cycles.by[GM_SERVED_L2], fewest);
	ck_assert_double_lt(counts.block_cycles.by[GM_SERVED_L2], fewest + (double)longer / (double)r.blocks * most);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("budget");
	TCase *tests = tcase_create("budget");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_set_timeout(tests, 300);
	tcase_add_loop_test(tests, little_work_is_walked_whole_and_exactly, 0, ROWS(rows));
	tcase_add_test(tests, turns_that_follow_data_are_walked_where_two_blocks_are_the_grid);
	tcase_add_loop_test(tests, sampled_totals_lie_within_their_spread, 0, ROWS(rows));
	tcase_add_test(tests, what_hardly_any_block_does_is_told_with_its_bound);
	tcase_add_loop_test(tests, however_much_work_a_grid_is_the_budget_holds, 0, ROWS(endless));
	tcase_add_test(tests, blocks_that_hang_on_each_other_are_walked_whole_though_they_are_alike);
	tcase_add_test(tests, who_asks_for_all_blocks_is_told_how_long_they_take);
	tcase_add_test(tests, rare_long_blocks_are_known_to_be_long);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
