/*
 * Global memory: the transactions of one warp request, by the rule of the device's family.
 *
 * A request is served in groups of neighbouring lanes; what one group names is merged, what two
 * groups name is not. A group without an active lane costs nothing, and so does a request.
 *
 *   rule                whose      group (lanes)                        transaction
 *   half_warp_strict    cc 1.0-1.1 16                                   32, 64 or 128 B
 *   half_warp_segments  cc 1.2-1.3 16                                   32, 64 or 128 B
 *   lines_128           cc 2.x     32; 16 for 8-byte, 8 for 16-byte     128 B line
 *   sectors_32          cc 3.0 on  the whole warp                       32 B sector
 *   gcn_lines_64        AMD GCN    16                                   64 B line
 *
 * half_warp_strict. A half-warp is coalesced when the word is 4, 8 or 16 bytes, its k-th lane names
 * the k-th word from a base, and the base is a multiple of 64 B (4-byte words) or of 128 B (8 and 16).
 * It then costs one 64 B, one 128 B, or two 128 B transactions, however many of its lanes are active.
 * Otherwise every active lane costs a 32 B transaction of its own, also where lanes name the same
 * bytes; 1- and 2-byte words are never coalesced. The guide says "16 separate transactions" there;
 * that inactive lanes cost none, and that a lane whose bytes cross a 32 B boundary costs two, is
 * inferred. Because of the fixed size, more lanes can mean fewer bytes: one 8-byte lane in place costs
 * 128 B, two out of place 64 B. The number of transactions never falls when a lane is added.
 *
 * half_warp_segments. Segments are 32 B for 1-byte, 64 B for 2-byte and 128 B for wider words. Each
 * distinct segment that holds a byte of an active lane is one transaction. A 128 B segment of which
 * only one half is used shrinks to these 64 B, and 64 B of which only one half is used to 32 B. (The
 * guide tells it as a loop from the lowest active lane on; as segments are fixed and each takes all
 * the lanes it holds, the order changes nothing.) Exact, but for straddling accesses: that they take
 * part in both segments is inferred.
 *
 * lines_128. The L1 cache of cc 2.x moves lines of 128 B. Requests of 8-byte words are split into two
 * half-warps first and of 16-byte words into four quarter-warps, each served on its own. Exact. Loads
 * that skip L1 (-dlcm=cg) follow sectors_32.
 *
 * sectors_32. Lines of 128 B are looked up, and of each the 32 B sectors that hold a named byte move:
 * the number of distinct floor(byte / 32). Exact; Nsight Compute counts these as
 * l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum and ..._st.sum.
 *
 * gcn_lines_64. The 64 lanes of a wavefront reach the vector L1 cache, 64 B lines, as four groups of
 * 16. Inferred in its detail: the ISA reference tells the line and the groups of the vector unit, not
 * that lanes of different groups never share a look-up.
 *
 * Sources: CUDA C programming guide: 1.0, 1.1 (section 5.1.2.1), 3.2 and 4.2 (appendices G and F,
 * "Compute Capability 1.x, 2.x, 3.0"), 5.0 to 13 ("Compute Capabilities"); AMD GCN3 ISA reference
 * (vector memory); GPUOpen, "Understanding Memory Coalescing on GCN".
 */
#ifndef GM_MODEL_COALESCING_H
#define GM_MODEL_COALESCING_H

#include "model/request.h"

#include "device/rules.h"

#include <stdbool.h>

typedef struct gm_transactions {
	int groups_count;         /* groups that have an active lane */
	int transactions_count;   /* segments, lines or sectors moved, summed over the groups */
	int64_t moved_bytes;      /* their sizes added */
	int of_64, of_128;        /* those of 64 and of 128 bytes; of a rule with one size, none */
	int lines_count;          /* distinct 128 B lines of the whole request (64 B on GCN) */
	int sectors_count;        /* distinct 32 B sectors of the whole request, whatever the rule */
	int64_t requested_bytes;  /* active lanes x access_bytes */
	int64_t distinct_bytes;   /* after lanes of one group that name the same bytes are merged, summed
	                             over the groups */
	bool coalesced;           /* half_warp_strict: every half-warp meets the conditions; otherwise: no
	                             more bytes moved than if lane k of each group named word k of an
	                             aligned segment. True without active lanes */
} gm_transactions;

/* Pure; cannot fail for a well-formed access. */
gm_transactions gm_coalescing_evaluate(gm_coalescing_rule rule, const gm_access *access);

/* The same for a request that is ready. */
gm_transactions gm_coalescing_count(gm_coalescing_rule rule, const gm_request *request);

/* Lanes of one group for this width: at least 8; the whole warp where a rule knows no groups. */
int gm_coalescing_group_lanes(gm_coalescing_rule rule, const gm_access *access);

#endif
