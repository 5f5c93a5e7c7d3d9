/*
 * Ifs that ptxas (13.0, sm_90) issues under a predicate, and those that it branches around: accesses of shared memory,
 * as many as are short enough, volatile ones like others.
 */
#include "launch/launch.h"

#include "base/memory.h"
#include "kernel/issue.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>

enum { EXITS = 1 };

static const struct {
	const char *is_volatile;
	int loads;
	bool predicated;
} rows[] = {
	{"", 1, true},           {"", 2, true},           {"", 3, true},
	{"", 4, false},          {"", 8, false},          {".volatile", 1, true},
	{".volatile", 2, true},  {".volatile", 3, true},  {".volatile", 4, false},
	{".volatile", 8, false},
};

static gm_ptx_module *
module_of(int row)
{
	enum { ROOM = 1 << 13 };
	static const char start[] =
		".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry sum(.param .u64 y)\n{\n"
		".reg .b64 %rd<4>; .reg .f32 %f<4>; .reg .b32 %r<4>; .reg .pred %p<2>;\n"
		".shared .align 4 .b8 sm[4096];\n"
		"ld.param.u64 %rd1, [y]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, %tid.x;\n"
		"mul.wide.u32 %rd3, %r1, 4; add.s64 %rd3, %rd2, %rd3; shl.b32 %r2, %r1, 2;\n"
		"mov.u32 %r3, sm; add.s32 %r3, %r3, %r2; mov.f32 %f1, 0f3F800000;\n"
		"st.shared.f32 [%r3], %f1; bar.sync 0; setp.gt.u32 %p1, %r1, 63; @%p1 bra END;\n";
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	char *text = gm_allocate(ROOM, 1);
	int length = snprintf(text, ROOM, "%s", start);
	for (int i = 0; i < rows[row].loads; i++)
		length += snprintf(text + length, (size_t)(ROOM - length),
				   "ld%s.shared.f32 %%f2, [%%r3+%d]; add.f32 %%f1, %%f1, %%f2;\n",
				   rows[row].is_volatile, 256 * (i + 1));
	length += snprintf(text + length, (size_t)(ROOM - length),
			   "st%s.shared.f32 [%%r3], %%f1;\nEND: bar.sync 0; st.global.f32 [%%rd3], %%f1; ret;\n}\n",
			   rows[row].is_volatile);
	ck_assert_msg(gm_ptx_module_parse(text, (size_t)length, "sum", &module, &err) == GM_OK, "%s",
		      err.message);
	free(text);
	return module;
}

START_TEST(a_short_if_is_predicated_whether_its_shared_memory_is_volatile_or_not)
{
	static const char *const arguments[] = {"f32[4096]"};
	const gm_ptx_launch launch = {.entry = "sum",
				      .grid = {1, 1, 1},
				      .block = {128, 1, 1},
				      .arguments = (const char **)(void *)arguments,
				      .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_ptx_module *module = module_of(_i);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	int branches = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		branches += kernel->sites[s].operation == GM_BRANCH &&
			    (double)issue[s].of[GM_UNIT_CONTROL] > 0;
	ck_assert_int_eq(branches, rows[_i].predicated ? EXITS : EXITS + 1);
	free(issue);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("predicated");
	TCase *tests = tcase_create("predicated");
	tcase_add_loop_test(tests, a_short_if_is_predicated_whether_its_shared_memory_is_volatile_or_not, 0,
			    sizeof rows / sizeof *rows);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
