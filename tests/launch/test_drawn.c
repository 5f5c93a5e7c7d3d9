/*
 * Grids of which not everything is proven: what is promised of the blocks that stand for them, and
 * what a replay takes back.
 */
#include "ptx/case.h"

#define LINE(blocks)                                                                               \
	{                                                                                          \
		blocks, 1, 1                                                                       \
	}

typedef struct promise {
	ptx_case row;
	bool exact, same_paths, timing, drawn;
	bool doubted; /* by a replay of the samples */
} promise;

/* By reading tests/ptx/cuda/meetings.cu. */
static const promise promises[] = {
	/* Whether a block stores depends on its data, but it sees nothing of the others: walked whole. */
	{{"meetings", "sort_pairs", LINE(40), LINE(64), {"s32[5120]:random=100"}, 0},
	 true, true, false, false, false},
	/* The last thread of a block loads and stores what the first of the next one does. */
	{{"meetings",
	  "sort_pairs_across",
	  LINE(40),
	  LINE(64),
	  {"s32[5120]:random=100", "s32=5120"},
	  0},
	 true, true, false, false, true},
	/* Where the order of the warps decides nothing is exact, however few there are. */
	{{"meetings",
	  "keep_small",
	  LINE(40),
	  LINE(64),
	  {"s32[2560]", "s32[2560]:random=100", "s32[1]", "s32=50"},
	  0},
	 false, false, true, false, true},
	{{"meetings",
	  "count_small",
	  LINE(40),
	  LINE(64),
	  {"s32[64]", "s32[2560]:random=100"},
	  0},
	 true, true, false, false, false},
	/* Too many to walk: where they count follows data, that they do does not. */
	{{"meetings",
	  "count_small",
	  LINE(400000),
	  LINE(64),
	  {"s32[64]", "s32[25600000]:random=100"},
	  0},
	 false, true, false, true, false},
	/* Too many to walk, and each stores as its data will have it. */
	{{"meetings", "sort_pairs", LINE(400000), LINE(64), {"s32[51200000]:random=100"}, 0},
	 false, false, false, true, false},
	/* What is loaded and multiplied decides nothing, although its registers were cleared by copies of
	   those that count turns. */
	{{"meetings",
	  "dot_tiles",
	  LINE(4096),
	  LINE(256),
	  {"s32[4194304]:random=9", "s32[4194304]:random=9", "s32[1048576]:random=9", "s32=1024"},
	  0},
	 true, true, false, false, false},
};

static void
take_doubt(void *state, gm_doubt doubts, const char *why)
{
	(void)doubts;
	(void)why;
	*(bool *)state = true;
}

START_TEST(what_is_promised_of_a_grid)
{
	const promise *p = &promises[_i];
	gm_kernel *kernel = case_kernel(&p->row, 90);
	gm_block_samples samples = {0};
	gm_error err = GM_ERROR_NONE;
	bool doubted = false, drawn = false;
	const gm_sink sink = {.state = &doubted, .doubt = take_doubt, .hurried = true};
	case_ok(gm_kernel_blocks(kernel, &samples, &err), &err);
	for (size_t i = 0; i < samples.count; i++)
		drawn = drawn || samples.samples[i].pool > 0;
	ck_assert_msg(samples.exact == p->exact, "%s", samples.why);
	ck_assert_int_eq(samples.same_paths, p->same_paths);
	ck_assert_int_eq(samples.timing, p->timing);
	ck_assert_int_eq(drawn, p->drawn);
	ck_assert_int_eq(samples.exact, samples.why[0] == '\0');
	if (!drawn)
		case_ok(gm_kernel_replay_samples(kernel, samples.samples, samples.count, 32,
						 samples.walk, &sink, &err),
			&err);
	ck_assert_int_eq(doubted, p->doubted);
	gm_block_samples_dispose(&samples);
	gm_kernel_free(kernel);
}
END_TEST

/* Every block of a row of 400000 lies in one stretch; one of each is drawn, at no fixed place of it, and
   stands for the whole stretch. The ends stand for themselves. */
START_TEST(blocks_are_drawn_from_stretches_that_fill_the_grid)
{
	gm_kernel *kernel = case_kernel(&promises[5].row, 90);
	gm_block_samples samples = {0}, again = {0};
	gm_error err = GM_ERROR_NONE;
	int64_t start = 0, first_places = 0;
	case_ok(gm_kernel_blocks(kernel, &samples, &err), &err);
	case_ok(gm_kernel_blocks(kernel, &again, &err), &err);
	ck_assert_uint_eq(samples.count, again.count);
	/* Parts come in the order first, inner, last. */
	for (size_t i = 0; i < samples.count; i++) {
		const gm_block_sample *s = &samples.samples[i];
		ck_assert_int_eq(s->block.x, again.samples[i].block.x);
		ck_assert_int_ge(s->block.x, start);
		ck_assert_int_lt(s->block.x, start + s->weight);
		first_places += s->block.x == start;
		start += s->weight;
	}
	ck_assert_int_eq(start, 400000);
	ck_assert_int_eq(samples.samples[0].weight, 1);
	ck_assert_int_eq(samples.samples[samples.count - 1].block.x, 399999);
	/* By chance about one in as many as a stretch has blocks. */
	ck_assert_int_lt(first_places, (int64_t)samples.count / 4);
	gm_block_samples_dispose(&samples);
	gm_block_samples_dispose(&again);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("drawn");
	TCase *tests = tcase_create("drawn");
	tcase_add_loop_test(tests, what_is_promised_of_a_grid, 0,
			    sizeof promises / sizeof *promises);
	tcase_add_test(tests, blocks_are_drawn_from_stretches_that_fill_the_grid);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
