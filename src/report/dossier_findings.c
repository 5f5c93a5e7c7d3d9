#include "report/dossier.h"
#include "report/explain.h"
#include "report/svg.h"

#include <string.h>

void
gm_dossier_write_remedies(gm_text *out, const gm_dossier *dossier)
{
	gm_dossier_begin_section(out, gm_explain_remedies_title);
	gm_report_remedies_html(out, &dossier->remedies);
	gm_text_append(out, "</section>\n");
}

/* "sgemm.cu:12, PTX line 345"; nothing when it is not about a line. */
static void
write_place(gm_text *out, const gm_finding *f)
{
	if (f->line)
		gm_dossier_say(out, "%s%s%d", gm_text_file_name(f->file), *f->file ? ":" : "line ",
			       f->line);
	if (f->ptx_line)
		gm_dossier_say(out, "%sPTX line %d", f->line ? ", " : "", f->ptx_line);
}

static void
write_finding(gm_text *out, const gm_finding *f, int row)
{
	const char *severity = gm_severity_name(f->severity);
	gm_text_print(out, "<tr class=\"%s\"><th scope=\"row\" class=\"w\">%s<br/><code>%s</code></th>",
		      severity, severity, gm_finding_name(f->id));
	gm_text_append(out, "<td class=\"w\">");
	write_place(out, f);
	gm_text_append(out, "</td><td class=\"w\">");
	gm_dossier_say(out, "%s", f->text);
	gm_text_append(out, "</td>");
	if (f->cost_s.kind == GM_KIND_UNKNOWN) {
		gm_text_append(out, "<td>-</td><td>-</td></tr>\n");
		return;
	}
	gm_dossier_cell(out, f->cost_s, GM_SECONDS, "findings.%d.cost_s", row);
	gm_dossier_cell(out, f->gain_s, GM_SECONDS, "findings.%d.gain_s", row);
	gm_text_append(out, "</tr>\n");
}

void
gm_dossier_write_findings(gm_text *out, const gm_dossier *dossier)
{
	static const char *const heads[] = {"<finding", "<where", "<what", "costs", "gain without"};
	const gm_prediction *p = &dossier->prediction;
	gm_dossier_begin_section(out, "Findings");
	if (p->findings_count == 0) {
		gm_text_append(out, "<p>Nothing stands out.</p>\n</section>\n");
		return;
	}
	gm_dossier_begin_table(out,
			       "What costs time, or should be known: the unit's time that it takes, and how "
			       "much faster the kernel would be without",
			       heads, sizeof heads / sizeof *heads);
	for (int i = 0; i < p->findings_count; i++)
		write_finding(out, &p->findings[i], i);
	gm_dossier_end_table(out);
	gm_text_append(out, "</section>\n");
}
