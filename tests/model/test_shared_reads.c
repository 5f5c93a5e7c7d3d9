#include "model/shared_reads.h"

#include "model/cached.h"
#include "model/traced.h"
#include "support/device.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

/* All on an H200. */

/* Cold, so many blocks of an SM at once; frees the kernel. */
static gm_cached
cached_of(gm_kernel *kernel, int64_t resident)
{
	gm_error err = GM_ERROR_NONE;
	gm_grid_trace *trace = NULL;
	gm_counts counts;
	ck_assert(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK);
	ck_assert(gm_grid_trace_gather(kernel, 32, resident, 132, &trace, &err) == GM_OK);
	const gm_cached cached = gm_cached_evaluate(device, kernel, &counts, trace, resident, GM_CACHE_COLD, NULL);
	gm_grid_trace_free(trace);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	return cached;
}

static double
left_of(const gm_cached *cached)
{
	return cached->l2_read_sectors / cached->l1_fetched_sectors;
}

/* A block of 4 warps on each SM, all the same reads: 4 rows a request by 8 words, 2 by 16 or one by 32; four requests for
   words beside each other or in lines of their own; then a barrier. What L2 was asked for over what came to the SMs
   (pieces, four at once). */
static const struct {
	int words, step;
	double left;
} parts[] = {{8, 8, 0.711}, {16, 16, 0.551}, {32, 32, 0.264}, {8, 32, 0.265}, {16, 32, 0.263}};

START_TEST(parts_of_a_line_hardly_join)
{
	char loads[512] = "", text[1536];
	for (int i = 0; i < 4; i++)
		snprintf(loads + strlen(loads), sizeof loads - strlen(loads),
		         "<load array='x' index='(threadIdx.x/%d)*4096 + threadIdx.x%%%d + (4*t + %d)*%d'/>", parts[_i].words,
		         parts[_i].words, i, parts[_i].step);
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='132' block='128'/>"
	         "<array name='x' space='global' type='f32' length='1048576'/>"
	         "<loop variable='t' count='16'>%s<barrier/></loop></kernel>", loads);
	const gm_cached cached = cached_of(text_load(text, NULL, 0), 1);
	const double left = left_of(&cached);
	ck_assert_msg(fabs(left - parts[_i].left) < 0.05, "%.3f left, measured %.3f", left, parts[_i].left);
}
END_TEST

/* A product of matrices, 64 by 4 threads for as many elements, 5 by 128 blocks: those of a row share few words, those of a
   column most that is fetched, and it is these that keep them in step (direct, 4 at once: 0.356, 8: 0.484). */
START_TEST(what_little_is_shared_does_not_keep_the_rest_from_joining)
{
	char loads[1024] = "", text[2048];
	for (int i = 0; i < 4; i++)
		snprintf(loads + strlen(loads), sizeof loads - strlen(loads),
		         "<load array='a' index='(blockIdx.y*4 + threadIdx.y)*384 + 4*k + %d'/>"
		         "<load array='b' index='(4*k + %d)*320 + blockIdx.x*64 + threadIdx.x'/>", i, i);
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='5, 128' block='64, 4'/>"
	         "<array name='a' space='global' type='f32' length='196608'/>"
	         "<array name='b' space='global' type='f32' length='122880'/>"
	         "<loop variable='k' count='96'>%s<compute op='fma' type='f32' count='4'/></loop></kernel>", loads);
	const gm_cached cached = cached_of(text_load(text, NULL, 0), 5);
	const double left = left_of(&cached);
	ck_assert_msg(left > 0.3 && left < 0.6, "%.3f left", left);
}
END_TEST

/* The middle block lies at the edge of the space, where it only copies: that says nothing of what blocks inside share, and
   each goes to places of its own. */
START_TEST(what_the_traced_block_does_not_do_is_not_shared)
{
	const gm_cached cached = cached_of(
	        ptx_load("diffusing", &(gm_ptx_launch){.entry = "stencilStarThirteen",
	                                               .grid = {11602, 1, 1},
	                                               .block = {256, 1, 1},
	                                               .arguments = (const char *[]){"f64[2970000]", "f64[2970000]", "s32=180",
	                                                                             "s32=150", "s32=110"},
	                                               .arguments_count = 5}), 8);
	ck_near(left_of(&cached), 1, 1e-9);
}
END_TEST

/* 5000000 words of 2 bytes by random places in a table of 80000 bytes, that stays in L1 of each of 132 SMs once it is there:
   the places come once, the table once to each SM. */
START_TEST(a_table_that_fits_comes_once_to_each_sm)
{
	const gm_cached cached = cached_of(
	        ptx_load("harvest", &(gm_ptx_launch){.entry = "_Z8gatherByIstEvPT_PKS0_PKT0_i",
	                                             .grid = {9766, 1, 1},
	                                             .block = {512, 1, 1},
	                                             .arguments = (const char *[]){"u16[5000000]:zero", "u16[40000]:random=16256",
	                                                                           "u16[5000000]:random=40000", "s32=5000000"},
	                                             .arguments_count = 4}), 4);
	ck_near(cached.l1_fetched_sectors, 5e6 * 2 / 32 + 132 * 8e4 / 32, 0.06);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("shared_reads");
	TCase *cases = tcase_create("shared_reads");
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_loop_test(cases, parts_of_a_line_hardly_join, 0, sizeof parts / sizeof *parts);
	tcase_add_test(cases, what_little_is_shared_does_not_keep_the_rest_from_joining);
	tcase_add_test(cases, what_the_traced_block_does_not_do_is_not_shared);
	tcase_add_test(cases, a_table_that_fits_comes_once_to_each_sm);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
