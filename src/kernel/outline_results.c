#include "kernel/outline.h"

#include <stdlib.h>
#include <string.h>

int
gm_outline_result(const int *same, int result)
{
	while (same && result > 0 && same[result] != result)
		result = same[result];
	return result;
}

/* ---- where statements were described ---- */

static void
note_places(gm_algebra *a, const gm_outline_list *list, bool turning)
{
	gm_outline_list *home = gm_arena_allocate(gm_algebra_arena(a), 1, sizeof *home);
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		gm_outline_list_add(a, home, node);
		node->home = home;
		node->place = i;
		node->turning = turning;
		note_places(a, &node->body, node->kind == GM_OUTLINE_LOOP);
		note_places(a, &node->other, false);
	}
}

void
gm_outline_note_places(gm_outline *outline)
{
	note_places(outline->algebra, &outline->body, false);
}

/* ---- which of the results that have become one ---- */

typedef struct naming {
	gm_outline *outline;
	bool *made, *awaited;
	int count;
} naming;

static int
result_of(const naming *n, int result)
{
	return gm_outline_result(n->outline->same, result);
}

static bool
makes(const naming *n, const gm_outline_list *list, int result)
{
	for (int i = 0; i < list->count; i++) {
		const gm_outline_node *node = list->nodes[i];
		if (result_of(n, node->result) == result || makes(n, &node->body, result) ||
		    makes(n, &node->other, result))
			return true;
	}
	return false;
}

/* Counts results that are one with `own` from `from` down to `to`; true when `own` itself is found,
   or a piece of code that makes nobody knows how many. */
static bool
count_back(const naming *n, const gm_outline_list *home, int from, int to, int own, int *ago)
{
	const int result = result_of(n, own);
	for (int i = from; i >= to; i--) {
		const gm_outline_node *node = home->nodes[i];
		if (makes(n, &node->body, result) || makes(n, &node->other, result)) {
			*ago = 1;
			return true;
		}
		*ago += result_of(n, node->result) == result;
		if (node->result == own)
			return true;
	}
	return false;
}

/* How many of them ago `own` was made when the statement waits for it; 1, the latest, where they are
   not of one piece of code. */
static int
ago_of(const naming *n, const gm_outline_node *node, int own)
{
	int ago = 0;
	if (!node->home || count_back(n, node->home, node->place - 1, 0, own, &ago))
		return ago > 0 ? ago : 1;
	if (node->turning &&
	    count_back(n, node->home, node->home->count - 1, node->place, own, &ago))
		return ago;
	return 1;
}

/* ---- what a statement waits for ---- */

static void
keep_wait(gm_outline_node *node, gm_outline_wait wait, bool usual)
{
	for (int i = 0; i < node->after_count; i++) {
		gm_outline_wait *own = &node->after[i];
		if (own->result != wait.result)
			continue;
		own->ago = own->ago < wait.ago ? own->ago : wait.ago;
		own->delay = usual ? wait.delay : own->delay;
		own->own_run = own->own_run && wait.own_run;
		return;
	}
	if (node->after_count < GM_OUTLINE_WAITS_MAX)
		node->after[node->after_count++] = wait;
}

static void
take_waits(naming *n, const gm_outline_node *from, gm_outline_node *to, bool usual)
{
	for (int i = 0; i < from->after_count; i++) {
		gm_outline_wait wait = from->after[i];
		wait.ago = ago_of(n, from, wait.result);
		wait.result = result_of(n, wait.result);
		if (!n->made[wait.result])
			continue;
		n->awaited[wait.result] = true;
		keep_wait(to, wait, usual);
	}
}

/* Whether one of the turns `first` to `end` of those that were rolled up waits for the result. */
static bool
is_awaited_in(const naming *n, const gm_outline_node *node, int first, int end, int result)
{
	for (int t = first; t < end; t++)
		for (int i = 0; i < node->turns.nodes[t]->after_count; i++)
			if (result_of(n, node->turns.nodes[t]->after[i].result) == result)
				return true;
	return false;
}

/* What the first turn of a loop does not wait for is passed on by its turns alone. The turns of loops
   around stand next to each other. */
static void
settle_runs(const naming *n, gm_outline_node *node, int loop_turns)
{
	const int first = loop_turns > 0 ? node->turns.count / loop_turns : 0;
	for (int i = 0; i < node->after_count; i++)
		node->after[i].own_run =
			first > 0 && !is_awaited_in(n, node, 0, first, node->after[i].result);
}

/* Of turns that were rolled up most are like the third; the first may have more to wait for. */
static void
settle_waits(naming *n, gm_outline_node *node, int loop_turns)
{
	const gm_outline_node own = *node;
	const int usual = node->turns.count > 2 ? 2 : node->turns.count - 1;
	node->after_count = 0;
	for (int i = 0; i < own.turns.count; i++)
		take_waits(n, own.turns.nodes[i], node, i == usual);
	if (own.turns.count) {
		node->delay = own.turns.nodes[usual]->delay;
		settle_runs(n, node, loop_turns);
	} else {
		take_waits(n, &own, node, true);
	}
}

/* `loop_turns` of the unrolled loop around, 0 without. */
static void
settle_all(naming *n, const gm_outline_list *list, int loop_turns)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		const bool rolled = node->kind == GM_OUTLINE_LOOP && node->unrolled &&
				    gm_sum_is_constant(node->count);
		settle_waits(n, node, loop_turns);
		settle_all(n, &node->body, rolled ? (int)node->count->constant : 0);
		settle_all(n, &node->other, 0);
	}
}

/* ---- names ---- */

static void
mark_made(naming *n, const gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++) {
		const gm_outline_node *node = list->nodes[i];
		n->made[result_of(n, node->result)] = true;
		mark_made(n, &node->body);
		mark_made(n, &node->other);
	}
}

/* In the order of the statements: v1, v2, ... */
static void
name_all(naming *n, gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		node->result = result_of(n, node->result);
		const char **name = &n->outline->results[node->result];
		if (node->result && n->awaited[node->result] && !*name)
			*name = gm_arena_print(gm_algebra_arena(n->outline->algebra), "v%d",
					       ++n->count);
		name_all(n, &node->body);
		name_all(n, &node->other);
	}
}

void
gm_outline_name_results(gm_outline *outline)
{
	const size_t room = (size_t)outline->results_count + 1;
	gm_arena *arena = gm_algebra_arena(outline->algebra);
	naming n = {outline, gm_arena_allocate(arena, room, sizeof(bool)),
		    gm_arena_allocate(arena, room, sizeof(bool)), 0};
	outline->results = gm_arena_allocate(arena, room, sizeof *outline->results);
	mark_made(&n, &outline->body);
	n.made[0] = false;
	settle_all(&n, &outline->body, 0);
	name_all(&n, &outline->body);
}
