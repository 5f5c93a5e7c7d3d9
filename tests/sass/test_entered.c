/*
 * Loads of turns that stand before the rounds of a loop, or of one that is written out, of what was loaded before the
 * loop: sass/issue_entered.c. How many loads a warp makes, that one included, is what stands in code of ptxas 13.0 for
 * sm_90 (nvdisasm): each of 5 turns is written out; of 101 turns one stands before five rounds of 20. And of loops that
 * are not unrolled.
 */
#include "ptx/case.h"

#define ON "add.s64 %rd1, %rd1, 4;"
#define USE "fma.rn.f32 %f1, %f3, %f2, %f1;"
#define ONE "ld.global.f32 %f3, [%rd1];" USE
#define READ_ONLY "ld.global.nc.f32 %f3, [%rd1];" USE
#define STORE "st.global.f32 [%rd2+400], %f1;"
#define SUM "fma.rn.f32 %f1, %f1, %f2, %f3;"
#define SUMS SUM SUM SUM SUM SUM SUM
#define FIRST "ld.global.f32 %f1, [%rd1];"
#define FOURTH "ld.global.f32 %f1, [%rd1+12];"
#define FROM_0 "mov.u32 %r1, 0;"
/* Words n apart around the thread's own. */
#define OWN "mul.lo.s32 %r8, %r3, %r9; mul.wide.s32 %rd7, %r8, 4; add.s64 %rd8, %rd2, %rd7; ld.global.f32 %f1, [%rd8];"
#define AROUND "add.s32 %r6, %r1, %r3; mul.lo.s32 %r7, %r6, %r9; mul.wide.s32 %rd5, %r7, 4; add.s64 %rd6, %rd2, %rd5;" \
	"ld.global.f32 %f3, [%rd6];" USE

static const struct {
	const char *name, *before, *body, *turns;
	int loads;
} rows[] = {
	{"the first word", FROM_0 FIRST, ONE ON, "5", 5},
	{"the fourth", FROM_0 FOURTH, ONE ON, "5", 5},
	{"the fourth, and a store before the loop", FROM_0 FOURTH STORE, ONE ON, "5", 6},
	{"read-only, and a store", FROM_0 "ld.global.nc.f32 %f1, [%rd1+12];" STORE, READ_ONLY ON, "5", 5},
	{"read-only and not", FROM_0 FOURTH, READ_ONLY ON, "5", 6},
	{"the first, and stores behind the loads", FROM_0 FIRST, ONE STORE ON, "5", 5},
	{"the fourth, and stores behind the loads", FROM_0 FOURTH, ONE STORE ON, "5", 6},
	{"the first, and stores before the loads", FROM_0 FIRST, STORE ONE ON, "5", 6},
	{"volatile", FROM_0 "ld.volatile.global.f32 %f1, [%rd1];", ONE ON, "5", 6},
	{"under an if", FROM_0 FOURTH, "setp.lt.s32 %p2, %r3, %r1; @%p2 bra M; " ONE " M: " ON, "5", 5},
	{"at the counter, which is 0 in the first turn", FROM_0 OWN, AROUND, "5", 5},
	{"at the counter, which is 0 in the third", "mov.u32 %r1, -2;" OWN, AROUND, "3", 5},
	{"the first word, and rounds", FROM_0 FIRST, ONE SUMS SUMS ON, "101", 101},
	{"the fourth, which is in a round", FROM_0 FOURTH, ONE SUMS SUMS ON, "101", 102},
};

START_TEST(what_was_loaded_before_a_loop_is_not_loaded_again_before_its_rounds)
{
	static char text[1 << 12];
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "u32=7"};
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".visible .entry k(.param .u64 a, .param .u64 o, .param .u32 n)\n{\n"
		 ".reg .f32 %%f<9>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>; .reg .pred %%p<3>;\n"
		 "ld.param.u64 %%rd10, [a]; ld.param.u64 %%rd11, [o]; ld.param.u32 %%r9, [n]; mov.u32 %%r3, %%tid.x;\n"
		 "mul.wide.u32 %%rd3, %%r3, 4; add.s64 %%rd1, %%rd10, %%rd3; add.s64 %%rd2, %%rd11, %%rd3;\n"
		 "cvt.rn.f32.u32 %%f2, %%r3;\n%s\n"
		 "L: %s\nadd.s32 %%r1, %%r1, 1; setp.lt.s32 %%p1, %%r1, %s; @%%p1 bra L;\n"
		 "st.global.f32 [%%rd2], %%f1; ret;\n}\n",
		 rows[_i].before, rows[_i].body, rows[_i].turns);
	case_must_load(text, arguments, 3, rows[_i].loads);
}
END_TEST

/* Turns as many as a word says that each turn loads again, four: it would be made before the loop, once, and is not
   where it is there already. */
#define BOUND "ld.global.s32 %r9, [%rd2+800];"
#define BOUND_READ_ONLY "ld.global.nc.s32 %r9, [%rd2+800];"

static const struct {
	const char *name, *before, *body;
	int loads; /* four of them are those of the turns' own words */
} bounds[] = {
	{"the bound", BOUND, ONE ON BOUND, 5},
	{"loaded first", BOUND, BOUND ONE ON, 5},
	{"another bound before", "ld.global.s32 %r9, [%rd2+804];", ONE ON BOUND, 6},
	{"a store before the loop", BOUND STORE, ONE ON BOUND, 6},
	{"a store in it", BOUND, ONE STORE ON BOUND, 9},
	{"a store to shared memory in it", BOUND, ONE "st.shared.f32 [w], %f1;" ON BOUND, 5},
	{"a store to shared memory before it", BOUND "st.shared.f32 [w], %f2;", ONE ON BOUND, 5},
	{"read-only, a store before", BOUND_READ_ONLY STORE, ONE ON BOUND_READ_ONLY, 5},
	{"read-only, a store in it", BOUND_READ_ONLY, ONE STORE ON BOUND_READ_ONLY, 5},
	{"read-only and then not", BOUND_READ_ONLY, ONE ON BOUND, 6},
	{"not read-only and then so", BOUND, ONE ON BOUND_READ_ONLY, 6},
	{"a barrier before", BOUND "bar.sync 0;", ONE ON BOUND, 6},
	{"a barrier in it", BOUND, ONE ON "bar.sync 0;" BOUND, 9},
	{"another word, too", BOUND "ld.global.f32 %f5, [%rd2+808];",
	 ONE ON BOUND "ld.global.f32 %f6, [%rd2+808]; add.f32 %f1, %f1, %f6;", 6},
	{"an if between", BOUND "setp.gt.s32 %p2, %r9, %r3; @%p2 bra Q; st.shared.f32 [w], %f2; Q: ", ONE ON BOUND, 5},
	{"loaded under an if", "mov.u32 %r9, 1; setp.gt.s32 %p2, %r3, 5; @%p2 bra Q; " BOUND " Q: ", ONE ON BOUND, 6},
};

START_TEST(what_would_be_made_before_a_loop_is_not_where_it_is_there)
{
	static char text[1 << 12];
	static const char *const arguments[] = {"f32[65536]", "s32[65536]:zero"};
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".visible .entry k(.param .u64 a, .param .u64 o)\n{\n"
		 ".reg .f32 %%f<9>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>; .reg .pred %%p<3>; .shared .align 4 .b8 w[4];\n"
		 "ld.param.u64 %%rd10, [a]; ld.param.u64 %%rd11, [o]; mov.u32 %%r3, %%tid.x;\n"
		 "mul.wide.u32 %%rd3, %%r3, 4; add.s64 %%rd1, %%rd10, %%rd3; add.s64 %%rd2, %%rd11, %%rd3;\n"
		 "cvt.rn.f32.u32 %%f2, %%r3;\nmov.u32 %%r1, -4; %s setp.lt.s32 %%p2, %%r9, -3; @%%p2 bra E;\n"
		 "L: %s\nadd.s32 %%r1, %%r1, 1; setp.lt.s32 %%p1, %%r1, %%r9; @%%p1 bra L;\n"
		 "E: st.global.f32 [%%rd2], %%f1; ret;\n}\n",
		 bounds[_i].before, bounds[_i].body);
	case_must_load(text, arguments, 2, bounds[_i].loads);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("entered");
	TCase *tests = tcase_create("entered");
	tcase_add_loop_test(tests, what_was_loaded_before_a_loop_is_not_loaded_again_before_its_rounds, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, what_would_be_made_before_a_loop_is_not_where_it_is_there, 0,
			    (int)(sizeof bounds / sizeof *bounds));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
