#include "report/placement.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTSIDE = 1000 };

/* ---- boxes ---- */

/* Half the extent of a box along a direction. */
static double
reach(const gm_box *box, double cosine, double sine)
{
	const double c = cos(box->angle_rad), s = sin(box->angle_rad);
	return box->half_width * fabs(c * cosine + s * sine) +
	       box->half_height * fabs(c * sine - s * cosine);
}

static bool
apart_along(const gm_box *a, const gm_box *b, double angle_rad)
{
	const double c = cos(angle_rad), s = sin(angle_rad);
	const double distance = fabs((b->x - a->x) * c + (b->y - a->y) * s);
	return distance >= reach(a, c, s) + reach(b, c, s);
}

/* Are the circles around them apart? Most pairs are, and this costs no sine. */
static bool
far_apart(const gm_box *a, const gm_box *b)
{
	const double x = b->x - a->x, y = b->y - a->y;
	const double reaches = a->half_width + a->half_height + b->half_width + b->half_height;
	return x * x + y * y > reaches * reaches;
}

/* Two convex shapes are apart when they are so along one of their sides' normals. */
bool
gm_box_overlaps(const gm_box *a, const gm_box *b)
{
	return !far_apart(a, b) && !apart_along(a, b, a->angle_rad) && !apart_along(a, b, a->angle_rad + M_PI_2) &&
	       !apart_along(a, b, b->angle_rad) && !apart_along(a, b, b->angle_rad + M_PI_2);
}

gm_box
gm_box_of_line(double x1, double y1, double x2, double y2)
{
	return (gm_box){(x1 + x2) / 2, (y1 + y2) / 2, hypot(x2 - x1, y2 - y1) / 2, 0,
			atan2(y2 - y1, x2 - x1)};
}

/* ---- places ---- */

void
gm_placement_dispose(gm_placement *placement)
{
	free(placement->obstacles);
	*placement = (gm_placement){0};
}

void
gm_placement_avoid(gm_placement *p, const gm_box *box, double weight)
{
	p->obstacles = gm_grow(p->obstacles, &p->capacity, p->count + 1, sizeof *p->obstacles);
	p->obstacles[p->count++] = (gm_obstacle){*box, weight};
}

static bool
is_inside(const gm_box *frame, const gm_box *box)
{
	return fabs(box->x - frame->x) + reach(box, 1, 0) <= frame->half_width &&
	       fabs(box->y - frame->y) + reach(box, 0, 1) <= frame->half_height;
}

double
gm_placement_cost(const gm_placement *p, const gm_box *box)
{
	double cost = is_inside(&p->frame, box) ? 0 : OUTSIDE;
	for (size_t i = 0; i < p->count; i++)
		if (gm_box_overlaps(&p->obstacles[i].box, box))
			cost += p->obstacles[i].weight;
	return cost;
}

/* ---- widths ---- */

/* Helvetica's advance widths in thousandths of an em, from the blank on (Adobe Core 14 AFM). */
static const short widths[95] = {
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278,  278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584,  556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,  556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556,  556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};

static const double stand_in = 7.0 / 6;

/* A byte that continues a character has no width of its own. */
static double
width_of(unsigned char byte)
{
	if (byte >= 0x80)
		return (byte & 0xC0) == 0x80 ? 0 : 0.6;
	return byte < ' ' || byte > '~' ? 0 : widths[byte - ' '] / 1000.0;
}

double
gm_text_width_em(const char *text)
{
	double width = 0;
	for (; *text; text++)
		width += width_of((unsigned char)*text);
	return width * stand_in;
}

static bool
continues(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

void
gm_text_shorten(char *out, size_t out_bytes, const char *text, double width_em)
{
	const size_t length = strlen(text);
	snprintf(out, out_bytes, "%s", text);
	for (size_t kept = length; gm_text_width_em(out) > width_em && kept > 2; kept--) {
		/* Names differ at their ends more often than in their middles. */
		size_t head = (kept + 1) / 2, tail = length - kept / 2;
		while (head > 0 && continues(text[head]))
			head--;
		while (tail < length && continues(text[tail]))
			tail++;
		snprintf(out, out_bytes, "%.*s...%s", (int)head, text, text + tail);
	}
}
