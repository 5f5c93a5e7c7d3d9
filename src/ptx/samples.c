#include "ptx/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Which blocks stand for the grid: rectangles of blocks that are proven to run alike, each stood
 * for by its first block; where the proof leaves something open, blocks drawn from the rectangles;
 * where there is none, from the whole grid.
 */
enum {
	SEGMENTS_MAX = 8,
	PHASES_COUNTED = 1024, /* more need not be told apart */
	FAILURES_MOST = 3, /* blocks in a row, from the first on, not proven to be like the next: then
			      none is */
	PROVEN_MOST = 2 << 20, /* instructions: after so many nothing more is begun to be proven */
	PHASES_MAX = 16, /* blocks of a rectangle that are always replayed when they are needed */
};

typedef struct prover {
	const ptx_kernel *kernel;
	ptx_view view;
	bool *scattered; /* per site; NULL: no access may follow data */
	int64_t *walked; /* instructions of all proofs so far */
	gm_error *err;
} prover;

static int64_t
lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static gm_dim3
on_axis(const ptx_view *v, int a, int64_t at)
{
	int64_t index[PTX_VIEW_AXES] = {0};
	index[a] = at;
	return gm_ptx_view_block(v, index);
}

static gm_status
prove(const prover *r, gm_dim3 block, ptx_proof *out)
{
	*out = (ptx_proof){.why = "the blocks are too long to be compared with each other"};
	if (*r->walked > PROVEN_MOST)
		return GM_OK;
	const gm_status status =
		gm_ptx_prove(r->kernel, &r->view, block, out, r->scattered, r->err);
	*r->walked += out->instructions;
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
	if (other->instructions > proof->instructions)
		proof->instructions = other->instructions;
	if (*other->why)
		proof->why = other->why;
	proof->guessed |= other->guessed;
	proof->loose |= other->loose;
	proof->by_address |= other->by_address;
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
is_hopeless(const ptx_axis *axis, int failures, int64_t extent)
{
	return axis->count == SEGMENTS_MAX ||
	       (failures == FAILURES_MOST && axis->count == failures && extent > SEGMENTS_MAX);
}

/* Runs of alike blocks along one axis, the others at 0; `proof` is that of the block at the origin.
 */
static gm_status
cut_axis(const prover *r, int a, ptx_axis *out, ptx_proof *proof)
{
	const int64_t extent = r->view.extent[a];
	ptx_proof here = *proof;
	int failures = 0;
	out->count = 0;
	for (int64_t at = 0; at < extent;) {
		const int64_t count = run_length(here.limits[a], extent - at);
		if (is_hopeless(out, failures, extent)) {
			give_up(proof, "blocks differ in more than 8 ways along an axis");
			return GM_OK;
		}
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

/* Whether the corner, bit a: the far side of axis a, has an axis to be looked along, of those after
   its last far side. */
static bool
is_needed(const ptx_segment *s[PTX_VIEW_AXES], unsigned corner)
{
	bool needed = false;
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		if ((corner >> a & 1) && s[a]->count == 1)
			return false;
		needed |= corner >> a == 0 && s[a]->count > 1;
	}
	return needed;
}

/* Paths depend on the block's indices through conditions that are linear along each axis, so a
   rectangle runs alike when it does along its edges: along each axis from the corners of those
   before it. `whole` is the proof of the grid. */
static gm_status
check_rectangle(const prover *r, const ptx_segment *s[PTX_VIEW_AXES], ptx_proof *whole)
{
	for (unsigned corner = 0; corner < 1u << (PTX_VIEW_AXES - 1) && whole->good; corner++) {
		int64_t at[PTX_VIEW_AXES];
		ptx_proof proof;
		if (!is_needed(s, corner))
			continue;
		for (int a = 0; a < PTX_VIEW_AXES; a++)
			at[a] = s[a]->first + (corner >> a & 1 ? s[a]->count - 1 : 0);
		const gm_status status = prove(r, gm_ptx_view_block(&r->view, at), &proof);
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
	const prover *prover;
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
cut_axes(const prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	gm_status status = prove(r, (gm_dim3){0, 0, 0}, proof);
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		axes[a].count = 0;
	for (int a = 0; a < PTX_VIEW_AXES && status == GM_OK && proof->good; a++)
		status = cut_axis(r, a, &axes[a], proof);
	return status;
}

static gm_status
check_rectangles(const prover *r, const ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	check c = {r, proof};
	gm_status status = GM_OK;
	if (proof->good && gm_ptx_view_axes(r->view.extent) > 1)
		status = gm_ptx_for_each_rectangle(r->kernel, &r->view, axes, visit_check, &c,
						   r->err);
	if (status == GM_OK && !proof->good && !*proof->why)
		proof->why = "blocks alike along each axis are not alike across both";
	return status;
}

/* Segments after which their lengths come again, as far as they are seen; 0: none, or seen too seldom. */
static int
rhythm_of(const ptx_axis *axis)
{
	enum { SEEN_LEAST = 3 };
	for (int k = 1; 2 * k <= axis->count && axis->count >= SEEN_LEAST; k++) {
		bool again = true;
		for (int i = k; i < axis->count; i++)
			again = again && axis->segments[i].count == axis->segments[i - k].count;
		if (again)
			return k;
	}
	return 0;
}

/* Blocks in a row that walk a matrix row by row are alike from row to row: one number becomes two,
   the place in the row and the row. False where there are few rows, or they are not whole. */
static bool
fold(ptx_view *v, const ptx_axis axes[PTX_VIEW_AXES])
{
	int free = PTX_VIEW_AXES - 1;
	while (free > 0 && v->extent[free] > 1)
		free--;
	for (int a = 0; a < PTX_VIEW_AXES && v->extent[free] == 1; a++) {
		int64_t length = 0;
		for (int i = 0; i < rhythm_of(&axes[a]); i++)
			length += axes[a].segments[i].count;
		if (length < 2 || v->extent[a] <= length || v->extent[a] % length)
			continue;
		v->extent[free] = v->extent[a] / length;
		v->axis[free] = v->axis[a];
		v->step[free] = v->step[a] * length;
		v->extent[a] = length;
		return true;
	}
	return false;
}

/* As `prover` reads the grid, or folded as often as there are rows in it. *folded says whether it is. */
static gm_status
cut_folded(prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof, bool *folded)
{
	gm_status status = GM_OK;
	for (*folded = false; status == GM_OK && fold(&r->view, axes); *folded = true)
		status = cut_axes(r, axes, proof);
	return status == GM_OK && *folded ? check_rectangles(r, axes, proof) : status;
}

/* r->view is how the axes are to be read. */
static gm_status
prove_grid(prover *r, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof)
{
	r->view = gm_ptx_view_whole(r->kernel);
	gm_status status = cut_axes(r, axes, proof);
	if (status != GM_OK)
		return status;
	prover other = *r;
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

typedef struct tally {
	const int64_t *phases;
	int64_t samples, rectangles;
} tally;

/* Blocks of a rectangle that stand for each way in which its addresses lie. */
static gm_status
visit_tally(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[PTX_VIEW_AXES],
	    void *state, gm_error *err)
{
	tally *t = state;
	int64_t samples = 1;
	(void)k, (void)v, (void)err;
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		samples *= lesser(s[a]->count, lesser(t->phases[a], PHASES_COUNTED));
	t->samples += samples;
	t->rectangles++;
	return GM_OK;
}

/* Every phase of every rectangle stands for its blocks, when they are not too many. */
static bool
are_few(const prover *r, const ptx_axis axes[PTX_VIEW_AXES], const ptx_proof *proof, int64_t *ways)
{
	tally needed = {.phases = proof->phases};
	gm_ptx_for_each_rectangle(r->kernel, &r->view, axes, visit_tally, &needed, r->err);
	*ways = needed.samples;
	return needed.samples <= PHASES_MAX * needed.rectangles ||
	       (double)needed.samples * (double)proof->instructions * 2 <= WORK_WHOLE;
}

static gm_status
take_phases(const prover *r, const ptx_axis axes[PTX_VIEW_AXES], const ptx_proof *proof,
	    gm_block_samples *out)
{
	ptx_collector c = {.out = out, .phases = proof->phases};
	out->exact = out->same_paths = true;
	out->work = (double)proof->instructions;
	return gm_ptx_for_each_rectangle(r->kernel, &r->view, axes, gm_ptx_visit_add, &c, r->err);
}

/* Paths and all addresses. *proven says whether it was; if not, *why what else is to be tried: "" where
   paths alone may be proven. */
static gm_status
take_proven(const ptx_kernel *k, int64_t *walked, bool *proven, const char **why,
	    gm_block_samples *out, gm_error *err)
{
	prover r = {.kernel = k, .walked = walked, .err = err};
	ptx_axis axes[PTX_VIEW_AXES] = {{.count = 0}};
	ptx_proof proof;
	int64_t ways;
	const gm_status status = prove_grid(&r, axes, &proof);
	*proven = status == GM_OK && proof.good && !proof.guessed && !proof.loose &&
		  are_few(&r, axes, &proof, &ways);
	*why = proof.good || proof.by_address ? "" : proof.why;
	return *proven ? take_phases(&r, axes, &proof, out) : status;
}

/* Where addresses follow data, or lie in too many ways relative to lines and banks, blocks are drawn
   to find out where they fall. */
static gm_status
take_paths(const prover *r, const ptx_axis axes[PTX_VIEW_AXES], const ptx_proof *proof,
	   gm_block_samples *out)
{
	int64_t ways;
	const bool few = are_few(r, axes, proof, &ways);
	char why[128];
	snprintf(why, sizeof why, "addresses lie in %lld different ways relative to lines and banks",
		 (long long)ways);
	for (int i = 0; i < r->kernel->program.sites_count; i++)
		r->scattered[i] |= !few;
	ptx_ground g = {.kernel = r->kernel,
			.view = r->view,
			.phases = few ? proof->phases : NULL,
			.same_paths = !proof->guessed,
			.scattered = r->scattered,
			.why = few ? "some addresses follow data" : why};
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		g.axes[a] = axes[a];
	return gm_ptx_take_drawn(&g, out, r->err);
}

/* Paths alone, or nothing. */
static gm_status
take_open(const ptx_kernel *k, int64_t *walked, gm_block_samples *out, gm_error *err)
{
	prover r = {.kernel = k, .walked = walked, .err = err};
	ptx_axis axes[PTX_VIEW_AXES] = {{.count = 0}};
	ptx_proof proof;
	r.scattered = gm_allocate((size_t)k->program.sites_count + 1, sizeof *r.scattered);
	gm_status status = prove_grid(&r, axes, &proof);
	if (status == GM_OK)
		status = proof.good ? take_paths(&r, axes, &proof, out)
				    : gm_ptx_take_unproven(k, proof.why, out, err);
	free(r.scattered);
	return status;
}

/* Memory of other blocks of the cluster is the block's own. */
static void
admit_cluster(const ptx_kernel *k, gm_block_samples *out)
{
	if (out->exact)
		snprintf(out->why, sizeof out->why,
			 "the kernel asks for other blocks of its cluster of %lld; each block is run as if "
			 "their memory were its own",
			 (long long)gm_ptx_cluster_blocks(&k->program));
	out->exact = out->same_paths = false;
	out->timing = true;
}

/* Warps are run in turn: one of the orders in which they may reach an atomic. */
static void
admit_order(gm_block_samples *out)
{
	if (out->exact)
		snprintf(out->why, sizeof out->why,
			 "what an atomic returns decides paths or addresses%s",
			 out->all ? ", and blocks were run in the order of their numbers, each when "
				    "those before it had ended"
				  : ", and warps reach it in an order that nobody knows");
	out->exact = out->same_paths = false;
	out->timing = true;
}

gm_status
gm_ptx_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	bool proven = false;
	int64_t walked = 0;
	const char *why = "";
	const bool whole = gm_ptx_is_asked_whole(k);
	gm_status status = whole ? gm_ptx_take_asked(k, out, err)
				 : take_proven(k, &walked, &proven, &why, out, err);
	if (status == GM_OK && !whole && !proven)
		status = *why ? gm_ptx_take_unproven(k, why, out, err)
			      : take_open(k, &walked, out, err);
	if (status == GM_OK && k->program.asks_for_cluster && gm_ptx_cluster_blocks(&k->program) > 1)
		admit_cluster(k, out);
	if (status == GM_OK && k->program.order_decides)
		admit_order(out);
	if (status != GM_OK)
		gm_error_locate(err, kernel->file, 0, 0);
	return status;
}
