/*
 * Who looks at the operands of divisions, roots and powers while blocks are run, and at the lanes that make a value for
 * a selection that needs no instruction (pick.h). Steps whose results neither lead there nor decide paths or
 * addresses are not run.
 */
#ifndef GM_SASS_RARE_WATCH_H
#define GM_SASS_RARE_WATCH_H

#include "sass/rare.h"

typedef ptx_rare_kind (*rare_test)(const ptx_warp *warp, const ptx_step *step, int lane);

/* The lanes whose operands may be rare, whether they run the step or not, as bits: the others pass at once. */
typedef uint32_t (*rare_glance)(const ptx_warp *warp, const ptx_step *step);

typedef struct rare_watch {
	const ptx_step *steps;   /* as they were */
	rare_test *tests;        /* per step, NULL: its operands are never rare */
	rare_glance *glances;    /* per step, NULL: nothing is told at a glance */
	int32_t *watched;        /* the steps that have tests */
	int32_t watched_count;
	bool *needed;            /* per step; see gm_ptx_relevance_of */
	ptx_rare_tally *tallies;
	int64_t *turns;          /* runs in this block, per watched step a row of one per warp */
	int32_t *row_of;         /* per step: its place among the watched */
	int warps;
} rare_watch;

/* Tallies: one row per step, borrowed. False: no step can have rare operands; to be disposed all the same. */
bool gm_ptx_rare_watch_init(rare_watch *watch, const ptx_kernel *kernel, ptx_rare_tally *tallies);
void gm_ptx_rare_watch_dispose(rare_watch *watch);

/* The program's steps as they are run by a machine that has this watch; to be freed. */
ptx_step *gm_ptx_rare_watch_steps(const rare_watch *watch, const ptx_kernel *kernel);

/* The step makes a value for a selection. */
bool gm_ptx_rare_watch_chooses(const rare_watch *watch, int32_t step);

#endif
