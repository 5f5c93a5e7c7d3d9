#include "simt/relevance.h"

#include "simt/lanes.h"

#include <stdlib.h>

/* Of each unit the constant that it is a copy of, where it was written since the node began. */
typedef struct copies {
	uint32_t *constant;
	int32_t *since;  /* the node in which that was, + 1 */
	bool *is_constant;
} copies;

static uint32_t
constant_of(const copies *c, uint32_t unit, int32_t node)
{
	if (c->since[unit] == node + 1)
		return c->constant[unit];
	return c->is_constant[unit] ? unit : PTX_NO_UNIT;
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
	copies c = {.constant = gm_allocate(p->units_count, sizeof *c.constant),
		    .since = gm_allocate(p->units_count, sizeof *c.since),
		    .is_constant = gm_allocate(p->units_count, sizeof *c.is_constant)};
	for (size_t i = 0; i < p->initials_count; i++)
		c.is_constant[p->initials[i].unit] |= p->initials[i].special == SPECIAL_COUNT;
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		const int32_t node = p->node_of[i];
		const uint32_t from =
			is_plain_copy(p, s) ? constant_of(&c, s->a, node) : PTX_NO_UNIT;
		if (from != PTX_NO_UNIT)
			s->a = p->units[s->sources] = from;
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT)
				continue;
			c.constant[unit] = from;
			c.since[unit] = node + 1;
		}
	}
	free(c.constant);
	free(c.since);
	free(c.is_constant);
}
