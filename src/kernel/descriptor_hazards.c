#include "kernel/descriptor_run.h"

#include <stdio.h>

static void
tell(gm_run *r, const gm_hazard *hazard)
{
	if (r->heard == GM_OK)
		r->heard = r->sink->hazard(r->sink->state, hazard);
}

static void
name_thread(const gm_run *r, int64_t t, char *out, size_t out_bytes)
{
	const gm_dim3 b = r->kernel->block;
	snprintf(out, out_bytes, "(%lld,%lld,%lld)", (long long)(t % b.x),
		 (long long)(t / b.x % b.y), (long long)(t / (b.x * b.y)));
}

static void
name_block(const gm_run *r, char *out, size_t out_bytes)
{
	const int64_t *low = &r->box.low[GM_VARIABLE_BLOCK];
	snprintf(out, out_bytes, "block (%lld,%lld,%lld)", (long long)low[0], (long long)low[1],
		 (long long)low[2]);
}

static void
found_race(void *state, const gm_race *race)
{
	gm_run *r = state;
	gm_hazard hazard = {
		.kind = GM_HAZARD_RACE, .site = race->later_site, .other_site = race->earlier_site};
	char earlier[80], later[80], block[80];
	if (race->one_warp)
		return;
	name_thread(r, race->earlier_thread, earlier, sizeof earlier);
	name_thread(r, race->later_thread, later, sizeof later);
	name_block(r, block, sizeof block);
	snprintf(
		hazard.text, sizeof hazard.text,
		"%s: thread %s %s byte %llu of shared memory, thread %s %s it, and no barrier lies "
		"between; %s",
		gm_race_hazard(race), earlier, gm_race_did(race->earlier),
		(unsigned long long)race->address, later, gm_race_did(race->later), block);
	tell(r, &hazard);
}

/* Bytes that divide every shared access; 0 when none of them writes. */
static int
granule_of(const gm_kernel *k)
{
	int bytes = 16;
	bool writes = false;
	for (int i = 0; i < k->sites_count; i++) {
		const gm_site *site = &k->sites[i];
		if (site->space != GM_SHARED || site->access_bytes == 0)
			continue;
		while (site->access_bytes % bytes)
			bytes /= 2;
		writes = writes || site->operation != GM_LOAD;
	}
	return writes ? bytes : 0;
}

/* Of the address range in which the shared arrays lie. */
static int64_t
shared_end(const gm_kernel *k)
{
	int64_t end = 0;
	for (int i = 0; i < k->arrays_count; i++) {
		const gm_array *a = &k->arrays[i];
		const int64_t to =
			(int64_t)a->base_bytes + a->length * (int64_t)gm_type_bytes(a->type);
		if (a->space == GM_SHARED && to > end)
			end = to;
	}
	return end;
}

void
gm_run_hazards_start(gm_run *r)
{
	const int granule = r->sink->hazard && !r->sink->hurried ? granule_of(r->kernel) : 0;
	if (granule > 0)
		r->races = gm_races_new(r->warps, r->warp_lanes, shared_end(r->kernel), granule,
					found_race, r);
}

static bool
stores_shared(const gm_kernel *k, gm_statements statements)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		if (s->kind == GM_STATEMENT_SITE && k->sites[s->site].space == GM_SHARED &&
		    k->sites[s->site].operation != GM_LOAD)
			return true;
		if ((s->kind == GM_STATEMENT_LOOP || s->kind == GM_STATEMENT_IF) &&
		    (stores_shared(k, s->body) || stores_shared(k, s->other)))
			return true;
	}
	return false;
}

bool
gm_run_hazards_between_turns(const gm_run *r, const gm_statement *loop)
{
	return r->races && stores_shared(r->kernel, loop->body);
}

gm_status
gm_run_hazards_access(gm_run *r, const gm_warp_instr *instr)
{
	const gm_site *site = &r->kernel->sites[instr->site];
	const gm_race_access access = site->operation == GM_LOAD ? GM_RACE_READ
				      : gm_operation_is_atomic(site->operation)
					      ? GM_RACE_ATOMIC
					      : GM_RACE_WRITE;
	if (r->races && instr->address && site->space == GM_SHARED)
		gm_races_access(r->races, access, instr->site, instr->warp, instr->active,
				instr->address, site->access_bytes, true);
	return r->heard;
}

gm_status
gm_run_hazards_barrier(gm_run *r, uint32_t site, const gm_active *active)
{
	gm_hazard hazard = {.kind = GM_HAZARD_BARRIER_DIVERGENT, .site = site, .other_site = site};
	char thread[80], block[80];
	int missing = 0, first = -1;
	for (int t = 0; t < r->threads; t++) {
		missing += !active->threads[t];
		first = first < 0 && !active->threads[t] ? t : first;
	}
	if (r->races)
		gm_races_barrier(r->races, NULL);
	if (missing == 0 || !r->sink->hazard)
		return r->heard;
	name_thread(r, first, thread, sizeof thread);
	name_block(r, block, sizeof block);
	snprintf(hazard.text, sizeof hazard.text,
		 "%d of the %d threads reach it; the first that does not is %s, thread %s",
		 r->threads - missing, r->threads, block, thread);
	tell(r, &hazard);
	return r->heard;
}
