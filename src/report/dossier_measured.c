/*
 * What a run measured beside what is predicted. Times and rates come first; the counters, of which
 * there may be a hundred, are folded.
 */
#include "report/dossier.h"
#include "report/svg.h"
#include "report/validate_words.h"

#include <string.h>

static bool
is_speed(const gm_measured *m)
{
	return strcmp(m->unit, "s") == 0 || strcmp(m->unit, "byte/s") == 0 ||
	       strcmp(m->unit, "flop/s") == 0;
}

static void
write_measured_value(gm_text *out, const gm_measured *m)
{
	char text[64], number[40];
	gm_text_print(out, "<td><data value=\"%s\" class=\"measured\">",
		      gm_number_format(m->value, number, sizeof number));
	gm_dossier_say(out, "%s", gm_report_measured(m->value, m->unit, text, sizeof text));
	gm_text_append(out, "</data>");
	if (m->spread_ratio > 0)
		gm_dossier_say(out, " \xc2\xb1 %.2g %%", 100 * m->spread_ratio);
	gm_text_append(out, "</td>");
}

static void
write_row(gm_text *out, const gm_prediction *p, const gm_measured *m)
{
	const gm_metric *mine = gm_prediction_metric(p, m->metric);
	char error[40] = "-";
	gm_text_append(out, "<tr><th scope=\"row\" class=\"w\"><code>");
	gm_svg_escape(out, m->metric);
	gm_text_append(out, "</code></th><td>");
	gm_dossier_metric(out, p, m->metric);
	gm_text_append(out, "</td>");
	write_measured_value(out, m);
	if (mine && mine->value.kind != GM_KIND_UNKNOWN && m->value > 0)
		gm_report_error(mine->value.value / m->value - 1, error, sizeof error);
	gm_text_print(out, "<td>%s</td></tr>\n", error);
}

/* Of what is predicted as well. */
static int
count_rows(const gm_prediction *p, const gm_run *run, bool speed)
{
	int count = 0;
	for (int i = 0; i < run->measured_count; i++)
		count += is_speed(&run->measured[i]) == speed &&
			 gm_prediction_metric(p, run->measured[i].metric);
	return count;
}

static void
write_rows(gm_text *out, const gm_prediction *p, const gm_run *run, bool speed)
{
	static const char *const heads[] = {"<metric", "predicted", "measured", "error"};
	gm_dossier_begin_table(out, speed ? "Time and rates" : "Counters", heads,
			       sizeof heads / sizeof *heads);
	for (int i = 0; i < run->measured_count; i++) {
		const gm_measured *m = &run->measured[i];
		if (is_speed(m) == speed && gm_prediction_metric(p, m->metric))
			write_row(out, p, m);
	}
	gm_dossier_end_table(out);
}

static void
write_origin(gm_text *out, const gm_dossier *d)
{
	const gm_run *run = d->run;
	const bool warm = d->prediction.request.cache == GM_CACHE_WARM;
	gm_text_append(out, "<p>");
	gm_dossier_say(out, "%s, %s caches", run->source->title, run->warm ? "warm" : "cold");
	if (run->warm != warm)
		gm_dossier_say(out, " (predicted: %s)", gm_cache_state_name(d->prediction.request.cache));
	gm_dossier_say(out, "%s%s%s%s.", *run->where ? "; " : "", run->where, *run->note ? "; " : "",
		       run->note);
	gm_text_append(out, "</p>\n");
}

void
gm_dossier_write_measured(gm_text *out, const gm_dossier *dossier)
{
	const gm_prediction *p = &dossier->prediction;
	const gm_run *run = dossier->run;
	if (!run)
		return;
	const int counters = count_rows(p, run, false);
	gm_dossier_begin_section(out, "Measured");
	write_origin(out, dossier);
	if (count_rows(p, run, true))
		write_rows(out, p, run, true);
	if (counters) {
		gm_text_print(out, "<details><summary>%d counters</summary>\n", counters);
		write_rows(out, p, run, false);
		gm_text_append(out, "</details>\n");
	}
	gm_text_append(out, "</section>\n");
}
