/*
 * Moves into and out of vectors. What one access loads or stores for a lane lies in registers one behind another. A
 * value that a vector load makes and a vector store takes at another place is moved, as is one that stands at several
 * places of vector stores for each but one of them: one instruction for each 32 bits. What is computed, or loaded
 * alone, is made where it is stored.
 *
 * The registers of a load are those of a store where
 *      - all values that both have are at the same place of both, as far as they reach; or
 *      - one is, the store takes no value of that load from another place of the part that both have, and what it
 *        takes from elsewhere is made behind the load, after the last other reader of what was in its place. A load
 *        does so for one store, the first.
 * A literal takes a register at each place, in each turn of a loop anew; issue_setup.c has those of other stores.
 * Of a load of which only an aligned half or one element is read, no more is loaded (join.h).
 *
 * Source: machine code that ptxas 13.0 made for sm_90 of 80 kernels, two of them with a loop: blocks of 2 x 2 and
 * 4 x 4 turned in registers (3 and 15 moves of 4 and 16 values), pairs and quads taken apart, put together, reversed
 * and mixed, with arithmetic on some elements and with values at several places; here 74 have as many instructions as
 * there, the others one or two more or fewer. Rows of their kind: tests/sass/test_issue_vectors.c.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { ELEMENTS_MOST = 8, REGISTER_BITS = 32 };

typedef struct vector {
	int32_t step;
	int first, count;             /* elements: from, and behind the last of those that are used */
	int registers;                /* of an element */
	uint32_t unit[ELEMENTS_MOST]; /* behind copies */
	bool literal[ELEMENTS_MOST];
	bool placed[ELEMENTS_MOST]; /* of a store: the register is one of a load's */
	bool taken;                 /* of a load: its registers are those of a store that is no part of it */
} vector;

typedef struct vectors {
	issue_plan *plan;
	vector *loads, *stores;
	int loads_count, stores_count;
} vectors;

static uint32_t
behind_copies(const issue_plan *plan, uint32_t unit)
{
	const ptx_program *p = plan->program;
	int32_t from = issue_definition(plan, unit);
	while (is_opcode(plan, from, OP_MOV) && p->steps[from].sources_count == 1 &&
	       p->steps[from].results_count == 1 && issue_source(plan, from, 0) != PTX_NO_UNIT &&
	       p->unit_bits[issue_source(plan, from, 0)] == p->unit_bits[unit]) {
		unit = issue_source(plan, from, 0);
		from = issue_definition(plan, unit);
	}
	return unit;
}

bool
gm_ptx_issue_is_vector(const issue_plan *plan, int32_t i, ptx_opcode opcode)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool whole = s->action == ACTION_MEMORY && s->vector > 1 && s->vector <= ELEMENTS_MOST;
	return is_opcode(plan, i, opcode) && whole && bits_of(plan, i) >= REGISTER_BITS && !s->kept &&
	       !s->spills && s->joined_to < 0 && !(word_of(plan, i)->flags & WORD_PARAMETER);
}

static bool
is_read(const vectors *v, uint32_t unit)
{
	return unit != PTX_NO_UNIT && v->plan->values.uses[unit] > 0;
}

/* No more is loaded than an aligned half where that is all that is read. */
static void
narrow(const vectors *v, vector *load)
{
	while (load->count - load->first > 1) {
		const int half = (load->count - load->first) / 2;
		bool low = false, high = false;
		for (int k = 0; k < half; k++) {
			low |= is_read(v, load->unit[load->first + k]);
			high |= is_read(v, load->unit[load->first + half + k]);
		}
		if (low == high)
			return;
		if (low)
			load->count -= half;
		else
			load->first += half;
	}
}

static void
list_load(vectors *v, int32_t i)
{
	const ptx_step *s = &v->plan->program->steps[i];
	vector load = {.step = i, .count = s->vector, .registers = bits_of(v->plan, i) / REGISTER_BITS};
	for (int k = 0; k < s->vector; k++)
		load.unit[k] = v->plan->program->units[s->results + (uint32_t)k];
	narrow(v, &load);
	if (load.count - load.first > 1)
		v->loads[v->loads_count++] = load;
}

static void
list_store(vectors *v, int32_t i)
{
	const ptx_step *s = &v->plan->program->steps[i];
	vector store = {.step = i, .count = s->vector, .registers = bits_of(v->plan, i) / REGISTER_BITS};
	for (int k = 0; k < s->vector; k++) {
		const uint32_t unit = issue_source(v->plan, i, k + s->sources_count - s->vector);
		store.literal[k] = unit == PTX_NO_UNIT || gm_ptx_issue_is_literal(v->plan, unit);
		store.unit[k] = store.literal[k] ? unit : behind_copies(v->plan, unit);
		store.literal[k] |= gm_ptx_issue_is_literal(v->plan, store.unit[k]);
	}
	v->stores[v->stores_count++] = store;
}

static int
place_in(const vector *load, uint32_t unit)
{
	for (int k = load->first; k < load->count; k++)
		if (load->unit[k] == unit)
			return k;
	return -1;
}

/* The part that both have if element `k` of the load is element `to` of the store; by how much the places differ. */
typedef struct overlap {
	int first, end; /* of the store */
	int shift;      /* place in the load less that in the store */
} overlap;

/* False: the parts would not begin at a multiple of the smaller one. */
static bool
find_overlap(const vector *load, const vector *store, int k, int to, overlap *out)
{
	const int size = load->count - load->first;
	const int smaller = size < store->count ? size : store->count;
	out->shift = k - to;
	const int begin = load->first - out->shift;
	out->first = begin > 0 ? begin : 0;
	out->end = begin + size < store->count ? begin + size : store->count;
	return begin % smaller == 0 && load->registers == store->registers;
}

/* The last step that reads it, vector stores apart: these have it moved at once. */
static int32_t
last_reader(const vectors *v, uint32_t unit)
{
	const ptx_program *p = v->plan->program;
	for (int32_t i = p->steps_count; i-- > 0;) {
		if (gm_ptx_issue_is_vector(v->plan, i, OP_ST) && p->steps[i].a != unit)
			continue;
		if (p->steps[i].guard == unit || gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count, unit))
			return i;
	}
	return NO_STEP;
}

/* It is made, or read from among the arguments, where it is needed. */
static bool
is_at_hand(const vectors *v, const vector *store, int k)
{
	const int32_t made = store->literal[k] ? NO_STEP : issue_definition(v->plan, store->unit[k]);
	return store->literal[k] ||
	       (is_opcode(v->plan, made, OP_LD) && (word_of(v->plan, made)->flags & WORD_PARAMETER) != 0);
}

/* Element `to` of the store can be made where the load has left its element `k`. */
static bool
follows(const vectors *v, const vector *load, const vector *store, int k, int to)
{
	if (is_at_hand(v, store, to))
		return last_reader(v, load->unit[k]) == NO_STEP;
	const int32_t made = v->plan->values.definition[store->unit[to]];
	return made >= load->step && made != MANY_STEPS && last_reader(v, load->unit[k]) <= made;
}

static bool
is_alike(const vector *load, const vector *store, const overlap *o)
{
	for (int to = o->first; to < o->end; to++)
		if (store->unit[to] != load->unit[to + o->shift] || store->placed[to])
			return false;
	return true;
}

static bool
can_follow(const vectors *v, const vector *load, const vector *store, const overlap *o)
{
	const bool inside = load->count - load->first <= store->count;
	for (int to = 0; to < store->count; to++) {
		const bool both = to >= o->first && to < o->end;
		const int from = place_in(load, store->unit[to]);
		if (both && store->placed[to])
			return false;
		if (both && from == to + o->shift)
			continue;
		if (from >= 0 && (inside || (from - o->shift >= o->first && from - o->shift < o->end)))
			return false;
		if (both && !follows(v, load, store, to + o->shift, to))
			return false;
	}
	return true;
}

static void
place(vector *store, const vector *load, const overlap *o)
{
	for (int to = o->first; to < o->end; to++)
		store->placed[to] = store->unit[to] == load->unit[to + o->shift];
}

/* The store takes the registers of the load, if it can. */
static void
share(vectors *v, vector *load, vector *store, bool alike)
{
	for (int to = 0; to < store->count && !load->taken; to++) {
		const int k = store->placed[to] ? -1 : place_in(load, store->unit[to]);
		overlap o;
		if (k < 0 || !find_overlap(load, store, k, to, &o))
			continue;
		if (alike ? !is_alike(load, store, &o) : !can_follow(v, load, store, &o))
			continue;
		place(store, load, &o);
		load->taken = !alike || load->count - load->first < store->count;
	}
}

static void
share_all(vectors *v)
{
	for (int alike = 1; alike >= 0; alike--)
		for (int l = 0; l < v->loads_count; l++)
			for (int s = 0; s < v->stores_count; s++)
				share(v, &v->loads[l], &v->stores[s], alike);
}

/* It takes the same values as one before. */
static bool
is_repeated(const vectors *v, int s)
{
	const vector *store = &v->stores[s];
	for (int b = 0; b < s; b++) {
		const vector *before = &v->stores[b];
		bool same = before->count == store->count && before->registers == store->registers;
		for (int k = 0; k < store->count && same; k++)
			same = before->unit[k] == store->unit[k];
		if (same)
			return true;
	}
	return false;
}

/* One before it stands at another place, in this store or in another. */
static bool
has_place(const vectors *v, int s, int to)
{
	for (int b = 0; b <= s; b++)
		for (int k = 0; k < (b == s ? to : v->stores[b].count); k++)
			if (v->stores[b].unit[k] == v->stores[s].unit[to])
				return true;
	return false;
}

static bool
is_loaded_together(const vectors *v, uint32_t unit)
{
	for (int l = 0; l < v->loads_count; l++)
		if (place_in(&v->loads[l], unit) >= 0)
			return true;
	return false;
}

/* Where a value stays the same through the loop around the store, it is moved before it. */
static int32_t
moved_at(const issue_plan *plan, int32_t store, uint32_t unit)
{
	const int32_t made = plan->values.definition[unit];
	if (made == MANY_STEPS || issue_loop_of(plan, store) < 0)
		return store;
	if (made == NO_STEP)
		return 0;
	return gm_ptx_loop_has_node(&plan->program->loops[issue_loop_of(plan, store)], plan->graph.node_of[made])
		       ? store
		       : made;
}

static bool
is_zero(const vectors *v, const vector *store, int k)
{
	uint64_t value = 0;
	return k < store->count && store->literal[k] && store->unit[k] != PTX_NO_UNIT &&
	       gm_ptx_issue_literal_value(v->plan, store->unit[k], &value) && value == 0;
}

/* Zeros alone are in the register that is always zero; two at an even place are made together (CS2R). */
static int
literal_moves(const vectors *v, const vector *store)
{
	int moves = 0, zeros = 0;
	for (int k = 0; k < store->count; k++) {
		const bool zero = is_zero(v, store, k);
		const bool second = zero && k % 2 == 1 && is_zero(v, store, k - 1) && store->registers == 1;
		zeros += zero;
		if (store->literal[k] && !second)
			moves += zero ? 1 : store->registers;
	}
	return zeros == store->count ? 0 : moves;
}

static void
price_store(vectors *v, int s)
{
	const vector *store = &v->stores[s];
	v->plan->cost[store->step].either += (float)literal_moves(v, store);
	for (int to = 0; to < store->count; to++) {
		const uint32_t unit = store->unit[to];
		if (store->literal[to] || store->placed[to] || (!is_loaded_together(v, unit) && !has_place(v, s, to)))
			continue;
		v->plan->cost[moved_at(v->plan, store->step, unit)].either += (float)store->registers;
	}
}

void
gm_ptx_issue_vectors(issue_plan *plan)
{
	const int32_t steps = plan->program->steps_count;
	vectors v = {.plan = plan};
	for (int32_t i = 0; i < steps; i++) {
		v.loads_count += gm_ptx_issue_is_vector(plan, i, OP_LD);
		v.stores_count += gm_ptx_issue_is_vector(plan, i, OP_ST);
	}
	if (v.stores_count == 0)
		return;
	v.loads = gm_allocate((size_t)v.loads_count + 1, sizeof *v.loads);
	v.stores = gm_allocate((size_t)v.stores_count, sizeof *v.stores);
	v.loads_count = v.stores_count = 0;
	for (int32_t i = 0; i < steps; i++) {
		if (gm_ptx_issue_is_vector(plan, i, OP_LD))
			list_load(&v, i);
		if (gm_ptx_issue_is_vector(plan, i, OP_ST))
			list_store(&v, i);
	}
	share_all(&v);
	for (int s = 0; s < v.stores_count; s++)
		if (!is_repeated(&v, s))
			price_store(&v, s);
	free(v.loads);
	free(v.stores);
}
