#include "model/scattered.h"

#include "model/l1_cache.h"
#include "model/sector_set.h"

#include <math.h>

/* Counts, for every piece of the array that data-dependent sites touch, in how many traced blocks. */
static void
count_meetings(const gm_grid_trace *g, int array, bool writes, int64_t piece, gm_sector_set *all)
{
	gm_sector_set own = {0};
	for (int t = 0; t < g->others_count; t++) {
		const gm_trace *trace = &g->others[t];
		gm_sector_set_clear(&own);
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *r = &trace->requests[i];
			const bool wanted = writes == (r->access == GM_TRACE_STORE);
			if (!wanted || r->local || !g->irregular[r->site] ||
			    g->kernel->sites[r->site].array != array)
				continue;
			for (int k = 0; k < r->runs_count; k++) {
				const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
				for (int64_t n = 0; n < run.count; n++) {
					const int64_t at = (run.sector + n) / piece;
					uint32_t *mine = gm_sector_set_at(&own, at);
					*gm_sector_set_at(all, at) += *mine ? 0 : 1;
					*mine = 1;
				}
			}
		}
	}
	gm_sector_set_dispose(&own);
}

/* Does some site load the array? */
static bool
is_loaded(const gm_kernel *kernel, int array)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].array == array && kernel->sites[s].operation != GM_STORE)
			return true;
	return false;
}

static void
add_array(const gm_grid_trace *g, int array, bool writes, gm_sector_set *set, gm_scattered *out)
{
	const gm_array *a = &g->kernel->arrays[array];
	const double bytes = writes ? GM_SECTOR_BYTES : out->fetch_bytes;
	const double pieces = (double)a->length * gm_type_bytes(a->type) / bytes;
	double hot = 0, once = 0;
	gm_sector_set_clear(set);
	count_meetings(g, array, writes, (int64_t)(bytes / GM_SECTOR_BYTES), set);
	for (size_t i = 0; i < set->room; i++) {
		hot += set->slots[i].used && set->slots[i].bits > 1;
		once += set->slots[i].used && set->slots[i].bits == 1;
	}
	if (hot + once > 0 && out->count < GM_SCATTERED_MAX)
		out->arrays[out->count++] = (gm_scattered_array){
		        hot, pieces > hot ? pieces - hot : 0, once / g->others_count, writes,
		        is_loaded(g->kernel, array)};
}

gm_scattered
gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes)
{
	gm_scattered out = {.fetch_bytes = fetch_bytes};
	gm_sector_set set = {0};
	for (int array = 0; array < trace->kernel->arrays_count && trace->others_count > 0; array++) {
		add_array(trace, array, false, &set, &out);
		add_array(trace, array, true, &set, &out);
	}
	gm_sector_set_dispose(&set);
	return out;
}

gm_reach_bytes
gm_scattered_of_blocks(const gm_scattered *scattered, double blocks)
{
	gm_reach_bytes sum = {0};
	for (int i = 0; i < scattered->count; i++) {
		const gm_scattered_array *a = &scattered->arrays[i];
		const double found = a->rest > 0 ? a->rest * -expm1(-a->draws * blocks / a->rest) : 0;
		const double pieces = a->hot + found;
		if (a->written) {
			sum.written += pieces * GM_SECTOR_BYTES;
			sum.partial += a->read_too ? 0 : pieces * GM_SECTOR_BYTES;
			sum.held_written += a->hot * GM_SECTOR_BYTES + found * GM_LINE_BYTES;
		} else {
			sum.read += pieces * scattered->fetch_bytes;
			sum.read_sectors += pieces * GM_SECTOR_BYTES;
			sum.held_read += a->hot * scattered->fetch_bytes + found * GM_LINE_BYTES;
		}
	}
	return sum;
}
