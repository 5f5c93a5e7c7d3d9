/*
 * Dominators of graphs made by chance, against their definition: a node dominates another when nothing
 * leads there without it.
 */
#include "simt/flow.h"

#include "base/mix.h"
#include "support/near.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 12, EDGES_MOST = 3 * NODES, GRAPHS = 400 };

typedef struct edges {
	int32_t pairs[EDGES_MOST][2];
	int32_t count;
} edges;

/* From one edge per node to three. */
static edges
draw_edges(uint64_t seed)
{
	edges e = {.count = (int32_t)(NODES * (1 + seed % 3))};
	for (int32_t i = 0; i < e.count; i++) {
		const uint64_t bits = gm_mix(1000 * seed + (uint64_t)i);
		e.pairs[i][0] = (int32_t)(bits % NODES);
		e.pairs[i][1] = (int32_t)(bits / NODES % NODES);
	}
	return e;
}

static void
fill_rows(const edges *e, int by, ptx_graph *g)
{
	int32_t at = 0;
	for (int32_t n = 0; n < NODES; n++) {
		const int32_t first = at;
		for (int32_t i = 0; i < e->count; i++)
			if (e->pairs[i][by] == n)
				(by == 0 ? g->successors : g->predecessors)[at++] = e->pairs[i][1 - by];
		if (by == 0) {
			g->nodes[n].successors = first;
			g->nodes[n].successors_count = at - first;
		} else {
			g->nodes[n].predecessors = first;
			g->nodes[n].predecessors_count = at - first;
		}
	}
}

/* Nodes that the root leads to without passing `without`. */
static void
reach(const edges *e, bool backwards, int32_t without, bool reached[NODES])
{
	const int32_t root = backwards ? NODES - 1 : 0;
	bool grown = true;
	memset(reached, 0, NODES * sizeof *reached);
	reached[root] = root != without;
	while (grown) {
		grown = false;
		for (int32_t i = 0; i < e->count; i++) {
			const int32_t from = e->pairs[i][backwards], to = e->pairs[i][!backwards];
			if (reached[from] && !reached[to] && to != without)
				grown = reached[to] = true;
		}
	}
}

static void
check(const edges *e, bool backwards)
{
	ptx_node nodes[NODES] = {{0, 0, 0, 0, 0, 0}};
	int32_t after[EDGES_MOST], before[EDGES_MOST];
	ptx_graph g = {.nodes = nodes, .count = NODES, .successors = after, .predecessors = before};
	bool all[NODES], some[NODES];
	fill_rows(e, 0, &g);
	fill_rows(e, 1, &g);
	reach(e, backwards, -1, all);
	int32_t *dominator = gm_ptx_dominators(&g, backwards);
	ptx_dominance tree;
	gm_ptx_dominance_init(&tree, dominator, NODES);
	for (int32_t a = 0; a < NODES; a++) {
		reach(e, backwards, a, some);
		for (int32_t b = 0; b < NODES; b++)
			ck_assert_int_eq(gm_ptx_dominates(&tree, a, b),
					 a == b || (all[a] && all[b] && !some[b]));
	}
	gm_ptx_dominance_dispose(&tree);
	free(dominator);
}

START_TEST(a_node_dominates_what_nothing_leads_to_without_it)
{
	const edges e = draw_edges((uint64_t)_i);
	check(&e, false);
	check(&e, true);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("dominators");
	TCase *cases = tcase_create("dominators");
	tcase_add_loop_test(cases, a_node_dominates_what_nothing_leads_to_without_it, 0, GRAPHS);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
