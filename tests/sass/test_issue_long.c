/*
 * Sums and products of 64 bits: as many instructions as ptxas 13.0 writes for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out, .param .u32 p, .param .u32 q)\n{\n"
	".reg .b32 %%r<40>; .reg .b64 %%rd<40>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd10, [out]; ld.param.u32 %%r7, [p]; cvta.to.global.u64 %%rd1, %%rd10;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 16; add.s64 %%rd3, %%rd1, %%rd2;\n"
	"%s\nst.global.u64 [%%rd3], %%rd7; ret;\n}\n";

/* What a body reads of memory and of the launch. */
#define A "ld.volatile.global.u32 %r2, [%rd3]; "
#define B "ld.volatile.global.u32 %r3, [%rd3+4]; "
#define L "ld.volatile.global.u64 %rd4, [%rd3]; "
#define C "ld.volatile.global.u32 %r4, [%rd3+8]; "
#define X "mov.u32 %r10, %ctaid.x; "
#define N "mov.u32 %r12, %ntid.x; "

static const struct {
	const char *name, *body;
	double issued; /* up to EXIT */
} rows[] = {
	{"base",
	 A B "mul.wide.s32 %rd7, %r2, %r3;", 10},
	{"wide+sext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wideu+sext",
	 A B C "mul.wide.u32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wideu+zext",
	 A B C "mul.wide.u32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wide+zext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wide par+sext",
	 A C "mul.wide.s32 %rd4, %r2, %r7; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wide lit+sext",
	 A C "mul.wide.s32 %rd4, %r2, 1000; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 11},
	{"wide+sext tid",
	 A B "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r1; add.s64 %rd7, %rd4, %rd5;", 11},
	{"wideu+zext tid",
	 A B "mul.wide.u32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r1; add.s64 %rd7, %rd4, %rd5;", 11},
	{"wide+sext ctaid",
	 A B X "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r10; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wideu+zext ctaid",
	 A B X "mul.wide.u32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r10; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wide+sext par",
	 A B "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r7; add.s64 %rd7, %rd4, %rd5;", 12},
	{"wideu+zext par",
	 A B "mul.wide.u32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r7; add.s64 %rd7, %rd4, %rd5;", 12},
	{"ctaid*ntid u + tid s",
	 X N "mul.wide.u32 %rd4, %r10, %r12; cvt.s64.s32 %rd5, %r1; add.s64 %rd7, %rd4, %rd5;", 11},
	{"ctaid*ntid u + tid u",
	 X N "mul.wide.u32 %rd4, %r10, %r12; cvt.u64.u32 %rd5, %r1; add.s64 %rd7, %rd4, %rd5;", 11},
	{"sext+sext",
	 A C "cvt.s64.s32 %rd4, %r2; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 12},
	{"zext+zext",
	 A C "cvt.u64.u32 %rd4, %r2; cvt.u64.u32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 11},
	{"zext+sext",
	 A C "cvt.u64.u32 %rd4, %r2; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 11},
	{"sext twice",
	 A B C "cvt.s64.s32 %rd5, %r4; mul.wide.s32 %rd4, %r2, %r3; add.s64 %rd6, %rd4, %rd5; mul.wide.s32 %rd8, %r2, %r7; add.s64 %rd9, %rd8, %rd5; xor.b64 %rd7, %rd6, %rd9;", 16},
	{"long+sext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; xor.b64 %rd4, %rd4, -1; cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd4, %rd5;", 15},
	{"mul.lo.s64",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; mul.lo.s64 %rd7, %rd4, %rd5;", 16},
	{"mul.lo.s64 u",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.u64.u32 %rd5, %r4; mul.lo.s64 %rd7, %rd4, %rd5;", 14},
	{"mul.lo.s64 par.s32",
	 A B "mul.wide.s32 %rd4, %r2, %r3; ld.param.s32 %rd5, [q]; mul.lo.s64 %rd7, %rd4, %rd5;", 16},
	{"mul.lo.s64 par.u32",
	 A B "mul.wide.s32 %rd4, %r2, %r3; ld.param.u32 %rd5, [q]; mul.lo.s64 %rd7, %rd4, %rd5;", 14},
	{"mul.lo.s64 lit",
	 A B "mul.wide.s32 %rd4, %r2, %r3; mul.lo.s64 %rd7, %rd4, 1000;", 13},
	{"mul.lo.s64 long lit",
	 L "mul.lo.s64 %rd7, %rd4, 0x700000005;", 12},
	{"mul.lo.s64 moved lit",
	 L "mov.u64 %rd5, 77; mul.lo.s64 %rd7, %rd4, %rd5;", 11},
	{"mul.lo.s64 moved long lit",
	 L "mov.u64 %rd5, 0x700000005; mul.lo.s64 %rd7, %rd4, %rd5;", 12},
	{"mul.lo.s64 two lit",
	 L "mov.b64 %rd5, {77, 5}; mul.lo.s64 %rd7, %rd4, %rd5;", 12},
	{"mul.lo.s64 two lit, zero above",
	 L "mov.b64 %rd5, {77, 0}; mul.lo.s64 %rd7, %rd4, %rd5;", 11},
	{"mul.lo.s64 converted lit",
	 L "mov.u32 %r9, 77; cvt.s64.s32 %rd5, %r9; mul.lo.s64 %rd7, %rd4, %rd5;", 11},
	{"mul.lo.s64 lit below 0",
	 L "mul.lo.s64 %rd7, %rd4, -77;", 11},
	{"mul.lo.s64 lit of ones above",
	 L "mul.lo.s64 %rd7, %rd4, 0xffffffff00000005;", 11},
	{"mul.lo.s64 + sext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; mul.lo.s64 %rd6, %rd4, %rd5; cvt.s64.s32 %rd8, %r2; add.s64 %rd7, %rd6, %rd8;", 17},
	{"mul.lo.s64 par + sext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; ld.param.s32 %rd5, [q]; mul.lo.s64 %rd6, %rd4, %rd5; cvt.s64.s32 %rd8, %r4; add.s64 %rd7, %rd6, %rd8;", 18},
	{"mul.lo.s64 lit + sext",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; mul.lo.s64 %rd6, %rd4, 1000; cvt.s64.s32 %rd8, %r4; add.s64 %rd7, %rd6, %rd8;", 15},
	{"mad.lo.s64",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; cvt.s64.s32 %rd8, %r1; mad.lo.s64 %rd7, %rd4, %rd5, %rd8;", 17},
	{"sext*sext",
	 A C "cvt.s64.s32 %rd4, %r2; cvt.s64.s32 %rd5, %r4; mul.lo.s64 %rd7, %rd4, %rd5;", 15},
	{"sext*par",
	 C "cvt.s64.s32 %rd5, %r4; ld.param.s32 %rd4, [q]; mul.lo.s64 %rd7, %rd4, %rd5;", 15},
	{"shl.b64",
	 A B "mul.wide.s32 %rd4, %r2, %r3; shl.b64 %rd7, %rd4, 2;", 12},
	{"wide + base",
	 C "mul.wide.s32 %rd5, %r4, 4; add.s64 %rd7, %rd5, %rd1;", 9},
	{"add lit",
	 A B "mul.wide.s32 %rd4, %r2, %r3; add.s64 %rd7, %rd4, 100;", 12},
	{"sext add lit",
	 C "cvt.s64.s32 %rd5, %r4; add.s64 %rd7, %rd5, 100;", 10},
	{"ctaid rows",
	 A X "ld.param.s32 %rd4, [q]; cvt.u64.u32 %rd5, %r10; mul.lo.s64 %rd6, %rd4, %rd5; cvt.s64.s32 %rd8, %r2; add.s64 %rd7, %rd6, %rd8;", 15},
	{"rows of rows",
	 A B C "mul.wide.s32 %rd4, %r2, %r3; cvt.s64.s32 %rd5, %r4; add.s64 %rd6, %rd4, %rd5; ld.param.s32 %rd8, [q]; mul.lo.s64 %rd9, %rd6, %rd8; cvt.s64.s32 %rd11, %r1; add.s64 %rd7, %rd9, %rd11;", 19},
};

START_TEST(long_arithmetic_is_counted_as_the_assembler_wrote_it)
{
	static const char *const arguments[] = {"u32[1024]:random", "u32=3", "u32=5"};
	const double issued = case_length_around(frame, rows[_i].body, arguments, 3);
	ck_assert_msg(issued == rows[_i].issued, "%s: %g, the machine code has %g", rows[_i].name, issued,
		      rows[_i].issued);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_long");
	TCase *tests = tcase_create("issue_long");
	tcase_add_loop_test(tests, long_arithmetic_is_counted_as_the_assembler_wrote_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
