/*
 * Ifs that load from global memory: under a predicate where enough follows, ptx/issue_waited.c.
 */
#include "kernel/issue.h"
#include "ptx/ptx.h"

#include "base/memory.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096, LOADS_BEFORE = 3 };

/* Nobody takes the side. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n, .param .u32 h)\n{\n"
	".reg .b64 %%rd<30>; .reg .f32 %%f<9>; .reg .b32 %%r<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [x]; ld.param.u64 %%rd2, [y]; ld.param.u32 %%r2, [n];\n"
	"cvta.to.global.u64 %%rd3, %%rd1; cvta.to.global.u64 %%rd4, %%rd2; mov.u32 %%r3, %%tid.x;\n"
	"mul.wide.u32 %%rd5, %%r3, 4; add.s64 %%rd8, %%rd3, %%rd5; add.s64 %%rd9, %%rd4, %%rd5;\n"
	"ld.global.u32 %%r10, [%%rd8]; ld.global.u32 %%r11, [%%rd8+4]; ld.global.u32 %%r12, [%%rd8+8];\n"
	"st.global.u32 [%%rd9+16], %%r10; bar.sync 0; mov.f32 %%f1, 0f00000000;\n%s\n"
	"setp.ge.s32 %%p1, %%r10, %%r2; @%%p1 bra J;\n"
	"mul.wide.s32 %%rd10, %%r11, 4; add.s64 %%rd11, %%rd3, %%rd10; ld.global.f32 %%f1, [%%rd11];\n"
	"%s\nJ: %s\nret;\n}\n";

#define ONE "mad.lo.s32 %r12, %r12, %r11, %r10; "
#define TWO ONE ONE
#define THREE TWO ONE
#define STORED "st.global.f32 [%rd9], %f1; st.global.u32 [%rd9+4], %r12; "
#define BRANCH "setp.lt.s32 %p2, %r12, %r2; @%p2 bra E; st.global.u32 [%rd9+8], %r12; E: "
#define HEIGHT "ld.param.u32 %r15, [h]; add.s32 %r12, %r12, %r15; "
#define SECOND                                                                                     \
	"setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; ld.global.f32 %f2, [%rd8+64]; fma.rn.f32 %f1, %f2, %f2, %f1; I: "
#define LAST "st.global.f32 [%rd9], %f1; "
#define OTHER "mul.f32 %f1, %f4, %f4; K: "
#define TURN "add.s32 %r10, %r10, 128; setp.lt.s32 %p5, %r10, %r11; @%p5 bra L; "
#define SQUARE "fma.rn.f32 %f1, %f1, %f1, %f1; "

/* Loads that are issued behind those of the frame. Code of ptxas 13.0 for sm_90. */
static const struct {
	const char *before, *side, *behind;
	double loads;
} rows[] = {
	{"", "", THREE STORED, 0},
	{"", "", THREE ONE STORED, 1},
	{"", SQUARE, TWO STORED, 0},
	{"", SQUARE, THREE STORED, 1},
	{"", SQUARE SQUARE SQUARE SQUARE, TWO STORED, 0},
	{"", "", TWO STORED BRANCH, 0},
	{"", "", THREE STORED BRANCH, 1},
	{"", "", ONE HEIGHT STORED, 0},
	{"", "", TWO HEIGHT STORED, 1},
	{"", "", SQUARE SQUARE SQUARE SQUARE SQUARE SQUARE "st.global.f32 [%rd9], %f1;", 0},
	{"ld.global.u32 %r12, [%rd8+128]; ", "", STORED, 2},
	{"", "", SECOND LAST, 2},
	{"", "", LAST SECOND LAST, 0},
	{"", "", "bar.sync 0; " SECOND LAST, 2},
	{"", "", "ld.global.f32 %f3, [%rd8+64]; st.global.f32 [%rd9+8], %f3; " LAST, 2},
	{"", "bra.uni K;", OTHER THREE ONE STORED, 0},
	{"", "bra.uni K;", OTHER THREE TWO STORED, 1},
	{"", LAST, THREE "st.global.u32 [%rd9+4], %r12; ", 0},
	{"", LAST, THREE ONE "st.global.u32 [%rd9+4], %r12; ", 1},
	{"L: .pragma \"nounroll\"; ", "", LAST TURN, 0},
};

typedef struct tally {
	const gm_issue *issue;
	double loads;
} tally;

static gm_status
count(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	t->loads += (double)t->issue[instr->site].accesses[GM_ISSUED_GLOBAL_LOAD];
	return GM_OK;
}

START_TEST(a_load_is_predicated_where_enough_follows_to_wait_for_it)
{
	static const char *const arguments[] = {"u32[4096]:zero", "u32[4096]", "s32=0", "s32=0"};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	char text[LONGEST];
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments, .arguments_count = 4};
	snprintf(text, sizeof text, frame, rows[_i].before, rows[_i].side, rows[_i].behind);
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	tally t = {.issue = issue};
	const gm_sink sink = {.state = &t, .instruction = count};
	ck_assert(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	ck_near(t.loads, LOADS_BEFORE + rows[_i].loads, 1e-6);
	free(issue);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_waited");
	TCase *tests = tcase_create("issue_waited");
	tcase_add_loop_test(tests, a_load_is_predicated_where_enough_follows_to_wait_for_it, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
