#include "kernel/compile_run.h"

#include <stdlib.h>
#include <string.h>

static int
add(gm_expression_draft *d, gm_expression_node node)
{
	d->nodes = gm_grow(d->nodes, &d->room, d->count + 1, sizeof *d->nodes);
	d->nodes[d->count] = node;
	return (int)d->count++;
}

int
gm_draft_constant(gm_expression_draft *d, int64_t value)
{
	return add(d, (gm_expression_node){.op = GM_OP_CONSTANT, .constant = value});
}

int
gm_draft_slot(gm_expression_draft *d, int slot)
{
	return add(d, (gm_expression_node){.op = GM_OP_NAME, .slot = slot});
}

int
gm_draft_operator(gm_expression_draft *d, gm_operator op, int x, int y)
{
	return add(d, (gm_expression_node){.op = op, .operand = {x, y}});
}

int
gm_draft_expression(gm_expression_draft *d, const gm_expression *expression)
{
	const int first = (int)d->count;
	for (int i = 0; i < expression->count; i++) {
		gm_expression_node node = expression->nodes[i];
		for (int k = 0; k < gm_operator_operands(node.op); k++)
			node.operand[k] += first;
		add(d, node);
	}
	return (int)d->count - 1;
}

const gm_expression *
gm_draft_end(gm_compiling *c, gm_expression_draft *d, const char *text, int line)
{
	gm_expression *expression = gm_arena_allocate(c->arena, 1, sizeof *expression);
	gm_expression_node *nodes = gm_arena_allocate(c->arena, d->count, sizeof *nodes);
	memcpy(nodes, d->nodes, d->count * sizeof *nodes);
	*expression = (gm_expression){
		.text = text, .count = (int)d->count, .nodes = nodes, .line = line};
	c->nodes_max = c->nodes_max > expression->count ? c->nodes_max : expression->count;
	free(d->nodes);
	*d = (gm_expression_draft){0};
	return expression;
}
