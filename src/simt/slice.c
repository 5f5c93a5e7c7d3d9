#include "simt/slice.h"

bool
gm_ptx_slice_add(bool *units, uint32_t unit)
{
	const bool fresh = unit != PTX_NO_UNIT && !units[unit];
	if (fresh)
		units[unit] = true;
	return fresh;
}

bool
gm_ptx_slice_makes(const ptx_program *p, const ptx_step *s, const bool *units)
{
	for (int i = 0; i < s->results_count; i++) {
		const uint32_t unit = p->units[s->results + (uint32_t)i];
		if (unit != PTX_NO_UNIT && units[unit])
			return true;
	}
	return false;
}

bool
gm_ptx_slice_add_sources(const ptx_program *p, const ptx_step *s, bool *units)
{
	bool fresh = false;
	for (int i = 0; i < s->sources_count; i++)
		fresh |= gm_ptx_slice_add(units, p->units[s->sources + (uint32_t)i]);
	return fresh;
}

void
gm_ptx_slice_close(const ptx_program *p, bool *units)
{
	bool more = true;
	while (more) {
		more = false;
		for (int32_t i = p->steps_count - 1; i >= 0; i--)
			if (gm_ptx_slice_makes(p, &p->steps[i], units))
				more |= gm_ptx_slice_add_sources(p, &p->steps[i], units);
	}
}
