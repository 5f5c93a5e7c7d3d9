/*
 * A warp on its way through its program, and what of it passes L1: turns, spans and requests as
 * model/l1_simulation.h says.
 */
#ifndef GM_MODEL_L1_WALK_H
#define GM_MODEL_L1_WALK_H

#include "model/l1_past.h"
#include "model/l1_simulation.h"
#include "model/l1_window.h"

/* A span that a warp is in. */
typedef struct gm_l1_span {
	uint32_t begin;
	int64_t run;       /* which one, from 0 */
	double weight;     /* that the runs around it have */
	double left_out;   /* lines that the runs left out would have brought in */
} gm_l1_span;

/* A warp on its way through its program. */
typedef struct gm_l1_walker {
	const gm_program *program;
	const gm_resident *block;
	size_t at;
	int depth;
	double weight;
	uint32_t stored; /* its last store while nothing came between, plus 1 */
	int64_t stored_moved; /* sectors that this store was moved by */
	uint32_t number;
	uint32_t came;    /* the request up to which it has waited for what it asked for */
	uint32_t group, group_from; /* its waits in this turn, and the first request after the last of them */
	uint32_t stretch; /* without a wait; the end of a window that is full is none */
	gm_l1_span *spans; /* room for as many as the program nests */
	gm_l1_before before;
} gm_l1_walker;

typedef struct gm_l1_wave {
	gm_l1_cache *cache;
	gm_l1_tally *sites;
	int64_t runs_max;
	int64_t requests; /* so far */
	double clock;     /* passes of the data banks so far, */
	double clocks[GM_TRACE_TOGETHER]; /* and in this round of turns, by waits of the warp in its turn */
	uint32_t clocks_round;
	int warps;        /* that store at about the same time */
	int blocks;       /* that are not at their end */
	uint32_t began;   /* the round of its first turn */
	gm_l2_room room;
	double *filled; /* of L2, by all that has passed in any wave */
	gm_l1_past past;
	gm_l1_waits waits;
	int64_t line; /* the first that the last request is about */
	const gm_l1_walker *now; /* whose request it is */
	int lines, coming; /* that it loads; of which some has not come to L1 yet, were L1 busy all the time */
	uint32_t site, stretches;
} gm_l1_wave;

/* False when the program is at its end. */
bool gm_l1_take_turn(gm_l1_wave *wave, gm_l1_walker *walker, int hits);

#endif
