/*
 * Accesses of PTX to neighbouring words of shared or global memory become one, by the rule of
 * kernel/join.h; loads from constant memory at an address in a register two by two (LDC.64).
 *
 * Looked at together are plain loads (or stores) of a basic block, from the same base (spots.h) or
 * none, with nothing between them that may write (or read) the same memory. Loads also join one of a
 * block before theirs in the same loop that nobody gets to them without passing, however long the ifs
 * between are: they are made there, whether their own condition holds or not. Those that join another have
 * no site any more. None joins across what calls a subroutine for rare operands (rare.h), or for a division
 * of 64 bits.
 * Source: code of ptxas 13.0 for sm_90, of 37 ways to come from one load to the next; tests/ptx/lowering.
 */
#ifndef GM_SASS_JOIN_H
#define GM_SASS_JOIN_H

#include "simt/machine.h"

struct ptx_spot;

void gm_ptx_join(ptx_program *program, gm_site *sites);

/*
 * Loads of shared memory of turns that stand side by side, of a loop of one block, joined as if they were one turn:
 * bytes of the access that each makes, 0: another makes it; per step from the header on, turn by turn, noted for those
 * that may join. `spots`: per turn, in the terms of the first. False, and what is noted says nothing, where turns load
 * the same words.
 * Source: code of ptxas 13.0 for sm_90, of 13 loops; tests/ptx/lowering/turns.ptx.
 */
bool gm_ptx_join_turns(ptx_program *program, const ptx_loop *loop, struct ptx_spot *const *spots, int turns,
		       uint8_t *bytes);

/* What is known of the value in each unit before anything runs. */
typedef struct ptx_known {
	uint8_t *zeros;  /* low bits that are zero whatever happens, at most 63 */
	uint64_t *value; /* of literals */
	bool *literal;
} ptx_known;

void gm_ptx_known_init(ptx_known *known, const ptx_program *program);
void gm_ptx_known_dispose(ptx_known *known);

/*
 * What wider accesses show of the address in a register: one of 4, 8 or 16 bytes at a multiple of its
 * size from the register says that the register is a multiple of it, wherever nobody gets without
 * passing it, and in all of its own basic block; but only one in the block in which the register is made, no subroutine
 * called between, or of a pointer as it was passed. (A load of which not all is used says nothing to stores.)
 * Nothing else is known of a pointer that is passed at launch. Words of 16 bits of global memory become one of 32
 * where one of 32 bits, or more, is beside them.
 * Source: code of ptxas 13.0 for sm_90; tests/ptx/lowering/shown.ptx, tests/sass/test_join_edges.c.
 */
typedef struct ptx_shown ptx_shown;

/* Spots per step (spots.h). */
ptx_shown *gm_ptx_shown_new(const ptx_program *program, const struct ptx_spot *spots);
void gm_ptx_shown_free(ptx_shown *shown);

/* Low bits that are 0 in the address register of a step, at most 4. */
int gm_ptx_shown_bits(const ptx_shown *shown, int32_t step);

#endif
