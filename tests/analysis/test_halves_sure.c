/*
 * How sure counts of HADD2, HMUL2 and HFMA2 are. Code of ptxas 13.0 for sm_90 moves literals with HFMA2 wherever
 * it likes, and makes one and the same sum of two halves by HADD2 or by HFMA2, by what it has moved before.
 */
#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

#define KERNEL(body)                                                                                           \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                                      \
	".visible .entry k(.param .u64 a) {\n"                                                                 \
	".reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .b16 %h<6>; .reg .f32 %f<4>;\n"                               \
	"ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"  \
	body "ret; }\n"

static const struct {
	const char *name, *text;
	gm_kind hadd, hmul, hfma;
} rows[] = {
	{"no halves",
	 KERNEL("ld.global.f32 %f1, [%rd3]; add.f32 %f2, %f1, %f1; st.global.f32 [%rd3], %f2;\n"),
	 GM_KIND_EXACT, GM_KIND_EXACT, GM_KIND_MODEL},
	{"a sum of pairs",
	 KERNEL("ld.global.b32 %r2, [%rd3]; ld.global.b32 %r3, [%rd3+128]; add.f16x2 %r4, %r2, %r3;\n"
		"st.global.b32 [%rd3], %r4;\n"),
	 GM_KIND_MODEL, GM_KIND_EXACT, GM_KIND_MODEL},
	{"a product of pairs",
	 KERNEL("ld.global.b32 %r2, [%rd3]; ld.global.b32 %r3, [%rd3+128]; mul.f16x2 %r4, %r2, %r3;\n"
		"st.global.b32 [%rd3], %r4;\n"),
	 GM_KIND_EXACT, GM_KIND_MODEL, GM_KIND_MODEL},
	{"one sum of one half",
	 KERNEL("ld.global.b16 %h1, [%rd3]; ld.global.b16 %h2, [%rd3+2]; add.f16 %h3, %h1, %h2;\n"
		"st.global.b16 [%rd3], %h3;\n"),
	 GM_KIND_EXACT, GM_KIND_EXACT, GM_KIND_MODEL},
	{"two sums of halves that may be one",
	 KERNEL("ld.global.v2.b16 {%h1, %h2}, [%rd3]; ld.global.v2.b16 {%h3, %h4}, [%rd3+128];\n"
		"add.f16 %h1, %h1, %h3; add.f16 %h2, %h2, %h4; st.global.v2.b16 [%rd3], {%h1, %h2};\n"),
	 GM_KIND_MODEL, GM_KIND_EXACT, GM_KIND_MODEL},
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
	ck_assert(kind == GM_KIND_EXACT || strstr(found->value.why, "HFMA2"));
}

START_TEST(what_the_tensor_unit_may_make_is_a_model)
{
	const char *text = rows[_i].text, *const arguments[] = {"u32[64]"};
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
	is_as_sure(&prediction, rows[_i].name, "hadd", rows[_i].hadd);
	is_as_sure(&prediction, rows[_i].name, "hmul", rows[_i].hmul);
	is_as_sure(&prediction, rows[_i].name, "hfma", rows[_i].hfma);
	gm_prediction_dispose(&prediction);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("halves_sure");
	TCase *tests = tcase_create("halves_sure");
	tcase_add_loop_test(tests, what_the_tensor_unit_may_make_is_a_model, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
