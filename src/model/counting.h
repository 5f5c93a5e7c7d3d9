/*
 * The sink behind gm_counts: one block's stream by a device's rules. Of this room only.
 */
#ifndef GM_MODEL_COUNTING_H
#define GM_MODEL_COUNTING_H

#include "kernel/spans.h"
#include "model/banks.h"
#include "model/block_counts.h"
#include "model/closely.h"
#include "model/constants.h"
#include "model/replicates.h"

enum { GM_COPYING_WARPS = 32 }; /* of a block, on every device with such copies */

typedef struct gm_counting {
	const gm_kernel *kernel;
	gm_coalescing_rule coalescing;
	gm_bank_rule banks;
	int warp_lanes;
	bool banked_global; /* L1 data banks also serve global accesses */
	bool copies_pass;   /* cp.async as on cc 8.0 and later: see model/copies.h */
	struct gm_copied { /* a row for each warp: a descriptor's other side comes when all have copied */
		uint32_t site;
		uint64_t active; /* 0: no copy waits for its shared side */
		int sectors;     /* counted of it */
		uint64_t from[32];
	} copied[GM_COPYING_WARPS];
	gm_constant_way *constant_ways; /* per site; NULL: not known */
	gm_constant_places constants;
	gm_block_counts now;
	int64_t *lane_flop;  /* per site: floating-point operations of one lane */
	gm_spans spans;
	gm_closely *closely;   /* NULL: blocks are counted and no more */
	gm_counts *hazards;  /* to which hazards are added; NULL: they are not */
	gm_error *err;
} gm_counting;

void gm_counting_init(gm_counting *counting, const gm_kernel *kernel, const gm_device *device,
                      gm_error *err);
void gm_counting_dispose(gm_counting *counting);

/* Counts until the next gm_counting_begin, of a block or of one of its warps alone that stands for all. */
gm_sink gm_counting_sink(gm_counting *counting);
void gm_counting_begin(gm_counting *counting, bool alone);

gm_status gm_counting_overflow(gm_error *err);

/* counts_shared.c: adds what a request takes of the data banks to `now`; of shared memory, by the rules
   of atomics, too; `offers` as in model/rounds.h. */
gm_bank_passes gm_counting_banks(const gm_counting *counting, const gm_request *request, bool load,
				 gm_site_counts *now);
gm_bank_passes gm_counting_shared(const gm_counting *counting, const gm_site *site, const gm_access *access,
				  const gm_request *request, const gm_offers *offers, gm_site_counts *now);
/* Of a site with memory of other blocks of its cluster: the lanes at home take passes of the banks, the others
   go out (model/cluster.h). */
gm_bank_passes gm_counting_cluster(const gm_counting *counting, const gm_site *site, const gm_access *access,
				   const gm_offers *offers, gm_site_counts *now);

#endif
