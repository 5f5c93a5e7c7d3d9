/*
 * What a prediction says of counts that hang on order: kind, line and finding.
 */
#include "support/loading.h"

#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 40, ATOMIC_LINE = 11 };

/* The place of each thread's number is what an atomic says; or its own. The PTX has a line of its text for a line
   of this one. */
#define KERNEL(place)                                                                              \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 counter, .param .u64 out)\n{\n"                             \
	".reg .b32 %r<9>; .reg .b64 %rd<9>;\n"                                                     \
	"ld.param.u64 %rd1, [counter];\nld.param.u64 %rd2, [out];\n"                               \
	"mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 64, %r2;\n"              \
	"cvta.to.global.u64 %rd1, %rd1;\natom.global.add.u32 %r4, [%rd1], 1;\n"                    \
	"mul.wide.u32 %rd3, " place ", 4; add.s64 %rd4, %rd2, %rd3;\n"                             \
	"st.global.u32 [%rd4], %r4;\nret;\n}\n"
static const char placed[] = KERNEL("%r4"), own[] = KERNEL("%r3");

static gm_prediction *
predict(const char *text, gm_kernel **kernel, gm_device **device)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module = NULL;
	gm_prediction *p = gm_allocate(1, sizeof *p);
	const gm_ptx_launch launch = {.grid = {BLOCKS, 1, 1},
				      .block = {64, 1, 1},
				      .arguments = (const char *[]){"u32[1]:zero", "u32[2560]"},
				      .arguments_count = 2};
	*device = device_load("h200");
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	ck_assert_msg(gm_predict(*kernel, *device, NULL, p, &err) == GM_OK, "%s", err.message);
	return p;
}

static const gm_finding *
finding(const gm_prediction *p)
{
	for (int i = 0; i < p->findings_count; i++)
		if (p->findings[i].id == GM_FINDING_TIMING)
			return &p->findings[i];
	return NULL;
}

#define STORED "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"

START_TEST(a_count_that_hangs_on_an_atomic_names_its_line)
{
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction *p = predict(placed, &kernel, &device);
	const gm_metric *sectors = gm_prediction_metric(p, STORED);
	ck_assert_int_eq(sectors->value.kind, GM_KIND_TIMING);
	ck_assert_int_eq(kernel->sites[sectors->site].ptx_line, ATOMIC_LINE);
	ck_assert_int_eq(gm_prediction_metric(p, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")->value.kind,
			 GM_KIND_EXACT);
	const gm_finding *f = finding(p);
	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(kernel->sites[f->site].ptx_line, ATOMIC_LINE);
	ck_assert_ptr_nonnull(strstr(f->text, STORED));
	gm_prediction_dispose(p);
	free(p);
	gm_kernel_free(kernel);
	gm_device_free(device);
}
END_TEST

/* 2560 words in 320 sectors. */
START_TEST(an_atomic_from_which_nothing_follows_leaves_counts_exact)
{
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction *p = predict(own, &kernel, &device);
	const gm_metric *sectors = gm_prediction_metric(p, STORED);
	ck_assert_int_eq(sectors->value.kind, GM_KIND_EXACT);
	ck_assert_int_eq(sectors->site, -1);
	ck_assert_double_eq(sectors->value.value, 320);
	ck_assert_ptr_null(finding(p));
	gm_prediction_dispose(p);
	free(p);
	gm_kernel_free(kernel);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("timing");
	TCase *cases = tcase_create("timing");
	tcase_add_test(cases, a_count_that_hangs_on_an_atomic_names_its_line);
	tcase_add_test(cases, an_atomic_from_which_nothing_follows_leaves_counts_exact);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
