/*
 * Arithmetic that goes behind a branch with the load it is made of: part of shift.c.
 *
 * The nearest block above all that read a value is its goal, where arithmetic in the block that makes the value is
 * taken to be made where that is read.
 */
#ifndef GM_SASS_SHIFT_ALONG_H
#define GM_SASS_SHIFT_ALONG_H

#include "sass/issue.h"
#include "simt/flow.h"

enum {
	SHIFT_ALONG_MOST = 4, /* what reads one unit, */
	SHIFT_ALONG_DEEP = 3, /* and steps one behind the other */
};

typedef struct ptx_shifter {
	ptx_program *program;
	ptx_graph graph;
	int32_t *dominator; /* per node */
	ptx_dominance dominance, postdominance;
	issue_values values;
	int32_t *readers;      /* per unit: the nearest block above all that read it, -1 none */
	int32_t *beyond;       /* the same without the block that makes it */
	const bool *predicated; /* per node; NULL: taken to be what lets a load move */
	int32_t *goes_before;  /* per step: the step that it goes to, -1 */
	int32_t *movers;       /* steps that go */
	int count;
} ptx_shifter;

static inline bool
gm_ptx_writes(const ptx_program *p, int32_t i, uint32_t unit)
{
	return gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit);
}

/* Fills in `readers` and `beyond`. */
void gm_ptx_shift_note_readers(ptx_shifter *shifter);

/* Of what the step makes, through so many steps of arithmetic; -1. */
int32_t gm_ptx_shift_goal_of(const ptx_shifter *shifter, int32_t step, int deepest);

/* What arithmetic of its block makes of what the load brings goes before `to`, the last first; whether all can. */
bool gm_ptx_shift_take_along(ptx_shifter *shifter, int32_t load, int32_t to);

#endif
