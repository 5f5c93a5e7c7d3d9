/*
 * Inputs that once brought the program to a crash, an overflow or an endless walk: tests/ptx/found.
 * Most were found by changing good PTX at random; each is cut down to what it needs.
 */
#include "support/loading.h"

#include "analysis/predict.h"
#include "base/text.h"
#include "input/ptx_file.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

typedef struct found_row {
	const char *file;
	const char *says; /* of a finding, or of the error that refuses it; NULL: nothing is wrong */
} found_row;

static const found_row rows[] = {
	{"handed_around", NULL},
	{"add_of_nothing", "no model for add.s32.wide of PTX line 21"},
	{"copy_left_out", "no model for cp.async.ca.shared.global of PTX line 22"},
	{"copy_with_hint", NULL},
	{"far_turns", NULL},
	{"negative_operand", "no model for vmad.s32.s32.s32.shr7 of PTX line 17"},
	{"sum_of_half_and_single", "no model for add.f32.f16 of PTX line 20"},
	{"far_sectors", "address 0x7fff000000000000, far from every argument"},
};

/* Whether the text is in what is found of the kernel; */
static bool
is_said(const gm_prediction *p, const char *text)
{
	for (int i = 0; i < p->findings_count; i++)
		if (strstr(p->findings[i].text, text))
			return true;
	return false;
}

START_TEST(what_was_found_is_told_of_or_harmless)
{
	static const char *const arguments[] = {"f32[4096]"};
	const found_row *row = &rows[_i];
	const gm_ptx_launch launch = {.grid = {4, 1, 1},
				      .block = {128, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 1};
	char path[256];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_device *device = device_load("h200");
	gm_prediction *p = gm_allocate(1, sizeof *p);
	snprintf(path, sizeof path, GM_TREE "/tests/ptx/found/%s.ptx", row->file);
	gm_status status = gm_ptx_kernel_load(path, &launch, &kernel, &err);
	if (status == GM_OK)
		status = gm_predict(kernel, device, NULL, p, &err);
	if (status != GM_OK)
		ck_assert_msg(row->says && strstr(err.message, row->says), "%s: %s", row->file,
			      err.message);
	else if (row->says)
		ck_assert_msg(is_said(p, row->says), "%s: nothing says '%s'", row->file, row->says);
	else
		ck_assert_msg(p->time_s.kind != GM_KIND_UNKNOWN && p->time_s.value > 0,
			      "%s: no time", row->file);
	gm_prediction_dispose(p);
	free(p);
	gm_kernel_free(kernel);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("found");
	TCase *tcase = tcase_create("found");
	tcase_add_loop_test(tcase, what_was_found_is_told_of_or_harmless, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
