/*
 * Loads of the same or of neighbouring words whose addresses PTX computes one from the other, or each anew
 * (sass/spots.h). How many of the two a warp makes in the code of ptxas 13.0 for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

#define FFMA "fma.rn.f32 %f1, %f1, %f10, 0f3F800001;\n"
#define FFMA_8 FFMA FFMA FFMA FFMA FFMA FFMA FFMA FFMA
#define LONG FFMA_8 FFMA_8 FFMA_8 FFMA_8 FFMA_8
#define TEXT(loads)                                                                                         \
	".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 .ptr .align 1 x,\n"   \
	".param .u64 .ptr .align 1 y, .param .u32 n, .param .f32 c)\n{\n"                                   \
	".reg .b64 %rd<22>; .reg .f32 %f<32>; .reg .b32 %r<34>; .reg .pred %p<5>;\n"                        \
	".shared .align 16 .b8 sm[8192];\n"                                                                 \
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r5, [n]; ld.param.f32 %f10, [c];\n"  \
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2; mov.u32 %r3, %tid.x;\n"              \
	"mul.wide.u32 %rd5, %r3, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"                  \
	"shl.b32 %r20, %r5, 2; shl.b32 %r6, %r3, 4; mov.u32 %r7, sm; add.s32 %r8, %r7, %r6;\n"              \
	"mov.f32 %f1, %f10;\n" loads "\nfma.rn.f32 %f1, %f4, %f1, %f3;\nst.global.f32 [%rd7], %f1; ret;\n}\n"
#define PAIR(first, second)                                                                                 \
	TEXT(first "\nsetp.gt.f32 %p2, %f3, %f10;\n@%p2 bra B;\n" LONG "B: " second)

static const struct {
	const char *text;
	int global, shared;
} rows[] = {
	{TEXT("ld.shared.f32 %f3, [%r8]; add.s32 %r9, %r8, -16; ld.shared.f32 %f4, [%r9+20];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];", "add.s32 %r9, %r8, -16; ld.shared.f32 %f4, [%r9+20];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];", "sub.s32 %r9, %r8, 16; ld.shared.f32 %f4, [%r9+16];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8+4];", "or.b32 %r9, %r8, 4; ld.shared.f32 %f4, [%r9];"), 0, 2},
	{PAIR("ld.global.f32 %f3, [%rd6+4096];", "add.s64 %rd8, %rd6, 4096; ld.global.f32 %f4, [%rd8];"), 1, 0},
	{PAIR("ld.global.f32 %f3, [%rd6];",
	      "mul.wide.u32 %rd8, %r3, 4; add.s64 %rd9, %rd3, %rd8; ld.global.f32 %f4, [%rd9];"), 1, 0},
	{TEXT("ld.global.f32 %f3, [%rd6]; mul.wide.u32 %rd8, %r3, 4; add.s64 %rd9, %rd3, %rd8; ld.global.f32 %f4, [%rd9];"), 1, 0},
	{PAIR("ld.shared.f32 %f3, [%r8];",
	      "shl.b32 %r10, %r3, 4; add.s32 %r9, %r7, %r10; ld.shared.f32 %f4, [%r9];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];",
	      "shl.b32 %r10, %r3, 4; add.s32 %r9, %r7, %r10; ld.shared.f32 %f4, [%r9+4];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];",
	      "add.s32 %r11, %r3, 1; shl.b32 %r10, %r11, 4; add.s32 %r9, %r7, %r10; ld.shared.f32 %f4, [%r9+-16];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];", "mad.lo.s32 %r9, %r3, 16, %r7; ld.shared.f32 %f4, [%r9];"), 0, 1},
	{PAIR("ld.global.f32 %f3, [%rd6+4];",
	      "add.s32 %r11, %r3, 1; mul.wide.u32 %rd8, %r11, 4; add.s64 %rd9, %rd3, %rd8; ld.global.f32 %f4, [%rd9];"), 2, 0},
	{PAIR("mul.wide.s32 %rd10, %r3, 4; add.s64 %rd11, %rd3, %rd10; ld.global.f32 %f3, [%rd11+4];",
	      "add.s32 %r11, %r3, 1; mul.wide.s32 %rd8, %r11, 4; add.s64 %rd9, %rd3, %rd8; ld.global.f32 %f4, [%rd9];"), 2, 0},
	{TEXT("ld.global.v2.f32 {%f3, %f5}, [%rd6]; add.s64 %rd8, %rd6, 8; ld.global.f32 %f4, [%rd8]; ld.global.f32 %f6, [%rd8+4]; fma.rn.f32 %f1, %f5, %f6, %f1;"), 2, 0},
	{PAIR("add.s32 %r11, %r8, %r5; add.s32 %r9, %r11, %r6; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r12, %r8, %r6; add.s32 %r19, %r12, %r5; ld.shared.f32 %f4, [%r19];"), 0, 2},
	{PAIR("add.s32 %r9, %r8, %r5; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r19, %r5, %r8; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("add.s32 %r11, %r3, %r5; shl.b32 %r12, %r11, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "shl.b32 %r13, %r3, 2; shl.b32 %r14, %r5, 2; add.s32 %r15, %r13, %r14; add.s32 %r19, %r7, %r15; ld.shared.f32 %f4, [%r19];"), 0, 2},
	{PAIR("mul.lo.s32 %r11, %r3, 16; add.s32 %r9, %r7, %r11; ld.shared.f32 %f3, [%r9];",
	      "shl.b32 %r13, %r3, 4; add.s32 %r19, %r7, %r13; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.lo.s32 %r9, %r3, 24, %r7; ld.shared.f32 %f3, [%r9];",
	      "mul.lo.s32 %r13, %r3, 24; add.s32 %r19, %r7, %r13; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.lo.s32 %r9, %r3, %r5, %r7; ld.shared.f32 %f3, [%r9];",
	      "mul.lo.s32 %r13, %r5, %r3; add.s32 %r19, %r7, %r13; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.lo.s32 %r9, %r3, 24, %r7; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r11, %r3, 1; mad.lo.s32 %r12, %r11, 24, %r7; add.s32 %r19, %r12, -24; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.wide.s32 %rd9, %r3, 4, %rd3; ld.global.f32 %f3, [%rd9];",
	      "mul.wide.s32 %rd18, %r3, 4; add.s64 %rd19, %rd3, %rd18; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("cvt.s64.s32 %rd12, %r3; shl.b64 %rd13, %rd12, 2; add.s64 %rd9, %rd3, %rd13; ld.global.f32 %f3, [%rd9];",
	      "mul.wide.s32 %rd18, %r3, 4; add.s64 %rd19, %rd3, %rd18; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("cvt.s64.s32 %rd12, %r5; shl.b64 %rd13, %rd12, 2; add.s64 %rd9, %rd3, %rd13; ld.global.f32 %f3, [%rd9];",
	      "cvt.s64.s32 %rd17, %r5; shl.b64 %rd18, %rd17, 2; add.s64 %rd19, %rd3, %rd18; ld.global.f32 %f4, [%rd19];"), 1, 0},
	{PAIR("cvt.s64.s32 %rd12, %r5; shl.b64 %rd13, %rd12, 2; add.s64 %rd9, %rd3, %rd13; ld.global.f32 %f3, [%rd9];",
	      "cvt.s64.s32 %rd17, %r5; add.s64 %rd17, %rd17, 1; shl.b64 %rd18, %rd17, 2; add.s64 %rd19, %rd3, %rd18; add.s64 %rd19, %rd19, -4; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("mul.wide.u32 %rd18, %r3, 4; add.s64 %rd9, %rd3, %rd18; ld.global.f32 %f3, [%rd9];",
	      "mul.wide.s32 %rd18, %r3, 4; add.s64 %rd19, %rd3, %rd18; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("mul.wide.u32 %rd18, %r5, 4; add.s64 %rd9, %rd3, %rd18; ld.global.f32 %f3, [%rd9];",
	      "mul.wide.s32 %rd18, %r5, 4; add.s64 %rd19, %rd3, %rd18; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("max.s32 %r11, %r3, %r5; shl.b32 %r12, %r11, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "max.s32 %r13, %r3, %r5; shl.b32 %r14, %r13, 2; add.s32 %r19, %r7, %r14; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("ld.global.f32 %f3, [%rd6];",
	      "ld.param.u64 %rd11, [x]; cvta.to.global.u64 %rd12, %rd11; add.s64 %rd19, %rd12, %rd5; ld.global.f32 %f4, [%rd19];"), 1, 0},
	{PAIR("ld.shared.f32 %f3, [%r8];",
	      "mov.u32 %r13, %tid.x; shl.b32 %r14, %r13, 4; add.s32 %r19, %r7, %r14; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.lo.s32 %r11, %r3, 33, %r5; shl.b32 %r12, %r11, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "mad.lo.s32 %r13, %r3, 33, %r5; add.s32 %r14, %r13, 1; shl.b32 %r15, %r14, 2; add.s32 %r16, %r7, %r15; add.s32 %r19, %r16, -4; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("mad.lo.s32 %r11, %r3, 33, %r5; shl.b32 %r12, %r11, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r17, %r5, 1; mad.lo.s32 %r13, %r3, 33, %r17; shl.b32 %r15, %r13, 2; add.s32 %r16, %r7, %r15; add.s32 %r19, %r16, -4; ld.shared.f32 %f4, [%r19];"), 0, 2},
	{PAIR("ld.shared.f32 %f3, [sm+4];", "mov.u32 %r19, sm; ld.shared.f32 %f4, [%r19+8];"), 0, 2},
	{PAIR("xor.b32 %r11, %r3, %r5; shl.b32 %r12, %r11, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "xor.b32 %r13, %r3, %r5; shl.b32 %r14, %r13, 2; add.s32 %r19, %r7, %r14; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("shr.u32 %r11, %r3, 5; and.b32 %r21, %r11, 3; shl.b32 %r12, %r21, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f3, [%r9];",
	      "shr.u32 %r13, %r3, 5; and.b32 %r22, %r13, 3; shl.b32 %r14, %r22, 2; add.s32 %r19, %r7, %r14; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("add.s32 %r9, %r8, %r20; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r18, %r8, 4; add.s32 %r23, %r18, %r20; add.s32 %r19, %r23, -4; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("add.s32 %r9, %r8, %r20; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r18, %r20, 4; add.s32 %r23, %r8, %r18; add.s32 %r19, %r23, -4; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("add.s32 %r17, %r20, -4; add.s32 %r18, %r8, 4; add.s32 %r9, %r8, %r20; ld.shared.f32 %f3, [%r9];",
	      "add.s32 %r19, %r17, %r18; ld.shared.f32 %f4, [%r19];"), 0, 1},
	{PAIR("add.s64 %rd9, %rd3, %rd5; ld.global.f32 %f3, [%rd9];",
	      "add.s64 %rd18, %rd3, 4; add.s64 %rd19, %rd18, %rd5; add.s64 %rd19, %rd19, -4; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("add.s64 %rd9, %rd6, 8; ld.global.f32 %f3, [%rd9];",
	      "add.s64 %rd18, %rd6, 4; add.s64 %rd19, %rd18, 4; ld.global.f32 %f4, [%rd19];"), 1, 0},
	{PAIR("cvt.s64.s32 %rd12, %r5; mul.lo.s64 %rd13, %rd12, 24; add.s64 %rd9, %rd3, %rd13; ld.global.f32 %f3, [%rd9];",
	      "add.s64 %rd17, %rd12, 1; mul.lo.s64 %rd18, %rd17, 24; add.s64 %rd19, %rd3, %rd18; add.s64 %rd19, %rd19, -24; ld.global.f32 %f4, [%rd19];"), 2, 0},
	{PAIR("ld.shared.f32 %f3, [sm+8];", "mov.u32 %r19, sm; ld.shared.f32 %f4, [%r19+12];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [sm+8];", "mov.u32 %r19, sm; ld.shared.f32 %f4, [%r19+8];"), 0, 1},
	{PAIR("ld.shared.f32 %f3, [%r8];",
	      "shl.b32 %r10, %r3, 2; shl.b32 %r12, %r10, 2; add.s32 %r9, %r7, %r12; ld.shared.f32 %f4, [%r9];"), 0, 1},
};

START_TEST(addresses_are_known_to_be_of_one_place)
{
	static const char *const arguments[] = {"f32[65536]:zero", "f32[65536]:zero", "u32=4", "f32=1"};
	const case_loads s = case_loads_of(rows[_i].text, arguments, 4);
	ck_assert_msg(s.global == rows[_i].global && s.shared == rows[_i].shared, "row %d: %d %d", _i,
		      s.global, s.shared);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("spots");
	TCase *cases = tcase_create("spots");
	tcase_add_loop_test(cases, addresses_are_known_to_be_of_one_place, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
