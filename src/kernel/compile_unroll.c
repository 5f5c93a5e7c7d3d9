#include "kernel/compile_unroll.h"

static int64_t
known_turns(gm_compiling *c, const gm_compile_turning *t)
{
	const gm_sum *span = gm_sum_subtract(c->algebra, t->to, t->from);
	if (!gm_sum_is_constant(span) || !gm_sum_is_constant(t->step) || t->step->constant <= 0)
		return -1;
	return span->constant <= 0 ? 0 : (span->constant - 1) / t->step->constant + 1;
}

/* In steps that cannot wrap around. */
static bool
is_counted(const gm_compiling *c, const gm_compile_turning *t)
{
	for (int b = GM_BLOCK_DIM_X; b <= GM_GRID_DIM_Z; b++)
		if (gm_sum_contains(t->step, gm_sum_as_symbol(c->values[b])))
			return false;
	return t->step->known && t->from->known && t->to->known;
}

static int
copies_of_known(const gm_compile_turning *t)
{
	for (int copies = 16; copies > 1; copies /= 2)
		if (t->turns % copies == 0 && copies * t->body.size <= GM_COMPILE_COPIES_MOST)
			return copies;
	return 1;
}

static int
copies_at_run_time(const gm_compile_turning *t)
{
	for (int copies = 4; copies > 1; copies /= 2)
		if (copies * t->body.size <= GM_COMPILE_COPIES_MOST)
			return copies;
	return 1;
}

void
gm_compile_choose_copies(gm_compiling *c, gm_compile_turning *t)
{
	const gm_statement *loop = t->loop;
	t->turns = known_turns(c, t);
	const bool small = t->turns >= 0 && t->turns * t->body.size <= GM_COMPILE_WHOLE_MOST;
	t->copies = 1;
	t->whole = loop->unrolled || (loop->copies == 0 && small && !t->body.has_loop);
	if (t->whole)
		return;
	if (loop->copies > 0)
		t->copies = loop->copies;
	else if (t->body.has_loop)
		t->copies = 1;
	else if (t->turns >= 0)
		t->copies = copies_of_known(t);
	else if (is_counted(c, t))
		t->copies = copies_at_run_time(t);
}
