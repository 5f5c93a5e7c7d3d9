#include "describe/describe_run.h"

#include <stdlib.h>

/* Conditions in each other; more is a cycle with two ways in, which no structure of C has. */
enum { SIDES_MOST = 100 };

/* ---- facts ---- */

void
gm_ptx_add_fact(ptx_describing *d, const gm_sum *truth)
{
	const gm_factor *f = gm_sum_as_factor(truth);
	const gm_sum *one = gm_sum_constant(d->a, 1);
	if (f && f->op == GM_OP_AND) {
		gm_ptx_add_fact(d, f->operand[0]);
		gm_ptx_add_fact(d, f->operand[1]);
		return;
	}
	if (d->facts_count < PTX_FACTS_MAX)
		d->facts[d->facts_count++] = truth;
	if (f && f->op == GM_OP_NOT_EQUAL && f->operand[0]->low >= 0)
		gm_ptx_add_fact(d, gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, f->operand[0], one));
}

/* x >= 0 where `known` says y >= 0. */
static bool
follows(ptx_describing *d, const gm_sum *truth, const gm_sum *known)
{
	const gm_factor *f = gm_sum_as_factor(truth), *g = gm_sum_as_factor(known);
	if (truth == known)
		return true;
	if (!f || !g || f->op != GM_OP_GREATER_EQUAL || g->op != GM_OP_GREATER_EQUAL)
		return false;
	return gm_sum_subtract(d->a, f->operand[0], g->operand[0])->low >= 0;
}

bool
gm_ptx_is_implied(ptx_describing *d, const gm_sum *truth)
{
	if (gm_sum_is_constant(truth))
		return truth->constant != 0;
	for (int i = 0; i < d->facts_count; i++)
		if (follows(d, truth, d->facts[i]))
			return true;
	return false;
}

bool
gm_ptx_is_natural(ptx_describing *d, const gm_sum *x)
{
	const gm_sum *zero = gm_sum_constant(d->a, 0);
	return x->low >= 0 ||
	       gm_ptx_is_implied(d, gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, x, zero));
}

const gm_sum *
gm_ptx_at_least_one(ptx_describing *d, const gm_sum *x)
{
	if (x->low >= 1)
		return x;
	return gm_ptx_at_launch(d, x)->low >= 1 ? gm_sum_max(d->a, x, gm_sum_constant(d->a, 1))
						: NULL;
}

/* ---- two ways become one ---- */

/* What both sides leave, chosen by the test. The second view is released. */
static void
join(ptx_describing *d, const gm_sum *test, ptx_view *then, ptx_view *other)
{
	for (uint32_t u = 0; u < d->program->units_count; u++) {
		const gm_sum *x = then->values[u], *y = other->values[u];
		if (x != y)
			then->values[u] = x && y && test && test->known
						  ? gm_sum_choose(d->a, test, x, y)
						  : NULL;
		then->loaded[u] = then->loaded[u] || other->loaded[u];
		gm_ptx_wait_join(d, u, other->origins[u]);
		if (then->producers[u] != other->producers[u])
			then->producers[u] = then->producers[u] > other->producers[u]
						     ? then->producers[u]
						     : other->producers[u];
	}
	gm_ptx_view_dispose(other);
}

/* ---- if ---- */

static bool
does_nothing(const gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++)
		if (!gm_outline_is_overhead(list->nodes[i]))
			return false;
	return true;
}

/* What stands beside the loops is issued by the warps that take part, and not by all. */
static bool
is_prepared(const ptx_describing *d, const gm_sum *test, const gm_outline_list *then)
{
	bool beside = false;
	for (int i = 0; i < then->count; i++)
		beside = beside || gm_outline_is_overhead(then->nodes[i]);
	return beside && gm_ptx_differs(test) && !d->request->as_written;
}

static bool
is_needless(ptx_describing *d, const gm_sum *test, const gm_outline_list *then)
{
	const gm_sum *one = gm_sum_constant(d->a, 1);
	int loops = 0;
	if (is_prepared(d, test, then))
		return false;
	for (int i = 0; i < then->count; i++) {
		const gm_outline_node *node = then->nodes[i];
		if (gm_outline_is_overhead(node))
			continue;
		if (node->kind != GM_OUTLINE_LOOP)
			return false;
		const gm_sum *turns = gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, node->count, one);
		const gm_sum *some = gm_sum_compare(d->a, GM_OP_NOT_EQUAL, node->count,
						    gm_sum_constant(d->a, 0));
		loops++;
		if (!follows(d, test, turns) && !(some == test && node->count->low >= 0))
			return false;
	}
	return loops > 0;
}

static void
splice(ptx_describing *d, const gm_outline_list *from, bool with_overhead, gm_outline_list *list)
{
	for (int i = 0; i < from->count; i++)
		if (with_overhead || !gm_outline_is_overhead(from->nodes[i]))
			gm_outline_append(d->a, list, *from->nodes[i]);
}

/* Loops without the condition around them. The overhead beside them is that of this launch. */
static void
splice_loops(ptx_describing *d, const gm_sum *test, const gm_outline_list *loops,
	     const gm_outline_list *other, gm_outline_list *list)
{
	const gm_sum *truth = gm_ptx_at_launch(d, test);
	const bool never = gm_sum_is_constant(truth) && truth->constant == 0;
	splice(d, loops, !never, list);
	if (never)
		splice(d, other, true, list);
}

/* A condition that a loop inside repeats (it turns 0 times) needs no saying. */
void
gm_ptx_add_if(ptx_describing *d, const gm_sum *test, gm_outline_list *then, gm_outline_list *other,
	      int line, gm_outline_list *list)
{
	if (then->count == 0 && other->count == 0)
		return;
	if (gm_sum_is_constant(test)) {
		splice(d, test->constant ? then : other, true, list);
	} else if (then->count == 0) {
		gm_ptx_add_if(d, gm_sum_not(d->a, test), other, then, line, list);
	} else if (does_nothing(other) && is_needless(d, test, then)) {
		splice_loops(d, test, then, other, list);
	} else if (does_nothing(then) && is_needless(d, gm_sum_not(d->a, test), other)) {
		splice_loops(d, gm_sum_not(d->a, test), other, then, list);
	} else {
		const bool turned = does_nothing(then) && !does_nothing(other);
		gm_outline_append(d->a, list,
				  (gm_outline_node){.kind = GM_OUTLINE_IF,
						    .source_line = line,
						    .test = turned ? gm_sum_not(d->a, test) : test,
						    .body = turned ? *other : *then,
						    .other = turned ? *then : *other});
	}
}

/* ---- branches ---- */

static const gm_sum *
tested(ptx_describing *d, const ptx_step *s)
{
	const gm_sum *test = gm_ptx_guard_value(d, s);
	if (test && gm_ptx_is_implied(d, test))
		return gm_sum_constant(d->a, 1);
	if (test && gm_ptx_is_implied(d, gm_sum_not(d->a, test)))
		return gm_sum_constant(d->a, 0);
	if (test)
		return test;
	gm_ptx_doubt(d, "%s: data decide this branch; described as taken by all lanes",
		     gm_ptx_place(d, s));
	return gm_sum_not(d->a, gm_ptx_decided_by_data(d, "taken", s));
}

static void
give_up(ptx_describing *d)
{
	d->status = gm_fail(d->err, GM_TOO_LARGE,
			    "the control flow of this kernel is too tangled to be described");
}

/* One side, from a copy of what is known. *view is what it leaves; true: nobody comes out. What nobody
   goes into is not looked at: its loops may have no end that a formula tells. */
static bool
walk_side(ptx_describing *d, int32_t node, int32_t stop, const gm_sum *truth, ptx_view *view,
	  gm_outline_list *list)
{
	const int facts = d->facts_count;
	const ptx_view before = d->now;
	if (gm_sum_is_constant(truth) && truth->constant == 0) {
		*view = gm_ptx_view_copy(d, &before);
		return true;
	}
	d->now = gm_ptx_view_copy(d, &before);
	gm_ptx_add_fact(d, truth);
	d->dead = false;
	if (++d->sides > SIDES_MOST)
		give_up(d);
	if (node != stop)
		gm_ptx_walk(d, node, stop, list);
	d->sides--;
	gm_ptx_flush(d, list);
	d->facts_count = facts;
	*view = d->now;
	d->now = before;
	return d->dead;
}

static void
part(ptx_describing *d, const ptx_step *s, int32_t taken, int32_t next, int32_t stop,
     gm_outline_list *list)
{
	const gm_sum *test = tested(d, s), *opposite = gm_sum_not(d->a, test);
	gm_outline_list then = {0}, other = {0};
	ptx_view then_view, other_view;
	gm_ptx_flush(d, list);
	if (d->turning)
		d->turning->ifs++;
	const bool then_dead = walk_side(d, taken, stop, test, &then_view, &then);
	const bool other_dead = walk_side(d, next, stop, opposite, &other_view, &other);
	if (d->turning)
		d->turning->ifs--;
	gm_ptx_view_dispose(&d->now);
	d->dead = then_dead && other_dead;
	if (then_dead || other_dead) {
		d->now = then_dead ? other_view : then_view;
		gm_ptx_view_dispose(then_dead ? &then_view : &other_view);
		gm_ptx_add_fact(d, then_dead ? opposite : test);
	} else {
		d->now = then_view;
		join(d, test, &d->now, &other_view);
	}
	gm_ptx_add_if(d, test, &then, &other, s->source_line, list);
}

/* ---- the ways of a loop ---- */

static void
latch(ptx_describing *d)
{
	ptx_turning *t = d->turning;
	t->torn = t->torn || t->latched;
	if (!t->latched)
		t->latch = gm_ptx_view_copy(d, &d->now);
	t->latched = true;
	d->dead = true;
}

/* One way leads out of the loop. The first exit whose test is known counts; what follows it in a
   turn goes to a list of its own. */
static gm_outline_list *
leave(ptx_describing *d, const ptx_step *s, const gm_sum *stays, gm_outline_list *list)
{
	ptx_turning *t = d->turning;
	if (!stays || t->left || t->ifs > 0) {
		t->torn = true;
		gm_ptx_doubt(d, "%s: the loop may end here early; described as if it did not",
			     gm_ptx_place(d, s));
		return list;
	}
	t->left = true;
	t->stays = stays;
	t->line = s->source_line;
	t->exit = gm_ptx_view_copy(d, &d->now);
	gm_ptx_flush(d, list);
	return &t->rest;
}

/* ---- one node after the other ---- */

static int32_t
node_at(const ptx_describing *d, int32_t step)
{
	return step < d->program->steps_count ? d->graph.node_of[step] : -1;
}

static void
describe_body(ptx_describing *d, const ptx_node *node, bool to_the_end, gm_outline_list *list)
{
	const int32_t end = to_the_end ? node->end : node->end - 1;
	for (int32_t i = node->first; i < end && d->status == GM_OK; i++)
		gm_ptx_describe_step(d, &d->program->steps[i], list);
	d->steps_left -= node->end - node->first;
	if (d->status == GM_OK && (d->steps_left < 0 || d->statements > 16 * PTX_STATEMENTS_MAX))
		give_up(d);
}

/* After a conditional branch or exit: the node to go on with. */
static int32_t
choose_way(ptx_describing *d, const ptx_step *s, int32_t node, int32_t stop, gm_outline_list **list)
{
	const int32_t taken = s->action == ACTION_BRANCH ? node_at(d, s->target) : -1;
	const int32_t next = node_at(d, (int32_t)(s - d->program->steps) + 1);
	ptx_turning *t = d->turning;
	const bool taken_out = t && (taken < 0 || !gm_ptx_loop_has_node(t->loop, taken));
	const bool next_out = t && (next < 0 || !gm_ptx_loop_has_node(t->loop, next));
	gm_ptx_describe_branch(d, s, *list);
	if (t && taken_out != next_out) {
		const gm_sum *test = gm_ptx_guard_value(d, s);
		*list = leave(d, s, test && taken_out ? gm_sum_not(d->a, test) : test, *list);
		return taken_out ? next : taken;
	}
	const int32_t meets = d->after[node];
	const int32_t until = meets < 0 || meets == d->graph.count - 1 ? stop : meets;
	part(d, s, taken, next, until, *list);
	return until == stop || d->dead ? -2 : until;
}

/* The node after this one, -1 at the end, -2 when everything up to `stop` is walked. */
static int32_t
follow(ptx_describing *d, int32_t node, int32_t stop, gm_outline_list **list)
{
	const ptx_node *n = &d->graph.nodes[node];
	const ptx_step *s = &d->program->steps[n->end - 1];
	const bool ends = s->action == ACTION_BRANCH || s->action == ACTION_EXIT ||
			  s->action == ACTION_TRAP || s->action == ACTION_TABLE;
	describe_body(d, n, !ends, *list);
	if (!ends)
		return node_at(d, n->end);
	if (s->action == ACTION_TABLE)
		d->status = gm_fail(d->err, GM_NOT_MODELLED,
				    "%s: %s: a branch table cannot be described",
				    gm_ptx_place(d, s), s->text);
	if (s->guard != PTX_NO_UNIT)
		return choose_way(d, s, node, stop, list);
	gm_ptx_describe_branch(d, s, *list);
	return s->action == ACTION_BRANCH ? node_at(d, s->target) : -1;
}

void
gm_ptx_walk(ptx_describing *d, int32_t node, int32_t stop, gm_outline_list *list)
{
	bool first = true;
	while (node != stop && d->status == GM_OK) {
		ptx_turning *t = d->turning;
		if (node < 0 || node == d->graph.count - 1) {
			d->dead = true;
			return;
		}
		if (t && node == t->header && !first) {
			latch(d);
			return;
		}
		const int32_t loop = d->program->steps[d->graph.nodes[node].first].loop;
		const bool enters = loop >= 0 && !(t && node == t->header);
		node = enters ? gm_ptx_describe_loop(d, loop, list) : follow(d, node, stop, &list);
		if (node == -2)
			return;
		first = false;
	}
}
