#include "analysis/derivation_build.h"
#include "analysis/derivation_class.h"

/* ---- operations ---- */

/* What counts for one execution of a class: each lane, or of a tensor instruction each warp. */
static gm_term
class_term(gm_derivation *d, const gm_class *c, long long *flop)
{
	if (c->operation != GM_MMA) {
		*flop = gm_operation_flop(c->operation, c->type);
		return gm_class_lanes(d, c);
	}
	*flop = c->mma_flop;
	return gm_term_counted(
		d, gm_arena_print(d->arena, "X_%s", gm_class_symbol(d, c)),
		gm_arena_print(d->arena, "%s: warp instructions", gm_class_name(d, c)),
		c->instructions, "");
}

/* "2 * E_fma_f32 + 1 * E_add_f32": the prediction's floating-point operations. */
static int
add_flop(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const bool exact = gm_counts_is_exact(p->kernel, &p->counts, GM_COUNT_FLOP,
					      GM_OPERATION_COUNT, GM_SPACE_COUNT);
	const gm_value value = {
		p->flop, exact ? GM_KIND_EXACT : gm_term_counted(d, "", "", 0, "").kind,
		"counted on sampled blocks"};
	gm_class classes[GM_CLASSES_MAX];
	const int count = gm_classes_gather(p, classes);
	gm_text formula = {0};
	gm_term terms[GM_TERMS_MAX];
	int terms_count = 0;
	for (int i = 0; i < count && terms_count < GM_TERMS_MAX; i++) {
		long long each;
		const gm_term term = class_term(d, &classes[i], &each);
		if (each == 0)
			continue;
		gm_text_print(&formula, "%s%lld * %s", terms_count ? " + " : "", each, term.symbol);
		terms[terms_count++] = term;
	}
	const int step = terms_count ? gm_step_told(d, "F", "floating-point operations", "FLOP",
						    value, formula.bytes, terms, terms_count)
				     : gm_step_given(d, "F", "floating-point operations", "FLOP",
						     value, "no instruction of the kernel is one");
	gm_text_dispose(&formula);
	return step;
}

/* ---- bytes ---- */

bool
gm_site_is_traffic(const gm_site *site, bool writes)
{
	const bool reads = site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY;
	return gm_operation_is_memory(site->operation) &&
	       (site->space == GM_GLOBAL || site->space == GM_LOCAL) && reads != writes;
}

/* "4 * A_4 + 16 * A_16": accesses of lanes by their width. */
static int
add_bytes(gm_derivation *d, const char *symbol, const char *name, bool writes, gm_value value)
{
	static const int widths[] = {1, 2, 4, 8, 16};
	const gm_prediction *p = d->prediction;
	gm_text formula = {0};
	gm_term terms[5];
	int count = 0;
	for (int w = 0; w < 5; w++) {
		double accesses = 0;
		for (int s = 0; s < p->kernel->sites_count; s++)
			if (gm_site_is_traffic(&p->kernel->sites[s], writes) &&
			    p->kernel->sites[s].access_bytes == widths[w])
				accesses +=
					(double)p->counts.sites[s].of[GM_COUNT_REQUESTED_BYTES] /
					widths[w];
		if (accesses == 0)
			continue;
		const char *of = gm_arena_print(d->arena, "A_%c%d", writes ? 'w' : 'r', widths[w]);
		gm_text_print(&formula, "%s%d * %s", count ? " + " : "", widths[w], of);
		terms[count++] =
			gm_term_counted(d, of,
					gm_arena_print(d->arena, "times a lane %s %d B",
						       writes ? "writes" : "reads", widths[w]),
					accesses, "");
	}
	const int step =
		count ? gm_step_told(d, symbol, name, "B", value, formula.bytes, terms, count)
		      : gm_step_given(d, symbol, name, "B", value,
				      writes ? "the kernel stores nothing"
					     : "the kernel loads nothing");
	gm_text_dispose(&formula);
	return step;
}

void
gm_derivation_add_intensity(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_ladder_step *requested = &p->ladder[GM_LEVEL_REQUESTED];
	gm_section_begin(d, "intensity", "Operations and bytes: computational intensity",
			 "Bytes as the threads ask for them, whatever the hardware moves.");
	const int flop = add_flop(d);
	const int read = add_bytes(d, "Q_ld", "bytes that threads read", false,
				   p->traffic.read_bytes[GM_LEVEL_REQUESTED]);
	const int written = add_bytes(d, "Q_st", "bytes that threads write", true,
				      p->traffic.written_bytes[GM_LEVEL_REQUESTED]);
	const int bytes =
		gm_step_told(d, "Q", "bytes requested", "B", requested->bytes, "Q_ld + Q_st",
			     GM_TERMS(gm_term_step(d, read), gm_term_step(d, written)));
	gm_step_told(d, "I", "computational intensity", "FLOP/B",
		     requested->intensity_flop_per_byte, "F / Q",
		     GM_TERMS(gm_term_step(d, flop), gm_term_step(d, bytes)));
	if (p->flop == 0 || p->traffic.read_bytes[GM_LEVEL_REQUESTED].value == 0)
		return;
	gm_step_derived(d, "I_ld", "intensity of the loads alone", "FLOP/B", "F / Q_ld",
			GM_TERMS(gm_term_step(d, flop), gm_term_step(d, read)));
	gm_step_note(d,
		     "Lectures count the loads of the inner loop; the stores are left out here.");
}
