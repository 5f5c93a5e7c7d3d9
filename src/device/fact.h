/*
 * What is to be known about a device: one row per number.
 *
 * A device file must state every row: a value with unit, source and place, or `unknown` with the
 * reason. Nothing is inherited and nothing has a default, so a forgotten number is an error and never
 * last generation's value. Rows of scope ARCHITECTURE belong to the compute capability; rows of scope
 * CARD to one product. A file for a compute capability alone leaves the CARD rows out.
 *
 * Rates are lanes (results) per clock and SM; a fused multiply-add is one result. An absent unit has
 * rate 0 (no FP64 on G80), an absent cache size 0.
 */
#ifndef GM_DEVICE_FACT_H
#define GM_DEVICE_FACT_H

#include "base/quantity.h"

#include <stdbool.h>

typedef enum gm_fact_scope { GM_ARCHITECTURE, GM_CARD } gm_fact_scope;

/*  enumerator, name in files, scope, dimension, heading, what it is */
#define GM_FACT_LIST(X)                                                                            \
	X(GM_WARP_LANES, "warp_lanes", GM_ARCHITECTURE, GM_COUNT, "limits", "lanes of a warp")     \
	X(GM_THREADS_PER_BLOCK, "threads_per_block", GM_ARCHITECTURE, GM_COUNT, "limits", "most threads of a block") \
	X(GM_BLOCK_X, "block_x", GM_ARCHITECTURE, GM_COUNT, "limits", "most threads of a block along x") \
	X(GM_BLOCK_Y, "block_y", GM_ARCHITECTURE, GM_COUNT, "limits", "most threads of a block along y") \
	X(GM_BLOCK_Z, "block_z", GM_ARCHITECTURE, GM_COUNT, "limits", "most threads of a block along z") \
	X(GM_GRID_X, "grid_x", GM_ARCHITECTURE, GM_COUNT, "limits", "most blocks of a grid along x") \
	X(GM_GRID_Y, "grid_y", GM_ARCHITECTURE, GM_COUNT, "limits", "most blocks of a grid along y") \
	X(GM_GRID_Z, "grid_z", GM_ARCHITECTURE, GM_COUNT, "limits", "most blocks of a grid along z") \
	X(GM_THREADS_PER_SM, "threads_per_sm", GM_ARCHITECTURE, GM_COUNT, "limits", "most resident threads of an SM") \
	X(GM_WARPS_PER_SM, "warps_per_sm", GM_ARCHITECTURE, GM_COUNT, "limits", "most resident warps of an SM") \
	X(GM_BLOCKS_PER_SM, "blocks_per_sm", GM_ARCHITECTURE, GM_COUNT, "limits", "most resident blocks of an SM") \
	X(GM_BARRIERS_PER_SM, "barriers_per_sm", GM_ARCHITECTURE, GM_COUNT, "limits", "hardware barriers of an SM") \
	X(GM_CLUSTER_BLOCKS, "cluster_blocks", GM_ARCHITECTURE, GM_COUNT, "limits", "most blocks of a portable cluster, 0: no clusters") \
	X(GM_REGISTERS_PER_SM, "registers_per_sm", GM_ARCHITECTURE, GM_COUNT, "registers", "32-bit registers of an SM") \
	X(GM_REGISTERS_PER_BLOCK, "registers_per_block", GM_ARCHITECTURE, GM_COUNT, "registers", "most registers of a block") \
	X(GM_REGISTERS_PER_THREAD, "registers_per_thread", GM_ARCHITECTURE, GM_COUNT, "registers", "most registers of a thread") \
	X(GM_REGISTER_UNIT, "register_unit", GM_ARCHITECTURE, GM_COUNT, "registers", "registers are allocated in multiples of this, per block or per warp") \
	X(GM_REGISTERS_LEAST, "registers_per_thread_least", GM_ARCHITECTURE, GM_COUNT, "registers", "registers that a launch takes for a thread at least, however few its code uses") \
	X(GM_REGISTERS_BY_BLOCK, "registers_by_block", GM_ARCHITECTURE, GM_COUNT, "registers", "1: the unit applies to a block; 0: to a warp") \
	X(GM_WARP_GRANULARITY, "warp_granularity", GM_ARCHITECTURE, GM_COUNT, "registers", "warps of a block round up to this when registers are allocated") \
	X(GM_SUB_PARTITIONS, "sub_partitions", GM_ARCHITECTURE, GM_COUNT, "registers", "parts the register file is split into, each serving its own warps") \
	X(GM_SCALAR_REGISTERS_PER_SM, "scalar_registers_per_sm", GM_ARCHITECTURE, GM_COUNT, "registers", "scalar registers of an SM that limit its warps (AMD SGPRs), 0: none do") \
	X(GM_SCALAR_REGISTERS_PER_WARP, "scalar_registers_per_warp", GM_ARCHITECTURE, GM_COUNT, "registers", "most scalar registers of a warp") \
	X(GM_SCALAR_REGISTER_UNIT, "scalar_register_unit", GM_ARCHITECTURE, GM_COUNT, "registers", "scalar registers of a warp are allocated in multiples of this") \
	X(GM_SHARED_PER_SM, "shared_per_sm", GM_ARCHITECTURE, GM_BYTES, "shared memory", "most shared memory of an SM") \
	X(GM_SHARED_PER_BLOCK, "shared_per_block", GM_ARCHITECTURE, GM_BYTES, "shared memory", "most shared memory of a block without opting in") \
	X(GM_SHARED_PER_BLOCK_OPTIN, "shared_per_block_optin", GM_ARCHITECTURE, GM_BYTES, "shared memory", "most shared memory of a block after opting in") \
	X(GM_SHARED_UNIT, "shared_unit", GM_ARCHITECTURE, GM_BYTES, "shared memory", "shared memory is allocated in multiples of this") \
	X(GM_SHARED_RESERVED, "shared_reserved", GM_ARCHITECTURE, GM_BYTES, "shared memory", "shared memory the system takes for each block") \
	X(GM_SHARED_BANDWIDTH, "shared_bandwidth", GM_ARCHITECTURE, GM_BYTES_PER_CYCLE, "shared memory", "bytes an SM's shared memory delivers per clock without conflicts") \
	X(GM_SHARED_PASS_CYCLES, "shared_pass_cycles", GM_ARCHITECTURE, GM_CYCLES, "shared memory", "clocks one pass through the banks occupies") \
	X(GM_SM_COUNT, "sm_count", GM_CARD, GM_COUNT, "processors", "multiprocessors (compute units)") \
	X(GM_SM_CLOCK, "sm_clock", GM_CARD, GM_HERTZ, "processors", "the clock that peaks are computed with: boost, or shader clock") \
	X(GM_SM_CLOCK_BASE, "sm_clock_base", GM_CARD, GM_HERTZ, "processors", "guaranteed clock") \
	X(GM_SM_CLOCK_MEASURED, "sm_clock_measured", GM_CARD, GM_HERTZ, "processors", "clock seen under load") \
	X(GM_SM_CLOCK_TENSOR, "sm_clock_tensor", GM_CARD, GM_HERTZ, "processors", "clock seen while tensor cores work on numbers of at most 32 bits") \
	X(GM_ISSUE_RATE, "issue_rate", GM_ARCHITECTURE, GM_PER_CYCLE, "processors", "warp instructions an SM issues per clock") \
	X(GM_RATE_F32, "rate_f32", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "FP32 add, multiply or fused multiply-add") \
	X(GM_RATE_F64, "rate_f64", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "FP64 add, multiply or fused multiply-add") \
	X(GM_RATE_F16, "rate_f16", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "FP16 add, multiply or fused multiply-add outside the tensor cores, single results") \
	X(GM_RATE_INT_ADD, "rate_int_add", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "32-bit integer add") \
	X(GM_RATE_INT_MAD, "rate_int_mad", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "32-bit integer multiply or multiply-add") \
	X(GM_RATE_SHIFT, "rate_shift", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "32-bit shift") \
	X(GM_RATE_COMPARE, "rate_compare", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "compare, minimum, maximum") \
	X(GM_RATE_LOGIC, "rate_logic", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "bitwise logic") \
	X(GM_RATE_SPECIAL, "rate_special", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "reciprocal, square root, exponential, sine") \
	X(GM_RATE_CONVERT, "rate_convert", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "conversion between 32-bit types") \
	X(GM_RATE_SHUFFLE, "rate_shuffle", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "exchange between lanes") \
	X(GM_RATE_LOAD_STORE, "rate_load_store", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "lanes the load/store units accept") \
	X(GM_RATE_BARRIER, "rate_barrier", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "threads a block barrier passes") \
	X(GM_RATE_TENSOR_F16, "rate_tensor_f16", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "dense FP16 tensor multiply-adds") \
	X(GM_RATE_TENSOR_TF32, "rate_tensor_tf32", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "dense TF32 tensor multiply-adds") \
	X(GM_RATE_TENSOR_F64, "rate_tensor_f64", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "FP64 tensor multiply-adds") \
	X(GM_RATE_TENSOR_S8, "rate_tensor_s8", GM_ARCHITECTURE, GM_PER_CYCLE, "rates per clock and SM", "dense INT8 tensor multiply-adds") \
	X(GM_L1_SIZE, "l1_size", GM_ARCHITECTURE, GM_BYTES, "caches", "first-level data cache of an SM, shared with shared memory where they are one") \
	X(GM_L1_UNIFIED, "l1_unified", GM_ARCHITECTURE, GM_COUNT, "caches", "1: shared memory is carved out of l1_size; 0: apart") \
	X(GM_L1_CACHES_GLOBAL, "l1_caches_global", GM_ARCHITECTURE, GM_COUNT, "caches", "1: global loads are cached in L1 by default") \
	X(GM_L1_BANDWIDTH, "l1_bandwidth", GM_ARCHITECTURE, GM_BYTES_PER_CYCLE, "caches", "bytes an SM's L1 delivers per clock on hits") \
	X(GM_L2_SIZE, "l2_size", GM_CARD, GM_BYTES, "caches", "second-level cache of the whole device") \
	X(GM_L2_NEAR_SIZE, "l2_near_size", GM_CARD, GM_BYTES, "caches", "the part of L2 that one SM's data effectively use where partitions duplicate") \
	X(GM_L2_KEPT_READ, "l2_kept_read", GM_CARD, GM_BYTES, "caches", "bytes that L2 still holds of what was read, when read again in the same order") \
	X(GM_L2_KEPT_WRITTEN, "l2_kept_written", GM_CARD, GM_BYTES, "caches", "bytes that L2 still holds of what was written, were nothing read") \
	X(GM_L2_KEPT_RANDOM, "l2_kept_random", GM_CARD, GM_BYTES, "caches", "bytes of lines that L2 holds of what is asked for at random places, by both its halves") \
	X(GM_L2_KEPT_LAUNCHES, "l2_kept_launches", GM_CARD, GM_BYTES, "caches", "bytes of a launch that the same launch right after it still finds half of") \
	X(GM_L2_KEPT_PIECES, "l2_kept_pieces", GM_CARD, GM_BYTES, "caches", "bytes of lines stored in part at which L2 has completed two thirds of them from DRAM") \
	X(GM_L2_DIRTY_BEFORE, "l2_dirty_before", GM_CARD, GM_BYTES, "caches", "bytes that L2 still has to write back for others when a profiler starts a kernel") \
	X(GM_LAUNCH_READ, "launch_read", GM_CARD, GM_BYTES, "caches", "bytes that an empty kernel reads from DRAM when caches are cold, 256 of them its code") \
	X(GM_L2_JOIN_SMS, "l2_join_sms", GM_CARD, GM_COUNT, "caches", "SMs whose reads of one sector at about the same time become one on the way to L2, at most; 1: none do") \
	X(GM_L2_JOIN_GROUPS, "l2_join_groups", GM_CARD, GM_COUNT, "caches", "groups of SMs, neighbours in the order of blocks, in which reads join") \
	X(GM_L2_JOIN_FIRST, "l2_join_first", GM_CARD, GM_COUNT, "caches", "percent of those that could join that do, while blocks are in step") \
	X(GM_L2_JOIN_LATER, "l2_join_later", GM_CARD, GM_COUNT, "caches", "percent of those that could join that do, when blocks wait for others to end") \
	X(GM_L2_JOIN_PASSES, "l2_join_passes", GM_CARD, GM_COUNT, "caches", "passes of an SM's L1 by which half of these joins are lost, as blocks drift apart") \
	X(GM_L2_FIRST_SMS, "l2_first_sms", GM_CARD, GM_COUNT, "caches", "SMs, of those whose blocks read the same tiles in turn, that come to one first and wait for DRAM; the others find it in L2") \
	X(GM_L2_BANDWIDTH, "l2_bandwidth", GM_CARD, GM_BYTES_PER_SECOND, "caches", "most bytes L2 can deliver") \
	X(GM_L2_BANDWIDTH_MEASURED, "l2_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "caches", "bytes L2 was seen to deliver") \
	X(GM_L2_WRITE_BANDWIDTH_MEASURED, "l2_write_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "caches", "bytes L2 was seen to take in") \
	X(GM_L2_FILL_BANDWIDTH_MEASURED, "l2_fill_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "caches", "bytes L2 was seen to take in from DRAM and stores together") \
	X(GM_L2_LOAD_LINES, "l2_load_lines", GM_CARD, GM_PER_CYCLE, "caches", "lines of 128 B, whole or in part, that L2 hands out per clock, whole device") \
	X(GM_L2_STORE_LINES, "l2_store_lines", GM_CARD, GM_PER_CYCLE, "caches", "lines of 128 B, whole or in part, that L2 takes in per clock, whole device") \
	X(GM_L2_STORE_PARCELS, "l2_store_parcels", GM_CARD, GM_PER_CYCLE, "caches", "sectors, and masks of lines stored in part, that L2 takes in per clock, whole device") \
	X(GM_L1_STORE_LINES, "l1_store_lines", GM_CARD, GM_PER_CYCLE, "caches", "lines of 128 B, whole or in part, that stores pass through an SM's L1 per clock where they join") \
	X(GM_CACHE_PARTITIONS, "cache_partitions", GM_ARCHITECTURE, GM_COUNT, "caches", "parts of an SM, each with its own L1, that a block must stay in when its global loads are to be cached there; 1: not split") \
	X(GM_CONSTANT_CACHE, "constant_cache", GM_ARCHITECTURE, GM_BYTES, "caches", "constant cache of an SM") \
	X(GM_DRAM_SIZE, "dram_size", GM_CARD, GM_BYTES, "memory", "device memory") \
	X(GM_DRAM_BANDWIDTH, "dram_bandwidth", GM_CARD, GM_BYTES_PER_SECOND, "memory", "datasheet peak") \
	X(GM_DRAM_BANDWIDTH_MEASURED, "dram_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "memory", "rate a copy was seen to reach, reads and writes counted") \
	X(GM_DRAM_READ_BANDWIDTH_MEASURED, "dram_read_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "memory", "rate that reading alone was seen to reach") \
	X(GM_DRAM_WRITE_BANDWIDTH_MEASURED, "dram_write_bandwidth_measured", GM_CARD, GM_BYTES_PER_SECOND, "memory", "rate that writing alone was seen to reach") \
	X(GM_DRAM_BANDWIDTH_ONCE, "dram_bandwidth_once", GM_CARD, GM_BYTES_PER_SECOND, "memory", "rate of a copy by blocks that each move their part and leave, as dram_bandwidth_measured is of blocks that stay") \
	X(GM_DRAM_ALONE_ONCE, "dram_alone_once", GM_CARD, GM_BYTES_PER_SECOND, "memory", "rate of reading or writing alone by blocks that each move their part and leave") \
	X(GM_DRAM_FETCH, "dram_fetch", GM_CARD, GM_BYTES, "memory", "least number of bytes a miss fetches") \
	X(GM_DRAM_SCATTERED_RATE, "dram_scattered_rate", GM_CARD, GM_PER_CYCLE, "memory", "pieces at random places that DRAM reads per SM clock: a row is opened for each") \
	X(GM_DRAM_SCATTERED_WRITES, "dram_scattered_writes", GM_CARD, GM_PER_CYCLE, "memory", "half lines of 64 B, and longer pieces, at random places that DRAM writes per SM clock; as many sectors for completing them") \
	X(GM_DRAM_MASKED, "dram_masked", GM_CARD, GM_COUNT, "memory", "1: takes single bytes of a sector; 0: reads the rest of it first, as error correction needs") \
	X(GM_LATENCY_FMA, "latency_fma", GM_ARCHITECTURE, GM_CYCLES, "latencies", "dependent FP32 multiply-add") \
	X(GM_LATENCY_SHARED, "latency_shared", GM_ARCHITECTURE, GM_CYCLES, "latencies", "shared memory load") \
	X(GM_LATENCY_L1, "latency_l1", GM_ARCHITECTURE, GM_CYCLES, "latencies", "L1 hit") \
	X(GM_LATENCY_L2, "latency_l2", GM_CARD, GM_CYCLES, "latencies", "L2 hit, near partition") \
	X(GM_LATENCY_L2_FAR, "latency_l2_far", GM_CARD, GM_CYCLES, "latencies", "L2 hit, far partition") \
	X(GM_LATENCY_DRAM, "latency_dram", GM_CARD, GM_CYCLES, "latencies", "load that misses every cache") \
	X(GM_LAUNCH_TIME, "launch_time", GM_CARD, GM_SECONDS, "overheads", "least time of an empty kernel") \
	X(GM_BLOCK_START_RATE, "block_start_rate", GM_CARD, GM_PER_CYCLE, "overheads", "blocks the whole device starts per SM clock") \
	X(GM_BULK_PIECE_GAP, "bulk_piece_gap", GM_CARD, GM_CYCLES, "overheads", "between two copies in bulk that a warp sends one after the other") \
	X(GM_BULK_ROW_GAP, "bulk_row_gap", GM_CARD, GM_CYCLES, "overheads", "between 512 B of a copy in bulk and the next 512 B of it, from L2") \
	X(GM_MATCH_RATE, "match_rate", GM_CARD, GM_PER_CYCLE, "overheads", "values of 32 bits that matches of lanes go through per clock and SM") \
	X(GM_MATCH_LATER, "match_later", GM_CARD, GM_CYCLES, "overheads", "by which each further value of its lanes brings the result of a match later") \
	X(GM_BLOCK_GAP, "block_gap", GM_CARD, GM_CYCLES, "overheads", "from the end of a block to the start of the next in its place") \
	X(GM_SMS_EARLY, "sms_early", GM_CARD, GM_COUNT, "overheads", "SMs of a group to which blocks come more often than to others until its places are taken; 0: none") \
	X(GM_ATOMIC_RATE_SAME, "atomic_rate_same", GM_CARD, GM_PER_CYCLE, "overheads", "global atomic lanes per clock, all on one address, whole device") \
	X(GM_ATOMIC_RATE_SPREAD, "atomic_rate_spread", GM_CARD, GM_PER_CYCLE, "overheads", "global atomic lanes per clock on many addresses, whole device") \
	X(GM_ATOMIC_RATE_SHARED, "atomic_rate_shared", GM_ARCHITECTURE, GM_PER_CYCLE, "overheads", "shared atomic lanes per clock and SM without conflicts")

typedef enum gm_fact_id {
#define X(id, name, scope, dimension, heading, what) id,
	GM_FACT_LIST(X)
#undef X
	        GM_FACT_COUNT
} gm_fact_id;

typedef struct gm_fact_row {
	const char *name;
	gm_fact_scope scope;
	gm_dimension dimension;
	const char *heading;
	const char *what;
} gm_fact_row;

/* Static; valid for every id below GM_FACT_COUNT. */
const gm_fact_row *gm_fact_row_of(gm_fact_id id);
bool gm_fact_find(const char *name, gm_fact_id *out);

/* The known name nearest to `name`, or NULL. */
const char *gm_fact_nearest(const char *name);

#endif
