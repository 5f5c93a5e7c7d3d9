/*
 * Steps in a row that go straight on: no branch, no memory, nothing that others wait for.
 *
 * Where nobody asks in which order instructions come (gm_sink.several) a warp goes through such a row in
 * one stroke: how often, and with how many lanes, is kept per row and told when a loop is marked or
 * repeated and when the block ends. So is what other steps come to that do not go to memory.
 */
#ifndef GM_SIMT_STRAIGHT_H
#define GM_SIMT_STRAIGHT_H

#include "simt/machine.h"

/* Sets step->straight, how many such steps there are from this one on, and step->aside. After all that a step
   says. */
void gm_ptx_note_straight(ptx_program *program);

/* What the rows have come to since it was told last; NULL where each instruction is told at once. */
typedef struct ptx_strokes ptx_strokes;
ptx_strokes *gm_ptx_strokes_new(const ptx_program *program);
void gm_ptx_strokes_free(ptx_strokes *strokes); /* NULL accepted */

/* Steps of the row that begins with this one whose changes nobody follows: those that decide nothing, or all. */
uint32_t gm_ptx_straight_count(ptx_warp *warp, const ptx_step *step);

/* Runs so many steps of the row that begins with the step: all, or none that has a guard. On the lanes of the
   mask, which is not 0. */
void gm_ptx_straight_run(ptx_warp *warp, const ptx_step *step, uint32_t count, uint32_t mask);

/* A step was run by itself, on so many lanes. */
void gm_ptx_strokes_note(ptx_strokes *strokes, int32_t step, int lanes);

/* Tells the sink. */
void gm_ptx_strokes_tell(ptx_machine *machine);

/* The row may be run in one stroke, as far as its changes are not followed: each of its instructions is either
   told to nobody or in any order. */
static inline bool
gm_ptx_goes_straight(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_machine *m = warp->machine;
	return step->straight > 0 && m->budget >= step->straight &&
	       (m->strokes || !m->sink);
}

#endif
