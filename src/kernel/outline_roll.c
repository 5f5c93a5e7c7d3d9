#include "kernel/outline.h"

enum {
	PERIOD_MAX = 256,
	PAIR_LEAST = 8 /* statements that are worth a loop of two turns: the four sides of a place are not */
};

/* ---- are two statements turns of one loop? ---- */

typedef struct rolling {
	gm_algebra *a;
	int *same; /* results that are one; NULL */
	const gm_sum *shift[PERIOD_MAX]; /* of the index of each statement of a period, from turn to
					    turn */
} rolling;

static bool
is_simple(const gm_outline_node *node)
{
	return node->kind == GM_OUTLINE_ACCESS || node->kind == GM_OUTLINE_COMPUTE ||
	       node->kind == GM_OUTLINE_BARRIER;
}

static bool
same_but_index(const gm_outline_node *x, const gm_outline_node *y)
{
	return is_simple(x) && is_simple(y) && x->kind == y->kind && x->operation == y->operation &&
	       x->type == y->type && x->array == y->array && x->atomic == y->atomic &&
	       x->dependent == y->dependent && x->async == y->async && x->early == y->early &&
	       x->times == y->times && !x->unmodelled == !y->unmodelled &&
	       x->m == y->m && x->n == y->n && x->k == y->k && !x->index == !y->index &&
	       x->told == y->told && x->own == y->own;
}

/* ---- the statements of all turns in one ---- */

static void
add_part(gm_issue *sum, const gm_issue *issue, int turns)
{
	const gm_issue part = gm_issue_scaled(issue, 1.0 / turns);
	gm_issue_add(sum, &part);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		sum->floats[f] += issue->floats[f] / (float)turns;
}

/* Their results become those of the first; what is issued before, the mean. */
static void
join_turns(const rolling *r, const gm_outline_list *list, int first, int period, int turns, int j,
	   gm_outline_node *out)
{
	gm_issue before = {0}, own = {0};
	double latency = 0;
	out->turns = (gm_outline_list){0};
	for (int t = 0; t < turns; t++) {
		gm_outline_node *node = list->nodes[first + t * period + j];
		add_part(&before, &node->before, turns);
		add_part(&own, &node->issue, turns);
		latency += (double)node->latency / turns;
		for (int i = 0; i < node->turns.count; i++)
			gm_outline_list_add(r->a, &out->turns, node->turns.nodes[i]);
		if (node->turns.count == 0)
			gm_outline_list_add(r->a, &out->turns, node);
		if (r->same && node->result && out->result)
			r->same[gm_outline_result(r->same, node->result)] =
				gm_outline_result(r->same, out->result);
	}
	out->before = before;
	out->issue = own;
	out->latency = (float)latency;
}

/* ---- turns ---- */

/* Whether statements first+period.. are the ones from `first` on, a turn later; notes the shifts.
 */
static bool
begins(rolling *r, const gm_outline_list *list, int first, int period)
{
	for (int j = 0; j < period; j++) {
		const gm_outline_node *x = list->nodes[first + j],
				      *y = list->nodes[first + period + j];
		if (!same_but_index(x, y))
			return false;
		r->shift[j] = x->index ? gm_sum_subtract(r->a, y->index, x->index) : NULL;
		/* The first of a sum waits for nothing. */
		if ((x->chain && !y->chain) || (x->index && gm_sum_holds(r->shift[j], GM_SYMBOL_LOOP)))
			return false;
	}
	return true;
}

static bool
goes_on(const rolling *r, const gm_outline_list *list, int at, int period)
{
	for (int j = 0; j < period; j++) {
		const gm_outline_node *x = list->nodes[at + j], *y = list->nodes[at + period + j];
		if (!same_but_index(x, y) || x->chain != y->chain ||
		    (x->index && gm_sum_subtract(r->a, y->index, x->index) != r->shift[j]))
			return false;
	}
	return true;
}

static int
turns_of(rolling *r, const gm_outline_list *list, int first, int period)
{
	int turns = 2;
	if (!begins(r, list, first, period))
		return 1;
	while (first + (turns + 1) * period <= list->count &&
	       goes_on(r, list, first + (turns - 1) * period, period))
		turns++;
	return turns;
}

/* ---- the loop ---- */

static gm_outline_node
rolled(rolling *r, const gm_outline_list *list, int first, int period, int turns)
{
	gm_algebra *a = r->a;
	gm_outline_node loop = {.kind = GM_OUTLINE_LOOP,
				.unrolled = true,
				.source_line = list->nodes[first]->source_line,
				.variable = gm_sum_symbol(a, "i", GM_SYMBOL_LOOP, 0, turns - 1),
				.from = gm_sum_constant(a, 0),
				.step = gm_sum_constant(a, 1),
				.count = gm_sum_constant(a, turns)};
	begins(r, list, first, period);
	for (int j = 0; j < period; j++) {
		gm_outline_node node = *list->nodes[first + j];
		node.chain = list->nodes[first + period + j]->chain;
		if (node.index)
			node.index = gm_sum_add(a, node.index,
						gm_sum_multiply(a, r->shift[j], loop.variable));
		gm_outline_append(a, &loop.body, node);
	}
	for (int j = 0; j < period; j++)
		join_turns(r, list, first, period, turns, j, loop.body.nodes[j]);
	return loop;
}

/* The period of at least `least` turns that covers most from `first` on, shorter ones first; 0:
 * none. */
static int
period_of(rolling *r, const gm_outline_list *list, int first, int least, int *turns)
{
	int best = 0, covered = 0;
	for (int period = 1; period <= PERIOD_MAX && first + 2 * period <= list->count; period++) {
		const int found = turns_of(r, list, first, period);
		if (found < least || found * period <= covered)
			continue;
		best = period;
		covered = found * period;
		*turns = found;
	}
	return best;
}

/* Three turns make a loop. Two do where they are long, and no longer loop begins among them. */
static int
best_period(rolling *r, const gm_outline_list *list, int first, int *turns)
{
	int later = 0, two = 0;
	const int period = period_of(r, list, first, 3, turns);
	if (period)
		return period;
	const int pair = period_of(r, list, first, 2, &two);
	if (pair < PAIR_LEAST)
		return 0;
	for (int i = first + 1; i < first + 2 * pair; i++)
		if (period_of(r, list, i, 3, &later) * later > 2 * pair)
			return 0;
	*turns = two;
	return pair;
}

/* The same statement again, of which nothing depends on the turn, is a count. */
static bool
is_count(const gm_outline_node *loop)
{
	const gm_outline_node *only = loop->body.nodes[0];
	return loop->body.count == 1 && only->kind == GM_OUTLINE_COMPUTE && !only->chain &&
	       !only->told;
}

static gm_outline_list
roll_once(gm_algebra *a, const gm_outline_list *list, int *same, bool *changed)
{
	rolling r = {.a = a, .same = same};
	gm_outline_list result = {0};
	for (int i = 0; i < list->count;) {
		int turns = 0;
		const int period = best_period(&r, list, i, &turns);
		if (period == 0) {
			gm_outline_append(a, &result, *list->nodes[i++]);
			continue;
		}
		gm_outline_node loop = rolled(&r, list, i, period, turns);
		if (is_count(&loop)) {
			loop.body.nodes[0]->times *= turns;
			loop = *loop.body.nodes[0];
		} else {
			gm_outline_roll(a, &loop.body, same);
		}
		gm_outline_append(a, &result, loop);
		i += period * turns;
		*changed = true;
	}
	return result;
}

void
gm_outline_roll(gm_algebra *a, gm_outline_list *list, int *same)
{
	bool changed = false;
	for (int i = 0; i < list->count; i++) {
		gm_outline_roll(a, &list->nodes[i]->body, same);
		gm_outline_roll(a, &list->nodes[i]->other, same);
	}
	*list = roll_once(a, list, same, &changed);
}
