/*
 * Stores to shared arrays that name their place themselves, all from the first byte of all of them (three
 * instructions, once): up to eight instructions are predicated. How many STS a warp without lanes there executes
 * in the code of ptxas 13.0 for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

enum { LONGEST = 4096 };

static const struct {
	int arrays, align; /* of 4 bytes lie beside each other, and stores of two or four are one */
	double stores;
} rows[] = {{1, 4, 1}, {2, 4, 1}, {3, 4, 2}, {4, 4, 1}, {5, 4, 2}, {7, 4, 3}, {11, 4, 4},
	    {1, 64, 1}, {2, 64, 2}, {3, 64, 3}, {5, 64, 5}, {6, 64, 0}, {8, 64, 0}};

static double
shared_store(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->accesses[GM_ISSUED_SHARED_STORE];
}

static void
add_lines(char *text, const char *form, int arrays, int align)
{
	for (int i = 0; i < arrays; i++) {
		char line[128];
		snprintf(line, sizeof line, form, i, align);
		strcat(text, line);
	}
}

START_TEST(stores_to_many_arrays_are_predicated)
{
	static const char *const arguments[] = {"u32[4096]:zero"};
	const int arrays = rows[_i].arrays;
	char text[LONGEST] = ".version 8.0\n.target sm_90\n.address_size 64\n"
			     ".visible .entry k(.param .u64 x)\n{\n"
			     ".reg .b64 %rd<9>; .reg .b32 %r<19>; .reg .pred %p<2>;\n";
	add_lines(text, ".shared .align %2$d .b8 s%1$d[4];\n", arrays, rows[_i].align);
	strcat(text, "ld.param.u64 %rd1, [x]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r3, %tid.x;\n"
		     "setp.ne.s32 %p1, %r3, 99; @%p1 bra J; mov.u32 %r10, 0;\n");
	add_lines(text, "st.shared.u32 [s%1$d], %%r10;\n", arrays, 0);
	strcat(text, "J: bar.sync 0;\n");
	add_lines(text, "ld.shared.u32 %%r11, [s%1$d]; st.global.u32 [%%rd2], %%r11;\n", arrays, 0);
	strcat(text, "ret;\n}\n");
	ck_near(case_issued(text, arguments, 1, shared_store), rows[_i].stores, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_arrays");
	TCase *tests = tcase_create("issue_arrays");
	tcase_add_loop_test(tests, stores_to_many_arrays_are_predicated, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
