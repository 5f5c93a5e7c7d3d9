/*
 * The time each unit of the device needs, if it alone mattered, and what they make together.
 *
 *     dram     bytes at the rate of a stream, and the rows of DRAM that are opened for them
 *     l2       bytes and lines between L2 and the SMs, in both directions
 *     l1_data  passes through the shared memory and L1 data banks * clocks per pass
 *     issue    warp instructions / instructions per clock; from cc 7.0 on those that load, store, exchange or
 *              go to the transcendental unit take two turns, but for loads from shared memory (slots and
 *              loads_and_work beside 4 to 16 multiply-adds, 16 and 32 warps, H200: 0.22 to 0.26 clocks of
 *              an SM more for each load from L1, store to shared memory, shuffle and exponential, 0.04
 *              for a load from shared memory)
 *     operands clocks that the banks of the register file need for their operands (ptx/issue_operands.c),
 *              of PTX, where a scheduler issues single precision every clock
 *     alu, fma, xu   machine instructions of PTX at these units (kernel/issue.h), from cc 7.0 on
 *     constant loads from constant memory by instructions of their own (LDC), and the further places that
 *              lanes of one load name apart, which come one by one
 *     <pipe>   see model/pipes.h; of PTX from cc 7.0 on only what alu, fma and xu do not count
 *     atomics  global atomics at the slices of L2 their addresses lie in
 *     latency  rounds of resident blocks * the time of a block that waits for its operands alone
 *              (model/chain.h; of unlike blocks model/uneven.h), the start of the first round, and
 *              before it the time until the first instructions have come with their constants,
 *              which units wait for as well (first)
 *     gaps     rounds * the time between a block and the next in its place, and half of the time that
 *              DRAM writes: so long the first loads of the blocks that follow wait
 *     blocks   blocks of the grid / the rate at which the device starts them, and the time of the last
 *     launch   the least time of an empty kernel
 *
 * Each limit has two times. `least` uses peak rates and the least work: where its kind is bound, no
 * run (that starts with caches as they were asked for, the work as the kernel states it) can be
 * faster. `expected` uses the measured
 * rates and the modelled work; work of the SMs is that of the busiest SM.
 *
 * Together: units that work on different things at the same time hide behind each other, the better
 * the less they share. norm_p(a, b, ...) = (a^p + b^p + ...)^(1/p) lies between the sum (p = 1) and the
 * longest (p = infinity).
 *
 *     sm     = longest of operands and norm_2.5(longest of issue, units, constant and pipes, l1_data)
 *     units  = norm_4(sm, dram, way)
 *     way    = longer of norm_4(l2, atomics), norm_q(l2, the part of atomics that is on the way to L2)
 *     q      = 1 + 3 / lines that a request of atomics touches
 *     time   = launch + longest of first + norm_2(latency - first, units),
 *              first + norm_4(latency - first + gaps, units) and norm_10(blocks, units)
 *
 * The exponents are those of calibration kernels on an H200 (reports/runs/h200_calibration.xml): 2 is
 * the curve of bandwidth against bytes in flight (stream_read, 2 to 128 KiB per SM, within 5 %), 10 that
 * of blocks that start one after the other while DRAM streams (scale and look, 32 to 128 threads, within
 * 1 %), 4 that of multiply-adds beside a stream (stream_fma) and of gaps beside one (look). 2.5 lies
 * between that of loads that hit and arithmetic that needs nothing of them (loads_and_work and slots, 16
 * and 32 warps: 7 and more) and that of multiply-adds that wait for them (l1_fma: 1.75). With
 * a third register for each multiply-add (l1_three) the same takes 0.99 to 1.04 of that time while the
 * banks are the shorter, and theirs when they are the longer: they do not add up with the passes.
 *
 * Atomics and the loads and stores that L2 serves are packets on one way. q is that of random places in 4
 * and 8 MiB, both alone and together, in us (H200; reductions, then loads or, last, stores):
 *
 *     lines of a request    32           32           32            4            1            1     32, stores
 *     alone            44.3, 31.6   43.8, 57.8   43.5, 220.3   10.1, 16.8   7.8, 10.3   7.6, 17.6  44.4, 59.6
 *     together             71.5         98.4        262.2         22.2        11.0         17.5       93.9
 *     here                 71.6         95.8        254.2         20.4        11.1         17.8       98.1
 *
 * and such reductions beside a stream of 1 GiB (241 us alone, 123 of them in L2): of 639, 325 and 168
 * alone 775, 468 and 349 together, here 737, 437 and 308.
 */
#ifndef GM_MODEL_LIMITS_H
#define GM_MODEL_LIMITS_H

#include "model/occupancy.h"
#include "model/pipes.h"
#include "model/traffic.h"

enum {
	GM_LIMIT_DRAM,
	GM_LIMIT_L2,
	GM_LIMIT_L1_DATA,
	GM_LIMIT_ISSUE,
	GM_LIMIT_OPERANDS,
	GM_LIMIT_ALU,
	GM_LIMIT_FMA,
	GM_LIMIT_XU,
	GM_LIMIT_CONSTANT,
	GM_LIMIT_ATOMICS,
	GM_LIMIT_LATENCY,
	GM_LIMIT_GAPS,
	GM_LIMIT_BLOCKS_STARTED,
	GM_LIMIT_LAUNCH,
	GM_LIMIT_PIPE, /* the first pipe; one row each */
	GM_LIMITS_COUNT = GM_LIMIT_PIPE + GM_PIPE_COUNT,
};

/* Constants of `latency` and `gaps`; limits_latency.c says where they are from. */
enum {
	GM_GAP_PER_WARP_CYCLES = 9,
	GM_GAP_OF_STORES_CYCLES = 150,
	GM_COLD_START_CYCLES = 850,
	GM_WARM_START_CYCLES = 600,
};

/* Of the time that DRAM writes, what the blocks that follow each other wait for: scale against look with 256
   to 1024 threads, 256 MiB, H200 (240, 250 and 270 clocks a round, of 480 of writes). */
#define GM_GAP_OF_WRITES 0.5

/* Of `constant`: clocks of an SM for each place, of 4 or 8 bytes, wherever the places lie. On an H200
   2.0 with 1 place (calibration, pipe_ldc32 and pipe_ldc64: 0.50 loads a clock) and 2 to 32, and 4 to 32
   warps (constants and wide). */
enum { GM_CONSTANT_PLACE_CYCLES = 2 };

/* Of `l2` and `atomics`; limits_memory.c says where they are from. */
enum {
	GM_L2_PORT_BYTES = 118,       /* a clock, into one SM, from cc 7.0 on */
	GM_ATOMIC_SLICE_BYTES = 512,  /* neighbouring data that share a slice of L2 */
	GM_ATOMIC_SECTOR_LANES = 8,   /* lanes of a sector at the rate of spread addresses */
};
/* The slowest of n places in DRAM comes after the latency times n to this power: loads_together, H200, 1 to
   8 loads of a line by one warp (704, 797, 886, 1000 cycles; a line is two units in a row), 1, 2 and 4 of
   32 lines (1141, 1243, 1329), within 4 %. */
#define GM_DRAM_PLACES_POWER 0.15
/* So of n lines at L2: chains, 1 to 32 lanes at random in 4 and 16 MiB, warm: 8 to 12 cycles more for 2, 19
   for 4, 28 for 8, 40 for 16, 62 for 32. */
#define GM_L2_LINES_POWER 0.0575
#define GM_DRAM_OPENING_NORM 4    /* rows of DRAM are opened while others are read */
/* A lane alone in its sector keeps a slice busy as long as so many of eight in one: atomic_global scattered and
   of neighbours, H200 (309 lanes a clock of neighbours, 50.9 sectors scattered). */
#define GM_ATOMIC_LONE_LANES 6.07
#define GM_L2_DIRECTIONS_NORM 1.5 /* both directions of L2 share some of the way */
#define GM_ATOMIC_FLOATING 2.4    /* times as long as an integer addition to one address */

const char *gm_limit_name(int limit);
/* "DRAM bandwidth", "shared memory and L1 data banks", ... */
const char *gm_limit_what(int limit);

typedef struct gm_limit_time {
	gm_value least_s;    /* peak rates */
	gm_value expected_s; /* achievable rates */
	double work;         /* bytes, passes, instructions; 0 when there is none */
	double rate_per_s;   /* achievable, in units of work; 0 when unknown or not one rate */
	double first_s;      /* of the latency: the part that the units wait for too; 0 for the others */
	double way_ratio;    /* of atomics: the share of their time that they are on the way to L2, and the */
	double way_lines;    /* lines that a request of them touches; 0 for the others */
} gm_limit_time;

/* All borrowed. */
typedef struct gm_limits_input {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_counts *counts;
	const gm_traffic *traffic;
	const gm_occupancy *occupancy;
	bool warm; /* code and constants are in the caches */
	gm_unevenness uneven; /* of the blocks; not known: they are alike */
} gm_limits_input;

/* Array of GM_LIMITS_COUNT. */
void gm_limits_evaluate(const gm_limits_input *in, gm_limit_time *limits);

/* The limit with the largest expected time among the known; -1 when none is known. */
int gm_limits_binding(const gm_limit_time *limits);

/* All of them together, see above. What is unknown is left out, which `why` then says; unknown when
   nothing is known. */
gm_value gm_limits_time(const gm_limit_time *limits);

/* q of the way to L2, see above. */
double gm_limit_way_norm(const gm_limit_time *atomics);

/* The limits that have work, but an unknown time. Returns how many. */
int gm_limits_unknown(const gm_limit_time *limits, int out[GM_LIMITS_COUNT]);

/* ---- the families, one file each ---- */

gm_limit_time gm_limit_dram(const gm_limits_input *in);
gm_limit_time gm_limit_l2(const gm_limits_input *in);
gm_limit_time gm_limit_atomics(const gm_limits_input *in);
gm_limit_time gm_limit_latency(const gm_limits_input *in);
gm_limit_time gm_limit_gaps(const gm_limits_input *in);
gm_limit_time gm_limit_blocks(const gm_limits_input *in);

/* How long DRAM writes while blocks wait for reads: with fewer reads than writes only their part of it; 0 where
   it is not known. */
double gm_limit_dram_writes_s(const gm_limits_input *in);

/* Lines of 128 B, whole or in part, that the requests of global and local memory touch. */
double gm_limit_lines(const gm_limits_input *in, gm_operation operation);

/* What atomics change in L2: `l2` leaves them out. */
double gm_limit_atomic_l2_bytes(const gm_limits_input *in);

/* Of a pass of global atomics, in lanes of which eight are neighbours: what it takes. */
double gm_limit_atomic_pass_lanes(const gm_limits_input *in);

/* The chance that loads which a warp waits for together wait for L2, and for DRAM: the slowest of them
   holds up all. Where L1 was simulated, such groups were counted there. Elsewhere the misses are taken to
   come one to a group, as they do when neighbouring words are read one after the other; loads that find
   what others have fetched then change nothing. */
typedef struct gm_wait_chances {
	double l2, dram;
	double places; /* in DRAM that are waited for together */
	double slower; /* a wait for the slowest of these, over that for one: beyond L2 */
	double lines;  /* that are waited for together at L2 */
	double later;  /* a wait for the slowest of these, over that for one: beyond L1 */
} gm_wait_chances;

gm_wait_chances gm_limit_wait_chances(const gm_limits_input *in);

/* Bytes of the units of DRAM that SMs are the first of, for a byte that they fetch: more than 1 where units
   are used in part, less where SMs come back for more of them. */
double gm_limit_opened_ratio(const gm_device *device, const gm_load_waits *waits);

/* Of a group of loads that opens units of DRAM: how many of them, each by itself, L2 may have. Those of a
   load are all there or none, as another has loaded the same; but where addresses follow data, each of its
   places is by itself. */
double gm_limit_openers(const gm_traffic *traffic);

/* Where `groups` of the simulated ones waited, and `alone` of their loads would have by
   themselves: of groups `ratio` times as large, ratio to this power times as many wait. 1: misses
   come one to a group, as they are taken to do in larger ones; 0: all together. */
double gm_limit_group_power(const gm_load_waits *waits, double groups, double alone, double ratio);

/* work / rate; unknown with `unknown_why` when the rate is not `known`. */
gm_value gm_limit_divide(gm_value work, bool known, double rate, const char *unknown_why);

/* Work of the busiest SM over the mean: blocks are whole, and the last round need not be full; blocks
   of unlike length as model/uneven.h deals them. */
double gm_limit_imbalance(const gm_limits_input *in);

/* Rounds of resident blocks that follow each other, of the mean length. */
double gm_limit_rounds(const gm_limits_input *in);

/* Clocks until the first instructions have come with their constants; 0 where nothing is read, or before
   cc 7.0. */
double gm_limit_first_cycles(const gm_limits_input *in);

/* Turns of the schedulers that instructions take beyond their first, see `issue`. */
double gm_limit_second_slots(const gm_limits_input *in);

/* Instructions for the multiply-add unit, as single precision takes it: all, or those of integers, which only
   one half of it takes (rate_int_mad; products, H200: 0.51 clocks of an SM each alone, 0.55 beside as many of
   single precision). */
double gm_limit_fma_work(const gm_limits_input *in);

/* The clock that runs are seen at, Hz; 0 when unknown. */
double gm_limit_clock(const gm_device *device);

#endif
