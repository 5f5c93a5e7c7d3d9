#include "report/roofline.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is drawn: kernels by model, each again under `copies` long names, on devices. */
static const struct {
	const char *kernels[6], *devices[4];
	int copies;
	gm_figure_size size;
} pictures[] = {
	{{"tiled_mm"}, {"h200"}, 0, GM_FIGURE_PAGE},
	{{"naive_mm", "tiled_mm", "stencil_2d", "saxpy", "convolve"}, {"h200"}, 0, GM_FIGURE_PAGE},
	{{"naive_mm", "tiled_mm", "stencil_2d", "saxpy", "convolve"}, {"h200"}, 0, GM_FIGURE_SLIDE},
	{{"naive_mm", "tiled_mm", "stencil_2d", "saxpy", "convolve"}, {"h200"}, 0, GM_FIGURE_COLUMN},
	{{"naive_mm", "tiled_mm"},
	 {"geforce_8800_gtx", "geforce_gtx_280", "v100", "h200"},
	 0,
	 GM_FIGURE_PAGE},
	{{"naive_mm", "tiled_mm"},
	 {"geforce_8800_gtx", "geforce_gtx_280", "h100", "h200"},
	 0,
	 GM_FIGURE_SLIDE},
	{{"naive_mm", "tiled_mm"},
	 {"geforce_8800_gtx", "geforce_gtx_280", "h100", "h200"},
	 0,
	 GM_FIGURE_COLUMN},
	{{"naive_mm"}, {"h100"}, 5, GM_FIGURE_PAGE},
	{{"naive_mm"}, {"h100"}, 5, GM_FIGURE_COLUMN},
	{{"naive_mm"}, {"h100"}, 99, GM_FIGURE_PAGE},
};

enum { PICTURES_COUNT = sizeof pictures / sizeof *pictures };

static gm_device *devices[4];
static gm_roofline roofline;
static gm_figure figure;

/* Predicted once on each device, and added under its own and `copies` long names. */
static void
add_on_all(gm_kernel *kernel, int copies)
{
	gm_error err = GM_ERROR_NONE;
	const char *own = kernel->name;
	for (int d = 0; d < roofline.devices_count; d++) {
		gm_prediction p;
		ck_assert_msg(gm_predict(kernel, devices[d], NULL, &p, &err) == GM_OK, "%s",
			      err.message);
		gm_roofline_add(&roofline, &p);
		for (int i = 0; i < copies; i++) {
			char name[80];
			snprintf(name, sizeof name,
				 "a_rather_long_kernel_name_that_has_sixty_characters_in_all_%02d", i);
			kernel->name = name;
			gm_roofline_add(&roofline, &p);
			kernel->name = own;
		}
		gm_prediction_dispose(&p);
	}
}

static void
draw(int picture)
{
	gm_roofline_init(&roofline, GM_ROOFLINE_LEVELS_AUTO);
	for (int d = 0; d < 4 && pictures[picture].devices[d]; d++) {
		devices[d] = device_load(pictures[picture].devices[d]);
		gm_roofline_add_device(&roofline, devices[d], pictures[picture].devices[d]);
	}
	for (int k = 0; k < 6 && pictures[picture].kernels[k]; k++) {
		gm_kernel *kernel = model_load(pictures[picture].kernels[k]);
		add_on_all(kernel, pictures[picture].copies);
		gm_kernel_free(kernel);
	}
	gm_roofline_finish(&roofline);
	gm_figure_init(&figure, &roofline, pictures[picture].size);
}

static void
put_away(void)
{
	gm_figure_dispose(&figure);
	for (int d = 0; d < roofline.devices_count; d++)
		gm_device_free(devices[d]);
	gm_roofline_dispose(&roofline);
}

/* The ground under a text's letters, at Helvetica's own widths. */
static gm_box
ground_of(const gm_figure_text *t)
{
	const double half = gm_text_width_em(t->text) * 6 / 7 * figure.em_mm / 2;
	const double shift = t->anchor == GM_ANCHOR_LEFT    ? half
			     : t->anchor == GM_ANCHOR_RIGHT ? -half
							    : 0;
	return (gm_box){t->x + shift * cos(t->angle_rad), t->y + shift * sin(t->angle_rad), half,
			0.5 * figure.em_mm, t->angle_rad};
}

static void
check_apart(int picture, size_t text)
{
	const gm_box ground = ground_of(&figure.texts[text]);
	for (size_t other = 0; other < text; other++) {
		const gm_box two = ground_of(&figure.texts[other]);
		if (*figure.texts[other].text)
			ck_assert_msg(!gm_box_overlaps(&ground, &two), "picture %d: '%s' and '%s'",
				      picture, figure.texts[text].text, figure.texts[other].text);
	}
	for (size_t m = 0; m < figure.marks_count; m++) {
		const gm_box mark = {gm_figure_mm(&figure.x, figure.marks[m].x),
				     gm_figure_mm(&figure.y, figure.marks[m].y), 0.3 * figure.em_mm,
				     0.3 * figure.em_mm, 0};
		ck_assert_msg(!gm_box_overlaps(&ground, &mark), "picture %d: '%s' on a point", picture,
			      figure.texts[text].text);
	}
}

/* With half a millimetre for rounding; turned labels by their corners. */
static void
check_on_page(int picture, const gm_figure_text *text)
{
	const gm_box b = ground_of(text);
	const double across =
		fabs(b.half_width * cos(b.angle_rad)) + fabs(b.half_height * sin(b.angle_rad));
	const double up =
		fabs(b.half_width * sin(b.angle_rad)) + fabs(b.half_height * cos(b.angle_rad));
	ck_assert_msg(b.x - across >= -0.5 && b.x + across <= figure.width_mm + 0.5 &&
			      b.y - up >= -0.5 && b.y + up <= figure.height_mm + 0.5,
		      "picture %d: '%s'", picture, text->text);
}

START_TEST(labels_cover_neither_each_other_nor_points_nor_leave_the_page)
{
	draw(_i);
	for (size_t i = 0; i < figure.texts_count; i++)
		if (*figure.texts[i].text) {
			check_apart(_i, i);
			check_on_page(_i, &figure.texts[i]);
		}
	put_away();
}
END_TEST

/* Capitals reach 0.36 em from the middle, small letters less. */
static bool
crosses(const gm_figure_text *text, const gm_figure_line *line)
{
	gm_box letters = ground_of(text);
	letters.half_height = 0.36 * figure.em_mm;
	const gm_box box = gm_box_of_line(
		gm_figure_mm(&figure.x, line->x1), gm_figure_mm(&figure.y, line->y1),
		gm_figure_mm(&figure.x, line->x2), gm_figure_mm(&figure.y, line->y2));
	return gm_box_overlaps(&letters, &box);
}

/* Names of kernels and roofs; numbers of a legend may stand on a path where nothing else is left. */
START_TEST(no_name_crosses_a_line)
{
	int names = 0;
	draw(_i);
	for (size_t i = 0; i < figure.texts_count; i++) {
		const gm_figure_text *text = &figure.texts[i];
		if (!text->inside || strspn(text->text, "0123456789") == strlen(text->text))
			continue;
		names++;
		for (size_t l = 0; l < figure.lines_count; l++)
			ck_assert_msg(figure.lines[l].stroke == GM_STROKE_LEADER ||
					      !crosses(text, &figure.lines[l]),
				      "picture %d: '%s' crosses line %zu", _i, text->text, l);
	}
	ck_assert_int_ge(names, 3);
	put_away();
}
END_TEST

/* What finds no room at its line stands below: nothing is drawn that is not named. */
START_TEST(every_roof_is_named_at_its_line_or_below)
{
	draw(_i);
	for (int i = 0; i < roofline.roofs_count; i++) {
		const gm_roof *roof = &roofline.roofs[i];
		const char *device = roofline.devices_count > 1 ? roofline.devices[roof->device].name : "";
		int found = 0;
		for (size_t t = 0; t < figure.texts_count; t++) {
			const char *text = figure.texts[t].text;
			const bool device_named = strncmp(text, device, 3) == 0 ||
						  strstr(text, device) != NULL;
			char word[8]; /* "DRAM", "L2", "FP32" */
			snprintf(word, sizeof word, "%.*s", (int)strcspn(roof->name, " ,"), roof->name);
			const bool plain = strstr(roof->name, "without") == NULL;
			found += device_named && strstr(text, word) != NULL &&
				 (plain || strstr(text, "FMA") != NULL);
		}
		ck_assert_msg(found > 0, "picture %d: %s of %s", _i, roof->name, device);
	}
	put_away();
}
END_TEST

/* By its first letters at least: long names are cut. */
static void
check_named(int picture, const char *name)
{
	char start[64];
	int found = 0;
	snprintf(start, sizeof start, "%.12s", name);
	for (size_t t = 0; t < figure.texts_count; t++)
		found += strncmp(figure.texts[t].text, start, strlen(start)) == 0;
	ck_assert_msg(found > 0, "picture %d: '%s'", picture, start);
}

/* Along its line, with the device's name, cut or whole, where there are several; or below. */
static void
check_dram_named(int picture, int device)
{
	const int colour = roofline.devices_count > 1 ? device : GM_GREY;
	int found = 0;
	for (size_t t = 0; t < figure.texts_count; t++) {
		const gm_figure_text *text = &figure.texts[t];
		found += text->angle_rad > 0 && text->inside && text->colour == colour &&
			 strstr(text->text, "DRAM") != NULL;
	}
	const char *below = figure.unnamed ? strstr(figure.unnamed, roofline.devices[device].name) : NULL;
	found += below && strncmp(strchr(below, ' '), " DRAM", 5) == 0;
	ck_assert_msg(found == 1, "picture %d: DRAM of %s", picture, roofline.devices[device].name);
}

START_TEST(points_and_ridges_are_inside_the_axes_and_named)
{
	draw(_i);
	ck_assert_uint_eq(figure.marks_count, (size_t)roofline.points_count);
	for (size_t i = 0; i < figure.marks_count; i++) {
		ck_assert_double_gt(figure.marks[i].x, figure.x.least);
		ck_assert_double_lt(figure.marks[i].x, figure.x.most);
		ck_assert_double_gt(figure.marks[i].y, figure.y.least);
		ck_assert_double_lt(figure.marks[i].y, figure.y.most);
	}
	for (size_t i = 0; i < figure.lines_count; i++) {
		if (i < (size_t)roofline.roofs_count)
			ck_assert_double_le(figure.lines[i].x1, figure.lines[i].x2 * (1 + 1e-12));
		ck_assert_double_lt(figure.lines[i].y2, figure.y.most);
	}
	for (int i = 0; i < roofline.series_count && roofline.series_count <= 12; i++)
		check_named(_i, roofline.series[i].label);
	for (int d = 0; d < roofline.devices_count; d++)
		check_dram_named(_i, d);
	put_away();
}
END_TEST

/* ---- the script ---- */

/* The rows of a data block, without its comments. */
static size_t
read_block(const char *script, const char *name, double *out, size_t columns, size_t room)
{
	char start[64];
	size_t count = 0;
	snprintf(start, sizeof start, "$%s << EOD\n", name);
	const char *at = strstr(script, start);
	ck_assert_ptr_nonnull(at);
	for (at += strlen(start); strncmp(at, "EOD\n", 4) != 0; at = strchr(at, '\n') + 1) {
		if (*at == '#' || *at == '\n')
			continue;
		char *end = (char *)(uintptr_t)at;
		ck_assert_uint_lt(count, room);
		for (size_t c = 0; c < columns; c++)
			out[count * columns + c] = strtod(end, &end);
		ck_assert_int_eq(*end, '\n');
		count++;
	}
	return count;
}

START_TEST(the_scripts_data_are_the_predictions_numbers)
{
	double rows[400 * 4];
	gm_text script = {0};
	draw(_i);
	gm_report_roofline_plot(&script, &figure);
	const size_t count = read_block(script.bytes, "points", rows, 4, 400);
	ck_assert_uint_eq(count, (size_t)roofline.points_count);
	for (size_t i = 0; i < count; i++) {
		const gm_roofline_point *p = &roofline.points[i];
		const gm_roofline_series *s = &roofline.series[p->series];
		ck_assert_double_eq(rows[4 * i], s->ladder[p->level].intensity_flop_per_byte.value);
		ck_assert_double_eq(rows[4 * i + 1], s->flop / s->time_s.value);
	}
	const size_t ends = read_block(script.bytes, "lines", rows, 2, 800);
	ck_assert_uint_eq(ends, 2 * figure.lines_count);
	/* The first roof is the slowest memory of the first device: both ends on it. */
	ck_near(rows[1] / rows[0], roofline.roofs[0].rate, 1e-12);
	ck_near(rows[3] / rows[2], roofline.roofs[0].rate, 1e-12);
	gm_text_dispose(&script);
	put_away();
}
END_TEST

/* A short number, such as 256, may well be a size or a place. */
static void
check_absent(const char *commands, double value)
{
	char number[40];
	gm_number_format(value, number, sizeof number);
	ck_assert_msg(strlen(number) < 6 || !strstr(commands, number), "%s", number);
}

/* Outside data and comments the script has places, sizes and ticks, but no rate of a roof or point. */
START_TEST(no_number_of_physics_stands_in_the_commands)
{
	gm_text script = {0};
	draw(1);
	gm_report_roofline_plot(&script, &figure);
	const char *commands = strstr(script.bytes, "set lmargin");
	ck_assert_ptr_nonnull(commands);
	/* The comments about hovering are the last. */
	gm_text plain = {0};
	gm_text_append_bytes(&plain, commands, (size_t)(strstr(commands, "\n# hover ") - commands));
	for (int i = 0; i < roofline.points_count; i++) {
		check_absent(plain.bytes, roofline.points[i].flop_per_s);
		check_absent(plain.bytes, roofline.points[i].intensity_flop_per_byte);
	}
	gm_text_dispose(&plain);
	gm_text_dispose(&script);
	put_away();
}
END_TEST

START_TEST(every_mark_of_the_page_tells_its_kernel_level_and_rates)
{
	gm_text page = {0};
	draw(1);
	gm_report_roofline_svg(&page, &figure, "r1");
	int titles = 0;
	for (const char *at = strstr(page.bytes, "</style>"); (at = strstr(at, "tabindex")); at++) {
		const char *title = strstr(at, "<title>");
		const char *end = title ? strstr(title, "</title>") : NULL;
		ck_assert_ptr_nonnull(end);
		gm_text text = {0};
		gm_text_append_bytes(&text, title, (size_t)(end - title));
		ck_assert_ptr_nonnull(strstr(text.bytes, " on h200, "));
		ck_assert_ptr_nonnull(strstr(text.bytes, " FLOP/B, predicted "));
		ck_assert_ptr_nonnull(strstr(text.bytes, " attainable there; held by "));
		gm_text_dispose(&text);
		titles++;
	}
	ck_assert_int_eq(titles, roofline.points_count);
	gm_text_dispose(&page);
	put_away();
}
END_TEST

START_TEST(a_kernel_called_script_is_text)
{
	gm_text page = {0}, script = {0};
	gm_roofline_init(&roofline, GM_ROOFLINE_LEVELS_AUTO);
	devices[0] = device_load("h200");
	gm_roofline_add_device(&roofline, devices[0], "h200");
	gm_kernel *kernel = model_load("tiled_mm");
	kernel->name = "<script>alert('1')</script>\n";
	add_on_all(kernel, 0);
	gm_kernel_free(kernel);
	gm_roofline_finish(&roofline);
	gm_figure_init(&figure, &roofline, GM_FIGURE_PAGE);
	gm_report_roofline_svg(&page, &figure, "r1");
	gm_report_roofline_plot(&script, &figure);
	ck_assert_ptr_null(strstr(page.bytes, "<script"));
	ck_assert_ptr_nonnull(strstr(page.bytes, "&lt;script&gt;"));
	/* In a script the quotes are doubled, and no line begins in the middle of a name. */
	ck_assert_ptr_null(strstr(script.bytes, "alert('1')</script>\n'"));
	gm_text_dispose(&page);
	gm_text_dispose(&script);
	put_away();
}
END_TEST

START_TEST(the_text_fits_a_terminal)
{
	gm_text text = {0};
	draw(_i);
	gm_report_roofline_text(&text, &roofline);
	size_t column = 0;
	for (size_t i = 0; i < text.length; i++) {
		column = text.bytes[i] == '\n' ? 0 : column + 1;
		ck_assert_msg(column <= 80, "picture %d", _i);
		ck_assert(!(text.bytes[i] == '\n' && i > 0 && text.bytes[i - 1] == ' '));
	}
	gm_text_dispose(&text);
	put_away();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("roofline");
	TCase *tests = tcase_create("roofline");
	tcase_add_loop_test(tests, labels_cover_neither_each_other_nor_points_nor_leave_the_page, 0,
			    PICTURES_COUNT);
	tcase_add_loop_test(tests, no_name_crosses_a_line, 0, PICTURES_COUNT);
	tcase_add_loop_test(tests, every_roof_is_named_at_its_line_or_below, 0, PICTURES_COUNT);
	tcase_add_loop_test(tests, points_and_ridges_are_inside_the_axes_and_named, 0, PICTURES_COUNT);
	tcase_add_loop_test(tests, the_scripts_data_are_the_predictions_numbers, 0, PICTURES_COUNT);
	tcase_add_test(tests, no_number_of_physics_stands_in_the_commands);
	tcase_add_test(tests, every_mark_of_the_page_tells_its_kernel_level_and_rates);
	tcase_add_test(tests, a_kernel_called_script_is_text);
	tcase_add_loop_test(tests, the_text_fits_a_terminal, 0, PICTURES_COUNT);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
