#include "launch/alike.h"

#include <stdlib.h>
#include <string.h>

enum {
	SEGMENTS_MAX = 8,
	FAILURES_MOST = 3, /* blocks in a row, from the first on, not proven to be like the next:
			      then none is */
	ROWS_TRIED = 6,
	PROVEN_MOST = 1 << 20,    /* instructions */
	PROVEN_OF_ROWS = 1 << 22, /* of grids that would be drawn */
	PROVEN_OF_BOXES = 1 << 22,
	MOVES_KEPT = 64, /* proofs of which it is remembered how far accesses move */
};

static const char not_across[] = "blocks alike along each axis are not alike across both";

/* What was proven of a block: segments, rectangles and their corners begin at the same ones. */
typedef struct known_proof {
	ptx_view view;
	gm_dim3 block;
	ptx_proof proof;
	int64_t *moves; /* see gm_ptx_prover_moves */
} known_proof;

typedef struct ptx_memo {
	known_proof *rows;
	size_t count, room;
} ptx_memo;

void
gm_ptx_prover_init(ptx_prover *r, const ptx_kernel *k, int64_t *walked, gm_error *err)
{
	*r = (ptx_prover){
		.kernel = k, .walked = walked, .most = PROVEN_MOST, .rows_axis = -1, .err = err};
	r->memo = gm_allocate(1, sizeof *r->memo);
}

void
gm_ptx_prover_dispose(ptx_prover *r)
{
	for (size_t i = 0; i < r->memo->count; i++)
		free(r->memo->rows[i].moves);
	free(r->memo->rows);
	free(r->memo);
}

static gm_dim3
on_axis(const ptx_view *v, int a, int64_t at)
{
	int64_t index[PTX_VIEW_AXES] = {0};
	index[a] = at;
	return gm_ptx_view_block(v, index);
}

static bool
is_of(const known_proof *row, const ptx_view *view, gm_dim3 block)
{
	const gm_dim3 at = row->block;
	bool same = at.x == block.x && at.y == block.y && at.z == block.z;
	for (int a = 0; a < PTX_VIEW_AXES && same; a++)
		same = row->view.extent[a] == view->extent[a] &&
		       row->view.axis[a] == view->axis[a] && row->view.step[a] == view->step[a];
	return same;
}

static const known_proof *
find_proof(const ptx_prover *r, gm_dim3 block)
{
	for (size_t i = 0; i < r->memo->count; i++)
		if (is_of(&r->memo->rows[i], &r->view, block))
			return &r->memo->rows[i];
	return NULL;
}

const int64_t *
gm_ptx_prover_moves(const ptx_prover *r, gm_dim3 block)
{
	const known_proof *known = find_proof(r, block);
	return known ? known->moves : NULL;
}

static gm_status
prove(const ptx_prover *r, gm_dim3 block, ptx_proof *out)
{
	ptx_memo *m = r->memo;
	const known_proof *known = find_proof(r, block);
	if (known) {
		*out = known->proof;
		return GM_OK;
	}
	*out = (ptx_proof){.why = "the blocks are too long to be compared with each other"};
	if (*r->walked > r->most)
		return GM_OK;
	const size_t sites = (size_t)r->kernel->program.sites_count + 1;
	int64_t *moves = m->count < MOVES_KEPT ? gm_allocate_unset(PTX_VIEW_AXES * sites, sizeof *moves) : NULL;
	const gm_status status =
		gm_ptx_prove(r->kernel, &r->view, block, out, r->scattered, moves, r->err);
	*r->walked += out->instructions;
	m->rows = gm_grow(m->rows, &m->room, m->count + 1, sizeof *m->rows);
	m->rows[m->count++] = (known_proof){r->view, block, *out, moves};
	return status;
}

/* The run that begins at the block ends where the limit or the grid does. */
static int64_t
run_length(int64_t limit, int64_t left)
{
	return limit >= left ? left : limit + 1;
}

/* Phases are powers of two, so the largest serves every block. */
static void
join_proofs(ptx_proof *proof, const ptx_proof *other)
{
	for (int i = 0; i < PTX_VIEW_AXES; i++)
		if (other->phases[i] > proof->phases[i])
			proof->phases[i] = other->phases[i];
	for (int i = 0; i < PTX_VIEW_AXES; i++)
		for (int j = 0; j < other->rows[i].count; j++)
			gm_ptx_rows_add(&proof->rows[i], other->rows[i].lengths[j]);
	if (other->instructions > proof->instructions)
		proof->instructions = other->instructions;
	if (*other->why)
		proof->why = other->why;
	proof->guessed |= other->guessed;
	proof->loose |= other->loose;
	proof->by_address |= other->by_address;
	proof->shortened |= other->shortened;
	proof->good &= other->good;
}

static void
give_up(ptx_proof *proof, const char *why)
{
	proof->good = false;
	if (!*proof->why)
		proof->why = why;
}

/* So many blocks stand for themselves alone that all will. */
static bool
is_hopeless(const ptx_axis *axis, int failures, int64_t extent, int most)
{
	return axis->count == most ||
	       (failures == FAILURES_MOST && axis->count == failures && extent > most);
}

/* Runs of alike blocks along one axis, the others at 0; `proof` is that of the block at the origin.
 */
static gm_status
cut_axis(const ptx_prover *r, int a, ptx_axis *out, ptx_proof *proof)
{
	const int64_t extent = r->view.extent[a];
	const int most = a == r->rows_axis ? PTX_SEGMENTS_MAX : SEGMENTS_MAX;
	ptx_proof here = *proof;
	int failures = 0;
	out->count = 0;
	for (int64_t at = 0; at < extent;) {
		const int64_t count = run_length(here.limits[a], extent - at);
		if (is_hopeless(out, failures, extent, most)) {
			give_up(proof, "blocks differ in more than 8 ways along an axis");
			return GM_OK;
		}
		out->instructions[out->count] = here.instructions;
		out->segments[out->count++] = (ptx_segment){at, count};
		failures += count == 1 && *here.why;
		at += count;
		const gm_status status =
			at < extent ? prove(r, on_axis(&r->view, a, at), &here) : GM_OK;
		if (status != GM_OK)
			return status;
		join_proofs(proof, &here);
	}
	return GM_OK;
}

/* Paths depend on the block's indices through conditions that are linear along each axis, so a
   rectangle runs alike when it does along its edges: along each axis from the corners of those
   before it. `whole` is the proof of the grid. */
static gm_status
check_rectangle(const ptx_prover *r, const ptx_segment *s[PTX_VIEW_AXES], ptx_proof *whole)
{
	for (unsigned corner = 0; corner < 1u << (PTX_VIEW_AXES - 1) && whole->good; corner++) {
		ptx_proof proof;
		if (!gm_ptx_corner_is_needed(s, corner))
			continue;
		const gm_status status = prove(r, gm_ptx_corner_block(&r->view, s, corner), &proof);
		if (status != GM_OK)
			return status;
		join_proofs(whole, &proof);
		for (int a = 0; a < PTX_VIEW_AXES; a++)
			if (!(corner >> a & 1))
				whole->good = whole->good && proof.limits[a] >= s[a]->count - 1;
	}
	return GM_OK;
}

typedef struct check {
	const ptx_prover *prover;
	ptx_proof *proof;
} check;

static gm_status
visit_check(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[PTX_VIEW_AXES],
	    void *state, gm_error *err)
{
	const check *c = state;
	(void)k, (void)v, (void)err;
	return check_rectangle(c->prover, s, c->proof);
}

static gm_status
cut_axes(const ptx_prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	gm_status status = prove(r, (gm_dim3){0, 0, 0}, proof);
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		axes[a].count = 0;
	for (int a = 0; a < PTX_VIEW_AXES && status == GM_OK && proof->good; a++)
		status = cut_axis(r, a, &axes[a], proof);
	return status;
}

static gm_status
check_rectangles(const ptx_prover *r, const ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	check c = {r, proof};
	gm_status status = GM_OK;
	if (proof->good && gm_ptx_view_axes(r->view.extent) > 1)
		status = gm_ptx_for_each_rectangle(r->kernel, &r->view, axes, visit_check, &c,
						   r->err);
	if (status == GM_OK && !proof->good && !*proof->why)
		proof->why = not_across;
	return status;
}

/* As `prover` reads the grid, or folded as often as there are rows in it. *folded says whether it
 * is. */
static gm_status
cut_folded(ptx_prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof, bool *folded)
{
	gm_status status = GM_OK;
	for (*folded = false; status == GM_OK && gm_ptx_view_fold(&r->view, axes); *folded = true)
		status = cut_axes(r, axes, proof);
	return status == GM_OK && *folded ? check_rectangles(r, axes, proof) : status;
}

gm_status
gm_ptx_prove_grid(ptx_prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	r->view = gm_ptx_view_whole(r->kernel);
	gm_status status = cut_axes(r, axes, proof);
	if (status != GM_OK)
		return status;
	ptx_prover other = *r;
	ptx_axis read[PTX_VIEW_AXES];
	ptx_proof of_other;
	bool folded;
	memcpy(read, axes, sizeof read);
	status = cut_folded(&other, read, &of_other, &folded);
	if (status != GM_OK || !folded || !of_other.good)
		return status == GM_OK ? check_rectangles(r, axes, proof) : status;
	r->view = other.view;
	memcpy(axes, read, sizeof read);
	*proof = of_other;
	return GM_OK;
}

/* ---- rows of divisors ---- */

/* The shortest row that some quotient asks for and that is not tried yet; 0 where there is none. */
static int64_t
next_row(const ptx_rows *rows, int64_t tried)
{
	int64_t least = 0;
	for (int i = 0; i < rows->count; i++)
		if (rows->lengths[i] > tried && (least == 0 || rows->lengths[i] < least))
			least = rows->lengths[i];
	return least;
}

/* Whether blocks, of which one is so many instructions, are less work than that. */
static bool
are_little(const ptx_prover *r, const ptx_proof *block, double little)
{
	return (double)gm_dim3_volume(r->kernel->base.grid) * (double)block->instructions <= little;
}

/* As rows of so many blocks; the places in a row come last. */
static gm_status
cut_rows(ptx_prover *r, int axis, int64_t length, double little, ptx_axis axes[PTX_VIEW_AXES],
	 ptx_proof *proof)
{
	ptx_prover other = *r;
	ptx_proof first;
	if (!gm_ptx_view_split(&other.view, axis, length))
		return GM_OK;
	other.rows_axis = PTX_VIEW_AXES - 1;
	gm_status status = prove(&other, (gm_dim3){0, 0, 0}, &first);
	if (status != GM_OK || first.limits[axis] < 1 || are_little(r, &first, little) ||
	    2 * length * first.instructions > PROVEN_OF_ROWS)
		return status;
	status = cut_axes(&other, axes, proof);
	while (status == GM_OK && !proof->good && gm_ptx_view_fold(&other.view, axes))
		status = cut_axes(&other, axes, proof);
	if (status == GM_OK && proof->good)
		status = check_rectangles(&other, axes, proof);
	if (status == GM_OK && proof->good)
		*r = other;
	return status;
}

/* Where all blocks along an axis differ, since what numbers them is divided by what is no multiple
   of a block: those that lie whole rows apart may be alike. */
static gm_status
prove_rows(ptx_prover *r, double little, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	const int64_t most = r->most;
	ptx_proof first;
	r->view = gm_ptx_view_whole(r->kernel);
	gm_status status = prove(r, (gm_dim3){0, 0, 0}, &first);
	r->most = 2 * PROVEN_OF_ROWS;
	for (int a = 0; a < 3 && status == GM_OK; a++) {
		int64_t length = next_row(&first.rows[a], 0);
		for (int i = 0; i < ROWS_TRIED && status == GM_OK && !proof->good && length > 0;
		     i++) {
			if (length <= PTX_SEGMENTS_MAX)
				status = cut_rows(r, a, length, little, axes, proof);
			length = next_row(&first.rows[a], length);
		}
	}
	r->most = most;
	return status;
}

static gm_status
prove_more(void *state, gm_dim3 block, ptx_proof *here)
{
	const check *c = state;
	const gm_status status = prove(c->prover, block, here);
	join_proofs(c->proof, here);
	return status;
}

/* Where rectangles are not alike, as on either side of a diagonal, smaller boxes may be. Of a grid
   that is little work all blocks are walked: then it is known where each of them is. */
static bool
may_be_boxes(const ptx_prover *r, const ptx_proof *proof, double little)
{
	const double blocks = (double)gm_dim3_volume(r->kernel->base.grid);
	return proof->why == not_across && !proof->guessed && !proof->loose &&
	       blocks * (double)proof->instructions > little;
}

gm_status
gm_ptx_prove_boxes(ptx_prover *r, double little, ptx_boxes *boxes, ptx_proof *proof)
{
	ptx_axis axes[PTX_VIEW_AXES] = {{.count = 0}};
	check c = {r, proof};
	gm_status status = gm_ptx_prove_grid(r, axes, proof);
	if (status == GM_OK && !proof->good && !proof->guessed && !proof->loose)
		status = prove_rows(r, little, axes, proof);
	if (status == GM_OK && proof->good)
		gm_ptx_boxes_of_axes(axes, boxes);
	else if (status == GM_OK && may_be_boxes(r, proof, little)) {
		const int64_t most = r->most;
		r->most = PROVEN_OF_BOXES;
		status = gm_ptx_boxes_find(&r->view, prove_more, &c, boxes);
		r->most = most;
		proof->good = proof->shortened = boxes->count > 0;
	}
	return status;
}
