#include "sass/spill_sites.h"

#include "base/memory.h"
#include "sass/spill_regions.h"

#include <stdlib.h>
#include <string.h>

/* ---- where ---- */

/* Of one region: what stands where in both. */
typedef struct pairs {
	int32_t *machine, *own; /* instructions before it; steps before it */
	int32_t count;
} pairs;

static void
add_pair(pairs *p, int32_t machine, int32_t own)
{
	if (p->count && (machine < p->machine[p->count - 1] || own < p->own[p->count - 1]))
		return;
	p->machine[p->count] = machine;
	p->own[p->count++] = own;
}

static pairs
pair_up(const gm_spill_region *machine, const spill_region *own)
{
	const size_t room = 2 * (size_t)machine->items_count + 2;
	pairs out = {gm_allocate(room, sizeof *out.machine), gm_allocate(room, sizeof *out.own), 0};
	bool alike[SPILL_MARKS];
	int32_t seen[SPILL_MARKS] = {0};
	for (int k = 0; k < SPILL_MARKS; k++)
		alike[k] = own->marks_count[k] == gm_ptx_spill_count(machine, (gm_spill_kind)k);
	add_pair(&out, 0, 0);
	for (int32_t i = 0; i < machine->items_count; i++) {
		const gm_spill_item *item = &machine->items[i];
		if (item->kind >= SPILL_MARKS || !alike[item->kind])
			continue;
		const int32_t at = own->marks[item->kind][seen[item->kind]++];
		add_pair(&out, item->at, at);
		if (item->kind != GM_SPILL_BLOCK)
			add_pair(&out, item->at + 1, at + 1);
	}
	add_pair(&out, machine->length, own->count);
	return out;
}

static void
dispose_pairs(pairs *p)
{
	free(p->machine);
	free(p->own);
}

/* How many steps of the region stand before what stands behind so many instructions. */
static int32_t
place_between(const pairs *p, int32_t at)
{
	int32_t row = 0;
	while (row + 1 < p->count && p->machine[row + 1] <= at)
		row++;
	if (row + 1 == p->count)
		return p->own[row];
	const double part = (double)(at - p->machine[row]) / (p->machine[row + 1] - p->machine[row]);
	return p->own[row] + (int32_t)(part * (p->own[row + 1] - p->own[row]));
}

/* ---- places ---- */

enum { PLACES_MOST = 1 << 16, UNIT_BYTES = 4 };

/* Per word of the frame: where it lies here, -1. Places that loads have freed are taken again. */
typedef struct moving {
	int64_t lowest; /* of the frame's places */
	int32_t words;
	bool again;   /* they are: all that spills lies in no loop */
	int32_t *to;
	bool *used; /* per word here */
} moving;

static void
moving_init(moving *m, const gm_spilling *s)
{
	int64_t lowest = INT64_MAX, highest = INT64_MIN;
	bool looping = false;
	for (int32_t r = 0; r < s->regions_count; r++)
		for (int32_t i = 0; i < s->regions[r].items_count; i++) {
			const gm_spill_item *item = &s->regions[r].items[i];
			if (item->kind < GM_SPILL_STORE)
				continue;
			looping |= r > 0;
			lowest = item->place < lowest ? item->place : lowest;
			highest = item->place + item->bytes > highest ? item->place + item->bytes : highest;
		}
	const int64_t words = lowest < highest ? (highest - lowest + UNIT_BYTES - 1) / UNIT_BYTES : 0;
	*m = (moving){.lowest = lowest,
		      .words = (int32_t)(words > PLACES_MOST ? PLACES_MOST : words),
		      .again = !looping};
	m->to = gm_allocate((size_t)m->words + 4, sizeof *m->to);
	m->used = gm_allocate((size_t)m->words + 4, sizeof *m->used);
	memset(m->to, 0xff, ((size_t)m->words + 4) * sizeof *m->to);
}

static void
moving_dispose(moving *m)
{
	free(m->to);
	free(m->used);
}

static bool
is_free(const moving *m, int32_t at, int32_t words)
{
	for (int32_t k = 0; k < words; k++)
		if (m->used[at + k])
			return false;
	return true;
}

static void
set_used(moving *m, int32_t at, int32_t words, bool used)
{
	for (int32_t k = 0; k < words; k++)
		m->used[at + k] = used;
}

static int64_t
here(moving *m, const gm_spill_item *item)
{
	const int32_t words = item->bytes > UNIT_BYTES ? item->bytes / UNIT_BYTES : 1;
	const int32_t from = (int32_t)((item->place - m->lowest) / UNIT_BYTES % (m->words ? m->words : 1));
	if (!m->again)
		return (int64_t)from * UNIT_BYTES;
	if (m->to[from] < 0) {
		int32_t at = 0;
		while (at + words <= m->words && !is_free(m, at, words))
			at += words;
		m->to[from] = at + words <= m->words ? at : from;
		set_used(m, m->to[from], words, true);
	}
	const int32_t at = m->to[from];
	if (item->last) {
		set_used(m, at, words, false);
		m->to[from] = -1;
	}
	return (int64_t)at * UNIT_BYTES;
}

/* ---- what is moved ---- */

typedef struct teller {
	const spill_values *v;
	const gm_spill_region *machine;
	const spill_region *own;
	pairs pairs;
	bool same_fetches;
	uint32_t *asked; /* per unit: the node in which it is loaded already, plus 1 */
} teller;

static bool
is_as_wide(const ptx_program *p, uint32_t unit, int bytes)
{
	enum { BITS = 8, WORD_BITS = 32 };
	const int bits = bytes > UNIT_BYTES ? 2 * WORD_BITS : WORD_BITS;
	return unit != PTX_NO_UNIT && p->unit_bits[unit] == bits;
}

/* What the last step before it in its block makes, but for loads, for which it would seem to wait. */
static uint32_t
made_before(const teller *t, int32_t at, int bytes)
{
	const ptx_program *p = t->v->program;
	for (int32_t i = t->own->steps[at] - 1; i >= t->v->graph.nodes[t->v->graph.node_of[t->own->steps[at]]].first; i--)
		for (int k = 0; p->steps[i].action == ACTION_LANES && k < p->steps[i].results_count; k++)
			if (is_as_wide(p, p->units[p->steps[i].results + (uint32_t)k], bytes))
				return p->units[p->steps[i].results + (uint32_t)k];
	return PTX_NO_UNIT;
}

static uint32_t
made_by_fetch(const teller *t, int32_t fetch)
{
	const ptx_program *p = t->v->program;
	const ptx_step *s = &p->steps[t->own->steps[t->own->marks[GM_SPILL_FETCH][fetch]]];
	for (int k = 0; k < s->results_count; k++)
		if (p->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
			return p->units[s->results + (uint32_t)k];
	return PTX_NO_UNIT;
}

static bool
makes(const ptx_program *p, int32_t from, int32_t end, uint32_t unit)
{
	for (int32_t i = from; i < end; i++)
		for (int k = 0; k < p->steps[i].results_count; k++)
			if (p->units[p->steps[i].results + (uint32_t)k] == unit)
				return true;
	return false;
}

/* A value that a step of the block reads, from `from` on, as it is at `at`. */
static uint32_t
read_behind(const teller *t, int32_t at, int32_t from, int bytes)
{
	const ptx_program *p = t->v->program;
	const int32_t node = t->v->graph.node_of[at];
	for (int32_t i = from; i < t->v->graph.nodes[node].end; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++) {
			const uint32_t unit = p->units[p->steps[i].sources + (uint32_t)k];
			if (is_as_wide(p, unit, bytes) && t->v->number[unit] && t->asked[unit] != (uint32_t)node + 1 &&
			    !makes(p, at, i, unit)) {
				t->asked[unit] = (uint32_t)node + 1;
				return unit;
			}
		}
	return PTX_NO_UNIT;
}

static spill_access
access_of(const teller *t, const gm_spill_item *item)
{
	const bool store = item->kind == GM_SPILL_STORE, fetched = store && item->maker >= 0 && t->same_fetches;
	int32_t at = place_between(&t->pairs, item->at);
	if (fetched && at <= t->own->marks[GM_SPILL_FETCH][item->maker])
		at = t->own->marks[GM_SPILL_FETCH][item->maker] + 1;
	at = at < t->own->count ? at : t->own->count - 1;
	spill_access out = {.step = t->own->steps[at], .store = store, .bytes = item->bytes, .unit = PTX_NO_UNIT};
	if (store) {
		out.unit = fetched ? made_by_fetch(t, item->maker) : made_before(t, at, item->bytes);
		return out;
	}
	int32_t use = item->use < 0 ? t->own->count : place_between(&t->pairs, item->at + item->use);
	use = use < t->own->count ? use : t->own->count - 1;
	out.unit = item->use < 0 ? PTX_NO_UNIT : read_behind(t, out.step, t->own->steps[use], item->bytes);
	out.read = out.unit != PTX_NO_UNIT;
	return out;
}

static bool
makers_are_there(const gm_spill_region *machine)
{
	const int32_t fetches = gm_ptx_spill_count(machine, GM_SPILL_FETCH);
	for (int32_t i = 0; i < machine->items_count; i++)
		if (machine->items[i].kind == GM_SPILL_STORE && machine->items[i].maker >= fetches)
			return false;
	return true;
}

static void
tell_region(const spill_values *v, const gm_spill_region *machine, const spill_region *own, moving *places,
	    uint32_t *asked, spill_accesses *out)
{
	teller t = {.v = v, .machine = machine, .own = own, .asked = asked};
	t.pairs = pair_up(machine, own);
	t.same_fetches = makers_are_there(machine) &&
			 own->marks_count[GM_SPILL_FETCH] == gm_ptx_spill_count(machine, GM_SPILL_FETCH);
	for (int32_t i = 0; i < machine->items_count; i++) {
		if (machine->items[i].kind < GM_SPILL_STORE || own->count == 0)
			continue;
		spill_access access = access_of(&t, &machine->items[i]);
		access.place = here(places, &machine->items[i]);
		gm_ptx_spill_add(out, access);
	}
	dispose_pairs(&t.pairs);
}

/* By step, and in the order in which they were told. */
static void
sort_accesses(spill_accesses *a, int32_t steps_count)
{
	size_t *begins = gm_allocate((size_t)steps_count + 2, sizeof *begins);
	spill_access *sorted = gm_allocate(a->count + 1, sizeof *sorted);
	for (size_t k = 0; k < a->count; k++)
		begins[a->items[k].step + 1]++;
	for (int32_t i = 0; i < steps_count; i++)
		begins[i + 1] += begins[i];
	for (size_t k = 0; k < a->count; k++)
		sorted[begins[a->items[k].step]++] = a->items[k];
	if (a->count)
		memcpy(a->items, sorted, a->count * sizeof *sorted);
	free(begins);
	free(sorted);
}

bool
gm_ptx_spill_sites(const ptx_lowering *lo, const spill_values *v, const gm_spilling *s, spill_accesses *out,
		   int64_t *bytes)
{
	enum { ALIGNED = 16 };
	const ptx_program *p = lo->program;
	const int64_t begin = (p->local_bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
	spill_regions regions;
	moving places;
	int32_t *to = gm_allocate((size_t)s->regions_count + 1, sizeof *to);
	gm_ptx_spill_regions_init(&regions, lo, v);
	moving_init(&places, s);
	const bool good = gm_ptx_spill_match(&regions, s, to);
	uint32_t *asked = gm_allocate(p->units_count + 1, sizeof *asked);
	for (int32_t r = 0; r < s->regions_count && good; r++)
		if (to[r] >= 0)
			tell_region(v, &s->regions[r], &regions.items[to[r]], &places, asked, out);
	for (size_t k = 0; k < out->count; k++)
		out->items[k].place += begin;
	*bytes = (int64_t)places.words * UNIT_BYTES;
	sort_accesses(out, p->steps_count);
	gm_ptx_spill_regions_dispose(&regions);
	moving_dispose(&places);
	free(asked);
	free(to);
	return good;
}
