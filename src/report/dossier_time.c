/*
 * | limit, what it is | expected | at peak | kind | (a bar) |
 *
 * A bar is as long as the expected time, the longest of all as wide as the column; a stroke in it
 * marks the time at peak rates. The first row is the prediction, which all of them make together.
 */
#include "report/dossier.h"

#include "report/svg.h"

enum { HUNDRED = 100 };

static bool
has_time(gm_value value)
{
	return value.kind != GM_KIND_UNKNOWN && value.value > 0;
}

static double
longest(const gm_prediction *p)
{
	double most = has_time(p->time_s) ? p->time_s.value : 0;
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (has_time(p->limits[i].expected_s) && p->limits[i].expected_s.value > most)
			most = p->limits[i].expected_s.value;
	return most;
}

/* The next limit by expected time, then by its row; after -1 the first; -1: no more. */
static int
next_limit(const gm_prediction *p, int after)
{
	int best = -1;
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value mine = p->limits[i].expected_s;
		const gm_value last = after < 0 ? mine : p->limits[after].expected_s;
		const bool later = after < 0 || mine.value < last.value ||
				   (!(mine.value > last.value) && i > after);
		if (has_time(mine) && later &&
		    (best < 0 || mine.value > p->limits[best].expected_s.value))
			best = i;
	}
	return best;
}

static void
write_bar(gm_text *out, gm_value expected, gm_value least, double most, const char *style)
{
	gm_text_append(out, "<td class=\"bar\" aria-hidden=\"true\">");
	if (has_time(expected))
		gm_text_print(out, "<span class=\"%s\" style=\"width:%.2f%%\"></span>", style,
			      HUNDRED * expected.value / most);
	if (has_time(least) && least.value <= most)
		gm_text_print(out, "<i style=\"left:%.2f%%\"></i>", HUNDRED * least.value / most);
	gm_text_append(out, "</td></tr>\n");
}

static void
write_limit(gm_text *out, const gm_prediction *p, int limit, double most)
{
	const gm_limit_time *time = &p->limits[limit];
	const char *name = gm_limit_name(limit);
	const bool holds = limit == p->binding;
	const gm_kind kind = time->least_s.kind;
	gm_text_print(out, "<tr%s><th scope=\"row\" class=\"w\">", holds ? " class=\"holds\"" : "");
	gm_dossier_say(out, "%s%s", name, holds ? " (holds)" : "");
	gm_text_append(out, " <small>");
	gm_dossier_say(out, "%s", gm_limit_what(limit));
	if (time->expected_s.kind == GM_KIND_UNKNOWN)
		gm_dossier_say(out, ": %s", time->expected_s.why);
	gm_text_append(out, "</small></th>");
	gm_dossier_cell(out, time->expected_s, GM_SECONDS, "bounds.%s.time_s", name);
	gm_dossier_cell(out, time->least_s, GM_SECONDS, "bounds.%s.at_peak_s", name);
	gm_text_print(out, "<td class=\"w\">%s</td>", gm_kind_name(kind));
	write_bar(out, time->expected_s, time->least_s, most, holds ? "hot" : "term");
}

static void
write_total(gm_text *out, const gm_prediction *p, double most)
{
	gm_text_append(out, "<tr class=\"total\"><th scope=\"row\" class=\"w\">predicted "
			    "<small>all of them together</small></th><td>");
	gm_dossier_metric(out, p, "gpu__time_duration.sum");
	gm_text_print(out, "</td><td></td><td class=\"w\">%s</td>", gm_kind_name(p->time_s.kind));
	write_bar(out, p->time_s, gm_value_unknown(""), most, "all");
}

void
gm_dossier_write_time(gm_text *out, const gm_dossier *dossier)
{
	static const char *const heads[] = {"<limit", "expected", "at peak", "<kind",
					    "<expected; the stroke: at peak"};
	const gm_prediction *p = &dossier->prediction;
	const double most = longest(p);
	gm_dossier_begin_section(out, "Time by term");
	gm_dossier_begin_table(out, "How long each part of the device would need by itself", heads,
			       sizeof heads / sizeof *heads);
	write_total(out, p, most);
	for (int i = next_limit(p, -1); i >= 0; i = next_limit(p, i))
		write_limit(out, p, i, most);
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		if (p->limits[i].expected_s.kind == GM_KIND_UNKNOWN)
			write_limit(out, p, i, most);
	gm_dossier_end_table(out);
	gm_text_append(out, "</section>\n");
}

/* ---- the intensity ladder ---- */

static const char *const level_words[GM_LEVEL_COUNT] = {
	[GM_LEVEL_REQUESTED] = "what the lanes ask for, as if nothing were cached",
	[GM_LEVEL_DISTINCT] = "the same, equal addresses of a request merged",
	[GM_LEVEL_TRANSACTIONS] = "what the requests move between L1 and the SM",
	[GM_LEVEL_L2] = "what moves between L1 and L2",
	[GM_LEVEL_DRAM] = "what moves between L2 and DRAM",
};

static void
write_step(gm_text *out, const gm_prediction *p, gm_level level)
{
	const gm_ladder_step *step = &p->ladder[level];
	const char *name = gm_level_name(level);
	gm_text_append(out, "<tr><th scope=\"row\" class=\"w\">");
	gm_dossier_say(out, "%s", name);
	gm_text_append(out, " <small>");
	gm_dossier_say(out, "%s", level_words[level]);
	gm_text_append(out, "</small></th>");
	gm_dossier_cell(out, step->bytes, GM_BYTES, "intensity.%s.bytes", name);
	gm_dossier_cell(out, step->intensity_flop_per_byte, GM_FLOP_PER_BYTE,
			"intensity.%s.flop_per_byte", name);
	gm_dossier_cell(out, step->bandwidth_byte_per_s, GM_BYTES_PER_SECOND,
			"intensity.%s.bandwidth_byte_per_s", name);
	gm_dossier_cell(out, step->roof_flop_per_s, GM_FLOP_PER_SECOND,
			"intensity.%s.roof_flop_per_s", name);
	gm_text_print(out, "<td class=\"w\">%s</td></tr>\n", gm_kind_name(step->bytes.kind));
}

void
gm_dossier_write_ladder(gm_text *out, const gm_dossier *dossier)
{
	static const char *const heads[] = {"<level",    "bytes", "FLOP/B",
					    "bandwidth", "roof",  "<kind"};
	gm_dossier_begin_section(out, "Intensity ladder");
	gm_dossier_begin_table(out, "Bytes, floating-point operations per byte, and the roof there",
			       heads, sizeof heads / sizeof *heads);
	for (int level = 0; level < GM_LEVEL_COUNT; level++)
		write_step(out, &dossier->prediction, (gm_level)level);
	gm_dossier_end_table(out);
	gm_text_append(out, "</section>\n");
}
