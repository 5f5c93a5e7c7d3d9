#include "model/l1_walk.h"

#include "base/bits.h"
#include "model/l1_joins.h"

#include <math.h>
#include <string.h>

enum {
	CLOCK = 1 << 20, /* ticks in which L2 is filled once */
	WALKERS = 4096,
};

/* Runs that are walked, and how many the second half of them stands for, each. */
static int64_t
walked_runs(const gm_l1_wave *s, const gm_trace_step *begin)
{
	return begin->runs < s->runs_max ? begin->runs : s->runs_max;
}

static double
weight_of_run(const gm_l1_wave *s, const gm_trace_step *begin, int64_t run)
{
	const int64_t walked = walked_runs(s, begin), plain = walked / 2;
	if (walked == begin->runs || run < plain)
		return 1;
	return (double)(begin->runs - plain) / (double)(walked - plain);
}

static int64_t
floor_sector(int64_t bytes)
{
	return bytes >> 5;
}

/* Sectors from where the trace has them to where they are now. */
static int64_t
moved_sectors(const gm_l1_walker *w, const gm_trace_request *request)
{
	int64_t bytes = w->block->move_bytes && !request->local ? w->block->move_bytes[request->site] : 0;
	for (int d = 0; d < w->depth; d++) {
		const int64_t *advance = w->program->steps[w->spans[d].begin].advance;
		bytes += advance ? w->spans[d].run * advance[request->site] : 0;
	}
	if (request->local) /* a word of each lane is a line */
		return w->block->local_sector +
		       ((bytes + (request->address & 3)) >> 2) * GM_LINE_SECTORS;
	return floor_sector(request->address + bytes) - floor_sector(request->address);
}

/* A line passes between the SM and L2. Has it passed before, with more than L2 holds in between? Lines
   that passed a short while ago take no new room. */
static bool
pass_line(gm_l1_wave *s, gm_l1_line *line, bool store)
{
	uint32_t *last = &line->passed;
	const uint32_t now = (uint32_t)(*s->filled * CLOCK) + 1;
	const bool lost = *last && now - *last > CLOCK;
	if (!*last || now - *last > CLOCK / 64)
		*s->filled += store ? s->room.written : s->room.read;
	*last = now;
	return lost;
}

/* The passes that warps take before they wait, or after so many waits in their turn: these run beside each other. */
static double *
clock_of_group(gm_l1_wave *s)
{
	if (s->clocks_round != s->waits.round)
		memset(s->clocks, 0, sizeof s->clocks);
	s->clocks_round = s->waits.round;
	return &s->clocks[s->now->group % GM_TRACE_TOGETHER];
}

/* The warp waits for one that it has asked for: what it loads from here on comes after that. */
static void
wait_for_own(const gm_l1_wave *s, gm_l1_walker *w, const gm_trace_request *request)
{
	const uint32_t now = (uint32_t)s->requests;
	if (request->needs == 0 || request->needs > now)
		return;
	w->came = now - request->needs;
	if (w->came < w->group_from)
		return;
	w->group++;
	w->group_from = now;
}

/* Not yet here, though on its way: asked for by its warp, which has not waited for it since, or by others in this round. */
static bool
is_coming(gm_l1_wave *s, const gm_l1_line *line, const gm_l1_luck *luck)
{
	const bool own = line->fetched > 0 && line->fetched == s->now->stretch;
	const bool beside = luck->waits && line->group == s->now->group;
	const double since = own ? (uint32_t)s->clock - line->asked
	                         : (uint32_t)*clock_of_group(s) - line->asked_beside;
	return (own ? line->by > s->now->came : beside) &&
	       since < (luck->opening ? s->room.dram_clocks : s->room.l2_clocks);
}

static inline void
wait_for_line(gm_l1_wave *s, int64_t number, gm_l1_line *line, unsigned there, unsigned missing, bool lost,
              gm_l1_luck *luck)
{
	if (missing && s->room.first && s->waits.round > 1 && gm_first_loads_have(s->room.first, number))
		gm_l1_waits_know(&line->waited);
	const bool before = luck->waits;
	luck->waits = false;
	gm_l1_waits_touch(&s->waits, &line->waited, there, missing, lost, luck);
	s->lines++;
	s->coming += missing || is_coming(s, line, luck);
	luck->waits |= before;
	if (!missing)
		return;
	line->asked = (uint32_t)s->clock;
	line->asked_beside = (uint32_t)*clock_of_group(s);
	line->group = s->now->group;
}

/* A load asks L2 for a part of a line, of which its warp may ask for another before it waits. */
static void
fetch_of_line(gm_l1_wave *s, gm_l1_line *line, int missing)
{
	const uint32_t by = (uint32_t)s->requests;
	const bool same = line->fetched == s->now->stretch, beside = same && line->by != by;
	if (beside)
		s->sites[line->site].split += s->now->weight * line->part;
	line->part = (uint32_t)missing + (same && !beside ? line->part : 0);
	line->site = s->site;
	line->fetched = s->now->stretch;
	line->by = by;
}

/* Touches neighbouring sectors; returns how many were there. */
static int
touch_run(gm_l1_wave *s, int64_t sector, int64_t count, uint8_t access, int *new_lines, int *lost,
          gm_l1_luck *luck)
{
	const bool store = access == GM_TRACE_STORE;
	int found = 0;
	while (count > 0) {
		const int first = (int)(sector & 3);
		const int n = count < GM_LINE_SECTORS - first ? (int)count : GM_LINE_SECTORS - first;
		const unsigned wanted = ((1U << n) - 1) << first;
		int fresh = 0;
		const unsigned there = access == GM_TRACE_PAST
		                               ? 0
		                               : gm_l1_cache_touch(s->cache, sector >> 2, wanted, &fresh);
		const int hit = gm_bits_of_four(there);
		gm_l1_line *line = gm_l1_past_line(&s->past, sector >> 2);
		const bool again = (store || hit < n) && pass_line(s, line, store);
		*lost += again ? n - hit : 0;
		if (!store && hit < n)
			fetch_of_line(s, line, n - hit);
		if (!store)
			wait_for_line(s, sector >> 2, line, there, wanted & ~there, again, luck);
		found += hit;
		*new_lines += fresh;
		sector += n;
		count -= n;
	}
	return found;
}

/* A store joins the one that the warp issued right before it where both touch a sector, and nothing of a
   branch or a barrier is between them: then hardly any does (calibration, breaks). */
static gm_l1_joins
joined(const gm_l1_wave *s, const gm_l1_walker *w, const gm_trace_request *request, int64_t moved)
{
	const gm_trace *t = w->block->trace;
	if (!w->stored || request->apart)
		return (gm_l1_joins){0, 0, 0};
	return gm_l1_joined(t, &t->requests[w->stored - 1], w->stored_moved, request, moved, s->warps);
}

/* Stores of several warps join where they touch a sector at about the same time. */
static double
joined_by_others(gm_l1_wave *s, const gm_l1_walker *w, const gm_trace_request *request, int64_t moved)
{
	const gm_trace *t = w->block->trace;
	const uint32_t mine = s->waits.round * WALKERS + w->number % WALKERS;
	double joined = 0;
	for (int i = 0; i < request->runs_count && request->runs_count <= GM_L1_JOINED_RUNS; i++) {
		const gm_trace_run run = t->runs[request->first_run + (uint32_t)i];
		for (int64_t k = run.sector + moved; k < run.sector + moved + run.count; k++) {
			uint32_t *last = &gm_l1_past_line(&s->past, k >> 2)->stored[k & 3];
			joined += *last / WALKERS == s->waits.round && *last != mine;
			*last = mine;
		}
	}
	return joined > 0 ? gm_l1_joined_by_others(t, request) * joined : 0;
}

/* Of what passes L1 nothing is known. */
static gm_l1_luck
everything(const gm_l1_wave *s, const gm_trace *t, const gm_trace_request *request)
{
	const int sectors = request->sectors;
	const int units = (sectors + s->waits.unit_sectors - 1) / s->waits.unit_sectors;
	return (gm_l1_luck){.fetched = sectors,
	                    .lines = (int)gm_l1_lines(t, request),
	                    .units = units,
	                    .places = sqrt(units),
	                    .waits = true,
	                    .opening = true};
}

/* Of the passes of the tags that the request takes those in which some line lacks something, were such lines anywhere. */
static double
coming_part(const gm_l1_wave *s, const int64_t *of)
{
	if (s->coming == 0 || s->coming == s->lines)
		return s->coming > 0;
	const double turns = of ? (double)of[GM_COUNT_TAG_TURNS] / fmax(1, (double)of[GM_COUNT_REQUESTS]) : 1;
	return 1 - pow(1 - (double)s->coming / s->lines, fmax(1, s->lines / fmax(1, turns)));
}

/* Of a request of the site, in the mean: what L1 is busy with. */
static double
passes_of(const int64_t *of, double coming)
{
	if (!of || of[GM_COUNT_REQUESTS] == 0)
		return 1;
	const double passes = (double)of[GM_COUNT_WAVEFRONTS] + coming * (double)of[GM_COUNT_TAGGED_PASSES];
	return fmax(passes, (double)of[GM_COUNT_TAG_TURNS]) / (double)of[GM_COUNT_REQUESTS];
}

static gm_l1_luck
do_request(gm_l1_wave *s, gm_l1_walker *w, uint32_t index)
{
	const gm_trace *t = w->block->trace;
	const gm_trace_request *request = &t->requests[index];
	gm_l1_tally *tally = &s->sites[request->site];
	s->requests++;
	tally->asked += w->weight * request->sectors;
	const bool store = request->access == GM_TRACE_STORE;
	const int64_t moved = moved_sectors(w, request);
	const int64_t *counted = s->room.counts ? s->room.counts[request->site].of : NULL;
	gm_l1_luck luck = {0};
	double coming = 0;
	s->lines = s->coming = 0;
	if (request->empty)
		gm_l1_cache_empty(s->cache);
	wait_for_own(s, w, request);
	s->now = w;
	s->site = request->site;
	if (request->access == GM_TRACE_LOAD || request->access == GM_TRACE_PAST || store) {
		int found = 0, new_lines = 0, lost = 0;
		for (int i = 0; i < request->runs_count; i++) {
			const gm_trace_run *run = &t->runs[request->first_run + (uint32_t)i];
			const int units = luck.units;
			found += touch_run(s, run->sector + moved, run->count, request->access, &new_lines, &lost,
			                   &luck);
			luck.places += luck.units > units ? sqrt(luck.units - units) : 0;
		}
		tally->found += w->weight * found;
		tally->loads += store ? 0 : w->weight;
		coming = store ? 0 : coming_part(s, counted);
		tally->missing += w->weight * coming;
		tally->refetched += store ? 0 : w->weight * lost;
		if (w->weight > 1 && w->depth > 0)
			w->spans[w->depth - 1].left_out += (w->weight - 1) * new_lines;
	}
	if (request->access == GM_TRACE_BYPASS || request->access == GM_TRACE_ATOMIC)
		luck = everything(s, t, request);
	const double passes = passes_of(counted, coming);
	s->clock += passes;
	*clock_of_group(s) += passes;
	s->line = request->runs_count > 0 ? (t->runs[request->first_run].sector + moved) >> 2 : 0;
	if (store) {
		const gm_l1_joins before = joined(s, w, request, moved);
		const double others = joined_by_others(s, w, request, moved);
		tally->merged += w->weight * (before.full > others ? before.full : others);
		tally->merged_free += w->weight * (before.free > others ? before.free : others);
		tally->merged_own += w->weight * before.full;
		tally->merged_own_free += w->weight * before.free;
		tally->shared += w->weight * (before.shared > others ? before.shared : others);
	}
	if (store || !request->passes)
		w->stored = store ? index + 1 : 0;
	w->stored_moved = store ? moved : w->stored_moved;
	return luck;
}

static void
begin_span(const gm_l1_wave *s, gm_l1_walker *w)
{
	const gm_trace_step *step = &w->program->steps[w->at];
	w->spans[w->depth++] = (gm_l1_span){.begin = (uint32_t)w->at, .weight = w->weight};
	w->weight *= weight_of_run(s, step, 0);
}

static void
end_span(gm_l1_wave *s, gm_l1_walker *w)
{
	gm_l1_span *span = &w->spans[w->depth - 1];
	const gm_trace_step *begin = &w->program->steps[span->begin];
	if (++span->run < walked_runs(s, begin)) {
		w->weight = span->weight * weight_of_run(s, begin, span->run);
		w->at = span->begin;
		return;
	}
	if (span->left_out > 0)
		gm_l1_cache_age(s->cache, span->left_out);
	w->weight = span->weight;
	w->depth--;
}

bool
gm_l1_take_turn(gm_l1_wave *s, gm_l1_walker *w, int hits)
{
	bool waits = false;
	w->group = 0;
	w->group_from = (uint32_t)s->requests;
	gm_l1_window win = {.most = w->block->trace->together_max, .before = &w->before};
	for (; w->at < w->program->count; w->at++) {
		const gm_trace_step *step = &w->program->steps[w->at];
		const gm_trace_request *request = &w->block->trace->requests[step->index];
		if (step->kind == GM_STEP_BEGIN)
			begin_span(s, w);
		if (step->kind == GM_STEP_END)
			end_span(s, w);
		if (step->kind != GM_STEP_REQUEST) {
			win.ended += (double)step->ended;
			continue;
		}
		if (s->room.counts)
			gm_l1_window_part(&win, request, s->room.counts[request->site].parted);
		if (!gm_l1_window_takes(&win, request)) {
			if ((win.together > 0 && win.together < win.most) || !w->stretch)
				w->stretch = ++s->stretches;
			gm_l1_window_end(&win);
			if (waits || hits <= 0)
				return true;
		}
		const gm_l1_luck luck = do_request(s, w, step->index);
		if (gm_l1_window_loads(request))
			gm_l1_window_add(&win, request, &luck, s->line, w->weight, &s->sites[request->site].waits);
		waits |= luck.waits;
		hits--;
	}
	gm_l1_window_end(&win);
	return false;
}
