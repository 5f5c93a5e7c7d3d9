#include "ptx/relevance.h"

#include "ptx/lanes.h"

#include <stdlib.h>

static void
forget_copies(const ptx_program *p, uint32_t *constant)
{
	for (uint32_t i = 0; i < p->units_count; i++)
		constant[i] = PTX_NO_UNIT;
	for (size_t i = 0; i < p->initials_count; i++)
		if (p->initials[i].special == SPECIAL_COUNT)
			constant[p->initials[i].unit] = p->initials[i].unit;
}

/* Reads of parameters are left as they are: what they cost is counted. */
static bool
is_plain_copy(const ptx_program *p, const ptx_step *s)
{
	return s->guard == PTX_NO_UNIT && s->a != PTX_NO_UNIT &&
	       !(p->words[s - p->steps].flags & WORD_PARAMETER) &&
	       (s->run == gm_ptx_copy_32 || s->run == gm_ptx_copy_64 ||
		s->run == gm_ptx_copy_predicate);
}

void
gm_ptx_copy_constants(ptx_program *p)
{
	uint32_t *constant = gm_allocate(p->units_count, sizeof *constant);
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (i == 0 || p->node_of[i] != p->node_of[i - 1])
			forget_copies(p, constant);
		const uint32_t from = is_plain_copy(p, s) ? constant[s->a] : PTX_NO_UNIT;
		if (from != PTX_NO_UNIT)
			s->a = p->units[s->sources] = from;
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				constant[unit] = from;
		}
	}
	free(constant);
}
