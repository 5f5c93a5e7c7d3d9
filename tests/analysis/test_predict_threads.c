/*
 * A prediction is the same, bit for bit, by one thread, two or three: of grids walked whole, of blocks drawn from
 * them, of warps of blocks, and of blocks that are proven to be alike.
 */
#include "analysis/predict.h"
#include "base/workers.h"
#include "launch/launch.h"
#include "support/device.h"
#include "support/near.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Each thread turns as often as its number says, and goes through a table as the last turn's number says. */
static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 data, .param .u64 table, .param .u64 out)\n{\n"
	".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n"
	"ld.param.u64 %rd1, [data];\nld.param.u64 %rd2, [table];\nld.param.u64 %rd3, [out];\n"
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, %ntid.x;\n"
	"mad.lo.s32 %r3, %r1, %r3, %r2;\n"
	"mul.wide.s32 %rd4, %r3, 4;\nadd.s64 %rd5, %rd1, %rd4;\nld.global.u32 %r4, [%rd5];\n"
	"add.s64 %rd7, %rd3, %rd4;\nmov.u32 %r5, 0;\nmov.u32 %r6, %r3;\n"
	"MORE:\nand.b32 %r6, %r6, 4095;\nmul.wide.u32 %rd6, %r6, 4;\nadd.s64 %rd6, %rd2, %rd6;\n"
	"ld.global.u32 %r6, [%rd6];\nadd.u32 %r6, %r6, %r5;\nst.global.u32 [%rd7], %r6;\n"
	"add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p, %r5, %r4;\n@%p bra MORE;\nret;\n}\n";

static const struct {
	const char *name;
	int64_t blocks, threads;
	const char *turns;
	const char *why; /* says of what the counts are; "" where all is walked or proven */
	size_t replayed_least, replayed_most;
	int pieces_least;
} cases[] = {
	{"whole", 300, 128, "random=120", "", 300, 300, 2},
	{"drawn", 30000, 64, "random=120", "blocks drawn, which", 100, 29999, 2},
	{"warps", 20000, 1024, "random=300", "blocks drawn, of most one warp", 100, 19999, 2},
	{"proven", 30000, 64, "fill=3", "", 1, 29999, 1},
};

static gm_kernel *
load(int i)
{
	char words[2][64];
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	const long long count = (long long)(cases[i].blocks * cases[i].threads);
	snprintf(words[0], sizeof words[0], "u32[%lld]:%s", count, cases[i].turns);
	snprintf(words[1], sizeof words[1], "u32[%lld]", count);
	const gm_ptx_launch launch = {.grid = {cases[i].blocks, 1, 1},
	                              .block = {cases[i].threads, 1, 1},
	                              .registers_count = 16,
	                              .local_bytes = -1,
	                              .arguments = (const char *[]){words[0], "u32[4096]:random=4096", words[1]},
	                              .arguments_count = 3};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	return kernel;
}

static const gm_kernel_class *of_ptx;
static atomic_int counted; /* replays into counts, which alone ask what is to be doubted */

static gm_status
replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count, int warp_lanes, gm_walk walk,
       const gm_sink *sink, gm_error *err)
{
	atomic_fetch_add(&counted, sink->doubt != NULL);
	return of_ptx->replay(kernel, samples, count, warp_lanes, walk, sink, err);
}

typedef struct prediction_by {
	int row;
	gm_kernel *kernel;
	gm_prediction prediction;
	int counted;
} prediction_by;

static bool
predict(void *state, size_t piece)
{
	prediction_by *by = state;
	gm_error err = GM_ERROR_NONE;
	(void)piece;
	const gm_predict_request request = {.keep_trace = true};
	ck_assert_msg(gm_predict(by->kernel, device, &request, &by->prediction, &err) == GM_OK, "%s", err.message);
	return true;
}

/* A kernel of its own: what one prediction might leave in it the next does not find. */
static prediction_by
predicted_by(int row, int threads)
{
	prediction_by by = {.row = row, .kernel = load(row)};
	gm_kernel_class class = *by.kernel->methods;
	of_ptx = by.kernel->methods;
	class.replay = replay;
	by.kernel->methods = &class;
	atomic_store(&counted, 0);
	gm_workers_run(&(gm_workers_job){.count = 1, .threads = threads, .work = predict, .state = &by});
	by.counted = atomic_load(&counted);
	by.kernel->methods = of_ptx;
	return by;
}

static void
dispose(prediction_by *by)
{
	gm_prediction_dispose(&by->prediction);
	gm_kernel_free(by->kernel);
}

#define same_bytes(a, b, count) ck_assert_int_eq(memcmp((a), (b), (count) * sizeof *(a)), 0)

static void
compare_counts(const gm_counts *a, const gm_counts *b)
{
	ck_assert_uint_eq(a->works_count, b->works_count);
	ck_assert_uint_eq(a->hazards_count, b->hazards_count);
	ck_assert_str_eq(a->why, b->why);
	same_bytes(a->sites, b->sites, (size_t)a->sites_count);
	same_bytes(&a->block_cycles, &b->block_cycles, 1);
	same_bytes(a->constant_lines, b->constant_lines, GM_CONSTANT_BY_COUNT);
	same_bytes(&a->spread_ratio, &b->spread_ratio, 1);
	same_bytes(&a->work_spread_ratio, &b->work_spread_ratio, 1);
	for (size_t i = 0; i < a->works_count; i++) {
		ck_assert_int_eq(a->works[i].at, b->works[i].at);
		same_bytes(&a->works[i].cycles, &b->works[i].cycles, 1);
		same_bytes(&a->works[i].issued, &b->works[i].issued, 1);
	}
}

static void
compare_traces(const gm_grid_trace *a, const gm_grid_trace *b)
{
	ck_assert_int_eq(a->others_count, b->others_count);
	ck_assert_int_eq(a->far_count, b->far_count);
	for (int i = 0; i < a->others_count; i++) {
		ck_assert_uint_eq(a->others[i].runs_count, b->others[i].runs_count);
		same_bytes(a->others[i].runs, b->others[i].runs, a->others[i].runs_count);
	}
	for (int i = 0; i < a->far_count; i++) {
		ck_assert_uint_eq(a->far[i].runs_count, b->far[i].runs_count);
		same_bytes(a->far[i].runs, b->far[i].runs, a->far[i].runs_count);
	}
}

static void
compare(const gm_prediction *a, const gm_prediction *b)
{
	compare_counts(&a->counts, &b->counts);
	compare_traces(a->trace, b->trace);
	same_bytes(&a->time_s.value, &b->time_s.value, 1);
	ck_assert_int_eq(a->metrics_count, b->metrics_count);
	for (int i = 0; i < a->metrics_count; i++)
		same_bytes(&a->metrics[i].value.value, &b->metrics[i].value.value, 1);
}

START_TEST(a_prediction_is_the_same_by_any_number_of_threads)
{
	prediction_by one = predicted_by(_i, 1);
	const gm_counts *counts = &one.prediction.counts;
	ck_assert_uint_ge(counts->blocks_replayed, cases[_i].replayed_least);
	ck_assert_uint_le(counts->blocks_replayed, cases[_i].replayed_most);
	ck_assert_msg(strstr(counts->why, cases[_i].why), "%s: %s", cases[_i].name, counts->why);
	for (int threads = 2; threads <= 3; threads++) {
		prediction_by more = predicted_by(_i, threads);
		ck_assert_int_eq(one.counted, more.counted);
		compare(&one.prediction, &more.prediction);
		dispose(&more);
	}
	dispose(&one);
}
END_TEST

START_TEST(blocks_that_are_much_work_are_counted_in_pieces)
{
	prediction_by by = predicted_by(_i, 1);
	ck_assert_int_ge(by.counted, cases[_i].pieces_least);
	dispose(&by);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("predict_threads");
	TCase *tcase = tcase_create("predict_threads");
	tcase_add_unchecked_fixture(tcase, load_device, free_device);
	tcase_add_loop_test(tcase, a_prediction_is_the_same_by_any_number_of_threads, 0,
	                    sizeof cases / sizeof *cases);
	tcase_add_loop_test(tcase, blocks_that_are_much_work_are_counted_in_pieces, 0,
	                    sizeof cases / sizeof *cases);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
