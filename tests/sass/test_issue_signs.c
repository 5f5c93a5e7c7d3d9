/*
 * Where the sign of a number is taken off or turned that an if copies or stores: sass/issue_signs.c. Each row was
 * compiled by ptxas 13.0 for sm_90; its count is that of FADD and DADD with -0, over the lanes that come to them.
 */
#include "ptx/case.h"

enum { LONGEST = 4096, WARP = 32, FEW = 5, FAR = 3 };

/* Of each warp the lanes 0 to 4 go by FEW_LEAVE, 29 to 31 by FAR_LEAVE. */
#define FRAME(load, width) \
	".version 8.0\n.target sm_90\n.address_size 64\n" \
	".visible .entry k(.param .u64 in, .param .u64 out)\n{\n" \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<40>; .reg .f64 %d<20>; .reg .pred %p<9>;\n" \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, %tid.x;\n" \
	"mul.wide.u32 %rd3, %r1, " width "; add.s64 %rd4, %rd2, %rd3; ld.param.u64 %rd5, [out];\n" \
	"cvta.to.global.u64 %rd6, %rd5; add.s64 %rd7, %rd6, %rd3; setp.gt.u32 %p1, %r1, 4; setp.lt.u32 %p2, %r1, 29;\n" \
	load
#define SINGLES(body) FRAME("ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+128];\n", "4") body "ret;\n}\n"
#define DOUBLES(body) FRAME("ld.global.f64 %d1, [%rd4]; ld.global.f64 %d2, [%rd4+256];\n", "8") body "ret;\n}\n"
#define STORED(at) "st.global.u32 [%rd7+" at "], %r1;\n"
#define ATOMICS "atom.global.add.u32 %r2, [%rd7+512], 1; atom.global.add.u32 %r3, [%rd7+512], %r2;\n"

static const struct {
	const char *name, *text;
	int lanes;
} rows[] = {
	{"a single copied in an if",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; mov.f32 %f2, %f3; " STORED("512") "A: st.global.f32 [%rd7], %f2;"), FEW},
	{"a double copied in an if",
	 DOUBLES("abs.f64 %d3, %d1; @%p1 bra A; mov.f64 %d2, %d3; " STORED("512") "A: st.global.f64 [%rd7], %d2;"), FEW},
	{"one that is turned",
	 DOUBLES("neg.f64 %d3, %d1; @%p1 bra A; mov.f64 %d2, %d3; " STORED("512") "A: st.global.f64 [%rd7], %d2;"), FEW},
	{"one that is compared, too",
	 DOUBLES("abs.f64 %d3, %d1; setp.gt.f64 %p3, %d3, 0d0000000000000000; selp.u32 %r4, 1, 2, %p3;"
		 "st.global.u32 [%rd7+1024], %r4; @%p1 bra A; mov.f64 %d2, %d3; " STORED("512")
		 "A: st.global.f64 [%rd7], %d2;"), FEW},
	{"one that is stored in an if",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; st.global.f32 [%rd7+512], %f3; A: st.global.f32 [%rd7], %f2;"), FEW},
	{"one that is stored behind it, too",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; mov.f32 %f2, %f3; " STORED("512")
		 "A: st.global.f32 [%rd7], %f2; st.global.f32 [%rd7+256], %f3;"), WARP},
	{"one that is stored behind a branch that stays, too",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; " ATOMICS "mov.f32 %f2, %f3; " STORED("512")
		 "A: st.global.f32 [%rd7], %f2; st.global.f32 [%rd7+256], %f3;"), WARP + FEW},
	{"one in two ifs, the second behind the first",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; mov.f32 %f2, %f3; " STORED("512") "A: @%p2 bra B; "
		 "st.global.f32 [%rd7+12], %f3; B: st.global.f32 [%rd7], %f2;"), FEW + FAR},
	{"one in two such ifs that stay",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; " ATOMICS "mov.f32 %f2, %f3; " STORED("512") "A: @%p2 bra B; "
		 ATOMICS "st.global.f32 [%rd7+12], %f3; B: st.global.f32 [%rd7], %f2;"), FEW + FAR},
	{"one behind a branch that stays",
	 SINGLES("abs.f32 %f3, %f1; @%p1 bra A; " ATOMICS "mov.f32 %f2, %f3; " STORED("256")
		 "A: st.global.f32 [%rd7], %f2;"), FEW},
	{"one in two of three ways",
	 DOUBLES("abs.f64 %d3, %d1; @%p1 bra A; " ATOMICS "mov.f64 %d2, %d3; bra.uni B; A: @%p2 bra B; " ATOMICS
		 "mov.f64 %d2, %d3; " STORED("256") "B: st.global.f64 [%rd7], %d2;"), FEW + FAR},
	{"one in an if and in another within it",
	 SINGLES("abs.f32 %f3, %f1; @%p2 bra A; " ATOMICS "st.global.f32 [%rd7+128], %f3; setp.lt.u32 %p4, %r2, 7;"
		 "@%p4 bra A; " ATOMICS "mov.f32 %f2, %f3; A: st.global.f32 [%rd7], %f2;"), FAR},
	{"one that is copied where it is made",
	 SINGLES("setp.gt.f32 %p5, %f1, %f2; @%p1 bra A; " ATOMICS "abs.f32 %f3, %f1; mov.f32 %f2, %f3; "
		 "A: st.global.f32 [%rd7], %f2;"), FEW},
	{"one that is selected in its block",
	 DOUBLES("abs.f64 %d3, %d1; selp.f64 %d2, %d3, %d2, %p1; st.global.f64 [%rd7], %d2;"), WARP},
};

static double
lanes_of_sum(const gm_issue *issue, const gm_warp_instr *instr)
{
	return (double)(issue->floats[GM_FLOAT_DADD] + issue->floats[GM_FLOAT_FADD]) *
	       __builtin_popcountll(instr->active);
}

static double
doubles_issued(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->of[GM_UNIT_FP64];
}

static double
of_warp(const char *text, case_worth worth)
{
	static const char *const arguments[] = {"f64[1024]:random=1", "f64[1024]"};
	return case_issued(text, arguments, 2, worth);
}

START_TEST(a_sign_is_made_by_those_who_take_the_number)
{
	const double lanes = of_warp(rows[_i].text, lanes_of_sum);
	ck_assert_msg(fabs(lanes - rows[_i].lanes) < 1e-6, "%s: %g lanes, not %d", rows[_i].name, lanes, rows[_i].lanes);
}
END_TEST

/* @P0 DADD is issued by a warp whose lanes all go around. */
START_TEST(a_sign_under_a_predicate_is_issued_without_a_lane)
{
	const char *text = DOUBLES("abs.f64 %d3, %d1; setp.ge.u32 %p3, %r1, 0; @%p3 bra A; mov.f64 %d2, %d3; "
				   STORED("512") "A: st.global.f64 [%rd7], %d2;");
	ck_assert_double_eq_tol(of_warp(text, doubles_issued), 1, 1e-6);
	ck_assert_double_eq_tol(of_warp(text, lanes_of_sum), 0, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_signs");
	TCase *tests = tcase_create("issue_signs");
	tcase_add_loop_test(tests, a_sign_is_made_by_those_who_take_the_number, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, a_sign_under_a_predicate_is_issued_without_a_lane);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
