#include "model/scattered.h"

#include "model/l1_cache.h"
#include "model/sector_set.h"

#include <math.h>

/* What a request of a traced block adds: pieces that are new to the block, and the sectors asked for of
   these. */
typedef struct meeting {
	gm_sector_set *all, own; /* pieces: by how many blocks; and the request that came first, from 1 */
	int64_t per_piece;       /* sectors */
	double pieces, sectors;
	double scattered;        /* pieces, by weight */
} meeting;

enum { PAGE_BYTES = 1024 };

/* See model/reach.h; among what one block draws. */
static void
add_scattered(meeting *m, bool stores)
{
	const int64_t in_page = PAGE_BYTES / GM_SECTOR_BYTES / m->per_piece;
	const int64_t in_line = GM_LINE_SECTORS / m->per_piece, in_half = in_line > 1 ? in_line / 2 : 1;
	for (size_t i = 0; i < m->own.room; i++) {
		const int64_t at = m->own.slots[i].number, page = at / in_page * in_page;
		int64_t halves = 0, of_line = 0;
		for (int64_t h = page; h < page + in_page && m->own.slots[i].used; h += in_half) {
			bool touched = false;
			for (int64_t k = h; k < h + in_half; k++) {
				const bool there = gm_sector_set_find(&m->own, k) != 0;
				touched |= there;
				of_line += there && k / in_line == at / in_line;
			}
			halves += touched;
		}
		const double empty = 1 - (double)(halves * in_half) / (double)in_page;
		if (m->own.slots[i].used && of_line < in_line)
			m->scattered += gm_reach_scattered_weight(empty, stores);
	}
}

static void
meet(meeting *m, const gm_trace *trace, uint32_t index)
{
	const gm_trace_request *r = &trace->requests[index];
	for (int k = 0; k < r->runs_count; k++) {
		const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
		for (int64_t n = 0; n < run.count; n++) {
			const int64_t at = (run.sector + n) / m->per_piece;
			uint32_t *mine = gm_sector_set_at(&m->own, at);
			*gm_sector_set_at(m->all, at) += !*mine;
			m->pieces += !*mine;
			*mine = *mine ? *mine : index + 1;
			m->sectors += *mine == index + 1;
		}
	}
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

/* What data-dependent sites touch of the array, in all traced blocks. */
static void
count_meetings(const gm_grid_trace *g, int array, bool writes, meeting *m)
{
	for (int t = 0; t < g->others_count; t++) {
		const gm_trace *trace = &g->others[t];
		gm_sector_set_clear(&m->own);
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *r = &trace->requests[i];
			const bool wanted = writes == (r->access == GM_TRACE_STORE);
			if (wanted && !r->local && g->irregular[r->site] &&
			    lies_in(g->kernel, r, array))
				meet(m, trace, (uint32_t)i);
		}
		add_scattered(m, writes);
	}
	gm_sector_set_dispose(&m->own);
}

/* Does some site load the array? */
static bool
is_loaded(const gm_kernel *kernel, int array)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].array == array && kernel->sites[s].operation != GM_STORE)
			return true;
	return false;
}

static void
add_array(const gm_grid_trace *g, int array, bool writes, double bytes, gm_sector_set *set,
          gm_scattered *out)
{
	const gm_array *a = &g->kernel->arrays[array];
	const double pieces = (double)a->length * gm_type_bytes(a->type) / bytes;
	meeting m = {.all = set, .per_piece = (int64_t)(bytes / GM_SECTOR_BYTES)};
	double hot = 0, once = 0;
	gm_sector_set_clear(set);
	count_meetings(g, array, writes, &m);
	for (size_t i = 0; i < set->room; i++) {
		hot += set->slots[i].used && set->slots[i].bits > 1;
		once += set->slots[i].used && set->slots[i].bits == 1;
	}
	if (hot + once > 0 && out->count < GM_SCATTERED_MAX)
		out->arrays[out->count++] = (gm_scattered_array){
		        .hot = hot,
		        .rest = pieces > hot ? pieces - hot : 0,
		        .draws = once / g->others_count,
		        .sectors = m.sectors / m.pieces,
		        .bytes = bytes,
		        .scattered = m.scattered / m.pieces,
		        .written = writes,
		        .read_too = is_loaded(g->kernel, array)};
}

gm_scattered
gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes, double halves)
{
	gm_scattered out = {.halves = halves};
	gm_sector_set set = {0};
	for (int array = 0; array < trace->kernel->arrays_count && trace->others_count > 0; array++) {
		add_array(trace, array, false, fetch_bytes, &set, &out);
		add_array(trace, array, true, GM_SECTOR_BYTES, &set, &out);
	}
	gm_sector_set_dispose(&set);
	return out;
}

/* Different ones of `rest` in so many draws. */
static double
found(double rest, double draws)
{
	return rest > 0 ? rest * -expm1(-draws / rest) : 0;
}

static void
add_pieces(const gm_scattered_array *a, double pieces, gm_reach_bytes *sum)
{
	*(a->written ? &sum->scattered_written : &sum->scattered_read) +=
	        a->scattered * pieces * a->bytes;
	if (a->written) {
		sum->written += pieces * a->bytes;
		sum->scattered_halves += a->scattered * pieces;
	} else {
		sum->read += pieces * a->bytes;
		sum->read_sectors += pieces * a->sectors * GM_SECTOR_BYTES;
	}
}

static void
add_room(const gm_scattered *s, const gm_scattered_array *a, double blocks, gm_reach_bytes *sum)
{
	const double per_line = GM_LINE_BYTES / a->bytes, copies = a->written ? 1 : s->halves;
	const double lines = copies * found(a->rest / per_line, blocks * a->draws / copies);
	*(a->written ? &sum->held_written : &sum->held_read) +=
	        lines * GM_LINE_BYTES + copies * a->hot * a->bytes;
}

/* Draws for which the near part of L2 does not have the piece, all parts asked once: each its own. */
static double
near_first(const gm_scattered *s, const gm_scattered_array *a, double draws)
{
	return s->halves * (a->hot + found(a->rest, draws / s->halves));
}

static void
add_missed(const gm_scattered_array *a, double fetched, double near, gm_reach_bytes *sum)
{
	const double asked = a->sectors * GM_SECTOR_BYTES;
	sum->missed += fetched * asked;
	sum->crossed += fmax(near - fetched, 0) * asked;
}

gm_reach_bytes
gm_scattered_of_blocks(const gm_scattered *scattered, double blocks)
{
	gm_reach_bytes sum = {0};
	for (int i = 0; i < scattered->count; i++) {
		const gm_scattered_array *a = &scattered->arrays[i];
		const double pieces = a->hot + found(a->rest, blocks * a->draws);
		add_pieces(a, pieces, &sum);
		add_room(scattered, a, blocks, &sum);
		if (a->written)
			sum.partial += a->read_too ? 0 : pieces * a->bytes;
		else
			add_missed(a, pieces, near_first(scattered, a, blocks * a->draws), &sum);
	}
	return sum;
}

/* The share of draws that finds its piece in the part of L2 that is asked, when the lines of `held`
   blocks are there. */
static double
near_share(const gm_scattered *s, const gm_scattered_array *a, double held)
{
	const double copies = a->written ? 1 : s->halves, k = GM_LINE_BYTES / a->bytes;
	const double there =
	        a->rest > 0 ? -expm1(-held * a->draws * k / (copies * a->rest)) : 1;
	return there / k / (1 - there * (1 - 1 / k));
}

static double
share_found(const gm_scattered *s, const gm_scattered_array *a, double held)
{
	const double near = near_share(s, a, held);
	return near + (a->written ? 0 : (1 - 1 / s->halves) * (1 - near) * near);
}

/* Of `blocks` blocks the first `filling` find L2 empty, the rest find what this share of draws does. */
static double
missing(const gm_scattered_array *a, double blocks, double filling, double share)
{
	const double hot = filling > 0 ? a->hot : 0;
	return hot + found(a->rest, fmin(blocks, filling) * a->draws) +
	       fmax(0, blocks - filling) * a->draws * (1 - share);
}

gm_reach_bytes
gm_scattered_missing(const gm_scattered *scattered, const gm_l2_span *span)
{
	gm_reach_bytes sum = {0};
	for (int i = 0; i < scattered->count; i++) {
		const gm_scattered_array *a = &scattered->arrays[i];
		const double filling = span->warm ? 0 : span->held, soiling = span->warm ? 0 : span->dirty;
		const double near = near_share(scattered, a, span->held);
		const double fetched = missing(a, span->blocks, filling,
		                               share_found(scattered, a, span->held));
		if (a->written) {
			const double kept = near_share(scattered, a, span->dirty);
			add_pieces(a, missing(a, span->blocks, soiling, kept), &sum);
			sum.partial += a->read_too ? 0 : fetched * a->bytes;
		} else {
			const double first = fmin(span->blocks, filling);
			add_pieces(a, fetched, &sum);
			add_missed(a, fetched,
			           near_first(scattered, a, first * a->draws) +
			                   (span->blocks - first) * a->draws * (1 - near),
			           &sum);
		}
	}
	return sum;
}
