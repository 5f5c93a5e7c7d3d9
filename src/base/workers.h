/*
 * Independent pieces of work on several processors.
 *
 * Pieces are taken in their order, so all before one that stops the rest are done too. Which thread
 * does which is not said: a piece writes only what belongs to it, so that the result is the same
 * with one thread and with many.
 *
 * A piece may be a job itself. The processors are shared out: of a job with as many threads as there are
 * processors each piece has one, of a job with a single piece that has them all.
 */
#ifndef GM_BASE_WORKERS_H
#define GM_BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/* One piece; called from several threads. False: no further piece is begun. */
typedef bool gm_work(void *state, size_t piece);

/* Called from the caller's thread some ten times a second, and at the end; false as above. */
typedef bool gm_work_progress(void *state, size_t done, size_t count);

typedef struct gm_workers_job {
	size_t count; /* of pieces */
	int threads;  /* at least 1, that all of it may take; 0: as many as there are processors for this process. In
	                 a piece of another job: no more than that piece's share */
	gm_work *work;
	void *state;
	gm_work_progress *progress; /* may be NULL */
	void *progress_state;
} gm_workers_job;

/* Returns when no thread works any more. False when a piece or `progress` has stopped it. */
bool gm_workers_run(const gm_workers_job *job);

/* The processors this process may use, at least 1. */
int gm_workers_processors(void);

/* Threads that a job begun here may take: those processors, or in a piece its share. */
int gm_workers_share(void);

#endif
