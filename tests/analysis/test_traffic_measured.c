/*
 * Predicted cache traffic against the H200's counters, on the lectures' kernels, cold: what the model
 * is held to. The runs are validation: no constant comes from them.
 */
#include "analysis/predict.h"

#include "input/kernel_file.h"
#include "input/runs_file.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* The mean absolute error each metric may have. DRAM's two directions are held to their sum, for a small
   kernel's writes are next to nothing. */
static struct {
	const char *metric;
	double most;
	double sum;
	int count;
} metrics[] = {
        {"l1tex__m_xbar2l1tex_read_sectors.sum", 0.05, 0, 0},
        {"lts__t_sectors_srcunit_tex.sum", 0.05, 0, 0},
        {"dram__bytes_read.sum", 0.10, 0, 0},
};

static void
add_errors(const gm_run *run, const gm_prediction *prediction)
{
	for (int m = 0; m < run->measured_count; m++)
		for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
			const gm_metric *predicted = gm_prediction_metric(prediction, metrics[i].metric);
			if (strcmp(run->measured[m].metric, metrics[i].metric) != 0 ||
			    run->measured[m].value == 0)
				continue;
			ck_assert_ptr_nonnull(predicted);
			metrics[i].sum += fabs(predicted->value.value / run->measured[m].value - 1);
			metrics[i].count++;
		}
}

static void
hold_run(const gm_run *run, const gm_device *device)
{
	char path[512];
	gm_definition definitions[16];
	gm_kernel *kernel = NULL;
	gm_prediction prediction;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", run->kernel);
	if (run->warm || access(path, R_OK) != 0)
		return;
	for (int i = 0; i < run->parameters_count; i++)
		definitions[i] = (gm_definition){run->parameters[i].name, run->parameters[i].value};
	ck_assert_msg(gm_kernel_load(path, definitions, run->parameters_count, &kernel, &err) == GM_OK,
	              "%s: %s", run->kernel, err.message);
	ck_assert(gm_predict(kernel, device, NULL, &prediction, &err) == GM_OK);
	add_errors(run, &prediction);
	gm_prediction_dispose(&prediction);
	gm_kernel_free(kernel);
}

START_TEST(the_lectures_kernels_move_what_the_counters_say)
{
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	gm_device *device = device_load("h200");
	ck_assert(gm_runs_load(GM_TREE "/reports/runs/h200.xml", &runs, &err) == GM_OK);
	for (int i = 0; i < runs->count; i++)
		hold_run(&runs->items[i], device);
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
		const double mean = metrics[i].sum / metrics[i].count;
		ck_assert_int_ge(metrics[i].count, 60);
		ck_assert_msg(mean <= metrics[i].most, "%s: %.3f in the mean of %d, held to %.2f",
		              metrics[i].metric, mean, metrics[i].count, metrics[i].most);
	}
	gm_runs_free(runs);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("traffic_measured");
	TCase *tests = tcase_create("traffic_measured");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, the_lectures_kernels_move_what_the_counters_say);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
