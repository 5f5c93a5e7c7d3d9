/*
 * Loads that a loop leaves alone, made before it. In the loop stands another of so many turns, each with so many
 * loads that start anew (%rd8) and as many of other places (%rd9). How many of these loads of a
 * warp stand in the loop and how many before it: ptxas 13.0 for sm_90, seen with cuobjdump.
 */
#include "launch/launch.h"

#include "base/memory.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>

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

static gm_ptx_module *
module_of(const char *body)
{
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
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	char *text = gm_allocate(ROOM, 1);
	const int length =
		snprintf(text, ROOM, "%s%s\nEND: st.global.f32 [%%rd7], %%f2; ret;\n}\n", start, body);
	ck_assert_msg(gm_ptx_module_parse(text, (size_t)length, "turns", &module, &err) == GM_OK, "%s",
		      err.message);
	free(text);
	return module;
}

typedef struct tally {
	const gm_kernel *kernel;
	int64_t loads, marked[8];
	int marks;
} tally;

static gm_status
count_load(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	const gm_site *site = &t->kernel->sites[instr->site];
	t->loads += site->operation == GM_LOAD && site->space == GM_GLOBAL && instr->address;
	return GM_OK;
}

static gm_status
mark(void *state, uint32_t loop)
{
	tally *t = state;
	(void)loop;
	t->marked[t->marks++] = t->loads;
	return GM_OK;
}

static gm_status
repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	tally *t = state;
	(void)loop, (void)advance;
	t->loads += times * (t->loads - t->marked[--t->marks]);
	return GM_OK;
}

static int64_t
loads_of(const gm_kernel *kernel, bool whole)
{
	tally t = {.kernel = kernel};
	gm_error err = GM_ERROR_NONE;
	const gm_sink sink = {.state = &t, .instruction = count_load, .mark = mark, .repeat = repeat};
	ck_assert((whole ? gm_kernel_replay_whole : gm_kernel_replay)(kernel, (gm_dim3){0, 0, 0}, 32, &sink,
								     &err) == GM_OK);
	return t.loads;
}

static void
must_load(const char *body, int64_t expected)
{
	static const char *const arguments[] = {"f32[65536]", "f32[65536]", "u32=1536", "f32=1"};
	const gm_ptx_launch launch = {.entry = "turns",
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = (const char **)(void *)arguments,
				      .arguments_count = 4};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_ptx_module *module = module_of(body);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(loads_of(kernel, true), expected);
	ck_assert_int_eq(loads_of(kernel, false), expected);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}

START_TEST(what_each_turn_finds_alike_is_loaded_before_the_loop)
{
	char body[ROOM / 2];
	body_of(body, sizeof body, _i);
	must_load(body, (int64_t)TURNS * rows[_i].in_loop + rows[_i].before_loop);
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
