#include "sass/spill_plan.h"

#include "sass/issue_registers.h"

#include <stdlib.h>
#include <string.h>

/* What is read behind a loop lies further than what is read in it. */
static const uint32_t BEHIND_LOOP = 1 << 20;

/* ---- values ---- */

static void
number_values(spill_values *v)
{
	const ptx_program *p = v->program;
	issue_plan plan = {.program = p};
	gm_ptx_issue_values_init(&plan.values, p);
	bool *kept = gm_ptx_issue_lasting(&plan);
	v->number = gm_allocate(p->units_count + 1, sizeof *v->number);
	v->unit = gm_allocate(p->units_count + 1, sizeof *v->unit);
	v->words = gm_allocate(p->units_count + 1, sizeof *v->words);
	for (uint32_t u = 0; u < p->units_count; u++)
		if (kept[u] && p->unit_bits[u] <= 64) {
			v->unit[v->count] = u;
			v->words[v->count] = p->unit_bits[u] / 32;
			v->number[u] = (uint32_t)++v->count;
		}
	free(kept);
	gm_ptx_issue_values_dispose(&plan.values);
}

static void
forget_values(spill_values *v)
{
	memset(v->number, 0, (v->program->units_count + 1) * sizeof *v->number);
	v->count = 0;
}

/* ---- loops ---- */

static void
note_loops(spill_values *v)
{
	const ptx_program *p = v->program;
	const size_t nodes = (size_t)v->graph.count;
	v->header_of = gm_allocate(nodes, sizeof *v->header_of);
	v->narrow = gm_allocate(nodes, sizeof *v->narrow);
	v->full = gm_allocate(nodes, sizeof *v->full);
	v->depth = gm_allocate(nodes, sizeof *v->depth);
	for (int32_t n = 0; n < v->graph.count; n++)
		v->header_of[n] = -1;
	for (int32_t k = 0; k < p->loops_count; k++) {
		const bool alone = gm_ptx_loop_is_innermost(p, k);
		v->header_of[v->graph.node_of[p->loops[k].header]] = k;
		for (int32_t n = 0; n + 1 < v->graph.count; n++)
			if (gm_ptx_loop_has_node(&p->loops[k], n)) {
				v->depth[n]++;
				v->narrow[n] |= alone;
			}
	}
}

/* ---- order ---- */

/* Nodes behind all that lead there, but for ways back: those that the begin reaches. */
static void
order_nodes(spill_values *v)
{
	const ptx_graph *g = &v->graph;
	const size_t nodes = (size_t)g->count;
	int32_t *way = gm_allocate(nodes + 1, sizeof *way), *edge = gm_allocate(nodes + 1, sizeof *edge);
	bool *seen = gm_allocate(nodes + 1, sizeof *seen);
	int32_t length = 1, left = g->count - 1;
	v->order = gm_allocate(nodes + 1, sizeof *v->order);
	seen[0] = true;
	while (length > 0) {
		const int32_t n = way[length - 1];
		if (edge[n] == g->nodes[n].successors_count) {
			v->order[--left] = n;
			length--;
			continue;
		}
		const int32_t to = g->successors[g->nodes[n].successors + edge[n]++];
		if (!seen[to] && to != g->count - 1) {
			seen[to] = true;
			way[length++] = to;
		}
	}
	v->reached = g->count - 1 - left;
	memmove(v->order, v->order + left, (size_t)v->reached * sizeof *v->order);
	free(way);
	free(edge);
	free(seen);
}

/* ---- distances ---- */

static uint32_t
further(uint32_t distance, uint32_t by)
{
	return distance >= SPILL_NEVER - by ? SPILL_NEVER : distance + by;
}

/* Takes the node backward over distances that are told from its end. */
static void
pass_node(const spill_values *v, int32_t n, uint32_t *row)
{
	const ptx_program *p = v->program;
	const ptx_node *node = &v->graph.nodes[n];
	const uint32_t length = (uint32_t)(node->end - node->first);
	for (int k = 0; k < v->count; k++)
		row[k] = further(row[k], length);
	for (int32_t i = node->end - 1; i >= node->first; i--) {
		const ptx_step *s = &p->steps[i];
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t u = p->units[s->results + (uint32_t)k];
			const uint32_t number = u == PTX_NO_UNIT ? 0 : v->number[u];
			if (number && gm_ptx_spill_makes(v, s, (int)number - 1))
				row[number - 1] = SPILL_NEVER;
		}
		for (int k = 0; k < s->sources_count; k++) {
			const uint32_t u = p->units[s->sources + (uint32_t)k];
			const uint32_t number = u == PTX_NO_UNIT ? 0 : v->number[u];
			if (number)
				row[number - 1] = (uint32_t)(i - node->first);
		}
	}
}

static bool
update_node(spill_values *v, int32_t n, uint32_t *row)
{
	const ptx_graph *g = &v->graph;
	uint32_t *last = v->last + (size_t)n * (size_t)v->count;
	uint32_t *first = v->first + (size_t)n * (size_t)v->count;
	for (int e = 0; e < g->nodes[n].successors_count; e++) {
		const int32_t to = g->successors[g->nodes[n].successors + e];
		const int left = v->depth[n] - v->depth[to];
		const uint32_t way = left > 0 ? BEHIND_LOOP * (uint32_t)left : 0;
		const uint32_t *there = v->first + (size_t)to * (size_t)v->count;
		for (int k = 0; k < v->count; k++) {
			const uint32_t distance = further(there[k], way);
			last[k] = distance < last[k] ? distance : last[k];
		}
	}
	memcpy(row, last, (size_t)v->count * sizeof *row);
	pass_node(v, n, row);
	if (memcmp(first, row, (size_t)v->count * sizeof *row) == 0)
		return false;
	memcpy(first, row, (size_t)v->count * sizeof *row);
	return true;
}

static size_t
cells_of(const spill_values *v)
{
	return (size_t)v->graph.count * (size_t)v->count + 1;
}

static void
find_distances(spill_values *v)
{
	const size_t cells = cells_of(v);
	uint32_t *row = gm_allocate((size_t)v->count + 1, sizeof *row);
	memset(v->first, 0xff, cells * sizeof *v->first);
	memset(v->last, 0xff, cells * sizeof *v->last);
	for (bool more = true; more;) {
		more = false;
		for (int32_t n = v->graph.count - 2; n >= 0; n--)
			more |= update_node(v, n, row);
	}
	free(row);
}

/* What may be read before it is made: where a predicate guards that, it guards the reader too, and before it is
   nothing; the rest is left alone. */
static void
leave_undefined(spill_values *v)
{
	for (int round = 0; round < 2; round++) {
		bool any = false;
		for (int k = 0; k < v->count; k++) {
			if (v->first[k] == SPILL_NEVER)
				continue;
			any = true;
			v->partial[k] = true;
			if (round > 0)
				v->number[v->unit[k]] = 0;
		}
		if (any)
			find_distances(v);
	}
}

/* ---- pressure ---- */

/* Words that live at the fullest place of a node. */
static int
fullest(const spill_values *v, int32_t n, bool *live)
{
	const ptx_program *p = v->program;
	const uint32_t *last = v->last + (size_t)n * (size_t)v->count;
	int words = 0, most;
	for (int k = 0; k < v->count; k++) {
		live[k] = last[k] != SPILL_NEVER;
		words += live[k] ? v->words[k] : 0;
	}
	most = words;
	for (int32_t i = v->graph.nodes[n].end - 1; i >= v->graph.nodes[n].first; i--) {
		const ptx_step *s = &p->steps[i];
		for (int part = 0; part < 2; part++) {
			const bool results = part == 0;
			const uint32_t from = results ? s->results : s->sources;
			const int count = results ? s->results_count : s->sources_count;
			for (int k = 0; k < count; k++) {
				const uint32_t u = p->units[from + (uint32_t)k];
				const uint32_t number = u == PTX_NO_UNIT ? 0 : v->number[u];
				if (!number || live[number - 1] != results ||
				    (results && !gm_ptx_spill_makes(v, s, (int)number - 1)))
					continue;
				live[number - 1] = !results;
				words += results ? -v->words[number - 1] : v->words[number - 1];
			}
		}
		most = words > most ? words : most;
	}
	return most;
}

static void
find_pressure(spill_values *v)
{
	const ptx_program *p = v->program;
	bool *live = gm_allocate((size_t)v->count + 1, sizeof *live);
	v->most = gm_allocate((size_t)p->loops_count + 1, sizeof *v->most);
	for (int32_t n = 0; n + 1 < v->graph.count; n++) {
		const int words = fullest(v, n, live);
		for (int32_t k = 0; k < p->loops_count; k++)
			if (gm_ptx_loop_has_node(&p->loops[k], n) && words > v->most[k])
				v->most[k] = words;
	}
	free(live);
}

void
gm_ptx_spill_values_init(spill_values *v, const ptx_program *program)
{
	*v = (spill_values){.program = program};
	gm_ptx_graph_init(&v->graph, program);
	number_values(v);
	if ((int64_t)v->count * v->graph.count > SPILL_CELLS_MOST)
		forget_values(v);
	note_loops(v);
	order_nodes(v);
	v->partial = gm_allocate((size_t)v->count + 1, sizeof *v->partial);
	v->first = gm_allocate(cells_of(v), sizeof *v->first);
	v->last = gm_allocate(cells_of(v), sizeof *v->last);
	find_distances(v);
	leave_undefined(v);
	find_pressure(v);
}

void
gm_ptx_spill_values_dispose(spill_values *v)
{
	gm_ptx_graph_dispose(&v->graph);
	free(v->number);
	free(v->unit);
	free(v->words);
	free(v->partial);
	free(v->order);
	free(v->header_of);
	free(v->narrow);
	free(v->full);
	free(v->depth);
	free(v->first);
	free(v->last);
	free(v->most);
}
