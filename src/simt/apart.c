#include "simt/apart.h"

#include "base/memory.h"
#include "simt/access.h"
#include "simt/slice.h"

#include <stdlib.h>
#include <string.h>

static bool
asks_others(const ptx_program *p, int32_t i)
{
	static const uint8_t all[] = {OP_BAR,   OP_BARRIER, OP_SHFL, OP_VOTE,
				      OP_MATCH, OP_REDUX,   OP_ACTIVEMASK, OP_ELECT};
	return memchr(all, p->words[i].opcode, sizeof all) != NULL || p->steps[i].matrix;
}

static bool
has_node_of(const ptx_program *p, const ptx_loop *loop, int32_t step)
{
	return step < p->steps_count && gm_ptx_loop_has_step(p, loop, step);
}

bool
gm_ptx_loop_is_left(const ptx_program *p, const ptx_loop *loop, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	return s->action == ACTION_BRANCH && s->guard != PTX_NO_UNIT &&
	       gm_ptx_loop_has_step(p, loop, i) &&
	       (!has_node_of(p, loop, s->target) || !has_node_of(p, loop, i + 1));
}

static bool
is_of_shared(const ptx_step *s, ptx_run run)
{
	return s->run == run && s->space == SPACE_SHARED;
}

bool *
gm_ptx_loop_end_slice(const ptx_program *p, const ptx_loop *loop, bool through_shared)
{
	bool *asked = gm_allocate(p->units_count, sizeof *asked), shared = false, fresh = true;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_is_left(p, loop, i))
			gm_ptx_slice_add(asked, p->steps[i].guard);
	while (fresh) {
		fresh = false;
		for (int32_t i = 0; i < p->steps_count; i++) {
			const ptx_step *s = &p->steps[i];
			if (!gm_ptx_loop_has_step(p, loop, i))
				continue;
			const bool makes = gm_ptx_slice_makes(p, s, asked);
			if (!makes && !(shared && is_of_shared(s, gm_ptx_store)))
				continue;
			shared |= through_shared && makes && is_of_shared(s, gm_ptx_load);
			fresh |= gm_ptx_slice_add(asked, s->guard);
			fresh |= gm_ptx_slice_add_sources(p, s, asked);
		}
	}
	return asked;
}

bool
gm_ptx_loop_ends_by_atomic(const ptx_program *p, const ptx_loop *loop)
{
	bool *asked = gm_ptx_loop_end_slice(p, loop, false), found = false;
	for (int32_t i = 0; i < p->steps_count && !found; i++)
		found = p->words[i].opcode == OP_ATOM && gm_ptx_loop_has_step(p, loop, i) &&
			gm_ptx_slice_makes(p, &p->steps[i], asked);
	free(asked);
	return found;
}

static bool
has_atomic(const ptx_program *p, const ptx_loop *loop)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->words[i].opcode == OP_ATOM && gm_ptx_loop_has_step(p, loop, i))
			return true;
	return false;
}

/* Straight on from there the kernel ends, and nobody meets. */
static bool
ends(const ptx_program *p, int32_t from, int32_t meets)
{
	for (int32_t i = from, seen = 0; seen < p->steps_count; seen++) {
		const ptx_step *s = &p->steps[i];
		if (i == meets && s->action != ACTION_EXIT)
			return false;
		if (s->guard != PTX_NO_UNIT && s->action != ACTION_LANES && s->action != ACTION_MEMORY)
			return false;
		if (s->action == ACTION_EXIT)
			return true;
		i = s->action == ACTION_BRANCH ? s->target : i + 1;
	}
	return false;
}

static void
note_leaving(ptx_program *p, const ptx_loop *loop)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (!gm_ptx_loop_is_left(p, loop, i))
			continue;
		const bool by_target = has_node_of(p, loop, i + 1);
		if (ends(p, by_target ? s->target : i + 1, s->reconverge))
			s->leaves = by_target ? LEAVES_BY_TARGET : LEAVES_BY_NEXT;
	}
}

/* An if around the loop whose sides meet where those of the loop's lanes do that leave it. */
static void
note_ifs_around(ptx_program *p, const ptx_loop *loop, int32_t meets)
{
	for (int32_t i = 0; i < loop->header; i++) {
		ptx_step *s = &p->steps[i];
		s->leaves_apart |= s->action == ACTION_BRANCH && s->guard != PTX_NO_UNIT && meets >= 0 &&
				   s->reconverge == meets;
	}
}

static void
note_left_by_atomic(ptx_program *p, const ptx_loop *loop)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (!gm_ptx_loop_is_left(p, loop, i))
			continue;
		p->steps[i].leaves_apart = true;
		note_ifs_around(p, loop, p->steps[i].reconverge);
	}
	p->steps[loop->header].gathers |= loop->parent >= 0;
}

void
gm_ptx_note_apart(ptx_program *p)
{
	for (int32_t l = 0; l < p->loops_count; l++)
		note_leaving(p, &p->loops[l]);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (asks_others(p, i))
			return;
	for (int32_t l = 0; l < p->loops_count; l++) {
		const ptx_loop *loop = &p->loops[l];
		if (has_atomic(p, loop) && gm_ptx_loop_ends_by_atomic(p, loop))
			note_left_by_atomic(p, loop);
	}
}
