#include "model/closely.h"

#include "kernel/spans.h"
#include "model/clash.h"
#include "model/crowd.h"
#include "model/places.h"
#include "model/rounds.h"

#include <math.h>
#include <stdlib.h>

struct gm_closely {
	const gm_kernel *kernel;
	gm_counts *out;
	gm_chain *chain;
	gm_places *places;
	gm_crowd *crowd;
	gm_clash *clash;
	int clashes; /* blocks whose warps were run side by side */
	gm_bank_rule banks;
	int warp_lanes;
	double longest_cycles; /* of a block, if L2 serves its loads */
	int64_t weight;
	gm_spans spans; /* of the block that is looked at last */
};

gm_closely *
gm_closely_new(const gm_kernel *kernel, const gm_device *device, gm_counts *out)
{
	gm_closely *c = gm_allocate(1, sizeof *c);
	*c = (gm_closely){.kernel = kernel,
	                  .out = out,
	                  .chain = gm_chain_new(kernel, device, out->issue),
	                  .places = gm_places_new(),
	                  .crowd = gm_crowd_new(),
	                  .clash = gm_clash_new(gm_kernel_warps(kernel, 32)),
	                  .banks = device->banks,
	                  .warp_lanes = (int)gm_device_value(device, GM_WARP_LANES)};
	return c;
}

void
gm_closely_free(gm_closely *c)
{
	gm_chain_free(c->chain);
	gm_places_free(c->places);
	gm_crowd_free(c->crowd);
	gm_clash_free(c->clash);
	free(c);
}

void
gm_closely_begin(gm_closely *c, int64_t weight)
{
	c->weight = weight;
	gm_chain_begin(c->chain);
	gm_places_begin(c->places);
	gm_crowd_begin(c->crowd);
	gm_clash_begin(c->clash);
}

static void
place(gm_closely *c, const gm_warp_instr *instr)
{
	const gm_site *site = &c->kernel->sites[instr->site];
	const gm_access access = {c->warp_lanes, gm_warp_instr_bytes(instr, site->access_bytes), instr->active,
				  instr->address};
	if (instr->address && instr->active && gm_site_is_global_atomic(site))
		gm_places_add(c->places, instr->site, &access);
	/* A word that keeps the greatest is seldom changed. */
	if (instr->offers)
		return;
	if (instr->address && instr->active && gm_rounds_apply(c->banks, site)) {
		gm_crowd_add(c->crowd, (int)instr->warp, &access);
		gm_clash_add(c->clash, (int)instr->warp, instr->site, &access);
	} else if (site->operation == GM_LOAD && site->space == GM_GLOBAL) {
		gm_clash_wait(c->clash, (int)instr->warp);
	}
}

void
gm_closely_instruction(gm_closely *c, const gm_warp_instr *instr, int64_t passes, int64_t rounds)
{
	gm_chain_instruction(c->chain, instr, passes, rounds);
	place(c, instr);
}

void
gm_closely_mark(gm_closely *c, int slot)
{
	gm_chain_mark(c->chain, slot);
	gm_places_mark(c->places, slot);
	gm_clash_mark(c->clash, slot);
}

void
gm_closely_repeat(gm_closely *c, int slot, int64_t times, const int64_t *advance)
{
	gm_chain_repeat(c->chain, slot, times);
	gm_places_repeat(c->places, slot, times, advance);
	gm_clash_repeat(c->clash, slot, times, advance);
}

/* How many fail for each request. What other warps make fail takes time; while a warp waits for memory it is not in the way: loads are taken
   to come from L2. */
static double
fail_rounds(gm_closely *c, const gm_chain_cycles *cycles, double share)
{
	const double failed =
	        gm_rounds_crowded(gm_crowd_others(c->crowd), cycles->rounds, cycles->rounds_requests,
	                          cycles->by[GM_SERVED_L2] - cycles->rounds);
	c->out->failed_rounds += failed * share;
	for (int by = 0; by < GM_SERVED_COUNT; by++)
		c->out->block_cycles.by[by] += failed * cycles->rounds_requests * share;
	return failed;
}

/* Blocks are much alike in it. */
static void
run_side_by_side(gm_closely *c)
{
	enum { CLASHES_MOST = 4 };
	if (gm_crowd_others(c->crowd) <= 0 || c->clashes++ >= CLASHES_MOST)
		return;
	for (int way = 0; way < GM_CLASH_WAYS; way++) {
		const gm_clash_outcome now = gm_clash_run(c->clash, c->banks, (gm_clash_way)way);
		gm_clash_counts_add(&c->out->clash[way].alone, &now.alone);
		gm_clash_counts_add(&c->out->clash[way].patched, &now.patched);
	}
}

double
gm_closely_end(gm_closely *c)
{
	const double share = (double)c->weight / (double)c->out->blocks_count;
	const gm_chain_cycles cycles = gm_chain_end(c->chain);
	gm_places_end(c->places);
	for (int by = 0; by < GM_SERVED_COUNT; by++)
		c->out->block_cycles.by[by] += cycles.by[by] * share;
	c->out->block_cycles.loads_per_wait += cycles.loads_per_wait * share;
	gm_phase_sums_add(&c->out->block_cycles.phases, &cycles.phases, share);
	const double failed = fail_rounds(c, &cycles, share);
	run_side_by_side(c);
	const double alone = cycles.by[GM_SERVED_L2] + failed * cycles.rounds_requests;
	c->longest_cycles = fmax(c->longest_cycles, alone);
	return alone;
}

static gm_status
place_instruction(void *state, const gm_warp_instr *instr)
{
	place(state, instr);
	return GM_OK;
}

static gm_status
pass_over(void *state, uint32_t site, int64_t times, int64_t lanes)
{
	(void)state, (void)site, (void)times, (void)lanes;
	return GM_OK;
}

static gm_status
place_mark(void *state, uint32_t loop)
{
	gm_closely *c = state;
	const int slot = gm_spans_mark(&c->spans, loop);
	if (slot >= 0)
		gm_places_mark(c->places, slot);
	return GM_OK;
}

static gm_status
place_repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	gm_closely *c = state;
	gm_places_repeat(c->places, gm_spans_repeat(&c->spans, loop), times, advance);
	return GM_OK;
}

/* A single block does not tell whether the blocks share their counters or have their own. */
static gm_status
look_at_last_block(gm_closely *c, size_t seen, gm_error *err)
{
	const gm_dim3 grid = c->kernel->grid;
	const gm_sink sink = {.state = c, .instruction = place_instruction,
	                      .several = pass_over,
	                      .mark = place_mark, .repeat = place_repeat, .hurried = true};
	bool atomics = false;
	for (int s = 0; s < c->kernel->sites_count; s++)
		atomics |= gm_site_is_global_atomic(&c->kernel->sites[s]);
	if (!atomics || seen != 1 || gm_dim3_volume(grid) == 1)
		return GM_OK;
	gm_places_begin(c->places);
	const gm_status status =
	        gm_kernel_replay(c->kernel, (gm_dim3){grid.x - 1, grid.y - 1, grid.z - 1},
	                         c->warp_lanes, &sink, err);
	gm_places_end(c->places);
	return status;
}

gm_status
gm_closely_finish(gm_closely *c, size_t seen, gm_error *err)
{
	const gm_status status = look_at_last_block(c, seen, err);
	const double mean = c->out->block_cycles.by[GM_SERVED_L2];
	for (int s = 0; s < c->kernel->sites_count; s++)
		c->out->sites[s].parted = gm_chain_parted(c->chain, s);
	c->out->longest_ratio = mean > 0 ? fmax(1, c->longest_cycles / mean) : 1;
	c->out->atomic_bytes = fmin(gm_places_atomic_bytes(c->places, (double)c->out->blocks_count),
	                            gm_places_atomic_arrays_bytes(c->kernel));
	c->out->atomic_block_bytes = gm_places_block_bytes(c->places);
	return status;
}
