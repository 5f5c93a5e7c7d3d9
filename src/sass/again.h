/*
 * Loads that PTX makes again: of the same words through the same register behind an if, where nvcc keeps apart
 * what ptxas does not. The second is part of the first, however far behind it.
 *
 * Not across what may write there or orders memory, nor a subroutine for rare operands or a division of 64
 * bits, nor into another loop or out of one. A store to global memory counts for all of it, one to shared
 * memory for all of that, whatever the distance; what is read only (.nc) minds the subroutine alone. Blocks on a way
 * between the two count wherever they stand in the text. Volatile
 * loads stay, as do a byte read as signed and as not, and one of .nc and one without.
 * Source: code of ptxas 13.0 for sm_90, of 120 pairs of loads; tests/sass/test_again.c.
 */
#ifndef GM_SASS_AGAIN_H
#define GM_SASS_AGAIN_H

#include "simt/machine.h"

void gm_ptx_join_again(ptx_program *program);

/* Both bring the same from the same place. */
bool gm_ptx_same_load(const ptx_program *program, int32_t a, int32_t b);

#endif
