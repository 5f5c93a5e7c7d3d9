#include "model/trace_shares.h"

#include "model/l1_cache.h"
#include "model/reach.h"

enum { HALF_SECTORS = 2, PAGE_SECTORS = 32 };

double
gm_trace_share_of_pieces(const gm_grid_trace *grid)
{
	double sectors = 0, pieces = 0;
	for (int t = 0; t < 1 + grid->others_count; t++) {
		const gm_trace *trace = t ? &grid->others[t - 1] : &grid->here;
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *r = &trace->requests[i];
			if (r->access != GM_TRACE_STORE || r->local)
				continue;
			sectors += r->sectors;
			for (int k = 0; k < r->sectors; k++)
				pieces += trace->masks[r->first_mask + (uint32_t)k] != UINT32_MAX;
		}
	}
	return sectors > 0 ? pieces / sectors : 0;
}

/* Lines of a store of which it writes any sector in part; its runs ascend. */
static int
part_lines(const gm_trace *trace, const gm_trace_request *request)
{
	uint32_t mask = request->first_mask;
	int64_t last = -1;
	int lines = 0;
	for (int k = 0; k < request->runs_count; k++) {
		const gm_trace_run run = trace->runs[request->first_run + (uint32_t)k];
		for (int64_t s = run.sector; s < run.sector + run.count; s++, mask++)
			if (trace->masks[mask] != UINT32_MAX && s / GM_LINE_SECTORS != last) {
				last = s / GM_LINE_SECTORS;
				lines++;
			}
	}
	return lines;
}

double
gm_trace_part_lines(const gm_grid_trace *grid)
{
	double sectors = 0, lines = 0;
	for (int t = 0; t < 1 + grid->others_count; t++) {
		const gm_trace *trace = t ? &grid->others[t - 1] : &grid->here;
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *r = &trace->requests[i];
			const bool store = r->access == GM_TRACE_STORE && !r->local;
			sectors += store ? r->sectors : 0;
			lines += store ? part_lines(trace, r) : 0;
		}
	}
	return sectors > 0 ? lines / sectors : 0;
}

/* Numbers of `size` sectors that the request touches; its runs ascend, as lanes mostly do. */
static double
touched(const gm_trace *trace, const gm_trace_request *request, int64_t size)
{
	double count = 0;
	int64_t last = -1;
	for (int k = 0; k < request->runs_count; k++) {
		const gm_trace_run run = trace->runs[request->first_run + (uint32_t)k];
		const int64_t first = run.sector / size, end = (run.sector + run.count - 1) / size;
		count += (double)(end - first + (first != last));
		last = end;
	}
	return count;
}

double
gm_trace_unit_ratio(const gm_trace *trace, int64_t unit_sectors)
{
	double sectors = 0, units = 0;
	for (size_t i = 0; i < trace->requests_count; i++) {
		const gm_trace_request *r = &trace->requests[i];
		if (r->access == GM_TRACE_STORE || r->local)
			continue;
		units += touched(trace, r, unit_sectors);
		sectors += touched(trace, r, 1);
	}
	return sectors > 0 ? units * (double)unit_sectors / sectors : 1;
}

double
gm_trace_empty_share(const gm_trace *trace, const gm_trace_request *request)
{
	const double pages = touched(trace, request, PAGE_SECTORS);
	return pages > 0 ? 1 - touched(trace, request, HALF_SECTORS) * HALF_SECTORS / (pages * PAGE_SECTORS) : 0;
}

double
gm_trace_scattered_share(const gm_trace *trace)
{
	double sectors = 0, scattered = 0;
	for (size_t i = 0; i < trace->requests_count; i++) {
		const gm_trace_request *r = &trace->requests[i];
		const bool load = r->access != GM_TRACE_STORE && !r->local;
		const double weight = load ? gm_reach_scattered_weight(gm_trace_empty_share(trace, r), false) : 0;
		for (int k = 0; k < r->runs_count && load; k++) {
			const double count = (double)trace->runs[r->first_run + (uint32_t)k].count;
			sectors += count;
			scattered += count < GM_LINE_SECTORS ? count * weight : 0;
		}
	}
	return sectors > 0 ? scattered / sectors : 0;
}
