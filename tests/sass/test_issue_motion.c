/*
 * Reciprocals of divisors that a loop leaves alone: as many of them (F2I) are made in the loop as nvdisasm shows in code
 * of ptxas 13.0 for sm_90.
 */
#include "ptx/case.h"

#include "kernel/issue.h"
#include "support/near.h"

enum { LONGEST = 4096, XU_OF_RECIPROCAL = 3 }; /* I2F, MUFU, F2I */

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 p, .param .u32 n, .param .u32 w, .param .u32 h, .param .u32 d)\n{\n"
	".reg .b32 %%r<40>; .reg .b64 %%rd<20>; .reg .f32 %%f<9>; .reg .pred %%q<4>;\n"
	"ld.param.u64 %%rd1, [p]; ld.param.u32 %%r10, [n]; ld.param.u32 %%r11, [w]; ld.param.u32 %%r12, [h];\n"
	"ld.param.u32 %%r13, [d]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %%ntid.x;\n"
	"L: .pragma \"nounroll\";\n%s\n"
	"mul.wide.s32 %%rd3, %%r20, 4; add.s64 %%rd4, %%rd2, %%rd3; st.global.f32 [%%rd4], %%f1;\n"
	"add.s32 %%r1, %%r1, %%r2; setp.lt.s32 %%q1, %%r1, %%r10; @%%q1 bra L;\nret;\n}\n";

#define LOAD "mul.wide.s32 %rd5, %r20, 4; add.s64 %rd6, %rd2, %rd5; ld.global.f32 %f1, [%rd6]; "
#define SUM "add.s32 %r20, %r21, %r22; "
#define UNLESS "mov.f32 %f1, 0f00000000; setp.lt.s32 %q2, %r1, %r13; @%q2 bra M; "
#define LATER "add.s32 %r24, %r1, 5; "

static const struct {
	const char *name, *body;
	int made;
} rows[] = {
	{"one", "div.s32 %r20, %r1, %r11; " LOAD, 0},
	{"a remainder", "rem.s32 %r20, %r1, %r11; " LOAD, 0},
	{"two signed", "div.s32 %r21, %r1, %r11; div.s32 %r22, %r1, %r12; " SUM LOAD, 1},
	{"three signed",
	 "div.s32 %r21, %r1, %r11; div.s32 %r22, %r1, %r12; div.s32 %r23, %r1, %r13; " SUM "add.s32 %r20, %r20, %r23; " LOAD,
	 2},
	{"three unsigned",
	 "div.u32 %r21, %r1, %r11; div.u32 %r22, %r1, %r12; div.u32 %r23, %r1, %r13; " SUM "add.s32 %r20, %r20, %r23; " LOAD,
	 0},
	{"two dividends, signed", "div.s32 %r21, %r1, %r11; " LATER "div.s32 %r22, %r24, %r11; " SUM LOAD, 1},
	{"three dividends, signed",
	 "div.s32 %r21, %r1, %r11; " LATER "div.s32 %r22, %r24, %r11; " SUM
	 "add.s32 %r24, %r1, 9; div.s32 %r22, %r24, %r11; add.s32 %r20, %r20, %r22; " LOAD,
	 1},
	{"two dividends, unsigned", "div.u32 %r21, %r1, %r11; " LATER "div.u32 %r22, %r24, %r11; " SUM LOAD, 0},
	{"beside a root", "div.s32 %r20, %r1, %r11; " LOAD "sqrt.rn.f32 %f1, %f1; ", 1},
	{"beside a root, unsigned", "div.u32 %r20, %r1, %r11; " LOAD "sqrt.rn.f32 %f1, %f1; ", 1},
	{"beside a fast root", "div.s32 %r20, %r1, %r11; " LOAD "sqrt.approx.ftz.f32 %f1, %f1; ", 0},
	{"beside an if",
	 "div.s32 %r20, %r1, %r11; " LOAD "setp.lt.f32 %q2, %f1, 0f40400000; @%q2 bra M; st.global.f32 [%rd6+4096], %f1; "
	 "add.f32 %f1, %f1, %f1; st.global.f32 [%rd6+4100], %f1; add.f32 %f1, %f1, %f1; st.global.f32 [%rd6+4104], %f1; "
	 "add.f32 %f1, %f1, %f1; st.global.f32 [%rd6+4108], %f1; add.f32 %f1, %f1, %f1; st.global.f32 [%rd6+4112], %f1; M: ",
	 0},
	{"in an if", "mov.u32 %r20, %r1; " UNLESS "div.s32 %r20, %r1, %r11; " LOAD "M: ", 1},
	{"in an if, unsigned", "mov.u32 %r20, %r1; " UNLESS "div.u32 %r20, %r1, %r11; " LOAD "M: ", 1},
	{"the remainder in an if", "div.s32 %r21, %r1, %r11; mov.u32 %r20, %r21; " UNLESS "rem.s32 %r20, %r1, %r11; " LOAD "M: ", 1},
};

START_TEST(the_reciprocal_of_a_divisor_is_made_before_the_loop)
{
	static const char *const arguments[] = {"f32[65536]", "u32=300", "u32=3", "u32=5", "u32=7"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].body);
	gm_kernel *kernel = case_warp(text, "k", arguments, 5);
	gm_issue *issue = case_issue(kernel, 9);
	double units = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, "div.") || strstr(kernel->sites[s].text, "rem."))
			units += (double)issue[s].of[GM_UNIT_XU];
	ck_assert_msg(units == XU_OF_RECIPROCAL * rows[_i].made, "%s: %g, the machine code has %d", rows[_i].name,
		      units / XU_OF_RECIPROCAL, rows[_i].made);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

/* From the numerator to the result, by the stalls that nvdisasm shows between the instructions in such loops: 53 clocks of
   rem.u32 (IMAD.HI 4, negated 4, IMAD 5, ISETP 13, IADD3 4, ISETP 13, IADD 5, SEL 5), 56 of div.u32, 66 of rem.s32 and
   div.s32 (IABS and the sign besides). Where the reciprocal is made in the loop 133 (sequence_u32_rem, H200). */
static const struct {
	const char *name, *body;
	double clocks;
} waits[] = {
	{"rem.u32", "rem.u32 %r20, %r1, %r11; " LOAD, 53},
	{"div.u32", "div.u32 %r20, %r1, %r11; " LOAD, 56},
	{"rem.s32", "rem.s32 %r20, %r1, %r11; " LOAD, 66},
	{"div.s32", "div.s32 %r20, %r1, %r11; " LOAD, 66},
	{"in an if", "mov.u32 %r20, %r1; " UNLESS "rem.u32 %r20, %r1, %r11; " LOAD "M: ", 133},
};

START_TEST(a_quotient_waits_for_its_numerator_alone_where_the_reciprocal_is_there)
{
	static const char *const arguments[] = {"f32[65536]", "u32=300", "u32=3", "u32=5", "u32=7"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, waits[_i].body);
	gm_kernel *kernel = case_warp(text, "k", arguments, 5);
	gm_issue *issue = case_issue(kernel, 9);
	double clocks = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, "div.") || strstr(kernel->sites[s].text, "rem."))
			clocks = 4.07 * (double)issue[s].wait;
	ck_near(clocks, waits[_i].clocks, 0.05);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_motion");
	TCase *tests = tcase_create("issue_motion");
	tcase_add_loop_test(tests, the_reciprocal_of_a_divisor_is_made_before_the_loop, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, a_quotient_waits_for_its_numerator_alone_where_the_reciprocal_is_there, 0,
	                    (int)(sizeof waits / sizeof *waits));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
