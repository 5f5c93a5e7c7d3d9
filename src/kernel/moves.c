#include "kernel/moves.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

gm_moves *
gm_moves_new(int sites_count)
{
	gm_moves *m = gm_allocate(1, sizeof *m);
	m->sites_count = sites_count;
	return m;
}

static size_t
of_a_box(const gm_moves *m)
{
	return (size_t)m->sites_count * GM_MOVES_SIDES;
}

gm_moves_box *
gm_moves_add(gm_moves *m, gm_dim3 first, const gm_moves_side side[GM_MOVES_SIDES])
{
	m->boxes = gm_grow(m->boxes, &m->room, m->count + 1, sizeof *m->boxes);
	gm_moves_box *box = &m->boxes[m->count++];
	box->first = first;
	memcpy(box->side, side, sizeof box->side);
	box->by = gm_allocate_unset(of_a_box(m), sizeof *box->by);
	for (size_t i = 0; i < of_a_box(m); i++)
		box->by[i] = GM_MOVES_UNKNOWN;
	return box;
}

gm_moves *
gm_moves_copy(const gm_moves *from)
{
	gm_moves *m = from ? gm_moves_new(from->sites_count) : NULL;
	for (size_t i = 0; m && i < from->count; i++)
		memcpy(gm_moves_add(m, from->boxes[i].first, from->boxes[i].side)->by, from->boxes[i].by,
		       of_a_box(m) * sizeof *from->boxes[i].by);
	return m;
}

void
gm_moves_free(gm_moves *m)
{
	for (size_t i = 0; m && i < m->count; i++)
		free(m->boxes[i].by);
	if (m)
		free(m->boxes);
	free(m);
}

/* Of the sides along the axis the one with the longest steps below that; NULL: none is left. */
static const gm_moves_side *
next_side(const gm_moves_box *box, int axis, int64_t below)
{
	const gm_moves_side *next = NULL;
	for (int s = 0; s < GM_MOVES_SIDES; s++) {
		const gm_moves_side *side = &box->side[s];
		if (side->axis == axis && side->count > 1 && side->step < below && (!next || side->step > next->step))
			next = side;
	}
	return next;
}

/* Blocks gone along each side to the block; false: it is not in the box. */
static bool
place_in(const gm_moves_box *box, gm_dim3 block, int64_t at[GM_MOVES_SIDES])
{
	gm_dim3 first = box->first;
	memset(at, 0, GM_MOVES_SIDES * sizeof *at);
	for (int axis = 0; axis < 3; axis++) {
		int64_t left = *gm_dim3_side(&block, axis) - *gm_dim3_side(&first, axis);
		const gm_moves_side *side = next_side(box, axis, INT64_MAX);
		for (; side && left >= 0; side = next_side(box, axis, side->step)) {
			const int64_t gone = left / side->step;
			if (gone >= side->count)
				return false;
			at[side - box->side] = gone;
			left -= gone * side->step;
		}
		if (left != 0)
			return false;
	}
	return true;
}

const gm_moves_box *
gm_moves_find(const gm_moves *m, gm_dim3 here, gm_dim3 there)
{
	int64_t at[GM_MOVES_SIDES];
	for (size_t i = 0; m && i < m->count; i++)
		if (place_in(&m->boxes[i], here, at) && place_in(&m->boxes[i], there, at))
			return &m->boxes[i];
	return NULL;
}

int64_t
gm_moves_between(const gm_moves *m, const gm_moves_box *box, gm_dim3 here, gm_dim3 there, int site)
{
	int64_t from[GM_MOVES_SIDES], to[GM_MOVES_SIDES], sum = 0;
	if (!place_in(box, here, from) || !place_in(box, there, to))
		return GM_MOVES_UNKNOWN;
	for (int s = 0; s < GM_MOVES_SIDES; s++) {
		const int64_t by = box->by[(size_t)s * (size_t)m->sites_count + (size_t)site];
		if (to[s] != from[s] && by == GM_MOVES_UNKNOWN)
			return GM_MOVES_UNKNOWN;
		sum += to[s] != from[s] ? (to[s] - from[s]) * by : 0;
	}
	return sum;
}
