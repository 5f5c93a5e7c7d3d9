/*
 * | line | access | requests | transactions | useful | passes | best |
 *
 * and under the table each access with one request of a warp, the worst of the first block.
 */
#include "report/access.h"
#include "report/dossier.h"
#include "report/svg.h"

static bool
is_moved(const gm_site *site)
{
	return site->space == GM_GLOBAL || site->space == GM_LOCAL;
}

static void
write_place(gm_text *out, const gm_site *site)
{
	if (site->line)
		gm_dossier_say(out, "%d", site->line);
	else if (site->ptx_line)
		gm_dossier_say(out, "PTX %d", site->ptx_line);
}

/* A quotient of two counters; '-' where there is nothing to divide. */
static void
write_ratio(gm_text *out, bool told, int64_t a, int64_t b, double factor, const char *unit)
{
	if (told && b > 0)
		gm_text_print(out, "<td>%.4g%s</td>", factor * (double)a / (double)b, unit);
	else
		gm_text_append(out, "<td>-</td>");
}

static void
write_row(gm_text *out, const gm_dossier *d, int row)
{
	const int index = d->sites[row].site;
	const gm_site *site = &d->prediction.kernel->sites[index];
	const int64_t *of = d->prediction.counts.sites[index].of;
	const bool executed = of[GM_COUNT_REQUESTS] > 0, moved = executed && is_moved(site);
	const bool banked = executed && of[GM_COUNT_IDEAL_WAVEFRONTS] > 0;
	gm_text words = {0};
	gm_text_append(out, "<tr><td>");
	write_place(out, site);
	gm_text_append(out, "</td><th scope=\"row\" class=\"w\"><code>");
	gm_access_say_instruction(&words, d->prediction.kernel, site);
	gm_svg_escape(out, words.bytes ? words.bytes : "");
	gm_text_print(out, "</code></th><td class=\"w\">%s</td>", gm_space_name(site->space));
	gm_text_dispose(&words);
	gm_dossier_count_cell(out, of[GM_COUNT_REQUESTS], "sites.%d.requests", row);
	write_ratio(out, moved, of[GM_COUNT_TRANSACTIONS], of[GM_COUNT_REQUESTS], 1, "");
	write_ratio(out, moved, of[GM_COUNT_DISTINCT_BYTES], of[GM_COUNT_MOVED_BYTES], 100, " %");
	write_ratio(out, banked, of[GM_COUNT_WAVEFRONTS], of[GM_COUNT_REQUESTS], 1, "");
	write_ratio(out, banked, of[GM_COUNT_IDEAL_WAVEFRONTS], of[GM_COUNT_REQUESTS], 1, "");
	gm_text_append(out, "</tr>\n");
}

static void
write_lanes(gm_text *out, gm_dossier_page *page, const gm_dossier *d, int row)
{
	const gm_dossier_site *site = &d->sites[row];
	gm_text words = {0};
	gm_text_append(out, "<details><summary>");
	write_place(out, &d->prediction.kernel->sites[site->site]);
	gm_text_append(out, " <code>");
	gm_access_say_instruction(&words, d->prediction.kernel, &d->prediction.kernel->sites[site->site]);
	gm_svg_escape(out, words.bytes ? words.bytes : "");
	gm_text_append(out, "</code>");
	words.length = 0;
	if (site->view)
		gm_access_say_verdict(&words, site->view);
	else
		gm_text_print(&words, "no picture: %s", site->why);
	gm_dossier_say(out, ": %s", words.bytes ? words.bytes : "");
	gm_text_append(out, "</summary>\n");
	if (site->view)
		gm_dossier_write_lanes(out, page, site->view);
	gm_text_append(out, "</details>\n");
	gm_text_dispose(&words);
}

void
gm_dossier_write_memory(gm_text *out, gm_dossier_page *page, const gm_dossier *d)
{
	static const char *const heads[] = {"line",           "<access",     "<space",  "requests",
					    "transactions each", "bytes useful", "passes each", "at best"};
	gm_dossier_begin_section(out, "Memory accesses");
	if (d->sites_count == 0) {
		gm_text_append(out, "<p>The kernel accesses no memory.</p>\n</section>\n");
		return;
	}
	gm_dossier_begin_table(out, "What each access asks of memory, per request of a warp", heads,
			       sizeof heads / sizeof *heads);
	for (int i = 0; i < d->sites_count; i++)
		write_row(out, d, i);
	gm_dossier_end_table(out);
	gm_text_append(out, "<h4>One request of a warp, the worst of the first block</h4>\n");
	for (int i = 0; i < d->sites_count; i++)
		write_lanes(out, page, d, i);
	gm_text_append(out, "</section>\n");
}
