/*
 * One diagram: p across, on a logarithmic scale from 0.001 to 1; the fraction of warps that pay,
 * up.
 */
#include "report/divergence.h"

#include "model/divergence.h"
#include "report/svg.h"

#include <math.h>

enum {
	WIDTH = 720,
	HEIGHT = 470,
	LEFT = 70,
	RIGHT = 690,
	TOP = 80,
	BOTTOM = 400,
	KEY_LEFT = 318,
	POINTS = 241,
};

static const double p_least = 0.001;

static const char sheet[] = ".grid{stroke:#ddd}.axis{stroke:#222}"
			    ".c32{fill:none;stroke:#1f5a8a;stroke-width:2.2}"
			    ".c64{fill:none;stroke:#b0561a;stroke-width:2.2;stroke-dasharray:8 4}"
			    ".mark{stroke:#555;stroke-dasharray:2 3}.dot{fill:#111}"
			    ".key{fill:#fff;stroke:#ddd}";

static double
x_of(double p)
{
	return LEFT + (RIGHT - LEFT) * log10(p / p_least) / -log10(p_least);
}

static double
y_of(double ratio)
{
	return BOTTOM - (BOTTOM - TOP) * ratio;
}

static void
draw_grid(gm_text *body)
{
	static const double ticks[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1};
	for (size_t i = 0; i < sizeof ticks / sizeof *ticks; i++) {
		gm_svg_line(body, x_of(ticks[i]), TOP, x_of(ticks[i]), BOTTOM, "grid");
		gm_svg_print(body, x_of(ticks[i]), BOTTOM + 18, "middle small", "%g", ticks[i]);
	}
	for (int percent = 0; percent <= 100; percent += 20) {
		gm_svg_line(body, LEFT, y_of(percent / 100.0), RIGHT, y_of(percent / 100.0),
			    "grid");
		gm_svg_print(body, LEFT - 8, y_of(percent / 100.0) + 4, "end small", "%d %%",
			     percent);
	}
	gm_svg_line(body, LEFT, BOTTOM, RIGHT, BOTTOM, "axis");
	gm_svg_line(body, LEFT, TOP, LEFT, BOTTOM, "axis");
	gm_svg_text(body, (LEFT + RIGHT) / 2.0, BOTTOM + 40, "middle",
		    "p: probability that a lane takes the branch (logarithmic)");
	gm_svg_text(body, LEFT, TOP - 12, "small grey", "warps that pay for the branch");
}

static void
draw_curve(gm_text *body, int lanes, const char *style)
{
	double points[2 * POINTS];
	for (int i = 0; i < POINTS; i++) {
		const double p = pow(p_least, 1 - (double)i / (POINTS - 1));
		points[2 * i] = x_of(p);
		points[2 * i + 1] = y_of(gm_divergence_paying_ratio(p, lanes));
	}
	gm_svg_polyline(body, points, POINTS, style);
}

/* Probabilities off the scale are not marked. */
static void
draw_mark(gm_text *body, double p)
{
	if (p < p_least || p > 1)
		return;
	gm_svg_line(body, x_of(p), TOP, x_of(p), BOTTOM, "mark");
	for (int lanes = 32; lanes <= 64; lanes += 32) {
		const double ratio = gm_divergence_paying_ratio(p, lanes);
		gm_svg_rect(body, x_of(p) - 3, y_of(ratio) - 3, 6, 6, "dot", "");
		gm_svg_print(body, x_of(p) + (lanes == 32 ? 8 : -8),
			     y_of(ratio) + (lanes == 32 ? 14 : -6),
			     lanes == 32 ? "small" : "small end", "%.3g %%", 100 * ratio);
	}
}

static void
draw_key(gm_text *body, double y, const char *style, const char *what)
{
	gm_svg_line(body, KEY_LEFT, y, KEY_LEFT + 40, y, style);
	gm_svg_text(body, KEY_LEFT + 48, y + 4, "", what);
}

void
gm_report_branch_svg(gm_text *out, const double *probabilities, int count)
{
	gm_text body = {0};
	static const char title[] = "A branch is paid for by the whole warp";
	gm_svg_text(&body, LEFT, 34, "head", title);
	draw_grid(&body);
	draw_curve(&body, 32, "c32");
	draw_curve(&body, 64, "c64");
	for (int i = 0; i < count; i++)
		draw_mark(&body, probabilities[i]);
	gm_svg_rect(&body, KEY_LEFT - 12, BOTTOM - 72, RIGHT - KEY_LEFT + 8, 56, "key", "");
	draw_key(&body, BOTTOM - 56, "c32", "1-(1-p)^32: warp of 32 lanes, NVIDIA, every cc");
	draw_key(&body, BOTTOM - 32, "c64", "1-(1-p)^64: wavefront of 64 lanes, AMD GCN");
	gm_svg_document(
		out, WIDTH, HEIGHT, title,
		"Two rising curves over the probability p that a lane takes a branch: the fraction "
		"of warps of 32 and of wavefronts of 64 lanes with at least one such lane",
		sheet, &body);
	gm_text_dispose(&body);
}
