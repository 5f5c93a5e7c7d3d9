/*
 * The figure: its size, its roofs and points. Axes, labels, legend and frame have files of their own.
 */
#include "report/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gm_figure_colours[GM_COLOURS_COUNT + 1] = {
	"#000000", "#0063a6", "#c04a00", "#007a58", "#99307f", "#6b6b00", "#2f8fd0",
	[GM_GREY] = "#4d4d4d",
};

/* ---- sizes ---- */

static const struct {
	int width_mm, height_mm, points;
} sizes[GM_FIGURE_SIZE_COUNT] = {
#define X(id, name, width, height, points) [id] = {width, height, points},
	GM_FIGURE_SIZE_LIST(X)
#undef X
};

const char *const gm_figure_size_names[GM_FIGURE_SIZE_COUNT] = {
#define X(id, name, width, height, points) [id] = name,
	GM_FIGURE_SIZE_LIST(X)
#undef X
};

bool
gm_figure_size_find(const char *name, gm_figure_size *out)
{
	for (int i = 0; i < GM_FIGURE_SIZE_COUNT; i++)
		if (strcmp(gm_figure_size_names[i], name) == 0) {
			*out = (gm_figure_size)i;
			return true;
		}
	return false;
}

gm_plot_size
gm_figure_size_of(gm_figure_size size)
{
	return (gm_plot_size){sizes[size].width_mm, sizes[size].height_mm, sizes[size].points};
}

gm_plot_size
gm_figure_plot_size(const gm_figure *f)
{
	return (gm_plot_size){(int)f->width_mm, (int)f->height_mm, f->letters_points};
}

/* ---- adding ---- */

void
gm_figure_add_text(gm_figure *f, gm_figure_text text)
{
	f->texts = gm_grow(f->texts, &f->texts_capacity, f->texts_count + 1, sizeof *f->texts);
	f->texts[f->texts_count++] = text;
}

void
gm_figure_add_key(gm_figure *f, gm_figure_mark mark)
{
	f->keys = gm_grow(f->keys, &f->keys_capacity, f->keys_count + 1, sizeof *f->keys);
	f->keys[f->keys_count++] = mark;
}

void
gm_figure_add_line(gm_figure *f, gm_figure_line line)
{
	f->lines = gm_grow(f->lines, &f->lines_capacity, f->lines_count + 1, sizeof *f->lines);
	f->lines[f->lines_count++] = line;
}

/* By a whole number, so that the picture's size is one. */
void
gm_figure_raise(gm_figure *f, double mm)
{
	const double by = ceil(mm);
	f->height_mm += by;
	f->y.from_mm += by;
	f->y.to_mm += by;
	for (size_t i = 0; i < f->texts_count; i++)
		f->texts[i].y += by;
	for (size_t i = 0; i < f->keys_count; i++)
		f->keys[i].y += by;
}

static void
add_mark(gm_figure *f, gm_figure_mark mark)
{
	f->marks = gm_grow(f->marks, &f->marks_capacity, f->marks_count + 1, sizeof *f->marks);
	f->marks[f->marks_count++] = mark;
}

const char *
gm_figure_keep(gm_figure *f, gm_text *text)
{
	const char *kept = gm_arena_copy_text(f->arena, text->bytes ? text->bytes : "");
	gm_text_dispose(text);
	return kept;
}

/* ---- roofs ---- */

/* Ends of a roof of a device: where its memories' roofs meet its arithmetic's. */
typedef struct corner {
	double peak, bandwidth; /* the highest; 0 without one */
} corner;

static corner
corner_of(const gm_roofline *r, int device)
{
	corner c = {0};
	for (int i = 0; i < r->roofs_count; i++) {
		const gm_roof *roof = &r->roofs[i];
		double *most = roof->memory ? &c.bandwidth : &c.peak;
		if (roof->device == device && roof->rate > *most)
			*most = roof->rate;
	}
	return c;
}

static void
add_roof(gm_figure *f, const gm_roof *roof)
{
	const corner c = corner_of(f->roofline, roof->device);
	gm_text hover = {0};
	gm_roofline_tell_roof(&hover, f->roofline, roof);
	const bool several = f->roofline->devices_count > 1;
	gm_figure_line line = {.stroke = roof->memory ? GM_STROKE_ROOF : GM_STROKE_CEILING,
			       .colour = several ? roof->device % GM_COLOURS_COUNT : GM_GREY,
			       .dash = several ? roof->device : 0,
			       .hover = gm_figure_keep(f, &hover)};
	if (roof->memory) {
		line.x1 = fmax(f->x.least, f->y.least / roof->rate);
		line.x2 = c.peak > 0 ? fmin(f->x.most, c.peak / roof->rate) : f->x.most;
		line.y1 = line.x1 * roof->rate;
		line.y2 = line.x2 * roof->rate;
	} else {
		line.x1 = c.bandwidth > 0 ? fmax(f->x.least, roof->rate / c.bandwidth) : f->x.least;
		line.x2 = f->x.most;
		line.y1 = line.y2 = roof->rate;
	}
	gm_figure_add_line(f, line);
}

/* ---- points ---- */

gm_shape
gm_figure_shape_of(gm_level level)
{
	static const gm_shape shapes[GM_LEVEL_COUNT] = {
		[GM_LEVEL_DRAM] = GM_CIRCLE,	       [GM_LEVEL_L2] = GM_SQUARE,
		[GM_LEVEL_TRANSACTIONS] = GM_TRIANGLE, [GM_LEVEL_REQUESTED] = GM_DIAMOND,
		[GM_LEVEL_DISTINCT] = GM_POINTING_DOWN};
	return shapes[level];
}

/* Levels may share a place: the shallow ones show behind the deep. */
static const double level_sizes[GM_LEVEL_COUNT] = {
	[GM_LEVEL_DRAM] = 1,	  [GM_LEVEL_L2] = 1.25,	      [GM_LEVEL_TRANSACTIONS] = 1.7,
	[GM_LEVEL_REQUESTED] = 1.3, [GM_LEVEL_DISTINCT] = 1.3,
};

/* By device where there are several, else by path or kernel. */
int
gm_figure_colour_of(const gm_roofline *r, int series)
{
	const gm_roofline_series *s = &r->series[series];
	if (r->devices_count > 1)
		return s->device % GM_COLOURS_COUNT;
	return (s->path >= 0 ? s->path : r->paths_count + series) % GM_COLOURS_COUNT;
}

static void
add_point(gm_figure *f, const gm_roofline_point *p)
{
	gm_text hover = {0};
	gm_roofline_tell_point(&hover, f->roofline, p);
	add_mark(f, (gm_figure_mark){.x = p->intensity_flop_per_byte,
				     .y = p->flop_per_s,
				     .shape = gm_figure_shape_of(p->level),
				     .size = level_sizes[p->level],
				     .open = p->kind == GM_POINT_MEASURED,
				     .colour = gm_figure_colour_of(f->roofline, p->series),
				     .spread_ratio = p->spread_ratio,
				     .hover = gm_figure_keep(f, &hover)});
}

static void
connect(gm_figure *f, const gm_roofline_point *a, const gm_roofline_point *b, gm_stroke stroke)
{
	gm_figure_add_line(f, (gm_figure_line){a->intensity_flop_per_byte, a->flop_per_s,
					       b->intensity_flop_per_byte, b->flop_per_s, stroke,
					       stroke == GM_STROKE_PATH
						       ? GM_GREY
						       : gm_figure_colour_of(f->roofline, b->series),
					       0, ""});
}

/* Points of a series and kind follow one another; the deepest level, last, also leads from what is
   predicted to what was measured. */
static void
add_joins(gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	const gm_roofline_point *deepest = NULL;
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *p = &r->points[i];
		const gm_roofline_point *next = i + 1 < r->points_count ? p + 1 : NULL;
		const bool last = !next || next->series != p->series || next->kind != p->kind;
		if (!last && p->kind != GM_POINT_READING)
			connect(f, p, next, GM_STROKE_JOIN);
		if (last && p->kind == GM_POINT_PREDICTED)
			deepest = p;
		if (last && p->kind == GM_POINT_MEASURED && deepest && deepest->series == p->series)
			connect(f, deepest, p, GM_STROKE_JOIN);
	}
}

/* The point that stands for a series on its path. */
static const gm_roofline_point *
standing_for(const gm_roofline *r, int series)
{
	const gm_roofline_point *best = NULL;
	for (int i = 0; i < r->points_count; i++)
		if (r->points[i].series == series && (!best || r->points[i].kind == best->kind))
			best = &r->points[i];
	return best;
}

static void
add_paths(gm_figure *f)
{
	const gm_roofline *r = f->roofline;
	for (int path = 0; path < r->paths_count; path++) {
		const gm_roofline_point *before = NULL;
		for (int i = 0; i < r->series_count; i++) {
			const gm_roofline_point *here =
				r->series[i].path == path ? standing_for(r, i) : NULL;
			if (before && here)
				connect(f, before, here, GM_STROKE_PATH);
			before = here ? here : before;
		}
	}
}

void
gm_figure_fill_data(gm_figure *f)
{
	for (int i = 0; i < f->roofline->roofs_count; i++)
		add_roof(f, &f->roofline->roofs[i]);
	add_paths(f);
	add_joins(f);
	for (int i = 0; i < f->roofline->points_count; i++)
		add_point(f, &f->roofline->points[i]);
}

/* ---- the whole ---- */

static double
widest_label(const gm_figure_axis *axis)
{
	double widest = 0;
	for (int i = 0; i < axis->ticks_count; i++)
		widest = fmax(widest, gm_text_width_em(axis->ticks[i].label));
	return widest;
}

static void
fill_axis_titles(gm_figure *f)
{
	gm_figure_add_text(f, (gm_figure_text){.x = (f->x.from_mm + f->x.to_mm) / 2,
					       .y = f->y.from_mm - 3.3 * f->em_mm,
					       .anchor = GM_ANCHOR_MIDDLE,
					       .text = f->x.title});
	gm_figure_add_text(f, (gm_figure_text){.x = 1.1 * f->em_mm,
					       .y = (f->y.from_mm + f->y.to_mm) / 2,
					       .angle_rad = M_PI_2,
					       .anchor = GM_ANCHOR_MIDDLE,
					       .text = f->y.title});
}

void
gm_figure_init(gm_figure *f, const gm_roofline *r, gm_figure_size size)
{
	*f = (gm_figure){.arena = gm_arena_new(),
			 .roofline = r,
			 .width_mm = sizes[size].width_mm,
			 .height_mm = sizes[size].height_mm,
			 .letters_points = sizes[size].points,
			 .em_mm = sizes[size].points * GM_FIGURE_POINT_MM};
	const double em = f->em_mm;
	gm_figure_fill_axes(f);
	gm_figure_fill_title(f);
	f->x.from_mm = (widest_label(&f->y) + 3.2) * em;
	f->x.to_mm = f->width_mm - 1.5 * em;
	f->y.from_mm = GM_FIGURE_BELOW_EM * em;
	f->y.to_mm = gm_figure_fill_key(f, f->height_mm - 2.7 * em);
	gm_figure_fill_data(f);
	gm_figure_fill_labels(f);
	gm_figure_fill_notes(f);
	fill_axis_titles(f);
}

void
gm_figure_dispose(gm_figure *f)
{
	gm_placement_dispose(&f->placement);
	free(f->lines);
	free(f->marks);
	free(f->keys);
	free(f->texts);
	gm_arena_free(f->arena);
	*f = (gm_figure){0};
}
