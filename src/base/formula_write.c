/*
 * How formulas look: plain, with the signs of Unicode, as LaTeX.
 */
#include "base/formula.h"

#include "base/quantity.h"

#define FUNCTIONS(floor_open, floor_close, ceil_open, ceil_close, up, min, max, norm, close)       \
	{                                                                                          \
		[GM_FORMULA_FLOOR] = {floor_open, floor_close},                                    \
		[GM_FORMULA_CEIL] = {ceil_open, ceil_close}, [GM_FORMULA_UP] = {up, close},        \
		[GM_FORMULA_MIN] = {min, close}, [GM_FORMULA_MAX] = {max, close},                  \
		[GM_FORMULA_NORM] = {norm, close},                                                 \
	}

const gm_formula_style gm_formula_plain = {
	.times = " x ",
	.over = " / ",
	.parenthesis_open = "(",
	.parenthesis_close = ")",
	.power_open = "^",
	.functions = FUNCTIONS("floor(", ")", "ceil(", ")", "up(", "min(", "max(", "norm(", ")"),
};

const gm_formula_style gm_formula_unicode = {
	.times = " \u00d7 ",
	.over = " / ",
	.parenthesis_open = "(",
	.parenthesis_close = ")",
	.power_open = "^",
	.functions = FUNCTIONS("\u230a", "\u230b", "\u2308", "\u2309", "up(", "min(", "max(",
			       "norm(", ")"),
};

const gm_formula_style gm_formula_latex = {
	.times = " \\cdot ",
	.over = " / ",
	.parenthesis_open = "\\left(",
	.parenthesis_close = "\\right)",
	.power_open = "^{",
	.power_close = "}",
	.fraction_open = "\\frac{",
	.fraction_middle = "}{",
	.fraction_close = "}",
	.functions = FUNCTIONS("\\left\\lfloor ", "\\right\\rfloor ", "\\left\\lceil ",
			       "\\right\\rceil ", "\\operatorname{up}\\left(", "\\min\\left(",
			       "\\max\\left(", "\\operatorname{norm}\\left(", "\\right)"),
};

typedef struct writing {
	const gm_formula *formula;
	const gm_formula_style *style;
	gm_formula_writer *symbol;
	void *state;
	gm_text *out;
} writing;

static void write_node(const writing *w, int index, int strength);

/* What the right side of - and / asks, and the base of a power, where even a fraction needs
   parentheses. */
enum { OF_DIVISOR = 4, OF_BASE = 6 };

/* How strongly a node holds together: a weaker one needs parentheses among stronger ones. */
static int
strength_of(const gm_formula_node *node)
{
	switch (node->op) {
	case GM_FORMULA_ADD:
	case GM_FORMULA_SUBTRACT:
		return 1;
	case GM_FORMULA_MULTIPLY:
	case GM_FORMULA_DIVIDE:
		return 3;
	case GM_FORMULA_POW:
		return 5;
	default:
		return 7;
	}
}

static void
write_call(const writing *w, const gm_formula_node *node)
{
	gm_text_append(w->out, w->style->functions[node->op].open);
	for (int i = 0; i < node->arguments_count; i++) {
		gm_text_append(w->out, i ? ", " : "");
		write_node(w, node->arguments[i], 0);
	}
	gm_text_append(w->out, w->style->functions[node->op].close);
}

static void
write_fraction(const writing *w, const gm_formula_node *node)
{
	gm_text_append(w->out, w->style->fraction_open);
	write_node(w, node->arguments[0], 0);
	gm_text_append(w->out, w->style->fraction_middle);
	write_node(w, node->arguments[1], 0);
	gm_text_append(w->out, w->style->fraction_close);
}

static void
write_power(const writing *w, const gm_formula_node *node)
{
	write_node(w, node->arguments[0], OF_BASE);
	gm_text_append(w->out, w->style->power_open);
	write_node(w, node->arguments[1], w->style->power_close ? 0 : OF_BASE);
	gm_text_append(w->out, w->style->power_close ? w->style->power_close : "");
}

/* The right side of - and / must hold together more strongly than the left: a - (b + c). */
static void
write_infix(const writing *w, const gm_formula_node *node)
{
	const int strength = strength_of(node);
	const bool strict =
		node->op == GM_FORMULA_SUBTRACT || node->op == GM_FORMULA_DIVIDE;
	write_node(w, node->arguments[0], strength);
	gm_text_append(w->out, node->op == GM_FORMULA_ADD        ? " + "
			       : node->op == GM_FORMULA_SUBTRACT ? " - "
			       : node->op == GM_FORMULA_MULTIPLY ? w->style->times
								      : w->style->over);
	write_node(w, node->arguments[1], strength + strict);
}

static void
write_node(const writing *w, int index, int strength)
{
	const gm_formula_node *node = &w->formula->nodes[index];
	const bool fraction = node->op == GM_FORMULA_DIVIDE && w->style->fraction_open;
	const bool enclosed = (!fraction || strength == OF_BASE) && strength_of(node) < strength;
	char number[40];
	if (enclosed)
		gm_text_append(w->out, w->style->parenthesis_open);
	if (node->op == GM_FORMULA_NUMBER)
		gm_text_append(w->out, gm_number_format(node->number, number, sizeof number));
	else if (node->op == GM_FORMULA_SYMBOL)
		w->symbol(w->state, w->out, node->symbol, strength == OF_DIVISOR);
	else if (fraction)
		write_fraction(w, node);
	else if (node->op == GM_FORMULA_POW)
		write_power(w, node);
	else if (node->op >= GM_FORMULA_FLOOR)
		write_call(w, node);
	else
		write_infix(w, node);
	if (enclosed)
		gm_text_append(w->out, w->style->parenthesis_close);
}

void
gm_formula_write(const gm_formula *formula, const gm_formula_style *style,
		 gm_formula_writer *symbol, void *state, gm_text *out)
{
	const writing w = {formula, style, symbol, state, out};
	if (formula->count)
		write_node(&w, formula->count - 1, 0);
}
