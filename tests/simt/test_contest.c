/*
 * Threads that fight for words by compare and swap, with other blocks beside them.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096, BLOCKS_MOST = 528, PLACES = 1 << 20 };

/* for (turn = 0; turn < turns; turn++) { add 1 to w[word] by compare and swap; o[what was there] = 0; } */
static const char adding[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 w, .param .u64 o, .param .u32 apart, .param .u32 lanes, .param .u32 turns)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [w]; ld.param.u64 %rd2, [o]; ld.param.u32 %r7, [apart]; ld.param.u32 %r8, [lanes];\n"
	"ld.param.u32 %r9, [turns]; cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;\n"
	"mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, %r8; @%p1 bra END;\n"
	"mov.u32 %r2, %ctaid.x; mul.lo.u32 %r3, %r2, %r7; mul.wide.u32 %rd3, %r3, 4; add.s64 %rd4, %rd1, %rd3;\n"
	"mov.u32 %r10, 0;\n"
	"T: ld.global.u32 %r4, [%rd4];\n"
	"L: add.s32 %r5, %r4, 1; atom.global.cas.b32 %r6, [%rd4], %r4, %r5;\n"
	"setp.ne.s32 %p2, %r6, %r4; mov.u32 %r4, %r6; @%p2 bra L;\n"
	"add.s32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, %r9; @%p3 bra T;\n"
	"mul.wide.u32 %rd5, %r6, 4; add.s64 %rd6, %rd2, %rd5; st.global.u32 [%rd6], %r6;\n"
	"END: ret;\n}\n";

/* while (atom.cas(lock, 0, 1)) ; w += 1; lock = 0, by one thread of each block. */
static const char locking[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 w, .param .u64 o, .param .u32 a, .param .u32 b, .param .u32 turns)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [w]; ld.param.u64 %rd2, [o]; ld.param.u32 %r9, [turns];\n"
	"cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;\n"
	"mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra END; mov.u32 %r10, 0;\n"
	"T: nop;\n"
	"L: atom.global.cas.b32 %r6, [%rd1], 0, 1; setp.ne.s32 %p2, %r6, 0; @%p2 bra L;\n"
	"membar.gl; ld.volatile.global.u32 %r4, [%rd2]; add.s32 %r4, %r4, 1; st.volatile.global.u32 [%rd2], %r4; membar.gl;\n"
	"atom.global.exch.b32 %r7, [%rd1], 0;\n"
	"add.s32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, %r9; @%p3 bra T;\n"
	"END: ret;\n}\n";

/* The same, as compilers write it: the first try stands before the loop, and who has lost sleeps for `a` ns. */
static const char trying[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 w, .param .u64 o, .param .u32 a, .param .u32 b, .param .u32 turns)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [w]; ld.param.u64 %rd2, [o]; ld.param.u32 %r9, [turns]; ld.param.u32 %r8, [a];\n"
	"cvta.to.global.u64 %rd1, %rd1; cvta.to.global.u64 %rd2, %rd2;\n"
	"mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra END; mov.u32 %r10, 0;\n"
	"T: atom.global.cas.b32 %r5, [%rd1], 0, 1; setp.eq.s32 %p4, %r5, 0; @%p4 bra H;\n"
	"L: nanosleep.u32 %r8; atom.global.cas.b32 %r6, [%rd1], 0, 1; setp.ne.s32 %p2, %r6, 0; @%p2 bra L;\n"
	"H: membar.gl; ld.volatile.global.u32 %r4, [%rd2]; add.s32 %r4, %r4, 1; st.volatile.global.u32 [%rd2], %r4; membar.gl;\n"
	"atom.global.exch.b32 %r7, [%rd1], 0;\n"
	"add.s32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, %r9; @%p3 bra T;\n"
	"END: ret;\n}\n";

/* An open table: whoever finds a place taken goes on to the next. All begin with the first. */
static const char probing[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 w, .param .u64 o, .param .u32 a, .param .u32 b, .param .u32 turns)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [w]; cvta.to.global.u64 %rd1, %rd1; mov.u32 %r2, 0;\n"
	"L: mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; atom.global.cas.b32 %r6, [%rd3], 0, 1;\n"
	"add.s32 %r2, %r2, 1; setp.ne.s32 %p2, %r6, 0; @%p2 bra L; ret;\n}\n";

/* fill_table of locks.cu: thread i < a puts i + 1 into a table of b + 1 places, from scramble(i + 1) on. */
static const char filling[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 w, .param .u64 o, .param .u32 a, .param .u32 b, .param .u32 turns)\n{\n"
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"
	"ld.param.u64 %rd1, [w]; cvta.to.global.u64 %rd1, %rd1; ld.param.u32 %r8, [a]; ld.param.u32 %r9, [b];\n"
	"mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r1, %r1, %r2, %r3;\n"
	"setp.ge.u32 %p1, %r1, %r8; @%p1 bra END; add.u32 %r1, %r1, 1;\n"
	"shr.u32 %r4, %r1, 16; xor.b32 %r4, %r1, %r4; mul.lo.u32 %r4, %r4, 0x7feb352d;\n"
	"shr.u32 %r5, %r4, 15; xor.b32 %r4, %r4, %r5; mul.lo.u32 %r4, %r4, 0x846ca68b;\n"
	"shr.u32 %r5, %r4, 16; xor.b32 %r4, %r4, %r5; and.b32 %r4, %r4, %r9;\n"
	"L: mul.wide.u32 %rd2, %r4, 4; add.s64 %rd3, %rd1, %rd2; atom.global.cas.b32 %r6, [%rd3], 0, %r1;\n"
	"setp.eq.s32 %p2, %r6, 0; @%p2 bra END; add.s32 %r4, %r4, 1; and.b32 %r4, %r4, %r9; bra L;\n"
	"END: ret;\n}\n";

typedef struct seen {
	const gm_kernel *kernel;
	int64_t swaps, lanes, loads, stores;
	bool doubted, low, waits, *places;
	double clocks;
	uint64_t least;
} seen;

static gm_status
look(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	const int lanes = __builtin_popcountll(instr->active);
	const bool swaps = site->operation == GM_ATOMIC;
	s->swaps += swaps && lanes > 0;
	s->lanes += swaps ? lanes : 0;
	s->loads += site->operation == GM_LOAD && lanes > 0;
	if (site->operation != GM_STORE || !s->places)
		return GM_OK;
	for (int l = 0; l < 32; l++)
		if (instr->active >> l & 1) {
			ck_assert_uint_ge(instr->address[l], s->least);
			s->places[(instr->address[l] - s->least) / 4 % PLACES] = true;
			s->stores++;
		}
	return GM_OK;
}

static void
doubt(void *state, gm_doubt doubts, const char *why)
{
	(void)doubts;
	seen *s = state;
	s->doubted |= why && strstr(why, "fight for words");
}

static void
take_low(void *state)
{
	seen *s = state;
	s->low = true;
}

static gm_status
take_hazard(void *state, const gm_hazard *hazard)
{
	seen *s = state;
	s->waits |= hazard->kind == GM_HAZARD_WAITS_FOR_BLOCKS;
	return GM_OK;
}

static void
take_clocks(void *state, double clocks)
{
	seen *s = state;
	s->clocks = clocks;
}

static gm_kernel *
kernel_of(const char *text, int64_t blocks, int64_t threads, int apart, int lanes, int turns)
{
	char words[3][32];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	snprintf(words[0], sizeof words[0], "u32=%d", apart);
	snprintf(words[1], sizeof words[1], "u32=%d", lanes);
	snprintf(words[2], sizeof words[2], "u32=%d", turns);
	const char *arguments[] = {"u32[65536]:zero", "u32[1048576]:zero", words[0], words[1], words[2]};
	const gm_ptx_launch launch = {.entry = "k",
				      .grid = {blocks, 1, 1},
				      .block = {threads, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 5};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert(kernel->contested);
	gm_ptx_module_free(module);
	return kernel;
}

/* All blocks, of which `resident` are there at once. */
static seen
run_by(gm_walk walk, const char *text, int64_t blocks, int64_t threads, int apart, int lanes, int turns, int64_t resident,
       bool *places)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = kernel_of(text, blocks, threads, apart, lanes, turns);
	gm_block_samples all;
	seen s = {.kernel = kernel, .places = places, .least = kernel->arrays[1].base_bytes};
	const gm_sink sink = {.state = &s, .instruction = look, .doubt = doubt, .low = take_low,
			      .fought = take_clocks, .hazard = take_hazard, .resident = resident};
	ck_assert(gm_kernel_blocks_all(kernel, &all, &err) == GM_OK);
	ck_assert(gm_kernel_replay_samples(kernel, all.samples, all.count, 32, walk, &sink, &err) == GM_OK);
	gm_block_samples_dispose(&all);
	gm_kernel_free(kernel);
	return s;
}

static seen
run(const char *text, int64_t blocks, int64_t threads, int apart, int lanes, int turns, int64_t resident, bool *places)
{
	return run_by(GM_WALK_WHOLE, text, blocks, threads, apart, lanes, turns, resident, places);
}

typedef struct nested {
	seen outer, inner;
	gm_block_samples all;
	gm_sink within;
} nested;

/* In the midst of one replay, another of the same kernel on a smaller device. */
static gm_status
look_and_replay(void *state, const gm_warp_instr *instr)
{
	nested *n = state;
	if (n->outer.kernel->sites[instr->site].operation == GM_ATOMIC) {
		n->inner.swaps = 0;
		ck_assert(gm_kernel_replay_samples(n->outer.kernel, n->all.samples, 2, 32, GM_WALK_WHOLE, &n->within, NULL) ==
			  GM_OK);
		ck_assert_int_eq(n->inner.swaps, 3);
	}
	return look(&n->outer, instr);
}

/* Eight that ask together: one wins in each round, 8 + 7 + ... + 1; an H200 makes 36 requests of it. */
START_TEST(of_those_who_ask_together_one_wins)
{
	ck_assert_int_eq(run(adding, 8, 32, 0, 1, 1, 8, NULL).swaps, 36);
	ck_assert_int_eq(run(adding, 2, 32, 0, 1, 1, 2, NULL).swaps, 3);
}
END_TEST

/* As when a kernel is predicted on several devices at once. */
START_TEST(a_kernel_is_replayed_by_several_at_once)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = kernel_of(adding, 8, 32, 0, 1, 1);
	nested n = {.outer = {.kernel = kernel}, .inner = {.kernel = kernel}};
	n.within = (gm_sink){.state = &n.inner, .instruction = look, .resident = 2};
	const gm_sink sink = {.state = &n, .instruction = look_and_replay, .resident = 8};
	ck_assert(gm_kernel_blocks_all(kernel, &n.all, &err) == GM_OK);
	ck_assert(gm_kernel_replay_samples(kernel, n.all.samples, n.all.count, 32, GM_WALK_WHOLE, &sink, &err) == GM_OK);
	ck_assert_int_eq(n.outer.swaps, 36);
	gm_block_samples_dispose(&n.all);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(who_is_alone_wins_at_once)
{
	const seen one = run(adding, 8, 32, 0, 1, 1, 1, NULL), apart = run(adding, 64, 32, 1, 1, 1, 64, NULL);
	ck_assert_int_eq(one.swaps, 8);
	ck_assert(!one.doubted);
	ck_assert_int_eq(apart.swaps, 64);
	ck_assert(!apart.doubted);
	ck_assert(run(adding, 2, 32, 0, 1, 1, 2, NULL).doubted);
}
END_TEST

/* 16896 lanes on one word, of whom one wins at a time: 16896^2 / 2 words are more than are looked at. */
START_TEST(what_is_not_followed_to_the_end_is_said_to_be_too_low)
{
	ck_assert(run(adding, 528, 32, 0, 32, 1, 528, NULL).low);
	ck_assert(!run(adding, 33, 32, 0, 1, 1, 33, NULL).low);
}
END_TEST

/* Whatever the order, each of n additions finds another number below n. */
START_TEST(no_addition_is_lost)
{
	static const struct {
		int blocks, threads, lanes;
	} cases[] = {{33, 32, 1}, {16, 32, 32}, {4, 128, 128}, {1, 256, 256}};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		bool *places = calloc(PLACES, sizeof *places);
		const int n = cases[c].blocks * cases[c].lanes;
		const seen s = run(adding, cases[c].blocks, cases[c].threads, 0, cases[c].lanes, 1,
				   cases[c].blocks, places);
		ck_assert_int_eq(s.stores, n);
		for (int i = 0; i < n; i++)
			ck_assert_msg(places[i], "of %d nobody found %d", n, i);
		free(places);
	}
}
END_TEST

/* Requests of contest_add on an H200: one lane of each block, one turn. */
static const struct {
	int blocks, requests;
} measured[] = {{33, 504}, {132, 7395}, {528, 119716}};

START_TEST(requests_are_near_those_measured)
{
	const seen s = run(adding, measured[_i].blocks, 32, 0, 1, 1, measured[_i].blocks, NULL);
	ck_near((double)s.swaps, measured[_i].requests, 0.2);
}
END_TEST

/* contest_add of one warp, 16 turns: 512 requests of 8448 lanes, and 481 loads, one for all before the first turn. */
START_TEST(lanes_meet_before_the_next_turn)
{
	const seen s = run(adding, 1, 32, 0, 32, 16, 1, NULL);
	ck_assert_int_eq(s.swaps, 512);
	ck_assert_int_eq(s.lanes, 8448);
	ck_assert_int_eq(s.loads, 481);
}
END_TEST

/* contest_lock of 33 blocks, 4 turns: 11691 requests, 132 of which let go. */
START_TEST(who_waits_for_a_lock_asks_as_often_as_measured)
{
	const seen s = run(locking, 33, 32, 0, 0, 4, 33, NULL);
	ck_near((double)s.swaps, 11691, 0.4);
	ck_assert(s.doubted);
	ck_assert_int_eq(run(locking, 1, 32, 0, 0, 4, 1, NULL).swaps, 8);
}
END_TEST

/* contest_lock of 33 blocks, 4 turns: 125.6 us after an empty launch, at 1980 MHz; lock_times of 33 warps, once: 59.03 tries
   for each, 41.36 with sleeps of 100 ns between, and each lets go. */
START_TEST(a_try_before_the_loop_and_sleeps_between_are_tries_of_the_same_lock)
{
	const seen awake = run(trying, 33, 32, 0, 0, 1, 33, NULL), sleeping = run(trying, 33, 32, 100, 0, 1, 33, NULL);
	ck_near((double)run(trying, 33, 32, 0, 0, 4, 33, NULL).swaps, 11691, 0.4);
	ck_near((double)awake.swaps, 33 * 60.03, 0.25);
	ck_near((double)sleeping.swaps, 33 * 42.36, 0.25);
	ck_assert_int_lt(sleeping.swaps, awake.swaps);
	ck_near(run(locking, 33, 32, 0, 0, 4, 33, NULL).clocks, 125.6e-6 * 1.98e9, 0.2);
	ck_assert(run(locking, 1, 32, 0, 0, 4, 1, NULL).clocks == 0);
}
END_TEST

/* 128 lanes take a place each, whoever comes first: the one of place n has asked n + 1 times. One warp after the other they ask
   32, 64, 96 and 128 times, oftener side by side. */
START_TEST(who_fills_a_table_finds_what_others_put_there_meanwhile)
{
	for (int resident = 1; resident <= 4; resident++) {
		const seen s = run_by(GM_WALK_KEPT, probing, 4, 32, 0, 0, 0, resident, NULL);
		ck_assert_int_eq(s.lanes, 128 * 129 / 2);
		ck_assert_int_eq(s.swaps > 32 + 64 + 96 + 128, resident > 1);
	}
}
END_TEST

/* Requests of fill_table on an H200, by the most that a lane of each warp asked (measure/calibrate/locks.cu). */
static const struct {
	int blocks, keys, places;
	double requests;
} filled[] = {{4, 870, 1024, 751}, {45, 11468, 16384, 5020}, {55, 13926, 16384, 17452}};

START_TEST(a_table_is_filled_in_as_many_requests_as_measured)
{
	const seen s = run(filling, filled[_i].blocks, 256, filled[_i].keys, filled[_i].places - 1, 0, filled[_i].blocks, NULL);
	ck_near((double)s.swaps, filled[_i].requests, 0.12);
}
END_TEST

/* Whoever goes through thousands of places that are taken waits for nobody. */
START_TEST(a_long_way_through_a_table_is_no_wait)
{
	ck_assert(!run_by(GM_WALK_KEPT, probing, 160, 32, 0, 0, 0, 0, NULL).waits);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("contest");
	TCase *tests = tcase_create("contest");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, of_those_who_ask_together_one_wins);
	tcase_add_test(tests, a_kernel_is_replayed_by_several_at_once);
	tcase_add_test(tests, who_is_alone_wins_at_once);
	tcase_add_test(tests, what_is_not_followed_to_the_end_is_said_to_be_too_low);
	tcase_add_test(tests, no_addition_is_lost);
	tcase_add_test(tests, who_fills_a_table_finds_what_others_put_there_meanwhile);
	tcase_add_loop_test(tests, a_table_is_filled_in_as_many_requests_as_measured, 0, sizeof filled / sizeof *filled);
	tcase_add_test(tests, a_long_way_through_a_table_is_no_wait);
	tcase_add_test(tests, a_try_before_the_loop_and_sleeps_between_are_tries_of_the_same_lock);
	tcase_add_loop_test(tests, requests_are_near_those_measured, 0, sizeof measured / sizeof *measured);
	tcase_add_test(tests, lanes_meet_before_the_next_turn);
	tcase_add_test(tests, who_waits_for_a_lock_asks_as_often_as_measured);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
