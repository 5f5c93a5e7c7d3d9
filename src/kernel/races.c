#include "kernel/races.h"

#include "base/memory.h"
#include "kernel/copy_groups.h"

#include <stdlib.h>

enum { SYNCS_MAX = 8, FOUND_MAX = 64 };

/* The last access of a kind to a granule; time 0: none. */
typedef struct record {
	uint32_t time;
	uint32_t site;
	uint16_t thread;
	uint16_t serial; /* of the warp instruction, modulo 2^16 */
} record;

typedef struct cell {
	record write, reads[2];
} cell;

typedef struct pair_of_atomics {
	record of[2];
} pair_of_atomics;

/* The last copy to a granule; group 0: it is there since begun.time. */
typedef struct copy {
	record begun;
	uint32_t group;
} copy;

/* What the lanes of `from` did until `time` is ordered before what those of `to` do now. */
typedef struct lane_order {
	uint64_t from, to;
	uint32_t time;
} lane_order;

typedef struct warp_order {
	uint32_t floor; /* everything until then is ordered for all lanes */
	lane_order syncs[SYNCS_MAX];
	int syncs_count;
} warp_order;

struct gm_races {
	int warps, lane_bits, granule_bits;
	int64_t bytes;
	cell *cells;
	pair_of_atomics *atomics; /* NULL until there is one */
	copy *copies;             /* the same, and the groups */
	gm_copy_groups *groups;
	uint64_t commits;
	uint32_t settled; /* copies begun until then are there since they began */
	uint32_t now;
	uint32_t floor;  /* everything until then is ordered for all warps */
	uint32_t *known; /* per warp and owner: what the owner did until then is ordered */
	uint32_t *lock;  /* per owner: what was released */
	warp_order *warp_orders;
	uint16_t serial;
	gm_race_found *found;
	void *state;
	gm_race told[FOUND_MAX];
	int told_count;
};

static int
bits_of(int64_t power_of_two)
{
	return __builtin_ctzll((unsigned long long)power_of_two);
}

const char *
gm_race_hazard(const gm_race *race)
{
	if (race->later == GM_RACE_READ)
		return "read after write (RAW)";
	return race->earlier == GM_RACE_READ ? "write after read (WAR)" : "write after write (WAW)";
}

const char *
gm_race_did(gm_race_access access)
{
	static const char *const did[] = {"reads", "writes", "updates", "copies to"};
	return did[access];
}

gm_races *
gm_races_new(int warps, int warp_lanes, int64_t shared_bytes, int granule_bytes,
	     gm_race_found *found, void *state)
{
	gm_races *r = gm_allocate(1, sizeof *r);
	*r = (gm_races){.warps = warps,
			.lane_bits = bits_of(warp_lanes),
			.granule_bits = bits_of(granule_bytes),
			.bytes = shared_bytes,
			.now = 1,
			.found = found,
			.state = state};
	const size_t granules = (size_t)(shared_bytes >> r->granule_bits) + 1;
	r->cells = gm_allocate(granules, sizeof *r->cells);
	r->known = gm_allocate((size_t)(warps * warps), sizeof *r->known);
	r->lock = gm_allocate((size_t)warps, sizeof *r->lock);
	r->warp_orders = gm_allocate((size_t)warps, sizeof *r->warp_orders);
	return r;
}

void
gm_races_free(gm_races *r)
{
	if (!r)
		return;
	free(r->cells);
	free(r->atomics);
	free(r->copies);
	gm_copy_groups_free(r->groups);
	free(r->known);
	free(r->lock);
	free(r->warp_orders);
	free(r);
}

/* ---- order ---- */

static uint32_t
later_of(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static inline bool
lanes_ordered(const warp_order *o, int before, int after, uint32_t time)
{
	if (time <= o->floor)
		return true;
	for (int i = 0; i < o->syncs_count; i++)
		if (time <= o->syncs[i].time && (o->syncs[i].from >> before & 1) &&
		    (o->syncs[i].to >> after & 1))
			return true;
	return false;
}

/* Whether `before` is ordered before what the thread does now. */
static inline bool
ordered(const gm_races *r, const record *before, int thread)
{
	const int owner = before->thread >> r->lane_bits, warp = thread >> r->lane_bits;
	const int lanes = (1 << r->lane_bits) - 1;
	if (before->time <= r->floor || before->thread == thread)
		return true;
	if (owner == warp)
		return lanes_ordered(&r->warp_orders[warp], before->thread & lanes, thread & lanes,
				     before->time);
	return before->time <= r->known[warp * r->warps + owner];
}

static bool
takes_part(const uint64_t *warps, int w)
{
	return warps[w / 64] >> (w % 64) & 1;
}

static void
settle_lanes(gm_races *r, int w)
{
	r->warp_orders[w].floor = r->now;
	r->warp_orders[w].syncs_count = 0;
}

/* The first that takes part gathers what all know, the others copy it. */
static void
meet(gm_races *r, const uint64_t *warps)
{
	uint32_t *joined = NULL;
	for (int w = 0; w < r->warps; w++) {
		uint32_t *known = &r->known[w * r->warps];
		if (!takes_part(warps, w))
			continue;
		joined = joined ? joined : known;
		for (int v = 0; v < r->warps; v++)
			joined[v] = later_of(joined[v], known[v]);
		settle_lanes(r, w);
	}
	for (int w = 0; joined && w < r->warps; w++)
		if (takes_part(warps, w))
			joined[w] = r->now;
	for (int w = 0; joined && w < r->warps; w++)
		for (int v = 0; takes_part(warps, w) && v < r->warps; v++)
			r->known[w * r->warps + v] = joined[v];
}

void
gm_races_barrier(gm_races *r, const uint64_t *warps)
{
	if (warps)
		meet(r, warps);
	else
		r->floor = r->now;
	r->now++;
}

/* What was ordered before one of the lanes is now ordered before all of them. With no room left the
   oldest two orders become one that is stronger. */
static void
sync_part(warp_order *o, uint64_t lanes, uint32_t now)
{
	for (int i = 0; i < o->syncs_count; i++)
		if (o->syncs[i].to & lanes)
			o->syncs[i].to |= lanes;
	if (o->syncs_count == SYNCS_MAX) {
		o->syncs[0].from |= o->syncs[1].from;
		o->syncs[0].to |= o->syncs[1].to;
		o->syncs[0].time = later_of(o->syncs[0].time, o->syncs[1].time);
		for (int i = 1; i < SYNCS_MAX - 1; i++)
			o->syncs[i] = o->syncs[i + 1];
		o->syncs_count--;
	}
	o->syncs[o->syncs_count++] = (lane_order){lanes, lanes, now};
}

void
gm_races_sync_warp(gm_races *r, int warp, uint64_t lanes)
{
	if (lanes == UINT64_MAX)
		settle_lanes(r, warp);
	else
		sync_part(&r->warp_orders[warp], lanes, r->now);
	r->now++;
}

void
gm_races_release(gm_races *r, int warp)
{
	for (int v = 0; v < r->warps; v++)
		r->lock[v] = later_of(r->lock[v], r->known[warp * r->warps + v]);
	r->lock[warp] = r->now++;
}

void
gm_races_acquire(gm_races *r, int warp)
{
	uint32_t *known = &r->known[warp * r->warps];
	warp_order *own = &r->warp_orders[warp];
	for (int v = 0; v < r->warps; v++)
		known[v] = later_of(known[v], r->lock[v]);
	own->floor = later_of(own->floor, r->lock[warp]);
}

/* ---- copies ---- */

void
gm_races_commit(gm_races *r, int warp, uint64_t lanes)
{
	if (!r->groups)
		return;
	gm_copy_groups_commit(r->groups, warp << r->lane_bits, lanes);
	r->commits++;
}

void
gm_races_await(gm_races *r, int warp, uint64_t lanes, uint32_t groups_left)
{
	if (r->groups)
		gm_copy_groups_await(r->groups, warp << r->lane_bits, lanes, groups_left, r->now);
}

gm_races_moment
gm_races_now(gm_races *r)
{
	return (gm_races_moment){r->now++, r->commits};
}

bool
gm_races_commits_since(const gm_races *r, const gm_races_moment *moment)
{
	return r->commits > moment->commits;
}

void
gm_races_settle(gm_races *r, const gm_races_moment *before)
{
	r->settled = later_of(r->settled, before ? before->time : r->now++);
}

/* False: from now on it is a write of its thread, at begun.time. */
static bool
is_under_way(const gm_races *r, copy *c)
{
	const int thread = c->begun.thread;
	if (c->group == 0)
		return false;
	if (c->begun.time > r->settled) {
		if (gm_copy_groups_under_way(r->groups, thread, c->group))
			return true;
		const uint32_t since = gm_copy_groups_since(r->groups, thread, c->group);
		c->begun.time = later_of(c->begun.time, since);
	}
	c->group = 0;
	return false;
}

/* ---- accesses ---- */

static bool
was_told(const gm_races *r, const gm_race *race)
{
	for (int i = 0; i < r->told_count; i++) {
		const gm_race *t = &r->told[i];
		if (t->earlier_site == race->earlier_site && t->later_site == race->later_site &&
		    t->one_warp == race->one_warp && t->one_instruction == race->one_instruction &&
		    t->under_way == race->under_way)
			return true;
	}
	return r->told_count == FOUND_MAX;
}

/* The access under way. */
typedef struct visit {
	gm_race_access access;
	record now;
	uint64_t address;
	bool same_value;
} visit;

static void
tell(gm_races *r, const visit *v, const record *before, gm_race_access earlier, bool under_way)
{
	const bool writes = earlier == GM_RACE_WRITE && v->access == GM_RACE_WRITE;
	if (writes && v->same_value && before->site == v->now.site)
		return;
	const bool one_warp = before->thread >> r->lane_bits == v->now.thread >> r->lane_bits;
	const gm_race race = {.earlier = earlier,
			      .later = v->access,
			      .earlier_site = before->site,
			      .later_site = v->now.site,
			      .earlier_thread = before->thread,
			      .later_thread = v->now.thread,
			      .address = v->address,
			      .one_warp = one_warp,
			      .under_way = under_way,
			      .one_instruction = one_warp && before->time == v->now.time &&
						 before->serial == v->now.serial};
	if (was_told(r, &race))
		return;
	r->told[r->told_count++] = race;
	r->found(r->state, &race);
}

static inline void
meet_record(gm_races *r, const visit *v, const record *before, gm_race_access earlier)
{
	if (!ordered(r, before, v->now.thread))
		tell(r, v, before, earlier, false);
}

/* Copies that nothing orders race whether they are waited for or not. */
static void
meet_copy(gm_races *r, const visit *v, copy *c)
{
	const bool under_way = is_under_way(r, c);
	const bool in_order = ordered(r, &c->begun, v->now.thread);
	if (under_way && (in_order || v->access != GM_RACE_COPY))
		tell(r, v, &c->begun, GM_RACE_COPY, true);
	else if (!in_order)
		tell(r, v, &c->begun, GM_RACE_COPY, false);
}

/* Two records of different threads, of different warps where there are such. One that is ordered
   before the new one need not be kept: what is ordered after the new one is after it too. */
static inline void
remember(gm_races *r, record two[2], const record *now)
{
	const int warp = now->thread >> r->lane_bits;
	const bool apart = two[0].thread >> r->lane_bits != two[1].thread >> r->lane_bits;
	if (two[0].time == now->time && two[1].time == now->time &&
	    (apart || two[0].thread >> r->lane_bits == warp))
		return;
	if (ordered(r, &two[0], now->thread))
		two[0] = *now;
	else if (ordered(r, &two[1], now->thread))
		two[1] = *now;
	else if (!apart && two[0].thread >> r->lane_bits != warp)
		two[1] = *now;
}

static inline void
visit_read(gm_races *r, const visit *v, cell *c, pair_of_atomics *a)
{
	if (c->write.time > r->floor)
		meet_record(r, v, &c->write, GM_RACE_WRITE);
	for (int i = 0; a && i < 2; i++)
		meet_record(r, v, &a->of[i], GM_RACE_ATOMIC);
	remember(r, c->reads, &v->now);
}

static inline void
visit_write(gm_races *r, const visit *v, cell *c, pair_of_atomics *a)
{
	if (c->write.time > r->floor)
		meet_record(r, v, &c->write, GM_RACE_WRITE);
	for (int i = 0; i < 2; i++) {
		if (c->reads[i].time > r->floor)
			meet_record(r, v, &c->reads[i], GM_RACE_READ);
		c->reads[i].time = 0;
		if (a)
			meet_record(r, v, &a->of[i], GM_RACE_ATOMIC);
	}
	c->write = v->now;
}

static inline void
visit_atomic(gm_races *r, const visit *v, cell *c, pair_of_atomics *a)
{
	meet_record(r, v, &c->write, GM_RACE_WRITE);
	for (int i = 0; i < 2; i++)
		meet_record(r, v, &c->reads[i], GM_RACE_READ);
	remember(r, a->of, &v->now);
}

static inline void
visit_copy(gm_races *r, const visit *v, cell *c, pair_of_atomics *a, copy *k)
{
	visit_write(r, v, c, a);
	c->write.time = 0;
	*k = (copy){v->now, gm_copy_groups_open(r->groups, v->now.thread)};
}

static inline void
visit_cell(gm_races *r, const visit *v, cell *c, pair_of_atomics *a, copy *k)
{
	if (k && (k->group > 0 || k->begun.time > r->floor))
		meet_copy(r, v, k);
	switch (v->access) {
	case GM_RACE_READ:
		visit_read(r, v, c, a);
		break;
	case GM_RACE_WRITE:
		visit_write(r, v, c, a);
		if (k)
			k->begun.time = k->group = 0;
		break;
	case GM_RACE_ATOMIC:
		visit_atomic(r, v, c, a);
		break;
	case GM_RACE_COPY:
		visit_copy(r, v, c, a, k);
		break;
	}
}

static void
make_room(gm_races *r, gm_race_access access)
{
	const size_t granules = (size_t)(r->bytes >> r->granule_bits) + 1;
	if (access == GM_RACE_ATOMIC && !r->atomics)
		r->atomics = gm_allocate(granules, sizeof *r->atomics);
	if (access != GM_RACE_COPY || r->copies)
		return;
	r->copies = gm_allocate(granules, sizeof *r->copies);
	r->groups = gm_copy_groups_new(r->warps << r->lane_bits);
}

void
gm_races_access(gm_races *r, gm_race_access access, uint32_t site, int warp, uint64_t active,
		const uint64_t *address, int bytes, bool same_value)
{
	visit v = {.access = access,
		   .same_value = same_value,
		   .now = {.time = r->now, .site = site, .serial = r->serial++}};
	const int64_t count = bytes >> r->granule_bits ? bytes >> r->granule_bits : 1;
	if (bytes > r->bytes)
		return;
	make_room(r, access);
	pair_of_atomics *atomics = r->atomics;
	copy *copies = r->copies;
	for (uint64_t rest = active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		if (address[lane] > (uint64_t)r->bytes - (uint64_t)bytes)
			continue;
		const int64_t first = (int64_t)(address[lane] >> r->granule_bits);
		v.now.thread = (uint16_t)((warp << r->lane_bits) + lane);
		v.address = address[lane];
		for (int64_t g = first; g < first + count; g++)
			visit_cell(r, &v, &r->cells[g], atomics ? &atomics[g] : NULL,
				   copies ? &copies[g] : NULL);
	}
}
