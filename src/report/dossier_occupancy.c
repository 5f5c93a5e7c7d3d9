#include "report/dossier.h"
#include "report/occupancy_words.h"
#include "report/svg.h"

#include <stdio.h>

static void
write_verdict(gm_text *out, const gm_prediction *p)
{
	const gm_occupancy *o = &p->occupancy;
	gm_text_append(out, "<p>");
	if (!o->launchable) {
		gm_dossier_say(out, "It cannot be launched: %s.", o->why_not);
	} else {
		gm_dossier_metric(out, p, "sm__maximum_warps_per_active_cycle_pct");
		gm_dossier_say(out, ": %lld of %lld warps, %lld block%s on each SM; the limit: %s.",
			       (long long)o->warps_per_sm, (long long)o->warps_max,
			       (long long)o->blocks_per_sm, o->blocks_per_sm == 1 ? "" : "s",
			       gm_limiter_name(o->limiter));
		if (p->registers_per_thread < 0)
			gm_text_append(out, " Registers are unknown and taken not to limit.");
	}
	gm_text_append(out, "</p>\n");
}

/* ---- limits ---- */

static void
write_limiter(gm_text *out, const gm_dossier *d, gm_limiter limiter)
{
	const gm_occupancy *o = &d->prediction.occupancy;
	const int64_t blocks = o->limit_blocks[limiter];
	const bool holds = blocks == o->blocks_per_sm;
	gm_text_print(out, "<tr%s><th scope=\"row\" class=\"w\">", holds ? " class=\"holds\"" : "");
	gm_dossier_say(out, "%s%s", gm_limiter_name(limiter), holds ? " (holds)" : "");
	gm_text_append(out, "</th>");
	if (*gm_limiter_metric(limiter) &&
	    gm_prediction_metric(&d->prediction, gm_limiter_metric(limiter))) {
		gm_text_append(out, "<td>");
		gm_dossier_metric(out, &d->prediction, gm_limiter_metric(limiter));
		gm_text_append(out, "</td>");
	} else {
		gm_text_print(out, "<td>%lld</td>", (long long)blocks);
	}
	gm_text_append(out, "<td class=\"w\">");
	if (d->studied)
		gm_dossier_say(out, "%s", d->study.rules[limiter]);
	gm_text_append(out, "</td></tr>\n");
}

static void
write_limiters(gm_text *out, const gm_dossier *d)
{
	static const char *const heads[] = {"<resource", "blocks", "<rule"};
	gm_dossier_begin_table(out, "Blocks that each resource allows; up(x, u) is x rounded up to a "
				    "multiple of u",
			       heads, sizeof heads / sizeof *heads);
	for (int i = 0; i < GM_LIMITER_COUNT; i++)
		if (d->prediction.occupancy.limit_blocks[i] != GM_BLOCKS_UNLIMITED &&
		    !(i == GM_LIMIT_REGISTERS && d->prediction.registers_per_thread < 0))
			write_limiter(out, d, (gm_limiter)i);
	gm_dossier_end_table(out);
}

/* ---- next steps ---- */

static void
write_step(gm_text *out, const gm_occupancy_study *study, gm_lever lever)
{
	const gm_occupancy_step *step = &study->advice.step[lever];
	char from[48], to[48];
	gm_text_append(out, "<li>");
	gm_dossier_say(out, "%s: %s \xe2\x86\x92 %s %s; ", gm_lever_name(lever),
		       gm_occupancy_lever_value(lever, step->from, from, sizeof from),
		       gm_occupancy_lever_value(lever, step->to, to, sizeof to),
		       gm_occupancy_lever_of(lever));
	if (step->gains)
		gm_dossier_say(out, "%lld blocks, %lld warps, %.4g %%",
			       (long long)step->blocks_per_sm, (long long)step->warps_per_sm,
			       100 * (double)step->warps_per_sm /
				       (double)study->advice.now.warps_max);
	else
		gm_text_append(out, "not enough alone: every change of this list together");
	gm_text_append(out, "</li>\n");
}

static void
write_steps(gm_text *out, const gm_occupancy_study *study)
{
	int found = 0;
	gm_text_append(out, "<h4>Next step: the smallest change for one more block on each SM</h4>\n");
	for (int i = 0; i < GM_LEVER_COUNT; i++) {
		if (!study->advice.step[i].found)
			continue;
		gm_text_append(out, found++ ? "" : "<ul>\n");
		write_step(out, study, (gm_lever)i);
	}
	gm_text_append(out, found ? "</ul>\n"
			    : study->advice.now.warps_per_sm == study->advice.now.warps_max
				    ? "<p>None: every warp of the SM is taken.</p>\n"
				    : "<p>None: no single number gains a block.</p>\n");
}

/* ---- the whole ---- */

void
gm_dossier_write_occupancy(gm_text *out, gm_dossier_page *page, const gm_dossier *d)
{
	gm_dossier_begin_section(out, "Occupancy");
	write_verdict(out, &d->prediction);
	if (d->prediction.occupancy.launchable)
		write_limiters(out, d);
	if (d->studied) {
		gm_text_append(out, "<div class=\"plots\">\n");
		for (int i = 0; i < GM_CURVE_COUNT; i++)
			gm_dossier_write_curve(out, page, &d->curves[i]);
		gm_text_append(out, "</div>\n");
		if (!d->study.refused[0])
			write_steps(out, &d->study);
	} else {
		gm_text_append(out, "<p>");
		gm_dossier_say(out, "No curves: %s.", d->study_why);
		gm_text_append(out, "</p>\n");
	}
	gm_text_append(out, "</section>\n");
}
