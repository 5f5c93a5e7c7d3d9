#include "analysis/derivation_build.h"

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
	gm_step_told(
		d, "W", "warps of a block", "warps", warps, "ceil(T / lanes)",
		GM_TERMS(gm_term_step(d, threads), gm_term_fact(d, "lanes", GM_WARP_LANES, "")));
	gm_step_derived(d, "N", "threads of the grid", "threads", "G * T",
			GM_TERMS(gm_term_step(d, blocks), gm_term_step(d, threads)));
}

/* ---- what a thread does ---- */

enum { CLASSES_MAX = 64 };

/* Sites that do the same. */
typedef struct class
{
	gm_operation operation;
	gm_type type;     /* of arithmetic; GM_NO_TYPE for memory */
	gm_space space;   /* of memory */
	int64_t mma_flop; /* of GM_MMA */
	double lanes, instructions;
} class;

static class class_of(const gm_site *site)
{
	const bool memory = gm_operation_is_memory(site->operation);
	return (class){.operation = site->operation,
		       .type = memory ? GM_NO_TYPE : site->type,
		       .space = memory ? site->space : GM_NO_SPACE,
		       .mma_flop = site->mma_flop};
}

static bool
same_class(const class *a, const class *b)
{
	return a->operation == b->operation && a->type == b->type && a->space == b->space &&
	       a->mma_flop == b->mma_flop;
}

/* In the order of the kernel. */
static int
gather_classes(const gm_prediction *p, class out[CLASSES_MAX])
{
	int count = 0;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const int64_t *of = p->counts.sites[s].of;
		const class wanted = class_of(&p->kernel->sites[s]);
		int i = 0;
		while (i < count && !same_class(&out[i], &wanted))
			i++;
		if (i == CLASSES_MAX || of[GM_COUNT_INSTRUCTIONS] == 0)
			continue;
		if (i == count)
			out[count++] = wanted;
		out[i].lanes += (double)of[GM_COUNT_THREAD_INSTRUCTIONS];
		out[i].instructions += (double)of[GM_COUNT_INSTRUCTIONS];
	}
	return count;
}

/* "load_global", "fma_f32", "barrier" */
static const char *
class_symbol(gm_derivation *d, const class *c)
{
	const char *name = gm_operation_name(c->operation);
	if (c->space != GM_NO_SPACE)
		return gm_arena_print(d->arena, "%s_%s", name, gm_space_name(c->space));
	if (c->operation == GM_MMA)
		return gm_arena_print(d->arena, "%s_%s_%lld", name, gm_type_name(c->type),
				      (long long)c->mma_flop);
	return c->type == GM_NO_TYPE
		       ? name
		       : gm_arena_print(d->arena, "%s_%s", name, gm_type_name(c->type));
}

static const char *
class_name(gm_derivation *d, const class *c)
{
	if (c->space != GM_NO_SPACE)
		return gm_arena_print(d->arena, "%s, %s memory", gm_operation_what(c->operation),
				      gm_space_name(c->space));
	return gm_arena_print(d->arena, "%s%s%s", gm_operation_what(c->operation),
			      c->type == GM_NO_TYPE ? "" : ", ",
			      c->type == GM_NO_TYPE ? "" : gm_type_name(c->type));
}

static void
add_thread(gm_derivation *d, const class *classes, int count)
{
	const int threads = (int)(gm_derivation_find(d, "N") - d->steps);
	gm_section_begin(d, "thread", "What a thread does",
			 "In the mean over all threads: what all lanes executed / threads.");
	for (int i = 0; i < count; i++) {
		const class *c = &classes[i];
		const char *symbol = class_symbol(d, c), *name = class_name(d, c);
		const gm_term lanes = gm_term_counted(d, gm_arena_print(d->arena, "E_%s", symbol),
						      name, c->lanes, "");
		gm_step_derived(d, gm_arena_print(d->arena, "e_%s", symbol),
				gm_arena_print(d->arena, "%s: times per thread", name), "",
				gm_arena_print(d->arena, "%s / N", lanes.symbol),
				GM_TERMS(lanes, gm_term_step(d, threads)));
	}
}

/* ---- operations ---- */

/* "2 * E_fma_f32 + 1 * E_add_f32": the prediction's floating-point operations. */
static int
add_flop(gm_derivation *d, const class *classes, int count)
{
	const gm_prediction *p = d->prediction;
	gm_text formula = {0};
	gm_term terms[GM_TERMS_MAX];
	int terms_count = 0;
	for (int i = 0; i < count && terms_count < GM_TERMS_MAX; i++) {
		const class *c = &classes[i];
		const bool mma = c->operation == GM_MMA;
		const long long each = mma ? c->mma_flop : gm_operation_flop(c->operation, c->type);
		if (each == 0)
			continue;
		const char *symbol = gm_arena_print(d->arena, "E_%s", class_symbol(d, c));
		gm_text_print(&formula, "%s%lld * %s", terms_count ? " + " : "", each, symbol);
		terms[terms_count++] = gm_term_counted(
			d, symbol,
			gm_arena_print(d->arena, "%s: %s", class_name(d, c),
				       mma ? "warp instructions" : "lanes that executed it"),
			mma ? c->instructions : c->lanes, "");
	}
	const gm_term nothing = gm_term_counted(d, "E", "floating-point operations", 0, "");
	const gm_value value = {
		p->flop,
		gm_counts_is_exact(p->kernel, &p->counts, GM_COUNT_FLOP, GM_OPERATION_COUNT, GM_SPACE_COUNT)
			? GM_KIND_EXACT
			: nothing.kind,
		"counted on sampled blocks"};
	const int step =
		gm_step_told(d, "F", "floating-point operations", "FLOP", value,
			     terms_count ? formula.bytes : "E", terms_count ? terms : &nothing,
			     terms_count ? terms_count : 1);
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
		if (accesses == 0 && (count || w < 4))
			continue;
		const char *of = gm_arena_print(d->arena, "A_%d", widths[w]);
		gm_text_print(&formula, "%s%d * %s", count ? " + " : "", widths[w], of);
		terms[count++] =
			gm_term_counted(d, of,
					gm_arena_print(d->arena, "lanes that %s %d B",
						       writes ? "write" : "read", widths[w]),
					accesses, "");
	}
	const int step = gm_step_told(d, symbol, name, "B", value, formula.bytes, terms, count);
	gm_text_dispose(&formula);
	return step;
}

static void
add_intensity(gm_derivation *d, const class *classes, int count)
{
	const gm_prediction *p = d->prediction;
	const gm_ladder_step *requested = &p->ladder[GM_LEVEL_REQUESTED];
	gm_section_begin(d, "intensity", "Operations and bytes: computational intensity",
			 "Bytes as the threads ask for them, whatever the hardware moves.");
	const int flop = add_flop(d, classes, count);
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

void
gm_derivation_add_work(gm_derivation *d)
{
	class classes[CLASSES_MAX];
	const int count = gather_classes(d->prediction, classes);
	add_launch(d);
	add_thread(d, classes, count);
	add_intensity(d, classes, count);
}
