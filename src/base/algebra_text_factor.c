#include "base/algebra_text.h"

static void
print_pair(gm_algebra *a, const gm_sum *x, const char *between, const gm_sum *y, int own, int tie,
	   gm_text *out)
{
	gm_text_append(out, own < tie ? "(" : "");
	gm_sum_print_tied(a, x, own, out);
	gm_text_append(out, between);
	gm_sum_print_tied(a, y, own + 1, out);
	gm_text_append(out, own < tie ? ")" : "");
}

/* (n + 15)/16 is what ceil_div(n, 16) means where n is not negative. */
static bool
is_rounded_up(gm_algebra *a, const gm_factor *f, const gm_sum **plain)
{
	const gm_sum *x = f->operand[0], *y = f->operand[1];
	*plain = gm_sum_subtract(a, x, gm_sum_subtract(a, y, gm_sum_constant(a, 1)));
	return (*plain)->low >= 0 && (*plain)->count > 0 && y->low > 1 &&
	       (*plain)->count + ((*plain)->constant != 0) < x->count + (x->constant != 0);
}

/* ((x % y) + y) % y, never negative. */
static void
print_floor_modulo(gm_algebra *a, const gm_sum *x, const gm_sum *y, int tie, gm_text *out)
{
	gm_text_append(out, TIE_MULTIPLY < tie ? "((" : "(");
	print_pair(a, x, " % ", y, TIE_MULTIPLY, TIE_MULTIPLY, out);
	gm_text_append(out, " + ");
	gm_sum_print_tied(a, y, TIE_ADD + 1, out);
	gm_text_append(out, ") % ");
	gm_sum_print_tied(a, y, TIE_UNARY, out);
	gm_text_append(out, TIE_MULTIPLY < tie ? ")" : "");
}

static void
print_quotient(gm_algebra *a, const gm_factor *f, int tie, gm_text *out)
{
	const gm_sum *x = f->operand[0], *y = f->operand[1], *plain;
	if (is_rounded_up(a, f, &plain)) {
		gm_text_append(out, "ceil_div(");
		gm_sum_print_tied(a, plain, TIE_CHOOSE, out);
		gm_text_append(out, ", ");
		gm_sum_print_tied(a, y, TIE_CHOOSE, out);
		gm_text_append(out, ")");
	} else if (x->low >= 0) {
		print_pair(a, x, "/", y, TIE_MULTIPLY, tie, out);
	} else if (gm_sum_is_constant(y) && (y->constant & (y->constant - 1)) == 0) {
		const gm_sum *shift = gm_sum_constant(a, __builtin_ctzll((uint64_t)y->constant));
		print_pair(a, x, " >> ", shift, TIE_SHIFT, tie, out);
	} else { /* the floor of what may be negative: (x - x mod y)/y */
		gm_text_append(out, "(");
		gm_sum_print_tied(a, x, TIE_ADD, out);
		gm_text_append(out, " - ");
		print_floor_modulo(a, x, y, TIE_ADD + 1, out);
		gm_text_append(out, ")/");
		gm_sum_print_tied(a, y, TIE_UNARY, out);
	}
}

const gm_sum *
gm_modulo_x(gm_algebra *a, const gm_modulo *modulo)
{
	gm_product part = {1, 1, &modulo->part};
	return modulo->part ? gm_sum_of_products(a, 0, &part, 1) : modulo->x;
}

const gm_sum *
gm_modulo_y(gm_algebra *a, const gm_modulo *modulo)
{
	return modulo->part ? gm_sum_constant(a, modulo->size) : modulo->y;
}

/* The modulo as a sum of its own. */
static const gm_sum *
sum_of_modulo(gm_algebra *a, const gm_modulo *m)
{
	const gm_sum *x = gm_modulo_x(a, m), *y = gm_modulo_y(a, m);
	gm_product by = {m->coefficient, m->count, m->factors};
	const gm_sum *times =
		m->count ? gm_sum_of_products(a, 0, &by, 1) : gm_sum_constant(a, m->coefficient);
	return gm_sum_multiply(a, times, gm_sum_modulo(a, x, y));
}

/* What is taken away in a sum, without its constant. */
static const gm_sum *
taken_away(gm_algebra *a, const gm_sum *d)
{
	gm_modulo modulos[GM_MODULOS_MAX];
	bool taken[GM_PRODUCTS_MAX] = {false};
	int64_t constant;
	const gm_sum *left = gm_sum_constant(a, 0);
	const int found = gm_sum_modulos(d, modulos, taken, &constant);
	for (int i = 0; i < found; i++) {
		if (modulos[i].coefficient < 0)
			left = gm_sum_subtract(a, left, sum_of_modulo(a, &modulos[i]));
		if (modulos[i].left < 0) {
			gm_product rest = *modulos[i].quotient;
			rest.coefficient = modulos[i].left;
			left = gm_sum_subtract(a, left, gm_sum_of_products(a, 0, &rest, 1));
		}
	}
	for (int i = 0; i < d->count; i++) {
		gm_product p = d->products[i];
		if (p.coefficient < 0 && !taken[i])
			left = gm_sum_subtract(a, left, gm_sum_of_products(a, 0, &p, 1));
	}
	return left;
}

/* The constant of a sum as it is written: x - 8*(x/8) with a constant in x is x % 8 without. */
static int64_t
written_constant(const gm_sum *sum)
{
	gm_modulo modulos[GM_MODULOS_MAX];
	bool taken[GM_PRODUCTS_MAX] = {false};
	int64_t constant;
	gm_sum_modulos(sum, modulos, taken, &constant);
	return constant;
}

/* d >= 0: what is taken away in d stands on the left, x < n rather than n - x >= 1. */
static void
print_comparison(gm_algebra *a, const gm_factor *f, int tie, gm_text *out)
{
	const gm_sum *left = taken_away(a, f->operand[0]);
	const gm_sum *right = gm_sum_add(a, f->operand[0], left), *one = gm_sum_constant(a, 1);
	const gm_sum *moved = gm_sum_constant(a, written_constant(right));
	const gm_sum *zero = gm_sum_constant(a, 0);
	if (f->op != GM_OP_GREATER_EQUAL)
		print_pair(a, gm_sum_subtract(a, right, moved),
			   f->op == GM_OP_EQUAL ? " == " : " != ", gm_sum_subtract(a, left, moved),
			   TIE_EQUAL, tie, out);
	else if (left == zero)
		print_pair(a, gm_sum_subtract(a, right, moved), " >= ", gm_sum_scale(a, moved, -1),
			   TIE_LESS, tie, out);
	else if (moved == zero)
		print_pair(a, left, " <= ", right, TIE_LESS, tie, out);
	else
		print_pair(a, left, " < ", gm_sum_add(a, right, one), TIE_LESS, tie, out);
}

static void
print_call(gm_algebra *a, const gm_factor *f, gm_text *out)
{
	gm_text_print(out, "%s(", gm_operator_spelling(f->op));
	gm_sum_print_tied(a, f->operand[0], TIE_CHOOSE, out);
	if (f->operand[1]) {
		gm_text_append(out, ", ");
		gm_sum_print_tied(a, f->operand[1], TIE_CHOOSE, out);
	}
	gm_text_append(out, ")");
}

static void
print_choice(gm_algebra *a, const gm_factor *f, int tie, gm_text *out)
{
	gm_text_append(out, TIE_CHOOSE < tie ? "(" : "");
	gm_sum_print_tied(a, f->operand[0], TIE_OR, out);
	gm_text_append(out, " ? ");
	gm_sum_print_tied(a, f->operand[1], TIE_CHOOSE, out);
	gm_text_append(out, " : ");
	gm_sum_print_tied(a, f->operand[2], TIE_CHOOSE, out);
	gm_text_append(out, TIE_CHOOSE < tie ? ")" : "");
}

/* && and || need no parentheses among themselves. */
static void
print_all(gm_algebra *a, const gm_factor *f, const char *between, int own, int tie, gm_text *out)
{
	gm_text_append(out, own < tie ? "(" : "");
	gm_sum_print_tied(a, f->operand[0], own, out);
	gm_text_append(out, between);
	gm_sum_print_tied(a, f->operand[1], own, out);
	gm_text_append(out, own < tie ? ")" : "");
}

void
gm_factor_print(gm_algebra *a, const gm_factor *f, int tie, gm_text *out)
{
	switch (f->op) {
	case GM_OP_NAME:
		gm_text_append(out, f->name);
		break;
	case GM_OP_CONSTANT:
		gm_text_append(out, "?");
		break;
	case GM_OP_DIVIDE:
		print_quotient(a, f, tie, out);
		break;
	case GM_OP_SHIFT_LEFT:
		print_pair(a, gm_sum_constant(a, 1), " << ", f->operand[0], TIE_SHIFT, tie, out);
		break;
	case GM_OP_SHIFT_RIGHT:
		print_pair(a, f->operand[0], " >> ", f->operand[1], TIE_SHIFT, tie, out);
		break;
	case GM_OP_BIT_AND:
		print_pair(a, f->operand[0], " & ", f->operand[1], TIE_BIT_AND, tie, out);
		break;
	case GM_OP_BIT_XOR:
		print_pair(a, f->operand[0], " ^ ", f->operand[1], TIE_XOR, tie, out);
		break;
	case GM_OP_BIT_OR:
		print_pair(a, f->operand[0], " | ", f->operand[1], TIE_BIT_OR, tie, out);
		break;
	case GM_OP_AND:
		print_all(a, f, " && ", TIE_AND, tie, out);
		break;
	case GM_OP_OR:
		print_all(a, f, " || ", TIE_OR, tie, out);
		break;
	case GM_OP_CHOOSE:
		print_choice(a, f, tie, out);
		break;
	case GM_OP_GREATER_EQUAL:
	case GM_OP_EQUAL:
	case GM_OP_NOT_EQUAL:
		print_comparison(a, f, tie, out);
		break;
	default:
		print_call(a, f, out);
		break;
	}
}

void
gm_modulo_print(gm_algebra *a, const gm_modulo *modulo, int tie, gm_text *out)
{
	const gm_sum *x = gm_modulo_x(a, modulo), *y = gm_modulo_y(a, modulo);
	const bool power = gm_sum_is_constant(y) && (y->constant & (y->constant - 1)) == 0;
	if (x->low >= 0) {
		print_pair(a, x, " % ", y, TIE_MULTIPLY, tie, out);
	} else if (power) {
		print_pair(a, x, " & ", gm_sum_constant(a, y->constant - 1), TIE_BIT_AND, tie, out);
	} else {
		print_floor_modulo(a, x, y, tie, out);
	}
}
