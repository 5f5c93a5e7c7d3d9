/*
 * Under which predicates copies are issued, as the code of ptxas 13.0 for sm_90 has it of tests/ptx/lowering/guarded.cu:
 * P0 or another one, and lanes that it says or, with !, those that it does not.
 */
#include "input/ptx_file.h"

#include "base/memory.h"
#include "kernel/issue.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *entry, *copies;
	const char *arguments[4];
} rows[] = {
	{"one_if", "!P0 ", {"f32[4096]", "f32[4096]", "s32=40"}},
	{"behind_an_exit", "!P0 ", {"f32[4096]", "f32[4096]", "s32=100", "s32=40"}},
	{"in_a_loop", "!P0 ", {"f32[99999]", "f32[4096]", "s32=9"}},
	{"in_four_turns", "!P !P !P !P !P0 ", {"f32[99999]", "f32[4096]", "s32=9"}},
	{"two_ahead", "P0 P !P0 ", {"f32[99999]", "f32[4096]", "s32=9"}},
	{"not_equal", "P0 ", {"f32[4096]", "f32[4096]", "s32[128]:iota", "s32=9"}},
	{"equal", "!P0 ", {"f32[4096]", "f32[4096]", "s32[128]:iota", "s32=9"}},
	{"greater", "P0 ", {"f32[4096]", "f32[4096]", "u32=39"}},
	{"carried", "!P ", {"f32[99999]", "f32[4096]", "u32=9"}},
	{"not_carried", "!P0 ", {"f32[99999]", "f32[4096]", "u32=9"}},
};

static gm_kernel *
load(int row)
{
	gm_ptx_launch launch = {.entry = rows[row].entry,
				.grid = {1, 1, 1},
				.block = {128, 1, 1},
				.arguments = (const char **)(void *)rows[row].arguments};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	while (launch.arguments_count < 4 && rows[row].arguments[launch.arguments_count])
		launch.arguments_count++;
	const char *path = strstr(rows[row].entry, "carried") ? GM_TREE "/tests/ptx/lowering/guarded_turns.ptx"
							      : GM_TREE "/tests/ptx/lowering/guarded.sm_90.ptx";
	ck_assert_msg(gm_ptx_kernel_load(path, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

START_TEST(predicates_are_given_their_registers_from_the_end)
{
	gm_kernel *kernel = load(_i);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	char found[64] = "";
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++)
		if (issue[s].guarded != GM_GUARDED_NOT) {
			strcat(found, issue[s].guard_negated ? "!" : "");
			strcat(found, issue[s].guarded == GM_GUARDED_BY_FIRST ? "P0 " : "P ");
		}
	ck_assert_str_eq(found, rows[_i].copies);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

int
main(void)
{
	Suite *suite = suite_create("first");
	TCase *tests = tcase_create("first");
	tcase_add_loop_test(tests, predicates_are_given_their_registers_from_the_end, 0, ROWS(rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
