/*
 * What Markdown and LaTeX have in common: a title, the verdict, a heading for each section with its steps,
 * then what to change and what else was found, as lists.
 */
#include "report/explain.h"
#include "report/report.h"

static void
write_title(gm_text *out, const gm_prediction *p, size_t index, const gm_explain_markup *markup)
{
	gm_text words = {0};
	gm_text_print(&words, "%s on %s", p->kernel->name, p->device->title);
	gm_text_append(out, index ? markup->next_page : "");
	gm_text_append(out, markup->title);
	markup->words(out, words.bytes);
	gm_text_append(out, markup->title_end);
	words.length = 0;
	gm_report_parameters(&words, p->kernel, " ");
	if (words.length) {
		markup->words(out, words.bytes);
		gm_text_append(out, "\n\n");
	}
	markup->words(out, p->verdict);
	gm_text_append(out, "\n");
	gm_text_dispose(&words);
}

static void
write_heading(gm_text *out, int number, const char *title, const char *words,
	      const gm_explain_markup *markup)
{
	gm_text_print(out, "%s%d. ", markup->section, number);
	markup->words(out, title);
	gm_text_append(out, markup->section_end);
	if (!words[0])
		return;
	gm_text_append(out, markup->before_words);
	markup->words(out, words);
	gm_text_append(out, "\n");
}

static void
write_remedies(gm_text *out, const gm_remedies *remedies, int number, const gm_explain_markup *markup)
{
	const bool any = remedies->count > 0;
	write_heading(out, number, gm_explain_remedies_title,
		      any ? gm_explain_remedies_words : gm_explain_no_remedy, markup);
	gm_text_append(out, any ? markup->list : "");
	for (int i = 0; i < remedies->count; i++) {
		const gm_remedy *remedy = &remedies->items[i];
		gm_text_append(out, markup->item);
		markup->words(out, remedy->what);
		gm_explain_line(out, remedy->line);
		gm_text_append(out, ": ");
		markup->words(out, remedy->effect);
		gm_text_append(out, ". Because ");
		markup->words(out, remedy->evidence);
		gm_text_append(out, ".\n");
	}
	gm_text_append(out, any ? markup->list_end : "");
}

/* They go on in the list of remedies, where there is one. */
static void
write_findings(gm_text *out, const gm_prediction *p, bool in_list, const gm_explain_markup *markup)
{
	const int first = gm_explain_next_finding(p, -1);
	gm_text_append(out, first < 0 || in_list ? "" : markup->findings);
	for (int i = first; i >= 0; i = gm_explain_next_finding(p, i)) {
		gm_text_print(out, "%s%s: ", markup->finding, gm_severity_name(p->findings[i].severity));
		markup->words(out, p->findings[i].text);
		gm_explain_line(out, p->findings[i].line);
		gm_text_append(out, "\n");
	}
}

void
gm_explain_marked_add(gm_text *out, const gm_explanation *explanation, size_t index,
		      const gm_explain_markup *markup)
{
	const gm_derivation *d = explanation->derivation;
	write_title(out, explanation->prediction, index, markup);
	for (int i = 0; i < d->sections_count; i++) {
		const gm_section *section = &d->sections[i];
		write_heading(out, i + 1, section->title, section->words, markup);
		for (int k = 0; k < section->count; k++)
			markup->step(out, d, &d->steps[section->first + k]);
	}
	write_remedies(out, explanation->remedies, d->sections_count + 1, markup);
	write_findings(out, explanation->prediction, explanation->remedies->count > 0, markup);
}
