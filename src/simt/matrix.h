/*
 * Matrix steps: ldmatrix, stmatrix, movmatrix, wmma and mma.
 *
 * How the elements of a tile lie in the registers of a warp (PTX manual, mma.m16n8k16 and its
 * like): lane l has g = l/4 and t = l%4; a 32-bit register holds e elements side by side along k.
 *
 *     A (m x k): register r, element i:  row g + 8*(r % (m/8)),  k = t*e + i + 4*e*(r / (m/8))
 *     B (k x n): register r, element i:  n = g + 8*(r % (n/8)),  k likewise
 *     C (m x n): element j:              row g + 8*((j/2) % (m/8)),  col 2*t + j%2 + 8*(j / (m/4))
 *
 * wmma leaves its layout open; the same is taken, which is what compilers have lowered it to since
 * Turing, and of 8 x 32 the transpose: it is made of two products of 16 x 8, whose A is the tile's B, so
 * that its C (n x m) lies as that of 32 x 8 does. Products are summed in double and rounded once: the hardware's order is not documented.
 */
#ifndef GM_SIMT_MATRIX_H
#define GM_SIMT_MATRIX_H

#include "simt/machine.h"

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

/* True when values of the type can be computed with. */
bool gm_ptx_matrix_type_is_known(ptx_type type);

/* ldmatrix, stmatrix: step->vector matrices of 8 x 8 elements of 16 bits, step->clamp: transposed;
   step->a the address, the registers after it. */
void gm_ptx_matrix_load(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_matrix_store(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_matrix_transpose(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* wmma.load and wmma.store: step->matrix[0]; step->a the address, step->b the stride in elements.
   They stream themselves, as often as the machine accesses memory. */
void gm_ptx_wmma_move(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* D = A*B + C: step->matrix is A, B, C, D; sources are their registers in order. */
void gm_ptx_multiply(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* How the machine moves a fragment of wmma: by what lies side by side in memory, a register or a pair
   of C; A and B of 16 bits in shared memory, and of 8 that lie along, by rows of 16 bytes as ldmatrix
   does (LDSM); those of 16 bits that lie across, from elsewhere, and C of them, by pairs that MOVM turns. Seen in
   the code of ptxas 13.0 for sm_75 and sm_90. */
typedef enum ptx_wmma_way { WMMA_ELEMENTS, WMMA_ROWS, WMMA_TURNED } ptx_wmma_way;

ptx_wmma_way gm_ptx_wmma_way(const ptx_matrix *x);

/* Accesses for a fragment and bytes of each lane in one. */
void gm_ptx_wmma_access(const ptx_matrix *x, int *accesses, int *bytes);

#endif
