/*
 * Global memory: the transactions of one warp request, by the rule of the device's family.
 *
 *   half_warp_strict    cc 1.0, 1.1   a half-warp is one transaction (two for 16-byte words) when lane k
 *                                     takes word k of an aligned segment, else 32 B per active lane
 *   half_warp_segments  cc 1.2, 1.3   segments of 32/64/128 B, shrunk while one half is unused
 *   lines_128           cc 2.x        through L1 in 128 B lines; 8-byte words by half-warps, 16-byte
 *                                     words by quarter-warps
 *   sectors_32          cc 3.0 on     distinct 32 B sectors, tagged in 128 B lines
 *   gcn_lines_64        AMD GCN       wavefront of 64 in 4 groups of 16 lanes, 64 B lines
 *
 * An access may straddle a boundary; all its bytes count. A request without active lanes moves
 * nothing. Sources: CUDA C programming guide, appendix "Compute Capabilities" (editions 1.0 to 13),
 * AMD GCN3 ISA reference; shared wording none.
 */
#ifndef GM_MODEL_COALESCING_H
#define GM_MODEL_COALESCING_H

#include "model/access.h"

#include "device/rules.h"

#include <stdbool.h>

typedef struct gm_transactions {
	int groups_count;         /* parts the request is served in that have an active lane: half-warps on
	                             1.x, by word size on 2.x, otherwise 1 */
	int transactions_count;   /* segments, lines or sectors moved */
	int64_t moved_bytes;      /* their sizes added */
	int lines_count;          /* distinct 128 B lines of the request (64 B on GCN): L1 tags looked up */
	int sectors_count;        /* distinct 32 B sectors of the request, whatever the rule */
	int64_t requested_bytes;  /* active lanes x access_bytes */
	int64_t distinct_bytes;   /* after lanes of one group that name the same bytes are merged */
	bool coalesced;           /* no more bytes moved than the segments of a perfect access need */
} gm_transactions;

/* Pure; cannot fail for a well-formed access. */
gm_transactions gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access);

#endif
