/*
 * What only a next turn would read: sass/issue_last.c. How many loads a warp makes in so many turns is what stands in
 * code of ptxas 13.0 for sm_90 (nvdisasm): rounds of four, two turns, and one that is a loop where the test is !=.
 */
#include "ptx/case.h"

#define LOAD "ld.global.f32 %f3, [%rd1];"
#define STORE "st.global.f32 [%rd2], %f1;"
#define SUM "add.f32 %f1, %f1, %f3;"
#define ON "add.s64 %rd1, %rd1, 128; add.s64 %rd2, %rd2, 128; add.s32 %r1, %r1, 1;"
#define BELOW "setp.lt.s32 %p1, %r1, %r9;"
#define WORK "fma.rn.f32 %f1,%f1,%f2,%f1; fma.rn.f32 %f1,%f1,%f2,%f1; fma.rn.f32 %f1,%f1,%f2,%f1;"
#define IF "setp.lt.s32 %p2, %r3, %r1; @%p2 bra M;"

enum { TURNS = 5 };

static const char *const turns[TURNS] = {"u32=1", "u32=5", "u32=6", "u32=7", "u32=8"};

static const struct {
	const char *name, *body, *test, *behind;
	int loads[TURNS];
} rows[] = {
	{"a sum that nobody reads behind the loop", LOAD STORE SUM ON, BELOW, "", {0, 4, 6, 6, 8}},
	{"a sum that somebody reads there", LOAD STORE SUM ON, BELOW, "st.global.f32 [%rd2+4], %f1;", {1, 5, 6, 7, 8}},
	{"until two are equal", LOAD STORE SUM ON, "setp.ne.s32 %p1, %r1, %r9;", "", {1, 5, 6, 7, 8}},
	{"numbers without a sign", LOAD STORE SUM ON, "setp.lt.u32 %p1, %r1, %r9;", "", {0, 4, 6, 6, 8}},
	{"what the next turn stores", "ld.global.f32 %f3, [%rd1+128];" STORE "mov.f32 %f1, %f3;" ON, BELOW, "", {0, 4, 6, 6, 8}},
	{"of two loads one",
	 LOAD "ld.global.f32 %f4, [%rd1+4]; add.f32 %f5, %f4, %f1; st.global.f32 [%rd2], %f5;" SUM ON, BELOW, "", {1, 9, 12, 13, 16}},
	{"what comes of what nobody reads", LOAD STORE SUM WORK ON, BELOW, "", {0, 4, 6, 6, 8}},
	{"read in its own turn", IF LOAD SUM "M: " STORE ON, BELOW, "", {1, 5, 6, 7, 8}},
	{"under an if", STORE IF LOAD SUM "M: " ON, BELOW, "", {0, 4, 6, 6, 8}},
	{"volatile", "ld.volatile.global.f32 %f3, [%rd1];" STORE SUM ON, BELOW, "", {1, 5, 6, 7, 8}},
	{"shared memory", "ld.shared.f32 %f3, [%r4]; st.shared.f32 [%r4], %f1; add.s32 %r4, %r4, 128;" SUM ON, BELOW, "", {0, 4, 6, 6, 8}},
	{"all turns written out", LOAD STORE SUM ON, "setp.lt.s32 %p1, %r1, 5;", "", {4, 4, 4, 4, 4}},
	{"rounds of turns that are known", LOAD STORE SUM WORK WORK WORK WORK ON, "setp.lt.s32 %p1, %r1, 101;", "", {101, 101, 101, 101, 101}},
};

static const char *
text_of(int row)
{
	static char text[1 << 12];
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90\n.address_size 64\n"
		 ".visible .entry k(.param .u64 a, .param .u64 o, .param .u32 n)\n{\n"
		 ".reg .f32 %%f<9>; .reg .b32 %%r<19>; .reg .b64 %%rd<19>; .reg .pred %%p<3>;\n"
		 ".shared .align 4 .b8 words[16384];\n"
		 "ld.param.u64 %%rd10, [a]; ld.param.u64 %%rd11, [o]; ld.param.u32 %%r9, [n]; mov.u32 %%r3, %%tid.x;\n"
		 "mul.wide.u32 %%rd3, %%r3, 4; add.s64 %%rd1, %%rd10, %%rd3; add.s64 %%rd2, %%rd11, %%rd3;\n"
		 "mov.u32 %%r5, words; shl.b32 %%r6, %%r3, 2; add.s32 %%r4, %%r5, %%r6;\n"
		 "cvt.rn.f32.u32 %%f2, %%r3; mov.f32 %%f1, %%f2; mov.u32 %%r1, 0;\n"
		 "L: %s\n%s @%%p1 bra L;\n%s ret;\n}\n",
		 rows[row].body, rows[row].test, rows[row].behind);
	return text;
}

START_TEST(the_last_turn_does_not_load_what_only_a_next_one_would_read)
{
	for (int t = 0; t < TURNS; t++) {
		const char *const arguments[] = {"f32[65536]", "f32[65536]", turns[t]};
		case_must_load(text_of(_i), arguments, 3, rows[_i].loads[t]);
	}
}
END_TEST

static double
lanes_that_add(const gm_issue *issue, const gm_warp_instr *instr)
{
	return (double)issue->floats[GM_FLOAT_FADD] * __builtin_popcountll(instr->active);
}

/* FADD of the first row, in so few turns that none is left out. */
START_TEST(nor_does_it_add)
{
	static const char *const few[] = {"u32=1", "u32=2", "u32=3"};
	static const int sums[] = {0, 2, 2};
	for (int t = 0; t < 3; t++) {
		const char *const arguments[] = {"f32[65536]", "f32[65536]", few[t]};
		ck_near(case_issued(text_of(0), arguments, 3, lanes_that_add), 32 * sums[t], 1e-6);
	}
}
END_TEST

/* Lanes of even numbers turn 5 times, the others 4: one round, and one turn that stores and does not load. */
START_TEST(lanes_that_turn_once_more_do_not_load_either)
{
	static const char odd[] =
		".version 8.0\n.target sm_90\n.address_size 64\n"
		".visible .entry k(.param .u64 a, .param .u64 o)\n{\n"
		".reg .f32 %f<9>; .reg .b32 %r<19>; .reg .b64 %rd<19>; .reg .pred %p<3>;\n"
		"ld.param.u64 %rd10, [a]; ld.param.u64 %rd11, [o]; mov.u32 %r3, %tid.x;\n"
		"mul.wide.u32 %rd3, %r3, 4; add.s64 %rd1, %rd10, %rd3; add.s64 %rd2, %rd11, %rd3;\n"
		"and.b32 %r1, %r3, 1; cvt.rn.f32.u32 %f1, %r3;\n"
		"L: " LOAD STORE SUM ON "setp.lt.s32 %p1, %r1, 5; @%p1 bra L;\n ret;\n}\n";
	static const char *const arguments[] = {"f32[65536]", "f32[65536]"};
	case_must_load(odd, arguments, 2, 4);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("last");
	TCase *tests = tcase_create("last");
	tcase_add_loop_test(tests, the_last_turn_does_not_load_what_only_a_next_one_would_read, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, nor_does_it_add);
	tcase_add_test(tests, lanes_that_turn_once_more_do_not_load_either);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
