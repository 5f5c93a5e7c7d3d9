#include "model/chain.h"

#include "kernel/spans.h"
#include "model/cluster.h"
#include "model/chain_site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY = 256, UNROLL = 4, REGISTERS_LEAST = 4, REGISTERS_UNKNOWN = 32,
       REGISTERS_ENOUGH = 1 << 16,
       REGISTERS_SPARED = 2 /* one that is short of them may leave the last pair; chosen, not measured */ };

/* For each level that serves global loads twice: with windows, and by dependences alone. */
enum { FREE = GM_SERVED_COUNT, CLOCKS = 2 * GM_SERVED_COUNT };

typedef struct moment {
	double by[CLOCKS];
} moment;

typedef struct warp_state {
	moment now;    /* the last issue */
	moment window; /* where the window began */
	moment opened; /* where loads that go ahead are issued */
	moment stored[GM_SPACE_COUNT]; /* the last store to a space */
	moment ready[HISTORY];         /* of the latest instructions, by position */
	int64_t position;
	double in_window; /* instructions issued in it */
	double in_free;   /* since the last barrier */
	bool closed;      /* a window ended since the last mark */
	uint32_t last_site;
	struct {
		moment ready;
		int64_t registers; /* of all loads up to it */
	} loads[HISTORY];
	int64_t loads_count, registers_loaded, registers_before; /* the last: when the window began */
	double global_loads;
	double rounds, rounds_requests; /* see gm_chain_cycles */
	double turns; /* of loops since a window was closed */
	bool waiting; /* at a barrier */
} warp_state;

/* A warp at a mark. */
typedef struct snapshot {
	moment now;
	int64_t position;
	double global_loads;
	double rounds, rounds_requests;
} snapshot;

struct gm_chain {
	const gm_kernel *kernel;
	int warps;
	double barrier_cycles, fma_cycles, pass_cycles;
	bool of_cluster; /* the barrier that warps wait at */
	int64_t registers; /* of a thread */
	double longer_cycles; /* that a load takes from L2, not from L1 */
	gm_chain_site *sites;
	warp_state *warp;
	snapshot *at[GM_SPANS_MAX]; /* by slot and warp */
	gm_phases phases, phases_at[GM_SPANS_MAX];
};

/* Of a thread, with which all threads of an SM find room: a compiler has no reason to use fewer. */
static int64_t
registers_of_full(const gm_device *device)
{
	const double threads = gm_device_value_or(device, GM_THREADS_PER_SM, 0);
	return threads > 0 ? (int64_t)(gm_device_value_or(device, GM_REGISTERS_PER_SM, 0) / threads) : 0;
}

gm_chain *
gm_chain_new(const gm_kernel *kernel, const gm_device *device, const gm_issue *issue)
{
	gm_chain *chain = gm_allocate(1, sizeof *chain);
	chain->kernel = kernel;
	chain->warps = gm_kernel_warps(kernel, (int)gm_device_value(device, GM_WARP_LANES));
	const int64_t registers = gm_kernel_registers(kernel, device->cc_major, device->cc_minor, NULL);
	chain->registers = registers < 0 ? REGISTERS_UNKNOWN : registers;
	if (chain->registers < registers_of_full(device) - REGISTERS_SPARED)
		chain->registers = REGISTERS_ENOUGH;
	chain->fma_cycles = gm_device_value_or(device, GM_LATENCY_FMA, 4);
	chain->pass_cycles = gm_device_value_or(device, GM_SHARED_PASS_CYCLES, 1);
	chain->barrier_cycles = 12 + 2.0 * chain->warps;
	chain->sites = gm_allocate((size_t)kernel->sites_count, sizeof *chain->sites);
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
	free(chain->warp);
	free(chain);
}

void
gm_chain_begin(gm_chain *chain)
{
	memset(chain->warp, 0, (size_t)chain->warps * sizeof *chain->warp);
	chain->phases = (gm_phases){0};
}

static void
raise(moment *to, const moment *other)
{
	for (int by = 0; by < CLOCKS; by++)
		to->by[by] = other->by[by] > to->by[by] ? other->by[by] : to->by[by];
}

static void
lower(moment *to, const moment *other)
{
	for (int by = 0; by < CLOCKS; by++)
		to->by[by] = other->by[by] < to->by[by] ? other->by[by] : to->by[by];
}

static void
postpone(moment *to, double cycles)
{
	for (int by = 0; by < CLOCKS; by++)
		to->by[by] += cycles;
}

static void
new_window(warp_state *w)
{
	for (int by = 0; by < FREE; by++)
		w->window.by[by] = w->now.by[by];
	w->registers_before = w->registers_loaded;
	w->in_window = 0;
	w->closed = true;
	w->turns = 0;
}

static void
pass_barrier(gm_chain *chain)
{
	moment last = {{0}};
	for (int i = 0; i < chain->warps; i++)
		if (chain->warp[i].waiting)
			raise(&last, &chain->warp[i].now);
	postpone(&last, chain->of_cluster ? gm_cluster_wait_cycles(chain->warps)
	                                  : chain->barrier_cycles);
	gm_phases_close(&chain->phases, last.by);
	for (int i = 0; i < chain->warps; i++) {
		warp_state *w = &chain->warp[i];
		if (!w->waiting)
			continue;
		w->now = w->window = last;
		w->waiting = false;
		w->in_free = 0;
		new_window(w);
	}
}

static void
close_windows(gm_chain *chain, warp_state *w, uint32_t number)
{
	const gm_chain_site *site = &chain->sites[number];
	if (chain->kernel->sites[number].operation == GM_BRANCH)
		w->turns += site->ends;
	else if (!chain->kernel->issues_known && number <= w->last_site)
		w->turns += 1.0 / UNROLL;
	w->last_site = number;
	if (w->turns <= 1 - 1e-6)
		return;
	new_window(w);
	for (int by = 0; by < FREE; by++)
		w->window.by[by] += site->branch;
}

/* For loads under way. */
static int64_t
free_registers(const gm_chain *chain, uint32_t site)
{
	const int64_t left = chain->registers - chain->sites[site].others;
	return left < REGISTERS_LEAST ? REGISTERS_LEAST : left;
}

/* A load waits until the registers for its result are free again: for the last one up to which all loads
   together have taken no more than there is room for, of those that are remembered. */
static void
wait_for_registers(const gm_chain *chain, warp_state *w, uint32_t site, moment *issue)
{
	const int64_t registers = chain->sites[site].registers;
	const int64_t room = w->registers_loaded + registers - free_registers(chain, site);
	int64_t before = w->loads_count > HISTORY ? w->loads_count - HISTORY - 1 : -1;
	const int64_t oldest = before + 1;
	for (int64_t after = w->loads_count; after - before > 1;) {
		const int64_t middle = before + (after - before) / 2;
		if (w->loads[middle % HISTORY].registers <= room)
			before = middle;
		else
			after = middle;
	}
	if (before >= oldest)
		raise(issue, &w->loads[before % HISTORY].ready);
}

static void
wait_for(const gm_chain *chain, const warp_state *w, int64_t distance, double delay, moment *issue)
{
	if (distance <= 0 || distance >= HISTORY || distance > w->position)
		return;
	moment ready = w->ready[(w->position - distance) % HISTORY];
	if (delay > 0)
		postpone(&ready, delay * chain->fma_cycles);
	raise(issue, &ready);
}

static void
count_load(warp_state *w, const gm_site *site, int64_t registers, const moment *ready)
{
	w->registers_loaded += registers;
	w->loads[w->loads_count % HISTORY].ready = *ready;
	w->loads[w->loads_count % HISTORY].registers = w->registers_loaded;
	w->loads_count++;
	if (site->space != GM_GLOBAL)
		return;
	w->global_loads++;
}

/* The warp spins until its last lane has changed its word. */
static void
spin(const gm_chain *chain, warp_state *w, uint32_t site, int64_t rounds, moment *ready)
{
	if (rounds == 0)
		return;
	const double each = chain->sites[site].round, cycles = (double)rounds * each;
	w->rounds += cycles;
	w->rounds_requests += each;
	raise(&w->now, ready);
	postpone(&w->now, cycles);
	*ready = w->now;
	new_window(w);
}

void
gm_chain_instruction(gm_chain *chain, const gm_warp_instr *instr, int64_t passes, int64_t rounds)
{
	const gm_site *site = &chain->kernel->sites[instr->site];
	warp_state *w = &chain->warp[instr->warp];
	const gm_chain_site *own = &chain->sites[instr->site];
	const bool loads = site->operation == GM_LOAD;
	if (w->waiting)
		pass_barrier(chain);
	chain->phases.issue += own->slots;
	chain->phases.passes += chain->pass_cycles * (own->empty + (double)passes - (passes > 0));
	moment issue = w->window;
	w->in_window += own->issued;
	w->in_free += own->issued;
	const double late = (double)instr->delay * chain->fma_cycles;
	const double last = passes > 1 ? own->pass_later * (double)(passes - 1) : 0;
	for (int by = 0; by < CLOCKS; by++)
		issue.by[by] += (by < FREE ? w->in_window : w->in_free) + late;
	if (own->opens)
		w->opened = issue;
	if (own->ahead)
		lower(&issue, &w->opened);
	for (int i = 0; i < GM_WAITS_MAX; i++)
		wait_for(chain, w, instr->waits_for[i], (double)instr->delays[i], &issue);
	if (loads) {
		raise(&issue, &w->stored[site->space]);
		wait_for_registers(chain, w, instr->site, &issue);
	}
	if (site->operation == GM_STORE)
		raise(&w->stored[site->space], &issue);
	raise(&w->now, &issue);
	moment *ready = &w->ready[w->position % HISTORY];
	*ready = issue;
	for (int by = 0; by < CLOCKS; by++)
		ready->by[by] += own->latency[by % FREE] + last;
	if (loads)
		count_load(w, site, own->registers, ready);
	if (own->closes) {
		raise(&w->now, ready);
		new_window(w);
	}
	spin(chain, w, instr->site, rounds, ready);
	w->position++;
	if (site->operation == GM_BARRIER || site->operation == GM_FENCE) {
		w->waiting = site->operation == GM_BARRIER && !site->goes_on;
		if (w->waiting)
			chain->of_cluster = site->cluster > 0;
		new_window(w);
	}
	close_windows(chain, w, instr->site);
}

void
gm_chain_mark(gm_chain *chain, int slot)
{
	if (!chain->at[slot])
		chain->at[slot] = gm_allocate((size_t)chain->warps, sizeof *chain->at[slot]);
	chain->phases_at[slot] = chain->phases;
	for (int i = 0; i < chain->warps; i++) {
		warp_state *w = &chain->warp[i];
		if (w->in_window > 0)
			new_window(w);
		w->closed = false;
		chain->at[slot][i] = (snapshot){w->now, w->position, w->global_loads, w->rounds,
		                                  w->rounds_requests};
	}
}

/* How far a span takes the clocks. A window that it leaves open goes on in the next turn: only the
   part of it that the span is counts, the rest goes as fast as the dependences let it. Registers may
   end it before. */
static moment
advance_of(const gm_chain *chain, const warp_state *w, const moment *before)
{
	const double under_way = (double)(w->registers_loaded - w->registers_before);
	const double filled = under_way / (double)free_registers(chain, w->last_site);
	double part = w->turns > 0 ? w->turns : 1;
	moment more;
	part = part < filled ? filled : part;
	part = part > 1 ? 1 : part;
	for (int by = 0; by < CLOCKS; by++) {
		more.by[by] = w->now.by[by] - before->by[by];
		if (by >= FREE)
			continue;
		const double open = w->now.by[by] - w->window.by[by];
		const double free = w->now.by[by + FREE] - before->by[by + FREE];
		more.by[by] += (part - 1) * open;
		if (!w->closed)
			more.by[by] += (1 - part) * free;
	}
	return more;
}

/* Everything since the mark happens `times` more. */
static moment
shift(const gm_chain *chain, warp_state *w, const snapshot *before, double times)
{
	const moment more = advance_of(chain, w, &before->now);
	const int64_t oldest = w->position - HISTORY > before->position ? w->position - HISTORY
	                                                                : before->position;
	w->global_loads += (w->global_loads - before->global_loads) * times;
	w->rounds += (w->rounds - before->rounds) * times;
	w->rounds_requests += (w->rounds_requests - before->rounds_requests) * times;
	for (int l = 0; l < HISTORY; l++)
		for (int by = 0; by < CLOCKS; by++)
			w->loads[l].ready.by[by] += more.by[by] * times;
	for (int64_t p = oldest; p < w->position; p++)
		for (int by = 0; by < CLOCKS; by++)
			w->ready[p % HISTORY].by[by] += more.by[by] * times;
	for (int by = 0; by < CLOCKS; by++)
		w->now.by[by] += more.by[by] * times;
	for (int by = 0; by < CLOCKS; by++)
		w->window.by[by] += more.by[by] * times;
	if (w->in_window > 0)
		new_window(w);
	return more;
}

void
gm_chain_repeat(gm_chain *chain, int slot, int64_t times)
{
	moment more = {{0}};
	for (int i = 0; i < chain->warps; i++) {
		const moment own = shift(chain, &chain->warp[i], &chain->at[slot][i], (double)times);
		raise(&more, &own);
	}
	gm_phases_repeat(&chain->phases, &chain->phases_at[slot], (double)times, more.by);
}

/* What L2 makes longer is waits, one after the other, each by as much. */
static double
waits_of(const gm_chain *chain, const moment *last)
{
	const double longer = last->by[GM_SERVED_L2] - last->by[GM_SERVED_L1];
	return chain->longer_cycles > 0 ? longer / chain->longer_cycles : 0;
}

gm_chain_cycles
gm_chain_end(gm_chain *chain)
{
	moment last = {{0}};
	gm_chain_cycles out = {0};
	double loads = 0, loading = 0;
	for (int i = 0; i < chain->warps; i++) {
		const warp_state *w = &chain->warp[i];
		raise(&last, &w->now);
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
