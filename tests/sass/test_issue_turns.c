/*
 * Pairs of halves beside literals: sass/issue_turns.c. The tensor unit moves the literal that a register begins with
 * which a loop writes, too, and that is its turn; it adds zeros, which are a register. Each row was compiled by ptxas
 * 13.0 for sm_90.
 */
#include "ptx/case.h"

#define FRAME(body) \
	".version 8.0\n.target sm_90\n.address_size 64\n" \
	".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n" \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<20>; .reg .f64 %d<9>; .reg .pred %p<9>;\n" \
	"ld.param.u64 %rd1, [in]; cvta.to.global.u64 %rd2, %rd1; mov.u32 %r1, %tid.x; ld.param.u32 %r2, [n];\n" \
	"mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3; ld.param.u64 %rd5, [out];\n" \
	"cvta.to.global.u64 %rd6, %rd5; add.s64 %rd7, %rd6, %rd3; mov.u32 %r3, %ntid.x;\n" body "ret;\n}\n"

/* Threads add up the two halves of products of pairs, each in turns of its own. */
#define TURNS(begin, add, end) FRAME( \
	begin "mov.u32 %r4, %r1;\nL: .pragma \"nounroll\";\nld.global.u32 %r5, [%rd4]; ld.global.u32 %r6, [%rd4+128];\n" \
	"mul.f16x2 %r7, %r5, %r6; {.reg .b16 a, b; mov.b32 {a,b}, %r7; cvt.f32.f16 %f1, a; cvt.f32.f16 %f2, b;}\n" \
	add "add.s64 %rd4, %rd4, 256; add.s32 %r4, %r4, %r3; setp.lt.s32 %p1, %r4, %r2; @%p1 bra L;\n" end)
#define SUM "add.f32 %f3, %f3, %f1; add.f32 %f3, %f3, %f2;\n"
#define SINGLE "st.global.f32 [%rd7], %f3;\n"
#define PAIRS "ld.global.u32 %r5, [%rd4]; ld.global.u32 %r6, [%rd4+128]; ld.global.u32 %r7, [%rd4+256];\n"
#define STORED "st.global.u32 [%rd7], %r9; st.global.u32 [%rd7+256], %r10;\n"
#define ZEROS "{.reg .b16 low; mov.f32 %f1, 0f00000000; cvt.rn.f16.f32 low, %f1; mov.b32 %r8, {low,low};}\n"

/* HADD2 but conversions, and HMUL2. */
static const struct {
	const char *name, *text;
	double sums, products;
} rows[] = {
	{"no sum begins with a literal",
	 TURNS("cvt.rn.f32.s32 %f3, %r2;", SUM, SINGLE), 0, 0},
	{"a sum that begins with 0", TURNS("mov.f32 %f3, 0f00000000;", SUM, SINGLE), 0, 1},
	{"with 1", TURNS("mov.f32 %f3, 0f3F800000;", SUM, SINGLE), 0, 1},
	{"with -infinity, which is no number as a half",
	 TURNS("mov.f32 %f3, 0fFF800000;", "max.f32 %f3, %f3, %f1; add.f32 %f3, %f3, %f2;", SINGLE), 0, 0},
	{"with all bits", TURNS("mov.u32 %r9, -1;", "add.f32 %f4, %f1, %f2; mov.b32 %r8, %f4; xor.b32 %r9, %r9, %r8;",
		 "st.global.u32 [%rd7], %r9;"), 0, 0},
	{"a double that begins with 0", TURNS("mov.f64 %d3, 0d0000000000000000;",
		"add.f32 %f4, %f1, %f2; cvt.f64.f32 %d2, %f4; add.f64 %d3, %d3, %d2;", "st.global.f64 [%rd7], %d3;"), 0, 0},
	{"four zeros of a vector", TURNS("mov.f32 %f3, 0f00000000; mov.f32 %f4, %f3; mov.f32 %f5, %f3; mov.f32 %f6, %f3;",
		"add.f32 %f3, %f3, %f1; add.f32 %f4, %f4, %f2; fma.rn.f32 %f5, %f1, %f1, %f5; fma.rn.f32 %f6, %f2, %f2, %f6;",
		"st.global.v4.f32 [%rd6], {%f3, %f4, %f5, %f6};"), 0, 0},
	{"a pair with zero", FRAME(PAIRS ZEROS "add.f16x2 %r9, %r5, %r8; add.f16x2 %r10, %r9, %r6;\n" STORED), 1, 0},
	{"a pair from zero", FRAME(PAIRS ZEROS "sub.f16x2 %r9, %r8, %r5; add.f16x2 %r10, %r9, %r6;\n" STORED), 1, 0},
	{"zero from a pair, which is -0 to it",
	 FRAME(PAIRS ZEROS "sub.f16x2 %r9, %r5, %r8; add.f16x2 %r9, %r9, %r6; sub.f16x2 %r10, %r9, %r7;\n" STORED), 2, 0},
	{"zero and then two", FRAME(PAIRS ZEROS "add.f16x2 %r9, %r8, %r5; add.f16x2 %r9, %r9, %r6; add.f16x2 %r10, %r9, %r7;\n"
		STORED), 1, 0},
};

START_TEST(literals_take_the_turns_of_pairs)
{
	static const char *const arguments[] = {"f32[4096]:random=1", "f64[4096]", "u32=3"};
	gm_kernel *kernel = case_warp(rows[_i].text, "k", arguments, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double sums = 0, products = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		sums += kernel->sites[s].type == GM_F16X2 ? (double)issue[s].floats[GM_FLOAT_HADD] : 0;
		products += (double)issue[s].floats[GM_FLOAT_HMUL];
	}
	ck_assert_msg(sums == rows[_i].sums, "%s: %g HADD2, not %g", rows[_i].name, sums, rows[_i].sums);
	ck_assert_msg(products == rows[_i].products, "%s: %g HMUL2, not %g", rows[_i].name, products, rows[_i].products);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_turns");
	TCase *tests = tcase_create("issue_turns");
	tcase_add_loop_test(tests, literals_take_the_turns_of_pairs, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
