#include "sass/join.h"

#include <stdlib.h>

enum { ALIGNMENT_MAX = 63 };

static uint8_t
zeros(uint64_t value)
{
	return value ? (uint8_t)__builtin_ctzll(value) : ALIGNMENT_MAX;
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

static int
of_source(const ptx_known *a, const ptx_program *p, const ptx_step *s, int index)
{
	const uint32_t unit =
		index < s->sources_count ? p->units[s->sources + (uint32_t)index] : PTX_NO_UNIT;
	return unit == PTX_NO_UNIT ? 0 : a->zeros[unit];
}

static int
of_result(const ptx_known *a, const ptx_program *p, const ptx_step *s)
{
	const int x = of_source(a, p, s, 0), y = of_source(a, p, s, 1), z = of_source(a, p, s, 2);
	switch ((ptx_rule)s->rule) {
	case RULE_COPY:
		return s->immediate ? 0 : x;
	case RULE_NEG:
		return x;
	case RULE_ADD:
	case RULE_SUB:
	case RULE_MIN:
	case RULE_MAX:
	case RULE_OR:
		return least(x, y);
	case RULE_AND:
		return x > y ? x : y;
	case RULE_SELECT:
		return least(x, y);
	case RULE_MUL:
	case RULE_MUL_WIDE:
		return s->detail ? 0 : least(x + y, ALIGNMENT_MAX);
	case RULE_MAD:
	case RULE_MAD_WIDE:
		return s->detail ? 0 : least(x + y, z);
	case RULE_SHL:
		return s->b != PTX_NO_UNIT && a->literal[s->b]
			       ? least(x + (int)(a->value[s->b] & 63), ALIGNMENT_MAX)
			       : x;
	case RULE_INSERT:
		return s->c != PTX_NO_UNIT && a->literal[s->c]
			       ? least(least(x + (int)(a->value[s->c] & 63), ALIGNMENT_MAX), y)
			       : 0;
	case RULE_CONVERT:
		return gm_ptx_type_kind((ptx_type)s->type) == KIND_FLOAT ||
				       gm_ptx_type_kind((ptx_type)s->from) == KIND_FLOAT
			       ? 0
			       : x;
	default:
		return 0;
	}
}

static bool
pass(ptx_known *a, const ptx_program *p)
{
	bool changed = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		/* The assembler does not know what is passed at launch. */
		const bool given = p->words[i].flags & WORD_PARAMETER;
		const int bits = s->results_count == 1 && !given ? of_result(a, p, s) : 0;
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT || a->zeros[unit] <= bits)
				continue;
			a->zeros[unit] = (uint8_t)bits;
			changed = true;
		}
	}
	return changed;
}

void
gm_ptx_known_init(ptx_known *a, const ptx_program *p)
{
	a->zeros = gm_allocate(p->units_count, sizeof *a->zeros);
	a->value = gm_allocate(p->units_count, sizeof *a->value);
	a->literal = gm_allocate(p->units_count, sizeof *a->literal);
	for (uint32_t u = 0; u < p->units_count; u++)
		a->zeros[u] = ALIGNMENT_MAX;
	for (size_t i = 0; i < p->initials_count; i++) {
		const ptx_initial *n = &p->initials[i];
		a->literal[n->unit] = n->special == SPECIAL_COUNT;
		a->value[n->unit] = n->value;
		a->zeros[n->unit] = a->literal[n->unit] ? zeros(n->value) : 0;
	}
	/* Counts only fall, so this ends. */
	while (pass(a, p))
		;
}

void
gm_ptx_known_dispose(ptx_known *a)
{
	free(a->zeros);
	free(a->value);
	free(a->literal);
}
