/*
 * Instructions that access memory, and what they ask for, held against code of ptxas 13.0 for sm_90 as
 * nvdisasm shows it (tests/ptx/lowering/accesses.cu): LDG, STG, LDS and STS times the warps that issue
 * them. A predicated one is issued by each warp, one behind a branch by those with a lane that gets there.
 */
#include "analysis/predict.h"

#include "input/device_file.h"
#include "support/loading.h"
#include "launch/launch.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>

static gm_ptx_module *module;
static gm_device *device;

static void
load(void)
{
	static const char path[] = GM_TREE "/tests/ptx/lowering/accesses.sm_90.ptx";
	gm_error err = GM_ERROR_NONE;
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	const size_t length = (size_t)ftell(file);
	rewind(file);
	char *text = gm_allocate(length + 1, 1);
	ck_assert_uint_eq(fread(text, 1, length, file), length);
	fclose(file);
	ck_assert_msg(gm_ptx_module_parse(text, length, path, &module, &err) == GM_OK, "%s",
		      err.message);
	free(text);
	ck_assert_msg(gm_device_load(GM_TREE "/devices/h200.xml", &device, &err) == GM_OK, "%s",
		      err.message);
}

static void
unload(void)
{
	gm_ptx_module_free(module);
	gm_device_free(device);
}

static double
metric_of_grid(const char *entry, int64_t blocks, int64_t threads, const char *const *arguments,
	       const char *name)
{
	gm_ptx_launch launch = {.entry = entry,
				.grid = {blocks, 1, 1},
				.block = {threads, 1, 1},
				.arguments = arguments};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_prediction prediction;
	while (arguments[launch.arguments_count])
		launch.arguments_count++;
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s: %s", entry,
		      err.message);
	ck_assert_msg(gm_predict(kernel, device, NULL, &prediction, &err) == GM_OK, "%s: %s", entry,
		      err.message);
	const gm_metric *found = gm_prediction_metric(&prediction, name);
	ck_assert_ptr_nonnull(found);
	const double value = found->value.value;
	gm_prediction_dispose(&prediction);
	gm_kernel_free(kernel);
	return value;
}

static double
metric(const char *entry, int64_t threads, const char *const *arguments, const char *name)
{
	return metric_of_grid(entry, 1, threads, arguments, name);
}

#define HALVES {"f16[4096]", "f16[4096]", "f32[4096]"}
#define BYTES {"u8[4096]", "u8[4096]", "s32[4096]"}
#define FLOATS {"f32[16384]", "f32[16384]", "s32=9"}

static const struct {
	const char *entry;
	int threads;
	const char *arguments[5];
	int counts[4]; /* LDG, STG, LDS, STS */
} kernels[] = {
	{"rows_rows", 32, HALVES, {8, 4, 0, 0}},
	{"rows_columns", 32, HALVES, {8, 4, 0, 0}},
	{"columns_rows", 32, HALVES, {8, 4, 0, 0}},
	{"tall", 32, HALVES, {10, 4, 0, 0}},
	{"bytes_across", 32, BYTES, {16, 4, 0, 0}},
	{"bytes_along", 32, BYTES, {4, 4, 0, 0}},
	{"bytes_shared", 32, BYTES, {32, 4, 0, 32}},
	{"tree_step", 256, {"f32[256]", "s32=9"}, {8, 8, 24, 16}},
	{"extremes", 256, {"f64[256]", "s32=9"}, {8, 8, 48, 32}},
	{"halo", 256, FLOATS, {24, 8, 16, 24}},
	{"long_sum", 256, FLOATS, {56, 8, 8, 16}},
	{"longer_sum", 256, FLOATS, {12, 8, 8, 9}},
	{"one_store", 256, FLOATS, {8, 16, 0, 0}},
	{"one_addition", 256, FLOATS, {8, 8, 0, 0}},
	{"copy_ahead", 256, {"f32[8192]", "f32[8192]"}, {0, 8, 32, 0}},
	{"copy_twice", 256, {"f32[8192]", "f32[8192]"}, {0, 16, 64, 0}},
};

START_TEST(warps_issue_the_accesses_of_the_machine_code)
{
	static const char *const names[4] = {
		"smsp__inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_st.sum",
		"smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"};
	for (int i = 0; i < 4; i++) {
		const double count = metric(kernels[_i].entry, kernels[_i].threads,
					    kernels[_i].arguments, names[i]);
		ck_assert_msg(count == kernels[_i].counts[i], "%s, %s: %g, the machine code has %d",
			      kernels[_i].entry, names[i], count, kernels[_i].counts[i]);
	}
}
END_TEST

/* LDSM, which fetches a tile of 16 x 16 bytes at once, is a request of shared memory and no LDS: with 32
   stores of a row two requests, of two wavefronts each. */
START_TEST(tiles_come_from_shared_memory_by_rows)
{
	static const char *const arguments[] = {"u8[4096]", "u8[4096]", "s32[4096]", NULL};
	ck_assert(metric("bytes_shared", 32, arguments, "memory_l1_wavefronts_shared") == 32 + 2 * 2);
}
END_TEST

/* Lanes that meet on a word come one by one (atomic_global on an H200: 32 sectors for a request on one
   word, 16 for two words of a sector, 4 and 8 for 32 words of 4 and 8 bytes). */
static const struct {
	const char *entry, *arguments[3];
	int sectors;
} additions[] = {
	{"add_all", {"f32[64]", "f32=1"}, 32},   {"add_few", {"f32[64]", "f32=1"}, 16},
	{"add_pairs", {"f32[64]", "f32=1"}, 4},  {"add_apart", {"f32[256]", "f32=1"}, 32},
	{"add_doubles", {"f64[64]", "f64=1"}, 8},
};

START_TEST(equal_words_of_an_addition_come_one_by_one)
{
	static const char name[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
	const double sectors = metric(additions[_i].entry, 32, additions[_i].arguments, name);
	ck_assert_msg(sectors == additions[_i].sectors, "%s: %g", additions[_i].entry, sectors);
}
END_TEST

/* Behind each other in a bank of L1's tags (model/tags.h). All even words of line 0, all of line 5, the odd
   ones of line 0: 2 sectors each. Compare-and-swap: word 0; 176; 16 with 17, which lies on the other half of its
   line than 0. */
START_TEST(lanes_of_several_lines_wait_for_each_other)
{
	static const char *const floats[] = {"f32[128]", "f32[1024]", "f32=1", NULL};
	static const char *const words[] = {"f32[128]", "u32[1024]", "u32=1", NULL};
	ck_assert(metric("add_between", 32, floats, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum") ==
	          6);
	ck_assert(metric("swap_between", 32, words, "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum") ==
	          3);
}
END_TEST

/* Of a sum of a warp by shuffles the machine code adds 4 times with 32 lanes and once with the lane that
   needs it, where that is behind a branch or an exit; 5 times with 32 where it is predicated. */
static const struct {
	const char *entry, *arguments[5], *metric;
	int count;
} moved[] = {
	{"sum_added", {"f32[32]", "f32[32]"}, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 129},
	{"sum_left", {"f32[32]", "f32[32]", "s32=7"},
	 "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 129},
	{"sum_kept", {"f32[32]", "f32[32]"}, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 160},
	{"remainders", {"u32[2048]:random", "u32[32]", "u32=77", "s32=1024"},
	 "smsp__inst_executed_pipe_xu.sum", 3},
	{"remainders_of_data", {"u32[2048]:random", "u32[32]", "s32=1024"},
	 "smsp__inst_executed_pipe_xu.sum", 3 * 32},
};

START_TEST(what_the_assembler_moves_is_done_where_it_is_moved_to)
{
	const double count = metric(moved[_i].entry, 32, moved[_i].arguments, moved[_i].metric);
	ck_assert_msg(count == moved[_i].count, "%s: %g, the machine code has %d", moved[_i].entry,
		      count, moved[_i].count);
}
END_TEST

/* 16384 heads and, of 2^20 links of 12 bytes at random, one for each at least, most walks longer: those are
   16384 / 8 + 16000 sectors from DRAM; and no more than 30 links a walk, each in a line. */
START_TEST(a_load_that_goes_to_two_arrays_brings_both_from_dram)
{
	static const char *const arguments[] = {"s32[3145728]:random=1048576",
						"s32[16384]:random=1048576", "f32[16384]", "s32=30",
						NULL};
	const double bytes = metric_of_grid("walk", 128, 128, arguments, "dram__bytes_read.sum");
	ck_assert_msg(bytes > 32 * 18000, "%g bytes", bytes);
	ck_assert_msg(bytes < 30.0 * 16384 * 128, "%g bytes", bytes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("accessing");
	TCase *tests = tcase_create("accessing");
	tcase_add_unchecked_fixture(tests, load, unload);
	tcase_add_loop_test(tests, warps_issue_the_accesses_of_the_machine_code, 0,
			    sizeof kernels / sizeof *kernels);
	tcase_add_test(tests, a_load_that_goes_to_two_arrays_brings_both_from_dram);
	tcase_add_test(tests, tiles_come_from_shared_memory_by_rows);
	tcase_add_loop_test(tests, equal_words_of_an_addition_come_one_by_one, 0,
			    sizeof additions / sizeof *additions);
	tcase_add_test(tests, lanes_of_several_lines_wait_for_each_other);
	tcase_add_loop_test(tests, what_the_assembler_moves_is_done_where_it_is_moved_to, 0,
			    sizeof moved / sizeof *moved);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
