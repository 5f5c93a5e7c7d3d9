/*
 * A box of blocks, one after the other: what they touch together. See model/reach.h.
 */
#ifndef GM_MODEL_REACH_BOX_H
#define GM_MODEL_REACH_BOX_H

#include "model/reach.h"

/* A sector as the traced block touches it. */
typedef struct gm_reach_touch {
	int64_t sector;
	uint32_t mask;    /* bytes stored */
	uint32_t request; /* of the block, counted from 1 */
	double weight;    /* runs left out that it stands for, itself included */
	bool loads, stores; /* an atomic does both, with whole words */
} gm_reach_touch;

typedef struct gm_reach_box gm_reach_box;

gm_reach_box *gm_reach_box_new(int64_t sectors_per_piece);
/* As it was when it was new. */
void gm_reach_box_clear(gm_reach_box *box);
void gm_reach_box_free(gm_reach_box *box);

/* The touch, moved by so many bytes, in the present block. */
void gm_reach_box_add(gm_reach_box *box, const gm_reach_touch *touch, int64_t move_bytes);

/* The next block; each has so many requests. */
void gm_reach_box_next(gm_reach_box *box, uint32_t requests);

/* Stretches of at least a line's length that are loaded, or stored. */
double gm_reach_box_runs(const gm_reach_box *box, bool stores);
/* Lines' worth of sectors outside such stretches. */
double gm_reach_box_shreds(const gm_reach_box *box, bool stores);

/* Of the blocks so far; more may follow. `stored_weight` is the mean weight of stores. */
gm_reach_bytes gm_reach_box_sum(const gm_reach_box *box, double stored_weight);

#endif
