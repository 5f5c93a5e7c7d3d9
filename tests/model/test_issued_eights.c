/* Products of floats of 8 bits on cc 9.0, against code of ptxas 13.0. */
#include "issued.h"

/* A, B and the sums are loaded, products follow, the sums are stored. */
#define KERNEL(products)                                                                                               \
	".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry a(.param .u64 o)\n{\n"                         \
	".reg .b32 %r<30>; .reg .f32 %f<20>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, [o];\n"                             \
	"ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%rd1]; ld.global.v4.u32 {%r5,%r6,%r7,%r8}, [%rd1+16];\n"                 \
	"ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+32]; ld.global.v4.f32 {%f5,%f6,%f7,%f8}, [%rd1+48];\n"              \
	"ld.global.v2.u32 {%r9,%r10}, [%rd1+64];\n" products                                                           \
	"st.global.v4.f32 [%rd1+80], {%f1,%f2,%f3,%f4}; st.global.v4.f32 [%rd1+96], {%f5,%f6,%f7,%f8};\n"              \
	"st.global.v2.u32 [%rd1+112], {%r9,%r10};\nret;\n}\n"
#define FIRST                                                                                                          \
	"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},"           \
	"{%f1,%f2,%f3,%f4};\n"
/* Of the same A, and another B. */
#define SECOND                                                                                                         \
	"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%f5,%f6,%f7,%f8},{%r1,%r2,%r3,%r4},{%r7,%r8},"           \
	"{%f5,%f6,%f7,%f8};\n"
#define HALVES                                                                                                         \
	"mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%r9,%r10},{%r1,%r2,%r3,%r4},{%r5,%r6},{%r9,%r10};\n"

/* Two HMMA and two F2FP for each register of A and of B, 4 and 2; then four FADD and two NOP, or two HADD2. */
static const struct {
	const char *text;
	double more;
} rows[] = {
	{KERNEL(FIRST), 2 + 12 + 4 + 2},
	{KERNEL(FIRST SECOND), 2 + 12 + 4 + 2 + 2 + 4 + 4 + 2},
	{KERNEL(HALVES), 2 + 12 + 2},
};

static double
issued(const char *text)
{
	static const char *const arguments[] = {"u32[1024]"};
	const gm_ptx_launch launch = {.entry = "a", .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = arguments,
	                              .arguments_count = 1};
	gm_ptx_module *module = parse(text, strlen(text), "eights");
	const double sum = count(module, &launch, devices[0]).issued;
	gm_ptx_module_free(module);
	return sum;
}

START_TEST(eights_are_multiplied_as_halves)
{
	ck_near(issued(rows[_i].text) - issued(KERNEL("")), rows[_i].more, 1e-9);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("eights");
	tcase_add_checked_fixture(tests, load_devices, free_devices);
	tcase_add_loop_test(tests, eights_are_multiplied_as_halves, 0, (int)(sizeof rows / sizeof rows[0]));
	Suite *suite = suite_create("eights");
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
