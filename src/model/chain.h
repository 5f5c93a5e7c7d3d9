/*
 * How long one block takes when nothing but latency holds it up.
 *
 * Every instruction issues as soon as its operands are there. A compiler moves instructions freely
 * between two branches, so inside such a window only dependences order them; a warp issues in
 * order, so a window begins when the last instruction of the one before has issued. Loads do not
 * pass stores to their own space, nothing passes a barrier, and a barrier lets nobody on before the
 * last warp has come. The block is done when its last warp is.
 *
 * Loaded values wait in registers: what a window may have under way is bounded by the registers of
 * a thread, less what it needs besides: 6 without a loop, 14 in one or 10 more than hold what loops
 * change, and for a load that is copied into a tile those of its own address
 * (sass/issue_registers.c), which find room whole. A kernel with fewer than fill an SM with threads (32), by more than four,
 * has not been short of any; with 28 to 32 it may have been, and has got what 32 leave: ptxas asks for 32 and gives as
 * many as it needs then. (Of 468 kernels with four loads and more, those that are other ones without a limit: of up to 26
 * registers none, 27 and 28 two of 21, 29 four of 12, 30 eleven of 26, 31 and 32 124 of 189. Of loops in loops, whose 16
 * loads find from 17 to 22 registers taken where they begin, 28 and 29 registers have 4 to 8 under way, without a limit 16
 * by 36 to 41.) Seen in what ptxas 13.0 makes, of 30 to 32 registers: in loops of
 * calibration kernels (column_walk, column_walk_factor, row_passes) 16, 16 and 9 of loads under way
 * with 6, 8 and 8 that hold what changes, 12, 6 and 6 in copies to shared memory with 6, 9 and 10.
 * Without a loop, stencils of 5, 7 and 25 doubles, 25 floats and four float4 have 10 of 18, 14 of
 * 22, 22 of 32, 23 of 32 and 16 of 23.
 *
 * A load that keeps a predicate until its value is used (sass/issue_under.c) waits for one, too: for the one that
 * has had it longest.
 *
 * Turns of a loop that was written out begin within a window as registers allow it, too: each begins with a
 * load that says how many the turn loads and how many it needs at its fullest (sass/issue_bodies.c), one where it is a
 * load alone, and issues
 * nothing before the last issue of those that it finds no room beside, and from there on one after the other.
 *
 * Of a loop that is written out the turns that are left over are executed apart, before or after the others: one,
 * then two together (nvdisasm of ptxas 13.0 for sm_90, loops with one load or four in a turn; where a turn is
 * itself several of the source, two are one).
 *
 * A branch that ends a window costs 10 cycles besides (horner: 64 dependent multiply-adds and a
 * branch), one behind which lanes meet again 24 (branches_never: 41 with a mask and the
 * comparison). A division or root that tests its operands ends one, too: the compiler moves nothing
 * past its branches; so does an exchange of lanes that may have parted (sass/issue_converge.c).
 *
 * Loads of what nobody writes while the kernel runs (ld.global.nc) wait for no store, and go ahead of barriers
 * (sass/issue_ahead.c) as registers allow it: beside what is taken where they begin and what the loads between take
 * that stay, of those between two barriers the most. They begin where they stand at the latest.
 *
 *     issue(i) = max(start of the window, ready of its producers, slot)
 *     ready(i) = issue(i) + latency(i)
 *     slot     = start of the window + the longest of instructions and clocks of each unit, of all up to i
 *
 * A warp has the units of its own scheduler alone, a quarter of an SM's from cc 7.0 on: of an H200 shifts, doubles and
 * products of integers keep theirs for 2 clocks each, transcendentals for 8 (rate_shift, rate_dadd, rate_imad and
 * rate_ex2, one warp for each scheduler, H200: 0.53, 0.53, 0.53 and 2.03 clocks of an SM). Loads and stores keep theirs
 * for 4, and no less do the codes of ptxas 13.0 for sm_90 leave between two of LDG, STG, LDS, STS, LDSM, LDGSTS and MOVM of a
 * warp (4 in 2,600 of 2,900 pairs in a row, more in the rest). Products of the tensor unit follow each other as
 * sass/issue_tensor.c says, each when it finds its operands, in their order. Turns of fragments from shared memory and
 * their products, 1 x 2 to 4 x 4 of them, 1 to 4 steps deep, halves, TF32 and bytes, by the code's own stalls and barriers,
 * loads of 30 clocks: here 1.03 of it in the geometric mean, 17 % apart; with one clock for each 0.54, 23 %.
 *
 * A fence of the device waits for L2, longer for what its warp has stored before it (model/waited.h has the clocks).
 *
 * Asynchronous copies are waited for where the program says so: wait_group for all groups of the warp but the latest few,
 * a test of a barrier in shared memory for the first copies in bulk of its warp that are expected and that no test has waited
 * for yet. A warp sends its copies in bulk one after the other (bulk_piece_gap, 55 clocks on an H200), and the rows of 512
 * bytes of one come apart (bulk_row_gap, 5 clocks) or as L2 gives them. Copies of so many bytes waited for turn by turn, one
 * block of 128 threads, clocks of a turn (bulk_all_wait and bulk_cp_async, reports/runs/h200_calibration.xml):
 *
 *                                 L2 has them             DRAM does
 *     bytes                    512  4096  16384      512  4096  16384
 *     cp.async                 382   461    683      837   959   1332
 *     here                     412   465    829      642   655    995
 *     in bulk                  598   655    768     1061  1226   1421
 *     here                     599   673    804     1066  1384   1510
 *     in bulk, 16 at once     1422  1426   1474     1760  1889   1954
 *     here                    1415  1426   1463     1856  2011   2172
 *
 * Not among them: who waits for a copy that another warp has begun, or one of cp.async by way of a barrier in shared memory.
 *
 * The registers of a store are read some clocks after its issue, and the next turn of a loop writes them again: it begins
 * 28 clocks after the store. Eight additions that wait for each other, or a load from L2 that the next turn's address
 * hangs on, and a store of their sum, one warp (measure/calibrate/stored_turns.cu, H200, clocks of a turn):
 *
 *     stored              nothing   4 bytes   8 bytes   16 bytes   shared memory
 *     additions             39.0      61.0      67.0      58.0         44.0
 *     additions, here       42.6      60.6
 *     a load               308.0     322.5                329.6       307.5
 *
 * Where nothing is known of branches (before compute capability 2.0) a loop closes a window at
 * every fourth turn: compilers unroll. A branch of PTX that is issued a part of
 * a time per execution (kernel/issue.h) closes one as seldom.
 *
 * The latency of a global load depends on who serves it, which is known only when the traffic is.
 * So the time is taken for each level as if it served all of them; a mix lies between.
 *
 * Latencies: loads by the device file, and each pass of a request through the data banks after the
 * first 2 clocks more, in shared memory and L1 (ways: 29.3 to 91.2 with 1 to 32 ways of conflict,
 * 39.1 to 107.9 in L1; 39.1 to 46.1 with 32 lines in 32 banks). What PTX becomes says itself how
 * long it takes (gm_issue.wait), in dependent multiply-adds of the device. A descriptor's
 * operations take what the table here says, the ratios of an H200
 * (reports/runs/h200_calibration.xml, latency_*), taken to hold elsewhere, or one multiply-add for
 * each machine instruction: they mostly wait for the last.
 */
#ifndef GM_MODEL_CHAIN_H
#define GM_MODEL_CHAIN_H

#include "device/device.h"
#include "kernel/issue.h"
#include "kernel/kernel.h"
#include "model/phases.h"

typedef enum gm_served {
	GM_SERVED_L1,
	GM_SERVED_L2,
	GM_SERVED_DRAM,
	GM_SERVED_COUNT
} gm_served;

typedef struct gm_chain_cycles {
	double by[GM_SERVED_COUNT]; /* cycles of a block if this level served every global load */
	double rounds;              /* among them, of a warp in rounds of compare and swap, if none fails */
	double rounds_requests;     /* of a warp that work in rounds, times the cycles of one round */
	gm_phase_sums phases;       /* the same between barriers */
	double loads_per_wait;      /* global loads that a warp waits for together; 0 without loads */
} gm_chain_cycles;

typedef struct gm_chain gm_chain;

/* For one kernel on one device; several blocks one after the other. `issue` has a row for each
   site; all are borrowed. */
gm_chain *gm_chain_new(const gm_kernel *kernel, const gm_device *device, const gm_issue *issue);
void gm_chain_free(gm_chain *chain); /* NULL accepted */

/* A block begins; what a sink is told (kernel/stream.h); the block ends. */
void gm_chain_begin(gm_chain *chain);
/* `passes`: of its request through the data banks, `rounds`: of compare and swap; 0 where there are
   none. */
void gm_chain_instruction(gm_chain *chain, const gm_warp_instr *instr, int64_t passes,
                          int64_t rounds);
void gm_chain_mark(gm_chain *chain, int slot);
void gm_chain_repeat(gm_chain *chain, int slot, int64_t times);
gm_chain_cycles gm_chain_end(gm_chain *chain);

/* Of the site's loads of global memory, the share that finds no registers beside those under way: they begin when
   the first of these have come, and are waited for again. Walks along 16 bytes at a time, two of four together, two
   times a sector of L2 for each four (measure/calibrate/shared_walk.cu, 256 KiB, 128 threads, before 1, unroll 4,
   H200, warm): 167 to 172 clocks each, here 164; were the four waited for at once, 102. */
double gm_chain_parted(const gm_chain *chain, int site);

/* Cycles until an instruction's result is there, on the device; global loads as if `by` served
   them. */
double gm_chain_latency(const gm_device *device, const gm_site *site, gm_served by);

#endif
