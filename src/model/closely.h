/*
 * What is looked at in a few blocks only, beside what is counted in all: how long a block waits
 * (chain), where it works (places), and what it does wrong.
 */
#ifndef GM_MODEL_CLOSELY_H
#define GM_MODEL_CLOSELY_H

#include "model/counts.h"

typedef struct gm_closely gm_closely;

/* What is found goes to `out`, whose rows of issue are there already. All are borrowed. */
gm_closely *gm_closely_new(const gm_kernel *kernel, const gm_device *device, gm_counts *out);
void gm_closely_free(gm_closely *closely);

/* A block begins that stands for so many of the grid; what a sink is told of it; it ends. */
void gm_closely_begin(gm_closely *closely, int64_t weight);
void gm_closely_instruction(gm_closely *closely, const gm_warp_instr *instr, int64_t passes,
                            int64_t rounds);
void gm_closely_mark(gm_closely *closely, int slot);
void gm_closely_repeat(gm_closely *closely, int slot, int64_t times, const int64_t *advance);
/* Returns the cycles of the block alone, L2 serving its loads. */
double gm_closely_end(gm_closely *closely);

/* After the last block of `seen`: the rest of `out`. */
gm_status gm_closely_finish(gm_closely *closely, size_t seen, gm_error *err);

#endif
