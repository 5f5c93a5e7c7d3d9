/*
 * Where lanes meet that some ways let out before.
 *
 * A way that ends the kernel is no way on: the assembler writes EXIT at the end of each, and lanes that
 * leave there are not waited for. So the sides of a branch meet at the first block that both come to,
 * unless what they reach without passing it joins what lies behind it. That is after a loop or an if with
 * a return in it, where the immediate post-dominator is the end of the kernel.
 * Of several ends the lanes that stay are those that go to the longest, in instructions up to EXIT; of two
 * as long, where one lies behind the last branch of a loop, to the other.
 * Source: BSSY and BSYNC in code of ptxas 13.0 for sm_90, of 24 kernels that return from loops and ifs.
 */
#include "simt/await.h"
#include "simt/flow.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 256, WORDS = NODES_MOST / 64 };

typedef struct node_set {
	uint64_t bits[WORDS];
} node_set;

static bool
has(const node_set *s, int32_t node)
{
	return s->bits[node / 64] >> (node % 64) & 1;
}

bool
gm_ptx_is_way_out(const ptx_program *p, const ptx_graph *g, int32_t node)
{
	if (node < 0 || node == g->count - 1)
		return true;
	const ptx_step *s = &p->steps[g->nodes[node].first];
	return s->action == ACTION_EXIT && s->guard == PTX_NO_UNIT;
}

/* What ways are followed: of what graph, whether on to further turns of loops, and where they stop. */
typedef struct follower {
	const ptx_program *program;
	const ptx_graph *graph;
	const int32_t *dominator;
	bool turns;
	int32_t avoided;
} follower;

static bool
add(const follower *f, int32_t node, node_set *out)
{
	if (gm_ptx_is_way_out(f->program, f->graph, node) || node == f->avoided || has(out, node))
		return false;
	out->bits[node / 64] |= (uint64_t)1 << (node % 64);
	return true;
}

/* Blocks that the node leads to, itself among them, without ways out. */
static void
reach(const follower *f, int32_t node, node_set *out)
{
	int32_t stack[NODES_MOST];
	int depth = 0;
	if (add(f, node, out))
		stack[depth++] = node;
	while (depth > 0) {
		const int32_t from = stack[--depth];
		const ptx_node *n = &f->graph->nodes[from];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = f->graph->successors[n->successors + e];
			if ((f->turns || !gm_ptx_is_node_above(f->dominator, to, from)) && add(f, to, out))
				stack[depth++] = to;
		}
	}
}

static bool
are_apart(const node_set *a, const node_set *b)
{
	for (int w = 0; w < WORDS; w++)
		if (a->bits[w] & b->bits[w])
			return false;
	return true;
}

/* Blocks that both sides come to; false: none. */
static bool
find_common(const follower *f, const int32_t sides[2], node_set *out)
{
	node_set first = {{0}}, second = {{0}};
	bool any = false;
	reach(f, sides[0], &first);
	reach(f, sides[1], &second);
	for (int w = 0; w < WORDS; w++) {
		out->bits[w] = first.bits[w] & second.bits[w];
		any |= out->bits[w] != 0;
	}
	return any;
}

/* Nothing, and what becomes nothing: jumps, and zeros, for which there is a register. */
static bool
is_nothing(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	if (s->action == ACTION_BRANCH || s->action == ACTION_EXIT)
		return true;
	uint64_t value;
	return p->words[i].opcode == OP_MOV && s->sources_count == 1 &&
	       gm_ptx_literal_value(p, p->units[s->sources], &value) && value == 0;
}

static int
length_of(const follower *f, const node_set *nodes)
{
	int length = 0;
	for (int32_t n = 0; n < f->graph->count - 1; n++)
		for (int32_t i = f->graph->nodes[n].first; has(nodes, n) && i < f->graph->nodes[n].end; i++)
			length += !is_nothing(f->program, i);
	return length;
}

/* The longest way to an end, of the blocks before the node that do not come to it. */
static int
longest_escape(follower f, const node_set *before, int32_t node)
{
	int longest = 0;
	f.avoided = -1;
	for (int32_t n = 0; n < f.graph->count - 1; n++) {
		node_set behind = {{0}};
		if (!has(before, n))
			continue;
		reach(&f, n, &behind);
		const int length = has(&behind, node) ? 0 : length_of(&f, &behind);
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* Nothing that the sides reach without the node is reached from it, and none of the ends there is longer.
   0: they do not meet there; else how long the way is from there. */
static int
gathers(follower f, const int32_t sides[2], int32_t node, bool turns)
{
	node_set before = {{0}}, behind = {{0}};
	reach(&f, node, &behind);
	f.avoided = node;
	reach(&f, sides[0], &before);
	reach(&f, sides[1], &before);
	if (!are_apart(&before, &behind))
		return 0;
	const int length = length_of(&f, &behind), escape = longest_escape(f, &before, node);
	return length > escape || (length == escape && !turns) ? length : 0;
}

/* Of the blocks that both sides come to. */
static int32_t
best_meeting(const follower *f, const int32_t sides[2], bool turns)
{
	node_set common;
	int longest = 0;
	int32_t best = -1;
	const bool any = find_common(f, sides, &common);
	for (int32_t to = 0; any && to < f->graph->count - 1; to++) {
		const int length = has(&common, to) ? gathers(*f, sides, to, turns) : 0;
		if (length > longest) {
			longest = length;
			best = to;
		}
	}
	return best;
}

int32_t
gm_ptx_meets_before_exit(const ptx_program *p, const ptx_graph *g, const int32_t *dominator, int32_t node)
{
	const ptx_node *n = &g->nodes[node];
	follower f = {p, g, dominator, false, -1};
	if (g->count > NODES_MOST || n->successors_count != 2)
		return -1;
	const int32_t *sides = &g->successors[n->successors];
	const bool turns = gm_ptx_is_node_above(dominator, sides[0], node) ||
			   gm_ptx_is_node_above(dominator, sides[1], node);
	const int32_t ahead = best_meeting(&f, sides, turns);
	f.turns = true;
	return ahead >= 0 ? ahead : best_meeting(&f, sides, turns);
}
