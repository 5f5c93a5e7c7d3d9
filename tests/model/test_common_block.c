#include "model/cached.h"

#include "input/ptx_file.h"
#include "support/loading.h"
#include "support/near.h"

/* Scores of 8 heads of 500 queries and keys of 64 floats, blocks of 32 keys by 8 queries: most stand above the
   diagonal, load nothing and are the largest box of blocks that are alike. */
enum { HEADS = 8, LENGTH = 500, DIM = 64 };

static const gm_ptx_launch scores = {
        .entry = "att_scores_of_past",
        .grid = {16, 63, HEADS},
        .block = {32, 8, 1},
        .arguments = (const char *[]){"f32[256000]", "f32[256000]", "f32[2000000]", "s32=500", "s32=64", "f32=0.125"},
        .arguments_count = 6,
};

static const gm_ptx_launch flips = {
        .entry = "flip_in_place",
        .grid = {16, 16, 1},
        .block = {32, 8, 1},
        .arguments = (const char *[]){"f32[262144]:random", "s32=512"},
        .arguments_count = 2,
};

static gm_device *device;
static gm_kernel *kernel;
static gm_counts counts;

static void
begin(void)
{
	gm_error err = GM_ERROR_NONE;
	device = device_load("h200");
	ck_assert_msg(gm_ptx_kernel_load(GM_TREE "/reports/runs/ptx/candles.ptx", &scores, &kernel, &err) == GM_OK, "%s",
	              err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s", err.message);
}

static void
end(void)
{
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	gm_device_free(device);
}

/* All lanes of a block compare a key with a query that is no earlier. */
START_TEST(the_common_block_does_what_most_of_the_work_does)
{
	const gm_dim3 at = counts.common_block;
	ck_assert_int_le(at.x * 32 + 31, at.y * 8);
}
END_TEST

/* Half of the blocks load, and yet each query and each key is loaded by one of them. */
START_TEST(what_many_blocks_share_is_read_though_half_of_them_do_not)
{
	gm_error err = GM_ERROR_NONE;
	gm_grid_trace *trace = NULL;
	ck_assert(gm_grid_trace_around(kernel, counts.issue, counts.common_block, counts.moves, 32, 5, 132, &trace,
	                               &err) == GM_OK);
	const gm_cached cached = gm_cached_evaluate(device, kernel, &counts, trace, 5, GM_CACHE_COLD, NULL);
	ck_near(cached.dram_read_bytes, 2.0 * HEADS * LENGTH * DIM * 4, 0.03);
	gm_grid_trace_free(trace);
}
END_TEST

/* Tiles of 32 x 32 of a matrix of 512 x 512 floats, each above the diagonal with its mirror image: of the blocks, half do
   nothing, and one in the middle is on the diagonal, where both tiles are one. All of the matrix is read. */
START_TEST(of_tiles_and_their_mirror_images_each_is_read)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *flip = NULL;
	gm_counts flipped;
	gm_grid_trace *trace = NULL;
	ck_assert(gm_ptx_kernel_load(GM_TREE "/reports/runs/ptx/ferry.ptx", &flips, &flip, &err) == GM_OK);
	ck_assert(gm_counts_gather(flip, device, false, &flipped, &err) == GM_OK);
	ck_assert_int_ne(flipped.common_block.x, flipped.common_block.y);
	ck_assert(gm_grid_trace_around(flip, flipped.issue, flipped.common_block, flipped.moves, 32, 8, 132, &trace, &err) ==
	          GM_OK);
	const gm_cached cached = gm_cached_evaluate(device, flip, &flipped, trace, 8, GM_CACHE_COLD, NULL);
	ck_near(cached.dram_read_bytes, 512 * 512 * 4, 0.01);
	gm_grid_trace_free(trace);
	gm_counts_dispose(&flipped);
	gm_kernel_free(flip);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("common_block");
	TCase *tests = tcase_create("common_block");
	tcase_add_unchecked_fixture(tests, begin, end);
	tcase_add_test(tests, the_common_block_does_what_most_of_the_work_does);
	tcase_add_test(tests, what_many_blocks_share_is_read_though_half_of_them_do_not);
	tcase_add_test(tests, of_tiles_and_their_mirror_images_each_is_read);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
