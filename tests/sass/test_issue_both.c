/*
 * Two conditions that lead to the same place: sass/issue_both.c.
 */
#include "ptx/case.h"

enum { LONGEST = 4096 };

/* The first condition holds five lanes back, the second none. */
#define FOUR "fma.rn.f32 %%f20, %%f20, %%f4, %%f5; fma.rn.f32 %%f20, %%f20, %%f4, %%f5; "                    \
	     "fma.rn.f32 %%f20, %%f20, %%f4, %%f5; fma.rn.f32 %%f20, %%f20, %%f4, %%f5;\n"
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<40>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [in]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"ld.param.u64 %%rd5, [out]; cvta.to.global.u64 %%rd6, %%rd5; add.s64 %%rd7, %%rd6, %%rd3;\n"
	"ld.global.f32 %%f1, [%%rd4]; ld.global.f32 %%f2, [%%rd4+128]; ld.global.f32 %%f3, [%%rd4+256];\n"
	"ld.global.f32 %%f4, [%%rd4+384]; ld.global.f32 %%f5, [%%rd4+512];\n"
	"mov.f32 %%f20, %%f4; setp.lt.s32 %%p1, %%r1, 5; @%%p1 bra JOIN;\n"
	"%s\n" FOUR FOUR FOUR "JOIN: st.global.f32 [%%rd7], %%f20; ret;\n}\n";

#define ADD(d, a, b) "add.f32 %f" #d ", %f" #a ", %f" #b "; "
#define SECOND(d) "setp.lt.f32 %p2, %f" #d ", 0fC47A0000; @%p2 bra JOIN; "
#define THIRD(d) "setp.lt.f32 %p5, %f" #d ", 0fC47A0000; @%p5 bra JOIN; "
#define TWICE "setp.lt.f32 %p3, %f11, 0fC47A0000; setp.lt.f32 %p4, %f11, %f2; and.pred %p2, %p3, %p4; @%p2 bra JOIN;"

/* Lanes of FADD: 32 where it stands before the first branch in what ptxas 13.0 writes for sm_90, 27 where behind. */
static const struct {
	const char *name, *second;
	int lanes;
} rows[] = {
	{"two sums", ADD(10, 1, 2) ADD(11, 10, 3) SECOND(11), 64},
	{"four sums", ADD(10, 1, 2) ADD(11, 10, 3) ADD(12, 11, 1) ADD(13, 12, 2) SECOND(13), 128},
	{"five sums", ADD(10, 1, 2) ADD(11, 10, 3) ADD(12, 11, 1) ADD(13, 12, 2) ADD(14, 13, 3) SECOND(14), 135},
	{"two sums, two comparisons", ADD(10, 1, 2) ADD(11, 10, 3) TWICE, 64},
	{"three sums, two comparisons", ADD(10, 1, 2) ADD(12, 10, 3) ADD(11, 12, 1) TWICE, 81},
	{"a sum that is read behind it", ADD(10, 1, 2) SECOND(10) "add.f32 %f20, %f20, %f10;", 54},
	{"a load", "ld.global.f32 %f9, [%rd4+1024]; " ADD(10, 9, 2) SECOND(10), 27},
	{"three conditions of a sum each", ADD(10, 1, 2) SECOND(10) ADD(11, 1, 3) THIRD(11), 64},
	{"three conditions, two sums each",
	 ADD(10, 1, 2) ADD(11, 10, 3) SECOND(11) ADD(12, 1, 1) ADD(13, 12, 3) THIRD(13), 108},
};

static double
lanes_of_sum(const gm_issue *issue, const gm_warp_instr *instr)
{
	return (double)issue->floats[GM_FLOAT_FADD] * __builtin_popcountll(instr->active);
}

START_TEST(what_the_second_condition_needs_is_computed_before_the_first_branch_where_it_is_little)
{
	static const char *const arguments[] = {"f32[1024]:random=1", "f32[64]"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].second);
	const double lanes = case_issued(text, arguments, 2, lanes_of_sum);
	ck_assert_msg(fabs(lanes - rows[_i].lanes) < 1e-6, "%s: %g lanes, not %d", rows[_i].name, lanes,
		      rows[_i].lanes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_both");
	TCase *tests = tcase_create("issue_both");
	tcase_add_loop_test(tests,
			    what_the_second_condition_needs_is_computed_before_the_first_branch_where_it_is_little,
			    0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
