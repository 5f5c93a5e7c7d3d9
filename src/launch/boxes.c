#include "launch/boxes.h"

#include <stdlib.h>

/* Steps of a kernel that are followed cost several times what walking costs: to so many, a grid of which
   blocks would be drawn is rather taken apart; after a part of them it must be in sight that they will do. */
enum { BOXES_MOST = 1024, FOLLOWED_MOST = 6 << 20, FOLLOWED_BLINDLY = 1 << 19 };

static void
push(ptx_boxes *list, const ptx_box *box)
{
	list->boxes = gm_grow(list->boxes, &list->room, list->count + 1, sizeof *list->boxes);
	list->boxes[list->count++] = *box;
}

static void
sides_of(const ptx_box *box, const ptx_segment *sides[PTX_VIEW_AXES])
{
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		sides[a] = &box->side[a];
}

bool
gm_ptx_corner_is_needed(const ptx_segment *const s[PTX_VIEW_AXES], unsigned corner)
{
	bool needed = false;
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		if ((corner >> a & 1) && s[a]->count == 1)
			return false;
		needed |= corner >> a == 0 && s[a]->count > 1;
	}
	return needed;
}

gm_dim3
gm_ptx_corner_block(const ptx_view *view, const ptx_segment *const s[PTX_VIEW_AXES], unsigned corner)
{
	int64_t at[PTX_VIEW_AXES];
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		at[a] = s[a]->first + (corner >> a & 1 ? s[a]->count - 1 : 0);
	return gm_ptx_view_block(view, at);
}

static int64_t
volume_of(const ptx_box *box)
{
	int64_t volume = 1;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		volume *= box->side[a].count;
	return volume;
}

/* ---- finding ---- */

/* What is known of a block: boxes share corners. */
typedef struct known {
	gm_dim3 block;
	int64_t limits[PTX_VIEW_AXES];
} known;

typedef struct search {
	const ptx_view *view;
	ptx_prove_at prove;
	void *state;
	known *seen;
	size_t seen_count, seen_room;
	int64_t followed;
	int64_t blocks, boxed; /* of the grid; in boxes found so far */
	bool lost; /* nothing is proven of some block */
} search;

static gm_status
look_at(search *s, gm_dim3 block, const known **out)
{
	ptx_proof here;
	for (size_t i = s->seen_count; i-- > 0;) {
		const gm_dim3 at = s->seen[i].block;
		*out = &s->seen[i];
		if (at.x == block.x && at.y == block.y && at.z == block.z)
			return GM_OK;
	}
	const gm_status status = s->prove(s->state, block, &here);
	s->followed += here.instructions;
	s->lost |= !here.good || here.guessed || here.loose || *here.why;
	s->seen = gm_grow(s->seen, &s->seen_room, s->seen_count + 1, sizeof *s->seen);
	known *row = &s->seen[s->seen_count++];
	row->block = block;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		row->limits[a] = here.limits[a];
	*out = row;
	return status;
}

/* Where the box must be cut: axis and blocks before it; axis -1: nowhere, all its blocks are alike. */
typedef struct cut {
	int axis;
	int64_t before;
} cut;

/* Seen at a corner that is not the first block: blocks there differ, near the first they do not. */
static cut
halves(const ptx_box *box, unsigned corner)
{
	const int axis = __builtin_ctz(corner);
	return (cut){axis, box->side[axis].count / 2};
}

static gm_status
find_cut(search *s, const ptx_box *box, cut *out)
{
	const ptx_segment *sides[PTX_VIEW_AXES];
	*out = (cut){-1, 0};
	sides_of(box, sides);
	for (unsigned corner = 0; corner < 1u << (PTX_VIEW_AXES - 1) && out->axis < 0; corner++) {
		const known *here;
		if (!gm_ptx_corner_is_needed(sides, corner))
			continue;
		const gm_status status =
			look_at(s, gm_ptx_corner_block(s->view, sides, corner), &here);
		if (status != GM_OK)
			return status;
		for (int a = 0; a < PTX_VIEW_AXES && out->axis < 0; a++)
			if (!(corner >> a & 1) && here->limits[a] < box->side[a].count - 1)
				*out = corner ? halves(box, corner) : (cut){a, here->limits[a] + 1};
	}
	return GM_OK;
}

static void
cut_box(ptx_boxes *open, const ptx_box *box, cut at)
{
	ptx_box near = *box, far = *box;
	near.side[at.axis].count = at.before;
	far.side[at.axis].first += at.before;
	far.side[at.axis].count -= at.before;
	push(open, &far);
	push(open, &near);
}

/* Of what is to be followed no less than the boxes found are of the grid is done by now: small boxes come
   after large ones. */
static bool
is_out_of_sight(const search *s)
{
	return s->followed > FOLLOWED_BLINDLY &&
	       (double)s->followed * (double)s->blocks > (double)FOLLOWED_MOST * (double)s->boxed;
}

static bool
is_too_much(const search *s, const ptx_boxes *found)
{
	return s->lost || found->count >= BOXES_MOST || s->followed > FOLLOWED_MOST || is_out_of_sight(s);
}

static void
keep(search *s, ptx_boxes *out, const ptx_box *box)
{
	s->boxed += volume_of(box);
	push(out, box);
}

gm_status
gm_ptx_boxes_find(const ptx_view *view, ptx_prove_at prove, void *state, ptx_boxes *out)
{
	search s = {.view = view, .prove = prove, .state = state};
	ptx_boxes open = {0};
	ptx_box box;
	gm_status status = GM_OK;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		box.side[a] = (ptx_segment){0, view->extent[a]};
	s.blocks = volume_of(&box);
	for (push(&open, &box); open.count > 0 && status == GM_OK && !is_too_much(&s, out);) {
		cut at;
		box = open.boxes[--open.count];
		status = find_cut(&s, &box, &at);
		if (at.axis < 0)
			keep(&s, out, &box);
		else
			cut_box(&open, &box, at);
	}
	if (open.count > 0 || s.lost)
		out->count = 0;
	out->apart = out->count > 0;
	gm_ptx_boxes_dispose(&open);
	free(s.seen);
	return status;
}

void
gm_ptx_boxes_dispose(ptx_boxes *boxes)
{
	free(boxes->boxes);
	*boxes = (ptx_boxes){0};
}

void
gm_ptx_boxes_of_axes(const ptx_axis axes[PTX_VIEW_AXES], ptx_boxes *out)
{
	int rectangles = 1;
	out->count = 0;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		rectangles *= axes[a].count;
	for (int r = 0; r < rectangles; r++) {
		ptx_box box;
		for (int a = 0, number = r; a < PTX_VIEW_AXES; number /= axes[a].count, a++)
			box.side[a] = axes[a].segments[number % axes[a].count];
		push(out, &box);
	}
}

gm_dim3
gm_ptx_boxes_middle(const ptx_view *view, const ptx_boxes *boxes)
{
	const ptx_box *best = &boxes->boxes[0];
	int64_t at[PTX_VIEW_AXES];
	for (size_t i = 1; i < boxes->count; i++)
		if (volume_of(&boxes->boxes[i]) > volume_of(best))
			best = &boxes->boxes[i];
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		at[a] = best->side[a].first + best->side[a].count / 2;
	return gm_ptx_view_block(view, at);
}

gm_status
gm_ptx_for_each_box(const ptx_kernel *k, const ptx_view *v, const ptx_boxes *boxes, ptx_visit visit,
		    void *state, gm_error *err)
{
	gm_status status = GM_OK;
	for (size_t i = 0; i < boxes->count && status == GM_OK; i++) {
		const ptx_segment *sides[PTX_VIEW_AXES];
		sides_of(&boxes->boxes[i], sides);
		status = visit(k, v, sides, state, err);
	}
	return status;
}
