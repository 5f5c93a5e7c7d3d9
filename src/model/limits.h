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
 *     match    values that matches of lanes find apart: they go through them one by one, one match of an SM at a time
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
 *     sm     = longest of operands and norm_7(norm_2.5(norm_7(instructions, fp64), match), l1_data) and matching
 *     instructions: the longest of issue, units, constant, cluster and the other pipes
 *     matching = norm_1.4(match, shuffle), 0 without a match
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
 *     norm_w(latency, units) of up to four rounds of blocks that are alike, the last of them not full: the sum of that of the
 *              full rounds and that of the last, each of its own waits and its blocks' part of the units
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
 * Few blocks of a last round cover little of each other's waits. They wait 0.85 times as long as a full round (that much of it
 * one block more takes where blocks but wait: SMs that are early, near L2, get it), 1 times if it is nearly full, and for what
 * others have brought. By grids of so many rounds, warm, us among equal launches, H200 (measure/calibrate/last_rounds.cu,
 * reports/measured/last_rounds.csv; what is said, with the launch: together, were all rounds one norm; here):
 *
 *     rounds                                       1   1.03   1.25    1.5      2    2.5    3.5
 *     256 threads, loads from L2, measured      24.1   41.5   42.1   42.5   44.9   63.0   83.1
 *     together                                  23.6   31.1   34.9   40.4   45.3   62.5   84.7
 *     here                                      23.6   37.1   37.7   39.7   45.3   62.0   84.3
 *     1024, with work and barriers, measured    44.5   68.2   69.3   70.1   84.9  107.5  145.5
 *     together                                  40.5   55.0   57.3   60.6   72.2   95.4  130.4
 *     here                                      40.5   60.0   60.1   60.3   72.2   95.3  130.4
 *     256, with work, no barriers, measured     37.7   47.0   49.6   53.7   67.4   81.2  108.8
 *     together                                  39.7   44.9   50.1   58.4   70.2   92.3  126.2
 *     here                                      39.7   52.3   53.6   58.1   70.2   92.2  126.2
 *
 * The last part where they work and no barrier holds them together: the first end early. With what one and two rounds and half
 * of one take known, 88 such series are met within 2.1 % in the mean at each of 1.03 to 3.5 rounds (together: within 7.5).
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
 * Matches of lanes wait for none of it, and yet hold shuffles up, and what is behind them in their warps: of 16 warps, 8
 * matches each beside so many other instructions for each match that need nothing of them, clocks of a match for each
 * warp (reports/runs/h200_calibration.xml, match_any_32):
 *
 *                         nothing       loads from shared memory         shuffles        multiply-adds
 *     values              1     16       4, 4     4, 16   16, 16       1, 4   16, 4      1, 16    4, 16
 *     seen              2.0   32.0        8.0      16.1     32.7        5.0    34.1        5.4      9.8
 *     here              2.1   32.0        8.2      16.1     32.2        5.2    34.1        5.5      9.3
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
	GM_LIMIT_MATCH,
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

/* Of `constant`: clocks of an SM for each place, of 4 or 8 bytes, wherever the places lie. On an H200
   2.0 with 1 place (calibration, pipe_ldc32 and pipe_ldc64: 0.50 loads a clock) and 2 to 32, and 4 to 32
   warps (constants and wide). */
enum { GM_CONSTANT_PLACE_CYCLES = 2 };

/* Turns of a scheduler that IMAD.WIDE and IMAD.HI take beyond one: see `issue`. */
enum { GM_WIDE_SECOND_SLOTS = 2 };
/* And double precision. */
#define GM_DOUBLE_SECOND_SLOTS 0.5

#define GM_PASSES_NORM 7   /* instructions beside passes and beside double precision, see above */
#define GM_MATCH_SHUFFLE_NORM 1.4 /* matches of lanes beside shuffles, and beside what is issued, see above */
#define GM_MATCH_ISSUE_NORM 2.5
#define GM_COMPLETING_NORM 1.25 /* of L2 beside what DRAM does for sectors that are stored in part, see above */

/* Of `l2`; limits_memory.c says where it is from. */
enum { GM_L2_PORT_BYTES = 118 }; /* a clock, into one SM, from cc 7.0 on */
#define GM_DRAM_OPENING_NORM 4    /* rows of DRAM are opened while others are read */
#define GM_WAY_NORM_LONE 1.1
#define GM_READING_NORM 2.4 /* waiting beside DRAM that only reads, see above */
#define GM_FOUND_NORM 6      /* who comes first at DRAM, beside those who find it in L2, see above */
#define GM_L2_DIRECTIONS_NORM 1.5 /* both directions of L2 share some of the way */

const char *gm_limit_name(int limit);
/* "DRAM bandwidth", "shared memory and L1 data banks", ... */
const char *gm_limit_what(int limit);

/* Few rounds of blocks that are alike, of which the last is not full: what is before it, and it. Times are of the
   latency, without first_s. */
typedef struct gm_last_round {
	double sm_ratio;   /* of the blocks of the busiest SM, those in it; 0: it is full, or rounds are not told apart */
	double grid_ratio; /* of those of the grid */
	double before_s, before_found_s;
	double own_s; /* it finds what others have brought */
} gm_last_round;

typedef struct gm_limit_time {
	gm_value least_s;    /* peak rates */
	gm_value expected_s; /* achievable rates */
	double work;         /* bytes, passes, instructions; 0 when there is none */
	double rate_per_s;   /* achievable, in units of work; 0 when unknown or not one rate */
	double first_s;      /* of the latency: the part that the units wait for too; 0 for the others */
	double found_s;      /* of the latency, without first_s, of blocks that find what others have brought, see above */
	double own_ratio;    /* of the latency: a block's part of what an SM does */
	double last_s;       /* of the latency: what the last block of an SM takes beside its work (model/trailing.h) */
	gm_last_round last;  /* of the latency */
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

/* The rounds that are full, and the last, where it is told apart (last.sm_ratio > 0): its part of the waiting, of
   what SMs do and of what DRAM and L2 do. The two times make gm_limit_waiting_s. */
typedef struct gm_rounds_part {
	double waiting_s, found_s;      /* without first_s; found_s of what others have brought */
	double sm_ratio, grid_ratio;    /* of the work of SMs and of the memory of all */
	double waiting_norm;            /* of the part, as gm_limit_waiting_norm */
	double own_units_s;             /* as gm_limit_own_units_s */
	bool finds;                     /* found_s and own_units_s count */
	double time_s;
} gm_rounds_part;

gm_rounds_part gm_limit_rounds_before(const gm_limit_time *limits);
gm_rounds_part gm_limit_round_last(const gm_limit_time *limits);

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
/* Beside loads and stores of other memory that take so long. */
gm_limit_time gm_limit_constant(const gm_limits_input *in, double memory_s);
gm_limit_time gm_limit_cluster(const gm_limits_input *in);
gm_limit_time gm_limit_match(const gm_limits_input *in);

/* Work that SMs do at `per_cycle` units a clock. */
gm_limit_time gm_limit_sm(const gm_limits_input *in, gm_value work, double per_cycle);

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
       here                 7.0            9.3             9.3              9.3             3.7          3.7

   An SM sends one of them a clock, which counts where few have blocks. Words of 32 warps so many bytes apart, 1 to 8 blocks of
   1024 threads, clocks of a request (few0 of reports/measured/few_stores.csv, H200):

       apart                16    32    44   128
       sectors and lines    20    40    43    64
       measured             19    40    43    63 */
double gm_limit_store_parcels(const gm_limits_input *in, double written);

/* Of l2_fill, what lines that warps share and change in place hold it up, in bytes: model/shared_lines.h. */
double gm_limit_shared_line_bytes(const gm_limits_input *in);

/* What atomics change in L2: `l2` leaves them out. */
double gm_limit_atomic_l2_bytes(const gm_limits_input *in);

/* work / rate; unknown with `unknown_why` when the rate is not `known`. */
gm_value gm_limit_divide(gm_value work, bool known, double rate, const char *unknown_why);

/* Work of the busiest SM over the mean: blocks are whole, and the last round need not be full; blocks
   of unlike length as model/uneven.h deals them. */
double gm_limit_imbalance(const gm_limits_input *in);

/* Are the machine instructions known, and the units those of cc 7.0 and later? */
bool gm_limit_has_units(const gm_device *device, const gm_kernel *kernel);

/* Of `l1_data`: passes of instructions that find no data (model/counts.h); 0 where units are not known. */
double gm_limit_empty_passes(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts);

/* Of `l1_data`: turns of the tag banks that loads from global memory take, whose requests name several lines
   (model/line_passes.h: at most four lines a turn). Where they are more than the passes they are what the
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
