/*
 * How long a loop may be that ptxas unrolls by four: lengthened by multiply-adds, each body is unrolled with so many
 * and left as it is with one more (ptxas 13.0 for sm_90, seen with cuobjdump).
 */
#include "launch/launch.h"

#include "base/memory.h"
#include "kernel/issue.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>

#define GLOBAL "ld.global.f32 %f3, [%rd6]; add.f32 %f2, %f2, %f3; add.s64 %rd6, %rd6, 512; "
#define SHARED "ld.shared.f32 %f3, [%r4]; add.f32 %f2, %f2, %f3; add.s32 %r4, %r4, 512; "

#define EIGHT "{w0, w1, w2, w3, w4, w5, w6, w7}"
#define FOLD2 "xor.b32 %r1, %r1, w0; xor.b32 %r1, %r1, w1; "
#define FOLD4 FOLD2 "xor.b32 %r1, %r1, w2; xor.b32 %r1, %r1, w3; "

static const struct {
	const char *body;
	int most;
} rows[] = {
	{GLOBAL "add.s64 %rd7, %rd7, %rd5;", 42},
	{GLOBAL "mul.lo.s32 %r7, %r1, %r3; add.s32 %r1, %r7, %r5;", 42},
	{GLOBAL "mad.lo.s32 %r1, %r1, %r3, %r5;", 42},
	{GLOBAL "shl.b32 %r7, %r1, 3; add.s32 %r1, %r7, %r5;", 41},
	{GLOBAL "xor.b32 %r7, %r1, %r3; and.b32 %r1, %r7, %r6; or.b32 %r1, %r1, %r5;", 40},
	{GLOBAL "xor.b32 %r7, %r6, %r3; mul.wide.s32 %rd8, %r7, 4; "
	 "add.s64 %rd9, %rd3, %rd8; ld.global.f32 %f4, [%rd9+8]; "
	 "add.f32 %f2, %f2, %f4;", 37},
	{GLOBAL "setp.gt.f32 %p4, %f1, %f10; setp.lt.f32 %p5, %f1, %f11; "
	 "and.pred %p6, %p4, %p5; selp.f32 %f4, %f1, %f11, %p6; "
	 "add.f32 %f1, %f4, %f10;", 38},
	{GLOBAL "setp.gt.f32 %p4, %f3, %f10; @%p4 add.f32 %f1, %f1, %f10;", 40},
	{GLOBAL "setp.gt.f32 %p4, %f3, %f10; @%p4 bra IF; add.f32 %f1, %f1, %f10; "
	 "add.f32 %f1, %f1, %f10; IF:", 39},
	{GLOBAL "neg.f32 %f4, %f1; mul.f32 %f1, %f4, %f10;", 42},
	{GLOBAL "abs.f32 %f4, %f1; mul.f32 %f1, %f4, %f10;", 42},
	{GLOBAL "neg.s32 %r7, %r1; and.b32 %r1, %r7, %r5;", 41},
	{GLOBAL "mov.f32 %f4, 0f3BBB989D; mov.f32 %f5, 0f4B400001; "
	 "fma.rn.f32 %f1, %f1, %f4, %f5;", 42},
	{GLOBAL "mul.f16x2 %r1, %r1, %r3;", 41},
	{GLOBAL "fma.rn.bf16x2 %r1, %r1, %r3, %r5;", 41},
	{GLOBAL "max.f16x2 %r1, %r1, %r3; add.f16x2 %r1, %r1, %r5;", 39},
	{GLOBAL "ex2.approx.f16x2 %r1, %r1;", 40},
	{GLOBAL "neg.f16x2 %r7, %r1; fma.rn.f16x2 %r1, %r7, %r3, %r5;", 40},
	{GLOBAL "cvt.rn.f16x2.f32 %r7, %f1, %f10; add.s32 %r1, %r1, %r7;", 40},
	{GLOBAL "set.gt.f16x2.f16x2 %r7, %r1, %r3; add.s32 %r1, %r1, %r7;", 40},
	{GLOBAL "cvt.sat.f32.f32 %f1, %f1; mul.f32 %f1, %f1, %f10;", 41},
	{GLOBAL "ld.global.f32 %f4, [%rd6+16]; add.f32 %f2, %f2, %f4;", 40},
	{GLOBAL "ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%rd6+16]; "
	 "add.f32 %f2, %f2, %f4; add.f32 %f2, %f2, %f5; add.f32 %f2, %f2, %f6; "
	 "add.f32 %f2, %f2, %f7;", 37},
	{GLOBAL "ld.global.u8 %rs1, [%rd6]; cvt.u32.u16 %r7, %rs1; add.s32 %r1, %r1, %r7;", 39},
	{GLOBAL "ld.global.u16 %rs1, [%rd6]; cvt.u32.u16 %r7, %rs1; "
	 "add.s32 %r1, %r1, %r7;", 40},
	{GLOBAL "ld.global.u8 %rs1, [%rd6]; setp.eq.s16 %p4, %rs1, 0; "
	 "selp.u32 %r7, 1, 0, %p4; add.s32 %r1, %r1, %r7;", 37},
	{GLOBAL "ld.global.v4.u8 {%rs1, %rs2, %rs3, %rs4}, [%rd6]; "
	 "cvt.u32.u16 %r7, %rs1; cvt.u32.u16 %r8, %rs2; cvt.u32.u16 %r9, %rs3; "
	 "cvt.u32.u16 %r10, %rs4; add.s32 %r1, %r1, %r7; add.s32 %r1, %r1, %r8; "
	 "add.s32 %r1, %r1, %r9; add.s32 %r1, %r1, %r10;", 26},
	{GLOBAL "st.global.f32 [%rd6+65536], %f1;", 41},
	{GLOBAL "cvt.u16.u32 %rs1, %r1; st.global.u8 [%rd6], %rs1;", 42},
	{GLOBAL "cvt.rn.f16.f32 %rs1, %f1; mov.b32 %r7, {%rs1, %rs1}; "
	 "st.global.b32 [%rd6], %r7;", 40},
	{GLOBAL "setp.gt.s32 %p4, %r6, %r3; @%p4 st.global.f32 [%rd6], %f2;", 40},
	{GLOBAL "setp.lt.s64 %p4, %rd8, %rd5; selp.b64 %rd8, %rd8, %rd4, %p4; "
	 "st.global.u64 [%rd6], %rd8;", 40},
	{GLOBAL "div.approx.ftz.f32 %f1, %f10, %f1;", 41},
	{GLOBAL "div.approx.f32 %f1, %f10, %f1;", 36},
	{GLOBAL "div.full.f32 %f1, %f10, %f1;", 31},
	{GLOBAL "div.full.ftz.f32 %f1, %f10, %f1;", 35},
	{GLOBAL "div.full.f32 %f1, %f1, 0f3F8020C5;", 42},
	{GLOBAL "rcp.approx.f32 %f1, %f1;", 36},
	{GLOBAL "rcp.approx.ftz.f32 %f1, %f1;", 42},
	{GLOBAL "sqrt.approx.f32 %f1, %f1;", 37},
	{GLOBAL "rsqrt.approx.f32 %f1, %f1;", 37},
	{GLOBAL "lg2.approx.f32 %f1, %f1;", 37},
	{GLOBAL "ex2.approx.f32 %f1, %f1;", 37},
	{GLOBAL "ex2.approx.ftz.f32 %f1, %f1;", 42},
	{GLOBAL "sin.approx.f32 %f1, %f1;", 42},
	{GLOBAL "clz.b32 %r7, %r1; add.s32 %r1, %r7, %r5;", 40},
	{GLOBAL "rem.u32 %r1, %r5, %r1;", 24},
	{GLOBAL "rem.s32 %r1, %r5, %r1;", 19},
	{GLOBAL "div.u32 %r1, %r5, %r1;", 22},
	{GLOBAL "div.s32 %r1, %r5, %r1;", 16},
	{GLOBAL "ld.shared.f32 %f4, [%r4+16]; add.f32 %f2, %f2, %f4; "
	 "add.s32 %r4, %r4, 512;", 39},
	{GLOBAL "ld.shared.f32 %f4, [%r4]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+512]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+1024]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+1536]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+2048]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+2560]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+3072]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+3584]; add.f32 %f2, %f2, %f4; "
	 "add.s32 %r4, %r4, 512;", 31},
	{"ex2.approx.f32 %f1, %f1;", 12},
	{"st.shared.f32 [%r4], %f1; st.shared.f32 [%r4+512], %f1; "
	 "add.s32 %r4, %r4, 512;", 14},
	{"st.global.f32 [%rd6], %f1; add.s64 %rd6, %rd6, 512;", 16},
	{"setp.gt.f32 %p4, %f1, %f10; selp.f32 %f1, %f1, %f11, %p4;", 16},
	{"", 18},
	{SHARED "ld.shared.f32 %f4, [%r4+512]; add.f32 %f2, %f2, %f4;", 22},
	{SHARED "ld.shared.f32 %f4, [%r4+512]; add.f32 %f2, %f2, %f4; "
	 "ld.shared.f32 %f4, [%r4+1024]; add.f32 %f2, %f2, %f4;", 24},
	{SHARED "st.shared.f32 [%r4+4096], %f1;", 18},
	{SHARED "setp.gt.f32 %p4, %f3, %f10; @%p4 bra IF; add.f32 %f1, %f1, %f11; IF:", 17},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " EIGHT ", [%rd6], 64; " FOLD4 "}", 22},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " EIGHT ", [%rd6], %r5; " FOLD4 "}", 20},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.b.sync.aligned.row.m16n16k16.global.f16 " EIGHT ", [%rd6+512], 64; " FOLD4 "}",
	 17},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k8.global.tf32 {w0, w1, w2, w3}, [%rd6], 64; " FOLD4 "}",
	 15},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {w0, w1}, [%rd6], %r5; " FOLD2 "}", 28},
	{GLOBAL "{.reg .f64 w; .reg .f32 v; wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {w}, [%rd6], 64; "
	 "cvt.rn.f32.f64 v, w; add.f32 %f2, %f2, v;}",
	 31},
	{GLOBAL "{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " EIGHT ", [%r4], 64; " FOLD4 "}", 23},
	{GLOBAL "{.reg .b32 w<8>; .reg .f32 v<8>; wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 "
	 "{v0, v1, v2, v3, v4, v5, v6, v7}, " EIGHT ", " EIGHT ", {%f2, %f2, %f2, %f2, %f2, %f2, %f2, %f2}; "
	 "add.f32 %f2, v0, v4;}",
	 39},
	{GLOBAL "{.reg .b32 w<8>; .reg .f32 v<8>; mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {v0, v1, v2, v3}, "
	 "{w0, w1, w2, w3}, {w4, w5}, {%f2, %f2, %f2, %f2}; add.f32 %f2, v0, %f2;}",
	 41},
	{GLOBAL "{.reg .b32 w<8>; .reg .f32 v<8>; wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 "
	 "{v0, v1, v2, v3, v4, v5, v6, v7}, {w0, w1, w2, w3}, {w4, w5, w6, w7}, "
	 "{%f2, %f2, %f2, %f2, %f2, %f2, %f2, %f2}; add.f32 %f2, v0, v4;}",
	 37},
	{"{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " EIGHT ", [%rd6], 64; " FOLD4 "}", 25},
	{"{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " EIGHT ", [%r4], 64; " FOLD4 "}", 3},
	{"{.reg .b32 w<8>; wmma.load.a.sync.aligned.row.m16n16k8.shared.tf32 {w0, w1, w2, w3}, [%r4], 64; " FOLD4 "}", 9},
	{"{.reg .b32 w<8>; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {w0, w1, w2, w3}, [%r4]; " FOLD4 "}", 18},
	{SHARED, 20},
	{GLOBAL, 43},
};

static const char start[] =
	".version 9.0\n.target sm_90\n.address_size 64\n"
	".visible .entry turns(.param .u64 .ptr .align 1 x, .param .u64 .ptr .align 1 y, .param .u32 n,"
	" .param .f32 c)\n{\n"
	".reg .b64 %rd<10>; .reg .f32 %f<12>; .reg .b32 %r<12>; .reg .b16 %rs<5>; .reg .pred %p<7>;\n"
	"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r5, [n]; ld.param.f32 %f10, [c];\n"
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2; mov.u32 %r3, %tid.x;\n"
	"mul.wide.u32 %rd5, %r3, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"
	"shl.b32 %r4, %r3, 2; cvt.rn.f32.u32 %f11, %r3; mov.f32 %f1, 0f00000000; mov.f32 %f2, 0f00000000;\n"
	"mov.u32 %r6, 0; mov.u32 %r1, %r3; mov.u64 %rd8, 0;\n"
	"setp.lt.s32 %p1, %r5, 1; @%p1 bra END;\nL:\n";
static const char end[] =
	"add.s32 %r6, %r6, 1; setp.lt.s32 %p2, %r6, %r5; @%p2 bra L;\nEND:\n"
	"st.global.f32 [%rd7], %f1; st.global.f32 [%rd7+4], %f2; st.global.u32 [%rd7+8], %r1; ret;\n}\n";

static gm_ptx_module *
module_of(const char *body, int fills)
{
	enum { ROOM = 1 << 14 };
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	char *text = gm_allocate(ROOM, 1);
	int length = snprintf(text, ROOM, "%s%s\n", start, body);
	for (int i = 0; i < fills; i++)
		length += snprintf(text + length, (size_t)(ROOM - length),
				   "fma.rn.f32 %%f1, %%f1, %%f10, %%f11;\n");
	length += snprintf(text + length, (size_t)(ROOM - length), "%s", end);
	ck_assert_msg(gm_ptx_module_parse(text, (size_t)length, "turns", &module, &err) == GM_OK, "%s: %s",
		      body, err.message);
	free(text);
	return module;
}

/* Three turns of four do without the branch back. */
static bool
is_unrolled(const char *body, int fills)
{
	static const char *const arguments[] = {"f32[1048576]", "f32[8192]", "u32=100", "f32=1"};
	const gm_ptx_launch launch = {.entry = "turns",
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = (const char **)(void *)arguments,
				      .arguments_count = 4};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_ptx_module *module = module_of(body, fills);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	bool unrolled = false;
	for (int s = 0; s < kernel->sites_count; s++) {
		const double branches = (double)issue[s].of[GM_UNIT_CONTROL];
		unrolled |= branches > 0 && branches < 0.5;
	}
	free(issue);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return unrolled;
}

START_TEST(a_loop_is_unrolled_up_to_the_length_that_the_compiler_shows)
{
	ck_assert_msg(is_unrolled(rows[_i].body, rows[_i].most), "'%s' and %d: left", rows[_i].body,
		      rows[_i].most);
	ck_assert_msg(!is_unrolled(rows[_i].body, rows[_i].most + 1), "'%s' and %d: unrolled",
		      rows[_i].body, rows[_i].most + 1);
}
END_TEST

/* They stand in blocks of their own. */
START_TEST(a_loop_that_calls_a_subroutine_is_left)
{
	static const char *const calls[] = {
		GLOBAL "div.rn.f32 %f1, %f1, %f10;", GLOBAL "sqrt.rn.f32 %f1, %f1;",
		GLOBAL "rcp.rn.f32 %f1, %f1;",
		GLOBAL "div.s64 %rd8, %rd8, %rd5; st.global.u64 [%rd6], %rd8;"};
	ck_assert(!is_unrolled(calls[_i], 0));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("lengths");
	TCase *tests = tcase_create("lengths");
	tcase_add_loop_test(tests, a_loop_is_unrolled_up_to_the_length_that_the_compiler_shows, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, a_loop_that_calls_a_subroutine_is_left, 0, 4);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
