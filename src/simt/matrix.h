/*
 * Matrix steps: ldmatrix, stmatrix, movmatrix, wmma and mma.
 *
 * Products are summed in double and rounded once: the hardware's order is not documented.
 */
#ifndef GM_SIMT_MATRIX_H
#define GM_SIMT_MATRIX_H

#include "simt/fragment.h"

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
