/*
 * How far arithmetic may be off that values decide, of which a few blocks were asked: sass/rare.h.
 */
#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <string.h>

/* 2^-x of x = 0, 1, ... 2047 in 64 blocks: what is below 2^-126 is scaled by FMUL before MUFU.EX2 and after it, in all
   lanes of all blocks but the first four, and in one of the fourth. Of 20 that are asked, 39 blocks from one to the next
   around the grid from the 27th on, the first and the third are two: 18 of 20 lanes. The variance of that share is
   18/20 * 2/20 / 19 * (1 - 20/64), Student's t of 19 is 2.093. Unless said, so small a grid is asked whole. */
static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 a) {\n"
	".reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .f32 %f<4>;\n"
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
	"mad.lo.s32 %r3, %r2, 32, %r1; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;\n"
	"ld.global.f32 %f1, [%rd3]; sub.f32 %f2, 0f00000000, %f1; ex2.approx.f32 %f3, %f2; st.global.f32 [%rd3], %f3; ret; }\n";

static const struct {
	int64_t sample;
	double count, spread;
} rows[] = {
	{0, 2 * (2048 - 127), 0},
	{20, 2 * 2048 * 18.0 / 20, 2.093 * 2 * 2048 * 0.0570665},
	{GM_SAMPLE_ALL, 2 * (2048 - 127), 0},
};

START_TEST(what_hangs_on_values_is_told_with_its_spread)
{
	const char *const arguments[] = {"f32[2048]:iota"};
	const gm_ptx_launch launch = {.entry = "k", .grid = {64, 1, 1}, .block = {32, 1, 1},
				      .arguments = arguments, .arguments_count = 1};
	gm_device *device = device_load("h200");
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_prediction prediction;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	kernel->sample = rows[_i].sample;
	ck_assert_msg(gm_predict(kernel, device, NULL, &prediction, &err) == GM_OK, "%s", err.message);
	const gm_metric *fmul =
		gm_prediction_metric(&prediction, "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum");
	ck_assert_ptr_nonnull(fmul);
	ck_assert_double_eq_tol(fmul->value.value, rows[_i].count, 0.01);
	ck_assert_double_eq_tol(fmul->spread, rows[_i].spread, 0.1);
	gm_prediction_dispose(&prediction);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("values_spread");
	TCase *tests = tcase_create("values_spread");
	tcase_add_loop_test(tests, what_hangs_on_values_is_told_with_its_spread, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
