#include "model/chain.h"

#include "kernel/spans.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY = 256, UNROLL = 4, OTHER_REGISTERS = 16, REGISTERS_LEAST = 4, BRANCH_CYCLES = 10,
       MEETING_CYCLES = 14 };

/* For each level that serves global loads twice: with windows, and by dependences alone. */
enum { FREE = GM_SERVED_COUNT, CLOCKS = 2 * GM_SERVED_COUNT };

typedef struct moment {
	double by[CLOCKS];
} moment;

typedef struct warp_state {
	moment now;    /* the last issue */
	moment window; /* where the window began */
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
	bool window_loads;
	double turns; /* of loops since a window was closed */
	bool waiting; /* at a barrier */
} warp_state;

typedef struct snapshot {
	moment *now;
	int64_t *position;
} snapshot;

struct gm_chain {
	const gm_kernel *kernel;
	int warps;
	double barrier_cycles, fma_cycles;
	int64_t registers; /* for loads under way */
	double windows, loads; /* windows with global loads, and these */
	moment *latency; /* by site, as the next */
	double *issued;
	bool *closes; /* a window: nothing moves past the branches in the middle of it */
	double *branch; /* cycles that one costs besides */
	warp_state *warp;
	snapshot at[GM_SPANS_MAX];
};

static double
fact_or(const gm_device *device, gm_fact_id id, double otherwise)
{
	return gm_device_knows(device, id) ? gm_device_value(device, id) : otherwise;
}

static double
load_latency(const gm_device *device, const gm_site *site, gm_served by)
{
	const double l2 = fact_or(device, GM_LATENCY_L2, 0);
	const double dram = fact_or(device, GM_LATENCY_DRAM, 400);
	switch (site->space) {
	case GM_SHARED: return fact_or(device, GM_LATENCY_SHARED, 0) + 6;
	case GM_CONSTANT: return fact_or(device, GM_LATENCY_L1, 40);
	case GM_LOCAL: return fact_or(device, GM_LATENCY_L1, l2 > 0 ? l2 : dram);
	default: break;
	}
	if (by == GM_SERVED_L1 && gm_device_knows(device, GM_LATENCY_L1))
		return gm_device_value(device, GM_LATENCY_L1);
	return by == GM_SERVED_DRAM || l2 == 0 ? dram : l2;
}

double
gm_chain_latency(const gm_device *device, const gm_site *site, gm_served by)
{
	const double fma = fact_or(device, GM_LATENCY_FMA, 4);
	if (site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY)
		return load_latency(device, site, by);
	if (site->operation == GM_ATOMIC)
		return site->space == GM_SHARED ? 24 * fma
		                                : load_latency(device, site, GM_SERVED_L2) * 1.8;
	return fma * gm_operation_latency(site->operation, site->type);
}

/* Of PTX it is known what each instruction becomes, and a descriptor may say it. */
static double
result_latency(const gm_kernel *kernel, int site, const gm_device *device, const gm_issue *issue,
               gm_served by)
{
	const gm_site *s = &kernel->sites[site];
	const double fma = fact_or(device, GM_LATENCY_FMA, 4);
	const bool said = kernel->origin == GM_FROM_PTX || issue->wait > 0;
	if (said && !gm_operation_is_memory(s->operation) && s->operation != GM_MMA)
		return fma * (double)issue->wait;
	return fmax(gm_chain_latency(device, s, by), gm_issue_total(issue) * fma);
}

/* Divisions and roots test their operands and call what few numbers need. */
static bool
branches_inside(const gm_kernel *kernel, int site, const gm_issue *issue)
{
	const gm_operation operation = kernel->sites[site].operation;
	return (operation == GM_DIV || operation == GM_SQRT || operation == GM_RECIPROCAL) &&
	       issue->of[GM_UNIT_CONTROL] >= 3;
}

gm_chain *
gm_chain_new(const gm_kernel *kernel, const gm_device *device, const gm_issue *issue)
{
	gm_chain *chain = gm_allocate(1, sizeof *chain);
	chain->kernel = kernel;
	chain->warps = gm_kernel_warps(kernel, (int)gm_device_value(device, GM_WARP_LANES));
	const int64_t registers = gm_kernel_registers(kernel, device->cc_major, device->cc_minor, NULL);
	chain->registers = (registers < 0 ? 2 * OTHER_REGISTERS : registers) - OTHER_REGISTERS;
	chain->registers = chain->registers < REGISTERS_LEAST ? REGISTERS_LEAST : chain->registers;
	chain->fma_cycles = fact_or(device, GM_LATENCY_FMA, 4);
	chain->barrier_cycles = 12 + 2.0 * chain->warps;
	chain->latency = gm_allocate((size_t)kernel->sites_count, sizeof *chain->latency);
	chain->issued = gm_allocate((size_t)kernel->sites_count, sizeof *chain->issued);
	chain->closes = gm_allocate((size_t)kernel->sites_count, sizeof *chain->closes);
	chain->branch = gm_allocate((size_t)kernel->sites_count, sizeof *chain->branch);
	chain->warp = gm_allocate((size_t)chain->warps, sizeof *chain->warp);
	for (int s = 0; s < kernel->sites_count; s++) {
		chain->issued[s] = gm_issue_total(&issue[s]);
		chain->closes[s] = branches_inside(kernel, s, &issue[s]);
		chain->branch[s] = BRANCH_CYCLES + (issue[s].of[GM_UNIT_CONTROL] >= 3 ? MEETING_CYCLES : 0);
		for (int by = 0; by < CLOCKS; by++)
			chain->latency[s].by[by] =
			        result_latency(kernel, s, device, &issue[s], (gm_served)(by % FREE));
	}
	return chain;
}

void
gm_chain_free(gm_chain *chain)
{
	if (!chain)
		return;
	for (int i = 0; i < GM_SPANS_MAX; i++) {
		free(chain->at[i].now);
		free(chain->at[i].position);
	}
	free(chain->latency);
	free(chain->issued);
	free(chain->closes);
	free(chain->branch);
	free(chain->warp);
	free(chain);
}

void
gm_chain_begin(gm_chain *chain)
{
	memset(chain->warp, 0, (size_t)chain->warps * sizeof *chain->warp);
	chain->windows = chain->loads = 0;
}

static void
raise(moment *to, const moment *other)
{
	for (int by = 0; by < CLOCKS; by++)
		to->by[by] = other->by[by] > to->by[by] ? other->by[by] : to->by[by];
}

static void
postpone(moment *to, double cycles)
{
	for (int by = 0; by < CLOCKS; by++)
		to->by[by] += cycles;
}

static void
new_window(gm_chain *chain, warp_state *w, double share)
{
	for (int by = 0; by < FREE; by++)
		w->window.by[by] = w->now.by[by];
	chain->windows += w->window_loads ? share : 0;
	w->registers_before = w->registers_loaded;
	w->in_window = 0;
	w->window_loads = false;
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
	postpone(&last, chain->barrier_cycles);
	for (int i = 0; i < chain->warps; i++) {
		warp_state *w = &chain->warp[i];
		if (!w->waiting)
			continue;
		w->now = w->window = last;
		w->waiting = false;
		w->in_free = 0;
		new_window(chain, w, 1);
	}
}

static void
close_windows(gm_chain *chain, warp_state *w, uint32_t number)
{
	const bool branch = chain->kernel->sites[number].operation == GM_BRANCH;
	const double issued = chain->issued[number];
	if (branch)
		w->turns += issued > 0 && issued < 1 ? issued : 1;
	else if (!chain->kernel->issues_known && number <= w->last_site)
		w->turns += 1.0 / UNROLL;
	w->last_site = number;
	if (w->turns <= 1 - 1e-6)
		return;
	new_window(chain, w, 1);
	for (int by = 0; by < FREE; by++)
		w->window.by[by] += chain->branch[number];
}

/* A load waits until the registers for its result are free again. */
static void
wait_for_registers(const gm_chain *chain, warp_state *w, int64_t registers, moment *issue)
{
	const int64_t room = w->registers_loaded + registers - chain->registers;
	for (int64_t l = w->loads_count - 1; l >= 0 && l >= w->loads_count - HISTORY; l--)
		if (w->loads[l % HISTORY].registers <= room) {
			raise(issue, &w->loads[l % HISTORY].ready);
			return;
		}
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
count_load(gm_chain *chain, warp_state *w, const gm_site *site, const moment *ready)
{
	w->registers_loaded += (site->access_bytes + 3) / 4;
	w->loads[w->loads_count % HISTORY].ready = *ready;
	w->loads[w->loads_count % HISTORY].registers = w->registers_loaded;
	w->loads_count++;
	if (site->space != GM_GLOBAL)
		return;
	chain->loads++;
	w->window_loads = true;
}

void
gm_chain_instruction(gm_chain *chain, const gm_warp_instr *instr)
{
	const gm_site *site = &chain->kernel->sites[instr->site];
	warp_state *w = &chain->warp[instr->warp];
	const bool loads = site->operation == GM_LOAD;
	if (w->waiting)
		pass_barrier(chain);
	moment issue = w->window;
	w->in_window += chain->issued[instr->site];
	w->in_free += chain->issued[instr->site];
	const double late = (double)instr->delay * chain->fma_cycles;
	for (int by = 0; by < CLOCKS; by++)
		issue.by[by] += (by < FREE ? w->in_window : w->in_free) + late;
	for (int i = 0; i < GM_WAITS_MAX; i++)
		wait_for(chain, w, instr->waits_for[i], (double)instr->delays[i], &issue);
	if (loads) {
		raise(&issue, &w->stored[site->space]);
		wait_for_registers(chain, w, (site->access_bytes + 3) / 4, &issue);
	}
	if (site->operation == GM_STORE)
		raise(&w->stored[site->space], &issue);
	raise(&w->now, &issue);
	moment *ready = &w->ready[w->position % HISTORY];
	*ready = issue;
	for (int by = 0; by < CLOCKS; by++)
		ready->by[by] += chain->latency[instr->site].by[by];
	if (loads)
		count_load(chain, w, site, ready);
	if (chain->closes[instr->site]) {
		raise(&w->now, ready);
		new_window(chain, w, 1);
	}
	w->position++;
	if (site->operation == GM_BARRIER || site->operation == GM_FENCE) {
		w->waiting = site->operation == GM_BARRIER;
		new_window(chain, w, 1);
	}
	close_windows(chain, w, instr->site);
}

void
gm_chain_mark(gm_chain *chain, int slot)
{
	snapshot *at = &chain->at[slot];
	if (!at->now) {
		at->now = gm_allocate((size_t)chain->warps, sizeof *at->now);
		at->position = gm_allocate((size_t)chain->warps, sizeof *at->position);
	}
	for (int i = 0; i < chain->warps; i++) {
		warp_state *w = &chain->warp[i];
		if (w->in_window > 0)
			new_window(chain, w, w->turns);
		w->closed = false;
		at->now[i] = w->now;
		at->position[i] = w->position;
	}
}

/* How far a span takes the clocks. A window that it leaves open goes on in the next turn: only the
   part of it that the span is counts, the rest goes as fast as the dependences let it. Registers may
   end it before. */
static moment
advance_of(const gm_chain *chain, const warp_state *w, const moment *before)
{
	const double registers = (double)(w->registers_loaded - w->registers_before);
	double part = w->turns > 0 ? w->turns : 1;
	moment more;
	part = part < registers / (double)chain->registers ? registers / (double)chain->registers : part;
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
static void
shift(gm_chain *chain, warp_state *w, const moment *before, int64_t position, double times)
{
	const moment more = advance_of(chain, w, before);
	const int64_t oldest = w->position - HISTORY > position ? w->position - HISTORY : position;
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
		new_window(chain, w, w->turns);
}

void
gm_chain_repeat(gm_chain *chain, int slot, int64_t times)
{
	const snapshot *at = &chain->at[slot];
	for (int i = 0; times > 0 && i < chain->warps; i++)
		shift(chain, &chain->warp[i], &at->now[i], at->position[i], (double)times);
}

gm_chain_cycles
gm_chain_end(gm_chain *chain)
{
	moment last = {{0}};
	for (int i = 0; i < chain->warps; i++)
		raise(&last, &chain->warp[i].now);
	gm_chain_cycles out;
	memcpy(out.by, last.by, sizeof out.by);
	out.loads_per_window = chain->windows > 0 ? chain->loads / chain->windows : 0;
	return out;
}
