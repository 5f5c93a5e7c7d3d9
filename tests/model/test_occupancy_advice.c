/*
 * Next steps, slack, unused resources and the best block, by hand. The best block of every
 * capability from 3.0 on is compared with CUDA's own in tests/oracle.
 */
#include "model/capability.h"
#include "model/occupancy_advice.h"

#include "support/near.h"

enum { KIB = 1024 };

static gm_occupancy_request
request_of(int threads, int registers, int shared)
{
	return (gm_occupancy_request){.block_threads = threads,
	                              .registers_per_thread = registers,
	                              .shared_bytes = shared,
	                              .carveout_bytes = -1};
}

/*
 * The smallest move for one more block; `to` 0 when the lever is not in the way.
 */
static const struct step {
	const char *device;
	int threads, registers, shared;
	gm_lever lever;
	int to, blocks_before, blocks;
	bool gains;
} steps[] = {
	/* 40 x 32 = 1280 a warp: 4 x 12 = 48 warps, 6 blocks. Seven need 56 warps, 14 a partition,
           1170 registers each -> 1024 = 32 x 32: 4 x 16 = 64 warps, 8 blocks */
	{"sm_90", 256, 40, 0, GM_LEVER_REGISTERS, 32, 6, 8, true},
	/* 48 x 32 = 1536: 4 x 10 = 40 warps, 5 blocks; 40: 6 blocks */
	{"sm_90", 256, 48, 0, GM_LEVER_REGISTERS, 40, 5, 6, true},
	/* all 64 warps are resident: nothing to gain */
	{"sm_90", 256, 32, 0, GM_LEVER_REGISTERS, 0, 8, 8, false},
	/* 100 KiB: 4 blocks of 24 + 1 KiB; five: 20480 - 1024 = 19456 */
	{"sm_86", 128, 0, 24 * KIB, GM_LEVER_SHARED, 19456, 4, 5, true},
	/* 164 KiB: 167936/25600 = 6.6; seven: 23990 -> 23936, less 1024 */
	{"sm_80", 128, 0, 24 * KIB, GM_LEVER_SHARED, 22912, 6, 7, true},
	/* 48 KiB: 2 of 20 KiB; three of 16 */
	{"sm_20", 128, 0, 20 * KIB, GM_LEVER_SHARED, 16 * KIB, 2, 3, true},
	/* 48 warps: 4 blocks of 10 leave 8 idle; 5 of 9 leave 3. 6 of 8 leave none: no step */
	{"sm_86", 320, 0, 0, GM_LEVER_BLOCK, 288, 4, 5, true},
	{"sm_86", 256, 0, 0, GM_LEVER_BLOCK, 0, 6, 6, false},
	/* 33 -> 1088 a warp on 2.0: no block of 32 or 31 warps; 30 x 1088 = 32640 <= 32768 */
	{"sm_20", 1024, 33, 0, GM_LEVER_BLOCK, 960, 0, 1, true},
	{"sm_20", 1024, 33, 0, GM_LEVER_REGISTERS, 32, 0, 1, true},
	/* the number of blocks is the limit: 16 of 2 warps are 32 of 48; of 3 warps all 48 */
	{"sm_86", 64, 0, 0, GM_LEVER_WIDER_BLOCK, 96, 16, 16, true},
	{"sm_86", 64, 0, 0, GM_LEVER_BLOCK, 0, 16, 16, false},
	/* both at 6: registers as above; shared 233472/6 - 1024 = 37888; seven: 33353 -> 33280,
           less 1024. Neither gains alone. */
	{"sm_90", 256, 40, 37888, GM_LEVER_REGISTERS, 32, 6, 6, false},
	{"sm_90", 256, 40, 37888, GM_LEVER_SHARED, 32256, 6, 6, false},
};

START_TEST(a_step_is_the_smallest_change_for_one_more_block)
{
	const struct step *s = &steps[_i];
	gm_device *device = capability_load(s->device);
	const gm_occupancy_request request = request_of(s->threads, s->registers, s->shared);
	const gm_occupancy_advice advice = gm_occupancy_advise(device, &request);
	const gm_occupancy_step *found = &advice.step[s->lever];
	ck_assert_int_eq(advice.now.blocks_per_sm, s->blocks_before);
	ck_assert_msg(found->found == (s->to != 0), "row %d, %s", _i, gm_lever_name(s->lever));
	if (found->found) {
		ck_assert_int_eq(found->to, s->to);
		ck_assert_int_eq(found->blocks_per_sm, s->blocks);
		ck_assert(found->gains == s->gains);
	}
	gm_device_free(device);
}
END_TEST

/* Whatever value the advice names, it moves the limit, and one register or one byte more does not:
   over a grid of requests. */
START_TEST(no_smaller_step_would_do)
{
	static const char *const names[] = {"sm_10", "sm_13", "sm_20", "sm_30", "sm_60",
	                                    "sm_75", "sm_80", "sm_90", "sm_120"};
	gm_device *device = capability_load(names[_i]);
	for (int threads = 32; threads <= 512; threads += 96)
		for (int registers = 8; registers <= 56; registers += 4)
			for (int shared = 0; shared <= 14000; shared += 1999) {
				gm_occupancy_request request =
					request_of(threads, registers, shared);
				const gm_occupancy_advice advice =
					gm_occupancy_advise(device, &request);
				const int64_t now = advice.now.blocks_per_sm;
				const gm_occupancy_step *fewer = &advice.step[GM_LEVER_REGISTERS];
				const gm_occupancy_step *less = &advice.step[GM_LEVER_SHARED];
				if (fewer->found) {
					request.registers_per_thread = fewer->to;
					ck_assert(gm_occupancy_evaluate(device, &request)
					                  .limit_blocks[GM_LIMIT_REGISTERS] > now);
					request.registers_per_thread = fewer->to + 1;
					ck_assert(gm_occupancy_evaluate(device, &request)
					                  .limit_blocks[GM_LIMIT_REGISTERS] <= now);
					request.registers_per_thread = registers;
				}
				if (less->found) {
					request.shared_bytes = less->to;
					ck_assert(gm_occupancy_evaluate(device, &request)
					                  .limit_blocks[GM_LIMIT_SHARED] > now);
					request.shared_bytes = less->to + 1;
					ck_assert(gm_occupancy_evaluate(device, &request)
					                  .limit_blocks[GM_LIMIT_SHARED] <= now);
				}
			}
	gm_device_free(device);
}
END_TEST

/* 7.0 configured for 32 KiB: 4 blocks of 8 KiB; 64 KiB is the next size with more. */
START_TEST(a_larger_carve_out_is_a_step)
{
	gm_device *device = capability_load("sm_70");
	gm_occupancy_request request = request_of(64, 0, 8 * KIB);
	request.carveout_bytes = 32 * KIB;
	const gm_occupancy_step step =
		gm_occupancy_advise(device, &request).step[GM_LEVER_CARVEOUT];
	ck_assert(step.found && step.gains);
	ck_assert_int_eq(step.from, 32 * KIB);
	ck_assert_int_eq(step.to, 64 * KIB);
	ck_assert_int_eq(step.blocks_per_sm, 8);
	gm_device_free(device);
}
END_TEST

/* 9.0: 64/3 = 21 barriers a block; for 22 blocks 2. */
START_TEST(fewer_barriers_are_a_step)
{
	gm_device *device = capability_load("sm_90");
	gm_occupancy_request request = request_of(32, 0, 0);
	request.barriers_count = 3;
	const gm_occupancy_advice advice = gm_occupancy_advise(device, &request);
	ck_assert_int_eq(advice.now.blocks_per_sm, 21);
	ck_assert_int_eq(advice.step[GM_LEVER_BARRIERS].to, 2);
	ck_assert_int_eq(advice.step[GM_LEVER_BARRIERS].blocks_per_sm, 32);
	gm_device_free(device);
}
END_TEST

/* 8.0, 256 threads, 36 registers, 24 KiB: 36 x 32 = 1152 -> 1280, 48 warps, 6 blocks; up to 40
   registers cost the same. Shared memory 6.6 -> 6: 167936/6 = 27989 -> 27904, less 1024 = 26880.
   Six blocks of 8 warps leave 16 of 64, of at most 10 warps 320 threads: 48/10 = 4 by registers, so
   8 stay (9: 5). */
START_TEST(slack_is_what_costs_no_block)
{
	gm_device *device = capability_load("sm_80");
	const gm_occupancy_request request = request_of(256, 36, 24 * KIB);
	const gm_occupancy_advice advice = gm_occupancy_advise(device, &request);
	ck_assert_int_eq(advice.now.blocks_per_sm, 6);
	ck_assert_int_eq(advice.slack_to[GM_LEVER_REGISTERS], 40);
	ck_assert_int_eq(advice.slack_to[GM_LEVER_SHARED], 26880);
	ck_assert_int_eq(advice.slack_to[GM_LEVER_BLOCK], 256);
	gm_device_free(device);
}
END_TEST

/* 8.6, 256 threads, 32 registers: 6 blocks, all 48 warps; 16 - 6 blocks; 65536 - 6 x 8192
   registers; 102400 - 6 x 1024 B. */
START_TEST(unused_resources_are_counted_per_sm)
{
	gm_device *device = capability_load("sm_86");
	const gm_occupancy_request request = request_of(256, 32, 0);
	const gm_occupancy_advice advice = gm_occupancy_advise(device, &request);
	ck_assert_int_eq(advice.unused[GM_LIMIT_WARPS], 0);
	ck_assert_int_eq(advice.unused[GM_LIMIT_BLOCKS], 10);
	ck_assert_int_eq(advice.unused[GM_LIMIT_REGISTERS], 16384);
	ck_assert_int_eq(advice.unused[GM_LIMIT_SHARED], 96256);
	ck_assert_int_eq(advice.unused[GM_LIMIT_BARRIERS], 0);
	gm_device_free(device);
}
END_TEST

static int64_t
two_floats_a_thread(int64_t block_threads, void *state)
{
	int *calls = state;
	++*calls;
	return block_threads * 8;
}

/* 1.0 with 11 registers: 512 threads take 16 x 32 x 11 = 5632, one block: 512. 480 .. 384: one
   block. 352 (W = 11 -> 12): 4224 -> 4352, 8192/4352 = 1. 320: 3520 -> 3584: 2 blocks, 640 threads,
   W = 10: 24/10 = 2. Smaller ones: 224 (W = 7 -> 8): 2816: 2; 192: 2112 -> 2304: 3 x 192 = 576; 160
   (W = 5 -> 6): 2304: 3 x 160; 128: 1408 -> 1536: 5 x 128 = 640; 96: 5; 64: 704 -> 768: 8 x 64. */
START_TEST(the_best_block_of_g80_keeps_the_largest_among_equals)
{
	gm_device *device = capability_load("sm_10");
	const gm_occupancy_request request = request_of(1, 11, 0);
	const gm_best_block best = gm_occupancy_best_block(device, &request, 0, NULL, NULL);
	ck_assert_int_eq(best.block_threads, 320);
	ck_assert_int_eq(best.blocks_per_sm, 2);
	gm_device_free(device);
}
END_TEST

START_TEST(the_best_block_asks_for_the_shared_memory_of_each_size)
{
	gm_device *device = capability_load("sm_10");
	const gm_occupancy_request request = request_of(1, 0, 0);
	int calls = 0;
	/* at most 100 threads: 100 (W = 4: 6 blocks, 600), 96 (8 blocks, 768), 64 (8, 512), 32 (8,
	 * 256) */
	const gm_best_block best =
		gm_occupancy_best_block(device, &request, 100, two_floats_a_thread, &calls);
	ck_assert_int_eq(calls, 4);
	ck_assert_int_eq(best.block_threads, 96);
	ck_assert_int_eq(best.blocks_per_sm, 8);
	gm_device_free(device);
}
END_TEST

/*
 * Tiled matrix product: TILE x TILE threads and 8 TILE^2 bytes, tiles from large to small (lecture
 * 001 leaves "compute_optimal_size()" to the reader). H100: 2 x 1024 = 8 x 256 = 2048, the larger
 * tile. 8.6: 1 x 1024 < 6 x 256 = 1536. G80: 32 x 32 cannot run; 3 x 256 = 768; 8 x 64 = 512.
 */
static const struct tile {
	const char *device;
	int tile, blocks;
} tiles[] = {{"sm_90", 32, 2}, {"sm_86", 16, 6}, {"sm_10", 16, 3}, {"sm_13", 16, 4}};

START_TEST(the_best_tile_follows_from_the_device)
{
	static const int sizes[] = {32, 16, 8, 4};
	gm_device *device = capability_load(tiles[_i].device);
	gm_occupancy_request candidates[4];
	for (int i = 0; i < 4; i++)
		candidates[i] = request_of(sizes[i] * sizes[i], 0, 8 * sizes[i] * sizes[i]);
	const int best = gm_occupancy_best_of(device, candidates, 4);
	ck_assert_int_ge(best, 0);
	ck_assert_int_eq(sizes[best], tiles[_i].tile);
	ck_assert_int_eq(gm_occupancy_evaluate(device, &candidates[best]).blocks_per_sm,
	                 tiles[_i].blocks);
	ck_assert_int_eq(gm_occupancy_best_of(device, candidates, 0), -1);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("occupancy advice");
	TCase *cases = tcase_create("occupancy advice");
	tcase_add_loop_test(cases, a_step_is_the_smallest_change_for_one_more_block, 0,
	                    (int)(sizeof steps / sizeof *steps));
	tcase_add_loop_test(cases, no_smaller_step_would_do, 0, 9);
	tcase_add_test(cases, a_larger_carve_out_is_a_step);
	tcase_add_test(cases, fewer_barriers_are_a_step);
	tcase_add_test(cases, slack_is_what_costs_no_block);
	tcase_add_test(cases, unused_resources_are_counted_per_sm);
	tcase_add_test(cases, the_best_block_of_g80_keeps_the_largest_among_equals);
	tcase_add_test(cases, the_best_block_asks_for_the_shared_memory_of_each_size);
	tcase_add_loop_test(cases, the_best_tile_follows_from_the_device, 0,
	                    (int)(sizeof tiles / sizeof *tiles));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
