/*
 * Forms of the text that compilers seldom write: each a few instructions whose result per thread is
 * known by hand.
 */
#include "ptx/case.h"

#define HEAD ".version 8.6\n.target sm_100\n.address_size 64\n"
#define REGISTERS                                                                                  \
	".reg .b8 %b<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n"                 \
	".reg .pred %q<9>;\n.reg .f32 %f<9>;\n"
/* Leaves its result in %r1; thread t has %r0 = t. */
#define ENTRY(body)                                                                                \
	".visible .entry k(.param .u64 out)\n{\n" REGISTERS "mov.u32 %r0, %tid.x;\n" body          \
	"ld.param.u64 %rd1, [out];\nmul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"       \
	"st.global.u32 [%rd3], %r1;\nret;\n}\n"
#define PLAIN(body) HEAD ENTRY(body)
/* Lanes that do not take the step keep 100. */
#define MASKED(condition, step)                                                                    \
	{PLAIN("setp." condition ";\nmov.u32 %r2, 100;\nnot.b32 %r3, %r0;\n"                       \
	       "cvt.rn.f32.u32 %f1, %r0;\nmov.b32 %f2, 0f42C80000;\n@%q1 " step                      \
	       "sub.u32 %r4, %r2, 100;\nadd.u32 %r4, %r4, %r0;\nselp.u32 %r1, %r2, %r4, %q1;\n"),     \
	 0, 1}
#define FEW_AND_MANY(step) MASKED("gt.u32 %q1, %r0, 28", step), MASKED("lt.u32 %q1, %r0, 20", step)

/* A module with pointers of 32 bits: `out` is one, and %r3 the place of the result. */
#define NARROW(globals, body)                                                                      \
	".version 6.5\n.target sm_70\n.address_size 32\n" globals                                  \
	".visible .entry k(.param .u32 .ptr .global .align 4 out)\n{\n" REGISTERS                   \
	".shared .align 4 .b8 s[128];\nmov.u32 %r0, %tid.x;\nld.param.u32 %r2, [out];\n"           \
	"shl.b32 %r4, %r0, 2;\nadd.u32 %r3, %r2, %r4;\n" body "ret;\n}\n"

static const struct {
	const char *text;
	uint32_t first, step; /* thread t leaves first + t*step */
} forms[] = {
	/* |1-4| + |2-3| + |3-2| + |4-1| + 10 */
	{PLAIN("mov.b32 %r2, 0x01020304;\nmov.b32 %r3, 0x04030201;\n"
	       "vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, 10;\n"),
	 18, 0},
	/* 127+1 and -128-128 saturate, 1+1 = 2, -1+1 = 0 */
	{PLAIN("mov.b32 %r2, 0x7f01ff80;\nmov.b32 %r3, 0x01010180;\n"
	       "vadd4.s32.s32.s32.sat %r1, %r2, %r3, 0;\n"),
	 0x7f020080, 0},
	/* (3+4+1)/2 and (4+4+1)/2 */
	{PLAIN("mov.b32 %r2, 0x00030004;\nvavrg2.u32.u32.u32 %r1, %r2, 0x00040004, 0;\n"),
	 0x00040004, 0},
	{PLAIN("mov.b32 %r2, 0x80000005;\nmin.s16x2 %r1, %r2, 0x00010003;\n"), 0x80000003, 0},
	{PLAIN("mov.b32 %r2, 0x80000005;\nmax.u16x2 %r1, %r2, 0x00010003;\n"), 0x80000005, 0},
	{PLAIN("mov.b32 %r2, 0xffff0001;\nadd.u16x2 %r1, %r2, 0x00010001;\n"), 0x00000002, 0},
	/* a source may stand in a wider register: the low 32 bits, -2, are narrowed or widened */
	{PLAIN("mov.b64 %rd1, 0x12345678fffffffe;\ncvt.s64.s32 %rd2, %rd1;\n"
	       "cvt.u32.u64 %r1, %rd2;\nshr.u64 %rd2, %rd2, 32;\ncvt.u32.u64 %r2, %rd2;\n"
	       "sub.u32 %r1, %r1, %r2;\n"),
	 0xffffffff, 0},
	{PLAIN("mov.b64 %rd1, 0x12345678fffffffe;\ncvt.u16.u8 %h1, %rd1;\ncvt.u32.u16 %r1, %h1;\n"),
	 0xfe, 0},
	/* to nearest, ties to even; beyond the range the largest; NaN becomes 0: 2 - 4 + 0 */
	{PLAIN("cvt.rni.s32.f32 %r1, 0f40200000;\ncvt.rni.s32.f32 %r2, 0fC0600000;\n"
	       "cvt.rni.s32.f32 %r3, 0f7FC00000;\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r1, %r1, %r3;\n"),
	 0xfffffffe, 0},
	{PLAIN("cvt.rni.s32.f32 %r1, 0f4F400000;\n"), 0x7fffffff, 0},
	/* -1.5 down is -2, toward zero -1, -2.5 to even -2 */
	{PLAIN("cvt.rmi.f32.f32 %f1, 0fBFC00000;\nmov.b32 %r1, %f1;\n"), 0xc0000000, 0},
	{PLAIN("cvt.rzi.f32.f32 %f1, 0fBFC00000;\nmov.b32 %r1, %f1;\n"), 0xbf800000, 0},
	{PLAIN("cvt.rni.f32.f32 %f1, 0fC0200000;\nmov.b32 %r1, %f1;\n"), 0xc0000000, 0},
	/* .sat: NaN becomes 0, 1.5 is 1, 0.25 stays */
	{PLAIN("cvt.sat.f32.f32 %f1, 0f7FC00000;\ncvt.sat.f32.f32 %f2, 0f3FC00000;\n"
	       "cvt.sat.f32.f32 %f3, 0f3E800000;\nadd.f32 %f1, %f1, %f2;\nadd.f32 %f1, %f1, %f3;\n"
	       "mov.b32 %r1, %f1;\n"),
	 0x3fa00000, 0},
	{PLAIN("cvt.sat.f32.f32 %f1, 0fBF000000;\nmov.b32 %r1, %f1;\n"), 0, 0},
	/* -2 and 65534, both 0xfffe: 65532 */
	{PLAIN("mov.b16 %h1, 0xfffe;\ncvt.rn.f32.s16 %f1, %h1;\ncvt.rn.f32.u16 %f2, %h1;\n"
	       "add.f32 %f1, %f1, %f2;\ncvt.rzi.s32.f32 %r1, %f1;\n"),
	 65532, 0},
	/* 1 + 2^-30 is nearest to 1; up it is the next single */
	{PLAIN("mov.b64 %rd1, 0x3FF0000000400000;\ncvt.rn.f32.f64 %f1, %rd1;\nmov.b32 %r1, %f1;\n"),
	 0x3f800000, 0},
	{PLAIN("mov.b64 %rd1, 0x3FF0000000400000;\ncvt.rp.f32.f64 %f1, %rd1;\nmov.b32 %r1, %f1;\n"),
	 0x3f800001, 0},
	/* 1 + 2^-24, up and down */
	{PLAIN("add.rp.f32 %f1, 0f3F800000, 0f33800000;\nmov.b32 %r1, %f1;\n"), 0x3f800001, 0},
	{PLAIN("add.rm.f32 %f1, 0fBF800000, 0fB3800000;\nmov.b32 %r1, %f1;\n"), 0xbf800001, 0},
	{PLAIN("add.rn.f32 %f1, 0f3F800000, 0f33800000;\nmov.b32 %r1, %f1;\n"), 0x3f800000, 0},
	/* a NaN is unordered: those that end in u are true, 1 + 4 + 16; the others not */
	{PLAIN("setp.geu.f32 %q1, 0f7FC00000, 0f3F800000;\nsetp.ge.f32 %q2, 0f7FC00000, 0f3F800000;\n"
	       "setp.ltu.f32 %q3, 0f7FC00000, 0f3F800000;\nsetp.gtu.f32 %q4, 0f3F800000, 0f40000000;\n"
	       "setp.leu.f32 %q5, 0f3F800000, 0f40000000;\n"
	       "selp.u32 %r2, 1, 0, %q1;\nselp.u32 %r3, 2, 0, %q2;\nselp.u32 %r4, 4, 0, %q3;\n"
	       "selp.u32 %r5, 8, 0, %q4;\nselp.u32 %r6, 16, 0, %q5;\nadd.u32 %r1, %r2, %r3;\n"
	       "add.u32 %r1, %r1, %r4;\nadd.u32 %r1, %r1, %r5;\nadd.u32 %r1, %r1, %r6;\n"),
	 21, 0},
	/* Of many lanes and of few, only those asked take a step that leaves t in %r2. */
	FEW_AND_MANY("mov.u32 %r2, %r0;\n"),
	FEW_AND_MANY("not.b32 %r2, %r3;\n"),
	FEW_AND_MANY("add.u32 %r2, %r0, 0;\n"),
	FEW_AND_MANY("shl.b32 %r2, %r0, 0;\n"),
	FEW_AND_MANY("mad.lo.u32 %r2, %r0, 1, 0;\n"),
	FEW_AND_MANY("selp.u32 %r2, %r0, 77, %q1;\n"),
	FEW_AND_MANY("fma.rn.f32 %f2, %f1, 0f3F800000, 0f00000000;\n"
		     "@%q1 cvt.rzi.s32.f32 %r2, %f2;\n"),
	/* Words of 8 bytes: t becomes t + 5 * 2^32, then 1; 5 + t + t + 1. */
	{PLAIN(".shared .align 8 .b8 s[256];\nmov.u32 %r5, s;\nshl.b32 %r6, %r0, 3;\n"
	       "add.u32 %r5, %r5, %r6;\ncvt.u64.u32 %rd4, %r0;\nst.shared.u64 [%r5], %rd4;\n"
	       "add.u64 %rd5, %rd4, 0x500000000;\natom.shared.cas.b64 %rd6, [%r5], %rd4, %rd5;\n"
	       "atom.shared.max.u64 %rd7, [%r5], 3;\natom.shared.exch.b64 %rd8, [%r5], 1;\n"
	       "ld.shared.u64 %rd5, [%r5];\nshr.u64 %rd8, %rd8, 32;\nadd.u64 %rd8, %rd8, %rd5;\n"
	       "add.u64 %rd8, %rd8, %rd6;\ncvt.u32.u64 %r7, %rd8;\ncvt.u32.u64 %r8, %rd7;\n"
	       "add.u32 %r1, %r7, %r8;\n"),
	 6, 2},
	/* Local memory is each lane's own. */
	{PLAIN(".local .align 8 .b8 own[24];\nadd.u32 %r2, %r0, 5;\nst.local.u32 [own+4], %r2;\n"
	       "st.local.v2.u32 [own+8], {%r0, %r2};\nld.local.v2.u32 {%r3, %r4}, [own+8];\n"
	       "ld.local.u32 %r5, [own+4];\nsub.u32 %r4, %r4, %r5;\nadd.u32 %r1, %r3, %r4;\n"),
	 0, 1},
	/* e4m3, bias 7: 1 is 0 0111 000; 500 is above the largest, 448 = 0 1111 110 */
	{PLAIN("cvt.rn.satfinite.e4m3x2.f32 %h1, 0f3F800000, 0f43FA0000;\ncvt.u32.u16 %r1, %h1;\n"),
	 0x387e, 0},
	/* -2^-4 is 1 0011 000; 2^-9 the smallest number, 0 0000 001 */
	{PLAIN("cvt.rn.satfinite.e4m3x2.f32 %h1, 0fBD800000, 0f3B000000;\ncvt.u32.u16 %r1, %h1;\n"),
	 0x9801, 0},
	/* halfway: 1.0625 to 1, 1.1875 to 1.25, whose last bit is even */
	{PLAIN("cvt.rn.satfinite.e4m3x2.f32 %h1, 0f3F880000, 0f3F980000;\ncvt.u32.u16 %r1, %h1;\n"),
	 0x383a, 0},
	/* 1.97 is nearer to 2 than to 1.875: 0 1000 000; a NaN is 0x7f */
	{PLAIN("cvt.rn.satfinite.e4m3x2.f32 %h1, 0f3FFC28F6, 0f7FC00000;\ncvt.u32.u16 %r1, %h1;\n"),
	 0x407f, 0},
	/* e5m2, bias 15: 0 01111 00, and 57344 = 0 11110 11 for 60000 */
	{PLAIN("cvt.rn.satfinite.e5m2x2.f32 %h1, 0f3F800000, 0f476A6000;\ncvt.u32.u16 %r1, %h1;\n"),
	 0x3c7b, 0},
	/* back: 1.0 and 448 = 1.75 * 2^8 in binary16 */
	{PLAIN("mov.b16 %h1, 0x387e;\ncvt.rn.f16x2.e4m3x2 %r1, %h1;\n"), 0x3c005f00, 0},
	/* e2m1: 6 is 0 11 1, 0.5 is 0 00 1 */
	{PLAIN("cvt.rn.satfinite.e2m1x2.f32 %b1, 0f40C00000, 0f3F000000;\ncvt.u32.u8 %r1, %b1;\n"),
	 0x71, 0},
	/* halves 1 < 2 and not 3 < 2 */
	{PLAIN("mov.b32 %r2, 0x3c004200;\nset.lt.u32.f16x2 %r1, %r2, 0x40004000;\n"), 0xffff0000, 0},
	{PLAIN("mov.b32 %r2, 0x3c004200;\nset.lt.f16x2.f16x2 %r1, %r2, 0x40004000;\n"), 0x3c000000, 0},
	{PLAIN("mov.b32 %r2, 0x3c004200;\nsetp.lt.f16x2 %q1|%q2, %r2, 0x40004000;\n"
	       "selp.u32 %r3, 1, 2, %q1;\nselp.u32 %r4, 4, 8, %q2;\nadd.u32 %r1, %r3, %r4;\n"),
	 6, 0},
	/* 2*2+2 + 3*3+3 = 18 = 0x41900000 */
	{PLAIN("mov.b64 %rd1, {0f40000000, 0f40400000};\nfma.rn.f32x2 %rd2, %rd1, %rd1, %rd1;\n"
	       "mov.b64 {%f1, %f2}, %rd2;\nadd.f32 %f3, %f1, %f2;\nmov.b32 %r1, %f3;\n"),
	 0x41900000, 0},
	{PLAIN(".reg .v2 .b32 %v;\nmov.u32 %v.x, 5;\nmov.u32 %v.y, %r0;\n.shared .v2 .b32 pair;\n"
	       "st.shared.v2.b32 [pair], %v;\nld.shared.b32 %r2, [pair];\n"
	       "add.u32 %r1, %r2, %v.y;\n"),
	 5, 1},
	{PLAIN("{.reg.b32 hidden;\nmov.u32 hidden, 7;\nadd.u32 %r1, hidden, %r0;}\n"), 7, 1},
	/* Of registers of a call: 2(t+4)+1. */
	{HEAD ".func (.reg .u32 r) f(.reg .u32 a, .reg .u32 b)\n{\n.reg .u32 t;\nadd.u32 t, a, b;\n"
	      "shl.b32 r, t, 1;\nret;\n}\n" ENTRY("call (%r2), f, (%r0, 4);\nadd.u32 %r1, %r2, 1;\n"),
	 9, 2},
	/* The same function twice, its second argument the first result: 2(2(t+4)+1). */
	{HEAD ".func (.reg .u32 r) f(.reg .u32 a, .reg .u32 b)\n{\n.reg .u32 t;\nadd.u32 t, a, b;\n"
	      "shl.b32 r, t, 1;\nret;\n}\n" ENTRY(
		      "call (%r2), f, (%r0, 4);\ncall (%r1), f, (%r2, 1);\n"),
	 18, 4},
	{HEAD ".visible .func (.param .b32 r) f()\n{\nst.param.b32 [r], 11;\nret;\n}\n"
	      ".visible .func (.param .b32 r) g();\n.alias g, f;\n" ENTRY(
		      "{.param .b32 back;\ncall.uni (back), g, ();\nld.param.b32 %r1, [back];}\n"),
	 11, 0},
	{HEAD ".func .attribute(.unified(0xAB, 0xCD)) nothing()\n{\nret;\n}\n" ENTRY(
		 "mov.u32 %r1, 3;\n"),
	 3, 0},
	{HEAD ".global .u32 two[2] = {20, 30};\n.global .u64 at[1] = {generic(two)+4};\n" ENTRY(
		 "ld.global.u64 %rd1, [at];\nld.u32 %r1, [%rd1];\n"),
	 30, 0},
	{NARROW("", "add.u32 %r1, %r0, 40;\nst.global.u32 [%r3], %r1;\n"), 40, 1},
	/* Through generic pointers into shared and global memory. */
	{NARROW("", "mov.u32 %r5, s;\ncvta.shared.u32 %r6, %r5;\nadd.u32 %r6, %r6, %r4;\n"
		    "add.u32 %r1, %r0, 1;\nst.u32 [%r6], %r1;\nld.shared.u32 %r7, [s+4];\n"
		    "isspacep.shared %q1, %r6;\nisspacep.shared %q2, %r3;\n"
		    "selp.u32 %r8, 10, 0, %q1;\nselp.u32 %r9, 100, 0, %q2;\n"
		    "ld.u32 %r10, [%r6];\nadd.u32 %r1, %r10, %r8;\nadd.u32 %r1, %r1, %r9;\n"
		    "st.u32 [%r3], %r1;\n"),
	 11, 1},
	{NARROW(".global .u32 two[2] = {20, 30};\n.global .u32 at[2] = {0, two};\n",
		"ld.global.u32 %r5, [at+4];\nld.global.u32 %r1, [%r5+4];\n"
		"st.global.u32 [%r3], %r1;\n"),
	 30, 0},
};

static gm_status
run(const char *text, const char *argument, gm_ptx_memory **memory, gm_kernel **kernel, gm_error *err)
{
	gm_ptx_module *module;
	gm_status status = gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, err);
	if (status != GM_OK)
		return status;
	const gm_ptx_unknown *unknown;
	ck_assert_uint_eq(gm_ptx_module_unknowns(module, &unknown), 0);
	const gm_ptx_launch launch = {.grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = &argument,
				      .arguments_count = 1};
	status = gm_ptx_kernel_new(module, &launch, kernel, err);
	gm_ptx_module_free(module);
	return status == GM_OK ? gm_ptx_kernel_run(*kernel, memory, err) : status;
}

START_TEST(a_form_computes_what_the_manual_says)
{
	gm_ptx_memory *memory;
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	case_ok(run(forms[_i].text, "u32[32]", &memory, &kernel, &err), &err);
	for (uint32_t t = 0; t < 32; t++)
		ck_assert_uint_eq(u32_at(memory, 0, t), forms[_i].first + t * forms[_i].step);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(addresses_of_32_bits_reach_no_further)
{
	gm_ptx_memory *memory;
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	const char *text = NARROW("", "st.global.u32 [%r3], %r0;\n");
	ck_assert_int_eq(run(text, "u32[1000000000]", &memory, &kernel, &err), GM_TOO_LARGE);
	ck_assert_ptr_nonnull(strstr(err.message, "do not fit into addresses of 32 bits"));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("forms");
	TCase *cases = tcase_create("forms");
	tcase_add_loop_test(cases, a_form_computes_what_the_manual_says, 0,
			    sizeof forms / sizeof *forms);
	tcase_add_test(cases, addresses_of_32_bits_reach_no_further);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
