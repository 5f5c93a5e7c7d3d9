/*
 * Grids that are asked for whole, or for more blocks than are needed.
 */
#include "model/counts.h"

#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

static gm_device *device; /* cc 9.0: sectors of 32 B, 32 banks */

static void
load_device(void)
{
	device = device_load("sm_90");
}

static void
free_device(void)
{
	gm_device_free(device);
}

enum { BLOCK = 64, WORDS_OF_SECTOR = 8 };

#define BODY                                                                                       \
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n"                                    \
	"ld.param.u64 %rd1, [counter];\nld.param.u64 %rd2, [data];\nld.param.u64 %rd3, [out];\n"   \
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmad.lo.s32 %r3, %r1, 64, %r2;\n"            \
	"mul.wide.s32 %rd4, %r3, 4;\nadd.s64 %rd5, %rd2, %rd4;\nld.global.u32 %r4, [%rd5];\n"
#define HEAD                                                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 counter, .param .u64 data, .param .u64 out)\n{\n" BODY

/* Of every fifth number the place in the result is what an atomic says. */
static const char filter[] = HEAD "rem.u32 %r4, %r4, 5;\nsetp.ne.u32 %p, %r4, 0;\n@%p ret;\n"
                                  "atom.global.add.u32 %r5, [%rd1], 1;\n"
                                  "mul.wide.u32 %rd6, %r5, 4;\nadd.s64 %rd7, %rd3, %rd6;\n"
                                  "st.global.u32 [%rd7], %r3;\nret;\n}\n";

/* As many turns as what is read says. */
static const char turns[] = HEAD "add.s64 %rd7, %rd3, %rd4;\nmov.u32 %r5, 0;\n"
                                 "MORE:\nst.global.u32 [%rd7], %r5;\nadd.u32 %r5, %r5, 1;\n"
                                 "setp.lt.u32 %p, %r5, %r4;\n@%p bra MORE;\nret;\n}\n";

/* Block 777, as what is read says, goes to 50 lines of constant memory, others to 3, by triangular numbers, of which the
   first 128 are 128 different ones modulo 128; each reads a word more at a place that is the same in all its lanes. */
static const char lines[] = ".version 8.0\n.target sm_90\n.address_size 64\n.const .align 4 .b8 table[16384];\n"
                            ".visible .entry k(.param .u64 counter, .param .u64 data, .param .u64 out)\n{\n" BODY
                            "shr.u32 %r4, %r4, 6;\nsetp.eq.u32 %p, %r4, 777;\nselp.u32 %r4, 50, 3, %p;\n"
                            "mov.u64 %rd6, table;\nmul.wide.u32 %rd8, %r1, 4;\nand.b64 %rd8, %rd8, 4095;\n"
                            "add.s64 %rd8, %rd6, %rd8;\nld.const.u32 %r7, [%rd8+8192];\nadd.s64 %rd7, %rd3, %rd4;\n"
                            "mov.u32 %r5, 0;\nmov.u32 %r8, 0;\nMORE:\nadd.u32 %r8, %r8, %r5;\nand.b32 %r6, %r8, 127;\n"
                            "mul.wide.u32 %rd8, %r6, 64;\nadd.s64 %rd8, %rd6, %rd8;\nld.const.u32 %r6, [%rd8];\n"
                            "add.u32 %r7, %r7, %r6;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, %r4;\n"
                            "@%p bra MORE;\nst.global.u32 [%rd7], %r7;\nret;\n}\n";

static gm_kernel *
load(const char *text, int64_t blocks, const char *data, int64_t sample)
{
	char words[2][64];
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(words[0], sizeof words[0], "u32[%lld]:%s", (long long)(BLOCK * blocks), data);
	snprintf(words[1], sizeof words[1], "u32[%lld]", (long long)(BLOCK * blocks));
	const gm_ptx_launch launch = {.grid = {blocks, 1, 1},
	                              .block = {BLOCK, 1, 1},
	                              .arguments = (const char *[]){"u32[1]", words[0], words[1]},
	                              .arguments_count = 3};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s",
	              err.message);
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

/* Sectors that warps of 32 store to when every fifth of so many numbers is kept, and each warp takes the
   places behind those before it. */
static int64_t
sectors_of_fifths(int64_t numbers)
{
	int64_t sectors = 0, place = 0;
	for (int64_t warp = 0; warp < numbers; warp += 32) {
		int64_t last = -1;
		for (int64_t i = warp; i < warp + 32; i++) {
			if (i % 5 != 0)
				continue;
			sectors += place / WORDS_OF_SECTOR != last;
			last = place++ / WORDS_OF_SECTOR;
		}
	}
	return sectors;
}

/* Were each block the first, its first warp would begin with a sector of its own. */
START_TEST(blocks_in_order_take_up_what_those_before_them_left)
{
	enum { BLOCKS = 40000 }; /* more than are walked unasked */
	gm_kernel *kernel = load(filter, BLOCKS, "iota", GM_SAMPLE_ALL);
	gm_counts counts = counts_of(kernel, false);
	ck_assert(counts.all_walked);
	ck_assert(counts.timing);
	ck_assert_uint_eq(counts.blocks_replayed, BLOCKS);
	ck_assert_int_eq(
	        gm_counts_sum(kernel, &counts, GM_COUNT_SECTORS, GM_STORE, GM_GLOBAL),
	        sectors_of_fifths(BLOCKS * BLOCK));
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

/* Walked in pieces by several threads, against the reference. */
START_TEST(all_blocks_of_a_kernel_that_follows_data_count_exactly)
{
	enum { BLOCKS = 40000 };
	gm_kernel *kernel = load(turns, BLOCKS, "random=40", GM_SAMPLE_ALL);
	gm_counts asked = counts_of(kernel, false), whole = counts_of(kernel, true);
	ck_assert(asked.all_walked);
	ck_assert(asked.exact);
	ck_assert_uint_eq(asked.blocks_replayed, BLOCKS);
	ck_assert_uint_eq(asked.works_count, BLOCKS);
	for (size_t i = 0; i < asked.works_count; i++)
		ck_assert_int_eq(asked.works[i].at, (int64_t)i);
	for (int s = 0; s < kernel->sites_count; s++)
		for (int c = 0; c < GM_COUNTER_COUNT; c++)
			ck_assert_int_eq(asked.sites[s].of[c], whole.sites[s].of[c]);
	gm_counts_dispose(&asked);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

/* Lines by LDC, and by ULDC; of a warp that waits for nothing of its own, each turn is of a line of its own. */
START_TEST(pieces_know_how_constants_are_loaded)
{
	enum { BLOCKS = 40000, WARPS = BLOCK / 32 };
	gm_kernel *kernel = load(lines, BLOCKS, "iota", GM_SAMPLE_ALL);
	gm_counts asked = counts_of(kernel, false), whole = counts_of(kernel, true);
	ck_assert(asked.all_walked);
	ck_assert_double_eq(asked.constant_lines[GM_CONSTANT_BY_LANES], 50);
	ck_assert_double_eq(asked.constant_lines[GM_CONSTANT_BY_PLACE], 1);
	ck_assert_double_eq(whole.constant_lines[GM_CONSTANT_BY_LANES], 50);
	ck_assert_int_eq(gm_counts_sum(kernel, &asked, GM_COUNT_CONSTANT_LINES, GM_LOAD, GM_CONSTANT),
	                 WARPS * (4 * (BLOCKS - 1) + 51));
	for (int s = 0; s < kernel->sites_count; s++)
		for (int c = 0; c < GM_COUNTER_COUNT; c++)
			ck_assert_int_eq(asked.sites[s].of[c], whole.sites[s].of[c]);
	gm_counts_dispose(&asked);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

/* As many blocks as are looked at closely, and one more or less: how long they take is known. Each thread turns up to
   6000 times, at 4 cycles at least, so that a block of 64 takes some 24000. */
START_TEST(few_blocks_that_are_all_asked_for_take_their_time)
{
	gm_kernel *kernel = load(turns, 31 + _i, "random=6000", GM_SAMPLE_ALL);
	gm_counts counts = counts_of(kernel, false);
	ck_assert(counts.all_walked);
	ck_assert_double_ge(counts.block_cycles.by[GM_SERVED_L2], 20000);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(at_least_as_many_blocks_are_drawn_as_are_asked_for)
{
	enum { BLOCKS = 40000, ASKED = 12000 };
	gm_kernel *kernel = load(turns, BLOCKS, "random=40", 0);
	gm_counts few = counts_of(kernel, false);
	kernel->sample = ASKED;
	gm_counts many = counts_of(kernel, false);
	ck_assert_uint_lt(few.blocks_replayed, ASKED);
	ck_assert_uint_ge(many.blocks_replayed, ASKED);
	ck_assert_uint_lt(many.blocks_replayed, ASKED + 100);
	ck_assert(!many.all_walked && !many.exact);
	ck_assert_double_lt(many.work_spread_ratio, few.work_spread_ratio);
	gm_counts_dispose(&few);
	gm_counts_dispose(&many);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts that are asked for");
	TCase *tests = tcase_create("asked");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, blocks_in_order_take_up_what_those_before_them_left);
	tcase_add_test(tests, all_blocks_of_a_kernel_that_follows_data_count_exactly);
	tcase_add_test(tests, pieces_know_how_constants_are_loaded);
	tcase_add_loop_test(tests, few_blocks_that_are_all_asked_for_take_their_time, 0, 3);
	tcase_add_test(tests, at_least_as_many_blocks_are_drawn_as_are_asked_for);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
