/*
 * mbarrier objects and bulk copies.
 *
 * The 64-bit word of an mbarrier is opaque to programs; here it holds, from the low bits up, the
 * arrivals still pending (20 bits), the arrivals expected per phase (20), the bytes still to come
 * (signed, 22) and the phase. Bulk copies are done at once, so a wait never lasts longer than the
 * arrivals of other warps.
 */
#ifndef GM_SIMT_ASYNC_H
#define GM_SIMT_ASYNC_H

#include "simt/machine.h"

typedef enum ptx_mbarrier_action {
	MBARRIER_INIT,
	MBARRIER_INVAL,
	MBARRIER_ARRIVE,
	MBARRIER_ARRIVE_DROP,
	MBARRIER_EXPECT,        /* expect_tx alone */
	MBARRIER_ARRIVE_EXPECT, /* arrive.expect_tx */
	MBARRIER_TEST           /* test_wait, try_wait; step->clamp: .parity */
} ptx_mbarrier_action;

/* step->detail: the action; step->a the address (step->from bits, step->immediate offset), step->b
   the count, bytes, state or parity or PTX_NO_UNIT; results: state or predicate. */
void gm_ptx_mbarrier(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* cp.async.bulk: step->a to, step->b from, step->c bytes, fourth source the mbarrier or
   PTX_NO_UNIT; step->detail 1: from shared to global. Streams 16 bytes per lane under the traffic
   site. */
void gm_ptx_copy_bulk(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* `bytes` have arrived at the mbarrier whose address (step->from bits) is source 3 of the copy, if it
   has one. False after it has stopped the machine. */
bool gm_ptx_mbarrier_receive(ptx_warp *warp, const ptx_step *step, int lane, uint64_t bytes);

#endif
