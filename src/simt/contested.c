#include "simt/contest.h"

#include "simt/access.h"
#include "simt/apart.h"

static bool
is_swap(const ptx_step *s)
{
	const bool outer = s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC;
	return s->run == gm_ptx_atomic && outer && s->results_count > 0 &&
	       (s->rounding == MOD_cas || s->rounding == MOD_exch);
}

/* Somebody looks at what it returns: it does not only let go. */
static bool
is_looked_at(const ptx_program *p, const ptx_step *swap)
{
	const uint32_t found = p->units[swap->results];
	for (int32_t i = 0; i < p->steps_count && found != PTX_NO_UNIT; i++)
		if (gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count, found))
			return true;
	return false;
}

/* Whoever goes on to another word, as in a table, needs nobody to let go of one. */
static bool
is_made_in(const ptx_program *p, const ptx_loop *loop, uint32_t unit)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_step(p, loop, i) &&
		    gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return true;
	return false;
}

static void
note_swaps(ptx_program *p, const ptx_loop *loop)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (!is_swap(&p->steps[i]) || !gm_ptx_loop_has_step(p, loop, i))
			continue;
		p->steps[i].contested = p->steps[i].yields = true;
		p->seeks &= is_made_in(p, loop, p->steps[i].a);
	}
}

static bool
has_fights(const ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].yields)
			return true;
	return false;
}

static bool
is_fought_over(const ptx_program *p, const int *roots, int root)
{
	for (int32_t i = 0; i < p->steps_count && root >= 0; i++)
		if (p->steps[i].yields && roots[p->steps[i].a] == root)
			return true;
	return false;
}

/* For an answer from beyond the SM, or for some time. */
static bool
waits(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	const bool outer = s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC;
	const bool asks = s->run == gm_ptx_load || (s->run == gm_ptx_atomic && s->results_count > 0);
	const uint8_t opcode = p->words[i].opcode;
	return (outer && asks) || opcode == OP_MEMBAR || opcode == OP_FENCE || opcode == OP_NANOSLEEP;
}

bool
gm_ptx_note_contests(ptx_program *p, const int *roots)
{
	bool any = false;
	p->seeks = true;
	for (int32_t l = 0; l < p->loops_count; l++)
		if (gm_ptx_loop_ends_by_atomic(p, &p->loops[l]))
			note_swaps(p, &p->loops[l]);
	const bool fights = has_fights(p);
	for (int32_t i = 0; i < p->steps_count && fights; i++) {
		ptx_step *s = &p->steps[i];
		/* Compilers make the first try before the loop. */
		const bool reads =
			(s->run == gm_ptx_load || (is_swap(s) && is_looked_at(p, s))) && s->a != PTX_NO_UNIT;
		s->contested |= reads && is_fought_over(p, roots, roots[s->a]);
		any |= s->contested;
	}
	p->seeks &= any;
	for (int32_t i = 0; i < p->steps_count && any; i++)
		p->steps[i].yields = p->seeks ? p->steps[i].contested : waits(p, i);
	return any;
}
