/*
 * Which blocks come to an SM: SMs have their turn one after the other, each one block, as long as they have places
 * for it. `early` ones, a group of them, come round sooner, after three quarters of all SMs; between two blocks of any
 * other SM lie somewhat more blocks than there are SMs, so that columns of a grid do not stay on their SMs. When no
 * place is free, a block goes wherever another ends: to any SM.
 *
 * Source: block_places, H200: a group of 8 SMs has its turn at the blocks 0, 80, 180, 280, 386, 484, 584 and 684 of
 * 1056, here at 0, 100, 200 ... 700.
 */
#ifndef GM_MODEL_BLOCK_PLACES_H
#define GM_MODEL_BLOCK_PLACES_H

#include <stdint.h>

typedef struct gm_block_places {
	int64_t blocks, sms;
	int64_t early;    /* of the SMs */
	int64_t resident; /* blocks of an SM at once */
} gm_block_places;

/* SMs that are not early; of a grid that has a block for each at most, all. */
int64_t gm_block_places_others(const gm_block_places *places);

/* The block that this one of the others gets in its turn, from 0; beyond the grid where it gets none. */
int64_t gm_block_places_at(const gm_block_places *places, int64_t sm, int64_t turn);

/* The one of the others that gets the block, or the next one that is not an early SM's. */
int64_t gm_block_places_sm(const gm_block_places *places, int64_t block);

#endif
