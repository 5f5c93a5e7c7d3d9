#include "simt/regions.h"

#include "simt/access.h"
#include "simt/matrix.h"
#include "simt/roots.h"

ptx_regions
gm_ptx_regions_of(const ptx_program *program, const int *roots, int buffers)
{
	return (ptx_regions){.program = program,
			     .roots = roots,
			     .buffers = buffers,
			     .count = buffers + PTX_REGIONS + (int)program->placed_count};
}

static int
region_of(const ptx_regions *r, ptx_space space, uint32_t address)
{
	if (space == SPACE_LOCAL)
		return r->buffers + PTX_REGION_LOCAL;
	const int root = address == PTX_NO_UNIT ? ROOT_NONE : r->roots[address];
	if (root >= r->buffers)
		return root + PTX_REGIONS;
	if (space == SPACE_SHARED)
		return r->buffers + PTX_REGION_SHARED;
	return root >= 0 ? root : r->buffers + PTX_REGION_ANY;
}

ptx_effects
gm_ptx_effects(const ptx_regions *r, const ptx_step *s)
{
	ptx_effects e = {-1, -1, 1};
	const int here = region_of(r, (ptx_space)s->space, s->a);
	if (s->copies) {
		const bool out = s->streams_itself && s->detail == 1;
		const int outer = region_of(r, SPACE_GLOBAL, out ? s->a : s->b);
		const int shared = r->buffers + PTX_REGION_SHARED;
		return (ptx_effects){out ? shared : outer, out ? outer : shared, 99};
	}
	if (s->matrix && s->streams_itself) {
		const ptx_matrix *x = &s->matrix[0];
		*(x->store ? &e.writes : &e.reads) = region_of(r, x->space, s->a);
		e.first_value = 2;
		return e;
	}
	if (s->action != ACTION_MEMORY || s->spills)
		return e;
	if (s->results_count > 0)
		e.reads = here;
	if (s->run == gm_ptx_atomic || s->results_count == 0)
		e.writes = here;
	return e;
}

static int
find_any(const bool *flags, int first, int end)
{
	for (int i = first; i < end; i++)
		if (flags[i])
			return i;
	return -1;
}

int
gm_ptx_regions_find(const ptx_regions *r, const bool *flags, int region)
{
	const int shared = r->buffers + PTX_REGION_SHARED, any = r->buffers + PTX_REGION_ANY;
	const int variables = r->buffers + PTX_REGIONS;
	if (flags[region])
		return region;
	if (flags[any])
		return any;
	if (region == any)
		return find_any(flags, 0, r->count);
	if (region == shared)
		return find_any(flags, variables, r->count);
	return region >= variables && flags[shared] ? shared : -1;
}

bool
gm_ptx_region_is_global(const ptx_regions *r, int region)
{
	return region >= 0 && (region < r->buffers || region == r->buffers + PTX_REGION_ANY);
}

bool
gm_ptx_region_is_shared(const ptx_regions *r, int region)
{
	return region == r->buffers + PTX_REGION_SHARED || region >= r->buffers + PTX_REGIONS;
}
