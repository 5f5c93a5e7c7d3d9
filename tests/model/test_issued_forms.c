/*
 * What the model of the compiler issues for the shipped descriptors (kernel/compile.h), by the types that
 * they state as their sources do, against the instructions of the PTX that nvcc made of those sources
 * (sass/issue.h): two models that share no code, and on an H200 each within 4 % of the profiler's count
 * for most kernels.
 *
 * Where they differ by more the reason stands beside: unrolling that one of them does not see.
 */
#include "input/device_file.h"
#include "kernel/issue.h"
#include "model/counts.h"
#include "two_forms.h"

#include <math.h>

static const row rows[] = {
	{"array_copy",
	 {"u64=n", "odata", "idata"},
	 {""}},
	{"array_copy_float4",
	 {"u64=n", "odata", "idata"},
	 {""}},
	{"convolve",
	 {"image", "result", "s32=n"},
	 {""}},
	{"histogram_shared",
	 {"counts", "data", "s32=n"},
	 {"n=262144 blocks=32"}},
	{"mma_mm",
	 {"A", "B", "C", "s32=n"},
	 {"n=1024"}},
	{"naive_mm",
	 {"A", "B", "C", "s32=n"},
	 {""}},
	{"naive_mm_guarded",
	 {"A", "B", "C", "s32=m", "s32=k", "s32=n"},
	 {""}},
	{"naive_mm_swapped",
	 {"A", "B", "C", "s32=n"},
	 {""}},
	{"offset_copy",
	 {"u64=n", "odata", "idata", "s32=offset"},
	 {""}},
	{"reduce_shuffle",
	 {"total", "x", "s32=n"},
	 {""}},
	{"saxpy",
	 {"s32=n", "f32=2.5", "x", "y"},
	 {""}},
	{"stencil_2d",
	 {"in", "out", "s32=width", "s32=height"},
	 {""}},
	{"strided_copy",
	 {"u64=n", "odata", "idata", "s32=stride"},
	 {""}},
	{"sum_chunk",
	 {"res", "x", "s32=n", "s32=m"},
	 {""}},
	{"sum_grid_stride",
	 {"res", "x", "s32=n"},
	 {""}},
	{"sum_shared_tree",
	 {"res", "x", "s32=n"},
	 {""}},
	{"sum_two_kernel_first",
	 {"res", "x", "s32=n"},
	 {""}},
	{"tiled_mm",
	 {"A", "B", "C", "s32=n"},
	 {""}},
	{"tiled_mm_dynamic",
	 {"A", "B", "C", "s32=n", "s32=tile"},
	 {""}},
	{"tiled_mm_padded",
	 {"A", "B", "C", "s32=m", "s32=k", "s32=n"},
	 {""}},
	{"transpose_2d",
	 {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
	 {""}},
	{"transpose_padded",
	 {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
	 {""}},
	{"transpose_shared",
	 {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
	 {""}},
	{"transpose_simple",
	 {"array_in", "array_out", "u64=n_rows", "u64=n_cols"},
	 {""}},
	{"vector_add",
	 {"a", "b", "c", "s32=n"},
	 {""}},
};

enum { ROWS = sizeof rows / sizeof *rows, NEAR_LEAST = 17 };

/* naive_mm, stencil_2d and the transposes through shared memory are 14, 13 and 13 % off, the first and the last because
   the PTX form has 9 and 12 % more than was measured; mma_mm, whose fragments nvcc addresses anew
   in each copy of a turn, is a third off. */
static const double near = 0.1, worst = 0.35;

static gm_device *h200;

static void
load_device(void)
{
	gm_error err = GM_ERROR_NONE;
	require_ok(gm_device_load(GM_TREE "/devices/h200.xml", &h200, &err), &err, "h200");
}

static void
free_device(void)
{
	gm_device_free(h200);
}

static double
instructions(const gm_kernel *kernel, const char *name)
{
	gm_error err = GM_ERROR_NONE;
	gm_counts counts;
	void *owned;
	double sum = 0;
	const gm_kernel *on = gm_kernel_on(kernel, 9, 0, &owned);
	gm_issue *issue = calloc((size_t)on->sites_count, sizeof *issue);
	gm_kernel_issue(on, 9, 0, issue);
	require_ok(gm_counts_gather(on, h200, false, &counts, &err), &err, name);
	for (int s = 0; s < on->sites_count; s++)
		sum += gm_issue_total(&issue[s]) * (double)counts.sites[s].of[GM_COUNT_INSTRUCTIONS];
	gm_counts_dispose(&counts);
	free(issue);
	free(owned);
	return sum;
}

static double
difference(const row *r)
{
	gm_kernel *descriptor = load_descriptor(r->kernel, r->sizes[0]);
	gm_kernel *ptx = load_ptx(r, descriptor, 90);
	const double by = instructions(descriptor, r->kernel) / instructions(ptx, r->kernel) - 1;
	gm_kernel_free(descriptor);
	gm_kernel_free(ptx);
	return by;
}

START_TEST(most_descriptors_issue_what_their_compiled_forms_do)
{
	int nearer = 0;
	for (int i = 0; i < ROWS; i++) {
		const double by = difference(&rows[i]);
		nearer += fabs(by) < near;
		if (getenv("GM_TEST_SHOW"))
			printf("%-24s %+.1f %%\n", rows[i].kernel, 100 * by);
		ck_assert_msg(fabs(by) < worst, "%s: %+.1f %%", rows[i].kernel, 100 * by);
	}
	ck_assert_int_ge(nearer, NEAR_LEAST);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("issued forms");
	TCase *cases = tcase_create("all");
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_add_test(cases, most_descriptors_issue_what_their_compiled_forms_do);
	tcase_set_timeout(cases, 60);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
