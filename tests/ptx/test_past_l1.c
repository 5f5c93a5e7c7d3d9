/*
 * Loads that L2 serves whatever L1 holds: the words of PTX that ask for it, and what nvdisasm shows that ptxas 13.0
 * makes of them for sm_90: LDG.STRONG.GPU and .SYS; .STRONG.SM may be served by L1 (beside: it is).
 */
#include "case.h"

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

int
main(void)
{
	Suite *suite = suite_create("past_l1");
	TCase *tests = tcase_create("past_l1");
	tcase_add_loop_test(tests, words_that_pass_by_l1, 0, (int)(sizeof loads / sizeof *loads));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
