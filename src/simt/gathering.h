/*
 * Those who take part where blocks run side by side (await.h), and the words of L2 that they meet at.
 *
 * Who goes to a word is served behind those before, and behind those that ask for it on and on. Whoever sleeps at a
 * word asks again within a turn after it has changed.
 */
#ifndef GM_SIMT_GATHERING_H
#define GM_SIMT_GATHERING_H

#include "simt/agenda.h"
#include "simt/await.h"

#include <math.h>

enum {
	GATHERING_WORDS = 1024,  /* rows of tables by words of memory */
	GATHERING_TURN_WORK = 8, /* what a turn costs beyond its steps */
};

/* A warp, and what it has asked for. */
typedef struct ptx_asker {
	const ptx_step *step;
	uint64_t seen;       /* where, and what was found there */
	uint64_t changes;    /* of the block, by then */
	uint64_t fenced;     /* changes in memory by its last fence */
	int64_t at, period;  /* when it asked, and how long after the time before */
	int64_t since;       /* it sleeps */
	int64_t arrived;     /* at a barrier */
	uint32_t sleep;      /* number of its sleep */
	int restless;
	bool sleeps, woken;
	bool moved;          /* memory, since its last fence */
} ptx_asker;

/* The place of a block. */
typedef struct ptx_seat {
	ptx_machine machine;
	ptx_asker *askers;
	int64_t ends;
	uint64_t before; /* changes in memory, before the turn */
	double far; /* from L2, to the mean */
	bool taken;
} ptx_seat;

/* A sleeper that is to be woken when the word is written. */
typedef struct ptx_watch {
	uint64_t word;
	int32_t seat, warp, next;
	uint32_t sleep;
} ptx_watch;

typedef struct ptx_gathering {
	const ptx_kernel *kernel;
	const gm_ways *ways;
	ptx_memory *memory;
	ptx_cost *costs;
	ptx_seat *seats;
	int64_t seats_count, next, blocks, ended;
	int warps;
	ptx_agenda turns;
	ptx_watch *watches;
	size_t watches_count, watches_room;
	int32_t watched[GATHERING_WORDS], unused; /* rows of watches, -1 */
	struct {
		uint64_t word;
		int64_t until;
		int sleepers;
	} served[GATHERING_WORDS];
	double *slept, *told; /* by site */
	int64_t work, work_most, last;
	int64_t early; /* when three in four of the places had seen a block end */
	double asked, tellings, stirred;
	gm_error ignored;
} ptx_gathering;

void gm_ptx_gathering_turn(ptx_gathering *g, int64_t at, int32_t seat, int warp);

/* When whoever comes at that time is served. */
int64_t gm_ptx_gathering_serve(ptx_gathering *g, uint64_t word, bool atomic, int64_t at);

void gm_ptx_gathering_watch(ptx_gathering *g, uint64_t word, int32_t seat, int warp);

/* It has been written: wakes those who sleep there. */
void gm_ptx_gathering_wake(ptx_gathering *g, uint64_t word, int64_t at);

/* gathering_cost.c: per step of the program; to be freed. */
ptx_cost *gm_ptx_gathering_costs(const ptx_kernel *kernel, const gm_ways *ways);

/* gathering_turn.c: the next block takes the place; all of its warps have a turn then. */
void gm_ptx_gathering_sit_down(ptx_gathering *g, int64_t place, int64_t at);

/* Until the warp has asked or told something, or waits, or ends. False: it cannot go on, or it was enough work. */
bool gm_ptx_gathering_make_turn(ptx_gathering *g, ptx_turn t);

/* Those who sleep while lanes of their own warp wait behind the loop let them go; whether there were any. */
bool gm_ptx_gathering_stir(ptx_gathering *g);

static inline int64_t
ptx_clocks(double x)
{
	return (int64_t)lround(x);
}

#endif
