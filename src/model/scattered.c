#include "model/scattered.h"

#include "model/l1_cache.h"
#include "model/paths.h"

#include <math.h>

/* Different ones of `rest` in so many draws. */
static double
found(double rest, double draws)
{
	return rest > 0 ? rest * -expm1(-draws / rest) : 0;
}

/* What regular sites of so many blocks have not brought. */
static double
unswept(const gm_scattered_array *a, double blocks)
{
	return fmax(0, 1 - a->swept * blocks);
}

/* Of what is not hot, what so many blocks touch. */
static double
touched(const gm_scattered_array *a, double blocks)
{
	const double left = fmax(0, 1 - a->covered * blocks) * a->rest;
	const double pieces = a->meets > 0 ? fmin(gm_paths_found(a->draws, a->meets, blocks), a->rest)
	                      : a->way > 0 ? fmin(blocks * fmin(a->draws, a->left), a->rest)
	                                   : found(a->rest, blocks * a->draws);
	return fmin(unswept(a, blocks) * pieces, left);
}

static double
hot(const gm_scattered_array *a, double blocks)
{
	return unswept(a, blocks) * a->hot;
}

/* In order: they come past the end and begin anew, and L2 no longer has what they met there. */
static bool
comes_anew(const gm_scattered_array *a, double blocks, double held)
{
	return a->round && blocks * a->way > a->rest && held * a->way < a->rest;
}

/* What of the pieces is written in part, and nothing completes. Where neighbours in order meet they complete
   each other. */
static double
in_part(const gm_scattered_array *a, double pieces)
{
	const double meets = a->way > 0 ? 1 / a->draws : 0;
	return a->read_too ? 0 : pieces * fmax(1 - a->whole - meets, 0) * a->bytes;
}

static void
add_pieces(const gm_scattered_array *a, double pieces, gm_reach_bytes *sum)
{
	*(a->written ? &sum->scattered_written : &sum->scattered_read) +=
	        a->scattered * pieces * a->bytes;
	if (a->written) {
		sum->written += pieces * a->bytes;
		sum->scattered_halves += a->scattered_halves * pieces;
	} else {
		sum->read += pieces * a->bytes;
		sum->read_sectors += pieces * a->sectors * GM_SECTOR_BYTES;
	}
}

/* The same pieces by half lines. */
static gm_scattered_array
by_half_lines(const gm_scattered_array *a)
{
	gm_scattered_array b = *a;
	b.bytes = 2 * a->bytes;
	b.hot = fmin(a->hot * a->paired, (a->hot + a->rest) / 2);
	b.rest = (a->hot + a->rest) / 2 - b.hot;
	b.draws = a->draws * a->paired;
	b.way = a->way * a->paired;
	b.left = a->left * a->paired;
	b.together = fmax(a->together * a->paired, 1);
	return b;
}

/* Of atomics, what L2 has to have before it changes it, asked for as so many pieces or so many half lines: for one half it
   fetches these. */
static void
add_fetched(const gm_scattered_array *a, double pieces, double halves, gm_reach_bytes *sum)
{
	const double bytes = a->paired > 0 ? (pieces + 2 * halves) / 2 * a->bytes : pieces * a->bytes;
	const double missed = a->paired > 0 ? (pieces + halves) / 2 * a->bytes : bytes;
	sum->read += bytes;
	sum->read_sectors += bytes;
	sum->beside += bytes - missed;
	sum->missed += missed;
	sum->scattered_read += a->scattered * bytes;
}

/* Pieces of a line, as many as are drawn as one counted once. */
static double
per_line_of(const gm_scattered_array *a)
{
	return GM_LINE_BYTES / a->bytes / fmax(a->together, 1);
}

/* In which L2 has what is loaded. */
static double
copies_of(const gm_scattered *s, const gm_scattered_array *a)
{
	return a->written ? 1 : 1 + (s->halves - 1) * (1 - a->changed);
}

static void
add_room(const gm_scattered *s, const gm_scattered_array *a, double blocks, gm_reach_bytes *sum)
{
	const double per_line = GM_LINE_BYTES / a->bytes, copies = copies_of(s, a);
	const double draws = (a->meets > 0 ? touched(a, blocks / copies) : blocks * a->draws / copies) / fmax(a->together, 1);
	const double lines = a->way > 0 ? touched(a, blocks) / per_line
	                                : copies * found(a->rest / per_line, draws);
	const double held = (lines * GM_LINE_BYTES + copies * a->hot * a->bytes) * (1 - a->changed);
	*(a->written ? &sum->held_written : &sum->held_read) += held;
	sum->spared += a->packed ? held : 0;
}

/* Draws for which the near part of L2 does not have the piece, all parts asked once: each its own. */
static double
near_first(const gm_scattered *s, const gm_scattered_array *a, double draws)
{
	if (a->way > 0)
		return s->halves * a->hot + touched(a, draws / a->draws);
	if (a->meets > 0)
		return s->halves * (a->hot + touched(a, draws / a->draws / s->halves));
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
		const double pieces = hot(a, blocks) + touched(a, blocks);
		add_pieces(a, pieces, &sum);
		add_room(scattered, a, blocks, &sum);
		if (a->fetched) {
			const gm_scattered_array halves = by_half_lines(a);
			add_fetched(a, pieces, hot(&halves, blocks) + touched(&halves, blocks), &sum);
		}
		if (a->written)
			sum.partial += in_part(a, pieces);
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
	const double copies = copies_of(s, a), k = per_line_of(a);
	if (a->way > 0)
		return held >= a->reach && a->draws > a->way ? 1 - a->way / a->draws : 0;
	if (a->meets > 0)
		return 1 - (touched(a, held / copies + 1) - touched(a, held / copies)) / a->draws;
	const double there =
	        a->rest > 0 ? -expm1(-held * a->draws * k / (copies * a->rest)) : 1;
	return there / k / (1 - there * (1 - 1 / k));
}

static double
share_found(const gm_scattered *s, const gm_scattered_array *a, double held)
{
	const double near = near_share(s, a, held);
	if (a->way > 0)
		return near;
	return near + (1 - 1 / copies_of(s, a)) * (1 - near) * near;
}

/* Of `blocks` blocks the first `filling` find L2 empty, the rest find what this share of draws does. */
static double
missing(const gm_scattered_array *a, double blocks, double filling, double share, double held)
{
	if (a->way > 0 && comes_anew(a, blocks, held))
		return blocks * fmin(a->draws, a->left);
	if (a->way > 0 && held >= a->reach)
		return hot(a, blocks) + touched(a, blocks);
	return (filling > 0 ? hot(a, blocks) : 0) + touched(a, fmin(blocks, filling)) +
	       fmax(0, blocks - filling) * a->draws * (1 - share);
}

/* The same in a span, once L2 has been filled. */
static double
missing_in(const gm_scattered *s, const gm_scattered_array *a, const gm_l2_span *span)
{
	return missing(a, span->blocks, span->warm ? 0 : span->held, share_found(s, a, span->held), span->held);
}

gm_reach_bytes
gm_scattered_missing(const gm_scattered *scattered, const gm_l2_span *span)
{
	gm_reach_bytes sum = {0};
	for (int i = 0; i < scattered->count; i++) {
		const gm_scattered_array *a = &scattered->arrays[i];
		const double filling = span->warm ? 0 : span->held, soiling = span->warm ? 0 : span->dirty;
		const double near = near_share(scattered, a, span->held);
		const double fetched = missing_in(scattered, a, span);
		if (a->written) {
			const double kept = near_share(scattered, a, span->dirty);
			add_pieces(a, missing(a, span->blocks, soiling, kept, span->dirty), &sum);
			sum.partial += in_part(a, fetched);
			if (a->fetched) {
				const gm_scattered_array halves = by_half_lines(a);
				add_fetched(a, fetched, missing_in(scattered, &halves, span), &sum);
			}
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
