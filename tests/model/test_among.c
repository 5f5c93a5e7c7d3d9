/* Blocks that are looked at closely among those that are counted: they find what those before them have stored. */
#include "model/counts.h"

#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <string.h>

/* One thread of each block claims the first free word of a row of the table, by an or that finds 0; 50 rows,
   one after the other: that of block b asks floor(b / 50) + 1 times. */
enum { ROWS = 50 };

static const char claiming[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 t)\n{\n"
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;\n"
	"ld.param.u64 %rd1, [t]; cvta.to.global.u64 %rd1, %rd1;\n"
	"mov.u32 %r1, %ctaid.x; rem.u32 %r2, %r1, 50; mul.wide.u32 %rd2, %r2, 4096; add.s64 %rd1, %rd1, %rd2;\n"
	"L: atom.global.or.b32 %r3, [%rd1], 1; add.s64 %rd1, %rd1, 4;\n"
	"setp.ne.s32 %p1, %r3, 0; @%p1 bra L;\n"
	"ret;\n}\n";

static gm_device *device;
static gm_counts counts;
static int64_t asked;

static void
count(int blocks)
{
	static const char *const arguments[] = {"u32[51200]"};
	const gm_ptx_launch launch = {
		.entry = "k", .grid = {blocks, 1, 1}, .block = {1, 1, 1}, .arguments = arguments, .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	device = device_load("h200");
	ck_assert(gm_ptx_module_parse(claiming, strlen(claiming), "claiming", &module, &err) == GM_OK);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s", err.message);
	asked = gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_ATOMIC, GM_GLOBAL);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}

static void
dispose(void)
{
	gm_counts_dispose(&counts);
	gm_device_free(device);
}

/* Clocks of an answer of L2 to an atomic, which the next request waits for (model/chain_site.c), and a few instructions
   between: at most 60. */
static void
check_clocks(double more, double asks)
{
	const double answer = 1.8 * gm_device_value(device, GM_LATENCY_L2);
	ck_assert_double_ge(more, asks * answer);
	ck_assert_double_le(more, asks * (answer + 60));
}

static int64_t
asks_of(int block)
{
	return block / ROWS + 1;
}

static int64_t
asks_of_all(int blocks)
{
	int64_t sum = 0;
	for (int b = 0; b < blocks; b++)
		sum += asks_of(b);
	return sum;
}

START_TEST(the_later_a_block_the_longer_it_asks)
{
	enum { BLOCKS = 500 };
	count(BLOCKS);
	ck_assert_int_eq(asked, asks_of_all(BLOCKS));
	ck_assert_uint_eq(counts.works_count, BLOCKS);
	double sum = counts.works[0].cycles;
	for (int b = 1; b < BLOCKS; b++) {
		check_clocks(counts.works[b].cycles - counts.works[0].cycles, (double)(asks_of(b) - 1));
		sum += counts.works[b].cycles;
	}
	ck_near(counts.block_cycles.by[GM_SERVED_L2], sum / BLOCKS, 1e-9);
	dispose();
}
END_TEST

/* Of more blocks than are looked at each stands for its neighbours, and the others take as long as one that issues as
   much. */
START_TEST(the_mean_of_those_looked_at_is_that_of_all)
{
	static const int rows[] = {512, 513, 1000, 1537, 2001};
	const int blocks = rows[_i];
	count(blocks);
	ck_assert_int_eq(asked, asks_of_all(blocks));
	ck_assert_uint_eq(counts.works_count, (size_t)blocks);
	const double first = counts.works[0].cycles, mean = (double)asks_of_all(blocks) / blocks;
	check_clocks(counts.block_cycles.by[GM_SERVED_L2] - first, mean - 1);
	check_clocks(counts.works[blocks - 1].cycles - first, (double)(asks_of(blocks - 1) - 1));
	dispose();
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("among");
	tcase_add_test(tests, the_later_a_block_the_longer_it_asks);
	tcase_add_loop_test(tests, the_mean_of_those_looked_at_is_that_of_all, 0, 5);
	Suite *suite = suite_create("among");
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
