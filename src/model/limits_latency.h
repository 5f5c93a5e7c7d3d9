/*
 * What `latency`, `gaps`, `blocks` and `in_turn` are made of: see limits.h.
 */
#ifndef GM_MODEL_LIMITS_LATENCY_H
#define GM_MODEL_LIMITS_LATENCY_H

#include "model/limits.h"

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

/* Of what DRAM reads, the part at places that lie scattered, as where they are drawn in no order. */
double gm_limit_drawn_ratio(const gm_traffic *traffic);

/* The chance that one of `count` such places comes from DRAM, where that of each is `first` in the mean of a launch. It is
   near 1 for all of them at first, and less and less later, once most have been drawn: of n draws for each place the part
   exp(-n * t) is left, t from 0 to 1, with (1 - exp(-n)) / n = first. Chains, each lane of a warp on each of 132 SMs from
   place to place of 16 MiB, 512 steps (lanes, H200, cold, us; last were `first` the same all along):

       lanes             1      2      4      8     16     32
       measured      191.9  210.4  226.1  230.5  216.5  192.1
       here          187.3  201.1  216.1  221.1  209.3  191.2
       the same      187.3  202.2  219.4  229.7  232.9  231.7 */
double gm_limit_drawn_chance(double first, double count);

/* Of groups `ratio` times as large as those simulated, ratio to this power times as many wait for L2, or for units of
   DRAM. 1: misses come one to a group; 0: all together, as where a matrix is read twice: all groups of the first time
   wait for DRAM, none of the second. Of smaller groups it is counted how many of their loads would have waited by
   themselves, of larger ones how often one of two that follow each other waits; where none waits that follows another
   misses are taken to come one to a group. */
double gm_limit_waiting_power(const gm_load_waits *waits, double ratio);
double gm_limit_opening_power(const gm_load_waits *waits, double ratio);

/* How long DRAM writes while blocks wait for reads: with fewer reads than writes only their part of it; 0 where
   it is not known. */
double gm_limit_dram_writes_s(const gm_limits_input *in);

/* Of the waits of a round those of few blocks: they begin on SMs that are early, for these are near L2 (model/limits.h). */
#define GM_WAITS_OF_FEW 0.85

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

#endif
