/*
 * How many multiply-adds the side of an if may hold beside what is written before ptxas branches around it. Seen with
 * nvdisasm in the code of ptxas 13.0 for sm_90, by lengthening each side until it did.
 */
#include "ptx/case.h"

enum { LONGEST = 4096 };

/* Nobody takes the side. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n, .param .u32 h)\n{\n"
	".shared .align 16 .b8 sm[4096]; .shared .align 16 .b8 sn[4096];\n"
	".reg .b64 %%rd<30>; .reg .f32 %%f<9>; .reg .b32 %%r<30>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [x]; ld.param.u64 %%rd2, [y]; ld.param.u32 %%r2, [n];\n"
	"cvta.to.global.u64 %%rd3, %%rd1; cvta.to.global.u64 %%rd4, %%rd2; mov.u32 %%r3, %%tid.x;\n"
	"mul.wide.u32 %%rd5, %%r3, 4; add.s64 %%rd8, %%rd3, %%rd5; add.s64 %%rd9, %%rd4, %%rd5;\n"
	"ld.global.u32 %%r10, [%%rd8]; ld.global.u32 %%r11, [%%rd8+4]; mov.f32 %%f1, 0f00000000;\n"
	"shl.b32 %%r4, %%r3, 2; st.global.u32 [%%rd9+16], %%r10; bar.sync 0;\n%s\n"
	"setp.ge.s32 %%p1, %%r10, %%r2; @%%p1 bra J;\n%s\n%sJ: st.global.f32 [%%rd9], %%f1; %s\nret;\n}\n";

#define SQUARE "fma.rn.f32 %f1, %f1, %f1, %f1; "
#define LOOP "L: .pragma \"nounroll\"; "
#define TURN "add.s32 %r9, %r9, 64; add.s32 %r10, %r10, 1; setp.lt.s32 %p2, %r10, %r11; @%p2 bra L; "
#define PLACE(array, to)                                                                           \
	"mov.u32 %r20, " array "; add.s32 %r21, %r20, %r4; ld.shared.f32 %" to ", [%r21]; "

static const struct {
	const char *before, *side, *behind;
	int most; /* multiply-adds; -1: not even the side alone */
} rows[] = {
	/* the place is a sum, whatever becomes of it */
	{"", PLACE("sm", "f1"), "", 3},
	{"", PLACE("sn", "f1"), "", 3},
	{"", PLACE("sm", "f1") PLACE("sn", "f2") "add.f32 %f1, %f1, %f2; ", "", -1},
	/* an offset of what the loop moves; the side moves it, too */
	{"add.s32 %r9, %r4, 4; " LOOP,
	 "add.s32 %r21, %r9, -64; ld.shared.f32 %f1, [%r21]; add.s32 %r22, %r9, -64; ld.shared.f32 %f2, [%r22+512]; "
	 "add.f32 %f1, %f1, %f2; ",
	 TURN, 5},
	{"add.s32 %r9, %r4, 4; " LOOP,
	 "add.s32 %r21, %r9, -64; add.s32 %r9, %r9, %r11; ld.shared.f32 %f1, [%r21]; ", TURN, 6},
	/* a parameter, plain and shifted */
	{"ld.param.u32 %r14, [h]; mov.u32 %r9, %r4; " LOOP, "add.s32 %r21, %r9, %r14; ld.shared.f32 %f1, [%r21]; ", TURN, 5},
	{"ld.param.u32 %r15, [h]; shl.b32 %r14, %r15, 2; mov.u32 %r9, %r4; " LOOP,
	 "add.s32 %r21, %r9, %r14; ld.shared.f32 %f1, [%r21]; ", TURN, 5},
	/* behind an if that loads, and before a load */
	{"setp.lt.s32 %p3, %r11, 77; @%p3 bra I; ld.global.f32 %f3, [%rd8+64]; st.shared.f32 [%r4+512], %f3; I: bar.sync 0; ",
	 "ld.shared.f32 %f1, [%r4]; ", "bar.sync 0; ld.global.nc.f32 %f4, [%rd8+128]; st.global.f32 [%rd9+4], %f4; ", 19},
	{"setp.lt.s32 %p3, %r11, 77; @%p3 bra I; ld.global.f32 %f3, [%rd8+64]; st.shared.f32 [%r4+512], %f3; I: bar.sync 0; ",
	 "ld.shared.f32 %f1, [%r4]; ", "bar.sync 0; ", 7},
};

static double
shared_load(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->accesses[GM_ISSUED_SHARED_LOAD];
}

static double
loads_issued(int row, int squares)
{
	static const char *const arguments[] = {"u32[4096]:zero", "u32[4096]:zero", "u32=0", "u32=4"};
	char text[LONGEST], more[1024] = "";
	for (int i = 0; i < squares; i++)
		strcat(more, SQUARE);
	snprintf(text, sizeof text, frame, rows[row].before, rows[row].side, more, rows[row].behind);
	return case_issued(text, arguments, 4, shared_load);
}

START_TEST(a_side_may_be_as_long_as_that)
{
	if (rows[_i].most >= 0)
		ck_assert_double_gt(loads_issued(_i, rows[_i].most), 0);
	ck_near(loads_issued(_i, rows[_i].most + 1), 0, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("if_lengths");
	TCase *tests = tcase_create("if_lengths");
	tcase_add_loop_test(tests, a_side_may_be_as_long_as_that, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
