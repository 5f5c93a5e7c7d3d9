/*
 * Ifs that load from global memory: under a predicate where enough follows, sass/issue_waited.c.
 */
#include "ptx/case.h"

enum { LONGEST = 4096, LOADS_BEFORE = 3 };

/* Nobody takes the side. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n, .param .u32 h)\n{\n"
	".shared .align 16 .b8 sm[4096]; .reg .b64 %%rd<30>; .reg .f32 %%f<9>; .reg .b32 %%r<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [x]; ld.param.u64 %%rd2, [y]; ld.param.u32 %%r2, [n];\n"
	"cvta.to.global.u64 %%rd3, %%rd1; cvta.to.global.u64 %%rd4, %%rd2; mov.u32 %%r3, %%tid.x;\n"
	"mul.wide.u32 %%rd5, %%r3, 4; add.s64 %%rd8, %%rd3, %%rd5; add.s64 %%rd9, %%rd4, %%rd5;\n"
	"ld.global.u32 %%r10, [%%rd8]; ld.global.u32 %%r11, [%%rd8+4]; ld.global.u32 %%r12, [%%rd8+8];\n"
	"st.global.u32 [%%rd9+16], %%r10; bar.sync 0; mov.f32 %%f1, 0f00000000;\n%s\n"
	"setp.ge.s32 %%p1, %%r10, %%r2; @%%p1 bra J;\n"
	"mul.wide.s32 %%rd10, %%r11, 4; add.s64 %%rd11, %%rd3, %%rd10; ld.global.f32 %%f1, [%%rd11];\n"
	"%s\nJ: %s\nret;\n}\n";

#define ONE "mad.lo.s32 %r12, %r12, %r11, %r10; "
#define TWO ONE ONE
#define THREE TWO ONE
#define STORED "st.global.f32 [%rd9], %f1; st.global.u32 [%rd9+4], %r12; "
#define BRANCH "setp.lt.s32 %p2, %r12, %r2; @%p2 bra E; st.global.u32 [%rd9+8], %r12; E: "
#define HEIGHT "ld.param.u32 %r15, [h]; add.s32 %r12, %r12, %r15; "
#define SECOND                                                                                     \
	"setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; ld.global.f32 %f2, [%rd8+64]; fma.rn.f32 %f1, %f2, %f2, %f1; I: "
#define LAST "st.global.f32 [%rd9], %f1; "
#define OTHER "mul.f32 %f1, %f4, %f4; K: "
#define TURN "add.s32 %r10, %r10, 128; setp.lt.s32 %p5, %r10, %r11; @%p5 bra L; "
#define IN_LOOP "mov.f32 %f6, %f1; L: .pragma \"nounroll\"; mov.f32 %f1, 0f00000000; "
#define SIX "fma.rn.f32 %f5, %f5, %f5, %f5; fma.rn.f32 %f5, %f5, %f5, %f5; fma.rn.f32 %f5, %f5, %f5, %f5; " \
	    "fma.rn.f32 %f5, %f5, %f5, %f5; fma.rn.f32 %f5, %f5, %f5, %f5; fma.rn.f32 %f5, %f5, %f5, %f5; "
#define FURTHER(side)                                                                              \
	"setp.ge.s32 %p3, %r10, %r12; @%p3 bra G; mul.wide.s32 %rd12, %r10, 4; add.s64 %rd13, %rd3, %rd12; " \
	"ld.global.f32 %f5, [%rd13]; " side "G: fma.rn.f32 %f6, %f5, %f5, %f6; st.global.f32 [%rd9+32], %f6; "
#define FREE_LOOP "L: .pragma \"nounroll\"; "
#define KEPT "st.global.u32 [%rd9+4], %r12; "
#define AGAIN(load) "setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; " load ".f32 %f2, [%rd8+64]; " \
		    "fma.rn.f32 %f1, %f2, %f2, %f1; st.global.f32 [%rd9+8], %f1; I: "
#define PLACE "mad.lo.s32 %r13, %r11, %r10, %r12; mul.wide.s32 %rd14, %r13, 4; add.s64 %rd8, %rd3, %rd14; "
#define LOADED_LAST "setp.lt.s32 %p2, %r12, %r2; @%p2 bra P; mul.f32 %f2, %f4, %f4; bra.uni Q; " \
		    "P: ld.global.f32 %f2, [%rd8+64]; Q: "
#define LOADED_FIRST "setp.ge.s32 %p2, %r12, %r2; @%p2 bra P; ld.global.f32 %f2, [%rd8+64]; bra.uni Q; " \
		     "P: mul.f32 %f2, %f4, %f4; Q: "
#define STORED_LAST "st.global.f32 [%rd9+12], %f2; " KEPT "ret; "
#define SQUARE "fma.rn.f32 %f1, %f1, %f1, %f1; "

#define PARAMETER                                                                                  \
	"ld.param.u32 %r15, [h]; setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; "                          \
	"atom.global.add.u32 %r16, [%rd9+68], %r15; I: "
#define CONSTANT "mov.b32 %f7, %r15; fma.rn.f32 %f1, %f1, %f7, %f1; "
#define FOUR SQUARE SQUARE SQUARE SQUARE
#define ROW(makes)                                                                                 \
	"setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; ld.global.nc.f32 %f2, [%rd8+64]; " makes           \
	" add.f32 %f6, %f6, %f3; I: mov.f32 %f1, 0f00000000; "
#define BOTH_STORED LAST "st.global.f32 [%rd9+8], %f6; "
#define TURNS "shl.b32 %r15, %r3, 2; mov.u32 %r16, 3; mov.u32 %r14, 4; " IN_LOOP
#define PASSED "setp.eq.s32 %p6, %r11, 77; @%p6 bra M; "
#define SHARED "st.shared.f32 [%r15], %f1; "
#define NAMED "mov.u32 %r13, sm; shl.b32 %r15, %r3, 2; add.s32 %r13, %r13, %r15; st.shared.f32 [%r13], %f1; "
#define COPIED "mov.u32 %r16, %r12; "
#define MORE "mad.lo.s32 %r14, %r14, %r12, %r11; mad.lo.s32 %r14, %r14, %r12, %r11; mad.lo.s32 %r14, %r14, %r12, %r11; "
#define END                                                                                        \
	"setp.eq.s32 %p3, %r11, %r2; @%p3 bra M; atom.global.add.u32 %r16, [%rd9+68], %r11; "       \
	"atom.global.add.u32 %r14, [%rd9+72], %r11; M: st.global.u32 [%rd9+56], %r16; "             \
	"st.global.u32 [%rd9+60], %r14; " TURN "ld.shared.u32 %r12, [%r3]; st.global.u32 [%rd9+72], %r12; "

/* Loads that are issued behind those of the frame. Code of ptxas 13.0 for sm_90. */
static const struct {
	const char *before, *side, *behind;
	double loads;
} rows[] = {
	{"", "", THREE STORED, 0},
	{"", "", THREE ONE STORED, 1},
	{"", SQUARE, TWO STORED, 0},
	{"", SQUARE, THREE STORED, 1},
	{"", SQUARE SQUARE SQUARE SQUARE, TWO STORED, 0},
	{"", "", TWO STORED BRANCH, 0},
	{"", "", THREE STORED BRANCH, 1},
	{"", "", ONE HEIGHT STORED, 0},
	{"", "", TWO HEIGHT STORED, 1},
	{"", "", SQUARE SQUARE SQUARE SQUARE SQUARE SQUARE "st.global.f32 [%rd9], %f1;", 0},
	{"ld.global.u32 %r12, [%rd8+128]; ", "", STORED, 2},
	{"", "", SECOND LAST, 2},
	{"", "", LAST SECOND LAST, 0},
	{"", "", "bar.sync 0; " SECOND LAST, 2},
	{"", "", "ld.global.f32 %f3, [%rd8+64]; st.global.f32 [%rd9+8], %f3; " LAST, 2},
	{"", "bra.uni K;", OTHER THREE ONE STORED, 0},
	{"", "bra.uni K;", OTHER THREE TWO STORED, 1},
	{"", LAST, THREE "st.global.u32 [%rd9+4], %r12; ", 0},
	{"", LAST, THREE ONE "st.global.u32 [%rd9+4], %r12; ", 1},
	{"L: .pragma \"nounroll\"; ", "", LAST TURN, 0},
	{IN_LOOP, "", LAST FURTHER("") TWO TURN, 2},
	{IN_LOOP, "", LAST FURTHER(SIX SIX SIX SIX) TURN, 0},
	{IN_LOOP, "", ONE LAST FURTHER(SIX SIX SIX SIX) TURN, 1},
	{FREE_LOOP, "bra.uni K;", OTHER ONE LAST TURN KEPT, 0},
	{FREE_LOOP, "bra.uni K;", OTHER TWO LAST TURN KEPT, 1},
	{FREE_LOOP, SQUARE "bra.uni K;", OTHER LAST TURN KEPT, 0},
	{FREE_LOOP, SQUARE "bra.uni K;", OTHER ONE LAST TURN KEPT, 1},
	{LOADED_LAST THREE STORED_LAST, "", "", 0},
	{LOADED_LAST THREE ONE STORED_LAST, "", "", 1},
	{"", LAST, AGAIN("ld.global") KEPT, 0},
	{"", LAST, AGAIN("ld.global.nc") KEPT, 2},
	{"", LAST, AGAIN("ld.global.nc"), 0},
	{"", SQUARE, AGAIN("ld.global") KEPT, 2},
	{"", SQUARE, AGAIN("ld.global"), 0},
	{"", "", LAST AGAIN("ld.global.nc") KEPT, 2},
	{PLACE LOADED_LAST TWO STORED_LAST, "", "", 0},
	{LOADED_FIRST THREE ONE STORED_LAST, "", "", 0},
	{LOADED_FIRST THREE TWO STORED_LAST, "", "", 1},
	{"", SQUARE SQUARE FOUR FOUR FOUR FOUR, THREE TWO STORED, 1},
	{PARAMETER, CONSTANT FOUR FOUR FOUR FOUR, THREE TWO STORED, 1},
	{PARAMETER, CONSTANT SQUARE FOUR FOUR FOUR FOUR, THREE TWO STORED, 0},
	{ROW("mul.f32 %f3, %f2, 0f41880000;"), "", BOTH_STORED, 2},
	{ROW("div.rn.f32 %f3, %f2, 0f41880000;"), "", BOTH_STORED, 0},
	{"ld.global.u32 %r12, [%rd8+128]; st.global.u32 [%rd9+24], %r12; ", "", STORED, 1},
	{TURNS, "", SHARED END, 0},
	{TURNS, "", SHARED COPIED END, 1},
	{TURNS, "", NAMED END, 1},
	{TURNS PASSED, "", SHARED COPIED END, 0},
	{TURNS PASSED, "", SHARED COPIED MORE END, 1},
	{TURNS PASSED, "", NAMED END, 1},
};

static double
global_load(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->accesses[GM_ISSUED_GLOBAL_LOAD];
}

START_TEST(a_load_is_predicated_where_enough_follows_to_wait_for_it)
{
	static const char *const arguments[] = {"u32[4096]:zero", "u32[4096]", "s32=0", "s32=0"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].before, rows[_i].side, rows[_i].behind);
	ck_near(case_issued(text, arguments, 4, global_load), LOADS_BEFORE + rows[_i].loads, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_waited");
	TCase *tests = tcase_create("issue_waited");
	tcase_add_loop_test(tests, a_load_is_predicated_where_enough_follows_to_wait_for_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
