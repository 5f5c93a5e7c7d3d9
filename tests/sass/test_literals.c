/*
 * What the counter of a loop alone makes, in loops that are written out as a whole: sass/issue_literals.c, and how much
 * longer ones are, sass/issue_unroll.c. Machine code of ptxas 13.0 for sm_90 (nvdisasm).
 */
#include "ptx/case.h"

#define FRAME(SETUP) \
	".version 8.0\n.target sm_90\n.address_size 64\n" \
	".visible .entry k(.param .u64 p)\n{\n" \
	".reg .f32 %%f<30>; .reg .b32 %%r<30>; .reg .b64 %%rd<9>; .reg .pred %%p<3>;\n" \
	"ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4; add.s64 %%rd3, %%rd1, %%rd2;\n" \
	"ld.global.f32 %%f1, [%%rd3]; ld.global.f32 %%f2, [%%rd3+4096]; ld.global.f32 %%f5, [%%rd3+8192];\n" \
	"mov.u32 %%r2, %d;\nL: " SETUP "\n%s\n" \
	"add.s32 %%r2, %%r2, 1; setp.ne.s32 %%p1, %%r2, %d; @%%p1 bra L;\nst.global.f32 [%%rd3], %%f5; ret;\n}\n"

static const char *const arguments[] = {"f32[65536]:random"};

#define BY_COUNTER "mul.f32 %f7, %f6, %f1; "
#define BY_SQUARE "mul.lo.s32 %r5, %r2, %r2; add.s32 %r6, %r5, 4; cvt.rn.f32.s32 %f10, %r6; "

/* FMUL of the three turns. */
static const struct {
	const char *name, *body;
	int first, products;
} rows[] = {
	{"a product by 5, 6, 7", BY_COUNTER "max.f32 %f5, %f5, %f7;", 5, 3},
	{"by -1, 0, 1", BY_COUNTER "max.f32 %f5, %f5, %f7;", -1, 1},
	{"by 0, 1, 2", BY_COUNTER "max.f32 %f5, %f5, %f7;", 0, 2},
	{"less another product, which fma takes instead",
	 BY_COUNTER "mul.f32 %f8, %f5, %f5; mul.f32 %f9, %f8, %f2; sub.f32 %f5, %f7, %f9;", -1, 4},
	{"less another, by other numbers",
	 BY_COUNTER "mul.f32 %f8, %f5, %f5; mul.f32 %f9, %f8, %f2; sub.f32 %f5, %f7, %f9;", 5, 6},
	{"of a product, by 2, 3, 4", "mul.f32 %f7, %f5, %f2; mul.f32 %f5, %f7, %f6;", 2, 4},
	{"of a product, by 5, 6, 7", "mul.f32 %f7, %f5, %f2; mul.f32 %f5, %f7, %f6;", 5, 6},
	{"by 5, 4, 5 of what the loop leaves alone", BY_SQUARE "mul.f32 %f7, %f10, %f1; max.f32 %f5, %f5, %f7;", -1, 2},
	{"by 5, 4, 5 of what it makes", BY_SQUARE "mul.f32 %f7, %f10, %f5; max.f32 %f5, %f5, %f7;", -1, 3},
	{"fma by -1, 0, 1", "fma.rn.f32 %f5, %f5, %f6, %f2;", -1, 0},
};

static char text[1 << 14];

static const char *
loop_of(const char *body, int first)
{
	snprintf(text, sizeof text, FRAME("cvt.rn.f32.s32 %%f6, %%r2;"), first, body, first + 3);
	return text;
}

static double
products(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->floats[GM_FLOAT_FMUL];
}

START_TEST(what_is_multiplied_by_one_in_a_turn_is_no_product_there)
{
	const double made = case_issued(loop_of(rows[_i].body, rows[_i].first), arguments, 1, products);
	ck_assert_msg(made == rows[_i].products, "%s: %g FMUL, the machine code has %d", rows[_i].name, made,
		      rows[_i].products);
}
END_TEST

/* Of 5, 6 and 7 three FFMA, of -1, 0 and 1 one and two FADD. */
START_TEST(a_sum_that_takes_in_a_product_by_one_is_told_to_be_doubtful)
{
	for (int first = -1; first <= 5; first += 6) {
		gm_kernel *kernel = case_warp(loop_of(BY_COUNTER "add.f32 %f5, %f7, %f5;", first), NULL, arguments, 1);
		gm_issue *issue = case_issue(kernel, 9);
		bool doubtful = false;
		for (int s = 0; s < kernel->sites_count; s++)
			doubtful |= issue[s].doubtful == GM_DOUBTFUL_TURN && (double)issue[s].floats[GM_FLOAT_FFMA] > 0;
		ck_assert(doubtful == (first == -1));
		free(issue);
		gm_kernel_free(kernel);
	}
}
END_TEST

/* Multiply-adds, those that read a shifted counter among them: as many as stand there written out, at most, are 76 and 92
   of 5 turns, without one and with one, and 29 and 51 of 24, without and with six. */
static const struct {
	int turns, literals, fmas;
	bool whole;
} lengths[] = {{5, 0, 80, false}, {5, 1, 80, true}, {5, 1, 95, false}, {24, 0, 40, false}, {24, 6, 40, true}, {24, 6, 60, false}};

START_TEST(loops_with_literals_of_their_counters_are_written_out_though_they_are_longer)
{
	static char body[1 << 13];
	size_t at = 0;
	for (int k = 0; k < lengths[_i].literals; k++)
		at += (size_t)sprintf(body + at, "shl.b32 %%r%d, %%r2, %d; mov.b32 %%f%d, %%r%d; fma.rn.f32 %%f5, %%f%d, %%f2, %%f5;\n",
				      10 + k, k + 1, 10 + k, 10 + k, 10 + k);
	for (int k = 0; k < lengths[_i].fmas - lengths[_i].literals; k++)
		at += (size_t)sprintf(body + at, "fma.rn.f32 %%f5, %%f5, %%f2, %%f1;\n");
	snprintf(text, sizeof text, FRAME(""), 0, body, lengths[_i].turns);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	gm_issue *issue = case_issue(kernel, 9);
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, "bra L"))
			ck_assert(((double)issue[s].of[GM_UNIT_CONTROL] == 0) == lengths[_i].whole);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

#define KEYS \
	".version 8.0\n.target sm_90\n.address_size 64\n.const .align 8 .b8 table[64];\n" \
	".visible .entry k(.param .u64 p)\n{\n" \
	".reg .b32 %%r<30>; .reg .b64 %%rd<9>; .reg .pred %%p<3>; .reg .f32 %%f<6>;\n" \
	"ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4; add.s64 %%rd3, %%rd1, %%rd2;\n" \
	"ld.global.u32 %%r6, [%%rd3]; mov.b32 %%f1, %%r6; mov.u32 %%r2, 0; mov.u32 %%r5, 0; mov.u64 %%rd4, table;\nL: %s\n" \
	"add.s32 %%r2, %%r2, 1; setp.ne.s32 %%p1, %%r2, 8; @%%p1 bra L;\nst.global.u32 [%%rd3], %%r6; ret;\n}\n"
#define SQUARE "mul.lo.s32 %r6, %r6, %r6; "
#define MOVED "add.s32 %r5, %r5, -1640531527; "
#define OF_TABLE \
	"shr.u32 %r7, %r5, 9; cvt.u64.u32 %rd5, %r7; and.b64 %rd6, %rd5, 12; add.s64 %rd7, %rd4, %rd6; ld.const.u32 %r8, [%rd7]; "

/* Instructions that eight turns have more than as many of SQUARE. */
static const struct {
	const char *name, *body;
	double more;
} keys[] = {
	{"with a number that is moved on", MOVED SQUARE "xor.b32 %r6, %r6, %r5;", 8},
	{"with a part of it", MOVED SQUARE "shr.s32 %r7, %r5, 11; xor.b32 %r6, %r6, %r7;", 8},
	{"with words of a table by it", MOVED OF_TABLE SQUARE "xor.b32 %r6, %r6, %r8;", 8 + 2},
	{"with both", MOVED OF_TABLE SQUARE "add.s32 %r9, %r8, %r5; xor.b32 %r6, %r6, %r9;", 16 + 2},
};

START_TEST(numbers_beside_the_counter_are_literals_too)
{
	const double more = case_length_around(KEYS, keys[_i].body, arguments, 1) -
			    case_length_around(KEYS, SQUARE, arguments, 1);
	ck_assert_msg(more * 8 == keys[_i].more, "%s: %g more, not %g", keys[_i].name, more * 8, keys[_i].more);
}
END_TEST

/* Eight turns read four words: of products by one number four may be all that are made. Of eight words each is its own. */
static const struct {
	const char *place;
	bool doubtful;
} shared_words[] = {{"and.b64 %rd6, %rd5, 12;", true}, {"and.b64 %rd6, %rd5, 28;", false}};

START_TEST(products_by_words_that_turns_share_are_told_to_be_doubtful)
{
	static char body[512];
	snprintf(body, sizeof body,
		 "shl.b32 %%r7, %%r2, 2; cvt.u64.u32 %%rd5, %%r7; %s add.s64 %%rd7, %%rd4, %%rd6; ld.const.f32 %%f2, [%%rd7]; "
		 "mul.f32 %%f3, %%f1, %%f2; mov.b32 %%r8, %%f3; xor.b32 %%r6, %%r6, %%r8;", shared_words[_i].place);
	snprintf(text, sizeof text, KEYS, body);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 1);
	gm_issue *issue = case_issue(kernel, 9);
	bool doubtful = false;
	for (int s = 0; s < kernel->sites_count; s++)
		doubtful |= issue[s].doubtful == GM_DOUBTFUL_MET && (double)issue[s].floats[GM_FLOAT_FMUL] > 0;
	ck_assert(doubtful == shared_words[_i].doubtful);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("literals");
	TCase *tests = tcase_create("literals");
	tcase_add_loop_test(tests, what_is_multiplied_by_one_in_a_turn_is_no_product_there, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, a_sum_that_takes_in_a_product_by_one_is_told_to_be_doubtful);
	tcase_add_loop_test(tests, loops_with_literals_of_their_counters_are_written_out_though_they_are_longer, 0,
			    (int)(sizeof lengths / sizeof *lengths));
	tcase_add_loop_test(tests, numbers_beside_the_counter_are_literals_too, 0, (int)(sizeof keys / sizeof *keys));
	tcase_add_loop_test(tests, products_by_words_that_turns_share_are_told_to_be_doubtful, 0,
			    (int)(sizeof shared_words / sizeof *shared_words));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
