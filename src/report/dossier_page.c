/*
 * <!DOCTYPE html>
 * <html lang="en"><head>...<style>...</style></head>
 * <body><a class="skip" href="#main">...</a>
 * <header><h1>tiled_mm on h100</h1></header>
 * <main id="main">
 * <section><h2>At a glance</h2><table>...</table></section>
 * <section><h2>Roofline</h2><figure>...</figure></section>
 * <article id="k0" data-prediction="0">...</article>
 * </main>
 * <script type="application/json" id="predictions">...</script><script>...</script>
 * </body></html>
 */
#include "report/dossier.h"
#include "report/report.h"
#include "report/roofline.h"
#include "report/svg.h"

/* ---- a row of the first table ---- */

static void
write_row_of(gm_text *out, const gm_dossier *d, const char *device, int index)
{
	const gm_prediction *p = &d->prediction;
	gm_text parameters = {0};
	gm_report_parameters(&parameters, p->kernel, " ");
	gm_text_print(out, "<tr data-prediction=\"%d\"><th scope=\"row\" class=\"w\"><a href=\"#k%d\">",
		      index, index);
	gm_svg_escape(out, p->kernel->name);
	gm_text_append(out, "</a> <small>");
	gm_svg_escape(out, parameters.length ? parameters.bytes : "");
	gm_text_append(out, "</small></th><td class=\"w\">");
	gm_svg_escape(out, device);
	gm_text_append(out, "</td><td>");
	gm_dossier_metric(out, p, "gpu__time_duration.sum");
	gm_text_append(out, "</td><td>");
	gm_dossier_metric(out, p, "gpumodel__flop_per_second");
	gm_text_append(out, "</td><td>");
	gm_dossier_metric(out, p, "sm__maximum_warps_per_active_cycle_pct");
	gm_text_append(out, "</td><td class=\"w\">");
	gm_svg_escape(out, p->verdict);
	gm_text_append(out, "</td></tr>\n");
	gm_text_dispose(&parameters);
}

/* ---- an article ---- */

static void
say_axes(gm_text *out, gm_dim3 n)
{
	gm_text_print(out, "%lld", (long long)n.x);
	if (n.y > 1 || n.z > 1)
		gm_text_print(out, " x %lld", (long long)n.y);
	if (n.z > 1)
		gm_text_print(out, " x %lld", (long long)n.z);
}

static void
write_launch(gm_text *out, const gm_prediction *p)
{
	gm_text words = {0};
	gm_report_parameters(&words, p->kernel, " ");
	gm_text_append(&words, p->kernel->parameters_count ? "; " : "");
	say_axes(&words, p->kernel->grid);
	gm_text_append(&words, " blocks of ");
	say_axes(&words, p->kernel->block);
	gm_text_print(&words, " threads; %s caches", gm_cache_state_name(p->request.cache));
	for (int i = 0; i < GM_FACT_COUNT; i++)
		if (p->device->facts[i].overridden)
			gm_text_print(&words, "; what if: %s = %s",
				      gm_fact_row_of((gm_fact_id)i)->name,
				      p->device->facts[i].written);
	gm_text_append(out, "<p class=\"launch\">");
	gm_svg_escape(out, words.bytes);
	gm_text_append(out, "</p>\n");
	gm_text_dispose(&words);
}

static void
write_tiles(gm_text *out, const gm_prediction *p)
{
	static const struct {
		const char *metric, *name;
	} tiles[] = {
		{"gpu__time_duration.sum", "predicted time"},
		{"gpumodel__flop_per_second", "floating-point rate"},
		{"gpumodel__effective_bandwidth", "effective bandwidth"},
		{"dram__bytes.sum", "DRAM traffic"},
		{"sm__maximum_warps_per_active_cycle_pct", "occupancy"},
	};
	gm_text_append(out, "<dl class=\"tiles\">\n");
	for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
		const gm_metric *metric = gm_prediction_metric(p, tiles[i].metric);
		if (!metric || metric->value.kind == GM_KIND_UNKNOWN)
			continue;
		gm_text_print(out, "<div><dt>%s</dt><dd>", tiles[i].name);
		gm_dossier_metric(out, p, tiles[i].metric);
		gm_text_print(out, " <small>%s</small></dd></div>\n",
			      gm_kind_name(metric->value.kind));
	}
	gm_text_append(out, "</dl>\n");
}

static void
write_article(gm_text *out, gm_dossier_page *page, const gm_dossier *d)
{
	const gm_prediction *p = &d->prediction;
	gm_text_print(out,
		      "<article id=\"k%d\" data-prediction=\"%d\" aria-labelledby=\"h%d\">\n"
		      "<h2 id=\"h%d\">",
		      page->count, page->count, page->count, page->count);
	gm_dossier_say(out, "%s on %s", p->kernel->name, p->device->title);
	gm_text_append(out, "</h2>\n");
	write_launch(out, p);
	gm_text_append(out, "<p class=\"verdict\">");
	gm_svg_escape(out, p->verdict);
	gm_text_append(out, "</p>\n");
	write_tiles(out, p);
	gm_dossier_write_time(out, d);
	gm_dossier_write_remedies(out, d);
	gm_dossier_write_findings(out, d);
	gm_dossier_write_measured(out, d);
	gm_dossier_write_ladder(out, d);
	gm_dossier_write_occupancy(out, page, d);
	gm_dossier_write_memory(out, page, d);
	gm_dossier_write_derivation(out, page, d);
	gm_text_append(out, "</article>\n");
}

void
gm_dossier_page_add(gm_dossier_page *page, const gm_dossier *dossier, const char *device)
{
	write_row_of(&page->rows, dossier, device, page->count);
	write_article(&page->articles, page, dossier);
	if (page->count == 0)
		gm_report_json_begin(&page->json);
	gm_report_json_add(&page->json, &dossier->prediction, (size_t)page->count);
	page->count++;
}

/* ---- the whole ---- */

static void
write_head(gm_text *out, const char *title)
{
	gm_text_append(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
			    "<meta name=\"viewport\" content=\"width=device-width, "
			    "initial-scale=1\"/>\n<meta name=\"color-scheme\" "
			    "content=\"light dark\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<title>");
	gm_svg_escape(out, title);
	gm_text_append(out, "</title>\n<style>\n");
	gm_text_append(out, gm_dossier_style);
	gm_text_append(out, "</style>\n</head>\n<body>\n"
			    "<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
			    /* what lanes' pictures hatch with */
			    "<svg width=\"0\" height=\"0\" class=\"defs\" aria-hidden=\"true\"><defs>"
			    "<pattern id=\"hatch\" width=\"6\" height=\"6\" "
			    "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
			    "<rect class=\"hatch\" width=\"6\" height=\"6\"/>"
			    "<line class=\"hatching\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\"/></pattern>"
			    "</defs></svg>\n<header><h1>");
	gm_svg_escape(out, title);
	gm_text_append(out, "</h1></header>\n<main id=\"main\" tabindex=\"-1\">\n");
}

static void
write_rows(gm_text *out, const gm_dossier_page *page)
{
	static const char *const heads[] = {"<kernel", "<device",   "time",
					    "rate",    "occupancy", "<verdict"};
	gm_text_append(out, "<section>\n<h2>At a glance</h2>\n");
	gm_dossier_begin_table(out, "What is predicted", heads, sizeof heads / sizeof *heads);
	gm_text_append(out, page->rows.bytes ? page->rows.bytes : "");
	gm_dossier_end_table(out);
	gm_text_append(out, "</section>\n");
}

static void
write_rooflines(gm_text *out, const gm_dossier_whole *whole)
{
	gm_text_print(out, "<section>\n<h2>Roofline%s</h2>\n",
		      whole->rooflines_count > 1 ? "s" : "");
	for (int i = 0; i < whole->rooflines_count; i++) {
		gm_figure figure;
		gm_text name = {0};
		gm_text_print(&name, "r%d", i);
		gm_text_append(out, "<figure>");
		gm_figure_init(&figure, &whole->rooflines[i], GM_FIGURE_PAGE);
		gm_report_roofline_svg(out, &figure, name.bytes);
		gm_figure_dispose(&figure);
		gm_text_append(out, "</figure>\n");
		gm_text_dispose(&name);
	}
	gm_text_append(out, "</section>\n");
}

/* JSON within HTML: signs that begin markup can only stand in strings, where JSON has an escape. Line
   breaks never stand in strings: they go, with the blanks that indent, for a smaller page. */
static void
write_json(gm_text *out, const gm_text *json)
{
	gm_text_append(out, "<script type=\"application/json\" id=\"predictions\">\n");
	for (size_t i = 0; i < json->length; i++) {
		const char c = json->bytes[i];
		if (c == '<' || c == '>' || c == '&')
			gm_text_print(out, "\\u%04x", c);
		else if (c == '\n')
			while (i + 1 < json->length && json->bytes[i + 1] == ' ')
				i++;
		else
			gm_text_append_bytes(out, &c, 1);
	}
	gm_text_append(out, "\n</script>\n");
}

void
gm_dossier_page_write(gm_text *out, const gm_dossier_page *page, const gm_dossier_whole *whole)
{
	gm_text json = {0};
	write_head(out, whole->title);
	write_rows(out, page);
	if (whole->rooflines_count)
		write_rooflines(out, whole);
	gm_text_append(out, page->articles.bytes ? page->articles.bytes : "");
	gm_text_append(out, "</main>\n");
	if (page->count == 0)
		gm_report_json_begin(&json);
	gm_text_append(&json, page->json.bytes ? page->json.bytes : "");
	gm_report_json_end(&json, (size_t)page->count);
	write_json(out, &json);
	gm_text_dispose(&json);
	gm_text_append(out, "<script>\n//<![CDATA[\n");
	gm_text_append(out, gm_dossier_script);
	gm_text_append(out, "//]]>\n</script>\n</body>\n</html>\n");
}

void
gm_dossier_page_dispose(gm_dossier_page *page)
{
	gm_dossier_shared_dispose(&page->pictures);
	gm_dossier_shared_dispose(&page->sections);
	gm_text_dispose(&page->rows);
	gm_text_dispose(&page->articles);
	gm_text_dispose(&page->json);
	*page = (gm_dossier_page){0};
}
