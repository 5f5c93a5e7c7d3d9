/*
 * Values that loops leave alone and that stay in registers, because it takes long to make them again.
 *
 * Integers that differ between lanes and come from nothing that was loaded ptxas makes anew where they are needed, if
 * that is little. What takes more than REMADE_MOST instructions (gm_ptx_issue_length), from the numbers of thread and block,
 * parameters and literals on, or comes from what loops change or lanes exchange, is kept through the loops that read it
 * and those in them: a pointer to each row that a march goes through, the places in a tile that copies go to. So is, in
 * loops where lanes may have parted, what is alike in all lanes and in a register of each (sass/issue_in_lanes.c), however
 * little it takes.
 * What is made of loaded words by one or two instructions, and is not read in the innermost loop but around it, as the
 * bounds and first pointers of lists are that a loop around goes through again, is made anew there.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90. Of 1800 loops, registers that are live where they begin: one for each that is
 * held otherwise, 0.9 for each that a loop reads and that stays, half as many for those of loops around it. Of 284
 * innermost loops that wait for loads more than once a turn and leave six registers at most, the registers of loads that
 * are under way together: by model/chain.h 1.30 times what is seen (geometric mean), 42 % apart; without what stays 1.38
 * and 47 %. Bits of the thread's number are taken anew (sass/issue_registers.c).
 */
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

enum { REMADE_MOST = 5, REMADE_FROM_LOADED = 2, SLICE_MOST = 16 };

/* Steps behind a value, each once. */
typedef struct slice {
	int32_t steps[SLICE_MOST];
	int count;
} slice;

/* False when what writes the unit cannot be done again, or there are too many steps already; what was loaded is there,
   if it may be. */
static bool
add_behind(const issue_plan *plan, slice *s, uint32_t unit, bool loaded)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : plan->values.definition[unit];
	bool known = from == NO_STEP || (from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER) ||
		     (loaded && is_opcode(plan, from, OP_LD));
	for (int k = 0; k < s->count && !known; k++)
		known = s->steps[k] == from;
	if (known)
		return true;
	if (from == MANY_STEPS || plan->program->steps[from].action != ACTION_LANES || is_opcode(plan, from, OP_SHFL) ||
	    s->count == SLICE_MOST)
		return false;
	s->steps[s->count++] = from;
	return true;
}

static bool
can_be_remade(const issue_plan *plan, uint32_t unit, bool loaded, int most)
{
	slice s = {.count = 0};
	int length = 0;
	bool remade = add_behind(plan, &s, unit, loaded);
	for (int done = 0; done < s.count && remade; done++) {
		const int32_t i = s.steps[done];
		length += gm_ptx_issue_length(plan, i);
		remade = length <= most;
		for (int k = 0; k < plan->program->steps[i].sources_count && remade; k++)
			remade = add_behind(plan, &s, issue_source(plan, i, k), loaded);
	}
	return remade;
}

bool *
gm_ptx_issue_made_anew(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *remade = gm_allocate(p->units_count + 1, sizeof *remade);
	for (uint32_t u = 0; u < p->units_count; u++) {
		const int32_t from = plan->values.definition[u];
		const bool made = from >= 0 && p->steps[from].action == ACTION_LANES && !is_float(plan, from);
		remade[u] = made && can_be_remade(plan, u, true, REMADE_FROM_LOADED);
	}
	return remade;
}

bool *
gm_ptx_issue_staying(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *stays = gm_ptx_issue_in_lanes(plan);
	for (uint32_t u = 0; u < p->units_count; u++) {
		const int32_t from = plan->values.definition[u];
		const bool differs = from >= 0 && plan->values.varies[u] && p->unit_bits[u] >= 32;
		if (from >= 0 && is_handing_on(plan, from))
			stays[u] = false;
		else if (differs)
			stays[u] = !can_be_remade(plan, u, false, REMADE_MOST);
	}
	return stays;
}

bool *
gm_ptx_issue_read_in(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	bool *read = gm_allocate(p->units_count + 1, sizeof *read);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count && gm_ptx_loop_has_step(p, loop, i); k++)
			if (issue_source(plan, i, k) != PTX_NO_UNIT)
				read[issue_source(plan, i, k)] = true;
	return read;
}

bool *
gm_ptx_issue_read_around(const issue_plan *plan, const ptx_loop *loop)
{
	while (loop->parent >= 0)
		loop = &plan->program->loops[loop->parent];
	return gm_ptx_issue_read_in(plan, loop);
}
