/*
 * The state of one block's replay: shared by descriptor_replay.c (statements), descriptor_access.c
 * (instructions) and descriptor_loop.c (loops). Not for other files.
 */
#ifndef GM_KERNEL_DESCRIPTOR_RUN_H
#define GM_KERNEL_DESCRIPTOR_RUN_H

#include "kernel/descriptor.h"
#include "kernel/races.h"

enum { GM_PENDING_MAX = GM_WAITS_MAX - 1 }; /* loads a compute waits for, besides the compute before */

/* The threads that take part, and the same as one mask per warp. */
typedef struct gm_active {
	unsigned char *threads;
	uint64_t *lanes;
	bool any;
} gm_active;

/* Who made a result: the last GM_AGO_MAX of them, in a ring. */
typedef struct gm_made {
	int64_t *position; /* `ago_max` of the descriptor */
	int count;         /* so far */
} gm_made;

/* What a warp's next instruction may wait for; positions count from 1 in the warp's own stream. */
typedef struct gm_warp_history {
	int64_t position;
	int64_t loads[GM_PENDING_MAX]; /* youngest first; 0 none */
	int64_t last_load, last_compute;
	int64_t began; /* where it was when the innermost loop began */
	gm_made *results; /* by number */
} gm_warp_history;

/* Lowest and highest element index of a site within the span being walked. */
typedef struct gm_reach {
	int64_t low, high;
	bool used;
} gm_reach;

typedef struct gm_run {
	const gm_descriptor *descriptor;
	const gm_kernel *kernel;
	const gm_sink *sink;
	gm_races *races; /* NULL: nobody listens, or nothing is stored in shared memory */
	gm_status heard; /* what the sink answered to a hazard */
	gm_error *err;
	int threads, warps, warp_lanes;
	bool whole;
	gm_column *values; /* per slot */
	int64_t *storage;  /* threads per slot, for values that differ */
	int64_t *scratch;
	uint64_t *address;
	gm_warp_history *history;
	gm_form *forms; /* kept up to date where a loop may ask for them */
	bool follows;   /* it may, in what is being run */
	gm_box box;
	gm_reach *reaches; /* per site */
	int64_t *advance;
	const int64_t *nowhere; /* the advance of what comes to nothing: all 0 */
	int64_t work;
	int asked;
} gm_run;

static inline int64_t
gm_column_at(gm_column column, int thread)
{
	return column.each ? column.each[thread] : column.same;
}

/* A set with no thread in it; its masks follow from gm_active_pack once the threads are set. */
gm_active gm_active_new(const gm_run *r);
void gm_active_dispose(gm_active *set);
void gm_active_pack(const gm_run *r, gm_active *set);

/* The value of an expression for the active threads; borrows scratch until the next evaluation. */
gm_status gm_run_evaluate(gm_run *r, const gm_expression *expression, const gm_active *active,
                          gm_column *out);

gm_status gm_run_statements(gm_run *r, gm_statements statements, const gm_active *active, int depth);
gm_status gm_run_site(gm_run *r, const gm_statement *statement, const gm_active *active);
gm_status gm_run_loop(gm_run *r, const gm_statement *statement, const gm_active *active, int depth);

/* descriptor_hazards.c: the search for hazards of kernel/hazard.h, where the sink listens. Lanes of
   one warp are taken to run in step, and stores of one site to store the same value, for a
   descriptor says neither; an index outside of its array ends the replay. */
void gm_run_hazards_start(gm_run *r);
/* Whether one turn of the loop may race with the next: two are walked then. */
bool gm_run_hazards_between_turns(const gm_run *r, const gm_statement *loop);
gm_status gm_run_hazards_access(gm_run *r, const gm_warp_instr *instr);
gm_status gm_run_hazards_barrier(gm_run *r, uint32_t site, const gm_active *active);

/* Elements of its array that one access of a site covers. */
int64_t gm_run_elements(const gm_run *r, const gm_site *site);

#endif
