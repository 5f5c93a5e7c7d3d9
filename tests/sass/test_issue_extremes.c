/*
 * The lesser and the greater of two doubles, and straight pieces that have nothing but moves: machine instructions up to
 * EXIT, as nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "sass/pieces.h"

#define X "ld.global.f64 %fd1, [%rd4]; "
#define XY X "ld.global.f64 %fd2, [%rd4+8]; "
#define XYZ XY "ld.global.f64 %fd5, [%rd4+64]; "
#define MAX "max.f64 %fd3, %fd1, %fd2; "
#define STORE(value) "st.global.f64 [%rd4], " value ";"
#define BEFORE(lane, p) "setp.lt.s32 " p ", %r1, " lane "; "
#define SHIFTED                                                                                    \
	"mov.b64 {%r20, %r21}, %fd1; shfl.sync.up.b32 %r22|%p8, %r20, 1, 0, -1; "                  \
	"shfl.sync.up.b32 %r23|%p7, %r21, 1, 0, -1; mov.b64 %fd2, {%r22, %r23}; "

static const ptx_piece rows[] = {
	{"one", XY MAX STORE("%fd3"), 16},
	{"the lesser of the greater", XYZ MAX "min.f64 %fd4, %fd3, %fd5; " STORE("%fd4"), 24},
	{"one is read again", XY MAX "add.f64 %fd4, %fd1, %fd3; " STORE("%fd4"), 18},
	{"the other is", XY MAX "add.f64 %fd4, %fd2, %fd3; " STORE("%fd4"), 18},
	{"one is an absolute value", XY "abs.f64 %fd4, %fd1; max.f64 %fd3, %fd4, %fd2; " STORE("%fd3"), 16},
	{"one is zero", X "mov.f64 %fd2, 0d0000000000000000; " MAX STORE("%fd3"), 15},
	{"under a predicate", XY BEFORE("5", "%p1") "@%p1 bra L; max.f64 %fd1, %fd1, %fd2; L: " STORE("%fd1"), 18},
	{"two, each under its own",
	 XYZ BEFORE("5", "%p1") BEFORE("9", "%p2") "@%p1 bra L; max.f64 %fd1, %fd1, %fd2; L: @%p2 bra M; "
						   "max.f64 %fd1, %fd1, %fd5; M: " STORE("%fd1"),
	 28},
	{"taken apart before",
	 X SHIFTED BEFORE("5", "%p1") "@%p1 bra L; max.f64 %fd1, %fd1, %fd2; L: add.f64 %fd1, %fd1, %fd1; " STORE("%fd1"),
	 20},
	{"a loop that begins behind moves alone",
	 "ld.param.u32 %r2, [n]; setp.lt.s32 %p1, %r2, 1; mov.f32 %f9, 0f00000000; @%p1 bra E; mov.u32 %r3, 0; "
	 "mov.f32 %f9, 0f00000000; mov.f32 %f8, 0f3F800000; L: .pragma \"nounroll\"; ld.volatile.global.f32 %f1, [%rd4]; "
	 "fma.rn.f32 %f9, %f1, %f8, %f9; mul.f32 %f8, %f8, %f1; add.s32 %r3, %r3, 1; setp.lt.s32 %p2, %r3, %r2; @%p2 bra L; "
	 "E: st.global.f32 [%rd4], %f9;",
	 20},
};

START_TEST(each_is_as_many_instructions_as_the_machine_code_has)
{
	must_issue_as_many(&rows[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_extremes");
	TCase *tests = tcase_create("issue_extremes");
	tcase_add_loop_test(tests, each_is_as_many_instructions_as_the_machine_code_has, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
