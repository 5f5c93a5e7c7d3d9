#include "model/clock.h"

#include "support/device.h"
#include "support/near.h"

/* Of a kernel of one site. */
static double
clock_of(gm_operation operation, gm_type type, int64_t times)
{
	gm_site site = {.operation = operation, .type = type};
	gm_site_counts counted = {.of = {[GM_COUNT_INSTRUCTIONS] = times}};
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	const gm_counts counts = {.sites = &counted};
	return gm_clock_hz(device, &kernel, &counts);
}

/* Seen with tensor_clock on an H200: 1.784 to 1.799 GHz, and 1.97 to 1.98 of doubles and without tensor cores. */
static const struct {
	gm_operation operation;
	gm_type type;
	int64_t times;
	double hz;
} rows[] = {
	{GM_MMA, GM_F16, 1, 1.795e9}, {GM_MMA, GM_TF32, 8, 1.795e9}, {GM_MMA, GM_S8, 8, 1.795e9},
	{GM_MMA, GM_F16, 0, 1.977e9}, {GM_MMA, GM_F64, 8, 1.977e9},  {GM_FMA, GM_F16X2, 8, 1.977e9},
};

START_TEST(tensor_cores_lower_the_clock)
{
	ck_near(clock_of(rows[_i].operation, rows[_i].type, rows[_i].times), rows[_i].hz, 1e-6);
}
END_TEST

/* A G80 has no measured clock, an A100 none of tensor work. */
START_TEST(without_a_measurement_the_next_best_is_taken)
{
	gm_device_free(device);
	device = device_load("geforce_8800_gtx");
	ck_near(clock_of(GM_FMA, GM_F32, 1), gm_device_value(device, GM_SM_CLOCK), 1e-9);
	gm_device_free(device);
	device = device_load("a100");
	ck_near(clock_of(GM_MMA, GM_F16, 1), gm_device_value(device, GM_SM_CLOCK_MEASURED), 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("clock");
	TCase *tests = tcase_create("clock");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, tensor_cores_lower_the_clock, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, without_a_measurement_the_next_best_is_taken);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
