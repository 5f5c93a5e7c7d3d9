#include "model/scattered.h"

#include "base/memory.h"
#include "model/l1_cache.h"
#include "model/paths.h"
#include "model/scattered_meetings.h"

#include <math.h>
#include <stdlib.h>

enum {
	POPULAR_LEAST = 3,
	LOT_LEAST_BYTES = 4 << 20, /* drawn by all blocks, for less nobody waits long */
	APART_LEAST = 6, /* meetings by lot; of so many none comes with a chance of e^-6 */
};

static const double fewer = 0.9; /* of what draws by lot find */
static const double TIMES_LEAST = 1.5, SHARED_LEAST = 0.1;

/* Does some site load the array, or some that is regular? */
static bool
is_loaded(const gm_grid_trace *g, int array, bool steadily)
{
	for (int s = 0; s < g->kernel->sites_count; s++)
		if (g->kernel->sites[s].array == array && g->kernel->sites[s].operation != GM_STORE && !(steadily && g->irregular[s]))
			return true;
	return false;
}

/* Do draws fall where regular sites of other traced blocks go, at least half as often as by lot? */
static double
mixing(const gm_meetings *m, double pieces)
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
swept_by_each(const gm_meetings *m, const gm_grid_trace *g, double pieces)
{
	const double traced = g->others_count, blocks = (double)gm_dim3_volume(g->kernel->grid);
	const double first = m->steady_pieces / traced;
	const double more = traced > 1 ? ((double)m->steady_all.count - first) / (traced - 1) : 0;
	return mixing(m, pieces) * fmin(first + fmax(more, 0) * (blocks - 1), pieces) / pieces / blocks;
}

/* Of the array's pieces, those that regular sites of all blocks load, for each block. */
static double
covered_by_each(const gm_grid_trace *g, int array, double pieces, double bytes)
{
	if (!is_loaded(g, array, true))
		return 0;
	const double blocks = (double)gm_dim3_volume(g->kernel->grid);
	const gm_reach reach = gm_reach_count(g, array, (int64_t)bytes);
	return fmin(gm_reach_of_blocks(&reach, blocks).read / bytes, pieces) / pieces / blocks;
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
		const bool wanted = gm_operation_is_atomic(site->operation) || (site->operation == GM_STORE) == writes;
		if (g->irregular[s] && site->array == array && wanted)
			most = g->alike[s] > most ? g->alike[s] : most;
	}
	return (double)most;
}

/* Fewer meet than draws by lot would by far. */
static bool
keep_apart(const popularity *p, const gm_meetings *m, int blocks, double pieces)
{
	const double by_lot = m->pieces * m->pieces / (2 * pieces) * (1 - 1.0 / blocks);
	return blocks >= GM_MEETINGS_ORDERED && by_lot >= APART_LEAST && p->again < by_lot / 4;
}

/* Of an array that all blocks go over several times: do they come again soon, so that neighbours share what they touch? Of
   permutations by steps they come when they have been everywhere. */
static bool
come_again_soon(const gm_grid_trace *g, int array, bool writes, const gm_meetings *m, double pieces)
{
	const double times = m->pieces / g->others_count * (double)gm_dim3_volume(g->kernel->grid) / pieces;
	gm_sector_set set = {0};
	const double shared = times < TIMES_LEAST ? -1 : gm_meetings_of_neighbours(g, array, writes, m->per_piece, &set);
	gm_sector_set_dispose(&set);
	return shared < 0 || shared >= SHARED_LEAST;
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
meets_of(const gm_grid_trace *g, int array, const gm_meetings *m, const popularity *p, double pieces)
{
	const double far = far_is_apart(g) ? g->far_count : 0, blocks = g->others_count + far;
	const double all = m->pieces + (far > 0 ? m->far_pieces : 0), again = p->again + (far > 0 ? m->far_again : 0);
	const double by_lot = all * all / (2 * pieces) * (1 - 1 / blocks);
	const bool popular = 4 * p->popular > p->again && p->popular > 0;
	if (blocks < 2 || again < APART_LEAST || again < 4 * by_lot || popular || !gm_paths_follow(g, array))
		return 0;
	return gm_paths_meets(all / blocks, all - again, blocks);
}

/* Of the pieces of a block, drawn from so many, those that are drawn as one: by lot they would lie in so many lines
   more. */
static double
drawn_together(const gm_meetings *m, double traced, double pieces, double per_line)
{
	const double lines = pieces / per_line, met = m->lines / traced;
	const double draws = met < lines ? -lines * log1p(-met / lines) : INFINITY;
	return fmin(fmax(m->pieces / traced / draws, 1), per_line);
}

/* `fetch`: bytes that DRAM reads at least for what atomics change there, 0: it has come before. */
static void
add_array(const gm_grid_trace *g, int array, bool writes, double fetch, double bytes, gm_sector_set *set,
          gm_scattered *out)
{
	const gm_array *a = &g->kernel->arrays[array];
	const double pieces = (double)a->length * gm_type_bytes(a->type) / bytes, traced = g->others_count;
	double *middles = gm_allocate((size_t)(g->others_count + g->far_count) + 1, sizeof *middles);
	gm_meetings m = {.all = set, .per_piece = (int64_t)(bytes / GM_SECTOR_BYTES), .middles = middles};
	gm_sector_set_clear(set);
	gm_meetings_count(g, array, writes, &m);
	const popularity met = popularity_of(set, g->others_count);
	bool round = false;
	const double way = gm_meetings_way(&m, g, pieces, &round), steady = m.steady_pieces / traced;
	const bool apart = way <= 0 && keep_apart(&met, &m, g->others_count, pieces) &&
	                   come_again_soon(g, array, writes, &m, pieces);
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
		        .together = drawn_together(&m, traced, pieces, GM_LINE_BYTES / bytes),
		        .scattered = m.scattered / m.pieces,
		        .scattered_halves = m.scattered_halves / m.pieces,
		        .way = apart ? draws : way,
		        .left = apart ? draws : way > steady ? way - steady : 0,
		        .round = round,
		        .reach = apart ? 1 : way > 0 ? m.reach / traced / way : 0,
		        .swept = way > 0 ? 0 : swept_by_each(&m, g, pieces),
		        .covered = writes ? 0 : covered_by_each(g, array, pieces, bytes),
		        .whole = m.whole / m.pieces,
		        .written = writes,
		        .fetched = fetch > 0,
		        .lines = m.lines / traced / alike,
		        .paired = fetch >= 2 * bytes ? m.halves / m.pieces : 0,
		        .read_too = is_loaded(g, array, false)};
	gm_meetings_dispose(&m);
}

/* What sites whose addresses come from data may do there. */
typedef struct drawing {
	bool loads, stores, changes;
} drawing;

static drawing
drawing_from(const gm_grid_trace *g, int array)
{
	drawing d = {0};
	for (int s = 0; s < g->kernel->sites_count; s++) {
		const gm_site *site = &g->kernel->sites[s];
		if (!g->irregular[s] || (site->array != array && site->array >= 0))
			continue;
		*(site->operation == GM_STORE                 ? &d.stores
		  : gm_operation_is_atomic(site->operation) ? &d.changes
		                                            : &d.loads) = true;
	}
	return d;
}

/* Pieces of which so many draws find so many different ones, fewer than they are. */
static double
pieces_for(double draws, double different)
{
	double low = different, high = different;
	while (high * -expm1(-draws / high) < different)
		high *= 2;
	for (int i = 0; i < 40; i++) {
		const double middle = 0.5 * (low + high);
		*(middle * -expm1(-draws / middle) < different ? &low : &high) = middle;
	}
	return high;
}

/* Where all blocks can be replayed and find less than draws by lot would, they draw from fewer pieces. */
static void
count_all(const gm_grid_trace *g, gm_scattered_array *a, gm_sector_set *set)
{
	const double blocks = (double)gm_dim3_volume(g->kernel->grid), draws = blocks * a->draws;
	const double lot = a->hot + (a->rest > 0 ? a->rest * -expm1(-draws / a->rest) : 0);
	if (a->way > 0 || a->meets > 0 || a->swept > 0 || a->covered > 0 || lot * a->bytes < LOT_LEAST_BYTES)
		return;
	const double all = gm_meetings_of_grid(g, a->array, a->written, (int64_t)(a->bytes / GM_SECTOR_BYTES), set);
	if (all > a->hot && all < fewer * lot)
		a->rest = fmin(a->rest, pieces_for(draws, all - a->hot));
}

/* What is loaded and changed. */
static void
join_changed(gm_scattered *s)
{
	for (int r = 0; r < s->count; r++)
		for (int w = 0; w < s->count; w++)
			if (!s->arrays[r].written && s->arrays[w].packed && s->arrays[w].array == s->arrays[r].array)
				s->arrays[r].changed = fmin(1, s->arrays[w].lines / s->arrays[r].lines);
}

gm_scattered
gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes, double halves)
{
	gm_scattered out = {.halves = halves};
	gm_sector_set set = {0};
	for (int array = 0; array < trace->kernel->arrays_count && trace->others_count > 0; array++) {
		const drawing drawn = drawing_from(trace, array);
		if (drawn.loads)
			add_array(trace, array, false, 0, fetch_bytes, &set, &out);
		const int loaded = out.count;
		if (drawn.stores || drawn.changes)
			add_array(trace, array, true, drawn.changes && !drawn.loads ? fetch_bytes : 0, GM_SECTOR_BYTES, &set,
			          &out);
		if (out.count > loaded)
			out.arrays[loaded].packed = drawn.changes;
	}
	join_changed(&out);
	for (int i = 0; i < out.count; i++)
		count_all(trace, &out.arrays[i], &set);
	gm_sector_set_dispose(&set);
	return out;
}
