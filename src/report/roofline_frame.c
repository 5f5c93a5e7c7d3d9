/*
 * What stands around the plot: title, key, notes.
 */
#include "report/roofline.h"

#include <stdio.h>
#include <string.h>

enum { NOTES_SHOWN = 3, NOTES_MOST = 9 };

static bool
has_points(const gm_roofline *r, int level, int kind)
{
	for (int i = 0; i < r->points_count; i++)
		if ((level < 0 || (int)r->points[i].level == level) &&
		    (kind < 0 || (int)r->points[i].kind == kind))
			return true;
	return false;
}

typedef struct pen {
	double x, y;
} pen;

static void
add_entry(gm_figure *f, pen *at, gm_shape shape, bool open, const char *text)
{
	const double width = (2.2 + gm_text_width_em(text)) * f->em_mm;
	if (at->x + width > f->width_mm && at->x > f->em_mm) {
		at->x = f->em_mm;
		at->y -= 1.4 * f->em_mm;
	}
	gm_figure_add_key(f, (gm_figure_mark){.x = at->x + 0.5 * f->em_mm,
					      .y = at->y,
					      .shape = shape,
					      .size = 1,
					      .open = open,
					      .colour = GM_GREY,
					      .hover = ""});
	gm_figure_add_text(f, (gm_figure_text){.x = at->x + 1.3 * f->em_mm,
					       .y = at->y,
					       .colour = GM_GREY,
					       .text = text});
	at->x += width;
}

double
gm_figure_fill_key(gm_figure *f, double top)
{
	static const char *const names[GM_LEVEL_COUNT] = {
		[GM_LEVEL_REQUESTED] = "bytes requested, as if nothing were cached",
		[GM_LEVEL_DISTINCT] = "distinct bytes, as if nothing were cached",
		[GM_LEVEL_TRANSACTIONS] = "at L1",
		[GM_LEVEL_L2] = "at L2",
		[GM_LEVEL_DRAM] = "at DRAM"};
	const gm_roofline *r = f->roofline;
	pen at = {f->em_mm, top};
	if (r->points_count == 0)
		return top + 0.7 * f->em_mm;
	for (int level = GM_LEVEL_COUNT - 1; level >= 0; level--)
		if (has_points(r, level, -1))
			add_entry(f, &at, gm_figure_shape_of((gm_level)level), false, names[level]);
	if (has_points(r, -1, GM_POINT_MEASURED)) {
		add_entry(f, &at, GM_CIRCLE, false, "predicted");
		add_entry(f, &at, GM_CIRCLE, true, "measured");
	}
	return at.y - 1.4 * f->em_mm;
}

static void
write_title(gm_text *out, const gm_roofline *r)
{
	bool one_kernel = r->series_count > 0;
	for (int i = 1; i < r->series_count; i++)
		one_kernel = one_kernel && strcmp(r->series[i].kernel, r->series[0].kernel) == 0;
	gm_text_append(out, one_kernel ? r->series[0].kernel : "Roofline");
	gm_text_append(out, one_kernel ? " under the roofs of " : " of ");
	for (int i = 0; i < r->devices_count; i++)
		gm_text_print(out, "%s%s", i == 0 ? "" : i + 1 == r->devices_count ? " and " : ", ",
			      r->devices_count == 1 ? r->devices[i].device->title
						    : r->devices[i].name);
}

void
gm_figure_fill_title(gm_figure *f)
{
	char shown[256];
	gm_text title = {0}, description = {0};
	write_title(&title, f->roofline);
	gm_text_shorten(shown, sizeof shown, title.bytes, f->width_mm / f->em_mm - 2);
	f->title = gm_figure_keep(f, &title);
	gm_text_print(&description, "Floating-point rate against computational intensity, both "
				    "logarithmic: %d roofs, %d points.",
		      f->roofline->roofs_count, f->roofline->points_count);
	f->description = gm_figure_keep(f, &description);
	gm_figure_add_text(f, (gm_figure_text){.x = f->em_mm,
					       .y = f->height_mm - 1.1 * f->em_mm,
					       .text = gm_arena_copy_text(f->arena, shown)});
}

/* The beginning of a text that is at most so wide, cut behind "; " where that can be. */
static size_t
fitting(const char *text, double width_em)
{
	char part[512];
	size_t best = strlen(text);
	if (gm_text_width_em(text) <= width_em)
		return best;
	best = 0;
	for (const char *at = text; (at = strstr(at, "; ")); at += 2) {
		snprintf(part, sizeof part, "%.*s", (int)(at + 1 - text), text);
		if (gm_text_width_em(part) <= width_em)
			best = (size_t)(at + 2 - text);
	}
	return best ? best : strlen(text);
}

/* What is said below the plot: roofs that could not be named, and what is left out. */
static int
gather_notes(gm_figure *f, const char *notes[NOTES_MOST])
{
	const gm_roofline *r = f->roofline;
	const int most = NOTES_SHOWN, shown = r->notes_count > most ? most : r->notes_count;
	int count = 0;
	for (const char *rest = f->unnamed; rest && *rest && count < NOTES_MOST - NOTES_SHOWN;) {
		const size_t length = fitting(rest, f->width_mm / f->em_mm - 2);
		notes[count++] = gm_arena_print(f->arena, "%.*s", (int)length, rest);
		rest += length;
	}
	for (int i = 0; i < shown; i++)
		notes[count++] = i + 1 == shown && r->notes_count > shown
					 ? gm_arena_print(f->arena, "%s; and %d more", r->notes[i],
							  r->notes_count - shown)
					 : r->notes[i];
	return count;
}

void
gm_figure_fill_notes(gm_figure *f)
{
	const char *notes[NOTES_MOST];
	const int count = gather_notes(f, notes);
	if (count)
		gm_figure_raise(f, (count + 0.4) * 1.3 * f->em_mm);
	for (int i = 0; i < count; i++) {
		char text[512];
		gm_text_shorten(text, sizeof text, notes[i], f->width_mm / f->em_mm - 2);
		gm_figure_add_text(f, (gm_figure_text){.x = f->em_mm,
						       .y = (count - i - 0.3) * 1.3 * f->em_mm,
						       .colour = GM_GREY,
						       .text = gm_arena_copy_text(f->arena, text)});
	}
}
