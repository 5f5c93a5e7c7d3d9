/*
 * tiled_mm on NVIDIA GeForce GTX 280
 * n=1024 TILE=16
 *
 * 3. Operations and bytes: computational intensity
 *    Bytes as the threads ask for them, whatever the hardware moves.
 *
 *    F     floating-point operations
 *          = 2 x E_fma_f32
 *          = 2 x 1.074 G
 *          = 2.147 GFLOP                                                exact
 *          E_fma_f32: fused multiply-add, f32: lanes that executed it: counted lane by lane
 */
#include "report/explain.h"
#include "report/paragraph.h"
#include "report/report.h"

#include <string.h>

enum { MARGIN = 3, INDENT = 15, KIND_COLUMN = 72 };

static const gm_explain_style style = {&gm_formula_plain, NULL, gm_explain_value};

static void
write_paragraph(gm_text *out, size_t margin, const gm_text *words)
{
	gm_text_pad_to(out, margin);
	gm_report_paragraph(out, words->length ? words->bytes : "", margin);
}

/* "= 2 x 1.074 G", broken where it is too long. */
static void
write_equals(gm_text *out, const gm_text *right)
{
	gm_text_pad_to(out, INDENT);
	gm_text_append(out, "= ");
	gm_report_paragraph(out, right->bytes, INDENT + 2);
}

static void
write_answer(gm_text *out, const gm_step *step)
{
	gm_text line = {0};
	gm_text_pad_to(out, INDENT);
	gm_text_append(out, "= ");
	if (step->value.kind == GM_KIND_UNKNOWN) {
		gm_text_print(&line, "unknown: %s", step->value.why);
		gm_report_paragraph(out, line.bytes, INDENT + 2);
	} else {
		gm_explain_value(out, step->value.value, step->unit);
		gm_text_append(out, " ");
		gm_text_pad_to(out, KIND_COLUMN);
		gm_text_print(out, "%s\n", gm_kind_name(step->value.kind));
	}
	gm_text_dispose(&line);
}

/* Results of steps are explained where they stand, other terms where they first occur. */
static void
write_sources(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	gm_text line = {0};
	for (int i = 0; i < step->terms_count; i++) {
		const gm_term *term = &step->terms[i];
		if (term->step >= 0 || gm_explain_is_repeated(d, step, term))
			continue;
		line.length = 0;
		gm_text_print(&line, "%s: %s (%s)", term->symbol, term->name, term->source);
		gm_text_pad_to(out, INDENT + 2);
		gm_report_paragraph(out, line.bytes, INDENT + 4);
	}
	if (step->source[0]) {
		line.length = 0;
		gm_text_print(&line, "(%s)", step->source);
		write_paragraph(out, INDENT + 2, &line);
	}
	gm_text_dispose(&line);
}

static void
write_step(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	gm_text line = {0};
	gm_text_pad_to(out, MARGIN);
	gm_text_append(out, step->symbol);
	gm_text_append(out, " ");
	gm_text_pad_to(out, INDENT);
	gm_text_append(&line, step->name);
	if (step->line)
		gm_text_print(&line, " (line %d)", step->line);
	gm_report_paragraph(out, line.bytes, INDENT);
	if (step->formula[0]) {
		line.length = 0;
		gm_explain_formula(&line, step, &style);
		write_equals(out, &line);
	}
	if (step->formula[0] && !gm_explain_is_plain(step)) {
		line.length = 0;
		gm_explain_substituted(&line, step, &style);
		write_equals(out, &line);
	}
	write_answer(out, step);
	write_sources(out, d, step);
	if (step->note[0]) {
		line.length = 0;
		gm_text_append(&line, step->note);
		write_paragraph(out, INDENT + 2, &line);
	}
	gm_text_dispose(&line);
}

static void
write_section(gm_text *out, const gm_derivation *d, int index)
{
	const gm_section *section = &d->sections[index];
	gm_text_print(out, "\n%d. %s\n", index + 1, section->title);
	if (section->words[0]) {
		gm_text_pad_to(out, MARGIN);
		gm_report_paragraph(out, section->words, MARGIN);
	}
	for (int i = 0; i < section->count; i++) {
		gm_text_append(out, "\n");
		write_step(out, d, &d->steps[section->first + i]);
	}
}

void
gm_report_remedies_text(gm_text *out, const gm_remedies *remedies)
{
	gm_text line = {0};
	for (int i = 0; i < remedies->count; i++) {
		const gm_remedy *remedy = &remedies->items[i];
		gm_text_append(out, "\n   - ");
		line.length = 0;
		gm_text_append(&line, remedy->what);
		gm_explain_line(&line, remedy->line);
		gm_text_print(&line, ": %s.", remedy->effect);
		gm_report_paragraph(out, line.bytes, MARGIN + 2);
		line.length = 0;
		gm_text_print(&line, "Because %s.", remedy->evidence);
		write_paragraph(out, MARGIN + 2, &line);
	}
	if (remedies->count == 0)
		gm_text_print(out, "\n   %s\n", gm_explain_no_remedy);
	gm_text_dispose(&line);
}

static void
write_findings(gm_text *out, const gm_prediction *p)
{
	gm_text line = {0};
	for (int i = gm_explain_next_finding(p, -1); i >= 0; i = gm_explain_next_finding(p, i)) {
		const gm_finding *f = &p->findings[i];
		line.length = 0;
		gm_text_print(&line, "%s: %s", gm_severity_name(f->severity), f->text);
		gm_explain_line(&line, f->line);
		gm_text_append(out, "\n   - ");
		gm_report_paragraph(out, line.bytes, MARGIN + 2);
	}
	gm_text_dispose(&line);
}

static void
write_remedies(gm_text *out, const gm_explanation *explanation)
{
	gm_text_print(out, "\n%d. %s\n   ", explanation->derivation->sections_count + 1,
		      gm_explain_remedies_title);
	gm_report_paragraph(out, gm_explain_remedies_words, MARGIN);
	gm_report_remedies_text(out, explanation->remedies);
	write_findings(out, explanation->prediction);
}

void
gm_explain_text_add(gm_text *out, const gm_explanation *explanation, size_t index)
{
	const gm_prediction *p = explanation->prediction;
	gm_text line = {0};
	gm_text_append(out, index ? "\n\n" : "");
	gm_text_print(&line, "%s on %s", p->kernel->name, p->device->title);
	gm_report_paragraph(out, line.bytes, 2);
	line.length = 0;
	gm_report_parameters(&line, p->kernel, " ");
	if (line.length)
		gm_report_paragraph(out, line.bytes, 0);
	gm_text_append(out, "\n");
	gm_report_paragraph(out, p->verdict, 2);
	for (int i = 0; i < explanation->derivation->sections_count; i++)
		write_section(out, explanation->derivation, i);
	write_remedies(out, explanation);
	gm_text_dispose(&line);
}
