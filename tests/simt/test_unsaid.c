/*
 * Loads whose zeros decide because nobody said what an argument holds (simt/unsaid.h). What each kernel
 * reads and writes is seen in its text.
 */
#include "ptx/case.h"

#include "kernel/kernel.h"

/* %rd1 table, %rd2 out, %rd4 and %rd5 the thread's place in them. */
#define KERNEL(body)                                                                               \
	".version 8.0\n.target sm_80\n.address_size 64\n"                                          \
	".visible .entry k(.param .u64 table, .param .u64 out) {\n"                                \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<4>;\n"                                   \
	"ld.param.u64 %rd1, [table]; ld.param.u64 %rd2, [out];\n"                                  \
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                                        \
	"add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n" body "ret; }\n"
#define LOAD "ld.global.u32 %r2, [%rd4];\n"
#define STORE "st.global.u32 [%rd5], %r2;\n"
/* out[table[t]] = t */
#define SCATTER LOAD "mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], %r1;\n"
/* Three steps of j = table[j], from t on. */
#define CHASE                                                                                      \
	"mov.u32 %r2, %r1; mov.u32 %r3, 0;\n"                                                      \
	"L: mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd1, %rd6; ld.global.u32 %r2, [%rd7];\n"      \
	"add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 3; @%p1 bra L;\n" STORE

static const struct {
	const char *name, *text, *table;
	bool unsaid, chases;
} rows[] = {
	{"what is only copied decides nothing", KERNEL(LOAD STORE), "u32[64]", false, false},
	{"an index", KERNEL(SCATTER), "u32[64]", true, false},
	{"an index that was said", KERNEL(SCATTER), "u32[64]:iota", false, false},
	{"zeros that were said", KERNEL(SCATTER), "u32[64]:zero", false, false},
	{"a condition", KERNEL(LOAD "setp.eq.u32 %p1, %r2, 0; @%p1 bra E;\n" STORE "E: \n"), "u32[64]", true,
	 false},
	{"an index that was written before",
	 KERNEL("st.global.u32 [%rd4], %r1;\n" SCATTER), "u32[64]", false, false},
	{"an index beside an atomic there", KERNEL("red.global.add.u32 [%rd4], 1;\n" SCATTER), "u32[64]",
	 false, false},
	{"a chase", KERNEL(CHASE), "u32[64]", true, true},
	{"a chase that was said", KERNEL(CHASE), "u32[64]:cycle=1", false, false},
};

START_TEST(zeros_that_decide_are_noted_where_nobody_said_them)
{
	const char *const arguments[] = {rows[_i].table, "u32[64]"};
	gm_kernel *kernel = case_warp(rows[_i].text, NULL, arguments, 2);
	bool unsaid = false, chases = false;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		unsaid |= site->reads_unsaid;
		chases |= site->chases;
		ck_assert_msg(!site->reads_unsaid || (site->operation == GM_LOAD && site->array == 0), "%s",
			      rows[_i].name);
	}
	ck_assert_msg(unsaid == rows[_i].unsaid, "%s", rows[_i].name);
	ck_assert_msg(chases == rows[_i].chases, "%s", rows[_i].name);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("unsaid");
	TCase *cases = tcase_create("unsaid");
	tcase_add_loop_test(cases, zeros_that_decide_are_noted_where_nobody_said_them, 0,
			    sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
