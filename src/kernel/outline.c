#include "kernel/outline.h"

#include <string.h>

void
gm_outline_free(gm_outline *outline)
{
	if (outline)
		gm_algebra_free(outline->algebra);
}

static bool
joins(gm_outline_list *list, const gm_issue *issue)
{
	gm_outline_node *last = list->count ? list->nodes[list->count - 1] : NULL;
	if (!last || last->kind != GM_OUTLINE_OVERHEAD)
		return false;
	gm_issue_add(&last->issue, issue);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		last->issue.floats[f] += issue->floats[f];
	return true;
}

void
gm_outline_list_add(gm_algebra *a, gm_outline_list *list, gm_outline_node *node)
{
	if (list->count == list->room) {
		const int room = list->room ? 2 * list->room : 8;
		gm_outline_node **nodes =
			gm_arena_allocate(gm_algebra_arena(a), (size_t)room, sizeof *nodes);
		if (list->count)
			memcpy(nodes, list->nodes, (size_t)list->count * sizeof *nodes);
		list->nodes = nodes;
		list->room = room;
	}
	list->nodes[list->count++] = node;
}

gm_outline_node *
gm_outline_append(gm_algebra *a, gm_outline_list *list, gm_outline_node node)
{
	gm_arena *arena = gm_algebra_arena(a);
	if (node.kind == GM_OUTLINE_OVERHEAD && joins(list, &node.issue))
		return list->nodes[list->count - 1];
	gm_outline_node *own = gm_arena_allocate(arena, 1, sizeof *own);
	*own = node;
	gm_outline_list_add(a, list, own);
	return own;
}

void
gm_outline_settle(gm_outline *outline, bool plain)
{
	gm_outline_note_places(outline);
	gm_outline_roll(outline->algebra, &outline->body, outline->same);
	if (plain)
		gm_outline_plain(outline->algebra, &outline->body);
	gm_outline_settle_early(outline);
	gm_outline_finish(outline);
	gm_outline_name_results(outline);
}

static void
change_one(const gm_sum **sum, gm_outline_change *change, void *state)
{
	if (*sum)
		*sum = change(state, *sum);
}

void
gm_outline_each(gm_outline_list *list, gm_outline_change *change, void *state)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		change_one(&node->from, change, state);
		change_one(&node->step, change, state);
		change_one(&node->count, change, state);
		change_one(&node->bound, change, state);
		change_one(&node->test, change, state);
		change_one(&node->index, change, state);
		gm_outline_each(&node->body, change, state);
		gm_outline_each(&node->other, change, state);
	}
}
