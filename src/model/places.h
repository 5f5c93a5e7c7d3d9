/*
 * Where in global memory the atomics of a kernel work: how far they spread.
 */
#ifndef GM_MODEL_PLACES_H
#define GM_MODEL_PLACES_H

#include "kernel/kernel.h"
#include "model/access.h"

typedef struct gm_places gm_places;

gm_places *gm_places_new(void);
void gm_places_free(gm_places *places); /* NULL accepted */

/* A block begins; its atomics on global memory; it ends. */
void gm_places_begin(gm_places *places);
void gm_places_add(gm_places *places, uint32_t site, const gm_access *access);
/* A span of a loop begins and stands for `times` more, each advance[site] bytes further: kernel/spans.h. */
void gm_places_mark(gm_places *places, int slot);
void gm_places_repeat(gm_places *places, int slot, int64_t times, const int64_t *advance);
void gm_places_end(gm_places *places);

/* Bytes that the atomics of the whole grid of `blocks` update, from the blocks seen: what lies between
   the first and the last, at most 512 for each line that is touched. Blocks that update lines of
   their own count for those not seen too. */
double gm_places_atomic_bytes(const gm_places *places, double blocks);

/* Of the arrays that atomics update, whole: there is no more, however many blocks come to it. INFINITY where some
   update what is not known. */
double gm_places_atomic_arrays_bytes(const gm_kernel *kernel);

/* Between the first and the last byte that a block updates, mean of those seen. */
double gm_places_block_bytes(const gm_places *places);

#endif
