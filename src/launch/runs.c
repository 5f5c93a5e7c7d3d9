#include "launch/runs.h"

#include <stdlib.h>

/* What is known of a row, and what may still be found out. */
typedef struct row {
	const ptx_kernel *kernel;
	int64_t left; /* blocks that may be walked */
	bool lost;
} row;

/* Of the paths alone: where addresses follow data sectors differ from block to block. */
static bool
do_as_much(const ptx_seen *a, const ptx_seen *b)
{
	static const ptx_amount paths[] = {AMOUNT_INSTRUCTIONS, AMOUNT_LANES, AMOUNT_REQUESTS};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (a->amounts.of[paths[i]] != b->amounts.of[paths[i]])
			return false;
	return true;
}

static ptx_seen
walk(row *r, int64_t number)
{
	gm_block_sample sample = {.block = gm_dim3_at(r->kernel->base.grid, number), .weight = 1};
	const gm_block_samples one = {.samples = &sample, .count = 1};
	ptx_pilot pilot;
	r->lost |= r->left-- <= 0 || gm_ptx_pilot_fly(r->kernel, &one, 1, &pilot, NULL) != GM_OK;
	return r->lost ? (ptx_seen){.number = number} : (ptx_seen){number, pilot.least};
}

/* The first block that does as much as `to`, of those behind `from`, all of which do as much as one of the two. */
static int64_t
border(row *r, ptx_seen from, ptx_seen to)
{
	while (to.number - from.number > 1 && !r->lost) {
		const ptx_seen middle = walk(r, from.number + (to.number - from.number) / 2);
		const bool near = do_as_much(&middle, &from);
		r->lost |= !near && !do_as_much(&middle, &to);
		*(near ? &from : &to) = middle;
	}
	return to.number;
}

static int
by_number(const void *a, const void *b)
{
	const int64_t x = ((const ptx_seen *)a)->number, y = ((const ptx_seen *)b)->number;
	return (x > y) - (x < y);
}

static int
differences(const ptx_seen *seen, size_t count)
{
	int differ = 0;
	for (size_t i = 0; i + 1 < count; i++)
		differ += !do_as_much(&seen[i], &seen[i + 1]);
	return differ;
}

static void
end_run(ptx_axis *axis, int64_t first, int64_t end)
{
	axis->segments[axis->count++] = (ptx_segment){first, end - first};
}

/* Blocks that come to a good part of the work of those that are drawn. */
static int64_t
affordable(const ptx_pilot *p)
{
	enum { PART = 4 };
	return (int64_t)(WORK_DRAWN / PART / (p->work > 1 ? p->work : 1));
}

bool
gm_ptx_runs_find(const ptx_kernel *k, const ptx_pilot *pilot, ptx_axis *out)
{
	const gm_dim3 grid = k->base.grid;
	row r = {.kernel = k, .left = affordable(pilot), .lost = grid.y > 1 || grid.z > 1};
	ptx_seen seen[PILOT_SEEN_MOST + 2];
	size_t count = pilot->seen_count;
	ptx_axis runs = {.count = 0};
	int64_t first = 0;
	if (r.lost || count == 0)
		return false;
	for (size_t i = 0; i < count; i++)
		seen[i] = pilot->seen[i];
	qsort(seen, count, sizeof *seen, by_number);
	if (seen[count - 1].number < grid.x - 1)
		seen[count++] = walk(&r, grid.x - 1);
	const int differ = r.lost ? 0 : differences(seen, count);
	for (size_t i = 0; i + 1 < count && differ > 0 && differ < RUNS_MOST && !r.lost; i++)
		if (!do_as_much(&seen[i], &seen[i + 1])) {
			const int64_t end = border(&r, seen[i], seen[i + 1]);
			end_run(&runs, first, end);
			first = end;
		}
	if (r.lost || runs.count == 0)
		return false;
	end_run(&runs, first, grid.x);
	*out = runs;
	return true;
}

/* ---- lines ---- */

enum { AXES = 3, LINES_TRIED = 4 };

/* Half a grid away along all axes but one, and at no end of them: -1 where the block is at an end itself. */
static int64_t
partner_of(gm_dim3 grid, int64_t number, int axis)
{
	const gm_dim3 block = gm_dim3_at(grid, number);
	const int64_t extent[AXES] = {grid.x, grid.y, grid.z};
	int64_t at[AXES] = {block.x, block.y, block.z};
	for (int a = 0; a < AXES; a++) {
		const int64_t inner = extent[a] - 2;
		if (a == axis || extent[a] < 4)
			continue;
		if (at[a] == 0 || at[a] == extent[a] - 1)
			return -1;
		at[a] = 1 + (at[a] - 1 + inner / 2) % inner;
	}
	return gm_dim3_number(grid, (gm_dim3){at[0], at[1], at[2]});
}

/* Some blocks that differ from each other do as much as their partners. */
static bool
decides(row *r, const ptx_pilot *p, int axis)
{
	const gm_dim3 grid = r->kernel->base.grid;
	const size_t step = p->seen_count > 2 * LINES_TRIED ? p->seen_count / (2 * LINES_TRIED) : 1;
	int tried = 0;
	bool alike = true;
	for (size_t i = 0; i < p->seen_count && alike && !r->lost && tried < LINES_TRIED;) {
		const int64_t partner = partner_of(grid, p->seen[i].number, axis);
		const bool other = partner >= 0 && partner != p->seen[i].number;
		if (other) {
			const ptx_seen there = walk(r, partner);
			alike = do_as_much(&p->seen[i], &there);
			tried++;
		}
		i += other ? step : 1;
	}
	return alike && !r->lost && tried == LINES_TRIED;
}

bool
gm_ptx_lines_find(const ptx_kernel *k, const ptx_pilot *pilot, int64_t drawn, ptx_axis axes[PTX_VIEW_AXES])
{
	const gm_dim3 grid = k->base.grid;
	const int64_t extent[AXES] = {grid.x, grid.y, grid.z}, blocks = gm_dim3_volume(grid);
	row r = {.kernel = k, .left = affordable(pilot), .lost = pilot->alike};
	for (int a = 0; a < AXES; a++) {
		const bool few = extent[a] > 2 && extent[a] <= PTX_SEGMENTS_MAX && 2 * extent[a] <= drawn;
		if (!few || extent[a] == blocks || !decides(&r, pilot, a))
			continue;
		for (int other = 0; other < PTX_VIEW_AXES; other++) {
			axes[other].count = 0;
			end_run(&axes[other], 0, other < AXES ? extent[other] : 1);
		}
		axes[a].count = 0;
		for (int64_t i = 0; i < extent[a]; i++)
			end_run(&axes[a], i, i + 1);
		return true;
	}
	return false;
}
