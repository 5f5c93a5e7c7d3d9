/*
 * What a launch does that follows an equal one: where the first has left something that decides.
 */
#include "launch/launch.h"
#include "launch/pilot.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters: flags f, and where to store, o. %r4 is the number of the thread in the grid, %rd3 four times that. */
#define HEAD                                                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 f, .param .u64 o)\n{\n"         \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"                                                    \
	"ld.param.u64 %rd18, [f]; ld.param.u64 %rd19, [o]; cvta.to.global.u64 %rd1, %rd18; cvta.to.global.u64 %rd2, %rd19;\n"\
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;\n"          \
	"mul.wide.u32 %rd3, %r4, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"

/* if (!f[i]) f[i] = 1, o[i] = 1 */
static const char own_flags[] = HEAD
	"ld.global.u32 %r5, [%rd4]; setp.ne.u32 %p1, %r5, 0; @%p1 bra END;\n"
	"st.global.u32 [%rd4], 1; st.global.u32 [%rd5], 1;\nEND: ret;\n}\n";

/* if (!f[i + threads of a block]) o[i] = 1; f[i] = 1 */
static const char flags_behind[] = HEAD
	"mul.wide.u32 %rd6, %r3, 4; add.s64 %rd7, %rd4, %rd6;\n"
	"ld.global.u32 %r5, [%rd7]; st.global.u32 [%rd4], 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra END;\n"
	"st.global.u32 [%rd5], 1;\nEND: ret;\n}\n";

/* if (FROM[i] <= f[i + threads of a block]) f[i + threads of a block] and f[i] = min(..., FROM[i]) */
#define LOWERED(FROM) \
	HEAD "mul.wide.u32 %rd6, %r3, 4; add.s64 %rd7, %rd4, %rd6;\n" \
	"ld.global.u32 %r5, [" FROM "]; ld.global.u32 %r6, [%rd7]; setp.gt.u32 %p1, %r5, %r6; @%p1 bra END;\n" \
	"red.global.min.u32 [%rd7], %r5; red.global.min.u32 [%rd4], %r5;\nEND: ret;\n}\n"
static const char lowered[] = LOWERED("%rd4"), lowered_from_elsewhere[] = LOWERED("%rd5");

/* o[i] += f[i]: what is stored decides nothing. */
static const char sums[] = HEAD
	"ld.global.u32 %r5, [%rd4]; ld.global.u32 %r6, [%rd5]; add.u32 %r6, %r6, %r5; st.global.u32 [%rd5], %r6;\nret;\n}\n";

/* o[f[0]++ & 1023] = i: a place and no path. */
static const char places[] = HEAD
	"atom.global.add.u32 %r5, [%rd1], 1; and.b32 %r6, %r5, 1023; mul.wide.u32 %rd6, %r6, 4; add.s64 %rd7, %rd2, %rd6;\n"
	"st.global.u32 [%rd7], %r4;\nret;\n}\n";

/* if (f[0]++ < 100) o[i] = 1: a path. */
static const char first_hundred[] = HEAD
	"atom.global.add.u32 %r5, [%rd1], 1; setp.ge.u32 %p1, %r5, 100; @%p1 bra END;\n"
	"st.global.u32 [%rd5], 1;\nEND: ret;\n}\n";

/* Thread 0 draws numbers up to 64 and stores each. */
static const char drawn[] = HEAD
	"setp.ne.u32 %p2, %r1, 0; @%p2 bra END;\n"
	"L: atom.global.add.u32 %r5, [%rd1], 1; setp.ge.u32 %p1, %r5, 64; @%p1 bra END;\n"
	"mul.wide.u32 %rd6, %r5, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], 1; bra L;\nEND: ret;\n}\n";

/* Thread 0 draws numbers up to a million. */
#define DRAWS_MANY                                                                                                     \
	"setp.ne.u32 %p2, %r1, 0; @%p2 bra END;\n"                                                                     \
	"L: atom.global.add.u32 %r5, [%rd1], 1; setp.ge.u32 %p1, %r5, 1000000; @%p1 bra END;\n"                        \
	"and.b32 %r6, %r5, 1023; mul.wide.u32 %rd6, %r6, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], 1; bra L;\n"
static const char drawn_much[] = HEAD DRAWS_MANY "END: ret;\n}\n";

/* The same, and somebody may put the counter back. */
static const char drawn_and_put_back[] = HEAD DRAWS_MANY "END: st.global.u32 [%rd4], 0; ret;\n}\n";

/* Each thread fights for o[i & 15] until it has put its own number there, or finds a number. */
static const char fought[] = HEAD
	"and.b32 %r6, %r4, 15; mul.wide.u32 %rd6, %r6, 4; add.s64 %rd7, %rd2, %rd6; add.u32 %r9, %r4, 1;\n"
	"L: ld.volatile.global.u32 %r7, [%rd7]; setp.ge.u32 %p1, %r7, 16; @%p1 bra END; add.u32 %r10, %r7, 1;\n"
	"atom.global.cas.b32 %r8, [%rd7], %r7, %r10; setp.ne.u32 %p2, %r8, %r7; @%p2 bra L;\nEND: ret;\n}\n";

/* f decides a path, and o takes a product of tiles that lie behind it: o holds no flags. */
static const char product[] = HEAD
	".reg .b32 %a<8>; .reg .b32 %b<8>; .reg .f32 %c<8>; .reg .f32 %d<8>;\n"
	"ld.global.u32 %r5, [%rd4]; setp.ne.u32 %p1, %r5, 0; @%p1 bra END;\n"
	"mov.f32 %c0, 0f00000000; mov.f32 %c1, %c0; mov.f32 %c2, %c0; mov.f32 %c3, %c0;\n"
	"mov.f32 %c4, %c0; mov.f32 %c5, %c0; mov.f32 %c6, %c0; mov.f32 %c7, %c0; mov.u32 %r7, 16;\n"
	"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, [%rd1], %r7;\n"
	"wmma.load.b.sync.aligned.row.m16n16k16.global.f16 {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7}, [%rd1], %r7;\n"
	"wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%d0,%d1,%d2,%d3,%d4,%d5,%d6,%d7},\n"
	"{%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7}, {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7};\n"
	"wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd2], {%d0,%d1,%d2,%d3,%d4,%d5,%d6,%d7}, %r7;\n"
	"END: ret;\n}\n";

typedef struct sums_of {
	const gm_kernel *kernel;
	int64_t weight, stores, atomics;
	bool fought;
} sums_of;

static gm_status
begin(void *state, const gm_block_sample *sample)
{
	((sums_of *)state)->weight = gm_block_sample_times(sample);
	return GM_OK;
}

static gm_status
look(void *state, const gm_warp_instr *instr)
{
	sums_of *s = state;
	const gm_site *site = &s->kernel->sites[instr->site];
	const int64_t lanes = __builtin_popcountll(instr->active) * s->weight;
	s->stores += site->operation == GM_STORE && site->array == 1 ? lanes : 0;
	s->atomics += gm_operation_is_atomic(site->operation) ? lanes : 0;
	return GM_OK;
}

static void
doubt(void *state, gm_doubt doubts, const char *why)
{
	(void)doubts;
	((sums_of *)state)->fought |= why && strstr(why, "fight");
}

/* Lanes that store to o and lanes of atomics, over the grid. */
static sums_of
count(const gm_kernel *kernel)
{
	sums_of s = {.kernel = kernel};
	gm_block_samples samples;
	gm_error err = GM_ERROR_NONE;
	const gm_sink sink = {.state = &s, .block = begin, .instruction = look, .doubt = doubt, .resident = 8};
	ck_assert_msg(gm_kernel_blocks(kernel, &samples, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_kernel_replay_samples(kernel, samples.samples, samples.count, 32, samples.walk, &sink, &err) ==
		      GM_OK, "%s", err.message);
	gm_block_samples_dispose(&samples);
	return s;
}

typedef struct launches {
	sums_of first, second;
	gm_later later;
} launches;

/* With as many words as there are threads, and a block more. */
static gm_kernel *
kernel_of(const char *text, int64_t blocks, int64_t threads, const char *contents)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	char words[64];
	snprintf(words, sizeof words, "u32[%lld]:%s", (long long)((blocks + 1) * threads), contents);
	const char *arguments[] = {words, words};
	const gm_ptx_launch asked = {.entry = "k", .grid = {blocks, 1, 1}, .block = {threads, 1, 1},
				     .arguments = arguments, .arguments_count = 2};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &asked, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	return kernel;
}

static launches
launch(const char *text, int64_t blocks, int64_t threads)
{
	gm_kernel *kernel = kernel_of(text, blocks, threads, "zero"), *later = gm_kernel_again(kernel);
	launches out = {.later = GM_LATER_NONE};
	out.first = count(kernel);
	if (later) {
		out.later = later->later;
		out.second = count(later);
		ck_assert_ptr_null(gm_kernel_again(later));
	}
	gm_kernel_free(later);
	gm_kernel_free(kernel);
	return out;
}

/* Few blocks or a million of them. */
START_TEST(a_block_finds_what_it_has_left_itself)
{
	static const int64_t blocks[] = {1, 40, 1000000};
	const launches l = launch(own_flags, blocks[_i], 64);
	ck_assert_int_eq(l.later, GM_LATER_OWN);
	ck_assert_int_eq(l.first.stores, blocks[_i] * 64);
	ck_assert_int_eq(l.second.stores, 0);
}
END_TEST

static double
work_of(const gm_kernel *kernel)
{
	gm_block_samples samples;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_kernel_blocks(kernel, &samples, &err) == GM_OK, "%s", err.message);
	const double work = samples.work;
	gm_block_samples_dispose(&samples);
	return work;
}

/* Two warps of some ten instructions and three requests are less than a block itself counts, run once or twice. */
START_TEST(a_block_that_is_run_twice_is_twice_the_work)
{
	gm_kernel *kernel = kernel_of(own_flags, 40, 64, "random=2"), *later = gm_kernel_again(kernel);
	ck_assert_int_eq(later->later, GM_LATER_OWN);
	ck_assert_double_lt(work_of(kernel), 2 * WORK_OF_BLOCK);
	ck_assert_double_ge(work_of(later), 2 * WORK_OF_BLOCK);
	gm_kernel_free(later);
	gm_kernel_free(kernel);
}
END_TEST

/* Behind the last block nobody has stored. */
START_TEST(where_blocks_meet_all_are_run_before)
{
	const launches l = launch(flags_behind, 40, 64);
	ck_assert_int_eq(l.later, GM_LATER_ALL);
	ck_assert_int_eq(l.first.stores, 40 * 64);
	ck_assert_int_eq(l.second.stores, 64);
}
END_TEST

START_TEST(what_others_leave_is_not_followed_where_it_is_much_work)
{
	const launches l = launch(flags_behind, 1000000, 64);
	ck_assert_int_eq(l.later, GM_LATER_OWN_ONLY);
	ck_assert_int_eq(l.second.stores, l.first.stores);
}
END_TEST

/* What a block has made least of what lies there others lower again; of what they leave alone it stays the least. */
START_TEST(what_others_unsettle_is_not_taken_for_settled_where_it_is_much_work)
{
	ck_assert_int_eq(launch(lowered, 1000000, 64).later, GM_LATER_GIVEN);
	ck_assert_int_eq(launch(lowered_from_elsewhere, 1000000, 64).later, GM_LATER_OWN_ONLY);
	ck_assert_int_eq(launch(lowered, 40, 64).later, GM_LATER_ALL);
}
END_TEST

START_TEST(what_decides_nothing_leaves_the_kernel_as_it_is)
{
	ck_assert_int_eq(launch(sums, 40, 64).later, GM_LATER_NONE);
	ck_assert_int_eq(launch(places, 40, 64).later, GM_LATER_NONE);
	ck_assert_int_eq(launch(product, 40, 64).later, GM_LATER_NONE);
}
END_TEST

START_TEST(what_was_counted_stays_counted)
{
	const launches l = launch(first_hundred, 40, 64);
	ck_assert_int_eq(l.later, GM_LATER_ALL);
	ck_assert_int_eq(l.first.stores, 100);
	ck_assert_int_eq(l.second.stores, 0);
	ck_assert_int_eq(l.second.atomics, 40 * 64 / 32); /* as machine code has it: one lane adds for its warp */
}
END_TEST

/* 64 numbers and one in vain for each block; then one for each. */
START_TEST(a_queue_that_nobody_fills_again_is_empty)
{
	const launches l = launch(drawn, 8, 32);
	ck_assert_int_eq(l.later, GM_LATER_ALL);
	ck_assert_int_eq(l.first.stores, 64);
	ck_assert_int_eq(l.first.atomics, 64 + 8);
	ck_assert_int_eq(l.second.stores, 0);
	ck_assert_int_eq(l.second.atomics, 8);
}
END_TEST

/* A million numbers are too much work to be drawn one by one: blocks that draw as in turn say where they end. */
START_TEST(a_queue_of_much_work_is_empty_too)
{
	const launches l = launch(drawn_much, 1000, 32);
	ck_assert_int_eq(l.later, GM_LATER_DRAWN);
	ck_assert_int_ge(l.first.stores, 1000);
	ck_assert_int_eq(l.second.stores, 0);
	ck_assert_int_eq(l.second.atomics, 1000);
	ck_assert_int_eq(launch(drawn_and_put_back, 1000, 32).later, GM_LATER_NONE);
}
END_TEST

/* 16 words go up to 16: 256 times somebody wins, and nobody afterwards. Blocks that are there together leave it so,
   whether all have been run before or not. */
START_TEST(nobody_fights_for_what_is_taken)
{
	const launches l = launch(fought, _i ? 200000 : 8, 64);
	ck_assert_int_eq(l.later, _i ? GM_LATER_OWN_ONLY : GM_LATER_ALL);
	ck_assert_int_ge(l.first.atomics, 256);
	ck_assert_int_eq(l.second.atomics, 0);
	ck_assert(l.first.fought && !l.second.fought);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("later");
	TCase *tests = tcase_create("later");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, a_block_finds_what_it_has_left_itself, 0, 3);
	tcase_add_test(tests, a_block_that_is_run_twice_is_twice_the_work);
	tcase_add_test(tests, where_blocks_meet_all_are_run_before);
	tcase_add_test(tests, what_others_leave_is_not_followed_where_it_is_much_work);
	tcase_add_test(tests, what_others_unsettle_is_not_taken_for_settled_where_it_is_much_work);
	tcase_add_test(tests, what_decides_nothing_leaves_the_kernel_as_it_is);
	tcase_add_test(tests, what_was_counted_stays_counted);
	tcase_add_test(tests, a_queue_that_nobody_fills_again_is_empty);
	tcase_add_test(tests, a_queue_of_much_work_is_empty_too);
	tcase_add_loop_test(tests, nobody_fights_for_what_is_taken, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
