/*
 * <section class="gm-derivation">
 * <h2>tiled_mm on NVIDIA H100 SXM5 80GB</h2>
 * <details class="gm-section" data-name="intensity"><summary>3. Operations and bytes</summary>
 * <div><h4>computational intensity <small>exact</small></h4>
 * <p><i>I = F / Q</i><br/>= 2.147 GFLOP / 541.1 MB<br/>= <b>3.969 FLOP/B</b></p>
 * <dl><dt>F</dt><dd>floating-point operations <cite>counted lane by lane</cite></dd></dl></div>
 * ...
 *
 * Fragments without style or script: the page they are put into decides how they look. A page may
 * hold thousands of steps: they have no more markup than they need.
 */
#include "report/explain.h"
#include "report/report.h"
#include "report/svg.h"

#include <string.h>

/* "W_sm": the index is set as one. */
static void
write_symbol(gm_text *out, const char *symbol)
{
	const char *bar = strchr(symbol, '_');
	gm_text head = {0};
	gm_text_append_bytes(&head, symbol, bar ? (size_t)(bar - symbol) : strlen(symbol));
	gm_svg_escape(out, head.bytes);
	if (bar) {
		gm_text_append(out, "<sub>");
		gm_svg_escape(out, bar + 1);
		gm_text_append(out, "</sub>");
	}
	gm_text_dispose(&head);
}

static void
write_value(gm_text *out, double value, const char *unit)
{
	gm_text plain = {0};
	gm_explain_value(&plain, value, unit);
	gm_svg_escape(out, plain.bytes);
	gm_text_dispose(&plain);
}

static const gm_explain_style style = {&gm_formula_unicode, write_symbol, write_value};

static void
write_element(gm_text *out, const char *open, const char *words, const char *close)
{
	if (!words[0])
		return;
	gm_text_append(out, open);
	gm_svg_escape(out, words);
	gm_text_append(out, close);
}

static void
write_equations(gm_text *out, const gm_step *step)
{
	gm_text_append(out, "<p><i>");
	write_symbol(out, step->symbol);
	if (step->formula[0]) {
		gm_text_append(out, " = ");
		gm_explain_formula(out, step, &style);
	}
	gm_text_append(out, step->formula[0] ? "</i><br/>= " : "</i> = ");
	if (step->formula[0] && !gm_explain_is_plain(step)) {
		gm_explain_substituted(out, step, &style);
		gm_text_append(out, "<br/>= ");
	}
	if (step->value.kind == GM_KIND_UNKNOWN) {
		gm_text_append(out, "unknown");
	} else {
		gm_text_append(out, "<b>");
		write_value(out, step->value.value, step->unit);
		gm_text_append(out, "</b>");
	}
	gm_text_append(out, "</p>\n");
}

static void
write_terms(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	bool any = false;
	for (int i = 0; i < step->terms_count; i++) {
		const gm_term *term = &step->terms[i];
		if (term->step >= 0 || gm_explain_is_repeated(d, step, term))
			continue;
		gm_text_append(out, any ? "<dt>" : "<dl><dt>");
		any = true;
		write_symbol(out, term->symbol);
		write_element(out, "</dt><dd>", term->name, "");
		write_element(out, " <cite>", term->source, "</cite>");
		gm_text_append(out, "</dd>");
	}
	gm_text_append(out, any ? "</dl>\n" : "");
}

static void
write_step(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	gm_text_append(out, "<div>");
	write_element(out, "<h4>", step->name, "");
	if (step->line)
		gm_text_print(out, ", line %d", step->line);
	gm_text_print(out, " <small>%s</small></h4>\n",
		      gm_kind_name(step->value.kind));
	write_equations(out, step);
	write_terms(out, d, step);
	if (step->value.kind == GM_KIND_UNKNOWN)
		write_element(out, "<p>", step->value.why, "</p>\n");
	write_element(out, "<p class=\"gm-source\">", step->source, "</p>\n");
	write_element(out, "<p class=\"gm-note\">", step->note, "</p>\n");
	gm_text_append(out, "</div>\n");
}

void
gm_report_derivation_section_html(gm_text *out, const gm_derivation *derivation, int index)
{
	const gm_section *section = &derivation->sections[index];
	write_element(out, "<details class=\"gm-section\" data-name=\"", section->name, "\">");
	gm_text_print(out, "<summary>%d. ", index + 1);
	write_element(out, "", section->title, "</summary>\n");
	write_element(out, "<p>", section->words, "</p>\n");
	for (int i = 0; i < section->count; i++)
		write_step(out, derivation, &derivation->steps[section->first + i]);
	gm_text_append(out, "</details>\n");
}

void
gm_report_derivation_html(gm_text *out, const gm_derivation *derivation)
{
	for (int i = 0; i < derivation->sections_count; i++)
		gm_report_derivation_section_html(out, derivation, i);
}

void
gm_report_remedies_html(gm_text *out, const gm_remedies *remedies)
{
	if (remedies->count == 0)
		write_element(out, "<p>", gm_explain_no_remedy, "</p>\n");
	else
		write_element(out, "<p>", gm_explain_remedies_words,
			      "</p>\n<ol class=\"gm-remedies\">\n");
	for (int i = 0; i < remedies->count; i++) {
		const gm_remedy *remedy = &remedies->items[i];
		write_element(out, "<li data-name=\"", gm_remedy_id_name(remedy->id), "\">");
		write_element(out, "<strong>", remedy->what, "</strong>");
		gm_explain_line(out, remedy->line);
		write_element(out, ": ", remedy->effect, ".");
		write_element(out, "<br/><small>Because ", remedy->evidence, ".</small></li>\n");
	}
	gm_text_append(out, remedies->count ? "</ol>\n" : "");
}

void
gm_report_findings_html(gm_text *out, const gm_prediction *prediction)
{
	const gm_prediction *p = prediction;
	const int first = gm_explain_next_finding(p, -1);
	gm_text_append(out, first < 0 ? "" : "<ul class=\"gm-findings\">\n");
	for (int i = first; i >= 0; i = gm_explain_next_finding(p, i)) {
		const gm_finding *f = &p->findings[i];
		write_element(out, "<li data-name=\"", gm_finding_name(f->id), "\">");
		write_element(out, "<strong>", gm_severity_name(f->severity), "</strong>: ");
		write_element(out, "", f->text, "");
		gm_explain_line(out, f->line);
		gm_text_append(out, "</li>\n");
	}
	gm_text_append(out, first < 0 ? "" : "</ul>\n");
}

void
gm_explain_html_add(gm_text *out, const gm_explanation *explanation, size_t index)
{
	const gm_prediction *p = explanation->prediction;
	gm_text words = {0};
	(void)index;
	gm_text_append(out, "<section class=\"gm-derivation\">\n");
	gm_text_print(&words, "%s on %s", p->kernel->name, p->device->title);
	write_element(out, "<h2>", words.bytes, "</h2>\n");
	words.length = 0;
	gm_report_parameters(&words, p->kernel, " ");
	write_element(out, "<p>", words.length ? words.bytes : "", "</p>\n");
	write_element(out, "<p class=\"gm-verdict\">", p->verdict, "</p>\n");
	gm_report_derivation_html(out, explanation->derivation);
	write_element(out, "<h3>", gm_explain_remedies_title, "</h3>\n");
	gm_report_remedies_html(out, explanation->remedies);
	gm_report_findings_html(out, p);
	gm_text_append(out, "</section>\n");
	gm_text_dispose(&words);
}
