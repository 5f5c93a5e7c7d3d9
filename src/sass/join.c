#include "sass/join.h"

#include "base/memory.h"
#include "kernel/join.h"
#include "sass/between.h"
#include "sass/spots.h"
#include "simt/flow.h"
#include "simt/lower.h"

#include <stdlib.h>

typedef struct joiner {
	ptx_program *program;
	gm_site *sites;
	ptx_known known;
	ptx_spot *spots; /* per step */
	ptx_shown *shown;
	uint8_t *widened; /* per unit: how steps take it as 32 bits */
	ptx_graph graph;
	int32_t *dominator; /* per node */
	int32_t open[GM_JOIN_MAX]; /* steps that may still be joined */
	int count;
	int32_t set[GM_JOIN_MAX]; /* those of them that the first of them may take in */
	bool stores;
	ptx_space space;
} joiner;

static int
bytes_of(const ptx_step *s)
{
	return gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

static bool
is_fixed(const joiner *j, int32_t step)
{
	return j->spots[step].number == 0;
}

/* A load that another extends to 32 bits is one of its own: with zeros, by the sign. */
enum { TAKES_HALF = 0, WIDENS_ZEROS = 1, WIDENS_SIGN = 2, WIDENS = WIDENS_ZEROS | WIDENS_SIGN };

static uint8_t
extension(ptx_type type)
{
	return gm_ptx_type_kind(type) == KIND_SIGNED ? WIDENS_SIGN : WIDENS_ZEROS;
}

/* Arithmetic of halves, conversions to floating point, packing, storing, products, and the least and the greatest
   take 16 bits as they are; comparisons, shifts to the right, wide products and conversions extend them as their type
   says, sums, logic and bfloat16 to float in whichever way. */
static uint8_t
takes(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	const bool real = gm_ptx_type_kind((ptx_type)s->type) == KIND_FLOAT;
	if (w->opcode == OP_MOV)
		return s->rule == RULE_PACK ? TAKES_HALF : WIDENS;
	const ptx_type type = (ptx_type)(w->opcode == OP_CVT ? s->from : w->type);
	if (gm_ptx_type_bits(type) != 16 || (w->opcode == OP_CVT && type == PTX_BF16))
		return WIDENS;
	if (real)
		return TAKES_HALF;
	switch (w->opcode) {
	case OP_ST:
	case OP_MIN:
	case OP_MAX: return TAKES_HALF;
	case OP_MUL: return w->flags & WORD_WIDE ? extension(type) : TAKES_HALF;
	case OP_CVT:
	case OP_SETP:
	case OP_SHR: return extension(type);
	default: return WIDENS;
	}
}

static void
note_widened(joiner *j)
{
	const ptx_program *p = j->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const uint8_t how = takes(p, i);
		for (uint32_t k = 0; k < p->steps[i].sources_count && how != TAKES_HALF; k++)
			if (p->units[p->steps[i].sources + k] != PTX_NO_UNIT)
				j->widened[p->units[p->steps[i].sources + k]] |= how;
	}
}

/* Words of 16 bits are joined in shared and in global memory, bytes nowhere; a vector of them that fills 32 or 64 bits
   is as good as words of 32. */
static bool
has_joining_size(const joiner *j, const ptx_step *s)
{
	const int bits = gm_ptx_type_bits((ptx_type)s->type), bytes = bytes_of(s);
	if (bits >= 32 || (s->vector > 1 && bytes >= 4))
		return bytes == 4 || bytes == 8;
	if (bits != 16 || s->vector != 1 || (s->space != SPACE_SHARED && s->space != SPACE_GLOBAL))
		return false;
	const uint32_t unit = j->stores ? PTX_NO_UNIT : j->program->units[s->results];
	return unit == PTX_NO_UNIT || !(j->widened[unit] & extension((ptx_type)s->type));
}

/* What is read of constant memory at a known place is an operand, and no access. */
static bool
may_join(const joiner *j, int32_t i, ptx_opcode opcode)
{
	const ptx_program *p = j->program;
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	return w->opcode == opcode && s->action == ACTION_MEMORY && s->space == j->space &&
	       s->guard == PTX_NO_UNIT && !s->volatile_read && !(w->flags & WORD_VOLATILE) && has_joining_size(j, s) &&
	       (s->space != SPACE_CONST || (bytes_of(s) == 4 && !is_fixed(j, i)));
}

static bool
is_plain(const joiner *j, int32_t i, ptx_opcode opcode)
{
	return j->program->steps[i].site != PTX_NO_SITE && may_join(j, i, opcode);
}

static void
lead(joiner *j, int32_t leader, int bytes)
{
	ptx_step *s = &j->program->steps[leader];
	gm_site *site = &j->sites[s->site];
	const ptx_type type = (ptx_type)s->type;
	s->joined_bytes = (uint8_t)bytes;
	site->access_bytes = (uint8_t)bytes;
	site->type = gm_ptx_model_type(type, bytes / gm_ptx_type_bytes(type));
}

/* Loads of two sides of an if, or of a side and what follows, are none of one place. */
static bool
all_pass(const joiner *j, int32_t leader, const int *members, int count)
{
	for (int m = 0; m < count; m++) {
		const int32_t here = j->set[members[m]];
		if (here != leader && !gm_ptx_is_above(j->program, j->dominator, leader, here))
			return false;
	}
	return true;
}

static void
join_whole(joiner *j, const int *members, int count, int bytes)
{
	const int32_t leader = j->set[j->stores ? members[count - 1] : members[0]];
	if (!j->stores && !all_pass(j, leader, members, count))
		return;
	for (int m = 0; m < count; m++) {
		ptx_step *s = &j->program->steps[j->set[members[m]]];
		if (j->set[members[m]] == leader)
			continue;
		s->site = PTX_NO_SITE;
		s->joined_to = leader;
	}
	lead(j, leader, bytes);
}

/* LDC brings at most 8 bytes: its groups of 16 are two. */
static void
join_group(void *state, const int *members, int count, int bytes)
{
	joiner *j = state;
	if (j->space != SPACE_CONST || bytes <= 8) {
		join_whole(j, members, count, bytes);
		return;
	}
	for (int upper = 0; upper < 2; upper++) {
		int of[GM_JOIN_MAX], found = 0;
		for (int m = 0; m < count; m++)
			if ((j->spots[j->set[members[m]]].distance_bytes >> 3 & 1) == upper)
				of[found++] = members[m];
		if (found > 1)
			join_whole(j, of, found, 8);
	}
}

static gm_join_access
access_of(const joiner *j, int32_t step)
{
	const ptx_step *s = &j->program->steps[step];
	const ptx_spot *spot = &j->spots[step];
	/* Of variables in global memory the assembler takes nothing for granted. */
	const int known = j->space == SPACE_GLOBAL ? 0 : spot->zeros;
	const int shown = known < 4 ? gm_ptx_shown_bits(j->shown, step) : 0;
	return (gm_join_access){.base = (int64_t)spot->number,
				.offset_bytes = spot->distance_bytes,
				.bytes = bytes_of(s),
				.aligned_bits = known > shown ? known : shown};
}

static void
join_set(joiner *j, int count)
{
	gm_join_access accesses[GM_JOIN_MAX];
	for (int i = 0; i < count; i++)
		accesses[i] = access_of(j, j->set[i]);
	gm_join(accesses, count, j->stores, join_group, j);
}

/* From the same register the first takes in those that nobody comes to without passing it; of the rest the first does,
   and so on. */
static bool
goes_with_first(const joiner *j, int i)
{
	const int32_t first = j->open[0], here = j->open[i];
	return i == 0 || (j->spots[first].number == j->spots[here].number &&
			  gm_ptx_is_above(j->program, j->dominator, first, here));
}

static void
close_all(joiner *j)
{
	bool with[GM_JOIN_MAX];
	while (j->count > 0) {
		int taken = 0, left = 0;
		for (int i = 0; i < j->count; i++)
			with[i] = goes_with_first(j, i);
		for (int i = 0; i < j->count; i++)
			if (with[i])
				j->set[taken++] = j->open[i];
			else
				j->open[left++] = j->open[i];
		j->count = left;
		join_set(j, taken);
	}
}

static bool
writes_base(const joiner *j, const ptx_step *s)
{
	const ptx_program *p = j->program;
	for (int k = 0; k < s->results_count; k++)
		for (int i = 0; i < j->count; i++)
			if (p->steps[j->open[i]].a == p->units[s->results + (uint32_t)k])
				return true;
	return false;
}

static void
visit(joiner *j, int32_t i)
{
	const ptx_program *p = j->program;
	const ptx_step *s = &p->steps[i];
	const bool plain = is_plain(j, i, j->stores ? OP_ST : OP_LD);
	const bool other_load = p->words[i].opcode == OP_LD && !s->volatile_read && !j->stores;
	if ((!plain && !other_load && gm_ptx_touches(s, j->space)) || gm_ptx_is_fence(p, i) || gm_ptx_has_subroutine(p, i) ||
	    j->count == GM_JOIN_MAX)
		close_all(j);
	/* A store through another register may fall on the same words. */
	if (plain && j->stores && j->count > 0 && j->spots[j->open[0]].number != j->spots[i].number)
		close_all(j);
	if (plain)
		j->open[j->count++] = i;
	if (writes_base(j, s))
		close_all(j);
}

/* Nothing behind the end of a block is joined to what is in it: no store, and no load from another loop. */
static bool
ends(const joiner *j, int32_t before, int32_t node)
{
	const int32_t *loop_of = j->program->loop_of;
	return node != before && (j->stores || j->space == SPACE_CONST || loop_of[node] != loop_of[before]);
}

static void
join_kind(joiner *j, ptx_space space, bool stores)
{
	const ptx_program *p = j->program;
	j->space = space;
	j->stores = stores;
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (i > 0 && ends(j, p->node_of[i - 1], p->node_of[i]))
			close_all(j);
		visit(j, i);
	}
	close_all(j);
}

/* Loads of turns that stand side by side, in their order. */
typedef struct round_loads {
	gm_join_access accesses[GM_JOIN_MAX];
	int32_t step[GM_JOIN_MAX];
	uint8_t *of[GM_JOIN_MAX]; /* where the bytes of its access are noted */
	int count;
} round_loads;

static bool
is_same_place(const gm_join_access *a, const gm_join_access *b)
{
	return a->base == b->base && a->offset_bytes == b->offset_bytes && a->bytes == b->bytes;
}

static bool
overlap(const gm_join_access *a, const gm_join_access *b)
{
	return a->base == b->base && a->offset_bytes < b->offset_bytes + b->bytes &&
	       b->offset_bytes < a->offset_bytes + a->bytes;
}

/* False where it brings some of what another turn does. What its own turn brings already has no instruction. */
static bool
add_load(round_loads *r, int turn_from, gm_join_access access, int32_t step, uint8_t *of)
{
	for (int k = turn_from; k < r->count; k++)
		if (is_same_place(&r->accesses[k], &access))
			return true;
	for (int k = 0; k < r->count; k++)
		if (overlap(&r->accesses[k], &access))
			return false;
	if (r->count == GM_JOIN_MAX)
		return false;
	*of = (uint8_t)access.bytes;
	r->accesses[r->count] = access;
	r->step[r->count] = step;
	r->of[r->count++] = of;
	return true;
}

static bool
list_round(joiner *j, const ptx_loop *loop, ptx_spot *const *spots, int turns, uint8_t *bytes, round_loads *out)
{
	const ptx_program *p = j->program;
	const int32_t steps = loop->latch + 1 - loop->header;
	for (int turn = 0; turn < turns; turn++) {
		const int turn_from = out->count;
		for (int32_t i = loop->header; i <= loop->latch; i++) {
			const bool has_place = p->steps[i].site != PTX_NO_SITE || p->steps[i].joined_to >= 0;
			gm_join_access access = access_of(j, i);
			access.base = (int64_t)spots[turn][i].number;
			access.offset_bytes = spots[turn][i].distance_bytes;
			if (has_place && may_join(j, i, OP_LD) &&
			    !add_load(out, turn_from, access, i, &bytes[turn * steps + i - loop->header]))
				return false;
		}
	}
	return true;
}

static void
note_round(void *state, const int *members, int count, int bytes)
{
	const round_loads *r = state;
	*r->of[members[0]] = (uint8_t)bytes;
	for (int m = 1; m < count; m++)
		*r->of[members[m]] = 0;
}

static void
prepare(joiner *j)
{
	j->widened = gm_allocate(j->program->units_count, sizeof *j->widened);
	gm_ptx_known_init(&j->known, j->program);
	note_widened(j);
}

bool
gm_ptx_join_turns(ptx_program *program, const ptx_loop *loop, ptx_spot *const *spots, int turns, uint8_t *bytes)
{
	joiner j = {.program = program, .space = SPACE_SHARED, .spots = spots[0]};
	round_loads *r = gm_allocate(1, sizeof *r);
	prepare(&j);
	j.shown = gm_ptx_shown_new(program, j.spots);
	bool fits = list_round(&j, loop, spots, turns, bytes, r);
	if (fits)
		gm_join(r->accesses, r->count, false, note_round, r);
	for (int k = 0; k < r->count; k++) /* what leads another in its turn leads it in a round */
		fits &= *r->of[k] == 0 || program->steps[r->step[k]].site != PTX_NO_SITE;
	gm_ptx_known_dispose(&j.known);
	gm_ptx_shown_free(j.shown);
	free(j.widened);
	free(r);
	return fits;
}

void
gm_ptx_join(ptx_program *program, gm_site *sites)
{
	joiner j = {.program = program, .sites = sites};
	prepare(&j);
	j.spots = gm_ptx_spots(program, &j.known);
	j.shown = gm_ptx_shown_new(program, j.spots);
	gm_ptx_graph_init(&j.graph, program);
	j.dominator = gm_ptx_dominators(&j.graph, false);
	for (int stores = 0; stores < 2; stores++) {
		join_kind(&j, SPACE_SHARED, stores);
		join_kind(&j, SPACE_GLOBAL, stores);
	}
	join_kind(&j, SPACE_CONST, false);
	gm_ptx_known_dispose(&j.known);
	gm_ptx_shown_free(j.shown);
	gm_ptx_graph_dispose(&j.graph);
	free(j.dominator);
	free(j.widened);
	free(j.spots);
}
