#include "report/roofline_labels.h"

#include <math.h>
#include <stdio.h>

enum {
	DIRECT_MOST = 14,  /* more names beside points than this are no help */
	DIRECT_WIDTH = 24, /* ems */
	NUMBERS_MOST = 30, /* more than this are no help either */
};

static const double half_height_em = 0.5; /* of capitals 0.36 */

/* ---- what must not be covered ---- */

static double
line_weight(gm_stroke stroke)
{
	static const double weights[] = {[GM_STROKE_ROOF] = 60,
					 [GM_STROKE_CEILING] = 60,
					 [GM_STROKE_JOIN] = 50,
					 [GM_STROKE_PATH] = 45};
	return weights[stroke];
}

static void
begin(gm_figure *f)
{
	gm_placement_dispose(&f->placement);
	f->placement.frame =
		(gm_box){(f->x.from_mm + f->x.to_mm) / 2, (f->y.from_mm + f->y.to_mm) / 2,
			 (f->x.to_mm - f->x.from_mm) / 2, (f->y.to_mm - f->y.from_mm) / 2, 0};
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

/* ---- places ---- */

gm_box
gm_label_box(const gm_figure *f, const gm_figure_text *t)
{
	const double half = gm_text_width_em(t->text) * f->em_mm / 2;
	const double shift = t->anchor == GM_ANCHOR_LEFT    ? half
			     : t->anchor == GM_ANCHOR_RIGHT ? -half
							    : 0;
	return (gm_box){t->x + shift * cos(t->angle_rad), t->y + shift * sin(t->angle_rad), half,
			half_height_em * f->em_mm, t->angle_rad};
}

void
gm_label_try(const gm_figure *f, gm_label_place *best, const gm_figure_text *text, double liking)
{
	if (best->cost >= 0 && liking >= best->cost)
		return; /* nothing that it covers makes it cheaper */
	const gm_box box = gm_label_box(f, text);
	const double cost = gm_placement_cost(&f->placement, &box) + liking;
	if (best->cost < 0 || cost < best->cost)
		*best = (gm_label_place){*text, cost};
}

void
gm_label_take(gm_figure *f, const gm_label_place *place)
{
	const gm_box box = gm_label_box(f, &place->text);
	gm_placement_avoid(&f->placement, &box, GM_PLACEMENT_CLASH);
	gm_figure_add_text(f, place->text);
}

double
gm_label_leader_cost(const gm_figure *f, const gm_box *leader)
{
	double cost = 0;
	for (size_t i = 0; i < f->placement.count; i++) {
		const gm_obstacle *o = &f->placement.obstacles[i];
		if (gm_box_overlaps(&o->box, leader))
			cost += o->weight >= GM_PLACEMENT_CLASH ? o->weight : 1;
	}
	return cost;
}

void
gm_label_lead(gm_figure *f, const gm_box *leader)
{
	const double dx = leader->half_width * cos(leader->angle_rad);
	const double dy = leader->half_width * sin(leader->angle_rad);
	gm_placement_avoid(&f->placement, leader, GM_PLACEMENT_CLASH);
	gm_figure_add_line(f, (gm_figure_line){gm_figure_value(&f->x, leader->x - dx),
					       gm_figure_value(&f->y, leader->y - dy),
					       gm_figure_value(&f->x, leader->x + dx),
					       gm_figure_value(&f->y, leader->y + dy),
					       GM_STROKE_LEADER, GM_GREY, 0, ""});
}

/* ---- which names, or numbers ---- */

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
		if (gm_text_width_em(r->series[i].label) > DIRECT_WIDTH ||
		    gm_figure_label_series(f, i, r->series[i].label, true) >= GM_LABEL_CROSSING)
			return false;
	}
	return true;
}

static void
label_by_number(gm_figure *f, int numbers)
{
	for (int i = 0; i < numbers; i++)
		if (has_point(f->roofline, i))
			gm_figure_label_series(f, i, gm_arena_print(f->arena, "%d", i + 1), true);
}

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
		if ((first || last) && has_point(r, i))
			gm_figure_label_series(f, i, r->series[i].label, false);
	}
	return true;
}

void
gm_figure_fill_labels(gm_figure *f)
{
	const size_t texts = f->texts_count, lines = f->lines_count;
	begin(f);
	gm_figure_label_roofs(f);
	if (label_ends(f) || label_directly(f))
		return;
	f->texts_count = texts;
	f->lines_count = lines;
	const int numbers = gm_figure_add_legend(f);
	begin(f);
	gm_figure_label_roofs(f);
	label_by_number(f, numbers);
}
