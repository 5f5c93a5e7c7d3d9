#include "analysis/derivation_build.h"

/* ---- L2 and DRAM of sectored caches (model/cached.h) ---- */

static const gm_cached_working *
working(const gm_derivation *d)
{
	return &d->prediction->traffic.how;
}

static const gm_l2_life *
life(const gm_derivation *d)
{
	return &working(d)->life;
}

static gm_term
reach_term(const char *symbol, const char *name, double bytes)
{
	return gm_term_modelled(symbol, name, bytes, "B",
				"distinct pieces, counted on a few blocks and carried on");
}

/* "least that a miss fetches" of bytes read; sectors of bytes written. */
static const char *
pieces_of(gm_derivation *d, bool writes, const char *whose)
{
	return gm_arena_print(d->arena, "%.0f B pieces that %s %s, each once",
			      writes ? 32 : working(d)->fetch_bytes, whose,
			      writes ? "write" : "read");
}

/* What moves between DRAM and L2 were it all read, or all written back. */
static int
add_moved(gm_derivation *d, bool writes)
{
	const gm_l2_life *h = life(d);
	const gm_l2_moved m = writes ? h->written : h->read;
	const char *c = writes ? "w" : "r";
	const char *symbol = gm_arena_print(d->arena, "d_%s", c);
	const char *name = writes ? "bytes that come to L2 to be written"
				  : "bytes that L2 must have from DRAM";
	const gm_value moved = {writes ? h->moved.written : h->moved.read, GM_KIND_MODEL,
				"distinct pieces of the blocks that L2 holds at once"};
	const gm_term all = reach_term(gm_arena_print(d->arena, "D_grid_%s", c),
				       pieces_of(d, writes, "all blocks"),
				       writes ? h->once.written : h->once.read);
	const double times = writes ? h->written_times : 1;
	const gm_term again = gm_term_modelled("k_rounds", "times that it is written, where rounds of stores find it clean",
					       times, "", "model/l2_life");
	const char *rounds = times > 1 ? "k_rounds * " : "";
	if (m.first_blocks >= h->span.blocks && m.drawn == 0 && times > 1)
		return gm_step_told(d, symbol, name, "B", moved, gm_arena_print(d->arena, "%s%s", rounds, all.symbol),
				    GM_TERMS(again, all));
	if (m.first_blocks >= h->span.blocks && m.drawn == 0)
		return gm_step_told(d, symbol, name, "B", moved, all.symbol, GM_TERMS(all));
	const gm_term first = reach_term(gm_arena_print(d->arena, "D_first_%s", c),
					 pieces_of(d, writes, "those blocks"), m.first);
	const gm_term blocks = gm_term_modelled(gm_arena_print(d->arena, "n_first_%s", c),
						"blocks that find L2 empty", m.first_blocks,
						"blocks", "what L2 holds, or a wave");
	const gm_term each = reach_term(gm_arena_print(d->arena, "D_each_%s", c),
					pieces_of(d, writes, "a block more"), m.each);
	const gm_term drawn =
		gm_term_modelled(gm_arena_print(d->arena, "D_drawn_%s", c),
				 "bytes of data-dependent accesses that L2 does not have", m.drawn,
				 "B", "as often as the traced blocks did");
	const gm_term most = gm_term_modelled(gm_arena_print(d->arena, "D_asked_%s", c),
					      "bytes, were each sector that is asked for a fetch",
					      m.asked, "B", "sectors of L2");
	const char *regular = gm_arena_print(d->arena, "%s + %s * (G - %s)", first.symbol,
					     each.symbol, blocks.symbol);
	if (times > 1)
		return gm_step_told(d, symbol, name, "B", moved,
				    gm_arena_print(d->arena, "%smin(%s, %s)", rounds, regular, most.symbol),
				    GM_TERMS(again, first, each, gm_term_named(d, "G"), blocks, most));
	if (m.drawn == 0)
		return gm_step_told(d, symbol, name, "B", moved,
				    gm_arena_print(d->arena, "min(%s, %s)", regular, most.symbol),
				    GM_TERMS(first, each, gm_term_named(d, "G"), blocks, most));
	return gm_step_told(
		d, symbol, name, "B", moved,
		gm_arena_print(d->arena, "min(%s + %s, %s)", regular, drawn.symbol, most.symbol),
		GM_TERMS(first, each, gm_term_named(d, "G"), blocks, drawn, most));
}

/* ---- how much of L2 the grid takes ---- */

static gm_term
kept_term(gm_derivation *d, gm_fact_id id, const char *symbol, const char *name, double bytes)
{
	if (gm_derivation_knows(d, id))
		return gm_term_fact(d, id);
	return gm_term_modelled(symbol, name, bytes, "B",
				gm_arena_print(d->arena, "%s: not known, taken from l2_size",
					       d->prediction->device->name));
}

static gm_term
read_room(gm_derivation *d)
{
	return kept_term(d, GM_L2_KEPT_READ, "K_read", "bytes that L2 keeps of what is read",
			 working(d)->kept_read_bytes);
}

static gm_term
written_room(gm_derivation *d)
{
	return kept_term(d, GM_L2_KEPT_WRITTEN, "K_written", "bytes that L2 keeps of what is written",
			 working(d)->kept_written_bytes);
}

static bool
is_warm(const gm_derivation *d)
{
	return d->prediction->request.cache == GM_CACHE_WARM;
}

/* Two numbers that differ by what a byte of either kind counts: how full L2 is, and how long what
   is stored waits there. */
static void
add_room(gm_derivation *d)
{
	const gm_cached_working *h = working(d);
	const gm_l2_life *l = life(d);
	const gm_term read = reach_term("D_lines_r", "128 B lines that all blocks read, each once",
					l->once.held_read);
	const gm_term written = reach_term(
		"D_lines_w", "128 B lines that all blocks write, each once", l->once.held_written);
	const gm_term both = reach_term("D_both", "of these, what both halves of L2 hold",
					gm_l2_both_halves(h->halves, l->once));
	const gm_term read_after = reach_term("D_after_r", is_warm(d) ? "128 B lines read until all is stored again"
								      : "128 B lines read after the first stores",
					      l->after.held_read);
	const gm_term both_after = reach_term("D_after_both", "of these, what both halves of L2 hold",
					      gm_l2_both_halves(h->halves, l->after));
	const gm_term spared = reach_term("D_spared", "of this, what lines at random places that atomics change do not take",
					  l->once.spared);
	const char *room = "room in L2 that the data of the grid would take";
	if (l->once.spared > 0)
		gm_step_derived(d, "x_L2", room, "", "(D_lines_r + D_both + D_lines_w - D_spared) / K_read",
				GM_TERMS(read, both, written, spared, read_room(d)));
	else
		gm_step_derived(d, "x_L2", room, "", "(D_lines_r + D_both + D_lines_w) / K_read",
				GM_TERMS(read, both, written, read_room(d)));
	gm_step_note(d, l->occupancy <= 1
				? "At most 1: they fit, and each piece comes from DRAM once."
				: "More than 1: they do not fit, and what was lost comes again.");
	if (l->occupancy > 1)
		gm_step_given(d, "n_held", "blocks in a row whose lines fill L2", "blocks",
			      (gm_value){l->span.held, GM_KIND_MODEL, ""},
			      "found by halving, to 1 %: of fewer blocks x_L2 is below 1");
	gm_step_derived(d, "x_dirty", "what passes through L2, by when stores are written back", "",
			"max((D_after_r + D_lines_w - D_after_both) / K_launches + 2 * D_after_both / K_read, D_lines_w / K_written)",
			GM_TERMS(read_after, written, both_after,
				 kept_term(d, GM_L2_KEPT_LAUNCHES, "K_launches", "bytes that L2 keeps of a launch",
					   gm_l2_grid_of(d->prediction->device).kept_launches),
				 read_room(d), written_room(d)));
	gm_step_note(d, l->age <= 1 ? "At most 1: what is stored stays there."
				    : "More than 1: what is stored first is written back.");
	if (l->age > 1)
		gm_step_given(d, "n_dirty", "blocks in a row until what is stored leaves", "blocks",
			      (gm_value){l->span.dirty, GM_KIND_MODEL, ""},
			      "found by halving, to 1 %: of fewer blocks x_dirty is below 1");
}

/* ---- what the launch before has left ---- */

static bool
completes_parts(const gm_derivation *d)
{
	return life(d)->moved.partial > 0 && life(d)->completed_ratio > 0;
}

static void
add_kept(gm_derivation *d)
{
	if (!is_warm(d))
		return;
	gm_step_given(
		d, "k_warm", "share that the same launch before has left in L2", "",
		(gm_value){life(d)->kept_ratio, GM_KIND_MODEL, ""},
		"model/l2_life: 1 / (1 + e^((x - 1) / 0.06)), x the room that repeated launches take");
	if (completes_parts(d))
		gm_step_given(d, "k_parts", "share of sectors stored in part that are still there", "",
			      (gm_value){life(d)->stored_ratio, GM_KIND_MODEL, ""},
			      "model/l2_life: that of what is stored in no order alone, at least k_warm");
	gm_step_given(d, "k_dirty", "share of stores that find their lines not yet written back",
		      "", (gm_value){life(d)->rewritten_ratio, GM_KIND_MODEL, ""},
		      "model/l2_life: what is stored in room for what is dirty, and what passes in room of repeated launches");
}

/* ---- DRAM ---- */

static gm_term
parts_term(const gm_derivation *d)
{
	return reach_term("D_part", "32 B pieces that are stored in part and not read", life(d)->moved.partial);
}

static gm_term
completed_term(const gm_derivation *d)
{
	return gm_term_modelled("k_part", "share of them that L2 completes", life(d)->completed_ratio, "",
				"model/l2_life");
}

/* Of what is written, what leaves L2 before the kernel ends; at least what is completed. */
static int
add_evicted(gm_derivation *d)
{
	const gm_value value = {life(d)->evicted_bytes, GM_KIND_MODEL,
				"what L2 writes back before the kernel ends"};
	const char *name = "bytes that L2 writes back before the kernel ends";
	const bool partial = life(d)->completed_bytes >= 1;
	gm_term terms[4] = {gm_term_named(d, "d_w"),
			    is_warm(d) ? gm_term_named(d, "k_dirty")
				       : reach_term("D_left", "bytes that the last blocks leave there to be written back later",
						    life(d)->left_bytes)};
	int count = 2;
	const char *back = is_warm(d) ? "d_w * (1 - k_dirty)" : "d_w - D_left";
	if (!is_warm(d))
		back = gm_arena_print(d->arena, "max(0, %s)", back);
	if (partial) {
		terms[count++] = reach_term("D_whole", "bytes of sectors stored in part that L2 completes",
					    life(d)->completed_bytes);
		terms[count++] = gm_term_modelled("k_soon", "share of these that is written back then", life(d)->soon_ratio, "",
						  "model/l2_life: all at places in no order, a half side by side");
	}
	return gm_step_told(d, "d_back", name, "B", value,
			    partial ? gm_arena_print(d->arena, "%s + k_soon * max(0, D_whole - %s)", back, back) : back, terms,
			    count);
}

/* Of what others left in L2, the share that is written back. */
static int
add_others(gm_derivation *d)
{
	return gm_step_derived(
		d, "k_others", "share of what others left in L2 that is written back", "",
		"min(1, max(0, ((D_lines_r + D_lines_w) / K_read - 0.5) / 0.4, (D_lines_w / K_written - 0.69) / 0.31))",
		GM_TERMS(reach_term("D_lines_r", "128 B lines that all blocks read, each once",
				    life(d)->once.held_read),
			 reach_term("D_lines_w", "128 B lines that all blocks write, each once",
				    life(d)->once.held_written),
			 read_room(d), written_room(d)));
}

/* Cold: others have left data in L2 that it must write back before it can take more. */
static void
add_written(gm_derivation *d)
{
	const gm_value value = d->prediction->traffic.written_bytes[GM_LEVEL_DRAM];
	const double filling = working(d)->filling.written_bytes;
	const bool shares = life(d)->others_ratio > 0 && gm_derivation_knows(d, GM_L2_DIRTY_BEFORE);
	const double spilled = working(d)->spilled_bytes, again = working(d)->rewritten_bytes;
	gm_term terms[6] = {gm_term_step(d, add_evicted(d))};
	int count = 1;
	if (shares) {
		terms[count++] = gm_term_step(d, add_others(d));
		terms[count++] = gm_term_fact(d, GM_L2_DIRTY_BEFORE);
	}
	if (again > 0)
		terms[count++] = gm_term_modelled("d_again_w", "stored once more after it was written back", again, "B",
						  "model/returns");
	if (filling > 0)
		terms[count++] = gm_term_modelled("d_fill_w", "written of sectors that are not full yet", filling,
						  "B", "model/l2_life");
	if (spilled > 0)
		terms[count++] = gm_term_modelled("d_spill", "written back of local memory", spilled, "B",
						  "model/spilled");
	gm_step_told(d, "w_DRAM", "written to DRAM", "B", value,
		     gm_arena_print(d->arena, "d_back%s%s%s%s", shares ? " + k_others * w_others" : "",
				    again > 0 ? " + d_again_w" : "",
				    filling > 0 ? " + d_fill_w" : "", spilled > 0 ? " + d_spill" : ""),
		     terms, count);
}

/* What was fetched; again, what was lost in between; the rest of sectors that were stored in part;
   and the code. */
static void
add_read(gm_derivation *d)
{
	const gm_cached_working *h = working(d);
	const bool again = h->again_bytes > 0;
	const bool partial = completes_parts(d);
	const double filling = h->filling.completed_bytes;
	const bool launch = h->launch_bytes > 0;
	gm_term terms[11] = {gm_term_named(d, "d_r")};
	int count = 1;
	if (again) {
		terms[count++] =
			gm_term_modelled("D_again", "bytes of sectors that L1 and L2 have lost",
					 h->again_bytes, "B", "simulated with L1");
		terms[count++] = gm_term_modelled("k_fetch", "bytes fetched for each that is read",
						  h->fetch_ratio, "", "counted with D_grid_r");
	}
	if (is_warm(d))
		terms[count++] = gm_term_named(d, "k_warm");
	if (partial) {
		terms[count++] = parts_term(d);
		terms[count++] = completed_term(d);
		if (is_warm(d))
			terms[count++] = gm_term_named(d, "k_parts");
	}
	if (filling > 0)
		terms[count++] = gm_term_modelled("d_fill_r", "read to complete sectors that warps fill bit by bit",
						  filling, "B", "model/l2_life");
	if (h->array_bytes > 0)
		terms[count++] = gm_term_modelled("d_local", "read of arrays in local memory that L1 and L2 have lost",
						  h->array_bytes, "B", "model/spilled");
	const double code = d->prediction->traffic.how.code_bytes;
	if (launch)
		terms[count++] = is_warm(d) ? gm_term_modelled("r_launch", "bytes that a warm launch reads from DRAM",
							       h->launch_bytes, "B", "[calibration] its parameters")
					    : gm_term_fact(d, GM_LAUNCH_READ);
	if (launch && code > 0)
		terms[count++] = gm_term_modelled("r_code", "code beyond that of an empty kernel", code, "B",
						  "16 B for each machine instruction");
	const char *fetched = again ? "(d_r + D_again * k_fetch)" : "d_r";
	gm_step_told(d, "r_DRAM", "read from DRAM", "B",
		     d->prediction->traffic.read_bytes[GM_LEVEL_DRAM],
		     gm_arena_print(d->arena, "%s%s%s%s%s%s", fetched,
				    is_warm(d) ? " * (1 - k_warm)" : "",
				    !partial     ? ""
				    : is_warm(d) ? " + D_part * k_part * (1 - k_parts)"
						 : " + D_part * k_part",
				    filling > 0 ? " + d_fill_r" : "", h->array_bytes > 0 ? " + d_local" : "",
				    !launch    ? ""
				    : code > 0 ? " + r_launch + r_code"
					       : " + r_launch"),
		     terms, count);
	if (partial || filling > 0)
		gm_step_note(d, "What is stored in part is completed before it is written back.");
}

void
gm_derivation_add_sectored_dram(gm_derivation *d)
{
	add_room(d);
	add_kept(d);
	add_moved(d, false);
	add_moved(d, true);
	add_written(d);
	add_read(d);
}
