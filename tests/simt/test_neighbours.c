/*
 * Blocks that have to do with each other: those that wait for an earlier one, and those of a cluster.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define REGISTERS ".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f64 %fd<9>; .reg .pred %p<9>;\n"

typedef struct tally {
	const gm_kernel *kernel;
	int global_loads, shared_loads, waits;
	uint64_t first; /* address of the last global load, of its first lane */
} tally;

static gm_status
count_access(void *state, const gm_warp_instr *instr)
{
	tally *t = state;
	const gm_site *site = &t->kernel->sites[instr->site];
	if (site->operation != GM_LOAD || instr->active == 0)
		return GM_OK;
	t->global_loads += site->space == GM_GLOBAL;
	t->shared_loads += site->space == GM_SHARED;
	if (site->space == GM_GLOBAL && instr->address)
		t->first = instr->address[__builtin_ctzll(instr->active)];
	return GM_OK;
}

static gm_status
count_hazard(void *state, const gm_hazard *hazard)
{
	tally *t = state;
	t->waits += hazard->kind == GM_HAZARD_WAITS_FOR_BLOCKS;
	return GM_OK;
}

static tally
walk(const char *text, const char *const arguments[], int count, int64_t grid, int64_t block)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	const gm_ptx_launch launch = {.entry = "k",
				      .grid = {grid, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = count};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	tally t = {.kernel = kernel};
	const gm_sink sink = {.state = &t, .instruction = count_access, .hazard = count_hazard};
	ck_assert_msg(gm_kernel_replay(kernel, (gm_dim3){block, 0, 0}, 32, &sink, &err) == GM_OK, "%s",
		      err.message);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return t;
}

/* Block b stores 1 to its word, waits for 2 in that of block b + 1 * `to`, and stores 2; block 0 waits
   for nobody when `to` is -1. */
#define WAITING(comparison, to)                                                                    \
	HEAD ".visible .entry k(.param .u64 state)\n{\n" REGISTERS                                 \
	     "ld.param.u64 %rd1, [state]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;\n"           \
	     "setp.ne.u32 %p1, %r2, 0; @%p1 bra END;\n"                                            \
	     "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; mov.u32 %r5, 1;\n"              \
	     "st.volatile.global.u32 [%rd3], %r5; setp." comparison ".u32 %p2, %r1, 0;\n"          \
	     "@%p2 bra LAST;\n"                                                                    \
	     "L: ld.volatile.global.u32 %r3, [%rd3+" to "]; setp.ne.u32 %p3, %r3, 2; @%p3 bra L;\n" \
	     "LAST: mov.u32 %r4, 2; st.volatile.global.u32 [%rd3], %r4;\nEND: ret;\n}\n"

static const char *const words[] = {"u32[1000]"};

START_TEST(a_block_finds_what_the_first_has_left_and_looks_once)
{
	const tally t = walk(WAITING("eq", "-4"), words, 1, 900, 700);
	ck_assert_int_eq(t.waits, 0);
	ck_assert_int_eq(t.global_loads, 1);
}
END_TEST

START_TEST(the_first_block_waits_for_nobody)
{
	const tally t = walk(WAITING("eq", "-4"), words, 1, 900, 0);
	ck_assert_int_eq(t.waits, 0);
	ck_assert_int_eq(t.global_loads, 0);
}
END_TEST

/* No block has ended when the first waits: what it waits for never comes. It is told once that it asked, and once more
   after the other lanes have ended. */
START_TEST(blocks_that_wait_for_later_ones_spin)
{
	const tally t = walk(WAITING("gt", "4"), words, 1, 900, 0);
	ck_assert_int_eq(t.waits, 1);
	ck_assert_int_eq(t.global_loads, 2);
}
END_TEST

/* Block b leaves a flag beside a sum, both stored and asked for at once. */
#define BESIDE                                                                                     \
	HEAD ".visible .entry k(.param .u64 state)\n{\n" REGISTERS                                 \
	     "ld.param.u64 %rd1, [state]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;\n"           \
	     "setp.ne.u32 %p1, %r2, 0; @%p1 bra END; mov.u32 %r5, 77; mov.u32 %r4, 2;\n"           \
	     "mul.wide.u32 %rd2, %r1, 8; add.s64 %rd3, %rd1, %rd2;\n"                              \
	     "setp.eq.u32 %p2, %r1, 0; @%p2 bra LAST;\n"                                           \
	     "L: ld.relaxed.gpu.global.v2.u32 {%r3, %r5}, [%rd3+248]; setp.ne.u32 %p3, %r3, 2;\n"  \
	     "@%p3 bra L;\n"                                                                       \
	     "LAST: st.relaxed.gpu.global.v2.u32 [%rd3+256], {%r4, %r5};\nEND: ret;\n}\n"

/* Thread t of block b waits for the word of t that block b - 1 leaves, above 100 + t, and loads from
   there once more: 4 bytes times the word. */
#define DIGITS                                                                                     \
	HEAD ".visible .entry k(.param .u64 state)\n{\n" REGISTERS                                 \
	     "ld.param.u64 %rd1, [state]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;\n"           \
	     "add.u32 %r4, %r2, 100; mad.lo.u32 %r6, %r1, 32, %r2; mul.wide.u32 %rd2, %r6, 4;\n"   \
	     "add.s64 %rd3, %rd1, %rd2; setp.eq.u32 %p2, %r1, 0; @%p2 bra LAST;\n"                 \
	     "L: ld.volatile.global.u32 %r3, [%rd3+-128]; setp.ne.u32 %p3, %r3, %r4; @%p3 bra L;\n" \
	     "mul.wide.u32 %rd4, %r3, 4; add.s64 %rd5, %rd1, %rd4; ld.global.u32 %r7, [%rd5];\n"   \
	     "LAST: st.volatile.global.u32 [%rd3], %r4;\nret;\n}\n"

static const char *const pieces[] = {"u32[65536]"};

START_TEST(a_flag_beside_a_sum_is_found)
{
	const tally t = walk(BESIDE, pieces, 1, 900, 700);
	ck_assert_int_eq(t.waits, 0);
	ck_assert_int_eq(t.global_loads, 1);
}
END_TEST

START_TEST(every_thread_finds_its_own_word)
{
	const uint64_t base = walk(WAITING("eq", "-4"), words, 1, 900, 1).first;
	const tally t = walk(DIGITS, pieces, 1, 900, 700);
	ck_assert_int_eq(t.waits, 0);
	ck_assert_int_eq(t.global_loads, 2);
	ck_assert_uint_eq(t.first - base, 400);
}
END_TEST

/* What a block of the grid loads with its place in a cluster of four as the index, 1 KiB apart. */
#define PLACE(register)                                                                            \
	HEAD ".visible .entry k(.param .u64 a)\n.explicitcluster\n.reqnctapercluster 4, 1, 1\n{\n" \
	REGISTERS "ld.param.u64 %rd1, [a]; mov.u32 %r1, " register ";\n"                           \
		  "mul.wide.u32 %rd2, %r1, 1024; add.s64 %rd3, %rd1, %rd2;\n"                      \
		  "ld.global.u32 %r3, [%rd3]; st.global.u32 [%rd3], %r3; ret;\n}\n"

/* Block 6 of 16 is the third of the second cluster of four. */
static const struct {
	const char *text;
	int index;
} places[] = {
	{PLACE("%cluster_ctarank"), 2},  {PLACE("%cluster_ctaid.x"), 2},
	{PLACE("%cluster_ctaid.y"), 0},  {PLACE("%cluster_nctarank"), 4},
	{PLACE("%cluster_nctaid.x"), 4}, {PLACE("%clusterid.x"), 1},
	{PLACE("%nclusterid.x"), 4},
};

START_TEST(a_block_knows_its_place_in_the_cluster)
{
	static const char *const array[] = {"u32[65536]"};
	const uint64_t base = walk(PLACE("%cluster_ctaid.z"), array, 1, 16, 6).first;
	const tally t = walk(places[_i].text, array, 1, 16, 6);
	ck_assert_uint_eq(t.first - base, 1024 * (uint64_t)places[_i].index);
}
END_TEST

/* A fragment behind a generic address. */
#define FRAGMENT(base)                                                                             \
	HEAD ".visible .entry k(.param .u64 a)\n{\n" REGISTERS                                     \
	     ".shared .align 16 .b8 tile[1024]; ld.param.u64 %rd1, [a]; mov.u32 %r9, 8;\n"         \
	     "mov.u64 %rd5, tile; cvta.shared.u64 %rd2, %rd5;\n"                                   \
	     "wmma.load.a.sync.aligned.row.m8n8k4.f64 {%fd1}, [" base "], %r9;\n"                  \
	     "st.global.f64 [%rd1], %fd1; ret;\n}\n"

START_TEST(a_fragment_is_loaded_from_where_its_address_leads)
{
	static const char *const array[] = {"f64[256]"};
	const tally shared = walk(FRAGMENT("%rd2"), array, 1, 1, 0);
	const tally global = walk(FRAGMENT("%rd1"), array, 1, 1, 0);
	ck_assert_int_eq(shared.shared_loads, 1);
	ck_assert_int_eq(shared.global_loads, 0);
	ck_assert_int_eq(global.shared_loads, 0);
	ck_assert_int_eq(global.global_loads, 1);
}
END_TEST

/* A tile goes from `from` through shared memory to a branch; apart from that each block stores to b what it has
   loaded there. */
#define TILE_BRANCH(from)                                                                          \
	HEAD ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n" REGISTERS                      \
	     ".shared .align 16 .b8 tile[512]; ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];\n"   \
	     "mov.u32 %r9, 8; mov.u64 %rd5, tile; mov.u32 %r2, %ctaid.x;\n"                         \
	     "ld.global.f64 %fd5, [%rd2]; st.global.f64 [%rd2], %fd5;\n"                            \
	     "wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%fd1, %fd2}, [" from "], %r9;\n"      \
	     "wmma.store.d.sync.aligned.row.m8n8k4.shared.f64 [%rd5], {%fd1, %fd2}, %r9;\n"         \
	     "ld.shared.f64 %fd3, [tile]; setp.gt.f64 %p1, %fd3, 0d3FE0000000000000;\n"             \
	     "@%p1 bra END; mul.wide.u32 %rd3, %r2, 8; add.s64 %rd4, %rd1, %rd3;\n"                 \
	     "ld.global.f64 %fd4, [%rd4];\nEND: ret;\n}\n"

static void
count_doubt(void *state, gm_doubt doubts, const char *why)
{
	(void)doubts;
	*(int *)state += strstr(why, "blocks store what others load") != NULL;
}

static int
doubts(const char *text)
{
	static const char *const arrays[] = {"f64[64]:random", "f64[64]:random"};
	const gm_block_sample samples[] = {{.weight = 1}, {.block = {1, 0, 0}, .weight = 1}};
	const gm_ptx_launch launch = {.entry = "k",
				      .grid = {2, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arrays,
				      .arguments_count = 2};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	int count = 0;
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	const gm_sink sink = {.state = &count, .doubt = count_doubt};
	ck_assert(gm_kernel_replay_samples(kernel, samples, 2, 32, GM_WALK_SAMPLED, &sink, &err) == GM_OK);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return count;
}

/* Blocks meet in b: of what decides a path only where the tile comes from there. */
START_TEST(a_fragment_decides_by_the_memory_it_comes_from)
{
	ck_assert_int_eq(doubts(TILE_BRANCH("%rd1")), 0);
	ck_assert_int_eq(doubts(TILE_BRANCH("%rd2")), 1);
}
END_TEST

int
main(void)
{
	TCase *waiting = tcase_create("waiting");
	tcase_add_test(waiting, a_block_finds_what_the_first_has_left_and_looks_once);
	tcase_add_test(waiting, the_first_block_waits_for_nobody);
	tcase_add_test(waiting, blocks_that_wait_for_later_ones_spin);
	tcase_add_test(waiting, a_flag_beside_a_sum_is_found);
	tcase_add_test(waiting, every_thread_finds_its_own_word);

	TCase *clusters = tcase_create("clusters");
	tcase_add_loop_test(clusters, a_block_knows_its_place_in_the_cluster, 0,
			    sizeof places / sizeof *places);

	TCase *fragments = tcase_create("fragments");
	tcase_add_test(fragments, a_fragment_is_loaded_from_where_its_address_leads);
	tcase_add_test(fragments, a_fragment_decides_by_the_memory_it_comes_from);

	Suite *suite = suite_create("neighbours");
	suite_add_tcase(suite, waiting);
	suite_add_tcase(suite, clusters);
	suite_add_tcase(suite, fragments);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
