/*
 * How long pipes are busy at least: model/pipes.h. An H200 has 132 SMs at 1.98 GHz, with 128 lanes of single and of
 * half precision in pairs (256 halves) and 64 of double precision each (devices/h200_sxm.xml).
 */
#include "model/pipes.h"

#include "support/device.h"
#include "support/near.h"

#define SMS_HZ (132 * 1.98e9)

/* A site of 1000 warp instructions, and what the machine makes of one. */
static const struct {
	gm_operation operation;
	gm_type type;
	bool compiled; /* from PTX; else as a descriptor states it */
	gm_issue issue;
	gm_pipe pipe;
	double lanes; /* that the pipe works for */
	double per_cycle;
} rows[] = {
	{GM_FMA, GM_F64, true, {.of = {[GM_UNIT_FP64] = 1}}, GM_PIPE_F64, 32000, 64},
	/* once for ten turns, and not at all */
	{GM_FMA, GM_F64, true, {.of = {[GM_UNIT_FP64] = 0.1F}}, GM_PIPE_F64, 3200, 64},
	{GM_MUL, GM_F64, true, {.of = {[GM_UNIT_FP64] = 0}}, GM_PIPE_F64, 0, 64},
	/* a division is one at least, whatever else it is made of */
	{GM_DIV, GM_F64, true, {.of = {[GM_UNIT_FP64] = 8}}, GM_PIPE_F64, 32000, 64},
	/* a descriptor states what is made */
	{GM_FMA, GM_F64, false, {.of = {[GM_UNIT_FP64] = 0}}, GM_PIPE_F64, 32000, 64},
	{GM_ADD, GM_F32, true, {.of = {[GM_UNIT_FMA] = 1}, .floats = {[GM_FLOAT_FADD] = 1}}, GM_PIPE_F32, 32000, 128},
	{GM_MUL, GM_F32, true, {.of = {[GM_UNIT_FMA] = 0}}, GM_PIPE_F32, 0, 128},
	{GM_MUL, GM_F32, true, {.of = {[GM_UNIT_FMA] = 0.5F}, .floats = {[GM_FLOAT_FFMA] = 0.5F}}, GM_PIPE_F32, 16000, 128},
	{GM_FMA, GM_F16X2, true, {.of = {[GM_UNIT_FMA] = 1}}, GM_PIPE_F16, 64000, 256},
	{GM_FMA, GM_F16X2, true, {.either = 0.25F}, GM_PIPE_F16, 16000, 256},
};

START_TEST(what_the_machine_makes_once_is_waited_for_once)
{
	const gm_site site = {.operation = rows[_i].operation, .type = rows[_i].type, .count = 1};
	const gm_kernel kernel = {
		.entry = rows[_i].compiled ? "k" : NULL, .issues_known = true, .sites = &site, .sites_count = 1};
	gm_site_counts counted = {.of = {[GM_COUNT_INSTRUCTIONS] = 1000}};
	gm_issue issue = rows[_i].issue;
	const gm_counts counts = {.sites = &counted, .issue = &issue, .sites_count = 1, .exact = true};
	gm_value times[GM_PIPE_COUNT];
	gm_pipes_evaluate(device, &kernel, &counts, times);
	for (int p = 0; p < GM_PIPE_COUNT; p++) {
		const double lanes = p == (int)rows[_i].pipe ? rows[_i].lanes : 0;
		ck_assert_int_eq(times[p].kind, GM_KIND_BOUND);
		ck_assert_double_eq_tol(times[p].value, lanes / (rows[_i].per_cycle * SMS_HZ), 1e-14);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pipes");
	TCase *tests = tcase_create("pipes");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, what_the_machine_makes_once_is_waited_for_once, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
