#include "simt/queue.h"

#include "base/bits.h"
#include "base/memory.h"
#include "simt/apart.h"
#include "simt/await.h"
#include "simt/fragment.h"
#include "simt/slice.h"

#include <stdlib.h>
#include <string.h>

static bool
ends_its_loop(const ptx_program *p, const ptx_loop *loop, int32_t atomic)
{
	bool *asked = gm_ptx_loop_end_slice(p, loop, true);
	const bool found = gm_ptx_slice_makes(p, &p->steps[atomic], asked);
	free(asked);
	return found;
}

/* By a number that stands in the code, if not by one. */
static bool
counts(const ptx_program *p, const ptx_step *s)
{
	uint64_t b = 0;
	return gm_ptx_counts_up(s) &&
	       (s->rounding == MOD_inc || (gm_ptx_literal_value(p, p->units[s->sources + 1], &b) && b != 0));
}

static bool
is_drawn(const ptx_program *p, int32_t i)
{
	const int32_t loop = p->loop_of[p->node_of[i]];
	return counts(p, &p->steps[i]) && loop >= 0 && ends_its_loop(p, &p->loops[loop], i);
}

void
gm_ptx_note_queue(ptx_program *p)
{
	int32_t found = -1;
	int count = 0;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const bool waits = s->run == gm_ptx_load && s->volatile_read && s->space != SPACE_SHARED &&
				   p->loop_of[p->node_of[i]] >= 0;
		if (waits || is_drawn(p, i))
			count++, found = waits ? -1 : i;
	}
	if (count != 1 || found < 0)
		return;
	p->steps[found].draws = true;
	p->steps[found].draws_in_turn = !p->loops[p->loop_of[p->node_of[found]]].has_barrier;
}

static bool
writes_outside(const ptx_step *s)
{
	const bool outer = s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC;
	if (s->copies)
		return s->streams_itself && s->detail == 1;
	if (s->matrix && s->streams_itself)
		return s->matrix[0].store && s->matrix[0].space != SPACE_SHARED;
	return outer && (s->run == gm_ptx_store || s->run == gm_ptx_atomic);
}

static int
root_of(const ptx_step *s, const int *roots)
{
	return s->a == PTX_NO_UNIT ? -1 : roots[s->a];
}

/* Where one points is not known, they may meet. Who puts a counter back, as the last block may, is another step, and so may
   be one that writes beside it. */
void
gm_ptx_note_what_stays_drawn(ptx_program *p, const int *roots)
{
	const ptx_step *draws = NULL;
	int others = 0;
	for (int32_t i = 0; i < p->steps_count; i++)
		draws = p->steps[i].draws ? &p->steps[i] : draws;
	for (int32_t i = 0; i < p->steps_count && draws; i++) {
		const ptx_step *s = &p->steps[i];
		const int root = root_of(s, roots), counter = root_of(draws, roots);
		others += s != draws && writes_outside(s) && (root < 0 || counter < 0 || root == counter);
	}
	p->drawn_stays = draws && draws->rounding == MOD_add && others == 0;
}

bool
gm_ptx_queue_is_drawn(const ptx_warp *warp, const ptx_step *step)
{
	return step->draws && (warp->machine->sink || warp->machine->alone) && !warp->machine->costs;
}

bool
gm_ptx_queue_passes_on(const ptx_warp *warp, const ptx_step *step)
{
	return gm_ptx_queue_is_drawn(warp, step) && !warp->machine->draws_each;
}

void
gm_ptx_queue_begin(ptx_machine *m)
{
	m->drawn = 0;
	m->draws_each = false;
	if (m->drawn_by)
		memset(m->drawn_by, 0, (size_t)m->warps_count * PTX_LANES * sizeof *m->drawn_by);
}

/* Of warps that draw in turn, one of which is run alone: the others draw between its turns. */
static uint64_t
next_of_block(ptx_machine *m, const ptx_step *step)
{
	const bool alone = step->draws_in_turn && m->only_warp >= 0;
	const uint64_t drawn = m->drawn++;
	return alone ? drawn * (uint64_t)m->warps_count + (uint64_t)m->only_warp : drawn;
}

/* One for all, or each for itself: seen when the first draw. */
static uint64_t
turn_of(ptx_warp *warp, const ptx_step *step, int lane)
{
	ptx_machine *m = warp->machine;
	const uint64_t blocks = (uint64_t)gm_dim3_volume(m->grid);
	const uint64_t block = (uint64_t)gm_dim3_number(m->grid, m->block_index);
	if (m->drawn == 0 && gm_bits_count(warp->address_mask) > 1)
		m->draws_each = true;
	if (!m->draws_each)
		return next_of_block(m, step) * blocks + block;
	if (!m->drawn_by)
		m->drawn_by = gm_allocate((size_t)m->warps_count * PTX_LANES, sizeof *m->drawn_by);
	const uint64_t threads = (uint64_t)gm_dim3_volume(m->block);
	const uint64_t thread = (uint64_t)warp->id * PTX_LANES + (uint64_t)lane;
	m->drawn++;
	return (m->drawn_by[thread]++ * blocks + block) * threads + thread;
}

static void
note(ptx_drawing *drawing, const ptx_step *step, ptx_place word, uint64_t first, uint64_t b, uint64_t times)
{
	if (times <= drawing->times)
		return;
	*drawing = (ptx_drawing){.place = word,
				 .bytes = (unsigned)gm_ptx_type_bytes((ptx_type)step->type),
				 .times = times,
				 .left = gm_ptx_counted(step, first, times, b)};
}

uint64_t
gm_ptx_queue_number(ptx_warp *warp, const ptx_step *step, int lane, ptx_place word, uint64_t first, uint64_t b)
{
	const uint64_t turn = turn_of(warp, step, lane);
	if (warp->machine->drawing)
		note(warp->machine->drawing, step, word, first, b, turn + 1);
	return gm_ptx_counted(step, first, turn, b);
}
