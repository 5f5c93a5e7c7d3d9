#include "kernel/compile_run.h"

#include <string.h>

/* ---- arithmetic ---- */

/* As ptx/issue_rules.c has them: the path usually taken. */
static const struct {
	gm_operation operation;
	bool wide, floating;
	gm_issue issue;
} many[] = {
	{GM_DIV, false, true, {.of = {[GM_UNIT_FMA] = 5, [GM_UNIT_XU] = 2, [GM_UNIT_CONTROL] = 3}}},
	{GM_DIV,
	 true,
	 true,
	 {.of = {[GM_UNIT_ALU] = 3, [GM_UNIT_FMA] = 1, [GM_UNIT_FP64] = 8, [GM_UNIT_XU] = 1,
	   [GM_UNIT_CONTROL] = 3}}},
	{GM_SQRT,
	 false,
	 true,
	 {.of = {[GM_UNIT_ALU] = 2, [GM_UNIT_FMA] = 4, [GM_UNIT_XU] = 1, [GM_UNIT_CONTROL] = 3}}},
	{GM_SQRT,
	 true,
	 true,
	 {.of = {[GM_UNIT_ALU] = 6, [GM_UNIT_FP64] = 8, [GM_UNIT_XU] = 1, [GM_UNIT_CONTROL] = 3}}},
	{GM_RECIPROCAL,
	 false,
	 true,
	 {.of = {[GM_UNIT_ALU] = 3, [GM_UNIT_FMA] = 3, [GM_UNIT_XU] = 1, [GM_UNIT_CONTROL] = 3}}},
	{GM_RECIPROCAL,
	 true,
	 true,
	 {.of = {[GM_UNIT_ALU] = 2, [GM_UNIT_FP64] = 5, [GM_UNIT_XU] = 1, [GM_UNIT_CONTROL] = 3}}},
	{GM_DIV, true, false, {.of = {[GM_UNIT_ALU] = 38, [GM_UNIT_FMA] = 30, [GM_UNIT_XU] = 3,
				[GM_UNIT_CONTROL] = 4}}},
	{GM_DIV, false, false, {.of = {[GM_UNIT_ALU] = 12, [GM_UNIT_FMA] = 3, [GM_UNIT_XU] = 3}}},
};

gm_overhead
gm_compile_arithmetic(const gm_site *site)
{
	const bool wide = gm_type_bytes(site->type) == 8 && site->type != GM_F32X2;
	for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
		if (many[i].operation != site->operation || many[i].wide != wide ||
		    many[i].floating != gm_type_is_floating(site->type))
			continue;
		return (gm_overhead){true, gm_issue_scaled(&many[i].issue, (double)site->count)};
	}
	return (gm_overhead){0};
}

/* ---- values ---- */

static bool
varies_factor(const gm_factor *f)
{
	if (f->op == GM_OP_NAME)
		return f->symbol == GM_SYMBOL_THREAD || f->symbol == GM_SYMBOL_LOOP;
	for (int k = 0; k < 3; k++)
		if (f->operand[k] && gm_compile_varies(f->operand[k]))
			return true;
	return false;
}

bool
gm_compile_varies(const gm_sum *sum)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++)
			if (varies_factor(sum->products[i].factors[k]))
				return true;
	return false;
}

static bool
is_made(gm_compiling *c, const void *value)
{
	for (size_t i = 0; i < c->made_count; i++)
		if (c->made[i] == value)
			return true;
	c->made = gm_grow(c->made, &c->made_room, c->made_count + 1, sizeof *c->made);
	c->made[c->made_count++] = value;
	return false;
}

/* Shifts and masks for a power of two, a multiplication by its inverse for other numbers. */
static gm_issue
cost_of_division(const gm_sum *by)
{
	const bool number = gm_sum_is_constant(by);
	if (number && (by->constant & (by->constant - 1)) == 0)
		return (gm_issue){.of = {[GM_UNIT_ALU] = 1}};
	if (number)
		return (gm_issue){.of = {[GM_UNIT_ALU] = 2, [GM_UNIT_FMA] = 1}};
	return (gm_issue){.of = {[GM_UNIT_ALU] = 12, [GM_UNIT_FMA] = 3, [GM_UNIT_XU] = 3}};
}

static gm_issue
cost_of_factor(gm_compiling *c, const gm_factor *f)
{
	gm_issue cost = {0};
	if (f->op == GM_OP_NAME || is_made(c, f))
		return cost;
	const bool logic = f->op == GM_OP_AND || f->op == GM_OP_OR;
	cost = f->op == GM_OP_DIVIDE ? cost_of_division(f->operand[1])
				     : (gm_issue){.of = {[GM_UNIT_ALU] = logic ? 0 : 1}};
	for (int k = 0; k < 3; k++) {
		const gm_issue inside = f->operand[k] ? gm_compile_cost(c, f->operand[k])
						      : (gm_issue){0};
		gm_issue_add(&cost, &inside);
	}
	return cost;
}

/* Terms are added one by one, a product and its sum in one instruction; a number besides waits for
   the access or the comparison. */
static gm_issue
cost_of_terms(const gm_sum *sum)
{
	double products = 0, additions = -1;
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		const int64_t by = p->coefficient;
		const int times = p->count - 1 + (by != 1 && by != -1);
		products += times;
		additions += times == 0 || (i == 0 && times > 0);
	}
	additions = additions > 0 ? additions : 0;
	if (!gm_compile_varies(sum))
		return (gm_issue){.of = {[GM_UNIT_OTHER] = (float)(products + additions)}};
	return (gm_issue){.of = {[GM_UNIT_ALU] = (float)(0.8 * additions),
			   [GM_UNIT_FMA] = (float)(products + 0.2 * additions)}};
}

gm_issue
gm_compile_cost(gm_compiling *c, const gm_sum *sum)
{
	gm_issue cost = {0};
	if (gm_sum_is_constant(sum) || is_made(c, sum))
		return cost;
	cost = cost_of_terms(sum);
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_issue own = cost_of_factor(c, sum->products[i].factors[k]);
			gm_issue_add(&cost, &own);
		}
	return cost;
}

/* ---- statements ---- */

static gm_compile_item
overhead_item(gm_compiling *c, gm_operation operation, const gm_issue *issue, int line)
{
	const gm_site site = {.operation = operation,
			      .type = GM_S32,
			      .array = -1,
			      .count = 1,
			      .line = line,
			      .text = operation == GM_BRANCH ? "branch" : "overhead"};
	gm_statement s = {.kind = GM_STATEMENT_SITE, .line = line, .overhead = true};
	s.site = gm_compile_add_site(c, site, (gm_overhead){true, *issue});
	return (gm_compile_item){.statement = s};
}

void
gm_compile_overhead(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line)
{
	if (gm_issue_total(issue) > 0)
		gm_compile_append(list, overhead_item(c, GM_OTHER, issue, line));
}

void
gm_compile_branch(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line)
{
	gm_compile_append(list, overhead_item(c, GM_BRANCH, issue, line));
}

static void
put_first(gm_compile_list *list, gm_compile_item item)
{
	gm_compile_append(list, item);
	memmove(list->items + 1, list->items, (list->count - 1) * sizeof *list->items);
	list->items[0] = item;
}

void
gm_compile_overhead_first(gm_compiling *c, gm_compile_list *list, const gm_issue *issue, int line)
{
	if (gm_issue_total(issue) > 0)
		put_first(list, overhead_item(c, GM_OTHER, issue, line));
}

/* ---- setting up ---- */

static void
mark_names(const gm_expression *e, bool *used)
{
	for (int i = 0; e && i < e->count; i++)
		if (e->nodes[i].op == GM_OP_NAME)
			used[e->nodes[i].slot] = true;
}

static void
mark_used(gm_statements statements, bool *used)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		mark_names(s->value, used);
		mark_names(s->from, used);
		mark_names(s->to, used);
		mark_names(s->step, used);
		mark_used(s->body, used);
		mark_used(s->other, used);
	}
}

static int
count_used(const bool *used, int first, int count)
{
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += used[first + i];
	return sum;
}

void
gm_compile_setup_first(gm_compiling *c, gm_compile_list *list)
{
	const gm_descriptor *d = c->written;
	bool *used = gm_arena_allocate(c->arena, (size_t)d->slots_count, sizeof *used);
	gm_setup *setup = gm_arena_allocate(c->arena, 1, sizeof *setup);
	const gm_issue none = {0};
	mark_used(d->body, used);
	setup->thread_indices = count_used(used, GM_THREAD_X, 3);
	setup->block_indices = count_used(used, GM_BLOCK_INDEX_X, 3);
	setup->sizes = count_used(used, GM_BLOCK_DIM_X, 6);
	for (int i = 0; i < d->kernel.parameters_count; i++)
		setup->arguments += used[GM_BUILTIN_COUNT + i] && !d->macros[GM_BUILTIN_COUNT + i];
	for (int i = 0; i < d->kernel.arrays_count; i++) {
		setup->global_arrays += d->kernel.arrays[i].space == GM_GLOBAL;
		setup->shared_arrays += d->kernel.arrays[i].space == GM_SHARED;
	}
	const gm_compile_item item = overhead_item(c, GM_OTHER, &none, 0);
	setup->site = item.statement.site;
	c->setup = setup;
	put_first(list, item);
}
