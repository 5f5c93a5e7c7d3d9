#include "model/l2_life.h"

#include "model/l1_cache.h"

#include <math.h>

enum { WAVES_IN_STEP = 4 };

static const double sweep_width = 0.075; /* these two: see the header */
static const double both_room = 1.5, launches_width = 0.06, dirty_width = 0.08, dirty_passed = 0.96;
static const double pieces_held = 0.31, passing_held = 0.44, passing_written = 0.5;

gm_l2_grid
gm_l2_grid_of(const gm_device *device)
{
	const double l2 = gm_device_value(device, GM_L2_SIZE);
	const double kept_read = gm_device_value_or(device, GM_L2_KEPT_READ, l2 / 2);
	return (gm_l2_grid){.kept_read = kept_read,
	                    .kept_written = gm_device_value_or(device, GM_L2_KEPT_WRITTEN, l2 / 2),
	                    .kept_random = gm_device_value_or(device, GM_L2_KEPT_RANDOM, kept_read),
	                    .kept_launches = gm_device_value_or(device, GM_L2_KEPT_LAUNCHES, kept_read),
	                    .kept_pieces = gm_device_value_or(device, GM_L2_KEPT_PIECES, 0),
	                    .others = gm_device_value_or(device, GM_L2_DIRTY_BEFORE, 0),
	                    .masked = gm_device_value_or(device, GM_DRAM_MASKED, 0) > 0,
	                    .halves = l2 / gm_device_value_or(device, GM_L2_NEAR_SIZE, l2)};
}

/* ---- room and age ---- */

/* Lines at most in the share of `room`. */
static void
scale(gm_reach_bytes *sum, double reads, double writes, double room_read, double room_written)
{
	sum->read *= reads;
	sum->read_sectors *= reads;
	sum->beside *= reads;
	sum->missed *= reads;
	sum->crossed *= reads;
	sum->held_read *= fmin(reads, room_read);
	sum->again *= reads;
	sum->scattered_read *= reads;
	sum->written *= writes;
	sum->partial *= writes;
	sum->held_written *= fmin(writes, room_written);
	sum->scattered_written *= writes;
	sum->scattered_halves *= writes;
}

gm_reach_bytes
gm_l2_reached(const gm_l2_grid *grid, double blocks)
{
	gm_reach_bytes sum = gm_reach_of_blocks(&grid->reach, blocks);
	scale(&sum, grid->share_read, grid->share_written, grid->room_read, grid->room_written);
	return sum;
}

/* Lines at random places fill L2 better than sweeps do: they take less of its room. */
static gm_reach_bytes
touched_by(const gm_l2_grid *grid, double blocks)
{
	gm_reach_bytes drawn = gm_scattered_of_blocks(&grid->scattered, blocks);
	drawn.held_read *= grid->kept_read / grid->kept_random;
	drawn.spared *= 1 - grid->kept_read / grid->kept_random;
	return gm_reach_add(gm_l2_reached(grid, blocks), drawn, 1);
}

double
gm_l2_both_halves(double halves, gm_reach_bytes touched)
{
	return (halves - 1) * fmin(touched.again, touched.held_read);
}

double
gm_l2_occupancy(const gm_l2_grid *grid, gm_reach_bytes touched)
{
	const double lines = touched.held_read + gm_l2_both_halves(grid->halves, touched) + touched.held_written;
	return (lines - touched.spared) / grid->kept_read;
}

/* Of what comes once less has room than of what is read in the same order again and again; a line in both halves takes
   `of_both` times its room. */
static double
passing(const gm_l2_grid *grid, gm_reach_bytes touched, double of_both)
{
	const double both = gm_l2_both_halves(grid->halves, touched);
	const double single = touched.held_read + touched.held_written - both;
	return single / grid->kept_launches + of_both * both / grid->kept_read;
}

double
gm_l2_repeated(const gm_l2_grid *grid, gm_reach_bytes touched)
{
	return passing(grid, touched, both_room);
}

static double
age_of(const gm_l2_grid *grid, gm_reach_bytes touched)
{
	return fmax(passing(grid, touched, 2), touched.held_written / grid->kept_written);
}

/* What passes from the stores of so many last blocks on, these among it; less than one block is a part of it. */
static gm_reach_bytes
touched_after(const gm_l2_grid *grid, double blocks)
{
	const double apart = grid->blocks > grid->wave ? 0.5 : 1; /* see the header */
	const double after = fmin(fmax(blocks - apart * grid->reach.late * grid->wave, 0), grid->blocks);
	const gm_reach_bytes reading = touched_by(grid, fmax(after, 1));
	gm_reach_bytes passed = touched_by(grid, blocks);
	passed.held_read = reading.held_read * fmin(after, 1);
	passed.again = reading.again * fmin(after, 1);
	return passed;
}

static double
occupancy_of_blocks(const gm_l2_grid *grid, double blocks)
{
	return gm_l2_occupancy(grid, touched_by(grid, blocks));
}

static double
age_of_blocks(const gm_l2_grid *grid, double blocks)
{
	return age_of(grid, touched_after(grid, blocks));
}

/* The blocks that bring it to 1; at most all. */
static double
blocks_until_full(const gm_l2_grid *grid, double (*measure)(const gm_l2_grid *grid, double blocks))
{
	double low = 1, high = grid->blocks;
	if (measure(grid, high) <= 1)
		return high;
	for (int i = 0; i < 40 && high - low > 0.01 * low; i++) {
		const double middle = 0.5 * (low + high);
		if (measure(grid, middle) < 1)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* ---- what moves ---- */

/* What a block moves when many have run before it and L2 keeps the share of `kept` blocks. */
static gm_reach_bytes
moved_apart(const gm_l2_grid *grid, double kept)
{
	const double stride = fmin(kept >= grid->plane ? grid->plane : grid->row, grid->blocks);
	const gm_reach_bytes none = {0}, before = kept < stride ? none : gm_l2_reached(grid, kept);
	const gm_reach_bytes after = gm_l2_reached(grid, kept < stride ? stride : kept + stride);
	return gm_reach_add(none, gm_reach_add(after, before, -1), 1 / stride);
}

typedef struct passage {
	double first_blocks;
	gm_reach_bytes first, apart, together; /* of those; of a block of the rest, either way */
} passage;

/* A grid through an L2 that keeps the share of `kept` blocks, of regular sites. */
static passage
pass(const gm_l2_grid *grid, double kept, bool warm)
{
	const gm_reach_bytes none = {0};
	passage p = {.first_blocks = grid->blocks};
	if (kept < grid->blocks) {
		p.first_blocks = warm ? 0 : fmin(fmax(kept, grid->wave), grid->blocks);
		p.together = gm_reach_add(none, gm_l2_reached(grid, grid->wave), 1 / grid->wave);
		p.apart = moved_apart(grid, kept);
		if (kept >= grid->wave)
			p.together = p.apart;
		else if (grid->blocks <= WAVES_IN_STEP * grid->wave)
			p.apart = p.together;
	}
	p.first = p.first_blocks > 0 ? gm_l2_reached(grid, p.first_blocks) : none;
	return p;
}

/* Of one number of a passage. */
#define MOVED(p, what) \
	((gm_l2_moved){(p)->first_blocks, (p)->first.what, fmax((p)->apart.what, (p)->together.what), 0, 0})

static double
sum_of(const gm_l2_grid *grid, gm_l2_moved m)
{
	return m.first + m.each * (grid->blocks - m.first_blocks) + m.drawn;
}

/* Sectors that are not complete when L2 has lost them have to be completed each time. */
static double
regular_partial(const gm_l2_grid *grid, double held)
{
	const double all = gm_l2_reached(grid, grid->blocks).partial;
	return held < grid->blocks
	               ? fmax(all, gm_l2_reached(grid, held).partial * grid->blocks / held)
	               : all;
}

static void
add_moved(gm_l2_life *life, const gm_l2_grid *grid)
{
	const gm_l2_span *span = &life->span;
	const passage read = pass(grid, span->held, span->warm);
	const passage written = pass(grid, span->dirty, span->warm);
	const bool once = span->warm && span->held >= grid->blocks;
	const gm_reach_bytes drawn = once ? gm_scattered_of_blocks(&grid->scattered, grid->blocks)
	                                  : gm_scattered_missing(&grid->scattered, span);
	const gm_reach_bytes regular = {
	        .read_sectors = sum_of(grid, MOVED(&read, read_sectors)),
	        .missed = sum_of(grid, MOVED(&read, missed)),
	        .crossed = sum_of(grid, MOVED(&read, crossed)),
	        .partial = regular_partial(grid, span->held),
	        .scattered_read = sum_of(grid, MOVED(&read, scattered_read)),
	        .scattered_written = sum_of(grid, MOVED(&written, scattered_written)),
	        .scattered_halves = sum_of(grid, MOVED(&written, scattered_halves))};
	life->read = MOVED(&read, read);
	life->written = MOVED(&written, written);
	life->read.drawn = drawn.read;
	life->read.asked = grid->asked_read;
	life->written.drawn = drawn.written;
	life->written.asked = grid->asked_written;
	life->moved = gm_reach_add(regular, drawn, 1);
	life->moved.read = sum_of(grid, life->read);
	life->moved.written = sum_of(grid, life->written);
	scale(&life->moved, life->moved.read > grid->asked_read ? grid->asked_read / life->moved.read : 1,
	      life->moved.written > grid->asked_written ? grid->asked_written / life->moved.written : 1, INFINITY, INFINITY);
}

/* ---- warm ---- */

/* 0: all comes once, to 1: in rounds. */
static double
in_rounds(const gm_l2_grid *grid)
{
	return fmin(1, fmax(0, grid->rounds - 1));
}

/* Of what fills this part of the room for what is dirty, the share that still is when it is stored again. */
static double
share_swept(double occupancy)
{
	const double widths = (1 - occupancy) / sweep_width;
	return fabs(widths) > 6 ? widths > 0 : 0.5 * erfc(-widths / sqrt(2));
}

/* Of the same launch just before, the share that is still there; seven widths off all or nothing, to a sector. */
static double
share_left(double occupancy, double width)
{
	const double widths = (1 - occupancy) / width;
	return fabs(widths) > 7 ? widths > 0 : 1 / (1 + exp(-widths));
}

/* And not written back. */
static double
share_dirty(const gm_l2_grid *grid, gm_reach_bytes touched)
{
	return fmin(share_left(gm_l2_repeated(grid, touched) / dirty_passed, dirty_width),
	            share_swept(touched.held_written / grid->kept_written));
}

static double
share_found_again(const gm_l2_grid *grid, gm_reach_bytes once)
{
	return share_left(gm_l2_repeated(grid, once), launches_width);
}

/* Of what is stored, the share at places in no order. */
static double
stored_apart(const gm_l2_life *life)
{
	return life->moved.written > 0 ? fmin(1, life->moved.scattered_written / life->moved.written) : 0;
}

/* The same of what is stored: pieces at places in no order come again all along, and what is read once passes them;
   still there, and not written back. */
static void
keep_stored(gm_l2_life *life, const gm_l2_grid *grid)
{
	const gm_reach_bytes stored = {.held_written = life->once.held_written};
	const double apart = fmax(stored_apart(life), in_rounds(grid));
	life->stored_ratio = fmax(life->kept_ratio, apart * share_found_again(grid, stored));
	life->rewritten_ratio = fmax(share_dirty(grid, life->once), apart * share_dirty(grid, stored));
}

/* ---- what is stored in rounds ---- */

/* Of the lines of a round, those that are dirty still in the next. */
static double
dirty_again(const gm_l2_grid *grid, double lines)
{
	const double room = grid->kept_written + grid->others;
	return room > 0 ? share_swept(lines / room) : 0;
}

/* How often what is stored is written back: once, and again for each of the later rounds that finds it clean. */
static double
times_written(const gm_l2_life *life, const gm_l2_grid *grid, double rounds, double again)
{
	const double stored = life->moved.written;
	const double times = stored > 0 && life->written.drawn <= 0 ? fmax(1, fmin(grid->asked_written / stored, rounds)) : 1;
	return 1 + (times - 1) * (1 - again);
}

/* Of what was stored that often this share comes in rounds, of which the last leaves all that has room. */
static void
write_in_rounds(gm_l2_life *life, const gm_l2_grid *grid, double factor, double share)
{
	life->left_bytes += share * fmax(0, fmin(life->moved.written, grid->kept_written) - life->left_bytes);
	life->written_times = factor;
	life->moved.written *= factor;
}

static void
store_in_rounds(gm_l2_life *life, const gm_l2_grid *grid)
{
	life->rounds_ratio = in_rounds(grid);
	life->again_ratio = dirty_again(grid, life->once.held_written);
	const double factor = times_written(life, grid, grid->rounds, life->again_ratio);
	life->moved.scattered_written *= factor;
	life->moved.scattered_halves *= factor;
	write_in_rounds(life, grid, factor, life->rounds_ratio);
}

/* What each block goes over by itself. */
static void
store_in_own_rounds(gm_l2_life *life, const gm_l2_grid *grid)
{
	const double resident = fmin(1, grid->wave / fmax(grid->blocks, 1));
	const double again = dirty_again(grid, resident * life->once.held_written);
	write_in_rounds(life, grid, times_written(life, grid, grid->own_rounds, again), 1 - again);
}

/* ---- what others left ---- */

/* The first to go: for room, or as more may not be dirty. */
static double
others_leaving(const gm_l2_grid *grid, gm_reach_bytes once)
{
	const double passed = (once.held_read + once.held_written) / grid->kept_read;
	const double stored = once.held_written / grid->kept_written;
	return fmin(fmax(fmax((passed - 0.5) / 0.4, (stored - 0.69) / 0.31), 0), 1); /* see the header */
}

/* ---- what is stored in part ---- */

/* Of sectors in so many bytes of lines, the share that L2 completes before the rest comes; `all`: of the grid. */
static double
share_completed(const gm_l2_grid *grid, double lines, double all)
{
	const double held = pieces_held * grid->kept_pieces / fmax(all, 1), crowd = lines / grid->kept_pieces;
	return grid->kept_pieces > 0 ? fmin(-expm1(-crowd * crowd), fmax(1 - held * held, 0)) : 0;
}

/* The same where each comes once, side by side with its neighbours. */
static double
share_passed(const gm_l2_grid *grid, double lines)
{
	const double crowd = grid->kept_pieces > 0 ? fmax(0, lines / grid->kept_pieces - passing_held) : 0;
	return -expm1(-crowd * crowd);
}

static double
between(double none, double all, double share)
{
	return none + share * (all - none);
}

/* ---- all of it ---- */

gm_l2_life
gm_l2_life_evaluate(const gm_l2_grid *grid, gm_cache_state state)
{
	const bool warm = state == GM_CACHE_WARM;
	gm_l2_life life = {.once = touched_by(grid, grid->blocks), .written_times = 1};
	life.occupancy = gm_l2_occupancy(grid, life.once);
	life.after = warm ? life.once : touched_after(grid, grid->blocks);
	life.age = age_of(grid, life.after);
	life.span = (gm_l2_span){.blocks = grid->blocks,
	                         .held = blocks_until_full(grid, occupancy_of_blocks),
	                         .dirty = blocks_until_full(grid, age_of_blocks),
	                         .warm = warm};
	add_moved(&life, grid);
	life.left_bytes = touched_by(grid, life.span.dirty).written;
	if (in_rounds(grid) > 0)
		store_in_rounds(&life, grid);
	else if (grid->own_rounds > 1)
		store_in_own_rounds(&life, grid);
	life.others_ratio = warm ? 0 : others_leaving(grid, life.once);
	life.kept_ratio = warm ? share_found_again(grid, life.once) : 0;
	if (warm)
		keep_stored(&life, grid);
	life.evicted_bytes = warm ? life.moved.written * (1 - life.rewritten_ratio)
	                          : fmax(life.moved.written - life.left_bytes, 0);
	const double lines = life.once.held_written;
	const double back = life.moved.written > 0 ? life.evicted_bytes / life.moved.written : 0;
	const double apart = fmax(stored_apart(&life), in_rounds(grid));
	const double crowded = between(share_passed(grid, lines), share_completed(grid, lines, lines), apart);
	life.completed_ratio = grid->masked ? 0 : fmax(back, crowded);
	life.completed_bytes = life.moved.partial * life.completed_ratio * (1 - life.stored_ratio);
	life.soon_ratio = between(passing_written, 1, apart);
	if (life.completed_bytes >= 1)
		life.evicted_bytes += life.soon_ratio * fmax(0, life.completed_bytes - life.evicted_bytes);
	return life;
}

gm_l2_filling
gm_l2_filling_evaluate(const gm_l2_grid *grid, const gm_l2_life *life, double fetched_bytes)
{
	const gm_filling_sums *f = &grid->reach.filling;
	if (f->sectors <= 0 || grid->kept_pieces <= 0)
		return (gm_l2_filling){0, 0};
	const double filled = f->sectors * GM_SECTOR_BYTES * grid->blocks * grid->share_written *
	                      grid->unjoined * (1 - life->kept_ratio);
	const double open = f->lines * GM_LINE_BYTES * grid->wave * grid->unjoined;
	const double lost = share_completed(grid, open, life->once.held_written);
	const double fetched = fetched_bytes * grid->wave / grid->blocks * f->share / f->sectors;
	const double turns = open / grid->kept_written + fetched / grid->kept_read;
	return (gm_l2_filling){grid->masked ? 0 : filled * lost,
	                       filled * fmin(f->again / f->sectors, lost + fmax(turns - 1, 0))};
}

gm_l2_returns
gm_l2_returns_evaluate(const gm_l2_grid *grid)
{
	const gm_returns_sums *back = &grid->reach.returns;
	const double warps = grid->reach.warps * grid->wave, read = grid->kept_read;
	return (gm_l2_returns){
	        grid->blocks * grid->share_read * gm_returns_lost(back->loads, warps, read, read),
	        grid->blocks * grid->share_written * gm_returns_lost(back->stores, warps, read, grid->kept_written)};
}
