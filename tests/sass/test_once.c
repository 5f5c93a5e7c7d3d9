/*
 * Loads that a loop leaves alone, made before it. In the loop stands another of so many turns, each with so many
 * loads that start anew (%rd8) and as many of other places (%rd9). How many of these loads of a
 * warp stand in the loop and how many before it: ptxas 13.0 for sm_90, seen with cuobjdump.
 */
#include "ptx/case.h"

enum { TURNS = 12 }; /* of the outer loop */

static const struct {
	int turns, loads;
	const char *nc, *before, *behind;
	int in_loop, before_loop;
} rows[] = {
	{4, 4, "", "", "", 16, 16},
	{4, 8, "", "", "", 32, 32},
	{4, 16, "", "", "", 64, 64},
	{8, 1, "", "", "", 8, 8},
	{16, 1, "", "", "", 16, 16},
	{4, 4, "", "", "st.shared.f32 [%r7], %f1;", 16, 16},
	{4, 4, "", "", "atom.shared.add.u32 %r8, [%r7], 1;", 16, 16},
	{4, 4, "", "", "shfl.sync.bfly.b32 %f1, %f1, 1, 31, -1;", 16, 16},
	{4, 4, "", "", "setp.gt.f32 %p4, %f1, %f10; @%p4 bra END;", 16, 16},
	{4, 4, "", "", "st.global.f32 [%rd7+8], %f1;", 32, 0},
	{4, 4, ".nc", "", "st.global.f32 [%rd7+8], %f1;", 16, 16},
	{4, 4, "", "", "st.f32 [%rd7], %f1;", 32, 0},
	{4, 4, "", "", "red.global.add.f32 [%rd7], %f1;", 32, 0},
	{4, 4, "", "", "atom.global.add.u32 %r8, [%rd7], 1;", 32, 0},
	{4, 4, "", "", "bar.sync 0;", 32, 0},
	{4, 4, "", "", "membar.cta;", 32, 0},
	{4, 4, "", "", "bar.warp.sync -1;", 32, 0},
	{4, 4, "", "", "fence.sc.cta;", 32, 0},
	{4, 4, "", "", "nanosleep.u32 10;", 32, 0},
	{4, 4, "", "", "match.any.sync.b32 %r8, %r5, -1;", 16, 16},
	{4, 4, "", "", "redux.sync.add.s32 %r8, %r5, -1;", 16, 16},
	{4, 4, "", "", "vote.sync.ballot.b32 %r8, %p1, -1;", 16, 16},
	{4, 4, ".nc", "", "bar.sync 0;", 16, 16},
	{4, 4, ".nc", "bar.sync 0;", "", 16, 16},
	{4, 4, ".nc", "", "bar.warp.sync -1;", 16, 16},
	{4, 4, ".nc", "", "barrier.sync 0;", 16, 16},
	{4, 4, ".nc", "", "membar.cta;", 16, 16},
	{4, 4, ".nc", "", "fence.acq_rel.cta;", 16, 16},
	{4, 4, ".nc", "", "atom.global.add.u32 %r8, [%rd7], 1;", 16, 16},
	{4, 4, ".nc", "", "membar.gl;", 32, 0},
	{4, 4, ".nc", "", "fence.acq_rel.gpu;", 32, 0},
	{4, 4, ".nc", "", "barrier.cluster.arrive; barrier.cluster.wait;", 32, 0},
	{4, 4, ".nc", "", "nanosleep.u32 10;", 32, 0},
	{4, 4, ".nc", "", "div.rn.f32 %f1, %f1, %f10;", 32, 0},
	{4, 4, "", "", "div.rn.f32 %f1, %f1, %f10;", 32, 0},
	{4, 4, "", "setp.gt.f32 %p4, %f2, %f10; @%p4 bra IF;", "IF:", 32, 0},
	{4, 4, "", "setp.gt.f32 %p4, %f2, %f10; @%p4 bra END;", "", 32, 0},
	{4, 4, "",
	 "mul.wide.u32 %rd5, %r5, 8; add.s64 %rd5, %rd4, %rd5; ld.global.v2.u32 {%r2, %r3}, [%rd5]; "
	 "mul.wide.u32 %rd2, %r3, 4; add.s64 %rd1, %rd3, %rd2; "
	 "ld.global.f32 %f3, [%rd1]; add.f32 %f2, %f2, %f3;",
	 "", 18, 16},
};

static int
body_of(char *text, size_t room, int row)
{
	const char *nc = rows[row].nc;
	int n = snprintf(text, room,
			 "O: mov.f32 %%f1, 0f00000000; %s\n"
			 "mov.u32 %%r6, 0; mov.u64 %%rd8, %%rd3; mov.u64 %%rd9, %%rd6;\nI:\n",
			 rows[row].before);
	for (int i = 0; i < rows[row].loads; i++)
		n += snprintf(text + n, room - (size_t)n,
			      "ld.global%s.f32 %%f3, [%%rd8+%d]; ld.global.f32 %%f4, [%%rd9+%d];\n"
			      "fma.rn.f32 %%f1, %%f3, %%f4, %%f1;\n",
			      nc, 4 * i, 4 * i);
	n += snprintf(text + n, room - (size_t)n,
		      "add.s64 %%rd8, %%rd8, %d; add.s64 %%rd9, %%rd9, %d; add.s32 %%r6, %%r6, 1;\n"
		      "setp.ne.s32 %%p2, %%r6, %d; @%%p2 bra I;\n%s\n"
		      "max.f32 %%f2, %%f2, %%f1; add.s64 %%rd6, %%rd6, 8192; add.s32 %%r5, %%r5, 128;\n"
		      "setp.lt.s32 %%p3, %%r5, %%r4; @%%p3 bra O;\n",
		      4 * rows[row].loads, 4 * rows[row].loads, rows[row].turns, rows[row].behind);
	return n;
}

enum { ROOM = 1 << 14 };

/* Of a warp. */
static void
must_load(const char *body, int expected)
{
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "u32=1536", "f32=1"};
	static const char start[] =
		".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry turns("
		".param .u64 .ptr .align 1 x, .param .u64 .ptr .align 1 y, .param .u32 n, .param .f32 c)\n{\n"
		".reg .b64 %rd<10>; .reg .f32 %f<12>; .reg .b32 %r<9>; .reg .pred %p<5>;\n"
		".shared .align 4 .b8 sm[4096];\n"
		"ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u32 %r4, [n];\n"
		"ld.param.f32 %f10, [c]; cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"
		"mov.u32 %r5, %tid.x; mul.wide.u32 %rd5, %r5, 4; add.s64 %rd6, %rd4, %rd5;\n"
		"add.s64 %rd7, %rd4, %rd5; mov.f32 %f2, 0f00000000; mov.u32 %r7, sm;\n"
		"setp.ge.s32 %p1, %r5, %r4; @%p1 bra END;\n";
	char *text = gm_allocate(ROOM, 1);
	snprintf(text, ROOM, "%s%s\nEND: st.global.f32 [%%rd7], %%f2; ret;\n}\n", start, body);
	case_must_load(text, arguments, 4, expected);
	free(text);
}

START_TEST(what_each_turn_finds_alike_is_loaded_before_the_loop)
{
	char body[ROOM / 2];
	body_of(body, sizeof body, _i);
	must_load(body, TURNS * rows[_i].in_loop + rows[_i].before_loop);
}
END_TEST

/* A pair of words a turn, of which the last turn reads one: what moves the pointer stands above where the loop begins. */
START_TEST(a_loop_is_entered_in_its_middle)
{
	must_load("mov.u32 %r6, 0; mov.u64 %rd8, %rd3; bra.uni M;\n"
		  "B: ld.global.f32 %f4, [%rd8+4]; add.f32 %f2, %f2, %f4;\n"
		  "add.s64 %rd8, %rd8, 8; add.s32 %r6, %r6, 1;\n"
		  "M: ld.global.f32 %f3, [%rd8]; add.f32 %f2, %f2, %f3;\n"
		  "setp.eq.s32 %p2, %r6, 11; @%p2 bra END; bra.uni B;\n",
		  12 + 11);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("once");
	TCase *tests = tcase_create("once");
	tcase_add_loop_test(tests, what_each_turn_finds_alike_is_loaded_before_the_loop, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_test(tests, a_loop_is_entered_in_its_middle);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
