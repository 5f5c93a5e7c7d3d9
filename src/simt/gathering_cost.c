#include "simt/gathering.h"

#include "kernel/issue.h"

#include <stdlib.h>

enum { ALU_CLOCKS = 2, BRANCH_CLOCKS = 4 };

/* Clocks of a step until the next that waits for it can begin. What a loop counts and compares goes on beside its
   arithmetic: it takes the turns of its unit, 16 lanes wide in each quarter of an SM. */
static double
clocks_of(const gm_ways *ways, const gm_site *site, const gm_issue *issue)
{
	const double issued = gm_issue_total(issue), others = issued - (double)issue->of[GM_UNIT_ALU];
	if (site->operation == GM_LOAD && site->space == GM_SHARED)
		return ways->shared;
	if (site->operation == GM_BRANCH)
		return BRANCH_CLOCKS * issued;
	return others > 0 ? ways->fma * fmax(others, (double)issue->wait) : ALU_CLOCKS * issued;
}

static ptx_cost
cost_of(const ptx_kernel *k, const gm_ways *ways, const ptx_step *s, const gm_issue *issue)
{
	if (s->site == PTX_NO_SITE)
		return (ptx_cost){0};
	const gm_site *site = &k->sites[s->site];
	const bool loads = site->operation == GM_LOAD && site->space == GM_GLOBAL && !s->yields;
	const double answer = loads ? s->volatile_read ? ways->load : ways->fetch : 0;
	return (ptx_cost){(float)clocks_of(ways, site, &issue[s->site]), (float)answer};
}

ptx_cost *
gm_ptx_gathering_costs(const ptx_kernel *k, const gm_ways *ways)
{
	const ptx_program *p = &k->program;
	ptx_cost *costs = gm_allocate((size_t)p->steps_count, sizeof *costs);
	gm_issue *issue = gm_allocate((size_t)k->base.sites_count, sizeof *issue);
	gm_kernel_issue(&k->base, ways->cc_major, ways->cc_minor, issue);
	for (int32_t i = 0; i < p->steps_count; i++)
		costs[i] = cost_of(k, ways, &p->steps[i], issue);
	free(issue);
	return costs;
}
