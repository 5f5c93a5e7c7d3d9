/*
 * Memory steps: loads, stores, atomics and copies of the lanes of a warp.
 *
 * Each leaves the addresses it used in warp->address and the lanes in warp->address_mask, for the
 * stream. An access outside every buffer, or not aligned to its size, is a hazard; see hazards.h.
 */
#ifndef GM_SIMT_ACCESS_H
#define GM_SIMT_ACCESS_H

#include "simt/machine.h"

/* Loads and stores: step->a the address, step->from its bits (32 or 64), step->immediate the
   offset, step->type the element, step->vector how many, step->detail 1 when the registers are 64
   bits wide. */
void gm_ptx_load(ptx_warp *warp, const ptx_step *step, uint32_t mask);
void gm_ptx_store(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* access_quick.c: true when it was one of the frequent kinds and has been done. */
bool gm_ptx_access_quick(ptx_warp *warp, const ptx_step *step, uint32_t mask, bool load);
bool gm_ptx_atomic_quick(ptx_warp *warp, const ptx_step *step, uint32_t mask);
/* Words of `bytes` at the addresses of all 32 lanes, which lie in one buffer or window; false, and nothing
   done, where they do not. */
bool gm_ptx_words_move(ptx_warp *warp, ptx_space space, const uint64_t address[PTX_LANES],
		       unsigned bytes, bool stores, uint64_t value[PTX_LANES]);
/* See gm_ptx_memory_expect. */
void gm_ptx_access_expect(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* step->rounding: the modifier of the operation; sources: address, b, c. No results: red. */
void gm_ptx_atomic(ptx_warp *warp, const ptx_step *step, uint32_t mask);
/* What the operation of the step leaves of `old`. */
uint64_t gm_ptx_atomic_applied(const ptx_step *step, uint64_t old, uint64_t b, uint64_t c);

/* cp.async: step->a to (shared), step->b from (global), step->immediate and step->target their
   offsets, step->vector bytes, step->c the bytes to read or PTX_NO_UNIT. Streams the global side.
 */
void gm_ptx_copy_async(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* The step's addresses count, its values do not. */
static inline bool
ptx_is_idle(const ptx_warp *warp, const ptx_step *step)
{
	return warp->machine->idle && !step->decides;
}

/* The space that an address leads to, which of a generic one becomes its offset in the window. */
ptx_space gm_ptx_place_space(const ptx_program *program, ptx_space space, uint64_t *address);

/* Where an address of a space leads. */
typedef struct ptx_place {
	ptx_space space; /* GLOBAL, SHARED, LOCAL, PARAM */
	int buffer;      /* GLOBAL */
	uint64_t offset; /* in the buffer or window; of `nowhere` the address */
	bool nowhere;    /* outside of memory: reads as 0, what is stored is dropped */
	uint32_t away;   /* SHARED: ranks behind the block's own in its cluster; see remote.h */
} ptx_place;

/* False after it has stopped the machine. */
bool gm_ptx_place_find(ptx_warp *warp, const ptx_step *step, ptx_space space, int lane,
		       uint64_t address, unsigned bytes, ptx_place *out);
/* The same where the step's address leads a lane, which is what the stream shows. */
bool gm_ptx_place_reach(ptx_warp *warp, const ptx_step *step, int lane, unsigned bytes, ptx_place *out);
uint64_t gm_ptx_place_load(ptx_warp *warp, ptx_place place, int lane, unsigned bytes);
void gm_ptx_place_store(ptx_warp *warp, ptx_place place, int lane, unsigned bytes, uint64_t value);

/* The address of each lane of the step, with its offset. */
static inline uint64_t
gm_ptx_lane_address(ptx_warp *warp, const ptx_step *step, uint32_t unit, int64_t offset, int lane)
{
	return step->from == 64 ? ptx_u64(warp, unit)[lane] + (uint64_t)offset
				: ptx_u32(warp, unit)[lane] + (uint32_t)offset;
}

/* As the stream names it: global addresses as they are, shared and local ones by their offset in the block's
   or the thread's piece. */
uint64_t gm_ptx_place_streamed(ptx_place place, uint64_t address);

#endif
