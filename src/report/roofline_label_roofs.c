/*
 * Names of roofs, along their lines: each by itself first, then again in the company of the others
 * until nobody wants to move. Peaks that several devices share are named once. Names that
 * find no room at their lines stand below the plot.
 */
#include "report/roofline_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WITHOUT_RATE = 9, /* the cost of leaving the rate out of a roof's name */
	DEVICE_WIDTH = 5, /* ems of a device's name that is cut */
	NEAR_POINT = 6,   /* the cost of standing close to a point */
	NEAR_OTHER = 45,  /* ... closer to another roof than to its own */
	ROUNDS = 4,
	TEXTS = 4,
};

static const double same_ratio = 0.005; /* of two peaks that are one line */

typedef struct roof_label {
	const gm_figure_line *line; /* the shortest of those it names */
	const char *texts[TEXTS];   /* the first is liked best */
	int colour;
	bool placed;
	gm_label_place place;
} roof_label;

/* ---- room ---- */

/* Points that lie on one another are one. */
static bool
was_kept(const gm_figure *f, size_t mark)
{
	const double x = gm_figure_mm(&f->x, f->marks[mark].x),
		     y = gm_figure_mm(&f->y, f->marks[mark].y);
	for (size_t i = 0; i < mark; i++)
		if (hypot(gm_figure_mm(&f->x, f->marks[i].x) - x,
			  gm_figure_mm(&f->y, f->marks[i].y) - y) < 0.5 * f->em_mm)
			return true;
	return false;
}

/* Names of roofs leave the room beside points to the names of points. */
static void
keep_room(gm_figure *f)
{
	for (size_t i = 0; i < f->marks_count; i++) {
		if (was_kept(f, i))
			continue;
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

static double
distance_to_line(const gm_figure *f, const gm_figure_line *l, double x, double y)
{
	const double x1 = gm_figure_mm(&f->x, l->x1), y1 = gm_figure_mm(&f->y, l->y1);
	const double dx = gm_figure_mm(&f->x, l->x2) - x1, dy = gm_figure_mm(&f->y, l->y2) - y1;
	const double length = dx * dx + dy * dy;
	const double share = length > 0 ? ((x - x1) * dx + (y - y1) * dy) / length : 0;
	const double at = fmin(1, fmax(0, share));
	return hypot(x - x1 - at * dx, y - y1 - at * dy);
}

/* A name is read as that of the nearest roof. */
static bool
is_nearer_another(const gm_figure *f, const gm_figure_line *own, const gm_figure_text *t)
{
	const double distance = distance_to_line(f, own, t->x, t->y);
	for (int i = 0; i < f->roofline->roofs_count; i++) {
		const gm_figure_line *l = &f->lines[i];
		const bool parallel = (l->stroke == own->stroke);
		const bool same = parallel && fabs(l->y1 / own->y1 - 1) < same_ratio &&
				  l->stroke == GM_STROKE_CEILING;
		if (l != own && parallel && !same &&
		    distance_to_line(f, l, t->x, t->y) < 1.05 * distance)
			return true;
	}
	return false;
}

/* ---- one label ---- */

/* Above the line, below it, and farther off where points stand on it. */
static const struct {
	double off_em, liking;
} sides[] = {{0.8, 0}, {-0.8, 1.5}, {0.62, 0.5}, {-0.62, 2}, {1.5, 4}, {-1.5, 5}};

enum { SIDES_COUNT = sizeof sides / sizeof *sides };

/* Memories are named from the left end on, arithmetic from the right end on. */
static void
try_along(const gm_figure *f, const roof_label *label, const char *text, double liking,
	  gm_label_place *best)
{
	enum { STEPS = 60 };
	const gm_figure_line *l = label->line;
	const double x1 = gm_figure_mm(&f->x, l->x1), y1 = gm_figure_mm(&f->y, l->y1);
	const double x2 = gm_figure_mm(&f->x, l->x2), y2 = gm_figure_mm(&f->y, l->y2);
	const double angle = atan2(y2 - y1, x2 - x1), length = hypot(x2 - x1, y2 - y1);
	const double half = gm_text_width_em(text) * f->em_mm / 2 + 0.4 * f->em_mm;
	for (int i = 0; i <= STEPS; i++) {
		const double share = (double)i / STEPS;
		const double along = half + share * fmax(0, length - 2 * half);
		const double from = l->stroke == GM_STROKE_ROOF ? along : length - along;
		for (int side = 0; side < SIDES_COUNT; side++) {
			const double off = sides[side].off_em * f->em_mm;
			const gm_figure_text t = {.x = x1 + from * cos(angle) - off * sin(angle),
						  .y = y1 + from * sin(angle) + off * cos(angle),
						  .angle_rad = angle,
						  .anchor = GM_ANCHOR_MIDDLE,
						  .colour = label->colour,
						  .inside = true,
						  .text = text};
			const double cost = liking + 3 * share + sides[side].liking;
			if (best->cost < 0 || cost < best->cost)
				gm_label_try(f, best, &t,
					     cost + (is_nearer_another(f, l, &t) ? NEAR_OTHER : 0));
		}
	}
}

/* The name with its rate; without; short; with the device's name cut: each at the cost of what it
   leaves out. */
static void
place(gm_figure *f, roof_label *label)
{
	label->place.cost = -1;
	for (int i = 0; i < TEXTS; i++)
		try_along(f, label, label->texts[i], i * WITHOUT_RATE, &label->place);
	label->placed = label->place.cost < GM_LABEL_CROSSING;
}

/* ---- all of them ---- */

/* Where the other labels stand, as things to be avoided; they are dropped again. */
static double
place_among(gm_figure *f, roof_label *labels, int count, int which)
{
	const size_t before = f->placement.count;
	for (int i = 0; i < count; i++) {
		if (i == which || !labels[i].placed)
			continue;
		const gm_box box = gm_label_box(f, &labels[i].place.text);
		gm_placement_avoid(&f->placement, &box, GM_PLACEMENT_CLASH);
	}
	place(f, &labels[which]);
	f->placement.count = before;
	return labels[which].place.cost;
}

static void
settle(gm_figure *f, roof_label *labels, int count)
{
	double before = INFINITY;
	for (int round = 0; round < ROUNDS; round++) {
		double sum = 0;
		for (int i = 0; i < count; i++)
			sum += place_among(f, labels, count, i);
		if (sum >= before - 1e-9)
			return;
		before = sum;
	}
}

/* ---- what they say ---- */

static bool
is_same_peak(const gm_roof *a, const gm_roof *b)
{
	return !a->memory && !b->memory && strcmp(a->name, b->name) == 0 &&
	       fabs(a->rate / b->rate - 1) < same_ratio;
}

static bool
was_named(const gm_roofline *r, int roof)
{
	for (int i = 0; i < roof; i++)
		if (is_same_peak(&r->roofs[i], &r->roofs[roof]))
			return true;
	return false;
}

/* "h100, h200" */
static const char *
devices_of(gm_figure *f, int roof, int *count)
{
	const gm_roofline *r = f->roofline;
	gm_text names = {0};
	*count = 0;
	for (int i = roof; i < r->roofs_count; i++)
		if (i == roof || is_same_peak(&r->roofs[roof], &r->roofs[i]))
			gm_text_print(&names, "%s%s", (*count)++ ? ", " : "",
				      r->devices[r->roofs[i].device].name);
	return gm_figure_keep(f, &names);
}

/* The shortest of the lines: under the name all of them must be. */
static const gm_figure_line *
line_of(const gm_figure *f, int roof)
{
	const gm_roofline *r = f->roofline;
	const gm_figure_line *shortest = &f->lines[roof];
	for (int i = roof + 1; i < r->roofs_count; i++)
		if (is_same_peak(&r->roofs[roof], &r->roofs[i]) && f->lines[i].x1 > shortest->x1)
			shortest = &f->lines[i];
	return shortest;
}

/* "L2" of "L2 measured"; "FP32 no FMA" of "FP32 without FMA". */
static void
shorten_name(char *out, size_t out_bytes, const gm_roof *roof)
{
	static const char with[] = " without ";
	const char *at = strstr(roof->name, with);
	const size_t word = strcspn(roof->name, " ,");
	if (roof->memory)
		snprintf(out, out_bytes, "%.*s", (int)word, roof->name);
	else if (at)
		snprintf(out, out_bytes, "%.*s no %s", (int)(at - roof->name), roof->name,
			 at + strlen(with));
	else
		snprintf(out, out_bytes, "%s", roof->name);
}

static void
name_roof(gm_figure *f, int number, roof_label *label)
{
	const gm_roofline *r = f->roofline;
	const gm_roof *roof = &r->roofs[number];
	const bool several = r->devices_count > 1;
	char cut[64], name[64];
	gm_text rate = {0};
	int devices = 1;
	const char *device = several ? devices_of(f, number, &devices) : "";
	const char *blank = several ? " " : "";
	gm_roofline_rate_roof(&rate, roof);
	gm_text_shorten(cut, sizeof cut, device, devices * DEVICE_WIDTH);
	shorten_name(name, sizeof name, roof);
	*label = (roof_label){
		.line = line_of(f, number),
		.colour = devices > 1 ? GM_GREY : f->lines[number].colour,
		.texts = {gm_arena_print(f->arena, "%s%s%s %s", device, blank, roof->name,
					 rate.bytes),
			  gm_arena_print(f->arena, "%s%s%s", device, blank, roof->name),
			  gm_arena_print(f->arena, "%s%s%s", device, blank, name),
			  gm_arena_print(f->arena, "%s%s%s", cut, blank, name)}};
	gm_text_dispose(&rate);
}

void
gm_figure_label_roofs(gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	roof_label *labels = gm_allocate((size_t)r->roofs_count + 1, sizeof *labels);
	int count = 0;
	for (int i = 0; i < r->roofs_count; i++)
		if (!was_named(r, i))
			name_roof(f, i, &labels[count++]);
	keep_room(f);
	settle(f, labels, count);
	give_room(f);
	f->unnamed = NULL;
	for (int i = 0; i < count; i++)
		if (labels[i].placed)
			gm_label_take(f, &labels[i].place);
		else
			f->unnamed = gm_arena_print(f->arena, "%s%s%s",
						    f->unnamed ? f->unnamed : "without a name: ",
						    f->unnamed ? "; " : "", labels[i].texts[0]);
	free(labels);
}
