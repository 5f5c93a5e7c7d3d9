#include "launch/moved.h"

#include <string.h>

enum { BOXES_MOST = 16 };

/* What moves along a side as far at all corners moves along the others as far wherever it is on that side, and
   where it does not, of no side it is known. */
static void
agree(gm_moves_box *box, size_t side, const int64_t *here, size_t sites)
{
	for (size_t s = 0; s < sites; s++) {
		const bool same = here && box->by[side * sites + s] == here[side * sites + s];
		for (size_t a = 0; a < GM_MOVES_SIDES && !same; a++)
			box->by[a * sites + s] = GM_MOVES_UNKNOWN;
	}
}

/* At the corner, along the sides that do not end there. */
static void
add_corner(const ptx_prover *r, const ptx_segment *const s[PTX_VIEW_AXES], unsigned corner, size_t sites,
	   gm_moves_box *box)
{
	const int64_t *here = gm_ptx_prover_moves(r, gm_ptx_corner_block(&r->view, s, corner));
	if (corner == 0 && here)
		memcpy(box->by, here, GM_MOVES_SIDES * sites * sizeof *here);
	for (size_t a = 0; a < PTX_VIEW_AXES && corner != 0; a++)
		if (s[a]->count > 1 && corner >> a == 0)
			agree(box, a, here, sites);
}

static void
add_box(const ptx_prover *r, const ptx_box *from, gm_moves *out)
{
	const ptx_segment *s[PTX_VIEW_AXES];
	gm_moves_side side[GM_MOVES_SIDES];
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		s[a] = &from->side[a];
		side[a] = (gm_moves_side){r->view.axis[a], r->view.step[a], s[a]->count};
	}
	gm_moves_box *box = gm_moves_add(out, gm_ptx_corner_block(&r->view, s, 0), side);
	for (unsigned corner = 0; corner < 1u << PTX_VIEW_AXES; corner++)
		if (gm_ptx_corner_is_needed(s, corner))
			add_corner(r, s, corner, (size_t)out->sites_count, box);
}

gm_moves *
gm_ptx_moved(const ptx_prover *r, const ptx_boxes *boxes)
{
	_Static_assert((int)GM_MOVES_SIDES == (int)PTX_VIEW_AXES, "a side for each axis of the view");
	gm_moves *out = boxes->count <= BOXES_MOST ? gm_moves_new(r->kernel->program.sites_count) : NULL;
	for (size_t i = 0; out && i < boxes->count; i++)
		add_box(r, &boxes->boxes[i], out);
	return out;
}
