/*
 * Accesses to neighbouring words of shared memory become one.
 *
 * The assembler joins loads (and stores) of shared memory through the same address register, when
 * their words lie side by side and their address is known to be a multiple of the joined size:
 * LDS.64 and LDS.128, STS.64 and STS.128. What the hardware counts as requests and wavefronts are
 * the joined accesses.
 *
 *     words used of 16 bytes      joined to
 *     4, or 3 of them (loads)     one access of 16 bytes
 *     2, an aligned pair          one access of 8 bytes
 *     2 of 8 bytes each           one access of 16 bytes
 *
 * Words of 16 bits that are used as such join likewise, four (or three) to 8 bytes and an aligned pair
 * to 4, never further; bytes do not join.
 *
 * A joined access takes place at the first of the loads, at the last of the stores. Those of global
 * memory are joined where a wider access shows how their address is aligned (sass/join.h), words
 * narrower than 32 bits are not.
 * Source: code of ptxas 13.0 for sm_75 and sm_90; tests/ptx/lowering/joins.cu.
 *
 * Who asks says which accesses nothing stands between that may write (or read) shared memory:
 * sass/join.h of PTX, kernel/compile.h of descriptors.
 */
#ifndef GM_KERNEL_JOIN_H
#define GM_KERNEL_JOIN_H

#include <stdbool.h>
#include <stdint.h>

enum { GM_JOIN_MAX = 1024 }; /* accesses looked at together */

typedef struct gm_join_access {
	int64_t base;         /* which address register: only equal ones join */
	int64_t offset_bytes; /* from it */
	int bytes;            /* 2, 4 or 8 of each lane */
	int aligned_bits;     /* low bits of the register that are known to be 0 */
} gm_join_access;

/* The members, `count` of them in their order, become one access of `bytes`. */
typedef void gm_join_found(void *state, const int *members, int count, int bytes);

/* Calls `found` for each group of the accesses that joins; at most GM_JOIN_MAX accesses. */
void gm_join(const gm_join_access *accesses, int count, bool stores, gm_join_found *found,
	     void *state);

#endif
