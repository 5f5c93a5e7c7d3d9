/*
 * A branch that each lane takes with probability p: how many warps pay for it
 *
 *         p   warp of 32   wavefront of 64
 *             1-(1-p)^32        1-(1-p)^64
 *       0.1       96.6 %            99.9 %
 *
 *  line  instruction                     executed  lanes    used partial  after
 *    21  load A[row*n + k]                1048576     32   100 %     0 %
 *    27  store C[i]                         32768     16    50 %   100 %  24
 */
#include "report/divergence.h"

#include "model/divergence.h"
#include "report/access.h"
#include "report/paragraph.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

/* "96.6 %"; "100 %" only when all pay, however near the rest comes. */
static const char *
paying(double probability, int lanes, char *out, size_t out_bytes)
{
	const double ratio = gm_divergence_paying_ratio(probability, lanes);
	const bool nearly = probability < 1 && ratio > 0.9995;
	snprintf(out, out_bytes, nearly && ratio > 0.99999 ? "> 99.999 %%" : "%.*g %%",
		 nearly ? 5 : 3, 100 * ratio);
	return out;
}

void
gm_report_branch_text(gm_text *out, const double *probabilities, int count)
{
	gm_text_append(
		out,
		"A branch that each lane takes with probability p: the warps that pay for it\n\n"
		"         p    warp of 32   wavefront of 64\n"
		"              1-(1-p)^32        1-(1-p)^64\n");
	for (int i = 0; i < count; i++) {
		char narrow[32], wide[32];
		gm_text_print(out, "%10.6g %13s %17s\n", probabilities[i],
			      paying(probabilities[i], 32, narrow, sizeof narrow),
			      paying(probabilities[i], 64, wide, sizeof wide));
	}
	gm_text_append(
		out,
		"\nwarps of 32: NVIDIA, every cc; wavefronts of 64: AMD GCN; lanes independent\n");
}

static void
write_site(gm_text *out, const gm_divergence *d, int s)
{
	const gm_site *site = &d->kernel->sites[s];
	const int64_t *of = d->sites[s].of;
	char count[32];
	gm_text name = {0};
	gm_access_say_instruction(&name, d->kernel, site);
	gm_text_print(out, "%5d  ", site->line);
	gm_report_field(out, &name, 30);
	gm_text_dispose(&name);
	const double executed = (double)of[GM_DIVERGENCE_INSTRUCTIONS];
	gm_text_print(out, " %9s", gm_report_count(executed, count, sizeof count));
	if (executed == 0) {
		gm_text_append(out, "  never\n");
		return;
	}
	const double lanes = (double)of[GM_DIVERGENCE_LANES] / executed;
	const double partial = 100 * (double)of[GM_DIVERGENCE_PARTIAL] / executed;
	gm_text_print(out, " %6.3g %5.3g %%", lanes, 100 * lanes / d->warp_lanes);
	if (partial > 0 && partial < 0.01)
		gm_text_append(out, " <0.01 %");
	else
		gm_text_print(out, " %5.3g %%", partial);
	if (d->sites[s].other >= 0)
		gm_text_print(out, "  %d", d->kernel->sites[d->sites[s].other].line);
	gm_text_append(out, "\n");
}

static void
paragraph(gm_text *out, gm_text *words)
{
	gm_report_paragraph(out, words->bytes, 2);
	gm_text_dispose(words);
}

static void
write_head(gm_text *out, const gm_divergence *d)
{
	gm_text words = {0};
	gm_text_print(&words, "%s on %s: warp instructions issued, lanes used", d->kernel->name,
		      d->device->title);
	paragraph(out, &words);
	gm_text_append(out,
		       "\n line  instruction                     executed  lanes    used partial  "
		       "after\n");
}

static void
write_total(gm_text *out, const gm_divergence *d)
{
	const double issued = (double)d->total[GM_DIVERGENCE_INSTRUCTIONS] * d->warp_lanes;
	gm_text words = {0};
	char count[32];
	if (issued == 0) {
		gm_text_append(out, "\nnothing is executed\n");
		return;
	}
	gm_text_print(
		&words,
		"total (%s): %s warp instructions use %.4g of %d lanes: %.3g %% used, %.3g %% "
		"switched "
		"off by conditions and loops, %.3g %% missing in blocks that are no whole warps",
		d->exact ? "exact" : "model",
		gm_report_count((double)d->total[GM_DIVERGENCE_INSTRUCTIONS], count, sizeof count),
		(double)d->total[GM_DIVERGENCE_LANES] /
			(double)d->total[GM_DIVERGENCE_INSTRUCTIONS],
		d->warp_lanes, 100 * (double)d->total[GM_DIVERGENCE_LANES] / issued,
		100 * (double)d->total[GM_DIVERGENCE_OFF] / issued,
		100 * (double)d->total[GM_DIVERGENCE_MISSING] / issued);
	gm_text_append(out, "\n");
	paragraph(out, &words);
	if (!d->exact) {
		gm_text_print(&words, "model: %s", d->why);
		paragraph(out, &words);
	}
	gm_text_print(&words, "warps of %d lanes: ", d->warp_lanes);
	gm_access_say_capability(&words, d->device);
	gm_text_append(
		&words,
		"; partial: executed with a lane switched off; after: the line that the same "
		"warp executed just before for other lanes, both paths paid for");
	paragraph(out, &words);
}

void
gm_report_divergence_text(gm_text *out, const gm_divergence *d)
{
	write_head(out, d);
	for (int s = 0; s < d->kernel->sites_count; s++)
		write_site(out, d, s);
	write_total(out, d);
}
