#include "model/chain_warp.h"

#include <math.h>

/*
 * Loads are under way in a loop that leaves no registers, too: four registers of them, and two of loads under predicates,
 * which need registers for what they are asked for and for what is there if they are not issued.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90. Walks through bytes, four turns written out, each byte loaded if it is within
 * (sass/issue_in_lanes.c): of 64 that leave three registers or fewer 21 load the four together, 7 wait twice a turn,
 * 15 three times and 21 for each, 1.8 together in the geometric mean. Marches whose loads are under predicates, of floats
 * and 40 registers of which 37 are taken, wait four and five times for ten loads.
 */
enum { REGISTERS_LEAST = 4, REGISTERS_LEAST_CONDITIONAL = 2, REGISTERS_UNKNOWN = 32, REGISTERS_ENOUGH = 1 << 16,
       REGISTERS_SPARED = 4 /* one that is short of them may leave the last pairs */ };

/* Of a thread, with which all threads of an SM find room: a compiler has no reason to use fewer. */
static int64_t
registers_of_full(const gm_device *device)
{
	const double threads = gm_device_value_or(device, GM_THREADS_PER_SM, 0);
	return threads > 0 ? (int64_t)(gm_device_value_or(device, GM_REGISTERS_PER_SM, 0) / threads) : 0;
}

int64_t
gm_chain_registers(const gm_kernel *kernel, const gm_device *device)
{
	const int64_t known = gm_kernel_registers(kernel, device->cc_major, device->cc_minor, NULL);
	const int64_t registers = known < 0 ? REGISTERS_UNKNOWN : known;
	const int64_t full = registers_of_full(device);
	if (registers < full - REGISTERS_SPARED)
		return REGISTERS_ENOUGH;
	return registers < full ? full : registers;
}

static int64_t
left_by(const gm_chain *chain, int64_t others, bool conditional)
{
	const int64_t least = conditional ? REGISTERS_LEAST_CONDITIONAL : REGISTERS_LEAST;
	const int64_t left = chain->registers - others;
	return left < least ? least : left;
}

int64_t
gm_chain_free_registers(const gm_chain *chain, uint32_t site)
{
	return left_by(chain, chain->sites[site].others, false);
}

/* The first of the loads that are remembered up to which all together have taken so many. */
static int64_t
load_after(const gm_chain_warp *w, int64_t registers)
{
	int64_t before = w->loads_count > GM_CHAIN_HISTORY ? w->loads_count - GM_CHAIN_HISTORY - 1 : -1;
	for (int64_t after = w->loads_count - 1; after - before > 1;) {
		const int64_t middle = before + (after - before) / 2;
		if (w->loads[middle % GM_CHAIN_HISTORY].registers < registers)
			before = middle;
		else
			after = middle;
	}
	return before + 1;
}

/* For so many that there is room for it; where its address needs none of its own, for one of its result alone: the
   rest of a wider result may find others still under way. By dependences alone nothing waits for registers. */
static void
wait_at(const gm_chain *chain, const gm_chain_warp *w, uint32_t site, bool ahead, gm_chain_moment *issue)
{
	const gm_chain_site *own = &chain->sites[site];
	const int64_t registers = own->own > 0 ? own->registers : 1;
	const int64_t behind = ahead ? w->registers_behind - w->registers_most : 0;
	const int64_t left = left_by(chain, ahead ? own->others_ahead : own->others, own->conditional);
	const int64_t room = w->registers_loaded - behind + registers - left;
	if (room <= 0 || w->loads_count == 0)
		return;
	const int64_t load = load_after(w, room);
	const bool forgotten = load > 0 && load == w->loads_count - GM_CHAIN_HISTORY;
	for (int by = 0; by < GM_CHAIN_FREE && !forgotten; by++)
		issue->by[by] = fmax(issue->by[by], w->loads[load % GM_CHAIN_HISTORY].ready.by[by]);
}

/* For a predicate, which the load that has had it longest keeps until it has come. */
static void
wait_for_predicate(const gm_chain_warp *w, const gm_chain_site *own, gm_chain_moment *issue)
{
	const int64_t first = w->under_count - own->same_predicate - own->predicates;
	for (int by = 0; by < GM_CHAIN_FREE && own->predicates > 0 && first >= 0; by++)
		issue->by[by] = fmax(issue->by[by], w->under[first % GM_CHAIN_PREDICATES].by[by]);
}

static void
keep_predicate(gm_chain_warp *w, const gm_chain_site *own, const gm_chain_moment *ready)
{
	if (own->predicates == 0)
		return;
	if (!own->same_predicate || w->under_count == 0)
		w->under[w->under_count++ % GM_CHAIN_PREDICATES] = (gm_chain_moment){{0}};
	gm_chain_raise(&w->under[(w->under_count - 1) % GM_CHAIN_PREDICATES], ready);
}

/* Those that wait for registers begin one behind the other, as the load/store unit takes them. */
static void
begin_in_turn(gm_chain_warp *w, const gm_chain_site *own, const gm_chain_moment *free, gm_chain_moment *start)
{
	for (int by = 0; by < GM_CHAIN_FREE; by++) {
		if (start->by[by] <= free->by[by])
			continue;
		start->by[by] = fmax(start->by[by], w->sent.by[by]);
		w->sent.by[by] = start->by[by] + own->units[GM_CHAIN_LSU];
	}
}

void
gm_chain_wait_for_registers(const gm_chain *chain, gm_chain_warp *w, uint32_t site, const gm_chain_moment *stands,
			    gm_chain_moment *start)
{
	const gm_chain_site *own = &chain->sites[site];
	const gm_chain_moment free = *start;
	gm_chain_moment there = *stands;
	wait_at(chain, w, site, own->ahead, start);
	if (own->ahead) {
		wait_at(chain, w, site, false, &there);
		gm_chain_lower(start, &there);
	}
	wait_for_predicate(w, own, start);
	begin_in_turn(w, own, &free, start);
}

void
gm_chain_count_load(gm_chain_warp *w, const gm_site *site, const gm_chain_site *own, const gm_chain_moment *ready)
{
	keep_predicate(w, own, ready);
	w->registers_loaded += own->registers;
	if (!own->ahead) {
		w->registers_behind += own->registers;
		w->registers_piece += own->registers;
	}
	if (w->registers_piece > w->registers_most)
		w->registers_most = w->registers_piece;
	w->loads[w->loads_count % GM_CHAIN_HISTORY].ready = *ready;
	w->loads[w->loads_count % GM_CHAIN_HISTORY].registers = w->registers_loaded;
	w->loads_count++;
	if (site->space != GM_GLOBAL)
		return;
	w->global_loads++;
}

/* At its fullest; of one load that nothing else is made beside, as of any load, one. */
static double
needed_by_body(const gm_chain_site *site)
{
	return site->alive > (double)site->registers || site->own > 0 ? site->alive : 1;
}

void
gm_chain_begin_body(const gm_chain *chain, gm_chain_warp *w, uint32_t site)
{
	const double room = (double)gm_chain_free_registers(chain, site), own = chain->sites[site].loaded;
	double taken = needed_by_body(&chain->sites[site]);
	w->filled += fmin(1, own / fmax(1, room - taken + own));
	for (int64_t b = w->bodies_count - 1; b >= 0 && b > w->bodies_count - GM_CHAIN_BODIES; b--) {
		taken += w->bodies[b % GM_CHAIN_BODIES].loaded;
		if (taken > room) {
			gm_chain_raise(&w->floor, &w->bodies[b % GM_CHAIN_BODIES].end);
			break;
		}
	}
	w->in_body = (gm_chain_issues){0};
	w->bodies[w->bodies_count++ % GM_CHAIN_BODIES] = (gm_chain_body){.loaded = own};
}

void
gm_chain_note_group(gm_chain *chain, gm_chain_warp *w, uint32_t site, double start, double ready)
{
	const bool parts = w->group_ready > 0 && start >= w->group_ready;
	chain->groups[site].loads++;
	chain->groups[site].parted += parts;
	w->group_ready = parts || w->group_ready == 0 ? ready : fmin(w->group_ready, ready);
}

double
gm_chain_parted(const gm_chain *chain, int site)
{
	const gm_chain_groups *groups = &chain->groups[site];
	return groups->loads > 0 ? groups->parted / groups->loads : 0;
}
