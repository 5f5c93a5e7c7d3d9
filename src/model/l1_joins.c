#include "model/l1_joins.h"

#include <math.h>
#include <stddef.h>

enum { FREE_LINES_MOST = 16, QUEUE_LINES = 8 /* of a store that fills the queue */, STEP_WARPS = 4,
       BYTES_LINES = 4 /* of single bytes, from which on none joins */ };

static const double paced = 0.7, paced_many = 0.15; /* see the header */
static const double crowded = 0.6; /* of what joins in a full queue, when stores wait for loads between */
static const double loaded_apart = 0.6; /* that join of few lines, when each waits for a load of other lines */

/* The runs of each rise and do not touch. */
static int64_t
common_sectors(const gm_trace *t, const gm_trace_request *a, int64_t a_moved,
               const gm_trace_request *b, int64_t b_moved)
{
	const gm_trace_run *x = &t->runs[a->first_run], *x_end = x + a->runs_count;
	const gm_trace_run *y = &t->runs[b->first_run], *y_end = y + b->runs_count;
	const int64_t apart = b_moved - a_moved;
	int64_t common = 0;
	while (x < x_end && y < y_end) {
		const int64_t first = y->sector + apart, end = first + y->count, stop = x->sector + x->count;
		const int64_t low = x->sector > first ? x->sector : first, high = stop < end ? stop : end;
		common += high > low ? high - low : 0;
		if (stop < end)
			x++;
		else
			y++;
	}
	return common;
}

/* Of the sectors that two stores of a warp in a row share, those that leave L1 as one, by the lines of a
   store; pieces of 8 bytes and more take two turns. The queue to L2 is short, and other warps' stores get
   in between. Measured on an H200 (calibration, joins). Of single bytes fewer do: 12 in a row, 3 lines, 0.64 to
   0.74, 4 in a line 0.96; none of 16, 24 and 32 in a row, 4, 6 and 8 lines (spread, run: 0.01, 0.00, 0.00). */
static const struct {
	int lines;
	double narrow, wide;
} queue[] = {{4, 1, 0.986}, {5, 0.96, 0.85}, {6, 0.915, 0.687}, {7, 0.68, 0.35}, {8, 0.55, 0.06},
             {9, 0.41, 0.04}, {10, 0.34, 0.03}, {12, 0.30, 0.02}, {16, 0.08, 0.01}, {24, 0.1, 0.01}};

int64_t
gm_l1_lines(const gm_trace *t, const gm_trace_request *request)
{
	int64_t lines = 0, last = INT64_MIN;
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run run = t->runs[request->first_run + (uint32_t)i];
		const int64_t first = run.sector >> 2, end = (run.sector + run.count - 1) >> 2;
		lines += end - first + (first != last);
		last = end;
	}
	return lines;
}

static double
joining_share(int64_t lines, const gm_trace_request *request)
{
	if (request->single && lines >= BYTES_LINES)
		return 0;
	if (request->bytes && lines <= 4)
		return 1.09 - 0.13 * (double)lines;
	for (size_t i = 0; i < sizeof queue / sizeof *queue; i++)
		if (lines <= queue[i].lines)
			return request->wide ? queue[i].wide : queue[i].narrow;
	return 0;
}

/* The third store in a row and those after it join less than the second. */
static double
later_share(int64_t lines)
{
	return lines <= 4 ? 1 : lines == 5 ? 0.7 : lines == 6 ? 0.64 : 0.25;
}

/* While the other warps of a block store too: of 2, 4 and 8 lines; see the header. */
static double
share_in_step(int64_t lines, bool wide)
{
	const double few = 0.98, some = wide ? 0.96 : 0.75, many = 0.05, at = (double)lines;
	return lines <= 4 ? fmin(few, few + (at - 2) / 2 * (some - few)) : fmax(many, some + (at - 4) / 4 * (many - some));
}

/* From what is so of up to 8 lines to what is of 16; the shares are those of the header. */
static double
by_lines(int64_t lines, double few, double many)
{
	return few + (many - few) * (lines <= QUEUE_LINES ? 0 : (double)(lines - QUEUE_LINES) / 8);
}

/* While the other warps of a block store one after the other. */
static double
share_staggered(int64_t lines)
{
	return by_lines(lines, 0.93, 0.05);
}

/* Behind a store that has waited for loads. */
static double
share_behind(int64_t lines, int row)
{
	return by_lines(lines, row > 1 ? 0.36 : 0.5, 0.03);
}

/* With time to spare. */
static double
free_share(int64_t lines, bool wide)
{
	return wide ? by_lines(lines, 0.98, 0.4) : by_lines(lines, 0.99, 0.87);
}

/* Of the way to L2, what other warps leave to one that stores now and then. */
static double
room_beside(int warps)
{
	return fmin(1, fmax(0, (double)(64 - warps) / 60));
}

/* Of stores of up to 8 lines and of 16 while L1 lets warps through one after the other: between what joins in a full queue
   and with time to spare. */
static double
paced_share(int64_t lines, int warps)
{
	const double crowd = by_lines(lines, paced, paced_many);
	return crowd + room_beside(warps) * (1 - crowd);
}

gm_l1_joins
gm_l1_joined(const gm_trace *trace, const gm_trace_request *last, int64_t last_moved,
             const gm_trace_request *request, int64_t moved, int warps)
{
	const int64_t lines = gm_l1_lines(trace, last);
	const bool few = last->runs_count <= GM_L1_JOINED_RUNS && request->runs_count <= GM_L1_JOINED_RUNS;
	if (lines > FREE_LINES_MOST && !few)
		return (gm_l1_joins){0, 0, 0};
	const double common = (double)common_sectors(trace, last, last_moved, request, moved);
	const double in_step = request->in_step && trace->warps_count >= STEP_WARPS ? share_in_step(lines, request->wide) : 1;
	const double apart = request->far && lines < QUEUE_LINES ? loaded_apart : 1, most = fmin(in_step, apart) * common;
	const double second = few ? joining_share(lines, request) : 0;
	const double full = request->row > 1 ? second * later_share(lines) : second;
	const double spare = lines > FREE_LINES_MOST ? 0 : free_share(lines, request->wide);
	if (request->paced) {
		const double share = full + paced_share(lines, warps) * fmax(0, spare - full);
		return (gm_l1_joins){fmin(most, share * common), fmin(most, share * common), common};
	}
	if (request->behind && lines <= FREE_LINES_MOST) {
		const double share = fmax(share_behind(lines, request->row), full);
		return (gm_l1_joins){fmin(most, share * common), fmin(most, fmax(share, spare) * common), common};
	}
	const double held = request->fresh && lines >= QUEUE_LINES ? crowded * full : full;
	if (request->staggered && lines <= FREE_LINES_MOST) {
		const double share = fmax(share_staggered(lines), full);
		return (gm_l1_joins){share * common, fmax(share, spare) * common, common};
	}
	const double alone = request->fresh ? held + room_beside(warps) * fmax(0, spare - held) : spare;
	return (gm_l1_joins){fmin(most, held * common), fmin(most, (alone > held ? alone : held) * common), common};
}

double
gm_l1_joined_by_others(const gm_trace *trace, const gm_trace_request *request)
{
	static const double few = 0.73, many = 0.09, few_lines = 5, many_lines = 8;
	const double lines = (double)gm_l1_lines(trace, request);
	const double part = fmin(1, fmax(0, (lines - few_lines) / (many_lines - few_lines)));
	return request->fresh ? few + part * (many - few) : few;
}
