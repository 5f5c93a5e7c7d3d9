/*
 * What a profiler counts of copies past L1 under a predicate: nothing under P0, all lanes that come there under its
 * contrary (measure/calibrate/guarded.py, reports/measured/guarded.csv).
 */
#include "model/counts.h"

#include "input/ptx_file.h"
#include "support/loading.h"
#include "support/near.h"

/* Of four warps one and a quarter copy, in 4 and 1 wavefronts: under !P0 all four are counted as if they did; of what is
   under P0 nothing is, though lanes 40 to 127 copy. */
START_TEST(what_is_counted_hangs_on_the_register)
{
	static const struct {
		const char *entry, *n;
		double copied, counted;
	} cases[] = {{"one_if", "s32=40", 5, 16}, {"greater", "u32=39", 3 + 8, 0}};
	gm_device *device = device_load("sm_90");
	const gm_ptx_launch launch = {.entry = cases[_i].entry,
				      .grid = {1, 1, 1},
				      .block = {128, 1, 1},
				      .arguments = (const char *[]){"f32[4096]", "f32[4096]", cases[_i].n},
				      .arguments_count = 3};
	gm_kernel *kernel;
	gm_counts counts;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_ptx_kernel_load(GM_TREE "/tests/ptx/lowering/guarded.sm_90.ptx", &launch, &kernel, &err) ==
			      GM_OK, "%s", err.message);
	double copied = 0;
	ck_assert_int_eq(gm_counts_gather(kernel, device, false, &counts, &err), GM_OK);
	for (int s = 0; s < kernel->sites_count; s++)
		if (counts.issue[s].guarded != GM_GUARDED_NOT)
			copied += (double)counts.sites[s].of[GM_COUNT_WAVEFRONTS];
	ck_near(copied, cases[_i].copied, 0);
	ck_near(copied + gm_counts_patched_passes(&counts, GM_COUNT_WAVEFRONTS), cases[_i].counted, 1e-9);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("guarded");
	TCase *tests = tcase_create("guarded");
	tcase_add_loop_test(tests, what_is_counted_hangs_on_the_register, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
