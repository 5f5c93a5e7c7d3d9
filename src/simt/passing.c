#include "simt/passing.h"

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
writes(const ptx_program *p, const ptx_step *s, uint32_t unit)
{
	for (int k = 0; k < s->results_count; k++)
		if (p->units[s->results + (uint32_t)k] == unit)
			return true;
	return false;
}

/* The base register holds the same at both. */
static bool
same_base(const ptx_program *p, int32_t store, int32_t load)
{
	const uint32_t base = p->steps[load].a;
	if (base == PTX_NO_UNIT || p->steps[store].a != base)
		return false;
	for (int32_t i = store; i < load; i++)
		if (writes(p, &p->steps[i], base))
			return false;
	return true;
}

static bool
lies_beside(const ptx_step *a, const ptx_step *b)
{
	return a->immediate + bytes_of(a) <= b->immediate ||
	       b->immediate + bytes_of(b) <= a->immediate;
}

/* From the start of its straight piece on. */
static bool
passes(const ptx_program *p, int32_t load)
{
	const ptx_step *s = &p->steps[load];
	if (p->words[load].opcode != OP_LD || !is_cached(s) || s->volatile_read)
		return false;
	const bool read_only = p->words[load].flags & WORD_READ_ONLY;
	for (int32_t i = load - 1; i >= 0 && p->node_of[i] == p->node_of[load]; i--) {
		if (!is_cached(&p->steps[i]) || p->words[i].opcode == OP_LD ||
		    in_other_spaces(&p->steps[i], s))
			continue;
		const bool beside = p->words[i].opcode == OP_ST && same_base(p, i, load) &&
				    lies_beside(&p->steps[i], s);
		if (!beside && !read_only)
			return false;
	}
	return true;
}

static void
note(const ptx_program *p, int32_t i, gm_site *site)
{
	site->passes_stores = passes(p, i);
	site->read_only = site->passes_stores && p->words[i].flags & WORD_READ_ONLY;
}

void
gm_ptx_note_passing(const ptx_program *p, gm_site *sites)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].site != PTX_NO_SITE)
			note(p, i, &sites[p->steps[i].site]);
}
