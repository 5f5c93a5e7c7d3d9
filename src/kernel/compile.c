#include "kernel/compile_run.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists and sites ---- */

gm_compile_item *
gm_compile_append(gm_compile_list *list, gm_compile_item item)
{
	list->items = gm_grow(list->items, &list->room, list->count + 1, sizeof *list->items);
	list->items[list->count] = item;
	return &list->items[list->count++];
}

void
gm_compile_list_dispose(gm_compile_list *list)
{
	free(list->items);
	*list = (gm_compile_list){0};
}

gm_statements
gm_compile_keep(gm_compiling *c, const gm_compile_list *list)
{
	gm_statement *kept = gm_arena_allocate(c->arena, list->count + 1, sizeof *kept);
	for (size_t i = 0; i < list->count; i++)
		kept[i] = list->items[i].statement;
	return (gm_statements){kept, (int)list->count};
}

uint32_t
gm_compile_add_site(gm_compiling *c, gm_site site, gm_overhead overhead)
{
	const size_t count = c->sites_count + 1;
	c->sites = gm_grow(c->sites, &c->sites_room, count, sizeof *c->sites);
	c->overheads = gm_grow(c->overheads, &c->overheads_room, count, sizeof *c->overheads);
	c->joined = gm_grow(c->joined, &c->joined_room, count, sizeof *c->joined);
	c->sites[c->sites_count] = site;
	c->overheads[c->sites_count] = overhead;
	c->joined[c->sites_count] = 0;
	return (uint32_t)c->sites_count++;
}

/* ---- values ---- */

static const gm_sum *
named_of(gm_compiling *c, const gm_expression *e)
{
	return gm_sum_of_expression(c->algebra, e, c->named);
}

/* What stands for data is not computed, and no formula of its own. */
static void
compile_let(gm_compiling *c, const gm_statement *s, gm_compile_list *out)
{
	const gm_sum *value = gm_sum_of_expression(c->algebra, s->value, c->values);
	if (s->data) {
		value = gm_sum_symbol(c->algebra, "data", GM_SYMBOL_THREAD, -GM_SUM_MOST, GM_SUM_MOST);
		c->data = gm_grow(c->data, &c->data_room, c->data_count + 1, sizeof *c->data);
		c->data[c->data_count].symbol = gm_sum_as_symbol(value);
		c->data[c->data_count++].depth = c->depth;
	}
	c->values[s->slot] = value;
	c->named[s->slot] = s->data ? value
				    : gm_compile_name_let(c, c->written->types[s->slot],
							  named_of(c, s->value));
	gm_compile_append(out, (gm_compile_item){.statement = *s});
}

/* ---- one instruction ---- */

static const gm_sum *
index_of(gm_compiling *c, const gm_statement *s)
{
	return gm_sum_of_expression(c->algebra, s->value, c->values);
}

static const gm_sum *
address_of(gm_compiling *c, const gm_statement *s, const gm_sum *index)
{
	const gm_array *array = &c->written->kernel.arrays[c->sites[s->site].array];
	return gm_sum_add(c->algebra, gm_sum_scale(c->algebra, index, gm_type_bytes(array->type)),
			  gm_sum_constant(c->algebra, (int64_t)array->base_bytes));
}

/* c[0x3][...]: an operand of the instruction that uses it, where the address is a number once loops
   are unrolled: of no thread, and of no argument. */
static bool
is_operand(const gm_site *site, const gm_sum *index)
{
	if (site->space != GM_CONSTANT || site->operation != GM_LOAD || !index->known)
		return false;
	for (int i = 0; i < index->count; i++)
		for (int k = 0; k < index->products[i].count; k++)
			if (index->products[i].factors[k]->symbol != GM_SYMBOL_LOOP)
				return false;
	return true;
}

static void
compile_site(gm_compiling *c, const gm_statement *s, gm_compile_list *out)
{
	const gm_site *site = &c->sites[s->site];
	const bool exchange = site->operation == GM_SHUFFLE || site->operation == GM_VOTE ||
			      site->operation == GM_MMA;
	gm_compile_item item = {.statement = *s};
	if (s->value) {
		const gm_sum *index = index_of(c, s);
		item.address = address_of(c, s, index);
		if (is_operand(site, index))
			c->overheads[s->site] = (gm_overhead){.stated = true};
		else
			gm_compile_need_address(c, site->array, named_of(c, s->value));
	}
	const gm_overhead *own = &c->overheads[s->site];
	const gm_issue issue = own->stated ? own->issue : gm_issue_stated(site);
	out->size += site->operation == GM_BARRIER ? 1 : (int)site->count;
	out->issue += gm_issue_total(&issue);
	out->has_barrier = out->has_barrier || site->operation == GM_BARRIER;
	out->has_exchange = out->has_exchange || exchange;
	gm_compile_append(out, item);
}

/* ---- conditions ---- */

/* What is predicated is issued with the branch, wherever the lanes go. */
static void
issue_nothing(gm_compiling *c, const gm_compile_list *list, gm_issue *sum)
{
	for (size_t i = 0; i < list->count; i++) {
		const gm_statement *s = &list->items[i].statement;
		if (s->kind != GM_STATEMENT_SITE)
			continue;
		gm_overhead *own = &c->overheads[s->site];
		if (!own->stated)
			*own = (gm_overhead){true, gm_issue_stated(&c->sites[s->site])};
		const gm_issue taken = gm_issue_take(&own->issue);
		gm_issue_add(sum, &taken);
	}
}

static bool
is_predicated(const gm_compile_list *list, const gm_issue *own)
{
	return !list->has_loop && !list->has_barrier && !list->has_exchange &&
	       list->issue + gm_issue_total(own) <= GM_COMPILE_PREDICATE_MOST;
}

/* Of one side: its statements, and what its addresses cost outside of loops. */
static gm_compile_list
compile_side(gm_compiling *c, gm_statements side, bool last, gm_issue *own)
{
	const size_t first = c->needs_count, made = c->made_count;
	gm_compile_list list = gm_compile_statements(c, side, last);
	gm_compile_join_list(c, &list);
	*own = c->depth == 0 ? gm_compile_make_needs(c, first) : (gm_issue){0};
	c->made_count = made;
	return list;
}

/* Lanes that leave for good need no meeting point. */
static gm_issue
cost_of_branch(const gm_sum *test, bool last)
{
	const bool parts = gm_compile_varies(test) && !last;
	return (gm_issue){.of = {[GM_UNIT_CONTROL] = parts ? 3 : 1}};
}

static void
compile_if(gm_compiling *c, const gm_statement *s, bool last, gm_compile_list *out)
{
	gm_issue then_own, other_own;
	const gm_sum *test = named_of(c, s->value);
	gm_issue own = gm_compile_cost(c, test);
	gm_compile_list then = compile_side(c, s->body, last, &then_own);
	gm_compile_list other = compile_side(c, s->other, last, &other_own);
	gm_issue branch = {0};
	if (is_predicated(&then, &then_own) && is_predicated(&other, &other_own) && !last) {
		issue_nothing(c, &then, &branch);
		issue_nothing(c, &other, &branch);
		gm_issue_add(&branch, &then_own);
		gm_issue_add(&branch, &other_own);
	} else {
		branch = cost_of_branch(test, last);
		gm_compile_overhead_first(c, &then, &then_own, s->line);
		gm_compile_overhead_first(c, &other, &other_own, s->line);
	}
	gm_issue_add(&own, &branch);
	gm_compile_branch(c, out, &own, s->line);
	gm_statement kept = *s;
	kept.body = gm_compile_keep(c, &then);
	kept.other = gm_compile_keep(c, &other);
	gm_compile_append(out, (gm_compile_item){.statement = kept});
	out->size += 1 + then.size + other.size;
	out->issue += gm_issue_total(&own) + then.issue + other.issue;
	out->has_loop = out->has_loop || then.has_loop || other.has_loop;
	out->has_barrier = out->has_barrier || then.has_barrier || other.has_barrier;
	out->has_exchange = out->has_exchange || then.has_exchange || other.has_exchange;
	gm_compile_list_dispose(&then);
	gm_compile_list_dispose(&other);
}

gm_compile_list
gm_compile_statements(gm_compiling *c, gm_statements statements, bool last)
{
	gm_compile_list list = {0};
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		switch (s->kind) {
		case GM_STATEMENT_LET:
			compile_let(c, s, &list);
			break;
		case GM_STATEMENT_LOOP:
			gm_compile_loop(c, s, &list);
			break;
		case GM_STATEMENT_IF:
			compile_if(c, s, last && i + 1 == statements.count, &list);
			break;
		case GM_STATEMENT_SITE:
			compile_site(c, s, &list);
			break;
		}
	}
	return list;
}

/* ---- the whole ---- */

static const gm_sum *
builtin_symbol(gm_algebra *a, gm_builtin builtin)
{
	const gm_symbol_class class = builtin >= GM_LANE            ? GM_SYMBOL_THREAD
				      : builtin >= GM_BLOCK_DIM_X   ? GM_SYMBOL_SIZE
				      : builtin >= GM_BLOCK_INDEX_X ? GM_SYMBOL_BLOCK
								    : GM_SYMBOL_THREAD;
	return gm_sum_symbol(a, gm_builtin_name(builtin), class, class == GM_SYMBOL_SIZE, INT32_MAX);
}

static void
name_values(gm_compiling *c)
{
	const gm_descriptor *d = c->written;
	c->named = gm_grow(NULL, &c->named_room, (size_t)d->slots_count, sizeof *c->named);
	c->values = gm_grow(NULL, &c->values_room, (size_t)d->slots_count, sizeof *c->values);
	c->slots_count = d->slots_count;
	for (int slot = 0; slot < d->slots_count; slot++) {
		const int64_t value = d->parameter_values[slot];
		if (slot < GM_BUILTIN_COUNT)
			c->values[slot] = builtin_symbol(c->algebra, (gm_builtin)slot);
		else if (d->macros[slot])
			c->values[slot] = gm_sum_constant(c->algebra, value);
		else
			c->values[slot] = gm_compile_name_argument(c, d->types[slot], value);
		c->named[slot] = c->values[slot];
	}
}

static void
copy_sites(gm_compiling *c)
{
	const gm_kernel *k = &c->written->kernel;
	const gm_overhead *own = c->written->overhead;
	for (int s = 0; s < k->sites_count; s++)
		gm_compile_add_site(c, k->sites[s],
				    own && own[s].stated ? own[s] : gm_compile_arithmetic(&k->sites[s]));
}

/* ---- sites in the order of their lines, without those that nothing executes any more ---- */

static void
mark_executed(gm_compiling *c, gm_statements statements, int32_t looping, bool *executed)
{
	for (int i = 0; i < statements.count; i++) {
		const gm_statement *s = &statements.items[i];
		const bool turns = s->kind == GM_STATEMENT_LOOP && !s->unrolled;
		if (s->kind == GM_STATEMENT_SITE) {
			executed[s->site] = true;
			c->sites[s->site].looping = looping;
		}
		mark_executed(c, s->body, turns && !looping ? (int32_t)s->loop + 1 : looping, executed);
		mark_executed(c, s->other, looping, executed);
	}
}

/* Copies of a turn share what is inside of their statements: a copy of its own for each. */
static gm_statements
renumbered(gm_compiling *c, gm_statements statements, const uint32_t *row)
{
	gm_statement *own = gm_arena_allocate(c->arena, (size_t)statements.count + 1, sizeof *own);
	for (int i = 0; i < statements.count; i++) {
		own[i] = statements.items[i];
		if (own[i].kind == GM_STATEMENT_SITE)
			own[i].site = row[own[i].site];
		own[i].body = renumbered(c, own[i].body, row);
		own[i].other = renumbered(c, own[i].other, row);
	}
	return (gm_statements){own, statements.count};
}

/* Of the least line; the number of sites when none is left. */
static size_t
next_site(const gm_compiling *c, const bool *executed)
{
	size_t next = c->sites_count;
	for (size_t s = 0; s < c->sites_count; s++)
		if (executed[s] &&
		    (next == c->sites_count || c->sites[s].line < c->sites[next].line))
			next = s;
	return next;
}

static gm_statements
order_sites(gm_compiling *c, gm_statements body, gm_descriptor *d)
{
	const size_t room = c->sites_count + 1;
	bool *executed = gm_arena_allocate(c->arena, room, sizeof *executed);
	uint32_t *row = gm_arena_allocate(c->arena, room, sizeof *row);
	gm_site *sites = gm_arena_allocate(c->arena, room, sizeof *sites);
	gm_overhead *overheads = gm_arena_allocate(c->arena, room, sizeof *overheads);
	uint8_t *joined = gm_arena_allocate(c->arena, room, sizeof *joined);
	mark_executed(c, body, 0, executed);
	int count = 0;
	for (size_t s; (s = next_site(c, executed)) < c->sites_count; count++) {
		executed[s] = false;
		row[s] = (uint32_t)count;
		sites[count] = c->sites[s];
		overheads[count] = c->overheads[s];
		joined[count] = c->joined[s];
	}
	c->setup->site = row[c->setup->site];
	d->kernel.sites = sites;
	d->kernel.sites_count = count;
	d->overhead = overheads;
	d->joined = joined;
	return renumbered(c, body, row);
}

static const gm_descriptor *
assemble(gm_compiling *c, const gm_compile_list *list)
{
	gm_descriptor *d = gm_arena_allocate(c->arena, 1, sizeof *d);
	int64_t *values = gm_arena_allocate(c->arena, (size_t)c->slots_count, sizeof *values);
	*d = *c->written;
	memcpy(values, c->written->parameter_values,
	       (size_t)c->written->slots_count * sizeof *values);
	d->parameter_values = values;
	d->slots_count = c->slots_count;
	d->nodes_max = c->nodes_max;
	d->body = order_sites(c, gm_compile_keep(c, list), d);
	d->kernel.issues_known = true;
	d->setup = c->setup;
	d->compiled = NULL;
	return d;
}

const gm_descriptor *
gm_descriptor_compile(const gm_descriptor *written)
{
	gm_compiling c = {.written = written,
			  .arena = written->kernel.arena,
			  .algebra = gm_algebra_new(),
			  .loops = (uint32_t)written->loops_count,
			  .nodes_max = written->nodes_max};
	name_values(&c);
	copy_sites(&c);
	gm_compile_list list = gm_compile_statements(&c, written->body, true);
	gm_compile_join_list(&c, &list);
	const gm_issue addresses = gm_compile_make_needs(&c, 0);
	gm_compile_overhead_first(&c, &list, &addresses, 0);
	gm_compile_setup_first(&c, &list);
	const gm_descriptor *compiled = assemble(&c, &list);
	gm_compile_list_dispose(&list);
	gm_algebra_free(c.algebra);
	free((void *)c.values);
	free((void *)c.named);
	free(c.names);
	free(c.sites);
	free(c.overheads);
	free(c.joined);
	free(c.needs);
	free((void *)c.made);
	free(c.data);
	return compiled;
}
