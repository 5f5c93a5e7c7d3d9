/*
 * Turns of the schedulers beyond one for each instruction: model/limits.h.
 */
#include "model/limits.h"

#include "support/device.h"
#include "support/near.h"

/* A turn of the loop: machine instructions in it, products of 64 bits or upper halves and doubles among them. */
static double
turns(float instructions, float wide, float doubles)
{
	const gm_site site = {.operation = GM_ADD, .type = GM_U32, .count = 1};
	const gm_kernel kernel = {.issues_known = true, .sites = &site, .sites_count = 1};
	gm_site_counts counted = {.of = {[GM_COUNT_INSTRUCTIONS] = 1}};
	gm_issue issue = {.of = {[GM_UNIT_FMA] = instructions - doubles, [GM_UNIT_FP64] = doubles}, .twice = wide};
	const gm_counts counts = {.sites = &counted, .issue = &issue, .sites_count = 1};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts};
	return (double)instructions + gm_limit_second_slots(&in);
}

/* Calibration, issue_turns/beside, 64 warps, H200: clocks of a scheduler for a turn of a warp where it issues all
   the time. IMAD.HI, IMAD.WIDE, IMAD and DFMA beside additions of single precision. */
static const struct {
	float instructions, wide, doubles;
	double clocks;
} rows[] = {
        {43, 8, 0, 59.1},  {75, 8, 0, 91.5},  {59, 8, 0, 77.4},  /* IMAD.HI, the last with shifts */
        {56, 8, 0, 72.7},  {88, 8, 0, 107.8}, {39, 2, 0, 43.2}, {71, 2, 0, 75.7}, /* IMAD.WIDE */
        {37, 0, 0, 37.1},  {69, 0, 0, 69.6},                     /* IMAD */
        {29, 0, 8, 34.1},  {45, 0, 8, 49.2},  {77, 0, 8, 81.0},  {61, 0, 8, 67.2}, /* DFMA, the last with shifts */
};

START_TEST(some_instructions_take_more_than_a_turn)
{
	ck_near(turns(rows[_i].instructions, rows[_i].wide, rows[_i].doubles), rows[_i].clocks, 0.04);
}
END_TEST

/* norm_7(4, 4) = 4 * 2^(1/7), whether the passes find data or not: l1_fma and l1_sums, where both take as long,
   are within 6 % of it. */
START_TEST(passes_hide_behind_instructions)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int l = 0; l < GM_LIMITS_COUNT; l++)
		limits[l].expected_s = (gm_value){0, GM_KIND_MODEL, ""};
	limits[GM_LIMIT_ISSUE].expected_s.value = limits[GM_LIMIT_L1_DATA].expected_s.value = 4;
	ck_near(gm_limits_time(limits).value, 4.41636, 1e-5);
}
END_TEST

/* Rolled loops, 64 warps, H200 (limits.h): 13 machine instructions, 8 of double precision among them, are 17 turns of
   a scheduler and 16 clocks of its pipe, and take 18.8 of 4 rounds of blocks; 11 are 15 and 16, and take 17.2. */
static const struct {
	double issue, doubles, seen;
} rolled[] = {{17, 16, 18.8}, {15, 16, 17.2}};

START_TEST(doubles_hide_behind_what_is_issued_in_part)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int l = 0; l < GM_LIMITS_COUNT; l++)
		limits[l].expected_s = (gm_value){0, GM_KIND_MODEL, ""};
	limits[GM_LIMIT_ISSUE].expected_s.value = rolled[_i].issue;
	limits[GM_LIMIT_PIPE + GM_PIPE_F64].expected_s.value = rolled[_i].doubles;
	ck_near(gm_limits_time(limits).value, rolled[_i].seen, 0.03);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_issue");
	TCase *tests = tcase_create("limits_issue");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, some_instructions_take_more_than_a_turn, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, passes_hide_behind_instructions);
	tcase_add_loop_test(tests, doubles_hide_behind_what_is_issued_in_part, 0,
			    (int)(sizeof rolled / sizeof *rolled));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
