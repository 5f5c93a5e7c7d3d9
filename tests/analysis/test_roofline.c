#include "analysis/roofline.h"
#include "support/loading.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <string.h>

enum { DEVICES_MAX = 8 };

typedef struct setting {
	gm_roofline roofline;
	gm_device *devices[DEVICES_MAX];
	int count;
} setting;

static setting s;

static void
begin(unsigned levels)
{
	s.count = 0;
	gm_roofline_init(&s.roofline, levels);
}

/* `assignment` NULL: as in its file. */
static gm_device *
add_device(const char *file, const char *name, const char *assignment)
{
	gm_device *device = device_load(file);
	gm_error err = GM_ERROR_NONE;
	if (assignment)
		ck_assert_int_eq(gm_device_override(device, assignment, &err), GM_OK);
	s.devices[s.count++] = device;
	gm_roofline_add_device(&s.roofline, device, name);
	return device;
}

static void
add(const gm_kernel *kernel, const gm_device *device, gm_prediction *keep)
{
	gm_prediction p;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_predict(kernel, device, NULL, &p, &err) == GM_OK, "%s", err.message);
	gm_roofline_add(&s.roofline, &p);
	if (keep)
		*keep = p;
	else
		gm_prediction_dispose(&p);
}

static void
add_model(const char *name, const gm_device *device)
{
	gm_kernel *kernel = model_load(name);
	add(kernel, device, NULL);
	gm_kernel_free(kernel);
}

static gm_kernel *
variant_load(const char *name, const char *parameter, int64_t value)
{
	char path[256];
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_definition definition = {parameter, value};
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	ck_assert_msg(gm_kernel_load(path, &definition, 1, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

static void
end(void)
{
	gm_roofline_dispose(&s.roofline);
	for (int i = 0; i < s.count; i++)
		gm_device_free(s.devices[i]);
}

static const gm_roofline_point *
point_of(int series, gm_level level, gm_point_kind kind)
{
	for (int i = 0; i < s.roofline.points_count; i++) {
		const gm_roofline_point *p = &s.roofline.points[i];
		if (p->series == series && p->level == level && p->kind == kind)
			return p;
	}
	return NULL;
}

static const gm_roof *
roof_of(int device, const char *name)
{
	for (int i = 0; i < s.roofline.roofs_count; i++)
		if (s.roofline.roofs[i].device == device &&
		    strcmp(s.roofline.roofs[i].name, name) == 0)
			return &s.roofline.roofs[i];
	return NULL;
}

/* The lectures' pictures: where they put the naive and the tiled product under the roof of DRAM. The
   G80 notes have 21.6 and 345.6 GFLOP/s, the Masaryk slides 4 FLOP/B x 142 GB/s = 568, the H100 notes
   750 and 12000 at 3 TB/s. All count the loads of the inner loop only; with the store of C, n = 1024,
   the intensities are 2n^3 / (4(2n^3 + n^2)) = 0.24988 and 2n^3 / (4(2n^3/16 + n^2)) = 3.9690. */
static const struct {
	const char *file, *assignment, *kernel;
	double bandwidth, intensity, lecture_flop_per_s;
} lectures[] = {
	{"geforce_8800_gtx", NULL, "naive_mm", 86.4e9, 0.24988, 21.6e9},
	{"geforce_8800_gtx", NULL, "tiled_mm", 86.4e9, 3.9690, 345.6e9},
	{"geforce_gtx_280", "dram_bandwidth=142GB/s", "tiled_mm", 142e9, 3.9690, 568e9},
	{"h100", "dram_bandwidth=3TB/s", "naive_mm", 3e12, 0.24988, 750e9},
	{"h100", "dram_bandwidth=3TB/s", "tiled_mm", 3e12, 3.9690, 12000e9},
};

START_TEST(the_lectures_points_stand_where_they_drew_them)
{
	begin(1U << GM_LEVEL_REQUESTED);
	add_model(lectures[_i].kernel,
		  add_device(lectures[_i].file, "it", lectures[_i].assignment));
	gm_roofline_finish(&s.roofline);
	ck_assert_int_eq(s.roofline.points_count, 1);
	const gm_roofline_point *p = point_of(0, GM_LEVEL_REQUESTED, GM_POINT_READING);
	ck_assert_ptr_nonnull(p);
	ck_near(p->intensity_flop_per_byte, lectures[_i].intensity, 1e-4);
	ck_near(p->flop_per_s, lectures[_i].intensity * lectures[_i].bandwidth, 1e-4);
	ck_near(p->flop_per_s, lectures[_i].lecture_flop_per_s, 0.01);
	ck_assert_double_eq(gm_roofline_ratio(p), 1);
	end();
}
END_TEST

/* GTX 280, distinct bytes: a half-warp takes 1 + 16 floats for 32 flops: 35.5 x 32/17 = 66.8. */
START_TEST(the_masaryk_reading_of_the_naive_product_is_66_8)
{
	begin(1U << GM_LEVEL_DISTINCT);
	add_model("naive_mm",
		  add_device("geforce_gtx_280", "gtx280", "dram_bandwidth=142GB/s"));
	gm_roofline_finish(&s.roofline);
	ck_near(point_of(0, GM_LEVEL_DISTINCT, GM_POINT_READING)->flop_per_s, 66.8e9, 0.005);
	end();
}
END_TEST

START_TEST(every_number_is_the_predictions_own)
{
	static const gm_level levels[] = {GM_LEVEL_TRANSACTIONS, GM_LEVEL_L2, GM_LEVEL_DRAM};
	gm_prediction p;
	gm_kernel *kernel = model_load("naive_mm");
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add(kernel, add_device("v100", "v100", NULL), &p);
	gm_roofline_finish(&s.roofline);
	const double rate = gm_prediction_metric(&p, "gpumodel__flop_per_second")->value.value;
	ck_assert_int_eq(s.roofline.points_count, 3);
	for (int i = 0; i < 3; i++) {
		const gm_roofline_point *point = point_of(0, levels[i], GM_POINT_PREDICTED);
		const gm_ladder_step *step = &p.ladder[levels[i]];
		ck_assert_ptr_nonnull(point);
		ck_assert_double_eq(point->intensity_flop_per_byte,
				    step->intensity_flop_per_byte.value);
		ck_near(point->flop_per_s, rate, 1e-15);
		ck_near(point->attainable_flop_per_s, step->roof_flop_per_s.value, 1e-15);
	}
	gm_prediction_dispose(&p);
	gm_kernel_free(kernel);
	end();
}
END_TEST

/* H100 SXM5 from the whitepaper's numbers: 132 SMs at 1.98 GHz; per clock and SM 128 FP32 and 64
   FP64 multiply-adds. FP32 without multiply-add,
   132 x 128 x 1.98 GHz = 33.45 TFLOP/s, is also FP64 with it: one roof with two names. */
START_TEST(roofs_that_coincide_are_one)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add_device("h100", "h100", NULL);
	gm_roofline_finish(&s.roofline);
	ck_near(roof_of(0, "FP32")->rate, 2 * 132 * 128 * 1.98e9, 1e-12);
	ck_near(roof_of(0, "FP32 without FMA, FP64")->rate, 132 * 128 * 1.98e9, 1e-12);
	ck_near(roof_of(0, "DRAM")->rate, 3.35e12, 1e-12);
	/* 128 bytes a clock and SM, from L1 and from shared memory. */
	ck_near(roof_of(0, "L1, shared memory")->rate, 132 * 128 * 1.98e9, 1e-12);
	ck_assert_ptr_nonnull(roof_of(0, "FP16 tensor"));
	end();
}
END_TEST

START_TEST(a_missing_roof_is_named_in_a_note)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add_device("geforce_rtx_2080_ti", "turing", NULL);
	gm_roofline_finish(&s.roofline);
	ck_assert_int_eq(s.roofline.notes_count, 1);
	ck_assert_ptr_nonnull(strstr(s.roofline.notes[0], "turing: no roof of L2"));
	end();
}
END_TEST

START_TEST(several_devices_show_the_arithmetic_that_is_done_and_dram)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add_model("naive_mm", add_device("v100", "v100", NULL));
	add_device("a100", "a100", NULL);
	gm_roofline_finish(&s.roofline);
	for (int device = 0; device < 2; device++) {
		ck_assert_ptr_nonnull(roof_of(device, "DRAM"));
		ck_assert_ptr_nonnull(roof_of(device, "FP32"));
	}
	ck_assert_int_eq(s.roofline.roofs_count, 6); /* and FP32 without FMA of each */
	ck_assert_int_eq(s.roofline.points_count, 1);
	end();
}
END_TEST

START_TEST(what_has_no_place_is_named_with_the_reason)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	gm_device *g80 = add_device("geforce_8800_gtx", "g80", NULL);
	gm_kernel *large = variant_load("tiled_mm", "TILE", 32);
	add_model("transpose_shared", g80);
	add(large, g80, NULL);
	gm_roofline_finish(&s.roofline);
	ck_assert_int_eq(s.roofline.points_count, 0);
	ck_assert_str_eq(s.roofline.notes[0],
			 "transpose_shared on g80 is left out: no floating-point work");
	ck_assert_ptr_nonnull(strstr(s.roofline.notes[1], "tiled_mm TILE=32 on g80 is left out: "
							  "1024 threads in a block, limit 512"));
	gm_kernel_free(large);
	end();
}
END_TEST

START_TEST(a_device_without_caches_has_one_point_where_bytes_agree)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	gm_kernel *kernel = variant_load("saxpy", "n", 1 << 20);
	add(kernel, add_device("geforce_gtx_280", "gtx280", NULL), NULL);
	gm_kernel_free(kernel);
	gm_roofline_finish(&s.roofline);
	for (int i = 0; i < s.roofline.points_count; i++)
		for (int k = 0; k < i; k++)
			ck_assert(s.roofline.points[i].intensity_flop_per_byte !=
				  s.roofline.points[k].intensity_flop_per_byte);
	ck_assert_ptr_nonnull(point_of(0, GM_LEVEL_DRAM, GM_POINT_PREDICTED));
	end();
}
END_TEST

static const struct {
	const char *kernels[2], *devices[2];
	int64_t tiles[2];
	const char *labels[2];
	bool path;
} labelled[] = {
	{{"naive_mm", "tiled_mm"}, {"v100", NULL}, {0, 0}, {"naive_mm", "tiled_mm"}, false},
	{{"tiled_mm", "tiled_mm"}, {"v100", NULL}, {8, 16}, {"TILE=8", "TILE=16"}, true},
	{{"tiled_mm", NULL}, {"v100", "a100"}, {0, 0}, {"v100", "a100"}, true},
	{{"tiled_mm", NULL}, {"v100", NULL}, {0, 0}, {"tiled_mm", NULL}, false},
};

START_TEST(a_label_names_what_differs_and_a_path_joins_what_is_one_kernel)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	gm_device *devices[2] = {NULL, NULL};
	for (int d = 0; d < 2 && labelled[_i].devices[d]; d++)
		devices[d] = add_device(labelled[_i].devices[d], labelled[_i].devices[d], NULL);
	for (int k = 0; k < 2 && labelled[_i].kernels[k]; k++) {
		gm_kernel *kernel =
			labelled[_i].tiles[k]
				? variant_load(labelled[_i].kernels[k], "TILE", labelled[_i].tiles[k])
				: model_load(labelled[_i].kernels[k]);
		for (int d = 0; d < 2 && devices[d]; d++)
			add(kernel, devices[d], NULL);
		gm_kernel_free(kernel);
	}
	gm_roofline_finish(&s.roofline);
	for (int i = 0; i < s.roofline.series_count; i++) {
		ck_assert_str_eq(s.roofline.series[i].label, labelled[_i].labels[i]);
		ck_assert_int_eq(s.roofline.series[i].path >= 0, labelled[_i].path);
	}
	ck_assert_int_eq(s.roofline.paths_count, labelled[_i].path);
	end();
}
END_TEST

/* ---- measured runs ---- */

static gm_runs *
runs_load(const char *text)
{
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_runs_load_text(text, "test.xml", &runs, &err) == GM_OK, "%s", err.message);
	return runs;
}

/* What the lectures measured: 15, 36.6 and 198 GFLOP/s. */
static const struct {
	const char *file, *kernel;
	double flop_per_s;
} seeds[] = {{"geforce_8800_gtx", "naive_mm", 15e9},
	     {"geforce_gtx_280", "naive_mm", 36.6e9},
	     {"geforce_gtx_280", "tiled_mm", 198e9}};

START_TEST(measured_rates_of_the_lectures_become_points)
{
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_runs_load(GM_TREE "/reports/runs/seeds.xml", &runs, &err), GM_OK);
	begin(1U << GM_LEVEL_REQUESTED);
	add_model(seeds[_i].kernel, add_device(seeds[_i].file, "it", NULL));
	ck_assert_int_eq(gm_roofline_add_runs(&s.roofline, runs), 1);
	gm_roofline_finish(&s.roofline);
	const gm_roofline_point *p = point_of(0, GM_LEVEL_REQUESTED, GM_POINT_MEASURED);
	ck_assert_ptr_nonnull(p);
	ck_near(p->flop_per_s, seeds[_i].flop_per_s, 1e-9);
	ck_assert(!p->counted);
	gm_runs_free(runs);
	end();
}
END_TEST

/* 2 multiply-adds are 4 operations, 3 additions 3: 7 in 1 us; 14 and 56 sectors of 32 B, 28 B of DRAM. */
static const char counted_run[] =
	"<runs schema='1' title='t'><source id='s' title='t' read='2026-01-01'/>"
	"<run kernel='tiled_mm' device='V100' set='validation' source='s' where='w'>"
	"<measured metric='gpu__time_duration.sum' value='1' unit='us' spread='0.1'/>"
	"<measured metric='smsp__inst_executed_pipe_tensor.sum' value='0' unit='count'/>"
	"<measured metric='smsp__sass_thread_inst_executed_op_ffma_pred_on.sum' value='2' unit='count'/>"
	"<measured metric='smsp__sass_thread_inst_executed_op_fadd_pred_on.sum' value='3' unit='count'/>"
	"<measured metric='lts__t_sectors_op_read.sum' value='10' unit='count'/>"
	"<measured metric='lts__t_sectors_op_write.sum' value='4' unit='count'/>"
	"<measured metric='dram__bytes_read.sum' value='20' unit='byte'/>"
	"<measured metric='dram__bytes_write.sum' value='8' unit='byte'/></run></runs>";

START_TEST(counters_of_a_run_are_its_work_and_bytes)
{
	begin(GM_ROOFLINE_LEVELS_AUTO);
	gm_device *v100 = add_device("v100", "v100", NULL);
	add_model("tiled_mm", v100);
	gm_runs *runs = runs_load(counted_run);
	ck_assert_int_eq(gm_roofline_add_runs(&s.roofline, runs), 1);
	gm_roofline_finish(&s.roofline);
	const gm_roofline_point *dram = point_of(0, GM_LEVEL_DRAM, GM_POINT_MEASURED);
	const gm_roofline_point *l2 = point_of(0, GM_LEVEL_L2, GM_POINT_MEASURED);
	ck_near(dram->flop_per_s, 7e6, 1e-12);
	ck_near(dram->intensity_flop_per_byte, 7.0 / 28, 1e-12);
	ck_near(l2->intensity_flop_per_byte, 7.0 / (14 * 32), 1e-12);
	ck_near(dram->spread_ratio, 0.1, 1e-12);
	ck_assert(dram->counted && l2->counted);
	gm_runs_free(runs);
	end();
}
END_TEST

static const struct {
	const char *run; /* attributes and parameters */
	int used;
} others[] = {
	{"kernel='tiled_mm' device='v100' cache='cold'>", 1},
	{"kernel='tiled_mm' device='v100' cache='warm'>", 1},
	{"kernel='naive_mm' device='v100'>", 0},
	{"kernel='tiled_mm' device='a100'>", 0},
	{"kernel='tiled_mm naive_mm' device='v100'>", 0},
	{"kernel='tiled_mm' device='v100'><parameter name='TILE' value='16'/>", 1},
	{"kernel='tiled_mm' device='v100'><parameter name='TILE' value='8'/>", 0},
	{"kernel='tiled_mm' device='v100'><parameter name='BLOCK' value='8'/>", 0},
};

START_TEST(only_runs_of_the_same_kernel_parameters_and_device_count)
{
	char text[1024];
	snprintf(text, sizeof text,
		 "<runs schema='1' title='t'><source id='s' title='t' read='2026-01-01'/>"
		 "<run set='validation' source='s' where='w' %s"
		 "<measured metric='gpu__time_duration.sum' value='1' unit='ms'/></run></runs>",
		 others[_i].run);
	gm_runs *runs = runs_load(text);
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add_model("tiled_mm", add_device("v100", "v100", NULL));
	ck_assert_int_eq(gm_roofline_add_runs(&s.roofline, runs), others[_i].used);
	gm_runs_free(runs);
	end();
}
END_TEST

/* The run leaves TILE out, so it is of the default, 16; 8 was set. */
START_TEST(a_parameter_that_was_set_must_be_in_the_run)
{
	gm_runs *runs = runs_load(
		"<runs schema='1' title='t'><source id='s' title='t' read='2026-01-01'/>"
		"<run kernel='tiled_mm' device='v100' set='validation' source='s' where='w'>"
		"<measured metric='gpu__time_duration.sum' value='1' unit='ms'/></run></runs>");
	gm_kernel *kernel = variant_load("tiled_mm", "TILE", 8);
	begin(GM_ROOFLINE_LEVELS_AUTO);
	add(kernel, add_device("v100", "v100", NULL), NULL);
	ck_assert_int_eq(gm_roofline_add_runs(&s.roofline, runs), 0);
	gm_kernel_free(kernel);
	gm_runs_free(runs);
	end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("roofline");
	TCase *tests = tcase_create("roofline");
	tcase_add_loop_test(tests, the_lectures_points_stand_where_they_drew_them, 0,
			    sizeof lectures / sizeof *lectures);
	tcase_add_test(tests, the_masaryk_reading_of_the_naive_product_is_66_8);
	tcase_add_test(tests, every_number_is_the_predictions_own);
	tcase_add_test(tests, roofs_that_coincide_are_one);
	tcase_add_test(tests, a_missing_roof_is_named_in_a_note);
	tcase_add_test(tests, several_devices_show_the_arithmetic_that_is_done_and_dram);
	tcase_add_test(tests, what_has_no_place_is_named_with_the_reason);
	tcase_add_test(tests, a_device_without_caches_has_one_point_where_bytes_agree);
	tcase_add_loop_test(tests, a_label_names_what_differs_and_a_path_joins_what_is_one_kernel, 0,
			    sizeof labelled / sizeof *labelled);
	tcase_add_loop_test(tests, measured_rates_of_the_lectures_become_points, 0,
			    sizeof seeds / sizeof *seeds);
	tcase_add_test(tests, counters_of_a_run_are_its_work_and_bytes);
	tcase_add_loop_test(tests, only_runs_of_the_same_kernel_parameters_and_device_count, 0,
			    sizeof others / sizeof *others);
	tcase_add_test(tests, a_parameter_that_was_set_must_be_in_the_run);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
