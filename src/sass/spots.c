#include "sass/spots.h"

#include "base/mix.h"

#include <stdlib.h>

enum { LITERAL_ZEROS = 63, SUM = 1, UNIT, PARAMETER, PLACE, PRODUCT, OTHER };

typedef struct numbering {
	const ptx_program *program;
	const ptx_known *known;
	const ptx_moved *moved; /* per unit, NULL: none */
	const ptx_entered *entered; /* NULL: none */
	ptx_spot *of;      /* per unit, as it was written last */
	int32_t *writes;   /* per unit: steps that write it */
	int32_t *written;  /* per unit: those of them that were passed */
} numbering;

/* Never 0, which is of literals. */
static uint64_t
mixed(uint64_t number, uint64_t with)
{
	return gm_mix(number ^ gm_mix(with)) | 1;
}

static ptx_spot
unit_of(const numbering *n, uint32_t unit, uint64_t since)
{
	ptx_spot spot = {.number = mixed(mixed(unit, UNIT), since), .zeros = n->known->zeros[unit]};
	if (n->moved && n->moved[unit].is_other)
		spot.number = mixed(spot.number, OTHER);
	else if (n->moved)
		spot.distance_bytes = n->moved[unit].by;
	return spot;
}

/* The unit still holds what it did when the turn began, or before the loop. */
static bool
is_entered(const numbering *n, int32_t step, uint32_t unit)
{
	const ptx_entered *e = n->entered;
	if (!e || e->from[unit] < 0 || step <= e->from[unit] || n->written[unit] != 1)
		return false;
	return step < e->loop->header || (!e->is_other[unit] && gm_ptx_loop_has_step(n->program, e->loop, step));
}

/* Of what is written several times it is another after each write and in each loop. */
static ptx_spot
read_of(const numbering *n, int32_t step, uint32_t unit)
{
	const int32_t loop = n->program->loop_of[n->program->node_of[step]];
	ptx_spot base = n->of[unit];
	if (n->writes[unit] > 1 && !is_entered(n, step, unit)) {
		const uint64_t since = (uint64_t)(uint32_t)loop << 32 | (uint32_t)n->written[unit];
		base = unit_of(n, unit, since);
	}
	return base;
}

static ptx_spot
source(const numbering *n, int32_t step, int index)
{
	const uint32_t unit = n->program->units[n->program->steps[step].sources + (uint32_t)index];
	return unit == PTX_NO_UNIT ? (ptx_spot){0} : read_of(n, step, unit);
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

static bool
is_literal(ptx_spot x)
{
	return x.number == 0;
}

/* By what it does and all that it reads, distances included. */
static uint64_t
made_of(const numbering *n, int32_t step)
{
	const ptx_step *s = &n->program->steps[step];
	uint64_t number = mixed((uint64_t)(uintptr_t)s->run, (uint64_t)(uintptr_t)s->inner);
	number = mixed(number, (uint64_t)s->immediate);
	number = mixed(number, (uint64_t)s->detail << 24 | (uint64_t)s->type << 16 | (uint64_t)s->from << 8 |
				       s->clamp);
	for (int k = 0; k < s->sources_count; k++)
		number = mixed(mixed(number, source(n, step, k).number), (uint64_t)source(n, step, k).distance_bytes);
	return number;
}

static ptx_spot
whole(const numbering *n, int32_t step)
{
	const uint32_t unit = n->program->units[n->program->steps[step].results];
	return (ptx_spot){.number = made_of(n, step), .zeros = n->known->zeros[unit]};
}

/* Where variables lie ptxas decides later: each is a term of its own. */
static ptx_spot
term_of(ptx_spot x)
{
	return x.is_place ? (ptx_spot){.number = mixed((uint64_t)x.distance_bytes, PLACE), .zeros = x.zeros} : x;
}

/* In which order the terms stand makes no difference. */
static ptx_spot
sum_of(ptx_spot a, ptx_spot b)
{
	const bool both = is_literal(a) && is_literal(b);
	const ptx_spot x = both ? a : term_of(a), y = both ? b : term_of(b);
	const bool either = is_literal(x) || is_literal(y);
	return (ptx_spot){.number = either ? x.number + y.number : mixed(x.number + y.number, SUM),
			  .distance_bytes = (int64_t)((uint64_t)x.distance_bytes + (uint64_t)y.distance_bytes),
			  .zeros = least(x.zeros, y.zeros),
			  .is_place = x.is_place || y.is_place};
}

static ptx_spot
negative(ptx_spot x)
{
	x.distance_bytes = (int64_t)(0 - (uint64_t)x.distance_bytes);
	return x;
}

static ptx_spot
product_of(ptx_spot x, uint64_t factor)
{
	return (ptx_spot){.number = x.number * factor,
			  .distance_bytes = (int64_t)((uint64_t)x.distance_bytes * factor),
			  .zeros = least(x.zeros + (factor ? __builtin_ctzll(factor) : 0), LITERAL_ZEROS)};
}

/* Of 32 bits. */
static ptx_spot
product_by(const numbering *n, int32_t step)
{
	const ptx_spot x = source(n, step, 0), y = source(n, step, 1);
	if (is_literal(y) || is_literal(x))
		return is_literal(y) ? product_of(x, (uint64_t)y.distance_bytes)
				     : product_of(y, (uint64_t)x.distance_bytes);
	if (x.distance_bytes != 0 || y.distance_bytes != 0)
		return whole(n, step);
	return (ptx_spot){.number = mixed(x.number + y.number, PRODUCT),
			  .zeros = least(x.zeros + y.zeros, LITERAL_ZEROS)};
}

/* What ptxas takes a sum of 64 bits or of a product apart into: the one or the other is a literal or has none
   in it. */
static bool
comes_apart(ptx_spot x, ptx_spot y)
{
	return is_literal(x) || is_literal(y) || (x.distance_bytes == 0 && y.distance_bytes == 0);
}

static ptx_spot
made_by(const numbering *n, int32_t step)
{
	const ptx_step *s = &n->program->steps[step];
	const int bits = gm_ptx_type_bits((ptx_type)n->program->words[step].type);
	const ptx_spot x = s->sources_count > 0 ? source(n, step, 0) : (ptx_spot){0};
	const ptx_spot y = s->sources_count > 1 ? source(n, step, 1) : (ptx_spot){0};
	switch ((ptx_rule)s->rule) {
	case RULE_COPY:
		return s->immediate || s->sources_count != 1 ? whole(n, step) : x;
	case RULE_ADD:
		return bits == 32 || n->moved || comes_apart(x, y) ? sum_of(x, y) : whole(n, step);
	case RULE_SUB:
		return is_literal(y) ? sum_of(x, negative(y)) : whole(n, step);
	case RULE_SHL:
		return bits == 32 && is_literal(y) ? product_of(x, 1ull << (y.distance_bytes & 31)) : whole(n, step);
	case RULE_MUL:
		return bits == 32 ? product_by(n, step) : whole(n, step);
	case RULE_MAD: {
		const ptx_spot product = product_by(n, step), z = source(n, step, 2);
		const bool apart = is_literal(z) || z.distance_bytes == 0;
		return bits == 32 && apart ? sum_of(product, z) : whole(n, step);
	}
	default:
		return whole(n, step);
	}
}

/* What a step reads from memory, from other lanes or from a clock is what no other step makes. */
static bool
is_pure(const numbering *n, int32_t step)
{
	const ptx_step *s = &n->program->steps[step];
	return s->action == ACTION_LANES && s->results_count == 1 && s->guard == PTX_NO_UNIT &&
	       s->rule != RULE_OPAQUE && s->rule != RULE_LOAD && s->rule != RULE_NONE && !s->volatile_read &&
	       !(s->type != PTX_NO_TYPE && gm_ptx_type_kind((ptx_type)s->type) == KIND_FLOAT);
}

/* The same wherever it is read. */
static ptx_spot
parameter(const numbering *n, int32_t step)
{
	const ptx_word *w = &n->program->words[step];
	return (ptx_spot){.number = mixed(mixed((uint64_t)w->offset, PARAMETER), w->type)};
}

static bool
is_before_loop(const numbering *n, int32_t step, uint32_t unit)
{
	return n->entered && n->entered->from[unit] == step;
}

/* A turn begins. */
static void
enter(numbering *n)
{
	const ptx_loop *loop = n->entered->loop;
	for (int32_t i = 0; i < loop->written_count; i++) {
		ptx_spot *spot = &n->of[loop->written[i]];
		const int64_t advance = n->entered->advance[loop->written[i]];
		spot->distance_bytes = (int64_t)((uint64_t)spot->distance_bytes + (uint64_t)advance);
	}
}

static void
note_results(numbering *n, int32_t step)
{
	const ptx_step *s = &n->program->steps[step];
	const ptx_word *w = &n->program->words[step];
	for (int k = 0; k < s->results_count; k++)
		if (n->program->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
			n->written[n->program->units[s->results + (uint32_t)k]]++;
	const uint32_t unit = s->results_count == 1 ? n->program->units[s->results] : PTX_NO_UNIT;
	if (unit == PTX_NO_UNIT || (n->writes[unit] > 1 && !is_before_loop(n, step, unit)) || !is_pure(n, step))
		return;
	ptx_spot made = w->flags & WORD_PARAMETER ? parameter(n, step) : made_by(n, step);
	if (gm_ptx_type_bits((ptx_type)w->type) == 32)
		made.distance_bytes = (int32_t)made.distance_bytes;
	if (is_literal(made) && w->flags & WORD_SHARED_SYMBOL) {
		made.is_place = true;
		made.zeros = n->known->zeros[unit];
	}
	n->of[unit] = made;
}

static void
begin(numbering *n)
{
	const ptx_program *p = n->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		n->of[u] = n->known->literal[u]
				   ? (ptx_spot){0, (int64_t)n->known->value[u], LITERAL_ZEROS, false}
				   : unit_of(n, u, 0);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].results_count; k++)
			if (p->units[p->steps[i].results + (uint32_t)k] != PTX_NO_UNIT)
				n->writes[p->units[p->steps[i].results + (uint32_t)k]]++;
}

static ptx_spot *
spots_of(numbering n)
{
	const ptx_program *p = n.program;
	ptx_spot *spots = gm_allocate((size_t)p->steps_count + 1, sizeof *spots);
	n.of = gm_allocate((size_t)p->units_count + 1, sizeof *n.of);
	n.writes = gm_allocate((size_t)p->units_count + 1, sizeof *n.writes);
	n.written = gm_allocate((size_t)p->units_count + 1, sizeof *n.written);
	begin(&n);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (n.entered && i == n.entered->loop->header)
			enter(&n);
		if (s->action == ACTION_MEMORY) {
			spots[i] = s->a == PTX_NO_UNIT ? (ptx_spot){.zeros = LITERAL_ZEROS} : read_of(&n, i, s->a);
			spots[i].distance_bytes = (int64_t)((uint64_t)spots[i].distance_bytes + (uint64_t)s->immediate);
		}
		note_results(&n, i);
	}
	free(n.of);
	free(n.writes);
	free(n.written);
	return spots;
}

ptx_spot *
gm_ptx_spots(const ptx_program *p, const ptx_known *known)
{
	return spots_of((numbering){.program = p, .known = known});
}

ptx_spot *
gm_ptx_spots_before(const ptx_program *p, const ptx_known *known, const ptx_moved *moved)
{
	return spots_of((numbering){.program = p, .known = known, .moved = moved});
}

ptx_spot *
gm_ptx_spots_in_turn(const ptx_program *p, const ptx_known *known, const ptx_entered *entered)
{
	return spots_of((numbering){.program = p, .known = known, .entered = entered});
}
