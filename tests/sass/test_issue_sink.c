/*
 * Sums before an exit that only those read who stay, and before an if that only those read who go into it:
 * sass/issue_sink.c.
 */
#include "ptx/case.h"

enum { LONGEST = 2048 };

#define FRAME(end) \
	".version 8.0\n.target sm_90\n.address_size 64\n" \
	".visible .entry k(.param .u64 in, .param .u64 out)\n{\n" \
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<40>; .reg .f64 %%d<20>; .reg .pred %%p<9>;\n" \
	"ld.param.u64 %%rd1, [in]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n" \
	"mul.wide.u32 %%rd3, %%r1, 8; add.s64 %%rd4, %%rd2, %%rd3;\n" \
	"%s setp.ne.s32 %%p1, %%r1, 0; @%%p1 bra END;\n" \
	"ld.param.u64 %%rd5, [out]; cvta.to.global.u64 %%rd6, %%rd5; mov.u32 %%r7, %%ctaid.x;\n" \
	"mul.wide.u32 %%rd7, %%r7, 8; add.s64 %%rd8, %%rd6, %%rd7;\n%s\nEND: " end "ret;\n}\n"

static const char frame[] = FRAME("");
/* A sum that is shuffled once more, which nobody reads. */
static const char frame_of_dead[] = FRAME("mov.b32 %%r8, %%f3; shfl.sync.idx.b32 %%r9, %%r8, 31, 31, -1; ");

#define DOUBLE "ld.global.f64 %d1, [%rd4]; "
#define SINGLE "ld.global.f32 %f1, [%rd4]; "
#define SHUFFLED                                                                                   \
	DOUBLE "mov.b64 {%r2, %r3}, %d1; shfl.sync.down.b32 %r4, %r2, 1, 31, -1; "                     \
	"shfl.sync.down.b32 %r5, %r3, 1, 31, -1; mov.b64 %d2, {%r4, %r5}; add.f64 %d3, %d1, %d2;"
#define SHUFFLED_SINGLE                                                                            \
	SINGLE "mov.b32 %r2, %f1; shfl.sync.down.b32 %r4, %r2, 1, 31, -1; mov.b32 %f2, %r4; "          \
	"add.f32 %f3, %f1, %f2;"

#define LOOPED "ld.global.u32 %r6, [%rd4]; and.b32 %r6, %r6, 7; mov.f32 %f1, 0f00000000;\nL: ld.global.f32 %f9, [%rd4+4]; " \
	"fma.rn.f32 %f1, %f9, %f9, %f1; add.s64 %rd4, %rd4, 4; add.s32 %r6, %r6, -1;\n" \
	"setp.gt.s32 %p2, %r6, 0; @%p2 bra L;\n"
#define LOOPED_SHUFFLED LOOPED "mov.b32 %r2, %f1; shfl.sync.down.b32 %r4, %r2, 1, 31, -1; mov.b32 %f2, %r4; " \
	"add.f32 %f3, %f1, %f2;"

#define NEXT(to, from) "add.f32 %f" #to ", %f" #from ", %f2; "
#define CHAIN9 SINGLE "ld.global.f32 %f2, [%rd4+4]; add.f32 %f11, %f1, 0f40000000; " \
	NEXT(12, 11) NEXT(13, 12) NEXT(14, 13) NEXT(15, 14) NEXT(16, 15) NEXT(17, 16) NEXT(18, 17)
#define CHAIN30 CHAIN9 NEXT(19, 18) NEXT(5, 19) NEXT(6, 5) NEXT(7, 6) NEXT(8, 7) NEXT(9, 8) NEXT(10, 9) \
	NEXT(20, 10) NEXT(21, 20) NEXT(22, 21) NEXT(23, 22) NEXT(24, 23) NEXT(25, 24) NEXT(26, 25) NEXT(27, 26) \
	NEXT(28, 27) NEXT(29, 28) NEXT(30, 29) NEXT(31, 30) NEXT(32, 31) NEXT(33, 32)

/* Lane 0, which stays, takes the sum. */
#define PICKED "setp.lt.u32 %p3, %r1, 8; " SHUFFLED_SINGLE " selp.f32 %f4, %f3, %f1, %p3;"
#define PICKED_OTHER "setp.gt.u32 %p3, %r1, 7; " SHUFFLED_SINGLE " selp.f32 %f4, %f1, %f3, %p3;"
#define DEEPER(body) "ld.global.f32 %f9, [%rd4+4]; setp.gt.f32 %p5, %f9, 0f3F800000; @%p5 bra D; " \
	"st.global.f32 [%rd8+4], %f9; D: " body " st.global.f32 [%rd8], %f10;"

/* Lanes of the sums, of which some add to what a loop has left: one each where ptxas 13.0 for sm_90 writes DADD or FADD behind EXIT, else all of the warp. */
static const struct {
	const char *sum, *reader;
	int lanes;
} rows[] = {
	{SHUFFLED, "st.global.f64 [%rd8], %d3;", 1},
	{SHUFFLED, "ld.global.f64 %d4, [%rd8]; mul.f64 %d5, %d3, %d4; st.global.f64 [%rd8], %d5;", 1},
	{SHUFFLED, "sqrt.rn.f64 %d4, %d3; st.global.f64 [%rd8], %d4;", 32},
	{SHUFFLED, "rcp.rn.f64 %d4, %d3; st.global.f64 [%rd8], %d4;", 32},
	{SHUFFLED, "cvt.rmi.f64.f64 %d4, %d3; st.global.f64 [%rd8], %d4;", 1},
	{SHUFFLED_SINGLE, "sqrt.rn.f32 %f4, %f3; st.global.f32 [%rd8], %f4;", 1},
	{SHUFFLED_SINGLE, "rsqrt.approx.f32 %f4, %f3; st.global.f32 [%rd8], %f4;", 32},
	{SHUFFLED_SINGLE " bar.sync 0;", "sqrt.approx.ftz.f32 %f4, %f3; mul.f32 %f5, %f3, %f4; st.global.f32 [%rd8], %f5;", 1},
	{CHAIN9 NEXT(3, 18), "st.global.f32 [%rd8], %f3;", 9},
	{LOOPED_SHUFFLED, "st.global.f32 [%rd8], %f3;", 1},
	{LOOPED "add.f32 %f3, %f1, 0f40000000;", "st.global.f32 [%rd8], %f3;", 1},
	{PICKED, "st.global.f32 [%rd8], %f4;", 1},
	{PICKED_OTHER, "st.global.f32 [%rd8], %f4;", 1},
	{PICKED " st.global.f32 [%rd4+4], %f4;", "st.global.f32 [%rd8], %f4;", 8},
	{PICKED, DEEPER("mul.f32 %f10, %f9, %f4;"), 1},
	{SHUFFLED_SINGLE, DEEPER("mul.f32 %f10, %f9, %f3;"), 1},
	{SHUFFLED_SINGLE, DEEPER("rsqrt.approx.f32 %f10, %f3;"), 1},
};

/* Five lanes of a warp go into an if of twelve multiply-adds. */
#define CHAIN3 "fma.rn.f32 %%f21, %%f21, %%f10, %%f3; fma.rn.f32 %%f21, %%f21, %%f10, %%f3; " \
	       "fma.rn.f32 %%f21, %%f21, %%f10, %%f3;\n"
static const char frame_of_if[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .f32 %%f<40>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [in]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"ld.param.u64 %%rd5, [out]; cvta.to.global.u64 %%rd6, %%rd5; add.s64 %%rd7, %%rd6, %%rd3;\n"
	"ld.global.f32 %%f1, [%%rd4]; ld.global.f32 %%f2, [%%rd4+128]; ld.global.f32 %%f3, [%%rd4+256];\n"
	"ld.global.f32 %%f4, [%%rd4+384]; ld.global.f32 %%f5, [%%rd4+512];\n"
	"%s\nmov.f32 %%f20, %%f4; setp.gt.s32 %%p1, %%r1, 4; @%%p1 bra JOIN;\nmov.f32 %%f21, %%f2;\n"
	CHAIN3 CHAIN3 CHAIN3 CHAIN3
	"mul.f32 %%f20, %%f21, %%f2;\nJOIN: st.global.f32 [%%rd7], %%f20; ret;\n}\n";

/* Lanes of FADD, as ptxas 13.0 for sm_90 writes it before the branch or behind it. %f2 and %f3 are read in the
   if as well, %f4 behind it, %f1 and %f5 nowhere. */
static const struct {
	const char *sums;
	int lanes;
} rows_of_if[] = {
	{"add.f32 %f10, %f1, %f2;", 5},
	{"add.f32 %f10, %f1, %f5;", 32},
	{"add.f32 %f10, %f1, %f1;", 32},
	{"add.f32 %f10, %f1, 0f40400000;", 5},
	{"add.f32 %f10, %f4, %f2;", 5},
	{"add.f32 %f9, %f1, %f2; add.f32 %f10, %f9, %f3;", 10},
	{"add.f32 %f9, %f1, %f5; add.f32 %f10, %f9, %f9;", 64},
	{"add.f32 %f9, %f1, %f2; abs.f32 %f10, %f9;", 5},
	{"add.f32 %f10, %f1, %f2; bar.sync 0;", 5},
	{"add.f32 %f10, %f2, %f3; st.global.f32 [%rd7+128], %f10;", 32},
};

static double
lanes_of_sum(const gm_issue *issue, const gm_warp_instr *instr)
{
	return (double)(issue->floats[GM_FLOAT_DADD] + issue->floats[GM_FLOAT_FADD]) *
	       __builtin_popcountll(instr->active);
}

/* Of one warp. */
static double
lanes_of_sums(const char *text)
{
	static const char *const arguments[] = {"f64[1024]:random=1", "f64[64]"};
	return case_issued(text, arguments, 2, lanes_of_sum);
}

START_TEST(a_sum_of_a_shuffle_stays_before_the_exit_where_a_root_reads_it)
{
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].sum, rows[_i].reader);
	const double lanes = lanes_of_sums(text);
	ck_assert_msg(fabs(lanes - rows[_i].lanes) < 1e-6, "%s: %g lanes, not %d", rows[_i].reader, lanes,
		      rows[_i].lanes);
}
END_TEST

START_TEST(what_nobody_reads_keeps_no_sum_before_the_exit)
{
	char text[LONGEST];
	snprintf(text, sizeof text, frame_of_dead, SHUFFLED_SINGLE, "st.global.f32 [%rd8], %f3;");
	ck_assert_double_eq_tol(lanes_of_sums(text), 1, 1e-6);
}
END_TEST

/* Of thirty sums ptxas puts the last nine behind EXIT. */
START_TEST(most_of_a_long_chain_stays_before_the_exit)
{
	enum { LEAST = 21 * 32 };
	char text[LONGEST];
	snprintf(text, sizeof text, frame, CHAIN30 NEXT(3, 33), "st.global.f32 [%rd8], %f3;");
	ck_assert_double_ge(lanes_of_sums(text), LEAST);
}
END_TEST

START_TEST(a_sum_goes_into_the_if_that_reads_it_where_that_takes_no_more_registers)
{
	char text[LONGEST];
	snprintf(text, sizeof text, frame_of_if, rows_of_if[_i].sums);
	const double lanes = lanes_of_sums(text);
	ck_assert_msg(fabs(lanes - rows_of_if[_i].lanes) < 1e-6, "%s: %g lanes, not %d", rows_of_if[_i].sums,
		      lanes, rows_of_if[_i].lanes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_sink");
	TCase *tests = tcase_create("issue_sink");
	tcase_add_loop_test(tests, a_sum_of_a_shuffle_stays_before_the_exit_where_a_root_reads_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_nobody_reads_keeps_no_sum_before_the_exit);
	tcase_add_test(tests, most_of_a_long_chain_stays_before_the_exit);
	tcase_add_loop_test(tests, a_sum_goes_into_the_if_that_reads_it_where_that_takes_no_more_registers, 0,
			    (int)(sizeof rows_of_if / sizeof *rows_of_if));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
