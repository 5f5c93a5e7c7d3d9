#include "describe/describe_run.h"
#include "sass/issue.h"

/*
 * What a statement waits for. A register holds, besides its formula, the statements that its value
 * comes from, each with the clocks of what is computed in between; and, where nothing but overhead
 * made it, how long after the start of its window (model/chain.h) it is there. So the overhead,
 * which is no statement of its own, leaves its latency behind.
 */

static const ptx_origin nothing = {0};

static const ptx_origin *
origin_of(const ptx_describing *d, uint32_t unit)
{
	const ptx_origin *origin = unit == PTX_NO_UNIT ? NULL : d->now.origins[unit];
	return origin ? origin : &nothing;
}

/* Of values of one register the later ones were made of the earlier. */
static void
replace_oldest(ptx_origin *to, gm_outline_wait wait)
{
	int oldest = 0;
	for (int i = 1; i < to->count; i++)
		if (to->of[i].result < to->of[oldest].result)
			oldest = i;
	if (to->of[oldest].result < wait.result)
		to->of[oldest] = wait;
}

static void
add_wait(ptx_origin *to, gm_outline_wait wait)
{
	for (int i = 0; i < to->count; i++)
		if (to->of[i].result == wait.result) {
			to->of[i].delay =
				to->of[i].delay > wait.delay ? to->of[i].delay : wait.delay;
			if (to->of[i].carrier != wait.carrier)
				to->of[i].carrier = NULL;
			return;
		}
	if (to->count < GM_OUTLINE_WAITS_MAX)
		to->of[to->count++] = wait;
	else
		replace_oldest(to, wait);
}

/* Both; of a window that has been left nothing is under way. */
static void
merge(const ptx_describing *d, ptx_origin *to, const ptx_origin *from)
{
	for (int i = 0; i < from->count; i++)
		add_wait(to, from->of[i]);
	if (from->window == d->now.window && from->ready > to->ready)
		to->ready = from->ready;
	to->window = d->now.window;
}

static ptx_origin
sources_of(const ptx_describing *d, const ptx_step *s)
{
	ptx_origin sum = {.window = d->now.window};
	for (int i = 0; i < s->sources_count; i++)
		merge(d, &sum, origin_of(d, d->program->units[s->sources + (uint32_t)i]));
	merge(d, &sum, origin_of(d, s->guard));
	return sum;
}

/* Of what is overhead, in multiply-adds. */
static double
latency_of(const ptx_describing *d, const ptx_step *s)
{
	return s->site == PTX_NO_SITE ? 0 : (double)d->issues[s->site].wait;
}

void
gm_ptx_wait(ptx_describing *d, const ptx_step *s, gm_outline_node *node)
{
	const ptx_origin sum = sources_of(d, s);
	const double late = sum.ready - d->now.slot;
	node->told = !d->request->as_written;
	node->result = s->results_count > 0 ? (int)(s - d->program->steps) + 1 : 0;
	node->delay = late > 0 ? (float)(late / PTX_FMA_CYCLES) : 0;
	node->after_count = sum.count;
	for (int i = 0; i < sum.count; i++) {
		node->after[i] = sum.of[i];
		node->after[i].own_run = d->turning && sum.of[i].carrier == d->turning->loop;
	}
}

static void
put(ptx_describing *d, const ptx_step *s, const ptx_origin *origin)
{
	ptx_origin *kept = gm_arena_allocate(gm_algebra_arena(d->a), 1, sizeof *kept);
	*kept = *origin;
	for (int i = 0; i < s->results_count; i++) {
		const uint32_t unit = d->program->units[s->results + (uint32_t)i];
		if (unit != PTX_NO_UNIT)
			d->now.origins[unit] = kept;
	}
}

/* The statement says itself how long it takes. */
static ptx_origin
of_statement(const ptx_describing *d, const ptx_step *s)
{
	const int32_t maker = s->joined_to >= 0 ? s->joined_to : (int32_t)(s - d->program->steps);
	return (ptx_origin){.count = 1, .of = {{.result = maker + 1}}, .window = d->now.window};
}

void
gm_ptx_wait_result(ptx_describing *d, const ptx_step *s, bool is_statement)
{
	ptx_origin sum;
	if (s->results_count == 0)
		return;
	if (is_statement || s->joined_to >= 0) {
		sum = of_statement(d, s);
	} else {
		sum = sources_of(d, s);
		const double later = latency_of(d, s);
		for (int i = 0; i < sum.count; i++)
			sum.of[i].delay += (float)later;
		if (s->site != PTX_NO_SITE)
			sum.ready = (sum.ready > d->now.slot ? sum.ready : d->now.slot) +
				    later * PTX_FMA_CYCLES;
	}
	put(d, s, &sum);
}

static bool
holds(const ptx_origin *origin, int result)
{
	for (int i = 0; origin && i < origin->count; i++)
		if (origin->of[i].result == result)
			return true;
	return false;
}

/* What only the latch of the loop brings was made by a turn of it. */
static void
join_origins(ptx_describing *d, uint32_t unit, const ptx_origin *other, const ptx_loop *loop)
{
	const ptx_origin *own = d->now.origins[unit];
	if (own == other || !other)
		return;
	ptx_origin *both = gm_arena_allocate(gm_algebra_arena(d->a), 1, sizeof *both);
	if (own)
		*both = *own;
	for (int i = 0; i < other->count; i++) {
		gm_outline_wait wait = other->of[i];
		if (loop)
			wait.carrier = holds(own, wait.result) ? NULL : loop;
		add_wait(both, wait);
	}
	d->now.origins[unit] = both;
}

void
gm_ptx_wait_join(ptx_describing *d, uint32_t unit, const ptx_origin *other)
{
	join_origins(d, unit, other, NULL);
}

void
gm_ptx_wait_carry(ptx_describing *d, uint32_t unit, const ptx_origin *last, const ptx_loop *loop)
{
	join_origins(d, unit, last, loop);
}

void
gm_ptx_wait_issue(ptx_describing *d, const ptx_step *s)
{
	d->now.slot += s->site == PTX_NO_SITE ? 0 : gm_issue_total(&d->issues[s->site]);
}

void
gm_ptx_wait_window(ptx_describing *d)
{
	d->now.window = ++d->windows;
	d->now.slot = 0;
}
