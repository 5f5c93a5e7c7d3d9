#include "model/chain.h"

#include "model/chain_warp.h"
#include "model/cluster.h"
#include "model/waited.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { UNROLL = 4 };

gm_chain *
gm_chain_new(const gm_kernel *kernel, const gm_device *device, const gm_issue *issue)
{
	gm_chain *chain = gm_allocate(1, sizeof *chain);
	chain->kernel = kernel;
	chain->warps = gm_kernel_warps(kernel, (int)gm_device_value(device, GM_WARP_LANES));
	chain->registers = gm_chain_registers(kernel, device);
	chain->fma_cycles = gm_device_value_or(device, GM_LATENCY_FMA, 4);
	chain->pass_cycles = gm_device_value_or(device, GM_SHARED_PASS_CYCLES, 1);
	chain->piece_cycles = gm_device_value_or(device, GM_BULK_PIECE_GAP, 0);
	chain->row_cycles = gm_device_value_or(device, GM_BULK_ROW_GAP, 0);
	chain->barrier_cycles = 12 + 2.0 * chain->warps;
	chain->fence_cycles = GM_WAITED_FENCE * gm_device_value_or(device, GM_LATENCY_L2, 0);
	chain->fence_stored_cycles = GM_WAITED_FENCE_STORED * gm_device_value_or(device, GM_LATENCY_L2, 0);
	chain->sites = gm_allocate((size_t)kernel->sites_count, sizeof *chain->sites);
	chain->groups = gm_allocate((size_t)kernel->sites_count + 1, sizeof *chain->groups);
	chain->warp = gm_allocate((size_t)chain->warps, sizeof *chain->warp);
	const gm_site load = {.operation = GM_LOAD, .space = GM_GLOBAL};
	chain->longer_cycles = gm_chain_latency(device, &load, GM_SERVED_L2) -
	                       gm_chain_latency(device, &load, GM_SERVED_L1);
	for (int s = 0; s < kernel->sites_count; s++)
		chain->sites[s] = gm_chain_site_of(kernel, s, device, &issue[s]);
	return chain;
}

void
gm_chain_free(gm_chain *chain)
{
	if (!chain)
		return;
	for (int i = 0; i < GM_SPANS_MAX; i++)
		free(chain->at[i]);
	free(chain->sites);
	free(chain->groups);
	free(chain->warp);
	free(chain);
}

static size_t
places_written(int64_t count)
{
	return (size_t)(count < GM_CHAIN_HISTORY ? count : GM_CHAIN_HISTORY);
}

/* To zeros; of its history what was written. */
static void
clear(gm_chain_warp *w)
{
	memset(w->ready, 0, places_written(w->position) * sizeof *w->ready);
	memset(w->loads, 0, places_written(w->loads_count) * sizeof *w->loads);
	memset(w, 0, offsetof(gm_chain_warp, ready));
}

void
gm_chain_begin(gm_chain *chain)
{
	for (int i = 0; i < chain->warps; i++)
		clear(&chain->warp[i]);
	chain->phases = (gm_phases){0};
}

static void
postpone(gm_chain_moment *to, double cycles)
{
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		to->by[by] += cycles;
}

void
gm_chain_new_window(gm_chain_warp *w)
{
	for (int by = 0; by < GM_CHAIN_FREE; by++)
		w->window.by[by] = w->now.by[by];
	w->registers_before = w->registers_loaded;
	w->in_window = (gm_chain_issues){0};
	w->closed = true;
	w->turns = 0;
	w->bodies_count = 0;
	w->floor = (gm_chain_moment){{0}};
	w->filled = 0;
	w->group_ready = 0;
}

static void
pass_barrier(gm_chain *chain)
{
	gm_chain_moment last = {{0}};
	for (int i = 0; i < chain->warps; i++)
		if (chain->warp[i].waiting)
			gm_chain_raise(&last, &chain->warp[i].now);
	postpone(&last, chain->of_cluster ? gm_cluster_wait_cycles(chain->warps)
	                                  : chain->barrier_cycles);
	gm_phases_close(&chain->phases, last.by);
	for (int i = 0; i < chain->warps; i++) {
		gm_chain_warp *w = &chain->warp[i];
		if (!w->waiting)
			continue;
		w->now = w->window = last;
		w->waiting = false;
		w->in_free = (gm_chain_issues){0};
		gm_chain_new_window(w);
	}
}

/* A branch ends it. What follows may write the registers of stores before it. */
static void
end_window(gm_chain_warp *w, const gm_chain_site *site)
{
	gm_chain_new_window(w);
	for (int by = 0; by < GM_CHAIN_FREE; by++)
		w->window.by[by] = fmax(w->window.by[by] + site->branch, w->released.by[by]);
}

static void
close_windows(gm_chain *chain, gm_chain_warp *w, uint32_t number)
{
	const gm_chain_site *site = &chain->sites[number];
	/* One that the compiler made predicates of ends nothing, and is not where a loop turns. */
	if (chain->kernel->sites[number].operation == GM_BRANCH) {
		w->turns += site->ends;
		w->turning = site->ends > 0 ? number : w->turning;
	}
	else if (!chain->kernel->issues_known && number <= w->last_site)
		w->turns += 1.0 / UNROLL;
	w->last_site = number;
	if (w->turns > 1 - 1e-6)
		end_window(w, site);
}

/* A loop that was written out ends with turns that are fewer than the copies: they are executed apart, one and
   then two, or by two where each is several turns of the source. In PTX the branch back is the last of a loop. */
static void
leave_loop(const gm_chain *chain, gm_chain_warp *w)
{
	const gm_chain_site *site = &chain->sites[w->turning];
	const double turns = floor(w->turns / site->ends + 0.5);
	const bool several = (double)w->bodies_count >= 2 * turns;
	for (int by = 0; by < GM_CHAIN_FREE && turns > 1 && (turns > 2 || !several); by++) {
		const double open = w->now.by[by] - w->window.by[by] - w->in_window.count;
		w->now.by[by] += fmax(0, open) + site->branch;
	}
	gm_chain_new_window(w);
}

static void
wait_for(const gm_chain *chain, const gm_chain_warp *w, int64_t distance, double delay, gm_chain_moment *issue)
{
	if (distance <= 0 || distance >= GM_CHAIN_HISTORY || distance > w->position)
		return;
	const gm_chain_moment *ready = &w->ready[(w->position - distance) % GM_CHAIN_HISTORY];
	gm_chain_moment late;
	if (delay > 0) {
		late = *ready;
		postpone(&late, delay * chain->fma_cycles);
	}
	gm_chain_raise(issue, delay > 0 ? &late : ready);
}

/* The warp spins until its last lane has changed its word. */
static void
spin(const gm_chain *chain, gm_chain_warp *w, uint32_t site, int64_t rounds, gm_chain_moment *ready)
{
	if (rounds == 0)
		return;
	const double each = chain->sites[site].round, cycles = (double)rounds * each;
	w->rounds += cycles;
	w->rounds_requests += each;
	gm_chain_raise(&w->now, ready);
	postpone(&w->now, cycles);
	*ready = w->now;
	gm_chain_new_window(w);
}

/* A load that compilers move up over the stores of its own straight piece waits for those before it; one of what
   nobody writes for none. */
static void
wait_for_stores(const gm_chain_warp *w, const gm_site *site, gm_chain_moment *issue)
{
	if (site->read_only)
		return;
	const bool passes = site->passes_stores && w->stores_here[site->space];
	gm_chain_raise(issue, passes ? &w->stored_before[site->space] : &w->stored[site->space]);
}

/* How long a step with branches inside takes says its latency, its own instructions among it. */
static void
add_issues(gm_chain_issues *to, const gm_chain_site *site)
{
	to->count += site->closes ? fmin(1, site->issued) : site->issued;
	for (int u = 0; u < GM_CHAIN_UNITS && !site->closes; u++)
		to->units[u] += site->units[u];
}

/* A warp issues one a clock, and none to a unit that is still busy with its last. */
static double
issuing_clocks(const gm_chain_issues *issues)
{
	double clocks = issues->count;
	for (int u = 0; u < GM_CHAIN_UNITS; u++)
		clocks = issues->units[u] > clocks ? issues->units[u] : clocks;
	return clocks;
}

/* Loads behind go ahead to it; of the loads that stay between they find taken what most of them take between two
   barriers. */
static void
open_ahead(gm_chain_warp *w, const gm_chain_moment *issue)
{
	w->opened = *issue;
	w->registers_behind = w->registers_piece = w->registers_most = 0;
}

static void
note_store(gm_chain_warp *w, const gm_site *site, double released, const gm_chain_moment *issue)
{
	if (site->operation == GM_BRANCH || site->operation == GM_BARRIER)
		memset(w->stores_here, 0, sizeof w->stores_here);
	if (site->operation != GM_STORE)
		return;
	for (int by = 0; by < GM_CHAIN_FREE && released > 0; by++)
		w->released.by[by] = fmax(w->released.by[by], issue->by[by] + released);
	if (!w->stores_here[site->space])
		w->stored_before[site->space] = w->stored[site->space];
	w->stores_here[site->space] = true;
	gm_chain_raise(&w->stored[site->space], issue);
}

/* Nothing of a body issues before its floor, and from there on one after the other. */
static void
stay_behind(const gm_chain_warp *w, gm_chain_moment *issue)
{
	const double clocks = issuing_clocks(&w->in_body);
	for (int by = 0; by < GM_CHAIN_FREE; by++)
		issue->by[by] = fmax(issue->by[by], w->floor.by[by] > 0 ? w->floor.by[by] + clocks : 0);
}

/* Behind those before it in the window, or since the last barrier; a body behind those that it finds no room beside.
   `stands`: where the instruction does that goes ahead. */
static gm_chain_moment
place_in_window(const gm_chain *chain, gm_chain_warp *w, const gm_warp_instr *instr, gm_chain_moment *stands)
{
	const gm_chain_site *own = &chain->sites[instr->site];
	gm_chain_moment issue = w->window;
	add_issues(&w->in_window, own);
	add_issues(&w->in_free, own);
	const double late = (double)instr->delay * chain->fma_cycles;
	const double in_window = issuing_clocks(&w->in_window) + late, in_free = issuing_clocks(&w->in_free) + late;
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		issue.by[by] += by < GM_CHAIN_FREE ? in_window : in_free;
	if (own->loaded > 0 && (w->position == 0 || instr->site != w->last_site))
		gm_chain_begin_body(chain, w, instr->site);
	add_issues(&w->in_body, own);
	if (w->bodies_count > 1)
		stay_behind(w, &issue);
	if (own->opens)
		open_ahead(w, &issue);
	*stands = issue;
	if (own->ahead)
		gm_chain_lower(&issue, &w->opened);
	return issue;
}

/* The instruction is issued; its result is there when its latency, and its later passes, are over. */
static gm_chain_moment *
issue_at(gm_chain_warp *w, const gm_chain_site *own, const gm_chain_moment *issue, double later)
{
	gm_chain_moment *ready = &w->ready[w->position % GM_CHAIN_HISTORY];
	gm_chain_raise(&w->now, issue);
	if (w->bodies_count > 0)
		gm_chain_raise(&w->bodies[(w->bodies_count - 1) % GM_CHAIN_BODIES].end, issue);
	*ready = *issue;
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		ready->by[by] += own->latency[by % GM_CHAIN_FREE] + later;
	return ready;
}

/* One of the device holds the warp up until L2 has answered; what the warp has stored has to be there by then. */
static void
wait_at_fence(const gm_chain *chain, gm_chain_warp *w, const gm_site *site)
{
	w->unfenced |= site->space == GM_GLOBAL && (site->operation == GM_STORE || site->operation == GM_REDUCE);
	if (site->operation != GM_FENCE || !site->empties_l1)
		return;
	postpone(&w->now, w->unfenced ? chain->fence_stored_cycles : chain->fence_cycles);
	w->unfenced = false;
}

/* Products go to the tensor unit in their order. */
static void
wait_for_tensor(gm_chain_warp *w, double clocks, gm_chain_moment *issue)
{
	gm_chain_raise(issue, &w->multiplied);
	w->multiplied = *issue;
	postpone(&w->multiplied, clocks);
}

/* Nothing passes a barrier or a fence. */
static void
stop_at_barrier(gm_chain *chain, gm_chain_warp *w, const gm_site *site)
{
	if (site->operation != GM_BARRIER && site->operation != GM_FENCE)
		return;
	w->registers_piece = 0;
	w->waiting = site->operation == GM_BARRIER && !site->goes_on;
	if (w->waiting)
		chain->of_cluster = site->cluster > 0;
	gm_chain_new_window(w);
}

void
gm_chain_instruction(gm_chain *chain, const gm_warp_instr *instr, int64_t passes, int64_t rounds)
{
	const gm_site *site = &chain->kernel->sites[instr->site];
	gm_chain_warp *w = &chain->warp[instr->warp];
	const gm_chain_site *own = &chain->sites[instr->site];
	const bool loads = site->operation == GM_LOAD;
	if (w->waiting)
		pass_barrier(chain);
	if (w->turns > 0 && instr->site > w->turning && chain->kernel->origin == GM_FROM_PTX)
		leave_loop(chain, w);
	chain->phases.issue += own->slots;
	chain->phases.passes += chain->pass_cycles * (own->empty + (double)passes - (passes > 0));
	chain->phases.matches += own->value_cycles * (double)instr->values;
	gm_chain_moment stands, issue = place_in_window(chain, w, instr, &stands), start = issue;
	for (int i = 0; i < GM_WAITS_MAX; i++)
		wait_for(chain, w, instr->waits_for[i], (double)instr->delays[i], &issue);
	if (loads)
		wait_for_stores(w, site, &issue);
	if (site->copies)
		gm_chain_wait_for_copies(w, site, &issue);
	if (loads)
		gm_chain_wait_for_registers(chain, w, instr->site, &stands, &start);
	gm_chain_raise(&issue, &start);
	if (own->product > 0)
		wait_for_tensor(w, own->product, &issue);
	note_store(w, site, own->released, &issue);
	const double passed = passes > 1 ? own->pass_later * (double)(passes - 1) : 0;
	const double matched = instr->values > 1 ? own->value_later * (instr->values - 1) : 0;
	gm_chain_moment *ready = issue_at(w, own, &issue, passed + matched);
	if (site->copies)
		gm_chain_note_copies(chain, w, site, &issue, ready);
	if (loads)
		gm_chain_count_load(w, site, own, ready);
	if (loads && site->space == GM_GLOBAL)
		gm_chain_note_group(chain, w, instr->site, start.by[GM_SERVED_L2], ready->by[GM_SERVED_L2]);
	if (own->closes) {
		gm_chain_raise(&w->now, ready);
		gm_chain_new_window(w);
	}
	if (own->halts)
		end_window(w, own);
	spin(chain, w, instr->site, rounds, ready);
	w->position++;
	wait_at_fence(chain, w, site);
	stop_at_barrier(chain, w, site);
	close_windows(chain, w, instr->site);
}

/* What L2 makes longer is waits, one after the other, each by as much. */
static double
waits_of(const gm_chain *chain, const gm_chain_moment *last)
{
	const double longer = last->by[GM_SERVED_L2] - last->by[GM_SERVED_L1];
	return chain->longer_cycles > 0 ? longer / chain->longer_cycles : 0;
}

gm_chain_cycles
gm_chain_end(gm_chain *chain)
{
	gm_chain_moment last = {{0}};
	gm_chain_cycles out = {0};
	double loads = 0, loading = 0;
	for (int i = 0; i < chain->warps; i++) {
		const gm_chain_warp *w = &chain->warp[i];
		gm_chain_raise(&last, &w->now);
		loads += w->global_loads;
		loading += w->global_loads > 0;
		out.rounds += w->rounds / chain->warps;
		out.rounds_requests += w->rounds_requests / chain->warps;
	}
	memcpy(out.by, last.by, sizeof out.by);
	gm_phases_close(&chain->phases, last.by);
	out.phases = chain->phases.sums;
	out.loads_per_wait =
	        loading > 0 ? fmax(1, loads / loading / fmax(1, waits_of(chain, &last))) : 0;
	return out;
}
