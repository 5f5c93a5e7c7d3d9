#include "base/algebra.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct gm_algebra {
	gm_arena *arena;
	const gm_sum *sums[BUCKETS];
	const gm_factor *computed[BUCKETS]; /* factors that are no names */
	gm_factor **factors; /* by id */
	size_t factors_count, factors_room;
};

gm_algebra *
gm_algebra_new(void)
{
	gm_algebra *a = gm_allocate(1, sizeof *a);
	a->arena = gm_arena_new();
	return a;
}

void
gm_algebra_free(gm_algebra *algebra)
{
	if (!algebra)
		return;
	gm_arena_free(algebra->arena);
	free(algebra->factors);
	free(algebra);
}

gm_arena *
gm_algebra_arena(gm_algebra *algebra)
{
	return algebra->arena;
}

/* ---- one of each ---- */

static uint64_t
mixed(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
}

static int
by_factors(const void *p, const void *q)
{
	return gm_product_compare(p, q);
}

static uint64_t
hash_of(int64_t constant, const gm_product *products, int count)
{
	uint64_t hash = mixed(1, (uint64_t)constant);
	for (int i = 0; i < count; i++) {
		hash = mixed(hash, (uint64_t)products[i].coefficient);
		for (int k = 0; k < products[i].count; k++)
			hash = mixed(hash, (uint64_t)products[i].factors[k]->id + 77);
	}
	return hash;
}

static bool
is_same(const gm_sum *sum, int64_t constant, const gm_product *products, int count)
{
	if (sum->constant != constant || sum->count != count)
		return false;
	for (int i = 0; i < count; i++)
		if (sum->products[i].coefficient != products[i].coefficient ||
		    gm_product_compare(&sum->products[i], &products[i]) != 0)
			return false;
	return true;
}

static const gm_sum *
intern(gm_algebra *a, int64_t constant, const gm_product *products, int count)
{
	const uint64_t hash = hash_of(constant, products, count);
	const gm_sum **bucket = &a->sums[hash % BUCKETS];
	for (const gm_sum *s = *bucket; s; s = s->next)
		if (s->hash == hash && is_same(s, constant, products, count))
			return s;
	gm_sum *sum = gm_arena_allocate(a->arena, 1, sizeof *sum);
	gm_product *own = gm_arena_allocate(a->arena, (size_t)count + 1, sizeof *own);
	for (int i = 0; i < count; i++) {
		const size_t bytes = (size_t)products[i].count * sizeof *products[i].factors;
		void *factors = gm_arena_allocate(a->arena, 1, bytes);
		memcpy(factors, products[i].factors, bytes);
		own[i] = products[i];
		own[i].factors = factors;
	}
	*sum = (gm_sum){.constant = constant,
			.count = count,
			.products = own,
			.hash = hash,
			.next = *bucket};
	gm_sum_describe(sum);
	*bucket = sum;
	return sum;
}

/* Sorts and joins; the array is the caller's and is changed. */
const gm_sum *
gm_sum_of_products(gm_algebra *a, int64_t constant, gm_product *products, int count)
{
	int kept = 0;
	qsort(products, (size_t)count, sizeof *products, by_factors);
	for (int i = 0; i < count; i++) {
		gm_product *last = kept ? &products[kept - 1] : NULL;
		if (!last || gm_product_compare(last, &products[i]) != 0) {
			products[kept++] = products[i];
			continue;
		}
		if (__builtin_add_overflow(last->coefficient, products[i].coefficient,
					   &last->coefficient))
			return gm_sum_unknown(a, "a formula with numbers beyond 64 bits");
		if (last->coefficient == 0)
			kept--;
	}
	if (kept > GM_PRODUCTS_MAX)
		return gm_sum_unknown(a, "a formula that is too long");
	return intern(a, constant, products, kept);
}

static bool
same_factor(const gm_factor *f, const gm_factor *g)
{
	return f->op == g->op && f->operand[0] == g->operand[0] && f->operand[1] == g->operand[1] &&
	       f->operand[2] == g->operand[2];
}

static size_t
bucket_of(const gm_factor *factor)
{
	uint64_t hash = mixed(1, factor->op);
	for (int i = 0; i < 3 && factor->operand[i]; i++)
		hash = mixed(hash, factor->operand[i]->hash);
	return (hash ^ hash >> 32) % BUCKETS;
}

static const gm_factor *
find_factor(const gm_algebra *a, const gm_factor *wanted)
{
	const gm_factor *f = a->computed[bucket_of(wanted)];
	while (f && !same_factor(f, wanted))
		f = f->next;
	return f;
}

/* What follows from the operands. */
static gm_factor *
make_factor(gm_algebra *a, gm_factor factor, bool named)
{
	gm_factor *made = gm_arena_allocate(a->arena, 1, sizeof *made);
	a->factors = gm_grow(a->factors, &a->factors_room, a->factors_count + 1, sizeof *a->factors);
	factor.id = (int)a->factors_count;
	factor.known = factor.op != GM_OP_CONSTANT;
	factor.symbols = named ? UINT64_C(1) << (factor.id % 64) : 0;
	factor.weight = 1;
	for (int i = 0; i < 3 && factor.operand[i]; i++) {
		factor.weight += factor.operand[i]->weight;
		factor.known = factor.known && factor.operand[i]->known;
		factor.symbols |= factor.operand[i]->symbols;
	}
	factor.next = named ? NULL : a->computed[bucket_of(&factor)];
	*made = factor;
	if (!named)
		a->computed[bucket_of(&factor)] = made;
	a->factors[a->factors_count++] = made;
	return made;
}

const gm_sum *
gm_sum_of_factor(gm_algebra *a, gm_factor factor)
{
	const bool named = factor.op == GM_OP_NAME || factor.op == GM_OP_CONSTANT;
	const gm_factor *own = named ? NULL : find_factor(a, &factor);
	if (!own)
		own = make_factor(a, factor, named);
	const gm_product product = {1, 1, &own};
	return intern(a, 0, &product, 1);
}

const gm_sum *
gm_sum_constant(gm_algebra *a, int64_t value)
{
	return intern(a, value, NULL, 0);
}

const gm_sum *
gm_sum_symbol(gm_algebra *a, const char *name, gm_symbol_class class, int64_t low, int64_t high)
{
	return gm_sum_of_factor(a, (gm_factor){.op = GM_OP_NAME,
					       .symbol = class,
					       .name = gm_arena_copy_text(a->arena, name),
					       .low = low,
					       .high = high});
}

const gm_sum *
gm_sum_unknown(gm_algebra *a, const char *why)
{
	return gm_sum_of_factor(a, (gm_factor){.op = GM_OP_CONSTANT,
					       .name = gm_arena_copy_text(a->arena, why),
					       .low = -GM_SUM_MOST,
					       .high = GM_SUM_MOST});
}

const gm_factor *
gm_sum_as_factor(const gm_sum *sum)
{
	const bool one = sum->count == 1 && sum->constant == 0 &&
			 sum->products[0].coefficient == 1 && sum->products[0].count == 1;
	return one ? sum->products[0].factors[0] : NULL;
}

const gm_factor *
gm_sum_as_symbol(const gm_sum *sum)
{
	const gm_factor *f = gm_sum_as_factor(sum);
	return f && f->op == GM_OP_NAME ? f : NULL;
}

void
gm_symbol_rename(gm_algebra *a, const gm_sum *symbol, const char *name)
{
	a->factors[gm_sum_as_symbol(symbol)->id]->name = gm_arena_copy_text(a->arena, name);
}

/* ---- arithmetic ---- */

const gm_sum *
gm_sum_add(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	gm_product products[2 * GM_PRODUCTS_MAX];
	int64_t constant;
	if (__builtin_add_overflow(x->constant, y->constant, &constant))
		return gm_sum_unknown(a, "a formula with numbers beyond 64 bits");
	if (x->count)
		memcpy(products, x->products, (size_t)x->count * sizeof *products);
	if (y->count)
		memcpy(products + x->count, y->products, (size_t)y->count * sizeof *products);
	return gm_sum_of_products(a, constant, products, x->count + y->count);
}

const gm_sum *
gm_sum_subtract(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	return gm_sum_add(a, x, gm_sum_scale(a, y, -1));
}

const gm_sum *
gm_sum_scale(gm_algebra *a, const gm_sum *x, int64_t by)
{
	gm_product products[GM_PRODUCTS_MAX];
	int64_t constant;
	bool over = __builtin_mul_overflow(x->constant, by, &constant);
	if (by == 0)
		return gm_sum_constant(a, 0);
	for (int i = 0; i < x->count; i++) {
		products[i] = x->products[i];
		over |= __builtin_mul_overflow(products[i].coefficient, by,
					       &products[i].coefficient);
	}
	if (over)
		return gm_sum_unknown(a, "a formula with numbers beyond 64 bits");
	return gm_sum_of_products(a, constant, products, x->count);
}

/* x by one product of another sum. */
static const gm_sum *
multiply_product(gm_algebra *a, const gm_sum *x, const gm_product *by)
{
	gm_product products[GM_PRODUCTS_MAX + 1];
	const gm_factor *factors[GM_PRODUCTS_MAX + 1][2 * GM_FACTORS_MAX];
	int count = 0;
	for (int i = -1; i < x->count; i++) {
		const gm_product whole = {x->constant, 0, NULL};
		const gm_product *p = i < 0 ? &whole : &x->products[i];
		gm_product *q = &products[count];
		if (p->coefficient == 0)
			continue;
		if (p->count + by->count > GM_FACTORS_MAX ||
		    __builtin_mul_overflow(p->coefficient, by->coefficient, &q->coefficient))
			return gm_sum_unknown(a, "a formula that is too long");
		int m = 0, n = 0;
		q->count = p->count + by->count;
		q->factors = factors[count];
		for (int k = 0; k < q->count; k++) {
			const bool first =
				n == by->count ||
				(m < p->count && p->factors[m]->id <= by->factors[n]->id);
			factors[count][k] = first ? p->factors[m++] : by->factors[n++];
		}
		count++;
	}
	return gm_sum_of_products(a, 0, products, count);
}

const gm_sum *
gm_sum_multiply(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	const gm_sum *sum = gm_sum_scale(a, x, y->constant);
	for (int i = 0; i < y->count; i++)
		sum = gm_sum_add(a, sum, multiply_product(a, x, &y->products[i]));
	return sum;
}
