/*
 * How sure a count is: a sum of a counter over some sites.
 *
 *     exact     the blocks that were walked stand for all, proven or because they are all
 *     sampled   they were drawn; gm_counts_spread says how far the count may be off
 *     timing    a site of the sum hangs on the order in which warps and blocks come (simt/order.h), by its paths or, of a
 *               counter that follows addresses, by its places; or tries again when warps of a
 *               block work on one word at once (model/rounds.h). Of blocks that were drawn the
 *               spread says nothing of that order
 *     model     something else decides that is not known
 *
 * What an atomic returns, and nothing follows from, leaves a count exact. The weakest holds for the sum.
 */
#ifndef GM_MODEL_SURENESS_H
#define GM_MODEL_SURENESS_H

#include "model/counts.h"
#include "model/kind.h"

typedef struct gm_sureness {
	gm_kind kind;
	const char *why; /* static */
	int site;        /* whose result it hangs on; -1: none */
} gm_sureness;

/* Which sites the sum is of. */
typedef bool gm_picks_site(const void *what, int site);

gm_sureness gm_sureness_of(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
			   gm_picks_site *picks, const void *what);

/* Those that `operation` and `space` select, as of gm_counts_sum. */
gm_sureness gm_sureness_of_sum(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter,
			       gm_operation operation, gm_space space);

/* Of equals the first. */
gm_sureness gm_sureness_weaker(gm_sureness a, gm_sureness b);

#endif
