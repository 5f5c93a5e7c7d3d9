/*
 * Labels of roofs and series. First the roofs, along their lines; then the series beside one of
 * their points. Where a name would cover something, all names go into a legend below the plot and
 * the points get its numbers instead.
 */
#include "report/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
	DIRECT_MOST = 14,    /* more names beside points than this are no help */
	DIRECT_WIDTH = 24,   /* ems */
	NUMBERS_MOST = 30,   /* more than this are no help either */
	WITHOUT_RATE = 9,    /* the cost of leaving the rate out of a roof's name */
	DEVICE_WIDTH = 5,    /* ems of a device's name that is cut */
	NEAR_POINT = 5,      /* the cost of standing close to a point */
};

static const double half_height_em = 0.55;

/* ---- what must not be covered ---- */

static double
line_weight(gm_stroke stroke)
{
	static const double weights[] = {[GM_STROKE_ROOF] = 8,
					 [GM_STROKE_CEILING] = 8,
					 [GM_STROKE_JOIN] = 4,
					 [GM_STROKE_PATH] = 2};
	return weights[stroke];
}

static void
begin(gm_figure *f)
{
	gm_placement_dispose(&f->placement);
	f->placement.frame = (gm_box){(f->x.from_mm + f->x.to_mm) / 2, (f->y.from_mm + f->y.to_mm) / 2,
				      (f->x.to_mm - f->x.from_mm) / 2,
				      (f->y.to_mm - f->y.from_mm) / 2, 0};
	for (size_t i = 0; i < f->lines_count; i++) {
		const gm_figure_line *l = &f->lines[i];
		const gm_box box =
			gm_box_of_line(gm_figure_mm(&f->x, l->x1), gm_figure_mm(&f->y, l->y1),
				       gm_figure_mm(&f->x, l->x2), gm_figure_mm(&f->y, l->y2));
		gm_placement_avoid(&f->placement, &box, line_weight(l->stroke));
	}
	for (size_t i = 0; i < f->marks_count; i++) {
		const gm_box box = {gm_figure_mm(&f->x, f->marks[i].x),
				    gm_figure_mm(&f->y, f->marks[i].y), 0.55 * f->em_mm,
				    0.55 * f->em_mm, 0};
		gm_placement_avoid(&f->placement, &box, GM_PLACEMENT_CLASH);
	}
}

/* Names of roofs leave the room beside points to the names of points. */
static void
keep_room(gm_figure *f)
{
	for (size_t i = 0; i < f->marks_count; i++) {
		const gm_box near = {gm_figure_mm(&f->x, f->marks[i].x),
				     gm_figure_mm(&f->y, f->marks[i].y), 1.7 * f->em_mm,
				     1.7 * f->em_mm, 0};
		gm_placement_avoid(&f->placement, &near, NEAR_POINT);
	}
}

static void
give_room(gm_figure *f)
{
	size_t kept = 0;
	for (size_t i = 0; i < f->placement.count; i++)
		if (f->placement.obstacles[i].weight != NEAR_POINT)
			f->placement.obstacles[kept++] = f->placement.obstacles[i];
	f->placement.count = kept;
}

/* The text's box, its anchor given. */
static gm_box
box_of(const gm_figure *f, const gm_figure_text *t)
{
	const double half = gm_text_width_em(t->text) * f->em_mm / 2;
	const double shift = t->anchor == GM_ANCHOR_LEFT    ? half
			     : t->anchor == GM_ANCHOR_RIGHT ? -half
							    : 0;
	return (gm_box){t->x + shift * cos(t->angle_rad), t->y + shift * sin(t->angle_rad), half,
			half_height_em * f->em_mm, t->angle_rad};
}

typedef struct best {
	gm_figure_text text;
	double cost;
} best;

static void
try_place(const gm_figure *f, best *b, const gm_figure_text *text, double liking)
{
	const gm_box box = box_of(f, text);
	const double cost = gm_placement_cost(&f->placement, &box) + liking;
	if (b->cost < 0 || cost < b->cost)
		*b = (best){*text, cost};
}

static void
take(gm_figure *f, const best *b)
{
	const gm_box box = box_of(f, &b->text);
	gm_placement_avoid(&f->placement, &box, GM_PLACEMENT_CLASH);
	gm_figure_add_text(f, b->text);
}

/* ---- roofs ---- */

/* Above the line, below it, and farther off where points stand on it. */
static const struct {
	double off_em, liking;
} sides[] = {{0.8, 0}, {-0.8, 1.5}, {1.5, 4}, {-1.5, 5}};

enum { SIDES_COUNT = sizeof sides / sizeof *sides };

/* Memories are named from the left end on, arithmetic from the right end on. */
static best
place_on_line(const gm_figure *f, const gm_figure_line *l, const char *text)
{
	enum { STEPS = 60 };
	const double x1 = gm_figure_mm(&f->x, l->x1), y1 = gm_figure_mm(&f->y, l->y1);
	const double x2 = gm_figure_mm(&f->x, l->x2), y2 = gm_figure_mm(&f->y, l->y2);
	const double angle = atan2(y2 - y1, x2 - x1), length = hypot(x2 - x1, y2 - y1);
	const double half = gm_text_width_em(text) * f->em_mm / 2 + 0.4 * f->em_mm;
	best b = {.cost = -1};
	for (int i = 0; i <= STEPS; i++) {
		const double share = (double)i / STEPS;
		const double along = half + share * fmax(0, length - 2 * half);
		const double from = l->stroke == GM_STROKE_ROOF ? along : length - along;
		for (int side = 0; side < SIDES_COUNT; side++) {
			const double off = sides[side].off_em * f->em_mm;
			const gm_figure_text t = {
				.x = x1 + from * cos(angle) - off * sin(angle),
				.y = y1 + from * sin(angle) + off * cos(angle),
				.angle_rad = angle,
				.anchor = GM_ANCHOR_MIDDLE,
				.colour = l->colour,
				.inside = true,
				.text = text};
			try_place(f, &b, &t, 3 * share + sides[side].liking);
		}
	}
	return b;
}

/* The name with its rate; without; with the device's name cut: each at the cost of what it leaves
   out. Where none finds room the hover alone tells. */
static void
label_roof(gm_figure *f, const gm_figure_line *line, const gm_roof *roof)
{
	const gm_roofline *r = f->roofline;
	const char *device = r->devices_count > 1 ? r->devices[roof->device].name : "";
	const char *blank = *device ? " " : "";
	char cut[64];
	gm_text full = {0};
	gm_roofline_name_roof(&full, r, roof);
	gm_text_shorten(cut, sizeof cut, device, DEVICE_WIDTH);
	const char *const texts[] = {
		gm_arena_copy_text(f->arena, full.bytes),
		gm_arena_print(f->arena, "%s%s%s", device, blank, roof->name),
		gm_arena_print(f->arena, "%s%s%s", cut, blank, roof->name),
	};
	gm_text_dispose(&full);
	best chosen = {.cost = -1};
	for (int i = 0; i < 3; i++) {
		best b = place_on_line(f, line, texts[i]);
		b.cost += i * WITHOUT_RATE;
		if (chosen.cost < 0 || b.cost < chosen.cost)
			chosen = b;
	}
	if (chosen.cost < GM_PLACEMENT_CLASH)
		take(f, &chosen);
}

static void
label_roofs(gm_figure *f)
{
	keep_room(f);
	for (int i = 0; i < f->roofline->roofs_count; i++)
		label_roof(f, &f->lines[i], &f->roofline->roofs[i]);
	give_room(f);
}

/* ---- series ---- */

/* Around a point, near to far: right, left, above, below, and the corners. */
static const struct {
	double x, y;
	gm_anchor anchor;
} directions[] = {
	{1, 0, GM_ANCHOR_LEFT},      {-1, 0, GM_ANCHOR_RIGHT},     {0, 1, GM_ANCHOR_MIDDLE},
	{0, -1, GM_ANCHOR_MIDDLE},   {0.7, 0.8, GM_ANCHOR_LEFT},   {-0.7, 0.8, GM_ANCHOR_RIGHT},
	{0.7, -0.8, GM_ANCHOR_LEFT}, {-0.7, -0.8, GM_ANCHOR_RIGHT},
	{0.9, 0.4, GM_ANCHOR_LEFT},  {-0.9, 0.4, GM_ANCHOR_RIGHT},
	{0.9, -0.4, GM_ANCHOR_LEFT}, {-0.9, -0.4, GM_ANCHOR_RIGHT},
};

enum { DIRECTIONS_COUNT = sizeof directions / sizeof *directions };

static const double rings_em[] = {0.9, 1.2, 1.7, 2.3, 3};

enum { RINGS_COUNT = sizeof rings_em / sizeof *rings_em };

/* From a point to the ground of an upright box. */
static double
distance_to(const gm_box *box, double x, double y)
{
	return hypot(fmax(0, fabs(x - box->x) - box->half_width),
		     fmax(0, fabs(y - box->y) - box->half_height));
}

/* A label is read as that of the nearest point, or of the nearest line between the points of a series:
   is another's as near as its own? Lines are looked at in a few places. */
static bool
is_nearer_another(const gm_figure *f, int series, const gm_figure_text *text)
{
	enum { PLACES = 8 };
	const gm_roofline *r = f->roofline;
	const gm_box box = box_of(f, text);
	double own = INFINITY, other = INFINITY;
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *p = &r->points[i], *q = p;
		if (i + 1 < r->points_count && p[1].series == p->series && p[1].kind == p->kind)
			q = p + 1;
		const double x1 = gm_figure_mm(&f->x, p->intensity_flop_per_byte);
		const double x2 = gm_figure_mm(&f->x, q->intensity_flop_per_byte);
		const double y = gm_figure_mm(&f->y, p->flop_per_s);
		double *nearest = p->series == series ? &own : &other;
		for (int k = 0; k <= PLACES; k++)
			*nearest = fmin(*nearest, distance_to(&box, x1 + (x2 - x1) * k / PLACES, y));
	}
	return own > 0.95 * other;
}

static void
try_around(const gm_figure *f, best *b, const gm_roofline_point *p, const char *text, double liking)
{
	const double x = gm_figure_mm(&f->x, p->intensity_flop_per_byte);
	const double y = gm_figure_mm(&f->y, p->flop_per_s);
	for (int ring = 0; ring < RINGS_COUNT; ring++)
		for (int d = 0; d < DIRECTIONS_COUNT; d++) {
			const double distance = rings_em[ring] * f->em_mm;
			const gm_figure_text t = {.x = x + directions[d].x * distance,
						  .y = y + directions[d].y * distance,
						  .anchor = directions[d].anchor,
						  .colour = gm_figure_colour_of(f->roofline, p->series),
						  .inside = true,
						  .text = text};
			const bool misleading = is_nearer_another(f, p->series, &t);
			try_place(f, b, &t,
				  liking + 2.5 * ring + 0.2 * d +
					  (misleading ? GM_PLACEMENT_CLASH : 0));
		}
}

static best
place_series(const gm_figure *f, int series, const char *text)
{
	const gm_roofline *r = f->roofline;
	best b = {.cost = -1};
	double liking = 0;
	for (int i = r->points_count - 1; i >= 0; i--)
		if (r->points[i].series == series) {
			try_around(f, &b, &r->points[i], text, liking);
			liking += 0.75;
		}
	return b;
}

static bool
has_point(const gm_roofline *r, int series)
{
	for (int i = 0; i < r->points_count; i++)
		if (r->points[i].series == series)
			return true;
	return false;
}

/* Every series by its name; false as soon as one finds no room. */
static bool
label_directly(gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	if (r->series_count > DIRECT_MOST)
		return false;
	for (int i = 0; i < r->series_count; i++) {
		if (!has_point(r, i))
			continue;
		if (gm_text_width_em(r->series[i].label) > DIRECT_WIDTH)
			return false;
		const best b = place_series(f, i, r->series[i].label);
		if (b.cost >= GM_PLACEMENT_CLASH)
			return false;
		take(f, &b);
	}
	return true;
}

static void
label_by_number(gm_figure *f, int numbers)
{
	for (int i = 0; i < numbers; i++) {
		if (!has_point(f->roofline, i))
			continue;
		const best b = place_series(f, i, gm_arena_print(f->arena, "%d", i + 1));
		if (b.cost < GM_PLACEMENT_CLASH)
			take(f, &b);
	}
}

/* ---- which of these ---- */

/* Of many, those that begin or end a path stand for the others; false: there is no path. */
static bool
label_ends(gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	if (r->series_count <= NUMBERS_MOST || r->paths_count == 0)
		return false;
	for (int i = 0; i < r->series_count; i++) {
		bool first = true, last = true;
		for (int k = 0; k < r->series_count; k++) {
			const bool fellow = k != i && r->series[i].path >= 0 &&
					    r->series[k].path == r->series[i].path;
			first = first && !(fellow && k < i);
			last = last && !(fellow && k > i);
		}
		if ((!first && !last) || !has_point(r, i))
			continue;
		const best b = place_series(f, i, r->series[i].label);
		if (b.cost < GM_PLACEMENT_CLASH)
			take(f, &b);
	}
	return true;
}

void
gm_figure_fill_labels(gm_figure *f)
{
	const size_t texts = f->texts_count;
	begin(f);
	label_roofs(f);
	if (label_ends(f) || label_directly(f))
		return;
	f->texts_count = texts;
	const int numbers = gm_figure_add_legend(f);
	begin(f);
	label_roofs(f);
	label_by_number(f, numbers);
}
