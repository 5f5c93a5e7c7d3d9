/*
 * Loads that the assembler issues before branches which PTX writes before them (sass/issue.h), and branches
 * that part stores: what nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "kernel/issue.h"

#include "ptx/case.h"

/* A lane's own word in %r2, another comes at L; between them lies what each row says. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
	".reg .f32 %%f<9>; .reg .pred %%q<4>;\n.shared .b32 s[64];\n"
	"ld.param.u64 %%rd1, [p]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"ld.global.f32 %%f1, [%%rd4]; mov.b32 %%r2, %%f1; setp.lt.s32 %%q1, %%r2, 7;\n"
	"@%%q1 bra L;\n%s\nL: %s ld.global%s.f32 %%f2, [%%rd%d+1024]; add.f32 %%f3, %%f1, %%f2;\n"
	"st.global.f32 [%%rd4], %%f3; ret;\n}\n";

#define FOUR "fma.rn.f32 %f1, %f1, %f1, %f1; fma.rn.f32 %f1, %f1, %f1, %f1; " \
	     "fma.rn.f32 %f1, %f1, %f1, %f1; fma.rn.f32 %f1, %f1, %f1, %f1; "
#define LONG_IF FOUR FOUR FOUR FOUR FOUR FOUR
#define POINTER "mul.wide.u32 %rd5, %r1, 8; add.s64 %rd5, %rd2, %rd5;"
#define HASH                                                                                       \
	"mad.lo.s32 %r3, %r1, 747796405, 12345; shr.u32 %r4, %r3, 28; add.s32 %r4, %r4, 4; "           \
	"shr.u32 %r4, %r3, %r4; xor.b32 %r4, %r4, %r3; mul.lo.s32 %r4, %r4, 277803737; "              \
	"and.b32 %r4, %r4, 1023; mul.wide.u32 %rd5, %r4, 4; add.s64 %rd5, %rd2, %rd5;"
#define LOADED "ld.global.u32 %r4, [%rd4+2048]; mul.wide.u32 %rd5, %r4, 4; add.s64 %rd5, %rd2, %rd5;"

/* Between lanes that may have parted: WARPSYNC before one of them, BRA.DIV before two. */
#define EXCHANGE "shfl.sync.bfly.b32 %r3|%q2, %r2, 16, 31, -1; add.s32 %r2, %r2, %r3; mov.b32 %f1, %r2; "

static const struct {
	const char *between, *cache;
	bool ahead;
	const char *made; /* %rd5, the address, behind the if; NULL: it is %rd4 */
} loads[] = {
	{LONG_IF, "", true, NULL},
	{LONG_IF "st.shared.f32 [s], %f1;", "", true, NULL},
	{LONG_IF "st.global.f32 [%rd4+2048], %f1;", "", true, NULL},
	{LONG_IF "st.global.f32 [%rd2+2048], %f1;", "", false, NULL},
	{LONG_IF "st.global.f32 [%rd2+2048], %f1;", ".nc", true, NULL},
	{LONG_IF "membar.gl;", "", false, NULL},
	{LONG_IF "bar.sync 0;", "", false, NULL},
	{LONG_IF "bar.sync 0;", ".nc", true, NULL},
	{LONG_IF "add.s64 %rd4, %rd4, 4;", "", false, NULL},
	{LONG_IF, "", true, POINTER},
	{LONG_IF "add.s32 %r1, %r1, 1;", "", false, POINTER},
	{LONG_IF, "", true, HASH},
	{LONG_IF, "", true, LOADED},
	{LONG_IF "st.global.f32 [%rd2+2048], %f1;", "", false, LOADED},
	{EXCHANGE LONG_IF, ".nc", true, NULL},
	{EXCHANGE EXCHANGE LONG_IF, ".nc", false, NULL},
};

static gm_kernel *
kernel_of(const char *text)
{
	static const char *const arguments[] = {"f32[4096]:zero"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	case_ok(gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, &err), &err);
	const gm_ptx_launch launch = {.grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 1};
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	gm_ptx_module_free(module);
	return kernel;
}

/* The last load of the kernel. */
static int
last_load(const gm_kernel *kernel)
{
	int found = -1;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_LOAD && kernel->sites[s].space == GM_GLOBAL)
			found = s;
	ck_assert_int_ge(found, 0);
	return found;
}

START_TEST(a_load_goes_ahead_of_a_branch_unless_something_holds_it)
{
	char text[4096];
	const char *made = loads[_i].made;
	snprintf(text, sizeof text, frame, loads[_i].between, made ? made : "", loads[_i].cache, made ? 5 : 4);
	gm_kernel *kernel = kernel_of(text);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	const int load = last_load(kernel);
	ck_assert_int_eq(issue[load].ahead, loads[_i].ahead);
	int opening = 0;
	for (int s = 0; s < load; s++)
		opening += issue[s].opens;
	ck_assert_int_eq(opening, loads[_i].ahead);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* What nobody writes is loaded with the first barrier that it passes, what others may write behind each. */
static const struct {
	const char *between, *cache;
	int opening; /* barriers that a load is issued with */
} straight[] = {
	{"bar.sync 0;", ".nc", 1},
	{"bar.sync 0;", "", 0},
	{"bar.sync 0; st.shared.f32 [s], %f1; bar.sync 0;", ".nc", 1},
	{"bar.sync 0; mul.wide.u32 %rd4, %r1, 8; add.s64 %rd4, %rd2, %rd4;", ".nc", 1},
	{"bar.sync 0; ld.global.u32 %r4, [%rd4]; mul.wide.u32 %rd4, %r4, 4; add.s64 %rd4, %rd2, %rd4;", ".nc", 0},
	{"membar.gl; bar.sync 0;", ".nc", 1},
	{"bar.sync 0; membar.gl;", ".nc", 0},
	{"setp.lt.s32 %q1, %r2, 7; bar.sync 0; @%q1 bra L; ld.global.nc.f32 %f1, [%rd4+2048]; L: ", ".nc", 1},
};

START_TEST(a_load_of_what_nobody_writes_passes_barriers)
{
	static const char one[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
		".reg .f32 %%f<9>; .reg .pred %%q<4>;\n.shared .b32 s[64];\n"
		"ld.param.u64 %%rd1, [p]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
		"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
		"ld.global.f32 %%f1, [%%rd4]; mov.b32 %%r2, %%f1;\n%s\n"
		"ld.global%s.f32 %%f2, [%%rd4+1024]; add.f32 %%f3, %%f1, %%f2;\n"
		"st.global.f32 [%%rd4], %%f3; ret;\n}\n";
	char text[4096];
	snprintf(text, sizeof text, one, straight[_i].between, straight[_i].cache);
	gm_kernel *kernel = kernel_of(text);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	int opening = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		opening += issue[s].opens && kernel->sites[s].operation == GM_BARRIER;
	ck_assert_int_eq(opening, straight[_i].opening);
	ck_assert_int_eq(issue[last_load(kernel)].ahead, straight[_i].opening > 0);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* Two stores, and what is between them: a branch over 24 instructions stays one, and the second store joins
   the first no more; over one it is a predicate. */
static const struct {
	const char *between;
	bool parts;
} stores[] = {
	{LONG_IF, true},
	{"add.f32 %f1, %f1, %f1;", false},
};

START_TEST(a_branch_that_stays_parts_stores)
{
	static const char two[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
		".reg .f32 %%f<9>; .reg .pred %%q<4>;\n"
		"ld.param.u64 %%rd1, [p]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
		"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
		"ld.global.f32 %%f1, [%%rd4]; mov.b32 %%r2, %%f1; setp.lt.s32 %%q1, %%r2, 7;\n"
		"st.global.f32 [%%rd4], %%f1; @%%q1 bra L;\n%s\n"
		"L: st.global.f32 [%%rd4+512], %%f1; ret;\n}\n";
	char text[4096];
	snprintf(text, sizeof text, two, stores[_i].between);
	gm_kernel *kernel = kernel_of(text);
	int parting = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		parting += kernel->sites[s].operation == GM_BRANCH && kernel->sites[s].parts_stores;
	ck_assert_int_eq(parting, stores[_i].parts);
	gm_kernel_free(kernel);
}
END_TEST

/* LDC.64 brings two words at one register's address, and of three two; through another register, or with
   something else's address between, each comes by itself. */
static const struct {
	const char *body;
	double loads;
} constants[] = {
	{"ld.const.u32 %r3, [%rd6]; ld.const.u32 %r4, [%rd6+4];", 1},
	{"ld.const.u32 %r3, [%rd6]; ld.const.u32 %r4, [%rd6+8];", 2},
	{"ld.const.u32 %r3, [%rd6]; ld.const.u32 %r4, [%rd7+4];", 2},
};

START_TEST(neighbouring_words_of_constant_memory_come_together)
{
	static const char two[] =
		".version 8.0\n.target sm_90\n.address_size 64\n.const .align 8 .b8 c[4096];\n"
		".visible .entry k(.param .u64 p)\n{\n.reg .b32 %%r<9>; .reg .b64 %%rd<9>;\n"
		"ld.param.u64 %%rd1, [p]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
		"mul.wide.u32 %%rd3, %%r1, 8; add.s64 %%rd4, %%rd2, %%rd3; mov.u64 %%rd5, c;\n"
		"add.s64 %%rd6, %%rd5, %%rd3; mul.wide.u32 %%rd8, %%r1, 16; add.s64 %%rd7, %%rd5, %%rd8;\n"
		"%s\nxor.b32 %%r5, %%r3, %%r4; st.global.u32 [%%rd4], %%r5; ret;\n}\n";
	char text[4096];
	snprintf(text, sizeof text, two, constants[_i].body);
	gm_kernel *kernel = kernel_of(text);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	double found = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		found += (double)issue[s].constants;
	ck_near(found, constants[_i].loads, 1e-6);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ahead");
	TCase *tests = tcase_create("ahead");
	tcase_add_loop_test(tests, a_load_goes_ahead_of_a_branch_unless_something_holds_it, 0,
			    sizeof loads / sizeof *loads);
	tcase_add_loop_test(tests, a_load_of_what_nobody_writes_passes_barriers, 0,
			    sizeof straight / sizeof *straight);
	tcase_add_loop_test(tests, a_branch_that_stays_parts_stores, 0,
			    sizeof stores / sizeof *stores);
	tcase_add_loop_test(tests, neighbouring_words_of_constant_memory_come_together, 0,
			    sizeof constants / sizeof *constants);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
