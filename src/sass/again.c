#include "sass/again.h"

#include "base/memory.h"
#include "sass/between.h"
#include "sass/spots.h"

#include <stdlib.h>

typedef struct rememberer {
	ptx_program *program;
	const ptx_spot *spots; /* per step */
	const ptx_graph *graph;
	int32_t *dominator; /* per node */
	int32_t *loads;     /* steps */
	int32_t count;
	int32_t global, shared, all; /* the last step that ends what is known of that memory */
} rememberer;

static int
largest(int a, int b)
{
	return a > b ? a : b;
}

/* What was loaded up to there may be another now. */
static int32_t
known_since(const rememberer *r, int32_t i)
{
	const ptx_step *s = &r->program->steps[i];
	const bool read_only = r->program->words[i].flags & WORD_READ_ONLY;
	const int32_t space = s->space == SPACE_SHARED ? r->shared : read_only ? -1 : r->global;
	return largest(space, r->all);
}

bool
gm_ptx_same_load(const ptx_program *p, int32_t a, int32_t b)
{
	const ptx_step *x = &p->steps[a], *y = &p->steps[b];
	const ptx_type one = (ptx_type)x->type, other = (ptx_type)y->type;
	const bool alike = one == other || (gm_ptx_type_bits(one) >= 32 &&
					    gm_ptx_type_bits(one) == gm_ptx_type_bits(other));
	return alike && x->space == y->space && x->vector == y->vector &&
	       !((p->words[a].flags ^ p->words[b].flags) & WORD_READ_ONLY);
}

static bool
same_words(const rememberer *r, int32_t a, int32_t b)
{
	const ptx_spot *from = &r->spots[a], *to = &r->spots[b];
	return from->number == to->number && from->distance_bytes == to->distance_bytes &&
	       gm_ptx_same_load(r->program, a, b);
}

static void
look_back(const rememberer *r, int32_t i)
{
	ptx_step *s = &r->program->steps[i];
	const int32_t since = known_since(r, i);
	for (int32_t k = r->count - 1; k >= 0 && r->loads[k] > since; k--) {
		const int32_t before = r->loads[k];
		if (!same_words(r, before, i) ||
		    !gm_ptx_is_above(r->program, r->dominator, before, i) ||
		    gm_ptx_changes_aside(r->program, r->graph, before, i, (ptx_space)s->space,
					 r->program->words[i].flags & WORD_READ_ONLY))
			continue;
		const int32_t leader = r->program->steps[before].joined_to;
		s->joined_to = leader >= 0 ? leader : before;
		s->site = PTX_NO_SITE;
		return;
	}
}

static void
note_changes(rememberer *r, int32_t i)
{
	const ptx_program *p = r->program;
	const ptx_step *s = &p->steps[i];
	const bool load = p->words[i].opcode == OP_LD;
	if (gm_ptx_has_subroutine(p, i))
		r->all = i;
	if (gm_ptx_is_fence(p, i) || (!load && gm_ptx_touches(s, SPACE_GLOBAL)))
		r->global = i;
	if (gm_ptx_is_fence(p, i) || (!load && gm_ptx_touches(s, SPACE_SHARED)))
		r->shared = i;
}

void
gm_ptx_join_again(ptx_program *p)
{
	rememberer r = {.program = p, .global = -1, .shared = -1, .all = -1};
	ptx_graph graph;
	ptx_known known;
	gm_ptx_known_init(&known, p);
	ptx_spot *spots = gm_ptx_spots(p, &known);
	gm_ptx_known_dispose(&known);
	gm_ptx_graph_init(&graph, p);
	r.spots = spots;
	r.graph = &graph;
	r.dominator = gm_ptx_dominators(&graph, false);
	r.loads = gm_allocate((size_t)p->steps_count + 1, sizeof *r.loads);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const bool candidate = gm_ptx_is_plain_load(p, i);
		if (i > 0 && p->loop_of[p->node_of[i]] != p->loop_of[p->node_of[i - 1]])
			r.all = i - 1;
		if (candidate && p->steps[i].site != PTX_NO_SITE)
			look_back(&r, i);
		note_changes(&r, i);
		if (candidate)
			r.loads[r.count++] = i;
	}
	gm_ptx_graph_dispose(&graph);
	free(r.dominator);
	free(spots);
	free(r.loads);
}
