#include "analysis/derivation_build.h"
#include "analysis/derivation_class.h"

#include <stdio.h>
#include <string.h>

/* ---- the launch ---- */

/* x, y and z of a grid or block, those of one left out at the end. */
static int
add_volume(gm_derivation *d, const char *symbol, const char *name, const char *unit, gm_dim3 size,
	   const char *const sides[3], const char *const names[3])
{
	const int64_t of[3] = {size.x, size.y, size.z};
	static const char *const formulas[3] = {"%s", "%s * %s", "%s * %s * %s"};
	const int count = size.z > 1 ? 3 : size.y > 1 ? 2 : 1;
	gm_term terms[3];
	char formula[64];
	snprintf(formula, sizeof formula, formulas[count - 1], sides[0], sides[1], sides[2]);
	for (int i = 0; i < count; i++)
		terms[i] = gm_term_kernel(d, sides[i], names[i], (double)of[i], "", "launch");
	const gm_value value = {(double)gm_dim3_volume(size), GM_KIND_EXACT, "the launch"};
	return gm_step_told(d, symbol, name, unit, value, formula, terms, count);
}

static void
add_launch(gm_derivation *d)
{
	static const char *const grid[3] = {"g_x", "g_y", "g_z"};
	static const char *const grid_names[3] = {"blocks along x", "blocks along y",
						  "blocks along z"};
	static const char *const block[3] = {"b_x", "b_y", "b_z"};
	static const char *const block_names[3] = {"threads along x", "threads along y",
						   "threads along z"};
	const gm_prediction *p = d->prediction;
	const gm_kernel *k = p->kernel;
	gm_section_begin(d, "launch", "The launch",
			 "A grid of blocks of threads; the threads of a block run in warps.");
	const int blocks =
		add_volume(d, "G", "blocks of the grid", "blocks", k->grid, grid, grid_names);
	const int threads =
		add_volume(d, "T", "threads of a block", "threads", k->block, block, block_names);
	const gm_value warps = {(double)p->occupancy.warps_per_block, GM_KIND_EXACT, "the launch"};
	gm_step_told(d, "W", "warps of a block", "warps", warps, "ceil(T / lanes)",
		     GM_TERMS(gm_term_step(d, threads), gm_term_fact(d, GM_WARP_LANES)));
	gm_step_derived(d, "N", "threads of the grid", "threads", "G * T",
			GM_TERMS(gm_term_step(d, blocks), gm_term_step(d, threads)));
}

/* ---- what a thread does ---- */

static void
add_thread(gm_derivation *d)
{
	gm_class classes[GM_CLASSES_MAX];
	const int count = gm_classes_gather(d->prediction, classes);
	const gm_term threads = gm_term_named(d, "N");
	gm_section_begin(d, "thread", "What a thread does",
			 "In the mean over all threads: what all lanes executed / threads.");
	for (int i = 0; i < count; i++) {
		const gm_class *c = &classes[i];
		const gm_term lanes = gm_class_lanes(d, c);
		gm_step_derived(
			d, gm_arena_print(d->arena, "e_%s", gm_class_symbol(d, c)),
			gm_arena_print(d->arena, "%s: times per thread", gm_class_name(d, c)), "",
			gm_arena_print(d->arena, "%s / N", lanes.symbol), GM_TERMS(lanes, threads));
	}
}

void
gm_derivation_add_work(gm_derivation *d)
{
	add_launch(d);
	add_thread(d);
}
