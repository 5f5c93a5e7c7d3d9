/*
 * Rows of blocks: where the number of a thread is divided by what is no multiple of a block, each
 * block is unlike the next, but those that lie whole rows apart are alike. Every block is walked
 * and held against the one that stands for it.
 */
#include "ptx/case.h"

#include "launch/alike.h"

enum { SITES = 128, BLOCKS_MOST = 256, PLACES = 11 };

/* Of one block, by site. */
typedef struct tally {
	int64_t instructions[SITES], lanes[SITES], sectors[SITES];
} tally;

typedef struct counter {
	const gm_kernel *kernel;
	tally now;
} counter;

static gm_status
take(void *state, const gm_warp_instr *instr)
{
	counter *c = state;
	const int bytes = c->kernel->sites[instr->site].access_bytes;
	ck_assert_uint_lt(instr->site, SITES);
	c->now.instructions[instr->site]++;
	c->now.lanes[instr->site] += __builtin_popcountll(instr->active);
	uint64_t last = UINT64_MAX; /* neighbours in a row: sectors come in order */
	for (int l = 0; l < 32 && bytes; l++)
		if ((instr->active >> l & 1) && instr->address[l] / 32 != last) {
			c->now.sectors[instr->site]++;
			last = instr->address[l] / 32;
		}
	return GM_OK;
}

static tally
walk(const gm_kernel *kernel, gm_dim3 block)
{
	counter c = {.kernel = kernel};
	const gm_sink sink = {.state = &c, .instruction = take};
	gm_error err = GM_ERROR_NONE;
	case_ok(gm_kernel_replay_whole(kernel, block, 32, &sink, &err), &err);
	return c.now;
}

typedef struct check {
	const gm_kernel *kernel;
	bool seen[BLOCKS_MOST];
	int boxes;
} check;

static gm_status
visit(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[PTX_VIEW_AXES], void *state,
      gm_error *err)
{
	check *c = state;
	int64_t volume = 1, at[PTX_VIEW_AXES];
	tally first;
	(void)k, (void)err;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		volume *= s[a]->count;
	for (int64_t i = 0; i < volume; i++) {
		int64_t number = i;
		for (int a = 0; a < PTX_VIEW_AXES; a++) {
			at[a] = s[a]->first + number % s[a]->count;
			number /= s[a]->count;
		}
		const gm_dim3 block = gm_ptx_view_block(v, at);
		const tally here = walk(c->kernel, block);
		first = i == 0 ? here : first;
		ck_assert_msg(memcmp(&here, &first, sizeof here) == 0,
			      "block %lld is not like the first of its box", (long long)block.x);
		ck_assert_int_lt(block.x, BLOCKS_MOST);
		ck_assert_msg(!c->seen[block.x], "block %lld is in two boxes", (long long)block.x);
		c->seen[block.x] = true;
	}
	c->boxes++;
	return GM_OK;
}

static void
check_rows(const ptx_case *row, bool good)
{
	gm_kernel *kernel = case_kernel(row, 90);
	gm_error err = GM_ERROR_NONE;
	int64_t walked = 0;
	ptx_prover prover;
	ptx_boxes boxes = {0};
	ptx_proof proof;
	check c = {.kernel = kernel};
	gm_ptx_prover_init(&prover, ptx_kernel_of(kernel), &walked, &err);
	case_ok(gm_ptx_prove_boxes(&prover, 0, &boxes, &proof), &err);
	ck_assert_msg(proof.good == good, "%s", proof.why);
	if (good) {
		case_ok(gm_ptx_for_each_box(ptx_kernel_of(kernel), &prover.view, &boxes, visit, &c,
					    &err),
			&err);
		ck_assert_int_le(c.boxes, PLACES);
		for (int64_t b = 0; b < row->grid.x; b++)
			ck_assert_msg(c.seen[b], "block %lld is in no box", (long long)b);
	}
	gm_ptx_boxes_dispose(&boxes);
	gm_ptx_prover_dispose(&prover);
	kernel->methods->free(kernel);
}

/* 88 x 32 pixels are 5 1/2 blocks of 512: 11 blocks come again. 45 blocks are not whole rows of
 * them. */
static const struct {
	ptx_case row;
	bool good;
} rows[] = {
	{{"fields",
	  "pixels_below",
	  {44, 1, 1},
	  {512, 1, 1},
	  {"f32[22528]", "f32[22528]", "s32=88", "s32=32", "s32=3"},
	  0},
	 true},
	{{"fields",
	  "pixels_below",
	  {220, 1, 1},
	  {512, 1, 1},
	  {"f32[112640]", "f32[112640]", "s32=88", "s32=32", "s32=3"},
	  0},
	 true},
	{{"fields",
	  "pixels_below_88",
	  {44, 1, 1},
	  {512, 1, 1},
	  {"f32[22528]", "f32[22528]", "s32=3"},
	  0},
	 true},
	{{"fields",
	  "pixels_below_88",
	  {220, 1, 1},
	  {512, 1, 1},
	  {"f32[112640]", "f32[112640]", "s32=3"},
	  0},
	 true},
	{{"fields",
	  "pixels_below",
	  {45, 1, 1},
	  {512, 1, 1},
	  {"f32[23040]", "f32[23040]", "s32=88", "s32=32", "s32=3"},
	  0},
	 false},
	{{"fields",
	  "pixels_below_88",
	  {45, 1, 1},
	  {512, 1, 1},
	  {"f32[23040]", "f32[23040]", "s32=3"},
	  0},
	 false},
};

START_TEST(blocks_that_lie_whole_rows_apart_are_alike)
{
	check_rows(&rows[_i].row, rows[_i].good);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rows");
	TCase *t = tcase_create("rows");
	tcase_add_loop_test(t, blocks_that_lie_whole_rows_apart_are_alike, 0,
			    sizeof rows / sizeof *rows);
	suite_add_tcase(suite, t);
	return run_suite(suite);
}
