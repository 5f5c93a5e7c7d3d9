#include "simt/straight.h"

#include "simt/access.h"
#include "simt/cut.h"
#include "simt/hazards.h"

#include <stdlib.h>

typedef struct ptx_stroke {
	int64_t times, lanes;
} ptx_stroke;

struct ptx_strokes {
	ptx_stroke *rows;   /* per step at which one begins */
	ptx_stroke *alone;  /* per step that was run by itself */
	int64_t *guarded;   /* per step with a guard: lanes */
	int32_t *touched;
	int32_t touched_count;
	int32_t *next;      /* per step, and one: the first from it on that computes what decides */
	bool *bare;         /* per step: none of its row from it on has a guard */
};

/* ---- steps ---- */

static bool
is_straight(const ptx_step *s)
{
	const bool plain = s->action == ACTION_LANES || s->action == ACTION_NOTHING;
	const bool guarded_product = s->matrix && s->guard != PTX_NO_UNIT;
	const bool others_wait = s->orders == ORDER_RELEASE || s->orders == ORDER_BOTH;
	return plain && !s->streams_itself && !s->matches && !s->copies && !others_wait && !s->volatile_read &&
	       !s->suspends && !s->yields && !s->elects && s->only == PTX_NO_UNIT && !s->unmade && !s->not_alone && !guarded_product;
}

static bool
is_aside(const ptx_step *s)
{
	return !s->decides && s->guard == PTX_NO_UNIT;
}

void
gm_ptx_note_straight(ptx_program *p)
{
	for (int32_t i = p->steps_count; i-- > 0;) {
		const bool on = i + 1 < p->steps_count && p->node_of[i + 1] == p->node_of[i] &&
				p->steps[i + 1].loop < 0;
		ptx_step *s = &p->steps[i];
		s->straight = is_straight(s) ? 1 + (on ? s[1].straight : 0) : 0;
		s->aside = s->straight > 0 && is_aside(s) ? 1 + (on ? s[1].aside : 0) : 0;
	}
}

/* ---- what they come to ---- */

static void
note_work(ptx_strokes *t, const ptx_program *p)
{
	t->next[p->steps_count] = p->steps_count;
	for (int32_t i = p->steps_count; i-- > 0;) {
		const ptx_step *s = &p->steps[i];
		t->next[i] = s->action == ACTION_LANES && s->decides ? i : t->next[i + 1];
		t->bare[i] = s->guard == PTX_NO_UNIT && (s->straight <= 1 || t->bare[i + 1]);
	}
}

ptx_strokes *
gm_ptx_strokes_new(const ptx_program *program)
{
	const size_t count = (size_t)program->steps_count;
	ptx_strokes *t = gm_allocate(1, sizeof *t);
	t->rows = gm_allocate(count, sizeof *t->rows);
	t->alone = gm_allocate(count, sizeof *t->alone);
	t->guarded = gm_allocate(count, sizeof *t->guarded);
	t->touched = gm_allocate(count, sizeof *t->touched);
	t->next = gm_allocate(count + 1, sizeof *t->next);
	t->bare = gm_allocate(count, sizeof *t->bare);
	note_work(t, program);
	return t;
}

void
gm_ptx_strokes_free(ptx_strokes *t)
{
	if (!t)
		return;
	free(t->rows);
	free(t->alone);
	free(t->guarded);
	free(t->touched);
	free(t->next);
	free(t->bare);
	free(t);
}

static void
tell_step(ptx_machine *m, int32_t step, int64_t times, int64_t lanes)
{
	const uint32_t site = m->program->steps[step].site;
	if (m->status == GM_OK && site != PTX_NO_SITE && times > 0)
		m->status = m->sink->several(m->sink->state, site, times, lanes);
}

static void
tell_row(ptx_machine *m, int32_t first, const ptx_stroke *row)
{
	const ptx_step *steps = m->program->steps;
	int64_t *guarded = m->strokes->guarded;
	for (int32_t i = first; i < first + (int32_t)steps[first].straight && row->times > 0; i++) {
		const bool all = steps[i].guard == PTX_NO_UNIT;
		tell_step(m, i, row->times, all ? row->lanes : guarded[i]);
		guarded[i] = 0;
	}
}

void
gm_ptx_strokes_tell(ptx_machine *m)
{
	ptx_strokes *t = m->strokes;
	for (int32_t k = 0; t && k < t->touched_count; k++) {
		const int32_t i = t->touched[k];
		tell_row(m, i, &t->rows[i]);
		tell_step(m, i, t->alone[i].times, t->alone[i].lanes);
		t->rows[i] = t->alone[i] = (ptx_stroke){0, 0};
	}
	if (t)
		t->touched_count = 0;
}

static void
note(ptx_strokes *t, ptx_stroke *stroke, int32_t step, int lanes)
{
	if (t->rows[step].times + t->alone[step].times == 0)
		t->touched[t->touched_count++] = step;
	stroke->times++;
	stroke->lanes += lanes;
}

void
gm_ptx_strokes_note(ptx_strokes *t, int32_t step, int lanes)
{
	note(t, &t->alone[step], step, lanes);
}

/* ---- running ---- */

uint32_t
gm_ptx_straight_count(ptx_warp *warp, const ptx_step *s)
{
	if (warp->attempts_count == 0 || gm_ptx_cut_lets_go(warp, s))
		return s->straight;
	return warp->machine->idle ? s->aside : 0;
}

/* What rows of which only a part is run come to is kept step by step. */
static void
note_run(ptx_strokes *t, const ptx_step *first, int32_t at, uint32_t count, int lanes)
{
	if (count == first->straight)
		note(t, &t->rows[at], at, lanes);
	for (uint32_t i = 0; i < count && count < first->straight; i++)
		gm_ptx_strokes_note(t, at + (int32_t)i, lanes);
}

/* Lanes that the steps have, all together. */
static int64_t
run_each(ptx_warp *warp, const ptx_step *first, uint32_t count, uint32_t mask)
{
	ptx_machine *m = warp->machine;
	ptx_strokes *strokes = ptx_is_muted(warp, first) ? NULL : m->strokes;
	const int lanes = ptx_lanes_counted(m, mask);
	int64_t lane_instructions = (int64_t)count * lanes;
	for (const ptx_step *s = first; s < first + count; s++) {
		uint32_t active = mask;
		if (s->guard != PTX_NO_UNIT) {
			active = ptx_guarded(warp, s, mask);
			const int left = ptx_lanes_of(active);
			lane_instructions += left - lanes;
			if (strokes)
				strokes->guarded[s - warp->program->steps] += left;
		}
		if (m->costs)
			gm_ptx_spend(warp, s);
		if (active && s->action == ACTION_LANES && !ptx_is_idle(warp, s))
			s->run(warp, s, active);
		if (s->orders && m->races)
			gm_ptx_hazards_order(warp, s, active);
	}
	return lane_instructions;
}

/* The same where nothing but what decides is asked for, and all lanes of the mask have every step. */
static int64_t
run_bare(ptx_warp *warp, int32_t at, uint32_t count, uint32_t mask)
{
	const ptx_step *steps = warp->program->steps;
	const int32_t *next = warp->machine->strokes->next, end = at + (int32_t)count;
	for (int32_t i = next[at]; i < end; i = next[i + 1])
		steps[i].run(warp, &steps[i], mask);
	return (int64_t)count * ptx_lanes_counted(warp->machine, mask);
}

void
gm_ptx_straight_run(ptx_warp *warp, const ptx_step *first, uint32_t count, uint32_t mask)
{
	ptx_machine *m = warp->machine;
	ptx_strokes *strokes = m->strokes;
	const int32_t at = (int32_t)(first - warp->program->steps);
	/* Who keeps strokes looks for no races; see replay.c. */
	const bool bare = strokes && strokes->bare[at] && m->idle && !m->costs;
	m->lane_instructions += bare ? run_bare(warp, at, count, mask) : run_each(warp, first, count, mask);
	if (strokes && !ptx_is_muted(warp, first))
		note_run(strokes, first, at, count, ptx_lanes_counted(m, mask));
	m->budget -= count;
	m->clock += count;
	warp->last_pc = at + (int32_t)count - 1;
	warp->paths[warp->paths_count - 1].pc = at + (int32_t)count;
}
