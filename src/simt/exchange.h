/*
 * Steps in which the lanes of a warp see each other: shuffles, votes, matches, reductions,
 * election, and the register side of matrix loads.
 */
#ifndef GM_SIMT_EXCHANGE_H
#define GM_SIMT_EXCHANGE_H

#include "simt/machine.h"

void gm_ptx_shuffle(ptx_warp *warp, const ptx_step *step, uint32_t mask); /* detail: MOD_up ... */
void gm_ptx_vote(ptx_warp *warp, const ptx_step *step, uint32_t mask);    /* detail: MOD_all ... */
void gm_ptx_match(ptx_warp *warp, const ptx_step *step,
		  uint32_t mask); /* detail: MOD_any, MOD_all; tells warp->values */
void gm_ptx_active(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_elect(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_reduce(ptx_warp *warp, const ptx_step *step, uint32_t mask); /* detail: MOD_add ... */

#endif
