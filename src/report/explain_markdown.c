/*
 * # tiled_mm on NVIDIA H100 SXM5 80GB
 *
 * ## 3. Operations and bytes: computational intensity
 *
 * **I**, computational intensity (exact)
 *
 *     I = F / Q
 *       = 2.147 GFLOP / 541.1 MB
 *       = 3.969 FLOP/B
 *
 * - `F`: ...
 */
#include "report/explain.h"
#include "report/report.h"

#include <string.h>

static const gm_explain_style style = {&gm_formula_plain, NULL, gm_explain_value};

/* Signs that begin markup anywhere in a line; none of our lines begins with one that counts there.
 */
void
gm_explain_markdown_text(gm_text *out, const char *words)
{
	for (; *words; words++) {
		if (strchr("\\`*_{}[]<>#|~&", *words))
			gm_text_append(out, "\\");
		gm_text_append_bytes(out, words, 1);
	}
}

/* Between back ticks, as many as the text needs. */
static void
write_code(gm_text *out, const char *code)
{
	size_t longest = 0, run = 0;
	for (const char *c = code; *c; c++) {
		run = *c == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	const char *const pad = longest ? " " : "";
	for (size_t i = 0; i <= longest; i++)
		gm_text_append(out, "`");
	gm_text_print(out, "%s%s%s", pad, code, pad);
	for (size_t i = 0; i <= longest; i++)
		gm_text_append(out, "`");
}

static void
write_terms(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	bool any = false;
	for (int i = 0; i < step->terms_count; i++) {
		const gm_term *term = &step->terms[i];
		if (term->step >= 0 || gm_explain_is_repeated(d, step, term))
			continue;
		gm_text_append(out, any ? "- " : "\n- ");
		any = true;
		write_code(out, term->symbol);
		gm_text_append(out, ": ");
		gm_explain_markdown_text(out, term->name);
		gm_text_append(out, " (");
		gm_explain_markdown_text(out, term->source);
		gm_text_append(out, ")\n");
	}
}

static void
write_lines(gm_text *out, const gm_step *step)
{
	const int indent = (int)strlen(step->symbol);
	gm_text_print(out, "    %s", step->symbol);
	if (step->formula[0]) {
		gm_text_append(out, " = ");
		gm_explain_formula(out, step, &style);
		gm_text_print(out, "\n    %*s", indent, "");
	}
	if (step->formula[0] && !gm_explain_is_plain(step)) {
		gm_text_append(out, " = ");
		gm_explain_substituted(out, step, &style);
		gm_text_print(out, "\n    %*s", indent, "");
	}
	gm_text_append(out, " = ");
	if (step->value.kind == GM_KIND_UNKNOWN)
		gm_text_append(out, "unknown");
	else
		gm_explain_value(out, step->value.value, step->unit);
	gm_text_append(out, "\n");
}

static void
write_step(gm_text *out, const gm_derivation *d, const gm_step *step)
{
	gm_text_append(out, "\n");
	write_code(out, step->symbol);
	gm_text_append(out, ", ");
	gm_explain_markdown_text(out, step->name);
	if (step->line)
		gm_text_print(out, ", line %d", step->line);
	gm_text_print(out, " (%s)\n\n", gm_kind_name(step->value.kind));
	write_lines(out, step);
	write_terms(out, d, step);
	const char *const words[] = {step->value.kind == GM_KIND_UNKNOWN ? step->value.why : "",
				     step->source, step->note};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!words[i][0])
			continue;
		gm_text_append(out, "\n");
		gm_explain_markdown_text(out, words[i]);
		gm_text_append(out, "\n");
	}
}

static const gm_explain_markup markup = {.words = gm_explain_markdown_text,
					 .next_page = "\n",
					 .title = "# ",
					 .title_end = "\n\n",
					 .section = "\n## ",
					 .section_end = "\n",
					 .before_words = "\n",
					 .list = "\n",
					 .item = "- ",
					 .list_end = "",
					 .findings = "\n",
					 .finding = "- ",
					 .step = write_step};

void
gm_explain_markdown_add(gm_text *out, const gm_explanation *explanation, size_t index)
{
	gm_explain_marked_add(out, explanation, index, &markup);
}
