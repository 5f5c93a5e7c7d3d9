/*
 * The memory trace of one block: which sectors each warp touches, in its order.
 *
 * What cache models work on. A request is kept as runs of neighbouring sectors of 32 bytes; lanes are
 * forgotten. Loops that the replay cut stay cut: a warp's program is a list of steps, and a span
 * between a begin and its end stands for `runs` runs, in each of which a site's sectors lie `advance`
 * bytes further.
 *
 * Which requests a warp issues together, before it waits for any of them, is what a compiler makes of
 * the source: loads of a window that do not need each other (model/chain.h says what ends a window; a
 * branch that is issued in a part of all turns ends such a part), up to the first store. At most 8;
 * where the stream has no branches (descriptors), 4, by which nvcc unrolls loops.
 *
 * Global and local memory are in it; shared and constant memory are not. Local memory is interleaved
 * by the hardware: word k of the threads of a warp shares a line, and no other warp sees it.
 */
#ifndef GM_MODEL_TRACE_H
#define GM_MODEL_TRACE_H

#include "kernel/kernel.h"

enum { GM_SECTOR_BYTES = 32, GM_TRACE_TOGETHER = 8 /* loads of a window, at most */ };

/* Neighbouring sectors of one request. */
typedef struct gm_trace_run {
	int64_t sector; /* address / 32 of the first */
	int64_t count;
} gm_trace_run;

typedef enum gm_trace_access {
	GM_TRACE_LOAD,   /* cached in L1 */
	GM_TRACE_PAST,   /* L2 serves it whatever L1 holds */
	GM_TRACE_BYPASS, /* asynchronous copies of 16 bytes: compilers let them pass by L1 */
	GM_TRACE_STORE,
	GM_TRACE_ATOMIC, /* performed by L2, with or without a result */
} gm_trace_access;

typedef struct gm_trace_request {
	int64_t address;     /* of its first active lane */
	uint32_t site;
	uint32_t first_run;  /* in the trace's runs */
	uint32_t first_mask; /* of a store, in the trace's masks */
	uint16_t runs_count;
	uint16_t sectors;    /* distinct; of an atomic: lanes on one word come one by one */
	uint8_t access;      /* gm_trace_access */
	bool local;          /* the lines belong to this warp alone */
	bool wide;           /* more than 4 bytes for each lane */
	bool bytes;          /* less than 4 */
	bool single;         /* one */
	uint16_t needs;      /* how many loads back is the latest that its address needs; 0: none */
	float ended;         /* of windows, since the step before */
	bool passes;         /* a load that compilers issue before the stores that stand before it */
	bool apart;          /* a store with a branch or a barrier since the warp's last one */
	bool fresh;          /* a store that waits for a load that the warp has not waited for before, and L1 does not have */
	bool paced;          /* a store behind loads that L1 has: it lets warps through one after the other */
	bool far;            /* and that is a line or more from the one that it waited for before */
	bool in_step;        /* a store of a block whose warps have waited for each other, for no load since, and do alike */
	bool staggered;      /* the same, but warps do unlike much, so that they store one after the other */
	bool behind;         /* a store whose row began with one that waited for a load; this one waits for none */
	bool empty;          /* before it the warp has emptied L1 */
	uint8_t row;         /* stores right before it */
	uint64_t lanes;      /* bit i: lane i takes part */
} gm_trace_request;

/* Global or local memory, from wherever it is. */
static inline bool
gm_trace_loads(const gm_trace_request *request)
{
	return request->access == GM_TRACE_LOAD || request->access == GM_TRACE_PAST ||
	       request->access == GM_TRACE_BYPASS;
}

typedef enum gm_step_kind { GM_STEP_REQUEST, GM_STEP_BEGIN, GM_STEP_END } gm_step_kind;

typedef struct gm_trace_step {
	uint8_t kind;   /* gm_step_kind */
	uint32_t index; /* of the request; of the partner of a begin or end, in the same program */
	int64_t runs;   /* of a begin: how often the span runs, at least 1 */
	float ended;    /* of a begin or end: of windows, since the step before */
	const int64_t *advance; /* of a begin: bytes per run, one for each site; NULL when it runs once */
} gm_trace_step;

typedef struct gm_program {
	gm_trace_step *steps;
	size_t count, capacity;
	int depth; /* spans nest so deep */
} gm_program;

typedef struct gm_trace {
	int sites_count;
	int warps_count;
	int together_max;  /* requests that a warp issues together */
	gm_program *warps; /* one program each */
	gm_trace_request *requests;
	size_t requests_count, requests_capacity;
	size_t places_count; /* of them, those that gm_trace_record_places records, too */
	gm_trace_run *runs;
	size_t runs_count, runs_capacity;
	uint32_t *masks; /* one for each sector of a store's runs: bit i: byte i is written */
	size_t masks_count, masks_capacity;
	int64_t **advances; /* owned; the steps point to them */
	size_t advances_count, advances_capacity;
} gm_trace;

/* Replays the block; `ends`: the part of a window that each site ends (gm_chain_window_end).
   `out` is disposed by the caller also after a failure. */
gm_status gm_trace_record(const gm_kernel *kernel, const float *ends, gm_dim3 block, int warp_lanes,
                          gm_trace *out, gm_error *err);
/* For what is asked of places alone: `needs` are not known, and of a long block the beginning is
   enough. */
gm_status gm_trace_record_places(const gm_kernel *kernel, const float *ends, gm_dim3 block,
                                 int warp_lanes, gm_trace *out, gm_error *err);
void gm_trace_dispose(gm_trace *trace);

/* Requests of all warps, spans run as often as they do but at most `runs_max` times. */
double gm_trace_length(const gm_trace *trace, int64_t runs_max);

/* Adds to each site the sectors that its requests ask for, all runs counted. */
void gm_trace_sectors(const gm_trace *trace, double *sectors);

#endif
