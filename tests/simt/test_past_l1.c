/*
 * Loads that L2 serves whatever L1 holds: the words of PTX that ask for it, and what nvdisasm shows that ptxas 13.0
 * makes of them for sm_90: LDG.STRONG.GPU and .SYS; .STRONG.SM may be served by L1 (beside: it is).
 */
#include "ptx/case.h"

static const struct {
	const char *load;
	bool past;
} loads[] = {
	{"ld.global", false},          {"ld.global.ca", false},           {"ld.global.nc", false},
	{"ld.global.cs", false},       {"ld.global.cg", true},            {"ld.global.cv", true},
	{"ld.volatile.global", true},  {"ld.relaxed.gpu.global", true},   {"ld.acquire.sys.global", true},
	{"ld.volatile", true},         {"ld.relaxed.cta.global", false},  {"ld.volatile.shared", false},
};

START_TEST(words_that_pass_by_l1)
{
	static const char frame[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b64 %%rd<3>; .reg .f32 %%f<2>;\n"
		"ld.param.u64 %%rd1, [p]; %s.f32 %%f1, [%%rd1]; st.global.f32 [%%rd1], %%f1; ret;\n}\n";
	static const char *const arguments[] = {"f32[4096]:zero"};
	char text[1024];
	snprintf(text, sizeof text, frame, loads[_i].load);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	int past = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		past += kernel->sites[s].past_l1;
	ck_assert_int_eq(past > 0, loads[_i].past);
	gm_kernel_free(kernel);
}
END_TEST

/* Behind which nvdisasm shows CCTL.IVALL. */
static const struct {
	const char *step;
	bool empties;
} fences[] = {
	{"membar.gl;", true},       {"membar.sys;", true},        {"membar.cta;", false},
	{"fence.sc.gpu;", true},    {"fence.acq_rel.gpu;", true}, {"fence.acq_rel.cta;", false},
	{"ld.acquire.gpu.global.f32 %f1, [%rd1];", true},         {"ld.relaxed.gpu.global.f32 %f1, [%rd1];", false},
	{"ld.acquire.cta.global.f32 %f1, [%rd1];", false},        {"ld.volatile.global.f32 %f1, [%rd1];", false},
	{"atom.acq_rel.gpu.global.add.f32 %f1, [%rd1], %f1;", true},
	{"atom.release.gpu.global.add.f32 %f1, [%rd1], %f1;", false},
};

START_TEST(words_that_empty_l1)
{
	static const char frame[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b64 %%rd<3>; .reg .f32 %%f<2>;\n"
		"ld.param.u64 %%rd1, [p]; %s st.global.f32 [%%rd1], %%f1; ret;\n}\n";
	static const char *const arguments[] = {"f32[4096]:zero"};
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments, .arguments_count = 1};
	char text[1024];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	snprintf(text, sizeof text, frame, fences[_i].step);
	case_ok(gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	int empties = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		empties += kernel->sites[s].empties_l1;
	ck_assert_int_eq(empties > 0, fences[_i].empties);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("past_l1");
	TCase *tests = tcase_create("past_l1");
	tcase_add_loop_test(tests, words_that_pass_by_l1, 0, (int)(sizeof loads / sizeof *loads));
	tcase_add_loop_test(tests, words_that_empty_l1, 0, (int)(sizeof fences / sizeof *fences));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
