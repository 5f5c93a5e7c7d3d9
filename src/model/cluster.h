/*
 * Clusters of blocks: shared memory of the other blocks, and waiting for all of them.
 *
 * What a load, store or atomic asks of shared memory goes to the SM that holds it, in packets of a sector.
 * Lanes whose word is at home take passes of the banks as ever, the others none (memory_l1_wavefronts_shared of
 * clustered_*, H200: loads, stores, atomics, clusters of 2, 4 and 8), and machine code has loads and stores by
 * generic addresses, which count among neither those of global nor of shared memory. Clocks of an SM:
 *
 *     stores, reductions   c * 2.25 a sector, c * 4.1 of atomics
 *     loads                c * (1.79 a sector + 2.06 a line of 128 B)
 *     c                    1 in clusters of 2; in larger ones up to 1.8, where all SMs send
 *     a load takes 190 clocks longer than one from the block's own memory
 *     all wait             334 clocks + 7.5 for each warp of the block
 *
 * Source: H200, 128 blocks, each warp on memory of the next block (calibration, remote_add, remote_chain and
 * cluster_syncs): for a request of a warp of 16, of neighbouring words and of random ones in 8 KiB (30 sectors
 * of 25 lines), clusters of 2, 4, 8
 *
 *               neighbours            random
 *     loads     9.3, 17.7, 16.0       106, 206, 179
 *     stores    9.2, 16.4, 13.7        67, 126, 100
 *     atomics   17.2, 37.2, 27.9      120, 241, 207
 *
 * and with random blocks of the cluster 0.49, 0.70 and 0.83 of the atomics' time; one load after the other
 * 230 clocks, 40 at home; all waiting 342, 354 and 450 to 478 clocks with 1, 4 and 16 warps.
 */
#ifndef GM_MODEL_CLUSTER_H
#define GM_MODEL_CLUSTER_H

#include "kernel/kernel.h"

#define GM_CLUSTER_STORE_CYCLES 2.25
#define GM_CLUSTER_ATOMIC_CYCLES 4.1
#define GM_CLUSTER_LOAD_SECTOR_CYCLES 1.79
#define GM_CLUSTER_LOAD_LINE_CYCLES 2.06
#define GM_CLUSTER_LARGER 0.8 /* more, in a larger cluster */
#define GM_CLUSTER_WAIT_WARP_CYCLES 7.5
enum { GM_CLUSTER_LATER_CYCLES = 190, GM_CLUSTER_WAIT_CYCLES = 334 };

/* Clocks of an SM for accesses of a site (gm_site.cluster > 1) to so many sectors and lines of other blocks;
   `busy`: the part of the SMs that have blocks. */
double gm_cluster_cycles(const gm_site *site, double sectors, double lines, double busy);

/* Clocks until all blocks of a cluster go on, when the block has so many warps. */
double gm_cluster_wait_cycles(int warps);

#endif
