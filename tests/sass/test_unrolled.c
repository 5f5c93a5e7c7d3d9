/*
 * Loops whose number of turns is not known: which are written out four times, in code of ptxas 13.0 for sm_90
 * (stores to shared memory in it: seven, four in the loop and three for what is left over, or one; where nothing
 * loads from there, the last one of each turn of the loop alone: three). Loops of a known number of turns with an if
 * that stays behind a branch: which are written out as a whole (multiply-adds in it: as many as turns, or one turn's).
 */
#include "kernel/issue.h"

#include "ptx/case.h"

#define FRAME(SHARED) \
	".version 8.0\n.target sm_90\n.address_size 64\n" \
	".visible .entry k(.param .u64 p, .param .u32 n, .param .u32 s)\n{\n" \
	".reg .b32 %%r<30>; .reg .b64 %%rd<9>; .reg .f32 %%f<9>; .reg .pred %%q<4>;\n.shared .b32 x[512];\n" \
	"ld.param.u64 %%rd1, [p]; ld.param.u32 %%r10, [n]; ld.param.u32 %%r11, [s];\n" \
	"cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %%ctaid.x; mov.u32 %%r3, %%nctaid.x;\n" \
	"mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3; mul.wide.s32 %%rd5, %%r11, 4;\n" \
	"mul.lo.u32 %%r5, %%r1, 4; mov.u32 %%r6, x; add.u32 %%r7, %%r6, %%r5; mov.f32 %%f1, 0f00000000;\n%s\n" \
	"L: ld.global.f32 %%f2, [%%rd4]; st.shared.f32 [%%r7], %%f2;\n%s\n" \
	SHARED "\n%s\n" \
	"add.s32 %%r8, %%r8, 1; setp.lt.s32 %%q1, %%r8, %%r9; @%%q1 bra L;\n" \
	"st.global.f32 [%%rd4], %%f1; ret;\n}\n"

static const char frame[] = FRAME("ld.shared.f32 %%f3, [%%r7+16]; add.f32 %%f1, %%f1, %%f3; ");
static const char without_shared_loads[] = FRAME("add.f32 %%f1, %%f1, %%f2; ");

#define FROM_0 "mov.u32 %r8, 0; "
#define TO_N "mov.u32 %r9, %r10; "
#define TO_MORE "add.s32 %r9, %r10, 1; "
#define TO_BLOCK "mov.u32 %r9, %r2; "
#define BARRIER "bar.sync 0; "
#define SHUFFLE "mov.b32 %r20, %f1; shfl.sync.bfly.b32 %r20, %r20, 4, 31, -1; mov.b32 %f1, %r20; "
#define ADD "red.global.add.f32 [%rd4+4], %f1; "
#define IF_LANE "setp.lt.u32 %q3, %r1, 5; @%q3 bra M; add.f32 %f1, %f1, %f2; M: "
#define FROM_LANE "mov.u32 %r8, %r1; "
#define AT_SUM "add.s64 %rd6, %rd2, %rd7; add.s64 %rd7, %rd7, 512; "
#define AT_COUNTER "mul.wide.s32 %rd8, %r8, 4; add.s64 %rd6, %rd2, %rd8; "
#define ON "add.s64 %rd4, %rd4, 4096; "

typedef struct loop_row {
	const char *bounds, *within, *end;
	bool unrolled;
} loop_row;

static const loop_row rows[] = {
	{FROM_0 TO_N, "", ON, true},
	{FROM_0 TO_MORE, "", ON, true},
	{FROM_0 TO_N, BARRIER, ON, true},
	{FROM_0 TO_MORE, BARRIER, ON, false},
	{FROM_0 TO_BLOCK, BARRIER, ON, false},
	{FROM_0 "mov.u32 %r9, %r3; ", BARRIER, ON, false},
	{FROM_0 "min.s32 %r9, %r10, %r11; ", BARRIER, ON, false},
	{"mov.u32 %r8, %r11; " TO_N, BARRIER, ON, true},
	{"mov.u32 %r8, %r2; " TO_N, BARRIER, ON, true},
	{"mul.lo.s32 %r8, %r10, %r11; " TO_N, BARRIER, ON, true},
	{"mov.u32 %r8, %r1; " TO_N, BARRIER, ON, false},
	{FROM_0 TO_N, BARRIER "setp.lt.u32 %q3, %r1, 5; @%q3 bra M; add.f32 %f1, %f1, %f2; M: ", ON, false},
	{FROM_0 TO_N, SHUFFLE BARRIER IF_LANE, ON, false},
	/* an if keeps loops of barriers alone as they are */
	{FROM_0 TO_N, SHUFFLE IF_LANE, ON, true},
	{FROM_0 TO_N, IF_LANE SHUFFLE, ON, true},
	{FROM_0 TO_N, SHUFFLE "setp.lt.f32 %q3, %f2, 0f40000000; @%q3 bra M; add.f32 %f1, %f1, %f2; M: ", ON, true},
	{FROM_0 TO_N, ADD IF_LANE, ON, true},
	{FROM_0 TO_N, "setp.lt.u32 %q3, %r1, 5; @%q3 " ADD, ON, true},
	{FROM_0 TO_N, "setp.gt.f32 %q2, %f2, %f1; vote.sync.any.pred %q2, %q2, -1; @%q2 bra V; add.f32 %f1, %f1, %f2; V: ", ON,
	 true},
	{FROM_0 TO_MORE, SHUFFLE IF_LANE, ON, false},
	{FROM_LANE TO_N, SHUFFLE IF_LANE, ON, false},
	{FROM_0 TO_N, BARRIER "membar.gl; ", ON, false},
	{FROM_0 TO_N, SHUFFLE, ON, true},
	{FROM_0 TO_MORE, SHUFFLE, ON, false},
	{FROM_0 TO_N, ADD, ON, true},
	{FROM_0 TO_BLOCK, ADD, ON, false},
	/* a pointer that goes on by the width of a row, by itself and four times */
	{FROM_0 TO_N, "st.global.f32 [%rd4], %f1; ", "add.s64 %rd4, %rd4, %rd5; ", true},
	{FROM_0 TO_N, "add.s64 %rd6, %rd4, %rd5; st.global.f32 [%rd6], %f1; add.s64 %rd7, %rd6, %rd5; ",
	 "add.s64 %rd8, %rd7, %rd5; add.s64 %rd4, %rd8, %rd5; ", true},
	/* what is loaded goes anywhere where shared memory is read, too */
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd6], %f2; ", ON, true},
};

static const loop_row stored[] = {
	/* Lanes that turn differently often: what the turn has loaded goes through a pointer that literals move, */
	{FROM_LANE TO_N, "st.global.f32 [%rd4+64], %f2; ", ON, true},
	{FROM_LANE TO_N, "add.s64 %rd6, %rd4, 64; st.global.f32 [%rd4+64], %f2; ", "add.s64 %rd4, %rd6, 64; ", true},
	{FROM_LANE TO_N, AT_SUM "st.global.f32 [%rd6], %f2; ", ON, false},
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd6], %f2; ", ON, false},
	{FROM_LANE TO_N, "st.global.f32 [%rd4+64], %f2; ", "add.s64 %rd4, %rd4, %rd5; ", false},
	/* or was computed with, or decides, */
	{FROM_LANE TO_N, AT_COUNTER "add.f32 %f4, %f2, %f2; mul.f32 %f4, %f4, %f4; st.global.f32 [%rd6], %f4; ", ON, false},
	{FROM_LANE TO_N, AT_COUNTER "setp.gt.f32 %q3, %f2, %f1; selp.f32 %f4, %f1, %f3, %q3; st.global.f32 [%rd6], %f4; ",
	 ON, false},
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd4+64], %f1; st.global.f32 [%rd6], %f2; ", ON, false},
	/* not what another turn or only shared memory gave, or nobody loaded. */
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd6], %f4; mov.f32 %f4, %f2; ", ON, true},
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd6], %f1; ", ON, true},
	{FROM_LANE TO_N, AT_COUNTER "st.global.f32 [%rd4+64], %f2; st.global.f32 [%rd6], %f1; ", ON, true},
	/* Where all turn alike, anywhere, be the bound computed, too. */
	{FROM_0 TO_N, AT_COUNTER "st.global.f32 [%rd6], %f2; ", ON, true},
	{FROM_0 TO_MORE, AT_COUNTER "st.global.f32 [%rd6], %f2; ", ON, true},
};

/* The turn has nothing but what the row says: through RD4 and R7, which literals move on, or at the counter. */
static const char bare[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 p, .param .u32 n, .param .u32 s)\n{\n"
	".reg .b32 %%r<30>; .reg .b64 %%rd<9>; .reg .f32 %%f<9>; .reg .pred %%q<4>;\n.shared .b32 x[512];\n"
	"ld.param.u64 %%rd1, [p]; ld.param.u32 %%r10, [n]; cvta.to.global.u64 %%rd2, %%rd1;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"mul.lo.u32 %%r5, %%r1, 4; mov.u32 %%r6, x; add.u32 %%r7, %%r6, %%r5; mov.f32 %%f1, 0f00000000;\n%s\n"
	"L: %s\n%s\n"
	"add.s32 %%r8, %%r8, 1; setp.lt.s32 %%q1, %%r8, %%r9; @%%q1 bra L;\n"
	"ld.shared.f32 %%f5, [x+4]; add.f32 %%f1, %%f1, %%f5; st.global.f32 [%%rd4], %%f1; ret;\n}\n";

#define BOTH_ON "add.s64 %rd4, %rd4, 512; add.u32 %r7, %r7, 512; "
#define TO_LOADED "ld.global.u32 %r9, [%rd2+8]; "
#define TO_SHARED "ld.shared.u32 %r9, [x+8]; "
#define TO_DRAWN "atom.global.add.u32 %r9, [%rd2+8], 1; "
#define OF_GLOBAL "ld.global.f32 %f2, [%rd4+4096]; add.f32 %f3, %f2, %f2; "
#define OF_SHARED "ld.shared.f32 %f2, [%r7+256]; add.f32 %f3, %f2, %f2; "
#define SUM_GLOBAL "ld.global.f32 %f4, [%rd4+8192]; add.f32 %f1, %f1, %f4; "
#define SUM_SHARED "ld.shared.f32 %f4, [%r7+512]; add.f32 %f1, %f1, %f4; "
#define SHARED_COUNTER "shl.b32 %r20, %r8, 2; add.u32 %r21, %r6, %r20; "
#define IF_COUNTER "and.b32 %r22, %r8, 64; setp.eq.s32 %q3, %r22, 0; "
#define IF_GLOBAL "ld.global.f32 %f6, [%rd4+64]; setp.gt.f32 %q3, %f6, %f1; "
#define IF_SHARED "ld.shared.f32 %f6, [%r7+64]; setp.gt.f32 %q3, %f6, %f1; "

static const loop_row put_back[] = {
	/* to shared memory what was loaded there: at the counter not, through a pointer or with a load of other memory yes */
	{FROM_LANE TO_N, OF_SHARED SHARED_COUNTER "st.shared.f32 [%r21], %f3; ", BOTH_ON, false},
	{FROM_LANE TO_N, OF_SHARED SHARED_COUNTER "st.shared.f32 [%r21], %f1; ", BOTH_ON, true},
	{FROM_LANE TO_N, OF_SHARED "st.shared.f32 [%r7], %f3; ", BOTH_ON, true},
	{FROM_LANE TO_N, OF_SHARED SUM_GLOBAL SHARED_COUNTER "st.shared.f32 [%r21], %f3; ", BOTH_ON, true},
	{FROM_LANE TO_N, OF_GLOBAL SHARED_COUNTER "st.shared.f32 [%r21], %f3; ", BOTH_ON, true},
	/* to global memory, likewise */
	{FROM_LANE TO_N, OF_GLOBAL AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, false},
	{FROM_LANE TO_N, OF_GLOBAL SUM_SHARED AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, true},
	{FROM_LANE TO_N, OF_SHARED AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, true},
	/* where it is loaded */
	{FROM_LANE TO_N, "ld.shared.u32 %r20, [%r7]; add.u32 %r21, %r6, %r20; st.shared.f32 [%r21], %f1; ", BOTH_ON, false},
	{FROM_LANE TO_N, "ld.global.u32 %r20, [%rd4]; add.u32 %r21, %r6, %r20; st.shared.f32 [%r21], %f1; ", BOTH_ON, true},
	/* under a condition, by branch or predicate: neither pointer nor other memory helps */
	{FROM_LANE TO_N, OF_SHARED IF_COUNTER "@%q3 st.shared.f32 [%r7], %f3; ", BOTH_ON, false},
	{FROM_LANE TO_N, OF_SHARED IF_COUNTER "@%q3 st.shared.f32 [%r7], %f1; ", BOTH_ON, true},
	{FROM_LANE TO_N, OF_SHARED SUM_GLOBAL IF_COUNTER "@%q3 bra M; st.shared.f32 [%r7], %f3; M: ", BOTH_ON, false},
	{FROM_LANE TO_N, IF_SHARED "@%q3 st.shared.f32 [%r7], %f1; ", BOTH_ON, false},
	{FROM_LANE TO_N, IF_SHARED "@%q3 bra M; st.global.f32 [%rd4], %f1; M: ", BOTH_ON, true},
	{FROM_LANE TO_N, IF_GLOBAL "@%q3 bra M; st.global.f32 [%rd4], %f1; M: ", BOTH_ON, false},
	{FROM_LANE TO_N, IF_GLOBAL "@%q3 st.shared.f32 [%r7], %f1; ", BOTH_ON, true},
	/* bits of the counter lead anywhere */
	{FROM_LANE TO_N, SUM_GLOBAL "and.b32 %r20, %r8, 1023; mul.wide.s32 %rd8, %r20, 4; add.s64 %rd6, %rd2, %rd8; "
	 "st.global.f32 [%rd6], %f8; ", BOTH_ON, true},
	/* all lanes turn alike: a bound that is loaded from one place, not one that is drawn */
	{FROM_0 TO_LOADED, OF_SHARED SHARED_COUNTER "st.shared.f32 [%r21], %f3; ", BOTH_ON, true},
	{FROM_0 TO_SHARED, OF_GLOBAL AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, true},
	{FROM_0 TO_LOADED, IF_GLOBAL "@%q3 st.global.f32 [%rd4], %f1; ", BOTH_ON, true},
	{FROM_0 TO_DRAWN, OF_GLOBAL AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, false},
	{FROM_LANE TO_LOADED, OF_GLOBAL AT_COUNTER "st.global.f32 [%rd6], %f3; ", BOTH_ON, false},
};

/* Of the unit, by the site whose text has the words. */
static double
issued_by(const char *format, const loop_row *row, const char *words, gm_unit unit)
{
	static const char *const arguments[] = {"f32[65536]:zero", "s32=9", "s32=1"};
	char text[4096];
	snprintf(text, sizeof text, format, row->bounds, row->within, row->end);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 3);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	double issued = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, words))
			issued = (double)issue[s].of[unit];
	free(issue);
	gm_kernel_free(kernel);
	return issued;
}

static void
check(const char *format, const loop_row *row)
{
	ck_near(issued_by(format, row, "bra L", GM_UNIT_CONTROL), row->unrolled ? 0.25 : 1, 1e-6);
}

/* Of an if over the number of the lane one ISETP at most stands in four turns, of one over the counter one in each. */
START_TEST(what_a_loop_leaves_alone_is_compared_once_for_turns_that_stand_side_by_side)
{
	const loop_row alone = {FROM_0 TO_N, SHUFFLE IF_LANE, ON, true},
		       counts = {FROM_0 TO_N, SHUFFLE "setp.lt.u32 %q3, %r8, %r1; @%q3 bra M; add.f32 %f1, %f1, %f2; M: ", ON, true};
	ck_assert(issued_by(frame, &alone, "setp.lt.u32 %q3", GM_UNIT_ALU) <= 0.25);
	ck_near(issued_by(frame, &counts, "setp.lt.u32 %q3", GM_UNIT_ALU), 1, 1e-6);
}
END_TEST

START_TEST(a_loop_is_written_out_four_times_where_all_lanes_turn_alike)
{
	check(frame, &rows[_i]);
}
END_TEST

START_TEST(a_loop_that_stores_what_it_loads_needs_a_pointer_where_lanes_turn_differently_often)
{
	check(without_shared_loads, &stored[_i]);
}
END_TEST

START_TEST(a_loop_stays_whose_stores_hang_on_loads_of_the_same_memory_where_lanes_turn_differently_often)
{
	check(bare, &put_back[_i]);
}
END_TEST

#define TO_END "@%q1 bra M; "
#define TO_TURN "@%q1 bra N; "

/* As many multiply-adds under the if in each of so many turns. */
static const struct {
	const char *way; /* around them: to the next turn, or out of the loop */
	const char *behind;
	int sums, turns;
	bool written;
} known[] = {
	{TO_TURN, "", 12, 30, true},
	{TO_TURN, "", 20, 30, true},
	{TO_TURN, "", 20, 40, false},
	{TO_TURN, "", 30, 18, true},
	{TO_TURN, "", 30, 21, false},
	{TO_TURN, "", 40, 11, true},
	{TO_TURN, "", 40, 14, false},
	{TO_TURN, "", 60, 6, true},
	{TO_TURN, "", 60, 8, false},
	{TO_END, "", 40, 11, true},
	{TO_END, "", 40, 14, false},
	{TO_TURN, "st.global.f32 [%rd2+512], %f1; ", 40, 9, true},
	{TO_TURN, "st.global.f32 [%rd2+512], %f1; ", 40, 14, false},
	{TO_TURN, "div.rn.f32 %f1, %f1, %f2; ", 20, 30, false},
};

START_TEST(a_loop_of_known_turns_with_an_if_is_written_out_as_a_whole_or_not_at_all)
{
	static const char *const arguments[] = {"f32[65536]", "s32=9"};
	char text[8192];
	int at = snprintf(text, sizeof text,
			  ".version 8.0\n.target sm_90\n.address_size 64\n"
			  ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n"
			  ".reg .b32 %%r<9>; .reg .b64 %%rd<9>; .reg .f32 %%f<9>; .reg .pred %%q<4>;\n"
			  "ld.param.u64 %%rd1, [p]; ld.param.u32 %%r4, [n]; mov.u32 %%r1, %%tid.x;\n"
			  "mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd2, %%rd1, %%rd3; ld.global.f32 %%f1, [%%rd2];\n"
			  "ld.global.f32 %%f2, [%%rd2+128]; mov.u32 %%r2, 0;\n"
			  "L: add.s32 %%r3, %%r2, %%r1; setp.ge.s32 %%q1, %%r3, %%r4; %s\n", known[_i].way);
	for (int k = 0; k < known[_i].sums; k++)
		at += snprintf(text + at, sizeof text - (size_t)at, "fma.rn.f32 %%f1, %%f1, %%f2, %%f2;\n");
	snprintf(text + at, sizeof text - (size_t)at,
		 "%sN: add.s32 %%r2, %%r2, 1; setp.ne.s32 %%q2, %%r2, %d; @%%q2 bra L;\n"
		 "M: st.global.f32 [%%rd2], %%f1; ret;\n}\n", known[_i].behind, known[_i].turns);
	gm_kernel *kernel = case_warp(text, NULL, arguments, 2);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	for (int s = 0; s < kernel->sites_count; s++)
		if (strstr(kernel->sites[s].text, "bra L"))
			ck_near((double)issue[s].of[GM_UNIT_CONTROL], known[_i].written ? 0 : 1, 1e-6);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("unrolled");
	TCase *tests = tcase_create("unrolled");
	tcase_add_loop_test(tests, a_loop_is_written_out_four_times_where_all_lanes_turn_alike, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests,
			    a_loop_that_stores_what_it_loads_needs_a_pointer_where_lanes_turn_differently_often, 0,
			    (int)(sizeof stored / sizeof *stored));
	tcase_add_loop_test(tests,
			    a_loop_stays_whose_stores_hang_on_loads_of_the_same_memory_where_lanes_turn_differently_often, 0,
			    (int)(sizeof put_back / sizeof *put_back));
	tcase_add_test(tests, what_a_loop_leaves_alone_is_compared_once_for_turns_that_stand_side_by_side);
	tcase_add_loop_test(tests, a_loop_of_known_turns_with_an_if_is_written_out_as_a_whole_or_not_at_all, 0,
			    (int)(sizeof known / sizeof *known));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
