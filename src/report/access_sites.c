/*
 * transpose_shared on NVIDIA GeForce RTX 2080 Ti: its memory accesses, per request of a warp
 *
 *  line  access                              requests  trans.  useful passes  best
 *    27  load array_in[gr*n_cols + gc]        33.55 M      4   100 %      1     1
 */
#include "report/access.h"

#include "report/paragraph.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

static void
write_site(gm_text *out, const gm_kernel *kernel, const gm_counts *counts, int s)
{
	const gm_site *site = &kernel->sites[s];
	const int64_t *of = counts->sites[s].of;
	const bool joins = kernel->origin == GM_FROM_PTX;
	const double requests = (double)of[GM_COUNT_REQUESTS];
	char count[32];
	gm_text access = {0};
	gm_access_say_instruction(&access, kernel, site);
	gm_text_print(out, "%5d  ", site->line);
	gm_report_field(out, &access, 34);
	gm_text_print(out, " %9s", gm_report_count(requests, count, sizeof count));
	gm_text_dispose(&access);
	if (requests == 0) {
		gm_text_append(out, !gm_counts_shows_all(counts) ? "  joined, or not in a sample\n"
				    : joins                      ? "  joined or never executed\n"
								 : "  never executed\n");
		return;
	}
	if (site->space == GM_GLOBAL)
		gm_text_print(out, " %6.3g %5.3g %%", (double)of[GM_COUNT_TRANSACTIONS] / requests,
			      100 * (double)of[GM_COUNT_DISTINCT_BYTES] /
				      (double)of[GM_COUNT_MOVED_BYTES]);
	else
		gm_text_append(out, "      -       -");
	if (of[GM_COUNT_IDEAL_WAVEFRONTS] > 0)
		gm_text_print(out, " %6.3g %5.3g\n", (double)of[GM_COUNT_WAVEFRONTS] / requests,
			      (double)of[GM_COUNT_IDEAL_WAVEFRONTS] / requests);
	else
		gm_text_append(out, "      -     -\n");
}

static void
write_rules(gm_text *out, const gm_device *device)
{
	gm_text words = {0};
	gm_text_print(&words, "transactions: %s (%s); passes: %s (%s); this device: ",
		      gm_coalescing_name(device->coalescing),
		      gm_coalescing_whose(device->coalescing), gm_banks_name(device->banks),
		      gm_banks_whose(device->banks));
	gm_access_say_capability(&words, device);
	gm_report_paragraph(out, words.bytes, 2);
	gm_text_dispose(&words);
}

void
gm_report_sites_text(gm_text *out, const gm_kernel *kernel, const gm_device *device,
		     const gm_counts *counts)
{
	gm_text words = {0};
	gm_text_print(&words, "%s on %s: its memory accesses, per request of a warp", kernel->name,
		      device->title);
	gm_report_paragraph(out, words.bytes, 2);
	gm_text_dispose(&words);
	gm_text_append(out, "\n line  access                              requests  trans.  useful "
			    "passes  best\n");
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_memory(kernel->sites[s].operation) &&
		    !gm_counts_went_elsewhere(kernel, counts, s))
			write_site(out, kernel, counts, s);
	write_rules(out, device);
	gm_text_append(out, "\n--site ARRAY, ARRAY#2 or a line number draws one\n");
}
