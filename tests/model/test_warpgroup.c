/*
 * Products of warpgroups: their operations and what they fetch from shared memory.
 *
 * wgmma.m64nNkK is one product of 64 x N x K for four warps: 2*64*N*K operations, a quarter of them
 * booked with each. A (64 x K, unless in registers) and B (K x N) come from shared memory once for
 * the four: a quarter of the bytes with each warp, in pieces of 16.
 */
#include "ptx/case.h"

#include "model/counts.h"
#include "input/device_file.h"

typedef struct product {
	const char *name, *operands; /* after the result */
	int64_t flop, bytes;         /* of the block of 128 threads */
	gm_type type;
} product;

static const product products[] = {
	/* 2*64*8*16; (64*16 + 16*8) * 2 B */
	{"m64n8k16.f32.f16.f16", "%rd1, %rd2, 1, 1, 1, 0, 0", 16384, 2304, GM_F16},
	/* A in registers: 16*8*2 B */
	{"m64n8k16.f32.bf16.bf16", "{%r1,%r2,%r3,%r4}, %rd2, 1, 1, 1, 0", 16384, 256, GM_BF16},
	/* 2*64*8*8; (64*8 + 8*8) * 4 B */
	{"m64n8k8.f32.tf32.tf32", "%rd1, %rd2, 1, 1, 1", 8192, 2304, GM_TF32},
	/* 2*64*8*32; (64*32 + 32*8) * 1 B */
	{"m64n8k32.f32.e4m3.e5m2", "%rd1, %rd2, 1, 1, 1", 32768, 2304, GM_U8},
};

START_TEST(a_product_of_a_warpgroup_counts_its_operations_and_operands)
{
	const product *p = &products[_i];
	char text[1024];
	const char *argument = "u64=1";
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_device *device;
	gm_counts counts;
	gm_error err = GM_ERROR_NONE;
	snprintf(text, sizeof text,
		 ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 n)\n"
		 "{\n.reg .f32 %%f<9>;\n.reg .b32 %%r<9>;\n.reg .b64 %%rd<9>;\n"
		 "wgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.%s {%%f0,%%f1,%%f2,%%f3}, "
		 "%s;\n"
		 "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nret;\n}\n",
		 p->name, p->operands);
	case_ok(gm_ptx_module_parse(text, strlen(text), "x.ptx", &module, &err), &err);
	const gm_ptx_launch launch = {.grid = {3, 1, 1},
				      .block = {128, 1, 1},
				      .arguments = &argument,
				      .arguments_count = 1};
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_device_load(GM_TREE "/devices/sm_90.xml", &device, &err), &err);
	case_ok(gm_counts_gather(kernel, device, false, &counts, &err), &err);
	ck_assert(counts.exact);
	ck_assert_int_eq(gm_counts_sum(kernel, &counts, GM_COUNT_FLOP, GM_MMA, GM_SPACE_COUNT),
			 3 * p->flop);
	ck_assert_int_eq(gm_counts_sum(kernel, &counts, GM_COUNT_INSTRUCTIONS, GM_MMA,
				       GM_SPACE_COUNT), 3 * 4);
	ck_assert_int_eq(gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTED_BYTES,
				       GM_OPERATION_COUNT, GM_SHARED), 3 * p->bytes);
	ck_assert_int_eq(gm_counts_sum(kernel, &counts, GM_COUNT_WAVEFRONTS, GM_OPERATION_COUNT,
				       GM_SHARED),
			 gm_counts_sum(kernel, &counts, GM_COUNT_IDEAL_WAVEFRONTS,
				       GM_OPERATION_COUNT, GM_SHARED));
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_MMA)
			ck_assert_int_eq(kernel->sites[s].type, p->type);
	gm_counts_dispose(&counts);
	gm_device_free(device);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("warpgroup");
	TCase *cases = tcase_create("warpgroup");
	tcase_add_loop_test(cases, a_product_of_a_warpgroup_counts_its_operations_and_operands, 0,
			    sizeof products / sizeof *products);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
