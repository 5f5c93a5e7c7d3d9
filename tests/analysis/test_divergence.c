#include "analysis/divergence.h"

#include "support/loading.h"
#include "support/near.h"

/* A multiple of four that no proof sees through, i*i, makes every iteration walked; without it one
   stands for all. */
#define BRANCHES(more)                                                                             \
	"<kernel name='branches' schema='1'><parameter name='trips' value='100'/>"                 \
	"<launch grid='10' block='48'/>"                                                           \
	"<loop variable='i' count='trips'>"                                                        \
	"<if test='(threadIdx.x" more ") % 4 == 0'><compute op='add' type='f32'/></if>"            \
	"<else><compute op='mul' type='f32' count='3'/></else>"                                    \
	"</loop>"                                                                                  \
	"<compute op='fma' type='f32'/></kernel>"

static const char *const branches[] = {BRANCHES(""), BRANCHES(" + 4*i*i")};

static gm_divergence
gather(const char *device_name, int64_t trips, int walked, gm_kernel **kernel, gm_device **device)
{
	gm_error err = GM_ERROR_NONE;
	gm_divergence out;
	*device = device_load(device_name);
	*kernel = text_load(branches[walked], &(gm_definition){"trips", trips}, 1);
	ck_assert_msg(gm_divergence_gather(*kernel, *device, &out, &err) == GM_OK, "%s",
		      err.message);
	return out;
}

/* By hand, 10 blocks of 48 threads, T trips. Warps of 32: one of 32 threads, 8 of which add and 24
   multiply, and one of 16, of which 4 and 12. Wavefronts of 64: one of 48, of which 12 and 36. The
   multiply stands for three instructions but follows the addition once. */
static const struct {
	const char *device;
	int64_t trips;
	int walked, site;
	int64_t of[GM_DIVERGENCE_COUNT];
} rows[] = {
	/* instructions, lanes, off, missing, partial, alternations */
	{"sm_75", 100, 0, 0, {2000, 12000, 36000, 16000, 2000, 0}},
	{"sm_75", 100, 0, 1, {6000, 108000, 36000, 48000, 6000, 2000}},
	{"sm_75", 100, 0, 2, {20, 480, 0, 160, 0, 0}},
	{"sm_75", 1, 0, 1, {60, 1080, 360, 480, 60, 20}},
	{"sm_75", 100, 1, 0, {2000, 12000, 36000, 16000, 2000, 0}},
	{"sm_75", 100, 1, 1, {6000, 108000, 36000, 48000, 6000, 2000}},
	{"radeon_r9_290x", 100, 0, 0, {1000, 12000, 36000, 16000, 1000, 0}},
	{"radeon_r9_290x", 100, 0, 1, {3000, 108000, 36000, 48000, 3000, 1000}},
	{"radeon_r9_290x", 100, 0, 2, {10, 480, 0, 160, 0, 0}},
};

START_TEST(the_two_paths_of_a_condition_are_counted)
{
	gm_kernel *kernel;
	gm_device *device;
	gm_divergence got =
		gather(rows[_i].device, rows[_i].trips, rows[_i].walked, &kernel, &device);
	for (int k = 0; k < GM_DIVERGENCE_COUNT; k++)
		ck_assert_msg(got.sites[rows[_i].site].of[k] == rows[_i].of[k],
			      "counter %d: %lld, expected %lld", k,
			      (long long)got.sites[rows[_i].site].of[k], (long long)rows[_i].of[k]);
	ck_assert_int_eq(got.sites[0].other, -1);
	ck_assert_int_eq(got.sites[1].other, 0);
	ck_assert_int_eq(got.sites[2].other, -1);
	ck_assert(got.exact);
	gm_divergence_dispose(&got);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

START_TEST(lanes_used_off_and_missing_are_all_lanes)
{
	gm_kernel *kernel;
	gm_device *device;
	gm_divergence got = gather("sm_75", 100, 0, &kernel, &device);
	ck_assert_int_eq(got.total[GM_DIVERGENCE_INSTRUCTIONS], 8020);
	ck_assert_int_eq(got.total[GM_DIVERGENCE_LANES] + got.total[GM_DIVERGENCE_OFF] +
				 got.total[GM_DIVERGENCE_MISSING],
			 8020 * 32);
	gm_divergence_dispose(&got);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("divergence");
	TCase *tcase = tcase_create("kernel");
	tcase_add_loop_test(tcase, the_two_paths_of_a_condition_are_counted, 0,
			    sizeof rows / sizeof *rows);
	tcase_add_test(tcase, lanes_used_off_and_missing_are_all_lanes);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
