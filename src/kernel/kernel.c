#include "kernel/kernel.h"

#include "kernel/moves.h"

#include <assert.h>
#include <stdlib.h>

enum { BLOCKS_ALL_MAX = 1 << 22 };

static const char *const origins[GM_ORIGIN_COUNT] = {
#define X(id, name) [id] = name,
        GM_ORIGIN_LIST(X)
#undef X
};

const char *
gm_origin_name(gm_origin origin)
{
	return origins[origin];
}

void
gm_kernel_free(gm_kernel *kernel)
{
	if (kernel)
		kernel->methods->free(kernel);
}

const gm_kernel *
gm_kernel_on(const gm_kernel *kernel, int cc_major, int cc_minor, void **owned)
{
	*owned = NULL;
	return kernel->methods->on ? kernel->methods->on(kernel, cc_major, cc_minor, owned) : kernel;
}

gm_kernel *
gm_kernel_again(const gm_kernel *kernel)
{
	return kernel->methods->again ? kernel->methods->again(kernel) : NULL;
}

void
gm_block_samples_dispose(gm_block_samples *samples)
{
	free(samples->samples);
	free(samples->scattered);
	gm_moves_free(samples->moves);
	*samples = (gm_block_samples){0};
}

/* The first of those with the largest weight; where each block stands for itself, the one in the middle:
   the first would be a corner. */
static gm_dim3
common_block(const gm_block_samples *samples, gm_dim3 grid)
{
	const gm_dim3 middle = {grid.x / 2, grid.y / 2, grid.z / 2};
	size_t best = 0;
	for (size_t i = 1; i < samples->count; i++)
		if (samples->samples[i].weight > samples->samples[best].weight)
			best = i;
	return samples->samples[best].weight > 1 ? samples->samples[best].block : middle;
}

gm_status
gm_kernel_blocks(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	static const gm_dim3 not_said = {-1, -1, -1};
	*out = (gm_block_samples){.common = not_said};
	gm_status status = kernel->methods->blocks(kernel, out, err);
	if (status == GM_OK && !out->exact && !out->timing && !out->all &&
	    kernel->sample == GM_SAMPLE_ALL) {
		gm_block_samples_dispose(out);
		status = gm_kernel_blocks_all(kernel, out, err);
		out->walk = GM_WALK_PROVEN;
		out->all = true;
		out->apart = !kernel->contested && !kernel->waits_for_earlier;
	}
	if (status == GM_OK && !out->timing) {
		out->exact_but_order = out->exact;
		out->paths_but_order = out->same_paths;
	}
	if (status == GM_OK && out->common.x < 0)
		out->common = common_block(out, kernel->grid);
	return status;
}

gm_status
gm_kernel_blocks_all(const gm_kernel *kernel, gm_block_samples *out, gm_error *err)
{
	const gm_dim3 grid = kernel->grid;
	*out = (gm_block_samples){
	        .exact = true, .same_paths = true, .exact_but_order = true, .paths_but_order = true, .common = {grid.x / 2, grid.y / 2, grid.z / 2}};
	const int64_t count = gm_dim3_volume(kernel->grid);
	if (count > BLOCKS_ALL_MAX)
		return gm_fail(err, GM_TOO_LARGE, "a grid of %lld blocks is too large to walk whole, at most %d",
		               (long long)count, BLOCKS_ALL_MAX);
	out->samples = gm_allocate((size_t)count, sizeof *out->samples);
	for (int64_t z = 0; z < kernel->grid.z; z++)
		for (int64_t y = 0; y < kernel->grid.y; y++)
			for (int64_t x = 0; x < kernel->grid.x; x++)
				out->samples[out->count++] = (gm_block_sample){.block = {x, y, z}, .weight = 1};
	return GM_OK;
}

static bool
inside(gm_dim3 block, gm_dim3 grid)
{
	return block.x >= 0 && block.x < grid.x && block.y >= 0 && block.y < grid.y && block.z >= 0 &&
	       block.z < grid.z;
}

gm_status
gm_kernel_replay_samples(const gm_kernel *kernel, const gm_block_sample *samples, size_t count,
                         int warp_lanes, gm_walk walk, const gm_sink *sink, gm_error *err)
{
	assert(warp_lanes == 32 || warp_lanes == 64);
	for (size_t i = 0; i < count; i++) {
		const gm_dim3 block = samples[i].block, grid = kernel->grid;
		if (!inside(block, grid))
			return gm_fail(err, GM_BAD_VALUE,
			               "block %lld,%lld,%lld is outside the grid of %lld x %lld x %lld",
			               (long long)block.x, (long long)block.y, (long long)block.z,
			               (long long)grid.x, (long long)grid.y, (long long)grid.z);
	}
	return kernel->methods->replay(kernel, samples, count, warp_lanes, walk, sink, err);
}

gm_status
gm_kernel_replay(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, const gm_sink *sink,
                 gm_error *err)
{
	const gm_block_sample one = {.block = block, .weight = 1};
	return gm_kernel_replay_samples(kernel, &one, 1, warp_lanes, GM_WALK_SAMPLED, sink, err);
}

gm_status
gm_kernel_replay_whole(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, const gm_sink *sink,
                       gm_error *err)
{
	const gm_block_sample one = {.block = block, .weight = 1};
	return gm_kernel_replay_samples(kernel, &one, 1, warp_lanes, GM_WALK_WHOLE, sink, err);
}

void
gm_kernel_wait(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out)
{
	*out = (gm_waited){0};
	if (kernel->awaits && kernel->methods->wait)
		kernel->methods->wait(kernel, ways, out);
}

int
gm_kernel_warps(const gm_kernel *kernel, int warp_lanes)
{
	return (int)((gm_dim3_volume(kernel->block) + warp_lanes - 1) / warp_lanes);
}

int64_t
gm_kernel_shared_bytes(const gm_kernel *kernel)
{
	const gm_resources *r = &kernel->resources;
	return (r->shared_static_bytes > 0 ? r->shared_static_bytes : 0) +
	       (r->shared_dynamic_bytes > 0 ? r->shared_dynamic_bytes : 0);
}

int64_t
gm_kernel_registers(const gm_kernel *kernel, int cc_major, int cc_minor, const char **source)
{
	const gm_resources *resources = &kernel->resources;
	for (int i = 0; i < resources->registers_by_capability_count; i++) {
		const gm_registers *row = &resources->registers_by_capability[i];
		if (row->cc_major != cc_major || row->cc_minor != cc_minor)
			continue;
		if (source)
			*source = row->source;
		return row->count;
	}
	if (source)
		*source = resources->registers_source;
	return resources->registers_count;
}
