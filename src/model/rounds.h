/*
 * Atomics in shared memory that the banks cannot do themselves: rounds of compare and swap.
 *
 * From compute capability 5.0 on the banks add, compare and exchange 32-bit integers. All else (floats,
 * 64-bit integers but exchange and compare-and-swap, 16-bit values) the compiler makes a loop of: every
 * lane that is left reads its word, computes, and swaps the new value in if the word is still the old
 * one (LDS, the operation, ATOMS.CAST.SPIN, a comparison, a branch). In a round
 *
 *     one lane of each bank succeeds, of words of 8 bytes one lane of each pair of banks in each half of
 *     the warp, but none whose word another lane has just changed.
 *
 * Of 64 bits, what is no more than its word (min: no less) has nothing to swap, and leaves a round when it has been
 * read: min and max look first, all else swaps. Where nobody knows the words, all swap. (40 requests of a warp alone,
 * reports/measured/looks.csv: loads and passes are these.)
 *
 * A round takes the passes of the load (model/banks.h) and two of the swap, of each half with 8 bytes.
 * Other warps of the block that work on the same words make rounds fail: see gm_rounds_crowded.
 *
 * Measured on an H200 (calibration, shared_rounds; patterns of addresses for f32, f64 and u64, whose
 * counters tests/model/test_rounds.c quotes): rounds, passes and lanes of a warp alone follow the rule
 * exactly. What the compiler makes of each
 * operation: ptxas 13.0 for sm_75, sm_80 and sm_90.
 */
#ifndef GM_MODEL_ROUNDS_H
#define GM_MODEL_ROUNDS_H

#include "model/access.h"

#include "device/device.h"
#include "device/rules.h"
#include "kernel/issue.h"
#include "kernel/stream.h"

typedef struct gm_rounds {
	int rounds_count;
	int lanes_count;            /* lanes that take part, summed over the rounds */
	int wavefronts_count;       /* passes through the banks */
	int ideal_wavefronts_count; /* those if no load conflicted */
	int packed_wavefronts_count; /* what Nsight Compute calls ideal: the same of lanes that lie close */
} gm_rounds;

/* Of one request of a site that works in rounds, on devices of cc 5.0 and later; `offers`: of one that looks first,
   NULL where that is not known. Pure. */
gm_rounds gm_rounds_evaluate(gm_bank_rule rule, const gm_access *access, const gm_offers *offers);

/* One round of it, in which the lanes of the access read and `swaps` of them go on: added to *out; returns the lanes
   that succeed. `stale`: lanes whose word others have changed since it was read. */
uint64_t gm_rounds_try(gm_bank_rule rule, const gm_access *access, uint64_t swaps, uint64_t stale, gm_rounds *out);

/* Of lanes that go to other blocks of a cluster, by loads and compare and swap there: in a round one lane of each
   word succeeds, and takes two passes here. Measured: `clustered_float`, model/cluster.h. */
gm_rounds gm_rounds_elsewhere(const gm_access *access);

/* Does the site work in rounds on a device of this rule? */
bool gm_rounds_apply(gm_bank_rule rule, const gm_site *site);

/* Machine instructions of one round, and of a request besides its rounds and what an atomic that the banks
   do would issue. */
gm_issue gm_rounds_issue(const gm_site *site);
gm_issue gm_rounds_issue_besides(void);

/* Cycles of one round: 24 dependent multiply-adds (95 cycles), of 8 bytes 30 (121): shared_rounds, one
   warp, H200. */
double gm_rounds_cycles(const gm_device *device, const gm_site *site);

/* Passes of a round that fails, of the load and the swap: each word is read alone. */
int gm_rounds_failed_passes(const gm_site *site);

/* Rounds that fail because of other warps, for each request: `others` lanes of other warps come to the word
   of a lane for each request of its own warp; `own_cycles` and `other_cycles` are what a block would take
   in rounds and besides if nobody failed, `cycles_per_failure` what it takes longer if one round of
   each request fails.

       failed = k * others * busy,   busy: the part of the time that the warps are in their rounds

   k = 0.46 rounds for each lane: a word takes an addition every 44 cycles at most, a round is 95
   (shared_rounds with 16 and 32 warps on 1, 4 and 32 words, H200). Few warps run in step and fail more
   often: up to twice as often for 4. */
double gm_rounds_crowded(double others, double own_cycles, double cycles_per_failure,
			 double other_cycles);

#endif
