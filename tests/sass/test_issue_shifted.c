/*
 * Shifts: sass/issue_shifted.c.
 */
#include "ptx/case.h"

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BEGIN(name)                                                                                \
	".visible .entry " name "(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n"              \
	".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;\n"                                     \
	"ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n];\n"                 \
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"                             \
	"mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mad.lo.s32 %r5, %r3, %r4, %r2;\n" \
	"mul.wide.s32 %rd5, %r5, 4; add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n"            \
	"ld.global.u32 %r6, [%rd6];\n"
#define END "st.global.u32 [%rd7], %r6; ret;\n}\n"
#define SHIFTS(name) BEGIN(name) "mov.u32 %r9, 1;\n"

static const char text[] = HEAD
	SHIFTS("shifted") "shl.b32 %r14, %r9, %r6; xor.b32 %r6, %r14, 77;\n" END
	SHIFTS("shifted_twice") "shl.b32 %r14, %r9, %r6; shl.b32 %r15, %r9, %r2; xor.b32 %r6, %r14, %r15;\n" END
	SHIFTS("shifted_two") "mov.u32 %r12, 255; shl.b32 %r14, %r9, %r6; shl.b32 %r15, %r12, %r2; xor.b32 %r6, %r14, %r15;\n" END
	BEGIN("shifted_down") "mov.u32 %r9, 305419896; shr.u32 %r14, %r9, %r6; xor.b32 %r6, %r14, 77;\n" END
	SHIFTS("shifted_around") "and.b32 %r8, %r6, 31; shl.b32 %r14, %r9, %r8; or.b32 %r6, %r14, %r2;\n" END
	SHIFTS("around_twice") "shr.u32 %r7, %r6, 7; and.b32 %r8, %r6, 31; shl.b32 %r14, %r9, %r8; and.b32 %r10, %r7, 31;\n"
		"shl.b32 %r15, %r9, %r10; or.b32 %r6, %r14, %r15;\n" END
	BEGIN("kept") "and.b32 %r8, %r2, 31; shr.u32 %r14, %r6, %r8; add.s32 %r6, %r14, %r8;\n" END
	SHIFTS("shifted_long") "mov.u64 %rd8, 1; shl.b64 %rd1, %rd8, %r6; st.global.u64 [%rd7+8], %rd1;\n" END
	BEGIN("shifted_there") "setp.gt.s32 %p2, %r2, %r1; @%p2 bra M; mov.u32 %r9, 1; shl.b32 %r14, %r9, %r6;\n"
		"xor.b32 %r6, %r14, %r2;\nM:\n" END
	BEGIN("by_number") "shl.b32 %r14, %r6, 3; xor.b32 %r6, %r14, 77;\n" END;

/* Instructions up to EXIT that ptxas 13.0 writes for sm_90: of `shifted` a move of the 1, SHF and LOP3. */
static const struct {
	const char *entry;
	double instructions;
} rows[] = {
	{"shifted", 16}, {"shifted_twice", 17}, {"shifted_two", 18}, {"shifted_down", 16},
	{"shifted_around", 16}, {"around_twice", 18}, {"kept", 16}, {"shifted_long", 17},
	{"shifted_there", 18}, {"by_number", 15},
};

START_TEST(it_is_as_long_as_what_ptxas_writes)
{
	static const char *const arguments[] = {"u32[4096]", "u32[4096]", "s32=64"};
	const double length = case_length(text, rows[_i].entry, arguments, 3, 9);
	ck_assert_msg(near_ratio(length, rows[_i].instructions, 1e-6), "%s: %g, ptxas writes %g", rows[_i].entry, length,
		      rows[_i].instructions);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_shifted");
	TCase *tests = tcase_create("issue_shifted");
	tcase_add_loop_test(tests, it_is_as_long_as_what_ptxas_writes, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
