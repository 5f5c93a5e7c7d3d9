/*
 * Names or numbers of series, beside one of their points.
 */
#include "report/roofline_labels.h"

#include <math.h>

enum {
	MISLEADING = GM_PLACEMENT_CLASH, /* another series is nearer */
	APART = 12,                      /* the cost of standing apart, with a line to the point */
	GOOD_ENOUGH = 20,                /* cheaper places need no look farther off */
};

static const double same_place_em = 0.9; /* points so close are one to the eye */

/* Around a point, near to far: right, left, above, below, and the corners. */
static const struct {
	double x, y;
	gm_anchor anchor;
} directions[] = {
	{1, 0, GM_ANCHOR_LEFT},       {-1, 0, GM_ANCHOR_RIGHT},      {0, 1, GM_ANCHOR_MIDDLE},
	{0, -1, GM_ANCHOR_MIDDLE},    {0.7, 0.8, GM_ANCHOR_LEFT},    {-0.7, 0.8, GM_ANCHOR_RIGHT},
	{0.7, -0.8, GM_ANCHOR_LEFT},  {-0.7, -0.8, GM_ANCHOR_RIGHT}, {0.9, 0.4, GM_ANCHOR_LEFT},
	{-0.9, 0.4, GM_ANCHOR_RIGHT}, {0.9, -0.4, GM_ANCHOR_LEFT},   {-0.9, -0.4, GM_ANCHOR_RIGHT},
};

enum { DIRECTIONS_COUNT = sizeof directions / sizeof *directions };

static const double rings_em[] = {0.9, 1.2, 1.7};
static const double far_em[] = {2.3, 3, 4, 5, 6.5, 8};

enum {
	RINGS_COUNT = sizeof rings_em / sizeof *rings_em,
	FAR_COUNT = sizeof far_em / sizeof *far_em
};

typedef struct spot {
	double x, y;
} spot;

static spot
spot_of(const gm_figure *f, const gm_roofline_point *p)
{
	return (spot){gm_figure_mm(&f->x, p->intensity_flop_per_byte),
		      gm_figure_mm(&f->y, p->flop_per_s)};
}

/* From a point to the ground of an upright box. */
static double
distance_to(const gm_box *box, double x, double y)
{
	return hypot(fmax(0, fabs(x - box->x) - box->half_width),
		     fmax(0, fabs(y - box->y) - box->half_height));
}

typedef struct nearest {
	double distance;
	spot at;
} nearest;

/* The nearest place of the points of a series, or of all others, and of the lines between them;
   lines are looked at in a few places. */
static nearest
nearest_of(const gm_figure *f, const gm_box *box, int series, bool others)
{
	enum { PLACES = 8 };
	const gm_roofline *r = f->roofline;
	nearest n = {INFINITY, {0, 0}};
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *p = &r->points[i], *q = p;
		if ((p->series == series) == others)
			continue;
		if (i + 1 < r->points_count && p[1].series == p->series && p[1].kind == p->kind)
			q = p + 1;
		const spot a = spot_of(f, p), b = spot_of(f, q);
		for (int k = 0; k <= PLACES; k++) {
			const spot at = {a.x + (b.x - a.x) * k / PLACES, a.y};
			const double distance = distance_to(box, at.x, at.y);
			if (distance < n.distance)
				n = (nearest){distance, at};
		}
	}
	return n;
}

/* A label is read as that of the nearest point, or of the nearest line between the points of a
   series: is another's as near as its own? Points that lie on one another share what stands beside
   them. */
static bool
is_nearer_another(const gm_figure *f, int series, const gm_figure_text *text)
{
	const gm_box box = gm_label_box(f, text);
	const nearest own = nearest_of(f, &box, series, false);
	const nearest other = nearest_of(f, &box, series, true);
	const bool same =
		hypot(own.at.x - other.at.x, own.at.y - other.at.y) < same_place_em * f->em_mm;
	return !same && own.distance > 0.95 * other.distance;
}

static gm_figure_text
text_at(const gm_figure *f, const gm_roofline_point *p, int direction, double ring_em,
	const char *text)
{
	const spot at = spot_of(f, p);
	return (gm_figure_text){.x = at.x + directions[direction].x * ring_em * f->em_mm,
				.y = at.y + directions[direction].y * ring_em * f->em_mm,
				.anchor = directions[direction].anchor,
				.colour = gm_figure_colour_of(f->roofline, p->series),
				.inside = true,
				.text = text};
}

static void
try_around(const gm_figure *f, gm_label_place *best, const gm_roofline_point *p, const char *text,
	   double liking)
{
	for (int ring = 0; ring < RINGS_COUNT; ring++)
		for (int d = 0; d < DIRECTIONS_COUNT; d++) {
			const gm_figure_text t = text_at(f, p, d, rings_em[ring], text);
			const double cost = liking + 2.5 * ring + 0.2 * d;
			if (best->cost < 0 || cost < best->cost)
				gm_label_try(f, best, &t,
					     cost + (is_nearer_another(f, p->series, &t)
							     ? MISLEADING
							     : 0));
		}
}

/* ---- apart, with a line ---- */

/* From the edge of the point to the label's nearer end. */
static gm_box
leader_of(const gm_figure *f, const gm_roofline_point *p, const gm_figure_text *t)
{
	const spot at = spot_of(f, p);
	const double distance = hypot(t->x - at.x, t->y - at.y);
	const double from = 0.85 * f->em_mm / distance;
	const double to = 1 - (t->anchor == GM_ANCHOR_MIDDLE ? 0.7 : 0.25) * f->em_mm / distance;
	return gm_box_of_line(at.x + from * (t->x - at.x), at.y + from * (t->y - at.y),
			      at.x + to * (t->x - at.x), at.y + to * (t->y - at.y));
}

static void
try_apart(const gm_figure *f, gm_label_place *best, const gm_roofline_point **of,
	  const gm_roofline_point *p, const char *text, double liking)
{
	for (int ring = 0; ring < FAR_COUNT; ring++)
		for (int d = 0; d < DIRECTIONS_COUNT; d++) {
			const gm_figure_text t = text_at(f, p, d, far_em[ring], text);
			const gm_box leader = leader_of(f, p, &t);
			const double before = best->cost;
			gm_label_try(f, best, &t,
				     liking + APART + ring + 0.2 * d +
					     gm_label_leader_cost(f, &leader));
			if (best->cost != before)
				*of = p;
		}
}

/* ---- one series ---- */

/* The last point is the deepest memory's, the most telling place. */
double
gm_figure_label_series(gm_figure *f, int series, const char *text, bool apart)
{
	const gm_roofline *r = f->roofline;
	gm_label_place best = {.cost = -1};
	const gm_roofline_point *led = NULL;
	double liking = 0;
	for (int i = r->points_count - 1; i >= 0; i--)
		if (r->points[i].series == series) {
			try_around(f, &best, &r->points[i], text, liking);
			liking += 0.75;
		}
	liking = 0;
	for (int i = r->points_count - 1; i >= 0 && apart && best.cost > GOOD_ENOUGH; i--)
		if (r->points[i].series == series) {
			try_apart(f, &best, &led, &r->points[i], text, liking);
			liking += 0.75;
		}
	if (best.cost < 0 || best.cost >= GM_PLACEMENT_CLASH)
		return best.cost < 0 ? GM_PLACEMENT_CLASH : best.cost;
	gm_label_take(f, &best);
	if (led) {
		const gm_box leader = leader_of(f, led, &best.text);
		gm_label_lead(f, &leader);
	}
	return best.cost;
}
