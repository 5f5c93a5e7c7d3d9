/*
 * Loads of the same words on both ends of an if (sass/again.h). How many of the two a warp makes in the code of
 * ptxas 13.0 for sm_90, seen with cuobjdump.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

#include <stdio.h>

/* Each thread's words at %rd6, %rd7 and %r8; the if behind the first load is 40 FFMA long. */
#define FFMA "fma.rn.f32 %f1, %f1, %f10, 0f3F800001;\n"
#define FFMA_8 FFMA FFMA FFMA FFMA FFMA FFMA FFMA FFMA
#define LONG FFMA_8 FFMA_8 FFMA_8 FFMA_8 FFMA_8
#define HEAD                                                                                                \
	".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 .ptr .align 1 x,\n"   \
	".param .u64 .ptr .align 1 y, .param .u32 n, .param .f32 c)\n{\n"                                   \
	".reg .b64 %rd<12>; .reg .f32 %f<12>; .reg .f64 %d<4>; .reg .b32 %r<14>; .reg .pred %p<5>;\n"       \
	".shared .align 4 .b8 sm[4096];\n"                                                                  \
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r5, [n]; ld.param.f32 %f10, [c];\n"  \
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2; mov.u32 %r3, %tid.x;\n"              \
	"mul.wide.u32 %rd5, %r3, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"                  \
	"shl.b32 %r6, %r3, 2; mov.u32 %r7, sm; add.s32 %r8, %r7, %r6; mov.f32 %f9, %f10; mov.f32 %f1, %f10;\n"
#define TAIL "fma.rn.f32 %f1, %f4, %f1, %f9;\nEND: st.global.f32 [%rd7], %f1; ret;\n}\n"

#define PAIR(first, between, second)                                                                        \
	HEAD first " setp.gt.f32 %p2, %f3, %f10;\n" between "\n@%p2 bra END;\n" LONG second "\n" TAIL
#define GLOBAL(between) PAIR("ld.global.f32 %f3, [%rd6];", between, "ld.global.f32 %f4, [%rd6];")
#define READ_ONLY(between) PAIR("ld.global.nc.f32 %f3, [%rd6];", between, "ld.global.nc.f32 %f4, [%rd6];")
#define SHARED(between) PAIR("ld.shared.f32 %f3, [%r8];", between, "ld.shared.f32 %f4, [%r8];")
/* What stands in the if that only some pass, before the second load. */
#define IF(first, in, second)                                                                               \
	HEAD first " setp.gt.f32 %p2, %f3, %f10;\n@%p2 bra B;\n" LONG in "\nB: " second "\n" TAIL

/* What stands behind the end in the text, on a way between the two. */
#define FAR(first, far, second)                                                                             \
	HEAD first " setp.gt.f32 %p2, %f3, %f10;\n@%p2 bra FAR;\nBACK: " LONG second "\n"                   \
	"fma.rn.f32 %f1, %f4, %f1, %f9;\nst.global.f32 [%rd7], %f1; ret;\nFAR: " far "\nbra BACK;\n}\n"
#define GLOBAL_FAR(far) FAR("ld.global.f32 %f3, [%rd6];", far, "ld.global.f32 %f4, [%rd6];")
#define SHARED_FAR(far) FAR("ld.shared.f32 %f3, [%r8];", far, "ld.shared.f32 %f4, [%r8];")

static const struct {
	const char *text;
	int global, shared;
} rows[] = {
	{GLOBAL_FAR(LONG), 1, 0},
	{GLOBAL_FAR("st.shared.f32 [%r8], %f9;"), 1, 0},
	{GLOBAL_FAR("st.global.f32 [%rd7+64], %f9;"), 2, 0},
	{SHARED_FAR(LONG), 0, 1},
	{SHARED_FAR("st.shared.f32 [%r8], %f9;"), 0, 2},
	{GLOBAL(""), 1, 0},
	{GLOBAL("bar.sync 0;"), 2, 0},
	{GLOBAL("st.global.f32 [%rd7+64], %f9;"), 2, 0},
	{GLOBAL("st.global.f32 [%rd6+64], %f9;"), 2, 0},
	{GLOBAL("st.f32 [%rd7+64], %f9;"), 2, 0},
	{GLOBAL("st.shared.f32 [%r8+512], %f9;"), 1, 0},
	{GLOBAL("red.global.add.u32 [%rd7+64], 1;"), 2, 0},
	{GLOBAL("atom.shared.add.u32 %r9, [%r8+512], 1;"), 1, 0},
	{GLOBAL("membar.cta;"), 2, 0},
	{GLOBAL("bar.warp.sync -1;"), 2, 0},
	{GLOBAL("shfl.sync.bfly.b32 %f9, %f9, 1, 31, -1;"), 1, 0},
	{GLOBAL("div.rn.f32 %f9, %f9, %f10;"), 2, 0},
	{GLOBAL("div.full.f32 %f9, %f9, %f10;"), 1, 0},
	{GLOBAL("ld.volatile.global.f32 %f9, [%rd7+64];"), 2, 0},
	{READ_ONLY(""), 1, 0},
	{READ_ONLY("bar.sync 0;"), 1, 0},
	{READ_ONLY("membar.cta;"), 1, 0},
	{READ_ONLY("st.global.f32 [%rd7+64], %f9;"), 1, 0},
	{READ_ONLY("st.f32 [%rd7+64], %f9;"), 1, 0},
	{READ_ONLY("div.rn.f32 %f9, %f9, %f10;"), 2, 0},
	{SHARED(""), 0, 1},
	{SHARED("bar.sync 0;"), 0, 2},
	{SHARED("st.global.f32 [%rd7+64], %f9;"), 0, 1},
	{SHARED("st.f32 [%rd7+64], %f9;"), 0, 2},
	{SHARED("st.shared.f32 [%r8+512], %f9;"), 0, 2},
	{SHARED("atom.global.add.u32 %r9, [%rd7+64], 1;"), 0, 1},
	{SHARED("atom.shared.add.u32 %r9, [%r8+512], 1;"), 0, 2},
	{SHARED("membar.cta;"), 0, 2},
	{SHARED("bar.warp.sync -1;"), 0, 2},
	{SHARED("shfl.sync.bfly.b32 %f9, %f9, 1, 31, -1;"), 0, 1},
	{SHARED("div.rn.f32 %f9, %f9, %f10;"), 0, 2},
	{IF("ld.global.f32 %f3, [%rd6];", "", "ld.global.f32 %f4, [%rd6];"), 1, 0},
	{IF("ld.global.f32 %f3, [%rd6];", "st.global.f32 [%rd7+64], %f9;", "ld.global.f32 %f4, [%rd6];"), 2, 0},
	{IF("ld.shared.f32 %f3, [%r8];", "st.global.f32 [%rd7+64], %f9;", "ld.shared.f32 %f4, [%r8];"), 0, 1},
	{IF("ld.shared.f32 %f3, [%r8];", "st.shared.f32 [%r8+64], %f9;", "ld.shared.f32 %f4, [%r8];"), 0, 2},
	/* other words, other names of the same words */
	{PAIR("ld.global.f32 %f3, [%rd6];", "", "ld.global.f32 %f4, [%rd6+4];"), 2, 0},
	{PAIR("ld.global.f32 %f3, [%rd6];", "", "ld.global.u32 %r9, [%rd6]; cvt.rn.f32.u32 %f4, %r9;"), 1, 0},
	{PAIR("ld.global.nc.f32 %f3, [%rd6];", "", "ld.global.f32 %f4, [%rd6];"), 2, 0},
	{PAIR("ld.global.f32 %f3, [%rd6];", "", "ld.global.nc.f32 %f4, [%rd6];"), 2, 0},
	{PAIR("ld.volatile.shared.f32 %f3, [%r8];", "", "ld.shared.f32 %f4, [%r8];"), 0, 2},
	{PAIR("ld.shared.f32 %f3, [%r8];", "", "ld.volatile.shared.f32 %f4, [%r8];"), 0, 2},
	{PAIR("ld.shared.u8 %r9, [%r8]; cvt.rn.f32.u32 %f3, %r9;", "",
	      "ld.shared.u8 %r12, [%r8]; cvt.rn.f32.u32 %f4, %r12;"), 0, 1},
	{PAIR("ld.shared.u8 %r9, [%r8]; cvt.rn.f32.u32 %f3, %r9;", "",
	      "ld.shared.s8 %r12, [%r8]; cvt.rn.f32.s32 %f4, %r12;"), 0, 2},
	/* who goes around the first has to make the second */
	{HEAD "setp.gt.u32 %p2, %r3, %r5;\n@%p2 bra B;\n" LONG "ld.shared.f32 %f3, [%r8]; add.f32 %f9, %f9, %f3;\n"
	      "B: ld.shared.f32 %f4, [%r8];\n" TAIL, 0, 2},
	/* the register has moved on */
	{PAIR("ld.shared.f32 %f3, [%r8];", "add.s32 %r8, %r8, 4;", "ld.shared.f32 %f4, [%r8];"), 0, 2},
	/* three: nested ifs, each with the load */
	{PAIR("ld.shared.f32 %f3, [%r8];", "",
	      "ld.shared.f32 %f5, [%r8]; setp.gt.f32 %p3, %f5, %f1; @%p3 bra END;\n" LONG
	      "ld.shared.f32 %f4, [%r8];"), 0, 1},
};

START_TEST(loads_are_made_once)
{
	static const char *const arguments[] = {"f32[4096]:zero", "f32[4096]:zero", "u32=4096", "f32=1"};
	const case_loads s = case_loads_of(rows[_i].text, arguments, 4);
	ck_assert_msg(s.global == rows[_i].global && s.shared == rows[_i].shared, "row %d: %d %d", _i,
		      s.global, s.shared);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("again");
	TCase *cases = tcase_create("again");
	tcase_add_loop_test(cases, loads_are_made_once, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
