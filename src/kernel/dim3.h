/*
 * Sizes of grids and blocks, and places in them.
 */
#ifndef GM_KERNEL_DIM3_H
#define GM_KERNEL_DIM3_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_dim3 {
	int64_t x, y, z;
} gm_dim3;

int64_t gm_dim3_volume(gm_dim3 size);
/* The block of a grid with that number, x running fastest. */
gm_dim3 gm_dim3_at(gm_dim3 grid, int64_t number);
/* And back. */
int64_t gm_dim3_number(gm_dim3 grid, gm_dim3 at);

/* x, y or z: axis 0, 1 or 2. */
static inline int64_t *
gm_dim3_side(gm_dim3 *size, int axis)
{
	return axis == 0 ? &size->x : axis == 1 ? &size->y : &size->z;
}
bool gm_dim3_same(gm_dim3 a, gm_dim3 b);
/* "4096 1 1", as launch lists and runs have it: three whole numbers from 1 to 2^31 - 1. */
bool gm_dim3_read(const char *text, gm_dim3 *out);

#endif
