/*
 * Bulk copies of sizes that are no multiple of what is moved at once.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <stdio.h>
#include <string.h>

enum { IN = 128, SHARED_WORDS = 160, FIRST = 4 };

/* One thread copies `bytes` from word 4 of `in` to word 4 of shared memory, which is zero; then all of shared memory
   is stored. */
static const char text[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 bytes)\n{\n"
	".reg .b32 %r<12>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\n"
	".shared .align 16 .b8 tile[640];\n.shared .align 8 .b64 bar;\n"
	"ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r1, [bytes];\n"
	"mov.u32 %r2, tile;\nmov.u32 %r3, bar;\nadd.s32 %r4, %r2, 16;\nadd.s64 %rd3, %rd1, 16;\n"
	"mbarrier.init.shared.b64 [%r3], 1;\n"
	"mbarrier.arrive.expect_tx.shared.b64 %rd4, [%r3], %r1;\n"
	"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd3], %r1, [%r3];\n"
	"WAIT:\nmbarrier.try_wait.parity.shared.b64 %p1, [%r3], 0;\n@!%p1 bra WAIT;\n"
	"mov.u32 %r5, 0;\n"
	"MORE:\nld.shared.u32 %r6, [%r2];\nst.global.u32 [%rd2], %r6;\n"
	"add.s32 %r2, %r2, 4;\nadd.s64 %rd2, %rd2, 4;\nadd.u32 %r5, %r5, 1;\n"
	"setp.lt.u32 %p2, %r5, 160;\n@%p2 bra MORE;\nret;\n}\n";

static gm_status
copied(const char *contents, int bytes, int32_t out[SHARED_WORDS])
{
	char in[64], size[32];
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_ptx_memory *memory = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(in, sizeof in, "s32[%d]:%s", IN, contents);
	snprintf(size, sizeof size, "s32=%d", bytes);
	const gm_ptx_launch launch = {.grid = {1, 1, 1},
	                              .block = {1, 1, 1},
	                              .arguments = (const char *[]){in, "s32[160]", size},
	                              .arguments_count = 3};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	const gm_status status = gm_ptx_kernel_run(kernel, &memory, &err);
	if (status == GM_OK)
		ck_assert(gm_ptx_memory_read(memory, 1, 0, out, SHARED_WORDS * sizeof *out, &err) == GM_OK);
	gm_ptx_memory_free(memory);
	gm_kernel_free(kernel);
	return status;
}

/* 16 bytes, less than 256, 256, between, and to the very end of the buffer. */
static const int sizes[] = {16, 240, 256, 272, 400, 4 * (IN - FIRST)};

START_TEST(a_bulk_copy_moves_its_bytes_and_no_others)
{
	int32_t out[SHARED_WORDS];
	ck_assert(copied("iota", sizes[_i], out) == GM_OK);
	for (int i = 0; i < SHARED_WORDS; i++)
		ck_assert_int_eq(out[i], i >= FIRST && i < FIRST + sizes[_i] / 4 ? i : 0);
}
END_TEST

START_TEST(a_bulk_copy_past_the_end_of_its_buffer_fails)
{
	int32_t out[SHARED_WORDS];
	ck_assert(copied("iota", 4 * (IN - FIRST) + 16, out) != GM_OK);
}
END_TEST

/* ---- who waits for them ---- */

static const char grouped[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry k(.param .u64 in)\n{\n"
	".reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n.shared .align 16 .b8 tile[640];\n"
	"ld.param.u64 %rd1, [in];\nmov.u32 %r1, tile;\n"
	"cp.async.cg.shared.global [%r1], [%rd1], 16;\n"
	"cp.async.commit_group;\ncp.async.wait_group 2;\ncp.async.wait_all;\n"
	"cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nret;\n}\n";

static gm_kernel *
kernel_of(const char *source, const char *const *arguments, int count)
{
	gm_ptx_module *module = NULL;
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_ptx_launch launch = {
		.grid = {1, 1, 1}, .block = {1, 1, 1}, .arguments = arguments, .arguments_count = count};
	ck_assert_msg(gm_ptx_module_parse(source, strlen(source), NULL, &module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	gm_ptx_module_free(module);
	return kernel;
}

static int
sites_that(const gm_kernel *kernel, gm_copies copies, int left)
{
	int count = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		count += kernel->sites[s].copies == copies && kernel->sites[s].copies_left == left;
	return count;
}

START_TEST(sites_say_what_they_do_with_copies)
{
	gm_kernel *kernel = kernel_of(grouped, (const char *[]){"s32[128]"}, 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_BEGIN, 0), 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_CLOSE, 0), 1); /* not that of copies in bulk */
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_AWAIT, 2), 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_AWAIT, 0), 0);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_AWAIT_ALL, 0), 1);
	gm_kernel_free(kernel);
	kernel = kernel_of(text, (const char *[]){"s32[128]", "s32[160]", "s32=16"}, 3);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_EXPECT, 0), 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_PIECE, 0), 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_BULK, 0), 1);
	ck_assert_int_eq(sites_that(kernel, GM_COPIES_TEST, 0), 1);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("bulk");
	TCase *tcase = tcase_create("bulk");
	tcase_add_loop_test(tcase, a_bulk_copy_moves_its_bytes_and_no_others, 0, sizeof sizes / sizeof *sizes);
	tcase_add_test(tcase, a_bulk_copy_past_the_end_of_its_buffer_fails);
	tcase_add_test(tcase, sites_say_what_they_do_with_copies);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
