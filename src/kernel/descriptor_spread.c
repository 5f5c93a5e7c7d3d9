#include "kernel/descriptor.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Grids of which too many blocks differ: walked whole where that is little work, else blocks drawn
 * from them, one from each of so many equal parts, at a place that looks like chance and is always
 * the same. Work is counted in warp instructions, those that go to memory as seven, of a few blocks
 * spread over the grid: fixed numbers, so that every machine draws the same.
 */

enum {
	PILOTS = 16,
	WORK_OF_REQUEST = 6,
	WORK_OF_PILOTS = 1 << 18,
	WORK_WHOLE = 2 << 20,
	WORK_DRAWN = 1 << 20,
	DRAWN_LEAST = 64,
	WHOLE_MOST = 1 << 16, /* blocks */
};

/* ---- the work of a block ---- */

static gm_status
count_work(void *state, const gm_warp_instr *instr)
{
	double *work = state;
	*work += 1 + (instr->address ? WORK_OF_REQUEST : 0);
	return GM_OK;
}

/* Mean of a few; a failure is met again when the samples are replayed. */
static double
work_of_block(const gm_kernel *kernel, int64_t blocks)
{
	double work = 0;
	int walked = 0;
	const gm_sink sink = {.state = &work, .instruction = count_work, .hurried = true};
	gm_error ignored = GM_ERROR_NONE;
	while (walked < PILOTS && walked < blocks && work < WORK_OF_PILOTS) {
		const int64_t at = (2 * walked + 1) * blocks / (2 * PILOTS);
		const gm_block_sample sample = {.block = gm_dim3_at(kernel->grid, at), .weight = 1};
		walked++;
		if (gm_descriptor_replay(kernel, &sample, 1, 32, GM_WALK_SAMPLED, &sink, &ignored))
			break;
	}
	return work / walked;
}

/* ---- the blocks ---- */

/* Of the part begin to end-1; the multiplier is that of Knuth's multiplicative hash. */
static int64_t
drawn_from(int64_t part, int64_t begin, int64_t end)
{
	const uint32_t mixed = (uint32_t)((uint64_t)(part + 1) * 2654435761u);
	return begin + (int64_t)((uint64_t)(end - begin) * mixed >> 32);
}

static void
take_parts(gm_dim3 grid, int64_t count, gm_block_samples *out)
{
	const int64_t blocks = gm_dim3_volume(grid);
	out->samples = gm_allocate((size_t)count, sizeof *out->samples);
	out->count = (size_t)count;
	for (int64_t i = 0; i < count; i++) {
		const int64_t begin = (int64_t)((__int128)blocks * i / count);
		const int64_t end = (int64_t)((__int128)blocks * (i + 1) / count);
		out->samples[i] = (gm_block_sample){.block = gm_dim3_at(grid, drawn_from(i, begin, end)),
						    .weight = end - begin,
						    .pool = count < blocks};
	}
	out->exact = count == blocks;
	out->same_paths = out->exact;
	out->common = (gm_dim3){grid.x / 2, grid.y / 2, grid.z / 2};
}

void
gm_descriptor_spread(const gm_kernel *kernel, int ways, gm_block_samples *out)
{
	const int64_t blocks = gm_dim3_volume(kernel->grid);
	const double work = work_of_block(kernel, blocks);
	const bool whole = blocks <= WHOLE_MOST && work * (double)blocks <= WORK_WHOLE;
	int64_t count = (int64_t)(WORK_DRAWN / (work > 1 ? work : 1));
	count = count < DRAWN_LEAST ? DRAWN_LEAST : count;
	free(out->samples);
	take_parts(kernel->grid, whole || count > blocks ? blocks : count, out);
	if (!out->exact)
		snprintf(out->why, sizeof out->why,
			 "the blocks of the grid differ in more than %d ways; %lld of %lld stand for all",
			 ways, (long long)count, (long long)blocks);
}
