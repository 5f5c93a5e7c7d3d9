#include "launch/draw.h"

#include "base/lesser.h"
#include "base/mix.h"
#include "launch/runs.h"

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
	return g->boxes ? gm_ptx_for_each_box(g->kernel, &g->view, g->boxes, gm_ptx_visit_add, &c, err)
			: gm_ptx_for_each_rectangle(g->kernel, &g->view, g->axes, gm_ptx_visit_add, &c, err);
}

/* What a block does may hang on what others have stored. */
static bool
blocks_meet(const ptx_program *p)
{
	return p->order_decides || p->meeting_places;
}

static gm_status
take_all(const ptx_kernel *k, double work, gm_block_samples *out, gm_error *err)
{
	gm_block_samples_dispose(out);
	const gm_status status = gm_kernel_blocks_all(&k->base, out, err);
	out->walk = blocks_meet(&k->program) ? GM_WALK_KEPT : GM_WALK_PROVEN;
	out->work = work;
	return status;
}

bool
gm_ptx_is_asked_whole(const ptx_kernel *k)
{
	const ptx_program *p = &k->program;
	const bool clusters = p->asks_for_cluster && gm_ptx_cluster_blocks(p) > 1;
	return k->base.sample >= gm_dim3_volume(k->base.grid) && (blocks_meet(p) || clusters);
}

/* One block says how much work that is. */
gm_status
gm_ptx_take_asked(const ptx_kernel *k, gm_block_samples *out, gm_error *err)
{
	const gm_dim3 grid = k->base.grid;
	gm_block_sample middle = {.block = {grid.x / 2, grid.y / 2, grid.z / 2}, .weight = 1};
	const gm_block_samples one = {.samples = &middle, .count = 1};
	ptx_pilot pilot;
	gm_status status = gm_ptx_pilot_fly(k, &one, 1, &pilot, err);
	if (status == GM_OK)
		status = take_all(k, pilot.work, out, err);
	out->all = true;
	return status;
}

/* Each warp of a block in turn, from one on that chance says anew for each round: what one of them does
   beside the others is seen as often as it should, and no rhythm of the grid meets with that of the turns. */
static void
take_warps(gm_block_samples *samples, int warps)
{
	for (size_t i = 0; i < samples->count; i++)
		if (samples->samples[i].pool > 0) {
			const uint64_t first = gm_mix(~(i / (size_t)warps));
			samples->samples[i].warp = (uint16_t)((i + first) % (uint64_t)warps);
			samples->samples[i].warps = (uint16_t)warps;
		}
}

/* What is not exact, for people. */
static void
explain(const ptx_ground *g, const ptx_pilot *p, int64_t blocks, gm_block_samples *out)
{
	const long long drawn = (long long)out->count;
	const long long least = (long long)p->least.of[AMOUNT_INSTRUCTIONS];
	const long long most = (long long)p->most.of[AMOUNT_INSTRUCTIONS];
	const char *warps = gm_ptx_pilot_takes_warps(p, blocks) ? ", of most one warp" : "";
	if (out->same_paths)
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn, which all take proven paths: %s", drawn,
			 (long long)blocks, g->why);
	else if (least == most)
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn%s, which execute about %lld warp instructions "
			 "each: %s",
			 drawn, (long long)blocks, warps, least, g->why);
	else
		snprintf(out->why, sizeof out->why,
			 "%lld of %lld blocks drawn%s, which execute %lld to %lld warp instructions "
			 "and more: %s",
			 drawn, (long long)blocks, warps, least, most, g->why);
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

/* Blocks are so much work that not even one of each part can be walked: the grid is one part. */
static ptx_ground
uncut(const ptx_ground *g)
{
	ptx_ground whole = *g;
	for (int a = 0; a < PTX_VIEW_AXES; a++) {
		whole.axes[a].count = 1;
		whole.axes[a].segments[0] = (ptx_segment){0, g->view.extent[a]};
	}
	return whole;
}

static bool *
copy_flags(const bool *from, int count)
{
	bool *to = gm_allocate((size_t)count + 1, sizeof *to);
	for (int i = 0; i < count; i++)
		to[i] = from[i];
	return to;
}

/* As many blocks as the pilot says, or more where more are asked for. */
static gm_status
take_some(const ptx_ground *g, const ptx_pilot *p, gm_block_samples *out, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(g->kernel->base.grid);
	const bool heavy = !g->same_paths && !g->phases && p->work > WORK_DRAWN / 2;
	const ptx_ground ground = heavy ? uncut(g) : *g;
	*out = (gm_block_samples){.walk = GM_WALK_HASTY,
				  .common = g->boxes ? gm_ptx_boxes_middle(&g->view, g->boxes) : middle_of(g),
				  .work = p->work,
				  .same_paths = g->same_paths && !p->notes.guessed,
				  .heaviest_instructions = p->most.of[AMOUNT_INSTRUCTIONS]};
	const gm_status status =
		draw(&ground, gm_greater(gm_ptx_pilot_drawn(p, blocks), g->kernel->base.sample), out,
		     err);
	if (gm_ptx_pilot_takes_warps(p, blocks))
		take_warps(out, p->warps);
	if (out->same_paths)
		out->scattered = copy_flags(g->scattered, g->kernel->program.sites_count);
	explain(g, p, blocks, out);
	return status;
}

/* The ends of axes are no parts of their own where the grid falls into runs or lines. */
static ptx_ground
in_runs(const ptx_ground *g, const ptx_pilot *p)
{
	const int64_t drawn = gm_ptx_pilot_drawn(p, gm_dim3_volume(g->kernel->base.grid));
	ptx_ground out = *g;
	if (!g->same_paths && !g->phases && !g->kernel->program.order_decides &&
	    !gm_ptx_runs_find(g->kernel, p, &out.axes[0]))
		gm_ptx_lines_find(g->kernel, p, drawn, out.axes);
	return out;
}

gm_status
gm_ptx_take_drawn(const ptx_ground *g, gm_block_samples *out, gm_error *err)
{
	const gm_kernel *kernel = &g->kernel->base;
	const int64_t blocks = gm_dim3_volume(kernel->grid);
	gm_block_samples few = {0};
	ptx_pilot pilot;
	if (kernel->sample >= blocks)
		return gm_ptx_take_asked(g->kernel, out, err);
	gm_status status = draw(g, PILOTS, &few, err);
	if (status == GM_OK)
		status = gm_ptx_pilot_fly(g->kernel, &few, ALIKE_ENOUGH, &pilot, err);
	gm_block_samples_dispose(&few);
	if (status != GM_OK)
		return status;
	/* What all blocks do alike is exact only of whole ones, and whoever asks for blocks gets blocks. */
	pilot.warps = g->same_paths || kernel->sample > 0 ? 1 : pilot.warps;
	/* Where what others have done decides some blocks say little of them, however alike they seem. */
	const bool hang = g->kernel->program.order_decides;
	if ((hang ? gm_ptx_pilot_affords_all : gm_ptx_pilot_takes_all)(&pilot, blocks))
		return take_all(g->kernel, pilot.whole_work, out, err);
	const ptx_ground ground = in_runs(g, &pilot);
	return take_some(&ground, &pilot, out, err);
}

gm_status
gm_ptx_take_unproven(const ptx_kernel *k, const char *why, gm_block_samples *out, gm_error *err)
{
	ptx_ground g = {.kernel = k, .view = gm_ptx_view_whole(k), .why = why};
	for (int a = 0; a < PTX_VIEW_AXES; a++)
		cut_ends(&g.axes[a], g.view.extent[a]);
	return gm_ptx_take_drawn(&g, out, err);
}
