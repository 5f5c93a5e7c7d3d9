/*
 * Describing and predicting agrees with predicting: launches of the validation lists, as PTX and as
 * the descriptor that is made of it.
 *
 * Both are counted on an H200 by replays that share nothing, and timed: every counter of memory, the
 * floating-point operations and the distinct bytes must be equal, instructions too but for roundings
 * of the numbers in the file, and the time within 1 %. What a grid too large to be walked is sampled
 * by may differ from one form to the other; then so may the counters.
 *
 * A full test takes all launches. Those that are not described exactly say so, and say why.
 */
#include "described.h"

#include "analysis/agreement.h"
#include "analysis/predict.h"
#include "input/device_file.h"
#include "support/near.h"

#include <math.h>

static gm_device *h200;

static void
load_device(void)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_device_load(GM_TREE "/devices/h200.xml", &h200, &err), GM_OK);
}

static void
free_device(void)
{
	gm_device_free(h200);
}

/* ---- one launch ---- */

typedef struct likeness {
	bool exact; /* it is described exactly */
	bool sampled;
	int different; /* counters */
	double instructions, time; /* of the descriptor over those of PTX, less 1 */
} likeness;

#define MUST(status, what)                                                                         \
	ck_assert_msg((status) == GM_OK, "%s: %s line %d: %s", what, err.file, err.line, err.message)

static double
instructions_of(const gm_prediction *p)
{
	const gm_metric *m = gm_prediction_metric(p, "smsp__inst_executed.sum");
	return m ? m->value.value : NAN;
}

static void
compare_times(const described *d, const char *name, likeness *out)
{
	gm_error err = GM_ERROR_NONE;
	gm_prediction x, y;
	MUST(gm_predict(d->descriptor, h200, NULL, &x, &err), name);
	MUST(gm_predict(d->ptx, h200, NULL, &y, &err), name);
	out->time = x.time_s.value / y.time_s.value - 1;
	out->instructions = instructions_of(&x) / instructions_of(&y) - 1;
	gm_prediction_dispose(&x);
	gm_prediction_dispose(&y);
}

static likeness
compare(const gm_launches *launches, const gm_launch *launch, bool fixed_block)
{
	gm_error err = GM_ERROR_NONE;
	gm_agreement agreement = {0};
	described d;
	MUST(described_load(launches, launch, fixed_block, &d, &err), launch->name);
	likeness out = {.exact = d.doubts.length == 0};
	if (out.exact) {
		MUST(gm_agreement_gather(d.descriptor, d.ptx, h200, true, &agreement, &err), launch->name);
		out.sampled = agreement.sampled;
		out.different = agreement.different;
		compare_times(&d, launch->name, &out);
		ck_assert_msg(out.sampled || out.different == 0, "%s: %s", launch->name,
			      agreement.report.bytes);
	}
	gm_agreement_dispose(&agreement);
	described_dispose(&d);
	return out;
}

/* ---- some ---- */

static const struct {
	const char *list, *launch;
	bool fixed_block; /* described for blocks of its own shape alone */
	double time;      /* that the two may differ by, of it; 0: 0.01 */
} rows[] = {
	{"h200", "array_copy-1", false, 0},
	{"h200", "stencil_line-1", false, 0},      /* unrolled code that is no loop */
	{"h200", "softmax_block-2", false, 0},     /* loops of four turns, reductions across a barrier */
	{"h200", "softmax_warp-1", false, 0},      /* loops of two turns */
	{"h200", "scan_shuffle-1", false, 0},      /* loops that some warps do not prepare */
	{"h200", "layer_norm-2", true, 0},         /* divisions and roots; of layer_norm-1 it is told that not all is */
	{"h200", "mv_thread_column-2", false, 0},
	/* Loads for which registers run short; of a loop's loads, one site, only the mean is known. */
	{"h200", "naive_mm-1", false, 0.02},
	{"h200", "mm_tensor-1", false, 0.04},
	{"h200", "gather-1", false, 0},            /* addresses from random numbers */
	{"h200_seventh", "rd_atomic_each-1", false, 0}, /* one lane for all of a warp */
	{"h200_unseen", "layer_quantise-1", false, 0}, /* four bytes at a time */
	{"h200_unseen", "order_prefix-1", false, 0},
	{"h200_unseen", "layer_swiglu-1", false, 0}, /* exponentials */
	{"h200_unseen", "field_lattice-3", false, 0}, /* blocks that are drawn */
	{"h200_fresh", "gemm_wmma_direct-1", false, 0}, /* fragments from global memory */
	{"h200_fresh", "layernorm_kept-1", true, 0}, /* arrays of several sizes in shared memory */
	{"h200_fresh", "fold_welford-1", false, 0},
	{"h200_fresh", "body_direct-1", false, 0}, /* double precision */
	{"h200_fresh", "stencil_line_shared-1", false, 0},
	{"h200_fresh", "struct_step-1", false, 0}, /* loads that go before stores */
	{"h200_fresh", "gather_cached-3", false, 0}, /* a table that all blocks read, drawn */
	{"h200_blind", "op_attention_online-2", false, 0}, /* sums that begin anew in each turn */
};

/* Where data decide, the reason is said. */
static const struct {
	const char *list, *launch, *why;
} open_rows[] = {
	{"h200", "mandelbrot-1", "data decide how often this loop turns"},
	{"h200_fresh", "chase_places-1", "its address depends on data"},
	{"h200_blind", "op_dropout-1", "data decide this branch"},
};

static const gm_launch *
load_launch(const char *list, const char *name, gm_launches **launches)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/reports/runs/%s.list", list);
	MUST(gm_launches_load(path, launches, &err), name);
	const gm_launch *launch = gm_launches_find(*launches, name);
	ck_assert_msg(launch != NULL, "no launch %s", name);
	return launch;
}

START_TEST(a_descriptor_is_predicted_as_its_ptx_is)
{
	gm_launches *launches;
	const gm_launch *launch = load_launch(rows[_i].list, rows[_i].launch, &launches);
	const likeness found = compare(launches, launch, rows[_i].fixed_block);
	ck_assert_msg(found.exact, "%s is not described exactly", launch->name);
	ck_assert_msg(fabs(found.instructions) < 0.001, "%s: instructions %+.2f %%", launch->name,
		      100 * found.instructions);
	const double most = rows[_i].time > 0 ? rows[_i].time : 0.01;
	ck_assert_msg(fabs(found.time) < most, "%s: time %+.2f %%", launch->name, 100 * found.time);
	gm_launches_free(launches);
}
END_TEST

START_TEST(what_data_decide_is_said)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	described d;
	const gm_launch *launch = load_launch(open_rows[_i].list, open_rows[_i].launch, &launches);
	MUST(described_load(launches, launch, false, &d, &err), launch->name);
	ck_assert_msg(d.doubts.length && strstr(d.doubts.bytes, open_rows[_i].why), "%s: %s",
		      launch->name, d.doubts.length ? d.doubts.bytes : "nothing is said");
	ck_assert_msg(strstr(d.xml.bytes, open_rows[_i].why) != NULL, "%s", d.xml.bytes);
	described_dispose(&d);
	gm_launches_free(launches);
}
END_TEST

START_TEST(describing_twice_gives_the_same_bytes)
{
	gm_launches *launches;
	gm_error err = GM_ERROR_NONE;
	described first, again;
	const gm_launch *launch = load_launch(rows[_i].list, rows[_i].launch, &launches);
	MUST(described_load(launches, launch, false, &first, &err), launch->name);
	MUST(described_load(launches, launch, false, &again, &err), launch->name);
	ck_assert_str_eq(first.xml.bytes, again.xml.bytes);
	described_dispose(&first);
	described_dispose(&again);
	gm_launches_free(launches);
}
END_TEST

/* ---- all ---- */

/* Pointers that each addition makes from the one before are told as so many instructions and not as a
   chain through the turns, which is worth up to 4 %; grids that are drawn differ by the draw. Of 673
   launches some 550 are described exactly, all but some 25 of them within 1 % in time. */
START_TEST(nearly_all_launches_are_predicted_alike)
{
	static const char *const lists[] = {"h200", "h200_unseen", "h200_fresh", "h200_blind"};
	char path[512];
	int compared = 0, off = 0;
	for (int l = 0; l < 4; l++) {
		gm_launches *launches;
		gm_error err = GM_ERROR_NONE;
		snprintf(path, sizeof path, GM_TREE "/reports/runs/%s.list", lists[l]);
		MUST(gm_launches_load(path, &launches, &err), path);
		for (int i = 0; i < launches->count; i++) {
			const likeness found = compare(launches, &launches->items[i], false);
			const double most = 0.1;
			compared += found.exact;
			off += found.exact && fabs(found.time) > 0.01;
			ck_assert_msg(!found.exact || fabs(found.time) < most, "%s: time %+.2f %%",
				      launches->items[i].name, 100 * found.time);
		}
		gm_launches_free(launches);
	}
	ck_assert_int_ge(compared, 545);
	ck_assert_int_le(off, compared * 5 / 100);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("described launches");
	TCase *cases = tcase_create("all");
	const int rows_count = sizeof rows / sizeof *rows;
	tcase_add_unchecked_fixture(cases, load_device, free_device);
	tcase_set_timeout(cases, 600);
	tcase_add_loop_test(cases, a_descriptor_is_predicted_as_its_ptx_is, 0, rows_count);
	tcase_add_loop_test(cases, what_data_decide_is_said, 0, sizeof open_rows / sizeof *open_rows);
	tcase_add_loop_test(cases, describing_twice_gives_the_same_bytes, 0, rows_count);
	if (getenv("GM_TEST_FULL"))
		tcase_add_test(cases, nearly_all_launches_are_predicted_alike);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
