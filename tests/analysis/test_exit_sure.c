/*
 * How sure counts of floats under a predicate are. Code of ptxas 13.0 for sm_90 makes some of those that are read
 * behind an exit alone behind it, by the lanes that stay, and others not: see sass/issue_doubt.c.
 */
#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

/* Lanes 8 and up make a product and a multiply-add; lanes 16 and up leave. */
#define KERNEL(before, branch, behind)                                                                         \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                      \
	".visible .entry k(.param .u64 a) {\n"                                                                 \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f32 %f<8>; .reg .pred %p<3>;\n"                              \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"  \
	"ld.global.f32 %f1, [%rd3]; ld.global.f32 %f2, [%rd3+128];\n"                                          \
	"ld.global.f32 %f3, [%rd3+256]; ld.global.f32 %f4, [%rd3+384];\n"                                      \
	"setp.lt.u32 %p1, %r1, 8; setp.gt.u32 %p2, %r1, 15; @%p1 bra J;\n"                                     \
	"fma.rn.f32 %f2, %f1, %f3, %f2; mul.f32 %f4, %f4, %f1;\n"                                              \
	"J: " before branch behind "E: ret; }\n"
#define LEAVE "@%p2 bra E;\n"
#define JOIN "fma.rn.f32 %f5, %f4, %f3, %f2; st.global.f32 [%rd3], %f5;\n"

static const struct {
	const char *name, *text;
	gm_kind fmul;
} rows[] = {
	{"read behind an exit", KERNEL("", LEAVE, JOIN), GM_KIND_MODEL},
	{"read where no lane has left", KERNEL("", "", JOIN), GM_KIND_EXACT},
	{"read before the exit, too", KERNEL("st.global.f32 [%rd3+128], %f4; st.global.f32 [%rd3+256], %f2;\n", LEAVE, JOIN),
	 GM_KIND_EXACT},
};

static void
is_as_sure(const gm_prediction *prediction, const char *row, const char *op, gm_kind kind)
{
	char name[64];
	snprintf(name, sizeof name, "smsp__sass_thread_inst_executed_op_%s_pred_on.sum", op);
	const gm_metric *found = gm_prediction_metric(prediction, name);
	ck_assert_ptr_nonnull(found);
	ck_assert_msg(found->value.kind == kind, "%s of %s: %s, not %s", op, row, gm_kind_name(found->value.kind),
		      gm_kind_name(kind));
	ck_assert(kind == GM_KIND_EXACT || strstr(found->value.why, "exit"));
}

START_TEST(what_may_go_behind_an_exit_is_a_model)
{
	const char *text = rows[_i].text, *const arguments[] = {"u32[128]"};
	const gm_ptx_launch launch = {.entry = "k", .grid = {1, 1, 1}, .block = {32, 1, 1},
				      .arguments = arguments, .arguments_count = 1};
	gm_device *device = device_load("h200");
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_prediction prediction;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_predict(kernel, device, NULL, &prediction, &err) == GM_OK, "%s", err.message);
	is_as_sure(&prediction, rows[_i].name, "fmul", rows[_i].fmul);
	gm_prediction_dispose(&prediction);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("exit_sure");
	TCase *tests = tcase_create("exit_sure");
	tcase_add_loop_test(tests, what_may_go_behind_an_exit_is_a_model, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
