/* Blocks that stay and draw their work from a counter: each number once, and no block much more than another. */
#include "model/counts.h"

#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

#define HEAD                                                                                                           \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                              \
	".visible .entry k(.param .u64 q, .param .u64 o, .param .u32 n)\n{\n"                                          \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>; .shared .align 4 .u32 mine;\n"                         \
	"ld.param.u64 %rd11, [q]; ld.param.u64 %rd12, [o]; ld.param.u32 %r9, [n];\n"                                     \
	"cvta.to.global.u64 %rd1, %rd11; cvta.to.global.u64 %rd2, %rd12; mov.u32 %r1, %tid.x;\n"

/* Thread 0 draws for its block, through shared memory; row i of 32 words is stored. */
static const char for_all[] =
	HEAD "L: setp.ne.s32 %p1, %r1, 0; @%p1 bra W;\n"
	     "atom.global.add.u32 %r2, [%rd1], 1; st.shared.u32 [mine], %r2;\n"
	     "W: bar.sync 0; ld.shared.u32 %r3, [mine]; bar.sync 0;\n"
	     "setp.ge.u32 %p2, %r3, %r9; @%p2 bra END;\n"
	     "mad.lo.s32 %r4, %r3, 32, %r1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3;\n"
	     "st.global.u32 [%rd4], %r3; bra L;\n"
	     "END: ret;\n}\n";

/* The same with a counter that goes round: atomicInc(q, n - 1 + blocks). */
static const char going_round[] =
	HEAD "mov.u32 %r6, %nctaid.x; add.s32 %r7, %r9, %r6; add.s32 %r7, %r7, -1;\n"
	     "L: setp.ne.s32 %p1, %r1, 0; @%p1 bra W;\n"
	     "atom.global.inc.u32 %r2, [%rd1], %r7; st.shared.u32 [mine], %r2;\n"
	     "W: bar.sync 0; ld.shared.u32 %r3, [mine]; bar.sync 0;\n"
	     "setp.ge.u32 %p2, %r3, %r9; @%p2 bra END;\n"
	     "mad.lo.s32 %r4, %r3, 32, %r1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3;\n"
	     "st.global.u32 [%rd4], %r3; bra L;\n"
	     "END: ret;\n}\n";

/* Lane 0 draws for its warp, and row i of 32 words is stored. */
static const char for_its_warp[] =
	HEAD "and.b32 %r5, %r1, 31;\n"
	     "L: setp.ne.s32 %p1, %r5, 0; @%p1 bra W; atom.global.add.u32 %r2, [%rd1], 1;\n"
	     "W: shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; setp.ge.u32 %p2, %r3, %r9; @%p2 bra END;\n"
	     "mad.lo.s32 %r4, %r3, 32, %r5; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3;\n"
	     "st.global.u32 [%rd4], %r3; bra L;\n"
	     "END: ret;\n}\n";

/* Each thread draws for itself, and stores word i. */
static const char for_itself[] =
	HEAD "L: atom.global.add.u32 %r3, [%rd1], 1; setp.ge.u32 %p2, %r3, %r9; @%p2 bra END;\n"
	     "mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd2, %rd3;\n"
	     "st.global.u32 [%rd4], %r3; bra L;\n"
	     "END: ret;\n}\n";

/* No queue: n turns of each thread, each of which takes the next place while there is room. */
static const char places[] =
	HEAD "mov.u32 %r5, 0;\n"
	     "L: atom.global.add.u32 %r3, [%rd1], 1; setp.ge.u32 %p2, %r3, 4096; @%p2 bra N;\n"
	     "mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd2, %rd3; st.global.u32 [%rd4], %r3;\n"
	     "N: add.s32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, %r9; @%p1 bra L;\n"
	     "ret;\n}\n";

static gm_device *device;
static gm_kernel *kernel;
static gm_counts counts;

static void
count(const char *text, int blocks, int threads, int n)
{
	char last[32];
	const char *const arguments[] = {"u32[1]", "u32[1048576]", last};
	const gm_ptx_launch launch = {.entry = "k", .grid = {blocks, 1, 1}, .block = {threads, 1, 1},
	                              .arguments = arguments, .arguments_count = 3};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	snprintf(last, sizeof last, "u32=%d", n);
	device = device_load("h200");
	ck_assert(gm_ptx_module_parse(text, strlen(text), "queue", &module, &err) == GM_OK);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
}

static void
dispose(void)
{
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	gm_device_free(device);
}

static int64_t
sum_of(gm_counter counter, gm_operation operation)
{
	return gm_counts_sum(kernel, &counts, counter, operation, GM_GLOBAL);
}

static const struct {
	const char *text;
	int blocks, threads, n;
} rows[] = {{for_all, 528, 32, 3000}, {for_all, 528, 32, 528},    {for_all, 528, 32, 527}, {for_all, 7, 32, 100},
            {for_all, 1, 32, 100},    {for_all, 2000, 32, 10},    {going_round, 528, 32, 3000},
            {for_all, 100, 32, 0},    {going_round, 60, 32, 100}, {for_itself, 40, 1, 1000}};

/* A number each is stored once, and every block draws one in vain. */
START_TEST(each_number_is_drawn_once)
{
	count(rows[_i].text, rows[_i].blocks, rows[_i].threads, rows[_i].n);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_STORE), rows[_i].n);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_ATOMIC), rows[_i].n + rows[_i].blocks);
	dispose();
}
END_TEST

/* 3000 = 5 * 528 + 360: five or six turns of each. */
START_TEST(no_block_takes_all)
{
	double least = INFINITY, most = 0;
	count(for_all, 528, 32, 3000);
	for (size_t i = 0; i < counts.works_count; i++) {
		least = fmin(least, counts.works[i].issued);
		most = fmax(most, counts.works[i].issued);
	}
	ck_assert_double_gt(least, 0);
	ck_assert_double_le(most / least, 7.0 / 6 + 1e-9);
	dispose();
}
END_TEST

/* 10 blocks of 64 that each turn 5 times: 3200 lanes of 100 requests, whose words are neighbours. */
START_TEST(threads_that_draw_for_themselves_draw_neighbours)
{
	count(for_itself, 10, 64, 3200);
	ck_assert_int_eq(sum_of(GM_COUNT_THREAD_INSTRUCTIONS, GM_STORE), 3200);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_STORE), 100);
	ck_assert_int_eq(sum_of(GM_COUNT_SECTORS, GM_STORE), 400);
	dispose();
}
END_TEST

enum { WARPS = 4 };

static gm_status
count_stores(void *state, const gm_warp_instr *instr)
{
	((int *)state)[instr->warp] += kernel->sites[instr->site].operation == GM_STORE;
	return GM_OK;
}

/* 10 blocks of 4 warps: 400 numbers are 10 for each warp. */
START_TEST(no_warp_takes_all)
{
	int stores[WARPS] = {0};
	gm_error err = GM_ERROR_NONE;
	const gm_sink sink = {.state = stores, .instruction = count_stores};
	count(for_its_warp, 10, 32 * WARPS, 400);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_STORE), 400);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_ATOMIC), 400 + 10 * WARPS);
	ck_assert_msg(gm_kernel_replay(kernel, (gm_dim3){3, 0, 0}, 32, &sink, &err) == GM_OK, "%s", err.message);
	for (int w = 0; w < WARPS; w++) {
		const gm_block_sample alone = {.block = {3, 0, 0}, .weight = 1, .warp = (uint16_t)w, .warps = WARPS};
		ck_assert_int_eq(stores[w], 10);
		ck_assert(gm_kernel_replay_samples(kernel, &alone, 1, 32, GM_WALK_SAMPLED, &sink, &err) == GM_OK);
		ck_assert_int_eq(stores[w], 20);
	}
	dispose();
}
END_TEST

/* 4 blocks of 32, 8 turns: 32 requests of neighbouring words from the start of a line. */
START_TEST(places_are_taken_in_the_order_of_requests)
{
	count(places, 4, 32, 8);
	ck_assert_int_eq(sum_of(GM_COUNT_REQUESTS, GM_STORE), 32);
	ck_assert_int_eq(sum_of(GM_COUNT_SECTORS, GM_STORE), 128);
	for (size_t i = 1; i < counts.works_count; i++)
		ck_assert_double_eq(counts.works[i].issued, counts.works[0].issued);
	dispose();
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("queue");
	tcase_add_loop_test(tests, each_number_is_drawn_once, 0, (int)(sizeof rows / sizeof rows[0]));
	tcase_add_test(tests, no_block_takes_all);
	tcase_add_test(tests, no_warp_takes_all);
	tcase_add_test(tests, threads_that_draw_for_themselves_draw_neighbours);
	tcase_add_test(tests, places_are_taken_in_the_order_of_requests);
	Suite *suite = suite_create("queue");
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
