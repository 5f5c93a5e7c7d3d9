#include "simt/roots.h"

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

/* The variable of shared memory whose address it is; of those with the launch's size the first. */
static int
variable_of(const ptx_program *p, const ptx_initial *n)
{
	for (size_t i = 0; n->space == SPACE_SHARED && i < p->placed_count; i++) {
		const ptx_placed *v = &p->placed[i];
		const int64_t offset = (int64_t)n->value - v->offset_bytes;
		if (v->space == SPACE_SHARED && offset >= 0 && (v->dynamic || offset < v->bytes))
			return (int)i;
	}
	return ROOT_NONE;
}

static int *
roots_of(const ptx_program *p, const ptx_buffer *buffers, int count, bool variables)
{
	int *roots = gm_allocate(p->units_count, sizeof *roots);
	for (uint32_t u = 0; u < p->units_count; u++)
		roots[u] = ROOT_NONE;
	for (size_t i = 0; i < p->initials_count; i++) {
		const ptx_initial *n = &p->initials[i];
		if (n->special != SPECIAL_COUNT)
			continue;
		const int variable = variables ? variable_of(p, n) : ROOT_NONE;
		if (variable >= 0)
			roots[n->unit] = count + variable;
		else if (n->space == SPACE_GLOBAL)
			roots[n->unit] = root_of(buffers, count, p->workspace);
		else if (n->units == (p->narrow ? 1 : 2))
			roots[n->unit] = root_of(buffers, count, n->value);
	}
	/* Each unit changes at most twice, so this ends. */
	while (pass(p, roots))
		;
	return roots;
}

int *
gm_ptx_roots(const ptx_program *program, const ptx_buffer *buffers, int count)
{
	return roots_of(program, buffers, count, false);
}

int *
gm_ptx_roots_of_all(const ptx_program *program, const ptx_buffer *buffers, int count)
{
	return roots_of(program, buffers, count, true);
}
