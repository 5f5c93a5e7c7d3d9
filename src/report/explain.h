/*
 * A derivation for people: text of 80 columns, Markdown, LaTeX, HTML; and as JSON. Writers compute
 * nothing: they write what analysis/derivation.h and analysis/remedy.h hold.
 *
 *     text      I = F / Q                                               computational intensity
 *                 = 2.147 GFLOP / 541.1 MB
 *                 = 3.969 FLOP/B                                        exact
 *     markdown  headings, a table of symbols under each step
 *     latex     a whole document for pdflatex; the body alone to be put into another
 *     html      a fragment, <section class="gm-derivation">, to be put into a page
 *     json      {"schema": "gpumodel-explanation/1", "explanations": [...]}, base units
 */
#ifndef GM_REPORT_EXPLAIN_H
#define GM_REPORT_EXPLAIN_H

#include "analysis/derivation.h"
#include "analysis/remedy.h"
#include "base/text.h"

/* One kernel on one device. */
typedef struct gm_explanation {
	const gm_prediction *prediction;
	const gm_derivation *derivation;
	const gm_remedies *remedies;
} gm_explanation;

typedef struct gm_explain_format {
	const char *name;   /* for --format */
	const char *suffix; /* for -o FILE, without the dot */
	void (*begin)(gm_text *out);
	void (*add)(gm_text *out, const gm_explanation *explanation, size_t index);
	void (*end)(gm_text *out, size_t count);
} gm_explain_format;

extern const gm_explain_format gm_explain_formats[];
extern const int gm_explain_formats_count;

/* ---- pieces, for other pages ---- */

/* <section> with the derivation of every number; of one section; nothing else of a page. */
void gm_report_derivation_html(gm_text *out, const gm_derivation *derivation);
void gm_report_derivation_section_html(gm_text *out, const gm_derivation *derivation, int section);

/* <ol class="gm-remedies">: what to change, the largest gain first; a sentence when there is
   nothing. */
void gm_report_remedies_html(gm_text *out, const gm_remedies *remedies);
/* <ul class="gm-findings">: the rest of what the prediction found; nothing when there is none. */
void gm_report_findings_html(gm_text *out, const gm_prediction *prediction);
void gm_report_remedies_text(gm_text *out, const gm_remedies *remedies);

/* ---- one file each ---- */

void gm_explain_text_add(gm_text *out, const gm_explanation *explanation, size_t index);
void gm_explain_markdown_add(gm_text *out, const gm_explanation *explanation, size_t index);
void gm_explain_latex_begin(gm_text *out);
void gm_explain_latex_add(gm_text *out, const gm_explanation *explanation, size_t index);
void gm_explain_latex_end(gm_text *out, size_t count);
void gm_explain_html_add(gm_text *out, const gm_explanation *explanation, size_t index);
void gm_explain_json_begin(gm_text *out);
void gm_explain_json_add(gm_text *out, const gm_explanation *explanation, size_t index);
void gm_explain_json_end(gm_text *out, size_t count);

/* ---- shared by the writers ---- */

extern const char gm_explain_remedies_title[];
extern const char gm_explain_remedies_words[];
extern const char gm_explain_no_remedy[];

/* " (line 23)"; nothing when it is not about a line. */
void gm_explain_line(gm_text *out, int line);

/* The findings of a prediction that no remedy tells better: errors, notes, what cannot be changed.
   From `after` (-1: the first); -1: no more. */
int gm_explain_next_finding(const gm_prediction *prediction, int after);

/* "541.1 MB", "134217728", "3.969 FLOP/B", "12 us", "13668.3 cycles": whole numbers of up to ten digits
   as they are, or up to seven where the unit takes a decimal prefix; others to four digits, with a
   prefix where the unit takes one, else with one digit behind the point at least. Zeros at the end are
   left out where nothing was rounded: "1.000" is not 1. */
void gm_explain_value(gm_text *out, double value, const char *unit);

/* With the signs that begin markup escaped. */
void gm_explain_markdown_text(gm_text *out, const char *words);

/* How a writer puts values into a formula: its signs, and what it does with a value's text. */
typedef struct gm_explain_style {
	const gm_formula_style *signs;
	void (*symbol)(gm_text *out, const char *symbol); /* NULL: as it is */
	void (*value)(gm_text *out, double value, const char *unit);
} gm_explain_style;

/* How a page of headings, paragraphs and lists is marked. */
typedef struct gm_explain_markup {
	void (*words)(gm_text *out, const char *words); /* escaped */
	const char *next_page, *title, *title_end; /* next_page: before all titles but the first */
	const char *section, *section_end;
	const char *before_words; /* of a section, behind its heading */
	const char *list, *item, *list_end;
	const char *findings, *finding; /* before the first where no list is before it; before each */
	void (*step)(gm_text *out, const gm_derivation *derivation, const gm_step *step);
} gm_explain_markup;

/* explain_marked.c: the whole of one kernel. */
void gm_explain_marked_add(gm_text *out, const gm_explanation *explanation, size_t index,
			   const gm_explain_markup *markup);

/* The formula in symbols, and with values put in. Nothing for a step without a formula. */
void gm_explain_formula(gm_text *out, const gm_step *step, const gm_explain_style *style);
void gm_explain_substituted(gm_text *out, const gm_step *step, const gm_explain_style *style);

/* The same symbol for the same thing was in an earlier step. */
bool gm_explain_is_repeated(const gm_derivation *derivation, const gm_step *step,
                            const gm_term *term);

/* A formula of one symbol: what is put in is the answer. */
bool gm_explain_is_plain(const gm_step *step);

#endif
