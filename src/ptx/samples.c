#include "ptx/view.h"

#include <stdio.h>

/*
 * Which blocks stand for the grid: rectangles of blocks that are proven to run alike, each stood
 * for by its first block; where no proof is found, blocks spread over the grid.
 */
enum {
	SEGMENTS_MAX = 8,
	PHASES_COUNTED = 1024, /* more need not be told apart */
	PHASES_MAX = 16, /* blocks of a rectangle that are always replayed when they are needed */
};

static int64_t
lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static gm_dim3
on_axis(const ptx_view *v, int a, int64_t at)
{
	return gm_ptx_view_block(v, (int64_t[3]){a == 0 ? at : 0, a == 1 ? at : 0, a == 2 ? at : 0});
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
	for (int i = 0; i < 3; i++)
		if (other->phases[i] > proof->phases[i])
			proof->phases[i] = other->phases[i];
	if (other->instructions > proof->instructions)
		proof->instructions = other->instructions;
	if (*other->why)
		proof->why = other->why;
}

/* Runs of alike blocks along one axis, the others at 0; `proof` is that of the block at the origin.
 */
static gm_status
cut_axis(const ptx_kernel *k, const ptx_view *v, int a, ptx_axis *out, ptx_proof *proof, gm_error *err)
{
	const int64_t extent = v->extent[a];
	ptx_proof here = *proof;
	out->count = 0;
	for (int64_t at = 0; at < extent;) {
		const int64_t count = run_length(here.limits[a], extent - at);
		if (out->count == SEGMENTS_MAX) {
			proof->good = false;
			if (!*proof->why)
				proof->why = "blocks differ in more than 8 ways along an axis";
			return GM_OK;
		}
		out->segments[out->count++] = (ptx_segment){at, count};
		at += count;
		const gm_status status =
			at < extent ? gm_ptx_prove(k, v, on_axis(v, a, at), &here, err) : GM_OK;
		if (status != GM_OK)
			return status;
		join_proofs(proof, &here);
	}
	return GM_OK;
}

/* Paths depend on the block's indices through conditions that are linear along each axis, so a
   rectangle runs alike when it does along its edges: from each corner towards the far side. `whole`
   is the proof of the grid. */
static gm_status
check_rectangle(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3], ptx_proof *whole,
		gm_error *err)
{
	for (int corner = 0; corner < 4 && whole->good; corner++) {
		const int64_t at[3] = {s[0]->first + (corner & 1 ? s[0]->count - 1 : 0),
				       s[1]->first + (corner & 2 ? s[1]->count - 1 : 0),
				       s[2]->first};
		const bool repeated =
			(corner & 1 && s[0]->count == 1) || (corner & 2 && s[1]->count == 1);
		const bool last = (corner & 2) && s[2]->count == 1;
		ptx_proof proof;
		if (repeated || last || (corner == 1 && s[1]->count == 1 && s[2]->count == 1))
			continue;
		const gm_status status =
			gm_ptx_prove(k, v, gm_ptx_view_block(v, at), &proof, err);
		if (status != GM_OK)
			return status;
		join_proofs(whole, &proof);
		for (int a = corner & 1; a < 3; a++)
			if (a != 1 || !(corner & 2))
				whole->good = whole->good && proof.limits[a] >= s[a]->count - 1;
	}
	return GM_OK;
}

static gm_status
visit_check(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3], void *state, gm_error *err)
{
	return check_rectangle(k, v, s, state, err);
}

static gm_status
prove_view(const ptx_kernel *k, const ptx_view *v, ptx_axis axes[3], ptx_proof *proof, gm_error *err)
{
	gm_status status = gm_ptx_prove(k, v, (gm_dim3){0, 0, 0}, proof, err);
	for (int a = 0; a < 3 && status == GM_OK && proof->good; a++)
		status = cut_axis(k, v, a, &axes[a], proof, err);
	if (status == GM_OK && proof->good && gm_ptx_view_axes(v->extent) > 1)
		status = gm_ptx_for_each_rectangle(k, v, axes, visit_check, proof, err);
	if (status == GM_OK && !proof->good && !*proof->why)
		proof->why = "blocks alike along each axis are not alike across both";
	return status;
}

/* Blocks in a row that walk a matrix row by row are alike from row to row: the only axis becomes two,
   the place in the row and the row. False where the rows are not whole. */
static bool
fold(ptx_view *v, const ptx_axis *first)
{
	const int64_t length = first->count > 0 ? first->segments[0].count : 0;
	if (gm_ptx_view_axes(v->extent) != 1 || v->extent[0] == 1 || length < 2 ||
	    v->extent[0] % length)
		return false;
	*v = (ptx_view){{length, v->extent[0] / length, 1}, {0, 0, 2}, {1, length, 1}};
	return true;
}

/* *v is how the axes are to be read. */
static gm_status
prove_grid(const ptx_kernel *k, ptx_view *v, ptx_axis axes[3], ptx_proof *proof, gm_error *err)
{
	*v = gm_ptx_view_whole(k);
	gm_status status = prove_view(k, v, axes, proof, err);
	if (status != GM_OK || proof->good || !fold(v, &axes[0]))
		return status;
	const ptx_proof unfolded = *proof;
	status = prove_view(k, v, axes, proof, err);
	if (status == GM_OK && !proof->good)
		*proof = unfolded;
	return status;
}

typedef struct tally {
	const int64_t *phases;
	int64_t samples, rectangles;
} tally;

/* Blocks of a rectangle that stand for each way in which its addresses lie. */
static gm_status
visit_tally(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3], void *state, gm_error *err)
{
	tally *t = state;
	int64_t samples = 1;
	(void)k, (void)v, (void)err;
	for (int a = 0; a < 3; a++)
		samples *= lesser(s[a]->count, lesser(t->phases[a], PHASES_COUNTED));
	t->samples += samples;
	t->rectangles++;
	return GM_OK;
}

/* Every phase of every rectangle, or a block from the middle of each where that were too many. */
static gm_status
take_rectangles(const ptx_kernel *k, const ptx_view *v, const ptx_axis axes[3], const ptx_proof *proof,
		gm_block_samples *out, gm_error *err)
{
	tally needed = {.phases = proof->phases};
	gm_status status = gm_ptx_for_each_rectangle(k, v, axes, visit_tally, &needed, err);
	const bool few = needed.samples <= PHASES_MAX * needed.rectangles ||
			 gm_ptx_is_cheap(needed.samples, proof->instructions);
	ptx_collector c = {.out = out, .phases = few ? proof->phases : NULL};
	if (status == GM_OK)
		status = gm_ptx_for_each_rectangle(k, v, axes, gm_ptx_visit_add, &c, err);
	out->exact = few;
	if (!few)
		snprintf(out->why, sizeof out->why,
			 "all blocks take proven paths, but their addresses lie in %lld different "
			 "ways "
			 "relative to lines and banks",
			 (long long)needed.samples);
	return status;
}

/* Ranks, and memory of other blocks of the cluster, are the block's own. */
static void
admit_cluster(const ptx_kernel *k, gm_block_samples *out)
{
	if (out->exact)
		snprintf(out->why, sizeof out->why,
			 "the kernel asks for other blocks of its cluster of %lld; each block is run as a "
			 "cluster of its own",
			 (long long)k->program.cluster_blocks);
	out->exact = false;
}

gm_status
gm_ptx_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	ptx_proof proof;
	ptx_view view;
	ptx_axis axes[3] = {{.count = 0}};
	*out = (gm_block_samples){.exact = true};
	gm_status status = prove_grid(k, &view, axes, &proof, err);
	if (status == GM_OK)
		status = proof.good ? take_rectangles(k, &view, axes, &proof, out, err)
				    : gm_ptx_take_all_or_sample(k, proof.why, out, err);
	if (status == GM_OK && proof.guessed)
		gm_ptx_admit_guess(out);
	if (status == GM_OK && k->program.asks_for_cluster && k->program.cluster_blocks > 1)
		admit_cluster(k, out);
	if (status != GM_OK)
		gm_error_locate(err, kernel->file, 0, 0);
	return status;
}
