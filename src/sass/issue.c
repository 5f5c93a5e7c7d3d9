#include "sass/issue.h"


#include "sass/rare.h"
#include "simt/matrix.h"
#include "simt/ptx_kernel.h"

#include <stdlib.h>
#include <string.h>

/* LDSM and STSM are none of the kinds. */
static bool
moves_rows(const ptx_step *s, const ptx_word *w)
{
	return w->opcode == OP_LDMATRIX || w->opcode == OP_STMATRIX ||
	       (s->matrix && s->streams_itself && gm_ptx_wmma_way(s->matrix) == WMMA_ROWS);
}

/* LD and ST, which are counted apart (op_generic) wherever they lead to. */
static bool
is_generic(const ptx_step *s)
{
	return s->matrix ? s->matrix->space == SPACE_GENERIC
			 : s->action == ACTION_MEMORY && s->space == SPACE_GENERIC && !s->copies;
}

static void
note_access(const issue_plan *plan, const ptx_step *s, gm_issue *cost)
{
	const gm_site *site = s->site == PTX_NO_SITE || is_generic(s) ? NULL : &plan->sites[s->site];
	const gm_issued kind = site ? gm_issued_of(site->operation, site->space) : GM_ISSUED_COUNT;
	if (kind < GM_ISSUED_COUNT && s->traffic_site == PTX_NO_SITE && site->cluster == 0)
		cost->accesses[kind] = 1;
}

/* How often a fragment is accessed: the step executes its site so many times. */
static int
accesses_of(const ptx_step *s, const ptx_word *w)
{
	int accesses = 1, bytes;
	if (w->opcode == OP_WMMA && s->matrix && s->streams_itself)
		gm_ptx_wmma_access(s->matrix, &accesses, &bytes);
	return accesses;
}

/* All but the code, which stands there once. */
static void
scale_whole(gm_issue *issue, double by)
{
	issue_scale(issue, by);
	for (int a = 0; a < GM_ISSUED_COUNT; a++)
		issue->accesses[a] *= (float)by;
	for (int f = 0; f < GM_FLOAT_COUNT; f++) {
		issue->floats[f] *= (float)by;
		issue->unsure[f] *= (float)by;
	}
}

static void
price(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->words[i].flags & WORD_FIRST) {
			plan->cost[i] = gm_ptx_issue_rule(&p->steps[i], &p->words[i], plan->cc);
			gm_ptx_issue_floats(&p->words[i], &plan->cost[i]);
			if (p->steps[i].every > 1)
				plan->cost[i].of[GM_UNIT_LSU] /= p->steps[i].every;
			if (!moves_rows(&p->steps[i], &p->words[i]))
				note_access(plan, &p->steps[i], &plan->cost[i]);
			scale_whole(&plan->cost[i], accesses_of(&p->steps[i], &p->words[i]));
		}
}

static void
add_to(gm_issue *to, const gm_issue *more)
{
	gm_issue_add(to, more);
	to->code += more->code;
	for (int f = 0; f < GM_FLOAT_COUNT; f++) {
		to->floats[f] += more->floats[f];
		to->unsure[f] += more->unsure[f];
	}
}

/* A step with several sites executes one of them. */
static void
note_either(const issue_plan *plan, const ptx_step *s, gm_issue *out)
{
	const uint32_t either[] = {s->site, s->traffic_site, s->local_site};
	for (int k = 0; k < 3 && either[k] != PTX_NO_SITE && !is_generic(s); k++) {
		const gm_site *site = &plan->sites[either[k]];
		const gm_issued kind = gm_issued_of(site->operation, site->space);
		if (kind < GM_ISSUED_COUNT && site->cluster == 0)
			out[either[k]].accesses[kind] = 1;
	}
}

/* Forward within each block, what is left at its end back to the last site before. */
static void
book(const issue_plan *plan, gm_issue *out)
{
	const ptx_program *p = plan->program;
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		gm_issue waiting = {0};
		uint32_t last = PTX_NO_SITE;
		for (int32_t i = plan->graph.nodes[n].first; i < plan->graph.nodes[n].end; i++) {
			const ptx_step *s = &p->steps[i];
			plan->cost[i].code = plan->copies[i] * (float)gm_issue_total(&plan->cost[i]);
			add_to(&waiting, &plan->cost[i]);
			if (s->site == PTX_NO_SITE)
				continue;
			last = s->site;
			scale_whole(&waiting, 1.0 / accesses_of(s, &p->words[i]));
			out[last].wait = plan->cost[i].wait;
			out[last].ahead = plan->cost[i].ahead;
			out[last].opens = plan->cost[i].opens;
			out[last].halts = plan->cost[i].halts;
			out[last].meets = plan->cost[i].meets;
			gm_ptx_issue_doubt_of(&out[last], &plan->cost[i]);
			out[last].held = plan->cost[i].held;
			out[last].held_ahead = plan->cost[i].held_ahead;
			out[last].own = plan->cost[i].own;
			out[last].loaded = plan->cost[i].loaded;
			out[last].alive = plan->cost[i].alive;
			out[last].predicates = plan->cost[i].predicates;
			out[last].same_predicate = plan->cost[i].same_predicate;
			out[last].conditional = plan->cost[i].conditional;
			out[last].constant_sets = plan->cost[i].constant_sets;
			out[last].constant_loads = plan->cost[i].constant_loads;
			out[last].constant_in_turn = plan->cost[i].constant_in_turn;
			add_to(&out[last], &waiting);
			if (s->traffic_site != PTX_NO_SITE && !s->copies) {
				add_to(&out[s->traffic_site], &waiting);
				if (s->local_site != PTX_NO_SITE)
					add_to(&out[s->local_site], &waiting);
				note_either(plan, s, out);
			}
			waiting = (gm_issue){0};
		}
		if (last != PTX_NO_SITE)
			add_to(&out[last], &waiting);
	}
}

static void
make_plan(issue_plan *plan, const gm_kernel *kernel, int cc)
{
	const ptx_program *p = &ptx_kernel_of(kernel)->program;
	*plan = (issue_plan){.program = p, .sites = kernel->sites, .cc = cc};
	gm_ptx_graph_init(&plan->graph, p);
	plan->dominator = gm_ptx_dominators(&plan->graph, false);
	gm_ptx_dominance_init(&plan->dominance, plan->dominator, plan->graph.count);
	plan->predicated = gm_allocate((size_t)plan->graph.count, sizeof *plan->predicated);
	plan->cost = gm_allocate((size_t)p->steps_count, sizeof *plan->cost);
	plan->copies = gm_allocate((size_t)p->steps_count, sizeof *plan->copies);
	plan->unrolled = gm_allocate((size_t)p->loops_count + 1, sizeof *plan->unrolled);
	plan->rounds = gm_allocate((size_t)p->loops_count + 1, sizeof *plan->rounds);
	plan->whole = gm_allocate((size_t)p->loops_count + 1, sizeof *plan->whole);
	plan->dropped = gm_allocate((size_t)p->steps_count, sizeof *plan->dropped);
	plan->alike = gm_allocate((size_t)p->steps_count, sizeof *plan->alike);
	memset(plan->copies, 1, (size_t)p->steps_count);
	gm_ptx_issue_values_init(&plan->values, p);
	price(plan);
	gm_ptx_issue_fold(plan);
	gm_ptx_issue_low(plan);
	gm_ptx_issue_alike(plan);
	gm_ptx_issue_near(plan);
	gm_ptx_issue_pairs(plan);
	gm_ptx_issue_twice(plan);
	gm_ptx_issue_operands(plan);
	gm_ptx_issue_waits(plan);
	gm_ptx_issue_hoist(plan);
	gm_ptx_issue_moves(plan);
	gm_ptx_issue_vectors(plan);
	gm_ptx_issue_setup(plan);
	gm_ptx_issue_flow(plan);
	gm_ptx_issue_extremes(plan);
	gm_ptx_issue_pointers(plan);
	gm_ptx_issue_doubles(plan);
	gm_ptx_issue_shifted(plan);
}

static void
dispose(issue_plan *plan)
{
	gm_ptx_issue_values_dispose(&plan->values);
	free(plan->cost);
	free(plan->predicated);
	free(plan->copies);
	free(plan->alike);
	free(plan->dropped);
	free(plan->unrolled);
	free(plan->rounds);
	free(plan->whole);
	free(plan->dominator);
	gm_ptx_dominance_dispose(&plan->dominance);
	gm_ptx_graph_dispose(&plan->graph);
}

void
gm_ptx_issue(const gm_kernel *kernel, int cc_major, int cc_minor, gm_issue *out)
{
	issue_plan plan;
	for (int s = 0; s < kernel->sites_count; s++)
		out[s] = (gm_issue){0};
	make_plan(&plan, kernel, 10 * cc_major + cc_minor);
	gm_ptx_issue_pressure(&plan, (double)gm_kernel_registers(kernel, cc_major, cc_minor, NULL));
	gm_ptx_issue_share(&plan);
	gm_ptx_issue_converge(&plan);
	gm_ptx_issue_tensor(&plan);
	gm_ptx_issue_members(&plan);
	gm_ptx_issue_ahead(&plan);
	gm_ptx_issue_bodies(&plan);
	gm_ptx_issue_registers(&plan);
	gm_ptx_issue_under(&plan);
	gm_ptx_issue_uniform_loads(&plan);
	gm_ptx_issue_rare(&plan, gm_ptx_rare_seen(ptx_kernel_of(kernel)), gm_dim3_volume(kernel->grid));
	book(&plan, out);
	gm_ptx_issue_first(&plan, out);
	dispose(&plan);
}

bool *
gm_ptx_issue_whole(const gm_kernel *kernel, int cc)
{
	issue_plan plan;
	make_plan(&plan, kernel, cc);
	bool *whole = gm_allocate((size_t)plan.program->loops_count + 1, sizeof *whole);
	for (int32_t l = 0; l < plan.program->loops_count; l++)
		whole[l] = plan.whole[l].turns > 0;
	dispose(&plan);
	return whole;
}

bool *
gm_ptx_issue_predicated(const gm_kernel *kernel, int cc)
{
	issue_plan plan;
	make_plan(&plan, kernel, cc);
	bool *predicated = plan.predicated;
	plan.predicated = NULL;
	dispose(&plan);
	return predicated;
}

/* What asks all lanes of a warp at once would ask others. */
static bool
is_of_warp(uint8_t opcode)
{
	static const uint8_t all[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX, OP_ACTIVEMASK, OP_ELECT};
	return memchr(all, opcode, sizeof all) != NULL;
}

static bool
asks_others(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t node = p->node_of[i];
		const ptx_step *s = &p->steps[i];
		const bool plain = (s->action == ACTION_LANES && !s->streams_itself &&
				    !is_of_warp(p->words[i].opcode)) ||
				   s->action == ACTION_MEMORY || s->action == ACTION_BRANCH;
		if ((loop->members[node / 64] >> (node % 64) & 1) && !plain)
			return true;
	}
	return loop->has_spin;
}

/* Where it is at the start of a turn, and its bound, tell how many there are to come. */
static bool
turns_told(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_step *branch = &plan->program->steps[t->branch];
	const ptx_step *test = &plan->program->steps[t->test];
	const ptx_type type = (ptx_type)test->from;
	if (gm_ptx_type_kind(type) == KIND_FLOAT || gm_ptx_type_bits(type) < 32 ||
	    test->sources_count != 2)
		return false;
	return branch->target == loop->header && t->counter < t->test && !asks_others(plan, loop);
}

static void
note_turns(const issue_plan *plan, ptx_program *program, gm_site *sites)
{
	issue_turn t;
	for (int32_t l = 0; l < program->loops_count; l++) {
		ptx_loop *loop = &program->loops[l];
		gm_ptx_issue_entered(plan, program, l);
		gm_ptx_issue_literals(plan, program, l);
		if (!plan->unrolled[l] || plan->rounds[l].branches || !gm_ptx_issue_find_turn(plan, loop, &t) ||
		    !turns_told(plan, loop, &t))
			continue;
		loop->counter = t.counter;
		loop->test = t.test;
		loop->latch = t.branch;
		loop->apart = plan->values.varies[program->steps[t.branch].guard];
		const int64_t turns = gm_ptx_issue_turns_written(plan, l, &t);
		if (!loop->apart && turns > 1)
			gm_ptx_issue_together(plan, program, sites, loop, turns);
		if (!loop->apart)
			gm_ptx_issue_along(plan, program, loop);
		gm_ptx_issue_carried(plan, program, l);
		gm_ptx_issue_last(plan, program, l, &t);
		loop->tails = gm_ptx_issue_tails(plan, l, &t);
		if (!loop->apart && !loop->takes_along && !loop->tails && !loop->round && !loop->ends_alone)
			loop->counter = loop->test = loop->latch = -1;
	}
}

static bool
stores_twice(const ptx_program *p)
{
	int stores = 0;
	for (int32_t i = 0; i < p->steps_count; i++)
		stores += p->words[i].opcode == OP_ST && p->steps[i].space != SPACE_SHARED;
	return stores > 1;
}

/* An instruction of its own in each turn: neither predicated away nor left out of three copies of four. */
static void
note_branches(const issue_plan *plan, gm_site *sites)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const ptx_step *s = &plan->program->steps[i];
		if (s->action == ACTION_BRANCH && s->site != PTX_NO_SITE)
			sites[s->site].parts_stores = (double)plan->cost[i].of[GM_UNIT_CONTROL] > 0.5;
	}
}

void
gm_ptx_issue_note(const gm_kernel *kernel, int cc, ptx_program *program, gm_site *sites)
{
	issue_plan plan;
	for (int32_t l = 0; l < program->loops_count; l++)
		program->loops[l].counter = program->loops[l].test = program->loops[l].latch = -1;
	const bool twice = stores_twice(program);
	if (program->loops_count == 0 && !twice)
		return;
	make_plan(&plan, kernel, cc);
	note_turns(&plan, program, sites);
	gm_ptx_issue_once(&plan, program);
	if (twice)
		note_branches(&plan, sites);
	dispose(&plan);
}
