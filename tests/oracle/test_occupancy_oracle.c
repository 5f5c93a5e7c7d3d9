/*
 * Occupancy held against NVIDIA's own calculator, cuda_occupancy.h of an installed CUDA toolkit.
 *
 * The header is plain C and needs no GPU. It is read where it lies and never copied; without it
 * this test says so and passes. What it takes from its caller (threads, registers and shared memory
 * per SM and block) comes from devices/sm_XX.xml; what it knows by itself (units, sub-partitions,
 * resident blocks, carve-outs, barriers, partitioned caching) is thereby checked against those
 * files.
 *
 * Two limits are looser in the header than in the programming guide, and the guide's stand in the
 * files: 256 registers per thread from 7.0 on (guide 255), 255 on 3.0 (guide 63). The sweeps step
 * over the counts between, and a test of its own states the difference.
 *
 * GM_TEST_FULL=1 in the environment sweeps every block size, register count and percentage.
 */
#include "model/capability.h"
#include "model/occupancy.h"
#include "model/occupancy_advice.h"

#include "support/near.h"

#include <stdlib.h>

#ifndef GM_HAVE_CUDA_OCCUPANCY

int
main(void)
{
	puts("skipped: cuda_occupancy.h not found");
	return 0;
}

#else

#include <cuda_occupancy.h>

static const char *const names[] = {
	"sm_30", "sm_32", "sm_35",  "sm_37",  "sm_50",  "sm_52",  "sm_53",  "sm_60",
	"sm_61", "sm_62", "sm_70",  "sm_72",  "sm_75",  "sm_80",  "sm_86",  "sm_87",
	"sm_89", "sm_90", "sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121",
};
enum { NAMES = sizeof names / sizeof *names };

/* One capability with both views of it and the count of what was compared. */
typedef struct trial {
	gm_device *device;
	cudaOccDeviceProp properties;
	long long compared;
} trial;

/* One configuration in both languages. */
typedef struct configuration {
	gm_occupancy_request request;
	cudaOccFuncAttributes attributes;
	cudaOccDeviceState state;
} configuration;

static bool
is_full(void)
{
	const char *full = getenv("GM_TEST_FULL");
	return full && strcmp(full, "1") == 0;
}

static int
number(const gm_device *device, gm_fact_id id)
{
	ck_assert_msg(device->facts[id].known, "%s: %s", device->name, gm_fact_row_of(id)->name);
	return (int)device->facts[id].value;
}

static size_t
bytes(const gm_device *device, gm_fact_id id)
{
	return (size_t)number(device, id);
}

static trial
trial_begin(const char *name)
{
	gm_device *d = capability_load(name);
	const cudaOccDeviceProp properties = {
		.computeMajor = d->cc_major,
		.computeMinor = d->cc_minor,
		.maxThreadsPerBlock = number(d, GM_THREADS_PER_BLOCK),
		.maxThreadsPerMultiprocessor = number(d, GM_THREADS_PER_SM),
		.regsPerBlock = number(d, GM_REGISTERS_PER_BLOCK),
		.regsPerMultiprocessor = number(d, GM_REGISTERS_PER_SM),
		.warpSize = number(d, GM_WARP_LANES),
		.sharedMemPerBlock = bytes(d, GM_SHARED_PER_BLOCK),
		.sharedMemPerMultiprocessor = bytes(d, GM_SHARED_PER_SM),
		.numSms = 1,
		.sharedMemPerBlockOptin = bytes(d, GM_SHARED_PER_BLOCK_OPTIN),
		.reservedSharedMemPerBlock = bytes(d, GM_SHARED_RESERVED),
	};
	return (trial){.device = d, .properties = properties};
}

static void
trial_end(trial *t)
{
	gm_device_free(t->device);
}

static configuration
plain(void)
{
	return (configuration){
		.request = {.block_threads = 128, .carveout_bytes = -1},
		.attributes = {.maxThreadsPerBlock = INT_MAX,
	                       .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
	                       .maxDynamicSharedSizeBytes = 1 << 28},
		.state = {.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT},
	};
}

static void
set_partitioned(configuration *c, bool wanted)
{
	c->request.partitioned_global_caching = wanted;
	c->attributes.partitionedGCConfig = wanted ? PARTITIONED_GC_ON : PARTITIONED_GC_OFF;
}

static void
set_optin(configuration *c, bool optin)
{
	c->request.without_optin = !optin;
	c->attributes.shmemLimitConfig = optin ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT;
}

static void
set_barriers(configuration *c, int barriers)
{
	c->request.barriers_count = barriers;
	c->attributes.numBlockBarriers = barriers;
}

/* Wish `i` of as many as carveout_wishes says; -1 is no wish. From 7.0 on a percentage, on 3.x one
   of the three cache preferences, elsewhere nothing to choose. */
static void
set_carveout(const trial *t, configuration *c, int i)
{
	static const cudaOccCacheConfig preferences[] = {CACHE_PREFER_L1, CACHE_PREFER_EQUAL,
	                                                 CACHE_PREFER_SHARED};
	const bool percentages = t->device->cc_major >= 7;
	c->state.carveoutConfig = percentages ? i : SHAREDMEM_CARVEOUT_DEFAULT;
	c->state.cacheConfig = i < 0 || percentages ? CACHE_PREFER_NONE : preferences[i];
	if (i < 0 || t->device->carveouts_count == 1)
		c->request.carveout_bytes = -1;
	else if (percentages)
		c->request.carveout_bytes = gm_occupancy_carveout(t->device, i);
	else
		c->request.carveout_bytes = (int64_t)t->device->carveouts_bytes[i];
}

static int
carveout_wishes(const trial *t)
{
	return t->device->cc_major >= 7 ? 101 : t->device->carveouts_count == 1 ? 0 : 3;
}

static void
report(const trial *t, const configuration *c, const cudaOccResult *theirs,
       const gm_occupancy *ours)
{
	const gm_occupancy_request *r = &c->request;
	ck_abort_msg(
		"%s block %lld registers %lld shared %lld carve-out %lld (wish %d) barriers %lld "
		"partitioned %d opt-in %d: CUDA %d = min(warps %d, blocks %d, registers %d, "
		"shared %d, barriers %d), %d registers, %zu B; ours %lld = min(%lld, %lld, %lld, "
		"%lld, %lld), %lld registers, %lld B",
		t->device->name, (long long)r->block_threads, (long long)r->registers_per_thread,
		(long long)r->shared_bytes, (long long)r->carveout_bytes, c->state.carveoutConfig,
		(long long)r->barriers_count, r->partitioned_global_caching, !r->without_optin,
		theirs->activeBlocksPerMultiprocessor, theirs->blockLimitWarps,
		theirs->blockLimitBlocks, theirs->blockLimitRegs, theirs->blockLimitSharedMem,
		theirs->blockLimitBarriers, theirs->allocatedRegistersPerBlock,
		theirs->allocatedSharedMemPerBlock, (long long)ours->blocks_per_sm,
		(long long)ours->limit_blocks[GM_LIMIT_WARPS],
		(long long)ours->limit_blocks[GM_LIMIT_BLOCKS],
		(long long)ours->limit_blocks[GM_LIMIT_REGISTERS],
		(long long)ours->limit_blocks[GM_LIMIT_SHARED],
		(long long)ours->limit_blocks[GM_LIMIT_BARRIERS],
		(long long)ours->registers_allocated, (long long)ours->shared_allocated_bytes);
}

static void
compare(trial *t, configuration *c)
{
	const gm_occupancy ours = gm_occupancy_evaluate(t->device, &c->request);
	const int64_t *limit = ours.limit_blocks;
	cudaOccResult theirs;
	c->attributes.numRegs = (int)c->request.registers_per_thread;
	const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
		&theirs, &t->properties, &c->attributes, &c->state, (int)c->request.block_threads,
		(size_t)c->request.shared_bytes);
	t->compared++;
	if (error != CUDA_OCC_SUCCESS)
		ck_abort_msg("%s: CUDA's calculator answers error %d", t->device->name, error);
	const bool same =
		theirs.activeBlocksPerMultiprocessor == ours.blocks_per_sm &&
		theirs.blockLimitWarps == limit[GM_LIMIT_WARPS] &&
		theirs.blockLimitBlocks == limit[GM_LIMIT_BLOCKS] &&
		theirs.blockLimitRegs == limit[GM_LIMIT_REGISTERS] &&
		theirs.blockLimitSharedMem == limit[GM_LIMIT_SHARED] &&
		theirs.blockLimitBarriers == limit[GM_LIMIT_BARRIERS] &&
		theirs.allocatedRegistersPerBlock == ours.registers_allocated &&
		(int64_t)theirs.allocatedSharedMemPerBlock == ours.shared_allocated_bytes &&
		(theirs.partitionedGCConfig != PARTITIONED_GC_OFF) ==
			ours.partitioned_global_caching;
	if (!same)
		report(t, c, &theirs, &ours);
}

/* The header's own limit of registers per thread: what lies between ours and this is the stated
   difference. */
static int
header_registers_per_thread(const trial *t)
{
	return t->device->cc_major >= 7 ? 256 : 255;
}

/* The block size to try after this one: the next, or the next on either side of a whole warp. */
static int
next_block(int block, bool full)
{
	return full || block % 32 == 31 || block % 32 < 1 ? block + 1 : block + 31 - block % 32;
}

/* Every register count with every block size (both sides of every warp when not full). */
static void
sweep_registers(trial *t, bool full)
{
	const int ours = number(t->device, GM_REGISTERS_PER_THREAD);
	configuration c = plain();
	for (int partitioned = 0; partitioned < 2; partitioned++) {
		set_partitioned(&c, partitioned);
		for (int block = 1; block <= 1060; block = next_block(block, full))
			for (int registers = 0; registers <= 260; registers++) {
				if (registers > ours && registers <= header_registers_per_thread(t))
					continue;
				c.request.block_threads = block;
				c.request.registers_per_thread = registers;
				compare(t, &c);
			}
	}
}

/* Every size of shared memory around every allocation unit with every carve-out, opted in and not.
 */
static void
sweep_shared(trial *t, bool full)
{
	const int unit = number(t->device, GM_SHARED_UNIT),
		  most = number(t->device, GM_SHARED_PER_SM);
	configuration c = plain();
	c.request.block_threads = 64;
	for (int wish = -1; wish < carveout_wishes(t); wish += full || wish < 4 ? 1 : 7) {
		set_carveout(t, &c, wish);
		for (int optin = 0; optin < 2; optin++) {
			set_optin(&c, optin);
			for (int size = 0; size <= most + 2 * unit; size += unit)
				for (int beside = -1; beside <= 1; beside++) {
					c.request.shared_bytes =
						size + beside < 0 ? 0 : size + beside;
					compare(t, &c);
				}
		}
	}
}

/* All dimensions at once, scattered by a fixed generator (Knuth's MMIX multiplier). */
static void
sweep_scattered(trial *t, int count)
{
	const int registers_most = number(t->device, GM_REGISTERS_PER_THREAD) + 1;
	const int shared_most = number(t->device, GM_SHARED_PER_BLOCK_OPTIN) + 512;
	uint64_t seed = 2026;
	configuration c = plain();
	for (int i = 0; i < count; i++) {
		uint32_t draw[8];
		for (int j = 0; j < 8; j++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			draw[j] = (uint32_t)(seed >> 33);
		}
		c.request.block_threads = 1 + draw[0] % 1030;
		c.request.registers_per_thread = draw[1] % (uint32_t)registers_most;
		c.request.shared_bytes = draw[2] % (uint32_t)shared_most >> draw[6] % 8;
		set_carveout(t, &c, (int)(draw[3] % (uint32_t)(carveout_wishes(t) + 1)) - 1);
		set_barriers(&c, (int)(draw[4] % 34));
		set_optin(&c, draw[5] & 1);
		set_partitioned(&c, draw[7] & 1);
		compare(t, &c);
	}
}

START_TEST(every_limit_equals_cudas_own_calculator)
{
	const bool full = is_full();
	long long compared = 0;
	for (int i = 0; i < NAMES; i++) {
		trial t = trial_begin(names[i]);
		sweep_registers(&t, full);
		sweep_shared(&t, full);
		sweep_scattered(&t, full ? 500000 : 20000);
		compared += t.compared;
		trial_end(&t);
	}
	printf("%lld configurations of %d compute capabilities compared with cuda_occupancy.h, "
	       "0 differences\n",
	       compared, (int)NAMES);
	ck_assert_msg(compared >= (full ? 20000000 : 1000000), "only %lld compared", compared);
}
END_TEST

/* Guide, table 27: "Maximum number of 32-bit registers per thread 255". */
START_TEST(the_header_admits_one_register_more_than_the_guide)
{
	trial t = trial_begin("sm_90");
	configuration c = plain();
	cudaOccResult theirs;
	c.attributes.numRegs = 256;
	c.request.registers_per_thread = 256;
	cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &t.properties, &c.attributes, &c.state,
	                                        128, 0);
	ck_assert_int_eq(theirs.activeBlocksPerMultiprocessor, 2);
	ck_assert(!gm_occupancy_evaluate(t.device, &c.request).launchable);
	trial_end(&t);
}
END_TEST

/* A tile of shared memory for each thread, and none at all. */
static size_t
their_shared(int block)
{
	return (size_t)block * 40;
}

static int64_t
our_shared(int64_t block_threads, void *state)
{
	(void)state;
	return block_threads * 40;
}

static void
compare_best_block(const trial *t, int registers, int most_threads, bool with_shared)
{
	configuration c = plain();
	int grid = -1, block = -1;
	c.attributes.numRegs = registers;
	c.attributes.maxThreadsPerBlock = most_threads;
	c.request.registers_per_thread = registers;
	ck_assert_int_eq(cudaOccMaxPotentialOccupancyBlockSize(
				 &grid, &block, &t->properties, &c.attributes, &c.state,
				 with_shared ? their_shared : NULL, 0),
	                 CUDA_OCC_SUCCESS);
	const gm_best_block best = gm_occupancy_best_block(t->device, &c.request, most_threads,
	                                                   with_shared ? our_shared : NULL, NULL);
	ck_assert_msg(
		best.block_threads == block && best.blocks_per_sm == grid,
		"%s with %d registers, at most %d threads: CUDA %d blocks of %d, ours %lld of "
		"%lld",
		t->device->name, registers, most_threads, grid, block,
		(long long)best.blocks_per_sm, (long long)best.block_threads);
}

START_TEST(the_best_block_is_the_one_cuda_suggests)
{
	static const int limits[] = {1, 31, 32, 33, 100, 256, 640, 1000, 1023, 1024, 2048};
	for (int i = 0; i < NAMES; i++) {
		trial t = trial_begin(names[i]);
		for (int registers = 0; registers <= number(t.device, GM_REGISTERS_PER_THREAD);
		     registers++)
			for (size_t j = 0; j < sizeof limits / sizeof *limits; j++)
				for (int with_shared = 0; with_shared < 2; with_shared++)
					compare_best_block(&t, registers, limits[j], with_shared);
		trial_end(&t);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("occupancy oracle");
	TCase *cases = tcase_create("occupancy oracle");
	tcase_set_timeout(cases, 600);
	tcase_add_test(cases, every_limit_equals_cudas_own_calculator);
	tcase_add_test(cases, the_header_admits_one_register_more_than_the_guide);
	tcase_add_test(cases, the_best_block_is_the_one_cuda_suggests);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}

#endif
