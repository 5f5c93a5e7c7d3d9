#include "kernel/compile_run.h"
#include "kernel/join.h"

#include <stdlib.h>
#include <string.h>

/* ---- what may be joined ---- */

typedef struct joiner {
	gm_compiling *c;
	const gm_compile_item *items;
	size_t count;
	bool stores;
	gm_compile_decision *out;
	size_t open[GM_JOIN_MAX]; /* rows of `out` */
	gm_join_access accesses[GM_JOIN_MAX];
	int open_count;
	bool any;
} joiner;

static const gm_site *
site_of(const gm_compiling *c, const gm_statement *s)
{
	return s->kind == GM_STATEMENT_SITE ? &c->sites[s->site] : NULL;
}

/* Words of 32 bits or more, one access not yet as wide as can be. */
static bool
is_plain(const gm_site *site, gm_operation operation)
{
	const bool words = site->access_bytes == 4 || site->access_bytes == 8;
	return site->operation == operation && site->space == GM_SHARED && words;
}

/* It may read or write shared memory, or order it; or ends the piece of straight code. */
static bool
ends(const joiner *j, const gm_statement *s)
{
	const gm_site *site = site_of(j->c, s);
	if (s->kind == GM_STATEMENT_LET)
		return false;
	if (!site || site->operation == GM_BARRIER || site->operation == GM_FENCE ||
	    site->operation == GM_BRANCH)
		return true;
	return site->space == GM_SHARED;
}

/* ---- groups ---- */

static int64_t
element_bytes(const joiner *j, size_t row)
{
	const gm_site *site = site_of(j->c, &j->items[row % j->count].statement);
	return gm_type_bytes(j->c->written->kernel.arrays[site->array].type);
}

static void
decide(void *state, const int *members, int count, int bytes)
{
	joiner *j = state;
	const int leader = j->stores ? members[count - 1] : members[0];
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (int m = 0; m < count; m++) {
		const gm_join_access *x = &j->accesses[members[m]];
		low = x->offset_bytes < low ? x->offset_bytes : low;
		high = x->offset_bytes + x->bytes > high ? x->offset_bytes + x->bytes : high;
		j->out[j->open[members[m]]].dropped = members[m] != leader;
	}
	const int64_t element = element_bytes(j, j->open[leader]);
	gm_compile_decision *lead = &j->out[j->open[leader]];
	lead->bytes = (uint8_t)bytes;
	lead->elements = (uint8_t)((high - low) / element);
	lead->shift = (low - j->accesses[leader].offset_bytes) / element;
	j->any = true;
}

static void
close_all(joiner *j)
{
	gm_join(j->accesses, j->open_count, j->stores, decide, j);
	j->open_count = 0;
}

static int
zeros_of(const gm_sum *base)
{
	int zeros = 63;
	for (int i = 0; i < base->count; i++) {
		const int own = __builtin_ctzll((uint64_t)base->products[i].coefficient);
		zeros = own < zeros ? own : zeros;
	}
	return zeros;
}

static void
open_access(joiner *j, size_t row, const gm_sum *address, int bytes)
{
	gm_algebra *a = j->c->algebra;
	const gm_sum *base =
		gm_sum_subtract(a, address, gm_sum_constant(a, address->constant));
	/* A store through another register may fall on the same words. */
	if (j->open_count == GM_JOIN_MAX ||
	    (j->stores && j->open_count && j->accesses[0].base != (int64_t)(intptr_t)base))
		close_all(j);
	j->open[j->open_count] = row;
	j->accesses[j->open_count++] = (gm_join_access){.base = (int64_t)(intptr_t)base,
							.offset_bytes = address->constant,
							.bytes = bytes,
							.aligned_bits = zeros_of(base)};
}

static void
visit(joiner *j, size_t row, const gm_sum *address)
{
	const gm_statement *s = &j->items[row % j->count].statement;
	const gm_site *site = site_of(j->c, s);
	const bool only_reads = !j->stores && site && site->operation == GM_LOAD;
	if (site && is_plain(site, j->stores ? GM_STORE : GM_LOAD) && address->known)
		open_access(j, row, address, site->access_bytes);
	else if (ends(j, s) && !only_reads)
		close_all(j);
}

/* The address in a turn. */
static const gm_sum *
address_in(const joiner *j, const gm_sum *address, const gm_factor *variable, const gm_sum *value)
{
	if (!address || !variable)
		return address;
	return gm_sum_substitute(j->c->algebra, address, variable, value);
}

bool
gm_compile_joins(gm_compiling *c, const gm_compile_item *items, size_t count,
		 const gm_factor *variable, const gm_sum *from, const gm_sum *step, int turns,
		 gm_compile_decision *out)
{
	joiner j = {.c = c, .items = items, .count = count, .out = out};
	memset(out, 0, (size_t)turns * count * sizeof *out);
	for (int pass = 0; pass < 2; pass++) {
		const gm_sum *value = from;
		j.stores = pass == 1;
		for (int t = 0; t < turns; t++) {
			for (size_t i = 0; i < count; i++)
				visit(&j, (size_t)t * count + i,
				      address_in(&j, items[i].address, variable, value));
			value = step ? gm_sum_add(c->algebra, value, step) : value;
		}
		close_all(&j);
	}
	return j.any;
}

/* ---- the statements that come of it ---- */

static gm_type
wider(gm_type type, int bytes)
{
	const bool floating = gm_type_is_floating(type);
	if (bytes == 16 && (type == GM_F64 || type == GM_F64X2))
		return GM_F64X2;
	if (bytes == 16)
		return floating ? GM_F32X4 : GM_S32X4;
	return floating ? GM_F32X2 : GM_S32X2;
}

/* One row for all that join alike. */
static uint32_t
joined_site(gm_compiling *c, uint32_t own, const gm_compile_decision *decision)
{
	gm_site site = c->sites[own];
	site.type = wider(site.type, decision->bytes);
	site.access_bytes = decision->bytes;
	site.text = gm_arena_print(c->arena, "%s and %d more", site.text, decision->elements - 1);
	for (size_t s = 0; s < c->sites_count; s++)
		if (c->joined[s] == decision->elements && c->sites[s].line == site.line &&
		    c->sites[s].array == site.array && c->sites[s].type == site.type &&
		    strcmp(c->sites[s].text, site.text) == 0)
			return (uint32_t)s;
	const uint32_t row = gm_compile_add_site(c, site, c->overheads[own]);
	c->joined[row] = decision->elements;
	return row;
}

bool
gm_compile_decided(gm_compiling *c, const gm_compile_item *item,
		   const gm_compile_decision *decision, gm_compile_item *out)
{
	*out = *item;
	if (decision->dropped || !decision->bytes)
		return !decision->dropped;
	gm_statement *s = &out->statement;
	s->site = joined_site(c, s->site, decision);
	if (decision->shift) {
		gm_expression_draft d = {0};
		const int index = gm_draft_expression(&d, s->value);
		gm_draft_operator(&d, GM_OP_ADD, index, gm_draft_constant(&d, decision->shift));
		s->value = gm_draft_end(c, &d, s->value->text, s->value->line);
	}
	return true;
}

void
gm_compile_join_list(gm_compiling *c, gm_compile_list *list)
{
	gm_compile_decision *decisions = gm_allocate(list->count, sizeof *decisions);
	size_t kept = 0;
	if (gm_compile_joins(c, list->items, list->count, NULL, NULL, NULL, 1, decisions)) {
		for (size_t i = 0; i < list->count; i++)
			kept += gm_compile_decided(c, &list->items[i], &decisions[i],
						   &list->items[kept]);
		list->count = kept;
	}
	free(decisions);
}
