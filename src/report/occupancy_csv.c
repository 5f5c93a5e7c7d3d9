/*
 * kernel,device,block,registers,shared_bytes,blocks_per_sm,warps_per_sm,occupancy_pct,limiter,spills
 * tiled_mm,h100_sxm5,256,32,2048,8,64,100,warps,
 */
#include "report/occupancy.h"

#include "base/quantity.h"
#include "report/occupancy_words.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

static bool
is_bare(const gm_occupancy_study *studies, int count)
{
	for (int i = 0; i < count; i++)
		if (studies[i].subject.kernel[0])
			return false;
	return true;
}

/* block,registers,shared_bytes,blocks_per_sm,warps_per_sm,occupancy_pct,limiter */
static void
write_numbers(gm_text *out, const gm_occupancy_request *request, const gm_occupancy *result,
	      bool refused)
{
	char percent[40];
	gm_number_format(refused ? 0 : 100 * result->ratio, percent, sizeof percent);
	gm_text_print(out, "%lld,%lld,%lld,%lld,%lld,%s,%s", (long long)request->block_threads,
		      (long long)request->registers_per_thread, (long long)request->shared_bytes,
		      refused ? 0 : (long long)result->blocks_per_sm,
		      refused ? 0 : (long long)result->warps_per_sm, percent,
		      gm_limiter_name(result->limiter));
}

static void
write_study(gm_text *out, const gm_occupancy_study *study, bool bare)
{
	const gm_occupancy_subject *s = &study->subject;
	if (!bare) {
		gm_report_csv_field(out, s->kernel);
		gm_text_append(out, ",");
	}
	gm_text_print(out, "%s,", study->device->name);
	write_numbers(out, &s->request, &study->advice.now, study->refused[0] != '\0');
	if (!bare)
		gm_text_print(out, ",%s", s->compiled ? gm_occupancy_spills_name(s->spills) : "");
	gm_text_append(out, "\n");
}

void
gm_report_occupancy_csv(gm_text *out, const gm_occupancy_study *studies, int count)
{
	const bool bare = is_bare(studies, count);
	gm_text_print(out,
		      "%sdevice,block,registers,shared_bytes,blocks_per_sm,warps_per_sm,"
		      "occupancy_pct,limiter%s\n",
		      bare ? "" : "kernel,", bare ? "" : ",spills");
	for (int i = 0; i < count; i++)
		write_study(out, &studies[i], bare);
}

static void
write_side(gm_text *out, const gm_occupancy_study *study)
{
	if (!study) {
		gm_text_append(out, ",,,,,,,,");
		return;
	}
	gm_text_append(out, ",");
	write_numbers(out, &study->subject.request, &study->advice.now, study->refused[0] != '\0');
	gm_text_print(out, ",%s",
		      study->subject.compiled ? gm_occupancy_spills_name(study->subject.spills)
					      : "");
}

void
gm_report_occupancy_pairs_csv(gm_text *out, const gm_occupancy_pair *pairs, int count)
{
	static const char *const columns[] = {"block",         "registers",    "shared_bytes",
					      "blocks_per_sm", "warps_per_sm", "occupancy_pct",
					      "limiter",       "spills"};
	gm_text_append(out, "kernel,device,change");
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
			gm_text_print(out, ",%s_%s", columns[i], side ? "after" : "before");
	gm_text_append(out, "\n");
	for (int i = 0; i < count; i++) {
		const gm_occupancy_study *one = pairs[i].after ? pairs[i].after : pairs[i].before;
		gm_report_csv_field(out, one->subject.kernel);
		gm_text_print(out, ",%s,%s", one->device->name, gm_change_name(pairs[i].change));
		write_side(out, pairs[i].before);
		write_side(out, pairs[i].after);
		gm_text_append(out, "\n");
	}
}

void
gm_report_occupancy_choices_csv(gm_text *out, const gm_occupancy_choices *choices, int count)
{
	gm_text_append(
		out,
		"kernel,device,parameter,value,best,block,registers,shared_bytes,blocks_per_sm,"
		"warps_per_sm,occupancy_pct,limiter\n");
	for (int i = 0; i < count; i++)
		for (int c = 0; c < choices[i].count; c++) {
			const gm_occupancy_choice *item = &choices[i].items[c];
			gm_report_csv_field(out, choices[i].kernel);
			gm_text_print(out, ",%s,%s,%lld,%d,", choices[i].device->name,
				      choices[i].parameter, (long long)item->value,
				      c == choices[i].best);
			write_numbers(out, &item->request, &item->occupancy,
				      !item->occupancy.launchable);
			gm_text_append(out, "\n");
		}
}
