#include "simt/await.h"

#include "simt/access.h"
#include "simt/apart.h"
#include "simt/flow.h"

static bool
is_outer(const ptx_step *s)
{
	return s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC;
}

static bool
is_answered(const ptx_step *s)
{
	return s->run == gm_ptx_atomic && s->results_count > 0 && s->vector == 1 && is_outer(s);
}

bool
gm_ptx_counts_up(const ptx_step *s)
{
	const bool adds = s->rounding == MOD_add && gm_ptx_type_kind((ptx_type)s->type) != KIND_FLOAT;
	return is_answered(s) && (s->rounding == MOD_inc || adds) && s->one_word;
}

bool
gm_ptx_literal_value(const ptx_program *p, uint32_t unit, uint64_t *value)
{
	for (size_t i = 0; i < p->initials_count; i++) {
		*value = p->initials[i].value;
		if (p->initials[i].unit == unit)
			return p->initials[i].special == SPECIAL_COUNT;
	}
	return false;
}

/* An atomic that leaves what it finds, and so is a way to read it. */
static bool
leaves_it(const ptx_program *p, const ptx_step *s)
{
	const uint32_t *sources = p->units + s->sources;
	uint64_t b = 1, c = 0;
	if (!gm_ptx_literal_value(p, sources[1], &b))
		return false;
	switch (s->rounding) {
	case MOD_add:
	case MOD_or:
	case MOD_xor:
		return b == 0;
	case MOD_cas:
		return gm_ptx_literal_value(p, sources[2], &c) && b == c;
	default:
		return false;
	}
}

static bool
ends_a_loop(const ptx_program *p, int32_t step)
{
	for (int32_t l = 0; l < p->loops_count; l++)
		if (gm_ptx_loop_has_step(p, &p->loops[l], step) && gm_ptx_loop_ends_by_atomic(p, &p->loops[l]))
			return true;
	return false;
}

static bool
is_polled(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	if (s->run == gm_ptx_load && s->spins && is_outer(s))
		return true;
	return is_answered(s) && s->decides && leaves_it(p, s) && ends_a_loop(p, i);
}

static bool
is_written(const ptx_step *s)
{
	return (s->run == gm_ptx_store || s->run == gm_ptx_atomic) && is_outer(s) && !s->polls;
}

/* Where one points is not known, they may meet. */
static bool
may_meet(int root, int other)
{
	return root < 0 || other < 0 || root == other;
}

static bool
is_waited_for(const ptx_program *p, const int *roots, const ptx_step *written)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].polls && may_meet(roots[p->steps[i].a], roots[written->a]))
			return true;
	return false;
}

static bool
is_ticket(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	return gm_ptx_counts_up(s) && s->decides && !s->polls && !gm_ptx_is_in_loop(p, i);
}

/* For an answer from beyond the SM, that somebody does something with. */
static bool
waits(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	return s->polls || (is_answered(s) && s->decides) || gm_ptx_orders_blocks(&p->words[i]) ||
	       (s->run == gm_ptx_load && s->volatile_read && s->decides && is_outer(s));
}

bool
gm_ptx_note_awaits(ptx_program *p, gm_site *sites, const int *roots)
{
	bool any = false, told = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		p->steps[i].polls = is_polled(p, i);
		any |= p->steps[i].polls;
	}
	for (int32_t i = 0; i < p->steps_count && any; i++)
		told |= p->steps[i].tells = is_written(&p->steps[i]) && p->steps[i].decides &&
					    is_waited_for(p, roots, &p->steps[i]);
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		s->polls &= told;
		s->ticket = told && is_ticket(p, i);
		s->yields |= told && (s->tells || waits(p, i));
		if (s->site == PTX_NO_SITE)
			continue;
		sites[s->site].polls |= s->polls;
		sites[s->site].tells |= s->tells;
	}
	for (int32_t l = 0; l < p->loops_count; l++)
		for (int32_t i = 0; i < p->steps_count && told; i++)
			p->loops[l].yields |= p->steps[i].yields && gm_ptx_loop_has_step(p, &p->loops[l], i);
	p->awaits = told;
	return told;
}

uint64_t
gm_ptx_counted(const ptx_step *step, uint64_t first, uint64_t times, uint64_t b)
{
	const uint64_t ones = gm_ptx_type_bits((ptx_type)step->type) == 64 ? UINT64_MAX : UINT32_MAX;
	if (step->rounding == MOD_add)
		return (first + times * b) & ones;
	return b == ones ? (first + times) & ones : (first + times) % (b + 1);
}

/* Block n is the n-th to draw. */
uint64_t
gm_ptx_ticket(const ptx_warp *warp, const ptx_step *step, uint64_t first, uint64_t b)
{
	const ptx_machine *m = warp->machine;
	return gm_ptx_counted(step, first, (uint64_t)gm_dim3_number(m->grid, m->block_index), b);
}
