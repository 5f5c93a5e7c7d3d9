/*
 * Registers that the compiler spills: values that it stores to local memory and loads again where they are read.
 *
 * Where the machine code is at hand it says where they stand (spill_sites.h). Else, and where its loops are not found in
 * the PTX, what is known of them is how many registers a thread has and how many bytes of local memory it was given beyond
 * its arrays (ptxas -v, a cubin, a launch list). Which values are spilled, and where, is worked out as ptxas does it:
 *
 *   - of more values than there is room for, that one leaves its register which is read furthest from here
 *     (Belady, "A study of replacement algorithms for a virtual-storage computer", 1966; over the blocks of a
 *     program as Braun and Hack, "Register spilling and live-range splitting for SSA-form programs", 2009: what
 *     is read behind a loop lies further than anything in it);
 *   - each value spilled has a place of its own, is stored once when it leaves, or each time it is made
 *     (spill_plan.h), and loaded before it is read and where ways meet of which one has it in its register;
 *   - the room is what makes the places take the bytes that the compiler gave. It may fall below the registers but
 *     SPILL_TAKEN only in loops: around others, and in those that cannot hold what they need even so;
 *   - bytes that values do not explain hold addresses of loads outside of loops, which ptxas makes early: each word
 *     is stored once and loaded once.
 *
 * Values are those that issue_registers.c says are kept: floats that are computed, what was loaded, what loops
 * change. Integers that are made of the thread's place are made again rather than stored. Where bytes are not said
 * (--registers), nothing is spilled unless the values alone are more than the registers, arithmetic standing where it
 * makes room (spill_order.c): of 3181 kernels without local memory eight are taken to (fragments, shared memory and
 * integers of many words, whose loads and products ptxas reorders).
 *
 * Source: code of ptxas 13.0 for sm_90, and what it did on an H200, of measure/calibrate/spills.cu. spill_made, whose
 * values are read backward, then forward, has 27.5 of 32 and 43.5 of 48 registers for them. Instructions of warps,
 * here against counted there:
 *
 *     values read in two other orders    8 launches    -4 to -1 %    requests of local loads -18 to 0 %
 *     made one from the other            3              0 to 1 %                             +2 to +11 %
 *     changed by each turn               9              0 to 8 %                             +5 to +50 %, pairs -40 %
 *     alive across a loop                3            -14 to -3 %                            +4 to +22 %, one -69 %
 *     in a loop around a loop            3            -17 to -6 %                            -52 to +33 %
 *     a tile of products                 3            -22 to -18 %                           -65 to +107 %
 *     read again behind an if            2            -13 to -9 %                            -43 %
 *
 * The last rows are what is not known here: how ptxas orders loads and addresses before it gives registers.
 */
#ifndef GM_SASS_SPILL_H
#define GM_SASS_SPILL_H

#include "kernel/spilling.h"
#include "simt/lower.h"

enum { SPILL_TAKEN = 5 };

/* What a frame has besides arrays of so many bytes; it is rounded up. */
int64_t gm_ptx_beyond_arrays(int64_t frame_bytes, int64_t arrays_bytes);

/* What the compiler gave a thread; bytes -1: not said, and nothing is spilled that has room. */
typedef struct ptx_given {
	int64_t registers, local_bytes;
	const gm_spilling *spilling; /* what the machine code tells; NULL: nothing */
} ptx_given;

/* Adds the steps, behind the lowering of the entry and before anything is found out of the program. */
void gm_ptx_spill(ptx_lowering *lo, ptx_given given);

#endif
