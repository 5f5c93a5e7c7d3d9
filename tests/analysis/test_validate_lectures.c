#include "analysis/validate.h"

#include "by_hand.h"
#include "input/kernel_file.h"
#include "input/library.h"

typedef struct shipped {
	gm_library *library;
	gm_device *device;
	gm_kernel *kernel;
	gm_prediction p;
} shipped;

static void
release(shipped *s)
{
	gm_prediction_dispose(&s->p);
	gm_kernel_free(s->kernel);
	gm_device_free(s->device);
	s->kernel = NULL;
	s->device = NULL;
}

/* The second kernel of a run takes defaults: it has no n. */
static gm_status
predict_shipped(void *state, const gm_run *run, int kernel, gm_origin from,
		const gm_prediction **out, gm_error *err)
{
	*out = NULL;
	if (from != GM_FROM_DESCRIPTOR)
		return GM_OK;
	shipped *s = state;
	gm_definition definitions[8];
	const char *path = NULL;
	const int count = kernel == 0 ? run->parameters_count : 0;
	release(s);
	for (int i = 0; i < count; i++)
		definitions[i] = (gm_definition){run->parameters[i].name, run->parameters[i].value};
	gm_status status = gm_library_device(s->library, run->device, &s->device, err);
	if (status == GM_OK)
		status = gm_library_model_path(s->library, run->kernels[kernel], &path, err);
	if (status == GM_OK)
		status = gm_kernel_load(path, definitions, count, &s->kernel, err);
	if (status == GM_OK)
		status = gm_predict(s->kernel, s->device, NULL, &s->p, err);
	*out = &s->p;
	return status;
}

/* The lecture prints "GPU took 17.6967 ms" beside the 485.398 GB/s. */
START_TEST(every_number_of_the_lectures_is_compared_and_none_beats_a_bound)
{
	const gm_places places = {.shipped = GM_TREE};
	shipped s = {.library = gm_library_new(&places)};
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	gm_validation v;
	ck_assert_int_eq(gm_runs_load(GM_TREE "/reports/runs/seeds.xml", &runs, &err), GM_OK);
	const gm_runs *files[] = {runs};
	ck_assert_msg(gm_validate(files, 1, predict_shipped, &s, &v, &err) == GM_OK, "%s:%d: %s",
		      err.file, err.line, err.message);
	ck_assert_int_eq(v.count, 16);
	for (int i = 0; i < v.count; i++) {
		const gm_validation_row *row = &v.rows[i];
		ck_assert_msg(row->compared && row->timed, "%s", row->run->kernel);
		/* What a transposing store of 2^30 threads in a row touches is estimated: no bound. */
		ck_assert_msg(row->bound_s > 0 || strcmp(row->run->kernel, "transpose_simple") == 0,
			      "%s has no bound", row->run->kernel);
		ck_assert_msg(!row->beats_bound, "%s on %s: %g s, bound %g s", row->run->kernel,
			      row->run->device, row->measured_s, row->bound_s);
		if (strcmp(row->run->kernel, "array_copy") == 0)
			ck_near(row->measured_s, 17.6967e-3, 2e-5);
	}
	ck_assert_int_eq(v.beaten, 0);
	ck_assert_int_eq(summary(&v, GM_SCOPE_SPEED, "")->compared, 16);
	gm_validation_dispose(&v);
	release(&s);
	gm_library_free(s.library);
	gm_runs_free(runs);
}
END_TEST

static Suite *
validate_lectures_suite(void)
{
	Suite *suite = suite_create("the lectures");
	TCase *cases = tcase_create("the lectures");
	tcase_add_test(cases, every_number_of_the_lectures_is_compared_and_none_beats_a_bound);
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(validate_lectures_suite());
}
