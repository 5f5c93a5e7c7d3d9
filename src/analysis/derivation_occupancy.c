#include "analysis/derivation_build.h"

#include <stdio.h>

static gm_value
rule_value(double value)
{
	return (gm_value){value, GM_KIND_EXACT, "the device's allocation rules"};
}

/* Blocks that a limiter allows; the formula says nothing where one block alone asks for too much.
 */
static int
add_limit(gm_derivation *d, gm_limiter limiter, const char *symbol, const char *name,
	  const char *formula, const gm_term *terms, int count)
{
	const gm_value value = rule_value((double)d->prediction->occupancy.limit_blocks[limiter]);
	const int step = gm_step_told(d, symbol, name, "blocks", value, formula, terms, count);
	if (value.value == 0)
		gm_step_note(d, "One block alone asks for more than a block may have.");
	return step;
}

static void
add_warps(gm_derivation *d)
{
	add_limit(
		d, GM_LIMIT_WARPS, "n_warps", "blocks that the warps allow", "floor(W_sm / W)",
		GM_TERMS(gm_term_fact(d, GM_WARPS_PER_SM), gm_term_named(d, "W")));
	add_limit(d, GM_LIMIT_BLOCKS, "n_blocks", "blocks that an SM can hold", "G_sm",
		  GM_TERMS(gm_term_fact(d, GM_BLOCKS_PER_SM)));
}

static gm_term
registers_term(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	gm_term term = gm_term_kernel(d, "r", "registers of a thread",
				      (double)p->registers_per_thread, "", "registers");
	if (p->registers_source && p->registers_source[0])
		term.source = gm_arena_copy_text(d->arena, p->registers_source);
	return term;
}

static void
add_registers_by_block(gm_derivation *d)
{
	const gm_value allocated = rule_value((double)d->prediction->occupancy.registers_allocated);
	const int step = gm_step_told(
		d, "a_r", "registers that a block takes", "", allocated,
		"up(up(W, w_u) * lanes * r, r_u)",
		GM_TERMS(gm_term_named(d, "W"), gm_term_fact(d, GM_WARP_GRANULARITY),
			 gm_term_fact(d, GM_WARP_LANES), registers_term(d),
			 gm_term_fact(d, GM_REGISTER_UNIT)));
	gm_step_note(d, "up(x, u) is x rounded up to a multiple of u.");
	add_limit(
		d, GM_LIMIT_REGISTERS, "n_registers", "blocks that the registers allow",
		"floor(R_sm / a_r)",
		GM_TERMS(gm_term_fact(d, GM_REGISTERS_PER_SM), gm_term_step(d, step)));
}

static void
add_registers_by_warp(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const gm_value per_warp = rule_value((double)p->occupancy.registers_allocated /
					     (double)p->occupancy.warps_per_block);
	const double wanted =
		(double)p->registers_per_thread * gm_device_value(p->device, GM_WARP_LANES);
	/* cc 2.x: some counts take pairs of units; see model/occupancy.h. */
	const bool pairs = per_warp.value - wanted >= gm_device_value(p->device, GM_REGISTER_UNIT);
	const int step = gm_step_told(d, "a_r", "registers that a warp takes", "", per_warp,
				      pairs ? "up(r * lanes, 2 * r_u)" : "up(r * lanes, r_u)",
				      GM_TERMS(registers_term(d),
					       gm_term_fact(d, GM_WARP_LANES),
					       gm_term_fact(d, GM_REGISTER_UNIT)));
	gm_step_note(d, "up(x, u) is x rounded up to a multiple of u.");
	add_limit(d, GM_LIMIT_REGISTERS, "n_registers", "blocks that the registers allow",
		  "floor(k_r * floor(R_sm / k_r / a_r) / W)",
		  GM_TERMS(gm_term_fact(d, GM_SUB_PARTITIONS),
			   gm_term_fact(d, GM_REGISTERS_PER_SM), gm_term_step(d, step),
			   gm_term_named(d, "W")));
}

static void
add_registers(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	if (p->registers_per_thread < 0)
		gm_step_given(
			d, "n_registers", "blocks that the registers allow", "blocks",
			gm_value_unknown("registers per thread are not known for this compute "
					 "capability; they are taken not to limit"),
			"");
	else if (p->occupancy.limit_blocks[GM_LIMIT_REGISTERS] == GM_BLOCKS_UNLIMITED)
		return;
	else if (gm_device_value(p->device, GM_REGISTERS_BY_BLOCK) > 0)
		add_registers_by_block(d);
	else
		add_registers_by_warp(d);
}

static void
add_shared(gm_derivation *d)
{
	const gm_prediction *p = d->prediction;
	const double bytes = (double)gm_kernel_shared_bytes(p->kernel);
	if (p->occupancy.limit_blocks[GM_LIMIT_SHARED] == GM_BLOCKS_UNLIMITED)
		return;
	const gm_value allocated = rule_value((double)p->occupancy.shared_allocated_bytes);
	const int step = gm_step_told(d, "a_s", "shared memory that a block takes", "B", allocated,
				      "up(S + S_0, s_u)",
				      GM_TERMS(gm_term_kernel(d, "S", "shared memory of a block",
							      bytes, "B", "shared arrays"),
					       gm_term_fact(d, GM_SHARED_RESERVED),
					       gm_term_fact(d, GM_SHARED_UNIT)));
	gm_term of_sm = gm_term_fact(d, GM_SHARED_PER_SM);
	of_sm.value = (double)p->occupancy.carveout_bytes;
	add_limit(d, GM_LIMIT_SHARED, "n_shared", "blocks that the shared memory allows",
		  "floor(S_sm / a_s)", GM_TERMS(of_sm, gm_term_step(d, step)));
}

static void
add_barriers(gm_derivation *d)
{
	const gm_occupancy *o = &d->prediction->occupancy;
	if (o->limit_blocks[GM_LIMIT_BARRIERS] == GM_BLOCKS_UNLIMITED)
		return;
	add_limit(d, GM_LIMIT_BARRIERS, "n_barriers", "blocks that the barriers allow",
		  "floor(b_sm / b_block)",
		  GM_TERMS(gm_term_fact(d, GM_BARRIERS_PER_SM),
			   gm_term_kernel(d, "b_block", "barriers of a block", (double)o->barriers_taken,
					  "", "barriers")));
}

/* Resident blocks, warps, and their share: an upper bound while the registers are not known. */
static void
add_result(gm_derivation *d, int first)
{
	const gm_prediction *p = d->prediction;
	const gm_occupancy *o = &p->occupancy;
	gm_value value = rule_value((double)o->blocks_per_sm);
	if (p->registers_per_thread < 0)
		value.kind = GM_KIND_BOUND;
	gm_text formula = {0};
	gm_term terms[GM_TERMS_MAX];
	int count = 0;
	for (int i = first; i < d->steps_count; i++) {
		if (d->steps[i].symbol[0] != 'n' || d->steps[i].value.kind == GM_KIND_UNKNOWN)
			continue;
		gm_text_print(&formula, "%s%s", count ? ", " : "min(", d->steps[i].symbol);
		terms[count++] = gm_term_step(d, i);
	}
	gm_text_append(&formula, ")");
	const int blocks = gm_step_told(d, "n", "blocks on an SM", "blocks", value, formula.bytes,
					terms, count);
	gm_text_dispose(&formula);
	if (!o->launchable) {
		gm_step_note(d, "The device cannot launch it: %s.", o->why_not);
		return;
	}
	gm_step_note(d, "Limited by %s.", gm_limiter_name(o->limiter));
	value.value = (double)o->warps_per_sm;
	const int warps = gm_step_told(d, "w", "warps on an SM", "warps", value, "n * W",
				       GM_TERMS(gm_term_step(d, blocks), gm_term_named(d, "W")));
	value.value = 100 * o->ratio;
	gm_step_told(d, "occupancy", "occupancy", "%", value, "100 * w / W_sm",
		     GM_TERMS(gm_term_step(d, warps),
			      gm_term_fact(d, GM_WARPS_PER_SM)));
	value.value = p->traffic.waves;
	gm_step_told(d, "waves", "waves of blocks", "", value, "G / (n * SMs)",
		     GM_TERMS(gm_term_named(d, "G"), gm_term_step(d, blocks),
			      gm_term_fact(d, GM_SM_COUNT)));
	gm_step_note(d, "A wave is the blocks that the whole device holds at once.");
}

/* A side of the block or the grid that the device refuses: no resource was looked at. */
static bool
is_refused_by_shape(const gm_occupancy *o)
{
	return !o->launchable && o->limit_blocks[GM_LIMIT_BLOCKS] == 0;
}

static void
add_refusal(gm_derivation *d)
{
	gm_step_given(d, "n", "blocks on an SM", "blocks", rule_value(0),
		      "what the device can launch at all");
	gm_step_note(d, "The device cannot launch it: %s.", d->prediction->occupancy.why_not);
}

void
gm_derivation_add_occupancy(gm_derivation *d)
{
	gm_section_begin(d, "occupancy", "Occupancy: how many warps an SM holds",
			 "Each resource allows a number of blocks; the least of them holds.");
	const int first = d->steps_count;
	if (is_refused_by_shape(&d->prediction->occupancy)) {
		add_refusal(d);
		return;
	}
	add_warps(d);
	add_registers(d);
	add_shared(d);
	add_barriers(d);
	add_result(d, first);
}
