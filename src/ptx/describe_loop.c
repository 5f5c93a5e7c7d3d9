#include "ptx/describe_run.h"

#include <stdlib.h>
#include <string.h>

/*
 * A loop is walked three times. First with a symbol in every register that it writes: what the turn makes
 * of the symbols tells how each register moves from turn to turn. Then with its value as a formula of the
 * turn, to learn how many turns there are, and again, knowing that, for the statements.
 */

enum { FEW_TURNS = 1 << 24 };

typedef struct carried {
	uint32_t unit;
	const gm_sum *before; /* when the loop is entered; NULL: data */
	const gm_sum *symbol; /* stands for it in the first walk; NULL: data */
	const gm_sum *after;  /* at the end of a turn, in the symbols */
	const gm_sum *value;  /* in the turn; NULL: data */
} carried;

typedef struct carrying {
	ptx_describing *d;
	const gm_sum *turn;
	carried *units;
	int count;
} carrying;

/* ---- what the loop writes ---- */

static bool
is_member(const ptx_loop *loop, int32_t node)
{
	return (loop->members[node / 64] >> (node % 64)) & 1;
}

static void
add_unit(carrying *c, bool *seen, uint32_t unit)
{
	ptx_describing *d = c->d;
	if (unit == PTX_NO_UNIT || seen[unit])
		return;
	seen[unit] = true;
	const gm_sum *before = d->now.values[unit];
	const int64_t low = before && before->low >= 0 ? 0 : -GM_SUM_MOST;
	c->units[c->count++] = (carried){
		.unit = unit,
		.before = before,
		.symbol = before ? gm_sum_symbol(d->a, "?", GM_SYMBOL_LOOP, low, GM_SUM_MOST)
				 : NULL};
}

static void
find_units(carrying *c, const ptx_loop *loop)
{
	const ptx_program *p = c->d->program;
	bool *seen = gm_allocate(p->units_count, sizeof *seen);
	c->units = gm_allocate(p->units_count, sizeof *c->units);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].results_count; k++)
			if (is_member(loop, c->d->graph.node_of[i]))
				add_unit(c, seen, p->units[p->steps[i].results + (uint32_t)k]);
	free(seen);
}

/* ---- how registers move ---- */

static bool
holds_symbols(const carrying *c, const gm_sum *sum)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].symbol &&
		    gm_sum_contains(sum, gm_sum_as_symbol(c->units[i].symbol)))
			return true;
	return false;
}

/* With every register of known motion in place of its symbol. */
static const gm_sum *
resolved(const carrying *c, const gm_sum *sum)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].value && c->units[i].symbol)
			sum = gm_sum_substitute(c->d->a, sum, gm_sum_as_symbol(c->units[i].symbol),
						c->units[i].value);
	return sum;
}

static const gm_sum *
odd_turns(const carrying *c)
{
	return gm_sum_modulo(c->d->a, c->turn, gm_sum_constant(c->d->a, 2));
}

/* x' = factor x + more. */
static const gm_sum *
moved_linearly(const carrying *c, const carried *u, const gm_sum *factor, const gm_sum *more)
{
	gm_algebra *a = c->d->a;
	const int64_t by = gm_sum_is_constant(factor) ? factor->constant : 0;
	if (by == 1)
		return gm_sum_add(a, u->before, gm_sum_multiply(a, more, c->turn));
	if (by == -1) {
		const gm_sum *swing = gm_sum_subtract(a, more, gm_sum_scale(a, u->before, 2));
		return gm_sum_add(a, u->before, gm_sum_multiply(a, swing, odd_turns(c)));
	}
	if (by > 1 && (by & (by - 1)) == 0 && gm_sum_is_constant(more) && more->constant == 0)
		return gm_sum_shift_left(a, u->before,
					 gm_sum_scale(a, c->turn, __builtin_ctzll((uint64_t)by)));
	return NULL;
}

/* x' = x / 2^k */
static const gm_sum *
halved(const carrying *c, const carried *u)
{
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (!f || f->op != GM_OP_DIVIDE || f->operand[0] != u->symbol || u->before->low < 0 ||
	    !gm_sum_is_constant(f->operand[1]))
		return NULL;
	const int64_t by = f->operand[1]->constant;
	if (by & (by - 1))
		return NULL;
	return gm_sum_shift_right(c->d->a, u->before,
				  gm_sum_scale(c->d->a, c->turn, __builtin_ctzll((uint64_t)by)));
}

/* x' = (x + step) % size, or x + step == size ? 0 : x + step */
static const gm_sum *
turned_round(const carrying *c, const carried *u)
{
	gm_algebra *a = c->d->a;
	gm_modulo modulos[GM_MODULOS_MAX];
	bool taken[GM_PRODUCTS_MAX] = {false};
	int64_t rest;
	const gm_sum *size = NULL, *next = NULL;
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (gm_sum_modulos(u->after, modulos, taken, &rest) == 1 && rest == 0 &&
	    modulos[0].coefficient == 1 && modulos[0].count == 0 && !modulos[0].part &&
	    !modulos[0].left) {
		next = modulos[0].x;
		size = modulos[0].y;
	} else if (f && f->op == GM_OP_CHOOSE && gm_sum_is_constant(f->operand[1]) &&
		   f->operand[1]->constant == 0) {
		const gm_factor *test = gm_sum_as_factor(f->operand[0]);
		next = f->operand[2];
		if (test && test->op == GM_OP_EQUAL) {
			size = gm_sum_subtract(a, next, test->operand[0]);
			if (size->high <= 0 || !gm_sum_is_constant(size))
				size = gm_sum_add(a, next, test->operand[0]);
		}
	}
	const gm_sum *step = next ? gm_sum_subtract(a, next, u->symbol) : NULL;
	if (!size || !gm_sum_is_constant(size) || size->constant < 1 || !gm_sum_is_constant(step) ||
	    u->before->low < 0 || u->before->high >= size->constant)
		return NULL;
	const gm_sum *way = gm_sum_add(a, u->before, gm_sum_multiply(a, step, c->turn));
	return gm_sum_modulo(a, way, size);
}

/* x' = x ^ bits */
static const gm_sum *
flipped(const carrying *c, const carried *u)
{
	gm_algebra *a = c->d->a;
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (!f || f->op != GM_OP_BIT_XOR || f->operand[0] != u->symbol ||
	    !gm_sum_is_constant(f->operand[1]) || !gm_sum_is_constant(u->before))
		return NULL;
	const int64_t other = u->before->constant ^ f->operand[1]->constant;
	return gm_sum_add(a, u->before,
			  gm_sum_scale(a, odd_turns(c), other - u->before->constant));
}

static const gm_sum *
motion_of(const carrying *c, const carried *u)
{
	const gm_sum *factor, *more;
	if (u->after == u->symbol)
		return u->before;
	const gm_sum *after = resolved(c, u->after);
	if (gm_sum_split(c->d->a, after, gm_sum_as_symbol(u->symbol), &factor, &more) &&
	    !(gm_sum_is_constant(factor) && factor->constant == 0)) {
		const bool free = !holds_symbols(c, factor) && !holds_symbols(c, more) &&
				  !gm_sum_contains(more, gm_sum_as_symbol(c->turn));
		return free ? moved_linearly(c, u, factor, more) : NULL;
	}
	const gm_sum *value = halved(c, u);
	value = value ? value : turned_round(c, u);
	return value ? value : flipped(c, u);
}

/* x' = f(turn), and what it was before is f(-1): the value made in the turn before. */
static const gm_sum *
made_before(const carrying *c, const carried *u)
{
	gm_algebra *a = c->d->a;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	const gm_sum *after = resolved(c, u->after);
	if (holds_symbols(c, after))
		return NULL;
	const gm_sum *one = gm_sum_constant(a, 1);
	const gm_sum *value = gm_sum_substitute(a, after, turn, gm_sum_subtract(a, c->turn, one));
	const gm_sum *first = gm_sum_substitute(a, value, turn, gm_sum_constant(a, 0));
	return first == u->before && value->known ? value : NULL;
}

/* What stays comes first: others may grow by it. */
static void
find_motions(carrying *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].symbol && c->units[i].after == c->units[i].symbol)
			c->units[i].value = c->units[i].before;
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < c->count; i++) {
			carried *u = &c->units[i];
			if (u->symbol && u->after && !u->value)
				u->value = round == 0 ? motion_of(c, u) : made_before(c, u);
			if (u->value && !u->value->known)
				u->value = NULL;
		}
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
carry_producers(ptx_describing *d, const carrying *c, const ptx_turning *t)
{
	for (int i = 0; i < c->count && t->latched; i++) {
		const uint32_t unit = c->units[i].unit;
		d->now.producers[unit] = t->latch.producers[unit];
		d->now.loaded[unit] = d->now.loaded[unit] || t->latch.loaded[unit];
	}
	d->now.latest = t->latched ? t->latch.latest : d->now.latest;
}

static void
try_turn(carrying *c, const ptx_turning *shape)
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
		c->units[i].after = t.latch.values[c->units[i].unit];
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
		if (list->nodes[i]->kind != GM_OUTLINE_OVERHEAD)
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
	gm_ptx_doubt(d, "line %d: data decide how often this loop turns; described as a parameter", loop->line);
	return gm_ptx_decided_by_data(d, "turns", loop->line);
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
take_exit(carrying *c, const ptx_turning *t, const gm_sum *full)
{
	ptx_describing *d = c->d;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	const ptx_view *from = t->left ? &t->exit : t->latched ? &t->latch : &d->now;
	for (int i = 0; i < c->count; i++) {
		const uint32_t unit = c->units[i].unit;
		const gm_sum *value = from->values[unit];
		if (value && gm_sum_contains(value, turn))
			value = full && !t->torn ? gm_sum_substitute(d->a, value, turn, full) : NULL;
		d->now.values[unit] = value && value->known ? value : NULL;
		d->now.loaded[unit] = from->loaded[unit];
		d->now.producers[unit] = from->producers[unit];
	}
	d->now.latest = from->latest;
}

/* The node outside to which the loop leads. */
static int32_t
way_out(const ptx_describing *d, const ptx_loop *loop)
{
	for (int32_t n = 0; n < d->graph.count - 1; n++)
		for (int32_t e = 0; e < d->graph.nodes[n].successors_count && is_member(loop, n); e++) {
			const int32_t to = d->graph.successors[d->graph.nodes[n].successors + e];
			if (!is_member(loop, to))
				return to;
		}
	return -1;
}

/* Whether threads or blocks differ in it. */
static bool
differs(const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			if (f->op == GM_OP_NAME &&
			    (f->class == GM_SYMBOL_THREAD || f->class == GM_SYMBOL_BLOCK))
				return true;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				if (differs(f->operand[n]))
					return true;
		}
	return false;
}

/* A register that goes as far in a turn as the test says, and from which the way to go differs no more from
   thread to thread: the variable of  for (v = start; v < bound; v += step). */
static void
choose_start(const carrying *c, const gm_sum *way, gm_outline_node *node)
{
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	for (int i = 0; i < c->count; i++) {
		const gm_sum *value = c->units[i].value, *by, *start;
		if (!value || !gm_sum_split(c->d->a, value, turn, &by, &start) || by != node->step)
			continue;
		const gm_sum *bound = gm_sum_add(c->d->a, way, start);
		if (differs(bound) || (node->bound && node->bound->count <= bound->count))
			continue;
		node->from = start;
		node->bound = bound;
	}
}

static void
choose_variable(const carrying *c, const ptx_turning *t, gm_outline_node *node)
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
	if (differs(way))
		choose_start(c, way, node);
	if (!node->bound)
		node->step = gm_sum_constant(a, 1);
}

static void
add_loop(carrying *c, ptx_turning *t, gm_outline_list *body, gm_outline_list *list)
{
	ptx_describing *d = c->d;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	gm_outline_list again = {0};
	const gm_sum *turns = t->left ? gm_ptx_turns(d, t->stays, turn) : NULL;
	const gm_sum *full = turns ? at_least_none(d, turns) : NULL;
	gm_outline_node node = {.kind = GM_OUTLINE_LOOP, .source_line = t->line ? t->line : t->loop->line};
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
begin_turn(carrying *c, int64_t turns)
{
	c->turn = gm_sum_symbol(c->d->a, "i", GM_SYMBOL_LOOP, 0, turns - 1);
	for (int i = 0; i < c->count; i++)
		c->units[i].value = NULL;
	find_motions(c);
	for (int i = 0; i < c->count; i++)
		c->d->now.values[c->units[i].unit] = c->units[i].value;
}

/* How often the loop turns at most, tried without a word. */
static int64_t
most_turns(carrying *c, const ptx_turning *shape)
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
	carrying c = {.d = d};
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
