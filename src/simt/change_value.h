/*
 * What the rules of change share: exact values of lanes, and limits to ranges.
 */
#ifndef GM_SIMT_CHANGE_VALUE_H
#define GM_SIMT_CHANGE_VALUE_H

#include "simt/change.h"

/* Holds any difference and product of two 64-bit values' changes. */
__extension__ typedef __int128 ptx_wide;

typedef struct ptx_operands {
	ptx_change a, b, c;
} ptx_operands;

/* The lane's value as an integer of the type. */
ptx_wide gm_ptx_value_of(ptx_warp *warp, uint32_t unit, ptx_type type, int lane);
ptx_wide gm_ptx_highest(ptx_type type);
bool gm_ptx_is_integer(ptx_type type);

/* 0 for negative numbers, INT64_MAX for larger ones. */
int64_t gm_ptx_clipped(ptx_wide x);

/* Periods for which no lane of the source leaves [low, high], or the range of the type. */
void gm_ptx_limit_to_range(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
			   ptx_wide low, ptx_wide high, ptx_change c, uint32_t active);
void gm_ptx_limit_to_type(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
			  ptx_change c, uint32_t active);

/* Periods for which no lane of the source leaves its stretch of `length`, counted from 0. False
   where there is no such stretch. */
bool gm_ptx_limit_to_stretch(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
			     ptx_change x, ptx_wide length, int lane);

/* From block to block much changes in its lower bits for a while before a higher one does. That is asked
   for where it decides something: it limits for how many blocks anything is known. What may go anywhere
   need not be known. */
bool gm_ptx_change_may_be_short(const ptx_period *period, const ptx_step *step);

/* As long as `within` says, and no longer. False where that is not even one period. */
bool gm_ptx_change_shorten(ptx_period *period, const ptx_period *within);

/* gm_ptx_change_shorten by as long as every active lane of the source stays in its stretch of `length`. */
bool gm_ptx_change_shorten_to_stretch(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
				      ptx_change x, ptx_wide length, uint32_t active);

/* A change by so much, modulo the width. */
ptx_change gm_ptx_change_by(int64_t amount, int bits);

/* The one value of all active lanes. */
bool gm_ptx_uniform(ptx_warp *warp, uint32_t unit, ptx_type type, uint32_t active, ptx_wide *out);

/* 64 of 0. */
int gm_ptx_trailing_zeros(int64_t x);

/* change_bits.c: and, or, xor. */
ptx_change gm_ptx_change_bits(ptx_period *period, ptx_warp *warp, const ptx_step *step,
			      ptx_operands o, uint32_t active);

/* change_field.c: bfe and bfi. */
ptx_change gm_ptx_change_extracted(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				   ptx_operands o, uint32_t active);
ptx_change gm_ptx_change_inserted(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				  ptx_operands o, uint32_t active);

/* change_divide.c: div and rem, shr of x by more bits than its change has zeros, and the upper half of a
   product. What would follow if blocks lay further apart is added to the period's rows. */
ptx_change gm_ptx_change_divided(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				 ptx_operands o, uint32_t active);
ptx_change gm_ptx_change_shifted_out(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				     ptx_change x, int amount, uint32_t active);
ptx_change gm_ptx_change_high(ptx_period *period, ptx_warp *warp, const ptx_step *step,
			      ptx_operands o, uint32_t active);

/* change_compare.c: set and setp, min and max. */
ptx_change gm_ptx_change_compared(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				  ptx_operands o, uint32_t active);
ptx_change gm_ptx_change_chosen(ptx_period *period, ptx_warp *warp, const ptx_step *step,
				ptx_operands o, uint32_t active);

#endif
