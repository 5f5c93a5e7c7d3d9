/*
 * How the elements of a tile lie in the registers of a warp (PTX manual, mma.m16n8k16 and its
 * like): lane l has g = l/4 and t = l%4; a 32-bit register holds e elements side by side along k.
 *
 *     A (m x k): register r, element i:  row g + 8*(r % (m/8)),  k = t*e + i + 4*e*(r / (m/8))
 *     B (k x n): register r, element i:  n = g + 8*(r % (n/8)),  k likewise
 *     C (m x n): element j:              row g + 8*((j/2) % (m/8)),  col 2*t + j%2 + 8*(j / (m/4))
 *
 * wmma leaves its layout open; the same is taken, which is what compilers have lowered it to since
 * Turing, and of 8 x 32 the transpose: it is made of two products of 16 x 8, whose A is the tile's B, so
 * that its C (n x m) lies as that of 32 x 8 does.
 */
#ifndef GM_SIMT_FRAGMENT_H
#define GM_SIMT_FRAGMENT_H

#include "simt/machine.h"

enum { PTX_FRAGMENT_ELEMENTS = 64 };

typedef enum ptx_fragment { FRAGMENT_A, FRAGMENT_B, FRAGMENT_C } ptx_fragment;

typedef struct ptx_matrix {
	ptx_fragment fragment;
	int m, n, k;
	ptx_type type;  /* of an element */
	bool row_major; /* wmma loads and stores */
	bool store;
	ptx_space space;
	int64_t offset; /* of the address */
	int address_bits;
} ptx_matrix;

/* Elements of one lane, and its registers. */
int gm_ptx_matrix_elements(const ptx_matrix *x);
int gm_ptx_matrix_registers(const ptx_matrix *x);
/* Elements of a register. */
int gm_ptx_matrix_packed(const ptx_matrix *x);

/* Rows are what goes with g = l/4; else columns. */
static inline bool
ptx_matrix_is_upright(const ptx_matrix *x)
{
	return x->fragment == FRAGMENT_A || (x->fragment == FRAGMENT_C && !(x->m == 8 && x->n == 32));
}

/* Blocks of 8 in that direction. */
static inline int
ptx_matrix_side(const ptx_matrix *x)
{
	return (ptx_matrix_is_upright(x) ? x->m : x->n) / 8;
}

/* Row and column of element i of lane l: the sum of what goes with the one and with the other. */
typedef struct ptx_layout {
	int count; /* elements of a lane */
	int lane_row[PTX_LANES], lane_column[PTX_LANES];
	int row[PTX_FRAGMENT_ELEMENTS], column[PTX_FRAGMENT_ELEMENTS];
} ptx_layout;

void gm_ptx_layout_init(ptx_layout *layout, const ptx_matrix *x);

/* Element `index` of each lane, of the registers `units` of the fragment, as bits. */
void gm_ptx_fragment_get(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int index,
			 uint64_t out[PTX_LANES]);
void gm_ptx_fragment_set(ptx_warp *warp, const ptx_matrix *x, const uint32_t *units, int index,
			 const uint64_t value[PTX_LANES], uint32_t mask);

#endif
