/*
 * What the words of an instruction ask of its result: the way it is rounded, saturation, subnormal numbers flushed, NaN
 * handed on. Bits as the PTX ISA defines them, worked out by hand; one kernel a row, whose only thread has the words A,
 * B and C as %rd1, %rd2, %rd3, and their low ends as registers of each type.
 */
#include "ptx/case.h"

static const char frame[] =
	".version 9.0\n.target sm_100a\n.address_size 64\n"
	".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 out)\n{\n"
	".reg .b16 %%rs<8>; .reg .b32 %%r<8>; .reg .b64 %%rd<16>; .reg .f32 %%f<8>; .reg .f64 %%fd<8>; .reg .pred %%p<8>;\n"
	"ld.param.u64 %%rd1, [a]; ld.param.u64 %%rd2, [b]; ld.param.u64 %%rd3, [c]; ld.param.u64 %%rd11, [out];\n"
	"cvt.u32.u64 %%r1, %%rd1; cvt.u32.u64 %%r2, %%rd2; cvt.u32.u64 %%r3, %%rd3;\n"
	"cvt.u16.u64 %%rs1, %%rd1; cvt.u16.u64 %%rs2, %%rd2; cvt.u16.u64 %%rs3, %%rd3;\n"
	"mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2; mov.b64 %%fd1, %%rd1;\n"
	"mov.b64 %%rd4, 0; mov.b32 %%r4, 0; mov.b16 %%rs4, 0; mov.f32 %%f4, 0f00000000; mov.f64 %%fd4, 0d0000000000000000;\n"
	"%s\n"
	"mov.b32 %%r5, %%f4; or.b32 %%r4, %%r4, %%r5; cvt.u64.u32 %%rd5, %%r4; or.b64 %%rd4, %%rd4, %%rd5;\n"
	"cvt.u64.u16 %%rd5, %%rs4; or.b64 %%rd4, %%rd4, %%rd5; mov.b64 %%rd5, %%fd4; or.b64 %%rd4, %%rd4, %%rd5;\n"
	"st.global.u64 [%%rd11], %%rd4;\nret;\n}\n";

typedef struct row {
	const char *text;
	uint64_t a, b, c, expected;
} row;

static const row rows[] = {
	/* 2^24 + 3 lies in the middle of 2^24 + 2 and 2^24 + 4. */
	{"cvt.rn.f32.s32 %f4, %r1;", 16777219, 0, 0, 0x4b800002},
	{"cvt.rz.f32.s32 %f4, %r1;", 16777219, 0, 0, 0x4b800001},
	{"cvt.rm.f32.s32 %f4, %r1;", 16777219, 0, 0, 0x4b800001},
	{"cvt.rp.f32.s32 %f4, %r1;", 16777218 - 1, 0, 0, 0x4b800001},
	{"cvt.rz.f32.s32 %f4, %r1;", 0u - 16777219u, 0, 0, 0xcb800001},
	{"cvt.rm.f32.s32 %f4, %r1;", 0u - 16777217u, 0, 0, 0xcb800001},
	{"cvt.rp.f32.s32 %f4, %r1;", 0u - 16777219u, 0, 0, 0xcb800001},
	{"cvt.rz.f32.u32 %f4, %r1;", 0xffffffff, 0, 0, 0x4f7fffff},
	{"cvt.rz.f32.u64 %f4, %rd1;", UINT64_MAX, 0, 0, 0x5f7fffff},
	{"cvt.rp.f32.s64 %f4, %rd1;", 1ull << 62 | 1, 0, 0, 0x5e800001},
	{"cvt.rm.f32.s64 %f4, %rd1;", 0 - (1ull << 62 | 1), 0, 0, 0xde800001},
	/* Nearest of 2^40 + 2^16 + 1, whose middle is 2^40 + 2^16: not the even one, for what lies far below. */
	{"cvt.rn.f32.u64 %f4, %rd1;", (1ull << 40) + (1 << 16) + 1, 0, 0, 0x53800001},
	{"cvt.rn.f64.s64 %fd4, %rd1;", (1ull << 53) + 3, 0, 0, 0x4340000000000002},
	{"cvt.rz.f64.s64 %fd4, %rd1;", (1ull << 53) + 3, 0, 0, 0x4340000000000001},
	{"cvt.rp.f64.s64 %fd4, %rd1;", (1ull << 53) + 1, 0, 0, 0x4340000000000001},
	{"cvt.rm.f64.s64 %fd4, %rd1;", 0 - ((1ull << 53) + 1), 0, 0, 0xc340000000000001},
	{"cvt.rz.f64.u64 %fd4, %rd1;", UINT64_MAX, 0, 0, 0x43efffffffffffff},
	{"cvt.rp.f64.u64 %fd4, %rd1;", UINT64_MAX, 0, 0, 0x43f0000000000000},
	{"cvt.rz.f16.u32 %rs4, %r1;", 1000000, 0, 0, 0x7bff},
	{"cvt.rz.bf16.s32 %rs4, %r1;", 511, 0, 0, 0x43ff},

	{"cvt.rn.bf16.f32 %rs4, %f1;", 0x3f80ffff, 0, 0, 0x3f81},
	{"cvt.rz.bf16.f32 %rs4, %f1;", 0x3f80ffff, 0, 0, 0x3f80},
	{"cvt.rp.bf16.f32 %rs4, %f1;", 0x3f800001, 0, 0, 0x3f81},
	{"cvt.rm.bf16.f32 %rs4, %f1;", 0xbf800001, 0, 0, 0xbf81},
	{"cvt.rz.bf16.f32 %rs4, %f1;", 0x7f7fffff, 0, 0, 0x7f7f},
	{"cvt.rp.f16.f32 %rs4, %f1;", 0x3f800008, 0, 0, 0x3c01},
	{"cvt.rm.f16.f32 %rs4, %f1;", 0xbf800008, 0, 0, 0xbc01},
	{"cvt.rm.f16.f32 %rs4, %f1;", 0x4788b800, 0, 0, 0x7bff}, /* 70000 */
	{"cvt.rp.f16.f32 %rs4, %f1;", 0x4788b800, 0, 0, 0x7c00},
	{"cvt.rp.f16.f32 %rs4, %f1;", 0x00000001, 0, 0, 0x0001},
	/* 1 + 2^-11 + 2^-40 is above the middle, which a single does not know any more. */
	{"cvt.rn.f16.f64 %rs4, %fd1;", 0x3ff0020000001000, 0, 0, 0x3c01},
	{"cvt.rz.f16x2.f32 %r4, %f1, %f2;", 0x3f801fff, 0xbf801fff, 0, 0x3c00bc00},
	{"cvt.rz.bf16x2.f32 %r4, %f1, %f2;", 0x3f80ffff, 0xbf80ffff, 0, 0x3f80bf80},
	{"cvt.rn.relu.f16x2.f32 %r4, %f1, %f2;", 0x7fc00000, 0xbf800000, 0, 0x7fff0000},
	{"cvt.rn.satfinite.f16x2.f32 %r4, %f1, %f2;", 0x49742400, 0xff800000, 0, 0x7bfffbff}, /* 10^6, -infinity */
	{"cvt.rz.tf32.f32 %r4, %f1;", 0x3f801fff, 0, 0, 0x3f800000},
	{"cvt.rn.tf32.f32 %r4, %f1;", 0x3f801000, 0, 0, 0x3f800000},
	{"cvt.rna.tf32.f32 %r4, %f1;", 0x3f801000, 0, 0, 0x3f802000},
	{"cvt.sat.f64.f32 %fd4, %f1;", 0x40000000, 0, 0, 0x3ff0000000000000},

	{"cvt.sat.s32.s64 %r4, %rd1;", 1ull << 40, 0, 0, 0x7fffffff},
	{"cvt.sat.s32.s64 %r4, %rd1;", 0 - (1ull << 40), 0, 0, 0x80000000},
	{"cvt.sat.u32.u64 %r4, %rd1;", 1ull << 40, 0, 0, 0xffffffff},
	{"add.sat.s32 %r4, %r1, %r2;", 0x7fffffff, 1, 0, 0x7fffffff},
	{"add.sat.s32 %r4, %r1, %r2;", 0x80000000, 0xffffffff, 0, 0x80000000},
	{"sub.sat.s32 %r4, %r1, %r2;", 0x80000000, 1, 0, 0x80000000},
	{"sub.sat.s32 %r4, %r1, %r2;", 5, 3, 0, 2},
	{"mad.hi.sat.s32 %r4, %r1, %r2, %r3;", 0x40000000, 8, 0x7fffffff, 0x7fffffff},
	{"mad24.hi.sat.s32 %r4, %r1, %r2, %r3;", 0x100, 0x10000, 0x7fffffff, 0x7fffffff},
	{"mad24.hi.u32 %r4, %r1, %r2, %r3;", 0xff000100, 0x10000, 7, 0x107},
	/* -3 * 5 + 10, and + 20, which carries. */
	{"mad.lo.cc.s32 %r5, %r1, %r2, %r3; madc.hi.s32 %r4, %r1, %r2, 0;", 0u - 3u, 5, 10, 0xffffffff},
	{"mad.lo.cc.s32 %r5, %r1, %r2, %r3; madc.hi.s32 %r4, %r1, %r2, 7;", 0u - 3u, 5, 20, 7},
	{"mad.hi.cc.s32 %r5, %r1, %r2, %r3; addc.u32 %r4, 0, 0;", 0u - 3u, 5, 1, 1},
	{"mad.hi.cc.s64 %rd5, %rd1, %rd2, %rd3; addc.u32 %r4, 0, 0;", 0ull - 3, 5, 1, 1},
	{"min.relu.s32 %r4, %r1, %r2;", 0u - 5u, 3, 0, 0},
	{"max.relu.s32 %r4, %r1, %r2;", 0u - 5u, 0u - 7u, 0, 0},
	{"max.relu.s32 %r4, %r1, %r2;", 0u - 5u, 7, 0, 7},
	{"szext.wrap.s32 %r4, %r1, %r2;", 0x8f, 36, 0, 0xffffffff},
	{"szext.wrap.u32 %r4, %r1, %r2;", 0xabcd, 40, 0, 0xcd},
	{"szext.wrap.u32 %r4, %r1, %r2;", 0xabcd, 32, 0, 0},
	{"szext.clamp.u32 %r4, %r1, %r2;", 0xabcd, 40, 0, 0xabcd},

	{"min.f16 %rs4, %rs1, %rs2;", 0x7e00, 0x3c00, 0, 0x3c00},
	{"min.NaN.f16 %rs4, %rs1, %rs2;", 0x7e00, 0x3c00, 0, 0x7fff},
	{"max.NaN.bf16x2 %r4, %r1, %r2;", 0x3f807fc0, 0x40003f80, 0, 0x40007fff},
	{"max.f16 %rs4, %rs1, %rs2;", 0x0000, 0x8000, 0, 0x0000},
	{"min.f16 %rs4, %rs1, %rs2;", 0x0000, 0x8000, 0, 0x8000},
	{"add.f16 %rs4, %rs1, %rs2;", 0x0001, 0x0002, 0, 0x0003},
	{"add.ftz.f16 %rs4, %rs1, %rs2;", 0x0001, 0x0002, 0, 0},
	{"mul.ftz.f16x2 %r4, %r1, %r2;", 0x3c000400, 0x3c003800, 0, 0x3c000000},
	{"set.eq.ftz.u32.f16 %r4, %rs1, %rs2;", 1, 0, 0, 0xffffffff},
	{"set.eq.u32.f16 %r4, %rs1, %rs2;", 1, 0, 0, 0},
	{"setp.ne.u32 %p1, %r3, 0; setp.eq.and.f16x2 %p2|%p3, %r1, %r2, %p1;"
	 "selp.u32 %r4, 1, 2, %p2; selp.u32 %r5, 16, 32, %p3; or.b32 %r4, %r4, %r5;", 0x3c003c00, 0x3c003c00, 0, 34},
	/* 481 * 2^-14 times 545 * 2^-15 is 2^-11 + 2^-29, which with 1 is above the middle. */
	{"fma.rn.f16 %rs4, %rs1, %rs2, %rs3;", 0x2784, 0x2442, 0x3c00, 0x3c01},
};

START_TEST(results_are_as_their_words_ask)
{
	char text[sizeof frame + 512], words[3][32];
	const row *r = &rows[_i];
	const char *const arguments[] = {words[0], words[1], words[2], "u64[1]"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_memory *memory;
	uint64_t got = 0;
	const uint64_t given[] = {r->a, r->b, r->c};
	for (int i = 0; i < 3; i++)
		snprintf(words[i], sizeof words[i], "u64=%llu", (unsigned long long)given[i]);
	snprintf(text, sizeof text, frame, r->text);
	gm_kernel *kernel = case_warp(text, "k", arguments, 4);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	case_ok(gm_ptx_memory_read(memory, 3, 0, &got, sizeof got, &err), &err);
	ck_assert_msg(got == r->expected, "%s of %llx, %llx, %llx: %llx, not %llx", r->text, (unsigned long long)r->a,
		      (unsigned long long)r->b, (unsigned long long)r->c, (unsigned long long)got,
		      (unsigned long long)r->expected);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("ways");
	TCase *tests = tcase_create("ways");
	tcase_add_loop_test(tests, results_are_as_their_words_ask, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
