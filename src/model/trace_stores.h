/*
 * What a store waits for: whether it is issued right behind the warp's last one, and whether other warps store too.
 */
#ifndef GM_MODEL_TRACE_STORES_H
#define GM_MODEL_TRACE_STORES_H

#include "model/trace.h"

enum {
	GM_TRACE_STORES_LOADS = 256, /* of a warp that a store can still wait for */
	GM_TRACE_STORES_CAME = 8,    /* of these that have come, those whose lines later ones are held against */
};

/* Of a warp; all zero before its first instruction. */
typedef struct gm_trace_stores {
	uint32_t needed;     /* the latest load that an instruction needs, from 1 */
	uint32_t awaited;    /* that has come when it stores */
	uint32_t loads, before; /* so far, and of them those before the last store */
	uint32_t at_barrier; /* that was begun before the last barrier */
	uint32_t since;      /* instructions since that barrier, plus 1 */
	int64_t from;        /* where the load is that it waited for last */
	uint32_t barriers;   /* so far */
	bool barrier, parted; /* has there been a barrier; a branch in machine code or a barrier since the last store */
	bool any;            /* store so far */
	uint8_t row;         /* stores in a row before the last one */
	bool row_waited;     /* the first of them, for a load */
	int64_t places[GM_TRACE_STORES_LOADS]; /* of each load: its first lane's address */
	bool found[GM_TRACE_STORES_LOADS]; /* its line had come before it was issued: L1 has it */
} gm_trace_stores;

/* What an instruction is to them. */
typedef struct gm_trace_stores_step {
	uint32_t load;    /* the latest load that it needs, from 1; 0: none */
	uint32_t loads;   /* the warp's so far, it included */
	const uint64_t *address; /* that its first lane loads from; NULL: no load */
	bool barrier, parts, ends; /* parts stores that follow each other; ends a window */
} gm_trace_stores_step;

void gm_trace_stores_pass(gm_trace_stores *stores, const gm_trace_stores_step *step);

/* A store that needs this load: fills in what the request says of it. */
void gm_trace_stores_add(gm_trace_stores *stores, uint32_t load, gm_trace_request *request);

#endif
