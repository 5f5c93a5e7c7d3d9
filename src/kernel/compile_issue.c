#include "kernel/compile_run.h"

#include <string.h>

/* ---- arithmetic ---- */

/* As sass/issue_rules.c has them: the path usually taken. */
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
				[GM_UNIT_CONTROL] = 4}, .twice = 15}},
	{GM_DIV, false, false, {.of = {[GM_UNIT_ALU] = 12, [GM_UNIT_FMA] = 3, [GM_UNIT_XU] = 3}, .twice = 2}},
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
