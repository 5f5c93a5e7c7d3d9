/*
 * The time each unit of the device needs, if it alone mattered, and what they make together.
 *
 *     dram     bytes at the rate of a stream, and the rows of DRAM that are opened for them
 *     l2       bytes and lines between L2 and the SMs, in both directions
 *     l1_data  passes through the shared memory and L1 data banks * clocks per pass; of PTX from cc 7.0 on one
 *              also for each instruction that goes that way and finds no data: shuffles, reading
 *              threadIdx, loads and stores of warps without a lane in them (model/counts.h)
 *     issue    warp instructions / instructions per clock; from cc 7.0 on those that load, store, exchange or
 *              go to the transcendental unit take two turns, but for loads from shared memory (slots and
 *              loads_and_work beside 4 to 16 multiply-adds, 16 and 32 warps, H200: 0.22 to 0.26 clocks of
 *              an SM more for each load from L1, store to shared memory, shuffle and exponential, 0.04
 *              for a load from shared memory). IMAD.WIDE and IMAD.HI take three (beside, 64 warps, 8 of them
 *              and 16, 32 and 64 additions of single precision, H200: 2.2, 2.0 and 2.1 clocks of a scheduler
 *              beyond one for each instruction, of IMAD.WIDE 2.1 to 2.5; an IMAD none). Double precision takes
 *              one and a half (8 of them beside 16, 32 and 64 such additions: 0.6, 0.5 and 0.5 beyond one)
 *     operands clocks that the banks of the register file need for their operands (sass/issue_operands.c),
 *              of PTX, where a scheduler issues single precision every clock
 *     alu, fma, xu   machine instructions of PTX at these units (kernel/issue.h), from cc 7.0 on
 *     constant loads from constant memory by instructions of their own (LDC), the further places that
 *              lanes of one load name apart, which come one by one, and lines that the nearest cache
 *              lacks (model/constants.h)
 *     cluster  what goes to shared memory of other blocks of a cluster (model/cluster.h)
 *     <pipe>   see model/pipes.h; of PTX from cc 7.0 on only what alu, fma and xu do not count
 *     atomics  global atomics at the slices of L2 their addresses lie in
 *     latency  rounds of resident blocks * the time of a block that waits for its operands alone, longer
 *              where barriers part its waits from its work (model/chain.h, model/phases.h; of unlike
 *              blocks model/uneven.h), the start of the first round, and before it the time until the
 *              first instructions have come with their constants, which units wait for as well (first)
 *     l1_lines each line that loads lack in L1 holds a place there while it is on its way, of as many as shared
 *              memory leaves (limits_lines.c), from cc 7.0 on
 *     gaps     rounds * the time between a block and the next in its place, and half of the time that
 *              DRAM writes: so long the first loads of the blocks that follow wait
 *     blocks   blocks of the grid / the rate at which the device starts them, and the time of the last
 *     in_turn  from the start of the first block to the end of the last where blocks wait for each other through
 *              global memory (model/waited.h), and before it the time until the first instructions have come
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
 *     sm     = longest of operands and norm_7(instructions, fp64, l1_data)
 *     instructions: the longest of issue, units, constant, cluster and the other pipes
 *     units  = norm_4(sm, memory)
 *     memory = longest of dram, held and l2_fill; with atomics of norm_4(dram, way), held and l2_fill
 *     held   = norm_1.25(way, part of dram that completes sectors)
 *     way    = norm_q(l2, atomics)
 *     q      = 1.1 + 2.9 * (packets of full lines / packets of the atomics)^3
 *     w      = 2 + 0.4 * (dram / units)^4 where DRAM only reads, from cc 7.0 on; 2 where it writes as much
 *     time   = launch + longest of first + norm_w(longest of latency - first and l1_lines, units),
 *              first + norm_4(latency - first + gaps, units), norm_10(blocks, units) and in_turn; where all blocks
 *              wait for the last, in_turn + what the first of these is longer than latency: units stand still meanwhile
 *
 *     norm_w(latency, units) where more than l2_first_sms SMs (H200: 4) read the same, each by several blocks: at most
 *              norm_6(norm_w(latency, units but for what an SM does for other blocks), norm_w(found, units))
 *     found  = latency - first, of whose waits for DRAM l2_first_sms / SMs are left
 *
 * Who comes to a tile first waits for DRAM and has not much else to wait for; the others come when their SM has worked for
 * all of its blocks, find the tile in L2, and need not wait besides. Clocks that a step takes longer cold than warm, in the
 * mean of 409 launches of blocks of 64 to 1024 threads (leading_one and leading_sizes, reports/runs/h200_calibration.xml)
 * with up to 100 dependent and 320 other multiply-adds, of the latter a part, by how many SMs share and how many blocks each has:
 *
 *                             11 to 33                      132
 *     blocks             2    4    8   16         2    4    8   16
 *     measured         549  402  284  246       512  268  170  195
 *     all for DRAM     541  489  406  359       522  424  377  340
 *     here             515  422  262  178       516  318  185  107
 *
 * Added to the warm times that were measured, these meet the cold ones within 3.5 % instead of 4.6 (powers of 3, 4, 8, 10 and
 * 16: 4.6, 4.1, 3.6, 3.8, 4.4). Of 2 and 4 SMs that share all wait as if alone (2 blocks 699 clocks, 4 688): 1, 2 and 8 in
 * place of the 4 do worse. Products walk so along strips of two matrices (measure/calibrate/strips.cu): a turn of 4 loads
 * that takes a block 433 clocks from L2 and 808 cold takes 6 of 4 warps on an SM 757 and 837, 6 of 8 warps 1891 and 1624.
 *
 * The exponents are those of calibration kernels on an H200 (reports/runs/h200_calibration.xml). w is
 * the curve of bandwidth against bytes in flight: reads (stream_read, streams_read, streams_read_stay) are met within
 * 3 % on average with 2.4 (with 2 they take 4 % less), copies (stream_copy, streams_copy_stay) within 4 % with 2 (with
 * 2.4 they take 5 % more). Stages of memory are not in each other's way: norm_4 of DRAM and L2 is 10 to 18 % more than
 * streams_store of 128 to 512 MiB takes, the longest within 2 %. 10 is that
 * of blocks that start one after the other while DRAM streams (scale and look, 32 to 128 threads, within
 * 1 %), 4 that of multiply-adds beside a stream (stream_fma) and of gaps beside one (look). 7 is
 * that of loads that hit, or shuffles, and arithmetic that needs nothing of them (loads_and_work and slots,
 * 16 and 32 warps: 7 and more), and of multiply-adds that wait for what is loaded (l1_fma and l1_sums, 64
 * warps, 1 to 16 multiply-adds: within 6 %, now that the turns of the products in their addresses are known). So it
 * is of double precision beside what is issued, where both take nearly as long: rolled loops, 64 warps, clocks of a
 * scheduler for each turn of a warp (measure/calibrate/loop_ends.cu and doubles_issued.cu, H200; the last two of one
 * round of blocks, which ends with a few warps, some 5 % more):
 *
 *     instructions, doubles among them   11, 8    13, 8    11, 8    15, 9
 *     issue and fp64 alone              15, 16   17, 16   15, 16  19.5, 18
 *     seen                               17.2     18.8     18.2     22.6
 *     here                               17.2     18.3     17.2     20.8
 *
 * With
 * a third register for each multiply-add (l1_three) the same takes 0.99 to 1.04 of that time while the
 * banks are the shorter, and theirs when they are the longer: they do not add up with the passes.
 *
 * What is stored in part of a sector at places in no order, and is completed while L2 has room, holds L2 up: that
 * comes in bursts. Such stores on an H200 (scattering, `put`) from caches that an equal launch has left (nothing is
 * completed), what DRAM does more when cold at the rates of scattered pieces, and cold, in us:
 *
 *     MB, bytes each   16, 4   16, 8   16, 16
 *     warm                56      29       16
 *     DRAM                27      26       21
 *     cold                76      50       35
 *     here                73      48       32
 *
 * Of 64 MiB and more DRAM is at work all along, and the longer of both decides: 8 B each 110 and 332 us, together 369.
 *
 * Atomics and the loads and stores that L2 serves are packets on one way (gm_atomic_way says which). q is
 * that of random places in 4 and 8 MiB, both alone and together, in us (H200; reductions, then loads or,
 * last, stores; 32 lanes alone, 8 or 32 in a row, or so many on one word):
 *
 *     lanes               alone        alone       alone      8 in a row   32 in a row   alone, stores
 *     alone            44.3, 31.6   43.8, 57.8  43.5, 220.3   10.1, 16.8    7.8, 10.3     44.4, 59.6
 *     together             71.5        98.4        262.2         22.2         11.0           93.9
 *     here                 70.9        94.8        252.6         19.7         11.1           97.1
 *
 *     on one word            4            8          16           32
 *     alone             6.8, 16.3    10.2, 16.6  19.7, 15.8   25.4, 17.0
 *     together             18.7         22.2        27.8         40.4
 *     here                 17.7         23.9        33.1         39.6
 *
 * and such reductions of lanes alone beside a stream of 1 GiB (241 us alone, 123 of them in L2): of 639, 325
 * and 168 alone 775, 468 and 349 together, here 732, 433 and 306.
 */
#ifndef GM_MODEL_LIMITS_H
#define GM_MODEL_LIMITS_H

#include "model/occupancy.h"
#include "model/pipes.h"
#include "model/traffic.h"

enum {
	GM_LIMIT_DRAM,
	GM_LIMIT_L2,
	GM_LIMIT_L2_FILL,
	GM_LIMIT_L1_DATA,
	GM_LIMIT_ISSUE,
	GM_LIMIT_OPERANDS,
	GM_LIMIT_ALU,
	GM_LIMIT_FMA,
	GM_LIMIT_XU,
	GM_LIMIT_CONSTANT,
	GM_LIMIT_CLUSTER,
	GM_LIMIT_ATOMICS,
	GM_LIMIT_LATENCY,
	GM_LIMIT_LINES,
	GM_LIMIT_GAPS,
	GM_LIMIT_BLOCKS_STARTED,
	GM_LIMIT_IN_TURN,
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

/* Turns of a scheduler that IMAD.WIDE and IMAD.HI take beyond one: see `issue`. */
enum { GM_WIDE_SECOND_SLOTS = 2 };
/* And double precision. */
#define GM_DOUBLE_SECOND_SLOTS 0.5

#define GM_PASSES_NORM 7   /* instructions beside passes and beside double precision, see above */
#define GM_COMPLETING_NORM 1.25 /* of L2 beside what DRAM does for sectors that are stored in part, see above */

/* Of `l2` and `atomics`; limits_memory.c and limits_atomics.c say where they are from. */
enum {
	GM_L2_PORT_BYTES = 118,       /* a clock, into one SM, from cc 7.0 on */
	GM_ATOMIC_SLICE_BYTES = 512,  /* of each KiB, in one slice of L2 */
};
/* The slowest of n places in DRAM comes after the latency times n to this power: loads_together, H200, 1 to
   8 loads of a line by one warp (704, 797, 886, 1000 cycles; a line is two units in a row), 1, 2 and 4 of
   32 lines (1141, 1243, 1329), within 4 %. */
#define GM_DRAM_PLACES_POWER 0.15
/* So of n lines at L2: chains, 1 to 32 lanes at random in 4 and 16 MiB, warm: 8 to 12 cycles more for 2, 19
   for 4, 28 for 8, 40 for 16, 62 for 32. */
#define GM_L2_LINES_POWER 0.0575
/* SMs are not alike far from L2: the chase of latency_l2 is on one, and loops that wait for a line a turn take
   (waited, column_sum and row_sum of 32 to 256 threads, H200, clocks a turn, of the block that takes longest; here
   with latency_l2, an addition and a branch):

       blocks                1     16     64    132    264
       column_sum, 64      287    305    317    320    322
       here                299    304    312    320    321
       row_sum, 256        313    330    340    340
       here                317    322    330    338

   Of the 132 the median takes 302 and 324. */
#define GM_SLOWEST_SM_CYCLES 25
#define GM_DRAM_OPENING_NORM 4    /* rows of DRAM are opened while others are read */
/* A lane alone in its sector takes as long as so many of full lines: atomic_global scattered and of
   neighbours, H200 (309 lanes a clock of neighbours, 50.9 sectors scattered). */
#define GM_ATOMIC_LONE_LANES 6.07
/* Of a pass of several lanes, in packets of a lone one: its data, and the line's part of it. Of full lines 8 of
   6.07 lanes, of a sector of each line 1.97 of them (8 neighbours at random: 27 passes a clock; 4 to 16 lanes on
   each word of a sector: 24 to 26; H200). */
#define GM_ATOMIC_DATA 0.1
#define GM_ATOMIC_HEADER 0.87
#define GM_ATOMIC_SLICES_NORM 1.25 /* the way beside the slices that serve them: limits_atomics.c */
#define GM_WAY_NORM_LONE 1.1
#define GM_READING_NORM 2.4 /* waiting beside DRAM that only reads, see above */
#define GM_FOUND_NORM 6      /* who comes first at DRAM, beside those who find it in L2, see above */
#define GM_L2_DIRECTIONS_NORM 1.5 /* both directions of L2 share some of the way */
#define GM_ATOMIC_FLOATING 2.4    /* times as long as an integer addition to one address */
#define GM_ATOMIC_WORD_BYTES 4    /* at least, that wait for each other */

const char *gm_limit_name(int limit);
/* "DRAM bandwidth", "shared memory and L1 data banks", ... */
const char *gm_limit_what(int limit);

typedef struct gm_limit_time {
	gm_value least_s;    /* peak rates */
	gm_value expected_s; /* achievable rates */
	double work;         /* bytes, passes, instructions; 0 when there is none */
	double rate_per_s;   /* achievable, in units of work; 0 when unknown or not one rate */
	double first_s;      /* of the latency: the part that the units wait for too; 0 for the others */
	double found_s;      /* of the latency, without first_s, of blocks that find what others have brought, see above */
	double own_ratio;    /* of the latency: a block's part of what an SM does */
	double last_s;       /* of the latency: what the last block of an SM takes beside its work (model/trailing.h) */
	bool all_wait;       /* of in_turn: nobody works while the last is waited for */
	double full_ratio;   /* of atomics, as gm_atomic_way has it; 0 for the others */
	double reads_ratio;  /* of dram, from cc 7.0 on: 1 where it only reads, 0 where it writes as much; else 0 */
	double completing_ratio; /* of dram: of its time, the share for sectors that were stored in part; else 0 */
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

/* What units but the atomics that blocks meet at add to the latency; 0 where not all blocks wait for the last. */
double gm_limit_beyond_latency_s(const gm_limit_time *limits);

/* Of latency and l1_lines beside the units, without first_s, see above; the units but for what an SM does for other blocks;
   whether blocks find what others have brought. */
double gm_limit_waiting_s(const gm_limit_time *limits);
double gm_limit_own_units_s(const gm_limit_time *limits);
bool gm_limit_finds(const gm_limit_time *latency);

/* q of the way to L2 and w of waiting, see above. */
double gm_limit_way_norm(const gm_limit_time *atomics);
double gm_limit_waiting_norm(const gm_limit_time *limits);

/* The limits that have work, but an unknown time. Returns how many. */
int gm_limits_unknown(const gm_limit_time *limits, int out[GM_LIMITS_COUNT]);

/* ---- the families, one file each ---- */

gm_limit_time gm_limit_dram(const gm_limits_input *in);
gm_limit_time gm_limit_l2(const gm_limits_input *in);

/* What DRAM brings is written into L2, beside what the SMs store, at the rate of stores: copies that DRAM has
   not to take back yet take as long as the reads and the stores one after the other. A float4 by each thread,
   blocks of 256, cold, us on an H200 (calibration, mixed; the launch in it):

       MiB                     4      8     12     16     24     32     48
       read                 3.58   4.54   5.44   6.34   8.29   9.82  13.70
       stored               2.78   3.84   4.64   5.47   7.42   9.09  12.74
       copied               4.29   5.98   8.00   9.92  13.18  16.58  23.81
       copied, L2 had it    2.88   4.48   5.38   7.01  (13.54 and more: L2 had not all of it)

   Sectors that DRAM completes after a store to a part of them are not among them: 64 MiB of stores of one word of each
   sector take 27.4 us, 60 MB of which are read to complete them. */
gm_limit_time gm_limit_l2_fill(const gm_limits_input *in);
gm_limit_time gm_limit_atomics(const gm_limits_input *in);
gm_limit_time gm_limit_latency(const gm_limits_input *in);
gm_limit_time gm_limit_held_lines(const gm_limits_input *in);
gm_limit_time gm_limit_gaps(const gm_limits_input *in);
gm_limit_time gm_limit_blocks(const gm_limits_input *in);
gm_limit_time gm_limit_in_turn(const gm_limits_input *in);
gm_limit_time gm_limit_constant(const gm_limits_input *in);
gm_limit_time gm_limit_cluster(const gm_limits_input *in);

/* Work that SMs do at `per_cycle` units a clock. */
gm_limit_time gm_limit_sm(const gm_limits_input *in, gm_value work, double per_cycle);

/* How long DRAM writes while blocks wait for reads: with fewer reads than writes only their part of it; 0 where
   it is not known. */
double gm_limit_dram_writes_s(const gm_limits_input *in);

/* Lines of 128 B, whole or in part, that the requests of global and local memory touch. */
double gm_limit_lines(const gm_limits_input *in, gm_operation operation);
/* Clocks that one of them is on its way. */
double gm_limit_line_cycles(const gm_limits_input *in);
/* Of stores, those that L2 takes in: where sectors of a warp's stores have joined on their way, so have lines. */
double gm_limit_lines_into_l2(const gm_limits_input *in);
/* What L2 takes in for `written` bytes where stores bring parts of sectors: the sectors, and for each line of which any
   is stored in part one more, that says which bytes. 0 where all are whole: bytes alone count then. Stores to places
   that L2 holds, 64 warps on an SM, clocks of an SM for a line (reports/measured/parts_of_lines.csv, H200; here 132 / 71
   for each, of whole sectors the rate of bytes, and of lines):

       lanes that store     all    all but one    every second    one of each 8    the first 16    the first
       local memory         7.6            9.6             9.6              9.6             3.9          3.9
       global memory        7.6            9.4             9.4              9.4             4.8          4.8
       here                 7.0            9.3             9.3              9.3             3.7          3.7 */
double gm_limit_store_parcels(const gm_limits_input *in, double written);

/* Of l2_fill, what lines that warps share and change in place hold it up, in bytes: model/shared_lines.h. */
double gm_limit_shared_line_bytes(const gm_limits_input *in);

/* What atomics change in L2: `l2` leaves them out. */
double gm_limit_atomic_l2_bytes(const gm_limits_input *in);

/* Global atomics on their way. A pass, in which each lane of a sector is on a word of its own, is a packet; one of
   several lanes has data besides, and the sectors of a line that a request touches share what says where. The
   slices of L2 that work at once hold what the resident blocks update at once: what lies between a block's
   first and last byte, at most 512 bytes for each line of a request of each of its warps. Lanes of 4 bytes on so
   many of a word, 8448 warps in order over 4 MiB, H200, without 3.5 us of a launch, in us for 67584 requests:

       lanes on a word       1     2     4     8    16    32
       measured, u32       4.4   6.1   6.4  13.4  30.2  39.9
       measured, f32       4.2   4.4   6.5  12.7  30.5  41.5
       here                3.6   4.3   5.7  12.1  27.2  45.6

   and with each warp at random 4.6, 5.6, 6.8, 10.2, 19.7, 25.4, here 3.6, 4.1, 5.3, 10.6, 21.3, 21.7. */
typedef struct gm_atomic_way {
	double packets;       /* of a pass, in those of a lane alone; 0: no atomics */
	double full_ratio;    /* what the same bytes would take in full lines, over what they take */
	double at_once_bytes;
	double fullest_bytes; /* of these, in the slice that has most */
} gm_atomic_way;

gm_atomic_way gm_limit_atomic_way(const gm_limits_input *in);

/* Of so many bytes, those in the slice of L2 that holds most of them and so holds up the rest, where every word
   is updated as often: of each KiB two slices have pieces of 256 bytes by turns, other KiB are in others. `from`: bytes
   from a multiple of 1 KiB to the first. Additions at random, over those to one word (few_lines, H200; here all bytes over
   those of the fullest):

       from             0     0     0     0     0     0     0     0     0   512   512   512   512   128   128
       bytes          128   256   320   400   512   768  1024  1536  4096   640   768  1024  1536   192   768
       measured      1.04  1.03  1.29  1.63  2.05  1.56  2.05  3.05  8.06  2.48  3.05  4.13  3.01  1.53  2.07
       here             1     1  1.25  1.56     2   1.5     2     3     8   2.5     3     4     3   1.5     2

   1024 bytes from each of the first 80 multiples of 512 take 302 us and 150 by turns. */
double gm_limit_atomic_fullest(double from, double bytes);

/* Lanes that come to words, each of which gets as many: of all atomics, or of those of the one array whose words get
   more, as a counter of what others put into a table does. Words of 8 bytes take as long as those of 4 (word_types, one
   word, H200: 0.75 ns a warp of u32 and u64, 1.78 a lane of f32 and f64). */
typedef struct gm_atomic_crowd {
	double lanes, floating; /* of integers, and of floating-point numbers */
	double word_bytes;      /* mean over the lanes, at least 4 */
	double bytes;           /* that they update */
} gm_atomic_crowd;

gm_atomic_crowd gm_limit_atomic_crowd(const gm_limits_input *in);

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

/* Clocks that the slowest of the SMs with blocks waits longer for L2: a grid ends with it. Of fewer than all SMs with
   blocks as the root of their share. */
double gm_limit_slowest_sm(const gm_limits_input *in);

/* Bytes of the units of DRAM that SMs are the first of, for a byte that they fetch: more than 1 where units
   are used in part, less where SMs come back for more of them. */
double gm_limit_opened_ratio(const gm_device *device, const gm_load_waits *waits);

/* Of a group of loads that opens units of DRAM: how many of them, each by itself, L2 may have. Those of a
   load are all there or none, as another has loaded the same; but where addresses follow data, each of its
   places is by itself. */
double gm_limit_openers(const gm_traffic *traffic);

/* Of groups `ratio` times as large as those simulated, ratio to this power times as many wait for L2, or for units of
   DRAM. 1: misses come one to a group; 0: all together, as where a matrix is read twice: all groups of the first time
   wait for DRAM, none of the second. Of smaller groups it is counted how many of their loads would have waited by
   themselves, of larger ones how often one of two that follow each other waits; where none waits that follows another
   misses are taken to come one to a group. */
double gm_limit_waiting_power(const gm_load_waits *waits, double ratio);
double gm_limit_opening_power(const gm_load_waits *waits, double ratio);

/* work / rate; unknown with `unknown_why` when the rate is not `known`. */
gm_value gm_limit_divide(gm_value work, bool known, double rate, const char *unknown_why);

/* Work of the busiest SM over the mean: blocks are whole, and the last round need not be full; blocks
   of unlike length as model/uneven.h deals them. */
double gm_limit_imbalance(const gm_limits_input *in);

/* Blocks that an SM has at a time, where the grid has so many. */
double gm_limit_resident(const gm_limits_input *in);

/* What beside the work of the resident blocks makes the time of their phases (model/phases.h), in clocks: where the
   phases of B blocks take `together`,

       parted = (together^2 - (B * busy)^2)^(1/2), at least what a block waits alone
       latency of a block = alone + (parted - alone) / B

   for other blocks cover what a block's own work cannot. Rounds of a load from L2, a barrier and 32 loads from shared
   memory with 64 multiply-adds (measure/calibrate/phases.cu, H200, 64 rounds of 32 warps, us without what two events
   take, 0.7):

       blocks of an SM       1      2      4      8
       measured            52.5   49.4   46.5   47.2
       alone               48.9   48.1   47.7   47.7
       here                54.2   50.4   48.8   48.2 */
double gm_limit_parted_cycles(const gm_limits_input *in);

/* Rounds of resident blocks that follow each other, of the mean length. */
double gm_limit_rounds(const gm_limits_input *in);

/* Clocks until the first instructions have come with their constants; 0 where nothing is read, or before
   cc 7.0. */
double gm_limit_first_cycles(const gm_limits_input *in);

/* Are the machine instructions known, and the units those of cc 7.0 and later? */
bool gm_limit_has_units(const gm_device *device, const gm_kernel *kernel);

/* Of `l1_data`: passes of instructions that find no data (model/counts.h); 0 where units are not known. */
double gm_limit_empty_passes(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts);

/* Of `l1_data`: turns of the tag banks that loads from global memory take, whose requests name several lines
   (model/l1_throughput.h: at most four lines a turn). Where they are more than the passes they are what the
   SM's L1 is busy with: its cycles a load are the larger of the two
   (reports/measured/l1_load_throughput.csv). */
double gm_limit_tag_turns(const gm_kernel *kernel, const gm_counts *counts);

/* Turns of the schedulers that instructions take beyond their first, see `issue`. */
double gm_limit_second_slots(const gm_limits_input *in);

/* Instructions for the multiply-add unit, as single precision takes it: all, or those of integers, which only
   one half of it takes (rate_int_mad; products, H200: 0.51 clocks of an SM each alone, 0.55 beside as many of
   single precision), and IMAD.WIDE and IMAD.HI for twice as long (mul.wide and mul.hi, 1.00 to 1.08). */
double gm_limit_fma_work(const gm_limits_input *in);

/* The clock that runs are seen at, Hz, and that of the SMs in this one (model/clock.h); 0 when unknown. */
double gm_limit_clock(const gm_device *device);
double gm_limit_sm_clock(const gm_limits_input *in);

#endif
