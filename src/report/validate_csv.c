/*
 * file,line,set,cache,group,kernel,device,parameters,launch,source,from,metric,unit,kind,...
 * seeds.xml,14,validation,cold,matrix product,naive_mm,g80,n=1024,,uiuc_g80,descriptor,...
 */
#include "report/validate.h"

#include "report/report.h"

#include <stdio.h>

static void
write_number(gm_text *out, bool known, double value)
{
	char text[40] = "";
	if (known)
		gm_number_format(value, text, sizeof text);
	gm_text_append(out, ",");
	gm_text_append(out, text);
}

static void
write_word(gm_text *out, const char *word)
{
	gm_text_append(out, ",");
	gm_report_csv_field(out, word);
}

static void
write_limit(gm_text *out, int limit)
{
	write_word(out, limit >= 0 ? gm_limit_name(limit) : "");
}

static void
write_run(gm_text *out, const gm_run *run)
{
	gm_text parameters = {0};
	for (int i = 0; i < run->parameters_count; i++)
		gm_text_print(&parameters, "%s%s=%lld", i ? " " : "", run->parameters[i].name,
			      (long long)run->parameters[i].value);
	gm_report_csv_field(out, run->file->file);
	gm_text_print(out, ",%d", run->line);
	write_word(out, gm_run_set_name(run->set));
	write_word(out, run->warm ? "warm" : "cold");
	write_word(out, run->group);
	write_word(out, run->kernel);
	write_word(out, run->device);
	write_word(out, parameters.bytes ? parameters.bytes : "");
	write_word(out, run->launch);
	write_word(out, run->source->id);
	gm_text_dispose(&parameters);
}

void
gm_report_validation_csv(gm_text *out, const gm_validation *v)
{
	gm_text_append(
		out,
		"file,line,set,cache,group,kernel,device,parameters,launch,source,from,metric,unit,"
		"kind,"
		"predicted,predicted_spread,"
		"measured,spread,rounding,ratio,error,limit,bound_s,bound,measured_s,beats_bound,"
		"left_out\n");
	for (int i = 0; i < v->count; i++) {
		const gm_validation_row *row = &v->rows[i];
		write_run(out, row->run);
		write_word(out, gm_origin_name(row->from));
		write_word(out, row->measured->metric);
		write_word(out, row->measured->unit);
		write_word(out, gm_kind_name(row->predicted.kind));
		write_number(out, row->predicted.kind != GM_KIND_UNKNOWN, row->predicted.value);
		write_number(out, row->predicted_spread > 0, row->predicted_spread);
		write_number(out, true, row->measured->value);
		write_number(out, true, row->measured->spread_ratio);
		write_number(out, true, row->measured->rounding_ratio);
		write_number(out, row->compared, row->ratio);
		write_number(out, row->compared, row->error_ratio);
		write_limit(out, row->limit);
		write_number(out, row->bound_s > 0, row->bound_s);
		write_limit(out, row->bound_limit);
		write_number(out, row->measured_s > 0, row->measured_s);
		write_word(out, row->beats_bound ? "1" : "0");
		write_word(out, row->why);
		gm_text_append(out, "\n");
	}
}
