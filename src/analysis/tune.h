/*
 * Which values of the parameters make a kernel fastest on a device, and why those.
 *
 * A sweep of the predicted time is ranked, fastest first. Times nearer than a part in a thousand
 * are a tie: no model of this kind tells them apart, and the first of them in the order of the
 * combinations is put first. What does not fit is grouped by its reason.
 *
 * Why the winner wins is read from the predictions: of every limit the time it takes, and of the
 * counters behind them the work, for the winner, the next that is slower, and the kernel as it is
 * written.
 */
#ifndef GM_ANALYSIS_TUNE_H
#define GM_ANALYSIS_TUNE_H

#include "analysis/sweep.h"

typedef struct gm_tune_entry {
	size_t combination;
	double time_s;
	int rank; /* from 1; ties share it */
} gm_tune_entry;

/* Combinations that do not fit for the same reason. */
typedef struct gm_tune_misfit {
	const char *why; /* of the sweep */
	size_t *combinations;
	size_t count, capacity;
} gm_tune_misfit;

typedef struct gm_tune {
	int device;
	gm_tune_entry *entries; /* fastest first */
	size_t count;
	size_t ties; /* entries that share the first rank; 0 when nothing fits */
	gm_tune_misfit *misfits;
	size_t misfits_count, misfits_capacity;
} gm_tune;

/* The ranking of one device; `metric` is the sweep's column of the time. The sweep must outlive it. */
void gm_tune_rank(const gm_sweep *sweep, int device, int metric, gm_tune *out);
void gm_tune_dispose(gm_tune *tune);

/* The first entry that is slower than the winner; -1 when none is. */
long gm_tune_runner_up(const gm_tune *tune);

/* What makes the slow one slower: the limit that would shorten it most if it took it as long as the fast
   one; -1 when none would. */
int gm_tune_difference(const gm_prediction *fast, const gm_prediction *slow);

#endif
