#include "simt/hazards.h"

#include "simt/await.h"

#include <stdlib.h>

/*
 * What can be said of steps before anything runs.
 *
 * A register varies when it is computed from the thread's or lane's number, from a clock, or loaded
 * from an address that varies; followed without regard to order and to the paths on which it is
 * written. What a shuffle, vote or match hands around is taken to be the same for all. A store
 * of registers that do not vary stores the same whoever does it, so that two of them are no race.
 */

static bool
special_varies(ptx_special special)
{
	switch (special) {
	case SPECIAL_TID_X:
	case SPECIAL_TID_Y:
	case SPECIAL_TID_Z:
	case SPECIAL_LANEID:
	case SPECIAL_WARPID:
	case SPECIAL_LANEMASK_EQ:
	case SPECIAL_LANEMASK_LT:
	case SPECIAL_LANEMASK_LE:
	case SPECIAL_LANEMASK_GT:
	case SPECIAL_LANEMASK_GE:
	case SPECIAL_CLOCK:
	case SPECIAL_CLOCK64:
	case SPECIAL_GLOBALTIMER:
		return true;
	default:
		return false;
	}
}

static bool
exchanges(const ptx_step *s, const gm_site *sites)
{
	if (s->site == PTX_NO_SITE || s->action != ACTION_LANES)
		return false;
	return sites[s->site].operation == GM_SHUFFLE || sites[s->site].operation == GM_VOTE;
}

static bool
sources_vary(const ptx_program *p, const ptx_step *s, const bool *varies, int first)
{
	for (int i = first; i < s->sources_count; i++) {
		const uint32_t unit = p->units[s->sources + (uint32_t)i];
		if (unit != PTX_NO_UNIT && varies[unit])
			return true;
	}
	return false;
}

static bool
pass(const ptx_program *p, const gm_site *sites, bool *varies)
{
	bool changed = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const bool guarded = s->guard != PTX_NO_UNIT && varies[s->guard];
		const bool made = !exchanges(s, sites) && (s->run == gm_ptx_atomic || guarded ||
							   sources_vary(p, s, varies, 0));
		for (int k = 0; made && k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT || varies[unit])
				continue;
			varies[unit] = changed = true;
		}
	}
	return changed;
}

static ptx_order
order_of(const ptx_step *s, const gm_site *sites)
{
	if (s->spins || s->action == ACTION_WAIT)
		return ORDER_BOTH;
	if (s->run == gm_ptx_atomic)
		return ORDER_RELEASE;
	if (s->action == ACTION_NOTHING && s->site != PTX_NO_SITE)
		return sites[s->site].operation == GM_BARRIER ? ORDER_LANES
		       : sites[s->site].operation == GM_FENCE ? ORDER_RELEASE
							      : ORDER_NONE;
	/* activemask has no sources and waits for nobody */
	return exchanges(s, sites) && s->sources_count > 0 ? ORDER_LANES : ORDER_NONE;
}

/* The literal that the one step that writes a register moves there; 0: another. */
static uint32_t
literal_in(const ptx_program *p, const int32_t *writer, uint32_t unit)
{
	if (unit == PTX_NO_UNIT || writer[unit] < 0 || p->words[writer[unit]].opcode != OP_MOV)
		return 0;
	const ptx_step *s = &p->steps[writer[unit]];
	uint64_t value;
	return s->sources_count == 1 && gm_ptx_literal_value(p, p->units[s->sources], &value) ? (uint32_t)value : 0;
}

static void
name_members(ptx_program *p)
{
	enum { NOBODY = -1, SEVERAL = -2 };
	int32_t *writer = gm_allocate_unset((size_t)p->units_count + 1, sizeof *writer);
	for (uint32_t u = 0; u < p->units_count; u++)
		writer[u] = NOBODY;
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].results_count; k++) {
			const uint32_t unit = p->units[p->steps[i].results + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				writer[unit] = writer[unit] == NOBODY ? i : SEVERAL;
		}
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->words[i].opcode == OP_SHFL)
			p->steps[i].named = literal_in(p, writer, p->words[i].members);
	free(writer);
}

void
gm_ptx_hazards_prepare(ptx_program *p, const gm_site *sites)
{
	bool *varies = gm_allocate(p->units_count, sizeof *varies);
	for (size_t i = 0; i < p->initials_count; i++) {
		const ptx_initial *n = &p->initials[i];
		varies[n->unit] =
			n->special != SPECIAL_COUNT && special_varies((ptx_special)n->special);
	}
	/* Each unit changes once, so this ends. */
	while (pass(p, sites, varies))
		;
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		s->orders = (uint8_t)order_of(s, sites);
		s->same_value = s->run == gm_ptx_store && !sources_vary(p, s, varies, 1);
	}
	free(varies);
	name_members(p);
}
