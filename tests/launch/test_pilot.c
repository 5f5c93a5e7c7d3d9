#include "launch/pilot.h"

#include "ptx/case.h"

/* (v / 0.0005)^2 blocks, at least 28 and as many as come to 524288 steps, at most as come to 10485760, and no
   more than there are. */
static const struct {
	double work, varies;
	int64_t blocks, drawn;
	int warps; /* that may be walked alone */
} rows[] = {
	{1000, 0, 1000000, 524, 1},     {1000, 0.01, 1000000, 524, 1}, {1000, 0.03, 1000000, 3600, 1},
	{1000, 1, 1000000, 10485, 1},    {1000, 1, 700, 700, 1},        {50000, 0.004, 1000000, 64, 1},
	{50000, 0.001, 1000000, 28, 1}, {50000, 1, 1000000, 209, 1},   {1e9, 1, 1000000, 1, 1},
	/* 10485760 / 50000 = 209.7 whole blocks are too few for (1 / 0.0005)^2; a warp is 200 for its block and
	   an eighth of the other 49800: 10485760 / 6425 = 1632.0; of 1000 at most 95 %; 209 of 300 are rather
	   taken whole. */
	{50000, 1, 1000000, 1632, 8},   {50000, 1, 1000, 950, 8},      {50000, 1, 300, 209, 8},
	{50000, 0.004, 1000000, 64, 8}, {1000, 1, 700, 700, 8},
	/* Little but its beginning: 10485760 / 210 = 49932 warps would see less than twice as much as 37449
	   blocks do. */
	{280, 1, 1000000, 37449, 8},
};

START_TEST(blocks_are_drawn_as_they_vary)
{
	const ptx_pilot pilot = {
		.work = rows[_i].work, .varies = rows[_i].varies, .warps = rows[_i].warps};
	const bool alone = rows[_i].drawn == 1632 || rows[_i].drawn == 950;
	ck_assert_int_eq(gm_ptx_pilot_takes_warps(&pilot, rows[_i].blocks), alone);
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, rows[_i].blocks), rows[_i].drawn);
}
END_TEST

/* Where a row is added for each of 1000 sites of a sample, 4194304 / 1000 samples at most, blocks or warps: of
   1632 none is too much, of 5000 some are. */
START_TEST(blocks_of_many_sites_are_drawn_as_rows_are_added)
{
	ptx_pilot pilot = {.work = 1000, .varies = 1, .rows = 1000, .warps = 1};
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, 1000000), 4194);
	pilot.work = 50000;
	pilot.warps = 8;
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, 1000000), 1632);
	pilot.rows = 5000;
	ck_assert_int_eq(gm_ptx_pilot_drawn(&pilot, 1000000), 838);
}
END_TEST

/* Up to 8388608 steps all; up to 31457280, of which 250 instructions of 1000 steps are 500 / 3, where more are needed
   than the least, 524288 / 900 = 582: not (0.012 / 0.0005)^2 = 576 but (0.0125 / 0.0005)^2 = 625.
   31457280 / (1000 - 250 / 3) = 34317.03. */
static const struct {
	double work, varies;
	int64_t blocks;
	bool all;
} wholes[] = {
	{1000, 0, 8388, true},     {1000, 0, 8389, false}, {1000, 0.012, 9000, false}, {1000, 0.0125, 9000, true},
	{1000, 1, 34317, true}, {1000, 1, 34318, false},
};

START_TEST(grids_that_vary_are_walked_whole_though_they_are_more_work)
{
	const ptx_pilot pilot = {.work = 0.9 * wholes[_i].work,
				 .whole_work = wholes[_i].work,
				 .instructions = wholes[_i].work / 4,
				 .instruction_steps = 2.0 / 3,
				 .varies = wholes[_i].varies,
				 .warps = 1};
	ck_assert(gm_ptx_pilot_takes_all(&pilot, wholes[_i].blocks) == wholes[_i].all);
	ck_assert(gm_ptx_pilot_affords_all(&pilot, wholes[_i].blocks) == (wholes[_i].blocks <= 34317));
}
END_TEST

static ptx_pilot
fly_over(const char *text)
{
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
	gm_block_samples_dispose(&all);
	gm_kernel_free(kernel);
	gm_ptx_module_free(module);
	return pilot;
}

#define KERNEL                                                                                     \
	".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {\n"       \
	".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<5>; .shared .align 8 .b8 words[512];\n"   \
	"ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n"

/* Three instructions and a store of whole warps: of a block of two, 32 lanes of each and two requests. */
START_TEST(a_pilot_counts_the_lanes_of_each_instruction)
{
	const ptx_pilot pilot = fly_over(
		KERNEL "cvt.rn.f32.u32 %f1, %r1; sqrt.approx.f32 %f2, %f1; mul.wide.u32 %rd2, %r1, 4;\n"
		       "add.s64 %rd3, %rd1, %rd2; st.global.f32 [%rd3], %f2; ret; }\n");
	const int64_t *least = pilot.least.of, *most = pilot.most.of;
	ck_assert(pilot.alike);
	ck_assert_int_ge(most[AMOUNT_INSTRUCTIONS], 2 * 2);
	ck_assert_int_eq(most[AMOUNT_LANES], 32 * most[AMOUNT_INSTRUCTIONS]);
	ck_assert_double_eq(2 * pilot.rows, (double)most[AMOUNT_INSTRUCTIONS]);
	ck_assert_double_eq(pilot.instructions, (double)most[AMOUNT_INSTRUCTIONS]);
	ck_assert_int_eq(least[AMOUNT_LANES], most[AMOUNT_LANES]);
	ck_assert_int_eq(most[AMOUNT_REQUESTS], 2);
	ck_assert_int_eq(most[AMOUNT_SECTORS], 2 * 4);
	ck_assert_int_eq(most[AMOUNT_STORES], 2);
	ck_assert_int_eq(most[AMOUNT_STORED_SECTORS], 2 * 4);
	ck_assert_int_eq(most[AMOUNT_ATOMICS], 0);
	ck_assert_int_eq(most[AMOUNT_PASSES], 0);
}
END_TEST

/* Every second word: 32 lanes on 16 banks, two on each. A sum and a fused one of 32 lanes: 32 + 64. And of
   each warp one addition of one lane: a sector. */
START_TEST(a_pilot_counts_flops_passes_and_atomics)
{
	const ptx_pilot pilot = fly_over(
		KERNEL ".reg .pred %p; cvt.rn.f32.u32 %f1, %r1; add.f32 %f2, %f1, %f1;\n"
		       "fma.rn.f32 %f3, %f2, %f2, %f1; mov.u32 %r2, words; mad.lo.u32 %r3, %r1, 8, %r2;\n"
		       "st.shared.f32 [%r3], %f3; and.b32 %r4, %r1, 31; setp.ne.u32 %p, %r4, 5;\n"
		       "@%p ret; red.global.add.f32 [%rd1], %f2; ret; }\n");
	ck_assert_int_eq(pilot.most.of[AMOUNT_FLOP], 2 * (32 + 64));
	ck_assert_int_eq(pilot.most.of[AMOUNT_PASSES], 2 * 2);
	ck_assert_int_eq(pilot.most.of[AMOUNT_ATOMICS], 2);
	ck_assert_int_eq(pilot.most.of[AMOUNT_ATOMIC_SECTORS], 2);
	ck_assert_int_eq(pilot.most.of[AMOUNT_REQUESTS], 4);
}
END_TEST

/* A thousand turns, of which few are walked: all are counted, of each of two warps, and they are no work. */
START_TEST(a_pilot_counts_turns_that_it_does_not_walk)
{
	const ptx_pilot pilot = fly_over(
		KERNEL ".reg .pred %p; mov.u32 %r2, 0;\n"
		       "TURN: st.global.u32 [%rd1], %r2; add.u32 %r2, %r2, 1;\n"
		       "setp.lt.u32 %p, %r2, 1000; @%p bra TURN; ret; }\n");
	ck_assert_int_eq(pilot.most.of[AMOUNT_STORES], 2 * 1000);
	ck_assert_int_ge(pilot.most.of[AMOUNT_INSTRUCTIONS], 2 * 3000);
	ck_assert_double_lt(pilot.instructions, 2 * 300);
	ck_assert_double_lt(pilot.work, 2 * 300 * 18);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pilot");
	TCase *cases = tcase_create("pilot");
	tcase_add_loop_test(cases, blocks_are_drawn_as_they_vary, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(cases, grids_that_vary_are_walked_whole_though_they_are_more_work, 0,
			    (int)(sizeof wholes / sizeof *wholes));
	tcase_add_test(cases, blocks_of_many_sites_are_drawn_as_rows_are_added);
	tcase_add_test(cases, a_pilot_counts_flops_passes_and_atomics);
	tcase_add_test(cases, a_pilot_counts_turns_that_it_does_not_walk);
	tcase_add_test(cases, a_pilot_counts_the_lanes_of_each_instruction);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
