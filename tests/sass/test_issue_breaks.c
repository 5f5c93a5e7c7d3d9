/*
 * Ifs in loops whose lanes part, and leave: BSSY and BSYNC in the turn, BREAK at the way out. Machine instructions up to EXIT, as
 * nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "sass/pieces.h"

#define LOOP "mov.u32 %r2, 0; L: .pragma \"nounroll\"; mul.wide.u32 %rd5, %r2, 64; add.s64 %rd6, %rd4, %rd5; ld.global.u32 %r3, [%rd6]; "
#define TURN "add.s32 %r2, %r2, 1; setp.lt.s32 %p3, %r2, 100; @%p3 bra L; E: st.global.u32 [%rd4+32], %r2;"
#define LESS "setp.lt.s32 %p1, %r3, 5; @%p1 bra M; "
#define STORES "st.global.u32 [%rd6+8], %r3; st.global.u32 [%rd6+12], %r3; st.global.u32 [%rd6+16], %r3; "
#define SEVEN "ld.global.u32 %r5, [%rd6+4]; setp.eq.s32 %p2, %r5, 7; @%p2 bra E; "

static const ptx_piece rows[] = {
	{"an if with a break", LOOP LESS SEVEN STORES STORES STORES "M: " TURN, 33},
	{"a break on each side",
	 LOOP LESS SEVEN STORES "bra N; M: ld.global.u32 %r6, [%rd6+20]; setp.eq.s32 %p4, %r6, 9; @%p4 bra E; " STORES
	      "N: " TURN,
	 35},
	{"a break alone", LOOP SEVEN STORES TURN, 21},
};

START_TEST(each_is_as_many_instructions_as_the_machine_code_has)
{
	must_issue_as_many(&rows[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_breaks");
	TCase *tests = tcase_create("issue_breaks");
	tcase_add_loop_test(tests, each_is_as_many_instructions_as_the_machine_code_has, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
