#include "sass/unread.h"

#include <stdlib.h>

static void
mark(const ptx_program *p, bool *read, uint32_t unit)
{
	if (unit < p->units_count) /* PTX_NO_UNIT is not */
		read[unit] = true;
}

/* One entry per unit. */
static bool *
units_read(const ptx_program *p)
{
	bool *read = gm_allocate(p->units_count, sizeof *read);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const uint32_t named[] = {s->guard, s->a, s->b, s->c};
		for (size_t k = 0; k < sizeof named / sizeof *named; k++)
			mark(p, read, named[k]);
		for (int k = 0; k < s->sources_count; k++)
			mark(p, read, p->units[s->sources + (uint32_t)k]);
	}
	return read;
}

static bool
result_is_read(const ptx_program *p, const ptx_step *s, const bool *read)
{
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = p->units[s->results + (uint32_t)k];
		if (unit < p->units_count && read[unit])
			return true;
	}
	return false;
}

/* An exchange has no form without a result: ptxas keeps ATOMG.EXCH and ATOMG.CAS. Nor has one whose address
   may lead anywhere: ATOM. Source: ptxas 13.0 for sm_75, sm_80 and sm_90. */
static bool
has_reduction(const ptx_step *s)
{
	return s->space != SPACE_GENERIC && s->rounding != MOD_exch && s->rounding != MOD_cas;
}

static void
rename_site(gm_site *sites, uint32_t site)
{
	if (site != PTX_NO_SITE && sites[site].operation == GM_ATOMIC)
		sites[site].operation = GM_REDUCE;
}

void
gm_ptx_name_reductions(const ptx_program *program, gm_site *sites)
{
	bool *read = units_read(program);
	for (int32_t i = 0; i < program->steps_count; i++) {
		const ptx_step *s = &program->steps[i];
		if (s->action != ACTION_MEMORY || !has_reduction(s) ||
		    result_is_read(program, s, read))
			continue;
		rename_site(sites, s->site);
		rename_site(sites, s->traffic_site);
		rename_site(sites, s->local_site);
	}
	free(read);
}
