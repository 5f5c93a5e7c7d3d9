/*
 * Values of 64 bits of which the lower half is wanted, and that come back as (x << 32) >> k: as many instructions as
 * ptxas 13.0 writes for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".const .align 4 .b8 T[256];\n.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
	".reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .f32 %%f<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd21, [a]; cvta.to.global.u64 %%rd1, %%rd21;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 16; add.s64 %%rd4, %%rd1, %%rd3;\n%s\nret;\n}\n";

#define X "ld.volatile.global.u64 %rd5, [%rd4]; "
#define Y "ld.volatile.global.u64 %rd6, [%rd4+8]; "
#define INT "ld.volatile.global.s32 %rd5, [%rd4]; "
#define WORD "ld.volatile.global.u32 %r5, [%rd4]; "
#define PLACED "mov.u64 %rd10, T; add.s64 %rd11, %rd10, %rd7; ld.const.u8 %r6, [%rd11]; st.global.u32 [%rd4], %r6; "
#define LOWER "cvt.u32.u64 %r2, %rd7; st.global.u32 [%rd4], %r2;"
#define B "ld.param.u64 %rd22, [b]; cvta.to.global.u64 %rd2, %rd22; "
#define C "ld.param.u64 %rd23, [c]; cvta.to.global.u64 %rd10, %rd23; "
#define UP B "shl.b64 %rd11, %rd5, 32; "
#define STORE "st.global.u32 [%rd13], %r1; "

static const struct {
	const char *name, *body;
	double issued; /* up to EXIT */
} rows[] = {
	{"sum", X Y "add.s64 %rd7, %rd5, %rd6; " LOWER, 10},
	{"sum, stored as it is", X Y "add.s64 %rd7, %rd5, %rd6; st.global.u32 [%rd4], %rd7;", 10},
	{"sum, all of it", X Y "add.s64 %rd7, %rd5, %rd6; st.global.u64 [%rd4], %rd7;", 11},
	{"sum, its upper half too",
	 X Y "add.s64 %rd7, %rd5, %rd6; shr.u64 %rd8, %rd7, 32; st.global.u32 [%rd4+4], %rd8; " LOWER, 11},
	{"product", X Y "mul.lo.s64 %rd7, %rd5, %rd6; " LOWER, 10},
	{"product and sum", X Y "mul.lo.s64 %rd8, %rd5, %rd6; add.s64 %rd7, %rd8, %rd5; " LOWER, 10},
	{"widened", X "cvt.s64.s32 %rd8, %r1; add.s64 %rd7, %rd5, %rd8; " LOWER, 9},
	{"exclusive or", X Y "xor.b64 %rd7, %rd5, %rd6; " LOWER, 10},
	{"back, one array", X UP "shr.s64 %rd12, %rd11, 30; add.s64 %rd13, %rd2, %rd12; " STORE, 12},
	{"back, two arrays",
	 X C UP "shr.s64 %rd12, %rd11, 30; add.s64 %rd13, %rd2, %rd12; add.s64 %rd14, %rd10, %rd12; " STORE
		"st.global.u32 [%rd14], %r1;",
	 17},
	{"back, whole", X UP "shr.s64 %rd12, %rd11, 32; add.s64 %rd13, %rd2, %rd12; st.global.u8 [%rd13], %r1;", 11},
	{"sum, of an int", INT Y "add.s64 %rd7, %rd5, %rd6; st.global.u64 [%rd4], %rd7;", 11},
	{"an int, stored long", INT "st.global.u64 [%rd4], %rd5;", 9},
	{"and, of an int", INT Y "and.b64 %rd7, %rd5, %rd6; st.global.u64 [%rd4], %rd7;", 12},
	{"product, of an int", INT Y "mul.lo.s64 %rd7, %rd5, %rd6; st.global.u64 [%rd4], %rd7;", 14},
	{"comparison, of an int",
	 INT Y "setp.lt.s64 %p1, %rd5, %rd6; selp.b32 %r9, 1, 0, %p1; st.global.u32 [%rd4], %r9;", 13},
	{"lower half of an int", INT Y "xor.b64 %rd7, %rd5, %rd6; " LOWER, 10},
	{"table of bytes, by a byte", "ld.volatile.global.u8 %r5, [%rd4]; cvt.u64.u32 %rd7, %r5; " PLACED, 9},
	{"table, by bits", WORD "and.b32 %r7, %r5, 63; cvt.u64.u32 %rd7, %r7; " PLACED, 10},
	{"table, by an int", WORD "cvt.s64.s32 %rd7, %r5; " PLACED, 9},
	{"table, by two of them",
	 WORD "cvt.s64.s32 %rd7, %r5; " PLACED "shr.u32 %r8, %r5, 26; cvt.u64.u32 %rd8, %r8; add.s64 %rd12, %rd10, %rd8; "
	      "ld.const.u8 %r9, [%rd12]; st.global.u32 [%rd4+8], %r9;",
	 12},
	{"table of words, by a long", X "shl.b64 %rd7, %rd5, 2; " PLACED, 10},
	{"shifted down to a place", X "shr.u64 %rd7, %rd5, 9; " PLACED, 10},
	{"back, no sign", X UP "shr.u64 %rd12, %rd11, 30; add.s64 %rd13, %rd2, %rd12; " STORE, 12},
};

START_TEST(nothing_is_done_for_an_upper_half_that_nobody_wants)
{
	static const char *const arguments[] = {"u64[1024]:random", "u32[1024]", "u32[1024]"};
	const double issued = case_length_around(frame, rows[_i].body, arguments, 3);
	ck_assert_msg(issued == rows[_i].issued, "%s: %g, the machine code has %g", rows[_i].name, issued,
		      rows[_i].issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_low");
	TCase *tests = tcase_create("issue_low");
	tcase_add_loop_test(tests, nothing_is_done_for_an_upper_half_that_nobody_wants, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
