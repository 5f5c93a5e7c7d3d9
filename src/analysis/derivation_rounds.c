#include "analysis/derivation_build.h"

#include "model/limits_latency.h"

/* Few rounds of blocks, the last not full: the rounds before it and it, each its waits beside its part of the work. */

/* The words of a part; its share of the work as a formula of the share of the last round. */
typedef struct part {
	const char *suffix; /* of its symbols: "full" */
	const char *name;
	const char *of_sm, *of_grid;
	gm_rounds_part is;
	gm_term waits; /* without t_first */
} part;

/* "t_sm * r_few" where that step is, and its terms. */
static const char *
share_of(gm_derivation *d, const char *symbol, const char *share, gm_term *terms, int *count)
{
	if (!gm_derivation_find(d, symbol))
		return NULL;
	terms[(*count)++] = gm_term_named(d, symbol);
	return gm_arena_print(d->arena, "%s * %s", symbol, share);
}

/* The part of what SMs and what DRAM and L2 do; -1 without work. */
static int
add_units_of(gm_derivation *d, const part *p)
{
	gm_term terms[4];
	int count = 0;
	const char *sm = share_of(d, "t_sm", p->of_sm, terms, &count);
	const char *memory = share_of(d, "t_memory", p->of_grid, terms, &count);
	if (!sm && !memory)
		return -1;
	if (sm)
		terms[count++] = gm_term_named(d, "r_few");
	if (memory)
		terms[count++] = gm_term_named(d, "r_grid");
	const char *both = sm && memory ? gm_arena_print(d->arena, "norm(4, %s, %s)", sm, memory) : sm ? sm : memory;
	return gm_step_derived(d, gm_arena_print(d->arena, "t_units_%s", p->suffix),
			       gm_arena_print(d->arena, "SMs and memory in %s", p->name), "s", both, terms, count);
}

/* Its waits with its work; where others have brought lines, those who find them beside the first. */
static gm_term
add_part(gm_derivation *d, const part *p)
{
	gm_arena *arena = d->arena;
	const int units = add_units_of(d, p);
	gm_term terms[GM_TERMS_MAX] = {p->waits};
	int count = 1;
	const char *held = p->waits.symbol, *found = gm_arena_print(arena, "t_found_%s", p->suffix);
	const char *finds = found, *power = gm_arena_print(arena, "p_%s", p->suffix);
	if (gm_derivation_find(d, "t_l1_lines")) {
		terms[count++] = gm_term_named(d, "t_l1_lines");
		terms[count++] = gm_term_named(d, "r_few");
		held = gm_arena_print(arena, "max(%s, t_l1_lines * %s)", held, p->of_sm);
		finds = gm_arena_print(arena, "max(%s, t_l1_lines * %s)", found, p->of_sm);
	}
	const char *formula = held;
	if (units >= 0) {
		const char *work = d->steps[units].symbol;
		terms[count++] = gm_term_step(d, units);
		terms[count++] = gm_term_modelled(power, "how waits and reads from DRAM hide", p->is.waiting_norm, "",
						  "model/limits: 2, up to 2.4 of DRAM that only reads");
		formula = gm_arena_print(arena, "norm(%s, %s, %s)", power, held, work);
		if (p->is.finds) {
			const char *own = gm_arena_print(arena, "t_own_%s", p->suffix);
			terms[count++] = gm_term_modelled(found, "the waits for what others have brought", p->is.found_s, "s",
							  "model/limits: of the waits for DRAM 4 / n_same");
			terms[count++] = gm_term_modelled(own, "the units, but for what an SM does for other blocks",
							  p->is.own_units_s, "s", "model/limits");
			formula = gm_derivation_finding(d, formula, power, held, own, finds, work);
		}
	}
	return gm_term_step(d, gm_step_told(d, gm_arena_print(arena, "t_%s", p->suffix), p->name, "s",
					    (gm_value){p->is.time_s, GM_KIND_MODEL, ""}, formula, terms, count));
}

/* How many blocks of the busiest SM, and of the grid, are left for the last round. */
static void
add_shares(gm_derivation *d)
{
	const gm_term blocks = gm_term_named(d, "G"), sms = gm_term_fact(d, GM_SM_COUNT), resident = gm_term_named(d, "n");
	const int full = gm_step_derived(d, "n_full", "rounds that are full", "", "floor(G / (SMs * n))",
					 GM_TERMS(blocks, sms, resident));
	const gm_term rounds = gm_term_step(d, full);
	gm_step_derived(d, "r_few", "of the blocks of the busiest SM, those in the last round", "",
			"1 - n_full * n / ceil(G / SMs)", GM_TERMS(rounds, resident, blocks, sms));
	gm_step_derived(d, "r_grid", "of the blocks of the grid, those in the last round", "", "1 - n_full * SMs * n / G",
			GM_TERMS(rounds, sms, resident, blocks));
}

/* Clocks of a block, with its phases where barriers part it. */
static gm_term
block_term(const gm_derivation *d)
{
	return gm_term_named(d, gm_derivation_find(d, "c_phased") ? "c_phased" : "c_block");
}

static gm_term
waits_before(gm_derivation *d, const gm_rounds_part *before)
{
	const bool first = gm_derivation_find(d, "t_first"), starts = gm_derivation_find(d, "start");
	const gm_term block = block_term(d), clock = gm_term_sm_clock(d);
	gm_term terms[GM_TERMS_MAX] = {gm_term_named(d, "n_full"), block, clock};
	int count = 3;
	if (starts)
		terms[count++] = gm_term_named(d, "start");
	if (starts && first)
		terms[count++] = gm_term_named(d, "t_first");
	const char *formula = gm_arena_print(d->arena, starts ? "(n_full * %s + start) / %s%s" : "n_full * %s / %s%s",
					     block.symbol, clock.symbol, starts && first ? " - t_first" : "");
	return gm_term_step(d, gm_step_told(d, "w_full", "waits of the rounds that are full", "s",
					    (gm_value){before->waiting_s, GM_KIND_MODEL, ""}, formula, terms, count));
}

/* Its blocks find in L2 what those before them have brought. */
static gm_term
waits_last(gm_derivation *d, const gm_rounds_part *last)
{
	const gm_term resident = gm_term_named(d, "n"), clock = gm_term_sm_clock(d);
	const gm_term k = gm_term_step(
		d, gm_step_derived(d, "k_few", "of the waits of a round, those of few blocks", "",
				   "k_lone + (1 - k_lone) * (ceil(G / SMs) - n_full * n) / n",
				   GM_TERMS(gm_term_modelled("k_lone", "those of a block alone, on an SM near L2", GM_WAITS_OF_FEW, "",
							     "model/limits: calibration kernels on an H200"),
					    gm_term_named(d, "G"), gm_term_fact(d, GM_SM_COUNT), gm_term_named(d, "n_full"), resident)));
	return gm_term_step(
		d, gm_step_derived(d, "w_few", "waits of the last round", "s", gm_arena_print(d->arena, "k_few * c_found / %s", clock.symbol),
				   GM_TERMS(k,
					    gm_term_modelled("c_found", "clocks of a block that finds what others have brought",
							     last->waiting_s * clock.value / k.value, "cycles", "model/limits: c_block, but for DRAM"),
					    clock)));
}

int
gm_derivation_rounds_apart(gm_derivation *d)
{
	const gm_limit_time *limits = d->prediction->limits;
	const bool first = gm_derivation_find(d, "t_first");
	const gm_rounds_part before = gm_limit_rounds_before(limits), last = gm_limit_round_last(limits);
	add_shares(d);
	const part full = {"full", "the rounds that are full", "(1 - r_few)", "(1 - r_grid)", before, waits_before(d, &before)};
	gm_term terms[3] = {add_part(d, &full)};
	const part few = {"few", "the last round", "r_few", "r_grid", last, waits_last(d, &last)};
	terms[1] = add_part(d, &few);
	if (first)
		terms[2] = gm_term_named(d, "t_first");
	return gm_step_derived(d, "t_wait", "with the latency", "s",
			       first ? "t_first + t_full + t_few" : "t_full + t_few", terms, first ? 3 : 2);
}
