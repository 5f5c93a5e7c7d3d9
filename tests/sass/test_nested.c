/*
 * Loops around loops, both of a known number of turns, or the inner one: which are written out as a whole, in code of ptxas
 * 13.0 for sm_90 (loads in it: as many as turns of both, of the inner one, or one).
 */
#include "base/text.h"
#include "kernel/issue.h"
#include "ptx/case.h"

/* What each of so many multiply-adds of a turn takes: a constant, a word of shared memory, or a register. */
typedef struct nested {
	char from;
	int outer, inner, sums; /* outer 0: as many turns as are passed */
	bool inner_written, outer_written;
} nested;

static const nested rows[] = {
	{'c', 0, 3, 48, true, false},  {'c', 0, 9, 48, true, false}, {'c', 3, 3, 8, true, true},
	{'c', 3, 3, 48, true, true},   {'c', 3, 5, 96, true, true},  {'c', 8, 9, 24, true, true},
	{'c', 16, 9, 48, true, true},  {'g', 3, 3, 24, true, true},  {'g', 3, 3, 48, true, true},
	{'g', 3, 3, 96, true, false},  {'g', 3, 5, 24, true, true},  {'g', 3, 5, 48, true, false},
	{'g', 3, 9, 24, true, true},   {'g', 8, 3, 24, true, true},  {'g', 8, 3, 48, true, false},
	{'g', 8, 5, 8, true, true},    {'g', 8, 5, 24, true, false}, {'g', 8, 9, 8, true, true},
	{'g', 16, 3, 24, true, false}, {'g', 16, 9, 8, true, true},  {'g', 16, 9, 24, true, false},
	{'s', 3, 3, 8, true, true},    {'s', 3, 3, 24, true, false}, {'s', 3, 9, 8, true, true},
	{'s', 8, 3, 8, true, true},    {'s', 8, 5, 8, true, false},  {'s', 16, 3, 8, true, false},
};

static void
add_sum(gm_text *t, const nested *n, int k)
{
	const int to = 100 + k;
	if (n->from == 'c')
		gm_text_print(t, "ld.const.f32 %%f2, [%%rd7+%d]; fma.rn.f32 %%f%d, %%f1, %%f2, %%f%d;\n", 400 * k, to, to);
	else if (n->from == 's')
		gm_text_print(t, "ld.shared.f32 %%f2, [%%r11+%d]; fma.rn.f32 %%f%d, %%f1, %%f2, %%f%d;\n", 100 * k, to, to);
	else
		gm_text_print(t, "fma.rn.f32 %%f%d, %%f1, %%f%d, %%f%d;\n", to, 100 + (k + 1) % n->sums, to);
}

static void
write_kernel(gm_text *t, const nested *n)
{
	gm_text_print(t, ".version 8.0\n.target sm_90\n.address_size 64\n.const .align 4 .b8 w[64000];\n"
	       ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
	       ".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<300>; .reg .pred %%q<4>;\n.shared .b32 x[4096];\n"
	       "ld.param.u64 %%rd1, [p]; ld.param.u32 %%r10, [n]; mov.u32 %%r1, %%tid.x;\n"
	       "mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd2, %%rd1, %%rd3; mul.wide.s32 %%rd4, %%r10, 4;\n");
	for (int k = 0; k < n->sums; k++)
		gm_text_print(t, "cvt.rn.f32.u32 %%f%d, %%r1;\n", 100 + k);
	gm_text_print(t, "mov.u32 %%r2, 0; mov.u32 %%r3, %%r2;\n"
	       "A: mul.lo.s32 %%r4, %%r3, %d; mul.wide.s32 %%rd5, %%r4, 4; mov.u64 %%rd6, w; add.s64 %%rd7, %%rd6, %%rd5;\n"
	       "mul.lo.s32 %%r5, %%r4, %%r10; mul.wide.s32 %%rd8, %%r5, 4; add.s64 %%rd9, %%rd2, %%rd8; mov.u32 %%r6, %%r2;\n%s"
	       "B: ld.global.f32 %%f1, [%%rd9];\n",
	    n->inner, n->from == 's' ? "shl.b32 %r8, %r4, 2; mov.u32 %r9, x; add.s32 %r11, %r9, %r8;\n" : "");
	for (int k = 0; k < n->sums; k++)
		add_sum(t, n, k);
	gm_text_print(t, "add.s64 %%rd9, %%rd9, %%rd4; add.s64 %%rd7, %%rd7, 4; %sadd.s32 %%r6, %%r6, 1;\n"
	       "setp.ne.s32 %%q1, %%r6, %d; @%%q1 bra B;\nadd.s32 %%r3, %%r3, 1; setp.lt.s32 %%q2, %%r3, ",
	    n->from == 's' ? "add.s32 %r11, %r11, 4; " : "", n->inner);
	gm_text_print(t, n->outer ? "%d" : "%%r10", n->outer);
	gm_text_print(t, "; @%%q2 bra A;\n");
	for (int k = 0; k < n->sums; k++)
		gm_text_print(t, "st.global.f32 [%%rd2+%d], %%f%d;\n", 4096 * k, 100 + k);
	gm_text_print(t, "ret;\n}\n");
}

/* Of a loop that is written out as a whole no branch is left, and its constants stand in what reads them. */
START_TEST(a_loop_around_one_is_written_out_where_as_many_turns_of_the_inner_one_would_be)
{
	static const char *const arguments[] = {"f32[655360]", "s32=9"};
	gm_text t = {0};
	const nested *n = &rows[_i];
	write_kernel(&t, n);
	gm_kernel *kernel = case_warp(t.bytes, NULL, arguments, 2);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	int constants = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (strstr(kernel->sites[s].text, "bra B"))
			ck_near((double)issue[s].of[GM_UNIT_CONTROL], n->inner_written ? 0 : 1, 1e-6);
		if (strstr(kernel->sites[s].text, "bra A"))
			ck_near((double)issue[s].of[GM_UNIT_CONTROL], n->outer_written ? 0 : 1, 1e-6);
		constants += strstr(kernel->sites[s].text, "ld.const") && issue[s].of[GM_UNIT_LSU] == 0;
	}
	if (n->from == 'c' && n->outer_written)
		ck_assert_int_eq(constants, n->sums);
	free(issue);
	gm_kernel_free(kernel);
	gm_text_dispose(&t);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("nested");
	TCase *tests = tcase_create("nested");
	tcase_add_loop_test(tests, a_loop_around_one_is_written_out_where_as_many_turns_of_the_inner_one_would_be, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
