#include "analysis/derivation_build.h"

/* What a rule does with the addresses of a warp, in a sentence or two; model/coalescing.h and
   model/banks.h tell all. */
static const char *const coalescing_words[GM_COALESCING_COUNT] = {
	[GM_HALF_WARP_STRICT] =
		("Each half of a warp is served on its own. Where its lane k names the k-th word "
		 "of an aligned segment, it takes one transaction of 64 B (4-byte words), one of "
		 "128 B (8 bytes) or two of 128 B (16 bytes); else each active lane takes 32 B of "
		 "its own."),
	[GM_HALF_WARP_SEGMENTS] =
		("Each half of a warp is served on its own: every segment of 128 B that it touches "
		 "(32 B for 1-byte words, 64 B for 2-byte words) is one transaction, which shrinks "
		 "to 64 or 32 B when only that part of it is used."),
	[GM_LINES_128] =
		("A request moves every line of 128 B that its lanes touch; for 8-byte words "
		 "each half of a warp is a request, for 16-byte words each quarter."),
	[GM_SECTORS_32] =
		("A request moves every sector of 32 B that the lanes of the warp touch."),
	[GM_GCN_LINES_64] = ("Sixteen lanes at a time move every line of 64 B that they touch."),
};

static const char *const bank_words[GM_BANKS_COUNT] = {
	[GM_BANKS_16] =
		("16 banks of 4 B serve half a warp. In each pass one word goes to all lanes "
		 "that want it, and every other bank serves one lane."),
	[GM_BANKS_32_FERMI] =
		("32 banks of 4 B serve a warp (half of it for 8-byte words, a quarter "
		 "for 16-byte words). A bank yields one word a pass, to all lanes that "
		 "want it: as many passes as different words fall into one bank."),
	[GM_BANKS_32X8_4] = ("32 banks of 8 B serve a warp (half of it for 16-byte words). A bank "
			     "yields one word a pass, to all lanes that want it: as many passes as "
			     "different words fall into one bank."),
	[GM_BANKS_32X8_8] =
		("32 banks of 8 B serve a warp (half of it for 16-byte words). A bank "
		 "yields one 8-byte word a pass: as many passes as different words fall "
		 "into one bank."),
	[GM_BANKS_32] =
		("32 banks of 4 B serve a warp (half of it for 8-byte words, a quarter for "
		 "16-byte words). A bank yields one word a pass, to all lanes that want it: as "
		 "many passes as different words fall into one bank."),
	[GM_BANKS_32_GCN] =
		("32 banks of 4 B serve 32 lanes (16 for 8-byte words, 8 for 16-byte "
		 "words). A bank yields one word a pass: as many passes as different words "
		 "fall into one bank."),
};

/* ---- counts of sites ---- */

static const struct {
	gm_counter counter;
	const char *symbol, *name, *unit;
} counted[] = {
	{GM_COUNT_REQUESTS, "R", "requests of warps", "requests"},
	{GM_COUNT_TRANSACTIONS, "T", "transactions", "transactions"},
	{GM_COUNT_OF_64, "T64", "transactions of 64 B", "transactions"},
	{GM_COUNT_OF_128, "T128", "transactions of 128 B", "transactions"},
	{GM_COUNT_DISTINCT_BYTES, "D", "bytes that its requests name, equal ones merged", "B"},
	{GM_COUNT_GROUP_SECTORS, "P", "32 B pieces that its half-warps touch", "pieces"},
	{GM_COUNT_WAVEFRONTS, "V", "passes through the banks", "passes"},
	{GM_COUNT_LINES, "C", "lines that its requests touch", "lines"},
};

gm_term
gm_term_site(gm_derivation *d, int site, gm_counter counter)
{
	size_t i = 0;
	while (counted[i].counter != counter)
		i++;
	return gm_term_counted(d, gm_site_symbol(d, counted[i].symbol, site), counted[i].name,
			       (double)d->prediction->counts.sites[site].of[counter],
			       counted[i].unit);
}

/* ---- transactions ---- */

static void
add_per_request(gm_derivation *d, int s, gm_counter counter, const char *symbol, const char *what,
		const char *unit)
{
	gm_text name = {0};
	const gm_term over = gm_term_site(d, s, counter);
	const gm_term under = gm_term_site(d, s, GM_COUNT_REQUESTS);
	gm_text_append(&name, what);
	gm_site_say(&name, d->prediction->kernel, s);
	gm_step_derived(d, gm_site_symbol(d, symbol, s), name.bytes, unit,
			gm_arena_print(d->arena, "%s / %s", over.symbol, under.symbol),
			GM_TERMS(over, under));
	gm_step_place(d, s);
	gm_text_dispose(&name);
}

/* Bytes of the transactions: of one size, or counted by size. */
static int
add_moved(gm_derivation *d, int s)
{
	static const int sizes[GM_COALESCING_COUNT] = {
		[GM_LINES_128] = 128, [GM_SECTORS_32] = 32, [GM_GCN_LINES_64] = 64};
	const gm_prediction *p = d->prediction;
	const int size = p->kernel->sites[s].space == GM_LOCAL ? 32 : sizes[p->device->coalescing];
	const gm_value value = {(double)p->counts.sites[s].of[GM_COUNT_MOVED_BYTES],
				p->counts.exact ? GM_KIND_EXACT : GM_KIND_MODEL,
				"the sizes of the transactions"};
	const gm_term all = gm_term_site(d, s, GM_COUNT_TRANSACTIONS);
	const gm_term of_64 = gm_term_site(d, s, GM_COUNT_OF_64);
	const gm_term of_128 = gm_term_site(d, s, GM_COUNT_OF_128);
	const char *symbol = gm_site_symbol(d, "M", s), *name = "bytes that they move";
	const char *t = all.symbol, *a = of_64.symbol, *b = of_128.symbol;
	const int step =
		size ? gm_step_told(d, symbol, name, "B", value,
				    gm_arena_print(d->arena, "%d * %s", size, t), GM_TERMS(all))
		: of_128.value > 0
			? gm_step_told(d, symbol, name, "B", value,
				       gm_arena_print(d->arena,
						      "32 * (%s - %s - %s) + 64 * %s + 128 * %s", t,
						      a, b, a, b),
				       GM_TERMS(all, of_64, of_128))
			: gm_step_told(
				  d, symbol, name, "B", value,
				  gm_arena_print(d->arena, "32 * (%s - %s) + 64 * %s", t, a, a),
				  GM_TERMS(all, of_64));
	gm_step_place(d, s);
	return step;
}

static void
add_request(gm_derivation *d, int s)
{
	const int64_t *of = d->prediction->counts.sites[s].of;
	add_per_request(d, s, GM_COUNT_TRANSACTIONS, "t", "transactions of ",
			"transactions/request");
	const gm_term moved = gm_term_step(d, add_moved(d, s));
	const gm_term requests = gm_term_site(d, s, GM_COUNT_REQUESTS);
	const gm_term named = gm_term_site(d, s, GM_COUNT_DISTINCT_BYTES);
	gm_step_derived(d, gm_site_symbol(d, "m", s), "bytes moved for a request", "B/request",
			gm_arena_print(d->arena, "%s / %s", moved.symbol, requests.symbol),
			GM_TERMS(moved, requests));
	gm_step_place(d, s);
	gm_step_derived(d, gm_site_symbol(d, "u", s), "used of what is moved", "%",
			gm_arena_print(d->arena, "100 * %s / %s", named.symbol, moved.symbol),
			GM_TERMS(named, moved));
	gm_step_place(d, s);
	if (of[GM_COUNT_MOVED_BYTES] > of[GM_COUNT_IDEAL_BYTES])
		gm_step_note(d, "Coalesced, these lanes would move %.4g B per request.",
			     (double)of[GM_COUNT_IDEAL_BYTES] / (double)of[GM_COUNT_REQUESTS]);
}

/* ---- passes ---- */

static void
add_passes(gm_derivation *d, int s)
{
	const gm_site_counts *counts = &d->prediction->counts.sites[s];
	const int64_t *of = counts->of;
	add_per_request(d, s, GM_COUNT_WAVEFRONTS, "p", "passes of ", "passes/request");
	if (of[GM_COUNT_WAVEFRONTS] > of[GM_COUNT_IDEAL_WAVEFRONTS])
		gm_step_note(d, "Conflicts up to %lld-way; without any, %.4g %s per request.",
			     (long long)counts->worst_degree,
			     (double)of[GM_COUNT_IDEAL_WAVEFRONTS] / (double)of[GM_COUNT_REQUESTS],
			     of[GM_COUNT_IDEAL_WAVEFRONTS] == of[GM_COUNT_REQUESTS] ? "pass" : "passes");
}

int
gm_derivation_site_terms(gm_derivation *d, bool writes, gm_counter counter, gm_term *out)
{
	const gm_prediction *p = d->prediction;
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		if (p->counts.sites[s].of[counter] == 0 ||
		    !gm_site_is_traffic(&p->kernel->sites[s], writes))
			continue;
		out[count++] = counter == GM_COUNT_MOVED_BYTES
				       ? gm_term_named(d, gm_site_symbol(d, "M", s))
				       : gm_term_site(d, s, counter);
	}
	return count;
}

/* ---- both ---- */

void
gm_derivation_add_memory(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_section_begin(d, "requests", "What the accesses of a warp become in memory",
			 gm_arena_print(d->arena, "%s (%s, %s)",
					coalescing_words[p->device->coalescing],
					gm_coalescing_name(p->device->coalescing),
					gm_coalescing_whose(p->device->coalescing)));
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (p->counts.sites[s].of[GM_COUNT_MOVED_BYTES] > 0)
			add_request(d, s);
	gm_section_begin(d, "banks", "What they become in the banks",
			 gm_arena_print(d->arena, "%s (%s, %s)", bank_words[p->device->banks],
					gm_banks_name(p->device->banks),
					gm_banks_whose(p->device->banks)));
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (p->counts.sites[s].of[GM_COUNT_WAVEFRONTS] > 0)
			add_passes(d, s);
}
