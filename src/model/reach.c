#include "model/reach.h"

#include "model/l1_cache.h"
#include "model/late.h"
#include "model/reach_box.h"
#include "model/touches.h"

#include <math.h>
#include <stdlib.h>

enum { PERIOD_MAX = 32 /* words of a line */ };

/* Bytes until blocks fall alike onto pieces again, as a number of blocks. */
static int64_t
period_of(const gm_grid_trace *g, int axis, int64_t piece)
{
	int64_t period = 1;
	for (int s = 0; s < g->here.sites_count; s++) {
		int64_t step = g->step[s][axis] % piece, n = 1;
		while (step * n % piece && n < PERIOD_MAX)
			n *= 2;
		period = n > period ? n : period;
	}
	return period;
}

static void
choose_boxes(gm_reach *r, const gm_grid_trace *g, int64_t piece)
{
	const int64_t grid[3] = {g->grid.x, g->grid.y, g->grid.z};
	for (int axis = 0; axis < 3; axis++) {
		const int64_t period = period_of(g, axis, piece);
		const int64_t few = period > 1 ? period : 2, high = few + period;
		const int64_t low = grid[axis] < high ? grid[axis] - period : few;
		r->length[axis][0] = 1;
		r->length[axis][1] = low > 1 ? low : 1;
		r->length[axis][2] = grid[axis] < high ? grid[axis] : high;
	}
}

static double
blocks_in_boxes(const gm_reach *r)
{
	double blocks = 1;
	for (int axis = 0; axis < 3; axis++) {
		const int64_t *n = r->length[axis];
		blocks *= (double)(n[2] + (n[1] < n[2] ? n[1] : 0) + (n[0] < n[1] ? n[0] : 0));
	}
	return blocks;
}

static int64_t
move_of(const gm_grid_trace *g, const gm_touched *item, int64_t x, int64_t y, int64_t z)
{
	const int64_t *step = g->step[item->site];
	return step[0] * x + step[1] * y + step[2] * z;
}

/* Adds the block at these places. */
static void
add_block(const gm_touches *t, gm_reach_box *box, int64_t x, int64_t y, int64_t z)
{
	for (size_t i = 0; i < t->count; i++)
		gm_reach_box_add(box, &t->items[i].touch, move_of(t->trace, &t->items[i], x, y, z));
	gm_reach_box_next(box, t->requests);
}

/* The box has `from` blocks along the axis, the last one with several; afterwards it has its size. */
static void
extend_box(const gm_touches *t, gm_reach_box *box, const int64_t *size, int axis, int64_t from)
{
	int64_t begin[3] = {0, 0, 0};
	begin[axis] = from;
	for (int64_t z = begin[2]; z < size[2]; z++)
		for (int64_t y = begin[1]; y < size[1]; y++)
			for (int64_t x = begin[0]; x < size[0]; x++)
				add_block(t, box, x, y, z);
}

/* The same length again adds nothing. */
static bool
is_twin(const gm_reach *r, const int *at)
{
	for (int axis = 0; axis < 3; axis++)
		if (at[axis] > 0 && r->length[axis][at[axis]] == r->length[axis][at[axis] - 1])
			return true;
	return false;
}

/* What gm_reach_of_blocks may ask for: of blocks in launch order a row is begun when the last has its
   whole length, and a plane when the last has all its rows. */
static bool
is_asked_for(const gm_reach *r, const int *at)
{
	const int64_t grid[3] = {r->grid.x, r->grid.y, r->grid.z};
	const int last = at[2] > 0 ? 2 : at[1] > 0 ? 1 : 0;
	for (int axis = 0; axis < last; axis++) {
		const int64_t *length = r->length[axis];
		const bool whole = length[GM_REACH_LENGTHS - 1] == grid[axis];
		if (whole ? length[at[axis]] != grid[axis] : at[axis] == 0)
			return false;
	}
	return true;
}

/* The last axis along which there are several blocks: boxes grow along it. */
static int
last_axis(const gm_reach *r)
{
	int axis = 2;
	while (axis > 0 && r->length[axis][GM_REACH_LENGTHS - 1] == 1)
		axis--;
	return axis;
}

/* Boxes that differ along the axis alone: each is the one before and some more. `at`: of the others. */
static void
count_boxes(gm_reach *r, const gm_touches *t, gm_reach_box *box, const int *others, int axis)
{
	int at[3] = {others[0], others[1], others[2]};
	int64_t had = 0;
	const double weight = gm_touches_stored_weight(t);
	gm_reach_box_clear(box);
	for (at[axis] = 0; at[axis] < GM_REACH_LENGTHS; at[axis]++) {
		const int64_t size[3] = {r->length[0][at[0]], r->length[1][at[1]],
		                         r->length[2][at[2]]};
		if (is_twin(r, at) || !is_asked_for(r, at))
			continue;
		extend_box(t, box, size, axis, had);
		had = size[axis];
		r->boxes[at[2]][at[1]][at[0]] = gm_reach_box_sum(box, weight);
		if (size[0] * size[1] * size[2] == 1) {
			r->runs_read = gm_reach_box_runs(box, false);
			r->runs_written = gm_reach_box_runs(box, true);
			r->shreds_read = gm_reach_box_shreds(box, false);
			r->shreds_written = gm_reach_box_shreds(box, true);
		}
	}
}

gm_reach
gm_reach_count(const gm_grid_trace *trace, int array, int64_t fetch_bytes)
{
	gm_reach r = {.grid = trace->grid, .fetch_bytes = fetch_bytes};
	choose_boxes(&r, trace, fetch_bytes > GM_LINE_BYTES ? fetch_bytes : GM_LINE_BYTES);
	gm_touches t = gm_touches_gather(trace, array, blocks_in_boxes(&r));
	const int axis = last_axis(&r);
	gm_reach_box *box = gm_reach_box_new(r.fetch_bytes / GM_SECTOR_BYTES);
	for (int i = 0; i < GM_REACH_LENGTHS * GM_REACH_LENGTHS * GM_REACH_LENGTHS; i++) {
		const int at[3] = {i % GM_REACH_LENGTHS, i / GM_REACH_LENGTHS % GM_REACH_LENGTHS,
		                   i / GM_REACH_LENGTHS / GM_REACH_LENGTHS};
		if (at[axis] == 0 && !is_twin(&r, at))
			count_boxes(&r, &t, box, at, axis);
	}
	gm_reach_box_free(box);
	r.far = gm_far_meetings_of(&t, r.length[0][GM_REACH_LENGTHS - 1]);
	r.filling = t.filling.sums;
	r.returns = t.returns.sums;
	r.late = gm_late_of_trace(&trace->here);
	r.warps = trace->here.warps_count;
	gm_touches_dispose(&t);
	return r;
}

void
gm_reach_part(gm_reach *r)
{
	const gm_reach_bytes one = gm_reach_of_blocks(r, 1);
	const gm_reach_bytes all = gm_reach_of_blocks(r, (double)gm_dim3_volume(r->grid));
	if (all.read >= one.read && all.written >= one.written)
		return;
	for (int z = 0; z < GM_REACH_LENGTHS; z++)
		for (int y = 0; y < GM_REACH_LENGTHS; y++)
			for (int x = 0; x < GM_REACH_LENGTHS; x++) {
				const int64_t blocks = r->length[0][x] * r->length[1][y] * r->length[2][z];
				r->boxes[z][y][x] = gm_reach_add((gm_reach_bytes){0}, one, (double)blocks);
			}
}

double
gm_reach_scattered_weight(double empty, bool stores)
{
	return stores ? empty : pow(empty, 2.7);
}

gm_reach_bytes
gm_reach_add(gm_reach_bytes a, gm_reach_bytes b, double factor)
{
	return (gm_reach_bytes){a.read + factor * b.read,
	                        a.read_sectors + factor * b.read_sectors,
	                        a.beside + factor * b.beside,
	                        a.missed + factor * b.missed,
	                        a.crossed + factor * b.crossed,
	                        a.written + factor * b.written,
	                        a.partial + factor * b.partial,
	                        a.held_read + factor * b.held_read,
	                        a.held_written + factor * b.held_written,
	                        a.spared + factor * b.spared,
	                        a.again + factor * b.again,
	                        a.scattered_read + factor * b.scattered_read,
	                        a.scattered_written + factor * b.scattered_written,
	                        a.scattered_halves + factor * b.scattered_halves};
}

/* The two lengths that `size` lies between, or the last two; their shares. */
typedef struct between {
	int low, high;
	double of_high;
} between;

static between
between_lengths(const int64_t *length, double size)
{
	int low = length[1] < length[2] && size >= (double)length[1] ? 1 : 0;
	if (length[0] == length[1])
		low = 0;
	const int high = low == 0 && length[0] < length[1] ? 1 : 2;
	const double apart = (double)(length[high] - length[low]);
	return (between){low, high, apart > 0 ? (size - (double)length[low]) / apart : 0};
}

/* The longest of the lengths counted that `size` has room for. */
static int
length_within(const int64_t *length, double size)
{
	int at = 0;
	for (int i = 1; i < GM_REACH_LENGTHS; i++)
		if (length[i] > length[at] && (double)length[i] <= size)
			at = i;
	return at;
}

/* What several blocks read nears all of it, and does not grow by the same amount with each: no less than in the box
   within, for more blocks read no less. */
static void
keep_shared(gm_reach_bytes *sum, const gm_reach_bytes *within)
{
	sum->again = fmax(sum->again, within->again);
	sum->crossed = fmax(sum->crossed, within->crossed);
}

static gm_reach_bytes
of_box(const gm_reach *r, double x, double y, double z)
{
	const between along[3] = {between_lengths(r->length[0], x), between_lengths(r->length[1], y),
	                          between_lengths(r->length[2], z)};
	gm_reach_bytes sum = {0};
	for (int corner = 0; corner < 8; corner++) {
		int at[3];
		double factor = 1;
		for (int axis = 0; axis < 3; axis++) {
			const bool high = corner >> axis & 1;
			at[axis] = high ? along[axis].high : along[axis].low;
			factor *= high ? along[axis].of_high : 1 - along[axis].of_high;
		}
		if (factor != 0)
			sum = gm_reach_add(sum, r->boxes[at[2]][at[1]][at[0]], factor);
	}
	keep_shared(&sum, &r->boxes[length_within(r->length[2], z)][length_within(r->length[1], y)]
	                           [length_within(r->length[0], x)]);
	return sum;
}

static gm_reach_bytes
of_blocks(const gm_reach *reach, double blocks)
{
	const double row = (double)reach->grid.x, rows = (double)reach->grid.y;
	const double planes = (double)reach->grid.z, plane = row * rows;
	if (blocks >= plane * planes)
		return of_box(reach, row, rows, planes);
	if (blocks <= 1)
		return of_box(reach, 1, 1, 1);
	if (blocks <= row)
		return of_box(reach, blocks, 1, 1);
	const double unit = blocks <= plane ? row : plane;
	const double whole = (double)(int64_t)(blocks / unit), part = blocks / unit - whole;
	const bool in_plane = blocks <= plane;
	const gm_reach_bytes low = of_box(reach, row, in_plane ? whole : rows, in_plane ? 1 : whole);
	const gm_reach_bytes high =
	        of_box(reach, row, in_plane ? whole + 1 : rows, in_plane ? 1 : whole + 1);
	return gm_reach_add(gm_reach_add((gm_reach_bytes){0}, low, 1 - part), high, part);
}

/* What blocks far apart load is there once, and for either half of L2 with the chance that they run on both sides. */
static void
meet_far(gm_reach_bytes *sum, const gm_reach *reach, double blocks)
{
	const double met = GM_SECTOR_BYTES * gm_far_meetings_sectors(&reach->far, blocks);
	if (met <= 0 || met >= sum->read_sectors)
		return;
	const double left = 1 - met / sum->read_sectors;
	sum->read *= left;
	sum->read_sectors *= left;
	sum->missed *= left;
	sum->scattered_read *= left;
	sum->held_read *= left;
	const double again = sum->read_sectors * (1 - exp2(-met / sum->read_sectors));
	sum->again += again;
	sum->crossed += again / 2;
}

/* What more and more blocks read is there twice, and no more often. */
gm_reach_bytes
gm_reach_of_blocks(const gm_reach *reach, double blocks)
{
	gm_reach_bytes sum = of_blocks(reach, blocks);
	meet_far(&sum, reach, fmin(blocks, (double)gm_dim3_volume(reach->grid)));
	sum.again = sum.again < sum.read_sectors ? sum.again : sum.read_sectors;
	sum.crossed = sum.crossed < sum.read_sectors / 2 ? sum.crossed : sum.read_sectors / 2;
	return sum;
}
