/*
 * Where in global memory the blocks of a kernel work: how much lies scattered, and how far atomics
 * spread.
 *
 * Scattered is what DRAM cannot stream: a fetch unit (64 B) of a line of 128 B that the block leaves in
 * part, the more so the less of its kilobyte is touched besides:
 *
 *     weight of a fetch unit = (1 - touched units of its 1 KiB / 16)^2 in a partial line, 0 in a full one
 *
 * The square follows the rates of touch_read over strides of 128 B to 1 KiB on an H200
 * (reports/runs/h200_calibration.xml). Blocks that run together may complete each other's lines; they
 * are not seen.
 *
 * Loops that were cut count as far as they were walked: ratios hold, totals do not.
 */
#ifndef GM_MODEL_PLACES_H
#define GM_MODEL_PLACES_H

#include "kernel/operation.h"
#include "model/access.h"

typedef struct gm_places gm_places;

gm_places *gm_places_new(void);
void gm_places_free(gm_places *places); /* NULL accepted */

/* A block that stands for `weight` of the grid begins; its accesses to global memory; it ends. */
void gm_places_begin(gm_places *places, double weight);
void gm_places_add(gm_places *places, const gm_access *access, gm_operation operation);
void gm_places_end(gm_places *places);

/* Of the fetch units of all blocks, 0 to 1. */
double gm_places_scattered_ratio(const gm_places *places);

/* Bytes that the atomics of the whole grid of `blocks` update, from the blocks seen: what lies between
   the first and the last, at most 512 for each line that is touched. Blocks that update lines of
   their own count for those not seen too. */
double gm_places_atomic_bytes(const gm_places *places, double blocks);

#endif
