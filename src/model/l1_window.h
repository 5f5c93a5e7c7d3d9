/*
 * Loads that a warp issues without a wait of the whole warp between, and whom it waits for with them: those that
 * need none of the others go out together, a group, then those that need these, and so on. Where registers do not
 * hold all of them, those that find none begin another window.
 *
 * A group counts at the site of its first load, and waits as long as the slowest of its loads. Loads of local memory
 * take their place in a window and count nowhere.
 */
#ifndef GM_MODEL_L1_WINDOW_H
#define GM_MODEL_L1_WINDOW_H

#include "model/l1_waits.h"
#include "model/trace.h"

/* The last group of a warp. */
typedef struct gm_l1_before {
	bool any, waits, opening;
} gm_l1_before;

typedef struct gm_l1_group {
	gm_load_waits *sum; /* of the site that began it; NULL: no load of global memory yet */
	double weight;
	bool waits, opening;
	int64_t line; /* of its last load that waits */
} gm_l1_group;

/* Starts with `most` and `before` alone. */
typedef struct gm_l1_window {
	gm_l1_before *before; /* of its warp; NULL: not looked at */
	int most;      /* loads, at most GM_TRACE_TOGETHER */
	int together;  /* its loads so far */
	double ended;  /* the part of it that is over */
	uint8_t group_of[GM_TRACE_TOGETHER];
	gm_l1_group groups[GM_TRACE_TOGETHER];
} gm_l1_window;

bool gm_l1_window_loads(const gm_trace_request *request);

/* The request is of a site of whose loads this share begins when others before it have come (gm_chain_parted): it
   ends as much of the window. */
void gm_l1_window_part(gm_l1_window *window, const gm_trace_request *request, double parted);

/* Whether the request goes on with the window. */
bool gm_l1_window_takes(const gm_l1_window *window, const gm_trace_request *request);

/* A load that has met `luck`, its first line being `line`, and stands for `weight` like it; `site`: what its site has so far. */
void gm_l1_window_add(gm_l1_window *window, const gm_trace_request *request, const gm_l1_luck *luck, int64_t line,
                      double weight, gm_load_waits *site);

/* Counts the groups; the window is empty then. */
void gm_l1_window_end(gm_l1_window *window);

#endif
