/*
 * The block that is like most, where a class does not say one: kernels whose samples are given here.
 */
#include "kernel/kernel.h"

#include "base/memory.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 3 };

static const struct {
	int64_t weights[SAMPLES];
	gm_dim3 said, common; /* said.x < 0: it is not said */
} rows[] = {
	/* each stands for itself alone: the middle of 8 x 9 x 5, rounded down */
	{{1, 1, 1}, {-1, -1, -1}, {4, 4, 2}},
	/* the first of the most */
	{{1, 5, 5}, {-1, -1, -1}, {10, 1, 0}},
	{{7, 5, 5}, {-1, -1, -1}, {0, 0, 0}},
	{{7, 5, 5}, {3, 2, 1}, {3, 2, 1}},
};

static int row;

static gm_status
give(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	(void)kernel, (void)err;
	out->samples = gm_allocate(SAMPLES, sizeof *out->samples);
	out->count = SAMPLES;
	out->exact = true;
	if (rows[row].said.x >= 0)
		out->common = rows[row].said;
	for (int i = 0; i < SAMPLES; i++)
		out->samples[i] = (gm_block_sample){.block = {10 * i, i, 0}, .weight = rows[row].weights[i]};
	return GM_OK;
}

START_TEST(a_block_like_most_is_chosen)
{
	static const gm_kernel_class methods = {.blocks = give};
	const gm_kernel kernel = {.methods = &methods, .grid = {8, 9, 5}, .block = {32, 1, 1}};
	gm_block_samples samples;
	gm_error err = GM_ERROR_NONE;
	row = _i;
	ck_assert_int_eq(gm_kernel_blocks(&kernel, &samples, &err), GM_OK);
	ck_assert_int_eq(samples.common.x, rows[_i].common.x);
	ck_assert_int_eq(samples.common.y, rows[_i].common.y);
	ck_assert_int_eq(samples.common.z, rows[_i].common.z);
	gm_block_samples_dispose(&samples);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("blocks");
	TCase *cases = tcase_create("blocks");
	tcase_add_loop_test(cases, a_block_like_most_is_chosen, 0, sizeof rows / sizeof *rows);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
