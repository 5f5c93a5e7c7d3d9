#include "ptx/pilot.h"

#include "case.h"

/* (v / 0.001)^2 blocks, at least 28 and as many as come to 262144 steps, at most as come to 6291456, and no
   more than there are. */
static const struct {
	double work, varies;
	int64_t blocks, drawn;
	int warps; /* that may be walked alone */
} rows[] = {
	{1000, 0, 1000000, 262, 1},     {1000, 0.01, 1000000, 262, 1}, {1000, 0.05, 1000000, 2500, 1},
	{1000, 1, 1000000, 6291, 1},    {1000, 1, 700, 700, 1},        {50000, 0.01, 1000000, 100, 1},
	{50000, 0.001, 1000000, 28, 1}, {50000, 1, 1000000, 125, 1},   {1e9, 1, 1000000, 1, 1},
	/* 6291456 / 50000 = 125.829 whole blocks are too few for (1 / 0.001)^2, and 1006.63 times an eighth
	   of one as much work; of 1000 at most every second; 125 of 200 are rather taken whole. */
	{50000, 1, 1000000, 1006, 8},   {50000, 1, 1000, 500, 8},      {50000, 1, 200, 125, 8},
	{50000, 0.01, 1000000, 100, 8}, {1000, 1, 700, 700, 8},
};

START_TEST(blocks_are_drawn_as_they_vary)
{
	const ptx_pilot pilot = {
		.work = rows[_i].work, .varies = rows[_i].varies, .warps = rows[_i].warps};
	const bool alone = rows[_i].warps > 1 && rows[_i].drawn > 100 && rows[_i].blocks > 700;
	ck_assert_int_eq(gm_ptx_pilot_takes_warps(&pilot, rows[_i].blocks), alone);
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, rows[_i].blocks), rows[_i].drawn);
}
END_TEST

/* Three instructions and a store of whole warps: of a block of two, 32 lanes of each and two requests. */
START_TEST(a_pilot_counts_the_lanes_of_each_instruction)
{
	static const char text[] =
		".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"
		".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<5>;\nld.param.u64 %rd1, [a];\n"
		"mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; sqrt.approx.f32 %f2, %f1;\n"
		"mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.f32 [%rd3], %f2; ret; }\n";
	static const char *const arguments[] = {"f32[64]"};
	const gm_ptx_launch launch = {.grid = {9, 1, 1}, .block = {64, 1, 1}, .arguments = arguments,
				      .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_block_samples all;
	ptx_pilot pilot;
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	case_ok(gm_kernel_blocks_all(kernel, &all, &err), &err);
	case_ok(gm_ptx_pilot_fly((const ptx_kernel *)kernel, &all, 3, &pilot, &err), &err);
	ck_assert(pilot.alike);
	ck_assert_int_ge(pilot.most.instructions, 2 * 2);
	ck_assert_int_eq(pilot.most.lanes, 32 * pilot.most.instructions);
	ck_assert_int_eq(pilot.least.lanes, pilot.most.lanes);
	ck_assert_int_eq(pilot.most.requests, 2);
	ck_assert_int_eq(pilot.most.sectors, 2 * 4);
	gm_block_samples_dispose(&all);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pilot");
	TCase *cases = tcase_create("pilot");
	tcase_add_loop_test(cases, blocks_are_drawn_as_they_vary, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(cases, a_pilot_counts_the_lanes_of_each_instruction);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
