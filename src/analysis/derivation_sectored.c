#include "analysis/derivation_build.h"

#include <string.h>

/* ---- L1: what was simulated ---- */

static const gm_cached_site *
simulated(const gm_derivation *d, int site)
{
	return &d->prediction->l1_sites[site];
}

/* "simulated: 8 blocks of an SM at once, every 132nd of the grid" */
static const char *
simulation(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_cached_working *how = &p->traffic.how;
	return gm_arena_print(d->arena,
			      "simulated: %lld block%s on one SM at once, every %.0fth of "
			      "the grid",
			      (long long)how->resident, how->resident == 1 ? "" : "s",
			      gm_device_value(p->device, GM_SM_COUNT));
}

static gm_term
tally_term(gm_derivation *d, int site, const char *symbol, const char *name, double value)
{
	return gm_term_modelled(gm_site_symbol(d, symbol, site), name, value, "", simulation(d));
}

/* Of the sectors of a site, those that need not go on: found in L1, or joined with the store
 * before. */
static int
add_saved(gm_derivation *d, int s, const char *symbol, const char *what, double saved,
	  const char *saved_symbol, const char *saved_name, const gm_term *sectors)
{
	gm_text name = {0};
	const gm_term part = tally_term(d, s, saved_symbol, saved_name, saved);
	const gm_term all = tally_term(d, s, "a", "sectors asked for by the blocks simulated",
				       simulated(d, s)->l1.asked);
	gm_text_append(&name, what);
	gm_site_say(&name, d->prediction->kernel, s);
	const int step = gm_step_derived(d, gm_site_symbol(d, symbol, s), name.bytes, "sectors",
					 gm_arena_print(d->arena, "%s * (%s / %s)", sectors->symbol,
							part.symbol, all.symbol),
					 GM_TERMS(*sectors, part, all));
	gm_step_place(d, s);
	gm_text_dispose(&name);
	return step;
}

/* ---- reads ---- */

static bool
joins(const gm_derivation *d, int site)
{
	return simulated(d, site)->joins.ratio > 0;
}

/* An earlier site whose reads join as this one's do; else the site itself. */
static int
joins_like(const gm_derivation *d, int site)
{
	const gm_sm_joins *own = &simulated(d, site)->joins;
	for (int s = 0; s < site; s++)
		if (joins(d, s) && memcmp(&simulated(d, s)->joins, own, sizeof *own) == 0)
			return s;
	return site;
}

/* What SMs of a group ask for at the same time goes to L2 once: a step for sites that join alike. */
static gm_term
add_joining(gm_derivation *d, int site)
{
	const gm_sm_joins *joining = &simulated(d, site)->joins;
	const char *source = "model/sm_joins: by how many blocks share, and where they run";
	const int like = joins_like(d, site);
	const char *symbol = gm_site_symbol(d, "j", like);
	if (like != site)
		return gm_term_named(d, symbol);
	const gm_term early = gm_term_modelled(gm_site_symbol(d, "k", site),
					       "of the fetches, those by blocks that start in their order",
					       joining->early, "", source);
	const gm_term first = gm_term_modelled(gm_site_symbol(d, "jf", site),
					       "of their reads of the same, those that could join",
					       joining->could_first, "", source);
	const gm_term out = gm_term_modelled(gm_site_symbol(d, "o", site), "how far blocks are out of step",
					     joining->out, "", "model/sm_joins: by what comes between their loads");
	const gm_term later = gm_term_modelled(gm_site_symbol(d, "jl", site), "of those of later blocks, that do",
					       joining->later, "", source);
	const int step = gm_step_derived(
		d, symbol, "share of reads of several SMs that join on the way to L2", "",
		gm_arena_print(d->arena, "%s * p_join / 100 * %s / (1 + %s) + (1 - %s) * %s",
			       early.symbol, first.symbol, out.symbol, early.symbol, later.symbol),
		GM_TERMS(early, gm_term_fact(d, GM_L2_JOIN_FIRST), first, out, later));
	return gm_term_step(d, step);
}

/* What a site asks L2 for: its sectors, less what L1 serves, less what joins. */
static gm_term
add_asked_of_l2(gm_derivation *d, int s)
{
	const gm_term sectors = gm_term_site(d, s, GM_COUNT_TRANSACTIONS);
	const double found = simulated(d, s)->l1.found;
	const char *symbol = gm_site_symbol(d, "Y", s), *name = "sectors that it asks L2 for";
	int hits = -1, step = -1;
	gm_term joined = sectors;
	if (joins(d, s))
		joined = add_joining(d, s);
	if (found > 0)
		hits = add_saved(d, s, "H", "sectors that L1 serves of ", found, "h",
				 "of them found in L1", &sectors);
	if (hits >= 0 && joins(d, s))
		step = gm_step_derived(
			d, symbol, name, "sectors",
			gm_arena_print(d->arena, "(%s - %s) * (1 - %s)", sectors.symbol,
				       d->steps[hits].symbol, joined.symbol),
			GM_TERMS(sectors, gm_term_step(d, hits), joined));
	else if (joins(d, s))
		step = gm_step_derived(d, symbol, name, "sectors",
				       gm_arena_print(d->arena, "%s * (1 - %s)", sectors.symbol, joined.symbol),
				       GM_TERMS(sectors, joined));
	else if (hits >= 0)
		step = gm_step_derived(
			d, symbol, name, "sectors",
			gm_arena_print(d->arena, "%s - %s", sectors.symbol, d->steps[hits].symbol),
			GM_TERMS(sectors, gm_term_step(d, hits)));
	if (step < 0)
		return sectors;
	gm_step_place(d, s);
	return gm_term_step(d, step);
}

static void
add_reads(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_term *terms =
		gm_arena_allocate(d->arena, (size_t)p->kernel->sites_count + 1, sizeof *terms);
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (gm_site_is_traffic(&p->kernel->sites[s], false) && simulated(d, s)->sectors > 0)
			terms[count++] = add_asked_of_l2(d, s);
	gm_step_sum(d, "r_L2", "read behind L1", "B", p->traffic.read_bytes[GM_LEVEL_L2],
		    "32 * (%s)", terms, count);
}

/* ---- writes ---- */

/* What a site sends to L2: stores less what they join; atomics with the lanes that meet on a word apart. */
static gm_term
add_sent_to_l2(gm_derivation *d, int s)
{
	const gm_site *site = &d->prediction->kernel->sites[s];
	const gm_cached_site *of = simulated(d, s);
	const gm_term sectors = gm_term_site(d, s, GM_COUNT_TRANSACTIONS);
	if (site->operation != GM_STORE)
		return gm_term_modelled(gm_site_symbol(d, "Y", s),
					"sectors that its lanes change, one word's lanes apart",
					of->sectors, "", "counted on the blocks traced");
	if (of->l1.merged <= 0)
		return sectors;
	const int step = add_saved(d, s, "H", "sectors sent with those of the store before, of ",
				   of->l1.merged, "h", "of them sent so", &sectors);
	const int sent = gm_step_derived(
		d, gm_site_symbol(d, "Y", s), "sectors that it sends to L2", "sectors",
		gm_arena_print(d->arena, "%s - %s", sectors.symbol, d->steps[step].symbol),
		GM_TERMS(sectors, gm_term_step(d, step)));
	gm_step_place(d, s);
	return gm_term_step(d, sent);
}

static void
add_writes(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_term *terms =
		gm_arena_allocate(d->arena, (size_t)p->kernel->sites_count + 1, sizeof *terms);
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (gm_site_is_traffic(&p->kernel->sites[s], true) && simulated(d, s)->sectors > 0)
			terms[count++] = add_sent_to_l2(d, s);
	gm_step_sum(d, "w_L2", "written to L2", "B", p->traffic.written_bytes[GM_LEVEL_L2],
		    "32 * (%s)", terms, count);
}

void
gm_derivation_add_sectored_l2(gm_derivation *d)
{
	gm_derivation_l1_room(d);
	gm_step_note(d, "It was run with the blocks of one SM: what it serves of each access is "
			"taken for all SMs.");
	add_reads(d);
	add_writes(d);
}
