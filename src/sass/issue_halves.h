/*
 * Inside of the room: where halves lie, two in a word (issue_halves.c), as issue_pairs.c asks.
 *
 * A word that is loaded or made by arithmetic, and of which only one half is read, is no pair: ptxas loads or makes
 * that half alone. Halves of different words can be put side by side where both words were made by arithmetic (of
 * words from memory, of bits, of signs and from other lanes they stay where they are). Source: 230 kernels of two to
 * four halves, ptxas 13.0 for sm_90.
 */
#ifndef GM_SASS_ISSUE_HALVES_H
#define GM_SASS_ISSUE_HALVES_H

#include "sass/issue_step.h"

/* The half of a word that a unit is. */
typedef struct half_place {
	uint32_t word; /* the unit of the word or, of a vector from memory, of its lower half; PTX_NO_UNIT: none */
	int upper;     /* 0 or 1 */
} half_place;

/* Per unit: which halves of it are read, bit 0 the lower, bit 1 the upper; of what is not taken apart both. */
uint8_t *gm_ptx_issue_halves_read(const issue_plan *plan);

/* A pair of which one half is made. */
bool gm_ptx_issue_is_halved(const issue_plan *plan, const uint8_t *read, int32_t step);

half_place gm_ptx_issue_half_place(const issue_plan *plan, const uint8_t *read, uint32_t unit);

/* The word is made by arithmetic of pairs. */
bool gm_ptx_issue_is_made_word(const issue_plan *plan, uint32_t word);

#endif
