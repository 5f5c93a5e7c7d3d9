/*
 * A selection that needs no instruction. Of two values of 32 bits, one that a single instruction makes for
 * nothing else, and another in a register that nobody reads after, in the order in which the machine code has its blocks: the instruction writes into that
 * register under the predicate, and SEL or FSEL goes. Of two such values the one that is made later is
 * made so. It takes the selection's place, unless it reads a register into which a selection between the two is
 * written so. A literal, a pair of halves, a value of 64 bits, a sum of three terms, a sign, what comes out of
 * a loop that is not written out as a whole, where no way leads around that, and what such a loop before has read and not
 * made, are selected.
 *
 * Where only those read it who stay behind an exit, it is made there, by the lanes of the predicate that stay: a
 * step there that computes no floats counts them.
 *
 * Source: code of ptxas 13.0 for sm_90, of 43 selections of one kind each, 15 before an exit, 45 behind a
 * loop and 35 in one of two ways.
 */
#ifndef GM_SASS_PICK_H
#define GM_SASS_PICK_H

#include "simt/machine.h"

/* Notes in each such selection the step that it `picks`, and the one `behind` an exit. */
void gm_ptx_pick(ptx_program *program, const gm_kernel *kernel, int cc);

#endif
