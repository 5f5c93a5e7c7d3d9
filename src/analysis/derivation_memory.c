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

/* A count of a site divided by another: "T_3 / R_3". */
typedef struct ratio {
	const char *symbol, *name, *unit, *factor;
	struct {
		const char *symbol, *name;
		gm_counter counter;
	} over, under;
} ratio;

static const ratio transactions = {"t",
				   "transactions of ",
				   "transactions/request",
				   "",
				   {"T", "transactions", GM_COUNT_TRANSACTIONS},
				   {"R", "requests of warps", GM_COUNT_REQUESTS}};
static const ratio moved = {"m",
			    "bytes moved by ",
			    "B/request",
			    "",
			    {"M", "bytes moved", GM_COUNT_MOVED_BYTES},
			    {"R", "requests of warps", GM_COUNT_REQUESTS}};
static const ratio used = {"u",
			   "used of what is moved by ",
			   "%",
			   "100 * ",
			   {"D", "different bytes named", GM_COUNT_DISTINCT_BYTES},
			   {"M", "bytes moved", GM_COUNT_MOVED_BYTES}};
static const ratio passes = {"p",
			     "passes of ",
			     "passes/request",
			     "",
			     {"V", "passes through the banks", GM_COUNT_WAVEFRONTS},
			     {"R", "requests of warps", GM_COUNT_REQUESTS}};

/* "T_3": of the third memory access of the kernel. */
static const char *
numbered(gm_derivation *d, const char *symbol, int site)
{
	int number = 1;
	for (int s = 0; s < site; s++)
		number += gm_operation_is_memory(d->prediction->kernel->sites[s].operation);
	return gm_arena_print(d->arena, "%s_%d", symbol, number);
}

static void
add_ratio(gm_derivation *d, int s, const ratio *r)
{
	const int64_t *of = d->prediction->counts.sites[s].of;
	gm_text access = {0};
	const gm_term over = gm_term_counted(d, numbered(d, r->over.symbol, s), r->over.name,
					     (double)of[r->over.counter], "");
	const gm_term under = gm_term_counted(d, numbered(d, r->under.symbol, s), r->under.name,
					      (double)of[r->under.counter], "");
	gm_site_say(&access, d->prediction->kernel, s);
	gm_step_derived(d, numbered(d, r->symbol, s),
			gm_arena_print(d->arena, "%s%s", r->name, access.bytes), r->unit,
			gm_arena_print(d->arena, "%s%s / %s", r->factor, over.symbol, under.symbol),
			GM_TERMS(over, under));
	gm_step_place(d, s);
	gm_text_dispose(&access);
}

static void
add_request(gm_derivation *d, int s)
{
	const int64_t *of = d->prediction->counts.sites[s].of;
	add_ratio(d, s, &transactions);
	add_ratio(d, s, &moved);
	add_ratio(d, s, &used);
	if (of[GM_COUNT_MOVED_BYTES] > of[GM_COUNT_IDEAL_BYTES])
		gm_step_note(d, "Coalesced, these lanes would move %.4g B per request.",
			     (double)of[GM_COUNT_IDEAL_BYTES] / (double)of[GM_COUNT_REQUESTS]);
}

static void
add_passes(gm_derivation *d, int s)
{
	const gm_site_counts *counts = &d->prediction->counts.sites[s];
	const int64_t *of = counts->of;
	add_ratio(d, s, &passes);
	if (of[GM_COUNT_WAVEFRONTS] > of[GM_COUNT_IDEAL_WAVEFRONTS])
		gm_step_note(d, "Conflicts up to %lld-way; without any, %.4g passes per request.",
			     (long long)counts->worst_degree,
			     (double)of[GM_COUNT_IDEAL_WAVEFRONTS] / (double)of[GM_COUNT_REQUESTS]);
}

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
