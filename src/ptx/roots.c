#include "ptx/roots.h"

static int
join(int a, int b)
{
	if (a == ROOT_NONE || a == b)
		return b;
	return b == ROOT_NONE ? a : ROOT_MANY;
}

static int
root_of(const ptx_buffer *buffers, int count, uint64_t address)
{
	const int row = gm_ptx_buffer_find(buffers, count, address);
	return row < 0 ? ROOT_NONE : row;
}

/* What is loaded, compared or computed by floats is no address made from its sources. */
static bool
carries(const ptx_step *s)
{
	return s->action == ACTION_LANES && s->rule != RULE_COMPARE && s->rule != RULE_LOAD &&
	       s->type != PTX_F32 && s->type != PTX_F64;
}

static bool
pass(const ptx_program *p, int *roots)
{
	bool changed = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		int root = ROOT_NONE;
		if (!carries(s))
			continue;
		for (int k = 0; k < s->sources_count; k++)
			if (p->units[s->sources + (uint32_t)k] != PTX_NO_UNIT)
				root = join(root, roots[p->units[s->sources + (uint32_t)k]]);
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT || join(roots[unit], root) == roots[unit])
				continue;
			roots[unit] = join(roots[unit], root);
			changed = true;
		}
	}
	return changed;
}

int *
gm_ptx_roots(const ptx_program *program, const ptx_buffer *buffers, int count)
{
	int *roots = gm_allocate(program->units_count, sizeof *roots);
	for (uint32_t u = 0; u < program->units_count; u++)
		roots[u] = ROOT_NONE;
	for (size_t i = 0; i < program->initials_count; i++) {
		const ptx_initial *n = &program->initials[i];
		if (n->special == SPECIAL_COUNT && n->units == (program->narrow ? 1 : 2))
			roots[n->unit] = root_of(buffers, count, n->value);
	}
	/* Each unit changes at most twice, so this ends. */
	while (pass(program, roots))
		;
	return roots;
}
