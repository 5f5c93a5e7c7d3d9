#include "kernel/descriptor_run.h"

#include "kernel/rounds.h"

#include <stdlib.h>
#include <string.h>

enum {
	WALK_SHORTER_THAN = 3, /* a stretch this short is walked without asking */
	ASKED_MAX = 20000,     /* proofs asked for, after which loops are walked */
	VAIN_MAX = 8,          /* stretches in a row that are asked for and not found, after which more is walked each time */
};

/* Thread iterations before a replay gives up, so that a loop nobody can shorten ends in a message. */
static const int64_t work_max = INT64_C(100) * 1000 * 1000;

typedef struct looping {
	const gm_statement *statement;
	const gm_active *active;
	gm_column from, step;
	gm_form from_form, step_form;
	int64_t *trips; /* per thread */
	int64_t *from_storage, *step_storage;
	int depth;
} looping;

static gm_status
walk_turns(gm_run *r, const looping *loop, const gm_active *active, int64_t first, int64_t end)
{
	const gm_statement *statement = loop->statement;
	int64_t *own = r->storage + (size_t)statement->slot * (size_t)r->threads;
	const bool differs = loop->from.each || loop->step.each;
	const int variable = GM_VARIABLE_LOOP + loop->depth;
	for (int64_t i = first; i < end; i++) {
		if ((r->work += r->threads) > work_max) {
			gm_fail(r->err, GM_TOO_LARGE, "this loop cannot be shortened and is too long to walk");
			gm_error_locate(r->err, r->kernel->file, statement->line, 0);
			return GM_TOO_LARGE;
		}
		for (int t = 0; t < (differs ? r->threads : 0); t++)
			if (active->threads[t])
				own[t] = gm_column_at(loop->from, t) + i * gm_column_at(loop->step, t);
		r->values[statement->slot] =
		        differs ? (gm_column){own, 0}
		                : (gm_column){NULL, loop->from.same + i * loop->step.same};
		r->box.low[variable] = r->box.high[variable] = i;
		if (r->follows)
			r->forms[statement->slot] = gm_form_scaled_sum(&loop->from_form, &loop->step_form, i);
		const gm_status status = gm_run_statements(r, statement->body, active, loop->depth + 1);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

/* Some loop among the statements may be asked whether it repeats. */
static bool
may_ask(gm_statements statements)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		if ((s->kind == GM_STATEMENT_LOOP && !s->unrolled) || may_ask(s->body) || may_ask(s->other))
			return true;
	}
	return false;
}

/* Who asks for this loop follows its body anew: what that leaves in its forms is for loops in it. */
static gm_status
walk(gm_run *r, const looping *loop, const gm_active *active, int64_t first, int64_t end)
{
	const bool follows = r->follows;
	r->follows = follows && may_ask(loop->statement->body);
	const gm_status status = walk_turns(r, loop, active, first, end);
	r->follows = follows;
	return status;
}

/* Whether the iterations first to end-1 repeat, in the context the replay has reached. */
static gm_cut
ask(gm_run *r, const looping *loop, int64_t first, int64_t end)
{
	const int variable = GM_VARIABLE_LOOP + loop->depth;
	r->box.low[variable] = first;
	r->box.high[variable] = end - 1;
	const gm_form iteration = gm_form_variable(&r->box, variable);
	const gm_form moved = gm_form_product(&iteration, &loop->step_form, &r->box);
	r->forms[loop->statement->slot] = gm_form_scaled_sum(&loop->from_form, &moved, 1);
	return gm_descriptor_cut(r->descriptor, loop->statement->body, variable, r->forms, &r->box,
	                         loop->depth + 1, r->advance);
}

/* The iterations left out must stay inside their arrays too. */
static gm_status
check_reach(gm_run *r, const looping *loop, int64_t times, const int64_t *advance)
{
	for (int i = 0; i < r->kernel->sites_count; i++) {
		const gm_site *site = &r->kernel->sites[i];
		if (!r->reaches[i].used || site->array < 0)
			continue;
		const gm_array *array = &r->kernel->arrays[site->array];
		const int64_t moved = advance[i] / gm_type_bytes(array->type) * times;
		const int64_t low = r->reaches[i].low + moved, high = r->reaches[i].high + moved;
		const int64_t bad = low < 0 ? low : high;
		if (low < 0 || high > array->length - gm_run_elements(r, site)) {
			gm_fail(r->err, GM_OUT_OF_BOUNDS,
			        "%s of %s: index %lld is outside its %lld elements, in a later iteration of "
			        "the loop at line %d",
			        gm_operation_name(site->operation), site->text, (long long)bad,
			        (long long)array->length, loop->statement->line);
			gm_error_locate(r->err, r->kernel->file, site->line, 0);
			return GM_OUT_OF_BOUNDS;
		}
	}
	return GM_OK;
}

static void
join_reaches(const gm_run *r, const gm_reach *before)
{
	for (int i = 0; i < r->kernel->sites_count; i++) {
		gm_reach *now = &r->reaches[i];
		if (!before[i].used)
			continue;
		now->low = now->used && now->low < before[i].low ? now->low : before[i].low;
		now->high = now->used && now->high > before[i].high ? now->high : before[i].high;
		now->used = true;
	}
}

static bool
has_barrier(const gm_run *r, gm_statements statements)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		const bool site = s->kind == GM_STATEMENT_SITE;
		if ((site && r->kernel->sites[s->site].operation == GM_BARRIER) ||
		    has_barrier(r, s->body) || has_barrier(r, s->other))
			return true;
	}
	return false;
}

/* Walks one period and lets it stand for all others but the first, which waits for what came before the
   loop, and `behind` it the last, of which a replay of PTX learns too late that it is; of two, the
   first stands for both unless one may race with the next. */
static gm_status
walk_and_repeat(gm_run *r, const looping *loop, const gm_active *active, int64_t first,
                int64_t period, int64_t periods, int64_t behind)
{
	const size_t sites = (size_t)r->kernel->sites_count;
	const bool races = periods == 2 && gm_run_hazards_between_turns(r, loop->statement);
	const int64_t apart = periods > 2 || races, times = periods - apart - 1 - behind;
	int64_t *advance = gm_allocate(sites, sizeof *advance);
	gm_reach *before = gm_allocate(sites, sizeof *before);
	memcpy(advance, r->advance, sites * sizeof *advance);
	gm_status status = walk(r, loop, active, first, first + apart * period);
	first += apart * period;
	memcpy(before, r->reaches, sites * sizeof *before);
	memset(r->reaches, 0, sites * sizeof *before);
	const gm_sink *sink = r->sink;
	const uint32_t name = loop->statement->loop;
	if (status == GM_OK && sink->mark)
		status = sink->mark(sink->state, name);
	if (status == GM_OK)
		status = walk(r, loop, active, first, first + period);
	if (status == GM_OK)
		status = check_reach(r, loop, times, advance);
	if (status == GM_OK && sink->repeat)
		status = sink->repeat(sink->state, name, times, advance);
	join_reaches(r, before);
	free(advance);
	free(before);
	return status;
}

/* Of two turns neither stands for the other, but each is one: a span that comes to nothing says so, as
   that of a replay of PTX does, which cannot know that the second turn is the last. */
static gm_status
walk_two(gm_run *r, const looping *loop, const gm_active *active, int64_t first)
{
	const gm_sink *sink = r->sink;
	const uint32_t name = loop->statement->loop;
	const bool spans = sink->mark && sink->repeat;
	gm_status status = walk(r, loop, active, first, first + 1);
	if (status == GM_OK && spans)
		status = sink->mark(sink->state, name);
	if (status == GM_OK)
		status = walk(r, loop, active, first + 1, first + 2);
	if (status == GM_OK && spans)
		status = sink->repeat(sink->state, name, 0, r->nowhere);
	return status;
}

typedef struct asking {
	gm_run *r;
	const looping *loop;
} asking;

static gm_cut
ask_through(void *state, int64_t first, int64_t end)
{
	const asking *a = state;
	a->r->asked++;
	return ask(a->r, a->loop, first, end);
}

/* Where no stretch was found so many times in a row, as in turns that draw numbers, twice as many turns are walked
   each time before the next is asked for: at most half of them in vain. */
static int64_t
walk_before_asking(int in_vain)
{
	enum { DOUBLED_MAX = 40 };
	const int doubled = in_vain - VAIN_MAX;
	return doubled <= 0 ? 1 : INT64_C(1) << (doubled < DOUBLED_MAX ? doubled : DOUBLED_MAX);
}

/* Iterations in which the same threads take part: stretches that repeat, each as long as can be. */
static gm_status
run_stretch(gm_run *r, const looping *loop, const gm_active *active, int64_t first, int64_t end)
{
	asking a = {r, loop};
	gm_status status = GM_OK;
	int in_vain = 0;
	if (end - first == 2 && !r->whole && !loop->statement->unrolled)
		return walk_two(r, loop, active, first);
	while (first < end && status == GM_OK) {
		gm_cut cut = {0};
		const bool asks = !r->whole && !loop->statement->unrolled &&
		                  end - first >= WALK_SHORTER_THAN && r->asked < ASKED_MAX;
		int64_t until = asks ? gm_descriptor_longest(ask_through, &a, first, end, &cut) : end;
		const int64_t length = until - first;
		in_vain = cut.shape ? 0 : in_vain + 1;
		if (!cut.shape)
			until = asks && end - first > walk_before_asking(in_vain) ? first + walk_before_asking(in_vain) : end;
		if (cut.period && length / cut.period >= 2) {
			const int64_t periods = length / cut.period;
			const int64_t behind =
			        periods > 2 && !has_barrier(r, loop->statement->body);
			status = walk_and_repeat(r, loop, active, first, cut.period, periods, behind);
			first += cut.period * (periods - behind);
		}
		if (status == GM_OK)
			status = walk(r, loop, active, first, until);
		first = until;
	}
	return status;
}

static int64_t
trip_count(int64_t from, int64_t to, int64_t step)
{
	return to <= from ? 0 : (to - from - 1) / step + 1;
}

static gm_status
count_trips(gm_run *r, looping *loop)
{
	const gm_statement *statement = loop->statement;
	const gm_active *active = loop->active;
	gm_column to;
	gm_status status = gm_run_evaluate(r, statement->to, active, &to);
	if (status != GM_OK)
		return status;
	for (int t = 0; t < r->threads; t++) {
		if (!active->threads[t])
			continue;
		const int64_t step = gm_column_at(loop->step, t), from = gm_column_at(loop->from, t);
		int64_t span;
		if (step <= 0 || __builtin_sub_overflow(gm_column_at(to, t), from, &span)) {
			status = gm_fail(r->err, GM_BAD_VALUE, "this loop has a step of %lld, expected at least 1",
			                 (long long)step);
			gm_error_locate(r->err, r->kernel->file, statement->line, 0);
			return status;
		}
		loop->trips[t] = trip_count(from, gm_column_at(to, t), step);
	}
	return GM_OK;
}

/* The next smallest trip count above `done` among the active threads; 0 when there is none. */
static int64_t
next_end(const gm_run *r, const looping *loop, int64_t done)
{
	int64_t next = 0;
	for (int t = 0; t < r->threads; t++)
		if (loop->active->threads[t] && loop->trips[t] > done && (!next || loop->trips[t] < next))
			next = loop->trips[t];
	return next;
}

/* Each thread its trips, all from the first turn on. */
static gm_status
run_trips(gm_run *r, const looping *loop)
{
	gm_status status = GM_OK;
	gm_active some = gm_active_new(r);
	int64_t done = 0;
	for (int64_t end; status == GM_OK && (end = next_end(r, loop, done)) != 0; done = end) {
		for (int t = 0; t < r->threads; t++)
			some.threads[t] = loop->active->threads[t] && loop->trips[t] > done;
		gm_active_pack(r, &some);
		status = run_stretch(r, loop, &some, done, end);
	}
	gm_active_dispose(&some);
	return status;
}

/* ---- rounds of turns, kernel/rounds.h ---- */

static bool
parts_by_fours(const gm_run *r, const looping *loop)
{
	int64_t least = INT64_MAX, most = 0;
	for (int t = 0; t < r->threads && loop->statement->by_fours; t++) {
		if (!loop->active->threads[t])
			continue;
		least = loop->trips[t] < least ? loop->trips[t] : least;
		most = loop->trips[t] > most ? loop->trips[t] : most;
	}
	return least < most;
}

/* The threads whose turns have `turns` among them make these, each where it stands: after those of
   more that it has. */
static gm_status
run_rest(gm_run *r, const looping *loop, int turns)
{
	int64_t *from = gm_allocate((size_t)r->threads, sizeof *from), low = INT64_MAX, high = INT64_MIN;
	gm_active some = gm_active_new(r);
	for (int t = 0; t < r->threads; t++) {
		const int64_t before = gm_rounds_before(loop->trips[t], turns);
		some.threads[t] = loop->active->threads[t] && gm_rounds_in(loop->trips[t], turns) > 0;
		from[t] = gm_column_at(loop->from, t) + before * gm_column_at(loop->step, t);
		low = some.threads[t] && from[t] < low ? from[t] : low;
		high = some.threads[t] && from[t] > high ? from[t] : high;
	}
	gm_active_pack(r, &some);
	looping rest = *loop;
	rest.from = (gm_column){from, 0};
	rest.from_form = gm_form_opaque(low, high, GM_VARIABLE_LOOP + loop->depth);
	const gm_status status = low <= high ? walk(r, &rest, &some, 0, turns) : GM_OK;
	gm_active_dispose(&some);
	free(from);
	return status;
}

static gm_status
run_fours(gm_run *r, const looping *loop)
{
	const size_t threads = (size_t)r->threads;
	int64_t *whole = gm_allocate(threads, sizeof *whole);
	for (size_t t = 0; t < threads; t++)
		whole[t] = gm_rounds_in(loop->trips[t], GM_ROUND);
	looping rounds = *loop;
	rounds.trips = whole;
	gm_status status = run_trips(r, &rounds);
	for (int turns = GM_ROUND / 2; status == GM_OK && turns >= 1; turns /= 2)
		status = run_rest(r, loop, turns);
	free(whole);
	return status;
}

static gm_column
keep(const gm_run *r, gm_column value, int64_t *own)
{
	if (!value.each)
		return value;
	memcpy(own, value.each, (size_t)r->threads * sizeof *own);
	return (gm_column){own, 0};
}

/* Statements in it may wait for results of this run of the loop alone. */
static gm_status
run_begun(gm_run *r, const looping *loop)
{
	int64_t *before = gm_allocate((size_t)r->warps, sizeof *before);
	for (int w = 0; w < r->warps; w++) {
		before[w] = r->history[w].began;
		r->history[w].began = r->history[w].position;
	}
	const gm_status status = parts_by_fours(r, loop) ? run_fours(r, loop) : run_trips(r, loop);
	for (int w = 0; w < r->warps; w++)
		r->history[w].began = before[w];
	free(before);
	return status;
}

gm_status
gm_run_loop(gm_run *r, const gm_statement *statement, const gm_active *active, int depth)
{
	const size_t threads = (size_t)r->threads;
	int64_t *storage = gm_allocate(3 * threads, sizeof *storage);
	looping loop = {.statement = statement,
	                .active = active,
	                .from = {NULL, 0},
	                .step = {NULL, 1},
	                .from_form = gm_form_constant(0),
	                .step_form = gm_form_constant(1),
	                .trips = storage,
	                .depth = depth};
	gm_status status = GM_OK;
	if (statement->from && (status = gm_run_evaluate(r, statement->from, active, &loop.from)) == GM_OK) {
		loop.from = keep(r, loop.from, storage + threads);
		loop.from_form = gm_form_evaluate(statement->from, r->forms, &r->box);
	}
	if (status == GM_OK && statement->step &&
	    (status = gm_run_evaluate(r, statement->step, active, &loop.step)) == GM_OK) {
		loop.step = keep(r, loop.step, storage + 2 * threads);
		loop.step_form = gm_form_evaluate(statement->step, r->forms, &r->box);
	}
	if (status == GM_OK)
		status = count_trips(r, &loop);
	if (status == GM_OK)
		status = run_begun(r, &loop);
	free(storage);
	return status;
}

