#include "describe/describe_run.h"

#include "simt/access.h"
#include "simt/lower.h"

int
gm_ptx_array_of(ptx_describing *d, const gm_sum *address, const gm_sum **offset)
{
	for (int i = 0; i < d->arrays_count; i++) {
		const gm_factor *base = gm_sum_as_symbol(d->bases[i]);
		*offset = gm_sum_subtract(d->a, address, d->bases[i]);
		if (gm_sum_contains(address, base) && !gm_sum_contains(*offset, base))
			return i;
	}
	return -1;
}

static bool
is_loaded(const ptx_describing *d, const ptx_step *s)
{
	return s->a != PTX_NO_UNIT && d->now.loaded[s->a];
}

static const char *
atomic_name(const ptx_step *s)
{
	static const struct {
		ptx_modifier modifier;
		const char *name;
	} rows[] = {{MOD_add, "add"},   {MOD_min, "min"}, {MOD_max, "max"}, {MOD_inc, "inc"},
		    {MOD_dec, "dec"},   {MOD_and, "and"}, {MOD_or, "or"},   {MOD_xor, "xor"},
		    {MOD_exch, "exch"}, {MOD_cas, "cas"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].modifier == s->rounding)
			return rows[i].name;
	return "add";
}

/* ldmatrix reads rows of 16 bytes of elements of 2. */
static gm_type
as_wide(gm_type type, int64_t bytes)
{
	if (gm_type_bytes(type) == bytes)
		return type;
	return bytes == 16 ? GM_S32X4 : bytes == 8 ? GM_S32X2 : bytes == 4 ? GM_U32 : GM_U16;
}

static void
add_access(ptx_describing *d, const ptx_step *s, uint32_t unit, int64_t more, gm_outline_node node,
	   gm_outline_list *list)
{
	const gm_sum *address = gm_ptx_unit_value(d, unit), *offset = NULL;
	const int64_t joined = d->request->as_written ? 0 : s->joined_bytes;
	node.kind = GM_OUTLINE_ACCESS;
	node.early = s->site != PTX_NO_SITE && d->kernel->sites[s->site].passes_stores &&
		     !d->request->as_written;
	node.type = as_wide(node.type, node.times);
	node.array = -1;
	if (address && address->known)
		node.array = gm_ptx_array_of(
			d, gm_sum_add(d->a, address, gm_sum_constant(d->a, more)), &offset);
	const int likely = s->site != PTX_NO_SITE ? d->kernel->sites[s->site].array : -1;
	const gm_sum *place = node.array < 0 ? gm_ptx_scattered_place(d, likely, node.times) : NULL;
	if (place) {
		node.array = likely;
		offset = place;
		gm_ptx_doubt(d, "%s: %.60s: its address depends on data; scattered over %s",
			     gm_ptx_place(d, s), s->text, gm_ptx_array_name(d, likely));
	}
	/* Variables begin at multiples of what is joined. */
	if (node.array >= 0 && joined)
		offset = gm_sum_bits(d->a, GM_OP_BIT_AND, offset, gm_sum_constant(d->a, -joined));
	node.index = node.array >= 0 ? offset : NULL;
	if (node.array < 0) {
		gm_ptx_doubt(d, "%s: %.60s: its address depends on data; left out",
			     gm_ptx_place(d, s), s->text);
		return;
	}
	if (s->site != PTX_NO_SITE) {
		gm_ptx_state_issue(d, s, &node);
		node.held = d->issues[s->site].held;
		node.held_address = d->issues[s->site].own;
	}
	gm_ptx_list(d, s, node, list);
}

/* ldmatrix: eight lanes for each matrix give the addresses of its rows, 16 bytes each; and what is combined
   within a warp is left to one lane (combine.h). */
gm_outline_list *
gm_ptx_first_lanes(ptx_describing *d, const ptx_step *s, int lanes, gm_outline_list *list)
{
	const gm_sum *count = gm_sum_constant(d->a, lanes);
	return lanes >= PTX_LANES
		       ? list
		       : gm_ptx_behind(d, s,
				gm_sum_compare(d->a, GM_OP_LESS, d->specials[SPECIAL_LANEID], count),
				list);
}

/* The lanes that read their bytes; the others fill with zeros. NULL: nobody knows. */
static const gm_sum *
lanes_that_read(ptx_describing *d, const ptx_step *s, int64_t bytes)
{
	const gm_sum *all = gm_sum_constant(d->a, 1);
	const gm_sum *size = s->c == PTX_NO_UNIT ? NULL : gm_ptx_unit_value(d, s->c);
	const gm_factor *f = size ? gm_sum_as_factor(size) : NULL;
	const bool constant = size && gm_sum_is_constant(size);
	if (s->c == PTX_NO_UNIT || (constant && size->constant == bytes))
		return all;
	if (constant && size->constant == 0)
		return gm_sum_constant(d->a, 0);
	/* bytes*test is test ? bytes : 0 */
	const gm_sum *test = size ? gm_sum_exact_quotient(d->a, size, gm_sum_constant(d->a, bytes)) : NULL;
	if (test && test->low == 0 && test->high == 1)
		return test;
	if (!f || f->op != GM_OP_CHOOSE || !gm_sum_is_constant(f->operand[1]) ||
	    !gm_sum_is_constant(f->operand[2]))
		return NULL;
	if (f->operand[1]->constant == bytes && f->operand[2]->constant == 0)
		return f->operand[0];
	return f->operand[1]->constant == 0 && f->operand[2]->constant == bytes
		       ? gm_sum_not(d->a, f->operand[0])
		       : NULL;
}

/* cp.async: a load that waits for nothing, and a store that costs no instruction. */
static void
describe_copy(ptx_describing *d, const ptx_step *s, gm_outline_node node, gm_outline_list *list)
{
	const gm_sum *readers = lanes_that_read(d, s, node.times);
	if (!readers)
		gm_ptx_doubt(d, "%s: %.60s: described as if it read all its bytes",
			     gm_ptx_place(d, s), s->text);
	node.operation = GM_LOAD;
	node.async = true;
	gm_outline_list *some = readers && !gm_sum_is_constant(readers) ? gm_ptx_behind(d, s, readers, list) : list;
	if (!readers || !gm_sum_is_constant(readers) || readers->constant)
		add_access(d, s, s->b, s->target, node, some);
	node.operation = GM_STORE;
	node.dependent = false;
	add_access(d, s, s->a, s->immediate, node, list);
}

/* What the step accesses: as the machine does it, or each for itself. */
static gm_site
site_of(const ptx_describing *d, const ptx_step *s)
{
	const bool joined = s->joined_to >= 0 || s->joined_bytes;
	if (!joined || !d->request->as_written)
		return d->kernel->sites[s->site];
	return (gm_site){.operation = s->results_count > 0 ? GM_LOAD : GM_STORE,
			 .type = gm_ptx_model_type((ptx_type)s->type, s->vector),
			 .space = GM_SHARED,
			 .access_bytes =
				 (uint8_t)(gm_ptx_type_bytes((ptx_type)s->type) * s->vector)};
}

const gm_sum *
gm_ptx_describe_memory(ptx_describing *d, const ptx_step *s, gm_outline_list *list)
{
	const gm_site own = site_of(d, s), *site = &own;
	gm_outline_node node = {.operation = site->operation,
				.type = site->type,
				.times = site->access_bytes,
				.dependent = site->operation == GM_LOAD && is_loaded(d, s),
				.atomic = atomic_name(s)};
	const gm_sum *address = gm_ptx_unit_value(d, s->a), *offset;
	if (s->run == gm_ptx_copy_async) {
		describe_copy(d, s, node, list);
		return NULL;
	}
	const uint8_t opcode = ptx_word_of(d, s)->opcode;
	if (opcode == OP_LDMATRIX || opcode == OP_STMATRIX) {
		add_access(d, s, s->a, s->immediate, node,
			   gm_ptx_first_lanes(d, s, 8 * s->vector, list));
		return NULL;
	}
	const int lanes = s->elects && !d->request->as_written ? 1 : PTX_LANES;
	add_access(d, s, s->a, s->immediate, node, gm_ptx_first_lanes(d, s, lanes, list));
	if (site->operation != GM_LOAD || !s->decides || !address || s->vector != 1)
		return NULL;
	address = gm_sum_add(d->a, address, gm_sum_constant(d->a, s->immediate));
	const int array = gm_ptx_array_of(d, address, &offset);
	return array >= 0 ? gm_ptx_loaded_value(d, s, array, offset, list) : NULL;
}
