/*
 * The share of a kernel's sectors that L1 serves: one SM with its blocks, simulated.
 *
 * A first wave of blocks runs through an empty L1 (it is invalidated between kernels), others
 * through what those before left, three in all or as many as are little work; the last stands for all that follow. The blocks of an SM are where
 * model/block_places.h says: neighbours run on other SMs, and later ones anywhere. The SM is that of the traced
 * block. Where all blocks run at once and some SMs have one less, both kinds of SM count, but waits are those of the kind
 * that waits more often: it is the last to end. Of a kernel whose addresses come from data the blocks are those
 * that were traced, all of them: a table fills L1 by and by.
 *
 * Of what the carve-out leaves of a unified L1 GM_L1_APART_LINES are taken otherwise. A warp that walks round and round over
 * lines of its own finds all of them again, in the second walk, up to 50 less than that, whatever is left (measured on an
 * H200 beside 132 to 228 KiB of shared memory, each load timed by itself; here what tests/model/test_l1_share.c counts):
 *
 *     left, lines        992              736              480              224
 *     walked over    892  942  992    662  699  736    408  432  480    156  179  201
 *     missed           0 0.03 0.19      0 0.08 0.18      0 0.04 0.24      0 0.17 0.33
 *     here             0 0.06 0.27   0.01 0.10 0.34      0 0.06 0.48      0 0.08 0.55
 *
 * (whole lines; in the walks after the second 0.20, 0.24 and 0.40 of the last are missed on the card and 0.17, 0.24 and 0.29
 * here). Of 224 such walks what is missed in the second is 0.063 off in the mean and in later ones 0.045; with all lines
 * found, and always one of four given up, it was 0.073 and 0.092.
 *
 * Blocks in a row or apart that read the same tiles, 132 to 4224 of 256 threads (share_tiles, share_direct, H200):
 * what comes to L1 is 7 and 8 % off in the mean; with every 132nd block on an SM it was 25 and 31 %.
 */
#ifndef GM_MODEL_L1_SHARE_H
#define GM_MODEL_L1_SHARE_H

#include "device/device.h"
#include "model/cache_state.h"
#include "model/grid_trace.h"
#include "model/l1_simulation.h"
#include "model/turns.h"

enum { GM_RESIDENT_MAX = 64, GM_L1_APART_LINES = 48 };

/* Bytes of L1 beside the shared memory of so many blocks: of a unified cache what the smallest
   sufficient carve-out leaves. */
double gm_l1_left_bytes(const gm_device *device, const gm_kernel *kernel, int64_t blocks_per_sm);

/* Adds to `sites`, one for each. `turns`: as far as blocks run ahead of others (gm_turns_apart; NULL: not at all) they do
   not find what those have fetched; as all stay where they are, none has more of L1 for itself. Ratios of the
   counts are what is wanted: they are of an SM. `resident` is 1 to GM_RESIDENT_MAX. */
void gm_l1_share(const gm_device *device, const gm_grid_trace *trace, int64_t resident,
                 const gm_turns *turns, gm_cache_state state, double l1_bytes, gm_l2_room room, gm_l1_tally *sites);

/* Of the waits for L2, those that are for DRAM too. */
double gm_l1_opening_ratio(const gm_l1_tally *sites, int count, gm_cache_state state);

/* Of what loads of global memory fetch, what the first blocks on each SM do; 1 where they fetch nothing. */
double gm_l1_first_round_ratio(const gm_kernel *kernel, const gm_l1_tally *sites);

#endif
