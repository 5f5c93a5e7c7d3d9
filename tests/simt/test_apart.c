/*
 * Loops that end by what an atomic of theirs returned: their lanes go on in groups.
 */
#include "ptx/case.h"

enum { LONGEST = 2048 };

/* Lane l makes l >> shift turns more than one; %s makes %r5, zero, and %s follows the loop. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u32 shift)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [x]; ld.param.u32 %%r7, [shift]; cvta.to.global.u64 %%rd2, %%rd1;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"shr.u32 %%r2, %%r1, %%r7; mov.u32 %%r3, 0;\n"
	"L: %s add.s32 %%r6, %%r3, %%r5; add.s32 %%r3, %%r3, 1; setp.lt.s32 %%p1, %%r6, %%r2;\n"
	"@%%p1 bra L;\n"
	"%s st.global.u32 [%%rd4+4096], %%r3; ret;\n}\n";

static gm_status
count_stores(void *state, const gm_warp_instr *instr)
{
	int *stores = ((void **)state)[0];
	const gm_kernel *kernel = ((void **)state)[1];
	*stores += kernel->sites[instr->site].operation == GM_STORE && instr->active != 0;
	return GM_OK;
}

static int
stores_in(const char *text, const char *const *arguments, int arguments_count)
{
	gm_error err = GM_ERROR_NONE;
	int stores = 0;
	gm_kernel *kernel = case_warp(text, "k", arguments, arguments_count);
	void *state[] = {&stores, kernel};
	const gm_sink sink = {.state = state, .instruction = count_stores};
	ck_assert(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	gm_kernel_free(kernel);
	return stores;
}

static int
stores_of(const char *value, const char *behind, int shift)
{
	char text[LONGEST], word[32];
	snprintf(text, sizeof text, frame, value, behind);
	snprintf(word, sizeof word, "u32=%d", shift);
	const char *arguments[] = {"u32[2048]:zero", word};
	return stores_in(text, arguments, 2);
}

/* for (j = 0; j < 16; j++) if (turns[lane] == j) { x[lane] = 0; return; } x[lane] = 1; */
static const char leaving[] =
	".version 8.0\n.target sm_90\n.address_size 64\n.global .align 4 .u32 turns[32] = {%s};\n"
	".visible .entry k(.param .u64 x)\n{\n"
	".reg .b32 %%r<20>; .reg .b64 %%rd<20>; .reg .pred %%p<9>;\n"
	"ld.param.u64 %%rd1, [x]; cvta.to.global.u64 %%rd2, %%rd1; mov.u64 %%rd5, turns;\n"
	"mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd3, %%r1, 4; add.s64 %%rd4, %%rd2, %%rd3;\n"
	"add.s64 %%rd6, %%rd5, %%rd3; ld.global.u32 %%r2, [%%rd6]; mov.u32 %%r3, 0;\n"
	"L: setp.ne.s32 %%p1, %%r2, %%r3; @%%p1 bra ON; bra.uni OUT;\n"
	"ON: add.s32 %%r3, %%r3, 1; setp.lt.s32 %%p2, %%r3, 16; @%%p2 bra L;\n"
	"mov.u32 %%r4, 1; st.global.u32 [%%rd4], %%r4; bra.uni END;\n"
	"OUT: mov.u32 %%r5, 0; st.global.u32 [%%rd4], %%r5;\n"
	"END: ret;\n}\n";

/* Lanes that leave in turns 0, 1, ..., 15, and those that never do; what the H200 stored. */
static const struct {
	int lanes[17], stores;
} patterns[] = {
	{{1, 31}, 2},
	{{31, 1}, 2},
	{{16, [16] = 16}, 2},
	{{8, 8, 8, 8}, 4},
	{{1, 2, 4, 8, 17}, 5},
	{{16, 8, 4, 2, 1, 1}, 3},
	{{12, 13, 4, 0, 2, 0, 1}, 4},
	{{16, 10, 3, 2, [16] = 1}, 3},
	{{14, 9, 5, 0, 0, 2, 0, 1, 1}, 4},
	{{21, 6, 1, 2, 1, 1}, 4},
	{{16, 7, 4, 2, 1, 0, 1, 1}, 7},
	{{15, 6, 1, 6, 2, 1, 1}, 6},
	{{12, 11, 6, 1, 1, 0, 1}, 5},
	{{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 16},
};

START_TEST(of_lanes_that_return_from_a_loop_the_fewer_go_first)
{
	char text[LONGEST], turns[256] = "";
	static const char *const arguments[] = {"u32[2048]:zero"};
	for (int turn = 0; turn < 17; turn++)
		for (int l = 0; l < patterns[_i].lanes[turn]; l++)
			snprintf(turns + strlen(turns), sizeof turns - strlen(turns), "%s%d",
				 *turns ? "," : "", turn);
	snprintf(text, sizeof text, leaving, turns);
	ck_assert_int_eq(stores_in(text, arguments, 1), patterns[_i].stores);
}
END_TEST

static void
take_doubt(void *state, gm_doubt doubt, const char *why)
{
	(void)why;
	*(bool *)state |= doubt == GM_DOUBT_PARTS;
}

/* Which lanes went on together is a rule of the hardware that was only seen; where the fewer leave each time, all went
   on at once. The stores behind hang on it, the load before does not. */
START_TEST(that_lanes_waited_apart_is_told)
{
	static const struct {
		const char *turns;
		bool told;
	} rows[] = {
		{"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", true},
		{"0,1,1,2,2,2,2,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4", false},
		{"3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3", false},
	};
	static const char *const arguments[] = {"u32[2048]:zero"};
	char text[LONGEST];
	gm_error err = GM_ERROR_NONE;
	bool told = false;
	snprintf(text, sizeof text, leaving, rows[_i].turns);
	gm_kernel *kernel = case_warp(text, "k", arguments, 1);
	const gm_sink sink = {.state = &told, .doubt = take_doubt, .hurried = true};
	ck_assert(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err) == GM_OK);
	ck_assert_int_eq(told, rows[_i].told);
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->operation == GM_STORE || site->operation == GM_LOAD)
			ck_assert_int_eq(site->hangs[GM_HANG_ON_PARTS].paths > 0, site->operation == GM_STORE);
	}
	gm_kernel_free(kernel);
}
END_TEST

#define ATOMIC "atom.global.add.u32 %r5, [%rd4], 0;"

/* What the H200 stored: 16 times where two lanes each leave at 16 turns, 4 times of eight lanes each. */
START_TEST(lanes_that_left_by_an_atomic_store_group_by_group)
{
	for (int shift = 1; shift <= 5; shift++)
		ck_assert_int_eq(stores_of(ATOMIC, "", shift), 32 >> shift);
}
END_TEST

/* Lane l makes l >> shift turns, none where that is 0: if (n) do atomicAdd while (--n); x[l + 1024] = 0. */
static const char skipped[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 x, .param .u32 shift)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [x]; ld.param.u32 %r7, [shift]; cvta.to.global.u64 %rd2, %rd1;\n"
	"mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3;\n"
	"shr.u32 %r2, %r1, %r7; mov.u32 %r3, 0; setp.eq.s32 %p2, %r2, 0; @%p2 bra OUT;\n"
	"L: atom.global.add.u32 %r5, [%rd4], 0; add.s32 %r3, %r3, 1; add.s32 %r6, %r3, %r5;\n"
	"setp.lt.s32 %p1, %r6, %r2; @%p1 bra L;\n"
	"OUT: st.global.u32 [%rd4+4096], %r3; ret;\n}\n";

/* Those who are led past the loop wait with those who leave it, and go on before them: the H200 made 59362 stores
   behind such a loop of 15625 warps (hash_put_and_count_steps), 58425 with a group for each number of turns. */
START_TEST(lanes_that_pass_by_such_a_loop_are_a_group_of_their_own)
{
	for (int shift = 1; shift <= 5; shift++) {
		char word[32];
		snprintf(word, sizeof word, "u32=%d", shift);
		const char *arguments[] = {"u32[2048]:zero", word};
		ck_assert_int_eq(stores_in(skipped, arguments, 2), 32 >> shift);
	}
}
END_TEST

START_TEST(others_meet)
{
	ck_assert_int_eq(stores_of("ld.global.u32 %r5, [%rd4];", "", 1), 1);
	ck_assert_int_eq(stores_of("red.global.add.u32 [%rd4], 1; mov.u32 %r5, 0;", "", 1), 1);
	/* Behind a barrier of the warp. */
	ck_assert_int_eq(stores_of(ATOMIC, "bar.warp.sync -1;", 1), 1);
	/* What it returned is stored, and ends no loop. */
	ck_assert_int_eq(stores_of("atom.global.add.u32 %r8, [%rd4], 0; mov.u32 %r5, 0;",
				   "st.global.u32 [%rd4+128], %r8;", 1), 2);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("apart");
	TCase *tests = tcase_create("apart");
	tcase_add_test(tests, lanes_that_left_by_an_atomic_store_group_by_group);
	tcase_add_test(tests, lanes_that_pass_by_such_a_loop_are_a_group_of_their_own);
	tcase_add_test(tests, others_meet);
	tcase_add_loop_test(tests, of_lanes_that_return_from_a_loop_the_fewer_go_first, 0,
			    sizeof patterns / sizeof *patterns);
	tcase_add_loop_test(tests, that_lanes_waited_apart_is_told, 0, 3);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
