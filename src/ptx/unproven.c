#include "ptx/view.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Where no proof is found: blocks spread over the grid, or all of a small one.
 */
enum {
	SAMPLES_ONE_AXIS = PTX_SEGMENTS_MAX,
	SAMPLES_PER_AXIS = 4,
	SAMPLES_MAX = 512,  /* blocks of a grid that is walked whole, */
	WORK_MAX = 1 << 18, /* when they are up to so many warp instructions */
	WORK_OF_MANY = 1 << 22, /* of as many samples as there are strata, at most */
};

bool
gm_ptx_is_cheap(int64_t blocks, int64_t instructions)
{
	return blocks <= SAMPLES_MAX && instructions <= WORK_MAX / blocks;
}

/* Strata of equal length; the ends of the axis, where blocks differ most, stand for themselves. */
static void
spread(ptx_axis *out, int64_t extent, int wanted)
{
	out->count = 0;
	if (extent <= wanted || wanted < 3) {
		const int64_t middle = extent > 1 ? extent - 1 : 1;
		if (extent > wanted) {
			out->segments[out->count++] = (ptx_segment){0, middle};
			out->segments[out->count++] = (ptx_segment){middle, extent - middle};
			return;
		}
		for (int64_t i = 0; i < extent; i++)
			out->segments[out->count++] = (ptx_segment){i, 1};
		return;
	}
	const int inner = wanted - 2;
	out->segments[out->count++] = (ptx_segment){0, 1};
	for (int i = 0; i < inner; i++) {
		const int64_t from = 1 + (extent - 2) * i / inner,
			      to = 1 + (extent - 2) * (i + 1) / inner;
		out->segments[out->count++] = (ptx_segment){from, to - from};
	}
	out->segments[out->count++] = (ptx_segment){extent - 1, 1};
}

/* What a block does, as far as samples are compared. */
typedef struct amount {
	int64_t instructions, lanes;
	int64_t sectors; /* of 32 bytes that neighbouring lanes do not share */
} amount;

typedef struct range {
	amount least, most;
} range;

static int64_t
sectors_of(const gm_warp_instr *instr)
{
	enum { SECTOR_BITS = 5 };
	uint64_t last = UINT64_MAX;
	int64_t sectors = 0;
	for (uint64_t rest = instr->active; rest; rest &= rest - 1) {
		const uint64_t sector = instr->address[__builtin_ctzll(rest)] >> SECTOR_BITS;
		sectors += sector != last;
		last = sector;
	}
	return sectors;
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	amount *sum = state;
	sum->instructions++;
	sum->lanes += __builtin_popcountll(instr->active);
	if (instr->address)
		sum->sectors += sectors_of(instr);
	return GM_OK;
}

static void
widen(int64_t *least, int64_t *most, int64_t value)
{
	*least = value < *least ? value : *least;
	*most = value > *most ? value : *most;
}

static bool
is_alike(const range *r)
{
	return r->least.instructions == r->most.instructions && r->least.lanes == r->most.lanes &&
	       r->least.sectors == r->most.sectors;
}

/* How much the samples differ in what is streamed for them. Blocks of equally many instructions may
   still differ, by the lanes that data let store and by where data let them read. */
static gm_status
measure_spread(const ptx_kernel *k, const gm_block_samples *out, range *r, bool *guessed,
	       gm_error *err)
{
	*r = (range){{INT64_MAX, INT64_MAX, INT64_MAX}, {0, 0, 0}};
	for (size_t i = 0; i < out->count; i++) {
		amount sum = {0, 0, 0};
		const gm_sink sink = {.state = &sum, .instruction = count_instruction};
		const gm_status status = gm_ptx_replay_noting(
			k, &out->samples[i], 1, GM_WALK_SAMPLED, &sink, guessed, err);
		if (status != GM_OK)
			return status;
		widen(&r->least.instructions, &r->most.instructions, sum.instructions);
		widen(&r->least.lanes, &r->most.lanes, sum.lanes);
		widen(&r->least.sectors, &r->most.sectors, sum.sectors);
	}
	return GM_OK;
}

static gm_status
sample(const ptx_kernel *k, int one_axis, int per_axis, gm_block_samples *out, range *r, gm_error *err)
{
	const ptx_view v = gm_ptx_view_whole(k);
	const int wanted = gm_ptx_view_axes(v.extent) > 1 ? per_axis : one_axis;
	ptx_axis axes[3];
	ptx_collector c = {.out = out};
	free(out->samples);
	*out = (gm_block_samples){0};
	for (int a = 0; a < 3; a++)
		spread(&axes[a], v.extent[a], wanted);
	gm_ptx_for_each_rectangle(k, &v, axes, gm_ptx_visit_add, &c, err);
	bool guessed = false;
	return measure_spread(k, out, r, &guessed, err);
}

/* By half and more, and worth the time: the grid may be uneven on a scale that few samples miss. */
static bool
deserves_many(const ptx_kernel *k, int64_t least, int64_t most)
{
	const ptx_view v = gm_ptx_view_whole(k);
	int64_t samples = 1;
	for (int i = gm_ptx_view_axes(v.extent); i > 0; i--)
		samples *= PTX_SEGMENTS_MAX;
	return most > least + least / 2 && samples <= SAMPLES_MAX && most <= WORK_OF_MANY / samples;
}

/* First, last and an inner block; more when they disagree. */
static gm_status
sample_unproven(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	range r;
	gm_status status = sample(k, 3, 2, out, &r, err);
	if (status == GM_OK && !is_alike(&r))
		status = sample(k, SAMPLES_ONE_AXIS, SAMPLES_PER_AXIS, out, &r, err);
	const int64_t least = r.least.instructions, most = r.most.instructions;
	if (status == GM_OK && deserves_many(k, least, most))
		status = sample(k, PTX_SEGMENTS_MAX, PTX_SEGMENTS_MAX, out, &r, err);
	out->exact = false;
	snprintf(out->why, sizeof out->why,
		 "%zu blocks sampled, which execute %lld to %lld warp instructions: %s", out->count,
		 (long long)r.least.instructions, (long long)r.most.instructions, why);
	return status;
}

void
gm_ptx_admit_guess(gm_block_samples *out)
{
	if (out->exact)
		snprintf(out->why, sizeof out->why,
			 "a loop that turns many times follows data: some of its turns stand for the "
			 "others");
	out->exact = false;
}

/* A small grid is walked whole, where no block changes what another one does. */
gm_status
gm_ptx_take_all_or_sample(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	gm_block_sample first = {.weight = 1};
	const gm_block_samples one = {.samples = &first, .count = 1};
	range r;
	bool guessed = false;
	if (k->program.writes_what_decides || blocks > SAMPLES_MAX)
		return sample_unproven(k, why, out, err);
	gm_status status = measure_spread(k, &one, &r, &guessed, err);
	if (status == GM_OK && !gm_ptx_is_cheap(blocks, r.most.instructions))
		return sample_unproven(k, why, out, err);
	if (status == GM_OK)
		status = gm_kernel_blocks_all(&k->base, out, err);
	if (status == GM_OK)
		status = measure_spread(k, out, &r, &guessed, err);
	if (guessed)
		gm_ptx_admit_guess(out);
	return status;
}
