/*
 * The legend: numbers and names of series below the plot, in as many columns as find room. What no
 * longer fits is counted.
 */
#include "report/roofline.h"

#include <math.h>

enum { LEGEND_ROWS_MOST = 30 };

static const double legend_row_em = 1.35;

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

int
gm_figure_add_legend(gm_figure *f)
{
	const legend l = lay_out(f);
	gm_figure_raise(f, (l.rows + 0.5) * legend_row_em * f->em_mm);
	for (int i = 0; i < l.entries; i++)
		add_entry(f, &l, i);
	return l.entries < f->roofline->series_count ? l.entries - 1 : l.entries;
}
