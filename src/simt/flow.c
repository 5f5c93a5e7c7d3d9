#include "simt/flow.h"

#include "simt/breaks.h"

#include <stdlib.h>
#include <string.h>

static void
set_reconvergence(ptx_program *p, const ptx_graph *g)
{
	int32_t *after = gm_ptx_dominators(g, true), *before = gm_ptx_dominators(g, false);
	for (int32_t n = 0; n < g->count - 1; n++) {
		ptx_step *s = &p->steps[g->nodes[n].end - 1];
		const bool parts = s->action == ACTION_BRANCH && s->guard != PTX_NO_UNIT;
		const int32_t earlier = parts && gm_ptx_is_way_out(p, g, after[n])
						? gm_ptx_meets_before_exit(p, g, before, n)
						: -1;
		const int32_t meets = earlier >= 0 ? earlier : after[n];
		s->reconverge = meets < 0 || meets == g->count - 1 ? -1 : g->nodes[meets].first;
	}
	free(after);
	free(before);
}

static void
set_bit(uint64_t *bits, int32_t i)
{
	bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static bool
get_bit(const uint64_t *bits, int32_t i)
{
	return (bits[i / 64] >> (i % 64)) & 1;
}

/* Everything that reaches the back edge without passing the header. */
static void
collect(const ptx_graph *g, int32_t header, int32_t latch, uint64_t *members)
{
	int32_t *stack = gm_allocate((size_t)g->count, sizeof *stack);
	int32_t depth = 0;
	set_bit(members, header);
	if (!get_bit(members, latch)) {
		set_bit(members, latch);
		stack[depth++] = latch;
	}
	while (depth > 0) {
		const ptx_node *node = &g->nodes[stack[--depth]];
		for (int32_t e = 0; e < node->predecessors_count; e++) {
			const int32_t from = g->predecessors[node->predecessors + e];
			if (!get_bit(members, from)) {
				set_bit(members, from);
				stack[depth++] = from;
			}
		}
	}
	free(stack);
}

enum { LOOPS_MAX = 4096 };

typedef struct loop_list {
	ptx_loop *loops;
	size_t count, room;
} loop_list;

static ptx_loop *
loop_with_header(loop_list *list, const ptx_graph *g, gm_arena *arena, int32_t header)
{
	const int32_t first = g->nodes[header].first;
	for (size_t i = 0; i < list->count; i++)
		if (list->loops[i].header == first)
			return &list->loops[i];
	if (list->count == LOOPS_MAX)
		return NULL;
	list->loops = gm_grow(list->loops, &list->room, list->count + 1, sizeof *list->loops);
	ptx_loop *loop = &list->loops[list->count++];
	*loop = (ptx_loop){.header = first, .parent = -1};
	loop->members = gm_arena_allocate(arena, (size_t)g->count / 64 + 1, sizeof *loop->members);
	return loop;
}

static void
find_loops(const ptx_graph *g, gm_arena *arena, loop_list *list)
{
	int32_t *dominator = gm_ptx_dominators(g, false);
	ptx_dominance dominance;
	gm_ptx_dominance_init(&dominance, dominator, g->count);
	for (int32_t n = 0; n < g->count - 1; n++)
		for (int32_t e = 0; e < g->nodes[n].successors_count; e++) {
			const int32_t to = g->successors[g->nodes[n].successors + e];
			const bool reached = n == 0 || dominator[n] >= 0;
			if (!reached || !gm_ptx_dominates(&dominance, to, n))
				continue;
			ptx_loop *loop = loop_with_header(list, g, arena, to);
			if (loop)
				collect(g, to, n, (uint64_t *)(uintptr_t)loop->members);
		}
	gm_ptx_dominance_dispose(&dominance);
	free(dominator);
}

static int32_t
size_of(const ptx_loop *loop, int32_t nodes)
{
	int32_t size = 0;
	for (int32_t i = 0; i <= nodes / 64; i++)
		size += __builtin_popcountll(loop->members[i]);
	return size;
}

/* The smallest other loop that holds the header. */
static int32_t
parent_of(const loop_list *list, const int32_t *sizes, size_t i, int32_t header)
{
	int32_t best = INT32_MAX, parent = -1;
	for (size_t k = 0; k < list->count; k++)
		if (k != i && sizes[k] < best && get_bit(list->loops[k].members, header)) {
			best = sizes[k];
			parent = (int32_t)k;
		}
	return parent;
}

static void
set_parents(loop_list *list, const ptx_graph *g)
{
	int32_t *sizes = gm_allocate(list->count, sizeof *sizes);
	for (size_t i = 0; i < list->count; i++)
		sizes[i] = size_of(&list->loops[i], g->count);
	for (size_t i = 0; i < list->count; i++)
		list->loops[i].parent =
			parent_of(list, sizes, i, g->node_of[list->loops[i].header]);
	free(sizes);
}

/* Inner loops are smaller, and so is the last word the smallest loop's. */
static int32_t *
innermost(const loop_list *list, const ptx_graph *g)
{
	int32_t *loop_of = gm_allocate((size_t)g->count, sizeof *loop_of);
	int32_t *sizes = gm_allocate((size_t)g->count, sizeof *sizes);
	for (int32_t n = 0; n < g->count; n++) {
		loop_of[n] = -1;
		sizes[n] = INT32_MAX;
	}
	for (size_t i = 0; i < list->count; i++) {
		const int32_t size = size_of(&list->loops[i], g->count);
		for (int32_t n = 0; n < g->count; n++)
			if (get_bit(list->loops[i].members, n) && size < sizes[n]) {
				sizes[n] = size;
				loop_of[n] = (int32_t)i;
			}
	}
	free(sizes);
	return loop_of;
}

static void
describe(ptx_loop *loop, const ptx_program *p, const ptx_graph *g)
{
	for (int32_t n = 0; n < g->count - 1; n++) {
		if (!get_bit(loop->members, n))
			continue;
		for (int32_t i = g->nodes[n].first; i < g->nodes[n].end; i++)
			loop->has_barrier |= p->steps[i].action == ACTION_BARRIER;
	}
	loop->line = p->steps[loop->header].source_line;
}

void
gm_ptx_flow_analyse(ptx_program *program, gm_arena *arena)
{
	ptx_graph g;
	loop_list list = {0};
	gm_ptx_graph_init(&g, program);
	set_reconvergence(program, &g);
	find_loops(&g, arena, &list);
	set_parents(&list, &g);
	for (size_t i = 0; i < list.count; i++) {
		describe(&list.loops[i], program, &g);
		program->steps[list.loops[i].header].loop = (int32_t)i;
	}
	free(program->loops);
	free(program->loop_of);
	free(program->node_of);
	program->loop_of = innermost(&list, &g);
	program->loops = list.loops;
	program->loops_count = (int32_t)list.count;
	program->nodes_count = g.count;
	gm_ptx_note_breaks(program, &g);
	program->node_of = g.node_of;
	g.node_of = NULL;
	gm_ptx_graph_dispose(&g);
}

bool
gm_ptx_loop_is_innermost(const ptx_program *program, int32_t loop)
{
	for (int32_t i = 0; i < program->loops_count; i++)
		if (program->loops[i].parent == loop)
			return false;
	return true;
}
