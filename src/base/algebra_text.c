#include "base/algebra_text.h"

#include <stdlib.h>
#include <string.h>

/* A sum is written as a list of terms: inner * outer, outer the sizes that inner is a multiple of.
 */

/* One term before it is grouped: coefficient * inner factors * (x % y) * outer factors. */
typedef struct term {
	int64_t coefficient;
	const gm_factor *inner[GM_FACTORS_MAX], *outer[GM_FACTORS_MAX];
	int inner_count, outer_count;
	const gm_modulo *modulo; /* NULL: none */
	int order;
	bool done;
} term;

static bool
is_size(const gm_factor *f)
{
	return f->op == GM_OP_NAME && f->symbol == GM_SYMBOL_SIZE;
}

/* What varies slowest first; constants last. */
static int order_of(const gm_factor *f);

static int
order_of_sum(const gm_sum *sum)
{
	int order = 0;
	for (int k = 0; k < sum->count; k++)
		for (int n = 0; n < sum->products[k].count; n++) {
			const int inner = order_of(sum->products[k].factors[n]);
			order = inner < GM_SYMBOL_SIZE && inner > order ? inner : order;
		}
	return order;
}

static int
order_of(const gm_factor *f)
{
	int order = 0;
	if (f->op == GM_OP_NAME)
		return (int)f->symbol;
	for (int i = 0; i < 3 && f->operand[i]; i++) {
		const int inner = order_of_sum(f->operand[i]);
		order = inner > order ? inner : order;
	}
	return order;
}

static int
order_of_modulo(const gm_modulo *modulo)
{
	return modulo->part ? order_of(modulo->part) : order_of_sum(modulo->x);
}

static term
term_of(int64_t coefficient, const gm_factor *const *factors, int count, const gm_modulo *modulo)
{
	term t = {.coefficient = coefficient,
		  .modulo = modulo,
		  .order = modulo ? order_of_modulo(modulo) : 99};
	for (int i = 0; i < count; i++) {
		const int order = order_of(factors[i]);
		t.order = !is_size(factors[i]) && order < t.order ? order : t.order;
		if (is_size(factors[i]))
			t.outer[t.outer_count++] = factors[i];
		else
			t.inner[t.inner_count++] = factors[i];
	}
	return t;
}

static int
terms_of(const gm_sum *sum, term *terms, gm_modulo *modulos, int64_t *constant)
{
	bool taken[GM_PRODUCTS_MAX] = {false};
	int count = 0;
	const int found = gm_sum_modulos(sum, modulos, taken, constant);
	for (int i = 0; i < found; i++) {
		const gm_product *q = modulos[i].quotient;
		terms[count++] = term_of(modulos[i].coefficient, modulos[i].factors,
					 modulos[i].count, &modulos[i]);
		if (modulos[i].left)
			terms[count++] = term_of(modulos[i].left, q->factors, q->count, NULL);
	}
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		if (!taken[i])
			terms[count++] = term_of(p->coefficient, p->factors, p->count, NULL);
	}
	return count;
}

static int64_t
magnitude(int64_t x)
{
	return x < 0 ? -x : x;
}

/* More sizes first, then what is added, then larger numbers, then what varies slowest. */
static int
by_order(const void *x, const void *y)
{
	const term *p = x, *q = y;
	if (p->outer_count != q->outer_count)
		return q->outer_count - p->outer_count;
	if ((p->coefficient < 0) != (q->coefficient < 0))
		return p->coefficient < 0 ? 1 : -1;
	const int64_t x_size = magnitude(p->coefficient), y_size = magnitude(q->coefficient);
	if (x_size != y_size)
		return x_size < y_size ? 1 : -1;
	return p->order - q->order;
}

static bool
same_outer(const term *t, const term *u)
{
	return t->outer_count == u->outer_count &&
	       memcmp(t->outer, u->outer, (size_t)t->outer_count * sizeof *t->outer) == 0;
}

/* The parts of a product between stars, without its number; what stands before the next part. */
static const char *
print_inner(gm_algebra *a, const term *t, int tie, gm_text *out)
{
	const bool alone = t->inner_count + (t->modulo != NULL) == 1;
	const char *star = "";
	for (int i = 0; i < t->inner_count; i++, star = "*") {
		gm_text_append(out, star);
		gm_factor_print(a, t->inner[i],
				alone   ? tie
				: *star ? TIE_UNARY
					: TIE_MULTIPLY,
				out);
	}
	if (t->modulo) {
		gm_text_append(out, star);
		gm_modulo_print(a, t->modulo, alone ? tie : *star ? TIE_UNARY : TIE_MULTIPLY, out);
		star = "*";
	}
	return star;
}

static void
print_outer(const term *t, int64_t number, const char *star, gm_text *out)
{
	for (int i = 0; i < t->outer_count; i++, star = "*")
		gm_text_print(out, "%s%s", star, t->outer[i]->name);
	if (number != 1 || !*star)
		gm_text_print(out, "%s%lld", star, (long long)number);
}

static void
print_term(gm_algebra *a, const term *t, int64_t number, bool with_outer, int tie, gm_text *out)
{
	const bool many = number != 1 || (with_outer && t->outer_count > 0);
	term plain = *t;
	if (!with_outer)
		plain.outer_count = 0;
	print_outer(&plain, number, print_inner(a, t, many ? TIE_MULTIPLY : tie, out), out);
}

static void
print_sign(bool first, bool negative, gm_text *out)
{
	gm_text_append(out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
}

static int64_t
common_divisor(int64_t x, int64_t y)
{
	while (y) {
		const int64_t rest = x % y;
		x = y;
		y = rest;
	}
	return magnitude(x);
}

/* The terms with the outer factors of the first, from there on: how many, and what number is
   written once for all. A number is taken out where it leaves one of them bare: (i*4 + j)*16, but
   (i*4 + 2)*n. */
static int
group_of(const term *terms, int count, int first, int64_t *common)
{
	int members = 0;
	bool bare = false;
	*common = 0;
	for (int i = first; i < count; i++)
		if (!terms[i].done && same_outer(&terms[i], &terms[first])) {
			*common = common_divisor(terms[i].coefficient, *common);
			members++;
		}
	for (int i = first; i < count; i++)
		bare = bare || (!terms[i].done && same_outer(&terms[i], &terms[first]) &&
				magnitude(terms[i].coefficient) == *common &&
				(terms[i].inner_count > 0 || terms[i].modulo));
	*common = bare ? *common : 1;
	return members;
}

/* (inner + inner)*outer*number */
static void
print_group(gm_algebra *a, term *terms, int count, int first, int64_t common, gm_text *out)
{
	const int64_t by = terms[first].coefficient < 0 ? -common : common;
	gm_text_append(out, "(");
	for (int i = first; i < count; i++) {
		if (i > first && (terms[i].done || !same_outer(&terms[i], &terms[first])))
			continue;
		const int64_t number = terms[i].coefficient / by;
		print_sign(i == first, number < 0, out);
		print_term(a, &terms[i], magnitude(number), false, TIE_ADD + 1, out);
		terms[i].done = true;
	}
	gm_text_append(out, ")");
	print_outer(&terms[first], common, "*", out);
}

/* What binds a sum that is written without parentheses around it. */
static int
own_tie(const term *terms, int count, int64_t constant)
{
	const bool one = count + (constant != 0) == 1;
	if (count == 0)
		return constant < 0 ? TIE_MULTIPLY : TIE_UNARY + 1;
	if (!one || terms[0].coefficient < 0)
		return TIE_ADD;
	const int parts = terms[0].inner_count + terms[0].outer_count + (terms[0].modulo != NULL) +
			  (terms[0].coefficient != 1);
	/* A factor alone sees to its own parentheses. */
	return parts > 1 ? TIE_MULTIPLY : TIE_UNARY + 1;
}

void
gm_sum_print_tied(gm_algebra *a, const gm_sum *sum, int tie, gm_text *out)
{
	term terms[GM_PRODUCTS_MAX + GM_MODULOS_MAX];
	gm_modulo modulos[GM_MODULOS_MAX];
	int64_t constant, common;
	const int count = terms_of(sum, terms, modulos, &constant);
	qsort(terms, (size_t)count, sizeof *terms, by_order);
	const bool wrap = own_tie(terms, count, constant) < tie;
	const bool alone = count == 1 && constant == 0;
	const bool ahead = count > 0 && constant > 0 && terms[0].coefficient < 0;
	gm_text_append(out, wrap ? "(" : "");
	if (ahead)
		gm_text_print(out, "%lld", (long long)constant);
	for (int i = 0; i < count; i++) {
		if (terms[i].done)
			continue;
		print_sign(i == 0 && !ahead, terms[i].coefficient < 0, out);
		const int members = group_of(terms, count, i, &common);
		const bool factored = members > 1 && (terms[i].outer_count > 0 || common > 1);
		if (factored)
			print_group(a, terms, count, i, common, out);
		else
			print_term(a, &terms[i], magnitude(terms[i].coefficient), true,
				   alone ? (wrap ? TIE_CHOOSE : tie) : TIE_ADD + 1, out);
		terms[i].done = true;
	}
	if ((constant && !ahead) || count == 0) {
		print_sign(count == 0, constant < 0, out);
		gm_text_print(out, "%lld", (long long)magnitude(constant));
	}
	gm_text_append(out, wrap ? ")" : "");
}

void
gm_sum_print(gm_algebra *a, const gm_sum *sum, gm_text *out)
{
	gm_sum_print_tied(a, sum, TIE_CHOOSE, out);
}

const char *
gm_sum_text(gm_algebra *a, const gm_sum *sum)
{
	gm_text text = {0};
	gm_sum_print(a, sum, &text);
	const char *kept = gm_arena_copy_text(gm_algebra_arena(a), text.bytes ? text.bytes : "");
	gm_text_dispose(&text);
	return kept;
}
