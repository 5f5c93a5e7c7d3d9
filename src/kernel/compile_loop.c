#include "kernel/compile_unroll.h"

#include <stdlib.h>

enum { JOINED_MOST = 4096 }; /* accesses of a loop that are looked at together */

/* ---- the copies of a turn ---- */

/* from + (turn*copies + copy)*step */
static const gm_expression *
value_in(gm_compiling *c, const gm_compile_turning *t, const gm_expression *start, int turn_slot,
	 int copies, int copy)
{
	gm_expression_draft d = {0};
	int at = turn_slot < 0 ? gm_draft_constant(&d, 0) : gm_draft_slot(&d, turn_slot);
	at = gm_draft_operator(&d, GM_OP_MULTIPLY, at, gm_draft_constant(&d, copies));
	at = gm_draft_operator(&d, GM_OP_ADD, at, gm_draft_constant(&d, copy));
	if (t->loop->step)
		at = gm_draft_operator(&d, GM_OP_MULTIPLY, at,
				       gm_draft_expression(&d, t->loop->step));
	if (start)
		gm_draft_operator(&d, GM_OP_ADD, at, gm_draft_expression(&d, start));
	return gm_draft_end(c, &d, "the loop's variable", t->loop->line);
}

static void
append_copy(gm_compiling *c, const gm_compile_turning *t, const gm_expression *value,
	    const gm_compile_decision *decisions, gm_compile_list *out)
{
	gm_compile_overhead(c, out, &t->cost.each, t->loop->line);
	gm_compile_append(out, (gm_compile_item){.statement = {.kind = GM_STATEMENT_LET,
							       .line = t->loop->line,
							       .slot = t->loop->slot,
							       .value = value}});
	for (size_t i = 0; i < t->body.count; i++) {
		gm_compile_item item = t->body.items[i];
		if (!decisions || gm_compile_decided(c, &item, &decisions[i], &item))
			gm_compile_append(out, item);
	}
}

static int
new_slot(gm_compiling *c)
{
	c->values =
		gm_grow(c->values, &c->values_room, (size_t)c->slots_count + 1, sizeof *c->values);
	c->named = gm_grow(c->named, &c->named_room, (size_t)c->slots_count + 1, sizeof *c->named);
	c->values[c->slots_count] = gm_sum_unknown(c->algebra, "a compiler's own");
	c->named[c->slots_count] = c->values[c->slots_count];
	return c->slots_count++;
}

static const gm_expression *
number(gm_compiling *c, int64_t value, int line)
{
	gm_expression_draft d = {0};
	gm_draft_constant(&d, value);
	return gm_draft_end(c, &d, "turns", line);
}

static gm_statement
new_loop(gm_compiling *c, const gm_compile_turning *t, int slot, const gm_expression *turns,
	 const gm_compile_list *body)
{
	return (gm_statement){.kind = GM_STATEMENT_LOOP,
			      .line = t->loop->line,
			      .slot = slot,
			      .loop = c->loops++,
			      .to = turns,
			      .body = gm_compile_keep(c, body)};
}

/* ---- unrolled whole ---- */

static bool
same_decision(const gm_compile_decision *x, const gm_compile_decision *y)
{
	return x->dropped == y->dropped && x->bytes == y->bytes && x->elements == y->elements &&
	       x->shift == y->shift;
}

/* After how many turns the decisions repeat. */
static int
period_of(const gm_compile_decision *decisions, int turns, size_t count)
{
	for (int period = 1; period < turns; period++) {
		bool repeats = turns % period == 0;
		for (size_t i = (size_t)period * count; i < (size_t)turns * count && repeats; i++)
			repeats = same_decision(&decisions[i],
						&decisions[i - (size_t)period * count]);
		if (repeats)
			return period;
	}
	return turns;
}

static void
append_groups(gm_compiling *c, const gm_compile_turning *t, int period,
	      const gm_compile_decision *decisions, gm_compile_list *out)
{
	gm_compile_list group = {0};
	const bool once = period == t->turns;
	const int slot = once ? -1 : new_slot(c);
	for (int copy = 0; copy < period; copy++)
		append_copy(c, t, value_in(c, t, t->loop->from, slot, period, copy),
			    decisions ? decisions + (size_t)copy * t->body.count : NULL,
			    once ? out : &group);
	if (!once) {
		gm_statement loop =
			new_loop(c, t, slot, number(c, t->turns / period, t->loop->line), &group);
		loop.unrolled = true;
		gm_compile_append(out, (gm_compile_item){.statement = loop});
	}
	gm_compile_list_dispose(&group);
}

static void
append_unjoined(gm_compiling *c, gm_compile_turning *t, gm_compile_list *out)
{
	gm_statement loop = *t->loop;
	gm_compile_overhead_first(c, &t->body, &t->cost.each, loop.line);
	loop.unrolled = true;
	loop.body = gm_compile_keep(c, &t->body);
	gm_compile_append(out, (gm_compile_item){.statement = loop});
}

static void
unroll_whole(gm_compiling *c, gm_compile_turning *t, gm_compile_list *out)
{
	const size_t accesses = t->turns > 0 ? (size_t)t->turns * t->body.count : 0;
	gm_compile_decision *decisions = gm_allocate(accesses, sizeof *decisions);
	const bool joins = accesses > 0 && accesses <= JOINED_MOST &&
			   gm_compile_joins(c, t->body.items, t->body.count, t->variable, t->from,
					    t->step, (int)t->turns, decisions);
	if (joins)
		append_groups(c, t, period_of(decisions, (int)t->turns, t->body.count), decisions,
			      out);
	else
		append_unjoined(c, t, out);
	free(decisions);
	const double turns = t->turns > 0 ? (double)t->turns : 1;
	out->size += (int)turns * t->body.size;
	out->issue += turns * (t->body.issue + gm_issue_total(&t->cost.each));
	out->has_loop = out->has_loop || t->body.has_loop;
}

/* ---- turning at run time ---- */

/* Operands of constant memory whose place only the turn tells are loads of their own. */
static void
load_constants(gm_compiling *c, gm_compile_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const gm_statement *s = &list->items[i].statement;
		gm_overhead *own = &c->overheads[s->site];
		if (s->kind != GM_STATEMENT_SITE || c->sites[s->site].space != GM_CONSTANT ||
		    !own->stated || gm_sum_is_constant(list->items[i].address))
			continue;
		own->stated = false;
		list->issue += 1;
	}
}

/* max(to - from, 0) in steps, from both ends known at launch or not. */
static int
draft_trips(gm_expression_draft *d, const gm_statement *loop)
{
	int span = gm_draft_expression(d, loop->to);
	if (loop->from)
		span = gm_draft_operator(d, GM_OP_SUBTRACT, span,
					 gm_draft_expression(d, loop->from));
	span = gm_draft_operator(d, GM_OP_MAX, span, gm_draft_constant(d, 0));
	return loop->step ? gm_draft_operator(d, GM_OP_CEIL_DIV, span,
					      gm_draft_expression(d, loop->step))
			  : span;
}

static const gm_expression *
trips_by(gm_compiling *c, const gm_compile_turning *t, gm_operator op)
{
	gm_expression_draft d = {0};
	const int trips = draft_trips(&d, t->loop);
	gm_draft_operator(&d, op, trips, gm_draft_constant(&d, t->copies));
	return gm_draft_end(c, &d, "turns", t->loop->line);
}

/* from + (trips/copies)*copies*step, or from + trips%copies*step: where the second of two loops
   begins. */
static const gm_expression *
second_start(gm_compiling *c, const gm_compile_turning *t, bool remainder_first)
{
	gm_expression_draft d = {0};
	int at = draft_trips(&d, t->loop);
	const gm_operator op = remainder_first ? GM_OP_MODULO : GM_OP_DIVIDE;
	at = gm_draft_operator(&d, op, at, gm_draft_constant(&d, t->copies));
	if (!remainder_first)
		at = gm_draft_operator(&d, GM_OP_MULTIPLY, at, gm_draft_constant(&d, t->copies));
	if (t->loop->step)
		at = gm_draft_operator(&d, GM_OP_MULTIPLY, at,
				       gm_draft_expression(&d, t->loop->step));
	if (t->loop->from)
		gm_draft_operator(&d, GM_OP_ADD, at, gm_draft_expression(&d, t->loop->from));
	return gm_draft_end(c, &d, "the loop's variable", t->loop->line);
}

/* The assembler copies a short turn four times more, unless `#pragma unroll 1` forbids both. */
static bool
is_copied_again(const gm_compile_turning *t, double issue)
{
	return t->loop->copies != 1 && gm_sum_is_constant(t->step) && !t->body.has_loop && !t->body.has_barrier &&
	       issue <= GM_COMPILE_AGAIN_MOST;
}

/* Counter, comparison, pointers; and the branch, which may be one of four. */
static void
end_turn(gm_compiling *c, const gm_compile_turning *t, double share, gm_compile_list *body)
{
	gm_issue own = t->cost.once;
	const gm_issue counter = {.of = {[GM_UNIT_ALU] = 1.8F, [GM_UNIT_FMA] = 0.2F}};
	const gm_issue branch = {.of = {[GM_UNIT_CONTROL] = (float)share}};
	gm_issue_add(&own, &counter);
	own = gm_issue_scaled(&own, share);
	gm_compile_overhead(c, body, &own, t->loop->line);
	gm_compile_branch(c, body, &branch, t->loop->line);
}

/* One loop of `copies` copies from `start` on. */
static void
append_turns(gm_compiling *c, const gm_compile_turning *t, int copies, const gm_expression *start,
	     const gm_expression *turns, gm_compile_list *out)
{
	gm_compile_list body = {0};
	const int slot = new_slot(c);
	const size_t rows = (size_t)copies * t->body.count;
	gm_compile_decision *decisions = gm_allocate(rows, sizeof *decisions);
	const gm_sum *turn = gm_sum_symbol(c->algebra, "turn", GM_SYMBOL_LOOP, 0, GM_SUM_MOST);
	const gm_sum *by = gm_sum_scale(c->algebra, t->step, copies);
	const gm_sum *from = gm_sum_add(c->algebra, t->from, gm_sum_multiply(c->algebra, turn, by));
	gm_compile_joins(c, t->body.items, t->body.count, t->variable, from, t->step, copies,
			 decisions);
	for (int copy = 0; copy < copies; copy++)
		append_copy(c, t, value_in(c, t, start, slot, copies, copy),
			    decisions + (size_t)copy * t->body.count, &body);
	const double issue = copies * (t->body.issue + gm_issue_total(&t->cost.each)) + 3;
	const bool again = copies == t->copies && is_copied_again(t, issue);
	end_turn(c, t, again ? 0.25 : 1, &body);
	gm_statement loop = new_loop(c, t, slot, turns, &body);
	loop.by_fours = again;
	gm_compile_append(out, (gm_compile_item){.statement = loop});
	free(decisions);
	gm_compile_list_dispose(&body);
}

/* A test before the loop; where turns are left over, the tests around both. */
static void
enter(gm_compiling *c, const gm_compile_turning *t, gm_compile_list *out)
{
	const bool parts = gm_compile_varies(t->from) || gm_compile_varies(t->to);
	const double issue = t->copies * (t->body.issue + gm_issue_total(&t->cost.each)) + 3;
	gm_issue own = {.of = {[GM_UNIT_ALU] = 1}};
	const gm_issue branch = {.of = {[GM_UNIT_CONTROL] = parts ? 3 : 1}};
	if (t->copies > 1 && t->turns < 0)
		own.of[GM_UNIT_ALU] += 4;
	if (is_copied_again(t, issue))
		own.of[GM_UNIT_ALU] += 10;
	gm_compile_overhead(c, out, &own, t->loop->line);
	if (t->turns < 0)
		gm_compile_branch(c, out, &branch, t->loop->line);
}

/* The loop as it stands. */
static void
append_as_is(gm_compiling *c, gm_compile_turning *t, gm_compile_list *out)
{
	gm_statement loop = *t->loop;
	gm_compile_join_list(c, &t->body);
	gm_compile_overhead_first(c, &t->body, &t->cost.each, loop.line);
	const double issue = t->body.issue + gm_issue_total(&t->cost.each) + 3;
	loop.by_fours = is_copied_again(t, issue);
	end_turn(c, t, loop.by_fours ? 0.25 : 1, &t->body);
	loop.body = gm_compile_keep(c, &t->body);
	gm_compile_append(out, (gm_compile_item){.statement = loop});
}

static void
turn(gm_compiling *c, gm_compile_turning *t, gm_compile_list *out)
{
	const gm_expression *from = t->loop->from;
	enter(c, t, out);
	if (t->copies == 1) {
		append_as_is(c, t, out);
	} else if (t->turns >= 0) {
		append_turns(c, t, t->copies, from, number(c, t->turns / t->copies, t->loop->line),
			     out);
	} else {
		const bool first = !gm_sum_is_constant(t->from);
		const gm_expression *second = second_start(c, t, first);
		const gm_expression *whole = trips_by(c, t, GM_OP_DIVIDE);
		const gm_expression *left = trips_by(c, t, GM_OP_MODULO);
		if (first)
			append_turns(c, t, 1, from, left, out);
		append_turns(c, t, t->copies, first ? second : from, whole, out);
		if (!first)
			append_turns(c, t, 1, second, left, out);
	}
	out->size += t->copies * t->body.size;
	out->issue += t->copies * t->body.issue;
	out->has_loop = true;
}

static const gm_sum *
value_of(gm_compiling *c, const gm_expression *e, const gm_sum *const *values, int64_t otherwise)
{
	return e ? gm_sum_of_expression(c->algebra, e, values)
		 : gm_sum_constant(c->algebra, otherwise);
}

void
gm_compile_loop(gm_compiling *c, const gm_statement *loop, gm_compile_list *out)
{
	const size_t needs = c->needs_count;
	gm_compile_turning t = {.loop = loop,
				.from = value_of(c, loop->from, c->values, 0),
				.to = value_of(c, loop->to, c->values, 0),
				.step = value_of(c, loop->step, c->values, 1)};
	const gm_sum *named_from = value_of(c, loop->from, c->named, 0);
	const gm_sum *named_step = value_of(c, loop->step, c->named, 1);
	const gm_sum *variable =
		gm_sum_symbol(c->algebra, "i", GM_SYMBOL_LOOP, -GM_SUM_MOST, GM_SUM_MOST);
	t.variable = gm_sum_as_symbol(variable);
	c->values[loop->slot] = c->named[loop->slot] = variable;
	c->depth++;
	t.body = gm_compile_statements(c, loop->body, false);
	t.cost = gm_compile_turn_needs(c, needs, t.variable, named_from, named_step);
	c->depth--;
	gm_compile_choose_copies(c, &t);
	out->has_barrier = out->has_barrier || t.body.has_barrier;
	out->has_exchange = out->has_exchange || t.body.has_exchange;
	if (t.whole) {
		unroll_whole(c, &t, out);
	} else {
		load_constants(c, &t.body);
		turn(c, &t, out);
	}
	gm_compile_list_dispose(&t.body);
}
