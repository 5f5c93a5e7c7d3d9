#include "kernel/outline.h"

/* ---- comparing statements, with another sum in place of a symbol of the first ---- */

typedef struct likeness {
	gm_algebra *a;
	const gm_factor *symbol;
	const gm_sum *by;
} likeness;

static bool
same_sum(const likeness *l, const gm_sum *x, const gm_sum *y)
{
	if (!x || !y)
		return x == y;
	return gm_sum_substitute(l->a, x, l->symbol, l->by) == y;
}

static bool same_list(const likeness *l, const gm_outline_list *x, const gm_outline_list *y);

static bool
same_node(const likeness *l, const gm_outline_node *x, const gm_outline_node *y)
{
	if (x->kind != y->kind || x->operation != y->operation || x->type != y->type ||
	    x->array != y->array || x->times != y->times || x->chain != y->chain ||
	    !x->unmodelled != !y->unmodelled ||
	    x->atomic != y->atomic || x->m != y->m || x->n != y->n || x->k != y->k)
		return false;
	if (x->kind != GM_OUTLINE_LOOP)
		return same_sum(l, x->index, y->index) && same_sum(l, x->test, y->test) &&
		       same_list(l, &x->body, &y->body) && same_list(l, &x->other, &y->other);
	/* The inner loops have variables of their own. */
	const likeness inner = {l->a, gm_sum_as_symbol(x->variable), y->variable};
	gm_outline_list moved = {0};
	for (int i = 0; i < x->body.count; i++) {
		gm_outline_node node = *x->body.nodes[i];
		if (node.body.count || node.other.count)
			return false;
		if (node.index)
			node.index = gm_sum_substitute(l->a, node.index, inner.symbol, inner.by);
		gm_outline_append(l->a, &moved, node);
	}
	return same_sum(l, x->count, y->count) && same_sum(l, x->from, y->from) &&
	       same_sum(l, x->step, y->step) && same_list(l, &moved, &y->body);
}

static bool
same_list(const likeness *l, const gm_outline_list *x, const gm_outline_list *y)
{
	if (x->count != y->count)
		return false;
	for (int i = 0; i < x->count; i++)
		if (!same_node(l, x->nodes[i], y->nodes[i]))
			return false;
	return true;
}

/* ---- without what a person leaves out ---- */

static void
leave_out_overhead(gm_outline_list *list)
{
	int kept = 0;
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		node->unrolled = node->told = node->own = false;
		node->before = (gm_issue){0};
		leave_out_overhead(&node->body);
		leave_out_overhead(&node->other);
		const bool block = node->kind == GM_OUTLINE_LOOP || node->kind == GM_OUTLINE_IF;
		if (!gm_outline_is_overhead(node) &&
		    !(block && node->body.count == 0 && node->other.count == 0))
			list->nodes[kept++] = node;
	}
	list->count = kept;
}

/* ---- a loop of loops ---- */

static const gm_sum *
substitute(void *state, const gm_sum *sum)
{
	const likeness *l = state;
	return gm_sum_substitute(l->a, sum, l->symbol, l->by);
}

typedef struct joining {
	gm_algebra *a;
	const gm_factor *outer, *inner;
	const gm_sum *turns; /* of the inner loop */
	const gm_sum *whole; /* outer * turns + inner */
	bool fits;
} joining;

/* The sum must be one in whole. */
static const gm_sum *
fits(void *state, const gm_sum *sum)
{
	joining *j = state;
	const gm_sum *alone = gm_sum_substitute(j->a, sum, j->outer, gm_sum_constant(j->a, 0));
	if (gm_sum_substitute(j->a, alone, j->inner, j->whole) != sum)
		j->fits = false;
	return sum;
}

static bool
begins_at_none(const gm_outline_node *loop)
{
	return gm_sum_is_constant(loop->from) && loop->from->constant == 0 &&
	       gm_sum_is_constant(loop->step) && loop->step->constant == 1;
}

static void
flatten(gm_algebra *a, gm_outline_node *loop)
{
	gm_outline_node *inner = loop->body.count == 1 ? loop->body.nodes[0] : NULL;
	if (!inner || inner->kind != GM_OUTLINE_LOOP || !gm_sum_is_constant(inner->count) ||
	    !begins_at_none(loop) || !begins_at_none(inner))
		return;
	joining j = {a,
		     gm_sum_as_symbol(loop->variable),
		     gm_sum_as_symbol(inner->variable),
		     inner->count,
		     NULL,
		     true};
	j.whole = gm_sum_add(a, gm_sum_multiply(a, loop->variable, inner->count), inner->variable);
	gm_outline_each(&inner->body, fits, &j);
	if (!j.fits)
		return;
	likeness l = {a, j.outer, gm_sum_constant(a, 0)};
	gm_outline_each(&inner->body, substitute, &l);
	inner->count = gm_sum_multiply(a, inner->count, loop->count);
	inner->bound = NULL;
	inner->source_line = loop->source_line;
	*loop = *inner;
}

/* ---- a loop and its remainder ---- */

static bool
continues(gm_algebra *a, const gm_outline_node *first, const gm_outline_node *next)
{
	if (first->kind != GM_OUTLINE_LOOP || next->kind != GM_OUTLINE_LOOP ||
	    !begins_at_none(first) || !begins_at_none(next))
		return false;
	const likeness l = {a, gm_sum_as_symbol(first->variable),
			    gm_sum_add(a, first->count, next->variable)};
	return same_list(&l, &first->body, &next->body);
}

static void
join_remainders(gm_algebra *a, gm_outline_list *list)
{
	int kept = 0;
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *last = kept ? list->nodes[kept - 1] : NULL;
		if (last && continues(a, last, list->nodes[i])) {
			last->count = gm_sum_add(a, last->count, list->nodes[i]->count);
			last->bound = NULL;
		} else {
			list->nodes[kept++] = list->nodes[i];
		}
	}
	list->count = kept;
}

static void
simplify(gm_algebra *a, gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++) {
		simplify(a, &list->nodes[i]->body);
		simplify(a, &list->nodes[i]->other);
		if (list->nodes[i]->kind == GM_OUTLINE_LOOP)
			flatten(a, list->nodes[i]);
	}
	join_remainders(a, list);
}

void
gm_outline_plain(gm_algebra *a, gm_outline_list *list)
{
	leave_out_overhead(list);
	simplify(a, list);
}
