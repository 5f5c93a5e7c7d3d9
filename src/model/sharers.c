#include "model/sharers.h"

#include "base/memory.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A site whose loads are asked of, and what it asks for first. */
typedef struct loading {
	bool loads;
	double fetched;
	int64_t window; /* of its warp, in which it does so first */
} loading;

/* Of a trace: the request that each warp makes first at each site, plus 1; 0: none. By warp, then site. */
typedef struct beginning {
	const gm_grid_trace *grid;
	uint32_t *first;
	loading *sites;
} beginning;

static void
begin_warp(beginning *b, int w)
{
	const gm_trace *trace = &b->grid->here;
	const gm_program *program = &trace->warps[w];
	double ended = 0;
	for (size_t i = 0; i < program->count; i++) {
		const gm_trace_step *step = &program->steps[i];
		const gm_trace_request *request = step->kind == GM_STEP_REQUEST ? &trace->requests[step->index] : NULL;
		ended += (double)(request ? request->ended : step->ended);
		if (!request)
			continue;
		uint32_t *first = &b->first[(size_t)w * (size_t)trace->sites_count + request->site];
		if (*first == 0)
			b->sites[request->site].window = (int64_t)(ended + 1e-6);
		*first = *first ? *first : step->index + 1;
	}
}

static beginning
begin(const gm_grid_trace *grid)
{
	const size_t sites = (size_t)grid->here.sites_count, warps = (size_t)grid->here.warps_count;
	beginning b = {grid, gm_allocate(warps * sites + 1, sizeof *b.first), gm_allocate(sites + 1, sizeof *b.sites)};
	for (int w = 0; w < grid->here.warps_count; w++)
		begin_warp(&b, w);
	return b;
}

/* Adds what the block asks for at once at a site; each sector once. */
static void
collect(const beginning *b, int site, gm_sector_set *set)
{
	const gm_trace *trace = &b->grid->here;
	for (int w = 0; w < trace->warps_count; w++) {
		const uint32_t number = b->first[(size_t)w * (size_t)trace->sites_count + (size_t)site];
		if (number == 0)
			continue;
		const gm_trace_request *request = &trace->requests[number - 1];
		for (uint32_t r = request->first_run; r < request->first_run + request->runs_count; r++)
			for (int64_t k = 0; k < trace->runs[r].count; k++)
				*gm_sector_set_at(set, trace->runs[r].sector + k) = 1;
	}
}

static double
found_at(const gm_sector_set *set, int64_t further)
{
	double found = 0;
	for (size_t i = 0; i < set->room; i++)
		found += set->slots[i].used && gm_sector_set_find(set, set->slots[i].number + further);
	return found;
}

/* Of a set of sectors, the part that lies in it too when it is moved so many bytes. */
static double
overlap(const gm_sector_set *set, int64_t bytes)
{
	const int64_t whole = llabs(bytes) / GM_SECTOR_BYTES;
	const double part = (double)(llabs(bytes) % GM_SECTOR_BYTES) / GM_SECTOR_BYTES;
	const double found = (1 - part) * found_at(set, whole) + (part > 0 ? part * found_at(set, whole + 1) : 0);
	return set->count > 0 ? found / (double)set->count : 0;
}

/* Bytes from one block to the next along each axis; NULL: the site has no step. */
static const int64_t *
step_of(const gm_grid_trace *trace, int site)
{
	if (!trace->irregular[site])
		return trace->step[site];
	return trace->in_step[site] ? trace->own_step[site] : NULL;
}

/* `blocks` in launch order: so many of them follow each other along each axis. */
static double
sharers_of_site(const gm_grid_trace *trace, int site, const gm_sector_set *set, double blocks)
{
	gm_dim3 grid = trace->grid;
	double sharers = 1, left = blocks;
	for (int axis = 0; axis < 3; axis++) {
		const double side = (double)*gm_dim3_side(&grid, axis), along = fmin(left, side);
		sharers *= along / (1 + (along - 1) * (1 - overlap(set, step_of(trace, site)[axis])));
		left = fmax(1, left / side);
	}
	return sharers;
}

/* Do two sites load together, and both move as much from block to block? */
static bool
load_together(const beginning *b, int one, int other)
{
	const gm_grid_trace *g = b->grid;
	const loading *p = &b->sites[one], *q = &b->sites[other];
	const int64_t *a = step_of(g, one), *b_step = step_of(g, other);
	return one == other || (p->loads && q->loads && p->window == q->window && a && b_step &&
	                        memcmp(a, b_step, 3 * sizeof *a) == 0);
}

static bool
is_first(const beginning *b, int site)
{
	for (int s = 0; s < site; s++)
		if (load_together(b, s, site))
			return false;
	return b->sites[site].loads;
}

/* What the site and those that load together with it fetch; to `once`, what of it nobody else does. */
static double
add_together(const beginning *b, int site, double blocks, gm_sector_set *set, double *once)
{
	double fetched = 0;
	gm_sector_set_clear(set);
	for (int s = site; s < b->grid->here.sites_count; s++) {
		if (!load_together(b, site, s))
			continue;
		fetched += b->sites[s].fetched;
		collect(b, s, set);
	}
	const bool alone = !step_of(b->grid, site) || set->count == 0;
	*once += fetched / (alone ? 1 : sharers_of_site(b->grid, site, set, blocks));
	return fetched;
}

static void
note_loads(const beginning *b, const gm_cached_site *sites)
{
	const gm_trace *here = &b->grid->here;
	double *asked = gm_allocate((size_t)here->sites_count + 1, sizeof *asked);
	gm_trace_sectors(here, asked);
	for (int s = 0; s < here->sites_count; s++) {
		const gm_site *site = &b->grid->kernel->sites[s];
		loading *l = &b->sites[s];
		l->fetched = sites ? fmax(0, sites[s].l1.asked - sites[s].l1.found) : asked[s];
		l->loads = site->space == GM_GLOBAL && site->operation != GM_STORE && l->fetched > 0;
	}
	free(asked);
}

double
gm_sharers_at_once(const gm_grid_trace *trace, const gm_cached_site *sites, double blocks)
{
	beginning b = begin(trace);
	gm_sector_set set = {0};
	double sum = 0, once = 0;
	note_loads(&b, sites);
	for (int s = 0; s < trace->here.sites_count; s++)
		if (is_first(&b, s))
			sum += add_together(&b, s, blocks, &set, &once);
	gm_sector_set_dispose(&set);
	free(b.first);
	free(b.sites);
	return once > 0 ? fmax(1, sum / once) : 1;
}
