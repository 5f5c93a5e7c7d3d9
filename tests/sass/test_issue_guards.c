/*
 * The LDS without lanes that come before LDGSTS: sass/issue_guards.c. How many a warp executes in the code of
 * ptxas 13.0 for sm_90, seen with nvdisasm.
 */
#include "ptx/case.h"

enum { LONGEST = 8192 };

/* Nobody takes the side. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u64 y, .param .u32 n)\n{\n"
	".reg .b64 %%rd<20>; .reg .b32 %%r<30>; .reg .pred %%p<4>; .shared .align 16 .b8 sm[4096];\n"
	"ld.param.u64 %%rd1, [x]; ld.param.u64 %%rd2, [y]; ld.param.u32 %%r2, [n];\n"
	"cvta.to.global.u64 %%rd3, %%rd1; cvta.to.global.u64 %%rd4, %%rd2; mov.u32 %%r3, %%tid.x;\n"
	"mul.wide.u32 %%rd5, %%r3, 4; add.s64 %%rd8, %%rd3, %%rd5; add.s64 %%rd9, %%rd4, %%rd5;\n"
	"ld.global.u32 %%r10, [%%rd8]; ld.global.u32 %%r11, [%%rd8+4]; ld.global.u32 %%r12, [%%rd8+8];\n"
	"mov.u32 %%r20, sm; shl.b32 %%r21, %%r3, 2; add.s32 %%r22, %%r20, %%r21;\n"
	"st.global.u32 [%%rd9+16], %%r10; %s bar.sync 0; setp.ge.s32 %%p1, %%r10, %%r2; @%%p1 bra J;\n"
	"%s\nJ: %s\ncp.async.commit_group; cp.async.wait_group 0; bar.sync 0;\n"
	"ld.shared.u32 %%r25, [%%r22]; st.global.u32 [%%rd9], %%r25; st.global.u32 [%%rd9+4], %%r12; ret;\n}\n";

#define COPY(at) "cp.async.ca.shared.global [%r22+" #at "], [%rd8+512], 4, 4; "
#define PLACED "mul.wide.s32 %rd10, %r11, 4; add.s64 %rd11, %rd3, %rd10; cp.async.ca.shared.global [%r22], [%rd11], 4, 4; "
#define THREE                                                                                                \
	"mad.lo.s32 %r11, %r11, %r10, %r12; mad.lo.s32 %r11, %r11, %r10, %r12; "                             \
	"mad.lo.s32 %r11, %r11, %r10, %r12; "
#define NINE THREE THREE THREE
#define SECOND "cp.async.commit_group; setp.ge.s32 %p2, %r12, %r2; @%p2 bra I; " COPY(2048) "I: "
#define PARTED                                                                                               \
	"setp.lt.s32 %p3, %r10, %r12; @%p3 bra X; st.global.u32 [%rd9+64], %r11; "                           \
	"atom.global.add.u32 %r27, [%rd9+128], %r10; X: "
#define OTHERS "cp.async.ca.shared.global [%r22+512], [%rd11+512], 4, 4; "

static const struct {
	const char *before, *side, *behind;
	double loads; /* with those that read */
} rows[] = {
	{COPY(512) COPY(1024), "", "", 4},
	{COPY(512) "bar.sync 0; " COPY(1024), "", "", 7},
	{COPY(512) "cp.async.commit_group; cp.async.wait_group 0; " COPY(1024), "", "", 4},
	{COPY(512) "st.shared.u32 [%r22+2000], %r10; " COPY(1024), "", "", 7},
	{COPY(512) "st.global.u32 [%rd9+2000], %r10; " COPY(1024), "", "", 4},
	{"", PLACED, "", 4},
	{"", NINE NINE PLACED, "", 4},
	{PARTED, NINE NINE PLACED, "", 4},
	{"", NINE NINE THREE PLACED, "", 1},
	{"", NINE NINE PLACED OTHERS, "", 1},
	{"", PLACED, COPY(1024), 4},
	{"", PLACED, "ld.shared.u32 %r26, [%r22+3000]; st.global.u32 [%rd9+12], %r26; " COPY(1024), 8},
	{"", PLACED, SECOND, 4},
	{COPY(1024), PLACED, "", 7},
	{"", NINE NINE THREE PLACED, COPY(1024), 4},
	{"", PLACED, "st.global.u32 [%rd9+4], %r12; ret; ", 0},
	{"", PLACED, "cp.async.commit_group; st.global.u32 [%rd9+4], %r12; ret; ", 0},
};

static double
shared_load(const gm_issue *issue, const gm_warp_instr *instr)
{
	(void)instr;
	return (double)issue->accesses[GM_ISSUED_SHARED_LOAD];
}

START_TEST(loads_without_lanes_come_before_copies)
{
	static const char *const arguments[] = {"u32[4096]:zero", "u32[4096]", "s32=0"};
	char text[LONGEST];
	snprintf(text, sizeof text, frame, rows[_i].before, rows[_i].side, rows[_i].behind);
	ck_near(case_issued(text, arguments, 3, shared_load), rows[_i].loads, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issue_guards");
	TCase *tests = tcase_create("issue_guards");
	tcase_add_loop_test(tests, loads_without_lanes_come_before_copies, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
