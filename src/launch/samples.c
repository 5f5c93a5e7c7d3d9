#include "launch/alike.h"
#include "base/lesser.h"
#include "launch/draw.h"
#include "launch/moved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Which blocks stand for the grid: rectangles of blocks that are proven to run alike, each stood
 * for by its first block; where the proof leaves something open, blocks drawn from the rectangles;
 * where there is none, from the whole grid.
 */
enum {
	PHASES_COUNTED = 1024, /* more need not be told apart */
	PHASES_MAX = 16, /* blocks of a rectangle that are always replayed when they are needed */
	BOXES_FEW = 64, /* of more these must be no more work than a grid that is walked whole */
};

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
		samples *= gm_lesser(s[a]->count, gm_lesser(t->phases[a], PHASES_COUNTED));
	t->samples += samples;
	t->rectangles++;
	return GM_OK;
}

/* Every phase of every box stands for its blocks, when they are not too many. */
static bool
are_few(const ptx_prover *r, const ptx_boxes *boxes, const ptx_proof *proof, int64_t *ways)
{
	tally needed = {.phases = proof->phases};
	gm_ptx_for_each_box(r->kernel, &r->view, boxes, visit_tally, &needed, r->err);
	*ways = needed.samples;
	const double work = (double)needed.samples * (double)proof->instructions * 2;
	const bool usual = needed.samples <= PHASES_MAX * needed.rectangles;
	return work <= WORK_LITTLE || (usual && (needed.rectangles <= BOXES_FEW || work <= WORK_WHOLE));
}

static gm_status
take_phases(const ptx_prover *r, const ptx_boxes *boxes, const ptx_proof *proof, gm_block_samples *out)
{
	ptx_collector c = {.out = out, .phases = proof->phases};
	out->exact = out->same_paths = true;
	out->work = (double)proof->instructions;
	out->moves = gm_ptx_moved(r, boxes);
	if (proof->shortened)
		out->common = gm_ptx_boxes_middle(&r->view, boxes);
	return gm_ptx_for_each_box(r->kernel, &r->view, boxes, gm_ptx_visit_add, &c, r->err);
}

/* Where every block stands for itself it is not known how much work they are, nor whether loops in it follow data: a
   proof ends where there is nothing more to prove. *little says whether they may all be walked; then every turn is. */
static gm_status
weigh(const ptx_kernel *k, gm_block_samples *all, bool *little, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	ptx_pilot pilot;
	*little = true;
	if ((int64_t)all->count < blocks || blocks == 1)
		return GM_OK;
	const gm_status status = gm_ptx_pilot_fly(k, all, all->count, &pilot, err);
	all->work = pilot.whole_work;
	*little = status != GM_OK || gm_ptx_pilot_affords_all(&pilot, blocks);
	if (pilot.notes.left_out > 0)
		all->walk = GM_WALK_PROVEN;
	return status;
}

/* Where addresses follow data, or lie in too many ways relative to lines and banks, blocks are drawn
   to find out where they fall. From boxes, or rectangles of axes where there are such. */
static gm_status
take_paths(const ptx_prover *r, const ptx_boxes *boxes, const ptx_axis *axes, const ptx_proof *proof,
	   gm_block_samples *out)
{
	int64_t ways;
	const bool few = are_few(r, boxes, proof, &ways);
	char why[128];
	snprintf(why, sizeof why, "addresses lie in %lld different ways relative to lines and banks",
		 (long long)ways);
	for (int i = 0; i < r->kernel->program.sites_count; i++)
		r->scattered[i] |= !few;
	ptx_ground g = {.kernel = r->kernel,
			.view = r->view,
			.boxes = axes ? NULL : boxes,
			.phases = few ? proof->phases : NULL,
			.same_paths = !proof->guessed,
			.scattered = r->scattered,
			.why = few ? "some addresses follow data" : why};
	for (int a = 0; axes && a < PTX_VIEW_AXES; a++)
		g.axes[a] = axes[a];
	return gm_ptx_take_drawn(&g, out, r->err);
}

static gm_status
take_rectangles(const ptx_prover *r, const ptx_axis axes[PTX_VIEW_AXES], const ptx_proof *proof,
		gm_block_samples *out)
{
	ptx_boxes boxes = {0};
	gm_ptx_boxes_of_axes(axes, &boxes);
	const gm_status status = take_paths(r, &boxes, axes, proof, out);
	gm_ptx_boxes_dispose(&boxes);
	return status;
}

/* Two blocks of each box at least, see view.c, of which some are walked again. */
static bool
are_drawn_from(const ptx_boxes *boxes, const ptx_proof *proof)
{
	return boxes->apart && 2.0 * (double)boxes->count * (double)proof->instructions * 2 <= WORK_WHOLE;
}

/* Of boxes paths are proven whatever their addresses, which lie in too many ways. */
static gm_status
take_boxes(ptx_prover *r, const ptx_boxes *boxes, const ptx_proof *proof, gm_block_samples *out)
{
	r->scattered = gm_allocate((size_t)r->kernel->program.sites_count + 1, sizeof *r->scattered);
	const gm_status status = take_paths(r, boxes, NULL, proof, out);
	free(r->scattered);
	r->scattered = NULL;
	return status;
}

/* Paths and all addresses, or of boxes paths. *proven says whether it was; if not, *why what else is to be tried: ""
   where paths alone may be proven. */
static gm_status
take_proven(const ptx_kernel *k, int64_t *walked, bool *proven, const char **why,
	    gm_block_samples *out, gm_error *err)
{
	ptx_prover r;
	ptx_boxes boxes = {0};
	ptx_proof proof;
	int64_t ways;
	gm_ptx_prover_init(&r, k, walked, err);
	gm_status status = gm_ptx_prove_boxes(&r, WORK_LITTLE, &boxes, &proof);
	const bool good = status == GM_OK && proof.good && !proof.guessed && !proof.loose;
	*proven = good && are_few(&r, &boxes, &proof, &ways);
	const bool boxed = good && !*proven && are_drawn_from(&boxes, &proof);
	*why = proof.good || proof.by_address || proof.shortened ? "" : proof.why;
	if (*proven)
		status = take_phases(&r, &boxes, &proof, out);
	if (*proven && status == GM_OK)
		status = weigh(k, out, proven, err);
	if (status == GM_OK && out->count > 0 && !*proven) {
		gm_block_samples_dispose(out);
		*why = "each block is unlike the others";
	}
	if (boxed) {
		*proven = true;
		status = take_boxes(&r, &boxes, &proof, out);
	}
	gm_ptx_boxes_dispose(&boxes);
	gm_ptx_prover_dispose(&r);
	return status;
}

/* Paths alone, or nothing. */
static gm_status
take_open(const ptx_kernel *k, int64_t *walked, gm_block_samples *out, gm_error *err)
{
	ptx_prover r;
	ptx_axis axes[PTX_VIEW_AXES] = {{.count = 0}};
	ptx_proof proof;
	gm_ptx_prover_init(&r, k, walked, err);
	r.scattered = gm_allocate((size_t)k->program.sites_count + 1, sizeof *r.scattered);
	gm_status status = gm_ptx_prove_grid(&r, axes, &proof);
	if (status == GM_OK)
		status = proof.good ? take_rectangles(&r, axes, &proof, out)
				    : gm_ptx_take_unproven(k, proof.why, out, err);
	free(r.scattered);
	gm_ptx_prover_dispose(&r);
	return status;
}

static void
hang_on_order(gm_block_samples *out)
{
	if (!out->timing) {
		out->exact_but_order = out->exact;
		out->paths_but_order = out->same_paths;
	}
	out->exact = out->same_paths = false;
	out->timing = true;
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
	hang_on_order(out);
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
	hang_on_order(out);
}

/* Blocks that are replayed in turn find what those before them have stored; whether they meet is asked of all. */
static bool
are_apart(const ptx_kernel *k, gm_walk walk)
{
	const bool kept = walk == GM_WALK_KEPT || (walk == GM_WALK_HASTY && k->program.places_by_order);
	return !kept && !k->program.meeting_places && !k->base.contested && !k->base.waits_for_earlier;
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
	out->apart = are_apart(k, out->walk);
	if (status != GM_OK)
		gm_error_locate(err, kernel->file, 0, 0);
	return status;
}
