/*
 * Blocks side by side that wait for each other through global memory: how long, for whom, and who is told.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 w, .param .u64 o)\n{\n"         \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"                                                    \
	"ld.param.u64 %rd18, [w]; ld.param.u64 %rd19, [o]; cvta.to.global.u64 %rd1, %rd18; cvta.to.global.u64 %rd2, %rd19;\n"\
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;\n"
#define FIRST_THREAD "setp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n"
/* while (!w[block - 1]); ; w[block] = 1 */
#define CHAIN(between)                                                                                                \
	HEAD FIRST_THREAD                                                                                             \
	"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; setp.eq.u32 %p2, %r2, 0; @%p2 bra DONE;\n"              \
	"L: ld.volatile.global.u32 %r4, [%rd4+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n" between                    \
	"DONE: st.volatile.global.u32 [%rd4], 1;\nEND: ret;\n}\n"

static const char chain[] = CHAIN("");
static const char chain_fence[] = CHAIN("membar.gl;\n");
static const char chain_two_fences[] = CHAIN("membar.gl;\nmembar.gl;\n");

/* The same, asked by an atomic that adds nothing. */
static const char chain_atomic[] =
	HEAD FIRST_THREAD
	"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; setp.eq.u32 %p2, %r2, 0; @%p2 bra DONE;\n"
	"L: atom.global.add.u32 %r4, [%rd4+-4], 0; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"
	"DONE: atom.global.exch.b32 %r5, [%rd4], 1;\nEND: ret;\n}\n";

/* Block b waits for b + 1. */
static const char backwards[] =
	HEAD FIRST_THREAD
	"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; add.u32 %r6, %r2, 1; setp.eq.u32 %p2, %r6, %r3; @%p2 bra DONE;\n"
	"L: ld.volatile.global.u32 %r4, [%rd4+4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"
	"DONE: st.volatile.global.u32 [%rd4], 1;\nEND: ret;\n}\n";

/* Three barriers of the whole grid: w counts up to 1, 2 and 3 times the blocks. */
static const char barriers[] =
	HEAD
	"mov.u32 %r7, 0;\n"
	"T: add.u32 %r7, %r7, 1; bar.sync 0; setp.ne.u32 %p1, %r1, 0; @%p1 bra MEET;\n"
	"mul.lo.u32 %r8, %r7, %r3; red.global.add.u32 [%rd1], 1;\n"
	"L: ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p3, %r4, %r8; @%p3 bra L;\n"
	"MEET: bar.sync 0; setp.lt.u32 %p4, %r7, 3; @%p4 bra T;\nret;\n}\n";

/* A ticket says which block it is: o[4 * ticket] is read, flags begin at w[64]. */
static const char tickets[] =
	HEAD FIRST_THREAD
	"atom.global.inc.u32 %r9, [%rd1], 4095; mul.wide.u32 %rd3, %r9, 4; add.s64 %rd4, %rd1, %rd3;\n"
	"add.s64 %rd5, %rd2, %rd3; ld.global.u32 %r10, [%rd5]; setp.eq.u32 %p2, %r9, 0; @%p2 bra DONE;\n"
	"L: ld.volatile.global.u32 %r4, [%rd4+252]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"
	"DONE: st.volatile.global.u32 [%rd4+256], 1; st.global.u32 [%rd5], %r10;\nEND: ret;\n}\n";

/* Blocks fetch work until there is none: nobody waits. */
static const char queue[] =
	HEAD FIRST_THREAD
	"L: atom.global.add.u32 %r4, [%rd1], 1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd2, %rd3;\n"
	"setp.ge.u32 %p2, %r4, 64; @%p2 bra END; st.global.u32 [%rd4], %r4; bra L;\nEND: ret;\n}\n";

/* Cells of a grid of two sides wait for those to their left and above. */
static const char front[] =
	HEAD FIRST_THREAD
	"mov.u32 %r11, %ctaid.y; mad.lo.u32 %r12, %r11, %r3, %r2; mul.wide.u32 %rd3, %r12, 4; add.s64 %rd4, %rd1, %rd3;\n"
	"mul.wide.u32 %rd5, %r3, 4; sub.s64 %rd6, %rd4, %rd5; setp.eq.u32 %p2, %r2, 0; @%p2 bra ABOVE;\n"
	"L: ld.volatile.global.u32 %r4, [%rd4+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"
	"ABOVE: setp.eq.u32 %p4, %r11, 0; @%p4 bra DONE;\n"
	"M: ld.volatile.global.u32 %r5, [%rd6]; setp.eq.u32 %p5, %r5, 0; @%p5 bra M;\n"
	"DONE: st.volatile.global.u32 [%rd4], 1;\nEND: ret;\n}\n";

/* For 160 kB each there is no room for 2000 blocks. Each says at once that it is there, asks for the one before, and
   takes seven fences to end. */
#define ROOM ".shared .align 4 .b8 room[160000];\n"
#define LONG(room)                                                                                                    \
	HEAD room FIRST_THREAD                                                                                        \
	"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; st.volatile.global.u32 [%rd4], 1;\n"                   \
	"setp.eq.u32 %p2, %r2, 0; @%p2 bra DONE;\n"                                                                  \
	"L: ld.volatile.global.u32 %r4, [%rd4+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"                           \
	"DONE: membar.gl; membar.gl; membar.gl; membar.gl; membar.gl; membar.gl; membar.gl;\nEND: ret;\n}\n"
#define CHAIN_WIDE                                                                                                    \
	HEAD ROOM FIRST_THREAD                                                                                        \
	"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; setp.eq.u32 %p2, %r2, 0; @%p2 bra DONE;\n"             \
	"L: ld.volatile.global.u32 %r4, [%rd4+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L;\n"                           \
	"DONE: st.volatile.global.u32 [%rd4], 1;\nEND: ret;\n}\n"

enum { LOAD = 1000, FENCE = 700, FENCE_STORED = 3000, ATOMIC = 1500 };

typedef struct seen {
	const gm_kernel *kernel;
	int64_t asked, loads;
	uint64_t read_at;
	bool hazard, doubted;
} seen;

static gm_kernel *
kernel_of(const char *text, gm_dim3 grid, int64_t threads, gm_ptx_module **module)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	const char *arguments[] = {"u32[8192]:zero", "u32[8192]:zero"};
	const gm_ptx_launch launch = {.entry = "k", .grid = grid, .block = {threads, 1, 1},
				      .arguments = arguments, .arguments_count = 2};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(*module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

/* Round numbers; what is not about memory takes nothing. */
static gm_waited
wait_on(const char *text, gm_dim3 grid, int64_t threads, int64_t resident, bool again)
{
	gm_ptx_module *module;
	gm_kernel *kernel = kernel_of(text, grid, threads, &module);
	const gm_ways ways = {.load = LOAD, .fetch = LOAD, .atomic = ATOMIC, .fence = FENCE, .fence_stored = FENCE_STORED,
			      .sms = 132, .resident = resident, .cc_major = 9, .again = again};
	gm_waited out;
	gm_kernel_wait(kernel, &ways, &out);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return out;
}

static double
link_of(const char *text)
{
	const gm_waited few = wait_on(text, (gm_dim3){101, 1, 1}, 32, 1056, false);
	const gm_waited many = wait_on(text, (gm_dim3){501, 1, 1}, 32, 1056, false);
	ck_assert(many.known && !many.stuck && !many.cut && !many.needs_all);
	return (many.clocks - few.clocks) / 400;
}

/* Whoever asks all the time is half a turn late in the mean, and then waits for the answer: 1.5 loads. */
START_TEST(a_link_is_one_and_a_half_loads)
{
	ck_near(link_of(chain), 1.5 * LOAD, 0.06);
}
END_TEST

START_TEST(a_fence_lengthens_the_link_by_all_that_went_before_it)
{
	ck_near(link_of(chain_fence), 1.5 * LOAD + FENCE_STORED, 0.03);
	ck_near(link_of(chain_two_fences), 1.5 * LOAD + FENCE_STORED + FENCE, 0.03);
}
END_TEST

START_TEST(an_atomic_that_adds_nothing_asks_too)
{
	ck_near(link_of(chain_atomic), 1.5 * ATOMIC, 0.06);
}
END_TEST

START_TEST(the_chain_goes_on_in_few_places)
{
	const gm_waited all = wait_on(chain, (gm_dim3){400, 1, 1}, 32, 400, false);
	const gm_waited some = wait_on(chain, (gm_dim3){400, 1, 1}, 32, 40, false);
	ck_assert(some.known && !some.stuck);
	ck_near(some.clocks, all.clocks, 0.1);
}
END_TEST

/* What there is no room for is told from fewer places as it comes to where there is: whether places decide or the chain. */
START_TEST(blocks_that_there_is_no_room_for_take_as_long_as_those_there_is)
{
	static const struct {
		const char *narrow, *wide;
		int64_t resident;
	} rows[] = {
		{LONG(""), LONG(ROOM), 2000},
		{LONG(""), LONG(ROOM), 1000},
		{CHAIN(""), CHAIN_WIDE, 2000},
	};
	const gm_dim3 grid = {2000, 1, 1};
	const gm_waited narrow = wait_on(rows[_i].narrow, grid, 32, rows[_i].resident, false);
	const gm_waited wide = wait_on(rows[_i].wide, grid, 32, rows[_i].resident, false);
	ck_assert(narrow.known && !narrow.cut && wide.known && !wide.cut);
	ck_near(wide.clocks, narrow.clocks, 0.1);
}
END_TEST

/* Flags are set: nobody waits. */
START_TEST(after_an_equal_launch_all_is_there)
{
	const gm_waited again = wait_on(chain, (gm_dim3){400, 1, 1}, 32, 400, true);
	ck_assert(again.known);
	ck_assert_double_lt(again.clocks, 4 * LOAD);
}
END_TEST

/* A launch that is too much work to be run before another: a smaller one says that nobody waits. Where tickets go on
   from where they ended, as these do, it says nothing. */
START_TEST(after_a_long_launch_nobody_waits)
{
	const gm_waited first = wait_on(chain, (gm_dim3){8000, 1, 1}, 1024, 264, false);
	const gm_waited again = wait_on(chain, (gm_dim3){8000, 1, 1}, 1024, 264, true);
	const gm_waited drawn = wait_on(tickets, (gm_dim3){8000, 1, 1}, 1024, 264, true);
	ck_assert(first.known && first.cut);
	ck_assert(!again.known);
	ck_assert(drawn.known);
}
END_TEST

START_TEST(a_barrier_needs_all_blocks_at_once)
{
	const gm_waited fits = wait_on(barriers, (gm_dim3){64, 1, 1}, 64, 64, false);
	const gm_waited fits_not = wait_on(barriers, (gm_dim3){65, 1, 1}, 64, 64, false);
	ck_assert(fits.known && fits.needs_all && !fits.stuck);
	ck_assert(fits_not.known && fits_not.needs_all && fits_not.stuck);
}
END_TEST

/* Three times there, once asked in vain at most, and once more. */
START_TEST(a_barrier_takes_an_answer_or_two)
{
	const gm_waited w = wait_on(barriers, (gm_dim3){64, 1, 1}, 64, 64, false);
	ck_assert_double_ge(w.clocks, 3 * LOAD);
	ck_assert_double_le(w.clocks, 3 * (2 * LOAD + 200));
}
END_TEST

START_TEST(who_waits_for_later_blocks_needs_them_resident)
{
	const gm_waited fits = wait_on(backwards, (gm_dim3){40, 1, 1}, 32, 40, false);
	const gm_waited fits_not = wait_on(backwards, (gm_dim3){41, 1, 1}, 32, 40, false);
	ck_assert(fits.known && fits.needs_all && !fits.stuck);
	ck_assert(fits_not.known && fits_not.stuck);
}
END_TEST

/* A front of 24 by 16 cells has 38 links, in which cells off the first row and column ask twice. */
START_TEST(a_wave_front_is_as_long_as_its_sides)
{
	const gm_waited w = wait_on(front, (gm_dim3){24, 16, 1}, 32, 1056, false);
	ck_assert(w.known && !w.needs_all && !w.stuck);
	ck_assert_double_ge(w.clocks, 38 * 1.5 * LOAD);
	ck_assert_double_le(w.clocks, 38 * 2.5 * LOAD);
}
END_TEST

static gm_status
look(void *state, const gm_warp_instr *instr)
{
	seen *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	if (!instr->active)
		return GM_OK;
	s->asked += site->polls;
	if (site->operation == GM_LOAD && site->space == GM_GLOBAL && !site->polls) {
		s->loads++;
		s->read_at = instr->address[__builtin_ctzll(instr->active)];
	}
	return GM_OK;
}

static gm_status
take_hazard(void *state, const gm_hazard *hazard)
{
	seen *s = state;
	s->hazard |= hazard->kind == GM_HAZARD_WAITS_FOR_BLOCKS;
	return GM_OK;
}

static void
take_doubt(void *state, gm_doubt doubts, const char *why)
{
	(void)doubts;
	seen *s = state;
	s->doubted |= why && strstr(why, "depends on time");
}

static seen
replay(const char *text, int64_t blocks, int64_t threads, int64_t block, bool *awaits)
{
	gm_ptx_module *module;
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = kernel_of(text, (gm_dim3){blocks, 1, 1}, threads, &module);
	seen s = {.kernel = kernel};
	const gm_sink sink = {.state = &s, .instruction = look, .hazard = take_hazard, .doubt = take_doubt};
	ck_assert_msg(gm_kernel_replay(kernel, (gm_dim3){block, 0, 0}, 32, &sink, &err) == GM_OK, "%s", err.message);
	*awaits = kernel->awaits;
	s.read_at -= kernel->arrays[1].base_bytes;
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return s;
}

/* Replayed alone each wait is asked for once, and nobody is told what never came. */
START_TEST(a_wait_is_counted_once)
{
	bool awaits;
	ck_assert_int_eq(replay(chain, 100, 32, 50, &awaits).asked, 1);
	ck_assert(awaits);
	ck_assert_int_eq(replay(chain_atomic, 100, 32, 50, &awaits).asked, 1);
	const seen s = replay(barriers, 100, 64, 50, &awaits);
	ck_assert_int_eq(s.asked, 3);
	ck_assert(s.hazard && s.doubted);
}
END_TEST

START_TEST(block_n_draws_ticket_n)
{
	bool awaits;
	const seen s = replay(tickets, 100, 32, 50, &awaits);
	ck_assert_int_eq(s.loads, 1);
	ck_assert_uint_eq(s.read_at, 50 * 4);
}
END_TEST

START_TEST(who_fetches_work_does_not_wait)
{
	bool awaits;
	replay(queue, 4, 32, 0, &awaits);
	ck_assert(!awaits);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("await");
	TCase *tests = tcase_create("await");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_link_is_one_and_a_half_loads);
	tcase_add_test(tests, a_fence_lengthens_the_link_by_all_that_went_before_it);
	tcase_add_test(tests, an_atomic_that_adds_nothing_asks_too);
	tcase_add_test(tests, the_chain_goes_on_in_few_places);
	tcase_add_loop_test(tests, blocks_that_there_is_no_room_for_take_as_long_as_those_there_is, 0, 3);
	tcase_add_test(tests, after_an_equal_launch_all_is_there);
	tcase_add_test(tests, after_a_long_launch_nobody_waits);
	tcase_add_test(tests, a_barrier_needs_all_blocks_at_once);
	tcase_add_test(tests, a_barrier_takes_an_answer_or_two);
	tcase_add_test(tests, who_waits_for_later_blocks_needs_them_resident);
	tcase_add_test(tests, a_wave_front_is_as_long_as_its_sides);
	tcase_add_test(tests, a_wait_is_counted_once);
	tcase_add_test(tests, block_n_draws_ticket_n);
	tcase_add_test(tests, who_fetches_work_does_not_wait);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
