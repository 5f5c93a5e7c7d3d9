#include "sass/issue_live.h"

#include <stdlib.h>
#include <string.h>

enum { BITS = 64 };

static void
set(const issue_live *l, uint32_t unit, bool to)
{
	const uint32_t number = unit == PTX_NO_UNIT ? 0 : l->number[unit];
	const uint64_t bit = number ? UINT64_C(1) << (number - 1) % BITS : 0;
	if (number && to)
		l->now[(number - 1) / BITS] |= bit;
	else if (number)
		l->now[(number - 1) / BITS] &= ~bit;
}

static void
pass_step(const issue_live *l, int32_t i)
{
	const ptx_program *p = l->plan->program;
	const ptx_step *s = &p->steps[i];
	for (int k = 0; k < s->results_count && s->guard == PTX_NO_UNIT; k++)
		set(l, p->units[s->results + (uint32_t)k], false);
	for (int k = 0; k < s->sources_count; k++)
		set(l, p->units[s->sources + (uint32_t)k], true);
	set(l, s->guard, true);
}

/* True when more has become live. */
static bool
pass_node(const issue_live *l, int32_t n)
{
	const ptx_graph *g = &l->plan->graph;
	uint64_t *row = l->rows + (size_t)n * l->words;
	bool more = false;
	memset(l->now, 0, l->words * sizeof *l->now);
	for (int e = 0; e < g->nodes[n].successors_count; e++) {
		const size_t to = (size_t)g->successors[g->nodes[n].successors + e];
		for (size_t w = 0; w < l->words; w++)
			l->now[w] |= l->rows[to * l->words + w];
	}
	for (int32_t i = g->nodes[n].end - 1; i >= g->nodes[n].first; i--)
		pass_step(l, i);
	for (size_t w = 0; w < l->words; w++) {
		more |= row[w] != l->now[w];
		row[w] = l->now[w];
	}
	return more;
}

void
gm_ptx_issue_live_init(issue_live *live, const issue_plan *plan, const uint32_t *number, size_t count)
{
	*live = (issue_live){.plan = plan, .number = number, .words = (count + BITS - 1) / BITS};
	live->rows = gm_allocate((size_t)plan->graph.count * live->words + 1, sizeof *live->rows);
	live->now = gm_allocate(live->words + 1, sizeof *live->now);
	for (bool more = true; more;) {
		more = false;
		for (int32_t n = plan->graph.count - 2; n >= 0; n--)
			more |= pass_node(live, n);
	}
}

void
gm_ptx_issue_live_dispose(issue_live *live)
{
	free(live->rows);
	free(live->now);
}

bool
gm_ptx_issue_is_live(const issue_live *live, int32_t node, uint32_t unit)
{
	const size_t value = live->number[unit] - 1;
	return live->rows[(size_t)node * live->words + value / BITS] >> value % BITS & 1;
}
