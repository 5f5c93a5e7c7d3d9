#include "report/access_svg.h"

#include "report/svg.h"

#include <stdio.h>

enum {
	LANE_HEIGHT = 17,
	LANE_WIDTH = 44,
	ROW_HEIGHT = 22,
	ROW_GAP = 5,
	GROUP_GAP = 20,
	BYTE_WIDTH = 4,
	LINE_BYTES = 128,
	LINES_LEFT = 190, /* x where a line begins */
	LABEL_LEFT = LINES_LEFT + LINE_BYTES * BYTE_WIDTH + 10,
};

/* A row of the drawing: a 128-byte line, as one group of lanes sees it. Transactions that lane by
   lane take the same bytes have a row each. */
typedef struct row {
	int first, count; /* pieces */
	int group;
	uint64_t line_byte;
	double y;
} row;

typedef struct drawing {
	gm_text *body;
	const gm_access_view *view;
	row rows[GM_TRANSACTIONS_MAX];
	int rows_count;
	double lanes_y, rows_y, rows_end;
} drawing;

/* ---- where things are ---- */

static bool
same_row(const gm_transaction *a, const gm_transaction *b)
{
	return a->group == b->group && a->first_byte != b->first_byte &&
	       a->first_byte / LINE_BYTES == b->first_byte / LINE_BYTES &&
	       a->first_byte < b->first_byte;
}

static void
make_rows(drawing *d)
{
	for (int i = 0; i < d->view->pieces_count; i++) {
		const gm_transaction *piece = &d->view->pieces[i];
		/* Lane by lane, every transaction is the lane's own. */
		const bool joins = i > 0 && d->view->device->coalescing != GM_HALF_WARP_STRICT &&
				   same_row(piece - 1, piece);
		if (joins)
			d->rows[d->rows_count - 1].count++;
		else
			d->rows[d->rows_count++] =
				(row){.first = i,
				      .count = 1,
				      .group = piece->group,
				      .line_byte = piece->first_byte / LINE_BYTES * LINE_BYTES};
	}
}

/* Lanes and rows are centred on each other. */
static void
place_rows(drawing *d, double y)
{
	double rows_height = 0;
	const double lanes_height = d->view->warp_lanes * LANE_HEIGHT;
	for (int i = 0; i < d->rows_count; i++)
		rows_height += ROW_HEIGHT + ROW_GAP +
			       (i && d->rows[i].group != d->rows[i - 1].group ? GROUP_GAP : 0);
	d->lanes_y = y + (rows_height > lanes_height ? (rows_height - lanes_height) / 2 : 0);
	d->rows_y = y + (rows_height < lanes_height ? (lanes_height - rows_height) / 2 : 0);
	double at = d->rows_y;
	for (int i = 0; i < d->rows_count; i++) {
		at += i && d->rows[i].group != d->rows[i - 1].group ? GROUP_GAP : 0;
		d->rows[i].y = at;
		at += ROW_HEIGHT + ROW_GAP;
	}
	d->rows_end = y + (rows_height > lanes_height ? rows_height : lanes_height);
}

static double
lane_y(const drawing *d, int lane)
{
	return d->lanes_y + lane * LANE_HEIGHT;
}

/* ---- lanes ---- */

static void
draw_lane(drawing *d, int lane)
{
	const gm_access_view *v = d->view;
	const bool active = v->active >> lane & 1;
	char title[96] = "inactive";
	if (active)
		snprintf(title, sizeof title, "lane %d: byte %+lld, element %lld", lane,
			 (long long)v->address[lane],
			 (long long)(v->address[lane] / (unsigned)v->element_bytes));
	gm_svg_rect(d->body, GM_DRAWING_LEFT, lane_y(d, lane), LANE_WIDTH, LANE_HEIGHT - 2,
		    active ? "lane" : "idle", title);
	gm_svg_print(d->body, GM_DRAWING_LEFT + LANE_WIDTH / 2, lane_y(d, lane) + 11.5,
		     "middle small", "%d", lane);
}

static uint64_t
row_lanes(const drawing *d, const row *r)
{
	uint64_t lanes = 0;
	for (int i = r->first; i < r->first + r->count; i++)
		lanes |= d->view->pieces[i].lanes;
	return lanes;
}

static void
draw_links(drawing *d, const row *r)
{
	for (uint64_t lanes = row_lanes(d, r); lanes; lanes &= lanes - 1)
		gm_svg_link(d->body, GM_DRAWING_LEFT + LANE_WIDTH,
			    lane_y(d, __builtin_ctzll(lanes)) + LANE_HEIGHT / 2.0 - 1, LINES_LEFT,
			    r->y + ROW_HEIGHT / 2.0, "link");
}

/* ---- lines ---- */

static double
byte_x(const row *r, uint64_t byte)
{
	return LINES_LEFT + (double)(int64_t)(byte - r->line_byte) * BYTE_WIDTH;
}

/* The lanes of a piece whose access begins with the same byte as `lane`'s. */
static uint64_t
sharers(const drawing *d, const gm_transaction *piece, int lane)
{
	uint64_t same = 0;
	for (uint64_t rest = piece->lanes; rest; rest &= rest - 1)
		if (d->view->address[__builtin_ctzll(rest)] == d->view->address[lane])
			same |= rest & -rest;
	return same;
}

/* What one lane, and those that name the same, take of a piece. */
static void
draw_share(drawing *d, const row *r, const gm_transaction *piece, int lane, uint64_t lanes)
{
	const uint64_t start = d->view->base_bytes + d->view->address[lane];
	const uint64_t end = start + (uint64_t)d->view->site->access_bytes;
	const uint64_t limit = piece->first_byte + (uint64_t)piece->bytes;
	const uint64_t from = start > piece->first_byte ? start : piece->first_byte;
	const uint64_t to = end < limit ? end : limit;
	const double x = byte_x(r, from), width = (double)(to - from) * BYTE_WIDTH;
	const int count = __builtin_popcountll(lanes);
	gm_text title = {0};
	gm_access_name_lanes(&title, lanes);
	gm_text_print(&title, ": element %lld",
		      (long long)(d->view->address[lane] / (unsigned)d->view->element_bytes));
	const bool odd = start / (unsigned)d->view->site->access_bytes % 2;
	gm_svg_rect(d->body, x, r->y, width, ROW_HEIGHT, odd ? "odd" : "named", title.bytes);
	if (width >= 14)
		gm_svg_print(d->body, x + width / 2, r->y + 15, "middle small",
			     count > 1 ? "%dx" : "%d", count > 1 ? count : lane);
	gm_text_dispose(&title);
}

static void
draw_piece(drawing *d, const row *r, const gm_transaction *piece)
{
	gm_text title = {0};
	gm_text_print(&title, "%d B moved, %d B named: ", piece->bytes,
		      gm_transaction_named_bytes(piece));
	gm_access_name_lanes(&title, piece->lanes);
	const double x = byte_x(r, piece->first_byte), width = piece->bytes * BYTE_WIDTH;
	gm_svg_rect(d->body, x, r->y, width, ROW_HEIGHT, "moved", title.bytes);
	uint64_t drawn = 0;
	for (uint64_t rest = piece->lanes; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		if (drawn >> lane & 1)
			continue;
		const uint64_t same = sharers(d, piece, lane);
		draw_share(d, r, piece, lane, same);
		drawn |= same;
	}
	gm_svg_rect(d->body, x, r->y, width, ROW_HEIGHT, "edge", "");
	gm_text_dispose(&title);
}

static void
draw_row(drawing *d, const row *r)
{
	const int64_t offset = (int64_t)(r->line_byte - d->view->base_bytes);
	int named = 0;
	for (int sector = 0; sector < 4; sector++)
		gm_svg_rect(d->body, LINES_LEFT + sector * 32 * BYTE_WIDTH, r->y, 32 * BYTE_WIDTH,
			    ROW_HEIGHT, "rest", "");
	for (int i = r->first; i < r->first + r->count; i++) {
		draw_piece(d, r, &d->view->pieces[i]);
		named += gm_transaction_named_bytes(&d->view->pieces[i]);
	}
	gm_svg_print(d->body, LABEL_LEFT, r->y + 15, "small", "%+lld", (long long)offset);
	gm_svg_print(d->body, LABEL_LEFT + 80, r->y + 15, "small", "%d x %d B, %d named", r->count,
		     d->view->pieces[r->first].bytes, named);
}

static void
draw_group_name(drawing *d, int i)
{
	const char *group = gm_report_group_name(d->view);
	if (group && (i == 0 || d->rows[i].group != d->rows[i - 1].group))
		gm_svg_print(d->body, LINES_LEFT, d->rows[i].y - 5, "small grey", "%s %d", group,
			     d->rows[i].group + 1);
}

static double
draw_legend(drawing *d, double y)
{
	static const struct {
		const char *style, *what;
		double x;
	} keys[] = {{"named", "named by the lane", LINES_LEFT},
		    {"moved", "moved, named by none", LINES_LEFT + 155},
		    {"rest", "not moved", LINES_LEFT + 335}};
	for (int i = 0; i < 3; i++) {
		gm_svg_rect(d->body, keys[i].x, y, 20, 13, keys[i].style, "");
		gm_svg_text(d->body, keys[i].x + 26, y + 11, "small", keys[i].what);
	}
	return y + 13;
}

double
gm_access_draw_lines(gm_text *body, const gm_access_view *view, double y, double *width)
{
	drawing d = {.body = body, .view = view};
	make_rows(&d);
	gm_svg_text(body, GM_DRAWING_LEFT, y + 8, "small grey", "lanes");
	gm_svg_text(body, LINES_LEFT, y + 8, "small grey",
		    view->device->coalescing == GM_GCN_LINES_64
			    ? "lines of 64 B, two a row"
			    : "lines of 128 B, four sectors each");
	gm_svg_text(body, LABEL_LEFT, y + 8, "small grey", "byte of the array, transactions");
	place_rows(&d, y + 34);
	for (int i = 0; i < d.rows_count; i++)
		draw_links(&d, &d.rows[i]);
	for (int lane = 0; lane < view->warp_lanes; lane++)
		draw_lane(&d, lane);
	for (int i = 0; i < d.rows_count; i++) {
		draw_group_name(&d, i);
		draw_row(&d, &d.rows[i]);
	}
	*width = *width < LABEL_LEFT + 220 ? LABEL_LEFT + 220 : *width;
	return draw_legend(&d, d.rows_end + 12);
}
