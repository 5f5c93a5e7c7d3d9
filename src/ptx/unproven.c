#include "ptx/draw.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Grids of which not everything is proven: walked whole where that is little work, else blocks are
 * drawn from them.
 */
enum { PILOTS = 64, ALIKE_ENOUGH = 12 };

/* The ends of an axis, where blocks differ most, are parts of their own. */
static void
cut_ends(ptx_axis *out, int64_t extent)
{
	out->count = 0;
	out->segments[out->count++] = (ptx_segment){0, 1};
	if (extent > 2)
		out->segments[out->count++] = (ptx_segment){1, extent - 2};
	if (extent > 1)
		out->segments[out->count++] = (ptx_segment){extent - 1, 1};
}

static gm_status
draw(const ptx_ground *g, int64_t wanted, gm_block_samples *out, gm_error *err)
{
	ptx_collector c = {.out = out,
			   .phases = g->phases,
			   .drawn = wanted,
			   .blocks = gm_dim3_volume(g->kernel->base.grid)};
	return gm_ptx_for_each_rectangle(g->kernel, &g->view, g->axes, gm_ptx_visit_add, &c, err);
}

static gm_status
take_all(const ptx_ground *g, const ptx_pilot *p, gm_block_samples *out, gm_error *err)
{
	gm_block_samples_dispose(out);
	const gm_status status = gm_kernel_blocks_all(&g->kernel->base, out, err);
	out->walk = GM_WALK_PROVEN;
	out->work = p->whole_work;
	return status;
}

/* What is not exact, for people. */
static void
explain(const ptx_ground *g, const ptx_pilot *p, int64_t blocks, gm_block_samples *out)
{
	const long long drawn = (long long)out->count, least = (long long)p->least.instructions,
			most = (long long)p->most.instructions;
	if (out->same_paths)
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn, which all take proven paths: %s", drawn,
			 (long long)blocks, g->why);
	else if (least == most)
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn, which execute about %lld warp instructions "
			 "each: %s",
			 drawn, (long long)blocks, least, g->why);
	else
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn, which execute %lld to %lld warp instructions "
			 "and more: %s",
			 drawn, (long long)blocks, least, most, g->why);
}

/* The block in the middle of the largest rectangle. */
static gm_dim3
middle_of(const ptx_ground *g)
{
	int64_t at[PTX_VIEW_AXES];
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		const ptx_segment *best = &g->axes[a].segments[0];
		for (int i = 1; i < g->axes[a].count; i++)
			if (g->axes[a].segments[i].count > best->count)
				best = &g->axes[a].segments[i];
		at[a] = best->first + best->count / 2;
	}
	return gm_ptx_view_block(&g->view, at);
}

static bool *
copy_flags(const bool *from, int count)
{
	bool *to = gm_allocate((size_t)count + 1, sizeof *to);
	for (int i = 0; i < count; i++)
		to[i] = from[i];
	return to;
}

gm_status
gm_ptx_take_drawn(const ptx_ground *g, gm_block_samples *out, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(g->kernel->base.grid);
	gm_block_samples few = {0};
	ptx_pilot pilot;
	gm_status status = draw(g, PILOTS, &few, err);
	if (status == GM_OK)
		status = gm_ptx_pilot_fly(g->kernel, &few, ALIKE_ENOUGH, &pilot, err);
	gm_block_samples_dispose(&few);
	if (status != GM_OK)
		return status;
	if (gm_ptx_pilot_takes_all(&pilot, blocks))
		return take_all(g, &pilot, out, err);
	*out = (gm_block_samples){
		.walk = GM_WALK_HASTY, .common = middle_of(g), .work = pilot.work};
	status = draw(g, gm_ptx_pilot_drawn(&pilot, blocks), out, err);
	out->same_paths = g->same_paths && !pilot.notes.guessed;
	if (out->same_paths)
		out->scattered = copy_flags(g->scattered, g->kernel->program.sites_count);
	out->heaviest_instructions = pilot.most.instructions;
	explain(g, &pilot, blocks, out);
	return status;
}

gm_status
gm_ptx_take_unproven(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	ptx_ground g = {.kernel = k, .view = gm_ptx_view_whole(k), .why = why};
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		cut_ends(&g.axes[a], g.view.extent[a]);
	return gm_ptx_take_drawn(&g, out, err);
}
