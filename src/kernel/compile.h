/*
 * What a compiler makes of a descriptor that says only what its source says.
 *
 * A descriptor written by hand states accesses and arithmetic in the order of the source. What runs
 * is joined, unrolled and comes with address arithmetic and branches. This is the same model of the
 * compiler as that of PTX (sass/issue.h, kernel/join.h), applied to formulas: all of it follows from
 * the statements, nothing is declared but what a source says too (a macro, a `#pragma unroll`).
 *
 * 1. Unrolling. A loop whose number of turns is known when it is compiled (a macro: a parameter
 *    whose name is all capitals) is unrolled whole, up to WHOLE_MOST statements; else by the
 *    largest of 16, 8, 4, 2 that divides its turns, up to COPIES_MOST statements. One that counts
 *    its turns at run time is unrolled by 4 or 2, what is left over being a loop of its own: before
 *    it, or behind it where the loop begins at a number. One in steps of blockDim or gridDim is not:
 *    these are unsigned, the sum may wrap, and nobody knows the turns before. Nor is a loop around
 *    another. `unroll` of a loop says otherwise.
 * 2. Joining. Accesses of shared memory in what is then straight become wider ones.
 * 3. A load of constant memory at an address known when compiled is an operand of the arithmetic
 *    that uses it, and no instruction.
 * 4. Branches. An if over a few instructions is predicated: what is in it is issued by warps without
 *    a lane in it, too. Other branches, and loops, pay one branch, and where lanes differ BSSY and
 *    BSYNC. A loop in steps of a number, without a barrier and no longer than AGAIN_MOST
 *    instructions, is unrolled by 4 once more by the assembler: counter, comparison, branch and
 *    pointers cost a quarter.
 * 5. Addresses. What does not change in a loop is computed before it. An index that moves in a loop
 *    by a number of elements is a pointer that all unrolled copies share (two additions in 64 bits,
 *    one in shared memory); one that moves by what only the launch knows costs a multiply-add in
 *    each copy. A sum costs an instruction for each term but the first; a let is computed once.
 * 6. Width. What a `type` of 64 bits takes part in is computed in 64 bits (compile_value.c): sums and
 *    comparisons are two instructions, products two or four, an address two, and of several arrays
 *    at one index two more; an index that is a product with the turn is computed anew in each copy.
 * 7. Setting up, once per warp: threadIdx and blockIdx read, arguments and array addresses; and the EXIT.
 *
 * What it does not know: values that are kept in registers and used again, types narrower than 32 bits
 * in address arithmetic, what a scheduler moves.
 *
 * Source: 1 and 4, code of nvcc 13.0 and ptxas 13.0 for sm_90, tests/input/unrolling.cu; 2,
 * kernel/join.h; 3, 5 and 7, tests/ptx/lowering; 6, tests/input/widths.cu. Nothing was fitted to a run.
 */
#ifndef GM_KERNEL_COMPILE_H
#define GM_KERNEL_COMPILE_H

#include "kernel/descriptor.h"

enum {
	GM_COMPILE_WHOLE_MOST = 150, /* statements of a loop unrolled whole */
	GM_COMPILE_COPIES_MOST = 90, /* statements of the copies of a turn */
	GM_COMPILE_AGAIN_MOST = 40,  /* instructions of a turn that the assembler copies once more */
	GM_COMPILE_PREDICATE_MOST = 8, /* instructions that an if is predicated over */
};

/* In the arena of the descriptor, which must outlive it; slots whose value is known when compiled
   are those of written->macros. */
const gm_descriptor *gm_descriptor_compile(const gm_descriptor *written);

#endif
