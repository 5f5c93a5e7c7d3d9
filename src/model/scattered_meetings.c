#include "model/scattered_meetings.h"

#include "model/l1_cache.h"
#include "model/reach.h"
#include "model/trace_turns.h"

#include <math.h>
#include <stdlib.h>

enum {
	PAGE_BYTES = 1024,
	GRID_MOST = 1 << 15, /* requests of all blocks that are replayed, of 32 lanes each; about 50 ms */
	NEIGHBOURS = 32, NEIGHBOURS_LEAST = 4, /* blocks in a row that are replayed */
	NEIGHBOURS_MOST = 1 << 13, /* their requests */
	LAID_OUT_MOST = 200000, /* requests of all traced blocks, of more fewer turns of loops */
};

static const double IN_ORDER_SHARE = 0.9; /* of pairs; of 6 blocks by chance once in 70 times, of 16 never */

/* See model/reach.h; among what one block draws. */
static void
add_scattered(gm_meetings *m, bool stores)
{
	const int64_t in_page = PAGE_BYTES / GM_SECTOR_BYTES / m->per_piece;
	const int64_t in_line = GM_LINE_SECTORS / m->per_piece, in_half = in_line > 1 ? in_line / 2 : 1;
	for (size_t i = 0; i < m->own.room; i++) {
		const int64_t at = m->own.slots[i].number, page = at / in_page * in_page;
		int64_t halves = 0, of_line = 0, of_half = 0;
		for (int64_t h = page; h < page + in_page && m->own.slots[i].used; h += in_half) {
			bool touched = false;
			for (int64_t k = h; k < h + in_half; k++) {
				const bool there = gm_sector_set_find(&m->own, k) != 0;
				touched |= there;
				of_line += there && k / in_line == at / in_line;
				of_half += there && k / in_half == at / in_half;
			}
			halves += touched;
		}
		const double empty = 1 - (double)(halves * in_half) / (double)in_page;
		if (!m->own.slots[i].used || of_line == in_line)
			continue;
		const double weight = gm_reach_scattered_weight(empty, stores);
		m->scattered += weight;
		m->scattered_halves += weight / (double)of_half;
	}
}

/* `visit` numbers what the block asks for, from 1. */
static void
meet(gm_meetings *m, const gm_trace *trace, const gm_trace_request *r, int64_t moved, uint32_t visit)
{
	const uint32_t *mask = r->access == GM_TRACE_STORE ? &trace->masks[r->first_mask] : NULL;
	for (int k = 0; k < r->runs_count; k++) {
		const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
		for (int64_t n = 0; n < run.count; n++) {
			const int64_t at = (run.sector + moved + n) / m->per_piece;
			if (gm_sector_set_find(&m->steady, at)) {
				mask += mask != NULL;
				continue;
			}
			uint32_t *mine = gm_sector_set_at(&m->own, at);
			*gm_sector_set_at(m->all, at) += !*mine;
			m->pieces += !*mine;
			*mine = *mine ? *mine : visit;
			m->sectors += *mine == visit;
			if (mask)
				*gm_sector_set_at(&m->bytes, at) |= *mask++;
		}
	}
}

static int
ascending(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* The middle of what the block touches, and how far nine tenths of it reach. */
static void
add_middle(gm_meetings *m, bool far)
{
	int64_t *numbers = gm_allocate(m->own.count + 1, sizeof *numbers);
	size_t n = 0;
	for (size_t i = 0; i < m->own.room; i++)
		if (m->own.slots[i].used)
			numbers[n++] = m->own.slots[i].number;
	qsort(numbers, n, sizeof *numbers, ascending);
	if (n > 0) {
		m->middles[m->middles_count + m->far_count] = (double)numbers[n / 2];
		m->middles_count += !far;
		m->far_count += far;
		m->reach += far ? 0 : (double)(numbers[n - 1 - n / 20] - numbers[n / 20] + 1);
	}
	free(numbers);
}

/* Groups of so many pieces that the block touches, counted where a piece is the first of its group. */
static double
groups_of(const gm_meetings *m, int64_t pieces)
{
	double groups = 0;
	for (size_t i = 0; i < m->own.room; i++) {
		bool first = m->own.slots[i].used;
		for (int64_t k = m->own.slots[i].number / pieces * pieces; k < m->own.slots[i].number && first; k++)
			first = gm_sector_set_find(&m->own, k) == 0;
		groups += first;
	}
	return groups;
}

static void
add_lines(gm_meetings *m)
{
	const int64_t in_line = GM_LINE_SECTORS / m->per_piece;
	m->lines += groups_of(m, in_line);
	m->halves += groups_of(m, in_line > 1 ? in_line / 2 : 1);
}

static void
add_whole(gm_meetings *m)
{
	for (size_t i = 0; i < m->bytes.room; i++)
		m->whole += m->bytes.slots[i].used && m->bytes.slots[i].bits == UINT32_MAX;
}

/* Of all pairs of the first `count` blocks, the share whose middles rise with the number of the block. */
static double
rising(const gm_meetings *m, int count)
{
	double up = 0;
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++)
			up += m->middles[i] > m->middles[k];
	return count > 1 ? up / (0.5 * count * (count - 1)) : 0.5;
}

static bool
is_in_order(double rising_share)
{
	return fmax(rising_share, 1 - rising_share) >= IN_ORDER_SHARE;
}

double
gm_meetings_way(const gm_meetings *m, const gm_grid_trace *g, double rest, bool *round)
{
	const int near = m->middles_count, all = near + m->far_count;
	if (near < GM_MEETINGS_ORDERED || 4 * near < 3 * g->others_count || !is_in_order(rising(m, near)))
		return 0;
	const double reach = m->reach / near, moved = fabs(m->middles[near - 1] - m->middles[0]);
	if (reach >= moved / 2 && reach >= rest / 10)
		return 0;
	const double here = moved / ((near - 1) * (double)g->others_apart);
	const double whole = fabs(m->middles[all - 1] - m->middles[0]) /
	                     (double)(gm_dim3_volume(g->kernel->grid) - 1);
	const double draws = m->pieces / g->others_count;
	*round = m->far_count < 2 || !is_in_order(rising(m, all)) || (here > 1.5 * whole && draws >= here);
	return *round ? here : whole;
}

/* A site that goes to several arrays (a list's heads, then its nodes) names none: its address tells. */
static bool
lies_in(const gm_kernel *kernel, const gm_trace_request *r, int array)
{
	const gm_array *a = &kernel->arrays[array];
	const int named = kernel->sites[r->site].array;
	const uint64_t bytes = (uint64_t)a->length * (uint64_t)gm_type_bytes(a->type);
	return named >= 0 ? named == array
	                  : a->space == GM_GLOBAL && (uint64_t)r->address - a->base_bytes < bytes;
}

typedef struct block_walk {
	const gm_grid_trace *grid;
	const gm_trace *trace;
	int array;
	bool writes;
	gm_meetings *meetings;
	uint32_t visits;
} block_walk;

/* Atomics read and write. */
static bool
is_way(const gm_trace_request *r, bool writes)
{
	return r->access == GM_TRACE_ATOMIC || writes == (r->access == GM_TRACE_STORE);
}

/* Does the request go to the array in the way that is looked at? */
static bool
is_wanted(const block_walk *w, const gm_trace_request *r, bool irregular)
{
	return !r->local && w->grid->irregular[r->site] == irregular && is_way(r, w->writes) &&
	       lies_in(w->grid->kernel, r, w->array);
}

static void
note_steady(void *state, uint32_t index, int64_t moved)
{
	const block_walk *w = state;
	const gm_trace_request *r = &w->trace->requests[index];
	if (!is_wanted(w, r, false))
		return;
	for (int k = 0; k < r->runs_count; k++) {
		const gm_trace_run run = w->trace->runs[r->first_run + (uint32_t)k];
		for (int64_t n = 0; n < run.count; n++) {
			const int64_t at = (run.sector + moved + n) / w->meetings->per_piece;
			*gm_sector_set_at(&w->meetings->steady, at) = 1;
			*gm_sector_set_at(&w->meetings->steady_all, at) = 1;
		}
	}
}

static void
meet_request(void *state, uint32_t index, int64_t moved)
{
	block_walk *w = state;
	const gm_trace_request *r = &w->trace->requests[index];
	if (is_wanted(w, r, true))
		meet(w->meetings, w->trace, r, moved, ++w->visits);
}

/* Turns of a loop that are walked of every block. */
static int64_t
turns_of(const gm_grid_trace *g)
{
	static const int64_t tries[] = {INT64_MAX, 1024, 256, 64, 16, 4};
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		double requests = 0;
		for (int t = 0; t < g->others_count; t++)
			requests += gm_trace_length(&g->others[t], tries[i]);
		if (requests <= LAID_OUT_MOST)
			return tries[i];
	}
	return 1;
}

void
gm_meetings_dispose(gm_meetings *m)
{
	gm_sector_set_dispose(&m->own);
	gm_sector_set_dispose(&m->steady);
	gm_sector_set_dispose(&m->bytes);
	gm_sector_set_dispose(&m->steady_all);
}

/* What data-dependent sites of the block touch of the array. */
static void
meet_block(const gm_grid_trace *g, const gm_trace *trace, int64_t turns, int array, bool writes, gm_meetings *m)
{
	block_walk walk = {g, trace, array, writes, m, 0};
	gm_sector_set_clear(&m->own);
	gm_sector_set_clear(&m->bytes);
	gm_sector_set_clear(&m->steady);
	gm_trace_turns(trace, turns, note_steady, &walk);
	m->steady_pieces += (double)m->steady.count;
	gm_trace_turns(trace, turns, meet_request, &walk);
}

/* The pieces of the block that others have met, or blocks before it among its own. */
static double
met_before(const gm_meetings *block, const gm_sector_set *others)
{
	double sum = 0;
	for (size_t i = 0; i < block->own.room; i++) {
		const gm_sector_slot *slot = &block->own.slots[i];
		sum += slot->used && (gm_sector_set_find(others, slot->number) ||
		                      *gm_sector_set_at(block->all, slot->number) > 1);
	}
	return sum;
}

void
gm_meetings_count(const gm_grid_trace *g, int array, bool writes, gm_meetings *m)
{
	const int64_t turns = turns_of(g);
	for (int t = 0; t < g->others_count; t++) {
		meet_block(g, &g->others[t], turns, array, writes, m);
		add_scattered(m, writes);
		add_middle(m, false);
		add_lines(m);
		add_whole(m);
	}
	gm_sector_set unused = {0};
	gm_meetings far = {.all = &unused, .per_piece = m->per_piece, .middles = m->middles,
	               .middles_count = m->middles_count};
	for (int t = 0; t < g->far_count; t++) {
		meet_block(g, &g->far[t], turns, array, writes, &far);
		add_middle(&far, true);
		m->far_again += met_before(&far, m->all);
	}
	m->far_count = far.far_count;
	m->far_pieces = far.pieces;
	gm_sector_set_dispose(&unused);
	gm_meetings_dispose(&far);
}

/* Requests of all blocks, as the traced ones have. */
static double
requests_of_grid(const gm_grid_trace *g)
{
	double requests = 0;
	for (int t = 0; t < g->others_count; t++)
		requests += gm_trace_length(&g->others[t], INT64_MAX);
	return requests / g->others_count * (double)gm_dim3_volume(g->kernel->grid);
}

typedef struct grid_walk {
	block_walk block;
	gm_sector_set *set, *own; /* of all blocks, and of this one; the latter may be NULL */
} grid_walk;

static void
note_pieces(void *state, uint32_t index, int64_t moved)
{
	const grid_walk *w = state;
	const gm_trace *trace = w->block.trace;
	const gm_trace_request *r = &trace->requests[index];
	if (!is_wanted(&w->block, r, true))
		return;
	for (int k = 0; k < r->runs_count; k++) {
		const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
		for (int64_t n = 0; n < run.count; n++) {
			const int64_t at = (run.sector + moved + n) / w->block.meetings->per_piece;
			*gm_sector_set_at(w->set, at) = 1;
			if (w->own)
				*gm_sector_set_at(w->own, at) = 1;
		}
	}
}

/* Different pieces that data-dependent sites of so many blocks touch, from the first on, into the set; and where it is asked
   for, the sum of what each touches for itself. */
static gm_status
note_blocks(const block_walk *of, int64_t first, int64_t count, gm_sector_set *set, double *sum)
{
	const gm_grid_trace *g = of->grid;
	gm_sector_set own = {0};
	gm_status status = GM_OK;
	gm_sector_set_clear(set);
	for (int64_t b = first; b < first + count && status == GM_OK; b++) {
		gm_trace trace = {0};
		gm_error err = GM_ERROR_NONE;
		status = gm_trace_record_places(g->kernel, g->ends, gm_dim3_at(g->kernel->grid, b), g->warp_lanes, &trace, &err);
		grid_walk walk = {*of, set, sum ? &own : NULL};
		walk.block.trace = &trace;
		gm_sector_set_clear(&own);
		if (status == GM_OK)
			gm_trace_turns(&trace, INT64_MAX, note_pieces, &walk);
		if (sum)
			*sum += (double)own.count;
		gm_trace_dispose(&trace);
	}
	gm_sector_set_dispose(&own);
	return status;
}

double
gm_meetings_of_grid(const gm_grid_trace *g, int array, bool writes, int64_t per_piece, gm_sector_set *set)
{
	gm_meetings pieces = {.per_piece = per_piece};
	const block_walk of = {.grid = g, .array = array, .writes = writes, .meetings = &pieces};
	if (requests_of_grid(g) > GRID_MOST)
		return -1;
	const gm_status status = note_blocks(&of, 0, gm_dim3_volume(g->kernel->grid), set, NULL);
	return status == GM_OK ? (double)set->count : -1;
}

double
gm_meetings_of_neighbours(const gm_grid_trace *g, int array, bool writes, int64_t per_piece, gm_sector_set *set)
{
	const int64_t blocks = gm_dim3_volume(g->kernel->grid);
	const double of_block = requests_of_grid(g) / (double)blocks;
	const int64_t count = (int64_t)fmin(fmin(NEIGHBOURS, NEIGHBOURS_MOST / fmax(1, of_block)), (double)blocks);
	gm_meetings pieces = {.per_piece = per_piece};
	const block_walk of = {.grid = g, .array = array, .writes = writes, .meetings = &pieces};
	double all = 0;
	if (count < (blocks < NEIGHBOURS_LEAST ? blocks : NEIGHBOURS_LEAST))
		return -1;
	const gm_status status = note_blocks(&of, (blocks - count) / 2, count, set, &all);
	return status == GM_OK && all > 0 ? 1 - (double)set->count / all : -1;
}
