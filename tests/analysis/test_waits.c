/* Blocks that wait for each other: the limit, what is said of it, and who never ends. */
#include "analysis/predict.h"

#include "input/device_file.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 w)\n{\n"                        \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"                                                    \
	"ld.param.u64 %rd18, [w]; cvta.to.global.u64 %rd1, %rd18;\n"                                                  \
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;\n"                                       \
	"setp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n"

/* while (!w[block - 1]); __threadfence(); w[block] = 1 */
static const char chain[] =
	HEAD "mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; setp.eq.u32 %p2, %r2, 0; @%p2 bra DONE;\n"
	     "L: ld.volatile.global.u32 %r4, [%rd4+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra L; membar.gl;\n"
	     "DONE: st.volatile.global.u32 [%rd4], 1;\nEND: ret;\n}\n";

/* All meet. */
static const char barrier[] = HEAD "red.global.add.u32 [%rd1], 1;\n"
				   "L: ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p3, %r4, %r3; @%p3 bra L;\n"
				   "END: ret;\n}\n";

static bool cooperatively;

static void
predict(const char *text, int64_t blocks, gm_kernel **kernel, gm_ptx_module **module, const gm_device *device,
	gm_prediction *out)
{
	gm_error err = GM_ERROR_NONE;
	const char *arguments[] = {"u32[8192]:zero"};
	const gm_ptx_launch launch = {.entry = "k", .grid = {blocks, 1, 1}, .block = {256, 1, 1},
				      .arguments = arguments, .arguments_count = 1,
				      .cooperative = cooperatively};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(*module, &launch, kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_predict(*kernel, device, NULL, out, &err) == GM_OK, "%s", err.message);
}

static const gm_finding *
found(const gm_prediction *p, gm_finding_id id)
{
	for (int i = 0; i < p->findings_count; i++)
		if (p->findings[i].id == id)
			return &p->findings[i];
	return NULL;
}

/* The same but for work on an H200 (reports/measured/in_turn.csv, chain_fence): 528 and 1056 blocks in 268 and 540 us;
   more blocks than are resident end, too. */
START_TEST(a_chain_takes_what_it_takes_on_the_device)
{
	static const struct {
		int64_t blocks;
		double us;
	} rows[] = {{528, 268.06}, {1056, 540.61}, {4096, 2232.22}};
	gm_device *device = device_load("h200");
	gm_kernel *kernel;
	gm_ptx_module *module;
	gm_prediction p;
	predict(chain, rows[_i].blocks, &kernel, &module, device, &p);
	ck_near(p.time_s.value * 1e6, rows[_i].us, 0.15);
	ck_assert_int_eq(p.binding, GM_LIMIT_IN_TURN);
	ck_assert_ptr_nonnull(found(&p, GM_FINDING_BLOCKS_IN_TURN));
	ck_assert_ptr_null(found(&p, GM_FINDING_WAITS_FOR_BLOCKS));
	gm_prediction_dispose(&p);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

/* Flags are set: a launch that follows an equal one waits for none of them, and it is said that it does something else. */
START_TEST(a_later_launch_of_a_chain_waits_for_nobody)
{
	gm_device *device = device_load("h200");
	gm_kernel *kernel;
	gm_ptx_module *module;
	gm_prediction first, later;
	gm_error err = GM_ERROR_NONE;
	predict(chain, 528, &kernel, &module, device, &first);
	const gm_predict_request warm = {.cache = GM_CACHE_WARM, .counted = &first.counts};
	ck_assert_msg(gm_predict(kernel, device, &warm, &later, &err) == GM_OK, "%s", err.message);
	ck_assert_ptr_null(found(&first, GM_FINDING_LATER_LAUNCH));
	ck_assert_ptr_nonnull(found(&later, GM_FINDING_LATER_LAUNCH));
	ck_assert_double_lt(later.time_s.value, first.time_s.value / 20);
	gm_prediction_dispose(&later);
	gm_prediction_dispose(&first);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

/* if (!w[block]) w[block] = 1 by thread 0: a later launch stores nothing, whatever was counted of the first. */
START_TEST(what_was_counted_of_the_first_launch_is_not_the_laters)
{
	static const char flags[] = HEAD
		"mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; ld.global.u32 %r4, [%rd4]; setp.ne.u32 %p2, %r4, 0;\n"
		"@%p2 bra END; st.global.u32 [%rd4], 1;\nEND: ret;\n}\n";
	gm_device *device = device_load("h200");
	gm_kernel *kernel;
	gm_ptx_module *module;
	gm_prediction first, later;
	gm_error err = GM_ERROR_NONE;
	predict(flags, 528, &kernel, &module, device, &first);
	const gm_predict_request warm = {.cache = GM_CACHE_WARM, .counted = &first.counts};
	ck_assert_msg(gm_predict(kernel, device, &warm, &later, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(gm_counts_sum(kernel, &first.counts, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL), 528);
	ck_assert_int_eq(gm_counts_sum(kernel, &later.counts, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL), 0);
	gm_prediction_dispose(&later);
	gm_prediction_dispose(&first);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

/* 8 blocks of 256 threads on each of 132 SMs: 1056 at once. */
START_TEST(a_barrier_of_more_blocks_than_are_resident_never_ends)
{
	const int64_t blocks = 1056 + _i;
	gm_device *device = device_load("h200");
	gm_kernel *kernel;
	gm_ptx_module *module;
	gm_prediction p;
	predict(barrier, blocks, &kernel, &module, device, &p);
	const gm_finding *waits = found(&p, GM_FINDING_WAITS_FOR_BLOCKS);
	ck_assert_ptr_nonnull(waits);
	ck_assert_int_eq(gm_prediction_deadlocks(&p), _i == 1);
	ck_assert_int_eq(waits->severity, _i == 1 ? GM_SEVERITY_ERROR : GM_SEVERITY_WARNING);
	ck_assert_int_eq(p.time_s.kind == GM_KIND_UNKNOWN, _i == 1);
	ck_assert_int_eq(found(&p, GM_FINDING_BLOCKS_IN_TURN) == NULL, _i == 1);
	gm_prediction_dispose(&p);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

/* The same, launched cooperatively: in time, or not at all; and nothing to warn of. */
START_TEST(a_cooperative_launch_of_more_blocks_than_are_resident_fails)
{
	const int64_t blocks = 1056 + _i;
	gm_device *device = device_load("h200");
	gm_kernel *kernel;
	gm_ptx_module *module;
	gm_prediction p;
	cooperatively = true;
	predict(barrier, blocks, &kernel, &module, device, &p);
	ck_assert_ptr_null(found(&p, GM_FINDING_WAITS_FOR_BLOCKS));
	ck_assert_int_eq(p.occupancy.launchable, _i == 0);
	ck_assert_int_eq(found(&p, GM_FINDING_COOPERATIVE) != NULL, _i == 0);
	ck_assert_int_eq(found(&p, GM_FINDING_CANNOT_LAUNCH) != NULL, _i == 1);
	ck_assert_int_eq(p.time_s.kind == GM_KIND_UNKNOWN, _i == 1);
	if (_i == 1)
		ck_assert_str_eq(p.occupancy.why_not,
				 "a cooperative launch needs all 1057 blocks resident at once, 1056 can be");
	gm_prediction_dispose(&p);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("waits");
	TCase *tests = tcase_create("waits");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, a_chain_takes_what_it_takes_on_the_device, 0, 3);
	tcase_add_test(tests, a_later_launch_of_a_chain_waits_for_nobody);
	tcase_add_test(tests, what_was_counted_of_the_first_launch_is_not_the_laters);
	tcase_add_loop_test(tests, a_barrier_of_more_blocks_than_are_resident_never_ends, 0, 2);
	tcase_add_loop_test(tests, a_cooperative_launch_of_more_blocks_than_are_resident_fails, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
