#include "model/trace_rounds.h"

#include "base/memory.h"
#include "kernel/spans.h"

#include <math.h>
#include <stdlib.h>

/* From a byte to the last that a store reaches in a sweep. */
typedef struct range {
	int64_t first, last;
	uint32_t sweep; /* where the sweep begins in the program */
	double times;   /* that the sweep is made */
	bool down;      /* from its last byte to its first */
} range;

typedef struct sweeps {
	const gm_trace *trace;
	range *ranges;
	size_t count, capacity;
} sweeps;

static bool
moves(const gm_trace_step *begin, uint32_t site)
{
	return begin->advance && begin->advance[site] != 0;
}

/* Where the spans that are open let the request go. */
static void
add_store(sweeps *s, const gm_trace_request *request, const gm_trace_step *const *open, const uint32_t *at, int depth)
{
	range r = {request->address, request->address + GM_SECTOR_BYTES * (int64_t)request->sectors - 1, UINT32_MAX, 1, false};
	for (int d = 0; d < depth; d++) {
		const int64_t runs = open[d]->runs;
		int64_t by;
		const bool before = r.sweep == UINT32_MAX;
		if (!moves(open[d], request->site)) {
			r.times *= before ? (double)runs : 1;
			continue;
		}
		if (before) {
			r.sweep = at[d];
			r.down = open[d]->advance[request->site] < 0;
		}
		if (__builtin_mul_overflow(open[d]->advance[request->site], runs - 1, &by))
			return;
		r.first += by < 0 ? by : 0;
		r.last += by > 0 ? by : 0;
	}
	if (r.sweep == UINT32_MAX)
		return;
	s->ranges = gm_grow(s->ranges, &s->capacity, s->count + 1, sizeof *s->ranges);
	s->ranges[s->count++] = r;
}

static void
collect(sweeps *s, const gm_program *program)
{
	const gm_trace_step *open[GM_SPANS_MAX];
	uint32_t at[GM_SPANS_MAX];
	int depth = 0;
	for (size_t i = 0; i < program->count; i++) {
		const gm_trace_step *step = &program->steps[i];
		if (step->kind == GM_STEP_BEGIN) {
			at[depth] = (uint32_t)i;
			open[depth++] = step;
		} else if (step->kind == GM_STEP_END) {
			depth--;
		} else if (s->trace->requests[step->index].access == GM_TRACE_STORE && !s->trace->requests[step->index].local) {
			add_store(s, &s->trace->requests[step->index], open, at, depth);
		}
	}
}

static int
by_first(const void *a, const void *b)
{
	const range *x = a, *y = b;
	return (x->first > y->first) - (x->first < y->first);
}

/* Bytes in any of the ranges, which are put in order. */
static double
joined_bytes(range *ranges, size_t count)
{
	double bytes = 0;
	int64_t to = INT64_MIN;
	if (count == 0)
		return 0;
	qsort(ranges, count, sizeof *ranges, by_first);
	for (size_t i = 0; i < count; i++) {
		const int64_t from = ranges[i].first > to ? ranges[i].first : to;
		if (ranges[i].last >= from)
			bytes += (double)(ranges[i].last - from) + 1;
		to = ranges[i].last + 1 > to ? ranges[i].last + 1 : to;
	}
	return bytes;
}

/* By the sweeps of each direction; the more. */
static double
swept_bytes(const sweeps *s)
{
	double up = 0, down = 0;
	for (size_t i = 0; i < s->count;) {
		const range first = s->ranges[i];
		size_t end = i;
		while (end < s->count && s->ranges[end].sweep == first.sweep)
			end++;
		*(first.down ? &down : &up) += first.times * joined_bytes(s->ranges + i, end - i);
		i = end;
	}
	return fmax(up, down);
}

double
gm_trace_rounds(const gm_trace *trace)
{
	sweeps s = {.trace = trace};
	if (trace->warps_count > 0)
		collect(&s, &trace->warps[0]);
	const double swept = swept_bytes(&s), all = joined_bytes(s.ranges, s.count);
	free(s.ranges);
	return all > 0 ? fmax(1, swept / all) : 1;
}
