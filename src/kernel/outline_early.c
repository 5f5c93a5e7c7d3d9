#include "kernel/outline.h"

/*
 * A load that a compiler issues before stores is worth a word only where a store to global memory
 * can stand before it in its piece of code, that is, since the last branch or barrier: elsewhere it
 * has nothing to pass.
 */

typedef struct passing {
	const gm_outline *outline;
	bool stored; /* since the last branch */
	bool last;   /* what is not met behind a store now is not */
} passing;

static void pass_list(passing *p, const gm_outline_list *list);

static void
pass_access(passing *p, gm_outline_node *node)
{
	const bool global = p->outline->arrays[node->array].space == GM_GLOBAL;
	if (node->early && p->stored)
		node->passes = true;
	if (p->last)
		node->early = node->passes;
	p->stored = p->stored || (global && node->operation == GM_STORE);
}

/* Lanes take one side or the other. */
static void
pass_sides(passing *p, const gm_outline_node *node)
{
	const bool before = p->stored;
	pass_list(p, &node->body);
	const bool then = p->stored;
	p->stored = before;
	pass_list(p, &node->other);
	p->stored = p->stored || then;
}

/* The second turn follows the first. */
static void
pass_turns(passing *p, const gm_outline_node *node)
{
	const bool last = p->last;
	p->last = false;
	pass_list(p, &node->body);
	p->last = last;
	pass_list(p, &node->body);
}

static void
pass_list(passing *p, const gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		if (node->kind == GM_OUTLINE_BRANCH || node->kind == GM_OUTLINE_BARRIER)
			p->stored = false;
		else if (node->kind == GM_OUTLINE_ACCESS)
			pass_access(p, node);
		else if (node->kind == GM_OUTLINE_IF)
			pass_sides(p, node);
		else if (node->kind == GM_OUTLINE_LOOP)
			pass_turns(p, node);
	}
}

void
gm_outline_settle_early(gm_outline *outline)
{
	passing p = {.outline = outline, .last = true};
	pass_list(&p, &outline->body);
}
