/*
 * What a chain keeps of its warps: shared by its files, of use to nobody else (model/chain.h).
 */
#ifndef GM_MODEL_CHAIN_WARP_H
#define GM_MODEL_CHAIN_WARP_H

#include "kernel/spans.h"
#include "model/chain.h"
#include "model/chain_site.h"

enum { GM_CHAIN_HISTORY = 256, GM_CHAIN_BODIES = 32, GM_CHAIN_GROUPS = 16, GM_CHAIN_PREDICATES = 8 };

/* For each level that serves global loads twice: with windows, and by dependences alone. */
enum { GM_CHAIN_FREE = GM_SERVED_COUNT, GM_CHAIN_CLOCKS = 2 * GM_SERVED_COUNT };

typedef struct gm_chain_moment {
	double by[GM_CHAIN_CLOCKS];
} gm_chain_moment;

/* What a load begins and the next such load ends. */
typedef struct gm_chain_body {
	gm_chain_moment end; /* the last issue in it */
	double loaded;
} gm_chain_body;

/* Instructions, and the clocks that they take the units. */
typedef struct gm_chain_issues {
	double count, units[GM_CHAIN_UNITS];
} gm_chain_issues;

/* Asynchronous copies that a warp has begun: when those are there that no group has yet, and each of the latest groups. */
typedef struct gm_chain_copies {
	gm_chain_moment open, groups[GM_CHAIN_GROUPS];
	int64_t closed, awaited; /* groups */
	bool begun;              /* one is in no group */
} gm_chain_copies;

typedef struct gm_chain_warp {
	gm_chain_moment now;    /* the last issue */
	gm_chain_moment window; /* where the window began */
	gm_chain_moment opened; /* where loads that go ahead are issued */
	gm_chain_moment released; /* when the registers of the last store may be written again */
	gm_chain_moment stored[GM_SPACE_COUNT]; /* the last store to a space */
	gm_chain_moment stored_before[GM_SPACE_COUNT]; /* and before the first of this straight piece */
	bool stores_here[GM_SPACE_COUNT];              /* there is one */
	bool unfenced; /* it has stored since its last fence of the device */
	int64_t position;
	gm_chain_issues in_window; /* issued in it */
	gm_chain_issues in_free;   /* since the last barrier */
	gm_chain_issues in_body;   /* and in the last body */
	bool closed;      /* a window ended since the last mark */
	uint32_t last_site;
	gm_chain_moment multiplied; /* the tensor unit takes the next product */
	gm_chain_moment sent; /* the load/store unit has taken the last load that waited for registers */
	int64_t loads_count, registers_loaded, registers_before; /* the last: when the window began */
	int64_t registers_behind; /* of loads since `opened` that do not go ahead: all, */
	gm_chain_moment under[GM_CHAIN_PREDICATES]; /* the latest loads under predicates of their own have come, by number */
	int64_t under_count;
	int64_t registers_piece, registers_most; /* since the last barrier, and at most between two */
	double global_loads;
	double rounds, rounds_requests; /* see gm_chain_cycles */
	double turns; /* of loops since a window was closed */
	uint32_t turning; /* the branch of the last of them */
	gm_chain_body bodies[GM_CHAIN_BODIES]; /* of the window, the latest by number */
	int64_t bodies_count;
	gm_chain_moment floor; /* nothing of the last of them issues before */
	double filled; /* by its bodies: registers, in those that there are for them */
	gm_chain_copies copies, bulk;
	gm_chain_moment piece; /* the last copy in bulk goes out */
	double group_ready; /* when the first comes of the loads that are waited for together, L2 serving them; 0: none */
	bool waiting; /* at a barrier */
	/* Last, for they are long: of each only the places up to its count have been written. */
	gm_chain_moment ready[GM_CHAIN_HISTORY]; /* of the latest instructions, by position */
	struct {
		gm_chain_moment ready;
		int64_t registers; /* of all loads up to it */
	} loads[GM_CHAIN_HISTORY];
} gm_chain_warp;

/* Loads of global memory, and those of them that registers part from the ones before. */
typedef struct gm_chain_groups {
	double loads, parted;
} gm_chain_groups;

/* A warp at a mark. */
typedef struct gm_chain_snapshot {
	gm_chain_moment now;
	int64_t position;
	double global_loads;
	double rounds, rounds_requests;
} gm_chain_snapshot;

struct gm_chain {
	const gm_kernel *kernel;
	int warps;
	double barrier_cycles, fma_cycles, pass_cycles;
	double piece_cycles, row_cycles; /* between copies in bulk, and the rows of one */
	bool of_cluster; /* the barrier that warps wait at */
	int64_t registers; /* of a thread */
	double fence_cycles, fence_stored_cycles; /* of a fence of the device, see model/waited.h */
	double longer_cycles; /* that a load takes from L2, not from L1 */
	gm_chain_site *sites;
	gm_chain_groups *groups; /* one per site */
	gm_chain_warp *warp;
	gm_chain_snapshot *at[GM_SPANS_MAX]; /* by slot and warp */
	gm_phases phases, phases_at[GM_SPANS_MAX];
};

/* to = the later of the two, clock by clock. */
static inline void
gm_chain_raise(gm_chain_moment *to, const gm_chain_moment *other)
{
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		to->by[by] = other->by[by] > to->by[by] ? other->by[by] : to->by[by];
}

static inline void
gm_chain_lower(gm_chain_moment *to, const gm_chain_moment *other)
{
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		to->by[by] = other->by[by] < to->by[by] ? other->by[by] : to->by[by];
}

/* What comes now begins another. */
void gm_chain_new_window(gm_chain_warp *warp);

/* ---- chain_registers.c ---- */

/* Of a thread of the kernel: so many that loads never wait for them where it has not been short of any. */
int64_t gm_chain_registers(const gm_kernel *kernel, const gm_device *device);

/* For loads under way that begin at the site. */
int64_t gm_chain_free_registers(const gm_chain *chain, uint32_t site);

/* A load waits until the registers for its result are free again: where it starts, or, one that goes ahead, where it
   stands at the latest. */
void gm_chain_wait_for_registers(const gm_chain *chain, gm_chain_warp *warp, uint32_t site,
                                 const gm_chain_moment *stands, gm_chain_moment *start);

void gm_chain_count_load(gm_chain_warp *warp, const gm_site *site, const gm_chain_site *own,
                         const gm_chain_moment *ready);

/* A load of global memory that could begin at `start` if it needed registers alone, and is there at `ready`. */
void gm_chain_note_group(gm_chain *chain, gm_chain_warp *warp, uint32_t site, double start, double ready);

/* ---- chain_copies.c ---- */

/* What the instruction waits for. */
void gm_chain_wait_for_copies(gm_chain_warp *warp, const gm_site *site, gm_chain_moment *issue);

/* It has been issued, and would bring its result at `ready`. */
void gm_chain_note_copies(const gm_chain *chain, gm_chain_warp *warp, const gm_site *site, const gm_chain_moment *issue,
			  const gm_chain_moment *ready);

void gm_chain_postpone_copies(gm_chain_warp *warp, const gm_chain_moment *more, double times);

/* A body begins (sass/issue_bodies.c) when those that it finds no room beside have ended. */
void gm_chain_begin_body(const gm_chain *chain, gm_chain_warp *warp, uint32_t site);

#endif
