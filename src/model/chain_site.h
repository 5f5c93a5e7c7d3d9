/*
 * What one execution of a site does to the clocks of its warp (model/chain.h).
 */
#ifndef GM_MODEL_CHAIN_SITE_H
#define GM_MODEL_CHAIN_SITE_H

#include "model/chain.h"

/* Units that take a warp instruction longer than its scheduler does. */
enum { GM_CHAIN_ALU, GM_CHAIN_XU, GM_CHAIN_FP64, GM_CHAIN_INT_MAD, GM_CHAIN_LSU, GM_CHAIN_UNITS };

typedef struct gm_chain_site {
	double latency[GM_SERVED_COUNT]; /* until its result is there */
	double issued;                   /* machine instructions */
	double units[GM_CHAIN_UNITS];    /* clocks that they take a scheduler's part of each unit */
	double product;                  /* clocks until the tensor unit takes the warp's next product */
	double slots, empty; /* clocks of the schedulers; instructions that pass the data banks */
	double ends; /* the part of a window that it ends; of a branch that is issued once in four
			turns a quarter */
	bool closes; /* its result is waited for first: nothing moves past the branches inside it */
	bool opens, ahead, halts; /* kernel/issue.h */
	double round;  /* clocks of a round of compare and swap, of an atomic that takes some */
	double branch; /* clocks that the branch costs besides */
	int64_t registers, own; /* that a load needs: its result and its way to it; the latter */
	int64_t others, others_ahead; /* registers that it finds taken; where it goes ahead to */
	int predicates; /* that there are for loads like it, which keeps one until its value is used; 0: it keeps none */
	bool same_predicate; /* that of the load before it */
	bool conditional; /* kernel/issue.h */
	double loaded, alive; /* registers of the body that it begins: that it loads, at its fullest; 0: none */
	double released; /* clocks until a turn of a loop may write the registers of a store again; 0: it is none */
	double pass_later; /* that its result is there, for each pass after the first */
	double value_later, value_cycles; /* of a match of lanes: the same of its values; clocks of the SM for each */
} gm_chain_site;

gm_chain_site gm_chain_site_of(const gm_kernel *kernel, int site, const gm_device *device,
			       const gm_issue *issue);

/* The part of a window that a site ends. */
double gm_chain_window_end(const gm_kernel *kernel, int site, const gm_issue *issue);

#endif
