#include "model/scattered.h"

#include "base/memory.h"
#include "model/l1_cache.h"
#include "model/paths.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>

/* What a request of a traced block adds: pieces that are new to the block, and the sectors asked for of
   these. */
typedef struct meeting {
	gm_sector_set *all, own; /* pieces: by how many blocks; and the request that came first, from 1 */
	int64_t per_piece;       /* sectors */
	double pieces, sectors;
	double scattered;        /* pieces, by weight */
	gm_sector_set bytes;     /* of sectors that the block writes */
	gm_sector_set steady;    /* pieces that regular sites of the block touch: model/reach.h has them */
	double steady_pieces;
	gm_sector_set steady_all; /* the same of all traced blocks */
	double whole;            /* pieces that a block writes whole */
	double *middles;         /* of what each block touches, and how far its pieces lie apart */
	double reach;
	int middles_count, far_count; /* near ones, then far ones */
	double far_pieces, far_again; /* of blocks far away, and those of them that others have met */
} meeting;

enum {
	PAGE_BYTES = 1024,
	IN_ORDER_LEAST = 6,
	POPULAR_LEAST = 3,
	APART_LEAST = 6, /* meetings by lot; of so many none comes with a chance of e^-6 */
};

static const double IN_ORDER_SHARE = 0.9; /* of pairs; of 6 blocks by chance once in 70 times, of 16 never */

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
	const uint32_t *mask = r->access == GM_TRACE_STORE ? &trace->masks[r->first_mask] : NULL;
	for (int k = 0; k < r->runs_count; k++) {
		const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
		for (int64_t n = 0; n < run.count; n++) {
			const int64_t at = (run.sector + n) / m->per_piece;
			if (gm_sector_set_find(&m->steady, at)) {
				mask += mask != NULL;
				continue;
			}
			uint32_t *mine = gm_sector_set_at(&m->own, at);
			*gm_sector_set_at(m->all, at) += !*mine;
			m->pieces += !*mine;
			*mine = *mine ? *mine : index + 1;
			m->sectors += *mine == index + 1;
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
add_middle(meeting *m, bool far)
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

static void
add_whole(meeting *m)
{
	for (size_t i = 0; i < m->bytes.room; i++)
		m->whole += m->bytes.slots[i].used && m->bytes.slots[i].bits == UINT32_MAX;
}

/* Of all pairs of the first `count` blocks, the share whose middles rise with the number of the block. */
static double
rising(const meeting *m, int count)
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

/* Pieces from a block to the next when they are in order, else 0. Of the blocks far away the last
   tells whether they stay so; where they do not, blocks go round. */
static double
way_of(const meeting *m, const gm_grid_trace *g, double rest, bool *round)
{
	const int near = m->middles_count, all = near + m->far_count;
	if (near < IN_ORDER_LEAST || 4 * near < 3 * g->others_count || !is_in_order(rising(m, near)))
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

static void
find_steady(const gm_grid_trace *g, const gm_trace *trace, int array, bool writes, meeting *m)
{
	gm_sector_set_clear(&m->steady);
	for (size_t i = 0; i < trace->requests_count; i++) {
		const gm_trace_request *r = &trace->requests[i];
		if (r->local || g->irregular[r->site] || writes != (r->access == GM_TRACE_STORE) ||
		    !lies_in(g->kernel, r, array))
			continue;
		for (int k = 0; k < r->runs_count; k++) {
			const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
			for (int64_t n = 0; n < run.count; n++) {
				const int64_t at = (run.sector + n) / m->per_piece;
				*gm_sector_set_at(&m->steady, at) = 1;
				*gm_sector_set_at(&m->steady_all, at) = 1;
			}
		}
	}
}

static void
dispose(meeting *m)
{
	gm_sector_set_dispose(&m->own);
	gm_sector_set_dispose(&m->steady);
	gm_sector_set_dispose(&m->bytes);
	gm_sector_set_dispose(&m->steady_all);
}

/* What data-dependent sites of the block touch of the array. */
static void
meet_block(const gm_grid_trace *g, const gm_trace *trace, int array, bool writes, meeting *m)
{
	gm_sector_set_clear(&m->own);
	gm_sector_set_clear(&m->bytes);
	find_steady(g, trace, array, writes, m);
	m->steady_pieces += (double)m->steady.count;
	for (size_t i = 0; i < trace->requests_count; i++) {
		const gm_trace_request *r = &trace->requests[i];
		const bool wanted = writes == (r->access == GM_TRACE_STORE);
		if (wanted && !r->local && g->irregular[r->site] && lies_in(g->kernel, r, array))
			meet(m, trace, (uint32_t)i);
	}
}

/* The pieces of the block that others have met, or blocks before it among its own. */
static double
met_before(const meeting *block, const gm_sector_set *others)
{
	double sum = 0;
	for (size_t i = 0; i < block->own.room; i++) {
		const gm_sector_slot *slot = &block->own.slots[i];
		sum += slot->used && (gm_sector_set_find(others, slot->number) ||
		                      *gm_sector_set_at(block->all, slot->number) > 1);
	}
	return sum;
}

/* Of all traced blocks; of those far away where it is, and what of it the others have met. */
static void
count_meetings(const gm_grid_trace *g, int array, bool writes, meeting *m)
{
	for (int t = 0; t < g->others_count; t++) {
		meet_block(g, &g->others[t], array, writes, m);
		add_scattered(m, writes);
		add_middle(m, false);
		add_whole(m);
	}
	gm_sector_set unused = {0};
	meeting far = {.all = &unused, .per_piece = m->per_piece, .middles = m->middles,
	               .middles_count = m->middles_count};
	for (int t = 0; t < g->far_count; t++) {
		meet_block(g, &g->far[t], array, writes, &far);
		add_middle(&far, true);
		m->far_again += met_before(&far, m->all);
	}
	m->far_count = far.far_count;
	m->far_pieces = far.pieces;
	gm_sector_set_dispose(&unused);
	dispose(&far);
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

/* Do draws fall where regular sites of other traced blocks go, at least half as often as by lot? */
static double
mixing(const meeting *m, double pieces)
{
	const double by_lot = (double)m->all->count * (double)m->steady_all.count / pieces;
	double both = 0;
	for (size_t i = 0; i < m->all->room; i++)
		both += m->all->slots[i].used && gm_sector_set_find(&m->steady_all, m->all->slots[i].number);
	return by_lot > 0 ? fmin(1, 2 * both / by_lot) : 0;
}

/* Of the array's pieces, those that regular sites of the whole grid touch, by what each traced block adds to the
   ones before; for each block. */
static double
swept_by_each(const meeting *m, const gm_grid_trace *g, double pieces)
{
	const double traced = g->others_count, blocks = (double)gm_dim3_volume(g->kernel->grid);
	const double first = m->steady_pieces / traced;
	const double more = traced > 1 ? ((double)m->steady_all.count - first) / (traced - 1) : 0;
	return mixing(m, pieces) * fmin(first + fmax(more, 0) * (blocks - 1), pieces) / pieces / blocks;
}

/* Pieces by how many of the traced blocks met them. */
typedef struct popularity {
	double once, several;
	double again; /* meetings after a piece's first */
	double popular; /* of these, at pieces that more than half of the blocks met, 3 at least */
} popularity;

static popularity
popularity_of(const gm_sector_set *set, int blocks)
{
	popularity p = {0, 0, 0, 0};
	for (size_t i = 0; i < set->room; i++) {
		const double met = set->slots[i].used ? set->slots[i].bits : 0, again = met > 1 ? met - 1 : 0;
		p.once += met == 1;
		p.several += met > 1;
		p.again += again;
		p.popular += met >= POPULAR_LEAST && 2 * met > blocks ? again : 0;
	}
	return p;
}

/* Blocks in a row that draw the same of the array. */
static double
alike_in(const gm_grid_trace *g, int array, bool writes)
{
	int64_t most = 1;
	for (int s = 0; s < g->kernel->sites_count; s++) {
		const gm_site *site = &g->kernel->sites[s];
		if (g->irregular[s] && site->array == array && (site->operation == GM_STORE) == writes)
			most = g->alike[s] > most ? g->alike[s] : most;
	}
	return (double)most;
}

/* Fewer meet than draws by lot would by far. */
static bool
keep_apart(const popularity *p, const meeting *m, int blocks, double pieces)
{
	const double by_lot = m->pieces * m->pieces / (2 * pieces) * (1 - 1.0 / blocks);
	return blocks >= IN_ORDER_LEAST && by_lot >= APART_LEAST && p->again < by_lot / 4;
}

static bool
is_near(const gm_grid_trace *g, int64_t block)
{
	return block % g->others_apart == 0 && block / g->others_apart < g->others_count;
}

/* Are the blocks far away, the middle one and the last, others than those near? */
static bool
far_is_apart(const gm_grid_trace *g)
{
	const int64_t last = gm_dim3_volume(g->kernel->grid) - 1;
	return g->far_count == 2 && last / 2 != last && !is_near(g, last / 2) && !is_near(g, last);
}

/* y^2 of paths that meet (model/paths.h), by what the traced blocks find; 0 where they are none. */
static double
meets_of(const gm_grid_trace *g, int array, const meeting *m, const popularity *p, double pieces)
{
	const double far = far_is_apart(g) ? g->far_count : 0, blocks = g->others_count + far;
	const double all = m->pieces + (far > 0 ? m->far_pieces : 0), again = p->again + (far > 0 ? m->far_again : 0);
	const double by_lot = all * all / (2 * pieces) * (1 - 1 / blocks);
	const bool popular = 4 * p->popular > p->again && p->popular > 0;
	if (blocks < 2 || again < APART_LEAST || again < 4 * by_lot || popular || !gm_paths_follow(g, array))
		return 0;
	return gm_paths_meets(all / blocks, all - again, blocks);
}

static void
add_array(const gm_grid_trace *g, int array, bool writes, double bytes, gm_sector_set *set,
          gm_scattered *out)
{
	const gm_array *a = &g->kernel->arrays[array];
	const double pieces = (double)a->length * gm_type_bytes(a->type) / bytes, traced = g->others_count;
	double *middles = gm_allocate((size_t)(g->others_count + g->far_count) + 1, sizeof *middles);
	meeting m = {.all = set, .per_piece = (int64_t)(bytes / GM_SECTOR_BYTES), .middles = middles};
	gm_sector_set_clear(set);
	count_meetings(g, array, writes, &m);
	const popularity met = popularity_of(set, g->others_count);
	bool round = false;
	const double way = way_of(&m, g, pieces, &round), steady = m.steady_pieces / traced;
	const bool apart = way <= 0 && keep_apart(&met, &m, g->others_count, pieces);
	const double alike = alike_in(g, array, writes);
	const double meets = way > 0 || apart || alike > 1 || writes ? 0 : meets_of(g, array, &m, &met, pieces);
	const double hot = apart || meets > 0 ? 0 : met.several;
	const double draws = (apart || meets > 0 ? m.pieces : met.once) / traced / alike;
	free(middles);
	if (m.pieces > 0 && out->count < GM_SCATTERED_MAX)
		out->arrays[out->count++] = (gm_scattered_array){
		        .array = array,
		        .hot = hot,
		        .rest = pieces > hot ? pieces - hot : 0,
		        .draws = draws,
		        .meets = meets,
		        .sectors = m.sectors / m.pieces,
		        .bytes = bytes,
		        .scattered = m.scattered / m.pieces,
		        .way = apart ? draws : way,
		        .left = apart ? draws : way > steady ? way - steady : 0,
		        .round = round,
		        .reach = apart ? 1 : way > 0 ? m.reach / traced / way : 0,
		        .swept = way > 0 ? 0 : swept_by_each(&m, g, pieces),
		        .whole = m.whole / m.pieces,
		        .written = writes,
		        .read_too = is_loaded(g->kernel, array)};
	dispose(&m);
}

/* Some site whose addresses come from data may go there. */
static bool
is_drawn_from(const gm_grid_trace *g, int array, bool writes)
{
	for (int s = 0; s < g->kernel->sites_count; s++) {
		const gm_site *site = &g->kernel->sites[s];
		if (g->irregular[s] && writes == (site->operation == GM_STORE) &&
		    (site->array == array || site->array < 0))
			return true;
	}
	return false;
}

gm_scattered
gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes, double halves)
{
	gm_scattered out = {.halves = halves};
	gm_sector_set set = {0};
	for (int array = 0; array < trace->kernel->arrays_count && trace->others_count > 0; array++) {
		for (int writes = 0; writes < 2; writes++)
			if (is_drawn_from(trace, array, writes))
				add_array(trace, array, writes, writes ? GM_SECTOR_BYTES : fetch_bytes, &set, &out);
	}
	gm_sector_set_dispose(&set);
	return out;
}
