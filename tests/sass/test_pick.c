/*
 * Lanes that make a value for a selection: where the one instruction that makes it is put under the
 * predicate (sass/pick.h), those of the predicate alone, else all.
 */
#include "ptx/case.h"

/* One lane a float in %f1; %p1 is on in lanes 8 and up, %f9 is stored. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_90\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 a, .param .u64 c) {\n"                                      \
	".reg .b32 %r<4>; .reg .b64 %rd<8>; .reg .f32 %f<10>; .reg .pred %p<4>;\n"                 \
	"ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [c];\n"                                        \
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                                        \
	"add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3; setp.gt.u32 %p1, %r1, 7;\n"            \
	"ld.global.f32 %f1, [%rd4]; ld.global.f32 %f2, [%rd4+128];\n" body                          \
	"st.global.f32 [%rd5], %f9; ret; }\n"

/* Lanes that add: FADD has a predicate, or FSEL stands behind it, in code of ptxas 13.0 for sm_90. */
static const struct {
	const char *name, *text;
	double lanes;
} rows[] = {
	{"of a sum and a number that ends",
	 KERNEL("add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f1, %p1;\n"), 24},
	{"of a sum and a number that ends, the other way round",
	 KERNEL("add.f32 %f3, %f1, %f2; selp.f32 %f9, %f1, %f3, %p1;\n"), 8},
	{"of a sum and a number that is read again",
	 KERNEL("add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f1, %p1; st.global.f32 [%rd5+128], %f1;\n"), 32},
	{"of a sum and a literal",
	 KERNEL("add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, 0f3F800000, %p1;\n"), 32},
	{"of a sum and a number that two steps may have made",
	 KERNEL("mov.f32 %f4, 0f00000000; setp.gt.u32 %p2, %r1, 15; @%p2 bra L;\n"
		"ld.global.f32 %f4, [%rd4+256];\nL: add.f32 %f3, %f1, %f4; selp.f32 %f9, %f3, %f4, %p1;\n"), 24},
	{"of a sum and a number that is made before the loop around it",
	 KERNEL("ld.global.f32 %f4, [%rd4+256]; mov.u32 %r2, 0;\n"
		"L: .pragma \"nounroll\"; ld.volatile.global.f32 %f5, [%rd4]; add.f32 %f3, %f5, %f1; selp.f32 %f9, %f3, %f4, %p1;\n"
		"st.volatile.global.f32 [%rd5], %f9; add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"),
	 96},
	{"of a sum and a number that comes out of a loop",
	 KERNEL("mov.u32 %r2, 0;\n"
		"L: .pragma \"nounroll\"; ld.volatile.global.f32 %f4, [%rd4]; add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"
		"add.f32 %f3, %f1, %f4; selp.f32 %f9, %f3, %f4, %p1;\n"),
	 32},
	{"of a sum and a number that comes out of a loop, or by a way around it",
	 KERNEL("mov.u32 %r2, 0; mov.f32 %f4, 0f00000000; setp.gt.u32 %p2, %r1, 15; @%p2 bra M;\n"
		"L: .pragma \"nounroll\"; ld.volatile.global.f32 %f4, [%rd4]; add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"
		"M: add.f32 %f3, %f1, %f4; selp.f32 %f9, %f3, %f4, %p1;\n"),
	 24},
	{"of a sum and a number that a loop before has read",
	 KERNEL("mov.u32 %r2, 0;\n"
		"L: .pragma \"nounroll\"; ld.volatile.global.f32 %f4, [%rd4]; mul.f32 %f4, %f4, %f2; st.volatile.global.f32 [%rd5], %f4;\n"
		"add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"
		"add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1;\n"),
	 32},
	{"of a sum and a number that a loop before has read, or a way around it has not",
	 KERNEL("mov.u32 %r2, 0; setp.gt.u32 %p2, %r1, 15; @%p2 bra M;\n"
		"L: .pragma \"nounroll\"; ld.volatile.global.f32 %f4, [%rd4]; mul.f32 %f4, %f4, %f2; st.volatile.global.f32 [%rd5], %f4;\n"
		"add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"
		"M: add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1;\n"),
	 32},
	{"of a sum and a number that a loop before has read, written out as a whole",
	 KERNEL("mov.u32 %r2, 0;\n"
		"L: ld.volatile.global.f32 %f4, [%rd4]; mul.f32 %f4, %f4, %f2; st.volatile.global.f32 [%rd5], %f4;\n"
		"add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3; @%p3 bra L;\n"
		"add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1;\n"),
	 24},
	{"of a sum that reads what a selection before is written into",
	 KERNEL("mul.f32 %f3, %f1, %f1; add.f32 %f5, %f1, %f2; selp.f32 %f6, %f1, %f3, %p1;\n"
		"selp.f32 %f9, %f2, %f5, %p1; st.global.f32 [%rd5+128], %f6;\n"), 32},
	{"of a sum that reads what a selection behind is written into",
	 KERNEL("mul.f32 %f3, %f1, %f1; add.f32 %f5, %f1, %f2; selp.f32 %f9, %f2, %f5, %p1;\n"
		"selp.f32 %f6, %f1, %f3, %p1; st.global.f32 [%rd5+128], %f6;\n"), 8},
	{"of a sum and a number that the other way reads, which the branch takes",
	 KERNEL("setp.gt.u32 %p2, %r1, 15; @%p2 bra B; add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1; bra.uni A;\n"
		"B: max.f32 %f9, %f2, %f1; A:\n"), 16},
	{"of a sum and a number that the other way reads, which the branch takes and which stands before",
	 KERNEL("setp.gt.u32 %p2, %r1, 15; @%p2 bra B; bra.uni C;\nB: max.f32 %f9, %f2, %f1; bra.uni A;\n"
		"C: add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1; A:\n"), 16},
	{"of a sum and a number that the other way reads, which goes on",
	 KERNEL("setp.gt.u32 %p2, %r1, 15; @!%p2 bra C; max.f32 %f9, %f2, %f1; bra.uni A;\n"
		"C: add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1; A:\n"), 8},
	{"of a sum and a number that the other way reads, which goes on and stands behind",
	 KERNEL("setp.gt.u32 %p2, %r1, 15; @!%p2 bra B; bra.uni C;\nB: add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1;\n"
		"bra.uni A; C: max.f32 %f9, %f2, %f1; A:\n"), 8},
	{"of a sum and a number that the other way leaves alone",
	 KERNEL("setp.gt.u32 %p2, %r1, 15; @%p2 bra B; bra.uni C;\nB: max.f32 %f9, %f1, %f1; bra.uni A;\n"
		"C: add.f32 %f3, %f1, %f2; selp.f32 %f9, %f3, %f2, %p1; A:\n"), 8},
};

enum { SITES = 32 };

typedef struct tally {
	gm_issue issue[SITES];
	double lanes;
} tally;

static gm_status
count(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	t->lanes += __builtin_popcountll(instr->active) * (double)t->issue[instr->site].floats[GM_FLOAT_FADD];
	return GM_OK;
}

static double
lanes_of(const char *text)
{
	gm_error err = GM_ERROR_NONE;
	const char *arguments[] = {"f32[96]:random", "f32[64]"};
	tally sum = {.lanes = 0};
	gm_kernel *kernel = case_warp(text, "k", arguments, 2);
	const gm_sink sink = {.state = &sum, .instruction = count};
	ck_assert_int_le(kernel->sites_count, SITES);
	gm_kernel_issue(kernel, 9, 0, sum.issue);
	ck_assert_int_eq(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), GM_OK);
	gm_kernel_free(kernel);
	return sum.lanes;
}

START_TEST(lanes_are_those_of_the_predicate_where_no_selection_is_left)
{
	const double lanes = lanes_of(rows[_i].text);
	ck_assert_msg(lanes == rows[_i].lanes, "%s: %g lanes, the machine code has %g", rows[_i].name, lanes,
		      rows[_i].lanes);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pick");
	TCase *tests = tcase_create("pick");
	tcase_add_loop_test(tests, lanes_are_those_of_the_predicate_where_no_selection_is_left, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
