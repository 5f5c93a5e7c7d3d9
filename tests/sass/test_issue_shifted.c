/*
 * Shifts: sass/issue_shifted.c.
 */
#include "sass/lengths.h"

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
	BEGIN("down_and_added") "shr.u32 %r14, %r6, 5; add.s32 %r6, %r2, %r14;\n" END
	BEGIN("down_with_sign_and_added") "shr.s32 %r14, %r6, 5; add.s32 %r6, %r2, %r14;\n" END
	BEGIN("sum_down_with_sign_and_added") "add.s32 %r8, %r6, %r1; shr.s32 %r14, %r8, 5; add.s32 %r6, %r2, %r14;\n" END
	BEGIN("down_with_sign_and_taken_off") "shr.s32 %r14, %r6, 5; sub.s32 %r6, %r2, %r14;\n" END
	BEGIN("by_number") "shl.b32 %r14, %r6, 3; xor.b32 %r6, %r14, 77;\n" END;

/* Of `shifted` a move of the 1, SHF and LOP3. */
static const written_length rows[] = {
	{"shifted", 16}, {"shifted_twice", 17}, {"shifted_two", 18}, {"shifted_down", 16},
	{"shifted_around", 16}, {"around_twice", 18}, {"kept", 16}, {"shifted_long", 17},
	{"shifted_there", 18}, {"by_number", 15}, {"down_and_added", 14}, {"down_with_sign_and_added", 14},
	{"sum_down_with_sign_and_added", 16}, {"down_with_sign_and_taken_off", 15},
};

START_TEST(it_is_as_long_as_what_ptxas_writes)
{
	must_be_as_long(text, &rows[_i]);
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
