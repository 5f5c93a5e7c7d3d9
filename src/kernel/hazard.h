/*
 * A hazard: something a replayed block does that the hardware forbids, leaves open, or that ends
 * well only by luck.
 *
 * A replay tells its sink of each kind of hazard once per place (site, or pair of sites) and goes
 * on: what is read outside of memory is 0, what is stored there is dropped, a barrier waits for
 * those that come. Only where that would decide paths or addresses, the replay ends with an error
 * instead, for nothing that follows would make sense.
 */
#ifndef GM_KERNEL_HAZARD_H
#define GM_KERNEL_HAZARD_H

#include <stdbool.h>
#include <stdint.h>

/*        enumerator                    what happened */
#define GM_HAZARD_LIST(X)                                                                          \
	X(GM_HAZARD_OUT_OF_BOUNDS, "an access outside of every argument and variable")             \
	X(GM_HAZARD_NULL_POINTER, "an access through a null pointer")                              \
	X(GM_HAZARD_MISALIGNED, "an address that is not a multiple of the access's size")          \
	X(GM_HAZARD_BARRIER_DIVERGENT, "a barrier that only part of a warp's live lanes reach")    \
	X(GM_HAZARD_SHUFFLE_DIVERGENT, "a shuffle that live lanes do not come to which its mask names") \
	X(GM_HAZARD_BARRIER_MISMATCH, "warps that meet at different barriers of the source")       \
	X(GM_HAZARD_RACE, "conflicting accesses of two warps to a byte of shared memory")          \
	X(GM_HAZARD_COPY_UNDER_WAY, "an access to what an asynchronous copy has not yet filled")   \
	X(GM_HAZARD_WARP_RACE, "the same by two lanes of one warp")                                \
	X(GM_HAZARD_SPIN_LOCK, "lanes spin for what waiting lanes of their own warp would do")     \
	X(GM_HAZARD_WAITS_FOR_BLOCKS, "a block spins for what another block would do")

typedef enum gm_hazard_kind {
#define X(id, what) id,
	GM_HAZARD_LIST(X)
#undef X
		GM_HAZARD_COUNT
} gm_hazard_kind;

enum { GM_HAZARD_TEXT = 360 };

typedef struct gm_hazard {
	gm_hazard_kind kind;
	uint32_t site;
	uint32_t other_site; /* the earlier side of a race, the other barrier; else the same site */
	bool one_instruction;      /* of a race: lanes of one and the same store */
	char text[GM_HAZARD_TEXT]; /* what happened where, for people; without the site's text */
} gm_hazard;

#endif
