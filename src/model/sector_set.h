/*
 * A set of sectors (or of other pieces of memory, by number), each with 32 bits: open addressing,
 * grown at half load. Starts as {0}, or with `skips` alone.
 */
#ifndef GM_MODEL_SECTOR_SET_H
#define GM_MODEL_SECTOR_SET_H

#include <stddef.h>
#include <stdint.h>

typedef struct gm_sector_slot {
	int64_t number;
	uint32_t bits;
	uint32_t used;
} gm_sector_slot;

typedef struct gm_sector_set {
	gm_sector_slot *slots;
	size_t count, room; /* room is 0 or a power of two */
	size_t skips; /* slots passed over where the place of a number is taken: even, so that every slot is come to */
} gm_sector_set;

/* The bits of a number, which is added with 0 when it is not there. Valid until the next call. */
uint32_t *gm_sector_set_at(gm_sector_set *set, int64_t number);

/* The bits of a number, 0 when it is not there. */
uint32_t gm_sector_set_find(const gm_sector_set *set, int64_t number);

/* Forgets all, keeps the memory. */
void gm_sector_set_clear(gm_sector_set *set);

void gm_sector_set_dispose(gm_sector_set *set);

#endif
