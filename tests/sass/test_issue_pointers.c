/*
 * Loops that move pointers on: machine instructions of a turn, within one, as nvdisasm shows of code of ptxas 13.0 for
 * sm_90. A pointer that is the same in all lanes is moved to registers of the thread for its one access, or kept there.
 */
#include "ptx/case.h"

#include "kernel/issue.h"

enum { LONGEST = 4096, FIRST_LINE = 10, LAST_LINE = 11 };

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 o, .param .u32 n)\n{\n"
	".reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .f32 %%f<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [a]; ld.param.u64 %%rd2, [b]; ld.param.u64 %%rd3, [o]; ld.param.u32 %%r9, [n]; "
	"cvta.to.global.u64 %%rd1, %%rd1; cvta.to.global.u64 %%rd2, %%rd2; cvta.to.global.u64 %%rd3, %%rd3; "
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd4, %%r1, 4; add.s64 %%rd5, %%rd1, %%rd4; add.s64 %%rd6, %%rd2, %%rd4;\n"
	"add.s64 %%rd7, %%rd3, %%rd4; mov.u32 %%r2, 0; mov.f32 %%f1, 0f00000000;\n"
	"L: .pragma \"nounroll\";\n"
	"%s\n"
	"add.s32 %%r2, %%r2, 1; setp.lt.s32 %%p1, %%r2, %%r9; @%%p1 bra L;\n"
	"st.global.f32 [%%rd7+65536], %%f1; ret;\n}\n";

#define ADD(pointer, at) "ld.global.f32 %f2, [" pointer "+" at "]; add.f32 %f1, %f1, %f2; "
#define ON(pointer, by) "add.s64 " pointer ", " pointer ", " by "; "
#define TWO(pointer) ADD(pointer, "0") ADD(pointer, "4")
#define FOUR(pointer) TWO(pointer) ADD(pointer, "8") ADD(pointer, "12")
#define EIGHT_MORE(pointer)                                                                        \
	ADD(pointer, "16") ADD(pointer, "20") ADD(pointer, "24") ADD(pointer, "28")                \
	ADD(pointer, "32") ADD(pointer, "36") ADD(pointer, "40") ADD(pointer, "44")

static const struct {
	const char *name, *body;
	double issued;
} rows[] = {
	{"one access, alike in all lanes", ADD("%rd1", "0") ON("%rd1", "4"), 9},
	{"two accesses, alike", TWO("%rd1") ON("%rd1", "8"), 11},
	{"two pointers, alike",
	 "ld.global.f32 %f2, [%rd1]; ld.global.f32 %f3, [%rd2]; fma.rn.f32 %f1, %f2, %f3, %f1; " ON("%rd1", "4")
		 ON("%rd2", "4"),
	 14},
	{"one alike, one of the lane",
	 "ld.global.f32 %f2, [%rd1]; ld.global.f32 %f3, [%rd6]; fma.rn.f32 %f1, %f2, %f3, %f1; " ON("%rd1", "4")
		 ON("%rd6", "512"),
	 13},
	{"one of the lane", ADD("%rd5", "0") ON("%rd5", "512"), 9},
	{"two of the lane", TWO("%rd5") ON("%rd5", "1024"), 11},
	{"four of the lane", FOUR("%rd5") ON("%rd5", "1024"), 16},
	{"twelve of the lane", FOUR("%rd5") EIGHT_MORE("%rd5") ON("%rd5", "1024"), 30},
	{"from one to the other",
	 "ld.global.f32 %f2, [%rd5]; st.global.f32 [%rd7], %f2; " ON("%rd5", "512") ON("%rd7", "512"), 13},
	{"stored, alike", "st.global.u32 [%rd3], %r1; " ON("%rd3", "4"), 8},
	{"in place", "ld.global.f32 %f2, [%rd7]; add.f32 %f2, %f2, %f2; st.global.f32 [%rd7], %f2; " ON("%rd7", "512"), 10},
	{"where a word says",
	 "ld.global.u32 %r3, [%rd5]; mul.wide.s32 %rd8, %r3, 4; add.s64 %rd9, %rd2, %rd8; " ADD("%rd9", "0") ON("%rd5", "512"),
	 11},
	{"three of the lane",
	 "ld.global.f32 %f2, [%rd5]; ld.global.f32 %f3, [%rd6]; ld.global.f32 %f4, [%rd7]; fma.rn.f32 %f1, %f2, %f3, %f1; "
	 "add.f32 %f1, %f1, %f4; " ON("%rd5", "512") ON("%rd6", "512") ON("%rd7", "512"),
	 18},
};

static double
turn_of(const char *body)
{
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "f32[65536]", "u32=3"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, body);
	gm_kernel *kernel = case_warp(text, "k", arguments, 4);
	gm_issue *issue = case_issue(kernel, 9), all = {0};
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].ptx_line >= FIRST_LINE && kernel->sites[s].ptx_line <= LAST_LINE)
			gm_issue_add(&all, &issue[s]);
	free(issue);
	gm_kernel_free(kernel);
	return gm_issue_total(&all);
}

START_TEST(pointers_that_a_loop_moves_on_are_moved_between_registers)
{
	const double issued = turn_of(rows[_i].body);
	ck_assert_msg(fabs(issued - rows[_i].issued) <= 1, "%s: %g, the machine code has %g", rows[_i].name, issued,
		      rows[_i].issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_pointers");
	TCase *tests = tcase_create("issue_pointers");
	tcase_add_loop_test(tests, pointers_that_a_loop_moves_on_are_moved_between_registers, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
