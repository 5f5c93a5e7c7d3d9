/*
 * Passes of atomics in shared memory: which lanes of a warp the banks take at once.
 */
#include "model/counts.h"

#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 2048 };

/* %r4 is a place in the array that the row makes of the lane's number in %r1. */
static const char frame[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 out)\n{\n"
	".reg .b32 %%r<9>; .reg .b64 %%rd<9>; .shared .align 16 .b8 tile[16384];\n"
	"ld.param.u64 %%rd1, [out]; cvta.to.global.u64 %%rd2, %%rd1; mov.u32 %%r1, %%tid.x;\n"
	"mov.u32 %%r2, tile; %s add.s32 %%r4, %%r2, %%r3; mov.u32 %%r5, 0; mov.u64 %%rd3, 0;\n%s\n"
	"st.global.u32 [%%rd2], %%r5; st.global.u64 [%%rd2+8], %%rd3; ret;\n}\n";

#define OWN "shl.b32 %r3, %r1, 2;"
#define FOUR "and.b32 %r3, %r1, 3; shl.b32 %r3, %r3, 2;"
#define FOUR_OF_A_BANK "and.b32 %r3, %r1, 3; shl.b32 %r3, %r3, 7;"
#define OWN_WIDE "shl.b32 %r3, %r1, 3;"

/* Counted on an H200, one warp and four such requests: l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom. */
static const struct {
	const char *place, *atomic;
	int passes;
} rows[] = {
	{OWN, "red.shared.add.u32 [%r4], 1;", 1},
	{FOUR, "red.shared.add.u32 [%r4], 1;", 1},
	{FOUR_OF_A_BANK, "red.shared.add.u32 [%r4], 1;", 4},
	{FOUR, "red.shared.add.u32 [%r4], 2;", 8},
	{FOUR, "red.shared.add.u32 [%r4], %r1;", 8},
	{FOUR, "atom.shared.add.u32 %r5, [%r4], 1;", 8},
	{FOUR_OF_A_BANK, "atom.shared.add.u32 %r5, [%r4], 1;", 32},
	{OWN, "atom.shared.add.u32 %r5, [%r4], 1;", 1},
	{FOUR, "red.shared.min.s32 [%r4], %r1;", 8},
	{FOUR, "red.shared.or.b32 [%r4], %r1;", 8},
	{FOUR, "atom.shared.exch.b32 %r5, [%r4], %r1;", 8},
	{FOUR, "atom.shared.cas.b32 %r5, [%r4], 0, %r1;", 16},
	{OWN_WIDE, "atom.shared.exch.b64 %rd3, [%r4], %rd2;", 2},
	{OWN_WIDE, "atom.shared.cas.b64 %rd3, [%r4], %rd3, %rd2;", 4},
};

START_TEST(lanes_pass_one_by_one_unless_they_add_one)
{
	static const char *const arguments[] = {"u32[1024]"};
	char text[LONGEST];
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_counts counts;
	gm_device *device = device_load("sm_90");
	const gm_ptx_launch launch = {.entry = "k",
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 1};
	snprintf(text, sizeof text, frame, rows[_i].place, rows[_i].atomic);
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", &module, &err) == GM_OK, "%s",
		      err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s",
		      err.message);
	int64_t passes = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_SHARED)
			passes += counts.sites[s].of[GM_COUNT_WAVEFRONTS];
	ck_assert_msg(passes == rows[_i].passes, "%s %s: %lld passes, %d were counted", rows[_i].place,
		      rows[_i].atomic, (long long)passes, rows[_i].passes);
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("shared_atomics");
	TCase *tests = tcase_create("shared_atomics");
	tcase_add_loop_test(tests, lanes_pass_one_by_one_unless_they_add_one, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
