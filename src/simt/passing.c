#include "simt/passing.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool
is_cached(const ptx_step *s)
{
	return s->action == ACTION_MEMORY &&
	       (s->space == SPACE_GLOBAL || s->space == SPACE_LOCAL || s->space == SPACE_GENERIC);
}

static bool
in_other_spaces(const ptx_step *a, const ptx_step *b)
{
	return a->space != b->space && a->space != SPACE_GENERIC && b->space != SPACE_GENERIC;
}

static int64_t
bytes_of(const ptx_step *s)
{
	return gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

static bool
lies_beside(const ptx_step *a, const ptx_step *b)
{
	return a->immediate + bytes_of(a) <= b->immediate ||
	       b->immediate + bytes_of(b) <= a->immediate;
}

/* A straight piece up to a step. */
typedef struct piece {
	const ptx_program *program;
	int32_t *written;   /* per unit: the last step that wrote it, here or before */
	int32_t *touching;  /* steps that may write what a load reads */
	int32_t count;
	uint32_t base;      /* register of all of those, if they are stores; else PTX_NO_UNIT */
	int64_t low, high;  /* the bytes from their registers that they name */
} piece;

/* Something is touched, and all of it lies beside what the load reads, seen from the same register with the same in it.
   (What has nothing to pass in its own piece would pass what a side of an if before it stores under a predicate.) */
static bool
lie_beside(const piece *c, int32_t load)
{
	const ptx_program *p = c->program;
	const ptx_step *s = &p->steps[load];
	const bool apart = s->immediate >= c->high || s->immediate + bytes_of(s) <= c->low;
	if (c->count > 0 && apart && s->a != PTX_NO_UNIT && c->base == s->a && c->written[s->a] < c->touching[0])
		return true;
	for (int32_t k = c->count - 1; k >= 0; k--) {
		const int32_t i = c->touching[k];
		const ptx_step *other = &p->steps[i];
		if (in_other_spaces(other, s))
			continue;
		if (p->words[i].opcode != OP_ST || s->a == PTX_NO_UNIT || other->a != s->a || c->written[s->a] >= i ||
		    !(apart || lies_beside(other, s)))
			return false;
	}
	return c->count > 0;
}

/* From the start of its straight piece on. */
static bool
passes(const piece *c, int32_t load)
{
	const ptx_program *p = c->program;
	const ptx_step *s = &p->steps[load];
	if (p->words[load].opcode != OP_LD || !is_cached(s) || s->volatile_read)
		return false;
	return (p->words[load].flags & WORD_READ_ONLY) || lie_beside(c, load);
}

static void
note(const piece *c, int32_t i, gm_site *site)
{
	site->passes_stores = passes(c, i);
	site->read_only = site->passes_stores && c->program->words[i].flags & WORD_READ_ONLY;
}

static void
take_in(piece *c, int32_t i)
{
	const ptx_program *p = c->program;
	const ptx_step *s = &p->steps[i];
	for (int k = 0; k < s->results_count; k++)
		if (p->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
			c->written[p->units[s->results + (uint32_t)k]] = i;
	if (!is_cached(s) || p->words[i].opcode == OP_LD)
		return;
	const int64_t low = s->immediate, high = low + bytes_of(s);
	const uint32_t base = p->words[i].opcode == OP_ST ? s->a : PTX_NO_UNIT;
	const bool first = c->count == 0;
	c->base = first || c->base == base ? base : PTX_NO_UNIT;
	c->low = first || low < c->low ? low : c->low;
	c->high = first || high > c->high ? high : c->high;
	c->touching[c->count++] = i;
}

void
gm_ptx_note_passing(const ptx_program *p, gm_site *sites)
{
	piece c = {.program = p};
	c.written = gm_allocate((size_t)p->units_count + 1, sizeof *c.written);
	c.touching = gm_allocate((size_t)p->steps_count + 1, sizeof *c.touching);
	memset(c.written, 0xff, (size_t)p->units_count * sizeof *c.written); /* -1 */
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (i > 0 && p->node_of[i] != p->node_of[i - 1])
			c.count = 0;
		if (p->steps[i].site != PTX_NO_SITE)
			note(&c, i, &sites[p->steps[i].site]);
		take_in(&c, i);
	}
	free(c.written);
	free(c.touching);
}
