/*
 * Control flow of a lowered program: basic blocks, where divergent lanes meet again, loops.
 *
 * Lanes that take different sides of a branch meet at its immediate post-dominator, the first step
 * that every way to the end passes, or before the end where some ways leave (flow_exits.c), and within a
 * loop that some leave (breaks.h). Dominators
 * both ways by Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001.
 */
#ifndef GM_SIMT_FLOW_H
#define GM_SIMT_FLOW_H

#include "simt/machine.h"

typedef struct ptx_node {
	int32_t first, end;               /* steps */
	int32_t successors, predecessors; /* first rows in the edge lists */
	int32_t successors_count, predecessors_count;
} ptx_node;

/* The last node is the virtual end, reached by every exit. */
typedef struct ptx_graph {
	ptx_node *nodes;
	int32_t count;
	int32_t *successors, *predecessors;
	int32_t *node_of; /* per step */
} ptx_graph;

/* Nothing behind it is in its node. */
static inline bool
ptx_ends_node(const ptx_step *step)
{
	return step->action == ACTION_BRANCH || step->action == ACTION_TABLE || step->action == ACTION_EXIT ||
	       step->action == ACTION_TRAP;
}

void gm_ptx_graph_init(ptx_graph *graph, const ptx_program *program);
void gm_ptx_graph_dispose(ptx_graph *graph);

/* One turn of a loop: its nodes, under the numbers they have, without ways out of it. What leads to its first
   leads to the end. Without node_of. */
void gm_ptx_graph_of_turn(ptx_graph *out, const ptx_graph *graph, const ptx_loop *loop);

/* The immediate dominator of each node from the start, or backwards from the end; -1 for the root
   and for nodes that the root does not reach. Release with free(). */
int32_t *gm_ptx_dominators(const ptx_graph *graph, bool backwards);

/* In such a tree, of dominators or backwards: `above` is the node or lies on its way to the root. */
static inline bool
gm_ptx_is_node_above(const int32_t *tree, int32_t above, int32_t node)
{
	while (node >= 0 && node != above)
		node = tree[node];
	return node >= 0;
}

/* The tree of dominators with its nodes numbered so that those below a node follow it. */
typedef struct ptx_dominance {
	int32_t *first, *last; /* per node: its number, and the first that is not below it */
} ptx_dominance;

void gm_ptx_dominance_init(ptx_dominance *dominance, const int32_t *dominator, int32_t count);
void gm_ptx_dominance_dispose(ptx_dominance *dominance);

/* A node dominates itself; one that the root does not reach, nothing else. */
bool gm_ptx_dominates(const ptx_dominance *dominance, int32_t a, int32_t b);

/* flow_exits.c: the block ends the kernel and does nothing else. */
bool gm_ptx_is_way_out(const ptx_program *program, const ptx_graph *graph, int32_t node);

/* The block where the sides of the branch that ends `node` meet although some ways from it end the kernel
   before; -1 when there is none. */
int32_t gm_ptx_meets_before_exit(const ptx_program *program, const ptx_graph *graph,
				 const int32_t *dominator, int32_t node);

/* Sets the reconvergence point of every branch, and the loops of the program. */
void gm_ptx_flow_analyse(ptx_program *program, gm_arena *arena);

/* Whether the step is in a loop. */
static inline bool
gm_ptx_is_in_loop(const ptx_program *program, int32_t step)
{
	return program->loop_of[program->node_of[step]] >= 0;
}

/* Whether no other loop lies within it. */
bool gm_ptx_loop_is_innermost(const ptx_program *program, int32_t loop);

#endif
