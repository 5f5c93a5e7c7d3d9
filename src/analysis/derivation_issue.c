#include "analysis/derivation_build.h"

static const char *
source_of(const gm_derivation *d)
{
	return gm_kernel_issues_why(d->prediction->kernel);
}

/* What the schedulers issue, by the unit that it is for. */
void
gm_derivation_add_issue(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_kind kind = GM_KIND_MODEL;
	gm_term terms[GM_UNIT_COUNT];
	int count = 0;
	gm_section_begin(d, "issue", "What the schedulers issue",
			 "An instruction for a warp is issued once, whatever the number of its "
			 "lanes.");
	for (int u = 0; u < GM_UNIT_COUNT; u++) {
		const double issued = gm_counts_issued(p->kernel, &p->counts, (gm_unit)u, false);
		if (issued == 0)
			continue;
		terms[count] =
			gm_term_modelled(gm_arena_print(d->arena, "U_%s", gm_unit_name((gm_unit)u)),
					 gm_unit_what((gm_unit)u), issued, "", source_of(d));
		terms[count++].kind = kind;
	}
	const gm_value all = {gm_counts_issued(p->kernel, &p->counts, GM_UNIT_COUNT, false), kind,
			      source_of(d)};
	gm_step_sum(d, "E_issued", "warp instructions that are issued", "instructions", all, "%s",
		    terms, count);
	if (p->kernel->origin != GM_FROM_PTX && !p->kernel->issues_known)
		gm_step_note(d, "Addresses, loop counters and branches that a compiler adds are "
				"not stated.");
}
