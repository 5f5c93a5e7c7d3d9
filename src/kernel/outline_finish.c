#include "kernel/outline.h"

#include <string.h>

typedef struct finishing {
	gm_outline *outline;
	gm_algebra *a;
} finishing;

static bool
is_taken(const gm_outline *o, const char *name)
{
	for (int i = 0; i < o->parameters_count; i++)
		if (strcmp(o->parameters[i].name, name) == 0)
			return true;
	for (int i = 0; i < o->lets_count; i++)
		if (strcmp(o->lets[i].name, name) == 0)
			return true;
	for (int i = 0; i < o->arrays_count; i++)
		if (strcmp(o->arrays[i].name, name) == 0)
			return true;
	return false;
}

/* ---- loops: from, to and step, or count ---- */

/* The turn as (variable - from)/step. */
typedef struct turning {
	gm_algebra *a;
	const gm_factor *turn;
	const gm_sum *variable, *from, *step;
	bool fits;
} turning;

static const gm_sum *
in_variable(const turning *t, const gm_sum *sum)
{
	const gm_sum *way = gm_sum_subtract(t->a, t->variable, t->from);
	return gm_sum_exchange(t->a, sum, t->step, t->turn, way);
}

static const gm_sum *
try_variable(void *state, const gm_sum *sum)
{
	turning *t = state;
	t->fits = t->fits && in_variable(t, sum) != NULL;
	return sum;
}

static const gm_sum *
put_variable(void *state, const gm_sum *sum)
{
	return in_variable(state, sum);
}

/* A loop counts from 0 unless where it starts, or how far it goes, is no number. */
static void
choose_form(finishing *f, gm_outline_node *loop)
{
	gm_algebra *a = f->a;
	const gm_sum *zero = gm_sum_constant(a, 0), *one = gm_sum_constant(a, 1);
	const bool counts = gm_sum_is_constant(loop->from) && gm_sum_is_constant(loop->step);
	turning t = {a, gm_sum_as_symbol(loop->variable), NULL, loop->from, loop->step, true};
	t.variable = gm_sum_symbol(a, "i", GM_SYMBOL_LOOP, loop->from->low, GM_SUM_MOST);
	if (loop->bound && !counts) {
		gm_outline_each(&loop->body, try_variable, &t);
		if (t.fits) {
			gm_outline_each(&loop->body, put_variable, &t);
			loop->variable = t.variable;
			return;
		}
	}
	loop->from = zero;
	loop->step = one;
	loop->bound = NULL;
}

static void
choose_forms(finishing *f, gm_outline_list *list)
{
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		if (node->kind == GM_OUTLINE_LOOP)
			choose_form(f, node);
		choose_forms(f, &node->body);
		choose_forms(f, &node->other);
	}
}

/* i, j, k by depth, leaving out what is a name already. */
static void
name_loops(finishing *f, gm_outline_list *list, int depth)
{
	static const char *const letters[] = {"i", "j", "k", "l", "p", "q",
					      "r", "s", "t", "u", "v", "w"};
	int at = 0, free_ones = -1;
	for (; at < 11; at++) {
		free_ones += !is_taken(f->outline, letters[at]);
		if (free_ones == depth)
			break;
	}
	for (int i = 0; i < list->count; i++) {
		gm_outline_node *node = list->nodes[i];
		const bool loop = node->kind == GM_OUTLINE_LOOP;
		if (loop)
			gm_symbol_rename(f->a, node->variable, letters[at]);
		name_loops(f, &node->body, depth + loop);
		name_loops(f, &node->other, depth);
	}
}

/* ---- global indices ---- */

typedef struct axis {
	gm_algebra *a;
	const gm_factor *thread, *block;
	const gm_outline *outline;
	const char *dimension; /* blockDim.x */
	int64_t threads;       /* what it is */
	const gm_sum *size;    /* as the kernel says it: a number, blockDim.x, or a parameter */
	const gm_sum *symbol, *place;
	int uses;
} axis;

static void
find_symbols(axis *x, const gm_sum *sum, const char *thread, const char *block)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			if (f->op == GM_OP_NAME && strcmp(f->name, thread) == 0)
				x->thread = f;
			if (f->op == GM_OP_NAME && strcmp(f->name, block) == 0)
				x->block = f;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				find_symbols(x, f->operand[n], thread, block);
		}
}

typedef struct naming {
	axis *x;
	const char *thread, *block;
} naming;

static const gm_sum *
note_symbols(void *state, const gm_sum *sum)
{
	const naming *n = state;
	find_symbols(n->x, sum, n->thread, n->block);
	return sum;
}

static const gm_sum *
sum_of_symbol(gm_algebra *a, const gm_factor *f)
{
	gm_product p = {1, 1, &f};
	return gm_sum_of_products(a, 0, &p, 1);
}

static bool
is_size(const axis *x, const gm_sum *size)
{
	const gm_factor *f = gm_sum_as_symbol(size);
	if (gm_sum_is_constant(size))
		return size->constant > 1 && size->constant == x->threads;
	if (f && strcmp(f->name, x->dimension) == 0)
		return true;
	for (int i = 0; f && i < x->outline->parameters_count; i++)
		if (strcmp(x->outline->parameters[i].name, f->name) == 0)
			return x->outline->parameters[i].number == x->threads;
	return false;
}

/* block * size + thread, wherever it stands. */
static void
find_size(axis *x, const gm_sum *sum)
{
	const gm_sum *by_thread, *by_block, *rest;
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++)
			for (int n = 0; n < 3 && sum->products[i].factors[k]->operand[n]; n++)
				find_size(x, sum->products[i].factors[k]->operand[n]);
	gm_sum_split(x->a, sum, x->thread, &by_thread, &rest);
	gm_sum_split(x->a, sum, x->block, &by_block, &rest);
	const gm_sum *size = by_thread->count + (by_thread->constant != 0) == 1
				     ? gm_sum_exact_quotient(x->a, by_block, by_thread)
				     : NULL;
	if (size && !x->size && is_size(x, size))
		x->size = size;
}

static const gm_sum *
note_size(void *state, const gm_sum *sum)
{
	find_size(state, sum);
	return sum;
}

/* The sum with the index in it, where that takes the block's away. */
static const gm_sum *
with_index(const axis *x, const gm_sum *sum)
{
	const gm_sum *block = sum_of_symbol(x->a, x->block);
	const gm_sum *thread =
		gm_sum_subtract(x->a, x->symbol, gm_sum_multiply(x->a, block, x->size));
	const gm_sum *named = gm_sum_substitute(x->a, sum, x->thread, thread);
	return gm_sum_contains(sum, x->block) && gm_sum_contains(sum, x->thread) &&
			       !gm_sum_contains(named, x->block)
		       ? named
		       : sum;
}

static const gm_sum *
count_index(void *state, const gm_sum *sum)
{
	axis *x = state;
	x->uses += with_index(x, sum) != sum;
	return sum;
}

static const gm_sum *
put_index(void *state, const gm_sum *sum)
{
	return with_index(state, sum);
}

static const struct {
	const char *names[2]; /* the second where the first is taken */
	const char *thread, *block, *dimension;
} axes[] = {{{"x", "ix"}, "threadIdx.x", "blockIdx.x", "blockDim.x"},
	    {{"y", "iy"}, "threadIdx.y", "blockIdx.y", "blockDim.y"},
	    {{"z", "iz"}, "threadIdx.z", "blockIdx.z", "blockDim.z"}};

static void
name_index(finishing *f, int row)
{
	gm_outline *o = f->outline;
	const int64_t threads[] = {o->threads.x, o->threads.y, o->threads.z};
	const char *name = axes[row].names[is_taken(o, axes[row].names[0])];
	axis x = {
		.a = f->a, .outline = o, .dimension = axes[row].dimension, .threads = threads[row]};
	naming n = {&x, axes[row].thread, axes[row].block};
	gm_outline_each(&o->body, note_symbols, &n);
	if (!x.thread || !x.block || is_taken(o, name))
		return;
	gm_outline_each(&o->body, note_size, &x);
	if (!x.size)
		return;
	x.symbol = gm_sum_symbol(f->a, name, GM_SYMBOL_LET, 0, INT32_MAX);
	gm_outline_each(&o->body, count_index, &x);
	if (x.uses < 2)
		return;
	const gm_sum *value =
		gm_sum_add(f->a, sum_of_symbol(f->a, x.thread),
			   gm_sum_multiply(f->a, sum_of_symbol(f->a, x.block), x.size));
	o->lets[o->lets_count++] = (gm_outline_let){name, x.symbol, value};
	gm_outline_each(&o->body, put_index, &x);
}

void
gm_outline_finish(gm_outline *outline)
{
	finishing f = {outline, outline->algebra};
	choose_forms(&f, &outline->body);
	for (int row = 0; row < 3; row++)
		name_index(&f, row);
	name_loops(&f, &outline->body, 0);
}
