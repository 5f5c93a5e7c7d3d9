#include "report/reference_steps.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a list ---- */

/* Check notes every assertion that holds; these are many. */
static void
must(bool holds, const char *what)
{
	if (!holds)
		ck_abort_msg("%s", what);
}

static written_step *
add_step(written *w)
{
	if (w->count == w->room) {
		w->room = w->room ? 2 * w->room : 64;
		w->steps = realloc(w->steps, (size_t)w->room * sizeof *w->steps);
		must(w->steps != NULL, "memory");
	}
	written_step *step = &w->steps[w->count++];
	step->formula[0] = step->substituted[0] = step->answer[0] = step->symbol[0] = '\0';
	step->explained_count = 0;
	return step;
}

void
written_dispose(written *w)
{
	free(w->steps);
	*w = (written){0};
}

static void
trim(char *text)
{
	size_t from = strspn(text, " \n"), length = strlen(text);
	while (length > from && isspace((unsigned char)text[length - 1]))
		length--;
	memmove(text, text + from, length - from);
	text[length - from] = '\0';
}

/* What stands behind the equals signs, in their order: an answer; a symbol and an answer; or all.
 */
static void
put_equals(written_step *step, char parts[][STEP_LINE], int count)
{
	must(count >= 1 && count <= 3, step->symbol);
	strcpy(step->answer, parts[count - 1]);
	if (count > 1)
		strcpy(step->formula, parts[0]);
	if (count > 2)
		strcpy(step->substituted, parts[1]);
}

static void
explain_symbol(written_step *step, const char *from, size_t length)
{
	must(step->explained_count < 16, "too many symbols are explained");
	snprintf(step->explained[step->explained_count++], STEP_SYMBOL, "%.*s", (int)length, from);
}

static size_t
symbol_length(const char *text)
{
	size_t length = 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '.')
		length++;
	return length;
}

/* ---- text: blocks between blank lines ---- */

enum { LINES_MAX = 120, COLUMN = 15 };

static bool
is_equation(const char *line)
{
	return strncmp(line, "               = ", COLUMN + 2) == 0;
}

/* Drops the kind at the end of an answer. */
static void
drop_kind(char *answer)
{
	static const char *const kinds[] = {"exact", "bound", "model", "sampled", "timing"};
	trim(answer);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const size_t length = strlen(answer), word = strlen(kinds[i]);
		if (length > word && strcmp(answer + length - word, kinds[i]) == 0)
			answer[length - word] = '\0';
	}
	trim(answer);
}

static void
read_block(char *const *lines, int count, written *out)
{
	char parts[4][STEP_LINE];
	int first = 0, equations = 0, last = -1;
	while (first < count && !is_equation(lines[first]))
		first++;
	if (first == count || strncmp(lines[0], "   ", 3) != 0)
		return;
	for (int i = first; i < count; i++)
		last = is_equation(lines[i]) ? i : last;
	written_step *step = add_step(out);
	for (int i = 0; i < 4; i++)
		parts[i][0] = '\0';
	snprintf(step->symbol, sizeof step->symbol, "%.*s", (int)symbol_length(lines[0] + 3),
		 lines[0] + 3);
	for (int i = first; i <= last; i++) {
		const bool begins = is_equation(lines[i]);
		equations += begins;
		must(equations <= 3, "more than three equations");
		char *part = parts[equations - 1];
		const size_t used = strlen(part);
		snprintf(part + used, STEP_LINE - used, "%s%s", used ? " " : "",
			 lines[i] + COLUMN + 2);
	}
	drop_kind(parts[equations - 1]);
	put_equals(step, parts, equations);
	for (int i = last + 1; i < count; i++) {
		const char *words = lines[i] + COLUMN + 2;
		const size_t length = symbol_length(words);
		if (length && words[length] == ':' && words[-1] == ' ')
			explain_symbol(step, words, length);
	}
}

void
written_in_text(const char *text, written *out)
{
	char *copy = strdup(text), *lines[LINES_MAX], *rest = copy;
	int count = 0;
	for (char *line; (line = strsep(&rest, "\n"));) {
		if (*line && count < LINES_MAX) {
			lines[count++] = line;
			continue;
		}
		read_block(lines, count, out);
		count = 0;
	}
	free(copy);
}

/* ---- markdown ---- */

static void
read_quoted(const char *line, written_step *step)
{
	const size_t length = strncmp(line, "- `", 3) == 0 ? symbol_length(line + 3) : 0;
	if (length && line[3 + length] == '`')
		explain_symbol(step, line + 3, length);
}

void
written_in_markdown(const char *text, written *out)
{
	char *copy = strdup(text), *rest = copy, parts[4][STEP_LINE];
	int equations = 0;
	for (char *line; (line = strsep(&rest, "\n"));) {
		const char *equals = strncmp(line, "    ", 4) == 0 ? strstr(line, " = ") : NULL;
		if (equals) {
			if (!equations)
				snprintf(add_step(out)->symbol, STEP_SYMBOL, "%.*s",
					 (int)symbol_length(line + 4), line + 4);
			must(equations < 3, "more than three equations");
			snprintf(parts[equations++], STEP_LINE, "%s", equals + 3);
		} else if (equations) {
			put_equals(&out->steps[out->count - 1], parts, equations);
			equations = 0;
		}
		if (out->count)
			read_quoted(line, &out->steps[out->count - 1]);
	}
	free(copy);
}

/* ---- forms with markup, as rows of what stands for what ---- */

typedef struct replacement {
	const char *from, *to;
} replacement;

static void
replace_all(const char *text, size_t length, const replacement *rows, int count, char *out)
{
	size_t used = 0;
	for (size_t i = 0; i < length && used < STEP_LINE - 16;) {
		int row = 0;
		while (row < count &&
		       strncmp(text + i, rows[row].from, strlen(rows[row].from)) != 0)
			row++;
		if (row == count) {
			out[used++] = text[i++];
			continue;
		}
		used += (size_t)snprintf(out + used, STEP_LINE - used, "%s", rows[row].to);
		i += strlen(rows[row].from);
	}
	out[used] = '\0';
	trim(out);
}

/* ---- HTML ---- */

static const replacement html_rows[] = {
	{"<i>", ""},     {"</i>", ""},        {"<sub>", "_"},  {"</sub>", ""},
	{"<b>", ""},     {"</b>", ""},        {"<sup>", "^"},  {"</sup>", ""},
	{"\u00d7", "x"}, {"\u2308", "ceil("}, {"\u2309", ")"}, {"\u230a", "floor("},
	{"\u230b", ")"}, {"&amp;", "&"},
};

enum { HTML_ROWS = sizeof html_rows / sizeof *html_rows };

/* "<i>I = ...</i><br/>= ...<br/>= <b>3.9 FLOP/B</b>" */
static void
read_html_step(const char *from, const char *to, written *out)
{
	char parts[4][STEP_LINE], plain[STEP_LINE];
	int equations = 0;
	written_step *step = add_step(out);
	const char *at = strstr(from, " = ");
	must(at && at < to, "no equation");
	replace_all(from, (size_t)(at - from), html_rows, HTML_ROWS, plain);
	snprintf(step->symbol, sizeof step->symbol, "%.63s", plain);
	for (at += 3; at; equations++) {
		const char *end = strstr(at, "<br/>= ");
		const bool last = !end || end > to;
		must(equations < 3, "more than three equations");
		replace_all(at, (size_t)((last ? to : end) - at), html_rows, HTML_ROWS,
			    parts[equations]);
		at = last ? NULL : end + 7;
	}
	put_equals(step, parts, equations);
	for (at = to; (at = strstr(at, "<d")) && strncmp(at, "<div", 4) != 0; at += 4) {
		if (strncmp(at, "<dt>", 4) != 0)
			continue;
		const char *end = strstr(at, "</dt>");
		replace_all(at + 4, (size_t)(end - at - 4), html_rows, HTML_ROWS, plain);
		explain_symbol(step, plain, strlen(plain));
	}
}

void
written_in_html(const char *text, written *out)
{
	static const char open[] = "<p><i>";
	for (const char *at = text; (at = strstr(at, open)); at++)
		read_html_step(at + strlen("<p>"), strstr(at, "</p>"), out);
}

/* ---- LaTeX ---- */

static const replacement latex_rows[] = {
	{"\\_\\allowbreak{}", "_"},
	{"*\\allowbreak{}", "*"},
	{"{-}", "-"},
	{"\\cdot", "x"},
	{"\\left\\lceil", "ceil("},
	{"\\right\\rceil", ")"},
	{"\\left\\lfloor", "floor("},
	{"\\right\\rfloor", ")"},
	{"\\left(", "("},
	{"\\right)", ")"},
	{"\\min", "min"},
	{"\\max", "max"},
	{"\\,", " "},
	{"\\%", "%"},
};

enum { LATEX_ROWS = sizeof latex_rows / sizeof *latex_rows };

static void latex_group(const char **at, char *out, size_t *used);

static void
append(char *out, size_t *used, const char *text)
{
	*used += (size_t)snprintf(out + *used, STEP_LINE - *used, "%s", text);
	must(*used < STEP_LINE - 16, "a line too long");
}

/* A group in parentheses: of a fraction or a power. */
static void
latex_enclosed(const char **at, char *out, size_t *used)
{
	append(out, used, "(");
	latex_group(at, out, used);
	append(out, used, ")");
}

/* "{...}" without its braces, fractions and powers inside it worked out too. */
static void
latex_group(const char **at, char *out, size_t *used)
{
	must(**at == '{', "a group expected");
	for (++*at; **at != '}';) {
		must(**at != '\0', "a group without end");
		if (strncmp(*at, "\\frac", 5) == 0) {
			*at += 5;
			latex_enclosed(at, out, used);
			append(out, used, " / ");
			latex_enclosed(at, out, used);
		} else if (strncmp(*at, "^{", 2) == 0) {
			++*at;
			append(out, used, "^");
			latex_enclosed(at, out, used);
		} else if (strncmp(*at, "\\text{", 6) == 0 ||
			   strncmp(*at, "\\operatorname{", 14) == 0) {
			*at = strchr(*at, '{');
			latex_group(at, out, used);
		} else if (**at == '{') {
			latex_group(at, out, used);
		} else {
			const char sign[2] = {*(*at)++, '\0'};
			append(out, used, sign);
		}
	}
	++*at;
}

/* One side of an equation, in plain signs. */
static void
latex_plain(const char *from, size_t length, char *out)
{
	char signs[STEP_LINE], group[STEP_LINE + 8];
	size_t used = 0;
	replace_all(from, length, latex_rows, LATEX_ROWS, signs);
	snprintf(group, sizeof group, "{%s}", signs);
	const char *at = group;
	latex_group(&at, out, &used);
	trim(out);
}

/* The next " = " or "&= " outside of everything, or the end. */
static const char *
next_equals(const char *at, const char *to)
{
	while (at < to && strncmp(at, " = ", 3) != 0 && strncmp(at, "&= ", 3) != 0)
		at++;
	return at;
}

static void
read_latex_step(const char *from, const char *to, written *out)
{
	char parts[4][STEP_LINE], plain[STEP_LINE];
	int equations = 0;
	written_step *step = add_step(out);
	const char *at = next_equals(from, to);
	latex_plain(from, (size_t)(at - from), plain);
	snprintf(step->symbol, sizeof step->symbol, "%.63s", plain);
	while (at < to) {
		const char *begin = at + 3, *end = next_equals(begin, to);
		size_t length = (size_t)(end - begin);
		const char *line_end = memmem(begin, length, "\\\\\n", 3);
		length = line_end ? (size_t)(line_end - begin) : length;
		must(equations < 3, "more than three equations");
		latex_plain(begin, length, parts[equations++]);
		at = end;
	}
	put_equals(step, parts, equations);
}

void
written_in_latex(const char *text, written *out)
{
	static const char open[] = "\\begin{align*}\n";
	for (const char *at = text; (at = strstr(at, open)); at++)
		read_latex_step(at + strlen(open), strstr(at, "\n\\end{align*}"), out);
}
