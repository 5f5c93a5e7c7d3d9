/*
 * Loads under way under predicates of their own: sass/issue_under.c.
 */
#include "ptx/case.h"

#include "base/text.h"

#define HEAD                                                                                       \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                             \
	".visible .entry k(.param .u64 in, .param .u32 n, .param .u32 h)\n{\n"                       \
	".reg .pred %p<20>; .reg .pred %q<20>; .reg .f32 %f<20>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n" \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [h];\n" \
	"mov.u32 %r3, 0; mov.u32 %r4, %tid.x; mov.f32 %f1, 0f00000000;\n"

/* What the load of a turn stands under: a condition of the turn, and one that was asked before; that one alone; and a load
   whose value is read where lanes have met again, or two under one condition. */
typedef enum stands { OWN, BEFORE, CHOSEN, TWO } stands;

static const struct {
	int before; /* conditions that do not change */
	stands kind;
	int predicates; /* for such loads, as nvdisasm shows of ptxas 13.0: see sass/issue_under.c */
} rows[] = {{0, OWN, 7}, {1, OWN, 6}, {2, OWN, 5}, {3, OWN, 4}, {4, OWN, 3}, {6, OWN, 1}, {8, OWN, 1},
            {3, BEFORE, 0}, {8, BEFORE, 0}, {0, CHOSEN, 0}, {4, CHOSEN, 0}, {4, TWO, 3}};

enum { LOADS = 12 };

static void
print_turn(gm_text *to, int i, int before, stands kind)
{
	gm_text_print(to, "add.s32 %%r5, %%r4, %d; mad.lo.s32 %%r6, %%r3, %d, %%r5; setp.ge.s32 %%p1, %%r6, %%r2;\n", i, i + 3);
	if (before > 0 && kind == BEFORE)
		gm_text_print(to, "@%%q%d bra M%d;\n", i % before, i);
	else if (before > 0)
		gm_text_print(to, "or.pred %%p2, %%p1, %%q%d; mov.f32 %%f2, 0f00000000; @%%p2 bra M%d;\n", i % before, i);
	else
		gm_text_print(to, "mov.f32 %%f2, 0f00000000; @%%p1 bra M%d;\n", i);
	gm_text_print(to, "ld.global.f32 %%f2, [%%rd5+%d];\n", 4 * i);
	if (kind == TWO)
		gm_text_print(to, "ld.global.f32 %%f3, [%%rd5+%d]; add.f32 %%f2, %%f2, %%f3;\n", 4096 + 4 * i);
	const char *add = "fma.rn.f32 %f1, %f2, 0f3FC00000, %f1;";
	gm_text_print(to, "%s M%d: %s\n", kind == CHOSEN ? "" : add, i, kind == CHOSEN ? add : "");
}

static gm_kernel *
kernel_of(int before, stands kind)
{
	static const char *const arguments[] = {"f32[65536]:random", "s32=8", "s32=100000"};
	gm_text text = {0};
	gm_text_print(&text, "%s", HEAD);
	for (int q = 0; q < before; q++)
		gm_text_print(&text, "xor.b32 %%r7, %%r4, %d; setp.gt.s32 %%p3, %%r7, %%r2; mul.lo.s32 %%r8, %%r4, %d; "
		                     "setp.lt.s32 %%p4, %%r8, %%r1; or.pred %%q%d, %%p3, %%p4;\n", q + 7, q + 9, q);
	gm_text_print(&text, "LOOP:\n mad.lo.s32 %%r9, %%r3, 1024, %%r4; mul.wide.s32 %%rd4, %%r9, 4; add.s64 %%rd5, %%rd2, %%rd4;\n");
	for (int i = 0; i < LOADS; i++)
		print_turn(&text, i, before, kind);
	gm_text_print(&text, ".pragma \"nounroll\"; add.s32 %%r3, %%r3, 1; setp.lt.s32 %%p1, %%r3, %%r1; @%%p1 bra LOOP;\n"
	                     "st.global.f32 [%%rd2], %%f1; ret;\n}\n");
	gm_kernel *kernel = case_warp(text.bytes, "k", arguments, 3);
	gm_text_dispose(&text);
	return kernel;
}

START_TEST(loads_find_the_predicates_that_are_left)
{
	gm_kernel *kernel = kernel_of(rows[_i].before, rows[_i].kind);
	gm_issue *issue = case_issue(kernel, 9);
	int loads = 0, again = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (kernel->sites[s].operation != GM_LOAD || kernel->sites[s].space != GM_GLOBAL)
			continue;
		ck_assert_int_eq(issue[s].predicates, rows[_i].predicates);
		loads++;
		again += issue[s].same_predicate;
	}
	ck_assert_int_eq(loads, rows[_i].kind == TWO ? 2 * LOADS : LOADS);
	ck_assert_int_eq(again, rows[_i].kind == TWO ? LOADS : 0);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_under");
	TCase *tests = tcase_create("issue_under");
	tcase_add_loop_test(tests, loads_find_the_predicates_that_are_left, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
