/*
 * \section*{tiled\_mm on NVIDIA H100 SXM5 80GB}
 * ...
 * \paragraph{computational intensity} (exact)
 * \begin{align*}
 * I &= \frac{F}{Q} = \frac{2.147\,\text{GFLOP}}{541.1\,\text{MB}} = 3.969\,\text{FLOP/B}
 * \end{align*}
 *
 * ASCII only; nothing beyond amsmath and geometry is needed.
 */
#include "report/explain.h"
#include "report/report.h"

#include <string.h>

/* What TeX takes for itself; what is not ASCII becomes '?'. */
static void
write_escaped(gm_text *out, const char *words)
{
	static const struct {
		char sign;
		const char *as;
	} rows[] = {{'\\', "\\textbackslash{}"},
		    {'{', "\\{"},
		    {'}', "\\}"},
		    {'$', "\\$"},
		    {'&', "\\&"},
		    {'#', "\\#"},
		    {'%', "\\%"},
		    {'_', "\\_\\allowbreak{}"},
		    {'~', "\\textasciitilde{}"},
		    {'^', "\\textasciicircum{}"},
		    {'<', "\\textless{}"},
		    {'>', "\\textgreater{}"},
		    {'|', "\\textbar{}"},
		    {'"', "''"},
		    {'-', "{-}"},
		    {'*', "*\\allowbreak{}"}};
	for (; *words; words++) {
		const unsigned char c = (unsigned char)*words;
		const char *as = NULL;
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			as = rows[i].sign == *words ? rows[i].as : as;
		if (as)
			gm_text_append(out, as);
		else if (c >= ' ' && c < 127)
			gm_text_append_bytes(out, words, 1);
		else if ((c & 0xc0) != 0x80) /* one sign for a character of several bytes */
			gm_text_append(out, c < ' ' ? " " : "?");
	}
}

/* In math: upright, hyphens as they are. */
static void
write_upright(gm_text *out, const char *words)
{
	gm_text_append(out, "\\text{");
	write_escaped(out, words);
	gm_text_append(out, "}");
}

/* "W_sm" has an upright index; a name of several letters is a word. */
static void
write_symbol(gm_text *out, const char *symbol)
{
	const size_t head = strcspn(symbol, "_");
	char name[GM_FORMULA_SYMBOL_BYTES + 64] = "";
	strncat(name, symbol, head < sizeof name ? head : sizeof name - 1);
	if (head == 1)
		gm_text_append(out, name);
	else
		write_upright(out, name);
	if (symbol[head] == '\0')
		return;
	gm_text_append(out, "_{");
	write_upright(out, symbol + head + 1);
	gm_text_append(out, "}");
}

static void
write_value(gm_text *out, double value, const char *unit)
{
	gm_text text = {0};
	gm_explain_value(&text, value, unit);
	char *space = strchr(text.bytes, ' ');
	if (space)
		*space = '\0';
	gm_text_append(out, text.bytes);
	if (space) {
		gm_text_append(out, "\\,");
		write_upright(out, space + 1);
	}
	gm_text_dispose(&text);
}

static const gm_explain_style style = {&gm_formula_latex, write_symbol, write_value};
static const gm_explain_style plain = {&gm_formula_plain, NULL,
				       gm_explain_value}; /* for its length */

static void
write_terms(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	bool any = false;
	for (int i = 0; i < step->terms_count; i++) {
		const gm_term *term = &step->terms[i];
		if (term->step >= 0 || gm_explain_is_repeated(d, step, term))
			continue;
		gm_text_append(out, any ? "; " : "{\\small ");
		any = true;
		gm_text_append(out, "$");
		write_symbol(out, term->symbol);
		gm_text_append(out, "$: ");
		write_escaped(out, term->name);
		gm_text_append(out, " (");
		write_escaped(out, term->source);
		gm_text_append(out, ")");
	}
	gm_text_append(out, any ? ".\\par}\n" : "");
}

/* Short equations stand on one line, longer ones on two or three. */
static void
write_equations(gm_text *out, const gm_step *step)
{
	enum { ONE_LINE = 70, FIRST_LINE = 50 };
	gm_text formula = {0}, values = {0};
	const bool plain_symbol = gm_explain_is_plain(step);
	gm_explain_formula(&formula, step, &plain);
	gm_explain_substituted(&values, step, &plain);
	const size_t length = formula.length + values.length;
	gm_text_append(out, "\\begin{align*}\n");
	write_symbol(out, step->symbol);
	gm_text_append(out, " &= ");
	if (step->formula[0]) {
		gm_explain_formula(out, step, &style);
		gm_text_append(out, length > FIRST_LINE && !plain_symbol ? "\\\\\n &= " : " = ");
	}
	if (step->formula[0] && !plain_symbol) {
		gm_explain_substituted(out, step, &style);
		gm_text_append(out, values.length > ONE_LINE ? "\\\\\n &= " : " = ");
	}
	if (step->value.kind == GM_KIND_UNKNOWN)
		gm_text_append(out, "\\text{unknown}");
	else
		write_value(out, step->value.value, step->unit);
	gm_text_append(out, "\n\\end{align*}\n");
	gm_text_dispose(&formula);
	gm_text_dispose(&values);
}

static void
write_step(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	gm_text_append(out, "\n\\medskip\\noindent\\textbf{");
	write_escaped(out, step->name);
	gm_text_append(out, "}");
	if (step->line)
		gm_text_print(out, ", line %d", step->line);
	gm_text_print(out, " \\textit{(%s)}", gm_kind_name(step->value.kind));
	const char *const words[] = {step->value.kind == GM_KIND_UNKNOWN ? step->value.why : "",
				     step->source, step->note};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		gm_text_append(out, words[i][0] ? " " : "");
		write_escaped(out, words[i]);
	}
	gm_text_append(out, "\n");
	write_equations(out, step);
	write_terms(out, d, step);
}

static const gm_explain_markup markup = {.words = write_escaped,
					 .next_page = "\\clearpage\n",
					 .title = "\\section*{",
					 .title_end = "}\n",
					 .section = "\n\\subsection*{",
					 .section_end = "}\n",
					 .before_words = "",
					 .list = "\\begin{itemize}\n",
					 .item = "\\item ",
					 .list_end = "\\end{itemize}\n",
					 .findings = "",
					 .finding = "\n",
					 .step = write_step};

void
gm_explain_latex_begin(gm_text *out)
{
	gm_text_append(out, "\\documentclass{article}\n"
			    "\\usepackage{amsmath}\n"
			    "\\usepackage[margin=25mm]{geometry}\n"
			    "\\allowdisplaybreaks\n"
			    "\\setlength{\\emergencystretch}{3em}\n"
			    "\\begin{document}\n");
}

void
gm_explain_latex_add(gm_text *out, const gm_explanation *explanation, size_t index)
{
	gm_explain_marked_add(out, explanation, index, &markup);
}

void
gm_explain_latex_end(gm_text *out, size_t count)
{
	(void)count;
	gm_text_append(out, "\\end{document}\n");
}
