/*
 * Fences of the device in a chain. By the table of model/waited.h, which measure/calibrate/in_turn.cu has made on an
 * H200: 254 clocks where nothing lies between, 497 with what was stored before it.
 */
#include "model/chain.h"

#include "input/device_file.h"
#include "kernel/issue.h"
#include "ptx/case.h"
#include "support/near.h"

enum { FENCE, OF_BLOCK, STORE, ADDITION, FMA, SITES };

static const gm_site sites[SITES] = {
	[FENCE] = {.operation = GM_FENCE, .count = 1, .empties_l1 = true},
	[OF_BLOCK] = {.operation = GM_FENCE, .count = 1},
	[STORE] = {.operation = GM_STORE, .type = GM_F32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1},
	[ADDITION] = {.operation = GM_REDUCE, .type = GM_U32, .space = GM_GLOBAL, .access_bytes = 4, .count = 1},
	[FMA] = {.operation = GM_FMA, .type = GM_F32, .count = 1},
};

static const struct {
	const char *name;
	int told[6], count;
	double clocks; /* in fences: what is issued takes one each */
} rows[] = {
	{"none", {FMA}, 1, 0},
	{"of the block", {OF_BLOCK, FMA}, 2, 0},
	{"nothing before it", {FENCE, FMA}, 2, 254},
	{"a store before it", {STORE, FENCE, FMA}, 3, 497},
	{"an addition before it", {ADDITION, FENCE, FMA}, 3, 497},
	{"a store behind it", {FENCE, STORE, FMA}, 3, 254},
	{"two, nothing between", {STORE, FENCE, FENCE, FMA}, 4, 497 + 254},
	{"two, a store between", {STORE, FENCE, STORE, FENCE, FMA}, 5, 497 + 497},
};

START_TEST(a_fence_of_the_device_waits_for_l2)
{
	gm_error err = GM_ERROR_NONE;
	gm_device *device;
	gm_issue issue[SITES];
	ck_assert_msg(gm_device_load(GM_TREE "/devices/h200.xml", &device, &err) == GM_OK, "%s", err.message);
	const gm_kernel kernel = {.origin = GM_FROM_PTX, .issues_known = true, .name = "told", .grid = {1, 1, 1},
	                          .block = {32, 1, 1}, .sites = sites, .sites_count = SITES};
	for (int s = 0; s < SITES; s++)
		issue[s] = (gm_issue){.of = {[GM_UNIT_OTHER] = 1}, .wait = 1};
	gm_chain *chain = gm_chain_new(&kernel, device, issue);
	gm_chain_begin(chain);
	for (int i = 0; i < rows[_i].count; i++)
		gm_chain_instruction(chain, &(gm_warp_instr){.site = (uint32_t)rows[_i].told[i], .active = ~UINT64_C(0)}, 1, 0);
	const double clocks = gm_chain_end(chain).by[GM_SERVED_L2] - rows[_i].count;
	ck_assert_msg(clocks >= rows[_i].clocks - 3 && clocks <= rows[_i].clocks + 3, "%s: %g clocks, measured %g",
		      rows[_i].name, clocks, rows[_i].clocks);
	gm_chain_free(chain);
	gm_device_free(device);
}
END_TEST

/* Of the four instructions that a fence becomes (MEMBAR.SC.GPU, ERRBAR, CGAERRBAR, CCTL.IVALL; nvdisasm, ptxas 13.0 for
   sm_90) the unit of loads and stores counts two: one fence of one warp of each of 264 blocks, 528 more on an H200. */
START_TEST(two_instructions_of_a_fence_go_to_loads_and_stores)
{
	static const char *const none[] = {""};
	gm_kernel *kernel = case_warp(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\nmembar.gl;\nret;\n}\n",
				      "k", none, 0);
	gm_issue *issue = case_issue(kernel, 9);
	double units = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		units += kernel->sites[s].operation == GM_FENCE ? (double)issue[s].of[GM_UNIT_LSU] : 0;
	ck_near(units, 2, 1e-6);
	free(issue);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("chain_fence");
	TCase *tests = tcase_create("hand calculation");
	tcase_add_loop_test(tests, a_fence_of_the_device_waits_for_l2, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, two_instructions_of_a_fence_go_to_loads_and_stores);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
