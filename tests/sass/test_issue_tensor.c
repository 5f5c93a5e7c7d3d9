/*
 * NOPs behind products of the tensor unit, and how long these keep it: sass/issue_tensor.c. Loops of one text but for their products, counted against
 * the first of their kind; NOPs as nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name, load)                                                                          \
	".visible .entry " name "(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n"              \
	".reg .pred %p; .reg .b32 %r<30>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %d<20>; .reg .f64 %c<20>;\n" \
	"ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd3, %rd1;\n"         \
	"cvta.to.global.u64 %rd4, %rd2; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;\n"                \
	"mul.wide.u32 %rd5, %r2, 64; add.s64 %rd3, %rd3, %rd5; mov.u32 %r3, 0;\n" ZEROS                \
	"LOOP:\n.pragma \"nounroll\";\n" load
#define ZEROS                                                                                      \
	"mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;\n"            \
	"mov.f64 %c0, 0d0000000000000000; mov.f64 %c1, %c0; mov.f64 %c2, %c0; mov.f64 %c3, %c0;\n"    \
	"mov.f64 %c4, %c0; mov.f64 %c5, %c0; mov.f64 %c6, %c0; mov.f64 %c7, %c0;\n"
#define WORDS                                                                                      \
	"ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd3]; ld.global.v2.u32 {%r8, %r9}, [%rd3+16];\n"
#define TURN                                                                                       \
	"add.s64 %rd3, %rd3, 4096; add.u32 %r3, %r3, 1; setp.lt.u32 %p, %r3, %r1; @%p bra LOOP;\n"
#define END                                                                                        \
	"st.global.v4.f32 [%rd4], {%f0, %f1, %f2, %f3};\n"                                            \
	"st.global.f64 [%rd4+16], %c0; st.global.f64 [%rd4+24], %c1; st.global.f64 [%rd4+32], %c2;\n" \
	"st.global.f64 [%rd4+40], %c3; st.global.f64 [%rd4+48], %c4; st.global.f64 [%rd4+56], %c5;\n" \
	"st.global.f64 [%rd4+64], %c6; st.global.f64 [%rd4+72], %c7; ret;\n}\n"
#define SUMS "{%f0, %f1, %f2, %f3}"
#define WHOLE(type)                                                                               \
	"mma.sync.aligned." type " " SUMS ", {%r4, %r5, %r6, %r7}, {%r8, %r9}, " SUMS ";\n"
#define HALF(type) "mma.sync.aligned." type " " SUMS ", {%r4, %r5}, {%r8}, " SUMS ";\n"
#define BYTES(shape, a, b)                                                                         \
	"mma.sync.aligned." shape ".row.col.s32.s8.s8.s32 {%r10, %r11, %r12, %r13}, " a ", " b ", {%r10, %r11, %r12, %r13};\n"
#define DOUBLES "ld.global.v2.f64 {%d0, %d1}, [%rd3]; ld.global.v2.f64 {%d2, %d3}, [%rd3+16];\n"
#define DOUBLE(c0, c1, a, b)                                                                       \
	"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {" c0 ", " c1 "}, {" a "}, {" b "}, {" c0 ", " c1 "};\n"

static const char text[] = HEAD
	BEGIN("half", WORDS) HALF("m16n8k8.row.col.f32.f16.f16.f32") TURN END
	BEGIN("whole", WORDS) WHOLE("m16n8k16.row.col.f32.f16.f16.f32") TURN END
	BEGIN("tf32", WORDS) WHOLE("m16n8k8.row.col.f32.tf32.tf32.f32") TURN END
	BEGIN("barrier", WORDS) WHOLE("m16n8k16.row.col.f32.bf16.bf16.f32") "bar.sync 0;\n" TURN END
	BEGIN("stored", WORDS) WHOLE("m16n8k16.row.col.f32.f16.f16.f32") "st.global.f32 [%rd4], %f0;\n" TURN END
	BEGIN("bytes", WORDS) BYTES("m16n8k32", "{%r4, %r5, %r6, %r7}", "{%r8, %r9}") TURN END
	BEGIN("half_bytes", WORDS) BYTES("m16n8k16", "{%r4, %r5}", "{%r8}") TURN END
	BEGIN("eights", WORDS) WHOLE("m16n8k32.row.col.f32.e4m3.e4m3.f32") TURN END
	BEGIN("one", DOUBLES) DOUBLE("%c0", "%c1", "%d0", "%d2") TURN END
	BEGIN("two", DOUBLES) DOUBLE("%c0", "%c1", "%d0", "%d2") DOUBLE("%c2", "%c3", "%d0", "%d3") TURN END
	BEGIN("four", DOUBLES) DOUBLE("%c0", "%c1", "%d0", "%d2") DOUBLE("%c2", "%c3", "%d0", "%d3")
	DOUBLE("%c4", "%c5", "%d1", "%d2") DOUBLE("%c6", "%c7", "%d1", "%d3") TURN END;

static const struct {
	const char *first, *entry;
	double more; /* NOPs of a turn */
} rows[] = {
	{"half", "whole", 1},  {"half", "tf32", 1}, {"half", "barrier", 1},
	{"half", "stored", 1}, {"one", "two", 1},   {"one", "four", 3},
};

static double
others_of(const char *entry)
{
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=64"};
	gm_kernel *kernel = case_warp(text, entry, arguments, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double sum = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		sum += (double)issue[s].of[GM_UNIT_OTHER];
	free(issue);
	gm_kernel_free(kernel);
	return sum;
}

START_TEST(what_nothing_fills_behind_a_product_is_a_nop)
{
	const double more = others_of(rows[_i].entry) - others_of(rows[_i].first);
	ck_assert_msg(fabs(more - rows[_i].more) < 1e-6, "%s: %g NOPs more than %s, ptxas writes %g", rows[_i].entry, more,
		      rows[_i].first, rows[_i].more);
}
END_TEST

/* Clocks for which the product of a turn keeps the tensor unit, of one text: HMMA.16816 6, HMMA.1688 4; of four DMMA.8x8x4
   16 each; two of halves for one of floats of 8 bits, the second 24 clocks behind the first (nvdisasm of ptxas 13.0, sm_90:
   pairs of products that hang on nothing of each other stand so far apart). */
static const struct {
	const char *entry;
	double clocks;
} kept[] = {{"half", 4}, {"whole", 6}, {"tf32", 6}, {"one", 16}, {"four", 64}, {"bytes", 6}, {"half_bytes", 4}, {"eights", 30}};

START_TEST(a_product_keeps_the_tensor_unit)
{
	static const char *const arguments[] = {"u8[1048576]:zero", "u8[65536]:zero", "u32=64"};
	gm_kernel *kernel = case_warp(text, kept[_i].entry, arguments, 3);
	gm_issue *issue = case_issue(kernel, 9);
	double clocks = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		clocks += issue[s].tensor_clocks;
	ck_assert_msg(fabs(clocks - kept[_i].clocks) < 1e-6, "%s: %g clocks, ptxas leaves %g", kept[_i].entry, clocks,
		      kept[_i].clocks);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_tensor");
	TCase *tests = tcase_create("issue_tensor");
	tcase_add_loop_test(tests, what_nothing_fills_behind_a_product_is_a_nop, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, a_product_keeps_the_tensor_unit, 0, (int)(sizeof kept / sizeof *kept));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
