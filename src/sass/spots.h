/*
 * What an address is: a base and a distance from it, so that two which PTX computes one from the other, or each
 * anew, are seen to be of one place.
 *
 * Of two steps in one loop that are not parted by a write to what they are computed of, equal bases are equal
 * addresses, but for the distances. The base 0 is that of literals. The distance leaves a sum, and a shift and a
 * product by a literal; of sums of 64 bits whose terms are both unknown, of mul.wide, of logic and of what is
 * subtracted it stays inside. Sums are not reordered, nor is a sum of products taken for the product of a sum.
 * What is read from memory or written under a guard is a base of its own; parameters and special registers are
 * what they are however often they are read.
 * Source: code of ptxas 13.0 for sm_90, of 56 pairs of loads;
 * tests/sass/test_spots.c.
 */
#ifndef GM_SASS_SPOTS_H
#define GM_SASS_SPOTS_H

#include "sass/join.h"

typedef struct ptx_spot {
	uint64_t number; /* a hash of how it is made, 0 of literals */
	int64_t distance_bytes;
	int zeros;     /* low bits of the base that are zero whatever happens */
	bool is_place; /* of a literal: where a variable of shared memory is put */
} ptx_spot;

/* What a unit held some turns of a loop before: so much more, or nobody knows. */
typedef struct ptx_moved {
	int64_t by;
	bool is_other;
} ptx_moved;

/* The same of an earlier turn, in the terms of this one, one row per unit. Sums of 64 bits are taken apart there: ptxas
   moves one register of a loop for each. */
ptx_spot *gm_ptx_spots_before(const ptx_program *program, const ptx_known *known, const ptx_moved *moved);

/* What units hold that a loop writes, when one of its turns begins, in the terms of what stands before the loop. */
typedef struct ptx_entered {
	const ptx_loop *loop;
	const int32_t *from;    /* per unit: the step before the loop that alone writes it there, -1: none, or several */
	const int64_t *advance; /* per unit: what the turns before have added, modulo 2^64 */
	const bool *is_other;   /* per unit: nobody knows what they have made of it */
} ptx_entered;

/* The same, in that turn. */
ptx_spot *gm_ptx_spots_in_turn(const ptx_program *program, const ptx_known *known, const ptx_entered *entered);

/* One per step: of memory steps where they go, offset included. To be freed. */
ptx_spot *gm_ptx_spots(const ptx_program *program, const ptx_known *known);

#endif
