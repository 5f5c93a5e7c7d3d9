#include "analysis/occupancy_best.h"
#include "analysis/occupancy_compare.h"
#include "analysis/occupancy_curve.h"
#include "analysis/occupancy_study.h"

#include "input/kernel_file.h"
#include "model/capability.h"
#include "support/near.h"

#include <check.h>
#include <string.h>

static gm_occupancy_subject
bare(int64_t block, int64_t registers, int64_t shared)
{
	return (gm_occupancy_subject){.kernel = "",
				      .parameters = "",
				      .registers_source = "",
				      .request = {.block_threads = block,
						  .registers_per_thread = registers,
						  .shared_bytes = shared,
						  .carveout_bytes = -1}};
}

/* cc 9.0, 256 threads, 40 registers, 24 KiB, by hand: a warp takes 40 * 32 = 1280 registers, a
   quarter of 65536 holds 12 of them, 48 warps are 6 blocks of 8; shared memory holds 233472 /
   (24576 + 1024) = 9. */
START_TEST(every_limit_of_a_study_comes_with_its_rule)
{
	gm_device *device = capability_load("sm_90");
	const gm_occupancy_subject subject = bare(256, 40, 24576);
	gm_occupancy_study study;
	ck_assert_int_eq(gm_occupancy_study_make(device, &subject, &study, NULL), GM_OK);
	ck_assert_int_eq(study.advice.now.blocks_per_sm, 6);
	ck_assert_double_eq_tol(gm_occupancy_study_ratio(&study), 0.75, 1e-15);
	ck_assert_str_eq(study.rules[GM_LIMIT_REGISTERS],
			 "floor(4 x floor(16384 / 1280) / 8 warps); a warp takes up(40 x 32, 256)");
	ck_assert_str_eq(study.rules[GM_LIMIT_SHARED],
			 "floor(233472 B / 25600 B); a block takes up(24576 + 1024, 128)");
	ck_assert_int_eq(study.advice.step[GM_LEVER_REGISTERS].to, 32);
	ck_assert_str_eq(study.refused, "");
	gm_device_free(device);
}
END_TEST

/* Both sides of __launch_bounds__(256), which no rule of the device knows. */
START_TEST(launch_bounds_refuse_a_larger_block)
{
	gm_device *device = capability_load("sm_90");
	gm_occupancy_study study;
	gm_occupancy_subject subject = bare(256, 16, 0);
	subject.threads_max = 256;
	ck_assert_int_eq(gm_occupancy_study_make(device, &subject, &study, NULL), GM_OK);
	ck_assert_str_eq(study.refused, "");
	ck_assert_int_le(study.best.block_threads, 256);
	subject.request.block_threads = 257;
	ck_assert_int_eq(gm_occupancy_study_make(device, &subject, &study, NULL), GM_OK);
	ck_assert_str_eq(study.refused, "257 threads in a block, compiled for at most 256");
	ck_assert_double_eq(gm_occupancy_study_ratio(&study), 0);
	gm_device_free(device);
}
END_TEST

/* Where a compiled kernel's block size comes from: what is said, what is required, the bounds, the
   best (cc 8.6 has 1536 threads: two blocks of 768). */
static const struct {
	int64_t given, required, bounds, block;
	gm_block_origin origin;
} blocks[] = {
	{128, 0, 256, 128, GM_BLOCK_GIVEN},
	{0, 64, 256, 64, GM_BLOCK_REQUIRED},
	{0, 0, 256, 256, GM_BLOCK_BOUNDS},
	{0, 0, 0, 768, GM_BLOCK_BEST},
};

START_TEST(a_block_that_is_not_given_is_what_the_compiler_was_told)
{
	gm_device *device = capability_load("sm_86");
	const gm_compiled_kernel kernel = {.name = "k",
					   .cc_major = 8,
					   .cc_minor = 6,
					   .registers_count = 32,
					   .threads_required = blocks[_i].required,
					   .threads_max = blocks[_i].bounds};
	gm_occupancy_subject subject;
	ck_assert_int_eq(gm_occupancy_subject_of_compiled(&kernel, device, blocks[_i].given, 512,
							  &subject, NULL),
			 GM_OK);
	ck_assert_int_eq(subject.request.block_threads, blocks[_i].block);
	ck_assert_int_eq(subject.block_origin, blocks[_i].origin);
	ck_assert_int_eq(subject.request.shared_bytes, 512);
	gm_device_free(device);
}
END_TEST

/* ---- the best TILE of tiled_mm ---- */

/* Threads of an SM for TILE = 32, 16, 8 (blocks of 1024, 256, 64 threads), worked out by hand:
     10   10 registers: 1024 does not launch; 768 (8192 / 2560 = 3 blocks); 512 (8 blocks)     -> 16
     75   36 registers, 1280 a warp, 48 warps fit; 32 reside: 1024; 1024; 1024                 -> 32
     80   31 registers, 1024 a warp, 64 warps fit: 2048; 2048; 2048                            -> 32
     86   36 registers, 48 warps fit and reside: 1024 (one block); 1536; 1024 (16 blocks)      -> 16
     89   as 86, but 24 blocks: 1024; 1536; 1536                                               -> 16
     90   32 registers, 64 warps fit: 2048; 2048; 2048                                         -> 32
     100  40 registers, 1280 a warp, 48 of 64 warps fit: 1024; 1536; 1536                      -> 16
     120  40 registers, 48 warps fit and reside: 1024; 1536; 1536                              -> 16
 */
static const struct {
	const char *device;
	int64_t registers, best; /* registers 0: what the descriptor states */
} tiles[] = {
	{"sm_10", 10, 16}, {"sm_75", 0, 32}, {"sm_80", 0, 32},  {"sm_86", 0, 16},
	{"sm_89", 0, 16},  {"sm_90", 0, 32}, {"sm_100", 0, 16}, {"sm_120", 0, 16},
};

static gm_occupancy_choice
choice_of(const gm_device *device, int64_t tile, int64_t registers)
{
	const gm_definition definition = {"TILE", tile};
	gm_kernel *kernel;
	gm_error err = GM_ERROR_NONE;
	gm_occupancy_subject subject;
	gm_status status =
		gm_kernel_load(GM_TREE "/models/tiled_mm.xml", &definition, 1, &kernel, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
	status = gm_occupancy_subject_of_kernel(kernel, device, "", 0, &subject, &err);
	ck_assert_int_eq(status, registers ? GM_NOT_MODELLED : GM_OK);
	if (registers)
		subject.request.registers_per_thread = registers;
	gm_kernel_free(kernel);
	return (gm_occupancy_choice){.value = tile, .request = subject.request};
}

START_TEST(the_best_tile_is_the_one_worked_out_by_hand)
{
	static const int64_t values[] = {4, 8, 16, 32};
	gm_device *device = capability_load(tiles[_i].device);
	gm_occupancy_choice choices[4];
	for (int i = 0; i < 4; i++)
		choices[i] = choice_of(device, values[i], tiles[_i].registers);
	const int best = gm_occupancy_choose(device, choices, 4);
	ck_assert_int_ge(best, 0);
	ck_assert_int_eq(choices[best].value, tiles[_i].best);
	ck_assert_int_eq(choices[0].value, 32); /* sorted, the largest first */
	gm_device_free(device);
}
END_TEST

/* ---- two builds ---- */

static gm_occupancy_study
named(const gm_device *device, const char *name, int64_t registers)
{
	gm_occupancy_study study;
	gm_occupancy_subject subject = bare(256, registers, 0);
	subject.kernel = name;
	ck_assert_int_eq(gm_occupancy_study_make(device, &subject, &study, NULL), GM_OK);
	return study;
}

/* cc 9.0, 256 threads: 32 registers 100 %, 40 registers 75 % (above). */
START_TEST(two_builds_are_matched_by_name)
{
	gm_device *device = capability_load("sm_90");
	const gm_occupancy_study before[] = {named(device, "worse", 32),
					     named(device, "better", 40), named(device, "gone", 32),
					     named(device, "same", 30)};
	const gm_occupancy_study after[] = {named(device, "added", 32), named(device, "same", 32),
					    named(device, "better", 32),
					    named(device, "worse", 40)};
	const struct {
		const char *name;
		gm_change change;
	} expected[] = {{"added", GM_CHANGE_ADDED},
			{"same", GM_CHANGE_SAME},
			{"better", GM_CHANGE_GAIN},
			{"worse", GM_CHANGE_LOSS},
			{"gone", GM_CHANGE_GONE}};
	gm_occupancy_pair pairs[8];
	ck_assert_int_eq(gm_occupancy_compare(before, 4, after, 4, pairs), 5);
	for (int i = 0; i < 5; i++) {
		const gm_occupancy_study *one = pairs[i].after ? pairs[i].after : pairs[i].before;
		ck_assert_str_eq(one->subject.kernel, expected[i].name);
		ck_assert_int_eq(pairs[i].change, expected[i].change);
	}
	gm_device_free(device);
}
END_TEST

/* ---- curves ---- */

/* cc 9.0: 1024 / 32 block sizes; 255 registers; 227 KiB in steps of 128 B and 0. */
START_TEST(a_curve_covers_its_axis_and_passes_through_the_launch)
{
	static const int counts[GM_CURVE_COUNT] = {32, 255, 227 * 8 + 1};
	static const int64_t now[GM_CURVE_COUNT] = {256, 40, 24576};
	gm_device *device = capability_load("sm_90");
	const gm_occupancy_subject subject = bare(256, 40, 24576);
	gm_curve curve;
	bool passes = false;
	gm_occupancy_curve(device, &subject.request, (gm_curve_axis)_i, &curve);
	ck_assert_int_eq(curve.count, counts[_i]);
	ck_assert_int_eq(curve.now.x, now[_i]);
	ck_assert_double_eq_tol(curve.now.occupancy_ratio, 0.75, 1e-15);
	for (int i = 0; i < curve.count; i++)
		passes = passes ||
			 (curve.points[i].x == now[_i] && curve.points[i].occupancy_ratio == 0.75);
	ck_assert(passes);
	gm_curve_dispose(&curve);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("occupancy_study");
	TCase *tests = tcase_create("occupancy_study");
	tcase_add_test(tests, every_limit_of_a_study_comes_with_its_rule);
	tcase_add_test(tests, launch_bounds_refuse_a_larger_block);
	tcase_add_loop_test(tests, a_block_that_is_not_given_is_what_the_compiler_was_told, 0,
			    sizeof blocks / sizeof *blocks);
	tcase_add_loop_test(tests, the_best_tile_is_the_one_worked_out_by_hand, 0,
			    sizeof tiles / sizeof *tiles);
	tcase_add_test(tests, two_builds_are_matched_by_name);
	tcase_add_loop_test(tests, a_curve_covers_its_axis_and_passes_through_the_launch, 0,
			    GM_CURVE_COUNT);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
