#include "describe/describe_motion.h"

#include <stdlib.h>
#include <string.h>

/*
 * A loop is walked three times. First with a symbol in every register that it writes: what the turn
 * makes of the symbols tells how each register moves from turn to turn. Then with its value as a
 * formula of the turn, to learn how many turns there are, and again, knowing that, for the
 * statements.
 */

enum { FEW_TURNS = 1 << 24 };

/* ---- what the loop writes ---- */

static void
add_unit(ptx_carrying *c, bool *seen, uint32_t unit)
{
	ptx_describing *d = c->d;
	if (unit == PTX_NO_UNIT || seen[unit])
		return;
	seen[unit] = true;
	const gm_sum *before = d->now.values[unit];
	const int64_t low = before && before->low >= 0 ? 0 : -GM_SUM_MOST;
	c->units[c->count++] = (ptx_carried){
		.unit = unit,
		.before = before,
		.symbol =
			before ? gm_sum_symbol(d->a, "?", GM_SYMBOL_LOOP, low, GM_SUM_MOST) : NULL};
}

static void
find_units(ptx_carrying *c, const ptx_loop *loop)
{
	const ptx_program *p = c->d->program;
	bool *seen = gm_allocate(p->units_count, sizeof *seen);
	c->units = gm_allocate(p->units_count, sizeof *c->units);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].results_count; k++)
			if (gm_ptx_loop_has_node(loop, c->d->graph.node_of[i]))
				add_unit(c, seen, p->units[p->steps[i].results + (uint32_t)k]);
	free(seen);
}

/* ---- the two walks ---- */

static void
dispose_turning(ptx_turning *t)
{
	if (t->latched)
		gm_ptx_view_dispose(&t->latch);
	if (t->left)
		gm_ptx_view_dispose(&t->exit);
}

/* One turn, from a copy of what is known. */
static void
walk_turn(ptx_describing *d, ptx_turning *t, gm_outline_list *list)
{
	const ptx_view before = d->now;
	const int facts = d->facts_count;
	d->now = gm_ptx_view_copy(d, &before);
	d->dead = false;
	d->turning = t;
	gm_ptx_walk(d, t->header, -1, list);
	gm_ptx_flush(d, t->left ? &t->rest : list);
	d->turning = t->outer;
	d->facts_count = facts;
	gm_ptx_view_dispose(&d->now);
	d->now = before;
	d->dead = false;
}

/* Dependences across turns: who made what a turn begins with. */
static void
carry_producers(ptx_describing *d, const ptx_carrying *c, const ptx_turning *t)
{
	for (int i = 0; i < c->count && t->latched; i++) {
		const uint32_t unit = c->units[i].unit;
		d->now.producers[unit] = t->latch.producers[unit];
		gm_ptx_wait_carry(d, unit, t->latch.origins[unit], t->loop);
		d->now.loaded[unit] = d->now.loaded[unit] || t->latch.loaded[unit];
	}
	d->now.latest = t->latched ? t->latch.latest : d->now.latest;
}

/* The value with which the next turn begins, which there is: what the test says holds then. */
static const gm_sum *
going_on(ptx_describing *d, const ptx_turning *t, const gm_sum *value)
{
	const int facts = d->facts_count;
	const gm_factor *f;
	if (t->stays)
		gm_ptx_add_fact(d, t->stays);
	while (value && (f = gm_sum_as_factor(value)) && f->op == GM_OP_CHOOSE) {
		const bool yes = gm_ptx_is_implied(d, f->operand[0]);
		if (!yes && !gm_ptx_is_implied(d, gm_sum_not(d->a, f->operand[0])))
			break;
		value = f->operand[yes ? 1 : 2];
	}
	d->facts_count = facts;
	return value;
}

static void
try_turn(ptx_carrying *c, const ptx_turning *shape)
{
	ptx_describing *d = c->d;
	ptx_turning t = *shape;
	gm_outline_list list = {0};
	const bool trial = d->trial;
	const int statements = d->statements, lets = d->lets;
	d->trial = true;
	for (int i = 0; i < c->count; i++)
		d->now.values[c->units[i].unit] = c->units[i].symbol;
	walk_turn(d, &t, &list);
	for (int i = 0; i < c->count && t.latched; i++)
		c->units[i].after = going_on(d, &t, t.latch.values[c->units[i].unit]);
	carry_producers(d, c, &t);
	dispose_turning(&t);
	d->trial = trial;
	d->statements = statements;
	d->lets = lets;
}

/* ---- the statement ---- */

static bool
is_work(const gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++)
		if (!gm_outline_is_overhead(list->nodes[i]))
			return true;
	return false;
}

static void
append_all(ptx_describing *d, const gm_outline_list *from, gm_outline_list *to)
{
	for (int i = 0; i < from->count; i++)
		gm_outline_append(d->a, to, *from->nodes[i]);
}

/* Turns that are not known: a parameter of 1. */
static const gm_sum *
turns_by_data(ptx_describing *d, const ptx_loop *loop)
{
	const ptx_step *header = &d->program->steps[loop->header];
	gm_ptx_doubt(d, "%s: data decide how often this loop turns; described as a parameter",
		     gm_ptx_place(d, header));
	return gm_ptx_decided_by_data(d, "turns", header);
}

/* x or, where it may be negative, 0. */
static const gm_sum *
at_least_none(ptx_describing *d, const gm_sum *x)
{
	const gm_sum *zero = gm_sum_constant(d->a, 0);
	if (gm_ptx_is_implied(d, gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, x, zero)))
		return x;
	return gm_sum_max(d->a, x, zero);
}

/* `before_exit` is walked once more often than what follows the exit. */
static const gm_sum *
assemble(ptx_describing *d, ptx_turning *t, gm_outline_list *body, const gm_sum *full,
	 gm_outline_list *again)
{
	const gm_sum *one = gm_sum_constant(d->a, 1);
	if (!full) {
		append_all(d, &t->rest, body);
		return NULL;
	}
	if (!is_work(&t->rest)) {
		append_all(d, &t->rest, body);
		return gm_sum_add(d->a, full, one);
	}
	if (!is_work(body)) {
		*again = *body;
		gm_outline_list whole = {0};
		append_all(d, body, &whole);
		append_all(d, &t->rest, &whole);
		*body = whole;
		return full;
	}
	gm_outline_list none = {0};
	gm_ptx_add_if(d, t->stays, &t->rest, &none, t->loop->line, body);
	return gm_sum_add(d->a, full, one);
}

/* What the registers hold when the loop is left, after `full` whole turns. */
static void
take_exit(ptx_carrying *c, const ptx_turning *t, const gm_sum *full)
{
	ptx_describing *d = c->d;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	const ptx_view *from = t->left ? &t->exit : t->latched ? &t->latch : &d->now;
	for (int i = 0; i < c->count; i++) {
		const uint32_t unit = c->units[i].unit;
		const gm_sum *value = from->values[unit];
		if (value && gm_sum_contains(value, turn))
			value = full && !t->torn ? gm_sum_substitute(d->a, value, turn, full)
						 : NULL;
		d->now.values[unit] = value && value->known ? value : NULL;
		d->now.loaded[unit] = from->loaded[unit];
		d->now.producers[unit] = from->producers[unit];
		d->now.origins[unit] = from->origins[unit];
	}
	d->now.latest = from->latest;
	d->now.window = from->window;
	d->now.slot = from->slot;
}

/* The node outside to which the loop leads. */
static int32_t
way_out(const ptx_describing *d, const ptx_loop *loop)
{
	for (int32_t n = 0; n < d->graph.count - 1; n++) {
		const int32_t ways =
			gm_ptx_loop_has_node(loop, n) ? d->graph.nodes[n].successors_count : 0;
		for (int32_t e = 0; e < ways; e++) {
			const int32_t to = d->graph.successors[d->graph.nodes[n].successors + e];
			if (!gm_ptx_loop_has_node(loop, to))
				return to;
		}
	}
	return -1;
}

bool
gm_ptx_differs(const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			if (f->op == GM_OP_NAME &&
			    (f->symbol == GM_SYMBOL_THREAD || f->symbol == GM_SYMBOL_BLOCK))
				return true;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				if (gm_ptx_differs(f->operand[n]))
					return true;
		}
	return false;
}

/* A register that goes as far in a turn as the test says, and from which the way to go differs no
   more from thread to thread: the variable of  for (v = start; v < bound; v += step). */
static void
choose_start(const ptx_carrying *c, const gm_sum *way, gm_outline_node *node)
{
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	for (int i = 0; i < c->count; i++) {
		const gm_sum *value = c->units[i].value, *by, *start;
		if (!value || !gm_sum_split(c->d->a, value, turn, &by, &start) || by != node->step)
			continue;
		const gm_sum *bound = gm_sum_add(c->d->a, way, start);
		if (gm_ptx_differs(bound) || (node->bound && node->bound->count <= bound->count))
			continue;
		node->from = start;
		node->bound = bound;
	}
}

static void
choose_variable(const ptx_carrying *c, const ptx_turning *t, gm_outline_node *node)
{
	const gm_factor *test = t->stays ? gm_sum_as_factor(t->stays) : NULL;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	gm_algebra *a = c->d->a;
	const gm_sum *factor, *rest;
	node->variable = c->turn;
	node->from = gm_sum_constant(a, 0);
	node->step = gm_sum_constant(a, 1);
	if (!test || test->op != GM_OP_GREATER_EQUAL ||
	    !gm_sum_split(a, test->operand[0], turn, &factor, &rest) || factor->high >= 0)
		return;
	/* rest is what is left of the way, less 1; less a step, where the test comes last. */
	const gm_sum *step = gm_sum_scale(a, factor, -1);
	const gm_sum *way = gm_sum_add(a, rest, gm_sum_constant(a, 1));
	if (!is_work(&t->rest))
		way = gm_sum_add(a, way, step);
	node->step = step;
	if (gm_ptx_differs(way))
		choose_start(c, way, node);
	if (!node->bound)
		node->step = gm_sum_constant(a, 1);
}

static void
add_loop(ptx_carrying *c, ptx_turning *t, gm_outline_list *body, gm_outline_list *list)
{
	ptx_describing *d = c->d;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	gm_outline_list again = {0};
	const gm_sum *turns = t->left ? gm_ptx_turns(d, t->stays, turn) : NULL;
	const gm_sum *full = turns ? at_least_none(d, turns) : NULL;
	gm_outline_node node = {.kind = GM_OUTLINE_LOOP,
				.source_line = t->line ? t->line : t->loop->line};
	choose_variable(c, t, &node);
	/* A loop that tests last turns once even where its bound would not let it. */
	if (!full || (full != turns && !is_work(&t->rest)))
		node.bound = NULL;
	take_exit(c, t, full);
	node.count = assemble(d, t, body, full, &again);
	if (!node.count)
		node.count = turns_by_data(d, t->loop);
	node.body = *body;
	if (body->count)
		gm_outline_append(d->a, list, node);
	append_all(d, &again, list);
}

/* The turn as a symbol below `turns`, and the motions found with it. */
static void
begin_turn(ptx_carrying *c, int64_t turns)
{
	c->turn = gm_sum_symbol(c->d->a, "i", GM_SYMBOL_LOOP, 0, turns - 1);
	for (int i = 0; i < c->count; i++)
		c->units[i].value = NULL;
	gm_ptx_find_motions(c);
	for (int i = 0; i < c->count; i++)
		c->d->now.values[c->units[i].unit] = c->units[i].value;
}

/* How often the loop turns at most, tried without a word. */
static int64_t
most_turns(ptx_carrying *c, const ptx_turning *shape)
{
	ptx_describing *d = c->d;
	ptx_turning t = *shape;
	gm_outline_list list = {0};
	const bool trial = d->trial;
	const int statements = d->statements, lets = d->lets;
	d->trial = true;
	walk_turn(d, &t, &list);
	const gm_sum *turns = t.left && d->status == GM_OK
				      ? gm_ptx_turns(d, t.stays, gm_sum_as_symbol(c->turn))
				      : NULL;
	dispose_turning(&t);
	d->trial = trial;
	d->statements = statements;
	d->lets = lets;
	return turns && turns->high < FEW_TURNS ? (turns->high > 0 ? turns->high : 0) + 1 : 0;
}

int32_t
gm_ptx_describe_loop(ptx_describing *d, int32_t loop, gm_outline_list *list)
{
	const ptx_loop *l = &d->program->loops[loop];
	const ptx_turning shape = {
		.outer = d->turning, .loop = l, .header = d->graph.node_of[l->header]};
	ptx_carrying c = {.d = d};
	gm_outline_list body = {0};
	gm_ptx_flush(d, list);
	find_units(&c, l);
	try_turn(&c, &shape);
	begin_turn(&c, INT32_MAX);
	const int64_t few = most_turns(&c, &shape);
	if (few)
		begin_turn(&c, few);
	ptx_turning t = shape;
	walk_turn(d, &t, &body);
	if (d->status == GM_OK)
		add_loop(&c, &t, &body, list);
	dispose_turning(&t);
	free(c.units);
	d->dead = false;
	return way_out(d, l);
}
