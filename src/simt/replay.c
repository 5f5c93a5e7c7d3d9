#include "simt/ptx_kernel.h"

#include "simt/before.h"
#include "simt/block.h"
#include "simt/contest.h"
#include "simt/earlier.h"
#include "simt/hazards.h"
#include "simt/meetings.h"
#include "simt/straight.h"

#include <math.h>
#include <stdlib.h>

/* Of a block's budget: what is walked before haste. */
enum { HASTY_AT_ONCE = 1 << 16, HASTY_SOON = 1 << 18, HASTY_LATE = 1 << 19 };

/* Whoever wants to know whether blocks depend on each other. */
static void
start_meetings(ptx_memory *memory, const ptx_kernel *k, const gm_sink *sink, size_t blocks)
{
	if (!sink->doubt || blocks < 2 || !k->program.meeting_places)
		return;
	memory->meetings = gm_ptx_meetings_new();
	memory->meeting_places = k->program.meeting_places;
}

static void
tell_doubts(const ptx_machine *m, const gm_sink *sink, gm_walk walk, bool fought, bool cut)
{
	const ptx_meetings *meetings = m->memory->meetings;
	const bool proven = walk == GM_WALK_PROVEN || walk == GM_WALK_KEPT;
	if (fought && cut && sink->low)
		sink->low(sink->state);
	if (!sink->doubt)
		return;
	bool told = true;
	if (fought)
		sink->doubt(sink->state, GM_DOUBT_TURNS,
			    cut ? "threads fight for words by compare and swap, more often than was "
				  "followed: counts and time are too low"
				: "threads fight for words by compare and swap: how often they lose "
				  "depends on time; blocks were run side by side");
	else if (gm_ptx_earlier_found(m->memory->earlier, m->memory->count))
		sink->doubt(sink->state, GM_DOUBT_TURNS,
			    "blocks wait for others before them, for how long is not "
			    "known; each was run as if those had ended");
	else
		told = false;
	if (meetings && gm_ptx_meetings_any(meetings)) {
		sink->doubt(sink->state, GM_DOUBT_MEETING,
			    told ? NULL
			    : walk == GM_WALK_KEPT
				    ? "blocks store what others load, in an order that nobody "
				      "knows; each was run when those before it had ended"
				    : "blocks store what others load, in an order that nobody "
				      "knows; each was run as if it were the first");
		told = true;
	}
	if (m->program->awaits && !told) {
		sink->doubt(sink->state, GM_DOUBT_TURNS,
			    "blocks wait for others: how often they ask depends on time; each wait was "
			    "counted once");
		told = true;
	}
	if (m->program->assumes)
		sink->doubt(sink->state, GM_DOUBT_GUESS,
			    told ? NULL
				 : "products of matrices without a model decide paths: their values are "
				   "taken to be 0");
	if (m->parted)
		sink->doubt(sink->state, GM_DOUBT_PARTS, NULL);
	if (proven && m->left_out > 0)
		sink->doubt(sink->state, GM_DOUBT_GUESS, "a loop that turns very often follows data");
}

/* What blocks before have stored stays as long as there is room for what this one stores. Of blocks that
   were drawn each takes the places behind those of the others, where it takes any: it begins wherever
   in a line these end, as most blocks of the grid do, and not with one. */
static bool
keeps_memory(const ptx_machine *m, gm_walk walk)
{
	const bool drawn = walk == GM_WALK_HASTY && m->program->places_by_order;
	return (walk == GM_WALK_KEPT || drawn) && m->memory->pages <= PTX_PAGES_MAX / 2;
}

/* The budget below which a block is walked in haste; 0: never. */
static int64_t
hasty_below(const ptx_kernel *k, gm_walk walk)
{
	switch (walk) {
	case GM_WALK_SAMPLED:
		return k->budget - HASTY_LATE;
	case GM_WALK_HASTY:
		return k->budget - HASTY_SOON;
	case GM_WALK_BRIEF:
		return k->budget - HASTY_AT_ONCE;
	default:
		return 0;
	}
}

/* What the machine has of a sink that is in haste, and of the same where it lingers. */
typedef struct ptx_hearing {
	gm_sink sink;
	ptx_strokes *strokes;
	gm_races *races;
	bool may_wait;
} ptx_hearing;

static void
hear(ptx_machine *m, const ptx_hearing *h)
{
	m->sink = &h->sink;
	m->strokes = h->strokes;
	m->races = h->races;
	m->may_wait = h->may_wait;
}

typedef struct ptx_hearings {
	ptx_hearing usual, lingering;
} ptx_hearings;

static ptx_hearing
hearing_of(ptx_machine *m, const gm_sink *sink, size_t blocks)
{
	ptx_hearing out = {.sink = *sink, .may_wait = sink->hurried && blocks > 1};
	m->sink = sink;
	m->races = NULL;
	gm_ptx_hazards_start(m);
	out.races = m->races;
	if (sink->hurried && sink->several && !out.races)
		out.strokes = gm_ptx_strokes_new(m->program);
	return out;
}

static ptx_hearings
hearings_of(ptx_machine *m, const gm_sink *sink, size_t blocks)
{
	ptx_hearings out = {.usual = hearing_of(m, sink, blocks)};
	gm_sink slow = *sink;
	slow.hurried = false;
	slow.several = NULL;
	if (sink->hurried && sink->lingers)
		out.lingering = hearing_of(m, &slow, blocks);
	return out;
}

/* What the machine does not hold by now. */
static void
dispose_hearings(ptx_machine *m, ptx_hearings *h)
{
	hear(m, &h->usual);
	gm_races_free(h->lingering.races);
}

static gm_status
run_block(ptx_machine *m, const ptx_kernel *k, const ptx_hearings *hearings, const gm_block_sample *sample,
	  gm_walk walk)
{
	const gm_sink *sink = &hearings->usual.sink;
	if (!keeps_memory(m, walk))
		gm_ptx_memory_reset(m->memory);
	if (m->memory->meetings)
		gm_ptx_meetings_begin(m->memory->meetings);
	m->only_warp = sample->warps > 0 ? sample->warp : -1;
	const gm_status status = sink->block ? sink->block(sink->state, sample) : GM_OK;
	const bool lingers = sink->hurried && sink->lingers && sink->lingers(sink->state);
	hear(m, lingers ? &hearings->lingering : &hearings->usual);
	if (status != GM_OK)
		return status;
	gm_ptx_block_run_before(m, k, sample->block);
	return gm_ptx_block_run(m, sample->block, k->budget);
}

gm_status
gm_ptx_replay_noting(const ptx_kernel *k, const gm_block_sample *samples, size_t count,
		     gm_walk walk, const gm_sink *sink, ptx_notes *notes, gm_error *err)
{
	const gm_kernel *kernel = &k->base;
	ptx_machine machine;
	ptx_memory memory;
	gm_status status = GM_OK;
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, &k->program, kernel->grid, kernel->block, k->shared_bytes);
	machine.memory = &memory;
	machine.err = err;
	machine.may_cut = walk != GM_WALK_WHOLE;
	/* A block that turned out to be endless work is rather sampled than given up. */
	machine.guess_below = k->budget / 2;
	machine.hasty_below = hasty_below(k, walk);
	if (machine.hasty_below != 0)
		machine.guess_below = INT64_MAX;
	machine.idle = true;
	machine.tolerates = true;
	machine.sites = k->sites;
	ptx_hearings hearings = hearings_of(&machine, sink, count);
	start_meetings(&memory, k, sink, count);
	ptx_earlier *earlier = gm_ptx_earlier_new(k);
	memory.earlier = earlier;
	ptx_contest *contest = NULL;
	gm_kept own = {0}, *kept = sink->kept ? sink->kept : &own;
	const size_t together = sink->resident > 0 ? (size_t)sink->resident : 1;
	bool fought = false, cut = false;
	double clocks = 0;
	for (size_t i = 0; i < count && status == GM_OK; i++) {
		const int64_t before = machine.left_out;
		const bool follows = i > 0 && walk == GM_WALK_KEPT;
		if (i % together == 0)
			contest = gm_ptx_contest_of(k, samples + i, count - i, sink->resident, follows, kept);
		fought |= gm_ptx_contest_is_fought(contest);
		cut |= gm_ptx_contest_is_cut(contest);
		clocks = contest ? fmax(clocks, gm_ptx_contest_clocks(contest, k)) : clocks;
		gm_ptx_contest_begin(contest, &machine, samples[i].block);
		status = run_block(&machine, k, &hearings, &samples[i], walk);
		notes->guessed |= machine.guessed;
		notes->left_out += machine.left_out - before;
	}
	if (status == GM_OK && fought && sink->fought)
		sink->fought(sink->state, clocks);
	if (status == GM_OK)
		tell_doubts(&machine, sink, walk, fought, cut);
	gm_ptx_meetings_free(memory.meetings);
	memory.meetings = NULL;
	dispose_hearings(&machine, &hearings);
	gm_ptx_machine_dispose(&machine);
	gm_ptx_memory_dispose(&memory);
	free(earlier);
	gm_kept_free(&own);
	if (status != GM_OK)
		gm_error_locate(err, kernel->file, 0, 0);
	return status;
}

gm_status
gm_ptx_replay(const gm_kernel *kernel, const gm_block_sample *samples, size_t count, int warp_lanes,
	      gm_walk walk, const gm_sink *sink, gm_error *err)
{
	ptx_notes notes = {0};
	if (warp_lanes != PTX_LANES)
		return gm_fail(err, GM_NOT_MODELLED, "PTX is written for warps of 32 lanes, not %d",
			       warp_lanes);
	return gm_ptx_replay_noting(ptx_kernel_of(kernel), samples, count, walk, sink, &notes,
				    err);
}
