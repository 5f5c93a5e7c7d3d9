#include "report/access_svg.h"

#include "report/svg.h"

enum { CELL_HEIGHT = 20, BANKS_LEFT = 100, ALL_WIDTH = 768, PHASE_GAP = 20 };

typedef struct matrix {
	gm_text *body;
	const gm_access_view *view;
	int banks;
	double cell_width;
} matrix;

static double
bank_x(const matrix *m, int bank)
{
	return BANKS_LEFT + bank * m->cell_width;
}

/* The most passes that any phase needs of this bank. */
static int
bank_passes(const matrix *m, int bank)
{
	int most = 0, now = 0, phase = -1;
	for (int i = 0; i < m->view->cells_count; i++) {
		const gm_bank_cell *cell = &m->view->cells[i];
		if (cell->bank != bank)
			continue;
		now = cell->phase == phase ? now + 1 : 1;
		phase = cell->phase;
		most = now > most ? now : most;
	}
	return most;
}

static void
draw_bank_heads(matrix *m, double y)
{
	for (int bank = 0; bank < m->banks; bank++) {
		const int passes = bank_passes(m, bank);
		gm_text title = {0};
		gm_text_print(&title, "bank %d: %d pass%s", bank, passes, passes == 1 ? "" : "es");
		gm_svg_rect(m->body, bank_x(m, bank), y, m->cell_width, 18,
			    passes > 1 ? "hot" : "calm", title.bytes);
		gm_svg_print(m->body, bank_x(m, bank) + m->cell_width / 2, y + 13, "middle small",
			     "%d", bank);
		gm_text_dispose(&title);
	}
	gm_svg_text(m->body, BANKS_LEFT - 8, y + 13, "end", "bank");
}

static void
draw_cell(matrix *m, const gm_bank_cell *cell, double y)
{
	const int lanes = __builtin_popcountll(cell->lanes),
		  word = gm_banks_word_bytes(m->view->device->banks);
	const double x = bank_x(m, cell->bank);
	gm_text title = {0};
	gm_access_name_lanes(&title, cell->lanes);
	gm_text_print(&title, ": bank %d, word %lld", cell->bank,
		      (long long)(cell->word - m->view->base_bytes / (unsigned)word));
	gm_svg_rect(m->body, x, y, m->cell_width, CELL_HEIGHT, lanes > 1 ? "many" : "one",
		    title.bytes);
	if (lanes > 1)
		gm_svg_print(m->body, x + m->cell_width / 2, y + 14, "middle small white", "%dx",
			     lanes);
	else
		gm_svg_print(m->body, x + m->cell_width / 2, y + 14, "middle small", "%d",
			     __builtin_ctzll(cell->lanes));
	gm_text_dispose(&title);
}

/* A cell for each bank, as one shape: there may be 32 rows of 32. */
static void
draw_free_row(matrix *m, double y)
{
	gm_svg_rect(m->body, BANKS_LEFT, y, m->banks * m->cell_width, CELL_HEIGHT, "free", "");
	if (m->banks == 1)
		return;
	gm_text_print(m->body, "<path class=\"free\" d=\"M%d %g", BANKS_LEFT, y);
	for (int bank = 1; bank < m->banks; bank++)
		gm_text_print(m->body, "m%g 0v%dv-%d", m->cell_width, CELL_HEIGHT, CELL_HEIGHT);
	gm_text_append(m->body, "\"/>\n");
}

/* The row of a pass, from cell `at` on; returns the first cell of the next. */
static int
draw_pass(matrix *m, int at, double y)
{
	const int pass = m->view->cells[at].pass;
	gm_svg_print(m->body, BANKS_LEFT - 8, y + 14, "end", "pass %d", pass + 1);
	draw_free_row(m, y);
	for (; at < m->view->cells_count && m->view->cells[at].pass == pass; at++)
		draw_cell(m, &m->view->cells[at], y);
	return at;
}

static void
draw_phase_name(matrix *m, int at, double y)
{
	const gm_bank_cell *cells = m->view->cells;
	uint64_t lanes = 0;
	for (int i = at; i < m->view->cells_count && cells[i].phase == cells[at].phase; i++)
		lanes |= cells[i].lanes;
	gm_text words = {0};
	gm_text_print(&words, "phase %d, ", cells[at].phase + 1);
	gm_access_name_lanes(&words, lanes);
	gm_svg_text(m->body, BANKS_LEFT, y + 14, "small grey", words.bytes);
	gm_text_dispose(&words);
}

static double
draw_legend(matrix *m, double y)
{
	static const struct {
		const char *style, *what;
		double x;
	} keys[] = {{"one", "the lane that is served", BANKS_LEFT},
		    {"many", "one word for several lanes", BANKS_LEFT + 190},
		    {"hot", "a bank that needs several passes", BANKS_LEFT + 400}};
	for (int i = 0; i < 3; i++) {
		gm_svg_rect(m->body, keys[i].x, y, 20, 13, keys[i].style, "");
		gm_svg_text(m->body, keys[i].x + 26, y + 11, "small", keys[i].what);
	}
	return y + 13;
}

double
gm_access_draw_banks(gm_text *body, const gm_access_view *view, double y, double *width)
{
	const bool constant = view->site->space == GM_CONSTANT;
	matrix m = {.body = body,
		    .view = view,
		    .banks = constant ? 1 : gm_bank_rule_banks(view->device->banks)};
	m.cell_width = constant ? 60 : ALL_WIDTH / m.banks;
	if (!constant)
		draw_bank_heads(&m, y);
	y += 22;
	for (int at = 0; at < view->cells_count;) {
		const bool new_phase =
			at == 0 || view->cells[at].phase != view->cells[at - 1].phase;
		if (new_phase && view->passes.phases_count > 1) {
			draw_phase_name(&m, at, y);
			y += PHASE_GAP;
		}
		at = draw_pass(&m, at, y);
		y += CELL_HEIGHT;
	}
	*width = *width < BANKS_LEFT + ALL_WIDTH + 24 ? BANKS_LEFT + ALL_WIDTH + 24 : *width;
	return draw_legend(&m, y + 12);
}
