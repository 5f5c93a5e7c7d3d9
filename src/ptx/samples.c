#include "ptx/launch.h"

#include "ptx/proof.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Which blocks stand for the grid: rectangles of blocks that are proven to run alike, each stood
 * for by its first block; where no proof is found, blocks spread over the grid.
 */
enum {
	SEGMENTS_MAX = 8,
	SAMPLES_ONE_AXIS = 12,
	SAMPLES_PER_AXIS = 4,
	PHASES_MAX = 16,   /* blocks of a rectangle that are always replayed when they are needed */
	SAMPLES_MAX = 512, /* and more of them, or a whole small grid, */
	WORK_MAX = 1 << 18, /* when they are up to so many warp instructions */
};

/* A run of blocks along an axis. */
typedef struct segment {
	int64_t first, count;
} segment;

typedef struct axis {
	segment segments[SAMPLES_ONE_AXIS];
	int count;
} axis;

static int64_t
lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
extent_of(gm_dim3 grid, int a)
{
	return a == 0 ? grid.x : a == 1 ? grid.y : grid.z;
}

static gm_dim3
on_axis(int a, int64_t at)
{
	return (gm_dim3){a == 0 ? at : 0, a == 1 ? at : 0, a == 2 ? at : 0};
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
cut_axis(const ptx_kernel *k, int a, axis *out, ptx_proof *proof, gm_error *err)
{
	const int64_t extent = extent_of(k->base.grid, a);
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
		out->segments[out->count++] = (segment){at, count};
		at += count;
		const gm_status status =
			at < extent ? gm_ptx_prove(k, on_axis(a, at), &here, err) : GM_OK;
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
check_rectangle(const ptx_kernel *k, const segment *s[3], ptx_proof *whole, gm_error *err)
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
			gm_ptx_prove(k, (gm_dim3){at[0], at[1], at[2]}, &proof, err);
		if (status != GM_OK)
			return status;
		join_proofs(whole, &proof);
		for (int a = corner & 1; a < 3; a++)
			if (a != 1 || !(corner & 2))
				whole->good = whole->good && proof.limits[a] >= s[a]->count - 1;
	}
	return GM_OK;
}

static void
add_sample(gm_block_samples *out, size_t *room, const int64_t block[3], int64_t weight)
{
	if (weight <= 0)
		return;
	out->samples = gm_grow(out->samples, room, out->count + 1, sizeof *out->samples);
	out->samples[out->count++] =
		(gm_block_sample){.block = {block[0], block[1], block[2]}, .weight = weight};
}

static int
axes_longer_than_one(gm_dim3 grid)
{
	return (grid.x > 1) + (grid.y > 1) + (grid.z > 1);
}

typedef gm_status (*visit_function)(const ptx_kernel *k, const segment *s[3], void *state,
				    gm_error *err);

static gm_status
for_each_rectangle(const ptx_kernel *k, const axis axes[3], visit_function visit, void *state,
		   gm_error *err)
{
	for (int z = 0; z < axes[2].count; z++)
		for (int y = 0; y < axes[1].count; y++)
			for (int x = 0; x < axes[0].count; x++) {
				const segment *s[3] = {&axes[0].segments[x], &axes[1].segments[y],
						       &axes[2].segments[z]};
				const gm_status status = visit(k, s, state, err);
				if (status != GM_OK)
					return status;
			}
	return GM_OK;
}

static gm_status
visit_check(const ptx_kernel *k, const segment *s[3], void *state, gm_error *err)
{
	return check_rectangle(k, s, state, err);
}

typedef struct collector {
	gm_block_samples *out;
	size_t room;
	const int64_t *phases; /* NULL: one block from the middle of each rectangle */
} collector;

/* Of `count` blocks, those that lie a multiple of `phases` from the one numbered `phase`. */
static int64_t
in_phase(int64_t count, int64_t phases, int64_t phase)
{
	return (count - phase + phases - 1) / phases;
}

static void
add_phases(collector *c, const segment *s[3])
{
	const int64_t *p = c->phases;
	const int64_t x = lesser(p[0], s[0]->count), y = lesser(p[1], s[1]->count);
	const int64_t z = lesser(p[2], s[2]->count);
	for (int64_t i = 0; i < x * y * z; i++) {
		const int64_t phase[3] = {i % x, i / x % y, i / (x * y)};
		int64_t block[3], weight = 1;
		for (int a = 0; a < 3; a++) {
			block[a] = s[a]->first + phase[a];
			weight *= in_phase(s[a]->count, p[a], phase[a]);
		}
		add_sample(c->out, &c->room, block, weight);
	}
}

static gm_status
visit_add(const ptx_kernel *k, const segment *s[3], void *state, gm_error *err)
{
	collector *c = state;
	(void)k, (void)err;
	if (c->phases) {
		add_phases(c, s);
		return GM_OK;
	}
	const int64_t block[3] = {s[0]->first + s[0]->count / 2, s[1]->first + s[1]->count / 2,
				  s[2]->first + s[2]->count / 2};
	add_sample(c->out, &c->room, block, s[0]->count * s[1]->count * s[2]->count);
	return GM_OK;
}

/* Strata of equal length; the ends of the axis, where blocks differ most, stand for themselves. */
static void
spread(axis *out, int64_t extent, int wanted)
{
	out->count = 0;
	if (extent <= wanted || wanted < 3) {
		const int64_t middle = extent > 1 ? extent - 1 : 1;
		if (extent > wanted) {
			out->segments[out->count++] = (segment){0, middle};
			out->segments[out->count++] = (segment){middle, extent - middle};
			return;
		}
		for (int64_t i = 0; i < extent; i++)
			out->segments[out->count++] = (segment){i, 1};
		return;
	}
	const int inner = wanted - 2;
	out->segments[out->count++] = (segment){0, 1};
	for (int i = 0; i < inner; i++) {
		const int64_t from = 1 + (extent - 2) * i / inner,
			      to = 1 + (extent - 2) * (i + 1) / inner;
		out->segments[out->count++] = (segment){from, to - from};
	}
	out->segments[out->count++] = (segment){extent - 1, 1};
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	(void)instr;
	(*(int64_t *)state)++;
	return GM_OK;
}

/* How much the samples differ, in the instructions that are streamed for them. */
static gm_status
measure_spread(const ptx_kernel *k, const gm_block_samples *out, int64_t *least, int64_t *most,
	       gm_error *err)
{
	*least = INT64_MAX;
	*most = 0;
	for (size_t i = 0; i < out->count; i++) {
		int64_t count = 0;
		const gm_sink sink = {.state = &count, .instruction = count_instruction};
		const gm_status status = gm_ptx_replay(&k->base, out->samples[i].block, PTX_LANES,
						       false, &sink, err);
		if (status != GM_OK)
			return status;
		*least = count < *least ? count : *least;
		*most = count > *most ? count : *most;
	}
	return GM_OK;
}

static gm_status
sample(const ptx_kernel *k, int one_axis, int per_axis, gm_block_samples *out, int64_t *least,
       int64_t *most, gm_error *err)
{
	const gm_dim3 grid = k->base.grid;
	const int wanted = axes_longer_than_one(grid) > 1 ? per_axis : one_axis;
	axis axes[3];
	collector c = {.out = out};
	free(out->samples);
	*out = (gm_block_samples){0};
	for (int a = 0; a < 3; a++)
		spread(&axes[a], extent_of(grid, a), wanted);
	for_each_rectangle(k, axes, visit_add, &c, err);
	return measure_spread(k, out, least, most, err);
}

/* First, last and an inner block; more when they disagree. */
static gm_status
sample_unproven(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	int64_t least, most;
	gm_status status = sample(k, 3, 2, out, &least, &most, err);
	if (status == GM_OK && least != most)
		status = sample(k, SAMPLES_ONE_AXIS, SAMPLES_PER_AXIS, out, &least, &most, err);
	out->exact = false;
	snprintf(out->why, sizeof out->why,
		 "%zu blocks sampled, which execute %lld to %lld warp instructions: %s", out->count,
		 (long long)least, (long long)most, why);
	return status;
}

static gm_status
prove_grid(const ptx_kernel *k, axis axes[3], ptx_proof *proof, gm_error *err)
{
	gm_status status = gm_ptx_prove(k, (gm_dim3){0, 0, 0}, proof, err);
	for (int a = 0; a < 3 && status == GM_OK && proof->good; a++)
		status = cut_axis(k, a, &axes[a], proof, err);
	if (status == GM_OK && proof->good && axes_longer_than_one(k->base.grid) > 1)
		status = for_each_rectangle(k, axes, visit_check, proof, err);
	if (status == GM_OK && !proof->good && !*proof->why)
		proof->why = "blocks alike along each axis are not alike across both";
	return status;
}

typedef struct tally {
	const int64_t *phases;
	int64_t samples, rectangles;
} tally;

/* Blocks of a rectangle that stand for each way in which its addresses lie. */
static gm_status
visit_tally(const ptx_kernel *k, const segment *s[3], void *state, gm_error *err)
{
	tally *t = state;
	int64_t samples = 1;
	(void)k, (void)err;
	for (int a = 0; a < 3; a++)
		samples *= lesser(s[a]->count, lesser(t->phases[a], SAMPLES_MAX + 1));
	t->samples += samples;
	t->rectangles++;
	return GM_OK;
}

static bool
is_cheap(int64_t blocks, int64_t instructions)
{
	return blocks <= SAMPLES_MAX && instructions <= WORK_MAX / blocks;
}

/* Every phase of every rectangle, or a block from the middle of each where that were too many. */
static gm_status
take_rectangles(const ptx_kernel *k, const axis axes[3], const ptx_proof *proof,
		gm_block_samples *out, gm_error *err)
{
	tally needed = {.phases = proof->phases};
	gm_status status = for_each_rectangle(k, axes, visit_tally, &needed, err);
	const bool few = needed.samples <= PHASES_MAX * needed.rectangles ||
			 is_cheap(needed.samples, proof->instructions);
	collector c = {.out = out, .phases = few ? proof->phases : NULL};
	if (status == GM_OK)
		status = for_each_rectangle(k, axes, visit_add, &c, err);
	out->exact = few;
	if (!few)
		snprintf(out->why, sizeof out->why,
			 "all blocks take proven paths, but their addresses lie in %lld different "
			 "ways "
			 "relative to lines and banks",
			 (long long)needed.samples);
	return status;
}

/* A small grid is walked whole, where no block changes what another one does. */
static gm_status
take_all_or_sample(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	gm_block_sample first = {.weight = 1};
	const gm_block_samples one = {.samples = &first, .count = 1};
	int64_t least = 0, most = WORK_MAX;
	if (k->program.writes_what_decides || blocks > SAMPLES_MAX)
		return sample_unproven(k, why, out, err);
	const gm_status status = measure_spread(k, &one, &least, &most, err);
	if (status != GM_OK)
		return status;
	return is_cheap(blocks, most) ? gm_kernel_blocks_all(&k->base, out, err)
				      : sample_unproven(k, why, out, err);
}

gm_status
gm_ptx_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	ptx_proof proof;
	axis axes[3];
	*out = (gm_block_samples){.exact = true};
	gm_status status = prove_grid(k, axes, &proof, err);
	if (status == GM_OK)
		status = proof.good ? take_rectangles(k, axes, &proof, out, err)
				    : take_all_or_sample(k, proof.why, out, err);
	if (status != GM_OK)
		gm_error_locate(err, kernel->file, 0, 0);
	return status;
}
