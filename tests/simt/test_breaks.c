/*
 * Where lanes meet within a loop that some of them leave, seen by how often stores are requested. Lane l goes by
 * the side in every other turn, from turn (l + 1) % 2 on, and leaves the loop there when it comes for the
 * (1 + l % 4)th time: in turn 1, 2, 5 or 6. So in turns 0 to 6 somebody goes by the side, in 0 to 4 somebody
 * stays behind it, in 0 to 5 somebody ends the turn. As BSSY, BREAK and BSYNC lie in code of ptxas 13.0 for
 * sm_90 of these four, each of these meets once a turn.
 */
#include "ptx/case.h"

#define KERNEL(body)                                                                                  \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"         \
	".reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<9>;\n"                                      \
	"ld.param.u64 %rd2, [a]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"                   \
	"add.s64 %rd1, %rd2, %rd3; mov.u32 %r2, 0; mov.u32 %r4, 0;\n"                                 \
	"and.b32 %r5, %r1, 3; add.u32 %r5, %r5, 1;\n" body "}\n"
#define SIDE "xor.b32 %r6, %r1, %r2; and.b32 %r6, %r6, 1; setp.eq.u32 %p1, %r6, 0;\n"
#define STORE(at) "st.volatile.global.u32 [%rd1+" #at "], %r2;\n"
#define COUNT "add.u32 %r4, %r4, 1; setp.eq.u32 %p2, %r4, %r5;\n"
#define TURN "add.u32 %r2, %r2, 1;\n"
#define END "E: st.global.u32 [%rd1], %r2; ret;\n"

static const struct {
	const char *name, *text;
	int stores;
	uint32_t left[4]; /* what lanes store behind the loop: the turn, or the next */
} rows[] = {
	{"an if with a break in it",
	 KERNEL("L: " SIDE "@%p1 bra M;\n" STORE(256) COUNT "@%p2 bra E;\n" STORE(384) "M: " STORE(128) TURN "bra L;\n" END),
	 7 + 5 + 6 + 1,
	 {1, 2, 5, 6}},
	{"both sides may break",
	 KERNEL("L: " SIDE "@%p1 bra A;\n" STORE(256) COUNT "@%p2 bra E; bra M;\n"
		"A: " STORE(384) "setp.gt.u32 %p3, %r2, 12; @%p3 bra E;\n" STORE(512) "M: " STORE(128) TURN "bra L;\n" END),
	 7 + 6 + 6 + 6 + 1,
	 {1, 2, 5, 6}},
	{"two ways back",
	 KERNEL("L: " STORE(128) SIDE TURN "@%p1 bra A;\n" STORE(256) COUNT "@%p2 bra E; bra L;\n"
		"A: setp.gt.u32 %p3, %r2, 12; @%p3 bra E;\n" STORE(512) "bra L;\n" END),
	 7 + 7 + 6 + 1,
	 {2, 3, 6, 7}},
	/* Behind the loop all store, then those that left in turns 1 and 2. */
	{"what follows the loop is behind the break",
	 KERNEL("L: " SIDE "@%p1 bra M;\n" STORE(256) COUNT "@%p2 bra F;\n" STORE(384) "M: " STORE(128) TURN "bra L;\n"
		"F: " STORE(512) "setp.gt.u32 %p3, %r2, 3; @%p3 bra E;\n" STORE(640) END),
	 7 + 5 + 6 + 1 + 1 + 1,
	 {1, 2, 5, 6}},
	/* Where lanes that leave have something to do before they meet the others, they do it when they leave. */
	{"a break with something to do",
	 KERNEL("L: " SIDE "@%p1 bra M;\n" STORE(256) COUNT "@%p2 bra B;\n" STORE(384) "M: " STORE(128) TURN
		"setp.eq.u32 %p4, %r2, 40; @%p4 bra E; bra L;\nB: " STORE(512) END),
	 7 + 5 + 6 + 4 + 1,
	 {1, 2, 5, 6}},
};

/*
 * Conditions with two tests, of which both lead to one place: lanes 0 to 15 by the first, of the others those that
 * hold an odd number by the second. Code of ptxas 13.0 for sm_90 of the same: the place is run once.
 */
#define TESTS "setp.lt.u32 %p1, %r1, 16; @%p1 bra B;\nld.volatile.global.u32 %r6, [%rd1+256]; and.b32 %r7, %r1, 1;\n" \
	      "setp.eq.u32 %p2, %r7, %r6; "
static const struct {
	const char *name, *text;
	int stores;
} tests_of_two[] = {
	{"a || b", KERNEL(TESTS "@%p2 bra J;\nB: " STORE(128) "J: " STORE(0) "ret;\n"), 2},
	{"a || b, else", KERNEL(TESTS "@%p2 bra C;\nB: " STORE(128) "bra J;\nC: " STORE(512) "J: " STORE(0) "ret;\n"), 3},
	/* The same from the other side: the second test leads on, and past. */
	{"a && b, else", KERNEL(TESTS "@!%p2 bra B;\n" STORE(512) "bra J;\nB: " STORE(128) "J: " STORE(0) "ret;\n"), 3},
	/* In each of four turns, and on to the next from the second test. */
	{"continue", KERNEL("L: " TESTS "@%p2 bra J;\nB: " STORE(128) "J: " TURN
			    "setp.lt.u32 %p3, %r2, 4; @%p3 bra L;\n" STORE(0) "ret;\n"), 5},
	/* A third test that leads there too. */
	{"a || b || c", KERNEL(TESTS "@!%p2 bra B;\nld.volatile.global.u32 %r8, [%rd1+384]; setp.ne.u32 %p3, %r8, 0; @!%p3 bra J;\n"
			       "B: " STORE(128) "J: " STORE(0) "ret;\n"), 2},
};

/*
 * A switch as nvcc writes it, a tree of comparisons, in a loop of 16 turns. Lane l goes in turn t to case
 * (l * l + t * l + t / 2) % 8, so that in some turns nobody comes to one or the other. All meet at J, where each
 * turn asks who is there: the machine waits for all 32 that are named.
 */
#define STATE "mad.lo.s32 %r6, %r1, %r1, 0; mad.lo.s32 %r6, %r1, %r2, %r6; shr.u32 %r7, %r2, 1;\n" \
	      "add.u32 %r6, %r6, %r7; and.b32 %r6, %r6, 7;\n"
#define CASE(at) STORE(at) "bra J;\n"
#define TREE(body)                                                                                          \
	KERNEL("mov.u32 %r8, 1; L: " STATE body                                                             \
	       "J: vote.sync.ballot.b32 %r4, 1, 0xffffffff; setp.eq.u32 %p7, %r4, 0xffffffff; selp.u32 %r4, 1, 0, %p7;\n" \
	       "and.b32 %r8, %r8, %r4;\n" TURN "setp.lt.u32 %p8, %r2, 16; @%p8 bra L;\n"                  \
	       "st.global.u32 [%rd1], %r8; ret;\n")
#define IS(number, p, to) "setp.eq.u32 %p" #p ", %r6, " #number "; @%p" #p " bra " #to ";\n"
static const struct {
	const char *name, *text;
} trees[] = {
	/* What 5 and 6 lead to is past what 5 and 7 lead to, and the other way round. */
	{"one falls through to the next",
	 TREE("setp.gt.u32 %p1, %r6, 3; @%p1 bra H;\n" IS(2, 2, J) IS(0, 3, A) IS(1, 4, B) "bra D;\n"
	      "H: " IS(4, 2, C) IS(6, 3, S) "setp.ne.u32 %p4, %r6, 5; @%p4 bra D;\n" STORE(128) "S: " CASE(256)
	      "C: " CASE(384) "B: " CASE(512) "D: " CASE(640) "A: " STORE(768))},
	/* H parts lanes of which some come to S, some to D, some to neither. */
	{"two are shared",
	 TREE("setp.gt.u32 %p1, %r6, 2; @%p1 bra H;\n" IS(0, 3, A) IS(1, 4, B) "bra D;\n"
	      "H: setp.gt.u32 %p2, %r6, 5; @%p2 bra G;\n" IS(4, 3, C) IS(5, 4, S) "bra D;\n"
	      "G: " IS(6, 3, S) "xor.b32 %r7, %r2, 7; setp.gt.u32 %p4, %r7, 3; @%p4 bra D;\n" CASE(128)
	      "S: " CASE(256) "C: " CASE(384) "B: " CASE(512) "D: " CASE(640) "A: " STORE(768))},
	/* A table leads some past D. */
	{"a table in the tree",
	 TREE("setp.gt.u32 %p1, %r6, 2; @%p1 bra H;\n" IS(0, 3, A) IS(1, 4, B) "bra D;\n"
	      "H: sub.u32 %r7, %r6, 3;\nT: .branchtargets D, C, S, D, D;\nbrx.idx %r7, T;\n"
	      "S: " CASE(256) "C: " CASE(384) "B: " CASE(512) "D: " CASE(640) "A: " STORE(768))},
};

static gm_status
count(void *state, const gm_warp_instr *instr)
{
	void *const *both = state;
	const gm_kernel *kernel = both[1];
	if (instr->active && kernel->sites[instr->site].operation == GM_STORE)
		++*(int *)both[0];
	return GM_OK;
}

static const char *const arguments[] = {"u32[512]"};

static int
stores_of(const char *text)
{
	gm_error err = GM_ERROR_NONE;
	int stores = 0;
	gm_kernel *kernel = case_warp(text, "k", arguments, 1);
	const gm_sink sink = {.state = (void *[]){&stores, kernel}, .instruction = count};
	case_ok(gm_kernel_replay_whole(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	gm_kernel_free(kernel);
	return stores;
}

START_TEST(lanes_that_stay_meet_in_each_turn)
{
	const int stores = stores_of(rows[_i].text);
	ck_assert_msg(stores == rows[_i].stores, "%s: %d stores, the machine code has %d", rows[_i].name, stores,
		      rows[_i].stores);
}
END_TEST

START_TEST(what_two_tests_lead_to_is_run_once)
{
	const int stores = stores_of(tests_of_two[_i].text);
	ck_assert_msg(stores == tests_of_two[_i].stores, "%s: %d stores, the machine code has %d",
		      tests_of_two[_i].name, stores, tests_of_two[_i].stores);
}
END_TEST

START_TEST(each_lane_leaves_in_its_turn)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_memory *memory;
	gm_kernel *kernel = case_warp(rows[_i].text, "k", arguments, 1);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	uint32_t left[32];
	case_ok(gm_ptx_memory_read(memory, 0, 0, left, sizeof left, &err), &err);
	for (int l = 0; l < 32; l++)
		ck_assert_msg(left[l] == rows[_i].left[l % 4], "%s: lane %d left in turn %u", rows[_i].name, l,
			      left[l]);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(all_lanes_meet_behind_a_tree)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_memory *memory;
	gm_kernel *kernel = case_warp(trees[_i].text, "k", arguments, 1);
	case_ok(gm_ptx_kernel_run(kernel, &memory, &err), &err);
	uint32_t all[32];
	case_ok(gm_ptx_memory_read(memory, 0, 0, all, sizeof all, &err), &err);
	for (int l = 0; l < 32; l++)
		ck_assert_msg(all[l] == 1, "%s: lane %d has not met all others in each turn", trees[_i].name, l);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("breaks");
	TCase *tests = tcase_create("breaks");
	const int count_rows = (int)(sizeof rows / sizeof *rows);
	tcase_add_loop_test(tests, lanes_that_stay_meet_in_each_turn, 0, count_rows);
	tcase_add_loop_test(tests, each_lane_leaves_in_its_turn, 0, count_rows);
	tcase_add_loop_test(tests, what_two_tests_lead_to_is_run_once, 0,
			    (int)(sizeof tests_of_two / sizeof *tests_of_two));
	tcase_add_loop_test(tests, all_lanes_meet_behind_a_tree, 0, (int)(sizeof trees / sizeof *trees));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
