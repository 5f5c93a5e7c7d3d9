/*
 * Warps of a block that add to words of shared memory by compare and swap (model/rounds.h), run side by side
 * while a profiler has patched the code, as Nsight Compute does to count memory_l1_wavefronts_shared and
 * smsp__sass_*. How often they lose hangs on who comes between whose load and swap: that takes rounds so long
 * that little else counts, and warps that walk along the same words soon stay out of each other's way.
 *
 * A round is one unit of time, of which a part lies between its load and its swap, a little more or less each
 * time; a lane fails whose word others have changed meanwhile. In units:
 *
 *                        load to swap      varies by    after loads from memory
 *     accesses patched   0.47, 8 B 0.42    0.3, 0.2     0.05
 *     sums patched       0.9, 8 B 0.72     0.1, 0.2     0.1 and up to 1.5 more
 *
 * Of blocks with many requests the first of each warp are run over again until all have been through theirs.
 * Source: H200, shared_rounds, clash_walk and clash_drawn in the calibration: passes of clash_* with floats within 2.5 %
 * in the mean, with 8 bytes 4 %, of shared_rounds 4 % and 8 %; lanes of sums 5 %. Two runs on the card differ by 0.3 %.
 */
#ifndef GM_MODEL_CLASH_H
#define GM_MODEL_CLASH_H

#include "model/access.h"

#include "device/rules.h"

typedef struct gm_clash gm_clash;

gm_clash *gm_clash_new(int warps); /* of a block */
void gm_clash_free(gm_clash *clash); /* NULL accepted */

/* A block begins. Of it a request of a site, of up to 32 lanes; the warp has loaded from memory; a span of a loop
   begins; it stands for `times` more, which move by advance[site]: where they do not, they may follow data. Of many requests the first of each warp are kept. */
void gm_clash_begin(gm_clash *clash);
void gm_clash_add(gm_clash *clash, int warp, uint32_t site, const gm_access *access);
void gm_clash_wait(gm_clash *clash, int warp);
void gm_clash_mark(gm_clash *clash, int slot);
void gm_clash_repeat(gm_clash *clash, int slot, int64_t times, const int64_t *advance);

typedef enum gm_clash_way { GM_CLASH_ACCESSES, GM_CLASH_SUMS, GM_CLASH_WAYS } gm_clash_way;

/* Of the block's requests: as each warp alone, and side by side, with whatever is patched. */
typedef struct gm_clash_counts {
	double passes, packed, lanes;
} gm_clash_counts;

void gm_clash_counts_add(gm_clash_counts *to, const gm_clash_counts *more);

typedef struct gm_clash_outcome {
	gm_clash_counts alone, patched;
} gm_clash_outcome;

/* 0 without any requests. */
gm_clash_outcome gm_clash_run(const gm_clash *clash, gm_bank_rule rule, gm_clash_way way);

#endif
