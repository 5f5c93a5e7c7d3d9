/*
 * The microscope: one request of one warp, lane by lane.
 *
 * A question names a site of the kernel, a block, a warp and which execution of the site by that
 * warp; the answer holds the lanes' addresses and what the device's rule makes of them:
 * transactions of global memory, banks and passes of shared memory, words of the constant cache.
 * For shared arrays the layout that would free them of conflicts is in analysis/access_advice.h.
 *
 * Everything is exact: it follows from the addresses and the rule.
 */
#ifndef GM_ANALYSIS_ACCESS_H
#define GM_ANALYSIS_ACCESS_H

#include "device/device.h"
#include "kernel/kernel.h"
#include "model/atomics.h"
#include "model/banks.h"
#include "model/banks_schedule.h"
#include "model/coalescing.h"
#include "model/transactions.h"

enum {
	/* The most passes (shared) or transactions (global); the first of equals. */
	GM_EXECUTION_WORST = 0,
	/* The first that executes the site; with the worst execution: of all. */
	GM_WARP_ANY = -1,
};

typedef struct gm_access_question {
	uint32_t site;
	gm_dim3 block;
	int warp;          /* or GM_WARP_ANY */
	int64_t execution; /* from 1, or GM_EXECUTION_WORST */
} gm_access_question;

typedef struct gm_access_view {
	const gm_kernel *kernel; /* borrowed, as all below */
	const gm_device *device;
	const gm_site *site;
	const gm_array *array; /* NULL when the kernel does not know it */
	uint32_t site_index;
	gm_dim3 block;
	int warp, warp_lanes;
	int64_t execution, executions_count; /* of the site by this warp in this block */
	uint64_t active;
	uint64_t address[GM_LANES_MAX]; /* bytes from element 0 of the array; inactive lanes 0 */
	uint64_t base_bytes; /* of the array in its space: what the rules add to `address` */
	int element_bytes;   /* of the array */

	/* Global memory. Lines that are drawn begin at base_bytes too. */
	gm_transactions transactions;
	int pieces_count;
	gm_transaction pieces[GM_TRANSACTIONS_MAX];

	/* Shared memory; on cc 7.0 and later also global, whose data pass the same banks in L1. The
	   words of the constant cache, one a pass, are cells of bank 0. */
	bool banked;
	gm_bank_passes passes;
	int cells_count;
	gm_bank_cell cells[GM_BANK_CELLS_MAX];
	char conflict[256]; /* gm_banks_describe; "" unless shared */

	/* Atomics and reductions. */
	bool is_atomic;
	gm_atomic_passes atomic;
} gm_access_view;

/* Finds the request and evaluates it. GM_BAD_VALUE when the block, the warp or the execution is not
   there, saying what is; GM_NOT_MODELLED for local memory. Cost grows with the block,
   not the grid. */
gm_status gm_access_find(const gm_kernel *kernel, const gm_device *device,
			 const gm_access_question *question, gm_access_view *out, gm_error *err);

/* The request as the rules take it: addresses in the space. `storage` holds them. */
gm_access gm_access_view_request(const gm_access_view *view, uint64_t storage[GM_LANES_MAX]);

/* ---- naming a site ---- */

enum { GM_SITES_MAX = 4096 };

/* The memory sites that `name` means, into `out`, in the order of the kernel: an array's name, all
   its sites; "As#2", the second of these; a line number; the text of an access, "As[k]"; "", all.
   `line` other than 0 keeps those on that line. GM_UNKNOWN_NAME offers the nearest name. */
gm_status gm_access_sites(const gm_kernel *kernel, const char *name, int line, uint32_t *out,
			  int *count, gm_error *err);

#endif
