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
	LEGEND_ROWS_MOST = 30,
	WITHOUT_RATE = 9,    /* the cost of leaving the rate out of a roof's name */
};

static const double half_height_em = 0.55;
static const double legend_row_em = 1.35;

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

/* Memories are named from the left end on, arithmetic from the right end on; above the line, or
   below it. */
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
		for (int side = 1; side >= -1; side -= 2) {
			const double off = side * 0.8 * f->em_mm;
			const gm_figure_text t = {
				.x = x1 + from * cos(angle) - off * sin(angle),
				.y = y1 + from * sin(angle) + off * cos(angle),
				.angle_rad = angle,
				.anchor = GM_ANCHOR_MIDDLE,
				.colour = l->colour,
				.inside = true,
				.text = text};
			try_place(f, &b, &t, 3 * share + (side > 0 ? 0 : 1.5));
		}
	}
	return b;
}

/* The name with its rate, else the name alone, else nothing: its hover still tells. */
static void
label_roof(gm_figure *f, const gm_figure_line *line, const gm_roof *roof)
{
	gm_text full = {0};
	const gm_roofline *r = f->roofline;
	gm_roofline_name_roof(&full, r, roof);
	const char *const texts[] = {
		gm_arena_copy_text(f->arena, full.bytes),
		r->devices_count > 1 ? gm_arena_print(f->arena, "%s %s",
						      r->devices[roof->device].name, roof->name)
				     : roof->name,
	};
	gm_text_dispose(&full);
	const best longer = place_on_line(f, line, texts[0]);
	const best shorter = place_on_line(f, line, texts[1]);
	const best *b = longer.cost <= shorter.cost + WITHOUT_RATE ? &longer : &shorter;
	if (b->cost < GM_PLACEMENT_CLASH)
		take(f, b);
}

static void
label_roofs(gm_figure *f)
{
	for (int i = 0; i < f->roofline->roofs_count; i++)
		label_roof(f, &f->lines[i], &f->roofline->roofs[i]);
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

static const double rings_em[] = {1.1, 1.6, 2.2, 3};

enum { RINGS_COUNT = sizeof rings_em / sizeof *rings_em };

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
			try_place(f, b, &t, liking + 2.5 * ring + 0.2 * d);
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

/* ---- legend ---- */

typedef struct legend {
	int columns, rows, entries; /* entries that are shown */
	double column_mm;
} legend;

static legend
lay_out(const gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	const double em = f->em_mm, width = f->width_mm - 2 * em;
	double widest = 0;
	for (int i = 0; i < r->series_count; i++)
		widest = fmax(widest, (gm_text_width_em(r->series[i].label) + 4.5) * em);
	legend l = {.columns = (int)(width / fmin(widest, width))};
	l.rows = (r->series_count + l.columns - 1) / l.columns;
	l.rows = l.rows > LEGEND_ROWS_MOST ? LEGEND_ROWS_MOST : l.rows;
	l.entries = l.rows * l.columns < r->series_count ? l.rows * l.columns : r->series_count;
	l.column_mm = width / l.columns;
	return l;
}

static void
add_entry(gm_figure *f, const legend *l, int index)
{
	const gm_roofline *r = f->roofline;
	const double em = f->em_mm;
	const double x = em + index / l->rows * l->column_mm;
	const double y = (l->rows - index % l->rows) * legend_row_em * em;
	const int left = r->series_count - index;
	char name[256];
	gm_text_shorten(name, sizeof name, r->series[index].label, l->column_mm / em - 4.5);
	const bool more = index + 1 == l->entries && left > 1;
	const char *number = gm_arena_print(f->arena, "%d", index + 1);
	gm_figure_add_text(f, (gm_figure_text){.x = x + 2.6 * em,
					       .y = y,
					       .anchor = GM_ANCHOR_RIGHT,
					       .colour = gm_figure_colour_of(r, index),
					       .text = more ? "" : number});
	gm_figure_add_text(
		f, (gm_figure_text){.x = x + 3.3 * em,
				    .y = y,
				    .colour = gm_figure_colour_of(r, index),
				    .text = more ? gm_arena_print(f->arena, "and %d more", left)
						 : gm_arena_copy_text(f->arena, name)});
}

/* The figure grows by the legend. Returns how many series have a number in it. */
static int
add_legend(gm_figure *f)
{
	const legend l = lay_out(f);
	gm_figure_raise(f, (l.rows + 0.5) * legend_row_em * f->em_mm);
	for (int i = 0; i < l.entries; i++)
		add_entry(f, &l, i);
	return l.entries < f->roofline->series_count ? l.entries - 1 : l.entries;
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
	const int numbers = add_legend(f);
	begin(f);
	label_roofs(f);
	label_by_number(f, numbers);
}
