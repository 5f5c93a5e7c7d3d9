#include "analysis/access.h"

#include "analysis/sites.h"
#include "support/loading.h"
#include "support/near.h"

#include <string.h>

/* ---- the right request ---- */

/* transpose_shared, n_cols = n_rows = 32768, 32 x 8 threads: warp w reads row 32*by + 8*i + w of
   array_in from column 32*bx on, stores it to row 8*i + w of block, and reads column 8*i + w. */
START_TEST(a_request_is_found_by_block_warp_and_execution)
{
	gm_kernel *kernel = model_load("transpose_shared");
	gm_device *device = device_load("geforce_rtx_2080_ti");
	gm_access_view view;
	gm_error err = GM_ERROR_NONE;
	gm_access_question question = {site_of(kernel, "array_in"), {2, 3, 0}, 5, 3};
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), GM_OK);
	ck_assert_int_eq(view.executions_count, 4);
	for (uint64_t lane = 0; lane < 32; lane++)
		ck_assert_uint_eq(view.address[lane],
				  4 * ((3 * 32 + 2 * 8 + 5) * 32768 + 2 * 32 + lane));
	question.site = site_of(kernel, "block#2");
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), GM_OK);
	for (uint64_t lane = 0; lane < 32; lane++)
		ck_assert_uint_eq(view.address[lane], 4 * (lane * 32 + 2 * 8 + 5));
	ck_assert_int_eq(view.warp, 5);
	ck_assert_int_eq(view.execution, 3);
	ck_assert_int_eq(view.passes.wavefronts_count, 32);
	ck_assert_str_eq(view.conflict, "32-way: stride 32 words; a row of 33 removes it");
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* naive_mm walks k = 0 .. 1023 in a loop whose iterations repeat: execution 778 is k = 777, which a
   cut replay never shows. A warp holds two rows of 16 threads, 1024 floats apart. */
START_TEST(an_execution_within_a_repeated_loop_is_walked_to)
{
	gm_kernel *kernel = model_load("naive_mm");
	gm_device *device = device_load("geforce_8800_gtx");
	gm_access_view view;
	gm_error err = GM_ERROR_NONE;
	const gm_access_question question = {site_of(kernel, "A"), {0, 1, 0}, 1, 778};
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), GM_OK);
	ck_assert_int_eq(view.execution, 778);
	ck_assert_int_eq(view.executions_count, 1024);
	ck_assert_uint_eq(view.address[15], 4 * ((16 + 2) * 1024 + 777));
	ck_assert_uint_eq(view.address[16], 4 * ((16 + 3) * 1024 + 777));
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

static const char growing[] =
	"<kernel name='growing' schema='1'><launch grid='1' block='64'/>"
	"<array name='s' space='shared' type='f32' length='64*64'/>"
	"<loop variable='i' count='7'><load array='s' index='threadIdx.x*(1 &lt;&lt; i) % 4096'/>"
	"</loop>"
	"<if test='threadIdx.x &gt;= 40'><store array='s' index='threadIdx.x'/></if></kernel>";

/* Strides of 1, 2, 4 ... 64 words: 32 is the first that puts a warp on one bank; 64 does no worse.
 */
START_TEST(the_worst_execution_is_the_first_of_the_worst)
{
	gm_kernel *kernel = text_load(growing, NULL, 0);
	gm_device *device = device_load("sm_75");
	gm_access_view view;
	gm_error err = GM_ERROR_NONE;
	const gm_access_question question = {
		site_of(kernel, "s"), {0, 0, 0}, GM_WARP_ANY, GM_EXECUTION_WORST};
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), GM_OK);
	ck_assert_int_eq(view.execution, 6);
	ck_assert_int_eq(view.warp, 0);
	ck_assert_int_eq(view.passes.wavefronts_count, 32);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* Threads 40 to 63 store: lanes 8 to 31 of warp 1. */
START_TEST(without_a_warp_the_first_that_takes_part_is_shown)
{
	gm_kernel *kernel = text_load(growing, NULL, 0);
	gm_device *device = device_load("sm_75");
	gm_access_view view;
	gm_error err = GM_ERROR_NONE;
	const gm_access_question question = {site_of(kernel, "s#2"), {0, 0, 0}, GM_WARP_ANY, 1};
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), GM_OK);
	ck_assert_int_eq(view.warp, 1);
	ck_assert_uint_eq(view.active, 0xffffff00);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

static const struct {
	const char *site;
	gm_access_question question;
	gm_status status;
	const char *message;
} absent[] = {
	{"s#2", {0, {0, 0, 0}, 0, 1}, GM_BAD_VALUE, "warp 0 does not execute store s[threadIdx.x]"},
	{"s#2", {0, {0, 0, 0}, 0, 1}, GM_BAD_VALUE, "warp 1 does"},
	{"s#2", {0, {0, 0, 0}, 2, 1}, GM_BAD_VALUE, "the block has warps 0 to 1"},
	{"s", {0, {0, 0, 0}, 1, 8}, GM_BAD_VALUE, "execution 8: warp 1 executes load"},
	{"s", {0, {0, 0, 0}, 1, 8}, GM_BAD_VALUE, "7 times"},
	{"s", {0, {1, 0, 0}, 1, 1}, GM_BAD_VALUE, "block 1,0,0 is outside the grid"},
};

START_TEST(what_is_not_there_is_told_with_what_is)
{
	gm_kernel *kernel = text_load(growing, NULL, 0);
	gm_device *device = device_load("sm_75");
	gm_access_view view;
	gm_error err = GM_ERROR_NONE;
	gm_access_question question = absent[_i].question;
	question.site = site_of(kernel, absent[_i].site);
	ck_assert_int_eq(gm_access_find(kernel, device, &question, &view, &err), absent[_i].status);
	ck_assert_msg(strstr(err.message, absent[_i].message) != NULL, "%s", err.message);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

/* ---- names ---- */

static const struct {
	const char *name;
	int line;
	gm_status status;
	int count, first_line; /* or */
	const char *message;
} names[] = {
	{"", 0, GM_OK, 7, 23, NULL},
	{"As", 0, GM_OK, 2, 24, NULL},
	{"As#2", 0, GM_OK, 1, 29, NULL},
	{"As", 29, GM_OK, 1, 29, NULL},
	{"30", 0, GM_OK, 1, 30, NULL},
	{"Bs[k*TILE + threadIdx.x]", 0, GM_OK, 1, 30, NULL},
	{"Cs", 0, GM_UNKNOWN_NAME, 0, 0, "did you mean"},
	{"zzzz", 0, GM_UNKNOWN_NAME, 0, 0, "it has A, B, C, As, Bs"},
	{"31", 0, GM_UNKNOWN_NAME, 0, 0, "no memory access on line 31"},
	{"As", 30, GM_UNKNOWN_NAME, 0, 0, "no memory access of As on line 30"},
	{"As#3", 0, GM_BAD_VALUE, 0, 0, "only 2"},
	{"As#0", 0, GM_USAGE, 0, 0, "expected a number from 1"},
	{"As#two", 0, GM_USAGE, 0, 0, "expected a number from 1"},
};

/* Lines of models/tiled_mm.xml. */
START_TEST(a_site_is_named_by_array_number_line_or_text)
{
	gm_kernel *kernel = model_load("tiled_mm");
	uint32_t sites[GM_SITES_MAX];
	int count = 0;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(
		gm_access_sites(kernel, names[_i].name, names[_i].line, sites, &count, &err),
		names[_i].status);
	if (names[_i].status == GM_OK) {
		ck_assert_int_eq(count, names[_i].count);
		ck_assert_int_eq(kernel->sites[sites[0]].line, names[_i].first_line);
	} else {
		ck_assert_msg(strstr(err.message, names[_i].message) != NULL, "%s", err.message);
	}
	gm_kernel_free(kernel);
}
END_TEST

/* ---- what is drawn is what is counted ---- */

static const char *const devices[] = {"geforce_8800_gtx", "geforce_gtx_280", "geforce_gtx_580",
				      "tesla_k40c",       "sm_75",           "radeon_r9_290x"};
static const char *const models[] = {"naive_mm",         "tiled_mm",          "transpose_shared",
				     "transpose_padded", "transpose_2d",      "offset_copy",
				     "strided_copy",     "array_copy_float4", "sum_shared_tree",
				     "histogram_shared", "convolve",          "stencil_2d"};

enum { DEVICES = sizeof devices / sizeof *devices, MODELS = sizeof models / sizeof *models };

/* The first execution of a site by any warp, straight from the stream. */
typedef struct first_request {
	uint32_t site;
	bool found;
	uint64_t active, address[GM_LANES_MAX];
} first_request;

static gm_status
take_first(void *state, const gm_warp_instr *instr)
{
	first_request *f = state;
	if (instr->site != f->site)
		return GM_OK;
	f->found = true;
	f->active = instr->active;
	for (int lane = 0; lane < GM_LANES_MAX; lane++)
		if (instr->active >> lane & 1)
			f->address[lane] = instr->address[lane];
	return GM_CHECK_FAILED;
}

static void
check_site(const gm_kernel *kernel, const gm_device *device, uint32_t site)
{
	static gm_access_view view;
	const int lanes = (int)gm_device_value(device, GM_WARP_LANES);
	gm_error err = GM_ERROR_NONE;
	first_request f = {.site = site};
	const gm_sink sink = {.state = &f, .instruction = take_first};
	gm_kernel_replay_whole(kernel, (gm_dim3){0}, lanes, &sink, &err);
	const gm_access_question question = {site, {0, 0, 0}, GM_WARP_ANY, 1};
	const gm_status status = gm_access_find(kernel, device, &question, &view, &err);
	ck_assert_int_eq(status == GM_OK, f.found);
	if (!f.found)
		return;
	const gm_access access = {lanes, kernel->sites[site].access_bytes, f.active, f.address};
	int64_t moved = 0;
	for (int i = 0; i < view.pieces_count; i++)
		moved += view.pieces[i].bytes;
	if (view.site->space == GM_GLOBAL) {
		const gm_transactions t = gm_coalescing_evaluate(device->coalescing, &access);
		ck_assert_int_eq(view.pieces_count, t.transactions_count);
		ck_assert_int_eq(moved, t.moved_bytes);
	}
	if (view.banked) {
		const gm_bank_passes p = gm_banks_evaluate(device->banks, &access);
		ck_assert_int_eq(view.cells[view.cells_count - 1].pass + 1, p.wavefronts_count);
		ck_assert_int_eq(view.passes.wavefronts_count, p.wavefronts_count);
	}
}

START_TEST(drawn_and_counted_agree_on_every_site)
{
	gm_kernel *kernel = model_load(models[_i % MODELS]);
	gm_device *device = device_load(devices[_i / MODELS]);
	int checked = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_memory(kernel->sites[s].operation)) {
			check_site(kernel, device, (uint32_t)s);
			checked++;
		}
	ck_assert_int_ge(checked, 2);
	gm_device_free(device);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("access");
	TCase *tcase = tcase_create("microscope");
	tcase_add_test(tcase, a_request_is_found_by_block_warp_and_execution);
	tcase_add_test(tcase, an_execution_within_a_repeated_loop_is_walked_to);
	tcase_add_test(tcase, the_worst_execution_is_the_first_of_the_worst);
	tcase_add_test(tcase, without_a_warp_the_first_that_takes_part_is_shown);
	tcase_add_loop_test(tcase, what_is_not_there_is_told_with_what_is, 0,
			    sizeof absent / sizeof *absent);
	tcase_add_loop_test(tcase, a_site_is_named_by_array_number_line_or_text, 0,
			    sizeof names / sizeof *names);
	tcase_add_loop_test(tcase, drawn_and_counted_agree_on_every_site, 0, DEVICES * MODELS);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
