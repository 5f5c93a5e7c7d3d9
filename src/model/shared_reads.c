#include "model/shared_reads.h"

#include "base/memory.h"
#include "model/l1_share.h"
#include "model/sm_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Along which the blocks follow each other. */
static int
first_axis(gm_dim3 grid)
{
	return grid.x > 1 ? 0 : grid.y > 1 ? 1 : 2;
}

static bool
updates_shared_memory(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_SHARED && gm_operation_is_atomic(kernel->sites[s].operation))
			return true;
	return false;
}

static gm_sm_pace
pace_of(const gm_shared_reads *r, const gm_l1_tally *tally, double resident, const gm_turns *turns,
        gm_cache_state state)
{
	const double blocks = (double)gm_dim3_volume(r->kernel->grid), warps = (double)r->trace->here.warps_count;
	const double of_sm = blocks / fmin(blocks, gm_device_value(r->device, GM_SM_COUNT));
	double waiting = 0, asked = 0, found = 0;
	for (int s = 0; s < r->kernel->sites_count; s++) {
		waiting += tally[s].waits.waiting;
		asked += gm_operation_is_memory(r->kernel->sites[s].operation) ? tally[s].asked : 0;
		found += tally[s].found;
	}
	return (gm_sm_pace){.blocks = blocks,
	                    .resident = resident,
	                    .warps = resident * warps,
	                    .passes = turns->passes,
	                    .loads = waiting / (of_sm * warps),
	                    .busy_cycles = turns->busy_cycles,
	                    .alone_cycles = turns->alone_cycles,
	                    .first_ratio = gm_l1_first_round_ratio(r->kernel, tally),
	                    .missed = asked > 0 ? 1 - found / asked : 1,
	                    .opening = gm_l1_opening_ratio(tally, r->kernel->sites_count, state),
	                    .by_data = updates_shared_memory(r->kernel),
	                    .barriers = turns->barriers};
}

typedef struct reading {
	const gm_grid_trace *trace;
	int site;
	int64_t alike; /* blocks in a row that read the same; 0: as the site's steps say */
} reading;

static int64_t
place(const void *state, int64_t block)
{
	const reading *r = state;
	if (r->alike)
		return block / r->alike;
	return gm_grid_trace_move(r->trace, r->site, gm_grid_trace_block(r->trace, block));
}

static gm_sm_sharing
shared_if(const gm_shared_reads *r, int site, int64_t alike, bool in_turn)
{
	const reading reads = {r->trace, site, alike};
	const gm_sm_groups groups = {
	        .blocks = (int64_t)r->pace.blocks,
	        .sms = (int64_t)gm_device_value(r->device, GM_SM_COUNT),
	        .resident = (int64_t)r->pace.resident,
	        .groups = (int64_t)gm_device_value_or(r->device, GM_L2_JOIN_GROUPS, 1),
	        .joined = (int64_t)gm_device_value_or(r->device, GM_L2_JOIN_SMS, 1),
	        .in_turn = in_turn};
	return gm_sm_groups_share(&groups, place, &reads);
}

static double
between(double a, double b, double part)
{
	return a + part * (b - a);
}

static gm_sm_sharing
shared_first(const gm_shared_reads *r, int site, int64_t alike)
{
	const gm_sm_sharing together = shared_if(r, site, alike, false);
	const gm_sm_sharing in_turn = r->in_turn > 0 ? shared_if(r, site, alike, true) : together;
	return (gm_sm_sharing){between(together.could_join, in_turn.could_join, r->in_turn),
	                       between(together.sharers, in_turn.sharers, r->in_turn), together.groups};
}

/* Of an axis along which there is one block the step does not count. */
static bool
same_steps(const gm_grid_trace *trace, int a, int b)
{
	gm_dim3 grid = trace->grid;
	for (int axis = 0; axis < 3; axis++)
		if (*gm_dim3_side(&grid, axis) > 1 && trace->step[a][axis] != trace->step[b][axis])
			return false;
	return true;
}

/* Of what other blocks alone do nothing is known. */
static bool
is_traced(const gm_trace *here, int site)
{
	for (size_t i = 0; i < here->requests_count; i++)
		if ((int)here->requests[i].site == site)
			return true;
	return false;
}

/* Every block its own places, as far as one can see without looking at all. */
static bool
moves_always(const gm_grid_trace *trace, int site)
{
	gm_dim3 grid = trace->grid;
	const int axis = first_axis(grid);
	return trace->step[site][axis] != 0 && *gm_dim3_side(&grid, axis) == gm_dim3_volume(grid);
}

/* Reads that blocks share, as far as one can see; none: `groups` is 0. */
static gm_sm_sharing
sharing_of(const gm_shared_reads *r, const gm_l1_tally *tally, const gm_sm_sharing *before, int site)
{
	const gm_grid_trace *trace = r->trace;
	const bool irregular = trace->irregular[site];
	const int64_t alike = irregular ? trace->alike[site] : 0;
	if (r->kernel->sites[site].space != GM_GLOBAL || r->kernel->sites[site].operation == GM_STORE ||
	    tally[site].asked <= tally[site].found || (irregular ? alike < 2 : moves_always(trace, site)) ||
	    !is_traced(&trace->here, site))
		return (gm_sm_sharing){0, 1, 0};
	for (int s = 0; s < site; s++)
		if (before[s].groups > 0 && !irregular && !trace->irregular[s] && same_steps(trace, s, site))
			return before[s];
	return shared_first(r, site, alike);
}

/* Blocks that share one read with some and another with others are held by both: the geometric mean of the groups that read
   the same, by what is fetched. */
static double
groups_of_all(const gm_shared_reads *r, const gm_l1_tally *tally, const gm_sm_sharing *sharing)
{
	double sum = 0, fetched = 0;
	for (int s = 0; s < r->kernel->sites_count; s++) {
		const bool shared = sharing[s].could_join > 0 || sharing[s].groups > 1;
		const double fetches = shared ? tally[s].asked - tally[s].found : 0;
		sum += fetches > 0 ? fetches * log(sharing[s].groups) : 0;
		fetched += fetches;
	}
	return fetched > 0 ? exp(sum / fetched) : 1;
}

/* Of all reads that could join, those that the fewest groups share. */
static double
fewest_groups(const gm_shared_reads *r, const gm_sm_sharing *sharing)
{
	double fewest = INFINITY;
	for (int s = 0; s < r->kernel->sites_count; s++)
		if (sharing[s].could_join > 0)
			fewest = fmin(fewest, sharing[s].groups);
	return fewest;
}

/* Does a warp wait for this read, or another of the same places, by itself? */
static bool
waits_for_it(const gm_shared_reads *r, const gm_l1_tally *tally, int site)
{
	for (int s = 0; s < r->kernel->sites_count; s++)
		if (tally[s].waits.groups > 0 && (s == site || same_steps(r->trace, s, site)))
			return true;
	return false;
}

/* What comes to L1 for sites that so many groups share. */
static double
fetched_by(const gm_shared_reads *r, const gm_l1_tally *tally, const gm_sm_sharing *sharing, double groups)
{
	double fetched = 0;
	for (int s = 0; s < r->kernel->sites_count; s++)
		fetched += sharing[s].could_join > 0 && sharing[s].groups == groups ? tally[s].asked - tally[s].found : 0;
	return fetched;
}

/* Whom the fewest groups hold are in step; of what is loaded together with that, and that blocks share with other groups, a
   part joins by chance (H200, crossing, rows of 8, 16 and 32: of columns 0.15 to 0.41 of what could), the more of it, the
   less the first is (of 1, 1/4 and 1/16 as much, 4 blocks of an SM, 0.13, 0.57 and 0.86 of what joins without). */
static double
by_chance(const gm_shared_reads *r, const gm_l1_tally *tally, const gm_sm_sharing *sharing, double fewest, int site)
{
	static const double chance = 0.3;
	const double groups = sharing[site].groups;
	if (groups < 2 * fewest || waits_for_it(r, tally, site))
		return 1;
	return pow(chance, fmin(1, fetched_by(r, tally, sharing, fewest) / fmax(1, fetched_by(r, tally, sharing, groups))));
}

/* Of a line that a warp asks for in parts, without a wait between, the last joins, of the others few. Left of what blocks on all
   SMs read, rows of 64 and 32 bytes a request, 2 and 4 or more requests for a line (H200, pieces and parts, cold; in lines of
   their own or behind a wait each 0.27):

       blocks of an SM             1             4
       2 parts, measured   0.46 to 0.56   0.52 to 0.71     here 0.55
       4 parts             0.67 to 0.81   0.83 to 0.97          0.71

   A line of which 24 and 8 words are asked for: 0.41 and 0.48. Of 16 words in a row, all threads the same (once), 0.73 to 0.88. */
static double
asked_at_once(const gm_l1_tally *tally)
{
	static const double join_still = 0.28;
	const double fetched = tally->asked - tally->found;
	return fetched > 0 ? 1 - (1 - join_still) * fmin(1, tally->split / fetched) : 1;
}

static gm_sm_joins
joins_of(const gm_shared_reads *r, const gm_sm_joins *kernel, gm_sm_sharing first, int site)
{
	gm_dim3 grid = r->trace->grid;
	const int axis = first_axis(grid);
	if (first.groups <= 0)
		return (gm_sm_joins){0};
	const double row = r->trace->irregular[site]   ? (double)r->trace->alike[site]
	                   : r->trace->step[site][axis] ? 1
	                                                : (double)*gm_dim3_side(&grid, axis);
	return gm_sm_joins_of(r->device, kernel, &r->pace, first, row);
}

gm_shared_reads
gm_shared_reads_new(const gm_device *device, const gm_kernel *kernel, const gm_grid_trace *trace,
                    const gm_l1_tally *tally, double resident, const gm_turns *turns, gm_cache_state state)
{
	gm_shared_reads r = {.device = device,
	                     .kernel = kernel,
	                     .trace = trace,
	                     .sites = gm_allocate((size_t)kernel->sites_count + 1, sizeof *r.sites)};
	gm_sm_sharing *sharing = gm_allocate((size_t)kernel->sites_count + 1, sizeof *sharing);
	r.pace = pace_of(&r, tally, resident, turns, state);
	r.in_turn = gm_turns_ahead(turns, r.pace.opening);
	const gm_sm_joins kernel_joins = gm_sm_joins_evaluate(device, &r.pace);
	r.joins = kernel_joins;
	for (int s = 0; s < kernel->sites_count; s++)
		sharing[s] = sharing_of(&r, tally, sharing, s);
	const double groups = groups_of_all(&r, tally, sharing), fewest = fewest_groups(&r, sharing);
	for (int s = 0; s < kernel->sites_count; s++) {
		gm_sm_sharing held = sharing[s];
		held.could_join *= by_chance(&r, tally, sharing, fewest, s) * asked_at_once(&tally[s]);
		held.groups = held.groups > 0 ? groups : 0;
		r.sites[s] = joins_of(&r, &kernel_joins, held, s);
		if (r.sites[s].ratio > r.joins.ratio)
			r.joins = r.sites[s];
	}
	free(sharing);
	return r;
}

void
gm_shared_reads_dispose(gm_shared_reads *r)
{
	free(r->sites);
	r->sites = NULL;
}

double
gm_shared_reads_left(const gm_shared_reads *r, int site)
{
	return 1 - r->sites[site].ratio;
}
