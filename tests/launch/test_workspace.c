/*
 * Barriers of the whole grid, as cooperative_groups of CUDA 13.0 writes them: a word of the workspace that a
 * cooperative launch gives.
 */
#include "launch/launch.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                          \
	".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 o)\n{\n"                        \
	".reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<9>;\n"                                                    \
	"ld.param.u64 %rd9, [o]; cvta.to.global.u64 %rd2, %rd9;\n"                                                    \
	"mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;\n"
#define WORKSPACE                                                                                                     \
	"mov.u32 %r4, %envreg2; cvt.u64.u32 %rd3, %r4; mov.u32 %r5, %envreg1; cvt.u64.u32 %rd4, %r5;\n"               \
	"bfi.b64 %rd1, %rd4, %rd3, 32, 32; setp.ne.s64 %p1, %rd1, 0; @%p1 bra HERE; trap;\nHERE:\n"
/* Block 0 adds 2^31 - (blocks - 1), the others 1. */
#define SYNC                                                                                                          \
	"bar.sync 0; setp.ne.u32 %p2, %r1, 0; @%p2 bra MEET;\n"                                                       \
	"setp.eq.u32 %p3, %r2, 0; sub.s32 %r6, -2147483647, %r3; selp.b32 %r7, %r6, 1, %p3; add.s64 %rd5, %rd1, 4;\n" \
	"atom.add.release.gpu.u32 %r8, [%rd5], %r7;\n"                                                                \
	"ASK: ld.acquire.gpu.u32 %r9, [%rd5]; xor.b32 %r10, %r9, %r8; setp.gt.s32 %p4, %r10, -1; @%p4 bra ASK;\n"     \
	"MEET: bar.sync 0;\n"

/* Before the barrier block b stores b + 1; behind it its first thread reads what the last has stored. */
static const char meets[] = HEAD WORKSPACE
	"mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd2, %rd6; add.u32 %r11, %r2, 1; st.global.u32 [%rd7], %r11;\n" SYNC
	"ret;\n}\n";
static const char meets_thrice[] = HEAD WORKSPACE
	"mov.u32 %r12, 0;\nROUND: add.u32 %r12, %r12, 1;\n" SYNC "setp.lt.u32 %p5, %r12, 3; @%p5 bra ROUND;\nret;\n}\n";
static const char alone[] = HEAD "mul.wide.u32 %rd6, %r2, 4; add.s64 %rd7, %rd2, %rd6; st.global.u32 [%rd7], %r2;\nret;\n}\n";

static gm_kernel *
kernel_of(const char *text, int64_t blocks, bool cooperative, gm_ptx_module **module)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	const char *arguments[] = {"u32[4096]:zero"};
	const gm_ptx_launch launch = {.entry = "k", .grid = {blocks, 1, 1}, .block = {64, 1, 1},
				      .arguments = arguments, .arguments_count = 1, .cooperative = cooperative};
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), "text", module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(*module, &launch, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

static void
let_go(gm_kernel *kernel, gm_ptx_module *module)
{
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}

START_TEST(whoever_asks_for_the_workspace_has_one_and_is_launched_cooperatively)
{
	gm_ptx_module *module;
	gm_kernel *kernel = kernel_of(meets, 8, false, &module);
	ck_assert(kernel->cooperative);
	ck_assert_int_eq(kernel->arrays_count, 2);
	ck_assert_str_eq(kernel->arrays[1].name, "grid workspace");
	ck_assert(!kernel->arrays[0].of_module);
	ck_assert(kernel->arrays[1].of_module); /* no argument */
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_ATOMIC && kernel->sites[s].space == GM_GLOBAL)
			ck_assert_int_eq(kernel->sites[s].array, 1);
	let_go(kernel, module);
}
END_TEST

START_TEST(others_have_none_and_are_cooperative_where_the_launch_says_so)
{
	gm_ptx_module *module;
	for (int said = 0; said < 2; said++) {
		gm_kernel *kernel = kernel_of(alone, 8, said, &module);
		ck_assert_int_eq(kernel->cooperative, said);
		ck_assert_int_eq(kernel->arrays_count, 1);
		let_go(kernel, module);
	}
}
END_TEST

/* All come past it, in one round or three, which take so much longer; a block alone waits for nobody. */
START_TEST(all_blocks_meet)
{
	static const int64_t blocks[] = {2, 33, 264};
	enum { LOAD = 1000, ATOMIC = 1500 };
	const int64_t grid = blocks[_i];
	double clocks[2];
	for (int i = 0; i < 2; i++) {
		gm_ptx_module *module;
		gm_kernel *kernel = kernel_of(i ? meets_thrice : meets, grid, false, &module);
		const gm_ways ways = {.load = LOAD, .fetch = LOAD, .atomic = ATOMIC, .sms = 132, .resident = 264,
				      .cc_major = 9};
		gm_waited waited;
		ck_assert(kernel->awaits);
		gm_kernel_wait(kernel, &ways, &waited);
		ck_assert(waited.known && waited.needs_all && !waited.stuck && !waited.cut);
		clocks[i] = waited.clocks;
		let_go(kernel, module);
	}
	/* An atomic, and one and a half loads in the mean, half a load more or less. */
	ck_assert_double_ge(clocks[0], ATOMIC + LOAD);
	ck_assert_double_le(clocks[0], ATOMIC + 2.5 * LOAD);
	ck_near(clocks[1], 3 * clocks[0], 0.2);
}
END_TEST

START_TEST(a_block_alone_is_over_at_once)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_ptx_memory *memory;
	uint32_t left = 0;
	gm_kernel *kernel = kernel_of(meets, 1, false, &module);
	ck_assert(!kernel->awaits);
	ck_assert_msg(gm_ptx_kernel_run(kernel, &memory, &err) == GM_OK, "%s", err.message);
	ck_assert_int_eq(gm_ptx_memory_read(memory, 0, 0, &left, 4, &err), GM_OK);
	ck_assert_uint_eq(left, 1);
	gm_ptx_memory_free(memory);
	let_go(kernel, module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("workspace");
	TCase *cases = tcase_create("workspace");
	tcase_add_test(cases, whoever_asks_for_the_workspace_has_one_and_is_launched_cooperatively);
	tcase_add_test(cases, others_have_none_and_are_cooperative_where_the_launch_says_so);
	tcase_add_loop_test(cases, all_blocks_meet, 0, 3);
	tcase_add_test(cases, a_block_alone_is_over_at_once);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
