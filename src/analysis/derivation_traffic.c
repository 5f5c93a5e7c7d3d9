#include "analysis/derivation_build.h"

#include <stdlib.h>

static gm_value
read_at(const gm_derivation *d, gm_level level)
{
	return d->prediction->traffic.read_bytes[level];
}

static gm_value
written_at(const gm_derivation *d, gm_level level)
{
	return d->prediction->traffic.written_bytes[level];
}

/* ---- what is counted: requested, distinct, transactions ---- */

static void
add_counted(gm_derivation *d, gm_level level, const char *suffix, gm_counter counter)
{
	const size_t sites = (size_t)d->prediction->kernel->sites_count + 1;
	gm_term *terms = gm_arena_allocate(d->arena, sites, sizeof *terms);
	const int reads = gm_derivation_site_terms(d, false, counter, terms);
	gm_step_sum(d, gm_arena_print(d->arena, "r_%s", suffix), "read", "B", read_at(d, level),
		    "%s", terms, reads);
	const int writes = gm_derivation_site_terms(d, true, counter, terms);
	gm_step_sum(d, gm_arena_print(d->arena, "w_%s", suffix), "written", "B",
		    written_at(d, level), "%s", terms, writes);
}

/* ---- behind caches without sectors (model/traffic.h) ---- */

static double
fact_or_zero(const gm_derivation *d, gm_fact_id id)
{
	return gm_derivation_knows(d, id) ? gm_device_value(d->prediction->device, id) : 0;
}

/* The site whose requests spread over most lines; -1 without loads. */
static int
widest_site(const gm_prediction *p)
{
	double most = 0;
	int widest = -1;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const int64_t *of = p->counts.sites[s].of;
		if (p->kernel->sites[s].space != GM_GLOBAL ||
		    p->kernel->sites[s].operation != GM_LOAD || of[GM_COUNT_REQUESTS] == 0)
			continue;
		const double lines = (double)of[GM_COUNT_LINES] / (double)of[GM_COUNT_REQUESTS];
		if (lines > most) {
			most = lines;
			widest = s;
		}
	}
	return widest;
}

/* Lines that an SM's warps hold between two uses: one request of each, at the widest site. */
static int
add_lines_in_use(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const int widest = widest_site(p);
	const gm_value value = {p->traffic.working_set_bytes, GM_KIND_MODEL,
				"one request of every resident warp"};
	if (widest < 0)
		return gm_step_given(d, "S_used", "bytes of lines in use on an SM", "B", value,
				     "no loads");
	const gm_term lines = gm_term_site(d, widest, GM_COUNT_LINES);
	const gm_term requests = gm_term_site(d, widest, GM_COUNT_REQUESTS);
	const int line_bytes = p->device->coalescing == GM_GCN_LINES_64 ? 64 : 128;
	return gm_step_told(
		d, "S_used", "bytes of lines in use on an SM", "B", value,
		gm_arena_print(d->arena, "%d * %s / %s * n * W", line_bytes, lines.symbol,
			       requests.symbol),
		GM_TERMS(lines, requests, gm_term_named(d, "n"), gm_term_named(d, "W")));
}

int
gm_derivation_l1_room(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_term size = gm_term_fact(d, GM_L1_SIZE);
	const gm_value left = {p->traffic.l1_bytes, GM_KIND_MODEL, "what shared memory leaves"};
	if (left.value == size.value)
		return gm_step_told(d, "S_left", "L1 of an SM", "B", left, "S_L1", GM_TERMS(size));
	const gm_term carved = gm_term_modelled(
		"S_carved", "shared memory that is set aside", size.value - left.value, "B",
		"by the driver: model/l1_share");
	return gm_step_told(d, "S_left", "L1 of an SM, beside its shared memory", "B", left,
			    "S_L1 - S_carved", GM_TERMS(size, carved));
}

/* Blocks that come one after the other each fetch their own; L1 keeps what it has room for. */
static void
add_plain_l1(gm_derivation *d)
{
	const gm_traffic *t = &d->prediction->traffic;
	const gm_value value = t->read_bytes[GM_LEVEL_L2];
	if (fact_or_zero(d, GM_L2_SIZE) == 0 || fact_or_zero(d, GM_L1_CACHES_GLOBAL) == 0 ||
	    !gm_derivation_knows(d, GM_L1_SIZE)) {
		gm_step_told(d, "r_L2", "read behind L1", "B", value, "r_tr",
			     GM_TERMS(gm_term_named(d, "r_tr")));
		gm_step_note(d, "All transactions: %s.", value.why);
		return;
	}
	const gm_term block = gm_term_counted(d, "D_block",
					      "32 B pieces that a block reads, each "
					      "once",
					      t->block.read_bytes, "B");
	const int room = gm_derivation_l1_room(d);
	const int used = add_lines_in_use(d);
	const int kept = gm_step_derived(d, "k_L1", "share of reuse that L1 keeps", "",
					 "min(1, S_left / max(1, S_used))",
					 GM_TERMS(gm_term_step(d, room), gm_term_step(d, used)));
	const int once = gm_step_derived(
		d, "d_L1", "each block reading its pieces once", "B", "min(r_tr, D_block * G)",
		GM_TERMS(gm_term_named(d, "r_tr"), block, gm_term_named(d, "G")));
	gm_step_told(
		d, "r_L2", "read behind L1", "B", value, "d_L1 + (r_tr - d_L1) * (1 - k_L1)",
		GM_TERMS(gm_term_step(d, once), gm_term_named(d, "r_tr"), gm_term_step(d, kept)));
}

static void
add_uncached(gm_derivation *d, bool writes)
{
	const size_t sites = (size_t)d->prediction->kernel->sites_count + 1;
	gm_term *terms = gm_arena_allocate(d->arena, sites, sizeof *terms);
	const int count = gm_derivation_site_terms(d, writes, GM_COUNT_GROUP_SECTORS, terms);
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += terms[i].value;
	const gm_value all = {sum, GM_KIND_MODEL, "counted"};
	const int step = gm_step_sum(d, writes ? "P_w" : "P_r", "32 B pieces of half-warps",
				     "pieces", all, "%s", terms, count);
	gm_step_told(d, writes ? "w_DRAM" : "r_DRAM", writes ? "written to DRAM" : "read from DRAM",
		     "B", writes ? written_at(d, GM_LEVEL_DRAM) : read_at(d, GM_LEVEL_DRAM),
		     writes ? "min(w_L2, 32 * P_w)" : "min(r_L2, 32 * P_r)",
		     GM_TERMS(gm_term_named(d, writes ? "w_L2" : "r_L2"), gm_term_step(d, step)));
}

/* What cannot be launched is counted as one block on each SM. */
static gm_term
waves_term(gm_derivation *d)
{
	if (gm_derivation_find(d, "waves"))
		return gm_term_named(d, "waves");
	return gm_term_modelled("waves", "waves of blocks", d->prediction->traffic.waves, "",
				"as if each SM held one block");
}

/* The whole grid once where it fits in L2, else each wave of resident blocks; and what L2 cannot
   keep is fetched again. */
static void
add_plain_l2(gm_derivation *d, bool writes, bool fits)
{
	const gm_traffic *t = &d->prediction->traffic;
	const char *c = writes ? "w" : "r";
	const char *inner = writes ? "w_L2" : "r_L2";
	const char *once = gm_arena_print(d->arena, "d_%s", c);
	const gm_term grid =
		gm_term_counted(d, gm_arena_print(d->arena, "D_grid_%s", c),
				writes ? "32 B pieces that the grid writes, each once"
				       : "32 B pieces that the grid reads, each once",
				writes ? t->grid.written_bytes : t->grid.read_bytes, "B");
	const gm_term wave =
		gm_term_counted(d, gm_arena_print(d->arena, "D_wave_%s", c),
				writes ? "32 B pieces that a wave of blocks writes, each once"
				       : "32 B pieces that a wave of blocks reads, each once",
				writes ? t->wave.written_bytes : t->wave.read_bytes, "B");
	if (fits)
		gm_step_derived(d, once, "each piece moving once", "B",
				gm_arena_print(d->arena, "min(%s, %s)", inner, grid.symbol),
				GM_TERMS(gm_term_named(d, inner), grid));
	else
		gm_step_derived(d, once, "each wave of blocks moving its pieces once", "B",
				gm_arena_print(d->arena, "min(%s, max(%s * waves, %s))", inner,
					       wave.symbol, grid.symbol),
				GM_TERMS(gm_term_named(d, inner), wave, waves_term(d), grid));
	gm_step_told(d, writes ? "w_DRAM" : "r_DRAM", writes ? "written to DRAM" : "read from DRAM",
		     "B", writes ? written_at(d, GM_LEVEL_DRAM) : read_at(d, GM_LEVEL_DRAM),
		     gm_arena_print(d->arena, "%s + (%s - %s) * (1 - k_L2)", once, inner, once),
		     GM_TERMS(gm_term_named(d, once), gm_term_named(d, inner),
			      gm_term_named(d, "k_L2")));
}

static void
add_plain_dram(gm_derivation *d)
{
	const gm_traffic *t = &d->prediction->traffic;
	const gm_term size = gm_term_fact(d, GM_L2_SIZE);
	const bool fits = t->grid.either_bytes <= size.value;
	if (!fits && !gm_derivation_find(d, "S_used"))
		add_lines_in_use(d);
	const gm_term grid =
		gm_term_counted(d, "D_grid", "32 B pieces that the grid touches, each once",
				t->grid.either_bytes, "B");
	if (fits)
		gm_step_derived(d, "k_L2", "share of reuse that L2 keeps", "",
				"min(1, S_L2 / max(1, D_grid))", GM_TERMS(size, grid));
	else
		gm_step_derived(
			d, "k_L2", "share of reuse that L2 keeps", "",
			"min(1, S_L2 / max(1, S_used * SMs))",
			GM_TERMS(size, gm_term_named(d, "S_used"), gm_term_fact(d, GM_SM_COUNT)));
	gm_step_note(d, fits ? "The data of the grid fit in L2."
			     : "The data of the grid do not fit; what the resident warps use again "
			       "may.");
	add_plain_l2(d, false, fits);
	add_plain_l2(d, true, fits);
}

void
gm_derivation_add_plain_caches(gm_derivation *d)
{
	add_plain_l1(d);
	gm_step_told(d, "w_L2", "written through L1", "B", written_at(d, GM_LEVEL_L2), "w_tr",
		     GM_TERMS(gm_term_named(d, "w_tr")));
	gm_step_note(d, "L1 keeps no writes.");
	if (fact_or_zero(d, GM_L2_SIZE) > 0) {
		add_plain_dram(d);
	} else {
		add_uncached(d, false);
		add_uncached(d, true);
	}
}

/* ---- all levels ---- */

void
gm_derivation_add_traffic(gm_derivation *d)
{
	const bool sectored = gm_cached_applies(d->prediction->device);
	gm_section_begin(
		d, "traffic", "How many bytes pass each level of memory",
		"Threads ask for words; equal words of a request are fetched once; requests become "
		"transactions; caches keep what comes back to the same place soon enough.");
	gm_step_told(d, "r_req", "read", "B", read_at(d, GM_LEVEL_REQUESTED), "Q_ld",
		     GM_TERMS(gm_term_named(d, "Q_ld")));
	gm_step_told(d, "w_req", "written", "B", written_at(d, GM_LEVEL_REQUESTED), "Q_st",
		     GM_TERMS(gm_term_named(d, "Q_st")));
	add_counted(d, GM_LEVEL_DISTINCT, "dist", GM_COUNT_DISTINCT_BYTES);
	add_counted(d, GM_LEVEL_TRANSACTIONS, "tr", GM_COUNT_MOVED_BYTES);
	if (!sectored) {
		gm_derivation_add_plain_caches(d);
		return;
	}
	gm_derivation_add_sectored_l2(d);
	gm_derivation_add_sectored_dram(d);
}
