/*
 * Occupancy by hand: every compute capability before the reach of CUDA's own calculator, the
 * lectures, the known faults of other calculators, and AMD GCN. For 3.0 to 12.1 see tests/oracle.
 */
#include "model/capability.h"
#include "model/occupancy.h"

#include "support/near.h"

enum { KIB = 1024, ANY = -1 };

/* One row: what is asked, and the blocks that the hand calculation gives for each limit (ANY: not
   calculated) and in all. */
typedef struct row {
	const char *device;
	int threads, registers, shared;
	int warps_limit, registers_limit, shared_limit, blocks;
} row;

static gm_occupancy_request
request_of(int threads, int registers, int shared)
{
	return (gm_occupancy_request){.block_threads = threads,
	                              .registers_per_thread = registers,
	                              .shared_bytes = shared,
	                              .carveout_bytes = -1};
}

static void
check_limit(const row *r, const gm_occupancy *found, gm_limiter limiter, int expected)
{
	if (expected == ANY)
		return;
	ck_assert_msg(found->limit_blocks[limiter] == expected,
	              "%s, %d threads, %d registers, %d B: %s allow %lld blocks, expected %d",
	              r->device, r->threads, r->registers, r->shared, gm_limiter_name(limiter),
	              (long long)found->limit_blocks[limiter], expected);
}

static void
check_row(const row *r)
{
	gm_device *device = capability_load(r->device);
	const gm_occupancy_request request = request_of(r->threads, r->registers, r->shared);
	ck_assert_int_eq(gm_occupancy_check(device, &request, NULL), GM_OK);
	const gm_occupancy found = gm_occupancy_evaluate(device, &request);
	check_limit(r, &found, GM_LIMIT_WARPS, r->warps_limit);
	check_limit(r, &found, GM_LIMIT_REGISTERS, r->registers_limit);
	check_limit(r, &found, GM_LIMIT_SHARED, r->shared_limit);
	ck_assert_msg(found.blocks_per_sm == r->blocks,
	              "%s, %d threads, %d registers, %d B: %lld blocks, expected %d", r->device,
	              r->threads, r->registers, r->shared, (long long)found.blocks_per_sm,
	              r->blocks);
	ck_assert_int_eq(found.warps_per_sm, found.blocks_per_sm * ((r->threads + 31) / 32));
	ck_assert(found.launchable == (r->blocks > 0));
	gm_device_free(device);
}

/*
 * cc 1.x: 24 warps (1.2, 1.3: 32), 8 blocks, 16 KiB in units of 512 B; 8192 registers (16384) in
 * units of 256 (512), given to a block as if it had an even number of warps. Spreadsheet and
 * guide 4.2, section 4.2: R_block = ceil(ceil(W, 2) x 32 x R, unit). (The header of CUDA 6.5 rounds
 * W to even numbers for the limit of warps, too, which neither of these does: 96 threads would make
 * 6 blocks.)
 */
static const row tesla[] = {
	/* W = 3: 24/3 = 8 */
	{"sm_10", 96, 0, 0, 8, GM_BLOCKS_UNLIMITED, GM_BLOCKS_UNLIMITED, 8},
	/* W = 8: 24/8 = 3; 8 x 32 x 10 = 2560 = 10 x 256; 8192/2560 = 3.2 */
	{"sm_10", 256, 10, 0, 3, 3, ANY, 3},
	/* one register more: 2816; 8192/2816 = 2.9: a third of the threads is gone */
	{"sm_10", 256, 11, 0, 3, 2, ANY, 2},
	/* W = 3, allocated 4: 4 x 32 x 20 = 2560: 3.2 (3 x 32 x 20 -> 2048 would make 4) */
	{"sm_11", 96, 20, 0, 8, 3, ANY, 3},
	/* 4 x 32 x 9 = 1152 -> 1280: 6.4; warps 24/4 = 6 */
	{"sm_11", 128, 9, 0, 6, 6, ANY, 6},
	/* 6 x 32 x 13 = 2496 -> 2560: 3.2; warps 24/6 = 4 */
	{"sm_10", 192, 13, 0, 4, 3, ANY, 3},
	/* unit 512: 4 x 32 x 17 = 2176 -> 2560: 16384/2560 = 6.4 (unit 256: 2304, 7.1); warps 8 */
	{"sm_13", 128, 17, 0, 8, 6, ANY, 6},
	{"sm_12", 128, 17, 0, 8, 6, ANY, 6},
	/* W = 3 -> 4: 4 x 32 x 33 = 4224 -> 4608: 3.6 */
	{"sm_13", 96, 33, 0, 10, 3, ANY, 3},
	/* shared memory up to 512 B: 5120 -> 3.2, 5121 -> 5632: 2.9 */
	{"sm_10", 64, 0, 5120, 12, ANY, 3, 3},
	{"sm_10", 64, 0, 5121, 12, ANY, 2, 2},
	{"sm_13", 64, 0, 16384, 16, ANY, 1, 1},
	/* beyond one block: 513 threads; 16 x 32 x 17 = 8704 > 8192; 125 > 124; 16385 B */
	{"sm_10", 513, 0, 0, 0, ANY, ANY, 0},
	{"sm_10", 512, 17, 0, 1, 0, ANY, 0},
	{"sm_10", 32, 125, 0, 24, 0, ANY, 0},
	{"sm_10", 32, 0, 16385, 24, ANY, 0, 0},
};

/*
 * cc 2.x: 48 warps, 8 blocks, 48 KiB in units of 128 B; 32768 registers, half of them for each
 * scheduler, given to warps in units of 64; 128 for 21, 22, 29, 30, 37, 38, 45, 46 registers.
 */
static const row fermi[] = {
	/* 640 a warp: 16384/640 = 25.6, 2 x 25 = 50 warps: 50/8 = 6; 48/8 = 6 */
	{"sm_20", 256, 20, 0, 6, 6, ANY, 6},
	/* 21 x 32 = 672 -> 768 (in units of 64: 704): 2 x 21 = 42 warps, 42/11 = 3 (46/11 = 4) */
	{"sm_20", 352, 21, 0, 4, 3, ANY, 3},
	/* 23 x 32 = 736 -> 768: the same, by the unit of 64 */
	{"sm_20", 352, 23, 0, 4, 3, ANY, 3},
	/* 20 x 32 = 640: 50/11 = 4 */
	{"sm_20", 352, 20, 0, 4, 4, ANY, 4},
	/* 26 x 32 = 832: halves 2 x 19 = 38 warps, 38/13 = 2; the file as one: 39/13 = 3 */
	{"sm_20", 416, 26, 0, 3, 2, ANY, 2},
	{"sm_21", 416, 26, 0, 3, 2, ANY, 2},
	/* 63 x 32 = 2016 -> 2048: 2 x 8 = 16 warps, 16/3 = 5; blocks of 4 warps would be 4 */
	{"sm_20", 96, 63, 0, 16, 5, ANY, 5},
	/* 32 x 32 = 1024: 32 warps, one block of 32; 33 -> 1088: 30 warps, none */
	{"sm_20", 1024, 32, 0, 1, 1, ANY, 1},
	{"sm_20", 1024, 33, 0, 1, 0, ANY, 0},
	/* 31 warps are checked as 32: 32 x 1088 = 34816 > 32768; 30: 32640 */
	{"sm_20", 992, 33, 0, 1, 0, ANY, 0},
	{"sm_20", 960, 33, 0, 1, 1, ANY, 1},
	/* 8 blocks of 2 warps are 16 of 48 */
	{"sm_20", 64, 16, 0, 24, 32, ANY, 8},
	/* 49152/24576 = 2; 24577 -> 24704: 1.99 */
	{"sm_21", 32, 0, 24576, 48, ANY, 2, 2},
	{"sm_21", 32, 0, 24577, 48, ANY, 1, 1},
	{"sm_20", 32, 64, 0, 48, 0, ANY, 0},
	{"sm_20", 32, 0, 49153, 48, ANY, 0, 0},
};

/*
 * The lectures, as SEEDS.md quotes them.
 * 002 (G80): "8x8 blocks: 64 threads, 12 blocks wanted, 8 allowed: 512 threads. 16x16: 3 blocks,
 * full. 32x32: 1024 threads, not one fits (limit 512)." "8 blocks, 4096 pending loads ignores the
 * thread limit: 3 blocks" (tile 16: 2 KiB). "Tile 32: 8 KB, two blocks by shared memory, none by
 * threads." 000 (GTX 280, 1.3): tiled 16x16, "256 threads, 2 KB shared per block": 32/8 = 4 blocks,
 * full. 001 (H100): 2048 threads and 228 KB; tile 16 takes 2 KiB (and the 1 KiB reserve): 8 blocks,
 * full.
 */
static const row lectures[] = {
	{"sm_10", 8 * 8, 0, 0, 12, ANY, ANY, 8},
	{"sm_10", 16 * 16, 0, 0, 3, ANY, ANY, 3},
	{"sm_10", 32 * 32, 0, 0, 0, ANY, ANY, 0},
	{"sm_10", 16 * 16, 0, 2 * 16 * 16 * 4, 3, ANY, 8, 3},
	{"sm_10", 32 * 32, 0, 2 * 32 * 32 * 4, 0, ANY, 2, 0},
	{"sm_13", 16 * 16, 0, 2 * KIB, 4, ANY, 8, 4},
	{"sm_90", 16 * 16, 0, 2 * KIB, 8, ANY, 76, 8},
};

/*
 * Faults that other calculators are known for (PHYSICS.md, section 4); the wrong answer in
 * brackets.
 */
static const row faults[] = {
	/* rounded per block: 33 x 32 = 1056 -> 1280 a warp, 4 x 12 = 48 warps, 6 (8448 a block: 7)
         */
	{"sm_90", 256, 33, 0, 8, 6, ANY, 6},
	/* partitions forgotten: 104 x 32 = 3328, 4 x 4 = 16 warps, 16/3 = 5 (65536/3328 = 19: 6) */
	{"sm_75", 96, 104, 0, 10, 5, ANY, 5},
	/* warps not rounded: 10 warps are checked as 12: 12 x 5632 = 67584 > 65536: 0 (1) */
	{"sm_80", 320, 176, 0, 6, 0, ANY, 0},
	/* registers of a block: 128 x 32 x 32 = 131072 fit the SM of 3.7 but not a block: 0 (1) */
	{"sm_37", 1024, 128, 0, 2, 0, ANY, 0},
	{"sm_37", 512, 128, 0, 4, 2, ANY, 2},
	/* the same on 5.3: 40 x 32 x 32 = 40960 > 32768: 0 (1) */
	{"sm_53", 1024, 40, 0, 2, 0, ANY, 0},
	/* the reserve twice: 57344 + 1024 = 58368 = 233472/4: 4 (3) */
	{"sm_90", 32, 0, 57344, 64, ANY, 4, 4},
	/* the reserve never: 57345 + 1024 -> 58496: 3 (4) */
	{"sm_90", 32, 0, 57345, 64, ANY, 3, 3},
	/* the limit of a block for that of the SM: two blocks of 49 + 1 KiB fill 100 KiB: 2 (1) */
	{"sm_86", 32, 0, 49 * KIB, 48, ANY, 2, 2},
	/* and the other way round: 99 KiB is the most: 1; 99 KiB + 1 B: 0 (1) */
	{"sm_86", 32, 0, 99 * KIB, 48, ANY, 1, 1},
	{"sm_86", 32, 0, 99 * KIB + 1, 48, ANY, 0, 0},
};

START_TEST(cc_1_allocates_registers_to_blocks)
{
	check_row(&tesla[_i]);
}
END_TEST

START_TEST(cc_2_allocates_registers_to_warps_of_two_schedulers)
{
	check_row(&fermi[_i]);
}
END_TEST

START_TEST(the_lectures_find_their_blocks)
{
	check_row(&lectures[_i]);
}
END_TEST

START_TEST(known_faults_of_other_calculators_are_not_repeated)
{
	check_row(&faults[_i]);
}
END_TEST

/* Lecture 001 prints 112 B of shared memory per thread; 228 x 1024 / 2048 = 114. */
START_TEST(hopper_has_114_bytes_of_shared_memory_per_thread)
{
	gm_device *device = capability_load("sm_90");
	ck_near(device->facts[GM_SHARED_PER_SM].value / device->facts[GM_THREADS_PER_SM].value,
	        114.0, 1e-12);
	gm_device_free(device);
}
END_TEST

static const struct refusal {
	int threads, registers, shared;
	gm_limiter limiter;
	const char *why;
} refusals[] = {
	{1024, 0, 0, GM_LIMIT_WARPS, "1024 threads in a block, limit 512"},
	{512, 17, 0, GM_LIMIT_REGISTERS, "8704 registers in a block, limit 8192"},
	{64, 125, 0, GM_LIMIT_REGISTERS, "125 registers per thread, limit 124"},
	{64, 0, 16385, GM_LIMIT_SHARED, "16385 bytes of shared memory in a block, limit 16384"},
};

START_TEST(a_refusal_says_what_was_asked_and_what_is_allowed)
{
	gm_device *device = capability_load("sm_10");
	const struct refusal *r = &refusals[_i];
	const gm_occupancy_request request = request_of(r->threads, r->registers, r->shared);
	const gm_occupancy found = gm_occupancy_evaluate(device, &request);
	ck_assert(!found.launchable);
	ck_assert_int_eq(found.limiter, r->limiter);
	ck_assert_str_eq(found.why_not, r->why);
	gm_device_free(device);
}
END_TEST

/* 7.0 has 0, 8, 16, 32, 64 and 96 KiB; the wish is raised to the smallest that holds a block. 3.0
   has 16, 32 and 48 KiB and jumps to the largest. {device, shared, wish, in force, blocks by
   shared} */
static const struct carveout {
	const char *device;
	int shared, wish, in_force, blocks;
} carveouts[] = {
	{"sm_70", 8 * KIB, 32 * KIB, 32 * KIB, 4},
	{"sm_70", 8 * KIB, -1, 96 * KIB, 12},
	{"sm_70", 8 * KIB, 0, 8 * KIB, 1},
	{"sm_70", 8 * KIB + 1, 8 * KIB, 16 * KIB, 1},
	{"sm_75", 24 * KIB, 32 * KIB, 32 * KIB, 1},
	{"sm_30", 16 * KIB, 16 * KIB, 16 * KIB, 1},
	{"sm_30", 16 * KIB + 1, 16 * KIB, 48 * KIB, 2},
	{"sm_20", 8 * KIB, 16 * KIB, 16 * KIB, 2},
	{"sm_20", 16 * KIB + 1, 16 * KIB, 48 * KIB, 2},
	{"sm_37", 40 * KIB, 80 * KIB, 80 * KIB, 2},
};

START_TEST(the_carve_out_is_a_wish)
{
	const struct carveout *c = &carveouts[_i];
	gm_device *device = capability_load(c->device);
	gm_occupancy_request request = request_of(32, 0, c->shared);
	request.carveout_bytes = c->wish;
	const gm_occupancy found = gm_occupancy_evaluate(device, &request);
	ck_assert_int_eq(found.carveout_bytes, c->in_force);
	ck_assert_int_eq(found.limit_blocks[GM_LIMIT_SHARED], c->blocks);
	gm_device_free(device);
}
END_TEST

/* 50 % of 228 KiB is 114 KiB, the next size 132; 44 % is 100.3 KiB, 43 % 98.04; 7.5 has no zero. */
START_TEST(a_percentage_means_the_next_carve_out)
{
	gm_device *hopper = capability_load("sm_90"), *turing = capability_load("sm_75");
	ck_assert_int_eq(gm_occupancy_carveout(hopper, 50), 132 * KIB);
	ck_assert_int_eq(gm_occupancy_carveout(hopper, 44), 132 * KIB);
	ck_assert_int_eq(gm_occupancy_carveout(hopper, 43), 100 * KIB);
	ck_assert_int_eq(gm_occupancy_carveout(hopper, 0), 0);
	ck_assert_int_eq(gm_occupancy_carveout(hopper, 100), 228 * KIB);
	ck_assert_int_eq(gm_occupancy_carveout(turing, 0), 32 * KIB);
	ck_assert_int_eq(gm_occupancy_carveout(turing, 51), 64 * KIB);
	gm_device_free(hopper);
	gm_device_free(turing);
}
END_TEST

/* 9.0 counts 64 barriers: 64/5 = 12 blocks. 8.0 does not count them, even where a file states 64. */
START_TEST(barriers_limit_from_hopper_on)
{
	gm_device *hopper = capability_load("sm_90"), *ampere = capability_load("sm_80");
	gm_occupancy_request request = request_of(32, 0, 0);
	request.barriers_count = 5;
	const gm_occupancy with = gm_occupancy_evaluate(hopper, &request);
	ck_assert_int_eq(with.blocks_per_sm, 12);
	ck_assert_int_eq(with.limiter, GM_LIMIT_BARRIERS);
	ck_assert_int_eq(gm_occupancy_evaluate(ampere, &request).blocks_per_sm, 32);
	ampere->facts[GM_BARRIERS_PER_SM] = hopper->facts[GM_BARRIERS_PER_SM];
	ck_assert_int_eq(gm_occupancy_evaluate(ampere, &request).blocks_per_sm, 32);
	gm_device_free(hopper);
	gm_device_free(ampere);
}
END_TEST

/* 5.2, 12 warps a block: as one SM 64/12 = 5; in halves 2 x (32/12) = 4. 32 warps of 64 registers
   fill the SM; a half holds 16 warps of them, so caching is given up and one block runs. 5.0: no
   halves. */
START_TEST(partitioned_caching_keeps_a_block_in_one_half)
{
	gm_device *split = capability_load("sm_52"), *whole = capability_load("sm_50");
	gm_occupancy_request request = request_of(384, 16, 0);
	ck_assert_int_eq(gm_occupancy_evaluate(split, &request).blocks_per_sm, 5);
	request.partitioned_global_caching = true;
	const gm_occupancy halves = gm_occupancy_evaluate(split, &request);
	ck_assert_int_eq(halves.blocks_per_sm, 4);
	ck_assert(halves.partitioned_global_caching);
	const gm_occupancy none = gm_occupancy_evaluate(whole, &request);
	ck_assert_int_eq(none.blocks_per_sm, 5);
	ck_assert(!none.partitioned_global_caching);
	request.block_threads = 1024;
	request.registers_per_thread = 64;
	const gm_occupancy given_up = gm_occupancy_evaluate(split, &request);
	ck_assert_int_eq(given_up.blocks_per_sm, 1);
	ck_assert(!given_up.partitioned_global_caching);
	gm_device_free(split);
	gm_device_free(whole);
}
END_TEST

/* Without opting in 48 KiB is the most; the result says when opting in is needed. */
START_TEST(more_than_48_kib_needs_opting_in)
{
	gm_device *device = capability_load("sm_80");
	gm_occupancy_request request = request_of(128, 0, 48 * KIB);
	ck_assert(!gm_occupancy_evaluate(device, &request).shared_optin);
	request.shared_bytes++;
	ck_assert(gm_occupancy_evaluate(device, &request).shared_optin);
	request.without_optin = true;
	const gm_occupancy refused = gm_occupancy_evaluate(device, &request);
	ck_assert_str_eq(refused.why_not, "49153 bytes of shared memory in a block, limit 49152");
	gm_device_free(device);
}
END_TEST

static const struct misuse {
	gm_occupancy_request request;
	const char *message;
} misuses[] = {
	{{.block_threads = 0, .carveout_bytes = -1}, "0 threads in a block, expected 1 to 65536"},
	{{.block_threads = 32, .registers_per_thread = -1, .carveout_bytes = -1},
         "-1 registers per thread, expected 0 to 4096"},
	{{.block_threads = 32, .carveout_bytes = 50 * KIB},
         "carve-out of 51200 B, but sm_86 can be configured for 0, 8, 16, 32, 64, 100 KiB"},
};

START_TEST(a_senseless_request_is_an_error_with_the_choices)
{
	gm_device *device = capability_load("sm_86");
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_occupancy_check(device, &misuses[_i].request, &err), GM_BAD_VALUE);
	ck_assert_str_eq(err.message, misuses[_i].message);
	gm_device_free(device);
}
END_TEST

START_TEST(a_device_that_does_not_know_its_registers_is_an_error)
{
	gm_device *device = capability_load("sm_86");
	const gm_occupancy_request request = request_of(128, 32, 0);
	gm_error err = GM_ERROR_NONE;
	device->facts[GM_REGISTERS_PER_SM].known = false;
	device->facts[GM_REGISTERS_PER_SM].note = "not published";
	ck_assert_int_eq(gm_occupancy_check(device, &request, &err), GM_NOT_MODELLED);
	ck_assert_str_eq(err.message,
	                 "sm_86: registers_per_sm is unknown (not published), occupancy needs it");
	gm_device_free(device);
}
END_TEST

/*
 * AMD GCN: 4 SIMDs of 10 wavefronts, 256 vector registers per lane and SIMD in units of 4, 64 KiB
 * of LDS, 32 KiB for one work-group, 16 work-groups of more than one wavefront. Generation 3 and
 * later: 800 scalar registers per SIMD in units of 16; before: 512 in units of 8.
 */
static gm_device
gcn(int scalar_per_simd, int scalar_unit)
{
	static const double lds[] = {64 * KIB};
	gm_device device = {
		.name = "gcn", .vendor = "amd", .carveouts_bytes = lds, .carveouts_count = 1};
	const struct {
		gm_fact_id id;
		int value;
	} facts[] = {
		{GM_WARP_LANES, 64},
		{GM_THREADS_PER_BLOCK, 1024},
		{GM_WARPS_PER_SM, 40},
		{GM_BLOCKS_PER_SM, 40},
		{GM_BARRIERS_PER_SM, 16},
		{GM_REGISTERS_PER_SM, 4 * 256 * 64},
		{GM_REGISTERS_PER_BLOCK, 4 * 256 * 64},
		{GM_REGISTERS_PER_THREAD, 256},
		{GM_REGISTER_UNIT, 4 * 64},
		{GM_REGISTERS_BY_BLOCK, 0},
		{GM_WARP_GRANULARITY, 4},
		{GM_SUB_PARTITIONS, 4},
		{GM_SHARED_PER_SM, 64 * KIB},
		{GM_SHARED_PER_BLOCK, 32 * KIB},
		{GM_SHARED_PER_BLOCK_OPTIN, 32 * KIB},
		{GM_SHARED_UNIT, 512},
		{GM_SHARED_RESERVED, 0},
		{GM_CACHE_PARTITIONS, 1},
		{GM_SCALAR_REGISTERS_PER_SM, 4 * scalar_per_simd},
		{GM_SCALAR_REGISTERS_PER_WARP, 104},
		{GM_SCALAR_REGISTER_UNIT, scalar_unit},
	};
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		device.facts[facts[i].id] = (gm_fact){.known = true, .value = facts[i].value};
	return device;
}

/* Wavefronts per SIMD by vector registers, as LLVM's AMDGPU back end had them in a table (removed
   in its revision D65010): up to 24: 10, 28: 9, 32: 8, 36: 7, 40: 6, 48: 5, 64: 4, 84: 3, 128: 2.
 */
START_TEST(vector_registers_limit_wavefronts_as_llvm_tables_them)
{
	static const int most[] = {24, 28, 32, 36, 40, 48, 64, 84, 128, 256};
	const gm_device device = gcn(800, 16);
	int step = 0;
	for (int registers = 1; registers <= 256; registers++) {
		step += registers > most[step];
		const gm_occupancy_request request = request_of(64, registers, 0);
		const gm_occupancy found = gm_occupancy_evaluate(&device, &request);
		ck_assert_msg(found.warps_per_sm == 4 * (10 - step),
		              "%d registers: %lld wavefronts", registers,
		              (long long)found.warps_per_sm);
	}
}
END_TEST

/* 512 in units of 8: 48 -> 10.7 (10 by wavefronts), 49 -> 56: 9.1, 72 -> 7.1, 80 -> 6.4, 102 ->
   104: 4.9. 800 in units of 16: 80 -> 10, 81 -> 96: 8.3, 102 -> 112: 7.1. {per SIMD, unit, used,
   waves} */
static const int scalars[][4] = {
	{512, 8, 48, 10}, {512, 8, 49, 9},   {512, 8, 72, 7},  {512, 8, 80, 6},
	{512, 8, 102, 4}, {800, 16, 80, 10}, {800, 16, 81, 8}, {800, 16, 102, 7},
};

START_TEST(scalar_registers_limit_wavefronts)
{
	const int *r = scalars[_i];
	const gm_device device = gcn(r[0], r[1]);
	gm_occupancy_request request = request_of(64, 24, 0);
	request.scalar_registers_per_warp = r[2];
	const gm_occupancy found = gm_occupancy_evaluate(&device, &request);
	ck_assert_int_eq(found.warps_per_sm, 4 * r[3]);
	ck_assert_int_eq(found.limiter, r[3] < 10 ? GM_LIMIT_SCALAR : GM_LIMIT_WARPS);
}
END_TEST

/* 64 threads: 40 work-groups of one wavefront. 128: 40/2 = 20, but 16 barriers: 32 wavefronts. 256:
   10 work-groups, 40 wavefronts. LDS: 8193 -> 8704: 7.5; 32 KiB: 2; more is refused. */
START_TEST(a_compute_unit_takes_sixteen_work_groups_of_several_wavefronts)
{
	const gm_device device = gcn(800, 16);
	const int rows[][5] = {
		/* threads, LDS, blocks, wavefronts, limiter */
		{64, 0, 40, 40, GM_LIMIT_WARPS},       {128, 0, 16, 32, GM_LIMIT_BARRIERS},
		{256, 0, 10, 40, GM_LIMIT_WARPS},      {64, 8193, 7, 7, GM_LIMIT_SHARED},
		{64, 32 * KIB, 2, 2, GM_LIMIT_SHARED}, {64, 32 * KIB + 1, 0, 0, GM_LIMIT_SHARED},
		{1025, 0, 0, 0, GM_LIMIT_WARPS},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const gm_occupancy_request request = request_of(rows[i][0], 24, rows[i][1]);
		const gm_occupancy found = gm_occupancy_evaluate(&device, &request);
		ck_assert_int_eq(found.blocks_per_sm, rows[i][2]);
		ck_assert_int_eq(found.warps_per_sm, rows[i][3]);
		ck_assert_int_eq((int)found.limiter, rows[i][4]);
	}
}
END_TEST

#define LOOP(cases, test, rows)                                                                    \
	tcase_add_loop_test(cases, test, 0, (int)(sizeof rows / sizeof *rows))

int
main(void)
{
	Suite *suite = suite_create("occupancy");
	TCase *cases = tcase_create("occupancy");
	LOOP(cases, cc_1_allocates_registers_to_blocks, tesla);
	LOOP(cases, cc_2_allocates_registers_to_warps_of_two_schedulers, fermi);
	LOOP(cases, the_lectures_find_their_blocks, lectures);
	LOOP(cases, known_faults_of_other_calculators_are_not_repeated, faults);
	tcase_add_test(cases, hopper_has_114_bytes_of_shared_memory_per_thread);
	LOOP(cases, a_refusal_says_what_was_asked_and_what_is_allowed, refusals);
	LOOP(cases, the_carve_out_is_a_wish, carveouts);
	tcase_add_test(cases, a_percentage_means_the_next_carve_out);
	tcase_add_test(cases, barriers_limit_from_hopper_on);
	tcase_add_test(cases, partitioned_caching_keeps_a_block_in_one_half);
	tcase_add_test(cases, more_than_48_kib_needs_opting_in);
	LOOP(cases, a_senseless_request_is_an_error_with_the_choices, misuses);
	tcase_add_test(cases, a_device_that_does_not_know_its_registers_is_an_error);
	tcase_add_test(cases, vector_registers_limit_wavefronts_as_llvm_tables_them);
	LOOP(cases, scalar_registers_limit_wavefronts, scalars);
	tcase_add_test(cases, a_compute_unit_takes_sixteen_work_groups_of_several_wavefronts);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
