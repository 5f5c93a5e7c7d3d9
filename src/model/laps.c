#include "model/laps.h"

#include "model/l1_cache.h"

#include <math.h>

/* Blocks at the edges, and others that do nothing, touch less than the traced one. */
static double
share_of(double counted, double traced)
{
	return traced > 0 && counted < traced ? counted / traced : 1;
}

/* A piece that several blocks would touch (`one` block's bytes, and `all` blocks'), each in this share of the cases,
   is touched unless none of them does. */
static double
share_of_shared(double share, double one, double all, double blocks)
{
	return 1 - pow(1 - share, all > 0 ? fmax(one * blocks / all, 1) : 1);
}

/* Bytes of the arrays that are loaded, and of those that are stored, at most. */
static gm_reach_bytes
array_bytes(const gm_laps_input *in)
{
	gm_reach_bytes all = {0};
	for (int a = 0; a < in->trace->kernel->arrays_count; a++) {
		const gm_array *array = &in->trace->kernel->arrays[a];
		const double bytes = (double)array->length * gm_type_bytes(array->type) + GM_LINE_BYTES;
		all.read += in->loaded[a] ? bytes : 0;
		all.written += in->stored[a] ? bytes : 0;
	}
	all.held_read = all.read;
	all.held_written = all.written;
	return all;
}

/* Blocks. */
static double
lap_of(const gm_laps_input *in, gm_reach_bytes all, gm_reach_bytes arrays)
{
	const double laps = fmax(arrays.held_read > 0 ? all.held_read / arrays.held_read : 1,
	                         arrays.held_written > 0 ? all.held_written / arrays.held_written : 1);
	return laps > 1 ? in->blocks / laps : in->blocks;
}

static double
part_of(double part, double all)
{
	return all > 0 ? part / all : 1;
}

void
gm_laps_share(gm_l2_grid *grid, const gm_laps_input *in)
{
	const gm_reach_bytes all = gm_reach_of_blocks(&grid->reach, in->blocks), arrays = array_bytes(in);
	const double behind = grid->row < in->blocks ? 0 : gm_grid_trace_behind(in->trace);
	const double met = behind > 0 ? behind : grid->row < in->blocks ? grid->row : lap_of(in, all, arrays);
	const double row = gm_l2_occupancy(grid, gm_reach_of_blocks(&grid->reach, met));
	grid->share_read = share_of(in->counted_loads, in->traced_loads);
	grid->share_written = share_of(in->counted_stores, in->traced_stores);
	grid->room_read = grid->room_written = grid->rounds = 1;
	if (in->unknown || fmin(row, gm_l2_occupancy(grid, arrays)) > 1)
		return;
	const gm_reach_bytes one = gm_reach_of_blocks(&grid->reach, 1);
	const double read = share_of_shared(grid->share_read, one.read, all.read, in->blocks);
	const double written = share_of_shared(grid->share_written, one.written, all.written, in->blocks);
	grid->share_read = fmin(read, part_of(arrays.read, all.read));
	grid->share_written = fmin(written, part_of(arrays.written, all.written));
	if (grid->row < in->blocks)
		return;
	grid->room_read = part_of(arrays.held_read, all.held_read);
	grid->room_written = part_of(arrays.held_written, all.held_written);
	grid->rounds = fmax(1, part_of(all.held_written, arrays.held_written));
}
