#include "analysis/derivation_build.h"

#include "model/limits_atomics.h"

/* ---- DRAM (model/limits_memory.c) ---- */

/* Of blocks that copy and leave, or of those that stay. */
static gm_term
copy_rate(gm_derivation *d)
{
	if (d->prediction->traffic.once && gm_derivation_knows(d, GM_DRAM_BANDWIDTH_ONCE))
		return gm_term_fact(d, GM_DRAM_BANDWIDTH_ONCE);
	return gm_term_achievable(d, GM_DRAM_BANDWIDTH);
}

/* One direction: the symbols and names of its terms and steps. */
typedef struct direction {
	const char *bytes;
	const char *pieces, *pieces_name, *rows, *scatter, *scatter_name;
	const char *runs, *runs_name, *rest, *rest_name, *time, *time_name;
	gm_fact_id rate;
} direction;

static const direction read_way = {
	"r_DRAM", "D_scatter_r", "bytes that are read scattered", "n_scatter_r", "t_scatter_r",
	"reading what is scattered", "n_runs_r", "stretches of 128 B or more that are read", "d_rest_r",
	"read in such stretches", "t_read", "reading in stretches", GM_DRAM_SCATTERED_RATE};
static const direction write_way = {
	"w_DRAM", "D_scatter_w", "bytes that are written scattered, or complete a sector", "n_scatter_w",
	"t_scatter_w", "writing what is scattered", "n_runs_w", "stretches of 128 B or more that are written", "d_rest_w",
	"written in such stretches", "t_write", "writing in stretches", GM_DRAM_SCATTERED_WRITES};

static gm_term
read_rate(gm_derivation *d)
{
	if (d->prediction->traffic.once && gm_derivation_knows(d, GM_DRAM_ALONE_ONCE))
		return gm_term_fact(d, GM_DRAM_ALONE_ONCE);
	return gm_derivation_knows(d, GM_DRAM_READ_BANDWIDTH_MEASURED)
		       ? gm_term_fact(d, GM_DRAM_READ_BANDWIDTH_MEASURED)
		       : copy_rate(d);
}

static gm_term
write_rate(gm_derivation *d)
{
	return !d->prediction->traffic.once && gm_derivation_knows(d, GM_DRAM_WRITE_BANDWIDTH_MEASURED)
		       ? gm_term_fact(d, GM_DRAM_WRITE_BANDWIDTH_MEASURED)
		       : read_rate(d);
}

/* Bytes in a stream, while rows are opened for them. */
static int
add_part(gm_derivation *d, const char *symbol, const char *name, gm_fact_id rate, const char *bytes,
	 gm_term bytes_term, gm_term openings)
{
	const gm_term stream = rate == GM_DRAM_SCATTERED_WRITES ? write_rate(d) : read_rate(d);
	if (openings.value <= 0 || !gm_derivation_knows(d, rate) || !gm_derivation_knows(d, GM_SM_CLOCK))
		return gm_step_derived(d, symbol, name, "s",
				       gm_arena_print(d->arena, "%s / %s", bytes, stream.symbol),
				       GM_TERMS(bytes_term, stream));
	const gm_term clock = gm_term_achievable(d, GM_SM_CLOCK), q = gm_term_fact(d, rate);
	return gm_step_derived(d, symbol, name, "s",
			       gm_arena_print(d->arena, "norm(%g, %s / %s, %s / (%s * %s))",
					      (double)GM_DRAM_OPENING_NORM, bytes, stream.symbol,
					      openings.symbol, q.symbol, clock.symbol),
			       GM_TERMS(bytes_term, stream, openings, q, clock));
}

/* What is both read and written costs the difference to reading alone. */
static int
add_turning_round(gm_derivation *d)
{
	const gm_term copy = copy_rate(d), read = read_rate(d), written = write_rate(d);
	const gm_term terms[] = {gm_term_named(d, "r_DRAM"), gm_term_named(d, "w_DRAM"), copy, read, written};
	const bool same = read.symbol == written.symbol;
	const int step = gm_step_derived(
		d, "t_round", "turning from reads to writes and back", "s",
		gm_arena_print(d->arena, "min(r_DRAM, w_DRAM) * (2 / %s - 1 / %s - 1 / %s)", copy.symbol,
			       read.symbol, written.symbol),
		terms, same ? 4 : 5);
	gm_step_note(d, "Reads and writes by turns are slower than either alone.");
	return step;
}

static int
add_pieces(gm_derivation *d, const direction *way, gm_dram_part part)
{
	const char *source = "counted with the bytes of DRAM";
	const int step = add_part(
		d, way->scatter, way->scatter_name, way->rate, way->pieces,
		gm_term_modelled(way->pieces, way->pieces_name, part.bytes, "B", source),
		gm_term_modelled(way->rows, "rows that are opened for them", part.openings, "", source));
	gm_step_note(d, "A row of DRAM is opened for each.");
	return step;
}

static gm_term
completing_term(gm_derivation *d)
{
	return gm_term_modelled("r_part", "read to complete sectors that are stored in part",
				d->prediction->traffic.completed_bytes, "B", "model/l2_life");
}

/* All but what is scattered; what completes sectors counts with what is written. */
static gm_term
rest_of(gm_derivation *d, const direction *way, gm_dram_part part)
{
	const double completed = d->prediction->traffic.completed_bytes;
	const gm_term all = gm_term_named(d, way->bytes);
	const gm_term pieces = gm_term_modelled(way->pieces, way->pieces_name, part.bytes, "B",
						"counted with the bytes of DRAM");
	const gm_term parts = completing_term(d);
	const char *some = completed <= 0 ? "" : way == &read_way ? " - r_part" : " + r_part";
	if (part.bytes <= 0 && completed <= 0)
		return all;
	gm_term terms[3] = {all};
	int count = 1;
	if (completed > 0)
		terms[count++] = parts;
	if (part.bytes > 0)
		terms[count++] = pieces;
	const char *less = part.bytes <= 0 ? "" : gm_arena_print(d->arena, " - %s", way->pieces);
	return gm_term_step(
		d, gm_step_derived(d, way->rest, way->rest_name, "B",
				   gm_arena_print(d->arena, "max(0, %s%s%s)", way->bytes, some, less),
				   terms, count));
}

/* Returns how many terms it made. */
static int
add_direction_of_dram(gm_derivation *d, const direction *way, gm_dram_part part, double runs, gm_term *terms)
{
	int count = 0;
	if (part.bytes > 0)
		terms[count++] = gm_term_step(d, add_pieces(d, way, part));
	const gm_term rest = rest_of(d, way, part);
	const gm_term rows = gm_term_modelled(way->runs, way->runs_name, runs, "",
					      "of a block, counted with its bytes");
	terms[count++] = gm_term_step(
		d, add_part(d, way->time, way->time_name, way->rate, rest.symbol, rest, rows));
	return count;
}

void
gm_derivation_dram_time(gm_derivation *d, const char *symbol, const char *name, gm_value time)
{
	const gm_dram_openings *dram = &d->prediction->traffic.dram;
	gm_term terms[5];
	int count = add_direction_of_dram(d, &read_way, dram->read, dram->read_runs, terms);
	count += add_direction_of_dram(d, &write_way, dram->written, dram->written_runs, terms + count);
	if (gm_derivation_knows(d, GM_DRAM_READ_BANDWIDTH_MEASURED))
		terms[count++] = gm_term_step(d, add_turning_round(d));
	gm_step_sum(d, symbol, name, "s", time, "%s", terms, count);
}

/* ---- L2 ---- */

/* Bytes a second in one direction: those of L2, or of the ports of the SMs that have blocks. */
static int
add_l2_rate(gm_derivation *d, const char *symbol, const char *name, gm_term rate)
{
	const gm_term clock = gm_term_sm_clock(d);
	if (d->prediction->device->cc_major < 7)
		return gm_step_derived(d, symbol, name, "B/s", rate.symbol, GM_TERMS(rate));
	const gm_term port =
		gm_term_modelled("q_port", "bytes that an SM takes or gives", GM_L2_PORT_BYTES,
				 "B/cycle", "model/limits: a stream on one SM of an H200");
	return gm_step_derived(
		d, symbol, name, "B/s",
		gm_arena_print(d->arena, "min(%s, min(SMs, G) * q_port * %s)", rate.symbol,
			       clock.symbol),
		GM_TERMS(rate, gm_term_fact(d, GM_SM_COUNT), gm_term_named(d, "G"), port, clock));
}

static gm_term
lines_term(gm_derivation *d, bool writes)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	if (writes)
		return gm_term_modelled("C_st", "128 B lines, whole or in part, that stores bring to L2",
					gm_limit_lines_into_l2(&in), "", "those that they touch, less what joins");
	return gm_term_modelled("C_ld", "128 B lines, whole or in part, that L2 hands out to loads",
				d->prediction->traffic.read_lines, "",
				"of each load those that it touches, as much of them as L2 is asked for");
}

/* What is written but for what atomics change. */
static gm_term
stored_term(gm_derivation *d)
{
	if (gm_derivation_find(d, "w_store"))
		return gm_term_named(d, "w_store");
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const double changed = gm_limit_atomic_l2_bytes(&in);
	const gm_term all = gm_term_named(d, "w_L2");
	if (changed <= 0)
		return all;
	const gm_term less = gm_term_modelled("w_atomic", "of this, what atomics change", changed, "B",
					      "model/limits: that has its time apart");
	return gm_term_step(d, gm_step_derived(d, "w_store", "stored to L2", "B", "max(0, w_L2 - w_atomic)",
					       GM_TERMS(all, less)));
}

/* A line, or part of one, at a time: as many as L2 hands out or takes in. */
static int
add_direction(gm_derivation *d, bool writes, gm_term rate)
{
	const gm_fact_id rows = writes ? GM_L2_STORE_LINES : GM_L2_LOAD_LINES;
	const char *symbol = writes ? "t_L2_in" : "t_L2_out";
	const char *name = writes ? "what goes to L2" : "what comes from L2";
	const gm_term bytes = writes ? stored_term(d) : gm_term_named(d, "r_L2");
	const gm_term clock = gm_term_achievable(d, GM_SM_CLOCK);
	const gm_term lines = lines_term(d, writes);
	const int from = add_l2_rate(d, writes ? "B_in" : "B_out",
				     writes ? "rate into L2" : "rate out of L2", rate);
	const gm_term b = gm_term_step(d, from);
	if (!gm_derivation_knows(d, rows) || lines.value == 0)
		return gm_step_derived(d, symbol, name, "s",
				       gm_arena_print(d->arena, "%s / %s", bytes.symbol, b.symbol),
				       GM_TERMS(bytes, b));
	const gm_term per_cycle = gm_term_fact(d, rows);
	const double parts = d->prediction->traffic.part_lines;
	if (writes && parts >= 1 && gm_derivation_knows(d, GM_L2_STORE_PARCELS))
		return gm_step_derived(
			d, symbol, name, "s",
			gm_arena_print(d->arena,
				       "max(%s / B_in, C_st / (q_in * %s), (%s / 32 + n_parts) / (q_parcels * %s))",
				       bytes.symbol, clock.symbol, bytes.symbol, clock.symbol),
			GM_TERMS(bytes, b, lines, per_cycle, clock,
				 gm_term_modelled("n_parts", "lines that stores bring parts of sectors of",
						  parts, "", "counted on the traced blocks"),
				 gm_term_fact(d, GM_L2_STORE_PARCELS)));
	if (writes)
		return gm_step_derived(d, symbol, name, "s",
				       gm_arena_print(d->arena,
						      "max(%s / B_in, C_st / (q_in * %s))",
						      bytes.symbol, clock.symbol),
				       GM_TERMS(bytes, b, lines, per_cycle, clock));
	return gm_step_derived(
		d, symbol, name, "s",
		gm_arena_print(d->arena, "max(r_L2 / B_out, C_ld / (q_out * %s))", clock.symbol),
		GM_TERMS(bytes, b, lines, per_cycle, clock));
}

static int
add_stores_through_l1(gm_derivation *d)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const gm_term clock = gm_term_achievable(d, GM_SM_CLOCK);
	const double parcels = gm_limit_store_parcels(&in, stored_term(d).value);
	return gm_step_derived(d, "t_L1_in", "stores on their way through L1", "s",
			       gm_arena_print(d->arena, "max(C_st_L1 / q_L1_in, n_parcels) / (min(SMs, G) * %s)", clock.symbol),
			       GM_TERMS(gm_term_modelled("n_parcels", "sectors, and lines of parts of sectors, that an SM sends "
							 "one a clock", parcels, "", "model/limits: one block on an SM, H200"),
					gm_term_counted(d, "C_st_L1", "128 B lines, whole or in part, that stores touch",
							gm_limit_lines(&in, GM_STORE), ""),
					gm_term_fact(d, GM_SM_COUNT), gm_term_named(d, "G"),
					gm_term_fact(d, GM_L1_STORE_LINES), clock));
}

void
gm_derivation_l2_time(gm_derivation *d, const char *symbol, const char *name, gm_value time)
{
	const gm_term out = gm_term_achievable(d, GM_L2_BANDWIDTH);
	const gm_term in = gm_derivation_knows(d, GM_L2_WRITE_BANDWIDTH_MEASURED)
				   ? gm_term_fact(d, GM_L2_WRITE_BANDWIDTH_MEASURED)
				   : out;
	const int reading = add_direction(d, false, out);
	const int writing = add_direction(d, true, in);
	if (gm_derivation_knows(d, GM_L1_STORE_LINES))
		gm_step_told(d, symbol, name, "s", time,
			     gm_arena_print(d->arena, "norm(%g, t_L2_out, max(t_L2_in, t_L1_in))",
					    GM_L2_DIRECTIONS_NORM),
			     GM_TERMS(gm_term_step(d, reading), gm_term_step(d, writing),
				      gm_term_step(d, add_stores_through_l1(d))));
	else
		gm_step_told(d, symbol, name, "s", time,
			     gm_arena_print(d->arena, "norm(%g, t_L2_out, t_L2_in)", GM_L2_DIRECTIONS_NORM),
			     GM_TERMS(gm_term_step(d, reading), gm_term_step(d, writing)));
	gm_step_note(d,
		     "norm(p, a, b) is (a^p + b^p)^(1/p): both directions share some of the way.");
}

/* What DRAM brings and what is stored, at one rate. */
void
gm_derivation_l2_fill_time(gm_derivation *d, const char *symbol, const char *name, gm_value time)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const bool completes = d->prediction->traffic.completed_bytes > 0;
	const double shared = gm_limit_shared_line_bytes(&in);
	const gm_term stored = stored_term(d), rate = gm_term_fact(d, GM_L2_FILL_BANDWIDTH_MEASURED);
	gm_term terms[5] = {gm_term_named(d, "r_DRAM"), stored, rate};
	int count = 3;
	if (completes)
		terms[count++] = completing_term(d);
	if (shared > 0)
		terms[count++] = gm_term_modelled("b_shared", "bytes that take as long as lines which warps share and change "
						  "in place", shared, "B", "model/shared_lines");
	gm_step_told(d, symbol, name, "s", time,
		     gm_arena_print(d->arena, "(r_DRAM%s + %s%s) / %s", completes ? " - r_part" : "", stored.symbol,
				    shared > 0 ? " + b_shared" : "", rate.symbol),
		     terms, count);
	gm_step_note(d, "What DRAM brings is written into L2 as what is stored is.");
}

/* ---- atomics ---- */

/* Passes at the slices of L2 that hold the counters. */
static int
add_slices(gm_derivation *d, gm_term clock)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const gm_atomic_way way = gm_limit_atomic_way(&in);
	const gm_term fullest = gm_term_modelled(
		"b_fullest", "of them, in the slice of L2 that has most", way.fullest_bytes, "B",
		"model/limits: slices take turns of 256 bytes, two in each KiB; few_lines, H200");
	const gm_term bytes = gm_term_modelled(
		"A_once", "bytes that the resident blocks update at once", way.at_once_bytes, "B",
		"model/limits: what lies between the first and the last of a block");
	const gm_term passes = gm_term_total(d, "A_p", "passes of global atomics",
					     GM_COUNT_ATOMIC_PASSES, GM_OPERATION_COUNT, GM_GLOBAL);
	const int slices = gm_step_derived(d, "n_slices", "slices that work at once", "",
					   "max(1, A_once / b_fullest)", GM_TERMS(bytes, fullest));
	const gm_term same = gm_term_fact(d, GM_ATOMIC_RATE_SAME), n = gm_term_step(d, slices);
	const bool spread = gm_derivation_knows(d, GM_ATOMIC_RATE_SPREAD);
	const gm_term each = gm_term_modelled("n_pass", "lanes of full lines that a pass takes as long as",
					      way.packets * way.returned * GM_ATOMIC_LONE_LANES, "",
					      "model/limits: 6.07 of a lane alone, 8 and more of several, a third more "
					      "where the old value is returned");
	const int rate =
		spread ? gm_step_derived(d, "q_slices", "passes they take", "passes/cycle",
					 gm_arena_print(d->arena,
							"1 / norm(%g, 1 / (q_same * n_slices), n_pass / q_spread)",
							GM_ATOMIC_SLICES_NORM),
					 GM_TERMS(same, n, each,
						  gm_term_fact(d, GM_ATOMIC_RATE_SPREAD)))
		       : gm_step_derived(d, "q_slices", "passes they take", "passes/cycle",
					 "q_same * n_slices", GM_TERMS(same, n));
	return gm_step_derived(d, "t_slices", "all passes at these slices", "s",
			       gm_arena_print(d->arena, "A_p / (q_slices * %s)", clock.symbol),
			       GM_TERMS(passes, gm_term_step(d, rate), clock));
}

/* Lanes that meet on one word. */
static int
add_word(gm_derivation *d, gm_term clock)
{
	const gm_limits_input in = gm_prediction_limits_input(d->prediction);
	const gm_atomic_crowd crowd = gm_limit_atomic_crowd(&in);
	const gm_term lanes = gm_term_counted(d, "A_int", "lanes of other global atomics", crowd.lanes, "");
	const gm_term floating =
		gm_term_counted(d, "A_float", "lanes of floating-point global atomics", crowd.floating, "");
	const gm_term factor = gm_term_modelled(
		"k_float", "times that a floating-point one takes as long", GM_ATOMIC_FLOATING, "",
		"model/limits: atomic_global with f32, f64 and u32, H200");
	const gm_term size = gm_term_modelled("w_word", "bytes of a word, the mean over the lanes", crowd.word_bytes,
					      "B", "model/limits: at least 4");
	const gm_term bytes = gm_term_modelled(
		"A_bytes", "bytes between the first and the last that atomics update, at most those of an array",
		crowd.bytes, "B", "model/places: seen on the blocks replayed");
	const int word = gm_step_derived(d, "A_word", "lanes that come to a word, each getting as many", "",
					 "(A_int + k_float * A_float) * w_word / max(w_word, A_bytes)",
					 GM_TERMS(lanes, factor, floating, size, bytes));
	gm_step_note(d, "Of all atomics, or of those of the array whose words get most.");
	const gm_term stores = gm_term_modelled(
		"S_word", "sectors of stores to addresses that all threads share",
		d->prediction->traffic.common_store_sectors, "", "model/cached: what L1 lets through");
	return gm_step_derived(
		d, "t_word", "one word after the other", "s",
		gm_arena_print(d->arena, "max(A_word, S_word - 1) / (q_same * %s)", clock.symbol),
		GM_TERMS(gm_term_step(d, word), stores, gm_term_fact(d, GM_ATOMIC_RATE_SAME), clock));
}

void
gm_derivation_atomics_time(gm_derivation *d, const char *symbol, const char *name, gm_value time)
{
	const gm_term clock = gm_term_achievable(d, GM_SM_CLOCK);
	const int slices = add_slices(d, clock);
	const int word = add_word(d, clock);
	gm_step_told(d, symbol, name, "s", time, "max(t_slices, t_word)",
		     GM_TERMS(gm_term_step(d, slices), gm_term_step(d, word)));
}
